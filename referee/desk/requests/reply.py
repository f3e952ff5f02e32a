"""The reply to a mail: questions about what waits for a `yes`, what was refused, and what was done without a letter of
its own."""

import re
from dataclasses import replace

from referee.asking.command_table import row_of
from referee.asking.commands import Asked, BareNumber, DropPlans, MakePlan
from referee.asking.rows import Kind
from referee.asking.tournaments import commands as tournaments
from referee.desk.case import Case, Wrong
from referee.desk.quotas import Slot
from referee.desk.request import Accepted, Held, Mail, Meant, Outcome, Refused, Unmeant, Words
from referee.desk.requests.answers import answer, answer_error
from referee.desk.requests.handlers import request_of
from referee.desk.requests.offers import Offer, instead, move_now, plan_later
from referee.desk.requests.weigh import Weighed, ask_about, plans
from referee.desk.sender.confirm import several_doubtful
from referee.desk.table.act import is_first_round, owe_receipts
from referee.desk.table.leave import WAIT, no_leave
from referee.desk.table.moves import Made, move_words
from referee.desk.tournaments.which_tournament import number_meant
from referee.desk.which_game import look_up_again, number_of_mail
from referee.games import view
from referee.spades.commands import MakeBid
from referee.store import people
from referee.table.refusal import Reason
from referee.telling.letter_kinds import Done, Noted, PlansPage
from referee.telling.sentences.plan_words import plan_sentence, plan_text

AWAY = re.compile(r"(?:i am |i['\u2019]m |i(?: will|['\u2019]ll) be )?away\b", re.IGNORECASE)
"""The beginning of a line about a leave."""


def reply_to_unclear(case: Case, weighed: Weighed) -> Words:
    """Say which lines are unclear; nothing of the mail was done."""
    mail, unclear, offer = weighed.mail, weighed.reading.unclear, weighed.offer
    if not offer.words and all(each.tournament for each in unclear):
        mail = _about_tournament(mail, number_of_mail(case, mail))
    line, own = unclear[0].line, mail.meant.own
    if isinstance(mail.meant, Meant) and own and not own.terms.leave and AWAY.match(line):
        unclear, offer = (replace(unclear[0], why=no_leave(mail.meant.row)),), Offer(f"{WAIT}{line}", line=line)
    return answer_error(case, mail, (), tuple((each.line, each.why) for each in unclear), offer=offer)


def reply(case: Case, weighed: Weighed, outcomes: tuple[Outcome, ...]) -> Words:
    """Ask about the commands that wait for a `yes`; then report the commands that were refused, or done without a
    letter of their own."""
    held = tuple(each.asked for each in outcomes if isinstance(each, Held))
    refused = tuple(each for each in outcomes if isinstance(each, Refused))
    done = _sentences(outcomes)
    if not (held or refused or done or weighed.doubtful):
        return _noted(case, weighed.mail, outcomes)
    unclear = several_doubtful(weighed.doubtful)
    if refused or unclear or done:
        done = _sentences(outcomes, announced=True)
    mail = present(case, weighed.mail, outcomes)
    mail = about_tournaments(case, mail, tuple(each.asked for each in outcomes))
    settled = any(isinstance(each, Accepted) and each.settled for each in outcomes)
    mail = replace(mail, acting=mail.acting or settled, bounded=any(map(_is_counted, outcomes)))
    asked = ask_about(case, mail, held, () if unclear else weighed.doubtful, weighed.beside)
    if (again := _made_before(mail, outcomes)) and not weighed.doubtful:
        return answer(case, mail, again)
    if refused or unclear:
        asked = (*asked, "refused/several-doubtful") if unclear else asked
        offer = instead(outcomes)
        offer = offer if offer.words else plan_later(mail, outcomes)
        return (*asked, *answer_error(case, mail, refused, unclear, done, offer=offer))
    if not done or (not asked and _may_wait(case, mail, outcomes)):
        return asked
    return (*asked, *_answer_done(case, mail, outcomes, done))


def _noted(case: Case, mail: Mail, outcomes: tuple[Outcome, ...]) -> Words:
    """Answer the moves of a beginner in a line. Other moves need no answer: letters say what came of them."""
    done = next((each.announced for each in outcomes if isinstance(each, Accepted) and not each.told), None)
    if done is None:
        return ()
    mail = present(case, mail, outcomes)
    assert isinstance(mail.meant, Meant), "a move is made in a game"
    # an act needs no slot: there are finitely many
    return answer(case, mail, Noted(done, view(mail.meant.game), mail.meant.row.deadline), Slot())


def _made_before(mail: Mail, outcomes: tuple[Outcome, ...]) -> Noted | None:
    """Note in a line that the only move of a mail had been made before; not if its player is to move now."""
    match mail.meant, outcomes:
        case Meant() as meant, (Refused(asked, Reason.MADE_BEFORE, {"made": made, "round": number}),):
            assert isinstance(made, Made), "a move is one of these"
            if meant.seat not in meant.game.called:
                said = f"{move_words(made, meant.game, asked.line)} in round {number} already, and that stands"
                return Noted(said, view(meant.game), meant.row.deadline, beginner=False)
    return None


def _may_wait(case: Case, mail: Mail, outcomes: tuple[Outcome, ...]) -> bool:
    """Tell if no answer is needed at once: a tap on a button made a plan, or a bid was kept, just as it stands there,
    and another letter will show it. A reply that somebody typed names the letter that it answers; a tapped plan names
    none."""
    one, person, meant = outcomes[0], mail.sender.person, mail.meant
    if len(outcomes) > 1 or not isinstance(one, Accepted) or person is None or not isinstance(meant, Meant):
        return False
    match one.asked.command:
        case MakePlan(plan):
            plainly = (one.asked.line, one.sentence) == (f"plan {plan_text(plan)}", plan_sentence(plan))
        case command:
            plainly = isinstance(command, MakeBid | BareNumber)
    tapped = not mail.message.references and mail.message.text.strip() == one.asked.line
    if not (plainly and tapped) or person.receipts or is_first_round(case, meant.game, person):
        return False
    if meant.seat is None or move_now(mail, outcomes).words:
        return False
    if person.receipts is None:
        owe_receipts(case, meant.row.id, [meant.seat])
    return True


def present(case: Case, mail: Mail, outcomes: tuple[Outcome, ...]) -> Mail:
    """Return the mail with the present state of its games; looks them up again only if a command changed something."""
    changed = any(
        isinstance(each, Accepted) and row_of(each.asked.command).kind is not Kind.QUESTION for each in outcomes
    )
    return look_up_again(case, mail) if changed else mail


def about_tournaments(case: Case, mail: Mail, asked: tuple[Asked, ...]) -> Mail:
    """Return the mail without the game that it would mean, if all that it asks is about tournaments."""
    if not asked or not all(isinstance(each.command, tournaments.Command) for each in asked):
        return mail
    return _about_tournament(mail, number_meant(case, request_of(case, mail, asked[0])))


def _about_tournament(mail: Mail, number: int | None) -> Mail:
    return replace(mail, meant=Unmeant(wrong=Wrong.NO_GAME), tournament=number)


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
            # what follows the plan in full words is what of it cannot play
            notes = accepted.sentence.removeprefix(plan_sentence(plan)).strip()
            return f"`plan {plan_text(plan)}`: {notes}" if notes else None
        case MakePlan() | DropPlans():
            return None
    return accepted.sentence


def _answer_done(case: Case, mail: Mail, outcomes: tuple[Outcome, ...], done: tuple[str, ...]) -> Words:
    """Say what was done; to someone who plans, with the plans that they have now."""
    own = mail.meant.own
    if own is None or not any(plans(each.asked) for each in outcomes):
        return answer(case, mail, Done(done))
    assert isinstance(mail.meant, Meant), "there is a game that the player sees"
    offer = move_now(mail, outcomes)
    page = PlansPage(own, mail.meant.row.deadline, done, offer.move)
    return answer(case, _with_habits(case, mail), page, offer=offer.words or None)


def _with_habits(case: Case, mail: Mail) -> Mail:
    """Return the mail, its sender with the habits that it may just have set."""
    known, now = mail.sender.person, people.by_address(case.tx, mail.sender.address)
    if known is None or now is None:
        return mail
    return replace(mail, sender=replace(mail.sender, person=replace(known, habits=now.habits)))
