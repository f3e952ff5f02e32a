"""Letters over several connections: in order, as many at once as the server takes, and marked before another goes."""

import asyncio
import re
import sqlite3
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest

from referee.demo.servers import EmbeddedMail
from referee.desk.case import Desk
from referee.post.wire.smtp import Fate
from referee.running import sending
from referee.running.daemon import Daemon
from referee.running.guard import note_outcomes
from referee.running.sending import free_to_go
from referee.store.backend import Store
from referee.store.outbox import Queued
from tests.running.post_office import MASTER, PLAYERS
from tests.running.referee import USERS, Referee, play, quick, referee, until
from tests.wire.scripted import FakeSmtp, Talk

__all__ = ["quick", "referee"]

BEGAN = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
MESSAGE_ID = re.compile(r"^Message-ID: (\S+)", re.MULTILINE)
MANY = 24


def letter(number: int, to: str, game: int | None = None, minute: int = 0) -> Queued:
    moment = BEGAN + timedelta(minutes=minute)
    return Queued(
        id=number, game=game, turn=1, recipient=to, event="turn", secret="x" * 24, raw=b"", written=moment, due=moment,
        tries=0, bulk=False,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("ahead", "waiting", "may_go"),
    [
        ([], [letter(1, "ann"), letter(2, "bob"), letter(3, "ann")], [1, 2]),
        ([letter(1, "ann")], [letter(2, "ann"), letter(3, "bob"), letter(4, "ann")], [3]),
        ([], [letter(1, "ann", 7), letter(2, "bob", 7), letter(3, "cat", 7), letter(4, "dan", 7)], [1, 2, 3, 4]),
        ([], [letter(1, "ann", 7), letter(2, "bob", 7, minute=1), letter(3, "cat", 8, minute=1)], [1, 3]),
        ([letter(1, "ann", 7)], [letter(3, "bob", 7, minute=1), letter(2, "cat", 7)], [2]),
        ([], [letter(2, "ann", 7, minute=1), letter(1, "bob", 7)], [2, 1]),
        ([letter(1, "ann", 7, minute=1)], [letter(2, "bob", 7)], []),
        ([], [letter(1, "ann"), letter(2, "bob", minute=1)], [1, 2]),
    ],
    ids=[
        "recipient",
        "recipient-under-way",
        "one-act",
        "later-act",
        "later-act-under-way",
        "put-off",
        "clocks-apart",
        "no-game",
    ],
)
def test_what_a_letter_waits_for(ahead: list[Queued], waiting: list[Queued], may_go: list[int]) -> None:
    assert [one.id for one in free_to_go(waiting, ahead)] == may_go


class Slow(FakeSmtp):
    """A server that takes its time over each letter, counts what goes on at once, and knows what is marked when it
    takes one."""

    def __init__(self, referee: Referee) -> None:
        super().__init__()
        self.referee, self.at_once, self.open = referee, Counter[str](), 0
        self.unmarked = 0
        self.parts["."] = self._take

    async def _take(self, talk: Talk, tag: str) -> None:
        self.at_once["now"] += 1
        self.at_once["most"] = max(self.at_once["most"], self.at_once["now"])
        with closing(sqlite3.connect(self.referee.folder / "data" / "referee.db", timeout=10)) as database:
            ((marked,),) = database.execute("SELECT count(*) FROM outbox WHERE state = 'sent' AND reply LIKE '%taken'")
        self.unmarked = max(self.unmarked, len(self.letters) - marked)
        await asyncio.sleep(0.01)
        self.at_once["now"] -= 1
        await talk.say("250 taken")


def many(referee: Referee) -> None:
    """Queue many letters to four people, each person's in an order of their own."""
    referee.starts_game()
    columns = "recipient, event, message_id, secret, raw, written, due, state, tries"
    for number in range(MANY):
        raw = f"Message-ID: <{number}>\r\nTo: <{PLAYERS[number % 4]}>\r\n\r\nhello\r\n".encode()
        values = (PLAYERS[number % 4], "status", f"<{number}>", f"{number}", raw, "2026-03-02T09:00:00.000000+00:00")
        query = f"INSERT INTO outbox ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?6, 'waiting', 0)"
        referee.sql(query, *values)


@pytest.mark.parametrize("connections", [1, 3])
def test_as_many_letters_are_on_their_way_as_there_are_connections_and_no_more(
    referee: Referee, connections: int
) -> None:
    async def test() -> None:
        referee.more["smtp"] += f"\nconnections = {connections}"
        async with EmbeddedMail(USERS) as mail, Slow(referee) as smtp:
            many(referee)
            assert await Daemon(referee.reads(mail).sends(smtp).desk(), referee.store).once()
            most = min(connections, len(PLAYERS))
            assert smtp.at_once["most"] == smtp.unmarked == most, (
                "each waits for the answer to the one before to be noted"
            )
            assert smtp.connections == most
        sent = [MESSAGE_ID.search(text)[1] for text in smtp.letters]  # type: ignore[index]
        assert Counter(sent) == Counter(f"<{number}>" for number in range(MANY))
        for which in range(4):
            own = [int(name.strip("<>")) for name in sent if int(name.strip("<>")) % 4 == which]
            assert own == sorted(own), "in order for each recipient"

    play(test())


def test_answers_that_come_soon_after_each_other_are_noted_in_one_transaction(
    referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted: list[int] = []

    def note(desk: Desk, store: Store, outcomes: Sequence[tuple[Queued, Fate, str]]) -> None:
        noted.append(len(outcomes))
        note_outcomes(desk, store, outcomes)

    monkeypatch.setattr(sending, "note_outcomes", note)

    async def test() -> None:
        async with EmbeddedMail(USERS) as mail, Slow(referee) as smtp:

            async def one_after_the_other(talk: Talk, tag: str) -> None:
                await asyncio.sleep(len(smtp.letters) % 4 * 0.008)
                await talk.say("250 taken")

            smtp.parts["."] = one_after_the_other
            many(referee)
            await Daemon(referee.reads(mail).sends(smtp).desk(), referee.store).once()

    play(test())
    assert sum(noted) == MANY and len(noted) <= MANY / 4 + 5, noted


@pytest.mark.parametrize("refusal", ["421 4.7.0 too many connections", "554 5.7.0 one is enough"])
def test_a_server_that_takes_one_connection_is_asked_for_a_second_only_once(referee: Referee, refusal: str) -> None:
    async def test() -> None:
        async with EmbeddedMail(USERS) as mail, Slow(referee) as smtp:

            async def greet(talk: Talk, tag: str) -> None:
                await talk.say("220 fake ESMTP" if smtp.connections == 1 else refusal)

            smtp.parts[""] = greet
            many(referee)
            assert await Daemon(referee.reads(mail).sends(smtp).desk(), referee.store).once()
            assert smtp.connections == 2
            assert Counter(state for _, state, _ in referee.letters())["waiting"] == 0
            assert referee.sql("SELECT max(tries) FROM outbox") == [(0,)], "it costs no letter a try"
            assert referee.status()["mail_trouble"] is None

    play(test())


def test_a_letter_that_hangs_holds_up_only_those_that_wait_for_it(referee: Referee) -> None:
    async def test() -> None:
        async with EmbeddedMail(USERS) as mail, FakeSmtp() as smtp:

            async def hang(talk: Talk, tag: str) -> None:
                if "<4>" in smtp.letters[-1]:
                    await talk.silence()
                await talk.say("250 taken")

            smtp.parts["."] = hang
            many(referee)
            async with referee.reads(mail).sends(smtp).running():
                taken = "SELECT count(*) FROM outbox WHERE reply LIKE '%taken' AND recipient {} ?"
                await until(lambda: referee.sql(taken.format("<>"), PLAYERS[0]) == [(MANY * 3 // 4,)])
                assert referee.sql(taken.format("="), PLAYERS[0]) == [(1,)]

    play(test())


def test_a_fault_in_what_follows_from_one_letter_keeps_no_other_unmarked(
    referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(case: object, one: Queued) -> None:
        if one.recipient == PLAYERS[1]:
            raise RuntimeError

    monkeypatch.setattr("referee.handle.start_clock", breaks)

    async def test() -> None:
        async with EmbeddedMail(USERS) as mail, FakeSmtp() as smtp:
            many(referee)
            async with referee.reads(mail).sends(smtp).running():
                await until(lambda: not any(state == "waiting" for _, state, _ in referee.letters()))
            assert max(Counter(smtp.letters).values()) == 1
            told = "SELECT raw FROM outbox WHERE recipient = ?"
            assert any(b"what should follow from letter" in raw for (raw,) in referee.sql(told, MASTER))

    play(test())


@pytest.mark.parametrize(
    ("event", "turn", "changed", "goes"),
    [
        ("turn", 1, "", False),
        ("bid,turn", 1, "", False),
        ("play,trick,turn", 1, "", False),
        ("reminder", 1, "", False),
        ("turn", 3, "ended_at = started_at", False),
        ("turn", 3, "", True),
        ("turn", 1, "notice = 1", True),
        ("bid", 1, "", True),
        ("play,trick", 1, "", True),
        ("round,deal,turn", 1, "", True),
        ("start,deal,turn", 1, "", True),
        ("timeout,play,turn", 1, "", True),
    ],
)
def test_a_call_that_waited_until_its_turn_was_over_is_not_sent(
    referee: Referee, event: str, turn: int, changed: str, goes: bool
) -> None:
    """At turn 3; what tells news that the next letter does not tell goes out, and so does what a clock waits for."""

    async def test() -> None:
        async with EmbeddedMail(USERS) as mail, FakeSmtp() as smtp:
            referee.starts_game()
            referee.sql(f"UPDATE games SET turn = 3, notice = NULL{', ' + changed if changed else ''}")
            written = (datetime.now(UTC) - timedelta(hours=2)).isoformat(timespec="microseconds")
            called = "state = 'waiting', sent = NULL, tries = 4, event = ?, turn = ?, written = ?, due = ?"
            referee.sql(f"UPDATE outbox SET {called} WHERE id = 1", event, turn, written, written)
            referee.sql("UPDATE outbox SET state = 'waiting', due = ? WHERE id = 2", written)
            async with referee.reads(mail).sends(smtp).running():
                await until(lambda: [state for (state,) in referee.letters("state")].count("waiting") == 0)

    play(test())
    state, reply = referee.letters("state, reply")[0]
    assert (state, reply == sending.OVERTAKEN) == (("sent", False) if goes else ("withdrawn", True))
    assert referee.status()["letters"] == []
