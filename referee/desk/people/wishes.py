"""A person's own settings: name, time zone, form and number of letters, games watched."""

import difflib
from zoneinfo import available_timezones

from referee.asking.requests import (
    AutoShow,
    Join,
    Leave,
    Personal,
    SetAddress,
    SetFormat,
    SetKey,
    SetName,
    SetNotify,
    SetTimezone,
    Unwatch,
    Watch,
)
from referee.desk.case import Case, Complaint
from referee.desk.free_text import check_words
from referee.desk.people.address_change import ask_both
from referee.desk.people.keys import set_key
from referee.desk.people.look_alikes import lookalike
from referee.desk.people.pairing import ask_about_names
from referee.desk.people.sign_up import entered, join, leave
from referee.desk.quotas import may_welcome
from referee.desk.sender.identify import Sender
from referee.desk.sender.proofs import CONFIRMED
from referee.desk.table.act import act, held_back
from referee.desk.table.watchers import unwatch, watch
from referee.desk.wrong import Wrong
from referee.names import check_name
from referee.post.messages import Incoming
from referee.spades.commands import Show
from referee.store import games, people, signups
from referee.store.people import Person

NOTIFY = {"play": "each play", "trick": "each trick", "turn": "my turns"}


def settle(case: Case, sender: Sender, incoming: Incoming, request: Personal) -> str | None:
    """Carry out a wish about the sender themself. Raises Complaint.

    What was done, as a sentence; None where a letter tells of it already.
    """
    if not _may_come_in(case, sender):
        raise Complaint(Wrong.DAY_FULL)
    match request:
        case Join():
            return join(case, sender, incoming, request)
        case Leave():
            return leave(case, sender)
    person = entered(case, sender)
    match request:
        case SetName(name):
            return _set_name(case, person, name)
        case SetAddress(address):
            return ask_both(case, sender, person, address)
        case SetTimezone(zone):
            return _set_timezone(case, person, zone)
        case SetFormat(form):
            people.change(case.tx, person.id, format=form)
            return f"your letters come as {'plain text' if form == 'text' else 'text and HTML'} from now on"
        case SetKey():
            set_key(case, person, incoming, request)
            return None
        case SetNotify(level):
            people.change(case.tx, person.id, notify=level)
            return f"you hear of {NOTIFY[level]} from now on"
        case AutoShow(on):
            return _auto_show(case, person, on)
        case Watch(game):
            return watch(case, person, game)
        case Unwatch(game):
            return unwatch(case, person, game)


def _may_come_in(case: Case, sender: Sender) -> bool:
    """Whether the sender is known, be it by what this very mail asked before, was asked, or may be entered now."""
    if sender.known or sender.proof == CONFIRMED or people.by_address(case.tx, sender.address) is not None:
        return True
    return may_welcome(case, sender.address, backed=sender.backing is not None)


def _set_name(case: Case, person: Person, name: str) -> str:
    try:
        checked = check_name(name)
    except ValueError as e:
        raise Complaint(Wrong.BAD_VALUE, sentence=str(e)) from None
    check_words(case, person, checked, Wrong.NAME_CARDS)
    if (like := lookalike(case, checked, person.id)) is not None:
        raise Complaint(Wrong.LOOKS_ALIKE, name=checked, like=like)
    people.change(case.tx, person.id, name=checked)
    if entry := signups.entry_of(case.tx, person.id):
        ask_about_names(case, entry.sheet)
    seated = signups.tables_of(case.tx, person.id)
    return f"your name is {checked} from your next {'table' if seated else 'game'} on"


def _set_timezone(case: Case, person: Person, zone: str) -> str:
    zones = {name.casefold(): name for name in available_timezones()}
    if (known := zones.get(zone.casefold())) is None:
        near = difflib.get_close_matches(zone.casefold(), zones, 1, 0.5)
        hint = f"did you mean {zones[near[0]]}?" if near else "write it like Europe/Berlin"
        raise Complaint(Wrong.BAD_VALUE, sentence=f"{zone} is not a time zone that I know: {hint}")
    people.change(case.tx, person.id, timezone=known)
    return f"times are shown in {known} too from now on"


def _auto_show(case: Case, person: Person, on: bool) -> str:
    """A standing wish to see one's hand, and the hands that are held back right now with it."""
    people.change(case.tx, person.id, auto_show=on)
    if not on:
        return "a hand is held back until you write `show`, where the sheet has blind bids"
    for kept in games.running_of(case.tx, person.id):
        seat = games.seat_of(case.tx, kept.id, person.id)
        if seat in held_back(games.load(case.tx, kept)):
            act(case, kept, seat, Show())
    return "every hand is shown to you at once from now on"
