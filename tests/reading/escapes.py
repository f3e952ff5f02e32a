"""The text that must never stand in a letter as a stranger sent it, searched for in the bytes, the text and the
HTML."""

import re
import unicodedata
from collections.abc import Iterator
from html.parser import HTMLParser

from tests.talk import Letter

FIELDS = {
    "From", "To", "Subject", "Date", "Message-ID", "In-Reply-To", "References", "Reply-To", "Auto-Submitted",
    "X-Auto-Response-Suppress", "MIME-Version", "Content-Type", "Content-Transfer-Encoding", "Precedence",
}  # fmt: skip
OWN_FIELDS = re.compile(r"(?:Spades|List)-[A-Z][A-Za-z-]+")
TAGS = {
    "html", "head", "meta", "title", "style", "body", "div", "p", "span", "table", "colgroup", "col", "tr", "td", "th",
    "ul", "li", "a", "strong", "br", "h1", "h2", "h3", "pre", "code", "blockquote", "caption", "thead", "tbody",
    "details", "hr", "summary",
}  # fmt: skip
ATTRIBUTES = {
    "lang", "name", "content", "charset", "class", "style", "role", "width", "cellpadding", "cellspacing", "align",
    "valign", "colspan", "scope", "height", "aria-label", "aria-hidden", "href", "title", "http-equiv", "border",
    "rowspan", "dir",
}  # fmt: skip
MOST_BYTES = 200_000
"""The most bytes of one letter, whatever it answers."""


def unsafe(text: str) -> list[str]:
    """Return the characters that may move a cursor, turn the line around or hide: but for line ends, none is ours."""
    # a suit is drawn as a letter by the selector behind it, which is a mark and no format character
    return sorted({f"U+{ord(c):04X}" for c in text if c not in "\n\r" and unicodedata.category(c).startswith("C")})


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in TAGS:
            self.wrong.append(f"<{tag}>")
        for name, value in attrs:
            if name not in ATTRIBUTES:
                self.wrong.append(f"<{tag} {name}>")
            if name == "href" and not re.match(r"mailto:|https?://", value or ""):
                self.wrong.append(f"a link to {value}")

    def handle_comment(self, data: str) -> None:
        # for one mail program alone; ours
        if not data.startswith(("[if mso]", "[if ")):
            self.wrong.append("a comment")


def escaped(letter: Letter) -> Iterator[str]:
    """Yield what got through to a header, a terminal or a page, which must be nothing."""
    head = letter.raw.partition(b"\r\n\r\n")[0]
    if not letter.raw.isascii() or re.search(rb"[^\r]\n|\r[^\n]|[\0-\x08\x0b\x0c\x0e-\x1f\x7f]", letter.raw):
        yield "bytes that are no text"
    names = re.findall(r"^([^\s:]+):", head.decode("ascii", "replace"), re.MULTILINE)
    yield from (f"a header {name}" for name in names if name not in FIELDS and not OWN_FIELDS.fullmatch(name))
    yield from (f"a second {name}" for name in FIELDS if names.count(name) > 1)
    for name, value in letter.message.items():
        yield from (f"{found} in {name}" for found in unsafe(str(value)))
    yield from (f"{found} in the text" for found in unsafe(letter.text))
    page = _Page()
    page.feed(letter.html)
    yield from page.wrong
    yield from (f"{found} in the page" for found in unsafe(letter.html))
    if len(letter.raw) > MOST_BYTES:
        yield f"{len(letter.raw)} bytes"
