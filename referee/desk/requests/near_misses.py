"""Badly typed commands: done if a line has one reading that is legal now, else offered for a `yes`, or explained.

Only in mail that a person wrote to the referee itself, and never a misplay: what the law would punish is not done.
"""

from collections.abc import Iterable
from dataclasses import replace

from referee.asking.commands import Asked, DropPlans, MakePlan, Personal, Question, Reading, SetHabit, Unclear, Yes
from referee.asking.near_misses.hear import Heard, hear
from referee.asking.near_misses.tidy import tidy
from referee.desk.case import Case
from referee.desk.requests.answers import is_for_us
from referee.desk.requests.offers import NONE, Offer
from referee.desk.requests.request import Mail, Meant
from referee.desk.requests.which_game import own_view
from referee.post.messages import Automatic
from referee.spades.commands import MakeBid, PlayCard
from referee.spades.view import SeatView

BESIDE = (Question, Personal, MakePlan, DropPlans, SetHabit)
"""What a mail may ask besides a near miss: it neither is a move nor agrees to one."""

GREETING = 3
"""How many words a line may have above one that we act on: it is a greeting or a name."""

YES = frozenset({"yes", "yep", "yeah", "yup", "ja", "oui"})


def resolve(case: Case, mail: Mail, reading: Reading) -> tuple[Reading, Offer]:
    """The reading with what its near miss surely asks, or with what is wrong with that; else what to offer."""
    if not _may_hold_one(case, mail, reading):
        return reading, NONE
    if (agreed := _agreed(mail, reading)) is not None:
        return _with(reading, agreed), NONE
    heard = _only(reading)
    if heard is None:
        return reading, NONE
    if isinstance(heard.asked[0].command, MakeBid | PlayCard):
        return _move(mail, reading, heard)
    if heard.sure and _stands_first(reading, heard.line):
        return _with(reading, _as_typed(heard)), NONE
    return reading, _offer(mail, reading, heard.asked)


def _may_hold_one(case: Case, mail: Mail, reading: Reading) -> bool:
    """Whether to look for a near miss: a person known to us wrote to us, and asks for no move in plain words."""
    written = mail.sender.known and mail.incoming.automatic is Automatic.NO and is_for_us(case, mail)
    besides = all(isinstance(asked.command, BESIDE) for asked in reading.asked)
    return written and besides and bool(reading.near) and len(reading.unclear) <= 1


def _agreed(mail: Mail, reading: Reading) -> Asked | None:
    """A `yes` in other words, to a letter that asks for one."""
    token = mail.sender.token
    if token is None or not mail.sender.bears_token or not (token.offer or token.asks):
        return None
    line = reading.near[0]
    tidied = tidy(line)
    if tidied is None or not tidied.sure or tidied.words not in YES or reading.asked or reading.unclear:
        return None
    return Asked(line, Yes(), (line,), heard="yes")


def _only(reading: Reading) -> Heard | None:
    """The one near miss of a mail: of its unclear line, if it has one."""
    lines = [each.line for each in reading.unclear] or reading.near
    heard = [each for line in lines if (each := hear(line)) is not None]
    same = all(each.asked == heard[0].asked for each in heard)
    return heard[0] if heard and same else None


def _move(mail: Mail, reading: Reading, heard: Heard) -> tuple[Reading, Offer]:
    """A near bid or play: of a proven sender, and answered as the law stands."""
    own = own_view(mail.meant)
    if own is None or own.to_act is None or mail.sender.proof is None:
        return reading, NONE
    legal = [asked for asked in heard.asked if _is_legal(own, asked)]
    if not own.mine:
        # refused as if it were well typed, and offered as a plan; a bid that may still be changed is not, by a slip
        early = heard.sure and not heard.bare and not own.legal_bids and _stands_first(reading, heard.line)
        return (_with(reading, _as_typed(heard)) if early else reading), NONE
    if not heard.sure:
        return reading, _offer(mail, reading, legal)
    if not legal:
        return (reading if heard.bare else _explained(own, reading, heard)), NONE
    if _stands_first(reading, heard.line):
        return _with(reading, _as_typed(heard)), NONE
    return reading, _offer(mail, reading, legal)


def _is_legal(own: SeatView, asked: Asked) -> bool:
    match asked.command:
        case MakeBid(value, blind=blind):
            return own.may_bid_blind if blind else value in own.legal_bids
        case PlayCard(card):
            return card in own.legal_cards
    return False


def _explained(own: SeatView, reading: Reading, heard: Heard) -> Reading:
    """Why a near miss with one reading is not done: said as of an unclear line, so that it costs nothing."""
    command, words = heard.asked[0].command, heard.asked[0].line
    lacks = isinstance(command, PlayCard) and own.hand is not None and command.card not in own.hand
    why = "you do not hold that card" if lacks else "that is not legal now"
    return replace(reading, asked=(), unclear=(Unclear(heard.line, f"it was understood as `{words}`, but {why}"),))


def _offer(mail: Mail, reading: Reading, ways: Iterable[Asked]) -> Offer:
    """The one way to take a line, for a `yes` at this turn. Nothing while a `yes` could mean something else."""
    commands = {asked.command: asked.line for asked in ways}
    own = own_view(mail.meant)
    if len(commands) != 1 or reading.asked or own is None or own.asked or mail.sender.proof is None:
        return NONE
    assert isinstance(mail.meant, Meant), "there is a game that the player sees"
    if mail.meant.answers not in (None, mail.meant.row.turn):
        return NONE
    return Offer(next(iter(commands.values())))


def _stands_first(reading: Reading, line: str) -> bool:
    """Whether nothing but a greeting stands above a line."""
    above = reading.near[: reading.near.index(line)] if line in reading.near else ()
    return all(len(each.split()) <= GREETING for each in above)


def _as_typed(heard: Heard) -> Asked:
    (asked,) = heard.asked
    return replace(asked, line=heard.line, heard=asked.line)


def _with(reading: Reading, asked: Asked) -> Reading:
    return replace(reading, asked=(*reading.asked, asked), unclear=())
