"""Plans as they are stored, and the choice of a move by a plan or habit: always a legal one, by what its player's view
shows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.dominoes.commands import PlayTile
from referee.dominoes.game import Game
from referee.dominoes.law import rule
from referee.dominoes.plans import Choice, PlanFault, choose, plan_from
from referee.dominoes.view import SeatView, view
from referee.table.view import on_hold
from tests.chance import fresh
from tests.dominoes.random_games import played
from tests.dominoes.scenario import Table

HANDS = (
    "given hand 1 6-4 3-1",
    "given hand 2 6-6 5-5 6-0",
    "given hand 3 6-3 5-3 6-1",
    "given hand 4 4-3 2-1",
    "given opener 2",
)


def table(*lines: str) -> Game:
    at = Table()
    for line in (*HANDS, *lines):
        at.read(line)
    return at.game


def chosen(game: Game, *plans: str, forced: bool = False) -> Choice:
    seat, _ = game.due or (0, "")
    return choose(view(game, seat), tuple(map(plan_from, plans)), forced=forced)


THREE = ("2 play 6-6 -> 12", "3 play 6-3 -> 15 +15", "4 play 4-3 -> 16")
"""Ann may lay 6-4 left, which makes 18, or right, which makes 8."""


@pytest.mark.parametrize(
    ("plan", "move"),
    [
        ("6-4 left", ("6-4", "left")),
        ("6-4 right", ("6-4", "right")),
        ("3-1, 5-5, 6-4 right", ("6-4", "right")),
        ("fives", ("6-4", "left")),
        ("heaviest", ("6-4", "left")),
    ],
)
def test_the_first_entry_that_is_legal_plays(plan: str, move: tuple[str, str]) -> None:
    choice = chosen(table(*THREE), plan)
    assert isinstance(choice.command, PlayTile)
    assert (str(choice.command.tile), choice.command.arm, choice.command.planned) == (*move, True)
    assert choice.plan == plan_from(plan)


def test_what_does_not_fit_is_told() -> None:
    choice = chosen(table(*THREE), "5-5, 3-1, 6-4 up, 6-4")
    assert choice.command is None
    (unfit,) = choice.unfit
    assert unfit.why == (PlanFault.NOT_HELD, PlanFault.NOT_LEGAL, PlanFault.NOT_LEGAL, PlanFault.TWO_PLACES)


@pytest.mark.parametrize("after", ["fives", "heaviest", "6-4 left"])
def test_a_tile_with_two_places_waits_for_its_player(after: str) -> None:
    choice = chosen(table(*THREE), f"6-4, {after}")
    assert choice.command is None
    assert choice.unfit[0].why == (PlanFault.TWO_PLACES,)


def test_fives_scores_most_and_heaviest_weighs_most() -> None:
    game = table("2 play 6-6 -> 12")
    assert str(chosen(game, "fives").command.tile) == "6-3"  # type: ignore[union-attr]
    opening = table()
    assert str(chosen(opening, "fives").command.tile) == "5-5"  # type: ignore[union-attr]
    assert str(chosen(opening, "heaviest").command.tile) == "6-6"  # type: ignore[union-attr]


def test_forced_plays_the_only_tile_unless_its_place_must_be_asked() -> None:
    game = table("2 play 6-6 -> 12", "3 play 6-3 -> 15 +15")
    choice = chosen(game, forced=True)
    assert (choice.plan, str(choice.command.tile)) == ("forced", "4-3")  # type: ignore[union-attr]
    assert chosen(game).command is None
    assert chosen(table(*THREE), forced=True).command is None


def test_a_plan_acts_only_at_later_positions_until_the_limit_has_run_out() -> None:
    game = table("2 plan 6-6")
    assert view(game, 2).acting() == ()
    assert view(game, 2).acting(overdue=True) == (plan_from("6-6"),)
    early = table("1 plan 6-4 left", *THREE)
    assert view(early, 1).acting() == (plan_from("6-4 left"),)


def test_nothing_is_chosen_out_of_turn_or_on_hold() -> None:
    game = table(*THREE)
    plans = (plan_from("fives"),)
    assert choose(view(game, 2), plans, forced=True) == Choice(None, None)
    assert choose(on_hold(view(game, 1)), plans, forced=True) == Choice(None, None)


@given(st.integers(0, 10**9), st.sampled_from(("fives", "heaviest", "6-4, 5-5, 3-0 left, fives", "0-0")))
def test_whatever_is_chosen_is_legal(seed: int, plan: str) -> None:
    for step in played(seed, wild=0):
        if (waiting := step.after.due) is None:
            continue
        seen: SeatView = view(step.after, waiting[0])
        command = choose(seen, (plan_from(plan),), forced=True).command
        if command is not None:
            rule(step.after, waiting[0], command, answers=step.after.turn, seeds=fresh("0" * 64))


@pytest.mark.parametrize(
    "text", ["6-4", "6-4 left", "6-4 left, 5-5, heaviest", "fives", "6-4 up, 0-0 down, 6-4 right, fives"]
)
def test_a_plan_is_read_as_it_is_written(text: str) -> None:
    assert str(plan_from(text)) == text


@pytest.mark.parametrize("text", ["", "4-6", "6-4 first", "6-4 top", "highest", "6-4,5-5", "fives left"])
def test_nothing_else_is_a_plan(text: str) -> None:
    with pytest.raises(ValueError, match="is no"):
        plan_from(text)
