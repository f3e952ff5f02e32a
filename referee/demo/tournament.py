"""A whole tournament by mail on this machine: the gamesmaster announces it, pairs enter, and the referee does the rest.

Nobody here talks to the referee except by mail.
"""

import asyncio
import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from rich.console import Console

from referee.commands.tournament import shown
from referee.config import ConfigError
from referee.demo.club import MASTER, PASSWORD, REFEREE, Club, club_settings, fresh_folder, member
from referee.demo.entrants import PLAYERS, Entrant, Organiser, Pair, address_of, pairs
from referee.demo.mail_player import MailPlayer, Reader
from referee.demo.players import ROBOTS
from referee.demo.servers import NAME as SERVER
from referee.demo.servers import EmbeddedMail
from referee.games import ALL_SHEETS
from referee.store import games, tournaments
from referee.store.backend import Store
from referee.telling.formats import listed
from referee.tournaments.export import stage_keys
from referee.tournaments.fixtures import fixtures
from referee.tournaments.formats import Format, length
from referee.tournaments.presets import PRESETS
from referee.tournaments.tournament import Tournament

NAME = "Demo Cup"
TEAMS = {"pride": 5, "sigma": 4, "usag": 8, "fsu": 5, "sigma-dominoes": 4}
"""The number of teams, if nobody says."""
TARGETS = {"pride": 100, "sigma": 100, "usag": 100, "fsu": 40, "sigma-dominoes": 100}
"""The points that end a match, if nobody says; less than on the sheets, or a demo would take too long."""
SIGN_UP = timedelta(seconds=6)
FOR_A_TEAM = timedelta(seconds=1)
"""The time that each team adds to sign-up; the gamesmaster extends it if that is not enough."""
SALTS = timedelta(seconds=4)
ROUND_EVERY = timedelta(seconds=5)


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoTournament:
    """The tournament to hold: one of the formats that the referee brings, with how many teams, to how many
    points."""

    format: str
    game: str | None = None
    """The game that was asked for; None: the format's."""
    teams: int | None = None
    """The number of teams; None: the value in TEAMS."""
    target: int | None = None
    """The points that end a match; None: the value in TARGETS."""
    plans: bool = False
    keep: Path | None = None

    @property
    def preset(self) -> Format:
        """The format as the referee has it."""
        return PRESETS[self.format]

    @property
    def plays(self) -> str:
        """The game of the format."""
        return str(ALL_SHEETS[self.preset.sheets[0]].game)

    @property
    def size(self) -> int:
        """The number of teams that enter."""
        return TEAMS[self.format] if self.teams is None else self.teams

    @property
    def points(self) -> int:
        """The points that end a match."""
        return TARGETS[self.format] if self.target is None else self.target


def check_event(event: DemoTournament) -> None:
    """Check that such a tournament can be held. Raises ConfigError."""
    if event.format not in PRESETS:
        raise ConfigError(f"--tournament: there is no format {event.format}; use one of {', '.join(PRESETS)}")
    if event.game not in (None, event.plays):
        raise ConfigError(f"--game: {event.format} is a tournament of {event.plays}")
    least, most = event.preset.least, min(event.preset.most, len(PLAYERS) // 2)
    if not least <= event.size <= most:
        raise ConfigError(f"--teams: {event.format} is played here by {least} to {most} teams")


def announcement(event: DemoTournament) -> str:
    """Write the one mail that the gamesmaster sends to announce the tournament."""
    return "\n".join(_lines(event))


def _lines(event: DemoTournament) -> Iterator[str]:
    preset = event.preset
    yield f"tournament {NAME}"
    yield f"format: {preset.name}"
    yield f"teams: {event.size} to {preset.most}"
    yield f"sign-up until: in {length(SIGN_UP + event.size * FOR_A_TEAM)}"
    yield f"draw after: {length(SALTS)}"
    if any(stage.every for stage in preset.stages):
        yield f"round every: {length(ROUND_EVERY)}"
    yield f"target: {event.points}"


async def run_tournament(event: DemoTournament, console: Console, stop: asyncio.Event | None = None) -> int:
    """Hold the tournament until it is over or `stop` is set, and print the places. Return 0 if it is over, else 1.

    Raises ConfigError.
    """
    check_event(event)
    folder, entered = fresh_folder(event.keep), pairs(event.size)
    people = [address_of(player) for pair in entered for player in pair.players]
    users = dict.fromkeys([REFEREE, MASTER, *people], PASSWORD)
    # nobody has to confirm their first mail
    async with EmbeddedMail(users, log_in=True, authserv=SERVER, keep=folder / "mails") as mail:
        settings = club_settings(folder, mail, auth={"trusted_authserv": [SERVER]})
        organiser = Organiser(entered, random.Random(), rates=event.preset.rating is not None)
        members = _members(event, mail, entered, organiser)
        async with Club(folder, mail, settings, members, stop or asyncio.Event()) as club:
            over = await _hold(event, console, club, entered, organiser)
    if over is None:
        console.print(f"{NAME} did not end.", soft_wrap=True)
        club.print_places(console, None)
        return 1
    console.print(f"\n{over}\n", markup=False, highlight=False, soft_wrap=True)
    club.print_places(console, "*.jsonl")
    return 0


def _members(
    event: DemoTournament, mail: EmbeddedMail, entered: tuple[Pair, ...], organiser: Organiser
) -> dict[str, MailPlayer]:
    """Make everyone but the referee, by address."""

    def part(name: str) -> Reader:
        chance = random.Random()
        return Entrant(chance, ROBOTS[event.plays](name, chance if event.plans else None))

    players = [player for pair in entered for player in pair.players]
    found = {address_of(name): member(mail, address_of(name), part(name), name) for name in players}
    return {**found, MASTER: member(mail, MASTER, organiser)}


async def _hold(
    event: DemoTournament, console: Console, club: Club, entered: tuple[Pair, ...], organiser: Organiser
) -> str | None:
    """Announce, enter, and watch. Return the tournament as `referee tournament` prints it; None if it did not end."""
    text = announcement(event)
    console.print(_opening(event, text), markup=False, highlight=False, soft_wrap=True)
    await club.members[MASTER].send(REFEREE, "a tournament", text)
    while not organiser.announced:
        if await club.wait_for_stop():
            return None
    await asyncio.gather(*(_enter(event, club, pair) for pair in entered))
    return await _watch(console, club)


def _opening(event: DemoTournament, text: str) -> str:
    lines = "\n".join(f"  {line}" for line in text.splitlines())
    targets = {ALL_SHEETS[name].target for name in event.preset.sheets}
    short = ""
    if any(target != event.points for target in targets):
        usual = " or ".join(map(str, sorted(targets)))
        short = f"\nMatches end at {event.points} points and not at {usual}, to be over sooner: see --target."
    return f"The gamesmaster writes:\n\n{lines}\n{short}"


async def _enter(event: DemoTournament, club: Club, pair: Pair) -> None:
    """Have both partners write the line that enters their team, the captain first."""
    for player, given in zip(pair.players, event.preset.classes or ("", ""), strict=True):
        await club.members[address_of(player)].send(REFEREE, NAME, pair.entry(NAME, player, given))


async def _watch(console: Console, club: Club) -> str | None:
    """Show how it goes until it is over, with all letters sent and all records filed, or until we should stop."""
    said: set[str] = set()
    while True:
        news, over = await asyncio.to_thread(_look, club.store)
        for line in news:
            if line not in said:
                said.add(line)
                console.print(line, markup=False, highlight=False, soft_wrap=True)
        if over is not None and await asyncio.to_thread(club.all_sent):
            return over
        if await club.wait_for_stop():
            return None


def _look(store: Store) -> tuple[list[str], str | None]:
    """Look at the only tournament there is: its story so far; once it is over, and all records are filed, all of it."""
    with store.reading() as tx:
        (row,) = tournaments.every(tx)
        over = row.phase == "over" and not games.unfiled(tx) and not tournaments.unfiled(tx)
        return [*story(tournaments.state_of(tx, row))], shown(tx, row) if over else None


def story(t: Tournament) -> Iterator[str]:
    """Yield a line for everything worth one so far, oldest first."""
    for team in t.teams:
        yield f"{team.name} are in: {listed(team.players)}."
    if t.order:
        yield f"The draw: {', '.join(f'{place} {team}' for place, team in enumerate(t.order, 1))}."
    for key in stage_keys(t):
        for one in fixtures(t, key):
            if one.outcome is not None:
                (first, second), score = one.outcome.teams, one.outcome.score
                if one.outcome.winner == second:
                    first, second, score = second, first, score[::-1]
                yield f"Match {one.match}: {first} beat {second}, {score[0]} to {score[1]}."
