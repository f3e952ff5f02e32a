"""`referee tournament`: the standings, brackets and schedule of one tournament, for people and as data for programs;
and which tournament a name means. Only looks."""

import json
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from typing import Annotated, Literal, TypedDict

import typer
from sqlalchemy import Connection

from referee.clock import system_clock
from referee.commands.app import ConfigOption, JsonOption
from referee.commands.errors import UnknownTournament
from referee.config import load_settings
from referee.post.reading.safe_lines import clean
from referee.running import logs
from referee.running.opening import open_database
from referee.store import matches, tournaments
from referee.store.tournaments import TournamentRow
from referee.telling.formats import capital, count, listed, moment, ordinal, written_at
from referee.telling.text_blocks import wrapped
from referee.telling.tournaments.schedule_rows import schedule_text
from referee.telling.tournaments.standing_tables import standing, standing_text
from referee.telling.tournaments.text_bracket import bracket_text
from referee.tournaments.export import (
    Entry,
    Moment,
    Places,
    StageData,
    moment_text,
    places_of,
    stage_keys,
    stages_of,
    teams_of,
)
from referee.tournaments.fixtures import Running, fixtures, opens_at
from referee.tournaments.formats import plan_words
from referee.tournaments.matches import stage_of
from referee.tournaments.tournament import Phase, StageKey, Times, Tournament

Coming = Literal["close", "draw", "begin", "round", "results", "gamesmaster", "resume"]


class Next(TypedDict):
    """A next step. Results of matches that are being played may come before it."""

    what: Annotated[
        Coming,
        "`close` of the entries; `round`: the next one opens; `results`: matches begin as results come in; "
        "`gamesmaster`: the Gamesmaster was asked, and must answer; `resume`: it is paused",
    ]
    at: Annotated[Moment | None, "when, if that is known"]


class Summary(TypedDict):
    """A tournament in short."""

    tournament: Annotated[int, "its number"]
    name: Annotated[str, "its name"]
    phase: Annotated[Phase, "`closed`: until the draw"]
    paused: Annotated[bool, "whether it stands still"]
    teams: Annotated[int, "how many have a place"]
    running: Annotated[int, "how many matches are being played"]
    next: Annotated[Next | None, "null once it is over or cancelled"]


class Whole(Summary):
    """A whole tournament. All of it is public."""

    gamesmaster: Annotated[str, "the address of whoever announced it"]
    format: Annotated[str, "the name of its format"]
    plan: Annotated[str, "its stages in words"]
    announced: Annotated[Moment, "when it was announced"]
    sign_up_until: Annotated[Moment | None, "until when teams enter; null until the Gamesmaster closes sign-up"]
    closes: Annotated[Moment | None, "when entries close; null in the same way"]
    draw: Annotated[Moment | None, "when the draw is made; null in the same way"]
    begins: Annotated[Moment | None, "when the first matches begin; null in the same way"]
    entries: Annotated[list[Entry], "of the teams that have a place"]
    stages: Annotated[list[StageData], "those that have begun"]
    places: Annotated[list[Places], "empty until it is over"]


def find(tx: Connection, name: str) -> TournamentRow:
    """Find the tournament with that number or name, or the only one with `name` as a part of its name; one that was
    called off only if no other fits. Raises UnknownTournament."""
    every = tournaments.every(tx)
    wanted = " ".join(name.split()).casefold()
    found = [row for row in every if str(row.id) == wanted]
    found = found or [row for row in every if row.name.casefold() == wanted]
    found = found or [row for row in every if wanted and wanted in row.name.casefold()]
    found = [row for row in found if row.phase != "cancelled"] or found
    if len(found) == 1:
        return found[0]
    raise UnknownTournament(_unknown(clean(name), every, found))


def _unknown(name: str, every: list[TournamentRow], found: list[TournamentRow]) -> str:
    if not every:
        return "there is no tournament yet: the Gamesmaster announces one by mail"
    if not found:
        return f"there is no tournament {name}: `referee status` lists the tournaments, by number and name"
    numbers = listed([f"{row.id} ({clean(row.name)})" for row in found], "or")
    return f"{name} may be several tournaments: give the number, {numbers}"


def summary(tx: Connection, row: TournamentRow) -> Summary:
    """Sum up a tournament as `referee status` shows it: how far it is, and what is next."""
    t = tournaments.state_of(tx, row)
    return {
        "tournament": row.id,
        "name": row.name,
        "phase": row.phase,
        "paused": row.paused_at is not None,
        "teams": len(t.teams),
        "running": len(matches.running(tx, row.id)),
        "next": _next(row, t),
    }


def _next(row: TournamentRow, t: Tournament) -> Next | None:
    """Say what is to happen next besides the results of the matches that are being played."""
    if row.phase in ("over", "cancelled"):
        return None
    if row.asked_at is not None:
        return _when("gamesmaster")
    if row.paused_at is not None:
        return _when("resume")
    if row.phase == "sign-up":
        return _when("close", None if row.times.open_end else row.closes_at)
    if row.phase == "closed":
        return _when("draw", row.draw_at)
    if not t.games:
        return _when("begin", row.begins_at)
    return _next_round(t, row.times)


def _next_round(t: Tournament, times: Times) -> Next:
    waiting = [(key, one.round) for key in stage_keys(t) for one in fixtures(t, key) if one.state == "open"]
    days = [day for key, number in waiting if (day := opens_at(t, key, number, times)) is not None]
    return _when("round", min(days)) if days else _when("results")


def _when(what: Coming, at: datetime | None = None) -> Next:
    return {"what": what, "at": None if at is None else moment_text(at)}


NEXT: dict[Coming, str] = {
    "close": "entries close",
    "draw": "the draw",
    "begin": "the first matches begin",
    "round": "the next round opens",
    "results": "the next matches begin as results come in",
    "gamesmaster": "the Gamesmaster is asked",
    "resume": "it is paused until the Gamesmaster resumes it",
}


def progress_words(found: Summary) -> str:
    """Word the progress in a summary: `8 teams, 4 matches being played; next: entries close, Tue 15 Dec 00:00 UTC`."""
    words = [count(found["teams"], "team")]
    if found["running"]:
        words.append(f"{found['running']} {'match' if found['running'] == 1 else 'matches'} being played")
    coming = found["next"]
    if coming is None:
        return ", ".join(words)
    at = "" if coming["at"] is None else f", {moment(datetime.fromisoformat(coming['at']))}"
    return f"{', '.join(words)}; next: {NEXT[coming['what']]}{at}"


def whole(tx: Connection, row: TournamentRow, t: Tournament, running: Running) -> Whole:
    """Return all of a tournament that is public."""
    return {
        **summary(tx, row),
        "gamesmaster": row.gamesmaster,
        "format": t.format.name,
        "plan": plan_words(t.format.stages),
        "announced": moment_text(row.announced_at),
        "sign_up_until": _known(row, row.sign_up_until),
        "closes": _known(row, row.closes_at),
        "draw": _known(row, row.draw_at),
        "begins": _known(row, row.begins_at),
        "entries": teams_of(t),
        "stages": stages_of(t, running, row.times),
        "places": places_of(t),
    }


def _known(row: TournamentRow, at: datetime) -> Moment | None:
    """Write an instant of a tournament, if it stands for a day."""
    return None if row.times.open_end else moment_text(at)


def tournament(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Its name, enough of it, or its number.")],
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print one tournament."""
    logs.set_up("warning")
    with closing(open_database(load_settings(config, mail=False), create=False)) as store, store.reading() as tx:
        row = find(tx, name)
        print(shown(tx, row, as_json=as_json))


def shown(tx: Connection, row: TournamentRow, *, as_json: bool = False) -> str:
    """Return a tournament as it is printed."""
    state = tournaments.state_of(tx, row)
    running = matches.live(tx, state)
    found = whole(tx, row, state, running)
    with written_at(system_clock()):
        return json.dumps(found) if as_json else "\n\n".join(parts(row.times, state, running, found))


def parts(times: Times, t: Tournament, running: Running, found: Whole) -> Iterator[str]:
    """Yield the parts of what a person reads at a terminal; `found` is the tournament as data."""
    title = f"{clean(t.name)}, tournament {t.number}: {t.phase}{', paused' if found['paused'] else ''}"
    yield f"{title}\n{capital(found['plan'])}\n{capital(progress_words(found))}"
    yield from _places(t)
    if not t.stages and t.teams:
        yield "\n".join(["Teams", *(f"  {clean(team.name)}: {clean(listed(team.players))}" for team in t.teams)])
    for key in stage_keys(t):
        yield _heading(t, key)
        yield from _stage(t, key, running)
        yield schedule_text(t, key, running, times)


def _heading(t: Tournament, key: StageKey) -> str:
    words = ", ".join(filter(None, (clean(key[0]), stage_of(t, key).kind.value)))
    line = capital(words) if len(t.format.stages) == 1 else f"Stage {key[1]}: {words}"
    return f"{line}\n{'-' * len(line)}"


def _stage(t: Tournament, key: StageKey, running: Running) -> Iterator[str]:
    if stage_of(t, key).kind.is_bracket:
        yield bracket_text(t, key, running)
        return
    yield standing_text(t, key)
    if reasons := [clean(one.why) for one in standing(t, key).rows if one.why and t.outcomes]:
        yield "\n".join(map(wrapped, reasons))


def _places(t: Tournament) -> Iterator[str]:
    for one in t.places:
        lines, place = [clean(one.division) or "Places"], 1
        for names in one.teams:
            lines += [f"  {ordinal(place)}  {clean(name)}" for name in names]
            # an empty place is held by nobody: a final that neither team could play
            place += len(names) or 1
        yield "\n".join(lines)
