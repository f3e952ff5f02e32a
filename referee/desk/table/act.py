"""THE ACT: rule, keep, announce; for a player, the clock, the Gamesmaster, a restored database and a start alike."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from referee.asking.grammar import MOVES
from referee.asking.requests import BareCard, BareNumber, ChallengeBook, Play
from referee.desk.case import Case, Complaint
from referee.desk.sender.identify import Sender
from referee.desk.sender.proofs import CLOCKS
from referee.desk.table import grace
from referee.desk.table.announce import announce
from referee.desk.table.challenge_time import too_late
from referee.desk.table.deadlines import Clock, keep_clock, next_clock
from referee.desk.table.results import store_result
from referee.desk.table.story import story_of
from referee.desk.which_game import Meant, find_game
from referee.desk.wrong import Wrong
from referee.post.messages import Incoming
from referee.spades import commands as cmd
from referee.spades import events as ev
from referee.spades.decide import rule
from referee.spades.fold import Step, steps_of
from referee.spades.game import Game, due, stands_still
from referee.spades.refusal import Reason, Refusal
from referee.spades.rulesheet import SEATS
from referee.store import games, outbox, people
from referee.store.games import Kept

WITHIN = timedelta(seconds=1)
"""How much earlier than it was written or arrived a mail may seem to be: Date and INTERNALDATE are in whole seconds."""


@dataclass(frozen=True, slots=True)
class Acted:
    """What came of an act: its steps, and the addresses that a letter about it went to."""

    steps: tuple[Step, ...]
    told: frozenset[str]

    @property
    def after(self) -> Game:
        """The state after the act."""
        return self.steps[-1].game


def act(case: Case, kept: Kept, seat: int | None, command: cmd.Command, answers: int | None = None) -> Acted:
    """Rule on a command and carry it out. Raises Refusal, having changed nothing.

    `seat` is None for the clock and the Gamesmaster; `answers` the position that a mail answers, None: the present one.
    """
    before = games.load(case.tx, kept)
    turn = before.turn if answers is None else answers
    return carry_out(case, kept, before, rule(before, seat, command, answers=turn, seeds=case.draws.seeds()))


def carry_out(case: Case, kept: Kept, before: Game | None, steps: tuple[Step, ...], drawn_from: int = 0) -> Acted:
    """Append what was ruled, set the clock and announce it.

    `before` is None where the game begins; then its order of seats was `drawn_from` so many.
    """
    steps += _shown_at_once(case, steps[-1].game)
    clock = _keep(case, kept, before, steps)
    if before is not None and _stays_over(before, steps):
        return Acted(steps, frozenset())
    story = story_of(before, steps, drawn_from, on_list=case.desk.settings.referee.list_mode == "external")
    if clock.grace:
        story = grace.told(case, story, clock.grace)
    return Acted(steps, announce(case, story, clock.deadline, turn=_tells_turn(before, steps)))


def held_back(game: Game) -> tuple[int, ...]:
    """The seats whose hands are held back from them."""
    return () if due(game) is None else tuple(seat for seat in SEATS if seat not in game.seen)


def _shown_at_once(case: Case, game: Game) -> tuple[Step, ...]:
    """The hands held back that are shown all the same: those of players who have a standing wish to see theirs."""
    held = held_back(game)
    seated = people.seated(case.tx, game.number) if held else {}
    return tuple(steps_of((ev.Shown(seat) for seat in held if seated[seat].auto_show), game))


def _keep(case: Case, kept: Kept, before: Game | None, steps: tuple[Step, ...]) -> Clock:
    """Append the events and store the result and the clock that come of them."""
    events, after = tuple(event for event, _ in steps), steps[-1].game
    games.append(case.tx, after, kept.last_seq, events, now=case.now, inbox=case.inbox)
    store_result(case, before, after, events)
    clock = next_clock(case, kept, before, after, events)
    keep_clock(case, after, clock)
    return clock


def _stays_over(before: Game, steps: tuple[Step, ...]) -> bool:
    """Whether a game that was over stayed so all along: what a restored database brings about in it is no news."""
    return before.result is not None and all(game.result is not None for _, game in steps)


def _tells_turn(before: Game | None, steps: tuple[Step, ...]) -> bool:
    """Whether the player to act is told that it is their turn: a new position, a clock that was moved or set anew, a
    new player."""
    after = steps[-1].game
    if stands_still(after):
        return False
    if before is None or (due(before) is None and due(after) is not None):
        return True
    moved = any(isinstance(event, ev.Resumed | ev.Extended | ev.Replaced) for event, _ in steps)
    return moved or after.turn != before.turn


def move(case: Case, sender: Sender, incoming: Incoming, arrived: datetime, request: Play) -> None:
    """A player's bid, play, concession or its withdrawal. Raises Refusal or Complaint."""
    meant = find_game(case, sender, incoming)
    seat = seat_in(case, sender, meant)
    answers = answered(case, sender, meant, arrived)
    if isinstance(request, MOVES) and _was_kept_back(case, sender, meant, arrived, seat):
        raise Refusal(Reason.STALE)
    command = _command(case, meant, seat, arrived, request)
    acted = act(case, meant.game, seat, command, answers)
    # the token of a question is spent by its `yes` alone
    moved = isinstance(acted.steps[0].event, ev.BidMade | ev.CardPlayed | ev.Misdealt)
    if moved and sender.token is not None and not sender.token.asks:
        people.spend(case.tx, sender.token.token)


def seat_in(case: Case, sender: Sender, meant: Meant) -> int:
    """Where the sender sits. Raises Complaint if nowhere in that game."""
    seat = None if sender.person is None else games.seat_of(case.tx, meant.game.id, sender.person.id)
    if seat is None:
        raise Complaint(Wrong.NOT_IN_GAME, game=meant.game.id)
    return seat


def answered(case: Case, sender: Sender, meant: Meant, arrived: datetime) -> int:
    """The position that the mail answers: as it says itself, else the last one sent out before it arrived.

    What a signature alone proves answers none that was sent out after it was made: it may have been kept back.
    """
    if meant.answers is not None:
        return meant.answers
    if sender.made is not None:
        return last_known(case, meant, arrived, sender.made)
    sent = outbox.last_turn_sent(case.tx, meant.game.id, arrived)
    return meant.game.turn if sent is None else min(sent, meant.game.turn)


def last_known(case: Case, meant: Meant, arrived: datetime, made: datetime) -> int:
    """The last position sent out when a mail was signed at `made`; 0 if none was."""
    return _sent_by(case, meant, arrived, made + CLOCKS)


def position_at(case: Case, meant: Meant, arrived: datetime, made: datetime) -> int:
    """The last position sent out at `made` itself, by the writer's own clock; 0 if none was, or that clock is fast."""
    return 0 if made > arrived + CLOCKS else _sent_by(case, meant, arrived, made)


def _sent_by(case: Case, meant: Meant, arrived: datetime, moment: datetime) -> int:
    return outbox.last_turn_sent(case.tx, meant.game.id, min(arrived, moment) + WITHIN) or 0


def _was_kept_back(case: Case, sender: Sender, meant: Meant, arrived: datetime, seat: int) -> bool:
    """Whether a signature is all that proves a move, and was made for a position that is over: somebody may have kept
    the mail until it suits them. What answers a letter of the running position by its signed thread was not.

    The writer's clock may be slow, but whoever acted after a position does not mean that one any more.
    """
    if sender.made is None:
        return False
    if meant.answers is not None:
        return meant.answers < meant.game.turn
    acted = games.load(case.tx, meant.game).acted[seat - 1]
    written = position_at(case, meant, arrived, sender.made)
    fast = sender.made > arrived + CLOCKS
    return fast or last_known(case, meant, arrived, sender.made) < meant.game.turn or 0 < acted >= written


def seat_named(meant: Meant, name: str) -> int:
    """The seat of a player of the game. Raises Complaint if e is none."""
    seat = _seat_of(meant, name)
    if seat is None:
        raise Complaint(Wrong.NO_SUCH_PLAYER, name=name, names=meant.game.names)
    return seat


def _seat_of(meant: Meant, name: str) -> int | None:
    """By eir name, or by it without the stop at its end, which may have been taken for the sentence's."""
    for end in ("", " ."):
        folded = [n.casefold().rstrip(end) for n in meant.game.names]
        if folded.count(name.casefold().rstrip(end)) == 1:
            return folded.index(name.casefold().rstrip(end)) + 1
    return None


def _command(case: Case, meant: Meant, seat: int, arrived: datetime, request: Play) -> cmd.Command:
    """A bare card or number becomes what is due; the game itself refuses what is not."""
    match request:
        case BareCard(card):
            return cmd.PlayCard(card)
        case BareNumber(number):
            if meant.game.due_what == "play":
                raise Complaint(Wrong.NUMBER_WHILE_PLAYING, number=number)
            return cmd.MakeBid(number)
        case ChallengeBook():
            return _challenge(case, meant, seat, arrived, request)
        case _:
            return request


def _challenge(case: Case, meant: Meant, seat: int, arrived: datetime, request: ChallengeBook) -> cmd.Command:
    plainly = request.plainly
    claim = request if plainly is None or _seat_of(meant, plainly.accused) is None else plainly
    late = too_late(case, games.load(case.tx, meant.game), seat, arrived)
    return cmd.Challenge(claim.book, seat_named(meant, claim.accused), claim.round, late)
