"""IMAP: one mailbox, read in order of arrival and emptied into a second folder. IDLE is a hint, polling the promise.

Never decides whether we saw a mail before, deletes only what it copied, marks nothing as read, and never asks by
position. After MailboxLost: `open` again, later.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from time import monotonic

import structlog

from referee.post.login import TokenAway, TokenRefused, tokens_of
from referee.post.settings import ImapSettings
from referee.post.wire.imap import ImapConnection, MailboxLost, MailboxRefused, imap_string
from referee.post.wire.imap_fetch import Fetched, batches, body_item, by_hundreds, read_answer, uid_set
from referee.post.wire.sockets import tls_context

__all__ = ["Arrived", "Inbox", "MailboxLost", "MailboxRefused"]

log = structlog.get_logger()

RENEW_SECONDS = 25
"""A server that is silent in IDLE may be gone, and only a new command shows it."""
FAREWELL_SECONDS = 1.0
TOGETHER = 20
"""The most mails that `fetch_new` fetches, which are handled before it fetches more: a move waits no longer."""
CANDIDATES = 4
"""`handled` fetches at most this many times as many mails as asked for, newest UIDs first: UIDs count moves into the
folder, not arrivals."""
Answerers = Callable[[list[bytes]], Awaitable[list[str]]]
"""A look at the heads of mails: who answers a letter in each; empty for nobody."""
GIVEN_UP_SECONDS = 24 * 3600.0
"""The time after which we stop waiting for a mail that the server withholds."""
MARK, MARKED = r"(\Answered)", "ANSWERED"
"""The mark that we put on a mail before we move it, and how to search for it. Mail that others file into the processed
folder does not have it, since no delivery sets a flag. It is a system flag because some servers keep no others, and
this one because a person looking around in the folder easily sets \\Seen, \\Flagged and \\Deleted, and some servers
turn \\Draft into something else; \\Answered needs an answer to that very mail."""


@dataclass(frozen=True, slots=True)
class Arrived:
    """One mail in the folder, named by (uidvalidity, uid) for as long as it stays there."""

    uidvalidity: int
    uid: int
    arrived: datetime
    """UTC, to the second: when the server received it (INTERNALDATE), never when it was fetched."""
    raw: bytes
    """The first 2 MiB at most."""

    @property
    def place(self) -> tuple[int, int]:
        """The place where it lies in the mailbox."""
        return self.uidvalidity, self.uid


class Inbox:
    """The mailbox of `[imap]`. For one task at a time: another's command waits until the first one's is done.

    `answers` finds what may answer a letter, `TO "referee+"`; `answerers` then looks at the heads.
    """

    def __init__(self, settings: ImapSettings, answers: str = "", answerers: Answerers | None = None) -> None:
        self._settings, self._answers, self._answerers = settings, answers, answerers
        self._answered_by: dict[int, str] = {}
        self._looked_until = 0
        self._connection: ImapConnection | None = None
        self._folder = self._processed = ""
        self._nudged = False
        self._withheld: dict[tuple[int, int], float] = {}
        self.uidvalidity = 0
        """The UIDVALIDITY of the folder that is open now (RFC 3501, 2.3.1.1)."""
        self.highest = 0
        """The UID of the last mail that was there at the last `fetch_new`, 0 if there was none."""
        self.oldest_left = 0
        """The lowest UID that the last `fetch_new` left for the next one, 0 if there was none."""
        self.lag = timedelta(0)
        """The time by which a clock acts later than its instant, so that mail from before is here."""

    async def open(self) -> None:
        """Close any open connection, connect, log in, create the processed folder if it is missing, and select the
        folder.

        Raises MailboxLost (try again later) or MailboxRefused (a person must act).
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
        await self._log_in(connection)
        nesting = await connection.hierarchy()
        self._folder, self._processed = nesting.wire_name(s.folder), nesting.wire_name(s.processed_folder)
        if self._folder == self._processed:
            raise MailboxRefused("handled mail has to leave the folder: set imap.processed_folder to another one")
        await self._ensure_processed(connection)
        try:
            self.uidvalidity = await connection.select(self._folder)
        except MailboxRefused as e:
            raise MailboxRefused(f"{e}; set imap.folder to one that this user may read and change") from None

    async def _log_in(self, connection: ImapConnection) -> None:
        s = self._settings
        if s.auth == "password":
            await connection.login(s.username, s.password)
            return
        try:
            await connection.login_with_token(s.username, tokens_of(s.tokens))
        except TokenAway as e:
            raise MailboxLost(f"no token to log in with: {e}") from None
        except TokenRefused as e:
            raise MailboxRefused(f"no token to log in with: {e}") from None

    async def _ensure_processed(self, connection: ImapConnection) -> None:
        name = imap_string(self._processed)
        try:
            await connection.command("STATUS", name, "(MESSAGES)")
        except MailboxRefused:
            try:
                await connection.command("CREATE", name)
            except MailboxRefused as e:
                raise MailboxRefused(f"{e}; set imap.processed_folder to one that this user may make") from None

    def offers(self, capability: str) -> bool:
        """Tell if the server has an extension: `IDLE`, `MOVE`, `UIDPLUS`."""
        return capability in self._connected().capabilities

    async def fetch_new(self, known: Callable[[int, int], bool] | None = None, limit: int = TOGETHER) -> list[Arrived]:
        """Fetch the mails in the folder now that are not flagged as deleted, by UID (order of arrival). If there are
        more than `limit`, answers to letters come first, half of them at most: the others are the oldest.

        `known(uidvalidity, uid)` says which ones to skip. At most `limit` mails and 16 MiB, but at least one: once
        these are known or moved, call again, until nothing comes. A mail that somebody moved back by hand comes again,
        under a new UID. If the server cannot hand one out with its time of arrival (which RFC 3501, 2.3.3 demands, and
        which decides who was in time), we leave it there, with a warning in the log: see `withheld`.
        """
        connection = self._connected()
        # only a search sees the folder as it was after the last command
        await connection.command("NOOP")
        connection.news.clear()
        uids = await search(connection, "NOT", "DELETED")
        self.highest = max(uids, default=0)
        if self._withheld:
            present = {(self.uidvalidity, uid) for uid in uids}
            self._withheld = {mail: since for mail, since in self._withheld.items() if mail in present}
        unknown = [uid for uid in uids if known is None or not known(self.uidvalidity, uid)]
        first = await self._answers_in(connection, unknown, limit // 2) if len(unknown) > limit else []
        # mails that we cannot get must not crowd out the others
        in_turn = dict.fromkeys([*first, *unknown])
        wanted = sorted(in_turn, key=lambda uid: (self.uidvalidity, uid) in self._withheld)[:limit]
        facts = await fetch_facts(connection, wanted)
        sizes = {uid: mail.size for uid, mail in facts.items()}
        found: list[Arrived] = []
        missing = set(wanted) - set(facts)
        for group in batches(sizes):
            bodies = await fetch(connection, group, body_item(group, sizes))
            found += self._arrived({uid: facts[uid] | body for uid, body in bodies.items()})
            missing |= set(group)
        self._note_withheld(missing - {mail.uid for mail in found}, found)
        left = {*unknown} - {mail.uid for mail in found} - {uid for _, uid in self._withheld}
        self.oldest_left = min(left, default=0)
        return found

    async def _answers_in(self, connection: ImapConnection, uids: list[int], most: int) -> list[int]:
        """Find the next answer of each writer, but none behind an older mail of theirs: nobody's own mails change
        places, and nobody's many answers hold up another's. Where the server does not search like that, there are
        none."""
        first: list[int] = []
        with suppress(MailboxRefused):
            if self._answerers and (new := [uid for uid in uids if uid > self._looked_until]):
                # a search that fails, or takes too long, is made once
                self._looked_until = new[-1]
                for some in by_hundreds(await search(connection, "UID", f"{new[0]}:{new[-1]}", self._answers)):
                    heads = await fetch(connection, some, "(UID BODY.PEEK[HEADER.FIELDS (FROM TO CC SUBJECT)])")
                    writers = await self._answerers([mail.literal or b"" for mail in heads.values()])
                    self._answered_by |= {uid: writer for uid, writer in zip(heads, writers, strict=True) if writer}
            self._answered_by = {uid: writer for uid in uids if (writer := self._answered_by.get(uid))}
            next_of = {writer: uid for uid, writer in reversed(self._answered_by.items())}
            for uid, writer in sorted((uid, writer) for writer, uid in next_of.items())[: 2 * most]:
                older = await search(connection, "UID", f"{uids[0]}:{uid}", "FROM", imap_string(writer))
                if {*older}.intersection(uids) <= {uid}:
                    first.append(uid)
        return first[:most]

    def _arrived(self, mails: dict[int, Fetched]) -> Iterator[Arrived]:
        for uid, mail in mails.items():
            arrived, raw = mail.arrived, mail.body
            if arrived is None or raw is None:
                log.warning("mail", uid=uid, outcome="unreadable", why="no date" if raw is not None else "no text")
            else:
                yield Arrived(self.uidvalidity, uid, arrived, raw)

    def _note_withheld(self, missing: Iterable[int], found: Iterable[Arrived]) -> None:
        for uid in missing:
            self._withheld.setdefault((self.uidvalidity, uid), monotonic())
        for mail in found:
            self._withheld.pop((mail.uidvalidity, mail.uid), None)

    def withheld(self) -> bool:
        """Tell if there was a mail at the last `fetch_new` that we could not get, and have not for less than a day."""
        return any(monotonic() - since < GIVEN_UP_SECONDS for since in self._withheld.values())

    async def handled(self, after: datetime, *, but_from: str, limit: int = 300) -> dict[str, datetime]:
        """Fetch the arrival times, by SHA-256, of mails that we moved to the processed folder and that arrived after
        `after`.

        Returns at most `limit`, the latest; leaves out mails whose From names the address `but_from`.
        """
        # the server's time zone may have another day (RFC 3501, 6.4.4)
        day = after - timedelta(days=1)
        since = f"{day:%d-%b-%Y}"
        wanted = (MARKED, "SINCE", since, "NOT", "FROM", imap_string(but_from))
        found: dict[str, datetime] = {}
        async with self._in_processed() as connection:
            latest = (await search(connection, *wanted))[-CANDIDATES * limit :]
            facts = await fetch_facts(connection, latest)
            arrived = {uid: at for uid, mail in facts.items() if (at := mail.arrived) is not None and at > after}
            sizes = {uid: facts[uid].size for uid in sorted(arrived, reverse=True)[:limit]}
            # the latest first: we read at most 16 MiB of them
            for group in batches(sizes):
                for uid, mail in (await fetch(connection, group, body_item(group, sizes))).items():
                    if mail.body is not None:
                        found[sha256(mail.body).hexdigest()] = arrived[uid]
        return found

    async def keeps_mark(self, subject: str) -> bool:
        """Tell if a mail with that in its subject is in the processed folder and still has our mark."""
        async with self._in_processed() as connection:
            return bool(await search(connection, MARKED, "SUBJECT", imap_string(subject)))

    @asynccontextmanager
    async def _in_processed(self) -> AsyncIterator[ImapConnection]:
        """Select the processed folder, and afterwards the folder that we read."""
        connection = self._connected()
        try:
            await connection.select(self._processed)
            yield connection
        finally:
            self.uidvalidity = await self._connected().select(self._folder)

    async def mark_done(self, uidvalidity: int, uids: Iterable[int]) -> None:
        """Mark these mails as ours and move them to the processed folder. Mails already gone do no harm, so doing it
        twice is doing it once.

        `uidvalidity`: the one they were fetched under. If the folder has a new one since, its numbers name other mails,
        so we move none: `fetch_new` gives them again, under their new numbers.
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
        """Move with MOVE (RFC 6851), or in the single steps of its section 3.3."""
        connection, which, target = self._connected(), uid_set(uids), imap_string(self._processed)
        await connection.command("STORE", which, "+FLAGS.SILENT", MARK, uid=True)
        if self.offers("MOVE"):
            await connection.command("MOVE", which, target, uid=True)
            return
        await connection.command("COPY", which, target, uid=True)
        await delete(connection, uids)

    async def wait_for_mail(self, seconds: float) -> bool:
        """Wait for new mail. Returns True if the server hinted at some within this many seconds. Call `fetch_new` in
        either case.

        Returns True at once if it hinted since the last `fetch_new` began, or after a `nudge`. Cancelling ends the
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
        """End the running `wait_for_mail`, or else the next one, as if mail had come."""
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


async def search(connection: ImapConnection, *criteria: str) -> list[int]:
    """Search for the UIDs of the mails that meet the criteria (RFC 3501, 6.4.4), lowest first, in the folder as it was
    after the last command."""
    lines = await connection.command("SEARCH", *criteria, uid=True)
    return sorted({int(uid) for line in lines[:-1] for uid in line.split() if uid.isdigit()})


async def fetch(connection: ImapConnection, uids: Sequence[int], items: str) -> dict[int, Fetched]:
    """Fetch these data items of as many mails as one command can name, in the order of `uids`; leave out a mail that
    the server cannot read, with a warning in the log."""
    try:
        lines = await connection.command("FETCH", uid_set(uids), items, uid=True)
    except MailboxRefused as e:
        if len(uids) > 1:
            # one mail that the server cannot read must not hide the others
            return {uid: mail for one in uids for uid, mail in (await fetch(connection, [one], items)).items()}
        log.warning("mail", uid=uids[0], outcome="unreadable", why=str(e))
        return {}
    answer = read_answer(lines[:-1])
    return {uid: answer[uid] for uid in uids if uid in answer}


async def fetch_facts(connection: ImapConnection, uids: Sequence[int]) -> dict[int, Fetched]:
    """Fetch size and time of arrival of any number of mails."""
    found: dict[int, Fetched] = {}
    for some in by_hundreds(uids):
        found |= await fetch(connection, some, "(UID RFC822.SIZE INTERNALDATE)")
    return found


async def delete(connection: ImapConnection, uids: Sequence[int]) -> None:
    """Delete only these mails, if the server has UIDPLUS (RFC 4315); else all other mails flagged as deleted go,
    too."""
    await connection.command("STORE", uid_set(uids), "+FLAGS.SILENT", r"(\Deleted)", uid=True)
    if "UIDPLUS" in connection.capabilities:
        await connection.command("EXPUNGE", uid_set(uids), uid=True)
    else:
        await connection.command("EXPUNGE")
