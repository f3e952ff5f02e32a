"""The daemon's steps on the database: one that the database could not take now is taken again, and no other."""

import asyncio
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from referee.running import steps as running
from referee.running.steps import Steps
from referee.store.backend import Passing, SqliteFile, Store, StoreError
from tests.running.referee import play


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the pauses that it made each time, without waiting."""
    found: list[float] = []

    async def pause(until: asyncio.Event, seconds: float) -> None:
        found.append(seconds)

    monkeypatch.setattr(running, "pause", pause)
    return found


class Fails:
    """A step that fails so often, and then returns what it was given."""

    def __init__(self, times: int, error: Exception) -> None:
        self.times, self.error, self.taken = times, error, 0

    def __call__(self, given: str, *, more: str) -> str:
        self.taken += 1
        if self.taken <= self.times:
            raise self.error
        return given + more


def steps_of(folder: Path) -> Steps:
    return Steps(Store(SqliteFile(folder / "referee.db")))


def test_a_step_is_taken_again_until_the_database_is_back(tmp_path: Path, pauses: list[float]) -> None:
    async def test() -> None:
        steps, step = steps_of(tmp_path), Fails(7, Passing("it is away"))
        assert await steps.work(step, "a", more="b") == "ab"
        assert step.taken == 8
        assert pauses == [0.1, 0.2, 0.4, 0.8, 1.6, 2.0, 2.0], "longer and longer, and at last every two seconds"
        steps.close()

    play(test())


def test_the_log_says_once_why_it_is_away_and_that_it_is_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        steps, all_have_failed = steps_of(tmp_path), asyncio.Barrier(3)

        async def pause(until: asyncio.Event, seconds: float) -> None:
            await all_have_failed.wait()

        monkeypatch.setattr(running, "pause", pause)
        for _ in range(2):
            with capture_logs() as lines:
                three = (Fails(4, Passing(why)) for why in ("it starts up", "it starts up", "it is full"))
                await asyncio.gather(*(steps.work(step, "a", more="b") for step in three))
                await steps.work(Fails(0, Passing("")), "a", more="b")
            assert sorted(line.get("why", line["outcome"]) for line in lines) == ["back", "it is full", "it starts up"]
        steps.close()

    play(test())


def test_that_the_thread_answers_says_nothing_of_the_database(tmp_path: Path) -> None:
    async def test() -> None:
        steps = steps_of(tmp_path)
        with capture_logs() as lines:
            away = asyncio.create_task(steps.work(Fails(2, Passing("it is away")), "a", more="b"))
            while not lines:
                await asyncio.sleep(0.01)
            await steps.answer()
            assert [line["outcome"] for line in lines] == ["away"]
            await away
        assert [line["outcome"] for line in lines] == ["away", "back"]
        steps.close()

    play(test())


@pytest.mark.parametrize("error", [StoreError("the disk failed"), ZeroDivisionError("a bug")])
def test_what_does_not_pass_is_not_tried_again(tmp_path: Path, pauses: list[float], error: Exception) -> None:
    async def test() -> None:
        steps, step = steps_of(tmp_path), Fails(1, error)
        with pytest.raises(type(error)):
            await steps.work(step, "a", more="b")
        assert step.taken == 1 and pauses == []
        steps.close()

    play(test())


@pytest.mark.parametrize(
    ("error", "taken"), [(StoreError("the disk failed"), 0), (ZeroDivisionError("a bug"), 1)], ids=["disk", "bug"]
)
def test_once_the_database_failed_for_good_no_step_is_tried(tmp_path: Path, error: Exception, taken: int) -> None:
    """Each step could wait half a minute for a locked database."""

    async def test() -> None:
        steps, fails, step = steps_of(tmp_path), Fails(1, error), Fails(0, error)
        with pytest.raises(type(error)):
            await steps.work(fails, "a", more="b")
        if taken:
            await steps.work(step, "a", more="b")
        else:
            with pytest.raises(StoreError, match="the disk failed"):
                await steps.work(step, "a", more="b")
        assert step.taken == taken
        steps.close()

    play(test())


def test_who_stops_waits_for_no_database(tmp_path: Path, pauses: list[float]) -> None:
    async def test() -> None:
        steps, step = steps_of(tmp_path), Fails(9, Passing("it is away"))
        steps.stopping.set()
        with pytest.raises(Passing):
            await steps.work(step, "a", more="b")
        assert step.taken == 1 and pauses == []
        steps.close()

    play(test())


def test_a_stop_ends_the_wait_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waits = asyncio.Event()
    real = running.pause

    async def pause(until: asyncio.Event, seconds: float) -> None:
        waits.set()
        await real(until, seconds)

    monkeypatch.setattr(running, "FIRST_SECONDS", 60.0)
    monkeypatch.setattr(running, "pause", pause)

    async def test() -> None:
        steps, step = steps_of(tmp_path), Fails(9, Passing("it is away"))
        work = asyncio.create_task(steps.work(step, "a", more="b"))
        await waits.wait()
        steps.stopping.set()
        with pytest.raises(Passing):
            await work
        assert step.taken == 2, "a last try"
        steps.close()

    play(test())
