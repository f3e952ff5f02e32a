"""The state of one game of dominoes at one position: whose turn it is, what they may lay now, and where. Refuses
nothing and changes nothing.

Rulings, the clock, letters, robots and tests all ask here for legal moves; line.py says what fits.
"""

from dataclasses import dataclass

from referee.dominoes.line import EMPTY, Knock, Laid, Line, Move, count, lay, moves, scores
from referee.dominoes.sheets import DominoSheet
from referee.dominoes.tiles import DOUBLE_SIX, Tile
from referee.table.game import Table
from referee.table.seats import Four, after, four

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
        return four(sum(tile.pips for tile in hand) for hand in self.hands)


def legal_moves(game: Game, seat: int) -> tuple[Move, ...]:
    """Return the moves that `seat` may make now, in canonical order; () if it is not its turn."""
    if game.due != (seat, "play"):
        return ()
    hand = game.hand(seat)
    return moves(game.line, {DOUBLE_SIX} & hand if opens_with_double_six(game) else hand)


def opens_with_double_six(game: Game) -> bool:
    """Tell if the next tile must be 6-6: it opens the first round, and the one after a block that nobody won."""
    return game.double_six and game.line.first is None


def laid(game: Game, seat: int, move: Move) -> Laid:
    """Return the tile as it would lie: with what the open ends would count, and the points for that."""
    counted = count(lay(game.line, move))
    return Laid(seat, move.tile, move.arm, counted, scores(counted))
