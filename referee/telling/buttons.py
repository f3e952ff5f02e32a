"""A hand and every possible answer of its player: cards, bids and the other acts of the sheet, each as a button.

Shows only what a view shows; decides nothing.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple
from urllib.parse import quote

from referee.spades.cards import Card
from referee.spades.plans import When
from referee.spades.view import SeatView
from referee.table.seats import partner_of
from referee.telling.formats import (
    SUIT_NAMES,
    SYMBOLS,
    Block,
    bid_text,
    card_code,
    card_face,
    card_label,
    card_name,
    columns,
    count,
)

PLAIN = ":,"
"""The characters that need no escape in the subject or body of a link, and stand in many (RFC 6068, 2)."""
SAFE = re.compile(r"[A-Za-z0-9_.~@+-]*")
"""The characters that need no escape anywhere in a link, and the plus before a reply token."""
SHORT = re.compile(r"(\[[^\]]*\]) .*?( \(ref \w+\))?")
"""A subject: its tag, and the token that it may end with."""


class Action(NamedTuple):
    """One possible answer: the `label` on its button, the `name` read aloud, the mail's `body`, and its mailto link."""

    label: str
    name: str
    body: str
    href: str


class CardButton(NamedTuple):
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
    cards: tuple[CardButton, ...]


class Reply(NamedTuple):
    """A mailto link without its body (RFC 6068), and a shorter one."""

    head: str
    short: str

    @classmethod
    def to(cls, address: str, subject: str, answers: str) -> "Reply":
        """Make the links that answer the letter `answers` at `address`; `subject` is that letter's."""
        start = f"mailto:{_address(address)}?subject="
        whole, short = (_quoted(f"Re: {text}") for text in (subject, tag_alone(subject)))
        return cls(f"{start}{whole}&In-Reply-To=%3C{_address(answers)}%3E", start + short)

    @property
    def brief(self) -> "Reply":
        """The same links, shorter, for letters full of links: without the letter and turn that they answer, which the
        address says too."""
        return Reply(self.short, self.short)

    def href(self, body: str) -> str:
        """Return the link that opens a mail with `body` in it; its lines end as RFC 6068, 5 has it."""
        return f"{self.head}&body={_quoted(body).replace('%0A', '%0D%0A')}"

    def action(self, label: str, name: str, body: str) -> Action:
        """Make a button."""
        return Action(label, name, body, self.href(body))


def _address(text: str) -> str:
    """Quote an address or a message id, which have words of chance in them, if they have to be quoted."""
    return text.replace("+", "%2B") if SAFE.fullmatch(text) else quote(text, safe="@")


def tag_alone(subject: str) -> str:
    """Leave of a subject its tag, and its token if it has one: all that the answer needs."""
    found = SHORT.fullmatch(subject)
    return subject if found is None else f"{found[1]}{found[2] or ''}"


def _quoted(text: str) -> str:
    return quote(text, safe=PLAIN)


def hand(view: SeatView, reply: Reply) -> tuple[Suit, ...]:
    """List the seat's cards by suit; a tap plays a legal card."""
    held = view.hand or ()
    legal = set(view.legal_cards)
    return tuple(
        Suit(SYMBOLS[suit], SUIT_NAMES[suit], tuple(_held(card, card in legal, reply) for card in cards))
        for suit in "SHDC"
        if (cards := [card for card in held if card.suit == suit])
    )


def _held(card: Card, legal: bool, reply: Reply) -> CardButton:
    rank = card_label(card).removesuffix(SYMBOLS[card.suit])
    return CardButton(rank, card_face(card), card_name(card), _play(card, reply) if legal else None)


def _play(card: Card, reply: Reply) -> Action:
    return reply.action(card_label(card), f"{card_name(card)}: play", f"play {card_code(card)}")


def bids(view: SeatView, reply: Reply) -> tuple[Action, ...]:
    """Make a button for each legal bid."""
    return _bids([bid_text(view.sheet, bid) for bid in view.legal_bids], reply)


def _bids(words: Iterable[str], reply: Reply) -> tuple[Action, ...]:
    return tuple(reply.brief.action(word, f"{word}: bid", f"bid {word}") for word in words)


def early_bids(view: SeatView, reply: Reply) -> tuple[Action, ...]:
    """Make a button for each bid that the seat may make already, to be kept until its turn comes; none once it has made
    one."""
    if any(standing.plan.when is When.BID for standing in view.plans):
        return ()
    values = early_values(view)
    if view.hand is None:
        return _bids(["blind nil"] if view.sheet.blind_nil and 0 in values else [], reply)
    return _bids([bid_text(view.sheet, bid) for bid in values], reply)


def early_values(view: SeatView) -> tuple[int, ...]:
    """List the bids that may be legal once it is the seat's turn to bid, as far as its partner's bid is known; none
    when that turn has come."""
    waits = view.to_act is not None and view.bidding and not view.held
    if view.seat is None or not waits or view.mine or view.bid(view.seat) is not None:
        return ()
    least, most = view.sheet.team_bid
    partner = view.bids[partner_of(view.seat) - 1]
    others = [0] if view.sheet.bids_by_team else view.sheet.bid_values if partner is None else [partner]
    values = sorted(view.sheet.bid_values)
    return tuple(bid for bid in values if any(least <= bid + other <= most for other in others))


def choices(view: SeatView, suits: Iterable[Suit], reply: Reply) -> tuple[Action, ...]:
    """List the bids or cards that the seat may answer with now."""
    return bids(view, reply) or tuple(card.action for suit in suits for card in suit.cards if card.action is not None)


def offers(view: SeatView, reply: Reply) -> tuple[Action, ...]:
    """List what else the seat may do now: see its hand, bid blind, call a misdeal, claim."""
    return (
        tuple(reply.action(label, label, body) for label, body in _offers(view))
        if view.to_act and not view.held
        else ()
    )


def _offers(view: SeatView) -> Iterator[tuple[str, str]]:
    if view.held_back:
        yield "Show my hand", "show"
    if view.may_bid_blind:
        yield "Bid blind nil", "bid blind nil"
    if view.may_misdeal:
        yield "Call a misdeal", "misdeal"
    if view.claimable:
        yield "Claim the rest", "claim"


def hand_lines(suits: Iterable[Suit]) -> Block:
    """Write a hand as one line for each suit: `♠  5 spades  BJ A K 10 2`."""
    return columns(
        (suit.symbol, count(len(suit.cards), suit.name), " ".join(card.rank for card in suit.cards)) for suit in suits
    )
