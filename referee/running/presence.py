"""One of several daemons on a database: its name, that it is alive, and whether it acts for all of them now.

Where a database has one daemon, that one always acts for all. Elsewhere one of them does at a time: it reads the
mailbox, makes the backups, files records and does what is done by the day. Handles no mail and sends no letter.
"""

import os
import secrets
import socket
from collections.abc import Callable
from contextlib import suppress
from time import monotonic

import structlog

from referee.running.steps import Steps, pause
from referee.store import leases
from referee.store.backend import Store, StoreError
from referee.store.claims import DAEMON

RENEW_SECONDS = 2.5
"""How often to say that we are alive: some four times before anybody thinks otherwise."""
SURE_SECONDS = leases.LASTS.total_seconds() - 2.0
"""How long after that nobody can think otherwise yet, with some time to finish what is under way."""

log = structlog.get_logger()


class Presence:
    """This daemon among those that work on its database. `lost`: called when another one acts for all from now on."""

    def __init__(self, steps: Steps, lost: Callable[[], None]) -> None:
        self.steps, self.store, self._lost = steps, steps.store, lost
        self.alone = steps.store.one_writer
        self.name = DAEMON if self.alone else name_of_a_daemon()
        self.acts_for_all = self.alone
        self.daemons = 1
        """How many there are."""
        self._said = float("-inf")

    def is_sure(self) -> bool:
        """Whether nobody can think that we are gone, and take over what we hold."""
        return self.alone or monotonic() - self._said < SURE_SECONDS

    async def say(self) -> bool:
        """Say that we are alive, and act for all if nobody does. Returns whether we do."""
        if not self.alone:
            began, before = monotonic(), self.acts_for_all
            self.acts_for_all, self.daemons = await self.steps.work(_renew, self.store, self.name)
            self._said = began
            if before != self.acts_for_all:
                log.info("acting for all", outcome="begun" if self.acts_for_all else "over", daemon=self.name)
            if before and not self.acts_for_all:
                self._lost()
        return self.acts_for_all

    async def run(self) -> None:
        """After the first `say`, say so again and again until the daemon stops."""
        while not self.steps.stopping.is_set():
            await pause(self.steps.stopping, RENEW_SECONDS)
            if not self.steps.stopping.is_set():
                await self.say()

    async def end(self) -> None:
        """Leave what we hold to the others at once."""
        if not self.alone:
            with suppress(StoreError):
                await self.steps.work(_end, self.store, self.name)


def name_of_a_daemon() -> str:
    """A name that no other daemon has, here or on another machine, now or later."""
    return f"{DAEMON} {socket.gethostname()[:60]} {os.getpid()} {secrets.token_hex(8)}"


def _renew(store: Store, name: str) -> tuple[bool, int]:
    with store.transaction() as tx:
        leases.take(tx, name, name)
        return leases.take(tx, leases.MAILBOX, name), leases.alive(tx)


def _end(store: Store, name: str) -> None:
    with store.transaction() as tx:
        leases.give_up(tx, name)
