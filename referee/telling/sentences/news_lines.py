"""The news of a letter in lines, and its headline. Leaves the words of each kind of news to kinds.py. Says nothing
hidden."""

import re
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from referee.table.events import Outcome
from referee.table.view import TableView
from referee.telling import news as n
from referee.telling.kinds import KINDS, Context, Line, kind_of, said
from referee.telling.sentences import endings, recap

WON = re.compile(r"(.+) takes trick (\d+) with the ")
"""The headline of a trick that is over."""


def lines(
    news: Sequence[n.News],
    scene: Any,
    due: str = "",
    within: timedelta = timedelta(hours=24),
    reader: int | None = None,
) -> tuple[Line, ...]:
    """Put the news into lines, in order; `scene` is the public view that they led to (of what just ended, if a trick or
    round did).

    `due` is until when a provisional result may be challenged, as by_when writes it: ` by Tue 24 Nov 18:00 UTC`;
    `within` is how long any other round may be; `reader` is their seat.
    """
    found: list[Line] = []
    for before, item in recap.linked(news):
        if isinstance(item, recap.Chain):
            found.append(Line(recap.chain_sentence(item, scene)))
        elif not kind_of(item).elsewhere(item):
            found.extend(said(item, Context(scene, news, before, due, reader)))
    found.extend(map(Line, endings.window(news, scene, due, within)))
    return tuple(found)


def gamesmaster(name: str) -> str:
    """Tell a player who the Gamesmaster is, if they have a `name`, and how to reach them."""
    if name:
        return f"{name} is the Gamesmaster: a line that begins with ask goes to them alone."
    return "A line that begins with ask goes to the Gamesmaster alone."


def headline(news: Sequence[n.News], scene: TableView, due: str = "", reader: int | None = None) -> str | None:
    """Choose the one sentence that matters most to a `reader`; None if there is no news."""
    alone = Context(scene, due=due, reader=reader)
    for kind in KINDS.values():
        found = [item for item in news if isinstance(item, kind.news)]
        if found and kind.headline is not None:
            return next(said(found[0 if kind.headline == "first" else -1], alone)).text
    told = lines(news, scene, due, reader=reader) or tuple(line for item in news for line in said(item, alone))
    return told[0].text if told else None


def besides(found: Sequence[Line], headline: str) -> tuple[Line, ...]:
    """Remove from the lines the words of the headline; a player's own words stay, below it."""
    kept = (line._replace(text=_untold(line.text, headline)) for line in found)
    return tuple(line for line in kept if line.text or line.quote)


def _untold(text: str, headline: str) -> str:
    """Remove from a line the words that the headline repeats: the whole line, or who took the trick."""
    if text == headline:
        return ""
    won = WON.match(headline)
    return text.removesuffix(f" {won[1]} takes it.") if won and text.startswith(f"Trick {won[2]}: ") else text


def outcome(news: Sequence[n.News], scene: TableView, due: str, reader: int | None) -> str | None:
    """Choose the headline for news that the game is over, or will be unless its result is challenged; None for other
    news."""
    over = any(isinstance(item, Outcome) for item in news)
    return headline(news, scene, due, reader) if over else None
