"""One act in one game: load, decide, keep, set the clock, announce; for players, clock and Gamesmaster alike."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from referee.desk.announce import announce
from referee.desk.case import Case, Complaint
from referee.desk.meant import Meant, find_game
from referee.desk.report import Story, tell
from referee.desk.who import Sender
from referee.mail.messages import Incoming
from referee.mail.refusals import Wrong
from referee.mail.requests import BareCard, BareNumber, ChallengeBook, Play
from referee.spades import commands as cmd
from referee.spades import events as ev
from referee.spades.decide import decide
from referee.spades.game import Game, due, replay
from referee.spades.sheets import SEATS
from referee.store import games, people, post
from referee.store.games import Kept
from referee.store.people import Person


@dataclass(frozen=True, slots=True)
class Clock:
    """Until when, when to remind, and what is left while the clock stands still."""

    deadline: datetime | None
    remind_at: datetime | None
    left: timedelta | None = None


@dataclass(frozen=True, slots=True)
class Acted:
    """What came of an act: its events, and the addresses that a letter about it went to."""

    events: tuple[ev.Event, ...]
    told: frozenset[str]


def act(case: Case, kept: Kept, seat: int | None, command: cmd.Command, answers: int | None = None) -> Acted:
    """Rule on a command and carry out what follows. Raises Refusal, having changed nothing."""
    game = games.load(case.tx, kept)
    turn = game.turn if answers is None else answers
    events = decide(game, seat, command, answers=turn, seed=case.draws.seed)
    if held := held_back(replay(events, game)):
        events += shown_at_once(held, people.seated(case.tx, kept.id))
    story = tell(game, events)
    games.append(case.tx, story.game, kept.last_seq, events, now=case.now, inbox=case.inbox)
    clock = next_clock(case, kept, game, story.game, events)
    keep_clock(case, story.game, clock)
    if story.game.provisional is not None:
        games.set_notice(case.tx, kept.id, None)
    told = announce(case, story, clock.deadline, turn=_tells_turn(game, story, events))
    return Acted(events, told)


def held_back(game: Game) -> tuple[int, ...]:
    """The seats whose hands are held back from them."""
    return () if due(game) is None else tuple(seat for seat in SEATS if seat not in game.seen)


def shown_at_once(held: Sequence[int], seated: Mapping[int, Person]) -> tuple[ev.Event, ...]:
    """The hands held back that are shown all the same: those of players who have a standing wish to see theirs."""
    return tuple(ev.Shown(seat) for seat in held if seated[seat].auto_show)


def _tells_turn(before: Game, story: Story, events: Sequence[ev.Event]) -> bool:
    """Whether the player to act hears of it as eir turn: a new position, a clock that was moved, a new player."""
    moved = any(isinstance(event, ev.Resumed | ev.Extended | ev.Replaced) for event in events)
    return moved or story.game.turn != before.turn


def next_clock(case: Case, kept: Kept, before: Game, after: Game, events: Sequence[ev.Event]) -> Clock:
    """The clock after an act: new for a new position or player, stopped by a pause, longer by an extension.

    It counts from the notice that someone is to act (109, clause 7).
    """
    limit = _limit(case, after)
    if limit is None:
        return Clock(None, None)
    now, fresh = case.now, _is_fresh(before, after, events)
    left = limit if fresh else _left(case, kept)
    if after.paused:
        return Clock(None, None, max(left, timedelta(0)))
    longer = timedelta(seconds=sum(event.seconds for event in events if isinstance(event, ev.Extended)))
    if fresh or longer or before.paused:
        return running(case, now + left + longer)
    return Clock(kept.deadline, kept.remind_at)


def _limit(case: Case, game: Game) -> timedelta | None:
    """How long whoever is to act has, or all have to challenge the last round; None once nobody is waited for."""
    if game.provisional is not None and game.result is None:
        return case.desk.settings.game.challenge_time
    return None if due(game) is None else timedelta(seconds=game.limit)


def _is_fresh(before: Game, after: Game, events: Sequence[ev.Event]) -> bool:
    """Whether the clock starts anew: not for a changed bid, nor where a result is challenged and another stands."""
    waiting = due(after)
    if (waiting is not None and due(before) is None) or (before.provisional is None) != (after.provisional is None):
        return True
    successor = any(isinstance(e, ev.Replaced) and waiting and e.seat == waiting[0] for e in events)
    changed = isinstance(events[0], ev.BidMade) and due(before) == waiting
    return successor or (after.turn != before.turn and not changed)


def _left(case: Case, kept: Kept) -> timedelta:
    """What is left of the running turn: all of it while its notice is still on its way."""
    if kept.deadline is None:
        return timedelta(seconds=kept.left_seconds or 0)
    since = None if kept.notice is None else post.waiting_since(case.tx, kept.notice)
    return kept.deadline - (since or case.now)


def running(case: Case, deadline: datetime) -> Clock:
    """A running clock with its reminder, which comes only while it would still be news."""
    before = case.desk.settings.game.reminder_before
    remind_at = deadline - before if before is not None and deadline - before > case.now else None
    return Clock(deadline, remind_at)


def keep_clock(case: Case, game: Game, clock: Clock) -> None:
    """Keep the clock of a game."""
    left = None if clock.left is None else int(clock.left.total_seconds())
    games.set_clock(case.tx, game.number, deadline=clock.deadline, remind_at=clock.remind_at, left_seconds=left)


def move(case: Case, sender: Sender, incoming: Incoming, arrived: datetime, request: Play) -> None:
    """A player's bid, play, concession or its withdrawal. Raises Refusal or Complaint."""
    meant = find_game(case, sender, incoming)
    seat = seat_in(case, sender, meant)
    answers = answered(case, meant, arrived)
    command = _command(meant, request)
    acted = act(case, meant.game, seat, command, answers)
    if sender.token is not None and isinstance(acted.events[0], ev.BidMade | ev.CardPlayed | ev.Misdealt):
        people.spend(case.tx, sender.token.token)


def seat_in(case: Case, sender: Sender, meant: Meant) -> int:
    """Where the sender sits. Raises Complaint if nowhere in that game."""
    seat = None if sender.person is None else games.seat_of(case.tx, meant.game.id, sender.person.id)
    if seat is None:
        raise Complaint(Wrong.NOT_IN_GAME, game=meant.game.id)
    return seat


def answered(case: Case, meant: Meant, arrived: datetime) -> int:
    """The position that the mail answers: as it says itself, else the last one sent out before it arrived."""
    if meant.answers is not None:
        return meant.answers
    sent = post.last_turn_sent(case.tx, meant.game.id, arrived)
    return meant.game.turn if sent is None else min(sent, meant.game.turn)


def seat_named(meant: Meant, name: str) -> int:
    """The seat of a player of the game. Raises Complaint if e is none."""
    folded = [n.casefold() for n in meant.game.names]
    if name.casefold() not in folded:
        raise Complaint(Wrong.NO_SUCH_PLAYER, name=name, names=meant.game.names)
    return folded.index(name.casefold()) + 1


def _command(meant: Meant, request: Play) -> cmd.Command:
    """A bare card or number becomes what is due; the game itself refuses what is not."""
    match request:
        case BareCard(card):
            return cmd.PlayCard(card)
        case BareNumber(number):
            if meant.game.due_what == "play":
                raise Complaint(Wrong.NUMBER_WHILE_PLAYING, number=number)
            return cmd.MakeBid(number)
        case ChallengeBook(book, accused, number_of_round):
            return cmd.Challenge(book, seat_named(meant, accused), number_of_round)
        case _:
            return request
