"""Small records of games whose match reaches its time limit, right and wrong, as record_cases.py has them."""

import json
from collections.abc import Callable
from dataclasses import replace

from referee.spades import commands as cmd
from referee.spades.sheets import FSU, PRIDE, RULE_109, SIGMA
from referee.table import events as ev
from referee.table.terms import Terms
from tests.audit.record_cases import Case, Table, last, saying, without
from tests.audit.records import POOR, POOR_GAME
from tests.audit.tampering import written

TIMED = Terms(last_trick="by hand")


def limited(number: int = 1) -> Table:
    """Reach the match limit in the first trick of the first round."""
    table = Table(RULE_109, number=number, terms=TIMED)
    table.bids(3, 3, 3, 3)
    table.plays(2)
    table.does(None, cmd.LastRound(43_200))
    return table


def ended() -> Table:
    """Play the round out, which ends the game."""
    table = limited()
    table.plays(50)
    assert table.game.result is not None and table.game.result.by == "hands"
    return table


def match_limit() -> Case:
    return ended().right()


def match_limit_in_a_running_round() -> Case:
    return limited().right()


def match_limit_left_out() -> Case:
    """Leave out the limit: the next round would have to follow where the game ends."""
    table = ended()
    place = last(table.lines, "last")
    return Case((*table.lines[:place], *table.lines[place + 1 :]), last(table.lines, "end"))


def match_limit_of_another_round() -> Case:
    return saying(ended(), "last", round=2)


def match_limit_twice() -> Case:
    return limited().forbidden(ev.LastRoundSet(1))


def match_limit_after_the_end() -> Case:
    return ended().wrong(e="last", round=1)


def match_limit_and_no_end() -> Case:
    return without(ended(), "end")


def match_limit_won_by_the_other_team() -> Case:
    table = ended()
    result = json.loads(table.lines[last(table.lines, "end")])["result"]
    return saying(table, "end", result="team 2" if result == "team 1" else "team 1")


def match_limit_that_ends_by_score() -> Case:
    return saying(ended(), "end", by="score")


def match_limit_with_a_turn() -> Case:
    table = limited()
    return saying(table, "last", turn=table.game.turn)


def match_limit_before_a_void() -> Case:
    """Void back to a bid: the round is the last all the same."""
    table = limited()
    table.voids(3)
    table.bids(3, 3)
    table.plays(52)
    assert table.game.result is not None
    return table.right()


def match_limit_before_a_void_and_again_after_it() -> Case:
    table = limited()
    table.voids(3)
    return table.forbidden(ev.LastRoundSet(1))


def match_limit_before_a_forfeit_that_is_undone() -> Case:
    """Undo the forfeit: the next attempt at the round is the last, too."""
    table = limited()
    table.does(None, cmd.Forfeit(1))
    table.voids(5)
    table.bids(3, 3, 3, 3)
    table.plays(52)
    assert table.game.result is not None and table.game.result.by == "hands"
    return table.right()


def match_limit_before_a_restore() -> Case:
    table = limited()
    table.does(None, cmd.Restore(60, "noon"))
    table.does(None, cmd.Resume())
    table.bids(3, 3, 3, 3)
    table.plays(52)
    assert table.game.result is not None and table.game.result.by == "hands"
    return table.right()


def match_limit_between_a_restore_and_its_deal() -> Case:
    table = Table(RULE_109, terms=TIMED)
    table.bids(3)
    table.does(None, cmd.Restore(60, "noon"))
    table.does(None, cmd.LastRound(43_200))
    table.does(None, cmd.Resume())
    return table.right()


def match_limit_while_a_third_misdeal_waits() -> Case:
    table = Table(SIGMA, POOR, POOR_GAME, terms=TIMED)
    for _ in range(3):
        table.misdeals()
    table.does(None, cmd.LastRound(43_200))
    table.does(None, cmd.Resume())
    return table.right()


def match_limit_before_a_tie() -> Case:
    """Play one more round, which decides."""
    table = tied_table()
    assert (table.game.round, table.game.extra) == (2, 2)
    return table.right()


def match_limit_and_an_end_at_a_tie() -> Case:
    table = tied_table()
    place = last(table.lines, "commit")
    return Case((*table.lines[:place], written({"e": "end", "result": "-", "by": "hands", "score": [0, 0]})), place + 1)


def tied_table() -> Table:
    """Return a sheet by which a round brings nobody a point, so that it is level after it."""
    nothing = tuple(row._replace(made_each=0, set_each=0) for row in RULE_109.contract)
    sheet = replace(RULE_109, name="109*", contract=nothing, nil=0, over_points=0, bag_penalty=None, target=1)
    table = Table(sheet, terms=TIMED)
    table.bids(3, 3, 3, 3)
    table.does(None, cmd.LastRound(43_200))
    table.plays(52)
    return table


def match_limit_below_the_limit_of_rounds() -> Case:
    table = Table(PRIDE, terms=TIMED)
    table.bids(3, 3, 3, 3)
    table.does(None, cmd.LastRound(43_200))
    table.plays(52)
    assert table.game.result is not None and table.game.result.by == "hands"
    return table.right()


def match_limit_and_a_challenge() -> Case:
    """Let the result wait for challenges: one that fails leaves it."""
    table = Table(FSU, terms=TIMED)
    table.bids(5, 5)
    table.plays(4)
    table.does(None, cmd.LastRound(43_200))
    table.plays(48)
    assert table.game.provisional is not None
    table.does(1, cmd.Challenge(1, 2))
    if table.game.provisional is not None:
        table.does(None, cmd.TimeUp(table.game.turn))
    return table.right()


def match_limit_while_a_result_waits() -> Case:
    table = Table(replace(FSU, name="fsu*", target=1), terms=TIMED)
    table.bids(5, 5)
    table.plays(52)
    assert table.game.provisional is not None
    table.does(None, cmd.LastRound(43_200))
    table.does(None, cmd.TimeUp(table.game.turn))
    return table.right()


MATCH_LIMIT: tuple[Callable[[], Case], ...] = (
    match_limit,
    match_limit_in_a_running_round,
    match_limit_left_out,
    match_limit_of_another_round,
    match_limit_twice,
    match_limit_after_the_end,
    match_limit_and_no_end,
    match_limit_won_by_the_other_team,
    match_limit_that_ends_by_score,
    match_limit_with_a_turn,
    match_limit_before_a_void,
    match_limit_before_a_void_and_again_after_it,
    match_limit_before_a_forfeit_that_is_undone,
    match_limit_before_a_restore,
    match_limit_between_a_restore_and_its_deal,
    match_limit_while_a_third_misdeal_waits,
    match_limit_before_a_tie,
    match_limit_and_an_end_at_a_tie,
    match_limit_below_the_limit_of_rounds,
    match_limit_and_a_challenge,
    match_limit_while_a_result_waits,
)
