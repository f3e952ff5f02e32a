"""Every scenario comes true."""

from pathlib import Path

import pytest

from tests.dominoes.scenario import run

SCENARIOS = sorted((Path(__file__).parent / "scenarios").glob("*.txt"))


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_scenario(path: Path) -> None:
    run(path)
