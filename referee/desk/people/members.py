"""The members of the club: people who write for the first time, whether they may come in today, and what we call them
at first; names that look like a name in use; `members` lists all for a Gamesmaster, and `announce` writes to them.

A member is whoever has written a proven mail, plays or waits. Nobody gets an announcement who never wrote, or wants
none; the other Gamesmasters hear of it as of any act.
"""

import itertools
from collections.abc import Iterator

from referee.asking.commands import AnnounceToAll, Members, SetAnnouncements
from referee.desk.cards_in_text import check_words
from referee.desk.case import Case, Complaint, Wrong
from referee.desk.masters import name_of_master
from referee.desk.outgoing import About, send_answer, stored_together
from referee.desk.quotas import Event, spend_letter, spend_welcome
from referee.desk.request import Request
from referee.desk.sender.identify import Sender
from referee.desk.sender.proofs import CONFIRMED
from referee.desk.table.talk import talk_of
from referee.names import check_name, look_alike, same_name
from referee.store import event_log, games, people, signups
from referee.store.people import Person
from referee.telling.formats import count
from referee.telling.letter_kinds import Member, MembersPage
from referee.telling.notices import Announcement

OFFICES = ("Gamesmaster", "The Gamesmaster", "Referee", "The Referee", "Team 1", "Team 2")


def lookalike(case: Case, name: str, person: int | None) -> str | None:
    """Find a name that looks like `name` without being the same. Letters call players by their names, so it may be the
    name of anyone but `person` who waits or plays, the referee's own, or an office. A Gamesmaster's may not even be the
    same."""
    offices = (*OFFICES, case.desk.settings.referee.name)
    if office := next((other for other in offices if look_alike(name, other)), None):
        return office
    own = None if person is None else people.by_id(case.tx, person).address
    others = (address for address in case.desk.settings.referee.gamesmasters if address != own)
    known = (called for address in others if (called := name_of_master(case, address)))
    if master := next((called for called in known if look_alike(name, called)), None):
        return f"{master}, the Gamesmaster"
    used = (other for number, other in _names_in_use(case) if number != person)
    return next((other for other in used if look_alike(name, other) and not same_name(name, other)), None)


def _names_in_use(case: Case) -> Iterator[tuple[int, str]]:
    """Yield the number and names of everyone who waits or plays: their present name, and their names in games."""
    tables = [(table, table.names) for table in signups.open_lineups(case.tx)]
    seated = [pair for table, names in tables for pair in zip(table.people, names, strict=True)]
    playing = games.names_in_play(case.tx)
    yield from seated
    yield from playing
    numbers = {*signups.everyone_waiting(case.tx), *(number for number, _ in (*seated, *playing))}
    yield from people.names_of(case.tx, numbers).items()


def check_welcome(case: Case, sender: Sender, event: Event | None) -> None:
    """Check that the sender, who enters an `event` or wants something else, may come in: too many may have come in
    today. Raises Complaint, unless they said `yes` to a letter or are known by now, perhaps through an earlier command
    of this very mail."""
    if sender.known or sender.proof == CONFIRMED or people.by_address(case.tx, sender.address) is not None:
        return
    if not spend_welcome(case, sender.address, event, backed=sender.backing is not None):
        raise Complaint(Wrong.DAY_FULL)


def entered(case: Case, sender: Sender) -> Person:
    """Return the sender as a person; enter a newcomer."""
    known = people.by_address(case.tx, sender.address)
    return known or people.welcome(case.tx, sender.address, _first_name(case, sender), case.now)


def _first_name(case: Case, sender: Sender) -> str:
    """Choose a name for a newcomer: the one in their From, if it can be a name and looks like nobody else's; else the
    words before the @."""
    local = sender.address.partition("@")[0]
    own = (sender.name, local, "".join(c for c in local if c.isalnum())[:24], "Player")
    for name in itertools.chain(own, (f"Player {number}" for number in itertools.count(2))):
        try:
            checked = check_name(name)
        except ValueError:
            continue
        if lookalike(case, checked, None) is None:
            return checked
    raise AssertionError("numbers do not end")


MOST = 400
"""The members whom one letter lists, and whom an announcement reaches, at most."""


def note_heard(case: Case, sender: Sender) -> None:
    """Note once a day that a proven mail came from a member."""
    last = None if sender.person is None else sender.person.heard
    if sender.proof is not None and (last is None or last.date() < case.arrived.date()):
        people.hear(case.tx, sender.address, case.arrived)


def members(case: Case, _: Request[Members]) -> MembersPage:
    """Show a Gamesmaster all members, the most silent first."""
    found, playing = people.members(case.tx), games.running_by_player(case.tx)
    shown = [Member(one.name, one.address, one.heard, playing.get(one.id, ()), one.quiet) for one in found[:MOST]]
    return MembersPage(case.now, tuple(shown), len(found[MOST:]))


def announce(case: Case, request: Request[AnnounceToAll]) -> str:
    """Send a Gamesmaster's words to all members, and say to how many. Raises Complaint, also if they play a game
    without talk themselves."""
    sender, text = request.sender, request.command.text
    check_words(case, sender.person, text, Wrong.SAY_CARDS)
    own = () if sender.person is None else games.running_of(case.tx, sender.person.id)
    if any(talk_of(event_log.load(case.tx, row)) is None for row in own):
        raise Complaint(Wrong.SAY_SILENT)
    if not spend_letter(case, "everybody", "announcement"):
        raise Complaint(Wrong.ENOUGH, what="announced something")
    page, masters = Announcement(name_of_master(case, sender.address), text), case.desk.settings.referee.gamesmasters
    wanted = [one for one in people.members(case.tx) if one.heard and not one.quiet and one.address not in masters]
    told = wanted[-MOST:]
    with stored_together(case) as gathering:
        for person in told:
            send_answer(gathering, person, page, About(bulk=True))
    reached = count(len(told), "member") if len(told) < MOST else f"the {MOST} members who wrote last"
    return f"your announcement went to {reached}: {text}"


def set_announcements(case: Case, request: Request[SetAnnouncements]) -> str:
    """Carry out `announcements on|off`: send the person what is announced to all members, or do not."""
    on = request.command.on
    people.change(case.tx, entered(case, request.sender).id, quiet=not on)
    return f"from now on, you get {'the' if on else 'no'} announcements to all members"
