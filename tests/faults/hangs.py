"""The longest hang: a referee with its default settings is stalled at every step of both servers, by silence, half an
answer, or a byte every few seconds. It must get past each, on a new connection, within a minute.

They mostly wait, so all of them wait at once, each with a database, a mailbox and wires of its own. While one of its
two loops hangs, the other one works.
"""

import asyncio
import tempfile
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.faults.club import Club, mail_stack, pauses, put, quiet, until
from tests.faults.imap import STEPS
from tests.faults.proxy import GREETING, TEXT, Act, Fault, Proxy
from tests.faults.runs import Figures
from tests.running.post_office import MASTER, STARTER, proven
from tests.servers.servers import MailStack

SMTP_STEPS = (GREETING, "EHLO", "MAIL", "RCPT", "DATA", TEXT)
ACTS = (Act.SILENCE, Act.HALF, Act.DRIP)
LIMIT = 60.0
SHARE = 5
"""The part of the time that the short form takes: in less, a machine busy with other tests would count as a hang."""


@dataclass(frozen=True)
class Stall:
    """The place where one referee is stalled, and the way."""

    imap: bool
    fault: Fault

    def __str__(self) -> str:
        return f"{'IMAP' if self.imap else 'SMTP'} {self.fault.step or 'greeting'} {self.fault.act.name.lower()}"


def run(*, long: bool) -> Figures:
    stalls = [Stall(True, Fault(act, step, after=True)) for step in STEPS for act in ACTS]
    stalls += [Stall(True, Fault(Act.DEAF, step, after=True)) for step in ("UID FETCH", "IDLE")]
    stalls += [Stall(False, Fault(act, step, after=True)) for step in SMTP_STEPS for act in ACTS]
    if not long:
        stalls = stalls[::7]
    users = [f"referee-{number}@club.test" for number in range(len(stalls))]
    with mail_stack(*users) as stack:
        return asyncio.run(_all(stack, dict(zip(users, stalls, strict=True)), long))


async def _all(stack: MailStack, stalls: dict[str, Stall], long: bool) -> Figures:
    quiet()
    seconds = "" if long else f"timeout_seconds = {25 / SHARE}"
    pace = {"RENEW_SECONDS": 25.0, "FIRST_PAUSE": 1.0, "LOOK_SECONDS": 5.0, "DRIP_SECONDS": 5.0}
    probe = {} if long else {name: value / SHARE for name, value in pace.items()}
    limit = LIMIT if long else LIMIT / SHARE
    with pauses(**probe):
        works = (_one(stack, user, stall, seconds, limit) for user, stall in stalls.items())
        took = dict(zip(map(str, stalls.values()), await asyncio.gather(*works), strict=True))
    longest = max(took, key=lambda name: took[name])
    assert took[longest] < limit, f"{longest} held the referee for {took[longest]:.1f} s"
    shown = Counter({name: round(value, 1) for name, value in took.items()}).most_common(6)
    return {
        "stalled referees": len(took),
        "longest hang, seconds": f"{took[longest]:.1f} at {longest}",
        "next": ", ".join(f"{value} {name}" for name, value in shown[1:]),
    }


async def _one(stack: MailStack, user: str, stall: Stall, seconds: str, limit: float) -> float:
    """Return the seconds from the stall until the next try on a new connection; both mails are handled in the end."""
    async with _club(stack, user, seconds) as one:
        hanging = one.imap if stall.imap else one.smtp
        put(stack, user, proven(MASTER, STARTER, to=user))
        hanging.script(stall.fault)
        async with one.running():
            await until(lambda: hanging.fired, limit * 2, f"{stall} strikes")
            if stall.imap:
                await _sends_meanwhile(one, stall, user)
            else:
                await _reads_meanwhile(one, stall, user)
            await until(lambda: hanging.hang() is not None, limit, f"past {stall}")
            hang = hanging.hang()
            assert hang is not None
            one.hurry()
            await until(one.quiet, limit, f"all is done after {stall}")
        outcomes = one.sql("SELECT outcome FROM inbox WHERE outcome NOT LIKE 'ignored/%' ORDER BY id")
        assert outcomes.count(("Start/accepted",)) == 1, f"{stall}: {outcomes}"
    return hang


async def _sends_meanwhile(one: Club, stall: Stall, user: str) -> None:
    """Check that what is taken in beside the mailbox is answered while that hangs."""
    sent = len(one.smtp.heard)
    raw = proven(MASTER, "status", number=2, to=user)
    await asyncio.to_thread(one.takes_in, raw)
    await until(lambda: len(one.smtp.heard) > sent, 10, f"letters go out during {stall}")
    assert one.imap.hang() is None, f"{stall} was over before the letter went"


async def _reads_meanwhile(one: Club, stall: Stall, user: str) -> None:
    """Check that a mail is read and handled while no letter can go out."""
    put(one.stack, user, proven(MASTER, "status", number=2, to=user))
    handled = "SELECT count(*) FROM inbox WHERE state = 'done'"
    await until(lambda: one.sql(handled)[0][0] == 2, 10, f"mail is read during {stall}")
    assert one.smtp.hang() is None, f"{stall} was over before the mail was read"


@asynccontextmanager
async def _club(stack: MailStack, user: str, seconds: str) -> AsyncIterator[Club]:
    async with AsyncExitStack() as exits:
        folder = Path(exits.enter_context(tempfile.TemporaryDirectory()))
        imap = await exits.enter_async_context(Proxy(stack.imap_port, imap=True))
        smtp = await exits.enter_async_context(Proxy(stack.smtp_port, imap=False))
        one = Club(stack, folder, imap, smtp, {"imap": seconds, "smtp": seconds}, user=user)
        exits.callback(one.store.close)
        yield one
