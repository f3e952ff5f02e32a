"""Mail by machines, and conversations that must end."""

import re
from collections.abc import Callable
from datetime import timedelta
from itertools import product
from typing import Any

import pytest

from referee.desk.outgoing import envelope_sender
from referee.desk.quotas import ANSWERS, BY_OTHERS, ON_TURN
from referee.store.outbox import Queued
from tests import outgoing
from tests.talk import LIST, MASTER, NAMES, REFEREE, Letter, Talk, address

AUTOMATIC = {
    "RFC 3834 reply": {"Auto-Submitted": "auto-replied"},
    "vacation field": {"X-Autoreply": "yes"},
    "vacation precedence": {"Precedence": "auto_reply"},
    "report": {"X-Failed-Recipients": "ann@club.test"},
    "empty envelope of a machine": {"Return-Path": "<>", "Auto-Submitted": "auto-generated"},
    "empty envelope, vacation": {"Return-Path": "<>", "Precedence": "auto_reply"},
    "notification": {"Auto-Submitted": "auto-notified"},
}


def test_automatic_replies_are_never_played_and_never_answered(table: Talk) -> None:
    letters, events = len(table.letters), len(table.trail())
    for (name, marks), text in product(AUTOMATIC.items(), ("bid 3", "score", "I am away until Monday.")):
        outcome = table.says(table.due(), text, headers=marks, proven=True)
        assert outcome.startswith("ignored/"), (name, text)
        assert (len(table.letters), len(table.trail())) == (letters, events), (name, text)


@pytest.mark.parametrize("path", ["<>", "< >", "<MAILER-DAEMON>"])
def test_a_good_reply_address_outweighs_an_empty_return_path(table: Talk, path: str) -> None:
    """Some programs hand a person's mail over without a return path; anybody else's mail without one is a report."""
    who, empty = table.due(), {"Return-Path": path}
    letter, count = table.last(who), len(table.letters)
    for stranger in ({"answers": None}, {"answers": table.last("gm")}):
        assert table.says(who, "bid 3", headers=empty, proven=True, **stranger) == "ignored/bounce"
    assert len(table.letters) == count
    table.says(who, "I am not sure yet.", answers=letter, headers=empty)
    assert table.last(who).events == ["reply"], "a person hears what is expected of them"
    assert table.says(who, "bid 3", answers=letter, headers=empty) == "MakeBid/accepted"
    assert table.says(who, "bid 4", answers=letter, headers=empty) == "MakeBid/bid-stands", "as without the field"


@pytest.mark.parametrize("sender", ["mailer-daemon@club.test", "postmaster@else.test"])
def test_mail_by_mail_servers_is_never_answered(table: Talk, sender: str) -> None:
    count = len(table.letters)
    table.says(sender, "score", subject="[Spades 1]")
    assert len(table.letters) == count


GENERATED = {"Auto-Submitted": "auto-generated"}


def test_a_robot_plays_with_its_token(table: Talk) -> None:
    assert table.acts("bid 3", headers=GENERATED) == "MakeBid/accepted"


def test_a_robot_without_a_good_token_is_left_alone(table: Talk) -> None:
    who = table.due()
    letter = table.last(who)
    fresh: dict[str, Any] = {"answers": None, "subject": "[Spades 1]", "headers": GENERATED}
    assert table.says(who, "bid 3", **fresh).startswith("ignored/")
    assert table.says(who, "bid 3", proven=True, **fresh).startswith("ignored/")
    assert table.says("ann" if who != "ann" else "bob", "concede", answers=letter, headers=GENERATED).startswith("ign")
    before = table.trail()
    table.says(who, "bid 3", answers=letter)
    count = len(table.letters)
    assert table.says(who, "bid 4", answers=letter, headers=GENERATED).startswith("ignored/")
    assert len(table.letters) == count and len(table.trail()) == len(before) + 1


def test_a_robot_that_is_wrong_on_its_turn_hears_why_until_the_answers_of_the_day_are_used_up(table: Talk) -> None:
    who = table.due()
    letter = table.last(who)
    outcomes = [table.says(who, f"bid {99 - n}", answers=letter, headers=GENERATED) for n in range(ON_TURN + 5)]
    assert outcomes == ["MakeBid/not-a-bid"] * ON_TURN + ["MakeBid/not-a-bid no-slot"] * 5
    assert [x.events for x in table.to(who)[1:]] == [["error"]] * ON_TURN


def test_a_robot_that_chats_gets_nothing(table: Talk) -> None:
    who = table.due()
    letter = table.last(who)
    assert table.says(who, "thank you, I shall think about it", answers=letter, headers=GENERATED) == "no-command"
    assert table.last(who) is letter


def replies(talk: Talk, who: str) -> int:
    return sum(letter.events == ["reply"] for letter in talk.to(who))


def idle(talk: Talk, *but: str) -> str:
    """Find somebody who is not to act."""
    return next(name.lower() for name in NAMES if name.lower() not in (talk.due(), *but))


def asks(talk: Talk, who: str, times: int, *, proven: bool) -> None:
    for number in range(times):
        talk.says(who, f"score\n\nfor the {number}th time", answers=None, subject="[Spades 1]", proven=proven)


@pytest.mark.parametrize(("proven", "most"), [(True, 10), (False, 5)])
def test_answers_a_day_to_an_address(table: Talk, proven: bool, most: int) -> None:
    who = idle(table)
    asks(table, who, 14, proven=proven)
    assert replies(table, who) == most
    table.now += timedelta(days=1)
    asks(table, who, 1, proven=proven)
    assert replies(table, who) == most + 1


@pytest.mark.parametrize(("proven", "most"), [(True, 40), (False, 5)])
@pytest.mark.parametrize("gamesmaster", [False, True])
def test_answers_a_day_on_turn_and_to_a_gamesmaster(table: Talk, gamesmaster: bool, proven: bool, most: int) -> None:
    who = MASTER if gamesmaster else table.due()
    asks(table, who, most + 3, proven=proven)
    assert replies(table, who) == most


@pytest.mark.parametrize(("proven", "most"), [(True, 10), (False, 5)])
def test_no_answer_is_taken_by_what_others_of_a_game_ask(table: Talk, proven: bool, most: int) -> None:
    for name in (*NAMES, MASTER):
        asks(table, name, most, proven=proven)
        assert replies(table, name) == most


def test_forged_questions_silence_nobody(table: Talk) -> None:
    """Neither the player whom they name nor another one of the game."""
    who = table.due()
    letter = table.last(who)
    for name in NAMES:
        asks(table, name, 12, proven=False)
    count = len(table.to(who))
    assert table.says(who, "bid 99", answers=letter) == "MakeBid/not-a-bid"
    assert table.says(who, "hand", answers=letter) == "Hand/accepted"
    assert table.says(who, "score", answers=None, subject="[Spades 1]", proven=True) == "Score/accepted"
    assert [x.events for x in table.to(who)[count:]] == [["error"], ["reply"], ["reply"]]


def test_a_forged_error_does_not_take_the_place_of_a_true_one(table: Talk) -> None:
    who = table.due()
    letter = table.last(who)
    assert table.says(who, "play QS or KS", answers=None, subject="[Spades 1]") == "refused/unclear"
    count = len(table.to(who))
    assert table.says(who, "play QS or KS", answers=letter) == "refused/unclear"
    assert [x.events for x in table.to(who)[count:]] == [["error"]]


def test_the_player_to_act_hears_what_was_wrong_after_all_else_is_used_up(table: Talk) -> None:
    who = table.due()
    letter = table.last(who)
    asks(table, who, 10, proven=True)
    other = idle(table)
    asks(table, other, 10, proven=True)
    count, others = len(table.to(who)), len(table.to(other))
    for text, word in (("score", "accepted"), ("bid 99", "not-a-bid"), ("bid 98", "not-a-bid")):
        assert table.says(who, text, answers=letter).endswith(f"/{word}")
    assert table.says(other, "bid 99", answers=None, subject="[Spades 1]", proven=True).endswith(" no-slot")
    assert [x.events for x in table.to(who)[count:]] == [["reply"], ["error"], ["error"]]
    assert len(table.to(other)) == others


def test_slots_bound_answers_and_never_moves(table: Talk) -> None:
    who = table.due()
    asks(table, who, 12, proven=True)
    asks(table, who, 12, proven=False)
    assert table.acts("bid 3") == "MakeBid/accepted"


def marked(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.splitlines())


QUOTES: dict[str, Callable[[Letter], str]] = {
    "with marks": lambda letter: "Thank you for your mail!\n\n" + marked(letter.text),
    "without marks": lambda letter: "Thank you for your mail!\n\n" + letter.text,
    "nothing else": lambda letter: letter.text,
    "commands on top": lambda letter: "score\n\n" + letter.text,
    "the reply line": lambda letter: letter.text.partition("\n    ")[2].partition("\n")[0],
    "yes": lambda letter: "yes",
    "HTML as text": lambda letter: letter.html,
}


WRITERS = [(who, proven) for who in ("ann", MASTER, "stranger@else.test") for proven in (False, True)]
MACHINES = [(*one, how) for a, how in enumerate(QUOTES) for b, one in enumerate(WRITERS) if (a - b) % 6 == 0]
"""The machines that answer every letter: each writer, if their server vouches for them, and how they quote."""


@pytest.mark.parametrize(("who", "proven", "how"), MACHINES)
def test_an_answering_machine_without_marks_falls_silent(table: Talk, who: str, proven: bool, how: str) -> None:
    for name in NAMES:
        if name.lower() == who and table.due() == who:
            table.acts()
    table.says(who, "help me", answers=None, proven=proven)
    heard, turns = 0, 0
    while heard < len(table.to(who)) and turns < 200:
        letter: Letter = table.to(who)[heard]
        heard, turns = heard + 1, turns + 1
        if "turn" not in letter.events:
            table.says(who, QUOTES[how](letter) or "?", answers=letter, proven=proven)
    # an answer to a letter of the referee is proven, whatever the server says
    most = (ON_TURN if who == MASTER else ANSWERS) + BY_OTHERS
    assert turns < most + 15, "the conversation ends"


def test_two_referees_that_write_to_one_another_fall_silent(table: Talk) -> None:
    other = "referee@else.test"
    for _ in range(20):
        table.says(other, table.letters[-1].text, answers=None, headers={"Auto-Submitted": "auto-generated"})
    assert not table.to(other)


def bounce(talk: Talk, secret: str) -> str:
    to = envelope_sender(talk.settings, secret)
    return talk.deliver(talk.mail("mailer-daemon@else.test", "no such user", to=to, subject="Undelivered"))


def last_letter(talk: Talk, who: str) -> Queued:
    with talk.store.reading() as tx:
        found = outgoing.letters(tx, 1, talk.seen)
    return [letter for letter in found if letter.recipient == address(who)][-1]


def test_a_bounce_with_a_wrong_secret_does_nothing(table: Talk) -> None:
    letter = last_letter(table, "bob")
    count = len(table.letters)
    bounce(table, "a" * 24)
    bounce(table, f"{letter.id}.{letter.secret}")
    bounce(table, f"x.{letter.secret}")
    bounce(table, f"{letter.secret}.{letter.id}")
    assert len(table.letters) == count


def test_a_return_address_holds_its_secret_and_no_number_that_runs_on(table: Talk) -> None:
    letter = last_letter(table, "bob")
    assert envelope_sender(table.settings, letter.secret) == f"referee+b.{letter.secret}@club.test"
    assert re.fullmatch(r"[a-z2-7]{24}", letter.secret)


def test_a_vacation_note_to_the_envelope_is_no_bounce(table: Talk) -> None:
    to = envelope_sender(table.settings, last_letter(table, "bob").secret)
    count = len(table.letters)
    table.deliver(table.mail("bob", "I am away.", to=to, headers={"Auto-Submitted": "auto-replied"}))
    assert len(table.letters) == count


def test_a_move_to_the_envelope_address_counts_as_one_to_the_plain_address(table: Talk) -> None:
    who = table.due()
    secret = last_letter(table, who).secret
    to, before = envelope_sender(table.settings, secret), table.trail()
    assert table.says(who, "bid 3", to=to, subject="[Spades 1]", answers=None) == "MakeBid/unproven"
    for marks in ({"Auto-Submitted": "auto-replied"}, {"Return-Path": "<>"}):
        assert table.says(who, "bid 3", to=to, headers=marks, proven=True).startswith("ignored/")
    assert table.trail() == before
    assert table.says(who, "bid 3", to=to, subject="[Spades 1]", proven=True) == "MakeBid/accepted"


def test_nobody_hears_of_a_bounce_of_a_letter_to_the_gamesmaster_or_a_stranger(table: Talk) -> None:
    table.says("forged@else.test", "help", answers=None)
    count = len(table.letters)
    bounce(table, last_letter(table, MASTER).secret)
    bounce(table, last_letter(table, "forged@else.test").secret)
    assert len(table.letters) == count


def from_list(talk: Talk, sender: str, text: str, **more: Any) -> bytes:
    headers = {"List-Id": "Spades <spades.club.test>", "Precedence": "list"}
    return talk.mail(sender, text, to=LIST, headers=headers, **more)


def test_own_mail_that_comes_back_from_the_list_is_ignored(listed: Talk) -> None:
    count = len(listed.letters)
    for letter in [*listed.to(LIST), listed.last("ann")]:
        assert listed.deliver(b"List-Id: <spades.club.test>\r\n" + letter.raw) == "ignored/own-mail"
    assert listed.deliver(listed.mail(LIST, "bid 3", subject="[Spades 1]", proven=True)) == "ignored/own-mail"
    assert listed.deliver(listed.mail(REFEREE, "bid 3", subject="[Spades 1]", proven=True)) == "ignored/own-mail"
    assert len(listed.letters) == count


@pytest.mark.parametrize("sender", ["ann", "stranger@else.test"])
def test_chatter_on_the_list_is_left_alone(listed: Talk, sender: str) -> None:
    count = len(listed.letters)
    listed.deliver(from_list(listed, sender, "What a hand of the year! I might bid 3 next time.", proven=True))
    listed.deliver(listed.mail(sender, "start without me", to=f"{LIST}, {REFEREE}", proven=True))
    assert len(listed.letters) == count


def test_the_same_words_to_the_referee_itself_get_a_friendly_answer(table: Talk) -> None:
    who, before = table.due(), table.trail()
    table.says(who, "I might bid 3 next time.")
    answer = table.last(who)
    assert answer.events == ["reply"] and "I might bid 3 next time." in answer.text
    assert "your turn to bid" in answer.text and table.trail() == before


def test_a_proven_move_on_the_list_is_read(listed: Talk) -> None:
    who = listed.due()
    mail = from_list(listed, who, "bid 3", subject="[Spades 1]", proven=True)
    assert listed.deliver(mail) == "MakeBid/accepted"


def test_an_unproven_move_on_the_list_is_asked_about(listed: Talk) -> None:
    who = listed.due()
    assert listed.deliver(from_list(listed, who, "bid 3", subject="[Spades 1]")) == "MakeBid/unproven"
    assert listed.last(who).events == ["confirm"]


def test_a_private_command_on_the_list_is_refused_privately(listed: Talk) -> None:
    count = len(listed.letters)
    assert listed.deliver(from_list(listed, "ann", "hand", subject="[Spades 1]", proven=True)) == "Hand/private-only"
    assert [(x.to, x.events) for x in listed.letters[count:]] == [(address("ann"), ["error"])]
