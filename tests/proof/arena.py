"""A table at which one mail after another is tried, each as if it were the first."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import event

from referee.store.backend import url_of
from tests.proof.attacks import set_scene
from tests.talk import AUTHSERV, Letter, Talk

KEPT = ("games", "events", "people", "seats", "watchers", "waiting", "lineups")
"""The tables that no forged mail may change."""


class Arena:
    """One table, put back as it was after each mail."""

    def __init__(self, folder: Path, *accept: str, smtp_auth: bool = False, **sections: Any) -> None:
        auth = {"accept": accept, "trusted_authserv": [AUTHSERV], "smtp_auth": smtp_auth}
        # the database is put back as a file
        file = {"url": url_of(folder / "referee.db")}
        self.talk = Talk(folder, auth=auth, database=file, **sections)
        # nobody pulls the plug here; otherwise each mail would wait for the disk four times
        event.listen(self.talk.store.engine, "connect", lambda raw, _: raw.execute("PRAGMA synchronous = OFF"))
        self.talk.store.close()
        self.scene = set_scene(self.talk)
        self.path, self.copy = folder / "referee.db", folder / "copy.db"
        _copy(self.path, self.copy)
        self.letters, self.seen, self.before = list(self.talk.letters), self.talk.seen, self.kept()
        self.outcome = ""

    def back(self) -> None:
        """Put everything back; of an ignored mail only the bytes stay, which nobody reads again."""
        if not self.outcome.startswith("ignored/"):
            _copy(self.copy, self.path)
        self.talk.letters, self.talk.seen = list(self.letters), self.seen

    def kept(self) -> dict[str, list[Any]]:
        """Return all that is stored about games and people, and which tokens were used up."""
        with closing(sqlite3.connect(self.path)) as base:
            # a proven mail notes when its sender was heard of last, whatever it says
            base.execute("CREATE TEMP TABLE all_people AS SELECT * FROM people")
            base.execute("ALTER TABLE all_people DROP COLUMN heard")
            found = {}
            for name in KEPT:
                table = "all_people" if name == "people" else name
                found[name] = base.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()
            spent = base.execute("SELECT token FROM tokens WHERE state = 'spent' ORDER BY 1").fetchall()
        return found | {"spent": spent}

    def handles(self, raw: bytes) -> tuple[str, list[Letter]]:
        """Handle a mail. Return its outcome, and the letters that it brought."""
        self.outcome = self.talk.deliver(raw)
        return self.outcome, self.talk.letters[len(self.letters) :]


def _copy(source: Path, target: Path) -> None:
    with closing(sqlite3.connect(source)) as one, closing(sqlite3.connect(target)) as other:
        other.execute("PRAGMA synchronous = OFF")
        one.backup(other)
