"""The words of pages about games, tournaments and the club."""

from dataclasses import replace
from typing import Any

import pytest
from lxml import html

from referee.site import links, pages
from referee.site.environment import Club
from referee.site.public import FrontView, MatchOf
from referee.site.tournament_pages import tournament_pages
from referee.site.values import End
from referee.site.words import TEXTS, Scene
from referee.spades.cards import parse_card
from referee.spades.game import Played
from referee.spades.sheets import RULE_109, SHEETS
from referee.spades.view import view
from referee.table import events as ev
from referee.telling import news as n
from referee.telling.sentences import endings
from referee.telling.sentences.news_lines import lines
from referee.telling.tournaments.round_names import match_title
from tests.audit.records import record_of
from tests.site.samples import CLUB, told
from tests.site.shown import KINDS, Shown, few, view_of
from tests.telling.letter_samples import opening
from tests.tournaments.drawn_samples import event, single

PAGES = {page.path: page.text for page in few()}


@pytest.mark.parametrize(
    ("end", "last_round", "words"),
    [
        (End(1, "score", (255, 141)), 0, "Ann + Carol won 255 : 141, first to 250, in round 4"),
        (End(2, "score", (252, 260)), 0, "Bob + Dave won 260 : 252, both past 250, in round 4"),
        (End(1, "hands", (125, 20)), 0, "Ann + Carol won 125 : 20, in round 4, the last"),
        (End(2, "hands", (125, 200)), 4, "Bob + Dave won 200 : 125, in round 4, the last one, at the match limit"),
        (End(1, "sets", (90, 20)), 0, "Ann + Carol won: Bob + Dave were set 3 times in round 4, at 90 : 20"),
        (End(2, "concession", (90, 20)), 0, "Bob + Dave won: Ann + Carol conceded in round 4, at 20 : 90"),
        (End(2, "forfeit", (90, 20)), 0, "Bob + Dave won: Ann + Carol forfeited in round 4, at 20 : 90"),
        (
            End(1, "forfeit", (90, 20), ruled=True),
            0,
            "Ann + Carol won: Bob + Dave forfeited in round 4, at 90 : 20, as the Gamesmaster ruled",
        ),
        (End(None, "abort", (90, 20)), 0, "Nobody won: the Gamesmaster ended the game in round 4, at 90 : 20"),
    ],
)
def test_a_game_that_is_over_says_first_who_won_and_why(end: End, last_round: int, words: str) -> None:
    story, view = told(record_of(SHEETS["pride-final"], 3))
    last = replace(story.rounds[-1], number=4)
    names = ("Ann", "Bob", "Carol", "Dave")
    story = replace(story, names=names, end=end, last_round=last_round, rounds=(*story.rounds[:-1], last))
    page = html.fromstring(next(iter(pages.game_pages(CLUB, story, view))).text)
    (heading,) = page.xpath("//h1")
    assert " ".join(heading.text_content().split()) == words
    assert heading.sourceline < page.xpath("//table")[0].sourceline


def test_a_match_that_was_ruled_on_says_so_first() -> None:
    why = "Match 7 goes to The Aces, 120 to 80, as the Gamesmaster ruled."
    story, view = told(record_of(SHEETS["pride-final"], 3))
    view = replace(view, match=MatchOf(1, "Spring Cup", "match 7", ("The Aces", "Kings"), why))
    for team, heading in ((None, why), (1, "won")):
        page = next(
            iter(
                pages.game_pages(
                    CLUB, replace(story, end=End(team, "abort" if team is None else "forfeit", (1, 2))), view
                )
            )
        )
        shown = html.fromstring(page.text)
        assert heading in shown.xpath("//h1")[0].text_content() and shown.text_content().count(why) == 1


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


def test_a_bracket_names_its_matches_in_order_for_ears() -> None:
    cup = event(single(), 8, 5)
    page = html.fromstring({page.path: page.text for page in tournament_pages(CLUB, view_of(cup))}[links.tournament(3)])
    said = [
        " ".join(box.text_content().split())
        for box in page.xpath("//*[contains(@class, 'tree')]//li[not(@aria-hidden)]")
    ]
    assert [one.partition(", ")[0] for one in said] == [
        *["Quarter-final"] * 4, *["Semi-final"] * 2, "Final", "Third place"
    ]  # fmt: skip
    assert said[3].startswith("Quarter-final, Match 4, game 4: Clubs 90; ")
    assert said[3].endswith(" 300 won. winner to match 6")
    assert page.xpath("//p[@class='round']/@aria-hidden") == ["true"] * 4


def test_the_front_page_gives_the_deadline_and_says_what_a_sheet_is() -> None:
    line = Shown(13, record_of(RULE_109, 18, rounds=3), None, -30).line
    assert line.due is not None and line.deadline is not None
    sheets = {name: endings.in_short(sheet) for name, sheet in SHEETS.items()}
    text = pages.front_page(CLUB, FrontView(running=(line,), count=1, ended=(), tournaments=(), sheets=sheets)).text
    assert f'until <time datetime="{line.deadline.isoformat(timespec="seconds")}">' in text
    assert "The jokers are spades, each player bids and 250 points win; a team that is set 3 times loses." in text


@pytest.mark.parametrize(("base", "start"), [("https://spades.test", "https://spades.test/"), (None, "../../")])
def test_a_feed_has_whole_addresses_where_the_site_has_one(base: str | None, start: str) -> None:
    line = Shown(14, record_of(SHEETS["fsu"], 8)).line
    text = pages.tournament_feed(Club("Club", "referee@club.test", base), 1, "Spring Cup", [line], None).text
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
