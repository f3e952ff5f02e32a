"""A whole game by mail on this machine: embedded servers, robots, a gamesmaster, and the very daemon that `run` starts.

Nobody here talks to the referee except by mail.
"""

import asyncio
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from rich.console import Console

from referee.config import ConfigError, Settings
from referee.demo.club import MASTER, PASSWORD, REFEREE, Club, club_settings, fresh_folder, member
from referee.demo.mail_player import Drowsy, MailPlayer, Reader, Robot, confirm
from referee.demo.planner import Planner
from referee.demo.servers import EmbeddedMail
from referee.names import check_name
from referee.spades.rulesheet import TEAMS
from referee.spades.sheets import DEFAULT_SHEET
from referee.spades.view import SeatView, view
from referee.store import event_log, games
from referee.store.backend import Store
from referee.telling.record_file import record_name

YOU = "you@demo.test"
NAMES = ("Ann", "Bob", "Carol", "Dave")
LOGGED_OUT_SECONDS = 30
"""A program that logs in anew for each task is back within this time. After it, it has logged out for good."""
SILENT_LIMIT = "2 s"
SILENT_TURNS = (15, 28)
"""The first and last silent turn, counted from 1, of the robot that falls silent: its whole second round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoPlan:
    """The plan of a demo: how many games at once, by which sheet, with a robot that falls silent or robots that plan,
    and a person's name."""

    games: int = 1
    sheet: str = DEFAULT_SHEET
    target: int | None = None
    """The points that end a game; None: the sheet's."""
    seed: int | None = None
    timeouts: bool = False
    plans: bool = False
    keep: Path | None = None
    person: str | None = None


def address_of(name: str, plan: DemoPlan) -> str:
    """Return a player's address; a person has a fixed one, since their name may not be usable in an address."""
    return f"{name.lower()}@demo.test" if name != plan.person else YOU


def demo_settings(folder: Path, mail: EmbeddedMail, plan: DemoPlan) -> Settings:
    """Make the settings of the demo's referee."""
    return club_settings(folder, mail, game={"sheet": plan.sheet})


async def run_demo(plan: DemoPlan, console: Console, stop: asyncio.Event | None = None) -> int:
    """Play until every game is over or `stop` is set, and print how they ended. Return 0 if all did, else 1."""
    folder = fresh_folder(plan.keep)
    names = _names(plan.person)
    users = dict.fromkeys([REFEREE, MASTER, *(address_of(name, plan) for name in names)], PASSWORD)
    async with EmbeddedMail(users, log_in=True, keep=folder / "mails") as mail:
        return await _play(plan, console, folder, mail, names, stop or asyncio.Event())


def _names(person: str | None) -> tuple[str, ...]:
    """Name the players: four robots, or a person and three robots with other names. Raises ConfigError."""
    if person is None:
        return NAMES
    try:
        check_name(person)
    except ValueError as e:
        raise ConfigError(f"--seat: {e}") from None
    return (*[name for name in NAMES if name.casefold() != person.casefold()][:3], person)


async def _play(
    plan: DemoPlan, console: Console, folder: Path, mail: EmbeddedMail, names: tuple[str, ...], stop: asyncio.Event
) -> int:
    players = _players(plan, mail, names)
    async with Club(folder, mail, demo_settings(folder, mail, plan), players, stop) as club:
        if plan.person:
            _invite(console, mail, plan.person)
        await _start_games(plan, players[MASTER], names)
        await _watch(plan, console, club)
        over = _print_results(console, _views(club.store))
        if plan.person and not stop.is_set():
            await _wait_for_reader(console, club)
    club.print_places(console, record_name(over[0]) if over else None)
    return 0 if len(over) >= plan.games else 1


def _players(plan: DemoPlan, mail: EmbeddedMail, names: tuple[str, ...]) -> Mapping[str, MailPlayer]:
    robots = [name for name in names if name != plan.person]
    parts: dict[str, Reader] = {address_of(name, plan): _robot(name, plan) for name in robots}
    if plan.timeouts:
        sleeper = address_of(names[0], plan)
        parts[sleeper] = Drowsy(*SILENT_TURNS, parts[sleeper])
    parts[MASTER] = confirm
    called = {address_of(name, plan): name for name in names}
    return {address: member(mail, address, part, called.get(address)) for address, part in parts.items()}


def _robot(name: str, plan: DemoPlan) -> Robot:
    return Robot(Planner(name, random.Random(f"{plan.seed} {name}")) if plan.plans else None)


async def _start_games(plan: DemoPlan, master: MailPlayer, names: tuple[str, ...]) -> None:
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


async def _watch(plan: DemoPlan, console: Console, club: Club) -> None:
    """Tell of each round until every game is over or we should stop. Raises the error that ended the referee or a
    robot."""
    printed: dict[int, int] = {}
    while True:
        views = await asyncio.to_thread(_views, club.store)
        _print_rounds(console, views, printed)
        over = len(views) >= plan.games and all(v.result for v in views)
        if over and await asyncio.to_thread(club.all_sent):
            return
        if await club.wait_for_stop():
            return


async def _wait_for_reader(console: Console, club: Club) -> None:
    """Keep the mailboxes open until the person's mail program has logged out for good, or we should stop."""
    console.print(
        "Your mailbox stays open: read your last letters. To end, log out with your mail program "
        f"and wait {LOGGED_OUT_SECONDS} seconds, or press Ctrl-C here.",
        soft_wrap=True,
    )
    seen, last = False, monotonic()
    while not (seen and monotonic() - last > LOGGED_OUT_SECONDS):
        if club.mail.is_open(YOU):
            seen, last = True, monotonic()
        if await club.wait_for_stop():
            return


def _print_rounds(console: Console, views: Sequence[SeatView], printed: dict[int, int]) -> None:
    """Print a line for each round that begins."""
    for each in views:
        if printed.get(each.game, 0) < each.round:
            printed[each.game] = each.round
            score = ", ".join(f"{each.team_names(team)} {each.score[team - 1]}" for team in TEAMS)
            console.print(f"Game {each.game}, round {each.round} begins: {score}", soft_wrap=True)


def _views(store: Store) -> list[SeatView]:
    with store.reading() as tx:
        return [view(event_log.load(tx, row)) for row in reversed(games.latest(tx, 100))]


def _invite(console: Console, mail: EmbeddedMail, person: str) -> None:
    console.print(f"[bold]{person}[/], point a mail client here and play; the game waits for you:")
    console.print(f"  IMAP  {mail.host} port {mail.imap_port}, no encryption")
    console.print(f"  SMTP  {mail.host} port {mail.smtp_port}, no encryption, with log-in")
    console.print(f"  user  {YOU}   password  {PASSWORD}")
    console.print("The mailbox stays open after the game, until you log out or press Ctrl-C here.", soft_wrap=True)
    console.print(f"With mutt:\n  {mutt(mail)}", markup=False, highlight=False, soft_wrap=True)


def mutt(mail: EmbeddedMail) -> str:
    """Return the command that opens the person's mailbox with mutt."""
    inbox, smtp = f"imap://{mail.host}:{mail.imap_port}/INBOX", f"smtp://{YOU}@{mail.host}:{mail.smtp_port}"
    log_in = f"from={YOU} imap_user={YOU} imap_pass={PASSWORD} smtp_pass={PASSWORD} ssl_force_tls=no"
    return f"mutt -F /dev/null -e 'set {log_in} spoolfile={inbox} smtp_url={smtp} record=\"\"'"


def _print_results(console: Console, views: Sequence[SeatView]) -> list[int]:
    """Print how the games ended, and return the numbers of the games that ended."""
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
