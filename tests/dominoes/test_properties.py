"""Properties of random games: what holds after every act, whoever tried what."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.dominoes import events as ev
from referee.dominoes.fold import replay
from referee.dominoes.game import legal_moves
from referee.dominoes.line import Knock, Laid, Line, Move, count, ends, lay, scores
from referee.dominoes.sheets import DominoSheet
from referee.dominoes.tiles import SET
from referee.dominoes.view import view
from referee.table.seats import SEATS, after, team_of
from tests.dominoes.hidden import shown_secrets
from tests.dominoes.random_games import SHEETS, Step, played

games = given(st.integers(0, 10**9), st.sampled_from((0.0, 0.1, 0.4)), st.sampled_from(SHEETS))


@games
def test_after_every_act_the_table_is_whole(seed: int, wild: float, sheet: DominoSheet) -> None:
    for step in played(seed, wild=wild, sheet=sheet):
        game = step.after
        held = [tile for hand in game.hands for tile in hand]
        lying = [one.tile for one in game.laid]
        if any(game.hands):
            assert sorted(held + lying) == list(SET), "each tile is held or lies, once"
        waiting = game.due
        if waiting is not None:
            assert legal_moves(game, waiting[0]), "whoever is on turn can play"
        check_line(step)


def check_line(step: Step) -> None:
    """Check the line of play from its first tile on: seats in turn, counts, and knocks where they had to be."""
    game, line = step.after, Line()
    for one, other in pairwise(game.course):
        assert other.seat == after(one.seat)
    hands = {seat: set(game.hand(seat)) | {one.tile for one in game.laid if one.seat == seat} for seat in SEATS}
    for made in game.course:
        if isinstance(made, Knock):
            assert set(made.numbers) == set(ends(line).values())
            assert not any(set(tile) & set(made.numbers) for tile in hands[made.seat]), "a knock of who could play"
            continue
        line = lay(line, Move(made.tile, made.arm))
        assert (made.count, made.points) == (count(line), scores(count(line)))
        hands[made.seat].remove(made.tile)
    assert line == game.line


@games
def test_the_score_is_what_the_tiles_and_rounds_made(seed: int, wild: float, sheet: DominoSheet) -> None:
    scored = [0, 0]
    for step in played(seed, wild=wild, sheet=sheet):
        scored = next((list(one.score) for one in reversed(step.events) if isinstance(one, ev.RoundScored)), scored)
        made = [0, 0]
        if step.after.points is None:
            for laid in step.after.laid:
                made[team_of(laid.seat) - 1] += laid.points
        assert step.after.score == (scored[0] + made[0], scored[1] + made[1])


@settings(max_examples=25)
@games
def test_a_game_is_the_fold_of_its_events_and_no_view_shows_what_is_hidden(
    seed: int, wild: float, sheet: DominoSheet
) -> None:
    for step in played(seed, wild=wild, sheet=sheet):
        assert replay(step.events, step.before) == step.after
        assert tuple(ev.CODEC.from_json(ev.CODEC.to_json(event)) for event in step.events) == step.events
        for seat in (None, *SEATS):
            seen = view(step.after, seat)
            assert not shown_secrets(step.after, seen)
            assert {Move(one.tile, one.arm) for one in seen.moves} == set(legal_moves(step.after, seat or 0))


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_a_game_ends_by_its_sheet(sheet: DominoSheet) -> None:
    for seed in range(40):
        *_, last = played(seed, wild=0, sheet=sheet)
        game = last.after
        assert game.result is not None
        team, by = game.result
        assert team is not None
        assert by == "score"
        assert max(game.score) >= sheet.target > min(game.score) or sheet.end == "after_the_hand"
        assert game.score[team - 1] == max(game.score)
        assert isinstance(game.course[-1], Laid)
        if sheet.end == "after_the_hand":
            assert game.points is not None
