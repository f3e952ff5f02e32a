"""Atom feeds (RFC 4287) and the index for programs. Each entry has the moment of its event. A feed's own moment is that
of the last result that came about or was undone: it changes when the feed does, and never goes back.
"""

import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from referee.site import links
from referee.site.environment import Club, Page, render
from referee.site.public import FrontView, GameLine
from referee.site.words import ended, of_game
from referee.telling.formats import minus

ENTRIES = 20
"""The most entries of a feed."""
EVER = datetime(1970, 1, 1, tzinfo=UTC)


class FeedEntry(NamedTuple):
    """One entry: its path on the site, a title, words, and when it came about. `mark` tells it from others there."""

    path: str
    mark: str
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
    return FeedEntry(links.game(line.game), "result", f"Game {line.game}: {teams}", text, line.ended)


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
