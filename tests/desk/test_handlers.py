"""Every command has one row, which the lines that ask it fit, and one function that carries it out."""

from importlib import import_module
from typing import get_args

from referee.asking import commands as ask
from referee.asking.command_table import COMMANDS, EVERY, ROW_OF, SPADES
from referee.asking.grammar import read_commands
from referee.asking.help_topics import TOPICS
from referee.asking.tournaments import commands as tournaments
from referee.desk.requests.handlers import HANDLERS
from tests.house import ROOT


def test_every_command_has_a_row_and_somebody_who_carries_it_out() -> None:
    assert set(HANDLERS) == set(ROW_OF)
    bases = (ask.ToReferee, tournaments.Command)
    shapes = [each for module in (ask, tournaments) for each in vars(module).values() if isinstance(each, type)]
    assert {each for each in shapes if issubclass(each, bases) and not each.__subclasses__()} <= set(ROW_OF)


def test_the_example_of_a_row_asks_what_the_row_says() -> None:
    for row in COMMANDS:
        reading = read_commands(row.usage, game=row.game or SPADES)
        (asked,) = reading.asked or (reading.no,)
        assert asked is not None and type(asked.command) in row.asks, row.usage


def test_rows_that_ask_the_same_differ_in_words_alone() -> None:
    for row in EVERY:
        for each in row.asks:
            first = ROW_OF[each]
            assert (row.kind, row.private, row.final, row.bound, row.moves) == (
                first.kind,
                first.private,
                first.final,
                first.bound,
                first.moves,
            ), row.usage


def test_every_row_has_a_topic() -> None:
    assert {row.topic or row.word for row in EVERY} <= {topic.word for topic in TOPICS}


TABLES = {"ROW_OF", "HANDLERS"}
"""The row and the function of every command."""
OF_ONE_READER = {"Command", "Planned", "Move"}
"""The types of all commands, of what `plan` may ask, and of what a player's move may be."""


def test_what_is_different_about_a_command_stands_in_its_row() -> None:
    """No other tuple, set or union names a part of the commands."""
    for path in sorted(each for room in ("asking", "desk", "telling") for each in (ROOT / room).rglob("*.py")):
        module = import_module(".".join(path.relative_to(ROOT.parent).with_suffix("").parts))
        for name, value in vars(module).items():
            parts = get_args(value) or (value if isinstance(value, (tuple, set, frozenset, list, dict)) else ())
            if name not in TABLES | OF_ONE_READER:
                assert len([each for each in parts if isinstance(each, type) and each in ROW_OF]) < 2, (path, name)
