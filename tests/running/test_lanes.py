"""A flood beside play: who answers a letter is heard first, each person's mails stay in order, and clocks wait for all
that has arrived."""

import itertools
from datetime import UTC, datetime, timedelta
from functools import partialmethod

import pytest
from structlog.testing import capture_logs

from referee.demo.servers import EmbeddedMail
from referee.desk.case import Desk
from referee.post.messages import Message
from referee.post.proof.evidence import NO_EVIDENCE
from referee.post.wire.inbox import Inbox
from referee.running import guard, reading, together
from referee.running.guard import answerers
from referee.running.together import Handled, handle_some
from referee.store import people
from referee.store.backend import Store
from tests.running.post_office import PLAYERS, REFEREE, proven
from tests.running.referee import USERS, Referee, play, quick, referee, until

__all__ = ["quick", "referee"]
FLOOD = "mallory@elsewhere.test"


def answer(game: Referee, text: str, number: int = 1, player: str | None = None) -> bytes:
    """Return an answer of a player, else the first bidder, to the last letter to them."""
    whose = player or game.first_bidder()
    ((token,),) = game.sql("SELECT token FROM tokens WHERE address = ? ORDER BY turn DESC LIMIT 1", whose)
    return proven(whose, text, number=number, to=REFEREE.replace("@", f"+{token}@"))


def flood(count: int) -> list[bytes]:
    return [proven(FLOOD, f"join 109 {number}", number=number) for number in range(count)]


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
        reading.receive(referee.store, [(raw, arrived, None)], [NO_EVIDENCE])

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
            for raw in [*flood(50), answer(referee, "bid 3")]:
                await mail.deliver(REFEREE, raw)
            async with referee.running():
                await until(lambda: ("done", "MakeBid/accepted") in referee.outcomes(), 15)

    monkeypatch.setattr(guard, "read_message", fails)
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
    [("good", True), ("spent", False), ("of another", False), ("unknown", False), ("none", False)],
)
def test_only_a_good_reply_address_of_its_sender_goes_first(referee: Referee, raw: str, first: bool) -> None:
    referee.starts_game()
    good = answer(referee, "bid 3")
    player = referee.first_bidder().encode()
    mails = {
        "good": good,
        "spent": good,
        "of another": good.replace(b"From: " + player, b"From: " + FLOOD.encode()),
        "unknown": good.replace(b"referee+", b"referee+a"),
        "none": proven(referee.first_bidder(), "bid 3"),
    }
    with referee.store.transaction() as tx:
        if raw == "spent":
            people.spend(tx, good.partition(b"referee+")[2].partition(b"@")[0].decode())
        assert answerers(tx, referee.desk().settings, [mails[raw]]) == [player.decode() if first else ""]


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
    """What answers a letter is fetched first, and is the newest mail of all: others wait still."""

    async def test() -> None:
        async with EmbeddedMail(USERS, authserv="mx.club.test") as mail:
            referee.uses(mail).starts_game()
            in_time = datetime.now(UTC) - timedelta(hours=2)
            bid = proven(referee.first_bidder(), "bid 3")
            last = answer(referee, "status", player=next(one for one in PLAYERS if one != referee.first_bidder()))
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
