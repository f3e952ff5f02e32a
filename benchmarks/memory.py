"""Memory of the daemon with many games running: `python -m benchmarks.memory [GAMES] [MAILS]`, 1,000 and 10,000.

`referee run` is a process of its own on embedded servers; the four players' letters are read off as they come and
answered. Printed: its memory after the start, at each tenth of the mails, and last over first.
"""

import asyncio
import sys
import tempfile
from datetime import datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

from referee.demo.robots import answer, read_turn
from referee.demo.servers import EmbeddedMail

REFEREE = "referee@load.test"
STARTS = 50
"""The number of games that each Gamesmaster starts: the referee takes only so many of one in a day."""
PLAYERS = ("ann", "bob", "carol", "dave")
PATIENCE = 300
"""The most seconds to wait for the next letter: a referee that refuses the starts writes none."""


class Players(EmbeddedMail):
    """The mail system; letters to players are not kept but put on a pile to be answered."""

    pile: asyncio.Queue[bytes]

    async def next_letter(self) -> bytes:
        """Return the next letter to a player. Raises TimeoutError where none comes."""
        return await asyncio.wait_for(self.pile.get(), PATIENCE)

    async def _store(self, mailbox: str, raw: bytes, arrived: datetime) -> None:
        if mailbox == REFEREE:
            await super()._store(mailbox, raw, arrived)
        else:
            self.pile.put_nowait(raw)


def masters(games: int) -> list[str]:
    """Return the Gamesmasters of so many games."""
    return [f"gm{number}@load.test" for number in range(-(-games // STARTS))]


def config(mail: EmbeddedMail, games: int) -> str:
    """Return a referee that believes what its own server says of a sender: nobody here could confirm a thousand
    starts."""
    server = f'host = "127.0.0.1"\ntls = "none"\nusername = "{REFEREE}"\npassword = "x"\n'
    return (
        f'[referee]\naddress = "{REFEREE}"\ngamesmasters = {masters(games)}\n'
        f"[imap]\n{server}port = {mail.imap_port}\npoll_seconds = 0.2\n"
        f"[smtp]\n{server}port = {mail.smtp_port}\n"
        f'[auth]\ntrusted_authserv = ["mx.load.test"]\n[game]\nreminder_before = "none"\n'
    )


def start_mail(number: int) -> bytes:
    """Return a start that the own server vouches for."""
    master = f"gm{number // STARTS}@load.test"
    listed = ", ".join(f"{name.title()} <{name}@load.test>" for name in PLAYERS)
    stamp = (
        f"Authentication-Results: mx.load.test; dkim=pass header.d=load.test; spf=pass smtp.mailfrom={master}\r\n"
        "Received: from out.load.test by mx.load.test with ESMTPS id 1; Sat, 21 Nov 2026 12:00:00 +0000\r\n"
    )
    return stamp.encode() + _mail(master, REFEREE, f"start\nplayers: {listed}", f"start{number}")


def _mail(sender: str, to: str, text: str, name: str) -> bytes:
    message = EmailMessage(policy=SMTP)
    message["From"], message["To"], message["Subject"] = sender, to, "a mail"
    message["Message-ID"] = f"<{name}@load.test>"
    message.set_content(text)
    return message.as_bytes()


def reply(raw: bytes, number: int) -> bytes | None:
    """Return a player's answer to a letter; None if it asks for nothing."""
    letter = message_from_bytes(raw)
    turn = read_turn({k: str(v) for k, v in letter.items() if k.startswith("Spades-")})
    if turn is None:
        return None
    sender = str(letter["Delivered-To"])
    return _mail(sender, str(letter["Reply-To"]), answer(turn), f"move{number}")


def resident(pid: int) -> float:
    """Return the resident memory of a process in MB."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


async def measure(games: int, mails: int) -> list[float]:
    """Return the memory in MB after the starts and at each tenth of the mails."""
    users = dict.fromkeys([REFEREE, *masters(games), *(f"{name}@load.test" for name in PLAYERS)], "x")
    with tempfile.TemporaryDirectory() as folder:
        async with Players(users) as mail:
            mail.pile = asyncio.Queue()
            path = Path(folder) / "referee.toml"
            path.write_text(config(mail, games))
            command = ("-m", "referee", "run", "--config", str(path))
            daemon = await asyncio.create_subprocess_exec(sys.executable, *command, stderr=asyncio.subprocess.DEVNULL)
            try:
                for number in range(games):
                    await mail.deliver(REFEREE, start_mail(number))
                return await feed(mail, daemon.pid, games, mails)
            finally:
                daemon.terminate()
                await daemon.wait()


async def feed(mail: Players, pid: int, games: int, mails: int) -> list[float]:
    """Answer what comes until so many mails were sent; a fifth letter of a start ends the start."""
    samples: list[float] = []
    waiting: list[bytes] = []
    sent = 0
    while len(waiting) < games:
        raw = await mail.next_letter()
        if (move := reply(raw, len(waiting))) is not None:
            waiting.append(move)
    samples.append(resident(pid))
    print(f"{games} games running: {samples[-1]:.0f} MB", flush=True)
    for move in waiting:
        await mail.deliver(REFEREE, move)
        sent += 1
    while sent < mails:
        if (move := reply(await mail.next_letter(), games + sent)) is not None:
            await mail.deliver(REFEREE, move)
            sent += 1
            if sent % max(mails // 10, 1) == 0:
                samples.append(resident(pid))
                print(f"{sent} mails: {samples[-1]:.0f} MB", flush=True)
    return samples


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
    mails = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    samples = asyncio.run(measure(games, mails))
    print(f"last over first: {samples[-1] / samples[0]:.2f}")


if __name__ == "__main__":
    main()
