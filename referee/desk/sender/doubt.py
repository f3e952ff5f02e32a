"""Which commands below a line that may introduce old text their writer is asked about. Carries none of them out."""

from referee.asking.commands import Asked, Reading, Yes
from referee.asking.grammar import MOVES, moves_of

SEVERAL = (
    "it stands below what looks like an older mail, and so does another bid or play; send the one that you mean "
    "alone, above everything else"
)


def doubted(reading: Reading) -> tuple[Asked, ...]:
    """What a mail's writer is asked about because it may be old: nothing if the mail holds a plain bid, play or `yes`;
    bids and plays alone if it holds other plain commands; else all of it."""
    if any(isinstance(asked.command, (*MOVES, Yes)) for asked in reading.asked):
        return ()
    if reading.asked:
        return moves_of(reading.doubtful)
    return reading.doubtful or reading.old


def several(doubtful: tuple[Asked, ...]) -> tuple[tuple[str, str], ...]:
    """The bids and plays among doubtful lines, each with what to do, if there is more than one: a `yes` could not say
    which is meant."""
    moves = moves_of(doubtful)
    return tuple((each.line, SEVERAL) for each in moves) if len(moves) > 1 else ()
