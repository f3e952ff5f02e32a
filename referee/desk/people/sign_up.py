"""Sign-up one by one: `join`, `leave`, and the letters to Gamesmaster and players once a table is full.

A full table starts by itself if the configuration says so; else it waits for the Gamesmaster's `start`, and these
letters commit the referee to the first round, before any of the four gives a salt.
"""

from dataclasses import replace

from referee.asking.commands import Join, Leave
from referee.desk.case import Case, Complaint, Wrong
from referee.desk.outgoing import About, send_answer
from referee.desk.people.members import entered
from referee.desk.people.stopping import lines_out_of_tournaments
from referee.desk.people.waiting_list import (
    JOINED,
    LEFT,
    PAIRED,
    Seating,
    are_pair,
    seating,
    strike,
    tell_list,
    who_waits,
)
from referee.desk.people_called import introduced, partner_named
from referee.desk.quotas import spend_act, spend_letter, spend_partner_question, spend_ruling
from referee.desk.request import Request
from referee.desk.sender.reply_addresses import LETTER_LIFE
from referee.desk.table.seats import check_may_sit
from referee.desk.table.start import begin, known_sheet, players_at, unique_names
from referee.names import same_name
from referee.post.messages import Message
from referee.store import games, people, signups
from referee.store.people import Person
from referee.store.signups import Lineup, Waiting
from referee.table.fairness import ATTEMPTS, Deck, commit
from referee.telling.letter_kinds import PairPlease
from referee.telling.notices import TableFull, TableSeated

LEFT_OUT = (
    "the partner whom you named was left out, since the letter that asked you did not show who it is: "
    "answer this letter with `join with` and the partner once more"
)


def join(case: Case, request: Request[Join]) -> str | None:
    """Put the sender on a sheet's list. Returns a sentence that says so and who waits, None if the sender fills a
    table. Raises Complaint.

    Someone who waits already may name another sheet or partner, and keeps their place.
    """
    person, wanted = entered(case, request.sender), request.command
    check_may_sit(case, person.address, person.address)
    entry = signups.entry_of(case.tx, person.id)
    default = entry.sheet if entry else case.desk.settings.game.sheet
    sheet = known_sheet(case, wanted.sheet or default).name
    standing = entry.partner if entry else None
    named = partner_named(case, person, wanted.partner) if wanted.partner else None
    other = named and named.person
    wish = Waiting(person.id, sheet, other.address if other else wanted.partner or standing)
    if wish == entry and signups.stay(case.tx, person.id, case.now):
        return f"you stay on the list for {sheet}; {who_waits(case, person, sheet)}"
    if wish == entry:
        raise Complaint(Wrong.JOIN_ALREADY, sheet=sheet, sentence=who_waits(case, person, sheet))
    if not spend_act(case, person.address, "join"):
        raise Complaint(Wrong.ENOUGH, what="joined a list")
    listed = _enlist(case, person, wish, request.message, written=wanted.partner)
    more = LEFT_OUT if wanted.left_out else ""
    if listed and other and named and named.found and _ask_partner(case, person, other, sheet):
        more = f"a letter asks {named.found}"
    return f"{listed}; {more}" if listed and more else listed


def _enlist(case: Case, person: Person, wish: Waiting, message: Message, *, written: str | None) -> str | None:
    """Enter an entry in the list, fill the table if that is possible now, and ask about the names it brought."""
    before = signups.entry_of(case.tx, person.id)
    leaves = before is not None and before.sheet != wish.sheet and person in seating(case, before.sheet).people
    signups.enlist(case.tx, wish, case.now)
    full = _fill_table(case, wish.sheet, person, message)
    ask_about_names(case, wish.sheet)
    if leaves and before is not None:
        tell_list(case, before.sheet, person, LEFT)
    if full:
        return None
    if before is None or before.sheet != wish.sheet:
        tell_list(case, wish.sheet, person, JOINED)
    elif before.partner != wish.partner:
        tell_list(case, wish.sheet, person, PAIRED)
    return _waits_for(case, person, wish, written)


def _waits_for(case: Case, person: Person, wish: Waiting, written: str | None) -> str:
    """Say in a sentence for whom `person` waits. `written`: the partner's address, if the mail itself gives it. The
    sentence shows another address only if its owner has named theirs."""
    listed = f"you are on the list for {wish.sheet}"
    if wish.partner is None:
        return f"{listed}; {who_waits(case, person, wish.sheet)}"
    if wish.unsettled:
        return (
            f"{listed}; once somebody called {wish.partner} has written `join with {person.address}` too, "
            "a letter will show you their address and ask whether that is your partner"
        )
    partner = people.by_address(case.tx, wish.partner)
    other = None if partner is None else signups.entry_of(case.tx, partner.id)
    if partner and other and are_pair(wish, other, {person.id: person, partner.id: partner}):
        called = wish.partner if wish.partner == written else introduced(partner)
        return f"{listed}, and {called} and you are a pair; {who_waits(case, person, wish.sheet)}"
    called = wish.partner if wish.partner == written else "the partner whom you named"
    return f"{listed} with {called}; it counts once they have written `join with {person.address}` too"


def _ask_partner(case: Case, person: Person, other: Person, sheet: str) -> bool:
    """Ask a partner who was found by their name if they want to play with `person`. Returns False if they have said
    so, or hear no more of it today."""
    entry = signups.entry_of(case.tx, other.id)
    names_them = entry is not None and (entry.sheet, entry.partner) == (sheet, person.address)
    if names_them or not spend_partner_question(case, person.address, other.address):
        return False
    page = PairPlease(person.name, person.address, case.now + LETTER_LIFE, sheet)
    send_answer(case, other, page, About(offer=f"join {sheet} with {person.address}"))
    return True


def ask_about_names(case: Case, sheet: str) -> None:
    """Ask everyone on a sheet's list who waits for a name about each person there who has it and has named their
    address: once about each, and no more often than a day allows."""
    list_ = signups.waiting_for(case.tx, sheet)
    known = {entry.person: people.by_id(case.tx, entry.person) for entry in list_}
    for entry in list_:
        person = known[entry.person]
        for other in (known[one.person] for one in list_ if entry.unsettled and one.partner == person.address):
            offer = f"join {sheet} with {other.address}"
            if not same_name(other.name, entry.partner or "") or people.was_offered(case.tx, person.id, offer):
                continue
            if spend_letter(case, person.address, "partner"):
                page = PairPlease(other.name, other.address, case.now + LETTER_LIFE)
                send_answer(case, person, page, About(offer=offer))


def leave(case: Case, request: Request[Leave]) -> str:
    """Take the sender off the list. Raises Complaint."""
    person = request.sender.person
    entry = None if person is None else signups.entry_of(case.tx, person.id)
    if person is None or entry is None:
        if person is not None and (lines := lines_out_of_tournaments(case, person.id)):
            ways = " or ".join(f"`{line}`" for line in lines)
            sentence = f"you are on no list for a game; to take your team out of a tournament, write {ways}"
            raise Complaint(Wrong.TOURNAMENT, sentence=sentence)
        raise Complaint(Wrong.NOT_WAITING)
    strike(case, person, entry.sheet)
    return "you are off the list"


def _fill_table(case: Case, sheet: str, joiner: Person, message: Message) -> bool:
    """Seat the first four who can sit together, if there are four."""
    four = seating(case, sheet)
    if four.missing:
        return False
    _seat(case, sheet, four, joiner, message)
    return True


def _seat(case: Case, sheet: str, four: Seating, joiner: Person, message: Message) -> None:
    """Enter the table, and start its game or write to everyone; `joiner` gets their letter as the answer to their
    mail."""
    seated = list(four.people)
    table = signups.seat_table(
        case.tx,
        sheet,
        dict(zip((person.id for person in seated), unique_names([person.name for person in seated]), strict=True)),
        four.teams,
        number=games.next_number(case.tx),
        seeds=case.draws.seeds(ATTEMPTS),
    )
    master = _gamesmaster(case, seated)
    if case.desk.settings.game.start_full_tables and spend_ruling(case, master, "starts"):
        begin(case, known_sheet(case, sheet), players_at(case, table), master)
    else:
        _send_letters(case, table, seated, joiner, message)


def _gamesmaster(case: Case, seated: list[Person]) -> str:
    """Choose the Gamesmaster of a game that starts by itself: the first gamesmaster who does not play in it, else the
    first."""
    masters = case.desk.settings.referee.gamesmasters
    playing = {person.address for person in seated}
    return next((address for address in masters if address not in playing), masters[0])


def renew_table(case: Case, table: Lineup) -> Lineup:
    """Commit anew to the first round of a table, under another number, and write to all: the old seeds may be known."""
    fresh = signups.renew(case.tx, table, games.next_number(case.tx), case.draws.seeds(ATTEMPTS))
    _send_letters(case, fresh, [people.by_id(case.tx, number) for number in fresh.people], again=table.number)
    return fresh


def _send_letters(
    case: Case,
    table: Lineup,
    seated: list[Person],
    joiner: Person | None = None,
    message: Message | None = None,
    *,
    again: int | None = None,
) -> None:
    """Write one letter each to the four and every gamesmaster; `again`: the number that the table had before."""
    masters = [people.welcome(case.tx, address) for address in case.desk.settings.referee.gamesmasters]
    others = tuple(other.number for other in signups.open_lineups(case.tx) if other.id != table.id)
    for person in {person.id: person for person in (*masters, *seated)}.values():
        game = known_sheet(case, table.sheet).game
        page = _page(table, game, seated, seat=person in seated, master=person in masters)
        if isinstance(page, TableFull):
            page = replace(page, others=others)
        to = message if person == joiner else None
        send_answer(case, person, replace(page, again=again), About(table=table), to=to)


def _page(table: Lineup, game: str, seated: list[Person], *, seat: bool, master: bool) -> TableFull | TableSeated:
    unique = table.names
    names = dict(zip(table.people, unique, strict=True))
    teams = tuple((names[one], names[other]) for one, other in table.teams)
    commits = tuple(commit(game, Deck(table.number, 1, attempt, seed)) for attempt, seed in enumerate(table.seeds, 1))
    if not master:
        return TableSeated(table.sheet, unique, teams, table.number, commits)
    players = tuple((names[person.id], person.address) for person in seated)
    return TableFull(table.sheet, players, teams, table.number, commits, seat)
