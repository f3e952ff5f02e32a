"""The commands nearest to a line that is no command: one, several, or none. The exact grammar reads each of them."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.asking.command_table import row_of
from referee.asking.grammar import read_commands
from referee.asking.nearest import LIKE, LONGEST, SPELT, nearest

ACES = ["play AS", "play AH", "play AD", "play AC"]


@pytest.mark.parametrize(
    ("line", "commands"),
    [
        ("pley QS", ["play QS"]),
        ("play quen of spades", ["play QS"]),
        ("Q spade", ["play QS"]),
        ("spades queen", ["play QS"]),
        ("2clubs", ["play 2C"]),
        ("4 hearts", ["play 4H"]),
        ("Jack Diamond", ["play JD"]),
        ("play ten d", ["play TD"]),
        ("As", ["play AS"]),
        ("play play QS", ["play QS"]),
        ("play QS?", ["play QS"]),
        ("I think KH", ["play KH"]),
        ("KH - sorry for the delay!", ["play KH"]),
        ("hello queen of hearts", []),
        ("play ace", ACES),
        ("the ace", ACES),
        ("play QX", ["play QS", "play QH", "play QD", "play QC"]),
        ("joker", ["play BJ", "play LJ"]),
        ("bud 4", ["bid 4"]),
        ("bid to", ["bid 2"]),
        ("bid none", ["bid nil"]),
        ("bid -4", ["bid 4"]),
        ("put me down for four tricks", ["bid 4"]),
        ("bid blnd nil", ["bid blind nil"]),
        ("plsn hearts: 3H, lowest", ["plan hearts: 3H, lowest"]),
        ("memroy", ["memory"]),
        ("extned 2 days", ["extend 2 days"]),
        ("pausse all", ["pause all"]),
        ("kg", []),
        ("Ha ha", []),
        ("ace!", []),
        ("queens", []),
        ("tea?", []),
        ("Okay then", []),
        ("three cheers", []),
        ("4 all", []),
        ("bid 3 or 4", []),
        ("QS, no, KS", []),
        ("play QS, not KS", []),
        ("KH - no, sorry, a mistake", []),
        ("don't play QS", []),
        ("no spades", []),
        ("play nice", []),
        ("about", []),
        ("leave me", []),
        ("abrot", []),
        ("concde", []),
        ("forfiet team 1", []),
        ("withdrew", []),
        ("adress a@b.example", []),
        ("nmae Bob", []),
        ("strat", []),
        ("> Q spade", []),
        ("Q spade " + "!" * LONGEST, []),
    ],
)
def test_what_a_line_is_nearest_to(line: str, commands: list[str]) -> None:
    assert sorted(nearest(line)) == sorted(commands)


def is_offered(words: str) -> bool:
    reading = read_commands(words)
    return len(reading.asked) == 1 and not reading.unclear and row_of(reading.asked[0].command).offered


def test_every_spelling_is_of_a_command() -> None:
    assert {*LIKE} < {*SPELT} and all(map(is_offered, SPELT.values()))


@given(st.sampled_from(LIKE), st.integers(0, 40), st.sampled_from(string.ascii_letters + string.digits + " .,?!-"))
def test_whatever_a_slip_is_nearest_to_is_a_command(words: str, at: int, key: str) -> None:
    at %= len(words)
    for line in (words[:at] + key + words[at + 1 :], words[:at] + words[at + 1 :], words[:at] + key + words[at:]):
        assert all(map(is_offered, nearest(line))), line


@given(st.text(max_size=LONGEST))
def test_looking_for_the_nearest_is_total(text: str) -> None:
    assert all(map(is_offered, nearest(text)))
