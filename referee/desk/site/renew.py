"""Writes the site: what a change touches, or all of it. Reads in one short transaction, and makes pages outside of it.

A change touches the pages of its game, the front and the index. Lists, players' pages and feeds change only when a game
has begun, has scored a round, is over, or goes on again.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection

from referee.desk.case import Desk
from referee.desk.requests.help_pages import cards
from referee.desk.site import views
from referee.desk.site.views import game_lines, public_view
from referee.desk.table.records import record
from referee.records.lines import heads
from referee.site import links, pages
from referee.site.environment import Club, Page, assets
from referee.site.folder import Folder
from referee.site.pages import game_pages
from referee.site.reading import read_record
from referee.site.tournament_pages import tournament_pages
from referee.spades.rulesheet import RuleSheet
from referee.store import games, matches, progress, site_changes, tournaments
from referee.store.backend import Store
from referee.telling.letter_kinds import HelpPage, RulesPage
from referee.telling.letters.games import WORDS
from referee.telling.templates import templates_in
from referee.telling.text_blocks import blocks

MOST_SHOWN = 64
"""The number of games of which we know what lists last showed."""


class Touched(NamedTuple):
    """The news for which pages of games were written: how many files changed; the games that began, got on by a round,
    ended or went on again, and the players who were in them."""

    written: int
    games: tuple[int, ...]
    players: frozenset[int]


class Keys(NamedTuple):
    """The games and tournaments that changed, by number."""

    games: tuple[int, ...]
    tournaments: tuple[int, ...]


class _Shown(NamedTuple):
    """The part of a game that lists, players' pages and tournaments show."""

    players: tuple[int | None, ...]
    course: tuple[object, ...]


class Site:
    """One site: its folder, its owner, and the values from which its pages were made last."""

    def __init__(self, desk: Desk, folder: Path) -> None:
        settings = desk.settings
        self.desk, self.folder = desk, Folder(folder)
        self.club = Club(
            settings.referee.name, settings.referee.address, settings.site.base_url, settings.referee.templates
        )
        self._shown: dict[int, _Shown] = {}
        self._last_pages: dict[str, int] = {}
        """The number of pages of each list when it was last written."""

    def renew(self, store: Store, keys: Keys, now: datetime) -> int:
        """Write what these changes touch. Returns how many files are new or changed. Raises OSError."""
        touched = self._games(store, keys.games, now)
        with store.reading() as tx:
            cups = sorted({*keys.tournaments, *_cups_of(tx, touched.games)})
            written = touched.written
            if cups:
                written += self._cups(tx, cups, now)
            if touched.games:
                written += self.folder.put(self._lists(tx, touched.games, touched.players))
            return written + self.folder.put(self._front(tx, now))

    def is_there(self, tx: Connection, changes: Keys) -> bool:
        """Tell if its files, and a page of each game without `changes`, are in the folder: somebody may have emptied
        that."""
        fixed = (*map(links.listing, ("games", "players", "tournaments")), *assets(self.club.templates))
        each = (links.game(number) for number in {*games.numbers(tx)} - {*changes.games})
        return all((self.folder.place / path).exists() for path in ("index.html", *fixed, *each))

    def write_all(self, store: Store, now: datetime) -> int:
        """Write all of it anew. Returns how many files are new or changed. Raises OSError."""
        written = sum(self.folder.put_file(path, content) for path, content in assets(self.club.templates).items())
        written += self.folder.put(self._sheet(sheet) for sheet in self.desk.sheets.values())
        written += self.folder.put([pages.checking_page(self.club), self._text(links.CARD, cards(self.desk))])
        with store.reading() as tx:
            last = progress.reach(tx).game
        written += self._games(store, range(1, last + 1), now).written
        with store.reading() as tx:
            written += self._cups(tx, range(1, tournaments.last_number(tx) + 1), now)
            everyone = range(1, games.last_player(tx) + 1)
            written += self.folder.put(self._lists(tx, range(1, last + 1), everyone))
            return written + self.folder.put(self._front(tx, now))

    def _games(self, store: Store, numbers: Iterable[int], now: datetime) -> Touched:
        """Write the changed pages of these games."""
        written, turned, players = 0, list[int](), set[int]()
        for number in numbers:
            if (found := self._game(store, number, now)) is None:
                continue
            pages, seen = found
            written += self.folder.put(pages)
            if seen is not None:
                turned.append(number)
                players |= seen
        return Touched(written, tuple(turned), frozenset(players))

    def _cups(self, tx: Connection, numbers: Collection[int], now: datetime) -> int:
        """Write the pages of these tournaments, and the pages of the list that name them."""
        written = sum(self.folder.put(self._tournament(tx, number, now)) for number in numbers)
        most = tournaments.last_number(tx)
        block = partial(views.tournaments_block, tx, now=now)
        return written + self.folder.put(self._list("tournaments", block, numbers, most, views.CUPS))

    def _game(self, store: Store, number: int, now: datetime) -> tuple[list[Page], set[int] | None] | None:
        """Make the pages of a game, and tell whose pages change: None if only the game itself went on."""
        with store.reading() as tx:
            row = games.find(tx, number)
            if row is None:
                return None
            lines = record(tx, number)
            view = public_view(tx, row, now)
            former = tuple(one.person for one in games.tenures_in(tx, [number]) if one.shown)
        story = read_record(lines, heads(lines)[-1])
        course = (row.round, row.score, row.ended_at, row.names, len(story.scored), story.end, view.provisional)
        before = self._shown.pop(number, None)
        self._shown[number] = shown = _Shown(view.players, (*course, story.names))
        written = [*game_pages(self.club, story, view)]
        if story.sheet.name.rstrip("*") not in self.desk.sheets:
            written.append(self._sheet(story.sheet))
        while len(self._shown) > MOST_SHOWN:
            del self._shown[next(iter(self._shown))]
        # links lead to what is there: the page that leads to the others comes last
        written.sort(key=lambda page: page.path == links.game(number))
        if before == shown:
            return written, None
        seen = (*former, *(() if before is None else before.players), *view.players)
        return written, {one for one in seen if one}

    def _lists(self, tx: Connection, numbers: Iterable[int], players: Iterable[int]) -> Iterator[Page]:
        yield from self._list("games", partial(views.games_block, tx), numbers, progress.reach(tx).game)
        yield from self._players(tx, sorted(players))
        yield pages.club_feed(
            self.club, game_lines(tx, games.latest_ended(tx, pages.ENTRIES)), games.results_changed(tx)
        )

    def _players(self, tx: Connection, numbers: Collection[int]) -> Iterator[Page]:
        for number in numbers:
            if (view := views.player(tx, number)) is not None:
                yield pages.player_page(self.club, view)
        yield from self._list("players", partial(views.players_block, tx), numbers, games.last_player(tx))

    def _list(
        self,
        of: str,
        block: Callable[[int], Sequence[Any]],
        numbers: Iterable[int],
        most: int,
        size: int = views.BLOCK,
    ) -> Iterator[Page]:
        """Make the pages of a list that change with these `numbers`; `most` is the highest number of the list, and
        `block` reads one page. If the list has grown, the former last page, as far as we know it, also changes: it now
        leads on."""
        last = views.block_of(most, size)
        before = self._last_pages.get(of, last - 1)
        self._last_pages[of] = last
        changed = {views.block_of(number, size) for number in numbers if number <= most}
        for page in sorted({*changed, *range(max(before, 1), last), last}):
            yield from pages.list_pages(self.club, of, block(page), page, last)

    def _tournament(self, tx: Connection, number: int, now: datetime) -> Iterator[Page]:
        row = tournaments.find(tx, number)
        if row is None:
            return
        yield from tournament_pages(self.club, views.tournament(tx, row, self.desk, now))
        played = matches.latest_ended(tx, number, pages.ENTRIES)
        rows = [row for row in (games.find(tx, game) for game in played) if row is not None]
        yield pages.tournament_feed(
            self.club, number, row.name, game_lines(tx, rows), matches.results_changed(tx, number)
        )

    def _front(self, tx: Connection, now: datetime) -> Iterator[Page]:
        view = views.front(tx, self.desk.sheets, now)
        yield pages.front_page(self.club, view)
        yield pages.index(self.club, view)

    def _sheet(self, sheet: RuleSheet) -> Page:
        return self._text(links.sheet(sheet.name), {sheet.game: RulesPage(sheet)})

    def _text(self, path: str, answers: Mapping[str, HelpPage | RulesPage]) -> Page:
        """Make one page of answers, each in the words of its game."""
        ours, address = templates_in(self.club.templates), self.club.address
        told = (
            ours.answer(one, {"answer": one, "address": address, "words": WORDS[game]}) for game, one in answers.items()
        )
        return pages.text_page(self.club, path, blocks("\n\n".join(told)), terms=path == links.CARD)


def _cups_of(tx: Connection, numbers: Iterable[int]) -> frozenset[int]:
    """Return the tournaments in which these games are matches."""
    found = (matches.of_game(tx, number) for number in numbers)
    return frozenset(one.tournament for one in found if one is not None)


def keys_of(found: Iterable[str]) -> Keys:
    """Read keys of the database (store/site_changes.py) as numbers."""
    by_kind: dict[str, list[int]] = {site_changes.GAME: [], site_changes.TOURNAMENT: []}
    for key in found:
        kind, _, number = key.partition(" ")
        by_kind[kind].append(int(number))
    return Keys(tuple(sorted(by_kind[site_changes.GAME])), tuple(sorted(by_kind[site_changes.TOURNAMENT])))
