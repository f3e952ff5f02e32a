"""The law's rulings as bare events, for tests that fold them themselves."""

from collections.abc import Sequence

from referee.spades import commands as cmd
from referee.spades import events as ev
from referee.spades.game import Game
from referee.spades.law.decide import begin, rule
from referee.spades.rulesheet import RuleSheet
from referee.table.fairness import NO_SALTS
from referee.table.seats import Names
from referee.table.terms import Terms

PLAIN = Terms(last_trick="by hand")
"""The terms of games in which each card is played by hand."""


def start(
    number: int,
    names: Names,
    sheet: RuleSheet,
    limit: int,
    seeds: Sequence[str],
    salts: Names = NO_SALTS,
    *,
    terms: Terms = PLAIN,
) -> tuple[ev.Event, ...]:
    """Return only the events of `begin`."""
    return tuple(step.event for step in begin(ev.Started(number, names, sheet, limit, terms), seeds, salts))


def decide(
    game: Game, seat: int | None, command: cmd.Command, *, answers: int, seeds: Sequence[str]
) -> tuple[ev.Event, ...]:
    """Return only the events of `rule`. Raises Refusal."""
    return tuple(step.event for step in rule(game, seat, command, answers=answers, seeds=seeds))
