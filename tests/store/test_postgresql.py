"""A store on PostgreSQL: the promises of docs/operations.md that do not come by themselves there, and its errors."""

import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import bindparam, delete, insert
from sqlalchemy.exc import DBAPIError

from referee.store import games, inbox, marks, outbox, people, progress, tables
from referee.store.backend import (
    Busy,
    Changing,
    NotOurs,
    Passing,
    SchemaCheck,
    Store,
    StoreError,
    database_at,
    postgresql,
)
from referee.store.migrate import VERSION, newest, open_store, version_of
from tests import outgoing
from tests.postgresql import Server, programs, scratch_database, server, store_of

NOW = datetime(2026, 11, 24, 12, 0, tzinfo=UTC)
SECRET = "a-secret-word"


@pytest.fixture
def url(tmp_path: Path) -> str:
    return scratch_database(tmp_path / "referee.db")


@pytest.fixture
def store(url: str, tmp_path: Path) -> Iterator[Store]:
    with closing(store_of(url, tmp_path)) as opened:
        yield opened


@pytest.fixture
def other(url: str, tmp_path: Path) -> Iterator[Store]:
    """Yield the same database, opened by another program."""
    with closing(store_of(url, tmp_path)) as opened:
        yield opened


@pytest.fixture
def daemon(url: str, tmp_path: Path) -> Iterator[Store]:
    """Yield the same database, opened by one of several daemons."""
    with closing(open_store(database_at(url, tmp_path), NOW, at_work=True)) as opened:
        yield opened


def note(store: Store, value: str) -> None:
    with store.transaction() as tx:
        marks.set_mark(tx, "one", value)


def noted(store: Store) -> str | None:
    with store.reading() as look:
        return marks.get_mark(look, "one")


def ends_all_connections(store: Store) -> None:
    """End all connections, as a server that restarts does."""
    server().tells(
        f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{store.engine.url.database}'"
    )


def is_free(store: Store) -> bool:
    """Tell if nobody holds the database; the server notices only a moment later that somebody left."""
    with suppress(Busy), store.database.only_one():
        return True
    server().tells("SELECT pg_sleep(0.05)")
    return False


def refused(url: str, folder: Path) -> StoreError:
    with pytest.raises(StoreError) as refusal:
        open_store(database_at(url, folder), NOW)
    assert SECRET not in str(refusal.value)
    return refusal.value


def meanwhile(work: "threading.Thread") -> None:
    """Let it begin, and come to where it waits for us."""
    work.start()
    work.join(0.3)
    assert work.is_alive()


def test_one_that_is_not_there_is_made_by_its_operator_alone(tmp_path: Path) -> None:
    said = refused(server().url("nowhere"), tmp_path)
    assert 'database "nowhere" does not exist' in str(said) and not isinstance(said, Passing)


def test_a_wrong_user_ends_in_a_sentence_and_no_password(tmp_path: Path) -> None:
    url = server().url("postgres", user=f"nobody:{SECRET}")
    said = refused(url, tmp_path)
    assert 'role "nobody" does not exist' in str(said) and not isinstance(said, Passing)


def test_a_server_that_is_away_may_come_back(tmp_path: Path) -> None:
    said = refused(f"postgresql+psycopg://referee:{SECRET}@127.0.0.1:1/referee", tmp_path)
    assert isinstance(said, Passing) and "check that its server runs" in str(said)


@pytest.mark.parametrize(
    ("url", "advice"),
    [
        (f"postgresql://u:{SECRET}@h/d", r"write it like postgresql\+psycopg://"),
        (f"postgresql+psycopg://u:{SECRET}@h/", r"write it like postgresql\+psycopg://"),
        (f"postgresql+psycopg://u:{SECRET}@a:5432,b:5432/d", r"several hosts like \?host=a:5432&host=b:5432"),
        (f"postgresql+psycopg://u:p@{SECRET}@h/d", "has an @ too many: write the one within a name or password as %40"),
    ],
)
def test_a_url_is_written_in_one_way(url: str, advice: str) -> None:
    with pytest.raises(StoreError, match=advice) as refusal:
        database_at(url)
    assert SECRET not in str(refusal.value)


def test_an_option_that_nobody_knows(tmp_path: Path) -> None:
    assert "nonsense" in str(refused(f"{server().url('postgres')}&nonsense={SECRET}x", tmp_path))


def test_a_database_of_somebody_elses_is_left_alone(store: Store, tmp_path: Path) -> None:
    other = scratch_database(tmp_path / "diary.db")
    with closing(store_of(other, tmp_path)) as diary, diary.transaction() as tx:
        tx.exec_driver_sql("DROP TABLE outbox CASCADE")
    with pytest.raises(NotOurs, match=r"name another in database\.url"):
        open_store(database_at(other, tmp_path), NOW)


def test_a_standby_says_that_it_is_one(store: Store) -> None:
    with pytest.raises(Passing, match="name the primary"), store.transaction() as tx:
        tx.exec_driver_sql("SET TRANSACTION READ ONLY")
        marks.set_mark(tx, "one", "1")


def test_what_a_server_lacks_is_said(store: Store) -> None:
    with pytest.raises(StoreError, match="fsync = off"):
        store.prove()


def test_a_pool_that_gives_each_transaction_another_session_is_found(store: Store) -> None:
    """As PgBouncer in transaction mode, where no lock of a session lasts."""
    assert not store.database._is_pooled()  # type: ignore[attr-defined]
    name = store.engine.url.database
    with server().connection(name) as connection:
        connection.execute(f"ALTER DATABASE {name} SET search_path = public, pg_catalog")
        connection.execute("CREATE SEQUENCE sessions")
        connection.execute(
            "CREATE FUNCTION public.pg_backend_pid() RETURNS bigint LANGUAGE sql AS $$SELECT nextval('sessions')$$"
        )
    assert store.database._is_pooled()  # type: ignore[attr-defined]


def test_one_with_an_encoding_of_its_own_gets_no_tables(tmp_path: Path) -> None:
    server().tells("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    try:
        assert "encoding LATIN1: make it with `createdb --encoding=UTF8" in str(
            refused(server().url("latin"), tmp_path)
        )
        assert server().tells("SELECT 1 FROM pg_tables WHERE schemaname = 'public'", "latin") == []
        with pytest.raises(StoreError, match="encoding LATIN1"):
            database_at(server().url("latin"), tmp_path).create()
    finally:
        server().drop("latin")


def test_a_right_that_it_lacks_is_said(store: Store) -> None:
    with store.transaction() as tx:
        tx.exec_driver_sql("DROP ROLE IF EXISTS guest")
        tx.exec_driver_sql("CREATE ROLE guest")
    with pytest.raises(StoreError, match="let its user own the database"), store.transaction() as tx:
        tx.exec_driver_sql("SET LOCAL ROLE guest")
        marks.set_mark(tx, "one", "1")


def test_one_alone_holds_it_who_is_no_daemon(store: Store, other: Store) -> None:
    assert store.database.is_held() is False
    with store.database.only_one():
        assert other.database.is_held() is False
        with pytest.raises(Busy, match="stop that one first"), other.database.only_one():
            pass
    assert other.database.is_held() is False


def test_nobody_has_it_alone_while_a_daemon_can_write(store: Store, daemon: Store) -> None:
    note(daemon, "1")
    for _ in range(2):
        with pytest.raises(Busy, match="stop that one first"), store.database.only_one():
            pass
        ends_all_connections(daemon)
        with pytest.raises(Passing):
            note(daemon, "lost")
        note(daemon, "2")
    daemon.close()
    assert any(is_free(store) for _ in range(100)), "nobody can write any more"
    assert noted(store) == "2"


def test_a_daemon_that_lost_the_server_waits_for_whoever_has_it_alone(store: Store, daemon: Store) -> None:
    note(daemon, "1")
    ends_all_connections(daemon)
    with store.database.only_one():
        with pytest.raises(Passing):
            note(daemon, "2")
        for _ in range(3):
            with pytest.raises(Changing, match="being copied: wait"):
                note(daemon, "2")
        note(store, "3")
    assert noted(daemon) == "3"
    note(daemon, "4")


def test_whoever_has_it_alone_notices_the_loss(store: Store, daemon: Store) -> None:
    with pytest.raises(Passing, match="cannot reach the database"), store.database.only_one() as lasts:
        lasts()
        lasts()
        ends_all_connections(store)
        note(daemon, "1")
        lasts()
    assert noted(daemon) == "1"


def test_a_daemon_writes_nothing_into_tables_of_another_version(store: Store, daemon: Store) -> None:
    """They were changed while its server was away, and its hold with it."""
    note(daemon, "1")
    ends_all_connections(daemon)
    with store.database.only_one(), store.transaction() as tx:
        tx.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(Passing):
        note(daemon, "lost")
    for _ in range(2):
        with pytest.raises(StoreError, match="are those of another version by now") as refusal:
            note(daemon, "2")
        assert not isinstance(refusal.value, Passing), "it would try again for ever"
    with pytest.raises(StoreError, match="are those of another version by now"):
        noted(daemon)
    assert noted(store) == "1"
    assert any(is_free(store) for _ in range(100)), "the daemon left the server"


def test_the_server_too_notices_when_a_machine_is_gone(store: Store) -> None:
    """On the server's side of a socket they are always 0; that it knows the settings is all that can be seen here."""
    asked = [setting for setting in postgresql.SETTINGS if "keepalives" in setting]
    assert [setting.split()[1] for setting in asked] == [
        f"tcp_keepalives_{what}" for what in ("idle", "interval", "count")
    ]
    with store.reading() as look:
        for setting in asked:
            look.exec_driver_sql(setting)


def test_the_server_ends_a_transaction_whose_program_is_silent(store: Store) -> None:
    """Even a program that is stopped right after it changed several rows: the next daemon waits for what it holds.
    Several times, since the driver's packets decide what the server had heard last."""
    gone = delete(tables.marks).where(tables.marks.c.name == bindparam("gone"))
    for _ in range(10):
        with pytest.raises(Passing), store.transaction() as tx:
            tx.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = '50ms'")
            tx.execute(gone, [{"gone": "one"}, {"gone": "other"}])
            server().tells("SELECT pg_sleep(0.2)")
            tx.exec_driver_sql("SELECT 1")


@pytest.mark.parametrize(
    ("said", "passes"),
    [
        ('host "a" failed: session is read-only', True),
        ('host "a" failed: FATAL: password authentication failed\nhost "b" failed: session is read-only', False),
    ],
)
def test_a_password_that_is_refused_is_no_standby(store: Store, said: str, passes: bool) -> None:
    trouble = store.database.trouble(psycopg.OperationalError(said))
    assert isinstance(trouble, StoreError) and isinstance(trouble, Passing) == passes
    assert ("as on a standby" in str(trouble)) == passes


def test_a_hold_outlasts_any_pause(store: Store, daemon: Store) -> None:
    name = store.engine.url.database
    server().tells(f"ALTER DATABASE {name} SET idle_session_timeout = '200ms'")
    with store.database.only_one() as lasts:
        server().tells("SELECT pg_sleep(0.5)")
        lasts()
    note(daemon, "1")
    server().tells("SELECT pg_sleep(0.5)")
    assert noted(daemon) == "1"


def test_a_database_without_a_schema_is_told_so(store: Store, tmp_path: Path) -> None:
    with store.transaction() as tx:
        tx.exec_driver_sql("DROP SCHEMA public CASCADE")
    with pytest.raises(StoreError, match="has no schema for its user: make one"), store.database.only_one():
        pass
    assert "has no schema" in str(refused(str(store.engine.url.render_as_string(hide_password=False)), tmp_path))


def test_daemons_share_it(store: Store, daemon: Store, url: str, tmp_path: Path) -> None:
    with closing(open_store(database_at(url, tmp_path), NOW, at_work=True)) as second:
        note(daemon, "1")
        note(second, "2")
        assert noted(daemon) == "2"
        daemon.close()
        with pytest.raises(Busy), store.database.only_one():
            pass


@pytest.mark.parametrize("more", ["", "&target_session_attrs=any", "&target_session_attrs=standby"])
def test_a_standby_says_what_to_name_instead_until_it_is_promoted(tmp_path: Path, more: str) -> None:
    own = Server(programs())
    try:
        database = database_at(own.make("referee") + more, tmp_path)
        open_store(database, NOW).close()
        own.stop()
        (own.data / "standby.signal").touch()
        own.start()
        with (
            closing(Store(database)) as store,
            closing(Store(database, at_work=SchemaCheck(VERSION, newest()))) as daemon,
        ):
            for one in (daemon, store):
                for use in (lambda one: note(one, "1"), noted, lambda one: one.prove()):
                    with pytest.raises(Passing, match=r"as on a standby: name the primary in database\.url"):
                        use(one)
            with pytest.raises(Passing, match="as on a standby"), database.only_one():
                pass
            assert database.is_held() is None, "the primary may be held"
            here = own.tells("SELECT count(*) FROM pg_stat_activity WHERE datname = 'referee'")
            assert here == [(0,)], "a daemon would stay there when the primary is back"
            own.run("pg_ctl", "-D", str(own.data), "-w", "promote")
            for one in (daemon, store):
                note(one, "2")
    finally:
        own.end()


def test_a_database_without_an_encoding_is_told_so(tmp_path: Path) -> None:
    server().tells("CREATE DATABASE bytes ENCODING SQL_ASCII LOCALE 'C' TEMPLATE template0")
    try:
        assert "has the encoding SQL_ASCII: make it with `createdb" in str(refused(server().url("bytes"), tmp_path))
    finally:
        server().drop("bytes")


def test_a_look_sees_one_moment(store: Store, other: Store) -> None:
    with store.reading() as look:
        assert marks.get_mark(look, "one") is None
        with other.transaction() as tx:
            marks.set_mark(tx, "one", "1")
        assert marks.get_mark(look, "one") is None
    with store.reading() as look:
        assert marks.get_mark(look, "one") == "1"


def test_a_look_writes_nothing(store: Store) -> None:
    with pytest.raises(Passing, match="cannot be written"), store.reading() as look:
        marks.set_mark(look, "one", "1")


def test_history_is_only_ever_added_to(store: Store) -> None:
    with store.transaction() as tx:
        tx.exec_driver_sql(
            "INSERT INTO games (id, gamesmaster, source, game, sheet, names, limit_seconds, started_at, dealt_seq, "
            "last_seq, round, turn, score, head) "
            "VALUES (1, 'g', 's', 'spades', '109', '[]', 1, '', 1, 1, 1, 1, '[]', '')"
        )
        tx.exec_driver_sql("INSERT INTO events VALUES (1, 1, '', NULL, 'Started', 1, '{}')")
    for act in ("UPDATE events SET seq = 2", "DELETE FROM events"):
        with pytest.raises(DBAPIError, match="only ever added"), store.transaction() as tx:
            tx.exec_driver_sql(act)


def test_a_person_who_writes_twice_at_once_is_entered_once(store: Store, other: Store) -> None:
    entered: list[int] = []

    def enter() -> None:
        with other.transaction() as tx:
            entered.append(people.welcome(tx, "ann@club.test", "Anna").id)

    waiting = threading.Thread(target=enter)
    with store.transaction() as tx:
        entered.append(people.welcome(tx, "ann@club.test", "Ann").id)
        meanwhile(waiting)
    waiting.join()
    assert len(set(entered)) == 1 and len(entered) == 2


def test_a_mail_that_two_fetch_is_stored_once(store: Store, other: Store) -> None:
    stored: list[int] = []

    def fetch(one: Store) -> None:
        with one.transaction() as tx:
            stored.append(inbox.receive(tx, b"a mail", "digest", NOW, (4_294_967_295, 1)))

    waiting = threading.Thread(target=fetch, args=(other,))
    with store.transaction() as tx:
        stored.append(inbox.receive(tx, b"a mail", "digest", NOW, (4_294_967_295, 1)))
        meanwhile(waiting)
    waiting.join()
    assert len(set(stored)) == 1 and len(stored) == 2


def test_two_copies_of_a_mail_are_seen_first_once(store: Store, other: Store) -> None:
    seen: list[bool] = []
    with store.transaction() as tx:
        first, second = (inbox.receive(tx, name, name.decode(), NOW) for name in (b"one", b"two"))

    def see(one: Store, number: int, keys: tuple[str, ...]) -> None:
        with one.transaction() as tx:
            seen.append(inbox.mark_seen(tx, keys, number))

    waiting = threading.Thread(target=see, args=(other, second, ("b", "a")))
    with store.transaction() as tx:
        seen.append(inbox.mark_seen(tx, ("a", "b"), first))
        meanwhile(waiting)
    waiting.join()
    assert seen == [True, False]


def test_a_number_of_a_game_that_was_undone_is_not_skipped(store: Store) -> None:
    for _ in range(2):
        with pytest.raises(ZeroDivisionError), store.transaction() as tx:
            assert games.next_number(tx) == 1
            raise ZeroDivisionError


def letter(word: str) -> outbox.Written:
    return outbox.Written(
        game=None,
        turn=None,
        lineup=None,
        recipient="ann@club.test",
        event="bid",
        message_id=word,
        secret=word,
        raw=b"x",
    )


def test_numbers_that_were_passed_over_are_never_given(store: Store) -> None:
    with store.transaction() as tx:
        outgoing.queue(tx, letter("one"), NOW)
        progress.pass_over(tx, letter=700, game=80)
        assert (progress.reach(tx).letter, progress.reach(tx).game) == (700, 80)
    with store.transaction() as tx:
        assert (outgoing.queue(tx, letter("two"), NOW), games.next_number(tx)) == (701, 81)
        progress.pass_over(tx, letter=5, game=5)
        assert (outgoing.queue(tx, letter("three"), NOW), games.next_number(tx)) == (702, 81)


def test_a_database_restored_from_an_older_dump_is_behind_its_witness(store: Store, tmp_path: Path) -> None:
    file = progress.witness_file(store.file)
    assert file.parent == tmp_path
    with store.transaction() as tx:
        progress.give_identity(tx, "same")
        outgoing.queue(tx, letter("one"), NOW)
        progress.witness(file, progress.reach(tx))
    with store.transaction() as tx:
        tx.exec_driver_sql("DELETE FROM outbox")
        witnessed = progress.witnessed(file)
        assert witnessed is not None and progress.reach(tx).behind(witnessed)


def test_a_letter_that_was_undone_leaves_no_witness(store: Store) -> None:
    """Otherwise a server that lost power would look like an older copy: it forgets numbers that it gave without a
    commit."""
    with pytest.raises(ZeroDivisionError), store.transaction() as tx:
        outgoing.queue(tx, letter("one"), NOW)
        raise ZeroDivisionError
    with store.reading() as look:
        assert progress.reach(look).letter == 0


def test_the_character_zero_is_stored_as_one_that_can_be(store: Store) -> None:
    with store.transaction() as tx:
        marks.set_mark(tx, "a\0b", "c\0d")
        assert marks.get_mark(tx, "a\0b") == "c\ufffdd"


def test_a_deadlock_passes(store: Store, other: Store) -> None:
    with store.transaction() as tx:
        marks.set_mark(tx, "a", "")
        marks.set_mark(tx, "b", "")
    found: list[Exception] = []

    def turn(one: Store, names: str, both: threading.Barrier) -> None:
        try:
            with one.transaction() as tx:
                marks.set_mark(tx, names[0], "1")
                both.wait()
                marks.set_mark(tx, names[1], "1")
        except StoreError as e:
            found.append(e)

    both = threading.Barrier(2)
    two = [threading.Thread(target=turn, args=(s, n, both)) for s, n in ((store, "ab"), (other, "ba"))]
    for thread in two:
        thread.start()
    for thread in two:
        thread.join()
    assert [type(e) for e in found] == [Passing]


def test_an_error_shows_no_parameters(store: Store) -> None:
    with pytest.raises(DBAPIError) as clash, store.transaction() as tx:
        for _ in range(2):
            tx.execute(insert(tables.marks).values(name="one", value=SECRET))
    assert SECRET not in str(clash.value)


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_a_server_that_is_started_again_is_used_again(tmp_path: Path, mode: str) -> None:
    own = Server(programs())
    try:
        with closing(open_store(database_at(own.make("referee"), tmp_path), NOW)) as store:
            with pytest.raises(Passing), store.transaction() as tx:
                marks.set_mark(tx, "one", "1")
                own.stop(mode)
                marks.set_mark(tx, "one", "2")
            with pytest.raises(Passing, match="cannot reach the database referee"), store.reading():
                pass
            own.start()
            with store.transaction() as tx:
                assert marks.get_mark(tx, "one") is None
    finally:
        own.end()


def test_a_connection_that_the_server_ends_in_the_middle_of_a_statement(store: Store) -> None:
    ends = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(60)'"

    def terminate() -> None:
        while not server().tells(ends):
            pass

    operator = threading.Thread(target=terminate)
    operator.start()
    with pytest.raises(Passing, match="cannot reach the database"), store.transaction() as tx:
        tx.exec_driver_sql("SELECT pg_sleep(60)")
    operator.join()


def test_a_database_in_another_encoding_is_refused(tmp_path: Path) -> None:
    server().tells("CREATE DATABASE latin ENCODING LATIN1 LOCALE 'C' TEMPLATE template0")
    try:
        with (
            closing(store_of(server().url("latin"), tmp_path)) as latin,
            pytest.raises(StoreError, match="encoding LATIN1: make it with"),
        ):
            latin.prove()
    finally:
        server().drop("latin")


def test_migrations_make_the_tables_of_the_program(store: Store) -> None:
    with store.reading() as look:
        differ = compare_metadata(MigrationContext.configure(look, opts={"compare_type": True}), tables.metadata)
    assert [one for one in differ if "numbers" not in str(one)] == []
    assert version_of(store.database) is not None


def test_no_copy_is_promised_that_we_cannot_make(store: Store, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="pg_dump"):
        store.database.backup(tmp_path / "copy")
