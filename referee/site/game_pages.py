"""The files of one game: its table now, each round, what others may embed, its record and its feed. Decides nothing
about what is public: it is given no more.
"""

from collections.abc import Iterator

from referee.site import links
from referee.site.environment import Club, Page, render
from referee.site.public import PublicView
from referee.site.values import Round, Story


def game_pages(club: Club, story: Story, view: PublicView) -> Iterator[Page]:
    """All files of a game."""
    game = story.game
    yield render(club, "game.html", links.game(game), story=story, view=view)
    yield from (round_page(club, story, view, one) for one in story.rounds)
    yield Page(links.game(game, "record.jsonl"), "".join(f"{line}\n" for line in story.lines))


def round_page(club: Club, story: Story, view: PublicView, one: Round) -> Page:
    """The page of one round: its replay, card by card."""
    return render(club, "round.html", links.round_of(story.game, one.number), story=story, view=view, round=one)
