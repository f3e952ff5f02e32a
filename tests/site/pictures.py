"""The pictures in docs/: `python -m tests.site.pictures` takes them anew, of a game and of a bracket."""

import sys
import tempfile
from pathlib import Path

from referee.spades.sheets import RULE_109
from referee.tournaments.formats import Kind
from tests.audit.records import record_of
from tests.site.shown import Shown, whole, written
from tests.site.viewer import viewing
from tests.tournaments.drawn_samples import event, of_kind

DOCS = Path(__file__).parent.parent.parent / "docs"
TEAMS = ("Aces", "Queens", "Clubs", "Kites", "Rooks", "Moles", "Owls", "Bags")
NAMES = ("Ann", "Bob", "Carol", "Dave")
WIDE, GAME_HIGH, CUP_HIGH = 1240, 980, 910
SCALE = 0.7


def take(folder: Path) -> None:
    """Write `game.png` and `bracket.png` into a folder."""
    game = Shown(12, record_of(RULE_109, 2, rounds=12), NAMES)
    cup = event(of_kind(Kind.DOUBLE), 8, 9, TEAMS, number=1)
    with tempfile.TemporaryDirectory() as site:
        written(Path(site), whole([game], [cup]))
        with viewing(Path(site)) as viewer:
            viewer.look("games/12/r10.html#t5c3", WIDE)
            viewer.picture(folder / "game.png", high=GAME_HIGH, scale=SCALE)
            viewer.look("tournaments/1/index.html", WIDE)
            viewer.picture(folder / "bracket.png", high=CUP_HIGH, scale=SCALE)


if __name__ == "__main__":
    take(Path(sys.argv[1]) if len(sys.argv) > 1 else DOCS)
