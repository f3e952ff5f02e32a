"""Standings, brackets and schedules as drawings for letters: lines in text, cells in HTML. Words none itself."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from markupsafe import Markup

from referee.post.reading.safe_lines import clean
from referee.telling.formats import Block, capital
from referee.telling.templates import Templates, verbatim
from referee.telling.text_blocks import Drawing, wrapped
from referee.telling.tournaments.draw_sentences import order_lines, order_title, salts_given
from referee.telling.tournaments.html_bracket import bracket_tables
from referee.telling.tournaments.notices import MatchTime
from referee.telling.tournaments.round_names import open_results
from referee.telling.tournaments.schedule_rows import schedule, schedule_text
from referee.telling.tournaments.standing_tables import cross_rows, standing, standing_text
from referee.telling.tournaments.text_bracket import bracket_text
from referee.tournaments.fixtures import Live, Running, fixtures
from referee.tournaments.matches import stage_of
from referee.tournaments.tournament import StageKey, Times, Tournament

MOST_COLUMNS = 4
"""More columns of a bracket are too narrow for names where a letter is read on a phone."""
SMALL = 16
"""The most teams of which a letter marks the reader's own."""


class StageDrawing(NamedTuple):
    """A stage with its heading."""

    title: str
    drawing: Drawing


def open_stages(t: Tournament) -> tuple[StageKey, ...]:
    """Return the stages that have begun, the latest of each division first."""
    return tuple(
        (division, stage)
        for division in t.divisions
        for stage in range(len(t.format.stages), 0, -1)
        if (division, stage) in t.stages
    )


def latest_stages(t: Tournament) -> tuple[StageKey, ...]:
    """Return the stage that each division plays, or played last."""
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
) -> tuple[StageDrawing, ...]:
    """Draw brackets as they stand, and the standings of all other stages; `team` is the reader's."""
    live = live_games(running)
    return tuple(_drawn(templates, t, key, live, team if _is_small(t, key) else None) for key in keys)


def _is_small(t: Tournament, key: StageKey) -> bool:
    return len(t.stages[key]) <= SMALL


def _drawn(templates: Templates, t: Tournament, key: StageKey, running: Running, team: str | None) -> StageDrawing:
    if stage_of(t, key).kind.is_bracket:
        html = _bracket_html(templates, t, key, running, team)
        return StageDrawing(capital(title(t, key)), Drawing(bracket_text(t, key, running, said=True), html))
    found = standing(t, key, team)
    html = Markup(templates.render("parts/standings.html", {"standing": found, "cross": cross_rows(t, key)}))
    whys = wrapped("\n".join(f"- {row.why}" for row in found.rows if row.why))
    notes = open_results(fixtures(t, key), running)
    html += _noted(templates, notes)
    text = Block("\n\n".join(filter(None, (standing_text(t, key), "\n".join(map(wrapped, notes)), whys))))
    return StageDrawing(capital(title(t, key)), Drawing(text, html))


def _bracket_html(templates: Templates, t: Tournament, key: StageKey, running: Running, team: str | None) -> Markup:
    """Return the tables of a bracket or, if they would be too wide, its rounds below each other, as many as a
    letter has room for."""
    tables = bracket_tables(t, key, running, team) if _is_small(t, key) else ()
    if tables and all(len(table.heads) <= MOST_COLUMNS for table in tables):
        html = templates.render("parts/bracket.html", {"bracket": tables})
    else:
        html = templates.render("parts/schedule.html", {"rounds": schedule(t, key, running, None)})
    return Markup(html) + _noted(templates, open_results(fixtures(t, key), running))


def _noted(templates: Templates, notes: tuple[str, ...]) -> Markup:
    return Markup(templates.render("parts/notes.html", {"notes": notes}) if notes else "")


def live_games(running: Iterable[MatchTime]) -> Running:
    """Return the games that are being played, by match."""
    return {one.match: Live(one.score, one.pending) for one in running}


def draw_schedule(
    templates: Templates, t: Tournament, keys: Iterable[StageKey], running: Iterable[MatchTime], times: Times
) -> Iterator[StageDrawing]:
    """Draw the matches of stages, round by round."""
    live = live_games(running)
    for key in keys:
        shown = schedule(t, key, live, times)
        html = Markup(templates.render("parts/schedule.html", {"rounds": shown}))
        html += _noted(templates, open_results(fixtures(t, key), live))
        yield StageDrawing(capital(title(t, key)), Drawing(schedule_text(t, key, live, times), html))


def draw_order(templates: Templates, t: Tournament) -> Drawing:
    """Draw the drawn order and the lots, which a letter folds away where it can."""
    lines = order_lines(t)
    html = templates.render("parts/fold.html", {"summary": order_title(t), "lines": lines})
    return Drawing(Block(wrapped("\n\n".join(map(clean, lines)))), Markup(html))


def draw_salts(t: Tournament) -> Drawing:
    """Draw the salts as they were used."""
    given = salts_given(t)
    rows = (Markup('<li style="margin:0 0 4px">{}: {}</li>\n').format(name, verbatim(salt)) for name, salt in given)
    html = Markup('<ul style="margin:0 0 10px;padding:0 0 0 20px">\n{}</ul>\n').format(Markup("").join(rows))
    return Drawing(Block(wrapped("\n".join(f"- {clean(name)}: {salt}" for name, salt in given))), html)


def title(t: Tournament, key: StageKey) -> str:
    """Name a stage: `round robin`, `division A, single elimination`."""
    name = stage_of(t, key).kind.value
    return f"division {key[0]}, {name}" if key[0] else name
