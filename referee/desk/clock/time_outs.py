"""What happens without mail: a clock runs out, a late notice is made up for (109, clause 7).

Never looks at a real clock: the moment comes with the case.
"""

from datetime import datetime

from referee.desk.bounces import undeliverable
from referee.desk.case import Case
from referee.desk.clock.delayed_notices import NONE, SHORTEST, grace_left, late, lateness, on_clock
from referee.desk.clock.grace import make_up, tell_late
from referee.desk.table.act import act
from referee.desk.table.chain import planned
from referee.desk.tournaments import silence
from referee.spades import commands as cmd
from referee.store import clocks, event_log, games, outbox, people
from referee.store.games import GameRow
from referee.store.outbox import Queued
from referee.telling.formats import span_left


def time_out(case: Case, row: GameRow) -> None:
    """A plan acts for a silent seat, even one made on this very turn, or else the clock does. Raises Refusal if that is
    no longer due."""
    game = event_log.load(case.tx, row)
    plan = planned(game, people.seated(case.tx, row.id), overdue=True)
    if plan is None or game.paused:
        acted, seat = act(case, row, game, None, cmd.TimeUp(row.turn)), on_clock(game)
        if seat is not None:
            silence.note(case, row, seat, acted.after)
    else:
        act(case, row, game, plan.seat, plan.command)


def may_be_late(letter: Queued, accepted: datetime) -> bool:
    """Whether anything may follow from it that the mail server accepted a letter: from nearly all nothing does."""
    return accepted - letter.written > SHORTEST


def notice_accepted(case: Case, letter: Queued, accepted: datetime) -> None:
    """The mail server accepted a letter that `may_be_late`: if it is the notice of a turn, that turn gets longer, and
    everyone hears of it."""
    row = None if letter.game is None else games.find(case.tx, letter.game)
    if row is None or row.notice != letter.id or row.deadline is None:
        return
    game = event_log.load(case.tx, row)
    found = lateness(letter, accepted, row, game)
    if found.whole > late(game.turn_limit):
        granted = min(found.theirs, grace_left(case, game, on_clock(game)))
        if seconds := make_up(case, row, game, found.ours, granted):
            tell_late(case, game, seconds)
            # it arrived, so the clock need not wait for the letter that announces this
            clocks.set_notice(case.tx, row.id, None)


def notice_put_off(case: Case, row: GameRow) -> bool:
    """Stop waiting for a notice that the reader's server has put off for as long as they have grace: the clock runs by
    the announced deadline, and the Gamesmaster hears of it. Returns whether that was so."""
    notice = None if row.notice is None or row.deadline is None else outbox.waiting(case.tx, row.notice)
    if notice is None:
        return False
    game = event_log.load(case.tx, row)
    found, seat = lateness(notice, case.now, row, game), on_clock(game)
    if found.theirs < max(grace_left(case, game, seat), late(game.turn_limit)):
        return False
    if seat is None and (seconds := make_up(case, row, game, found.ours, NONE)):
        tell_late(case, game, seconds)
    undeliverable(case, notice, f"it was put off for {span_left(found.theirs)}, and the referee keeps trying")
    now = games.find(case.tx, row.id)
    if now is not None and now.notice == notice.id:
        clocks.set_notice(case.tx, row.id, None)
    return True
