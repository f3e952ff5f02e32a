"""The sheet of dominoes: the parameters in which tables differ, the figures of the chapter, and the tests of a playable
sheet. Holds no rules, which are the law's (law.py).

The keys are those of a sheet's table in the configuration.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from referee.table.sheet import LARGEST, Sheet, SheetError


@dataclass(frozen=True, kw_only=True)
class DominoSheet(Sheet):
    """One sheet of partnership all fives."""

    game: ClassVar[str] = "dominoes"

    name: str
    target: int
    hand_count: str
    """The hands that count for who goes out: those of both `opponents`, or of all `others`, the partner's too."""
    blocked: str
    """The points of a blocked round, for the team with fewer pips: the pips of its `opponents`, the `difference`, or
    `nothing`."""
    end: str
    """`at_once`: the game is over as soon as a team reaches the target; `after_the_hand`: once the round is scored."""
    redeal: str | None
    """The hand that is dealt again by itself: `five_doubles` or more; None: every hand is played."""

    def __post_init__(self) -> None:
        if type(self.target) is not int or not 0 < self.target <= LARGEST:
            raise SheetError(f"the sheet {self.name} cannot be played: its target must lie between 1 and {LARGEST}")
        for key, words in WORDS.items():
            if getattr(self, key) not in words:
                listed = " or ".join("none" if word is None else word.replace("_", " ") for word in words)
                raise SheetError(f"the sheet {self.name} cannot be played: {key.replace('_', ' ')} must be {listed}")

    @staticmethod
    def shaped(name: str, key: str, value: Any) -> Any:
        """Return a word as it is stored, though people write it with blanks: `at once`."""
        return value.replace(" ", "_") if isinstance(value, str) else value


WORDS: Mapping[str, tuple[str | None, ...]] = {
    "hand_count": ("opponents", "others"),
    "blocked": ("opponents", "difference", "nothing"),
    "end": ("at_once", "after_the_hand"),
    "redeal": (None, "five_doubles"),
}
"""The values of each parameter that is a word."""

SIGMA_DOMINOES = DominoSheet(
    name="sigma-dominoes",
    target=150,
    hand_count="opponents",
    blocked="opponents",
    end="at_once",
    redeal=None,
)

SHEETS: Mapping[str, DominoSheet] = {sheet.name: sheet for sheet in (SIGMA_DOMINOES,)}
"""Every sheet by its name."""
