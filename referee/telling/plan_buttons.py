"""The plans that a player may make with a tap, in groups: out of their own hand, and nothing but their own view.

Offers only what the law takes as a plan now; says nothing of what a plan would play.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.spades.cards import SPADES, Card
from referee.spades.plans import SUIT_OF, Entry, Habits, Pick, Plan, When
from referee.spades.rulesheet import TRICKS, RuleSheet, partner_of
from referee.spades.view import SeatView
from referee.telling.buttons import Action, Reply
from referee.telling.formats import SUIT_NAMES, SYMBOLS, bid_text, card_label, card_name
from referee.telling.plan_words import habit_sentence, habits_of, plan_text

LOWEST, WIN, DUCK = Pick("lowest"), Pick("win"), Pick("duck")
DROP_ALL = "plan off"
MOST_CARDS = 3
"""How many cards of a suit have a button of their own."""


class Group(NamedTuple):
    """Buttons under one title."""

    title: str
    actions: tuple[Action, ...]


def groups(view: SeatView, habits: Habits, reply: Reply) -> tuple[Group, ...]:
    """The plans to offer now, without those that stand; none once the round is over or while its hands are thrown
    in."""
    if view.to_act is None or view.seat is None or not view.has_hand:
        return ()
    found = (_bids(view, reply), *_cards(view, reply), *_always(view, habits, reply))
    made = {f"plan {plan_text(standing.plan)}" for standing in view.plans}
    new = (Group(one.title, tuple(action for action in one.actions if action.body not in made)) for one in found)
    return tuple(group for group in new if group.actions)


def _bids(view: SeatView, reply: Reply) -> Group:
    """The bid to make when it is due, until the seat or its team is asked for it."""
    assert view.seat is not None, "only a seat plans"
    if not view.bidding or view.mine or view.bid(view.seat) is not None:
        return Group("", ())
    if view.hand is None:
        blind = [Plan(When.BID, bid=0, blind=True)] if view.sheet.blind_nil and _fits(view, 0) else []
        return Group("When your bid is due", tuple(_action(reply, "blind nil", plan) for plan in blind))
    values = [bid for bid in sorted(view.sheet.bid_values) if _fits(view, bid)]
    actions = (_action(reply, bid_text(view.sheet, bid), Plan(When.BID, bid=bid)) for bid in values)
    return Group("When your bid is due", tuple(actions))


def _fits(view: SeatView, bid: int) -> bool:
    """Whether the sheet may allow the bid beside the partner's, as far as that is known."""
    least, most = view.sheet.team_bid
    if view.sheet.bids_by_team:
        return least <= bid <= most
    assert view.seat is not None, "only a seat plans"
    partner = view.bids[partner_of(view.seat) - 1]
    return any(least <= bid + other <= most for other in (view.sheet.bid_values if partner is None else (partner,)))


def _cards(view: SeatView, reply: Reply) -> Iterator[Group]:
    """Plans for the turns to play that are left after the present one, if there are any; not for a card that must be
    played now."""
    playing = view.mine and not view.bidding
    if len(view.hand or ()) - playing < 1 or TRICKS - len(view.tricks) <= 1:
        return
    forced = view.legal_cards if playing and len(view.legal_cards) == 1 else ()
    hand = tuple(card for card in view.hand or () if card not in forced)
    duck = view.seat is not None and view.bid(view.seat) == 0 and bool(view.sheet.nil or view.sheet.blind_nil)
    for when, suit in SUIT_OF.items():
        if cards := [card for card in hand if card.suit == suit]:
            yield Group(f"{SYMBOLS[suit]} When {when} are led", tuple(_follows(view, when, cards, reply, duck=duck)))
    yield Group("When you hold none of the suit led", tuple(_discards(hand, reply)))
    yield Group("When you lead", tuple(_leads(view, hand, reply)))
    yield Group("When your partner is winning", (_action(reply, "lowest", Plan(When.PARTNER, (LOWEST,))),))
    yield Group("When you follow and no other plan fits", (_action(reply, "lowest", Plan(When.REST, (LOWEST,))),))


def _follows(view: SeatView, when: When, cards: list[Card], reply: Reply, *, duck: bool) -> Iterator[Action]:
    yield _action(reply, "lowest", Plan(when, (LOWEST,)))
    if len(cards) == 1:
        return
    if duck:
        yield _action(reply, "duck, lowest", Plan(when, (DUCK, LOWEST)))
    yield _action(reply, "win, lowest", Plan(when, (WIN, LOWEST)))
    for card in _that_matter(view, cards):
        yield _cards_first(reply, (card,), Plan(when, (card, LOWEST)))


def _that_matter(view: SeatView, cards: list[Card]) -> tuple[Card, ...]:
    """Of the cards of one suit, high to low, the top ones that do not touch one another; the lowest is no choice."""
    runs = _runs(view.sheet, cards, _gone(view))
    return tuple(run[-1] for run in runs[:-1])[:MOST_CARDS]


def _runs(sheet: RuleSheet, cards: list[Card], gone: set[Card]) -> list[list[Card]]:
    """Cards of one suit, high to low, in runs that touch: nobody else can hold a card between two of a run."""
    heights = {sheet.height(card) for card in gone if card.suit == cards[0].suit}
    runs: list[list[Card]] = []
    for card in cards:
        between = range(sheet.height(card) + 1, sheet.height(runs[-1][-1]) if runs else 0)
        if runs and all(height in heights for height in between):
            runs[-1].append(card)
        else:
            runs.append([card])
    return runs


def _gone(view: SeatView) -> set[Card]:
    """The cards that were played in this round."""
    return {play.card for trick in (*view.tricks, view.table) for play in trick}


def _discards(hand: tuple[Card, ...], reply: Reply) -> Iterator[Action]:
    """What to throw away, or to ruff with, for a hand that may run out of a suit."""
    suits = [suit for suit in "HDC" if any(card.suit == suit for card in hand)]
    for suit in suits if len(suits) > 1 else ():
        entries: tuple[Entry, ...] = (Pick("lowest", suit), LOWEST)
        yield _action(reply, f"lowest {SUIT_NAMES[suit]}", Plan(When.VOID, entries))
    if suits:
        yield _action(reply, "lowest", Plan(When.VOID, (LOWEST,)))
    if any(card.suit == SPADES for card in hand):
        yield _action(reply, "win, lowest", Plan(When.VOID, (WIN, LOWEST)))


def _leads(view: SeatView, hand: tuple[Card, ...], reply: Reply) -> Iterator[Action]:
    """The cards from the top of each suit that nobody can beat, or that touch and only one card beats; all of them, one
    suit after the other, come first."""
    gone, found = _gone(view), []
    for suit in "SHDC":
        cards = [card for card in hand if card.suit == suit]
        if not cards:
            continue
        top = _runs(view.sheet, cards, gone)[0]
        higher = [c for c in view.sheet.deck if c.suit == suit and view.sheet.height(c) > view.sheet.height(top[0])]
        out = sum(card not in gone for card in higher)
        if not out or (out == 1 and len(top) > 1):
            found.append(top)
    if len(found) > 1:
        every = tuple(card for run in found for card in run)
        yield _action(reply, "all of these", Plan(When.LEAD, every))
    for run in found:
        yield _cards_first(reply, run, Plan(When.LEAD, tuple(run)))


def _always(view: SeatView, habits: Habits, reply: Reply) -> Iterator[Group]:
    """What holds for every game, and an end to all plans of this one."""
    yield Group("At once, in all your games", tuple(_habit(reply, *habit) for habit in habits_of(habits)))
    if view.plans:
        yield Group("Drop all your plans of this game", (reply.action("off", "Drop all plans", DROP_ALL),))


def _habit(reply: Reply, name: str, on: bool) -> Action:
    """A button that switches a habit, which is `on` now or not."""
    line = f"{name} {'off' if on else 'on'}"
    return reply.action(line, habit_sentence(name, on=not on), f"plan {line}")


def _action(reply: Reply, label: str, plan: Plan) -> Action:
    return reply.action(label, label, f"plan {plan_text(plan)}")


def _cards_first(reply: Reply, cards: Sequence[Card], plan: Plan) -> Action:
    """A button that shows the cards that the plan begins with; read aloud, they are words."""
    label, name = (" ".join(map(card_label, cards)), ", ".join(map(card_name, cards)))
    return reply.action(label, name, f"plan {plan_text(plan)}")
