"""SMTP gone wrong: every reply of the server is replaced by a 4xx, a 5xx, nonsense, silence or a cut, before or after
the real server did its part; an address refused for days, and one refused for good.

What holds: no letter is lost, and none comes twice unless the fault came after the final dot.
"""

import asyncio
import json
from datetime import UTC, datetime, timedelta

from tests.faults.club import (
    Club,
    chance,
    club,
    later,
    mail_stack,
    maildir,
    put,
    short,
    until,
)
from tests.faults.imap import NEVER
from tests.faults.proxy import GREETING, TEXT, Act, Fault
from tests.faults.runs import Figures
from tests.running.post_office import MASTER, PLAYERS, REFEREE
from tests.servers.servers import MailStack

STEPS = (GREETING, "EHLO", "MAIL", "RCPT", "DATA", TEXT)
WORDS = (
    b"451 4.3.0 not now\r\n",
    b"554 5.6.0 never\r\n",
    b"421 4.3.2 closing\r\n",
    b"\xff\x00 nonsense\r\n",
    b"999 nonsense\r\n",
    b"250-half of\r\n",
)
OTHERS = tuple(f"{name}@club.test" for name in ("eve", "fay", "gil", "hal"))
SILENT = 0.3
LIMIT = timedelta(hours=8)
STEP, NEXT = timedelta(minutes=16), timedelta(minutes=2)
HOUR = timedelta(hours=1)
LATER = timedelta(hours=1)
"""The longest delay of a clock that is looked at once a STEP: when it starts, and when it runs out."""
HOURS = 40


def run(*, long: bool) -> Figures:
    with mail_stack(*OTHERS) as stack:
        return asyncio.run(_all(stack, long))


async def _all(stack: MailStack, long: bool) -> Figures:
    quick = f"timeout_seconds = {SILENT}"
    figures: dict[str, object] = {}
    with short():
        async with club(stack, smtp=quick) as one:
            async with one.running():
                await one.plays()
                await until(one.turns, what="a game began")
                await one.settles()
                figures |= await _replaced(one, long)
            figures["at QUIT"] = await _goodbyes(one)
            _holds(one)
        async with club(stack, smtp=quick) as one:
            figures |= await _one_refused(one)
            _holds(one)
        async with club(stack, smtp=quick) as one, one.running():
            figures |= await _days(one)
            await one.settles()
            _holds(one)
    return figures


def _holds(one: Club) -> None:
    """Check that a letter that was refused for good did not arrive, and the Gamesmaster knows; nothing else is
    wrong."""
    refused = ", failed) never arrived"
    assert not (faults := [fault for fault in one.faults() if refused not in fault]), faults[:5]


def _all_faults() -> list[Fault]:
    both = (False, True)
    faults = [
        Fault(act, step, after=after)
        for step in STEPS
        for act in (Act.CUT, Act.SILENCE, Act.HALF)
        for after in (both if step else (True,))
    ]
    return faults + [
        Fault(Act.SAY, step, after=after, says=words)
        for step in STEPS
        for words in WORDS
        for after in (both if step else (True,))
    ]


async def _replaced(one: Club, long: bool) -> Figures:
    """Make each reply go wrong once, while a move is told to all."""
    faults = _all_faults() if long else chance().sample(_all_faults(), 10)
    doubled = refused = 0
    for fault in faults:
        if fault.step in (GREETING, "EHLO"):
            await _hangs_up(one)
        spare = _spare(one)
        failed = _count(one, "failed")
        one.smtp.script(fault)
        await one.plays()
        await until(lambda: one.smtp.fired, what=str(fault))
        await one.settles()
        extra = _spare(one) - spare
        assert 0 <= extra <= (fault.step == TEXT and fault.after), f"{fault}: {extra} extra copies"
        lost = _count(one, "failed") - failed
        never = fault.says.startswith(b"5") and fault.step in ("RCPT", "DATA", TEXT)
        assert lost <= never, f"{fault}: {lost} letters were given up"
        doubled, refused = doubled + extra, refused + lost
    one.smtp.script(None)
    return {
        "replies replaced": len(faults),
        "lost": 0,
        "extra copies, all after the final dot": doubled,
        "given up, and the Gamesmaster told": refused,
    }


def _spare(one: Club) -> int:
    """Count the mails in people's mailboxes beyond the letters that were sent, or given up only afterwards."""
    boxes = [maildir(one.stack, user) for user in one.stack.users if user != REFEREE]
    lying = sum(1 for box in boxes for path in box.glob("**/[cn][ue][rw]/*") if path.is_file())
    return lying - _count(one, "sent")


def _count(one: Club, state: str) -> int:
    found: int = one.sql("SELECT count(*) FROM outbox WHERE state = ?", state)[0][0]
    return found


async def _hangs_up(one: Club) -> None:
    """Hang up: the next letter needs a new connection."""
    one.smtp.script(None)
    one.smtp.hang_up()
    await asyncio.sleep(0.05)


async def _goodbyes(one: Club) -> int:
    count = 0
    for fault in (Fault(Act.CUT, "QUIT"), Fault(Act.SILENCE, "QUIT"), Fault(Act.SAY, "QUIT", says=b"554 no\r\n")):
        await one.plays()
        one.smtp.script(fault)
        assert await asyncio.wait_for(one.daemon().once(), 10)
        assert one.smtp.fired, fault
        count += 1
    one.smtp.script(None)
    async with one.running():
        await one.settles()
    return count


async def _one_refused(one: Club) -> Figures:
    """Refuse one player's address for good: the others get their letters, the Gamesmaster is told, the game goes on."""
    async with one.running():
        one.smtp.script(Fault(Act.SAY, "RCPT", says=b"550 5.1.1 no such user\r\n", about=b"<bob@", times=NEVER))
        for _ in range(6):
            before = one.sql("SELECT count(*) FROM events")
            await one.plays()
            await until(lambda was=before: one.sql("SELECT count(*) FROM events") != was, what="an act")  # type: ignore[misc]
        await one.settles()
        states = one.sql("SELECT recipient LIKE 'bob@%', state, count(*) FROM outbox GROUP BY 1, 2")
        assert {(bob, state) for bob, state, _ in states} == {(0, "sent"), (1, "failed")}, states
        told = one.sql("SELECT raw FROM outbox WHERE recipient = ? AND event = 'reply'", MASTER)
        assert any(b"bob@club.test" in raw for (raw,) in told), "the Gamesmaster is told whom the letters do not reach"
        one.smtp.script(None)
    return {"letters to others while one was refused": states[0][2]}


async def _days(one: Club) -> Figures:
    """Say "later" for 40 hours to one player's letters: each of their turns waits for one limit and then runs by what
    all are told; others play on, and then it all comes."""
    ahead = timedelta()
    listed = ", ".join(f"{who.partition('@')[0].title()} <{who}>" for who in PLAYERS)
    others = ", ".join(f"{who.partition('@')[0].title()} <{who}>" for who in OTHERS)
    with later(one, lambda: ahead):
        for players in (listed, others):
            await one.starts(f"start\nplayers: {players}\ntime limit: 8 h")
        await until(lambda: len(one.turns()) == 2, what="two games")
        if await _due(one, 1) == "Bob":
            # the notice of this turn was accepted: that of their next one must not be
            await _acts(one, 1, "Bob")
        await one.settles()
        one.smtp.script(Fault(Act.SAY, "RCPT", says=b"450 4.2.0 later\r\n", about=b"<bob@", times=NEVER))
        while (due := await _due(one, 1)) != "Bob":
            await _acts(one, 1, due)
        played, turns = one.turns()[2], []
        began, turn = ahead, one.turns()[1]
        for number in range(HOURS * HOUR // STEP):
            if number % 16 == 0:
                await _acts(one, 2, "")
            # clocks follow a noted reading: the next reading shows that they did
            for span in (STEP - NEXT, NEXT):
                ahead += span
                await _lives_until(one, datetime.now(UTC) + ahead)
            if one.turns()[1] > turn:
                turns.append(ahead - began)
                while (due := await _due(one, 1)) != "Bob":
                    await _acts(one, 1, due)
                began, turn = ahead, one.turns()[1]
        assert turns and all(2 * LIMIT <= each <= 2 * LIMIT + LATER for each in turns), f"two limits each, not {turns}"
        assert one.sql("SELECT max(tries) FROM outbox WHERE state = 'waiting'")[0][0], "it was tried, and put off"
        told = one.sql("SELECT count(*) FROM outbox WHERE recipient = ? AND event = 'reply'", MASTER)[0][0]
        one.smtp.script(None)
        accepted = one.sql("SELECT count(*) FROM outbox WHERE state = 'sent' AND recipient LIKE 'bob@%'")
        one.hurry()
        await until(lambda: one.sql("SELECT 1 FROM outbox WHERE state = 'waiting'") == [], what="all has come")
        assert one.sql("SELECT count(*) FROM outbox WHERE state = 'sent' AND recipient LIKE 'bob@%'") > accepted
        await one.settles()
    return {
        "hours put off": HOURS,
        "moves of others meanwhile": one.turns()[2] - played,
        "hours that the turns of the one put off took": ", ".join(f"{each / HOUR:.1f}" for each in turns),
        "letters to the Gamesmaster": told,
    }


async def _lives_until(one: Club, moment: datetime) -> None:
    """Live until a moment: the mailbox was read and all letters were tried that were due by then, to the minute,
    however busy the machine is."""
    stamp = (moment - timedelta(minutes=1)).isoformat(timespec="microseconds")
    due = "SELECT 1 FROM outbox WHERE state = 'waiting' AND due <= ?"
    read = "SELECT 1 FROM marks WHERE name = 'mailbox-read' AND value >= ?"
    await until(lambda: one.sql(read, stamp) and not one.sql(due, stamp), what=f"it lives until {stamp}")


async def _acts(one: Club, game: int, who: str) -> None:
    before = one.turns()[game]
    raw = one.move(game)
    assert raw is not None, who
    put(one.stack, REFEREE, raw)
    await until(lambda: one.turns()[game] > before, what=f"{who} acts in game {game}")


async def _due(one: Club, game: int) -> str:
    await until(lambda: one.sql("SELECT due_seat FROM games WHERE id = ?", game)[0][0])
    ((names, seat),) = one.sql("SELECT names, due_seat FROM games WHERE id = ?", game)
    return str(json.loads(names)[seat - 1])
