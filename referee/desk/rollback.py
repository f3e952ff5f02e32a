"""The rollback, when the database turns out to be an older copy: every game stops, and everyone hears of it.

Does not detect this itself, and deals nothing: the Gamesmaster says whether a game goes on.
"""

from dataclasses import dataclass
from datetime import datetime

from referee.config import Settings
from referee.desk.alarm import Cause, alarm
from referee.desk.case import Case
from referee.desk.people.sign_up import renew_table
from referee.desk.table.act import act
from referee.desk.tournaments.wake import stand_still
from referee.store import clocks, event_log, games, marks, progress, signups, tournaments
from referee.store.games import GameRow
from referee.table import commands as cmd
from referee.table.refusal import Refusal
from referee.telling.formats import count, listed, moment

UNSEEN = 1_000
"""The number of positions to skip if nobody knows how many were lost. A round has about sixty."""
IN_ONE_LETTER = 64
"""The number of positions that one letter may announce at most: all of a round, if plans and forced cards play it to
its end."""


@dataclass(frozen=True, slots=True)
class Lost:
    """The facts that we know of the lost time: how many letters went out in it (None: unknown), and the numbers of the
    last letter and the last game at its end."""

    letters: int | None
    letter: int
    game: int


def stop_all(case: Case, lost: Lost) -> tuple[int, ...]:
    """Throw in all running deals, stop every clock, commit to new seeds, and announce that. Returns the numbers of the
    stopped games."""
    since = progress.newest(case.tx) or case.now
    progress.pass_over(case.tx, letter=lost.letter, game=lost.game)
    marks.set_mark(case.tx, progress.RESTORED, case.now.isoformat())
    room = UNSEEN if lost.letters is None else IN_ONE_LETTER * lost.letters
    unsettled = games.unsettled(case.tx, case.now)
    stopped = tuple(row.id for row in unsettled if _stop(case, row, cmd.Restore(row.turn + room + 1, moment(since))))
    for row in tournaments.open_ones(case.tx):
        stand_still(case, row)
    tables = [renew_table(case, table).number for table in signups.open_lineups(case.tx)]
    alarm(case, Cause.RESTORED, _sentences(case, since, stopped, tables))
    return stopped


def _stop(case: Case, row: GameRow, command: cmd.Restore) -> bool:
    """Restore one game. Returns True if it runs. A game that is over stays over, but gets new seeds in case a ruling
    deals."""
    try:
        acted = act(case, row, event_log.load(case.tx, row), None, command)
    except Refusal:
        return False
    # nobody waits for a letter of the lost time
    clocks.set_notice(case.tx, row.id, None)
    return acted.after.result is None


def new_beside_old(settings: Settings, unknown: int) -> tuple[str, ...]:
    """Tell the operator about a database without games beside mails that were handled."""
    return (
        f"The folder {settings.mailbox.processed_folder} holds {count(unknown, 'handled mail')} or more that the "
        "database does not know, and the database holds no game",
        "If the database is new, all is well. If not, stop the referee, put the newest copy of the database in its "
        "place, and start",
    )


def _sentences(case: Case, since: datetime, stopped: tuple[int, ...], tables: list[int]) -> tuple[str, ...]:
    """Tell the operator what they should know and do."""
    if stopped:
        games_ = f"{'game' if len(stopped) == 1 else 'games'} {listed([str(number) for number in stopped])}"
        stood = (
            f"The clock of {games_} is stopped and the running round is thrown in, since players may know its hands "
            "from the time that is lost. The Gamesmaster of each has a letter: they answer resume to have the round "
            "dealt anew, openly, or abort"
        )
    else:
        stood = "No game was running, so none had to be stopped"
    renewed = (
        (f"{count(len(tables), 'full table')} got a new number and new commitments, and the players have a letter",)
        if tables
        else ()
    )
    return (
        f"The database is an older copy: it knows nothing after {moment(since)}. Moves, sign-ups, settings and "
        "games since then are lost",
        stood,
        *renewed,
        _mails_of_that_time(case.desk.settings),
    )


def _mails_of_that_time(settings: Settings) -> str:
    if settings.imap is None:
        return (
            "Mails handed in in that time are gone with it: sign-ups, settings and starts have to be sent again. Moves "
            "in them would no longer count"
        )
    return (
        f"Mails handled in that time are in the folder {settings.mailbox.processed_folder}. Moves in them no longer "
        "count; you may move a sign-up, a setting or a start back into the inbox, and it will be handled again"
    )
