"""The terms that the players of a game agree on beside its sheet. The clock reads these."""

from dataclasses import dataclass
from typing import Literal

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
