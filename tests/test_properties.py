"""Properties of random games of 109, each from one integer seed: what holds after every act, whatever was tried."""

import json
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.spades import commands as cmd
from referee.spades import events as ev
from referee.spades.cards import Card
from referee.spades.fairness import deal, deal_key
from referee.spades.game import Game, due, replay
from referee.spades.moves import legal_bids, legal_cards
from referee.spades.sheets import SEATS, team_of
from referee.spades.view import view
from tests.hidden import shown_secrets
from tests.random_games import Step, act, opening, played
from tests.slow_scorer import round_of_109, winner_of_109

SEEDS = st.integers(0, 2**64 - 1)
DECK = {Card(rank, suit) for suit in "CDHS" for rank in "23456789TJQKA"}
BIDS = {0, *range(2, 14)}
SHORT, LONG = 30, 2_000


def short(examples: int = SHORT) -> settings:
    return settings(max_examples=examples, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


def may_play(game: Game, seat: int) -> set[Card]:
    """The legal cards by the words of clause 3: any in hand, but of the suit led if there is one."""
    hand = game.hand(seat)
    led = [card for card in hand if game.trick and card.suit == game.trick[0].card.suit]
    return set(led or hand)


def takes(trick: tuple[tuple[int, Card], ...]) -> int:
    """Who takes a trick by the words of clause 3, one card after the other."""
    best_seat, best = trick[0]
    for seat, card in trick[1:]:
        higher = "23456789TJQKA".index(card.rank) > "23456789TJQKA".index(best.rank)
        if (card.suit == best.suit and higher) or (card.suit == "S" != best.suit):
            best_seat, best = seat, card
    return best_seat


def check_state(game: Game) -> None:
    """What holds in every state."""
    on_table = [play.card for play in game.plays()]
    held = [card for seat in SEATS for card in game.hand(seat)]
    assert len(on_table) + len(held) == len(DECK)
    assert set(on_table) | set(held) == DECK
    assert sum(game.books) == len(game.tricks)
    assert [game.books[seat - 1] for seat in SEATS] == [sum(takes(t) == seat for t in game.tricks) for seat in SEATS]
    for seat in (None, *SEATS):
        seen = view(game, seat)
        assert not shown_secrets(game, seen)
        assert seen.hand is None if seat is None else set(seen.hand or ()) == game.hand(seat)
    if game.result is None:
        waiting = due(game)
        assert waiting is not None
        seat, what = waiting
        assert legal_cards(game, seat) if what == "play" else legal_bids(game, seat)
        others = [other for other in SEATS if other != seat]
        assert not any(legal_cards(game, other) or legal_bids(game, other) for other in others)


def check_step(step: Step) -> None:
    """What holds of every act: what it may do, what it costs, and that the turn counts positions."""
    kinds = [type(event) for event in step.events]
    positions = sum(kind in (ev.BidMade, ev.CardPlayed, ev.Misplayed, ev.Voided) for kind in kinds)
    assert step.after.turn == step.before.turn + positions
    assert positions <= 1
    if step.refused:
        assert step.after == step.before
    match step.command:
        case cmd.PlayCard(card):
            check_play(step, card)
        case cmd.MakeBid(bid):
            check_bid(step, bid)
        case cmd.TimeUp(turn):
            assert (step.refused is None) == (turn == step.before.turn and not step.before.paused)
            assert step.refused or getattr(step.events[0], "by", None) == "clock"
    check_scoring(step)


def check_play(step: Step, card: Card) -> None:
    game, seat = step.before, step.seat
    assert seat is not None
    if step.answers != game.turn:
        return
    if due(game) != (seat, "play"):
        assert step.refused
    elif card in may_play(game, seat):
        assert step.events[0] == ev.CardPlayed(game.turn, seat, card, "player")
    else:
        fault = "revoke" if card in game.hand(seat) else "not_held"
        assert step.events[0] == ev.Misplayed(game.turn, seat, card, fault, -100)
        team = team_of(seat)
        assert step.after.score[team - 1] == game.score[team - 1] - 100
        assert step.after.hands == game.hands
        forfeits = step.after.misplays_hand[team - 1] == 2 or step.after.misplays_game[team - 1] >= 3
        assert (step.after.result == (3 - team, "forfeit")) == forfeits


def check_bid(step: Step, bid: int) -> None:
    game, seat = step.before, step.seat
    assert seat is not None
    if step.answers == game.turn:
        taken = due(game) == (seat, "bid") and bid in BIDS
        assert (step.refused is None) == taken
        assert not taken or step.events[0] == ev.BidMade(game.turn, seat, bid, "player")


def check_scoring(step: Step) -> None:
    for event in step.events:
        if isinstance(event, ev.RoundScored):
            before = replay(step.events[: step.events.index(event)], step.before)
            bids = [bid for bid in before.bids if bid is not None]
            expected = round_of_109(bids, list(before.books), list(before.score), list(before.bags))
            assert (list(event.score), list(event.bags)) == expected
            winner = winner_of_109(list(event.score))
            assert (step.after.result == (winner, "score")) if winner else step.after.result is None
        if isinstance(event, ev.Dealt):
            assert event.turn == max(step.after.turn, 1)
            assert event.hands == deal(deal_key(step.after.deck, step.after.sheet), step.after.sheet)


def check_fold(events: list[ev.Event], game: Game) -> None:
    """The full fold, the fold from the last deal, and the fold of what JSON gives back are the live state."""
    assert replay(events) == game
    last = max(i for i, event in enumerate(events) if isinstance(event, ev.Dealt))
    assert replay([events[0], *events[last:]]) == game
    texts = [json.dumps(ev.to_json(event)) for event in events]
    assert [ev.from_json(json.loads(text)) for text in texts] == events


def check_game(seed: int, wild: float) -> None:
    events = list(opening(Random(seed)))
    game = replay(events)
    check_state(game)
    for count, step in enumerate(played(seed, wild=wild)):
        check_step(step)
        events += step.events
        game = step.after
        if step.events:
            check_state(game)
        if count % 40 == 0:
            check_fold(events, game)
    assert game.result is not None
    check_fold(events, game)


@short(15)
@given(SEEDS)
def test_games_of_legal_moves_keep_the_rules(seed: int) -> None:
    check_game(seed, wild=0)


@short()
@given(SEEDS)
def test_games_in_which_anything_is_tried_keep_the_rules(seed: int) -> None:
    check_game(seed, wild=0.3)


@short(20)
@given(SEEDS)
def test_exactly_the_legal_moves_are_accepted(seed: int) -> None:
    """At chosen positions every bid and every card of the deck is tried by every seat, answering this position."""
    random = Random(seed)
    for step in positions(seed, random):
        game = step.after
        waiting = due(game)
        for seat in SEATS:
            for bid in range(-1, 16):
                tried = act(game, seat, cmd.MakeBid(bid), game.turn, "0" * 64)
                assert (tried.refused is None) == (waiting == (seat, "bid") and bid in BIDS)
                assert (tried.refused is None) == (bid in legal_bids(game, seat))
            for card in game.sheet.deck:
                tried = act(game, seat, cmd.PlayCard(card), game.turn, "0" * 64)
                check_step(tried)
                accepted = bool(tried.events) and isinstance(tried.events[0], ev.CardPlayed)
                assert accepted == (waiting == (seat, "play") and card in may_play(game, seat))
                assert accepted == (card in legal_cards(game, seat))


@short(20)
@given(SEEDS)
def test_a_void_is_as_if_it_had_never_been(seed: int) -> None:
    """Voiding to a position gives back its state: all but the turn and what is posted by hand."""
    random = Random(seed)
    live: dict[int, Game] = {}
    for step in played(seed, wild=0):
        live[step.before.turn] = step.before
        if step.after.result or step.after.round > 1:
            break
        if random.random() > 0.1:
            continue
        to = random.choice(list(live))
        voided = act(step.after, None, cmd.RuleVoid(to, "so ruled"), 0, "0" * 64)
        past, now = live[to], voided.after
        assert now.turn == step.after.turn + 1
        for field in ("hands", "bids", "leader", "trick", "tricks", "books", "score", "misplays_hand", "misplays_game"):
            assert getattr(now, field) == getattr(past, field)


@pytest.mark.long
@settings(short(LONG), derandomize=False)
@given(SEEDS, st.sampled_from((0, 0.02, 0.1, 0.4)))
def test_two_thousand_games_keep_the_rules(seed: int, wild: float) -> None:
    check_game(seed, wild)


def positions(seed: int, random: Random) -> Iterator[Step]:
    return (step for step in played(seed, wild=0.1) if step.after.result is None and random.random() < 0.02)
