"""Answers for whoever is on turn, and for a Gamesmaster, always come, and say which is the last; strangers take none
from them."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from referee.desk import quotas
from referee.post.proof.evidence import organisation
from referee.spades.events import BidMade
from referee.store import people, signups
from tests.talk import LIST, MASTER, NAMES, STARTER, Talk, address

FRESH: dict[str, Any] = {"answers": None, "subject": "[Spades 1]"}
ON_TURN, OFF_TURN, UNPROVEN = 40, 10, 5


def idle(talk: Talk) -> str:
    """Find somebody who is not to act."""
    return next(name.lower() for name in NAMES if name.lower() != talk.due())


def flat(text: str) -> str:
    return " ".join(text.split())


def last_told(talk: Talk, who: str) -> bool:
    """Tell if the last letter to someone says, in text and HTML, that it is the last of the day."""
    letter = talk.last(who)
    told = ["last answer" in flat(form) and "midnight UTC" in flat(form) for form in (letter.text, letter.html)]
    assert told[0] == told[1]
    return told[0]


def asks(talk: Talk, who: str, times: int, **more: Any) -> list[str]:
    """Ask for the score as someone; return the log lines."""
    return [talk.says(who, f"score\n\nfor the {n}th time", **{**FRESH, "proven": True, **more}) for n in range(times)]


def test_a_hundred_unclear_mails_of_whoever_is_on_turn_are_all_answered(table: Talk) -> None:
    cards = [f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "HDCS"]
    for _ in NAMES:
        who, count = table.due(), len(table.letters)
        letter = table.last(who)
        for number in range(25):
            line = "play the queen" if number % 2 else f"play {cards[number]} {cards[number + 1]}"
            assert table.says(who, line, answers=letter) == "refused/unclear"
        assert [(x.to, x.events) for x in table.letters[count:]] == [(address(who), ["error"])] * 25
        table.acts()


def test_each_ill_formed_line_is_answered(table: Talk) -> None:
    for who, proven in ((table.due(), True), (idle(table), True), (idle(table), False)):
        count = len(table.to(who))
        for line in ("play the queen", "play 2D 2H"):
            assert table.says(who, line, **FRESH, proven=proven) == "refused/unclear"
        found = table.to(who)[count:]
        assert ["> play the queen" in found[0].text, "> play 2D 2H" in found[1].text] == [True, True]


@pytest.mark.parametrize("line", ["play the queen", "salt", "watch 99", "hello there", "enter Sprig Cup with Ann"])
def test_the_same_mistake_twice_is_answered_twice(table: Talk, line: str) -> None:
    who = idle(table)
    count = len(table.to(who))
    for _ in range(3):
        assert "no-slot" not in table.says(who, line, **FRESH, proven=True)
    assert len(table.to(who)) == count + 3


FAULTY = "start\nplayers: Ann <ann@club.test>, Bob <bob@club.test>, Carol <carol@club.test>"


@pytest.mark.parametrize("text", [FAULTY, "extend 2 lightyears", "what do I do now?", f"{FAULTY}, A.nn <d@club.test>"])
def test_a_gamesmaster_is_answered_each_time(table: Talk, text: str) -> None:
    count = len(table.to(MASTER))
    outcomes = [table.master(text) for _ in range(3)]
    assert not any("no-slot" in outcome for outcome in outcomes)
    assert len(table.to(MASTER)) == count + 3


def test_a_faulty_start_is_quoted_where_it_is_faulty(talk: Talk) -> None:
    for line, block in (
        ("players: Ann <ann@club.test>", f"{FAULTY}\nsheet: 109"),
        ("time limit: soon", "start\nsheet: 109\ntime limit: soon"),
        ("target: 3", "start\ntarget: 300\ntarget: 301"),
        ("teams: Ann", "start\nteams: Ann"),
    ):
        assert talk.master(block, subject="a game") == "refused/unclear"
        quoted = flat(talk.last(MASTER).text.replace(">", ""))
        assert line.replace(">", "") in quoted and "start start" not in quoted
        assert "whole start again" in quoted and "> start\n" not in talk.last(MASTER).text


@pytest.mark.parametrize(
    ("below", "line", "why"),
    [
        (
            "target: 300\nundo: yes",
            "undo: yes",
            "A game has no setting `undo`. There are `players`, `teams`, `sheet`, `time",
        ),
        ("Leaev = 14\nsheet: 109", "Leaev = 14", "A game has no setting `leaev`. Did you mean `leave`?"),
        (
            "time limits: 3 days",
            "time limits: 3 days",
            "A game has no setting `time limits`. Did you mean `time limit`?",
        ),
        ("Target: many\nnil: 100", "Target: many", "`target: many` cannot be read; write it like `target: 300`."),
        ("hand-limit: 0\nnil: 100", "hand-limit: 0", "The sheet 109* cannot be played: hand_limit counts from 1."),
        ("nil: 100\nsheet: poker", "sheet: poker", "There is no sheet poker."),
        (
            "teams: Ann + Bob\nbid values: 4 to 13\nteam bid: 2 to 7",
            "start",
            "The sheet 109* cannot be played: no two bids add",
        ),
    ],
    ids=str,
)
def test_a_wrong_setting_of_a_start_is_quoted(talk: Talk, below: str, line: str, why: str) -> None:
    assert talk.master(f"{STARTER}\n{below}", subject="a game").startswith("Start/")
    text = talk.last(MASTER).text
    assert text.count("\n> ") == 1 and f"> {line} {why}" in flat(text)


def test_a_format_that_there_is_not_is_quoted(talk: Talk) -> None:
    assert talk.master("tournament Spring Cup\nteams: 2 to 4\nFormat: winter", subject="a cup") == "refused/unclear"
    text = talk.last(MASTER).text
    why = "This line is not clear: there is no format `winter`; use one of pride, sigma, usag, fsu, "
    why += "sigma-dominoes; correct that"
    assert text.count("\n> ") == 1 and f"> Format: winter {why}" in flat(text)


def test_whoever_used_up_a_day_off_turn_has_more_once_it_is_their_turn(table: Talk) -> None:
    first, second = table.due(), next(n for n in map(str.lower, table.game().names[1:2]))
    assert asks(table, second, OFF_TURN + 1) == ["Score/accepted"] * OFF_TURN + ["no-slot Score/accepted"]
    assert last_told(table, second) and "if it becomes your turn" in flat(table.last(second).text)
    assert table.due() == first
    table.acts()
    assert table.due() == second
    more = asks(table, second, ON_TURN - OFF_TURN)
    assert more == ["Score/accepted"] * len(more) and last_told(table, second)
    assert asks(table, second, 1) == ["no-slot Score/accepted"]
    assert table.acts("bid 3") == "MakeBid/accepted", "moves are still taken"
    table.now += timedelta(days=1)
    assert asks(table, second, 1) == ["Score/accepted"] and not last_told(table, second)


@pytest.mark.parametrize("master", [False, True])
def test_the_fortieth_says_that_it_is_the_last_and_no_other_follows(table: Talk, master: bool) -> None:
    who = MASTER if master else table.due()
    for _ in range(ON_TURN - 1):
        assert asks(table, who, 1) == ["Score/accepted"] and not last_told(table, who)
    assert asks(table, who, 1) == ["Score/accepted"] and last_told(table, who)
    assert "still read" in flat(table.last(who).text) and "accepts your moves and commands" in flat(
        table.last(who).text
    )
    count = len(table.letters)
    assert asks(table, who, 1) == ["no-slot Score/accepted"]
    assert len(table.letters) == count


def test_the_last_answer_may_be_a_question(table: Talk) -> None:
    who = table.due()
    letter = table.last(who)
    asks(table, who, ON_TURN - 1)
    below = "I would wait.\n\nDana pon, 1. sij 2024. u 12:00 Ann <a@b.de> je napisao/la:\n\nbid 3"
    assert table.says(who, below, answers=letter) == "MakeBid/doubtful"
    assert last_told(table, who)
    assert table.says(who, "yes") == "MakeBid/accepted Yes/accepted"


def test_whoever_falls_back_to_the_limit_off_turn_hears_that_it_is_the_last(table: Talk) -> None:
    """Twelve answers on turn, none of them the last; then the turn is over."""
    who = table.due()
    asks(table, who, OFF_TURN + 2)
    assert not last_told(table, who)
    table.acts()
    assert asks(table, who, 2) == ["Score/accepted", "no-slot Score/accepted"]
    assert last_told(table, who)


@pytest.mark.parametrize("text", ["bid 3\npause", "bid 3\nwatch 99"])
def test_on_turn_is_whoever_was_when_the_mail_came(table: Talk, text: str) -> None:
    who = table.due()
    letter = table.last(who)
    asks(table, who, OFF_TURN + 5)
    count = len(table.to(who))
    assert table.says(who, text, answers=letter).startswith("MakeBid/accepted ")
    assert ["error"] in [x.events for x in table.to(who)[count:]]


def test_on_turn_in_any_game_counts_where_the_mail_means_none(table: Talk) -> None:
    table.master(f"start\nplayers: {', '.join(f'{n} <{n.lower()}@club.test>' for n in NAMES)}", subject="another")
    who = table.due()
    assert table.game(2).names[0].lower() != who, "and there it is another's turn"

    def asks_of(subject: str) -> str:
        return table.says(who, "unwatch 99", answers=None, subject=subject, proven=True)

    assert {asks_of("hello") for _ in range(OFF_TURN + 1)} == {"Unwatch/no-such-game"}
    assert asks_of("[Spades 2]") == "Unwatch/no-such-game" and last_told(table, who)
    assert asks_of("[Spades 2] once more") == "Unwatch/no-such-game no-slot"
    assert {asks_of("hello"), asks_of("[Spades 1]")} == {"Unwatch/no-such-game"}


def test_unproven_mail_has_five_and_says_so(table: Talk) -> None:
    who = table.due()
    letter = table.last(who)
    assert asks(table, who, UNPROVEN + 1, proven=False) == ["Score/accepted"] * UNPROVEN + ["no-slot Score/accepted"]
    assert last_told(table, who) and "counted separately" in flat(table.last(who).text)
    assert table.says(who, "play the queen", answers=letter) == "refused/unclear"
    assert not last_told(table, who)


def test_an_address_that_is_believed_is_a_proof(tmp_path: Path) -> None:
    closed = Talk(tmp_path, auth={"accept": ["token", "results", "address"]}).starts()
    who = closed.due()
    assert asks(closed, who, ON_TURN + 1, proven=False) == ["Score/accepted"] * ON_TURN + ["no-slot Score/accepted"]


@pytest.mark.parametrize("text", ["", "\n\n", "\n".join(f"watch {n}" for n in range(60)), "I have no idea"])
def test_no_odd_mail_on_turn_is_met_with_silence(table: Talk, text: str) -> None:
    who = table.due()
    letter = table.last(who)
    for _ in range(2):
        count = len(table.to(who))
        table.says(who, text, answers=letter)
        assert len(table.to(who)) == count + 1 and "your turn" in table.last(who).text


def test_an_attachment_alone_is_answered_on_turn(table: Talk) -> None:
    who = table.due()
    letter = table.last(who)
    for _ in range(2):
        raw = table.mail(who, "", answers=letter).replace(b"text/plain", b"application/pdf")
        count = len(table.to(who))
        assert table.deliver(raw) == "no-command"
        assert len(table.to(who)) == count + 1


def test_a_yes_that_went_to_others_gets_an_answer_that_says_so(table: Talk) -> None:
    table.says("ann", "concede", **FRESH)
    question = table.last("ann")
    assert question.events == ["confirm"]
    assert table.says("ann", "yes", answers=question, cc="eve@else.test") == "Yes/confirm-shown"
    told = flat(table.last("ann").text)
    assert "went to others too" in told and "to the referee alone" in told and "already been done" not in told
    assert not table.game().conceded


def test_a_yes_said_twice_has_nothing_to_confirm(table: Talk) -> None:
    table.says("ann", "concede", **FRESH)
    question = table.last("ann")
    assert table.says("ann", "yes", answers=question).endswith("Yes/accepted")
    assert table.says("ann", "yes", answers=question) == "Yes/nothing-to-confirm"


def test_a_strangers_last_answer_says_so(table: Talk) -> None:
    table.says("eve@else.test", "hello", answers=None)
    assert last_told(table, "eve@else.test")
    assert "Answers to join are counted separately" in flat(table.last("eve@else.test").text)
    for number in range(10):
        assert not table.to("zoe@else.test") or not last_told(table, "zoe@else.test")
        table.says("zoe@else.test", f"hello {number}", answers=None, proven=True)
    assert len(table.to("zoe@else.test")) == 10 and last_told(table, "zoe@else.test")
    for who in ("eve@else.test", "zoe@else.test"):
        count = len(table.to(who))
        table.says(who, "hello again", answers=None, proven=who != "eve@else.test")
        assert len(table.to(who)) == count
        assert table.says(who, "join", answers=None).startswith("Join/")
        assert len(table.to(who)) == count + 1, "joining is counted separately"


def is_known(talk: Talk, who: str) -> bool:
    with talk.store.reading() as tx:
        return people.by_address(tx, who) is not None


def is_waiting(talk: Talk, who: str) -> bool:
    """Tell if someone is on a list or at a full table."""
    with talk.store.reading() as tx:
        person = people.by_address(tx, who)
        return person is not None and (
            signups.entry_of(tx, person.id) is not None or bool(signups.tables_of(tx, person.id))
        )


JUNK = ("buy pills", "join", "help", "watch 1", "bid 3", "name Junk\nwatch 1")


JUNK_MAIL = pytest.mark.parametrize(
    ("texts", "apart"),
    [(("join",), True), (JUNK, False)],
    ids=["join", "all sorts from one domain"],
)
"""The mails that strangers write; and if each comes from a domain of its own."""


@pytest.mark.parametrize(("texts", "proven", "apart"), [(("join",), True, True), (JUNK, False, False)])
def test_mails_of_strangers_keep_nobody_out(
    table: Talk, monkeypatch: pytest.MonkeyPatch, texts: tuple[str, ...], proven: bool, apart: bool
) -> None:
    """The test takes a fifth of a day's mails, and of its bounds."""
    for name in ("STRANGERS", "UNPROVEN"):
        for bound in (name, f"{name}_OF_DOMAIN"):
            monkeypatch.setattr(quotas, bound, getattr(quotas, bound) // 5)
    junk(table, texts, 60, proven=proven, apart=apart)
    nobody_is_kept_out(table, proven)


@pytest.mark.long
@pytest.mark.parametrize("proven", [False, True])
@JUNK_MAIL
def test_300_mails_of_strangers_keep_nobody_out(table: Talk, texts: tuple[str, ...], proven: bool, apart: bool) -> None:
    junk(table, texts, 300, proven=proven, apart=apart)
    nobody_is_kept_out(table, proven)


def junk(table: Talk, texts: tuple[str, ...], times: int, *, proven: bool, apart: bool) -> None:
    """Have strangers write, each once, at one domain or `apart`."""
    for number in range(times):
        who = f"junk{number}@" + (f"junk{number}.test" if apart else "junk.test")
        table.says(who, texts[number % len(texts)], answers=None, proven=proven)


def nobody_is_kept_out(table: Talk, proven: bool) -> None:
    """Check that newcomers come in, players play, and another stranger gets an answer."""
    for number in range(10):
        who = f"new@newcomer{number}.test"
        shown = number < 5
        assert table.says(who, "join", answers=None, proven=shown) == f"Join/{'accepted' if shown else 'unproven'}"
        if not shown:
            assert table.last(who).events == ["confirm"]
            table.says(who, "yes")
        assert is_waiting(table, who)
        assert table.to(who)
    asking = next(n.lower() for n in NAMES if n.lower() != table.due())
    bidder = table.due()
    letter = table.last(bidder)
    assert table.says(bidder, "play the queen", answers=letter) == "refused/unclear"
    assert table.last(bidder).events == ["error"]
    assert table.says(bidder, "bid 3", answers=letter) == "MakeBid/accepted"
    assert isinstance(table.trail()[-1], BidMade)
    assert table.says(asking, "hand", **FRESH, proven=True) == "Hand/accepted"
    mover = next(n.lower() for n in NAMES if n.lower() not in (asking, bidder))
    assert table.says(mover, "address moved@else.test", **FRESH, proven=True) == "SetAddress/accepted"
    assert table.last("moved@else.test").events == ["confirm"]
    assert table.says("moved@else.test", "yes") == "Yes/accepted"
    assert "Thank you" in table.last("moved@else.test").text, "and is answered, who is not known by that address yet"
    assert table.says("help@third.test", "help", answers=None, proven=proven).startswith("Help/")
    assert len(table.to("help@third.test")) == 1


def test_one_domain_leaves_room_for_another(table: Talk) -> None:
    for number in range(60):
        table.says(f"x{number}@mail{number}.junk.co.uk", "join", answers=None, proven=True)
    assert table.says("zoe@club.co.uk", "join", answers=None, proven=True) == "Join/accepted"
    assert table.says("zoe@junk.co.uk", "join", answers=None, proven=True) == "Join/day-full"
    assert table.last("zoe@junk.co.uk").events == ["error"] and not is_known(table, "zoe@junk.co.uk")


@pytest.mark.parametrize(
    ("domain", "whose"),
    [
        ("club.test", "club.test"),
        ("mail.club.test", "club.test"),
        ("a.b.example.org", "example.org"),
        ("example.co.uk", "example.co.uk"),
        ("a.example.co.uk", "example.co.uk"),
        ("a.example.com.au", "example.com.au"),
        ("x.lab.ac.jp", "lab.ac.jp"),
        ("mail.provider.de", "provider.de"),
        ("a.x.com", "x.com"),
        ("localhost", "localhost"),
        ("", ""),
    ],
)
def test_whose_domain_it_is(domain: str, whose: str) -> None:
    assert organisation(domain) == whose


@pytest.mark.parametrize("far", [False, True])
def test_forged_changes_of_address_are_bounded_by_where_their_letters_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, far: bool
) -> None:
    monkeypatch.setattr(quotas, "UNPROVEN_OF_DOMAIN", 5)
    closed = Talk(tmp_path, auth={"accept": ["token", "results", "address"]}).starts()
    names = [f"p{n}" for n in range(20)]
    for name in names:
        closed.says(f"{name}@club.test", "watch 1", answers=None, proven=True)
    found = [
        closed.says(f"{name}@club.test", f"address {name}@{name if far else 'victim'}.test", **FRESH) for name in names
    ]
    assert found.count("SetAddress/accepted") == (20 if far else 5)
    assert closed.says("ann", "address ann@victim.test", answers=None, proven=True) == "SetAddress/accepted"


def test_what_goes_to_the_list_is_left_alone_on_turn_too(listed: Talk) -> None:
    who, count = listed.due(), len(listed.letters)
    assert listed.says(who, "What a hand!", to=LIST, answers=None, proven=True) == "no-command"
    assert len(listed.letters) == count


def test_a_question_answered_with_other_words_says_what_it_waits_for(talk: Talk) -> None:
    talk.says("eve", "join", answers=None)
    assert talk.last("eve").events == ["confirm"]
    talk.says("eve", "yes please, that was me")
    assert "asks for one particular line" in flat(talk.last("eve").text)
    assert "    yes" in talk.last("eve").text.splitlines()


def test_unproven_mail_gets_an_answer_that_says_so_once_its_confirmations_are_used_up(table: Talk) -> None:
    who = table.due()
    table.says(who, "bid 3", answers=None, subject="[Spades 1]")
    assert table.last(who).events == ["confirm"]
    for _ in range(2):
        table.says(who, "bid 4", answers=None, subject="[Spades 1]")
        assert table.last(who).events == ["error"] and "Nothing proves that this mail is yours" in flat(
            table.last(who).text
        )
    assert table.says(who, "bid 4", answers=table.last(who)) == "MakeBid/accepted"


@pytest.mark.parametrize("name", ["Gamesmaster", "The Referee", "REFEREE.", "team 2"])
def test_nobody_takes_the_name_of_an_office(table: Talk, name: str) -> None:
    assert table.says("ann", f"name {name}", answers=None, proven=True) == "SetName/looks-alike"


def test_what_a_yes_does_is_answered_even_after_the_last_answer_of_a_day(table: Talk) -> None:
    who = idle(table)
    assert table.says(who, "timezone Europe/Berlin", **FRESH) == "SetTimezone/unproven"
    question = table.last(who)
    asks(table, who, OFF_TURN + 1)
    count = len(table.to(who))
    assert table.says(who, "yes", answers=question) == "SetTimezone/accepted Yes/accepted"
    assert len(table.to(who)) == count + 1 and "Europe/Berlin" in table.last(who).text
    asks(table, who, 1)
    assert len(table.to(who)) == count + 1
