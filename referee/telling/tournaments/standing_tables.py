"""Standings and cross-tables: lines for a terminal, rows for templates/parts/standings.html, and in words what put each
team before the next. Orders nothing itself.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from referee.telling.formats import MINUS, Block, columns, listed, signed, width
from referee.telling.text_blocks import WIDTH, wrapped
from referee.telling.tournaments.match_sentences import out_words
from referee.telling.tournaments.round_names import legend, short_names
from referee.tournaments.fixtures import Fixture, fixtures
from referee.tournaments.stages import is_placed
from referee.tournaments.standings import Criterion, TableRow, TieBreak, out_of_table, table
from referee.tournaments.tournament import StageKey, Tournament

LONGEST, SHORTEST = 32, 6
HEADS = ("Pl", "W", "L", "MP", "Diff", "Made", "Set")
MEANINGS = (
    "matches played",
    "won",
    "lost",
    "match points",
    "difference of points (at most {target} a match)",
    "points made",
    "how often they were set",
)
PAIR = 2
MOST_TIED = 4
"""The most level teams that a sentence names; if there are more, it says only their number."""
MOST_CROSSED = 12
"""A cross-table of more teams is too wide for a phone."""
OWN = "x"


class StandingRow(NamedTuple):
    """One team's line: `cells` as many as the heads; `why` puts it before the next one, or is empty."""

    place: int
    team: str
    cells: tuple[str, ...]
    why: str
    own: bool


class StandingTable(NamedTuple):
    """The standings of a stage. `heads`: the heads of columns and their meanings; `struck`: the teams whose results do
    not count; `out`: other teams that are out, and why, if their place is from here."""

    heads: tuple[tuple[str, str], ...]
    rows: tuple[StandingRow, ...]
    struck: tuple[str, ...]
    out: tuple[str, ...] = ()


def standing(t: Tournament, key: StageKey, team: str | None = None) -> StandingTable:
    """Return the standings of a league or round robin that has begun; `team` is the reader's. Of teams that only their
    lots put in order, one line says so."""
    rows = table(t, key)
    lines = tuple(StandingRow(row.place, row.team, _cells(row), _why(row, rows), row.team == team) for row in rows)
    heads = tuple((head, meaning.format(target=t.target)) for head, meaning in zip(HEADS, MEANINGS, strict=True))
    gone = [row.team for row in rows if row.team in t.withdrawn and is_placed(t, key, row.team)]
    out = tuple(f"{team} ({out_words(t, team)})" for team in gone)
    return StandingTable(heads, lines, tuple(sorted(out_of_table(t, key))), out)


def _cells(row: TableRow) -> tuple[str, ...]:
    return (
        *map(str, (row.played, row.won, row.lost, row.match_points)),
        signed(row.difference),
        str(row.made),
        str(row.sets),
    )


def standing_text(t: Tournament, key: StageKey) -> Block:
    """Write the standings as aligned lines, with the meanings of the heads, and in full the names that had to be
    cut."""
    found = standing(t, key)
    names: Mapping[str, str] = {}
    lines = Block()
    for wide in range(LONGEST, SHORTEST - 1, -1):
        names = short_names([row.team for row in found.rows], wide)
        head = ("", "Team", *(head for head, _ in found.heads))
        rows = [(str(row.place), names[row.team], *row.cells) for row in found.rows]
        lines = columns([head, *rows], "0" + "".join(map(str, range(2, 10))))
        if max(map(width, lines.split("\n"))) <= WIDTH:
            break
    meanings = [f"{head} {meaning}" for head, meaning in found.heads]
    struck = [f"Withdrew, and their results do not count: {listed(found.struck)}"] if found.struck else []
    struck += [f"Out, and behind all others in the places: {listed(found.out)}"] if found.out else []
    cut = "\n".join(f"  {line}" for line in legend(names))
    below = [wrapped(text) for text in (", ".join(meanings), *struck)]
    return Block("\n\n".join(filter(None, (lines, *below, cut))))


def _why(row: TableRow, rows: Sequence[TableRow]) -> str:
    if row.before is None:
        return ""
    tied = row.before.tied
    if row.before.criterion == "lot" and len(tied) > PAIR:
        level = f"{_tied(row.before)} are level in everything, and stand in the order of their lots."
        return level if row.team == tied[0] else ""
    return why_words(row.team, rows[row.place].team, row.before)


def why_words(team: str, other: str, why: TieBreak) -> str:
    """Say what put a team before the next one: `The Aces stand before Bags by the difference of points: +120 to
    +80.`"""
    return f"{team} stand before {other} {_by(why)}"


def _by(why: TieBreak) -> str:
    first, second = why.figures
    shown = _signed if why.criterion == "difference" else _plain
    figures = f"{shown(first)} to {shown(second)}"
    games = " a match" if any(figure.denominator > 1 for figure in why.figures) else ""
    words: dict[Criterion, str] = {
        "match points": f"by match points{games}: {figures}.",
        "among": f"by the {_matches(why)}: {figures} match points.",
        "difference": f"by the difference of points{games}: {figures}.",
        "points": f"by the points made{games}: {figures}.",
        "sets": f"since they were set less often{games}: {figures}.",
        "lot": f"by lot: {_tied(why)} were level in everything else.",
    }
    return words[why.criterion]


def _matches(why: TieBreak) -> str:
    """Name the matches among teams that were level."""
    return "matches between them" if len(why.tied) == 2 else f"matches among {_tied(why)}, who were level"


def _tied(why: TieBreak) -> str:
    return listed(why.tied) if len(why.tied) <= MOST_TIED else f"{len(why.tied)} teams"


def _plain(figure: Fraction) -> str:
    """Write a figure exactly: `45`, `1 1/3`, `2/3`."""
    whole, rest = divmod(abs(figure), 1)
    sign = MINUS if figure < 0 else ""
    return sign + (" ".join(str(part) for part in (whole, rest) if part) or "0")


def _signed(figure: Fraction) -> str:
    return f"+{_plain(figure)}" if figure > 0 else _plain(figure)


class CrossCell(NamedTuple):
    """One meeting or several, from the side of the row's team: `W`, `L`, `-` for each, and the same in words."""

    short: str
    spoken: str


class CrossRow(NamedTuple):
    """One team against all, in the order of the standings."""

    place: int
    team: str
    cells: tuple[CrossCell, ...]


LETTERS = {"W": "won", "L": "lost", "-": "not over", OWN: "own field"}


Met = Mapping[frozenset[str | None], Sequence[Fixture]]
"""The matches of a stage by who meets in them."""


def _met(t: Tournament, key: StageKey) -> Met:
    found: dict[frozenset[str | None], list[Fixture]] = {}
    for one in fixtures(t, key):
        found.setdefault(frozenset((one.first.team, one.second.team)), []).append(one)
    return found


def cross_rows(t: Tournament, key: StageKey) -> tuple[CrossRow, ...]:
    """Make the cross-table of who beat whom, in the order of the standings; () for more teams than a phone shows."""
    teams, met = [row.team for row in table(t, key)], _met(t, key)
    if len(teams) > MOST_CROSSED:
        return ()
    return tuple(
        CrossRow(place, team, tuple(_cell(team, other, met) for other in teams)) for place, team in enumerate(teams, 1)
    )


def _cell(team: str, other: str, met: Met) -> CrossCell:
    if team == other:
        return CrossCell(OWN, LETTERS[OWN])
    found = met.get(frozenset((team, other)), ())
    letters = ["-" if one.winner is None else "W" if one.winner == team else "L" for one in found]
    return CrossCell("".join(letters), listed([LETTERS[one] for one in letters]) if letters else "do not meet")
