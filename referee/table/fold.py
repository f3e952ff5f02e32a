"""The effect of each event of any table on a game, whose state is the fold of what happened. Checks nothing, refuses
nothing and draws nothing."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any, Generic, NamedTuple, TypeVar

from referee.records.lines import canonical, chained
from referee.table import events as ev
from referee.table.fairness import NO_SALTS, Deck
from referee.table.game import NO_BY_PLANS, NO_HANDS, ByPlan, ByPlans, Result, T, position
from referee.table.plans import NO_PLANS, AnyPlan, after_void, planned, unplanned
from referee.table.record_lines import common, start
from referee.table.seats import NOBODY, four, put, team_of

E = TypeVar("E")
E_co = TypeVar("E_co", covariant=True)
G_co = TypeVar("G_co", covariant=True)


class Step(NamedTuple, Generic[E_co, G_co]):
    """One event, and the state after it."""

    event: E_co
    game: G_co


@dataclass(frozen=True, slots=True)
class Fold(Generic[E, T]):
    """The fold of one game: the state after each event, and the line that it adds to the public record."""

    state: type[T]
    version: str
    """The version of its records."""
    entry: Callable[[T, E], dict[str, Any] | None]
    """The line of an event that only this game has, if it adds one."""
    after: Callable[[T, Any], T]
    """The state after an event that only this game has, or after a void."""
    throw_in: Callable[[T, int, str], T]
    """The game without its deal."""
    plan_from: Callable[[str], AnyPlan]

    def steps_of(self, events: Iterable[E], game: T | None = None) -> Iterator[Step[E, T]]:
        """Yield each event with the state after it; the first is Started if no game is given."""
        for event in events:
            game = self.evolve(game, event)
            yield Step(event, game)

    def replay(self, events: Iterable[E], game: T | None = None) -> T:
        """Return the state after `events`; without a `game` the first of them is Started."""
        state = reduce(self.evolve, events, game)
        assert state is not None, "a game begins with Started"
        return state

    def evolve(self, game: T | None, event: E) -> T:
        """Return the state after one more event, with the head of the public record after its line, if it has one."""
        if isinstance(event, ev.Start):
            after = self.state(**begun(event))
        else:
            assert game is not None, "a game begins with Started"
            after = self._after(game, event)
        line = self.line(game, event)
        if line is None:
            return after
        # a deal carries the head, because a game may be read from there on
        head = event.head if isinstance(event, ev.Deal) else (game or after).head
        return replace(after, head=chained(head, line))

    def line(self, before: T | None, event: E) -> str | None:
        """Return the line of `event`, which happened to `before` (None: it began the game); None if it adds no line."""
        if isinstance(event, ev.Start):
            return canonical(start(event, self.version))
        entry = None if before is None else self.entry(before, event) or common(before, event)
        return None if entry is None else canonical(entry)

    def _after(self, game: T, event: E) -> T:
        match event:
            case ev.Planned(turn, seat, plan):
                return replace(game, plans=planned(game.plans, seat, self.plan_from(plan), turn))
            case ev.Misdealt():
                return self.throw_in(game, game.turn + 1, "misdeal")
            case ev.Restored():
                return restored(game, event, self.throw_in)
        return followed(game, event) if isinstance(event, ev.Common) else self.after(game, event)


def followed(game: T, event: ev.Common) -> T:
    """Return the game after an event that means the same in every game."""
    match event:
        case ev.Committed() | ev.Salted() | ev.SaltsClosed() | ev.Revealed():
            return _after_dealing(game, event)
        case ev.Unplanned() | ev.Conceded() | ev.ConcessionWithdrawn() | ev.Replaced():
            return _after_players(game, event)
        case ev.Paused() | ev.Resumed() | ev.Extended() | ev.Limited() | ev.LastRoundSet() | ev.Hurried():
            return _after_clock(game, event)
        case ev.Provisional():
            return replace(game, provisional=Result(event.team, event.by))
        case ev.Ended():
            return replace(game, result=Result(event.team, event.by))


def _after_dealing(game: T, event: ev.OfDealing) -> T:
    match event:
        case ev.Committed(number, seeds):
            return replace(game, seeds={**game.seeds, number: (*game.seeds.get(number, ()), *seeds)})
        case ev.Salted(seat, salt):
            return replace(game, salts=put(game.salts, seat, salt))
        case ev.SaltsClosed():
            return replace(game, salts=event.salts, closed=True)
        case ev.Revealed(_, attempt):
            return replace(game, revealed=game.revealed | {attempt})


def _after_players(game: T, event: ev.OfPlayers) -> T:
    match event:
        case ev.Unplanned(seat, when):
            return replace(game, plans=unplanned(game.plans, seat, when))
        case ev.Conceded(seat):
            return replace(game, conceded=game.conceded | {seat})
        case ev.ConcessionWithdrawn(seat):
            return replace(
                game,
                conceded=game.conceded - {seat},
                withdrawals=put(game.withdrawals, seat, game.withdrawals[seat - 1] + 1),
            )
        case ev.Replaced():
            return replace(
                game,
                names=put(game.names, event.seat, event.name),
                silences=put(game.silences, event.seat, 0),
                conceded=game.conceded - {event.seat},
                withdrawals=put(game.withdrawals, event.seat, 0),
                plans=put(game.plans, event.seat, ()),
                by_plan=put(game.by_plan, event.seat, ()),
            )


def _after_clock(game: T, event: ev.OfClock) -> T:
    match event:
        case ev.Paused():
            return replace(game, paused=True)
        case ev.Resumed():
            return replace(game, paused=False, lost=0)
        case ev.Extended():
            return game
        case ev.Limited(seconds):
            return replace(game, limit=seconds)
        case ev.LastRoundSet(number):
            return replace(game, last_round=number)
        case ev.Hurried(seconds):
            return replace(game, hurry=seconds)


def begun(event: ev.Start) -> dict[str, Any]:
    """Return what a game begins with."""
    return {
        "number": event.game,
        "names": event.names,
        "sheet": event.sheet,
        "limit": event.limit,
        "terms": event.terms,
        "deck": Deck(event.game, 0, 0, ""),
    }


def carried(game: T, event: ev.Deal) -> dict[str, Any]:
    """Return what a new deal takes over from the game; whatever it does not name begins anew."""
    seed = event.seeds[event.attempt - 1]
    again = event.attempt > 1
    return {
        "number": game.number,
        "sheet": game.sheet,
        "limit": event.limit,
        "terms": game.terms,
        "names": event.names,
        "turn": event.turn,
        "opening": event.turn,
        "unvoided": event.turn,
        "round": event.round,
        "attempt": event.attempt,
        "deck": Deck(game.number, event.round, event.attempt, seed, event.prev, event.salts),
        "seeds": {event.round: event.seeds, event.round + 1: event.coming},
        "revealed": game.revealed if again else frozenset(),
        "salts": game.salts if again else NO_SALTS,
        "closed": game.closed if again else False,
        "score": event.score,
        "last_round": event.last_round,
        "hurry": event.hurry,
        "silences": event.silences,
        "conceded": frozenset(event.conceded),
        "withdrawals": game.withdrawals if again else NOBODY,
        "paused": event.paused,
    }


def moved(game: T) -> T:
    """Return the next position."""
    return replace(game, turn=game.turn + 1, before=game)


def acted(game: T, event: ev.Act, what: object, **changes: Any) -> T:
    """Return the position after an act, which was to play or bid `what`. Copies the game once: games are read from
    their events for every mail.

    Only an act by hand ends a player's row of time-outs: a plan, or the rule, also acts for a silent player.
    """
    seat = event.seat
    by_hand = event.by == "player" and not event.planned
    silent = game.silences[seat - 1] + 1 if event.by == "clock" else 0 if by_hand else game.silences[seat - 1]
    return replace(
        game,
        turn=game.turn + 1,
        before=game,
        acted=put(game.acted, seat, event.turn),
        silences=put(game.silences, seat, silent),
        by_plan=_by_plan(game.by_plan, event, what, by_hand=by_hand),
        **changes,
    )


def _by_plan(done: ByPlans, event: ev.Act, what: object, *, by_hand: bool) -> ByPlans:
    if not (by_hand or event.planned):
        return done
    return put(done, event.seat, () if by_hand else (*done[event.seat - 1], ByPlan(event.turn, what)))


def thrown_in(game: T, turn: int, reason: str, **nothing: Any) -> T:
    """Return the game without its deal, and with the game's own fields as `nothing` says. No void goes back to that
    deal, since its hands are known. `turn`: the next deal's position."""
    return replace(
        game,
        turn=turn,
        opening=turn,
        unvoided=turn,
        thrown_in=reason,
        hands=NO_HANDS,
        points=None,
        plans=NO_PLANS,
        by_plan=NO_BY_PLANS,
        before=None,
        **nothing,
    )


def restored(game: T, event: ev.Restored, throw_in: Callable[[T, int, str], T]) -> T:
    """Return the game after its newest events were lost. A round or a game that was over stays so.

    Any seed fixed by then may have been dealt from and revealed: this round's seeds count as spent, the next round's
    are fixed anew.
    """
    spent = game.seeds[game.round]
    state = replace(game, lost=len(spent), seeds={game.round: spent}, paused=game.paused or game.result is None)
    if game.points is None and game.result is None:
        return throw_in(state, event.turn, "restored")
    return replace(state, turn=event.turn, before=game)


def voided(game: T, event: ev.Voided, **kept: Any) -> T:
    """Return the position that a void goes back to, with what no void undoes; `kept`: fields of the game's own."""
    past = position(game, event.to)
    assert past is not None, "a void goes back to a standing position"
    return replace(
        past,
        turn=event.turn,
        unvoided=event.turn,
        revealed=game.revealed,
        salts=game.salts,
        closed=game.closed,
        provisional=None,
        names=game.names,
        limit=game.limit,
        paused=game.paused,
        silences=game.silences,
        conceded=_standing(game),
        withdrawals=game.withdrawals,
        plans=after_void(game.plans, event.to, event.turn),
        by_plan=_done_by_plan(game, past),
        seeds=game.seeds,
        last_round=game.last_round,
        hurry=game.hurry,
        result=None,
        **kept,
    )


def seen_by_all(game: T, past: T, state: T, throw_in: Callable[[T, int, str], T]) -> T:
    """Return the `state` after a void back to `past`, without its deal if that is public: what was public before the
    void stays so, and nobody plays on with hands that everyone has seen."""
    known = past.points is None and game.attempt in game.revealed
    return throw_in(state, state.turn, game.thrown_in or "revealed") if known else state


def _done_by_plan(game: T, past: T) -> ByPlans:
    """Return the acts of plans by then, but only for players who still sit there."""
    whose = zip(past.by_plan, game.names, past.names, strict=True)
    return four(done if name == then else () for done, name, then in whose)


def _standing(game: T) -> frozenset[int]:
    """Return the concessions that stand after a void: all, or all but the losers' if the void undoes their
    concession."""
    if game.result is None or game.result.by != "concession":
        return game.conceded
    return frozenset(seat for seat in game.conceded if team_of(seat) == game.result.team)
