"""Swiss rounds: cases by hand, all rounds of few teams tried, rounds planted among many, and FIDE beside ours."""

from collections.abc import Iterable
from itertools import combinations
from random import Random
from time import perf_counter

import networkx
import pytest

from referee.tournaments.swiss import NoLegalRound, Round, State, pair, rounds
from tests.chance import examples
from tests.tournaments import fide_engine, slow_swiss

Met = set[frozenset[int]]


def state(
    scores: list[int], met: Iterable[Iterable[int]] = (), byes: Iterable[int] = (), out: Iterable[int] = ()
) -> State:
    """Places from 0 as two-digit names, which stand in another order by alphabet."""
    return State(
        order=tuple(name(place) for place in range(len(scores))),
        scores={name(place): score for place, score in enumerate(scores)},
        met=frozenset(frozenset(map(name, places)) for places in met),
        byes=frozenset(map(name, byes)),
        out=frozenset(map(name, out)),
    )


def name(place: int) -> str:
    return f"{99 - place:02}"


def placed(found: Round) -> tuple[slow_swiss.Pairs, int | None]:
    pairs = tuple((99 - int(a), 99 - int(b)) for a, b in found.pairs)
    return pairs, None if found.bye is None else 99 - int(found.bye)


def by_hand(text: str) -> tuple[slow_swiss.Pairs, int | None]:
    """`0-2 1-3 bye 4`"""
    pairs, _, bye = text.partition(" bye ")
    couples = (couple.split("-") for couple in pairs.split())
    return tuple((int(a), int(b)) for a, b in couples), int(bye) if bye else None


@pytest.mark.every
@pytest.mark.parametrize(
    ("scores", "met", "byes", "out", "wanted"),
    [
        pytest.param([0] * 8, "", [], [], "0-4 1-5 2-6 3-7", id="first round: top half against bottom half"),
        pytest.param([0] * 7, "", [], [], "0-3 1-4 2-5 bye 6", id="odd number: bye to the last"),
        pytest.param([2] * 4 + [0] * 4, "", [], [], "0-2 1-3 4-6 5-7", id="equals meet, halves within each score"),
        pytest.param([2, 2, 0, 0, 0], "", [4], [], "0-1 2-4 bye 3", id="no second bye: the lowest without one"),
        pytest.param([4, 2, 2, 0], "", [0, 1, 2, 3], [], "0-1 2-3", id="even number: byes of before do not matter"),
        pytest.param([2, 2, 2, 0, 0, 0], "", [], [], "0-1 2-3 4-5", id="odd scores: the lowest floats to the highest"),
        pytest.param([2, 2, 2, 0, 0, 0], "2-3", [], [], "0-1 2-4 3-5", id="who floats meets the highest they can"),
        pytest.param([4, 4, 2, 2, 0, 0], "2-3", [], [], "0-1 2-4 3-5", id="a rematch below leaves the top alone"),
        pytest.param([4, 2, 0], "0-1", [], [], "0-2 bye 1", id="a bye to the last would leave a rematch"),
        pytest.param([4, 2, 2, 0], "", [], [], "0-1 2-3", id="short floats all the way down"),
        pytest.param([4, 4, 4, 2, 2, 0], "0-1 0-5 1-3 3-5", [], [], "0-3 1-2 4-5", id="two short floats, not one long"),
        pytest.param([0] * 4, "0-2", [], [], "0-3 1-2", id="a rematch in a half: next one down"),
        pytest.param([0] * 6, "0-3 0-4", [], [], "0-5 1-3 2-4", id="halves are kept where they can be"),
        pytest.param([0] * 6, "0-3 0-4 0-5", [], [], "0-2 1-4 3-5", id="and left by one pair each where not"),
        pytest.param([0] * 8, "0-4 0-7 1-2 1-5 2-6 3-6", [], [], "0-5 1-6 2-4 3-7", id="of ways as far, the first"),
        pytest.param([0] * 6, "", [], [1, 4], "0-3 2-5", id="who is out is not paired"),
        pytest.param([2, 0, 0], "1-2", [], [0], "", id="two left who have met"),
        pytest.param([], "", [], [], " ", id="nobody"),
        pytest.param([0], "", [], [], " bye 0", id="one team"),
        pytest.param([0], "", [0], [], "", id="one team, a second bye"),
        pytest.param([2, 2, 0, 0, 0], "0-1 0-2 0-3", [], [], "0-4 1-2 bye 3", id="the last is needed as an opponent"),
        pytest.param([2, 2, 0, 0], "0-1 0-2 0-3", [], [], "", id="somebody has met everybody"),
        pytest.param([0] * 6, "0-3 0-4 0-5 1-3 1-4 1-5 2-3 2-4 2-5", [], [], "", id="two parties of three met across"),
    ],
)
def test_cases_by_hand(scores: list[int], met: str, byes: list[int], out: list[int], wanted: str) -> None:
    asked = state(scores, [map(int, couple.split("-")) for couple in met.split()], byes, out)
    if wanted:
        assert placed(pair(asked)) == by_hand(wanted)
    else:
        with pytest.raises(
            NoLegalRound, match="every way to pair the teams that play on has a rematch or a second bye"
        ):
            pair(asked)


def test_rounds_by_default() -> None:
    assert [rounds(teams) for teams in (2, 3, 4, 5, 8, 9, 16, 17, 33, 64)] == [1, 2, 2, 3, 3, 4, 4, 5, 6, 6]


def test_order_breaks_ties_and_scores_come_first() -> None:
    """A standing order in which a lower score stands above a higher one does not mix the scores."""
    mixed = State(order=("A", "B", "C", "D"), scores={"A": 0, "B": 2, "C": 0, "D": 2})
    assert pair(mixed).pairs == (("B", "D"), ("A", "C"))


def test_every_round_is_the_best_of_all_legal_ones() -> None:
    """All rounds of up to eight teams are tried; none is called impossible while there is a legal one."""
    chance, refused = Random(7), 0
    for _ in range(examples(600)):
        teams = chance.randint(1, 8)
        scores = sorted((2 * chance.randint(0, chance.choice((0, 1, 3, 4))) for _ in range(teams)), reverse=True)
        density = chance.random()
        met = {frozenset(couple) for couple in combinations(range(teams), 2) if chance.random() < density}
        byes = {place for place in range(teams) if chance.random() < 0.4}
        wanted = slow_swiss.best(scores, met, byes)
        if wanted is None:
            refused += 1
            with pytest.raises(NoLegalRound):
                pair(state(scores, met, byes))
        else:
            assert placed(pair(state(scores, met, byes))) == wanted, (scores, met, byes)
    assert refused > 20


@pytest.mark.parametrize("teams", [10, 17, 32, 47, 63, 64])
def test_a_legal_round_is_found_where_one_is_planted(teams: int) -> None:
    chance = Random(teams)
    for density in (0.3, 0.7, 0.9, 0.97, 1.0):
        shuffled = chance.sample(range(teams), teams)
        kept = {frozenset(shuffled[at : at + 2]) for at in range(0, teams - 1, 2)}
        alone = set(shuffled[teams - 1 :]) if teams % 2 else set()
        met = {frozenset(couple) for couple in combinations(range(teams), 2) if chance.random() < density} - kept
        byes = {place for place in range(teams) if chance.random() < density} - alone
        scores = sorted((2 * chance.randint(0, 6) for _ in range(teams)), reverse=True)
        pairs, bye = placed(pair(state(scores, met, byes)))
        assert sorted([*(place for couple in pairs for place in couple), *([] if bye is None else [bye])]) == [
            *range(teams)
        ]
        assert not {frozenset(couple) for couple in pairs} & met
        assert (bye is None) == (teams % 2 == 0) and bye not in byes
        if density == 1.0:
            assert {frozenset(couple) for couple in pairs} == kept


def test_64_teams_take_less_than_two_seconds() -> None:
    played: Met = set()
    scores = dict.fromkeys(range(64), 0)
    for number in range(1, 9):
        order = sorted(scores, key=lambda team: (-scores[team], team))
        met = {frozenset(order.index(team) for team in couple) for couple in played}
        started = perf_counter()
        pairs, _ = placed(pair(state([scores[team] for team in order], met)))
        assert perf_counter() - started < 2, number
        for a, b in pairs:
            played.add(frozenset((order[a], order[b])))
            scores[order[(a, b)[(a + number) % 2]]] += 2


def test_the_round_does_not_depend_on_how_the_library_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    chance, matching = Random(3), networkx.min_weight_matching

    def otherwise(graph: networkx.Graph) -> set[tuple[int, int]]:
        """The same matching, asked for with other numbers for places and in another order."""
        nodes = list(graph)
        there = dict(zip(nodes, chance.sample(range(100), len(nodes)), strict=True))
        back = {other: node for node, other in there.items()}
        edges = [(there[b], there[a], cost["weight"]) for a, b, cost in graph.edges(data=True)]
        turned = networkx.Graph()
        turned.add_weighted_edges_from(chance.sample(edges, len(edges)))
        return {(back[a], back[b]) for a, b in matching(turned)}

    for teams in (9, 16, 23, 30):
        scores = sorted((2 * chance.randint(0, 3) for _ in range(teams)), reverse=True)
        met = {frozenset(couple) for couple in combinations(range(teams), 2) if chance.random() < 0.3}
        found = pair(state(scores, met))
        with monkeypatch.context() as patch:
            patch.setattr(networkx, "min_weight_matching", otherwise)
            assert [pair(state(scores, met)) for _ in range(4)] == [found] * 4


@pytest.mark.parametrize("teams", [3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 21, 28, 33])
def test_fides_engine_pairs_no_closer(teams: int) -> None:
    """On histories that follow its rounds or ours, with teams that give up: the same bye, and no smaller sum of squares
    of differences in score; and it finds no legal round exactly where we find none."""
    chance = Random(teams)
    planned = min(teams + 1, rounds(teams) + 3)
    scores = dict.fromkeys(range(1, teams + 1), 0)
    met: Met = set()
    byes: set[int] = set()
    out: set[int] = set()
    played: list[list[fide_engine.Result]] = []

    def names(places: Iterable[int]) -> frozenset[str]:
        return frozenset(map(str, places))

    for _ in range(planned):
        theirs = fide_engine.paired(teams, played, planned, out)
        order = tuple(map(str, sorted(scores, key=lambda team: (-scores[team], team))))
        asked = State(
            order=order,
            scores={str(team): score for team, score in scores.items()},
            met=frozenset(map(names, met)),
            byes=names(byes),
            out=names(out),
        )
        if theirs is None:
            with pytest.raises(NoLegalRound):
                pair(asked)
            break
        found = pair(asked)
        ours = [(int(a), int(b)) for a, b in found.pairs], None if found.bye is None else int(found.bye)
        assert ours[1] == theirs[1]
        assert squares(ours[0], scores) <= squares(theirs[0], scores)
        assert not {frozenset(couple) for couple in ours[0]} & met
        pairs, bye = chance.choice((ours, theirs))
        results = [chance.choice(((a, b), (b, a))) for a, b in pairs] + ([(bye, 0)] if bye else [])
        played.append(results)
        met |= {frozenset(couple) for couple in pairs}
        byes |= {bye} if bye else set()
        for winner, _loser in results:
            scores[winner] += 2
        if chance.random() < 0.3:
            out.add(chance.randint(1, teams))


def squares(pairs: Iterable[tuple[int, int]], scores: dict[int, int]) -> int:
    return sum((scores[a] - scores[b]) ** 2 for a, b in pairs)
