"""Rule sheets: every rule that differs between tables, as data. Never a rule itself: the law reads these values.

The parameters and the reading of rule 109 are explained in docs/rules.md; the keys are those of a sheet's table in
the configuration.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from itertools import chain
from typing import Any, NamedTuple

from referee.spades.cards import RANKS, SUITS, Card

SEATS = (1, 2, 3, 4)
TEAMS = (1, 2)
TRICKS = 13
ALL_RANKS = "AKQJT98765432"


class SheetError(ValueError):
    """A sheet that cannot be played; the text says why in one sentence."""


class Contract(NamedTuple):
    """Points for a team bid of `least` or more: per trick bid and flat, when made and when set (109, clause 4)."""

    least: int
    made_each: int
    made_flat: int
    set_each: int
    set_flat: int


class Cost(NamedTuple):
    """What a misplay costs: points on the score, books off the round's count."""

    points: int
    books: int


class Every(NamedTuple):
    """`points` at every `nth` bag of the running count (109, clause 4)."""

    nth: int
    points: int


class Limits(NamedTuple):
    """The misplay that forfeits: the n-th in a hand, the n-th in a game (109, clause 6)."""

    hand: int
    game: int


class Span(NamedTuple):
    """Least and most that partners' bids may add up to."""

    least: int
    most: int


@dataclass(frozen=True, kw_only=True)
class RuleSheet:
    """One sheet. A team bid of 0 to 26, points and counts are whole numbers; None switches a rule off."""

    name: str
    suits: Mapping[str, str]
    """Suit -> ranks, high to low: deck, jokers and order at once."""
    bid_turns: tuple[int, ...]
    """Seats in bidding order, as offsets from the eldest."""
    bid_values: tuple[int, ...]
    bid_change: bool
    team_bid: Span
    nil: int
    """Points for a 0 made, and minus that for one failed; 0: a plain bid."""
    blind_nil: int
    nil_tricks: str
    """A failed nil's tricks count toward the `contract`, or are only `bags`."""
    talk: bool
    redeal: str | None
    first_leader: str
    """`high_bid` or `eldest`."""
    spade_lead: str
    """`any`, or `broken`: not before a spade was played this round, unless the hand is all spades."""
    misplay_faults: tuple[str, ...]
    """Illegal plays that are let through and charged; others are refused without cost."""
    misplay_act: str | None
    misplay_cost: Cost
    misplay_forfeit: Limits | None
    contract: tuple[Contract, ...]
    over_points: int
    bag_penalty: Every | None
    target: int
    hand_limit: int | None
    set_limit: int | None
    tie_break: str
    """`play_on`: next round under the normal test; `extra_hand`: one more round decides at any score."""

    def __post_init__(self) -> None:
        for ok, sentence in _tests(self):
            if not ok:
                raise SheetError(f"the sheet {self.name} cannot be played: {sentence}")

    def deck(self) -> tuple[Card, ...]:
        """All cards in canonical order: suits C D H S, each from its lowest rank to its highest (spades-deal-v1)."""
        return tuple(Card(rank, suit) for suit in SUITS for rank in reversed(self.suits[suit]))

    def height(self, card: Card) -> int:
        """How high `card` stands in its suit; greater beats smaller; -1 for a card not in the deck."""
        ranks = self.suits[card.suit]
        return len(ranks) - ranks.index(card.rank) if card.rank in ranks else -1

    def parameters(self) -> dict[str, Any]:
        """All parameters but the name, as JSON-ready values."""
        return {f.name: _plain(getattr(self, f.name)) for f in fields(self) if f.name != "name"}


def _plain(value: Any) -> Any:
    if isinstance(value, Cost):
        return value._asdict()
    if isinstance(value, tuple):
        return [_plain(v) for v in value]
    return dict(value) if isinstance(value, Mapping) else value


def _tests(sheet: RuleSheet) -> Iterator[tuple[bool, str]]:
    """What must hold, in the order in which it is said: a test is made only once those before it hold."""
    yield _whole_numbers(sheet), "its points, bids and counts must be whole numbers"
    yield set(sheet.suits) == set(SUITS), "its suits must be C, D, H and S"
    yield all(set(r) <= set(RANKS) for r in sheet.suits.values()), f"its ranks must be out of {RANKS}"
    yield not any(j in sheet.suits.get(s, "") for j in "BL" for s in "CDH"), "jokers stand in the spade suit only"
    cards = [r + s for s, ranks in sheet.suits.items() for r in ranks]
    yield len(set(cards)) == len(cards), "a card stands in its deck twice"
    yield len(cards) == TRICKS * len(SEATS), f"its deck has {len(cards)} cards, and four players need 52"
    yield sorted(sheet.bid_turns) == [0, 1, 2, 3], "each of the four seats must bid once"
    yield bool(sheet.bid_values), "it has no bid that anyone could make"
    yield all(0 <= b <= TRICKS for b in sheet.bid_values), "a bid must be between 0 and 13"
    yield _reachable(sheet), f"no two bids add up to between {sheet.team_bid.least} and {sheet.team_bid.most}"
    yield not sheet.bid_change, "bids cannot be changed once posted"
    yield sheet.blind_nil == 0, "blind bids are not offered"
    yield not sheet.talk, "talk while bidding is not offered"
    yield sheet.redeal is None, "misdeals are not offered"
    yield sheet.nil_tricks in ("contract", "bags"), "nil_tricks must be contract or bags"
    yield sheet.first_leader in ("high_bid", "eldest"), "first_leader must be high_bid or eldest"
    yield sheet.spade_lead in ("any", "broken"), "spade_lead must be any or broken"
    yield set(sheet.misplay_faults) <= {"revoke", "not_held"}, "misplay_faults must be out of revoke and not_held"
    yield (
        sheet.misplay_act == ("void" if sheet.misplay_faults else None),
        "misplay_act must be void with faults, none without",
    )
    yield sheet.misplay_cost.books == 0, "a misplay costs points, not books"
    yield sheet.misplay_forfeit is None or min(sheet.misplay_forfeit) > 0, "misplay_forfeit counts from 1"
    yield bool(sheet.contract) and sheet.contract[0].least == 0, "its contract must begin at a team bid of 0"
    yield sheet.bag_penalty is None or sheet.bag_penalty.nth > 0, "bags are counted from 1"
    yield sheet.target > 0, "its target must be above 0"
    yield sheet.hand_limit is None, "a limit of rounds is not offered"
    yield sheet.set_limit is None, "a limit of sets is not offered"
    yield sheet.tie_break == "play_on", "tie_break must be play_on"


def _whole_numbers(sheet: RuleSheet) -> bool:
    rows = (sheet.bid_values, sheet.team_bid, sheet.misplay_cost, *sheet.contract)
    rows += (sheet.bag_penalty or (), sheet.misplay_forfeit or ())
    numbers = (sheet.nil, sheet.blind_nil, sheet.over_points, sheet.target, *chain.from_iterable(rows))
    return all(type(number) is int for number in numbers)


def _reachable(sheet: RuleSheet) -> bool:
    sums = (a + b for a in sheet.bid_values for b in sheet.bid_values)
    return any(sheet.team_bid.least <= total <= sheet.team_bid.most for total in sums)


def sheet_from(name: str, table: Mapping[str, Any], base: RuleSheet | None = None) -> RuleSheet:
    """A sheet from a table of parameters, over `base` where one is named. Raises SheetError."""
    known = {f.name for f in fields(RuleSheet)} - {"name"}
    for key in table:
        if key not in known:
            raise SheetError(f"a sheet has no parameter {key}; it has {', '.join(sorted(known))}")
    if base is None and (missing := known - set(table)):
        raise SheetError(f"the sheet {name} has no {', '.join(sorted(missing))}, and no base to take it from")
    try:
        values = {key: _shaped(key, value) for key, value in table.items()}
        return replace(base, name=name, **values) if base else RuleSheet(name=name, **values)
    except (TypeError, ValueError, AttributeError) as e:
        if isinstance(e, SheetError):
            raise
        raise SheetError(f"the sheet {name} cannot be read: {e}") from None


def _shaped(key: str, value: Any) -> Any:
    if key in ("bid_turns", "bid_values", "misplay_faults"):
        return _listed(value)
    shapes: dict[str, Any] = {
        "team_bid": lambda v: Span(*v),
        "misplay_cost": lambda v: Cost(**v),
        "misplay_forfeit": lambda v: Limits(*v),
        "contract": lambda v: tuple(Contract(*row) for row in v),
        "bag_penalty": lambda v: Every(*v),
    }
    return shapes[key](value) if key in shapes and value is not None else value


def _listed(value: Any) -> tuple[Any, ...]:
    """A list as people write it too: nothing for an empty one, one value without a comma."""
    if value is None:
        return ()
    return tuple(value) if isinstance(value, list | tuple) else (value,)


RULE_109 = RuleSheet(
    name="109",
    suits=dict.fromkeys("SHDC", ALL_RANKS),
    bid_turns=(0, 1, 2, 3),
    bid_values=(0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13),
    bid_change=False,
    team_bid=Span(0, 26),
    nil=100,
    blind_nil=0,
    nil_tricks="contract",
    talk=False,
    redeal=None,
    first_leader="high_bid",
    spade_lead="any",
    misplay_faults=("revoke", "not_held"),
    misplay_act="void",
    misplay_cost=Cost(points=-100, books=0),
    misplay_forfeit=Limits(hand=2, game=3),
    contract=(Contract(0, 10, 0, -10, 0), Contract(10, 20, 0, -20, 0)),
    over_points=1,
    bag_penalty=Every(10, -100),
    target=500,
    hand_limit=None,
    set_limit=None,
    tie_break="play_on",
)

SHEETS: Mapping[str, RuleSheet] = {sheet.name: sheet for sheet in (RULE_109,)}
"""Every sheet by its name."""


DEFAULT_SHEET = RULE_109.name
"""What a table plays that names no sheet."""


def team_of(seat: int) -> int:
    """Seats 1 and 3 are team 1, seats 2 and 4 team 2 (109, "Beginning the game")."""
    return 2 - seat % 2


def partner_of(seat: int) -> int:
    """The seat opposite."""
    return after(seat, 2)


def after(seat: int, steps: int = 1) -> int:
    """The seat `steps` places on, returning to 1 after 4."""
    return (seat - 1 + steps) % len(SEATS) + 1
