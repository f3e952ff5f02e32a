"""Reminders: when one is due, and that it is sent once for a turn. What it says is telling/letters.py's."""

from datetime import datetime

from referee.desk.case import Case
from referee.desk.table.announce import send_reminders
from referee.spades.game import due
from referee.store import clocks, event_log
from referee.store.games import GameRow


def remind_at(case: Case, deadline: datetime) -> datetime | None:
    """When those who may act are reminded of a deadline; None where that moment is past, or nobody is ever reminded."""
    before = case.desk.settings.game.reminder_before
    return deadline - before if before is not None and deadline - before > case.now else None


def remind(case: Case, row: GameRow) -> None:
    """Remind those who may act that the limit is near."""
    clocks.reminded(case.tx, row.id)
    game = event_log.load(case.tx, row)
    if due(game) is not None and not game.paused:
        send_reminders(case, game, row.deadline)
