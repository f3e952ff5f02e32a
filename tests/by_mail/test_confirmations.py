"""Confirmation letters and strangers: what nothing proves waits for a `yes`."""

from datetime import timedelta
from typing import Any

import pytest

from referee.desk import quotas
from referee.spades.events import Misplayed
from referee.store import people, signups
from referee.table.events import Conceded
from tests.talk import AUTHSERV, MASTER, REFEREE, Letter, Talk, address

TAGGED: dict[str, Any] = {"answers": None, "subject": "[Spades 1]"}
"""A mail written afresh: it says which game, and proves nothing."""


def confirms(talk: Talk, who: str) -> list[Letter]:
    return [letter for letter in talk.to(who) if letter.events == ["confirm"]]


def errors(talk: Talk, who: str) -> list[Letter]:
    return [letter for letter in talk.to(who) if letter.events == ["error"]]


def later(talk: Talk, **span: float) -> None:
    """Let time pass without looking at any clock."""
    talk.now += timedelta(**span)


def test_an_unproven_move_changes_nothing_until_yes(table: Talk) -> None:
    who = table.due()
    count = len(table.trail())
    mail = table.mail(who, "bid 3", **TAGGED)
    assert table.deliver(mail) == "MakeBid/unproven"
    assert len(table.trail()) == count
    letter = confirms(table, who)[-1]
    assert letter["In-Reply-To"].encode() in mail
    assert letter["Reply-To"].startswith("referee+") and "bid 3" in letter.text and "yes" in letter.text
    table.says(who, "yes", answers=letter)
    assert table.game().bids[0] == 3


def test_a_question_says_which_game_it_is_about(table: Talk) -> None:
    """Otherwise the owner could not tell a forged `abort` from their own."""
    others = ", ".join(f"{who} <{address(who.lower())}>" for who in ("Eve", "Fay", "Gil", "Hal"))
    assert table.master(f"start\nplayers: {others}", subject="a game") == "Start/accepted"
    for number in (1, 2):
        table.says(MASTER, "abort", answers=None, subject=f"[Spades {number}] the end")
    for number, letter in zip((1, 2), confirms(table, MASTER), strict=True):
        assert letter["Subject"] == f"[Spades {number}] Was this mail yours?"
        first = " ".join(letter.text.split("> abort")[0].split())
        with table.store.reading() as tx:
            seated = people.seated(tx, number)
        names = [seated[seat].name for seat in (1, 3, 2, 4)]
        assert f"in game {number}, {names[0]} + {names[1]} against {names[2]} + {names[3]}:" in first
    table.says(MASTER, "yes", answers=confirms(table, MASTER)[1])
    assert table.game(1).result is None and table.game(2).result is not None


def test_a_whole_mail_is_done_by_one_yes(table: Talk) -> None:
    who = table.due()
    table.says(who, "bid 3\nconcede\nscore", **TAGGED)
    letter = confirms(table, who)[-1]
    assert "bid 3" in letter.text and "concede" in letter.text and "score" not in letter.text.split("--")[0]
    table.says(who, "yes", answers=letter)
    assert table.game().bids[0] == 3 and table.game().conceded == {1}


def test_a_line_that_only_a_gamesmaster_may_write_does_not_stop_the_rest(table: Talk) -> None:
    table.says("ann", "abort\nconcede", **TAGGED)
    table.says("ann", "yes", answers=confirms(table, "ann")[-1])
    assert len(table.game().conceded) == 1 and table.game().result is None


def test_one_letter_a_day_and_player(table: Talk) -> None:
    for text in ("concede", "say hello", "leave"):
        table.says("ann", text, **TAGGED)
    assert len(confirms(table, "ann")) == 1
    table.says("bob", "concede", **TAGGED)
    assert len(confirms(table, "bob")) == 1, "each has a pool of their own"
    later(table, days=1)
    table.says("ann", "concede", **TAGGED)
    assert len(confirms(table, "ann")) == 2


def test_a_confirmation_taken_by_a_forged_mail_leaves_the_answer_to_a_letter(table: Talk) -> None:
    who = table.due()
    letter = table.last(who)
    table.says(who, "bid 5", **TAGGED)
    assert table.says(who, "bid 4", **TAGGED) == "MakeBid/unproven asked-before"
    assert table.last(who).events == ["error"]
    assert table.says(who, "bid 3", answers=letter) == "MakeBid/accepted"


def test_confirmations_do_not_use_up_answers(table: Talk) -> None:
    for _ in range(12):
        table.says("ann", "concede", **TAGGED)
    assert table.says("ann", "score", **TAGGED) == "Score/accepted"


def test_a_gamesmaster_gets_one_for_every_command(table: Talk) -> None:
    for text in ("pause", "resume", "abort"):
        table.says(MASTER, text, **TAGGED)
    assert ["pause" in x.text or "resume" in x.text or "abort" in x.text for x in confirms(table, MASTER)] == [True] * 3
    assert table.game().result is None and not table.game().paused


def test_a_gamesmasters_yes_starts_a_game(talk: Talk) -> None:
    text = "start\nplayers: A <a@x.test>, B <b@x.test>, C <c@x.test>, D <d@x.test>"
    assert talk.says(MASTER, text, answers=None) == "Start/unproven"
    assert not talk.to("a@x.test")
    talk.says(MASTER, "yes")
    assert talk.kept().gamesmaster == MASTER and talk.to("a@x.test")


def test_it_is_done_at_the_time_of_the_answer(table: Talk) -> None:
    table.says(MASTER, "extend 1 day", **TAGGED)
    letter = confirms(table, MASTER)[-1]
    before = table.kept().deadline
    table.acts()
    later(table, hours=2)
    table.acts()
    table.says(MASTER, "yes", answers=letter)
    assert before is not None
    assert table.kept().deadline == table.now + timedelta(days=4)


def test_too_late_a_yes_does_nothing(table: Talk) -> None:
    table.says("ann", "concede", **TAGGED)
    later(table, days=8)
    assert "confirm-expired" in table.says("ann", "yes", answers=confirms(table, "ann")[-1])
    assert not table.game().conceded and errors(table, "ann")


def test_a_second_yes_does_nothing(table: Talk) -> None:
    who = table.due()
    table.says(who, "bid 3", **TAGGED)
    letter = confirms(table, who)[-1]
    table.says(who, "yes", answers=letter)
    count = len(table.trail())
    assert "nothing-to-confirm" in table.says(who, "yes", answers=letter)
    assert len(table.trail()) == count


@pytest.mark.parametrize("sender", ["bob", "stranger@else.test", MASTER])
def test_a_yes_from_another_address_does_nothing(table: Talk, sender: str) -> None:
    table.says("ann", "concede", **TAGGED)
    letter = confirms(table, "ann")[-1]
    table.says(sender, "yes", answers=letter)
    assert not table.game().conceded
    table.says("ann", "yes", answers=letter)
    assert len(table.game().conceded) == 1


def test_a_yes_that_went_to_others_too_does_nothing(table: Talk) -> None:
    table.says("ann", "concede", **TAGGED)
    table.says("ann", "yes", answers=confirms(table, "ann")[-1], cc="friend@else.test")
    assert not table.game().conceded


def test_a_yes_that_a_trusted_server_calls_forged_does_nothing(table: Talk) -> None:
    table.says("ann", "concede", **TAGGED)
    forged = (
        f"Authentication-Results: {AUTHSERV}; dmarc=fail header.from=club.test\r\n"
        f"Received: from x.test by {AUTHSERV} with ESMTPS id 1; Tue, 24 Nov 2026 12:00:00 +0000\r\n"
    ).encode()
    table.deliver(forged + table.mail("ann", "yes", answers=confirms(table, "ann")[-1]))
    assert not table.game().conceded


def test_a_yes_to_nothing_does_nothing(table: Talk) -> None:
    table.bids()
    count = len(table.trail())
    assert "nothing-to-confirm" in table.says(table.due(), "yes")
    assert len(table.trail()) == count


def test_a_confirmed_move_whose_turn_is_over_by_then_is_dropped(table: Talk) -> None:
    table.bids()
    who = table.due()
    turn = table.last(who)
    first, second, *_ = turn["Spades-Legal"].split()
    table.says(who, f"play {first}", **TAGGED)
    letter = confirms(table, who)[-1]
    later(table, minutes=1)
    table.says(who, f"play {second}", answers=turn)
    count = len(table.trail())
    assert "not-your-turn" in table.says(who, "yes", answers=letter)
    assert len(table.trail()) == count and errors(table, who)


def test_an_unproven_illegal_card_is_a_misplay_only_once_confirmed(table: Talk) -> None:
    table.bids()
    who = table.due()
    theirs = next(
        card for other in table.game().hands for card in other if str(card) not in table.last(who)["Spades-Hand"]
    )
    table.says(who, f"play {theirs}", **TAGGED)
    assert not any(isinstance(event, Misplayed) for event in table.trail())
    table.says(who, "yes", answers=confirms(table, who)[-1])
    assert isinstance(table.trail()[-1], Misplayed)


def test_a_mail_without_message_id_can_be_confirmed(table: Talk) -> None:
    mail = table.mail("ann", "concede", **TAGGED)
    table.deliver(b"\r\n".join(line for line in mail.split(b"\r\n") if not line.startswith(b"Message-ID")))
    table.says("ann", "yes", answers=confirms(table, "ann")[-1])
    assert len(table.game().conceded) == 1


def test_what_was_proven_meanwhile_is_not_done_twice(table: Talk) -> None:
    mail = table.mail("ann", "concede", **TAGGED)
    table.deliver(mail)
    table.deliver(table.stamp(address("ann")) + mail)
    assert "nothing-to-confirm" in table.says("ann", "yes", answers=confirms(table, "ann")[-1])
    assert sum(isinstance(event, Conceded) for event in table.trail()) == 1


NEW = "eve@else.test"


def known(talk: Talk, who: str) -> bool:
    with talk.store.reading() as tx:
        return people.by_address(tx, address(who)) is not None


def waiting(talk: Talk) -> int:
    with talk.store.reading() as tx:
        return len(signups.waiting_for(tx, "109"))


def test_join_is_confirmed_before_anything_is_stored(talk: Talk) -> None:
    assert talk.says(NEW, "join\nname Eve") == "SetName/unproven Join/unproven"
    assert not known(talk, NEW) and not waiting(talk)
    assert "join" in talk.last(NEW).text and "name Eve" in talk.last(NEW).text
    talk.says(NEW, "yes")
    assert known(talk, NEW) and waiting(talk) == 1
    assert talk.last(NEW).events == ["reply"]


def test_watch_is_confirmed_before_anything_is_stored(table: Talk) -> None:
    table.says(NEW, "watch 1")
    table.acts()
    assert [x.events for x in table.to(NEW)] == [["confirm"]]
    table.says(NEW, "yes")
    table.hears_each_play(NEW)
    table.acts()
    assert table.last(NEW).events == ["bid"]


@pytest.mark.parametrize("question", ["help", "score", "status"])
def test_a_strangers_question_is_confirmed_then_answered_and_nothing_is_stored(table: Talk, question: str) -> None:
    table.says(NEW, question, **TAGGED)
    assert table.last(NEW).events == ["confirm"]
    table.says(NEW, "yes")
    assert table.last(NEW).events == ["reply"] and table.last(NEW)["Spades-Hand"] == ""
    assert not known(table, NEW)


def test_a_proven_stranger_is_answered_at_once(talk: Talk) -> None:
    assert talk.says(NEW, "help", answers=None, proven=True) == "Help/accepted"
    assert [x.events for x in talk.to(NEW)] == [["reply"]]
    talk.says(NEW, "join")
    assert waiting(talk) == 1, "a letter's token proves a stranger too"


@pytest.mark.parametrize("text", ["bid 3", "play QS", "concede", "say hello", "start", "abort", "yes", "hello there"])
def test_a_strangers_move_changes_nothing_and_is_answered_once_a_day(table: Talk, text: str) -> None:
    count = len(table.trail())
    for _ in range(3):
        table.says(NEW, text, **TAGGED)
    assert len(table.trail()) == count and not known(table, NEW)
    assert len(table.to(NEW)) == 1 and table.last(NEW)["Spades-Hand"] == ""


WANTED = ("help", "join")


@pytest.mark.parametrize(
    ("text", "domains", "proven"),
    [("help", False, False), ("help", True, True), ("join", False, True), ("join", True, False)],
)
def test_strangers_have_pools_a_day(
    talk: Talk, monkeypatch: pytest.MonkeyPatch, text: str, domains: bool, proven: bool
) -> None:
    """Each kind of wish, proven or not, has its own pool, with a limit for one domain and one for all."""
    most = 12
    for pool in ("STRANGERS", "UNPROVEN"):
        monkeypatch.setattr(quotas, pool if domains else f"{pool}_OF_DOMAIN", most)
    monkeypatch.setattr("referee.desk.requests.answers.spend_full_notice", lambda case, address: False)
    monkeypatch.setattr("referee.desk.people.waiting_list.SEATS", 1000)
    monkeypatch.setattr(quotas, "BY_OTHERS", 0)
    for number in range(most + 5):
        talk.says(f"s{number}@{f'd{number}' if domains else f'host{number}.else'}.test", text, proven=proven)
    assert len(talk.letters) == most
    (other,) = {*WANTED} - {text}
    assert not talk.says("other@else.test", other, proven=proven).endswith("no-slot")
    assert not talk.says("another@else.test", text, proven=not proven).endswith("no-slot")
    if not domains:
        assert not talk.says("new@third.test", text, proven=proven).endswith("no-slot")
    later(talk, days=1)
    assert not talk.says("late@else.test", text, proven=proven).endswith("no-slot")


def test_a_strangers_mail_takes_one_place_however_much_it_asks(table: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "STRANGERS", 2)
    table.says(NEW, "watch 1\nname Eve\nformat text\njoin", answers=None, proven=True)
    assert table.says("eve", "join", proven=True) == "Join/accepted"


def test_forged_strangers_close_the_door_to_nobody(table: Talk) -> None:
    for number in range(quotas.UNPROVEN_OF_DOMAIN + 1):
        table.says(f"s{number}@else.test", "help")
    table.says("new@else.test", "help")
    assert table.says("eve", "join", proven=True) == "Join/accepted" and table.last("eve").events == ["reply"]
    table.says(NEW, "hello")
    assert table.says("ann", f"address {NEW}", proven=True) == "SetAddress/accepted"
    assert [x.events for x in table.to(NEW)] == [["confirm"]]


def test_a_first_mail_that_names_the_new_address_does_not_stop_the_move(table: Talk) -> None:
    table.says(NEW, "help")
    assert table.says("ann", f"address {NEW}", proven=True) == "SetAddress/accepted"
    assert "Ann" in table.last(NEW).text


def test_where_the_day_is_full_it_says_so_and_changes_nothing(table: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "STRANGERS", 12)
    for number in range(12):
        table.says(f"s{number}@else.test", "watch 1", proven=True)
    for number in range(14):
        table.says(f"h{number}@else.test", "help", proven=True)
    assert table.says("eve", "join", proven=True) == "Join/day-full" and not known(table, "eve")
    assert "tomorrow" in table.last("eve").text and table.last("eve").events == ["error"], "whoever is proven hears it"
    assert table.says("eve", "join", proven=True, answers=None) == "Join/day-full no-slot", "once"
    assert table.says("ann", f"address {NEW}", proven=True) == "SetAddress/accepted", "who is known is not behind them"
    assert table.says("ann", f"address {NEW}", proven=True) == "SetAddress/bad-value"
    assert "already has a letter that asks" in table.last("ann").flat, "and that letter is there"
    table.says(NEW, "yes", answers=confirms(table, NEW)[-1])
    assert table.says("ann", f"address {NEW}", proven=True) == "SetAddress/day-full", "it was answered"


BAIT = "Cheap pills at http://evil.test"
BAITS = (
    f"hello there\n\n{BAIT}", BAIT, f"say {BAIT}", f"name {BAIT}", f"join 109 with {BAIT}", f"salt {BAIT}",
    f"hand {BAIT}", f"help {BAIT}", f"rules {BAIT}", f"bid {BAIT}", f"start\nplayers: {BAIT}", f"rule {BAIT}",
    f"abort\nrule void to turn 3 because {BAIT}", f"timezone {BAIT}", "address cheap@evil.test", f"yes\n{BAIT}",
    f"replace Ann with {BAIT} <x@evil.test>", "name Cheap\nname pills\nname evil", f"bid 3\nbid 4\n{BAIT}",
)  # fmt: skip


@pytest.mark.parametrize("text", BAITS)
def test_a_stranger_who_may_be_a_victim_gets_no_word_of_the_mail(table: Talk, text: str) -> None:
    table.says(NEW, text, answers=None, subject=BAIT)
    letters = table.to(NEW)
    assert len(letters) <= 2
    for letter in letters:
        shown = f"{letter['Subject']}\n{letter.text}\n{letter.html}".lower()
        assert not [word for word in ("pills", "evil", "http") if word in shown], letter.text


def test_a_stranger_sends_again_what_no_letter_could_show(talk: Talk) -> None:
    talk.says(NEW, "join 109\nname Eve of the Hill", answers=None)
    talk.says(NEW, "yes", answers=confirms(talk, NEW)[-1])
    assert waiting(talk) == 1
    talk.says(NEW, "name Eve of the Hill", answers=errors(talk, NEW)[-1])
    with talk.store.reading() as tx:
        person = people.by_address(tx, NEW)
    assert person is not None and person.name == "Eve of the Hill"


def test_a_proven_stranger_reads_their_own_words(table: Talk) -> None:
    table.says(NEW, f"hello there\n\n{BAIT}", answers=None, subject=BAIT, proven=True)
    assert "hello there" in table.last(NEW).text and table.last(NEW)["Subject"] == "[Spades] Welcome"


def test_strangers_do_not_use_up_the_pools_of_those_we_know(table: Talk) -> None:
    for number in range(quotas.UNPROVEN_OF_DOMAIN + 1):
        table.says(f"s{number}@else.test", "help")
    before = len(table.letters)
    table.says("ann", "score", **TAGGED)
    table.says("ann", "concede", **TAGGED)
    assert [x.to for x in table.letters[before:]] == [address("ann")] * 2


def test_spam_that_did_not_name_us_is_not_answered(talk: Talk) -> None:
    talk.deliver(talk.mail(NEW, "buy now", to="someone@else.test"))
    assert not talk.letters


def test_a_start_is_confirmed_with_all_its_lines(talk: Talk) -> None:
    players = "Ann <ann@club.test>, Bob <bob@club.test>, Carol <carol@club.test>, Mal <mal@evil.test>"
    talk.deliver(talk.mail(MASTER, f"start\nplayers: {players}\ntime limit: 2 days"))
    asked = confirms(talk, MASTER)[-1].text
    assert "mal@evil.test" in asked and "time limit: 2 days" in asked


def test_first_contact_leaves_the_days_confirmation_to_the_player(talk: Talk) -> None:
    talk.says("eve", "join")
    talk.says("eve", "yes")
    assert talk.says("eve", "name Evelyn", answers=None, to=REFEREE) == "SetName/unproven"
    assert len(confirms(talk, "eve")) == 2


def test_a_player_who_always_copies_another_address_hears_why_each_time(table: Talk) -> None:
    """Each letter has a slot of its own, which neither the letter before nor forged mail uses up."""
    who, copies = table.due(), {"cc": "home@else.test"}
    assert table.deliver(table.mail(who, "timezone Asia/Tokyo", subject="[Spades 1]")) == "SetTimezone/unproven"
    for _ in range(2):
        letter = next(letter for letter in reversed(table.to(who)) if "turn" in letter.events)
        before = len(table.to(who))
        assert table.says(who, "bid 3", answers=letter, **copies) == "MakeBid/unproven"
        (told,) = [letter for letter in table.to(who)[before:] if letter.events == ["confirm"]]
        assert "without a copy to anyone" in told.flat
        assert "MakeBid/accepted" in table.says(who, "yes", answers=told)
        table.master("rule void to turn 1 because of a test")


SUE = "sue@s.test"


def test_a_strangers_yes_does_what_its_letter_showed_and_nothing_else(table: Talk) -> None:
    table.says(SUE, "join 109\nbid 7\nconcede", answers=None)
    letter = confirms(table, SUE)[-1]
    assert "> join 109" in letter.text and "concede" not in letter.text
    table.master(f"replace {table.due()} with Sue <{SUE}>")
    assert table.says(SUE, "yes", answers=letter) == "Join/accepted Yes/accepted"
    assert table.game().bids[0] is None and not table.game().conceded


def test_a_strangers_yes_does_nothing_below_an_introducer_that_was_not_shown(talk: Talk) -> None:
    talk.says(SUE, "watch 1\n\nAnn said:\njoin 109\nname Zoe", answers=None)
    talk.says(SUE, "yes", answers=confirms(talk, SUE)[-1])
    assert not waiting(talk)


def test_a_partner_whom_the_letter_did_not_show_is_left_out(talk: Talk) -> None:
    talk.says(SUE, "join 109 with mallory@attack.test", answers=None)
    letter = confirms(talk, SUE)[-1]
    assert "> join 109\r\n" in letter.text and "mallory" not in letter.text
    talk.says(SUE, "yes", answers=letter)
    with talk.store.reading() as tx:
        assert [entry.partner for entry in signups.waiting_for(tx, "109")] == [None]
    told = talk.last(SUE).flat
    assert "partner whom you named was left out" in told and "mallory" not in told
    talk.says(SUE, "join with ann@club.test")
    with talk.store.reading() as tx:
        assert [entry.partner for entry in signups.waiting_for(tx, "109")] == ["ann@club.test"]


@pytest.mark.parametrize("text", ["name Eve of the Hill", "address mallory@attack.test", "join 109\njoin 109b with x"])
def test_what_a_letter_would_hide_from_a_stranger_is_not_asked_about(talk: Talk, text: str) -> None:
    assert "not-shown-whole" in talk.says(SUE, text, answers=None)
    assert not any("…" in letter.text for letter in confirms(talk, SUE))
    assert errors(talk, SUE)


REASON = "because " + "they talked of it " * 15


def test_a_gamesmasters_question_shows_all_that_it_does(table: Talk) -> None:
    table.bids()
    table.says(MASTER, f"rule void to turn 3 {REASON}, charge bob", **TAGGED)
    letter = confirms(table, MASTER)[-1]
    assert "charge bob" in " ".join(letter.text.replace("\r\n> ", " ").split())
    table.says(MASTER, "yes", answers=letter)
    assert any(getattr(event, "charge", None) for event in table.trail())


def test_a_long_line_of_players_is_shown_whole(talk: Talk) -> None:
    players = ", ".join(f"{name} <{name.lower() * 25}@club.test>" for name in ("Ann", "Bob", "Carol", "Dave"))
    talk.says(MASTER, f"start\nplayers: {players}", answers=None)
    assert f"{'dave' * 25}@club.test" in confirms(talk, MASTER)[-1].text


@pytest.mark.parametrize("blanks", [1300, 9000])
def test_what_is_too_long_to_show_is_not_asked_about(talk: Talk, blanks: int) -> None:
    players = "Ann <a@x.test>, Bob <b@x.test>, Carol <c@x.test>,"
    said = talk.says(MASTER, f"start\nplayers: {players}{' ' * blanks}Mallory <m@x.test>", answers=None)
    assert said == "Start/not-shown-whole" and not confirms(talk, MASTER)
    assert "Answer this letter with the line again" in errors(talk, MASTER)[-1].flat
