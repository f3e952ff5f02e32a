"""HTML as the plain text that new_text.py reads: a quote becomes one `>` line, a reply separator the marker line.

Bounded in characters and elements. Attributes never reach the renderer, whose reading of styles can be abused.
"""

import re
from itertools import islice

from inscriptis.css_profiles import STRICT_CSS_PROFILE
from inscriptis.html_engine import Inscriptis
from inscriptis.html_properties import Display
from inscriptis.model.config import ParserConfig
from inscriptis.model.html_element import HtmlElement
from inscriptis.model.tag import CustomHtmlTagHandlerMapping
from lxml import etree, html

from referee.post.reading.new_text import MARKER

CHARACTERS = 128 * 1024
ELEMENTS = 4000
DEEPEST = 60

DROPPED_TAGS = {"head", "style", "script", "title", "meta", "link", "template", "object", "noscript", "img", "svg"}
STRUCK_TAGS = {"del", "s", "strike"}
STRUCK = re.compile(r"text-decoration(?:-line)?\s*:[^;]{0,80}line-through", re.IGNORECASE)
"""Text that its writer struck out, or that a program shows as replaced."""

HIDDEN = re.compile(r"display\s*:\s*none", re.IGNORECASE)
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


def plain_of_html(source: str) -> str:
    """Render an HTML body as text, one line for each block, without quotes and struck-out text. Never raises."""
    data = source[:CHARACTERS].translate(CONTROLS).encode("utf-8", "replace")
    try:
        tree = html.document_fromstring(
            data, parser=html.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True)
        )
    except etree.ParserError:
        return ""
    _bound(tree)
    for element in list(tree.iter()):
        _prune(element)
        element.attrib.clear()
    return str(Inscriptis(tree, LAYOUT).get_text()).replace("\xa0", " ")


def _prune(element: html.HtmlElement) -> None:
    if element.getparent() is None:
        return
    marks = [element.get(name, "") for name in MARKS]
    style = element.get("style", "")
    if element.tag == "blockquote" or (_any(CONTAINERS, marks) and not _holds_blockquote(element)):
        _replace(element, "p", ">")
    elif element.tag == "hr" or _any(BELOW_IS_QUOTE, marks) or OUTLOOK_RULE.search(style):
        _replace(element, "p", MARKER)
    elif (
        element.tag in DROPPED_TAGS | STRUCK_TAGS
        or HIDDEN.search(style)
        or STRUCK.search(style)
        or _any(SIGNATURES, marks)
        or (_any(ATTRIBUTIONS, marks) and not _forwards(element))
    ):
        _replace(element, "span", None)


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
