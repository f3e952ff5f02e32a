"""The terms of a game that are not the usual ones, in sentences."""

from collections.abc import Iterator

from referee.spades.sheets import usual_terms
from referee.spades.view import SeatView
from referee.telling.formats import count


def terms(view: SeatView) -> Iterator[str]:
    """Yield the terms of a game that are not those usual by its sheet."""
    own, common = view.terms, usual_terms(view.sheet.name.removesuffix("*"))
    if not own.weekends:
        yield "Limits do not run on Saturday and Sunday (UTC)."
    if own.leave != common.leave:
        yield _leave(own.leave)
    if own.last_trick != common.last_trick:
        yield "The last trick is played by hand, like any other."


def _leave(days: int) -> str:
    if not days:
        return "The game gives no leave: limits run even while a player is away."
    return f"Each player may be away for {count(days, 'day')} of it, with a line like away 20 Dec to 2 Jan."
