"""Everyone answers every letter, and no machine says that it is one: players, the Gamesmaster, a list that sends all of
it back, and one mailbox that is gone, so that Postfix itself sends bounces. In the end there must be silence.

Looks only at mailboxes and at the database file.
"""

import re
import smtplib
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import closing
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

from referee.desk.quotas import (
    ASKED_TOLD,
    CONFIRMATIONS,
    CONFIRMATIONS_OF_STEERING,
    NOTICES,
    ON_TURN,
    STRANGERS_DOMAIN,
    UNPROVEN_COMING_IN_DOMAIN,
    UNPROVEN_PER_ADDRESS,
    UNPROVEN_STRANGERS_DOMAIN,
)
from tests.by_mail.answerers import ANSWERERS, unmarked
from tests.faults.checker import faults_of
from tests.faults.runs import Figures
from tests.servers.real_table import LIST, MASTER, PASSWORD, PLAYERS, REFEREE, Referee, address, write_config
from tests.servers.servers import MailStack
from tests.talk import AUTHSERV, Letter, Talk

GONE = "dave"
QUIET = 4.0
"""Seconds without a letter, with nothing on its way, that count as silence."""

LONGEST = 100.0
ON_ITS_WAY = """SELECT (SELECT count(*) FROM inbox WHERE state = 'new')
    + (SELECT count(*) FROM outbox WHERE state = 'waiting') + NOT EXISTS (SELECT 1 FROM games)"""
NOTICE = re.compile(r"^A letter (?:to \w+ )?was not delivered", re.MULTILINE)
PRIVATE = ("reply", "error", "confirm", "welcome", "salt", "table")
STRANGERS = STRANGERS_DOMAIN + UNPROVEN_STRANGERS_DOMAIN + UNPROVEN_COMING_IN_DOMAIN
"""All who are not known write from one domain, and nobody vouches for them, so that none comes in."""

SHORT = {"ann": "quotes all but the line", "bob": "says yes and quotes", "carol": "is away", "gm": "quotes all"}


class World:
    """The people at their mailboxes, each with one way to answer."""

    def __init__(self, stack: MailStack, answers: Mapping[str, Callable[[Letter], str]]) -> None:
        self.stack, self.answers = stack, answers
        self.seen: set[Path] = set()
        self.letters: list[Letter] = []
        self.written = 0

    def look(self) -> list[Letter]:
        """The letters that came since."""
        found = []
        for who in (MASTER, *map(address, PLAYERS)):
            for path in sorted((self.stack.base / "home" / who / "Maildir" / "new").glob("*")):
                if path not in self.seen:
                    self.seen.add(path)
                    found.append(Letter(who, path.read_bytes()))
        self.letters += found
        return found

    def answer(self, letter: Letter) -> None:
        """As a machine without manners does: at once, to everything, unmarked, to where the letter says."""
        name = letter.to.partition("@")[0]
        text = self.answers[name](letter)
        for sender in (letter.to, f"{name}+{self.written}@club.test"):
            self.write(sender, letter["Reply-To"] or letter["From"], text, f"Re: {letter['Subject']}", letter)

    def write(self, sender: str, to: str, text: str, subject: str, answers: Letter | None = None) -> None:
        mail = EmailMessage(policy=SMTP)
        mail["From"], mail["To"], mail["Subject"] = sender, to, subject
        mail["Message-ID"] = f"<{self.written}@machine.test>"
        if answers is not None:
            mail["In-Reply-To"] = answers["Message-ID"]
        mail.set_content(text)
        with smtplib.SMTP("127.0.0.1", self.stack.smtp_port) as smtp:
            smtp.send_message(mail, from_addr=sender)
        self.written += 1


def run(*, long: bool) -> Figures:
    """One game among machines; in the long form one for every way to answer, by all at once."""
    if not long:
        return _one({name: ANSWERERS[way] for name, way in SHORT.items()}, LONGEST)
    found: Counter[str] = Counter()
    for way in ANSWERERS.values():
        found += Counter({what: int(str(n)) for what, n in _one(dict.fromkeys(SHORT, way), LONGEST).items()})
    return dict(found)


def _one(answers: Mapping[str, Callable[[Letter], str]], longest: float) -> dict[str, object]:
    users = dict.fromkeys([REFEREE, MASTER, *map(address, PLAYERS)], PASSWORD)
    with MailStack(users, {LIST: (*map(address, PLAYERS), REFEREE)}) as stack, tempfile.TemporaryDirectory() as name:
        _lose(stack, address(GONE))
        config = write_config(stack, Path(name), "external", "[auth]", f'trusted_authserv = ["{AUTHSERV}"]')
        referee = Referee(config)
        referee.start()
        world = World(stack, {**answers, GONE: unmarked})
        try:
            took = _until_silence(world, referee, longest)
            assert referee.stop() == 0, "the daemon lives and ends cleanly"
        finally:
            assert referee.process is not None
            referee.process.kill()
        return _figures(world, referee, took)


def _lose(stack: MailStack, user: str) -> None:
    """The mailbox is gone, and Postfix does not know: it takes a letter, and sends it back as a bounce of its own."""
    users = stack.base / "users"
    users.write_text("".join(f"{line}\n" for line in users.read_text().splitlines() if not line.startswith(user)))


def _until_silence(world: World, referee: Referee, longest: float) -> float:
    players = ", ".join(f"{who.title()} <{address(who)}>" for who in PLAYERS)
    mail = f"From: {MASTER}\r\nTo: {REFEREE}\r\nSubject: a game\r\n\r\nstart\r\nplayers: {players}\r\n".encode()
    world.stack.deliver(REFEREE, Talk.stamp(MASTER) + mail, MASTER)
    began = last = time.monotonic()
    while time.monotonic() - last < QUIET:
        for letter in world.look():
            last = time.monotonic()
            world.answer(letter)
        if _busy(referee):
            last = time.monotonic()
        assert time.monotonic() - began < longest, f"still no silence after {len(world.letters)} letters"
        time.sleep(0.05)
    return last - began


def _busy(referee: Referee) -> bool:
    """Whether something is on its way, or the referee has not begun."""
    try:
        return _asked(referee, ON_ITS_WAY)[0][0] > 0
    except sqlite3.OperationalError:
        return True


def _database(referee: Referee) -> Path:
    return referee.config.parent / "data" / "referee.db"


def _asked(referee: Referee, question: str) -> list[tuple[int, ...]]:
    with closing(sqlite3.connect(f"file:{_database(referee)}?mode=ro", uri=True)) as look:
        return look.execute(question).fetchall()


def _figures(world: World, referee: Referee, took: float) -> dict[str, object]:
    """The figures of the run, which must keep within the bounds of a day."""
    private = _asked(referee, f"SELECT count(*) FROM outbox WHERE event IN {PRIVATE}")[0][0]
    letters = _asked(referee, "SELECT count(*) FROM outbox")[0][0]
    bounced = _asked(referee, "SELECT count(*) FROM outbox WHERE state = 'bounced'")[0][0]
    # their own machine's words come back to the Gamesmaster as quotes
    notices = sum(bool(NOTICE.search(letter.text)) for letter in world.letters if letter.to == MASTER)
    known = len(PLAYERS) + 1
    most = known * (ON_TURN + UNPROVEN_PER_ADDRESS + ASKED_TOLD) + STRANGERS
    most += len(PLAYERS) * CONFIRMATIONS + CONFIRMATIONS_OF_STEERING + NOTICES + 1
    assert private <= most, f"{private} answers, and {most} may be"
    # of the player's mailbox, and of the list that leads there
    assert bounced >= 1 and notices <= 2, f"{notices} notices of {bounced} letters that came back"
    assert notices >= 1, f"nobody was told of {bounced} letters that came back"
    assert _asked(referee, "SELECT count(*) FROM seats WHERE grace <> 'unused'")[0][0] == 1
    boxes = {who: _box(world.stack, who) for who in (MASTER, REFEREE, *map(address, PLAYERS)) if who != address(GONE)}
    faults = faults_of(_database(referee), boxes, REFEREE)
    assert not faults, "; ".join(faults[:5])
    return {
        "mails in": _asked(referee, "SELECT count(*) FROM inbox")[0][0],
        "letters out": letters,
        "of them answers": private,
        "answers that a day may bring": most,
        "letters that came back": bounced,
        "notices of that": notices,
        "seconds until silence": round(took),
    }


def _box(stack: MailStack, who: str) -> list[bytes]:
    return [path.read_bytes() for path in sorted((stack.base / "home" / who).glob("Maildir/**/*")) if _is_mail(path)]


def _is_mail(path: Path) -> bool:
    return path.is_file() and path.parent.name in ("new", "cur")
