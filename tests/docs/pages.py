"""The project's documents as tests read them: code spans, fenced blocks, tables, links and headings."""

import re
from collections.abc import Iterator
from pathlib import Path

TOP = Path(__file__).parent.parent.parent
DOCS = TOP / "docs"
PAGES = [TOP / "README.md", *sorted(DOCS.glob("*.md"))]

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def page(name: str) -> str:
    """Return a document's text by its file name."""
    return next(path for path in PAGES if path.name == name).read_text(encoding="utf-8")


def everything() -> str:
    """Return all documents, one after the other."""
    return "\n".join(path.read_text(encoding="utf-8") for path in PAGES)


def blocks(text: str, language: str) -> list[str]:
    """Return the fenced blocks of one language, without their fences."""
    return [match[2] for match in FENCE.finditer(text) if match[1] == language]


def spans(text: str) -> list[str]:
    """Return all inline code, outside of fenced blocks."""
    return SPAN.findall(FENCE.sub("", text))


def section(text: str, heading: str) -> str:
    """Return the text below a heading, up to the next one of the same rank or above."""
    match = re.search(rf"^(#+) {re.escape(heading)}\n(.*)", text, re.MULTILINE | re.DOTALL)
    assert match, f"there is no section {heading}"
    end = re.search(rf"^#{{1,{len(match[1])}}} ", match[2], re.MULTILINE)
    return match[2][: end.start()] if end else match[2]


def rows(text: str) -> Iterator[list[str]]:
    """Yield the rows of all tables in a text, without their heads, as stripped cells."""
    for line in text.splitlines():
        if line.startswith("|") and not set(line) <= set("|- "):
            following = text[text.index(line) + len(line) + 1 :]
            if not re.match(r"\|[|\s-]+\n", following):
                yield [cell.strip() for cell in line.strip("|").split(" |")]


def named(text: str) -> set[str]:
    """Return the names in code in the first cells of a text's tables."""
    return {name for row in rows(text) for name in SPAN.findall(row[0])}


def anchors(text: str) -> set[str]:
    """Return the fragments by which a page's headings can be linked to."""
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in HEADING.findall(text)}
