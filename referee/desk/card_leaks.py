"""Mail that shows its writer's cards to others. Warns the writer and repeats nothing of it to anyone."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from referee.asking.card_mentions import cards_anywhere, cards_named
from referee.asking.commands import BareCard
from referee.desk.case import Case
from referee.desk.outgoing import About, send_answer
from referee.desk.quotas import may_warn
from referee.desk.requests.request import Accepted, Held, Mail, Outcome
from referee.desk.sender.addresses import went_to_others
from referee.spades.cards import Card
from referee.spades.commands import PlayCard
from referee.store import event_log, games
from referee.store.games import GameRow
from referee.store.outbox import Queued
from referee.telling.notices import CardsShown

SECRET = re.compile(r"(?<![A-Za-z0-9])[a-z2-7]{24}(?![A-Za-z0-9])")
HAND = re.compile(rb"\r\nSpades-Hand:([ 0-9A-Z]+)\r\n")
NAMED_CARDS = "the server's words are left out: they name cards"


@dataclass(frozen=True, slots=True)
class CardLeak:
    """Cards that a player holds in a game and names in a mail that others read."""

    game: GameRow
    cards: frozenset[Card]


def find(case: Case, mail: Mail, raw: bytes) -> tuple[CardLeak, ...]:
    """Which of its writer's cards a mail reveals, if others got it too; quotes and attached letters count.

    It does not matter whether the mail is proven. Players who have not seen their own hand can give nothing away.
    """
    person = mail.sender.person
    if person is None or not went_to_others(case.desk.settings, mail.incoming, person):
        return ()
    named = cards_anywhere(raw) if mail.playing else frozenset()
    found = (CardLeak(row, named & _known_hand(case, row, person.id)) for row in mail.playing)
    return tuple(each for each in found if each.cards)


def _known_hand(case: Case, row: GameRow, person: int) -> frozenset[Card]:
    game, seat = event_log.load(case.tx, row), games.seat_of(case.tx, row.id, person)
    return game.hand(seat) if seat is not None and seat in game.seen else frozenset()


def warn(case: Case, mail: Mail, outcomes: Iterable[Outcome], leaks: Iterable[CardLeak]) -> None:
    """Write to a player whose mail showed cards besides the one it played; once a day for each game.

    The warning goes only to the registered address and names no card. Call it after the mail's commands are done.
    """
    person, played = mail.sender.person, _played(outcomes)
    for each in leaks:
        assert person is not None, "only players show cards"
        if each.cards <= played:
            continue
        if may_warn(case, person.id, each.game.id, backed=mail.sender.backing is not None):
            about = About(game=each.game.id, turn=each.game.turn)
            send_answer(case, person, CardsShown(each.game.id), about, to=mail.incoming)


def _played(outcomes: Iterable[Outcome]) -> frozenset[Card]:
    """The card that the mail played, or will play once it is confirmed."""
    asked = (each.asked.command for each in outcomes if isinstance(each, Accepted | Held))
    return frozenset(each.card for each in asked if isinstance(each, PlayCard | BareCard))


def discreet(reply: str, letter: Queued) -> str:
    """A mail server's words about a letter, fit for the log and the Gamesmaster: some servers quote the letter."""
    # in its header, so that the search ends there
    hand = HAND.search(letter.raw, 0, letter.raw.find(b"\r\n\r\n") + 2)
    if hand is not None and cards_named(reply) & cards_named(hand[1].decode("ascii")):
        return f"{reply[:3]} {NAMED_CARDS}" if reply[:3].isdecimal() else NAMED_CARDS
    return SECRET.sub("***", reply)
