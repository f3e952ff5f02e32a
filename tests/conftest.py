"""Tables to talk to, for every test that plays by mail."""

import gc
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

from tests.faults.finished import Evidence, finished
from tests.postgresql import drop_scratch_databases
from tests.talk import LIST, Talk

# a test shows what is right; how long it takes depends on who else uses the machine
hypothesis.settings.register_profile("untimed", deadline=None)
hypothesis.settings.load_profile("untimed")


def pytest_collection_finish() -> None:
    """Leave all that was imported and collected out of each search for garbage, and search less often: a tenth of the
    time went into looking at what stays to the end."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000)


@pytest.fixture
def talk(tmp_path: Path) -> Talk:
    """Return a referee whom nobody knows yet."""
    return Talk(tmp_path)


@pytest.fixture
def table(talk: Talk) -> Talk:
    """Return a game that has just begun: the first bid is due."""
    return talk.starts()


@pytest.fixture
def listed(tmp_path: Path) -> Talk:
    """Return a game that has just begun, announced to a mailing list of its own."""
    return Talk(tmp_path, referee={"list": LIST, "list_mode": "external"}).starts()


@pytest.fixture(autouse=True)
def _databases_dropped(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Drop what a test made on the server, but not what a module made for all of its tests."""
    yield
    drop_scratch_databases(tmp_path_factory.getbasetemp())


@pytest.fixture(autouse=True, scope="module")
def _all_databases_dropped() -> Iterator[None]:
    yield
    drop_scratch_databases()
    # what a module leaves says so there, and not within the parser, which must not be entered twice
    gc.collect()


@pytest.fixture(scope="session")
def good(tmp_path_factory: pytest.TempPathFactory) -> Evidence:
    """Return a game that is over and has no faults. Copy it before spoiling it."""
    return finished(tmp_path_factory.mktemp("good"))
