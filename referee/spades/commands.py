"""The commands that a player, the clock or a Gamesmaster may give in a game. Never says whether they may:
law/decide.py rules on them."""

from dataclasses import dataclass

from referee.spades.cards import Card
from referee.spades.plans import Plan, When


@dataclass(frozen=True, slots=True)
class MakeBid:
    """Bid `value` tricks; 0 is nil (109, clause 2); `blind`: before the hand is seen."""

    value: int
    blind: bool = False
    planned: bool = False
    """A plan of the player made this bid."""


@dataclass(frozen=True, slots=True)
class PlayCard:
    """Play `card` to the trick (109, clause 3)."""

    card: Card
    planned: bool = False
    """A plan of the player chose this card."""


@dataclass(frozen=True, slots=True)
class Show:
    """Show me my hand: on a sheet with blind bids it is held back until then."""


@dataclass(frozen=True, slots=True)
class Misdeal:
    """Call the deal a misdeal, for the hand that the sheet names."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """Claim that seat `accused` could have followed suit in book `book` of `round` and did not.

    `round` None: the open round. `late`: the challenger's team can no longer challenge the round before.
    """

    book: int
    accused: int
    round: int | None = None
    late: bool = False


@dataclass(frozen=True, slots=True)
class Claim:
    """All tricks that are left are mine alone, whatever the others hold."""


@dataclass(frozen=True, slots=True)
class LastCard:
    """The only card that is left to the seat on turn at position `turn`, in the last trick."""

    turn: int


@dataclass(frozen=True, slots=True)
class Concede:
    """Post a concession (109, clause 5). It stands until withdrawn."""


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Withdraw a concession."""


@dataclass(frozen=True, slots=True)
class Salt:
    """Mix `phrase` into the deal of the next round (spades-deal-v1, point 2)."""

    phrase: str


@dataclass(frozen=True, slots=True)
class MakePlan:
    """Let `plan` bid or play for me; it replaces my plan for the same turns."""

    plan: Plan


@dataclass(frozen=True, slots=True)
class DropPlans:
    """Drop my plan for the turns `when`, or (None) all of them."""

    when: When | None = None


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The limit for position `turn` ran out (109, clause 7), or the time for challenging a result."""

    turn: int


@dataclass(frozen=True, slots=True)
class RuleVoid:
    """The Gamesmaster's ruling: everything since position `to` is void; the seat `charge` pays for a misplay."""

    to: int
    reason: str
    charge: int | None = None


@dataclass(frozen=True, slots=True)
class Forfeit:
    """The Gamesmaster's ruling that team `team` (1 or 2) forfeits."""

    team: int


@dataclass(frozen=True, slots=True)
class Abort:
    """The Gamesmaster ends the game without a winner."""


@dataclass(frozen=True, slots=True)
class Pause:
    """The clock stops; moves are still accepted. `protest`: the seat whose protest stops it; `words`: the words of the
    protest."""

    protest: int | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class Resume:
    """The clock runs again."""


@dataclass(frozen=True, slots=True)
class Restore:
    """The state was restored to that of the moment `since`; players may know positions up to `turn`."""

    turn: int
    since: str


@dataclass(frozen=True, slots=True)
class Extend:
    """The running turn gets `seconds` more."""

    seconds: int


@dataclass(frozen=True, slots=True)
class Limit:
    """Every turn has `seconds` from now on."""

    seconds: int


@dataclass(frozen=True, slots=True)
class LastRound:
    """The match has reached its time limit: the running round is the last, and the higher score wins after it; every
    turn has at most `seconds` until then."""

    seconds: int


@dataclass(frozen=True, slots=True)
class Hurry:
    """Every turn has at most `seconds` from now on, without leave or weekends; 0: the clock acts at once."""

    seconds: int


@dataclass(frozen=True, slots=True)
class Replace:
    """Player `name` takes over `seat` with its hand and counts."""

    seat: int
    name: str


Move = MakeBid | PlayCard
Planning = MakePlan | DropPlans
OfSeat = MakeBid | PlayCard | Claim | Planning | Show | Misdeal | Challenge | Salt | Concede | Withdraw
Command = (
    MakeBid
    | PlayCard
    | Claim
    | LastCard
    | Show
    | Misdeal
    | Challenge
    | Salt
    | Concede
    | Withdraw
    | Planning
    | TimeUp
    | RuleVoid
    | Forfeit
    | Abort
    | Pause
    | Resume
    | Restore
    | Extend
    | Limit
    | LastRound
    | Hurry
    | Replace
)
