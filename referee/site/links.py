"""Where each page of the site stands below its folder. Writes nothing."""

from referee.spades.rulesheet import fold_name

FRONT = "index.html"
CLUB = "club/index.html"
INDEX = "index.json"
FEED = "feed.xml"


def top(path: str) -> str:
    """The way from a page to the folder's top: `../../` for `games/12/index.html`."""
    return "../" * path.count("/")


def game(number: int, file: str = "index.html") -> str:
    """A file of a game: its table, or `record.jsonl`, `feed.xml`, `embed.html`."""
    return f"games/{number}/{file}"


def round_of(game_number: int, number: int) -> str:
    """The page of a round."""
    return game(game_number, f"r{number}.html")


def games(page: int = 1) -> str:
    """A page of the list of games, oldest first."""
    return f"games/{_leaf(page)}"


def tournament(number: int, file: str = "index.html") -> str:
    """A file of a tournament."""
    return f"tournaments/{number}/{file}"


def schedule(number: int, page: int = 1) -> str:
    """A page of the whole schedule of a tournament."""
    return tournament(number, f"schedule{page}.html")


def tournaments(page: int = 1) -> str:
    """A page of the list of tournaments."""
    return f"tournaments/{_leaf(page)}"


def player(number: int, page: int = 1) -> str:
    """A page of a player."""
    return f"players/{number}/{_leaf(page)}"


def players(page: int = 1) -> str:
    """A page of the list of players."""
    return f"players/{_leaf(page)}"


def sheet(name: str) -> str:
    """The page of a rule sheet."""
    return f"sheets/{fold_name(name)}.html"


def _leaf(page: int) -> str:
    return "index.html" if page == 1 else f"page{page}.html"
