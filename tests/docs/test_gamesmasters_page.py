"""The page for Gamesmasters: its start and its lines read as it says, and its rulings bring about what it quotes."""

import re
from pathlib import Path

import pytest

from referee.asking import commands as ask
from referee.asking.grammar import read_commands
from tests.docs.pages import page, rows, section, spans
from tests.docs.test_first_game import STEP, flat, mails, seated
from tests.talk import STARTER, Talk

PAGE = page("for-gamesmasters.md")


def test_rulings_bring_about_what_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    talk = seated(Talk(tmp_path), monkeypatch).starts(STARTER)
    for who, text in (("ann", "4"), ("bob", "3"), ("carol", "3"), ("dave", "nil"), ("ann", "KH"), ("bob", "AH")):
        talk.says(who, text)
    talk.says("carol", "2H")
    since = quotes = 0
    for step in STEP.finditer(section(PAGE, "Rulings")):
        if step["mails"]:
            since = len(talk.letters)
            for who, text, _ in mails(step["mails"]):
                assert who == "Gamesmaster" and talk.master(text).endswith("/accepted"), text
        else:
            told = [flat(letter.text) for letter in talk.letters[since:]]
            assert any(flat(step[0]) in letter for letter in told), step[0]
            quotes += 1
    assert quotes == 5


def test_the_start_reads_whole_and_so_does_each_line_below_one() -> None:
    block = re.search(r"(?:^    \S.*\n)+", section(PAGE, "Start a game"), re.MULTILINE)
    assert block
    start = re.sub("^    ", "", block[0], flags=re.MULTILINE)
    (asked,) = read_commands(start).asked
    assert isinstance(asked.command, ask.Start) and asked.command.team == ("Ann", "Carol")
    players = "\n".join(start.splitlines()[:2])
    for row in rows(section(PAGE, "Choose the rules")):
        reading = read_commands(f"{players}\n{spans(row[0])[0]}")
        assert len(reading.asked) == 1 and not reading.unclear and reading.chat is None, row[0]
