"""The words of pages about games, tournaments and the club."""

from dataclasses import replace
from typing import Any

import pytest

from referee.site import feeds, links, pages
from referee.site.environment import Club
from referee.site.public import FrontView
from referee.site.tournament_pages import tournament_pages
from referee.site.values import End
from referee.site.words import TEXTS, Scene, sheet_words, told_end
from referee.spades import events as ev
from referee.spades.cards import parse_card
from referee.spades.game import Played
from referee.spades.sheets import RULE_109, SHEETS
from referee.spades.view import view
from referee.telling import news as n
from referee.telling.sentences.news_lines import lines
from referee.telling.tournaments.round_names import match_title
from tests.audit.records import record_of
from tests.site.samples import CLUB, told
from tests.site.shown import KINDS, Shown, few, view_of
from tests.telling.letter_samples import opening
from tests.tournaments.drawn_samples import event, single

PAGES = {page.path: page.text for page in few()}


@pytest.mark.parametrize(
    ("by", "words"),
    [
        ("sets", "Bob + Dave were set 3 times, which loses the game: Ann + Carol won."),
        ("concession", "Bob + Dave conceded: Ann + Carol won."),
        ("hands", "It was the last round: Ann + Carol won."),
        ("score", "Ann + Carol won."),
    ],
)
def test_a_game_says_why_it_ended(by: str, words: str) -> None:
    story, _ = told(record_of(SHEETS["pride-final"], 3))
    story = replace(story, names=("Ann", "Bob", "Carol", "Dave"), end=End(1, by, (125, -109)))
    assert told_end(story) == words


def test_a_game_says_which_match_of_its_tournament_it_is() -> None:
    cup = event(single(), 8, 5)
    final = max(cup.t.games)
    assert match_title(cup.t, 1) == "quarter-finals"
    assert "the final" in [match_title(cup.t, match) for match in range(1, 9)]
    assert match_title(cup.t, 99) == "" and final > 1
    assert "match 7, the final of" in PAGES[KINDS["game"]]


def test_a_schedule_goes_from_the_first_match_to_the_final_and_marks_winners() -> None:
    cup = event(single(), 8, 99)
    pages = {page.path: page.text for page in tournament_pages(CLUB, view_of(cup))}
    text = pages[links.schedule(3)]
    assert text.index("Quarter-finals") < text.index("Semi-finals") < text.index("<h2>Final ")
    assert text.count('<span class="said">won</span>') == len(cup.t.outcomes) == 8
    page = pages[links.tournament(3)]
    assert 'href="../../sheets/109.html"' in page


def test_the_front_page_gives_the_deadline_and_says_what_a_sheet_is() -> None:
    line = Shown(13, record_of(RULE_109, 18, rounds=3), None, -30).line
    assert line.due is not None and line.deadline is not None
    sheets = {name: sheet_words(sheet) for name, sheet in SHEETS.items()}
    text = pages.front_page(CLUB, FrontView(running=(line,), count=1, ended=(), tournaments=(), sheets=sheets)).text
    assert f'until <time datetime="{line.deadline.isoformat(timespec="seconds")}">' in text
    assert "both jokers; 250 points win, being set 3 times loses" in text
    assert sheets["109"] == "nil, sandbags; 500 points win"


@pytest.mark.parametrize(("base", "start"), [("https://spades.test", "https://spades.test/"), (None, "../../")])
def test_a_feed_has_whole_addresses_where_the_site_has_one(base: str | None, start: str) -> None:
    line = Shown(14, record_of(SHEETS["fsu"], 8)).line
    text = feeds.tournament_feed(Club("Club", "referee@club.test", base), 1, "Spring Cup", [line], None).text
    hrefs = [part.partition('"')[0] for part in text.split('href="')[1:]]
    assert hrefs and all(one.startswith(start) for one in hrefs)


def test_the_page_of_a_round_uses_the_words_of_letters() -> None:
    game = opening()[0]
    card, led = parse_card("QS"), parse_card("4H")
    shown = replace(view(game), table=(Played(1, led),))
    at = Scene(shown.names, shown.sheet, led, 13)
    told: list[tuple[dict[str, Any], n.News, int]] = [
        ({"e": "misplay", "seat": 2, "card": "QS", "fault": "revoke", "points": -50},
         n.Misplay(2, card, "revoke", -50, 1, 1), 1),
        ({"e": "misplay", "seat": 2, "card": "QS", "fault": "not_held", "points": 0},
         n.Misplay(2, card, "not_held", 0, 1, 1), 1),
        ({"e": "void", "to": 3, "charge": 2, "points": -100}, n.Void(3, "", 2, -100), 2),
        ({"e": "void", "to": 3}, n.Void(3, "", None, 0), 1),
        ({"e": "challenge", "seat": 2, "accused": 1, "round": 3, "book": 5, "proven": True, "books": 3},
         n.Challenge(2, 1, 3, 5, True, 3, shown.sheet.misplay_cost.points), 2),
        ({"e": "claim", "seat": 1}, n.Claim(1, (card,) * 13), 1),
        ({"e": "withdrawal", "seat": 1}, ev.ConcessionWithdrawn(1), 1),
        ({"e": "replace", "seat": 2, "name": "Eve"}, n.Replacement(2, "Eve", shown.names[1]), 1),
        ({"e": "last", "round": 7}, ev.LastRoundSet(7), 1),
    ]  # fmt: skip
    for said, item, many in told:
        assert TEXTS[said["e"]](said, at) == " ".join(line.text for line in lines((item,), shown)[:many]), said["e"]
    assert {said["e"] for said, *_ in told} == set(TEXTS) - {"concession", "restore"}
