"""The values that pages of a game are made from: frozen, read from the public record alone (reading.py). No value has
room for a secret: a hand stands here only once the record itself has shown it.

Tuples of four go by seat, tuples of two by team.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

from referee.spades.cards import Card
from referee.spades.rulesheet import TRICKS
from referee.table.seats import after, team_of

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

    @property
    def led(self) -> str:
        """The suit that was led: a letter of `SHDC`."""
        return self.plays[0].card.suit


class Note(NamedTuple):
    """Another event of a round. `kind` is the kind of the record's line (`misplay`, `void`, `challenge`, `claim`,
    `concession`, `withdrawal`, `replace`, `restore`, `last`, `misdeal`), `text` one sentence about it.

    `plays` is how many cards stood on the table by then.
    """

    kind: str
    plays: int
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


class VoidSuit(NamedTuple):
    """`seat` first played another suit when `suit` was led, in trick `trick`. Everyone saw that; on a sheet where a
    renege stands it proves no void."""

    seat: int
    suit: str
    trick: int


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

    @property
    def leader(self) -> int | None:
        """The seat that led first; None before the first lead."""
        return self.tricks[0].plays[0].seat if self.tricks else None

    def bid_of(self, seat: int) -> Bid | None:
        """Return the bid that stands at a seat."""
        return next((bid for bid in self.bids if bid.seat == seat), None)

    def books(self, tricks: int = TRICKS) -> Four:
        """Count the books of each seat in the first so many tricks. Only `taken` counts the books of a claim."""
        taken = [0, 0, 0, 0]
        for trick in self.tricks[:tricks]:
            if trick.winner is not None:
                taken[trick.winner - 1] += 1
        return (taken[0], taken[1], taken[2], taken[3])

    def hands(self, plays: int) -> Hands | None:
        """Return the hands once so many cards were played, 0 to 52; None while they are not public."""
        if self.dealt is None:
            return None
        gone = {play.card for play in self.plays[:plays]}
        one, two, three, four = (tuple(card for card in hand if card not in gone) for hand in self.dealt)
        return (one, two, three, four)

    def holds(self, plays: int) -> Four:
        """Count the cards that each seat held once so many were played."""
        gone = [0, 0, 0, 0]
        for play in self.plays[:plays]:
            gone[play.seat - 1] += 1
        return (TRICKS - gone[0], TRICKS - gone[1], TRICKS - gone[2], TRICKS - gone[3])

    def voids(self, plays: int) -> tuple[VoidSuit, ...]:
        """List who had failed to follow which suit once so many cards were played, in the order of play."""
        found: dict[tuple[int, str], VoidSuit] = {}
        shown = 0
        for trick in self.tricks:
            for play in trick.plays:
                shown += 1
                if shown > plays:
                    return tuple(found.values())
                if play.card.suit != trick.led:
                    found.setdefault((play.seat, trick.led), VoidSuit(play.seat, trick.led, trick.number))
        return tuple(found.values())


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

    @property
    def bidders(self) -> tuple[int, ...]:
        """The seats at which bids stand in the last round, in bidding order."""
        return tuple(after(self.current.eldest, step) for step in self.sheet.bid_turns)


def teams_of(by_seat: Four) -> Pair:
    """Add up numbers by seat for each team."""
    one = sum(number for seat, number in enumerate(by_seat, 1) if team_of(seat) == 1)
    return (one, sum(by_seat) - one)
