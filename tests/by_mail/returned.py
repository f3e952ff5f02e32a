"""Letters that come back, and what the Gamesmaster hears of them."""

from typing import Any

from referee.desk.outgoing import envelope_sender
from referee.handle import handle_given_up
from referee.store.outbox import Queued
from tests import outgoing
from tests.talk import MASTER, Talk, address

REPORT = """\
Content-Type: multipart/report; report-type=delivery-status; boundary="=_b"
MIME-Version: 1.0

--=_b
Content-Type: text/plain

{words}

--=_b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.else.test

Final-Recipient: rfc822; {address}
Action: {action}
Status: 5.1.1

--=_b--
"""


def queued(talk: Talk, who: str, event: str = "") -> Queued:
    """Return the last letter to someone, or the last about `event`."""
    with talk.store.reading() as tx:
        found = outgoing.letters(tx, 1, talk.seen)
    return [x for x in found if x.recipient == address(who) and (not event or event in x.event.split(","))][-1]


def returned(talk: Talk, letter: Queued, action: str = "failed", words: str = "No such user.") -> str:
    """Return a mail server's report about a letter, at the letter's own envelope address."""
    to = envelope_sender(talk.settings, letter.secret)
    head = f"From: mailer-daemon@else.test\nTo: {to}\nSubject: Mail delivery\nMessage-ID: <{talk.seen}.{action}@else>\n"
    report = REPORT.format(words=words, address=letter.recipient, action=action)
    return talk.deliver((head + report).replace("\n", "\r\n").encode())


def gives_up(talk: Talk, letter: Queued) -> None:
    """Have the mail server refuse a letter for good, or for five days."""
    chance: dict[str, Any] = {"now": talk.now, "draws": talk.draws()}
    handle_given_up(talk.desk, talk.store, letter, "550 no such user", **chance)


def notices(talk: Talk) -> list[str]:
    """Return the letters to the Gamesmaster about letters that did not arrive."""
    return [letter.flat for letter in talk.to(MASTER) if "was not delivered" in letter.text]
