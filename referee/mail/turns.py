"""Whose turn it is, what is due and by when, as sentences. Decides nothing; the law is asked through views."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from referee.mail.news import GameStarted, News, Replacement
from referee.mail.words import bid_text, local_moment, moment, span_left
from referee.spades.moves import clock_bid
from referee.spades.view import SeatView

FINE = timedelta(hours=1)
"""Where less than this is left, the seconds are told."""


def task(view: SeatView) -> str:
    """What the seat to act is to do: `bid`, `play a card`, `lead to trick 5`."""
    assert view.to_act is not None, "asked only while something is due"
    if view.to_act[1] == "bid":
        return "bid"
    return "play a card" if view.table else f"lead to trick {len(view.tricks) + 1}"


def by_when(deadline: datetime | None, written: datetime) -> str:
    """` by Tue 24 Nov 18:00 UTC`; empty while no clock runs."""
    return "" if deadline is None else f" by {moment(deadline, deadline - written < FINE)}"


def left(deadline: datetime | None, written: datetime, zone: str | None) -> str | None:
    """`That is 19:00 in Berlin, 3 days from now.`; None while no clock runs."""
    if deadline is None:
        return None
    local = local_moment(deadline, zone, deadline - written < FINE)
    span = span_left(_rounded(deadline - written))
    return f"That is {f'{local}, ' if local else ''}{span} from now."


def _rounded(span: timedelta) -> timedelta:
    """Whole minutes where the seconds do not matter."""
    return span if span < FINE else timedelta(minutes=round(span / timedelta(minutes=1)))


def own_headline(view: SeatView, news: Sequence[News], due: str, *, turn: bool, reminder: bool, corrected: bool) -> str:
    """The first sentence of a private letter; `due` is by_when's."""
    assert view.seat is not None, "private letters go to a seat"
    name = view.name(view.seat)
    if reminder:
        return f"A reminder, {name}: it is your turn. Please {task(view)}{due}."
    if corrected:
        return f"A new time limit, {name}: {task(view)}{due}."
    if turn:
        return f"Your turn, {name}: {task(view)}{due}."
    if any(isinstance(item, Replacement) and item.seat == view.seat for item in news):
        return f"You take over seat {view.seat}, {name}. Here are your cards."
    if any(isinstance(item, GameStarted) for item in news):
        return f"Game {view.game} begins, {name}. Here are your cards."
    return f"Round {view.round} begins, {name}. Here are your cards."


def next_sentence(view: SeatView, deadline: datetime | None, written: datetime) -> str | None:
    """`Next: Dave is to play a card by Tue 24 Nov 18:00 UTC, 3 days from now.`; None once the game is over."""
    if view.to_act is None:
        return None
    start = f"Next: {view.name(view.to_act[0])} is to {task(view)}"
    if view.paused:
        return f"{start}. The clock stands still."
    if deadline is None:
        return f"{start}."
    return f"{start}{by_when(deadline, written)}, {span_left(_rounded(deadline - written))} from now."


def otherwise(view: SeatView) -> str:
    """What the referee does when the limit runs out (109, clause 7)."""
    if view.legal_bids:
        return f"When the limit runs out, the referee bids {bid_text(view.sheet, clock_bid(view.legal_bids))} for you."
    return "When the limit runs out, the referee plays a card for you, drawn at random from those you may play."
