"""The receipts of acts: whose acts a letter answers at once, and for whom one is due later, unless another letter shows
them the same before. Writes none."""

from collections.abc import Collection, Mapping
from datetime import timedelta

from referee.desk.case import Case
from referee.games import Game, Step
from referee.spades import events as ev
from referee.store import clocks, games, outbox, people
from referee.store.people import Person

SOON = timedelta(hours=1)
"""The wait of a receipt for another letter."""
APART = timedelta(hours=6)
"""The least time between two receipts of a game."""


def receipts_due(steps: tuple[Step, ...], seated: Mapping[int, Person], talked: int | None) -> frozenset[int]:
    """Return the seats to which a receipt is due at once. Their players acted and want a receipt of every act, or
    (`talked`) their mail said more than the act."""
    wishes = {event.seat: seated[event.seat].receipts for event in _acts(steps)}
    return frozenset(seat for seat, wish in wishes.items() if wish or (wish is None and seat == talked))


def acted_by_plan(steps: tuple[Step, ...], seated: Mapping[int, Person]) -> frozenset[int]:
    """Return the seats for which plans or habits acted, and whose players want to hear of that, if not at once."""
    return frozenset(event.seat for event in _acts(steps) if event.planned and seated[event.seat].receipts is None)


def _acts(steps: tuple[Step, ...]) -> list[ev.Act]:
    return [event for event, _ in steps if isinstance(event, ev.Act) and event.by == "player"]


def owe_receipts(case: Case, game: int, seats: Collection[int]) -> None:
    """Note that receipts are due to these seats, soon, but not too soon after the last ones."""
    for seat in seats and {*seats} - clocks.receipts_owed(case.tx, game):
        last = outbox.last_written(case.tx, game, people.seated(case.tx, game)[seat].address, "receipt")
        moment = case.now + SOON if last is None else max(case.now + SOON, last + APART)
        clocks.set_receipt(case.tx, game, [seat], moment)


def is_first_round(case: Case, game: Game, person: Person) -> bool:
    """Tell if a person plays the first round of their first game, and has not said if they want receipts."""
    if game.round != 1 or person.receipts is not None:
        return False
    return [row.id for row in games.played_by(case.tx, person.id, count=2, hidden=True)] == [game.number]
