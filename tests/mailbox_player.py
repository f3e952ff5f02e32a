"""A player of the demo who has nothing but a mailbox on some mail server."""

import asyncio

from referee.demo.mail_player import PAUSE, MailPlayer, Reader
from referee.post.settings import ImapSettings, SmtpSettings
from referee.post.wire.inbox import Inbox, MailboxLost, MailboxRefused


class MailboxPlayer(MailPlayer):
    """A player who watches a mailbox."""

    def __init__(
        self, address: str, imap: ImapSettings, smtp: SmtpSettings, read: Reader, name: str | None = None
    ) -> None:
        super().__init__(address, smtp, read, name, asyncio.Queue())
        self.inbox, self._poll = Inbox(imap), imap.poll_seconds

    async def run(self) -> None:
        while True:
            try:
                await self.inbox.open()
                while True:
                    await self._read_all()
                    await self.inbox.wait_for_mail(self._poll)
            except (MailboxLost, MailboxRefused):
                await asyncio.sleep(PAUSE)

    async def _read_all(self) -> None:
        # a mail that arrives meanwhile ends the next wait at once
        while arrived := await self.inbox.fetch_new():
            for mail in arrived:
                await self.take(mail.raw)
            await self.inbox.mark_done(self.inbox.uidvalidity, [mail.uid for mail in arrived])

    async def close(self) -> None:
        await self.inbox.close()
        await super().close()
