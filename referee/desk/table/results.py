"""The result of a game, stored by the act that brings it about, and the moment it becomes final. Announces nothing.

A result by score, sets or the limit of rounds is final at once, or once the time to challenge the last round is over;
so is an abort. For one day a ruling may undo a forfeit or a concession (109, clause 6).
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from referee.desk.case import Case
from referee.games import Game
from referee.spades import events as ev
from referee.store import games
from referee.store.games import StoredResult
from referee.table.game import Result
from referee.table.rulings import UNDOABLE

RESULT_OPEN = timedelta(hours=24)
"""The time in which a ruling may undo a forfeit or a concession (109, clause 6)."""


def store_result(case: Case, before: Game | None, after: Game, events: Sequence[ev.Event]) -> None:
    """Store a result that an act brought about, changed or made final; remove a result that the act undid."""
    was, stands = _standing(before), _standing(after)
    if stands is None and was is not None:
        games.drop_result(case.tx, after.number)
    if stands is None or not any(isinstance(event, ev.Outcome) for event in events):
        return
    if before is not None and before.provisional is not None and before.provisional == after.result:
        games.make_final(case.tx, after.number, case.now)
    else:
        games.put_result(case.tx, _stored(case, after, stands))


def _standing(game: Game | None) -> Result | None:
    return None if game is None else game.result or game.provisional


def _stored(case: Case, game: Game, result: Result) -> StoredResult:
    return StoredResult(
        game=game.number,
        winner=result.team,
        how=result.by,
        score=game.score,
        decided_at=case.arrived,
        final_at=None if game.result is None else final_at(result, case.now),
    )


def final_at(result: Result, decided: datetime) -> datetime:
    """Return the moment after which nothing undoes a result that is not provisional."""
    return decided + RESULT_OPEN if result.by in UNDOABLE else decided


def too_old(case: Case, game: int) -> bool:
    """Tell if it is too late for a ruling to undo the game's result; False if it has none."""
    result = games.result_of(case.tx, game)
    if result is None or result.final_at is None or result.how not in UNDOABLE:
        return False
    return case.arrived > result.final_at
