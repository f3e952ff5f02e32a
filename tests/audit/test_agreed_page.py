"""The page that verifies takes the records of test_agreed_records.py, and names the same wrong lines."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.spades.sheets import SHEETS
from tests.audit.browser import Page, browsing
from tests.audit.test_agreed_records import records, some_wrong

FILE = Path(__file__).parent.parent.parent / "docs" / "verify.html"
CHECK = "(async (given) => Promise.all(given.map(async (text) => (await verify(text, [])).line ?? 0)))"


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with browsing() as page:
        page.open(FILE)
        yield page


@pytest.mark.parametrize("sheet", SHEETS)
def test_it_takes_what_the_referee_writes(sheet: str, page: Page) -> None:
    texts = [record.text for record in records(sheet)]
    assert page.evaluate(f"{CHECK}({json.dumps(texts)})") == [0] * len(texts)


@pytest.mark.parametrize("sheet", SHEETS)
def test_it_names_what_could_not_have_happened(sheet: str, page: Page) -> None:
    wrong = some_wrong(sheet)
    assert page.evaluate(f"{CHECK}({json.dumps([text for text, _ in wrong])})") == [line for _, line in wrong]
