"""Structured header fields cut into their pieces (RFC 5322, 3.2): words, quoted strings, comments, signs. Pure, total.

Everything that reads fields by a grammar reads these pieces, so that nothing in a comment or a quoted string ever
passes for a word of the field itself. Never says what the pieces mean.
"""

import re
from dataclasses import dataclass
from enum import StrEnum


class PieceKind(StrEnum):
    """The kind of a piece."""

    WORD = "word"
    QUOTED = "quoted"
    COMMENT = "comment"
    ANGLE = "angle"
    """`<…>`, with the quoted strings in it."""
    SIGN = "sign"
    """One character that separates others, such as a comma."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece: `text` as written, without the marks around it; `start` and `end` say where in the field it is."""

    kind: PieceKind
    text: str
    start: int
    end: int


BLANKS = " \t"
CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
ANGLE = re.compile(r'<((?:[^<>"\\]|\\.|"(?:[^"\\]|\\.)*")*)>')
IN_COMMENT = re.compile(r"[^()\\]+|\\.|[()]")


def pieces(value: str, signs: str) -> tuple[Piece, ...] | None:
    """Cut an unfolded field into its pieces; `signs` are the characters that separate. None if it breaks the grammar.

    Control characters break it, and so do unfinished comments and quoted strings, and a backslash outside both. Only
    space and tab are blanks. Linear in the length of the field.
    """
    if CONTROL.search(value):
        return None
    word = re.compile(rf'[^ \t()"\\<>{re.escape(signs)}]+')
    found: list[Piece] = []
    at = 0
    while at < len(value):
        if value[at] in BLANKS:
            at += 1
            continue
        piece = _piece(value, at, signs, word)
        if piece is None:
            return None
        found.append(piece)
        at = piece.end
    return tuple(found)


def _piece(value: str, at: int, signs: str, word: re.Pattern[str]) -> Piece | None:
    if value[at] in signs:
        return Piece(PieceKind.SIGN, value[at], at, at + 1)
    if value[at] == "(":
        end = _comment_end(value, at)
        return None if end is None else Piece(PieceKind.COMMENT, value[at + 1 : end - 1], at, end)
    for kind, pattern in ((PieceKind.QUOTED, QUOTED), (PieceKind.ANGLE, ANGLE)):
        if match := pattern.match(value, at):
            return Piece(kind, match[1], at, match.end())
    match = word.match(value, at)
    return Piece(PieceKind.WORD, match[0], at, match.end()) if match else None


def _comment_end(value: str, at: int) -> int | None:
    """Find where the comment that begins at `at` ends; comments may contain comments (RFC 5322, 3.2.2)."""
    depth = 0
    while match := IN_COMMENT.match(value, at):
        at = match.end()
        depth += {"(": 1, ")": -1}.get(match[0], 0)
        if depth == 0:
            return at
    return None
