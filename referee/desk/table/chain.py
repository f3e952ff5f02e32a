"""The acts that follow another act by themselves: the bids and plays of standing plans and habits, and the last trick.
The law rules on each as on any other act, and each opens a position of its own.

Appends nothing and announces nothing: act.py does both, once for the whole chain. Sees of each player's plans only what
their own view shows.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from referee.desk.case import Case
from referee.desk.clock.running_time import later
from referee.spades import commands as cmd
from referee.spades import events as ev
from referee.spades.fold import Step
from referee.spades.game import Game, called, due
from referee.spades.law.decide import rule
from referee.spades.law.moves import last_card
from referee.spades.plan_choice import acting, choose
from referee.spades.plans import NO_HABITS
from referee.spades.rulesheet import SEATS, TRICKS
from referee.spades.view import view
from referee.store import event_log, people
from referee.store.people import Person

LONGEST = len(SEATS) * (TRICKS + 1)
"""The most acts in a chain: a plan ends with its round, and only a plan bids."""


@dataclass(frozen=True, slots=True)
class Following:
    """The act of a plan or a habit of `seat`. `seat` None: the rule plays."""

    seat: int | None
    command: cmd.MakeBid | cmd.PlayCard | cmd.LastCard


def chain(case: Case, steps: tuple[Step, ...], seated: Mapping[int, Person]) -> tuple[Step, ...]:
    """Return the acts that follow `steps`, whose last state is the present one. No act follows the making of a plan: a
    plan is for later positions."""
    event, game = steps[-1]
    return () if isinstance(event, ev.Private) else follow_up(case, game, seated)


def follow_up(case: Case, game: Game, seated: Mapping[int, Person]) -> tuple[Step, ...]:
    """Carry out the acts of plans, habits and the last trick in the present position. While the clock is stopped, they
    do nothing."""
    following: tuple[Step, ...] = ()
    for _ in range(LONGEST):
        if game.paused or (act := _next(case, game, seated)) is None:
            break
        more = rule(game, act.seat, act.command, answers=game.turn, seeds=case.draws.seeds())
        following, game = (*following, *more), more[-1].game
    return following


def _next(case: Case, game: Game, seated: Mapping[int, Person]) -> Following | None:
    if (last := last_card(game)) is not None:
        return Following(None, last)
    act = planned(game, seated)
    return None if act is None or _waits_until(case, game) else act


def planned(game: Game, seated: Mapping[int, Person], *, overdue: bool = False) -> Following | None:
    """Find the act of a plan or habit: of the player on turn, or else of the partner who may bid for the team.

    With `overdue`, plans made on this very turn act as well.
    """
    waiting = due(game)
    for seat in sorted(called(game), key=lambda seat: waiting is None or seat != waiting[0]):
        if not game.plans[seat - 1] and seated[seat].habits == NO_HABITS:
            continue
        own = view(game, seat)
        chosen = choose(own, acting(own, overdue=overdue), seated[seat].habits)
        if chosen.command is not None:
            return Following(seat, chosen.command)
    return None


def _waits_until(case: Case, game: Game) -> datetime | None:
    """Find until when a plan does not make the bid that is due, since that would end the time to challenge the round
    before."""
    if game.last is None or game.leader is not None:
        return None
    scored, span = event_log.scored_at(case.tx, game.number, game.last.round), case.desk.settings.game.challenge_time
    until = later(scored, span, weekends=game.weekends)
    return until if case.now < until else None


def waiting_bid(case: Case, game: Game) -> datetime | None:
    """Find when a plan will make the bid that is due, if a plan waits to make it."""
    if game.last is None or game.paused or planned(game, people.seated(case.tx, game.number)) is None:
        return None
    return _waits_until(case, game)
