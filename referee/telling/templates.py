"""The templates: from the operator's folder first, then from the packaged one, compiled once.

Text that is not ours becomes one printable line before it is shown, and is escaped in HTML; an unknown name in a
template is an error. Never reads anything but templates.
"""

import re
from collections.abc import Collection, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from jinja2 import (
    Environment,
    FileSystemLoader,
    StrictUndefined,
    Template,
    TemplatesNotFound,
    TemplateSyntaxError,
)
from markupsafe import Markup, escape

from referee.config import ConfigError, span_words
from referee.post.reading.safe_lines import clean
from referee.resources import templates_folder
from referee.spades.view import SeatView
from referee.telling import agreements, buttons, endings, formats, memory_rows, needs, plan_words, recap, table_rows
from referee.telling.error_answers import Refused
from referee.telling.formats import Block
from referee.telling.letter_kinds import Answer, HelpPage, RulesPage
from referee.telling.template_code import Part, Shown, Straight

CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")
CODE = re.compile(r"`([^`\n]+)`")
SUITED = re.compile(r"((?:10|[2-9AKQJ])?)([♠♥♦♣])")
BIG_JOKER = "★ BJ"
"""Drawn in red, to tell it from the little one."""

PLAIN_NAME = re.compile(r"[a-z0-9-]{1,40}")
AS_TEXT = "&#xFE0E;"
"""After a suit: asks for a character, not a coloured picture."""

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
            auto_reload=False,
            cache_size=-1,  # all of them, without a look at which was used last
            trim_blocks=True,
            lstrip_blocks=True,
            extensions=[Part],
        )
        self.environment.code_generator_class = Shown
        self.environment.context_class = Straight
        self.environment.extend(shown=shown, said=said)
        self.environment.globals |= {
            "seats": table_rows.seats,
            "table_lines": table_rows.table_lines,
            "hand_lines": buttons.hand_lines,
            "phase": table_rows.phase,
            "round_title": table_rows.round_title,
            "rounds_lines": table_rows.rounds_lines,
            "end_rule": endings.end_rule,
            "score_lines": table_rows.score_lines,
            "score_name": formats.score_name,
            "needs": needs.needs,
            "gone_rows": memory_rows.gone_rows,
            "gone_lines": memory_rows.gone_lines,
            "voids_line": memory_rows.voids_line,
            "teams": table_rows.teams,
            "columns": formats.columns,
            "plan_sentence": plan_words.plan_sentence,
            "settled": agreements.settled_early,
            "moment": formats.moment,
            "bid_text": formats.bid_text,
            "trick_lines": recap.trick_lines,
            "ranks": formats.ranks_text,
            "left_out": formats.left_out,
        }
        self.environment.filters |= {
            "suited": suited,
            "termed": termed,
            "card": formats.card_text,
            "code": formats.card_code,
            "counted": formats.count,
            "signed": formats.signed,
            "ordinal": formats.ordinal,
            "listed": formats.listed,
            "span": span_words,
            "flowing": formats.flowing,
            "sentence": formats.sentence,
        }

        self._compile()

    def _compile(self) -> None:
        for name in self.environment.list_templates(filter_func=_of_letters):
            try:
                # a plain mapping is copied for each letter in a fifth of the time of Jinja's chained ones
                self.environment.get_template(name).globals = self.environment.globals
            except (TemplateSyntaxError, UnicodeDecodeError) as e:
                raise ConfigError(f"the template {name} cannot be read: {e}; mend or remove it") from None

    def render(self, name: str, page: Mapping[str, Any]) -> str:
        """A template filled from `page`. Raises jinja2.TemplateError if the template is unusable."""
        return self.environment.get_template(name).render(page)

    def answer(self, answer: Answer, page: Mapping[str, Any]) -> str:
        """The words of one answer."""
        name = CAPITAL.sub("-", type(answer).__name__).lower()
        return self.environment.get_template(f"answers/{name}.txt").render(page, **self._more(answer))

    def refusal(self, refused: Refused, view: SeatView | None) -> Block:
        """Why one line was refused and what would work: the macro of that name in refusals.txt."""
        macro = getattr(self.environment.get_template("refusals.txt").module, refused.reason.replace("-", "_"))
        return Block(str(macro(refused.facts, view)).strip())

    def _more(self, answer: Answer) -> dict[str, Any]:
        if isinstance(answer, RulesPage):
            return {"page": self._first("rules", answer.sheet.name, "sheet")}
        if isinstance(answer, HelpPage):
            return {"page": None if answer.topic is None else self._first("help", answer.topic, None)}
        return {"refusal": self.refusal}

    def _first(self, folder: str, name: str, fallback: str | None) -> Template | None:
        """The page of that name, else the fallback."""
        names = [n for n in (name, fallback) if n is not None and PLAIN_NAME.fullmatch(n)]
        try:
            return self.environment.select_template([f"{folder}/{n}.txt" for n in names])
        except TemplatesNotFound:
            return None


@cache
def templates_in(folder: Path | None) -> Templates:
    """The templates, the operator's `folder` before the packaged ones, compiled once. Raises ConfigError."""
    return Templates(folder)


def _of_letters(name: str) -> bool:
    """Whether a template is for letters; those of the site know other words."""
    return name.endswith((".txt", ".html")) and not name.startswith("site/")


def said(value: Any) -> str:
    """What an expression in a template shows as text."""
    if type(value) is str and value.isprintable():
        return value  # as nearly all of it is
    return clean(value) if isinstance(value, str) and not isinstance(value, Markup | Block) else str(value)


@lru_cache(maxsize=2048, typed=True)  # escaped text and plain text may be equal
def shown(value: Any) -> str:
    """What an expression in a template shows in HTML."""
    return str(escape(value if isinstance(value, Markup | Block) else said(value)))


@lru_cache(maxsize=1024, typed=True)  # escaped text and plain text may be equal
def suited(text: str) -> Markup:
    """Escaped text with red suits in red, every suit drawn as a character, and what is in backticks as code."""
    coloured = SUITED.sub(_suit, str(escape(clean(text)))).replace(BIG_JOKER, f"{RED}{BIG_JOKER}</span>")
    return Markup(CODE.sub(r"<code>\1</code>", coloured))


def termed(line: str, terms: Collection[str]) -> Markup:
    """A line `term: meaning` with its term in bold: one of `terms`, else what stands before the first colon."""
    if ": " not in line:
        return suited(line)
    known = (term for term in terms if line.startswith(f"{term}: "))
    term = next(known, line.partition(": ")[0])
    return Markup("<strong>{}</strong>{}").format(suited(term), suited(line.removeprefix(term)))


def _suit(match: re.Match[str]) -> str:
    card = f"{match[1]}{match[2]}{AS_TEXT}"
    return f"{RED}{card}</span>" if match[2] in "♥♦" else card
