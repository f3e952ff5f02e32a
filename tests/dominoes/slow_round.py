"""A second opinion on rounds and games, plain and slow, written from the words of the rules: who opens, what a round
brings, when a game is over. Uses nothing of the referee's own law."""

from collections.abc import Sequence
from typing import NamedTuple

from tests.dominoes.slow_line import double

SEATS = (1, 2, 3, 4)


class Sheet(NamedTuple):
    """What a table may choose."""

    target: int = 150
    hand_count: str = "opponents"
    blocked: str = "opponents"
    end: str = "at once"
    redeal: str = "none"


class Outcome(NamedTuple):
    """How a round ended: team 0 is seats 1 and 3, team 1 seats 2 and 4; no opener: the holder of 6-6 opens."""

    by: str
    team: int | None
    points: int
    opener: int | None


def team_of(seat: int) -> int:
    return (seat - 1) % 2


def after(seat: int) -> int:
    return seat % 4 + 1


def rounded(number: int) -> int:
    return {0: number, 1: number - 1, 2: number - 2, 3: number + 2, 4: number + 1}[number % 5]


def holder(hands: Sequence[Sequence[str]], tile: str = "6-6") -> int:
    return next(seat for seat in SEATS if tile in hands[seat - 1])


def dealt_anew(sheet: Sheet, hands: Sequence[Sequence[str]]) -> bool:
    """Tell if a hand is so bad that the round is dealt anew."""
    return sheet.redeal == "five doubles" and any(sum(map(double, hand)) >= 5 for hand in hands)


def went_out(sheet: Sheet, held: Sequence[int], seat: int) -> Outcome:
    """Return what a round brings in which `seat` played its last tile; `held`: the pips left, by seat."""
    partner = (seat + 1) % 4 + 1
    counted = sum(held) if sheet.hand_count == "others" else sum(held) - held[partner - 1]
    return Outcome("out", team_of(seat), rounded(counted), seat)


def was_blocked(sheet: Sheet, held: Sequence[int], last: int) -> Outcome:
    """Return what a blocked round brings; `last`: who played the last tile."""
    sums = held[0] + held[2], held[1] + held[3]
    if sums[0] == sums[1]:
        return Outcome("blocked", None, 0, None)
    team = 0 if sums[0] < sums[1] else 1
    brings = {"opponents": rounded(sums[1 - team]), "difference": rounded(abs(sums[0] - sums[1])), "nothing": 0}
    one, other = (seat for seat in (after(last), after(after(last)), (last + 2) % 4 + 1, last) if team_of(seat) == team)
    opener = other if held[other - 1] < held[one - 1] else one
    return Outcome("blocked", team, brings[sheet.blocked], opener)


def winner(sheet: Sheet, score: Sequence[int], *, mid_round: bool, last: bool = False) -> int | None:
    """Return the team that has won with this score, if one has; `last`: the match has reached its limit."""
    if (mid_round and sheet.end == "after the hand") or score[0] == score[1]:
        return None
    if max(score) < sheet.target and (mid_round or not last):
        return None
    return 0 if score[0] > score[1] else 1
