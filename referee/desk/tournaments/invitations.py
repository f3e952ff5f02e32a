"""The invitations of one person to a tournament that can still be entered: their own entry, the one that waits for
their yes, or the line to enter with. Changes nothing.

If anybody may have forged the address of the sender, the answer names only players who entered with that address.
"""

import re
from collections.abc import Iterator

from referee.desk.case import Case
from referee.desk.tournaments.entry_words import is_named
from referee.post.messages import Message
from referee.store import people, tournaments
from referee.store.people import Person
from referee.store.tournaments import Entry, TournamentRow
from referee.telling.tournaments.format_sentences import words_of_entry
from referee.telling.tournaments.notices import Invitation
from referee.tournaments.formats import Format

MOST = 3
"""The number of entries that wait for one person and are shown, for each tournament."""
ABOUT = re.compile(
    r"\b(?:tournaments?|cup|league|championship|enter|entry|sign(?:ing)?(?: (?:me|us))?[ -]up)\b", re.IGNORECASE
)
"""The words that show that a mail is about tournaments, if it names none."""


def invitations(case: Case, address: str, person: Person | None) -> tuple[Invitation, ...]:
    """Return all that a person can do about tournaments that can be entered now."""
    return tuple(one for row in tournaments.open_ones(case.tx) for one in _of(case, row, address, person))


def first_invitations(case: Case, message: Message) -> tuple[Invitation, ...]:
    """List for a newcomer the entries that wait for them; if their mail is about tournaments, all open tournaments."""
    found = invitations(case, message.sender, None)
    text = f"{message.subject}\n{message.text}"
    said = text.casefold()
    return tuple(
        one
        for one in found
        if one.state == "named" or ABOUT.search(text) is not None or one.tournament.casefold() in said
    )


def _of(case: Case, row: TournamentRow, address: str, person: Person | None) -> Iterator[Invitation]:
    if person is None and row.phase != "sign-up":
        return
    t = tournaments.state_of(case.tx, row)
    format, last = t.format, row.closes_at if t.format.late_entries else row.sign_up_until
    every = tournaments.entries_in(case.tx, row.id)
    own = next((one for one in every if person is not None and person.id in one.agreed), None)
    open = row.phase == "sign-up" and case.now <= last
    if own is not None and own.state != "asked":
        if own.team not in t.withdrawn:
            yield _own(case, row, format, own, address)
        return
    if not open:
        return
    asking = [one for one in every if one.state == "asked" and (person is None or one.captain != person.id)]
    named = [one for one in asking if is_named(one, address, person)]
    for entry in named[:MOST]:
        yield _named(case, row, format, entry)
    if own is not None:
        yield _own(case, row, format, own, address)
    elif not named:
        line = f"enter {row.name}{words_of_entry(format)}"
        yield Invitation(tournament=row.name, format=format, times=row.times, state="free", line=line)


def _named(case: Case, row: TournamentRow, format: Format, entry: Entry) -> Invitation:
    captain = people.by_id(case.tx, entry.captain)
    alone = len(people.named(case.tx, captain.name)) == 1
    return Invitation(
        tournament=row.name,
        format=format,
        times=row.times,
        state="named",
        line=f"enter {row.name} with {captain.name if alone else captain.address}",
        team=entry.team,
        partner=captain.name,
    )


def _own(case: Case, row: TournamentRow, format: Format, entry: Entry, address: str) -> Invitation:
    assert entry.state != "out", "it is open"
    # until the partner agrees, the captain sees only the name or address that they wrote themselves
    other = next((number for number in entry.agreed if people.by_id(case.tx, number).address != address), None)
    return Invitation(
        tournament=row.name,
        format=format,
        times=row.times,
        state=entry.state,
        line=f"enter {row.name} with {address}" if entry.state == "asked" else "",
        team=entry.team,
        partner=entry.named if other is None else people.by_id(case.tx, other).name,
    )
