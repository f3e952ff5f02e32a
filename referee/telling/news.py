"""The news, as everyone may know it: the material of announcements. Holds nothing hidden.

An event that hides nothing is its own news (`Plain`); any other becomes one of these.
"""

from dataclasses import dataclass
from datetime import date, datetime

from referee.spades.cards import Card
from referee.spades.events import Four, Outcome, Pair, Plain
from referee.spades.game import Bids, Trick
from referee.spades.law.scoring import Tally


@dataclass(frozen=True, slots=True)
class Fixture:
    """The match of a tournament that a game decides: the tournament's number and name, the match, its two teams."""

    tournament: int
    name: str
    match: int
    teams: tuple[str, str]
    forfeit_after: int | None = None
    """The number of acts in a row by the clock, for one player, that lose their team the match."""
    limit_at: datetime | None = None
    """The moment when the match is hurried, if its tournament has a match limit."""


@dataclass(frozen=True, slots=True)
class GameStarted:
    """Seats are drawn; `drawn_from` is 24 or 8, the number of equally likely orders.

    `on_list`: players talk on a list of their own, and the referee passes nothing on. `fixture`: the match that the
    game decides, if it is one of a tournament, which draws the seats itself. `gamesmaster`: their name, if they have
    one; `listed`: they named the players, who may not have asked for it.
    """

    drawn_from: int
    on_list: bool = False
    fixture: Fixture | None = None
    gamesmaster: str = ""
    listed: bool = False


@dataclass(frozen=True, slots=True)
class RoundDealt:
    """Round `round` was dealt, for the `attempt`-th time; `eldest` bids first; `extra`: it decides at any score."""

    round: int
    eldest: int
    attempt: int
    extra: bool


@dataclass(frozen=True, slots=True)
class Stake:
    """The cost of one more silence of a player: their `team` loses this match of a tournament. The clock has acted for
    them so many `times` in a row."""

    times: int
    team: str
    match: int
    tournament: str


@dataclass(frozen=True, slots=True)
class ClockRanOut:
    """`seat` did not act in time; the clock makes the next act. `stake`: the cost of the next time, if their team would
    lose the match."""

    seat: int
    stake: Stake | None = None


@dataclass(frozen=True, slots=True)
class Bid:
    """`seat` bid, or `changed` their bid; 0 is nil, `blind` if before they saw their hand.

    `changes`: how often it may still be changed.
    """

    seat: int
    bid: int
    blind: bool = False
    changed: bool = False
    changes: int = 0


@dataclass(frozen=True, slots=True)
class Misdeal:
    """`seat` called deal `attempt` of the round a misdeal."""

    seat: int
    attempt: int


@dataclass(frozen=True, slots=True)
class Play:
    """`seat` played `card`; in the last trick, where nobody has a choice, the referee did so `by_rule`."""

    seat: int
    card: Card
    by_rule: bool = False


@dataclass(frozen=True, slots=True)
class TrickWon:
    """Trick `number` of the round went to `seat`."""

    seat: int
    number: int
    trick: Trick


@dataclass(frozen=True, slots=True)
class Claim:
    """`seat` showed with the `cards` that they still held that all tricks left are theirs."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class RoundOver:
    """A round was scored, or scored `anew` after a challenge.

    Bids, `blind` zeros and books by seat, `tallies` by team; points and, after the round, score, bags and rounds set,
    by team. `off`: the books that misplays took off the teams' counts, where it was scored without them; `closed`: the
    teams that can no longer challenge it.
    """

    round: int
    bids: Bids
    books: Four
    tallies: tuple[Tally, Tally]
    points: Pair
    score: Pair
    bags: Pair
    sets: Pair = (0, 0)
    blind: frozenset[int] = frozenset()
    off: Pair = (0, 0)
    anew: bool = False
    closed: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Challenge:
    """`seat` challenged what `accused` played in book `book` of `round`; the team that was wrong pays `books`.

    `lost`: the books that it really lost, if the round was scored anew at once; losing books never helps.
    """

    seat: int
    accused: int
    round: int
    book: int
    proven: bool
    books: int
    points: int
    lost: int | None = None


@dataclass(frozen=True, slots=True)
class Misplay:
    """`seat` named `card` against the rules: the play is void, the team gets `points`, and this is its misplay count
    now."""

    seat: int
    card: Card
    fault: str
    points: int
    in_hand: int
    in_game: int


@dataclass(frozen=True, slots=True)
class Void:
    """The Gamesmaster voided all acts since position `to`; `charge` is the seat that pays `points`, if any.

    `thrown_in`: the attempt at the round that is thrown in, because its hands were public by then; 0 if none is.
    """

    to: int
    reason: str
    charge: int | None
    points: int
    thrown_in: int = 0


@dataclass(frozen=True, slots=True)
class Commitments:
    """The referee has fixed the deals of `round`, attempts `first` and on: the commitments, 64 hex digits each."""

    round: int
    first: int
    commits: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GivenBack:
    """The clock is stopped, since `seat` was given back."""

    seat: int


@dataclass(frozen=True, slots=True)
class Awaiting:
    """The clock is stopped until all have said that they play."""


@dataclass(frozen=True, slots=True)
class Restored:
    """An older state was restored: the events of the game after `since` (a moment, in words) are lost, and its clock is
    stopped.

    `thrown_in`: the running deal is lost too; otherwise the round was over.
    """

    since: str
    thrown_in: bool


@dataclass(frozen=True, slots=True)
class LateNotice:
    """The letter about the turn of `seat` was late, so it got `seconds` more; None: so did the time to challenge."""

    seat: int | None
    seconds: int


@dataclass(frozen=True, slots=True)
class Away:
    """`seat` is away from `first` to `last`, both days included; the limit of a turn that begins then runs from the
    end."""

    seat: int
    first: date
    last: date


@dataclass(frozen=True, slots=True)
class Back:
    """`seat` is back before the last day that they had named; `before`: even before the first."""

    seat: int
    before: bool = False


@dataclass(frozen=True, slots=True)
class TeamPlace:
    """The place that a substitute takes in a team of a tournament: with whom, against whom, in which match, and why."""

    tournament: str
    team: str
    partner: str
    match: int
    other: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Replacement:
    """`name` has taken the seat of `old`; `place`: in their team too, if the game decides a match of a tournament;
    `missing`: the others for whom the clock stands still."""

    seat: int
    name: str
    old: str
    place: TeamPlace | None = None
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Said:
    """`seat` says `text` to all, one quoted paragraph of plain text."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Provisional(Outcome):
    """`team` has won by `by` (score, sets, hands), unless the last round is challenged in time."""

    team: int | None
    by: str
    score: Pair


@dataclass(frozen=True, slots=True)
class Settled:
    """The reason why a tournament ends the game of a match: in a few words, and in sentences, with who goes on."""

    short: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MatchEnd:
    """The meaning of a game's end for the match of a tournament that it decides.

    `teams`: by their names, that of seats 1 and 3 first; `settled`: what has settled the match and ended the game; None
    if the game ended by itself. `counts`: when its result counts, and who goes on then. `rule`: the line with which the
    Gamesmaster settles it otherwise, as it is typed; empty if they need none.
    """

    tournament: str
    match: int
    teams: tuple[str, str]
    settled: Settled | None = None
    counts: tuple[str, ...] = ()
    rule: str = ""


@dataclass(frozen=True, slots=True)
class GameOver(Outcome):
    """The game ended: `team` won by `by` (score, sets, hands, concession, forfeit) or nobody did (abort). `match`: what
    the end means for the match of a tournament, if the game decides one."""

    team: int | None
    by: str
    score: Pair
    match: MatchEnd | None = None


News = (
    Plain
    | GameStarted
    | RoundDealt
    | ClockRanOut
    | Bid
    | Misdeal
    | Play
    | TrickWon
    | Claim
    | RoundOver
    | Challenge
    | Misplay
    | Void
    | Commitments
    | GivenBack
    | Awaiting
    | Restored
    | LateNotice
    | Away
    | Back
    | Replacement
    | Said
    | Provisional
    | GameOver
)
