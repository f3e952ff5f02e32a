"""The lines that a server writes on receipt, by their grammar. Pure, and total over any text.

One line of Authentication-Results (RFC 8601, 2.2): its statements, and how far to rely on them. A server copies words
that the sender chose into its own line: envelope addresses, a signature's identity. No grammar can tell such words from
what the server said. So each statement says whether anybody else's words may come before it; results.py decides what
still counts.

One Received line (RFC 5321, 4.4): who received a mail, and whether it was only handed on. A sender chooses much of it,
too: the name said in HELO, the envelope addresses, sometimes more. So a clause counts only in its proper place, and a
line that breaks the grammar anywhere before its date says nothing at all.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from referee.post.reading.headers import Piece, PieceKind, pieces

SIGNS = ";="
KEYWORD = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?", re.ASCII)
METHOD = re.compile(rf"({KEYWORD.pattern})(?:/\d{{1,3}})?", re.ASCII)
PROPERTY = re.compile(r"[a-z][a-z0-9-]*\.[a-z0-9][a-z0-9_-]*", re.IGNORECASE | re.ASCII)
VERSION = re.compile(r"\d{1,5}", re.ASCII)
ALIGNMENT = r"identity alignment result is \w+ and alignment mode is \w+"
HARMLESS = {
    "dkim": rf"\d{{1,5}}[- ]bit (?:[a-z0-9-]{{1,20}} )?(?:key|signature)(?: sha256)?(?:; (?:un)?protected)?"
    rf"|signature was verified|good signature|{ALIGNMENT}",
    "dmarc": r"p=\w+(?:[ ,](?:sp|pct|d|dis|d\.eval|has-list-id|arc_aware_result)=\w+){0,6}|policy=\w+",
    "spf": rf"mailfrom|helo|sender SPF authorized|sender IP is [0-9A-Fa-f.:]{{2,45}}(?:; {ALIGNMENT})?",
    "auth": r"plain|login|cram-md5|digest-md5|xoauth2|oauthbearer|scram-sha-\d+(?:-plus)?",
}
"""Comments that servers write and nobody else can choose, by the method that they belong to."""
SAYS_WHY = {"spf"}
"""Methods for which a server says why they failed in words from the sender's own domain (RFC 7208, 6.2)."""

NAMED_HOST = re.compile(
    r"[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+", re.ASCII
)
"""The name after `iprev=pass` (Exim): it was looked up both ways."""
BASE64 = re.compile(r"[A-Za-z0-9+/=]{1,100}", re.ASCII)
CHECKED = frozenset({"header.d", "header.s", "header.b", "header.a"})
"""Properties of a signature by which its key was found, or that are not words; the sender may choose others."""
ABOUT = {"dkim": ("header.d", "header.i"), "spf": ("smtp.mailfrom",), "auth": ("smtp.auth",)}
"""The properties that say who is authenticated, by method; the first one present counts."""
BY_IDENTITY = (
    ("header.i", "header.s", "header.b"),
    ("header.i", "header.d", "header.s"),
    ("header.i", "header.d", "header.s", "header.b"),
)
"""The properties, in order, of a statement that gives a signature's identity before or without its domain."""
OF_SIGNATURE = {name for names in BY_IDENTITY for name in names}
DOMAIN_ALONE = re.compile(r"@[a-z0-9.-]+", re.IGNORECASE | re.ASCII)
PLAIN_SELECTOR = re.compile(r"[a-z0-9._-]+", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, slots=True)
class Earlier:
    """A property that comes before `about` in the line and may hold words of the sender's."""

    method: str
    result: str
    name: str
    value: str
    behind: frozenset[str]
    """The domains, A-Z folded, of all addresses after it in the line."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One method's result, and its properties: names in lower case, values as written."""

    method: str
    result: str
    properties: dict[str, str]
    about: str | None
    """The person who is authenticated, by a property of ABOUT. None if nobody is named, if a comment or a quoted string
    before it can hold an envelope address, or if a signature's identity may continue after it."""
    before: tuple[Earlier, ...]
    """The properties before `about` in the whole line."""
    behind: frozenset[str]
    """The domains, A-Z folded, of all addresses after `about`."""


def authserv(value: str) -> str:
    """Return the server that wrote an Authentication-Results, by its own name, A-Z folded; else empty."""
    words = value.partition(";")[0].replace("\t", " ").split(" ")
    return next((word for word in words if word), "").lower()


def read_statements(value: str) -> tuple[Statement, ...] | None:
    """Read the statements of an unfolded line, in order. Returns None for a line that breaks the grammar or must not
    count: a method that occurs twice, or a property that occurs twice in one method, was smuggled in."""
    found = pieces(value, SIGNS)
    parts = None if found is None else _parts(found)
    if parts is None or not _is_server(parts[0]):
        return None
    if len(parts) == 2 and [piece.text.lower() for piece in parts[1]] == ["none"]:
        return ()
    stated: list[Statement] = []
    line = _Line(value)
    for part in parts[1:]:
        statement = line.read(part)
        if statement is None:
            return None
        stated.append(statement)
    if len({statement.method for statement in stated}) < len(stated):
        return None
    return tuple(stated if line.identity_ends else (replace(each, about=None) for each in stated))


def _parts(found: tuple[Piece, ...]) -> list[tuple[Piece, ...]] | None:
    """Cut the line at its semicolons; a semicolon at the end begins no further part. None if the line holds `<…>`."""
    parts: list[list[Piece]] = [[]]
    for piece in found:
        if piece.kind is PieceKind.ANGLE:
            return None
        if piece.kind is PieceKind.SIGN and piece.text == ";":
            parts.append([])
        else:
            parts[-1].append(piece)
    if len(parts) > 1 and not parts[-1]:
        parts.pop()
    return [tuple(part) for part in parts]


def _is_server(part: tuple[Piece, ...]) -> bool:
    """Tell if this is a server's name, perhaps with the version of the format; no server needs a comment there."""
    words = [piece.text for piece in part if piece.kind is PieceKind.WORD]
    return (
        len(words) == len(part)
        and 1 <= len(words) <= 2
        and all(VERSION.fullmatch(word) for word in islice(words, 1, 2))
    )


@dataclass(frozen=True, slots=True)
class _Property:
    """One property, and where it is in the line."""

    name: str
    value: str
    start: int
    end: int


class _Line:
    """One line, read from start to end."""

    def __init__(self, value: str) -> None:
        self._value = value
        self._stands = True
        """No comment and no quoted string so far can hold an envelope address."""
        self._before: list[Earlier] = []
        self._seen: list[str] = []
        """The names of all properties so far."""
        self._by_identity = False
        """A signature's identity, which is the sender's own word, comes before its domain, or in place of it."""

    @property
    def identity_ends(self) -> bool:
        """The identity ends here: the domain, the selector and the bytes that the server writes after it stand here,
        and nowhere else in the line, so that no later words can be part of it."""
        return not self._by_identity or all(self._seen.count(name) <= 1 for name in OF_SIGNATURE)

    def read(self, part: tuple[Piece, ...]) -> Statement | None:
        """Read the statement of one part; None if it breaks the grammar."""
        plain: list[Piece] = []
        stood: dict[int, bool] = {}
        for before, piece in zip((None, *part), part, strict=False):
            if piece.kind is PieceKind.COMMENT:
                if before is not None and before.end == piece.start:
                    # servers put a blank there, which smuggled words may be unable to do
                    return None
                self._stands = self._stands and _is_harmless(piece, plain)
                continue
            plain.append(piece)
            stood[piece.start] = self._stands
            if piece.kind is PieceKind.QUOTED:
                self._stands = self._stands and _is_unchosen(plain)
        if len(plain) < 3 or [piece.kind for piece in plain[:3]] != [PieceKind.WORD, PieceKind.SIGN, PieceKind.WORD]:
            return None
        method, result = METHOD.fullmatch(plain[0].text), KEYWORD.fullmatch(plain[2].text)
        found = _properties(self._value, plain[3:])
        if plain[1].text != "=" or method is None or result is None or found is None:
            return None
        return self._statement(method[1].lower(), result[0].lower(), found, stood)

    def _statement(self, method: str, result: str, found: list[_Property], stood: dict[int, bool]) -> Statement:
        named = {each.name: each for each in found}
        about = next(
            (named[name] for name in ABOUT.get(method, ()) if name in named and stood[named[name].start]), None
        )
        identity = named.get("header.i")
        if method == "dkim" and identity is not None and about is not None and identity.start <= about.start:
            self._by_identity = True
            about = about if _is_whole(named) else None
        self._seen += named
        standing = [*self._before]
        for each in found:
            if each.name in CHECKED:
                continue
            earlier = Earlier(method, result, each.name, each.value, _domains(self._value, each.end))
            self._before.append(earlier)
            if about is not None and each.end < about.start and each is not identity:
                standing.append(earlier)
        return Statement(
            method=method,
            result=result,
            properties={each.name: each.value for each in found},
            about=None if about is None else about.value,
            before=tuple(standing),
            behind=frozenset() if about is None else _domains(self._value, about.end),
        )


def _is_whole(named: dict[str, _Property]) -> bool:
    """Tell if we can rely on a statement that gives a signature's identity first: the identity is only a domain, the
    signature's own or one below it."""
    identity, domain = named["header.i"].value.lower(), named.get("header.d")
    if tuple(named) not in BY_IDENTITY or not DOMAIN_ALONE.fullmatch(identity):
        return False
    below = domain is None or f".{identity[1:]}".endswith(f".{domain.value.lower()}")
    return below and PLAIN_SELECTOR.fullmatch(named["header.s"].value) is not None


def _properties(value: str, plain: list[Piece]) -> list[_Property] | None:
    """Read the properties of one statement; None if they break the grammar, or one occurs twice."""
    found: list[_Property] = []
    at = 0
    while at < len(plain):
        read = _property(value, plain, at)
        if read is None or any(each.name == read[0].name for each in found):
            return None
        found.append(read[0])
        at = read[1]
    return found


def _property(value: str, plain: list[Piece], at: int) -> tuple[_Property, int] | None:
    """Read the property at `at`, and find where the next begins. `reason=…` is a property too, and so is a name without
    a type, which some servers write. A value may be a quoted local part with its domain, and may contain `=`, as a
    signature's does."""
    if at + 2 >= len(plain) or plain[at].kind is not PieceKind.WORD or plain[at + 1].text != "=":
        return None
    name = plain[at].text.lower()
    if not (PROPERTY.fullmatch(name) or KEYWORD.fullmatch(name)):
        return None
    after = at + 3
    while after < len(plain) and plain[after].start == plain[after - 1].end:
        after += 1
    first, last = plain[at + 2], plain[after - 1]
    if first.kind is PieceKind.SIGN:
        return None
    text = first.text if after == at + 3 else value[first.start : last.end]
    return _Property(name, text, plain[at].start, last.end), after


def _is_harmless(comment: Piece, before: list[Piece]) -> bool:
    words = [piece.text.lower() for piece in before[:3]]
    if words == ["iprev", "=", "pass"]:
        return len(before) == 3 and NAMED_HOST.fullmatch(comment.text) is not None
    usual = HARMLESS.get(words[0]) if len(words) == 3 else None
    if usual is None or (words[0] in SAYS_WHY and words[2] != "pass"):
        return False
    return re.fullmatch(usual, comment.text, re.IGNORECASE | re.ASCII) is not None


def _is_unchosen(plain: list[Piece]) -> bool:
    """Tell if nobody can choose the quoted string at the end: `header.b="…"`, in base64."""
    named = len(plain) > 2 and [piece.text.lower() for piece in plain[-3:-1]] == ["header.b", "="]
    return named and BASE64.fullmatch(plain[-1].text) is not None


def _domains(value: str, start: int) -> frozenset[str]:
    """Return the domains of all addresses from `start` on, also in comments and quoted strings."""
    return frozenset(found.lower() for found in re.findall(r"@([^\s@;,()<>\"']*)", value[start:]))


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
    found = pieces(value, ";") or ()
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
