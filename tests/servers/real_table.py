"""A table over Dovecot and Postfix: `referee run` as a process of its own, people who have only their mailboxes, and
what is found in those at the end. Asks the referee itself for nothing but `referee status`."""

import asyncio
import contextlib
import imaplib
import json
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage, Message
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from referee.demo.mail_player import MailPlayer
from referee.post.settings import ImapSettings, SmtpSettings
from referee.post.wire.sockets import cancel_all
from referee.records.lines import HEAD_SHOWN, heads
from tests.mailbox_player import MailboxPlayer
from tests.servers.servers import MailStack, missing
from tests.spades import slow_deal
from tests.spades.slow_scorer import After, End, Table, ending, round_of

DOMAIN = "club.test"
REFEREE, MASTER, LIST = f"referee@{DOMAIN}", f"gm@{DOMAIN}", f"list@{DOMAIN}"
PLAYERS = ("ann", "bob", "carol", "dave")
PASSWORD = "secret"
LONGEST = 900
POLL = 0.1


def address(name: str) -> str:
    return f"{name}@{DOMAIN}"


def mail_system(**more: Any) -> MailStack:
    """Set up mailboxes for the referee, the gamesmaster and four players, and a list of the players; fail where that
    cannot be."""
    if why := missing():
        pytest.fail(why)
    users = dict.fromkeys([REFEREE, MASTER, *map(address, PLAYERS)], PASSWORD)
    return MailStack(users, {LIST: tuple(map(address, PLAYERS))}, **more)


def imap_of(stack: MailStack, user: str) -> dict[str, Any]:
    return {
        "host": "localhost",
        "port": stack.imap_port,
        "tls": "none",
        "username": user,
        "password": PASSWORD,
        "poll_seconds": POLL,
    }


def write_config(stack: MailStack, folder: Path, mode: str, *game: str) -> Path:
    """Return a configuration as `referee init` would write it, for this mail system; `game`: more lines of `[game]`."""
    listed = f'list = "{LIST}"\nlist_mode = "external"\n' if mode == "external" else ""
    more = "\n".join(game)
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
{more}
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
        """Stop it as the system would; return the exit code."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)


class Watching:
    """Someone's part, which also notes the games that have ended."""

    def __init__(self, part: Callable[..., Any], over: set[str]) -> None:
        self.part, self.over = part, over

    async def __call__(self, player: MailPlayer, message: Message) -> None:
        if "end" in events_of(message):
            self.over.add(str(message["Spades-Game"]))
        await self.part(player, message)


@contextlib.asynccontextmanager
async def people(
    stack: MailStack, parts: dict[str, Callable[..., Any]], over: set[str]
) -> AsyncIterator[dict[str, MailPlayer]]:
    """Put everyone at their mailbox; `over` gets the numbers of the games that ended."""
    smtp = SmtpSettings(host="localhost", port=stack.smtp_port, tls="none")
    players: dict[str, MailPlayer] = {
        name: MailboxPlayer(
            address(name), ImapSettings(**imap_of(stack, address(name))), smtp, Watching(part, over), name.title()
        )
        for name, part in parts.items()
    }
    tasks = [asyncio.create_task(player.run()) for player in players.values()]
    try:
        yield players
    finally:
        await cancel_all(*tasks)


async def start_game(master: MailPlayer, *lines: str) -> None:
    """Ask for a game of the four, Ann and Carol a team; `lines` stand below."""
    listed = ", ".join(f"{name.title()} <{address(name)}>" for name in PLAYERS)
    text = "\n".join(("start", f"players: {listed}", "teams: Ann + Carol", *lines))
    await master.send(REFEREE, "a game", text)


def mailbox(stack: MailStack, user: str) -> list[Message]:
    """Return all that ever came to someone, read afresh over IMAP; a second copy of a letter counts once."""
    found: dict[str, Message] = {}
    with imaplib.IMAP4("localhost", stack.imap_port) as imap:
        imap.login(user, PASSWORD)
        for folder in ("Referee/Handled", "INBOX"):
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


def events_of(mail: Message) -> list[str]:
    """List what a letter is about, in order."""
    return str(mail.get("Spades-Event", "")).split(",")


def of_game(mails: list[Message], game: int) -> list[Message]:
    return [mail for mail in mails if mail["Spades-Game"] == str(game)]


def ended(mails: list[Message], game: int) -> Message | None:
    """Return the letter that tells of a game's end."""
    return next((mail for mail in of_game(mails, game) if "end" in events_of(mail)), None)


def words_of(mail: Message) -> str:
    """Return the text and the HTML of a letter, each line with a single space between words."""
    parsed = message_from_bytes(mail.as_bytes(), policy=policy.default)
    assert isinstance(parsed, EmailMessage)
    return "\n".join(part.get_content() for part in parsed.walk() if part.get_content_maintype() == "text")


class Round(NamedTuple):
    """The figures of a round that was scored, as a letter tells them, by seat; nobody's bid is None."""

    bids: list[int | None]
    blind: list[bool]
    books: list[int]


@dataclass(frozen=True)
class Recount:
    """A game as one mailbox tells it: where the teams stand after the last round, and how it ended, if it did."""

    after: After
    end: End
    rounds: dict[int, Round]


def recount(table: Table, mails: list[Message], game: int) -> Recount:
    """Recount a game's score and end from one mailbox: every round's bids and books, and every misplay."""
    own = of_game(mails, game)
    rounds = {int(mail["Spades-Round"]): _round(mail) for mail in own if "round" in events_of(mail)}
    misplays = {
        int(mail["Spades-Turn"]): (int(mail["Spades-Round"]), int(str(mail["Spades-Actor"]).split()[0]))
        for mail in own
        if "misplay" in events_of(mail)
    }
    after, end, extra = After([0, 0], [0, 0], [0, 0]), End(False, False, None, None), False
    for number in sorted({*rounds, *(round for round, _ in misplays.values())}):
        assert not end.over, "nothing is played once the game has ended"
        for round, seat in misplays.values():
            after.score[(seat - 1) % 2] += table["misplay_cost"]["points"] if round == number else 0
        if number not in rounds:
            continue
        bids, blind, books = rounds[number]
        sets = (after.sets[0], after.sets[1])
        after = round_of(table, bids, books, after.score, after.bags, blind=blind, sets=sets)
        end = ending(table, after.score, after.sets, number, extra=extra)
        extra = end.tie and table["tie_break"] == "extra_hand"
    return Recount(after, end, rounds)


def _round(mail: Message) -> Round:
    bids = str(mail["Spades-Bids"]).split()
    return Round(
        [None if bid == "-" else int(bid.removeprefix("B")) for bid in bids],
        [bid == "B0" for bid in bids],
        [int(books) for books in str(mail["Spades-Books"]).split()],
    )


def status(config: Path) -> dict[str, Any]:
    command = [sys.executable, "-m", "referee", "status", "--json", "--config", str(config)]
    # its exit code says whether a daemon runs
    out = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    found: dict[str, Any] = json.loads(out)
    return found


def record_holds(config: Path, boxes: dict[str, list[Message]], game: int) -> str:
    """Return the record of a game that is over, as it lies on file: it is right, is the one that every player was told,
    and deals the hands that they were mailed."""
    filed = config.parent / "data" / "records" / f"spades-{game}.jsonl"
    lines = filed.read_text("ascii").splitlines()
    places = {head[:HEAD_SHOWN]: place for place, head in enumerate(heads(lines))}
    dealt = [{*hand} for deal in slow_deal.deals(lines) for hand in deal.hands or ()]
    for name, mails in boxes.items():
        own = of_game(mails, game)
        told = {str(mail["Spades-Record"]) for mail in own if mail["Spades-Record"]}
        assert told and told <= places.keys(), f"{name} was told of what is not in the record of game {game}"
        given = [word for head in sorted(told, key=places.__getitem__) for word in ("--head", head)]
        command = [sys.executable, "-m", "referee", "verify", str(filed), *given]
        done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, f"the record of game {game} and {name}'s heads: {done.stdout}{done.stderr}"
        hands = [{*str(mail["Spades-Hand"]).split()} for mail in own if mail["Spades-Hand"]]
        assert hands and all(any(hand <= one for one in dealt) for hand in hands), name
    return filed.read_text("ascii")


def letters_go_out(config: Path, seconds: float = 30) -> None:
    """Wait until every letter is sent: a daemon that is stopped before leaves the rest to its next start."""
    end = time.monotonic() + seconds
    while set(counts := status(config)["mail"]["outbox"]) != {"sent"}:
        assert time.monotonic() < end, f"letters that were not sent: {counts}"
        time.sleep(0.2)


def nothing_is_left(config: Path) -> None:
    """Check that no mail was shunted, every mail is done, and every letter is sent."""
    assert status(config)["shunted"] == []
    counts = status(config)["mail"]
    assert set(counts["inbox"]) == {"done"} and set(counts["outbox"]) == {"sent"}


def hands_stay_private(boxes: dict[str, list[Message]]) -> None:
    """Check that no two players got hand mails of one position that show the same card."""
    seen: dict[tuple[str, str], dict[str, str]] = {}
    for name, box in boxes.items():
        for mail in box:
            for card in str(mail.get("Spades-Hand", "")).split():
                place = seen.setdefault((str(mail["Spades-Game"]), str(mail["Spades-Turn"])), {})
                assert place.setdefault(card, name) == name, f"{card} was shown to {name} and {place[card]}"
