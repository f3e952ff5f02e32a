"""Mail that `referee handle` stores: the daemon looks for it each second, with a mailbox or without one."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from referee.config import load_settings
from referee.demo.servers import EmbeddedMail
from referee.desk.case import Desk
from referee.running import reading
from referee.running.opening import open_desk
from tests.running.post_office import MASTER, PLAYERS, STARTER, config_text, proven
from tests.running.referee import USERS, Referee, play, quick, referee, until
from tests.scratch import scratch_store
from tests.servers.servers import free_port

__all__ = ["quick", "referee"]

ANN = PLAYERS[0]
OPENED = 5
"""The events of a start: started, two commitments, the salts closed, dealt."""


class Piped(Referee):
    """One referee without a mailbox."""

    def desk(self) -> Desk:
        head, _, rest = config_text(1, self.smtp_port, **self.more).partition("[imap]")
        path = self.folder / "referee.toml"
        path.write_text(f"{head}[smtp]{rest.partition('[smtp]')[2]}", "utf-8")
        settings = load_settings(path)
        if not hasattr(self, "store"):
            self.store = scratch_store(settings)
        return open_desk(settings)


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "STORED_SECONDS", 0.05)


def test_a_daemon_without_a_mailbox_handles_what_is_stored(tmp_path: Path) -> None:
    async def test() -> None:
        piped = Piped(tmp_path)
        async with EmbeddedMail(USERS, authserv="mx.club.test") as mail, piped.sends(mail).running():
            await asyncio.sleep(0.3)
            piped.receives(proven(MASTER, STARTER))
            await until(lambda: mail.delivered[ANN] == 1)
            piped.receives(proven(piped.first_bidder(), "bid 3"))
            await until(lambda: sum(mail.delivered[player] for player in PLAYERS) == 6)
            assert piped.status()["mailbox_read"] is not None

    play(test())


def test_without_a_mailbox_clocks_act_once_what_was_handed_in_is_stored(tmp_path: Path) -> None:
    async def test() -> None:
        piped = Piped(tmp_path)
        piped.starts_game().is_overdue(reading.HAND_OVER - timedelta(seconds=1.5))
        async with EmbeddedMail(USERS) as mail, piped.sends(mail).running():
            await until(lambda: piped.status()["mailbox_read"])
            await asyncio.sleep(0.5)
            assert len(piped.trail()) == OPENED
            await until(lambda: len(piped.trail()) > OPENED)

    play(test())


def test_what_is_stored_is_handled_while_the_mailbox_is_away(referee: Referee) -> None:
    async def test() -> None:
        async with EmbeddedMail(USERS, authserv="mx.club.test") as mail:
            referee.uses(mail).imap_port = free_port()
            async with referee.running():
                await until(lambda: referee.status()["mailbox_trouble"])
                referee.receives(proven(MASTER, STARTER))
                await until(lambda: mail.delivered[ANN] == 1)

    play(test())


def test_a_game_waits_for_the_first_look_into_the_mailbox(referee: Referee) -> None:
    """The database may be an older copy: only the mailbox tells."""

    async def test() -> None:
        async with EmbeddedMail(USERS, authserv="mx.club.test") as mail:
            referee.starts_game().uses(mail).imap_port = free_port()
            async with referee.running():
                await until(lambda: referee.status()["mailbox_trouble"])
                referee.receives(proven(referee.first_bidder(), "bid 3"))
                await asyncio.sleep(0.5)
                assert referee.outcomes()[-1] == ("new", None)
            async with referee.uses(mail).running():
                await until(lambda: referee.outcomes()[-1][0] == "done")

    play(test())
