"""The values that pages of a game are made from: frozen, read from the public record alone (reading.py). No value has
room for a secret: a hand stands here only once the record itself has shown it.

Tuples of four go by seat, tuples of two by team.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

from referee.spades.cards import Card
from referee.table.seats import team_of

Pair = tuple[int, int]
Four = tuple[int, int, int, int]
Names = tuple[str, str, str, str]
Hand = tuple[Card, ...]
Hands = tuple[Hand, Hand, Hand, Hand]


class Named:
    """Something that has a name at each seat."""

    names: Names

    def name(self, seat: int) -> str:
        """Return the name at a seat."""
        return self.names[seat - 1]

    def team_names(self, team: int) -> str:
        """Return both names of a team: `Ann + Carol`."""
        return f"{self.names[team - 1]} + {self.names[team + 1]}"


class Bid(NamedTuple):
    """A standing bid: its position and seat, its value, who made it: `player`, `plan` or `clock`, and the name at the
    seat by then."""

    turn: int
    seat: int
    bid: int
    blind: bool
    by: str
    name: str


class Play(NamedTuple):
    """A card that stands on the table; `by` is `player`, `plan`, `clock`, or `rule` for the last card of a hand, `name`
    the name at the seat by then."""

    turn: int
    seat: int
    card: Card
    by: str
    name: str


class Trick(NamedTuple):
    """The cards of a trick, in order; `winner` is the seat that took it, None while cards are missing."""

    number: int
    plays: tuple[Play, ...]
    winner: int | None


class Note(NamedTuple):
    """Another event of a round. `kind` is the kind of the record's line (`misplay`, `void`, `challenge`, `claim`,
    `concession`, `withdrawal`, `replace`, `restore`, `last`, `misdeal`), `text` one sentence about it."""

    kind: str
    text: str


class Tally(NamedTuple):
    """One team's result of a round. `nils` are its seats that bid nil, `broken` the seats among these that took a
    book."""

    made: bool
    over: int
    penalty: int
    """Points that bags cost, 0 or below."""
    points: int
    """The points that the round brought, without the cost of misplays."""
    nils: tuple[int, ...] = ()
    broken: tuple[int, ...] = ()
    off: int = 0
    """The number of its books that do not count, since misplays took them off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """One round after voids and rulings: only `notes` tells of voided acts."""

    number: int
    attempt: int
    """The number of the deal that was played; more than 1 if earlier deals were thrown in."""
    eldest: int
    names: Names
    """The names at the seats, at the round's end so far."""
    bids: tuple[Bid, ...]
    """The bids that stand, in the order in which they were made; with one bid for a team, one of each team."""
    tricks: tuple[Trick, ...]
    """The tricks; with cards on the table, the last is not complete."""
    notes: tuple[Note, ...]
    claimed: bool
    """A claim ended the round before its last card."""
    taken: Four | None
    """The books of all thirteen tricks once it is scored; None before."""
    score: Pair
    """The score after it, or before it while it is not scored."""
    bags: Pair | None
    """The sandbags after the round, or before it while it is not scored; None on a sheet that does not count them."""
    tallies: tuple[Tally, Tally] | None
    """The tallies by team, once the round is scored."""
    dealt: Hands | None
    """The hands that were dealt, each in its order. None until the record has shown them, and while a renege in the
    round may still be challenged."""

    @property
    def scored(self) -> bool:
        """The round is over, and counted."""
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

    def bid_of(self, seat: int) -> Bid | None:
        """Return the bid that stands at a seat."""
        return next((bid for bid in self.bids if bid.seat == seat), None)

    def books(self) -> Four:
        """Count the books of each seat in its tricks. Only `taken` counts the books of a claim."""
        taken = [0, 0, 0, 0]
        for trick in self.tricks:
            if trick.winner is not None:
                taken[trick.winner - 1] += 1
        return (taken[0], taken[1], taken[2], taken[3])


class End(NamedTuple):
    """The end of a game: `team` is None if nobody won; `by` is `score`, `sets`, `hands`, `concession`, `forfeit` or
    `abort`. `ruled`: a forfeit that no misplay brought about."""

    team: int | None
    by: str
    score: Pair
    ruled: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Story(Named):
    """A whole record, read."""

    game: int
    sheet: Any
    """A sheet of spades or of dominoes; the rounds are of the same game."""
    names: Names
    """The names at the seats now."""
    limit: int
    """Seconds for each act, as the game began."""
    rounds: tuple[Any, ...]
    """The rounds in order, each a Round or a TileRound (tiles.py); the last may be running."""
    last_round: int
    """The round in which the match reached its time limit; 0 if it did not."""
    end: End | None
    lines: tuple[str, ...]
    """The record itself, without line ends."""
    head: str
    """The head of the record, 64 hex digits."""

    @property
    def current(self) -> Any:
        """The running round, or the last one."""
        return self.rounds[-1]

    @property
    def scored(self) -> tuple[Any, ...]:
        """The rounds that are over, and counted."""
        return tuple(one for one in self.rounds if one.scored)


def teams_of(by_seat: Four) -> Pair:
    """Add up numbers by seat for each team."""
    one = sum(number for seat, number in enumerate(by_seat, 1) if team_of(seat) == 1)
    return (one, sum(by_seat) - one)
