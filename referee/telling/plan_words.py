"""A player's plans and habits in full sentences, for that player alone: what they do, and why one did nothing.

Says nothing that the owner's own view does not show; decides nothing.
"""

from collections.abc import Mapping

from referee.spades.cards import Card
from referee.spades.plans import SUIT_OF, Entry, Habits, Pick, Plan, When
from referee.telling.formats import SUIT_NAMES, card_name

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
FORCED = "In all your games, a card that is the only one you may play is now played at once."
FORCED_SHOWS = "Others see that your card came at once. Without other plans that tells them it was your only one."
EQUALS = "In all your games, cards that touch now count as one, and the lowest of them is played at once."
FORCED_OFF = "A card that is the only one you may play now waits for you again."
EQUALS_OFF = "Cards that touch now wait for you again."


def plan_sentence(plan: Plan) -> str:
    """`Whenever hearts are led, you play the 3 of hearts if you may, else your lowest heart.`; for a plan that may win
    over a partner, a second sentence says when."""
    turns = TURNS[plan.when]
    if plan.when is When.BID:
        bid = "blind nil" if plan.blind else plan.bid or "nil"
        return f"{turns}, you bid {bid} if you may."
    first, *others = plan.entries
    told = [f"{_entry(plan.when, first)}{_unless_certain(plan.when, first)}", *(_entry(plan.when, e) for e in others)]
    wins = any(isinstance(entry, Pick) and entry.way == "win" for entry in plan.entries)
    return f"{turns}, you play {', else '.join(told)}.{f' {OVERTAKING}' if wins else ''}"


def habit_sentence(name: str, *, on: bool) -> str:
    """What switching the habit `forced` or `equals` means."""
    if name == "forced":
        return f"{FORCED} {FORCED_SHOWS}" if on else FORCED_OFF
    return EQUALS if on else EQUALS_OFF


def habit_rules(habits: Habits) -> tuple[str, ...]:
    """The habits that are on, as they are typed: `forced on`."""
    return tuple(f"{name} on" for name, on in (("forced", habits.forced), ("equals", habits.equals)) if on)


def _entry(when: When, entry: Entry) -> str:
    """`the 3 of hearts`, `your lowest heart`, `your cheapest card that wins`."""
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


def _unless_certain(when: When, entry: Entry) -> str:
    """` if you may`, except for a card that there always is."""
    if isinstance(entry, Card):
        return " if you may"
    if entry.way in ("win", "duck"):
        return " if you can"
    return " if you may" if entry.suit not in (None, SUIT_OF.get(when)) else ""
