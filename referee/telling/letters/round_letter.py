"""A round that is over, as a table: each seat's bid and tricks, each team's points, score and sandbags, how the points
came about, and what either team now needs. Scores nothing itself.
"""

from collections.abc import Iterator, Sequence

from referee.spades.law.scoring import Taken, bags_to_penalty, nil_worth
from referee.spades.view import SeatView
from referee.table.seats import SEATS, TEAMS, team_of
from referee.table.view import TableView
from referee.telling.formats import (
    bid_text,
    count,
    listed,
    minus,
    ordinal,
    over_name,
    round_number,
    signed,
    team_called,
    times,
)
from referee.telling.news import News, RoundOver
from referee.telling.table_rows import RoundRow, RoundTable, teams


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


def _rows(item: RoundOver, scene: SeatView, team: int) -> Iterator[RoundRow]:
    tally, place = item.tallies[team - 1], team - 1
    own = [seat for seat in SEATS if team_of(seat) == team]
    took = sum(item.books[seat - 1] for seat in own)
    counts = ((item.bags[place], scene.sheet.bag_penalty), (item.sets[place], scene.sheet.set_limit))
    yield RoundRow(
        name=team_called(scene, team),
        is_team=True,
        cells=(
            bid_text(scene.sheet, tally.bid) if scene.sheet.bids_by_team else str(tally.bid),
            str(took),
            signed(item.points[place]),
            minus(str(item.score[place])),
            *(str(number) for number, counted in counts if counted),
        ),
    )
    for seat in own:
        bid = "" if scene.sheet.bids_by_team else bid_text(scene.sheet, item.bids[seat - 1], seat in item.blind)
        yield RoundRow(scene.name(seat), False, (bid, str(item.books[seat - 1])))


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
    parts += [*_nils(item, scene, team), *_penalty(item, scene, team)]
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


def _penalty(item: RoundOver, scene: SeatView, team: int) -> Iterator[str]:
    """Say `the 10th sandbag: -100`, if a team took sandbags that cost or bring points."""
    every, cost, bags = scene.sheet.bag_penalty, item.tallies[team - 1].penalty, item.bags[team - 1]
    if every is not None and cost:
        last = bags // every.nth
        passed = range(last - cost // every.points + 1, last + 1)
        yield f"the {listed([ordinal(number * every.nth) for number in passed])} sandbag: {signed(cost)}"


def race(view: TableView) -> tuple[str, ...]:
    """Say what each team still needs to win, and what threatens it, a sentence each; empty after the last round."""
    if view.result is not None or view.provisional is not None:
        return ()
    warned = (f"{team.names}: {team.warning}" for team in teams(view) if team.warning)
    return (*(_race(view, team) for team in TEAMS), *warned)


def _race(view: TableView, team: int) -> str:
    target, score = view.sheet.target, view.score[team - 1]
    short = target - score
    parts = [f"{short} short of {target}" if short > 0 else f"at {minus(str(score))}, past {target}"]
    parts += _threats(view, team) if isinstance(view, SeatView) else ()
    return f"{view.team_names(team)}: {', '.join(parts)}."


def _threats(view: SeatView, team: int) -> Iterator[str]:
    sheet = view.sheet
    more = bags_to_penalty(sheet, view.bags[team - 1])
    if more is not None and sheet.bag_penalty is not None:
        points = sheet.bag_penalty.points
        yield f"{count(more, 'more sandbag')} {'cost' if points < 0 else 'bring'}{_s(more)} {abs(points)}"
    if sheet.set_limit is not None and view.sets[team - 1]:
        yield f"set {times(view.sets[team - 1])}; the {ordinal(sheet.set_limit)} time loses the game"


def _s(number: int) -> str:
    return "s" if number == 1 else ""
