"""Several daemons on one PostgreSQL server: what one holds, another leaves alone and does not wait for."""

import asyncio
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest
from sqlalchemy import select
from structlog.testing import capture_logs

from referee.commands.flushed import flushed
from referee.commands.handle import handle as handle_command
from referee.config import load_settings
from referee.demo.servers import EmbeddedMail
from referee.desk.case import Desk
from referee.desk.requests.lane import lane_of
from referee.post.wire.smtp import Fate
from referee.running import opening, presence, together
from referee.running.daemon import Daemon
from referee.running.guard import note_outcomes
from referee.running.handing_in import HandingIn
from referee.running.opening import MIGRATION_SECONDS, daemon_database, open_desk
from referee.running.presence import Presence
from referee.running.queue_wait import FLUSHED, TURNED_AWAY, WAIT
from referee.running.reading import Reading
from referee.running.sending import Sending
from referee.running.steps import Steps
from referee.running.together import file_mails, handle_some
from referee.store import clocks, inbox, lanes, leases, marks, outbox, tables
from referee.store.backend import Busy, Changing, Store, Tables, database_at
from referee.store.lanes import Waits
from referee.store.migrate import newest, version_of
from tests.postgresql import scratch_database, server, store_of
from tests.running.handing import Handed, hand_in
from tests.running.post_office import MASTER, PLAYERS, STARTER, proven, write_config
from tests.running.referee import USERS, Referee, play, quick, until
from tests.wire.scripted import within

__all__ = ["quick"]

LONG_AGO = timedelta(hours=3)


@pytest.fixture
def url(tmp_path: Path) -> str:
    return scratch_database(tmp_path / "referee.db")


@pytest.fixture
def config(url: str, tmp_path: Path) -> Path:
    return write_config(tmp_path, other=f'[database]\nurl = "{url}"')


@pytest.fixture
def desk(config: Path) -> Desk:
    return open_desk(load_settings(config))


@pytest.fixture
def stores(url: str, tmp_path: Path) -> Iterator[list[Store]]:
    """The same database, as two daemons have it open."""
    with ExitStack() as held:
        yield [held.enter_context(closing(store_of(url, tmp_path))) for _ in range(2)]


def take_in(store: Store, *raws: bytes) -> list[int]:
    with store.transaction() as tx:
        return [inbox.receive(tx, raw, sha256(raw).hexdigest(), datetime.now(UTC)) for raw in raws]


def handle_all(desk: Desk, store: Store) -> list[str]:
    outcomes: list[str] = []
    while handled := handle_some(desk, store):
        outcomes += [one.words for _, one in handled]
    return outcomes


@pytest.fixture
def began(desk: Desk, stores: list[Store]) -> list[Store]:
    """Game 1 began; its letters wait."""
    take_in(stores[0], proven(MASTER, STARTER))
    assert handle_all(desk, stores[0]) == ["Start/accepted"]
    return stores


def in_a_thread(work: Callable[[], object], seconds: float) -> tuple[threading.Thread, bool]:
    """Begin some work. Returns its thread, and whether it is done after so many seconds."""
    thread = threading.Thread(target=work)
    thread.start()
    thread.join(seconds)
    return thread, not thread.is_alive()


@pytest.mark.parametrize(("ago", "waits"), [(timedelta(), False), (LONG_AGO, True)], ids=["prompt", "late"])
def test_only_a_late_letter_waits_for_the_game_that_another_has_in_hand(
    began: list[Store], desk: Desk, ago: timedelta, waits: bool
) -> None:
    """From a late one may follow that a turn gets longer; from the others nothing does."""
    one, other = began
    with one.transaction() as tx:
        written = (datetime.now(UTC) - ago).isoformat(timespec="microseconds")
        tx.exec_driver_sql("UPDATE outbox SET written = %s", (written,))
    with one.reading() as look:
        letter = outbox.due_letters(look, datetime.now(UTC))[0]
    with one.transaction() as tx:
        assert lanes.lock_game(tx, 1)
        marking, done = in_a_thread(
            lambda: note_outcomes(desk, other, [(letter, Fate.ACCEPTED, "250 ok")]), 0.5 if waits else 10
        )
        assert done is not waits
    marking.join()
    with one.reading() as look:
        assert outbox.waiting(look, letter.id) is None


@pytest.mark.parametrize("meanwhile", [False, True], ids=["nothing", "something"])
def test_a_late_notice_finds_what_another_has_done_to_its_game(began: list[Store], desk: Desk, meanwhile: bool) -> None:
    """A turn gets longer only if the letter still is its notice once the game is in hand."""
    one, other = began
    with one.transaction() as tx:
        written = (datetime.now(UTC) - LONG_AGO).isoformat(timespec="microseconds")
        tx.exec_driver_sql("UPDATE outbox SET written = %s", (written,))
    with one.reading() as look:
        before = look.execute(select(tables.games.c.notice, tables.games.c.deadline)).one()
        letter = next(x for x in outbox.due_letters(look, datetime.now(UTC)) if x.id == before.notice)
    with one.transaction() as tx:
        assert lanes.lock_game(tx, 1)
        marking, done = in_a_thread(lambda: note_outcomes(desk, other, [(letter, Fate.ACCEPTED, "250 ok")]), 0.5)
        assert not done
        if meanwhile:
            clocks.set_notice(tx, 1, None)
    marking.join()
    with one.reading() as look:
        deadline = look.execute(select(tables.games.c.deadline)).scalar_one()
    assert (deadline == before.deadline) is meanwhile


def test_who_claims_letters_holds_up_nobody(began: list[Store], desk: Desk) -> None:
    one, other = began
    steps = Steps(other)
    sending = Sending(desk, steps, Presence(steps, lambda: None))
    with one.transaction() as tx:
        assert lanes.lock(tx, lanes.LETTERS, wait=False)
        assert sending._claim() is None
    claimed = sending._claim()
    assert claimed is not None and len(claimed) == 5
    with one.reading() as look:
        held = look.execute(tables.outbox.select().where(tables.outbox.c.claimed_by == sending.presence.name)).all()
    assert len(held) == len(claimed)
    steps.close()


def test_letters_go_once_another_has_claimed_its_own(began: list[Store], desk: Desk) -> None:
    one, other = began

    async def test() -> None:
        steps = Steps(other)
        sending = Sending(desk, steps, Presence(steps, lambda: None))
        tried: list[int] = []
        claim = sending._claim
        sending._claim = lambda: tried.append(1) or claim()  # type: ignore[method-assign,func-returns-value]
        with one.transaction() as tx:
            lanes.lock(tx, lanes.LETTERS, wait=False)
            due = asyncio.create_task(sending.send_due())
            await until(lambda: len(tried) > 2)
            assert not due.done()
        await due
        steps.close()

    play(test())


def test_mails_are_filed_some_at_a_time_and_others_take_them_meanwhile(
    began: list[Store], desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = began
    numbers = take_in(one, *(proven(f"eve{n}@else.test", "help", number=10 + n) for n in range(5)))
    ready: list[int] = []

    def looks(*given: object) -> tuple[str, int | None]:
        with other.reading() as look:
            ready.append(len(lanes.ready(lanes.window(look), {None})))
        return lane_of(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(lanes, "FILED_AT_ONCE", 2)
    monkeypatch.setattr(lanes.unfiled, "__defaults__", (2,))
    monkeypatch.setattr(together, "lane_of", looks)
    file_mails(desk, one)
    assert ready == [0, 0, 2, 2, 4]
    with one.reading() as look:
        assert [mail.id for mail in lanes.window(look)] == numbers and not lanes.unfiled(look)


def test_a_mail_of_any_size_is_filed_by_its_head(began: list[Store], desk: Desk) -> None:
    (number,) = take_in(began[0], proven(PLAYERS[0], "bid 3\r\n" + "x" * 70 + "\r\n" + 10**6 * "y"))
    with began[0].reading() as look:
        ((_, head),) = lanes.unfiled(look).items()
    assert len(head) == lanes.HEAD_ENOUGH
    file_mails(desk, began[0])
    with began[0].reading() as look:
        assert lanes.window(look) == [Waits(number, PLAYERS[0], 1)]


def test_two_that_come_one_that_goes_and_one_that_freezes(stores: list[Store], monkeypatch: pytest.MonkeyPatch) -> None:
    lost: list[str] = []

    async def test() -> None:
        steps = [Steps(store) for store in stores]
        first = Presence(steps[0], lambda: lost.append("first"))
        second = Presence(steps[1], lambda: lost.append("second"))
        assert not first.alone and first.name != second.name
        assert not first.is_sure(), "it has not said a word"
        assert await first.say() and first.daemons == 1 and first.is_sure()
        assert not await second.say() and second.daemons == 2
        assert await first.say() and first.daemons == 2 and lost == []

        await first.end()
        assert await second.say() and second.daemons == 1, "what is left is taken at once"
        assert not await first.say(), "it comes back, and another one acts for all by now"
        assert lost == ["first"]

        monkeypatch.setattr(presence, "SURE_SECONDS", -1.0)
        assert not second.is_sure(), "whoever was silent for long knows that others may think it gone"
        with stores[0].transaction() as tx:
            past = (datetime.now(UTC) - timedelta(seconds=1)).isoformat(timespec="microseconds")
            tx.execute(tables.leases.update().values(until=datetime.fromisoformat(past)))
        assert await first.say() and first.daemons == 1, "second froze"
        assert not await second.say() and second.daemons == 2, "it thaws"
        assert lost == ["first", "second"]
        for each in steps:
            each.close()

    play(test())


def test_a_lease_lasts_longer_than_its_holder_is_sure_of_it() -> None:
    lasts = leases.LASTS.total_seconds()
    assert 2 * presence.RENEW_SECONDS < presence.SURE_SECONDS < lasts


def test_daemons_that_start_together_on_an_empty_database(tmp_path: Path) -> None:
    """One makes the tables; the others wait for that, and none of them fails."""
    name = "m" + sha256(str(tmp_path).encode()).hexdigest()[:20]
    begun = 3
    try:
        empty = server().make(name)
        text = (
            "import sys; from pathlib import Path; from referee.config import load_settings\n"
            "from referee.running.opening import daemon_database\n"
            "settings = load_settings(Path(sys.argv[1]))\n"
            "print('ready', flush=True); sys.stdin.readline()\n"
            "with daemon_database(settings) as store:\n"
            "    with store.reading() as look: rows = look.exec_driver_sql('SELECT * FROM locks').all()\n"
            "    print(len(rows), flush=True)\n"
            "    sys.stdin.readline()\n"
        )
        daemons = []
        for number in range(begun):
            own = tmp_path / str(number)
            own.mkdir()
            path = write_config(own, other=f'[database]\nurl = "{empty}"')
            command = [sys.executable, "-c", text, str(path)]
            pipe = subprocess.PIPE
            daemons.append(subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True))
        for line in ("ready\n", "3\n"):
            for one in daemons:
                assert one.stdout is not None and one.stdin is not None
                assert one.stdout.readline() == line
                one.stdin.write("go\n")
            for one in daemons:
                assert one.stdin is not None
                one.stdin.flush()
        assert [one.communicate(timeout=MIGRATION_SECONDS)[1] for one in daemons] == [""] * begun
        assert version_of(database_at(empty, tmp_path)) == newest()
    finally:
        for one in daemons:
            one.kill()
            one.wait()
        server().drop(name)


def test_who_finds_a_daemon_at_work_on_older_tables_says_so_in_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "MIGRATION_SECONDS", 0.6)
    name = "w" + sha256(str(tmp_path).encode()).hexdigest()[:20]
    empty = server().make(name)
    settings = load_settings(write_config(tmp_path, other=f'[database]\nurl = "{empty}"'))
    try:
        with closing(Store(database_at(empty, tmp_path), at_work=Tables("SELECT 'older'", "older"))) as older:
            with older.reading() as look:
                look.exec_driver_sql("SELECT 1")
            with pytest.raises(Busy, match="stop that one first"), daemon_database(settings):
                pass
        with daemon_database(settings):
            pass
        with (
            database_at(empty, tmp_path).only_one(),
            pytest.raises(Changing, match="wait until that ends"),
            daemon_database(settings),
        ):
            pass
    finally:
        server().drop(name)


def test_a_folder_belongs_to_one_daemon(url: str, tmp_path: Path) -> None:
    one, other = (load_settings(_configured(tmp_path / name, url)) for name in ("one", "other"))
    with daemon_database(one), daemon_database(other):
        taken = r"another daemon has .*one/data: give each a referee\.data_dir of its own"
        with pytest.raises(Busy, match=taken), daemon_database(one):
            pass
    with daemon_database(one):
        pass


def _configured(folder: Path, url: str) -> Path:
    folder.mkdir()
    return write_config(folder, other=f'[database]\nurl = "{url}"')


def test_handle_beside_daemons(began: list[Store], config: Path, desk: Desk, tmp_path: Path) -> None:
    """It waits for the mails that come before its own, and for who has the game in hand."""
    one, _ = began
    file = tmp_path / "mail.eml"
    with one.reading() as look:
        bidder = look.exec_driver_sql("SELECT names FROM games").scalar_one()[0].lower()
    file.write_bytes(proven(f"{bidder}@club.test", "bid 3"))

    def outcome() -> list[object]:
        with one.reading() as look:
            rows = look.execute(tables.inbox.select().order_by(tables.inbox.c.id))
            return [row.outcome for row in rows][1:]

    with one.transaction() as tx:
        assert lanes.lock_game(tx, 1)
        handling, done = in_a_thread(lambda: handle_command([str(file)], config), 1.0)
        assert not done and outcome() == [None], "it is stored, and in its lane"
    handling.join()
    assert outcome() == ["MakeBid/accepted"]


def test_mail_handed_in_to_two_daemons_is_handled_as_one(url: str, tmp_path: Path) -> None:
    """Each takes mail; the clocks of both wait for the queue of each."""
    two = []
    for number in range(2):
        folder = tmp_path / str(number)
        folder.mkdir()
        one = Handed(folder, queue_seconds=3600)
        one.more["other"] = f'[database]\nurl = "{url}"'
        one.store = store_of(url, folder)
        two.append(one)

    def rows(query: str) -> list[object]:
        with two[0].store.reading() as look:
            return [row[0] for row in look.exec_driver_sql(query)]

    async def hands(to: Handed, raw: bytes) -> None:
        assert await asyncio.to_thread(hand_in, ("127.0.0.1", to.port), raw) == ["250 2.0.0 Stored"]

    async def test() -> None:
        async with two[0].running() as first, two[1].running() as second:
            for daemon in (first, second):
                await until(daemon._intake.all_read.is_set)
            assert rows("SELECT count(*) FROM leases WHERE name <> 'mailbox'") == [2]
            await hands(two[0], proven(MASTER, STARTER))
            await until(lambda: rows("SELECT count(*) FROM games") == [1])
            names = rows("SELECT names FROM games")[0]
            for turn, name in enumerate(names):  # type: ignore[arg-type,var-annotated]
                await hands(two[turn % 2], proven(f"{name.lower()}@club.test", "bid 3", number=10 + turn))
            done = ["Start/accepted"] + 4 * ["MakeBid/accepted"]
            await until(lambda: rows("SELECT outcome FROM inbox ORDER BY id") == done)
            await until(lambda: rows(f"SELECT value FROM marks WHERE name = '{WAIT}' AND value <> ''") != [])
            leader, follower = (first, second) if first._presence.acts_for_all else (second, first)
            door = leader._intake.handed_in
            assert door is not None and follower._intake.handed_in is not None
            reading = leader._readings["handing in"]
            assert isinstance(reading, HandingIn)
            (turned_away,) = rows(f"SELECT value FROM marks WHERE name = '{TURNED_AWAY}'")
            await until(lambda: reading._known == (True, 2, turned_away))
            before = door.since
            follower._intake.handed_in.turned_away("it could not be stored")
            follower._intake.nudge()
            await until(lambda: door.since > before)
            assert door.waits_until is not None

    play(test())
    for one in two:
        one.store.close()


def test_one_round_of_work_lasts_as_long_as_it_takes(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others must not think it gone meanwhile: then it could send nothing any more."""
    monkeypatch.setattr(presence, "RENEW_SECONDS", 0.05)
    monkeypatch.setattr(presence, "SURE_SECONDS", 0.4)
    whole = Reading.read

    async def slow(self: Reading) -> None:
        await whole(self)
        await asyncio.sleep(0.6)

    monkeypatch.setattr(Reading, "read", slow)
    one = Referee(tmp_path)
    one.more["other"] = f'[database]\nurl = "{url}"'
    one.store = store_of(url, tmp_path)

    async def test() -> None:
        async with EmbeddedMail(USERS) as mail, within(20):
            one.uses(mail).receives(proven(MASTER, STARTER))
            assert await Daemon(one.desk(), one.store).once()

    with capture_logs() as lines:
        play(test())
    assert [line["outcome"] for line in lines if line["event"] == "acting for all"] == ["begun"]
    with closing(one.store), one.store.reading() as look:
        states = [row.state for row in look.execute(select(tables.outbox.c.state))]
    assert states and set(states) == {"sent"}


def test_the_queue_is_flushed_where_a_daemon_runs(url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = Handed(tmp_path)
    one.more["other"] = f'[database]\nurl = "{url}"'
    one.store = store_of(url, tmp_path)
    one.desk()
    path = tmp_path / "referee.toml"
    with closing(one.store):
        with pytest.raises(SystemExit):
            flushed(path, elsewhere=True)
        assert "no daemon runs" in capsys.readouterr().err
        with daemon_database(load_settings(path)):
            flushed(path, elsewhere=True)
        with one.store.reading() as look:
            assert marks.get_mark(look, FLUSHED) is not None
