"""A hand and everything that its player may answer: cards, bids and what else the sheet offers, each as a button.

Shows only what a view shows; decides nothing.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import quote

from referee.spades.cards import Card
from referee.spades.view import SeatView
from referee.telling.formats import (
    SUIT_NAMES,
    SYMBOLS,
    Block,
    bid_text,
    card_code,
    card_face,
    card_label,
    card_name,
)
from referee.telling.subjects import of_end, of_round

PLAIN = ":,"
"""What needs no escape in the subject or body of a link, and stands in many (RFC 6068, 2)."""
SAFE = re.compile(r"[A-Za-z0-9_.~@+-]*")
"""What needs none anywhere in a link, and the plus before a reply token."""


class Action(NamedTuple):
    """One possible answer: the `label` on its button, the `name` read aloud, the mail's `body`, and its mailto link, in
    two pieces: the `head` that all links of a letter have, and its own `tail`."""

    label: str
    name: str
    body: str
    head: str
    tail: str

    @property
    def href(self) -> str:
        """The whole link."""
        return self.head + self.tail


class Held(NamedTuple):
    """One card of a hand: `rank` in the line of its suit, `face` as drawn, `name` in words; `action` if it may be
    played."""

    rank: str
    face: str
    name: str
    action: Action | None


class Suit(NamedTuple):
    """The cards of one suit in a hand, high to low."""

    symbol: str
    name: str
    cards: tuple[Held, ...]


class Reply(NamedTuple):
    """A mailto link without its body (RFC 6068), and a shorter one."""

    head: str
    short: str

    @classmethod
    def to(cls, address: str, subject: str, answers: str) -> "Reply":
        """Links that answer the letter `answers` at `address`; `subject` is that letter's."""
        start = f"mailto:{_address(address)}?subject="
        whole, short = _subjects(subject)
        return cls(f"{start}{whole}&In-Reply-To=%3C{_address(answers)}%3E", start + short)

    @property
    def brief(self) -> "Reply":
        """The same for letters full of links, without what the address says too: which letter and turn it answers."""
        return Reply(self.short, self.short)

    def href(self, body: str) -> str:
        """The link that opens a mail with `body` in it."""
        return self.head + _tail(body)

    def tail(self, body: str) -> str:
        """What that link has behind the head."""
        return _tail(body)

    def action(self, label: str, name: str, body: str) -> Action:
        """A button."""
        return Action(label, name, body, self.head, _tail(body))


@lru_cache(maxsize=1024)  # the same commands in every letter; never whose letter it is
def _tail(body: str) -> str:
    return f"&body={_quoted(body)}"


def _address(text: str) -> str:
    """An address or a message id, which have words of chance in them, quoted if they have to be."""
    return text.replace("+", "%2B") if SAFE.fullmatch(text) else quote(text, safe="@")


@lru_cache(maxsize=256)  # of a round, a turn and its letters
def _subjects(subject: str) -> tuple[str, str]:
    """What answers to a letter are called, whole and short."""
    return _quoted(f"Re: {of_end(subject)}"), _quoted(f"Re: {of_round(subject)}")


@lru_cache(maxsize=1024)  # the same few commands and subjects, in every letter
def _quoted(text: str) -> str:
    return quote(text, safe=PLAIN)


def hand(view: SeatView, reply: Reply) -> tuple[Suit, ...]:
    """The seat's cards by suit; those that are legal can be played with a tap."""
    held = view.hand or ()
    legal = set(view.legal_cards)
    return tuple(
        Suit(SYMBOLS[suit], SUIT_NAMES[suit], tuple(_held(card, card in legal, reply) for card in cards))
        for suit in "SHDC"
        if (cards := [card for card in held if card.suit == suit])
    )


def _held(card: Card, legal: bool, reply: Reply) -> Held:
    rank = card_label(card).removesuffix(SYMBOLS[card.suit])
    return Held(rank, card_face(card), card_name(card), _play(card, reply) if legal else None)


def _play(card: Card, reply: Reply) -> Action:
    return reply.action(card_label(card), f"Play the {card_name(card)}", f"play {card_code(card)}")


def bids(view: SeatView, reply: Reply) -> tuple[Action, ...]:
    """A button for each legal bid."""
    words = [bid_text(view.sheet, bid) for bid in view.legal_bids]
    return tuple(reply.brief.action(word, f"Bid {word}", f"bid {word}") for word in words)


def choices(view: SeatView, suits: Iterable[Suit], reply: Reply) -> tuple[Action, ...]:
    """The bids or cards that the seat may answer with now."""
    return bids(view, reply) or tuple(card.action for suit in suits for card in suit.cards if card.action is not None)


def offers(view: SeatView, reply: Reply) -> tuple[Action, ...]:
    """What else the seat may do now: see its hand, bid blind, call a misdeal, claim, answer a proposal."""
    return tuple(reply.action(label, label, body) for label, body in _offers(view)) if view.to_act else ()


def _offers(view: SeatView) -> Iterator[tuple[str, str]]:
    if view.held_back:
        yield "Show my hand", "show"
    if view.may_bid_blind:
        yield "Bid blind nil", "bid blind nil"
    if view.may_misdeal:
        yield "Call a misdeal", "misdeal"
    if view.claimable:
        yield "Claim the rest", "claim"
    if view.asked:
        yield "Yes, I agree", "yes"
        yield "No", "no"


def hand_lines(suits: Iterable[Suit]) -> Block:
    """A hand as one line for each suit: `♠  BJ A K 10 2`."""
    return Block("\n".join(f"  {suit.symbol}  {' '.join(card.rank for card in suit.cards)}" for suit in suits))
