"""The state of one game at one position, and whose turn it is. Checks nothing, refuses nothing, changes nothing.

Every act opens a new position with a number of its own (`turn`). Each position keeps the previous one in its round: a
void can go back to it, and a late mail is judged by the position that it answers.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import NamedTuple

from referee.records.lines import NO_HEAD
from referee.spades import events as ev
from referee.spades.cards import Card
from referee.spades.fairness import NO_SALTS, Deck
from referee.spades.plans import StandingPlan
from referee.spades.rulesheet import TRICKS, RuleSheet, ending_after
from referee.table.seats import NOBODY, SEATS, Four, Names, Pair, after, in_turn, team_of
from referee.table.terms import Terms


class Played(NamedTuple):
    """A card on the table and the seat that played it."""

    seat: int
    card: Card


class Result(NamedTuple):
    """The end of the game; `team` is None if nobody won."""

    team: int | None
    by: str


class ByPlan(NamedTuple):
    """A bid or a card that a plan of its player made at position `turn`."""

    turn: int
    what: int | Card


Trick = tuple[Played, ...]
Bids = tuple[int | None, int | None, int | None, int | None]
Hands = tuple[frozenset[Card], frozenset[Card], frozenset[Card], frozenset[Card]]
Plans = tuple[tuple[StandingPlan, ...], tuple[StandingPlan, ...], tuple[StandingPlan, ...], tuple[StandingPlan, ...]]
NO_BIDS: Bids = (None, None, None, None)
NO_HANDS: Hands = (frozenset(), frozenset(), frozenset(), frozenset())
NO_PLANS: Plans = ((), (), (), ())
ByPlans = tuple[tuple[ByPlan, ...], tuple[ByPlan, ...], tuple[ByPlan, ...], tuple[ByPlan, ...]]
NO_BY_PLANS: ByPlans = ((), (), (), ())


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """One game at one position. Tuples of four go by seat, tuples of two by team."""

    number: int
    sheet: RuleSheet
    names: Names
    limit: int
    """The time limit in seconds."""
    terms: Terms
    turn: int = 0
    round: int = 0
    attempt: int = 0
    opening: int = 0
    """The first position of the round."""
    unvoided: int = 0
    """The first position after the last void."""
    eldest: int = 1
    deck: Deck
    seeds: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """The seeds that are fixed, by round and in order of attempts: secret until they are `revealed`."""
    revealed: frozenset[int] = frozenset()
    """The attempts at this round whose seeds are public."""
    salts: Names = NO_SALTS
    """The salts given for the next round, by seat: secret until they are `closed`."""
    closed: bool = False
    """The salts for the next round are settled and public."""
    head: str = NO_HEAD
    """The head of the public record."""
    hands: Hands = NO_HANDS
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
    score: Pair = (0, 0)
    bags: Pair = (0, 0)
    sets: Pair = (0, 0)
    """Rounds set, over the game."""
    extra: int = 0
    """The round that decides at any score; 0 without one."""
    last_round: int = 0
    """The round in which the match reached its time limit, which makes it the last; 0 if it did not."""
    hurry: int | None = None
    """The most seconds for a turn since then, without leave or weekends; None: the terms decide."""
    points: Pair | None = None
    """The points of the round, None until it is scored."""
    off: Pair = (0, 0)
    """Books that misplays take off each team's count of this round."""
    challenges: tuple[ev.Challenged, ...] = ()
    thrown_in: str = ""
    """The reason why this deal was thrown in, until another one follows: `misdeal`, `revealed` since its cards were
    public, or `restored` since they may have been."""
    lost: int = 0
    """The number of attempts at this round that acts lost by a restore may have dealt or revealed. 0 without a restore,
    or once the Gamesmaster has resumed the game."""
    misplays_hand: Pair = (0, 0)
    misplays_game: Pair = (0, 0)
    acts: tuple[str, ...] = ()
    """The standing bids and plays of this round, in order, in the form that the next deal is tied to (fairness.py)."""
    changes: Four = NOBODY
    """The number of changes of the standing bid at each seat. A void that takes back bids takes back their changes,
    too."""
    have_bid: frozenset[int] = frozenset()
    """The teams that have bid in this round, even if that was voided or thrown in: they can no longer challenge the
    previous round."""
    acted: Four = NOBODY
    """The position at which each seat, or the clock for it, last bid or played in this round."""
    by_plan: ByPlans = NO_BY_PLANS
    """The acts of each seat's plans in this round since its last act by hand, oldest first: secret like the plans."""
    silences: Four = NOBODY
    """Time-outs in a row."""
    conceded: frozenset[int] = frozenset()
    withdrawals: Four = NOBODY
    """The number of times that each seat withdrew its concession in this round."""
    plans: Plans = NO_PLANS
    """The plans of each seat for this round, at most one for each When, in their order: secret from all others."""
    paused: bool = False
    provisional: Result | None = None
    """The result that stands unless the last round is challenged in time."""
    result: Result | None = None
    last: "Game | None" = None
    """The previous round, while a team may still challenge its plays."""
    before: "Game | None" = None
    """The position before this one; None at the first position of the round."""

    def hand(self, seat: int) -> frozenset[Card]:
        """Return the cards that `seat` holds."""
        return self.hands[seat - 1]

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

    @property
    def turn_limit(self) -> int:
        """The seconds that a turn has."""
        return self.limit if self.hurry is None else min(self.limit, self.hurry)

    @property
    def weekends(self) -> bool:
        """Limits run on Saturday and Sunday, UTC."""
        return self.terms.weekends or self.hurry is not None


def stands_still(game: Game) -> bool:
    """Tell if an older state was restored, and the Gamesmaster has not resumed the game since."""
    return game.lost > 0 and game.paused and game.result is None


def won_before(game: Game) -> bool:
    """Tell if the round before brought the provisional result: the running one was dealt, and never begins."""
    return game.provisional is not None and game.points is None


def opening(game: Game) -> Game:
    """Return the round's first position that stands, before the act there."""
    while game.before is not None:
        game = game.before
    return game


def position(game: Game, turn: int) -> Game | None:
    """Return the running round at position `turn`, before the act there; None if it was voided or is older."""
    state: Game | None = game
    while state is not None and state.turn != turn:
        state = state.before
    return state


def speakers(game: Game) -> tuple[int, ...]:
    """Return the seats that the clock is on for their bids, in order: all four, or one of each team."""
    return in_turn(game.eldest, game.sheet.bid_turns)


def speaker(game: Game, seat: int) -> int:
    """Return the seat at which a bid of `seat` stands: its own, or that of the partner who bids for the team."""
    order = speakers(game)
    return seat if seat in order else next(one for one in order if team_of(one) == team_of(seat))


def due(game: Game) -> tuple[int, str] | None:
    """Return the seat on turn, and `bid` or `play`, which is due; None once the game or round is over."""
    over = game.result is not None or game.provisional is not None or game.settled is not None
    if over or not any(game.hands):
        return None
    if game.leader is None:
        return next(seat for seat in speakers(game) if game.bids[seat - 1] is None), "bid"
    return after(game.leader, len(game.trick)), "play"


def called(game: Game) -> tuple[int, ...]:
    """Return the seats that are asked to act: the one on turn, and its partner if either may bid for the team."""
    waiting = due(game)
    if waiting is None:
        return ()
    seat, what = waiting
    both = what == "bid" and game.sheet.bids_by_team
    return tuple(one for one in SEATS if team_of(one) == team_of(seat)) if both else (seat,)


def throughout(game: Game, change: Callable[[Game], Game]) -> Game:
    """Return the game with `change` made at each position of the running round, so that no void undoes it."""
    before = None if game.before is None else throughout(game.before, change)
    return replace(change(game), before=before)
