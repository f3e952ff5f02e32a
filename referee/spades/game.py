"""The state of one game of spades at one position, and whose turn it is. Checks nothing, refuses nothing, changes
nothing."""

from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from referee.spades import events as ev
from referee.spades.cards import Card
from referee.spades.rulesheet import TRICKS, RuleSheet, ending_after
from referee.table.game import NO_HANDS, Table
from referee.table.seats import NOBODY, SEATS, Four, Pair, after, in_turn, team_of


class Played(NamedTuple):
    """A card on the table and the seat that played it."""

    seat: int
    card: Card


Trick = tuple[Played, ...]
Bids = tuple[int | None, int | None, int | None, int | None]
Hands = tuple[frozenset[Card], frozenset[Card], frozenset[Card], frozenset[Card]]
NO_BIDS: Bids = (None, None, None, None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Table):
    """One game of spades at one position. Tuples of four go by seat, tuples of two by team."""

    sheet: RuleSheet
    hands: Hands = NO_HANDS
    eldest: int = 1
    bids: Bids = NO_BIDS
    """The bids by seat. If a team makes one bid, it stands at the seat whose clock runs, whichever of the two made
    it."""
    blind: frozenset[int] = frozenset()
    """The seats whose bid of 0 was made before they saw their hand."""
    seen: frozenset[int] = frozenset()
    """The seats that may see their hand: on a sheet without blind bids all of them, from the deal on."""
    leader: int | None = None
    """The seat that leads to, or led to, the trick on the table; None while bidding."""
    trick: Trick = ()
    tricks: tuple[Trick, ...] = ()
    books: Four = NOBODY
    """Tricks taken, by seat; once the round is `settled`, all thirteen."""
    settled: ev.Claimed | None = None
    """The claim that ended the round before its last card, if one did; the cards not played stay in `hands`."""
    bags: Pair = (0, 0)
    sets: Pair = (0, 0)
    """Rounds set, over the game."""
    extra: int = 0
    """The round that decides at any score; 0 without one."""
    off: Pair = (0, 0)
    """Books that misplays take off each team's count of this round."""
    challenges: tuple[ev.Challenged, ...] = ()
    misplays_hand: Pair = (0, 0)
    misplays_game: Pair = (0, 0)
    changes: Four = NOBODY
    """The number of changes of the standing bid at each seat. A void that takes back bids takes back their changes,
    too."""
    have_bid: frozenset[int] = frozenset()
    """The teams that have bid in this round, even if that was voided or thrown in: they can no longer challenge the
    previous round."""
    before: "Game | None" = None
    last: "Game | None" = None
    """The previous round, while a team may still challenge its plays."""

    def hand(self, seat: int) -> frozenset[Card]:
        """Return the cards that `seat` holds."""
        return self.hands[seat - 1]

    @property
    def due(self) -> tuple[int, str] | None:
        """The seat on turn, and `bid` or `play`, which is due; None once the game or round is over."""
        over = self.result is not None or self.provisional is not None or self.settled is not None
        if over or not any(self.hands):
            return None
        if self.leader is None:
            return next(seat for seat in speakers(self) if self.bids[seat - 1] is None), "bid"
        return after(self.leader, len(self.trick)), "play"

    @property
    def called(self) -> tuple[int, ...]:
        """The seats that are asked to act: the one on turn, and its partner if either may bid for the team."""
        if self.due is None:
            return ()
        seat, what = self.due
        both = what == "bid" and self.sheet.bids_by_team
        return tuple(one for one in SEATS if team_of(one) == team_of(seat)) if both else (seat,)

    def bid(self, seat: int) -> int | None:
        """Return the bid of `seat`, None before it is made."""
        return self.bids[seat - 1]

    def plays(self) -> Trick:
        """Return all standing plays of this round, in order."""
        return tuple(chain.from_iterable((*self.tricks, self.trick)))

    @property
    def left(self) -> int:
        """The number of tricks of this round that nobody has taken, the one on the table among them."""
        return TRICKS - sum(self.books)

    @property
    def law(self) -> RuleSheet:
        """The sheet as it applies now: the match limit makes a round the last, and one more round breaks a tie."""
        return ending_after(self.sheet, self.last_round) if self.last_round else self.sheet


def speakers(game: Game) -> tuple[int, ...]:
    """Return the seats that the clock is on for their bids, in order: all four, or one of each team."""
    return in_turn(game.eldest, game.sheet.bid_turns)


def speaker(game: Game, seat: int) -> int:
    """Return the seat at which a bid of `seat` stands: its own, or that of the partner who bids for the team."""
    order = speakers(game)
    return seat if seat in order else next(one for one in order if team_of(one) == team_of(seat))
