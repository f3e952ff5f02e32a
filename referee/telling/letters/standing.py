"""The page that stands where a letter usually shows the score: how a game begins, a round that is over, or how a game
ended.

Its templates are parts/start, parts/round and parts/end; the lines of news do not repeat it.
"""

from collections.abc import Sequence

from referee.dominoes.events import RoundScored
from referee.table.view import TableView
from referee.telling.buttons import Reply
from referee.telling.letters.end_letter import end_page
from referee.telling.letters.games import words_of
from referee.telling.letters.round_letter import race
from referee.telling.letters.start_letter import start_lines
from referee.telling.news import News, RoundOver, end_of, start_of
from referee.telling.template_values import Page


def standing(
    news: Sequence[News],
    scene: TableView,
    view: TableView,
    course: Sequence[RoundOver | RoundScored] | None,
    reply: Reply,
    *,
    player: bool,
) -> Page:
    """Return what the templates show at `standing`: the name of the part, and its values.

    `scene` and `view` as in a letter; `course`: the rounds of a game that is over; `player`: the reader sits in it.
    """
    started = start_of(news)
    if started is not None:
        return {"standing": "start", "start": start_lines(started, view)}
    words = words_of(view)
    tables = words.round_tables(news, scene)
    if course is None and not tables:
        return {"standing": "score"}
    over = {"rounds": tables, "race": race(view), "ends_when": words.end_rule(view)}
    if course is not None:
        ended = end_of(news)
        of_match = ended is not None and ended.match is not None
        page = end_page(course, view, reply, player=player, of_match=of_match)
        return over | {"standing": "end", "end": page}
    return over | {"standing": "round"}
