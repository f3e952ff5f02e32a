"""Letters that come back: the Gamesmaster hears of it, and the player gets one more limit, once in a game."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from referee.desk.outgoing import envelope_sender
from referee.store.outbox import Queued
from tests.by_mail.returned import flat, gives_up, notices, queued, returned
from tests.talk import LIST, MASTER, NAMES, STARTER, Letter, Talk, address

LIMIT = timedelta(days=3)


def limit(letter: Letter) -> datetime:
    return datetime.fromisoformat(letter["Spades-Deadline"])


def test_a_turn_mail_that_comes_back_stops_the_clock_for_one_limit(table: Talk) -> None:
    who, trail = table.due(), table.trail()
    first = table.kept().deadline
    assert first == table.now + LIMIT
    table.passes(days=1)
    assert returned(table, queued(table, who)) == "bounce"
    assert table.kept().deadline == first + LIMIT, "one limit, and what was left"
    assert table.trail() == trail
    assert len(notices(table)) == 1
    assert "It is their turn. They have 3 days more, until" in notices(table)[0]
    assert f"until {first + LIMIT:%a %d %b %H:%M} UTC" in notices(table)[0]
    for word in ("replace", "extend 2 days", "pause"):
        assert word in notices(table)[0]


def test_all_see_the_true_limit_at_once(table: Talk) -> None:
    who, count = table.due(), len(table.letters)
    table.passes(hours=5)
    returned(table, queued(table, who))
    told = [letter for letter in table.letters[count:] if letter.to != MASTER]
    assert sorted(letter.to for letter in told) == sorted(map(address, NAMES))
    more = (
        f"A letter to {who.title()} could not be delivered, so once in this game they get 3 days more for their turn."
    )
    for letter in told:
        assert letter.events[0] == "extend" and limit(letter) == table.kept().deadline
        assert more in flat(letter)
    assert table.last(who).events == ["extend", "turn"]
    assert table.says(who, "bid 3", answers=table.last(who)) == "MakeBid/accepted"


def test_a_list_of_its_own_sees_the_true_limit_at_once(listed: Talk) -> None:
    who = listed.due()
    listed.passes(hours=5)
    returned(listed, queued(listed, who))
    assert listed.last(LIST).events == ["extend"] and limit(listed.last(LIST)) == listed.kept().deadline
    assert listed.last(who).events == ["turn"] and limit(listed.last(who)) == listed.kept().deadline


def test_then_it_runs_on_with_its_reminder(table: Talk) -> None:
    who = table.due()
    table.passes(days=1)
    returned(table, queued(table, who))
    table.passes(days=2)
    assert table.game().bids[0] is None and not any("reminder" in x.events for x in table.to(who))
    table.passes(days=2)
    assert table.last(who).events == ["reminder"]
    table.passes(hours=23, minutes=59)
    assert table.game().bids[0] is None
    table.passes(minutes=1)
    assert table.game().bids[0] == 2, "three days, and the two that were left"


def test_it_stops_once_in_a_game(table: Talk) -> None:
    who = table.due()
    returned(table, queued(table, who))
    until = table.kept().deadline
    table.passes(days=1)
    assert returned(table, queued(table, who)) == "bounce"
    assert table.kept().deadline == until
    assert "The clock runs on: " in notices(table)[-1] and len(notices(table)) == 2
    table.passes(days=5)
    assert table.game().bids[0] == 2
    for _ in range(4):
        table.acts()
    while table.due() != who:
        table.acts()
    assert table.kept().deadline == table.now + LIMIT
    table.passes(days=1)
    returned(table, queued(table, who, "turn"))
    assert table.kept().deadline == table.now + LIMIT - timedelta(days=1)


def test_a_player_who_is_not_to_act_has_one_limit_more_on_their_next_turn(table: Talk) -> None:
    second = table.game().names[1].lower()
    until, count = table.kept().deadline, len(table.letters)
    assert returned(table, queued(table, second, "deal")) == "bounce"
    assert table.kept().deadline == until
    assert [letter.to for letter in table.letters[count:]] == [MASTER]
    assert "It is not their turn now. They will have 3 days more for their next turn in this game" in notices(table)[0]
    table.acts()
    assert table.due() == second and table.kept().deadline == table.now + 2 * LIMIT
    for name in NAMES:
        letter = table.last(name)
        assert letter.events[:2] == ["bid", "extend"] and limit(letter) == table.kept().deadline
        assert "they get 3 days more for their turn" in flat(letter)
    assert "6 days from now" in flat(table.last(second))
    table.acts()
    assert table.kept().deadline == table.now + LIMIT, "only theirs"
    while table.due() != second:
        table.acts()
    assert table.kept().deadline == table.now + LIMIT, "and once"


def test_more_letters_of_one_player_that_come_back_are_one_grace(table: Talk) -> None:
    second = table.game().names[1].lower()
    returned(table, queued(table, second, "deal"))
    table.acts()
    until = table.kept().deadline
    for event in ("turn", "deal"):
        returned(table, queued(table, second, event))
    assert table.kept().deadline == until


def test_a_letter_of_a_former_turn_that_comes_back_late_counts(table: Talk) -> None:
    who = table.due()
    old = queued(table, who, "turn")
    for _ in range(4):
        table.acts()
    while table.due() != who:
        table.acts()
    table.passes(days=1)
    returned(table, old)
    assert table.kept().deadline == table.now + 2 * LIMIT - timedelta(days=1)


def test_each_player_has_their_own(table: Talk) -> None:
    first = table.due()
    returned(table, queued(table, first))
    table.acts()
    returned(table, queued(table, table.due(), "turn"))
    assert table.kept().deadline == table.now + 2 * LIMIT


def test_a_successor_has_their_own(table: Talk) -> None:
    who = table.due()
    returned(table, queued(table, who))
    assert table.master(f"replace {who.title()} with Eve <eve@club.test>") == "ReplacePlayer/accepted"
    assert table.kept().deadline == table.now + LIMIT
    returned(table, queued(table, who, "turn"))
    assert table.kept().deadline == table.now + LIMIT, "who left the game stops nothing"
    returned(table, queued(table, "eve", "turn"))
    assert table.kept().deadline == table.now + 2 * LIMIT


def test_a_paused_game_has_the_limit_more_when_it_runs_on(table: Talk) -> None:
    who = table.due()
    table.passes(days=1)
    table.master("pause")
    count = len(table.letters)
    returned(table, queued(table, who, "turn"))
    assert sorted(letter.to for letter in table.letters[count:]) == sorted(map(address, (*NAMES, MASTER)))
    assert all("Spades-Deadline" not in letter.message for letter in table.letters[count:])
    assert "they have the time that was left and 3 days more" in notices(table)[0]
    table.passes(days=10)
    table.master("resume")
    assert table.kept().deadline == table.now + 2 * LIMIT - timedelta(days=1)


def test_an_announcement_that_comes_back_stops_no_clock(table: Talk) -> None:
    table.hears_each_play()
    who = table.due()
    table.acts()
    until = table.kept().deadline
    letter = queued(table, who)
    assert letter.event == "bid"
    returned(table, letter)
    assert table.kept().deadline == until
    while table.due() != who:
        table.acts()
    assert table.kept().deadline == table.now + LIMIT
    assert "The clock runs on." in notices(table)[0]


def test_a_game_that_is_over_has_no_clock_to_stop(table: Talk) -> None:
    letter = queued(table, table.due())
    table.master("abort")
    count = len(table.letters)
    assert returned(table, letter) == "bounce"
    assert [x.to for x in table.letters[count:]] == [MASTER] and table.kept().deadline is None


def test_a_bounce_read_before_the_clock_ran_out_comes_first(table: Talk) -> None:
    table.now += timedelta(days=4)
    returned(table, queued(table, table.due()))
    table.passes()
    assert table.game().bids[0] is None and table.kept().deadline == table.now + 2 * LIMIT - timedelta(days=4)


@pytest.mark.parametrize("action", ["delayed", "Delayed", "relayed", "delivered", "expanded"])
def test_a_report_that_a_letter_is_late_or_there_is_no_bounce(table: Talk, action: str) -> None:
    who, count, until = table.due(), len(table.letters), table.kept().deadline
    letter = queued(table, who)
    assert returned(table, letter, action, "Could not be delivered for 4 hours. Still trying.") == "ignored/delayed"
    assert (len(table.letters), table.kept().deadline) == (count, until)
    assert returned(table, letter) == "bounce" and table.kept().deadline == table.now + 2 * LIMIT


def test_what_the_recipient_writes_to_the_envelope_shows_that_the_letter_arrived(table: Talk) -> None:
    who, count, until = table.due(), len(table.letters), table.kept().deadline
    letter = queued(table, who)
    to = envelope_sender(table.settings, letter.secret)
    assert table.deliver(table.mail(who, "I am at sea until May.", to=to)) == "ignored/arrived"
    assert (len(table.letters), table.kept().deadline) == (count, until)


def test_a_bounce_without_the_secret_stops_nothing(table: Talk) -> None:
    until = table.kept().deadline
    to = envelope_sender(table.settings, "a" * 24)
    table.deliver(table.mail("mailer-daemon@else.test", "no such user", to=to, subject="Undelivered"))
    table.deliver(table.mail("mailer-daemon@else.test", "no such user", answers=table.last(table.due())))
    assert table.kept().deadline == until and not notices(table)


def held(talk: Talk) -> Queued:
    """A game whose letters still wait; the notice of the first turn."""
    talk.hold = True
    talk.starts()
    return queued(talk, talk.due())


def test_a_notice_that_is_refused_for_good_gets_the_limit_too(talk: Talk) -> None:
    gives_up(talk, held(talk))
    talk.accepts()
    assert talk.kept().deadline == talk.now + 2 * LIMIT and "550 no such user" in notices(talk)[0]
    talk.passes(days=5, hours=23)
    assert talk.game().bids[0] is None
    talk.passes(hours=1)
    assert talk.game().bids[0] == 2


def test_a_notice_given_up_after_five_days_gets_it_from_then(talk: Talk) -> None:
    notice = held(talk)
    talk.passes(days=5)
    gives_up(talk, notice)
    talk.passes()
    assert talk.game().bids[0] is None
    talk.accepts()
    talk.passes(days=5, hours=23)
    assert talk.game().bids[0] is None, "the limit that never began, and one more"
    talk.passes(hours=1)
    assert talk.game().bids[0] == 2


def test_a_second_notice_given_up_has_its_own_limit_from_then(talk: Talk) -> None:
    gives_up(talk, held(talk))
    talk.passes(days=5)
    again = queued(talk, talk.due(), "extend")
    gives_up(talk, again)
    talk.passes()
    assert talk.game().bids[0] is None, "nobody ever took a notice of this turn"
    assert talk.kept().deadline == talk.now + 2 * LIMIT
    talk.accepts()
    talk.passes(days=6)
    assert talk.game().bids[0] == 2


def test_a_late_notice_and_a_bounce_of_another_letter_do_not_add_up(talk: Talk) -> None:
    held(talk)
    second = talk.game().names[1].lower()
    talk.now += timedelta(hours=5)
    talk.accepts()
    returned(talk, queued(talk, second))
    assert talk.kept().deadline == talk.now + LIMIT


def test_a_partner_who_may_bid_too_leaves_the_clock_alone(tmp_path: Path) -> None:
    talk = Talk(tmp_path).starts(f"{STARTER}\nsheet: fsu")
    waiting = talk.kept().due_seat
    assert waiting is not None
    partner = talk.game().names[(waiting + 1) % 4].lower()
    until = talk.now + LIMIT
    returned(talk, queued(talk, partner, "turn"))
    assert talk.kept().deadline == until
    returned(talk, queued(talk, talk.due(), "turn"))
    assert talk.kept().deadline == until + LIMIT


def test_a_letter_to_the_list_that_comes_back_is_reported_once(listed: Talk) -> None:
    until = listed.kept().deadline
    listed.acts()
    first, second = queued(listed, LIST, "start"), queued(listed, LIST, "bid")
    assert (returned(listed, first), returned(listed, second), returned(listed, second)) == ("bounce",) * 3
    assert len(notices(listed)) == 1 and LIST in notices(listed)[0]
    assert listed.kept().deadline == until
