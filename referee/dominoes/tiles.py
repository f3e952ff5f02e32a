"""Tiles and their codes. Never knows where a tile fits: the line of play does (line.py)."""

from typing import NamedTuple

NUMBERS = range(7)
"""The numbers of pips on a half, from blank to six."""


class Tile(NamedTuple):
    """One tile: the number on its higher half, and on its lower."""

    high: int
    low: int

    def __str__(self) -> str:
        return f"{self.high}-{self.low}"

    @property
    def double(self) -> bool:
        """Both halves show the same number."""
        return self.high == self.low

    @property
    def pips(self) -> int:
        """The sum of both halves."""
        return self.high + self.low

    def other(self, number: int) -> int:
        """Return the half that is left once the half with `number` is laid against the same number."""
        return self.low if number == self.high else self.high


SET = tuple(Tile(high, low) for high in NUMBERS for low in range(high + 1))
"""All 28 tiles in canonical order: 0-0 1-0 1-1 2-0 and on to 6-6."""

DOUBLE_SIX = SET[-1]

_CODES = {str(tile): tile for tile in SET}


def parse_tile(code: str) -> Tile:
    """Return the tile that `code` names: `6-4`, the higher half first. Raises ValueError for anything else.

    This reads only the canonical form of records and headers; asking/tiles.py reads what people write.
    """
    try:
        return _CODES[code]
    except KeyError:
        raise ValueError(f"{code!r} is not a tile: write the higher half first, like 6-4") from None
