"""Mail that a mail server hands in by LMTP: what has come and is not stored yet, and until when all has come.

To the daemon it is one more mailbox (see inbox.py). Keeps nothing itself: what is not stored in the end was never
taken, and the server hands it in again.
"""

import asyncio
import errno
import os
import socket
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from time import monotonic

from referee.post.proof.trace import arrival
from referee.post.settings import LmtpSettings
from referee.post.wire.inbox import Arrived, MailboxRefused
from referee.post.wire.lmtp import ANSWER_SECONDS, Conversation
from referee.post.wire.sockets import give_up

CONNECTIONS = 32
"""How many at once. Postfix opens at most twenty."""
AT_ONCE, BYTES_AT_ONCE = 20, 16 * 2**20
"""How much to store in one transaction."""
NO_MAILBOX = 0
"""No mailbox has it as its UIDVALIDITY (RFC 3501, 2.3.1.1)."""
HAND_OVER = timedelta(seconds=5)
"""How long a mail may take from its arrival at the server to us while nothing is wrong: so long the clocks lag."""
LOOK_SECONDS = 5.0
"""How often to look whether the queue was flushed, while the clocks wait for it."""
TICK_SECONDS, HUNG_SECONDS = 1.0, 30.0
"""How often to look whether this process goes on, and after how long a stop mail may have been given up."""
GOODBYE_SECONDS = 1.0
FOR_GROUP = 0o660
"""Who may hand in mail at a unix socket: our own user, and the group of the folder."""
BEGAN = "nobody listened for mail before"
HUNG = "the program stood still"


class HandedIn:
    """All mail of `[lmtp]`. For one event loop; `fetch_new` and `stored` by turns."""

    def __init__(
        self,
        settings: LmtpSettings,
        takes: Callable[[str], bool],
        idle_seconds: float,
        unnoticed: timedelta = timedelta(0),
    ) -> None:
        """`takes`: whether an address is the referee's. `idle_seconds`: how long to wait for mail if there is nothing
        else to wait for. `unnoticed`: how long another daemon that takes mail may be gone before we know."""
        self._settings, self.takes, self._idle_seconds = settings, takes, idle_seconds
        self._server: asyncio.Server | None = None
        self._ticking: asyncio.Task[None] | None = None
        self._open: set[Conversation] = set()
        self._waiting: dict[int, tuple[Arrived, asyncio.Future[bool]]] = {}
        self._fetched: dict[int, asyncio.Future[bool]] = {}
        self._numbers = count(1)
        self._news = asyncio.Event()
        self.highest, self.lag = 0, HAND_OVER + unnoticed
        self.complete: datetime | None = None
        """The moment up to which all mail had come when last that was certain, in this run or one before."""
        self.since, self.why = datetime.now(UTC), BEGAN
        """Since when nothing was turned away, and what was before that."""
        self._since, self._flushed = monotonic(), datetime.min.replace(tzinfo=UTC)

    async def open(self) -> None:
        """Listen, unless we do already. Raises MailboxRefused."""
        if self._server is not None:
            return
        place, loop = self._settings.place, asyncio.get_running_loop()
        assert place is not None, "who asks has seen that we are to listen"
        peers = self._settings.peers if self._settings.far else None
        try:
            if isinstance(place, Path):
                refuse_if_alive(place)
                self._server = await loop.create_unix_server(lambda: Conversation(self, peers), place)
                place.chmod(FOR_GROUP)
            else:
                self._server = await loop.create_server(lambda: Conversation(self, peers), *place)
        except OSError as e:
            raise MailboxRefused(cannot_listen(self._settings, e)) from None
        self._begin_anew(BEGAN)
        self._ticking = asyncio.create_task(self._tick())

    async def close(self) -> None:
        """Say to whoever waits that their mail was not stored, and listen no more. Never raises."""
        if self._server is None:
            return
        self._server.close()
        for answer in self._answers():
            answer.set_result(False)
        end = monotonic() + GOODBYE_SECONDS
        while any(one.busy_since for one in self._open) and monotonic() < end:
            await asyncio.sleep(0.01)
        for one in list(self._open):
            one.cut()
        assert self._ticking is not None
        await give_up(self._ticking)
        if isinstance(place := self._settings.place, Path):
            with suppress(OSError):
                place.unlink()
        self._server = None

    def _answers(self) -> Iterable[asyncio.Future[bool]]:
        open_yet = [answer for _, answer in self._waiting.values()] + list(self._fetched.values())
        self._waiting, self._fetched = {}, {}
        return [answer for answer in open_yet if not answer.done()]

    # what the daemon asks

    async def fetch_new(self) -> list[Arrived]:
        """What has come and was not fetched yet, in that order: at most 20 mails and 16 MiB, but at least one."""
        self._news.clear()
        self.highest = max(self._waiting, default=0)
        found: list[Arrived] = []
        size = 0
        for number, (mail, answer) in list(self._waiting.items()):
            size += len(mail.raw)
            if found and (len(found) == AT_ONCE or size > BYTES_AT_ONCE):
                break
            found.append(mail)
            self._fetched[number] = answer
            del self._waiting[number]
        return found

    def stored(self, mails: Sequence[Arrived]) -> None:
        """These are in the database for good: the server hears yes."""
        for mail in mails:
            answer = self._fetched.pop(mail.uid)
            if not answer.done():
                answer.set_result(True)

    async def mark_done(self, uidvalidity: int, uids: Iterable[int]) -> None:
        """These are handled: nothing follows, since the server forgot them when they were stored."""

    async def handled(self, after: datetime, *, but_from: str) -> dict[str, datetime]:
        """No mails: nobody keeps those that we have handled."""
        return {}

    def withheld(self, now: datetime) -> bool:
        """Whether the server has a mail that it cannot hand out: none that we know of."""
        return False

    def complete_until(self, began: datetime) -> datetime | None:
        """The moment up to which all mail that reached the server has been handed in, and was stored when this is
        asked; None while some may lie in its queue. `began`: when the last `fetch_new` did.

        That is so once we have listened for as long as it may lie there, and turned nothing away, or since the queue
        was flushed; but not while we have a mail in hand.
        """
        busy = [one.busy_since for one in self._open if one.busy_since is not None]
        if self._server is None or self.waits_until is not None or any(since <= began for since in busy):
            return None
        self.complete = began - self.lag
        return self.complete

    @property
    def waits_until(self) -> datetime | None:
        """When the clocks go on at the latest, if they wait for what may lie in the server's queue."""
        # by the clock that nobody can set
        if monotonic() - self._since >= self._settings.queue_seconds or self._flushed >= self.since:
            return None
        return self.since + timedelta(seconds=self._settings.queue_seconds)

    def flushed(self, moment: datetime) -> None:
        """Nothing lay in the queue at that moment."""
        self._flushed = moment

    @property
    def look_seconds(self) -> float:
        """How long to wait for mail."""
        if (until := self.waits_until) is None:
            return self._idle_seconds
        return min(max((until - datetime.now(UTC)).total_seconds(), 0.0), LOOK_SECONDS)

    async def wait_for_mail(self, seconds: float) -> bool:
        """Wait for mail, or a `nudge`. Returns whether there was either within this many seconds."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), seconds)
        return self._news.is_set()

    def nudge(self) -> None:
        """End `wait_for_mail`, or the next one, as if mail had come."""
        self._news.set()

    # what the conversations ask

    def enters(self, one: Conversation) -> bool:
        """Whether one more conversation may begin."""
        if len(self._open) >= CONNECTIONS:
            self.turned_away("more connections were wanted than there may be")
            return False
        self._open.add(one)
        return True

    def leaves(self, one: Conversation, why: str | None) -> None:
        """A conversation has ended."""
        self._open.discard(one)
        if why is not None:
            self.turned_away(why)
        self.nudge()

    async def store(self, raws: Sequence[bytes]) -> bool:
        """Have the daemon store mails, and wait for that. Returns whether it did."""
        now, loop = datetime.now(UTC), asyncio.get_running_loop()
        numbers, answers = [], []
        for raw in raws:
            number, answer = next(self._numbers), loop.create_future()
            came = arrival(raw, self._settings.server, earliest=self.complete, now=now)
            self._waiting[number] = Arrived(NO_MAILBOX, number, came, raw), answer
            numbers.append(number)
            answers.append(answer)
        self.nudge()
        done, _ = await asyncio.wait(answers, timeout=ANSWER_SECONDS)
        if len(done) == len(answers) and all(answer.result() for answer in done):
            return True
        for number in numbers:
            self._waiting.pop(number, None)
        self.turned_away("a mail could not be stored")
        return False

    def turned_away(self, why: str) -> None:
        """Mail lies in the server's queue from now on."""
        self._begin_anew(why)

    def _begin_anew(self, why: str) -> None:
        self.since, self.why, self._since = datetime.now(UTC), why, monotonic()

    async def _tick(self) -> None:
        """Notice that the process stood still, or the machine slept: nobody took mail meanwhile."""
        last = monotonic(), datetime.now(UTC)
        while True:
            await asyncio.sleep(TICK_SECONDS)
            here = monotonic(), datetime.now(UTC)
            if max(here[0] - last[0], (here[1] - last[1]).total_seconds()) > HUNG_SECONDS:
                self._begin_anew(HUNG)
            last = here


def refuse_if_alive(path: Path) -> None:
    """Raise OSError if somebody listens at a unix socket: asyncio would take its place."""
    with socket.socket(socket.AF_UNIX) as probe, suppress(FileNotFoundError, ConnectionRefusedError):
        probe.connect(str(path))
        raise OSError(errno.EADDRINUSE, os.strerror(errno.EADDRINUSE))


def cannot_listen(settings: LmtpSettings, error: OSError) -> str:
    """What is wrong with the place where we are to listen, and what to do."""
    why = error.strerror or type(error).__name__
    return f"cannot listen at {settings.listen} ({why.lower()}): stop what does, or set lmtp.listen to another place"
