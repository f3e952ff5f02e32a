"""The drawing of a bracket: every match in its place, for all numbers of teams."""

from itertools import combinations

import pytest

from referee.site.bracket import APART, CAPTION, HIGH, NAME_ROOM, WIDE, Box, Drawing, bracket_drawing
from referee.tournaments.fixtures import Live, fixtures
from referee.tournaments.formats import Kind
from tests.tournaments.drawn_samples import event, of_kind, single
from tests.tournaments.played import Played

NAMES = tuple(f"Team {number}" for number in range(1, 65))
SIZES = (2, 3, 4, 5, 6, 7, 8, 11, 16, 33, 64)


def played(kind: Kind, teams: int, results: int = 0) -> Played:
    """An elimination after so many results."""
    format = single() if kind is Kind.SINGLE else of_kind(kind)
    return event(format, teams, results, NAMES)


def drawing(one: Played, score: tuple[int, int] | None = None) -> Drawing:
    """The drawing of its only stage; its running games stand at `score`."""
    (key,) = one.t.stages
    running = {} if score is None else {match: Live(score) for match in one.running()}
    return bracket_drawing(one.t.format.stages[0].kind, fixtures(one.t, key), running)


def box(drawn: Drawing, match: int) -> Box:
    """One of its matches."""
    return next(one for one in drawn.boxes if one.match == match)


@pytest.mark.parametrize("teams", SIZES)
@pytest.mark.parametrize("kind", [Kind.SINGLE, Kind.DOUBLE])
def test_every_match_has_a_place_of_its_own(kind: Kind, teams: int) -> None:
    one = played(kind, teams)
    (key,) = one.t.stages
    drawn = drawing(one)
    assert {each.match for each in drawn.boxes} == {each.match for each in fixtures(one.t, key) if not each.is_spare}
    for first, other in combinations(drawn.boxes, 2):
        apart = abs(first.x - other.x) >= WIDE or abs(first.y - other.y) >= HIGH + CAPTION
        assert apart, f"match {first.match} stands in match {other.match}"
    assert all(each.x >= 0 and each.y >= CAPTION for each in drawn.boxes)
    assert all(each.x + WIDE <= drawn.wide and each.y + HIGH <= drawn.high for each in drawn.boxes)


@pytest.mark.parametrize("teams", SIZES)
@pytest.mark.parametrize("kind", [Kind.SINGLE, Kind.DOUBLE])
def test_winners_go_to_the_right_and_a_line_leads_there(kind: Kind, teams: int) -> None:
    one = played(kind, teams)
    (key,) = one.t.stages
    drawn = drawing(one)
    places = {each.match: each for each in drawn.boxes}
    comes = {
        (side.comes[1], each.match)
        for each in fixtures(one.t, key)
        if not each.is_spare
        for side in each.sides
        if side.comes is not None and side.comes[0] == "winner"
    }
    assert len(drawn.ways) == len(comes)
    lines = {way.path for way in drawn.ways}
    for before, after in comes:
        first, then = places[before], places[after]
        assert then.x >= first.x + WIDE + APART
        begins, ends = f"M{first.x + WIDE:g} {first.middle:g}", f"V{then.middle:g}H{then.x:g}"
        assert any(line.startswith(begins) and line.endswith(ends) for line in lines)


def test_no_title_stands_on_another_or_on_a_match() -> None:
    for kind in (Kind.SINGLE, Kind.DOUBLE):
        for teams in SIZES:
            drawn = drawing(played(kind, teams))
            places = [(title.x, title.y) for title in drawn.titles]
            assert len(places) == len(set(places))
            for x, y in places:
                above = [each for each in drawn.boxes if each.x == x and each.y - CAPTION < y <= each.y + HIGH]
                assert not above, f"{kind} of {teams}: a title stands on match {above[0].match}"


def test_results_and_running_games_are_in_the_boxes() -> None:
    one = played(Kind.SINGLE, 4, 1)
    drawn = drawing(one, (120, 95))
    over = box(drawn, 1)
    assert [(side.name, side.score, side.state) for side in over.sides] == [
        ("Team 1", "250", "won"),
        ("Team 4", "180", "lost"),
    ]
    assert over.game == 1 and not over.live and over.caption == "Match 1, game 1"
    running = box(drawn, 2)
    assert [side.score for side in running.sides] == ["120", "95"]
    assert running.live and running.caption == "Match 2, game 2, being played"
    final = box(drawn, 4)
    assert [(side.name, side.state) for side in final.sides] == [("Team 1", ""), ("winner of 2", "open")]
    assert [way.gone for way in drawn.ways] == [True, False]


def test_the_third_place_is_played_below_the_final() -> None:
    drawn = drawing(played(Kind.SINGLE, 8))
    third, final = box(drawn, 7), box(drawn, 8)
    assert third.x == final.x and third.y > final.y


def test_a_name_that_is_cut_still_differs_from_the_others_and_is_said_in_full() -> None:
    names = ("Les Rois de la Pique, Équipe I", "Les Rois de la Pique, Équipe II", "C", "D")
    drawn = drawing(event(single(), 4, 0, names))
    sides = [side for each in drawn.boxes for side in each.sides if side.state != "open"]
    assert len({side.name for side in sides}) == 4
    assert {side.full for side in sides} == {*names[:2], ""}
    assert all(len(side.name) * side.size * 0.5 < NAME_ROOM for side in sides)
