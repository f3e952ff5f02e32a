"""`warn PERSON because …` and `suspend PERSON until DATE`. Suspended people lose the seats for which they wait;
table/seats.py keeps them from others. Never touches a game, nor a team with a place in a tournament.
"""

from zoneinfo import ZoneInfo

from referee.asking.commands import Conduct
from referee.asking.days import FURTHEST, Day, dates, just_passed
from referee.desk.cards_in_text import check_words
from referee.desk.case import Case, Complaint, Wrong
from referee.desk.clock.running_time import DAY, midnight
from referee.desk.masters import name_of_master
from referee.desk.outgoing import send_answer
from referee.desk.people.waiting_list import strike
from referee.desk.people_called import introduced
from referee.desk.quotas import spend_ruling
from referee.desk.request import Request
from referee.desk.table.leave import zone_of_sender
from referee.desk.table.start import address_meant
from referee.desk.tournaments.roster import give_up
from referee.store import people, signups, tournaments
from referee.store.people import Person
from referee.telling.formats import moment
from referee.telling.notices import Decided


def rule_on(case: Case, request: Request[Conduct]) -> str:
    """Warn or suspend a person, who gets a letter. Here and below: raises Complaint."""
    wish, sender = request.command, request.sender
    check_words(case, sender.person, wish.reason, Wrong.SAY_CARDS)
    written = wish.who if "@" in wish.who else None
    verb, _, rest = " ".join(request.asked.lines).partition(" ")
    before, _, after = rest.partition(wish.who)
    address = address_meant(case, wish.who, written, Wrong.BAD_VALUE, lambda who: f"{verb} {before}{who}{after}")
    person = people.by_address(case.tx, address)
    if person is None:
        raise Complaint(Wrong.BAD_VALUE, sentence=f"the referee knows nobody at {address}")
    if not spend_ruling(case, sender.address, "people"):
        raise Complaint(Wrong.ENOUGH, what="ruled on people")
    does = "warned" if wish.last is None else "suspended"
    until = "" if wish.last is None else _suspend(case, person, wish.last, zone_of_sender(request))
    by = " ".join(filter(None, ("the Gamesmaster", name_of_master(case, sender.address))))
    why = f". The reason: {wish.reason}" if wish.reason else ""
    send_answer(case, person, Decided(f"You are {does}{until.partition(';')[0]}", f"{by} has {does} you{until}{why}"))
    return f"{introduced(person)} is {does}{until}, and has a letter that says so"


def _suspend(case: Case, person: Person, day: Day, zone: str) -> str:
    """Keep a person from new seats up to the end of a day. Returns the words that say until when."""
    today = case.arrived.astimezone(ZoneInfo(zone)).date()
    last = just_passed(day, today) or next(dates(day, today))
    if last - today > FURTHEST:
        raise Complaint(Wrong.BAD_VALUE, sentence="that day is more than four years away")
    until = midnight(last + DAY, zone)
    if until > case.arrived:
        _take_off_lists(case, person)
    people.change(case.tx, person.id, suspended=until)
    ends = "; no new seat until then, and running games go on" if until > case.arrived else ", and no longer"
    return f" until {moment(until)}{ends}"


def _take_off_lists(case: Case, person: Person) -> None:
    if (entry := signups.entry_of(case.tx, person.id)) is not None:
        strike(case, person, entry.sheet)
    for row in tournaments.open_ones(case.tx):
        for own in tournaments.entries_of(case.tx, row.id, person.id):
            if own.state != "in" and person.id in own.agreed:
                give_up(case, tournaments.load(case.tx, row.id), own, "refused", f"{person.name} is suspended")
