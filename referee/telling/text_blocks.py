"""The shape of plain text: lines wrapped for a terminal, and the same text as blocks for HTML. Knows no letter.

A text consists of blocks with empty lines between them: a heading (one line with dashes below it), a list (each line
begins with `- `), a quotation (`> `), digests (64 hex digits in each line, indented, numbered or not), an example or
table (every line indented by two or more), the sign of a drawing, or else a paragraph.

A drawing is lines in plain text, and cells in HTML. A template puts its sign on a line of its own; the drawing replaces
the sign after the text is wrapped, so its own lines stay whole.
"""

import re
import textwrap
from collections.abc import Mapping
from typing import NamedTuple

from markupsafe import Markup

from referee.telling.formats import Block

SIGN = "\x01"
"""The mark of the line that a drawing replaces. People's own words never hold it: it is not printable."""


class Drawing(NamedTuple):
    """One drawing: its lines in the text, and its self-contained HTML."""

    text: Block
    html: Markup


Drawings = Mapping[Block, Drawing]
"""Drawings by their signs."""


def sign(number: int) -> Block:
    """Return the line that stands for the drawing of that number."""
    return Block(f"{SIGN}{number}{SIGN}")


def drawn(text: str, drawings: Drawings) -> str:
    """Put the drawings into the text."""
    for mark, drawing in drawings.items():
        text = text.replace(mark, drawing.text)
    return text


WIDTH = 76
LONG = re.compile(rf"^.{{{WIDTH + 1},}}$", re.MULTILINE)
BULLET = "- "
DIGEST = re.compile(r"  +(?:\d+  )?[0-9a-f]{64}")
SIGNATURE = "--"
"""The line above a signature, with the space behind it, which stays: mail programs show the text below such a line as a
signature, and leave it out of replies."""


class TextBlock(NamedTuple):
    """One block: `kind` is heading, list, quote, digests, sample, drawing or paragraph; `lines` without their marks."""

    kind: str
    lines: tuple[str, ...]


def tidy(text: str) -> str:
    """Tidy rendered text: no trailing spaces, no doubled empty lines, and one newline at its end."""
    whole = "\n".join([_trimmed(line) if line.startswith(SIGNATURE) else line.rstrip() for line in text.split("\n")])
    while "\n\n\n" in whole:
        whole = whole.replace("\n\n\n", "\n\n")
    return whole.strip("\n") + "\n"


def _trimmed(line: str) -> str:
    """Trim a line that begins like the line above a signature; only that line itself keeps its space."""
    return line.rstrip() if line[len(SIGNATURE) :].strip() else line[: len(SIGNATURE) + 1]


def wrapped(text: str) -> str:
    """Wrap text for a terminal; indented lines and list items stay indented where they go on."""
    return LONG.sub(lambda line: _wrap(line[0]), text)


def _wrap(line: str) -> str:
    body = line.lstrip(" ")
    indent = " " * (len(line) - len(body))
    hang = indent + ("  " if body.startswith(BULLET) else "> " if body.startswith("> ") else "")
    options = {"break_long_words": False, "break_on_hyphens": False}
    return "\n".join(textwrap.wrap(body, WIDTH, initial_indent=indent, subsequent_indent=hang, **options))  # type: ignore[arg-type]


def blocks(text: str) -> tuple[TextBlock, ...]:
    """Part a text that has not been wrapped yet into its blocks."""
    return tuple(_block(part.split("\n")) for part in tidy(text).strip("\n").split("\n\n") if part.strip())


def _block(lines: list[str]) -> TextBlock:
    if len(lines) == 2 and lines[1] and not lines[1].strip("-"):
        return TextBlock("heading", (lines[0],))
    if all(line.startswith(BULLET) for line in lines):
        return TextBlock("list", tuple(line.removeprefix(BULLET) for line in lines))
    # an empty line of a quotation lost the space behind its mark
    if all(line == ">" or line.startswith("> ") for line in lines):
        return TextBlock("quote", tuple(line.removeprefix(">").removeprefix(" ") for line in lines))
    if all(DIGEST.fullmatch(line) for line in lines):
        return TextBlock("digests", tuple(line.strip() for line in lines))
    if all(line.startswith("  ") for line in lines):
        return TextBlock("sample", tuple(textwrap.dedent("\n".join(lines)).split("\n")))
    if lines[0].startswith(SIGN):
        return TextBlock("drawing", tuple(lines))
    return TextBlock("paragraph", tuple(lines))
