"""The view of one seat, or of the public: all that it may know of a game. Letters and robots see only this, never a
Game or an Event."""

from dataclasses import dataclass
from types import MappingProxyType

from referee.dominoes.game import Game, laid, legal_moves, opens_with_double_six
from referee.dominoes.line import Knock, Laid, Line, Move, Place, asked
from referee.dominoes.sheets import DominoSheet
from referee.dominoes.tiles import Tile
from referee.table.seats import Four, four
from referee.table.view import TableView, shown


@dataclass(frozen=True, kw_only=True)
class SeatView(TableView):
    """One position as `seat` sees it (None: as everyone does). The score counts what tiles have made by now."""

    nothing = MappingProxyType({"moves": ()})

    sheet: DominoSheet
    opener: int
    double_six: bool
    """The next tile must be 6-6, which opens the round."""
    line: Line
    course: tuple[Laid | Knock, ...]
    """The standing plays and knocks of this round, in order."""
    left: Four
    """The number of tiles in each hand."""
    last_round: bool
    """The match limit makes this round the last, unless it ends level."""
    thrown_in: bool
    """This deal was thrown in, and the next one waits for the Gamesmaster."""
    hand: tuple[Tile, ...] | None
    """The seat's own tiles, in canonical order; None in a public view."""
    moves: tuple[Laid, ...]
    """The seat's legal moves in canonical order, each with what it makes; empty unless it is its turn."""

    def asked(self, tile: Tile, arm: Place | None = None) -> tuple[Laid, ...]:
        """Return the moves of a tile that its player must choose between, or that at `arm` alone."""
        meant = asked(self.line, tile, arm)
        return tuple(move for move in self.moves if Move(move.tile, move.arm) in meant)

    @property
    def choices(self) -> tuple[Laid, ...]:
        """The moves to choose from, those that score first: of moves of a tile that lead to the same ends, one."""
        found = [move for tile in self.hand or () for move in self.asked(tile)]
        return tuple(sorted(found, key=lambda move: -move.points))


def view(game: Game, seat: int | None = None) -> SeatView:
    """Show what `seat` may know at this position."""
    return SeatView(
        **shown(game, game, seat),
        sheet=game.sheet,
        opener=game.opener,
        double_six=opens_with_double_six(game),
        line=game.line,
        course=game.course,
        left=four(map(len, game.hands)),
        last_round=0 < game.last_round <= game.round,
        thrown_in=bool(game.thrown_in),
        hand=None if seat is None else tuple(sorted(game.hand(seat))),
        moves=() if seat is None else tuple(laid(game, seat, move) for move in legal_moves(game, seat)),
    )
