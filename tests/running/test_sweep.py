"""One look tells whether a sweep has anything to do: it sees each kind of thing that can fall due, and no other."""

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, insert, update

from referee.handle import handle_overdue
from referee.running.reading import anything_due
from referee.store import clocks, inbox
from referee.store.tables import games, lineups, outbox, tournaments
from tests.talk import START, Talk

LONG_AGO, SOON = START - timedelta(days=30), START + timedelta(days=1)


def clock_ran_out(tx: Connection) -> None:
    clocks.set_clock(tx, 1, deadline=LONG_AGO, remind_at=None)


def reminder(tx: Connection) -> None:
    clocks.set_clock(tx, 1, deadline=SOON, remind_at=LONG_AGO)


def planned_bid(tx: Connection) -> None:
    clocks.set_bid_at(tx, 1, LONG_AGO)


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
    planned_bid,
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
        return anything_due(tx, talk.desk, until, until)


def test_nothing_is_due_while_all_clocks_run(talk: Talk) -> None:
    assert not due(talk, talk.now)


@pytest.mark.parametrize("makes_due", DUE)
def test_each_thing_that_falls_due_is_seen(talk: Talk, makes_due: Callable[[Connection], None]) -> None:
    with talk.store.transaction() as tx:
        makes_due(tx)
    assert due(talk, talk.now)


def test_a_clock_waits_while_a_mail_in_time_waits(tmp_path: Path) -> None:
    """No clock acts then, whatever it asks: `referee handle` may have stored a move that nobody has read yet."""
    talk = Talk(tmp_path)
    talk.starts()
    with talk.store.transaction() as tx:
        clocks.set_clock(tx, 1, deadline=LONG_AGO, remind_at=None)
        clocks.set_notice(tx, 1, None)

    def acts() -> bool:
        return handle_overdue(talk.desk, talk.store, 1, read_until=talk.now, now=talk.now, draws=talk.draws())

    def waits(number: int, arrived: datetime) -> int:
        with talk.store.transaction() as tx:
            return inbox.receive(tx, b"a mail", f"digest {number}", arrived)

    late, in_time = waits(1, LONG_AGO + timedelta(seconds=1)), waits(2, LONG_AGO)
    assert not acts()
    with talk.store.transaction() as tx:
        inbox.finish(tx, in_time, "PlayCard/accepted")
    assert acts(), "the other one came too late"
    assert late
