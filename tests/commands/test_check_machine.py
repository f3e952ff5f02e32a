"""The tries of `referee check` on this machine alone: each thing that can be wrong, and the remedy that it names."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from referee.commands import check_machine
from referee.commands.check import findings
from referee.commands.check_machine import Finding, on_this_machine
from referee.config import load_settings
from referee.running.opening import open_database
from referee.site.environment import environment
from referee.store.backend import only_one, sqlite
from referee.telling.templates import templates_in
from tests.running.post_office import PASSWORD, write_config

LINES = ["templates", "database", "files", "modes", "proofs"]


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = write_config(tmp_path)
    path.chmod(0o600)
    return path


def database(config: Path) -> Path:
    """Return a new database, as the program makes it."""
    with closing(open_database(load_settings(config))) as store:
        return store.file


def tried(config: Path) -> dict[str, Finding]:
    found = list(on_this_machine(load_settings(config), config))
    assert [finding.name for finding in found] == LINES
    return {finding.name: finding for finding in found}


def failed(config: Path, name: str, remedy: str) -> None:
    """Check that this line alone fails, and says what to do."""
    found = tried(config)
    assert {one.name for one in found.values() if not one.ok} == {name}
    assert remedy in found[name].said


def test_all_is_well(config: Path) -> None:
    assert all(finding.ok for finding in tried(config).values())


def test_all_templates_are_compiled(config: Path) -> None:
    """The operator's own too, of letters and of pages; a fault is named by its file and line."""
    own = config.parent / "words"
    (own / "site").mkdir(parents=True)
    config.write_text(config.read_text("utf-8").replace("[referee]", '[referee]\ntemplates = "words"'), "utf-8")
    assert tried(config)["templates"].said == f"all can be read, those in {own} too"
    for name, text, said in (
        (
            "game.txt",
            b"one\n{% if %}\n",
            f"{own}/game.txt, line 2: Expected an expression, got 'end of statement block'",
        ),
        ("refusals.txt", b"gr\xfc\xdfe", "the template refusals.txt is not UTF-8"),
        ("site/game.html", b"gr\xfc\xdfe", "the template game.html is not UTF-8"),
        (
            "site/feed.xml",
            b"{{ 1 | no_such }}",
            f"{own}/site/feed.xml, line 1: No filter named 'no_such'; correct that",
        ),
    ):
        (own / name).write_bytes(text)
        forget_templates()
        failed(config, "templates", said)
        (own / name).unlink()
    (own / "site" / "notes.txt~").write_text("{% if %}")
    (own / "site" / "assets").mkdir()
    (own / "site" / "assets" / "old.html").write_text("{% if %}")
    forget_templates()
    assert all(finding.ok for finding in tried(config).values())


def forget_templates() -> None:
    templates_in.cache_clear()
    environment.cache_clear()


def test_a_database_that_is_somebody_elses(config: Path) -> None:
    file = config.parent / "data" / "referee.db"
    file.parent.mkdir()
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE cats (name)")
    file.chmod(0o600)
    failed(config, "database", "is not a referee's database: name another in database.url")


def test_a_database_that_is_no_database(config: Path) -> None:
    database(config).write_bytes(b"a diary" * 1000)
    failed(config, "database", "is not a referee's database: name another in database.url")


def test_a_database_that_is_damaged(config: Path) -> None:
    file = database(config)
    with closing(sqlite3.connect(file)) as found:
        (page,) = found.execute("SELECT rootpage FROM sqlite_master WHERE name = 'games_deadline'").fetchone()
    raw = bytearray(file.read_bytes())
    raw[(page - 1) * 4096 : page * 4096] = b"\xff" * 4096
    file.write_bytes(raw)
    failed(config, "database", "restore a copy, as docs/operations.md tells")


def test_a_database_of_a_newer_schema(config: Path) -> None:
    with closing(sqlite3.connect(database(config))) as found:
        found.execute("UPDATE alembic_version SET version_num = '9999'")
        found.commit()
    failed(config, "database", "install that version, or restore the copy")


def test_a_database_that_another_referee_works_on(config: Path) -> None:
    with only_one(database(config)):
        failed(config, "database", "stop that one first")


def test_a_database_that_another_program_locks(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "BUSY_SECONDS", 0.1)
    with closing(sqlite3.connect(database(config), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        failed(config, "database", "another program holds it: end that program")


def test_a_database_of_another_kind(tmp_path: Path) -> None:
    config = write_config(tmp_path, other='[database]\nurl = "mysql://localhost/referee"')
    config.chmod(0o600)
    assert "write it like sqlite:///data/referee.db" in tried(config)["database"].said


def test_a_database_whose_folder_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "diary").write_text("dear diary")
    config = write_config(tmp_path, other='[database]\nurl = "sqlite:///diary/referee.db"')
    assert "check database.url and the folder" in tried(config)["database"].said


@pytest.mark.parametrize("name", ["own", "own/records"])
def test_a_folder_that_cannot_be_written(tmp_path: Path, name: str) -> None:
    config = write_config(tmp_path, referee='data_dir = "own"', other='[database]\nurl = "sqlite:///referee.db"')
    config.chmod(0o600)
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("a file in its place")
    failed(config, "files", "give it to the referee's user, or set referee.data_dir to another folder")


def test_a_disk_that_is_nearly_full(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_machine, "LOW_BYTES", 1 << 62)
    failed(config, "files", "make room")


@pytest.mark.parametrize(("before", "note"), [("1 day", False), ("3 days", True), ("4 days", True), ("none", False)])
def test_a_reminder_that_nobody_gets_is_a_note(config: Path, before: str, note: bool) -> None:
    config.write_text(f'{config.read_text("utf-8")}\n[game]\nreminder_before = "{before}"\n', "utf-8")

    async def tell() -> Finding:
        return await anext(findings(config, 1))

    first = asyncio.run(tell())
    assert (first.ok, first.note, "nobody is reminded" in first.said) == (True, note, note)


def test_a_configuration_that_everybody_may_read(config: Path) -> None:
    config.chmod(0o644)
    failed(config, "modes", f"chmod 600 {config}")


def test_a_password_file_and_a_database_that_everybody_may_read(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text(PASSWORD)
    config = write_config(tmp_path)
    config.write_text(
        config.read_text("utf-8").replace(f'password = "{PASSWORD}"', 'password_file = "secret"'), "utf-8"
    )
    config.chmod(0o644)
    (tmp_path / "secret").chmod(0o600)
    assert tried(config)["modes"].ok, "there is no secret in the configuration itself"
    (tmp_path / "secret").chmod(0o644)
    file = database(config)
    file.chmod(0o604)
    failed(config, "modes", f"chmod 600 {tmp_path}/secret {file}")


def test_nothing_proves_a_sender(config: Path) -> None:
    text = config.read_text("utf-8").replace('trusted_authserv = ["mx.club.test"]', 'accept = ["results"]')
    config.write_text(text, "utf-8")
    failed(config, "proofs", 'set auth.accept = ["token", "results"]')


def test_any_sender_is_believed(config: Path) -> None:
    config.write_text(config.read_text("utf-8") + 'accept = ["token", "address"]\n', "utf-8")
    assert "can forge" in tried(config)["proofs"].said


def with_lines(config: Path, lines: str) -> dict[str, Finding]:
    config.write_text(config.read_text("utf-8") + lines, "utf-8")
    return {finding.name: finding for finding in on_this_machine(load_settings(config), config)}


def test_where_backups_go(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = with_lines(config, '[backup]\nfolder = "deep/copies"\nevery = "12 hours"\n')["backups"]
    assert found.ok and not found.note and "every 12 hours into " in found.said and "the last 7 stay" in found.said
    (config.parent / "deep" / "copies").chmod(0o755)
    found = with_lines(config, "")["backups"]
    assert found.ok and found.note and "chmod 700" in found.said
    monkeypatch.setattr(check_machine, "LOW_BYTES", 10**18)
    assert "make room, or move it" in with_lines(config, "")["backups"].said
    (config.parent / "deep" / "copies").rmdir()
    (config.parent / "deep" / "copies").write_text("a file")
    found = with_lines(config, "")["backups"]
    assert not found.ok and "set backup.folder to another" in found.said
