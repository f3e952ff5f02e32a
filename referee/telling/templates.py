"""The templates: from the operator's folder first, then from the packaged one, compiled once.

Text that is not ours becomes one printable line before it is shown, and is escaped in HTML; an unknown name in a
template is an error. Never reads anything but templates.
"""

import re
from collections.abc import Callable, Collection, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import (
    Environment,
    FileSystemLoader,
    StrictUndefined,
    Template,
    TemplatesNotFound,
    TemplateSyntaxError,
    meta,
)
from markupsafe import Markup, escape

from referee import templates_folder
from referee.config import ConfigError, span_words
from referee.post.reading.safe_lines import clean
from referee.spades.cards import Card
from referee.table.view import TableView
from referee.telling import formats, table_rows
from referee.telling.dominoes import parts, sentences
from referee.telling.error_answers import Refused, unproven
from referee.telling.formats import SYMBOLS, Block
from referee.telling.letter_kinds import HelpPage, RulesPage
from referee.telling.notices import Answer
from referee.telling.sentences import endings, in_words, plan_words, recap, turns

CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")
CODE = re.compile(r"`([^`\n]+)`")
SUITED = re.compile(r"((?:10|[2-9AKQJ])?)([♠♥♦♣])")
AS_TEXT = "&#xFE0E;"
"""The mark after a suit that asks for a character, not a coloured picture."""
NAMED = re.compile(f"(10|[2-9AKQJ])([♠♥♦♣]){AS_TEXT}")
OF_LINKS = re.compile(r"[.:@]")
BIG_JOKER = "★ BJ"
"""Drawn in red, to tell it from the little one."""

OF_CARDS = ("bid", "play", "cards", "plans", "claim", "blind", "challenge")
"""The topics of help that speak of cards; in a game of tiles its own card stands for them."""
PLAIN_NAME = re.compile(r"[a-z0-9-]{1,40}")

RED = '<span class="red" style="color:#c0182f">'


class Templates:
    """Compiled templates. Safe to share between threads."""

    def __init__(self, folder: Path | None) -> None:
        """Compile them all. Raises ConfigError for a missing folder or an unreadable template."""
        if folder is not None and not folder.is_dir():
            raise ConfigError(f"there is no folder {folder}: mend referee.templates, or leave the key out")
        folders = [templates_folder()] if folder is None else [folder, templates_folder()]
        self.environment = Environment(
            loader=FileSystemLoader(folders),
            undefined=StrictUndefined,
            autoescape=lambda name: name is not None and name.endswith(".html"),
            finalize=formats.cleaned,
            auto_reload=False,
            cache_size=-1,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.environment.globals |= {
            "tiles": parts,
            "said": sentences,
            "seats": table_rows.seats,
            "in_words": in_words.hand,
            "may": in_words.may,
            "bids": in_words.bids,
            "last_trick": in_words.last_trick,
            "score_lines": table_rows.score_lines,
            "score_name": formats.score_name,
            "needs": in_words.needs,
            "gone_rows": table_rows.gone_rows,
            "voids_line": table_rows.voids_line,
            "teams": table_rows.teams,
            "columns": formats.columns,
            "plan_sentence": plan_words.plan_sentence,
            "settled": endings.settled_early,
            "moment": formats.moment,
            "at": formats.at,
            "bid_text": formats.bid_text,
            "trick_lines": recap.trick_lines,
            "ranks": formats.ranks_text,
            "left_out": formats.left_out,
            "unproven": unproven,
            "what_it_is": turns.what_it_is,
        }
        self.environment.filters |= {
            "named": named,
            "suited": suited,
            "termed": termed,
            "card": formats.card_name,
            "code": formats.card_code,
            "counted": formats.count,
            "signed": formats.signed,
            "minus": formats.minus,
            "ordinal": formats.ordinal,
            "listed": formats.listed,
            "span": span_words,
            "flowing": formats.flowing,
            "sentence": formats.sentence,
        }

        compile_all(self.environment, _of_letters)

    def render(self, name: str, page: Mapping[str, Any]) -> str:
        """Fill a template from `page`. Raises jinja2.TemplateError if the template is unusable."""
        return self.environment.get_template(name).render(page)

    def answer(self, answer: Answer, page: Mapping[str, Any]) -> str:
        """Write the words of one answer."""
        name = CAPITAL.sub("-", type(answer).__name__).lower()
        own = self.environment.get_template(f"answers/{name}.txt")
        return own.render(page, **self._more(answer, getattr(page.get("words"), "folder", "parts")))

    def refusal(self, refused: Refused, view: TableView | None) -> Block:
        """Say why one line was refused and what would work."""
        facts = {"reason": refused.reason, "facts": refused.facts, "view": view}
        return Block(self.render("refusals.txt", facts).strip())

    def _more(self, answer: Answer, folder: str) -> dict[str, Any]:
        if isinstance(answer, RulesPage):
            own = self._first(answer.sheet.game, "rules")
            return {"page": own or self._first("rules", answer.sheet.name, "sheet")}
        if isinstance(answer, HelpPage):
            of_cards = folder != "parts" and answer.topic in OF_CARDS
            return {"page": self._first(folder, "card") if of_cards else self._first("help", answer.topic or "")}
        return {"refusal": self.refusal}

    def _first(self, folder: str, *names: str) -> Template | None:
        """Return the first of these pages that exists."""
        plain = [f"{folder}/{name}.txt" for name in names if PLAIN_NAME.fullmatch(name)]
        try:
            return self.environment.select_template(plain)
        except TemplatesNotFound:
            return None


@cache
def templates_in(folder: Path | None) -> Templates:
    """Compile the templates once, the operator's `folder` before the packaged ones. Raises ConfigError."""
    return Templates(folder)


def compile_all(environment: Environment, wanted: Callable[[str], bool]) -> None:
    """Compile all templates of wanted names. Raises ConfigError that says where one cannot be read."""
    names = environment.list_templates(filter_func=wanted)
    for name in names:
        _compile(environment, name)
        for part in _parts(environment, name):
            if part not in names:
                raise ConfigError(f"the template {name} holds {part}, which is not there; mend or remove it")


def _compile(environment: Environment, name: str) -> None:
    try:
        environment.get_template(name)
    except TemplateSyntaxError as e:
        why = str(e.message).rstrip(".")
        raise ConfigError(f"{e.filename}, line {e.lineno}: {why}; correct that line, or remove the file") from None
    except UnicodeDecodeError as e:
        raise ConfigError(f"the template {name} is not UTF-8: {e}; mend or remove it") from None


def _parts(environment: Environment, name: str) -> set[str]:
    """Find the templates that a template itself names."""
    assert environment.loader is not None, "templates stand in folders"
    source, _, _ = environment.loader.get_source(environment, name)
    return {part for part in meta.find_referenced_templates(environment.parse(source)) if part is not None}


def _of_letters(name: str) -> bool:
    """Tell if a template is for letters; the templates of the site know other words."""
    return name.endswith((".txt", ".html")) and not name.startswith("site/")


def suited(text: str) -> Markup:
    """Escape text, with red suits in red, every suit drawn as a character, and what is in backticks as code."""
    coloured = SUITED.sub(_suit, str(escape(clean(text)))).replace(BIG_JOKER, f"{RED}{BIG_JOKER}</span>")
    return Markup(CODE.sub(r"<code>\1</code>", coloured))


def named(text: str) -> Markup:
    """Mark up text as suited does, with the name of each card for those who hear it."""
    return Markup(NAMED.sub(_named, suited(text)))


def _named(match: re.Match[str]) -> str:
    suit = next(code for code, symbol in SYMBOLS.items() if symbol == match[2])
    name = formats.card_name(Card("T" if match[1] == "10" else match[1], suit))
    return f'<span role="img" aria-label="{name}">{match[0]}</span>'


def verbatim(text: str) -> Markup:
    """Escape text that stands as it was given: nothing in it is a card or code, or becomes a link in a mail program."""
    return Markup(OF_LINKS.sub(r"<span>\g<0></span>", str(escape(text))))


def termed(line: str, terms: Collection[str]) -> Markup:
    """Mark up a line `term: meaning` with its term in bold: one of `terms`, else the words before the first colon."""
    if ": " not in line:
        return suited(line)
    known = (term for term in terms if line.startswith(f"{term}: "))
    term = next(known, line.partition(": ")[0])
    return Markup("<strong>{}</strong>{}").format(suited(term), suited(line.removeprefix(term)))


def _suit(match: re.Match[str]) -> str:
    card = f"{match[1]}{match[2]}{AS_TEXT}"
    return f"{RED}{card}</span>" if match[2] in "♥♦" else card
