"""A flood beside play: who answers a letter is heard first, each person's mails stay in order, and clocks wait for all
that has arrived."""

import itertools
import random
from datetime import UTC, datetime, timedelta
from functools import partialmethod

import pytest
from sqlalchemy import Connection
from structlog.testing import capture_logs

from referee.demo.servers import EmbeddedMail
from referee.desk.case import Desk
from referee.desk.sender import identify
from referee.desk.sender.identify import glance
from referee.post.messages import Message
from referee.post.proof.evidence import NO_EVIDENCE
from referee.post.wire.inbox import Inbox
from referee.running import reading, together
from referee.running.together import Handled, handle_some
from referee.store import inbox
from referee.store.backend import Store
from tests.running.post_office import REFEREE, proven
from tests.running.referee import USERS, Referee, play, quick, referee, until

__all__ = ["quick", "referee"]
FLOOD = "mallory@elsewhere.test"


def answer(game: Referee, text: str, number: int = 1) -> bytes:
    """Return an answer of the first bidder to the letter that calls on them."""
    ((token,),) = game.sql("SELECT token FROM tokens WHERE address = ? AND turn = 1 LIMIT 1", game.first_bidder())
    return proven(game.first_bidder(), text, number=number, to=REFEREE.replace("@", f"+{token}@"))


def receives(tx: Connection, game: Referee, whose: str, *, answers: bool = False) -> int:
    mail = inbox.receive(tx, b"x", f"{random.random()}", game.desk().clock())
    inbox.line_up(tx, mail, whose, answers=answers)
    return mail


def flood(count: int) -> list[bytes]:
    return [proven(FLOOD, f"join 109 {number}", number=number) for number in range(count)]


@pytest.mark.parametrize("seed", range(20))
def test_mail_is_handled_in_order_of_arrival_but_beside_a_flood(referee: Referee, seed: int) -> None:
    """Mails come and are handled as it happens, four at a time; a flood: more than that wait."""
    chance = random.Random(seed)
    referee.desk()
    waiting: dict[int, tuple[str, bool]] = {}
    with referee.store.transaction() as tx:
        for _ in range(60):
            for _ in range(chance.choice([0, 1, 2, 3, 9])):
                whose = chance.choice(["ann", "bob", "carol", "mallory", "mallory", ""])
                answers = whose != "" and chance.random() < 0.4
                mail = receives(tx, referee, whose, answers=answers)
                waiting[mail] = whose, answers and whose not in [each for each, _ in waiting.values()]
            taken = inbox.next_ones(tx, 4)
            if len(waiting) <= 4:
                assert taken == [*waiting]
            else:
                assert len(taken) == 4 and min(waiting) in taken[:2]
                assert any(waiting[one][1] for one in taken) or not any(ahead for _, ahead in waiting.values())
            for one in taken:
                whose, _ = waiting.pop(one)
                assert not [each for each in waiting if each < one and waiting[each][0] == whose]
                inbox.finish(tx, one, "done")


@pytest.mark.parametrize("answers", [False, True])
def test_no_stream_of_new_senders_holds_up_a_mail(referee: Referee, answers: bool) -> None:
    """As many come as are handled: each of them goes before the second mail of another, but for ever."""
    referee.desk()
    with referee.store.transaction() as tx:
        mails = {receives(tx, referee, "bob") for _ in range(25)}
        for number in range(6):
            for stranger in range(20):
                receives(tx, referee, f"{number}.{stranger}", answers=answers)
            for one in inbox.next_ones(tx, 20):
                inbox.finish(tx, one, "done")
        assert mails.isdisjoint(inbox.in_state(tx, "new"))


def test_a_clock_that_is_due_waits_for_no_stream_of_mail(referee: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each mail that is handled is followed by mails of new senders."""
    count = itertools.count()

    def followed(desk: Desk, store: Store) -> list[tuple[int, Handled]]:
        handled = handle_some(desk, store)
        for number in itertools.islice(count, len(handled) + 1):
            stored(proven(f"m{number}@elsewhere.test", "hello", number=number))
        return handled

    def stored(raw: bytes, ago: timedelta = timedelta()) -> None:
        arrived = datetime.now(UTC) - ago
        reading.receive(referee.desk().settings, referee.store, [(raw, arrived, None)], [NO_EVIDENCE])

    async def test() -> None:
        async with EmbeddedMail(USERS, authserv="mx.club.test") as mail:
            referee.uses(mail).starts_game()
            for number in range(2):
                stored(proven("bob@club.test", f"hello {number}"), timedelta(hours=2))
            for number in itertools.islice(count, 4):
                stored(proven(f"m{number}@elsewhere.test", "hello", number=number))
            before = len(referee.trail())
            referee.is_overdue()
            async with referee.running():
                await until(lambda: len(referee.trail()) > before)

    monkeypatch.setattr(reading, "handle_some", followed)
    monkeypatch.setattr(together, "TOGETHER", 4)
    play(test())


def test_a_bug_in_the_look_at_a_mail_keeps_none_out(referee: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> Message:
        raise ZeroDivisionError("the queen of spades")

    async def test() -> None:
        async with EmbeddedMail(USERS, authserv="mx.club.test") as mail:
            referee.uses(mail).starts_game()
            await mail.deliver(REFEREE, answer(referee, "bid 3"))
            async with referee.running():
                await until(lambda: ("done", "MakeBid/accepted") in referee.outcomes())

    monkeypatch.setattr(identify, "read_head", fails)
    play(test())


def test_a_good_reply_goes_before_a_flood_and_all_of_it_is_handled(referee: Referee) -> None:
    async def test() -> None:
        async with EmbeddedMail(USERS, authserv="mx.club.test") as mail:
            referee.uses(mail).starts_game()
            for raw in [*flood(40), answer(referee, "bid 3"), *flood(50)[40:]]:
                await mail.deliver(REFEREE, raw)
            async with referee.running():
                await until(lambda: [state for state, _ in referee.outcomes()].count("done") == 52, 15)

    with capture_logs() as lines:
        play(test())
    outcomes = [line["outcome"] for line in lines if line["event"] == "mail"]
    assert "MakeBid/accepted" in outcomes[:2] and len(outcomes) == 51


@pytest.mark.parametrize(
    ("raw", "first"),
    [("good", True), ("of another", False), ("unknown", False), ("none", False)],
)
def test_only_a_good_reply_address_of_its_sender_goes_first(referee: Referee, raw: str, first: bool) -> None:
    referee.starts_game()
    good = answer(referee, "bid 3")
    player = referee.first_bidder().encode()
    mails = {
        "good": good,
        "of another": good.replace(b"From: " + player, b"From: " + FLOOD.encode()),
        "unknown": good.replace(b"referee+", b"referee+a"),
        "none": proven(referee.first_bidder(), "bid 3"),
    }
    with referee.store.reading() as tx:
        whose, goes_first = glance(tx, referee.desk().settings, mails[raw])
        assert goes_first is first and whose == (FLOOD if raw == "of another" else player.decode())


def test_the_clock_waits_for_a_move_behind_a_flood(referee: Referee) -> None:
    async def test() -> None:
        async with EmbeddedMail(USERS, authserv="mx.club.test") as mail:
            referee.uses(mail).starts_game()
            for raw in flood(40):
                referee.receives(raw, timedelta(hours=2))
            referee.receives(proven(referee.first_bidder(), "bid 3"), timedelta(hours=2))
            referee.is_overdue()
            async with referee.running():
                await until(lambda: [state for state, _ in referee.outcomes()].count("done") == 42, 15)

    play(test())
    assert ("done", "MakeBid/accepted") in referee.outcomes()


def test_the_clock_waits_for_a_move_that_is_fetched_last(referee: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    """What went to a reply address is fetched first, and is the newest mail of all: others wait still."""

    async def test() -> None:
        async with EmbeddedMail(USERS, authserv="mx.club.test") as mail:
            referee.uses(mail).starts_game()
            in_time = datetime.now(UTC) - timedelta(hours=2)
            bid = proven(referee.first_bidder(), "bid 3")
            last = proven("eve@elsewhere.test", "hello", to=REFEREE.replace("@", "+abc@"))
            for raw in [*flood(20), bid, last]:
                await mail.deliver(REFEREE, raw, in_time)
            referee.is_overdue()
            async with referee.running():
                await until(lambda: [state for state, _ in referee.outcomes()].count("done") == 23, 15)

    monkeypatch.setattr(Inbox, "fetch_new", partialmethod(Inbox.fetch_new, limit=4))
    with capture_logs() as lines:
        play(test())
    outcomes = [line["outcome"] for line in lines if line["event"] == "mail"]
    assert "MakeBid/accepted" in outcomes
    assert next(line["uid"] for line in lines if line["event"] == "mail") == 122
