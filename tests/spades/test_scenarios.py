"""Every scenario file comes true, every clause has one, and the runner itself can fail."""

from pathlib import Path

import pytest

from referee.spades.sheets import RULE_109, SHEETS
from tests.spades.scenario import ScenarioError, play_lines, run

FOLDER = Path(__file__).parent.parent / "scenarios"
FILES = sorted(FOLDER.rglob("*.txt"))
PARTS = {"begin", "1", "2", "3", "4", "5", "6", "7", "mail1", "mail2", "mail3", "mail4"}
PLANS = {"bid", "next", "partner", "suit", "void", "lead", "rest"}
"""The turns that plans are for."""
BY_THE_POST = {"talk"}
"""Parameters that the law does not read: talk is the desk's business."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_scenario_comes_true(path: Path) -> None:
    run(path)


def test_every_clause_of_109_has_scenarios() -> None:
    assert {path.stem.split("-")[0] for path in FOLDER.glob("109/*.txt")} == PARTS


@pytest.mark.parametrize("name", SHEETS)
def test_every_sheet_has_scenarios_that_are_played_on_it(name: str) -> None:
    files = list((FOLDER / name).glob("*.txt"))
    assert files
    for path in files if name != "109" else []:
        assert f"given sheet {name}" in path.read_text("utf-8").splitlines()


@pytest.mark.parametrize("parameter", sorted(set(RULE_109.parameters()) - BY_THE_POST))
def test_every_parameter_has_scenarios_that_set_it(parameter: str) -> None:
    texts = [path.read_text("utf-8") for path in FOLDER.glob("parameters/*.txt")]
    assert any(text.startswith("# " + parameter) and f"given rule {parameter} " in text for text in texts)


def test_every_clause_of_plans_has_scenarios() -> None:
    clauses = {*PLANS, "private", "legal", "order", "win", "duck", "lowest", "highest", "forced", "equals", "end"}
    assert {path.stem.split("-")[0] for path in FOLDER.glob("plans/*.txt")} == clauses


def test_each_scenario_says_what_the_rule_asks_and_checks_something() -> None:
    for path in FILES:
        lines = path.read_text("utf-8").splitlines()
        assert lines[0].startswith("# "), path
        assert any(line and not line.startswith(("#", "given")) for line in lines), path


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
        ["given sheet sigma", "1 show"],
        ["given sheet sigma", "1 show -> shown 2"],
        ["given sheet sigma", "1 bid blind nil", "bids 0 - - -"],
        ["given sheet sigma", "sees 1 -"],
        ["given sheet sigma", "may 1 0 B0"],
        ["given sheet sigma", "clock -> 1 bid 2"],
        ["given sheet fsu", "given bids 4 4 4 4"],
        ["given sheet fsu", "given bids 4 - - 4", "2 challenge book 1 1 -> proven, 3 books"],
        ["given sheet fsu", "given bids 4 - - 4", "1 leads AS AH AD AC -> trick 1", "2 challenge book 1 1"],
        ["given sheet fsu", "called 1"],
        ["given sheet fsu", "given hand 1 S B", "turn 1"],
        ["given sheet pride", "1 bid 3", "may 1 1 2 4 5 6 7 8 9 10 11 12 13"],
        ["given bids 3 2 2 2", "given books 1 1 1 1 leader 1"],
        ["extra yes"],
        ["paused yes"],
        ["sets 0 1"],
        ["off 0 3"],
        ["attempt 2"],
        ["provisional team 1 score"],
        ["1 salt tea", "salts - - - -"],
        ["2 plan AH", "plans 2 -"],
        ["2 plan AH", "2 unplan lead"],
        ["2 plan bid 3", "plans 1 bid 3"],
        ["1 plan bid 3", "chooses 1 bid 3"],
        ["1 plan bid 3", "chooses-overdue 1 bid 4"],
        ["1 overdue"],
        ["1 salt tea -> refused no-salt"],
        ["given salts tea - - -", "dealt-with - - - -"],
        ["closed yes"],
        ["revealed 1"],
        ["committed 1:3"],
        ["gm abort -> ended - abort, reveal 1 attempt 1"],
        ["shows fairness", "gm abort -> ended - abort"],
    ],
    ids="; ".join,
)
def test_the_runner_rejects_what_is_not_true(lines: list[str]) -> None:
    with pytest.raises(ScenarioError):
        play_lines(lines, "wrong")
