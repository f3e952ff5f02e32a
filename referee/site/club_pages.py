"""The files that are about more than one game: the front, lists, players, the club, rule sheets. Reads nothing: it is
given what each shows.
"""

from collections.abc import Iterator, Mapping, Sequence

from referee.site import links
from referee.site.environment import Club, Page, render
from referee.site.public import ClubView, FrontView, GameLine, PlayerView, Row, TournamentLine
from referee.spades.rulesheet import RuleSheet
from referee.telling.text_blocks import TextBlock

RECORDS: Mapping[str, str] = {
    "round": "Most points of a team in a round",
    "score": "Highest score of a team",
    "nils": "Most nils made by a player in a game",
    "length": "Longest game, in rounds",
}
"""The kinds of records of the club (figures.py), in the order in which its page has them."""


def front_page(club: Club, view: FrontView) -> Page:
    """The front page."""
    return render(club, "front.html", links.FRONT, view=view)


def games_pages(club: Club, block: Sequence[GameLine], page: int, last: int) -> Iterator[Page]:
    """One page of the list of all games, by number; the last one is the list's first sight, too."""
    for path in _paths(links.games, page, last):
        yield render(club, "games.html", path, games=tuple(reversed(block)), page=page, last=last)


def players_pages(club: Club, block: Sequence[Row], page: int, last: int) -> Iterator[Page]:
    """One page of the list of all players."""
    for path in _paths(links.players, page, last):
        yield render(club, "players.html", path, players=block, page=page, last=last)


def tournaments_pages(club: Club, block: Sequence[TournamentLine], page: int, last: int) -> Iterator[Page]:
    """One page of the list of all tournaments, by number; the last one is the list's first sight, too."""
    for path in _paths(links.tournaments, page, last):
        yield render(club, "tournaments.html", path, tournaments=tuple(reversed(block)), page=page, last=last)


def player_page(club: Club, view: PlayerView) -> Page:
    """One player."""
    return render(club, "player.html", links.player(view.player), view=view)


def club_page(club: Club, view: ClubView) -> Page:
    """The club."""
    return render(club, "club.html", links.CLUB, view=view, kinds=RECORDS)


def sheet_page(club: Club, sheet: RuleSheet, rules: Sequence[TextBlock]) -> Page:
    """One rule sheet; `rules` are those in words."""
    return render(club, "rules.html", links.sheet(sheet.name), sheet=sheet, rules=rules)


def checking_page(club: Club) -> Page:
    """How anybody can check a game."""
    return render(club, "checking.html", links.CHECKING)


def _paths(where: links.Paged, page: int, last: int) -> Iterator[str]:
    yield where(page)
    if page == last:
        yield where()
