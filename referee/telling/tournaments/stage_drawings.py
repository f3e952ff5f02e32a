"""Standings, brackets and schedules as drawings for letters: lines in text, cells in HTML. Words none itself."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from markupsafe import Markup

from referee.telling.drawings import Drawing
from referee.telling.formats import Block, capital
from referee.telling.templates import Templates
from referee.telling.text_blocks import wrapped
from referee.telling.tournaments.format_sentences import stage_name
from referee.telling.tournaments.html_bracket import bracket_rows
from referee.telling.tournaments.notices import MatchTime
from referee.telling.tournaments.schedule_rows import schedule, schedule_text
from referee.telling.tournaments.standing_tables import cross_rows, standing, standing_text
from referee.telling.tournaments.text_bracket import bracket_text
from referee.tournaments.matches import stage_of
from referee.tournaments.tournament import StageKey, Tournament


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
    templates: Templates, t: Tournament, keys: Iterable[StageKey], running: Iterable[MatchTime], team: str | None
) -> tuple[StageDrawing, ...]:
    """Brackets as they stand, and the standings of all other stages."""
    scores = {one.match: one.score for one in running}
    return tuple(_drawn(templates, t, key, scores, team) for key in keys)


def _drawn(
    templates: Templates, t: Tournament, key: StageKey, scores: dict[int, tuple[int, int]], team: str | None
) -> StageDrawing:
    if stage_of(t, key).kind.is_bracket:
        rows = bracket_rows(t, key, scores, team)
        html = Markup(templates.render("parts/bracket.html", {"bracket": rows}))
        return StageDrawing(capital(title(t, key)), Drawing(bracket_text(t, key, scores), html))
    found = standing(t, key, team)
    html = Markup(templates.render("parts/standings.html", {"standing": found, "cross": cross_rows(t, key)}))
    whys = wrapped("\n".join(f"- {row.why}" for row in found.rows if row.why))
    text = Block("\n\n".join(filter(None, (standing_text(t, key), whys))))
    return StageDrawing(capital(title(t, key)), Drawing(text, html))


def draw_schedule(
    templates: Templates, t: Tournament, keys: Iterable[StageKey], running: Iterable[MatchTime], begins_at: datetime
) -> Iterator[StageDrawing]:
    """The matches of stages, round by round."""
    scores = {one.match: one.score for one in running}
    for key in keys:
        rounds = schedule(t, key, scores, begins_at)
        html = Markup(templates.render("parts/schedule.html", {"rounds": rounds}))
        yield StageDrawing(capital(title(t, key)), Drawing(schedule_text(t, key, scores, begins_at), html))


def title(t: Tournament, key: StageKey) -> str:
    """`round robin`, `division A, single elimination`."""
    name = stage_name(stage_of(t, key))
    return f"division {key[0]}, {name}" if key[0] else name
