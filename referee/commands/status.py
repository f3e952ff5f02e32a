"""`referee status`: how the referee and its games are doing, as data first and as tables second. Only looks."""

import json
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape as as_written
from rich.table import Table
from sqlalchemy import Connection

from referee.commands.errors import UnknownGame, wrong_use
from referee.commands.options import ConfigOption, JsonOption
from referee.commands.tournament_data import progress_words, summary
from referee.config import Settings, load_settings
from referee.desk.alarm import MARK, read_mark
from referee.post.reading.safe_lines import clean
from referee.running import logs
from referee.running.guard import now
from referee.running.health import ailments
from referee.running.metrics import Outcomes, exposition
from referee.running.opening import open_database
from referee.running.queue_wait import wait_of
from referee.running.watch import LAST_READ, MAIL_TROUBLE, MAILBOX_TROUBLE, PATIENCE
from referee.spades.game import Game, stands_still
from referee.spades.rulesheet import SEATS
from referee.spades.view import SeatView, view
from referee.store import clocks, event_log, games, inbox, leaves, marks, outbox, tournaments
from referee.store.games import GameRow
from referee.store.progress import RESTORED
from referee.store.tournaments import TournamentRow
from referee.telling.formats import count

LATEST = 20
POLLS = 10
"""The mailbox counts as unread after this many times `imap.poll_seconds`, but not before PATIENCE."""
WELL = "all is well"
LINES = {
    "mailbox_read": "Mailbox last read",
    "mailbox_trouble": "Last trouble with reading",
    "mail_sent": "Letter last accepted",
    "mail_trouble": "Last trouble with sending",
    "oldest_mail": "Mail waits to be handled since",
    "oldest_letter": "A letter waits to be sent since",
}


def status(
    game: Annotated[int | None, typer.Argument(help="One game only.")] = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
    check: Annotated[bool, typer.Option("--check", help="One line: whether all is well; exit 1 if not.")] = False,
    metrics: Annotated[bool, typer.Option("--metrics", help="Figures for Prometheus.")] = False,
) -> None:
    """Print how everything is; exit 0 only if a daemon runs and reads the mailbox."""
    if (check or metrics) and (game is not None or as_json or (check and metrics)):
        wrong_use("--check and --metrics are for the whole referee, and stand alone")
    logs.set_up(quiet=True)
    settings = load_settings(config, mail=False)
    if check:
        wrong = ailments(settings, now())
        print(clean("; ".join(wrong)) or WELL)
        raise typer.Exit(1 if wrong else 0)
    if metrics:
        print(_figures(settings), end="")
        return
    with closing(open_database(settings, create=False)) as store, store.reading() as tx:
        found = status_of(tx, game, running=store.database.is_held())
    moment = now()
    trouble = unwell(found, moment, settings.poll_seconds)
    if as_json:
        print(json.dumps(found))
    else:
        show_status(Console(), found, moment, trouble)
    raise typer.Exit(1 if trouble else 0)


def _figures(settings: Settings) -> str:
    with closing(open_database(settings, create=False)) as store:
        healthy = not ailments(settings, now())
        return exposition(store, Outcomes(), now(), running=store.database.is_held(), healthy=healthy)


def status_of(tx: Connection, game: int | None, *, running: bool | None = None) -> dict[str, Any]:
    """How everything is, for programs; docs/operations.md lists the keys, which stay the same. Raises UnknownGame.

    `running`: whether a daemon works on the database, None if nobody knows.
    """
    found = games.latest(tx, LATEST) + games.running(tx)
    if game is not None:
        one = games.find(tx, game)
        if one is None:
            raise UnknownGame(game)
        found = [one]
    unique = {row.id: row for row in found}
    return {
        "running": running,
        "mailbox_read": marks.get_mark(tx, LAST_READ),
        "mailbox_trouble": marks.get_mark(tx, MAILBOX_TROUBLE),
        "mail_sent": _moment(outbox.last_sent(tx)),
        "mail_trouble": marks.get_mark(tx, MAIL_TROUBLE),
        "clocks_wait": _clocks_wait(tx),
        "mail": {"inbox": inbox.counts(tx), "outbox": outbox.counts(tx)},
        "oldest_mail": _moment(inbox.oldest_unhandled(tx)),
        "oldest_letter": _moment(outbox.oldest_waiting(tx)),
        "unfiled": games.unfiled(tx),
        "alarms": [_alarm(cause, value) for cause, value in marks.marks_like(tx, MARK).items()],
        "games": [_game(tx, unique[number]) for number in sorted(unique)],
        "tournaments": [summary(tx, row) for row in _tournaments(tx)],
        "restored": _restored(tx),
        "shunted": [
            {"mail": row.id, "arrived": _moment(row.arrived), "tries": row.tries, "trouble": row.trouble}
            for row in inbox.troubles(tx)
        ],
        "letters": [
            {
                "letter": row.id,
                "game": row.game,
                "to": row.recipient,
                "event": row.event,
                "state": row.state,
                "tries": row.tries,
                "reply": row.reply,
            }
            for row in outbox.stuck_letters(tx)
        ],
    }


def _clocks_wait(tx: Connection) -> dict[str, Any] | None:
    """Since when, until when and why clocks wait for what may lie in a mail server's queue."""
    wait = wait_of(tx)
    return None if wait is None else {"since": _moment(wait.since), "until": _moment(wait.until), "why": wait.why}


def _tournaments(tx: Connection) -> list[TournamentRow]:
    """Those that are neither over nor cancelled, and the latest that are, by number."""
    return sorted(tournaments.open_ones(tx) + tournaments.latest_over(tx), key=lambda row: row.id)


def _alarm(cause: str, value: str) -> dict[str, Any]:
    told, what = read_mark(value)
    return {"cause": cause, "told": _moment(told), "what": what}


def _restored(tx: Connection) -> dict[str, Any] | None:
    """When the database was found to be an older copy, and which games wait for their Gamesmasters because of it."""
    noticed = marks.get_mark(tx, RESTORED)
    if noticed is None:
        return None
    waiting = [row.id for row in games.running(tx) if stands_still(event_log.load(tx, row))]
    return {"noticed": _moment(datetime.fromisoformat(noticed)), "games": waiting} if waiting else None


def _game(tx: Connection, row: GameRow) -> dict[str, Any]:
    game = event_log.load(tx, row)
    public = view(game)
    return {
        "game": row.id,
        "sheet": row.sheet,
        "names": list(row.names),
        "gamesmaster": row.gamesmaster,
        "started": _moment(row.started_at),
        "ended": _moment(row.ended_at),
        "round": public.round,
        "turn": row.turn,
        "score": list(row.score),
        "to_act": row.names[row.due_seat - 1] if row.due_seat else None,
        "due": row.due_what,
        "called": [public.name(seat) for seat in public.called],
        "waits_for": "gamesmaster" if stands_still(game) else _waits_for(public),
        "deadline": _moment(row.deadline),
        "bank": _bank(tx, game),
        "away": _away(tx, row),
        "paused": public.paused and public.result is None,
    }


def _bank(tx: Connection, game: Game) -> list[int] | None:
    """What is left of each seat's time bank, in seconds, without what the running turn takes; None if the game has
    none."""
    if not game.terms.bank:
        return None
    left = [clocks.bank(tx, game.number, seat) for seat in SEATS]
    return [game.terms.bank if one is None else int(one.total_seconds()) for one in left]


def _away(tx: Connection, row: GameRow) -> list[dict[str, Any]]:
    """Who is away in a game or has been, with the moments between which they are."""
    return [
        {"name": row.names[seat - 1], "since": _moment(since), "until": _moment(until)}
        for seat, times in leaves.of_game(tx, row.id).items()
        for since, until in times
    ]


def _waits_for(public: SeatView) -> str | None:
    """What the game waits for besides a bid or a card: `challenges`, or the `gamesmaster` to have a round dealt."""
    if public.provisional is not None and public.result is None:
        return "challenges"
    return "gamesmaster" if public.thrown_in else None


def _moment(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat(timespec="seconds")


def unwell(status: dict[str, Any], now: datetime, poll_seconds: float) -> str | None:
    """Why mail is not being handled, as one sentence; None if a daemon runs and has read the mailbox lately."""
    if status["running"] is False:
        return "No daemon runs: no mail is read and no clock runs out until `referee run` is started."
    runs = "The daemon runs, but" if status["running"] else "It is not known whether a daemon runs, and"
    if status["mailbox_read"] is None:
        return f"{runs} the mailbox was never read: see the trouble below, or the daemon's log."
    age = now - datetime.fromisoformat(status["mailbox_read"])
    if age <= max(PATIENCE, POLLS * timedelta(seconds=poll_seconds)):
        return None
    return f"{runs} the mailbox was last read {_ago(age)}: mail waits, and no clock runs out."


def show_status(console: Console, status: dict[str, Any], now: datetime, trouble: str | None) -> None:
    """Print it for a person at a terminal, `trouble` first."""
    if trouble:
        console.print(f"[red]{_safe(trouble)}[/]", highlight=False, soft_wrap=True)
    elif status["running"]:
        console.print("The daemon runs.")
    for name, what in LINES.items():
        if status[name] or name in ("mailbox_read", "mail_sent"):
            said = _safe(status[name] or "never")
            if name == "mailbox_read" and status[name]:
                said += f" ({_ago(now - datetime.fromisoformat(status[name]))})"
            console.print(f"{what}: {said}", highlight=False, soft_wrap=True)
    for name, counts in status["mail"].items():
        states = ", ".join(f"{count} {state}" for state, count in sorted(counts.items())) or "empty"
        console.print(f"{name.capitalize()}: {states}")
    console.print(_games_table(status["games"]))
    for row in status["tournaments"]:
        words = f"Tournament {row['tournament']}, {row['name']}: {row['phase']}; {progress_words(row)}"
        console.print(_safe(words.rstrip("; ")), highlight=False, soft_wrap=True)
    for line in _troubles(status):
        console.print(line, highlight=False, soft_wrap=True)


def _troubles(status: dict[str, Any]) -> Iterator[str]:
    """A line for each thing that needs a person, or did."""
    if wait := status["clocks_wait"]:
        what = f"{wait['why']}, and mail may lie in the mail server's queue; `referee flushed` ends that"
        yield f"[yellow]No clock runs out before {wait['until']}[/]: {_safe(what)}"
    if status["restored"]:
        waiting = ", ".join(map(str, status["restored"]["games"]))
        yield (
            f"[red]The database was found to be an older copy[/] at {status['restored']['noticed']}: "
            f"resume or abort is awaited in game {waiting}"
        )
    for row in status["shunted"]:
        which = f"Mail {row['mail']} could not be handled[/] ({count(row['tries'], 'attempt')})"
        yield f"[red]{which}: {_safe(_last(row['trouble']))}"
    for row in status["letters"]:
        where = f"{row['event']} to {row['to']}, {row['state']} after {count(row['tries'], 'attempt')}"
        yield f"[yellow]Letter {row['letter']}[/]: {_safe(where)}: {_safe(row['reply'] or '')}"
    if status["unfiled"]:
        yield f"[yellow]Records not filed yet[/]: of game {', '.join(map(str, status['unfiled']))}"
    for row in status["alarms"]:
        yield f"[yellow]Alarm: {row['cause']}[/], last told at {row['told']}: {_safe(row['what'])}"


def _ago(age: timedelta) -> str:
    """How long ago, in the largest unit that fits twice."""
    seconds = max(int(age.total_seconds()), 0)
    unit, size = next(
        ((unit, size) for unit, size in (("days", 86400), ("hours", 3600), ("minutes", 60)) if seconds >= 2 * size),
        ("seconds", 1),
    )
    return f"{seconds // size} {unit} ago"


def _safe(text: str) -> str:
    """The text on one line, printed literally: nothing in it moves the cursor or counts as rich's markup."""
    return as_written(clean(text))


def _last(trouble: str) -> str:
    return trouble.strip().splitlines()[-1]


def _games_table(rows: list[dict[str, Any]]) -> Table:
    table = Table("game", "sheet", "players", "round", "score", "to act", "until (UTC)", title="Games")
    for row in rows:
        until = (
            "over" if row["ended"] else "paused" if row["paused"] else (row["deadline"] or "")[:16].replace("T", " ")
        )
        act = f"{' or '.join(row['called'])}: {row['due']}" if row["called"] else row["waits_for"] or ""
        score = " : ".join(map(str, row["score"]))
        table.add_row(
            str(row["game"]),
            row["sheet"],
            _safe(", ".join(row["names"])),
            str(row["round"]),
            score,
            _safe(act),
            until,
        )
    return table
