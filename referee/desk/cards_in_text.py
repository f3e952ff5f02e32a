"""Words about cards and tiles in a text for others: nobody who holds a hand may write them, and we repeat none of a
server's.

The rule for people looks at the words alone, never at the hand, so a refusal does not tell what the hand holds. Only
the writer hears of a refusal.
"""

import re

from referee.asking.cards import read_cards, words_of_cards
from referee.asking.command_table import DOMINOES, SPADES
from referee.asking.tiles import tiles_in, words_of_tiles
from referee.desk.case import Case, Complaint, Wrong
from referee.store import games
from referee.store.games import GameRow
from referee.store.outbox import Queued
from referee.store.people import Person


def check_words(
    case: Case,
    writer: Person | None,
    text: str,
    wrong: Wrong,
    said_in: GameRow | None = None,
    *,
    whole: bool = False,
) -> None:
    """Raise Complaint(wrong) if a word of `text` is a card, a rank, a suit, trump or void, or speaks of tiles, and its
    writer plays a game that has these.

    The players of the game that it is `said_in` may be called Jack. With `whole` only a card counts, as in names: a
    person may be an Ace, and a club plays Spades.
    """
    names = "|".join(map(re.escape, said_in.names if said_in else ()))
    bare = re.sub(rf"(?<!\w)(?:{names})(?!\w)", " ", text) if names else text
    of_cards, of_tiles = words_of_cards(bare, whole=whole), words_of_tiles(bare, whole=whole)
    played = games.running_of(case.tx, writer.id) if writer is not None and (of_cards or of_tiles) else ()
    said = (
        *of_cards * any(row.game == SPADES for row in played),
        *of_tiles * any(row.game == DOMINOES for row in played),
    )
    if said:
        raise Complaint(wrong, words=tuple(dict.fromkeys(said)))


SECRET = re.compile(r"(?<![A-Za-z0-9])[a-z2-7]{24}(?![A-Za-z0-9])")
HAND = re.compile(rb"\r\nSpades-Hand:([- 0-9A-Z]+)\r\n")
NAMED_CARDS = "the server's words are left out: they name cards"


def discreet(reply: str, letter: Queued) -> str:
    """Leave out the cards and tokens in a mail server's reply about a letter: some servers quote the letter."""
    # search the letter's header alone
    hand = HAND.search(letter.raw, 0, letter.raw.find(b"\r\n\r\n") + 2)
    if hand is not None:
        held = {*hand[1].decode("ascii").split()}
        cards = (card for words in words_of_cards(reply, whole=True) for card in read_cards(words))
        if not held.isdisjoint(map(str, (*cards, *tiles_in(reply)))):
            return f"{reply[:3]} {NAMED_CARDS}" if reply[:3].isdecimal() else NAMED_CARDS
    return SECRET.sub("***", reply)
