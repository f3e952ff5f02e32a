"""Signed mail to a referee between real servers."""

import time
from collections.abc import Callable
from email.message import Message

from tests.servers.real_table import (
    PLAYERS,
    address,
    events_of,
    mailbox,
)
from tests.servers.servers import MailStack

SECONDS = 20


def comes(stack: MailStack, who: str, wanted: Callable[[Message], bool]) -> Message:
    """The letter that someone waits for."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        for mail in mailbox(stack, address(who)):
            if wanted(mail):
                return mail
        time.sleep(0.1)
    raise AssertionError(f"{who} waits in vain")


def turn_of(stack: MailStack, bids: str) -> tuple[str, Message]:
    """Who is to bid, and their letter, once the table shows these bids."""
    told = comes(stack, PLAYERS[0], lambda mail: mail["Spades-Bids"] == bids and bool(mail["Spades-To-Act"]))
    seats = dict(part.split("=") for part in str(told["Spades-Seats"]).split("; "))
    who = seats[str(told["Spades-To-Act"]).split()[0]].lower()
    return who, comes(stack, who, lambda mail: mail["Spades-Bids"] == bids and "turn" in events_of(mail))
