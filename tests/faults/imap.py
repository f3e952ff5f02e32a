"""IMAP gone wrong: cut and stalled at any byte, every answer a no, IDLE that dies silently, other clients in between.

After each fault the game goes on; at the end the checker finds nothing. No clock runs out while mail cannot be read.
"""

import asyncio
import imaplib
import itertools
import os
from collections.abc import Callable
from contextlib import suppress

from tests.faults.club import Club, chance, club, lying, mail_stack, maildir, pauses, put, short, until
from tests.faults.proxy import GREETING, Act, Fault
from tests.faults.runs import Figures
from tests.running.post_office import PASSWORD, REFEREE
from tests.servers.servers import MailStack

STEPS = (
    GREETING,
    "CAPABILITY",
    "LOGIN",
    "NAMESPACE",
    "STATUS",
    "SELECT",
    "NOOP",
    "UID SEARCH",
    "UID FETCH",
    "UID STORE",
    "UID MOVE",
    "IDLE",
    "DONE",
)
WORDS = (
    b"TAG NO not now\r\n",
    b"TAG NO [UNAVAILABLE] later\r\n",
    b"TAG BAD what\r\n",
    b"* BYE going down\r\n",
    b"\x00\xff nonsense\r\nTAG\r\n* \xfe\r\n",
)
CYCLE = 4000
"""More bytes than one connection receives: log-in, a mail read and moved, IDLE, another look."""
SILENT = 0.3
"""The time-out where something is to be silent."""
SOON = 3.0
"""A poll, a probe and a time-out, where time is measured: long enough that a busy machine does not count."""
NEVER = 10**9
NUMBERS = itertools.count()


def run(*, long: bool) -> Figures:
    with mail_stack() as stack:
        return asyncio.run(_all(stack, long))


async def _all(stack: MailStack, long: bool) -> Figures:
    figures: dict[str, object] = {}
    with short():
        async with club(stack) as one:
            await _game_begins(one)
            figures["cut, at bytes"] = await _cuts(one, long)
            figures["log-out cut, at bytes"] = await _log_outs(one, long)
            figures["somebody else's acts"] = await _others(one, long)
            figures["letters sent while the mailbox hung"] = await _sends_meanwhile(one)
            await _ends_well(one)
            figures["connections"] = len(one.imap.opened)
            figures["moves"] = _moves(one)
        quick = f"poll_seconds = 0.2\ntimeout_seconds = {SILENT}"
        async with club(stack, imap=quick) as one:
            await _game_begins(one)
            figures["stalled, at bytes"] = await _stalls(one, long)
            figures["answers replaced"] = await _replaced(one, long)
            figures["clocks held"] = await _clocks(one, long)
            await _ends_well(one)
        figures["seconds to a mail after IDLE died"] = await _dead_idle(stack)
    return figures


async def _game_begins(one: Club) -> None:
    async with one.running():
        await one.plays()
        await until(one.turns, what="a game began")


async def _goes_on(one: Club, seconds: float = 20) -> None:
    """Mail an act, and check that it is done."""
    before = _moves(one)
    one.moved.clear()
    one.imap.script(None)

    async def acted() -> None:
        while _moves(one) == before:
            await one.plays()
            await asyncio.sleep(0.02)

    try:
        await asyncio.wait_for(acted(), seconds)
    except TimeoutError:
        raise AssertionError(f"the game does not go on: {one.waits()}, {one.imap.heard[-3:]}") from None


async def _ends_well(one: Club) -> None:
    async with one.running():
        await one.settles()
    assert not (faults := one.faults()), faults[:5]
    assert not (extra := one.extra_copies()), f"letters came twice, though only IMAP failed: {extra}"


def _moves(one: Club) -> int:
    found: int = one.sql("SELECT count(*) FROM events WHERE kind IN ('BidMade', 'CardPlayed')")[0][0]
    return found


async def _cuts(one: Club, long: bool) -> int:
    """Cut a connection after the first byte, the next after two, and so on, through a whole cycle."""
    offsets = range(1, CYCLE) if long else chance().sample(range(1, CYCLE), 20)
    async with one.running():
        for offset in offsets:
            await _break_at(one, offset, "cut_at")
        one.imap.cut_at = None
        await _goes_on(one)
    return len(offsets)


async def _stalls(one: Club, long: bool) -> int:
    offsets = range(1, CYCLE, 13) if long else chance().sample(range(1, CYCLE), 2)
    async with one.running():
        for offset in offsets:
            await _break_at(one, offset, "stall_at")
        one.imap.stall_at = None
        await _goes_on(one)
    return len(offsets)


async def _break_at(one: Club, offset: int, how: str) -> None:
    if not lying(one.stack, REFEREE):
        await one.plays()
    one.imap.script(None)
    setattr(one.imap, how, offset)

    def fired() -> bool:
        return bool(one.imap.fired)

    await until(fired, what=f"{how} {offset}")


async def _log_outs(one: Club, long: bool) -> int:
    """Cut `run --once` in the last bytes of its connection."""
    before = one.imap.down
    await one.daemon().once()
    whole = one.imap.down - before
    offsets = range(whole - 80, whole) if long else range(whole - 80, whole, 16)
    for offset in offsets:
        one.imap.cut_at = offset
        assert isinstance(await asyncio.wait_for(one.daemon().once(), 10), bool)
    one.imap.cut_at = None
    for act in (Act.SILENCE, Act.HALF, Act.CUT):
        one.imap.script(Fault(act, "LOGOUT"))
        assert await asyncio.wait_for(one.daemon().once(), 10), "the mailbox was read"
    one.imap.script(None)
    return len(offsets)


async def _replaced(one: Club, long: bool) -> int:
    """Make the answer to every command once a NO, a BAD, a BYE, nonsense, half of it, or none."""
    faults = [
        Fault(act, step, after=after)
        for step in STEPS
        for act in (Act.CUT, Act.SILENCE, Act.HALF)
        for after in ((False, True) if step else (True,))
    ]
    faults += [
        Fault(Act.SAY, step, after=after, says=words)
        for step in STEPS[1:]
        for words in WORDS
        for after in (False, True)
    ]
    faults += [Fault(Act.SAY, says=words, after=True) for words in (b"* BYE no\r\n", b"* NO no\r\n", b"220 SMTP\r\n")]
    chosen = faults if long else chance().sample(faults, 8)
    async with one.running():
        for fault in chosen:
            await one.plays()
            one.imap.script(fault)
            if fault.step not in ("IDLE", "DONE", "NOOP", "UID SEARCH", "UID FETCH", "UID STORE", "UID MOVE"):
                one.imap.script(Fault(Act.CUT, "NOOP"))
                await until(lambda: one.imap.fired, what="a new connection")
                one.imap.script(fault)

            def fired() -> bool:
                return bool(one.imap.fired) or not lying(one.stack, REFEREE)

            await until(fired, what=str(fault))
            await _goes_on(one)
    return len(chosen)


async def _others(one: Club, long: bool) -> int:
    """Have another mail program, or an operator, do something in the mailbox at every step."""
    stack, box = one.stack, maildir(one.stack, REFEREE)
    acts: list[Callable[[], object]] = [
        lambda: _flags(stack, r"(\Seen)"),
        lambda: _flags(stack, r"(\Flagged \Answered)"),
        lambda: _deletes(stack),
        lambda: _folder(stack, "delete"),
        lambda: _folder(stack, "rename"),
        lambda: _new_numbers(box),
    ]
    pairs = list(itertools.product(("UID SEARCH", "UID FETCH", "UID STORE", "UID MOVE", "DONE"), acts))
    async with one.running():
        for step, act in pairs if long else pairs[2::7]:
            one.imap.script(None)
            one.imap.meanwhile = (step, act)
            await one.plays()
            await until(lambda: one.imap.fired, what=f"somebody acts at {step}")
            await _goes_on(one)
        await _flagged_as_deleted(one)
    return len(pairs if long else pairs[2::7]) + 1


async def _flagged_as_deleted(one: Club) -> None:
    """Check that a mail that lies there flagged as deleted is left alone until the flag is taken off."""
    await one.settles()
    one.imap.script(Fault(Act.CUT, GREETING, times=NEVER))
    one.imap.meanwhile = None
    one.moved.clear()
    one.imap.cut_at = 1
    await asyncio.sleep(0.3)
    await one.plays()
    _flags(one.stack, r"(\Deleted)")
    one.imap.script(None)
    one.imap.cut_at = None
    before = _moves(one)
    await asyncio.sleep(1)
    assert _moves(one) == before, "a mail that its owner deleted is no move"
    _flags(one.stack, r"(\Deleted)", "-FLAGS")
    await until(lambda: _moves(one) > before, what="the mail is read once it is not deleted any more")


def _flags(stack: MailStack, flags: str, how: str = "+FLAGS") -> None:
    with imaplib.IMAP4("localhost", stack.imap_port) as imap:
        imap.login(REFEREE, PASSWORD)
        imap.select()
        # the server refuses to search an empty folder
        with suppress(imaplib.IMAP4.error):
            imap.store("1:*", how, flags)


def _deletes(stack: MailStack) -> None:
    with imaplib.IMAP4("localhost", stack.imap_port) as imap:
        imap.login(REFEREE, PASSWORD)
        imap.select()
        with suppress(imaplib.IMAP4.error):
            imap.store("1:*", "+FLAGS", r"(\Deleted)")
            imap.expunge()


def _folder(stack: MailStack, what: str) -> None:
    with imaplib.IMAP4("localhost", stack.imap_port) as imap:
        imap.login(REFEREE, PASSWORD)
        if what == "delete":
            # keep its mails for the checker
            for name in os.listdir(maildir(stack, REFEREE) / ".Referee.Handled" / "cur"):
                with suppress(FileNotFoundError):
                    target = maildir(stack, REFEREE) / ".Kept" / "cur"
                    target.mkdir(parents=True, exist_ok=True)
                    (maildir(stack, REFEREE) / ".Referee.Handled" / "cur" / name).rename(target / name)
            imap.delete('"Referee/Handled"')
        else:
            imap.rename('"Referee/Handled"', f'"Old{next(NUMBERS)}"')


def _new_numbers(box: os.PathLike[str]) -> None:
    """Give the mailbox another UIDVALIDITY, as after a restore or a move to another machine."""
    for name in os.listdir(box):
        if name.startswith(("dovecot-uidlist", "dovecot.index", "dovecot-uidvalidity")):
            with suppress(FileNotFoundError):
                os.unlink(os.path.join(box, name))


async def _sends_meanwhile(one: Club) -> int:
    """Check that what `referee handle` takes in is answered while the mailbox is silent."""
    async with one.running():
        await one.settles()
        sent = _sent(one)
        one.imap.script(Fault(Act.SILENCE, "NOOP", times=NEVER))
        await until(lambda: one.imap.fired)
        one.moved.clear()
        raw = one.move(next(iter(one.turns())))
        assert raw is not None
        one.takes_in(raw)
        await until(lambda: _sent(one) > sent, 1.5, "a letter went out")
        assert one.imap.hang() is None, "the mailbox hung all the while"
        await _goes_on(one)
        return _sent(one) - sent


def _sent(one: Club) -> int:
    found: int = one.sql("SELECT count(*) FROM outbox WHERE state = 'sent'")[0][0]
    return found


async def _clocks(one: Club, long: bool) -> int:
    """Check the clock while a move lies there that came before the limit, the limit is over, and the mailbox cannot be
    read: no clock acts, and once it can be read the move counts."""
    acts = (Act.CUT, Act.SILENCE, Act.SAY)
    # a greeting has no tag, and in IDLE the mail has been read
    pairs = [(step, act) for step in STEPS[:-2] for act in acts if step or act is not Act.SAY]
    chosen = pairs if long else [*chance().sample(pairs, 2), ("UID FETCH", Act.SAY)]
    for step, act in chosen:
        one.moved.clear()
        before, raw = _moves(one), one.move(next(iter(one.turns())))
        assert raw is not None
        put(one.stack, REFEREE, raw, ago=60)
        one.sql("UPDATE games SET deadline = strftime('%Y-%m-%dT%H:%M:%f000+00:00', 'now', '-20 seconds')")
        one.imap.script(Fault(act, step, says=b"TAG NO not now\r\n", times=NEVER))
        async with one.running():
            await asyncio.sleep(0.8)
            # a mail that cannot be moved is read and played, and stays where it is
            assert step in ("UID STORE", "UID MOVE") or _moves(one) == before, f"a clock ran out over {step} {act}"
            one.imap.script(None)
            await until(lambda was=before: _moves(one) > was, what="the move counts")  # type: ignore[misc]
            await one.settles()
    by = dict(one.sql("SELECT data ->> 'by', count(*) FROM events WHERE kind IN ('BidMade', 'CardPlayed') GROUP BY 1"))
    # the last trick of a round plays itself
    assert set(by) <= {"player", "rule"}, f"a clock acted over a move that had come in time: {by}"
    return len(chosen)


async def _dead_idle(stack: MailStack) -> str:
    """Take the server away in the middle of IDLE, unnoticed: mail is read within the poll or the next probe, and one
    time-out."""
    took = []
    for poll, renew in ((SOON, 60.0), (60.0, SOON)):
        lines = f"poll_seconds = {poll}\ntimeout_seconds = {SOON}"
        with pauses(RENEW_SECONDS=renew):
            async with club(stack, imap=lines) as one, one.running():
                await one.plays()
                await until(one.turns)
                await until(one.quiet)
                one.imap.script(Fault(Act.DEAF, "IDLE", after=True))
                await until(lambda: one.imap.fired)
                before = _moves(one)
                await one.plays()
                took.append(await until(lambda was=before: _moves(one) > was, what="the mail was read"))  # type: ignore[misc]
                await one.settles()
        assert took[-1] < SOON + SOON + 0.6 * SOON, f"a poll or probe, a time-out, a pause: {took}"
    return ", ".join(f"{seconds:.1f}" for seconds in took)
