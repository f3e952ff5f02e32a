"""A person's own settings: name, time zone, form and number of letters, games watched.

Each function carries out one command and returns a sentence that says what was done. Raises Complaint.
"""

from referee.asking.commands import (
    AutoShow,
    SetFormat,
    SetHabit,
    SetName,
    SetNotify,
    SetPublic,
    SetReceipts,
    SetTimezone,
    Unwatch,
    Watch,
)
from referee.asking.days import read_zone, zone_meaning
from referee.desk.cards_in_text import check_words
from referee.desk.case import Case, Complaint, Wrong
from referee.desk.people.members import entered, lookalike
from referee.desk.people.sign_up import ask_about_names
from referee.desk.request import Meant, Request
from referee.desk.table import watchers
from referee.desk.table.act import act, held_back
from referee.names import same_name
from referee.spades.commands import Show
from referee.store import clocks, event_log, games, people, signups, site_changes
from referee.telling.formats import place
from referee.telling.sentences.plan_words import habit_sentence

NOTIFY = {
    "play": "each play",
    "trick": "each trick",
    "turn": "all but bids, plays and tricks",
    "round": "the rounds and the end",
    "result": "the result alone",
}
"""The news that a person hears at each level, besides their own turns and tasks."""


def set_name(case: Case, request: Request[SetName]) -> str:
    """Carry out `name NAME`: call the person so from their next game on."""
    person, checked = entered(case, request.sender), request.command.name
    check_words(case, person, checked, Wrong.NAME_CARDS, whole=True)
    if (like := lookalike(case, checked, person.id)) is not None:
        raise Complaint(Wrong.LOOKS_ALIKE, name=checked, like=like)
    people.change(case.tx, person.id, name=checked)
    if not same_name(checked, person.name):
        people.change(case.tx, person.id, named_at=case.now)
    if entry := signups.entry_of(case.tx, person.id):
        ask_about_names(case, entry.sheet)
    seated = signups.tables_of(case.tx, person.id)
    return f"your name is {checked} from your next {'table' if seated else 'game'} on"


def set_timezone(case: Case, request: Request[SetTimezone]) -> str:
    """Carry out `timezone Europe/Berlin`: give times in this zone, too, besides UTC."""
    person, said = entered(case, request.sender), request.command.zone
    try:
        zone = read_zone(said)
    except ValueError as why:
        raise Complaint(Wrong.BAD_VALUE, sentence=str(why)) from None
    people.change(case.tx, person.id, timezone=zone)
    if zone == "UTC":
        return "from now on, times are shown in UTC alone"
    meaning = zone_meaning(zone, case.arrived)
    if not meaning:
        return f"from now on, times are shown in {zone}, too"
    named = f"{zone} is " if said.casefold() == zone.casefold() != place(zone).casefold() else ""
    return f"from now on, times are shown in {place(zone)}, too: {named}{meaning}"


def set_format(case: Case, request: Request[SetFormat]) -> str:
    """Carry out `format text|html`: letters have an HTML part, or do not."""
    form = request.command.format
    people.change(case.tx, entered(case, request.sender).id, format=form)
    return f"from now on, your letters come as {'plain text' if form == 'text' else 'text and HTML'}"


def set_notify(case: Case, request: Request[SetNotify]) -> str:
    """Carry out `notify each play|each trick|my turns|rounds|result only`: choose which announcements the person
    gets."""
    level = request.command.level
    people.change(case.tx, entered(case, request.sender).id, notify=level)
    return f"from now on, you hear of {NOTIFY[level]}, and always of your own turns"


def auto_show(case: Case, request: Request[AutoShow]) -> str:
    """Carry out `auto show`: a standing order to see one's hand; it also shows the hands that are held back right
    now."""
    person, on = entered(case, request.sender), request.command.on
    people.change(case.tx, person.id, auto_show=on)
    if not on:
        return "where the sheet has blind bids, your hand is held back until you write `show`"
    for row in games.running_of(case.tx, person.id):
        seat = games.seat_of(case.tx, row.id, person.id)
        game = event_log.load(case.tx, row)
        if seat in held_back(game):
            act(case, row, game, seat, Show())
    return "from now on, you see every hand at once"


def set_habit(case: Case, request: Request[SetHabit]) -> str:
    """Carry out `plan forced on|off`, `plan equals on|off`: choose which cards we play for the person at once, in all
    their games."""
    name, on = request.command.name, request.command.on
    meant = request.mail.meant
    tiles = isinstance(meant, Meant) and meant.row.game == "dominoes"
    if tiles and on and name == "equals":
        raise Complaint(Wrong.BAD_VALUE, sentence="Dominoes has no cards that touch; `plan forced on` works here")
    people.change(case.tx, entered(case, request.sender).id, **{name: on})
    return habit_sentence(name, on=on, tiles=tiles)


def set_receipts(case: Case, request: Request[SetReceipts]) -> str:
    """Carry out `receipts on|off`: send the person letters of their own about their acts, or stop that."""
    person, on = entered(case, request.sender), request.command.on
    people.change(case.tx, person.id, receipts=on)
    if not on:
        clocks.drop_receipts(case.tx, person.id)
    return f"from now on, you get {'a receipt' if on else 'no receipts'} of what you do, in all your games"


def set_public(case: Case, request: Request[SetPublic]) -> str:
    """Carry out `public on|off`: record and pages of the person's next games name them, or do not."""
    person, on = entered(case, request.sender), request.command.on
    people.change(case.tx, person.id, public=on)
    for row in games.played_by(case.tx, person.id, count=1):
        site_changes.note(case.tx, site_changes.GAME, row.id)
    if on:
        return "from your next game on, its record names you; the pages may say how long you take for an act"
    return (
        "your next games begin without your name, but for those of tournaments; games that have begun stay as they are"
    )


def watch(case: Case, request: Request[Watch]) -> str:
    """Carry out `watch GAME`: send the person its announcements."""
    return watchers.watch(case, entered(case, request.sender), request.command.game)


def unwatch(case: Case, request: Request[Unwatch]) -> str:
    """Carry out `unwatch GAME`: stop sending them."""
    return watchers.unwatch(case, entered(case, request.sender), request.command.game)
