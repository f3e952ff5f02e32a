"""A change of address: both the old and the new address must agree, and no game loses anything by it."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from referee.store import people
from tests.talk import AUTHSERV, LIST, MASTER, REFEREE, Letter, Talk, address, tokens

NEW, OTHER = "ann@else.test", "ann@third.test"
FRESH: dict[str, Any] = {"answers": None, "subject": "[Spades 1]"}


def known(talk: Talk, who: str) -> int | None:
    """Return the number of the person at an address."""
    with talk.store.reading() as tx:
        person = people.by_address(tx, address(who))
    return None if person is None else person.id


def asks(talk: Talk, who: str) -> Letter:
    """Return the last question that went to someone."""
    return [letter for letter in talk.to(who) if letter.events == ["confirm"]][-1]


def wishes(talk: Talk, new: str = NEW) -> None:
    """Ask as Ann, by the reply address of one of their letters."""
    assert talk.says("ann", f"address {new}", answers=turn(talk)) == "SetAddress/accepted"


def turn(talk: Talk) -> Letter:
    """Return a letter to Ann that bears a token of the game."""
    return next(letter for letter in talk.to("ann") if letter["Spades-Game"] and tokens(letter))


def yes(talk: Talk, who: str) -> str:
    """Answer someone's last question with yes."""
    return talk.says(who, "yes", answers=asks(talk, who))


@pytest.mark.parametrize("order", [("ann", NEW), (NEW, "ann")])
def test_both_answer_in_either_order(table: Talk, order: tuple[str, str]) -> None:
    person = known(table, "ann")
    wishes(table)
    assert asks(table, "ann")["Reply-To"] != asks(table, NEW)["Reply-To"]
    assert yes(table, order[0]) == "Yes/accepted"
    assert known(table, "ann") == person and known(table, NEW) is None, "one answer moves nobody"
    assert address(order[1]) in table.last(order[0]).text, "and says who has to answer yet"
    assert yes(table, order[1]) == "Yes/accepted"
    assert known(table, "ann") is None and known(table, NEW) == person


@pytest.mark.parametrize("only", ["ann", NEW])
def test_one_address_alone_cannot_answer_for_the_other(table: Talk, only: str) -> None:
    wishes(table)
    for letter in (asks(table, "ann"), asks(table, NEW)):
        for _ in range(2):
            table.says(only, "yes", answers=letter)
    assert known(table, "ann") is not None and known(table, NEW) is None


def test_proof_of_the_request_is_no_answer_from_the_old_address(table: Talk) -> None:
    table.says("ann", f"address {NEW}", proven=True, **FRESH)
    yes(table, NEW)
    assert known(table, NEW) is None


def test_a_believed_from_is_no_answer_from_the_old_address(tmp_path: Path) -> None:
    closed = Talk(tmp_path, auth={"accept": ["token", "results", "address"]}).starts()
    closed.says("ann", f"address {NEW}", **FRESH)
    yes(closed, NEW)
    assert known(closed, NEW) is None
    yes(closed, "ann")
    assert known(closed, NEW) is not None


def test_an_unproven_request_asks_the_old_address_first_and_only_once(table: Talk) -> None:
    table.says("ann", f"address {NEW}", **FRESH)
    assert not table.to(NEW)
    yes(table, "ann")
    assert len([x for x in table.to("ann") if x.events == ["confirm"]]) == 1
    assert known(table, NEW) is None
    yes(table, NEW)
    assert known(table, NEW) is not None and known(table, "ann") is None


def test_the_game_goes_on_at_the_new_address(table: Talk) -> None:
    while table.due() != "ann":
        table.acts()
    deadline, hand = table.kept().deadline, table.last("ann")["Spades-Hand"]
    wishes(table)
    yes(table, "ann"), yes(table, NEW)
    cards = table.last(NEW)
    assert cards["Spades-Hand"] == hand and cards["Spades-Deadline"] and table.kept().deadline == deadline
    assert table.says(NEW, "bid 3", answers=cards) == "MakeBid/accepted"
    gone = len(table.to("ann"))
    while table.due() != "ann":
        table.acts()
    assert len(table.to("ann")) == gone, "the old address hears no more"
    assert table.last(NEW)["Spades-To-Act"], "and the new one when it is their turn again"


def test_no_hand_goes_to_the_old_address_by_it(table: Talk) -> None:
    wishes(table)
    before = len(table.to("ann"))
    yes(table, "ann"), yes(table, NEW)
    assert all(not letter.cards for letter in table.to("ann")[before:])
    assert all(not letter.cards for letter in table.to(NEW)[:2]), "nor to the new one before it is theirs"


def test_every_reply_address_of_the_old_one_is_dead(table: Talk) -> None:
    while table.due() != "ann":
        table.acts()
    table.says("ann", "concede", **FRESH)
    wishes(table)
    yes(table, "ann"), yes(table, NEW)
    before = table.trail()
    for sender in ("ann", NEW):
        for letter in [x for x in table.to("ann") if tokens(x)]:
            table.says(sender, "bid 3", answers=letter)
            table.says(sender, "yes", answers=letter)
            table.says(sender, f"address {OTHER}", answers=letter)
    assert table.trail() == before and known(table, NEW) is not None and not table.to(OTHER)


def test_thanks_that_begin_with_no_call_nothing_off_once_it_is_done(table: Talk) -> None:
    wishes(table)
    question = asks(table, NEW)
    yes(table, "ann"), yes(table, NEW)
    count = len(table.to("ann"))
    table.says(NEW, "No problem, thanks!", answers=question)
    assert len(table.to("ann")) == count and known(table, NEW) is not None


def test_a_last_letter_to_each(table: Talk) -> None:
    wishes(table)
    before = {who: len(table.to(who)) for who in ("ann", NEW)}
    yes(table, "ann"), yes(table, NEW)
    assert "nothing more comes here" in table.last("ann").flat and NEW in table.last("ann").text
    assert any(address("ann") in letter.text for letter in table.to(NEW)[before[NEW] :])


def test_after_seven_days_the_question_is_dead(table: Talk) -> None:
    wishes(table)
    assert yes(table, "ann") == "Yes/accepted"
    table.now += timedelta(days=7, minutes=1)
    assert yes(table, NEW) == "Yes/confirm-expired"
    assert known(table, NEW) is None
    wishes(table)
    table.now += timedelta(days=6, hours=23)
    yes(table, "ann"), yes(table, NEW)
    assert known(table, NEW) is not None


def test_a_second_request_ends_the_first(table: Talk) -> None:
    wishes(table)
    yes(table, "ann")
    wishes(table, OTHER)
    assert "nothing-to-confirm" in yes(table, NEW)
    yes(table, OTHER)
    assert known(table, "ann") is not None, "the yes was to the first wish"
    yes(table, "ann")
    assert known(table, OTHER) is not None and known(table, NEW) is None


def test_whoever_comes_second_is_refused(table: Talk) -> None:
    wishes(table)
    yes(table, "ann")
    table.says(NEW, "join", answers=None, proven=True)
    assert yes(table, NEW) == "Yes/address-taken"
    assert known(table, "ann") is not None and table.last(NEW).events == ["error"]


def test_two_who_want_the_same_address(table: Talk) -> None:
    wishes(table)
    question = asks(table, NEW)
    table.now += timedelta(days=1)
    table.says("bob", f"address {NEW}", proven=True, **FRESH)
    yes(table, "bob"), yes(table, "ann")
    yes(table, NEW)
    assert known(table, "bob") is None and known(table, "ann") is not None
    table.says(NEW, "yes", answers=question)
    assert known(table, "ann") is not None


@pytest.mark.parametrize("taken", ["ann", REFEREE, "referee+x@club.test", LIST])
def test_an_address_that_no_other_player_can_have_is_refused(listed: Talk, taken: str) -> None:
    before = len(listed.to(taken))
    assert not listed.says("ann", f"address {address(taken)}", proven=True, **FRESH).endswith("accepted")
    assert all(letter.events == ["error"] for letter in listed.to(taken)[before:])


@pytest.mark.parametrize("unproven", [False, True])
def test_nobody_learns_whether_an_address_plays_here(table: Talk, unproven: bool) -> None:
    heard: list[list[str]] = []
    for free_or_taken in (address("zoe"), address("bob")):
        seen = len(table.to("ann"))
        table.says("ann", f"address {free_or_taken}", **FRESH, proven=not unproven)
        yes(table, "ann")
        heard.append([letter.text.replace(free_or_taken, "NEW") for letter in table.to("ann")[seen:]])
        table.now += timedelta(days=1)
    cut = [[re.sub(r"until .+? UTC", "until then", " ".join(text.split())) for text in texts] for texts in heard]
    assert cut[0] == cut[1] and len(cut[0]) > 1


def test_the_owner_of_the_address_hears_who_wants_it_and_nothing_they_answer_moves_anyone(table: Talk) -> None:
    table.says("ann", f"address {address('bob')}", proven=True, **FRESH)
    told = table.last("bob")
    assert "Ann, who plays from ann@club.test, asked the referee to write to this address" in told.flat
    yes(table, "ann")
    assert table.says("bob", "yes", answers=told) != "Yes/accepted"
    assert known(table, "ann") is not None and known(table, "bob") is not None


@pytest.mark.parametrize("text", ["I did not write this! Please look into it.", "yes", "no"])
@pytest.mark.parametrize(("shows", "other"), [("ann", NEW), (NEW, "ann")])
def test_a_question_shown_to_others_ends_the_request_and_both_hear_it(
    table: Talk, shows: str, other: str, text: str
) -> None:
    wishes(table)
    questions = {who: asks(table, who) for who in ("ann", NEW)}
    count = {who: len(table.to(who)) for who in questions}
    table.says(shows, text, answers=questions[shows], cc=MASTER)
    for who in questions:
        assert any("is off" in letter.text for letter in table.to(who)[count[who] :])
    for who in (other, shows):
        assert "nothing-to-confirm" in table.says(who, "yes", answers=questions[who])
    assert known(table, "ann") is not None and known(table, NEW) is None


def test_a_question_shown_to_others_after_its_yes_ends_nothing(table: Talk) -> None:
    wishes(table)
    question = asks(table, "ann")
    yes(table, "ann")
    table.says("ann", "look", answers=question, cc=MASTER)
    yes(table, NEW)
    assert known(table, NEW) is not None


def test_a_yes_with_a_copy_to_oneself_counts(table: Talk) -> None:
    wishes(table)
    for who in ("ann", NEW):
        assert table.says(who, "yes", answers=asks(table, who), cc=address(who)) == "Yes/accepted"
    assert known(table, NEW) is not None


@pytest.mark.parametrize("text", ["no", "No, certainly not.", "no!", "> Do you want to give up this address?\n\nno"])
@pytest.mark.parametrize(("denies", "other"), [("ann", NEW), (NEW, "ann")])
def test_a_no_ends_the_request(table: Talk, denies: str, other: str, text: str) -> None:
    wishes(table)
    yes(table, other)
    questions = {who: asks(table, who) for who in ("ann", NEW)}
    count = {who: len(table.to(who)) for who in questions}
    assert table.says(denies, text, answers=questions[denies]) == "no-command"
    assert all(f"{address(denies)} said no" in table.to(who)[count[who]].flat for who in questions)
    assert "nothing-to-confirm" in table.says(denies, "yes", answers=questions[denies])
    assert known(table, NEW) is None


@pytest.mark.parametrize("text", ["no", "what is this?", "nobody asked for it", "yesterday", "I say yes?"])
def test_no_other_answer_moves_anyone(table: Talk, text: str) -> None:
    wishes(table)
    table.says("ann", text, answers=asks(table, "ann"))
    table.says(NEW, "yes", answers=asks(table, NEW))
    assert known(table, NEW) is None and known(table, "ann") is not None


@pytest.mark.parametrize("proven", [True, False])
def test_a_bid_in_answer_to_the_question_is_no_yes(table: Talk, proven: bool) -> None:
    who = table.due()
    letter = next(letter for letter in table.to(who) if letter["Spades-Game"] and tokens(letter))
    assert table.says(who, f"address {NEW}", answers=letter) == "SetAddress/accepted"
    asked, subject = asks(table, who), "[Spades 1]"
    raw = table.mail(who, "I did not ask that!\nbid 3", answers=asked, subject=subject, proven=proven)
    outcome = table.deliver(raw)
    if not proven:
        outcome = yes(table, who)
    assert outcome.endswith("/accepted") and table.game().bids[0] == 3
    assert "good" in {token.state for token in _asked(table, who)}
    assert yes(table, NEW) == "Yes/accepted" and known(table, who) is not None and known(table, NEW) is None


def _asked(talk: Talk, who: str) -> list[people.Token]:
    with talk.store.reading() as tx:
        person = people.by_address(tx, address(who))
        assert person is not None
        return people.move_tokens(tx, person.id)


def test_a_no_after_the_yes_ends_the_request_too(table: Talk) -> None:
    wishes(table)
    question = asks(table, "ann")
    assert table.says("ann", "yes", answers=question) == "Yes/accepted"
    table.says("ann", "no, I do not want that", answers=question)
    assert "is off" in table.last("ann").text and "is off" in table.last(NEW).text
    assert "nothing-to-confirm" in yes(table, NEW)
    assert known(table, "ann") is not None and known(table, NEW) is None


def test_a_forged_no_ends_nothing(table: Talk) -> None:
    wishes(table)
    table.says("ann", "no", proven=True, **FRESH)
    table.says("ann", "no", to=asks(table, NEW)["Reply-To"])
    table.says("bob", "no", to=asks(table, "ann")["Reply-To"])
    yes(table, "ann"), yes(table, NEW)
    assert known(table, NEW) is not None


def test_a_request_ends_when_its_other_question_dies(table: Talk) -> None:
    wishes(table)
    with table.store.transaction() as tx:
        people.burn_address(tx, NEW)
    count = len(table.to("ann"))
    assert yes(table, "ann") == "Yes/accepted"
    assert "is off" in table.to("ann")[count].text
    assert known(table, "ann") is not None and known(table, NEW) is None


def test_a_forged_yes_of_the_old_address_is_none(table: Talk) -> None:
    wishes(table)
    yes(table, NEW)
    forged = (
        f"Authentication-Results: {AUTHSERV}; dmarc=fail header.from=club.test\r\n"
        f"Received: from x.test by {AUTHSERV} with ESMTPS id 1; Tue, 24 Nov 2026 12:00:00 +0000\r\n"
    ).encode()
    table.deliver(forged + table.mail("ann", "yes", answers=asks(table, "ann")))
    table.says("ann", "yes", to=asks(table, NEW)["Reply-To"])
    table.says("ann", "yes", proven=True, **FRESH)
    assert known(table, NEW) is None


def test_where_there_are_no_subaddresses(tmp_path: Path) -> None:
    plain = Talk(tmp_path, smtp={"subaddress": ""}).starts()
    plain.says("ann", f"address {NEW}", proven=True, **FRESH)
    yes(plain, "ann")
    assert known(plain, NEW) is None
    yes(plain, NEW)
    assert known(plain, NEW) is not None


def test_requests_do_not_flood_new_addresses(table: Talk) -> None:
    for number in range(20):
        table.says("ann", f"address a{number}@else.test", proven=True, **FRESH)
    assert len({letter.to for letter in table.letters if letter.to.endswith("@else.test")}) == 5


ALIAS = "ann+cards@club.test"


def writes(talk: Talk, sender: str = ALIAS, text: str = "bid 3", **more: Any) -> str:
    """Answer a letter to Ann from another address."""
    return talk.says(sender, text, **{"answers": turn(talk), **more})


@pytest.mark.parametrize("text", ["bid 3", "join", "yes", "no", "address ann@third.test", "What is this?"])
def test_a_reply_address_from_elsewhere_asks_its_owner_once(table: Talk, text: str) -> None:
    before, count = table.trail(), len(table.letters)
    assert writes(table, text=text) == "refused/other-address asked-owner"
    told, asked = sorted(table.letters[count:], key=lambda letter: letter.to)[:2]
    assert (told.to, asked.to) == (ALIAS, "ann@club.test") and len(table.letters) == count + 2
    assert "belongs to a letter to another address" in told.flat and "join" not in told.text.lower()
    assert "Ann" not in told.text and "ann@club.test" not in told.raw.decode().replace(ALIAS, "")
    assert asked.events == ["confirm"] and ALIAS in asked.text and "join" not in asked.text.lower()
    table.now += timedelta(days=9)
    writes(table, text=text)
    assert [letter.to for letter in table.letters[count + 2 :]] == [ALIAS], "the owner is asked once"
    assert table.trail() == before
    if table.due() == "ann":
        assert table.says("ann", "bid 3", answers=turn(table)) == "MakeBid/accepted", "the reply address lives on"


@pytest.mark.parametrize("proven", [False, True])
def test_a_player_elsewhere_hears_whose_it_is_not_and_nobody_is_asked(table: Talk, proven: bool) -> None:
    table.knows("zoe")
    count = len(table.letters)
    assert writes(table, "zoe", proven=proven) == "refused/other-address"
    (told,) = table.letters[count:]
    assert told.to == address("zoe") and "belongs to a letter to another address" in told.flat
    assert "asked" not in told.flat


def test_the_owner_moves_there_with_a_yes_from_both(table: Talk) -> None:
    person = known(table, "ann")
    writes(table)
    assert yes(table, "ann") == "Yes/accepted"
    assert known(table, "ann") == person and asks(table, ALIAS).to == ALIAS, "only now is the other address asked"
    assert yes(table, ALIAS) == "Yes/accepted"
    assert known(table, "ann") is None and known(table, ALIAS) == person


@pytest.mark.parametrize("answer", ["no", "What?", None])
def test_nobody_moves_without_the_owners_yes(table: Talk, answer: str | None) -> None:
    writes(table, "mallory@else.test")
    if answer:
        table.says("ann", answer, answers=asks(table, "ann"))
    for letter in (asks(table, "ann"), turn(table)):
        table.says("mallory@else.test", "yes", answers=letter)
        table.says("mallory@else.test", "yes", answers=letter, proven=True)
    assert known(table, "mallory@else.test") is None and known(table, "ann") is not None
    assert all("mallory" not in x.text or x.to in ("ann@club.test", "mallory@else.test") for x in table.letters)


def test_many_addresses_cause_few_letters_and_disturb_no_change(table: Talk) -> None:
    wishes(table)
    count = len(table.letters)
    for number in range(40):
        writes(table, f"x{number}@x{number % 20}.test")
    assert not [letter for letter in table.letters[count:] if letter.to == "ann@club.test"], "they are moving already"
    assert yes(table, "ann") == yes(table, NEW) == "Yes/accepted"
    assert known(table, NEW) is not None
    again = Talk.to(table, "bob")[-1]
    for number in range(40):
        table.now += timedelta(minutes=1)
        table.says(f"y{number}@y{number}.test", "join", answers=again)
    asked = [letter for letter in table.to("bob") if "Is this address yours" in letter.text]
    assert 1 <= len(asked) <= 5
    for number in range(40):
        count = len(table.to(f"y{number}@y{number}.test"))
        table.says(f"y{number}@y{number}.test", "join", answers=again)
        assert len(table.to(f"y{number}@y{number}.test")) == count, "one letter a day"
