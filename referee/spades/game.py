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
from referee.spades.rulesheet import SEATS, RuleSheet, after, team_of

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
NO_BIDS: Bids = (None, None, None, None)
NO_HANDS: Hands = (frozenset(), frozenset(), frozenset(), frozenset())


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
    hands: Hands = NO_HANDS
    bids: Bids = NO_BIDS
    """Where a team makes one bid, it stands at the seat that the clock is on, whoever of the two made it."""
    blind: frozenset[int] = frozenset()
    """The seats whose bid of 0 was made before they saw their hand."""
    seen: frozenset[int] = frozenset()
    """The seats that may see their hand; on a sheet without blind bids all, from the deal on."""
    leader: int | None = None
    """Who leads to, or led to, the trick on the table; None while bidding."""
    trick: Trick = ()
    tricks: tuple[Trick, ...] = ()
    books: Four = NOBODY
    score: Pair = (0, 0)
    bags: Pair = (0, 0)
    sets: Pair = (0, 0)
    """Rounds set, over the game."""
    extra: int = 0
    """The round that decides at any score, 0 if none."""
    points: Pair | None = None
    """What the round brought, None until it is scored."""
    off: Pair = (0, 0)
    """Books that misplays take off each team's count of this round."""
    challenges: tuple[ev.Challenged, ...] = ()
    misdealt: bool = False
    """Whether this deal was called a misdeal, and no other has followed."""
    misplays_hand: Pair = (0, 0)
    misplays_game: Pair = (0, 0)
    acted: Four = NOBODY
    """The position at which each seat last bid or played in this round, or the clock did for it."""
    silences: Four = NOBODY
    """Time-outs in a row."""
    conceded: frozenset[int] = frozenset()
    paused: bool = False
    provisional: Result | None = None
    """The result that stands unless the last round is challenged in time."""
    result: Result | None = None
    last: "Game | None" = None
    """The round before, while its plays may still be challenged."""
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


def opening(game: Game) -> Game:
    """The round's first position that stands, as it was before the act there."""
    while game.before is not None:
        game = game.before
    return game


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
        case ev.Shown(seat):
            return replace(game, seen=game.seen | {seat})
        case ev.Misdealt():
            return replace(_next(game), misdealt=True, hands=NO_HANDS, bids=NO_BIDS, blind=frozenset())
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
            return _scored(game, event)
        case ev.Challenged():
            return _challenged(game, event)
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
        case ev.Provisional():
            return replace(game, provisional=Result(event.team, event.by))
        case ev.Ended():
            return replace(game, result=Result(event.team, event.by))


def _dealt(game: Game, event: ev.Dealt) -> Game:
    one, two, three, four = (frozenset(hand) for hand in event.hands)
    last = game.last if game.points is None else replace(game, last=None)
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
        seen=frozenset() if game.sheet.blind_nil else frozenset(SEATS),
        score=event.score,
        bags=event.bags,
        sets=event.sets,
        extra=event.extra,
        misplays_game=event.misplays,
        silences=event.silences,
        conceded=frozenset(event.conceded),
        paused=event.paused,
        last=last if game.sheet.misplay_act == "stand" else None,
    )


def _bid(game: Game, event: ev.BidMade) -> Game:
    if game.last is not None:
        game = replace(game, last=None)  # closed by the round's first bid, for good: a void does not open it again
    seat = event.seat
    bids = _at(game.bids, speaker(game, seat), event.bid)
    opened = all(bids[one - 1] is not None for one in speakers(game))
    return _acted(
        game,
        event,
        bids=bids,
        blind=game.blind | {seat} if event.blind else game.blind - {seat},
        seen=game.seen | {seat},
        leader=_first_leader(game, bids) if opened else None,
    )


def _played(game: Game, event: ev.CardPlayed) -> Game:
    hand = game.hand(event.seat) - {event.card}
    trick = (*game.trick, Played(event.seat, event.card))
    return _acted(game, event, hands=_at(game.hands, event.seat, hand), trick=trick)


def _scored(game: Game, event: ev.RoundScored) -> Game:
    after_it = {"score": event.score, "bags": event.bags, "sets": event.sets, "extra": event.extra}
    if event.round == game.round:
        return replace(game, points=event.points, **after_it)  # type: ignore[arg-type]
    last = None if game.last is None else replace(game.last, points=event.points)
    return replace(game, last=last, **after_it)  # type: ignore[arg-type]


def _challenged(game: Game, event: ev.Challenged) -> Game:
    """Who was wrong pays; a round that was scored already is to be scored anew.

    Where the state is read from the running round's deal, the round before is not at hand, and closed by now: the
    score that its RoundScored brings stands as it is.
    """
    loser, counted = team_of(event.accused if event.proven else event.seat), int(event.proven)
    was = game if event.round == game.round else game.last
    if was is None:
        return replace(game, misplays_game=_more(game.misplays_game, loser, counted), provisional=None)
    of_round: dict[str, Any] = {
        "challenges": (*was.challenges, event),
        "off": _more(was.off, loser, event.books),
        "misplays_hand": _more(was.misplays_hand, loser, counted),
        "points": None,
    }
    first, (one, two) = opening(was), was.points or (0, 0)
    of_game: dict[str, Any] = {
        "score": _more((game.score[0] - one, game.score[1] - two), loser, game.sheet.misplay_cost.points),
        "bags": first.bags,
        "sets": first.sets,
        "extra": first.extra,
        "misplays_game": _more(game.misplays_game, loser, counted),
        "provisional": None,
    }
    return replace(game, **of_game, **(of_round if was is game else {"last": replace(was, **of_round)}))


def _voided(game: Game, event: ev.Voided) -> Game:
    past = position(game, event.to)
    assert past is not None, "a void goes back to a standing position"
    state = replace(
        past,
        turn=event.turn,
        unvoided=event.turn,
        seen=game.seen,
        provisional=None,
        names=game.names,
        paused=game.paused,
        silences=game.silences,
        conceded=_standing(game),
        result=None,
    )
    state = reduce(_challenged, _kept_challenges(game, past), state)
    return state if event.charge is None else _charged(state, team_of(event.charge), event.points)


def _kept_challenges(game: Game, past: Game) -> list[ev.Challenged]:
    """Those settled since `past` over books that stand there too: what was said of them stays true."""
    return [c for c in game.challenges if c not in past.challenges and c.book <= len(past.tricks)]


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
        score=_more(game.score, team, points),
        off=_more(game.off, team, game.sheet.misplay_cost.books),
        misplays_hand=_more(game.misplays_hand, team, 1),
        misplays_game=_more(game.misplays_game, team, 1),
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
    return max(speakers(game), key=lambda seat: bids[seat - 1] or 0)


def _at(values: T, place: int, value: object) -> T:
    return (*values[: place - 1], value, *values[place:])  # type: ignore[return-value]


def _more(values: Pair, team: int, points: int) -> Pair:
    return _at(values, team, values[team - 1] + points)


def speakers(game: Game) -> tuple[int, ...]:
    """The seats on which the clock is for a bid, in order: all four, or one of each team."""
    return tuple(after(game.eldest, step) for step in game.sheet.bid_turns)


def speaker(game: Game, seat: int) -> int:
    """The seat at which a bid of `seat` stands: its own, or that of the two which bids for the team."""
    order = speakers(game)
    return seat if seat in order else next(one for one in order if team_of(one) == team_of(seat))


def due(game: Game) -> tuple[int, str] | None:
    """The seat that is to act and whether a `bid` or a `play` is due; None once the game or round is over."""
    if game.result is not None or game.provisional is not None or not any(game.hands):
        return None
    if game.leader is None:
        return next(seat for seat in speakers(game) if game.bid(seat) is None), "bid"
    return after(game.leader, len(game.trick)), "play"


def called(game: Game) -> tuple[int, ...]:
    """The seats that are asked to act: the one that is due, and its partner where either may bid for the team."""
    waiting = due(game)
    if waiting is None:
        return ()
    seat, what = waiting
    both = what == "bid" and game.sheet.bids_by_team
    return tuple(one for one in SEATS if one == seat or (both and team_of(one) == team_of(seat)))
