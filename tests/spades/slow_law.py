"""A second opinion on the law, plain and slow, written from the words of the sheets: who bids what, which cards may be
played, who takes a trick, what is a renege. Reads the table of parameters and the facts of a state; uses nothing of the
referee's own law."""

from collections.abc import Set as AbstractSet

from referee.spades import events as ev
from referee.spades.cards import Card
from referee.spades.game import Game
from tests.spades.slow_scorer import Table

Trick = tuple[tuple[int, Card], ...]
SEATS = (1, 2, 3, 4)


def partner(seat: int) -> int:
    return {1: 3, 2: 4, 3: 1, 4: 2}[seat]


def bidding_order(table: Table, eldest: int) -> list[int]:
    """Return the seats on which the clock is for a bid, in order."""
    return [(eldest - 1 + offset) % 4 + 1 for offset in table["bid_turns"]]


def place(table: Table, eldest: int, seat: int) -> int:
    """Find where a bid of `seat` stands: at its own place, or at its partner's, which bids for both."""
    return seat if seat in bidding_order(table, eldest) else partner(seat)


def may_bid(table: Table, game: Game, seat: int) -> set[int]:
    """List what `seat` may bid now, were its hand seen."""
    order, own = bidding_order(table, game.eldest), place(table, game.eldest, seat)
    missing = [one for one in order if game.bids[one - 1] is None]
    standing = game.bids[own - 1]
    if not missing or not any(game.hands):
        return set()
    if standing is None:
        allowed = own == missing[0]
    else:
        others = [one for one in order if one % 2 != own % 2]
        # a blind bid is not taken back: its hand is seen by now
        open_still = all(game.bids[one - 1] is None for one in others) and own not in game.blind
        allowed = table["bid_change"] and open_still and game.changes[own - 1] < 3
    if not allowed:
        return set()
    return {bid for bid in table["bid_values"] if bid != standing and fits(table, game, own, bid)}


def fits(table: Table, game: Game, own: int, bid: int) -> bool:
    """Tell if the team can still come to a sum between the least and the most."""
    least, most = table["team_bid"]
    if len(table["bid_turns"]) == 2:
        return bool(least <= bid <= most)
    other = game.bids[partner(own) - 1]
    return any(least <= bid + more <= most for more in (table["bid_values"] if other is None else [other]))


def may_challenge_the_round_before(game: Game, seat: int) -> bool:
    """Tell if the team of `seat` may challenge the round before: while it has not bid in this one."""
    return game.last is not None and 2 - seat % 2 not in game.have_bid


def may_concede(game: Game, seat: int) -> bool:
    """Tell if `seat` may post a concession: not beside one that stands, and once more after a withdrawal."""
    return seat not in game.conceded and game.withdrawals[seat - 1] < 2


class Round:
    """One round so far, counted from the events alone."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.eldest = 1
        self.bids: list[tuple[int, int, bool]] = []
        self.teams: set[int] = set()
        self.withdrawn: list[int] = []

    def saw(self, event: ev.Event) -> None:
        """Count one more event."""
        match event:
            case ev.Dealt():
                self.eldest, self.bids = event.eldest, []
                if event.attempt == 1:
                    self.teams, self.withdrawn = set(), []
            case ev.Misdealt() | ev.Restored():
                self.bids = []
            case ev.BidMade():
                own = place(self.table, self.eldest, event.seat)
                self.bids.append((event.turn, own, own in [seat for _, seat, _ in self.bids]))
                self.teams.add(2 - event.seat % 2)
            case ev.Voided():
                self.bids = [bid for bid in self.bids if bid[0] < event.to]
            case ev.ConcessionWithdrawn(seat):
                self.withdrawn.append(seat)
            case ev.Replaced():
                self.withdrawn = [seat for seat in self.withdrawn if seat != event.seat]

    def changes(self) -> tuple[int, ...]:
        """Count how often the bid at each seat that stands was changed."""
        return tuple(sum(own == seat and again for _, own, again in self.bids) for seat in SEATS)

    def withdrawals(self) -> tuple[int, ...]:
        """Count how often each seat withdrew a concession."""
        return tuple(self.withdrawn.count(seat) for seat in SEATS)


def may_play(table: Table, game: Game, seat: int) -> set[Card]:
    """Return the cards that `seat` could play to the trick on the table if it were its turn."""
    return {card for card in game.hands[seat - 1] if wrong(table, game, seat, card) is None}


def wrong(table: Table, game: Game, seat: int, card: Card) -> str | None:
    """Find what is wrong with a card: it is not held, breaks suit, or is a spade led too early."""
    hand = game.hands[seat - 1]
    if card not in hand:
        return "not_held"
    if game.trick:
        led = game.trick[0].card.suit
        return "revoke" if card.suit != led and led in {held.suit for held in hand} else None
    gone = [play.card for trick in game.tricks for play in trick]
    broken = any(one.suit == "S" for one in gone) or {held.suit for held in hand} == {"S"}
    return "unbroken" if card.suit == "S" and table["spade_lead"] == "broken" and not broken else None


def takes(table: Table, trick: Trick) -> int:
    """Find who takes a trick, one card after the other."""
    best_seat, best = trick[0]
    for seat, card in trick[1:]:
        if card.suit == best.suit:
            ranks = table["suits"][card.suit]
            better = ranks.index(card.rank) < ranks.index(best.rank)
        else:
            better = card.suit == "S"
        if better:
            best_seat, best = seat, card
    return best_seat


def leads_first(table: Table, game: Game) -> int:
    """Find who leads to the first trick."""
    if table["first_leader"] == "eldest":
        return game.eldest
    best, leader = -1, 0
    for seat in bidding_order(table, game.eldest):
        bid = game.bids[seat - 1]
        assert bid is not None, "all have bid"
        if bid > best:
            best, leader = bid, seat
    return leader


def broke_suit(game: Game, book: int, seat: int) -> bool:
    """Tell if `seat` could have followed suit in a book and did not: it held then what it holds or has played since."""
    tricks = [dict(trick) for trick in (*game.tricks, game.trick)]
    leader_card = (*game.tricks, game.trick)[book - 1][0].card
    held = set(game.hands[seat - 1]) | {trick[seat] for trick in tricks[book - 1 :] if seat in trick}
    card = tricks[book - 1][seat]
    return card.suit != leader_card.suit and any(one.suit == leader_card.suit for one in held)


def is_misdeal(hand: AbstractSet[Card]) -> bool:
    """Tell if a hand has no ace, king, queen, jack of any suit, and no spade."""
    return not any(card.suit == "S" or card.rank in {"A", "K", "Q", "J"} for card in hand)
