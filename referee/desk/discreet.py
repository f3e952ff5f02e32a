"""The words of mail servers about our letters, fit for the log and the Gamesmaster. Repeats no card and no token."""

import re

from referee.asking.cards import read_cards, words_of_cards
from referee.spades.cards import parse_card
from referee.store.outbox import Queued

SECRET = re.compile(r"(?<![A-Za-z0-9])[a-z2-7]{24}(?![A-Za-z0-9])")
HAND = re.compile(rb"\r\nSpades-Hand:([ 0-9A-Z]+)\r\n")
NAMED_CARDS = "the server's words are left out: they name cards"


def discreet(reply: str, letter: Queued) -> str:
    """Leave out the cards and tokens in a mail server's reply about a letter: some servers quote the letter."""
    # search the letter's header alone
    hand = HAND.search(letter.raw, 0, letter.raw.find(b"\r\n\r\n") + 2)
    if hand is not None:
        held = {parse_card(code) for code in hand[1].decode("ascii").split()}
        if any(held.intersection(read_cards(words)) for words in words_of_cards(reply, whole=True)):
            return f"{reply[:3]} {NAMED_CARDS}" if reply[:3].isdecimal() else NAMED_CARDS
    return SECRET.sub("***", reply)
