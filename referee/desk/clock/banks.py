"""Time banks: what a turn takes beyond its limit comes out of its player's bank, and once that is empty the clock acts.

What a turn took counts even if the turn was voided or extended since; an extension makes the limit itself longer. A
successor has a bank of their own. A team that bids together uses the bank of the partner whose clock it is.
"""

from datetime import datetime, timedelta

from referee.desk.case import Case
from referee.desk.clock.delayed_notices import NONE, lateness_now, on_clock, time_left
from referee.desk.clock.running_time import between, earlier, spent
from referee.spades.game import Game
from referee.store import clocks, inbox
from referee.store.games import GameRow
from referee.telling.news import BankUsed
from referee.telling.time_words import Bank


def bank_left(case: Case, game: Game, seat: int | None) -> timedelta:
    """What is left of a seat's bank; nothing if `seat` is None, as while all may challenge."""
    if seat is None or not game.bank:
        return NONE
    left = clocks.bank(case.tx, game.number, seat)
    return timedelta(seconds=game.bank) if left is None else left


def charge(case: Case, row: GameRow, before: Game) -> BankUsed | None:
    """Take what the turn that is over took beyond its limit out of its player's bank. Returns None if that is
    nothing."""
    seat = on_clock(before)
    had = bank_left(case, before, seat)
    if seat is None or not had:
        return None
    left = time_left(row, before, _acted_at(case)) + lateness_now(case, row, before).whole
    seconds = int(spent(left, had).total_seconds())
    if not seconds:
        return None
    rest = had - timedelta(seconds=seconds)
    clocks.set_bank(case.tx, before.number, seat, rest)
    return BankUsed(seat, seconds, int(rest.total_seconds()))


def bank_now(case: Case, game: Game, deadline: datetime | None) -> Bank | None:
    """The bank of the player on turn, as letters show it; None if they have none, or no clock runs."""
    had = bank_left(case, game, on_clock(game))
    if deadline is None or not had:
        return None
    ends = earlier(deadline, had, weekends=game.weekends)
    return Bank(min(had, max(between(case.now, deadline, weekends=game.weekends), NONE)), ends)


def _acted_at(case: Case) -> datetime:
    """When the mail arrived; it may have waited for us."""
    return case.now if case.inbox is None else min(case.now, inbox.mail(case.tx, case.inbox).arrived)
