"""Signed mail to a referee between real servers."""

import time
from collections.abc import Callable, Sequence
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
    """Return the letter that someone waits for."""
    return _first(stack, (who,), wanted)[1]


def turn_of(stack: MailStack, bids: str) -> tuple[str, Message]:
    """Find who is to bid, and their letter, once the table shows these bids."""
    return _first(stack, PLAYERS, lambda mail: mail["Spades-Bids"] == bids and "turn" in events_of(mail))


def _first(stack: MailStack, names: Sequence[str], wanted: Callable[[Message], bool]) -> tuple[str, Message]:
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        for name in names:
            for mail in mailbox(stack, address(name)):
                if wanted(mail):
                    return name, mail
        time.sleep(0.1)
    raise AssertionError(f"{' and '.join(names)} wait in vain")
