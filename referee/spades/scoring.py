"""One round's points and bags, and whether the game is won. Knows sheets and numbers, never hands or turns."""

from typing import NamedTuple

from referee.spades.events import Four, Pair
from referee.spades.game import Bids
from referee.spades.sheets import SEATS, TEAMS, RuleSheet, team_of


class Tally(NamedTuple):
    """What one team made of a round: the contract, the zeros, the bags taken and their penalty."""

    bid: int
    books: int
    contract: int
    over: int
    nils: int
    penalty: int

    @property
    def points(self) -> int:
        """All that the round adds to the Spadescore."""
        return self.contract + self.over + self.nils + self.penalty


def tally(sheet: RuleSheet, team: int, bids: Bids, books: Four, bags: int) -> tuple[Tally, int]:
    """One team's round, and its running count of bags afterwards (109, clause 4); `bags` is the count before."""
    seats = [seat for seat in SEATS if team_of(seat) == team]
    own = {seat: (bids[seat - 1] or 0, books[seat - 1]) for seat in seats}
    nils = [taken for bid, taken in own.values() if bid == 0] if sheet.nil else []
    stray = sum(nils) if sheet.nil_tricks == "bags" else 0
    bid, taken = sum(b for b, _ in own.values()), sum(t for _, t in own.values())
    row = max((r for r in sheet.contract if r.least <= bid), key=lambda r: r.least)
    made = taken - stray >= bid
    points = row.made_each * bid + row.made_flat if made else row.set_each * bid + row.set_flat
    over = stray + (taken - stray - bid if made else 0)
    after = bags + over if sheet.bag_penalty else bags
    penalty = 0
    if sheet.bag_penalty:
        penalty = (after // sheet.bag_penalty.nth - bags // sheet.bag_penalty.nth) * sheet.bag_penalty.points
    zeros = sum(sheet.nil if n == 0 else -sheet.nil for n in nils)
    return Tally(bid, taken, points, over * sheet.over_points, zeros, penalty), after


def score_round(sheet: RuleSheet, bids: Bids, books: Four, score: Pair, bags: Pair) -> tuple[Pair, Pair, Pair]:
    """Points of the round, score after it and bags after it, each by team; `score` and `bags` are those before."""
    (first, first_bags), (second, second_bags) = (tally(sheet, t, bids, books, bags[t - 1]) for t in TEAMS)
    points = (first.points, second.points)
    return points, (score[0] + points[0], score[1] + points[1]), (first_bags, second_bags)


def bags_to_penalty(sheet: RuleSheet, bags: int) -> int | None:
    """How many bags more cost the next penalty; None on a sheet without one."""
    return None if sheet.bag_penalty is None else sheet.bag_penalty.nth - bags % sheet.bag_penalty.nth


def winning_team(sheet: RuleSheet, score: Pair) -> int | None:
    """The team that has won after a round's scoring: at the target, and ahead (109, clause 5)."""
    if max(score) < sheet.target or score[0] == score[1]:
        return None
    return 1 if score[0] > score[1] else 2
