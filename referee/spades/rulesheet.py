"""The rule sheet: the parameters in which tables differ, and the tests of a playable sheet. Holds no rules, which are
the law's (law/), and no table's figures, which are in sheets.py.

docs/rules.md explains the parameters and the reading of rule 109; the keys are those of a sheet's table in the
configuration.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, pairwise
from typing import Any, NamedTuple

from referee.spades.cards import RANKS, SUITS, Card
from referee.table.seats import SEATS, TEAMS
from referee.table.sheet import LARGEST, Sheet, SheetError

HAND_ORDER = "SHDC"
"""The suits as a hand shows them, and a letter lists them."""
TRICKS = 13


class Contract(NamedTuple):
    """Points for a team bid of `least` or more: per trick bid and flat, when made and when set (109, clause 4)."""

    least: int
    made_each: int
    made_flat: int
    set_each: int
    set_flat: int


class Cost(NamedTuple):
    """The price of a misplay: points on the score, books off the round's count."""

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
    """The least and the most that partners' bids may add up to."""

    least: int
    most: int


@dataclass(frozen=True, kw_only=True)
class RuleSheet(Sheet):
    """One sheet. A team bid of 0 to 26, points and counts are whole numbers; None switches a rule off."""

    game = "spades"
    name: str
    suits: Mapping[str, str]
    """Suit -> ranks, high to low: deck, jokers and order at once."""
    bid_turns: tuple[int, ...]
    """Seats in bidding order, as offsets from the eldest; two of them bid for their teams."""
    bid_values: tuple[int, ...]
    bid_change: bool
    """A bid may be changed until the other team bids."""
    team_bid: Span
    nil: int
    """Points for a 0 that is made, and minus that for one that fails; 0: a bid like any other."""
    blind_nil: int
    """Points for a 0 bid before the hand is seen, and minus that for one that fails; 0: not offered."""
    nil_tricks: str
    """A failed nil's tricks count toward the `contract`, or are only `bags`."""
    talk: bool | None
    """The rule about talk at the table. True: players talk during the bidding alone. False: they may talk at any time,
    but not about cards. None: they never talk."""
    redeal: str | None
    """The hand that lets its holder call a misdeal before their own bid: `no_face_no_spade`."""
    first_leader: str
    """`high_bid` or `eldest`."""
    spade_lead: str
    """`any`, or `broken`: not before a spade was played this round, unless the hand is all spades."""
    misplay_faults: tuple[str, ...]
    """Illegal plays that are accepted and charged; others are refused without cost."""
    misplay_act: str | None
    """`void`: taken back and charged at once; `stand`: stays, and is charged only if the other team challenges it."""
    misplay_cost: Cost
    misplay_forfeit: Limits | None
    contract: tuple[Contract, ...]
    over_points: int
    bag_penalty: Every | None
    target: int
    hand_limit: int | None
    """Rounds after which the higher score wins."""
    set_limit: int | None
    """The number of rounds set, over the game, that lose it."""
    tie_break: str
    """`play_on`: next round under the normal test; `extra_hand`: one more round decides at any score."""

    def __post_init__(self) -> None:
        for ok, sentence in _tests(self):
            if not ok:
                raise SheetError(f"the sheet {self.name} cannot be played: {sentence}")

    @cached_property
    def deck(self) -> tuple[Card, ...]:
        """All cards in canonical order: suits C D H S, each from its lowest rank to its highest (spades-deal-v1)."""
        return tuple(Card(rank, suit) for suit in SUITS for rank in reversed(self.suits[suit]))

    @property
    def bids_by_team(self) -> bool:
        """A team makes one bid, which either partner may post."""
        return len(self.bid_turns) == len(TEAMS)

    def height(self, card: Card) -> int:
        """Rank `card` in its suit: greater beats smaller; -1 for a card not in the deck."""
        return self._heights.get(card, -1)

    @cached_property
    def _heights(self) -> Mapping[Card, int]:
        """The height of each card, counted from the lowest of its suit."""
        return {
            Card(rank, suit): height
            for suit, ranks in self.suits.items()
            for height, rank in enumerate(reversed(ranks), 1)
        }

    @cached_property
    def places(self) -> Mapping[Card, int]:
        """The place of each card in a hand: spades, hearts, diamonds, clubs, each from the highest down."""
        cards = (Card(rank, suit) for suit in HAND_ORDER for rank in self.suits[suit])
        return {card: place for place, card in enumerate(cards)}

    def parameters(self) -> dict[str, Any]:
        """Return all parameters but the name, as JSON-ready values."""
        return super().parameters() | {"misplay_cost": self.misplay_cost._asdict()}

    @staticmethod
    def shaped(name: str, key: str, value: Any) -> Any:
        """Return a value as it is stored: lists as tuples, rows as named tuples. Raises SheetError."""
        if key not in SHAPES or (value is None and key in ("misplay_forfeit", "bag_penalty")):
            return value
        shape, words = SHAPES[key]
        try:
            return shape(value)
        except (TypeError, ValueError, AttributeError):
            raise SheetError(f"the sheet {name} cannot be read: {key} must be {words}") from None


PARAMETERS = RuleSheet.keys()
"""The names of all parameters, in the order in which they are explained."""


def _tests(sheet: RuleSheet) -> Iterator[tuple[bool, str]]:
    """Yield the tests of a sheet, in order: a test is valid only if all earlier tests held."""
    numbers = list(_numbers(sheet))
    yield all(type(number) is int for number in numbers), "its points, bids and counts must be whole numbers"
    yield max(map(abs, numbers)) <= LARGEST, f"its numbers must lie between {-LARGEST} and {LARGEST}"
    yield type(sheet.bid_change) is bool, "bid_change is true or false"
    yield sheet.talk is None or type(sheet.talk) is bool, "talk is true, false or none"
    yield set(sheet.suits) == set(SUITS), "its suits must be C, D, H and S"
    yield all(set(r) <= set(RANKS) for r in sheet.suits.values()), f"its ranks must be out of {RANKS}"
    yield not any(j in sheet.suits.get(s, "") for j in "BL" for s in "CDH"), "jokers stand in the spade suit only"
    cards = [r + s for s, ranks in sheet.suits.items() for r in ranks]
    yield len(set(cards)) == len(cards), "a card stands in its deck twice"
    yield len(cards) == TRICKS * len(SEATS), f"its deck has {len(cards)} cards, and four players need 52"
    yield _turns_fit(sheet), "bid_turns must name each of the four seats once, or one seat of each team"
    yield bool(sheet.bid_values), "it has no bid that anyone could make"
    yield all(0 <= b <= TRICKS for b in sheet.bid_values), "a bid must be between 0 and 13"
    yield len(set(sheet.bid_values)) == len(sheet.bid_values), "a bid stands in its bid_values twice"
    yield _reachable(sheet), _unreachable(sheet)
    yield min(sheet.nil, sheet.blind_nil) >= 0, "nil and blind_nil are points won, not below 0"
    yield not (sheet.bids_by_team and (sheet.nil or sheet.blind_nil)), "one bid for a team leaves no one to bid nil"
    yield not sheet.blind_nil or 0 in sheet.bid_values, "a blind nil is a bid of 0, which its bid_values do not hold"
    yield sheet.redeal in (None, "no_face_no_spade"), "redeal must be no_face_no_spade or none"
    yield sheet.nil_tricks in ("contract", "bags"), "nil_tricks must be contract or bags"
    yield sheet.first_leader in ("high_bid", "eldest"), "first_leader must be high_bid or eldest"
    yield sheet.spade_lead in ("any", "broken"), "spade_lead must be any or broken"
    yield set(sheet.misplay_faults) <= {"revoke", "not_held"}, "misplay_faults must be out of revoke and not_held"
    faults = sheet.misplay_faults
    yield len(set(faults)) == len(faults), "a fault stands in its misplay_faults twice"
    acts = ("void", "stand") if sheet.misplay_faults else (None,)
    yield (
        sheet.misplay_act in acts,
        f"misplay_act must be {'void or stand' if acts[0] else 'none, as nothing is charged'}",
    )
    yield sheet.misplay_act != "stand" or "not_held" not in sheet.misplay_faults, "a card that is not held cannot stand"
    yield sheet.misplay_cost.points <= 0 <= sheet.misplay_cost.books, "a misplay costs points below 0 and books above 0"
    yield sheet.misplay_forfeit is None or min(sheet.misplay_forfeit) > 0, "misplay_forfeit counts from 1"
    yield bool(sheet.contract) and sheet.contract[0].least == 0, "its contract must begin at a team bid of 0"
    yield _rising([row.least for row in sheet.contract]), "the rows of its contract must begin at rising team bids"
    yield sheet.bag_penalty is None or sheet.bag_penalty.nth > 0, "bags are counted from 1"
    yield sheet.target > 0, "its target must be above 0"
    yield sheet.hand_limit is None or sheet.hand_limit > 0, "hand_limit counts from 1"
    yield sheet.set_limit is None or sheet.set_limit > 0, "set_limit counts from 1"
    yield sheet.tie_break in ("play_on", "extra_hand"), "tie_break must be play_on or extra_hand"


def _numbers(sheet: RuleSheet) -> Iterator[Any]:
    rows = (sheet.bid_turns, sheet.bid_values, sheet.team_bid, sheet.misplay_cost, *sheet.contract)
    rows += (sheet.bag_penalty or (), sheet.misplay_forfeit or ())
    limits = [limit for limit in (sheet.hand_limit, sheet.set_limit) if limit is not None]
    yield from (sheet.nil, sheet.blind_nil, sheet.over_points, sheet.target, *limits, *chain.from_iterable(rows))


def _rising(numbers: Sequence[int]) -> bool:
    return all(one < other for one, other in pairwise(numbers))


def _turns_fit(sheet: RuleSheet) -> bool:
    turns = sorted(sheet.bid_turns)
    return turns == [0, 1, 2, 3] or (len(turns) == 2 and set(turns) <= {0, 1, 2, 3} and sum(turns) % 2 == 1)


def _reachable(sheet: RuleSheet) -> bool:
    partners = (0,) if sheet.bids_by_team else sheet.bid_values
    return any(
        sheet.team_bid.least <= bid + other <= sheet.team_bid.most for bid in sheet.bid_values for other in partners
    )


def _unreachable(sheet: RuleSheet) -> str:
    least, most = sheet.team_bid
    return f"no {'bid is' if sheet.bids_by_team else 'two bids add up to'} between {least} and {most}"


def ending_after(sheet: RuleSheet, last: int) -> RuleSheet:
    """Return the sheet with round `last` as its last: the higher score wins after it, and if it is level one more round
    decides. A limit of rounds that comes first stays."""
    limit = last if sheet.hand_limit is None else min(last, sheet.hand_limit)
    return replace(sheet, hand_limit=limit, tie_break="extra_hand")


def _listed(value: Any) -> tuple[Any, ...]:
    """Read a list as people may write it: None is an empty list, a value without a comma a list of one."""
    if value is None:
        return ()
    return tuple(value) if isinstance(value, list | tuple) else (value,)


def _words(value: Any) -> tuple[str, ...]:
    if not all(type(word) is str for word in _listed(value)):
        raise TypeError("a word is a string")
    return _listed(value)


def _suits(value: Any) -> dict[str, str]:
    if not all(type(text) is str for text in chain.from_iterable(value.items())):
        raise TypeError("a suit and its ranks are strings")
    return dict(value)


SHAPES: Mapping[str, tuple[Callable[[Any], Any], str]] = {
    "suits": (_suits, "a table of the suits S, H, D and C, each with its ranks from high to low"),
    "bid_turns": (_listed, "a list of numbers"),
    "bid_values": (_listed, "a list of numbers"),
    "team_bid": (lambda v: Span(*v), "two numbers, the least and the most"),
    "misplay_faults": (_words, "a list out of revoke and not_held"),
    "misplay_cost": (lambda v: Cost(**v), "a number of points and a number of books"),
    "misplay_forfeit": (lambda v: Limits(*v), "two numbers, for a hand and for a game, or none"),
    "contract": (
        lambda v: tuple(Contract(*row) for row in v),
        "rows of five numbers: from which team bid on, made for each trick and flat, set for each trick and flat",
    ),
    "bag_penalty": (lambda v: Every(*v), "two numbers, every which bag and for what points, or none"),
}
"""The readers of parameters with several values, from plain lists and tables, each with what to say if it fails."""
