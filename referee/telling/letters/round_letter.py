"""A round that is over, as a table: each seat's bid and tricks, each team's points, score and sandbags, how the points
came about, and what either team now needs. Scores nothing itself.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from referee.spades.law.scoring import Taken, bags_to_penalty, nil_worth
from referee.spades.view import SeatView
from referee.table.seats import SEATS, TEAMS, team_of
from referee.telling.formats import (
    Block,
    bid_text,
    columns,
    count,
    minus,
    ordinal,
    over_name,
    round_number,
    signed,
    team_called,
    times,
    width,
)
from referee.telling.news import News, RoundOver
from referee.telling.sentences.endings import penalty_words
from referee.telling.table_rows import teams
from referee.telling.text_blocks import WIDTH


class Row(NamedTuple):
    """One line of the table, of a team or of a player below it; cells that do not apply are empty."""

    name: str
    is_team: bool
    bid: str
    took: str
    points: str
    score: str
    counts: tuple[str, ...] = ()
    """Sandbags so far and rounds set so far, where the sheet counts them."""


@dataclass(frozen=True, slots=True)
class RoundTable:
    """One round; `notes` say by team how its points came about, if the table does not."""

    title: str
    head: tuple[str, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...]

    def cells(self, row: Row) -> tuple[str, ...]:
        """Return the cells of a row beside the name, as many as the head has."""
        own = (row.bid, row.took, row.points, row.score, *row.counts)
        return (*own, *("" for _ in self.head[len(own) :]))

    @property
    def lines(self) -> Block:
        """The table as aligned lines for a plain terminal. If the names of the teams make it too wide, it numbers the
        teams."""
        table = self._lines([row.name for row in self.rows if row.is_team])
        fits = max(map(width, table.split("\n"))) <= WIDTH
        return table if fits else self._lines([f"Team {number}" for number in TEAMS])

    def _lines(self, names: Sequence[str]) -> Block:
        name = iter(names)
        rows = [(next(name) if row.is_team else f"  {row.name}", *self.cells(row)) for row in self.rows]
        return columns([("", *self.head), *rows], "123456")


def round_tables(news: Sequence[News], scene: SeatView) -> tuple[RoundTable, ...]:
    """Make the tables of the rounds that the news scored, in order; `scene` is a view of the game."""
    return tuple(round_table(item, scene) for item in news if isinstance(item, RoundOver))


def round_table(item: RoundOver, scene: SeatView) -> RoundTable:
    """Make the table of one round that was scored."""
    again = ", scored again" if item.anew else ""
    counts = (("Sandbags", scene.sheet.bag_penalty), ("Set", scene.sheet.set_limit))
    return RoundTable(
        title=f"Round {round_number(item.round, scene.sheet)}{again}",
        head=("Bid", "Took", "Points", "Score", *(name for name, counted in counts if counted)),
        rows=tuple(row for team in TEAMS for row in _rows(item, scene, team)),
        notes=tuple(note for team in TEAMS if (note := _note(item, scene, team))),
    )


def _rows(item: RoundOver, scene: SeatView, team: int) -> Iterator[Row]:
    tally, place = item.tallies[team - 1], team - 1
    own = [seat for seat in SEATS if team_of(seat) == team]
    took = sum(item.books[seat - 1] for seat in own)
    counts = ((item.bags[place], scene.sheet.bag_penalty), (item.sets[place], scene.sheet.set_limit))
    yield Row(
        name=team_called(scene, team),
        is_team=True,
        bid=bid_text(scene.sheet, tally.bid) if scene.sheet.bids_by_team else str(tally.bid),
        took=str(took),
        points=signed(item.points[place]),
        score=minus(str(item.score[place])),
        counts=tuple(str(number) for number, counted in counts if counted),
    )
    for seat in own:
        bid = "" if scene.sheet.bids_by_team else bid_text(scene.sheet, item.bids[seat - 1], seat in item.blind)
        yield Row(scene.name(seat), False, bid, str(item.books[seat - 1]), "", "")


def _note(item: RoundOver, scene: SeatView, team: int) -> str | None:
    """Explain a team's points: `Ann + Carol: +30 for the bid, +5 for 5 sandbags, -100 for Ann's nil, which failed.`;
    None if the points explain themselves."""
    tally = item.tallies[team - 1]
    short = tally.bid - tally.books
    parts = []
    if not tally.made:
        parts.append(f"{signed(tally.contract)}, set by {count(short, 'trick')}")
    elif tally.bid:
        parts.append(f"{signed(tally.contract)} for the bid")
    if tally.over:
        parts.append(f"{signed(tally.over)} for {count(tally.over // scene.sheet.over_points, over_name(scene.sheet))}")
    parts += [*_nils(item, scene, team), *penalty_words(item, scene, team)]
    if item.off[team - 1]:
        parts.append(f"{count(item.off[team - 1], 'trick')} not counted")
    plain = tally.made and len(parts) < 2
    return None if plain else f"{team_called(scene, team)}: {', '.join(parts)}."


def _nils(item: RoundOver, scene: SeatView, team: int) -> Iterator[str]:
    taken = Taken(item.bids, item.books, item.blind)
    for seat in SEATS:
        worth = nil_worth(scene.sheet, taken, seat)
        if worth and team_of(seat) == team and item.bids[seat - 1] == 0:
            called = f"{scene.name(seat)}'s {bid_text(scene.sheet, 0, seat in item.blind)}"
            yield f"{signed(-worth)} for {called}, broken" if item.books[seat - 1] else f"{signed(worth)} for {called}"


def race(view: SeatView) -> tuple[str, ...]:
    """Say what each team still needs to win, and what threatens it, a sentence each; empty after the last round."""
    if view.result is not None or view.provisional is not None:
        return ()
    warned = (f"{team.names}: {team.warning}" for team in teams(view) if team.warning)
    return (*(_race(view, team) for team in TEAMS), *warned)


def _race(view: SeatView, team: int) -> str:
    sheet, score = view.sheet, view.score[team - 1]
    short = sheet.target - score
    parts = [f"{short} short of {sheet.target}" if short > 0 else f"at {minus(str(score))}, past {sheet.target}"]
    more = bags_to_penalty(sheet, view.bags[team - 1])
    if more is not None and sheet.bag_penalty is not None:
        points = sheet.bag_penalty.points
        parts.append(f"{count(more, 'more sandbag')} {'cost' if points < 0 else 'bring'}{_s(more)} {abs(points)}")
    if sheet.set_limit is not None and view.sets[team - 1]:
        parts.append(f"set {times(view.sets[team - 1])}; the {ordinal(sheet.set_limit)} time loses the game")
    return f"{view.team_names(team)}: {', '.join(parts)}."


def _s(number: int) -> str:
    return "s" if number == 1 else ""
