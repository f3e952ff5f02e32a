"""The configuration read again while the daemon works: takes over what can change between two mails, and says what
waits for the next start. Names keys, and never a value: that may be a secret."""

import asyncio
from collections.abc import Callable

import structlog

from referee.config import ConfigError, Settings
from referee.desk.case import Desk
from referee.post.settings import Section
from referee.running import logs
from referee.running.opening import open_desk
from referee.running.steps import Steps

AT_ONCE = ("auth", "game", "sheets")
OF_REFEREE = ("gamesmasters", "operator", "log_level")
"""The sections, and the keys of `[referee]`, that nothing holds on to."""

log = structlog.get_logger()


class Rereading:
    """The configuration of one daemon; `read` reads it, None: nobody does."""

    def __init__(self, desk: Desk, steps: Steps, read: Callable[[], Settings] | None) -> None:
        self.desk, self.steps, self._read = desk, steps, read
        self._asked = asyncio.Event()

    def nudge(self) -> None:
        """Read it again, or end `run` if the daemon is stopping."""
        self._asked.set()

    async def run(self) -> None:
        """Read the configuration again whenever that is asked, until the daemon stops."""
        while await self._asked.wait() and not self.steps.stopping.is_set():
            self._asked.clear()
            assert self._read is not None, "whoever asks has said how to read it"
            try:
                fresh = await asyncio.to_thread(self._read)
                await self.steps.work(take_over, self.desk, fresh)
            except ConfigError as e:
                log.warning("configuration", outcome="refused", why=str(e))


def take_over(desk: Desk, fresh: Settings) -> None:
    """Take over what can change between two transactions, and log what did, and what did not. Raises ConfigError."""
    old = desk.settings
    referee = old.referee.model_copy(update={key: getattr(fresh.referee, key) for key in OF_REFEREE})
    sections = {name: getattr(fresh, name) for name in AT_ONCE}
    new = open_desk(old.model_copy(update={"referee": referee, **sections}), desk.clock)
    changed, later = different(old, new.settings), different(new.settings, fresh)
    desk.settings, desk.sheets, desk.letters = new.settings, new.sheets, new.letters
    logs.set_up(referee.log_level)
    log.info("configuration", outcome="read again", changed=" ".join(changed) or "nothing")
    if later:
        log.warning("configuration", outcome="waits for the next start", keys=" ".join(later))


def different(one: Settings, other: Settings) -> list[str]:
    """List the keys, or whole sections, in which two configurations differ."""
    found: list[str] = []
    for section in Settings.model_fields:
        here, there = getattr(one, section), getattr(other, section)
        keys = type(here).model_fields if isinstance(here, Section) and isinstance(there, Section) else ()
        parts = [f"{section}.{key}" for key in keys if getattr(here, key) != getattr(there, key)]
        found += parts or ([section] if here != there else [])
    return found
