"""The path of each page below the site's folder. Writes nothing."""

from referee.table.sheet import fold_name

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


def listing(of: str, page: int | None = None) -> str:
    """Return the path of a page of the list of all `games`, `players` or `tournaments`, by number; without a `page` the
    path of its first sight, which is the last page."""
    return f"{of}/{'index.html' if page is None else f'page{page}.html'}"


def tournament(number: int, file: str = "index.html") -> str:
    """Return the path of a file of a tournament."""
    return f"tournaments/{number}/{file}"


def schedule(number: int, page: int = 1) -> str:
    """Return the path of a page of a tournament's whole schedule."""
    return tournament(number, f"schedule{page}.html")


def player(number: int) -> str:
    """Return the path of a player's page."""
    return f"players/{number}/index.html"


def sheet(name: str) -> str:
    """Return the path of a rule sheet's page; a star marks changes for one game."""
    return f"sheets/{fold_name(name.rstrip('*'))}.html"


def atom_id(base_url: str | None, address: str, path: str) -> str:
    """Name a feed or an entry for ever (RFC 4287, 4.2.6): by its address on the site, or by a tag (RFC 4151) with the
    referee's mail `address` if the site has none."""
    return f"tag:{address},2026:{path}" if base_url is None else f"{base_url}/{path}"
