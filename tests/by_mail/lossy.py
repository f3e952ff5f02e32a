"""A table whose database is set back to an older copy."""

import json
from datetime import timedelta
from pathlib import Path

from referee.desk.table.records import record
from referee.handle import handle_older_copy
from referee.spades.audit import Walk
from referee.store import marks, progress, signups
from referee.store.progress import witness, witness_file
from tests.scratch import contents, refill, scratch_store
from tests.talk import Talk

FAR = timedelta(hours=1)


class Lossy(Talk):
    """A table whose database can be set back. The witness beside it is written as the daemon writes it."""

    @property
    def witness(self) -> Path:
        return witness_file(self.store.file)

    def hands_over(self) -> None:
        """Hand all letters until now to the mail server."""
        with self.store.transaction() as tx:
            progress.give_identity(tx, "first")
            own = progress.reach(tx)
        witness(self.witness, own)

    def copies(self) -> Path:
        copy = self.store.file.with_name("copy.db")
        self.hands_over()
        copy.write_bytes(contents(self.store))
        return copy

    def restores(self, copy: Path) -> None:
        """Put the copy in the place of the database, an hour later."""
        self.hands_over()
        refill(self.store, copy.read_bytes())
        self.store = scratch_store(self.settings)
        self.now += FAR

    def looks(self) -> bool:
        """Start the referee, and tell if it finds an older copy. The mail server takes its letters."""
        with self.store.reading() as tx:
            self.seen = progress.reach(tx).letter
        older = handle_older_copy(self.desk, self.store, now=self.now, draws=self.draws())
        self.collect()
        return older

    def loses(self, copy: Path) -> "Lossy":
        """Lose everything since the copy; the referee notices."""
        self.restores(copy)
        before = len(self.letters)
        assert self.looks()
        self.fresh = self.letters[before:]
        return self

    def loses_after(self, copy: Path, acts: int) -> None:
        for _ in range(acts):
            assert self.acts().endswith("/accepted")
        self.loses(copy)

    def tables(self) -> list[signups.Lineup]:
        with self.store.reading() as tx:
            return signups.open_lineups(tx)

    def entries(self, game: int = 1) -> list[dict[str, object]]:
        with self.store.reading() as tx:
            return [json.loads(line) for line in record(tx, game)]

    def stands(self, game: int = 1) -> bool:
        """Tell if the whole record is right."""
        with self.store.reading() as tx:
            text = "\n".join(record(tx, game))
        return len(list(Walk.of(text).passed())) == len(text.splitlines())

    def mark(self, name: str) -> str | None:
        with self.store.reading() as tx:
            return marks.get_mark(tx, name)
