"""The places of teams in a bracket: told cases, and what holds in every stage whatever happens."""

from collections.abc import Mapping
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.tournaments.brackets import BYE, Known, LoserOf, double, single
from tests.tournaments.bracket_runs import Run, better, outcome, teams_of


def stage(count: int, *, two_losses: bool = False, third_place: bool = False, reset: bool = True) -> Run:
    return Run(double(count, reset) if two_losses else single(count, third_place), teams_of(count))


def numbers(run: Run, part: str) -> list[int]:
    return [node.number for node in run.nodes if node.part == part]


def test_sides_are_known_as_results_come() -> None:
    run = stage(4)
    assert run.sides == {1: ("T1", "T4"), 2: ("T2", "T3"), 3: (None, None)}
    run.win(2, "T3")
    assert run.sides[3] == (None, "T3")
    assert not run.places
    run.win(1, "T1")
    assert run.due == {3: ("T1", "T3")}
    run.win(3, "T3")
    assert run.due == {}
    assert run.places == (("T3",), ("T1",), ("T2", "T4"))


def test_a_bye_goes_on_at_once() -> None:
    assert stage(3).sides == {1: ("T2", "T3"), 2: ("T1", None)}
    assert stage(5).due == {1: ("T4", "T5"), 3: ("T2", "T3")}


@pytest.mark.parametrize(
    ("run", "groups"),
    (
        (stage(2), "1 2"),
        (stage(3), "1 2 3"),
        (stage(3, third_place=True), "1 2 3"),
        (stage(4), "1 2 3+4"),
        (stage(4, third_place=True), "1 2 3 4"),
        (stage(6), "1 2 3+4 5+6"),
        (stage(8), "1 2 3+4 5+6+7+8"),
        (stage(8, third_place=True), "1 2 3 4 5+6+7+8"),
        (stage(2, two_losses=True), "1 2"),
        (stage(3, two_losses=True), "1 2 3"),
        (stage(4, two_losses=True), "1 2 3 4"),
        (stage(5, two_losses=True), "1 2 3 4 5"),
        (stage(6, two_losses=True), "1 2 3 4 5+6"),
        (stage(8, two_losses=True), "1 2 3 4 5+6 7+8"),
        (stage(8, two_losses=True, reset=False), "1 2 3 4 5+6 7+8"),
    ),
)
def test_places_if_the_favourites_win(run: Run, groups: str) -> None:
    assert run.play(better).places == tuple(
        tuple(f"T{place}" for place in group.split("+")) for group in groups.split()
    )


def test_the_grand_final_has_a_second_game_only_if_the_unbeaten_team_lost_the_first() -> None:
    run = stage(4, two_losses=True)
    first, second = numbers(run, "final")
    for _ in range(first - 1):
        run.win(*next((number, better(*known)) for number, known in run.due.items()))  # type: ignore[arg-type]
    assert run.due == {first: ("T1", "T2")}
    assert run.sides[second] == (None, None)
    run.win(first, "T1")
    assert run.sides[second] == (BYE, "T1")
    assert run.places[:2] == (("T1",), ("T2",))
    del run.outcomes[first]
    run.win(first, "T2")
    assert run.due == {second: ("T1", "T2")}
    assert not run.places
    run.win(second, "T1")
    assert run.places[:2] == (("T1",), ("T2",))


def test_without_reset_the_grand_final_is_one_game() -> None:
    run = stage(4, two_losses=True, reset=False)
    (final,) = numbers(run, "final")
    run.play(lambda first, second: second if final in run.due else better(first, second))
    assert run.places == (("T2",), ("T1",), ("T3",), ("T4",))


@pytest.mark.parametrize("reset", (True, False))
def test_two_teams_play_best_of_three(reset: bool) -> None:
    for winners, champion in (("T1 T1", "T1"), ("T1 T2 T1", "T1"), ("T1 T2 T2", "T2"), ("T2 T2", "T2")):
        run = stage(2, two_losses=True, reset=reset)
        for number, winner in enumerate(winners.split(), 1):
            assert not run.places
            run.win(number, winner)
        assert run.places[0] == (champion,)
        assert run.due == {}


class TestWithdrawal:
    def test_before_its_first_match(self) -> None:
        run = stage(4, third_place=True)
        run.withdraw("T1")
        assert run.sides == {1: (BYE, "T4"), 2: ("T2", "T3"), 3: (BYE, None), 4: ("T4", None)}
        run.win(2, "T3")
        assert run.sides[3] == (BYE, "T2")
        run.win(4, "T4")
        assert run.places == (("T4",), ("T3",), ("T2",), ("T1",))

    def test_during_a_match_it_is_forfeited(self) -> None:
        run = stage(4, third_place=True)
        run.withdraw("T1", running=True)
        assert run.outcomes == {1: outcome(1, "T1", "T4", "T4", "withdrawal")}
        assert run.sides == {1: ("T1", "T4"), 2: ("T2", "T3"), 3: (BYE, None), 4: ("T4", None)}

    def test_a_played_match_stays(self) -> None:
        run = stage(4)
        run.win(1, "T1")
        run.withdraw("T1")
        run.withdraw("T4")
        assert run.sides == {1: ("T1", "T4"), 2: ("T2", "T3"), 3: (BYE, None)}
        run.win(2, "T3")
        assert run.places == (("T3",), ("T1",), ("T2", "T4"))

    def test_byes_in_the_losers_part_too(self) -> None:
        """8 teams: T8 and T4 withdraw, the one before its first match, the other before its second."""
        run = stage(8, two_losses=True)
        run.withdraw("T8")
        run.win(2, "T4")
        run.withdraw("T4")
        assert [(node.number, node.first, node.second) for node in run.nodes if node.part == "losers"][:2] == [
            (7, LoserOf(1), LoserOf(2)),
            (8, LoserOf(3), LoserOf(4)),
        ]
        assert run.sides[5] == ("T1", BYE)
        assert run.sides[7] == (BYE, "T5")
        # T5 waits for the loser of 6; T4's drop is a bye for whoever comes out of 8
        assert run.sides[9] == (None, "T5")
        assert run.sides[10] == (BYE, None)

    def test_two_byes_pass_a_bye_on(self) -> None:
        run = stage(8)
        run.withdraw("T1")
        run.withdraw("T8")
        assert run.sides[1] == (BYE, BYE)
        assert run.sides[5] == (BYE, None)
        run.win(2, "T5")
        assert run.sides[7] == ("T5", None)

    def test_who_went_on_by_a_bye_and_left_later_has_been_there(self) -> None:
        run = stage(8)
        run.withdraw("T1")
        run.win(2, "T4")
        run.win(5, "T8")
        run.withdraw("T8")
        assert run.sides[1] == (BYE, "T8")
        assert run.sides[5] == ("T8", "T4")
        assert run.sides[7] == (BYE, None)
        assert run.play(better).places == (("T2",), ("T8",), ("T3", "T4"), ("T1", "T5", "T6", "T7"))

    def test_of_the_unbeaten_team_before_the_grand_final(self) -> None:
        run = stage(4, two_losses=True)
        first, second = numbers(run, "final")
        run.play(better)
        for number in (first, second):
            run.outcomes.pop(number, None)
        run.withdraw("T1")
        assert run.sides[first] == (BYE, "T2")
        assert run.sides[second] == (BYE, "T2")
        assert run.places[:2] == (("T2",), ("T1",))

    def test_between_the_two_games_of_the_grand_final(self) -> None:
        run = stage(2, two_losses=True)
        run.win(1, "T1")
        run.win(2, "T2")
        run.withdraw("T2")
        assert run.sides[3] == ("T1", BYE)
        assert run.places == (("T1",), ("T2",))

    def test_after_the_end_it_changes_no_place(self) -> None:
        run = stage(4, two_losses=True).play(better)
        before = run.places
        run.withdraw("T1")
        assert run.places == before

    def test_nobody_wins_a_final_from_which_both_withdrew(self) -> None:
        for two_losses, third in ((False, (("T3", "T4"),)), (True, (("T3",), ("T4",)))):
            run = stage(4, two_losses=two_losses).play(better)
            final = numbers(run, "final")[0]
            del run.outcomes[final]
            run.withdraw("T1")
            run.withdraw("T2")
            assert run.sides[final] == (BYE, BYE)
            assert run.places == ((), ("T1", "T2"), *third)
            run.outcomes[final] = outcome(final, "T1", "T2", None, "withdrawal")
            assert run.sides[final] == ("T1", "T2")
            assert run.places == ((), ("T1", "T2"), *third)

    def test_nobody_goes_on_from_a_match_that_nobody_won(self) -> None:
        """This holds even if the caller names nobody as withdrawn."""
        run = stage(4)
        run.win(1, None, "withdrawal")
        assert run.sides[3] == (BYE, None)

    def test_two_who_withdrew_share_the_third_place(self) -> None:
        run = stage(4, third_place=True)
        run.win(1, "T1")
        run.win(2, "T2")
        run.withdraw("T3")
        run.withdraw("T4")
        assert run.sides[3] == (BYE, BYE)
        run.win(4, "T2")
        assert run.places == (("T2",), ("T1",), ("T3", "T4"))


def some_act(run: Run, due: Mapping[int, Known], chance: Random, leaving: float) -> None:
    """Bring a result of any match that is due, or (a share `leaving`) a withdrawal, seldom of both teams of a match."""
    number, (first, second) = chance.choice(list(due.items()))
    assert first and second
    if chance.random() < leaving:
        if chance.random() < 0.1:
            run.outcomes[number] = outcome(number, first, second, None, "withdrawal")
            run.withdrawn += first, second
        else:
            run.withdraw(chance.choice(run.order), running=chance.random() < 0.5)
        return
    run.outcomes[number] = outcome(number, first, second, chance.choice((first, second)))


@given(
    count=st.integers(2, 64),
    kind=st.sampled_from(((False, False), (False, True), (True, False), (True, True))),
    leaving=st.sampled_from((0, 0.02, 0.2)),
    seed=st.integers(0, 2**64 - 1),
)
@settings(max_examples=20, derandomize=True)
def test_every_stage_ends_whatever_happens(count: int, kind: tuple[bool, bool], leaving: float, seed: int) -> None:
    two_losses, more = kind
    chance, run = Random(seed), stage(count, two_losses=two_losses, third_place=more, reset=more)
    allowed, third = 1 + two_losses, numbers(run, "third")
    while due := run.due:
        at_play = [team for known in due.values() for team in known]
        assert len(at_play) == len(set(at_play)), "nobody plays two matches at once"
        assert not set(at_play) & set(run.withdrawn)
        for number, known in due.items():
            assert number in third or all(run.lost(team) < allowed for team in known if team)
        some_act(run, due, chance, leaving)
    stands, places = run.sides, run.places
    assert all(stands[number] == one.teams for number, one in run.outcomes.items()), "what has been played stands"
    unplayed = [node for node in run.nodes if node.number not in run.outcomes]
    assert all(BYE in stands[node.number] and (run.withdrawn or node.if_needed) for node in unplayed)
    assert sorted(team for place in places for team in place) == sorted(run.order)
    assert places[0] or set(places[1]) <= set(run.withdrawn)
    final = run.outcomes.get(numbers(run, "final")[0])
    for team in set(run.order) - set(places[0]) - set(run.withdrawn):
        needed = 1 if final and team in final.teams and not more else allowed
        assert run.lost(team) >= needed, "only matches put a team out"


@pytest.mark.parametrize("two_losses", (False, True))
def test_the_two_best_meet_last_if_the_favourites_win(two_losses: bool) -> None:
    for count in range(3, 65):
        run = stage(count, two_losses=two_losses).play(better)
        met = [run.nodes[number - 1] for number, one in run.outcomes.items() if one.teams == ("T1", "T2")]
        assert [node.part for node in met] == (["winners", "final"] if two_losses else ["final"])
