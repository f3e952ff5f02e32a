"""The templates of pages, and the words, filters and scripts that they know. Escapes all that is not marked safe; knows
neither the database nor a folder.
"""

import json
import re
from calendar import month_name
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from referee import docs_folder, templates_folder
from referee.config import span_words
from referee.post.reading.safe_lines import clean
from referee.site import links, words
from referee.table.seats import SEATS, TEAMS, partner_of, team_of
from referee.telling import formats

BEGINS = '<script>\n"use strict";\n'
ENDS = "/* ---------------------------------------------------------------- the page"
"""The mark that ends the checker: the rest belongs to the page around it."""


def verifier_script() -> str:
    """Return the script that defines `verify(text, heads)`, in a function of its own, so that it shares no name with
    other scripts."""
    page = (docs_folder() / "verify.html").read_text("utf-8")
    _, found, rest = page.partition(BEGINS)
    script, ended, _ = rest.partition(ENDS)
    assert found and ended, "docs/verify.html has its checker before its page, in one script"
    return f'"use strict";\n(() => {{\n{script.rstrip()}\n}})();\n'


def record_script(lines: Iterable[str]) -> str:
    """Return a record as a script, since a page that came from a file may read scripts alone."""
    return f"globalThis.RECORD = {json.dumps(''.join(f'{line}{chr(10)}' for line in lines))};\n"


FOLDER = "site"
CODE = re.compile(r"`([^`\n]+)`")
ASSETS = "assets"


class Page(NamedTuple):
    """One file of the site: its path below the folder, with `/`, and its whole text."""

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class Club:
    """The values for every page: the referee's name and address, the address of the site, and the operator's
    templates."""

    name: str
    address: str
    base_url: str | None = None
    """The address of the site, without a slash at its end; None while it is unknown."""
    templates: Path | None = None
    """The operator's own templates, which go before the packaged ones."""


def render(club: Club, template: str, path: str, **page: Any) -> Page:
    """Make the page at `path` from a template of `templates/site/`."""
    text = environment(club.templates).get_template(template).render(page, club=club, path=path, top=links.top(path))
    return Page(path, text)


@cache
def environment(own: Path | None) -> Environment:
    """Return the templates, the operator's before the packaged ones, with the words and filters that all of them may
    use."""
    folders = [folder / FOLDER for folder in (own, templates_folder()) if folder is not None]
    made = Environment(
        loader=FileSystemLoader(folders),
        undefined=StrictUndefined,
        autoescape=True,
        finalize=formats.cleaned,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals |= GLOBALS
    made.filters |= FILTERS
    return made


def assets(own: Path | None) -> Mapping[str, bytes]:
    """Return the files that pages use as they are, by path below the folder."""
    found: dict[str, bytes] = {}
    for folder in (templates_folder(), own):
        if folder is not None and (files := folder / FOLDER / ASSETS).is_dir():
            found |= {f"{ASSETS}/{file.name}": file.read_bytes() for file in sorted(files.iterdir()) if file.is_file()}
    return {f"{ASSETS}/verify.js": verifier_script().encode(), **found}


def _coded(text: str) -> Markup:
    """Mark up words in backticks as code."""
    return Markup(CODE.sub(r"<code>\1</code>", str(escape(clean(text)))))


def _day(moment: datetime) -> str:
    """Write a day like `24 November 2026`, in UTC: pages are read years later, too."""
    day = moment.astimezone(UTC)
    return f"{day.day} {month_name[day.month]} {day.year}"


GLOBALS: Mapping[str, Any] = {
    "SEATS": SEATS,
    "TEAMS": TEAMS,
    "team_of": team_of,
    "partner_of": partner_of,
    "link": links,
    "of_game": words.of_game,
    "bid_text": formats.bid_text,
    "score_name": formats.score_name,
    "is_red": formats.is_red,
}
FILTERS: Mapping[str, Any] = {
    "card": formats.card_text,
    "face": formats.card_face,
    "card_name": formats.card_name,
    "counted": formats.count,
    "ordinal": formats.ordinal,
    "times": formats.times,
    "listed": formats.listed,
    "moment": formats.moment,
    "day": _day,
    "span": span_words,
    "about": formats.span_left,
    "coded": _coded,
}
