"""The files of one game: its table now, each round, and its record. Decides nothing about what is public: it is given
no more.
"""

from collections.abc import Collection, Iterator

from markupsafe import Markup

from referee.site import links
from referee.site.environment import Club, Page, render
from referee.site.plot import plot_of
from referee.site.public import PublicView
from referee.site.replay import replay_json, rows_of
from referee.site.values import Round, Story
from referee.site.verifier import record_script


def game_pages(club: Club, story: Story, view: PublicView, fresh: Collection[int] | None = None) -> Iterator[Page]:
    """Yield all files of a game; of its rounds only those in `fresh`, if that is given."""
    game = story.game
    rounds = [(one, rows_of(story, one)) for one in reversed(story.rounds)]
    plot = plot_of(story)
    yield render(club, "game.html", links.game(game), story=story, view=view, rounds=rounds, plot=plot)
    chosen = (one for one in story.rounds if fresh is None or one.number in fresh)
    yield from (round_page(club, story, view, one) for one in chosen)
    yield Page(links.game(game, "record.jsonl"), "".join(f"{line}\n" for line in story.lines))
    yield Page(links.game(game, "record.js"), record_script(story.lines))


def round_page(club: Club, story: Story, view: PublicView, one: Round) -> Page:
    """Make the page of one round: its replay, card by card."""
    path = links.round_of(story.game, one.number)
    due = view.due if one is story.current else None
    rows, replay = rows_of(story, one), Markup(replay_json(story, one, due))
    return render(club, "round.html", path, story=story, view=view, round=one, rows=rows, replay=replay)
