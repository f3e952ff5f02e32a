"""The news as a player's own letter tells it: no news twice, and first the news about themselves."""

from dataclasses import dataclass

from referee.spades.view import SeatView
from referee.telling import rulings, sentences, turn_sentences
from referee.telling.letters.occasion import Contents, Occasion
from referee.telling.news import Misplay, News
from referee.telling.own_headlines import own_headline
from referee.telling.plan_words import done_by_plan
from referee.telling.recap import beyond_the_table, without_own, without_repeats


@dataclass(frozen=True, slots=True)
class Happened:
    """`announced`: the news that the letter brings; `news`: what its lines tell, after `since`, the recap.

    `misplay` says what the reader's own misplay cost them; None without a misplay.
    """

    headline: str
    announced: tuple[News, ...]
    misplay: str | None
    since: tuple[str, ...]
    news: tuple[News, ...]


def happened(occasion: Occasion, scene: SeatView, view: SeatView, contents: Contents) -> Happened:
    """Sort the news for a player's own letter. `view` is the reader's own, `scene` the public one of what just ended,
    else of now."""
    announced = occasion.news if contents.news else ()
    due = turn_sentences.by_when(occasion.deadline, occasion.written)
    news, since = without_repeats(announced, view)
    since = beyond_the_table(since, view) if contents.turn else since
    result = sentences.outcome(occasion.news, scene, due)
    alone = contents.receipt and not (contents.turn or result)
    if alone and not contents.deal:
        news = without_own(news, view)
    planned = None if alone else done_by_plan(view)
    wrong = _own_misplay(occasion, view) if contents.turn else None
    return Happened(
        headline=result or _own_headline(occasion, view, due, contents),
        announced=announced,
        misplay=None if wrong is None else rulings.own_misplay(wrong, scene),
        since=since if planned is None else (planned, *since),
        news=tuple(item for item in news if wrong is None or item is not wrong),
    )


def _own_headline(occasion: Occasion, view: SeatView, due: str, contents: Contents) -> str:
    kind = {"turn": contents.turn, "reminder": contents.reminder, "receipt": contents.receipt}
    return own_headline(view, occasion.news, due, **kind)


def _own_misplay(occasion: Occasion, view: SeatView) -> Misplay | None:
    return next((item for item in occasion.news if isinstance(item, Misplay) and item.seat == view.seat), None)
