"""The values that the templates of letters see: one page, names and their values; among them an example of a move, a
likely one of the reader, chosen from their own view. Writes no letter and decides nothing.
"""

from collections.abc import Sequence
from typing import Any

from referee.config import Settings
from referee.post.reading.new_text import MARKER
from referee.records.lines import HEAD_SHOWN
from referee.spades.cards import SPADES, Card
from referee.spades.commands import PlayCard
from referee.spades.plan_choice import choose, lowest
from referee.spades.plans import NO_HABITS, Pick, Plan, When
from referee.spades.view import SeatView
from referee.telling import buttons
from referee.telling.buttons import Reply
from referee.telling.formats import bid_text, card_code
from referee.telling.sentences import endings, in_words, turns

LOWEST = Pick("lowest")
TAKING = (Plan(When.PARTNER, (LOWEST,)), Plan(When.REST, (Pick("win"), LOWEST)))
DUCKING = (Plan(When.REST, (Pick("duck"), LOWEST)),)
LONG_SPADES = 3
"""The number of spades beyond which each counts as a trick."""
PARTNERS_SHARE = 3
"""The tricks that one bid for a team allows for the cards of the partner."""


def example(view: SeatView) -> str | None:
    """Choose an example: `play 4C`, `bid 3`; None unless the seat may bid or play, and sees its hand."""
    if view.hand is None:
        return None
    if values := view.legal_bids or buttons.early_values(view):
        return f"bid {bid_text(view.sheet, _bid(view, values))}"
    return f"play {card_code(_card(view))}" if view.legal_cards else None


def _bid(view: SeatView, legal: Sequence[int]) -> int:
    """Choose the bid nearest to the tricks that the hand may take, no nil."""
    values = [bid for bid in legal if bid] or list(legal)
    worth = _tricks(view) + (PARTNERS_SHARE if view.sheet.bids_by_team else 0)
    return min(values, key=lambda bid: (abs(bid - worth), bid))


def _tricks(view: SeatView) -> int:
    """Count the two highest cards of each suit, the second only if it is guarded, and the length in spades."""
    worth = 0
    for suit in view.sheet.suits:
        held = [card for card in view.hand or () if card.suit == suit]
        ranks = view.sheet.suits[suit]
        worth += sum(card.rank == ranks[0] or (card.rank == ranks[1] and len(held) > 1) for card in held)
        worth += max(0, len(held) - LONG_SPADES) if suit == SPADES else 0
    return worth


def _card(view: SeatView) -> Card:
    nil = view.seat is not None and view.bid(view.seat) == 0
    found = choose(view, DUCKING if nil else TAKING, NO_HABITS).command
    return found.card if isinstance(found, PlayCard) else lowest(view.sheet, view.legal_cards)


Page = dict[str, Any]

EMPTY: Page = {
    "news": (), "facts": (), "since": (), "next": None, "detail": None, "joined": None, "otherwise": None,
    "corrected": False, "ruling": None, "game": None, "asked": None, "may_decline": False,
    "away_tap": None, "ran_out": None, "to_all": False, "may_unwatch": False,
    "view": None, "on_table": None, "round_over": None, "suits": (), "choices": (), "offers": (),
    "early": (), "notes": (), "final": "", "example": None, "buttons": (), "hand_lines": "", "allowed": None,
    "line": None, "drawn": None, "ends_when": None,
    "plans": None, "question": None, "ended": (), "standing_plans": (), "away": {}, "private": False,
    "turn": False, "hand_first": False, "long": False, "first": False,
    "watcher": False, "master": False, "steers": False, "to_list": False,
    "drawings": {}, "tournament": None, "record": None, "standing": "score",
}  # fmt: skip
"""Every name that only some letters fill: to the templates a missing name is an error."""


def blank(settings: Settings, subject: str, reply: Reply) -> Page:
    """Make the page with only the values that every letter has."""
    return {
        **EMPTY,
        "marker": MARKER,
        "subject": subject,
        "reply": reply,
        "address": settings.referee.address,
        "external": settings.referee.list_mode == "external",
        "site": settings.site.base_url if settings.site.folder else None,
    }


def position(view: SeatView, reply: Reply) -> Page:
    """Collect the table as the reader may see it, their hand, and all their possible answers; of a public view only the
    table."""
    begins = view.bidding and not view.result and not view.provisional
    page: Page = {"view": view, "ends_when": endings.end_rule(view) if begins else None}
    if view.seat is None:
        return page | {"on_table": in_words.table(view) if view.table or view.bidding else None}
    suits = () if view.result else buttons.hand(view, reply)
    return page | {
        "on_table": in_words.table(view),
        "suits": suits,
        "hand_lines": buttons.hand_lines(suits),
        "allowed": in_words.may(view),
        "choices": buttons.choices(view, suits, reply),
        "offers": buttons.offers(view, reply),
        "early": buttons.early_bids(view, reply),
        "notes": turns.notes(view),
        "final": turns.final(view),
        "example": example(view),
    }


def short_head(head: str | None) -> str | None:
    """Return the part of a record's head that letters show."""
    return None if head is None else head[:HEAD_SHOWN]
