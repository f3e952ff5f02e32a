"""A whole site in a folder, for tests that look at it: games on every sheet, running and over, one of 40 rounds, names
that try what names can, brackets and tables of every kind. Knows no database.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import timedelta
from functools import cache
from pathlib import Path

from referee.site.environment import Page, assets
from referee.site.game_pages import game_pages
from referee.site.public import TournamentLine, TournamentView
from referee.site.tournament_pages import tournament_pages
from referee.site.values import Names, Story
from referee.spades import commands as cmd
from referee.spades.game import due
from referee.spades.moves import legal_cards
from referee.spades.sheets import RULE_109, SHEETS
from referee.tournaments.fixtures import Live, fixtures
from referee.tournaments.formats import Kind
from tests.audit.record_example import told as recorded
from tests.audit.records import LIMIT, Record, record_of
from tests.chance import fresh
from tests.rulings import decide, start
from tests.site.samples import BEGAN, CLUB, told
from tests.tournaments.drawn_samples import event, of_kind, single
from tests.tournaments.played import Played

HOSTILE: Names = ("<script>hit()</script>", "\u202eלאה\u202c&amp;\u200f", "漢" * 24, "W" * 24)
TEAMS = tuple(
    f"{name} {number}" for number in range(1, 5) for name in ("<b>Aces</b>", "漢" * 14, "The Queens", "W" * 22)
)
LONG = replace(RULE_109, name="109*", target=1000)
"""A game that lasts."""
LONG_GAME, LONG_ROUNDS = 40, 40
HOSTILE_GAME = 13


def written(folder: Path, pages: Iterator[Page]) -> None:
    """Put pages and what they use into a folder."""
    for path, data in assets(None).items():
        put(folder / path, data)
    for page in pages:
        put(folder / page.path, page.text.encode())


def put(path: Path, data: bytes) -> None:
    """One file of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def few() -> Iterator[Page]:
    """A game of hostile names that runs, one with a renege that was challenged, and a bracket."""
    yield from game(HOSTILE_GAME, record_of(RULE_109, 18, rounds=3), HOSTILE, act=-30)
    yield from game(14, record_of(SHEETS["fsu"], 0))
    yield from tournament(1, event(single(), 8, 5, number=1))


def many() -> Iterator[Page]:
    """All kinds of pages in all their states."""
    yield from few()
    for number, name in enumerate(SHEETS, 20):
        yield from game(number, record_of(SHEETS[name], 3, rounds=2), act=-9)
    yield from game(LONG_GAME, long_record())
    kinds = (
        (Kind.DOUBLE, 8, 9),
        (Kind.DOUBLE, 5, 99),
        (Kind.LEAGUE, 7, 9),
        (Kind.SWISS, 8, 9),
        (Kind.ROUND_ROBIN, 5, 99),
    )
    for number, (kind, teams, results) in enumerate(kinds, 2):
        yield from tournament(number, event(of_kind(kind), teams, results, TEAMS, number=number))
    yield from tournament(9, event(of_kind(Kind.DOUBLE), 64, 40, crowd(), number=9))


def crowd() -> Names | tuple[str, ...]:
    """64 names of teams, as wide as names can be."""
    return tuple(f"{'漢' * 13} {number}" for number in range(1, 65))


@cache
def long_record() -> Record:
    """A game of 40 rounds: everyone bids 3, and plays the first card that they may."""
    events = start(LONG_GAME, ("Ann", "Bob", "Carol", "Dave"), LONG, LIMIT, fresh("00" * 32))
    game, lines = recorded(None, events)
    while game.round <= LONG_ROUNDS:
        waiting = due(game)
        assert waiting is not None
        seat, what = waiting
        act = cmd.MakeBid(3) if what == "bid" else cmd.PlayCard(legal_cards(game, seat)[-1])
        seeds = fresh(f"{game.turn:064x}")
        game, more = recorded(game, decide(game, seat, act, answers=game.turn, seeds=seeds))
        lines += more
    return Record(lines, (game,), (len(lines),))


def game(number: int, record: Record, names: Names | None = None, act: int = -1) -> Iterator[Page]:
    """The pages of a game after one of its acts, under a number of its own."""
    story, view = told(record, act)
    story = replace(story, game=number)
    yield from game_pages(CLUB, story if names is None else renamed(story, names), replace(view, game=number))


def renamed(story: Story, names: Names) -> Story:
    """The same story of other people."""
    return replace(story, names=names, rounds=tuple(replace(one, names=names) for one in story.rounds))


def tournament(number: int, played: Played) -> Iterator[Page]:
    """The pages of a tournament."""
    yield from tournament_pages(CLUB, view_of(number, played))


def view_of(number: int, played: Played) -> TournamentView:
    """A tournament as everyone may know it; each of its running games stands at 120 to 95."""
    state = played.t
    line = TournamentLine(number, state.name, state.phase, BEGAN, "5 of 8 matches are over.")
    running = {
        one.match: Live((120, 95)) for key in state.stages for one in fixtures(state, key) if one.state == "running"
    }
    return TournamentView(
        line=line,
        state=state,
        running=running,
        begins=dict.fromkeys(state.stages, BEGAN),
        limit=timedelta(days=3),
        head=state.head,
        record=(),
    )


KINDS: Mapping[str, str] = {
    "game": f"games/{HOSTILE_GAME}/index.html",
    "round": "games/14/r1.html",
    "running round": f"games/{HOSTILE_GAME}/r3.html",
    "frame": f"games/{HOSTILE_GAME}/embed.html",
    "tournament": "tournaments/1/index.html",
    "schedule": "tournaments/1/schedule1.html",
}
"""Each kind of page, with one of them that `few` makes."""
