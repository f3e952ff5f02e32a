"""The files of the club's pages and of each game. Reads nothing: the caller hands in the content of each page."""

from collections.abc import Iterator, Sequence

from markupsafe import Markup

from referee.dominoes.sheets import DominoSheet
from referee.site import links
from referee.site.environment import Club, Page, record_script, render
from referee.site.plot import plot_of
from referee.site.public import FrontView, GameLine, PlayerRow, PlayerView, PublicView, TournamentLine
from referee.site.replay import replay_json, rows_of
from referee.site.values import Round, Story
from referee.telling.dominoes import drawing, sentences
from referee.telling.dominoes.parts import round_table
from referee.telling.text_blocks import TextBlock


def front_page(club: Club, view: FrontView) -> Page:
    """Make the front page."""
    return render(club, "front.html", links.FRONT, view=view)


def games_pages(club: Club, block: Sequence[GameLine], page: int, last: int) -> Iterator[Page]:
    """Make one page of the list of all games, by number; the last one is the list's first sight, too."""
    for path in _paths(links.games, page, last):
        yield render(club, "games.html", path, games=tuple(reversed(block)), page=page, last=last)


def players_pages(club: Club, block: Sequence[PlayerRow], page: int, last: int) -> Iterator[Page]:
    """Make one page of the list of all players, by number; players who won most come first on it."""
    for path in _paths(links.players, page, last):
        yield render(club, "players.html", path, players=block, page=page, last=last)


def tournaments_pages(club: Club, block: Sequence[TournamentLine], page: int, last: int) -> Iterator[Page]:
    """Make one page of the list of all tournaments, by number; the last one is the list's first sight, too."""
    for path in _paths(links.tournaments, page, last):
        yield render(club, "tournaments.html", path, tournaments=tuple(reversed(block)), page=page, last=last)


def player_page(club: Club, view: PlayerView) -> Page:
    """Make the page of one player."""
    return render(club, "player.html", links.player(view.player), view=view)


def text_page(club: Club, path: str, text: Sequence[TextBlock], *, terms: bool) -> Page:
    """Make the page of a text of letters: a rule sheet, or a player's card. Its first block is its heading; `terms`:
    the items of its lists begin with what one writes."""
    return render(club, "text.html", path, title=text[0].lines[0], text=text[1:], terms=terms)


def checking_page(club: Club) -> Page:
    """Make the page that says how anybody can check a game."""
    return render(club, "checking.html", links.CHECKING)


def _paths(where: links.Paged, page: int, last: int) -> Iterator[str]:
    yield where(page)
    if page == last:
        yield where()


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
    rounds = [(one, rows_of(story, one)) for one in reversed(story.rounds)]
    plot = plot_of(story)
    yield render(club, "game.html", links.game(story.game), story=story, view=view, rounds=rounds, plot=plot)
    yield from (round_page(club, story, view, one) for one in story.rounds)


def round_page(club: Club, story: Story, view: PublicView, one: Round) -> Page:
    """Make the page of one round: its replay, card by card."""
    path = links.round_of(story.game, one.number)
    due = view.due if one is story.current else None
    rows, replay = rows_of(story, one), Markup(replay_json(story, one, due))
    return render(club, "round.html", path, story=story, view=view, round=one, rows=rows, replay=replay)
