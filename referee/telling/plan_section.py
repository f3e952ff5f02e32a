"""The part of a letter about its player's plans: the standing plans, their acts, why a plan did not act, and buttons
for more plans. Made only from the reader's own view: nobody else may know that they have plans."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from referee.dominoes.view import SeatView as TilesView
from referee.spades.cards import SPADES, Card
from referee.spades.plans import SUIT_OF, Habits, Pick, Plan, PlanEntry, When
from referee.spades.rulesheet import TRICKS, RuleSheet
from referee.spades.view import SeatView
from referee.table.view import TableView
from referee.telling.buttons import Action, Reply
from referee.telling.formats import SUIT_NAMES, SYMBOLS, card_label, card_name
from referee.telling.sentences.plan_words import (
    habits_of,
    plan_text,
    rules,
    standing_sentences,
    unfit_sentences,
)

LOWEST, WIN, DUCK = Pick("lowest"), Pick("win"), Pick("duck")
DROP_ALL = "plan off"
MOST_CARDS = 3
"""The most cards of a suit that have a button of their own."""


class Group(NamedTuple):
    """Buttons under one title."""

    title: str
    actions: tuple[Action, ...]


def groups(view: Any, habits: Habits, reply: Reply) -> tuple[Group, ...]:
    """Group the plans to offer now, without the standing plans; empty once the round is over or while its hands are
    thrown in."""
    if view.to_act is None or view.seat is None or not view.has_hand:
        return ()
    own = _tiles(view, reply) if isinstance(view, TilesView) else _cards(view, reply)
    found = (*own, *_always(view, habits, reply))
    made = {f"plan {plan_text(standing.plan)}" for standing in view.plans}
    new = (_without(one, made) for one in found) if made else found
    return tuple([group for group in new if group.actions])


def _without(group: Group, made: set[str]) -> Group:
    return Group(group.title, tuple(action for action in group.actions if action.body not in made))


def _tiles(view: TilesView, reply: Reply) -> Iterator[Group]:
    """Yield plans for the next turn, if a tile is left for it."""
    if len(view.hand or ()) > view.mine:
        ways = ("fives", "heaviest")
        yield Group("On your next turn", tuple(reply.action(way, way, f"plan {way}") for way in ways))


def _cards(view: SeatView, reply: Reply) -> Iterator[Group]:
    """Yield plans for the turns to play that are left after the present one, if there are any; not for a card that must
    be played now."""
    playing = view.mine and not view.bidding
    if len(view.hand or ()) - playing < 1 or TRICKS - len(view.tricks) <= 1:
        return
    forced = view.legal_cards if playing and len(view.legal_cards) == 1 else ()
    hand = tuple(card for card in view.hand or () if card not in forced)
    duck = view.seat is not None and view.bid(view.seat) == 0 and bool(view.sheet.nil or view.sheet.blind_nil)
    gone = _gone(view)
    suits = {suit: _runs(view.sheet, held, gone) for suit, held in _by_suit(hand).items()}
    for when, suit in SUIT_OF.items():
        if suit in suits:
            yield Group(f"{SYMBOLS[suit]} When {when} are led", tuple(_follows(when, suits[suit], reply, duck=duck)))
    yield Group("When you hold none of the suit led", tuple(_discards(suits, reply)))
    yield Group("When you lead", tuple(_leads(view.sheet, suits, gone, reply)))
    yield Group("When your partner is winning", (_plan(reply, "lowest", When.PARTNER, LOWEST),))
    yield Group("When you follow and no other plan fits", (_plan(reply, "lowest", When.REST, LOWEST),))


def _by_suit(hand: Sequence[Card]) -> dict[str, list[Card]]:
    """Return the suits that are held, spades first, each high to low."""
    return {suit: held for suit in SYMBOLS if (held := [card for card in hand if card.suit == suit])}


def _follows(when: When, runs: list[list[Card]], reply: Reply, *, duck: bool) -> Iterator[Action]:
    """Yield buttons for the card to play of one suit. Only the cards that matter have one: the top cards that do not
    touch one another. The lowest card is no choice."""
    yield _plan(reply, "lowest", when, LOWEST)
    if len(runs) == 1 and len(runs[0]) == 1:
        return
    if duck:
        yield _plan(reply, "duck, lowest", when, DUCK, LOWEST)
    yield _plan(reply, "win, lowest", when, WIN, LOWEST)
    for run in runs[:-1][:MOST_CARDS]:
        yield _cards_first(reply, run[-1:], when, run[-1], LOWEST)


def _runs(sheet: RuleSheet, cards: list[Card], gone: set[Card]) -> list[list[Card]]:
    """Part cards of one suit, high to low, into runs that touch: nobody else can hold a card between two of a run."""
    ranks = sheet.suits[cards[0].suit]
    played = {card.rank for card in gone if card.suit == cards[0].suit}
    runs: list[list[Card]] = []
    last = 0
    for card in cards:
        place = ranks.index(card.rank)
        if runs and played.issuperset(ranks[last + 1 : place]):
            runs[-1].append(card)
        else:
            runs.append([card])
        last = place
    return runs


def _gone(view: SeatView) -> set[Card]:
    """Return the cards that were played in this round."""
    return {play.card for trick in (*view.tricks, view.table) for play in trick}


def _discards(suits: Collection[str], reply: Reply) -> Iterator[Action]:
    """Yield buttons for the cards to throw away, or to ruff with, for a hand that holds these suits and may run out of
    one."""
    side = [suit for suit in "HDC" if suit in suits]
    for suit in side if len(side) > 1 else ():
        yield _plan(reply, f"lowest {SUIT_NAMES[suit]}", When.VOID, Pick("lowest", suit), LOWEST)
    if side:
        yield _plan(reply, "lowest", When.VOID, LOWEST)
    if SPADES in suits:
        yield _plan(reply, "win, lowest", When.VOID, WIN, LOWEST)


def _leads(sheet: RuleSheet, suits: Mapping[str, list[list[Card]]], gone: set[Card], reply: Reply) -> Iterator[Action]:
    """Yield buttons for leads: from the top of each suit, cards that nobody can beat, or that touch and only one card
    beats; and low from a side suit. The first button leads all that is on top, and then low from the longest side
    suit."""
    side = sorted((suit for suit in suits if suit != SPADES), key=lambda suit: -sum(map(len, suits[suit])))
    low = {suit: (Pick("lowest", suit), LOWEST) for suit in side}
    found = []
    for suit, (top, *_) in suits.items():
        higher = sheet.suits[suit].partition(top[0].rank)[0]
        out = sum(Card(rank, suit) not in gone for rank in higher)
        if not out or (out == 1 and len(top) > 1):
            found.append(top)
    if found and side:
        every = [card for run in found for card in run]
        label = f"{' '.join(map(card_label, every))}, then lowest {SUIT_NAMES[side[0]]}"
        yield _plan(reply, label, When.LEAD, *every, *low[side[0]])
    for run in found:
        yield _cards_first(reply, run, When.LEAD, *run)
    for suit in side:
        yield _plan(reply, f"lowest {SUIT_NAMES[suit]}", When.LEAD, *low[suit])


def _always(view: TableView, habits: Habits, reply: Reply) -> Iterator[Group]:
    """Yield the buttons for habits in every game, and one button that ends all plans of this game."""
    yield Group("At once, in all your games", tuple(_habit(reply, *habit) for habit in habits_of(view, habits)))
    if view.plans:
        yield Group("Drop all your plans of this game", (reply.action("off", "off", DROP_ALL),))


def _habit(reply: Reply, name: str, on: bool) -> Action:
    """Make a button that switches a habit, which is `on` now or not."""
    line = f"{name} {'off' if on else 'on'}"
    return reply.action(line, line, f"plan {line}")


def _plan(reply: Reply, label: str, when: When, *entries: PlanEntry) -> Action:
    return reply.action(label, label, _line(when, entries))


def _cards_first(reply: Reply, cards: Sequence[Card], when: When, *entries: PlanEntry) -> Action:
    """Make a button that shows the cards that the plan begins with; read aloud, they are words."""
    label, name = (" ".join(map(card_label, cards)), ", ".join(map(card_name, cards)))
    return reply.action(label, name, _line(when, entries))


def _line(when: When, entries: tuple[PlanEntry, ...]) -> str:
    return f"plan {plan_text(Plan(when, entries))}"


TYPICAL = 3
"""The typical button of a group stands a third from its beginning: a bid of 4, and not nil."""
MOST_EXAMPLES = 3
"""The most lines that a sentence offers as examples."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanSection:
    """`rules` as typed, `sentences` the same in words, `unfit` why some did not act on the running turn; `groups` of
    buttons, which stand `open` or folded."""

    rules: tuple[str, ...]
    sentences: tuple[str, ...] = ()
    unfit: tuple[str, ...] = ()
    groups: tuple[Group, ...] = ()
    open: bool = False

    @property
    def lines(self) -> tuple[str, ...]:
        """One line of each group, as it is typed."""
        one = (group.actions[len(group.actions) // TYPICAL].body for group in self.groups)
        return tuple(line for line in one if line != DROP_ALL)

    @property
    def examples(self) -> tuple[str, ...]:
        """A few of these lines, of different kinds."""
        return _spread(self.lines, MOST_EXAMPLES)


def standing_only(view: TableView, habits: Habits) -> PlanSection:
    """Make the section of the standing plans, without buttons for more."""
    return PlanSection(rules=rules(view, habits, typed=plan_text))


def plan_section(view: TableView, habits: Habits, reply: Reply, *, turn: bool, open: bool) -> PlanSection:
    """Make the whole section; `turn`: the letter says that it is the reader's turn."""
    return PlanSection(
        rules=rules(view, habits, typed=plan_text),
        sentences=standing_sentences(view, habits),
        unfit=unfit_sentences(view, habits) if turn else (),
        groups=groups(view, habits, reply),
        open=open,
    )


def _spread(lines: Sequence[str], most: int) -> tuple[str, ...]:
    """Choose at most so many of some lines, the first and the last among them."""
    if len(lines) <= most:
        return tuple(lines)
    return tuple(lines[place * (len(lines) - 1) // (most - 1)] for place in range(most))
