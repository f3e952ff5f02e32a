"""Clause 7 of rule 109 by mail: time limits, late notices, silence, and the headers that show them."""

from datetime import datetime, timedelta

import pytest

from referee.spades.events import BidMade
from tests.talk import MASTER, NAMES, STARTER, Letter, Talk


def deadline(letter: Letter) -> datetime:
    return datetime.fromisoformat(letter["Spades-Deadline"])


def test_three_days_from_the_notice_then_a_bid_of_2(table: Talk) -> None:
    table.hears_each_play()
    who = table.due()
    assert deadline(table.last(who)) == table.now + timedelta(hours=72)
    table.passes(hours=71, minutes=59)
    assert table.game().bids[0] is None
    table.passes(minutes=1)
    assert table.trail()[-1] == BidMade(1, 1, 2, "clock")
    assert all(table.last(name).events[:2] == ["timeout", "bid"] for name in NAMES)
    assert table.last(who)["Spades-Actor"] == "1" and table.last(who)["Spades-Bids"] == "2 - - -"
    assert deadline(table.last(table.due())) == table.now + timedelta(days=3)


def test_one_sweep_lets_one_clock_run_out_once(table: Talk) -> None:
    table.passes(days=9)
    assert sum(isinstance(event, BidMade) for event in table.trail()) == 1, "the next one has three days from now"


def test_a_mail_that_arrived_in_time_is_read_before_the_clock_acts(table: Talk) -> None:
    who, letter = table.due(), table.last(table.due())
    table.now += timedelta(days=4)
    table.deliver(table.mail(who, "bid 7", answers=letter))
    table.passes()
    assert table.game().bids[0] == 7


def test_no_clock_runs_out_before_the_mailbox_has_been_read_past_the_limit(table: Talk) -> None:
    limit = table.kept().deadline
    assert limit is not None
    table.now += timedelta(days=10)
    assert not table.tries("clock", 1, limit - timedelta(seconds=1))
    assert table.tries("clock", 1, limit)
    assert not table.tries("clock", 1, limit)


def test_the_gamesmaster_hears_of_three_silences(table: Talk) -> None:
    who = table.due()
    seat = 1
    silences = 0
    while silences < 3:
        if table.due() == who:
            assert not any("three times" in x.text for x in table.to(MASTER))
            table.passes(days=3)
            silences += 1
        else:
            table.acts()
    told = [x for x in table.to(MASTER) if "three times" in x.flat]
    assert len(told) == 1 and table.game().names[seat - 1] in told[0].text and "replace" in told[0].text


def test_an_act_ends_the_silence(table: Talk) -> None:
    who = table.due()
    for _ in range(2):
        while table.due() != who:
            table.acts()
        table.passes(days=3)
    while table.due() != who:
        table.acts()
    table.acts()
    while table.due() != who:
        table.acts()
    table.passes(days=3)
    assert not any("three times" in x.flat for x in table.to(MASTER))


def held(talk: Talk) -> Talk:
    talk.hold = True
    return talk.starts()


def test_a_late_notice_of_an_extended_turn_keeps_the_extension(table: Talk) -> None:
    table.hold = True
    table.master("extend 10 days")
    table.now += timedelta(hours=2)
    table.accepts()
    assert table.kept().deadline == table.now + timedelta(days=13)


def test_a_notice_taken_late_while_paused_gives_the_whole_limit_on_resume(talk: Talk) -> None:
    held(talk)
    talk.now += timedelta(days=2)
    talk.master("pause")
    talk.accepts()
    talk.master("resume")
    assert talk.kept().deadline == talk.now + timedelta(days=3)


def test_a_pause_over_the_limit(table: Talk) -> None:
    table.passes(days=2, hours=20)
    table.master("pause")
    table.passes(days=100)
    assert table.game().bids[0] is None and "Spades-Deadline" not in table.last("ann").message
    table.master("resume")
    table.passes(hours=3, minutes=59)
    assert table.game().bids[0] is None
    table.passes(minutes=1)
    assert table.game().bids[0] == 2


def test_a_reminder_says_what_will_happen(table: Talk) -> None:
    who, count = table.due(), len(table.letters)
    table.passes(days=2)
    letter = table.last(who)
    assert len(table.letters) == count + 1 and letter.events == ["reminder"]
    assert letter["Spades-Hand"] and letter["Spades-Legal"] and letter["Spades-Turn"] == "1"
    assert deadline(letter) == table.now + timedelta(days=1) and "bid 2" in letter.text.lower().replace("bids", "bid")
    assert table.says(who, "bid 6", answers=letter) == "MakeBid/accepted"


def test_no_reminder_once_the_limit_is_over(table: Talk) -> None:
    who = table.due()
    table.passes(days=3)
    assert not any("reminder" in letter.events for letter in table.to(who))


@pytest.mark.parametrize("limit", ["1 day", "90 s", "20 hours"])
def test_no_reminder_where_it_would_come_with_the_notice(talk: Talk, limit: str) -> None:
    talk.starts(f"{STARTER}\ntime limit: {limit}")
    talk.passes(seconds=80)
    assert talk.last(talk.due()).events == ["start", "deal", "turn"]


def test_turn_numbers_rise_and_are_never_reused(table: Talk) -> None:
    table.bids()
    seen = [int(table.last(table.due())["Spades-Turn"])]
    table.acts(), table.passes(days=3), table.acts()
    table.says(table.due(), "play big joker")
    table.master("rule void to turn 6 because of it")
    table.acts()
    for letter in table.letters:
        if "turn" in letter.events and int(letter["Spades-Turn"]) > seen[-1]:
            seen.append(int(letter["Spades-Turn"]))
    assert seen == [5, 6, 7, 8, 9, 10, 11]
