"""What a mail at the return address of a letter to Ann says of that letter: only evidence makes it a bounce."""

import base64
from pathlib import Path

import pytest

from referee.post.messages import Message
from referee.post.reading.message import read_message
from referee.post.reading.reports import Told, told_of
from tests.reading.corpus import CORPUS, corpus

ANN = "ann@club.test"
DAEMON = "Return-Path: <>\nFrom: Mail Delivery System <mailer-daemon@else.test>\n"
TYPE = "Content-Type: message/delivery-status"
FAILED, UNDER_WAY, ARRIVED, NOTHING = Told.FAILED, Told.UNDER_WAY, Told.ARRIVED, Told.NOTHING

NAMED = ("undeliver", "mail deliver", "delivery", "returned mail", "failure", "unzustellbar")
"""The beginnings of subjects that nobody but a mail system writes."""


def told(raw: str) -> Told:
    return told_by(raw.encode().replace(b"\n", b"\r\n"))


def told_by(raw: bytes) -> Told:
    message = read_message(raw)
    assert isinstance(message, Message)
    return told_of(message, raw, ANN)


def report(
    *recipients: str, kind: str = "Content-Type: message/delivery-status", words: str = "x", head: str = DAEMON
) -> str:
    """Return a report with these blocks, whose second part begins with `kind`."""
    status = "\n\n".join(("Reporting-MTA: dns; mx.else.test", *recipients))
    if "base64" in kind:
        status = base64.encodebytes(status.encode()).decode()
    return (
        f"{head}Subject: Report\nMIME-Version: 1.0\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="=_b"\n\n'
        f"--=_b\nContent-Type: text/plain; charset=utf-8\n\n{words}\n\n--=_b\n{kind}\n\n{status}\n\n--=_b--\n"
    )


def block(action: str, who: str = "x@y.test", original: str = "") -> str:
    first = f"Original-Recipient: rfc822;{original}\n" if original else ""
    return f"{first}Final-Recipient: rfc822; {who}\nAction: {action}\nStatus: 5.0.0"


KINDS = (
    "Content-Type: message/delivery-status",
    "content-type:message/delivery-status",
    "Content-Type:\n message/delivery-status",
    "Content-Type:\n\tMessage/Delivery-Status;\n\tname=details.txt",
    'Content-Type: "message/delivery-status"',
    "Content-Type: (a report) message/delivery-status (it is)",
    "Content-Type: message/delivery-status charset=utf-8",
    "Content-Type: message / delivery-status",
    "Content-Description: Delivery report\nContent-Type: message/delivery-status",
    "Content-Type: message/delivery-status\nContent-Transfer-Encoding: base64",
    "Content-Type: message/global-delivery-status; charset=utf-8",
    "Content-Type: message/global-delivery-status\nContent-Transfer-Encoding: base64",
    "Content-Type: message/delivery-status\nContent-Transfer-Encoding: 7-bit",
    "Content-Type: message/delivery-status\nContent-Transfer-Encoding: quoted-printable",
)
ACTIONS = {
    "failed": FAILED,
    "Failed": FAILED,
    "FAILED (host said no)": FAILED,
    "(sorry) failed": FAILED,
    "\n failed": FAILED,
    "failure": FAILED,
    "delayed": UNDER_WAY,
    " Delayed ": UNDER_WAY,
    "\n\tdelayed": UNDER_WAY,
    "deferred": UNDER_WAY,
    "delivered": UNDER_WAY,
    "relayed": UNDER_WAY,
    "expanded": UNDER_WAY,
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("words", ["About your message.", "Could not be delivered: 550 5.1.1 user unknown."])
def test_a_report_counts_however_it_is_written_and_whatever_its_text_says(kind: str, words: str) -> None:
    found = {action: told(report(block(action), kind=kind, words=words)) for action in ACTIONS}
    assert found == ACTIONS


PEOPLE = {
    "ours failed": ((block("failed", ANN),), FAILED),
    "ours was delivered, and another failed": ((block("delivered", ANN), block("failed")), UNDER_WAY),
    "ours failed, and another was delivered": ((block("delivered"), block("failed", ANN)), FAILED),
    "ours is late, and another failed": ((block("failed"), block("delayed", "<Ann@Club.Test>")), UNDER_WAY),
    "an alias of ours failed": ((block("failed", "x@y.test", ANN), block("delivered", "bob@club.test")), FAILED),
    "one of two mailboxes of ours failed": (
        (block("failed", "x@y.test", ANN), block("delivered", "z@y.test", ANN)),
        UNDER_WAY,
    ),
    "both failed": ((block("failed", "x@y.test", ANN), block("failed", "z@y.test", ANN)), FAILED),
    "who it was forwarded to failed": ((block("failed", "x@y.test"),), FAILED),
    "neither is ours, and one was delivered": ((block("failed"), block("delivered", "z@y.test")), UNDER_WAY),
    "neither is ours, and none was delivered": ((block("delayed"), block("failed", "z@y.test")), FAILED),
    "a name like ours failed": ((block("failed", "joann@club.test"), block("relayed", ANN)), UNDER_WAY),
    "no empty line between two": ((f"{block('failed')}\n{block('delivered', ANN)}",), UNDER_WAY),
    "nor here": ((f"{block('delivered')}\n{block('failed', ANN)}",), FAILED),
    "blanks in the empty line": ((f"{block('failed', ANN)}\n \t\n{block('delivered')}",), FAILED),
    "the action first": ((f"Action: failed\nFinal-Recipient: rfc822;{ANN}",), FAILED),
    "nobody is named": (("Action: failed",), FAILED),
}


@pytest.mark.parametrize("name", PEOPLE)
def test_whose_copy_a_report_is_about(name: str) -> None:
    blocks, expected = PEOPLE[name]
    assert told(report(*blocks)) is expected


@pytest.mark.parametrize("kind", ["text/plain", "text/html"])
def test_what_a_machine_quotes_is_no_evidence(kind: str) -> None:
    head = f"{DAEMON}Auto-Submitted: auto-generated\nSubject: Re: Your turn\nContent-Type: {kind}\n\nGot it.\n\n"
    assert told(f"{head}> Action: failed\n> 550 5.1.1 user unknown\n") is NOTHING
    assert told(f"{head}550 5.1.1 user unknown\n") is FAILED


@pytest.mark.parametrize("mark", ["\n", "\n\n\n", "\ufeff", "\ufeff\n"])
def test_a_report_counts_below_what_gateways_put_before_a_mail(mark: str) -> None:
    assert told(mark + report(block("failed"))) is FAILED
    assert told(mark + report(block("delayed"))) is UNDER_WAY


def test_a_report_may_lie_deep_or_in_another_mail() -> None:
    inner = report(block("failed"))
    mixed = (
        f'{DAEMON}Subject: x\nContent-Type: multipart/mixed; boundary="o"\n\n--o\nContent-Type: text/plain\n\nx\n--o\n'
    )
    assert told(f"{mixed}{inner.partition(chr(10) + 'MIME-Version: 1.0' + chr(10))[2]}\n--o--\n") is FAILED
    assert told(f"{mixed}Content-Type: message/rfc822\n\n{inner}\n--o--\n") is FAILED
    late = report(block("delayed"))
    returned = late.replace("--=_b--", f"--=_b\nContent-Type: message/rfc822\n\n{inner.replace('=_b', '=_c')}\n--=_b--")
    assert told(returned) is UNDER_WAY


SAID = [
    block.strip().split("\n", 2)
    for block in (Path(__file__).parent / "mail_systems.txt").read_text("utf-8").split("\n== ")[1:]
]
"""What a mail system's words tell, its subject, its text."""


@pytest.mark.parametrize(("tells", "subject", "text"), SAID)
def test_what_a_mail_system_says_in_its_own_words(tells: str, subject: str, text: str) -> None:
    head = f"Subject: {subject}\nContent-Type: text/plain; charset=utf-8\n\n{text}\n"
    assert told(f"{DAEMON}{head}") == tells
    assert told(f"From: <>\n{head}") == tells
    assert told(f"Return-Path: <>\nFrom: {ANN}\n{head}") is ARRIVED, "its reader wrote it"
    if not subject.lower().startswith(NAMED):
        assert told(f"Return-Path: <eve@else.test>\nFrom: eve@else.test\n{head}") is NOTHING, "a person wrote it"


AWAY = (
    "Automatic reply: Your turn",
    "[External] Automatic reply: Your turn",
    "[EXT] **Caution** Out of Office: Your turn",
    "EXTERNAL: Auto: Your turn",
    "Autoreply: Your turn",
    "Abwesenheitsnotiz: Am Zug",
    "Réponse automatique : À vous",
    "Автоматический ответ: Ваш ход",
    "Автоматична відповідь: Ваш хід",
    "Otomatik Yanıt: Sıra sizde",
    "自動応答: あなたの番です",
    "不在通知：あなたの番です",
    "自动答复: 轮到你了",
    "自動回覆：輪到你了",
    "자동 회신: 차례입니다",
    "Răspuns automat: E rândul tău",
    "Αυτόματη απάντηση: Σειρά σου",
    "Automaattinen vastaus: Sinun vuorosi",
    "Autosvar: Din tur",
    "Automatická odpoveď: Si na rade",
    "Automatski odgovor: Tvoj red",
    "תשובה אוטומטית: תורך",
    "رد تلقائي: دورك",
)
MARKS = (
    "",
    "Auto-Submitted: auto-replied\n",
    "Auto-Submitted: auto-generated\nX-Auto-Response-Suppress: All\n",
    "Precedence: bulk\n",
)


@pytest.mark.parametrize("subject", (*AWAY, "Re: Your turn", "Urlaub"))
def test_a_note_that_its_writer_is_away_is_no_bounce(subject: str) -> None:
    body = f"Subject: {subject}\nContent-Type: text/plain; charset=utf-8\n\nI am away.\n> Action: failed\n"
    for marks in MARKS:
        for path in ("<>", "<ann@club.test>", "<postmaster@club.test>"):
            assert told(f"Return-Path: {path}\nFrom: {ANN}\n{marks}{body}") is ARRIVED
            other = told(f"Return-Path: {path}\nFrom: elsewhere@else.test\n{marks}{body}")
            assert other is not FAILED and (other is ARRIVED or subject not in AWAY), (marks, path)


def receipt(
    disposition: str, head: str, words: str = "Your message was read.", kind: str = "disposition-notification"
) -> str:
    return report(kind=f"Content-Type: message/{kind}", head=head, words=words).replace(
        "Reporting-MTA: dns; mx.else.test", f"Final-Recipient: rfc822; {ANN}\nDisposition: {disposition}"
    )


@pytest.mark.parametrize("head", [DAEMON, f"From: {ANN}\n", "Return-Path: <>\nFrom: elsewhere@else.test\n"])
def test_receipts_and_complaints_show_that_a_letter_arrived(head: str) -> None:
    for disposition in (
        "manual-action/MDN-sent-manually; displayed",
        "automatic-action/MDN-sent-automatically; processed",
    ):
        for kind in ("disposition-notification", "global-disposition-notification"):
            assert told(receipt(disposition, head, kind=kind)) is ARRIVED
    unread = "Your message was deleted without being read, and was not delivered to anyone."
    assert told(receipt("manual-action/MDN-sent-automatically; deleted", head, unread)) is ARRIVED
    complaint = report(kind="Content-Type: message/feedback-report", head=head, words="An abuse report for a message.")
    assert told(complaint.replace("delivery-status; boundary", "feedback-report; boundary")) is ARRIVED


def test_a_report_that_a_person_passes_on_is_none() -> None:
    mixed = (
        'Content-Type: multipart/mixed; boundary="=_b"\n\n--=_b\nContent-Type: text/plain\n\nLook what came for Bob.\n'
    )
    part = f"--=_b\n{TYPE}\n\n{block('failed')}\n\n--=_b--\n"
    assert told(f"From: {ANN}\nSubject: Fwd: failure notice\n{mixed}{part}") is ARRIVED
    assert told(f"From: eve@else.test\nSubject: Fwd: failure notice\n{mixed}{part}") is NOTHING
    assert told(f"{DAEMON}Auto-Submitted: auto-replied\nSubject: Automatic reply: x\n{mixed}{part}") is FAILED


@pytest.mark.parametrize("head", ["Auto-Submitted: auto-generated\n", "X-Autoreply: yes\n", "Precedence: bulk\n", ""])
def test_no_answering_machine_speaks_for_a_mail_system(head: str) -> None:
    left = "Subject: Ann has left\n\nThis mailbox is not monitored, and your message was not delivered to anyone.\n"
    assert told(f"Return-Path: <>\nFrom: ann@forwarded.test\n{head}{left}") in (ARRIVED, NOTHING)


def test_the_header_of_exim_is_evidence_and_an_action_outweighs_it() -> None:
    head = f"{DAEMON}X-Failed-Recipients: {ANN}\n"
    assert told(f"{head}Subject: x\n\nx\n") is FAILED
    assert told(report(block("delayed"), head=head)) is UNDER_WAY


@pytest.mark.skipif(CORPUS is None, reason="set REFEREE_MAIL_CORPUS to a folder of real mail")
def test_real_bounces_are_told_from_real_delays() -> None:
    found = {path.stem: told_by(path.read_bytes()) for path in corpus("bounces", "*.txt")}
    late = {name for name, what in found.items() if what is UNDER_WAY}
    assert late == {"dsn_05", "dsn_06", "dsn_07", "dsn_08", "dsn_17"} | {
        f"simple_{number}" for number in ("03", "21", "22", "28", "35", "40")
    }
    # two that people sent, and one that thanks for the mail
    rest = {name for name, what in found.items() if what not in (FAILED, UNDER_WAY)}
    assert rest == {"groupwise_03", "simple_20", "qmail_08"}
