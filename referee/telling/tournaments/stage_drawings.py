"""Standings, brackets and schedules as drawings for letters: lines in text, cells in HTML. Words none itself."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from referee.post.reading.safe_lines import clean
from referee.telling.drawings import Drawing
from referee.telling.formats import Block, capital
from referee.telling.templates import Templates
from referee.telling.text_blocks import wrapped
from referee.telling.tournaments.draw_sentences import order_lines
from referee.telling.tournaments.format_sentences import stage_name
from referee.telling.tournaments.html_bracket import RoundRows, bracket_rows
from referee.telling.tournaments.notices import MatchTime
from referee.telling.tournaments.schedule_rows import schedule, schedule_text
from referee.telling.tournaments.standing_tables import cross_rows, standing, standing_text
from referee.telling.tournaments.text_bracket import bracket_text
from referee.tournaments.matches import stage_of
from referee.tournaments.tournament import StageKey, Tournament

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
    scene = _Scene(templates, t, tuple((one.match, one.score) for one in running))
    return tuple(
        _drawn(scene, key, None if len(t.stages[key].teams) > SMALL else team, whole=whole or _is_small(t, key))
        for key in keys
    )


def _is_small(t: Tournament, key: StageKey) -> bool:
    return len(t.stages[key].teams) <= SMALL


@dataclass(frozen=True, slots=True)
class _Scene:
    """A tournament at one moment, which the head of its record and the running scores tell from any other."""

    templates: Templates = field(compare=False)
    t: Tournament = field(compare=False)
    scores: tuple[tuple[int, tuple[int, int]], ...]
    head: str = field(init=False, default="")

    def __post_init__(self) -> None:
        object.__setattr__(self, "head", self.t.head)


@lru_cache(maxsize=64)
def _drawn(scene: _Scene, key: StageKey, team: str | None, *, whole: bool) -> StageDrawing:
    """One stage: the same for many readers, and so drawn once."""
    t, scores = scene.t, dict(scene.scores)
    if stage_of(t, key).kind.is_bracket:
        rounds = bracket_rows(t, key, scores, team)
        page = {"bracket": rounds if whole else tuple(filter(_is_live, rounds))}
        html = Markup(scene.templates.render("parts/bracket.html", page))
        if not whole:
            html += Markup(scene.templates.render("parts/more.html", {}))
        return StageDrawing(capital(title(t, key)), Drawing(bracket_text(t, key, scores), html))
    found = standing(t, key, team)
    html = Markup(scene.templates.render("parts/standings.html", {"standing": found, "cross": cross_rows(t, key)}))
    whys = wrapped("\n".join(f"- {row.why}" for row in found.rows if row.why))
    text = Block("\n\n".join(filter(None, (standing_text(t, key), whys))))
    return StageDrawing(capital(title(t, key)), Drawing(text, html))


def _is_live(round: RoundRows) -> bool:
    """Whether somebody has reached the round, and something of it is still to be played."""
    reached = any(side.known for match in round.matches for side in match.sides)
    return reached and not all(any(side.won for side in match.sides) for match in round.matches)


def draw_schedule(
    templates: Templates, t: Tournament, keys: Iterable[StageKey], running: Iterable[MatchTime], begins_at: datetime
) -> Iterator[StageDrawing]:
    """The matches of stages, round by round."""
    scores = {one.match: one.score for one in running}
    for key in keys:
        rounds = schedule(t, key, scores, begins_at)
        html = Markup(templates.render("parts/schedule.html", {"rounds": rounds}))
        yield StageDrawing(capital(title(t, key)), Drawing(schedule_text(t, key, scores, begins_at), html))


def draw_order(templates: Templates, t: Tournament) -> Drawing:
    """The drawn order and the lots, which a letter folds away where it can."""
    lines = order_lines(t)
    html = templates.render("parts/fold.html", {"summary": "Drawn order and lots", "lines": lines})
    return Drawing(Block(wrapped("\n\n".join(map(clean, lines)))), Markup(html))


def title(t: Tournament, key: StageKey) -> str:
    """`round robin`, `division A, single elimination`."""
    name = stage_name(stage_of(t, key))
    return f"division {key[0]}, {name}" if key[0] else name
