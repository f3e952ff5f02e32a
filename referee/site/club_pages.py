"""The files that are about more than one game: the front, lists, players, rule sheets. Reads nothing: it is
given what each shows.
"""

from collections.abc import Iterator, Sequence

from referee.site import links
from referee.site.environment import Club, Page, render
from referee.site.public import FrontView, GameLine, PlayerView, Row, TournamentLine
from referee.spades.rulesheet import RuleSheet
from referee.telling.text_blocks import TextBlock


def front_page(club: Club, view: FrontView) -> Page:
    """Make the front page."""
    return render(club, "front.html", links.FRONT, view=view)


def games_pages(club: Club, block: Sequence[GameLine], page: int, last: int) -> Iterator[Page]:
    """Make one page of the list of all games, by number; the last one is the list's first sight, too."""
    for path in _paths(links.games, page, last):
        yield render(club, "games.html", path, games=tuple(reversed(block)), page=page, last=last)


def players_pages(club: Club, block: Sequence[Row], page: int, last: int) -> Iterator[Page]:
    """Make one page of the list of all players, by number; on it those who won most come first."""
    for path in _paths(links.players, page, last):
        yield render(club, "players.html", path, players=block, page=page, last=last)


def tournaments_pages(club: Club, block: Sequence[TournamentLine], page: int, last: int) -> Iterator[Page]:
    """Make one page of the list of all tournaments, by number; the last one is the list's first sight, too."""
    for path in _paths(links.tournaments, page, last):
        yield render(club, "tournaments.html", path, tournaments=tuple(reversed(block)), page=page, last=last)


def player_page(club: Club, view: PlayerView) -> Page:
    """Make the page of one player."""
    return render(club, "player.html", links.player(view.player), view=view)


def sheet_page(club: Club, sheet: RuleSheet, rules: Sequence[TextBlock]) -> Page:
    """Make the page of one rule sheet; `rules` are those in words."""
    return render(club, "rules.html", links.sheet(sheet.name), sheet=sheet, rules=rules)


def checking_page(club: Club) -> Page:
    """Make the page that says how anybody can check a game."""
    return render(club, "checking.html", links.CHECKING)


def _paths(where: links.Paged, page: int, last: int) -> Iterator[str]:
    yield where(page)
    if page == last:
        yield where()
