"""What badly typed lines are taken for: surely for one thing, perhaps for one of several, or for nothing."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from referee.asking.grammar import read_commands
from referee.asking.near_misses.hear import hear, hear_steering
from referee.asking.near_misses.tidy import LONGEST

NUMBERS = (
    *("nil", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen"),
)
RANKS = dict(zip("23456789TJQKA", (*NUMBERS[2:11], "jack", "queen", "king", "ace"), strict=True))
SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
RIGHT = {
    f"play {rank}{suit}": (
        f"play {rank}{suit}",
        f"play {suit}{rank}",
        f"{rank}{suit}",
        f"{suit}{rank}",
        f"play the {RANKS[rank]} of {SUITS[suit]} please",
        f"{RANKS[rank]} {SUITS[suit]}",
        f"play {rank} {SUITS[suit]}",
        f"{RANKS[rank]} {suit}",
    )
    for rank in RANKS
    for suit in SUITS
} | {f"bid {n or 'nil'}": (f"bid {n}", f"{n}", f"i bid {word}", word, f"{n} please") for n, word in enumerate(NUMBERS)}
"""Each move with ways to write it."""


def readings(line: str) -> list[str]:
    heard = hear(line)
    return [] if heard is None else [asked.line for asked in heard.asked]


def is_sure(line: str) -> bool:
    heard = hear(line)
    return heard is not None and heard.sure


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("D P", ["play QS"]),
        ("KB", ["play JC", "play JD"]),
        ("4 hearts", ["play 4H"]),
        ("play RS", ["play KS"]),
        ("play QS?", ["play QS"]),
        ("hello queen of hearts", ["play QH"]),
        ("sorry, QS", ["play QS"]),
        ("bid -4", ["bid 4"]),
        ("bid dix", ["bid 10"]),
        ("Jack Diamond", ["play JD"]),
        ("ACE of spades full stop?", ["play AS"]),
        ("play the quen of spades pleaes", ["play QS"]),
        ("aceo fspades", ["play AS"]),
        ("threes pades", ["play 3S"]),
        ("play kg", ["play KH"]),
        ("kg", []),
        ("three cheers", []),
        ("4 all", []),
        ("8 now", []),
        ("three cheers for Carol", []),
        ("Okay then", []),
        ("tea?", []),
        ("to of clubs", ["play 2C"]),
        ("plan hearts low 3H pls", ["plan hearts: lowest, 3H"]),
        ("KH - sorry for the delay!", ["play KH"]),
        ("KH - no, sorry, a mistake", []),
        ("my lowest heart", ["plan my lowest heart"]),
        ("lowest of the low", []),
        ("duck!", []),
        ("memroy", ["memory"]),
        ("joker", ["play BJ", "play LJ"]),
        ("nothing sensible at all", []),
        ("queens", []),
        ("a spade", []),
        ("play a heart", [f"play {rank}H" for rank in RANKS]),
        ("QS, no, KS", []),
        ("play QS, not KS", []),
        ("don't play QS", []),
        ("> Q spade", []),
        ("Q spade " + "!" * LONGEST, []),
    ],
)
def test_what_is_not_sure(line: str, read: list[str]) -> None:
    assert sorted(readings(line)) == sorted(read)
    assert not is_sure(line)


@pytest.mark.parametrize(
    "line",
    ["about", "leave me", "abrot", "concde", "forfiet", "withdrew", "adress a@b.example", "keys", "starts", "nmae Bob"],
)
def test_nothing_that_ends_or_moves_anything_is_a_slip_away(line: str) -> None:
    assert readings(line) == []


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("extned 2 days", ["extend 2 days"]),
        ("extend two days", ["extend 2 days"]),
        ("limt 2 days", ["limit 2 days"]),
        ("pausse all", ["pause all"]),
        ("puase, please", ["pause"]),
        ("strat", ["start"]),
        ("abrot", []),
        ("forfiet team 1", []),
        ("repalce Bob with Eve", []),
        ("start without me", []),
        ("> puase", []),
    ],
)
def test_what_a_gamesmaster_may_have_meant(line: str, meant: list[str]) -> None:
    assert [asked.line for asked in hear_steering(line)] == meant


def plain(line: str) -> str:
    return "".join(c for c in line.lower() if c.isalnum())


def far(line: str, move: str) -> int:
    """How many slips lie between a line and the nearest way to write a move."""
    ends = ("", "please")
    return min(OSA.distance(plain(line), plain(way + end)) for way in RIGHT[move] for end in ends)


@given(
    st.sampled_from([way for ways in RIGHT.values() for way in ways]),
    st.integers(0, 40),
    st.sampled_from(["delete", "insert", "replace", "swap", "double"]),
    st.sampled_from(string.ascii_letters + string.digits + " .,?!-"),
)
def test_a_line_one_slip_off_is_surely_nothing_but_what_is_nearest_to_it(
    way: str, at: int, slip: str, key: str
) -> None:
    at %= len(way)
    before, typed, after = way[:at], way[at], way[at + 1 :]
    line = (
        before
        + {
            "delete": "",
            "insert": typed + key,
            "replace": key,
            "swap": after[:1] + typed,
            "double": typed * 2,
        }[slip]
        + (after[1:] if slip == "swap" else after)
    )
    if not read_commands(line).asked and is_sure(line) and (move := readings(line)[0]) in RIGHT:
        assert far(line, move) == min(far(line, other) for other in RIGHT), (line, move)
