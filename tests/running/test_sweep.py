"""One look tells whether a sweep has anything to do: it sees each kind of thing that can fall due, and no other."""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, insert, update
from structlog.testing import capture_logs

from referee import timed
from referee.desk.case import Case
from referee.running.reading import HAND_OVER, NoMailbox, Reading, anything_due
from referee.running.steps import Steps, Timer
from referee.store import clocks, inbox
from referee.store.tables import games, lineups, outbox, tournaments
from referee.timed import Reached, Timed
from tests.talk import START, Talk

LONG_AGO, SOON = START - timedelta(days=30), START + timedelta(days=1)


def clock_ran_out(tx: Connection) -> None:
    clocks.set_clock(tx, 1, deadline=LONG_AGO, remind_at=None)


def reminder(tx: Connection) -> None:
    clocks.set_clock(tx, 1, deadline=SOON, remind_at=LONG_AGO)


def notice_held_up(tx: Connection) -> None:
    letter = outbox.select().order_by(outbox.c.id).limit(1)
    notice = tx.execute(letter).one()
    clocks.set_notice(tx, 1, notice.message_id)
    tx.execute(update(outbox).where(outbox.c.id == notice.id).values(state="waiting", written=LONG_AGO, due=SOON))


def record_not_filed(tx: Connection) -> None:
    tx.execute(update(games).values(ended_at=LONG_AGO, deadline=None))


def tournament(tx: Connection, **more: Any) -> None:
    instants = ("announced_at", "sign_up_until", "closes_at", "draw_at", "begins_at")
    words = {"name": "Cup", "gamesmaster": "gm@club.test", "source": "x", "head": "", "last_seq": 0}
    lists = {"seeded": [], "pending": [], "words": {}, "begins_fixed": False}
    tx.execute(insert(tournaments).values(**dict.fromkeys(instants, SOON), **words, **lists, **more))


def tournament_wakes(tx: Connection) -> None:
    tournament(tx, phase="sign-up", wakes_at=LONG_AGO)


def tournament_not_filed(tx: Connection) -> None:
    tournament(tx, phase="over")


def full_table_waits(tx: Connection) -> None:
    four = {"people": [1, 2, 3, 4], "teams": [], "seeds": [], "salts": [], "names": []}
    tx.execute(insert(lineups).values(id=1, sheet="109", number=2, **four))
    tx.execute(update(outbox).values(lineup=1, written=LONG_AGO))


DUE = [
    clock_ran_out,
    reminder,
    notice_held_up,
    record_not_filed,
    tournament_wakes,
    tournament_not_filed,
    full_table_waits,
]


@pytest.fixture
def talk(tmp_path: Path) -> Talk:
    talk = Talk(tmp_path).starts()
    with talk.store.transaction() as tx:
        clocks.set_clock(tx, 1, deadline=SOON, remind_at=SOON)
    return talk


def due(talk: Talk, until: datetime) -> bool:
    with talk.store.reading() as tx:
        return anything_due(tx, talk.desk, Reached(until, until + timed.MAILBOX_SECOND))


def test_nothing_is_due_while_all_clocks_run(talk: Talk) -> None:
    assert not due(talk, talk.now)


@pytest.mark.parametrize("makes_due", DUE)
def test_each_thing_that_falls_due_is_seen(talk: Talk, makes_due: Callable[[Connection], None]) -> None:
    with talk.store.transaction() as tx:
        makes_due(tx)
    assert due(talk, talk.now)


def test_a_clock_waits_while_a_mail_in_time_waits(tmp_path: Path) -> None:
    """No clock acts meanwhile: `referee handle` may have stored a move that nobody has read yet."""
    talk = Talk(tmp_path)
    talk.starts()
    with talk.store.transaction() as tx:
        clocks.set_clock(tx, 1, deadline=LONG_AGO, remind_at=None)
        clocks.set_notice(tx, 1, None)

    def waits(number: int, arrived: datetime) -> int:
        with talk.store.transaction() as tx:
            return inbox.receive(tx, b"a mail", f"digest {number}", arrived)

    late, in_time = waits(1, LONG_AGO + timedelta(seconds=1)), waits(2, LONG_AGO)
    assert not talk.does("clock")
    with talk.store.transaction() as tx:
        inbox.finish(tx, in_time, "PlayCard/accepted")
    assert talk.does("clock"), "the other one came too late"
    assert late


def test_a_tournament_waits_until_a_mailbox_knows_every_mail_of_its_second(talk: Talk) -> None:
    with talk.store.transaction() as tx:
        tournament_wakes(tx)
        for seconds, wakes in ((0, False), (0.9, False), (1, True)):
            reached = Reached(talk.now, LONG_AGO + timedelta(seconds=seconds))
            assert anything_due(tx, talk.desk, reached) is wakes


class Alarm(Timer):
    """A timer that notes what it is set to, and never rings."""

    def __init__(self) -> None:
        self.moments: dict[str, datetime] = {}

    def at(self, name: str, moment: datetime, ring: Callable[[], object]) -> None:
        self.moments[name] = moment


async def reads_once(talk: Talk, alarm: Alarm, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the daemon's loop for incoming mail until it waits for the next one."""
    steps = Steps(talk.store)

    class Box(NoMailbox):
        async def wait_for_mail(self, seconds: float) -> bool:
            steps.stopping.set()
            return False

    monkeypatch.setattr("referee.running.reading.Inbox", lambda *_: Box())
    await Reading(talk.desk, steps, alarm, lambda: None).run()
    steps.close()


def test_work_in_a_row_of_its_own_is_found_done_guarded_and_woken_for(
    talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No other code has to know of the row."""
    waiting = {7, 8}

    def chime(case: Case, number: int) -> bool:
        if number == 8:
            raise ZeroDivisionError("a bug")
        waiting.discard(number)
        return True

    row = Timed(
        name="chime",
        of="hour",
        find=lambda tx, moment: sorted(waiting) if moment == talk.now - HAND_OVER else [],
        do=chime,
        next=lambda tx, after: SOON,
        done="rung",
        trouble=("hour {} could not be rung", "listen to another clock"),
        forget=lambda tx, number, now: waiting.discard(number),
    )
    monkeypatch.setattr(timed, "TIMED", (*timed.TIMED, row))
    with talk.store.reading() as tx:
        assert anything_due(tx, talk.desk, Reached(talk.now, talk.now - HAND_OVER))
    alarm = Alarm()
    with capture_logs() as lines:
        asyncio.run(reads_once(talk, alarm, monkeypatch))
    talk.collect()
    rung = [(line["hour"], line["outcome"]) for line in lines if line["event"] == "chime"]
    assert rung == [(7, "rung"), (8, "failed")] and not waiting
    assert "hour 8 could not be rung" in talk.last("gm").text, "there is no other operator"
    assert alarm.moments["chime"] == SOON + HAND_OVER
