"""THE PATH: the fate of one mail, and of one clock that ran out. Read this first; docs/CONTRIBUTING.md has its map.

Plain functions, with no socket and no clock of their own: the moment and the chance come in as values, and all that a
mail causes, letters included, commits together or not at all.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

from referee.config import Settings
from referee.desk import bounces, rollback
from referee.desk.alarm import Cause, alarm
from referee.desk.case import Case, Desk, Draws
from referee.desk.people.members import note_heard
from referee.desk.requests.answers import answer_elsewhere, answer_nameless
from referee.desk.requests.carry_out import carry_out
from referee.desk.rollback import Lost
from referee.desk.sender.duplicates import mark_seen, without_unproven_parts
from referee.desk.sender.identify import (
    Sender,
    as_a_persons,
    authored,
    identify,
    left_alone,
    others_token,
    token_holder,
)
from referee.desk.table.records import record
from referee.desk.token_leaks import burn_leaked
from referee.desk.tournaments.which_tournament import read
from referee.desk.which_game import look_up
from referee.post.messages import Message
from referee.post.reading.message import read_message
from referee.records.lines import heads
from referee.store import games, inbox, marks, outbox, progress, tournaments
from referee.store.backend import Store
from referee.store.inbox import StoredMail
from referee.store.outbox import Queued
from referee.store.progress import file_whole
from referee.telling.formats import written_at
from referee.telling.record_file import record_name, record_text, tournament_record_name
from referee.timed import Reached, Timed, start_clock
from referee.tournaments.fold import lines_of

HANDLED_BEFORE = "ignored/handled-before"


def handle_mail(desk: Desk, store: Store, number: int, *, now: datetime, draws: Draws) -> str:
    """Handle mail `number` of the inbox, once. Returns the words for its log line."""
    with store.transaction() as tx, written_at(now):
        stored = inbox.mail(tx, number)
        if stored.state == "done":
            return HANDLED_BEFORE
        message = read_message(stored.raw)
        case = Case(desk=desk, tx=tx, now=now, draws=draws, inbox=number, received=stored.arrived)
        holder = None if message.sender else token_holder(case, message, stored.raw)
        burn_leaked(case, message, stored.raw)
        outcome = _take(case, stored, message, holder)
        inbox.finish(tx, number, outcome)
    return outcome


def _take(case: Case, stored: StoredMail, message: Message, holder: Sender | None) -> str:
    """Find out whose mail it is and what it asks, and do that. Returns the words for its log line.

    `holder`: the person who was sent the reply address of a mail whose From names nobody.
    """
    if (returned := bounces.note_bounce(case, message, stored.raw)) is not None:
        return returned
    if not message.sender:
        return " ".join(answer_nameless(case, message, holder, stored.arrived))
    message = authored(case.desk.settings, message, stored.raw)
    sender = identify(case, message, stored)
    message = as_a_persons(sender, message)
    if why := left_alone(case.desk.settings, sender, message):
        return f"ignored/{why}"
    message = without_unproven_parts(message, sender)
    if not mark_seen(case, sender, message, stored.id):
        return "ignored/seen-before"
    if (token := others_token(case, sender, message)) is not None:
        return " ".join(answer_elsewhere(case, sender, message, token, stored.arrived))
    mail = look_up(case, sender, message, stored.arrived)
    outcome = " ".join(carry_out(case, mail, read(case, mail)))
    note_heard(case, sender)
    return outcome


def handle_due(desk: Desk, store: Store, work: Timed, number: int, *, reached: Reached, draws: Draws) -> bool:
    """Do the work that fell due under `number`. Returns False if it is no longer due, or must wait."""
    with store.transaction() as tx, written_at(reached.now):
        if number not in work.due(tx, desk.settings, reached):
            return False
        now = (work.by(reached) if work.lag else None) or reached.now
        return work.do(Case(desk=desk, tx=tx, now=now, draws=draws), number) is not False


def handle_sent(
    desk: Desk, store: Store, accepted: Sequence[tuple[Queued, str]], *, now: datetime, draws: Draws
) -> None:
    """Start the clocks that wait for letters which the mail server accepted, each with its reply."""
    with store.transaction() as tx, written_at(now):
        outbox.mark_sent(tx, {letter.id: reply for letter, reply in accepted}, now)
        case = Case(desk=desk, tx=tx, now=now, draws=draws)
        for letter, _ in accepted:
            start_clock(case, letter)


def handle_given_up(desk: Desk, store: Store, letter: Queued, reply: str, *, now: datetime, draws: Draws) -> None:
    """Start the clock that waits for a letter which the mail server refused for good, and write to the Gamesmaster."""
    with store.transaction() as tx, written_at(now):
        case = Case(desk=desk, tx=tx, now=now, draws=draws)
        start_clock(case, letter)
        bounces.undeliverable(case, letter, reply)
        outbox.mark_tried(tx, letter.id, None, reply)


def handle_put_back(store: Store, letter: Queued, reply: str, again: datetime) -> None:
    """Put back a letter that the mail server did not accept: try it `again` at that moment."""
    with store.transaction() as tx:
        outbox.mark_tried(tx, letter.id, again, reply)


def handle_older_copy(desk: Desk, store: Store, *, now: datetime, draws: Draws) -> bool:
    """Stop everything, once, if the database is behind the witness beside it: then it is an older copy. Returns True if
    it is."""
    with store.transaction() as tx, written_at(now):
        progress.give_identity(tx, draws.secret())
        own, witnessed = progress.reach(tx), progress.witnessed(progress.witness_file(store.file))
        if witnessed is None or not own.behind(witnessed):
            return False
        letters = max(witnessed.letter - own.letter, 0)
        rollback.stop_all(Case(desk=desk, tx=tx, now=now, draws=draws), Lost(letters, witnessed.letter, witnessed.game))
        return True


def handle_unknown(
    desk: Desk, store: Store, mails: Mapping[str, datetime], *, noticed: bool, now: datetime, draws: Draws
) -> int:
    """Stop everything if the database does not know some of `mails`, which were handled since `progress.known_until`,
    by digest and arrival: then it is an older copy. Returns how many it does not know.

    `noticed`: we found that out another way, and stopped already. A database that never held a game may be a new one.
    """
    with store.transaction() as tx, written_at(now):
        unknown = progress.unknown(tx, mails)
        if not unknown:
            return 0
        case = Case(desk=desk, tx=tx, now=now, draws=draws)
        own = progress.reach(tx)
        marks.set_mark(tx, progress.ACCOUNTED, max(mails[digest] for digest in unknown).isoformat())
        if own.game == 0 and not noticed:
            alarm(case, Cause.RESTORED, rollback.new_beside_old(desk.settings, len(unknown)))
        elif not noticed:
            # each lost mail may have begun a game or a table
            rollback.stop_all(case, Lost(None, own.letter, own.game + len(unknown)))
        return len(unknown)


def file_record(desk: Desk, store: Store, number: int) -> None:
    """Write the public record of game `number` to its file. Raises OSError: it then stays on the list to be filed."""
    with store.reading() as look:
        lines = record(look, number)
    file_whole(records_folder(desk.settings) / record_name(number, lines), record_text(lines))
    with store.transaction() as tx:
        games.set_filed(tx, number, heads(lines)[-1])


def file_tournament(desk: Desk, store: Store, number: int) -> None:
    """Write the public record of tournament `number` to its file. Raises OSError: it then stays on the list."""
    with store.reading() as look:
        lines = lines_of(tournaments.events_of(look, number))
    file_whole(records_folder(desk.settings) / tournament_record_name(number), record_text(lines))
    with store.transaction() as tx:
        tournaments.set_filed(tx, number, heads(lines)[-1])


def records_folder(settings: Settings) -> Path:
    """Return the folder for the records of games and tournaments that are over."""
    return settings.referee.data_dir / "records"


def tell_operator(
    desk: Desk, store: Store, cause: Cause, sentences: tuple[str, ...], *, now: datetime, draws: Draws
) -> bool:
    """Write to the operator that something needs a person, at most once a day for each cause. Returns True if it is
    news."""
    with store.transaction() as tx, written_at(now):
        return alarm(Case(desk=desk, tx=tx, now=now, draws=draws), cause, sentences)
