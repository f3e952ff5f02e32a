"""A command is its shape, one row and one function: help, reading, offers and checks then know it, and pages must show
it. One is added to a copy of the project, as docs/CONTRIBUTING.md says; new_command.py is what must hold of it there.
"""

import os
import subprocess
import sys
from pathlib import Path

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


def test_a_new_command_is_known_wherever_commands_are_and_a_page_must_show_it(tmp_path: Path) -> None:
    folder = copy_of_the_project(tmp_path)
    for name, before, text in PLACES:
        source = (folder / name).read_text("utf-8")
        assert source.count(before) == 1, name
        (folder / name).write_text(source.replace(before, text + before), "utf-8")
    tests = ("tests/by_mail/new_command.py", "tests/desk/test_handlers.py", DOCS)
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *tests]
    env = {**os.environ, "PYTHONPATH": str(folder)}
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=300, check=False)
    assert "no page shows `vanish`" in done.stdout and "1 failed" in done.stdout, done.stdout
