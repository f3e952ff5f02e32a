"""The means of every command: settings, sheets, letters, one transaction, one moment, one source of chance."""

import hmac
import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from referee.clock import Clock
from referee.config import Settings
from referee.store.outbox import Written
from referee.store.people import Token
from referee.table.fairness import FRESH
from referee.telling.letters import Letters

LETTERS = "abcdefghijklmnopqrstuvwxyz234567"
"""The letters and digits of base32, in lower case (RFC 4648, 6): five bits each."""
PAIRS = [one + other for one in LETTERS for other in LETTERS]
PLACES = range(110, -1, -10)
"""The bits at which the pairs of a word begin, of its 120."""


class Draws:
    """The chance for one mail or one time-out: secrets from the operating system, passed in as values.

    `seeds` (64 hex digits each) are for the rounds that may need a commitment, as many as anyone asks for; `key`
    yields ids and tokens that nobody can guess.
    """

    def __init__(self, seeds: Iterable[str], key: bytes) -> None:
        self._seeds = iter(seeds)
        self._keyed = hmac.new(key, digestmod="sha256")
        self._numbers: Iterator[int] = itertools.count()

    def seeds(self, count: int = FRESH) -> tuple[str, ...]:
        """Return `count` fresh seeds. No seed is given twice: what one game reveals must say nothing about another."""
        return tuple(next(self._seeds) for _ in range(count))

    def secret(self) -> str:
        """Return a new word of 24 letters and digits (120 bits)."""
        keyed = self._keyed.copy()
        keyed.update(next(self._numbers).to_bytes(8, "big"))
        number = int.from_bytes(keyed.digest()[:15], "big")
        return "".join([PAIRS[number >> place & 0x3FF] for place in PLACES])


@dataclass(slots=True)
class Desk:
    """The things that stay the same from mail to mail, until the configuration is read again."""

    settings: Settings
    sheets: Mapping[str, Any]
    letters: Letters
    clock: Clock


@dataclass(slots=True)
class Bundle:
    """Letters and their tokens, before they are stored together; `notice` is the letter that a clock waits for, if one
    does."""

    letters: list[Written] = field(default_factory=list)
    tokens: list[Token] = field(default_factory=list)
    notice: Written | None = None
    proposals: dict[int, int | None] = field(default_factory=dict)
    """The number of the open proposal in each game, or None: the same in all letters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One mail or one time-out being handled: everything it causes commits together."""

    desk: Desk
    tx: Connection
    now: datetime
    """The present: letters are written in it, and clocks begin."""
    draws: Draws
    inbox: int | None = None
    """The number of the mail; None for the clock."""
    received: datetime | None = None
    """The moment when the mail arrived at the server; None for the clock."""
    bundle: Bundle | None = None
    """The letters to be stored together; None: each letter is stored as it is written."""

    @property
    def arrived(self) -> datetime:
        """The moment that every rule is given: of a mail's arrival, however late it is read; for the clock, `now`."""
        return self.now if self.received is None else min(self.received, self.now)


class Complaint(Exception):
    """The desk refuses a command: `wrong` is a Wrong, `facts` fill in its sentence.

    `line` is what the answer quotes; None for the line of the command.
    """

    def __init__(self, wrong: str, **facts: object) -> None:
        super().__init__(wrong)
        self.wrong = wrong
        self.facts = facts
        self.line: str | None = None
