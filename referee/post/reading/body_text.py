"""The text that a mail shows its reader: inline parts joined, one of each set of alternatives, format=flowed undone.

Never reads attachments, attached mails or anything that is not text.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from referee.post.reading.mime import Part

SIGNATURE = "-- "


@dataclass(frozen=True, slots=True)
class Inline:
    """One inline text of a mail; `html` text is not yet plain."""

    html: bool
    text: str

    @property
    def is_blank(self) -> bool:
        """The text is empty or only white space."""
        return not self.text or self.text.isspace()


def body_text(mail: Part) -> str:
    """Return the whole inline text, including quotes, in lines that end with a line feed.

    Prefers the plain text of several alternatives, unless it is empty.
    """
    return "\n\n".join(_plain(inline.text) if inline.html else inline.text for inline in _inlines(mail))


def _plain(source: str) -> str:
    # 5 MB of memory that a referee needs once somebody writes HTML alone
    from referee.post.reading.html_text import plain_of_html  # noqa: PLC0415

    return plain_of_html(source)


def _inlines(part: Part) -> list[Inline]:
    inside = [_inlines(each) for each in part.parts]
    if part.kind == "multipart/alternative":
        return _best(inside)
    return [*_own(part), *chain.from_iterable(inside)]


def _best(variants: list[list[Inline]]) -> list[Inline]:
    written = [inlines for inlines in variants if any(not inline.is_blank for inline in inlines)]
    plain = [inlines for inlines in written if any(not inline.html and not inline.is_blank for inline in inlines)]
    return next(iter(plain or written), [])


def _own(part: Part) -> Iterator[Inline]:
    if not part.is_inline or (text := part.text()) is None:
        return
    text = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    html = part.kind == "text/html"
    flowed = not html and part.parameters.get("format", "").lower() == "flowed"
    yield Inline(html, unflow(text, part.parameters.get("delsp", "").lower() == "yes") if flowed else text)


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
