"""A whole game by mail on this machine: embedded servers, robots, a gamesmaster, and the very daemon that `run` starts.

Nobody here talks to the referee except by mail.
"""

import asyncio
import random
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

from rich.console import Console
from rich.live import Live

from referee.config import DATABASE, ConfigError, Settings, settings_from
from referee.demo.mail_player import Drowsy, MailPlayer, Reader, Robot, confirm
from referee.demo.planner import Planner
from referee.demo.servers import EmbeddedMail
from referee.demo.table_view import draw_table
from referee.names import check_name
from referee.post.settings import ImapSettings, SmtpSettings
from referee.post.wire.sockets import give_up
from referee.running.daemon import Daemon
from referee.running.opening import open_database, open_desk
from referee.spades.rulesheet import TEAMS
from referee.spades.sheets import DEFAULT_SHEET
from referee.spades.view import SeatView, view
from referee.store import event_log, games, outbox
from referee.store.backend import Store, url_of
from referee.telling.record_file import record_name

REFEREE, MASTER, YOU = "referee@demo.test", "gm@demo.test", "you@demo.test"
NAMES = ("Ann", "Bob", "Carol", "Dave")
PASSWORD = "demo"
LOOK_SECONDS = 0.2
LOGGED_OUT_SECONDS = 30
"""A program that logs in for each thing it does is back by then."""
POLL_SECONDS = 60
SILENT_LIMIT = "2 s"
CHALLENGE_TIME = "1 s"
"""The robots challenge nothing, so the result need not wait a day for challenges."""
SILENT_TURNS = (15, 28)
"""The first and last silent turn, counted from 1, of the robot that falls silent: its whole second round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What to play: how many games at once and by which sheet, whether a robot falls silent, whether robots plan, who
    is a person."""

    games: int = 1
    sheet: str = DEFAULT_SHEET
    target: int | None = None
    """The points that end a game; None: the sheet's."""
    seed: int | None = None
    timeouts: bool = False
    plans: bool = False
    keep: Path | None = None
    person: str | None = None


def address_of(name: str, plan: Plan) -> str:
    """A player's address; a person has a fixed one, since their name may not be usable in an address."""
    return f"{name.lower()}@demo.test" if name != plan.person else YOU


def demo_settings(folder: Path, mail: EmbeddedMail, plan: Plan) -> Settings:
    """The settings of the demo's referee."""
    imap, smtp = _imap(mail, REFEREE), _smtp(mail, REFEREE)
    raw: dict[str, Any] = {
        "referee": {"address": REFEREE, "gamesmasters": [MASTER], "data_dir": "."},
        "imap": imap,
        "smtp": smtp,
        "database": {"url": url_of(Path(DATABASE))},
        "game": {"sheet": plan.sheet, "reminder_before": "none", "challenge_time": CHALLENGE_TIME},
    }
    return settings_from(raw, folder, "the demo")


def _imap(mail: EmbeddedMail, address: str) -> dict[str, Any]:
    own = {"username": address, "password": PASSWORD, "poll_seconds": POLL_SECONDS}
    return {"host": mail.host, "port": mail.imap_port, "tls": "none", **own}


def _smtp(mail: EmbeddedMail, address: str) -> dict[str, Any]:
    return {"host": mail.host, "port": mail.smtp_port, "tls": "none", "username": address, "password": PASSWORD}


async def run_demo(plan: Plan, console: Console, stop: asyncio.Event | None = None) -> int:
    """Play until every game is over or `stop` is set, and print how they ended. Returns 0 if all did, else 1."""
    folder = _empty_folder(plan.keep)
    names = _names(plan.person)
    users = dict.fromkeys([REFEREE, MASTER, *(address_of(name, plan) for name in names)], PASSWORD)
    async with EmbeddedMail(users, log_in=True, keep=folder / "mails") as mail:
        return await _play(plan, console, folder, mail, names, stop or asyncio.Event())


def _empty_folder(keep: Path | None) -> Path:
    """The folder for database, mails and records. Raises ConfigError if it holds those of an earlier demo."""
    if keep is None:
        return Path(tempfile.mkdtemp(prefix="referee-demo-"))
    if any((keep / name).exists() for name in (DATABASE, "mails")):
        raise ConfigError(f"{keep} holds an earlier demo: name a new folder with --keep")
    keep.mkdir(parents=True, exist_ok=True)
    return keep


def _names(person: str | None) -> tuple[str, ...]:
    """Who plays: four robots, or a person and three robots with other names. Raises ConfigError."""
    if person is None:
        return NAMES
    try:
        check_name(person)
    except ValueError as e:
        raise ConfigError(f"--seat: {e}") from None
    return (*[name for name in NAMES if name.casefold() != person.casefold()][:3], person)


async def _play(
    plan: Plan, console: Console, folder: Path, mail: EmbeddedMail, names: tuple[str, ...], stop: asyncio.Event
) -> int:
    settings = demo_settings(folder, mail, plan)
    desk = open_desk(settings)
    began = monotonic()
    with closing(open_database(settings)) as store:
        daemon = Daemon(desk, store)
        players = _players(plan, mail, names)
        tasks = [asyncio.create_task(player.run()) for player in players.values()]
        referee = asyncio.create_task(daemon.run())
        try:
            if plan.person:
                _invite(console, mail, plan.person)
            await _start_games(plan, players[MASTER], names)
            await _watch(plan, console, store, [referee, *tasks], stop)
            over = _print_results(console, _views(store))
            if plan.person and not stop.is_set():
                await _wait_for_reader(console, mail, [referee, *tasks], stop)
        finally:
            daemon.stop()
            await give_up(*tasks)
            await asyncio.gather(referee, *tasks, return_exceptions=True)
            for player in players.values():
                await player.close()
        _print_places(console, mail, folder, over, monotonic() - began)
        return 0 if len(over) >= plan.games else 1


def _players(plan: Plan, mail: EmbeddedMail, names: tuple[str, ...]) -> Mapping[str, MailPlayer]:
    robots = [name for name in names if name != plan.person]
    parts: dict[str, Reader] = {address_of(name, plan): _robot(name, plan) for name in robots}
    if plan.timeouts:
        sleeper = address_of(names[0], plan)
        parts[sleeper] = Drowsy(*SILENT_TURNS, parts[sleeper])
    parts[MASTER] = confirm
    called = {address_of(name, plan): name for name in names}
    return {
        address: MailPlayer(
            address,
            ImapSettings(**_imap(mail, address)),
            SmtpSettings(**_smtp(mail, address)),
            part,
            called.get(address),
        )
        for address, part in parts.items()
    }


def _robot(name: str, plan: Plan) -> Robot:
    return Robot(Planner(name, random.Random(f"{plan.seed} {name}")) if plan.plans else None)


async def _start_games(plan: Plan, master: MailPlayer, names: tuple[str, ...]) -> None:
    """Send the gamesmaster's starts; `seed` settles the order in which they name the players."""
    chance = random.Random(plan.seed)
    for _ in range(plan.games):
        listed = [f"{name} <{address_of(name, plan)}>" for name in chance.sample(names, len(names))]
        lines = ["start", f"players: {', '.join(listed)}", f"sheet: {plan.sheet}"]
        if plan.target is not None:
            lines.append(f"target: {plan.target}")
        if plan.timeouts:
            lines.append(f"time limit: {SILENT_LIMIT}")
        await master.send(REFEREE, "a game", "\n".join(lines))


async def _watch(
    plan: Plan, console: Console, store: Store, tasks: list[asyncio.Task[None]], stop: asyncio.Event
) -> None:
    """Draw the table until every game is over or we should stop. Raises whatever ended the referee or a robot."""
    printed: dict[int, int] = {}
    with Live(console=console, refresh_per_second=8, transient=True) as live:
        while True:
            views = await asyncio.to_thread(_views, store)
            if console.is_terminal and views:
                live.update(draw_table(views))
            elif views:
                _print_rounds(console, views, printed)
            over = len(views) >= plan.games and all(v.result for v in views)
            if over and await asyncio.to_thread(_all_sent, store):
                return
            if await _stopped(tasks, stop):
                return


async def _stopped(tasks: list[asyncio.Task[None]], stop: asyncio.Event) -> bool:
    """Let things happen for LOOK_SECONDS; whether we should stop. Raises whatever ended the referee or a robot."""
    asked = asyncio.create_task(stop.wait())
    try:
        ended, _ = await asyncio.wait({*tasks, asked}, timeout=LOOK_SECONDS, return_when=asyncio.FIRST_COMPLETED)
    finally:
        asked.cancel()
    for task in ended - {asked}:
        task.result()
    return stop.is_set()


async def _wait_for_reader(
    console: Console, mail: EmbeddedMail, tasks: list[asyncio.Task[None]], stop: asyncio.Event
) -> None:
    """Keep the mailboxes open until the person's mail program has logged out for good, or we should stop."""
    console.print(
        "Your mailbox stays open: read your last letters. To end, log out with your mail program "
        f"and wait {LOGGED_OUT_SECONDS} seconds, or press Ctrl-C here.",
        soft_wrap=True,
    )
    seen, last = False, monotonic()
    while not (seen and monotonic() - last > LOGGED_OUT_SECONDS):
        if mail.is_open(YOU):
            seen, last = True, monotonic()
        if await _stopped(tasks, stop):
            return


def _print_rounds(console: Console, views: Sequence[SeatView], printed: dict[int, int]) -> None:
    """Print a line for each round that begins, if there is no terminal to draw the table on."""
    for each in views:
        if printed.get(each.game, 0) < each.round:
            printed[each.game] = each.round
            score = ", ".join(f"{each.team_names(team)} {each.score[team - 1]}" for team in TEAMS)
            console.print(f"Game {each.game}, round {each.round} begins: {score}", soft_wrap=True)


def _views(store: Store) -> list[SeatView]:
    with store.reading() as tx:
        return [view(event_log.load(tx, row)) for row in reversed(games.latest(tx, 100))]


def _all_sent(store: Store) -> bool:
    """Whether no letter is waiting, including the result to the gamesmaster."""
    with store.reading() as tx:
        return outbox.next_letter(tx) is None


def _invite(console: Console, mail: EmbeddedMail, person: str) -> None:
    console.print(f"[bold]{person}[/], point a mail client here and play; the game waits for you:")
    console.print(f"  IMAP  {mail.host} port {mail.imap_port}, no encryption")
    console.print(f"  SMTP  {mail.host} port {mail.smtp_port}, no encryption, with log-in")
    console.print(f"  user  {YOU}   password  {PASSWORD}")
    console.print("The mailbox stays open after the game, until you log out or press Ctrl-C here.", soft_wrap=True)
    console.print(f"With mutt:\n  {mutt(mail)}", markup=False, highlight=False, soft_wrap=True)


def mutt(mail: EmbeddedMail) -> str:
    """The command that opens the person's mailbox with mutt."""
    inbox, smtp = f"imap://{mail.host}:{mail.imap_port}/INBOX", f"smtp://{YOU}@{mail.host}:{mail.smtp_port}"
    log_in = f"from={YOU} imap_user={YOU} imap_pass={PASSWORD} smtp_pass={PASSWORD} ssl_force_tls=no"
    return f"mutt -F /dev/null -e 'set {log_in} spoolfile={inbox} smtp_url={smtp} record=\"\"'"


def _print_results(console: Console, views: Sequence[SeatView]) -> list[int]:
    """Print how the games ended; gives the numbers of those that did."""
    over = []
    for end in views:
        if end.result is None:
            console.print(f"Game {end.game} did not end.", soft_wrap=True)
            continue
        over.append(end.game)
        score = ", ".join(f"{end.team_names(team)} {end.score[team - 1]}" for team in TEAMS)
        winner = "nobody" if end.result.team is None else end.team_names(end.result.team)
        console.print(
            f"Game {end.game} ended after {end.round} rounds. {score}: {winner} won by {end.result.by}.", soft_wrap=True
        )
    return over


def _print_places(console: Console, mail: EmbeddedMail, folder: Path, over: Sequence[int], seconds: float) -> None:
    """Print how much mail there was, and where everything is kept."""
    sent, got = mail.sent[REFEREE], mail.delivered[REFEREE]
    console.print(f"The referee read {got} mails and sent {sent} in {seconds:.0f} seconds.", soft_wrap=True)
    console.print(f"Database: {folder / DATABASE}", soft_wrap=True)
    console.print(f"Mails:    {folder / 'mails'}", soft_wrap=True)
    if (folder / "records").exists():  # the first one is filed when its game ends
        console.print(f"Records:  {folder / 'records'}", soft_wrap=True)
    if over:
        one = folder / "records" / record_name(over[0])
        console.print(f"Check it: referee verify {one}", soft_wrap=True, highlight=False)
