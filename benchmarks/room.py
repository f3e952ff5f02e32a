"""What a game that is over takes of the database, before and after pruning: `python -m benchmarks.room [ACTS]`.

The game is ended after so many acts, 600 if not told otherwise; then the bodies of all its mail are freed, and the file
is written anew. Bytes are counted beside an empty database; they depend on no machine.
"""

import sys
import tempfile
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from referee.store import bodies
from tests.talk import Talk

ACTS = 600
LATER = timedelta(days=3650)


@dataclass(frozen=True, slots=True)
class Room:
    """Bytes of one game of `letters` and `mails`, before and after pruning."""

    letters: int
    mails: int
    before: int
    after: int


def measure(acts: int) -> Room:
    """The room that a game of so many acts takes."""
    with tempfile.TemporaryDirectory() as folder:
        talk = Talk(Path(folder))
        _, empty = talk.store.shrink()
        talk.starts()
        for _ in range(acts):
            talk.acts()
        talk.master("abort")
        _, before = talk.store.shrink()
        found = bodies.Bodies()
        with talk.store.transaction() as tx:
            for piece in list(bodies.pieces(tx)):
                found += bodies.free(tx, piece, talk.now + LATER)
        _, after = talk.store.shrink()
        talk.store.close()
    return Room(found.letters, found.mails, before - empty, after - empty)


def main() -> None:
    acts = int(sys.argv[1]) if len(sys.argv) > 1 else ACTS
    room = measure(acts)
    print(f"a game of {acts} acts, {room.letters} letters and {room.mails} mails: {room.before / 1e6:.2f} MB")
    print(f"pruned: {room.after / 1e3:.0f} kB, {room.after / acts:.0f} bytes an act")


if __name__ == "__main__":
    main()
