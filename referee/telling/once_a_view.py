"""What a letter says twice, in its text and in its HTML, worked out once. Words nothing itself."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from referee.spades.view import SeatView

T = TypeVar("T")


def once_a_view(work_out: Callable[[SeatView], T]) -> Callable[[SeatView], T]:
    """The same function, whose value stays with the very view that it was made from, and goes with it: never is it that
    of another view, even an equal one."""
    name = f"_{work_out.__module__}.{work_out.__name__}"

    @wraps(work_out)
    def found(view: SeatView) -> T:
        kept = vars(view)
        if name not in kept:
            kept[name] = work_out(view)
        value: T = kept[name]
        return value

    return found
