"""A command is its shape, one row and one function: help, reading, offers and checks then know it, and pages must show
it. One is added to a copy of the project, as docs/CONTRIBUTING.md says; new_command.py is what must hold of it there.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.long.test_planted import copy_of_the_project

SHAPE = '''

@dataclass(frozen=True, slots=True)
class Vanish(ToReferee):
    """`vanish`."""

'''
ROW = """
    _personal(
        (ask.Vanish,),
        "vanish",
        "Makes you vanish.",
        r"vanish",
        lambda m: ask.Vanish(),
        topic="join",
        final=True,
        offered=True,
    ),
"""
DOES = '    ask.Vanish: lambda case, request: "you have vanished",\n'
PLACES = (
    ("referee/asking/commands.py", "\n\nCommand = ToReferee", SHAPE),
    ("referee/asking/command_table.py", "\n    _personal((ask.Leave,),", ROW.rstrip()),
    ("referee/desk/requests/handlers.py", "    ask.Leave: ", DOES),
)
"""The files of a new command, with the text before which its own is put."""
DOCS = "tests/docs/test_docs.py::test_every_mail_command_has_an_example_that_reads"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = copy_of_the_project(tmp_path_factory.mktemp("copy"))
    for name, before, text in PLACES:
        source = (folder / name).read_text("utf-8")
        assert source.count(before) == 1, name
        (folder / name).write_text(source.replace(before, text + before), "utf-8")
    return folder


def run(folder: Path, *tests: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests]
    env = {**os.environ, "PYTHONPATH": str(folder)}
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=300, check=False)


def test_a_new_command_is_known_wherever_commands_are(folder: Path) -> None:
    done = run(folder, "tests/by_mail/new_command.py", "tests/desk/test_handlers.py")
    assert done.returncode == 0, done.stdout


def test_a_page_must_show_a_new_command(folder: Path) -> None:
    assert "no page shows `vanish`" in run(folder, DOCS).stdout
    with (folder / "docs/players.md").open("a", encoding="utf-8") as page:
        page.write("\n`vanish` makes you vanish.\n")
    assert run(folder, DOCS).returncode == 0
