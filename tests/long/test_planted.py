"""Faults planted one at a time. Each fault in the law must turn a fast test of the game red, each fault in the bot
around it one of the tests that it names.

All of them take hours. REFEREE_PLANTED_SAMPLE=20 in the environment plants 20, drawn anew for each commit: at most two
thirds of them in files that the last commit changed, the rest elsewhere.
"""

import os
import random
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.chance import of_this_commit

ROOT = Path(__file__).parent.parent.parent
LAW: list[dict[str, str]] = tomllib.loads((ROOT / "tests/planted/faults.toml").read_text("utf-8"))["fault"]
BOT: list[dict[str, Any]] = [
    fault
    for path in sorted((ROOT / "tests/planted").glob("*.toml"))
    if path.name != "faults.toml"
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
SAMPLE = int(os.environ.get("REFEREE_PLANTED_SAMPLE", "0"))


def git(*words: str) -> str:
    """The output of git; empty if there is no repository, or no such commit."""
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()


def drawn(size: int, chance: random.Random, changed: Collection[str]) -> list[dict[str, Any]]:
    """The faults to plant, in file order: all if `size` is 0, else `size` of them, at most two thirds in `changed`
    files (paths from the root)."""
    if not size:
        return FAULTS
    near = [number for number, fault in enumerate(FAULTS) if f"referee/{fault['file']}" in changed]
    near = chance.sample(near, min(len(near), 2 * size // 3))
    others = [number for number in range(len(FAULTS)) if number not in near]
    far = chance.sample(others, min(size - len(near), len(others)))
    return [FAULTS[number] for number in sorted((*near, *far))]


DRAWN = drawn(SAMPLE, of_this_commit(), git("diff", "--name-only", "HEAD~1", "HEAD").splitlines())
NAMED = () if SAMPLE else tuple(sorted({name for fault in DRAWN for name in fault.get("tests", ())}))
"""The other tests that must be green without a fault. A sample skips them: it comes after a run of the whole suite."""


def copy_of_the_project(folder: Path) -> Path:
    for part in ("referee", "tests", "templates", "migrations", "docs"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def files_of(names: Sequence[str]) -> list[str]:
    return [f"tests/{folder}/test_{name}.py" for folder, name in (each.rsplit("/", 1) for each in names)]


def run_tests(folder: Path, names: Sequence[str] = FAST) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *files_of(names)]
    env = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1", "REFEREE_WHOLE_SAMPLES": "1"}
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=300, check=False)


def test_every_planted_fault_changes_one_place() -> None:
    for fault in FAULTS:
        source = (ROOT / "referee" / fault["file"]).read_text("utf-8")
        assert source.count(fault["old"]) == 1, (
            f"{fault['breaks']}: its old text stands {source.count(fault['old'])} times"
        )
        for file in files_of(fault.get("tests", FAST)):
            assert (ROOT / file).is_file(), f"{fault['breaks']}: there is no {file}"


def test_a_sample_has_its_size_and_favours_what_changed() -> None:
    chance = random.Random(1)
    assert drawn(0, chance, ()) == FAULTS
    every = {f"referee/{fault['file']}" for fault in FAULTS}
    assert [len(drawn(30, chance, changed)) for changed in ((), every)] == [30, 30]
    few = drawn(30, chance, ["referee/spades/rulesheet.py"])
    inside = [fault for fault in FAULTS if fault["file"] == "spades/rulesheet.py"]
    assert 0 < len(inside) <= 20 and all(fault in few for fault in inside) and len(few) == 30
    assert drawn(30, random.Random(2), ()) != drawn(30, random.Random(3), ())


@pytest.mark.long
@pytest.mark.parametrize("names", [FAST, *((name,) for name in NAMED)], ids=lambda names: names[0])
def test_without_a_fault_the_tests_are_green(names: Sequence[str], tmp_path: Path) -> None:
    done = run_tests(copy_of_the_project(tmp_path), names)
    assert done.returncode == 0, done.stdout


@pytest.mark.long
@pytest.mark.parametrize("fault", DRAWN, ids=lambda fault: fault["breaks"])
def test_planted_fault_is_found(fault: dict[str, Any], tmp_path: Path) -> None:
    folder = copy_of_the_project(tmp_path)
    file = folder / "referee" / fault["file"]
    file.write_text(file.read_text("utf-8").replace(fault["old"], fault["new"]), "utf-8")
    compile(file.read_text("utf-8"), file.name, "exec")
    done = run_tests(folder, fault.get("tests", FAST))
    assert done.returncode == pytest.ExitCode.TESTS_FAILED, done.stdout
