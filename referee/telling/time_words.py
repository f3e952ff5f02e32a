"""Time banks, and terms of a game that are not the usual ones, in sentences. Computes no deadline."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from referee.config import span_words
from referee.spades.terms import usual
from referee.spades.view import SeatView
from referee.telling.formats import count, moment, span_left


class Bank(NamedTuple):
    """The time bank of the player on turn: what is `left` of it, and when their limit ends, after which it runs."""

    left: timedelta
    limit_ends: datetime


def bank_sentence(bank: Bank | None, written: datetime, whose: str = "your") -> str | None:
    """`Until Wed 25 Nov 12:00 UTC your limit runs, after that your time bank, which has 10 days left.`; None without
    one."""
    if bank is None:
        return None
    left = span_left(bank.left)
    if bank.limit_ends <= written:
        return f"{whose.capitalize()} limit is over and {whose} time bank is running: {left} of it is left."
    return f"Until {moment(bank.limit_ends)} {whose} limit runs, after that {whose} time bank, which has {left} left."


def terms(view: SeatView) -> Iterator[str]:
    """The terms of a game that are not those usual by its sheet."""
    own, common = view.terms, usual(view.sheet.name.removesuffix("*"))
    if not own.claims:
        return
    if own.bank:
        yield (
            f"What a turn takes beyond that comes out of its player's time bank of "
            f"{span_words(timedelta(seconds=own.bank))} for the whole game; the referee acts once it is empty."
        )
    if not own.weekends:
        yield "Limits do not run on Saturday and Sunday (UTC)."
    if own.leave != common.leave:
        yield _leave(own.leave)
    if own.undo != common.undo:
        yield _undo(possible=own.undo)
    if own.last_trick != common.last_trick:
        yield "The last trick is played by hand, like any other."


def _leave(days: int) -> str:
    if not days:
        return "The game gives no leave: limits run even while a player is away."
    return f"Each player may be away for {count(days, 'day')} of it, with a line like away 20 Dec to 2 Jan."


def _undo(*, possible: bool) -> str:
    if possible:
        return "A player may ask with a line that says undo to take back their last bid or card; all must agree."
    return "A bid or card stands once it is made; nobody can ask to take it back."
