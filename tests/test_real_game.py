"""Whole games over Dovecot and Postfix: `referee run` as a process of its own, killed on the way, and four players
who only have their mailboxes. The final score is recounted from what lies in those.
"""

import asyncio
import contextlib
import imaplib
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from typing import Any

import pytest

from referee.config import ImapSettings, SmtpSettings
from referee.mail.sockets import give_up
from referee.mailplayer import MailPlayer, confirm, play
from referee.robots import read_turn
from referee.spades.sheets import RULE_109
from tests.servers import MailStack, missing
from tests.slow_scorer import ending, round_of

pytestmark = pytest.mark.servers

DOMAIN = "club.test"
REFEREE, MASTER, LIST = f"referee@{DOMAIN}", f"gm@{DOMAIN}", f"list@{DOMAIN}"
PLAYERS = ("ann", "bob", "carol", "dave")
PASSWORD = "secret"
KILLS = 10
LONGEST = 900
POLL = 0.1


def address(name: str) -> str:
    return f"{name}@{DOMAIN}"


@pytest.fixture
def stack() -> Iterator[MailStack]:
    if why := missing():
        pytest.fail(why)
    users = dict.fromkeys([REFEREE, MASTER, *map(address, PLAYERS)], PASSWORD)
    with MailStack(users, {LIST: tuple(map(address, PLAYERS))}) as running:
        yield running


def imap_of(stack: MailStack, user: str) -> dict[str, Any]:
    return {
        "host": "localhost",
        "port": stack.imap_port,
        "tls": "none",
        "username": user,
        "password": PASSWORD,
        "poll_seconds": POLL,
    }


def write_config(stack: MailStack, folder: Path, mode: str) -> Path:
    """A configuration as `referee init` would write it, for this mail system."""
    listed = f'list = "{LIST}"\nlist_mode = "external"\n' if mode == "external" else ""
    text = f"""
[referee]
address = "{REFEREE}"
gamesmasters = ["{MASTER}"]
{listed}
[imap]
host = "localhost"
port = {stack.imaps_port}
tls = "implicit"
ca_file = "{stack.ca_file}"
username = "{REFEREE}"
password = "{PASSWORD}"
poll_seconds = {POLL}
[smtp]
host = "localhost"
port = {stack.smtp_port}
tls = "starttls"
ca_file = "{stack.ca_file}"
[game]
reminder_before = "none"
"""
    path = folder / "referee.toml"
    path.write_text(text)
    return path


class Referee:
    """`referee run`, as the system would start it."""

    def __init__(self, config: Path) -> None:
        self.config = config
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.config.with_name("log").open("ab") as log:
            command = [sys.executable, "-m", "referee", "run", "--config", str(self.config)]
            self.process = subprocess.Popen(command, stderr=log, stdin=subprocess.DEVNULL)

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """As the system would stop it; the exit code."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)


class Misplayer:
    """Plays like the others, but eir first card is one that e does not hold."""

    def __init__(self) -> None:
        self.done = False

    async def __call__(self, player: MailPlayer, message: Message) -> None:
        turn = read_turn({k: str(v) for k, v in message.items() if k.startswith("Spades-")})
        if turn is not None and turn.due == "play" and not self.done:
            self.done = True
            foreign = next(str(card) for card in RULE_109.deck if str(card) not in {held.code for held in turn.hand})
            await player.reply(message, f"play {foreign}")
            return
        await play(player, message)


class Sleeper:
    """Plays like the others, but sleeps through eir second bid, however often e is told of it."""

    def __init__(self) -> None:
        self.bids: list[str] = []

    async def __call__(self, player: MailPlayer, message: Message) -> None:
        turn = read_turn({k: str(v) for k, v in message.items() if k.startswith("Spades-")})
        number = str(message["Spades-Turn"])
        if turn is not None and turn.due == "bid" and number not in self.bids:
            self.bids.append(number)
        if number not in self.bids[1:2]:
            await play(player, message)


async def concede(player: MailPlayer, message: Message) -> None:
    """Gives up as soon as e is dealt a hand."""
    if "deal" in str(message.get("Spades-Event")):
        await player.reply(message, "concede")


class Watching:
    """Someone's part, with an eye on which games have ended."""

    def __init__(self, part: Callable[..., Any], over: set[str]) -> None:
        self.part, self.over = part, over

    async def __call__(self, player: MailPlayer, message: Message) -> None:
        if "end" in str(message["Spades-Event"]).split(","):
            self.over.add(str(message["Spades-Game"]))
        await self.part(player, message)


@contextlib.asynccontextmanager
async def people(
    stack: MailStack, parts: dict[str, Callable[..., Any]], over: set[str]
) -> AsyncIterator[dict[str, MailPlayer]]:
    """Everyone at eir mailbox; `over` gets the numbers of the games that ended."""
    smtp = SmtpSettings(host="localhost", port=stack.smtp_port, tls="none")
    players = {
        name: MailPlayer(address(name), ImapSettings(**imap_of(stack, address(name))), smtp, Watching(part, over))
        for name, part in parts.items()
    }
    tasks = [asyncio.create_task(player.run()) for player in players.values()]
    try:
        yield players
    finally:
        await give_up(*tasks)


def mailbox(stack: MailStack, user: str) -> list[Message]:
    """All that ever came to someone, read afresh over IMAP; a second copy of a letter only once."""
    found: dict[str, Message] = {}
    with imaplib.IMAP4("localhost", stack.imap_port) as imap:
        imap.login(user, PASSWORD)
        for folder in ("INBOX", "Referee/Handled"):
            if imap.select(f'"{folder}"', readonly=True)[0] != "OK":
                continue
            for number in imap.search(None, "ALL")[1][0].split():
                data = imap.fetch(number, "(BODY.PEEK[])")[1][0]
                assert isinstance(data, tuple)
                message = message_from_bytes(data[1])
                same = found.setdefault(str(message["Message-ID"]), message)
                assert (
                    same.get_payload() is not None
                    and same.as_bytes().partition(b"\nFrom: ")[2] == (message.as_bytes().partition(b"\nFrom: ")[2])
                ), "a second copy is byte for byte the first"
    return list(found.values())


def recount(mails: list[Message], game: int) -> tuple[list[int], int]:
    """The score of a game from one mailbox: every round's bids and books, every misplay; and how many rounds."""
    own = [m for m in mails if m["Spades-Game"] == str(game)]
    rounds, misplays = {}, {}
    for mail in own:
        events = str(mail["Spades-Event"]).split(",")
        if "round" in events:
            bids = [int(b) for b in str(mail["Spades-Bids"]).split()]
            rounds[int(mail["Spades-Round"])] = (bids, [int(b) for b in str(mail["Spades-Books"]).split()])
        if "misplay" in events:
            misplays[int(mail["Spades-Turn"])] = int(str(mail["Spades-Actor"]).split()[0])
    score, bags = [0, 0], [0, 0]
    for number in sorted(rounds):
        after = round_of(RULE_109.parameters(), *rounds[number], score, bags)
        score, bags = after.score, after.bags
    for seat in misplays.values():
        score[(seat - 1) % 2] -= 100
    return score, len(rounds)


def ended(stack: MailStack, game: int) -> Message | None:
    for mail in mailbox(stack, address("ann")):
        if mail["Spades-Game"] == str(game) and "end" in str(mail["Spades-Event"]).split(","):
            return mail
    return None


def status(config: Path) -> dict[str, Any]:
    command = [sys.executable, "-m", "referee", "status", "--json", "--config", str(config)]
    out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found: dict[str, Any] = json.loads(out)
    return found


@pytest.mark.parametrize("mode", ["builtin", "external"])
def test_a_game_to_the_end_with_ten_kills(stack: MailStack, tmp_path: Path, mode: str) -> None:
    config = write_config(stack, tmp_path, mode)
    referee = Referee(config)
    referee.start()
    try:
        kills = asyncio.run(first_game(stack, referee))
        assert kills == KILLS
        asyncio.run(second_game(stack))
    finally:
        code = referee.stop()
    assert code == 0, "SIGTERM ends the daemon cleanly"
    assert_story(stack, config)


async def first_game(stack: MailStack, referee: Referee) -> int:
    """A game to the sheet's target, the daemon killed ten times; how often it was."""
    chance, kills = random.Random(109), 0
    parts: dict[str, Callable[..., Any]] = {
        "ann": play,
        "bob": Misplayer(),
        "carol": Sleeper(),
        "dave": play,
        "gm": confirm,
    }
    over: set[str] = set()
    async with people(stack, parts, over) as players:
        await start_game(players["gm"])
        end = time.monotonic() + LONGEST
        while "1" not in over:
            assert time.monotonic() < end, "the game did not end in time"
            await asyncio.sleep(chance.uniform(0.5, 5.0))
            if kills < KILLS:
                referee.kill()
                kills += 1
                await asyncio.sleep(chance.uniform(0, 0.5))
                referee.start()
    return kills


async def start_game(master: MailPlayer) -> None:
    listed = ", ".join(f"{name.title()} <{address(name)}>" for name in PLAYERS)
    await master.send(REFEREE, "a game", f"start\nplayers: {listed}\nteams: Ann + Carol\ntime limit: 8 s")


async def second_game(stack: MailStack) -> None:
    """A game that one team gives up at once."""
    parts = {"ann": concede, "bob": play, "carol": concede, "dave": play, "gm": confirm}
    over: set[str] = set()
    async with people(stack, parts, over) as players:
        await start_game(players["gm"])
        end = time.monotonic() + LONGEST
        while "2" not in over:
            assert time.monotonic() < end, "the concession did not end the game"
            await asyncio.sleep(0.2)


def assert_story(stack: MailStack, config: Path) -> None:
    shown = {game["game"]: game for game in status(config)["games"]}
    boxes = {name: mailbox(stack, address(name)) for name in PLAYERS}
    last = ended(stack, 1)
    assert last is not None
    final = [int(n) for n in str(last["Spades-Score"]).split()]
    for name, box in boxes.items():
        score, rounds = recount(box, 1)
        assert score == final == shown[1]["score"], f"{name}'s mailbox tells another score"
        assert rounds == shown[1]["round"]
        assert any("misplay" in str(m["Spades-Event"]) for m in box)
        assert any("timeout" in str(m["Spades-Event"]) for m in box)
    winner = ending(RULE_109.parameters(), final, [0, 0], rounds).winner
    assert last["Spades-Result"] == f"team {winner}; score"
    conceded = ended(stack, 2)
    assert conceded is not None and str(conceded["Spades-Result"]).endswith("; concession")
    assert status(config)["shunted"] == []
    counts = status(config)["mail"]
    assert set(counts["inbox"]) == {"done"} and set(counts["outbox"]) == {"sent"}
    hands_stay_private(boxes)


def hands_stay_private(boxes: dict[str, list[Message]]) -> None:
    """No two players ever got a hand mail of the same position that shows the same card."""
    seen: dict[tuple[str, str], dict[str, str]] = {}
    for name, box in boxes.items():
        for mail in box:
            for card in str(mail.get("Spades-Hand", "")).split():
                place = seen.setdefault((str(mail["Spades-Game"]), str(mail["Spades-Turn"])), {})
                assert place.setdefault(card, name) == name, f"{card} was shown to {name} and {place[card]}"


def test_environment_is_not_needed(stack: MailStack, tmp_path: Path) -> None:
    """`run --once` with nothing but the file: exit 0 with an empty mailbox, 1 where the mailbox cannot be read."""
    config = write_config(stack, tmp_path, "builtin")
    command = [sys.executable, "-m", "referee", "run", "--once", "--config", str(config)]
    plain = {"PATH": os.environ["PATH"]}
    assert subprocess.run(command, env=plain, capture_output=True, check=False).returncode == 0
    config.write_text(config.read_text().replace(str(stack.imaps_port), "1"))
    gone = subprocess.run(command, env=plain, capture_output=True, text=True, check=False)
    assert gone.returncode == 1 and "Traceback" not in gone.stderr
