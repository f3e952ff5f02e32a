"""A flood beside play: who answers a letter is heard first, each person's mails stay in order, and clocks wait for all
that has arrived."""

import random
from datetime import timedelta

import pytest
from structlog.testing import capture_logs

from referee.demo.servers import EmbeddedMail
from referee.desk.sender.identify import glance
from referee.store import inbox
from tests.running.post_office import REFEREE, proven
from tests.running.referee import USERS, Referee, play, quick, referee, until

__all__ = ["quick", "referee"]
FLOOD = "mallory@elsewhere.test"


def answer(game: Referee, text: str, number: int = 1) -> bytes:
    """Return an answer of the first bidder to the letter that calls on them."""
    ((token,),) = game.sql("SELECT token FROM tokens WHERE address = ? AND turn = 1 LIMIT 1", game.first_bidder())
    return proven(game.first_bidder(), text, number=number, to=REFEREE.replace("@", f"+{token}@"))


def flood(count: int) -> list[bytes]:
    return [proven(FLOOD, f"join 109 {number}", number=number) for number in range(count)]


@pytest.mark.parametrize("seed", range(20))
def test_nobody_overtakes_themselves_and_answers_overtake_others(referee: Referee, seed: int) -> None:
    """Mails come and are handled as it happens; `ahead`: an answer of somebody of whom no other mail waits."""
    chance = random.Random(seed)
    referee.desk()
    waiting: list[tuple[int, str | None, bool]] = []
    with referee.store.transaction() as tx:
        for number in range(120):
            whose = chance.choice(["ann", "bob", "mallory", "mallory", None])
            first = whose is not None and chance.random() < 0.4
            mail = inbox.receive(tx, b"x", f"{number}", referee.desk().clock())
            inbox.line_up(tx, mail, whose, first=first)
            ahead = first and whose not in [each[1] for each in waiting]
            waiting.append((mail, whose, ahead))
            for _ in range(chance.choice([0, 0, 1, 1, 2])):
                if not waiting:
                    break
                (taken,) = inbox.unhandled(tx, 1)
                (one,) = [each for each in waiting if each[0] == taken]
                before = [each for each in waiting if each[0] < taken]
                assert one[1] is None or not [each for each in before if each[1] == one[1]]
                assert one[2] or not [each for each in waiting if each[2]]
                inbox.finish(tx, taken, "done")
                waiting.remove(one)


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
    assert outcomes[0] == "MakeBid/accepted" and len(outcomes) == 51


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
