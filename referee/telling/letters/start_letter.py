"""The terms of a game, for its first letter: its match of a tournament, teams, sheet, limits and terms, in sentences.
Nothing of hands."""

from collections.abc import Iterator
from datetime import timedelta

from referee.config import span_words
from referee.spades.sheets import usual_terms
from referee.spades.view import SeatView
from referee.table.view import TableView
from referee.telling.formats import count, moment
from referee.telling.letters.games import words_of
from referee.telling.news import GameStarted
from referee.telling.sentences.news_lines import gamesmaster
from referee.telling.tournaments.format_sentences import lost_by_silence

ORDERS = {24: "every order was equally likely", 8: "every order that keeps partners opposite was equally likely"}


def start_lines(item: GameStarted, view: TableView) -> tuple[str, ...]:
    """List the sentences, the most important first."""
    return tuple(_lines(item, view))


def _lines(item: GameStarted, view: TableView) -> Iterator[str]:
    if item.fixture is not None:
        cup, (first, second) = item.fixture, item.fixture.teams
        yield f"{cup.name}, match {cup.match}: {first} against {second}. The seats come from its draw."
        if cup.limit_at is not None:
            yield (
                f"Match limit: {moment(cup.limit_at)}. From then on turns are short, the round in play is the last, "
                "and the higher score wins."
            )
        if silence := lost_by_silence(cup.forfeit_after, cup.forfeit_both):
            yield f"{silence}."
    words = words_of(view)
    drawn = f" The seats were drawn; {ORDERS[item.drawn_from]}." if item.drawn_from in ORDERS else ""
    if view.seat is None:
        if drawn:
            yield drawn.strip()
    else:
        yield f"{view.team_names(1)} play against {view.team_names(2)}.{drawn}"
    yield f"Sheet {view.sheet.name}: {words.aim(view.sheet)}. A line that says rules brings you all of it."
    yield (
        f"Each {words.acts} is due within {span_words(timedelta(seconds=view.limit))} of the letter that asks for it; "
        "then the referee acts instead."
    )
    yield from _terms(view)
    if isinstance(view, SeatView) and view.sheet.talk:
        yield f"The table may talk during the bidding, but not after it: {_talk(item)}"
    if view.seat is not None:
        yield gamesmaster(item.gamesmaster)


def _talk(item: GameStarted) -> str:
    """Say how players talk to one another, on a sheet that lets them only during the bidding."""
    if item.on_list:
        return "write to the list itself. The referee cannot hold back what is sent there, so please keep to this rule."
    return "a line that begins with say is passed on to all."


def _terms(view: TableView) -> Iterator[str]:
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
