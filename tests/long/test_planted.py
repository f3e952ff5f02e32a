"""Faults planted one at a time. Each fault in the law must turn a fast test of the game red, each fault in the bot
around it one of the tests that it names.
"""

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent.parent
LAW: list[dict[str, str]] = tomllib.loads((ROOT / "tests/planted/law.toml").read_text("utf-8"))["fault"]
BOT: list[dict[str, Any]] = [
    fault
    for path in sorted((ROOT / "tests/planted").glob("*.toml"))
    if path.name != "law.toml"
    for fault in tomllib.loads(path.read_text("utf-8"))["fault"]
]
FAULTS = [{"file": f"spades/{fault['file']}", **{k: fault[k] for k in ("breaks", "old", "new")}} for fault in LAW] + BOT
FAST = (
    "spades/scenarios",
    "spades/sheets",
    "spades/events",
    "spades/begin",
    "spades/fairness",
    "spades/scoring_examples",
    "audit/record_properties",
    "spades/properties",
)
"""The tests of the game, the quickest first."""
NAMED = tuple(sorted({name for fault in FAULTS for name in fault.get("tests", ())}))
"""The other tests that must be green without a fault."""


def copy_of_the_project(folder: Path) -> Path:
    for part in ("referee", "tests", "templates", "migrations", "docs"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / file, folder)
    return folder


def files_of(names: Sequence[str]) -> list[str]:
    return [f"tests/{folder}/test_{name}.py" for folder, name in (each.rsplit("/", 1) for each in names)]


def run_tests(folder: Path, names: Sequence[str] = FAST) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *files_of(names)]
    env = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=300, check=False)


def test_every_planted_fault_changes_one_place() -> None:
    for fault in FAULTS:
        source = (ROOT / "referee" / fault["file"]).read_text("utf-8")
        assert source.count(fault["old"]) == 1, (
            f"{fault['breaks']}: its old text stands {source.count(fault['old'])} times"
        )
        for file in files_of(fault.get("tests", FAST)):
            assert (ROOT / file).is_file(), f"{fault['breaks']}: there is no {file}"


@pytest.mark.long
@pytest.mark.parametrize("names", [FAST, *((name,) for name in NAMED)], ids=lambda names: names[0])
def test_without_a_fault_the_tests_are_green(names: Sequence[str], tmp_path: Path) -> None:
    done = run_tests(copy_of_the_project(tmp_path), names)
    assert done.returncode == 0, done.stdout


@pytest.mark.long
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault["breaks"])
def test_planted_fault_is_found(fault: dict[str, Any], tmp_path: Path) -> None:
    folder = copy_of_the_project(tmp_path)
    file = folder / "referee" / fault["file"]
    file.write_text(file.read_text("utf-8").replace(fault["old"], fault["new"]), "utf-8")
    compile(file.read_text("utf-8"), file.name, "exec")
    done = run_tests(folder, fault.get("tests", FAST))
    assert done.returncode == pytest.ExitCode.TESTS_FAILED, done.stdout
