"""The view of one seat, or of the public: all that it may know of a game, and what it would remember of the round.
Letters and robots see only this, never a Game or an Event."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from referee.dominoes.game import Game, laid, legal_moves, opens_with_double_six
from referee.dominoes.line import Knock, Laid, Line, Move, Place, asked
from referee.dominoes.sheets import DominoSheet
from referee.dominoes.tiles import NUMBERS, SET, Tile
from referee.table.seats import Four
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
    since: tuple[Laid | Knock, ...]
    """Standing acts of this round since the seat's own last one; all of them in a public view."""

    @property
    def has_hand(self) -> bool:
        """The seat holds tiles."""
        return bool(self.hand)

    def asked(self, tile: Tile, arm: Place | None = None) -> tuple[Laid, ...]:
        """Return the moves of a tile that its player must choose between, or that at `arm` alone."""
        meant = asked(self.line, tile, arm)
        return tuple(move for move in self.moves if Move(move.tile, move.arm) in meant)


def view(game: Game, seat: int | None = None) -> SeatView:
    """Show what `seat` may know at this position."""
    return SeatView(
        **shown(game, game, seat),
        sheet=game.sheet,
        opener=game.opener,
        double_six=opens_with_double_six(game),
        line=game.line,
        course=game.course,
        left=_left(game),
        last_round=0 < game.last_round <= game.round,
        thrown_in=bool(game.thrown_in),
        hand=None if seat is None else tuple(sorted(game.hand(seat))),
        moves=() if seat is None else tuple(laid(game, seat, move) for move in legal_moves(game, seat)),
        since=_since(game, seat),
    )


def _left(game: Game) -> Four:
    one, two, three, four = map(len, game.hands)
    return one, two, three, four


def _since(game: Game, seat: int | None) -> tuple[Laid | Knock, ...]:
    own = [place for place, act in enumerate(game.course, 1) if act.seat == seat]
    return game.course[own[-1] if own else 0 :]


@dataclass(frozen=True, slots=True)
class Memory:
    """The memory of somebody who watched the round. `gone`: the tiles laid, by number; `out`: how many of each number
    have not been laid; `knocks` in the order in which they were seen."""

    gone: Mapping[int, tuple[Tile, ...]]
    out: Mapping[int, int]
    knocks: tuple[Knock, ...]


def memory(seen: SeatView) -> Memory:
    """Collect the memory of the running round: from the table alone, so it is the same for everyone and gives no secret
    away."""
    lying = {act.tile for act in seen.course if isinstance(act, Laid)}
    gone = {number: tuple(tile for tile in SET if number in tile and tile in lying) for number in NUMBERS}
    out = {number: len(NUMBERS) - len(tiles) for number, tiles in gone.items()}
    return Memory(gone, out, tuple(act for act in seen.course if isinstance(act, Knock)))
