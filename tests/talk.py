"""A table to talk to: real reading, real rulings, a real database; only the sockets and the clock are ours.

`says` is a player replying to the last letter they got, as a mail client does. Letters are accepted by the mail server
the moment they are written, unless `hold` is set.
"""

import copy
import email
import itertools
import re
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage, Message
from email.parser import BytesHeaderParser
from email.policy import SMTP, default
from functools import cached_property
from hashlib import sha256
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from referee.config import Settings, settings_from
from referee.desk.case import Desk, Draws
from referee.handle import (
    handle_mail,
    handle_overdue,
    handle_planned_bid,
    handle_put_off,
    handle_reminder,
    handle_sent,
    handle_tournament,
)
from referee.post.proof.evidence import NO_EVIDENCE, Evidence
from referee.running.opening import open_desk
from referee.spades.events import Event
from referee.spades.game import Game, due
from referee.store import clocks, event_log, games, inbox, matches, outbox, people
from referee.store.games import GameRow
from tests.chance import fresh
from tests.laid import Laid, remembered
from tests.scratch import contents, refill, scratch_store, scratch_url

REFEREE, LIST, MASTER = "referee@club.test", "list@club.test", "gm@club.test"
START = datetime(2026, 11, 24, 12, 0, tzinfo=UTC)
NAMES = ("Ann", "Bob", "Carol", "Dave")
STARTER = "start\nplayers: " + ", ".join(f"{n} <{n.lower()}@club.test>" for n in NAMES)
AUTHSERV = "mx.club.test"
RANKS = {"ace": "A", "king": "K", "queen": "Q", "jack": "J"} | {str(n): str(n) for n in range(2, 11)}
CODE = re.compile(r"(?<![A-Za-z0-9])(10|[2-9TJQKA])([SHDC])(?![A-Za-z0-9])")
SYMBOL = re.compile(r"(10|[2-9JQKA])([♠♥♦♣])")
NAME = re.compile(r"\b(ace|king|queen|jack|10|[2-9]) of (spade|heart|diamond|club)s", re.IGNORECASE)
ROW = re.compile(r"^ *([♠♥♦♣]) +((?:10|[2-9JQKA])(?: (?:10|[2-9JQKA]))*)$", re.MULTILINE)


def address(who: str) -> str:
    """`ann` -> `ann@club.test`; what has an @ stays."""
    return who if "@" in who else f"{who.lower()}@club.test"


def seed(number: object) -> str:
    """The seed that comes of one number."""
    return sha256(f"seed {number}".encode()).hexdigest()


def settings(folder: Path, **sections: dict[str, Any]) -> Settings:
    """A plain configuration; `sections` override single keys."""
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
        """The letter read as a mail program reads it."""
        return email.message_from_bytes(self.raw, policy=default)

    @cached_property
    def head(self) -> Message:
        """Its header fields alone."""
        return BytesHeaderParser(policy=default).parsebytes(self.raw)

    def __getitem__(self, name: str) -> str:
        return str(self.head.get(name, ""))

    @property
    def text(self) -> str:
        """The plain text part."""
        part = self.message.get_body(("plain",))
        assert part is not None, "every letter has a plain text"
        return str(part.get_content())

    @property
    def html(self) -> str:
        """The HTML part, empty if there is none."""
        part = self.message.get_body(("html",))
        return "" if part is None else str(part.get_content())

    @property
    def events(self) -> list[str]:
        """The values of Spades-Event, without the `welcome` that a stranger gets beside a question or an error."""
        return self["Spades-Event"].removesuffix(",welcome").split(",")

    @property
    def cards(self) -> set[str]:
        """Every card that the letter names anywhere: headers, text, HTML and the answers that it offers."""
        headers = " ".join(str(value) for value in self.message.values())
        return cards_in(f"{headers}\n{self.text}\n{unquote(unescape(self.html))}")


class Talk:
    """One referee, its people, and a clock that only moves when told."""

    def __init__(self, folder: Path, *, luck: int = 1, seeds: tuple[str, ...] = (), **sections: dict[str, Any]) -> None:
        self.settings = settings(folder, **sections)
        self.sections = sections
        self.store = scratch_store(self.settings)
        self.desk: Desk = open_desk(self.settings)
        self._first_desk = self.desk
        self.now = START
        self.hold = False
        self.seen = 0
        self.letters: list[Letter] = []
        self._numbers = itertools.count(luck)
        self._seeds = seeds

    @property
    def plain(self) -> bool:
        """Whether it still has the desk that it was made with."""
        return self.desk is self._first_desk

    def laid(self, since: int) -> Laid:
        """How the table stands now, with all letters but the first `since`."""
        content, letters = contents(self.store), tuple(self.letters[since:])
        return Laid(content, letters, self.now, self.hold, self.seen, copy.copy(self._numbers), self._seeds)

    def stand_as(self, laid: Laid) -> None:
        """Puts this table where `laid` stood, and adds the letters of that step."""
        refill(self.store, laid.database)
        self.letters = [*self.letters, *laid.letters]
        self.now, self.hold, self.seen = laid.now, laid.hold, laid.seen
        self._numbers, self._seeds = copy.copy(laid.numbers), laid.seeds

    def draws(self) -> Draws:
        """Chance that is the same in every run; for the first mail it begins with the seeds that were asked for."""
        number = next(self._numbers)
        first, self._seeds = self._seeds, ()
        more = (seed(f"{number} {n}") for n in itertools.count())
        return Draws(itertools.chain(first, fresh(seed(number)), more), sha256(f"key {number}".encode()).digest())

    def deliver(self, raw: bytes, *, ago: timedelta = timedelta(), evidence: Evidence = NO_EVIDENCE) -> str:
        """A mail arrives, or arrived some time `ago`, and is handled; returns its outcome as in the log."""
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
            if not self.hold:
                handle_sent(self.desk, self.store, [(letter, "250 ok")], now=self.now, draws=self.draws())

    def accepts(self) -> "Talk":
        """The mail server takes all letters that wait."""
        self.collect()
        self.hold = False
        with self.store.reading() as tx:
            waiting = outbox.due_letters(tx, self.now, 1000)
        for letter in waiting:
            handle_sent(self.desk, self.store, [(letter, "250 ok")], now=self.now, draws=self.draws())
        self.collect()
        return self

    def to(self, who: str) -> list[Letter]:
        """The letters to someone, oldest first."""
        return [letter for letter in self.letters if letter.to == address(who)]

    def last(self, who: str) -> Letter:
        """The last letter to someone."""
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
        """A mail as someone's program writes it; `proven`: with what the referee's own server writes above a genuine
        one."""
        message = EmailMessage(policy=SMTP)
        message["From"] = address(who)
        message["To"] = to or (answers and answers["Reply-To"]) or REFEREE
        if cc:
            message["Cc"] = cc
        message["Subject"] = f"Re: {answers['Subject']}" if answers else subject
        message["Message-ID"] = f"<m{next(self._numbers)}@{address(who).partition('@')[2]}>"
        if answers:
            message["In-Reply-To"] = message["References"] = answers["Message-ID"]
        for name, value in (headers or {}).items():
            message[name] = value
        message.set_content(text)
        return (self.stamp(address(who)) if proven else b"") + message.as_bytes()

    @staticmethod
    def stamp(sender: str) -> bytes:
        """What the referee's own mail server writes above a mail whose sender it has checked."""
        domain = sender.partition("@")[2]
        return (
            f"Authentication-Results: {AUTHSERV}; dkim=pass header.d={domain}; spf=pass smtp.mailfrom={sender}\r\n"
            f"Received: from out.{domain} by {AUTHSERV} with ESMTPS id 1; Tue, 24 Nov 2026 12:00:00 +0000\r\n"
        ).encode()

    def says(self, who: str, text: str, **more: Any) -> str:
        """Someone replies to the last letter they got, or writes afresh if there is none (`answers=None` to insist)."""
        got = self.to(who)
        more.setdefault("answers", got[-1] if got and "to" not in more else None)
        return self.deliver(self.mail(who, text, **more))

    def master(self, text: str, **more: Any) -> str:
        """The Gamesmaster writes, and their server vouches for them."""
        return self.deliver(self.mail(MASTER, text, **{"subject": "[Spades 1]", "proven": True, **more}))

    @remembered
    def starts(self, text: str = STARTER, **more: Any) -> "Talk":
        """The Gamesmaster starts a game."""
        outcome = self.master(text, **{"subject": "a game", **more})
        assert outcome == "Start/accepted", outcome
        return self

    def hears_each_play(self, *who: str) -> "Talk":
        """Has letters about every play go to these people, else to all who sit in a running game, as if they had
        written `notify each play`."""
        with self.store.transaction() as tx:
            seated = [person for game in games.running(tx) for person in people.seated(tx, game.id).values()]
            known = [person for name in who if (person := people.by_address(tx, address(name)))]
            for person in known if who else seated:
                people.change(tx, person.id, notify="play")
        return self

    def kept(self, game: int = 1) -> GameRow:
        """A game's row."""
        with self.store.reading() as tx:
            kept = games.find(tx, game)
        assert kept is not None, f"there is no game {game}"
        return kept

    def game(self, game: int = 1) -> Game:
        """A game's state."""
        kept = self.kept(game)
        with self.store.reading() as tx:
            return event_log.load(tx, kept)

    def trail(self, game: int = 1) -> list[Event]:
        """All that happened in a game."""
        with self.store.reading() as tx:
            return event_log.story(tx, game)

    def due(self) -> str:
        """The name of whoever is to act in game 1, lower case."""
        waiting = due(self.game())
        assert waiting is not None, "someone is to act"
        return self.game().names[waiting[0] - 1].lower()

    def acts(self, text: str | None = None, **more: Any) -> str:
        """Whoever is to act does so: `text`, else the first legal act that their letter names."""
        who = self.due()
        letter = next(x for x in reversed(self.to(who)) if "turn" in x.events)
        legal = letter["Spades-Legal"].split()
        bid = letter["Spades-To-Act"].endswith("bid")
        move = text or (f"bid {legal[min(2, len(legal) - 1)]}" if bid else f"play {legal[0]}")
        return self.says(who, move, **{"answers": letter, **more})

    @remembered
    def bids(self) -> "Talk":
        """All four bid."""
        for _ in range(4):
            assert self.acts() == "MakeBid/accepted"
        return self

    def passes(self, **span: float) -> "Talk":
        """Time passes: reminders go out and clocks run out; all mail has been read."""
        self.now += timedelta(**span)
        with self.store.reading() as tx:
            remind, put_off, bids = clocks.to_remind(tx, self.now), clocks.put_off(tx), clocks.bids_due(tx, self.now)
        for number in remind:
            handle_reminder(self.desk, self.store, number, now=self.now, draws=self.draws())
        for number in bids:
            handle_planned_bid(self.desk, self.store, number, now=self.now, draws=self.draws())
        for number in put_off:
            handle_put_off(self.desk, self.store, number, now=self.now, draws=self.draws())
        with self.store.reading() as tx:
            late = clocks.overdue(tx, self.now)
        for number in late:
            handle_overdue(self.desk, self.store, number, read_until=self.now, now=self.now, draws=self.draws())
        with self.store.reading() as tx:
            awake = matches.to_wake(tx, self.now)
        for number in awake:
            handle_tournament(self.desk, self.store, number, read_until=self.now, draws=self.draws())
        self.collect()
        return self


def cards_in(text: str) -> set[str]:
    """Every card that a text names: `QS`, `Q♠`, `queen of spades`, and each of a line `♠  A K 10`."""
    plain = text.replace("\ufe0e", "")
    found = {*CODE.findall(plain), *((r, "SHDC"["♠♥♦♣".index(s)]) for r, s in SYMBOL.findall(plain))}
    found |= {(RANKS[rank.lower()], suit[0].upper()) for rank, suit in NAME.findall(plain)}
    found |= {(rank, "SHDC"["♠♥♦♣".index(row[1])]) for row in ROW.finditer(plain) for rank in row[2].split()}
    return {rank.replace("10", "T") + suit for rank, suit in found}


def tokens(letter: Message | Letter) -> list[str]:
    """The reply tokens that a letter bears."""
    return re.findall(r"referee\+([a-z2-7]{24})@", str(letter["Reply-To"]))
