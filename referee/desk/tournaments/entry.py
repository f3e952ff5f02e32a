"""How teams enter a tournament and leave it: `enter`, `leave`, and the Gamesmaster's `accept` and `refuse`.

An entry counts once both players have named each other, and the Gamesmaster has agreed where that is asked; places go
in the order in which entries begin to count ("first come, first serve": pride 9, usag).
"""

from dataclasses import replace
from datetime import datetime

from referee.asking.tournaments import commands as ask
from referee.asking.tournaments.titles import check_unlike, usual_team
from referee.desk.cards_in_text import check_words
from referee.desk.case import Case, Complaint
from referee.desk.outgoing import About, send_answer
from referee.desk.people.newcomers import entered
from referee.desk.quotas import may_ask_to_pair, may_join
from referee.desk.refusals import Wrong
from referee.desk.requests.request import Request
from referee.desk.tournaments.act import act
from referee.desk.tournaments.divisions import division_for
from referee.desk.tournaments.meant import MeantTournament, steered, tournament_meant
from referee.desk.tournaments.roster import What, check_open, move_up, place, write_to
from referee.names import same_name
from referee.store import entries, people, tournaments
from referee.store.entries import Entry
from referee.store.people import Person
from referee.telling.formats import listed
from referee.telling.tournaments.notices import EntryHeld, EntryPlease
from referee.tournaments import decide
from referee.tournaments import events as ev


def enter(case: Case, request: Request[ask.Enter]) -> str | None:
    """Enter a team, or agree to an entry that names the sender. Returns a sentence for the answer, None if a letter
    says it. Here and below: raises Complaint."""
    meant = tournament_meant(case, request)
    person, wish = entered(case, request.sender), request.command
    check_open(meant, request.mail.arrived)
    partner, named = _partner(case, person, wish)
    _check_free(case, meant, person)
    if not may_join(case, person.address):
        raise Complaint(Wrong.ENOUGH, what="entered a tournament")
    offered = _offered(case, meant, person, partner)
    if offered is not None:
        _agree(case, meant, offered, person, wish, request.mail.arrived)
        return None
    return _ask(case, meant, person, partner, named, wish)


def _partner(case: Case, person: Person, wish: ask.Enter) -> tuple[Person | None, str]:
    """The partner, if the referee knows them, and how they were named: by an address, or else by a name."""
    if wish.address is not None:
        if wish.address == person.address:
            raise Complaint(Wrong.TOURNAMENT, sentence="that is your own address; write that of your partner")
        return people.by_address(case.tx, wish.address), wish.address
    assert wish.partner is not None, "an entry names its partner"
    fitting = [one for one in people.named(case.tx, wish.partner) if one.id != person.id]
    if len(fitting) > 1:
        raise Complaint(Wrong.WHICH_PARTNER, name=wish.partner, asked=False)
    return (fitting[0], fitting[0].address) if fitting else (None, wish.partner)


def _check_free(case: Case, meant: MeantTournament, person: Person) -> None:
    """Raises Complaint if a person has a team in this tournament already."""
    for entry in entries.of_person(case.tx, meant.row.id, person.id):
        if entry.state != "asked":
            sentence = (
                f"you are in {meant.row.name} already, with {entry.team}; to enter with another team, write "
                f"`leave {meant.row.name}` first"
            )
            raise Complaint(Wrong.TOURNAMENT, sentence=sentence)


def _offered(case: Case, meant: MeantTournament, person: Person, partner: Person | None) -> Entry | None:
    """The entry in which `partner` has named this very person, by an address or as the only one of that name known."""
    if partner is None:
        return None
    for entry in entries.of_person(case.tx, meant.row.id, partner.id):
        waits = entry.state == "asked" and entry.captain == partner.id
        if waits and (entry.partner == person.id or entry.named == person.address):
            return entry
    return None


def _ask(
    case: Case, meant: MeantTournament, person: Person, partner: Person | None, named: str, wish: ask.Enter
) -> str:
    """Store the entry until the partner agrees, and ask them if the referee knows them."""
    name = wish.team or usual_team(person.name, _called(partner, wish.partner or named))
    _check_name(case, meant, person, name)
    division, given = _words(meant, wish.words)
    for old in entries.of_person(case.tx, meant.row.id, person.id):
        if old.captain == person.id:
            entries.change(case.tx, old.id, state="out")
    entry = entries.add(
        case.tx,
        tournament=meant.row.id,
        team=name,
        division=division_for(case, meant.state, division, (person,)),
        captain=person.id,
        partner=None if partner is None else partner.id,
        named=named,
        classes=(given, ""),
        salts=("", ""),
        state="asked",
        place=None,
    )
    if partner is not None and may_ask_to_pair(case, person.address):
        _please(case, meant, entry, person, partner)
    elif (waiting := _who_named(case, meant, person)) is not None and may_ask_to_pair(case, waiting.address):
        # they entered with a partner of this name, and have not seen this address: a name alone makes no team
        _please(case, meant, entry, person, waiting)
    asked = "" if partner is None else "has answered `yes` to the letter that asks them, or "
    wanted = f"has written `enter {meant.row.name} with {person.address}`"
    return f"{name} is noted for {meant.row.name}; it counts once your partner {asked}{wanted}"


def _called(partner: Person | None, named: str) -> str:
    return named.partition("@")[0] if partner is None else partner.name


def _who_named(case: Case, meant: MeantTournament, person: Person) -> Person | None:
    """Somebody whose entry waits for a partner of this person's name."""
    for entry in entries.of_tournament(case.tx, meant.row.id):
        if entry.state == "asked" and entry.partner is None and same_name(entry.named, person.name):
            return people.by_id(case.tx, entry.captain)
    return None


def _please(case: Case, meant: MeantTournament, entry: Entry, captain: Person, partner: Person) -> None:
    page = EntryPlease(
        tournament=meant.state,
        times=meant.times,
        captain=f"{captain.name} <{captain.address}>",
        team=entry.team,
        division=entry.division,
    )
    offer = f"enter {meant.row.name} with {captain.address}"
    send_answer(case, partner, page, About(tournament=meant.row.id, offer=offer))


def _agree(
    case: Case, meant: MeantTournament, entry: Entry, person: Person, wish: ask.Enter, arrived: datetime
) -> None:
    """The partner agrees: the entry counts, or waits for the Gamesmaster."""
    captain = people.by_id(case.tx, entry.captain)
    division, given = _words(meant, wish.words)
    if division and division != entry.division:
        sentence = f"{captain.name} entered {entry.team} in division {entry.division}; agree on one of the two"
        raise Complaint(Wrong.TOURNAMENT, sentence=sentence)
    classes = _classes(meant, entry.classes[0], given)
    if (first := _wrote_first(case, meant, person, captain, entry)) is not None:
        entry, captain, person, classes = first, person, captain, (classes[1], classes[0])
    for other in entries.of_person(case.tx, meant.row.id, person.id):
        if other.id != entry.id:
            _let_go(case, meant, other, person)
    for other in entries.of_person(case.tx, meant.row.id, captain.id):
        if other.id != entry.id:
            _let_go(case, meant, other, captain)
    entry = entries.change(
        case.tx,
        entry.id,
        partner=person.id,
        classes=classes,
        division=division_for(case, meant.state, entry.division, (captain, person)),
    )
    late = arrived > meant.row.sign_up_until
    if meant.state.format.approval or late:
        _hold(case, meant, entry, late=late)
    else:
        place(case, meant, entry)


def _wrote_first(case: Case, meant: MeantTournament, person: Person, other: Person, entry: Entry) -> Entry | None:
    """The person's own entry with that very partner, if it is older than `entry`: its writer is the captain, and names
    the team."""
    own = entries.of_person(case.tx, meant.row.id, person.id)
    asked = (one for one in own if one.captain == person.id and one.state == "asked" and one.id < entry.id)
    return next((one for one in asked if one.partner is None and same_name(one.named, other.name)), None)


def _let_go(case: Case, meant: MeantTournament, entry: Entry, person: Person) -> None:
    """A person plays in another team: whoever else named them is told, and may enter with somebody else."""
    if entry.captain == person.id:
        entries.change(case.tx, entry.id, state="out")
    else:
        give_up(case, meant, entry, "left", by=person.name)


def _hold(case: Case, meant: MeantTournament, entry: Entry, *, late: bool) -> None:
    entry = entries.change(case.tx, entry.id, state="held")
    both = [people.by_id(case.tx, number) for number in entry.people]
    page = EntryHeld(
        tournament=meant.state,
        times=meant.times,
        team=entry.team,
        players=((both[0].name, both[0].address), (both[1].name, both[1].address)),
        classes=entry.classes,
        late=late,
    )
    master = people.welcome(case.tx, meant.row.gamesmaster, meant.row.gamesmaster.partition("@")[0])
    send_answer(case, master, page, About(tournament=meant.row.id))
    write_to(case, meant, entry, "held")


def _words(meant: MeantTournament, words: tuple[str, ...]) -> tuple[str, str]:
    """The division and the class among the words behind the commas of an entry."""
    format, division, given = meant.state.format, "", ""
    for word in words:
        if found := next((one for one in format.divisions if same_name(one, _bare(word))), None):
            division = found
        elif found := next((one for one in format.classes if same_name(one, word)), None):
            given = found
        else:
            known = [f"`{one}`" for one in (*format.divisions, *format.classes)]
            mend = f"it has {', '.join(known)}" if known else "leave it out"
            raise Complaint(Wrong.TOURNAMENT, sentence=f"{meant.row.name} knows no `{word}`; {mend}")
    return division, given


def _bare(word: str) -> str:
    return word[9:] if word.casefold().startswith("division ") else word


def _classes(meant: MeantTournament, captain: str, partner: str) -> tuple[str, str]:
    """The classes of both, one of each: what one has not said follows from the other. Raises Complaint."""
    both = meant.state.format.classes
    if not both:
        return "", ""
    other = {both[0]: both[1], both[1]: both[0]}
    captain = captain or other.get(partner, "")
    partner = partner or other.get(captain, "")
    if not captain:
        example = f"`enter {meant.row.name} with Bob, {both[0]}`"
        sentence = f"a team here has one {both[0]} and one {both[1]}; say which you are, as in {example}"
        raise Complaint(Wrong.TOURNAMENT, sentence=sentence)
    if captain == partner:
        raise Complaint(
            Wrong.TOURNAMENT,
            sentence=f"a team here has one {both[0]} and one {both[1]}, and you would both be {captain}",
        )
    return captain, partner


def _check_name(case: Case, meant: MeantTournament, person: Person, name: str) -> None:
    """Raises Complaint for a team's name that is taken, or that names cards its writer holds."""
    check_words(case, person, name, Wrong.NAME_CARDS)
    taken = [
        one.team
        for one in entries.of_tournament(case.tx, meant.row.id)
        if one.state != "asked" or one.captain != person.id
    ]
    try:
        check_unlike(name, (*taken, meant.row.name))
    except ValueError as why:
        raise Complaint(Wrong.TOURNAMENT, sentence=str(why)) from None


def leave(case: Case, request: Request[ask.LeaveTournament]) -> str | None:
    """Take the sender's team out before the close; either partner may."""
    meant = tournament_meant(case, request)
    person = request.sender.person
    own = [] if person is None else entries.of_person(case.tx, meant.row.id, person.id)
    if person is None or not own:
        raise Complaint(Wrong.TOURNAMENT, sentence=f"you have no team in {meant.row.name}")
    if meant.state.phase != "sign-up" or request.mail.arrived > meant.row.closes_at:
        sentence = (
            f"sign-up for {meant.row.name} is over; your captain may still write `withdraw from {meant.row.name}`"
        )
        raise Complaint(Wrong.TOURNAMENT, sentence=sentence)
    for entry in own:
        give_up(case, meant, entry, "left", by=person.name)
    if any(person.id in entry.agreed for entry in own):
        return None
    return f"you play with nobody in {meant.row.name} who asked you to"


def give_up(case: Case, meant: MeantTournament, entry: Entry, what: What, *, by: str = "", reason: str = "") -> None:
    """An entry is taken back, or refused: its place goes to the next that waits."""
    had_place = entry.state == "in"
    entries.change(case.tx, entry.id, state="out")
    write_to(case, meant, entry, what, by=by, reason=reason)
    if had_place:
        state = act(case, meant.row, decide.note(meant.state, ev.Left(entry.team)))
        move_up(case, replace(meant, state=state), entry.division)


def accept(case: Case, request: Request[ask.AcceptTeam]) -> str:
    """`accept TEAM`: let a team in that waits for the Gamesmaster."""
    meant, entry = _held(case, request)
    place(case, meant, entry)
    if meant.row.asked_at is not None:
        # there may be enough teams now
        tournaments.change(case.tx, meant.row.id, asked_at=None, wakes_at=case.now)
    return f"{entry.team} is accepted for {meant.row.name}, and both players are told"


def refuse(case: Case, request: Request[ask.RefuseTeam]) -> str:
    """`refuse TEAM because ...`: do not let it in."""
    meant, entry = _held(case, request)
    reason = request.command.reason
    check_words(case, request.sender.person, reason, Wrong.SAY_CARDS)
    give_up(case, meant, entry, "refused", reason=reason)
    return f"{entry.team} is refused, and both players are told why"


def _held(case: Case, request: Request[ask.AcceptTeam] | Request[ask.RefuseTeam]) -> tuple[MeantTournament, Entry]:
    meant = steered(case, request)
    held = [one for one in entries.of_tournament(case.tx, meant.row.id) if one.state == "held"]
    found = next((one for one in held if same_name(one.team, request.command.team)), None)
    if found is None:
        waiting = f"these do: {listed([one.team for one in held])}" if held else "none does"
        raise Complaint(
            Wrong.TOURNAMENT, sentence=f"no team called {request.command.team} waits for your yes; {waiting}"
        )
    return meant, found
