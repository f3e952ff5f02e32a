"""The headers by which robots read a position of dominoes: what they share with spades is made in letter_headers.py."""

from collections.abc import Iterator

from referee.dominoes.line import Knock, Laid, ends
from referee.dominoes.view import SeatView


def table(view: SeatView, then: SeatView, *, turn: bool) -> Iterator[tuple[str, str]]:
    """Yield where the game stands; `then`: the view of the round that is meant, `turn`: its reader is to act."""
    yield "Spades-Sheet", view.sheet.name
    yield "Spades-Turn", str(view.turn)
    yield "Spades-Round", str(then.round)
    if then.course:
        yield "Spades-Table", ", ".join(map(_act, then.course))
    if turn and view.since:
        yield "Spades-Since", ", ".join(map(_act, view.since))
    if then.line.first is not None:
        yield "Spades-Ends", ", ".join(f"{arm} {number}" for arm, number in ends(then.line).items())
    yield "Spades-Left", " ".join(map(str, then.left))
    yield "Spades-Score", " ".join(map(str, view.score))


def _act(act: Laid | Knock) -> str:
    return f"{act.seat}={f'{act.tile} {act.arm}' if isinstance(act, Laid) else 'knock'}"


def legal(view: SeatView) -> str:
    """Write the moves to choose from: `6-4 left, 6-4 right`."""
    return ", ".join(f"{move.tile} {move.arm}" for move in view.moves)
