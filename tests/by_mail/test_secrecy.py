"""Cards that a player shows to others: the referee repeats none of them, and warns the player alone.

A hand goes to one recipient: no letter of these tests but the holder's own names a card that has not been played.
"""

import time
from datetime import timedelta
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from typing import Any

import pytest

from referee.asking.card_mentions import cards_anywhere
from referee.desk.card_leaks import discreet
from referee.spades.cards import Card, parse_card
from referee.spades.rulesheet import SEATS
from referee.store import outbox
from tests.by_mail.returned import gives_up, queued
from tests.talk import LIST, MASTER, NAMES, STARTER, Letter, Talk, address

LISTED = {"List-Id": "Spades <spades.club.test>"}
WARNING = "A mail of yours that others can read seems to name a card that you hold."


@pytest.fixture
def table(talk: Talk) -> Talk:
    """A game that has just begun, whose players get as many letters as there are."""
    return talk.starts().hears_each_play()


def warnings(talk: Talk, who: str) -> list[Letter]:
    return [letter for letter in talk.to(who) if WARNING in " ".join(letter.text.split())]


def hand_of(talk: Talk, who: str) -> list[Card]:
    return sorted(talk.game().hand(talk.game().names.index(who.title()) + 1))


def posted(talk: Talk, who: str, text: str, **more: Any) -> str:
    """Someone writes to the list."""
    mail = talk.mail(who, text, **{"to": LIST, "subject": "[Spades 1] hm", "headers": LISTED, "proven": True, **more})
    return talk.deliver(mail)


def shows_nothing(talk: Talk, letters: list[Letter]) -> None:
    """No letter names a card that is still held, but to its holder."""
    game = talk.game()
    for letter in letters:
        own = next((s for s in SEATS if address(game.names[s - 1]) == letter.to), None)
        others = {str(card) for seat in SEATS if seat != own for card in game.hand(seat)}
        assert not letter.cards & others, (letter.to, letter["Subject"], letter.cards & others)


def symbols(card: Card) -> str:
    return f"{'10' if card.rank == 'T' else card.rank}{'♠♥♦♣'['SHDC'.index(card.suit)]}"


SAID = {
    "a code": lambda talk, who: f"I have the {hand_of(talk, who)[0]}, hehe",
    "a symbol": lambda talk, who: f"my {symbols(hand_of(talk, who)[3])} wins",
    "all of it": lambda talk, who: " ".join(map(str, hand_of(talk, who))),
    "their letter, marked": lambda talk, who: "well?\n\n" + "".join(
        f"> {line}\n" for line in talk.last(who).text.splitlines()
    ),
    "their letter, not marked": lambda talk, who: "well?\n\n" + talk.last(who).text,
    "a header of it": lambda talk, who: f"> Spades-Hand: {talk.last(who)['Spades-Hand']}",
}  # fmt: skip


@pytest.mark.parametrize("said", SAID.values(), ids=SAID)
@pytest.mark.parametrize("proven", [True, False])
def test_a_mail_on_the_list_that_shows_cards_is_warned_about_alone(listed: Talk, said: Any, proven: bool) -> None:
    who = listed.due()
    count, trail = len(listed.letters), listed.trail()
    posted(listed, who, said(listed, who), proven=proven)
    new = listed.letters[count:]
    assert {letter.to for letter in new} == {address(who)}
    [warning] = warnings(listed, who)
    assert warning.events == ["reply"] and not warning.cards, "not even to them does it name one"
    assert listed.trail() == trail


@pytest.mark.parametrize(
    "around", [{"cc": "friend@else.test"}, {"to": f"referee@club.test, {LIST}"}, {"to": "bob@club.test", "cc": LIST}]
)
def test_a_mail_that_went_to_others_too_is_warned_about(table: Talk, around: dict[str, str]) -> None:
    who = next(name.lower() for name in NAMES if name != "Bob" and name.lower() != table.due())
    table.deliver(table.mail(who, f"see my {hand_of(table, who)[0]}", **around))  # type: ignore[arg-type]
    assert len(warnings(table, who)) == 1
    shows_nothing(table, table.letters)


def test_an_answer_to_the_referee_alone_quotes_what_it_likes(table: Talk) -> None:
    who = table.due()
    quoted = "".join(f"> {line}\n" for line in table.last(who).text.splitlines())
    assert table.says(who, f"bid 3\n\n{quoted}") == "MakeBid/accepted"
    assert not warnings(table, who)
    shows_nothing(table, table.letters)


def test_the_card_that_is_played_and_those_that_lie_open_are_no_secret(listed: Talk) -> None:
    listed.bids()
    who = listed.due()
    card = listed.last(who)["Spades-Legal"].split()[0]
    assert posted(listed, who, f"play {card}") == "PlayCard/accepted"
    posted(listed, who, f"what a card, my {card}!")
    gone = listed.game().trick[0].card
    other = next(name.lower() for name in NAMES if name.lower() not in (who, listed.due()))
    posted(listed, other, f"the {symbols(gone)}, well well")
    assert not warnings(listed, who) and not warnings(listed, other)


def test_a_card_beside_the_one_that_is_played_is(listed: Talk) -> None:
    listed.bids()
    who = listed.due()
    card, count = listed.last(who)["Spades-Legal"].split()[0], len(listed.letters)
    kept = next(c for c in hand_of(listed, who) if str(c) != card)
    assert posted(listed, who, f"play {card}\n\nand next comes my {kept}") == "PlayCard/accepted"
    assert len(warnings(listed, who)) == 1
    shows_nothing(listed, listed.letters[count:])


def test_a_play_with_chat_below_is_announced_without_it(table: Talk) -> None:
    table.hears_each_play()
    table.bids()
    who = table.due()
    kept = [c for c in hand_of(table, who) if str(c) != table.last(who)["Spades-Legal"].split()[0]]
    count = len(table.letters)
    assert table.acts(f"play {table.last(who)['Spades-Legal'].split()[0]}\n\nI keep my {kept[0]} and {kept[5]}")
    new = table.letters[count:]
    shows_nothing(table, new)
    assert {letter.to for letter in new} == set(map(address, NAMES))
    for letter in new:
        assert "I keep my" not in letter.text + letter.html


def test_a_warning_comes_once_a_day(listed: Talk) -> None:
    who = listed.due()
    for _ in range(5):
        posted(listed, who, f"my {hand_of(listed, who)[0]}")
    assert len(warnings(listed, who)) == 1
    listed.now += timedelta(days=1)
    posted(listed, who, f"my {hand_of(listed, who)[0]}")
    assert len(warnings(listed, who)) == 2


def test_a_card_that_may_not_be_played_now_is_shown_all_the_same(listed: Talk) -> None:
    who = listed.due()
    assert posted(listed, who, f"play {hand_of(listed, who)[0]}") == "PlayCard/bidding-now"
    assert len(warnings(listed, who)) == 1


def test_an_unproven_play_waits_for_its_confirmation_without_a_warning(listed: Talk) -> None:
    listed.bids()
    who = listed.due()
    card = listed.last(who)["Spades-Legal"].split()[0]
    assert posted(listed, who, f"play {card}", proven=False) == "PlayCard/unproven"
    assert not warnings(listed, who)


def test_a_mail_that_names_none_of_its_senders_cards_brings_no_warning(listed: Talk) -> None:
    who = listed.due()
    theirs = hand_of(listed, next(name for name in NAMES if name.lower() != who))
    posted(listed, who, f"has anyone the {theirs[0]} or the {theirs[1]}? Good luck to all 4 of you")
    assert not warnings(listed, who)


def test_a_hand_that_is_held_back_gives_nothing_away(tmp_path: Path) -> None:
    talk = Talk(tmp_path, referee={"list": LIST, "list_mode": "external"}).starts(f"{STARTER}\nsheet: sigma")
    who = talk.due()
    count = len(talk.letters)
    for card in hand_of(talk, who):
        posted(talk, who, f"might I have the {card}?")
    assert len(talk.letters) == count, "a warning would tell them what they hold"
    assert talk.says(who, "show") == "Show/accepted"
    posted(talk, who, f"I have the {hand_of(talk, who)[0]}")
    assert len(warnings(talk, who)) == 1


def test_a_stranger_and_a_watcher_hold_nothing(listed: Talk) -> None:
    count = len(listed.letters)
    for who in (MASTER, "stranger@else.test"):
        posted(listed, who, "all of: " + " ".join(str(card) for name in NAMES for card in hand_of(listed, name)))
    assert len(listed.letters) == count


def test_a_forged_mail_tells_the_forger_nothing(listed: Talk) -> None:
    """Somebody guesses at cards in a player's name: the warning goes to the player, and no other letter differs."""
    who, other = listed.due(), next(n.lower() for n in NAMES if n.lower() != listed.due())
    count = len(listed.letters)
    for card in hand_of(listed, who) + hand_of(listed, other):
        posted(listed, who, f"I have the {card}", proven=False)
    assert {letter.to for letter in listed.letters[count:]} == {address(who)}


def test_words_to_all_that_name_a_card_are_not_passed_on(table: Talk) -> None:
    who = table.due()
    for card in hand_of(table, who)[:4]:
        count = len(table.letters)
        assert table.says(who, f"say I have the {symbols(card)}", answers=None, subject="[Spades 1]", proven=True)
        assert not [letter for letter in table.letters[count:] if letter.to != address(who)]


def test_a_ruling_of_a_gamesmaster_who_plays_names_none_of_their_cards(tmp_path: Path) -> None:
    players = ", ".join(f"{n} <{n.lower()}@club.test>" for n in NAMES[1:])
    talk = Talk(tmp_path).starts(f"start\nplayers: Gm <{MASTER}>, {players}").bids()
    held = hand_of(talk, "Gm")[0]
    count = len(talk.letters)
    assert talk.master(f"rule void to turn 5 because I hold the {held}") == "VoidTo/say-cards"
    assert {letter.to for letter in talk.letters[count:]} == {MASTER}
    assert talk.master("rule void to turn 5 because nobody saw the table") == "VoidTo/accepted"


# what mail servers repeat


def test_a_servers_reply_that_repeats_the_letter_is_cut(table: Talk) -> None:
    who = table.due()
    letter = queued(table, who)
    card = symbols(hand_of(table, who)[0])
    for said in (f"554 5.7.1 spam: '{card} {card}'", f"554 rejected line: {table.last(who)['Spades-Hand']}"):
        reply = discreet(said, letter)
        assert reply == "554 the server's words are left out: they name cards"
    assert discreet(f"550 no such user {letter.secret}", letter) == "550 no such user ***"
    token = table.last(who)["Reply-To"]
    assert token.partition("+")[2].partition("@")[0] not in discreet(f"550 no {token}", letter)
    assert discreet("452 4.2.2 mailbox full, try later", letter) == "452 4.2.2 mailbox full, try later"


def test_what_the_gamesmaster_hears_of_a_letter_given_up_names_no_card(table: Talk) -> None:
    count = len(table.letters)
    for name in NAMES:
        gives_up(table, queued(table, name))
    table.collect()
    new = table.letters[count:]
    assert MASTER in {letter.to for letter in new}
    shows_nothing(table, new)


# the whole of a mail


def with_attachment(kind: str, text: str) -> bytes:
    message = EmailMessage(policy=SMTP)
    message["From"], message["To"], message["Subject"] = "ann@club.test", "list@club.test", "look"
    message.set_content("look at this")
    if kind == "mail":
        inner = EmailMessage(policy=SMTP)
        inner["Subject"], inner["Spades-Hand"] = "[Spades 1]", text
        inner.set_content("your turn")
        message.add_attachment(inner)
    elif kind == "html":
        message.add_alternative(f"<p>look</p><blockquote>{text}</blockquote>", subtype="html")
    else:
        message.add_attachment(text, filename="hand.txt", cte="base64")
    return message.as_bytes()


@pytest.mark.parametrize("kind", ["mail", "html", "file"])
def test_cards_are_found_wherever_a_mail_holds_them(kind: str) -> None:
    assert cards_anywhere(with_attachment(kind, "AS TH 2C")) >= {parse_card("AS"), parse_card("TH"), parse_card("2C")}
    assert not cards_anywhere(with_attachment(kind, "nothing"))


def test_cards_wrapped_in_quotes_are_found() -> None:
    raw = b"From: a@b.c\r\nSubject: =?utf-8?q?my_queen_of_hearts?=\r\n\r\n> > I hold the king of\r\n> > spades\r\n"
    assert cards_anywhere(raw) == {parse_card("QH"), parse_card("KS")}


LONG_REFERENCES = ["&#" + "1" * 5000, "&#" + "0" * 5000 + "1;"]


@pytest.mark.parametrize("text", LONG_REFERENCES, ids=len)
@pytest.mark.parametrize("kind", ["mail", "html", "file"])
def test_a_reference_of_any_length_is_read(kind: str, text: str) -> None:
    assert cards_anywhere(with_attachment(kind, f"{text} QH")) == {parse_card("QH")}


@pytest.mark.parametrize("text", LONG_REFERENCES, ids=len)
def test_a_mail_to_others_with_a_long_reference_counts(listed: Talk, text: str) -> None:
    who = listed.due()
    assert posted(listed, who, f"bid 3\n\n{text}") == "MakeBid/accepted"


@pytest.mark.parametrize("text", ["K & ", "♠ A K ", "2,3,4,5,6,7,8,9 ", "ace king queen and the my ", "> ", "as "])
def test_looking_for_cards_takes_no_time(text: str) -> None:
    began = time.process_time()
    cards_anywhere(b"From: a@b.c\r\n\r\n" + (text * 300_000).encode()[:1_000_000])
    assert time.process_time() - began < 2


def test_no_letter_of_a_storm_of_showing_names_a_hidden_card(listed: Talk) -> None:
    listed.bids()
    for _ in range(6):
        who = listed.due()
        seen = " ".join(symbols(card) for card in hand_of(listed, who))
        posted(listed, who, f"{seen}\n\n{listed.last(who).text}")
        posted(listed, who, f"say {seen}\nscore\nhand\nplay 1X of {seen}")
        shows_nothing(listed, [x for x in listed.letters if x.to in (LIST, MASTER)])
        assert listed.acts().endswith("accepted")
    with listed.store.reading() as tx:
        assert outbox.counts(tx)["sent"] == len(listed.letters)
