"""A text as the grammar reads it, for tests of what is a command."""

from referee.asking import commands as ask
from referee.asking.command_table import SPADES
from referee.asking.grammar import read_commands


def asked(text: str, game: str = SPADES) -> list[ask.Command]:
    """Return the commands of a text in which nothing is unclear."""
    reading = read_commands(text, game=game)
    assert reading.unclear == ()
    return [each.command for each in reading.asked]


def why(text: str, game: str = SPADES) -> str:
    """Return what is said of the one thing in a text that is meant as a command, and unclear."""
    reading = read_commands(text, game=game)
    assert reading.asked == ()
    (unclear,) = reading.unclear
    return unclear.why
