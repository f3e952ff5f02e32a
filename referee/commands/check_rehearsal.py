"""A short game in a scratch database that writes every kind of letter once, so that `check` finds a broken template
before a player waits for its letter.

Uses the operator's own settings and templates. Opens no connection, sends nothing, and leaves nothing behind.
"""

import secrets
import tempfile
from contextlib import closing
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage, Message
from email.policy import SMTP
from email.utils import format_datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from referee.asking.help_topics import PAGES
from referee.config import DatabaseSettings, Settings
from referee.demo.robots import answer, read_turn
from referee.desk.alarm import Cause
from referee.desk.case import Draws
from referee.desk.table.watchers import LOST
from referee.handle import handle_given_up, handle_mail, handle_overdue, handle_reminder, handle_sent, tell_operator
from referee.running.guard import draws
from referee.running.opening import open_database, open_desk
from referee.store import clocks, games, inbox, outbox
from referee.store.backend import url_of
from referee.store.outbox import Queued

NAMES = ("Ann", "Bob", "Carol", "Dave")
DOMAIN = "rehearsal.test"
QUESTIONS = ("help", "rules", "rules standard", "status", "games", "score", "history 1", "hand", "frob it")
RULINGS = ("pause", "resume", "extend 2 days", "rule void to turn 6 because it is a rehearsal")
FEW = [f"{rank}{suit}" for suit in "CD" for rank in "23456789TJQKA"]
"""Cards of two suits: nobody can hold all of them."""
ROUND = 56
"""Acts in a round: four bids and 52 plays."""


def rehearse(settings: Settings) -> int:
    """Play it. Returns the number of letters it took. Raises whatever a template with a mistake in it raises."""
    with tempfile.TemporaryDirectory() as folder:
        scratch = settings.model_copy(
            update={
                "database": DatabaseSettings(url=url_of(Path(folder) / "rehearsal.db")),
                "auth": settings.auth.model_copy(
                    update={"accept": ("token", "results"), "trusted_authserv": (DOMAIN,)}
                ),
            }
        )
        with closing(Rehearsal(scratch)) as rehearsal:
            rehearsal.play()
            return len(rehearsal.letters)


class Rehearsal:
    """A referee whose mail server is this object: it accepts every letter at once."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.master = settings.referee.gamesmasters[0]
        self.desk, self.store = open_desk(settings), open_database(settings)
        self.now = datetime.now(UTC)
        self.letters: list[tuple[Queued, Message]] = []

    def close(self) -> None:
        """Close the scratch database."""
        self.store.close()

    def play(self) -> None:
        """Sign up, start, play a round in which everything happens that can, and end the game."""
        self.write(_address("Eve"), "join", proven=False)
        for name in NAMES:
            self.write(_address(name), f"join\nname {name}\nnotify each play")
        self.write(self.master, "start\nplayers: " + ", ".join(f"{name} <{_address(name)}>" for name in NAMES))
        with self.store.reading() as tx:
            (game,) = games.running(tx)
        self.write(_address("Walt"), f"watch {game.id}\nnotify each play")
        self.write(_address(NAMES[0]), "plan forced on\nplan rest: lowest")
        for topic in PAGES:
            self.write(_address("Eve"), f"help {topic}")
        for number, text in enumerate(QUESTIONS):
            self.write(_address(NAMES[number % 4]), text)
        self.act("play KS")
        for _ in range(8):
            self.act()
        self.misplay()
        for text in RULINGS:
            self.write(self.master, text)
        for _ in range(12):
            self.pass_time()
        for _ in range(ROUND):
            self.act()
        self.write(self.master, "replace Ann with Eve <eve@rehearsal.test>")
        self.write(self.master, "forfeit team 1")
        self.fail()

    def write(self, sender: str, text: str, *, to: Message | None = None, proven: bool = True) -> None:
        """Receive and handle a mail; `to`: the letter it replies to; `proven`: the sender's server vouches for them."""
        mail = EmailMessage(policy=SMTP)
        mail["From"] = sender
        mail["To"] = str(to["Reply-To"]) if to is not None and to["Reply-To"] else self.settings.referee.address
        mail["Subject"] = f"Re: {to['Subject']}" if to is not None else "a rehearsal"
        mail["Message-ID"] = f"<{secrets.token_hex(8)}@{DOMAIN}>"
        mail.set_content(text)
        domain = sender.rpartition("@")[2]
        trace = (
            f"Authentication-Results: {DOMAIN}; spf=pass smtp.mailfrom={sender}\r\n"
            f"Received: from {domain} by {DOMAIN} with ESMTP id 1; {format_datetime(self.now)}\r\n"
        )
        raw = trace.encode("ascii") * proven + mail.as_bytes()
        with self.store.transaction() as tx:
            number = inbox.receive(tx, raw, sha256(raw).hexdigest(), self.now)
        handle_mail(self.desk, self.store, number, **self.chance())
        self.deliver()

    def act(self, text: str | None = None) -> None:
        """Let the player on turn act, if there is one; `text`: what they write, by default what a robot would."""
        for letter, message in reversed(self.letters):
            turn = read_turn({name: str(value) for name, value in message.items()})
            if turn is not None:
                self.write(letter.recipient, text or answer(turn), to=message)
                return

    def misplay(self) -> None:
        """Let the player on turn name a card that they do not hold."""
        hand = str(next(m for _, m in reversed(self.letters) if m["Spades-Legal"])["Spades-Hand"])
        self.act(f"play {next(card for card in FEW if card not in hand)}")

    def pass_time(self) -> None:
        """Let the reminder fall due, and then the clock run out."""
        for spent in (self.settings.game.time_limit * 0.99, self.settings.game.time_limit):
            self.now += max(spent, timedelta(seconds=1))
            with self.store.reading() as tx:
                remind, late = clocks.to_remind(tx, self.now), clocks.overdue(tx, self.now)
            for number in remind:
                handle_reminder(self.desk, self.store, number, **self.chance())
            for number in late:
                handle_overdue(self.desk, self.store, number, read_until=self.now, **self.chance())
            self.deliver()

    def deliver(self) -> None:
        """Accept every letter that waits, as the mail server."""
        with self.store.reading() as tx:
            waiting = outbox.due_letters(tx, self.now)
        for letter in waiting:
            self.letters.append((letter, message_from_bytes(letter.raw)))
            handle_sent(self.desk, self.store, [(letter, "250 ok")], **self.chance())

    def fail(self) -> None:
        """Cause the letters that are written only when something goes wrong."""
        tell_operator(self.desk, self.store, Cause.REHEARSAL, ("This is a rehearsal.",), **self.chance())
        lost = [letter for letter, _ in self.letters if letter.recipient == _address("Walt") and letter.bulk][:LOST]
        lost.append(next(letter for letter, _ in self.letters if letter.recipient == _address("Bob")))
        for letter in lost:
            handle_given_up(self.desk, self.store, letter, "550 nobody", **self.chance())
        self.deliver()

    def chance(self) -> dict[str, Any]:
        """The moment and fresh draws, for every step of the path."""
        fresh: Draws = draws()
        return {"now": self.now, "draws": fresh}


def _address(name: str) -> str:
    return f"{name.lower()}@{DOMAIN}"
