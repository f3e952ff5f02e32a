"""The page of a game that is over: bars and plot of both scores, moments, sandbags, and the time that players took."""

from dataclasses import replace
from datetime import timedelta

import pytest

from referee.post.compose import to_bytes
from referee.spades.events import Four, Pair
from referee.spades.game import Bids, Result
from referee.spades.scoring import Taken, score_round, tally
from referee.spades.sheets import SHEETS
from referee.spades.view import SeatView, view
from referee.telling.buttons import Reply
from referee.telling.letters import Letters, Occasion
from referee.telling.letters.end_letter import end_page
from referee.telling.letters.round_letter import race
from referee.telling.moments import Course, Pace, moments
from referee.telling.news import GameOver, News, RoundOver, SeedShown
from tests.telling.letter_samples import ADDRESS, THE_LIST, WRITTEN, ids, last_card, opening, player, samples, settings

SAMPLES = samples()
MOST_ANNOUNCED = 15_000
"""Bytes of an announcement as it is sent."""

REPLY = Reply.to(ADDRESS, "[Spades 12] Round 3", "m1@example.org")


def played(*hands: tuple[Bids, Four], sheet: str = "109", blind: int = 0) -> Course:
    """A course of rounds with these bids and books; in the first, seat `blind` bid blind."""
    rounds: list[RoundOver] = []
    score: Pair = (0, 0)
    bags, sets = score, score
    for number, (bids, books) in enumerate(hands, 1):
        taken = Taken(bids, books, frozenset({blind} if blind and number == 1 else ()))
        rules = SHEETS[sheet]
        made = (tally(rules, 1, taken, bags[0])[0], tally(rules, 2, taken, bags[1])[0])
        points, bags, sets = score_round(rules, taken, bags, sets)
        score = (score[0] + points[0], score[1] + points[1])
        rounds.append(RoundOver(number, bids, books, made, points, score, bags, sets, taken.blind))
    return Course(tuple(rounds), (Pace(), Pace(), Pace(), Pace()))


def over(team: int | None = 1, by: str = "score", sheet: str = "109") -> SeatView:
    return replace(view(opening(sheet=SHEETS[sheet])[0]), result=Result(team, by))


def told(course: Course, shown: SeatView) -> dict[str, str]:
    return dict(moments(course, shown))


def test_the_moments_of_a_game() -> None:
    course = played(
        ((4, 3, 3, 0), (3, 6, 3, 1)),  # Ann + Carol set by one; Dave's nil broken; two bags
        ((5, 4, 0, 5), (6, 3, 0, 4)),  # Carol's nil made; Bob + Dave set by two
        ((4, 2, 3, 0), (9, 2, 2, 0)),  # Ann takes nine; Dave's nil made; four bags
    )
    assert [item.score for item in course.rounds] == [(-70, -66), (81, -156), (155, -36)]
    assert told(course, over()) == {
        "Biggest round": "Ann + Carol in round 2 (+151)",
        "Largest set": "Bob + Dave in round 2, 2 short of 9",
        "Nils made": "Carol in round 2; Dave in round 3",
        "Most tricks by one player": "9, Ann in round 3",
        "Comeback": "Ann + Carol, 4 behind after round 1",
        "Sandbags": "Ann + Carol 5, Bob + Dave 4",
    }


def test_what_did_not_happen_is_not_told_and_what_many_share_is_no_moment() -> None:
    even = ((3, 3, 3, 3), (4, 3, 3, 3))
    found = told(played(even, even, even), over())
    assert found == {"Sandbags": "Ann + Carol 3, Bob + Dave 0"}, "three alike rounds, nobody set, no nil, never behind"
    assert "Comeback" not in told(played(((3, 3, 3, 3), (3, 4, 3, 3))), over(1, "concession"))
    assert told(Course((), (Pace(),) * 4), over(None, "abort")) == {}
    assert "Nils made" not in told(played(((0, 4, 4, 4), (0, 5, 4, 4)), sheet="usag"), over(sheet="usag"))


def test_blind_nils_and_penalties_are_named() -> None:
    course = played(((0, 3, 3, 3), (0, 3, 7, 3)), ((2, 3, 3, 3), (6, 1, 6, 0)), sheet="sigma", blind=1)
    assert told(course, over(sheet="sigma"))["Nils made"] == "Ann in round 1 (blind nil)"
    course = played(((0, 3, 3, 3), (0, 3, 7, 3)), ((2, 3, 3, 3), (6, 1, 6, 0)))
    assert told(course, over())["Sandbags"] == "Ann + Carol 11 (-100), Bob + Dave 0"


def test_how_long_they_took() -> None:
    paces = (Pace(timedelta(hours=7, minutes=5)), Pace(timedelta(seconds=4)), Pace(None, 2), Pace(timedelta(days=2), 1))
    rounds = played(((4, 3, 3, 3), (4, 3, 3, 3))).rounds
    assert "Half of their moves came within" not in told(Course((), paces), over()), "one bid says nothing"
    found = told(Course(rounds, paces), over())
    assert (
        found["Half of their moves came within"]
        == "Ann 7 hours 5 minutes, Bob a minute, Dave 2 days (the clock acted once)"
    )
    assert found["The clock acted"] == "for Carol twice"


def test_the_plot_in_plain_text_marks_both_teams_on_one_scale() -> None:
    course = played(((5, 3, 5, 3), (4, 3, 3, 3)), ((6, 3, 4, 3), (6, 1, 4, 2)), ((4, 2, 3, 2), (4, 3, 3, 3)))
    page = end_page(course, over(), REPLY, player=True)
    head, *lines, scale = page.plot.split("\n")
    every = [score for item in course.rounds for score in item.score]
    assert head.split() == ["Round", "Team", "1", "Team", "2"]
    assert scale.split() == ["Scale", str(min(every)), "0", str(max(*every, 0))]
    assert lines[0].index("|") == scale.index(" 0 ") + 1
    assert scale.index(str(min(every))) == 8 and len(scale) == 8 + 44
    assert min(every) < 0 < max(every)
    assert [line.split()[0] for line in lines] == ["1", "2", "3"]
    assert [tuple(map(int, line.split()[-2:])) for line in lines] == [item.score for item in course.rounds]
    assert len({line.index("|") for line in lines if "|" in line}) == 1, "nought stands in one place"
    one, other = lines[0].find("1", 8, 52), lines[0].find("2", 8, 52)
    assert one < lines[0].index("|") < other
    tied = end_page(
        played(
            ((3, 3, 3, 3), (4, 3, 3, 3)),
        ),
        over(),
        REPLY,
        player=True,
    ).plot
    assert "*" not in tied
    assert (
        "*"
        in end_page(played(((3, 3, 4, 3), (3, 3, 4, 3)), ((3, 3, 3, 4), (3, 3, 3, 4))), over(), REPLY, player=True).plot
    )


def test_the_bars_fill_their_cells_and_begin_at_nought() -> None:
    course = played(((5, 3, 5, 3), (4, 3, 3, 3)), ((6, 3, 4, 3), (6, 1, 4, 2)), ((4, 2, 3, 2), (4, 3, 3, 3)))
    rows = end_page(course, over(), REPLY, player=False).scores
    bars = [bar for row in rows for bar in row.bars]
    assert all(bar.before >= 0 and bar.width > 0 and bar.before + bar.width <= 100 for bar in bars)
    assert max(bar.before + bar.width for bar in bars) == 100, "the highest score ends at the right"
    nought = {bar.before for row in rows for bar, score in zip(row.bars, row.score, strict=True) if score >= 0}
    assert len(nought) == 1
    assert rows[0].bars[0].before == 0, "the lowest score begins at the left"
    flat = end_page(played(((3, 3, 3, 3), (0, 6, 0, 7)), sheet="fsu"), over(sheet="fsu"), REPLY, player=False)
    assert all(bar.before + bar.width <= 100 and bar.width > 0 for row in flat.scores for bar in row.bars)


def test_a_long_game_is_shown_by_every_second_round_and_stays_within_an_announcement() -> None:
    many = played(*[((4, 3, 3, 0), (3, 6, 3, 1)), ((5, 4, 0, 5), (6, 3, 0, 4))] * 10)
    rounds = [row.round for row in end_page(many, over(), REPLY, player=False).scores]
    assert rounds == list(range(2, 21, 2))
    twelve = end_page(replace(many, rounds=many.rounds[:12]), over(), REPLY, player=False)
    assert [row.round for row in twelve.scores] == list(range(1, 13))
    ended = (many.rounds[-1], GameOver(1, "score", many.rounds[-1].score))
    occasion = Occasion(news=ended, written=WRITTEN, deadline=None, course=many)
    letters = Letters(settings(mode="external"))
    letter = letters.announcement(occasion, over(), over(), THE_LIST, ids(None))
    assert len(to_bytes(letter, settings().referee)) < MOST_ANNOUNCED
    assert (letter.html or "").count("<hr ") == 20


def test_the_last_tricks_stand_below_the_plot_and_the_last_round() -> None:
    course = played(((4, 3, 3, 0), (3, 6, 3, 1)), ((5, 4, 0, 5), (6, 3, 0, 4)))
    story = last_card(opening()[0])[1]
    ended = (*story.news[:2], course.rounds[-1], GameOver(1, "score", course.rounds[-1].score))
    occasion = Occasion(news=ended, written=WRITTEN, deadline=None, course=course)
    letter = Letters(settings(mode="external")).announcement(occasion, over(), over(), THE_LIST, ids(None))
    for text in (letter.text, letter.html or ""):
        places = [text.index(words) for words in ("by round", "To remember", "Sandbags", "Trick 13")]
        assert places == sorted(places) and text.count("Trick 13") == 1


@pytest.mark.parametrize(("letter", "bars"), [("W", 20), ("Ł", 8), ("Щ", 8)])
def test_the_longest_names_fit_into_the_announcement_of_a_long_game(letter: str, bars: int) -> None:
    """Four names of 24 letters, with as much to remember as a game may bring: nils by all, and a late clock for all."""
    late = (Pace(timedelta(days=2, hours=13), 12),) * 4
    hands = [((0, 6, 4, 3), (0, 9, 1, 3)), ((4, 0, 4, 3), (9, 0, 1, 3)), ((4, 5, 0, 3), (1, 9, 0, 3))]
    many = replace(played(*[*hands, ((4, 3, 3, 0), (9, 3, 1, 0))] * 5), paces=late)
    one, two, three, four = names = [f"{number}{letter * 23}" for number in range(1, 5)]
    shown = replace(over(), names=(one, two, three, four), round=20)
    seeds = [SeedShown(20, attempt, "e" * 64) for attempt in (1, 2, 3)]
    ended: tuple[News, ...] = (many.rounds[-1], *seeds, GameOver(1, "score", many.rounds[-1].score))
    occasion = Occasion(news=ended, written=WRITTEN, deadline=None, course=many)
    told = Letters(settings(mode="external")).announcement(occasion, shown, shown, THE_LIST, ids(None))
    assert len(to_bytes(told, settings().referee)) < MOST_ANNOUNCED
    assert (told.html or "").count("<hr ") == bars
    assert (told.html or "").count('<td align="left" aria-hidden="true"><hr align="left"') == bars // 2
    assert all(name in told.text and name in (told.html or "") for name in names)


def test_a_game_that_is_over_has_no_more_to_lose_and_says_once_who_conceded() -> None:
    text = SAMPLES["end-list"].text
    assert "5 sandbags\n" in text and "more cost" not in text
    assert text.count("conced") == 1


def test_after_the_end_the_foot_speaks_of_no_turns_to_come() -> None:
    course = played(((3, 3, 3, 3), (4, 3, 3, 3)))
    ended = (course.rounds[-1], GameOver(1, "score", course.rounds[-1].score))
    occasion = Occasion(news=ended, written=WRITTEN, deadline=None, course=course)
    letter = Letters(settings(mode="builtin")).announcement(occasion, over(), over(), player(), ids())
    for shown in (letter.text, letter.html or ""):
        foot = shown[shown.rindex("turn 1, sheet 109.") :]
        assert "score" in foot and "notify" not in foot and "hand" not in foot and "your moves" not in foot


def test_only_those_who_played_are_offered_a_rematch() -> None:
    course = played(((3, 3, 3, 3), (4, 3, 3, 3)))
    button = end_page(course, over(), REPLY, player=True).rematch
    assert button is not None and button.body == "rematch"
    assert end_page(course, over(), REPLY, player=False).rematch is None


def test_what_it_takes_to_win() -> None:
    shown = replace(view(opening()[0]), score=(443, 512), bags=(19, 3), misplays_game=(0, 1))
    assert race(shown) == (
        "Ann + Carol: 57 short of 500, 1 more sandbag costs 100.",
        "Bob + Dave: at 512, past 500, 7 more sandbags cost 100.",
        "Bob + Dave: 1 misplay in this game, 0 in this round.",
    )
    final = replace(view(opening(sheet=SHEETS["pride-final"])[0]), score=(-60, 62), sets=(2, 0))
    assert race(final)[0] == "Ann + Carol: 310 short of 250, set twice; the 3rd time loses the game."
    assert race(over()) == ()
