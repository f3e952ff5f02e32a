"""THE PATH of the commands of a mail: check each, carry it out whole or refuse it whole, and answer all of them."""

from dataclasses import replace
from typing import Any

from referee.asking.command_table import row_of
from referee.asking.commands import Asked, DropPlans, MakePlan, Reading, SetHabit, SetName
from referee.asking.grammar import moves_of
from referee.asking.redact import redacted
from referee.asking.rows import Kind
from referee.asking.tournaments import commands as tournaments
from referee.asking.tournaments.lines import names_unknown
from referee.desk.case import Case, Complaint
from referee.desk.people.address_change import says_no
from referee.desk.refusals import Wrong
from referee.desk.request import (
    Accepted,
    Announced,
    Granted,
    Held,
    Mail,
    Meant,
    Outcome,
    Refused,
    Request,
    Result,
    Settled,
    Unmeant,
    carried_out,
)
from referee.desk.requests.agreeing import with_stop, with_yes
from referee.desk.requests.answers import answer, answer_chat, answer_error
from referee.desk.requests.checks import admit, check, needs_yes
from referee.desk.requests.confirmations import ask_about, doubtful_lines, second_thoughts, talks
from referee.desk.requests.handlers import HANDLERS, request_of
from referee.desk.requests.invited import with_answer
from referee.desk.requests.near_misses import near_miss
from referee.desk.requests.offers import Offer, move_now, plan_later
from referee.desk.sender.doubt import several
from referee.desk.sender.duplicates import planned_before
from referee.desk.table.act import go_on
from referee.desk.table.proposals import with_no
from referee.desk.tournaments.meant import number_meant, number_spoken_of
from referee.desk.which_game import is_acting, look_up_again, number_of_mail, own_view
from referee.spades.refusal import Refusal
from referee.store import event_log, games, people
from referee.telling.letter_kinds import Done, PlansPage
from referee.telling.plan_words import plan_sentence, plan_text


def carry_out(case: Case, mail: Mail, reading: Reading, *, agreed: bool = False) -> None:
    """Do what a mail asks, as far as its sender may ask it, and answer the mail. `agreed`: its sender was asked, and
    said yes."""
    # no plan or habit may act unless its owner was shown it
    planning = any(map(_plans, reading.asked)) or any(unclear.plan for unclear in reading.unclear)
    mail = replace(mail, acting=mail.acting or is_acting(case, mail) or planning)
    reading = with_answer(case, mail, with_yes(case, mail, reading))
    mail = replace(mail, denies=reading.no is not None)
    if mail.sender.anybody:
        # the owner of the address may be the victim of this mail, so none of its words reach them
        reading = redacted(reading)
    offer = near_miss(case, mail, reading)
    if reading.unclear:
        case.notes.append("refused/unclear")
        mail = _about_unclear(case, mail, reading, offer)
        answer_error(case, mail, (), tuple((u.line, u.why) for u in reading.unclear), offer=offer)
        return
    if offer.words:
        reading = replace(reading, asked=())
    reading, beside = with_stop(case, mail, with_no(case, mail, reading)), ""
    mail = replace(mail, talks=talks(mail, reading))
    if not agreed:
        reading, beside = second_thoughts(mail, reading)
    doubtful = doubtful_lines(case, mail, reading)
    if not reading.asked and _asks_nothing(case, mail, reading, doubtful, offer):
        return
    if _plans_again(case, mail, reading):
        case.notes.append("seen-before")
        return
    outcomes: tuple[Outcome, ...] = ()
    for asked in _in_order(reading.asked):
        outcomes += (_one(case, request_of(case, _after(case, mail, outcomes), asked)),)
    _follow_habits(case, mail, outcomes)
    _answer_all(case, mail, outcomes, doubtful, beside)


def _plans(asked: Asked) -> bool:
    return row_of(asked.command).plans


def _plans_again(case: Case, mail: Mail, reading: Reading) -> bool:
    """Tell if the mail is a second copy of a mail whose plans only a spent token proves: the plans may be dropped by
    now."""
    plans = any(_plans(asked) and row_of(asked.command).kind is Kind.OWN for asked in reading.asked)
    if case.inbox is None or not (mail.sender.plans and plans):
        return False
    return planned_before(case, mail.sender, mail.message, case.inbox)


def _in_order(asked: tuple[Asked, ...]) -> tuple[Asked, ...]:
    """Put a mail's commands in the order in which they are done. A name comes first, since a `join` may seat its sender
    under it; a bid or card comes after the plans, so that these are made at the position of that move, and first act
    after it."""
    named = tuple(each for each in asked if isinstance(each.command, SetName))
    return (*named, *_plans_first(tuple(each for each in asked if each not in named)))


def _plans_first(asked: tuple[Asked, ...]) -> tuple[Asked, ...]:
    last = max((at for at, each in enumerate(asked) if _plans(each)), default=-1)
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


def _asks_nothing(case: Case, mail: Mail, reading: Reading, doubtful: tuple[Asked, ...], offer: Offer) -> bool:
    """Settle a mail without a plain command, if it says `no` or leaves nothing to ask about. Returns False if it does
    not settle the mail."""
    declined = says_no(case, mail)
    if doubtful and not declined:
        return False
    case.notes.append("no-command")
    if not declined:
        answer_chat(case, _about_unknown(case, mail, reading, offer), reading, offer)
    return True


def _one(case: Case, request: Request[Any]) -> Outcome:
    """Carry out one command, whole or not at all."""
    outcome: Outcome
    try:
        check(case, request)
        if needs_yes(case, request):
            outcome = Held(request.asked)
        else:
            with case.tx.begin_nested():
                admit(case, request)
                result = HANDLERS[type(request.command)](case, request)
                shows = isinstance(result, Announced) and result.plans
                sentence = _sentence(case, request, result)
                outcome = Accepted(
                    request.asked, sentence, isinstance(result, Settled), shows, _announced(request, result)
                )
    except Refusal as no:
        outcome = Refused(request.asked, no.reason, no.facts)
    except Complaint as no:
        asked = request.asked if no.line is None else replace(request.asked, line=no.line)
        outcome = Refused(asked, no.wrong, no.facts)
    case.notes.append(f"{type(request.command).__name__}/{outcome.word}")
    return outcome


def _sentence(case: Case, request: Request[Any], result: Result) -> str | None:
    """Write the sentence of the answer about a result; None if a page was sent, or the commands of an earlier mail are
    answered instead."""
    if result is None or isinstance(result, str):
        return result
    if isinstance(result, Settled):
        return result.sentence
    if isinstance(result, Granted):
        carry_out(case, replace(result.mail, acting=True), Reading(asked=result.asked), agreed=True)
    elif not isinstance(result, Announced):
        answer(case, _about_tournaments(case, request.mail, (request.asked,)), result)
    return None


def _announced(request: Request[Any], result: Result) -> str:
    """Say what was done without an answer, for an answer to the rest of the mail."""
    if isinstance(result, Announced):
        return result.sentence
    return carried_out(request.asked.line) if result is None else ""


def _after(case: Case, mail: Mail, outcomes: tuple[Outcome, ...]) -> Mail:
    """Return the mail with the present state of its games; looks them up again only if a command changed something."""
    changed = any(
        isinstance(each, Accepted) and row_of(each.asked.command).kind is not Kind.QUESTION for each in outcomes
    )
    return look_up_again(case, mail) if changed else mail


def _answer_all(
    case: Case, mail: Mail, outcomes: tuple[Outcome, ...], doubtful: tuple[Asked, ...], beside: str
) -> None:
    """Ask about the commands that wait for a `yes`; then report the commands that were refused, or done without a
    letter of their own."""
    held = tuple(each.asked for each in outcomes if isinstance(each, Held))
    refused = tuple(each for each in outcomes if isinstance(each, Refused))
    done = _sentences(outcomes)
    if not (held or refused or done or doubtful):
        return
    mail, unclear = _after(case, mail, outcomes), several(doubtful)
    if refused or unclear or done:
        done = _sentences(outcomes, announced=True)
    mail = _about_tournaments(case, mail, tuple(each.asked for each in outcomes))
    settled = any(isinstance(each, Accepted) and each.settled for each in outcomes)
    mail = replace(mail, acting=mail.acting or settled)
    mail = replace(mail, bounded=any(map(_is_counted, outcomes)))
    ask_about(case, mail, held, () if unclear else doubtful, beside)
    if refused or unclear:
        answer_error(case, mail, refused, unclear, done, offer=plan_later(mail, outcomes))
    elif done:
        _answer_done(case, mail, outcomes, done)


def _about_tournaments(case: Case, mail: Mail, asked: tuple[Asked, ...]) -> Mail:
    """Return the mail without the game that it would mean, if all that it asks is about tournaments."""
    if not asked or not all(isinstance(each.command, tournaments.Command) for each in asked):
        return mail
    number = number_meant(case, request_of(case, mail, asked[0]))
    return replace(mail, meant=Unmeant(wrong=Wrong.NO_GAME), tournament=number)


def _about_unclear(case: Case, mail: Mail, reading: Reading, offer: Offer) -> Mail:
    """Return the mail as one about a tournament and no game, if that holds of all its lines that are unclear."""
    if offer.words or not all(each.tournament for each in reading.unclear):
        return mail
    number = number_spoken_of(case, mail, reading.unclear[0].line)
    return replace(mail, meant=Unmeant(wrong=Wrong.NO_GAME), tournament=number)


def _about_unknown(case: Case, mail: Mail, reading: Reading, offer: Offer) -> Mail:
    """Return the mail; if it names an unknown tournament, and no game by itself, return it as a mail about no game."""
    if offer.words or mail.named or not names_unknown(reading.chat or ""):
        return mail
    return replace(mail, meant=Unmeant(wrong=Wrong.NO_GAME), tournament=number_of_mail(case, mail))


def _is_counted(outcome: Outcome) -> bool:
    """Tell if a command with a daily limit of its own was done: such a command always gets an answer, and the limit
    still ends a mail loop."""
    return isinstance(outcome, Accepted) and row_of(outcome.asked.command).counted


def _sentences(outcomes: tuple[Outcome, ...], *, announced: bool = False) -> tuple[str, ...]:
    """Say for the answer what was done; with `announced`, include acts that need no answer of their own. If the letter
    about a move of the same mail shows the plans, say only what in them cannot play."""
    accepted = tuple(each for each in outcomes if isinstance(each, Accepted))
    shown = any(each.shows_plans for each in accepted)
    said = ((_beside_letter(each) if shown else each.sentence) or (announced and each.announced) for each in accepted)
    return tuple(sentence for sentence in said if sentence)


def _beside_letter(accepted: Accepted) -> str | None:
    """Say for the answer what a command did, if another letter shows its sender their plans."""
    match accepted.asked.command:
        case MakePlan(plan) if accepted.sentence:
            # behind the plan in full words the sentence says what of it cannot play
            notes = accepted.sentence.removeprefix(plan_sentence(plan)).strip()
            return f"`plan {plan_text(plan)}`: {notes}" if notes else None
        case MakePlan() | DropPlans():
            return None
    return accepted.sentence


def _answer_done(case: Case, mail: Mail, outcomes: tuple[Outcome, ...], done: tuple[str, ...]) -> None:
    """Say what was done; to someone who plans, with the plans that they have now."""
    own = own_view(mail.meant)
    if own is None or not any(_plans(each.asked) for each in outcomes):
        answer(case, mail, Done(done))
        return
    assert isinstance(mail.meant, Meant), "there is a game that the player sees"
    offer = move_now(mail, outcomes)
    page = PlansPage(own, mail.meant.row.deadline, done, offer.move)
    answer(case, _with_habits(case, mail), page, offer=offer.words or None)


def _with_habits(case: Case, mail: Mail) -> Mail:
    """Return the mail, its sender with the habits that it may just have set."""
    known, now = mail.sender.person, people.by_address(case.tx, mail.sender.address)
    if known is None or now is None:
        return mail
    return replace(mail, sender=replace(mail.sender, person=replace(known, habits=now.habits)))
