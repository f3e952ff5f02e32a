"""The state of one game: a fold of its events. Checks nothing, refuses nothing, draws nothing.

Every act opens a new position with a number of its own (`turn`), and each position keeps the one before it in the
same round, so that a void goes back to it and a late mail is judged by the position that it answers.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any, NamedTuple, TypeVar

from referee.spades import events as ev
from referee.spades.cards import Card
from referee.spades.events import Event, Four, Names, Pair
from referee.spades.fairness import Deck
from referee.spades.sheets import RuleSheet, after, team_of

T = TypeVar("T", bound=tuple[object, ...])

NOBODY: Four = (0, 0, 0, 0)


class Played(NamedTuple):
    """A card on the table and the seat that played it."""

    seat: int
    card: Card


class Result(NamedTuple):
    """How the game ended; `team` is None where nobody won."""

    team: int | None
    by: str


Trick = tuple[Played, ...]
Bids = tuple[int | None, int | None, int | None, int | None]
Hands = tuple[frozenset[Card], frozenset[Card], frozenset[Card], frozenset[Card]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """One game at one position. Tuples of four go by seat, tuples of two by team."""

    number: int
    sheet: RuleSheet
    names: Names
    limit: int
    """The time limit in seconds."""
    turn: int = 0
    round: int = 0
    attempt: int = 0
    opening: int = 0
    """The first position of the round."""
    unvoided: int = 0
    """The first position since which nothing was voided."""
    eldest: int = 1
    deck: Deck
    hands: Hands = (frozenset(), frozenset(), frozenset(), frozenset())
    bids: Bids = (None, None, None, None)
    leader: int | None = None
    """Who leads to, or led to, the trick on the table; None while bidding."""
    trick: Trick = ()
    tricks: tuple[Trick, ...] = ()
    books: Four = NOBODY
    score: Pair = (0, 0)
    bags: Pair = (0, 0)
    scored: bool = False
    misplays_hand: Pair = (0, 0)
    misplays_game: Pair = (0, 0)
    acted: Four = NOBODY
    """The position at which each seat last bid or played in this round, or the clock did for it."""
    silences: Four = NOBODY
    """Time-outs in a row."""
    conceded: frozenset[int] = frozenset()
    paused: bool = False
    result: Result | None = None
    before: "Game | None" = None
    """The position before this one, None at the round's first."""

    def hand(self, seat: int) -> frozenset[Card]:
        """The cards that `seat` holds."""
        return self.hands[seat - 1]

    def bid(self, seat: int) -> int | None:
        """The bid of `seat`, None before it is made."""
        return self.bids[seat - 1]

    def plays(self) -> Trick:
        """All standing plays of this round, in order."""
        return tuple(play for trick in (*self.tricks, self.trick) for play in trick)


def replay(events: Iterable[Event], game: Game | None = None) -> Game:
    """The state after `events`, the first of which is Started where no game is given."""
    state = reduce(evolve, events, game)
    assert state is not None, "a game begins with Started"
    return state


def position(game: Game, turn: int) -> Game | None:
    """The running round at position `turn` as it stood before the act there; None if it was voided or is older."""
    state: Game | None = game
    while state is not None and state.turn != turn:
        state = state.before
    return state


def evolve(game: Game | None, event: Event) -> Game:
    """The state after one more event."""
    if isinstance(event, ev.Started):
        deck = Deck(event.game, 0, 0, "")
        return Game(number=event.game, sheet=event.sheet, names=event.names, limit=event.limit, deck=deck)
    assert game is not None, "a game begins with Started"
    match event:
        case ev.Dealt():
            return _dealt(game, event)
        case ev.BidMade():
            return _bid(game, event)
        case ev.CardPlayed():
            return _played(game, event)
        case ev.TrickTaken(seat):
            return replace(
                game,
                tricks=(*game.tricks, game.trick),
                trick=(),
                leader=seat,
                books=_at(game.books, seat, game.books[seat - 1] + 1),
            )
        case ev.RoundScored():
            return replace(game, score=event.score, bags=event.bags, scored=True)
        case ev.Misplayed():
            return _charged(_next(game), team_of(event.seat), event.points, void=True)
        case ev.Voided():
            return _voided(game, event)
        case ev.Conceded(seat):
            return replace(game, conceded=game.conceded | {seat})
        case ev.ConcessionWithdrawn(seat):
            return replace(game, conceded=game.conceded - {seat})
        case ev.Paused():
            return replace(game, paused=True)
        case ev.Resumed():
            return replace(game, paused=False)
        case ev.Extended():
            return game
        case ev.Replaced():
            return replace(
                game,
                names=_at(game.names, event.seat, event.name),
                silences=_at(game.silences, event.seat, 0),
                conceded=game.conceded - {event.seat},
            )
        case ev.Ended():
            return replace(game, result=Result(event.team, event.by))


def _dealt(game: Game, event: ev.Dealt) -> Game:
    one, two, three, four = (frozenset(hand) for hand in event.hands)
    return Game(
        number=game.number,
        sheet=game.sheet,
        limit=game.limit,
        names=event.names,
        turn=event.turn,
        opening=event.turn,
        unvoided=event.turn,
        round=event.round,
        attempt=event.attempt,
        eldest=event.eldest,
        deck=Deck(game.number, event.round, event.attempt, event.seed, event.prev, event.salts),
        hands=(one, two, three, four),
        score=event.score,
        bags=event.bags,
        misplays_game=event.misplays,
        silences=event.silences,
        conceded=frozenset(event.conceded),
        paused=event.paused,
    )


def _bid(game: Game, event: ev.BidMade) -> Game:
    bids = _at(game.bids, event.seat, event.bid)
    opened = None not in bids
    return _acted(game, event, bids=bids, leader=_first_leader(game, bids) if opened else None)


def _played(game: Game, event: ev.CardPlayed) -> Game:
    hand = game.hand(event.seat) - {event.card}
    trick = (*game.trick, Played(event.seat, event.card))
    return _acted(game, event, hands=_at(game.hands, event.seat, hand), trick=trick)


def _voided(game: Game, event: ev.Voided) -> Game:
    past = position(game, event.to)
    assert past is not None, "a void goes back to a standing position"
    state = replace(
        past,
        turn=event.turn,
        unvoided=event.turn,
        names=game.names,
        paused=game.paused,
        silences=game.silences,
        conceded=_standing(game),
        result=None,
    )
    return state if event.charge is None else _charged(state, team_of(event.charge), event.points)


def _standing(game: Game) -> frozenset[int]:
    """The concessions that stand after a void: all, but those of the losers where it undoes their concession."""
    if game.result is None or game.result.by != "concession":
        return game.conceded
    return frozenset(seat for seat in game.conceded if team_of(seat) == game.result.team)


def _charged(game: Game, team: int, points: int, *, void: bool = False) -> Game:
    """`team` pays for a misplay; `void`: the position is a new one because of it."""
    return replace(
        game,
        unvoided=game.turn if void else game.unvoided,
        score=_at(game.score, team, game.score[team - 1] + points),
        misplays_hand=_at(game.misplays_hand, team, game.misplays_hand[team - 1] + 1),
        misplays_game=_at(game.misplays_game, team, game.misplays_game[team - 1] + 1),
    )


def _next(game: Game) -> Game:
    return replace(game, turn=game.turn + 1, before=game)


def _acted(game: Game, event: ev.BidMade | ev.CardPlayed, **changes: Any) -> Game:
    """The position after an act. One copy, for a game is read from its events at every mail."""
    seat = event.seat
    silent = game.silences[seat - 1] + 1 if event.by == "clock" else 0
    return replace(
        game,
        turn=game.turn + 1,
        before=game,
        acted=_at(game.acted, seat, event.turn),
        silences=_at(game.silences, seat, silent),
        **changes,
    )


def _first_leader(game: Game, bids: Bids) -> int:
    """The first to make the highest bid, or the eldest hand (109, clause 3)."""
    if game.sheet.first_leader == "eldest":
        return game.eldest
    order = [after(game.eldest, step) for step in game.sheet.bid_turns]
    return max(order, key=lambda seat: bids[seat - 1] or 0)


def _at(values: T, place: int, value: object) -> T:
    return (*values[: place - 1], value, *values[place:])  # type: ignore[return-value]


def due(game: Game) -> tuple[int, str] | None:
    """The seat that is to act and whether a `bid` or a `play` is due; None once the game or round is over."""
    if game.result is not None or not any(game.hands):
        return None
    if game.leader is None:
        order = (after(game.eldest, step) for step in game.sheet.bid_turns)
        return next(seat for seat in order if game.bid(seat) is None), "bid"
    return after(game.leader, len(game.trick)), "play"
