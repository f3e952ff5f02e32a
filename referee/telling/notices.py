"""The base of all answers and notices; and letters that nobody asked for, as data: to Gamesmasters, players, watchers
and operators, about what they must know.

Worded like answers, in templates/answers/NAME.txt, NAME the class in kebab case; `event` is the value of Spades-Event.
Never holds another player's cards.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from referee.table.view import TableView
from referee.telling.formats import short_moment
from referee.telling.news import MatchEnd


class Answer:
    """Any letter except those about a moment of a game, which the news make."""

    __slots__ = ()
    buttons: ClassVar[tuple[tuple[str, str], ...]] = ()
    """The buttons that it always has: the label of each and the mail that it opens."""
    shows_plans: ClassVar[bool] = True
    """It shows the plans of its reader."""

    @property
    def event(self) -> str:
        """The value of Spades-Event."""
        return "reply"

    @property
    def subject(self) -> str:
        """The end of its subject, in which `{of.name}` stands for one of its facts."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class TableFull(Answer):
    """A letter to the Gamesmaster: four signed up; a reply `start` begins the game.

    `players`: name and address of each; `teams`: names by pairs, if chosen; `game`: the number that the game will have;
    `commits`: the commitments to its first round, by attempt; `seated`: the Gamesmaster is one of the four.
    """

    buttons = (("Start this game", "start"),)
    shows_plans: ClassVar[bool] = False
    event: ClassVar[str] = "table"
    subject: ClassVar[str] = "Four players have signed up"
    sheet: str
    players: tuple[tuple[str, str], ...]
    teams: tuple[tuple[str, str], ...]
    game: int
    commits: tuple[str, ...]
    seated: bool
    again: int | None = None
    """The number that the table had before a restore of the referee's database, after which all of this was made
    anew."""
    others: tuple[int, ...] = ()
    """The numbers of other full tables that still wait for their start."""


@dataclass(frozen=True, slots=True)
class TableSeated(Answer):
    """A letter to a player: their table is full. As TableFull, but without the addresses, which other players may not
    see."""

    event: ClassVar[str] = "table"
    subject: ClassVar[str] = "Your table is full"
    sheet: str
    names: tuple[str, ...]
    teams: tuple[tuple[str, str], ...]
    game: int
    commits: tuple[str, ...]
    again: int | None = None


@dataclass(frozen=True, slots=True)
class ListNews(Answer):
    """A letter to somebody on a waiting list: who joined or left it, and who waits now; both are sentences."""

    subject: ClassVar[str] = "Who waits for a game"
    what: str
    waiting: str


@dataclass(frozen=True, slots=True)
class StillWaiting(Answer):
    """A letter to somebody who has waited for a month for a table of a sheet: do they still?"""

    buttons = (("Yes, I still want a game", "yes"), ("No, take me off the list", "leave"))
    event: ClassVar[str] = "confirm"
    subject: ClassVar[str] = "Do you still want a game?"
    sheet: str


@dataclass(frozen=True, slots=True)
class Announcement(Answer):
    """A letter to a member: what a Gamesmaster has to say to all of them. `name`: the Gamesmaster's, if they have
    one."""

    subject: ClassVar[str] = "To all members"
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class MasterActed(Answer):
    """A letter to the other Gamesmasters: what one of them did, in the `lines` that they wrote."""

    subject: ClassVar[str] = "What another Gamesmaster did"
    name: str
    address: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Decided(Answer):
    """A letter to somebody who asked for nothing: what others did that concerns them."""

    subject: ClassVar[str] = "{of.gist}"
    gist: str
    sentence: str


@dataclass(frozen=True, slots=True)
class GameResult(Answer):
    """A letter to the Gamesmaster: the final score, with the public record attached; its `lines` without newlines.
    `match`: what the end means for the match of a tournament, if the game decides one."""

    shows_plans: ClassVar[bool] = False
    event: ClassVar[str] = "result"
    subject: ClassVar[str] = "The final score"
    view: TableView
    lines: tuple[str, ...]
    match: MatchEnd | None = None


@dataclass(frozen=True, slots=True)
class RematchPlease(Answer):
    """A letter to the three whom `asker` asks for another game like `game`, which is over, until `expires`.

    `teams`: the names of either; `sheet`: its name, with a star if the game had changed it.
    """

    buttons = (("Yes, one more", "yes"), ("No, thank you", "no"))
    event: ClassVar[str] = "rematch"
    subject: ClassVar[str] = "One more game?"
    game: int
    asker: str
    teams: tuple[str, str]
    sheet: str
    expires: datetime


@dataclass(frozen=True, slots=True)
class RematchOff(Answer):
    """A letter to the other players: `name` said no to the rematch of `game` that `asker` had asked for."""

    event: ClassVar[str] = "rematch"
    subject: ClassVar[str] = "No rematch"
    game: int
    asker: str
    name: str


@dataclass(frozen=True, slots=True)
class MeetPlease(Answer):
    """A letter to the three others: `mover` proposes to play together at a time."""

    buttons = (("Yes, I will be there", "yes"), ("Another time", "meet "))
    event: ClassVar[str] = "meet"
    game: int
    at: datetime
    mover: str
    zone: str | None = None
    """The reader's time zone."""

    @property
    def subject(self) -> str:
        """The end of its subject."""
        return f"Half an hour together on {short_moment(self.at, self.zone, dated=True)}?"


@dataclass(frozen=True, slots=True)
class MeetNews(Answer):
    """A letter to one who comes to play together at a time, on the news that `comes` tells. `others` come too, and who
    has not said so."""

    event: ClassVar[str] = "meet"
    subject: ClassVar[str] = "Half an hour together: {of.comes}"
    game: int
    at: datetime
    comes: str
    others: tuple[str, ...]
    silent: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class VoidPlease(Answer):
    """A letter to the opponents of `asker`, a Gamesmaster who plays in `game`: may they void everything since `turn`?

    `reason`: the asker's words; `charged`: who would pay for a misplay, if anybody.
    """

    buttons = (("Yes, take it back", "yes"), ("No, play on", "no"))
    event: ClassVar[str] = "confirm"
    subject: ClassVar[str] = "May this be taken back?"
    game: int
    asker: str
    turn: int
    reason: str
    charged: str


@dataclass(frozen=True, slots=True)
class ReplacePlease(Answer):
    """A letter to the opponents of `asker`, a Gamesmaster who plays in `game`: may `name` have the seat of `out`?"""

    buttons = (("Yes, replace them", "yes"), ("No, play on", "no"))
    event: ClassVar[str] = "confirm"
    subject: ClassVar[str] = "May {of.name} replace {of.out}?"
    game: int
    asker: str
    out: str
    name: str


@dataclass(frozen=True, slots=True)
class PlayerAsks(Answer):
    """A letter to the Gamesmaster: the words that a player has for them."""

    buttons = (("Answer", "answer "),)
    subject: ClassVar[str] = "A question from {of.name}"
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class MasterAnswers(Answer):
    """A letter to a player: the Gamesmaster's answer to their `question`. `name`: the Gamesmaster's, if they have
    one."""

    subject: ClassVar[str] = "The Gamesmaster's answer"
    name: str
    text: str
    question: str


@dataclass(frozen=True, slots=True)
class Silence(Answer):
    """A letter to the Gamesmaster: the player at `seat` let the clock run out three times in a row. `team`: theirs, if
    it is the game of a match; empty if it is none."""

    shows_plans: ClassVar[bool] = False
    view: TableView
    seat: int
    team: str = ""

    @property
    def subject(self) -> str:
        """The end of its subject."""
        return f"{self.view.name(self.seat)} has fallen silent"


@dataclass(frozen=True, slots=True)
class WantsOut(Answer):
    """A letter to the Gamesmaster: the player at `seat` wants to stop, and `said` so in these words. `team` as in
    Silence; `out`: they had not acted yet, so the seat is empty now."""

    shows_plans: ClassVar[bool] = False
    view: TableView
    seat: int
    said: str
    team: str = ""
    out: bool = False

    @property
    def subject(self) -> str:
        """The end of its subject."""
        return f"{self.view.name(self.seat)} wants to stop"


@dataclass(frozen=True, slots=True)
class Undeliverable(Answer):
    """A letter to the Gamesmaster: the referee gave up on a letter to a player. `why`: in the mail server's words.

    `deadline`: until when they have to act; None if it is not their turn, or the clock is stopped.
    """

    shows_plans: ClassVar[bool] = False
    game: int | None
    name: str
    address: str
    why: str
    tries: int
    deadline: datetime | None = None

    @property
    def subject(self) -> str:
        """The end of its subject."""
        return f"A letter {f'to {self.name} ' if self.name else ''}did not arrive"


@dataclass(frozen=True, slots=True)
class NoLongerWatching(Answer):
    """A letter to a watcher: `letters` letters about the game did not reach `address`, so no more are sent.

    `why`: the fate of the last letter.
    """

    shows_plans: ClassVar[bool] = False
    subject: ClassVar[str] = "A game is no longer sent to you"
    game: int
    letters: int
    address: str
    why: str


@dataclass(frozen=True, slots=True)
class Alarm(Answer):
    """A letter to the Gamesmasters as operators: something needs a person; the sentences say what to do."""

    shows_plans: ClassVar[bool] = False
    subject: ClassVar[str] = "The referee needs a person"
    sentences: tuple[str, ...]
