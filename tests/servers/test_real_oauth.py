"""A referee that logs in to Dovecot and Postfix with access tokens, of a token service that both ask about them."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from referee.commands.status import StatusData, status_of
from referee.config import load_settings
from referee.post.wire.inbox import Inbox, MailboxRefused
from referee.post.wire.smtp import Fate, Outbox
from referee.running.opening import open_database
from tests.running.post_office import MASTER, PASSWORD, PLAYERS, REFEREE, STARTER, proven
from tests.running.token_service import TokenService
from tests.servers.real_table import Referee
from tests.servers.servers import MailStack, missing

pytestmark = pytest.mark.servers

USERS = dict.fromkeys([REFEREE, MASTER, *PLAYERS], PASSWORD)


@pytest.fixture
def service() -> Iterator[TokenService]:
    with TokenService(REFEREE) as running:
        yield running


@pytest.fixture
def stack(service: TokenService) -> Iterator[MailStack]:
    if why := missing():
        pytest.skip(why)
    with MailStack(USERS, log_in=True, introspection=service.introspection_url) as running:
        yield running


def configured(stack: MailStack, service: TokenService, folder: Path) -> Path:
    path = folder / "referee.toml"
    server = f'host = "localhost"\ntls = "starttls"\nca_file = "{stack.ca_file}"\nusername = "{REFEREE}"\n'
    path.write_text(
        f'[referee]\naddress = "{REFEREE}"\ngamesmasters = ["{MASTER}"]\n'
        f"[imap]\nport = {stack.imap_port}\npoll_seconds = 1\ntimeout_seconds = 5\n{server}{service.keys}"
        f'[smtp]\nport = {stack.smtp_port}\ntimeout_seconds = 5\n{server}auth = "xoauth2"\n'
        '[auth]\ntrusted_authserv = ["mx.club.test"]\n'
    )
    path.chmod(0o600)
    return path


def until(holds: object, seconds: float = 40) -> None:
    assert callable(holds)
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.1)


def test_a_daemon_whose_tokens_end_and_whose_service_goes_away(
    stack: MailStack, service: TokenService, tmp_path: Path
) -> None:
    config = configured(stack, service, tmp_path)
    referee = Referee(config)

    def status() -> StatusData:
        with closing(open_database(load_settings(config))) as store, store.reading() as tx:
            return status_of(tx, None)

    def done() -> int:
        return int(status()["mail"]["inbox"].get("done", 0))

    def trouble() -> str:
        return str(status()["mailbox_trouble"])

    stack.deliver(REFEREE, proven(MASTER, STARTER), MASTER)
    status()
    referee.start()
    try:
        until(lambda: done() == 1 and status()["mail"]["outbox"].get("sent", 0) >= 5)
        assert len(service.given) == 1, "one token for both servers"
        # the token ends, and so do the connections
        service.dead.update(service.given)
        stack.stop_imap()
        stack.start_imap()
        stack.deliver(REFEREE, proven(PLAYERS[0], "status", number=2), PLAYERS[0])
        until(lambda: done() == 2)
        assert len(service.given) == 2
        # the service goes away, and comes back
        service.status = 503
        service.dead.update(service.given)
        stack.stop_imap()
        stack.start_imap()
        stack.deliver(REFEREE, proven(PLAYERS[1], "status", number=3), PLAYERS[1])
        until(lambda: "token_command failed" in trouble())
        assert done() == 2
        service.status = 200
        until(lambda: done() == 3)
    finally:
        referee.stop()
    log = (tmp_path / "log").read_text()
    assert "event=mail" in log
    assert not [token for token in service.given if token in log]


def test_a_refused_token_is_told_at_once(stack: MailStack, service: TokenService, tmp_path: Path) -> None:
    settings = load_settings(configured(stack, service, tmp_path))

    async def test() -> None:
        reading, sending = Inbox(settings.mailbox), Outbox(settings.smtp, "localhost")
        await reading.open()
        assert reading.offers("MOVE") and (await sending.check_login()).fate is Fate.ACCEPTED
        service.user = MASTER
        began = time.monotonic()
        with pytest.raises(MailboxRefused, match="refused the access token"):
            await reading.open()
        assert time.monotonic() - began < 2
        # Postfix sleeps for a second after each log-in that failed
        outcome = await sending.check_login()
        assert (outcome.fate, outcome.code) == (Fate.UNREACHABLE, 535)
        assert "where its token comes from" in outcome.text
        assert time.monotonic() - began < 6
        await reading.close()
        await sending.close()

    asyncio.run(test())
    assert not [token for token in service.given if token in stack.log()]
