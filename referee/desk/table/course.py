"""The course of a game that is over, from its log: its rounds, and how long each player took. Changes nothing."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from statistics import median

from sqlalchemy import Connection

from referee.desk.table.story import story_of_events
from referee.spades import events as ev
from referee.spades.events import Event
from referee.spades.fold import evolve
from referee.spades.game import Game, called
from referee.spades.rulesheet import SEATS
from referee.store import event_log
from referee.telling.moments import Course, Pace
from referee.telling.news import RoundOver


def course(tx: Connection, number: int) -> Course:
    """The course of a game; the game must exist."""
    rounds: dict[int, RoundOver] = {}
    clock, game = _Clock(), None
    for at, event in event_log.timed_story(tx, number):
        before, game = game, evolve(game, event)
        clock.note(before, event, game, at)
        if isinstance(event, ev.RoundScored):
            rounds[event.round] = over(before, event)
    assert game is not None, "a stored game has events"
    scored = game.round if game.points is not None else game.round - 1
    return Course(tuple(rounds[n] for n in sorted(rounds) if n <= scored), clock.paces())


def over(before: Game | None, event: ev.RoundScored) -> RoundOver:
    """How a round was scored, given the state before that."""
    return next(item for item in story_of_events(before, (event,)).news if isinstance(item, RoundOver))


@dataclass(slots=True)
class _Clock:
    """How long each seat took for each bid and card, from the moment it was due, less the time the clock stood still.
    Acts that came by plan count too: only when a card comes is public."""

    since: datetime | None = None
    stopped: datetime | None = None
    taken: dict[int, list[timedelta]] = field(default_factory=lambda: {seat: [] for seat in SEATS})
    timeouts: dict[int, int] = field(default_factory=lambda: dict.fromkeys(SEATS, 0))

    def note(self, before: Game | None, event: Event, after: Game, at: datetime) -> None:
        """What one event says of it; it happened `at`, between these two states."""
        match event:
            case ev.BidMade(seat=seat, by="player") | ev.CardPlayed(seat=seat, by="player"):
                if before is not None and seat in called(before) and self.since is not None:
                    self.taken[seat].append((self.stopped or at) - self.since)
            case ev.BidMade(seat=seat, by="clock") | ev.CardPlayed(seat=seat, by="clock"):
                self.timeouts[seat] += 1
            case ev.Replaced(seat=seat):
                self.taken[seat], self.timeouts[seat] = [], 0
            case ev.Paused() | ev.Restored():
                self.stopped = self.stopped or at
            case ev.Resumed() if self.stopped is not None and self.since is not None:
                self.since, self.stopped = self.since + (at - self.stopped), None
        if before is None or after.turn != before.turn:
            self.since = at
            self.stopped = None if self.stopped is None else at

    def paces(self) -> tuple[Pace, ...]:
        """The result by seat."""
        return tuple(
            Pace(_median(self.taken[seat]) if self.taken[seat] else None, self.timeouts[seat]) for seat in SEATS
        )


def _median(spans: list[timedelta]) -> timedelta:
    return timedelta(seconds=median(span.total_seconds() for span in spans))
