"""What a game will be remembered by: the best moments of its rounds, sandbags, and how long its players took. Only what
its public events say for certain.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import NamedTuple, TypeVar

from referee.spades.rulesheet import SEATS, TEAMS
from referee.spades.scoring import Taken, nil_worth
from referee.spades.view import SeatView
from referee.telling.formats import bid_text, listed, signed, span_left, team_called, times
from referee.telling.news import RoundOver

AT_ONCE = timedelta(minutes=1)
TIES = 2
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Pace:
    """How long the player of one seat took: the `median` of their bids and cards, None if they made none in time, and
    how often the clock acted for them."""

    median: timedelta | None = None
    timeouts: int = 0


@dataclass(frozen=True, slots=True)
class Course:
    """A game that is over: its rounds in order, as they were scored last, and by seat how long its player took."""

    rounds: tuple[RoundOver, ...]
    paces: tuple[Pace, ...]


Tell = Iterator[tuple[str, str]]


class Moment(NamedTuple):
    """One line: what it is, and whose."""

    title: str
    text: str


def moments(course: Course, view: SeatView) -> tuple[Moment, ...]:
    """All there is to tell, in order; nothing that did not happen."""
    best = _biggest, _largest_set, _nils, _most_tricks, _comeback, _sandbags
    found = (
        *((title, text) for tell in best if course.rounds for title, text in tell(course.rounds, view)),
        *_paces(course, view),
    )
    return tuple(Moment(title, text) for title, text in found)


class _Side(NamedTuple):
    """One team's part in one round."""

    item: RoundOver
    team: int

    @property
    def points(self) -> int:
        """What the round brought it."""
        return self.item.points[self.team - 1]

    @property
    def short(self) -> int:
        """How many tricks a team that was set lacked; 0 if it made its bid."""
        tally = self.item.tallies[self.team - 1]
        return 0 if tally.made else tally.bid - tally.books


def _sides(rounds: Iterable[RoundOver]) -> tuple[_Side, ...]:
    return tuple(_Side(item, team) for item in rounds for team in TEAMS)


def _biggest(rounds: Sequence[RoundOver], view: SeatView) -> Tell:
    best = _most(_sides(rounds), lambda side: side.points)
    if best and best[0].points > 0:
        yield "Biggest round", listed([f"{_team(view, side)} ({signed(side.points)})" for side in best])


def _largest_set(rounds: Sequence[RoundOver], view: SeatView) -> Tell:
    worst = _most(_sides(rounds), lambda side: side.short)
    if worst and worst[0].short > 0:
        bids = (side.item.tallies[side.team - 1].bid for side in worst)
        sets = [f"{_team(view, side)}, {side.short} short of {bid}" for side, bid in zip(worst, bids, strict=True)]
        yield "Largest set", "; ".join(sets)


def _nils(rounds: Sequence[RoundOver], view: SeatView) -> Tell:
    made: dict[tuple[int, bool], list[int]] = {}
    for item in rounds:
        taken = Taken(item.bids, item.books, item.blind)
        for seat in SEATS:
            if item.bids[seat - 1] == 0 and not item.books[seat - 1] and nil_worth(view.sheet, taken, seat):
                made.setdefault((seat, seat in item.blind), []).append(item.round)
    if made:
        yield "Nils made", "; ".join(_nil(view, *who, numbers) for who, numbers in made.items())


def _nil(view: SeatView, seat: int, blind: bool, rounds: list[int]) -> str:
    """`Ann in round 1 (blind nil)`, `Bob in rounds 2 and 4`."""
    which = f"round{'' if len(rounds) == 1 else 's'} {listed([str(number) for number in rounds])}"
    return f"{view.name(seat)} in {which}{f' ({bid_text(view.sheet, 0, blind=True)})' if blind else ''}"


def _most_tricks(rounds: Sequence[RoundOver], view: SeatView) -> Tell:
    best = _most([(item, seat) for item in rounds for seat in SEATS], lambda hand: hand[0].books[hand[1] - 1])
    if best:
        hands = [f"{view.name(seat)} in round {item.round}" for item, seat in best]
        item, seat = best[0]
        yield "Most tricks by one player", f"{item.books[seat - 1]}, {listed(hands)}"


def _comeback(rounds: Sequence[RoundOver], view: SeatView) -> Tell:
    if view.result is None or view.result.team is None or view.result.by not in ("score", "hands"):
        return
    winner = view.result.team
    behind = _most(rounds, lambda item: item.score[2 - winner] - item.score[winner - 1])
    if behind and (points := behind[0].score[2 - winner] - behind[0].score[winner - 1]) > 0:
        yield "Comeback", f"{team_called(view, winner)}, {points} behind after round {behind[0].round}"


def _sandbags(rounds: Sequence[RoundOver], view: SeatView) -> Tell:
    every = view.sheet.bag_penalty
    if every is None:
        return
    told = []
    for team in TEAMS:
        bags = rounds[-1].bags[team - 1]
        worth = (bags // every.nth) * every.points
        told.append(f"{team_called(view, team)} {bags}{f' ({signed(worth)})' if worth else ''}")
    yield "Sandbags", ", ".join(told)


def _paces(course: Course, view: SeatView) -> Tell:
    paces = course.paces
    # of less than a round nobody learns how long a player takes
    quick = [
        f"{view.name(seat)} {_span(pace.median)}{f' (the clock acted {times(pace.timeouts)})' if pace.timeouts else ''}"
        for seat, pace in enumerate(paces, 1)
        if pace.median is not None
    ]
    if quick and course.rounds:
        yield "Half of their moves came within", ", ".join(quick)
    late = [
        f"{view.name(seat)} {times(pace.timeouts)}"
        for seat, pace in enumerate(paces, 1)
        if pace.timeouts and pace.median is None
    ]
    if late:
        yield "The clock acted", f"for {listed(late)}"


def _span(span: timedelta) -> str:
    return "a minute" if span < AT_ONCE else span_left(timedelta(minutes=round(span / AT_ONCE)))


def _team(view: SeatView, side: _Side) -> str:
    return f"{team_called(view, side.team)} in round {side.item.round}"


def _most(items: Sequence[T], figure: Callable[[T], int]) -> list[T]:
    """Those with the highest figure; none if more than two share it, which is then nothing to remember."""
    highest = max(map(figure, items))
    found = [item for item in items if figure(item) == highest]
    return found if len(found) <= TIES else []
