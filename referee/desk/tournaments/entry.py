"""The ways into a tournament and out of it: `enter`, `leave`, and the Gamesmaster's `accept` and `refuse`.

An entry counts once both players have named each other, and the Gamesmaster has agreed where that is asked; places go
in the order in which entries begin to count ("first come, first serve": pride 9, usag).
"""

from referee.asking.tournaments import commands as ask
from referee.asking.tournaments.titles import check_team, check_unlike, is_like, usual_team
from referee.desk.cards_in_text import check_words
from referee.desk.case import Case, Complaint, Wrong
from referee.desk.outgoing import About, send_answer
from referee.desk.people.members import entered
from referee.desk.people_called import Partner, partner_named
from referee.desk.quotas import spend_act, spend_partner_question
from referee.desk.request import Request
from referee.desk.table.seats import check_may_sit
from referee.desk.table.start import unique_names
from referee.desk.tournaments.entry_words import (
    check_class_said,
    classes_of,
    division_for,
    entries_waiting,
    entry_answered,
    entry_classes,
)
from referee.desk.tournaments.match_games import sheet_in_short
from referee.desk.tournaments.roster import (
    check_open,
    drop,
    give_up,
    late_words,
    own_team,
    place,
    question_of,
    write_to,
)
from referee.desk.tournaments.which_tournament import steered, tournament_meant
from referee.names import same_name
from referee.store import people, tournaments
from referee.store.people import Person
from referee.store.tournaments import Cup, Entry
from referee.telling.formats import listed
from referee.telling.tournaments.notices import EntryHeld, EntryPlease


def enter(case: Case, request: Request[ask.Enter]) -> str | None:
    """Enter a team, or agree to an entry that names the sender. Returns a sentence for the answer, None if a letter
    says it. Here and below: raises Complaint."""
    meant = tournament_meant(case, request)
    person, wish = entered(case, request.sender), request.command
    check_open(case, meant)
    check_may_sit(case, person.address, person.address)
    if meant.state.alone:
        _enter_alone(case, meant, person, wish)
        return None
    offered = entry_answered(case, entries_waiting(case, meant.row.id, person), person, wish)
    written = wish.address or wish.partner or ""
    other = None if offered else partner_named(case, person, written)
    if other is not None and other.doubt:
        sentence = f"{other.doubt}: write their address, too, as in `enter Spring Cup with {written} <bob@example.org>`"
        raise Complaint(Wrong.WHICH_PARTNER, sentence=sentence)
    if not spend_act(case, person.address, "join"):
        raise Complaint(Wrong.ENOUGH, what="entered a tournament")
    if offered is not None:
        _agree(case, meant, offered, person, wish)
    return None if other is None else _ask(case, meant, person, other, wish)


def _enter_alone(case: Case, meant: Cup, person: Person, wish: ask.Enter) -> None:
    """Enter a player for whom a partner is drawn, under their own name."""
    row, (one, other), (_, own) = meant.row, meant.state.format.classes, entry_classes(meant, wish.words)
    if wish.partner or wish.address or not own or own_team(case, meant, person):
        lines = f"`enter {row.name}, {one}`, or the same with `{other}`"
        sentence = f"partners are drawn in {row.name}, so enter alone and once, and say which you are: {lines}"
        raise Complaint(Wrong.TOURNAMENT, sentence=sentence)
    if not spend_act(case, person.address, "join"):
        raise Complaint(Wrong.ENOUGH, what="entered a tournament")
    *_, name = unique_names([*(entry.team for entry in tournaments.entries_in(case.tx, row.id)), person.name])
    _count(case, meant, _noted(case, meant, person, wish, name, Partner(None, "")))


def _team_kept(case: Case, meant: Cup, person: Person, partner: Partner, wish: ask.Enter) -> Entry | None:
    """Find the team that a person has until a wish for another one counts. Raises Complaint if the wish brings nothing
    new."""
    own = own_team(case, meant, person)
    same = own is not None and partner.person is not None and partner.person.id in own.people
    if own is not None and same and (wish.team is None or same_name(wish.team, own.team)):
        raise Complaint(Wrong.TOURNAMENT, sentence=f"you are in {meant.row.name} already, with {own.team}")
    return own


def _ask(case: Case, meant: Cup, person: Person, partner: Partner, wish: ask.Enter) -> str:
    """Store the entry until the partner agrees, and ask them if the referee surely knows them.

    The answer to a wish with an address never depends on the owner of the address: it does not tell if they play here.
    """
    own = _team_kept(case, meant, person, partner, wish)
    check_class_said(meant, entry_classes(meant, wish.words)[1], partner.named)
    name = wish.team or usual_team(person.name, (wish.partner or partner.named).partition("@")[0])
    _check_name(case, meant, person, name)
    entry = _noted(case, meant, person, wish, name, partner)
    asked = partner.person is not None and spend_partner_question(case, person.address, partner.person.address)
    if partner.person is not None and asked:
        _please(case, meant, entry, person, partner.person)
    instead = "" if own is None else f" in place of {own.team}, who stay in until then"
    division = f", division {entry.division}" if entry.division else ""
    noted = f"{name} are noted for {meant.row.name}{division}{instead}; your team counts once your partner"
    written = f"has written `enter {meant.row.name} with {person.address}`{late_words(case, meant)}"
    if wish.address is not None:
        return f"{noted} {written}, so tell them; if they play here, their `yes` to a letter that asks them will do"
    if asked:
        return f"{noted} has answered `yes` to the letter that asks {partner.found}, or {written}"
    return f"{noted} {written}; no letter asks them, so tell them that"


def _noted(
    case: Case,
    meant: Cup,
    person: Person,
    wish: ask.Enter,
    team: str,
    partner: Partner,
) -> Entry:
    """Store a new entry that waits for its partner, and the words that named the partner. It replaces the person's
    older one that still waits; a team that counts stays until the new one does."""
    division, given = entry_classes(meant, wish.words)
    for old in tournaments.entries_of(case.tx, meant.row.id, person.id):
        if old.captain == person.id and old.state == "asked":
            drop(case, meant, old)
    return tournaments.add_entry(
        case.tx,
        tournament=meant.row.id,
        team=team,
        division=given if meant.state.alone else division_for(case, meant.state, division, (person,)),
        captain=person.id,
        partner=None if partner.person is None else partner.person.id,
        named=partner.named,
        classes=(given, ""),
        salts=("", ""),
        state="asked",
        place=None,
    )


def _please(case: Case, meant: Cup, entry: Entry, captain: Person, partner: Person) -> None:
    """Ask a partner if they enter."""
    page = EntryPlease(
        tournament=meant.state,
        times=meant.row.times,
        captain=f"{captain.name} <{captain.address}>",
        team=entry.team,
        division=entry.division,
        class_of_other=entry.classes[0],
        sheet=sheet_in_short(case, meant.state),
        leaves="" if (leaves := own_team(case, meant, partner)) is None else leaves.team,
    )
    offer = question_of(case, meant, entry)
    send_answer(case, partner, page, About(tournament=meant.row, offer=offer))


def _agree(case: Case, meant: Cup, entry: Entry, person: Person, wish: ask.Enter) -> None:
    """Take the partner's agreement: the entry counts, or waits for the Gamesmaster."""
    captain = people.by_id(case.tx, entry.captain)
    division, given = entry_classes(meant, wish.words)
    if division and division != entry.division:
        sentence = f"{captain.name} entered {entry.team} in division {entry.division}; agree on one of the two"
        raise Complaint(Wrong.TOURNAMENT, sentence=sentence)
    classes = classes_of(meant, entry.classes[0], given)
    entry = tournaments.change_entry(
        case.tx,
        entry.id,
        partner=person.id,
        classes=classes,
        division=division_for(case, meant.state, entry.division, (captain, person)),
    )
    _take_name(case, meant, entry)
    _count(case, meant, entry)


def _count(case: Case, meant: Cup, entry: Entry) -> None:
    """Let an entry count, or wait for the Gamesmaster, to which its players have agreed."""
    late = case.arrived > meant.row.sign_up_until
    if meant.state.format.approval or late:
        _hold(case, meant, entry, late=late)
    else:
        place(case, meant, entry)


def _take_name(case: Case, meant: Cup, entry: Entry) -> None:
    """Take the name for a team whose two players have agreed. Entries that only noted the same name go, and their
    players are told."""
    for other in tournaments.entries_in(case.tx, meant.row.id):
        if other.state == "asked" and other.id != entry.id and is_like(other.team, entry.team):
            drop(case, meant, other)
            if set(other.people) <= set(entry.people):
                continue
            write_to(case, meant, other, "name taken")


def _hold(case: Case, meant: Cup, entry: Entry, *, late: bool) -> None:
    entry = tournaments.change_entry(case.tx, entry.id, state="held")
    both = [people.by_id(case.tx, number) for number in entry.people]
    page = EntryHeld(
        tournament=meant.state,
        times=meant.row.times,
        team=entry.team,
        players=tuple((one.name, one.address) for one in both),
        division=entry.division,
        classes=entry.classes,
        late=late,
    )
    master = people.welcome(case.tx, meant.row.gamesmaster)
    offer = f"accept {entry.team} of {meant.row.name}"
    send_answer(case, master, page, About(tournament=meant.row, offer=offer))
    write_to(case, meant, entry, "held")


def _check_name(case: Case, meant: Cup, person: Person, name: str) -> None:
    """Check that a team may have this name: it names no cards, and no team that counts has it. A team that still waits
    for its partner has no right to its name. Raises Complaint."""
    check_words(case, person, name, Wrong.NAME_CARDS, whole=True)
    counting = (one for one in tournaments.entries_in(case.tx, meant.row.id) if one.state in tournaments.AGREED)
    try:
        check_team(name)
        check_unlike(name, (*(one.team for one in counting if person.id not in one.people), meant.row.name))
    except ValueError as why:
        raise Complaint(Wrong.TOURNAMENT, sentence=str(why)) from None


def leave(case: Case, request: Request[ask.LeaveTournament]) -> str | None:
    """Take the sender's team out before the close; either partner may."""
    meant = tournament_meant(case, request)
    person = request.sender.person
    own = [] if person is None else tournaments.entries_of(case.tx, meant.row.id, person.id)
    if person is None or not own:
        raise Complaint(Wrong.TOURNAMENT, sentence=f"you have no team in {meant.row.name}")
    if meant.state.phase != "sign-up" or case.arrived > meant.row.closes_at:
        sentence = (
            f"entries for {meant.row.name} are closed; your captain may still write `withdraw from {meant.row.name}`"
        )
        raise Complaint(Wrong.TOURNAMENT, sentence=sentence)
    for entry in own:
        give_up(case, meant, entry, "left", person.name if person.id in entry.agreed else entry.named)
    if any(person.id in entry.agreed for entry in own):
        return None
    return f"you play with nobody in {meant.row.name} who asked you to"


def accept(case: Case, request: Request[ask.AcceptTeam]) -> str:
    """Carry out `accept TEAM`: let a team in that waits for the Gamesmaster."""
    meant, entry = _held(case, request)
    place(case, meant, entry)
    if meant.row.asked_at is not None:
        # there may be enough teams now
        tournaments.change(case.tx, meant.row, asked_at=None, wakes_at=case.now)
    if tournaments.entry(case.tx, entry.id).state == "waiting":
        return (
            f"{entry.team} are accepted for {meant.row.name}, but all places are taken: they wait for one, and both "
            "players are told"
        )
    return f"{entry.team} are accepted for {meant.row.name}, and both players are told"


def refuse(case: Case, meant: Cup, team: str, reason: str) -> str:
    """Take out a team that has a place, or waits for one or for the Gamesmaster, before entries close."""
    if meant.state.phase != "sign-up":
        closed = f"entries for {meant.row.name} are closed"
        raise Complaint(Wrong.TOURNAMENT, sentence=f"{closed}; `withdraw {team} because …` takes a team out")
    every = [one for one in tournaments.entries_in(case.tx, meant.row.id) if one.state in tournaments.AGREED]
    # of an old and a new entry of one name the new one waits for the Gamesmaster
    found = next((one for one in sorted(every, key=lambda one: one.state != "held") if same_name(one.team, team)), None)
    if found is None:
        entered = f"these are: {listed([one.team for one in every])}" if every else "no team is"
        raise Complaint(Wrong.TOURNAMENT, sentence=f"no team called {team} is in {meant.row.name}; {entered}")
    give_up(case, meant, found, "refused", reason)
    return f"{found.team} are {'taken out' if found.place else 'refused'}, and both players are told why"


def _held(case: Case, request: Request[ask.AcceptTeam]) -> tuple[Cup, Entry]:
    meant = steered(case, request)
    held = [one for one in tournaments.entries_in(case.tx, meant.row.id) if one.state == "held"]
    found = next((one for one in held if same_name(one.team, request.command.team)), None)
    if found is None:
        waiting = f"these do: {listed([one.team for one in held])}" if held else "none does"
        raise Complaint(
            Wrong.TOURNAMENT, sentence=f"no team called {request.command.team} waits for your yes; {waiting}"
        )
    return meant, found
