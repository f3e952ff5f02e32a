"""A letter's HTML as a screen reader says it: texts and names in reading order, without what is folded or hidden."""

from collections.abc import Iterator
from typing import NamedTuple

from lxml import html

SILENT = {"head", "style", "title", "script"}
HEADINGS = {"h1", "h2", "h3"}


class Heard(NamedTuple):
    """One piece: its `words`, and its `role`, empty for plain text."""

    role: str
    words: str
    href: str = ""


def heard(page: str) -> tuple[Heard, ...]:
    """Return all pieces of a page, in order; of a closed fold only its summary."""
    return tuple(piece for piece in _pieces(html.document_fromstring(page)) if piece.words)


def spoken(pieces: tuple[Heard, ...]) -> list[str]:
    """Return the words, one by one."""
    return " ".join(piece.words for piece in pieces).split()


def unfolded(page: str) -> str:
    """Open all folds of a page."""
    return page.replace("<details ", "<details open ")


def _pieces(element: html.HtmlElement) -> Iterator[Heard]:
    if not isinstance(element.tag, str) or element.tag in SILENT or _is_hidden(element):
        return
    label = element.get("aria-label")
    role = element.get("role") or {"a": "link", "td": "cell", "th": "head"}.get(element.tag, "")
    if label is not None and role != "group":
        yield Heard(role, label, element.get("href", ""))
        return
    if label is not None:
        yield Heard(role, label)
    if element.tag == "a":
        yield Heard("link", _words("".join(element.itertext())), element.get("href", ""))
        return
    if element.tag in HEADINGS or element.tag in ("caption", "summary"):
        yield Heard(element.tag, _words("".join(element.itertext())))
        return
    yield Heard("", _words(element.text))
    folded = element.tag == "details" and element.get("open") is None
    for child in element:
        if not folded or child.tag == "summary":
            yield from _pieces(child)
        yield Heard("", _words(child.tail) if not folded else "")


def _is_hidden(element: html.HtmlElement) -> bool:
    return element.get("aria-hidden") == "true" or "display:none" in element.get("style", "")


def _words(text: str | None) -> str:
    return " ".join((text or "").replace("\ufe0e", "").split())
