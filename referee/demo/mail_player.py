"""A player by mail, a robot or the demo's gamesmaster: reads letters and sends replies.

Sees only what any mail client sees; to the referee it is just an address.
"""

import asyncio
import re
import secrets
from collections.abc import Awaitable, Callable, Mapping
from email.message import EmailMessage, Message
from email.parser import BytesParser
from email.policy import SMTP, compat32
from email.utils import formataddr, parseaddr
from html import unescape
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from referee.demo.robots import Planner, answer, best_bid, is_asked, read_seat, read_turn
from referee.post.settings import SmtpSettings
from referee.post.wire.smtp import Fate, Outbox

LINK = re.compile(r'href="(mailto:[^"]*)"')


class Tap(NamedTuple):
    """The mail that a link opens (RFC 6068); `answers` is its In-Reply-To."""

    to: str
    subject: str
    answers: str
    body: str


def taps(letter: Message) -> tuple[Tap, ...]:
    """Return all that the HTML part of a letter offers, in its order; nothing if it has none."""
    html = next((part for part in letter.walk() if part.get_content_type() == "text/html"), None)
    content = html and html.get_payload(decode=True)
    if not isinstance(content, bytes):
        return ()
    return tuple(_tap(unescape(link)) for link in LINK.findall(content.decode("utf-8")))


def _tap(link: str) -> Tap:
    parts = urlsplit(link)
    pairs = (field.partition("=") for field in parts.query.split("&"))
    fields = {name.lower(): unquote(value) for name, _, value in pairs}
    return Tap(unquote(parts.path), *(fields.get(name, "") for name in ("subject", "in-reply-to", "body")))


Reader = Callable[["MailPlayer", Message], Awaitable[None]]
PAUSE = 0.2
FORCED = "plan forced on"
MAIL = BytesParser(policy=compat32)


class MailPlayer:
    """One address; `name`: its owner's name at the table, None for a gamesmaster.

    Calls `read` with every mail that comes, in order. `delivered`: where the mail server in this process hands over
    each one, byte for byte, so that nobody has to look into a mailbox for it.
    """

    def __init__(
        self, address: str, smtp: SmtpSettings, read: Reader, name: str | None, delivered: asyncio.Queue[bytes]
    ) -> None:
        self.address = address
        self.name = name
        self.read = read
        self.delivered = delivered
        self.outbox = Outbox(smtp, "localhost")
        self.received = 0

    async def run(self) -> None:
        """Read and answer until cancelled."""
        while True:
            await self.take(await self.delivered.get())

    async def take(self, raw: bytes) -> None:
        """Read one mail."""
        self.received += 1
        await self.read(self, MAIL.parsebytes(raw))

    async def reply(self, to: Message, text: str) -> None:
        """Reply to a mail as a client does: to its Reply-To, in its thread."""
        address = parseaddr(str(to.get("Reply-To") or to.get("From")))[1]
        await self.send(address, f"Re: {to.get('Subject', '')}", text, str(to.get("Message-ID", "")))

    async def tap(self, tap: Tap) -> None:
        """Send the mail that a link opens."""
        await self.send(tap.to, tap.subject, tap.body, tap.answers)

    async def send(self, address: str, subject: str, text: str, answers: str = "") -> None:
        """Send a mail; try until the server accepts it."""
        message = EmailMessage(policy=SMTP)
        message["From"], message["To"] = formataddr((self.name or "", self.address)), address
        message["Subject"] = " ".join(subject.split())
        message["Message-ID"] = f"<{secrets.token_hex(12)}@{self.address.rpartition('@')[2]}>"
        message["Auto-Submitted"] = "auto-generated" if answers else "no"
        if answers:
            message["In-Reply-To"] = message["References"] = answers
        message.set_content(text)
        while (await self.outbox.send(self.address, address, message.as_bytes())).fate is not Fate.ACCEPTED:
            await asyncio.sleep(PAUSE)

    async def close(self) -> None:
        """Log out."""
        await self.outbox.close()


async def play(player: MailPlayer, message: Message) -> None:
    """Answer a letter that asks to act with a legal act, and no other letter."""
    turn = read_turn(headers_of(message), player.name)
    if turn is not None:
        await player.reply(message, answer(turn))


class Robot:
    """A robot of spades: answers every letter that asks it to act, and declines a rematch.

    A card that is the only legal one is played for them, from their first answer on. One with a `planner` taps the
    plans that letters offer, too, and claims the rest when it can.
    """

    def __init__(self, planner: Planner | None = None) -> None:
        self.planner = planner
        self._answered = False
        self._bids: dict[str, str] = {}
        """The bid made before its turn, by the hand."""

    async def __call__(self, player: MailPlayer, message: Message) -> None:
        """Send the answers: plans first, so that they can act right after the move."""
        offered = {tap.body: tap for tap in taps(message)}
        if "rematch" in events_of(message) and "no" in offered:
            await player.tap(offered["no"])
        if self.planner is not None:
            for line in self.planner.choose(headers_of(message), tuple(offered)):
                await player.tap(offered[line])
        turn = read_turn(headers_of(message), player.name)
        if turn is None:
            await self._bid_early(player, message, offered)
            return
        if turn.due == "bid" and self._bids.get(message["Spades-Hand"]) in turn.legal:
            return  # their bid is on its way
        claims = self.planner is not None and message["Spades-Claimable"] == "yes"
        lines = ["claim" if claims else answer(turn)]
        if self.planner is None and not self._answered:
            lines.append(FORCED)
        self._answered = True
        await player.reply(message, "\n".join(lines))

    async def _bid_early(self, player: MailPlayer, message: Message, offered: Mapping[str, Tap]) -> None:
        """Tap a bid in the letter that deals the cards. Whoever plans does so for some bids, with their plans."""
        lines = [line for line in offered if line.startswith("bid ") and line != "bid blind nil"]
        seat = read_seat(headers_of(message), player.name or "")
        if self.planner is None and lines and seat is not None:
            line = best_bid(lines, seat)
            self._bids = {message["Spades-Hand"]: line.removeprefix("bid ").replace("nil", "0")}
            await player.tap(offered[line])


def events_of(message: Message) -> list[str]:
    """List the kinds of news that a letter brings."""
    return str(message.get("Spades-Event", "")).split(",")


def headers_of(message: Message) -> dict[str, str]:
    """Return the headers that a letter has for programs."""
    return {name: str(value) for name, value in message.items() if name.startswith("Spades-")}


def words_of(message: Message) -> str:
    """Return the plain text of a letter."""
    plain = next((part for part in message.walk() if part.get_content_type() == "text/plain"), None)
    content = plain and plain.get_payload(decode=True)
    return content.decode("utf-8") if isinstance(content, bytes) else ""


class Drowsy:
    """A robot that plays as `part`, but is silent from its turn `first` to its turn `last`, counted from 1, and never
    bids before its turn."""

    def __init__(self, first: int, last: int, part: Reader = play) -> None:
        self.part = part
        self.silent = range(first, last + 1)
        self.turns: list[str] = []

    async def __call__(self, player: MailPlayer, message: Message) -> None:
        """Count the turn that a letter is about, and play it unless it is a silent turn."""
        turn = f"{message['Spades-Game']} {message['Spades-Turn']}"
        due = is_asked(headers_of(message), player.name)
        if due and turn not in self.turns:
            self.turns.append(turn)
        early = not due and any(tap.body.startswith("bid ") for tap in taps(message))
        if not early and len(self.turns) not in self.silent:
            await self.part(player, message)


async def confirm(player: MailPlayer, message: Message) -> None:
    """Answer as the gamesmaster does: yes to every request for confirmation."""
    if "confirm" in events_of(message):
        await player.reply(message, "yes")
