"""The shape of a command's row: one place for its help, reading, checks and offers. Holds no command.

command_table.py has the rows, tournaments/lines.py the rows of the commands about tournaments.
"""

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from enum import Enum, StrEnum, auto
from typing import Any, ClassVar

from referee.asking import commands as ask
from referee.table.terms import Terms


class Kind(Enum):
    """The demands that a command makes on its sender."""

    QUESTION = auto()
    """Changes nothing. Answered without a proof to anyone the referee knows."""
    PERSONAL = auto()
    """Concerns only its sender, who may be a newcomer."""
    TABLE = auto()
    """Concerns a game or a full table. Only from someone known."""
    OWN = auto()
    """Concerns a game, and in that game only its sender."""
    STEERING = auto()
    """A gamesmaster's; the From address alone is not proof enough."""
    YES = auto()
    """The answer to a letter, proven by that letter's token."""


class Who(StrEnum):
    """The people who may use a command, as `help` sorts them."""

    PLAYER = "player"
    """A player, to the list or to the referee, which announces it."""
    PRIVATE = "private"
    """A player, privately to the referee."""
    ANYONE = "anyone"
    GAMESMASTER = "gamesmaster"


@dataclass(frozen=True, slots=True)
class Table:
    """The law of a game, and the mail around it: they decide if a command is of use there."""

    sheet: Any
    """The sheet, of whichever game."""
    terms: Terms
    has_list: bool
    """The referee itself passes on what players say."""


@dataclass(frozen=True)
class Row:
    """One command: its spelling, its effect and its peculiarities. The table adds its reader."""

    of_tournament: ClassVar[bool] = False
    """It is about a tournament."""

    asks: tuple[type[ask.Command], ...]
    """The commands that the row describes: those that its line may ask, except those that another row describes."""
    usage: str
    """An example, as somebody would type it."""
    help: str
    """The line of help; empty if the help of another command covers this one."""
    _: KW_ONLY
    kind: Kind
    topic: str = ""
    """The topic of `help` that explains it, if its first word is no topic."""
    private: bool = False
    """Between a player and the referee: refused in a mail that also went to others."""
    aside: bool = False
    """`help` lists it as between a player and the referee, yet others may have a copy."""
    final: bool = False
    """It cannot be undone: the referee asks first, unless the mail holds nothing else."""
    goes_on: bool = False
    """The game goes on after it, although it is final."""
    bound: bool = False
    """Valid at any position, yet meant for the one at which it was written. A move names its position itself."""
    moves: bool = False
    """A bid or a play, of which a mail holds one."""
    on_turn: bool = False
    """Only the player on turn may give it."""
    plans: bool = False
    """It makes or drops a plan or habit of its sender: done before the bid or play of the same mail."""
    offered: bool = False
    """It may be offered for a badly typed line: it concerns a turn or the clock, and can be undone."""
    unturned: bool = False
    """No other words of the mail turn it: it passes words on, or has a reader of its own."""
    alone: bool = False
    """It is conversation with a courtesy beside it."""
    again: bool = False
    """A letter may offer it: each `yes` to that letter does it once more, and a `no` refuses it alone."""
    loose: bool = False
    """Its words are common in talk: a line of it that is unclear is talk beside a command."""
    of_club: bool = False
    """It is about the club: a Gamesmaster who uses it means no single game."""
    unshared: bool = False
    """No other Gamesmaster has to know that a Gamesmaster used it."""
    counted: bool = False
    """It has a daily limit of its own, apart from the limit on answers."""
    shown: int = 2
    """The number of its words that a letter shows to somebody who may not have written it: one, if others are its
    writer's own."""
    game: str | None = None
    """The only game that has it; None: every game has it."""
    of_tiles: str = ""
    """The line of help at dominoes, where `help` speaks of cards."""
    needs: Callable[[Table], bool] | None = None
    """Tells if a table has the command; None: every table has it."""

    @property
    def word(self) -> str:
        """The command's first word, by which `help` finds its topic."""
        return self.usage.split()[0]

    @property
    def who(self) -> Who:
        """The people under whom `help` lists it."""
        if self.kind is Kind.STEERING:
            return Who.GAMESMASTER
        if self.private or self.aside:
            return Who.PRIVATE
        return Who.PLAYER if self.kind is Kind.TABLE else Who.ANYONE

    @property
    def shared(self) -> bool:
        """The other Gamesmasters hear that a Gamesmaster used it."""
        return self.kind is Kind.STEERING and not self.unshared

    @property
    def looks(self) -> bool:
        """It is a question about games, on which other words of the mail have no bearing."""
        return self.kind is Kind.QUESTION and not self.of_tournament

    @property
    def steers(self) -> bool:
        """It is a Gamesmaster's command about games."""
        return self.kind is Kind.STEERING and not self.of_tournament
