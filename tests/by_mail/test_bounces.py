"""Letters that come back or are refused: the Gamesmaster hears of it, and no clock moves. Mails whose From does not
name exactly one address: a bounce counts, and the holder of the reply address gets a letter."""

from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from referee.commands.status import show_status, status_of
from referee.desk import quotas
from referee.desk.outgoing import envelope_sender
from referee.store import outbox
from referee.store.outbox import Queued
from tests.by_mail.returned import gives_up, notices, queued, returned
from tests.reading.corpus import CORPUS, corpus
from tests.talk import LIST, MASTER, STARTER, Letter, Talk, address, tokens

LIMIT = timedelta(days=3)


def test_a_turn_letter_that_comes_back_moves_no_clock_and_the_gamesmaster_hears_of_it(table: Talk) -> None:
    who, trail, count = table.due(), table.trail(), len(table.letters)
    until = table.kept().deadline
    assert until == table.now + LIMIT
    table.passes(days=1)
    assert returned(table, queued(table, who)) == "bounce"
    assert table.kept().deadline == until and table.trail() == trail
    assert [letter.to for letter in table.letters[count:]] == [MASTER]
    (told,) = notices(table)
    assert f"It is their turn, and the clock runs on. They have until {until:%a %d %b %H:%M} UTC." in told
    for word in ("replace", "extend 2 days", "pause"):
        assert word in told
    table.passes(days=1, hours=23)
    assert table.game().bids[0] is None
    table.passes(hours=1)
    assert table.game().bids[0] == 2


def test_the_gamesmaster_who_does_not_play_hears_of_it_and_of_all_else_that_needs_one(tmp_path: Path) -> None:
    seated = STARTER.replace("dave@club.test", MASTER)
    talk = Talk(tmp_path, referee={"gamesmasters": [MASTER, "gm2@club.test"]}).starts(seated)
    count = len(talk.letters)
    assert returned(talk, queued(talk, "ann", "deal")) == "bounce"
    assert [letter.to for letter in talk.letters[count:]] == ["gm2@club.test"]
    for _ in range(12):
        talk.passes(days=3, seconds=1)
    assert talk.says("gm2", "abort", answers=None, proven=True, subject="[Spades 1]") == "Abort/accepted"
    subjects = [letter["Subject"] for letter in talk.to("gm2")]
    assert any("fallen silent" in subject for subject in subjects) and "The final score" in subjects[-1]
    assert not any("fallen silent" in letter["Subject"] for letter in talk.to(MASTER))


def test_the_gamesmaster_hears_of_an_address_once_a_day(table: Talk) -> None:
    who = table.hears_each_play().due()
    table.acts()
    for event in ("turn", "bid"):
        assert returned(table, queued(table, who, event)) == "bounce"
    assert len(notices(table)) == 1
    table.passes(days=1)
    table.acts()
    assert returned(table, queued(table, who, "bid")) == "bounce"
    assert len(notices(table)) == 2


def test_a_letter_to_a_player_who_is_not_to_act_says_nothing_of_a_turn(table: Talk) -> None:
    second = table.game().names[1].lower()
    until, count = table.kept().deadline, len(table.letters)
    assert returned(table, queued(table, second, "deal")) == "bounce"
    assert table.kept().deadline == until
    assert [letter.to for letter in table.letters[count:]] == [MASTER]
    assert "their turn" not in notices(table)[0] and 'stop the clock with "pause"' in notices(table)[0]
    table.acts()
    assert table.due() == second and table.kept().deadline == table.now + LIMIT


def test_a_paused_game_has_what_was_left_when_it_runs_on(table: Talk) -> None:
    who = table.due()
    table.passes(days=1)
    table.master("pause")
    count = len(table.letters)
    returned(table, queued(table, who, "turn"))
    assert [letter.to for letter in table.letters[count:]] == [MASTER]
    assert "their turn" not in notices(table)[0]
    table.passes(days=10)
    table.master("resume")
    assert table.kept().deadline == table.now + LIMIT - timedelta(days=1)


def test_a_game_that_is_over_has_no_clock(table: Talk) -> None:
    letter = queued(table, table.due())
    table.master("abort")
    count = len(table.letters)
    assert returned(table, letter) == "bounce"
    assert [x.to for x in table.letters[count:]] == [MASTER] and table.kept().deadline is None


@pytest.mark.parametrize("action", ["delayed", "Delayed", "relayed", "delivered", "expanded"])
def test_a_report_that_a_letter_is_late_or_there_is_no_bounce(table: Talk, action: str) -> None:
    who, count, until = table.due(), len(table.letters), table.kept().deadline
    letter = queued(table, who)
    assert returned(table, letter, action, "Could not be delivered for 4 hours. Still trying.") == "ignored/delayed"
    assert (len(table.letters), table.kept().deadline) == (count, until)
    assert returned(table, letter) == "bounce" and table.kept().deadline == until and len(notices(table)) == 1


def test_what_the_recipient_writes_to_the_envelope_shows_that_the_letter_arrived(table: Talk) -> None:
    who, count, until = table.due(), len(table.letters), table.kept().deadline
    letter = queued(table, who)
    to = envelope_sender(table.settings, letter.secret)
    assert table.deliver(table.mail(who, "I am at sea until May.", to=to)) == "ignored/arrived"
    assert (len(table.letters), table.kept().deadline) == (count, until)


def test_a_move_at_the_return_address_is_asked_about(table: Talk) -> None:
    who, count = table.due(), len(table.letters)
    to = envelope_sender(table.settings, queued(table, who).secret)
    assert table.deliver(table.mail(who, "bid 3", to=to)) == "MakeBid/unproven"
    assert [letter.to for letter in table.letters[count:]] == [address(who)]
    table.says(who, "yes", answers=table.letters[-1])
    assert table.game().bids[table.game().names.index(who.title())] == 3


MAYBE_MOVES = {
    "which of two": "QS or KS\n",
    "below an older mail": "-----Original Message-----\nFrom: Spades Referee\nSubject: x\n\n> Your turn.\n\nbid 3\n",
    "encrypted": "-----BEGIN PGP MESSAGE-----\n\nhQEMA0\n-----END PGP MESSAGE-----\n",
}


@pytest.mark.parametrize("name", MAYBE_MOVES)
def test_what_may_be_a_move_at_the_return_address_is_answered(table: Talk, name: str) -> None:
    who, count, trail = table.due(), len(table.letters), table.trail()
    to = envelope_sender(table.settings, queued(table, who).secret)
    assert not table.deliver(table.mail(who, MAYBE_MOVES[name], to=to)).startswith("ignored/")
    assert [letter.to for letter in table.letters[count:]] == [address(who)] and table.trail() == trail


AWAY = "Return-Path: <>\nX-Autoreply: yes\n"


@pytest.mark.parametrize("marks", ["", AWAY, "Return-Path: <>\nAuto-Submitted: auto-generated\n", "Precedence: bulk\n"])
@pytest.mark.parametrize("sender", ["", "holiday@else.test"])
def test_nothing_but_evidence_makes_it_a_bounce(table: Talk, marks: str, sender: str) -> None:
    who, count, trail = table.due(), len(table.letters), table.trail()
    to = envelope_sender(table.settings, queued(table, who).secret)
    raw = f"{marks}From: {sender or address(who)}\nTo: {to}\nSubject: Re: Your turn\n\nI am at sea until May.\n"
    assert table.deliver(raw.encode()).startswith("ignored/")
    assert (len(table.letters), table.trail()) == (count, trail)
    assert returned(table, queued(table, who)) == "bounce", "the letter may still come back"


def test_a_letter_comes_back_once(table: Talk) -> None:
    letter = queued(table, table.due())
    assert returned(table, letter) == "bounce" and len(notices(table)) == 1
    table.passes(days=1, hours=1)
    assert returned(table, letter, words="Again.") == "bounce"
    assert len(notices(table)) == 1
    with table.store.reading() as tx:
        assert outbox.counts(tx)["bounced"] == 1


def test_a_reply_that_lists_the_return_address_too_is_a_reply(table: Talk) -> None:
    who = table.due()
    to = envelope_sender(table.settings, queued(table, who).secret)
    assert table.says(who, "Thank you all.", headers={"Cc": to}) == "no-command"
    assert table.acts("bid 3", headers={"Cc": to, "Return-Path": "<>"}) == "MakeBid/accepted"


@pytest.mark.skipif(CORPUS is None, reason="set REFEREE_MAIL_CORPUS to a folder of real mail")
def test_shapes_that_others_reported(table: Talk) -> None:
    who, until, count = table.due(), table.kept().deadline, len(table.letters)
    letter = queued(table, who)
    shapes = [path for name in ("dsn-*", "delay-*", "away-*", "read-*") for path in corpus("public", f"{name}.eml")]
    assert len(shapes) == 6
    for number, path in enumerate(shapes):
        text = path.read_text("utf-8")
        given = {"ENVELOPE": envelope_sender(table.settings, letter.secret), "FROM": address(who), "N": str(number)}
        for name, value in {**given, "SUBJECT": table.last(who)["Subject"]}.items():
            text = text.replace(f"@{name}@", value)
        assert table.deliver(text.replace("\n", "\r\n").encode()) in ("ignored/delayed", "ignored/arrived"), path.name
    assert (len(table.letters), table.kept().deadline) == (count, until)


def held(talk: Talk) -> Queued:
    """Return the notice of the first turn in a game whose letters still wait."""
    talk.hold = True
    talk.starts()
    return queued(talk, talk.due())


def test_a_notice_that_is_refused_at_once_has_its_limit_from_then(talk: Talk) -> None:
    until = talk.now + LIMIT
    gives_up(talk, held(talk))
    talk.accepts()
    assert talk.kept().deadline == until
    assert "550 no such user" in notices(talk)[0] and f"until {until:%a %d %b %H:%M} UTC" in notices(talk)[0]
    talk.passes(days=2, hours=23)
    assert talk.game().bids[0] is None
    talk.passes(hours=1)
    assert talk.game().bids[0] == 2


def test_a_notice_that_is_refused_later_has_its_limit_from_then(talk: Talk) -> None:
    notice = held(talk)
    talk.passes(days=2)
    gives_up(talk, notice)
    talk.collect()
    assert talk.kept().deadline == talk.now + LIMIT
    again = queued(talk, talk.due(), "extend")
    talk.passes(hours=1)
    until = talk.kept().deadline
    gives_up(talk, again)
    talk.collect()
    assert talk.kept().deadline == until, "the letter about the new deadline is no notice"
    assert len(notices(talk)) == 1


def test_a_letter_to_a_partner_who_may_bid_too_moves_no_clock(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    talk.hold = True
    talk.starts(f"{STARTER}\nsheet: fsu")
    waiting = talk.kept().due_seat
    assert waiting is not None
    partner = talk.game().names[(waiting + 1) % 4].lower()
    until = talk.now + LIMIT
    talk.now += timedelta(hours=5)
    gives_up(talk, queued(talk, partner, "turn"))
    assert talk.kept().deadline == until
    gives_up(talk, queued(talk, talk.due(), "turn"))
    assert talk.kept().deadline == until + timedelta(hours=5)


def test_a_letter_to_the_list_that_comes_back_is_reported_once(listed: Talk) -> None:
    until = listed.kept().deadline
    listed.acts()
    first, second = queued(listed, LIST, "start"), queued(listed, LIST, "bid")
    assert (returned(listed, first), returned(listed, second), returned(listed, second)) == ("bounce",) * 3
    assert len(notices(listed)) == 1 and LIST in notices(listed)[0]
    assert listed.kept().deadline == until


NOBODY = {
    "empty": "From: <>\n",
    "a daemon without address": "From: MAILER-DAEMON <>\n",
    "a daemon's name alone": "From: MAILER-DAEMON\n",
    "a daemon at no host": "From: <MAILER-DAEMON@>\n",
    "none": "",
    "nothing": "From:\n",
    "two": "From: a@else.test, b@else.test\n",
    "not ASCII": "From: \u00fc@else.test\n",
}


@pytest.mark.parametrize("name", NOBODY)
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_a_bounce_counts_at_the_return_address_whoever_sends_it(table: Talk, name: str, ends: str) -> None:
    letter = queued(table, table.due(), "turn")
    to = envelope_sender(table.settings, letter.secret)
    raw = f"{NOBODY[name]}To: {to}\nSubject: Mail system\nDate: Tue, 24 Nov 2026 12:00:00 +0000\n\nuser unknown\n"
    assert table.deliver(raw.replace("\n", ends).encode()) == "bounce"
    assert table.letters[-1].to == MASTER, "the Gamesmaster hears of it"


def test_so_does_one_that_the_server_delivered_there(table: Talk) -> None:
    letter = queued(table, table.due(), "turn")
    to = envelope_sender(table.settings, letter.secret)
    raw = f"Delivered-To: {to}\r\n" + "From: MAILER-DAEMON <>\rTo: somebody@else.test\rSubject: x\r\rno such user\r"
    assert table.deliver(raw.encode()) == "bounce"


def test_elsewhere_such_mail_is_left_alone(table: Talk) -> None:
    before = len(table.letters)
    for head in NOBODY.values():
        assert table.deliver(f"{head}To: referee@club.test\n\nconcede\n".encode()) == "ignored/no single sender"
    assert len(table.letters) == before


def written(table: Talk, head: str, text: str = "concede", more: str = "") -> tuple[str, list[Letter]]:
    """Write to the reply address of the player to act; return the outcome and the letters that it brought."""
    before = len(table.letters)
    to = table.last(table.due())["Reply-To"]
    outcome = table.deliver(f"{head}To: {to}\n{more}Subject: [Spades 1]\n\n{text}\n".encode())
    return outcome, table.letters[before:]


@pytest.mark.parametrize("path", ["", "Return-Path: <>\n"])
def test_the_holder_of_the_reply_address_gets_a_letter(table: Talk, path: str) -> None:
    who, trail = table.due(), table.trail()
    outcome, letters = written(table, f"{path}From: a@else.test, b@else.test\n", "bid 3")
    assert outcome == "refused/no-single-sender"
    assert [(letter.to, letter.events) for letter in letters] == [(f"{who}@club.test", ["error"])]
    assert "does not name exactly one address" in letters[0].flat
    assert "else.test" not in letters[0].text, "nothing of a mail that may be anybody's is repeated"
    assert table.trail() == trail
    assert tokens(letters[0])
    assert table.acts("bid 3") == "MakeBid/accepted", "the reply address is still good"


def test_they_get_it_as_often_as_others_can_cause_a_letter(table: Talk) -> None:
    for number in range(quotas.BY_OTHERS):
        assert len(written(table, f"From: Carol{' ' * number}\n")[1]) == 1
    assert written(table, "From:  Carol\n")[0] == "refused/no-single-sender no-slot"


@pytest.mark.parametrize(
    "more",
    ["Auto-Submitted: auto-replied\n", "List-Id: <x.test>\n", "Precedence: auto_reply\n"],
)
def test_machines_and_lists_bring_no_letter(table: Talk, more: str) -> None:
    outcome, letters = written(table, "From: a@else.test, b@else.test\n", more=more)
    assert outcome == "ignored/no single sender"
    assert not letters


def test_if_others_saw_it_they_get_the_letter_once_and_the_reply_address_dies(table: Talk) -> None:
    letter, more = table.last(table.due()), "Cc: friend@else.test\n"
    outcome, letters = written(table, "From: a@else.test, b@else.test\n", more=more)
    assert (outcome, [each.to for each in letters]) == ("refused/no-single-sender", [letter.to])
    assert table.says(letter.to, "bid 3", answers=letter) == "MakeBid/unproven"
    mail = f"From: Carol\nTo: {letter['Reply-To']}\n\nbid 3\n"
    assert table.deliver(mail.encode()) == "ignored/no single sender"


def test_a_reply_address_that_is_not_good_brings_none(table: Talk) -> None:
    raw = f"From: Carol\nTo: referee+{'a' * 24}@club.test\n\nbid 3\n"
    assert table.deliver(raw.encode()) == "ignored/no single sender"


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ("Diagnostic-Code: smtp; 550 5.1.1 no such user\n", "550 5.1.1 no such user"),
        ("Status: 5.1.1\nDiagnostic-Code: smtp; 550 mailbox\n of Bob is full\n", "550 mailbox of Bob is full"),
        ("DIAGNOSTIC-CODE:x-unix;no\x1b[2J such =?user\n", "no [2J such = ?user"),
        ("Status: 5.2.2 (full)\n", "5.2.2 (full)"),
        ("", "the report gives no reason"),
    ],
)
def test_the_status_says_why_a_letter_came_back(table: Talk, fields: str, says: str) -> None:
    letter = queued(table, table.due())
    with table.store.transaction() as tx:
        outbox.mark_sent(tx, {letter.id: "250 ok"}, table.now)
    raw = (
        f"From: MAILER-DAEMON@else.test\nTo: {envelope_sender(table.settings, letter.secret)}\nSubject: failed\n"
        "MIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n"
        "--b\nContent-Type: text/plain\n\nIt failed.\n--b\nContent-Type: message/delivery-status\n\n"
        f"Reporting-MTA: dns; else.test\n\nFinal-Recipient: rfc822; {letter.recipient}\nAction: failed\n"
        f"{fields}\n--b--\n"
    )
    assert table.deliver(raw.encode()) == "bounce"
    shown = StringIO()
    with table.store.reading() as tx:
        found = status_of(tx, None)
    show_status(Console(file=shown, width=400), found, table.now, "")
    assert f"to {letter.recipient}, sent, and came back: {says}\n" in shown.getvalue()
