"""Properties of plans over random games, each from one integer seed, for every sheet and for custom ones: only legal
cards, only from the owner's view, nothing to see for the others. The second opinion is slow_plans.py's.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.spades import commands as cmd
from referee.spades import events as ev
from referee.spades.cards import Card
from referee.spades.fold import line, replay
from referee.spades.game import Game
from referee.spades.plan_choice import Choice, choose
from referee.spades.plans import Habits, Pick, Plan, PlanEntry, Way, When, plan_from
from referee.spades.rulesheet import RuleSheet
from referee.spades.sheets import SHEETS
from referee.spades.view import view
from referee.table.refusal import Reason
from referee.table.seats import SEATS
from tests.spades import slow_law, slow_plans
from tests.spades.custom_sheets import custom_table
from tests.spades.random_games import Step, act, opening, sensible

SEEDS = st.integers(0, 2**64 - 1)
ENOUGH = 150
ALL_WHENS = tuple(When)
every_sheet = pytest.mark.parametrize("sheet", SHEETS.values(), ids=lambda sheet: sheet.name)


def short(most: int) -> settings:
    return settings(max_examples=most, derandomize=True, suppress_health_check=list(HealthCheck))


def any_plan(random: Random, sheet: RuleSheet) -> Plan:
    """Return a plan as anyone might make it, sensible or not."""
    when = random.choice(ALL_WHENS)
    if when == When.BID:
        blind = random.random() < 0.3
        return Plan(when, bid=0 if blind else random.choice((*sheet.bid_values, 14)), blind=blind)
    return Plan(when, tuple(any_entry(random, sheet) for _ in range(random.randint(1, 3))))


def any_entry(random: Random, sheet: RuleSheet) -> PlanEntry:
    if random.random() < 0.5:
        return random.choice(sheet.deck)
    return Pick(random.choice(get_args(Way)), random.choice((None, None, "S", "H", "D", "C")))


class Play:
    """One game in which everyone plans: what happened, and what the second opinion says of it."""

    def __init__(self, seed: int, sheet: RuleSheet) -> None:
        self.random = Random(seed)
        self.table = sheet.parameters()
        self.standing = slow_plans.Standing(self.table)
        first, *others = opening(self.random, sheet)
        self.events = [first]
        self.game = replay((first,))
        self.saw(others)

    def saw(self, events: Iterable[ev.Event]) -> None:
        for event in events:
            self.game = replay((event,), self.game)
            self.events.append(event)
            self.standing.saw(event, self.game)

    def acts(self, seat: int | None, command: cmd.Command, answers: int | None = None) -> Step:
        turn = self.game.turn if answers is None else answers
        step = act(self.game, seat, command, turn, self.random.randbytes(32).hex())
        self.saw(step.events)
        return step

    def steps(self) -> Iterator[None]:
        """Play the game, act by act, until it is over or long enough."""
        for _ in range(ENOUGH):
            if self.game.result is not None:
                return
            while self.random.random() < 0.6:
                self.plans()
            if self.random.random() < 0.04:
                self.disturbs()
            else:
                self.moves()
            yield

    def plans(self) -> None:
        """Have somebody make a plan, or drop some: for the others nothing has happened."""
        game, seat = self.game, self.random.choice(SEATS)
        dropped = self.random.choice((None, *ALL_WHENS))
        drops = self.random.random() < 0.1
        command = cmd.DropPlans(dropped) if drops else cmd.MakePlan(any_plan(self.random, game.sheet))
        step = self.acts(seat, command, game.turn - self.random.choice((0, 0, 0, 1, 4, 30)))
        assert len(step.events) == (step.refused is None)
        for event in step.events:
            assert line(game, event) is None
            assert replace(self.game, plans=game.plans) == game
            for other in (None, *SEATS):
                assert other == seat or view(self.game, other) == view(game, other)

    def disturbs(self) -> None:
        game = self.game
        back = cmd.RuleVoid(self.random.randint(game.opening, max(game.opening, game.turn)), "so ruled")
        self.acts(None, self.random.choice((back, back, cmd.Replace(self.random.choice(SEATS), "Eve"))))

    def moves(self) -> None:
        """Have the seat on turn play by its plans and habits, or by hand."""
        game, waiting = self.game, self.game.due
        if waiting is None:
            self.acts(*sensible(self.random, game)[:2])
            return
        overdue, (seat, what) = self.random.random() < 0.2, waiting
        habits = Habits(forced=self.random.random() < 0.3, equals=self.random.random() < 0.3)
        self.check_standing()
        plans = view(game, seat).acting(overdue=overdue)
        assert sorted(map(str, plans)) == sorted(
            map(str, slow_plans.chosen(self.standing.own[seat], game.turn, overdue=overdue))
        )
        choice = choose(view(game, seat), plans, habits)
        self.check_choice(seat, what, plans, habits, choice)
        if choice.command is None:
            asked, command, _ = sensible(self.random, game)
            self.acts(asked, command)
            return
        step = self.acts(seat, choice.command)
        assert step.refused is None
        moved = step.events[0]
        if isinstance(choice.command, cmd.DropPlans):
            assert moved == ev.Unplanned(seat, When.BID)
            return
        assert isinstance(moved, ev.BidMade | ev.CardPlayed)
        assert (moved.seat, moved.turn, moved.by, moved.planned) == (seat, game.turn, "player", True)

    def check_standing(self) -> None:
        """Check that the plans that stand are those that the events leave, in the order of When, and seen by their
        owners."""
        for seat in SEATS:
            seen = view(self.game, seat).plans
            assert {(plan.when.value, plan, turn) for plan, turn in seen} == {
                (when, plan, turn) for when, (plan, turn) in self.standing.own[seat].items()
            }
            assert [plan.when for plan, _ in seen] == [when for when in When if when in self.standing.own[seat]]
        assert view(self.game).plans == ()

    def check_choice(self, seat: int, what: str, plans: tuple[Plan, ...], habits: Habits, choice: Choice) -> None:
        game = self.game
        match choice.command:
            case cmd.PlayCard(card):
                assert what == "play" and card in slow_law.may_play(self.table, game, seat)
                assert card == slow_plans.card_of(self.table, game, seat, plans, habits)
            case cmd.MakeBid(bid, blind):
                assert what == "bid" and bid in slow_law.may_bid(self.table, game, seat)
                assert blind == (seat not in game.seen) and (not blind or self.table["blind_nil"])
                assert Plan(When.BID, bid=bid, blind=blind) in plans
            case None if what == "play":
                assert slow_plans.card_of(self.table, game, seat, plans, habits) is None
            case None:
                assert all(plan.when != When.BID for plan in plans)
            case cmd.DropPlans(when):
                may = slow_law.may_bid(self.table, game, seat)
                hidden = seat not in game.seen
                (made,) = (plan for plan in plans if plan.when == when == When.BID)
                assert not (made.bid in may and made.blind == hidden)
        assert all(unfit.plan in plans and len(unfit.why) == len(unfit.plan.entries) for unfit in choice.unfit)
        for other in SEATS:
            if other != seat and game.leader is not None:
                assert choose(view(game, other), plans, Habits(True, True)) == Choice(None, None)
        twin = self.twin(seat)
        assert view(twin, seat) == view(game, seat) and view(twin) == view(game)
        assert choose(view(twin, seat), plans, habits) == choice

    def twin(self, seat: int) -> Game:
        """Return the same game with other unseen cards, and other plans of the other players."""
        game = self.game
        hidden = [one for one in SEATS if one != seat or one not in game.seen]
        cards = sorted(card for one in hidden for card in game.hand(one))
        self.random.shuffle(cards)
        hands, plans = list(game.hands), list(game.plans)
        for one in hidden:
            hands[one - 1] = frozenset(cards.pop() for _ in game.hand(one))
        for one in SEATS:
            if one != seat:
                plans[one - 1] = self.random.choice((*game.plans, ()))
        return replace(game, hands=(*hands,), plans=(*plans,), before=None)  # type: ignore[arg-type]


def check_planned_game(seed: int, sheet: RuleSheet) -> None:
    play = Play(seed, sheet)
    for _ in play.steps():
        pass
    events = tuple(play.events)
    assert replay(events) == play.game
    assert tuple(ev.CODEC.from_json(ev.CODEC.to_json(event)) for event in events) == events
    number = (play.game.last or play.game).round
    deal = next(i for i, event in enumerate(events) if isinstance(event, ev.Dealt) and event.round == number)
    assert replay((events[0], *events[deal:])) == play.game
    bare = replay(event for event in events if not isinstance(event, ev.Planned | ev.Unplanned))
    assert bare.head == play.game.head and view(bare) == view(play.game)


@every_sheet
@short(2)
@given(SEEDS)
def test_plans_play_what_the_rules_say(sheet: RuleSheet, seed: int) -> None:
    check_planned_game(seed, sheet)


@short(9)
@given(SEEDS)
def test_plans_on_custom_sheets_play_what_the_rules_say(seed: int) -> None:
    check_planned_game(seed, RuleSheet.from_table("custom", custom_table(Random(seed))))


@pytest.mark.long
@every_sheet
@settings(short(150), derandomize=False)
@given(SEEDS)
def test_hundreds_of_games_with_plans_keep_the_rules(sheet: RuleSheet, seed: int) -> None:
    check_planned_game(seed, sheet)


@pytest.mark.long
@settings(short(150), derandomize=False)
@given(SEEDS)
def test_hundreds_of_games_with_plans_on_custom_sheets_keep_the_rules(seed: int) -> None:
    check_planned_game(seed, RuleSheet.from_table("custom", custom_table(Random(seed))))


@short(300)
@given(SEEDS)
def test_a_plan_is_read_from_its_words(seed: int) -> None:
    random = Random(seed)
    plan = any_plan(random, random.choice(list(SHEETS.values())))
    assert plan_from(str(plan)) == plan


@pytest.mark.parametrize("when", [when for when in When if when not in (When.NEXT, When.BID)])
def test_a_plan_for_a_round_may_answer_any_of_its_positions(when: When) -> None:
    play = Play(7, SHEETS["109"])
    for _ in range(9):
        play.acts(*sensible(play.random, play.game)[:2])
    plan = cmd.MakePlan(Plan(when, (Card("2", "C"),)))
    for answers in range(play.game.opening, play.game.turn + 1):
        assert play.acts(1, plan, answers).refused is None
    assert play.acts(1, plan, play.game.opening - 1).refused is Reason.STALE
