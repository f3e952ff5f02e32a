"""A whole game by mail on this machine: embedded servers, robots, a gamesmaster, and the very daemon that `run` starts.

Nobody here talks to the referee except by mail.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random, sample
from time import monotonic

from rich.console import Console

from referee.config import ConfigError
from referee.demo.club import MASTER, PASSWORD, REFEREE, Club, club_settings, fresh_folder, member
from referee.demo.mail_player import Drowsy, MailPlayer, Reader, confirm
from referee.demo.players import ROBOTS
from referee.demo.servers import EmbeddedMail
from referee.games import view
from referee.names import check_name
from referee.spades.sheets import DEFAULT_SHEET
from referee.store import event_log, games
from referee.store.backend import Store
from referee.table.seats import TEAMS
from referee.table.view import TableView

YOU = "you@demo.test"
NAMES = ("Ann", "Bob", "Carol", "Dave")
LOGGED_OUT_SECONDS = 30
"""A program that logs in anew for each task is back within this time. After it, it has logged out for good."""
SILENT_LIMIT = "2 s"
SILENT_TURNS = {"spades": (15, 28), "dominoes": (6, 10)}
"""The first and last silent turn, counted from 1, of the robot that falls silent: about its second round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoPlan:
    """The plan of a demo: a game and its sheet, with a robot that falls silent or robots that plan, and a person's
    name."""

    game: str = "spades"
    sheet: str = DEFAULT_SHEET
    target: int | None = None
    """The points that end a game; None: the sheet's."""
    timeouts: bool = False
    plans: bool = False
    keep: Path | None = None
    person: str | None = None


def address_of(name: str, plan: DemoPlan) -> str:
    """Return a player's address; a person has a fixed one, since their name may not be usable in an address."""
    return f"{name.lower()}@demo.test" if name != plan.person else YOU


async def run_demo(plan: DemoPlan, console: Console, stop: asyncio.Event | None = None) -> int:
    """Play until the game is over or `stop` is set, and print how it ended. Return 0 if it did, else 1."""
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
    settings = club_settings(folder, mail, game={"sheet": plan.sheet})
    async with Club(folder, mail, settings, players, stop) as club:
        if plan.person:
            _invite(console, mail, plan.person)
        await _start_game(plan, players[MASTER], names)
        await _watch(console, club)
        over = _print_result(console, _view(club.store))
        if plan.person and not stop.is_set():
            await _wait_for_reader(console, club)
    club.print_places(console, f"{plan.game}-{over}.jsonl" if over else None)
    return 0 if over else 1


def _players(plan: DemoPlan, mail: EmbeddedMail, names: tuple[str, ...]) -> Mapping[str, MailPlayer]:
    robots = [name for name in names if name != plan.person]
    parts: dict[str, Reader] = {address_of(name, plan): _robot(name, plan) for name in robots}
    if plan.timeouts:
        sleeper = address_of(names[0], plan)
        parts[sleeper] = Drowsy(*SILENT_TURNS[plan.game], parts[sleeper])
    parts[MASTER] = confirm
    called = {address_of(name, plan): name for name in names}
    return {address: member(mail, address, part, called.get(address)) for address, part in parts.items()}


def _robot(name: str, plan: DemoPlan) -> Reader:
    return ROBOTS[plan.game](name, Random() if plan.plans else None)


async def _start_game(plan: DemoPlan, master: MailPlayer, names: Sequence[str]) -> None:
    """Send the gamesmaster's start."""
    listed = [f"{name} <{address_of(name, plan)}>" for name in sample(names, len(names))]
    lines = ["start", f"players: {', '.join(listed)}", f"sheet: {plan.sheet}"]
    if plan.target is not None:
        lines.append(f"target: {plan.target}")
    if plan.timeouts:
        lines.append(f"time limit: {SILENT_LIMIT}")
    await master.send(REFEREE, "a game", "\n".join(lines))


async def _watch(console: Console, club: Club) -> None:
    """Tell of each round until the game is over or we should stop. Raises the error that ended the referee or a
    robot."""
    told = 0
    while True:
        seen = await asyncio.to_thread(_view, club.store)
        if seen is not None and seen.round > told:
            told = seen.round
            console.print(f"Round {told} begins: {_score(seen)}", soft_wrap=True)
        if seen is not None and seen.result and await asyncio.to_thread(club.all_sent):
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


def _score(seen: TableView) -> str:
    return ", ".join(f"{seen.team_names(team)} {seen.score[team - 1]}" for team in TEAMS)


def _view(store: Store) -> TableView | None:
    with store.reading() as tx:
        row = games.find(tx, 1)
        return None if row is None else view(event_log.load(tx, row))


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


def _print_result(console: Console, end: TableView | None) -> int | None:
    """Print how the game ended, and return its number if it did."""
    if end is None or end.result is None:
        console.print("The game did not end.", soft_wrap=True)
        return None
    winner = "nobody" if end.result.team is None else end.team_names(end.result.team)
    ended = f"The game ended after {end.round} rounds. {_score(end)}: {winner} won by {end.result.by}."
    console.print(ended, soft_wrap=True)
    return end.game
