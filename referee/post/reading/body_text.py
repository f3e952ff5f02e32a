"""The text that a mail shows its reader: inline parts joined, of alternatives both the plain and the formatted one,
format=flowed undone.

Reads attached text only in a mail that has no other text. Never reads anything that is not text.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from referee.post.reading.mime import Part, read_parts
from referee.post.reading.safe_lines import is_seen

SIGNATURE = "-- "
IS_HTML = re.compile(r"\s*<(?:!doctype html|html|head|body|meta|div|p|span|table)[\s/>]", re.IGNORECASE)
PARAMETER = re.compile(r"<param>[^<]*</param>", re.IGNORECASE)
LOOSE = {"application/octet-stream", "application/text", "application/plain", "application/txt"}
"""The kinds of parts that may be text, if they look like it."""
PGP = "-----BEGIN PGP MESSAGE-----"
UNREAD = ("encrypted", "sealed", "tnef", "mail", "large", "file")
"""The kinds of things in place of a text; `sealed`: in one piece with its signature; `tnef`: in Outlook's own form;
`large`: the mail is longer than we read.

Four more are caps, and the last is no part at all:
`head`: its head is too long;
`parts`: it has too many parts;
`deep`: its parts are too deep;
`long`: its text is too long to be read to its end;
`quoted`: all of its text is quoted."""
KINDS = {
    "multipart/encrypted": "encrypted",
    "application/pgp-encrypted": "encrypted",
    "application/ms-tnef": "tnef",
    "application/vnd.ms-tnef": "tnef",
    "multipart/digest": "mail",
    "message": "mail",
    "multipart": "",
}


@dataclass(frozen=True, slots=True)
class BodyText:
    """The whole inline text of a mail, including quotes, in lines that end with a line feed."""

    text: str
    """The text, with the plain one of several alternatives, unless that shows nothing."""
    formatted: str | None
    """The text with the formatted alternative, if there are two."""
    enclosed: str
    """The text of the mail that is enclosed in a mail without any text."""
    unread: str
    """The first word of UNREAD that applies; empty if we read all, or there is nothing."""


@dataclass(frozen=True, slots=True)
class Inline:
    """One text of a mail: as plain text, and whether anything is written in it, be it struck out or quoted."""

    html: bool
    text: str
    written: bool


def body_text(mail: Part, *, whole: bool = True) -> BodyText:
    """Return the text of a mail; `whole`: there is no more of it than we were given."""
    if mail.excess:
        return BodyText("", None, "", mail.excess)
    plain, formatted = _inlines(mail)
    if not _any_written(plain):
        plain, formatted = _inlines(mail, every=True)
    unread = _unread(mail, whole=whole)
    if not _any_written(plain):
        return BodyText("", None, _enclosed(mail), unread)
    text = _joined(plain)
    closed = "encrypted" if PGP in text else unread if unread in ("encrypted", "sealed") else "" if whole else "large"
    return BodyText(text, None if formatted == plain else _joined(formatted), "", closed)


def _joined(inlines: list[Inline]) -> str:
    return "\n\n".join(inline.text for inline in inlines)


def _any_written(inlines: list[Inline]) -> bool:
    return any(inline.written for inline in inlines)


def _inlines(part: Part, *, every: bool = False) -> tuple[list[Inline], list[Inline]]:
    """Return the texts of a part twice, with the plain and with the formatted ones of alternatives: of `every` text, or
    only of those that are shown in the mail itself."""
    inside = [_inlines(each, every=every) for each in part.parts]
    plain, formatted = [each for each, _ in inside], [each for _, each in inside]
    if part.kind == "multipart/alternative":
        return _best(plain, formatted=False), _best(formatted, formatted=True)
    own = [*_own(part, every=every)]
    return [*own, *chain.from_iterable(plain)], [*own, *chain.from_iterable(formatted)]


def _best(variants: list[list[Inline]], *, formatted: bool) -> list[Inline]:
    written = [inlines for inlines in variants if _any_written(inlines)]
    rich = [inlines for inlines in written if any(inline.html and inline.written for inline in inlines)]
    plain = [inlines for inlines in written if any(not inline.html and inline.written for inline in inlines)]
    return next(iter((rich if formatted else plain) or rich or written), [])


def _own(part: Part, *, every: bool) -> Iterator[Inline]:
    enriched = part.kind in ("text/enriched", "text/richtext")
    loose = every and part.kind in LOOSE
    if not (part.is_text or enriched or loose) or not (every or part.is_shown):
        return
    text = part.text().replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    if loose and not all(character.isprintable() or character in "\n\t" for character in text):
        return
    if enriched:
        # as HTML (RFC 1896), in which an excerpt is a quotation
        text = PARAMETER.sub("", text).replace("<<", "&lt;").replace("\n", "<br>").replace("excerpt>", "blockquote>")
    if enriched or part.kind == "text/html" or IS_HTML.match(text):
        # 5 MB of memory that a referee needs once somebody writes HTML
        from referee.post.reading.html_text import read_html  # noqa: PLC0415

        yield Inline(True, *read_html(text))
        return
    if part.parameters.get("format", "").lower() == "flowed":
        text = unflow(text, part.parameters.get("delsp", "").lower() == "yes")
    yield Inline(False, text, is_seen(text))


def _enclosed(mail: Part) -> str:
    """Return the text of the first mail within a mail; empty if none is."""
    inner = next((part for part in mail.walk() if part.kind == "message/rfc822"), None)
    return "" if inner is None else _joined(_inlines(read_parts(inner.decoded()))[0])


def _unread(mail: Part, *, whole: bool) -> str:
    """Say what of a mail is no text that we read, by the kind that tells its sender most."""
    found = {_closed_kind(part) for part in mail.walk()} | ({"large"} if not whole else set())
    return next((word for word in UNREAD if word in found), "")


def _closed_kind(part: Part) -> str:
    names = (*part.parameters.values(), *part.names)
    if part.kind.endswith("pkcs7-mime") or any(name.lower().endswith(".p7m") for name in names):
        return "encrypted" if "enveloped" in part.parameters.get("smime-type", "").lower() else "sealed"
    if "winmail.dat" in names:
        return "tnef"
    main = part.kind.partition("/")[0]
    return KINDS.get(part.kind, KINDS.get(main, "" if part.is_text else "file"))


def unflow(text: str, delsp: bool) -> str:
    """Unfold format=flowed into one line for each paragraph (RFC 3676, section 4): joins soft breaks, undoes
    space-stuffing.

    A quoted line keeps its depth as that many `>` and a space.
    """
    paragraphs: list[list[str]] = []
    open_depth: int | None = None
    for line in text.split("\n"):
        content = line.lstrip(">")
        depth = len(line) - len(content)
        content = content.removeprefix(" ")
        soft = content.endswith(" ") and content != SIGNATURE
        content = content[:-1] if soft and delsp else content
        if open_depth == depth and content != SIGNATURE:
            paragraphs[-1].append(content)
        else:
            paragraphs.append([">" * depth + (" " if depth else ""), content])
        open_depth = depth if soft else None
    return "\n".join(map("".join, paragraphs))
