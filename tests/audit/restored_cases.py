"""Small records of games whose referee went back to an older state, right and wrong, as in record_cases.py. Knows
nothing of verifying, nor of how a lost database is noticed.
"""

from collections.abc import Callable

from referee.spades import commands as cmd
from referee.spades.law.moves import legal_cards
from referee.spades.sheets import RULE_109, SIGMA
from referee.table import events as ev
from referee.table.seats import after
from tests.audit.record_cases import SHORT, Case, Table, playing, poor_table, provisional, saying, without

PAST = 1_000
"""The distance between the positions of a restored game and those that letters of the lost time may have named."""


def restores(table: Table) -> Table:
    """Set the table back to an older state."""
    table.does(None, cmd.Restore(table.game.turn + PAST, "noon"))
    return table


def restored() -> Table:
    """Restore after a trick of the first round; the Gamesmaster has not looked at it yet."""
    table = playing(RULE_109)
    table.plays(5)
    return restores(table)


def resumed() -> Table:
    """Deal the round anew, and make a bid."""
    table = restored()
    table.does(None, cmd.Resume())
    table.bids(3)
    return table


def waiting() -> Case:
    return restored().right()


def dealt_anew() -> Case:
    return resumed().right()


def played_to_the_next_round() -> Case:
    """Play to the second round, whose seeds are those committed to anew."""
    table = resumed()
    table.bids(3, 3, 3)
    table.plays(52)
    table.bids(3, 3, 3, 3)
    table.plays(52)
    table.does(None, cmd.Abort())
    return table.right()


def after_the_salts() -> Case:
    """Restore after the salts: they are public, and stay as they are."""
    table = playing(RULE_109)
    table.plays(30)
    restores(table).does(None, cmd.Resume())
    table.bids(3, 3, 3, 3)
    table.plays(52)
    table.bids(3)
    return table.right()


def dealt_from_a_seed_that_was_fixed_before() -> Case:
    return saying(resumed(), "deal", attempt=2)


def dealt_for_another_reason() -> Case:
    return saying(resumed(), "deal", reason="revealed")


def with_other_salts_or_play_before() -> Case:
    return saying(resumed(), "deal", prev="1" * 64)


def next_round_not_committed_to_anew() -> Case:
    return without(resumed(), "commit")


def seed_not_shown() -> Case:
    return without(restored(), "reveal")


def turn_not_past_the_present_one() -> Case:
    table = playing(RULE_109)
    return table.forbidden(ev.Restored(table.game.turn, ""))


def played_on() -> Case:
    """Play on as if nothing had happened."""
    table = restored()
    return table.wrong(e="play", turn=table.game.turn, seat=2, card="2C", by="player")


def bid_before_the_deal() -> Case:
    table = restored()
    return table.wrong(e="bid", turn=table.game.turn, seat=1, bid=3, by="player")


def void_before_the_deal() -> Case:
    table = restored()
    return table.forbidden(table.void(table.game.turn))


def challenge_before_the_deal() -> Case:
    table = Table(SHORT)
    table.bids(4, 4)
    table.plays(8)
    restores(table)
    claim = {"seat": 1, "round": 1, "book": 1, "accused": 2, "proven": False}
    return table.wrong(e="challenge", **claim, books=SHORT.misplay_cost.books)


def replaced_before_the_deal() -> Case:
    table = restored()
    table.does(None, cmd.Replace(2, "Eve"))
    table.does(3, cmd.Concede())
    table.does(None, cmd.Resume())
    return table.right()


def aborted_before_the_deal() -> Case:
    table = restored()
    table.does(None, cmd.Abort())
    return table.right()


def restored_twice() -> Case:
    """Restore twice: the fourth attempt may have been dealt in the time lost last, so the seventh is dealt."""
    table = restores(restored())
    table.does(None, cmd.Resume())
    assert table.game.attempt == 7
    table.bids(3)
    return table.right()


def restored_twice_and_a_later_attempt_dealt() -> Case:
    table = restores(resumed())
    table.does(None, cmd.Resume())
    return saying(table, "deal", attempt=5)


def while_a_third_misdeal_waits() -> Case:
    """Restore while a third misdeal waits: the three committed attempts are shown, and count as spent."""
    table = poor_table()
    for _ in range(3):
        table.misdeals()
    restores(table).does(None, cmd.Resume())
    assert table.game.attempt == 7
    table.bids(3)
    return table.right()


def between_two_misdeals() -> Case:
    table = poor_table()
    table.misdeals()
    restores(table).does(None, cmd.Resume())
    table.bids(3)
    return table.right()


def charge_of_before_stands() -> Case:
    """Restore after a misplay: its points are not charged again, and not given back."""
    table = playing(RULE_109)
    table.misplays()
    score = table.game.score
    restores(table).does(None, cmd.Resume())
    assert table.game.score == score != (0, 0)
    table.bids(3, 3, 3, 3)
    table.plays(52)
    return table.right()


def while_a_result_is_provisional() -> Case:
    """Restore after the last round, whose result waits for challenges once the clock runs again."""
    table = restores(provisional())
    table.does(None, cmd.Resume())
    table.does(None, cmd.TimeUp(table.game.turn))
    assert table.game.result is not None
    return table.right()


def provisional_result_taken_away() -> Case:
    """Take the result away: the next round gets new commitments, although all that its deal is tied to is known by
    then."""
    table, claim = won_by_a_renege()
    restores(table).does(None, cmd.Resume())
    table.does(after(claim.accused), claim)
    assert (table.game.provisional, table.game.round) == (None, 2)
    table.bids(4)
    return table.right()


def won_by_a_renege() -> tuple[Table, cmd.Challenge]:
    """Return a provisional result, and the challenge that would take it away."""
    table = Table(SHORT)
    table.bids(4, 10)
    claim = None
    while table.game.points is None:
        waiting = table.game.due
        assert waiting is not None
        seat = waiting[0]
        off = [c for c in sorted(table.game.hand(seat)) if c not in legal_cards(table.game, seat) and c.suit != "S"]
        if claim is None and table.game.trick and off:
            claim = cmd.Challenge(len(table.game.tricks) + 1, seat)
            table.does(seat, cmd.PlayCard(off[0]))
        else:
            table.plays(1)
    assert claim is not None
    return table, claim


def void_of_a_provisional_result() -> Case:
    table = restores(provisional())
    table.does(None, cmd.Resume())
    table.voids(table.game.turn - PAST - 1)
    table.bids(4)
    return table.right()


def over_by_concession_and_undone() -> Case:
    """Undo a concession: the round's other seeds are revealed, so the deal after the void uses none of them."""
    table = playing(SIGMA)
    table.does(2, cmd.Concede())
    table.does(4, cmd.Concede())
    restores(table)
    table.voids(table.game.turn)
    assert table.game.attempt == 4
    table.bids(3)
    return table.right()


def over_by_ruling_and_undone_from_the_turn_before() -> Case:
    table = playing(RULE_109)
    table.plays(3)
    table.does(None, cmd.Forfeit(1))
    restores(table)
    table.voids(table.game.turn - PAST)
    return table.right()


def over_for_good() -> Case:
    table = playing(RULE_109)
    table.does(None, cmd.Abort())
    return table.wrong(e="restore", turn=table.game.turn + PAST)


RESTORED: tuple[Callable[[], Case], ...] = (
    waiting,
    dealt_anew,
    played_to_the_next_round,
    after_the_salts,
    dealt_from_a_seed_that_was_fixed_before,
    dealt_for_another_reason,
    with_other_salts_or_play_before,
    next_round_not_committed_to_anew,
    seed_not_shown,
    turn_not_past_the_present_one,
    played_on,
    bid_before_the_deal,
    void_before_the_deal,
    challenge_before_the_deal,
    replaced_before_the_deal,
    aborted_before_the_deal,
    restored_twice,
    restored_twice_and_a_later_attempt_dealt,
    while_a_third_misdeal_waits,
    between_two_misdeals,
    charge_of_before_stands,
    while_a_result_is_provisional,
    provisional_result_taken_away,
    void_of_a_provisional_result,
    over_by_concession_and_undone,
    over_by_ruling_and_undone_from_the_turn_before,
    over_for_good,
)
