"""What a game that is over takes of the database, before and after pruning: `python -m benchmarks.room [ACTS]`.

The game is ended after so many acts, 600 if not told otherwise; then the bodies of all its mail are freed, the game is
packed, and the file is written anew. Then the same for players who hear of each play. Bytes are counted beside an empty
database; they depend on no machine.
"""

import sys
import tempfile
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from sqlalchemy import func, select

from referee.store import bodies, packs
from referee.store.packs import Age
from referee.store.tables import inbox, outbox
from tests.talk import Talk

ACTS = 600
LATER = timedelta(days=3650)
STEP = 3_601_234_567
"""About an hour, in microseconds."""
COUNTED = (outbox, inbox)


@dataclass(frozen=True, slots=True)
class Room:
    """Bytes of one game of `letters` and `mails`, before and after pruning."""

    letters: int
    mails: int
    before: int
    after: int


def measure(acts: int, *, play: bool = False) -> Room:
    """The room that a game of so many acts takes; `play`: with `notify play`, a letter to each player about each."""
    with tempfile.TemporaryDirectory() as folder:
        talk = Talk(Path(folder))
        _, empty = talk.store.shrink()
        talk.starts()
        if play:
            talk.hears_each_play()
        for act in range(acts):
            # no two moments are alike: written digits take room
            talk.now += timedelta(microseconds=STEP + act * act)
            talk.acts()
        talk.master("abort")
        _, before = talk.store.shrink()
        with talk.store.transaction() as tx:
            letters, mails = (tx.execute(select(func.count()).select_from(table)).scalar_one() for table in COUNTED)
            for piece in list(bodies.pieces(tx)):
                bodies.free(tx, piece, talk.now + LATER)
            packs.pack(tx, 1, Age(talk.now + LATER, talk.now + LATER))
        _, after = talk.store.shrink()
        talk.store.close()
    return Room(letters, mails, before - empty, after - empty)


def main() -> None:
    acts = int(sys.argv[1]) if len(sys.argv) > 1 else ACTS
    for what, play in (("a game", False), ("with `notify play`", True)):
        room = measure(acts, play=play)
        print(f"{what} of {acts} acts, {room.letters} letters and {room.mails} mails: {room.before / 1e6:.2f} MB")
        print(f"pruned: {room.after / 1e3:.0f} kB, {room.after / acts:.0f} bytes an act")


if __name__ == "__main__":
    main()
