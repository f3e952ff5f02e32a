"""The news as a player's own letter tells it: no news twice, first the news about themselves, and in the first sentence
what is due or what the letter brings. Decides nothing."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from referee.spades.view import SeatView
from referee.table.view import TableView
from referee.telling.formats import capital, listed
from referee.telling.letters.games import words_of
from referee.telling.letters.paper import Contents, Occasion
from referee.telling.news import (
    Claim,
    ClockRanOut,
    LateNotice,
    Misplay,
    News,
    RoundDealt,
    Void,
    new_player,
    own_time_out,
    start_of,
)
from referee.telling.sentences import news_lines, plan_words, recap, rulings, turns


@dataclass(frozen=True, slots=True)
class OwnNews:
    """`announced`: the news that the letter brings; `news`: what its lines tell, after `since`, the recap.

    `ruling`: why it is their turn again, which stands above their hand: their own misplay, or a void.
    """

    headline: str
    announced: tuple[News, ...]
    ruling: Misplay | Void | None
    since: tuple[str, ...]
    news: tuple[News, ...]


def own_news(occasion: Occasion, scene: TableView, view: TableView, contents: Contents) -> OwnNews:
    """Sort the news for a player's own letter. `view` is the reader's own, `scene` the public one of what just ended,
    else of now."""
    announced = occasion.news if contents.news else ()
    words = words_of(view)
    due = turns.by_when(occasion.deadline, occasion.written)
    news, since = words.without_repeats(announced, view)
    result = news_lines.outcome(occasion.news, scene, due, view.seat)
    alone = contents.receipt and not (contents.turn or result)
    if alone and not contents.deal:
        news = recap.without_own(news, view)
    planned = None if alone else plan_words.done_by_plan(view)
    ruling = _ruling(occasion, view) if contents.turn else None
    timed = own_time_out(news, view.seat) or ()
    return OwnNews(
        headline=result or own_headline(view, occasion.news, due, contents),
        announced=announced,
        ruling=ruling,
        since=since if planned is None else (planned, *since),
        news=tuple(item for item in news if item is not ruling and item not in timed),
    )


def _ruling(occasion: Occasion, view: TableView) -> Misplay | Void | None:
    """Find the reader's own misplay, or a void."""
    for item in occasion.news:
        if isinstance(item, Void) or (isinstance(item, Misplay) and item.seat == view.seat):
            return item
    return None


def ruling_words(item: Misplay | Void, scene: Any) -> str:
    """Tell the reader of their own misplay, or of a void."""
    return rulings.own_misplay(item, scene) if isinstance(item, Misplay) else " ".join(rulings.void(item, scene))


def own_headline(view: TableView, news: Sequence[News], due: str, contents: Contents) -> str:
    """Write the first sentence of a private letter; `due` is by_when's."""
    assert view.seat is not None, "private letters go to a seat"
    name, task = view.name(view.seat), words_of(view).task
    if contents.reminder:
        return f"A reminder, {name}: it is your turn. Please {task(view)}{due}."
    if any(isinstance(item, LateNotice) for item in news):
        return f"A new time limit, {name}: {task(view)}{due}."
    if contents.turn:
        return f"Your turn, {name}: {task(view)}{due}."
    if out := own_time_out(news, view.seat):
        return f"Your time ran out, {name}. The referee {acted(view, out[1])} for you."
    dealt = any(isinstance(item, RoundDealt) for item in news)
    return f"{done(view, news)}, {name}." if contents.receipt and not dealt else _brought(view, news, name)


def acted(view: TableView, act: News) -> str:
    """Say what the clock did: `played the 10 of spades`, `bid 2`."""
    return plan_words.acts_words(view, [recap.own_act(view, act)])


def done(view: TableView, news: Sequence[News]) -> str:
    """Say in a receipt what the reader and their plans did: `You bid 3 and your plans played the 10 of spades`."""
    by_plan = [act.what for act in view.by_plan]
    own = (item for before, item in zip((None, *news), news, strict=False) if not isinstance(before, ClockRanOut))
    acts = [act for item in own if (act := recap.own_act(view, item)) is not None]
    by_hand = [act for act in acts if act not in by_plan]
    if not news and (by_plan or view.plans):
        return f"Your plans {plan_words.acts_words(view, by_plan)}" if by_plan else "Your plans stand"
    if not acts:
        claimed = any(isinstance(item, Claim) and item.seat == view.seat for item in news)
        return "Your claim stands" if claimed else "This concerns your plans"
    did = (("you", by_hand), ("your plans", by_plan))
    said = [f"{who} {plan_words.acts_words(view, each)}" for who, each in did if each]
    return capital(listed(said))


def _brought(view: TableView, news: Sequence[News], name: str) -> str:
    """Write the first sentence of a letter that brings the hand, or says that it may now be seen."""
    held_back, things = isinstance(view, SeatView) and view.held_back, words_of(view).things
    cards = f"Your {things} are dealt." if held_back else f"Here are your {things}."
    if new_player(news, view.seat) is not None:
        return f"You take over seat {view.seat}, {name}. {cards}" if view.hand or held_back else _seated(view, name)
    if start_of(news) is not None:
        return f"Game {view.game} begins, {name}. {cards}"
    deal = next((item for item in news if isinstance(item, RoundDealt)), None)
    if deal is None:
        return f"Here are your {things}, {name}."
    return f"Round {view.round} {'begins' if deal.attempt == 1 else 'is dealt again'}, {name}. {cards}"


def _seated(view: Any, name: str) -> str:
    """Write the first sentence to a successor while nobody holds a card or tile."""
    over = f"all {words_of(view).things} of the round have been played"
    what = "the round waits for a new deal" if view.thrown_in else over
    return f"You take over seat {view.seat}, {name}; {what}."
