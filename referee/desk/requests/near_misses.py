"""The command that was perhaps meant by a line that is no command: offered for a `yes`, if it would be done now. Never
acts.

Offers only to a person who wrote to the referee itself, with a proven mail.
"""

import re
from collections.abc import Iterator

from referee.asking.command_table import row_of
from referee.asking.commands import Asked, BareNumber, Reading
from referee.asking.grammar import moves_of, read_commands
from referee.asking.nearest import nearest, typed
from referee.asking.rows import Kind
from referee.desk.case import Case, Complaint
from referee.desk.request import Mail, Meant
from referee.desk.requests.answers import is_for_us
from referee.desk.requests.handlers import HANDLERS, check, request_of
from referee.desk.requests.offers import NONE, Offer
from referee.post.messages import Automatic
from referee.spades.commands import MakeBid, PlayCard
from referee.table.refusal import Refusal
from referee.telling.buttons import early_values

GAME = re.compile(r"\bgame #?(\d{1,9})\b", re.IGNORECASE)


class _Undone(Exception):
    """Raised to take back a command that was only tried."""


def near_miss(case: Case, mail: Mail, reading: Reading) -> Offer:
    """Return the one command that the lines of a mail may mean and that would be done now; else NONE."""
    if not _may_be_offered(case, mail):
        return NONE
    offers = {
        words: Offer(words, line=line)
        for line, said in _lines(mail, reading)
        if not _names_another_game(mail, said)
        for words in nearest(said, mail.games[0])
        if _would_be_done(case, mail, words)
    }
    if reading.unclear:
        offers |= {words: NONE for each in reading.asked if (words := _move(each)) not in ("", *offers)}
    return next(iter(offers.values())) if len(offers) == 1 else NONE


def _may_be_offered(case: Case, mail: Mail) -> bool:
    """Tell if a `yes` of the sender would mean the offer alone, and for this position."""
    sender = mail.sender
    if not sender.known or sender.proof is None or mail.message.automatic is not Automatic.NO:
        return False
    if isinstance(mail.meant, Meant) and mail.meant.own is not None:
        return mail.meant.answers in (None, mail.meant.row.turn) and is_for_us(case, mail)
    return is_for_us(case, mail)


def _lines(mail: Mail, reading: Reading) -> Iterator[tuple[str, str]]:
    """Yield each line to look at, and its words: the unclear lines, or the talk of a mail without a command. While a
    card is due, a number alone is a rank."""
    own = mail.meant.own
    if reading.unclear:
        if len(reading.unclear) == 1 and all(map(_may_stand_beside, reading.asked)):
            label = reading.unclear[0].line
            below = moves_of(reading.asked) if label.endswith(":") else ()
            yield label, " ".join((label, *(each.line for each in below)))
    elif not reading.asked:
        yield from zip(reading.near, reading.near, strict=True)
    elif len(reading.asked) == 1 and own is not None:
        asked = reading.asked[0]
        if isinstance(asked.command, BareNumber) and own.legal_cards:
            yield asked.line, f"play {asked.command.number}"


def _may_stand_beside(asked: Asked) -> bool:
    """Tell if a mail may hold a command beside an unclear line for which we offer another. A move may stand there only
    if it is the offered move."""
    row = row_of(asked.command)
    return row.moves or (row.kind in (Kind.QUESTION, Kind.PERSONAL, Kind.OWN) and not row.of_tournament)


def _names_another_game(mail: Mail, line: str) -> bool:
    """Tell if a line names a game that the mail does not mean: `cancel game 1` in answer to a letter of game 3."""
    named = GAME.search(line)
    return named is not None and not (isinstance(mail.meant, Meant) and mail.meant.row.id == int(named[1]))


def _move(asked: Asked) -> str:
    return typed(asked) if row_of(asked.command).moves else ""


def _would_be_done(case: Case, mail: Mail, words: str) -> bool:
    """Tell if a command would be carried out now. A bid or card must be legal: a misplay is no offer."""
    (asked,) = read_commands(words, game=mail.games[0]).asked
    own = mail.meant.own
    match asked.command:
        case MakeBid(value, blind):
            return own is not None and (own.may_bid_blind if blind else value in (*own.legal_bids, *early_values(own)))
        case PlayCard(card):
            return own is not None and card in own.legal_cards
    request = request_of(case, mail, asked)
    try:
        with case.tx.begin_nested():
            check(case, request)
            HANDLERS[type(asked.command)](case, request)
            raise _Undone
    except (Refusal, Complaint):
        return False
    except _Undone:
        return True
