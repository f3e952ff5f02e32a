"""The plot of both scores, against rounds that anyone can work out."""

from dataclasses import replace
from itertools import pairwise

import pytest

from referee.site.plot import Plot, plot_of
from referee.site.values import Pair, Round, Story, Tally
from referee.spades.sheets import RULE_109
from tests.audit.records import record_of
from tests.site.samples import told

MADE = Tally(made=True, over=0, penalty=0, points=50)
SET = Tally(made=False, over=0, penalty=0, points=-50)


def story_of(scores: tuple[Pair, ...], tallies: tuple[tuple[Tally, Tally], ...] = (), target: int = 500) -> Story:
    """Return a game with these scores after its rounds."""
    story, _ = told(record_of(RULE_109, 3))
    one = story.rounds[0]
    both = (*tallies, *((MADE, MADE),) * (len(scores) - len(tallies)))
    rounds = tuple(
        replace(one, number=number, score=score, taken=(4, 3, 3, 3), tallies=both[number - 1])
        for number, score in enumerate(scores, 1)
    )
    return replace(story, sheet=replace(RULE_109, name="109*", target=target), rounds=rounds)


def drawn(*scores: Pair, tallies: tuple[tuple[Tally, Tally], ...] = (), target: int = 500) -> Plot:
    """Return the plot of such a game."""
    plot = plot_of(story_of(scores, tallies, target))
    assert plot is not None
    return plot


def test_before_the_first_round_is_over_there_is_none() -> None:
    story = story_of(((50, 50),))
    running: Round = replace(story.rounds[0], taken=None, tallies=None)
    assert plot_of(replace(story, rounds=(running,))) is None


def test_both_lines_begin_at_nothing_and_have_a_point_for_each_round() -> None:
    plot = drawn((50, -30), (120, 40), (60, 90))
    assert [[point.score for point in points] for points in plot.teams] == [[0, 50, 120, 60], [0, -30, 40, 90]]
    assert [point.round for point in plot.rounds] == [1, 2, 3]


def test_a_higher_score_stands_higher_and_later_rounds_further_right() -> None:
    plot = drawn((50, -30), (120, 40), (60, 90))
    points = sorted((point.score, -point.y) for line in plot.teams for point in line)
    assert points == sorted(points, key=lambda point: point[1])
    assert all(before.x < after.x for line in plot.teams for before, after in pairwise(line))


def test_the_target_is_a_line_and_every_point_lies_in_the_drawing() -> None:
    plot = drawn((510, -390))
    assert plot.target is not None and plot.target.score == 500
    (top,) = (point.y for point in plot.teams[0][1:])
    assert top < plot.target.y
    assert all(
        0 < point.y < plot.rows[0] and plot.left <= point.x <= plot.right for line in plot.teams for point in line
    )


def test_a_target_that_is_far_away_is_left_out() -> None:
    assert drawn((50, 40), target=100_000).target is None


def test_what_happened_to_a_team_stands_below_its_round() -> None:
    nils = Tally(made=True, over=0, penalty=0, points=0, nils=(2, 4), broken=(4,))
    bags = Tally(made=True, over=3, penalty=-100, points=-60)
    broken = Tally(made=True, over=0, penalty=0, points=-50, nils=(2,), broken=(2,))
    plot = drawn((50, 40), (0, 90), (-60, 140), tallies=((MADE, broken), (SET, nils), (bags, MADE)))
    x = [point.x for point in plot.teams[0]]
    found = [(mark.x, mark.team, mark.letters) for mark in plot.marks]
    assert found == [(x[1], 2, "X"), (x[2], 1, "S"), (x[2], 2, "NX"), (x[3], 1, "B")]
    assert [letter for letter, _ in plot.meanings] == ["S", "N", "X", "B"]


@pytest.mark.parametrize("scores", [((100, 100),), ((100, 99),), ((99, 100),), ((400, -300),)])
def test_the_last_two_scores_can_be_read_apart(scores: tuple[Pair, ...]) -> None:
    plot = drawn(*scores)
    assert abs(plot.ends[0] - plot.ends[1]) >= 12.9
    if scores[0][0] != scores[0][1]:
        assert (plot.ends[0] < plot.ends[1]) == (scores[0][0] > scores[0][1])


def test_a_long_game_is_drawn_wider_than_a_phone() -> None:
    short, long = drawn(*[(1, 1)] * 20), drawn(*[(1, 1)] * 40)
    assert not short.long and long.long and long.wide > short.wide
    assert [point.round for point in long.rounds] == [5, 10, 15, 20, 25, 30, 35, 40]
