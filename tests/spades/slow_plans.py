"""A second opinion on plans, plain and slow: which ones stand, and which card they and the habits play. Knows all
hands, and asks nothing of the referee's own choice.
"""

from collections.abc import Iterable, Mapping

from referee.spades import events as ev
from referee.spades.cards import Card
from referee.spades.game import Game
from referee.spades.plans import Habits, Pick, Plan, plan_from
from tests.spades import slow_law
from tests.spades.slow_scorer import Table

FACES = "23456789TJQKALB"
LED = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}
TRIED = ("next", "partner", "void", *LED, "lead", "rest")


class Standing:
    """The plans that stand, by seat and by the turns that they are for, each with the turn at which it was made;
    counted from the events alone."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.eldest = 1
        self.bid: set[int] = set()
        self.own: dict[int, dict[str, tuple[Plan, int]]] = {seat: {} for seat in slow_law.SEATS}

    def saw(self, event: ev.Event, after: Game) -> None:  # noqa: C901 (a case for each event)
        """Note one more event, and the state after it."""
        match event:
            case ev.Dealt():
                self.eldest = event.eldest
                self.bid = set()
                self.keep(lambda *_: False)
            case ev.Planned(turn, seat, text):
                self.own[seat][plan_from(text).when] = (plan_from(text), turn)
            case ev.Unplanned(seat, when):
                self.keep(lambda one, plan, _: one != seat or when not in (None, plan.when))
            case ev.Shown(seat):
                self.keep(lambda one, plan, _: one != seat or not plan.blind)
            case ev.BidMade(now, seat):
                spot = self.place(seat)
                self.keep(lambda one, plan, _: plan.when != "bid" or self.place(one) != spot)
                if spot in self.bid:
                    self.due_again(now, after.turn)
                self.bid.add(spot)
            case ev.CardPlayed(now, seat):
                first = now if event.planned else now - 1
                self.keep(lambda one, plan, made: one != seat or plan.when != "next" or made > first)
            case ev.Misplayed(now):
                self.due_again(now, after.turn)
            case ev.Voided(to=to):
                self.keep(lambda _, __, made: made <= to)
                self.due_again(to, after.turn)
                self.bid = {seat for seat in slow_law.SEATS if after.bids[seat - 1] is not None}
            case ev.Replaced(seat):
                self.keep(lambda one, *_: one != seat)
        if after.thrown_in:
            self.keep(lambda *_: False)

    def due_again(self, was: int, now: int) -> None:
        """Count a plan made on the turn `was` as made on the turn `now`: its player was not to have it played there."""
        for seat, plans in self.own.items():
            self.own[seat] = {when: (plan, now if made == was else made) for when, (plan, made) in plans.items()}

    def place(self, seat: int) -> int:
        return slow_law.place(self.table, self.eldest, seat)

    def keep(self, stays) -> None:  # type: ignore[no-untyped-def]
        for seat, plans in self.own.items():
            self.own[seat] = {when: (plan, turn) for when, (plan, turn) in plans.items() if stays(seat, plan, turn)}


def card_of(table: Table, game: Game, seat: int, plans: Iterable[Plan], habits: Habits) -> Card | None:
    """Return the card that `seat`, whose turn it is, plays by its plans and habits; None if none gives one."""
    legal = slow_law.may_play(table, game, seat)
    mine = {plan.when.value: plan for plan in plans}
    for when in TRIED:
        if when in mine and fits(table, game, seat, when):
            for entry in mine[when].entries:
                card = entry if isinstance(entry, Card) else picked(table, game, seat, entry, LED.get(when), legal)
                if card in legal:
                    return card
    if habits.forced and len(legal) == 1:
        return next(iter(legal))
    if habits.equals and len(legal) > 1 and count_as_one(table, game, seat, legal):
        return low(table, legal)
    return None


def fits(table: Table, game: Game, seat: int, when: str) -> bool:
    if when == "next":
        return True
    if not game.trick:
        return when == "lead"
    led = game.trick[0].card.suit
    if when == "partner":
        return slow_law.takes(table, game.trick) == slow_law.partner(seat)
    if when == "void":
        return led not in {card.suit for card in game.hands[seat - 1]}
    return when == "rest" or LED.get(when) == led


def picked(table: Table, game: Game, seat: int, pick: Pick, led: str | None, legal: set[Card]) -> Card | None:
    suit = pick.suit or led
    cards = {card for card in legal if suit is None or card.suit == suit}
    if pick.way in ("win", "duck"):
        if not game.trick:
            return None
        best = {card for card in cards if slow_law.takes(table, (*game.trick, (seat, card))) == seat}
        partner = slow_law.partner(seat)
        nil = "blind_nil" if partner in game.blind else "nil"
        own = slow_law.place(table, game.eldest, partner)
        spared = slow_law.takes(table, game.trick) == partner and not (game.bids[own - 1] == 0 and table[nil])
        cards = cards - best if pick.way == "duck" else set() if spared else best
    if not cards:
        return None
    return low(table, cards) if pick.way in ("lowest", "win") else high(table, cards)


def low(table: Table, cards: set[Card]) -> Card:
    last = {suit: [r for r in table["suits"][suit] if Card(r, suit) in cards][-1:] for suit in "CDHS"}
    for face in FACES:
        for suit in "CDH":
            if last[suit] == [face]:
                return Card(face, suit)
    return Card(last["S"][0], "S")


def high(table: Table, cards: set[Card]) -> Card:
    first = {suit: [r for r in table["suits"][suit] if Card(r, suit) in cards][:1] for suit in "CDHS"}
    if first["S"]:
        return Card(first["S"][0], "S")
    return next(Card(face, suit) for face in reversed(FACES) for suit in "HDC" if first[suit] == [face])


def count_as_one(table: Table, game: Game, seat: int, legal: set[Card]) -> bool:
    """Tell if no card that another holds, nor the one that is winning, stands between any two of the cards."""
    (suit, *more) = {card.suit for card in legal}
    if more:
        return False
    others: set[Card] = set().union(*(game.hands[one - 1] for one in slow_law.SEATS if one != seat))
    if game.trick:
        others.add(dict(game.trick)[slow_law.takes(table, game.trick)])
    line = [Card(rank, suit) for rank in table["suits"][suit]]
    places = [line.index(card) for card in legal]
    return not others & set(line[min(places) : max(places)])


def chosen(plans: Mapping[str, tuple[Plan, int]], turn: int, *, overdue: bool) -> list[Plan]:
    """Return the plans that act at a position."""
    return [plan for plan, made in plans.values() if made < turn or overdue]
