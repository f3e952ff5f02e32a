"""The acts that follow another act by themselves: the bids and plays of standing plans and habits, and the last trick.
The law rules on each as on any other act, and each opens a position of its own.

Appends nothing and announces nothing: act.py does both, once for the whole chain. Sees of each player's plans only what
their own view shows.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from referee.desk.case import Case
from referee.games import Command, Game, Step, choose, rule, view
from referee.spades import commands as cmd
from referee.spades.game import Game as Cards
from referee.spades.law.moves import last_card
from referee.spades.plans import NO_HABITS
from referee.spades.rulesheet import TRICKS
from referee.store import matches, people
from referee.store.people import Person
from referee.table import events as ev
from referee.table.seats import SEATS

LONGEST = len(SEATS) * (TRICKS + 1)
"""The most acts in a chain: a plan ends with its round, and only a plan bids, or is dropped."""


@dataclass(frozen=True, slots=True)
class Following:
    """The act of a plan or a habit of `seat`. `seat` None: the rule plays."""

    seat: int | None
    command: Command


def chain(case: Case, steps: tuple[Step, ...], seated: Mapping[int, Person]) -> tuple[Step, ...]:
    """Return the acts that follow `steps`, whose last state is the present one. No act follows the making of a plan: a
    plan is for later positions."""
    event, game = steps[-1]
    return () if isinstance(event, ev.Private) else follow_up(case, game, seated)


def follow_up(case: Case, game: Game, seated: Mapping[int, Person]) -> tuple[Step, ...]:
    """Carry out the acts of plans, habits and the last trick in the present position. Like moves by hand, they do not
    wait for the clock, but while a protest holds the game they do nothing."""
    following: tuple[Step, ...] = ()
    for _ in range(LONGEST):
        if matches.held(case.tx, game) is not None or (act := _next(game, seated)) is None:
            break
        more = rule(game, act.seat, act.command, answers=game.turn, seeds=case.draws.seeds())
        following, game = (*following, *more), more[-1].game
    return following


def _next(game: Game, seated: Mapping[int, Person]) -> Following | None:
    last = last_card(game) if isinstance(game, Cards) else None
    return planned(game, seated) if last is None else Following(None, last)


def planned(game: Game, seated: Mapping[int, Person], *, overdue: bool = False) -> Following | None:
    """Find the act of a plan or habit: of the player on turn, or else of the partner who may bid for the team. Nobody's
    plan acts once their seat is empty.

    With `overdue`, plans made on this very turn act as well, and none is dropped.
    """
    waiting = game.due
    for seat in sorted(game.called, key=lambda seat: waiting is None or seat != waiting[0]):
        nothing = not game.plans[seat - 1] and seated[seat].habits == NO_HABITS
        if nothing or seated[seat].address == people.NOBODY:
            continue
        own = view(game, seat)
        chosen = choose(own, own.acting(overdue=overdue), seated[seat].habits)
        if chosen.command is not None and not (overdue and isinstance(chosen.command, cmd.DropPlans)):
            return Following(seat, chosen.command)
    return None
