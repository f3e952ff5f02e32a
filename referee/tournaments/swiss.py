"""One round of Swiss: who meets whom and who has the bye. Knows scores and who has met, no results and no tie-breaks.

The rule, in this order (ours, close to FIDE Handbook C.04.6):

1. Nobody meets the same team twice, and nobody has a second bye. A round that keeps to this is legal.
2. With an odd number the bye goes to the lowest team without one that leaves a legal round for the others (art. 3.4).
3. The sum of the squares of differences in score is as small as can be: equal scores meet first, floats are short.
4. Floats are as far down as can be: taken from the top, each team meets an equal if it can, and one that floats down
   meets the highest team it can.
5. Those of one score who meet each other are cut in a top and a bottom half. As few pairs as can be lie within a half;
   the distances between partners differ from the size of a half by as small a sum of squares as can be; then, taken
   from the top, each meets the highest team it can.

Points 2 to 4 and point 5 are each one matching of least cost. A cost is one integer, the figures of the rule as its
digits, most important first; the last digits, one for each place from the top, differ for any two rounds that differ.
So there is one best round, and every correct matching finds it, in whatever order it looks.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

Cost = Callable[[int, int], int]
"""What it costs that two places meet, the higher one first."""

NOBODY = -1
"""Whom the team with the bye meets; it stands before all places."""


class NoLegalRound(Exception):
    """Every way to pair the round has a rematch or a second bye."""


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """What a round is paired from."""

    order: tuple[str, ...]
    """The teams, best first: the drawn order before the first round, the standings later."""
    scores: Mapping[str, int]
    """Match points."""
    met: frozenset[frozenset[str]] = frozenset()
    """Who was paired before, played or not."""
    byes: frozenset[str] = frozenset()
    """Who had a bye."""
    out: frozenset[str] = frozenset()
    """Who plays on no more."""


@dataclass(frozen=True, slots=True)
class Round:
    pairs: tuple[tuple[str, str], ...]
    """The higher team first; boards by the higher team's place."""
    bye: str | None


def rounds(teams: int) -> int:
    """How many rounds by default: log2 of the teams, rounded up."""
    return (teams - 1).bit_length()


def pair(state: State) -> Round:
    """The next round. Raises NoLegalRound, with a sentence, if and only if there is no legal one."""
    teams = sorted((team for team in state.order if team not in state.out), key=lambda team: -state.scores[team])
    places = list(range(len(teams)))
    scores = [state.scores[team] for team in teams]
    barred = _barred(teams, state)
    drafted = _match([NOBODY, *places] if len(teams) % 2 else places, barred, _float_cost(scores))
    if drafted is None:
        raise NoLegalRound("every way to pair the teams that play on has a rematch or a second bye")
    uneven = [(a, b) for a, b in drafted if a == NOBODY or scores[a] != scores[b]]
    settled = {place for couple in uneven for place in couple}
    pairs = [couple for couple in uneven if couple[0] != NOBODY]
    for score in set(scores):
        equals = [place for place in places if scores[place] == score and place not in settled]
        pairs += _match(equals, barred, _half_cost(equals)) or ()
    bye = next((teams[b] for a, b in uneven if a == NOBODY), None)
    return Round(tuple((teams[a], teams[b]) for a, b in sorted(pairs)), bye)


def _barred(teams: Sequence[str], state: State) -> frozenset[tuple[int, int]]:
    """The pairs of places that may not be, NOBODY among them."""
    again = (couple for couple in combinations(range(len(teams)), 2) if {teams[p] for p in couple} in state.met)
    return frozenset(again) | {(NOBODY, place) for place, team in enumerate(teams) if team in state.byes}


def _float_cost(scores: Sequence[int]) -> Cost:
    """The cost of a pair by points 2 to 4: the bye from the bottom, the square, and whom each place floats to."""
    teams = len(scores)
    digit = teams.bit_length()
    floats = digit * teams
    squares = (teams * (max(scores, default=0) - min(scores, default=0)) ** 2).bit_length()

    def cost(a: int, b: int) -> int:
        if a == NOBODY:
            return (teams - 1 - b) << squares + floats
        square = (scores[a] - scores[b]) ** 2
        return (square << floats) + ((b + 1) << digit * (teams - 1 - a) if square else 0)

    return cost


def _half_cost(equals: Sequence[int]) -> Cost:
    """The cost of a pair of equals by point 5: within a half, how far from the size of a half, and whom each meets."""
    size, half = len(equals), len(equals) // 2
    rank = {place: number for number, place in enumerate(equals)}
    digit = size.bit_length()
    partners = digit * size
    squares = (size * size**2).bit_length()

    def cost(a: int, b: int) -> int:
        high, low = rank[a], rank[b]
        within = (high < half) == (low < half)
        square = (low - high - half) ** 2
        return (within << squares + partners) + (square << partners) + (low << digit * (size - 1 - high))

    return cost


def _match(places: Sequence[int], barred: frozenset[tuple[int, int]], cost: Cost) -> list[tuple[int, int]] | None:
    """All places in pairs, at the least cost; None if that cannot be."""
    # a sixth of a second, for which only a Swiss round should wait
    import networkx  # noqa: PLC0415

    graph = networkx.Graph()
    graph.add_weighted_edges_from((a, b, cost(a, b)) for a, b in combinations(places, 2) if (a, b) not in barred)
    matched = networkx.min_weight_matching(graph)
    return [(min(couple), max(couple)) for couple in matched] if 2 * len(matched) == len(places) else None
