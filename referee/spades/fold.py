"""What each event makes of a game: its state is the fold of what happened. Checks nothing, refuses nothing, draws
nothing.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import reduce
from typing import Any, NamedTuple, TypeVar

from referee.spades import events as ev
from referee.spades.entries import line
from referee.spades.events import Event, Pair
from referee.spades.fairness import NO_SALTS, Deck
from referee.spades.game import (
    NO_BIDS,
    NO_HANDS,
    NOBODY,
    Bids,
    Game,
    Played,
    Result,
    opening,
    position,
    speaker,
    speakers,
)
from referee.spades.record import chained
from referee.spades.rulesheet import SEATS, TEAMS, team_of

T = TypeVar("T", bound=tuple[object, ...])


class Step(NamedTuple):
    """One event, and the state after it."""

    event: Event
    game: Game


def steps_of(events: Iterable[Event], game: Game | None = None) -> Iterator[Step]:
    """Each event with the state after it; the first is Started where no game is given."""
    for event in events:
        game = evolve(game, event)
        yield Step(event, game)


def replay(events: Iterable[Event], game: Game | None = None) -> Game:
    """The state after `events`, the first of which is Started where no game is given."""
    state = reduce(evolve, events, game)
    assert state is not None, "a game begins with Started"
    return state


def evolve(game: Game | None, event: Event) -> Game:
    """The state after one more event."""
    if isinstance(event, ev.Started):
        deck = Deck(event.game, 0, 0, "")
        after = Game(number=event.game, sheet=event.sheet, names=event.names, limit=event.limit, deck=deck)
    else:
        assert game is not None, "a game begins with Started"
        after = _after(game, event)
    public = line(game, event)
    if public is None:
        return after
    # a deal brings the head with it, for it may be the first event of a game that is read
    before = event.head if isinstance(event, ev.Dealt) else after.head if game is None else game.head
    return replace(after, head=chained(before, public))


def _after(game: Game, event: Event) -> Game:
    match event:
        case ev.Committed(number, seeds):
            return replace(game, seeds={**game.seeds, number: (*game.seeds.get(number, ()), *seeds)})
        case ev.Salted(seat, salt):
            return replace(game, salts=_at(game.salts, seat, salt))
        case ev.SaltsClosed():
            return replace(game, salts=event.salts, closed=True)
        case ev.Revealed(_, attempt):
            return replace(game, revealed=game.revealed | {attempt})
        case ev.Dealt():
            return _dealt(game, event)
        case ev.BidMade():
            return _bid(game, event)
        case ev.Shown(seat):
            return replace(game, seen=game.seen | {seat})
        case ev.Misdealt():
            return _thrown_in(game, game.turn + 1, "misdeal")
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
            return replace(
                game,
                conceded=game.conceded - {seat},
                withdrawals=_at(game.withdrawals, seat, game.withdrawals[seat - 1] + 1),
            )
        case ev.Paused():
            return replace(game, paused=True)
        case ev.Resumed():
            return replace(game, paused=False, lost=0)
        case ev.Restored():
            return _restored(game, event)
        case ev.Extended():
            return game
        case ev.Replaced():
            return replace(
                game,
                names=_at(game.names, event.seat, event.name),
                silences=_at(game.silences, event.seat, 0),
                conceded=game.conceded - {event.seat},
                withdrawals=_at(game.withdrawals, event.seat, 0),
            )
        case ev.Provisional():
            return replace(game, provisional=Result(event.team, event.by))
        case ev.Ended():
            return replace(game, result=Result(event.team, event.by))
        case ev.Started():
            raise ValueError("a game starts once")


def _thrown_in(game: Game, turn: int, reason: str) -> Game:
    """No way leads back to a deal that was thrown in: its cards are known. `turn` is the next deal's position."""
    nothing: dict[str, Any] = {
        "hands": NO_HANDS,
        "bids": NO_BIDS,
        "blind": frozenset(),
        "changes": NOBODY,
        "leader": None,
        "trick": (),
        "tricks": (),
        "books": NOBODY,
        "points": None,
        "before": None,
    }
    return replace(game, turn=turn, opening=turn, unvoided=turn, thrown_in=reason, **nothing)


def _restored(game: Game, event: ev.Restored) -> Game:
    """Every seed that was fixed by then may have been dealt from and shown: those of this round count as spent, and
    those of the next are fixed anew. A round that was over stays so, and a game that was."""
    spent = game.seeds[game.round]
    state = replace(game, lost=len(spent), seeds={game.round: spent}, paused=game.paused or game.result is None)
    if game.points is None and game.result is None:
        return _thrown_in(state, event.turn, "restored")
    return replace(state, turn=event.turn, before=game)


def _dealt(game: Game, event: ev.Dealt) -> Game:
    one, two, three, four = (frozenset(hand) for hand in event.hands)
    seed = event.seeds[event.attempt - 1]
    last = game.last if game.points is None else replace(game, last=None)
    again = event.attempt > 1
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
        deck=Deck(game.number, event.round, event.attempt, seed, event.prev, event.salts),
        seeds={event.round: event.seeds, event.round + 1: event.coming},
        revealed=game.revealed if again else frozenset(),
        salts=game.salts if again else NO_SALTS,
        closed=game.closed if again else False,
        hands=(one, two, three, four),
        seen=frozenset() if game.sheet.blind_nil else frozenset(SEATS),
        score=event.score,
        bags=event.bags,
        sets=event.sets,
        extra=event.extra,
        off=game.off if again else (0, 0),
        misplays_hand=game.misplays_hand if again else (0, 0),
        misplays_game=event.misplays,
        silences=event.silences,
        conceded=frozenset(event.conceded),
        withdrawals=game.withdrawals if again else NOBODY,
        have_bid=game.have_bid if again else frozenset(),
        paused=event.paused,
        last=last if game.sheet.misplay_act == "stand" else None,
    )


def _bid(game: Game, event: ev.BidMade) -> Game:
    seat, at = event.seat, speaker(game, event.seat)
    have_bid = game.have_bid | {team_of(seat)}
    if game.last is not None and len(have_bid) == len(TEAMS):
        game = _throughout(game, lambda past: replace(past, last=None))
    bids = _at(game.bids, at, event.bid)
    changed = game.bid(at) is not None
    value = f"B{event.bid}" if event.blind else str(event.bid)
    standing = tuple(act for act in game.acts if not act.startswith(f"bid:{at}:"))
    opened = all(bids[one - 1] is not None for one in speakers(game))
    return _acted(
        game,
        event,
        acts=(*standing, f"bid:{at}:{value}"),
        bids=bids,
        changes=_at(game.changes, at, game.changes[at - 1] + changed),
        have_bid=have_bid,
        blind=game.blind | {seat} if event.blind else game.blind,
        seen=game.seen | {seat},
        leader=_first_leader(game, bids) if opened else None,
    )


def _played(game: Game, event: ev.CardPlayed) -> Game:
    hand = game.hand(event.seat) - {event.card}
    trick = (*game.trick, Played(event.seat, event.card))
    acts = (*game.acts, f"card:{event.seat}:{event.card}")
    return _acted(game, event, acts=acts, hands=_at(game.hands, event.seat, hand), trick=trick)


def _scored(game: Game, event: ev.RoundScored) -> Game:
    after_it: dict[str, Any] = {"bags": event.bags, "sets": event.sets, "extra": event.extra}
    if event.round == game.round:
        return replace(game, points=event.points, score=event.score, **after_it)
    one, two = event.score[0] - game.score[0], event.score[1] - game.score[1]
    last = None if game.last is None else replace(game.last, points=event.points)
    return _throughout(
        game, lambda past: replace(past, last=last, score=(past.score[0] + one, past.score[1] + two), **after_it)
    )


def _throughout(game: Game, change: Callable[[Game], Game]) -> Game:
    """The same change at each position of the running round: no void of it undoes what became of the round before."""
    before = None if game.before is None else _throughout(game.before, change)
    return replace(change(game), before=before)


def _challenged(game: Game, event: ev.Challenged) -> Game:
    """Who was wrong pays; a round that was scored already is to be scored anew.

    Where the state is read from the running round's deal, the round before is not at hand, and closed by now: the
    score that its RoundScored brings stands as it is.
    """
    if event.round == game.round:
        return replace(_settled(game, game, event), **_of_round(game, event))
    was = game.last
    if was is None:
        return _throughout(game, lambda past: _counted(past, event))
    last = replace(was, **_of_round(was, event))
    return _throughout(game, lambda past: replace(_settled(past, was, event), last=last))


def _loser(event: ev.Challenged) -> int:
    """The team that was wrong."""
    return team_of(event.accused if event.proven else event.seat)


def _of_round(was: Game, event: ev.Challenged) -> dict[str, Any]:
    """What a challenge changes in the round that it is about."""
    loser = _loser(event)
    return {
        "challenges": (*was.challenges, event),
        "off": _more(was.off, loser, event.books),
        "misplays_hand": _more(was.misplays_hand, loser, int(event.proven)),
        "points": None,
    }


def _settled(game: Game, was: Game, event: ev.Challenged) -> Game:
    """What a challenge in the round `was` changes in the counts of the game."""
    first, (one, two) = opening(was), was.points or (0, 0)
    score = _more((game.score[0] - one, game.score[1] - two), _loser(event), game.sheet.misplay_cost.points)
    return replace(_counted(game, event), score=score, bags=first.bags, sets=first.sets, extra=first.extra)


def _counted(game: Game, event: ev.Challenged) -> Game:
    misplays = _more(game.misplays_game, _loser(event), int(event.proven))
    return replace(game, misplays_game=misplays, provisional=None)


def _voided(game: Game, event: ev.Voided) -> Game:
    past = position(game, event.to)
    assert past is not None, "a void goes back to a standing position"
    state = replace(
        past,
        turn=event.turn,
        unvoided=event.turn,
        seen=game.seen,
        revealed=game.revealed,
        salts=game.salts,
        closed=game.closed,
        provisional=None,
        names=game.names,
        paused=game.paused,
        silences=game.silences,
        conceded=_standing(game),
        withdrawals=game.withdrawals,
        have_bid=game.have_bid,
        seeds=game.seeds,
        result=None,
    )
    state = reduce(_challenged, _kept_challenges(game, past), state)
    if event.charge is not None:
        state = _charged(state, team_of(event.charge), event.points)
    # what was public before the void stays so: nobody plays on with hands that all have seen
    known = past.points is None and game.attempt in game.revealed
    return _thrown_in(state, event.turn, game.thrown_in or "revealed") if known else state


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
