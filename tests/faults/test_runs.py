"""The short form of every fault run."""

import pytest

from tests.faults.runs import NAMES, find

pytestmark = pytest.mark.servers


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_lost_doubled_or_leaked(name: str) -> None:
    figures = find(name)(long=False)
    assert figures, "a run that counted nothing shows nothing"
    print(*(f"{what}: {figure}" for what, figure in figures.items()), sep="\n")
