"""Sign-up one by one: `join`, `leave`, and the message to Gamesmaster and players once a table is full.

With it the referee commits itself to the first round, before any of the four gives a salt.
"""

from dataclasses import replace

from referee.desk.answering import may_join
from referee.desk.case import Case, Complaint
from referee.desk.opening import known_sheet, unique_names
from referee.desk.send import send_answer
from referee.desk.who import Sender
from referee.mail.answers import TableFull, TableSeated
from referee.mail.messages import Incoming
from referee.mail.names import check_name
from referee.mail.refusals import Wrong
from referee.mail.requests import Join
from referee.spades.consequences import ATTEMPTS
from referee.spades.fairness import Deck, commit
from referee.store import games, people, signups
from referee.store.people import Person
from referee.store.signups import Lineup, Waiting

SEATS = 4


def join(case: Case, sender: Sender, incoming: Incoming, request: Join) -> str | None:
    """Put the sender on the list of a sheet, as a sentence; None where the table is full by it. Raises Complaint.

    Who waits already may name another sheet or partner, and keeps eir place.
    """
    person = people.welcome(case.tx, sender.address, first_name(sender))
    entry = signups.entry_of(case.tx, person.id)
    default = entry.sheet if entry else case.desk.settings.game.sheet
    sheet = known_sheet(case, request.sheet or default).name
    wish = Waiting(person.id, sheet, request.partner or (entry.partner if entry else None))
    if wish == entry:
        raise Complaint(Wrong.JOIN_ALREADY, sheet=sheet)
    if not may_join(case, person.address):
        raise Complaint(Wrong.ENOUGH, what="joined a list")
    signups.enlist(case.tx, wish)
    if _fill_table(case, sheet, person, incoming):
        return None
    if wish.partner is None:
        return f"you are on the list for {sheet}; the game can start once four have joined"
    return (
        f"you are on the list for {sheet} with {wish.partner}; "
        f"it counts once {wish.partner} has written `join with {person.name}` too"
    )


def leave(case: Case, sender: Sender) -> str:
    """Take the sender off the list. Raises Complaint."""
    if sender.person is None or not signups.strike(case.tx, sender.person.id):
        raise Complaint(Wrong.NOT_WAITING)
    return "you are off the list"


def first_name(sender: Sender) -> str:
    """A name for someone new: what eir mail client says, if it can be a name, else what stands before the @."""
    local = sender.address.partition("@")[0]
    for name in (sender.name, local, "".join(c for c in local if c.isalnum())[:24], "Player"):
        try:
            return check_name(name)
        except ValueError:
            continue
    return "Player"


def _fill_table(case: Case, sheet: str, joiner: Person, incoming: Incoming) -> bool:
    """Seat the first four who can sit together, pairs as pairs."""
    list_ = signups.waiting_for(case.tx, sheet)
    known = {entry.person: people.by_id(case.tx, entry.person) for entry in list_}
    chosen: list[int] = []
    teams: list[tuple[int, int]] = []
    for entry in list_:
        mate = _mate(entry, list_, known)
        if {entry.person, mate} & {*chosen} or (entry.partner is not None and mate is None):
            continue
        unit = (entry.person,) if mate is None else (entry.person, mate)
        if len(chosen) + len(unit) <= SEATS:
            chosen.extend(unit)
            teams.extend([unit] if len(unit) == 2 else [])
    if len(chosen) < SEATS:
        return False
    _seat(case, sheet, [known[p] for p in chosen], teams, joiner, incoming)
    return True


def _mate(entry: Waiting, list_: list[Waiting], known: dict[int, Person]) -> int | None:
    """The one partner whom `entry` names and who names em; where a name fits two, only an address tells them apart."""
    own = known[entry.person]
    mates = [
        other.person
        for other in list_
        if other is not entry and _names(entry, known[other.person]) and _names(other, own)
    ]
    return mates[0] if len(mates) == 1 else None


def _names(entry: Waiting, person: Person) -> bool:
    wanted = (entry.partner or "").casefold()
    return wanted in (person.name.casefold(), person.address)


def _seat(
    case: Case, sheet: str, seated: list[Person], teams: list[tuple[int, int]], joiner: Person, incoming: Incoming
) -> None:
    """Keep the table, and tell everyone once; `joiner` hears of it in the answer to eir mail."""
    table = signups.seat_table(
        case.tx,
        sheet,
        tuple(person.id for person in seated),
        tuple(teams),
        number=games.next_number(case.tx),
        seeds=case.draws.seeds(ATTEMPTS),
    )
    _tell(case, table, seated, joiner, incoming)


def renew_table(case: Case, table: Lineup) -> Lineup:
    """Commit anew to the first round of a table, under another number: the old seeds may be known. All are told."""
    fresh = signups.renew(case.tx, table, games.next_number(case.tx), case.draws.seeds(ATTEMPTS))
    _tell(case, fresh, [people.by_id(case.tx, number) for number in fresh.people], again=table.number)
    return fresh


def _tell(
    case: Case,
    table: Lineup,
    seated: list[Person],
    joiner: Person | None = None,
    incoming: Incoming | None = None,
    *,
    again: int | None = None,
) -> None:
    """A letter to the four and every gamesmaster, one to a person; `again`: the number that the table had before."""
    masters = [
        people.welcome(case.tx, address, address.partition("@")[0])
        for address in case.desk.settings.referee.gamesmasters
    ]
    for person in {person.id: person for person in (*masters, *seated)}.values():
        told = replace(_told(table, seated, seat=person in seated, master=person in masters), again=again)
        send_answer(case, person, told, table=table, to=incoming if person == joiner else None)


def _told(table: Lineup, seated: list[Person], *, seat: bool, master: bool) -> TableFull | TableSeated:
    unique = unique_names([person.name for person in seated])
    names = dict(zip(table.people, unique, strict=True))
    teams = tuple((names[one], names[other]) for one, other in table.teams)
    commits = tuple(commit(Deck(table.number, 1, attempt, seed)) for attempt, seed in enumerate(table.seeds, 1))
    if not master:
        return TableSeated(table.sheet, tuple(unique), teams, table.number, commits)
    players = tuple((names[person.id], person.address) for person in seated)
    return TableFull(table.sheet, players, teams, table.number, commits, seat)
