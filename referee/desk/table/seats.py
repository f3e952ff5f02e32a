"""The seats in the game meant: the sender's, or that of a player by name; and how a seat passes to somebody else."""

from referee.desk.case import Case, Complaint
from referee.desk.refusals import Wrong
from referee.desk.request import Meant
from referee.store import games, outbox, people
from referee.store.people import Person


def own_seat(meant: Meant) -> int:
    """Return the sender's seat. Raises Complaint if they have none in that game."""
    if meant.seat is None:
        raise Complaint(Wrong.NOT_IN_GAME, game=meant.row.id)
    return meant.seat


def seat_named(meant: Meant, name: str) -> int:
    """Return the seat of a player of the game. Raises Complaint if nobody has that name."""
    seat = find_seat(meant, name)
    if seat is None:
        raise Complaint(Wrong.NO_SUCH_PLAYER, name=name, names=meant.row.names)
    return seat


def find_seat(meant: Meant, name: str) -> int | None:
    """Find the seat of a player by name, with or without the stop at its end, which may have been read as the
    sentence's; None if nobody, or more than one, has that name."""
    for end in ("", " ."):
        folded = [n.casefold().rstrip(end) for n in meant.row.names]
        if folded.count(name.casefold().rstrip(end)) == 1:
            return folded.index(name.casefold().rstrip(end)) + 1
    return None


def reseat(case: Case, game: int, seat: int, old: Person, successor: Person, *, hidden: bool = False) -> None:
    """Give a seat of a game to somebody else: what the old player's letters allowed is over. `hidden`: the game does
    not name the successor."""
    people.burn_all(case.tx, game, old.id)
    # the hand in them now belongs to the successor
    outbox.withdraw(case.tx, game, old.address, "not sent: another has taken this seat")
    games.reseat(case.tx, game, seat, successor.id, hidden=hidden)
