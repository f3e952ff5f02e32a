"""The acts of plans since their player last acted by hand: kept by seat, and gone with whatever they belonged to."""

from dataclasses import replace

from referee.spades import commands as cmd
from referee.spades.fold import replay
from referee.spades.game import Game
from referee.spades.law.moves import legal_bids, legal_cards
from referee.spades.sheets import SHEETS
from referee.spades.view import view
from referee.table import events as ev
from referee.table.game import NO_BY_PLANS
from referee.table.terms import Terms
from tests.chance import fresh
from tests.rulings import decide, start

SEEDS = fresh("01" * 32)


def game() -> Game:
    """Return a game at its first bid: seat 1 bids, then 2, 3, 4."""
    names = ("Ann", "Bob", "Carol", "Dave")
    return replay(start(1, names, SHEETS["standard"], 60, SEEDS, terms=Terms()))


def act(now: Game, *, planned: bool) -> Game:
    """Return the game after the next bid of 3 or first legal card."""
    seat, what = now.due or (0, "")
    command: cmd.Move = (
        cmd.MakeBid(3 if 3 in legal_bids(now, seat) else legal_bids(now, seat)[0], planned=planned)
        if what == "bid"
        else cmd.PlayCard(legal_cards(now, seat)[0], planned=planned)
    )
    return replay(decide(now, seat, command, answers=now.turn, seeds=SEEDS), now)


def acts(now: Game, count: int, *, planned: bool) -> Game:
    for _ in range(count):
        now = act(now, planned=planned)
    return now


def turns(now: Game) -> list[list[int]]:
    """Return the positions at which each seat's plans acted."""
    return [[done.turn for done in own] for own in now.by_plan]


def test_it_grows_by_plan_and_ends_with_an_act_by_hand() -> None:
    now = acts(game(), 4, planned=True)
    assert turns(now) == [[1], [2], [3], [4]]
    assert [own[0].what for own in now.by_plan] == [3, 3, 3, 3]
    leader = now.due
    assert leader == (1, "play")
    now = act(now, planned=True)
    assert turns(now)[0] == [1, 5]
    assert now.by_plan[0][1].what == now.trick[0].card
    now = act(now, planned=False)
    assert turns(now) == [[1, 5], [], [3], [4]]


def test_the_clock_and_the_last_trick_leave_it_as_it_is() -> None:
    now = acts(game(), 4, planned=True)
    silent = replay(decide(now, None, cmd.TimeUp(now.turn), answers=now.turn, seeds=SEEDS), now)
    assert turns(silent) == [[1], [2], [3], [4]]
    late = acts(now, 48, planned=True)
    assert len(late.tricks) == 12
    by_rule = replay(decide(late, None, cmd.LastCard(late.turn), answers=late.turn, seeds=SEEDS), late)
    assert by_rule.by_plan == late.by_plan


def test_only_its_player_sees_it() -> None:
    now = acts(game(), 2, planned=True)
    assert view(now).by_plan == view(now, 3).by_plan == ()
    assert [done.turn for done in view(now, 2).by_plan] == [2]


def test_a_void_takes_back_what_it_holds_of_later_positions() -> None:
    now = acts(game(), 6, planned=True)
    void = decide(now, None, cmd.RuleVoid(3, "because"), answers=now.turn, seeds=SEEDS)
    assert turns(replay(void, now)) == [[1], [2], [], []]


def test_a_successor_never_learns_of_it_not_even_through_a_void() -> None:
    now = acts(game(), 6, planned=True)
    swapped = replay(decide(now, None, cmd.Replace(2, "Eve"), answers=now.turn, seeds=SEEDS), now)
    assert turns(swapped)[1] == []
    void = decide(swapped, None, cmd.RuleVoid(6, ""), answers=swapped.turn, seeds=SEEDS)
    assert turns(replay(void, swapped))[:2] == [[1, 5], []]


def test_a_new_deal_begins_with_none() -> None:
    now = acts(game(), 5, planned=True)
    again = replay([ev.Misdealt(now.turn, 1)], replace(now, leader=None))
    assert again.by_plan == NO_BY_PLANS
    late = acts(now, 51, planned=True)
    assert late.round == 2 and late.by_plan == NO_BY_PLANS
