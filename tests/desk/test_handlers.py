"""The table of commands at the desk: it is complete, and agrees with `help` on who may use each command."""

from typing import get_args

import pytest

from referee.asking import commands as ask
from referee.asking.command_table import COMMANDS, Row, Who
from referee.asking.grammar import read_commands
from referee.desk.requests.handlers import HANDLERS, Kind


def test_every_command_has_a_row() -> None:
    assert set(HANDLERS) == set(get_args(ask.Command))


@pytest.mark.parametrize("row", COMMANDS, ids=lambda row: row.word)
def test_the_desk_and_help_agree_on_who_may_use_a_command(row: Row) -> None:
    reading = read_commands(row.usage)
    (asked,) = reading.asked or (reading.no,)
    assert asked is not None
    handled = HANDLERS[type(asked.command)]
    assert handled.private is (row.who is Who.PRIVATE)
    assert (handled.kind is Kind.STEERING) is (row.who is Who.GAMESMASTER)
