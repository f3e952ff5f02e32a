"""Deals played side by side in the referee and in another program: OpenSpiel's game `spades`, 2.0. It never asks the
sheets what to expect: where the two games differ by their rules, the difference stands here, and is asked for exactly.

The other game is one round for players 0 to 3. Dealing is its chance player's, a card at a time, the first card to
player 0, the second to player 1 and so on, so that our deal can be fed to it; player 0 bids first, hence is our eldest
hand; 0 and 2 play against 1 and 3. What it does in another way:

- Bids: 0 to 13 on any sheet, so also the 1 that 109 has not; partners' bids may not add up to more than 13, which they
  may on both sheets. Bids that both games know are made.
- First lead: always player 0's. On 109 the highest bidder leads, and the other game is told so.
- Spades: it never marks them as broken, so a spade may be led from a hand of nothing but spades only. `standard` lets
  them be led once a spade was played, 109 always. It takes such a lead all the same, for it tests no more than that
  the card is held; so spades are led here, and what follows is compared as ever.
- Sandbags: it keeps no count, but takes the last digit of the score for it, which goes wrong (by the sign of C++'s
  remainder) below 0. It is given scores of 0 and more whose last digit is our count's.
- Contract: 10 a trick at any bid; on 109 the trick of a team that bids 10 or more counts 20.
- Failed nil: its tricks count toward the partner's contract, as on 109. On `standard` they are only sandbags, which
  also count when the contract is set. The 100 lost for it is the same in all three, and so are two nils of partners.
- End: its win and mercy rules look at the points of the one round, not at the score, and change the returns by 200.
  Its thresholds are put out of reach; when a game is won is not compared.

Jokers, blind nils, misplays and the other sheets are unknown to it.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from referee.spades import commands as cmd
from referee.spades import events as ev
from referee.spades.cards import Card
from referee.spades.decide import decide, start
from referee.spades.game import Game, due, replay
from referee.spades.moves import legal_bids, legal_cards
from referee.spades.sheets import SEATS, SHEETS, after, team_of

pyspiel: Any = pytest.importorskip(
    "pyspiel",
    reason="OpenSpiel is not installed: it has wheels for CPython 3.11 to 3.14 on Linux with glibc 2.28 (x86_64, aarch64),"
    " macOS (arm64) and Windows (AMD64) only, and the test extra asks for it only there",
)

OTHER = pyspiel.load_game("spades", {"win_threshold": 1000, "mercy_threshold": -1000})
SHORT, LONG = 150, 5_000
NAMES = ("Ann", "Bob", "Carol", "Dave")
DECK = [Card(rank, suit) for suit in "CDHS" for rank in "23456789TJQKA"]
"""The other game's cards: the place in this list is the number of the action."""
FIRST_BID = len(DECK)
SPADES = {action for action, card in enumerate(DECK) if card.suit == "S"}


@dataclass(frozen=True)
class Differences:
    """What a sheet asks for in another way than the other game; from its words, not from its data."""

    unknown_bids: frozenset[int]
    highest_leads: bool
    spades_always: bool
    doubled_from: int | None
    stray_nil_tricks: bool


SHEET = {
    "standard": Differences(frozenset(), False, False, None, True),
    "109": Differences(frozenset({1}), True, True, 10, False),
}

SEEN = {
    "standard": {"made", "set", "nil made", "nil failed", "two nils", "ten sandbags", "stray: set", "stray: set anyway"},
    "109": {"made", "set", "nil made", "nil failed", "two nils", "ten sandbags", "doubled: made", "doubled: set"},
}
"""What must have come up for a run to have said anything."""


@dataclass
class Table:
    """One round in both games, at the same position."""

    wants: Differences
    random: Random
    game: Game
    other: Any

    def seat(self, player: int) -> int:
        return after(self.game.eldest, player)

    def player(self, seat: int) -> int:
        return (seat - self.game.eldest) % len(SEATS)

    def bids_of_other(self) -> list[int]:
        return [action - FIRST_BID for action in self.other.history()[len(DECK) :][: len(SEATS)]]

    def held(self, player: int) -> set[int]:
        """The cards that a player of the other game holds, by its own record."""
        history = self.other.history()
        return set(history[player : len(DECK) : len(SEATS)]) - set(self.played())

    def played(self) -> list[int]:
        return list(self.other.history()[len(DECK) + len(SEATS) :])


def dealt(sheet: str, seed: int) -> Table:
    """One deal of the referee's on both tables, in the middle of a game."""
    random = Random(seed)
    started, deal = start(1, NAMES, SHEETS[sheet], 60, random.randbytes(32).hex())
    assert isinstance(deal, ev.Dealt)
    bags = (random.randint(0, 29), random.randint(0, 29))
    score = (10 * random.randint(0, 40) + bags[0] % 10, 10 * random.randint(0, 40) + bags[1] % 10)
    game = replay((started, replace(deal, eldest=random.choice(SEATS), bags=bags, score=score)))
    table = Table(SHEET[sheet], random, game, OTHER.new_initial_state())
    for place in range(13):
        for player in range(4):
            table.other.apply_action(DECK.index(deal.hands[table.seat(player) - 1][place]))
    table.other.set_current_scores([score[team_of(table.seat(player)) - 1] for player in (0, 1)])
    return table


def move(table: Table, seat: int, command: cmd.Command, action: int) -> tuple[ev.Event, ...]:
    """The move on both tables."""
    events = decide(table.game, seat, command, answers=table.game.turn, seed=table.random.randbytes(32).hex())
    table.other.apply_action(action)
    return events


def bid(table: Table) -> None:
    """Four bids, small ones mostly, for few tricks are made by chance; which ones may be made is compared."""
    for _ in SEATS:
        player = table.other.current_player()
        seat = table.seat(player)
        assert due(table.game) == (seat, "bid")
        partner = table.bids_of_other()[player - 2] if player >= 2 else 0
        its = {action - FIRST_BID for action in table.other.legal_actions()}
        assert its == set(range(14 - partner))
        assert set(legal_bids(table.game, seat)) == set(range(14)) - table.wants.unknown_bids
        common = sorted(its - table.wants.unknown_bids)
        liked = [value for value in (0, 0, 1, 2, 2, 3, 3, 4, 5, table.random.choice(common)) if value in common]
        value = table.random.choice(liked)
        table.game = replay(move(table, seat, cmd.MakeBid(value), FIRST_BID + value), table.game)
    if table.wants.highest_leads:
        bids = table.bids_of_other()
        table.other.set_current_player(bids.index(max(bids)))


def may_play(table: Table, player: int) -> set[int]:
    """What the sheet lets a player play: what the other game does, and spades to lead where it is too strict."""
    its, played = set(table.other.legal_actions()), table.played()
    if len(played) % 4 == 0 and (table.wants.spades_always or SPADES & set(played)):
        return its | SPADES & table.held(player)
    return its


def play(table: Table) -> ev.RoundScored:
    """Thirteen tricks of random legal cards; who is to play and what may be played is compared at each."""
    while True:
        player = table.other.current_player()
        seat = table.seat(player)
        assert due(table.game) == (seat, "play")
        legal = legal_cards(table.game, seat)
        assert {DECK.index(card) for card in legal} == may_play(table, player)
        card = table.random.choice(legal)
        events = move(table, seat, cmd.PlayCard(card), DECK.index(card))
        takers = [event.seat for event in events if isinstance(event, ev.TrickTaken)]
        if table.other.is_terminal():
            return next(event for event in events if isinstance(event, ev.RoundScored))
        assert takers == ([table.seat(table.other.current_player())] if len(table.played()) % 4 == 0 else [])
        table.game = replay(events, table.game)


def books_of_other(table: Table) -> list[int]:
    """The tricks that each player took, as the other game prints them at the end."""
    lines = str(table.other).partition("Tricks taken:")[2].split("\n")
    return [int(count) for count in next(line for line in lines if line[:1].isdigit()).split()]


@dataclass
class Side:
    """One team's round by the other game's record, and what the sheet makes of it."""

    bids: list[int]
    books: list[int]
    bags: int
    points: int
    won: int
    """Sandbags won in the round."""

    def penalty(self, won: int) -> int:
        """100 off for every ten sandbags that the count has passed."""
        return -100 * ((self.bags + won) // 10 - self.bags // 10)


def side(table: Table, player: int, books: list[int]) -> Side:
    """The round as the other game scored it for a player and eir partner."""
    pair = (player, player + 2)
    bids = [table.bids_of_other()[p] for p in pair]
    won = max(0, sum(books[p] for p in pair) - sum(bids))
    bags = table.game.bags[team_of(table.seat(player)) - 1]
    return Side(bids, [books[p] for p in pair], bags, int(table.other.returns()[player]), won)


def adjust(wants: Differences, its: Side) -> Iterator[str]:
    """Turns the other game's points and sandbags into the sheet's, and names what it found."""
    total, taken = sum(its.bids), sum(its.books)
    failed = sum(count for value, count in zip(its.bids, its.books, strict=True) if value == 0)
    yield "made" if taken >= total else "set"
    yield from ("nil failed" if its.books[i] else "nil made" for i in (0, 1) if its.bids[i] == 0)
    if its.bids == [0, 0]:
        yield "two nils"
    if its.penalty(its.won):
        yield "ten sandbags"
    if wants.doubled_from is not None and total >= wants.doubled_from:
        its.points += 10 * total if taken >= total else -10 * total
        yield "doubled: made" if taken >= total else "doubled: set"
    if wants.stray_nil_tricks and failed and taken - failed < total:
        yield "stray: set" if taken >= total else "stray: set anyway"
        contract = 10 * total + its.won + its.penalty(its.won) if taken >= total else -10 * total
        its.points += -10 * total + failed + its.penalty(failed) - contract
        its.won = failed


def compare(sheet: str, deals: int) -> None:
    """So many deals from the first bid to the score, and not one difference that is not the sheet's."""
    seen: Counter[str] = Counter()
    for seed in range(deals):
        table = dealt(sheet, seed)
        bid(table)
        scored = play(table)
        books = books_of_other(table)
        assert [scored.books[table.seat(player) - 1] for player in range(4)] == books
        for player in (0, 1):
            team = team_of(table.seat(player)) - 1
            before, now = table.game.score[team], table.other.get_current_scores()[player]
            its = side(table, player, books)
            assert (now - before, now % 10) == (its.points, (its.bags + its.won) % 10)
            seen.update(adjust(table.wants, its))
            assert (scored.points[team], scored.bags[team]) == (its.points, its.bags + its.won), (seed, its)
            assert scored.score[team] == before + its.points
    print(sheet, deals, seen)
    assert SEEN[sheet] <= seen.keys(), seen


def test_both_games_write_the_cards_alike() -> None:
    state = OTHER.new_initial_state()
    assert [state.action_to_string(action) for action in state.legal_actions()] == [c.suit + c.rank for c in DECK]


@pytest.mark.parametrize("sheet", SHEET)
def test_deals_go_as_in_the_other_game(sheet: str) -> None:
    compare(sheet, SHORT)


@pytest.mark.long
@pytest.mark.parametrize("sheet", SHEET)
def test_five_thousand_deals_go_as_in_the_other_game(sheet: str) -> None:
    compare(sheet, LONG)
