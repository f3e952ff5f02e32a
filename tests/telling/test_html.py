"""The HTML of letters: golden ones, one for each layout, and that all others say what their text says."""

import os
import re
from html.parser import HTMLParser

import pytest

from tests.telling.test_letters import GOLDEN, SAMPLES, WRITE

LAYOUTS = (
    "chain-receipt",
    "claim-player",
    "dominoes-end",
    "dominoes-end-list",
    "dominoes-place-asked",
    "dominoes-plans",
    "dominoes-round-blocked",
    "fsu-turn",
    "hand-last",
    "help",
    "misplay-list",
    "misplay-turn",
    "plan-unfit-turn",
    "play-turn",
    "protest-list",
    "salts-list",
    "sigma-held-turn",
    "start-asked",
    "timeout-own",
    "tournament-announced-master",
    "tournament-cancelled",
    "tournament-drawn-rounds",
    "tournament-page-rules",
    "tournament-page-schedule",
    "tournament-standings",
    "trick-turn",
    "void-please",
)
"""Letters that together have every element that any has, in the same surroundings."""

TYPED = re.compile(
    r"^(You may (bid|play):$|(Or r|R)eply with .* lines?:$|In words:$|To ask the other three .*;$|.* says rematch )"
)
"""Sentences that say what to type or that begin a list; HTML has links and tables instead."""

OTHERWISE = ("To plan ahead", "No match in the first round:", "out: ")
"""Paragraphs that HTML shows as links, or as the bracket itself."""

WORD = re.compile(r"[^\W_]+")
TABLE = re.compile(r"\S {3,}\S|\||\A  ")
"""Marks that only a table, a drawing or a sample has: columns, strokes, or a first line further in."""


class Markup(HTMLParser):
    """The elements of a page, each in the one around it, and what a reader sees of it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: set[tuple[object, object]] = set()
        self.shown = ""
        self._open: list[tuple[object, ...]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        style = re.sub(r"\d+%", "%", given.get("style") or "")
        element = (tag, given.get("class"), style, *sorted(given))
        self.found.add((self._open[-1] if self._open else None, element))
        if tag not in {"meta", "br", "col", "hr"}:
            self._open.append(element)
        self.shown += " "

    def handle_endtag(self, tag: str) -> None:
        self._open.pop()
        self.shown += " "

    def handle_data(self, data: str) -> None:
        if not any(element[0] in ("style", "title") for element in self._open):
            self.shown += data


PAGES = {name: Markup(letter.html or "") for name, letter in SAMPLES.items()}


@pytest.mark.parametrize("name", LAYOUTS)
def test_golden_html(name: str) -> None:
    path, found = GOLDEN / f"{name}.html", SAMPLES[name].html or ""
    if os.environ.get(WRITE):
        path.write_text(found, "utf-8")
    assert found == path.read_text("utf-8"), f"set {WRITE}=1 to write {path.name} anew, and read the difference"


def test_every_layout_has_a_golden_html() -> None:
    """A new element needs a letter in LAYOUTS that has it."""
    golden = set().union(*(PAGES[name].found for name in LAYOUTS))
    assert {name: page.found - golden for name, page in PAGES.items() if page.found - golden} == {}


def plain(text: str) -> str:
    """Return the words of a text, apart from marks, lines and upper case."""
    return f" {' '.join(WORD.findall(text)).lower()} "


def sentences(text: str) -> list[str]:
    """Return the sentences of a text, without tables, samples and lines to type."""
    paragraphs = re.split(r"\n\s*\n|\n(?=\s*- )", text)
    prose = [" ".join(one.split()) for one in paragraphs if not TABLE.search(one)]
    said = [one for one in prose if not one.startswith(OTHERWISE)]
    found = [sentence for one in said for sentence in re.split(r"(?<=[.:?!;])\s+", one)]
    return [sentence for sentence in found if not TYPED.search(sentence)]


@pytest.mark.parametrize("name", SAMPLES)
def test_html_says_what_the_text_says(name: str) -> None:
    shown = plain(PAGES[name].shown)
    said = sentences(SAMPLES[name].text)
    assert said
    assert [sentence for sentence in said if plain(sentence) not in shown] == []
