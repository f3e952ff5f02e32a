"""A mail server that refuses letters for our sake, or for their own: none is lost for a quota or a block, and what is
about one address is given up."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from referee.demo.servers import EmbeddedMail
from referee.desk.case import Desk
from referee.running.daemon import Daemon
from referee.running.sending import Sending
from referee.running.steps import Steps
from tests.running.post_office import MASTER, PLAYERS, STARTER, proven
from tests.running.referee import USERS, Referee, handle_or_shunt, play, quick, referee, until
from tests.wire.scripted import FakeSmtp, Part, Talk

__all__ = ["quick", "referee"]

HOUR = timedelta(hours=1)
ROOT = "root@club.test"
UNKNOWN = "550 5.1.1 <{}>: Recipient address rejected: User unknown"


def refuses(smtp: FakeSmtp, *who: str, reply: str = UNKNOWN) -> Part:
    """Refuse letters to some addresses."""

    async def part(talk: Talk, tag: str) -> None:
        named = next((each for each in who if each in smtp.heard[-1]), None)
        await talk.say("250 fine" if named is None else reply.format(named))

    return part


def told(smtp: FakeSmtp, who: str) -> bool:
    """Tell if the Gamesmaster has a letter that says that letters to someone were not delivered."""
    to_master = (text for text in smtp.letters if MASTER in text.partition("\n\n")[0])
    return any(who in text and "was not delivered" in text for text in to_master)


class Day:
    """A day with a referee that looks at its mail every other hour."""

    def __init__(self, one: Referee, mail: EmbeddedMail, smtp: FakeSmtp) -> None:
        self.referee, self.now = one.reads(mail).sends(smtp), datetime.now(UTC)

    @property
    def desk(self) -> Desk:
        return replace(self.referee.desk(), clock=lambda: self.now)

    def starts(self, games: int, more: str = "") -> None:
        for number in range(games):
            handle_or_shunt(
                self.desk, self.referee.store, self.referee.receives(proven(MASTER, STARTER + more, number=number))
            )

    async def looks(self) -> None:
        assert await Daemon(self.desk, self.referee.store).once()

    async def passes(self, hours: int) -> None:
        for _ in range(hours // 2):
            self.now += 2 * HOUR
            await self.looks()

    def states(self, *who: str) -> Sequence[str]:
        """Return the states of the letters to these people, or of all."""
        return [state for to, state, _ in self.referee.letters() if not who or to in who]


QUOTAS = [
    ("RCPT", "550 5.4.5 Daily user sending limit exceeded. x{}1-gsmtp"),
    (
        ".",
        "554 5.7.0 Your message could not be sent. The limit on the number of allowed outgoing messages was exceeded.",
    ),
    ("MAIL", "550 5.7.1 Sending paused"),
    (".", "550 5.1.1 User unknown"),
]
"""What a server says from noon to midnight; the last says what it is about only by saying it to everybody."""


@pytest.mark.parametrize(("step", "reply"), QUOTAS)
def test_a_day_on_which_the_quota_of_the_provider_is_used_up(referee: Referee, step: str, reply: str) -> None:
    referee.more["referee"] = f'operator = "{ROOT}"'

    async def test() -> None:
        async with EmbeddedMail(USERS) as mail, FakeSmtp({step: reply}) as smtp:
            noon = Day(referee, mail, smtp)
            began = noon.now
            noon.starts(4, "\ntime limit: 8 hours")
            events = referee.sql("SELECT count(*) FROM events")
            assert len(noon.states()) == 20
            await noon.passes(12)
            assert set(noon.states()) == {"waiting"}
            assert reply[:3] in (referee.status()["mail_trouble"] or "")
            assert referee.sql("SELECT count(*) FROM events") == events, "no clock acted for a letter that had not gone"
            del smtp.parts[step]
            smtp.letters.clear()
            await noon.looks()
            assert set(noon.states()) == {"sent"}
            ends = {datetime.fromisoformat(end) for (end,) in referee.sql("SELECT deadline FROM games")}
            assert all(abs(end - began - 16 * HOUR) < HOUR for end in ends), (
                "one limit after it was written at the latest"
            )
            alarms = [text for text in smtp.letters if f"To: {ROOT}" in text or f"<{ROOT}>" in text]
            assert sum("have been waiting since" in text for text in alarms) == 1 == len(alarms)
            ids = [line for text in smtp.letters for line in text.split("\n") if line.lower().startswith("message-id:")]
            assert len(ids) == len({*ids}) == len(noon.states()), "each came once"

    play(test())


class Quota:
    """A provider that takes so many letters an hour, and says nothing that is known of the others."""

    def __init__(self, an_hour: int, reply: str = "554 Transaction failed") -> None:
        self.an_hour = self.left = an_hour
        self.reply = reply

    async def __call__(self, talk: Talk, tag: str) -> None:
        self.left -= 1
        await talk.say(self.reply if self.left < 0 else "250 taken")


NAMELESS = ("554 Transaction failed", "550 Administrative prohibition", "550 5.1.1 User unknown")


@pytest.mark.parametrize("reply", NAMELESS)
def test_an_acceptance_before_a_refusal_tells_nothing_of_it(referee: Referee, reply: str) -> None:
    """The last letter of a quota and the first beyond it are often answered together."""

    async def test() -> None:
        async with EmbeddedMail(USERS) as mail, FakeSmtp({".": Quota(5, reply)}) as smtp:
            day = Day(referee, mail, smtp)
            day.starts(4)
            await day.looks()
            assert sorted(day.states()) == ["sent"] * 5 + ["waiting"] * 15

    play(test())


@pytest.mark.parametrize("reply", NAMELESS[:2])
def test_no_letter_is_lost_to_a_quota_that_returns_every_hour(referee: Referee, reply: str) -> None:
    async def test() -> None:
        async with EmbeddedMail(USERS) as mail, FakeSmtp({".": (quota := Quota(5, reply))}) as smtp:
            day = Day(referee, mail, smtp)
            day.starts(4)
            sending = Sending(day.desk, Steps(referee.store))
            for sent in (5, 10, 15, 20):
                quota.left = quota.an_hour
                for _ in range(3):
                    await sending.send_due()
                assert sorted(day.states()) == ["sent"] * sent + ["waiting"] * (20 - sent)
            await sending.close()

    play(test())


def test_two_dead_addresses_are_given_up_once_another_letter_is_taken(referee: Referee) -> None:
    async def test() -> None:
        async with EmbeddedMail(USERS) as mail, FakeSmtp() as smtp:
            smtp.parts["RCPT"] = refuses(smtp, *PLAYERS[:2])
            day = Day(referee, mail, smtp)
            day.starts(1)
            await day.looks()
            assert set(day.states(*PLAYERS[:2])) == {"failed"} and set(day.states(*PLAYERS[2:], MASTER)) == {"sent"}
            assert all(told(smtp, who) for who in PLAYERS[:2]), "the Gamesmaster knows"

    play(test())


def test_so_are_four_at_a_domain_that_has_no_users_left(referee: Referee) -> None:
    async def test() -> None:
        async with EmbeddedMail(USERS) as mail, FakeSmtp() as smtp:
            smtp.parts["RCPT"] = refuses(smtp, *PLAYERS)
            day = Day(referee, mail, smtp)
            day.starts(1)
            await day.passes(4)
            assert set(day.states(*PLAYERS)) == {"failed"} and set(day.states(MASTER)) == {"sent"}

    play(test())


@pytest.mark.parametrize(("reply", "decided"), [(UNKNOWN, True), ("554 5.7.1 Rejected by policy", False)])
def test_one_letter_alone(referee: Referee, reply: str, decided: bool) -> None:
    """If the reply names its recipient, it is given up at once; else another letter has to tell, at last the alarm."""
    referee.more["referee"] = f'operator = "{ROOT}"'

    async def test() -> None:
        async with EmbeddedMail(USERS) as mail, FakeSmtp() as smtp:
            day = Day(referee, mail, smtp)
            day.starts(1)
            referee.sql("UPDATE outbox SET state = 'sent', sent = written WHERE recipient <> ?", PLAYERS[0])
            smtp.parts["RCPT"] = refuses(smtp, PLAYERS[0], reply=reply)
            await day.looks()
            assert day.states(PLAYERS[0]) == (["failed"] if decided else ["waiting"])
            await day.passes(4)
            assert set(day.states(PLAYERS[0])) == {"failed"}
            assert told(smtp, PLAYERS[0]), "the Gamesmaster knows"

    play(test())


def test_a_letter_taken_in_between_tells_what_a_refusal_is_about(referee: Referee) -> None:
    def waits_again(who: str) -> None:
        referee.sql(
            "UPDATE outbox SET state = 'waiting' WHERE id = (SELECT min(id) FROM outbox WHERE recipient = ?)", who
        )

    def first(who: str) -> str:
        return str(referee.sql("SELECT state FROM outbox WHERE recipient = ? ORDER BY id", who)[0][0])

    async def test() -> None:
        ann, bob, carol, dave = PLAYERS
        async with EmbeddedMail(USERS) as mail, FakeSmtp() as smtp:
            smtp.parts["RCPT"] = refuses(smtp, ann)
            async with referee.starts_game().reads(mail).sends(smtp).running():
                waits_again(ann)
                await until(lambda: first(ann) == "failed" and told(smtp, ann))
                smtp.parts["RCPT"] = refuses(smtp, ann, bob)
                waits_again(bob)
                await until(lambda: first(bob) == "failed" and told(smtp, bob))
                await until(lambda: all(state != "waiting" for _, state, _ in referee.letters()))
                smtp.parts["RCPT"] = refuses(smtp, carol, reply="554 5.7.1 Rejected by policy")
                waits_again(carol)
                await until(lambda: "by policy" in (referee.status()["mail_trouble"] or ""))
                assert first(carol) == "waiting"
                waits_again(dave)
                await until(lambda: first(dave) == "sent" and first(carol) == "failed")

    play(test())
