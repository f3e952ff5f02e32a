"""Cards that are shown to whom they are not for. Warns the one who did it, and repeats nothing of it to anyone."""

import re
from dataclasses import dataclass

from referee.asking.card_mentions import cards_anywhere, cards_named
from referee.asking.requests import BareCard, Reading
from referee.desk.case import Case
from referee.desk.quotas import may_warn
from referee.desk.send import send_answer
from referee.desk.sender.identify import Sender, shown_around
from referee.post.messages import Incoming
from referee.spades.cards import Card
from referee.spades.commands import PlayCard
from referee.store import games
from referee.store.games import Kept
from referee.store.outbox import Queued
from referee.telling.answers import CardsShown

SECRET = re.compile(r"(?<![A-Za-z0-9])[a-z2-7]{24}(?![A-Za-z0-9])")
HAND = re.compile(rb"^Spades-Hand:([ 0-9A-Z]+)\r?$", re.MULTILINE)
NAMED_CARDS = "the server's words are left out: they name cards"


@dataclass(frozen=True, slots=True)
class Shown:
    """The cards that a player holds in a game and that a mail of eirs names to others."""

    game: Kept
    cards: frozenset[Card]


def shown(case: Case, sender: Sender, incoming: Incoming, raw: bytes) -> tuple[Shown, ...]:
    """What a mail that went to others too shows of its writer's hands; quotes and attached letters count.

    Whether the mail is proven does not matter. Who was not shown eir hand can give nothing away.
    """
    person = sender.person
    if person is None or not shown_around(case.desk.settings, incoming, person):
        return ()
    running = games.running_of(case.tx, person.id)
    named = cards_anywhere(raw) if running else frozenset()
    found = (Shown(kept, named & _known_hand(case, kept, person.id)) for kept in running)
    return tuple(each for each in found if each.cards)


def _known_hand(case: Case, kept: Kept, person: int) -> frozenset[Card]:
    game, seat = games.load(case.tx, kept), games.seat_of(case.tx, kept.id, person)
    return game.hand(seat) if seat is not None and seat in game.seen else frozenset()


def warn(case: Case, sender: Sender, incoming: Incoming, reading: Reading, found: tuple[Shown, ...]) -> None:
    """Tell a player that a mail of theirs showed cards, besides the one that it played; once a day for a game.

    The warning goes to the registered address alone and names no card. Comes after what the mail asked is done.
    """
    for each in found:
        person = sender.person
        assert person is not None, "only players show cards"
        if each.cards <= _played(case, reading):
            continue
        if may_warn(case, person.id, each.game.id, backed=sender.backing is not None):
            send_answer(case, person, CardsShown(each.game.id), game=each.game.id, turn=each.game.turn, to=incoming)


def _played(case: Case, reading: Reading) -> frozenset[Card]:
    """The card that the mail played, or will once it is confirmed."""
    done = {f"{kind}/{end}" for kind in ("PlayCard", "BareCard") for end in ("accepted", "unproven")}
    if not done & set(case.notes):
        return frozenset()
    return frozenset(asked.request.card for asked in reading.asked if isinstance(asked.request, PlayCard | BareCard))


def discreet(reply: str, letter: Queued) -> str:
    """A mail server's words about a letter, fit for the log and the Gamesmaster: some repeat what they were given."""
    hand = HAND.search(letter.raw)
    if hand is not None and cards_named(reply) & cards_named(hand[1].decode("ascii")):
        return f"{reply[:3]} {NAMED_CARDS}" if reply[:3].isdecimal() else NAMED_CARDS
    return SECRET.sub("***", reply)
