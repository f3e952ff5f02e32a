"""A whole site in a folder, for tests that look at it: games on every sheet, running and over, one of 40 rounds, names
that try what names can, brackets and tables of every kind. Knows no database.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any

from referee.site import links, pages
from referee.site.environment import Page, assets
from referee.site.pages import game_pages
from referee.site.public import (
    FrontView,
    GameLine,
    MatchOf,
    Met,
    PlayerRow,
    PlayerView,
    PublicView,
    TournamentLine,
    TournamentView,
)
from referee.site.tiles import TileRound
from referee.site.tournament_pages import tournament_pages
from referee.site.values import Names, Story
from referee.spades import commands as cmd
from referee.spades.law.moves import legal_cards
from referee.spades.rulesheet import RuleSheet
from referee.spades.sheets import RULE_109, SHEETS
from referee.table.terms import Terms
from referee.telling import text_blocks
from referee.telling.letter_kinds import HelpPage, RulesPage
from referee.telling.sentences import endings
from referee.telling.templates import templates_in
from referee.tournaments.fixtures import Live
from referee.tournaments.formats import StageKind
from referee.tournaments.tournament import Times, Tournament
from tests.audit.record_example import told as recorded
from tests.audit.records import LIMIT, Record, record_of
from tests.chance import fresh
from tests.dominoes.random_games import SHEETS as TILES
from tests.dominoes.records import record_of as domino_record
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
CROWD = tuple(f"{'漢' * 13} {number}" for number in range(1, 65))
"""64 names of teams, as wide as such names can be."""
HOSTILE_GAME, DOMINOES = 13, 90
SCORE = (120, 95)


def written(folder: Path, pages: Iterator[Page]) -> None:
    """Put pages and what they use into a folder."""
    for path, data in assets(None).items():
        put(folder / path, data)
    for page in pages:
        put(folder / page.path, page.text.encode())


def put(path: Path, data: bytes) -> None:
    """Put one file into the folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def few() -> Iterator[Page]:
    """Yield the pages of a running game with hostile names, one with a challenged renege, a bracket, and those about
    more than one."""
    every = [
        Shown(HOSTILE_GAME, record_of(RULE_109, 18, rounds=3), HOSTILE, -30),
        Shown(14, record_of(SHEETS["fsu"], 8)),
    ]
    cup = event(single(), 8, 5, TEAMS, number=1)
    every += [Shown(one.game, record_of(RULE_109, 18, rounds=3), None, 6) for one in cup.t.games.values()]
    yield from whole([*every, *dominoes()], [cup])


def dominoes() -> Iterator["Shown"]:
    """Yield a game of dominoes that is over, and one that runs, with hostile names."""
    for number, (sheet, act, names) in enumerate(((TILES[1], -1, None), (TILES[0], -9, HOSTILE)), DOMINOES):
        yield Shown(number, domino_record(sheet, 3, wild=0.0), names, act)


def many() -> Iterator[Page]:
    """Yield all kinds of pages in all their states."""
    every = [
        Shown(HOSTILE_GAME, record_of(RULE_109, 18, rounds=3), HOSTILE, -30),
        Shown(14, record_of(SHEETS["fsu"], 8)),
    ]
    every += [Shown(number, record_of(sheet, 3), None, -9) for number, sheet in enumerate(SHEETS.values(), 20)]
    every += [Shown(LONG_GAME, long_record())]
    kinds = (
        (StageKind.SINGLE, 8, 5),
        (StageKind.DOUBLE, 8, 9),
        (StageKind.DOUBLE, 5, 99),
        (StageKind.LEAGUE, 7, 9),
        (StageKind.ROUND_ROBIN, 8, 9),
    )
    cups = [event(of_kind(kind), size, won, TEAMS, number=number) for number, (kind, size, won) in enumerate(kinds, 1)]
    cups += [
        event(of_kind(StageKind.ROUND_ROBIN), 5, 99, TEAMS, number=6),
        event(of_kind(StageKind.DOUBLE), 64, 40, CROWD, number=7),
    ]
    yield from whole([*every, *dominoes()], cups)


@dataclass(frozen=True, slots=True)
class Shown:
    """A game after one of its acts, under a number of its own, perhaps with other names."""

    number: int
    record: Record
    names: Names | None = None
    act: int = -1

    @property
    def told(self) -> tuple[Story, PublicView]:
        """Return the values that its pages are made from."""
        story, view = told(self.record, self.act)
        names = self.names or story.names
        rounds = tuple(renamed(one, names) for one in story.rounds) if self.names else story.rounds
        view = replace(
            view, game=self.number, match=MatchOf(1, "Spring Cup", "match 7, the final", (TEAMS[0], TEAMS[3]))
        )
        return replace(story, game=self.number, names=names, rounds=rounds), view

    @property
    def line(self) -> GameLine:
        """Return its line as a list shows it."""
        story, view = self.told
        end = story.end
        return GameLine(
            game=self.number,
            names=story.names,
            players=view.players,
            plays=story.sheet.game,
            sheet=story.sheet.name,
            round=story.current.number,
            score=view.score,
            started=view.started,
            ended=view.ended,
            due=view.due,
            deadline=view.deadline,
            winner=None if end is None else end.team,
            how=None if end is None else end.by,
        )


def renamed(one: Any, names: Names) -> Any:
    """Return a round that was played under these names."""
    if isinstance(one, TileRound):
        acted = zip(one.course, one.acted, strict=True)
        return replace(one, names=names, acted=tuple((names[act.seat - 1], by) for act, (_, by) in acted))
    bids = tuple(bid._replace(name=names[bid.seat - 1]) for bid in one.bids)
    tricks = (
        trick._replace(plays=tuple(play._replace(name=names[play.seat - 1]) for play in trick.plays))
        for trick in one.tricks
    )
    return replace(one, names=names, bids=bids, tricks=tuple(tricks))


def whole(every: Sequence[Shown], cups: Sequence[Played]) -> Iterator[Page]:
    """Yield all files of a site with these games and tournaments."""
    for one in every:
        story, view = one.told
        yield from game_pages(CLUB, story, view)
    for cup in cups:
        yield from tournament_pages(CLUB, view_of(cup))
        yield pages.tournament_feed(CLUB, cup.t.number, cup.t.name, [], None)
    yield from lists([one.line for one in every], [cup.t for cup in cups], [one.told[0].sheet for one in every])


def lists(lines: Sequence[GameLine], cups: Sequence[Tournament], sheets: Iterable[RuleSheet]) -> Iterator[Page]:
    """Yield the pages about more than one game or tournament."""
    ended = tuple(line for line in lines if line.ended is not None)
    running = tuple(line for line in lines if line.ended is None)
    held = tuple(map(line_of, cups))
    names = {sheet.name: endings.in_short(sheet) for sheet in SHEETS.values()}
    view = FrontView(running=running, count=len(running), ended=ended, tournaments=held, sheets=names)
    yield pages.front_page(CLUB, view)
    yield pages.checking_page(CLUB)
    yield pages.club_feed(CLUB, ended, max((line.ended for line in ended if line.ended), default=None))
    for page in (1, 2):
        yield from pages.list_pages(CLUB, "games", lines[::-1], page, 2)
    yield from pages.list_pages(CLUB, "tournaments", held[::-1], 1, 1)
    rows = [PlayerRow(seat, name, 7, 3) for seat, name in enumerate(HOSTILE, 1)]
    yield from pages.list_pages(CLUB, "players", rows, 1, 1)
    for row in rows:
        player = PlayerView(
            player=row.player,
            name=row.name,
            games=row.games,
            won=row.won,
            met=(Met(1, HOSTILE[0], (2, 3), (0, 0)), Met(2, HOSTILE[1], (0, 0), (1, 4))),
            latest=tuple(lines),
            more=True,
            prompt=timedelta(hours=5),
        )
        yield pages.player_page(CLUB, player)
    yield text_page(links.CARD, HelpPage(None, (), ("bid", "play"), playing=False))
    for sheet in {sheet.name.rstrip("*"): sheet for sheet in (*SHEETS.values(), *sheets)}.values():
        yield text_page(links.sheet(sheet.name), RulesPage(sheet))


def text_page(path: str, answer: HelpPage | RulesPage) -> Page:
    """Return the page of a text of letters."""
    words = templates_in(None).answer(answer, {"answer": answer, "address": CLUB.address})
    return pages.text_page(CLUB, path, text_blocks.blocks(words), terms=isinstance(answer, HelpPage))


@cache
def long_record(rounds: int = LONG_ROUNDS) -> Record:
    """Return a game of so many rounds: everyone bids 3, and plays the first card that they may."""
    events = start(LONG_GAME, ("Ann", "Bob", "Carol", "Dave"), LONG, LIMIT, fresh("00" * 32))
    game, lines = recorded(None, events)
    while game.round <= rounds:
        waiting = game.due
        assert waiting is not None
        seat, what = waiting
        act = cmd.MakeBid(3) if what == "bid" else cmd.PlayCard(legal_cards(game, seat)[-1])
        seeds = fresh(f"{game.turn:064x}")
        game, more = recorded(game, decide(game, seat, act, answers=game.turn, seeds=seeds))
        lines += more
    return Record(lines, (game,), (len(lines),))


def view_of(played: Played) -> TournamentView:
    """Return a tournament as everyone may know it; each of its running games stands at 120 to 95."""
    state = played.t
    return TournamentView(
        line=line_of(state),
        times=Times(sign_up_until=BEGAN, closes_at=BEGAN, draw_at=BEGAN, begins_at=BEGAN),
        state=state,
        running=dict.fromkeys(played.running(), Live(SCORE)),
        limit=timedelta(days=3),
        terms=Terms(leave=14),
        game="spades",
        head=state.head,
        record=(),
    )


def line_of(state: Tournament) -> TournamentLine:
    """Return its line as a list shows it."""
    return TournamentLine(state.number, state.name, state.phase, BEGAN, f"{len(state.outcomes)} matches are over.")


KINDS: Mapping[str, str] = {
    "front": "index.html",
    "games": "games/index.html",
    "game": f"games/{HOSTILE_GAME}/index.html",
    "round": "games/14/r1.html",
    "dominoes": f"games/{DOMINOES}/index.html",
    "running dominoes": f"games/{DOMINOES + 1}/index.html",
    "running round": f"games/{HOSTILE_GAME}/r4.html",
    "tournaments": "tournaments/index.html",
    "tournament": "tournaments/1/index.html",
    "schedule": "tournaments/1/schedule1.html",
    "players": "players/index.html",
    "player": "players/4/index.html",
    "rules": "sheets/pride.html",
    "card": "card.html",
    "checking": "checking.html",
}
"""Each kind of page, with one of them."""
