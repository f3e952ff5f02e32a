"""A second scorer, slow and plain: the words of the sheets, one by one, for any parameters. Reads a sheet as its table
of parameters, plain JSON, and shares nothing with the referee's own scorer, not even the type of a sheet.

Seats and teams are counted from 0 here; a bid that nobody makes is None.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

Table = dict[str, Any]
NOBODY = (0, 0, 0, 0)


@dataclass(frozen=True)
class After:
    """The figures of both teams after a round."""

    score: list[int]
    bags: list[int]
    sets: list[int]


@dataclass(frozen=True)
class End:
    """The end of the game: `over`, `tie` (over but for the tie), or neither; `winner` is 1 or 2, `by` says why."""

    over: bool
    tie: bool
    winner: int | None
    by: str | None


def round_of(
    table: Table,
    bids: Sequence[int | None],
    books: Sequence[int],
    score: list[int],
    bags: list[int],
    *,
    blind: Sequence[bool | int] = NOBODY,
    off: tuple[int, int] = (0, 0),
    sets: tuple[int, int] = (0, 0),
) -> After:
    """Return both teams after a round; bids, books and blind bids by seat, the rest by team; `off`: books that are
    lost."""
    after = After(list(score), list(bags), list(sets))
    for team in (0, 1):
        points, more_bags, was_set = team_round(table, team, bids, books, bags[team], blind, off[team])
        after.score[team] += points
        after.bags[team] += more_bags
        after.sets[team] += was_set
    return after


def team_round(
    table: Table,
    team: int,
    bids: Sequence[int | None],
    books: Sequence[int],
    bags: int,
    blind: Sequence[bool | int],
    lost: int,
) -> tuple[int, int, bool]:
    """Return one team's points, new bags, and if it was set.

    Losing books never helps: of the scorings with none, one charge's, two charges' ... books off, the lowest stands; of
    equal ones, the one that brings the team nearer to a penalty."""
    lowest = once(table, team, bids, books, bags, blind, 0)
    charges = lost // table["misplay_cost"]["books"] if lost else 0
    for charge in range(1, charges + 1):
        other = once(table, team, bids, books, bags, blind, charge * table["misplay_cost"]["books"])
        if other[0] < lowest[0] or (other[0] == lowest[0] and other[1] > lowest[1]):
            lowest = other
    return lowest


def once(  # noqa: C901, PLR0912 (slow and plain: the words of the sheets, one after the other)
    table: Table,
    team: int,
    bids: Sequence[int | None],
    books: Sequence[int],
    bags: int,
    blind: Sequence[bool | int],
    lost: int,
) -> tuple[int, int, bool]:
    """Return the same with exactly `lost` books taken off."""
    seats = (team, team + 2)
    bid = sum(bids[seat] or 0 for seat in seats)
    taken = sum(books[seat] for seat in seats)
    for _ in range(lost):
        if taken > 0:
            taken -= 1

    points, beside = 0, 0
    for seat in seats:
        worth = table["blind_nil"] if blind[seat] else table["nil"]
        if bids[seat] == 0 and worth:
            if books[seat] == 0:
                points += worth
            else:
                points -= worth
                if table["nil_tricks"] == "bags":
                    beside += books[seat]
    beside = min(beside, taken)

    least, row = -1, None
    for start, *figures in table["contract"]:
        if bid >= start > least:
            least, row = start, figures
    assert row is not None, "the rows begin at 0"
    made_each, made_flat, set_each, set_flat = row
    for_the_bid = taken - beside
    was_set = for_the_bid < bid
    new_bags = beside
    if was_set:
        points += set_each * bid + set_flat
    else:
        points += made_each * bid + made_flat
        new_bags += for_the_bid - bid
    points += table["over_points"] * new_bags
    if table["bag_penalty"] is None:
        return points, 0, was_set
    nth, penalty = table["bag_penalty"]
    for count in range(bags + 1, bags + new_bags + 1):
        if count % nth == 0:
            points += penalty
    return points, new_bags, was_set


def ending(table: Table, score: list[int], sets: list[int], round: int, *, extra: bool = False, last: int = 0) -> End:
    """Tell if the game is over after round `round`; `extra`: that round was to decide at any score; `last`: the round
    in which the match reached its time limit, 0 if it did not."""
    limit = table["set_limit"]
    if limit is not None:
        first_lost, second_lost = sets[0] >= limit, sets[1] >= limit
        if first_lost and not second_lost:
            return End(True, False, 2, "sets")
        if second_lost and not first_lost:
            return End(True, False, 1, "sets")
        if first_lost and second_lost:
            return higher(score, "score" if extra else "sets")
    if extra or score[0] >= table["target"] or score[1] >= table["target"]:
        return higher(score, "score")
    if table["hand_limit"] is not None and round >= table["hand_limit"]:
        return higher(score, "hands")
    if last and round >= last:
        return higher(score, "hands")
    return End(False, False, None, None)


def higher(score: list[int], by: str) -> End:
    if score[0] == score[1]:
        return End(False, True, None, by)
    return End(True, False, 1 if score[0] > score[1] else 2, by)
