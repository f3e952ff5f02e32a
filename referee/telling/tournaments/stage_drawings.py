"""Standings, brackets and schedules as drawings for letters: lines in text, cells in HTML. Words none itself."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from referee.post.reading.safe_lines import clean
from referee.telling.drawings import Drawing
from referee.telling.formats import Block, capital
from referee.telling.templates import Templates
from referee.telling.text_blocks import wrapped
from referee.telling.tournaments.draw_sentences import order_lines, order_title
from referee.telling.tournaments.format_sentences import stage_name
from referee.telling.tournaments.html_bracket import RoundRows, bracket_rows
from referee.telling.tournaments.notices import MatchTime
from referee.telling.tournaments.round_names import open_results
from referee.telling.tournaments.schedule_rows import schedule, schedule_text
from referee.telling.tournaments.standing_tables import cross_rows, standing, standing_text
from referee.telling.tournaments.text_bracket import bracket_text
from referee.tournaments.fixtures import Begins, Live, Running, fixtures
from referee.tournaments.matches import stage_of
from referee.tournaments.tournament import StageKey, Tournament

MOST_HTML = 80_000
"""So many bytes of a drawing leave room for the rest of a letter: Gmail cuts at 102 KB."""
SMALL = 16
"""Of more teams a letter does not mark the reader's own, so that all can have the same drawing."""


class StageDrawing(NamedTuple):
    """A stage with its heading."""

    title: str
    drawing: Drawing


def open_stages(t: Tournament) -> tuple[StageKey, ...]:
    """The stages that have begun, the latest of each division first."""
    return tuple(
        (division, stage)
        for division in t.divisions
        for stage in range(len(t.format.stages), 0, -1)
        if (division, stage) in t.stages
    )


def latest_stages(t: Tournament) -> tuple[StageKey, ...]:
    """The stage that each division plays, or played last."""
    found: dict[str, StageKey] = {}
    for key in open_stages(t):
        found.setdefault(key[0], key)
    return tuple(found.values())


def draw_stages(
    templates: Templates,
    t: Tournament,
    keys: Iterable[StageKey],
    running: Iterable[MatchTime],
    team: str | None,
    *,
    whole: bool = False,
) -> tuple[StageDrawing, ...]:
    """Brackets as they stand, and the standings of all other stages; `team` is the reader's.

    The HTML of a large bracket leaves out rounds that are over, and those that nobody has reached, if it need not be
    `whole`.
    """
    scene = _Scene(templates, t, tuple(live_games(running).items()))
    return tuple(
        _drawn(scene, key, None if len(t.stages[key].teams) > SMALL else team, whole=whole or _is_small(t, key))
        for key in keys
    )


def _is_small(t: Tournament, key: StageKey) -> bool:
    return len(t.stages[key].teams) <= SMALL


@dataclass(frozen=True, slots=True)
class _Scene:
    """A tournament at one moment, which the head of its record and the running games tell from any other."""

    templates: Templates = field(compare=False)
    t: Tournament = field(compare=False)
    running: tuple[tuple[int, Live], ...]
    head: str = field(init=False, default="")

    def __post_init__(self) -> None:
        object.__setattr__(self, "head", self.t.head)


@lru_cache(maxsize=64)
def _drawn(scene: _Scene, key: StageKey, team: str | None, *, whole: bool) -> StageDrawing:
    """One stage: the same for many readers, and so drawn once."""
    t, running = scene.t, dict(scene.running)
    if stage_of(t, key).kind.is_bracket:
        html = _bracket_html(scene.templates, bracket_rows(t, key, running, team), whole=whole)
        return StageDrawing(capital(title(t, key)), Drawing(bracket_text(t, key, running), html))
    found = standing(t, key, team)
    html = Markup(scene.templates.render("parts/standings.html", {"standing": found, "cross": cross_rows(t, key)}))
    whys = wrapped("\n".join(f"- {row.why}" for row in found.rows if row.why))
    notes = open_results(fixtures(t, key), running)
    html += _noted(scene.templates, notes)
    text = Block("\n\n".join(filter(None, (standing_text(t, key), "\n".join(map(wrapped, notes)), whys))))
    return StageDrawing(capital(title(t, key)), Drawing(text, html))


def _bracket_html(templates: Templates, rounds: tuple[RoundRows, ...], *, whole: bool) -> Markup:
    """All rounds; of a bracket that mail programs would cut, or where it need not be whole, those that are live."""
    page = {"bracket": rounds if whole else tuple(filter(_is_live, rounds))}
    html = Markup(templates.render("parts/bracket.html", page))
    if whole and len(html.encode()) > MOST_HTML:
        return _bracket_html(templates, rounds, whole=False)
    return html if whole else html + Markup(templates.render("parts/more.html", {}))


def _noted(templates: Templates, notes: tuple[str, ...]) -> Markup:
    return Markup(templates.render("parts/notes.html", {"notes": notes}) if notes else "")


def live_games(running: Iterable[MatchTime]) -> Running:
    """The games that are being played, by match."""
    return {one.match: Live(one.score, one.pending) for one in running}


def _is_live(round: RoundRows) -> bool:
    """Whether somebody has reached the round, and something of it is still to be played."""
    reached = any(side.known for match in round.matches for side in match.sides)
    return reached and not all(any(side.won for side in match.sides) for match in round.matches)


def draw_schedule(
    templates: Templates, t: Tournament, keys: Iterable[StageKey], running: Iterable[MatchTime], begins: Begins
) -> Iterator[StageDrawing]:
    """The matches of stages, round by round."""
    live = live_games(running)
    for key in keys:
        rounds = schedule(t, key, live, begins)
        html = Markup(templates.render("parts/schedule.html", {"rounds": rounds}))
        html += _noted(templates, open_results(fixtures(t, key), live))
        yield StageDrawing(capital(title(t, key)), Drawing(schedule_text(t, key, live, begins), html))


def draw_order(templates: Templates, t: Tournament) -> Drawing:
    """The drawn order and the lots, which a letter folds away where it can."""
    lines = order_lines(t)
    html = templates.render("parts/fold.html", {"summary": order_title(t), "lines": lines})
    return Drawing(Block(wrapped("\n\n".join(map(clean, lines)))), Markup(html))


def title(t: Tournament, key: StageKey) -> str:
    """`round robin`, `division A, single elimination`."""
    name = stage_name(stage_of(t, key))
    return f"division {key[0]}, {name}" if key[0] else name
