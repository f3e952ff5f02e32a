"""One act in one game: load, decide, keep, set the clock, announce; for players, clock and Gamesmaster alike."""

from collections.abc import Mapping, Sequence
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
from referee.desk.table.deadlines import keep_clock, next_clock
from referee.desk.table.story import Story, tell
from referee.desk.which_game import Meant, find_game
from referee.desk.wrong import Wrong
from referee.post.messages import Incoming
from referee.spades import commands as cmd
from referee.spades import events as ev
from referee.spades.decide import decide
from referee.spades.fold import replay
from referee.spades.game import Game, due
from referee.spades.refusal import Reason, Refusal
from referee.spades.rulesheet import SEATS
from referee.store import games, outbox, people
from referee.store.games import Kept
from referee.store.people import Person

WITHIN = timedelta(seconds=1)
"""How much earlier than it was written or arrived a mail may seem to be: Date and INTERNALDATE are in whole seconds."""


@dataclass(frozen=True, slots=True)
class Acted:
    """What came of an act: its events, and whom a letter about it went to."""

    events: tuple[ev.Event, ...]
    told: frozenset[str]


def act(case: Case, kept: Kept, seat: int | None, command: cmd.Command, answers: int | None = None) -> Acted:
    """Rule on a command and carry out what follows. Raises Refusal, having changed nothing."""
    game = games.load(case.tx, kept)
    turn = game.turn if answers is None else answers
    events = decide(game, seat, command, answers=turn, seeds=case.draws.seeds())
    if held := held_back(replay(events, game)):
        events += shown_at_once(held, people.seated(case.tx, kept.id))
    story = tell(game, events)
    games.append(case.tx, story.game, kept.last_seq, events, now=case.now, inbox=case.inbox)
    clock = next_clock(case, kept, game, story.game, events)
    keep_clock(case, story.game, clock)
    if clock.grace:
        story = grace.told(case, story, clock.grace)
    told = announce(case, story, clock.deadline, turn=_tells_turn(game, story, events))
    return Acted(events, told)


def held_back(game: Game) -> tuple[int, ...]:
    """The seats whose hands are held back from them."""
    return () if due(game) is None else tuple(seat for seat in SEATS if seat not in game.seen)


def shown_at_once(held: Sequence[int], seated: Mapping[int, Person]) -> tuple[ev.Event, ...]:
    """The hands held back that are shown all the same: those of players who have a standing wish to see theirs."""
    return tuple(ev.Shown(seat) for seat in held if seated[seat].auto_show)


def _tells_turn(before: Game, story: Story, events: Sequence[ev.Event]) -> bool:
    """Whether the player to act hears of it as eir turn: a new position, a clock that was moved or set anew, a new
    player."""
    if due(before) is None and due(story.game) is not None:
        return True
    moved = any(isinstance(event, ev.Resumed | ev.Extended | ev.Replaced) for event in events)
    return moved or story.game.turn != before.turn


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
    moved = isinstance(acted.events[0], ev.BidMade | ev.CardPlayed | ev.Misdealt)
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
