"""The path of each page below the site's folder. Writes nothing."""

from typing import TYPE_CHECKING, Protocol

from referee.table.sheet import fold_name

if TYPE_CHECKING:
    from referee.site.environment import Club

FRONT = "index.html"
CHECKING = "checking.html"
CARD = "card.html"
INDEX = "index.json"
FEED = "feed.xml"


def top(path: str) -> str:
    """Return the way from a page to the folder's top: `../../` for `games/12/index.html`."""
    return "../" * path.count("/")


def game(number: int, file: str = "index.html") -> str:
    """Return the path of a file of a game: its table, or `record.jsonl`, `record.js`."""
    return f"games/{number}/{file}"


def round_of(game_number: int, number: int) -> str:
    """Return the path of a round's page."""
    return game(game_number, f"r{number}.html")


class Paged(Protocol):
    """The paths of a list's pages; without a number its first sight, which is the last page."""

    def __call__(self, page: int | None = None) -> str: ...


def games(page: int | None = None) -> str:
    """Return the path of a page of the list of games, oldest first."""
    return f"games/{_leaf(page)}"


def tournament(number: int, file: str = "index.html") -> str:
    """Return the path of a file of a tournament."""
    return f"tournaments/{number}/{file}"


def schedule(number: int, page: int = 1) -> str:
    """Return the path of a page of a tournament's whole schedule."""
    return tournament(number, f"schedule{page}.html")


def tournaments(page: int | None = None) -> str:
    """Return the path of a page of the list of tournaments, by number."""
    return f"tournaments/{_leaf(page)}"


def player(number: int) -> str:
    """Return the path of a player's page."""
    return f"players/{number}/index.html"


def players(page: int | None = None) -> str:
    """Return the path of a page of the list of players, by number."""
    return f"players/{_leaf(page)}"


def sheet(name: str) -> str:
    """Return the path of a rule sheet's page; a star marks changes for one game."""
    return f"sheets/{fold_name(name.rstrip('*'))}.html"


def atom_id(club: "Club", path: str, mark: str = "") -> str:
    """Name a feed or an entry for ever (RFC 4287, 4.2.6): by its address, or by a tag (RFC 4151) if no address is
    known."""
    where = f"{path}{'#' if mark else ''}{mark}"
    return f"tag:{club.address},2026:{where}" if club.base_url is None else f"{club.base_url}/{where}"


def _leaf(page: int | None) -> str:
    return "index.html" if page is None else f"page{page}.html"
