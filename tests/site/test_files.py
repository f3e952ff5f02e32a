"""The files of a site, without a browser: they are whole, small, ask for nothing from elsewhere, come only if they
changed, and strangers' names are text in them. Letters link to the page of their game where the site has an address."""

import os
import re
import threading
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from posixpath import join, normpath
from urllib.parse import unquote, urlsplit

import pytest
from lxml import html

from referee.site import links
from referee.site.environment import BEGINS, ENDS, Page, assets, verifier_script
from referee.site.folder import Folder
from referee.site.pages import game_pages
from referee.spades.sheets import RULE_109
from tests.audit.records import record_of
from tests.site.samples import CLUB, told
from tests.site.shown import HOSTILE, HOSTILE_GAME, KINDS, few, many
from tests.talk import Talk

LARGEST = 100_000
POLICY = "default-src 'none'; style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'none'"
ADDRESSES = ("href", "src", "action", "data", "poster", "srcset", "ping", "formaction")


@cache
def files() -> Mapping[str, str]:
    """Return every file of a site by its path."""
    found = {path: data.decode() for path, data in assets(None).items()}
    return found | {page.path: page.text for page in few()}


@cache
def pages() -> Mapping[str, html.HtmlElement]:
    """Return every page of the site, parsed."""
    return {path: html.document_fromstring(text) for path, text in files().items() if path.endswith(".html")}


def addresses(page: html.HtmlElement) -> list[tuple[str, str]]:
    """List what a page leads to or asks for: the element and the address."""
    return [
        (node.tag, node.get(name))
        for node in page.iter()
        if isinstance(node.tag, str)
        for name in ADDRESSES
        if node.get(name) is not None
    ]


def test_every_kind_of_page_is_there() -> None:
    assert set(KINDS.values()) <= set(pages())


def test_links_are_whole() -> None:
    for path, page in pages().items():
        for _, address in addresses(page):
            where = urlsplit(address)
            if where.scheme == "mailto":
                continue
            assert not where.scheme and not where.netloc and not where.path.startswith("/"), f"{path}: {address}"
            target = normpath(join(path, "..", unquote(where.path))) if where.path else path
            assert target in files(), f"{path} leads to {address}, which is not there"
            if where.fragment:
                assert pages()[target].get_element_by_id(where.fragment, None) is not None, f"{path}: {address}"


def test_no_page_asks_for_anything_but_what_is_its_own() -> None:
    for path, page in pages().items():
        (policy,) = page.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
        assert policy == POLICY, path
        asked = {address for tag, address in addresses(page) if tag not in ("a", "use")}
        rest = {normpath(join(path, "..", address)) for address in asked} - {"assets/site.css", "assets/site.js"}
        assert all(one.endswith("feed.xml") for one in rest), f"{path} asks for {rest}"
    for path, text in files().items():
        if path.startswith("assets/"):
            assert not any(
                word in text for word in ("@import", "url(", "fetch(", "XMLHttpRequest", "cookie", "localStorage")
            )


def test_nothing_runs_or_is_styled_from_within_a_page() -> None:
    for path, page in pages().items():
        for node in (one for one in page.iter() if isinstance(one.tag, str)):
            assert not [name for name in node.attrib if name == "style" or name.startswith("on")], f"{path}: {node.tag}"
            assert node.tag != "style", path
            if node.tag == "script":
                assert node.get("type") == "application/json" or (node.get("src") and not node.text), path


def test_names_are_text() -> None:
    page = pages()[KINDS["game"]]
    assert HOSTILE[0] in page.text_content()
    for path, one in pages().items():
        assert not one.xpath("//script[not(@src) and not(@type)]") and not one.xpath("//b[text()='Aces']"), path
    for path, text in files().items():
        assert not any(mark in text for mark in "\u202e\u202c\u200f") or path.endswith((".jsonl", ".js")), path


def test_a_name_cannot_end_the_data_of_a_replay() -> None:
    text = files()[f"games/{HOSTILE_GAME}/r1.html"]
    data = text.partition('id="round">')[2].partition("</script>")[0]
    assert "\\u003cscript\\u003ehit()\\u003c/script\\u003e" in data and "<" not in data


def test_a_page_has_a_language_a_title_one_heading_and_no_name_twice() -> None:
    for path, page in pages().items():
        assert page.get("lang") == "en" and page.findtext(".//title"), path
        assert len(page.findall(".//h1")) == 1, path
        named = page.xpath("//@id")
        assert len(named) == len(set(named)), path


@cache
def every_page() -> Mapping[str, html.HtmlElement]:
    """Return all kinds of pages in all their states."""
    return {page.path: html.fromstring(page.text) for page in many() if page.path.endswith(".html")}


def test_a_table_has_a_caption_and_no_empty_cell() -> None:
    for path, page in every_page().items():
        for table in page.xpath("//table[not(@role='presentation')]"):
            cells = [cell.text_content().strip() for cell in table.iter("caption", "td", "th")]
            assert all(cells) and table.find("caption") is not None, path


def test_a_trick_is_called_a_trick_and_a_minus_is_one() -> None:
    every = {
        path: " ".join(page.xpath("//body//text()[not(ancestor::script)]")).lower()
        for path, page in every_page().items()
    }
    assert any("\N{MINUS SIGN}" in words for words in every.values())
    for path, words in every.items():
        assert not re.search(r"(?<!\S)-\d", words), path
        assert "book" not in words.replace("card books", "") or path == links.sheet("109"), path


def test_pages_are_small() -> None:
    for page in many():
        if page.path.endswith(".html"):
            assert len(page.text.encode()) < LARGEST, page.path


def test_the_verifier_is_the_one_of_the_documents() -> None:
    script = verifier_script()
    assert BEGINS not in script and ENDS not in script
    assert "globalThis.verify = verify;" in script and "document." not in script


ONE, OTHER = "a" * 200_000, "b" * 200_000


def test_a_reader_gets_the_old_file_or_the_new_one(tmp_path: Path) -> None:
    folder, path = Folder(tmp_path), tmp_path / "games" / "1" / "index.html"
    folder.put([Page("games/1/index.html", ONE)])
    stop, seen = threading.Event(), set()

    def read() -> None:
        while not stop.is_set():
            seen.add(path.read_text())

    reader = threading.Thread(target=read)
    reader.start()
    for number in range(60):
        folder.put([Page("games/1/index.html", OTHER if number % 2 else ONE)])
    stop.set()
    reader.join()
    assert seen <= {ONE, OTHER}


def test_a_file_that_is_the_same_is_left_alone(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    assert folder.put([Page("index.html", "one")]) == 1
    os.utime(tmp_path / "index.html", (1, 1))
    assert folder.put([Page("index.html", "one")]) == 0
    assert (tmp_path / "index.html").stat().st_mtime == 1
    assert folder.put([Page("index.html", "two")]) == 1


def test_everyone_may_read_them(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        Folder(tmp_path / "site").put([Page("games/1/index.html", "x")])
    finally:
        os.umask(before)
    assert (tmp_path / "site/games/1/index.html").stat().st_mode & 0o777 == 0o644
    assert {(tmp_path / name).stat().st_mode & 0o777 for name in ("site", "site/games", "site/games/1")} == {0o755}


def test_nothing_is_left_of_a_file_that_could_not_be_put_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Folder(tmp_path)
    folder.put([Page("index.html", "old")])

    def fails(*_: object) -> None:
        raise OSError("no room")

    monkeypatch.setattr(os, "replace", fails)
    with pytest.raises(OSError, match="no room"):
        folder.put([Page("index.html", "new")])
    assert [path.name for path in tmp_path.iterdir()] == ["index.html"]
    assert (tmp_path / "index.html").read_text() == "old"


def test_what_was_put_there_can_be_settled(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    folder.put([Page("games/1/index.html", "x"), Page("index.html", "y")])
    folder.settle()
    folder.settle()


def test_a_game_has_a_page_for_its_table_and_one_for_each_round_and_its_record() -> None:
    story, view = told(record_of(RULE_109, 3))
    pages = {page.path: page.text for page in game_pages(CLUB, story, view)}
    rounds = [f"games/{story.game}/r{one.number}.html" for one in story.rounds]
    assert {f"games/{story.game}/index.html", f"games/{story.game}/record.jsonl", *rounds} <= set(pages)
    assert pages[f"games/{story.game}/record.jsonl"].splitlines() == list(story.lines)


WHERE = "https://spades.test/club"
PAGE = f"{WHERE}/{links.game(1).removesuffix('index.html')}"


def letters(place: Path, **site: str) -> Talk:
    return Talk(place, site=site).starts().bids()


def test_every_letter_about_a_game_links_to_its_page(tmp_path: Path) -> None:
    talk = letters(tmp_path, folder="pages", base_url=f"{WHERE}/")
    for letter in talk.letters:
        if letter["Spades-Game"]:
            assert f"To look at: {PAGE}" in letter.text.splitlines()
            assert not letter.html or f'href="{PAGE}"' in letter.html


def test_the_answer_that_shows_the_score_does_too(tmp_path: Path) -> None:
    talk = letters(tmp_path, folder="pages", base_url=WHERE)
    talk.says("ann", "score")
    assert f"To look at: {PAGE}" in talk.last("ann").text.splitlines()


@pytest.mark.parametrize("site", [{}, {"folder": "pages"}, {"base_url": WHERE}])
def test_without_both_no_letter_does(tmp_path: Path, site: dict[str, str]) -> None:
    for letter in letters(tmp_path, **site).letters:
        assert "To look at" not in letter.text and WHERE not in letter.html
