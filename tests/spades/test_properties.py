"""Properties of random games, each from one integer seed, for every sheet and for custom ones: what holds after every
act, whatever was tried. What holds is judged by the second opinion of slow_law.py and slow_scorer.py."""

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.spades import commands as cmd
from referee.spades import events as ev
from referee.spades.cards import Card
from referee.spades.fairness import deal, deal_key
from referee.spades.fold import replay
from referee.spades.game import Game
from referee.spades.law.moves import legal_bids, legal_cards
from referee.spades.rulesheet import RuleSheet
from referee.spades.sheets import SHEETS
from referee.spades.view import view
from referee.table.game import opening
from referee.table.refusal import Reason
from referee.table.seats import SEATS, team_of
from referee.table.terms import Terms
from tests.rulings import PLAIN
from tests.spades import random_games, slow_claim, slow_law
from tests.spades.custom_sheets import custom_table
from tests.spades.hidden import shown_secrets
from tests.spades.random_games import Step, act, played
from tests.spades.slow_scorer import Table, ending, round_of

SEEDS = st.integers(0, 2**64 - 1)
LONG = 300
POSITIONS = (ev.BidMade, ev.CardPlayed, ev.Misplayed, ev.Misdealt, ev.Voided, ev.Claimed)
ENOUGH = 160
"""The acts that a game on a custom sheet may have: not every such game ends by itself."""

TABLES = {name: sheet.parameters() for name, sheet in SHEETS.items()}
every_sheet = pytest.mark.parametrize("sheet", SHEETS.values(), ids=lambda sheet: sheet.name)


def short(most: int) -> settings:
    return settings(max_examples=most, derandomize=True, suppress_health_check=list(HealthCheck))


def table_of(game: Game) -> Table:
    """Return the parameters, plain; those of a named sheet are read only once."""
    found = TABLES.get(game.sheet.name)
    return game.sheet.parameters() if found is None else found


def check_state(game: Game) -> None:
    """Check what holds in every state."""
    table = table_of(game)
    check_cards(table, game)
    for seat in (None, *SEATS):
        seen = view(game, seat)
        assert not shown_secrets(game, seen)
        at = game if seen.round == game.round else game.last
        assert at is not None
        knows = seat is not None and (seat in at.seen or not table["blind_nil"])
        assert set(seen.hand or ()) == (at.hand(seat) if knows and seat else set())
        assert (seen.hand is None) == (not knows)
    check_due(table, game)


def check_cards(table: Table, game: Game) -> None:
    """Check that no card is lost or doubled, and the books are those of the tricks."""
    deck = {Card(rank, suit) for suit, ranks in table["suits"].items() for rank in ranks}
    on_table = [play.card for play in game.plays()]
    held = [card for seat in SEATS for card in game.hand(seat)]
    assert len(on_table) + len(held) == (0 if game.thrown_in else len(deck))
    assert set(on_table) | set(held) == (set() if game.thrown_in else deck)
    takers = [slow_law.takes(table, trick) for trick in game.tricks]
    taken = [takers.count(seat) for seat in SEATS]
    if game.settled is None:
        assert list(game.books) == taken
    else:
        assert sum(game.books) == 13 and all(books >= own for books, own in zip(game.books, taken, strict=True))
    if game.leader is not None:
        assert game.leader == (takers[-1] if takers else slow_law.leads_first(table, game))


def check_due(table: Table, game: Game) -> None:
    """Check that the player to act can act, and nobody else; only a game that is over, or waits, has nobody to act."""
    waiting = game.due
    if game.result is not None:
        return
    if game.provisional is not None or game.thrown_in:
        assert waiting is None
        assert game.paused or not game.thrown_in
        assert not any(legal_cards(game, seat) or legal_bids(game, seat) for seat in SEATS)
        return
    assert waiting is not None
    for seat in SEATS:
        bids = slow_law.may_bid(table, game, seat)
        assert set(legal_bids(game, seat)) == (bids if seat in game.seen else set())
        if waiting[1] == "bid":
            assert (seat in game.called) == (slow_law.place(table, game.eldest, seat) == waiting[0])
            assert bids or seat not in game.called
        else:
            assert (seat in game.called) == (seat == waiting[0])
            assert bool(legal_cards(game, seat)) == (seat == waiting[0])


def check_nothing_hidden_shows(game: Game, random: Random) -> None:
    """Check that a view is the same whatever the cards that its seat cannot see, and whatever went before.

    So nothing that depends on them can be read from it: neither a hand nor a renege that stands."""
    for seat in (None, *SEATS):
        hidden = [one for one in SEATS if one != seat or one not in game.seen]
        cards = sorted(card for one in hidden for card in game.hand(one))
        random.shuffle(cards)
        hands = list(game.hands)
        for one in hidden:
            hands[one - 1] = frozenset(cards.pop() for _ in game.hand(one))
        # a result that waits, or stands, for the round before shows that round: all its cards are public
        last = game.last if view(game).round != game.round else None
        twin = replace(game, hands=(hands[0], hands[1], hands[2], hands[3]), before=None, last=last)
        assert view(twin, seat) == view(game, seat)


def check_step(step: Step) -> None:
    """Check what holds for every act: what it may do, what it costs, and that the turn counts positions."""
    kinds = [type(event) for event in step.events]
    positions = sum(kind in POSITIONS for kind in kinds)
    assert step.after.turn == step.before.turn + positions
    assert positions <= 1
    if step.refused:
        assert step.after == step.before
    match step.command:
        case cmd.PlayCard(card):
            check_play(step, card)
        case cmd.MakeBid():
            check_bid(step, step.command)
        case cmd.Show():
            check_show(step)
        case cmd.Misdeal():
            check_misdeal(step)
        case cmd.Challenge():
            check_challenge(step, step.command)
        case cmd.Concede() | cmd.Withdraw():
            check_concession(step)
        case cmd.Salt(phrase):
            check_salt(step, phrase)
        case cmd.TimeUp(turn):
            check_time(step, turn)
    check_last_round(step)
    check_rounds(step)


def check_claim(step: Step) -> None:
    """Check that a claim is judged by the claimer's view."""
    before, seat = step.before, step.seat
    if step.refused or not isinstance(step.command, cmd.Claim):
        return
    assert seat is not None
    # the view's cards are the claimer's alone, so a second search of it sees no other hand
    assert before.due == (seat, "play") and len(before.tricks) >= 6
    assert view(before, seat).claimable
    assert len(before.hand(seat)) > 3 or slow_claim.claimable(view(before, seat))
    (scored,) = (event for event in step.events if isinstance(event, ev.RoundScored))
    left = 13 - sum(before.books)
    assert scored.books == tuple(books + left * (one == seat) for one, books in enumerate(before.books, 1))


def check_rounds(step: Step) -> None:
    """Check that a round ends by its scoring, and the next one begins by its deal."""
    for place, event in enumerate(step.events):
        if isinstance(event, ev.RoundScored):
            check_scoring(step, place, event)
        if isinstance(event, ev.Dealt):
            assert event.turn == max(step.after.turn, 1)
            assert event.hands == deal(deal_key(step.after.deck, step.after.sheet), step.after.sheet)


def check_play(step: Step, card: Card) -> None:
    """Check that a legal card is played; a wrong one gets the act that the sheet names."""
    game, seat, table = step.before, step.seat, table_of(step.before)
    assert seat is not None
    if step.answers != game.turn:
        return
    wrong = slow_law.wrong(table, game, seat, card)
    if game.due != (seat, "play"):
        assert step.refused
    elif wrong is None:
        assert isinstance(step.command, cmd.PlayCard)
        assert step.events[0] == ev.CardPlayed(game.turn, seat, card, "player", step.command.planned)
    elif wrong not in table["misplay_faults"]:
        assert step.refused == Reason.ILLEGAL_CARD
    elif table["misplay_act"] == "stand":
        check_let_stand(step, seat, card)
    else:
        check_misplay(step, seat, card, wrong)


def check_let_stand(step: Step, seat: int, card: Card) -> None:
    """Check that the misplay stands like any other play: a trick and a score follow from it, and nothing mentions
    it."""
    game, now = step.before, step.after
    assert step.events[0] == ev.CardPlayed(game.turn, seat, card, "player")
    follows = {ev.TrickTaken, ev.SaltsClosed, ev.RoundScored, ev.Revealed, ev.Provisional, ev.Committed, ev.Dealt}
    assert {type(event) for event in step.events[1:]} <= follows
    assert now.misplays_game == game.misplays_game
    if now.round == game.round and now.points is None:
        assert (now.score, now.off, now.misplays_hand) == (game.score, game.off, game.misplays_hand)


def check_misplay(step: Step, seat: int, card: Card, wrong: str) -> None:
    """Check that the misplay is taken back at once and charged."""
    game, table, team = step.before, table_of(step.before), team_of(seat)
    cost, forfeit = table["misplay_cost"], table["misplay_forfeit"]
    assert step.events[0] == ev.Misplayed(game.turn, seat, card, wrong, cost["points"])
    assert step.after.score[team - 1] == game.score[team - 1] + cost["points"]
    assert step.after.off[team - 1] == game.off[team - 1] + cost["books"]
    assert (step.after.hands, step.after.trick) == (game.hands, game.trick)
    counts = (step.after.misplays_hand[team - 1], step.after.misplays_game[team - 1])
    assert counts == (game.misplays_hand[team - 1] + 1, game.misplays_game[team - 1] + 1)
    forfeits = forfeit is not None and (counts[0] >= forfeit[0] or counts[1] >= forfeit[1])
    assert (step.after.result == (3 - team, "forfeit")) == forfeits


def check_bid(step: Step, bid: cmd.MakeBid) -> None:
    """Check that a bid is accepted if its seat may make it, having seen its hand, or blind."""
    game, seat, table = step.before, step.seat, table_of(step.before)
    assert seat is not None
    if step.answers != game.turn:
        return
    seen = seat in game.seen or not table["blind_nil"]
    may = bid.value in slow_law.may_bid(table, game, seat) and (not seen if bid.blind else seen)
    taken = may and game.provisional is None
    assert (step.refused is None) == taken
    if taken:
        assert step.events[0] == ev.BidMade(game.turn, seat, bid.value, "player", bid.blind)
        stands = slow_law.place(table, game.eldest, seat)
        assert step.after.bids[stands - 1] == bid.value
        assert seat in step.after.seen
        assert (seat in step.after.blind) == bid.blind


def check_show(step: Step) -> None:
    """Check that a hand that is held back is shown once, to whoever asks for the hand that they hold now."""
    game, seat = step.before, step.seat
    assert seat is not None
    held_back = bool(table_of(game)["blind_nil"]) and seat not in game.seen
    assert (step.refused is None) == (held_back and step.answers >= game.opening)
    assert step.refused or (step.events == (ev.Shown(seat),) and step.after.seen == game.seen | {seat})


def check_misdeal(step: Step) -> None:
    """Check that a misdeal is taken before the own bid, for the hand that the sheet names; the third waits for the
    Gamesmaster."""
    game, seat, table = step.before, step.seat, table_of(step.before)
    assert seat is not None
    if step.answers != game.turn:
        return
    seen = seat in game.seen or not table["blind_nil"]
    bidding = game.leader is None and not game.thrown_in and game.provisional is None
    own = game.bids[slow_law.place(table, game.eldest, seat) - 1]
    may = table["redeal"] is not None and bidding and seen and own is None and slow_law.is_misdeal(game.hand(seat))
    assert (step.refused is None) == may
    if not may:
        return
    now = step.after
    assert step.events[0] == ev.Misdealt(game.turn, seat)
    assert (now.round, now.eldest, now.score, now.bids) == (game.round, game.eldest, game.score, (None,) * 4)
    if game.attempt % 3 == 0:
        assert now.thrown_in and now.paused and now.attempt == game.attempt
    else:
        assert now.attempt == game.attempt + 1
        assert now.opening == now.turn


def check_challenge(step: Step, claim: cmd.Challenge) -> None:
    """Check that a challenge is open for the running round, and for the one before until the own team bids; who was
    wrong pays, and what was scored already is scored anew."""
    game, seat, table = step.before, step.seat, table_of(step.before)
    assert seat is not None
    before_open = slow_law.may_challenge_the_round_before(game, seat)
    was = game.last if game.last is not None and before_open and claim.round != game.round else game
    in_round = claim.round in (None, was.round)
    played_by = [{play.seat for play in trick} for trick in (*was.tricks, was.trick)]
    on_table = 0 < claim.book <= len(played_by) and claim.accused in played_by[claim.book - 1]
    before = any((one.book, one.accused) == (claim.book, claim.accused) for one in was.challenges)
    opponent = claim.accused % 2 != seat % 2
    # mail of a round that is closed, or of a position that was voided, is late: it costs nothing
    late = claim.round is None and not before_open and step.answers < game.opening
    voided = was is game and game.opening <= step.answers < game.unvoided
    fresh = not late and not voided
    may = table["misplay_act"] == "stand" and in_round and on_table and opponent and not before and fresh
    assert (step.refused is None) == may
    if not may:
        return
    cost = table["misplay_cost"]
    proven = slow_law.broke_suit(was, claim.book, claim.accused)
    assert step.events[0] == ev.Challenged(seat, was.round, claim.book, claim.accused, proven, cost["books"])
    loser = team_of(claim.accused if proven else seat)
    paid = [cost["points"] if team == loser else 0 for team in (1, 2)]
    old = was.points or (0, 0)
    base = [game.score[team] - old[team] + paid[team] for team in (0, 1)]
    asked = replay(step.events[:1], game)
    now = asked if was is game else asked.last
    assert now is not None
    assert list(now.off) == [was.off[team - 1] + (cost["books"] if team == loser else 0) for team in (1, 2)]
    assert list(asked.score) == base
    rescored = [event for event in step.events if isinstance(event, ev.RoundScored)]
    if was.points is not None and step.after.result is None:
        assert [event.round for event in rescored] == [was.round]


def check_concession(step: Step) -> None:
    """Check that a concession is posted, and once more after a withdrawal in the round; what stands may be
    withdrawn."""
    game, seat = step.before, step.seat
    assert seat is not None
    posts = isinstance(step.command, cmd.Concede)
    may = slow_law.may_concede(game, seat) if posts else seat in game.conceded
    assert (step.refused is None) == (may and game.provisional is None)
    if step.refused is None:
        assert (seat in step.after.conceded) == posts


def check_salt(step: Step, phrase: str) -> None:
    """Check that a salt is accepted until trick 6 ends, if any of it counts; it changes nothing else."""
    game, seat = step.before, step.seat
    assert seat is not None
    kept = "".join(one for one in phrase if one.isascii() and one.isprintable() and one != " ")[:64]
    assert (step.refused is None) == bool(kept and not game.closed)
    if step.refused is None:
        assert step.events == (ev.Salted(seat, kept),)
        salts = tuple(kept if one == seat else game.salts[one - 1] for one in SEATS)
        assert step.after == replace(game, salts=salts)  # type: ignore[arg-type]


def check_time(step: Step, turn: int) -> None:
    """Check that the clock bids or plays for the seat that is due, never blind; a provisional result stands when it
    runs out."""
    game, table = step.before, table_of(step.before)
    waiting = game.due
    runs = turn == game.turn and not game.paused and (waiting is not None or game.provisional is not None)
    assert (step.refused is None) == runs
    if not runs:
        return
    if game.provisional is not None:
        assert step.events == (ev.Ended(*game.provisional),)
        return
    assert waiting is not None
    seat, what = waiting
    if what == "bid":
        bids = slow_law.may_bid(table, game, seat)
        value = min((bid for bid in bids if bid >= 2), default=max(bids))
        shown = () if seat in game.seen else (ev.Shown(seat),)
        assert step.events[: len(shown) + 1] == (*shown, ev.BidMade(turn, seat, value, "clock"))
    else:
        first = step.events[0]
        assert isinstance(first, ev.CardPlayed)
        assert (first.turn, first.seat, first.by) == (turn, seat, "clock")
        assert first.card in slow_law.may_play(table, game, seat)


def check_last_round(step: Step) -> None:
    """Check that the match limit makes the running round the last, once, and nothing else changes."""
    game = step.before
    if not isinstance(step.command, cmd.LastRound):
        return
    assert (step.refused is None) == (game.last_round == 0)
    if step.refused is None:
        seconds = step.command.seconds
        assert step.events == (ev.LastRoundSet(game.round), ev.Hurried(seconds))
        assert step.after == replace(game, last_round=game.round, hurry=seconds, head=step.after.head)


def check_scoring(step: Step, place: int, event: ev.RoundScored) -> None:
    """Check that a round scores as the second scorer says, and the game ends or goes on as it says."""
    before, table = replay(step.events[:place], step.before), table_of(step.before)
    was = before if event.round == before.round else before.last
    assert was is not None
    first = opening(was)
    blind = [seat in was.blind for seat in SEATS]
    expected = round_of(
        table, was.bids, was.books, list(before.score), list(first.bags), blind=blind, off=was.off, sets=first.sets
    )
    assert (list(event.score), list(event.bags), list(event.sets)) == (expected.score, expected.bags, expected.sets)
    last = before.last_round
    end = ending(table, expected.score, expected.sets, event.round, extra=first.extra == event.round, last=last)
    decides = end.tie and (table["tie_break"] == "extra_hand" or last > 0)
    assert event.extra == (event.round + 1 if decides else first.extra)
    follows = step.events[place + 1 :]
    if was is before:  # a round that is scored anew has been revealed
        seeds = before.seeds[before.round]
        shown = len(seeds) - len(before.revealed)
        reveals = [ev.Revealed(before.round, one, seeds[one - 1]) for one in range(1, len(seeds) + 1)]
        assert list(follows[:shown]) == reveals[len(seeds) - shown :]
        follows = follows[shown:]
    if end.over:
        ends = ev.Provisional if table["misplay_act"] == "stand" else ev.Ended
        assert follows == (ends(end.winner or 0, end.by or ""),)
    elif was is before:
        commitment, dealt = follows
        assert isinstance(commitment, ev.Committed) and commitment.round == before.round + 2
        assert isinstance(dealt, ev.Dealt) and dealt.attempt == 1
        assert step.after.round == before.round + 1
        assert step.after.eldest == before.eldest % 4 + 1
    else:
        assert follows == ()


def check_fold(events: list[ev.Event], game: Game) -> None:
    """Check that the full fold, the fold from the first deal of the round that is open, and that of what JSON gives
    back are the live state."""
    assert replay(events) == game
    number = (game.last or game).round
    first = min(i for i, event in enumerate(events) if isinstance(event, ev.Dealt) and event.round == number)
    assert replay([events[0], *events[first:]]) == game
    texts = [json.dumps(ev.CODEC.to_json(event)) for event in events]
    assert [ev.CODEC.from_json(json.loads(text)) for text in texts] == events


def check_game(
    sheet: RuleSheet,
    seed: int,
    wild: float,
    most: int | None = None,
    terms: Terms = PLAIN,
    limited: float = 0,
) -> None:
    random = Random(seed)
    events = list(random_games.opening(random, sheet, terms))
    game = replay(events)
    check_state(game)
    counted = slow_law.Round(table_of(game))
    for event in events:
        counted.saw(event)
    for count, step in enumerate(played(seed, wild=wild, sheet=sheet, terms=terms, limited=limited)):
        check_step(step)
        check_claim(step)
        events += step.events
        game = step.after
        for event in step.events:
            counted.saw(event)
        assert game.have_bid == frozenset(counted.teams)
        assert (*game.changes, *game.withdrawals) == (*counted.changes(), *counted.withdrawals())
        if step.events:
            check_state(game)
        if count % 11 == 0:
            check_nothing_hidden_shows(game, random)
        if count % 40 == 0:
            check_fold(events, game)
        if count == most:
            break
    assert most is not None or game.result is not None
    check_fold(events, game)


def custom_sheet(seed: int) -> RuleSheet:
    return RuleSheet.from_table("ours", custom_table(Random(seed)))


@every_sheet
@short(3)
@given(SEEDS)
def test_games_with_claims_keep_the_rules(sheet: RuleSheet, seed: int) -> None:
    check_game(sheet, seed, wild=0.1, most=400, terms=Terms())


@every_sheet
@short(2)
@given(SEEDS)
def test_a_game_whose_match_reaches_its_time_limit_ends_and_keeps_the_rules(sheet: RuleSheet, seed: int) -> None:
    check_game(sheet, seed, wild=0.05, terms=Terms(), limited=0.02)


@every_sheet
@short(2)
@given(SEEDS)
def test_games_of_legal_moves_keep_the_rules(sheet: RuleSheet, seed: int) -> None:
    check_game(sheet, seed, wild=0)


@every_sheet
@short(3)
@given(SEEDS)
def test_games_in_which_anything_is_tried_keep_the_rules(sheet: RuleSheet, seed: int) -> None:
    check_game(sheet, seed, wild=0.3)


@short(20)
@given(SEEDS, st.sampled_from((0, 0.1, 0.3)))
def test_games_on_custom_sheets_keep_the_rules(seed: int, wild: float) -> None:
    check_game(custom_sheet(seed), seed, wild, most=ENOUGH)


@every_sheet
@short(3)
@given(SEEDS)
def test_exactly_the_legal_moves_are_accepted(sheet: RuleSheet, seed: int) -> None:
    check_all_moves(sheet, seed, 0.02)


@short(15)
@given(SEEDS)
def test_exactly_the_legal_moves_are_accepted_on_custom_sheets(seed: int) -> None:
    check_all_moves(custom_sheet(seed), seed, 0.01)


def check_all_moves(sheet: RuleSheet, seed: int, share: float) -> None:
    """Check that at chosen positions every bid and every card of the deck is tried by every seat, answering this
    position."""
    random = Random(seed)
    for game in positions(sheet, seed, random, share):
        for seat in SEATS:
            for bid in range(-1, 16):
                tried = act(game, seat, cmd.MakeBid(bid), game.turn, "0" * 64)
                check_bid(tried, cmd.MakeBid(bid))
                assert (tried.refused is None) == (bid in legal_bids(game, seat))
            for other in (cmd.MakeBid(0, blind=True), cmd.Show(), cmd.Misdeal()):
                check_step(act(game, seat, other, game.turn, "0" * 64))
            for card in game.sheet.deck:
                tried = act(game, seat, cmd.PlayCard(card), game.turn, "0" * 64)
                check_step(tried)
                stands = bool(tried.events) and isinstance(tried.events[0], ev.CardPlayed)
                reneges = sheet.misplay_act == "stand" and game.due == (seat, "play")
                assert stands == (card in legal_cards(game, seat)) or (reneges and card in game.hand(seat))


def positions(sheet: RuleSheet, seed: int, random: Random, share: float) -> Iterator[Game]:
    """Yield some positions of a game, those of the bidding more often, since there are fewer of them."""
    for count, step in enumerate(played(seed, wild=0.1, sheet=sheet)):
        bidding = step.after.leader is None
        if step.after.result is None and random.random() < (10 * share if bidding else share):
            yield step.after
        if count == ENOUGH:
            return


@every_sheet
@short(4)
@given(SEEDS)
def test_a_void_gives_back_the_state_before(sheet: RuleSheet, seed: int) -> None:
    """A void to a position gives back its state: all but the turn and what is posted by hand or seen.

    Where the tricks were all played, and their seeds with them public, the round is dealt again instead."""
    random = Random(seed)
    live: dict[int, Game] = {}
    for step in played(seed, wild=0, sheet=sheet):
        if step.before.opening not in live:
            live.clear()
        live[step.before.turn] = step.before
        if isinstance(found := next(iter(step.events), None), ev.Challenged) and found.round != step.before.round:
            # a finding about the round before is no part of this one: it is as if it came before any bid
            live = {turn: replay(step.events, past) for turn, past in live.items()}
        if step.after.result or step.after.opening != step.before.opening:
            break
        earlier = [turn for turn in live if turn < step.after.turn]
        if random.random() > 0.1 or not earlier:
            continue
        to = random.choice(earlier)
        voided = act(step.after, None, cmd.RuleVoid(to, "so ruled"), 0, "0" * 64)
        past, now = live[to], voided.after
        assert now.turn == step.after.turn + 1
        assert (now.salts, now.closed) == (step.after.salts, step.after.closed)
        if step.after.points is not None:
            attempt = len(step.after.revealed) + 1
            assert (now.round, now.attempt, now.eldest) == (past.round, attempt, past.eldest)
            assert (now.bids, now.opening, now.score, now.bags) == ((None,) * 4, now.turn, past.score, past.bags)
            check_settled(step.after, past, now)
            break
        assert (now.seen, now.last, now.have_bid) == (step.after.seen, step.after.last, step.after.have_bid)
        for field in ("hands", "bids", "changes", "blind", "leader", "trick", "tricks", "books", "score", "points"):
            assert getattr(now, field) == getattr(past, field)
        check_settled(step.after, past, now)


def check_settled(game: Game, past: Game, now: Game) -> None:
    """Check that what challenges settled since, over books that stand again, stays settled, and all else is given
    back."""
    off, proven = list(past.off), [0, 0]
    for claim in game.challenges[len(past.challenges) :]:
        if claim.book <= len(past.tricks):
            loser = team_of(claim.accused if claim.proven else claim.seat)
            off[loser - 1] += claim.books
            proven[loser - 1] += claim.proven
    assert list(now.off) == off
    assert list(now.misplays_hand) == [past.misplays_hand[team] + proven[team] for team in (0, 1)]
    assert list(now.misplays_game) == [past.misplays_game[team] + proven[team] for team in (0, 1)]


def test_a_misdeal_leaves_the_round_before_open_to_challenges() -> None:
    sheet = RuleSheet.from_table("ours", {"redeal": "no_face_no_spade"}, SHEETS["fsu"])
    step = next(step for step in played(2, wild=0, sheet=sheet) if step.after.round > step.before.round)
    *scored, dealt = step.events
    assert isinstance(dealt, ev.Dealt)
    game = replay([*scored, replace(dealt, hands=random_games.hopeless(Random(2), sheet))], step.before)  # type: ignore[arg-type]
    seat = next(seat for seat in SEATS if slow_law.is_misdeal(game.hand(seat)))
    again = act(game, seat, cmd.Misdeal(), game.turn, "0" * 64).after
    assert (again.round, again.attempt, again.last) == (game.round, 2, game.last)
    check_step(act(again, 1, cmd.Challenge(1, 2), again.turn, "0" * 64))
    assert act(again, 1, cmd.Challenge(1, 2), again.turn, "0" * 64).refused is None


@pytest.mark.long
@every_sheet
@settings(short(LONG), derandomize=False)
@given(SEEDS, st.sampled_from((0, 0.02, 0.1, 0.4)))
def test_hundreds_of_games_of_each_sheet_keep_the_rules(sheet: RuleSheet, seed: int, wild: float) -> None:
    check_game(sheet, seed, wild)


@pytest.mark.long
@settings(short(2_000), derandomize=False)
@given(SEEDS, st.sampled_from((0, 0.02, 0.1, 0.4)))
def test_two_thousand_games_on_custom_sheets_keep_the_rules(seed: int, wild: float) -> None:
    check_game(custom_sheet(seed), seed, wild, most=ENOUGH)


@pytest.mark.parametrize("value", range(1, 14))
def test_only_a_nil_is_bid_blind(value: int) -> None:
    game = replay(random_games.opening(Random(1), SHEETS["sigma"]))
    step = act(game, 1, cmd.MakeBid(value, blind=True), game.turn, "00" * 32)
    assert step.refused is Reason.NOT_A_BID and step.after == game
