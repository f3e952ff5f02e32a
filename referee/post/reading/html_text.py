"""HTML as the plain text that new_text.py reads: a quote becomes one `>` line, a reply separator the marker line.

Bounded in characters and elements. Attributes never reach the renderer, whose reading of styles can be abused.
"""

import re
from collections.abc import Iterator
from itertools import islice

from inscriptis.css_profiles import STRICT_CSS_PROFILE
from inscriptis.html_engine import Inscriptis
from inscriptis.html_properties import Display
from inscriptis.model.config import ParserConfig
from inscriptis.model.html_element import HtmlElement
from inscriptis.model.tag import CustomHtmlTagHandlerMapping
from lxml import etree, html

from referee.post.reading.new_text import MARKER
from referee.post.reading.safe_lines import is_seen

CHARACTERS = 128 * 1024
ELEMENTS = 4000
DEEPEST = 60
STYLE = 1000
"""The most characters of the style of an element."""

DROPPED_TAGS = {"head", "style", "script", "title", "meta", "link", "template", "object", "noscript", "img", "svg"}
STRUCK_TAGS = {"del", "s", "strike"}
STRUCK = re.compile(r"text-decoration(?:-line)?\s*:[^;]{0,80}line-through", re.IGNORECASE)
"""Text that its writer struck out, or that a program shows as replaced."""

NOTHING = r"(?:0++(?:\.0++)?|\.0++)"
HIDDEN = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|mso-hide\s*:\s*all|(?<![\w-])color\s*:\s*transparent"
    r"|(?<![\w-])opacity\s*:\s*" + NOTHING + r"(?![.\d])|(?<![\w-])(?:text-indent|left|top)\s*:\s*-\d{3,}",
    re.IGNORECASE,
)
TINY = re.compile(
    r"(?<![\w-])font-size\s*:\s*(?:" + NOTHING + r"(?:px|pt|r?em|ex|%|vw)?|1px)\s*(?:!|;|$)", re.IGNORECASE
)
SIZED = re.compile(r"(?<![\w-])font(?:-size)?\s*:", re.IGNORECASE)
FLAT = re.compile(r"(?<![\w-])(?:max-)?(?:height|width)\s*:\s*0(?![.\d]*[1-9])", re.IGNORECASE)
CLIPPED = re.compile(r"overflow\s*:\s*hidden", re.IGNORECASE)
CLASS = re.compile(r"\.([\w-]++)[^\s.>+~:{]*+\s*$")
"""The class that the last word of a selector names."""
OUTLOOK_RULE = re.compile(r"border(?:-\w+)?\s*:\s*none\s*;\s*border-top\s*:\s*solid", re.IGNORECASE)
"""The line above the header block that Outlook writes over a quoted mail."""

MARKS = ("id", "class", "name", "data-marker", "fairemail")
ATTRIBUTIONS = re.compile(r"moz-cite-prefix|gmail_attr|reply-intro", re.IGNORECASE)
SIGNATURES = re.compile(
    r"gmail_signature|moz-signature|applemailsignature|ms-outlook-mobile-signature|protonmail_signature_block"
    r"|messagesignaturesection|composer_signature|tutanota_signature|^signature$",
    re.IGNORECASE,
)
BELOW_IS_QUOTE = re.compile(
    r"divrplyfwdmsg|appendonsend|olk_src_body_section|stopspelling|^zwchr$|__quoted_text__|__divider__|messagereplysection"
    r"|mail-editor-reference-message-container|ms-outlook-mobile-reference-message|outlookmessageheader|yahoo_quoted"
    r"|zmail_extra|moz-forward-container|moz-email-headers-table|^quote$|^reference$",
    re.IGNORECASE,
)
CONTAINERS = re.compile(r"(?:gmail|protonmail|tutanota|mail_android)_quote", re.IGNORECASE)
"""The elements around a quote. If the quote is a blockquote, an answer typed below it may be in the container too."""

CONTROLS = dict.fromkeys(code for code in range(32) if chr(code) not in "\t\n")
TABLE_TAGS = ("table", "tr", "td", "th")
LAYOUT = ParserConfig(
    css={
        **STRICT_CSS_PROFILE,
        **dict.fromkeys(("table", "tr"), HtmlElement(display=Display.block)),
        **dict.fromkeys(("td", "th"), HtmlElement(suffix=" ")),
    },
    # rows as plain lines: padded columns could fill the memory
    custom_html_tag_handler_mapping=CustomHtmlTagHandlerMapping(dict.fromkeys(TABLE_TAGS), dict.fromkeys(TABLE_TAGS)),
)


def read_html(source: str) -> tuple[str, bool]:
    """Render an HTML body as text, one line for each block, without quotes and struck-out text; True if anything at all
    is written in it. Never raises."""
    data = source[:CHARACTERS].translate(CONTROLS).encode("utf-8", "replace")
    try:
        tree = html.document_fromstring(
            data, parser=html.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True)
        )
    except etree.ParserError:
        return "", False
    _bound(tree)
    written = any(is_seen(text) for text in _texts(tree))
    styles = _styles(tree)
    for element in list(tree.iter()):
        _prune(element, _style(element, styles))
        element.attrib.clear()
    return str(Inscriptis(tree, LAYOUT).get_text()).replace("\xa0", " "), written


def _texts(tree: html.HtmlElement) -> Iterator[str]:
    for element in tree.iter():
        if element.tag not in DROPPED_TAGS:
            yield element.text or ""
        yield element.tail or ""


def _styles(tree: html.HtmlElement) -> dict[str, str]:
    """Return what the style sheets of a page say of each class, without what they say of other screens."""
    sheets = "".join(sheet.text or "" for sheet in tree.iter("style")).partition("@media")[0]
    rules = (rule.rpartition("{") for rule in sheets.split("}"))
    return {
        found[1]: declared
        for selectors, _, declared in rules
        for selector in selectors.split(",")
        if (found := CLASS.search(selector))
    }


def _style(element: html.HtmlElement, styles: dict[str, str]) -> str:
    """Return the style of an element: its own, then its classes'."""
    named = dict.fromkeys(element.get("class", "").split())
    return ";".join((element.get("style", ""), *(styles.get(name, "") for name in named)))[:STYLE]


def _prune(element: html.HtmlElement, style: str) -> None:
    if element.getparent() is None:
        return
    marks = [element.get(name, "") for name in MARKS]
    if element.tag == "blockquote" or (_any(CONTAINERS, marks) and not _holds_blockquote(element)):
        _replace(element, "p", ">")
    elif element.tag == "hr" or _any(BELOW_IS_QUOTE, marks) or OUTLOOK_RULE.search(style):
        _replace(element, "p", MARKER)
    elif (
        element.tag in DROPPED_TAGS | STRUCK_TAGS
        or _is_hidden(element, style)
        or STRUCK.search(style)
        or _any(SIGNATURES, marks)
        or (_any(ATTRIBUTIONS, marks) and not _forwards(element))
    ):
        _replace(element, "span", None)


def _is_hidden(element: html.HtmlElement, style: str) -> bool:
    """Tell if nothing of an element can be seen. A size of nothing hides a text only if nothing within has a size."""
    if not style:
        return element.get("hidden") is not None
    if element.get("hidden") is not None or HIDDEN.search(style) or (FLAT.search(style) and CLIPPED.search(style)):
        return True
    within = (inner.get("style", "") for inner in element.iterdescendants())
    return TINY.search(style) is not None and not any(map(SIZED.search, within))


def _any(pattern: re.Pattern[str], marks: list[str]) -> bool:
    return any(pattern.search(mark) for mark in marks)


def _holds_blockquote(element: html.HtmlElement) -> bool:
    """Tell if a blockquote is a child of the element; one further down belongs to the quotation."""
    return any(child.tag == "blockquote" for child in element)


def _forwards(element: html.HtmlElement) -> bool:
    return "---" in (element.text or "")


def _replace(element: html.HtmlElement, tag: str, text: str | None) -> None:
    """Empty the element, but leave the text after it untouched: lxml cannot write back all that it can read."""
    element.clear(keep_tail=True)
    element.tag, element.text = tag, text


def _bound(tree: html.HtmlElement) -> None:
    """Cut off elements that are too deep, and everything after the last element that we read."""
    read = list(islice(tree.iter(), ELEMENTS))
    for last in (read[-1], *read[-1].iterancestors()):
        parent = last.getparent()
        if parent is not None:
            del parent[parent.index(last) + 1 :]
    depths = {tree: 0}
    for element in read[1:]:
        depths[element] = depths.get(element.getparent(), DEEPEST) + 1
        if depths[element] == DEEPEST:
            element.clear()
