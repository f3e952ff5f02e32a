"""The files of one tournament: its standings, its brackets, and its whole schedule. The values that templates get have
no room for a seed, a salt or a rating.

A bracket stands in columns of matches, one for each round, which the style of the pages draws as a tree, and on a phone
one below the other. Each column has so many slots that a match stands beside the middle of the two matches that lead to
it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from referee.site import links
from referee.site.environment import Club, Page, render
from referee.site.public import TournamentView
from referee.telling.formats import capital
from referee.telling.tournaments.draw_sentences import order_lines
from referee.telling.tournaments.format_sentences import format_lines
from referee.telling.tournaments.html_bracket import Box, box_of
from referee.telling.tournaments.match_sentences import out_words
from referee.telling.tournaments.place_sentences import early_lines, end_lines, place_lines
from referee.telling.tournaments.placement import Tree, trees
from referee.telling.tournaments.round_names import open_results, round_name
from referee.telling.tournaments.schedule_rows import ScheduleRound, every_round
from referee.telling.tournaments.stage_drawings import open_stages, title
from referee.telling.tournaments.standing_tables import CrossRow, StandingTable, cross_rows, standing
from referee.tournaments.fixtures import Fixture, Running, fixtures
from referee.tournaments.matches import stage_of
from referee.tournaments.tournament import StageKey, Times, Tournament

MATCHES = 120
"""The most matches of a schedule on one page."""


class Slot(NamedTuple):
    """A match in its column: its round's name, its box, and where its winner and loser go in words. `lines`: the lines
    from it and to it: `upper` or `lower` of a pair, `straight`, `fed`."""

    round: str
    box: Box
    goes: str
    lines: tuple[str, ...]


class Column(NamedTuple):
    """One round: its name, and its slots, None where nobody plays."""

    name: str
    slots: tuple[Slot | None, ...]


class BracketTree(NamedTuple):
    """One part of a bracket, with a title of its own if its rounds do not say it."""

    title: str
    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StagePart:
    """One stage that has begun, as `bracket` or `standing`. By match, `games` has the number of its game, and `winners`
    the team that won."""

    title: str
    bracket: tuple[BracketTree, ...]
    standing: StandingTable | None
    cross: tuple[CrossRow, ...]
    rounds: tuple[ScheduleRound, ...]
    games: dict[int, int]
    winners: dict[int, str]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacesPart:
    """The places of a division once they are known: a title, lines, and how they came about."""

    title: str
    lines: tuple[str, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryRow:
    """A team that entered: its name, its two players with the numbers of their pages or None, its division or an empty
    text, and what took it out, or an empty text."""

    name: str
    players: tuple[tuple[str, int | None], ...]
    division: str
    out: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentPart:
    """The contents of a tournament's pages."""

    number: int
    name: str
    phase: str
    overview: str
    format: tuple[str, ...]
    sheets: tuple[str, ...]
    entries: tuple[EntryRow, ...]
    order: tuple[str, ...]
    stages: tuple[StagePart, ...]
    """The latest of each division first."""
    schedule: tuple[StagePart, ...]
    """The stages in the order in which they are played."""
    places: tuple[PlacesPart, ...]
    lines: int
    """The number of lines of its record."""
    head: str
    pages: int
    """The number of pages of its schedule."""


def tournament_pages(club: Club, view: TournamentView) -> Iterator[Page]:
    """Yield all files of a tournament but its feed."""
    part = tournament_part(view)
    number = part.number
    yield render(club, "tournament.html", links.tournament(number), part=part)
    for page, rounds in enumerate(_pages(part), 1):
        yield render(club, "schedule.html", links.schedule(number, page), part=part, rounds=rounds, number=page)
    yield Page(links.tournament(number, "record.jsonl"), "".join(f"{line}\n" for line in view.record))


def tournament_part(view: TournamentView) -> TournamentPart:
    """Return a tournament as its pages show it."""
    t = view.state
    found = {key: _stage(t, key, view.running, view.times) for key in open_stages(t)}
    schedule = tuple(found[key] for key in sorted(found, key=lambda key: (t.divisions.index(key[0]), key[1])))
    return TournamentPart(
        number=t.number,
        name=t.name,
        phase=t.phase,
        overview=view.line.overview,
        format=format_lines(t, view.limit, view.terms, game=view.game),
        sheets=t.format.sheets,
        lines=len(view.record),
        head=view.head,
        entries=tuple(
            EntryRow(
                name=one.name,
                players=tuple((player, view.players.get((one.name, player))) for player in one.players),
                division=one.division,
                out=out_words(t, one.name),
            )
            for one in t.teams
        ),
        order=order_lines(t) if t.order else (),
        stages=tuple(found.values()),
        schedule=schedule,
        places=tuple(_places(t)),
        pages=sum(1 for _ in _cut([round for stage in schedule for round in stage.rounds])),
    )


def _stage(t: Tournament, key: StageKey, running: Running, times: Times) -> StagePart:
    every = fixtures(t, key)
    kind = stage_of(t, key).kind
    return StagePart(
        title=capital(title(t, key)),
        bracket=bracket_trees(t, key, running) if kind.is_bracket else (),
        standing=None if kind.is_bracket else standing(t, key),
        cross=() if kind.is_bracket else cross_rows(t, key),
        rounds=every_round(t, key, running, times),
        games={one.match: one.game for one in every if one.game is not None},
        winners={one.match: one.winner for one in every if one.winner is not None},
        notes=(*open_results(every, running), *early_lines(t, key)),
    )


def _places(t: Tournament) -> Iterator[PlacesPart]:
    for one in t.places:
        where = f"Division {one.division}" if one.division else "Places"
        yield PlacesPart(title=where, lines=place_lines(t, one, None), notes=end_lines(t, one))


def _pages(part: TournamentPart) -> Iterator[tuple[tuple[StagePart, ScheduleRound], ...]]:
    """Yield the rounds of all stages with their stages, a page at a time."""
    of = [(stage, round) for stage in part.schedule for round in stage.rounds]
    for rounds in _cut([round for _, round in of]):
        yield tuple(of[rounds.start : rounds.stop])


def _cut(rounds: Sequence[ScheduleRound]) -> Iterator[range]:
    """Cut the rounds into pages, so that no round is parted."""
    first = matches = 0
    for place, round in enumerate(rounds):
        if place > first and matches + len(round.rows) > MATCHES:
            yield range(first, place)
            first, matches = place, 0
        matches += len(round.rows)
    if rounds:
        yield range(first, len(rounds))


def bracket_trees(t: Tournament, key: StageKey, running: Running) -> tuple[BracketTree, ...]:
    """Return the trees of a bracket stage that has begun."""
    every, kind = fixtures(t, key), stage_of(t, key).kind

    def grown(tree: Tree) -> BracketTree:
        slots, lines, counts = _placed(tree)
        found: list[list[Slot | None]] = [[None] * count for count in counts]
        names = [""] * len(counts)
        for place in tree.places:
            one = place.match
            own = (*lines.get(one.match, ()), *(("fed",) if any(place.fed) else ()))
            found[place.column][slots[one.match]] = Slot(
                round_name(kind, one, every, alone=True), box_of(one, running), _goes(one), own
            )
            names[place.column] = round_name(kind, one, every)
        title = "" if tree.title in names else tree.title
        return BracketTree(title, tuple(Column(*each) for each in zip(names, map(tuple, found), strict=True)))

    return tuple(map(grown, trees(kind, every)))


def _placed(tree: Tree) -> tuple[dict[int, int], dict[int, tuple[str]], list[int]]:
    """Find the slot of each match, the line that leads on from it, and how many slots each column has."""
    pairs = {place.column for place in tree.places if all(place.fed)}
    slots, lines = {tree.last.match.match: 0}, dict[int, tuple[str]]()
    for place in reversed(tree.places):
        here, paired = slots[place.match.match], place.column in pairs
        for number, side in enumerate(place.match.sides):
            if place.fed[number] and side.comes is not None:
                slots[side.comes[1]] = 2 * here + number if paired else here
                lines[side.comes[1]] = (("upper", "lower")[number] if paired else "straight",)
    counts = [1]
    for column in range(tree.last.column, 0, -1):
        counts.insert(0, counts[0] * (2 if column in pairs else 1))
    return slots, lines, counts


def _goes(one: Fixture) -> str:
    after = (("winner", one.winner_to), ("loser", one.loser_to))
    return ", ".join(f"{who} to match {number}" for who, number in after if number is not None)
