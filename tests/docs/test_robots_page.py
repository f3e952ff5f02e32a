"""The robot of docs/robots.md plays by mail, on sheets that differ in what they ask of it."""

from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from tests.docs.pages import blocks, page
from tests.talk import NAMES, STARTER, Letter, Talk, address


def robot(name: str) -> Callable[[EmailMessage], EmailMessage | None]:
    """Return the `answer` of the page's program, for the player `name`."""
    (program,) = blocks(page("robots.md"), "python")
    assert '\nNAME = "Ann"\n' in program
    space: dict[str, Any] = {"__name__": "robot"}
    exec(compile(program.replace('"Ann"', f'"{name}"'), "docs/robots.md", "exec"), space)
    answer: Callable[[EmailMessage], EmailMessage | None] = space["answer"]
    return answer


@pytest.mark.parametrize(("sheet", "rounds"), [("109", 1), ("fsu", 1), ("sigma", 1)])
def test_four_robots_of_the_page_play_whole_rounds(tmp_path: Path, sheet: str, rounds: int) -> None:
    talk = Talk(tmp_path).starts(f"{STARTER}\nsheet: {sheet}")
    robots = {address(name): robot(name) for name in NAMES}
    waiting: list[Letter] = list(talk.letters)
    outcomes = set()
    while waiting and talk.game().round <= rounds:
        letter = waiting.pop(0)
        answer = robots.get(letter.to)
        reply = answer(letter.message) if answer else None
        if reply is not None:
            told = len(talk.letters)
            outcomes.add(talk.deliver(reply.as_bytes()))
            waiting += talk.letters[told:]
    assert talk.game().round > rounds
    assert outcomes <= {"MakeBid/accepted", "PlayCard/accepted", "Show/accepted"}
