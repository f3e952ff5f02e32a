"""Mail that is handed in, up to the letters that it brings; and clocks that wait for what may lie in the server's
queue."""

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.utils import parseaddr
from pathlib import Path
from typing import Any

import pytest

from referee.config import ConfigError, load_settings
from referee.demo.servers import EmbeddedMail
from referee.desk.case import Desk
from referee.post.proof.trace import arrival
from referee.post.wire import handed_in
from referee.post.wire.handed_in import HandedIn
from referee.running import reading
from referee.running.daemon import FROM_AFAR, Daemon
from referee.running.handing_in import OTHERS, HandingIn
from referee.running.health import ailments
from referee.running.intake import Intake
from referee.running.metrics import Outcomes, exposition
from referee.running.opening import open_desk
from referee.running.queue_wait import COMPLETE, FLUSHED, TURNED_AWAY, WAIT, Wait
from referee.running.reading import Reading, grow
from referee.running.steps import Steps
from referee.running.timer import Timer
from referee.running.watch import LAST_READ
from referee.spades.events import BidMade
from referee.store import marks
from referee.store.backend import StoreError
from tests.running.handing import Handed, came, client, hand_in
from tests.running.post_office import MASTER, PLAYERS, REFEREE, STARTER, proven
from tests.running.referee import USERS, play, quick, until

__all__ = ["quick"]

ANN = PLAYERS[0]
TAKEN = ["250 2.0.0 Stored"]
HOUR = timedelta(hours=1)


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clocks lag by a moment."""
    monkeypatch.setattr(handed_in, "HAND_OVER", timedelta(seconds=0.1))
    monkeypatch.setattr(handed_in, "LOOK_SECONDS", 0.1)


@asynccontextmanager
async def at_work(referee: Handed, out: EmbeddedMail | None = None) -> AsyncIterator[tuple[Any, Daemon]]:
    """Its daemon, and where mail is handed in; `out` takes its letters."""
    if out is not None:
        referee.sends(out)
    async with referee.running() as daemon:
        await until(daemon._intake.all_read.is_set)
        yield ("127.0.0.1", referee.port), daemon


async def hands(where: Any, raw: bytes, *to: str, **more: str) -> list[str]:
    return await asyncio.to_thread(hand_in, where, raw, *to, **more)


def test_a_mail_that_is_handed_in_is_handled_and_letters_are_sent(tmp_path: Path) -> None:
    referee = Handed(tmp_path)

    async def test() -> None:
        async with EmbeddedMail(USERS) as out, at_work(referee, out) as (where, _):
            assert await hands(where, proven(MASTER, STARTER)) == TAKEN
            await until(lambda: out.delivered[ANN] == 1)
            assert await hands(where, proven(referee.first_bidder(), "bid 3")) == TAKEN
            await until(lambda: isinstance(referee.trail()[-1], BidMade))
            assert await hands(where, b"\xff\x00 no mail at all") == TAKEN
            await until(lambda: [state for state, _ in referee.outcomes()] == ["done"] * 3)

    play(test())
    assert [outcome for _, outcome in referee.outcomes()][:2] == ["Start/accepted", "MakeBid/accepted"]
    assert referee.sql("SELECT DISTINCT uid, uidvalidity FROM inbox") == [(None, None)]


def test_a_token_in_the_recipient_proves_a_player(tmp_path: Path) -> None:
    """As from a mailbox: the server's line above the mail says to whom it went."""
    referee = Handed(tmp_path)

    async def test() -> None:
        async with EmbeddedMail(USERS) as out, at_work(referee, out) as (where, _):
            assert await hands(where, proven(MASTER, STARTER)) == TAKEN
            await until(lambda: out.delivered[ANN] == 1)
            who = referee.first_bidder()
            ((letter,),) = referee.sql("SELECT raw FROM outbox WHERE recipient = ? AND event LIKE '%turn%'", who)
            token = str(message_from_bytes(letter)["Reply-To"])
            bare = f"From: {who}\r\nTo: {REFEREE}\r\nSubject: x\r\nMessage-ID: <1@y.test>\r\n\r\nbid 3\r\n".encode()
            assert await hands(where, bare) == TAKEN
            await until(lambda: len(referee.outcomes()) == 2 and referee.outcomes()[1][0] == "done")
            assert referee.outcomes()[1][1] == "MakeBid/unproven"
            assert await hands(where, bare, parseaddr(token)[1]) == TAKEN
            await until(lambda: isinstance(referee.trail()[-1], BidMade))

    play(test())


def test_what_a_sender_writes_in_the_servers_name_proves_nothing(tmp_path: Path) -> None:
    """Below the line with which the server received the mail, results are anybody's."""
    referee = Handed(tmp_path)
    forged = b"Received: from evil.test by mx.club.test with ESMTP id 9; Tue, 24 Nov 2026 12:00:00 +0000\r\n" + proven(
        MASTER, STARTER
    )

    async def test() -> None:
        async with at_work(referee) as (where, _):
            assert await hands(where, forged) == TAKEN
            await until(lambda: [state for state, _ in referee.outcomes()] == ["done"])

    play(test())
    assert referee.outcomes() == [("done", "Start/unproven")]


def test_yes_comes_only_after_the_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    referee = Handed(tmp_path)
    stored: list[Any] = []
    real = handed_in.HandedIn.stored

    def spy(self: handed_in.HandedIn, mails: Any) -> None:
        with closing(sqlite3.connect(tmp_path / "data" / "referee.db")) as other:
            stored.extend(other.execute("SELECT count(*) FROM inbox").fetchall())
        real(self, mails)

    monkeypatch.setattr(handed_in.HandedIn, "stored", spy)

    async def test() -> None:
        async with at_work(referee) as (where, _):
            assert await hands(where, proven(MASTER, STARTER)) == TAKEN

    play(test())
    assert stored == [(1,)]


def test_a_mail_that_comes_again_after_its_yes_was_lost_does_nothing(tmp_path: Path) -> None:
    """As after a kill between the commit and the answer: the server hands in the very same bytes."""
    referee = Handed(tmp_path)

    async def test() -> None:
        async with EmbeddedMail(USERS) as out, at_work(referee, out) as (where, _):
            for raw in (proven(MASTER, STARTER), b"From: ann@club.test\r\n\r\nhello\r\n"):
                assert await hands(where, raw) == TAKEN
                assert await hands(where, raw) == TAKEN
            await until(lambda: [state for state, _ in referee.outcomes()] == ["done"] * 4)
            await until(lambda: {state for _, state, _ in referee.letters()} == {"sent"})

    play(test())
    assert [outcome for _, outcome in referee.outcomes()][1::2] == ["ignored/seen-before"] * 2
    assert referee.sql("SELECT count(*) FROM games") == [(1,)]


def test_a_database_that_fails_takes_no_mail_and_ends_the_daemon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    referee = Handed(tmp_path)

    async def test() -> None:
        daemon = Daemon(referee.desk(), referee.store)
        task = asyncio.create_task(daemon.run())
        await until(daemon._intake.all_read.is_set)

        def fails(*args: Any) -> Any:
            raise StoreError("the disk is full")

        monkeypatch.setattr(reading, "receive", fails)

        def impolite() -> list[str]:
            with client(("127.0.0.1", referee.port), polite=False) as one:
                return one.hands_in(proven(MASTER, "help"))

        (said,) = await asyncio.to_thread(impolite)
        assert said.startswith("451 4.3.0")
        with pytest.raises(StoreError):
            await asyncio.wait_for(task, 5)

    play(test())
    assert referee.outcomes() == []
    monkeypatch.undo()

    async def again() -> None:
        async with at_work(referee) as (where, _):
            assert await hands(where, proven(MASTER, STARTER)) == TAKEN

    play(again())
    assert len(referee.outcomes()) == 1


def test_a_database_that_somebody_locks_is_waited_for(tmp_path: Path) -> None:
    referee = Handed(tmp_path)

    async def test() -> None:
        async with at_work(referee) as (where, _):
            with closing(sqlite3.connect(tmp_path / "data" / "referee.db", isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                task = asyncio.create_task(hands(where, proven(MASTER, STARTER)))
                await asyncio.sleep(0.5)
                assert not task.done(), "no yes before the commit"
                other.execute("ROLLBACK")
                assert await task == TAKEN

    play(test())


# clocks


def acted(referee: Handed) -> bool:
    """Whether the clock did."""
    return any(isinstance(event, BidMade) and event.by == "clock" for event in referee.trail())


def assert_waited(daemon: Daemon, seconds: float) -> None:
    """A clock acts no sooner after the last mail that may be in the queue; how much later is the machine's affair."""
    door = daemon._intake.handed_in
    assert door is not None and datetime.now(UTC) - door.since >= timedelta(seconds=seconds)


def test_a_daemon_that_was_down_times_nobody_out_before_the_wait_is_over(tmp_path: Path, soon: None) -> None:
    referee = Handed(tmp_path, queue_seconds=2)
    referee.starts_game().is_overdue()

    async def test() -> None:
        async with at_work(referee) as (_, daemon):
            assert not acted(referee) and referee.status()["clocks_wait"]["why"] == handed_in.BEGAN
            await until(lambda: acted(referee))
            assert_waited(daemon, 2)
            await until(lambda: referee.status()["clocks_wait"] is None)

    play(test())


def test_a_wait_that_ends_just_after_a_look_is_not_missed(
    tmp_path: Path, soon: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Clocks would stand still until the next look, which may be far off."""
    whole = Reading._set_timer

    async def late(self: Reading, began: datetime) -> None:
        await whole(self, began)
        while self.inbox.waits_until is not None:  # type: ignore[attr-defined]
            await asyncio.sleep(0.05)

    monkeypatch.setattr(Reading, "_set_timer", late)
    referee = Handed(tmp_path, queue_seconds=1)
    referee.starts_game().is_overdue()

    async def test() -> None:
        async with at_work(referee):
            await until(lambda: acted(referee))

    play(test())


def test_a_mail_that_lay_in_the_queue_over_the_deadline_acts_in_time(tmp_path: Path, soon: None) -> None:
    referee = Handed(tmp_path, queue_seconds=3600)
    referee.starts_game()
    who = referee.first_bidder()
    referee.is_overdue(timedelta(minutes=30))

    async def test() -> None:
        async with at_work(referee) as (where, _):
            assert await hands(where, came(proven(who, "bid 3"), HOUR)) == TAKEN
            await until(lambda: any(isinstance(event, BidMade) for event in referee.trail()))
            assert not acted(referee)

    play(test())
    ((arrived,),) = referee.sql("SELECT arrived FROM inbox WHERE outcome = 'MakeBid/accepted'")
    ago = datetime.now(UTC) - datetime.fromisoformat(arrived).replace(tzinfo=UTC)
    assert timedelta(minutes=59) < ago < timedelta(minutes=62)


def test_what_was_turned_away_begins_the_wait_anew(tmp_path: Path, soon: None) -> None:
    referee = Handed(tmp_path, queue_seconds=1.5)
    referee.starts_game()

    async def test() -> None:
        async with at_work(referee) as (where, daemon):
            await until(lambda: referee.status()["clocks_wait"] is None)

            def breaks_off() -> None:
                with client(where, polite=False) as one:
                    one.begins(REFEREE)

            await asyncio.to_thread(breaks_off)
            await until(lambda: referee.status()["clocks_wait"])
            # of what came before it broke off, nothing is missing
            referee.is_overdue(timedelta(0))
            daemon._intake.nudge()
            await until(lambda: acted(referee))
            assert_waited(daemon, 1.5)

    play(test())


def test_a_flush_ends_the_wait(tmp_path: Path, soon: None) -> None:
    referee = Handed(tmp_path, queue_seconds=3600)
    referee.starts_game().is_overdue()

    async def test() -> None:
        async with at_work(referee):
            with referee.store.transaction() as tx:
                marks.set_mark(tx, FLUSHED, (datetime.now(UTC) - HOUR).isoformat())
            await asyncio.sleep(0.5)
            assert not acted(referee), "what lies in the queue came since"
            with referee.store.database.only_one():
                said = await asyncio.to_thread(
                    run, "flushed", "--elsewhere", "--config", str(tmp_path / "referee.toml")
                )
            assert said.returncode == 0, said.stderr
            await until(lambda: acted(referee))

    play(test())


def run(*args: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "referee", *args]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=30)


def test_clocks_act_a_moment_later_than_from_a_mailbox(tmp_path: Path, soon: None) -> None:
    referee = Handed(tmp_path)
    referee.starts_game()

    async def test() -> None:
        async with at_work(referee) as (_, daemon):
            await until(lambda: daemon._intake.complete)
            referee.sql("UPDATE games SET deadline = ?", (datetime.now(UTC) + timedelta(seconds=0.5)).isoformat())
            daemon._intake.nudge()
            await until(lambda: acted(referee))

    play(test())


def test_a_mailbox_beside_it_must_be_read_too(tmp_path: Path) -> None:
    """Clocks go by whatever is behind."""
    referee = Handed(tmp_path)
    settings = load_settings(with_mailbox(referee))
    desk = referee.desk().__class__(settings, {}, None, {})  # type: ignore[arg-type]
    intake = Intake(desk, Steps(referee.store))
    moment = datetime(2026, 11, 24, tzinfo=UTC)
    one, two = intake.sources
    intake.note(one, moment, moment)
    assert intake.complete is None and intake.read is None and not intake.all_read.is_set()
    intake.note(two, moment + HOUR, None)
    assert intake.complete is None and intake.read == moment and intake.all_read.is_set()
    intake.note(two, moment + HOUR, moment - HOUR)
    assert intake.complete == moment - HOUR


@pytest.mark.parametrize("change", ["daemons", "turned away"])
def test_who_acts_for_several_daemons_waits_for_what_lies_there_for_others(tmp_path: Path, change: str) -> None:
    referee = Handed(tmp_path, queue_seconds=3600)
    desk = referee.desk()

    async def test() -> None:
        steps = Steps(referee.store)
        reading, door = shared(desk, steps)
        await door.open()
        await reading._agree()
        assert door.why == handed_in.BEGAN
        door.flushed(datetime.now(UTC))
        await reading._agree()
        assert door.waits_until is None, "nothing is new"
        if change == "daemons":
            reading.presence.daemons = 2
        else:
            await steps.work(grow, referee.store, TURNED_AWAY, datetime.now(UTC))
        await reading._agree()
        assert door.waits_until is not None and door.why == OTHERS
        door.flushed(datetime.now(UTC))
        await reading._agree()
        assert door.waits_until is None, "the operator flushed the queue for all of them"
        await door.close()
        steps.close()

    asyncio.run(test())


def test_who_follows_tells_when_mail_was_turned_away(tmp_path: Path) -> None:
    referee = Handed(tmp_path, queue_seconds=3600)
    desk = referee.desk()

    async def test() -> None:
        steps = Steps(referee.store)
        reading, door = shared(desk, steps)
        reading.presence.acts_for_all = False
        await reading._agree()
        (began,) = await steps.look(lambda tx: [marks.get_mark(tx, TURNED_AWAY)])
        await reading._agree()
        assert began == await steps.look(lambda tx: marks.get_mark(tx, TURNED_AWAY))
        door.turned_away("it could not be stored")
        await reading._agree()
        assert str(await steps.look(lambda tx: marks.get_mark(tx, TURNED_AWAY))) > str(began)
        assert door.why == "it could not be stored"
        steps.close()

    asyncio.run(test())


def shared(desk: Desk, steps: Steps) -> tuple[HandingIn, HandedIn]:
    """What takes mail for one of several daemons, the one that acts for all."""
    intake = Intake(desk, steps)
    assert intake.handed_in is not None
    intake.presence.alone = False
    return HandingIn(desk, steps, Timer(), lambda: None, intake, intake.handed_in), intake.handed_in


def with_mailbox(referee: Handed) -> Path:
    referee.desk()
    path = referee.folder / "both.toml"
    box = '[imap]\nhost = "127.0.0.1"\nport = 1\ntls = "none"\nusername = "x"\npassword = "y"\n[smtp]'
    path.write_text((referee.folder / "referee.toml").read_text().replace("[smtp]", box, 1))
    return path


def test_mail_is_handled_while_the_mailbox_beside_it_is_away(tmp_path: Path) -> None:
    referee = Handed(tmp_path)
    path = with_mailbox(referee)

    async def test() -> None:
        daemon = Daemon(open_desk(load_settings(path)), referee.store)
        task = asyncio.create_task(daemon.run())
        await until(lambda: referee.status()["mailbox_trouble"])
        await until(lambda: daemon._intake.handed_in and daemon._intake.handed_in._server)
        assert await hands(("127.0.0.1", referee.port), proven(MASTER, STARTER)) == TAKEN
        await until(lambda: referee.outcomes() == [("done", "Start/accepted")])
        assert daemon._intake.complete is None and referee.status()["mailbox_read"] is None
        daemon.stop()
        await asyncio.wait_for(task, 5)

    play(test())


# arrival

NOW = datetime(2026, 11, 24, 13, 0, tzinfo=UTC)
LINE = (
    "Received: from out.test (out.test [192.0.2.1])\r\n\tby {} (Postfix) with ESMTPS id 4X\r\n\tfor <x@y.test>; {}\r\n"
)
NOON = "Tue, 24 Nov 2026 12:00:00 +0000 (UTC)"


@pytest.mark.parametrize(
    ("head", "hour"),
    [
        (LINE.format("mx.club.test", NOON), 12),
        (LINE.format("MX.Club.Test", "Tue, 24 Nov 2026 13:30:00 +0200"), 11.5),
        (LINE.format("mx.club.test", "Tue, 24 Nov 2026 15:00:00 +0000"), 13),
        (LINE.format("mx.club.test", "Tue, 24 Nov 2026 09:00:00 +0000"), 10),
        (LINE.format("mx.other.test", NOON), 13),
        (LINE.format("mx.other.test", NOON) + LINE.format("mx.club.test", NOON), 13),
        (LINE.format("mx.club.test", "Tue, 24 Nov 2026 12:00:00"), 13),
        (LINE.format("mx.club.test", "Tue, 94 Nov 2026 12:00:00 +0000"), 13),
        (LINE.format("mx.club.test", "Tue, 24 Nov 2026 12:00:00 +9900"), 13),
        ("Received: by mx.club.test\r\n", 13),
        ("X: y\r\n", 13),
        ("X: " + "y" * 70_000 + "\r\n", 13),
        ("", 13),
    ],
)
def test_a_mail_arrived_when_the_trusted_server_says(head: str, hour: float) -> None:
    """By its topmost line alone; never later than now, nor before everything had come."""
    ten = NOW - timedelta(hours=3)
    came_at = arrival(head.encode() + b"Subject: x\r\n\r\n", "mx.club.test", earliest=ten, now=NOW)
    assert came_at == NOW.replace(hour=int(hour), minute=int(hour % 1 * 60))
    assert arrival(head.encode() + b"\r\n", None, earliest=ten, now=NOW) == NOW


def test_what_was_complete_stays_so_over_a_restart(tmp_path: Path, soon: None) -> None:
    """A mail that says that it came before is not believed: it would have come, then."""
    referee = Handed(tmp_path, queue_seconds=0.05)

    async def test() -> None:
        async with at_work(referee):
            await until(lambda: referee.sql("SELECT 1 FROM marks WHERE name = ?", COMPLETE))
        ((complete,),) = referee.sql("SELECT value FROM marks WHERE name = ?", COMPLETE)
        referee.lmtp["queue_seconds"] = 3600
        async with at_work(referee) as (where, _):
            assert await hands(where, came(proven(MASTER, STARTER), HOUR)) == TAKEN
        ((arrived,),) = referee.sql("SELECT arrived FROM inbox")
        assert datetime.fromisoformat(arrived).replace(tzinfo=UTC) == datetime.fromisoformat(complete)

    play(test())


# what is said of it


def test_what_a_monitor_hears(tmp_path: Path) -> None:
    referee = Handed(tmp_path, queue_seconds=600)
    referee.starts_game().is_overdue()
    settings, now = load_settings(tmp_path / "referee.toml"), datetime.now(UTC)

    def waits(since: timedelta) -> list[str]:
        with referee.store.transaction() as tx:
            marks.set_mark(tx, LAST_READ, now.isoformat())
            marks.set_mark(tx, WAIT, Wait(now - since, now + HOUR, handed_in.BEGAN).to_mark())
        return ailments(settings, now, running=True)

    assert waits(timedelta(minutes=19)) == []
    (said,) = waits(timedelta(minutes=21))
    assert said.startswith("for 21 minutes no clock has run out, since mail may lie in the mail server's queue: nobody")
    figures = exposition(referee.store, Outcomes(), now, running=True, healthy=True)
    assert "\nreferee_clocks_wait_seconds 3600\n" in figures
    with referee.store.transaction() as tx:
        marks.set_mark(tx, WAIT, "")
    assert "ran out and did not act" in ailments(settings, now, running=True)[0]
    referee.store.close()


def test_a_daemon_without_it_forgets_that_clocks_waited(tmp_path: Path) -> None:
    referee = Handed(tmp_path)
    path = with_mailbox(referee)
    with referee.store.transaction() as tx:
        marks.set_mark(tx, WAIT, Wait(datetime.now(UTC), datetime.now(UTC) + HOUR, "x").to_mark())
    text = path.read_text()
    path.write_text(text.replace(f'listen = "127.0.0.1:{referee.port}"', ""))

    async def test() -> None:
        daemon = Daemon(open_desk(load_settings(path)), referee.store)
        task = asyncio.create_task(daemon.run())
        await until(lambda: referee.status()["clocks_wait"] is None)
        daemon.stop()
        await asyncio.wait_for(task, 5)

    play(test())


def test_who_listens_to_the_world_is_warned(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    referee = Handed(tmp_path)
    referee.lmtp |= {"listen": f"0.0.0.0:{referee.port}", "peers": ["192.0.2.25"]}

    async def test() -> None:
        async with at_work(referee):
            pass

    play(test())
    assert FROM_AFAR in capsys.readouterr().err


def test_mail_comes_in_somehow(tmp_path: Path) -> None:
    referee = Handed(tmp_path)
    referee.desk()
    path = tmp_path / "referee.toml"
    path.write_text(path.read_text().replace("listen", "# listen"))
    with pytest.raises(ConfigError, match=r"imap is missing; add it .*, or lmtp\.listen"):
        load_settings(path)
