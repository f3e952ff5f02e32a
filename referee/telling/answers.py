"""What the referee answers, as data; the words are templates/answers/NAME.txt's, NAME being the class in kebab case.

Each class holds the facts of one answer, and `event` the value of Spades-Event. Never holds another player's cards.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import ClassVar

from referee.spades.record import heads
from referee.spades.rulesheet import RuleSheet
from referee.spades.view import SeatView
from referee.telling.news import RoundOver


class Last(StrEnum):
    """Whose last answer of a day it is; what it says of that is templates/parts/last.txt's."""

    ACTING = "acting"
    RESTING = "resting"
    UNPROVEN = "unproven"
    STRANGER = "stranger"
    UNPROVEN_STRANGER = "unproven-stranger"


@dataclass(frozen=True, slots=True)
class GameLine:
    """One game in a list of games: its public view, and until when someone may act."""

    view: SeatView
    deadline: datetime | None


@dataclass(frozen=True, slots=True)
class Refused:
    """One line that was refused: the line as written, a Reason's or Wrong's value, and its facts."""

    line: str
    reason: str
    facts: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Error:
    """What was wrong, that nothing was changed, what is expected of the sender now and what would work.

    `unclear` are lines that read as no one command, each with a sentence; `done` are lines of the same mail that
    were carried out. `view` is the sender's seat in the game meant, None where there is none.
    """

    event: ClassVar[str] = "error"
    refused: tuple[Refused, ...]
    unclear: tuple[tuple[str, str], ...]
    done: tuple[str, ...]
    view: SeatView | None
    deadline: datetime | None


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """A mail to the referee that holds no command; `line` is its first, None if it had no text."""

    event: ClassVar[str] = "reply"
    line: str | None
    view: SeatView | None
    deadline: datetime | None
    asked: bool = False
    """It came in answer to a letter that asks for a `yes`."""


@dataclass(frozen=True, slots=True)
class HelpPage:
    """The list of commands, or one topic. `rows`: usage and what it does, for whom."""

    event: ClassVar[str] = "reply"
    topic: str | None
    rows: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class RulesPage:
    """One sheet's rules in our own words, with its figures."""

    event: ClassVar[str] = "reply"
    sheet: RuleSheet


@dataclass(frozen=True, slots=True)
class StatusPage:
    """The sender's games, or all that is known to a stranger: nothing."""

    event: ClassVar[str] = "reply"
    games: tuple[GameLine, ...]


@dataclass(frozen=True, slots=True)
class GamesPage:
    """All running games."""

    event: ClassVar[str] = "reply"
    games: tuple[GameLine, ...]


@dataclass(frozen=True, slots=True)
class ScorePage:
    """The score of a game and its rounds so far; `until`: when a provisional result will stand."""

    event: ClassVar[str] = "reply"
    view: SeatView
    rounds: tuple[RoundOver, ...]
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """One round: `of` is the public view of it, `view` that of now; `attempts` counts its deals.

    `challenges` and, once it is scored, `scored` are sentences.
    """

    event: ClassVar[str] = "reply"
    view: SeatView
    of: SeatView
    attempts: int
    challenges: tuple[str, ...]
    scored: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HandPage:
    """The sender's own hand, the table and what is due."""

    event: ClassVar[str] = "reply"
    view: SeatView
    deadline: datetime | None


@dataclass(frozen=True, slots=True)
class Done:
    """Wishes carried out that no announcement tells of: `lines` as understood, one sentence each."""

    event: ClassVar[str] = "reply"
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ConfirmPlease:
    """Unproven wishes: answer `yes` and they are done. `lines` as written, `stranger` on first contact; `shown`: the
    mail bore a reply address that others saw."""

    event: ClassVar[str] = "confirm"
    lines: tuple[str, ...]
    stranger: bool
    expires: datetime
    shown: bool = False
    doubtful: tuple[str, ...] = ()
    """Lines besides that stand below what looks like an older mail."""


@dataclass(frozen=True, slots=True)
class DoubtPlease:
    """Wishes of someone proven, below what looks like an older mail: answer `yes` and they are done."""

    event: ClassVar[str] = "confirm"
    lines: tuple[str, ...]
    expires: datetime


@dataclass(frozen=True, slots=True)
class MovePlease:
    """To both addresses of a player who wishes to move: answer `yes`, there and here. `leaves`: this is the old one."""

    event: ClassVar[str] = "confirm"
    name: str
    old: str
    new: str
    leaves: bool
    expires: datetime


@dataclass(frozen=True, slots=True)
class PairPlease:
    """To a player who waits for a partner by name: somebody has it; answer `yes` if that is the one."""

    event: ClassVar[str] = "confirm"
    name: str
    address: str
    expires: datetime


@dataclass(frozen=True, slots=True)
class KeyChange:
    """A person's OpenPGP key was set or forgotten: fingerprints of the one that counts now and of the one before.

    `expires`: when the new one does; `proves`: the referee believes mail for being signed with it.
    """

    event: ClassVar[str] = "reply"
    now: str | None
    before: str | None
    expires: datetime | None
    proves: bool


@dataclass(frozen=True, slots=True)
class KeyUnusable:
    """In place of a letter that would have been sealed to the reader's key; `why`: what that did, `expired on …`.

    `asks`: the letter asked em to act, by `deadline` in UTC ("" while the clock stands still).
    """

    event: ClassVar[str] = "reply"
    why: str
    asks: bool
    deadline: str


@dataclass(frozen=True, slots=True)
class SaltKept:
    """What is kept of a player's phrase, and for which round; it may be changed until trick `closes` of the round
    before is taken (None: until the game starts)."""

    event: ClassVar[str] = "salt"
    game: int
    salt: str
    round: int
    closes: int | None


@dataclass(frozen=True, slots=True)
class RecordPage:
    """The public record of a game, attached; `lines` without their ends."""

    event: ClassVar[str] = "reply"
    game: int
    lines: tuple[str, ...]

    @property
    def head(self) -> str:
        """The head after the last line, 64 hex digits."""
        return heads(self.lines)[-1]


@dataclass(frozen=True, slots=True)
class TableFull:
    """To the Gamesmaster: four signed up; a reply `start` begins the game.

    `players`: name and address of each; `teams`: names by pairs, if chosen; `game`: the number that the game will have;
    `commits`: the commitments to its first round, by attempt; `seated`: e is one of the four.
    """

    event: ClassVar[str] = "table"
    sheet: str
    players: tuple[tuple[str, str], ...]
    teams: tuple[tuple[str, str], ...]
    game: int
    commits: tuple[str, ...]
    seated: bool
    again: int | None = None
    """The number that it had until the referee's database was restored, and all of this was made anew."""


@dataclass(frozen=True, slots=True)
class TableSeated:
    """To a player: eir table is full. All as in TableFull, but for the addresses, which are no player's to see."""

    event: ClassVar[str] = "table"
    sheet: str
    names: tuple[str, ...]
    teams: tuple[tuple[str, str], ...]
    game: int
    commits: tuple[str, ...]
    again: int | None = None


@dataclass(frozen=True, slots=True)
class GameResult:
    """To the Gamesmaster: the final score, with the public record attached; its `lines` without their ends."""

    event: ClassVar[str] = "result"
    view: SeatView
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Silence:
    """To the Gamesmaster: the player at `seat` let the clock run out three times in a row."""

    event: ClassVar[str] = "reply"
    view: SeatView
    seat: int


@dataclass(frozen=True, slots=True)
class Grace:
    """What a letter that did not arrive does to its player's clock: they have `more` time, nothing where they had it.

    `due`: they are to act, by `deadline` (None while the game is paused); else it counts for their next turn.
    """

    more: timedelta
    due: bool
    deadline: datetime | None = None


@dataclass(frozen=True, slots=True)
class Undeliverable:
    """To the Gamesmaster: a letter to a player was given up. `why` is the mail server's word.

    `grace`: what it does to the player's clock; None where the letter asked nothing of them.
    """

    event: ClassVar[str] = "reply"
    game: int | None
    name: str
    address: str
    why: str
    tries: int
    grace: Grace | None = None


@dataclass(frozen=True, slots=True)
class NoLongerWatching:
    """To a watcher: so many `letters` of the game did not reach `address`, and no more are sent.

    `why`: what became of the last one.
    """

    event: ClassVar[str] = "reply"
    game: int
    letters: int
    address: str
    why: str


@dataclass(frozen=True, slots=True)
class CardsShown:
    """To a player: a mail of eirs that went to others names a card that e holds in `game`. Says not which."""

    event: ClassVar[str] = "reply"
    game: int


@dataclass(frozen=True, slots=True)
class Alarm:
    """To the Gamesmasters as operators: something needs a person; sentences that say what to do."""

    event: ClassVar[str] = "reply"
    sentences: tuple[str, ...]


Answer = (
    Error
    | NotUnderstood
    | HelpPage
    | RulesPage
    | StatusPage
    | GamesPage
    | ScorePage
    | HistoryPage
    | HandPage
    | Done
    | ConfirmPlease
    | DoubtPlease
    | MovePlease
    | PairPlease
    | KeyChange
    | KeyUnusable
    | SaltKept
    | RecordPage
    | TableFull
    | TableSeated
    | GameResult
    | Silence
    | Undeliverable
    | NoLongerWatching
    | CardsShown
    | Alarm
)
