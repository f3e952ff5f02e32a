"""Time banks by mail: what a turn takes beyond its limit, what letters say of it, and what changes it."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from referee.spades import events as ev
from referee.store import clocks
from tests.by_mail.sheet_tables import table as table_of
from tests.talk import NAMES, Letter, Talk

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
BANK = "time limit: 1 day + 10 days"


@pytest.fixture
def talk(tmp_path: Path) -> Talk:
    return table_of(tmp_path, "standard", BANK)


def flat(letter: Letter) -> str:
    return " ".join(letter.text.split())


def bank(talk: Talk, who: str) -> timedelta | None:
    seat = talk.game().names.index(who.capitalize()) + 1
    with talk.store.reading() as tx:
        return clocks.bank(tx, 1, seat)


def left(talk: Talk) -> timedelta:
    deadline = talk.kept().deadline
    assert deadline is not None
    return deadline - talk.now


def to_turn_of(talk: Talk, who: str) -> None:
    """The others act, in no time, until it is the turn of `who`."""
    while talk.due() != who:
        assert talk.acts().endswith("/accepted")


def test_the_clock_acts_once_the_limit_and_the_bank_are_over(talk: Talk) -> None:
    who = talk.due()
    assert left(talk) == 11 * DAY
    talk.passes(days=10, hours=23)
    assert not [e for e in talk.trail() if isinstance(e, ev.BidMade)]
    talk.passes(hours=1)
    assert [e.by for e in talk.trail() if isinstance(e, ev.BidMade)] == ["clock"]
    assert bank(talk, who) == timedelta(0)
    to_turn_of(talk, who)
    assert left(talk) == DAY, "an empty bank: the clock acts after the limit"


def test_only_what_a_turn_takes_beyond_its_limit_comes_out_of_it(talk: Talk) -> None:
    who = talk.due()
    talk.passes(hours=24)
    assert talk.acts() == "MakeBid/accepted" and bank(talk, who) is None
    other = talk.due()
    talk.passes(days=4, hours=2)
    assert talk.acts() == "MakeBid/accepted" and bank(talk, other) == 10 * DAY - (3 * DAY + 2 * HOUR)
    assert bank(talk, who) is None, "each has their own"
    assert any("3 days 2 hours more than the limit" in flat(talk.last(name)) for name in NAMES)
    to_turn_of(talk, other)
    assert left(talk) == DAY + 6 * DAY + 22 * HOUR


def test_turn_letter_and_status_say_what_is_left_and_when_it_begins_to_run(talk: Talk) -> None:
    who = talk.due()
    assert "time bank of 10 days" in flat(talk.last(who))
    assert "after that your time bank, which has 10 days left" in flat(talk.last(who))
    assert "Wed 25 Nov 12:00 UTC your limit runs" in flat(talk.last(who))
    assert datetime.fromisoformat(talk.last(who)["Spades-Deadline"]) == talk.now + 11 * DAY
    talk.passes(days=2)
    talk.says("ann", "status")
    assert "their time bank is running: 9 days of it is left" in flat(talk.last("ann"))


def test_one_reminder_before_the_limit_is_over_or_else_before_the_bank_is(talk: Talk, tmp_path: Path) -> None:
    who = talk.due()
    talk.passes(days=9)
    assert not any("reminder" in letter.events for letter in talk.to(who))
    talk.passes(days=1)
    assert sum("reminder" in letter.events for letter in talk.to(who)) == 1
    (tmp_path / "long").mkdir()
    longer = table_of(tmp_path / "long", "standard", "time limit: 3 days + 10 days")
    longer.passes(days=2)
    assert longer.last(longer.due()).events == ["reminder"]


def test_a_mail_that_waited_for_us_counts_from_its_arrival(talk: Talk) -> None:
    who, letter = talk.due(), talk.last(talk.due())
    talk.now += 3 * DAY
    talk.deliver(talk.mail(who, "bid 3", answers=letter), ago=DAY)
    assert bank(talk, who) == 9 * DAY


def test_a_pause_takes_nothing(talk: Talk) -> None:
    who = talk.due()
    talk.passes(days=3)
    talk.master("pause")
    talk.passes(days=30)
    talk.master("resume")
    assert left(talk) == 8 * DAY
    talk.passes(days=1)
    talk.acts()
    assert bank(talk, who) == 7 * DAY


def test_an_extension_makes_the_limit_longer_even_if_the_bank_runs_already(talk: Talk) -> None:
    who = talk.due()
    talk.passes(days=3)
    talk.master("extend 2 days")
    assert left(talk) == 10 * DAY
    talk.acts()
    assert bank(talk, who) is None
    talk.passes(days=3)
    other = talk.due()
    talk.master("extend 1 day")
    talk.acts()
    assert bank(talk, other) == 9 * DAY


def test_a_late_notice_takes_nothing(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    talk.hold = True
    table = talk.starts(f"start\nplayers: {', '.join(f'{n} <{n.lower()}@club.test>' for n in NAMES)}\n{BANK}")
    who = table.due()
    table.now += 5 * DAY
    table.accepts()
    assert left(table) == 11 * DAY
    table.acts()
    assert bank(table, who) is None


def test_a_voided_turn_took_what_it_took(talk: Talk) -> None:
    who = talk.due()
    talk.passes(days=3)
    talk.acts()
    talk.master("rule void to turn 1 because of a slip")
    assert talk.due() == who and bank(talk, who) == 8 * DAY and left(talk) == 9 * DAY


def test_a_changed_bid_is_the_same_turn_and_costs_nobody_twice(tmp_path: Path) -> None:
    talk = table_of(tmp_path, "pride", BANK).hears_each_play()
    first = talk.due()
    talk.acts()
    second = talk.due()
    talk.passes(days=2)
    before = talk.kept().deadline
    legal = [x for x in talk.to(first) if "turn" in x.events][-1]["Spades-Legal"].split()
    assert talk.says(first, f"bid {legal[4]}", proven=True) == "MakeBid/accepted"
    assert talk.kept().deadline == before and bank(talk, second) is None
    talk.acts()
    assert bank(talk, second) == 9 * DAY


def test_a_successor_has_a_bank_of_their_own(talk: Talk) -> None:
    who = talk.due()
    talk.passes(days=4)
    talk.acts()
    assert bank(talk, who) == 7 * DAY
    to_turn_of(talk, who)
    talk.passes(days=3)
    talk.master(f"replace {who} with Eve <eve@club.test>")
    assert left(talk) == 11 * DAY and bank(talk, "eve") is None
    talk.passes(days=2)
    talk.acts()
    assert bank(talk, "eve") == 9 * DAY


def test_a_team_that_bids_together_uses_the_bank_of_the_seat_on_the_clock(tmp_path: Path) -> None:
    talk = table_of(tmp_path, "fsu", BANK)
    who = talk.due()
    names = talk.game().names
    partner = names[(names.index(who.capitalize()) + 2) % 4].lower()
    talk.passes(days=2)
    assert talk.says(partner, "bid 6") == "MakeBid/accepted"
    assert bank(talk, who) == 9 * DAY and bank(talk, partner) is None


def test_the_time_to_challenge_has_no_bank(tmp_path: Path) -> None:
    talk = table_of(tmp_path, "fsu", BANK, "target: 10")
    while talk.game().provisional is None:
        assert talk.acts().endswith("/accepted")
    assert left(talk) == DAY
