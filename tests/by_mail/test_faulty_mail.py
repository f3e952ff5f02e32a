"""The faults of real mail: none of it changes anything, and each mail gets a clear answer or the silence it
deserves."""

import email
from collections.abc import Callable
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from typing import Any

import pytest

from referee.spades.cards import parse_card
from referee.store import games
from referee.telling.formats import card_name
from tests.talk import LIST, MASTER, NAMES, REFEREE, STARTER, Talk, address

FRESH: dict[str, Any] = {"answers": None, "proven": True}
PLAYERS = {name: f"{name} <{address(name)}>" for name in NAMES}


def state(talk: Talk, game: int = 1) -> object:
    return talk.trail(game), talk.kept(game), talk.game(game)


def how_many(talk: Talk) -> int:
    with talk.store.reading() as tx:
        return len(games.latest(tx, 100))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("bid 1", "not-a-bid"),
        ("bid 14", "not-a-bid"),
        ("1", "not-a-bid"),
        ("14", "not-a-bid"),
        ("bid pass", "unclear"),
        ("pass", "unclear"),
        ("bid 3 or 4", "unclear"),
        ("play QS", "bidding-now"),
        ("QS", "bidding-now"),
        ("play QS KS", "unclear"),
        ("QS, KS", "unclear"),
        ("play the queen", "unclear"),
        ("play", "unclear"),
    ],
)
def test_moves_that_are_impossible_while_bids_are_due(table: Talk, text: str, reason: str) -> None:
    who, before, count = table.due(), state(table), len(table.letters)
    assert reason in table.says(who, text)
    assert state(table) == before
    assert [(x.to, x.events) for x in table.letters[count:]] == [(address(who), ["error"])]
    letter = table.last(who)
    assert f"> {text}" in letter.text and "Your mail changed nothing" in letter.text
    assert letter["Spades-Legal"].startswith("0 2 3") and "bid" in letter["Spades-To-Act"]
    assert table.says(who, "bid 3", answers=letter) == "MakeBid/accepted", "an answer to it works"


def test_a_move_beside_a_line_that_is_refused_is_said_to_be_done(table: Talk) -> None:
    who = table.due()
    assert table.says(who, "bid 4\n\nsay well done, and what a queen!") == "MakeBid/accepted Say/say-cards"
    letter = table.last(who)
    assert "Part of what your mail asks was done" in letter.text and "changed nothing" not in letter.text
    done, _, refused = letter.text.partition("Not done:")
    assert "- You bid 4." in done and "> say well done, and what a queen!" in refused


def test_each_move_is_said_beside_questions_to_the_gamesmaster(table: Talk) -> None:
    who = table.due()
    table.says(who, "nil\nask when do we go on?\nask is Friday fine?")
    done = table.last(who).text
    assert "- You bid nil." in done and done.count("- Your question") == 2
    for _ in range(3):
        table.acts("bid 3")
    who = table.due()
    code = table.last(who)["Spades-Legal"].split()[0]
    assert table.says(who, f"{code}\nask and now?") == "BareCard/accepted Ask/accepted"
    assert f"- You played the {card_name(parse_card(code))}." in table.last(who).text


def test_a_move_is_said_beside_a_habit(table: Talk) -> None:
    who = table.due()
    table.says(who, "bid 4\nplan forced on")
    assert "- You bid 4." in table.last(who).text


def test_a_misplay_is_not_said_to_be_played(table: Talk) -> None:
    for _ in range(4):
        table.acts("bid 3")
    who = table.due()
    own = table.game().names.index(who.title()) + 1
    card = next(iter(table.game().hand(own % 4 + 1)))
    assert table.says(who, f"play {card}\nask and now?").endswith("Ask/accepted")
    assert f"- The {card_name(card)} was a misplay." in table.last(who).text


def test_words_for_the_table_are_said_beside_a_line_that_is_refused(table: Talk) -> None:
    who = next(name.lower() for name in NAMES if name.lower() != table.due())
    assert table.says(who, "say hello\nbid 14", **FRESH) == "Say/accepted MakeBid/not-a-bid"
    done, _, refused = table.last(who).text.partition("Not done:")
    assert "- `say hello` was carried out." in done and "> bid 14" in refused


@pytest.mark.parametrize(
    ("text", "reason"),
    [("bid 4", "playing-now"), ("3", "number-while-playing"), ("nil", "number-while-playing"), ("2C 3C", "unclear")],
)
def test_moves_that_are_impossible_while_cards_are_due(table: Talk, text: str, reason: str) -> None:
    table.bids()
    who, before, count = table.due(), state(table), len(table.letters)
    assert reason in table.says(who, text)
    assert state(table) == before
    assert [(x.to, x.events) for x in table.letters[count:]] == [(address(who), ["error"])]


def test_a_card_out_of_turn_has_no_effect_and_only_its_sender_hears_of_it(table: Talk) -> None:
    table.hears_each_play().bids()
    seat = table.game().names.index(table.due().title()) + 1
    other = table.game().names[seat % 4].lower()
    before, count = state(table), len(table.letters)
    assert "not-your-turn" in table.says(other, f"play {next(iter(table.game().hand(seat % 4 + 1)))}")
    assert state(table) == before
    assert [(x.to, x.events) for x in table.letters[count:]] == [(address(other), ["error"])]


def test_a_posted_bid_stands(table: Talk) -> None:
    table.hears_each_play()
    who = table.due()
    table.acts("bid 4")
    before = state(table)
    assert "bid-stands" in table.says(who, "bid 5")
    assert state(table) == before


BAD_STARTS = {
    "three players": STARTER.replace(", Dave <dave@club.test>", ""),
    "five players": STARTER + ", Eve <eve@club.test>",
    "same name": STARTER.replace("Bob <", "ANN <"),
    "same address": STARTER.replace("bob@club.test", "Ann@Club.test"),
    "the list's address": STARTER.replace("bob@club.test", LIST),
    "the referee's address": STARTER.replace("bob@club.test", REFEREE),
    "a subaddress of it": STARTER.replace("bob@club.test", "referee+bob@club.test"),
    "no address": STARTER.replace("Bob <bob@club.test>", "Bob"),
    "odd address": STARTER.replace("bob@club.test", "bob@club"),
    "long name": STARTER.replace("Bob", "B" * 25),
    "odd name": STARTER.replace("Bob", "B=b"),
    "unknown sheet": STARTER + "\nsheet: poker",
    "unknown parameter": STARTER + "\ntargets: 300",
    "no number": STARTER + "\ntarget: many",
    "no sheet": STARTER + "\nhand limit: 0",
    "no span": STARTER + "\ntime limit: soon",
    "stranger in a team": STARTER + "\nteams: Ann + Zoe",
    "team of one": STARTER + "\nteams: Ann + Ann",
    "line twice": STARTER + "\ntarget: 300\ntarget: 400",
    "no table": "start",
}


@pytest.mark.parametrize("text", BAD_STARTS.values(), ids=BAD_STARTS)
def test_impossible_starts(tmp_path: Path, text: str) -> None:
    talk = Talk(tmp_path, referee={"list": LIST})
    outcome = talk.master(text, subject="a game")
    assert "accepted" not in outcome and how_many(talk) == 0
    assert [(x.to, x.events) for x in talk.letters] == [(MASTER, ["error"])]
    assert talk.starts().kept().id == 1, "the next one works"


def test_a_changed_parameter_gives_the_sheet_a_star(talk: Talk) -> None:
    talk.starts(STARTER + "\ntarget: 300\ntime limit: 36 hours\nteams: Ann + Dave\nbag penalty: none")
    assert talk.game().sheet.target == 300 and talk.game().limit == 36 * 3600
    letter = talk.last("ann")
    assert letter["Spades-Sheet"] == "109*" and "300" in letter.text and "Spades-Bags" not in letter.message
    names = talk.game().names
    assert abs(names.index("Ann") - names.index("Dave")) == 2


def without_id(raw: bytes) -> bytes:
    return b"\r\n".join(line for line in raw.split(b"\r\n") if not line.startswith(b"Message-ID"))


def test_the_same_start_begins_one_game(talk: Talk) -> None:
    raw = talk.mail(MASTER, STARTER, subject="a game", proven=True)
    assert talk.deliver(raw) == "Start/accepted"
    count = len(talk.letters)
    assert talk.deliver(raw) == "ignored/seen-before"
    assert talk.deliver(b"X-Seen: twice\r\n" + raw) == "ignored/seen-before"
    unproven = raw[raw.index(b"From:") :]
    assert "accepted" not in talk.deliver(unproven)
    assert how_many(talk) == 1
    talk.says(MASTER, "yes")
    assert how_many(talk) == 1
    assert all(x.to == MASTER for x in talk.letters[count:])


def test_the_same_start_without_message_id_begins_one_game(talk: Talk) -> None:
    raw = without_id(talk.mail(MASTER, STARTER, subject="a game", proven=True))
    assert talk.deliver(raw) == "Start/accepted"
    assert talk.deliver(raw) == "ignored/seen-before"
    assert how_many(talk) == 1


def test_two_starts_in_one_mail_begin_one_game(talk: Talk) -> None:
    talk.master(f"{STARTER}\n\n{STARTER}", subject="a game")
    assert how_many(talk) <= 1


def test_a_start_again_in_a_new_mail_begins_a_second_game(talk: Talk) -> None:
    talk.starts().starts()
    assert how_many(talk) == 2 and talk.kept(1).source != talk.kept(2).source


def parts(build: Callable[[EmailMessage], None]) -> Callable[[Talk, str], bytes]:
    def written(talk: Talk, who: str) -> bytes:
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = address(who), REFEREE, "[Spades 1]"
        message["Message-ID"] = "<odd@club.test>"
        build(message)
        return talk.stamp(address(who)) + message.as_bytes()

    return written


def only_picture(message: EmailMessage) -> None:
    message.set_content(b"\x89PNG", maintype="image", subtype="png")


def raw_body(body: bytes, *fields: str) -> Callable[[Talk, str], bytes]:
    def written(talk: Talk, who: str) -> bytes:
        head = [
            f"From: {address(who)}",
            f"To: {REFEREE}",
            "Subject: [Spades 1]",
            "Message-ID: <odd@club.test>",
            *fields,
        ]
        return talk.stamp(address(who)) + "\r\n".join(head).encode() + b"\r\n\r\n" + body

    return written


MIXED = 'Content-Type: multipart/mixed; boundary="b"'
ODD = {
    "a picture instead of text": parts(only_picture),
    "nothing at all": raw_body(b""),
    "no head": lambda talk, who: b"\r\nbid 3\r\n",
    "only bytes": lambda talk, who: bytes(range(256)) * 40,
    "no boundary": raw_body(b"--b\r\n\r\nbid 3\r\n", "Content-Type: multipart/mixed"),
    "broken base64": raw_body(b"@@@@=", "Content-Transfer-Encoding: base64"),
    "a charset of nowhere": raw_body(b"\x81\x82\x83", "Content-Type: text/plain; charset=klingon"),
    "zeros": raw_body(b"\0" * 5000),
    "too deep": raw_body(
        b"".join(f'--b{i}\r\nContent-Type: multipart/mixed; boundary="b{i + 1}"\r\n\r\n'.encode() for i in range(500)),
        'Content-Type: multipart/mixed; boundary="b0"',
    ),
    "too many parts": raw_body(b"--b\r\n\r\nx\r\n" * 5000 + b"--b\r\n\r\nbid 3\r\n--b--", MIXED),
    "a head too long": raw_body(b"bid 3", *["Received: " + "x" * 900] * 50),
    "too long, the move at the end": raw_body(b"chat\r\n" * 400_000 + b"bid 3\r\n"),
    "two senders": raw_body(b"bid 3", "From: bob@club.test"),
    "all quoted": raw_body(b"> bid 3\r\n>> play QS\r\n"),
    "below the signature": raw_body(b"Hello\r\n-- \r\nbid 3\r\n"),
    "forwarded": raw_body(b"look:\r\n-----Original Message-----\r\nFrom: Bob <b@x.test>\r\n\r\nbid 3\r\n"),
}


@pytest.mark.parametrize("written", ODD.values(), ids=ODD)
def test_odd_mail_changes_nothing(table: Talk, written: Callable[[Talk, str], bytes]) -> None:
    who, before, count = table.due(), state(table), len(table.letters)
    letter = table.last(who)
    outcome = table.deliver(written(table, who))
    assert state(table) == before
    new = table.letters[count:]
    assert len(new) <= 1 and all(
        x.to == address(who) and x.events in (["reply"], ["error"], ["confirm"], ["welcome"]) for x in new
    )
    assert new or outcome.startswith("ignored/"), "either an answer, or a line in the log"
    assert table.says(who, "bid 3", answers=letter) == "MakeBid/accepted"


def test_an_empty_mail_is_answered_with_what_is_expected(table: Talk) -> None:
    who = table.due()
    table.says(who, "")
    assert "your turn to bid" in table.last(who).text and table.last(who)["Spades-Legal"]


def test_a_long_mail_with_the_move_on_top_counts(table: Talk) -> None:
    assert table.says(table.due(), "bid 3\n" + "And so I said to them.\n" * 100_000) == "MakeBid/accepted"


@pytest.mark.parametrize("sender", ["bob@else.test", "ann@club.test.evil.test", "a\u0131nn@club.test"])
def test_an_unknown_sender_changes_nothing(table: Talk, sender: str) -> None:
    before, count = state(table), len(table.letters)
    raw = table.mail("ann", "bid 3", subject="[Spades 1]").replace(b"From: ann@club.test", f"From: {sender}".encode())
    table.deliver(raw)
    assert state(table) == before
    assert all(x.to == sender and not x["Spades-Hand"] for x in table.letters[count:])


@pytest.mark.parametrize("name", ["=?utf-8?q?Ann?= <bob@club.test>", '"ann@club.test" <bob@club.test>'])
def test_the_name_before_an_address_proves_nothing(table: Talk, name: str) -> None:
    before = state(table)
    raw = table.mail("ann", "concede", answers=table.last("ann")).replace(b"ann@club.test", name.encode(), 1)
    table.deliver(raw)
    assert state(table) == before


SEALED = "Content-Type: application/pkcs7-mime; smime-type=signed-data; name=smime.p7m"


@pytest.mark.parametrize(
    ("head", "words"),
    [
        (SEALED, "in one piece with its signature (smime.p7m). Nothing was done"),
        ("Content-Type: multipart/encrypted; boundary=x", "it is encrypted, and the referee has no key"),
        ("Content-Type: application/ms-tnef; name=winmail.dat", "in the file winmail.dat, which only Outlook reads"),
        ("Content-Type: image/jpeg", "it holds only a file, such as a picture or a recording. Nothing was done"),
        ("Content-Type: message/rfc822", "it holds only another mail"),
    ],
)
def test_a_mail_of_which_nothing_can_be_read_hears_why_and_what_works(table: Talk, head: str, words: str) -> None:
    who, before = table.due(), state(table)
    raw = table.mail(who, "x", answers=table.last(who)).partition(b"Content-Type")[0]
    assert table.deliver(raw + head.encode() + b"\r\n\r\n\x01AAAA") == "no-command"
    letter = table.last(who)
    assert words in letter.flat and "This works:" in letter.flat and "no command" not in letter.flat
    assert state(table) == before and table.says(who, "bid 3", answers=letter) == "MakeBid/accepted"


def test_a_command_in_the_subject_of_a_mail_that_cannot_be_read_is_done(table: Talk) -> None:
    who = table.due()
    raw = table.mail(who, "x", to=table.last(who)["Reply-To"], subject="bid 3").partition(b"Content-Type")[0]
    assert table.deliver(raw + SEALED.encode() + b"\r\n\r\nMIIB") == "MakeBid/accepted"


def test_a_move_that_is_struck_out_in_one_of_two_texts_is_asked_about(table: Talk) -> None:
    who, before = table.due(), state(table)
    message = email.message_from_bytes(table.mail(who, "bid 3", answers=table.last(who)), policy=SMTP)
    assert isinstance(message, EmailMessage)
    message.add_alternative("<p><s>bid 3</s></p>", subtype="html")
    assert table.deliver(message.as_bytes()) == "MakeBid/doubtful"
    letter = table.last(who)
    assert state(table) == before and letter.events == ["confirm"] and "> bid 3\r\n" in letter.text
    assert table.says(who, "yes", answers=letter) == "MakeBid/accepted Yes/accepted"


def test_two_texts_with_two_moves_do_nothing_and_hear_why(table: Talk) -> None:
    who, before = table.due(), state(table)
    message = email.message_from_bytes(table.mail(who, "bid 3", answers=table.last(who)), policy=SMTP)
    assert isinstance(message, EmailMessage)
    message.add_alternative("<p>bid 4</p>", subtype="html")
    assert table.deliver(message.as_bytes()) == "refused/unclear"
    assert state(table) == before and "holds its text twice" in table.last(who).flat
