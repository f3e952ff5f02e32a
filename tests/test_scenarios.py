"""Every scenario file comes true, every clause has one, and the runner itself can say no."""

from pathlib import Path

import pytest

from tests.scenarios import ScenarioError, play_lines, run

FOLDER = Path(__file__).parent / "scenarios"
FILES = sorted(FOLDER.rglob("*.txt"))
PARTS = {"begin", "1", "2", "3", "4", "5", "6", "7", "mail1", "mail2", "mail3", "mail4"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario_comes_true(path: Path) -> None:
    run(path)


def test_every_clause_of_109_has_scenarios() -> None:
    assert {path.stem.split("-")[0] for path in FOLDER.glob("109/*.txt")} == PARTS


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario_says_what_the_rule_asks_and_checks_something(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    assert lines[0].startswith("# ")
    assert any(line and not line.startswith(("#", "given")) for line in lines)


@pytest.mark.parametrize(
    "lines",
    [
        ["score 0 10"],
        ["1 bid 3 -> refused not-a-bid"],
        ["1 bid 1"],
        ["1 bid 1 -> refused not-your-turn"],
        ["clock -> 1 bid 3"],
        ["given bids 3 2 2 2", "1 leads AS AH AD AC"],
        ["given bids 3 2 2 2", "1 leads AS AH AD AC -> trick 2"],
        ["given bids 3 2 2 2", "1 play AH -> misplay revoke -100"],
        ["given books 1 1 1 1 leader 1"],
        ["1 bid 3", "given eldest 2"],
        ["given hand 1 AK Q", "turn 1"],
        ["given colour red", "turn 1"],
        ["1 shrugs at this"],
        ["sees 1 AS"],
        ["dealt from the seed"],
    ],
    ids="; ".join,
)
def test_runner_says_no_to_what_is_not_so(lines: list[str]) -> None:
    with pytest.raises(ScenarioError):
        play_lines(lines, "wrong")
