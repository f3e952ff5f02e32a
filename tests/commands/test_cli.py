"""The commands as a user meets them: what they print, the exit code, and never a traceback."""

import errno
import io
import json
import os
import re
import signal
import sqlite3
import stat
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel
from rich.console import Console

import referee.commands.status
import referee.config
from referee import __version__
from referee.commands.app import main
from referee.commands.status import show_status, status_of
from referee.config import ConfigError, Settings, find_config, load_settings, model_of
from referee.post.wire.imap_fetch import MESSAGE_BYTES
from referee.running.one_reader import only_reader
from referee.running.opening import open_database
from referee.spades.events import CODEC
from referee.store.backend import only_one
from referee.table.events import Provisional
from referee.telling.templates import templates_in
from tests.running.post_office import (
    MASTER,
    PASSWORD,
    PLAYERS,
    REFEREE,
    STARTER,
    PostOffice,
    config_text,
    proven,
    write_config,
)
from tests.scratch import fresh_file
from tests.wire.scripted import FakeImap, FakeSmtp, silence

COMMANDS = ("demo", "init", "check", "run", "status", "tournament", "handle", "log", "verify", "backup")


@dataclass(frozen=True)
class Ran:
    """The end of one command."""

    code: int
    out: str
    err: str

    def failed(self, code: int = 1) -> str:
        """Check that it ended with `code` and one line that a person can act on; return that line."""
        assert self.code == code, self
        assert self.out == "" and self.err.startswith("referee: ") and self.err.count("\n") == 1, self
        return self.err

    @property
    def did(self) -> str:
        """Check that it ended well; return what it printed."""
        assert self.code == 0, self
        return self.out

    @property
    def alone(self) -> str:
        """Check that it ended with 1, as `status` does while no daemon runs; return what it printed."""
        assert (self.code, self.err) == (1, ""), self
        return self.out


class Shell:
    """One scratch folder to work in, and commands typed there."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self._patch, self._capsys = folder, monkeypatch, capsys

    def __call__(self, *words: str | Path | int, stdin: bytes = b"") -> Ran:
        self._patch.setattr(sys, "argv", ["referee", *map(str, words)])
        self._patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        with pytest.raises(SystemExit) as end:
            main()
        out, err = self._capsys.readouterr()
        assert "Traceback" not in err and isinstance(end.value.code, int)
        return Ran(end.value.code, out, err)


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for name in ("CONFIG", "IMAP_PASSWORD", "SMTP_PASSWORD", "DATABASE_URL", "DEBUG"):
        monkeypatch.delenv(f"REFEREE_{name}", raising=False)
    monkeypatch.setenv("COLUMNS", "160")
    return Shell(tmp_path, monkeypatch, capsys)


@pytest.fixture
def played(shell: Shell) -> Shell:
    """Return a referee with one game that has just begun, and nothing sent yet."""
    write_config(shell.folder)
    fresh_file(shell.folder / "data" / "referee.db")
    (shell.folder / "start.eml").write_bytes(proven(MASTER, STARTER))
    assert shell("handle", "start.eml").code == 0
    return shell


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def inbox(folder: Path) -> list[tuple[bytes, str, str]]:
    """Return the mails that the referee of `folder` keeps: text, state, outcome."""
    with closing(sqlite3.connect(folder / "data" / "referee.db")) as database:
        return database.execute("SELECT raw, state, outcome FROM inbox ORDER BY id").fetchall()


# what is common to all


def test_version_and_help(shell: Shell) -> None:
    assert shell("--version").did == f"referee {__version__}\n"
    whole = shell("--help").did
    for name in COMMANDS:
        assert f"\n  {name} " in whole
        assert shell(name, "--help").did.startswith(f"Usage: referee {name} ")


def test_no_command_at_all_shows_the_help(shell: Shell) -> None:
    ran = shell()
    assert ran.code == 2 and "Commands:" in ran.out + ran.err


OF_NO_COMMAND = ("frobnicate", "--frob", "check --config")
WRONG = """\
run --frob; run now; status one; log; log one; tournament; tournament 1 --csv; status --check --json; status 1 --check;
backup; handle; handle --shunted a.eml; demo --target 0; init --imap-port imap; verify --mailbox x;
copy-database --frob"""


@pytest.mark.parametrize("words", [*OF_NO_COMMAND, *(words.strip() for words in WRONG.split(";"))])
def test_wrong_use_names_the_help_of_its_command(shell: Shell, words: str) -> None:
    command, *_ = words.split()
    known = f"`referee {command} --help` lists its options"
    page = "`referee --help` lists the commands" if words in OF_NO_COMMAND else known
    assert page in shell(*words.split()).failed(2)


def test_a_tournament_without_a_name_leads_to_the_list(shell: Shell) -> None:
    assert "which tournament? `referee status` lists them" in shell("tournament").failed(2)


@pytest.mark.parametrize(
    "words", [("run",), ("status",), ("tournament", "1"), ("log", "1"), ("backup", "x"), ("check",)], ids=" ".join
)
def test_without_a_configuration(shell: Shell, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]) -> None:
    # on a machine with an installed referee there is one
    monkeypatch.setattr(referee.config, "FOLDERS", ())
    assert "referee init" in shell(*words).failed()
    ran = shell(*words, "--config", "nowhere.toml")
    assert ran.code == 1 and "nowhere.toml" in ran.out + ran.err


@pytest.mark.parametrize(
    "words", [("status",), ("tournament", "1"), ("log", "1"), ("backup", "x"), ("handle", "--shunted")], ids=" ".join
)
def test_without_a_database(shell: Shell, words: tuple[str, ...]) -> None:
    write_config(shell.folder)
    assert "there is no database" in shell(*words).failed()
    assert not (shell.folder / "data").exists()


def test_a_fault_of_our_own_is_one_line_too(
    played: Shell, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(referee.commands.status, "status_of", lambda *_, **__: dict[str, int]()["secret"])
    said = played("status").failed()
    assert "KeyError" in said and "REFEREE_DEBUG=1" in said and "secret" not in said
    monkeypatch.setenv("REFEREE_DEBUG", "1")
    with pytest.raises(KeyError, match="secret"):
        main()


def test_output_that_nobody_reads_to_its_end(played: Shell) -> None:
    command = [sys.executable, "-m", "referee", "log", "1"]
    reader, writer = os.pipe()
    os.close(reader)
    ran = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writer)
    assert (ran.returncode, ran.stderr) == (1, "")


def test_the_script_and_the_module_are_the_same(shell: Shell) -> None:
    """All other tests here run the module."""
    script = Path(sys.executable).with_name("referee")
    ran = subprocess.run([script, "status"], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (1, "") and ran.stderr == shell("status").err


# which configuration, and what stands in it


def test_where_the_configuration_is_looked_for(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("given", "named", "here", "home/.config/referee"):
        folder = shell.folder / name
        folder.mkdir(parents=True)
        path = write_config(folder)
        assert shell("handle", "--config", path, "-", stdin=proven(MASTER, STARTER)).code == 0
    (shell.folder / "given" / "mark").write_bytes(proven(MASTER, STARTER, number=2))

    def games() -> int:
        return len(json.loads(shell("status", "--json").alone)["games"])

    assert games() == 1
    monkeypatch.chdir(shell.folder / "here")
    assert games() == 1
    given = shell.folder / "given" / "referee.toml"
    assert shell("handle", "--config", given, "../given/mark").code == 0
    monkeypatch.setenv("REFEREE_CONFIG", str(given))
    assert games() == 2
    assert len(json.loads(shell("status", "--json", "--config", "referee.toml").alone)["games"]) == 1


def test_a_folder_that_we_may_not_look_into_holds_no_configuration(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = write_config(shell.folder)
    exists = Path.exists

    def look(path: Path) -> bool:
        if path == Path("referee.toml"):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return exists(path)

    monkeypatch.setattr(Path, "exists", look)
    monkeypatch.setattr(referee.config, "FOLDERS", (there.parent,))
    assert find_config(None) == there


def test_relative_paths_count_from_the_file(shell: Shell) -> None:
    folder = shell.folder / "else"
    (folder / "words").mkdir(parents=True)
    (folder / "secret").write_text("from a file\n")
    text = config_text(referee='templates = "words"\ndata_dir = "kept"', imap='ca_file = "ca.pem"')
    path = folder / "referee.toml"
    path.write_text(text.replace(f'password = "{PASSWORD}"', 'password_file = "secret"'))
    settings = load_settings(Path("else/referee.toml"))
    assert settings.referee.templates == folder / "words"
    assert settings.mailbox.ca_file == folder / "ca.pem"
    assert settings.mailbox.password == "from a file"
    assert settings.database.url == f"sqlite:///{folder}/kept/referee.db"
    path.write_text(text + '[database]\nurl = "sqlite:///x/y.db"\n')
    assert load_settings(path).database.url == f"sqlite:///{folder}/x/y.db"
    path.write_text(text + '[database]\nurl = "sqlite:////var/y.db"\n')
    assert load_settings(path).database.url == "sqlite:////var/y.db"


NUMBERS = {
    "imap": ("port", "poll_seconds", "timeout_seconds"),
    "smtp": ("port", "timeout_seconds", "connections"),
    "database": ("keep_mail",),
    "backup": ("every", "keep"),
    "game": ("time_limit", "reminder_before", "challenge_time", "leave", "watchers"),
}


@pytest.mark.parametrize("value", ["-5", "nan", "inf", "-inf", "1e300", "9" * 30, '"-5 days"', '"400 days"', '"nan"'])
def test_a_number_that_cannot_be_is_refused_wherever_it_stands(shell: Shell, value: str) -> None:
    for section, keys in NUMBERS.items():
        for key in keys:
            own = section in ("imap", "smtp")
            more = {section: f"{key} = {value}"} if own else {"other": f"[{section}]\n{key} = {value}"}
            path = write_config(shell.folder, None, **more)
            path.write_text(re.sub(rf"^{key} = 1$" if own else "^$", "", path.read_text(), flags=re.MULTILINE))
            with pytest.raises(ConfigError, match=f"{section}.{key}"):
                load_settings(path)


@pytest.mark.parametrize("value", ["0", "3", "90.0", "true"])
def test_a_span_without_a_unit_is_refused(shell: Shell, value: str) -> None:
    for where in ("[database]\nkeep_mail", "[backup]\nevery", "[game]\ntime_limit", "[game]\nchallenge_time"):
        with pytest.raises(ConfigError, match="write it like 3 days"):
            load_settings(write_config(shell.folder, other=f"{where} = {value}"))


def test_secrets_from_the_environment(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_config(shell.folder, smtp='username = "me"')
    path.write_text(path.read_text().replace(f'password = "{PASSWORD}"', ""))
    monkeypatch.setenv("REFEREE_SMTP_PASSWORD", "for smtp")
    with pytest.raises(ConfigError, match=r"imap\.password is missing"):
        load_settings(path)
    monkeypatch.setenv("REFEREE_IMAP_PASSWORD", "for imap")
    monkeypatch.setenv("REFEREE_DATABASE_URL", "sqlite:////elsewhere.db")
    settings = load_settings(path)
    assert (settings.mailbox.password, settings.smtp.password) == ("for imap", "for smtp")
    assert settings.database.url == "sqlite:////elsewhere.db"
    assert not {"for imap", "for smtp", "elsewhere"} & set(repr(settings).replace("'", " ").split())


def test_a_password_that_a_command_prints(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    command = "touch asked; printf 'two words\\nnot this'"
    path = write_config(shell.folder, imap=f'password_command = """{command}"""')
    path.write_text(path.read_text().replace(f'password = "{PASSWORD}"', ""))
    assert load_settings(path, mail=False).mailbox.password == "", "status and log need none"
    assert not (shell.folder / "asked").exists()
    settings = load_settings(path)
    assert settings.mailbox.password == "two words" and "two words" not in repr(settings)
    (shell.folder / "asked").unlink()
    monkeypatch.setenv("REFEREE_IMAP_PASSWORD", "of this run")
    assert load_settings(path).mailbox.password == "of this run"
    assert not (shell.folder / "asked").exists()


def test_sending_takes_its_tokens_from_where_reading_does(shell: Shell) -> None:
    keys = 'auth = "xoauth2"\ntoken_command = "echo i"'
    path = write_config(shell.folder, imap=keys, smtp='auth = "xoauth2"\nusername = "me"')
    path.write_text(path.read_text().replace(f'password = "{PASSWORD}"', ""))
    settings = load_settings(path)
    assert settings.smtp.tokens == settings.mailbox.tokens == "echo i"
    path.write_text(path.read_text().replace('username = "me"', 'username = "me"\ntoken_command = "echo t"'))
    assert load_settings(path).smtp.tokens == "echo t"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ({"imap": "pol_seconds = 3"}, "unknown key imap.pol_seconds; did you mean poll_seconds?"),
        ({"imap": 'passwort_file = "x"'}, "did you mean password_file?"),
        ({"other": '[games]\nsheet = "109"'}, "unknown key games; did you mean game?"),
        ({"other": "[metrics]"}, "unknown key metrics; there are referee, imap, smtp, database, game, auth, backup, "),
        ({"other": "[tournaments.cup]"}, "unknown key tournaments; there are referee, "),
        ({"other": '[lmtp]\nhost = "x"'}, "unknown key lmtp; there are referee, "),
        ({"other": '[games]\nsheet = "109"\n[game]'}, "unknown key games; there are referee, "),
        ({"imap": 'usrname = "x"'}, "unknown key imap.usrname; there are auth, "),
        (
            {"other": 'accept = ["token", "pgp"]'},
            "auth.accept: there is no 'pgp'; write 'token', 'results', 'dkim' or 'address'",
        ),
        ({"smtp": 'username = "x"'}, "smtp.password is missing"),
        ({"imap": 'password_comand = "x"'}, "did you mean password_command?"),
        ({"imap": 'password_command = "exit 3"'}, "imap.password_command failed (exit status 3): run it by hand"),
        ({"imap": 'password_command = "x"\npassword_file = "y"'}, "take one of them out"),
        ({"imap": 'auth = "oauth"'}, "imap.auth"),
        ({"imap": 'auth = "xoauth2"'}, 'imap: auth = "xoauth2" needs token_command: add one'),
        ({"imap": 'token_command = "x"'}, 'imap: token_command is for auth = "xoauth2"'),
        ({"imap": 'auth = "xoauth2"\ntoken_url = "https://x.test"'}, "unknown key imap.token_url"),
        ({"smtp": 'auth = "xoauth2"\ntoken_command = "x"'}, 'smtp: auth = "xoauth2" needs a username'),
        ({"smtp": 'auth = "xoauth2"\nusername = "u"'}, 'smtp: auth = "xoauth2" needs token_command'),
        ({"other": "[backup]\nkeep = 0"}, "backup.keep"),
        ({"other": '[backup]\nevery = "daily"'}, "write it like 3 days"),
        ({"other": '[backup]\nfolders = "x"'}, "did you mean folder?"),
        ({"referee": 'list_mode = "external"'}, "needs list"),
        ({"imap": 'password_file = "nowhere"'}, "cannot read imap.password_file nowhere"),
        ({"other": '[game]\ntime_limit = "3 moons"'}, "write it like 3 days"),
        ({"other": "[game]\nleave = 400"}, "game.leave"),
        ({"other": '[game]\nleave = "a while"'}, "game.leave"),
        ({"other": '[game]\nlast_trick = "by Ann"'}, "'by itself' or 'by hand'"),
        ({"other": '[game]\nweekends = "sometimes"'}, "game.weekends"),
        ({"other": '[game]\nsheet = "whist"'}, "there is no sheet whist"),
        ({"other": '[database]\nurl = "mysql://u:p@h/d"'}, "sqlite:///data/referee.db"),
        ({"referee": 'templates = "nowhere"'}, "mend referee.templates"),
        ({"other": "what is this"}, "is not valid TOML"),
    ],
)
def test_what_is_wrong_with_it_and_what_to_change(shell: Shell, lines: dict[str, Any], said: str) -> None:
    write_config(shell.folder, **lines)
    assert said in shell("run", "--once").failed()


def test_a_misspelt_key_is_named_and_not_the_one_that_is_missing(shell: Shell) -> None:
    path = write_config(shell.folder)
    path.write_text(path.read_text().replace("username =", "usrname ="))
    assert "unknown key imap.usrname; did you mean username?" in shell("run", "--once").failed()


def test_an_address_too_long_for_a_subaddress(shell: Shell) -> None:
    """A local part has 64 characters (RFC 5321, 4.5.3.1.1); a return address adds `+b.` and a secret of 24."""
    path = write_config(shell.folder)
    room = 64 - len("+b.") - 24
    path.write_text(path.read_text().replace(f'address = "{REFEREE}"', f'address = "{"r" * room}@club.test"'))
    load_settings(path)
    path.write_text(path.read_text().replace("r" * room, "r" * (room + 1)))
    assert 'subaddress = ""' in shell("run", "--once").failed()
    path.write_text(path.read_text().replace("[smtp]", '[smtp]\nsubaddress = ""'))
    load_settings(path)


# init

SECTIONS: dict[str, type[BaseModel]] = {
    name: model_of(field.annotation)
    for name, field in Settings.model_fields.items()
    if name not in ("sheets", "tournaments")
}
"""All but the sheets and formats, which operators name themselves."""

FLAGS: tuple[str, ...] = (
    *("--address", REFEREE, "--gamesmaster", MASTER, "--gamesmaster", "gm2@club.test"),
    *("--imap-host", "imap.club.test", "--smtp-host", "smtp.club.test", "--imap-password", 'p"\\ ß\t1'),
)


def test_init_with_every_flag_asks_nothing(shell: Shell) -> None:
    said = shell("init", *FLAGS).did
    assert said == "wrote referee.toml and made the database; next: referee check --config referee.toml\n"
    assert mode(shell.folder / "referee.toml") == mode(shell.folder / "data" / "referee.db") == 0o600
    settings = load_settings(Path("referee.toml"))
    assert settings.referee.gamesmasters == (MASTER, "gm2@club.test")
    assert (settings.mailbox.username, settings.mailbox.password) == (REFEREE, 'p"\\ ß\t1')
    assert (settings.smtp.username, settings.smtp.password) == (REFEREE, 'p"\\ ß\t1')
    assert (settings.mailbox.port, settings.smtp.port) == (993, 465)
    assert json.loads(shell("status", "--json").alone)["games"] == []


def test_init_takes_every_flag(shell: Shell) -> None:
    more = "--imap-tls starttls --smtp-tls starttls --smtp-port 2525 --data-dir kept"
    shell("init", *FLAGS, *more.split(), "--config", "x/r.toml")
    settings = load_settings(shell.folder / "x" / "r.toml")
    assert (settings.mailbox.port, settings.mailbox.tls) == (143, "starttls")
    assert (settings.smtp.port, settings.smtp.tls) == (2525, "starttls")
    assert settings.referee.data_dir == shell.folder / "x" / "kept"
    assert (shell.folder / "x" / "kept" / "referee.db").exists()


@pytest.mark.filterwarnings("ignore::getpass.GetPassWarning")
def test_init_asks_for_what_no_flag_gives(shell: Shell) -> None:
    answers = f"{REFEREE}\n{MASTER}, gm2@club.test\nimap.club.test\nsecret\nsmtp.club.test\n"
    out = shell("init", stdin=answers.encode()).did
    assert "The IMAP server" in out and "secret" not in out
    settings = load_settings(Path("referee.toml"))
    assert settings.referee.gamesmasters == (MASTER, "gm2@club.test")
    assert (settings.mailbox.host, settings.mailbox.password, settings.smtp.host) == (
        "imap.club.test",
        "secret",
        "smtp.club.test",
    )


@pytest.mark.filterwarnings("ignore::getpass.GetPassWarning")
def test_init_leaves_the_password_open_for_another_way_to_log_in(shell: Shell) -> None:
    answers = f"{REFEREE}\n{MASTER}\nimap.club.test\n\nsmtp.club.test\n"
    assert "OAuth 2" in shell("init", stdin=answers.encode()).did
    settings = load_settings(Path("referee.toml"), mail=False)
    assert (settings.mailbox.password, settings.smtp.password, settings.smtp.host) == ("", None, "smtp.club.test")
    with pytest.raises(ConfigError, match="password_command"):
        load_settings(Path("referee.toml"))


def test_init_with_nobody_to_ask_names_the_flag(shell: Shell) -> None:
    ran = shell("init", *FLAGS[:6])
    assert ran.code == 1 and "--imap-host" in ran.err.splitlines()[-1]
    assert list(shell.folder.iterdir()) == []


def test_init_writes_every_key_with_a_comment(shell: Shell) -> None:
    shell("init", *FLAGS)
    lines = (shell.folder / "referee.toml").read_text("utf-8").splitlines()
    commented = tomllib.loads(re.sub(r"^# (?=\w+ = )", "", "\n".join(lines), flags=re.MULTILINE))
    written = {(section, key) for section, table in commented.items() for key in table}
    assert written == {(name, key) for name, table in SECTIONS.items() for key in table.model_fields}
    for above, line in pairwise(lines):
        if re.match(r"(# )?\w+ = ", line):
            assert re.match(r"# (?!\w+ = )", above), f"no comment above {line}"


def test_a_second_init_leaves_the_file(shell: Shell) -> None:
    shell("init", *FLAGS)
    path = shell.folder / "referee.toml"
    path.write_text(path.read_text() + "# a note\n")
    before = path.read_bytes()
    assert "was left as it is" in shell("init", "--address", "other@club.test").did
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (("--imap-tls", "maybe"), "imap.tls"),
        (("--address", "no address"), "not a plain mail address"),
        (("--config", "dir"), "dir"),
    ],
)
def test_init_with_a_wrong_value_leaves_no_file(shell: Shell, flags: tuple[str, ...], said: str) -> None:
    (shell.folder / "dir").mkdir()
    assert said in shell("init", *FLAGS, *flags).failed()
    assert [path.name for path in shell.folder.iterdir()] == ["dir"]


# status and log


def test_one_line_for_a_monitor(played: Shell) -> None:
    assert played("status", "--check").alone.splitlines() == ["no daemon runs: start `referee run`"]
    (played.folder / "data" / "referee.db").write_bytes(b"a diary" * 1000)
    assert "is not a referee's database" in played("status", "--check").alone


def test_a_second_daemon_for_one_mailbox_is_refused(shell: Shell) -> None:
    path = write_config(shell.folder)
    with only_reader(load_settings(path).mailbox):
        said = shell("run", "--once").failed()
    assert "another referee on this machine uses folder INBOX" in said and "give each its own mailbox" in said


def test_status_has_two_lines_for_each_game(played: Shell) -> None:
    out = played("status").alone
    assert "Mailbox last read: never\n" in out and "\x1b" not in out
    first, second = out.splitlines()[-2:]
    assert re.fullmatch(r"Game 1: (Ann|Bob|Carol|Dave) is to bid by \w{3} \d+ \w{3}( \d{4})? \d\d:\d\d UTC", first)
    assert re.fullmatch(r"  109, round 1, 0 : 0: \w+, \w+, \w+, \w+", second)


@pytest.mark.parametrize("columns", [50, 80, 120])
def test_status_at_a_terminal_breaks_lines_between_words(
    played: Shell, columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a pipe it breaks none."""
    monkeypatch.setenv("COLUMNS", str(columns))
    whole = played("status").alone
    assert whole.startswith("No daemon runs: start `referee run`.\n")
    settings = load_settings(played.folder / "referee.toml", mail=False)
    with closing(open_database(settings)) as store, store.reading() as tx:
        found = status_of(tx, None, running=False)
    shown = io.StringIO()
    console = Console(file=shown, force_terminal=True, color_system=None, width=columns)
    show_status(console, found, datetime.now(UTC), "no daemon runs: start `referee run`")
    lines = shown.getvalue().splitlines()
    assert max(map(len, lines)) <= columns
    assert " ".join(shown.getvalue().split()) == " ".join(whole.split())
    assert any(line.startswith("Game 1: ") and line.endswith(" UTC") for line in lines)


def test_no_moment_has_microseconds(played: Shell) -> None:
    was_read(played, seconds=5)
    mark = f"{datetime.now(UTC).isoformat(timespec='microseconds')} no token to log in with"
    with closing(sqlite3.connect(played.folder / "data" / "referee.db")) as database, database:
        database.execute("INSERT INTO marks VALUES ('mailbox-trouble', ?)", (mark,))
    for words in (("status",), ("status", "--json")):
        out = played(*words).alone
        assert re.search(r"(UTC:|\+00:00) no token to log in with", out) and not re.search(r"\d\d:\d\d:\d\d\.\d", out)


def test_status_of_a_result_that_may_be_challenged(played: Shell) -> None:
    """Nobody is to act then, but the clock runs."""
    with closing(sqlite3.connect(played.folder / "data/referee.db")) as database:
        database.execute("UPDATE games SET due_seat = NULL, due_what = NULL, ended_at = NULL")
        database.execute(
            "INSERT INTO events (game, seq, at, kind, round, data)"
            " SELECT id, last_seq + 1, started_at, 'Provisional', round, ? FROM games",
            (json.dumps(CODEC.to_json(Provisional(1, "score"))),),
        )
        database.execute("UPDATE games SET last_seq = last_seq + 1, left_seconds = NULL")
        database.execute("UPDATE games SET deadline = '2026-11-21 12:00:00.000000'")
        database.commit()
    assert "Game 1: may be challenged by Sat 21 Nov 12:00 UTC\n" in played("status").alone


def test_status_for_programs(played: Shell) -> None:
    found = json.loads(played("status", "--json").alone)
    (game,) = found["games"]
    assert game["names"] and sorted(game["names"]) == ["Ann", "Bob", "Carol", "Dave"]
    assert (game["game"], game["sheet"], game["round"], game["turn"], game["due"]) == (1, "109", 1, 1, "bid")
    assert game["to_act"] == game["names"][0] and game["score"] == [0, 0] and not game["paused"]
    assert found["mail"] == {"inbox": {"done": 1}, "outbox": {"waiting": 5}}
    assert found["mailbox_read"] is None and found["shunted"] == []
    assert json.loads(played("status", "1", "--json").alone)["games"] == [game]


def was_read(shell: Shell, **ago: float) -> None:
    """Note that the mailbox was last read some time ago."""
    moment = (datetime.now(UTC) - timedelta(**ago)).isoformat()
    with closing(sqlite3.connect(shell.folder / "data" / "referee.db")) as database, database:
        database.execute("INSERT OR REPLACE INTO marks VALUES ('mailbox-read', ?)", (moment,))


def test_status_where_no_daemon_runs(played: Shell) -> None:
    was_read(played, seconds=5)
    first, *rest = played("status").alone.splitlines()
    assert first == "No daemon runs: start `referee run`."
    assert "The daemon runs" not in "".join(rest) and "Mailbox last read: " in rest[0]
    assert json.loads(played("status", "--json").alone)["running"] is False
    assert json.loads(played("status", "1", "--json").alone)["running"] is False


def test_status_where_one_runs_and_reads(played: Shell) -> None:
    was_read(played, minutes=9)
    with only_one(played.folder / "data" / "referee.db"):
        assert played("status").did.splitlines()[0] == "The daemon runs."
        assert json.loads(played("status", "--json").did)["running"] is True
        assert "The daemon runs." in played("status", "1").did


def test_status_where_one_runs_and_cannot_read(played: Shell) -> None:
    """For twice `poll_seconds`, if that is longer than ten minutes."""
    write_config(played.folder, imap="poll_seconds = 600")
    was_read(played, minutes=21)
    with only_one(played.folder / "data" / "referee.db"):
        assert played("status").alone.splitlines()[0] == "The mailbox was last read 21 minutes ago."
        assert json.loads(played("status", "--json").alone)["running"] is True
        was_read(played, minutes=19)
        assert played("status").did.startswith("The daemon runs.\n")


def test_status_where_the_system_does_not_say_whether_one_runs(played: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.store.backend.lease.LOCKS", played.folder / "no such list")
    was_read(played, minutes=1)
    assert "aemon runs" not in played("status").did
    was_read(played, hours=1)
    assert played("status").alone.splitlines()[0] == "The mailbox was last read 60 minutes ago."


def test_status_of_a_daemon_that_ended(played: Shell, running: list["Running"]) -> None:
    with PostOffice() as office:
        path = write_config(played.folder, office, imap="poll_seconds = 0.1")
        running.append(Running(path))
        running[0].says("event=letter")
        end = time.monotonic() + 10
        while (ran := played("status")).code and time.monotonic() < end:
            time.sleep(0.05)
        assert ran.did.startswith("The daemon runs.\n")
        running[0].process.kill()
        running[0].process.wait()
    assert played("status").alone.startswith("No daemon runs")


@pytest.mark.parametrize("command", ["status", "log"])
def test_a_game_that_does_not_exist(played: Shell, command: str) -> None:
    assert "there is no game 7" in played(command, "7").failed()


def test_the_log_shows_no_hidden_card(played: Shell) -> None:
    for words in (("log", "1"), ("log", "1", "--json")):
        out = played(*words).did
        assert "Started" in out and "Dealt" in out
        assert not {"hands", "seeds", "coming", "AS", "2C"} & set(out.replace('"', " ").replace("=", " ").split())
    shown = [json.loads(line) for line in played("log", "1", "--json", "--secret").did.splitlines()]
    assert [line["e"] for line in shown] == ["Started", "Committed", "SaltsClosed", "Committed", "Dealt"]
    assert sorted(len(hand) for hand in shown[4]["hands"]) == [13, 13, 13, 13]
    assert shown[1]["seeds"] == shown[4]["seeds"] and shown[3]["seeds"] == shown[4]["coming"]
    assert "hands" in played("log", "1", "--secret").did


# handle


def test_handle_in_the_order_given(shell: Shell) -> None:
    write_config(shell.folder)
    for name, text in (("b", "status"), ("a", "games")):
        (shell.folder / name).write_bytes(proven(PLAYERS[0], text))
    assert shell("handle", "b", "-", "a", stdin=proven(MASTER, STARTER)).code == 0
    assert [raw.splitlines()[-1] for raw, _, _ in inbox(shell.folder)] == [
        b"status",
        STARTER.splitlines()[-1].encode(),
        b"games",
    ]
    assert {state for _, state, _ in inbox(shell.folder)} == {"done"}


@pytest.mark.parametrize("text", ["start", "frob", "", "\0\xff" * 50])
def test_handle_says_yes_to_whatever_is_stored(shell: Shell, text: str) -> None:
    write_config(shell.folder)
    assert shell("handle", "-", stdin=proven(PLAYERS[0], text)).code == 0
    assert shell("handle", "-", stdin=text.encode()).code == 0
    assert len(inbox(shell.folder)) == 2


def test_handle_of_what_procmail_and_mbox_put_above(shell: Shell) -> None:
    write_config(shell.folder)
    raw = b"From gm@club.test Tue Nov 24 12:00:00 2026\n" + proven(MASTER, STARTER).replace(b"\r\n", b"\n")
    assert shell("handle", "-", stdin=raw).code == 0
    assert inbox(shell.folder)[0][2] == "Start/accepted"


def test_handle_keeps_no_more_than_a_mailbox_hands_out(shell: Shell) -> None:
    write_config(shell.folder)
    assert shell("handle", "-", stdin=proven(PLAYERS[0], "status") + b"x" * (2 * MESSAGE_BYTES)).code == 0
    assert len(inbox(shell.folder)[0][0]) == MESSAGE_BYTES


@pytest.mark.parametrize("wrong", ["folder", "url", "config", "file", "foreign"])
def test_handle_asks_for_another_try_where_it_cannot_store(shell: Shell, wrong: str) -> None:
    path = write_config(shell.folder)
    match wrong:
        case "folder":
            (shell.folder / "data" / "referee.db").mkdir(parents=True)
        case "url":
            path.write_text(path.read_text() + '[database]\nurl = "mysql://h/d"\n')
        case "config":
            path.write_text("this is not TOML")
        case "foreign":
            (shell.folder / "data").mkdir()
            (shell.folder / "data" / "referee.db").write_text("a diary")
    words = ("-", "nowhere.eml") if wrong == "file" else ("-",)
    shell("handle", *words, stdin=proven(MASTER, STARTER)).failed(75)
    if wrong == "file":
        assert inbox(shell.folder) == [], "all of them or none"


def test_handle_leaves_to_the_daemon_what_it_stored_and_cannot_handle(shell: Shell) -> None:
    write_config(shell.folder, referee='templates = "words"')
    (shell.folder / "words").mkdir()
    (shell.folder / "words" / "answer.txt").write_text("{% if %}")
    ran = shell("handle", "-", stdin=proven(MASTER, STARTER))
    assert ran.code == 0 and "stored" in ran.err
    assert [state for _, state, _ in inbox(shell.folder)] == ["new"]


def test_a_shunted_mail_is_tried_again(shell: Shell) -> None:
    write_config(shell.folder, referee='templates = "words"')
    (shell.folder / "words").mkdir()
    faulty = shell.folder / "words" / "game.txt"
    faulty.write_text("{{ nothing.of.the.kind }}")
    assert shell("handle", "-", stdin=proven(MASTER, STARTER)).code == 0
    found = json.loads(shell("status", "--json").alone)
    (aside,) = found["shunted"]
    assert aside["tries"] == 3 and "nothing" in aside["trouble"] and found["games"] == []
    assert "could not be handled" in shell("status").alone
    assert shell("handle", "--shunted").code == 1
    faulty.unlink()
    templates_in.cache_clear()
    assert shell("handle", "--shunted").code == 0
    found = json.loads(shell("status", "--json").alone)
    assert found["shunted"] == [] and len(found["games"]) == 1


# backup


def test_backup_while_another_writes(played: Shell) -> None:
    with closing(sqlite3.connect(played.folder / "data" / "referee.db")) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("INSERT INTO marks VALUES ('half', 'done')")
        assert played("backup", "copy.db").did == "copied to copy.db\n"
    copy = played.folder / "copy.db"
    assert mode(copy) == 0o600
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("SELECT count(*) FROM games").fetchone() == (1,)
        assert database.execute("SELECT count(*) FROM marks WHERE name = 'half'").fetchone() == (0,)


def test_backup_to_a_place_that_is_taken(played: Shell) -> None:
    assert "already exists" in played("backup", "start.eml").failed()
    assert "check the folder" in played("backup", "no/such/copy.db").failed()


# run


def test_run_once(shell: Shell) -> None:
    with PostOffice() as office:
        write_config(shell.folder, office)
        office.brings(proven(MASTER, STARTER))
        ran = shell("run", "--once")
        assert ran.code == 0 and "outcome=Start/accepted" in ran.err
        assert {office.mail.delivered[player] for player in PLAYERS} == {1}
        found = json.loads(shell("status", "--json").alone)
        assert found["mailbox_read"] and found["mail_sent"] and found["mail"]["outbox"] == {"sent": 5}
        assert re.search(r"Letter last accepted: \w{3} \d+ \w{3} \d\d:\d\d UTC\n", shell("status").alone)


def test_run_once_where_the_mailbox_cannot_be_read(played: Shell) -> None:
    with PostOffice() as office:
        path = write_config(played.folder, office)
        path.write_text(path.read_text().replace(f'password = "{PASSWORD}"', 'password = "wrong-one"'))
        ran = played("run", "--once")
        assert ran.code == 1 and "imap.password" in ran.err and "wrong-one" not in ran.err
        assert office.mail.delivered[PLAYERS[0]] == 1, "letters go out all the same"
    found = json.loads(played("status", "--json").alone)
    assert found["mailbox_read"] is None and "imap.password" in found["mailbox_trouble"]
    assert "imap.password" in played("status").alone


def test_a_second_daemon_says_so_and_stops(played: Shell) -> None:
    with only_one(played.folder / "data" / "referee.db"):
        for words in (("run",), ("run", "--once")):
            assert "another referee works on" in played(*words).failed()
        assert played("handle", "start.eml").code == 0


class Running:
    """`referee run` as a process of its own."""

    def __init__(self, config: Path) -> None:
        self.log = config.with_name("log")
        command = [sys.executable, "-m", "referee", "run", "--config", str(config)]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(command, stderr=log, stdin=subprocess.DEVNULL)

    def says(self, words: str) -> str:
        end = time.monotonic() + 20
        while words not in self.log.read_text() and time.monotonic() < end and self.process.poll() is None:
            time.sleep(0.05)
        assert words in self.log.read_text(), self.log.read_text()
        return self.log.read_text()

    def stops(self, how: signal.Signals) -> float:
        """Stop it, and return the seconds until it ended with 0."""
        began = time.monotonic()
        self.process.send_signal(how)
        assert self.process.wait(20) == 0, self.log.read_text()
        return time.monotonic() - began


@pytest.fixture
def running() -> Iterator[list[Running]]:
    started: list[Running] = []
    yield started
    for one in started:
        one.process.kill()
        one.process.wait()


@pytest.mark.parametrize(
    ("how", "imap"), [(signal.SIGTERM, None), (signal.SIGINT, {"": silence})], ids=["unreachable", "silent"]
)
def test_a_signal_ends_it_soon_whatever_the_servers_do(
    played: Shell, running: list[Running], how: signal.Signals, imap: dict[str, Any] | None
) -> None:
    reads, sends = FakeImap(imap or {}), FakeSmtp({"MAIL": silence} if imap and "" in imap else {})
    with PostOffice(reads, sends):
        path = played.folder / "referee.toml"
        path.write_text(config_text(1 if imap is None else reads.port, sends.port))
        running.append(Running(path))
        running[0].says("event=started")
        end = time.monotonic() + 10
        while not any("MAIL" in line for line in sends.heard) and time.monotonic() < end:
            time.sleep(0.05)
        assert running[0].stops(how) < 9
    log = running[0].log.read_text()
    assert log.splitlines()[-1].endswith("event=stopped") and "Traceback" not in log


def test_the_disk_fails_under_the_daemon(played: Shell, running: list[Running]) -> None:
    with PostOffice() as office:
        path = write_config(played.folder, office, imap="poll_seconds = 0.1")
        running.append(Running(path))
        running[0].says("event=letter")
        for file in (played.folder / "data").glob("referee.db*"):
            with file.open("r+b") as broken:
                broken.write(b"\xff" * file.stat().st_size)
        office.brings(proven(PLAYERS[0], "status"))
        assert running[0].process.wait(20) == 1
    log = running[0].log.read_text()
    assert "Traceback" not in log and log.splitlines()[-1].startswith("referee: the database ")
