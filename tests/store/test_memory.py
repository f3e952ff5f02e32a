"""What a connection remembers is what stands in the database: whoever writes, whatever fails, whatever is undone."""

import ast
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection

import referee.store
from referee.spades import events as ev
from referee.spades.commands import MakeBid
from referee.spades.fold import replay
from referee.spades.game import Game, due
from referee.spades.sheets import SHEETS
from referee.spades.terms import AS_BEFORE, Terms
from referee.store import event_log, games, people
from referee.store.backend import SqliteFile, Store, copy_database
from referee.store.memory import Memory, Topic, forget, recall, remember
from referee.store.statement import savepoint
from tests.rulings import decide
from tests.spades import random_games
from tests.talk import START, Talk

REMEMBERED = {"people", "seats", "watchers", "leaves", "tournaments", "matches"}
"""The tables of which something is remembered, besides the events and what waits for answers."""
WRITERS = ("insert", "update", "delete", "insert_or_nothing", "insert_or_update", "inserting_or_nothing")
WRITING = re.compile(rf"\b({'|'.join(WRITERS)})\(")
LONG_ENOUGH = 90
"""Events of a game that are tried: more than a round."""
BESIDE = {"set_grace", "set_bank", "note_returned"}
"""They write columns of which nothing is remembered."""


def loaded(tx: Connection, number: int) -> Game:
    row = games.find(tx, number)
    assert row is not None, "the game is there"
    return event_log.load(tx, row)


def game_of(store: Store, number: int = 1) -> Game:
    with store.reading() as tx:
        return loaded(tx, number)


def bid(table: Talk, tx: Connection, count: int) -> Game:
    """Whoever is on turn bids. Returns the state after it."""
    row = games.find(tx, 1)
    assert row is not None
    before = event_log.load(tx, row)
    waiting = due(before)
    assert waiting is not None
    story = decide(before, waiting[0], MakeBid(count), answers=before.turn, seeds=table.draws().seeds())
    after = replay(story, before)
    event_log.append(tx, after, row.last_seq, story, event_log.Origin(table.now))
    return after


@settings(max_examples=4, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    seed=st.integers(0, 10**6),
    sheet=st.sampled_from(list(SHEETS.values())),
    terms=st.sampled_from([AS_BEFORE, Terms()]),
)
def test_a_game_folded_on_is_the_game_loaded(
    tmp_path_factory: pytest.TempPathFactory, seed: int, sheet: object, terms: Terms
) -> None:
    """Games of all sheets, with voids, challenges, misdeals and claims: after some acts, one connection goes on from
    what it remembers and another one reads the game."""
    talk = Talk(tmp_path_factory.mktemp("folded"))
    random = Random(seed)
    opening = random_games.opening(Random(seed), sheet, terms)  # type: ignore[arg-type]
    game = replay(opening)
    with talk.store.transaction() as tx:
        players = [people.welcome(tx, f"{name}@club.test", name) for name in random_games.NAMES]
        games.begin(tx, game, gamesmaster="gm@club.test", source="test", players=players, now=START)
        event_log.append(tx, game, 0, opening, event_log.Origin(START))
    seq = len(opening)
    other = Store(SqliteFile(talk.store.file))
    with closing(other):
        for step in random_games.played(seed, wild=0.1, sheet=sheet, terms=terms):  # type: ignore[arg-type]
            if not step.events:
                continue
            if seq > LONG_ENOUGH:
                break
            with talk.store.transaction() as tx:
                before = loaded(tx, game.number)
                assert before == step.before
                event_log.append(tx, step.after, seq, step.events, event_log.Origin(START))
                seq += len(step.events)
                assert loaded(tx, game.number) == step.after
            if random.random() < 0.05:
                assert game_of(other, game.number) == game_of(talk.store, game.number)
        assert game_of(other, game.number) == game_of(talk.store, game.number)
    talk.store.close()


def test_what_another_connection_writes_is_seen(table: Talk) -> None:
    before = game_of(table.store)
    with closing(Store(SqliteFile(table.store.file))) as other:
        with other.transaction() as tx:
            after = bid(table, tx, 3)
            people.change(tx, people.seated(tx, 1)[1].id, notify="play")
        assert game_of(table.store) == after != before
        with table.store.reading() as look:
            assert people.seated(look, 1)[1].notify == "play"
        with table.store.transaction() as tx:
            last = bid(table, tx, 4)
        assert game_of(other) == last


def test_an_older_copy_put_in_its_place_is_another_game(table: Talk, tmp_path: Path) -> None:
    """The copy is played on to the same number of events: the last of them is the same, another before it is not."""
    copy = tmp_path / "copy.db"
    copy_database(table.store.file, copy)
    with table.store.transaction() as tx:
        bid(table, tx, 3)
    with table.store.transaction() as tx:
        bid(table, tx, 5)
    known = game_of(table.store)
    with closing(sqlite3.connect(copy)) as old, closing(sqlite3.connect(table.store.file)) as new:
        old.backup(new)
    with closing(Store(SqliteFile(table.store.file))) as other:
        with other.transaction() as tx:
            bid(table, tx, 4)
        with other.transaction() as tx:
            bid(table, tx, 5)
        assert game_of(table.store) == game_of(other) != known


def test_what_was_undone_is_not_remembered(table: Talk) -> None:
    before = game_of(table.store)
    with table.store.transaction() as tx:
        with pytest.raises(ZeroDivisionError), savepoint(tx):
            undone = bid(table, tx, 3)
            raise ZeroDivisionError
        assert loaded(tx, 1) == before
        stands = bid(table, tx, 5)
        assert loaded(tx, 1) == stands != undone
    assert game_of(table.store) == stands
    with pytest.raises(ZeroDivisionError), table.store.transaction() as tx:
        bid(table, tx, 7)
        raise ZeroDivisionError
    assert game_of(table.store) == stands


def notify(tx: Connection) -> str:
    return people.seated(tx, 1)[1].notify


def test_a_wish_that_was_undone_is_not_remembered(table: Talk) -> None:
    with table.store.transaction() as tx:
        first = people.seated(tx, 1)[1].id
        with pytest.raises(ZeroDivisionError), savepoint(tx):
            people.change(tx, first, notify="play")
            assert notify(tx) == "play"
            raise ZeroDivisionError
        assert notify(tx) == "turn"
    with pytest.raises(ZeroDivisionError), table.store.transaction() as tx:
        people.change(tx, first, notify="play")
        assert notify(tx) == "play"
        raise ZeroDivisionError
    with table.store.reading() as look:
        assert notify(look) == "turn"


def test_a_batch_that_fails_is_not_remembered(table: Talk) -> None:
    before = game_of(table.store)
    with pytest.raises(ZeroDivisionError), table.store.batch():
        with table.store.transaction() as tx:
            bid(table, tx, 3)
        assert game_of(table.store).turn == before.turn + 1, "within, it has happened"
        raise ZeroDivisionError
    assert game_of(table.store) == before


def test_a_commit_that_fails_is_not_remembered(table: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    before = game_of(table.store)
    with monkeypatch.context() as broken:

        def fails(*_: object) -> None:
            raise sqlite3.OperationalError("disk I/O error")

        broken.setattr(table.store.engine.dialect, "do_commit", fails)
        with pytest.raises(Exception, match="disk I/O error"), table.store.transaction() as tx:
            bid(table, tx, 3)
    assert game_of(table.store) == before


def test_what_is_forgotten_in_a_transaction_is_known_again_if_that_fails(table: Talk) -> None:
    topic = Topic(most=2)
    with table.store.transaction() as tx:
        remember(tx, topic, "a", 1)
    with table.store.transaction() as tx:
        assert recall(tx, topic, "a") == 1
        forget(tx, topic)
        assert recall(tx, topic, "a") is None
        remember(tx, topic, "a", 2)
        assert recall(tx, topic, "a") == 2
    with table.store.transaction() as tx:
        assert recall(tx, topic, "a") == 2
        remember(tx, topic, "b", 3)
        remember(tx, topic, "c", 4)
    with table.store.reading() as look:
        assert [recall(look, topic, key) for key in "abc"] == [None, 3, 4], "the oldest goes"


def test_a_memory_with_commits_of_others_between_knows_nothing() -> None:
    memory, topic = Memory(), Topic(most=5)
    memory.begin(1)
    memory.put(topic, "a", 1)
    memory.committed()
    memory.begin(1)
    assert memory.get(topic, "a") == 1
    memory.begin(2)
    assert memory.get(topic, "a") is None


def test_what_an_earlier_savepoint_changed_is_read_again_once_a_later_one_is_undone() -> None:
    """It stands, though what the transaction said of it is gone."""
    memory, topic = Memory(), Topic(most=5)
    memory.begin(1)
    memory.put(topic, "a", 1)
    memory.put(topic, "b", 1)
    memory.committed()
    memory.begin(1)
    memory.put(topic, "a", 2)
    memory.savepoint_undone()
    assert (memory.get(topic, "a"), memory.get(topic, "b")) == (None, 1)
    memory.committed()
    memory.begin(1)
    assert (memory.get(topic, "a"), memory.get(topic, "b")) == (None, 1)


def test_whoever_writes_a_table_forgets_what_is_remembered_of_it() -> None:
    folder = Path(referee.store.__file__).parent
    writers = set()
    for path in sorted(folder.parent.rglob("*.py")):
        text = path.read_text("utf-8")
        for function in ast.walk(ast.parse(text)) if WRITING.search(text) else ():
            if not isinstance(function, ast.FunctionDef):
                continue
            calls = [call for call in ast.walk(function) if isinstance(call, ast.Call)]
            names = [call.func.id for call in calls if isinstance(call.func, ast.Name)]
            written = {
                argument.id
                for call in calls
                if isinstance(call.func, ast.Name) and call.func.id in WRITERS
                for argument in call.args[:2]
                if isinstance(argument, ast.Name)
            }
            if written & REMEMBERED and function.name not in BESIDE:
                writers.add(function.name)
                assert any(name.lstrip("_").startswith("forget") for name in names), f"{path.name}: {function.name}"
    assert {"change", "reseat", "begin", "welcome", "watch", "unwatch", "replace", "add", "look_again"} <= writers


def test_events_are_only_ever_added(table: Talk) -> None:
    """What was folded stays right for that reason."""
    assert isinstance(table.trail()[0], ev.Started)
    for change in ("UPDATE events SET data = '{}'", "DELETE FROM events"):
        with closing(sqlite3.connect(table.store.file)) as raw, pytest.raises(sqlite3.IntegrityError):
            raw.execute(change)
