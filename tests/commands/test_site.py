"""`referee site`: all pages anew."""

import subprocess
import sys
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
