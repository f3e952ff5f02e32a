"""One round's points and bags, and whether the game is won. Knows sheets and numbers, never hands or turns."""

from typing import NamedTuple

from referee.spades.game import Bids
from referee.spades.rulesheet import RuleSheet
from referee.table.seats import SEATS, TEAMS, Four, Pair, team_of


class Taken(NamedTuple):
    """The end of a round: bids and books by seat, the seats whose 0 was blind, books off the count by team."""

    bids: Bids
    books: Four
    blind: frozenset[int] = frozenset()
    off: Pair = (0, 0)


class Tally(NamedTuple):
    """One team's result of a round: the contract, the zeros, the bags taken and their penalty.

    `books` is the count that was scored: the books taken, less the books that misplays took off.
    """

    bid: int
    books: int
    made: bool
    contract: int
    over: int
    nils: int
    penalty: int

    @property
    def points(self) -> int:
        """The total that the round adds to the Spadescore."""
        return self.contract + self.over + self.nils + self.penalty


class Scored(NamedTuple):
    """A round's points, and bags and rounds set after it, each by team."""

    points: Pair
    bags: Pair
    sets: Pair


class Verdict(NamedTuple):
    """The end of the game after a round: `by` score, sets or hands, for `team`. For nobody yet if it is a tie."""

    team: int | None
    by: str | None


def tally(sheet: RuleSheet, team: int, taken: Taken, bags: int) -> tuple[Tally, int]:
    """Score one team's round, and return its running count of bags afterwards, too (109, clause 4); `bags` is the count
    before.

    Losing books never helps: of the results with any number of them taken off, the lowest stands.
    """
    step = sheet.misplay_cost.books or 1
    ways = [_count(sheet, team, taken, bags, off) for off in range(0, taken.off[team - 1] + 1, step)]
    return min(ways, key=lambda way: (way[0].points, -way[1]))


def _count(sheet: RuleSheet, team: int, taken: Taken, bags: int, off: int) -> tuple[Tally, int]:
    own = [(taken.bids[s - 1], taken.books[s - 1], nil_worth(sheet, taken, s)) for s in SEATS if team_of(s) == team]
    zeros = [(books, worth) for bid, books, worth in own if bid == 0 and worth]
    bid, books = sum(b or 0 for b, _, _ in own), max(0, sum(t for _, t, _ in own) - off)
    stray = min(books, sum(t for t, _ in zeros)) if sheet.nil_tricks == "bags" else 0
    row = max((r for r in sheet.contract if r.least <= bid), key=lambda r: r.least)
    made = books - stray >= bid
    points = row.made_each * bid + row.made_flat if made else row.set_each * bid + row.set_flat
    over = stray + (books - stray - bid if made else 0)
    after, penalty = bags, 0
    if sheet.bag_penalty:
        after = bags + over
        penalty = (after // sheet.bag_penalty.nth - bags // sheet.bag_penalty.nth) * sheet.bag_penalty.points
    nils = sum(-worth if t else worth for t, worth in zeros)
    return Tally(bid, books, made, points, over * sheet.over_points, nils, penalty), after


def nil_worth(sheet: RuleSheet, taken: Taken, seat: int) -> int:
    """Count what a 0 of `seat` wins or loses; 0 if it is a bid like any other."""
    return sheet.blind_nil if seat in taken.blind else sheet.nil


def score_round(sheet: RuleSheet, taken: Taken, bags: Pair, sets: Pair = (0, 0)) -> Scored:
    """Score both teams' round; `bags` and `sets` are the counts before it."""
    (one, one_bags), (two, two_bags) = (tally(sheet, team, taken, bags[team - 1]) for team in TEAMS)
    after = (sets[0] + (not one.made), sets[1] + (not two.made))
    return Scored((one.points, two.points), (one_bags, two_bags), after)


def bags_to_penalty(sheet: RuleSheet, bags: int) -> int | None:
    """Count the bags that bring the next penalty; None on a sheet without a penalty."""
    return None if sheet.bag_penalty is None else sheet.bag_penalty.nth - bags % sheet.bag_penalty.nth


def verdict(sheet: RuleSheet, score: Pair, sets: Pair, round: int, *, extra: bool) -> Verdict:
    """Decide if the game ends after round `round` (109, clause 5); `extra`: that round decides at any score.

    A team that was set too often loses, however far ahead; otherwise the higher score wins once the game may end.
    """
    ahead = None if score[0] == score[1] else 1 if score[0] > score[1] else 2
    lost = [team for team in TEAMS if sheet.set_limit and sets[team - 1] >= sheet.set_limit]
    if len(lost) == 1:
        return Verdict(3 - lost[0], "sets")
    ends = (
        ("score", extra),
        ("sets", bool(lost)),
        ("score", max(score) >= sheet.target),
        ("hands", sheet.hand_limit is not None and round >= sheet.hand_limit),
    )
    by = next((by for by, holds in ends if holds), None)
    return Verdict(ahead if by else None, by)
