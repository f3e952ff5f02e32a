"""The commands of a mail besides the game's own, as data. Never reads a line: grammar.py does."""

from dataclasses import dataclass, field
from typing import Any, Literal

from referee.asking.days import Day, Moment
from referee.asking.tournaments import commands as tournaments
from referee.dominoes.line import Arm
from referee.dominoes.tiles import Tile
from referee.spades import commands as game
from referee.spades.cards import Card
from referee.spades.plans import When


@dataclass(frozen=True, slots=True)
class ToReferee:
    """A command for the referee itself: neither a game nor a tournament rules on it. One without fields is a plain
    subclass."""


@dataclass(frozen=True, slots=True)
class Words(ToReferee):
    """A command that passes words on."""

    text: str


@dataclass(frozen=True, slots=True)
class Switch(ToReferee):
    """A command that switches something on or off."""

    on: bool


@dataclass(frozen=True, slots=True)
class OfGame(ToReferee):
    """A command about a game by its number."""

    game: int


@dataclass(frozen=True, slots=True)
class BareCard(ToReferee):
    """A card by itself on its line: a play, if a play is due."""

    card: Card


@dataclass(frozen=True, slots=True)
class BareNumber(ToReferee):
    """A number, or `nil`, by itself on its line: a bid, if a bid is due."""

    number: int


Where = Arm | Literal["spinner"] | int
"""A place for a tile as people name it: an arm, the spinner, or the number of an open end."""


@dataclass(frozen=True, slots=True)
class PlayTile(ToReferee):
    """`play 6-4`, `play 6-4 on the 5`; the tile alone on its line is `bare`."""

    tile: Tile
    place: Where | None = None
    bare: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class ChoosePlace(ToReferee):
    """`left`: the answer to the question where a tile is to lie."""

    place: Where


class Knock(ToReferee):
    """`knock`, `pass`: the referee knocks by itself, so this only asks why it did not."""


class Say(Words):
    """`say TEXT`: words for all four players."""


class Ask(Words):
    """`ask TEXT`: a player's words for the Gamesmaster."""


class Answer(Words):
    """`answer TEXT`: the Gamesmaster's words for the player whose question they answer."""


@dataclass(frozen=True, slots=True)
class ChallengeBook(ToReferee):
    """`challenge trick 5 bob`, or with a round: `challenge round 2 trick 5 bob`; `book` says the same."""

    book: int
    accused: str
    round: int | None = None
    plainly: "ChallengeBook | None" = None
    """The reading that takes all words after the book for the name, where it differs: it counts if a player has that
    name."""


class AutoShow(Switch):
    """`auto show`: show me every hand as soon as it is dealt; `auto show off` ends it."""


class Hand(ToReferee):
    """`hand`: send me my cards and what I must do."""


class Memory(ToReferee):
    """`memory`: send me the cards played in the running round."""


class LastTrick(ToReferee):
    """`last trick`: tell me who played what to it, and who took it."""


@dataclass(frozen=True, slots=True)
class Join(ToReferee):
    """`join [SHEET] [with PARTNER]`: `partner` is a name or an address; `left_out`: a partner was named
    whom the letter that asked about this line did not show."""

    sheet: str | None = None
    partner: str | None = None
    left_out: bool = False


class Leave(ToReferee):
    """`leave`: take me off the waiting list."""


class Stop(ToReferee):
    """`stop`, `unsubscribe`, `I quit`: I want no more of this. A `no` that answers nothing says the same."""


@dataclass(frozen=True, slots=True)
class SetName(ToReferee):
    """`name NAME`."""

    name: str


@dataclass(frozen=True, slots=True)
class SetAddress(ToReferee):
    """`address NEW`."""

    address: str


@dataclass(frozen=True, slots=True)
class SetTimezone(ToReferee):
    """`timezone Europe/Berlin`; the name is checked where it is set."""

    zone: str


@dataclass(frozen=True, slots=True)
class SetFormat(ToReferee):
    """`format text|html`."""

    format: str


@dataclass(frozen=True, slots=True)
class SetNotify(ToReferee):
    """`notify each play|each trick|my turns|rounds|result only`: one of `play`, `trick`, `turn`, `round`, `result`."""

    level: str


@dataclass(frozen=True, slots=True)
class Help(ToReferee):
    """`help [TOPIC]`."""

    topic: str | None = None


@dataclass(frozen=True, slots=True)
class Rules(ToReferee):
    """`rules [SHEET]`."""

    sheet: str | None = None


class Status(ToReferee):
    """`status`: whose turn it is in my games."""


class Score(ToReferee):
    """`score`."""


@dataclass(frozen=True, slots=True)
class History(ToReferee):
    """`history [ROUND]`: the plays of a round, the running one if none is named."""

    round: int | None = None


class Games(ToReferee):
    """`games`: all running games."""


class Record(OfGame):
    """`record GAME`: the public record of a game, running or over."""


class Watch(OfGame):
    """`watch GAME`: send me its announcements."""


class Unwatch(OfGame):
    """`unwatch GAME`."""


class Yes(ToReferee):
    """`yes`: the answer to a letter that asks, or to a proposal to the table."""


class No(ToReferee):
    """`no`: the answer to a proposal to the table, else `stop`. Reading.no holds it: the desk knows which is meant."""


@dataclass(frozen=True, slots=True)
class MakePlan(ToReferee):
    """`plan hearts: 3H, lowest`, or a line with such a rule below a line with `plan` alone; `plan 6-4 left, fives`."""

    plan: Any
    """A plan of the game that the mail is about."""


class ShowPlans(ToReferee):
    """`plan show`: send me the plans that I have made."""


@dataclass(frozen=True, slots=True)
class DropPlans(ToReferee):
    """`plan off`, `plan off hearts`: drop all my plans of this game, or the one for `when`."""

    when: When | None = None


@dataclass(frozen=True, slots=True)
class SetHabit(ToReferee):
    """`plan forced on|off`, `plan equals on|off`: in every game of mine, until changed."""

    name: Literal["forced", "equals"]
    on: bool


class SetReceipts(Switch):
    """`receipts on|off`: tell me what became of my own acts."""


class SetPublic(Switch):
    """`public on|off`: the public record and pages of my next games name me, or do not."""


class SetAnnouncements(Switch):
    """`announcements on|off`: send me what a Gamesmaster announces to all members, or do not."""


class Rematch(ToReferee):
    """`rematch`: another game like the one that is over, with the same four."""


@dataclass(frozen=True, slots=True)
class Meet(ToReferee):
    """`meet Thu 20:00`: let us all play at that hour, of the sender's zone if not of `utc`. A `no` to the letter that
    asks is the same with `comes` False."""

    at: Moment
    utc: bool = False
    comes: bool = True


@dataclass(frozen=True, slots=True)
class Away(ToReferee):
    """`away 20 Dec to 2 Jan`, both days included; without `first` from today on."""

    first: Day | None
    last: Day


class Back(ToReferee):
    """`back`: I am away no longer."""


@dataclass(frozen=True, slots=True)
class TermLines:
    """The terms of the game that a start names; None where it says nothing."""

    last_trick: Literal["by itself", "by hand"] | None = None
    leave: int | None = None
    """The number of days that each player may be away."""
    weekends: bool | None = None
    """Limits run on Saturday and Sunday, UTC."""


@dataclass(frozen=True, slots=True)
class Start(ToReferee):
    """A Gamesmaster's `start`; without `players`, for the table that the mail answers."""

    players: tuple[tuple[str, str | None], ...] = ()
    """Name and address of each, as written; None in place of an address: the referee must know them by name."""
    team: tuple[str, str] | None = None
    """The two names of one team; the other two players are the other team."""
    sheet: str | None = None
    limit: str | None = None
    """The time limit of a turn as written: `3 days`."""
    changes: tuple[tuple[str, str], ...] = ()
    """Parameters of the sheet changed for this game: name with underscores, value as written."""
    terms: TermLines = TermLines()
    written: tuple[tuple[str, str], ...] = field(default=(), compare=False)
    """The line of each setting, for an answer that quotes it."""


@dataclass(frozen=True, slots=True)
class ReplacePlayer(ToReferee):
    """`replace BOB with EVE <eve@example.org>`; without an address the referee must know Eve."""

    old: str
    name: str
    address: str | None


@dataclass(frozen=True, slots=True)
class Conduct(ToReferee):
    """`warn BOB because …`, or `suspend BOB until 2 Jan`, the `last` day, with a reason or without. `who` is a name or
    an address."""

    who: str
    reason: str
    last: Day | None


@dataclass(frozen=True, slots=True)
class VoidTo(ToReferee):
    """`rule void to turn 37 because …`, with `charge bob` before the reason or at its end."""

    turn: int
    reason: str
    charge: str | None = None


@dataclass(frozen=True, slots=True)
class ExtendBy(ToReferee):
    """`extend 2 days`, as written."""

    span: str


@dataclass(frozen=True, slots=True)
class LimitTo(ToReferee):
    """`limit 2 days`, as written."""

    span: str


@dataclass(frozen=True, slots=True)
class InAllGames(ToReferee):
    """`pause all`, `resume all`: the command in every game that its writer steers."""

    command: game.Pause | game.Resume


class Tables(ToReferee):
    """`table`: how all games and tables stand."""


class NewTable(ToReferee):
    """`new table`: the lines of a start, to fill in."""


class Members(ToReferee):
    """`members`: who there is, and who has been silent."""


class AnnounceToAll(Words):
    """`announce TEXT`: a Gamesmaster's words for all members."""


Command = ToReferee | tournaments.Command | game.Command


@dataclass(frozen=True, slots=True)
class Asked:
    """One line that reads as a command: `line` as answers quote it, cut if it is long."""

    line: str
    command: Command
    lines: tuple[str, ...]
    """The line and everything that belongs to it, as a letter that asks about it quotes it."""
    at: int = 0
    """The number of the line in its text."""
    whole: bool = True
    """The `lines` say all that would be done. If they do not, the referee does not ask about the command."""

    @property
    def words(self) -> str:
        """The words that a question quotes, by which its `yes` recognises the request."""
        return "\x1f".join(self.lines)


@dataclass(frozen=True, slots=True)
class Unclear:
    """A line that was surely meant as a command but cannot be understood as one; `why` is a sentence."""

    line: str
    why: str
    plan: bool = False
    """The line was meant as a plan."""
    tournament: bool = False
    """The line was meant for a tournament as a whole."""
    loose: bool = False
    """The line is talk if it stands beside a command."""


@dataclass(frozen=True, slots=True)
class Reading:
    """All that a text asks, in order. If any line is `unclear`, nothing in the mail is done."""

    asked: tuple[Asked, ...] = ()
    unclear: tuple[Unclear, ...] = ()
    chat: str | None = None
    """The first line of conversation, for the answer that quotes it."""
    doubtful: tuple[Asked, ...] = ()
    """Requests below a line that may introduce old text: done only if their writer confirms them. No questions."""
    old: tuple[Asked, ...] = ()
    """Bids and plays below a line that surely introduces old text, in a mail that asks for nothing else."""
    near: tuple[str, ...] = ()
    """The first lines of conversation, and the first unclear lines, as material for near misses of commands."""
    talk: tuple[tuple[int, str], ...] = ()
    """The numbered lines of conversation, without those that may be old."""
    beneath: tuple[str, ...] = ()
    """The first lines below what ended the new text, such as a signature: they may still take something back."""
    turned: str = ""
    """The subject, if its words turn what is asked (second_thoughts.py): then nothing is done, and the writer is
    asked."""
    no: Asked | None = None
    """A line that is only `no`. It counts as conversation, also in `chat`; but if the sender has an open question that
    takes a `no`, the desk carries the line out before all requests."""
