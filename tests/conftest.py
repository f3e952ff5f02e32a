"""Tables to talk to, for every test that plays by mail."""

from pathlib import Path

import pytest

from tests.faults.finished import Evidence, finished
from tests.talk import LIST, Laid, Talk


@pytest.fixture
def talk(tmp_path: Path) -> Talk:
    """A referee whom nobody knows yet."""
    return Talk(tmp_path)


@pytest.fixture(scope="session")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Laid:
    """A game that has just begun, begun once for all tests."""
    return Talk(tmp_path_factory.mktemp("begun")).starts().laid()


@pytest.fixture(scope="session")
def begun_on_a_list(tmp_path_factory: pytest.TempPathFactory) -> Laid:
    """The same, announced to a mailing list of its own."""
    return Talk(tmp_path_factory.mktemp("listed"), referee={"list": LIST, "list_mode": "external"}).starts().laid()


@pytest.fixture
def table(begun: Laid, tmp_path: Path) -> Talk:
    """A game that has just begun: the first bid is due."""
    return begun.again(tmp_path)


@pytest.fixture
def listed(begun_on_a_list: Laid, tmp_path: Path) -> Talk:
    """A game that has just begun, announced to a mailing list of its own."""
    return begun_on_a_list.again(tmp_path)


@pytest.fixture(scope="session")
def good(tmp_path_factory: pytest.TempPathFactory) -> Evidence:
    """A game that is over and has no faults: to be copied before it is spoiled."""
    return finished(tmp_path_factory.mktemp("good"))
