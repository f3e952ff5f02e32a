"""THE PATH of the commands of a mail: weigh them, carry out each whole or refuse it whole, and answer all of them."""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import Any

from referee.asking.command_table import row_of
from referee.asking.commands import Asked, Conduct, InAllGames, Reading, SetHabit, SetName
from referee.asking.grammar import moves_of
from referee.asking.rows import Kind
from referee.desk.case import Case, Complaint
from referee.desk.masters import name_of_master
from referee.desk.outgoing import About, send_answer
from referee.desk.people.address_change import take_no
from referee.desk.request import (
    Accepted,
    Granted,
    Held,
    Mail,
    Meant,
    Outcome,
    Refused,
    Request,
    Result,
    Settled,
    Told,
    Words,
    carried_out,
)
from referee.desk.requests.answers import answer, answer_chat
from referee.desk.requests.handlers import HANDLERS, admit, check, needs_yes, request_of
from referee.desk.requests.reply import about_tournaments, present, reply, reply_to_unclear
from referee.desk.requests.weigh import Weighed, plans, weigh
from referee.desk.sender.duplicates import mark_plans_seen
from referee.desk.table.act import go_on
from referee.store import event_log, games, outbox, people
from referee.table.refusal import Refusal
from referee.telling.notices import MasterActed


def carry_out(case: Case, mail: Mail, reading: Reading, *, agreed: bool = False) -> Words:
    """Do what a mail asks, as far as its sender may ask it, and answer the mail. `agreed`: its sender was asked, and
    said yes."""
    weighed = weigh(case, mail, reading, agreed=agreed)
    if weighed.reading.unclear:
        return ("refused/unclear", *reply_to_unclear(case, weighed))
    if not weighed.reading.asked:
        if take_no(case, weighed.mail):
            return ("no-command",)
        if not weighed.doubtful:
            return ("no-command", *answer_chat(case, weighed.mail, weighed.reading, weighed.offer))
    if not _mark_plans(case, weighed):
        return ("seen-before",)
    outcomes: tuple[Outcome, ...] = ()
    acts: list[tuple[Request[Any], set[str]]] = []
    for asked in _in_order(weighed.reading.asked):
        request, shared = request_of(case, present(case, weighed.mail, outcomes), asked), row_of(asked.command).shared
        last = outbox.last_number(case.tx) if shared else 0
        outcomes += (_one(case, request),)
        if shared and isinstance(outcomes[-1], Accepted):
            acts.append((request, outbox.recipients_since(case.tx, last)))
    _follow_habits(case, weighed.mail, outcomes)
    tell_masters(case, mail.sender.address, acts)
    return (*_words(outcomes), *reply(case, weighed, outcomes))


def _words(outcomes: tuple[Outcome, ...]) -> Iterator[str]:
    for each in outcomes:
        if isinstance(each, Accepted):
            yield from each.brought
        yield f"{type(each.asked.command).__name__}/{each.word}"


def _mark_plans(case: Case, weighed: Weighed) -> bool:
    """Mark as seen plans that only a spent token proves. Returns False if another copy of the mail came before: the
    plans may be dropped by now."""
    mail = weighed.mail
    planned = any(plans(asked) and row_of(asked.command).kind is Kind.OWN for asked in weighed.reading.asked)
    if case.inbox is None or not (mail.sender.plans and planned):
        return True
    return mark_plans_seen(case, mail.sender, mail.message, case.inbox)


def _in_order(asked: tuple[Asked, ...]) -> tuple[Asked, ...]:
    """Put a mail's commands in the order in which they are done. A name comes first, since a `join` may seat its sender
    under it; a bid or card comes after the plans, so that these are made at the position of that move, and first act
    after it."""
    named = tuple(each for each in asked if isinstance(each.command, SetName))
    return (*named, *_plans_first(tuple(each for each in asked if each not in named)))


def _plans_first(asked: tuple[Asked, ...]) -> tuple[Asked, ...]:
    last = max((at for at, each in enumerate(asked) if plans(each)), default=-1)
    moves = moves_of(asked[: last + 1])
    return (*(each for each in asked[: last + 1] if each not in moves), *moves, *asked[last + 1 :])


def _follow_habits(case: Case, mail: Mail, outcomes: tuple[Outcome, ...]) -> None:
    """Play the cards of a habit that the mail switched on, in all games of its sender."""
    switched = any(isinstance(each, Accepted) and isinstance(each.asked.command, SetHabit) for each in outcomes)
    person = people.by_address(case.tx, mail.sender.address) if switched else None
    if person is None:
        return
    for row in games.running_of(case.tx, person.id):
        go_on(case, row, event_log.load(case.tx, row), games.seat_of(case.tx, row.id, person.id))


def _one(case: Case, request: Request[Any]) -> Outcome:
    """Carry out one command, whole or not at all."""
    try:
        check(case, request)
        if needs_yes(case, request):
            return Held(request.asked)
        with case.tx.begin_nested():
            admit(case, request)
            return _accepted(case, request, HANDLERS[type(request.command)](case, request))
    except Refusal as no:
        return Refused(request.asked, no.reason, no.facts)
    except Complaint as no:
        asked = request.asked if no.line is None else replace(request.asked, line=no.line)
        return Refused(asked, no.wrong, no.facts)


def _accepted(case: Case, request: Request[Any], result: Result) -> Accepted:
    """Note what came of a command: send the page that it asked for, or carry out the earlier commands that it agreed
    to."""
    asked = request.asked
    match result:
        case None:
            return Accepted(asked, announced=carried_out(asked.line))
        case str():
            return Accepted(asked, result)
        case Settled(sentence):
            return Accepted(asked, sentence, settled=True)
        case Told(shows_plans, sentence, told):
            return Accepted(asked, shows_plans=shows_plans, announced=sentence, told=told)
        case Granted(mail, earlier):
            done = carry_out(case, replace(mail, acting=True), Reading(asked=earlier), agreed=True)
            return Accepted(asked, brought=done)
    return Accepted(asked, brought=answer(case, about_tournaments(case, request.mail, (asked,)), result))


BECAUSE = re.compile(r",?\s+because\b", re.IGNORECASE)


def tell_masters(case: Case, by: str, acts: Iterable[tuple[Request[Any], Collection[str]]]) -> None:
    """Tell the other Gamesmasters what one of them asked and was not refused, but for those whom other letters about
    that act reached. All acts of a mail are told in one letter."""
    for address in case.desk.settings.referee.gamesmasters:
        told = [request for request, reached in acts if address not in (by, *reached)]
        if told:
            page = MasterActed(name_of_master(case, by), by, tuple(line for one in told for line in _lines(one)))
            game, *others = {_game(one) for one in told}
            send_answer(case, people.welcome(case.tx, address), page, About(game=None if others else game))


def _lines(request: Request[Any]) -> list[str]:
    """Return what was asked; the reason of a warning is for nobody else."""
    said = "\n".join(request.asked.lines)
    return (BECAUSE.split(said)[0] if isinstance(request.command, Conduct) else said).splitlines()


def _game(request: Request[Any]) -> int | None:
    """Return the game that a command is about; None if it is about no single one."""
    row, meant = row_of(request.command), request.meant
    single = row.steers and not row.of_club and not isinstance(request.command, InAllGames)
    return meant.row.id if isinstance(meant, Meant) and single else None
