"""Mails built to stop the reader, each delivered just before a player's move, to a referee between real servers.

Measures how long the move behind it took, how long a move takes otherwise, and the daemon's memory.
"""

import json
import math
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

from tests.faults.runs import Figures
from tests.reading.bomb_reader import peak_mb
from tests.reading.bombs import BOMBS, Frame
from tests.reading.escapes import escaped, unsafe
from tests.servers.real_table import MASTER, PLAYERS, REFEREE, Referee, address, mail_system, status, write_config
from tests.servers.servers import MailStack
from tests.talk import AUTHSERV, Letter, Talk

SECONDS, MB = 2.0, 200
LARGE_IN_SHORT = 20 * 1024 * 1024
SHORT = (
    "50000 levels of parts",
    "100000 parts",
    "boundaries that begin alike",
    "a header of 50 MB",
    "100000 fields",
    "400 results",
    "results of properties",
    "600 signatures",
    "100000 recipients",
    "base64 of 50 MB",
    "quoted-printable of 50 MB",
    "gzip of 50 MB",
    "PGP of 50 MB",
    "PGP signed parts",
    "HTML of 100000 tables",
    "a million commands",
    "dates on 2000 lines",
    "marks 0",
    "marks 12",
    "sayings with marks 9",
)
LONGEST_WAIT = 30.0


@dataclass
class Hall:
    """The mail system, seen from outside: what is in the players' mailboxes, and how a mail gets to the referee."""

    stack: MailStack
    seen: set[Path] = field(default_factory=set)
    letters: list[Letter] = field(default_factory=list)

    def look(self) -> Iterator[Letter]:
        """The letters that came since the last look."""
        for who in map(address, PLAYERS):
            for path in sorted((self.stack.base / "home" / who / "Maildir" / "new").glob("*")):
                if path not in self.seen:
                    self.seen.add(path)
                    letter = Letter(who, _as_sent(path.read_bytes()))
                    self.letters.append(letter)
                    yield letter

    def turn(self, after: int) -> Letter:
        """The letter that asks for the first act after position `after`."""
        end = time.monotonic() + LONGEST_WAIT
        while time.monotonic() < end:
            for letter in self.look():
                if "turn" in letter.events and int(letter["Spades-Turn"]) > after:
                    return letter
            time.sleep(0.01)
        raise AssertionError(f"nobody was asked to act after turn {after} within {LONGEST_WAIT:.0f} s")

    def write(self, sender: str, to: str, text: str, *, proven: bool = False) -> None:
        """A mail comes to the referee."""
        mail = EmailMessage(policy=SMTP)
        mail["From"], mail["To"], mail["Subject"] = sender, to, "Re: a game"
        mail["Message-ID"] = f"<{time.monotonic_ns()}@club.test>"
        mail.set_content(text)
        self.stack.deliver(REFEREE, (Talk.stamp(sender) if proven else b"") + mail.as_bytes(), sender)


def _as_sent(raw: bytes) -> bytes:
    """Without what the servers wrote above it, and with the line ends that it had on its way."""
    return raw[raw.index(b"\nFrom: ") + 1 :].replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


def act(hall: Hall, letter: Letter) -> Letter:
    """The player who is asked makes the first act that their letter names; returns the next player's letter."""
    legal = letter["Spades-Legal"].split()
    bid = letter["Spades-To-Act"].endswith("bid")
    move = f"bid {legal[min(2, len(legal) - 1)]}" if bid else f"play {legal[0]}"
    hall.write(letter.to, letter["Reply-To"], move)
    return hall.turn(int(letter["Spades-Turn"]))


def run(*, long: bool) -> Figures:
    """Every bomb, or in the short form those that cost most, each followed by a move."""
    with mail_system() as stack, tempfile.TemporaryDirectory() as name:
        config = write_config(stack, Path(name), "builtin", "[auth]", f'trusted_authserv = ["{AUTHSERV}"]')
        referee = Referee(config)
        referee.start()
        try:
            return _play(Hall(stack), referee, SHORT if not long else tuple(BOMBS), long=long)
        finally:
            referee.kill()


def _play(hall: Hall, referee: Referee, names: tuple[str, ...], *, long: bool) -> Figures:
    assert referee.process is not None
    players = ", ".join(f"{who.title()} <{address(who)}>" for who in PLAYERS)
    hall.write(MASTER, REFEREE, f"start\nplayers: {players}", proven=True)
    letter = hall.turn(0)
    usual: list[float] = []
    took: dict[str, float] = {}
    for _ in range(4):
        letter, seconds = _timed(hall, letter)
        usual.append(seconds)
    normal = statistics.median(usual)
    before = peak_mb(referee.process.pid)
    for name in names:
        # other work of the machine can only add: what seems too slow is measured once more
        for _ in range(2):
            # to the bare address: a bomb that shows a reply address to others would end it, and with it the move behind
            raw = BOMBS[name](Frame(letter.to, REFEREE, **({} if long else {"large": LARGE_IN_SHORT})))
            letter, seconds = _timed(hall, letter, raw)
            took[name] = min(seconds, took.get(name, math.inf))
            if took[name] - normal < SECONDS:
                break
    mb = peak_mb(referee.process.pid)
    assert referee.stop() == 0, "the daemon lives and ends cleanly"
    list(hall.look())
    _nothing_got_through(hall, referee)
    worst = max(took, key=lambda one: took[one])
    assert took[worst] - normal < SECONDS, f"{worst} held up the move behind it for {took[worst] - normal:.1f} s"
    assert mb < MB, f"the daemon needed {mb} MB"
    return {
        "bombs": len(names),
        "a move without one, s": round(normal, 2),
        "a move behind one, s, median": round(statistics.median(took.values()), 2),
        "longest delay of others, s": f"{took[worst] - normal:.2f} ({worst})",
        "longest reading of one mail, s": _longest(referee.config) / 1000,
        "memory of the daemon, MB": f"{mb}, of which {before} before the first",
        "moves lost": 0,
    }


def _timed(hall: Hall, letter: Letter, before: bytes = b"") -> tuple[Letter, float]:
    """One act, with `before` delivered ahead of it: the next player's letter, and the seconds until it came."""
    began = time.monotonic()
    if before:
        hall.stack.deliver(REFEREE, before, letter.to)
    return act(hall, letter), time.monotonic() - began


def _nothing_got_through(hall: Hall, referee: Referee) -> None:
    """Checks that every mail has its outcome, and that no letter, log or table holds anything harmful."""
    counts: Mapping[str, Mapping[str, int]] = status(referee.config)["mail"]
    assert set(counts["inbox"]) == {"done"}, counts
    assert status(referee.config)["shunted"] == []
    through = {letter["Subject"]: found for letter in hall.letters if (found := [*escaped(letter)])}
    assert through == {}
    assert unsafe(referee.config.with_name("log").read_text("utf-8")) == []
    for command in (("status",), ("log", "1")):
        words = [sys.executable, "-m", "referee", *command, "--config", str(referee.config)]
        # no daemon runs any more, and `status` says so by its code
        shown = subprocess.run(words, capture_output=True, check=False, env={"FORCE_COLOR": "", "COLUMNS": "80"})
        assert shown.returncode == (1 if command == ("status",) else 0) and shown.stderr == b"", shown
        assert unsafe(shown.stdout.decode()) == [], command


def _longest(config: Path) -> int:
    """The most milliseconds that the log gives for one mail."""
    found = re.findall(r"event=mail .*\bms=(\d+)", config.with_name("log").read_text("utf-8"))
    return max(map(int, found))


if __name__ == "__main__":
    print(json.dumps(dict(run(long=True)), indent=2))
