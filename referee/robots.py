"""Robot players: what to answer to a turn mail, from its headers alone. Knows nothing of the game but its mail.

Sensible rather than clever: bids what the hand is worth, takes what the bid needs, then gets out of the way.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

ORDER = "23456789TJQKA"
FOLLOWING, TRUMP = "CDH", "S"


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn mail, as its `Spades-*` headers tell it. Cards are codes: `QS`."""

    seat: int
    due: str
    hand: tuple[str, ...]
    legal: tuple[str, ...]
    table: tuple[tuple[int, str], ...]
    bids: tuple[int | None, ...]
    books: tuple[int, ...]


def read_turn(headers: Mapping[str, str]) -> Turn | None:
    """The turn that a mail is about; None if it asks for no act."""
    if "turn" not in headers.get("Spades-Event", "").split(",") and "reminder" not in headers.get("Spades-Event", ""):
        return None
    seat, due = headers["Spades-To-Act"].split()
    fresh = {"trick", "round"} & set(headers["Spades-Event"].split(","))
    return Turn(
        seat=int(seat),
        due=due,
        hand=tuple(headers.get("Spades-Hand", "").split()),
        legal=tuple(headers.get("Spades-Legal", "").split()),
        # where a trick has just ended its cards are shown, but the next trick is empty
        table=() if fresh else _table(headers.get("Spades-Table", "")),
        bids=tuple(None if bid == "-" else int(bid) for bid in headers.get("Spades-Bids", "- - - -").split()),
        books=tuple(map(int, headers.get("Spades-Books", "0 0 0 0").split())),
    )


def answer(turn: Turn) -> str:
    """The one line that a robot replies."""
    return f"bid {choose_bid(turn)}" if turn.due == "bid" else f"play {choose_card(turn)}"


def choose_bid(turn: Turn) -> int:
    """About as many tricks as the hand is worth; nil for a hand that should take none."""
    legal = [int(bid) for bid in turn.legal]
    wanted = 0 if _is_nil_hand(turn.hand) else max(1, round(_worth(turn.hand)))
    return min(legal, key=lambda bid: (abs(bid - wanted), bid == 0, bid))


def choose_card(turn: Turn) -> str:
    """A card that serves the bid: win cheaply while tricks are needed, lose with the highest card that loses."""
    needs = _needs(turn)
    if not turn.table:
        return max(turn.legal, key=_lead_value) if needs else min(turn.legal, key=_rank)
    winners = [card for card in turn.legal if _beats(card, _best(turn.table))]
    losers = [card for card in turn.legal if card not in winners]
    partner_wins = _winner(turn.table) == (turn.seat + 1) % 4 + 1
    if needs and winners and not (partner_wins and len(turn.table) == 3):
        return min(winners, key=_cost) if len(turn.table) == 3 else max(winners, key=_rank_if_plain)
    if losers:
        return min(losers, key=_cost) if needs else max(losers, key=_rank)
    return max(turn.legal, key=_cost) if len(turn.table) == 3 else min(turn.legal, key=_cost)


def _table(text: str) -> tuple[tuple[int, str], ...]:
    return tuple((int(play[0]), play[2:]) for play in text.split())


def _needs(turn: Turn) -> bool:
    """Whether the team still needs tricks; a nil bidder never does, unless eir nil is lost."""
    own, mate = turn.seat - 1, (turn.seat + 1) % 4
    if turn.bids[own] == 0 and turn.books[own] == 0:
        return False
    wanted = (turn.bids[own] or 0) + (turn.bids[mate] or 0)
    return turn.books[own] + turn.books[mate] < wanted


def _worth(hand: Sequence[str]) -> float:
    plain = {"A": 0.95, "K": 0.6, "Q": 0.2}
    trumps = [card for card in hand if card[1] == TRUMP]
    worth = sum(plain.get(card[0], 0.0) for card in hand if card[1] != TRUMP)
    high = sum(0.9 for card in trumps if card[0] in "AKQ")
    return worth + high + 0.55 * max(0, len(trumps) - 2)


def _is_nil_hand(hand: Sequence[str]) -> bool:
    trumps = [card for card in hand if card[1] == TRUMP]
    return len(trumps) <= 2 and all(_rank(card) < ORDER.index("9") for card in trumps) and _worth(hand) < 0.7


def _rank(card: str) -> int:
    return ORDER.index(card[0]) if card[0] in ORDER else len(ORDER)


def _cost(card: str) -> tuple[bool, int]:
    return card[1] == TRUMP, _rank(card)


def _rank_if_plain(card: str) -> tuple[bool, int]:
    return card[1] != TRUMP, _rank(card) if card[1] != TRUMP else -_rank(card)


def _lead_value(card: str) -> float:
    """High plain cards first, then low ones; spades last."""
    if card[1] == TRUMP:
        return -20 + _rank(card)
    return 20 + _rank(card) if card[0] in "AK" else -_rank(card)


def _beats(card: str, other: str) -> bool:
    if card[1] == other[1]:
        return _rank(card) > _rank(other)
    return card[1] == TRUMP


def _best(table: Sequence[tuple[int, str]]) -> str:
    best = table[0][1]
    for _, card in table[1:]:
        best = card if _beats(card, best) else best
    return best


def _winner(table: Sequence[tuple[int, str]]) -> int:
    best = _best(table)
    return next(seat for seat, card in table if card == best)
