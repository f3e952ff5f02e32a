"""The requests of a mail as values: whose mail, the game it means, one command of it. Only shapes; looks nothing up."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto
from typing import ClassVar, Generic, TypeVar

from referee.asking import commands as ask
from referee.asking.command_table import SPADES
from referee.asking.commands import Asked
from referee.desk.case import Wrong
from referee.desk.sender.identify import Sender
from referee.games import Game, SeatView, view
from referee.post.messages import Message
from referee.store.games import GameRow
from referee.table.view import on_hold
from referee.telling.notices import Answer

Command = TypeVar("Command", bound=ask.Command)
Words = tuple[str, ...]
"""The words of a mail's log line: one for each command, such as `PlayCard/accepted`, and for what came of it."""


@dataclass(frozen=True, kw_only=True)
class Meant:
    """The game that a mail means, in its present state."""

    row: GameRow
    game: Game
    seat: int | None
    """The sender's seat in the game."""
    answers: int | None
    """The position that the mail says it answers."""
    held: bool = False
    """No move counts in it: a protest waits for the Gamesmaster."""

    @property
    def own(self) -> SeatView | None:
        """The game as the sender sees it; None if they have no seat in it."""
        if self.seat is None:
            return None
        return on_hold(view(self.game, self.seat)) if self.held else view(self.game, self.seat)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unmeant:
    """The reason why no single game is meant."""

    wrong: Wrong
    number: int = 0
    """The number of a game that the mail names and that does not exist."""
    games: tuple[GameRow, ...] = ()
    """The games that may be meant."""
    disagree: bool = False
    """The mail itself names more than one."""
    own: ClassVar[None] = None


class Part(Enum):
    """The part in which the sender writes, which decides the game if the mail names none."""

    PLAYER = auto()
    GAMESMASTER = auto()
    EITHER = auto()
    """The part of a player; or of a Gamesmaster, if the sender plays in no game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mail:
    """One mail at the desk: who wrote it, when it arrived, and the games that it may mean."""

    sender: Sender
    message: Message
    arrived: datetime
    named: Mapping[int, int | None]
    """The games that the mail itself names, with the position it answers, if known."""
    plays: Callable[[], tuple[GameRow, ...]]
    """Looks up `playing`, once: most mails name their game, so nobody asks."""
    steered: tuple[GameRow, ...]
    """The running games with the sender as their Gamesmaster."""
    meant: Meant | Unmeant
    """The game that answers are about."""
    acting: bool = False
    """The sender is a gamesmaster, or it is their turn: if proven, they always get an answer."""
    bounded: bool = False
    """The mail did something with a daily bound of its own, so the answer takes no slot."""
    tournament: int | None = None
    """The tournament that answers are about."""
    talks: bool = False
    """The mail holds more than commands and courtesies, so its writer hears what a move in it did."""
    denies: bool = False
    """The mail says no, alone on a line."""

    @property
    def playing(self) -> tuple[GameRow, ...]:
        """The running games in which the sender sits."""
        return self.plays()

    @property
    def games(self) -> tuple[str, ...]:
        """The games whose commands the mail may hold: that of the one it means, or all that it may mean."""
        if isinstance(self.meant, Meant):
            return (self.meant.row.game,)
        return tuple(sorted({row.game for row in self.meant.games}, reverse=True)) or (SPADES,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request(Generic[Command]):
    """One command of a mail, with the game that it means."""

    mail: Mail
    command: Command
    asked: Asked
    """The line in which the command stands."""
    meant: Meant | Unmeant

    @property
    def sender(self) -> Sender:
        """The person who asks."""
        return self.mail.sender

    @property
    def message(self) -> Message:
        """The mail as read."""
        return self.mail.message


@dataclass(frozen=True, slots=True)
class Granted:
    """The permission that a `yes` gives: for these commands of an earlier mail."""

    mail: Mail
    asked: tuple[Asked, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """A move that needs no answer: letters tell of it to all who want to hear. `shows_plans`: one to its sender shows
    the plans that they have.
    `sentence`: for an answer to the rest of the mail; `told`: a letter tells its sender of it, or they need none."""

    shows_plans: bool
    sentence: str
    told: bool = True


def carried_out(line: str) -> str:
    """Say of a line that it was done."""
    return f"`{line.strip()}` was carried out"


@dataclass(frozen=True, slots=True)
class Settled:
    """A sentence about a change that happens once: its sender hears of it as if they were on turn."""

    sentence: str


Result = str | Settled | Answer | Granted | Told | None
"""The result of a command: a sentence for the answer, a page, the commands of an earlier mail; None if a letter tells
it."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """A command that was carried out; `sentence` is for the answer."""

    word: ClassVar[str] = "accepted"
    asked: Asked
    sentence: str | None = None
    settled: bool = False
    """The command made a change that happens once, so its sender hears of it."""
    shows_plans: bool = False
    """A letter about it shows its sender their plans."""
    announced: str = ""
    """The sentence about a command that needs no answer by itself, for an answer to the rest of the mail."""
    told: bool = True
    """Its sender needs no answer to it."""
    brought: Words = ()
    """The words about what came of it: earlier commands that it agreed to, a page."""


@dataclass(frozen=True, slots=True)
class Held:
    """A command that waits for its sender's `yes`."""

    word: ClassVar[str] = "unproven"
    asked: Asked


@dataclass(frozen=True, slots=True)
class Refused:
    """A command that was refused: a Reason's or Wrong's value, with the facts that its sentence needs."""

    asked: Asked
    reason: str
    facts: dict[str, object]

    @property
    def word(self) -> str:
        """The word for the result in the log line."""
        return self.reason


Outcome = Accepted | Held | Refused
"""The outcome of one command; `word` is for the log line."""
