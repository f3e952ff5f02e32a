"""The people who may watch a game, and what becomes of a watcher whose letters do not arrive. Players are no
watchers."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from referee.config import ConfigError
from referee.handle import handle_given_up, handle_put_back
from referee.store import outbox, people
from referee.store.outbox import Queued
from tests import outgoing
from tests.by_mail.returned import notices, queued, returned
from tests.talk import MASTER, NAMES, Letter, Talk, address, settings

EVE = "eve@else.test"
OUT = "Letters about game 1 no longer go to you."


def small(folder: Path, watchers: int) -> Talk:
    """Return a table that only a few may watch."""
    return Talk(folder, game={"watchers": watchers}).starts()


def watch(talk: Talk, who: str, game: int = 1) -> str:
    """Ask to watch a game; the watcher wants to hear of each play."""
    outcome = talk.says(who, f"watch {game}", answers=None, proven=True)
    talk.hears_each_play(who)
    return outcome


def why_not(talk: Talk, who: str) -> str:
    """Return the answer to someone who may not watch."""
    assert watch(talk, who) == "Watch/watchers-full", who
    text = talk.last(who).flat
    assert "record 1" in text
    return text.partition("> watch 1 ")[2]


def ends(talk: Talk, who: str) -> list[Letter]:
    """Return the letters that tell someone that they no longer watch."""
    return [letter for letter in talk.to(who) if OUT in letter.text]


def comes_back(talk: Talk, who: str, times: int = 1) -> None:
    """Send a watcher so many letters about an act each, and let them come back."""
    for _ in range(times):
        talk.acts()
        letter = queued(talk, who)
        assert letter.bulk and letter.game == 1
        assert returned(talk, letter) == "bounce"


def hears(talk: Talk, who: str) -> bool:
    count = len(talk.to(who))
    talk.acts()
    return len(talk.to(who)) > count


# how many


def test_a_hundred_may_watch_a_game_and_twenty_of_one_domain(table: Talk) -> None:
    for number in range(100):
        if number % 40 == 0:
            # only so many strangers a day are entered
            table.now += timedelta(days=1)
        assert watch(table, f"w{number}@d{number // 20}.test") == "Watch/accepted"
        if number == 19:
            assert "Game 1 already has 20 watchers from d0.test, and there is no room for more." in why_not(
                table, "w@d0.test"
            )
    table.now += timedelta(days=1)
    assert "Game 1 already has 100 watchers, and there is no room for more." in why_not(table, EVE)
    table.says("w1@d0.test", "unwatch 1", proven=True)
    assert watch(table, EVE) == "Watch/accepted"


@pytest.mark.parametrize(("watchers", "share"), [(1, 1), (3, 1), (5, 1), (6, 2), (10, 2), (11, 3)])
def test_where_fewer_may_watch_one_domain_has_a_fifth_of_it(tmp_path: Path, watchers: int, share: int) -> None:
    talk = small(tmp_path, watchers)
    for number in range(share):
        assert watch(talk, f"w{number}@else.test") == "Watch/accepted"
    assert watch(talk, "more@else.test") == "Watch/watchers-full"
    for number in range(watchers - share):
        assert watch(talk, f"w@d{number}.test") == "Watch/accepted"
    assert f"Game 1 already has {watchers} watcher{'' if watchers == 1 else 's'}, and" in why_not(talk, "w@last.test")


def test_where_more_may_watch_one_domain_still_has_twenty(tmp_path: Path) -> None:
    talk = small(tmp_path, 1000)
    for number in range(20):
        assert watch(talk, f"w{number}@else.test") == "Watch/accepted"
    assert "already has 20 watchers from else.test" in why_not(talk, "more@else.test")


def test_a_domain_is_all_that_stands_behind_the_at_sign(tmp_path: Path) -> None:
    talk = small(tmp_path, 5)
    assert watch(talk, "one@else.test") == watch(talk, "two@elsewhere.test") == "Watch/accepted"
    assert watch(talk, "three@else.test") == "Watch/watchers-full"


def test_where_none_may_nobody_watches(tmp_path: Path) -> None:
    talk = small(tmp_path, 0)
    text = why_not(talk, EVE)
    assert text.startswith("Games cannot be watched here.") and "try again" not in text
    with talk.store.reading() as tx:
        assert tx.exec_driver_sql("SELECT count(*) FROM watchers").scalar() == 0


@pytest.mark.parametrize("most", [-1, "many", 2.5])
def test_what_is_no_number_of_watchers(tmp_path: Path, most: Any) -> None:
    with pytest.raises(ConfigError, match=r"game\.watchers"):
        settings(tmp_path, game={"watchers": most})


def test_each_game_has_places_of_its_own(tmp_path: Path) -> None:
    talk = small(tmp_path, 1)
    talk.starts("start\nplayers: " + ", ".join(f"{n} <{n}@else.test>" for n in ("Fay", "Gus", "Hal", "Ida")))
    assert watch(talk, EVE) == "Watch/accepted"
    assert watch(talk, "w@d1.test", 2) == "Watch/accepted"
    assert watch(talk, "w@d2.test") == watch(talk, "w@d2.test", 2) == "Watch/watchers-full"


def test_a_watcher_takes_only_one_place(tmp_path: Path) -> None:
    talk = small(tmp_path, 1)
    assert watch(talk, EVE) == watch(talk, EVE) == "Watch/accepted"
    assert "You already watch game 1" in talk.last(EVE).flat


def test_a_player_who_watches_takes_no_place_and_needs_none(tmp_path: Path) -> None:
    talk = small(tmp_path, 2)
    for name in NAMES:
        assert talk.says(name, "watch 1") == "Watch/accepted"
    assert watch(talk, "w@d1.test") == watch(talk, "w@d2.test") == "Watch/accepted"
    assert talk.says("ann", "unwatch 1") == "Unwatch/accepted"
    assert talk.says("ann", "watch 1") == "Watch/accepted"


def test_a_refused_stranger_is_not_entered(tmp_path: Path) -> None:
    talk = small(tmp_path, 0)
    why_not(talk, EVE)
    with talk.store.reading() as tx:
        assert people.by_address(tx, EVE) is None


def test_a_stranger_without_proof_is_asked_first_and_refused_after_the_yes(tmp_path: Path) -> None:
    talk = small(tmp_path, 1)
    assert talk.says(EVE, "watch 1", answers=None) == "Watch/unproven"
    asked = talk.last(EVE)
    assert watch(talk, "w@d1.test") == "Watch/accepted"
    assert "Watch/watchers-full" in talk.says(EVE, "yes", answers=asked)


# letters that do not arrive


def test_a_watcher_is_dropped_after_three_lost_letters_and_hears_of_it_once(table: Talk) -> None:
    watch(table, EVE)
    comes_back(table, EVE, 2)
    assert hears(table, EVE) and not ends(table, EVE)
    comes_back(table, EVE)
    (told,) = ends(table, EVE)
    text = told.flat
    assert f"You were watching it, but 3 letters about it to {EVE} did not arrive." in text
    assert "it came back as undeliverable" in text and "To watch it again, once your mailbox accepts mail" in text
    assert "    watch 1" in told.text.splitlines() and told["Subject"] == "[Spades] A game is no longer sent to you"
    assert not hears(table, EVE) and not notices(table)


def test_it_starts_again_with_the_line_that_the_letter_names(table: Talk) -> None:
    watch(table, EVE)
    comes_back(table, EVE, 3)
    assert table.says(EVE, "watch 1", answers=ends(table, EVE)[0]) == "Watch/accepted"
    comes_back(table, EVE, 2)
    assert hears(table, EVE), "the count begins anew"
    comes_back(table, EVE)
    assert len(ends(table, EVE)) == 2 and not hears(table, EVE)


def test_that_this_letter_comes_back_causes_nothing(table: Talk) -> None:
    watch(table, EVE)
    comes_back(table, EVE, 3)
    last, count, trail = queued(table, EVE), len(table.letters), table.trail()
    assert OUT in Letter(EVE, last.raw).text
    assert returned(table, last) == "bounce"
    assert len(table.letters) == count and table.trail() == trail
    table.says(EVE, "watch 1", proven=True)
    comes_back(table, EVE, 2)
    assert returned(table, last) == "bounce"
    assert hears(table, EVE), "nor does it count for what came after"


def test_nor_where_its_reader_plays_another_game(table: Talk) -> None:
    four = ", ".join(f"{name} <{name}@else.test>" for name in ("Eve", "Gus", "Hal", "Ida"))
    table.starts(f"start\nplayers: {four}")
    watch(table, EVE)
    comes_back(table, EVE, 3)
    count = len(table.letters)
    returned(table, queued(table, EVE))
    assert len(table.letters) == count and not notices(table)


def test_letters_given_up_count_like_those_that_came_back(table: Talk) -> None:
    watch(table, EVE)
    comes_back(table, EVE)
    for _ in range(2):
        table.acts()
        unsent(table, queued(table, EVE))
    (told,) = ends(table, EVE)
    assert "The reason for the last one: 550 no such user." in told.flat
    assert not hears(table, EVE) and not notices(table)


def unsent(talk: Talk, letter: Queued) -> None:
    """Have the mail server refuse a letter for good."""
    handle_given_up(talk.desk, talk.store, letter, "550 no such user", now=talk.now, draws=talk.draws())
    talk.collect()


def test_a_letter_that_is_tried_again_or_only_late_counts_for_nothing(table: Talk) -> None:
    watch(table, EVE)
    for _ in range(4):
        table.acts()
        letter = queued(table, EVE)
        assert returned(table, letter, "delayed") == "ignored/delayed"
        again = table.now + timedelta(hours=1)
        handle_put_back(table.store, letter, "450 later", again)
    assert hears(table, EVE) and not ends(table, EVE)


def test_one_letter_that_comes_back_thrice_counts_once(table: Talk) -> None:
    watch(table, EVE)
    table.acts()
    letter = queued(table, EVE)
    assert {returned(table, letter) for _ in range(4)} == {"bounce"}
    assert hears(table, EVE) and not ends(table, EVE)


def test_what_still_waits_for_a_watcher_left_out_is_not_sent(table: Talk) -> None:
    watch(table, EVE)
    watch(table, "walt@else.test")
    for _ in range(3):
        table.acts()
    table.hold = True
    for _ in range(3):
        table.acts()
    with table.store.reading() as tx:
        waiting = outbox.due_letters(tx, table.now)
    assert len([letter for letter in waiting if letter.recipient == EVE]) == 3
    with table.store.reading() as tx:
        sent = outgoing.letters(tx, 1, table.seen)
    for letter in [x for x in sent if x.recipient == EVE and x.bulk and x not in waiting][:3]:
        returned(table, letter)
    with table.store.reading() as tx:
        left = outbox.due_letters(tx, table.now)
    assert [OUT in Letter(EVE, x.raw).text for x in left if x.recipient == EVE] == [True]
    assert len([x for x in left if x.recipient == "walt@else.test"]) == 3
    assert [x.id for x in left if not x.bulk] == [x.id for x in waiting if not x.bulk]


def test_each_game_counts_its_own(table: Talk) -> None:
    four = ", ".join(f"{name} <{name}@else.test>" for name in ("Fay", "Gus", "Hal", "Ida"))
    table.starts(f"start\nplayers: {four}")
    watch(table, EVE)
    watch(table, EVE, 2)
    comes_back(table, EVE, 2)
    table.master("pause", subject="[Spades 2]")
    second = queued(table, EVE)
    assert second.game == 2 and returned(table, second) == "bounce"
    assert hears(table, EVE) and not ends(table, EVE)
    comes_back(table, EVE)
    count = len(table.to(EVE))
    table.master("resume", subject="[Spades 2]")
    assert len(table.to(EVE)) == count + 1, "the other game is still sent"


def test_watchers_take_no_notice_from_the_gamesmaster(table: Talk) -> None:
    """Letters to thirty of them come back, answers too: more than the Gamesmaster hears of in a day."""
    for number in range(30):
        watch(table, f"w{number}@d{number % 3}.test")
        returned(table, queued(table, f"w{number}@d{number % 3}.test"))
    for _ in range(3):
        table.acts()
        for number in range(30):
            returned(table, queued(table, f"w{number}@d{number % 3}.test"))
    assert not notices(table) and table.master("status").endswith("accepted")
    returned(table, queued(table, table.due(), "turn"))
    assert len(notices(table)) == 1 and address(table.due()) in notices(table)[0]


def test_nor_does_one_who_has_stopped_watching(table: Talk) -> None:
    watch(table, EVE)
    table.acts()
    announced = queued(table, EVE)
    table.says(EVE, "unwatch 1", proven=True)
    answer = queued(table, EVE)
    assert not answer.bulk
    count = len(table.letters)
    assert returned(table, announced) == returned(table, answer) == "bounce"
    assert len(table.letters) == count


def test_a_player_who_watches_counts_as_a_player(table: Talk) -> None:
    table.hears_each_play()
    who = table.due()
    table.says(who, "watch 1")
    until = table.kept().deadline
    assert until is not None
    for event in ("turn", "deal"):
        letter = queued(table, who, event)
        assert not letter.bulk
        returned(table, letter)
    assert table.kept().deadline == until and len(notices(table)) == 1
    while table.due() == who:
        table.acts()
    table.acts()
    returned(table, queued(table, who))
    assert hears(table, who) and not ends(table, who)


def test_a_watcher_who_takes_a_seat_is_reported_as_a_player(table: Talk) -> None:
    watch(table, EVE)
    comes_back(table, EVE, 2)
    table.acts()
    late = queued(table, EVE)
    assert table.master(f"replace {table.due()} with Eve <{EVE}>") == "ReplacePlayer/accepted"
    returned(table, late)
    assert not ends(table, EVE) and len(notices(table)) == 1 and EVE in notices(table)[0]


def test_a_gamesmaster_who_watches_is_never_left_out(table: Talk) -> None:
    table.master("watch 1")
    table.hears_each_play(MASTER)
    for _ in range(4):
        table.acts()
        letter = queued(table, MASTER)
        assert not letter.bulk, "a game may wait for them"
        returned(table, letter)
    assert hears(table, MASTER) and not ends(table, MASTER)


def test_somebody_who_waits_to_play_is_reported(table: Talk) -> None:
    table.says(EVE, "join", proven=True)
    returned(table, queued(table, EVE))
    assert len(notices(table)) == 1 and EVE in notices(table)[0]


def test_letters_of_watchers_let_all_others_go_first(table: Talk) -> None:
    watch(table, EVE)
    table.hold = True
    for _ in range(3):
        table.acts()
    table.says(EVE, "status", proven=True)
    with table.store.reading() as tx:
        waiting = outbox.due_letters(tx, table.now)
    assert [(x.bulk, x.id) for x in waiting] == sorted((x.bulk, x.id) for x in waiting)
    assert {x.recipient for x in waiting if x.bulk} == {EVE} and sum(x.bulk for x in waiting) == 3
    assert EVE in {x.recipient for x in waiting if not x.bulk}, "an answer was asked for"
