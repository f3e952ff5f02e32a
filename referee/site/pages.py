"""The files of the club's pages and of each game, Atom feeds (RFC 4287), and the index for programs. Reads
nothing: the caller hands in the content of each page.

Each entry of a feed has the moment of its event. A feed's own moment is that of the last result that came about or was
undone: it changes when the feed does, and never goes back.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from markupsafe import Markup

from referee.dominoes.sheets import DominoSheet
from referee.site import links
from referee.site.environment import Club, Page, record_script, render
from referee.site.plot import plot_of
from referee.site.public import FrontView, GameLine, PlayerView, PublicView
from referee.site.replay import replay_json, rows_of
from referee.site.values import Story
from referee.site.words import ended, of_game
from referee.telling.dominoes import drawing, sentences
from referee.telling.dominoes.parts import round_table
from referee.telling.formats import minus
from referee.telling.text_blocks import TextBlock

ENTRIES = 20
"""The most entries of a feed."""
EVER = datetime(1970, 1, 1, tzinfo=UTC)


def front_page(club: Club, view: FrontView) -> Page:
    """Make the front page."""
    return render(club, "front.html", links.FRONT, view=view)


def list_pages(club: Club, of: str, rows: Sequence[Any], page: int, last: int) -> Iterator[Page]:
    """Make one page of the list of all `games`, `players` or `tournaments`, as its `rows` stand on it; the last page is
    the list's first sight, too."""
    for path in (links.listing(of, page), *([links.listing(of)] if page == last else [])):
        yield render(club, "list.html", path, of=of, rows=rows, page=page, last=last)


def player_page(club: Club, view: PlayerView) -> Page:
    """Make the page of one player."""
    return render(club, "player.html", links.player(view.player), view=view)


def text_page(club: Club, path: str, text: Sequence[TextBlock], *, terms: bool) -> Page:
    """Make the page of a text of letters: a rule sheet, or the players' cards. Its first block is its heading; `terms`:
    the items of its lists begin with what one writes."""
    return render(club, "text.html", path, title=text[0].lines[0], text=text[1:], terms=terms)


def checking_page(club: Club) -> Page:
    """Make the page that says how anybody can check a game."""
    return render(club, "checking.html", links.CHECKING)


def game_pages(club: Club, story: Story, view: PublicView) -> Iterator[Page]:
    """Yield all files of a game."""
    game = story.game
    if story.sheet.game == DominoSheet.game:
        words = {"tiles": sentences, "drawing": drawing, "counted": round_table}
        yield render(club, "dominoes_game.html", links.game(game), story=story, view=view, plot=None, **words)
    else:
        yield from _spades_pages(club, story, view)
    yield Page(links.game(game, "record.jsonl"), "".join(f"{line}\n" for line in story.lines))
    yield Page(links.game(game, "record.js"), record_script(story.lines))


def _spades_pages(club: Club, story: Story, view: PublicView) -> Iterator[Page]:
    """Yield the table, and each round with its replay, card by card."""
    rounds = [(one, rows_of(story, one)) for one in reversed(story.rounds)]
    page = {"story": story, "view": view}
    yield render(club, "game.html", links.game(story.game), **page, rounds=rounds, plot=plot_of(story))
    for one, rows in rounds:
        replay = Markup(replay_json(story, one, view.due if one is story.current else None))
        path = links.round_of(story.game, one.number)
        yield render(club, "round.html", path, **page, round=one, rows=rows, replay=replay)


class FeedEntry(NamedTuple):
    """One entry: its path on the site, a title, words, and when it came about."""

    path: str
    title: str
    text: str
    at: datetime


def club_feed(club: Club, latest: Iterable[GameLine], updated: datetime | None) -> Page:
    """Make the feed of the latest results; here and below, `updated` is the moment of the last change."""
    return _feed(club, links.FEED, f"{club.name}: results", [_result(line) for line in latest if line.ended], updated)


def tournament_feed(club: Club, number: int, name: str, results: Iterable[GameLine], updated: datetime | None) -> Page:
    """Make the feed of a tournament's games, with their results."""
    entries = [_result(line) for line in results if line.ended]
    return _feed(club, links.tournament(number, "feed.xml"), name, entries, updated)


def _result(line: GameLine) -> FeedEntry:
    assert line.ended is not None
    one, two = (minus(str(score)) for score in line.score)
    teams = of_game(line.plays, f"{line.names[0]} + {line.names[2]} {one}, {line.names[1]} + {line.names[3]} {two}")
    text = ended(line.winner, line.how or "abort", line.names)
    return FeedEntry(links.game(line.game), f"Game {line.game}: {teams}", text, line.ended)


def _feed(club: Club, path: str, title: str, entries: Sequence[FeedEntry], updated: datetime | None) -> Page:
    return render(club, "feed.xml", path, title=title, entries=entries[:ENTRIES], updated=updated or EVER)


def index(club: Club, view: FrontView) -> Page:
    """Make the index that programs begin with: the running games and the latest results, each with its files."""
    found: dict[str, Any] = {
        "name": club.name,
        "running": view.count,
        "games": [_line(line) for line in (*view.running, *view.ended)],
        "tournaments": [
            {
                "tournament": one.tournament,
                "name": one.name,
                "phase": one.phase,
                "page": links.tournament(one.tournament),
            }
            for one in view.tournaments
        ],
        "sheets": {name: links.sheet(name) for name in view.sheets},
        "feed": links.FEED,
    }
    return Page(links.INDEX, json.dumps(found, indent=1, ensure_ascii=True) + "\n")


def _line(line: GameLine) -> dict[str, Any]:
    due = None if line.due is None else {"seat": line.due.seat, "what": line.due.what, "since": _moment(line.due.since)}
    return {
        "game": line.game,
        "seats": list(line.names),
        "sheet": line.sheet,
        "round": line.round,
        "score": list(line.score),
        "started": _moment(line.started),
        "ended": _moment(line.ended),
        "due": due,
        "deadline": _moment(line.deadline),
        "winner": line.winner,
        "how": line.how,
        "page": links.game(line.game),
        "record": links.game(line.game, "record.jsonl"),
    }


def _moment(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat(timespec="seconds")
