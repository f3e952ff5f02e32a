"""The database file: how it is opened, migrated, copied and refused, and that history is only ever added to."""

import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import event, insert, select
from sqlalchemy.exc import IntegrityError

from referee import migrations_folder
from referee.store import migrate, outbox, people
from referee.store.backend import Busy, Passing, SqliteFile, Store, StoreError, database_at, only_one
from referee.store.migrate import newest, open_store, version_of
from referee.store.tables import marks, metadata
from tests import outgoing
from tests.scratch import fresh_file
from tests.talk import Talk

NOW = datetime(2026, 11, 24, 12, 0, tzinfo=UTC)
SECOND = '''"""A later schema."""

import sqlalchemy as sa
from alembic import op

revision, down_revision, branch_labels, depends_on = "9000", "{head}", None, None


def upgrade() -> None:
    """One table more."""
    op.create_table("later", sa.Column("id", sa.Integer(), primary_key=True))
    {more}
'''


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "referee.db"


@pytest.fixture
def store(file: Path) -> Iterator[Store]:
    with closing(open_store(fresh_file(file), NOW)) as opened:
        yield opened


def later_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: str = "") -> None:
    """Give the program a newer schema from here on."""
    folder = tmp_path / "migrations"
    (folder / "versions").mkdir(parents=True)
    for path in [migrations_folder() / "env.py", *(migrations_folder() / "versions").glob("*.py")]:
        (folder / path.relative_to(migrations_folder())).write_text(path.read_text("utf-8"))
    (folder / "versions" / "9000_later.py").write_text(SECOND.format(head=newest(), more=more))
    monkeypatch.setattr(migrate, "migrations_folder", lambda: folder)


def mark(store: Store, name: str, value: str) -> None:
    with store.transaction() as tx:
        tx.execute(insert(marks).values(name=name, value=value))


def names(store: Store) -> list[str]:
    with store.reading() as tx:
        return list(tx.execute(select(marks.c.name).order_by(marks.c.name)).scalars())


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize(
    ("pragma", "value"), [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("busy_timeout", 30_000)]
)
def test_every_connection_is_a_careful_one(store: Store, pragma: str, value: object) -> None:
    with store.reading() as one, store.reading() as another:
        assert one.exec_driver_sql(f"PRAGMA {pragma}").scalar() == value
        assert another.exec_driver_sql(f"PRAGMA {pragma}").scalar() == value


def test_only_its_owner_may_read_it(store: Store, file: Path) -> None:
    mark(store, "one", "1")
    assert {mode(path) for path in file.parent.iterdir()} == {0o600}
    assert {path.name for path in file.parent.iterdir()} >= {"referee.db", "referee.db-wal"}
    assert mode(file.parent) == 0o700


def test_a_transaction_is_all_or_nothing(store: Store) -> None:
    def fails() -> None:
        with store.transaction() as tx:
            tx.execute(insert(marks).values(name="one", value="1"))
            raise KeyError("in the middle")

    with pytest.raises(KeyError, match="in the middle"):
        fails()
    assert names(store) == []


def test_a_transaction_takes_the_write_lock_at_its_beginning(store: Store) -> None:
    began, order = threading.Event(), []

    def second() -> None:
        began.set()
        with store.transaction() as tx:
            order.append("second")
            assert tx.execute(select(marks.c.value)).scalars().all() == ["1"]

    with store.transaction() as tx:
        thread = threading.Thread(target=second)
        thread.start()
        began.wait(5)
        thread.join(0.2)
        order.append("first")
        tx.execute(insert(marks).values(name="one", value="1"))
    thread.join(5)
    assert order == ["first", "second"]


def test_a_look_waits_for_no_writer_and_sees_one_moment(store: Store) -> None:
    mark(store, "one", "1")
    with store.reading() as look, store.transaction() as tx:
        assert look.execute(select(marks.c.name)).scalars().all() == ["one"]
        tx.execute(insert(marks).values(name="two", value="2"))
        tx.commit()
        assert look.execute(select(marks.c.name)).scalars().all() == ["one"]
    assert names(store) == ["one", "two"]


def test_the_tables_are_those_of_the_migrations(store: Store) -> None:
    with store.reading() as tx:
        context = MigrationContext.configure(tx, opts={"compare_type": True, "render_as_batch": True})
        assert compare_metadata(context, metadata) == []


@pytest.mark.parametrize("act", ["UPDATE events SET kind = 'Ended'", "DELETE FROM events"])
def test_events_are_only_ever_added(tmp_path: Path, act: str) -> None:
    talk = Talk(tmp_path).starts()
    before = talk.trail()

    def change() -> None:
        with talk.store.transaction() as tx:
            tx.exec_driver_sql(act)

    with pytest.raises(IntegrityError, match="only ever added"):
        change()
    assert talk.trail() == before != []


def test_foreign_keys_hold(store: Store) -> None:
    def orphan() -> None:
        with store.transaction() as tx:
            tx.exec_driver_sql("INSERT INTO watchers (game, person) VALUES (7, 7)")

    with pytest.raises(IntegrityError, match="FOREIGN KEY"):
        orphan()


def test_an_older_one_is_copied_beside_and_migrated(
    store: Store, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = newest()
    mark(store, "kept", "1")
    store.close()
    later_program(tmp_path, monkeypatch)
    with closing(open_store(SqliteFile(file), NOW)) as migrated:
        assert names(migrated) == ["kept"]
    assert version_of(SqliteFile(file)) == newest() == "9000"
    copy = file.with_name(f"referee.db.{before}.20261124T120000")
    assert (version_of(SqliteFile(copy)), mode(copy)) == (before, 0o600)
    with closing(sqlite3.connect(copy)) as old:
        assert old.execute("SELECT name FROM marks").fetchall() == [("kept",)]


def test_a_migration_that_fails_changes_nothing(
    store: Store, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = newest()
    store.close()
    later_program(tmp_path, monkeypatch, "raise ArithmeticError('half-way')")
    with pytest.raises(ArithmeticError):
        open_store(SqliteFile(file), NOW)
    assert version_of(SqliteFile(file)) == before
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("SELECT name FROM sqlite_master WHERE name = 'later'").fetchall() == []


def test_a_newer_one_is_refused_with_a_plain_sentence(
    store: Store, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.close()
    with monkeypatch.context() as later:
        later_program(tmp_path, later)
        open_store(SqliteFile(file), NOW).close()
    with pytest.raises(StoreError, match=r"newer referee \(schema 9000\): install that version"):
        open_store(SqliteFile(file), NOW)


def test_it_is_not_migrated_under_a_daemon_that_works_on_it(
    store: Store, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = newest()
    with SqliteFile(file).only_one() as lasts:
        later_program(tmp_path, monkeypatch)
        with pytest.raises(Busy, match="stop that one first"):
            open_store(SqliteFile(file), NOW)
        assert version_of(SqliteFile(file)) == before
        open_store(SqliteFile(file), NOW, alone=lasts).close()
    assert version_of(SqliteFile(file)) == newest() == "9000"


def test_it_is_not_migrated_by_one_who_lost_their_hold(
    store: Store, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost() -> None:
        raise Passing("the connection was lost")

    before = newest()
    later_program(tmp_path, monkeypatch)
    with pytest.raises(Passing):
        open_store(SqliteFile(file), NOW, alone=lost)
    assert version_of(SqliteFile(file)) == before


@pytest.mark.parametrize("content", [b"a diary, and no database\n" * 100, None])
def test_somebody_elses_file_is_refused_and_left_alone(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "diary.db"
    if content is None:
        with closing(sqlite3.connect(file)) as diary:
            diary.execute("CREATE TABLE days (text)")
    else:
        file.write_bytes(content)
    before = file.read_bytes()
    with pytest.raises(StoreError, match="not a referee's database"):
        open_store(SqliteFile(file), NOW)
    assert file.read_bytes() == before


def test_a_missing_one_is_made_only_where_that_is_wanted(file: Path) -> None:
    with pytest.raises(StoreError, match="make it with"):
        open_store(SqliteFile(file), NOW, create=False)
    assert not file.parent.exists()
    open_store(SqliteFile(file), NOW).close()
    open_store(SqliteFile(file), NOW, create=False).close()


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:", "mysql://u:secret@h/d", "no url at all"])
def test_other_databases_are_refused_and_no_password_repeated(url: str) -> None:
    with pytest.raises(StoreError, match=r"sqlite:///data/referee\.db") as refused:
        database_at(url)
    assert "secret" not in str(refused.value)


def test_a_folder_in_place_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "referee.db").mkdir()
    with pytest.raises(StoreError, match=r"check database\.url"):
        open_store(SqliteFile(tmp_path / "referee.db"), NOW)


def test_what_breaks_later_is_a_plain_sentence_too(store: Store, file: Path) -> None:
    mark(store, "one", "1")
    store.close()
    file.with_name("referee.db-wal").unlink(missing_ok=True)
    file.write_bytes(file.read_bytes()[:4096] + b"\0" * 8192)
    with pytest.raises(StoreError, match="check the disk"):
        mark(store, "two", "2")


def test_a_database_that_somebody_else_holds(store: Store, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store.close()
    monkeypatch.setattr("referee.store.backend.sqlite.BUSY_SECONDS", 0.1)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with (
            closing(open_store(SqliteFile(file), NOW)) as waiting,
            pytest.raises(StoreError, match="end that program"),
        ):
            mark(waiting, "one", "1")


def test_an_error_shows_no_parameters(store: Store) -> None:
    mark(store, "one", "a secret word")
    with pytest.raises(IntegrityError) as clash:
        mark(store, "one", "a secret word")
    assert "secret word" not in str(clash.value)


def put(store: Store, number: int, *, bulk: bool, hours: int = 0) -> int:
    """Store a letter for sending, written so many hours ago."""
    with store.transaction() as tx:
        letter = outbox.Written(
            game=None,
            turn=None,
            lineup=None,
            recipient=f"w{number % 2}@else.test",
            event="bid",
            message_id=f"{number}@club.test",
            secret=f"secret {number}",
            raw=b"a letter",
            bulk=bulk,
        )
        return outgoing.queue(tx, letter, NOW - timedelta(hours=hours))


def test_letters_in_bulk_are_due_after_all_others(store: Store) -> None:
    kinds = [True, False, True, False, True]
    numbers = [put(store, number, bulk=bulk, hours=9 - number) for number, bulk in enumerate(kinds)]
    later = put(store, 9, bulk=False, hours=-1)
    with store.reading() as tx:
        due = outbox.due_letters(tx, NOW)
        assert [letter.id for letter in outbox.due_letters(tx, NOW, 3)] == [numbers[n] for n in (1, 3, 0)]
        assert [letter.id for letter in outbox.due_letters(tx, NOW + timedelta(hours=1))][2] == later
    assert [letter.id for letter in due] == [numbers[n] for n in (1, 3, 0, 2, 4)]
    assert [letter.bulk for letter in due] == [False, False, True, True, True]


def test_letters_that_were_held_up_hide_no_others(store: Store) -> None:
    """The mail server breaks off at as many letters as one look takes; those behind them go first."""
    stuck = [put(store, number, bulk=False, hours=2) for number in range(5)]
    fresh, bulk = put(store, 5, bulk=False, hours=1), put(store, 6, bulk=True, hours=1)
    with store.reading() as tx:
        assert [letter.id for letter in outbox.due_letters(tx, NOW, 5, held=stuck)] == [fresh, *stuck[:4]]
        assert [letter.id for letter in outbox.due_letters(tx, NOW, held=stuck)][-1] == bulk


def test_letters_in_bulk_hide_no_other_that_failed(store: Store) -> None:
    player = put(store, 0, bulk=False)
    for number in range(1, 60):
        put(store, number, bulk=True)
    with store.transaction() as tx:
        for letter in outbox.due_letters(tx, NOW):
            outbox.mark_tried(tx, letter.id, None, "550 no")
        assert outbox.stuck_letters(tx)[0].id == player and len(outbox.stuck_letters(tx)) == 50


def test_a_letter_is_found_by_the_secret_of_its_return_address_once(store: Store) -> None:
    one, two = (put(store, number, bulk=False) for number in (1, 2))
    with store.transaction() as tx:
        found = outbox.of_envelope(tx, "secret 2")
        assert found is not None and found.id == two
        outbox.mark_bounced(tx, two, "550 no")
        assert outbox.of_envelope(tx, "secret 2") is None and outbox.of_envelope(tx, "secret") is None
        again = outbox.of_envelope(tx, "secret 1")
        assert again is not None and again.id == one


def test_a_copy_made_while_another_writes(store: Store, file: Path, tmp_path: Path) -> None:
    mark(store, "one", "1")
    with store.transaction() as tx:
        tx.execute(insert(marks).values(name="two", value="2"))
        store.database.backup(tmp_path / "copy.db")
    assert names(store) == ["one", "two"]
    with closing(sqlite3.connect(tmp_path / "copy.db")) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert copy.execute("SELECT name FROM marks").fetchall() == [("one",)]
    assert mode(tmp_path / "copy.db") == 0o600


def test_a_copy_takes_no_files_place(store: Store, tmp_path: Path) -> None:
    target = tmp_path / "dear.txt"
    target.write_text("dear")
    with pytest.raises(StoreError, match="already exists"):
        store.database.backup(target)
    assert target.read_text() == "dear"
    with pytest.raises(StoreError, match="check the folder"):
        store.database.backup(tmp_path / "nowhere" / "copy.db")


def test_the_lock_ends_with_its_process(file: Path) -> None:
    file.parent.mkdir()
    code = (
        f"from referee.store.backend import only_one; from pathlib import Path; import time\n"
        f"with only_one(Path({str(file)!r})): print('held', flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None and other.stdout.readline() == "held\n"
        with pytest.raises(Busy), only_one(file):
            raise AssertionError("two at once")
        other.kill()
        other.wait(5)
    with only_one(file):
        assert mode(file.with_name("referee.db.lock")) == 0o600


def test_what_letters_offered_to_a_person_is_found_without_reading_every_token(store: Store) -> None:
    asked: list[tuple[str, tuple[object, ...]]] = []
    with store.transaction() as tx:
        event.listen(tx, "before_cursor_execute", lambda c, cursor, said, values, *_: asked.append((said, values)))
        people.was_offered(tx, 1, "join with Ann")
        people.void_offers(tx, 1, 1, "enter Cup with Ann")
        people.offers(tx, 1, NOW)
        for said, values in tuple(asked):
            (plan, *more) = tx.exec_driver_sql(f"EXPLAIN QUERY PLAN {said}", values).all()
            assert plan[3].startswith("SEARCH tokens USING INDEX"), (said, plan, more)
    assert len(asked) > 3
