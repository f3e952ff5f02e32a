"""Cards that a player shows to others: the referee repeats none of them.

A hand goes to one recipient: no letter of these tests but the holder's own names a card that has not been played.
"""

from pathlib import Path
from typing import Any

import pytest

from referee.desk.discreet import discreet
from referee.spades.cards import Card
from referee.spades.rulesheet import SEATS
from referee.store import outbox
from tests.by_mail.returned import gives_up, queued
from tests.talk import LIST, MASTER, NAMES, Letter, Talk, address

LISTED = {"List-Id": "Spades <spades.club.test>"}


@pytest.fixture
def table(talk: Talk) -> Talk:
    """Return a game that has just begun, whose players get as many letters as there are."""
    return talk.starts().hears_each_play()


def hand_of(talk: Talk, who: str) -> list[Card]:
    return sorted(talk.game().hand(talk.game().names.index(who.title()) + 1))


def posted(talk: Talk, who: str, text: str, **more: Any) -> str:
    """Write to the list as someone."""
    mail = talk.mail(who, text, **{"to": LIST, "subject": "[Spades 1] hm", "headers": LISTED, "proven": True, **more})
    return talk.deliver(mail)


def shows_nothing(talk: Talk, letters: list[Letter]) -> None:
    """Check that letters name a held card only to its holder."""
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
def test_a_mail_on_the_list_that_shows_cards_is_repeated_to_nobody(listed: Talk, said: Any) -> None:
    who = listed.due()
    count, trail = len(listed.letters), listed.trail()
    posted(listed, who, said(listed, who))
    assert {letter.to for letter in listed.letters[count:]} <= {address(who)} and listed.trail() == trail


@pytest.mark.parametrize(
    "around", [{"cc": "friend@else.test"}, {"to": f"referee@club.test, {LIST}"}, {"to": "bob@club.test", "cc": LIST}]
)
def test_a_mail_that_went_to_others_too_is_repeated_to_nobody(table: Talk, around: dict[str, str]) -> None:
    who = next(name.lower() for name in NAMES if name != "Bob" and name.lower() != table.due())
    count = len(table.letters)
    table.deliver(table.mail(who, f"see my {hand_of(table, who)[0]}", **around))  # type: ignore[arg-type]
    assert {letter.to for letter in table.letters[count:]} <= {address(who)}
    shows_nothing(table, table.letters)


def test_an_answer_to_the_referee_alone_quotes_what_it_likes(table: Talk) -> None:
    who = table.due()
    quoted = "".join(f"> {line}\n" for line in table.last(who).text.splitlines())
    assert table.says(who, f"bid 3\n\n{quoted}") == "MakeBid/accepted"
    shows_nothing(table, table.letters)


def test_a_play_with_chat_above_is_announced_without_it(table: Talk) -> None:
    table.hears_each_play()
    table.bids()
    who = table.due()
    kept = [c for c in hand_of(table, who) if str(c) != table.last(who)["Spades-Legal"].split()[0]]
    count = len(table.letters)
    assert table.acts(f"I keep my {kept[0]} and {kept[5]}\n\nplay {table.last(who)['Spades-Legal'].split()[0]}")
    new = table.letters[count:]
    shows_nothing(table, new)
    assert {letter.to for letter in new} == set(map(address, NAMES))
    for letter in new:
        assert "I keep my" not in letter.text + letter.html


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
