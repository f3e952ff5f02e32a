"""The table, the score and a hand as rows for templates. Shows what a view shows, in words; decides nothing."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import quote

from referee.mail.words import (
    SUIT_NAMES,
    SYMBOLS,
    Block,
    bid_text,
    card_code,
    card_name,
    card_text,
    columns,
    count,
)
from referee.spades.cards import Card
from referee.spades.game import Trick
from referee.spades.moves import winner
from referee.spades.scoring import bags_to_penalty
from referee.spades.sheets import SEATS, TEAMS, RuleSheet, after, partner_of, team_of
from referee.spades.view import SeatView


class Seat(NamedTuple):
    """One seat at the table; `card` is on it in this trick, empty if none is."""

    seat: int
    name: str
    team: int
    bid: str
    books: int
    card: str
    red: bool
    led: bool
    turn: str
    """What is due: `bid`, `play`, or empty."""
    you: bool


class Team(NamedTuple):
    """One team's standing in words."""

    names: str
    team: int
    score: int
    bags: str
    warning: str
    """Misplays and concessions, empty if there are none."""


class Action(NamedTuple):
    """One thing to answer: `label` on the button, `body` is the mail, `href` the mailto link with it."""

    label: str
    name: str
    body: str
    href: str
    red: bool


class Held(NamedTuple):
    """One card of a hand; `action` where it may be played now."""

    label: str
    red: bool
    action: Action | None


class Suit(NamedTuple):
    """The cards of one suit in a hand, high to low."""

    symbol: str
    name: str
    red: bool
    cards: tuple[Held, ...]


@dataclass(frozen=True, slots=True)
class Reply:
    """A mailto link without its body (RFC 6068)."""

    head: str

    @classmethod
    def to(cls, address: str, subject: str, answers: str) -> "Reply":
        """Links that answer the letter `answers` at `address`; `subject` is that letter's."""
        asked = quote(f"Re: {subject}", safe="")
        return cls(f"mailto:{quote(address, safe='@')}?subject={asked}&In-Reply-To={quote(f'<{answers}>', safe='')}")

    def href(self, body: str) -> str:
        """The link that opens an answer with `body` in it."""
        return f"{self.head}&body={quote(body, safe='')}"

    def action(self, label: str, name: str, body: str, red: bool = False) -> Action:
        """A button."""
        return Action(label, name, body, self.href(body), red)


def seats(view: SeatView) -> tuple[Seat, ...]:
    """The four seats, 1 to 4."""
    return tuple(_seat(view, seat) for seat in SEATS)


def _seat(view: SeatView, seat: int) -> Seat:
    card = next((play.card for play in view.table if play.seat == seat), None)
    due = view.to_act[1] if view.to_act is not None and view.to_act[0] == seat else ""
    return Seat(
        seat=seat,
        name=view.name(seat),
        team=team_of(seat),
        bid=bid_text(view.sheet, view.bids[seat - 1]),
        books=view.books[seat - 1],
        card="" if card is None else card_text(card),
        red=card is not None and card.suit in "HD",
        led=bool(view.table) and view.table[0].seat == seat,
        turn=due,
        you=seat == view.seat,
    )


def around(view: SeatView) -> dict[str, Seat]:
    """The seats as they sit, the reader (seat 1 for everyone) at the bottom, play going clockwise."""
    rows, south = seats(view), view.seat or 1
    places = {"south": south, "west": after(south), "north": partner_of(south), "east": after(south, 3)}
    return {place: rows[seat - 1] for place, seat in places.items()}


def table_lines(view: SeatView) -> Block:
    """The table as aligned lines for a plain terminal."""
    playing = None not in view.bids
    head = ("Seat", "Player", "Team", "Bid", "Books", "Card") if playing else ("Seat", "Player", "Team", "Bid")
    rows = [(*head, "")]
    for row in seats(view):
        name = f"{row.name} (you)" if row.you else row.name
        cells = [str(row.seat), name, str(row.team), row.bid]
        if playing:
            cells += [str(row.books), f"{row.card} led" if row.led else row.card or "-"]
        rows.append((*cells, f"<-- to {row.turn}" if row.turn else ""))
    return columns(rows, "0234")


def trick_cells(sheet: RuleSheet, trick: Trick) -> tuple[str, ...]:
    """The cards of a trick in order, `2 Q♠` by seat, a star at the one that takes it; empty where none is yet."""
    taker = winner(sheet, trick) if len(trick) == len(SEATS) else None
    cells = [f"{play.seat} {card_text(play.card)}{'*' if play.seat == taker else ''}" for play in trick]
    return (*cells, *("" for _ in range(len(SEATS) - len(cells))))


def teams(view: SeatView) -> tuple[Team, ...]:
    """Both teams' standing."""
    return tuple(
        Team(view.team_names(t), t, view.score[t - 1], _bags(view, t), " ".join(_warnings(view, t))) for t in TEAMS
    )


def _bags(view: SeatView, team: int) -> str:
    bags, every = view.bags[team - 1], view.sheet.bag_penalty
    left = bags_to_penalty(view.sheet, bags)
    return "" if every is None else f"{count(bags, 'sandbag')}; {left} more cost {-every.points}"


def _warnings(view: SeatView, team: int) -> Iterator[str]:
    if in_game := view.misplays_game[team - 1]:
        yield f"{count(in_game, 'misplay')} in this game, {view.misplays_hand[team - 1]} in this round."
    for seat in view.conceded:
        if team_of(seat) == team:
            yield f"{view.name(seat)} has conceded."


def score_lines(view: SeatView) -> Block:
    """The score as aligned lines for a plain terminal."""
    return columns([(row.names, str(row.score), row.bags) for row in teams(view)], "1")


def hand(view: SeatView, reply: Reply) -> tuple[Suit, ...]:
    """The seat's cards by suit; legal ones can be played with a tap."""
    held = view.hand or ()
    legal = set(view.legal_cards)
    return tuple(
        Suit(SYMBOLS[suit], SUIT_NAMES[suit], suit in "HD", tuple(_held(card, card in legal, reply) for card in cards))
        for suit in "SHDC"
        if (cards := [card for card in held if card.suit == suit])
    )


def _held(card: Card, legal: bool, reply: Reply) -> Held:
    return Held(card_text(card), card.suit in "HD", _play(card, reply) if legal else None)


def _play(card: Card, reply: Reply) -> Action:
    return reply.action(card_text(card), f"Play the {card_name(card)}", f"play {card_code(card)}", card.suit in "HD")


def bids(view: SeatView, reply: Reply) -> tuple[Action, ...]:
    """A button for each legal bid."""
    words = [bid_text(view.sheet, bid) for bid in view.legal_bids]
    return tuple(reply.action(word, f"Bid {word}", f"bid {word}") for word in words)


def choices(view: SeatView, suits: Iterable[Suit], reply: Reply) -> tuple[Action, ...]:
    """Everything that the seat may answer now: bids, or the legal cards of `suits`."""
    return bids(view, reply) or tuple(card.action for suit in suits for card in suit.cards if card.action is not None)


def hand_lines(suits: Iterable[Suit]) -> Block:
    """A hand as one line a suit: `♠  A K 10 2`."""
    return Block("\n".join(f"  {suit.symbol}  {' '.join(_rank(card, suit) for card in suit.cards)}" for suit in suits))


def _rank(card: Held, suit: Suit) -> str:
    return card.label.removesuffix(suit.symbol)
