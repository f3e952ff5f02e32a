"""Ten thousand mails wait when the referee starts: moves, chat, questions and junk.

Each has exactly one outcome, the one move that is due counts, and memory stays bounded.
"""

import asyncio
import time
from email import message_from_bytes
from pathlib import Path

from tests.faults.club import Club, chance, club, lying, mail_stack, put, short, until
from tests.faults.runs import Figures
from tests.running.post_office import PLAYERS, REFEREE
from tests.servers.real_table import Referee
from tests.servers.servers import MailStack

MANY, FEW = 10_000, 500
MOST_MEMORY = 250
"""MB that the daemon may ever hold."""


def run(*, long: bool) -> Figures:
    with mail_stack() as stack:
        return asyncio.run(_all_of(stack, MANY if long else FEW))


async def _all_of(stack: MailStack, count: int) -> Figures:
    async with club(stack) as one:
        with short():
            async with one.running():
                for turn in range(1, 8):
                    await until(lambda: one.turns() or not one.sql("SELECT 1 FROM games"))
                    await one.plays()
                    await until(lambda now=turn: one.turns().get(1, 0) >= now, what="a game is under way")  # type: ignore[misc]
                await one.settles()
        due = one.turns()[1]
        put(stack, REFEREE, *_mails(one, count))
        figures = await _swallow(one, count)
        assert one.turns()[1] == due + 1, "the one move that was due counts, once"
    return figures


async def _swallow(one: Club, count: int) -> dict[str, object]:
    daemon = Referee(one.folder / "referee.toml")
    known = one.sql("SELECT count(*) FROM inbox")[0][0]
    began = time.monotonic()
    daemon.start()
    most = 0.0
    try:
        assert daemon.process is not None
        while lying(one.stack, REFEREE):
            assert daemon.process.poll() is None, "the daemon lives"
            assert time.monotonic() - began < 1200, "it does not come to an end"
            most = max(most, _memory(daemon.process.pid))
            await asyncio.sleep(0.2)
        seconds = time.monotonic() - began
        await one.settles(120)
        most = max(most, _memory(daemon.process.pid))
    finally:
        code = daemon.stop()
    assert code == 0
    taken = one.sql("SELECT count(*), sum(state = 'done') FROM inbox")[0]
    assert taken == (known + count, known + count), f"each has one outcome: {taken}"
    assert most < MOST_MEMORY, f"{most:.0f} MB"
    assert not (faults := one.faults()), faults[:5]
    return {
        "mails": count,
        "seconds until all were handled": f"{seconds:.1f}",
        "mails a second": f"{count / seconds:.0f}",
        "most memory, MB": f"{most:.0f}",
        "letters out": one.sql("SELECT count(*) FROM outbox")[0][0],
    }


def _memory(process: int) -> float:
    """The most that a process ever held, in MB."""
    status = Path(f"/proc/{process}/status").read_text()
    peak = next(line for line in status.splitlines() if line.startswith("VmHWM"))
    return int(peak.split()[1]) / 1024


def _mails(one: Club, count: int) -> list[bytes]:
    """One move that is due, among moves of past turns, chat, questions and junk."""
    draw = chance()
    move = one.move(1)
    assert move is not None
    letters = [message_from_bytes(raw) for (raw,) in one.sql("SELECT raw FROM outbox WHERE event LIKE '%turn%'")]
    past = [letter for letter in letters if letter["Spades-Turn"] != str(one.turns()[1])]
    mails = [move]
    while len(mails) < count:
        number, player = len(mails), draw.choice(PLAYERS)
        kind = draw.randrange(6)
        if kind < 2 and past:
            mails.append(one.reply(draw.choice(past), draw.choice(("bid 3", "play KS", "play 2H"))))
        elif kind == 2:
            mails.append(_mail(number, player, f"nice one, number {number}!\r\nsee you on Sunday"))
        elif kind == 3:
            mails.append(_mail(number, player, draw.choice(("status", "hand", "score", "help"))))
        elif kind == 4:
            mails.append(_mail(number, f"x{number}@shop.example", "BUY NOW " * draw.randrange(1, 900)))
        else:
            # lone line ends and zeros are changed by the server
            junk = draw.randbytes(draw.randrange(1, 3000)).translate(None, b"\r\n\0")
            mails.append(junk + b"\r\n%d\r\n" % number)
    draw.shuffle(mails)
    return mails


def _mail(number: int, sender: str, text: str) -> bytes:
    return (
        f"From: {sender}\r\nTo: {REFEREE}\r\nSubject: mail {number}\r\nMessage-ID: <flood{number}@club.test>\r\n"
        f"Date: Tue, 24 Nov 2026 12:00:00 +0000\r\n\r\n{text}\r\n"
    ).encode()
