"""The picture in the README: `python -m tests.site.pictures` takes it anew."""

import sys
import tempfile
from pathlib import Path

from referee.spades.sheets import RULE_109
from tests.audit.records import record_of
from tests.site.shown import Shown, whole, written
from tests.site.viewer import viewing

DOCS = Path(__file__).parent.parent.parent / "docs"
NAMES = ("Ann", "Bob", "Carol", "Dave")
WIDE, HIGH = 1240, 820
SCALE = 0.7


def take(folder: Path) -> None:
    """Write `game.png` into a folder."""
    game = Shown(12, record_of(RULE_109, 2, rounds=12), NAMES)
    with tempfile.TemporaryDirectory() as site:
        written(Path(site), whole([game], []))
        with viewing(Path(site)) as viewer:
            viewer.look("games/12/r10.html#t5c3", WIDE)
            viewer.picture(folder / "game.png", high=HIGH, scale=SCALE)


if __name__ == "__main__":
    take(Path(sys.argv[1]) if len(sys.argv) > 1 else DOCS)
