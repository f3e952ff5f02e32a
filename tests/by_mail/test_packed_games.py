"""A club whose games are packed once they are over for long goes on exactly as one whose games are not."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import DBAPIError

from referee.commands.verify import Wanted, verified
from referee.desk.table.records import record
from referee.spades.events import Replaced
from referee.spades.fold import replay
from referee.store import event_log, outbox, packs, people, progress
from referee.store.packs import Age
from tests.by_mail.returned import returned
from tests.by_mail.test_old_mail import STEPS, club
from tests.talk import MASTER, REFEREE, Talk, tokens

KEEP = timedelta(days=90)
LONG = timedelta(days=100)
COMES_BACK = {"a letter that comes back late", "and once more"}
"""What alone is different: see `test_a_letter_of_a_packed_game_comes_back_to_nobody`."""


def pack(talk: Talk) -> list[int]:
    """Pack what has been over for KEEP. Returns the numbers of these games."""
    age = Age(talk.now - KEEP, talk.now)
    with talk.store.reading() as look:
        ripe = packs.ripe(look, age)
    for number in ripe:
        with talk.store.transaction() as tx:
            packs.pack(tx, number, age)
    return ripe


def rows(talk: Talk, table: str, game: int = 1) -> int:
    """How many rows of a game a table has."""
    with talk.store.reading() as tx:
        return int(tx.exec_driver_sql(f"SELECT count(*) FROM {table} WHERE game = {game}").scalar_one())


def later(folder: Path) -> tuple[Talk, dict[str, Any]]:
    """A club, long after its first game ended. The second one goes on."""
    talk, past = club(folder)
    talk.now += LONG
    return talk, past


@pytest.fixture
def old(tmp_path: Path) -> tuple[Talk, dict[str, Any]]:
    """One whose first game is packed."""
    talk, past = later(tmp_path / "old")
    assert pack(talk) == [1]
    return talk, past


def test_all_that_anybody_asks_about_a_packed_game_is_answered_as_before(tmp_path: Path) -> None:
    whole, past = later(tmp_path / "whole")
    small, remembered = later(tmp_path / "small")
    assert pack(small) == [1]
    for name, step in STEPS.items():
        if name not in COMES_BACK:
            assert step(small, remembered) == step(whole, past), name
            assert [one.raw for one in small.letters] == [one.raw for one in whole.letters], name


def test_of_a_packed_game_hardly_a_row_is_left(old: tuple[Talk, dict[str, Any]]) -> None:
    talk, _ = old
    assert rows(talk, "events") == rows(talk, "tokens") == 0
    assert 1 <= rows(talk, "outbox") <= 3, "the last letter, and those that failed"
    assert rows(talk, "events", 2) > 0 < rows(talk, "outbox", 2), "the second game goes on"
    assert pack(talk) == []


def test_the_record_of_a_packed_game_is_verified(old: tuple[Talk, dict[str, Any]]) -> None:
    talk, _ = old
    talk.store.close()
    with talk.store.reading() as tx:
        lines = record(tx, 1)
    head = talk.kept(1).head
    checks = list(verified("\n".join(lines) + "\n", Wanted((head,))))
    assert len(lines) > 5 and checks[-1].about


def test_no_copy_of_an_old_mail_acts_again(old: tuple[Talk, dict[str, Any]]) -> None:
    talk, past = old
    before, letters = talk.trail(1), len(talk.letters)
    assert talk.deliver(past["move"]) == "ignored/seen-before"
    assert talk.deliver(b"X-Path: 2\r\n" + past["move"]) == "ignored/seen-before"
    assert talk.trail(1) == before and len(talk.letters) == letters


def test_an_answer_to_a_packed_game_moves_in_no_other(old: tuple[Talk, dict[str, Any]]) -> None:
    talk, past = old
    who = talk.game(2).names[talk.kept(2).due_seat - 1].lower()  # type: ignore[operator]
    letter = next(one for one in past["letters"][who] if one["Spades-Game"] == "1" and "turn" in one.events)
    before = talk.trail(2)
    for to in (None, REFEREE):
        mail = talk.mail(who, "bid 3", answers=letter, to=to, proven=True)
        untagged = mail.replace(b"[Spades 1", b"[Nothing")
        assert untagged != mail and talk.deliver(untagged) == "MakeBid/game-over", to
    assert talk.trail(2) == before


def test_a_letter_of_a_packed_game_comes_back_to_nobody(old: tuple[Talk, dict[str, Any]]) -> None:
    talk, past = old
    count = len(talk.letters)
    assert returned(talk, past["came back"]) == "bounce"
    assert len(talk.letters) == count


def test_an_older_copy_is_noticed_by_what_it_was_noticed_before(tmp_path: Path) -> None:
    talk, _ = later(tmp_path / "club")
    questions: list[Callable[[Any], Any]] = [progress.reach, progress.known_until, progress.newest]

    def answers() -> list[Any]:
        with talk.store.reading() as tx:
            return [question(tx) for question in questions]

    talk.master("abort", subject="[Spades 2]")
    talk.now += LONG
    before = answers()
    assert pack(talk) == [1, 2] and answers() == before


def test_what_comes_later_about_a_packed_game_is_packed_in_its_turn(
    old: tuple[Talk, dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    talk, past = old
    before = talk.trail(1)
    asked = [talk.master("history") for _ in range(3)]
    assert asked == ["History/accepted"] * 3
    latest = talk.to(MASTER)
    talk.now += LONG
    assert pack(talk) == [], "three letters are not worth it"
    monkeypatch.setattr(packs, "LEAST", 3)
    assert pack(talk) == [1] and rows(talk, "outbox") <= 3 and rows(talk, "tokens") == 0
    assert talk.trail(1) == before
    for letter in (*latest[-3:], past["letters"]["ann"][0]):
        with talk.store.reading() as tx:
            found = outbox.referred(tx, (letter["Message-ID"].strip("<>"),))
            token = people.find_token(tx, tokens(letter)[0])
        assert found is not None and token is not None
        assert (found.game, found.recipient, token.game, token.address) == (1, letter.to, 1, letter.to)


def test_a_packed_game_can_go_on(old: tuple[Talk, dict[str, Any]]) -> None:
    talk, _ = old
    before, kept, game = talk.trail(1), talk.kept(1), talk.game(1)
    story = (Replaced(1, "Xaver", kept.names[0]),)
    with talk.store.transaction() as tx:
        event_log.append(tx, replay(story, game), kept.last_seq, story, event_log.Origin(talk.now))
    talk.store.close()
    assert talk.trail(1) == [*before, *story] and talk.game(1).names[0] == "Xaver"
    assert rows(talk, "events") == len(before) + 1
    assert pack(talk) == [1] and talk.trail(1) == [*before, *story] and rows(talk, "events") == 0


@pytest.mark.parametrize("days", [0, 89])
def test_what_is_young_is_not_packed(tmp_path: Path, days: int) -> None:
    talk, _ = club(tmp_path / "club")
    talk.now += timedelta(days=days)
    assert pack(talk) == []


def test_a_game_that_runs_is_not_packed_even_if_somebody_wants_it(old: tuple[Talk, dict[str, Any]]) -> None:
    talk, _ = old
    before = rows(talk, "events", 2), rows(talk, "outbox", 2), rows(talk, "tokens", 2)
    with talk.store.transaction() as tx:
        packs.pack(tx, 2, Age(talk.now, talk.now))
    assert (rows(talk, "events", 2), rows(talk, "outbox", 2), rows(talk, "tokens", 2)) == before


def test_what_fails_on_the_way_leaves_all_as_it_was(tmp_path: Path) -> None:
    talk, _ = later(tmp_path / "club")
    counted = [(table, rows(talk, table)) for table in ("events", "outbox", "tokens", "packs")]
    with pytest.raises(ZeroDivisionError), talk.store.transaction() as tx:
        packs.pack(tx, 1, Age(talk.now - KEEP, talk.now))
        raise ZeroDivisionError
    assert [(table, rows(talk, table)) for table, _ in counted] == counted


def test_no_event_can_be_lost_beside_a_pack(old: tuple[Talk, dict[str, Any]]) -> None:
    talk, _ = old
    with talk.store.transaction() as tx:
        packs.unpack_events(tx, 1)
    for number in (1, 2):
        with pytest.raises(DBAPIError, match="only ever added"), talk.store.transaction() as tx:
            tx.exec_driver_sql(f"DELETE FROM events WHERE game = {number}")


def test_unpacked_events_are_the_rows_that_they_were(tmp_path: Path) -> None:
    talk, _ = later(tmp_path / "club")
    story = "SELECT * FROM events WHERE game = 1 ORDER BY seq"
    with talk.store.reading() as tx:
        before = tx.exec_driver_sql(story).all()
    pack(talk)
    with talk.store.transaction() as tx:
        assert tx.exec_driver_sql(story).all() == []
        packs.unpack_events(tx, 1)
        assert tx.exec_driver_sql(story).all() == before != []
