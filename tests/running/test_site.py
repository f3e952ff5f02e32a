"""The daemon's site: written soon after what it shows, whole again after a crash, and never in the way."""

import shutil
import time
from pathlib import Path
from threading import Event

import pytest
from structlog.testing import capture_logs

from referee.clock import system_clock
from referee.config import load_settings
from referee.demo.servers import EmbeddedMail
from referee.desk.site import renew
from referee.desk.site.renew import Site, keys_of
from referee.running import site as writer
from referee.running.daemon import Daemon
from referee.running.health import ailments
from referee.running.site import CommandFailed, run_after
from referee.store import marks, site_changes
from referee.store.backend import Passing
from tests.running.post_office import MASTER, REFEREE, STARTER, proven
from tests.running.referee import USERS, Referee, play, quick, referee, until

__all__ = ["quick", "referee"]


@pytest.fixture
def shown(referee: Referee, monkeypatch: pytest.MonkeyPatch) -> Referee:
    """Return a referee that writes a site."""
    monkeypatch.setattr(writer, "RETRY_SECONDS", 0.2)
    referee.more["other"] = '[site]\nfolder = "pages"'
    return referee


def page(referee: Referee, path: str = "games/1/index.html") -> str:
    file = referee.folder / "pages" / path
    return file.read_text("utf-8") if file.exists() else ""


def noted(referee: Referee) -> dict[str, int]:
    with referee.store.reading() as tx:
        return dict(site_changes.waiting(tx))


def ailing(referee: Referee) -> str:
    """Return the monitor's word on the site."""
    settings = load_settings(referee.folder / "referee.toml")
    return "; ".join(what for what in ailments(settings, system_clock()) if "site" in what)


async def bids(mail: EmbeddedMail, referee: Referee) -> None:
    await mail.deliver(REFEREE, proven(referee.first_bidder(), "bid 3"))


def test_a_move_is_on_its_page_soon_after_its_commit(shown: Referee) -> None:
    async def test() -> None:
        async with EmbeddedMail(USERS, authserv="mx.club.test") as mail, shown.uses(mail).running():
            await mail.deliver(REFEREE, proven(MASTER, STARTER))
            await until(lambda: " is to bid" in page(shown))
            before = page(shown)
            await bids(mail, shown)
            await until(lambda: len(shown.outcomes()) == 2 and shown.outcomes()[1][0] == "done")
            await until(lambda: page(shown) != before)

    play(test())
    assert page(shown, "assets/site.css") and page(shown, "sheets/109.html") and page(shown, "index.json")
    assert not noted(shown), "what is shown is not written again"


def test_it_looks_often_enough_to_be_within_two_seconds() -> None:
    assert writer.EVERY_SECONDS <= 1


def test_after_a_crash_what_was_noted_is_written(shown: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with EmbeddedMail(USERS, authserv="mx.club.test") as mail:
            async with shown.uses(mail).running():
                await mail.deliver(REFEREE, proven(MASTER, STARTER))
                await until(lambda: " is to bid" in page(shown))
            (shown.folder / "pages/games/1/index.html").unlink()
            with shown.store.transaction() as tx:
                site_changes.note(tx, site_changes.GAME, 1)
            whole: list[object] = []
            monkeypatch.setattr(renew.Site, "write_all", lambda *given: whole.append(given))
            async with shown.uses(mail).running():
                await until(lambda: " is to bid" in page(shown))
            assert not whole, "the rest is there already"

    play(test())


def test_another_folder_is_written_whole(shown: Referee) -> None:
    async def test() -> None:
        async with EmbeddedMail(USERS, authserv="mx.club.test") as mail:
            async with shown.uses(mail).running():
                await mail.deliver(REFEREE, proven(MASTER, STARTER))
                await until(lambda: " is to bid" in page(shown))
            shown.more["other"] = '[site]\nfolder = "elsewhere"'
            async with shown.uses(mail).running():
                await until((shown.folder / "elsewhere/games/1/index.html").exists)

    play(test())


def test_without_a_folder_nothing_is_noted(shown: Referee) -> None:
    async def test() -> None:
        async with EmbeddedMail(USERS, authserv="mx.club.test") as mail:
            async with shown.uses(mail).running():
                await mail.deliver(REFEREE, proven(MASTER, STARTER))
                await until(lambda: " is to bid" in page(shown))
            shown.more["other"] = ""
            async with shown.uses(mail).running():
                await bids(mail, shown)
                await until(lambda: len(shown.outcomes()) == 2 and shown.outcomes()[1][0] == "done")
            assert not noted(shown)
            before = page(shown)
            shown.more["other"] = '[site]\nfolder = "pages"'
            async with shown.uses(mail).running():
                await until(lambda: page(shown) != before)

    play(test())


def test_a_folder_that_cannot_be_written_is_told_and_stops_nothing(
    shown: Referee, capsys: pytest.CaptureFixture[str]
) -> None:
    (shown.folder / "pages").write_text("a file")

    async def test() -> None:
        async with EmbeddedMail(USERS, authserv="mx.club.test") as mail, shown.uses(mail).running():
            await until(lambda: [one["cause"] for one in shown.status()["alarms"]] == ["site"])
            await until(lambda: "the site could not be written" in ailing(shown))
            await mail.deliver(REFEREE, proven(MASTER, STARTER))
            await until(lambda: shown.outcomes() and shown.outcomes()[0][0] == "done")
            (shown.folder / "pages").unlink()
            await until(lambda: " is to bid" in page(shown))
            await until(lambda: ailing(shown) == "")

    play(test())
    assert "the site could not be written" in capsys.readouterr().err


def test_a_database_that_is_away_for_a_moment_ends_nothing(shown: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, times = writer.SiteWriter._write, 2

    def away(self: writer.SiteWriter) -> int:
        nonlocal times
        times -= 1
        if times >= 0:
            raise Passing("it is away")
        return whole(self)

    monkeypatch.setattr(writer.SiteWriter, "_write", away)

    async def test() -> None:
        async with EmbeddedMail(USERS, authserv="mx.club.test") as mail, shown.uses(mail).running():
            await mail.deliver(REFEREE, proven(MASTER, STARTER))
            await until(lambda: " is to bid" in page(shown))
            assert shown.status()["alarms"] == [] and ailing(shown) == ""

    with capture_logs() as lines:
        play(test())
    said = [line["outcome"] for line in lines if line["event"] == "database"]
    assert said[0] == "away" and said.count("away") == said.count("back") and times < 0


def test_the_command_runs_after_pages_were_written_in_their_folder(shown: Referee) -> None:
    shown.more["other"] = '[site]\nfolder = "pages"\nafter = "ls index.html > ../copied"'

    async def test() -> None:
        async with EmbeddedMail(USERS, authserv="mx.club.test") as mail, shown.uses(mail).running():
            await until((shown.folder / "copied").exists)
            await until(lambda: (shown.folder / "copied").read_text() == "index.html\n")

    play(test())


def test_a_command_that_fails_is_told(shown: Referee) -> None:
    shown.more["other"] = '[site]\nfolder = "pages"\nafter = "test -e ../mended || exit 7"'

    async def test() -> None:
        async with EmbeddedMail(USERS, authserv="mx.club.test") as mail, shown.uses(mail).running():
            await until(lambda: [one["cause"] for one in shown.status()["alarms"]] == ["site"])
            await until(lambda: "exit status 7" in ailing(shown))
            (shown.folder / "mended").touch()
            await mail.deliver(REFEREE, proven(MASTER, STARTER))
            await until(lambda: ailing(shown) == "")

    play(test())
    assert "exit status 7" in shown.status()["alarms"][0]["what"]


def test_a_command_that_is_no_longer_wanted_has_no_trouble(shown: Referee) -> None:
    shown.more["other"] = '[site]\nfolder = "pages"\nafter = "exit 7"'

    async def test() -> None:
        async with EmbeddedMail(USERS, authserv="mx.club.test") as mail:
            async with shown.uses(mail).running():
                await until(lambda: "exit status 7" in ailing(shown))
            shown.more["other"] = '[site]\nfolder = "pages"'
            async with shown.running():
                await until(lambda: ailing(shown) == "")

    play(test())


def test_a_command_that_does_not_end_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "COMMAND_SECONDS", 0.2)
    began = time.monotonic()
    with pytest.raises(CommandFailed, match="did not end"):
        run_after("sleep 30", tmp_path, Event())
    assert time.monotonic() - began < 10


def test_what_the_command_says_is_logged_and_it_sees_no_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("REFEREE_IMAP_PASSWORD", "PGPASSWORD", "NOTIFY_SOCKET", "WATCHDOG_USEC", "http_proxy"):
        monkeypatch.setenv(name, "pa55word")
    monkeypatch.setenv("LC_TIME", "C.UTF-8")
    monkeypatch.setenv("REFEREE_CONFIG", "here")
    with capture_logs() as lines:
        run_after("env; pwd; ls /proc/$$/fd; echo wrong >&2; (sleep 20; echo late) &", tmp_path, Event())
    said = [line["said"] for line in lines if line["event"] == "site.after"]
    assert {"LC_TIME=C.UTF-8", "REFEREE_CONFIG=here", str(tmp_path), "wrong"} <= {*said}
    assert not [line for line in said if "pa55word" in line]
    with capture_logs() as lines, pytest.raises(CommandFailed, match="exit status 3"):
        run_after("seq 100; printf 'a\\033[2J=b'; exit 3", tmp_path, Event())
    assert [line["said"] for line in lines][-2:] == ["100", "a [2J=b"] and len(lines) == 20


@pytest.mark.parametrize("gone", ["*", "games/1", "games/1/index.html", "players/index.html", "index.html", "assets"])
def test_a_folder_that_was_emptied_is_written_again_at_the_next_start(shown: Referee, gone: str) -> None:
    pages = shown.folder / "pages"

    def files() -> set[Path]:
        return {path for path in pages.rglob("*") if path.is_file()}

    async def test() -> None:
        async with EmbeddedMail(USERS, authserv="mx.club.test") as mail, shown.uses(mail).running():
            await mail.deliver(REFEREE, proven(MASTER, STARTER))
            await until(lambda: " is to bid" in page(shown))
        whole = files()
        with shown.store.reading() as tx:
            assert Site(shown.desk(), pages).is_there(tx, keys_of([]))
        for path in [*pages.glob(gone)]:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        assert files() < whole
        async with EmbeddedMail(USERS) as mail, shown.uses(mail).running():
            await until(lambda: files() >= whole)

    play(test())


def test_a_stop_ends_a_command_that_runs_and_the_next_start_runs_it_again(shown: Referee) -> None:
    shown.more["other"] = '[site]\nfolder = "pages"\nafter = "echo x >> ../runs; test -e ../quick || sleep 60"'

    def runs() -> int:
        return (shown.folder / "runs").read_text().count("x") if (shown.folder / "runs").exists() else 0

    async def test() -> None:
        async with EmbeddedMail(USERS, authserv="mx.club.test") as mail:
            async with shown.uses(mail).running():
                await until(lambda: runs() == 1)
            assert "before the referee stopped" in ailing(shown) and not shown.status()["alarms"]
            (shown.folder / "quick").touch()
            async with shown.running():
                await until(lambda: ailing(shown) == "")

    play(test())
    assert runs() == 2


def test_once_writes_it_too(shown: Referee) -> None:
    async def test() -> None:
        async with EmbeddedMail(USERS, authserv="mx.club.test") as mail:
            await mail.deliver(REFEREE, proven(MASTER, STARTER))
            shown.uses(mail)
            assert await Daemon(shown.desk(), shown.store).once()

    play(test())
    assert " is to bid" in page(shown)
    with shown.store.reading() as tx:
        assert marks.get_mark(tx, site_changes.WRITTEN)
