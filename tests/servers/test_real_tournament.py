"""Whole tournaments over Dovecot and Postfix: one `referee run`, killed on the way, a gamesmaster who only announces
(and rates), and four pairs who have nothing but their mailboxes. What those hold at the end is recounted by recount.py.
"""

import asyncio
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from email.message import Message
from pathlib import Path

import pytest

from referee.demo import tournament
from referee.demo.entrants import Entrant, Organiser, address_of, pairs
from referee.demo.mail_player import MailPlayer, Reader
from referee.demo.players import ROBOTS
from referee.demo.tournament import NAME, DemoTournament, announcement
from referee.post.settings import ImapSettings, SmtpSettings
from referee.post.wire.sockets import cancel_all
from tests.mailbox_player import MailboxPlayer
from tests.servers.real_table import (
    MASTER,
    PASSWORD,
    REFEREE,
    Referee,
    events_of,
    hands_stay_private,
    imap_of,
    letters_go_out,
    mailbox,
    nothing_is_left,
    words_of,
    write_config,
)
from tests.servers.recount import Told, attached, places, recount, table, the_record
from tests.servers.servers import MailStack, missing

pytestmark = pytest.mark.servers

TARGET = 20
PATIENCE = 600
TEAMS = pairs(4)
PLAYERS = tuple(player for pair in TEAMS for player in pair.players)


@pytest.fixture
def stack() -> Iterator[MailStack]:
    if why := missing():
        pytest.fail(why)
    with MailStack(dict.fromkeys([REFEREE, MASTER, *map(address_of, PLAYERS)], PASSWORD)) as running:
        yield running


class Member:
    """Somebody whose first mail nothing proves: they write their entry again, as an answer to the welcome that asks for
    it, and then do their part; `champion` gets their name once they know who won."""

    def __init__(self, name: str, entry: str, part: Reader, champion: set[str]) -> None:
        self.name, self.entry, self.part, self.champion = name, entry, part, champion
        self.over: set[str] = set()

    async def __call__(self, player: MailPlayer, message: Message) -> None:
        if "champion" in events_of(message):
            self.champion.add(self.name)
        if message["Spades-Result"]:
            self.over.add(str(message["Spades-Game"]))
        if {"error", "welcome"} <= set(events_of(message)):
            await player.reply(message, self.entry)
        else:
            await self.part(player, message)


@pytest.mark.parametrize(
    "format", ["usag", *(pytest.param(name, marks=pytest.mark.long) for name in ("pride", "sigma", "fsu"))]
)
def test_a_whole_tournament(stack: MailStack, tmp_path: Path, format: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournament, "SIGN_UP", timedelta(seconds=15))
    event = DemoTournament(format=format, teams=4, target=TARGET)
    config = write_config(stack, tmp_path, "builtin", 'challenge_time = "1 s"')
    referee = Referee(config)
    referee.start()
    try:
        asyncio.run(hold(stack, referee, event, entries(event)))
        letters_go_out(config)
    finally:
        code = referee.stop()
    assert code == 0, "SIGTERM ends the daemon cleanly"
    boxes = {name: mailbox(stack, address_of(name)) for name in PLAYERS}
    told = recounts_to_the_places(format, boxes)
    assert {pair.team: frozenset(pair.players) for pair in TEAMS} == told.teams
    records_hold(config, boxes)
    hands_stay_private(boxes)
    nothing_is_left(config)


def entries(event: DemoTournament) -> dict[str, str]:
    """Return each player's line that enters their team."""
    classes = event.preset.classes or ("", "")
    return {
        name: pair.entry(NAME, name, given)
        for pair in pairs(event.size)
        for name, given in zip(pair.players, classes, strict=True)
    }


async def hold(stack: MailStack, referee: Referee, event: DemoTournament, entered: dict[str, str], *lines: str) -> None:
    """Announce, with `lines` below, enter and play to the end, killing the daemon once on the way."""
    champion = set[str]()
    organiser = Organiser(pairs(event.size), random.Random(1), rates=event.preset.rating is not None)
    robot = ROBOTS[event.plays]
    parts = {
        name: Member(name, line, Entrant(random.Random(name), robot(name, None)), champion)
        for name, line in entered.items()
    }
    members = {name: player(stack, address_of(name), part, name) for name, part in parts.items()}
    master = player(stack, MASTER, organiser)
    tasks = [asyncio.create_task(one.run()) for one in (*members.values(), master)]
    try:
        await master.send(REFEREE, "a tournament", "\n".join((announcement(event), *lines)))
        await until(lambda: organiser.announced, "it was not announced")
        for name, part in parts.items():
            await members[name].send(REFEREE, NAME, part.entry)
        await until(lambda: any(part.over for part in parts.values()), "no match ended")
        referee.kill()
        await asyncio.sleep(0.5)
        referee.start()
        await until(lambda: champion == entered.keys(), "not everyone was told who won")
    finally:
        await cancel_all(*tasks)


def player(stack: MailStack, address: str, part: Reader, name: str | None = None) -> MailPlayer:
    smtp = SmtpSettings(host="localhost", port=stack.smtp_port, tls="none")
    return MailboxPlayer(address, ImapSettings(**imap_of(stack, address)), smtp, part, name)


async def until(condition: Callable[[], bool], otherwise: str) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, otherwise
        await asyncio.sleep(0.2)


def recounts_to_the_places(format: str, boxes: dict[str, list[Message]]) -> Told:
    """Return the tournament as all mailboxes together tell it: each has one champion's letter with the one record,
    whose places follow from who beat whom."""
    told = recount(boxes)
    record = the_record(mail for box in boxes.values() for mail in box)
    (end,) = (line["places"] for line in record if line["e"] == "end")
    counted = places(format, told, TARGET)
    assert [sorted(place) for place in end[0]["teams"]] == [sorted(place) for place in counted]
    if standings := [line["teams"] for line in record if line["e"] == "standings"]:
        assert standings[-1] == table(told.games[:6], told, TARGET)
    for name, box in boxes.items():
        (letter,) = (mail for mail in box if "champion" in events_of(mail))
        assert list(attached(letter)) == ["tournament-1.jsonl"], name
        assert f"1st: {counted[0][0]}" in words_of(letter)
    drawn = {mail["Message-ID"] for box in boxes.values() for mail in box if "draw" in events_of(mail)}
    assert len(drawn) == len(boxes), "each player hears of the draw once"
    return told


def records_hold(config: Path, boxes: dict[str, list[Message]]) -> None:
    """Check that the records on file are right, and that the tournament's is the one in the letters."""
    records = config.parent / "data" / "records"
    filed = (records / "tournament-1.jsonl").read_bytes()
    for box in boxes.values():
        (letter,) = (mail for mail in box if "champion" in events_of(mail))
        (part,) = (one for one in letter.walk() if one.get_filename() == "tournament-1.jsonl")
        content = part.get_payload(decode=True)
        assert isinstance(content, bytes) and content.replace(b"\r\n", b"\n") == filed
    for game in records.glob("spades-*.jsonl"):
        command = [sys.executable, "-m", "referee", "verify", str(game)]
        done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, f"{game.name}: {done.stdout}{done.stderr}"
