"""Letters speak each sheet's own language: what counts, what it costs, how the game ends, what may be challenged."""

from dataclasses import replace
from datetime import timedelta

import pytest

from referee.spades import commands as cmd
from referee.spades.game import Bids
from referee.spades.law.scoring import Taken, score_round, tally
from referee.spades.rulesheet import Cost, Limits, RuleSheet
from referee.spades.sheets import SHEETS
from referee.spades.view import view
from referee.table.seats import Four, Pair
from referee.telling import letter_kinds as a
from referee.telling import news as n
from referee.telling import notices
from referee.telling.letters.round_letter import round_table, round_tables
from referee.telling.sentences.endings import end_rule
from referee.telling.sentences.news_lines import headline, lines
from referee.telling.table_rows import RoundTable
from tests.telling.letter_samples import (
    DEADLINE,
    answered,
    forward,
    last_card,
    may_revoke,
    opening,
    settings,
    step,
    told,
    wrong_card,
)
from tests.telling.sheet_samples import BUILTIN, on_turn, reneging, sheet_samples

SAMPLES = sheet_samples()
NOBODY: frozenset[int] = frozenset()


def spelled(
    sheet: RuleSheet,
    bids: Bids,
    books: Four,
    *,
    bags: Pair = (0, 0),
    blind: frozenset[int] = NOBODY,
    off: Pair = (0, 0),
    sets: Pair = (0, 0),
    anew: bool = False,
) -> RoundTable:
    """Return the table of a round's end; bags and sets are those before it."""
    taken = Taken(bids, books, blind, off)
    scored = score_round(sheet, taken, bags, sets)
    one, two = (tally(sheet, team, taken, bags[team - 1])[0] for team in (1, 2))
    counts = (books[0] + books[2] - one.books, books[1] + books[3] - two.books)
    over = n.RoundOver(
        3, bids, books, (one, two), scored.points, scored.points, scored.bags, scored.sets, blind, counts, anew
    )
    return round_table(over, view(opening(sheet=sheet)[0]))


def counts(table: RoundTable) -> list[tuple[str, ...]]:
    """Return the figures of both teams."""
    return [row.cells for row in table.rows if row.is_team]


def test_109() -> None:
    table = spelled(SHEETS["109"], (7, 0, 0, 4), (8, 1, 0, 4), bags=(9, 0))
    assert table.head == ("Bid", "Took", "Points", "Score", "Sandbags")
    assert counts(table) == [("7", "8", "+71", "71", "10"), ("4", "5", "−59", "−59", "1")]
    assert [row.cells for row in table.rows if not row.is_team] == [("7", "8"), ("nil", "0"), ("nil", "1"), ("4", "4")]
    assert table.notes == (
        "Ann + Carol: +70 for the bid, +1 for 1 sandbag, +100 for Carol's nil, the 10th sandbag: −100.",
        "Bob + Dave: +40 for the bid, +1 for 1 sandbag, −100 for Bob's nil, broken.",
    )
    passed = spelled(SHEETS["109"], (0, 3, 0, 3), (6, 1, 6, 0), bags=(9, 0))
    assert "the 10th and 20th sandbag: −200" in passed.notes[0]
    high = spelled(SHEETS["109"], (6, 3, 5, 2), (4, 1, 4, 4))
    assert counts(high)[0] == ("11", "8", "−220", "−220", "0")
    assert high.notes == ("Ann + Carol: −220, set by 3 tricks.",)


def test_fsu_has_one_bid_a_team_and_a_broken_one_costs_nothing() -> None:
    table = spelled(SHEETS["fsu"], (4, None, None, 6), (4, 3, 3, 2), bags=(9, 0))
    assert counts(table) == [("4", "7", "−7", "−7", "12"), ("6", "5", "0", "0", "0")]
    assert table.notes == (
        "Ann + Carol: +40 for the bid, +3 for 3 sandbags, the 10th sandbag: −50.",
        "Bob + Dave: 0, set by 1 trick.",
    )


def test_fsu_books_off_are_named_where_they_count() -> None:
    table = spelled(SHEETS["fsu"], (5, None, None, 5), (4, 3, 3, 3), off=(3, 0), anew=True)
    assert table.title == "Round 3, scored again"
    assert counts(table) == [("5", "7", "0", "0", "0"), ("5", "6", "+51", "51", "1")]
    assert table.notes[0] == "Ann + Carol: 0, set by 1 trick, 3 tricks not counted."


def test_pride_counts_overtricks_and_no_sandbags() -> None:
    table = spelled(SHEETS["pride"], (4, 3, 3, 3), (3, 4, 3, 3))
    assert table.head == ("Bid", "Took", "Points", "Score")
    assert counts(table) == [("7", "6", "−70", "−70"), ("6", "7", "+61", "61")]
    assert table.notes[1] == "Bob + Dave: +60 for the bid, +1 for 1 overtrick."


def test_pride_final_counts_sets() -> None:
    table = spelled(SHEETS["pride-final"], (4, 3, 3, 3), (3, 4, 3, 3), sets=(1, 2))
    assert table.head[-1] == "Set"
    assert [row[-1] for row in counts(table)] == ["2", "2"]


def test_usag_has_no_nil_and_no_overtricks() -> None:
    table = spelled(SHEETS["usag"], (0, 4, 4, 4), (2, 4, 3, 4))
    assert counts(table)[0] == ("4", "5", "+40", "40") and not table.notes
    assert table.rows[1].cells == ("0", "2")


def test_on_sigma_a_blind_nil_is_not_called_a_nil() -> None:
    table = spelled(SHEETS["sigma"], (0, 0, 4, 4), (1, 0, 3, 9), blind=frozenset({1}))
    assert counts(table)[0] == ("4", "4", "−60", "−60", "0")
    assert [row.cells[0] for row in table.rows if not row.is_team] == ["blind nil", "4", "nil", "4"]
    assert table.notes[0] == "Ann + Carol: +40 for the bid, −100 for Ann's blind nil, broken."
    assert "+50 for Bob's nil" in table.notes[1]


@pytest.mark.parametrize(
    ("sheet", "said"),
    [
        ("109", "The game ends after a round in which a team has 500 or more and leads."),
        (
            "fsu",
            "The game ends after a round in which a team has 200 or more. "
            "If the score is then tied, one more round decides.",
        ),
        (
            "pride",
            "The game ends after a round in which a team has 250 or more, or after round 10; the higher score "
            "wins. If the score is then tied, one more round decides.",
        ),
        (
            "pride-final",
            "The game ends after a round in which a team has 250 or more. If the score is then tied, one more round "
            "decides. A team that is set 3 times in all loses.",
        ),
    ],
)
def test_when_the_game_ends(sheet: str, said: str) -> None:
    assert end_rule(view(opening(sheet=SHEETS[sheet])[0])) == said


def test_an_extra_round_decides_at_any_score() -> None:
    game, story = opening(sheet=SHEETS["fsu"], round=8, extra=8)
    assert end_rule(view(game)).startswith("This round decides the game at any score")
    assert "Round 8 is dealt and decides the game at any score. Ann + Carol bid first." in [
        line.text for line in lines(story.news, story.scene)
    ]


@pytest.mark.parametrize("sheet", ["pride", "pride-final", "usag"])
def test_no_word_of_sandbags_where_none_are_counted(sheet: str) -> None:
    letters = [letter for name, letter in SAMPLES.items() if dict(letter.headers)["Spades-Sheet"] == sheet]
    assert letters
    assert not [letter.subject for letter in letters if "sandbag" in letter.text + (letter.html or "")]


# Misplays and challenges


def test_a_misplay_without_limits_names_none() -> None:
    game = forward(opening(sheet=SHEETS["sigma"])[0], may_revoke)
    game, story = step(game, on_turn(game), cmd.PlayCard(wrong_card(game)))
    text = " ".join(line.text for line in lines(story.news, story.scene))
    assert "The play is void; " in text
    assert " score −50." in text
    assert "It is their team's 1st misplay in this round and 1st in the game." in text
    assert "forfeit" not in text


@pytest.mark.parametrize(
    ("points", "books", "said"),
    [
        (-50, 0, "score −50."),
        (0, 3, "lose 3 tricks of this round."),
        (-10, 1, "score −10 and lose 1 trick of this round."),
    ],
)
def test_what_a_misplay_costs_is_the_sheets(points: int, books: int, said: str) -> None:
    sheet = replace(SHEETS["109"], name="109*", misplay_cost=Cost(points, books))
    game = forward(opening(sheet=sheet)[0], may_revoke)
    game, story = step(game, on_turn(game), cmd.PlayCard(wrong_card(game)))
    found = headline(story.news, story.scene)
    assert found is not None
    assert found.endswith(said)


def test_only_a_proven_challenge_names_the_limits_of_misplays() -> None:
    sheet = replace(SHEETS["fsu"], name="fsu*", misplay_forfeit=Limits(2, 3))
    shown = view(opening(sheet=sheet)[0])
    found, not_found = (
        " ".join(line.text for line in lines((n.Challenge(2, 1, 1, 5, proven, 3, 0),), shown))
        for proven in (True, False)
    )
    assert "The 2nd in a round or the 3rd in a game forfeits." in found
    assert "forfeits" not in not_found


def test_a_team_that_has_bid_since_is_not_asked_to_challenge() -> None:
    """Only the other team still may; the round's letters say whose right it is."""
    game, _ = last_card(opening(sheet=SHEETS["fsu"])[0])
    bidder = on_turn(game)
    game, _ = step(game, bidder, cmd.MakeBid(5))
    other = bidder % 4 + 1
    _, story = step(game, other, cmd.Challenge(1, bidder))
    text = " ".join(line.text for line in lines(story.news, story.scene))
    team = view(game).team_names(2 - other % 2)
    assert f"Anyone in the team of {team} who thinks that an opponent reneged in round 1" in text


def test_the_time_for_challenges_is_the_one_that_is_set() -> None:
    _, story = last_card(opening(sheet=SHEETS["fsu"])[0])
    text = " ".join(line.text for line in lines(story.news, story.scene, within=timedelta(hours=5)))
    assert "but no later than 5 hours after this letter" in text


def test_a_last_round_scored_anew_shows_its_own_bids() -> None:
    """The next round is dealt by then, and nobody has bid in it."""
    game, _, book, seat = reneging()
    game, _ = last_card(game)
    _, story = step(game, seat % 4 + 1, cmd.Challenge(book, seat))
    (table,) = round_tables(story.news, story.scene)
    (name, cells), *_ = ((row.name, row.cells) for row in table.rows if row.is_team)
    assert (name, cells[:2]) == ("Ann + Carol", ("4", "10"))


# The end


# Pages


def page(answer: notices.Answer) -> str:
    return answered(BUILTIN, answer).text


def test_the_score_page_speaks_the_sheets_language() -> None:
    game, story = last_card(opening(sheet=SHEETS["sigma"])[0])
    over = next(item for item in story.news if isinstance(item, n.RoundOver))
    row = replace(over, bids=(0, 3, 4, 3), blind=frozenset({1}))
    assert "blind 3 4 3" in page(a.ScorePage(view(game), (row,)))
    team = replace(over, bids=(6, None, None, 5), off=(0, 3))
    text = page(a.ScorePage(view(opening(sheet=SHEETS["fsu"])[0]), (team,)))
    assert "Bids are listed by team, tricks by seat" in text
    assert " 6 5  " in text
    assert "Off" in text
    assert " 0 3  " in text
    sets = replace(over, sets=(1, 2))
    text = page(a.ScorePage(view(opening(sheet=SHEETS["pride-final"])[0]), (sets,)))
    assert text.partition("Set\n")[2].split("\n")[0].endswith("  1 2")


def test_a_provisional_result_is_shown_with_its_limit() -> None:
    game = last_card(opening(sheet=SHEETS["fsu"], round=7, score=(190, 195))[0])[0]
    text = " ".join(page(a.ScorePage(view(game), (), DEADLINE)).split())
    assert "Ann + Carol win unless a play of round 7 is challenged by Tue 24 Nov 18:00 UTC." in text
    assert "The game ends after" not in text
    line = a.GameLine(view(game), DEADLINE)
    status = " ".join(page(a.StatusPage((line,))).split())
    assert "the result stands unless a play of the last round is challenged by Tue 24 Nov 18:00 UTC." in status
    hand = " ".join(page(a.HandPage(view(game, 2), DEADLINE)).split())
    assert "All rounds of game 12 have been played" in hand
    assert "Nothing" not in hand


def test_the_history_page_tells_attempts_bids_and_challenges() -> None:
    game = forward(opening(sheet=SHEETS["fsu"])[0], lambda g: len(g.tricks) == 2)
    text = page(a.HistoryPage(view(game), view(game), 2, ("Bob challenges what Ann played.",), ()))
    assert "This is deal 2 of the round; the earlier deals were thrown in." in " ".join(text.split())
    assert "Ann, for the team" in text
    assert "Bob, for the team" not in text
    assert "- Bob challenges what Ann played." in text


def test_letters_know_the_changed_sheet_by_its_star() -> None:
    sheet = replace(SHEETS["standard"], name="standard*", target=300)
    game, story = opening(sheet=sheet)
    letter = told(BUILTIN, game, story, 1)
    assert dict(letter.headers)["Spades-Sheet"] == "standard*"
    assert "Sheet standard*: 300 points win." in letter.text
    assert settings().game.sheet == "109"
