"""`referee status`: how the referee and its games are doing, as data first and as lines second. Only looks."""

import json
from collections.abc import Iterator, Mapping
from contextlib import closing
from datetime import datetime
from typing import Annotated, Any, Literal, TypedDict

import typer
from rich.console import Console
from rich.markup import escape as as_written
from sqlalchemy import Connection

from referee.clock import system_clock
from referee.commands.app import ConfigOption, JsonOption
from referee.commands.errors import UnknownGame, wrong_use
from referee.commands.tournament import Summary, progress_words, summary
from referee.config import load_settings
from referee.desk.alarm import MARK, read_mark
from referee.games import SeatView, view
from referee.post.reading.safe_lines import clean
from referee.running import logs
from referee.running.health import LAST_READ, MAIL_TROUBLE, MAILBOX_TROUBLE, ailments, standing_still, stands_by, unread
from referee.running.opening import open_database
from referee.store import clocks, event_log, games, inbox, marks, outbox, people, tournaments
from referee.store.backend import STANDING_BY
from referee.store.games import GameRow
from referee.store.progress import RESTORED
from referee.store.tournaments import TournamentRow
from referee.table.game import stands_still
from referee.telling.formats import count, listed, moment, sentence, written_at
from referee.tournaments.export import Moment, moment_text

LATEST = 20
WELL = "all is well"
WAITS = {
    "challenges": "may be challenged",
    "gamesmaster": "waits for the Gamesmaster",
    None: "nobody is to act",
}
LINES = {
    "mailbox_read": "Mailbox last read",
    "mailbox_trouble": "Last trouble with reading",
    "mail_sent": "Letter last accepted",
    "mail_trouble": "Last trouble with sending",
    "oldest_mail": "Mail waits to be handled since",
    "oldest_letter": "A letter waits to be sent since",
}


class Counts(TypedDict):
    """The counts by state. A state that none has is left out."""

    inbox: Annotated[dict[str, int], "mails: `new`, `done`, `shunted` (could not be handled)"]
    outbox: Annotated[
        dict[str, int],
        "letters: `waiting`, `sent`, `failed` (given up), `withdrawn` (its news was over), `bounced` (came back)",
    ]


class AlarmData(TypedDict):
    """An alarm."""

    cause: Annotated[str, "the cause, as in [operations.md](operations.md#alarms)"]
    told: Annotated[Moment, "when the operator last got a letter about it"]
    what: Annotated[str, "what happened"]


class Away(TypedDict):
    """A leave."""

    name: Annotated[str, "the player"]
    since: Annotated[Moment, "its beginning"]
    until: Annotated[Moment, "its end"]


class GameData(TypedDict):
    """A game."""

    game: Annotated[int, "its number"]
    sheet: Annotated[str, "the name of its rule sheet"]
    names: Annotated[list[str], "of the players in seats 1 to 4"]
    gamesmaster: Annotated[str, "the address of its Gamesmaster"]
    started: Annotated[Moment, "when it began"]
    ended: Annotated[Moment | None, "when it ended; null while it runs"]
    round: Annotated[int, "from 1"]
    turn: Annotated[int, "the number of its position"]
    score: Annotated[list[int], "of teams 1 and 2"]
    to_act: Annotated[str | None, "the name of the player to act; null if nobody has to act"]
    due: Annotated[str | None, "`bid` or `play`; null if neither is due"]
    empty: Annotated[list[str], "the names on seats where nobody sits"]
    called: Annotated[list[str], "all who may act now: two where either partner may bid for the team"]
    waits_for: Annotated[
        Literal["challenges", "gamesmaster"] | None,
        "`challenges`: its result is provisional; `gamesmaster`: a round, or the restored game, goes on when they say",
    ]
    deadline: Annotated[Moment | None, "when the clock acts; null while it is paused, or over"]
    away: Annotated[list[Away], "the leaves of its players: past, running and to come"]
    paused: Annotated[bool, "whether its clock is stopped"]


class RestoredData(TypedDict):
    """A restore. The database was found to be an older copy of itself."""

    noticed: Annotated[Moment, "when that was found"]
    games: Annotated[list[int], "the numbers of the games that wait for their Gamesmasters"]


class ShuntedData(TypedDict):
    """A shunted mail. The program failed on it."""

    mail: Annotated[int, "its number"]
    arrived: Annotated[Moment, "when it arrived"]
    tries: Annotated[int, "how often it was tried"]
    trouble: Annotated[str, "the trace of the failure"]


class LetterData(TypedDict):
    """A letter in trouble. It was given up, came back, or waits after a failed try."""

    letter: Annotated[int, "its number"]
    game: Annotated[int | None, "the game that it is about"]
    to: Annotated[str, "the recipient's address"]
    event: Annotated[str, "the news in it, as in its `Spades-Event` header"]
    state: Annotated[Literal["waiting", "failed", "bounced"], "its state"]
    tries: Annotated[int, "how often it was tried"]
    reply: Annotated[str | None, "the mail server's last reply, or why a letter came back"]


class StatusData(TypedDict):
    """The whole state of the referee."""

    running: Annotated[bool | None, "whether a daemon works on the database; null if the system does not say"]
    mailbox_read: Annotated[Moment | None, "the moment until which all mail was read"]
    mailbox_trouble: Annotated[str | None, "when the mailbox last could not be read (a moment), and why"]
    mail_sent: Annotated[Moment | None, "when the mail server last accepted a letter"]
    mail_trouble: Annotated[str | None, "when the mail server last could not be reached (a moment), and why"]
    mail: Annotated[Counts, "of mails and letters"]
    oldest_mail: Annotated[Moment | None, "when the oldest mail that waits to be handled arrived"]
    oldest_letter: Annotated[Moment | None, "when the oldest letter that waits to be sent was written"]
    unfiled: Annotated[list[int], "the numbers of games that are over, but whose record is not yet in its file"]
    alarms: Annotated[list[AlarmData], "the last one of each cause"]
    games: Annotated[list[GameData], "the running games and the latest twenty, or the one that was asked for"]
    tournaments: Annotated[list[Summary], "those that still go on, and the latest five that are over or cancelled"]
    restored: Annotated[RestoredData | None, "null unless games stand still because of it"]
    shunted: Annotated[list[ShuntedData], "all of them"]
    letters: Annotated[list[LetterData], "all of them"]


def status(
    game: Annotated[int | None, typer.Argument(metavar="GAME", help="One game only, by its number.")] = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
    check: Annotated[bool, typer.Option("--check", help="Say in one line if all is well; exit 1 if not.")] = False,
) -> None:
    """Print how everything is; exit 0 only if a daemon runs and reads the mailbox."""
    if check and (game is not None or as_json):
        wrong_use("--check is for the whole referee, and stands alone", "referee status")
    logs.set_up("warning")
    settings = load_settings(config, mail=False)
    if check:
        if stands_by(settings):
            print(STANDING_BY)
            raise typer.Exit(0)
        wrong = ailments(settings, system_clock())
        print(clean("; ".join(wrong)) or WELL)
        raise typer.Exit(1 if wrong else 0)
    with closing(open_database(settings, create=False)) as store, store.reading() as tx:
        running, now = store.database.is_held(), system_clock()
        found, trouble = status_of(tx, game, running=running), unread(tx, settings, now, running)
    if as_json:
        print(json.dumps(found))
    else:
        show_status(Console(), found, now, trouble)
    raise typer.Exit(1 if trouble else 0)


def status_of(tx: Connection, game: int | None, *, running: bool | None = None) -> StatusData:
    """Return how everything is, for programs. Raises UnknownGame.

    `running`: whether a daemon works on the database, None if nobody knows.
    """
    if game is None:
        found = games.latest(tx, LATEST) + games.running(tx)
    elif one := games.find(tx, game):
        found = [one]
    else:
        raise UnknownGame(game)
    unique = {row.id: row for row in found}
    read = marks.get_mark(tx, LAST_READ)
    return {
        "running": running,
        "mailbox_read": None if read is None else moment_text(datetime.fromisoformat(read)),
        "mailbox_trouble": _trouble(tx, MAILBOX_TROUBLE),
        "mail_sent": _moment(outbox.last_sent(tx)),
        "mail_trouble": _trouble(tx, MAIL_TROUBLE),
        "mail": {"inbox": inbox.counts(tx), "outbox": outbox.counts(tx)},
        "oldest_mail": _moment(inbox.oldest_unhandled(tx)),
        "oldest_letter": _moment(outbox.oldest_waiting(tx)),
        "unfiled": games.unfiled(tx),
        "alarms": [_alarm(cause, value) for cause, value in marks.marks_like(tx, MARK).items()],
        "games": [_game(tx, unique[number]) for number in sorted(unique)],
        "tournaments": [summary(tx, row) for row in _tournaments(tx)],
        "restored": _restored(tx),
        "shunted": [
            {"mail": row.id, "arrived": moment_text(row.arrived), "tries": row.tries, "trouble": row.trouble}
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


def _tournaments(tx: Connection) -> list[TournamentRow]:
    """List the tournaments that still go on, and the latest five that are over or cancelled, by number."""
    return sorted(tournaments.open_ones(tx) + tournaments.latest_over(tx), key=lambda row: row.id)


def _alarm(cause: str, value: str) -> AlarmData:
    told, what = read_mark(value)
    return {"cause": cause, "told": moment_text(told), "what": what}


def _restored(tx: Connection) -> RestoredData | None:
    """Tell when the database was found to be an older copy, and which games wait for their Gamesmasters because of
    it."""
    noticed = marks.get_mark(tx, RESTORED)
    if noticed is None:
        return None
    waiting = standing_still(tx)
    return {"noticed": moment_text(datetime.fromisoformat(noticed)), "games": waiting} if waiting else None


def _game(tx: Connection, row: GameRow) -> GameData:
    game = event_log.load(tx, row)
    public = view(game)
    return {
        "game": row.id,
        "sheet": row.sheet,
        "names": list(row.names),
        "gamesmaster": row.gamesmaster,
        "started": moment_text(row.started_at),
        "ended": _moment(row.ended_at),
        "round": public.round,
        "turn": row.turn,
        "score": list(row.score),
        "to_act": row.names[row.due_seat - 1] if row.due_seat else None,
        "due": row.due_what,
        "empty": [
            row.names[seat - 1] for seat, one in people.seated(tx, row.id).items() if one.address == people.NOBODY
        ],
        "called": [public.name(seat) for seat in public.called],
        "waits_for": "gamesmaster" if stands_still(game) else _waits_for(public),
        "deadline": _moment(row.deadline),
        "away": _away(tx, row),
        "paused": public.paused and public.result is None,
    }


def _away(tx: Connection, row: GameRow) -> list[Away]:
    """List who is away in a game or has been, with the moments between which they are."""
    return [
        {"name": row.names[seat - 1], "since": moment_text(since), "until": moment_text(until)}
        for seat, times in clocks.leaves_in(tx, row.id).items()
        for since, until in times
    ]


def _waits_for(public: SeatView) -> Literal["challenges", "gamesmaster"] | None:
    """Say what the game waits for besides a bid or a card: `challenges`, or the `gamesmaster` to have a round dealt."""
    if public.provisional is not None and public.result is None:
        return "challenges"
    return "gamesmaster" if public.thrown_in else None


def _moment(when: datetime | None) -> Moment | None:
    return None if when is None else moment_text(when)


def _trouble(tx: Connection, mark: str) -> str | None:
    at, _, why = (marks.get_mark(tx, mark) or "").partition(" ")
    return f"{moment_text(datetime.fromisoformat(at))} {why}" if at else None


def show_status(console: Console, status: Mapping[str, Any], now: datetime, trouble: str | None) -> None:
    """Print the status for a person, `trouble` first."""
    with written_at(now):
        for line in _lines(status, trouble):
            # a terminal breaks lines between words; a file or a pipe gets them whole
            console.print(line, highlight=False, soft_wrap=not console.is_terminal)


def _lines(status: Mapping[str, Any], trouble: str | None) -> Iterator[str]:
    if trouble:
        yield f"[red]{_safe(sentence(trouble))}[/]"
    elif status["running"]:
        yield "The daemon runs."
    for name, what in LINES.items():
        if status[name] or name in ("mailbox_read", "mail_sent"):
            at, _, why = (status[name] or "").partition(" ")
            yield f"{what}: {_when(at) if at else 'never'}{_safe(why and f': {why}')}"
    for name, counts in status["mail"].items():
        states = ", ".join(f"{number} {state}" for state, number in sorted(counts.items())) or "empty"
        yield f"{name.capitalize()}: {states}"
    for row in status["games"]:
        yield from _game_lines(row)
    for row in status["tournaments"]:
        words = f"Tournament {row['tournament']}, {row['name']}: {row['phase']}; {progress_words(row)}"
        yield _safe(words.rstrip("; "))
    yield from _troubles(status)


def _troubles(status: Mapping[str, Any]) -> Iterator[str]:
    """Yield a line for each thing that needs a person, or did."""
    if status["restored"]:
        waiting = ", ".join(map(str, status["restored"]["games"]))
        yield (
            f"[red]The database was found to be an older copy[/] at {_when(status['restored']['noticed'])}: "
            f"resume or abort is awaited in game {waiting}"
        )
    for row in status["shunted"]:
        which = f"Mail {row['mail']} could not be handled[/] ({count(row['tries'], 'attempt')})"
        yield f"[red]{which}: {_safe(_last(row['trouble']))}"
    for row in status["letters"]:
        fate = f"{row['state']} after {count(row['tries'], 'attempt')}"
        if row["state"] == "bounced":
            fate = "sent, and came back"
        why = row["reply"] or "the report gives no reason"
        yield f"[yellow]Letter {row['letter']}[/]: {_safe(row['event'])} to {_safe(row['to'])}, {fate}: {_safe(why)}"
    if status["unfiled"]:
        yield f"[yellow]Records not filed yet[/]: of game {', '.join(map(str, status['unfiled']))}"
    for row in status["alarms"]:
        yield f"[yellow]Alarm: {row['cause']}[/], last told {_when(row['told'])}: {_safe(row['what'])}"


def _safe(text: str) -> str:
    """Put text on one line, printed literally: nothing in it moves the cursor or counts as rich's markup."""
    return as_written(clean(text))


def _when(text: str) -> str:
    """Write a moment of the status for people."""
    return moment(datetime.fromisoformat(text))


def _last(trouble: str) -> str:
    return trouble.strip().splitlines()[-1]


def _game_lines(row: GameData) -> Iterator[str]:
    """Yield what a game waits for, and its players and score below it."""
    waits = f"{' or '.join(row['called'])} is to {row['due']}" if row["called"] else WAITS[row["waits_for"]]
    until = f" by {_when(row['deadline'])}" if row["deadline"] else ""
    yield f"Game {row['game']}: {'over' if row['ended'] else _safe(waits) + (', paused' if row['paused'] else until)}"
    score = " : ".join(map(str, row["score"]))
    yield f"  {row['sheet']}, round {row['round']}, {score}: {_safe(', '.join(row['names']))}"
    if row["empty"]:
        yield f"  the seat of {_safe(listed(row['empty']))} is empty"
