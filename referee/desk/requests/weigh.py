"""A mail's reading, weighed with what the desk knows: what its words answer, turn, or may have meant."""

from dataclasses import dataclass, replace

from referee.asking.command_table import row_of
from referee.asking.commands import Asked, Reading
from referee.asking.redact import redacted
from referee.desk.case import Case
from referee.desk.request import Mail
from referee.desk.requests.agreeing import with_no, with_stop, with_yes
from referee.desk.requests.confirmations import doubtful_lines, second_thoughts, talks
from referee.desk.requests.invited import with_answer
from referee.desk.requests.near_misses import near_miss
from referee.desk.requests.offers import NONE, Offer
from referee.desk.which_game import is_acting


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """The commands to carry out, and what to ask about or offer instead."""

    mail: Mail
    reading: Reading
    doubtful: tuple[Asked, ...] = ()
    """The commands that we only ask about."""
    beside: str = ""
    """The line that turns them, if one does."""
    offer: Offer = NONE
    """The command that a badly typed line may have meant."""


def weigh(case: Case, mail: Mail, reading: Reading, *, agreed: bool) -> Weighed:
    """Weigh what a mail asks. `agreed`: its sender was asked about it and said yes. Changes nothing.

    The commands of a mail that says nothing else pass as they are, all but a `yes` or `no`.
    """
    # no plan or habit may act unless its owner was shown it
    planning = any(map(plans, reading.asked)) or any(unclear.plan for unclear in reading.unclear)
    mail = replace(mail, acting=mail.acting or is_acting(case, mail) or planning)
    reading = with_answer(case, mail, with_yes(case, mail, reading))
    denies = reading.no is not None
    if mail.sender.anybody:
        # the owner of the address may be the victim of this mail, so none of its words reach them
        reading = redacted(reading)
    offer = near_miss(case, mail, reading)
    if reading.unclear:
        return Weighed(mail=mail, reading=reading, offer=offer)
    if offer.words:
        reading = replace(reading, asked=())
    reading = with_stop(case, mail, with_no(case, mail, reading))
    mail = replace(mail, denies=denies, talks=talks(mail, reading))
    reading, beside = (reading, "") if agreed else second_thoughts(mail, reading)
    doubtful = doubtful_lines(case, mail, reading)
    return Weighed(mail=mail, reading=reading, doubtful=doubtful, beside=beside, offer=offer)


def plans(asked: Asked) -> bool:
    """Tell if a command makes or drops plans or habits."""
    return row_of(asked.command).plans
