"""The means of every command: settings, sheets, letters, one transaction, one moment, one source of chance; and the
reasons why the desk refuses one. Their words are in templates/refusals.txt, with the game's."""

import hmac
import itertools
from base64 import b32encode
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection

from referee.clock import Clock
from referee.config import Settings
from referee.store.outbox import Written
from referee.store.people import Token
from referee.table.fairness import FRESH
from referee.telling.letters import Letters


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
        return b32encode(keyed.digest()[:15]).decode("ascii").lower()


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


class Wrong(StrEnum):
    """The reasons that concern mail, people and tables; what any game refuses is in table/refusal.py.

    The comment after each names the facts that come with it.
    """

    WHICH_GAME = "which-game"  # games: tuple[GameLine, ...], tables: tuple[int, ...], disagree: bool
    NO_GAME = "no-game"
    NO_SUCH_GAME = "no-such-game"  # game: int
    NOT_IN_GAME = "not-in-game"  # game: int
    NOT_GAMESMASTER = "not-gamesmaster"
    SEATED_GAMESMASTER = "seated-gamesmaster"  # game: int, masters: addresses
    NUMBER_WHILE_PLAYING = "number-while-playing"  # number: int
    START_DOUBLE = "start-double"  # what: str (a name or an address given twice)
    START_ADDRESS = "start-address"  # address: str (the referee's or the list's)
    START_LINE = "start-line"  # sentence: str (a bad name, address, limit or sheet parameter)
    START_TEAM = "start-team"  # name: str (not one of the players)
    START_NO_TABLE = "start-no-table"
    START_AGAIN = "start-again"  # game: int (already begun by this mail or table)
    START_WAITS = "start-waits"  # game: int, names: tuple[str, ...] (who have not said yes, or whose seats are empty)
    UNKNOWN_SHEET = "unknown-sheet"  # sheet: str, near: str (may be empty), known: tuple[str, ...]
    JOIN_ALREADY = "join-already"  # sheet: str, sentence: str (who else waits)
    NOT_WAITING = "not-waiting"
    WHICH_PARTNER = "which-partner"  # sentence: str (why it is not known who is meant)
    LOOKS_ALIKE = "looks-alike"  # name: str, like: str (another player's)
    BAD_VALUE = "bad-value"  # sentence: str (an impossible name, address or time zone)
    ADDRESS_TAKEN = "address-taken"  # address: str
    SAY_CARDS = "say-cards"  # words: tuple[str, ...] (that speak of cards)
    NAME_CARDS = "name-cards"  # words: tuple[str, ...] (as above)
    SAY_ENOUGH = "say-enough"
    SAY_PLAYING = "say-playing"
    SAY_SILENT = "say-silent"
    ENOUGH = "enough"  # what: str (what was done often enough for one day)
    DAY_FULL = "day-full"
    SALT_CARDS = "salt-cards"  # words: tuple[str, ...] (as above)
    SALT_ENOUGH = "salt-enough"
    NO_QUESTION = "no-question"
    SAY_LIST = "say-list"  # list: str (write to the list itself)
    WATCHERS_FULL = "watchers-full"  # game: int, most: int, domain: str (that they all share; "" for any)
    NO_SUCH_PLAYER = "no-such-player"  # name: str, names: tuple[str, ...]
    NO_SUCH_ROUND = "no-such-round"  # round: int, last: int
    NO_REMATCH = "no-rematch"  # game: int, and match: int, running: bool, begun: int (its rematch) or asked: bool
    TOURNAMENT = "tournament"  # sentence: str (why nothing was done in a tournament)
    EMPTY_SEAT = "empty-seat"  # game: int, name: str (whose seat nobody has)
    RESULT_TOO_OLD = "result-too-old"
    BEFORE_RESTORE = "before-restore"  # game: int
    NOTHING_TO_CONFIRM = "nothing-to-confirm"
    CONFIRM_EXPIRED = "confirm-expired"
    CONFIRM_SHOWN = "confirm-shown"
    ASKED_BEFORE = "asked-before"  # unproven, and the day's question has gone out
    NOT_SHOWN_WHOLE = "not-shown-whole"  # unproven, and a question could not show all of it
    PRIVATE_ONLY = "private-only"  # command: str, early: bool; a private command in a mail that others got too


class Complaint(Exception):
    """The desk refuses a command: `wrong` is a Wrong, `facts` fill in its sentence.

    `line` is what the answer quotes; None for the line of the command.
    """

    def __init__(self, wrong: str, **facts: object) -> None:
        super().__init__(wrong)
        self.wrong = wrong
        self.facts = facts
        self.line: str | None = None
