"""The daemon at work with embedded servers and with servers that misbehave: it loses nothing, does nothing twice, and
lets no clock run out early."""

import asyncio
import imaplib
import json
import logging
import os
import re
import signal
import time
from datetime import UTC, datetime, timedelta
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from referee.commands.handle import handle_stored
from referee.config import load_settings
from referee.demo.servers import EmbeddedMail
from referee.desk.case import Desk
from referee.handle import handle_mail
from referee.post.proof.evidence import NO_EVIDENCE
from referee.post.wire.inbox import Inbox
from referee.post.wire.sockets import next_try
from referee.running import reading, sending, together
from referee.running.daemon import FORGEABLE, Daemon
from referee.running.guard import draws
from referee.running.opening import open_database, open_desk
from referee.running.together import ENDINGS
from referee.spades.events import BidMade
from referee.store import inbox
from referee.store.backend import Store, StoreError
from referee.telling.templates import templates_in
from tests.running.post_office import MASTER, PASSWORD, PLAYERS, REFEREE, STARTER, proven
from tests.running.referee import USERS, Referee, handle_or_shunt, play, quick, referee, until
from tests.servers.servers import free_port
from tests.wire import scripted
from tests.wire.scripted import FakeImap, FakeSmtp, Part, Talk, cut, silence

__all__ = ["quick", "referee"]

ANN = PLAYERS[0]
OPENED = 5
"""The events of a start: started, two commitments, the salts closed, dealt."""
FAULTY = "{{ nothing.of.the.kind }}"


def lines(err: str, event: str) -> list[dict[str, str]]:
    """Return the log lines of one kind, by key."""
    found = [dict(re.findall(r'(\w+)=("(?:[^"\\]|\\.)*"|\S+)', line)) for line in err.splitlines()]
    return [line for line in found if line.get("event") == event]


# the whole way


def test_mail_is_handled_and_letters_are_sent(referee: Referee, capsys: pytest.CaptureFixture[str]) -> None:
    async def test() -> None:
        async with EmbeddedMail(USERS, authserv="mx.club.test") as mail, referee.uses(mail).running():
            await mail.deliver(REFEREE, proven(MASTER, STARTER))
            await until(lambda: mail.delivered[ANN] == mail.delivered[MASTER] == 1)
            await mail.deliver(REFEREE, proven(referee.first_bidder(), "bid 3"))
            await until(lambda: sum(mail.delivered[player] for player in PLAYERS) == 6)
            await mail.deliver(REFEREE, b"\xff\x00 no mail at all")
            await until(lambda: len(referee.outcomes()) == 3 and referee.outcomes()[2][0] == "done")
            await until(lambda: {state for _, state, _ in referee.letters()} == {"sent"})

    play(test())
    mails = lines(capsys.readouterr().err, "mail")
    assert [line["outcome"] for line in mails[:2]] == ["Start/accepted", "MakeBid/accepted"]
    assert len(mails) == 3 and all({"uid", "id", "outcome", "ms", "timestamp", "level"} <= set(m) for m in mails)


def test_handled_mail_leaves_the_folder(referee: Referee) -> None:
    async def test() -> None:
        async with EmbeddedMail(USERS) as mail:
            await mail.deliver(REFEREE, proven(MASTER, STARTER))
            async with referee.uses(mail).running() as daemon:
                await until(lambda: mail.delivered[ANN] and referee.status()["mailbox_read"])
                assert await daemon.inbox.fetch_new() == []
            async with referee.running():
                await asyncio.sleep(0.3)
            assert len(referee.outcomes()) == 1

    play(test())


def test_a_mail_that_others_filed_among_the_handled_ones_stops_no_game(referee: Referee) -> None:
    async def test() -> None:
        async with EmbeddedMail(USERS) as mail:
            async with referee.starts_game().uses(mail).running():
                await until(lambda: referee.status()["mailbox_read"])
            await asyncio.to_thread(file_by_hand, mail, proven("mallory@elsewhere.test", "hello"))
            for _ in range(2):
                letters, read = referee.letters(), referee.status()["mailbox_read"]
                async with referee.running():
                    await until(lambda: referee.status()["mailbox_read"] != read)  # noqa: B023
                    await asyncio.sleep(0.3)
                assert referee.letters() == letters
        assert referee.status()["restored"] is None
        assert len(referee.trail()) == OPENED

    play(test())


def test_a_mail_that_was_handled_and_is_not_known_stops_all_games(referee: Referee) -> None:
    """This happens after a restore if the witness beside the database is lost, too."""

    async def test() -> None:
        async with EmbeddedMail(USERS, authserv="mx.club.test") as mail:
            await mail.deliver(REFEREE, proven(MASTER, STARTER))
            async with referee.uses(mail).running():
                await until(lambda: mail.delivered[ANN])
            referee.sql("UPDATE inbox SET digest = 'another'")
            async with referee.running():
                await until(lambda: referee.status()["restored"])

    play(test())


def file_by_hand(mail: EmbeddedMail, raw: bytes) -> None:
    with imaplib.IMAP4(mail.host, mail.imap_port, timeout=5) as client:
        client.login(REFEREE, PASSWORD)
        assert client.append("Referee/Handled", "", imaplib.Time2Internaldate(time.time()), raw)[0] == "OK"


def test_what_the_status_says_of_the_mail(referee: Referee) -> None:
    async def test() -> None:
        began = datetime.now(UTC).replace(microsecond=0)
        async with EmbeddedMail(USERS) as mail, referee.starts_game().uses(mail).running():
            await until(lambda: referee.status()["mailbox_read"])
            first = datetime.fromisoformat(referee.status()["mailbox_read"])
            assert began <= first <= datetime.now(UTC)
            await until(lambda: datetime.fromisoformat(referee.status()["mailbox_read"]) > first)
        last = referee.status()["mailbox_read"]
        assert referee.status()["mailbox_trouble"] is None
        async with referee.running():
            await until(lambda: referee.status()["mailbox_trouble"])
        assert referee.status()["mailbox_read"] == last
        assert "cannot reach the IMAP server" in referee.status()["mailbox_trouble"]

    play(test())


# servers that are away


def test_the_mailbox_is_away_at_first(referee: Referee) -> None:
    async def test() -> None:
        referee.imap_port = free_port()
        async with EmbeddedMail(USERS) as out, referee.sends(out).running():
            await until(lambda: referee.status()["mailbox_trouble"])
            async with EmbeddedMail(USERS, imap_port=referee.imap_port) as mail:
                await mail.deliver(REFEREE, proven(MASTER, STARTER))
                await until(lambda: out.delivered[ANN])

    play(test())


def test_the_mailbox_goes_away_and_comes_back(referee: Referee) -> None:
    async def test() -> None:
        referee.imap_port = free_port()
        async with EmbeddedMail(USERS) as out, referee.sends(out).running():
            for number in (1, 2):
                async with EmbeddedMail(USERS, imap_port=referee.imap_port) as mail:
                    await mail.deliver(REFEREE, proven(MASTER, STARTER, number=number))
                    await until(lambda n=number: out.delivered[ANN] == n)  # type: ignore[misc]

    play(test())


def test_the_mail_server_is_away_for_a_while(referee: Referee) -> None:
    async def test() -> None:
        referee.smtp_port = free_port()
        async with EmbeddedMail(USERS) as mail, referee.reads(mail).running():
            await mail.deliver(REFEREE, proven(MASTER, STARTER))
            await until(lambda: referee.status()["mail_trouble"])
            waiting = referee.letters()
            assert {(state, tries) for _, state, tries in waiting} == {("waiting", 0)}, "it costs no letter a try"
            assert f"127.0.0.1:{referee.smtp_port}" in referee.status()["mail_trouble"]
            async with EmbeddedMail(USERS, smtp_port=referee.smtp_port) as out:
                await until(lambda: out.delivered.total() == len(waiting))
        assert {state for _, state, _ in referee.letters()} == {"sent"}

    play(test())


def test_the_same_bytes_at_every_attempt(referee: Referee) -> None:
    async def test() -> None:
        texts = {".": cut}
        async with FakeSmtp(texts) as smtp, referee.starts_game().sends(smtp).running():
            referee.sql("UPDATE outbox SET state = 'waiting' WHERE id = 1")
            await until(lambda: referee.letters()[0][1:] == ("waiting", 1))
            del smtp.parts["."]
            referee.sql("UPDATE outbox SET due = written")
            await until(lambda: referee.letters()[0][1:] == ("sent", 1))
            first, second = smtp.letters
            assert first == second

    play(test())


def answers(smtp: FakeSmtp, said: dict[str, str]) -> Part:
    """Answer RCPT TO with what the server says, by a part of the address."""

    async def part(talk: Talk, tag: str) -> None:
        await talk.say(next((words for who, words in said.items() if who in smtp.heard[-1]), "250 fine"))

    return part


def test_an_address_that_is_refused_for_good(referee: Referee, capsys: pytest.CaptureFixture[str]) -> None:
    async def test() -> None:
        async with EmbeddedMail(USERS) as mail, FakeSmtp() as smtp:
            smtp.parts["RCPT"] = answers(smtp, {"bob@": "550 5.1.1 bob is gone"})
            async with referee.reads(mail).sends(smtp).running():
                await mail.deliver(REFEREE, proven(MASTER, STARTER))
                await until(lambda: any("bob is gone" in text for text in smtp.letters))
                await until(lambda: not any(state == "waiting" for _, state, _ in referee.letters()))
                told = [text for text in smtp.letters if "bob is gone" in text]
                assert len(told) == 1 and f"<{MASTER}>" in told[0]
                # a player on turn also reads that their clock was stopped
                bobs = [letter for letter in referee.letters("recipient, state, tries, reply") if "bob" in letter[0]]
                assert {letter[1:] for letter in bobs} == {("failed", 1, "550 5.1.1 bob is gone")}
                assert {letter["to"] for letter in referee.status()["letters"]} == {PLAYERS[1]}
                await mail.deliver(REFEREE, proven(referee.first_bidder(), "bid 3"))
                await until(lambda: any(isinstance(event, BidMade) for event in referee.trail()))

    play(test())
    refused = [line for line in lines(capsys.readouterr().err, "letter") if line["outcome"] == "refused"]
    assert refused and "bob is gone" in refused[0]["why"] and refused[0]["level"] == "warning"


def test_an_address_that_is_refused_for_now(referee: Referee) -> None:
    async def test() -> None:
        async with EmbeddedMail(USERS) as mail, FakeSmtp() as smtp:
            smtp.parts["RCPT"] = answers(smtp, {"bob@": "450 4.2.1 later"})
            async with referee.reads(mail).sends(smtp).running():
                before = datetime.now(UTC)
                await mail.deliver(REFEREE, proven(MASTER, STARTER))
                await until(lambda: len(smtp.letters) == 4)
                await until(lambda: (PLAYERS[1], "waiting", 1) in referee.letters())
                (bob,) = [letter for letter in referee.letters("recipient, state, tries, due") if "bob" in letter[0]]
                assert bob[1:3] == ("waiting", 1)
                pause = next_try(1)
                assert pause is not None
                assert before + pause < datetime.fromisoformat(bob[3]) < datetime.now(UTC) + pause
                del smtp.parts["RCPT"]
                referee.sql("UPDATE outbox SET due = written")
                await until(lambda: len(smtp.letters) >= 5)

    play(test())


def test_an_address_at_which_the_server_breaks_off_holds_up_no_other(referee: Referee) -> None:
    async def test() -> None:
        async with EmbeddedMail(USERS) as mail, FakeSmtp() as smtp:
            first = next(address for address in PLAYERS)
            smtp.parts["RCPT"] = answers(smtp, {first: "421 4.4.2 timeout"})
            async with referee.reads(mail).sends(smtp).running():
                await mail.deliver(REFEREE, proven(MASTER, STARTER))
                await until(lambda: len(smtp.letters) == 4)
                for number in range(9):
                    await mail.deliver(REFEREE, proven(MASTER, "status", number=number))
                    await until(lambda n=number: len(smtp.letters) > 4 + n)  # type: ignore[misc]
                tries = "SELECT tries FROM outbox WHERE recipient = ? AND state = 'waiting'"
                await until(lambda: referee.sql(tries, first) == [(1,)])

    play(test())


def test_once_such_an_address_holds_up_no_other_either(referee: Referee) -> None:
    async def test() -> None:
        referee.starts_game().sql("UPDATE outbox SET state = 'waiting'")
        async with EmbeddedMail(USERS) as mail, FakeSmtp() as smtp:
            smtp.parts["RCPT"] = answers(smtp, {PLAYERS[0]: "421 4.4.2 timeout"})
            assert await Daemon(referee.reads(mail).sends(smtp).desk(), referee.store).once()
            assert len(smtp.letters) == 4

    play(test())


WATCHERS = tuple(f"w{number}@else.test" for number in range(5))


def watched(referee: Referee) -> Referee:
    """Return a game with watchers, to each of whom an announcement waits to be sent; all other letters went out."""
    referee.starts_game()
    for who in WATCHERS:
        handle_or_shunt(referee.desk(), referee.store, referee.receives(proven(who, "watch 1")))
    handle_or_shunt(referee.desk(), referee.store, referee.receives(proven(MASTER, "pause")))
    referee.sql("UPDATE outbox SET state = 'sent', sent = written WHERE NOT bulk")
    assert referee.sql("SELECT recipient FROM outbox WHERE state = 'waiting' ORDER BY id") == [(w,) for w in WATCHERS]
    return referee


def recipients(smtp: FakeSmtp) -> list[str]:
    """Return the recipients of letters handed over, in order."""
    return [re.search(r"^To: .*?([\w.]+@[\w.]+)", text, re.M)[1] for text in smtp.letters]  # type: ignore[index]


def test_a_notice_written_while_watchers_letters_go_out_goes_first(
    referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "LOOK_SECONDS", 60.0)
    referee.more["smtp"] += "\nconnections = 1"

    async def test() -> None:
        async with EmbeddedMail(USERS) as mail, FakeSmtp() as smtp:
            watched(referee)
            before = len(referee.letters())

            async def meanwhile(talk: Talk, tag: str) -> None:
                if WATCHERS[1] in smtp.heard[-1]:
                    await mail.deliver(REFEREE, proven(MASTER, "resume"))
                    await until(lambda: len(referee.letters()) > before and len(referee.outcomes()) == 8)
                    await until(lambda: referee.outcomes()[-1][0] == "done")
                    await asyncio.sleep(0.1)
                await talk.say("250 fine")

            smtp.parts["RCPT"] = meanwhile
            async with referee.reads(mail).sends(smtp).running():
                await until(lambda: len(smtp.letters) == 5 + 4 + 1 + 5)
            order = recipients(smtp)
            assert order[:2] == [*WATCHERS[:2]]
            assert sorted(order[2:7]) == sorted((*PLAYERS, MASTER)), "what all were told, and the answer"
            assert order[7:] == [*WATCHERS[2:], *WATCHERS]

    play(test())


def test_so_does_one_that_another_program_wrote(referee: Referee) -> None:
    async def test() -> None:
        async with EmbeddedMail(USERS) as mail, FakeSmtp() as smtp:
            watched(referee)

            async def slowly(talk: Talk, tag: str) -> None:
                if WATCHERS[0] in smtp.heard[-1]:
                    referee.sql("UPDATE outbox SET state = 'waiting' WHERE recipient = ? AND NOT bulk", PLAYERS[0])
                await asyncio.sleep(0.15)
                await talk.say("250 fine")

            smtp.parts["RCPT"] = slowly
            async with referee.reads(mail).sends(smtp).running():
                await until(lambda: len(smtp.letters) >= 7)
            order = recipients(smtp)
            assert order[0] == WATCHERS[0] and order[1] == PLAYERS[0]

    play(test())


def test_what_follows_from_a_letter_goes_before_those_of_watchers(
    referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a player's mailbox is gone, their Gamesmaster must know, and all must hear of the limit."""
    monkeypatch.setattr(sending, "LOOK_SECONDS", 60.0)

    async def test() -> None:
        async with EmbeddedMail(USERS) as mail, FakeSmtp() as smtp:
            watched(referee)
            ann = "UPDATE outbox SET state = 'waiting', sent = NULL WHERE recipient = ? AND NOT bulk"
            referee.sql(ann, PLAYERS[0])
            smtp.parts["RCPT"] = answers(smtp, {PLAYERS[0]: "550 5.1.1 no such user"})
            async with referee.reads(mail).sends(smtp).running():
                await until(lambda: WATCHERS[-1] in recipients(smtp))
            order = recipients(smtp)
            assert MASTER in order[: order.index(WATCHERS[0])]

    play(test())


def test_once_sends_watchers_letters_too(referee: Referee) -> None:
    async def test() -> None:
        async with EmbeddedMail(USERS) as mail, FakeSmtp() as smtp:
            watched(referee)
            await mail.deliver(REFEREE, proven(MASTER, "resume"))
            assert await Daemon(referee.reads(mail).sends(smtp).desk(), referee.store).once()
            order = recipients(smtp)
            assert sorted(order[:5]) == sorted((*PLAYERS, MASTER)) and order[5:] == [*WATCHERS, *WATCHERS]
            assert {state for _, state, _ in referee.letters()} == {"sent"}

    play(test())


def test_a_watcher_whose_mailbox_is_gone_is_left_out_and_no_alarm(referee: Referee) -> None:
    async def test() -> None:
        referee.more["referee"] = 'operator = "root@club.test"'
        async with EmbeddedMail(USERS) as mail, FakeSmtp() as smtp:
            watched(referee)
            smtp.parts["RCPT"] = answers(smtp, {WATCHERS[0]: "550 5.1.1 no such user"})
            async with referee.reads(mail).sends(smtp).running():
                for number, text in enumerate(("resume", "pause", "resume")):
                    await mail.deliver(REFEREE, proven(MASTER, text, number=7 + number))
                    await until(lambda n=number: recipients(smtp).count(WATCHERS[1]) == 2 + n)  # type: ignore[misc]
            assert referee.sql("SELECT count(*) FROM watchers") == [(len(WATCHERS) - 1,)]
            told = referee.sql("SELECT state, game FROM outbox WHERE recipient = ? AND bulk", WATCHERS[0])
            assert told == [("failed", 1)] * 3 + [("failed", None)], "no letter of the game after the third"
            assert "root@club.test" not in {who for who, _, _ in referee.letters()}
            assert not any("did not arrive" in text or "was not delivered" in text for text in smtp.letters)

    play(test())


def test_a_letter_is_given_up_after_five_days(referee: Referee) -> None:
    async def test() -> None:
        async with FakeSmtp() as smtp:
            smtp.parts["RCPT"] = answers(smtp, {"bob@": "450 4.2.1 later"})
            referee.starts_game()
            tries = next(n for n in range(1, 99) if next_try(n) is None) - 1
            query = "UPDATE outbox SET state = 'waiting', tries = ? WHERE recipient = ?"
            referee.sql(query, tries, PLAYERS[1])
            async with referee.sends(smtp).running():
                await until(lambda: any("later" in text for text in smtp.letters))
        assert (PLAYERS[1], "failed", tries + 1) in referee.letters()

    play(test())


def test_a_connection_that_breaks_between_letters(referee: Referee) -> None:
    async def test() -> None:
        async with EmbeddedMail(USERS) as mail, FakeSmtp() as smtp:
            counted = iter(range(100))

            async def every_other(talk: Talk, tag: str) -> None:
                if next(counted) % 2:
                    talk.cut()
                await talk.say("250 fine")

            smtp.parts["RCPT"] = every_other
            async with referee.reads(mail).sends(smtp).running():
                await mail.deliver(REFEREE, proven(MASTER, STARTER))
                await until(lambda: len(smtp.letters) == 5 and {s for _, s, _ in referee.letters()} == {"sent"})
            assert len({re.search(r"^Message-ID: (.+)", text, re.M | re.I)[1] for text in smtp.letters}) == 5  # type: ignore[index]

    play(test())


# clocks


def test_a_clock_runs_out(referee: Referee, capsys: pytest.CaptureFixture[str]) -> None:
    async def test() -> None:
        referee.starts_game().is_overdue()
        async with EmbeddedMail(USERS) as mail, referee.uses(mail).running():
            await until(lambda: len(referee.trail()) == OPENED + 1)
        (bid,) = [event for event in referee.trail() if isinstance(event, BidMade)]
        assert bid.by == "clock"

    play(test())
    assert [line["outcome"] for line in lines(capsys.readouterr().err, "clock")] == ["acted"]


def test_no_clock_runs_out_while_the_mailbox_cannot_be_read(referee: Referee) -> None:
    async def test() -> None:
        referee.starts_game().is_overdue()
        referee.imap_port = free_port()
        async with EmbeddedMail(USERS) as out, referee.sends(out).running():
            await until(lambda: referee.status()["mailbox_trouble"])
            await asyncio.sleep(0.3)
            assert len(referee.trail()) == OPENED
            async with EmbeddedMail(USERS, imap_port=referee.imap_port):
                await until(lambda: len(referee.trail()) == OPENED + 1)

    play(test())


def test_no_clock_runs_out_while_the_server_withholds_a_mail(referee: Referee) -> None:
    async def test() -> None:
        referee.starts_game().is_overdue()
        imap = FakeImap({"UID FETCH": "TAG NO not now"})
        async with imap, EmbeddedMail(USERS) as out, referee.reads(imap).sends(out).running():
            await until(lambda: imap.heard.count("NOOP") > 3)
            assert len(referee.trail()) == OPENED
            imap.parts["UID SEARCH"] = "* SEARCH\r\nTAG OK done"
            await until(lambda: len(referee.trail()) == OPENED + 1)

    play(test())


def test_after_a_time_away_mail_comes_before_the_clock(referee: Referee) -> None:
    async def test() -> None:
        referee.starts_game().is_overdue()
        async with EmbeddedMail(USERS) as mail:
            early = datetime.now(UTC) - timedelta(hours=2)
            await mail.deliver(REFEREE, proven(referee.first_bidder(), "bid 3"), early)
            async with referee.uses(mail).running():
                await until(lambda: any(mail.delivered[player] for player in PLAYERS))
                await asyncio.sleep(0.3)
        (bid,) = [event for event in referee.trail() if isinstance(event, BidMade)]
        assert (bid.by, bid.bid) == ("player", 3)

    play(test())


def test_a_clock_that_runs_out_while_the_mailbox_is_read_waits_for_the_next_reading(referee: Referee) -> None:
    """A mail in time may come after the search: here the mailbox names too few mails, and then does not answer."""

    async def test() -> None:
        searches: list[str] = []

        async def slow(talk: Talk, tag: str) -> None:
            # the first is for the mails that were handled before
            searches.append(tag)
            if len(searches) > 2:
                await talk.silence()
            if len(searches) == 2:
                await asyncio.sleep(1.5)
            await talk.say("* SEARCH", f"{tag} OK done")

        referee.starts_game().is_overdue(timedelta(seconds=-1))
        imap, out = FakeImap({"UID SEARCH": slow}), EmbeddedMail(USERS)
        async with imap, out, referee.reads(imap).sends(out).running():
            await until(lambda: len(searches) > 2)
            assert len(referee.trail()) == OPENED

    play(test())


def test_mail_without_end_does_not_hold_the_clocks(referee: Referee) -> None:
    """At each look at the mailbox there is one more."""

    async def test() -> None:
        referee.starts_game().is_overdue()
        uids = iter(range(10**6))

        async def one_more(talk: Talk, tag: str) -> None:
            await talk.say(f"* SEARCH {next(uids) + 1}", f"{tag} OK done")

        async def it(talk: Talk, tag: str) -> None:
            uid = int(imap.heard[-1].split()[2])
            what = scripted.body(uid) if "BODY" in imap.heard[-1] else scripted.about(uid)
            await talk.say(f"{what}{tag} OK done")

        imap, out = FakeImap({"UID SEARCH": one_more, "UID FETCH": it}), EmbeddedMail(USERS)
        async with imap, out, referee.reads(imap).sends(out).running():
            await until(lambda: len(referee.trail()) > OPENED)

    play(test())


def test_a_clock_that_runs_out_while_the_daemon_waits(referee: Referee) -> None:
    """The clock wakes it: the next poll is an hour away."""

    async def test() -> None:
        referee.more["imap"] = "poll_seconds = 3600"
        referee.starts_game().is_overdue(timedelta(seconds=-1.2))
        async with EmbeddedMail(USERS) as mail, referee.uses(mail).running():
            await asyncio.sleep(0.6)
            assert len(referee.trail()) == OPENED
            await until(lambda: len(referee.trail()) == OPENED + 1)

    play(test())


def test_one_game_that_waits_for_its_letter_holds_up_no_other(referee: Referee) -> None:
    async def test() -> None:
        referee.more["imap"] = "poll_seconds = 3600"
        referee.starts_game()
        handle_or_shunt(referee.desk(), referee.store, referee.receives(proven(MASTER, STARTER, number=2)))
        referee.is_overdue(timedelta(seconds=-1.2))
        referee.sql("UPDATE games SET deadline = '2026-01-01T00:00:00.000000+00:00' WHERE id = 1")
        tomorrow = (datetime.now(UTC) + timedelta(days=1)).isoformat(timespec="microseconds")
        referee.sql("UPDATE outbox SET state = 'sent'")
        notice = "id = (SELECT notice FROM games WHERE id = 1)"
        referee.sql(f"UPDATE outbox SET state = 'waiting', tries = 1, due = ? WHERE {notice}", tomorrow)
        async with EmbeddedMail(USERS) as mail, referee.uses(mail).running():
            await until(lambda: referee.sql("SELECT turn FROM games ORDER BY id") == [(1,), (2,)])

    play(test())


# crashes, faults, stops


def test_mail_that_a_crash_left_behind(referee: Referee) -> None:
    async def test() -> None:
        referee.receives(proven(MASTER, STARTER))
        async with EmbeddedMail(USERS) as out, referee.sends(out).running():
            await until(lambda: out.delivered[ANN])
        assert referee.outcomes() == [("done", "Start/accepted")]

    play(test())


def test_a_crash_between_handling_and_moving(referee: Referee) -> None:
    """The mail lies in the mailbox still, under the number that the store knows."""

    async def test() -> None:
        async with EmbeddedMail(USERS) as mail:
            await mail.deliver(REFEREE, proven(MASTER, STARTER))
            daemon = Daemon(referee.uses(mail).desk(), referee.store)
            await daemon.inbox.open()
            (found,) = await daemon.inbox.fetch_new()
            mails = [(found.raw, found.arrived, found.place)]
            (number,) = reading.receive(referee.store, mails, [NO_EVIDENCE])
            handle_mail(daemon.desk, referee.store, number, now=datetime.now(UTC), draws=draws())
            await daemon.inbox.close()
            async with referee.running():
                await until(lambda: mail.delivered[ANN])
                await asyncio.sleep(0.2)
        assert referee.outcomes() == [("done", "Start/accepted")]
        assert mail.delivered[ANN] == 1

    play(test())


def poisoned(config: Path) -> None:
    """Run the referee once, where mail 1 ends the process, as a mail does that needs more memory than there is."""

    def dies(desk: Desk, store: Store, number: int, **more: Any) -> str:
        if number == 1:
            os.kill(os.getpid(), signal.SIGKILL)
        return handle_mail(desk, store, number, **more)

    setattr(together, "handle_mail", dies)  # noqa: B010
    settings = load_settings(config)
    asyncio.run(Daemon(open_desk(settings), open_database(settings)).once())


def dies_once(referee: Referee) -> int | None:
    """Begin a process as a copy of this one, and return how it ended."""
    referee.store.close()
    process = get_context("fork").Process(target=poisoned, args=(referee.folder / "referee.toml",))
    process.start()
    process.join()
    return process.exitcode


def handles_again(referee: Referee) -> None:
    """Run `referee handle --shunted`."""
    with referee.store.transaction() as tx:
        assert inbox.put_back(tx) == [1]
    handle_stored(referee.desk(), referee.store)


def test_a_mail_that_ends_the_process_is_put_aside_at_last(referee: Referee) -> None:
    referee.receives(proven(PLAYERS[2], "help"))
    referee.receives(proven(MASTER, STARTER))
    for number in (1, 2, ENDINGS):
        referee.sql("UPDATE inbox SET begun = ? WHERE id = 1", number - 1)
        assert dies_once(referee) == -signal.SIGKILL
        # the other mail was begun once, in one transaction with it, and from then on waits for its turn
        assert referee.sql("SELECT state, begun FROM inbox") == [("new", number), ("new", 1)]
    assert dies_once(referee) != -signal.SIGKILL
    assert referee.outcomes() == [("shunted", None), ("done", "Start/accepted")]
    (aside,) = referee.status()["shunted"]
    assert aside["mail"] == 1 and "the program ended 5 times" in aside["trouble"]
    told = [raw for to, event, raw in referee.letters("recipient, event, raw") if (to, event) == (MASTER, "reply")]
    assert len(told) == 1 and b"mail 1 was put aside" in told[0]
    handles_again(referee)
    assert referee.outcomes()[0] == ("done", "Help/accepted")


def test_a_mail_at_which_the_process_was_killed_often_is_handled_as_any(referee: Referee) -> None:
    referee.receives(proven(MASTER, STARTER))
    referee.sql("UPDATE inbox SET begun = ?", ENDINGS - 1)
    assert handle_or_shunt(referee.desk(), referee.store, 1).words == "Start/accepted"


def test_a_mail_that_is_done_is_never_put_aside(referee: Referee) -> None:
    referee.receives(proven(MASTER, STARTER))
    words = [handle_or_shunt(referee.desk(), referee.store, 1).words for _ in range(3 * ENDINGS)]
    assert words == ["Start/accepted"] + ["ignored/handled-before"] * (3 * ENDINGS - 1)
    assert referee.outcomes() == [("done", "Start/accepted")]


def test_a_disk_that_fails_puts_no_mail_aside(referee: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> str:
        raise StoreError("the disk is full")

    referee.receives(proven(MASTER, STARTER))
    with monkeypatch.context() as broken:
        broken.setattr("referee.running.together.handle_mail", fails)
        for _ in range(2 * ENDINGS):
            with pytest.raises(StoreError):
                handle_or_shunt(referee.desk(), referee.store, 1)
    assert handle_or_shunt(referee.desk(), referee.store, 1).words == "Start/accepted"


def test_a_fault_of_our_own_puts_one_mail_aside(referee: Referee, capsys: pytest.CaptureFixture[str]) -> None:
    async def test() -> None:
        referee.words("game.txt", FAULTY)
        async with EmbeddedMail(USERS) as mail, referee.uses(mail).running():
            await mail.deliver(REFEREE, proven(MASTER, STARTER))
            await until(lambda: mail.delivered[MASTER] == 1)
            assert [state for state, _ in referee.outcomes()] == ["shunted"]
            await mail.deliver(REFEREE, proven(PLAYERS[2], "help"))
            await until(lambda: mail.delivered[PLAYERS[2]])
            assert mail.delivered[MASTER] == 1, "they are told once"
        (aside,) = referee.status()["shunted"]
        assert (aside["mail"], aside["tries"]) == (1, 3) and "UndefinedError" in aside["trouble"]
        assert referee.status()["games"] == []

    play(test())
    err = capsys.readouterr().err
    assert [line["outcome"] for line in lines(err, "mail")][:3] == ["failed", "failed", "shunted"]
    (fault,) = lines(err, "fault")
    assert "UndefinedError" in fault["why"] and "game.txt" in fault["where"] and "nothing.of" not in err
    (referee.folder / "words" / "game.txt").unlink()
    templates_in.cache_clear()
    handles_again(referee)
    assert referee.outcomes()[0] == ("done", "Start/accepted") and len(referee.status()["games"]) == 1


def test_a_fault_in_what_the_clock_does(referee: Referee, capsys: pytest.CaptureFixture[str]) -> None:
    async def test() -> None:
        referee.starts_game().is_overdue()
        referee.words("game.txt", FAULTY)
        async with EmbeddedMail(USERS) as mail, referee.uses(mail).running():
            await until(lambda: mail.delivered[MASTER])
            await asyncio.sleep(0.6)
            assert (mail.delivered[MASTER], len(referee.trail())) == (1, OPENED)
            await mail.deliver(REFEREE, proven(PLAYERS[2], "help"))
            await until(lambda: mail.delivered[PLAYERS[2]])

    play(test())
    assert lines(capsys.readouterr().err, "clock")[0]["outcome"] == "failed"


@pytest.mark.parametrize(
    "command", ["", "LOGIN", "SELECT", "UID SEARCH", "UID FETCH", "UID STORE", "UID MOVE", "IDLE", "DONE"]
)
def test_a_stop_waits_for_no_silent_mailbox(referee: Referee, command: str) -> None:
    async def test() -> None:
        parts: dict[str, Any] = {"UID SEARCH": "* SEARCH\r\nTAG OK"} if command in ("IDLE", "DONE") else {}
        referee.more = {}
        async with FakeImap(parts | {command: silence}) as imap, EmbeddedMail(USERS) as out:
            async with referee.reads(imap).sends(out).running():
                last = {"DONE": "IDLE"}.get(command, command)
                await until(lambda: imap.connections and any(line.startswith(last) for line in [*imap.heard, ""]))
                await asyncio.sleep(0.1)
                began = time.monotonic()
            assert time.monotonic() - began < 2.5

    play(test())


@pytest.mark.parametrize("verb", ["", "EHLO", "MAIL", "RCPT", "DATA", "."])
def test_a_stop_waits_for_no_silent_mail_server(referee: Referee, verb: str) -> None:
    async def test() -> None:
        referee.more = {}
        referee.starts_game()
        referee.sql("UPDATE outbox SET state = 'waiting' WHERE id = 1")
        async with FakeSmtp({verb: silence}) as smtp:
            async with referee.sends(smtp).running():
                await until(lambda: smtp.connections and (not verb or verb == "." or verb in " ".join(smtp.heard)))
                await asyncio.sleep(0.1)
                began = time.monotonic()
            assert time.monotonic() - began < 2.5
        assert referee.letters()[0][1:] == ("waiting", 0)

    play(test())


async def lying(referee: Referee) -> int:
    """Count the mails that lie in the mailbox."""
    mailbox = Inbox(referee.desk().settings.mailbox)
    await mailbox.open()
    found = await mailbox.fetch_new(limit=200)
    await mailbox.close()
    return len(found)


def done(referee: Referee) -> list[str | None]:
    """List what came of the mails that are handled."""
    return [outcome for state, outcome in referee.outcomes() if state == "done"]


def test_a_stop_in_the_middle_of_much_mail(referee: Referee) -> None:
    """Mail that is not handled stays; no clock acts over it."""

    async def test() -> None:
        referee.starts_game().is_overdue()
        async with EmbeddedMail(USERS) as mail:
            for number in range(60):
                await mail.deliver(REFEREE, proven(PLAYERS[number % 4], "status", number=number))
            await mail.deliver(REFEREE, proven(referee.first_bidder(), "bid 3"))
            async with referee.uses(mail).running():
                await until(lambda: len(done(referee)) > 2)
            states = [state for state, _ in referee.outcomes()]
            handled = len(done(referee))
            assert handled < 62 and states == ["done"] * handled + ["new"] * (len(states) - handled)
            assert await lying(referee) == 62 - handled
            assert len(referee.trail()) == OPENED
            async with referee.running():
                await until(lambda: len(done(referee)) == 62)
                await until(lambda: len(referee.trail()) == OPENED + 1)
        (bid,) = [event for event in referee.trail() if isinstance(event, BidMade)]
        assert bid.by == "player"

    play(test())


def test_once(referee: Referee) -> None:
    async def test() -> None:
        referee.starts_game().is_overdue()
        async with EmbeddedMail(USERS) as mail:
            await mail.deliver(REFEREE, proven(referee.first_bidder(), "bid 3"))
            assert await Daemon(referee.uses(mail).desk(), referee.store).once()
            assert [e.by for e in referee.trail() if isinstance(e, BidMade)] == ["player"]
            referee.is_overdue()
            assert await Daemon(referee.desk(), referee.store).once()
            assert [e.by for e in referee.trail() if isinstance(e, BidMade)] == ["player", "clock"]
            assert {state for _, state, _ in referee.letters()} == {"sent"}
        referee.is_overdue()
        assert not await Daemon(referee.desk(), referee.store).once()
        assert len(referee.trail()) == OPENED + 2

    play(test())


# the log


def test_the_log_holds_no_secret(
    referee: Referee, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    async def repeats_the_sender(talk: Talk, tag: str) -> None:
        await talk.say(f"550 {smtp.heard[-2]} is not welcome")

    smtp = FakeSmtp()

    async def test() -> None:
        async with EmbeddedMail(USERS, authserv="mx.club.test") as mail, smtp:
            smtp.parts["RCPT"] = answers(smtp, {"dave@": "550 no"})
            async with referee.reads(mail).sends(smtp).running():
                await mail.deliver(REFEREE, proven(MASTER, STARTER))
                await until(lambda: len(smtp.letters) >= 4)
                smtp.parts["RCPT"] = repeats_the_sender
                for text in ("bid 3", "hand", "bid 14", "start"):
                    await mail.deliver(REFEREE, proven(referee.first_bidder(), text))
                await until(lambda: [state for state, _ in referee.outcomes()] == ["done"] * 5)
                await until(lambda: "is not welcome" in (referee.status()["mail_trouble"] or ""))
        referee.words("game.txt", FAULTY)
        async with EmbeddedMail(USERS) as mail, referee.uses(mail).running():
            await mail.deliver(REFEREE, proven(MASTER, STARTER, number=2))
            await until(lambda: referee.outcomes()[-1][0] == "shunted")

    with caplog.at_level(logging.DEBUG):
        play(test())
    logged = capsys.readouterr().err + "\n".join(record.getMessage() for record in caplog.records)
    assert len(lines(logged, "mail")) == 8
    words = set(re.findall(r"\w+", logged))
    secrets = {word for row in referee.sql("SELECT token FROM tokens UNION SELECT secret FROM outbox") for word in row}
    assert len(secrets) > 10
    assert not words & {PASSWORD, *secrets} and PASSWORD not in logged
    assert not re.search(r"\b[2-9TJQKA][SHDC]\b", logged)
    kept = referee.sql("SELECT data FROM events WHERE kind IN ('Dealt', 'Committed')")
    seeds = {seed for (data,) in kept for seed in json.loads(data)["seeds"]}
    assert len(seeds) == 6 and not words & seeds


def test_a_believed_from_is_said_at_every_start(referee: Referee, capsys: pytest.CaptureFixture[str]) -> None:
    async def test() -> None:
        async with referee.running():
            await asyncio.sleep(0)

    referee.more["other"] = 'accept = ["token", "address"]'
    play(test())
    assert FORGEABLE in capsys.readouterr().err
    del referee.more["other"]
    play(test())
    assert FORGEABLE not in capsys.readouterr().err


@pytest.mark.parametrize(("keep", "left"), [("90 days", 0), ("none", 1)])
def test_the_bodies_of_old_mail_are_freed(referee: Referee, keep: str, left: int) -> None:
    referee.more["other"] = f'[database]\nkeep_mail = "{keep}"'
    referee.starts_game().sql("UPDATE outbox SET sent = '2020-01-01T00:00:00.000000+00:00' WHERE id = 1")

    async def test() -> None:
        async with EmbeddedMail(USERS) as mail, referee.uses(mail).running():
            letters, bodies = len(referee.letters()), "SELECT count(*) FROM outbox WHERE length(raw) > 0"
            await until(lambda: referee.status()["mailbox_read"])
            await until(lambda: referee.sql(bodies) == [(letters - 1 + left,)])
            assert referee.sql("SELECT length(raw) > 0 FROM outbox WHERE id = 1") == [(left,)]

    play(test())


def test_counts_of_past_days_are_forgotten(referee: Referee) -> None:
    async def test() -> None:
        referee.starts_game()
        referee.sql("INSERT INTO slots VALUES ('2026-01-01 address x', 3, '2026-01-01')")
        async with referee.running():
            await until(lambda: referee.sql("SELECT * FROM slots WHERE day < '2026-11-01'") == [])

    play(test())
