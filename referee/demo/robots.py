"""A robot's answer to a letter, to a turn from its headers only; and the plans that it chooses from those that buttons
offer. Knows the game only from its mail.

Sensible rather than clever: bids the worth of the hand, takes the tricks that the bid needs, then gets out of the way.
Plans as people do, some of its turns and not others: `Shares` says how many.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from email.header import decode_header, make_header
from random import Random
from typing import NamedTuple

ORDER = "23456789TJQKA"
TRUMP = "S"
JOKERS = ("LJ", "BJ")
DEUCE = "2S"
PARTNER_TAKES = 3
"""The number of tricks to expect from a partner who has not bid yet."""


class HeldCard(NamedTuple):
    """A card: its code, `QS`, its suit, and its height in that suit."""

    code: str
    suit: str
    height: int


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn mail, read from its `Spades-*` headers; `legal` holds codes and numbers as they are there."""

    seat: int
    due: str
    hand: tuple[HeldCard, ...]
    legal: tuple[str, ...]
    table: tuple[tuple[int, HeldCard], ...]
    bids: tuple[int | None, ...]
    books: tuple[int, ...]


def is_asked(headers: Mapping[str, str], name: str | None = None) -> bool:
    """Tell if a mail asks the player `name` to act (`name` None: any player).

    If either partner may bid for the team, both get the letter, and the one on the clock should answer it.
    """
    if not set(headers.get("Spades-Event", "").split(",")) & {"turn", "reminder"}:
        return False
    seat = headers["Spades-To-Act"].split()[0]
    return name is None or seats_of(headers["Spades-Seats"]).get(name) == seat


def read_turn(headers: Mapping[str, str], name: str | None = None) -> Turn | None:
    """Read the turn of spades that a mail is about; None if it does not ask the player `name` to act."""
    if not is_asked(headers, name):
        return None
    seat, due = headers["Spades-To-Act"].split()
    return _place(headers, int(seat), due)


def read_seat(headers: Mapping[str, str], name: str) -> Turn | None:
    """Read the position for the player `name`; `due` is empty if it is not their turn. None if the mail is about no
    game of theirs."""
    seat = seats_of(headers.get("Spades-Seats", "")).get(name)
    to_act, _, due = headers.get("Spades-To-Act", "").partition(" ")
    return None if seat is None else _place(headers, int(seat), due if to_act == seat else "")


def _place(headers: Mapping[str, str], seat: int, due: str) -> Turn:
    events = set(headers.get("Spades-Event", "").split(","))
    shown = " ".join(headers.get(f"Spades-{where}", "") for where in ("Hand", "Table", "Since")).replace("=", " ")
    jokers = bool(set(JOKERS) & set(shown.split()))
    # Spades-Table then holds the trick that has just ended, and the next one is empty
    plays = [] if events & {"trick", "round"} else headers.get("Spades-Table", "").split()
    return Turn(
        seat=seat,
        due=due,
        hand=tuple(_held(code, jokers) for code in headers.get("Spades-Hand", "").split()),
        legal=tuple(headers.get("Spades-Legal", "").split()),
        table=tuple((int(play[0]), _held(play[2:], jokers)) for play in plays),
        bids=tuple(_bid(bid) for bid in headers.get("Spades-Bids", "- - - -").split()),
        books=tuple(map(int, headers.get("Spades-Books", "0 0 0 0").split())),
    )


def answer(turn: Turn) -> str:
    """Write the one line of the robot's reply. It never bids blind: it asks to see its hand."""
    if "show" in turn.legal:
        return "show"
    return f"bid {choose_bid(turn)}" if turn.due == "bid" else f"play {choose_card(turn).code}"


def choose_bid(turn: Turn) -> int:
    """Choose the legal bid nearest to the tricks that the hand is worth; nil for a hand that should take none."""
    legal = [int(bid) for bid in turn.legal]
    worth = _worth(turn.hand)
    # if the least bid is this high before the partner has bid, the bid is the team's
    if turn.bids[_mate(turn)] is None and min(legal) >= PARTNER_TAKES:
        worth += PARTNER_TAKES
    wanted = 0 if _is_nil_hand(turn.hand) else max(1, round(worth))
    return min(legal, key=lambda bid: (abs(bid - wanted), bid == 0, bid))


def choose_card(turn: Turn) -> HeldCard:
    """Choose a card that serves the bid: win cheaply while tricks are needed, lose with the highest card that loses."""
    needs = wants_tricks(turn)
    legal = [card for card in turn.hand if card.code in turn.legal]
    if not turn.table:
        return max(legal, key=_lead_value) if needs else min(legal, key=_height)
    winners = [card for card in legal if _beats(card, _best(turn.table))]
    losers = [card for card in legal if card not in winners]
    last = len(turn.table) == 3
    partner_wins = _winner(turn.table) - 1 == _mate(turn)
    if needs and winners and not (partner_wins and last):
        return min(winners, key=_cost) if last else max(winners, key=_height_if_plain)
    if losers:
        return min(losers, key=_cost) if needs else max(losers, key=_height)
    return max(legal, key=_cost) if last else min(legal, key=_cost)


def wants_no_trick(turn: Turn) -> bool:
    """Tell if the player bid nil, or would, and has taken no trick."""
    bid = turn.bids[turn.seat - 1]
    return turn.books[turn.seat - 1] == 0 and (_is_nil_hand(turn.hand) if bid is None else bid == 0)


def wants_tricks(turn: Turn) -> bool:
    """Tell if the team still needs tricks, as it does before it has bid; not for a nil bidder, unless their nil is
    lost."""
    own, mate = turn.seat - 1, _mate(turn)
    if wants_no_trick(turn):
        return False
    if turn.bids[own] is None:
        return True
    wanted = (turn.bids[own] or 0) + (turn.bids[mate] or 0)
    return turn.books[own] + turn.books[mate] < wanted


def seats_of(text: str) -> dict[str, str]:
    """Return the seats of a letter, by player."""
    plain = str(make_header(decode_header(text)))
    return {name: seat for seat, _, name in (place.partition("=") for place in plain.split("; "))}


def _bid(text: str) -> int | None:
    return None if text == "-" else int(text.removeprefix("B"))


def _held(code: str, jokers: bool) -> HeldCard:
    """Read a card; with jokers in the deck the deuce of spades ranks between them and the ace."""
    if code in JOKERS:
        return HeldCard(code, TRUMP, len(ORDER) + 1 + JOKERS.index(code))
    return HeldCard(code, code[1], len(ORDER) if jokers and code == DEUCE else ORDER.index(code[0]))


def _mate(turn: Turn) -> int:
    """Return the partner's index in lists by seat."""
    return (turn.seat + 1) % 4


def _worth(hand: Sequence[HeldCard]) -> float:
    plain = {"A": 0.95, "K": 0.6, "Q": 0.2}
    trumps = [card for card in hand if card.suit == TRUMP]
    worth = sum(plain.get(card.code[0], 0.0) for card in hand if card.suit != TRUMP)
    # the three highest trumps take their tricks; jokers lengthen the suit, so a long one is worth less
    jokers = any(card.code in JOKERS for card in hand)
    high = sum(0.9 for card in trumps if card.height >= (len(ORDER) if jokers else ORDER.index("Q")))
    return worth + high + 0.55 * max(0, len(trumps) - (3 if jokers else 2))


def _is_nil_hand(hand: Sequence[HeldCard]) -> bool:
    trumps = [card for card in hand if card.suit == TRUMP]
    return len(trumps) <= 2 and all(card.height < ORDER.index("9") for card in trumps) and _worth(hand) < 0.7


def _height(card: HeldCard) -> int:
    return card.height


def _cost(card: HeldCard) -> tuple[bool, int]:
    return card.suit == TRUMP, card.height


def _height_if_plain(card: HeldCard) -> tuple[bool, int]:
    return card.suit != TRUMP, card.height if card.suit != TRUMP else -card.height


def _lead_value(card: HeldCard) -> float:
    """Value a card for leading: high plain cards first, then low ones; spades last."""
    if card.suit == TRUMP:
        return -20 + card.height
    return 20 + card.height if card.code[0] in "AK" else -card.height


def _beats(card: HeldCard, other: HeldCard) -> bool:
    if card.suit == other.suit:
        return card.height > other.height
    return card.suit == TRUMP


def _best(table: Sequence[tuple[int, HeldCard]]) -> HeldCard:
    best = table[0][1]
    for _, card in table[1:]:
        best = card if _beats(card, best) else best
    return best


def _winner(table: Sequence[tuple[int, HeldCard]]) -> int:
    best = _best(table)
    return next(seat for seat, card in table if card == best)


SUITS = ("spades", "hearts", "diamonds", "clubs")
HABITS = ("forced", "equals")


@dataclass(frozen=True, slots=True)
class Shares:
    """The shares of a round's turns that are planned: of the suits to follow, the discards, the bids and the leads."""

    follow: float = 0.75
    discard: float = 0.5
    bid: float = 0.5
    lead: float = 1 / 3

    def of(self, kind: str) -> float:
        """Return the share for the plans of one kind, a word like `hearts`; 0 for a kind that is never made."""
        if kind in SUITS:
            return self.follow
        return {"void": self.discard, "bid": self.bid, "lead": self.lead}.get(kind, 0)


class Rule(NamedTuple):
    """A plan as one types it: its kind and the rest."""

    kind: str
    what: str


def read_rule(text: str) -> Rule:
    """Read a plan into its two parts: `hearts: 3H, lowest`, `bid 4`, `forced on`. A list for the next turn has the kind
    `next`."""
    kind, colon, what = text.partition(":")
    if colon:
        return Rule(kind.strip(), what.strip())
    kind, _, what = text.partition(" ")
    return Rule(kind, what) if kind in ("bid", *HABITS) else Rule("next", text)


class Planner:
    """The plans of the player `name`. `chance` settles once a round whether they plan turns of a kind at all."""

    def __init__(self, name: str, chance: Random, shares: Shares | None = None) -> None:
        self.name = name
        self.shares = Shares() if shares is None else shares
        self._chance = chance
        self._inclined: dict[tuple[str, str, str], bool] = {}
        self._made: set[tuple[str, str, str]] = set()

    def choose(self, headers: Mapping[str, str], offered: Sequence[str]) -> list[str]:
        """Choose the lines to send out of the lines `offered`: each kind of plan once a round, each habit once."""
        seat = read_seat(headers, self.name)
        if seat is None or not seat.hand:
            return []
        game, number = headers["Spades-Game"], headers["Spades-Round"]
        standing = {read_rule(rule.strip()).kind for rule in headers.get("Spades-Plan", "").split(";")}
        rules: dict[str, list[str]] = {}
        for line in offered:
            word, _, rule = line.partition(" ")
            if word == "plan":
                rules.setdefault(read_rule(rule).kind, []).append(line)
            elif word == "bid" and seat.due != "bid":
                rules.setdefault("bid", []).append(line)
        chosen = []
        for kind, lines in rules.items():
            about = ("", "", kind) if kind in HABITS else (game, number, kind)
            if about not in self._made and kind not in standing and (kind in HABITS or self._is_inclined(about)):
                self._made.add(about)
                chosen.append(_serving(kind, lines, seat))
        return chosen

    def _is_inclined(self, about: tuple[str, str, str]) -> bool:
        if about not in self._inclined:
            self._inclined[about] = self._chance.random() < self.shares.of(about[2])
        return self._inclined[about]


def best_bid(lines: Sequence[str], seat: Turn) -> str:
    """Choose the line with the bid that the hand is worth."""
    bids = {line.rpartition(" ")[2].replace("nil", "0"): line for line in lines if "blind" not in line}
    return bids[str(choose_bid(replace(seat, due="bid", legal=tuple(bids))))]


def _serving(kind: str, lines: Sequence[str], seat: Turn) -> str:
    """Choose the line of one kind that serves the player's bid."""
    if kind in HABITS:
        return next(line for line in lines if line.endswith(" on"))
    if kind == "lead":
        return lines[0]
    if kind == "bid":
        return best_bid(lines, seat)
    way = "duck" if wants_no_trick(seat) else "win" if wants_tricks(seat) else "lowest"
    return next((line for word in (way, "lowest") for line in lines if word in line), lines[0])
