"""Hands and seeds as canaries: planted where none belongs, in every way of writing cards, each is found."""

import base64
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.faults.finished import Evidence
from tests.faults.leaks import files_in, leaks_in
from tests.talk import MASTER

WORDS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10"}
SUITS = {"S": ("♠", "spades"), "H": ("♥", "hearts"), "D": ("♦", "diamonds"), "C": ("♣", "clubs")}


def rows(hand: list[str]) -> str:
    """Return a hand as letters show it."""
    return "\n".join(
        f"  {symbol}  " + " ".join(card[0].replace("T", "10") for card in hand if card[1] == suit)
        for suit, (symbol, _) in SUITS.items()
        if any(card[1] == suit for card in hand)
    )


def symbols(hand: list[str]) -> str:
    return ", ".join(card[0] + SUITS[card[1]][0] for card in hand)


def words(hand: list[str]) -> str:
    return ", ".join(f"the {WORDS.get(card[0], card[0])} of {SUITS[card[1]][1]}" for card in hand)


def a_seed(found: Evidence) -> str:
    """Return a seed of the round that was never dealt."""
    ((data,),) = found.rows("SELECT data FROM events WHERE kind = 'Committed' ORDER BY seq DESC LIMIT 1")
    return str(json.loads(data)["seeds"][1])


def bare(found: Evidence, who: str, turn: int) -> int:
    """Return a letter to someone about a position at which all hands are full."""
    ((number,),) = found.rows("SELECT id FROM outbox WHERE recipient = ? AND turn = ? LIMIT 1", who, turn)
    return int(number)


def other_hand(found: Evidence, who: str) -> list[str]:
    """Return a hand that is not this player's."""
    return found.hand(found.seat(who) % 4 + 1)


Mailed = Callable[[Evidence, bytes], bytes]


def to_the_gamesmaster(found: Evidence, raw: bytes) -> bytes:
    return raw + rows(found.hand(1)).encode() + b"\n"


def in_a_header(found: Evidence, raw: bytes) -> bytes:
    return b"Spades-Hand: " + " ".join(found.hand(2)).encode() + b"\n" + raw


def in_a_subject(found: Evidence, raw: bytes) -> bytes:
    word = base64.b64encode(symbols(found.hand(3)).encode()).decode()
    return raw.replace(b"Subject: ", f"X-Note: =?utf-8?b?{word}?=\nSubject: ".encode(), 1)


def in_a_bounce_passed_on(found: Evidence, raw: bytes) -> bytes:
    original = next(mail for mail in found.boxes["bob@club.test"] if b"\nSpades-Hand: " in mail)
    part = b"Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n" + base64.encodebytes(original)
    head = b"".join(line + b"\n" for line in raw.split(b"\n") if line.startswith((b"From:", b"To:", b"Message-ID:")))
    return (
        head + b'MIME-Version: 1.0\nContent-Type: multipart/report; boundary="B"\n\n--B\n\nIt came back.\n'
        b"--B\n" + part + b"--B--\n"
    )


def in_words(found: Evidence, raw: bytes) -> bytes:
    return raw + words(found.hand(4)).encode() + b"\n"


def in_links(found: Evidence, raw: bytes) -> bytes:
    return raw + "".join(f"<a href='mailto:x?body=play%20{card}'>" for card in found.hand(1)).encode() + b"\n"


def a_seed_in_a_mail(found: Evidence, raw: bytes) -> bytes:
    return raw + a_seed(found).encode() + b"\n"


MAILS: tuple[Mailed, ...] = (
    to_the_gamesmaster,
    in_a_header,
    in_a_subject,
    in_a_bounce_passed_on,
    in_words,
    in_links,
    a_seed_in_a_mail,
)

FILES: dict[str, Callable[[Evidence], str]] = {
    "a hand in a log line": lambda found: f"level=info event=letter hand={','.join(found.hand(2))}",
    "a hand in an error": lambda found: "".join(f"Card(rank='{c[0]}', suit='{c[1]}'), " for c in found.hand(3)),
    "a hand over lines": lambda found: "Traceback:\n" + rows(found.hand(4)),
    "a whole letter": lambda found: next(m for m in found.boxes["ann@club.test"] if b"\nSpades-Hand:" in m).decode(),
    "an event": lambda found: json.dumps({"e": "Dealt", "hands": [found.hand(1)]}),
    "a seed": lambda found: f"ValueError: non-hexadecimal number in {a_seed(found)!r}",
}


@pytest.mark.parametrize("plant", MAILS, ids=lambda plant: plant.__name__)
def test_a_leak_by_mail_is_found(plant: Mailed, good: Evidence, tmp_path: Path) -> None:
    spoiled = good.copy(tmp_path)
    spoiled.rewrite(bare(spoiled, MASTER, 1), lambda raw: plant(spoiled, raw))
    told = [fault for fault in spoiled.faults() if "that tells" in fault]
    assert len(told) == 1 and told[0].startswith(MASTER), spoiled.faults()


@pytest.mark.parametrize("name", ["ann", "bob", "carol", "dave"])
def test_a_hand_in_the_mail_of_another_player_is_found(name: str, good: Evidence, tmp_path: Path) -> None:
    spoiled, who = good.copy(tmp_path), f"{name}@club.test"
    hand = other_hand(spoiled, name.title())
    spoiled.rewrite(bare(spoiled, who, 2), lambda raw: raw + b"\n" + rows(hand).encode() + b"\n")
    seat = spoiled.seat(name.title()) % 4 + 1
    told = [fault for fault in spoiled.faults() if "that tells" in fault]
    assert told and all(f"the hand of seat {seat} in game 1" in fault for fault in told), spoiled.faults()


@pytest.mark.parametrize("planted", FILES)
def test_a_leak_in_a_file_is_found(planted: str, good: Evidence, tmp_path: Path) -> None:
    left = tmp_path / "left"
    left.mkdir()
    (left / "tmpfile").write_text(FILES[planted](good), "utf-8")
    (left / "innocent").write_text("mail uid=81 game=7 outcome=refused/not-your-turn ms=12\n")
    told = leaks_in(good.database, files_in(left, good.database))
    assert told and all(fault.startswith("tmpfile tells") for fault in told), told


def test_the_database_is_no_leak(good: Evidence) -> None:
    """The database is the operator's, and hands belong in it alone."""
    assert leaks_in(good.database, files_in(good.database.parent, good.database)) == []
