"""The page of a round, and what the script gets: the same, and no hand before its time; and the plot of both scores,
against rounds that anyone can work out."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from referee.site.pages import game_pages
from referee.site.plot import Plot, plot_of
from referee.site.replay import replay_json, rows_of
from referee.site.values import Pair, Round, Story, Tally
from referee.spades.sheets import FSU, RULE_109, SHEETS, SIGMA
from referee.table.seats import SEATS, TEAMS, team_of
from tests.audit.records import record_of
from tests.site.samples import CLUB, told


def rounds(sheet: str, seed: int = 3) -> Iterator[tuple[Story, Round]]:
    """Yield the rounds of a random game."""
    story, _ = told(record_of(SHEETS[sheet], seed, rounds=2))
    yield from ((story, one) for one in story.rounds)


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_script_gets_what_the_tables_say(sheet: str) -> None:
    for story, one in rounds(sheet):
        data, rows = json.loads(replay_json(story, one)), rows_of(story, one)
        assert not re.search(r"-\d", " ".join((*data["over"], *data["settled"]))), "the script shows a minus, no hyphen"
        assert data["names"] == list(one.names)
        names = [[] if play.name == one.names[play.seat - 1] else [play.name] for play in one.plays]
        plays = [[play.seat, str(play.card), play.by] for play in one.plays]
        assert data["plays"] == [[*play, *name] for play, name in zip(plays, names, strict=True)]
        assert [row.plays[0].card for row in rows.tricks] == [trick.plays[0].card for trick in one.tricks]
        taken = [play.seat for row in rows.tricks for play in row.plays if play.took]
        assert data["winners"] == taken
        assert [play.name for row in rows.tricks for play in row.plays] == [play.name for play in one.plays]
        assert [bid["words"] for bid in data["bids"]] == [row.words for row in rows.bids]
        assert sorted(data["order"]) == sorted(map(str, story.sheet.deck))
        assert bool(data["over"]) == one.scored == bool(rows.teams)
        assert sum(data["books"]) == (13 if one.scored else len(taken))


@pytest.mark.parametrize("sheet", SHEETS)
def test_hands_are_there_once_the_round_shows_them(sheet: str) -> None:
    for story, one in rounds(sheet):
        data, rows = json.loads(replay_json(story, one)), rows_of(story, one)
        assert (data["hands"] is None) == (one.dealt is None) == (rows.hands == ())
        if one.dealt is not None:
            assert data["hands"] == [[str(card) for card in hand] for hand in one.dealt]


def test_no_card_that_was_not_played_stands_in_a_round_whose_hands_are_hidden() -> None:
    for story, one in rounds("109"):
        hidden = replace(one, dealt=None)
        data = json.loads(replay_json(story, hidden))
        del data["order"]
        cards = {f'"{card}"' for card in story.sheet.deck} - {f'"{play.card}"' for play in one.plays}
        assert not [card for card in cards if card in json.dumps(data)]


def test_cards_of_the_deck_are_listed_from_the_highest_in_each_suit() -> None:
    story, one = next(rounds("pride"))
    order = json.loads(replay_json(story, one))["order"]
    assert order[:5] == ["BJ", "LJ", "2S", "AS", "KS"] and order[-1] == "3C"


def test_one_bid_of_a_team_is_that_of_both() -> None:
    story, _ = told(record_of(FSU, 0))
    for bid, row in zip(story.rounds[0].bids, rows_of(story, story.rounds[0]).bids, strict=True):
        assert bid.seat in row.seats and len(row.seats) == len(row.names) == len(TEAMS)
        assert row.team == (1 if 1 in row.seats else 2)


def test_nil_and_set_are_said_in_words() -> None:
    found = {
        words
        for seed in range(6)
        for story, one in rounds(SIGMA.name, seed)
        for team in rows_of(story, one).teams
        for words in team.said
    }
    assert {"made", "set"} <= found


def test_tricks_that_a_challenge_took_off_are_said_to_be_off() -> None:
    """FSU, "Reneging": three books for a renege, or for a challenge that was wrong; losing them never helps."""
    said = 0
    for seed in range(8):
        for story, one in rounds(FSU.name, seed):
            data = json.loads(replay_json(story, one))
            for team, row in enumerate(rows_of(story, one).teams, 1):
                most = sum(_pays(json.loads(line), one.number, team) for line in story.lines)
                assert row.off in ("", *(f", of which {3 * number} do not count" for number in range(1, most + 1)))
                assert f"took {row.books} trick" in data["over"][team - 1] and row.off in data["over"][team - 1]
                said += bool(row.off)
    assert said, "some challenge cost books"


def _pays(line: dict[str, Any], number: int, team: int) -> bool:
    """Tell if a line of the record says that a round costs this team books."""
    if line["e"] == "challenge":
        return line["round"] == number and team_of(line["accused" if line["proven"] else "seat"]) == team
    return line["e"] == "void" and team_of(line.get("charge", 3 - team)) == team


def test_no_name_ends_the_element_that_holds_the_data() -> None:
    story, _ = told(record_of(RULE_109, 3))
    names = ("</script><b>", "a\u2028b", "x&y", "\u202egnol")
    text = replay_json(story, replace(story.rounds[0], names=names))
    assert not {"<", ">", "&", "\u2028", "\u202e"} & set(text)
    assert json.loads(text)["names"] == ["</script><b>", "a b", "x&y", "gnol"]


def test_a_round_that_runs_has_no_end_yet() -> None:
    record = record_of(RULE_109, 18, rounds=3)
    story, view = told(record, -30)
    assert view.due is not None and not story.current.scored
    assert json.loads(replay_json(story, story.current))["over"] == []
    assert len(json.loads(replay_json(story, story.current))["names"]) == len(SEATS)


def test_a_round_that_the_end_of_its_game_cut_short_is_not_being_played() -> None:
    for act, words in ((-1, "not scored"), (-2, "being played")):
        story, view = told(record_of(RULE_109, 3), act)
        assert (story.end is None) == (act == -2) and not story.scored
        shown = [page.text for page in game_pages(CLUB, story, view) if page.path.endswith(".html")]
        assert len(shown) == 2 and all(words in text for text in shown)


def story_of(scores: tuple[Pair, ...]) -> Story:
    """Return a game with these scores after its rounds."""
    story, _ = told(record_of(RULE_109, 3))
    one = story.rounds[0]
    rounds = tuple(
        replace(one, number=number, score=score, taken=(4, 3, 3, 3)) for number, score in enumerate(scores, 1)
    )
    return replace(story, rounds=rounds)


def drawn(*scores: Pair) -> Plot:
    """Return the plot of such a game."""
    plot = plot_of(story_of(scores))
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
    assert plot.target.score == 500
    (top,) = (point.y for point in plot.teams[0][1:])
    assert top < plot.target.y
    assert all(0 < point.y < plot.foot and plot.left <= point.x <= plot.right for line in plot.teams for point in line)


def test_what_happened_to_a_team_stands_below_its_round() -> None:
    made = Tally(made=True, over=0, penalty=0, points=50)
    nils = made._replace(nils=(2, 4), broken=(4,))
    tallies = ((made, made._replace(nils=(2,), broken=(2,))), (made._replace(made=False), nils))
    story = story_of(((50, 40), (0, 90), (-60, 140)))
    bags = (made._replace(penalty=-100), made)
    rounds = tuple(replace(one, tallies=both) for one, both in zip(story.rounds, (*tallies, bags), strict=True))
    plot = plot_of(replace(story, rounds=rounds))
    assert plot is not None
    x = [point.x for point in plot.teams[0]]
    found = [(mark.x, mark.team, mark.letters) for mark in plot.marks]
    assert found == [(x[1], 2, "X"), (x[2], 1, "S"), (x[2], 2, "NX"), (x[3], 1, "B")]
    low = {mark.team: mark.y for mark in plot.marks}
    assert max(point.y for line in plot.teams for point in line) < low[1] < low[2] < plot.foot


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
