"""A database of schema 0003, made by the program of its time: it is migrated in place, loses nothing, and its game goes
on by mail.

In it: game 1 is over by concession, game 2 stands in its first trick; two people wait for a table, one was asked for a
`yes`, one watches. The letters on the last card that was played wait to be sent, one of them after a failed try; the
next card and a question lie in the inbox unhandled, and a third mail was put aside.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from referee.commands.status import status_of
from referee.handle import handle_mail
from referee.spades.events import CardPlayed
from referee.spades.game import due
from referee.spades.terms import AS_BEFORE
from referee.store import games, inbox, outbox, packs, people, progress, quotas, results, signups
from referee.store.backend import SqliteFile
from referee.store.migrate import newest, open_store, version_of
from referee.store.packs import Age
from tests import outgoing
from tests.talk import START, Letter, Talk

DUMP = Path(__file__).parent.parent / "data" / "schema-0003.sql"
LATER = START + timedelta(hours=1)
Rows = dict[str, list[dict[str, object]]]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The old database, where `Talk` looks for one."""
    path = tmp_path / "referee.db"
    with closing(sqlite3.connect(path)) as database:
        database.executescript(f"PRAGMA synchronous = OFF; BEGIN; {DUMP.read_text('utf-8')} COMMIT;")
    return path


@pytest.fixture
def old(file: Path) -> Iterator[Talk]:
    """The referee at work on it again, an hour later; `letters` holds every letter that the old program wrote."""
    open_store(SqliteFile(file), LATER).close()
    talk = Talk(file.parent, luck=10_000)
    talk.now = LATER
    with talk.store.reading() as tx:
        talk.seen = progress.reach(tx).letter
        for number in range(1, talk.seen + 1):
            letter = outgoing.letter(tx, number)
            talk.letters.append(Letter(letter.recipient, letter.raw))
    yield talk
    talk.store.close()


def content(file: Path) -> Rows:
    """All rows of all tables, and the numbers that were given."""
    with closing(sqlite3.connect(file)) as database:
        database.row_factory = sqlite3.Row
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: [dict(row) for row in database.execute(f"SELECT * FROM {name}")] for name in tables}


def turn(talk: Talk) -> tuple[str, Letter, str]:
    """The player to act in game 2, by the letter that they got, and the first card that it offers."""
    seat, _ = due(talk.game(2)) or (0, "")
    who = talk.game(2).names[seat - 1].lower()
    letter = next(x for x in reversed(talk.to(who)) if "turn" in x.events and x["Spades-Game"] == "2")
    return who, letter, letter["Spades-Legal"].split()[0]


def test_nothing_is_lost(file: Path) -> None:
    before = content(file)
    assert version_of(SqliteFile(file)) == "0003"
    open_store(SqliteFile(file), LATER).close()
    after = content(file)
    assert version_of(SqliteFile(file)) == newest() != "0003"
    assert Counter(row["inbox"] for row in after["sights"]) == Counter(row["inbox"] for row in before["sights"])
    for table in before.keys() - {"alembic_version", "sights"}:
        kept = [{column: row[column] for column in old} for old, row in zip(before[table], after[table], strict=True)]
        assert kept == before[table] != [] or table == "lineups", table
    (copy,) = file.parent.glob("referee.db.0003.*")
    assert content(copy) == before


def test_no_number_is_given_again(file: Path) -> None:
    open_store(SqliteFile(file), LATER).close()
    with closing(sqlite3.connect(file)) as database:
        made = database.execute("SELECT name FROM sqlite_master WHERE sql LIKE '%AUTOINCREMENT%'")
        assert {name for (name,) in made} == {"games", "outbox"}
        guards = database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
    assert len(guards) == 2, "events are still only ever added"


def test_no_copy_of_a_mail_that_was_handled_acts_again(old: Talk, file: Path) -> None:
    handled = [row["raw"] for row in content(file)["inbox"] if row["state"] == "done"]
    before = old.trail(1), old.trail(2)
    outcomes = Counter(old.deliver(raw) for raw in handled if isinstance(raw, bytes))
    assert set(outcomes) == {"ignored/seen-before"} and outcomes.total() == len(handled) > 20
    assert (old.trail(1), old.trail(2)) == before


def test_its_game_that_is_over_can_be_packed(old: Talk) -> None:
    before, runs = old.trail(1), old.trail(2)
    letter = old.to("gm@club.test")[0]
    with old.store.transaction() as tx:
        packs.pack(tx, 1, Age(LATER, LATER + timedelta(days=365)))
        assert tx.exec_driver_sql("SELECT count(*) FROM events WHERE game = 1").scalar_one() == 0
        assert tx.exec_driver_sql("SELECT count(*) FROM packed_words").scalar_one() > 10
        found = outbox.referred(tx, (letter["Message-ID"].strip("<>"),))
    assert found is not None and found.game == 1
    assert old.trail(1) == before and old.trail(2) == runs


def test_the_letters_that_wait_go_out_as_they_were_written(old: Talk, file: Path) -> None:
    written = {row["id"]: row["raw"] for row in content(file)["outbox"] if row["state"] == "waiting"}
    with old.store.transaction() as tx:
        letters = outbox.claim_due(tx, "anyone", old.now)
    assert {letter.id: letter.raw for letter in letters} == written
    assert len(letters) == 5 and [letter.tries for letter in letters] == [1, 0, 0, 0, 0]


def test_the_mails_that_wait_are_handled_and_the_game_goes_on(old: Talk) -> None:
    before = old.trail(2)
    with old.store.reading() as tx:
        waiting = inbox.unhandled(tx)
    outcomes = [handle_mail(old.desk, old.store, number, now=old.now, draws=old.draws()) for number in waiting]
    assert outcomes == ["PlayCard/accepted", "Score/accepted"]
    old.collect()
    for _ in range(6):
        who, letter, card = turn(old)
        assert old.says(who, f"play {card}", answers=letter) == "PlayCard/accepted"
    after = old.trail(2)
    assert after[: len(before)] == before
    assert sum(isinstance(event, CardPlayed) for event in after[len(before) :]) == 7


def test_an_old_game_keeps_the_terms_of_its_time(old: Talk) -> None:
    who, letter, card = turn(old)
    assert old.game(2).terms == AS_BEFORE
    assert old.says(who, "claim", answers=letter) == "Claim/not-offered"
    assert old.says(who, "yield", answers=letter) == "YieldBooks/not-offered"
    assert old.says(who, "undo", answers=letter) == "Undo/not-offered"
    assert old.says(who, "away until 30 Dec", answers=letter) == "Away/bad-value"
    assert old.says(who, "yes", answers=letter) == "Yes/nothing-to-confirm"
    assert old.says(who, f"play {card}", answers=letter) == "PlayCard/accepted"
    assert old.kept(2).deadline == old.now + timedelta(days=3)


def test_a_mail_that_was_put_aside_is_still_there(old: Talk) -> None:
    with old.store.reading() as tx:
        found = status_of(tx, None)
        (aside,) = inbox.unhandled(tx, state="shunted")
    assert [(row["mail"], row["tries"]) for row in found["shunted"]] == [(aside, 1)]
    assert handle_mail(old.desk, old.store, aside, now=old.now, draws=old.draws()).endswith("/accepted")


def test_who_waits_watches_and_was_asked_is_known(old: Talk) -> None:
    with old.store.reading() as tx:
        names = [people.by_id(tx, number).address for number in signups.everyone_waiting(tx)]
        watching = [person.address for person in people.watching(tx, 2)]
        over, runs = games.find(tx, 1), games.find(tx, 2)
    assert names == ["erin@club.test", "frank@club.test"] and watching == ["wendy@club.test"]
    assert over is not None and over.ended_at is not None and runs is not None and runs.ended_at is None
    with old.store.reading() as tx:
        result = results.result_of(tx, 1)
        assert result is not None and (result.winner, result.how) == (2, "concession")
        assert results.result_of(tx, 2) is None
    question = next(letter for letter in old.to("gina") if "confirm" in letter.events)
    assert old.says("gina", "yes", answers=question) == "Join/accepted Yes/accepted"


def test_what_was_counted_today_still_counts(old: Talk) -> None:
    day = START.date()
    with old.store.transaction() as tx:
        before = quotas.used(tx, "start gm@club.test", day)
        assert before == 2
        assert quotas.take(tx, "start gm@club.test", day, 3) == 3
        assert quotas.take(tx, "start gm@club.test", day, 3) is None


def test_a_new_game_gets_the_next_number(old: Talk) -> None:
    text = "start\nplayers: " + ", ".join(f"{name} <{name}@else.test>" for name in ("Kim", "Lou", "Mo", "Nic"))
    assert old.master(text, subject="a game") == "Start/accepted"
    assert set(old.kept(3).names) == {"Kim", "Lou", "Mo", "Nic"}
