"""`stop`, or a `no` that answers no question: tells its sender the line that ends each of their games and lists, and
writes to the Gamesmasters. Takes them out of a game only if somebody else put them into it and they have not acted in
it, and off the list if they play no game."""

from collections.abc import Sequence
from dataclasses import replace

from referee.asking.commands import Stop
from referee.desk.case import Case
from referee.desk.clock.missing_players import may_give_back
from referee.desk.masters import masters_to_tell
from referee.desk.outgoing import About, send_answer
from referee.desk.people.waiting_list import strike
from referee.desk.request import Mail, Meant, Request
from referee.desk.table.match import team_in_match
from referee.desk.table.seats import give_back
from referee.games import view
from referee.store import event_log, games, marks, people, signups, tournaments
from referee.store.games import GameRow
from referee.store.people import Person
from referee.store.signups import Lineup
from referee.table.seats import partner_of
from referee.telling.letter_kinds import WaysOut
from referee.telling.notices import Alarm, WantsOut


def takes_part(case: Case, mail: Mail) -> bool:
    """Tell if the sender is in anything that they could stop."""
    person = mail.sender.person
    return person is not None and (bool(mail.playing) or _elsewhere(case, person) != WaysOut())


def stop(case: Case, request: Request[Stop]) -> WaysOut:
    """Carry out `stop`: take the sender out of the games meant, or say what ends them; and tell the Gamesmasters."""
    person = request.sender.person
    if person is None:
        return WaysOut()
    quiet = request.sender.proof is not None
    if quiet:
        people.change(case.tx, person.id, quiet=True)
    out: list[int] = []
    kept: list[tuple[int, str]] = []
    for row in _games(request):
        seat = games.seat_of(case.tx, row.id, person.id)
        assert seat is not None, "they play in it"
        game, team = event_log.load(case.tx, row), team_in_match(case, row.id, seat)
        letter = WantsOut(view(game), seat, request.asked.line, team, out=may_give_back(case, row, seat, person))
        _tell(case, row, person, letter)
        if letter.out:
            give_back(case, row, game, seat, person)
            out.append(row.id)
        else:
            kept.append((row.id, row.names[partner_of(seat) - 1]))
    for table in signups.tables_of(case.tx, person.id):
        _tell_of_table(case, table, person)
    others = () if out or kept else tuple(row.id for row in request.mail.playing)
    ways = replace(_elsewhere(case, person), out=tuple(out), games=tuple(kept), others=others, quiet=quiet)
    if ways.sheet is not None and not (out or kept or others):
        strike(case, people.by_id(case.tx, person.id), ways.sheet)
    return ways


def _games(request: Request[Stop]) -> Sequence[GameRow]:
    """Return the running game that the mail means; if it names none, all that its sender plays in."""
    meant = request.meant
    if isinstance(meant, Meant) and meant.seat is not None and meant.row.ended_at is None:
        return (meant.row,)
    return () if request.mail.named else request.mail.playing


def _tell(case: Case, row: GameRow, person: Person, letter: WantsOut) -> None:
    """Write to those who may rule on a game that a player wants to stop: once for each game and player, and whenever
    the player is out by it."""
    first = _note_wish(case, f"game {row.id}", person)
    if first or letter.out:
        for address in masters_to_tell(case, row.id, row.gamesmaster):
            if address != person.address:
                send_answer(case, people.welcome(case.tx, address), letter, About(game=row.id))


def _tell_of_table(case: Case, table: Lineup, person: Person) -> None:
    """Tell the Gamesmasters that somebody at a full table wants to stop, once for each table and person."""
    first = _note_wish(case, f"table {table.number}", person)
    if first:
        who = f"{person.name} no longer wants to play at table {table.number}, which waits for a start."
        letter = Alarm((who, "To begin without them, write start, and the four players on a line below it."))
        for address in case.desk.settings.referee.gamesmasters:
            send_answer(case, people.welcome(case.tx, address), letter, About(table=table))


def _note_wish(case: Case, what: str, person: Person) -> bool:
    """Note that a person wants to stop something. Returns True the first time."""
    told = f"stop {what} {person.id}"
    known = marks.get_mark(case.tx, told) is not None
    marks.set_mark(case.tx, told, case.now.isoformat())
    return not known


def _elsewhere(case: Case, person: Person) -> WaysOut:
    """Return all that a person takes part in but games."""
    entry = signups.entry_of(case.tx, person.id)
    watched = (*map(str, people.watched_by(case.tx, person.id)), *tournaments.watched_by(case.tx, person.id))
    return WaysOut(
        sheet=None if entry is None else entry.sheet,
        tables=tuple(table.number for table in signups.tables_of(case.tx, person.id)),
        teams=lines_out_of_tournaments(case, person.id),
        watched=watched,
    )


def lines_out_of_tournaments(case: Case, person_id: int) -> tuple[str, ...]:
    """List the lines that take a person's team out of the tournaments that they are in."""
    rows = [row for number in tournaments.entered_by(case.tx, person_id) if (row := tournaments.find(case.tx, number))]
    return tuple(
        f"leave {row.name}" if row.phase == "sign-up" else f"withdraw from {row.name}"
        for row in rows
        if row.phase in ("sign-up", "closed", "running")
    )
