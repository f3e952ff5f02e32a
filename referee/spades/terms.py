"""The terms that the players of one game agreed on beside its sheet: how long they take, and who plays the last trick.
Holds no rules: the law and the clock read these."""

from dataclasses import dataclass
from typing import Literal

from referee.spades.sheets import RULE_109

LastTrick = Literal["by itself", "by hand"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The terms of one game, settled at its start."""

    last_trick: LastTrick = "by itself"
    """The way the last trick is played, in which nobody has a choice: by itself or by hand."""
    leave: int = 0
    """Days that each player may be away, over the game."""
    weekends: bool = True
    """Limits run on Saturday and Sunday, UTC."""


def usual(sheet: str) -> Terms:
    """Return the terms of a game by a sheet, unless the configuration or the start sets others. 109 keeps its rule's
    procedure, which knows no leave."""
    return Terms(leave=0 if sheet == RULE_109.name else 14)
