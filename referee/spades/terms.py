"""What the players of one game agreed on beside its sheet: how long they take, and what may be taken back. Holds no
rules: the law and the clock read these.
"""

from dataclasses import dataclass, replace
from typing import Literal

from referee.spades.record import VERSION, WITHOUT_CLAIMS, WITHOUT_LAST_ROUND
from referee.spades.sheets import RULE_109

LastTrick = Literal["by itself", "by hand"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The terms of one game, settled at its start."""

    last_trick: LastTrick = "by itself"
    """Whether the referee plays the last trick, in which nobody has a choice."""
    bank: int = 0
    """Seconds that each player may take beyond the limits of their turns, over the game."""
    leave: int = 0
    """Days that each player may be away, over the game."""
    weekends: bool = True
    """Whether limits run on Saturday and Sunday, UTC."""
    undo: bool = True
    """Whether the last card or bid may be taken back if all agree."""
    record: str = VERSION
    """The version of the game's public record, which settles what can happen in it."""

    @property
    def claims(self) -> bool:
        """Whether rounds may end early, and acts be taken back: the record has a line for it."""
        return self.record != WITHOUT_CLAIMS

    @property
    def timed(self) -> bool:
        """Whether a match limit may make a round the last: the record has a line for it."""
        return self.record not in (WITHOUT_CLAIMS, WITHOUT_LAST_ROUND)


AS_BEFORE = replace(Terms(), last_trick="by hand", undo=False, record=WITHOUT_CLAIMS)
"""The terms of games that began before there were any."""


def usual(sheet: str) -> Terms:
    """The terms of a game by that sheet where neither the configuration nor its start says otherwise; 109 keeps its
    rule's procedure: no leave, and what is done stays done."""
    return Terms(undo=False) if sheet == RULE_109.name else Terms(leave=14)
