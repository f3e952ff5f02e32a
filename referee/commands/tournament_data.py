"""Tournaments of the database as data for programs, and which one a name means. Only looks.

docs/operations.md lists the keys, which stay the same.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from referee.commands.errors import UnknownTournament
from referee.post.reading.safe_lines import clean
from referee.store import matches, tournaments
from referee.store.tournaments import TournamentRow
from referee.telling.formats import count, listed, moment
from referee.tournaments.export import places_of, stage_keys, stages_of, teams_of
from referee.tournaments.fixtures import Begins, Running, fixtures, opens_at
from referee.tournaments.format_words import plan_words
from referee.tournaments.tournament import Tournament

Data = dict[str, Any]


def find(tx: Connection, name: str) -> TournamentRow:
    """The tournament of that number or name, or the only one whose name has it in it. Raises UnknownTournament."""
    every = tournaments.every(tx)
    wanted = " ".join(name.split()).casefold()
    found = [row for row in every if str(row.id) == wanted]
    found = found or [row for row in every if row.name.casefold() == wanted]
    found = found or [row for row in every if wanted and wanted in row.name.casefold()]
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


def summary(tx: Connection, row: TournamentRow) -> Data:
    """A tournament as `referee status` shows it: how far it is, and what is next."""
    t = tournaments.load(tx, row.id)
    return {
        "tournament": row.id,
        "name": row.name,
        "phase": row.phase,
        "paused": row.paused_at is not None,
        "teams": len(t.teams),
        "running": len(matches.running(tx, row.id)),
        "next": _next(row, t, tournaments.begins(tx, row, t)),
    }


def _next(row: TournamentRow, t: Tournament, begins: Begins) -> Data | None:
    """What is to happen next besides the results of the matches that are being played."""
    match row.phase:
        case "over" | "cancelled":
            return None
        case _ if row.asked_at is not None:
            return _when("gamesmaster")
        case _ if row.paused_at is not None:
            return _when("resume")
        case "sign-up":
            return _when("close", row.closes_at)
        case "closed":
            waits = t.format.beacon is not None and row.beacon is None
            return _when("beacon") if waits else _when("draw", row.draw_at)
    if not t.games:
        return _when("begin", row.begins_at)
    return _next_round(t, begins)


def _next_round(t: Tournament, begins: Begins) -> Data | None:
    waiting = [(key, one.round) for key in stage_keys(t) for one in fixtures(t, key) if one.state == "open"]
    days = [day for key, number in waiting if (day := opens_at(t, key, number, begins)) is not None]
    return _when("round", min(days)) if days else _when("results")


def _when(what: str, at: datetime | None = None) -> Data:
    return {"what": what, "at": None if at is None else at.isoformat(timespec="seconds")}


NEXT = {
    "close": "entries close",
    "draw": "the draw",
    "beacon": "the draw waits for the beacon",
    "begin": "the first matches begin",
    "round": "the next round opens",
    "results": "the next matches begin as results come in",
    "gamesmaster": "the Gamesmaster is asked",
    "resume": "it is paused until the Gamesmaster resumes it",
}


def progress_words(found: Data) -> str:
    """What summary says, in words: `8 teams, 4 matches being played; next: entries close, Tue 15 Dec 00:00 UTC`."""
    words = [count(found["teams"], "team")]
    if found["running"]:
        words.append(f"{found['running']} {'match' if found['running'] == 1 else 'matches'} being played")
    coming = found["next"]
    if coming is None:
        return ", ".join(words)
    at = "" if coming["at"] is None else f", {moment(datetime.fromisoformat(coming['at']))}"
    return f"{', '.join(words)}; next: {NEXT[coming['what']]}{at}"


def whole(tx: Connection, row: TournamentRow, t: Tournament, running: Running) -> Data:
    """All of a tournament that is public."""
    return {
        **summary(tx, row),
        "gamesmaster": row.gamesmaster,
        "format": t.format.name,
        "plan": plan_words(t.format.stages),
        "announced": _moment(row.announced_at),
        "sign_up_until": _moment(row.sign_up_until),
        "closes": _moment(row.closes_at),
        "draw": _moment(row.draw_at),
        "begins": _moment(row.begins_at),
        "entries": teams_of(t),
        "stages": stages_of(t, running, tournaments.begins(tx, row, t)),
        "places": places_of(t),
    }


def _moment(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds")


def scores(tx: Connection, t: Tournament) -> Running:
    """The games whose results do not count yet, by match."""
    return matches.live(tx, t)
