"""Tables to talk to, for every test that plays by mail."""

import gc
from collections.abc import Generator, Iterator
from pathlib import Path

import hypothesis
import pytest

from tests.compiled import compiled_once
from tests.faults.finished import Evidence, finished
from tests.laid import remember
from tests.postgresql import drop_scratch_databases
from tests.sampling import leave_out
from tests.talk import LIST, Talk

# a test shows what is right; how long it takes depends on who else uses the machine
hypothesis.settings.register_profile("untimed", deadline=None)
hypothesis.settings.load_profile("untimed")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """In a run of the whole suite only a part of what is many and alike is tried."""
    if set(config.args) == set(config.getini("testpaths")):
        leave_out(items)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays to the end, so nobody looks for garbage in it: in a fresh clone the looking took as long
    as the collecting."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.fixture
def talk(tmp_path: Path) -> Talk:
    """A referee whom nobody knows yet."""
    return Talk(tmp_path)


@pytest.fixture
def table(talk: Talk) -> Talk:
    """A game that has just begun: the first bid is due."""
    return talk.starts()


@pytest.fixture
def listed(tmp_path: Path) -> Talk:
    """A game that has just begun, announced to a mailing list of its own."""
    return Talk(tmp_path, referee={"list": LIST, "list_mode": "external"}).starts()


@pytest.fixture(autouse=True)
def _as_it_stood(request: pytest.FixtureRequest) -> Iterator[None]:
    """Steps are remembered, except where a test replaces parts of the program."""
    remember("monkeypatch" not in request.fixturenames)
    yield
    remember(True)


@pytest.fixture(autouse=True)
def _databases_dropped(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What a test made on the server ends with it, but what a module made for all of its tests."""
    yield
    drop_scratch_databases(tmp_path_factory.getbasetemp())


@pytest.fixture(autouse=True, scope="module")
def _all_databases_dropped() -> Iterator[None]:
    yield
    drop_scratch_databases()


@pytest.fixture(scope="session", autouse=True)
def _templates_compiled_once() -> Iterator[None]:
    """Each template is compiled once, also for tests with a folder of an operator's own."""
    with compiled_once():
        yield


@pytest.fixture(scope="session")
def good(tmp_path_factory: pytest.TempPathFactory) -> Evidence:
    """A game that is over and has no faults. Copy it before spoiling it."""
    return finished(tmp_path_factory.mktemp("good"))
