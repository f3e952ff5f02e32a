"""Rulings that are the same at any table: on the clock, salts, concessions and successors, on what may be voided, on
which mail is too late. Changes nothing.

A move is judged by the position that its mail answers (`answers`): accepted if it is legal now, with neither a void nor
an act of the sender in between.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from types import UnionType
from typing import Any, Generic, TypeVar

from referee.table import commands as cmd
from referee.table import events as ev
from referee.table.dealing import next_deal, revealing, shown
from referee.table.fairness import ATTEMPTS, NO_SALTS, salt
from referee.table.fold import Fold, Step
from referee.table.game import T, Table, position, stands_still
from referee.table.refusal import Reason, Refusal

E = TypeVar("E")

UNDOABLE = ("forfeit", "concession")
"""The results that a ruling may undo; the law knows no time and does not say for how long."""
WITHDRAWALS = 2
"""The most withdrawals of a seat in one round: only after the first may it post a concession again."""


@dataclass(frozen=True, slots=True)
class Law(Generic[E, T]):
    """The law of one game: what a command brings about, and all that must follow."""

    fold: Fold[E, T]
    ruling: Callable[[T, int | None, Any, int], tuple[E, ...]]
    """The events of a command itself, which answers a position, without their consequences. Raises Refusal."""
    in_round: Callable[[T], E | None]
    """The next event that must follow while a round runs, and its scoring."""
    ending: Callable[[T], E | None]
    """The end of the game, if it has come."""
    deal: Callable[[T, int, int], E]
    """The deal of an attempt at a round."""

    def begin(self, started: E, seeds: Sequence[str], salts: Sequence[str] = NO_SALTS) -> tuple[Step[E, T], ...]:
        """Begin a game whose seats are settled (see `playing_order`): the first round is dealt.

        `seeds`: FRESH of them, 64 hex digits each; if salts were given before the start, the first three are those
        whose commitments were known by then.
        """
        salted: Any = [ev.Salted(seat, given) for seat, given in enumerate(salts, 1) if given]
        return self.unfold(None, (started, *salted), seeds)

    def rule(
        self, game: T, seat: int | None, command: Any, *, answers: int, seeds: Sequence[str]
    ) -> tuple[Step[E, T], ...]:
        """Carry out `command`: return its events in order, each with the state after it. Raises Refusal, which changes
        nothing.

        `seat` is who asks (None: the clock or the Gamesmaster), `answers` the position that the mail answers, `seeds`
        are FRESH of 64 hex digits each, for rounds that must be committed to.
        """
        return self.unfold(game, self.ruling(game, seat, command, answers), seeds)

    def unfold(self, game: T | None, first: Iterable[E], seeds: Sequence[str]) -> tuple[Step[E, T], ...]:
        """Return the events and all that must follow: scoring, the end, revelations, the next deal."""
        steps = list(self.fold.steps_of(first, game))
        while (event := self.consequence(steps[-1].game, seeds)) is not None:
            if isinstance(event, ev.Committed):
                seeds = seeds[ATTEMPTS:]
            steps += self.fold.steps_of((event,), steps[-1].game)
        return tuple(steps)

    def consequence(self, game: T, seeds: Sequence[str]) -> Any:
        """Return the next event that must follow; None once it is somebody's turn. `seeds` are fresh seeds to commit
        to."""
        if len(game.revealed) < game.lost or game.result is not None:
            return revealing(game)
        if game.provisional is not None:
            return None
        return self.in_round(game) or shown(game) or self.ending(game) or next_deal(game, seeds, self.deal)


def check_running(game: Table, command: object, needs_round: UnionType, needs_deal: UnionType) -> None:
    """Refuse a command that nobody can give in a game that is over, played out, or waiting after a restore.

    `needs_round`: the commands that must wait for the next round, if there is one, once a result is provisional;
    `needs_deal`: those that must wait for the Gamesmaster, and for the deal that follows, after a restore.
    """
    if game.result is not None and not isinstance(command, cmd.RuleVoid | cmd.Restore):
        raise Refusal(Reason.GAME_OVER)
    if game.provisional is not None and isinstance(command, needs_round):
        raise Refusal(Reason.GAME_OVER)
    if stands_still(game) and isinstance(command, needs_deal):
        raise Refusal(Reason.RESTORED)


def of_seat(game: Table, seat: int, command: cmd.OfAnySeat, answers: int) -> ev.TableEvent:
    """Rule on a player's command that needs no turn. Raises Refusal."""
    match command:
        case cmd.Salt(phrase):
            return _salt(game, seat, phrase)
        case cmd.Concede():
            return _concession(game, seat)
        case cmd.Withdraw():
            if seat not in game.conceded:
                raise Refusal(Reason.NOT_CONCEDED)
            return ev.ConcessionWithdrawn(seat)
        case cmd.DropPlans(when):
            return _unplanned(game, seat, when, answers)


def _concession(game: Table, seat: int) -> ev.Conceded:
    if seat in game.conceded:
        raise Refusal(Reason.ALREADY_CONCEDED)
    if game.withdrawals[seat - 1] >= WITHDRAWALS:
        raise Refusal(Reason.CONCEDED_ENOUGH, round=game.round)
    return ev.Conceded(seat)


def _salt(game: Table, seat: int, phrase: str) -> ev.Salted:
    """Refuse a salt given before its round's seeds are committed to: it would not bind the referee."""
    if game.closed:
        raise Refusal(Reason.SALT_CLOSED, round=game.round + 1)
    if not salt(phrase):
        raise Refusal(Reason.NO_SALT)
    return ev.Salted(seat, salt(phrase))


def of_table(game: Table, command: cmd.OfClock | cmd.OfTable) -> tuple[ev.TableEvent, ...]:
    """Rule on a command of the Gamesmaster or the clock that is the same in every game. Raises Refusal."""
    match command:
        case cmd.Pause() | cmd.Resume() | cmd.Extend() | cmd.Limit():
            return (_clock(game, command),)
        case cmd.LastRound(seconds):
            return _last_round(game), ev.Hurried(seconds)
        case cmd.Hurry(seconds):
            return (ev.Hurried(seconds),)
        case cmd.Restore(turn, since):
            return (_restored(game, turn, since),)
        case cmd.Forfeit(team):
            return (ev.Ended(3 - team, "forfeit"),)
        case cmd.Abort():
            return (ev.Ended(None, "abort"),)
        case cmd.Replace(place, name):
            if name.casefold() in {n.casefold() for n in game.names}:
                raise Refusal(Reason.NAME_TAKEN, name=name)
            return (ev.Replaced(place, name, game.names[place - 1]),)


def _clock(game: Table, command: cmd.OfClock) -> ev.TableEvent:
    if isinstance(command, cmd.Limit):
        return ev.Limited(command.seconds)
    if isinstance(command, cmd.Resume):
        if not game.paused:
            raise Refusal(Reason.NOT_PAUSED)
        return ev.Resumed()
    if game.paused:
        raise Refusal(Reason.ALREADY_PAUSED)
    return ev.Paused(command.protest, command.words) if isinstance(command, cmd.Pause) else ev.Extended(command.seconds)


def _last_round(game: Table) -> ev.LastRoundSet:
    """Make the running round the last. Refuses if a last round was set before."""
    if game.last_round:
        raise Refusal(Reason.CLOCK_STALE)
    return ev.LastRoundSet(game.round)


def _restored(game: Table, turn: int, since: str) -> ev.Restored:
    """Restore a game. Refuses if its result is final: then no deal is left."""
    _check_undoable(game)
    if turn <= game.turn:
        raise Refusal(Reason.STALE)
    return ev.Restored(turn, since)


def void(
    game: T,
    command: cmd.RuleVoid,
    evolve: Callable[[T, ev.Voided], T],
    ending: Callable[[T], object],
    *,
    points: int = 0,
    free: bool = True,
) -> tuple[ev.Voided | ev.Paused, ...]:
    """Void all since a position. `points`: what a misplay costs the seat that is charged; `free`: it costs nothing.
    Raises Refusal."""
    _check_undoable(game)
    if not game.opening <= command.to <= game.turn:
        raise Refusal(Reason.NO_SUCH_TURN, turn=command.to, first=game.opening, last=game.turn)
    if position(game, command.to) is None:
        raise Refusal(Reason.TURN_VOIDED, turn=command.to)
    event = ev.Voided(
        game.turn + 1, command.to, command.reason, command.charge, 0 if command.charge is None else points
    )
    after = evolve(game, event)
    if command.charge is None and ending(after) is not None:
        raise Refusal(Reason.RESULT_STANDS)
    undoes = command.to < game.turn or game.result is not None
    if not undoes and (free or command.charge is None):
        raise Refusal(Reason.VOIDS_NOTHING, turn=game.turn, free=free)
    return (event, *clock_stop(game)) if after.thrown_in else (event,)


def clock_stop(game: Table) -> tuple[ev.Paused, ...]:
    """Stop the clock once the last attempt at a round is thrown in, for the Gamesmaster to look."""
    return (ev.Paused(),) if game.attempt % ATTEMPTS == 0 and not game.paused else ()


def _check_undoable(game: Table) -> None:
    """Refuse to change a final result."""
    if game.result is not None and game.result.by not in UNDOABLE:
        raise Refusal(Reason.RESULT_STANDS)


def check_clock(game: Table, turn: int) -> None:
    """Refuse a time-out of a position that is over, or while the clock stands."""
    if turn != game.turn or game.paused:
        raise Refusal(Reason.CLOCK_STALE)


def check_fresh(game: Table, seat: int, answers: int) -> None:
    """Refuse a move whose mail answers a position that is too old (rulings 2 and 4 of "Mail meets rule")."""
    if game.acted[seat - 1] >= answers:
        raise Refusal(Reason.STALE)
    check_stands(game, answers)


def check_stands(game: Table, answers: int) -> None:
    """Refuse a move for an older round, or for a position that was voided."""
    if answers < game.opening:
        raise Refusal(Reason.STALE)
    if answers < game.unvoided:
        raise Refusal(Reason.VOIDED)


def check_plan_stands(game: Table, answers: int, *, once: bool) -> None:
    """Refuse a plan in a mail that answers a position which was voided: a void ends the plans made since the position
    that it goes back to, and this one would be one of them. `once`: it is for a single turn."""
    if position(game, min(answers, game.turn)) is None or (once and answers < game.unvoided):
        raise Refusal(Reason.VOIDED)


def check_round(game: Table, answers: int) -> None:
    """Refuse what is for an older round, or for a deal that was thrown in."""
    if answers < game.opening or game.due is None:
        raise Refusal(Reason.STALE)


def _unplanned(game: Table, seat: int, when: str | None, answers: int) -> ev.Unplanned:
    """Drop one of a seat's plans, that for the turns `when`, or all of them. Raises Refusal."""
    check_round(game, answers)
    if not any(when in (None, standing.plan.when) for standing in game.plans[seat - 1]):
        raise Refusal(Reason.NO_PLAN)
    return ev.Unplanned(seat, when)
