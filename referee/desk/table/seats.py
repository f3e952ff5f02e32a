"""Where somebody sits in the game that is meant: the sender, or a player by name."""

from referee.desk.case import Complaint
from referee.desk.refusals import Wrong
from referee.desk.requests.request import Meant


def own_seat(meant: Meant) -> int:
    """Where the sender sits. Raises Complaint if nowhere in that game."""
    if meant.seat is None:
        raise Complaint(Wrong.NOT_IN_GAME, game=meant.row.id)
    return meant.seat


def seat_named(meant: Meant, name: str) -> int:
    """The seat of a player of the game. Raises Complaint if nobody is called so."""
    seat = find_seat(meant, name)
    if seat is None:
        raise Complaint(Wrong.NO_SUCH_PLAYER, name=name, names=meant.row.names)
    return seat


def find_seat(meant: Meant, name: str) -> int | None:
    """The seat of a player by their name, or by it without the stop at its end, which may have been taken for the
    sentence's; None if nobody, or more than one, is called so."""
    for end in ("", " ."):
        folded = [n.casefold().rstrip(end) for n in meant.row.names]
        if folded.count(name.casefold().rstrip(end)) == 1:
            return folded.index(name.casefold().rstrip(end)) + 1
    return None
