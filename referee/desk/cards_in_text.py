"""Words about cards in a text for others: nobody who holds a hand may write them.

The rule looks at the words alone, never at the hand, so a refusal does not tell what the hand holds. Only the writer
hears of a refusal.
"""

import re

from referee.asking.cards import words_of_cards
from referee.desk.case import Case, Complaint
from referee.desk.refusals import Wrong
from referee.store import games
from referee.store.games import GameRow
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
    """Raise Complaint(wrong) if a word of `text` is a card, a rank, a suit, trump or void, and its writer plays a game.

    The players of the game that it is `said_in` may be called Jack. With `whole` only a card counts, as in names: a
    person may be an Ace, and a club plays Spades.
    """
    names = "|".join(map(re.escape, said_in.names if said_in else ()))
    bare = re.sub(rf"(?<!\w)(?:{names})(?!\w)", " ", text) if names else text
    said = words_of_cards(bare, whole=whole)
    if said and writer is not None and games.running_of(case.tx, writer.id):
        raise Complaint(wrong, words=tuple(dict.fromkeys(said)))
