"""A turn lasts its limit, one grace for each player and game, and as long as nothing could be sent; no longer, whatever
comes back, is put off or stands still. Every change of its end is announced to all."""

import random
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select

from referee.desk.clock.grace import ASKING
from referee.handle import handle_given_up, handle_sent
from referee.spades.events import BidMade, CardPlayed
from referee.store import clocks
from referee.store.outbox import Queued
from referee.store.tables import events
from tests import outgoing
from tests.by_mail.returned import flat, notices, queued, returned
from tests.by_mail.waiting_post import WaitingPost
from tests.chance import examples
from tests.scratch import scratch_store
from tests.talk import LIST, MASTER, NAMES, STARTER, Letter, Talk, address

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
    """The end of the running turn, by the last letter to someone."""
    shown = (x for x in reversed(talk.to(who)) if x["Spades-Deadline"] and x["Spades-Turn"] == str(talk.kept().turn))
    return until(next(shown))


def all_know(talk: Talk) -> None:
    """Checks that everybody has a letter with the end of the running turn."""
    deadline = talk.kept().deadline
    for name in NAMES:
        assert deadline is None or abs(told(talk, name) - deadline) < NEARLY, f"{name} was told otherwise"


def letters_to(talk: Talk, who: str) -> list[Queued]:
    """All letters to someone, oldest first."""
    with talk.store.reading() as tx:
        found = outgoing.letters(tx, 1, talk.seen)
    return [letter for letter in found if letter.recipient == address(who)]


def comes_round(server: WaitingPost, who: str) -> None:
    """The others act until it is someone's turn once more; they have not heard of it yet."""
    talk = server.talk
    talk.acts()
    while talk.due() != who:
        server.works()
        talk.acts()


def test_bounces_of_old_letters_bring_one_limit_in_all(table: Talk, server: WaitingPost) -> None:
    table.hears_each_play()
    who = table.due()
    comes_round(server, who)
    comes_round(server, who)
    server.works()
    began = table.now
    server.puts_off(who)
    bounces = 0
    while table.due() == who and bounces < 16:
        returned(table, letters_to(table, who)[bounces])
        bounces += 1
        server.passes(14 * HOUR)
        all_know(table)
    assert any(isinstance(e, CardPlayed) and e.by == "clock" for e in table.trail())
    assert table.now - began <= 2 * LIMIT + 14 * HOUR


def test_a_notice_put_off_for_ever_stops_the_clock_for_one_limit(table: Talk, server: WaitingPost) -> None:
    server.works()
    table.acts()
    who, began = table.due(), table.now
    server.puts_off(who)
    server.passes(LIMIT - HOUR)
    assert table.due() == who and not notices(table), "it may still arrive"
    server.passes(2 * HOUR)
    assert abs(table.kept().deadline - began - 2 * LIMIT) < NEARLY  # type: ignore[operator]
    all_know(table)
    assert (
        "it was put off for 3 days, and the referee keeps trying" in notices(table)[0]
        and "They have 3 days more" in notices(table)[0]
    )
    server.passes(LIMIT - 2 * HOUR)
    assert table.due() == who
    server.passes(2 * HOUR)
    assert table.due() != who, "then the clock ran by what all were told"
    assert len(notices(table)) <= 4, "at most one a day"


def test_the_grace_of_a_player_whose_server_is_slow_goes_in_pieces(table: Talk, server: WaitingPost) -> None:
    server.works()
    table.acts()
    who, began = table.due(), table.now
    server.puts_off(who)
    server.passes(5 * HOUR)
    server.takes(who)
    server.passes(5 * HOUR)
    kept = table.kept().deadline
    assert kept is not None
    lost = kept - began - LIMIT
    assert 5 * HOUR < lost < 9 * HOUR, "as long as it was put off"
    all_know(table)
    assert "went out late" in flat(table.last("ann"))
    returned(table, queued(table, who, "turn"))
    assert abs(table.kept().deadline - began - 2 * LIMIT) < NEARLY, "the rest of the one limit"  # type: ignore[operator]
    all_know(table)


def test_a_grace_of_minutes_moves_no_clock_and_nobody_hears_of_it(table: Talk, server: WaitingPost) -> None:
    who = table.due()
    server.works()
    with table.store.transaction() as tx:
        clocks.set_grace(tx, 1, 1, "unused", LIMIT - timedelta(minutes=30))
    deadline, count = table.kept().deadline, len(table.letters)
    for letter in letters_to(table, who):
        returned(table, letter)
    assert table.kept().deadline == deadline
    assert [letter.to for letter in table.letters[count:]] == [MASTER], "once a day, and not of each letter"
    assert "minutes more" not in flat(table.last(MASTER)) and "The clock runs on" in flat(table.last(MASTER))


def test_nobody_waits_for_a_player_without_grace(table: Talk, server: WaitingPost) -> None:
    server.works()
    table.acts()
    who = table.due()
    returned(table, queued(table, who, "turn"))
    server.passes(timedelta(days=1))
    comes_round(server, who)
    began = table.now
    server.puts_off(who)
    count = len(table.to(MASTER))
    server.passes(4 * HOUR)
    assert table.kept().deadline == began + LIMIT and table.kept().notice is None
    assert any("was not delivered" in letter.text for letter in table.to(MASTER)[count:])
    server.passes(LIMIT - 5 * HOUR)
    assert table.due() == who
    server.passes(2 * HOUR)
    assert table.due() != who
    assert len([x for x in table.to(MASTER)[count:] if "was not delivered" in x.text]) <= 4


def test_old_letters_that_come_back_while_nothing_can_be_sent_change_nothing(table: Talk, server: WaitingPost) -> None:
    who = table.due()
    server.works()
    old = letters_to(table, who)[-1]
    returned(table, queued(table, who, "turn"))
    server.works()
    comes_round(server, who)
    server.works()
    again = [x for x in letters_to(table, who) if ASKING & {*x.event.split(",")} and x.id > old.id]
    server.away = True
    server.passes(timedelta(days=1))
    table.master("extend 1 day")
    server.passes(timedelta(days=1))
    deadline, count = table.kept().deadline, len(table.to(who))
    for letter in again:
        returned(table, letter)
    assert again and (table.kept().deadline, len(table.to(who))) == (deadline, count)


def test_a_server_that_is_away_costs_nobody_anything(table: Talk, server: WaitingPost) -> None:
    server.works()
    server.away = True
    table.acts()
    who = table.due()
    server.passes(timedelta(days=5))
    assert table.due() == who
    server.away = False
    server.works()
    assert abs(table.kept().deadline - table.now - LIMIT) < NEARLY  # type: ignore[operator]
    all_know(table)
    returned(table, queued(table, who, "turn"))
    assert abs(table.kept().deadline - table.now - 2 * LIMIT) < NEARLY, "the grace is whole"  # type: ignore[operator]


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
    server.works()
    table.acts()
    who, began = table.due(), table.now
    server.puts_off(who)
    server.passes(2 * LIMIT + HOUR)
    assert table.due() != who and table.now - began == 2 * LIMIT + HOUR


def test_a_notice_is_late_once(table: Talk, server: WaitingPost) -> None:
    """The letter about a late notice may be late as well, and so may the letter about that: nobody needs to hear of
    those."""
    server.works()
    table.acts()
    who, count = table.due(), len(table.letters)
    server.puts_off(who)
    for _ in range(4):
        server.passes(2 * HOUR)
        newest = letters_to(table, who)[-1]
        handle_sent(table.desk, table.store, [(newest, "250 ok")], now=table.now, draws=table.draws())
        table.collect()
    extends = [x for x in table.letters[count:] if "extend" in x.events]
    assert len(extends) == len(NAMES)


def test_a_changed_bid_does_not_forget_what_the_notice_waited(tmp_path: Path) -> None:
    talk = Talk(tmp_path).starts(f"{STARTER}\nsheet: pride").hears_each_play()
    server = WaitingPost(talk)
    server.works()
    first = talk.due()
    server.away = True
    talk.acts("bid 3")
    who = talk.due()
    server.passes(timedelta(days=2))
    assert talk.says(first, "bid 4", proven=True) == "MakeBid/accepted"
    server.passes(5 * HOUR)
    server.away = False
    server.works()
    assert talk.due() == who and abs(talk.kept().deadline - talk.now - LIMIT) < NEARLY  # type: ignore[operator]


def test_a_referee_that_did_not_run_costs_nobody_anything(table: Talk, server: WaitingPost) -> None:
    server.works()
    table.acts()
    who = table.due()
    server.passes(timedelta(days=9), off=True)
    assert table.due() == who and abs(table.kept().deadline - table.now - LIMIT) < NEARLY  # type: ignore[operator]


def test_a_successor_elsewhere_does_not_forget_what_the_notice_waited(table: Talk, server: WaitingPost) -> None:
    server.works()
    server.away = True
    table.acts()
    who = table.due()
    other = next(name for name in NAMES if name.lower() not in (who, "ann"))
    server.passes(timedelta(days=2))
    assert table.master(f"replace {other} with Eve <eve@club.test>") == "ReplacePlayer/accepted"
    assert table.kept().deadline == table.now + LIMIT
    server.passes(timedelta(days=2))
    server.away = False
    server.works()
    assert abs(table.kept().deadline - table.now - LIMIT) < NEARLY  # type: ignore[operator]


def test_pauses_do_not_bring_the_grace_anew(table: Talk, server: WaitingPost) -> None:
    server.works()
    table.acts()
    who, began = table.due(), table.now
    server.puts_off(who)
    for _ in range(6):
        server.passes(20 * HOUR)
        table.master("pause")
        table.master("resume")
        server.works()
        all_know(table)
    server.passes(20 * HOUR + timedelta(days=1))
    assert table.due() != who
    clock = next(e for e in reversed(table.trail()) if isinstance(e, BidMade) and e.by == "clock")
    assert clock and table.now - began < 2 * LIMIT + timedelta(days=1)


def test_a_short_limit_has_no_hour_to_lose(talk: Talk) -> None:
    talk.starts(f"{STARTER}\ntime limit: 1 hour")
    server = WaitingPost(talk)
    server.works()
    server.away = True
    talk.acts()
    who = talk.due()
    server.passes(timedelta(minutes=50))
    server.away = False
    server.works()
    assert abs(talk.kept().deadline - talk.now - HOUR) < NEARLY  # type: ignore[operator]
    server.passes(timedelta(minutes=59))
    assert talk.due() == who


def test_a_refused_notice_is_not_answered_by_another_for_ever(table: Talk) -> None:
    """Each refusal takes the server some seconds; all that they bring is the grace."""
    server = WaitingPost(table)
    table.acts()
    who = table.due()
    for _ in range(5):
        table.now += 20 * SECOND
        for letter in server.waiting():
            if letter.recipient == address(who):
                _refuses(table, letter)
        table.collect()
    assert len([x for x in table.to(who) if "turn" in x.events and x["Spades-Turn"] == "2"]) == 2


def _refuses(talk: Talk, letter: Queued) -> None:
    handle_given_up(talk.desk, talk.store, letter, "550 no", now=talk.now, draws=talk.draws())


@pytest.mark.parametrize("mode", ["builtin", "external"])
def test_the_time_for_challenges_waits_for_the_letter_with_the_result(tmp_path: Path, mode: str) -> None:
    listed = {"list": LIST} if mode == "external" else {}
    talk = Talk(tmp_path, referee={"list_mode": mode, **listed}).starts(
        f"{STARTER}\nsheet: fsu\ntarget: 1\nset limit: 1"
    )
    server = WaitingPost(talk)
    server.works()
    while talk.game().provisional is None:
        server.away = talk.game().turn == 50  # after which the last trick plays by itself
        talk.acts()
        server.works()
    ended = talk.now
    server.passes(timedelta(hours=30))
    assert talk.game().result is None, "nobody was told of the result yet"
    server.away = False
    server.works()
    assert abs(talk.kept().deadline - talk.now - timedelta(hours=24)) < NEARLY  # type: ignore[operator]
    assert "more for challenges" in flat(talk.last(LIST if mode == "external" else "ann"))
    server.passes(timedelta(hours=23))
    assert talk.game().result is None
    server.passes(timedelta(hours=2))
    assert talk.game().result is not None and talk.now > ended


def last_event(talk: Talk) -> datetime:
    """When the last thing happened in game 1."""
    with talk.store.reading() as tx:
        moment: datetime = tx.execute(select(func.max(events.c.at))).scalar_one()
    return moment


# the property

WAYS = ("hours", "act", "put off", "take", "away", "back", "pause", "resume", "extend", "restart", "off", "drop")
OFTEN = ("hours", "hours", "hours", "bounce", "bounce", "put off")
"""What happens more often than the rest."""


class World:
    """A table to which all of it happens, and the longest that each turn may have lasted."""

    def __init__(self, folder: Path, luck: int) -> None:
        self.talk = Talk(folder).starts().hears_each_play()
        self.server = WaitingPost(self.talk)
        self.luck = random.Random(luck)
        self.graces = dict.fromkeys(range(1, 5), timedelta(0))
        """By seat, how much of its grace its turns took that are over."""
        self.begins()

    def begins(self) -> None:
        """A turn begins."""
        self.turn, self.seat, self.began = self.talk.kept().turn, self.talk.kept().due_seat, last_event(self.talk)
        self.events = len(self.talk.trail())
        self.stood, self.extended = timedelta(0), timedelta(0)
        self.paused = self.began if self.talk.game().paused else None
        self.known: datetime | None = None
        self.over = timedelta(0)

    def does(self, way: str) -> None:  # noqa: C901, PLR0912 (a case for each way)
        talk, server = self.talk, self.server
        before = talk.now
        match way:
            case "hours":
                server.passes(self.luck.randint(1, 90) * HOUR)
            case "off":
                server.passes(self.luck.randint(1, 100) * HOUR, off=True)
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
            case "extend":
                if talk.master("extend 1 day") == "ExtendBy/accepted":
                    self.extended += timedelta(days=1)
            case "restart":
                talk.store.close()
                talk.store = scratch_store(talk.settings)
            case "drop":
                self.drops()
        server.works()
        assert talk.now >= before

    def bounces(self, who: str) -> None:
        """A letter to someone comes back, an old one or the newest."""
        letters = letters_to(self.talk, who)
        returned(self.talk, self.luck.choice([*letters, *(x for x in letters if ASKING & {*x.event.split(",")})]))

    def drops(self) -> None:
        """The server refuses what it was to try next, for good."""
        waiting = self.server.waiting()
        if waiting and not self.server.away:
            _refuses(self.talk, self.luck.choice(waiting))

    def looks(self) -> None:
        """Checks that no turn outlasted its bound, that none was cut short, and that all know when this one ends."""
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
        if self.seat is not None:
            self.graces[self.seat] += max(self.over, timedelta(0))
        self.begins()

    def within(self, deadline: datetime) -> None:
        """Checks that the running turn takes no more grace than is left, and does not end before its limit."""
        assert self.seat is not None
        end = max(deadline, self.talk.now)
        nobodys = self.server.out(self.began, end) + self.stood + self.extended
        self.over = end - self.began - LIMIT - nobodys
        grace = self.over + self.graces[self.seat]
        assert grace <= LIMIT + NEARLY, f"{grace} more than the limits of the seat in all its turns"
        assert deadline - self.began >= LIMIT - SECOND, "never less than the limit"


# a chain of 30 acts takes long to shrink, and reads well enough as it is
BOUNDED = settings(max_examples=40, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
CHAINS = st.lists(st.sampled_from(WAYS + OFTEN), min_size=8, max_size=30)


@settings(BOUNDED, max_examples=examples(40))
@given(CHAINS, st.integers(0, 10**6))
def test_no_turn_outlasts_its_bound_and_no_end_moves_unannounced(ways: list[str], luck: int) -> None:
    check_bounds(ways, luck)


@pytest.mark.long
@settings(BOUNDED)
@given(CHAINS, st.integers(0, 10**6))
def test_no_turn_outlasts_its_bound_in_many_chains(ways: list[str], luck: int) -> None:
    check_bounds(ways, luck)


def check_bounds(ways: list[str], luck: int) -> None:
    with TemporaryDirectory() as folder:
        world = World(Path(folder), luck)
        for way in ways:
            world.does(way)
            world.looks()
