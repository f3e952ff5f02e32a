"""Every answer to a mail, as data; its words are in templates/answers/NAME.txt, NAME the class in kebab case.

A class holds the facts of one answer; its `event` is the value of Spades-Event. Never holds another player's cards.
error_answers.py has the errors in a mail, notices.py the letters that nobody asked for.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import ClassVar, NamedTuple

from referee.dominoes.commands import PlayTile
from referee.dominoes.events import RoundScored
from referee.records.lines import heads
from referee.spades.cards import Card
from referee.table.sheet import Sheet
from referee.table.view import TableView
from referee.telling.error_answers import WELCOMED, joining
from referee.telling.formats import Block
from referee.telling.news import RoundOver
from referee.telling.notices import Answer
from referee.telling.tournaments.notices import Invitation
from referee.tournaments.tournament import Tournament


class Last(StrEnum):
    """The reader who gets their last answer of the day; templates/parts/last.txt has the words."""

    ACTING = "acting"
    RESTING = "resting"
    UNPROVEN = "unproven"
    STRANGER = "stranger"
    UNPROVEN_STRANGER = "unproven-stranger"


@dataclass(frozen=True, slots=True)
class GameLine:
    """One game in a list of games: its public view, the deadline of the player on turn, and further facts."""

    view: TableView
    deadline: datetime | None
    more: tuple[str, ...] = ()
    """Sentences about who is away, and about the Gamesmaster."""
    empty: str | None = None
    """The name on an empty seat, for which the game waits."""


@dataclass(frozen=True, slots=True)
class HelpPage(Answer):
    """The commands that are needed most, one topic, or with the topic `help` every command. `rows`: an example of each
    command that its reader has a use for, of the topic or in all; what it does, and who may use it."""

    topic: str | None
    rows: tuple[tuple[str, str, str], ...]
    topics: tuple[str, ...] = ()
    """The other topics that `help` can explain."""
    unknown: bool = False
    """The mail asked for something that is no topic."""
    absent: bool = False
    """The reader has no use for any command of the topic."""
    playing: bool = True
    """The reader has a running game."""
    gamesmaster: bool = False

    @property
    def usages(self) -> frozenset[str]:
        """The examples of the rows."""
        return frozenset(usage for usage, _, _ in self.rows)

    @property
    def subject(self) -> str:
        """The end of its subject."""
        return "Help" if self.topic is None else f"Help: {self.topic}"


@dataclass(frozen=True, slots=True)
class RulesPage(Answer):
    """One sheet's rules in our own words, with its figures."""

    subject: ClassVar[str] = "The rules of sheet {of.sheet.name}"
    sheet: Sheet


@dataclass(frozen=True, slots=True)
class StatusPage(Answer):
    """The sender's games; a stranger has none."""

    subject: ClassVar[str] = "Your games"
    games: tuple[GameLine, ...]


@dataclass(frozen=True, slots=True)
class GamesPage(Answer):
    """The answer to `games`: all running games."""

    subject: ClassVar[str] = "All games"
    games: tuple[GameLine, ...]


class FullTable(NamedTuple):
    """A full table that waits for its start: the number that its game will have, and since when it is full."""

    game: int
    sheet: str
    names: tuple[str, ...]
    since: datetime | None


class WaitingPerson(NamedTuple):
    """A person who has signed up, and the partner whom they named, by address or name."""

    sheet: str
    name: str
    address: str
    partner: str | None


@dataclass(frozen=True, slots=True)
class TablesPage(Answer):
    """A letter to a Gamesmaster: all running games, and `since` when each waits for whoever is on turn; the tables that
    wait for a start; everyone who has signed up; and a line for each open tournament."""

    subject: ClassVar[str] = "All tables"
    now: datetime
    games: tuple[GameLine, ...]
    since: tuple[datetime, ...]
    full: tuple[FullTable, ...]
    waiting: tuple[WaitingPerson, ...]
    tournaments: tuple[str, ...] = ()


class Member(NamedTuple):
    """A member: when their last mail came, if one did, the games that they play, and if they want no announcements."""

    name: str
    address: str
    heard: datetime | None
    games: tuple[int, ...]
    quiet: bool


@dataclass(frozen=True, slots=True)
class MembersPage(Answer):
    """A letter to a Gamesmaster: the members, the most silent first; `more` are left out."""

    subject: ClassVar[str] = "All members"
    now: datetime
    members: tuple[Member, ...]
    more: int = 0


@dataclass(frozen=True, slots=True)
class NewTablePage(Answer):
    """A letter to a Gamesmaster: what a start may say, as a label and the lines of a mail; the players are missing."""

    subject: ClassVar[str] = "A new table"
    starts: tuple[tuple[str, str], ...]
    others: tuple[str, ...]
    """The sheets that are not the usual one."""


@dataclass(frozen=True, slots=True)
class ScorePage(Answer):
    """The score of a game and its rounds so far; `until`: when a provisional result becomes final."""

    subject: ClassVar[str] = "The score, round {of.view.round}"
    view: TableView
    rounds: tuple[RoundOver | RoundScored, ...]
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class HistoryPage(Answer):
    """One round: `of` is its public view, `view` that of the game now; `attempts` counts its deals.

    `challenges` and, once it is scored, `scored` are sentences; `table`: its count, if that is one.
    """

    subject: ClassVar[str] = "The history, round {of.of.round}"
    view: TableView
    of: TableView
    attempts: int
    challenges: tuple[str, ...]
    scored: tuple[str, ...]
    table: Block | None = None


@dataclass(frozen=True, slots=True)
class HandPage(Answer):
    """The sender's own hand, the table, and what they must do."""

    subject: ClassVar[str] = "Your hand, round {of.view.round}"
    view: TableView
    deadline: datetime | None


@dataclass(frozen=True, slots=True)
class MemoryPage(Answer):
    """The answer to `memory`: the cards played in the running round; `view` is the public view."""

    subject: ClassVar[str] = "Your memory, round {of.view.round}"
    view: TableView


@dataclass(frozen=True, slots=True)
class TrickPage(Answer):
    """The answer to `last trick`; `view` is the reader's own."""

    subject: ClassVar[str] = "The last trick, round {of.view.round}"
    view: TableView


@dataclass(frozen=True, slots=True)
class PlansPage(Answer):
    """A player's plans and habits in one game: the plan that they just asked for, in full sentences, and all standing
    plans.

    `understood`: empty if they only asked to see them. `offer`: the card, bid or tile of a plan for the running
    turn, to which an answer `yes` agrees.
    """

    subject: ClassVar[str] = "Your plans, round {of.view.round}"
    view: TableView
    deadline: datetime | None
    understood: tuple[str, ...] = ()
    offer: Card | int | PlayTile | None = None

    @property
    def waits(self) -> bool:
        """A plan was made on the turn that is running, which is its owner's: it acts on later turns only."""
        return self.view.mine and any(one.turn == self.view.turn for one in self.view.plans)


@dataclass(frozen=True, slots=True)
class Done(Answer):
    """Requests carried out but not announced: `lines`, as the referee understood them, one sentence each."""

    subject: ClassVar[str] = "Done"
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Noted(Answer):
    """A line about a bid or card: what its player has `done`, and who is next; a `beginner` reads how to stop it."""

    buttons = (("No more of these", "receipts off"),)
    subject: ClassVar[str] = "Noted: {of.done}"
    done: str
    public: TableView
    deadline: datetime | None
    beginner: bool = True


@dataclass(frozen=True, slots=True)
class WaysOut(Answer):
    """The answer to `stop`: the games and lists of the reader, with the lines that end each."""

    shows_plans: ClassVar[bool] = False
    subject: ClassVar[str] = "How to stop"
    out: tuple[int, ...] = ()
    """The games that they left by this `stop`: somebody had put them there, and they had not acted."""
    games: tuple[tuple[int, str], ...] = ()
    """The games that they are still in, each with the name of their partner; the Gamesmasters have been told."""
    sheet: str | None = None
    """The sheet for which they are on a list: no longer, if the `stop` was about no game."""
    tables: tuple[int, ...] = ()
    """The numbers of full tables whose games have not begun."""
    teams: tuple[str, ...] = ()
    """The lines that take their teams out of tournaments."""
    watched: tuple[str, ...] = ()
    """The numbers of games and the names of tournaments that they watch."""
    quiet: bool = False
    """They get no announcements to all members from now on."""
    others: tuple[int, ...] = ()
    """The games that they play in, if the `stop` was about another game."""


@dataclass(frozen=True, slots=True)
class ConfirmPlease(Answer):
    """Asks for a `yes` to unproven requests.

    `lines` as written; `dead`: why the reply address that the mail bears proves nothing, the state of its token, empty
    if it bears none; `game`: the one that it names, which is all that tells two such letters apart.
    """

    buttons = (("Yes, it was me", "yes"),)
    shows_plans: ClassVar[bool] = False
    event: ClassVar[str] = "confirm"
    subject: ClassVar[str] = "Was this mail yours?"
    lines: tuple[str, ...]
    expires: datetime
    dead: str = ""
    doubtful: tuple[str, ...] = ()
    """More lines, from below what looks like a signature or an older mail."""
    game: TableView | None = None


@dataclass(frozen=True, slots=True)
class WelcomePlease(Answer):
    """A letter that asks a newcomer for a `yes` to unproven requests, with a welcome; `waiting`: sheets for which
    somebody waits, and how many do."""

    buttons = (("Yes, it was me", "yes"),)
    shows_plans: ClassVar[bool] = False
    event: ClassVar[str] = "confirm,welcome"
    subject: ClassVar[str] = "Welcome! Was this mail yours?"
    lines: tuple[str, ...]
    expires: datetime
    waiting: tuple[tuple[str, int], ...]
    doubtful: tuple[str, ...] = ()
    invitations: tuple[Invitation, ...] = ()


@dataclass(frozen=True, slots=True)
class Welcome(Answer):
    """A letter to a newcomer whose mail asks for nothing: how to join, and who waits; `line`: their first line, None if
    there is none to quote."""

    buttons = WELCOMED
    event: ClassVar[str] = "welcome"
    subject: ClassVar[str] = "Welcome"
    waiting: tuple[tuple[str, int], ...]
    line: str | None
    invitations: tuple[Invitation, ...] = ()

    @property
    def joins(self) -> str:
        """The line that signs them up."""
        return joining(self.line or "")


@dataclass(frozen=True, slots=True)
class DoubtPlease(Answer):
    """Asks for a `yes` to a proven sender's requests from below what looks like a signature or an older mail, or from
    beside a line that may turn them. `game`: the one that the mail names, as its sender sees it."""

    buttons = (("Yes, do it", "yes"),)
    shows_plans: ClassVar[bool] = False
    event: ClassVar[str] = "confirm"
    lines: tuple[str, ...]
    expires: datetime
    beside: str = ""
    game: TableView | None = None

    @property
    def subject(self) -> str:
        """The end of its subject."""
        return f"A question about your {'move' if self.game is not None and self.game.mine else 'mail'}"


@dataclass(frozen=True, slots=True)
class MovePlease(Answer):
    """Asks both addresses of a player who wants to change theirs for a `yes`. `leaves`: this goes to the old one.
    `wrote`: nobody asked; a mail from the new one bore a reply address of theirs."""

    buttons = (("Yes, do it", "yes"),)
    shows_plans: ClassVar[bool] = False
    event: ClassVar[str] = "confirm"
    subject: ClassVar[str] = "A new address"
    name: str
    old: str
    new: str
    leaves: bool
    expires: datetime
    wrote: bool = False


@dataclass(frozen=True, slots=True)
class OtherAddress(Answer):
    """Tells a writer that the reply address they used belongs to a letter to somebody else, or to another address of
    theirs; never whose. `known`: a player's address, so its owner is not asked if it is theirs, too."""

    shows_plans: ClassVar[bool] = False
    known: bool = False
    event: ClassVar[str] = "error"
    subject: ClassVar[str] = "Not your reply address"


@dataclass(frozen=True, slots=True)
class PairPlease(Answer):
    """Asks a player if somebody who named them is their partner: one for whom they wait by that name, or one who signed
    up for a `sheet`."""

    buttons = (("Yes, that is my partner", "yes"),)
    shows_plans: ClassVar[bool] = False
    event: ClassVar[str] = "confirm"
    subject: ClassVar[str] = "Is this your partner?"
    name: str
    address: str
    expires: datetime
    sheet: str = ""


@dataclass(frozen=True, slots=True)
class SaltKept(Answer):
    """A player's salt as it was stored, and for which round.

    It may be replaced until the moment that `closes` says (None: until the game starts).
    """

    event: ClassVar[str] = "salt"
    subject: ClassVar[str] = "Your salt for round {of.round}"
    game: int
    salt: str
    round: int
    closes: str | None


@dataclass(frozen=True, slots=True)
class RecordPage(Answer):
    """The public record of a game or a tournament, attached; `lines` without newlines."""

    subject: ClassVar[str] = "The record"
    game: int | None
    lines: tuple[str, ...]
    tournament: Tournament | None = None

    @property
    def head(self) -> str:
        """The head after the last line, 64 hex digits."""
        return heads(self.lines)[-1]
