"""Received lines by their grammar (RFC 5321, 4.4): who received a mail, and whether it was only handed on. Pure.

A sender chooses much of such a line: the name said in HELO, the envelope addresses, sometimes more. So a clause counts
only in its proper place, and a line that breaks the grammar anywhere before its date says nothing at all.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from referee.post.reading.headers import Piece, PieceKind, pieces

SIGNS = ";"
CLAUSES = ("from", "by", "via", "with")
"""The clauses that say how a mail came, in the only order allowed; each at most once."""

DATE = re.compile(
    r"[ \t]*(?:[A-Za-z]{3},)?[ \t]*\d{1,2}[ \t]+[A-Za-z]{3}[ \t]+\d{4}[ \t]+\d{1,2}:\d\d(?::\d\d)?"
    r"(?:[ \t]+(?:[+-]\d{4}|[A-Za-z]{1,5}))?[ \t]*"
)
HOST = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,252}[A-Za-z0-9_])?|\[[A-Za-z0-9.:]{1,60}\]")
SECURED = ["over", "tls", "secured", "channel"]
"""Words that Microsoft's servers put between `by` and `with`."""
LOCAL = re.compile(r"(?:UTF8)?LMTPS?A?", re.IGNORECASE | re.ASCII)
"""The protocols of a server's own, local delivery (RFC 2033, RFC 3848, RFC 6531)."""

PEER = re.compile(r"(?:[A-Za-z0-9._-]{1,255} )?\[[A-Za-z0-9.:]{1,60}\]")
"""The words of a server about the other side: its name, if it has one, and its address (TCP-info)."""
BY_MACHINE = re.compile(r"LHLO [A-Za-z0-9._-]{1,255}|[0-9.]{7,15}|[0-9A-Fa-f:]{2,45}|\[unix socket\]", re.ASCII)
"""The words that Zimbra and Cyrus write instead."""
SEALED = re.compile(r"using TLSv[\d.]{1,5} with cipher [\w-]{1,60} \(\d{1,4}/\d{1,4} bits\)[\w -]{0,200}", re.ASCII)
LOOPBACK = re.compile(r"\[(?:127\.\d{1,3}\.\d{1,3}\.\d{1,3}|(?:IPv6:)?::1)\]", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, slots=True)
class Stamp:
    """The facts of one Received line."""

    by: str
    """The server that wrote the line, by its own name, A-Z folded."""
    handed: bool
    """The server's own local delivery; its line from the receipt comes below."""
    looped: bool
    """The other side was the server's own machine, judging by its address."""


def read_stamp(value: str) -> Stamp | None:
    """Read the stamp of an unfolded Received line; None if it breaks the grammar."""
    found = pieces(value, SIGNS) or ()
    close = next((n for n, piece in enumerate(found) if piece.kind is PieceKind.SIGN), len(found))
    read = _clauses(iter(found[:close])) if _is_date(value, found[close:]) else None
    if read is None or "by" not in read or not HOST.fullmatch(read["by"].word):
        return None
    seen = read["from"].comments if "from" in read else ()
    protocol = read["with"].word if "with" in read else ""
    return Stamp(
        by=read["by"].word.lower(),
        handed=LOCAL.fullmatch(protocol) is not None and _plainly_seen(seen),
        looped=len(seen) == 1 and PEER.fullmatch(seen[0]) is not None and LOOPBACK.search(seen[0]) is not None,
    )


@dataclass(frozen=True, slots=True)
class _Clause:
    word: str
    comments: tuple[str, ...]


def _clauses(found: Iterator[Piece]) -> dict[str, _Clause] | None:
    """Find the clauses of CLAUSES, each in its place; None if one is elsewhere, there twice, or without its word.

    Skips the rest of the line: `id`, `for`, whatever a server adds. A word of CLAUSES in the rest was smuggled in.
    """
    read: dict[str, _Clause] = {}
    left = list(CLAUSES)
    found = _without_channel(found)
    piece = next(found, None)
    while piece is not None and piece.kind is PieceKind.WORD and piece.text.lower() in left:
        name = piece.text.lower()
        del left[: left.index(name) + 1]
        value = next(found, None)
        if value is None or value.kind is not PieceKind.WORD:
            return None
        comments = []
        while (piece := next(found, None)) is not None and piece.kind is PieceKind.COMMENT:
            comments.append(piece.text)
        read[name] = _Clause(value.text, tuple(comments))
    while piece is not None:
        if piece.kind is PieceKind.WORD and piece.text.lower() in ("from", "by", "with"):
            return None
        piece = next(found, None)
    return read


def _without_channel(found: Iterator[Piece]) -> Iterator[Piece]:
    """Return the pieces of a line without the words of SECURED."""
    all_ = list(found)
    words = [piece.text.lower() if piece.kind is PieceKind.WORD else "" for piece in all_]
    at = next((n for n in range(len(words)) if words[n : n + len(SECURED)] == SECURED), len(words))
    return iter(all_[:at] + all_[at + len(SECURED) :])


def _plainly_seen(comments: tuple[str, ...]) -> bool:
    """Tell if a server wrote only the name, address and encryption of the other side. Words that the other side chose,
    such as an ident, could end their comment and continue as clauses."""
    shapes = (PEER, BY_MACHINE, SEALED)
    return all(any(shape.fullmatch(text) for shape in shapes) for text in comments)


def _is_date(value: str, found: tuple[Piece, ...]) -> bool:
    """Tell if a line ends with a semicolon, a date and perhaps comments."""
    said = [piece for piece in found if piece.kind is not PieceKind.COMMENT]
    first = next((piece.start for piece in found if piece.kind is PieceKind.COMMENT), len(value))
    return len(said) > 1 and said[-1].end <= first and DATE.fullmatch(value[said[0].end : first]) is not None
