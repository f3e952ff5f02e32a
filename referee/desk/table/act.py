"""One act in one game: load, decide, keep, set the clock, announce; for players, clock and Gamesmaster alike."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.desk.case import Case
from referee.desk.table import grace
from referee.desk.table.announce import announce
from referee.desk.table.deadlines import keep_clock, next_clock
from referee.desk.table.story import Story, tell
from referee.spades import commands as cmd
from referee.spades import events as ev
from referee.spades.decide import decide
from referee.spades.fold import replay
from referee.spades.game import Game, due
from referee.spades.rulesheet import SEATS
from referee.store import games, people
from referee.store.games import Kept
from referee.store.people import Person


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
