"""A player's plans and habits in full sentences, for that player alone: what they do, and why one did nothing.

Says nothing that the owner's own view does not show; decides nothing.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.dominoes.commands import PlayTile
from referee.dominoes.line import Move
from referee.dominoes.plans import Plan as TilePlan
from referee.dominoes.plans import Wish
from referee.dominoes.tiles import Tile
from referee.games import Choice, choose
from referee.spades.cards import Card
from referee.spades.commands import DropPlans, MakeBid, PlayCard
from referee.spades.plan_choice import PlanFault
from referee.spades.plans import NO_HABITS, SUIT_OF, Habits, Pick, Plan, PlanEntry, When
from referee.spades.view import SeatView
from referee.table.view import TableView
from referee.telling.dominoes import sentences as tiles
from referee.telling.formats import SUIT_NAMES, bid_text, capital, card_name, listed

TEN = re.compile(r"\bT(?=[SHDC]\b)")

NAMED_EACH = 2
"""The most missing cards that the sentence with `neither` names."""

TURNS: Mapping[When, str] = {
    When.BID: "When your bid is due",
    When.NEXT: "On your next turn",
    When.PARTNER: "Whenever your partner's card is winning and you play third or last",
    When.SPADES: "Whenever spades are led",
    When.HEARTS: "Whenever hearts are led",
    When.DIAMONDS: "Whenever diamonds are led",
    When.CLUBS: "Whenever clubs are led",
    When.VOID: "Whenever you hold none of the suit led",
    When.LEAD: "Whenever you lead",
    When.REST: "Whenever you follow and no other plan fits",
}
OVERTAKING = "You win over your partner's card only if they bid nil."
FORCED = "In all your games, a card that is the only one you may play is played at once."
FORCED_SHOWS = "Others see that your card came at once. Without other plans that tells them it was your only one."
EQUALS = "In all your games, cards that touch count as one, and the lowest of them is played at once."
HABITS = {"forced": FORCED, "equals": EQUALS}
FORCED_OFF = "A card that is the only one you may play now waits for you again."
EQUALS_OFF = "Cards that touch now wait for you again."


def plan_sentence(plan: Plan | TilePlan) -> str:
    """Put a plan into words: `Whenever hearts are led, you play the 3 of hearts if you may, else your lowest heart.`;
    for a plan that may win over a partner, a second sentence says when."""
    if isinstance(plan, TilePlan):
        return tiles.plan_sentence(plan)
    turns = TURNS[plan.when]
    if plan.when is When.BID:
        return f"{turns}, you bid {bid_words(plan)} if you may."
    first, *others = plan.entries
    told = [f"{_entry(plan.when, first)}{_unless_certain(plan.when, first)}", *(_entry(plan.when, e) for e in others)]
    wins = any(isinstance(entry, Pick) and entry.way == "win" for entry in plan.entries)
    return f"{turns}, you play {', else '.join(told)}.{f' {OVERTAKING}' if wins else ''}"


def habit_sentence(name: str, *, on: bool, tiles: bool = False) -> str:
    """Say what switching the habit `forced` or `equals` means, to who plays with cards or with `tiles`."""
    if name == "equals":
        return EQUALS if on else EQUALS_OFF
    said = f"{FORCED} {FORCED_SHOWS}" if on else FORCED_OFF
    return said.replace("card", "tile") if tiles else said


def habits_of(view: TableView, habits: Habits) -> tuple[tuple[str, bool], ...]:
    """List each habit that the game has by name, and if it is on."""
    equals = (("equals", habits.equals),) if isinstance(view, SeatView) else ()
    return ("forced", habits.forced), *equals


def rules(view: TableView, habits: Habits, *, typed: Callable[[Any], str] = str) -> tuple[str, ...]:
    """List the standing plans of the view's seat, in the order of When, and its active habits; each as one types it."""
    plans = tuple(typed(standing.plan) for standing in view.plans)
    return (*plans, *(f"{name} on" for name, on in habits_of(view, habits) if on))


def standing_sentences(view: TableView, habits: Habits) -> tuple[str, ...]:
    """List the standing plans and habits of the view's seat, in full sentences."""
    plans = tuple(
        " ".join((plan_sentence(one.plan), *(() if isinstance(view, SeatView) else never_played(view, one.plan))))
        for one in view.plans
    )
    on = [HABITS[name] for name, on in habits_of(view, habits) if on]
    return (*plans, *(on if isinstance(view, SeatView) else [said.replace("card", "tile") for said in on]))


def plan_text(plan: Plan | TilePlan) -> str:
    """Write the plan as a player types it: `hearts: 10H, lowest`."""
    return TEN.sub("10", str(plan))


def ended_text(view: TableView, plan: Plan | TilePlan) -> str:
    """Write a plan that has ended; a bid that is due now with the reason, if that is the law."""
    illegal = isinstance(choose(view, (plan,), NO_HABITS).command, DropPlans)
    return f"{plan_text(plan)}{', which is not allowed now' if illegal else ''}"


def never_played(view: Any, plan: Plan | TilePlan) -> tuple[str, ...]:
    """List the entries of a plan that cannot play, since no hand gains anything within a round: cards, tiles and suits
    that the seat does not hold and, in a plan for a suit, any other suit while the seat can follow. Empty before its
    hand is shown."""
    if view.hand is None:
        return ()
    if isinstance(plan, TilePlan):
        tiles = [entry.tile for entry in plan.entries if isinstance(entry, Wish) and entry.tile not in view.hand]
        return (f"{capital(_not_held(tiles))}.",) if tiles else ()
    held, led = {card.suit for card in view.hand}, SUIT_OF.get(plan.when)
    missing = [entry for entry in plan.entries if isinstance(entry, Card) and entry not in view.hand]
    suits = [suit for entry in plan.entries if entry not in missing and (suit := entry.suit or led)]
    said = [_not_held(missing)] if missing else []
    for suit in dict.fromkeys(suits):
        if suit not in held:
            said.append(f"you hold no {SUIT_NAMES[suit]}")
        elif suit != led and led in held:
            said.append(f"you cannot play a {SUIT_NAMES[suit]} while you hold {plan.when}")
    return tuple(f"{capital(one)}." for one in said)


def unfit_sentences(view: TableView, habits: Habits) -> tuple[str, ...]:
    """Say which plans were for the turn that is running, and why they did nothing."""
    return tuple(_unfit(unfit) for unfit in _choice(view, habits).unfit)


def _choice(view: TableView, habits: Habits, *, overdue: bool = False) -> Choice:
    """Return what the plans and habits of the view's seat choose now."""
    return choose(view, view.acting(overdue=overdue), habits)


def _unfit(unfit: Any) -> str:
    plan = unfit.plan
    return f"Your plan {plan_text(plan)} did not play: {listed(_reasons(plan, unfit.why))}."


def _reasons(plan: Plan | TilePlan, whys: tuple[Any, ...]) -> list[str]:
    """Say why each entry did not play, each reason once: first all cards that the seat does not hold."""
    if isinstance(plan, TilePlan):
        return tiles.reasons(plan, whys)
    each = list(zip(plan.entries, whys, strict=True))
    missing = [entry for entry, why in each if isinstance(entry, Card) and why is PlanFault.NOT_HELD]
    others = [_reason(plan.when, entry, why) for entry, why in each if entry not in missing]
    if not others and len(missing) > NAMED_EACH:
        return ["you hold none of them"]
    return list(dict.fromkeys([*([_not_held(missing)] if missing else []), *others]))


def _not_held(missing: Sequence[Card | Tile]) -> str:
    """Say `you do not hold the 3♥`, `you hold neither 6-4 nor 5-5`."""
    cards = [f"the {card_name(one)}" if isinstance(one, Card) else str(one) for one in dict.fromkeys(missing)]
    if len(cards) == 1:
        return f"you do not hold {cards[0]}"
    if len(cards) == NAMED_EACH:
        return f"you hold neither {' nor '.join(cards)}"
    return f"you hold none of {listed(cards)}"


def _reason(when: When, entry: PlanEntry, why: PlanFault) -> str:
    """Say `you may not play the 3♥`; cards that are not held are said together."""
    if isinstance(entry, Card):
        return f"you may not play the {card_name(entry)}"
    suit = entry.suit or SUIT_OF.get(when)
    thing = "card" if suit is None else SUIT_NAMES[suit]
    return {
        PlanFault.NOT_HELD: f"you hold no {thing}",
        PlanFault.NOT_LEGAL: f"you may not play a {thing}",
        PlanFault.ALL_LOSE: f"no {thing} that you may play wins",
        PlanFault.ALL_WIN: f"every {thing} that you may play wins",
        PlanFault.PARTNER_WINS: "your partner is winning",
        PlanFault.LEADING: f"there is nothing to {entry.way} on a lead",
    }[why]


def bid_words(plan: Plan) -> str:
    """Write the bid as `4`, `nil`, `blind nil`."""
    return "blind nil" if plan.blind else str(plan.bid or "nil")


def would_do(view: Any, habits: Habits) -> str | None:
    """Say what a plan will do when the limit of the running turn runs out: `bids 4`, `plays the 3♥`; None if no plan
    will."""
    match _choice(view, habits, overdue=True).command:
        case MakeBid(value, blind):
            return f"bids {bid_text(view.sheet, value, blind)}"
        case PlayTile() as play:
            return f"plays {tiles.move_text(play)}"
        case PlayCard(card):
            return f"plays the {card_name(card)}"
    return None


def done_by_plan(view: TableView) -> str | None:
    """Say `Since your last act by hand, your plans bid 4 and played the 3♥ and the 5♣.`; None if they did nothing."""
    if not view.by_plan:
        return None
    return f"Since your last act by hand, your plans {acts_words(view, [done.what for done in view.by_plan])}."


def acts_words(view: Any, acts: Sequence[int | Card | Move | None]) -> str:
    """Say `bid 4 and played the 3♥ and the 5♣`, `played 6-4 left`."""
    played = [f"the {card_name(act)}" for act in acts if isinstance(act, Card)]
    played += [tiles.move_text(act) for act in acts if isinstance(act, Move)]
    bids = [f"bid {bid_text(view.sheet, act)}" for act in acts if isinstance(act, int)]
    return listed([*bids, *([f"played {listed(played)}"] if played else [])])


def _entry(when: When, entry: PlanEntry) -> str:
    """Word an entry: `the 3 of hearts`, `your lowest heart`, `your cheapest card that wins`."""
    if isinstance(entry, Card):
        return f"the {card_name(entry)}"
    suit = entry.suit or SUIT_OF.get(when)
    thing = "card" if suit is None else SUIT_NAMES[suit]
    match entry.way:
        case "win":
            return f"your cheapest {thing} that wins"
        case "duck":
            return f"your highest {thing} that loses"
    return f"your {entry.way} {thing}"


def _unless_certain(when: When, entry: PlanEntry) -> str:
    """Say ` if you may`, except for a card that there always is."""
    if isinstance(entry, Card):
        return " if you may"
    if entry.way in ("win", "duck"):
        return " if you can"
    return " if you may" if entry.suit not in (None, SUIT_OF.get(when)) else ""
