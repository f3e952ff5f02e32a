"""The games that a table may play, a row each: what the desk, the store and the commands ask of a game. A game is found
by the name that its sheet gives it, which is also in its row of the database.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from referee.dominoes import events as tile_events
from referee.dominoes import game as tile_states
from referee.dominoes import law as tile_law
from referee.dominoes import plans as tile_plans
from referee.dominoes import view as tile_views
from referee.dominoes.sheets import SHEETS as TILE_SHEETS
from referee.dominoes.sheets import DominoSheet
from referee.records.codec import Codec
from referee.spades import events, plan_choice
from referee.spades import game as states
from referee.spades import view as views
from referee.spades.law import decide
from referee.spades.plans import Habits, Plan
from referee.spades.rulesheet import RuleSheet
from referee.spades.sheets import SHEETS
from referee.table.events import named
from referee.table.fold import Fold
from referee.table.fold import Step as TableStep
from referee.table.rulings import Law
from referee.table.sheet import Sheet

Game = states.Game | tile_states.Game
Event: TypeAlias = Any
Command: TypeAlias = Any
SeatView: TypeAlias = Any
Choice: TypeAlias = Any
"""These are of the game that is meant; each game's own code has their types."""
Step = TableStep[Event, Game]


class Rules(NamedTuple):
    """One game, as the rest of the program asks it."""

    sheets: Mapping[str, Sheet]
    """Its sheets, by name."""
    sheet: type[Any]
    started: type[Any]
    """The event that begins it."""
    codec: Codec
    """Of its events."""
    law: Law[Any, Any]
    view: Callable[[Any, int | None], SeatView]
    plan: type[Any]
    choose: Callable[[Any, Any, Any], Choice]
    """The choice of a seat's plans and habits, from its view."""


RULES: Mapping[str, Rules] = {
    RuleSheet.game: Rules(
        sheets=SHEETS,
        sheet=RuleSheet,
        started=events.Started,
        codec=events.CODEC,
        law=decide.LAW,
        view=views.view,
        plan=Plan,
        choose=plan_choice.choose,
    ),
    DominoSheet.game: Rules(
        sheets=TILE_SHEETS,
        sheet=DominoSheet,
        started=tile_events.Started,
        codec=tile_events.CODEC,
        law=tile_law.LAW,
        view=tile_views.view,
        plan=tile_plans.Plan,
        choose=lambda now, plans, habits: tile_plans.choose(now, plans, forced=habits.forced),
    ),
}
"""Every game by its name."""

ALL_SHEETS: Mapping[str, Any] = {name: sheet for rules in RULES.values() for name, sheet in rules.sheets.items()}
"""Every sheet of every game by its name."""


def rules_of(game: Game) -> Rules:
    """Return the row of a game."""
    return RULES[game.sheet.game]


def rule(game: Game, seat: int | None, command: Command, *, answers: int, seeds: Sequence[str]) -> tuple[Step, ...]:
    """Carry out `command`: return its events in order, each with the state after it. Raises Refusal, which changes
    nothing."""
    return rules_of(game).law.rule(game, seat, command, answers=answers, seeds=seeds)


def ruling(game: Game, seat: int | None, command: Command, answers: int) -> tuple[Event, ...]:
    """Return the events of `command` itself, without their consequences. Raises Refusal."""
    return rules_of(game).law.ruling(game, seat, command, answers)


def evolve(game: Game | None, event: Event) -> Game:
    """Return the state after one more event."""
    return _fold(game, event).evolve(game, event)


def line(before: Game | None, event: Event) -> str | None:
    """Return the line of `event` in the public record, which happened to `before` (None: it began the game); None if it
    adds no line."""
    return _fold(before, event).line(before, event)


def _fold(game: Game | None, event: Event) -> Fold[Event, Game]:
    sheet = event.sheet if game is None else game.sheet
    return RULES[sheet.game].law.fold


def view(game: Game, seat: int | None = None) -> SeatView:
    """Show what `seat` may know at this position."""
    return rules_of(game).view(game, seat)


def choose(now: SeatView, plans: tuple[Any, ...], habits: Habits) -> Choice:
    """Choose by `plans` and then by `habits` for the view's seat. The choice is empty unless the seat must act."""
    return RULES[now.sheet.game].choose(now, plans, habits)


def names(*traits: type[Any]) -> tuple[str, ...]:
    """Return the names of the kinds of events that have one of these traits, in any game."""
    return tuple(dict.fromkeys(name for row in RULES.values() for name in named(row.codec.kinds, *traits)))
