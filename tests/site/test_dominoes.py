"""The pages of a game of dominoes: what they say, that they hold no tile of a hand, and that they come bit by bit as
they come at once."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from lxml import html

from referee.desk.site.renew import Site
from referee.dominoes import events as ev
from referee.dominoes.sheets import SIGMA_DOMINOES
from referee.records.lines import canonical
from referee.site.pages import game_pages
from referee.site.public import PublicView
from referee.site.reading import read_record
from referee.table.seats import SEATS
from tests.by_mail.test_dominoes import START, plays, state, trail
from tests.site.canaries import differing, other_secrets
from tests.site.samples import BEGAN, CLUB
from tests.site.test_renew import Shown
from tests.talk import Talk

TILE = re.compile(r"(?<!\d)([0-6])-([0-6])(?!\d)")
PAGE = "games/1/index.html"
OTHERS = "start\nplayers: Eve <eve@club.test>, Finn <finn@club.test>, Gil <gil@club.test>, Hal <hal@club.test>"


def shown_tiles(page: str) -> set[str]:
    """Return every tile that a page names, or draws as two halves."""
    cells = html.fromstring(page).xpath("//td[contains(@class, 'tile') or contains(@class, 'spinner')]")
    drawn = {"-".join(sorted((one.text_content() for one in cell.xpath("span")), reverse=True)) for cell in cells}
    return drawn | {"-".join(found) for found in TILE.findall(page)}


def of_running_round(page: str) -> str:
    """Return a game's page without the rounds before its last one."""
    number = int(re.findall(r"<caption>Round (\d+)", page)[0])
    return page.partition(f'<section class="sheet" aria-labelledby="r{number - 1}">')[0]


def held(talk: Talk) -> set[str]:
    """Return the tiles that somebody holds."""
    return {str(tile) for seat in SEATS for tile in state(talk).hand(seat)}


def laid(talk: Talk) -> set[str]:
    """Return the tiles that lie on the table."""
    return {str(act.tile) for act in state(talk).laid}


def test_a_game_that_is_written_after_each_act_holds_no_tile_of_a_hand_and_is_what_would_be_written_at_once(
    talk: Talk, tmp_path: Path
) -> None:
    shown = Shown(talk.starts(START), tmp_path / "site")
    talk.master(OTHERS, subject="a game of spades")
    acts = 0
    while talk.kept().ended_at is None:
        if acts == 5:
            assert talk.master("rule void to turn 3 because it was a slip", subject="[Spades 1]") == "VoidTo/accepted"
        if acts == 8:
            talk.passes(days=4)
        assert plays(talk) == "PlayTile/accepted"
        shown.renew()
        acts += 1
        if talk.kept().ended_at is None:
            events = trail(talk)
            dealt = max(place for place, event in enumerate(events) if isinstance(event, ev.Dealt))
            played = {str(event.tile) for event in events[dealt:] if isinstance(event, ev.TilePlayed)}
            assert shown_tiles(of_running_round(shown.page(PAGE))) == laid(talk), acts
            for path in ("games/1/record.jsonl", "games/1/record.js"):
                since = shown.page(path).rpartition("opener")[2]
                assert {"-".join(found) for found in TILE.findall(since)} == played, path
    assert acts > 30
    shown.renew()
    Site(talk.desk, tmp_path / "whole").write_all(talk.store, talk.now)
    assert differing(tmp_path / "whole", tmp_path / "site") == []


@pytest.mark.parametrize("acts", [0, 3, 11, 24, 33])
def test_other_hands_write_the_same_files(talk: Talk, tmp_path: Path, acts: int) -> None:
    talk.starts(START)
    for _ in range(acts):
        plays(talk)
    before = held(talk), talk.game().hand(1)
    Site(talk.desk, tmp_path / "one").write_all(talk.store, talk.now)
    other_secrets(talk, 1)
    assert held(talk) == before[0] and talk.game().hand(1) != before[1]
    Site(talk.desk, tmp_path / "other").write_all(talk.store, talk.now)
    assert differing(tmp_path / "one", tmp_path / "other") == []


def test_lists_say_that_dominoes_is_played(talk: Talk, tmp_path: Path) -> None:
    shown = Shown(talk.starts(f"{START}\ntarget: 5"), tmp_path / "site")
    shown.renew()
    assert "Dominoes, round 1; <bdi>" in shown.page("index.html")
    assert ", dominoes, sheet sigma-dominoes*</p>" in shown.page("games/index.html")
    while talk.kept().ended_at is None:
        plays(talk)
    shown.renew()
    for path in ("index.html", "games/index.html", "players/1/index.html"):
        assert ", dominoes, sheet sigma-dominoes*</p>" in shown.page(path), path
    assert "<title>Game 1: dominoes, Ann + " in shown.page("feed.xml")
    assert "<title>Game 1: dominoes, Ann + " in shown.page(PAGE)


LINES = [
    {"e": "start", "v": "dominoes-record-v1", "game": 7, "seats": ["Ann", "Bob", "Carol", "Dave"],
     "sheet": "sigma-dominoes", "rules": SIGMA_DOMINOES.parameters(), "limit": 60},
    {"e": "deal", "round": 1, "attempt": 1, "opener": 1, "prev": "-"},
    {"e": "play", "turn": 1, "seat": 1, "tile": "6-6", "arm": "first", "count": 12, "points": 0, "by": "player"},
    {"e": "play", "turn": 2, "seat": 2, "tile": "6-3", "arm": "right", "count": 15, "points": 15, "by": "clock"},
    {"e": "knock", "turn": 3, "seat": 3, "by": "rule"},
    {"e": "replace", "seat": 1, "name": "Eve"},
    {"e": "play", "turn": 4, "seat": 4, "tile": "6-2", "arm": "left", "count": 5, "points": 5, "by": "player"},
]  # fmt: skip
"""Examples 1 and 2 of the rules."""
OUT = {"e": "round", "round": 1, "by": "out", "pips": [3, 10, 10, 0], "points": [0, 15], "score": [0, 35]}


def page_of(lines: list[dict[str, Any]]) -> Any:
    """Return the page of a game with this record, as a tree."""
    view = PublicView(
        game=7, players=(1, 2, 3, 4), score=(0, 35), started=BEGAN, ended=None, due=None, deadline=None, paused=False,
        limit=timedelta(days=3), provisional=False, final_at=None,
    )  # fmt: skip
    page, *rest = game_pages(CLUB, read_record([canonical(line) for line in lines]), view)
    assert [one.path for one in rest] == ["games/7/record.jsonl", "games/7/record.js"]
    return html.fromstring(page.text)


def words(page: Any, path: str) -> list[str]:
    """Return the texts of what a path finds, their parts one space apart."""
    return [" ".join(" ".join(one.itertext()).split()) for one in page.xpath(path)]


def test_the_running_round_shows_its_course_its_ends_and_who_knocked_at_what() -> None:
    page = page_of(LINES)
    assert words(page, "//section[@aria-labelledby='r1']//li") == [
        "Ann 6-6 makes 12",
        "Bob 6-3 right scores 15 , by the clock",
        "Carol knocks: no 3 or 6",
        "Dave 6-2 left scores 5",
    ]
    assert words(page, "//*[@class='felt']//tbody/tr") == [
        "Eve 6", "Bob 6", "Carol 7", "Dave 6",
    ]  # fmt: skip
    assert "Ends: left 2, right 3. Up and down are open too: a 6. Knocked: Carol at 3 and 6." in words(page, "//p")
    assert words(page, "//*[@class='felt']//caption") == ["Round 1, tile 4"]
    assert words(page, "//*[@class='line']//tr") == ["6", "2 2 | 6 6 6 6 | 3 3", "6"]
    assert "Eve takes over seat 1 from Ann, with their hand." in words(page, "//section[@aria-labelledby='r1']/p")


def test_a_finished_round_shows_its_pips_its_points_and_its_line() -> None:
    deal = {"e": "deal", "round": 2, "attempt": 1, "opener": 4, "prev": "-"}
    page = page_of([*LINES, OUT, deal])
    first = "//section[@aria-labelledby='r1']"
    assert words(page, f"{first}//caption") == ["Dave goes out. Eve + Carol held 13 pips: 15 points for Bob + Dave."]
    assert words(page, f"{first}//tbody/tr") == [
        "Eve + Carol 0 13 0 0", "Bob + Dave 20 10 15 35",
    ]  # fmt: skip
    assert "Pips left: Eve 3, Bob 10, Carol 10, Dave 0." in words(page, f"{first}/p")
    assert words(page, "//*[@class='line']//tr") == ["6", "2 2 | 6 6 6 6 | 3 3", "6"], (
        "the running round has no line yet"
    )
    assert words(page, "//h2")[-3:] == ["Round 2", "Round 1", "Record"]


def test_a_void_takes_plays_back_and_a_deal_that_was_thrown_in_is_told() -> None:
    void = {"e": "void", "turn": 5, "to": 2, "points": 0}
    again = {"e": "deal", "round": 1, "attempt": 2, "opener": 2, "prev": "-", "reason": "misdeal"}
    page = page_of([*LINES, OUT, void])
    assert words(page, "//ol/li") == ["Ann 6-6 makes 12"] and not words(page, "//section[@aria-labelledby='r1']//table")
    assert "The Gamesmaster declares void all plays since turn 2." in words(page, "//section[@aria-labelledby='r1']/p")
    page = page_of([*LINES, again])
    assert words(page, "//ol/li") == [] and words(page, "//section[@aria-labelledby='r1']/p")[-1] == (
        "Somebody had five doubles: the round is dealt again."
    )


@pytest.mark.parametrize(
    ("by", "said"),
    [("score", "Bob + Dave won 35 : 0, first to 150, in round 1"),
     ("concession", "Bob + Dave won: Eve + Carol conceded in round 1, at 35 : 0")],
)  # fmt: skip
def test_a_game_that_is_over_in_mid_round_says_who_won(by: str, said: str) -> None:
    page = page_of([*LINES, {"e": "end", "result": "team 2", "by": by, "score": [0, 35]}])
    (heading,) = words(page, "//h1")
    assert heading == said
    assert words(page, "//*[@class='felt']//caption") == ["Round 1, over"]
