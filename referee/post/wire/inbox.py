"""IMAP: one mailbox, read in order of arrival and emptied into a second folder. IDLE is a hint, polling the promise.

Never decides whether a mail was seen before (the store does), deletes none but a probe of `check`, marks none as read,
and asks for nothing by position. After MailboxLost: `open` again, later.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256

import structlog

from referee.post.settings import ImapSettings
from referee.post.wire.fetching import MONTHS, Fetched, batches, body_item, by_hundreds, read_answer, uid_set
from referee.post.wire.imap import ImapConnection, MailboxLost, MailboxRefused, quoted
from referee.post.wire.sockets import tls_context

__all__ = ["Arrived", "Inbox", "MailboxLost", "MailboxRefused"]

log = structlog.get_logger()

RENEW_SECONDS = 25
"""Whoever is silent in IDLE may be gone, which only a question shows."""
FAREWELL_SECONDS = 1.0
AMONG = 4
"""Among so many times the mails that are wanted the last ones that arrived are looked for, by their numbers."""
GIVEN_UP = timedelta(days=1)
"""A mail that the server has withheld for so long will not be read any more."""
MARK, MARKED = r"(\Answered)", "ANSWERED"
"""What we put on a mail before we move it, and how to search for it: mail that others have filed into the processed
folder does not bear it. No delivery sets a flag. It is a system flag, since some servers keep no others. A person who
looks around in the folder sets \\Seen, \\Flagged and \\Deleted without a thought; \\Draft some servers change into
something else; \\Answered takes an answer to that very mail."""


@dataclass(frozen=True, slots=True)
class Arrived:
    """One mail as it lies in the folder. (uidvalidity, uid) names it for as long as it lies there."""

    uidvalidity: int
    uid: int
    arrived: datetime
    """UTC, to the second: when the server took it (INTERNALDATE), never when it was fetched."""
    raw: bytes
    """The first 2 MiB at most."""


class Inbox:
    """The mailbox of `[imap]`. For one task: a second one's command waits until the first one's is done."""

    def __init__(self, settings: ImapSettings) -> None:
        self._settings = settings
        self._connection: ImapConnection | None = None
        self._folder = self._processed = ""
        self._nudged = False
        self._withheld: dict[tuple[int, int], datetime] = {}
        self.uidvalidity = 0
        """Of the folder that is open now (RFC 3501, 2.3.1.1)."""
        self.highest = 0
        """The UID of the last mail that lay there at the last `fetch_new`, 0 if none did."""

    async def open(self) -> None:
        """Connect, log in, make the processed folder if it is missing, select the folder; closes what was open.

        Raises MailboxLost (try again later) or MailboxRefused (tell a person).
        """
        self._drop()
        s = self._settings
        try:
            context = None if s.tls == "none" else tls_context(s.ca_file, "imap")
        except OSError as e:
            raise MailboxRefused(str(e)) from None
        connection = await ImapConnection.open(
            s.host, s.port, s.timeout_seconds, tls=context, starttls=s.tls == "starttls"
        )
        try:
            await self._enter(connection)
        except BaseException:
            connection.abort()
            raise
        self._connection = connection

    async def _enter(self, connection: ImapConnection) -> None:
        s = self._settings
        await connection.login(s.username, s.password)
        nesting = await connection.hierarchy()
        self._folder, self._processed = nesting.wire_name(s.folder), nesting.wire_name(s.processed_folder)
        if self._folder == self._processed:
            raise MailboxRefused("handled mail has to leave the folder: set imap.processed_folder to another one")
        await self._ensure_processed(connection)
        try:
            self.uidvalidity = await connection.select(self._folder)
        except MailboxRefused as e:
            raise MailboxRefused(f"{e}; set imap.folder to one that this user may read and change") from None

    async def _ensure_processed(self, connection: ImapConnection) -> None:
        name = quoted(self._processed)
        try:
            await connection.command("STATUS", name, "(MESSAGES)")
        except MailboxRefused:
            try:
                await connection.command("CREATE", name)
            except MailboxRefused as e:
                raise MailboxRefused(f"{e}; set imap.processed_folder to one that this user may make") from None

    @property
    def processed(self) -> str:
        """The processed folder's name as it goes over the wire to this server."""
        return self._processed

    def offers(self, capability: str) -> bool:
        """Whether the server has an extension: `IDLE`, `MOVE`, `UIDPLUS`."""
        return capability in self._connected().capabilities

    async def fetch_new(self, known: Callable[[int, int], bool] | None = None, limit: int = 200) -> list[Arrived]:
        """Mails that lie in the folder now and are not flagged as deleted, by UID (order of arrival).

        `known(uidvalidity, uid)` says which need not be fetched. At most `limit` mails and 16 MiB, but at least one:
        call again, once these are known or moved, until nothing comes. What was moved back by hand comes again,
        under a new UID. A mail that the server cannot hand out, or not with the time it arrived (which RFC 3501,
        2.3.3, demands and a ruling may hang on), is left where it lies, with a warning in the log: see `withheld`.
        """
        connection = self._connected()
        # a search alone looks at the folder as it was after the last command
        await connection.command("NOOP")
        connection.news.clear()
        lines = await connection.command("SEARCH", "NOT", "DELETED", uid=True)
        uids = _uids(lines)
        self.highest = max(uids, default=0)
        lying = {(self.uidvalidity, uid) for uid in uids}
        self._withheld = {mail: since for mail, since in self._withheld.items() if mail in lying}
        wanted = [uid for uid in uids if known is None or not known(self.uidvalidity, uid)]
        # what cannot be had must not crowd out what can
        wanted = sorted(wanted, key=lambda uid: (self.uidvalidity, uid) in self._withheld)[:limit]
        about = {
            uid: heads
            for some in by_hundreds(wanted)
            for uid, heads in (await self._fetch(some, "(UID RFC822.SIZE INTERNALDATE)")).items()
        }
        sizes = {uid: mail.size for uid, mail in about.items()}
        found: list[Arrived] = []
        missing = set(wanted) - set(about)
        for group in batches(sizes):
            bodies = await self._fetch(group, body_item(group, sizes))
            found += self._arrived({uid: about[uid] | body for uid, body in bodies.items()})
            missing |= set(group)
        self._note_withheld(missing - {mail.uid for mail in found}, found)
        return found

    async def handled(self, after: datetime, *, but_from: str, limit: int = 300) -> dict[str, datetime]:
        """The mails that we moved to the processed folder, of those that arrived later than `after` the last `limit` at
        most: by SHA-256, when they arrived. Those whose From names the address `but_from` are left aside."""
        # the server's day may be another one (RFC 3501, 6.4.4)
        day = after - timedelta(days=1)
        since = f"{day.day}-{MONTHS[day.month - 1].decode('ascii').title()}-{day.year}"
        wanted = (MARKED, "SINCE", since, "NOT", "FROM", quoted(but_from))
        found: dict[str, datetime] = {}
        async with self._in_processed():
            lately = _uids(await self._connected().command("SEARCH", *wanted, uid=True))[-AMONG * limit :]
            about: dict[int, Fetched] = {}
            for some in by_hundreds(lately):
                about |= await self._fetch(some, "(UID RFC822.SIZE INTERNALDATE)")
            sizes = {uid: mail.size for uid, mail in about.items() if mail.arrived is not None and mail.arrived > after}
            # the last first: no more than 16 MiB of them are looked at
            for group in batches(dict(sorted(sizes.items(), reverse=True)[:limit])):
                for uid, mail in (await self._fetch(group, body_item(group, sizes))).items():
                    if mail.body is not None and (arrived := about[uid].arrived) is not None:
                        found[sha256(mail.body).hexdigest()] = arrived
        return found

    async def keeps_mark(self, subject: str) -> bool:
        """Whether a mail with that in its subject lies in the processed folder and still bears our mark."""
        async with self._in_processed():
            return bool(await self._about(subject, MARKED))

    async def delete_handled(self, subject: str) -> bool:
        """Delete the mails in the processed folder that have that in their subject; whether there was one.

        For a probe, by a word that stands in no other mail.
        """
        async with self._in_processed():
            if found := await self._about(subject):
                await self._delete(found)
            return bool(found)

    @asynccontextmanager
    async def _in_processed(self) -> AsyncIterator[None]:
        """The processed folder is open, and after it the one that is read again."""
        try:
            await self._connected().select(self._processed)
            yield
        finally:
            self.uidvalidity = await self._connected().select(self._folder)

    async def _about(self, subject: str, *more: str) -> list[int]:
        """The mails in the open folder with that in their subject."""
        connection = self._connected()
        # a search alone looks at the folder as it was after the last command
        await connection.command("NOOP")
        found = _uids(await connection.command("SEARCH", *more, "SUBJECT", quoted(subject), uid=True))
        # a server may find what only resembles it
        heads = await self._fetch(found, "(UID BODY.PEEK[HEADER])") if found else {}
        return [uid for uid, mail in heads.items() if subject.encode("ascii") in (mail.literal or b"")]

    def withheld(self, now: datetime) -> bool:
        """Whether a mail that lay there at the last `fetch_new` could not be had, then or for less than a day."""
        return any(now - since < GIVEN_UP for since in self._withheld.values())

    def _note_withheld(self, missing: Iterable[int], found: Iterable[Arrived]) -> None:
        for uid in missing:
            self._withheld.setdefault((self.uidvalidity, uid), datetime.now(UTC))
        for mail in found:
            self._withheld.pop((mail.uidvalidity, mail.uid), None)

    def _arrived(self, mails: dict[int, Fetched]) -> Iterator[Arrived]:
        for uid, mail in mails.items():
            arrived, raw = mail.arrived, mail.body
            if arrived is None or raw is None:
                log.warning("mail", uid=uid, outcome="unreadable", why="no date" if raw is not None else "no text")
            else:
                yield Arrived(self.uidvalidity, uid, arrived, raw)

    async def _fetch(self, uids: Sequence[int], items: str) -> dict[int, Fetched]:
        try:
            lines = await self._connected().command("FETCH", uid_set(uids), items, uid=True)
        except MailboxRefused as e:
            if len(uids) > 1:
                # one mail that the server cannot read must not hide the others
                return {uid: mail for one in uids for uid, mail in (await self._fetch([one], items)).items()}
            log.warning("mail", uid=uids[0], outcome="unreadable", why=str(e))
            return {}
        answer = read_answer(lines[:-1])
        return {uid: answer[uid] for uid in uids if uid in answer}

    async def mark_done(self, uidvalidity: int, uids: Iterable[int]) -> None:
        """Mark these mails as ours and move them to the processed folder; what is gone already is fine, so doing it
        twice is, too.

        `uidvalidity`: the one they were fetched under. Where the folder has got another one since, its numbers name
        other mails, so none is moved: `fetch_new` gives them again, under their new ones.
        """
        if uidvalidity != self.uidvalidity:
            return
        for some in by_hundreds(sorted(set(uids))):
            try:
                await self._move(some)
            except MailboxRefused:
                await self._ensure_processed(self._connected())
                await self._move(some)

    async def _move(self, uids: Sequence[int]) -> None:
        """RFC 6851, or by hand as its section 3.3 describes."""
        connection, which, target = self._connected(), uid_set(uids), quoted(self._processed)
        await connection.command("STORE", which, "+FLAGS.SILENT", MARK, uid=True)
        if self.offers("MOVE"):
            await connection.command("MOVE", which, target, uid=True)
            return
        await connection.command("COPY", which, target, uid=True)
        await self._delete(uids)

    async def _delete(self, uids: Sequence[int]) -> None:
        connection, which = self._connected(), uid_set(uids)
        await connection.command("STORE", which, "+FLAGS.SILENT", r"(\Deleted)", uid=True)
        if self.offers("UIDPLUS"):
            await connection.command("EXPUNGE", which, uid=True)
        else:
            await connection.command("EXPUNGE")

    async def wait_for_mail(self, seconds: float) -> bool:
        """Whether the server hinted at new mail within so many seconds; look with `fetch_new` in either case.

        True at once, too, if it did so since the last `fetch_new` began, or after a `nudge`. Cancelling ends the
        connection.
        """
        connection = self._connected()
        loop = asyncio.get_running_loop()
        end, idles = loop.time() + seconds, self.offers("IDLE")
        while not (self._nudged or connection.news.is_set()) and (left := end - loop.time()) > 0:
            if not idles:
                await connection.wait_for_news(left)
                continue
            try:
                await connection.idle(min(left, RENEW_SECONDS))
            except MailboxRefused:
                idles = False
        hinted = self._nudged or connection.news.is_set()
        self._nudged = False
        return hinted

    def nudge(self) -> None:
        """End `wait_for_mail` now, or the next one if none is under way, as if mail had come."""
        self._nudged = True
        if self._connection is not None:
            self._connection.news.set()

    async def close(self) -> None:
        """Log out, if that goes quickly. Never raises."""
        if self._connection is not None:
            with suppress(MailboxLost, MailboxRefused, TimeoutError):
                await asyncio.wait_for(self._connection.command("LOGOUT"), FAREWELL_SECONDS)
        self._drop()

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.abort()
        self._connection = None

    def _connected(self) -> ImapConnection:
        if self._connection is None:
            raise MailboxLost("the mailbox is not open: open it first")
        return self._connection


def _uids(lines: Sequence[bytes | bytearray]) -> list[int]:
    """The numbers in a SEARCH answer, from the lowest."""
    return sorted({int(uid) for line in lines[:-1] for uid in line.split() if uid.isdigit()})
