"""The plans that a player may make for their own turns of a round, as data, and the words in which a plan is stored.

Never says what a plan plays: plan_choice.py does. Reads only the form that it writes; asking/plans.py reads what people
write.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, NamedTuple, get_args

from referee.spades.cards import Card, parse_card

Way = Literal["lowest", "highest", "win", "duck"]
SUIT_NAMES: Mapping[str, str] = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}
BLIND = "blind nil"
NIL = "nil"


class Pick(NamedTuple):
    """A card by what it does: the `lowest` or `highest` (of `suit`, if one is named); the cheapest that would `win`;
    the highest that would `duck`, which is to lose."""

    way: Way
    suit: str | None = None

    def __str__(self) -> str:
        return self.way if self.suit is None else f"{self.way} {SUIT_NAMES[self.suit]}"


PlanEntry = Card | Pick


class When(StrEnum):
    """The turns that a plan is for; the value is its word on a line that begins with `plan`."""

    BID = "bid"
    """My bid."""
    NEXT = "next"
    """My next turn to play, and no other; it has no word of its own when it is typed."""
    PARTNER = "partner"
    """While my partner's card is winning and I play third or last."""
    SPADES = "spades"
    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"
    VOID = "void"
    """Whenever I hold no card of the suit led."""
    LEAD = "lead"
    """Whenever I lead."""
    REST = "rest"
    """Whenever I follow and no other plan fits."""


SUIT_OF: Mapping[When, str] = {When.SPADES: "S", When.HEARTS: "H", When.DIAMONDS: "D", When.CLUBS: "C"}
"""The suit that must be led for these plans."""


@dataclass(frozen=True, slots=True)
class Plan:
    """One rule of a player: on the turns `when`, the first of `entries` that is legal.

    For When.BID there are no entries: `bid` is the bid then (0 is nil), and `blind` says that it is a blind one.
    """

    when: When
    entries: tuple[PlanEntry, ...] = ()
    bid: int | None = None
    blind: bool = False

    def __str__(self) -> str:
        """Write the plan as it is typed after the word `plan`, which `plan_from` reads: `hearts: 3H, lowest`."""
        listed = ", ".join(map(str, self.entries))
        match self.when:
            case When.BID:
                return f"bid {BLIND if self.blind else NIL if self.bid == 0 else self.bid}"
            case When.NEXT:
                return listed
        return f"{self.when}: {listed}"


@dataclass(frozen=True, slots=True)
class Habits:
    """The wishes of a player for all their games: to play the only legal card at once (`forced`), and to count cards
    that touch as one (`equals`)."""

    forced: bool = False
    equals: bool = False


NO_HABITS = Habits()


def plan_from(text: str) -> Plan:
    """Read the plan that `str` wrote. Raises ValueError."""
    word, _, rest = text.partition(" ")
    if word == When.BID:
        blind = rest == BLIND
        return Plan(When.BID, bid=0 if blind or rest == NIL else int(rest), blind=blind)
    when, colon, listed = text.partition(": ")
    return Plan(When(when) if colon else When.NEXT, tuple(map(_entry, (listed if colon else text).split(", "))))


def _entry(text: str) -> PlanEntry:
    way, _, name = text.partition(" ")
    suit = next((suit for suit, word in SUIT_NAMES.items() if word == name), None)
    return next((Pick(known, suit) for known in get_args(Way) if known == way), None) or parse_card(text)
