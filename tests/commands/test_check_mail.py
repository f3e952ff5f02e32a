"""The words of `referee check` on a log-in with tokens, before it asks a mail server, and on a mailbox that another
referee on this machine reads."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from referee.commands.check import _mailbox, mail_findings
from referee.commands.check_machine import Finding
from referee.config import load_settings
from referee.post.login import tokens_of
from referee.post.wire.inbox import Inbox
from referee.running.one_reader import only_reader
from tests.running.post_office import REFEREE, PostOffice, write_config
from tests.running.token_service import TokenService


@pytest.fixture
def service() -> Iterator[TokenService]:
    tokens_of.cache_clear()
    with TokenService(REFEREE) as running:
        yield running


def said(service: TokenService, folder: Path, keys: str | None = None, **more: str) -> dict[str, Finding]:
    """Try each thing, and return what it comes to, by its name; sending needs no log-in."""
    imap = service.keys if keys is None else keys
    with PostOffice() as office:
        settings = load_settings(write_config(folder, office, imap=imap, **more))

        async def collect() -> list[Finding]:
            return [finding async for finding in mail_findings(settings, 1)]

        return {finding.name: finding for finding in asyncio.run(collect())}


def test_a_token_is_had_and_the_servers_are_tried(service: TokenService, tmp_path: Path) -> None:
    found = said(service, tmp_path)
    assert found["tokens"].ok is True and found["tokens"].said == "token_command prints one"
    assert found["mailbox"].ok is not None and service.given[0] not in found["tokens"].said


def test_a_command_that_fails_is_told_and_no_server_is_tried(service: TokenService, tmp_path: Path) -> None:
    service.stops()
    found = said(service, tmp_path)
    assert found["tokens"].ok is False and "run it by hand as the referee's user" in found["tokens"].said
    assert found["mailbox"].ok is None and found["sending"].ok is None and found["IDLE"].ok is None


def test_with_passwords_nothing_is_said_of_tokens(service: TokenService, tmp_path: Path) -> None:
    assert "tokens" not in said(service, tmp_path, "")


def test_a_mailbox_that_another_referee_reads(tmp_path: Path) -> None:
    async def said() -> tuple[bool | None, str]:
        inbox = Inbox(settings.mailbox)
        with ExitStack() as held:
            finding = await _mailbox(settings, inbox, held)
        await inbox.close()
        return finding.ok, finding.said

    with PostOffice() as office:
        settings = load_settings(write_config(tmp_path, office))
        with only_reader(settings.mailbox):
            ok, words = asyncio.run(said())
        assert ok is False and "give each its own mailbox" in words
        ok, words = asyncio.run(said())
        assert ok is True and "folder INBOX" in words
