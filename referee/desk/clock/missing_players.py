"""The players for whom a game waits while its clock stands still: a successor for a seat that its player gave back
before they had acted and, if the configuration asks everybody, the players who have not said yet that they play."""

from referee.desk.case import Case
from referee.games import Event, names
from referee.store import event_log, marks, matches, people
from referee.store.games import GameRow
from referee.store.people import Person
from referee.table import events as ev

BY_MAIL = "mail "
"""The beginning of the source of a game whose players the Gamesmaster listed."""


def may_give_back(case: Case, row: GameRow, seat: int, person: Person) -> bool:
    """Tell if somebody else put a person into a game, and they have not acted in it yet; an act of the clock for them
    does not count."""
    if person.address == row.gamesmaster or matches.of_game(case.tx, row.id) is not None:
        return False
    last = last_of_seat(case, row.id, seat)
    return row.source.startswith(BY_MAIL) if last is None else isinstance(last, ev.Replaced)


def last_of_seat(case: Case, game: int, seat: int) -> Event | None:
    """Find the last act of a seat's own players, or of the Gamesmaster who gave it to somebody; None before the
    first."""
    story = event_log.story(case.tx, game, kinds=(*names(ev.ByPlayer), "Replaced"))
    own = (each for each in reversed(story) if getattr(each, "seat", None) == seat)
    return next((each for each in own if getattr(each, "by", "player") == "player"), None)


def is_unanswered(case: Case, row: GameRow, seat: int, person: Person) -> bool:
    """Tell if somebody else put a person into a game, and they have neither said that they play nor acted."""
    said = marks.get_mark(case.tx, _plays(row.id, person.id))
    return row.ended_at is None and not said and may_give_back(case, row, seat, person)


def wait_for_players(case: Case, game: int) -> None:
    """Note that a game was paused just now for the sake of its players: it goes on without the Gamesmaster."""
    marks.set_mark(case.tx, _waits(game), _pauses(case, game))


def note_plays(case: Case, game: int, person: int) -> None:
    """Note that a person said that they play."""
    marks.set_mark(case.tx, _plays(game, person), "yes")


def first_empty(case: Case, row: GameRow) -> int | None:
    """Return the first seat of a game at which nobody sits."""
    seated = people.seated(case.tx, row.id)
    return next((seat for seat, person in seated.items() if person.address == people.NOBODY), None)


def waits(case: Case, row: GameRow) -> bool:
    """Tell if a game is paused for the sake of its players, and not for another reason since."""
    if row.ended_at is not None or not event_log.load(case.tx, row).paused:
        return False
    return marks.get_mark(case.tx, _waits(row.id)) == _pauses(case, row.id)


def missing(case: Case, row: GameRow) -> tuple[str, ...]:
    """Name the missing players: the seat is empty or, if the configuration asks everybody, they have neither said yes
    nor acted."""
    seated = people.seated(case.tx, row.id).items()
    return tuple(row.names[seat - 1] for seat, person in seated if _is_missing(case, row, seat, person))


def awaited(case: Case, row: GameRow) -> tuple[str, ...]:
    """Name the players for whom the clock of a game stands still; () if it runs, or stands still for another reason."""
    return missing(case, row) if waits(case, row) else ()


def _is_missing(case: Case, row: GameRow, seat: int, person: Person) -> bool:
    if person.address == people.NOBODY:
        return True
    return case.desk.settings.game.invitations == "ask" and is_unanswered(case, row, seat, person)


def _pauses(case: Case, game: int) -> str:
    """Count how often a game was paused: the count identifies its present pause."""
    return str(len(event_log.story(case.tx, game, kinds=("Paused",))))


def _waits(game: int) -> str:
    return f"waits for players {game}"


def _plays(game: int, person: int) -> str:
    return f"plays {game} {person}"
