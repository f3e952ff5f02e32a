"""Every scenario of a tournament comes true, and the runner itself can fail."""

from pathlib import Path

import pytest

from referee.tournaments.presets import PRESETS
from tests.tournaments.scenario import ScenarioError, play_lines, run

FILES = sorted((Path(__file__).parent / "scenarios").glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario_comes_true(path: Path) -> None:
    run(path)


def test_every_preset_has_scenarios_and_each_says_what_the_rules_ask() -> None:
    known = (*PRESETS, "league", "stages")
    assert {name for name in known for path in FILES if path.stem.startswith(f"{name}-")} == {*known}
    assert all(path.stem.startswith(known) for path in FILES)
    for path in FILES:
        assert path.read_text("utf-8").startswith("# "), path


@pytest.mark.parametrize(
    "line",
    [
        "plays A-B B-C",
        "match 1 A-B",
        "stage 2 A B C D",
        "table D C B A",
        "points 2 0 0 0",
        "out A",
        "places A, B, C D",
        "A beats B 250",
        "D beats D",
        "rule 1 A 250 100 -> in the way 5",
        "shrug",
    ],
)
def test_the_runner_rejects_what_is_not_true(line: str) -> None:
    with pytest.raises(ScenarioError):
        play_lines(["given format usag", "given teams A B C D", line], "wrong")
