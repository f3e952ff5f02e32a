"""A turn's clock starts when the mail server took or refused its notice, and one limit after that was written at the
latest; every change of its end is announced to all, and nothing that comes back moves it."""

import random
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select

from referee.handle import handle_sent
from referee.spades.events import BidMade, CardPlayed
from referee.store.outbox import Queued
from referee.store.tables import events
from tests import outgoing
from tests.by_mail.returned import gives_up, notices, queued, returned
from tests.by_mail.waiting_post import WaitingPost
from tests.scratch import scratch_store
from tests.talk import LIST, NAMES, STARTER, Letter, Talk, address

LIMIT = timedelta(days=3)
HOUR = timedelta(hours=1)
SECOND = timedelta(seconds=1)
NEARLY = timedelta(seconds=5)


@pytest.fixture
def server(table: Talk) -> WaitingPost:
    return WaitingPost(table)


def until(letter: Letter) -> datetime:
    return datetime.fromisoformat(letter["Spades-Deadline"])


def told(talk: Talk, who: str) -> datetime:
    """Return the end of the running turn, by the last letter to someone."""
    shown = (x for x in reversed(talk.to(who)) if x["Spades-Deadline"] and x["Spades-Turn"] == str(talk.kept().turn))
    return until(next(shown))


def all_know(talk: Talk) -> None:
    """Check that everybody has a letter with the end of the running turn."""
    deadline = talk.kept().deadline
    for name in NAMES:
        assert deadline is None or abs(told(talk, name) - deadline) < NEARLY, f"{name} was told otherwise"


def letters_to(talk: Talk, who: str) -> list[Queued]:
    """Return all letters to someone, oldest first."""
    with talk.store.reading() as tx:
        found = outgoing.letters(tx, 1, talk.seen)
    return [letter for letter in found if letter.recipient == address(who)]


def turn_begins(server: WaitingPost, *, away: bool = False) -> str:
    """Begin a turn whose notice is put off, or while the server is away; return whose it is."""
    server.works()
    server.away = away
    server.talk.acts()
    who = server.talk.due()
    if not away:
        server.puts_off(who)
    return who


def ends_in(talk: Talk) -> timedelta:
    deadline = talk.kept().deadline
    assert deadline is not None
    return deadline - talk.now


def late_notes(talk: Talk, who: str) -> list[Letter]:
    return [letter for letter in talk.to(who) if "was held up" in letter.flat]


def test_a_notice_that_could_not_go_out_for_two_days_leaves_the_whole_limit(table: Talk, server: WaitingPost) -> None:
    who = turn_begins(server, away=True)
    server.passes(timedelta(days=2))
    server.away = False
    server.works()
    assert table.due() == who and ends_in(table) == LIMIT
    all_know(table)
    assert "they have 2 days more" in table.last("ann").flat
    server.passes(LIMIT - SECOND)
    assert table.due() == who
    server.passes(SECOND)
    assert table.due() != who


def test_no_game_waits_longer_than_one_more_limit(table: Talk, server: WaitingPost) -> None:
    who = turn_begins(server, away=True)
    server.passes(LIMIT - SECOND)
    assert table.kept().deadline == table.now + SECOND
    server.passes(SECOND)
    assert table.due() == who and ends_in(table) == LIMIT
    server.passes(LIMIT)
    assert table.due() != who


def test_a_notice_put_off_for_ever_is_waited_for_one_limit_and_the_gamesmaster_hears_of_it(
    table: Talk, server: WaitingPost
) -> None:
    who = turn_begins(server)
    server.passes(LIMIT - HOUR)
    assert table.due() == who and not notices(table), "it may still arrive"
    server.passes(2 * HOUR)
    assert abs(ends_in(table) - LIMIT + HOUR) < NEARLY
    all_know(table)
    (told,) = notices(table)
    assert "no mail server has taken it for 3 days, and the referee keeps trying" in told
    assert "It is their turn, and the clock runs on." in told
    server.passes(LIMIT - 2 * HOUR)
    assert table.due() == who
    server.passes(2 * HOUR)
    assert table.due() != who
    assert len(notices(table)) <= 2, "at most one a day"


def test_a_server_that_is_slow_costs_nobody_time_and_a_bounce_later_moves_nothing(
    table: Talk, server: WaitingPost
) -> None:
    who = turn_begins(server)
    began = table.now
    server.passes(5 * HOUR)
    server.takes(who)
    server.passes(5 * HOUR)
    late = ends_in(table) + table.now - began - LIMIT
    assert 5 * HOUR < late < 9 * HOUR, "as long as it was put off"
    all_know(table)
    deadline, count = table.kept().deadline, len(table.letters)
    returned(table, queued(table, who, "turn"))
    assert table.kept().deadline == deadline and len(table.letters) == count + 1


@pytest.mark.parametrize("seconds", [59, 60])
def test_less_than_a_minute_moves_nothing(table: Talk, server: WaitingPost, seconds: int) -> None:
    who = turn_begins(server, away=True)
    deadline = table.kept().deadline
    table.now += seconds * SECOND
    server.away = False
    server.works()
    moved = seconds > 59
    assert deadline is not None and table.kept().deadline == deadline + moved * seconds * SECOND
    assert len(late_notes(table, who)) == moved


def test_others_who_are_put_off_too_hold_up_no_clock_longer(table: Talk, server: WaitingPost) -> None:
    """A player can have letters to friends, or to a few addresses of their own, put off as well; and in a quiet game
    nobody else gets a letter."""
    server.works()
    for name in (*NAMES, "gm"):
        server.puts_off(name)
    table.now += SECOND
    table.acts()
    who = table.due()
    server.passes(2 * LIMIT - HOUR)
    assert table.due() == who
    server.passes(2 * HOUR)
    assert table.due() != who


def test_who_is_quiet_holds_no_clock(table: Talk, server: WaitingPost) -> None:
    for name in NAMES:
        table.says(name, "notify my turns", answers=None, proven=True)
    who, began = turn_begins(server), table.now
    server.passes(2 * LIMIT + HOUR)
    assert table.due() != who and table.now - began == 2 * LIMIT + HOUR


def test_a_notice_is_late_once(table: Talk, server: WaitingPost) -> None:
    """The letter about a late notice may be late as well, and so may the letter about that: nobody needs to hear of
    those."""
    who, count = turn_begins(server), len(table.letters)
    for _ in range(4):
        server.passes(2 * HOUR)
        newest = letters_to(table, who)[-1]
        handle_sent(table.desk, table.store, [(newest, "250 ok")], now=table.now, draws=table.draws())
        table.collect()
    extends = [x for x in table.letters[count:] if "extend" in x.events]
    assert len(extends) == len(NAMES)


@pytest.fixture
def pride(tmp_path: Path) -> WaitingPost:
    """Return a table at which a bid can be changed until the next player acts; its first bid is due."""
    server = WaitingPost(Talk(tmp_path).starts(f"{STARTER}\nsheet: pride").hears_each_play())
    server.works()
    return server


def test_a_changed_bid_does_not_forget_what_the_notice_waited(pride: WaitingPost) -> None:
    talk, first = pride.talk, pride.talk.due()
    pride.away = True
    talk.acts("bid 3")
    who, began = talk.due(), talk.now
    pride.passes(timedelta(days=2))
    assert talk.says(first, "bid 4", proven=True) == "MakeBid/accepted"
    pride.passes(5 * HOUR)
    pride.away = False
    pride.works()
    assert talk.due() == who and ends_in(talk) == LIMIT and talk.now == began + 53 * HOUR


def test_a_changed_bid_does_not_let_a_game_wait_longer(pride: WaitingPost) -> None:
    talk, first = pride.talk, pride.talk.due()
    pride.away = True
    talk.acts("bid 3")
    who = talk.due()
    pride.passes(timedelta(days=2))
    assert talk.says(first, "bid 4", proven=True) == "MakeBid/accepted"
    pride.passes(timedelta(days=1))
    assert ends_in(talk) == LIMIT
    pride.passes(LIMIT)
    assert talk.due() != who


def test_a_clock_that_runs_does_not_wait_for_the_news_of_a_changed_bid(pride: WaitingPost) -> None:
    talk, first = pride.talk, pride.talk.due()
    talk.acts("bid 3")
    who = talk.due()
    pride.works()
    deadline = talk.kept().deadline
    pride.away = True
    assert talk.says(first, "bid 4", proven=True) == "MakeBid/accepted"
    pride.passes(timedelta(days=1))
    pride.away = False
    pride.works()
    assert talk.kept().deadline == deadline and not late_notes(talk, who)


def test_a_referee_that_did_not_run_costs_nobody_anything(table: Talk, server: WaitingPost) -> None:
    server.works()
    table.acts()
    who = table.due()
    server.passes(timedelta(days=9), off=True)
    assert table.due() == who and ends_in(table) == LIMIT


def test_a_referee_that_did_not_run_lets_a_clock_start_once_it_runs_if_the_server_is_away(
    table: Talk, server: WaitingPost
) -> None:
    who = turn_begins(server, away=True)
    server.passes(timedelta(days=9), off=True)
    assert table.due() == who and ends_in(table) == LIMIT


def test_a_clock_that_runs_does_so_while_the_referee_does_not(table: Talk, server: WaitingPost) -> None:
    server.works()
    table.acts()
    server.works()
    who, letter = table.due(), table.last(table.due())
    table.now += timedelta(days=9)
    table.deliver(table.mail(who, "bid 7", answers=letter), ago=timedelta(days=8))
    assert table.due() != who, "what came in time counts"
    server.works()
    who = table.due()
    server.passes(timedelta(days=9), off=True)
    assert table.due() != who, "and then the clock acts"


def test_a_successor_elsewhere_does_not_forget_what_the_notice_waited(table: Talk, server: WaitingPost) -> None:
    who = turn_begins(server, away=True)
    other = next(name for name in NAMES if name.lower() not in (who, "ann"))
    server.passes(timedelta(days=2))
    assert table.master(f"replace {other} with Eve <eve@club.test>") == "ReplacePlayer/accepted"
    assert table.kept().deadline == table.now + LIMIT
    server.passes(timedelta(days=2))
    server.away = False
    server.works()
    assert ends_in(table) == LIMIT


def test_an_extension_of_a_turn_that_waits_is_an_extension(table: Talk, server: WaitingPost) -> None:
    turn_begins(server, away=True)
    server.passes(timedelta(days=2))
    table.master("extend 1 day")
    server.passes(timedelta(days=2))
    server.away = False
    server.works()
    assert ends_in(table) == LIMIT + timedelta(days=1)


def test_a_shorter_limit_for_a_turn_that_waits_is_whole(table: Talk, server: WaitingPost) -> None:
    turn_begins(server, away=True)
    server.passes(timedelta(days=2))
    table.master("limit 1 day")
    server.passes(2 * HOUR)
    server.away = False
    server.works()
    assert ends_in(table) == timedelta(days=1)


def test_a_rest_that_runs_on_waits_for_its_letter(table: Talk, server: WaitingPost) -> None:
    server.works()
    server.passes(LIMIT - HOUR)
    table.master("pause")
    server.away = True
    server.passes(timedelta(days=5))
    table.master("resume")
    server.passes(10 * HOUR)
    server.away = False
    server.works()
    assert ends_in(table) == HOUR


def test_the_reminder_waits_for_the_clock_and_comes_once(table: Talk, server: WaitingPost) -> None:
    who = turn_begins(server, away=True)
    server.passes(LIMIT - HOUR)
    server.away = False
    server.works()
    server.passes(LIMIT - SECOND)
    reminders = [letter for letter in table.to(who) if "reminder" in letter.events]
    assert len(reminders) == 1 and until(reminders[0]) == table.kept().deadline


def test_a_short_limit_has_no_hour_to_lose(talk: Talk) -> None:
    talk.starts(f"{STARTER}\ntime limit: 1 hour")
    server = WaitingPost(talk)
    who = turn_begins(server, away=True)
    server.passes(timedelta(minutes=50))
    server.away = False
    server.works()
    assert ends_in(talk) == HOUR
    server.passes(timedelta(minutes=59))
    assert talk.due() == who


def test_a_limit_shorter_than_a_minute_waits_for_no_more_than_that(talk: Talk) -> None:
    talk.starts(f"{STARTER}\ntime limit: 5 s")
    server = WaitingPost(talk)
    who = turn_begins(server, away=True)
    server.passes(59 * SECOND)
    assert talk.due() == who
    server.passes(SECOND)
    assert talk.due() == who and ends_in(talk) == 5 * SECOND
    server.passes(5 * SECOND)
    assert talk.due() != who


def test_a_clock_starts_with_the_refusal_of_its_notice(table: Talk, server: WaitingPost) -> None:
    who = turn_begins(server)
    server.passes(5 * HOUR)
    gives_up(table, queued(table, who, "turn"))
    table.collect()
    assert table.due() == who and ends_in(table) == LIMIT
    all_know(table)
    (told,) = notices(table)
    assert "550 no such user" in told and "It is their turn, and the clock runs on." in told


def test_a_refused_notice_is_not_answered_by_another_for_ever(table: Talk) -> None:
    """Each refusal takes the server some minutes; all that they bring is one new deadline."""
    server = WaitingPost(table)
    table.acts()
    who = table.due()
    for _ in range(5):
        table.now += 200 * SECOND
        for letter in server.waiting():
            if letter.recipient == address(who):
                gives_up(table, letter)
        table.collect()
    assert len([x for x in table.to(who) if "turn" in x.events and x["Spades-Turn"] == "2"]) == 2


@pytest.mark.parametrize("mode", ["builtin", "external"])
def test_the_time_for_challenges_waits_for_the_letter_with_the_result(tmp_path: Path, mode: str) -> None:
    listed = {"list": LIST} if mode == "external" else {}
    talk = Talk(tmp_path, referee={"list_mode": mode, **listed}).starts(
        f"{STARTER}\nsheet: fsu\ntarget: 1\nset limit: 1"
    )
    server = WaitingPost(talk)
    server.works()
    while talk.game().provisional is None:
        server.away = talk.game().turn == 50  # after that the last trick plays by itself
        talk.acts()
        server.works()
    ended = talk.now
    server.passes(timedelta(hours=20))
    assert talk.game().result is None, "nobody was told of the result yet"
    server.away = False
    server.works()
    assert abs(talk.kept().deadline - talk.now - timedelta(hours=24)) < NEARLY  # type: ignore[operator]
    assert "more for challenges" in talk.last(LIST if mode == "external" else "ann").flat
    server.passes(timedelta(hours=23))
    assert talk.game().result is None
    server.passes(timedelta(hours=2))
    assert talk.game().result is not None and talk.now > ended


def last_event(talk: Talk) -> datetime:
    """Find when the last thing happened in game 1."""
    with talk.store.reading() as tx:
        moment: datetime = tx.execute(select(func.max(events.c.at))).scalar_one()
    return moment


# the property

WAYS = ("hours", "act", "put off", "take", "away", "back", "pause", "resume", "extend", "restart", "off", "drop")
OFTEN = ("hours", "hours", "hours", "bounce", "put off")
"""The happenings that come more often than the rest."""


class World:
    """A table to which all of it happens, and the longest that each turn may have lasted."""

    def __init__(self, folder: Path, luck: int) -> None:
        self.talk = Talk(folder).starts().hears_each_play()
        self.server = WaitingPost(self.talk)
        self.luck = random.Random(luck)
        self.begins()

    def begins(self) -> None:
        """Begin a turn."""
        self.turn, self.began = self.talk.kept().turn, last_event(self.talk)
        self.events = len(self.talk.trail())
        self.stood, self.extended, self.off = timedelta(0), timedelta(0), timedelta(0)
        self.notices = 1
        """The number of letters that its clock has waited for."""
        self.paused = self.began if self.talk.game().paused else None
        self.known: datetime | None = None

    def does(self, way: str) -> None:  # noqa: C901, PLR0912 (a case for each way)
        talk, server = self.talk, self.server
        before = talk.now
        match way:
            case "hours":
                server.passes(self.luck.randint(1, 90) * HOUR)
            case "off":
                self.off += (span := self.luck.randint(1, 100) * HOUR)
                server.passes(span, off=True)
            case "act":
                talk.acts()
            case "bounce":
                self.bounces(self.luck.choice([talk.due(), talk.due(), *NAMES]))
            case "put off":
                server.puts_off(talk.due())
            case "take":
                server.stubborn.clear()
            case "away" | "back":
                server.away = way == "away"
            case "pause" | "resume":
                if talk.master(way) == "Pause/accepted":
                    self.paused = talk.now
                elif self.paused and not talk.game().paused:
                    self.stood, self.paused = self.stood + talk.now - self.paused, None
                    self.notices += 1
            case "extend":
                if talk.master("extend 1 day") == "ExtendBy/accepted":
                    self.extended += timedelta(days=1)
                    self.notices += 1
            case "restart":
                talk.store.close()
                talk.store = scratch_store(talk.settings)
            case "drop":
                self.drops()
        server.works()
        assert talk.now >= before

    def bounces(self, who: str) -> None:
        """Bounce a letter that the server took, an old one or the newest: no clock moves."""
        deadline = self.talk.kept().deadline
        returned(self.talk, self.luck.choice(letters_to(self.talk, who)))
        assert self.talk.kept().deadline == deadline

    def drops(self) -> None:
        """Have the server refuse for good what it was to try next."""
        waiting = self.server.waiting()
        if waiting and not self.server.away:
            gives_up(self.talk, self.luck.choice(waiting))

    def looks(self) -> None:
        """Check that no turn outlasted its bound, that none was cut short, and that all know when this one ends."""
        talk = self.talk
        if talk.kept().turn == self.turn:
            all_know(talk)
            self.known = talk.kept().deadline
            if self.known is not None:
                self.within(self.known)
            return
        first = talk.trail()[self.events]
        if isinstance(first, BidMade | CardPlayed) and first.by == "clock" and self.known is not None:
            assert last_event(talk) >= self.known, "before its time"
        self.begins()

    def within(self, deadline: datetime) -> None:
        """Check that the running turn waits for one limit at most for each of its letters, while the referee runs, and
        does not end before its limit."""
        lasts = deadline - self.began - self.stood - self.extended
        assert lasts >= LIMIT - SECOND, "never less than the limit"
        assert lasts <= LIMIT + self.notices * LIMIT + self.off + NEARLY, f"{lasts} with {self.notices} letters"


# a chain of 30 acts takes long to shrink, and reads well enough as it is
BOUNDED = settings(max_examples=3, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
CHAINS = st.lists(st.sampled_from(WAYS + OFTEN), min_size=8, max_size=30)


@settings(BOUNDED)
@given(CHAINS, st.integers(0, 10**6))
def test_no_turn_outlasts_its_bound_and_no_end_moves_unannounced(ways: list[str], luck: int) -> None:
    with TemporaryDirectory() as folder:
        world = World(Path(folder), luck)
        for way in ways:
            world.does(way)
            world.looks()
