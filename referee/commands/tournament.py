"""`referee tournament`: the standings, brackets and schedule of one tournament. Only looks."""

import json
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from typing import Annotated

import typer

from referee.commands.options import ConfigOption, JsonOption
from referee.commands.tournament_data import Whole, find, progress_words, scores, whole
from referee.config import load_settings
from referee.post.reading.safe_lines import clean
from referee.running import logs
from referee.running.opening import open_database
from referee.store import tournaments
from referee.telling.formats import capital, listed, ordinal
from referee.telling.text_blocks import wrapped
from referee.telling.tournaments.schedule_rows import schedule_text
from referee.telling.tournaments.standing_tables import cross_text, standing, standing_text
from referee.telling.tournaments.text_bracket import bracket_text
from referee.tournaments.export import stage_keys
from referee.tournaments.fixtures import Running
from referee.tournaments.formats import Kind
from referee.tournaments.matches import stage_of
from referee.tournaments.tournament import StageKey, Tournament


def tournament(
    name: Annotated[str, typer.Argument(help="Its name, a part of it that no other has, or its number.")],
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print one tournament."""
    logs.set_up(quiet=True)
    with closing(open_database(load_settings(config, mail=False), create=False)) as store, store.reading() as tx:
        row = find(tx, name)
        state = tournaments.state_of(tx, row)
        running = scores(tx, state)
        found, begins = whole(tx, row, state, running), row.begins_at
    print(json.dumps(found) if as_json else "\n\n".join(show(begins, state, running, found)))


def show(begins: datetime, t: Tournament, running: Running, found: Whole) -> Iterator[str]:
    """Yield the parts of what a person reads at a terminal, `found` being what `whole` gives."""
    title = f"{clean(t.name)}, tournament {t.number}: {t.phase}{', paused' if found['paused'] else ''}"
    yield f"{title}\n{capital(found['plan'])}\n{capital(progress_words(found))}"
    yield from _places(t)
    if not t.stages and t.teams:
        yield "\n".join(["Teams", *(f"  {clean(team.name)}: {clean(listed(team.players))}" for team in t.teams)])
    for key in stage_keys(t):
        yield _heading(t, key)
        yield from _stage(t, key, running)
        yield schedule_text(t, key, running, begins)


def _heading(t: Tournament, key: StageKey) -> str:
    words = ", ".join(filter(None, (clean(key[0]), stage_of(t, key).kind.value)))
    line = capital(words) if len(t.format.stages) == 1 else f"Stage {key[1]}: {words}"
    return f"{line}\n{'-' * len(line)}"


def _stage(t: Tournament, key: StageKey, running: Running) -> Iterator[str]:
    kind = stage_of(t, key).kind
    if kind.is_bracket:
        yield bracket_text(t, key, running)
        return
    yield standing_text(t, key)
    if reasons := [clean(one.why) for one in standing(t, key).rows if one.why and t.outcomes]:
        yield "\n".join(map(wrapped, reasons))
    if kind is Kind.LEAGUE:
        yield cross_text(t, key, running)


def _places(t: Tournament) -> Iterator[str]:
    for one in t.places:
        lines, place = [clean(one.division) or "Places"], 1
        for names in one.teams:
            lines += [f"  {ordinal(place)}  {clean(name)}" for name in names]
            place += len(names) or 1
        yield "\n".join(lines)
