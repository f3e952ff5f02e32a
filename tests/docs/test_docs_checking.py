"""docs/checking.md shows what `referee verify` really prints.

Set REFEREE_WRITE_PAGES to rewrite its examples; then read the difference.
"""

import os
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from referee.commands.app import app
from referee.records.lines import HEAD_SHOWN, heads
from tests.audit.record_example import example, running_game
from tests.docs.pages import DOCS, blocks, page, section, spans

WRITE = "REFEREE_WRITE_PAGES"
MEANING = "What the lines mean"
AFTER = (5, 10)
"""The lines after which Carol, in the example, got a letter: with their hand, and after their card."""


def given(lines: tuple[str, ...]) -> list[str]:
    """Return the heads of those letters, as words of a command."""
    return [word for line in AFTER for word in ("--head", heads(lines)[line - 1][:HEAD_SHOWN])]


def written(place: Path, lines: tuple[str, ...]) -> str:
    place.write_text("".join(f"{line}\n" for line in lines), "ascii")
    return str(place)


def printed(*args: str, code: int) -> str:
    found = CliRunner().invoke(app, ["verify", *args])
    assert found.exit_code == code, found.output
    return found.output


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str, str]:
    """Print a game that is over, with a player's heads; the end of a running one; the wrong line of a changed one."""
    place = tmp_path_factory.mktemp("records")
    lines = example().lines
    whole = written(place / "spades-12.jsonl", lines)
    over = printed(whole, *given(lines), code=0)
    runs = printed(written(place / "running.jsonl", running_game().lines), code=0)
    changed = tuple(line.replace('"card":"TC"', '"card":"QC"') for line in lines)
    assert sum(one != other for one, other in zip(lines, changed, strict=True)) == 1
    wrong = printed(written(place / "changed.jsonl", changed), code=1)
    shown = over.split("\n\n")[0] + "\n"
    later = runs[runs.index("later round 2") :].split("\n\n")[0] + "\n"
    return shown, later, wrong[wrong.index("WRONG") :]


def test_the_output_is_the_programs(outputs: tuple[str, str, str]) -> None:
    if os.environ.get(WRITE):
        text = page("checking.md")
        for old, new in zip(blocks(section(text, MEANING), "text"), outputs, strict=True):
            text = text.replace(f"```text\n{old}```", f"```text\n{new}```", 1)
        (DOCS / "checking.md").write_text(text, "utf-8")
    assert tuple(blocks(section(page("checking.md"), MEANING), "text")) == outputs


def test_every_line_of_the_output_is_explained(outputs: tuple[str, str, str]) -> None:
    """The page's text has each first word and each subject that is printed."""
    told = set(spans(section(page("checking.md"), MEANING)))
    for line in "".join(outputs).splitlines():
        if match := re.match(r"(\w+) +(\w+(?: \d+)?)  ", line):
            assert match[1] in told, line
            assert re.sub(r" \d+", " …", match[2]) in told, line


def test_what_is_proven_and_what_is_not_is_printed(tmp_path: Path) -> None:
    """The program says at its end what the page says."""
    output = " ".join(printed(written(tmp_path / "r", example().lines), code=0).split())
    assert "Proven" in output and "Not proven" in output
    for word in ("playing order", "salt", "operator", "head", "the first deal"):
        assert word in output.lower() and word in " ".join(page("checking.md").lower().split()), word
