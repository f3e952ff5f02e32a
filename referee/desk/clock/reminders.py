"""Reminders: when one is due, and that it is sent once for a turn. What it says is telling/letters.py's."""

from datetime import datetime

from referee.desk.case import Case
from referee.desk.clock.banks import bank_left
from referee.desk.clock.delayed_notices import on_clock
from referee.desk.clock.running_time import earlier
from referee.desk.table.announce import send_reminders
from referee.spades.game import Game, due
from referee.store import clocks, event_log
from referee.store.games import GameRow


def remind_at(case: Case, game: Game, deadline: datetime) -> datetime | None:
    """When those who may act are reminded that their limit is nearly over, or if it is too late for that, that their
    time bank is; None where both moments are past, or nobody is ever reminded. Never on a weekend that does not
    count."""
    before = case.desk.settings.game.reminder_before
    if before is None:
        return None
    weekends, bank = game.weekends, bank_left(case, game, on_clock(game))
    moments = (earlier(deadline, span, weekends=weekends) for span in (before + bank, before))
    return next((moment for moment in moments if moment > case.now), None)


def remind(case: Case, row: GameRow) -> None:
    """Remind those who may act that the limit is near."""
    clocks.reminded(case.tx, row.id)
    game = event_log.load(case.tx, row)
    if due(game) is not None and not game.paused:
        send_reminders(case, game, row.deadline)
