"""What pages of a game are made from: frozen values, read from the public record alone (reading.py). None has room for
what is not public: a hand stands here only once the record itself has shown it.

Tuples of four go by seat, tuples of two by team.
"""

from dataclasses import dataclass
from typing import NamedTuple

from referee.spades.cards import Card
from referee.spades.rulesheet import TRICKS, RuleSheet, after, team_of

Pair = tuple[int, int]
Four = tuple[int, int, int, int]
Names = tuple[str, str, str, str]
Hand = tuple[Card, ...]
Hands = tuple[Hand, Hand, Hand, Hand]


class Bid(NamedTuple):
    """A bid that stands: where it stands, what it says, and whose act it was: `player`, `plan` or `clock`."""

    turn: int
    seat: int
    bid: int
    blind: bool
    by: str


class Play(NamedTuple):
    """A card that stands on the table; `by` is `player`, `plan`, `clock`, or `rule` for the last card of a hand."""

    turn: int
    seat: int
    card: Card
    by: str


class Trick(NamedTuple):
    """The cards of a trick, in order; `winner` is the seat that took it, None while cards are missing."""

    number: int
    plays: tuple[Play, ...]
    winner: int | None

    @property
    def led(self) -> str:
        """The suit that was led: a letter of `SHDC`."""
        return self.plays[0].card.suit


class Note(NamedTuple):
    """What else happened in a round: `kind` is that of the record's line (`misplay`, `void`, `challenge`, `claim`,
    `yield`, `concession`, `withdrawal`, `replace`, `restore`, `last`, `misdeal`), `text` one sentence about it.

    `plays` is how many cards stood on the table by then.
    """

    kind: str
    plays: int
    text: str


class Tally(NamedTuple):
    """What one team made of a round. `nils` are its seats that bid nil, `broken` those of them that took a book."""

    made: bool
    over: int
    penalty: int
    """Points that bags cost, 0 or below."""
    points: int
    """All that the round brought, without what misplays cost."""
    nils: tuple[int, ...] = ()
    broken: tuple[int, ...] = ()
    off: int = 0
    """How many of its books do not count, since misplays took them off."""


class Void(NamedTuple):
    """`seat` first played another suit when `suit` was led, in trick `trick`: what everyone saw, and no proof where a
    renege stands."""

    seat: int
    suit: str
    trick: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """One round as it stands: what was voided is in `notes` alone."""

    number: int
    attempt: int
    """Which deal of it was played; more than 1 if the ones before were thrown in."""
    eldest: int
    names: Names
    """Who sat there, at its end so far."""
    bids: tuple[Bid, ...]
    """Those that stand, in the order in which they were made; with one bid for a team, one of each team."""
    tricks: tuple[Trick, ...]
    """With cards on the table, the last is not complete."""
    notes: tuple[Note, ...]
    settled: str | None
    """`claim` or `yield` if that ended it before its last card."""
    taken: Four | None
    """The books of all thirteen tricks once it is scored; None before."""
    score: Pair
    """The score after it, or before it while it is not scored."""
    bags: Pair | None
    """The same for sandbags; None on a sheet that does not count them."""
    tallies: tuple[Tally, Tally] | None
    """By team, once it is scored."""
    dealt: Hands | None
    """Who was dealt what, each hand in its order; None until the record has shown it, and while a renege in it may
    still be challenged."""

    @property
    def scored(self) -> bool:
        """Whether it is over, and counted."""
        return self.taken is not None

    @property
    def plays(self) -> tuple[Play, ...]:
        """All cards that stand, in order."""
        return tuple(play for trick in self.tricks for play in trick.plays)

    @property
    def table(self) -> tuple[Play, ...]:
        """The trick that is being played; empty between two."""
        return self.tricks[-1].plays if self.tricks and self.tricks[-1].winner is None else ()

    @property
    def last_trick(self) -> Trick | None:
        """The last trick that is complete."""
        return next((trick for trick in reversed(self.tricks) if trick.winner is not None), None)

    @property
    def leader(self) -> int | None:
        """Who led first; None before anyone did."""
        return self.tricks[0].plays[0].seat if self.tricks else None

    def bid_of(self, seat: int) -> Bid | None:
        """The bid that stands at a seat."""
        return next((bid for bid in self.bids if bid.seat == seat), None)

    def books(self, tricks: int = TRICKS) -> Four:
        """Who took how many of the first so many tricks. A claim's or a yield's are in `taken` alone."""
        taken = [0, 0, 0, 0]
        for trick in self.tricks[:tricks]:
            if trick.winner is not None:
                taken[trick.winner - 1] += 1
        return (taken[0], taken[1], taken[2], taken[3])

    def hands(self, plays: int) -> Hands | None:
        """Who held what once so many cards were played, 0 to 52; None while that is not public."""
        if self.dealt is None:
            return None
        gone = {play.card for play in self.plays[:plays]}
        one, two, three, four = (tuple(card for card in hand if card not in gone) for hand in self.dealt)
        return (one, two, three, four)

    def holds(self, plays: int) -> Four:
        """How many cards each seat held once so many were played."""
        gone = [0, 0, 0, 0]
        for play in self.plays[:plays]:
            gone[play.seat - 1] += 1
        return (TRICKS - gone[0], TRICKS - gone[1], TRICKS - gone[2], TRICKS - gone[3])

    def voids(self, plays: int) -> tuple[Void, ...]:
        """Who had failed to follow which suit once so many cards were played, in the order in which it was seen."""
        found: dict[tuple[int, str], Void] = {}
        shown = 0
        for trick in self.tricks:
            for play in trick.plays:
                shown += 1
                if shown > plays:
                    return tuple(found.values())
                if play.card.suit != trick.led:
                    found.setdefault((play.seat, trick.led), Void(play.seat, trick.led, trick.number))
        return tuple(found.values())


class End(NamedTuple):
    """How a game ended: `team` is None if nobody won; `by` is `score`, `sets`, `hands`, `concession`, `forfeit` or
    `abort`."""

    team: int | None
    by: str
    score: Pair


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """A whole record, read."""

    game: int
    sheet: RuleSheet
    names: Names
    """Who sits there now."""
    limit: int
    """Seconds for each act, as the game began."""
    rounds: tuple[Round, ...]
    """In order; the last may be running."""
    last_round: int
    """The round in which the match reached its time limit; 0 if it did not."""
    end: End | None
    lines: tuple[str, ...]
    """The record itself, without line ends."""
    head: str
    """Its head, 64 hex digits."""

    @property
    def current(self) -> Round:
        """The running round, or the last one."""
        return self.rounds[-1]

    @property
    def score(self) -> Pair:
        """The score as it stands."""
        return self.rounds[-1].score if self.end is None else self.end.score

    @property
    def scored(self) -> tuple[Round, ...]:
        """The rounds that are over, and counted."""
        return tuple(one for one in self.rounds if one.scored)

    def name(self, seat: int) -> str:
        """Who sits there now."""
        return self.names[seat - 1]

    def team_names(self, team: int) -> str:
        """`Ann + Carol`."""
        return f"{self.names[team - 1]} + {self.names[team + 1]}"

    @property
    def bidders(self) -> tuple[int, ...]:
        """The seats at which bids stand in the last round, in bidding order."""
        return tuple(after(self.current.eldest, step) for step in self.sheet.bid_turns)


def teams_of(by_seat: Four) -> Pair:
    """Numbers by seat added up by team."""
    one = sum(number for seat, number in enumerate(by_seat, 1) if team_of(seat) == 1)
    return (one, sum(by_seat) - one)
