"""`referee run`: a signal to stop is heard whenever it comes."""

import asyncio

import pytest

from referee.commands import run


class Daemon:
    """A daemon that notes that it was told to stop."""

    told = False

    def stop(self, signal: str) -> None:
        self.told = signal == "SIGTERM"

    async def run(self) -> None:
        pass


def test_a_signal_is_heard_though_what_it_raised_was_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python drops an exception that is raised while it destroys an object."""
    monkeypatch.setattr(run, "TOLD", [])
    monkeypatch.setattr(run, "AT_WORK", [])
    daemon = Daemon()
    asyncio.run(run._work(daemon, once=False))  # type: ignore[arg-type]
    assert not daemon.told
    run.AT_WORK.clear()
    with pytest.raises(SystemExit) as end:
        run._leave(15, None)
    assert end.value.code == 0
    asyncio.run(run._work(daemon, once=False))  # type: ignore[arg-type]
    assert daemon.told
