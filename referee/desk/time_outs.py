"""Acts without a mail of a player: a clock starts, reminds and runs out, by the rule in deadlines.py.

Never looks at a real clock: the moment comes with the case.
"""

from referee.desk.bounces import undeliverable
from referee.desk.case import Case
from referee.desk.clock.deadlines import (
    TOLERANCE,
    ZERO,
    TurnClock,
    counts_from,
    limit_of,
    on_clock,
    remind_at,
    store_clock,
)
from referee.desk.clock.running_time import between, later
from referee.desk.table.act import act
from referee.desk.table.announce import announce, send_receipts, send_reminders
from referee.desk.table.chain import planned
from referee.desk.tournaments.match_ends import note_silence
from referee.games import Game, view
from referee.store import clocks, event_log, games, inbox, outbox, people
from referee.store.games import GameRow
from referee.store.outbox import Queued
from referee.table import commands as cmd
from referee.telling.formats import span_left
from referee.telling.news import LateNotice, Story


def time_out(case: Case, row: GameRow) -> bool:
    """Act for a silent seat: by its plan, even one made on this very turn, or else by the clock (109, clause 7).
    Returns False while a mail that came in time waits."""
    assert row.deadline is not None, "its clock ran out"
    if inbox.waits_before(case.tx, row.deadline):
        return False
    game = event_log.load(case.tx, row)
    plan = planned(game, people.seated(case.tx, row.id), overdue=True)
    if plan is None:
        acted, seat = act(case, row, game, None, cmd.TimeUp(row.turn)), on_clock(game)
        if seat is not None:
            note_silence(case, row, seat, acted.after)
    else:
        act(case, row, game, plan.seat, plan.command)
    return True


def remind(case: Case, row: GameRow) -> bool:
    """Remind those who may act that the limit is near."""
    clocks.reminded(case.tx, row.id)
    game = event_log.load(case.tx, row)
    if game.due is not None:
        send_reminders(case, game, row.deadline)
    return True


def write_receipts(case: Case, row: GameRow) -> bool:
    """Show players what their plans did, or that these were made, since no other letter has."""
    due_to = clocks.receipts_owed(case.tx, row.id, case.now)
    clocks.set_receipt(case.tx, row.id, due_to, None)
    game = event_log.load(case.tx, row)
    told = [seat for seat in due_to if game.by_plan[seat - 1] or game.plans[seat - 1]]
    send_receipts(case, game, told, row.deadline)
    return bool(told)


def start_clock(case: Case, letter: Queued) -> None:
    """Start the clock that waits for a letter, once the mail server has taken or refused it. Do nothing if no clock
    waits for it, or if the server answered at once."""
    if case.now - letter.written < TOLERANCE:
        return
    row = None if letter.game is None else games.find(case.tx, letter.game)
    if row is not None and row.notice == letter.id:
        _start(case, row, event_log.load(case.tx, row), letter)


def start_without_notice(case: Case, row: GameRow) -> bool:
    """Start a clock whose notice has waited for one limit, and tell the Gamesmaster. Returns False if there was no such
    clock."""
    notice = None if row.notice is None or row.deadline is None else outbox.waiting(case.tx, row.notice)
    if notice is None:
        return False
    game = event_log.load(case.tx, row)
    limit = limit_of(case, game)
    assert limit is not None, "a game with a deadline waits for somebody"
    if case.now < later(counts_from(row, notice), limit, weekends=game.weekends):
        return False
    _start(case, row, game, notice)
    waited = span_left(case.now - notice.written)
    undeliverable(case, notice, f"no mail server has taken it for {waited}, and the referee keeps trying")
    return True


def _start(case: Case, row: GameRow, game: Game, notice: Queued) -> None:
    """Start the clock that waited for `notice` until now: its turn ends that much later, and everyone hears of it."""
    clocks.set_notice(case.tx, row.id, None)
    if row.deadline is None:
        return
    late = max(between(counts_from(row, notice), case.now, weekends=game.weekends), ZERO)
    if late < TOLERANCE:
        return
    deadline = later(row.deadline, late, weekends=game.weekends)
    clock = TurnClock(deadline, remind_at(case, game, deadline), runs_from=row.runs_from)
    store_clock(case, game, clock)
    news = LateNotice(on_clock(game), round(late.total_seconds()))
    announce(case, row.gamesmaster, Story((news,), view(game), game, sees_hand=frozenset()), clock)
