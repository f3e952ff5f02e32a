"""Letters that came back. Only the secret envelope address of a letter makes a mail a bounce."""

import re

from referee.desk.answering import may_notify
from referee.desk.case import Case
from referee.desk.send import send_answer
from referee.desk.who import token_words
from referee.mail.answers import Alarm, Undeliverable
from referee.mail.messages import Automatic, Incoming
from referee.store import games, people, post
from referee.store.post import Queued

RETURNED = re.compile(r"b\.(\d{1,12})\.([a-z2-7]{24})", re.ASCII)


def note_bounce(case: Case, incoming: Incoming) -> bool:
    """Whether the mail came to the envelope address of a letter; if so the letter counts as undelivered.

    A vacation note comes there too (RFC 3834), but shows that the letter arrived.
    """
    if incoming.automatic is Automatic.REPLIED:
        return False
    for word in token_words(case.desk.settings, incoming):
        if match := RETURNED.fullmatch(word):
            letter = post.mark_bounced(case.tx, int(match[1]), match[2])
            if letter is not None:
                undeliverable(case, letter, "it came back as undeliverable")
            return True
    return False


def undeliverable(case: Case, letter: Queued, why: str) -> None:
    """Tell the Gamesmaster of a game, or all of them, that a letter did not arrive.

    Not of a letter to emself, and not of one to a stranger, who may never have written.
    """
    person = people.by_address(case.tx, letter.recipient)
    if person is None and letter.recipient != case.desk.settings.referee.list:
        return
    kept = None if letter.game is None else games.find(case.tx, letter.game)
    masters = case.desk.settings.referee.gamesmasters if kept is None else (kept.gamesmaster,)
    notice = Undeliverable(letter.game, person.name if person else "", letter.recipient, why, letter.tries)
    for address in masters:
        if address != letter.recipient and may_notify(case, address, f"undeliverable {letter.recipient}"):
            master = people.welcome(case.tx, address, address.partition("@")[0])
            send_answer(case, master, notice, game=letter.game)


def alarm(case: Case, sentences: tuple[str, ...]) -> None:
    """Tell every gamesmaster that something needs a person."""
    for address in case.desk.settings.referee.gamesmasters:
        if may_notify(case, address, f"alarm {sentences}"):
            master = people.welcome(case.tx, address, address.partition("@")[0])
            send_answer(case, master, Alarm(sentences))
