"""The commands to ask the writer about, because a line above them may introduce old text. Carries out no command."""

from referee.asking.commands import Asked, Reading, Yes
from referee.asking.grammar import moves_of

SEVERAL = (
    "it stands below what looks like an older mail, and so does another bid or play; send only the one that you mean, "
    "above everything else"
)


def doubted(reading: Reading) -> tuple[Asked, ...]:
    """Choose the commands that may be old and that we ask a mail's writer about: none beside a plain bid, play or
    `yes`; only bids and plays beside other plain commands; else all."""
    if moves_of(reading.asked) or any(isinstance(asked.command, Yes) for asked in reading.asked):
        return ()
    if reading.asked:
        return moves_of(reading.doubtful)
    return reading.doubtful or reading.old


def several(doubtful: tuple[Asked, ...]) -> tuple[tuple[str, str], ...]:
    """List the bids and plays among doubtful lines, each with what to do, if there are several: a `yes` could not say
    which one is meant."""
    moves = moves_of(doubtful)
    return tuple((each.line, SEVERAL) for each in moves) if len(moves) > 1 else ()
