"""Machines that answer every letter, without a mark of a machine."""

import re
from collections.abc import Callable

from referee.post.reading.new_text import MARKER
from tests.talk import Letter


def unmarked(letter: Letter) -> str:
    return letter.text.replace(MARKER, "").replace("-- \n", "")


def examples(letter: Letter) -> str:
    """Return the lines that a letter gives as examples, and nothing else."""
    return "\n".join(line.strip() for line in letter.text.split("\n") if line.startswith("    "))


def words(letter: Letter) -> str:
    """Return every command that a letter names, each on its line."""
    found = re.findall(
        r"(?:bid \d+|play \S+|yes|help|hand|score|status|concede|pause|resume|start|join|salt \w+)", letter.text
    )
    return "\n".join(found[:1])


ANSWERERS: dict[str, Callable[[Letter], str]] = {
    "quotes all": lambda letter: "Thank you!\n\n" + letter.text,
    "quotes all but the line": unmarked,
    "quotes the HTML": lambda letter: letter.html,
    "repeats the subject": lambda letter: letter["Subject"],
    "repeats the examples": examples,
    "repeats a command": words,
    "says yes": lambda letter: "yes",
    "says yes and quotes": lambda letter: "yes\n\n" + unmarked(letter),
    "says nothing": lambda letter: "",
    "is away": lambda letter: "I am out of the office until Monday.",
}
