"""One round's points, and whether the game is won. Knows sheets and numbers, never tiles or turns."""

from typing import Literal, NamedTuple

from referee.dominoes.line import FIVE
from referee.dominoes.sheets import DominoSheet
from referee.table.seats import SEATS, TEAMS, Four, Pair, after, partner_of, put, team_of

RoundEnd = Literal["out", "blocked"]


class Outcome(NamedTuple):
    """The end of a round: its points by team, and the seat that opens the next one (None: the holder of 6-6)."""

    by: RoundEnd
    points: Pair
    opener: int | None


def score_round(sheet: DominoSheet, pips: Four, last: int, *, out: bool) -> Outcome:
    """Score a round by the pips left in each hand, after `last` laid its last tile; `out`: they hold no other, not even
    0-0."""
    return _out(sheet, pips, last) if out else _blocked(sheet, pips, last)


def _out(sheet: DominoSheet, pips: Four, seat: int) -> Outcome:
    counted = sum(pips) - (pips[partner_of(seat) - 1] if sheet.hand_count == "opponents" else 0)
    return Outcome("out", put((0, 0), team_of(seat), rounded(counted)), seat)


def _blocked(sheet: DominoSheet, pips: Four, last: int) -> Outcome:
    held = {team: sum(pips[seat - 1] for seat in SEATS if team_of(seat) == team) for team in TEAMS}
    if held[1] == held[2]:
        return Outcome("blocked", (0, 0), None)
    team, other = sorted(TEAMS, key=held.__getitem__)
    counted = {"opponents": held[other], "difference": held[other] - held[team], "nothing": 0}[sheet.blocked]
    in_turn = [seat for steps in SEATS if team_of(seat := after(last, steps)) == team]
    return Outcome("blocked", put((0, 0), team, rounded(counted)), min(in_turn, key=lambda seat: pips[seat - 1]))


def rounded(pips: int) -> int:
    """Return the multiple of five that is nearest to the pips of the hands, added."""
    return (pips + FIVE // 2) // FIVE * FIVE


def winner(score: Pair, target: int, *, last: bool) -> int | None:
    """Return the team that has won: ahead at the target, or after the last round (`last`); None for nobody yet."""
    if score[0] == score[1] or not (last or max(score) >= target):
        return None
    return 1 if score[0] > score[1] else 2
