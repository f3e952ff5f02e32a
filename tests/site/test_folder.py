"""Files come whole, and only those that changed."""

import os
import threading
from pathlib import Path

import pytest

from referee.site.environment import Page
from referee.site.folder import Folder

ONE, OTHER = "a" * 200_000, "b" * 200_000


def test_a_reader_gets_the_old_file_or_the_new_one(tmp_path: Path) -> None:
    folder, path = Folder(tmp_path), tmp_path / "games" / "1" / "index.html"
    folder.put([Page("games/1/index.html", ONE)])
    stop, seen = threading.Event(), set()

    def read() -> None:
        while not stop.is_set():
            seen.add(path.read_text())

    reader = threading.Thread(target=read)
    reader.start()
    for number in range(60):
        folder.put([Page("games/1/index.html", OTHER if number % 2 else ONE)])
    stop.set()
    reader.join()
    assert seen <= {ONE, OTHER}


def test_a_file_that_is_the_same_is_left_alone(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    assert folder.put([Page("index.html", "one")]) == 1
    os.utime(tmp_path / "index.html", (1, 1))
    assert folder.put([Page("index.html", "one")]) == 0
    assert (tmp_path / "index.html").stat().st_mtime == 1
    assert folder.put([Page("index.html", "two")]) == 1


def test_everyone_may_read_them(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        Folder(tmp_path / "site").put([Page("games/1/index.html", "x")])
    finally:
        os.umask(before)
    assert (tmp_path / "site/games/1/index.html").stat().st_mode & 0o777 == 0o644
    assert {(tmp_path / name).stat().st_mode & 0o777 for name in ("site", "site/games", "site/games/1")} == {0o755}


def test_nothing_is_left_of_a_file_that_could_not_be_put_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Folder(tmp_path)
    folder.put([Page("index.html", "old")])

    def fails(*_: object) -> None:
        raise OSError("no room")

    monkeypatch.setattr(os, "replace", fails)
    with pytest.raises(OSError, match="no room"):
        folder.put([Page("index.html", "new")])
    assert [path.name for path in tmp_path.iterdir()] == ["index.html"]
    assert (tmp_path / "index.html").read_text() == "old"


def test_what_was_put_there_can_be_settled(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    folder.put([Page("games/1/index.html", "x"), Page("index.html", "y")])
    folder.settle()
    folder.settle()
