"""The checker of the fault runs: it finds nothing in a good game, and each violation that is planted in it."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.faults.finished import Evidence
from tests.talk import MASTER, REFEREE

ANN, BOB = "ann@club.test", "bob@club.test"


def test_it_knows_nothing_of_the_referee() -> None:
    for name in ("checker", "leaks", "replay"):
        source = (Path(__file__).parent.parent / "faults" / f"{name}.py").read_text()
        assert "from referee" not in source and "import referee" not in source


def test_a_good_game_has_no_faults(good: Evidence) -> None:
    assert good.faults() == []


def drop_outcome(found: Evidence) -> None:
    found.do("UPDATE inbox SET outcome = NULL, state = 'new' WHERE id = 9")


def drop_mail(found: Evidence) -> None:
    found.do(
        "DELETE FROM inbox WHERE id = (SELECT id FROM inbox WHERE outcome LIKE 'refused%' OR outcome LIKE '%/%-%')"
    )


def handle_twice(found: Evidence) -> None:
    found.duplicate("inbox", "id = 1", id=999, uid=7, uidvalidity=7)


def double_play(found: Evidence) -> None:
    ((seq,),) = found.rows("SELECT min(seq) FROM events WHERE kind = 'CardPlayed'")
    found.do("UPDATE events SET seq = -seq - 1 WHERE seq > ?", seq)
    found.do("UPDATE events SET seq = -seq WHERE seq < 0")
    found.duplicate("events", f"seq = {seq}", seq=seq + 1)
    found.do("UPDATE games SET last_seq = last_seq + 1")


def drop_play(found: Evidence) -> None:
    found.do("DELETE FROM events WHERE seq = (SELECT max(seq) FROM events WHERE kind = 'CardPlayed')")


def play_for_another(found: Evidence) -> None:
    ((seq, data),) = found.rows("SELECT seq, data FROM events WHERE kind = 'BidMade' ORDER BY seq LIMIT 1")
    found.do("UPDATE events SET data = ? WHERE seq = ?", json.dumps(json.loads(data) | {"seat": 3}), seq)


def move_without_mail(found: Evidence) -> None:
    found.do("UPDATE events SET inbox = NULL WHERE seq = (SELECT min(seq) FROM events WHERE kind = 'BidMade')")


def change_score(found: Evidence) -> None:
    found.do("UPDATE games SET score = '[500, 0]'")


def change_head(found: Evidence) -> None:
    found.do("UPDATE games SET head = ?", "0" * 64)


def change_hands(found: Evidence) -> None:
    ((seq, data),) = found.rows("SELECT seq, data FROM events WHERE kind = 'Dealt' ORDER BY seq LIMIT 1")
    event = json.loads(data)
    one, two, *others = event["hands"]
    swapped = [[two[-1], *one[1:]], [*two[:-1], one[0]], *others]
    found.do("UPDATE events SET data = ? WHERE seq = ?", json.dumps(event | {"hands": swapped}), seq)


def drop_letter(found: Evidence) -> None:
    del found.boxes[ANN][3]


def change_a_byte(found: Evidence) -> None:
    found.boxes[BOB][4] = found.boxes[BOB][4].replace(b"Spades-Game: 1", b"Spades-Game: 2")


def change_a_second_copy(found: Evidence) -> None:
    found.boxes[BOB].append(found.boxes[BOB][4] + b"\nmore\n")


def write_twice(found: Evidence) -> None:
    found.duplicate("outbox", "event LIKE 'play%'", id=9999, message_id="another@club.test", secret="another")


def tell_what_is_not_kept(found: Evidence) -> None:
    found.do("DELETE FROM outbox WHERE id = 8")


def act_before_the_notice_was_accepted(found: Evidence) -> None:
    ((turn,),) = found.rows(
        "SELECT json_extract(data, '$.turn') FROM events WHERE data LIKE '%\"by\": \"clock\"%' LIMIT 1"
    )
    found.do("UPDATE outbox SET sent = '2026-12-24T12:00:00+00:00' WHERE turn = ?", turn)


def act_too_early(found: Evidence) -> None:
    ((turn,),) = found.rows(
        "SELECT json_extract(data, '$.turn') FROM events WHERE data LIKE '%\"by\": \"clock\"%' LIMIT 1"
    )
    found.do("UPDATE outbox SET written = '2026-11-27T11:59:00+00:00' WHERE turn = ?", turn)


def send_a_hand_to_another(found: Evidence) -> None:
    letter = next(raw for raw in found.boxes[ANN] if b"\nSpades-Hand" in raw)
    found.boxes[BOB].append(letter)


def clock_draws_otherwise(found: Evidence) -> None:
    rows = found.rows("SELECT seq, data FROM events WHERE kind = 'CardPlayed' AND data LIKE '%clock%' LIMIT 1")
    ((seq, data),) = rows
    event = json.loads(data)
    other = next(card for card in found.hand(event["seat"]) if card != event["card"] and card[1] == event["card"][1])
    found.do("UPDATE events SET data = ? WHERE seq = ?", json.dumps(event | {"card": other}), seq)


def leave_a_mail_unread(found: Evidence) -> None:
    found.boxes[REFEREE].append(b"From: ann@club.test\r\nMessage-ID: <unread@club.test>\r\n\r\nbid 3\r\n")


def silence_the_end(found: Evidence) -> None:
    found.do("UPDATE games SET ended_at = NULL")


def forget_the_result(found: Evidence) -> None:
    found.do("DELETE FROM results")


def make_it_final_too_early(found: Evidence) -> None:
    found.do("UPDATE results SET final_at = '2026-01-01T00:00:00.000000+00:00'")


def damage_the_file(found: Evidence) -> None:
    found.do("DELETE FROM people WHERE address = ?", ANN)


PLANTED: dict[Callable[[Evidence], None], str] = {
    drop_outcome: "mail 9 has no outcome",
    drop_mail: "a mail in the mailbox has no outcome",
    handle_twice: "are the same and have 2 outcomes",
    double_play: "has 2 moves",
    drop_play: "its events are not 1 to",
    play_for_another: "seat 3 bids, and (1, 'bid') is due",
    move_without_mail: "a move by the player, mail None",
    change_score: "score is stored as [500, 0]",
    change_head: "head is stored as 0000",
    change_hands: "was dealt other hands than its seed gives",
    drop_letter: "never arrived at ann@club.test",
    change_a_byte: "the copy at bob@club.test is not the letter that was written",
    change_a_second_copy: "the copy at bob@club.test is not the letter that was written",
    write_twice: "was told 2 times",
    tell_what_is_not_kept: "that was never kept",
    act_before_the_notice_was_accepted: "before the mail server had accepted the notice",
    act_too_early: "before the limit was over",
    send_a_hand_to_another: "to ann@club.test lies in the mailbox of bob@club.test",
    clock_draws_otherwise: "which its seed does not give",
    leave_a_mail_unread: "<unread@club.test> lies there 1 times, 0 were taken in",
    silence_the_end: "it is over, and stored as ended None",
    forget_the_result: "its result is stored as None",
    make_it_final_too_early: "its result was final before it was decided",
    damage_the_file: "that is not there",
}


@pytest.mark.parametrize("plant", PLANTED, ids=lambda plant: plant.__name__)
def test_what_is_planted_is_found(plant: Callable[[Evidence], None], good: Evidence, tmp_path: Path) -> None:
    spoiled = good.copy(tmp_path)
    plant(spoiled)
    assert any(PLANTED[plant] in fault for fault in spoiled.faults()), spoiled.faults()


def test_a_mailbox_that_is_not_named_is_not_missed(good: Evidence, tmp_path: Path) -> None:
    fewer = good.copy(tmp_path)
    del fewer.boxes[ANN], fewer.boxes[MASTER]
    assert fewer.faults() == []


def test_a_notice_held_up_for_a_limit_more_holds_no_clock(good: Evidence, tmp_path: Path) -> None:
    waited = good.copy(tmp_path)
    act_before_the_notice_was_accepted(waited)
    waited.do("UPDATE outbox SET written = '2026-11-18T12:00:00+00:00'")
    assert not any("accepted the notice" in fault for fault in waited.faults())


def test_a_second_copy_of_a_letter_is_no_fault(good: Evidence, tmp_path: Path) -> None:
    more = good.copy(tmp_path)
    more.boxes[ANN].append(more.boxes[ANN][2])
    assert more.faults() == []
