"""The first sentence of a player's own letter: what is due, or what it brings. Decides nothing."""

from collections.abc import Sequence

from referee.spades.cards import Card
from referee.spades.view import SeatView
from referee.telling.formats import listed
from referee.telling.news import Bid, Claim, ClockRanOut, GameStarted, LateNotice, News, Play, Replacement, RoundDealt
from referee.telling.plan_words import acts_words
from referee.telling.turn_sentences import task


def own_headline(
    view: SeatView, news: Sequence[News], due: str, *, turn: bool, reminder: bool, receipt: bool = False
) -> str:
    """Write the first sentence of a private letter; `due` is by_when's."""
    assert view.seat is not None, "private letters go to a seat"
    name = view.name(view.seat)
    if reminder:
        return f"A reminder, {name}: it is your turn. Please {task(view)}{due}."
    if any(isinstance(item, LateNotice) for item in news):
        return f"A new time limit, {name}: {task(view)}{due}."
    if turn:
        return f"Your turn, {name}: {task(view)}{due}."
    dealt = any(isinstance(item, RoundDealt) for item in news)
    return _done(view, news, name) if receipt and not dealt else _brought(view, news, name)


def _done(view: SeatView, news: Sequence[News], name: str) -> str:
    """Write the first sentence of a receipt: the reader's act by hand, and the acts of their plans since."""
    by_plan = [done.what for done in view.by_plan]
    own = zip((None, *news), news, strict=False)
    acts = [act for before, item in own if (act := _own_act(view, before, item)) is not None]
    by_hand = [act for act in acts if act not in by_plan]
    if not acts:
        claimed = any(isinstance(item, Claim) and item.seat == view.seat for item in news)
        return f"Your claim stands, {name}." if claimed else f"This concerns your plans, {name}."
    said = [f"{who} {acts_words(view, done)}" for who, done in (("you", by_hand), ("your plans", by_plan)) if done]
    return f"{name}, {listed(said)}."


def _own_act(view: SeatView, before: News | None, item: News) -> int | Card | None:
    """Find the act of the reader or of a plan of theirs, but not of the clock or the rule; `before` is the news before
    `item`."""
    if isinstance(before, ClockRanOut):
        return None
    match item:
        case Play(seat, card, by_rule=False) if seat == view.seat:
            return card
        case Bid(seat, bid) if seat == view.seat:
            return bid
    return None


def _brought(view: SeatView, news: Sequence[News], name: str) -> str:
    """Write the first sentence of a letter that brings the cards, or says that they may now be seen."""
    cards = "Your cards are dealt." if view.held_back else "Here are your cards."
    if any(isinstance(item, Replacement) and item.seat == view.seat for item in news):
        return f"You take over seat {view.seat}, {name}. {cards}" if view.has_hand else _seated(view, name)
    if any(isinstance(item, GameStarted) for item in news):
        return f"Game {view.game} begins, {name}. {cards}"
    deal = next((item for item in news if isinstance(item, RoundDealt)), None)
    if deal is None:
        return f"Here are your cards, {name}."
    return f"Round {view.round} {'begins' if deal.attempt == 1 else 'is dealt again'}, {name}. {cards}"


def _seated(view: SeatView, name: str) -> str:
    """Write the first sentence to a successor while nobody holds a card."""
    what = "the round waits for a new deal" if view.thrown_in else "all cards of the round have been played"
    return f"You take over seat {view.seat}, {name}; {what}."
