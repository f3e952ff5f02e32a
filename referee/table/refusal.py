"""The referee's "no": why an act changes nothing. Never knows the words of the letter."""

from enum import StrEnum


class Reason(StrEnum):
    """The reason for a refusal, which changes nothing and costs nothing."""

    NOT_YOUR_TURN = "not-your-turn"
    NOT_A_BID = "not-a-bid"
    TEAM_BID = "team-bid"
    BID_STANDS = "bid-stands"
    CHANGE_ENOUGH = "change-enough"
    BIDDING_NOW = "bidding-now"
    PLAYING_NOW = "playing-now"
    NOT_OFFERED = "not-offered"
    NOT_SHOWN = "not-shown"
    ALREADY_SHOWN = "already-shown"
    NO_MISDEAL = "no-misdeal"
    NO_SUCH_BOOK = "no-such-book"
    OWN_TEAM = "own-team"
    CHALLENGED_BEFORE = "challenged-before"
    CHALLENGE_LATE = "challenge-late"
    ILLEGAL_CARD = "illegal-card"
    ILLEGAL_TILE = "illegal-tile"
    WHICH_END = "which-end"
    CAN_PLAY = "can-play"
    KNOCKED = "knocked"
    STALE = "stale"
    MADE_BEFORE = "made-before"
    VOIDED = "voided"
    GAME_OVER = "game-over"
    ALREADY_CONCEDED = "already-conceded"
    NOT_CONCEDED = "not-conceded"
    CONCEDED_ENOUGH = "conceded-enough"
    NO_SUCH_TURN = "no-such-turn"
    TURN_VOIDED = "turn-voided"
    VOIDS_NOTHING = "voids-nothing"
    NO_CHARGE = "no-charge"
    RESULT_STANDS = "result-stands"
    ALREADY_PAUSED = "already-paused"
    NOT_PAUSED = "not-paused"
    SALT_CLOSED = "salt-closed"
    NO_SALT = "no-salt"
    RESTORED = "restored"
    CLOCK_STALE = "clock-stale"
    CLAIM_EARLY = "claim-early"
    NOT_PROVABLE = "not-provable"
    NOTHING_PROPOSED = "nothing-proposed"
    NAME_TAKEN = "name-taken"
    PLAN_AFTER_BID = "plan-after-bid"
    NO_PLAN = "no-plan"


class Refusal(Exception):
    """Raised by `decide`; `facts` are the facts for the words of the letter: cards, seats, numbers, none of them
    hidden."""

    def __init__(self, reason: Reason, **facts: object) -> None:
        super().__init__(reason.value)
        self.reason = reason
        self.facts = facts
