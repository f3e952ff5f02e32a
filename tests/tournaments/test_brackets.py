"""Shapes of brackets: against those of the library brackets-manager (data/brackets.mjs), and by what they promise.

Two things differ from the library, and are not compared: it puts the third-place match after the final, which here has
the last number; and two teams in double elimination play one match there, here best of three.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path

import pytest

from referee.tournaments.brackets import (
    DROPS,
    Drops,
    LoserOf,
    Node,
    Seed,
    Source,
    WinnerOf,
    double,
    half_shift,
    halves_reversed,
    natural,
    reverse,
    single,
)

DATA = json.loads((Path(__file__).parent.parent / "data/brackets.json").read_text("utf-8"))
SIZES = range(2, 65)
PARTS = ("winners", "losers", "final", "third")
NAMES = {"natural": natural, "reverse": reverse, "half_shift": half_shift, "reverse_half_shift": halves_reversed}


def drops(orders: Mapping[str, list[str]]) -> Drops:
    return {int(size): tuple(map(NAMES.__getitem__, names)) for size, names in orders.items() if int(size) <= 64}


def as_the_library(nodes: tuple[Node, ...]) -> str:
    """Return the nodes in the notation of data/brackets.mjs, and in its order: part by part."""
    ordered = sorted(nodes, key=lambda node: (PARTS.index(node.part), node.number))
    places = {node.number: place for place, node in enumerate(ordered, 1)}

    def side(source: Source) -> str:
        match source:
            case Seed(place):
                return f"s{place}"
            case WinnerOf(number):
                return f"w{places[number]}"
            case LoserOf(number):
                return f"l{places[number]}"

    words: list[str] = []
    for before, node in zip([ordered[0], *ordered], ordered, strict=False):
        words += ["/"] * ((before.part, before.round) != (node.part, node.round))
        words.append(f"{side(node.first)}-{side(node.second)}")
    return " ".join(words)


def test_single_elimination_is_that_of_the_library() -> None:
    for teams in SIZES:
        assert as_the_library(single(teams, third_place=True)) == DATA["single"][str(teams)], teams


def test_double_elimination_is_that_of_the_library() -> None:
    """The library gets our orders of drops."""
    assert drops(DATA["orders"]) == {**DROPS, 2: ()}
    for teams in SIZES[1:]:
        assert as_the_library(double(teams, reset=True)) == DATA["double"][str(teams)], teams


def test_two_teams_play_best_of_three() -> None:
    for reset in (True, False):
        assert as_the_library(double(2, reset)) == "s1-s2 / w1-l1 / l2-w2"


def test_the_places_of_eight() -> None:
    first_round = [(node.first, node.second) for node in single(8, third_place=False)][:4]
    assert first_round == [(Seed(a), Seed(b)) for a, b in ((1, 8), (4, 5), (2, 7), (3, 6))]


def test_as_many_matches_as_losses_are_needed() -> None:
    """No match is a bye. The third-place match needs two losers of semi-finals, hence four teams."""
    for teams in SIZES:
        assert len(single(teams, third_place=False)) == teams - 1
        assert len(single(teams, third_place=True)) == teams - 1 + (teams > 3)
        assert len(double(teams, reset=True)) == 2 * teams - 1
        assert len(double(teams, reset=False)) == 2 * teams - 2 + (teams == 2)


def shapes() -> Iterator[tuple[int, tuple[Node, ...]]]:
    for teams in SIZES:
        yield teams, single(teams, third_place=True)
        yield teams, single(teams, third_place=False)
        yield teams, double(teams, reset=True)
        yield teams, double(teams, reset=False)


def test_numbers_are_in_an_order_in_which_the_matches_can_be_played() -> None:
    for teams, nodes in shapes():
        assert [node.number for node in nodes] == list(range(1, len(nodes) + 1))
        known: set[Source] = {Seed(place) for place in range(1, teams + 1)}
        for node in nodes:
            # each source is used once but those of the grand final, whose two sides may play again
            assert {node.first, node.second} <= known, (teams, node)
            known -= {node.first, node.second}
            known |= {WinnerOf(node.number), LoserOf(node.number)}
        parts = [node.part for node in nodes]
        assert parts[-1] == "final"
        assert "third" not in parts or parts[-2:] == ["third", "final"]
        assert [node.if_needed for node in nodes] == [node.part == "final" and node.round == 2 for node in nodes]


def test_rounds_of_a_part_have_no_gap() -> None:
    for _, nodes in shapes():
        for part in PARTS:
            rounds = [node.round for node in nodes if node.part == part]
            assert rounds == sorted(rounds)
            assert set(rounds) == set(range(1, max(rounds, default=0) + 1))


def test_the_best_have_the_byes() -> None:
    for teams, nodes in shapes():
        byes = 2 ** (teams - 1).bit_length() - teams
        opening = [node for node in nodes if node.number == 1 or (node.part, node.round) == ("winners", 1)]
        seeds = {side.place for node in opening for side in (node.first, node.second) if isinstance(side, Seed)}
        assert seeds == set(range(byes + 1, teams + 1)), teams


def test_the_best_meet_late() -> None:
    """1 and 2 in the final only, 1 to 4 from the semi-finals on, whoever wins."""
    for teams in SIZES:
        nodes = single(teams, third_place=False)
        below: dict[Source, set[int]] = {Seed(place): {place} for place in range(1, teams + 1)}
        for node in nodes:
            one, other = below[node.first] & {1, 2, 3, 4}, below[node.second] & {1, 2, 3, 4}
            if one and other:
                assert len(nodes) - node.number < 3, (teams, node)
            if {1, 2} <= one | other:
                assert node.part == "final"
            below[WinnerOf(node.number)] = below[node.first] | below[node.second]


@pytest.mark.parametrize("teams", (0, 1, 65))
def test_too_few_or_too_many(teams: int) -> None:
    with pytest.raises(ValueError, match=f"2 to 64 teams, not {teams}"):
        single(teams, third_place=False)
    with pytest.raises(ValueError, match=f"2 to 64 teams, not {teams}"):
        double(teams, reset=True)


def rematches(nodes: tuple[Node, ...]) -> Fraction:
    """Count how often the same two are expected to meet again before the grand final, if every result is even chance.

    Two teams that have met lie in different parts or one is out, so until they meet again they go their ways
    independently of each other.
    """
    to = {side: (node, place) for node in nodes for place, side in enumerate((node.first, node.second))}

    def arrivals(source: Source, share: Fraction) -> Iterator[tuple[tuple[int, int], Fraction]]:
        if source in to and to[source][0].part != "final":
            node, place = to[source]
            yield (node.number, place), share
            for onward in (WinnerOf(node.number), LoserOf(node.number)):
                yield from arrivals(onward, share / 2)

    total = Fraction(0)
    for node in nodes:
        winner, loser = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
        for found, source in ((winner, WinnerOf(node.number)), (loser, LoserOf(node.number))):
            for where, share in arrivals(source, Fraction(1)):
                found[where] += share  # type: ignore[assignment]
        total += sum(winner[number, place] * loser[number, 1 - place] for number, place in winner)
    return total


@pytest.mark.parametrize(
    ("teams", "ours", "theirs"),
    ((8, 0.625, 0.625), (12, 0.750, 1.031), (16, 0.750, 1.031), (32, 0.734, 0.816), (64, 0.703, 1.048)),
)
def test_teams_meet_again_less_often_than_with_the_orders_of_the_library(
    teams: int, ours: float, theirs: float
) -> None:
    assert round(float(rematches(double(teams, reset=True))), 3) == ours
    assert round(float(rematches(double(teams, True, drops(DATA["own_orders"])))), 3) == theirs
