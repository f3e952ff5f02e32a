"""The state of one game of dominoes at one position, and whose turn it is. Checks nothing, refuses nothing, changes
nothing."""

from dataclasses import dataclass

from referee.dominoes.line import EMPTY, Knock, Laid, Line
from referee.dominoes.sheets import DominoSheet
from referee.dominoes.tiles import Tile
from referee.table.game import Table
from referee.table.seats import Four, after

Hands = tuple[frozenset[Tile], frozenset[Tile], frozenset[Tile], frozenset[Tile]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Table):
    """One game at one position. Tuples of four go by seat, tuples of two by team."""

    sheet: DominoSheet
    opener: int = 0
    """The seat that opens the round."""
    double_six: bool = False
    """The opener holds 6-6, and must lay it first."""
    line: Line = EMPTY
    course: tuple[Laid | Knock, ...] = ()
    """The standing plays and knocks of this round, in order."""
    over: bool = False
    """Nobody can lay a tile any more: a seat is out, or the round is blocked."""

    def hand(self, seat: int) -> frozenset[Tile]:
        """Return the tiles that `seat` holds."""
        return self.hands[seat - 1]

    @property
    def due(self) -> tuple[int, str] | None:
        """The seat on turn, and `play`, which is due."""
        if self.result is not None or self.over or not any(self.hands):
            return None
        return after(self.opener, len(self.course)), "play"

    @property
    def laid(self) -> tuple[Laid, ...]:
        """The tiles on the table, in the order in which they were laid."""
        return tuple(act for act in self.course if isinstance(act, Laid))

    @property
    def pips(self) -> Four:
        """The pips left in each hand."""
        one, two, three, four = (sum(tile.pips for tile in hand) for hand in self.hands)
        return one, two, three, four
