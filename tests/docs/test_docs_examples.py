"""The examples in the documents read as they say: commands, starts, a line of chat."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from referee.asking import commands as ask
from referee.asking.grammar import read_commands
from referee.asking.sheet_words import read_parameter
from referee.asking.tournaments.titles import Names
from referee.spades import commands as cmd
from referee.spades.cards import parse_card
from referee.spades.rulesheet import RuleSheet
from referee.spades.sheets import RULE_109
from tests.docs.pages import TOP, blocks, page, rows, section, spans

PLAYERS = page("players.md")
KNOWN = Names(("Spring Cup",), ("The Aces", "Kings"))
"""The tournament and the teams of the examples."""
INDENTED = re.compile(r"(?:^    \S.*\n?)+", re.MULTILINE)


def request(line: str) -> cmd.Move | None:
    """Return the move that a line asks for; None if it is conversation."""
    reading = read_commands(line)
    assert not reading.unclear
    match [asked.command for asked in reading.asked]:
        case []:
            return None
        case [ask.BareNumber(number)]:
            return cmd.MakeBid(number)
        case [ask.BareCard(card)]:
            return cmd.PlayCard(card)
        case [cmd.MakeBid() | cmd.PlayCard() as move]:
            return move
    raise AssertionError(f"{line} asks for something else")


def test_lines_for_the_referee_read_as_commands() -> None:
    """Every line in the tables of the players' page, and of the Gamesmasters' clock, is one command."""
    tables = (PLAYERS, section(page("for-gamesmasters.md"), "The clock"))
    lines = [line for text in tables for row in rows(text) for line in spans(row[0])]
    assert len(lines) > 25
    for line in lines:
        reading = read_commands(line, names=KNOWN)
        assert len(reading.asked) == 1 and not reading.unclear, line


def test_examples_of_conversation_are_conversation() -> None:
    sentence = re.search(r"A line, as you ended it, is a command only .*?\n- ", PLAYERS, re.DOTALL)
    assert sentence
    examples = [" ".join(span.split()) for span in re.findall(r"`([^`]+)`", sentence[0])]
    assert len(examples) == 2
    for example in examples:
        assert read_commands(example).chat == example


def test_ways_to_write_bids_and_cards_read_alike() -> None:
    bids, cards = (
        section(PLAYERS, "Bids and cards").split(f"- **{word}**:")[1].split("\n- ")[0] for word in ("Bids", "Cards")
    )
    assert {request(example) for example in spans(bids)} == {cmd.MakeBid(4), cmd.MakeBid(0)}
    queens, tens = cards.split("Ten is")
    assert {request(example) for example in spans(queens)} == {cmd.PlayCard(parse_card("QS"))}
    written = [example for example in spans(tens) if example not in {"10", "T"}]
    named = {request(example) for example in written}
    assert named == {cmd.PlayCard(parse_card(code)) for code in ("TH", "BJ", "LJ")}


def test_the_letter_in_the_readme_is_one_that_the_referee_writes() -> None:
    (shown,) = (block for block in blocks(page("README.md"), "text") if block.startswith("Subject: "))
    subject, _, body = shown.partition("\n\n")
    headers, _, written = (TOP / "tests" / "letters" / "play-turn.txt").read_text("utf-8").partition("\n\n")
    assert subject in headers.splitlines()
    assert written.startswith(f"{body}\n")


def test_the_start_in_the_readme_reads_whole() -> None:
    (example,) = (block for block in blocks(page("README.md"), "text") if block.startswith("start\n"))
    reading = read_commands(example)
    assert len(reading.asked) == 1 and not reading.unclear and reading.chat is None
    begin = reading.asked[0].command
    assert isinstance(begin, ask.Start) and len(begin.players) == 4 and begin.team == ("Ann", "Carol")


def test_parameters_are_set_as_documented() -> None:
    told = section(page("rules.md"), "Rule sheets").partition("may change single parameters")[2].partition("\n\n")[0]
    lines = [span for span in spans(told) if ": " in span]
    assert len(lines) == 6
    players = ", ".join(f"{name} <{name.lower()}@example.org>" for name in ("Ann", "Bob", "Carol", "Dave"))
    for line in lines:
        (asked,) = read_commands(f"start\nplayers: {players}\n{line}").asked
        assert isinstance(asked.command, ask.Start)
        changed = {key: read_parameter(key, value) for key, value in asked.command.changes}
        assert RuleSheet.from_table("109*", changed, RULE_109) != replace(RULE_109, name="109*"), line


HELP = sorted((TOP / "templates").glob("**/help/*.txt"))


@pytest.mark.parametrize("path", HELP, ids=lambda path: f"{path.parent.parent.name} {path.stem}")
def test_the_examples_of_a_help_page_read_whole(path: Path) -> None:
    shown = [re.sub("^    ", "", block, flags=re.MULTILINE) for block in INDENTED.findall(path.read_text("utf-8"))]
    assert shown
    for said in (
        line for text in shown for line in ([text] if text.startswith(("start", "tournament ")) else text.splitlines())
    ):
        reading = read_commands(said, names=KNOWN, game="dominoes" if "dominoes" in path.parts else "spades")
        assert len(reading.asked) == 1 and not reading.unclear and reading.chat is None, said
