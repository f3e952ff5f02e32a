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
from referee.spades.rulesheet import sheet_from
from referee.spades.sheets import RULE_109
from tests.docs.pages import TOP, blocks, page, rows, section, spans

PLAYERS = page("players.md")
KNOWN = Names(("Spring Cup",), ("The Aces", "Kings"))
"""The tournament and the teams of the examples."""
INDENTED = re.compile(r"(?:^    \S.*\n?)+", re.MULTILINE)


def request(line: str) -> cmd.Move | None:
    """The move that a line asks for; None if it is conversation."""
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
    """Every line in the tables of the players' page is one command, whoever may use it."""
    lines = [line for row in rows(PLAYERS) for line in spans(row[0])]
    assert len(lines) > 30
    for line in (line for line in lines if line != "charge Bob"):
        reading = read_commands(line, names=KNOWN)
        assert len(reading.asked) == 1 and not reading.unclear, line


def test_examples_of_conversation_are_conversation() -> None:
    sentence = re.search(r"A line is a command only .*?\n- ", PLAYERS, re.DOTALL)
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


def test_the_starts_read_whole() -> None:
    indented = INDENTED.search(section(PLAYERS, "For the Gamesmaster"))
    assert indented
    examples = [block for block in blocks(page("README.md"), "text") if block.startswith("start\n")]
    for text in (re.sub("^    ", "", indented[0], flags=re.MULTILINE), *examples):
        reading = read_commands(text)
        assert len(reading.asked) == 1 and not reading.unclear and reading.chat is None
        begin = reading.asked[0].command
        assert isinstance(begin, ask.Start) and len(begin.players) == 4 and begin.team == ("Ann", "Carol")


def test_parameters_are_set_as_documented() -> None:
    told_ = section(page("rules.md"), "Rule sheets").split("\n\n")[1]
    lines = [span for span in spans(told_) if ": " in span]
    assert len(lines) == 6
    players = ", ".join(f"{name} <{name.lower()}@example.org>" for name in ("Ann", "Bob", "Carol", "Dave"))
    for line in lines:
        (asked,) = read_commands(f"start\nplayers: {players}\n{line}").asked
        assert isinstance(asked.command, ask.Start)
        changed = {key: read_parameter(key, value) for key, value in asked.command.changes}
        assert sheet_from("109*", changed, RULE_109) != replace(RULE_109, name="109*"), line


@pytest.mark.parametrize("path", sorted((TOP / "templates" / "help").glob("*.txt")), ids=lambda path: path.stem)
def test_the_examples_of_a_help_page_read_whole(path: Path) -> None:
    shown = [re.sub("^    ", "", block, flags=re.MULTILINE) for block in INDENTED.findall(path.read_text("utf-8"))]
    assert shown
    for said in (
        line for text in shown for line in ([text] if text.startswith(("start", "tournament ")) else text.splitlines())
    ):
        reading = read_commands(said, names=KNOWN)
        assert len(reading.asked) == 1 and not reading.unclear and reading.chat is None, said
