"""The files of a site, without a browser: they are whole, small, ask for nothing from elsewhere, and strangers' names
are text in them.
"""

from collections.abc import Mapping
from functools import cache
from posixpath import join, normpath
from urllib.parse import unquote, urlsplit

from lxml import html

from referee.site.environment import BEGINS, ENDS, assets, verifier_script
from tests.site.shown import HOSTILE, HOSTILE_GAME, KINDS, few, many

LARGEST = 100_000
POLICY = "default-src 'none'; style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'none'"
ADDRESSES = ("href", "src", "action", "data", "poster", "srcset", "ping", "formaction")


@cache
def files() -> Mapping[str, str]:
    """Return every file of a site by its path."""
    found = {path: data.decode() for path, data in assets(None).items()}
    return found | {page.path: page.text for page in few()}


@cache
def pages() -> Mapping[str, html.HtmlElement]:
    """Return every page of the site, parsed."""
    return {path: html.document_fromstring(text) for path, text in files().items() if path.endswith(".html")}


def addresses(page: html.HtmlElement) -> list[tuple[str, str]]:
    """List what a page leads to or asks for: the element and the address."""
    return [
        (node.tag, node.get(name))
        for node in page.iter()
        if isinstance(node.tag, str)
        for name in ADDRESSES
        if node.get(name) is not None
    ]


def test_every_kind_of_page_is_there() -> None:
    assert set(KINDS.values()) <= set(pages())


def test_links_are_whole() -> None:
    for path, page in pages().items():
        for _, address in addresses(page):
            where = urlsplit(address)
            if where.scheme == "mailto":
                continue
            assert not where.scheme and not where.netloc and not where.path.startswith("/"), f"{path}: {address}"
            target = normpath(join(path, "..", unquote(where.path))) if where.path else path
            assert target in files(), f"{path} leads to {address}, which is not there"
            if where.fragment:
                assert pages()[target].get_element_by_id(where.fragment, None) is not None, f"{path}: {address}"


def test_no_page_asks_for_anything_but_what_is_its_own() -> None:
    for path, page in pages().items():
        (policy,) = page.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
        assert policy == POLICY, path
        asked = {address for tag, address in addresses(page) if tag not in ("a", "use")}
        rest = {normpath(join(path, "..", address)) for address in asked} - {"assets/site.css", "assets/site.js"}
        assert all(one.endswith("feed.xml") for one in rest), f"{path} asks for {rest}"
    for path, text in files().items():
        if path.startswith("assets/"):
            assert not any(
                word in text for word in ("@import", "url(", "fetch(", "XMLHttpRequest", "cookie", "localStorage")
            )


def test_nothing_runs_or_is_styled_from_within_a_page() -> None:
    for path, page in pages().items():
        for node in (one for one in page.iter() if isinstance(one.tag, str)):
            assert not [name for name in node.attrib if name == "style" or name.startswith("on")], f"{path}: {node.tag}"
            assert node.tag != "style", path
            if node.tag == "script":
                assert node.get("type") == "application/json" or (node.get("src") and not node.text), path


def test_names_are_text() -> None:
    page = pages()[KINDS["game"]]
    assert HOSTILE[0] in page.text_content()
    for path, one in pages().items():
        assert not one.xpath("//script[not(@src) and not(@type)]") and not one.xpath("//b[text()='Aces']"), path
    for path, text in files().items():
        assert not any(mark in text for mark in "\u202e\u202c\u200f") or path.endswith((".jsonl", ".js")), path


def test_a_name_cannot_end_the_data_of_a_replay() -> None:
    text = files()[f"games/{HOSTILE_GAME}/r1.html"]
    data = text.partition('id="round">')[2].partition("</script>")[0]
    assert "\\u003cscript\\u003ehit()\\u003c/script\\u003e" in data and "<" not in data


def test_a_page_has_a_language_a_title_one_heading_and_no_name_twice() -> None:
    for path, page in pages().items():
        assert page.get("lang") == "en" and page.findtext(".//title"), path
        assert len(page.findall(".//h1")) == 1, path
        named = page.xpath("//@id")
        assert len(named) == len(set(named)), path


def test_pages_are_small() -> None:
    for page in many():
        if page.path.endswith(".html"):
            assert len(page.text.encode()) < LARGEST, page.path


def test_the_verifier_is_the_one_of_the_documents() -> None:
    script = verifier_script()
    assert BEGINS not in script and ENDS not in script
    assert "globalThis.verify = verify;" in script and "document." not in script
