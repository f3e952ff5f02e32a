"""The words of `referee check` on a mailbox that another referee on this machine reads."""

import asyncio
from contextlib import ExitStack
from pathlib import Path

from referee.commands.check import _mailbox
from referee.config import load_settings
from referee.post.wire.inbox import Inbox
from referee.running.one_reader import only_reader
from tests.running.post_office import PostOffice, write_config


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
