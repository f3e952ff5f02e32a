"""People who write for the first time: whether they may come in today, and what we call them at first."""

from itertools import chain, count

from referee.desk.case import Case, Complaint
from referee.desk.people.look_alikes import lookalike
from referee.desk.quotas import spend_welcome
from referee.desk.refusals import Wrong
from referee.desk.sender.identify import Sender
from referee.desk.sender.proofs import CONFIRMED
from referee.names import check_name
from referee.store import people
from referee.store.people import Person


def check_welcome(case: Case, sender: Sender) -> None:
    """Check that the sender may come in: too many may have come in today. Raises Complaint, unless they said `yes` to a
    letter or are known by now, perhaps through an earlier command of this very mail."""
    if sender.known or sender.proof == CONFIRMED or people.by_address(case.tx, sender.address) is not None:
        return
    if not spend_welcome(case, sender.address, backed=sender.backing is not None):
        raise Complaint(Wrong.DAY_FULL)


def entered(case: Case, sender: Sender) -> Person:
    """Return the sender as a person; enter a newcomer."""
    known = people.by_address(case.tx, sender.address)
    return known or people.welcome(case.tx, sender.address, first_name(case, sender), case.now)


def first_name(case: Case, sender: Sender) -> str:
    """Choose a name for a newcomer: the one in their From, if it can be a name and looks like nobody else's; else the
    words before the @."""
    local = sender.address.partition("@")[0]
    own = (sender.name, local, "".join(c for c in local if c.isalnum())[:24], "Player")
    for name in chain(own, (f"Player {number}" for number in count(2))):
        try:
            checked = check_name(name)
        except ValueError:
            continue
        if lookalike(case, checked, None) is None:
            return checked
    raise AssertionError("numbers do not end")
