"""The short form of every program in benchmarks/: each runs and prints its figures. Never judges the figures."""

import sys
from importlib import import_module
from pathlib import Path

import pytest

from benchmarks import named

ROOT = Path(__file__).parent.parent
SHORT: dict[str, tuple[tuple[int | str, ...], tuple[str, ...]]] = {
    "floor": (
        ("--moves", 6, "--games", 2, "--runs", 1),
        ("6 moves in 2 games, 24 letters, embedded servers, files on ", "  referee: ", "  bare: ", "\ncpu ", ", wall "),
    ),
    "flood": (
        ("--mails", 20, "--moves", 2),
        ("alone: median ", "beside the flood: median ", " of 20 mails waited still; ratio "),
    ),
    "games": ((2,), ("Spades: ", "dominoes: ", "a play of dominoes takes ")),
    "growth": ((12, 2, 4), ("round 1: ", "; round 2: ", "beside 10 games: ", "; beside 12 games: ", "; ratio ")),
    "memory": ((2, 10), ("2 games running: ", "10 mails: ", "last over first: ")),
    "named": ((), (" RoundScored: ", "spades/fold.py")),
    "pace": (
        ("--rounds", 1, "--short"),
        ("1 rounds, seed 1", "  tapping ", " days a round, ratio ", " by mail, ", "\nplanning ", ", letters "),
    ),
    "path": (
        (3,),
        ("3 mails, by CPU: p50 ", "statements a mail: ", "rule on it", "write what all get", "the rest, commit too"),
    ),
    "size": ((), (" lines of code in ", " lines of data in ", " words in ", "packages to run: ", " MB")),
    "trace": ((), ("a play: ", " files, ", " functions", "a time-out: ", "a result that ends a match: ")),
}
"""The sizes of each program, and what it prints."""
RUN_BY_OTHERS = {"bare": "floor"}
"""A program that another one runs as a process of its own."""


def test_every_program_has_a_short_form() -> None:
    assert {file.stem for file in (ROOT / "benchmarks").glob("*.py")} - {"__init__", *RUN_BY_OTHERS} == set(SHORT)


LONG = ("pace", "flood", "memory", "named", "size")
"""Programs whose shortest form takes as long as a hundred tests; the size is counted once, for CONTRIBUTING."""


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.long] * (name in LONG)) for name in SHORT])
def test_it_runs_and_prints_its_figures(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sizes, printed = SHORT[name]
    monkeypatch.setattr(sys, "argv", [f"benchmarks.{name}", *map(str, sizes)])
    import_module(f"benchmarks.{name}").main()
    out = capsys.readouterr().out
    assert [line for line in printed if line not in out] == []


def test_events_are_those_of_the_table_and_of_each_game(tmp_path: Path) -> None:
    """Unions in unions are gone into, and two games' events of one name are two kinds."""
    texts = {
        "table": "class Act: ...\nclass Ended: ...\nclass Paused: ...\nclass Voided: ...\n"
        "Common = Paused | Ended\nTableEvent = Common | Voided",
        "spades": "class Dealt(Act): ...\nclass Bid(Act): ...\nOwn = Dealt | Bid\nEvent = TableEvent | Own",
        "dominoes": "class Dealt(Act): ...\nclass Knocked(Act): ...\nOwn = Dealt | Knocked\nEvent = TableEvent | Own",
    }
    for room, text in texts.items():
        (tmp_path / "referee" / room).mkdir(parents=True)
        (tmp_path / "referee" / room / "events.py").write_text(text, "utf-8")
    uses = "from referee.dominoes import events as ev\nprint(ev.Ended, ev.Dealt, 'Voided')\n"
    (tmp_path / "referee" / "uses.py").write_text(uses, "utf-8")
    assert named.files_by_kind(tmp_path) == {
        "Ended": ["table/events.py", "uses.py"],
        "Paused": ["table/events.py"],
        "Voided": ["table/events.py", "uses.py"],
        "spades Dealt": ["spades/events.py"],
        "spades Bid": ["spades/events.py"],
        "dominoes Dealt": ["dominoes/events.py", "uses.py"],
        "dominoes Knocked": ["dominoes/events.py"],
    }
