"""All members of the club: `members` lists them for a Gamesmaster, `announce` writes to them.

A member is whoever has written a proven mail, plays or waits. Nobody gets an announcement who never wrote, or wants
none; the other Gamesmasters hear of it as of any act.
"""

from referee.asking.commands import AnnounceToAll, Members, SetAnnouncements
from referee.desk.cards_in_text import check_words
from referee.desk.case import Case, Complaint, Wrong
from referee.desk.masters import name_of_master
from referee.desk.outgoing import About, send_answer, stored_together
from referee.desk.people.newcomers import entered
from referee.desk.quotas import spend_letter
from referee.desk.request import Request
from referee.desk.sender.identify import Sender
from referee.desk.table.talk import talk_of
from referee.store import event_log, games, people
from referee.telling.formats import count
from referee.telling.letter_kinds import Member, MembersPage
from referee.telling.notices import Announcement

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
