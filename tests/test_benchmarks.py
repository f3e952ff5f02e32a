"""The short form of every program in benchmarks/: each runs and prints its figures. Never judges the figures."""

import sys
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SHORT: dict[str, tuple[tuple[int | str, ...], tuple[str, ...]]] = {
    "core": ((2,), ("2 random rounds", "writing the events as JSON", "reading them back")),
    "deals": ((1000,), ("1000 deals of sheet 109", "1000 deals of sheet pride", "furthest off")),
    "first_view": (
        (1, 1),
        ("the game, 1 rounds, ", " kB, 390 pixels: p50 ", "its last round, 1 rounds, ", " ms, most "),
    ),
    "floor": (
        ("--moves", 6, "--games", 2, "--runs", 1),
        ("6 moves in 2 games, 24 letters, embedded servers, files on ", "  referee: ", "  bare: ", "\ncpu ", ", wall "),
    ),
    "growth": ((12, 2, 4), ("round 1: ", "; round 2: ", "beside 10 games: ", "; beside 12 games: ", "; ratio ")),
    "memory": ((2, 10), ("2 games running: ", "10 mails: ", "last over first: ")),
    "pace": (
        ("--rounds", 1, "--short"),
        ("1 rounds, seed 1", "  tapping ", " days a round, ratio ", " by mail, ", "\nplanning ", ", letters "),
    ),
    "tournaments": (
        (3, 3, 4),
        (
            "a result: ",
            "beside 3 past tournaments: ",
            "; ratio ",
            "4 teams: drawn in ",
            "; 4 matches begun at once in ",
            " s of processor time)",
        ),
    ),
    "scale": (
        ("--games", 2, "--moves", 2, "--slow", 1, "--most", 2),
        ("4 moves in 2 games, 16 letters", "  1 daemon: ", "  2 daemons: ", "waits 4 ms", "\ntwo ", ", 2 "),
    ),
    "room": ((3,), ("a game of 3 acts, ", " letters and ", "pruned: ", " bytes an act")),
    "site": (
        (3, 12),
        ("a move without a site: ", " ms; with one: ", "; ratio ", "a rewrite beside 10 games: ", " ms; beside 12: "),
    ),
    "path": (
        (3,),
        ("3 mails, by CPU: p50 ", "statements a mail: ", "rule on it", "write what all get", "the rest, commit too"),
    ),
}
"""By program, its sizes and what it prints."""
RUN_BY_OTHERS = {"bare": "floor"}
"""A program that another one runs as a process of its own."""


def test_every_program_has_a_short_form() -> None:
    assert {file.stem for file in (ROOT / "benchmarks").glob("*.py")} - {"__init__", *RUN_BY_OTHERS} == set(SHORT)


LONG = ("pace", "scale")
"""Programs whose shortest form is whole rounds by mail, or daemons that start, and takes as long as a hundred tests."""


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.long] * (name in LONG)) for name in SHORT])
def test_it_runs_and_prints_its_figures(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sizes, printed = SHORT[name]
    monkeypatch.setattr(sys, "argv", [f"benchmarks.{name}", *map(str, sizes)])
    import_module(f"benchmarks.{name}").main()
    out = capsys.readouterr().out
    assert [line for line in printed if line not in out] == []
