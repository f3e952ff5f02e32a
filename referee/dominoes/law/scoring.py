"""One round's points, and whether the game is won. Knows sheets and numbers, never hands or turns."""

from referee.dominoes.line import FIVE


def rounded(pips: int) -> int:
    """Return the multiple of five that is nearest to the pips of the hands, added."""
    return (pips + FIVE // 2) // FIVE * FIVE
