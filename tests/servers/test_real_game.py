"""Whole games over Dovecot and Postfix: `referee run` as a process of its own, killed on the way, and four players
who only have their mailboxes. The final score is recounted from what lies in those.
"""

import asyncio
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from email.message import Message
from pathlib import Path
from typing import Any

import pytest

from referee.demo.mail_player import MailPlayer, confirm, play
from referee.demo.robots import read_turn
from referee.spades.sheets import RULE_109
from tests.servers.real_table import (
    LONGEST,
    PLAYERS,
    Referee,
    address,
    ended,
    hands_stay_private,
    letters_go_out,
    mail_system,
    mailbox,
    nothing_is_left,
    people,
    record_holds,
    recount,
    start_game,
    status,
    write_config,
)
from tests.servers.servers import MailStack

pytestmark = pytest.mark.servers

KILLS = 10
LIMIT = "time limit: 8 s"


@pytest.fixture
def stack() -> Iterator[MailStack]:
    with mail_system() as running:
        yield running


class Misplayer:
    """A player like the others, who first plays a card that they do not hold."""

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
    """A player like the others, who sleeps through their second bid, however many letters ask for it."""

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
    """Concede as soon as they are dealt a hand."""
    if "deal" in str(message.get("Spades-Event")):
        await player.reply(message, "concede")


@pytest.mark.parametrize("mode", ["builtin", "external"])
def test_a_game_to_the_end_with_ten_kills(stack: MailStack, tmp_path: Path, mode: str) -> None:
    config = write_config(stack, tmp_path, mode)
    referee = Referee(config)
    referee.start()
    try:
        kills = asyncio.run(first_game(stack, referee))
        assert kills == KILLS
        asyncio.run(second_game(stack))
        letters_go_out(config)
    finally:
        code = referee.stop()
    assert code == 0, "SIGTERM ends the daemon cleanly"
    assert_story(stack, config, mode)


async def first_game(stack: MailStack, referee: Referee) -> int:
    """Play a game to the sheet's target, killing the daemon ten times; return how often it was killed."""
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
        await start_game(players["gm"], LIMIT)
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


async def second_game(stack: MailStack) -> None:
    """Play a second game, which one team gives up at once."""
    parts = {"ann": concede, "bob": play, "carol": concede, "dave": play, "gm": confirm}
    over: set[str] = set()
    async with people(stack, parts, over) as players:
        await start_game(players["gm"], LIMIT)
        end = time.monotonic() + LONGEST
        while "2" not in over:
            assert time.monotonic() < end, "the concession did not end the game"
            await asyncio.sleep(0.2)


def assert_story(stack: MailStack, config: Path, mode: str) -> None:
    shown = {game["game"]: game for game in status(config)["games"]}
    boxes = {name: mailbox(stack, address(name)) for name in PLAYERS}
    last = ended(boxes["ann"], 1)
    assert last is not None
    final = [int(n) for n in str(last["Spades-Score"]).split()]
    for name, box in boxes.items():
        told = recount(RULE_109.parameters(), box, 1)
        assert told.after.score == final == shown[1]["score"], f"{name}'s mailbox tells another score"
        assert len(told.rounds) == shown[1]["round"]
        assert any("misplay" in str(m["Spades-Event"]) for m in box)
        if mode == "external" or name == "carol":
            assert any("timeout" in str(m["Spades-Event"]) for m in box), f"{name} hears of Carol's sleep"
        assert told.end.over and last["Spades-Result"] == f"team {told.end.winner}; score"
    conceded = ended(boxes["ann"], 2)
    assert conceded is not None and str(conceded["Spades-Result"]).endswith("; concession")
    for game in (1, 2):
        record_holds(config, boxes, game)
    nothing_is_left(config)
    hands_stay_private(boxes)


def test_environment_is_not_needed(stack: MailStack, tmp_path: Path) -> None:
    """`run --once` with nothing but the file: exit 0 with an empty mailbox, 1 where the mailbox cannot be read."""
    config = write_config(stack, tmp_path, "builtin")
    command = [sys.executable, "-m", "referee", "run", "--once", "--config", str(config)]
    plain = {"PATH": os.environ["PATH"]}
    assert subprocess.run(command, env=plain, capture_output=True, check=False).returncode == 0
    config.write_text(config.read_text().replace(str(stack.imaps_port), "1"))
    gone = subprocess.run(command, env=plain, capture_output=True, text=True, check=False)
    assert gone.returncode == 1 and "Traceback" not in gone.stderr
