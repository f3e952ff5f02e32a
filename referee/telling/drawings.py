"""The drawn parts of a letter: lines in its plain text, cells in its HTML. Draws nothing.

A template puts the sign of a drawing on a line of its own. The drawing replaces the sign after the text is wrapped, so
its own lines stay whole.
"""

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
