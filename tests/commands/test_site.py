"""`referee site`: all pages anew, and shown on this machine."""

import re
import subprocess
import sys
import urllib.request
from pathlib import Path

from tests.running.post_office import write_config
from tests.talk import Talk


def command(talk: Talk, *words: str) -> list[str]:
    folder = talk.store.file.parent
    write_config(folder, other=f'[database]\nurl = "sqlite:///{talk.store.file}"')
    return [sys.executable, "-m", "referee", "site", *words, "--config", str(folder / "referee.toml")]


def test_it_writes_all_pages_and_says_where(talk: Talk, tmp_path: Path) -> None:
    talk.starts().bids()
    done = subprocess.run(command(talk, str(tmp_path / "pages")), capture_output=True, text=True, check=True)
    where = tmp_path / "pages" / "index.html"
    assert where.as_uri() in done.stdout and where.exists()
    assert (tmp_path / "pages/games/1/r1.html").exists() and (tmp_path / "pages/players/index.html").exists()


def test_it_shows_them_on_loopback(talk: Talk, tmp_path: Path) -> None:
    talk.starts()
    started = command(talk, str(tmp_path / "pages"), "--serve", "18473")
    with subprocess.Popen(started, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        try:
            said = "".join(line for _, line in zip(range(3), process.stdout, strict=False))
            (address,) = re.findall(r"http://127\.0\.0\.1:\d+/", said)
            with urllib.request.urlopen(f"{address}games/1/") as answer:
                assert b"Game 1" in answer.read()
        finally:
            process.terminate()


def test_a_port_alone_is_wrong_use(talk: Talk, tmp_path: Path) -> None:
    done = subprocess.run(command(talk, str(tmp_path / "pages"), "8000"), capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "--serve" in done.stderr
