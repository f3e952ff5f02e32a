"""Deals played side by side in the referee and in another program: OpenSpiel's game `spades`, 2.0. It never asks the
sheets what to expect: where the two games differ by their rules, the difference stands here, and is asked for exactly.

The other game is one round for players 0 to 3. Dealing is its chance player's, a card at a time, the first card to
player 0, the second to player 1 and so on, so that our deal can be fed to it; player 0 bids first, hence is our eldest
hand; 0 and 2 play against 1 and 3. What it does in another way:

- Bids: 0 to 13 on any sheet, so also the 1 that 109 has not; partners' bids may not add up to more than 13, which they
  may on `standard` and on 109. Bids that both games know are made.
- First lead: always player 0's. On 109 the highest bidder leads, and the other game is told so.
- Spades: it never marks them as broken, so a spade may be led from a hand of nothing but spades only. `standard` lets
  them be led once a spade was played, 109 always. It takes such a lead all the same, for it tests no more than that
  the card is held; so spades are led here, and what follows is compared as ever.
- Sandbags: it keeps no count, but takes the last digit of the score for it, which goes wrong (by the sign of C++'s
  remainder) below 0. It is given scores of 0 and more whose last digit is our count's.
- Contract: 10 a trick at any bid; on 109 the trick of a team that bids 10 or more counts 20.
- Failed nil: its tricks count toward the partner's contract, as on 109. On `standard` they are only sandbags, which
  also count when the contract is set. The 100 lost for it is the same everywhere, and so are two nils of partners.
- End: its win and mercy rules look at the points of the one round, not at the score, and change the returns by 200.
  Its thresholds are put out of reach; when a game is won is not compared.

Jokers, blind nils, misplays and the other sheets are unknown to it. Besides `standard` and 109 a custom sheet is played
that has the other game's own rules: only spades, once broken, are led there as on `standard`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from referee.spades import commands as cmd
from referee.spades import events as ev
from referee.spades.cards import Card
from referee.spades.fold import replay
from referee.spades.game import Game
from referee.spades.law.moves import legal_bids, legal_cards
from referee.spades.rulesheet import RuleSheet
from referee.spades.sheets import SHEETS
from referee.table.seats import SEATS, after, team_of
from tests.chance import fresh
from tests.rulings import decide, start

pyspiel: Any = pytest.importorskip(
    "pyspiel",
    reason="OpenSpiel is not installed; the extra `oracle` brings it where it has a wheel: for CPython 3.11 to 3.14 on"
    " Linux (x86_64, aarch64), macOS (arm64) and Windows (AMD64)",
)

OTHER = pyspiel.load_game("spades", {"win_threshold": 1000, "mercy_threshold": -1000})
SHORT, LONG = 150, 10_000
"""Deals of a run; in every second one all four play random cards."""
NAMES = ("Ann", "Bob", "Carol", "Dave")
DECK = [Card(rank, suit) for suit in "CDHS" for rank in "23456789TJQKA"]
"""The other game's cards: the place in this list is the number of the action."""
FIRST_BID = len(DECK)
SPADES = {action for action, card in enumerate(DECK) if card.suit == "S"}


@dataclass(frozen=True)
class Differences:
    """The differences of a sheet from the other game; from its words, not from its data."""

    unknown_bids: frozenset[int] = frozenset()
    over_thirteen: bool = True
    highest_leads: bool = False
    spades_always: bool = False
    doubled_from: int | None = None
    stray_nil_tricks: bool = False


SHEET: dict[str, tuple[RuleSheet, Differences]] = {
    "standard": (SHEETS["standard"], Differences(stray_nil_tricks=True)),
    "109": (
        SHEETS["109"],
        Differences(frozenset({1}), highest_leads=True, spades_always=True, doubled_from=10),
    ),
    "its own": (
        RuleSheet.from_table("its own", {"team_bid": [0, 13], "nil_tricks": "contract"}, SHEETS["standard"]),
        Differences(over_thirteen=False),
    ),
}

COMMON = {"made", "set", "nil made", "nil failed", "two nils", "ten sandbags"}
RARE = {"twenty sandbags"}
MUST_COME_UP = {
    "standard": COMMON | {"stray tricks: set, not made", "stray tricks: set as well"},
    "109": COMMON | {"doubled: made", "doubled: set"},
    "its own": COMMON,
}


@dataclass
class Table:
    """One round in both games, at the same position."""

    seed: int
    """The seed. If it is odd, low bidders play their lowest ranks and the others their highest; if even, all play at
    random."""
    wants: Differences
    random: Random
    game: Game
    other: Any

    def seat(self, player: int) -> int:
        return after(self.game.eldest, player)

    def bids(self) -> list[int]:
        """Return the bids so far, by the other game's record."""
        return [action - FIRST_BID for action in self.other.history()[len(DECK) :][: len(SEATS)]]

    def played(self) -> list[int]:
        """Return the cards played, by the other game's record."""
        return list(self.other.history()[len(DECK) + len(SEATS) :])

    def held(self, player: int) -> set[int]:
        """Return the cards that a player holds, by the other game's record."""
        return set(self.other.history()[player : len(DECK) : len(SEATS)]) - set(self.played())


@dataclass(frozen=True)
class Side:
    """One side's round: bids and tricks of the partners, the count of sandbags before, points, sandbags won."""

    bids: list[int]
    books: list[int]
    bags: int
    points: int
    won: int

    def penalty(self, won: int) -> int:
        """Take 100 off for every ten that the count passes with so many sandbags more."""
        return -100 * ((self.bags + won) // 10 - self.bags // 10)

    def made(self, without: int = 0) -> bool:
        """Tell if the contract is made, so many tricks aside."""
        return sum(self.books) - without >= sum(self.bids)

    def stray(self) -> int:
        """Return the tricks of those who bid nil."""
        return sum(books for bid, books in zip(self.bids, self.books, strict=True) if bid == 0)


def dealt(sheet: str, seed: int) -> Table:
    """Put one deal of the referee's on both tables, in the middle of a game."""
    rules, wants = SHEET[sheet]
    random = Random(seed)
    *before, deal = start(1, NAMES, rules, 60, fresh(random.randbytes(32).hex()))
    assert isinstance(deal, ev.Dealt)
    bags = (random.choice((9, random.randint(0, 29))), random.choice((9, random.randint(0, 29))))
    score = (10 * random.randint(0, 40) + bags[0] % 10, 10 * random.randint(0, 40) + bags[1] % 10)
    game = replay((*before, replace(deal, eldest=random.choice(SEATS), bags=bags, score=score)))
    table = Table(seed, wants, random, game, OTHER.new_initial_state())
    for place in range(13):
        for player in range(4):
            table.other.apply_action(DECK.index(deal.hands[table.seat(player) - 1][place]))
    table.other.set_current_scores([score[team_of(table.seat(player)) - 1] for player in (0, 1)])
    return table


def move(table: Table, seat: int, command: cmd.Command, action: int) -> tuple[ev.Event, ...]:
    """Make the same move in both games; return the referee's events."""
    seed = table.random.randbytes(32).hex()
    table.other.apply_action(action)
    return decide(table.game, seat, command, answers=table.game.turn, seeds=fresh(seed))


def bid(table: Table) -> None:
    """Make four bids, most of them small, since chance brings few tricks; compare who bids and what may be bid."""
    for _ in SEATS:
        player = table.other.current_player()
        seat = table.seat(player)
        assert table.game.due == (seat, "bid"), table.seed
        partner = table.bids()[player - 2] if player >= 2 else 0
        its = {action - FIRST_BID for action in table.other.legal_actions()}
        assert its == set(range(14 - partner))
        ours = set(range(14)) if table.wants.over_thirteen else its
        assert set(legal_bids(table.game, seat)) == ours - table.wants.unknown_bids, table.seed
        both = sorted(its - table.wants.unknown_bids)
        liked = [value for value in (0, 0, 1, 2, 2, 3, 3, 4, 5) if value in both]
        value = table.random.choice([*liked, table.random.choice(both)])
        table.game = replay(move(table, seat, cmd.MakeBid(value), FIRST_BID + value), table.game)
    if table.wants.highest_leads:
        table.other.set_current_player(table.bids().index(max(table.bids())))


def may_play(table: Table, player: int) -> set[int]:
    """Find what the sheet lets a player play: what the other game does, and spades to lead where it is too strict."""
    its, played = set(table.other.legal_actions()), table.played()
    leads = len(played) % len(SEATS) == 0
    if leads and (table.wants.spades_always or SPADES & set(played)):
        return its | SPADES & table.held(player)
    return its


def chosen(table: Table, player: int, legal: list[int]) -> int:
    if table.seed % 2 == 0:
        return table.random.choice(legal)
    ranked = sorted(legal, key=lambda action: (action % 13, action))
    return ranked[0 if table.bids()[player] < 4 else -1]


def play(table: Table) -> ev.RoundScored:
    """Play thirteen tricks; compare at each card who is to play, hence who took the trick, and what may be played."""
    while True:
        player = table.other.current_player()
        seat = table.seat(player)
        assert table.game.due == (seat, "play"), table.seed
        legal = [DECK.index(card) for card in legal_cards(table.game, seat)]
        assert set(legal) == may_play(table, player), table.seed
        action = chosen(table, player, legal)
        events = move(table, seat, cmd.PlayCard(DECK[action]), action)
        if table.other.is_terminal():
            return next(event for event in events if isinstance(event, ev.RoundScored))
        table.game = replay(events, table.game)


def books_of_other(table: Table) -> list[int]:
    """Return the tricks that each player took, as the other game prints them at the end."""
    lines = str(table.other).partition("Tricks taken:")[2].split("\n")
    return [int(count) for count in next(line for line in lines if line[:1].isdigit()).split()]


def scored_by_other(table: Table, player: int) -> Side:
    """Return the round of a player and their partner as the other game scored it."""
    pair = (player, player + 2)
    bids, books = [table.bids()[p] for p in pair], [books_of_other(table)[p] for p in pair]
    team = team_of(table.seat(player)) - 1
    points, score = int(table.other.returns()[player]), table.other.get_current_scores()[player]
    assert score == table.game.score[team] + points
    its = Side(bids, books, table.game.bags[team], points, max(0, sum(books) - sum(bids)))
    assert score % 10 == (its.bags + its.won) % 10
    return its


def by_the_sheet(wants: Differences, its: Side) -> Side:
    """Return the other game's points and sandbags with the sheet's differences."""
    bid, stray = sum(its.bids), its.stray()
    if wants.doubled_from is not None and bid >= wants.doubled_from:
        return replace(its, points=its.points + (10 * bid if its.made() else -10 * bid))
    if wants.stray_nil_tricks and stray and not its.made(without=stray):
        counted = 10 * bid + its.won + its.penalty(its.won) if its.made() else -10 * bid
        return replace(its, points=its.points - counted - 10 * bid + stray + its.penalty(stray), won=stray)
    return its


def came_up(wants: Differences, its: Side) -> Iterator[str]:
    """Name what a side's round was a case of."""
    made = "made" if its.made() else "set"
    yield made
    yield from (
        "nil failed" if books else "nil made" for bid, books in zip(its.bids, its.books, strict=True) if not bid
    )
    if its.bids == [0, 0]:
        yield "two nils"
    if its.penalty(its.won):
        yield "ten sandbags" if its.penalty(its.won) == -100 else "twenty sandbags"
    if wants.doubled_from is not None and sum(its.bids) >= wants.doubled_from:
        yield f"doubled: {made}"
    if wants.stray_nil_tricks and its.stray() and not its.made(without=its.stray()):
        yield "stray tricks: set, not made" if its.made() else "stray tricks: set as well"


def compare(sheet: str, deals: int) -> set[str]:
    """Play that many deals from the first bid to the score, check that only the sheet's differences show, and return
    what came up."""
    seen: set[str] = set()
    for seed in range(deals):
        table = dealt(sheet, seed)
        bid(table)
        scored = play(table)
        assert [scored.books[table.seat(player) - 1] for player in range(len(SEATS))] == books_of_other(table), seed
        for player in (0, 1):
            team = team_of(table.seat(player)) - 1
            its = scored_by_other(table, player)
            expected = by_the_sheet(table.wants, its)
            assert scored.points[team] == expected.points, (seed, its)
            assert scored.bags[team] == expected.bags + expected.won, (seed, its)
            assert scored.score[team] == table.game.score[team] + expected.points, seed
            seen.update(came_up(table.wants, its))
    return seen


def test_both_games_number_the_cards_alike() -> None:
    state = OTHER.new_initial_state()
    assert [state.action_to_string(action) for action in state.legal_actions()] == [c.suit + c.rank for c in DECK]


@pytest.mark.parametrize("sheet", SHEET)
def test_deals_go_as_in_the_other_game(sheet: str) -> None:
    assert compare(sheet, SHORT) >= MUST_COME_UP[sheet]


@pytest.mark.long
@pytest.mark.parametrize("sheet", SHEET)
def test_ten_thousand_deals_go_as_in_the_other_game(sheet: str) -> None:
    assert compare(sheet, LONG) >= MUST_COME_UP[sheet] | RARE
