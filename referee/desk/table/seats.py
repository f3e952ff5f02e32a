"""The seats in the game meant: the sender's, or that of a player by name; and how a seat is passed on, given back, or
accepted."""

from referee.desk.case import Case, Complaint, Wrong
from referee.desk.clock.missing_players import last_of_seat, missing, note_plays, wait_for_players, waits
from referee.desk.request import Meant
from referee.desk.table.act import Outside, act
from referee.games import Game
from referee.spades import events as ev
from referee.store import event_log, games, outbox, people
from referee.store.games import GameRow
from referee.store.people import Person
from referee.table import commands as cmd
from referee.telling.formats import moment


def own_seat(meant: Meant) -> int:
    """Return the sender's seat. Raises Complaint if they do not sit in the game."""
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
    """Find the seat of a player by name. A stop at the end of the name may be missing: it may have been read as the end
    of the sentence. Returns None if nobody has the name, or several players have it."""
    for end in ("", " ."):
        folded = [n.casefold().rstrip(end) for n in meant.row.names]
        if folded.count(name.casefold().rstrip(end)) == 1:
            return folded.index(name.casefold().rstrip(end)) + 1
    return None


def check_may_sit(case: Case, asker: str, *addresses: str) -> None:
    """Refuse a new seat to whoever is suspended. Only they themselves and Gamesmasters hear until when. Raises
    Complaint."""
    for person in (people.by_address(case.tx, address) for address in addresses):
        if person is not None and person.suspended is not None and person.suspended > case.arrived:
            told = asker in (person.address, *case.desk.settings.referee.gamesmasters)
            until = f" until {moment(person.suspended)}" if told else ""
            raise Complaint(Wrong.BAD_VALUE, sentence=f"{person.name} is suspended{until}, and takes no new seat")


def reseat(case: Case, game: int, seat: int, old: Person, successor: Person, *, hidden: bool = False) -> None:
    """Give a seat of a game to somebody else: the old player's letters prove nothing from now on. `hidden`: the game
    does not name the successor."""
    row = games.find(case.tx, game)
    assert row is not None, "a game with seats"
    if old.address != people.NOBODY:
        last = last_of_seat(case, game, seat)
        acted = last is not None and not isinstance(last, ev.Replaced)
        games.keep_tenure(case.tx, row, seat, case.now, acted=acted)
    people.burn_all(case.tx, game, old.id)
    # the hand in them now belongs to the successor
    outbox.withdraw(case.tx, game, old.address, "not sent: another has taken this seat")
    games.reseat(case.tx, game, seat, successor.id, hidden=hidden)


def give_back(case: Case, row: GameRow, game: Game, seat: int, person: Person) -> None:
    """Empty a seat, and stop the clock for its sake if it runs."""
    reseat(case, row.id, seat, person, people.nobody(case.tx), hidden=True)
    if not game.paused:
        act(case, row, game, None, cmd.Pause(), outside=Outside(given_back=seat))
        wait_for_players(case, row.id)


def note_yes(case: Case, game: int, person: int) -> None:
    """Note that a person has agreed to play, and start the clock if it waited for them alone."""
    note_plays(case, game, person)
    go_on_if_all_play(case, game)


def go_on_if_all_play(case: Case, game: int) -> None:
    """Let the clock of a game run if it waited for its players, and nobody is missing any more."""
    row = games.find(case.tx, game)
    if row is not None and waits(case, row) and not missing(case, row):
        act(case, row, event_log.load(case.tx, row), None, cmd.Resume())
