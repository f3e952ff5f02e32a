"""A table to talk to: real reading, real rulings, a real database; only the sockets and the clock are ours.

`says` is a player replying to the last letter they got, as a mail client does. Letters are accepted by the mail server
the moment they are written, unless `hold` is set.
"""

import email
import itertools
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage, Message
from email.parser import BytesHeaderParser
from email.policy import SMTP, default
from functools import cached_property
from hashlib import sha256
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple, Self
from urllib.parse import unquote

from referee import timed
from referee.config import Settings, settings_from
from referee.desk.case import Desk, Draws
from referee.desk.people_called import LATELY
from referee.handle import handle_due, handle_mail, handle_sent
from referee.post.proof.evidence import NO_EVIDENCE, Evidence
from referee.running.opening import open_desk
from referee.spades.events import Event
from referee.spades.game import Game
from referee.store import event_log, games, inbox, outbox, people
from referee.store.games import GameRow
from referee.timed import Reached, Timed
from tests.chance import fresh
from tests.scratch import ON_SERVER, contents, refill, scratch_store, scratch_url

REFEREE, LIST, MASTER = "referee@club.test", "list@club.test", "gm@club.test"
START = datetime(2026, 11, 24, 12, 0, tzinfo=UTC)
NAMES = ("Ann", "Bob", "Carol", "Dave")
STARTER = "start\nplayers: " + ", ".join(f"{n} <{n.lower()}@club.test>" for n in NAMES)
AUTHSERV = "mx.club.test"
RANKS = {"ace": "A", "king": "K", "queen": "Q", "jack": "J"} | {str(n): str(n) for n in range(2, 11)}
CODE = re.compile(r"(?<![A-Za-z0-9])(10|[2-9TJQKA])([SHDC])(?![A-Za-z0-9])")
SYMBOL = re.compile(r"(10|[2-9JQKA])([♠♥♦♣])")
NAME = re.compile(r"\b(ace|king|queen|jack|10|[2-9]) of (spade|heart|diamond|club)s", re.IGNORECASE)
ROW = re.compile(r"^ *([♠♥♦♣]) +(?:\d+ [a-z]+ +)?((?:10|[2-9JQKA])(?: (?:10|[2-9JQKA]))*)$", re.MULTILINE)

COUNTED = re.compile(r"\b(spade|heart|diamond|club)s?:((?:,? (?:ace|king|queen|jack|10|[2-9])\b)+)")


def address(who: str) -> str:
    """Return an address: `ann` -> `ann@club.test`; what has an @ stays."""
    return who if "@" in who else f"{who.lower()}@club.test"


def seed(number: object) -> str:
    """Return the seed that comes of one number."""
    return sha256(f"seed {number}".encode()).hexdigest()


def settings(folder: Path, **sections: dict[str, Any]) -> Settings:
    """Return a plain configuration; `sections` override single keys."""
    raw: dict[str, dict[str, Any]] = {
        "referee": {"address": REFEREE, "gamesmasters": [MASTER]},
        "imap": {"host": "localhost", "username": "x", "password": "x"},
        "smtp": {"host": "localhost"},
        "database": {"url": scratch_url(folder)},
        "auth": {"trusted_authserv": [AUTHSERV]},
    }
    for name, keys in sections.items():
        raw[name] = raw.get(name, {}) | keys
    return settings_from(raw, folder)


class Letter:
    """One letter as its recipient got it."""

    def __init__(self, to: str, raw: bytes) -> None:
        self.to, self.raw = to, raw

    @cached_property
    def message(self) -> EmailMessage:
        """Return the letter read as a mail program reads it."""
        return email.message_from_bytes(self.raw, policy=default)

    @cached_property
    def head(self) -> Message:
        """Return its header fields alone."""
        return BytesHeaderParser(policy=default).parsebytes(self.raw)

    def __getitem__(self, name: str) -> str:
        return str(self.head.get(name, ""))

    @property
    def text(self) -> str:
        """Return the plain text part."""
        part = self.message.get_body(("plain",))
        assert part is not None, "every letter has a plain text"
        return str(part.get_content())

    @property
    def flat(self) -> str:
        """Return the plain text part in one line."""
        return " ".join(self.text.split())

    @property
    def html(self) -> str:
        """Return the HTML part, empty if there is none."""
        part = self.message.get_body(("html",))
        return "" if part is None else str(part.get_content())

    @property
    def events(self) -> list[str]:
        """Return the values of Spades-Event, without the `welcome` that a stranger gets beside a question or an
        error."""
        return self["Spades-Event"].removesuffix(",welcome").split(",")

    @property
    def cards(self) -> set[str]:
        """Return every card that the letter names anywhere: headers, text, HTML and the answers that it offers."""
        headers = " ".join(str(value) for value in self.message.values())
        return cards_in(f"{headers}\n{self.text}\n{unquote(unescape(self.html))}")


class Laid(NamedTuple):
    """A table at one moment."""

    database: bytes
    letters: tuple[Letter, ...]
    now: datetime
    hold: bool
    seen: int
    number: int
    seeds: tuple[str, ...]


REMEMBERED = 40
_played: dict[bytes, Laid] = {}
"""The ends of what was played last, by the table as it was and by what was played: the same comes of the same."""


class Talk:
    """One referee, its people, and a clock that only moves when told."""

    def __init__(self, folder: Path, *, luck: int = 1, seeds: tuple[str, ...] = (), **sections: dict[str, Any]) -> None:
        self.settings = settings(folder, **sections)
        self.store = scratch_store(self.settings)
        self.desk: Desk = open_desk(self.settings, lambda: self.now)
        self.now = START
        self.hold = False
        self.seen = 0
        self.letters: list[Letter] = []
        self._number = luck
        self._seeds = seeds
        self._sections = sections
        self.anew = False
        """True where a test has put something in the place of the program's: what was played before says nothing."""

    def laid(self) -> Laid:
        """Return the table as it is now."""
        content, letters = contents(self.store), tuple(Letter(one.to, one.raw) for one in self.letters)
        return Laid(content, letters, self.now, self.hold, self.seen, self._number, self._seeds)

    def stand_as(self, laid: Laid) -> Self:
        """Put the table to where another was."""
        refill(self.store, laid.database)
        # what a test has read of a letter is no part of the table
        self.letters = [Letter(one.to, one.raw) for one in laid.letters]
        self.now, self.hold, self.seen = laid.now, laid.hold, laid.seen
        self._number, self._seeds = laid.number, laid.seeds
        return self

    def once(self, what: str, play: Callable[[], None]) -> Self:
        """Play something that many tests begin with. Where this was played before at the same table, lay what came of
        it; a subclass may look at each mail, and plays."""
        if ON_SERVER or self.anew or type(self).deliver is not Talk.deliver:
            play()
            return self
        laid = self.laid()
        stands = laid._replace(database=b"", letters=())
        known = sha256(repr((what, self._sections, stands)).encode() + laid.database).digest()
        if known in _played:
            return self.stand_as(_played[known])
        play()
        for oldest in list(_played)[: len(_played) + 1 - REMEMBERED]:
            del _played[oldest]
        _played[known] = self.laid()
        return self

    def _next_number(self) -> int:
        number, self._number = self._number, self._number + 1
        return number

    def draws(self) -> Draws:
        """Return chance that is the same in every run; for the first mail it begins with the seeds that were asked
        for."""
        number = self._next_number()
        first, self._seeds = self._seeds, ()
        more = (seed(f"{number} {n}") for n in itertools.count())
        return Draws(itertools.chain(first, fresh(seed(number)), more), sha256(f"key {number}".encode()).digest())

    def deliver(self, raw: bytes, *, ago: timedelta = timedelta(), evidence: Evidence = NO_EVIDENCE) -> str:
        """Deliver a mail, now or some time `ago`, and handle it. Return its outcome as in the log."""
        with self.store.transaction() as tx:
            number = inbox.receive(tx, raw, sha256(raw).hexdigest(), self.now - ago, evidence=evidence)
        outcome = handle_mail(self.desk, self.store, number, now=self.now, draws=self.draws())
        self.collect()
        return outcome

    def collect(self) -> None:
        """Take over the letters written since, and have the mail server accept them."""
        with self.store.reading() as tx:
            waiting = [letter for letter in outbox.due_letters(tx, self.now, 1000) if letter.id > self.seen]
        for letter in sorted(waiting, key=lambda letter: letter.id):
            self.seen = letter.id
            self.letters.append(Letter(letter.recipient, letter.raw))
        if waiting and not self.hold:
            sent = [(letter, "250 ok") for letter in waiting]
            handle_sent(self.desk, self.store, sent, now=self.now, draws=self.draws())

    def accepts(self) -> "Talk":
        """Have the mail server take all letters that wait."""
        self.collect()
        self.hold = False
        with self.store.reading() as tx:
            waiting = outbox.due_letters(tx, self.now, 1000)
        for letter in waiting:
            handle_sent(self.desk, self.store, [(letter, "250 ok")], now=self.now, draws=self.draws())
        self.collect()
        return self

    def to(self, who: str) -> list[Letter]:
        """Return the letters to someone, oldest first."""
        return [letter for letter in self.letters if letter.to == address(who)]

    def last(self, who: str) -> Letter:
        """Return the last letter to someone."""
        return self.to(who)[-1]

    def mail(
        self,
        who: str,
        text: str,
        *,
        to: str | None = None,
        subject: str = "a mail",
        answers: Letter | None = None,
        cc: str | None = None,
        headers: dict[str, str] | None = None,
        proven: bool = False,
    ) -> bytes:
        """Return a mail as someone's program writes it; `proven`: with what the referee's own server writes above a
        genuine one."""
        message = EmailMessage(policy=SMTP)
        message["From"] = address(who)
        message["To"] = to or (answers and answers["Reply-To"]) or REFEREE
        if cc:
            message["Cc"] = cc
        message["Subject"] = f"Re: {answers['Subject']}" if answers else subject
        message["Message-ID"] = f"<m{self._next_number()}@{address(who).partition('@')[2]}>"
        if answers:
            message["In-Reply-To"] = message["References"] = answers["Message-ID"]
        for name, value in (headers or {}).items():
            message[name] = value
        message.set_content(text)
        return (self.stamp(address(who)) if proven else b"") + message.as_bytes()

    @staticmethod
    def stamp(sender: str) -> bytes:
        """Return what the referee's own mail server writes above a mail whose sender it has checked."""
        domain = sender.partition("@")[2]
        return (
            f"Authentication-Results: {AUTHSERV}; dkim=pass header.d={domain}; spf=pass smtp.mailfrom={sender}\r\n"
            f"Received: from out.{domain} by {AUTHSERV} with ESMTPS id 1; Tue, 24 Nov 2026 12:00:00 +0000\r\n"
        ).encode()

    def says(self, who: str, text: str, **more: Any) -> str:
        """Send someone's reply to the last letter they got, or a new mail if there is none (`answers=None` to
        insist)."""
        got = self.to(who)
        more.setdefault("answers", got[-1] if got and "to" not in more else None)
        return self.deliver(self.mail(who, text, **more))

    def master(self, text: str, **more: Any) -> str:
        """Send a mail of the Gamesmaster, for whom their server vouches."""
        return self.deliver(self.mail(MASTER, text, **{"subject": "[Spades 1]", "proven": True, **more}))

    def starts(self, text: str = STARTER, **more: Any) -> "Talk":
        """Start a game as the Gamesmaster."""

        def play() -> None:
            outcome = self.master(text, **{"subject": "a game", **more})
            assert outcome == "Start/accepted", outcome

        return self.once(f"start {text} {more}", play)

    def hears_each_play(self, *who: str) -> "Talk":
        """Have letters about every play go to these people, else to all who sit in a running game, as if they had
        written `notify each play`."""
        with self.store.transaction() as tx:
            seated = [person for game in games.running(tx) for person in people.seated(tx, game.id).values()]
            known = [person for name in who if (person := people.by_address(tx, address(name)))]
            for person in known if who else seated:
                people.change(tx, person.id, notify="play")
        return self

    def knows(self, *names: str) -> "Talk":
        """Have people take these names, so long ago that nobody doubts whom they mean."""
        for name in names:
            assert self.says(name, f"name {name}", answers=None, proven=True) == "SetName/accepted", name
            with self.store.transaction() as tx:
                person = people.by_address(tx, address(name))
                assert person is not None, "they have written"
                people.change(tx, person.id, named_at=self.now - LATELY)
        return self

    def kept(self, game: int = 1) -> GameRow:
        """Return a game's row."""
        with self.store.reading() as tx:
            kept = games.find(tx, game)
        assert kept is not None, f"there is no game {game}"
        return kept

    def game(self, game: int = 1) -> Game:
        """Return a game's state."""
        kept = self.kept(game)
        with self.store.reading() as tx:
            state: Game = event_log.load(tx, kept)
        return state

    def trail(self, game: int = 1) -> list[Event]:
        """Return all that happened in a game."""
        with self.store.reading() as tx:
            return event_log.story(tx, game)

    def due(self) -> str:
        """Return the name of whoever is to act in game 1, lower case."""
        waiting = self.game().due
        assert waiting is not None, "someone is to act"
        return self.game().names[waiting[0] - 1].lower()

    def acts(self, text: str | None = None, **more: Any) -> str:
        """Act for whoever is to act: `text`, else the first legal act that their letter names."""
        who = self.due()
        letter = next(x for x in reversed(self.to(who)) if "turn" in x.events)
        legal = letter["Spades-Legal"].split()
        bid = letter["Spades-To-Act"].endswith("bid")
        move = text or (f"bid {legal[min(2, len(legal) - 1)]}" if bid else f"play {legal[0]}")
        return self.says(who, move, **{"answers": letter, **more})

    def bids(self) -> "Talk":
        """Bid for all four."""

        def play() -> None:
            for _ in range(4):
                assert self.acts() == "MakeBid/accepted"

        return self.once("bids", play)

    def plays_round(self) -> "Talk":
        """Bid and play to the end of the running round, or of the game; show hands that are held back first."""
        begun = self.game().round

        def play() -> None:
            while (game := self.game()).round == begun and game.provisional is None and game.result is None:
                if "show" in self.last(self.due())["Spades-Legal"].split():
                    assert self.says(self.due(), "show") == "Show/accepted"
                outcome = self.acts()
                assert outcome.endswith("/accepted"), outcome

        return self.once("round", play)

    def passes(self, **span: float) -> "Talk":
        """Let time pass: reminders go out and clocks run out; all mail has been read."""
        self.now += timedelta(**span)
        for work in timed.TIMED:
            self.does(work.name)
        self.collect()
        return self

    def does(self, name: str) -> bool:
        """Have the referee do the work of this name that fell due. Tell if it did any."""
        work = timed_work(name)
        with self.store.reading() as tx:
            numbers = work.due(tx, self.desk.settings, Reached(self.now, self.now + work.lag))
        return sum(self.tries(name, number, self.now) for number in numbers) > 0

    def tries(self, name: str, number: int, read_until: datetime) -> bool:
        """Have the referee try to do this work, now that all mail up to a moment is read. Tell if it did."""
        work = timed_work(name)
        reached = Reached(self.now, read_until + work.lag)
        return handle_due(self.desk, self.store, work, number, reached=reached, draws=self.draws())


def timed_work(name: str) -> Timed:
    """Return the work of this name that falls due by itself."""
    return next(work for work in timed.TIMED if work.name == name)


def cards_in(text: str) -> set[str]:
    """Return every card that a text names: `QS`, `Q♠`, `queen of spades`, and each of `♠ 2 spades A K` and of
    `2 spades: ace, king`."""
    plain = text.replace("\ufe0e", "")
    found = {*CODE.findall(plain), *((r, "SHDC"["♠♥♦♣".index(s)]) for r, s in SYMBOL.findall(plain))}
    found |= {(RANKS[rank.lower()], suit[0].upper()) for rank, suit in NAME.findall(plain)}
    found |= {(rank, "SHDC"["♠♥♦♣".index(row[1])]) for row in ROW.finditer(plain) for rank in row[2].split()}
    said = ((suit, word) for suit, words in COUNTED.findall(" ".join(plain.split())) for word in words.split())
    found |= {(RANKS[word.strip(",")], suit[0].upper()) for suit, word in said}
    return {rank.replace("10", "T") + suit for rank, suit in found}


def tokens(letter: Message | Letter) -> list[str]:
    """Return the reply tokens that a letter bears."""
    return re.findall(r"referee\+([a-z2-7]{24})@", str(letter["Reply-To"]))
