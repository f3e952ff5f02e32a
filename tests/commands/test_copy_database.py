"""`referee copy-database`: a club goes from one engine to the other and back, and plays on."""

from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import pytest
from sqlalchemy import Connection, select

from referee.commands import copy_database as copying_command
from referee.commands.copy_database import copy_database
from referee.commands.handle import handle
from referee.commands.prune import prune
from referee.config import ConfigError, Settings, secret_files
from referee.desk.table.records import record
from referee.records.lines import heads
from referee.running.opening import open_desk
from referee.store import games, marks, migrate, outbox, people, progress, tables, tournaments
from referee.store.backend import Busy, Changing, SqliteFile, Store, StoreError, database_at
from referee.store.migrate import Unequal, open_store, version_of
from referee.tournaments.fold import lines_of
from tests import outgoing
from tests.postgresql import server
from tests.talk import Talk, address, settings
from tests.tournament_talk import PLAYERS, Cup

NOW = datetime(2026, 11, 24, 12, 0, tzinfo=UTC)


@pytest.fixture
def club(tmp_path: Path) -> Talk:
    """Return a club in a file, in the middle of a game, restored once: it passed some numbers over."""
    club = Talk(tmp_path / "club", database={"url": "sqlite:///referee.db"}).starts()
    for _ in range(6):
        club.acts()
    with club.store.transaction() as tx:
        progress.pass_over(tx, letter=900, game=40)
    return club


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[str]:
    """Yield a new database on a server, without tables."""
    name = "e" + sha256(str(tmp_path).encode()).hexdigest()[:20]
    yield server().make(name)
    server().drop(name)


def configured(folder: Path, url: str) -> Path:
    """Return a configuration that names the database."""
    path = folder / "referee.toml"
    path.write_text(
        '[referee]\naddress = "r@club.test"\ngamesmasters = ["gm@club.test"]\n'
        f'[imap]\nhost = "h"\nusername = "u"\n[smtp]\nhost = "h"\n[database]\nurl = "{url}"\n'
    )
    return path


def rows(tx: Connection) -> dict[str, list[str]]:
    return {table.name: sorted(map(repr, tx.execute(select(table)).all())) for table in tables.metadata.sorted_tables}


def letter() -> outbox.Written:
    return outbox.Written(
        game=None, turn=None, lineup=None, recipient="ann@club.test", event="bid", message_id="m", secret="s", raw=b"x"
    )


def test_there_and_back(club: Talk, empty: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy_database(str(club.store.file), empty)
    assert "all are equal" in capsys.readouterr().out
    copy_database(empty, f"sqlite:///{tmp_path / 'back.db'}")
    for one in (database_at(empty, tmp_path), SqliteFile(tmp_path / "back.db")):
        with closing(Store(one)) as store, store.reading() as there, club.store.reading() as first:
            assert rows(there) == rows(first)
            assert record(there, 1) == record(first, 1) and len(record(first, 1)) > 6
            assert progress.reach(there) == progress.reach(first)
        with closing(Store(one)) as store, store.transaction() as tx:
            assert (games.next_number(tx), outgoing.queue(tx, letter(), NOW)) == (41, 901), "numbers go on"
            known = max(tx.execute(select(tables.people.c.id)).scalars())
            assert people.welcome(tx, "new@club.test").id == known + 1


@pytest.fixture
def cup(tmp_path: Path) -> Cup:
    """Return a club in a file: a tournament in the middle of its matches, one of them over, and two games beside it,
    one of them dominoes."""
    cup = Cup(tmp_path / "club", database={"url": "sqlite:///referee.db"}).drawn(4)
    cup.concedes(cup.running()[0].match)
    for names, sheet in ((PLAYERS[20:24], "109"), (PLAYERS[24:28], "sigma-dominoes")):
        listed = ", ".join(f"{name} <{address(name)}>" for name in names)
        assert cup.master(f"start\nplayers: {listed}\nsheet: {sheet}", subject="a game") == "Start/accepted"
    return cup


def all_heads(store: Store) -> dict[str, tuple[str, ...]]:
    """Return the heads of every public record: of all games, and of all tournaments."""
    with store.reading() as look:
        found = {f"game {row.id}": heads(record(look, row.id)) for row in games.every(look)}
        for row in tournaments.every(look):
            found[f"tournament {row.id}"] = heads(lines_of(tournaments.events_of(look, row.id)))
    return found


def test_a_whole_club_goes_there_plays_on_and_comes_back(cup: Cup, empty: str, tmp_path: Path) -> None:
    first = all_heads(cup.store)
    assert len(first) == 5 and all(len(each) > 1 for each in first.values())
    source = cup.store.file
    copy_database(str(source), empty)
    assert all_heads(cup.store) == first, "the first is as it was"
    cup.store.close()
    with closing(Store(database_at(empty, tmp_path))) as there:
        assert all_heads(there) == first
        cup.store = there
        assert cup.rules(cup.running()[0].match) == "RuleMatch/accepted"
        cup.passes()
        last = all_heads(there)
        assert {name for name in last if last[name] != first.get(name)} >= {"tournament 1"}
        assert all(last[name][: len(then)] == then for name, then in first.items()), "records only grow"
    copy_database(empty, f"sqlite:///{tmp_path / 'back.db'}")
    with closing(Store(SqliteFile(tmp_path / "back.db"))) as back:
        assert all_heads(back) == last
        cup.store = back
        assert cup.ended().phase == "over"


def test_a_target_with_rows_is_refused_and_left_as_it_is(club: Talk, empty: str, tmp_path: Path) -> None:
    with closing(open_store(database_at(empty, tmp_path), NOW)) as store, store.transaction() as tx:
        marks.set_mark(tx, "one", "1")
    with pytest.raises(StoreError, match="is not empty: name a new database"):
        copy_database(str(club.store.file), empty)
    with closing(Store(database_at(empty, tmp_path))) as store, store.reading() as look:
        assert marks.get_mark(look, "one") == "1" and games.every(look) == []


def test_a_database_under_a_daemon_is_not_copied(club: Talk, empty: str, tmp_path: Path) -> None:
    with club.store.database.only_one(), pytest.raises(Busy):
        copy_database(str(club.store.file), empty)
    assert version_of(database_at(empty, tmp_path)) is None, "nothing was made there"


def test_a_hold_that_ends_meanwhile(club: Talk, empty: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The hold goes with its connection, and a daemon may have played on."""
    copy_database(str(club.store.file), empty)
    held = "SELECT pid FROM pg_locks WHERE locktype = 'advisory'"
    whole = migrate._values

    def loses(table: object, row: object) -> dict[str, object]:
        server().tells(f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE pid IN ({held})")
        return whole(table, row)  # type: ignore[arg-type]

    monkeypatch.setattr(migrate, "_values", loses)
    back = tmp_path / "back.db"
    with pytest.raises(StoreError, match="cannot reach the database"):
        copy_database(empty, str(back))
    with closing(Store(SqliteFile(back))) as store, store.reading() as look:
        assert games.every(look) == [], "all or nothing"


@pytest.mark.parametrize("source", ["file", "server"])
def test_mail_that_is_piped_in_meanwhile_is_to_be_sent_again(
    club: Talk, empty: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str
) -> None:
    monkeypatch.setattr("referee.store.backend.sqlite.BUSY_SECONDS", 0.1)
    first, last = str(club.store.file), empty
    if source == "server":
        copy_database(first, empty)
        first, last = empty, str(tmp_path / "back.db")
    config = configured(tmp_path, first if "://" in first else f"sqlite:///{first}")
    mail = tmp_path / "mail.eml"
    mail.write_bytes(b"From: ann@club.test\nTo: r@club.test\n\nhelp\n")
    whole, ended = migrate._compare, list[object]()

    def meanwhile(old: Connection, new: Connection, table: object) -> None:
        whole(old, new, table)  # type: ignore[arg-type]
        if table is tables.inbox:
            with pytest.raises(SystemExit) as end:
                handle([str(mail)], config)
            ended.append(end.value.code)

    monkeypatch.setattr(migrate, "_compare", meanwhile)
    copy_database(first, last)
    assert ended == [75]


def test_a_source_that_is_not_there(tmp_path: Path, empty: str) -> None:
    with pytest.raises(StoreError, match="name the one to copy first"):
        copy_database(str(tmp_path / "referee.db"), empty)
    assert not (tmp_path / "referee.db").exists()


def test_a_row_that_is_not_read_again_as_it_was(
    club: Talk, empty: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = migrate._values

    def spoils(table: object, row: object) -> dict[str, object]:
        values = whole(table, row)  # type: ignore[arg-type]
        return values | ({"lines": "x"} if table is tables.tokens else {})

    monkeypatch.setattr(migrate, "_values", spoils)
    with pytest.raises(Unequal, match="the copy differs in tokens"):
        copy_database(str(club.store.file), empty)
    with closing(Store(database_at(empty, tmp_path))) as store, store.reading() as look:
        assert games.every(look) == [], "all or nothing"


def test_a_record_that_leads_elsewhere(club: Talk, empty: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.commands.copy_database.heads", lambda lines: [str(id(lines))])
    with pytest.raises(StoreError, match="the record of game 1 differs in the copy: nothing was copied"):
        copy_database(str(club.store.file), empty)
    with closing(Store(database_at(empty, tmp_path))) as store, store.reading() as look:
        assert games.every(look) == [], "all or nothing"


def test_a_database_is_not_copied_into_itself(
    club: Talk, empty: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(club.store.file.parent)
    aside = f"../{club.store.file.parent.name}/{club.store.file.name}"
    for old, new in ((club.store.file.name, str(club.store.file)), (club.store.file.name, aside), (empty, empty)):
        with pytest.raises(StoreError, match=r"^both are .*: name a new database for the copy"):
            copy_database(old, new)


def test_what_was_read_ends_before_the_copy_is_committed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server ends a transaction that does nothing, and a commit may wait long for a standby."""
    ends: list[str] = []

    class Fake:
        database, one_writer = "fake", False

        def __init__(self, what: str) -> None:
            self.what = what

        @contextmanager
        def transaction(self) -> Iterator[None]:
            yield
            ends.append(self.what)

        reading = transaction

    monkeypatch.setattr(copying_command, "has_rows", lambda tx: False)
    monkeypatch.setattr(copying_command, "copy_rows", lambda old, new: 0)
    monkeypatch.setattr(copying_command, "_check_records", lambda old, new: 0)
    copying_command._copy_all(Fake("read"), Fake("copied"), ())  # type: ignore[arg-type]
    assert ends == ["read", "copied"]


def test_mail_is_left_to_the_daemon_if_a_copy_begins_before_it_is_handled(
    empty: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    database = database_at(empty, tmp_path)
    open_store(database, NOW).close()
    config, mail = configured(tmp_path, empty), tmp_path / "mail.eml"
    mail.write_bytes(b"From: ann@club.test\nTo: r@club.test\n\nhelp\n")
    whole = open_desk
    with ExitStack() as held:

        def begins(settings: Settings) -> object:
            held.enter_context(database.only_one())
            return whole(settings)

        monkeypatch.setattr("referee.commands.handle.open_desk", begins)
        handle([str(mail)], config)
    assert "stored, and left to the daemon" in capsys.readouterr().err
    with closing(Store(database)) as store, store.reading() as look:
        assert look.execute(select(tables.inbox.c.state)).scalars().all() == ["new"]


def test_nothing_is_pruned_while_it_is_copied(empty: str, tmp_path: Path) -> None:
    database = database_at(empty, tmp_path)
    open_store(database, NOW).close()
    with database.only_one(), pytest.raises(Changing):
        prune(configured(tmp_path, empty))


def test_text_that_a_server_cannot_store_is_told_apart_from_a_loss(club: Talk, empty: str, tmp_path: Path) -> None:
    with club.store.transaction() as tx:
        marks.set_mark(tx, "a\0b", "c\0d")
    copy_database(str(club.store.file), empty)
    with closing(Store(database_at(empty, tmp_path))) as store, store.reading() as look:
        assert marks.get_mark(look, "a\ufffdb") == "c\ufffdd"


def test_a_configuration_may_name_it(club: Talk, empty: str, tmp_path: Path) -> None:
    copy_database(str(club.store.file), str(configured(tmp_path, empty)))
    with closing(Store(database_at(empty, tmp_path))) as store, store.reading() as look:
        assert [row.id for row in games.every(look)] == [1]


def test_copies_that_nobody_would_make_are_refused_at_the_start(tmp_path: Path) -> None:
    url = {"url": "postgresql+psycopg://referee@localhost/referee"}
    with pytest.raises(ConfigError, match="pg_dump"):
        settings(tmp_path, database=url, backup={"folder": "copies"})


def test_a_password_in_the_url_is_a_secret_of_its_file(tmp_path: Path) -> None:
    file = tmp_path / "referee.toml"
    for url, secret in (("postgresql+psycopg://u:p@h/d", True), ("postgresql+psycopg://u@h:5432/d", False)):
        file.write_text(f'[database]\nurl = "{url}"\n')
        assert (secret_files(file) == [file]) is secret
