"""The commands that a player, the clock or a Gamesmaster may give in a game of dominoes: those at any table, and its
own. Never says whether they may: law.py rules on them."""

from dataclasses import dataclass

from referee.dominoes.line import Place
from referee.dominoes.tiles import Tile
from referee.table.commands import *  # noqa: F403  a game's commands are those at any table, and its own
from referee.table.commands import OfAnySeat, OfClock, OfTable, Planning, RuleVoid, TimeUp


@dataclass(frozen=True, slots=True)
class PlayTile:
    """Lay `tile` at `arm`; None: where it fits, if that need not be asked."""

    tile: Tile
    arm: Place | None = None
    planned: bool = False
    """A plan of the player chose this move."""


@dataclass(frozen=True, slots=True)
class Knock:
    """Pass. The referee knocks at once for who cannot play, so nobody ever has to."""


Move = PlayTile | Knock
OfSeat = Move | Planning | OfAnySeat
Command = OfSeat | TimeUp | RuleVoid | OfClock | OfTable
