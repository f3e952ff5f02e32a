"""What the clock does without any mail: runs out, reminds, corrects a notice that came late (109, clause 7)."""

from datetime import datetime, timedelta

from referee.desk.announce import remind
from referee.desk.case import Case
from referee.desk.limits import keep_clock, running
from referee.desk.play import act
from referee.spades import commands as cmd
from referee.spades.game import due
from referee.store import games
from referee.store.games import Kept
from referee.store.post import Queued

LATE_NOTICE = timedelta(hours=1)
"""A notice that the mail server accepted later than this counts from its acceptance."""


def time_out(case: Case, kept: Kept) -> None:
    """The clock acts for the seat that was silent. Raises Refusal if it is no longer due."""
    act(case, kept, None, cmd.TimeUp(kept.turn))


def reminder(case: Case, kept: Kept) -> None:
    """Tell the player who is to act that the limit is near."""
    games.reminded(case.tx, kept.id)
    game = games.load(case.tx, kept)
    if due(game) is not None and not game.paused:
        remind(case, game, kept.deadline, corrected=False)


def notice_accepted(case: Case, letter: Queued, accepted: datetime) -> None:
    """The mail server took a notice: if it took it late, the time it gave counts from now and a new notice says so."""
    kept = None if letter.game is None else games.find(case.tx, letter.game)
    if kept is None or kept.notice != letter.id or kept.deadline is None or accepted - letter.written <= LATE_NOTICE:
        return
    game = games.load(case.tx, kept)
    clock = running(case, accepted + (kept.deadline - letter.written))
    keep_clock(case, game, clock)
    remind(case, game, clock.deadline, corrected=True)
