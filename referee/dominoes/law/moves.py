"""The law of moves: what a seat may lay now, and where.

Rulings, the clock, letters, robots and tests all ask here; line.py says what fits.
"""

from referee.dominoes.game import Game
from referee.dominoes.line import Laid, Move, count, lay, moves, scores
from referee.dominoes.tiles import DOUBLE_SIX


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
