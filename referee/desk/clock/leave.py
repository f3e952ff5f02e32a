"""When the players of a game are away, as the clock needs it. Never says whether they may be: table/leave.py does."""

from referee.desk.case import Case
from referee.desk.clock.running_time import Leave
from referee.store import leaves


def leaves_of(case: Case, game: int, seat: int | None) -> tuple[Leave, ...]:
    """The leaves of the player in a seat, past and to come; none if `seat` is None."""
    return () if seat is None else tuple(Leave(*times) for times in leaves.of_game(case.tx, game).get(seat, ()))
