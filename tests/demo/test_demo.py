"""The demo: the table that it shows, whole games by mail, a person at the table, and clean ends."""

import asyncio
import gc
import io
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from email.message import Message
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from referee.asking.commands import Start
from referee.asking.grammar import read_commands
from referee.commands.app import main
from referee.config import ConfigError
from referee.demo import demo
from referee.demo.club import MASTER, PASSWORD, REFEREE, program
from referee.demo.demo import DemoPlan, run_demo
from referee.demo.mail_player import MailPlayer, confirm, play
from referee.games import RULES
from referee.post.settings import ImapSettings, SmtpSettings
from referee.post.wire.sockets import cancel_all
from referee.running.daemon import Daemon
from referee.spades.sheets import DEFAULT_SHEET
from referee.store.backend import StoreError
from tests.mailbox_player import MailboxPlayer
from tests.wire.scripted import within

WHOLE_GAME_SECONDS = 240


class Demo:
    """One demo in this process; what it printed, and its database."""

    def __init__(self, plan: DemoPlan) -> None:
        assert plan.keep is not None
        self.plan, self.folder = plan, plan.keep
        self.console = Console(file=io.StringIO(), width=40)
        self.stop = asyncio.Event()

    @property
    def printed(self) -> str:
        file = self.console.file
        assert isinstance(file, io.StringIO)
        return file.getvalue()

    def play(self, meanwhile: Callable[["Demo"], Awaitable[None]]) -> int:
        """Run it until it ends, or stop it once `meanwhile` is over; return its exit code."""

        async def run() -> int:
            async with within(40):
                task = asyncio.create_task(run_demo(self.plan, self.console, self.stop))
                other = asyncio.ensure_future(meanwhile(self))
                await asyncio.wait({task, other}, return_when=asyncio.FIRST_COMPLETED)
                if other.done():
                    other.result()
                    self.stop.set()
                return await task

        return asyncio.run(run())

    def sql(self, query: str) -> list[tuple[object, ...]]:
        path = self.folder / "referee.db"
        if not path.exists():
            return []
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as database:
            try:
                return database.execute(query).fetchall()
            except sqlite3.OperationalError:
                return []

    def turns(self) -> list[int]:
        return [int(str(turn)) for (turn,) in self.sql("SELECT turn FROM games ORDER BY id")]


async def until(holds: Callable[[], object]) -> None:
    while not holds():
        await asyncio.sleep(0.05)


def test_what_ended_the_referee_is_raised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def disk(daemon: Daemon) -> None:
        raise StoreError("the disk is full")

    async def waits(running: Demo) -> None:
        await asyncio.sleep(30)

    monkeypatch.setattr(Daemon, "run", disk)
    with pytest.raises(StoreError, match="the disk is full"):
        Demo(DemoPlan(keep=tmp_path / "kept")).play(waits)


def test_an_end_on_request(tmp_path: Path) -> None:
    async def meanwhile(running: Demo) -> None:
        await until(lambda: running.turns() and running.turns()[0] > 6)

    one = Demo(DemoPlan(keep=tmp_path / "kept"))
    assert one.play(meanwhile) == 1
    assert "The game did not end." in one.printed
    assert re.search(r"The referee read \d+ mails and sent \d+ in \d+ seconds", one.printed)
    assert f"Look:     cd {tmp_path}/kept && {sys.executable} -m referee status" in one.printed
    assert f"Mails:    {tmp_path}/kept/mails" in one.printed
    assert ("Records:" in one.printed) == (tmp_path / "kept" / "records").exists()
    assert "Check it" not in one.printed


def test_the_program_is_named_as_it_can_be_called_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / ".venv" / "bin" / "referee"
    place.parent.mkdir(parents=True)
    place.touch(mode=0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", [".venv/bin/referee", "demo"])
    assert program() == str(place)
    monkeypatch.setenv("PATH", str(place.parent), prepend=os.pathsep)
    assert program() == "referee"


def test_other_commands_look_at_a_demo_that_was_kept(tmp_path: Path) -> None:
    folder = tmp_path / "kept"

    def typed(*words: str) -> str:
        run = [sys.executable, "-m", "referee", *words]
        return subprocess.run(run, cwd=folder, capture_output=True, text=True, check=False).stdout

    async def meanwhile(running: Demo) -> None:
        await until(running.turns)
        said = await asyncio.to_thread(typed, "status")
        assert said.startswith("The daemon runs.\n") and "Game 1: " in said

    assert Demo(DemoPlan(keep=folder)).play(meanwhile) == 1
    assert "Dealt" in typed("log", "1")
    assert "index.html" in typed("site", "pages") and (folder / "pages/index.html").exists()
    for name in ("referee.db", "mails"):
        shutil.move(folder / name, tmp_path)
    with pytest.raises(ConfigError, match="holds an earlier demo, or a club"):
        Demo(DemoPlan(keep=folder)).play(meanwhile)


def test_the_target_is_said(tmp_path: Path) -> None:
    class Master(MailPlayer):
        def __init__(self) -> None:
            self.texts: list[str] = []

        async def send(self, address: str, subject: str, text: str, answers: str = "") -> None:
            self.texts.append(text)

    def started(target: int | None = None) -> str:
        master = Master()
        asyncio.run(demo._start_game(DemoPlan(target=target), master, demo.NAMES))
        return master.texts[0]

    assert sorted(re.findall(r"(\w+) <", started())) == list(demo.NAMES) and "target" not in started()
    (start,) = (each.command for each in read_commands(started(150)).asked)
    assert isinstance(start, Start) and start.changes == (("target", "150"),)


GAMES = pytest.mark.parametrize(("game", "sheet"), [("spades", DEFAULT_SHEET), ("dominoes", "sigma-dominoes")])


@GAMES
def test_a_robot_that_falls_silent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, sheet: str) -> None:
    monkeypatch.setitem(demo.SILENT_TURNS, game, (1, 1))
    monkeypatch.setattr(demo, "SILENT_LIMIT", "1 s")

    async def meanwhile(running: Demo) -> None:
        clock = "SELECT json_extract(data, '$.seat') FROM events WHERE json_extract(data, '$.by') = 'clock'"
        await until(lambda: running.sql(clock) and running.turns()[0] > 5)

    assert Demo(DemoPlan(game=game, sheet=sheet, timeouts=True, keep=tmp_path)).play(meanwhile) == 1


def test_a_game_of_dominoes_to_its_end(tmp_path: Path) -> None:
    """What robots plan is played for them, and the record holds."""
    plan = DemoPlan(game="dominoes", sheet="sigma-dominoes", target=60, plans=True, keep=tmp_path / "kept")
    one = Demo(plan)
    assert one.play(lambda running: asyncio.sleep(39)) == 0
    assert re.search(r"The game ended after [1-9] rounds?\. .* won by score\.", one.printed)
    assert one.sql("SELECT count(*) > 0 FROM events WHERE json_extract(data, '$.planned')") == [(1,)]
    check = next(line for line in one.printed.splitlines() if line.startswith("Check it: "))
    command = check.split()[2:]
    assert "right" in subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_robots_that_plan(tmp_path: Path) -> None:
    """They only tap what their letters offer; what they planned is then played for them."""

    async def meanwhile(running: Demo) -> None:
        played = "SELECT 1 FROM events WHERE json_extract(data, '$.card') IS NOT NULL"
        await until(lambda: running.sql(f"{played} AND json_extract(data, '$.planned')"))

    one = Demo(DemoPlan(plans=True, keep=tmp_path))
    assert one.play(meanwhile) == 1
    habits = one.sql("SELECT count(*) FROM people WHERE forced AND equals")
    assert habits == [(4,)]
    assert one.sql("SELECT count(*) > 8 FROM events WHERE json_extract(data, '$.plan') IS NOT NULL") == [(1,)]


def test_robots_play_forced_cards_at_once_without_being_asked_to(tmp_path: Path) -> None:
    async def meanwhile(running: Demo) -> None:
        await until(lambda: running.sql("SELECT 1 FROM people WHERE forced AND NOT equals"))

    one = Demo(DemoPlan(keep=tmp_path))
    assert one.play(meanwhile) == 1
    assert one.sql("SELECT count(*) FROM events WHERE json_extract(data, '$.plan') IS NOT NULL") == [(0,)]


def test_a_person_takes_a_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They have nothing but what is printed; the gamesmaster awards the game to one team, and the mailbox stays open
    until the person has logged out."""
    monkeypatch.setattr(demo, "LOGGED_OUT_SECONDS", 0.5)

    async def meanwhile(running: Demo) -> None:
        await until(lambda: "password" in running.printed)
        host, imap, smtp, user, password = re.findall(
            r"IMAP +(\S+) port (\d+).*SMTP +\S+ port (\d+).*user +(\S+) +password +(\S+)", running.printed, re.DOTALL
        )[0]
        assert "Zoë" in running.printed

        def client(address: str, part: Callable[[MailPlayer, Message], Awaitable[None]]) -> MailPlayer:
            log_in = {"host": host, "tls": "none", "username": address, "password": password}
            return MailboxPlayer(
                address, ImapSettings(**log_in, port=int(imap)), SmtpSettings(**log_in, port=int(smtp)), part
            )

        await until(lambda: running.turns() and seated(running, "Zoë") == running.sql("SELECT due_seat FROM games"))
        before = running.turns()
        await asyncio.sleep(0.5)
        assert running.turns() == before, "the game waits for them"
        person, master = client(user, play), client(MASTER, confirm)
        playing = asyncio.create_task(person.run())
        await until(lambda: running.turns()[0] > before[0] + 5)
        await master.send(REFEREE, "[Spades 1]", "forfeit team 1")
        await until(lambda: "ended after" in running.printed)
        await master.close()
        await asyncio.sleep(1)
        assert "To end, log out" in running.printed and "Database" not in running.printed
        assert person.received > 0
        await cancel_all(playing)
        await person.close()
        await until(lambda: "Database" in running.printed)

    one = Demo(DemoPlan(person="Zoë", keep=tmp_path))
    assert one.play(meanwhile) == 0
    assert re.search(r"The game ended after 1 rounds?\b.*won by forfeit", one.printed)
    check = next(line for line in one.printed.splitlines() if line.startswith("Check it: "))
    assert check.split()[4:6] == ["referee", "verify"] and Path(check.split()[6]).is_file()
    assert PASSWORD in one.printed


def test_the_mailbox_of_a_person_who_never_looks_stays_open_until_ctrl_c(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo, "LOGGED_OUT_SECONDS", 0.2)

    async def meanwhile(running: Demo) -> None:
        mailboxes = re.compile(r"IMAP +(\S+) port (\d+).*SMTP +\S+ port (\d+)", re.DOTALL)
        await until(running.turns)
        host, imap, smtp = mailboxes.findall(running.printed)[0]
        log_in = {"host": host, "tls": "none", "username": MASTER, "password": PASSWORD}
        master = MailboxPlayer(
            MASTER, ImapSettings(**log_in, port=int(imap)), SmtpSettings(**log_in, port=int(smtp)), confirm
        )
        await master.send(REFEREE, "[Spades 1]", "abort")
        await until(lambda: "ended after" in running.printed)
        await master.close()
        await asyncio.sleep(1)
        assert "Ctrl-C" in running.printed and "Look:" not in running.printed

    one = Demo(DemoPlan(person="Zoë", keep=tmp_path))
    assert one.play(meanwhile) == 0
    assert "Look:" in one.printed


def seated(running: Demo, name: str) -> list[tuple[object, ...]]:
    query = f"SELECT seat FROM seats JOIN people ON people.id = person WHERE name = '{name}'"
    return running.sql(query)


@pytest.mark.parametrize(("person", "others"), [("Bob", ["Ann", "Carol", "Dave"]), ("Zoe", ["Ann", "Bob", "Carol"])])
def test_the_robots_have_other_names_than_the_person(tmp_path: Path, person: str, others: list[str]) -> None:
    one = Demo(DemoPlan(person=person, keep=tmp_path))
    one.play(lambda running: until(running.turns))
    (names,) = one.sql("SELECT names FROM games")
    assert sorted(re.findall(r"\w+", str(names[0]))) == sorted([person, *others])


@pytest.mark.parametrize("person", ["", "x" * 25, "<you@demo.test>", "a\nb;"])
def test_a_person_without_a_proper_name(tmp_path: Path, person: str) -> None:
    with pytest.raises(ConfigError, match="--seat"):
        Demo(DemoPlan(person=person, keep=tmp_path)).play(lambda running: asyncio.sleep(30))


@pytest.mark.parametrize("left", ["referee.db", "mails"])
def test_a_folder_that_holds_an_earlier_demo(tmp_path: Path, left: str) -> None:
    (tmp_path / left).touch()
    with pytest.raises(ConfigError, match="name a new folder with --keep"):
        Demo(DemoPlan(keep=tmp_path)).play(lambda running: asyncio.sleep(30))
    assert [path.name for path in tmp_path.iterdir()] == [left]


def test_a_sheet_that_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="there is no sheet whist"):
        Demo(DemoPlan(sheet="whist", keep=tmp_path)).play(lambda running: asyncio.sleep(30))


def test_a_robot_that_fails_ends_the_demo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fails(player: MailPlayer, message: Message) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(demo, "_robot", lambda name, plan: fails)
    with pytest.raises(ZeroDivisionError):
        Demo(DemoPlan(keep=tmp_path)).play(lambda running: asyncio.sleep(30))
    gc.collect()
    assert "never retrieved" not in caplog.text, "others failed with it"


def test_without_its_servers_it_says_how_to_get_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pymap", None)
    monkeypatch.setattr(sys, "argv", ["referee", "demo"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 1
    assert "`pip install -c requirements.lock '.[demo]'`" in capsys.readouterr().err


def test_ctrl_c_ends_the_command_with_a_sentence(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "referee", "demo", "--keep", str(tmp_path / "kept")]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, start_new_session=True, **pipes) as process:
        assert process.stdout is not None and process.stdout.readline().startswith("Round 1 begins")
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert process.returncode == 1 and err == ""
    assert "The game did not end." in out and "Look: " in out


@pytest.mark.long
@pytest.mark.parametrize(("game", "sheet"), [(game, sheet) for game in RULES for sheet in sorted(RULES[game].sheets)])
def test_a_whole_demo(tmp_path: Path, game: str, sheet: str) -> None:
    began = time.monotonic()
    command = [sys.executable, "-m", "referee", "demo", "--keep", str(tmp_path), "--game", game, "--sheet", sheet]
    command.append("--timeouts" if sheet == DEFAULT_SHEET else "--plans")
    ran = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "COLUMNS": "60"})
    assert ran.returncode == 0 and ran.stderr == "", ran
    assert re.search(r"The game ended after \d+ rounds.*won by", ran.stdout)
    assert time.monotonic() - began < WHOLE_GAME_SECONDS
    with closing(sqlite3.connect(tmp_path / "referee.db")) as database:
        assert database.execute("SELECT count(*) FROM outbox WHERE state = 'waiting'").fetchone() == (0,)
