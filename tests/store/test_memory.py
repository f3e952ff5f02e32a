"""The memory of a connection: a game's state is the fold of its events as the present transaction sees them, whoever
writes, whatever fails, whatever is undone."""

import sqlite3
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection

from referee.spades import events as ev
from referee.spades.commands import Command, MakeBid, MakePlan
from referee.spades.events import CardPlayed
from referee.spades.fold import replay
from referee.spades.game import Game
from referee.spades.plans import Plan, When
from referee.spades.sheets import SHEETS
from referee.store import event_log, games, people
from referee.store.backend import SqliteFile, Store
from referee.table.terms import Terms
from tests.rulings import PLAIN, decide
from tests.spades import random_games
from tests.talk import START, Talk

LONG_ENOUGH = 90
"""Events of a game that are tried: more than a round."""


def loaded(tx: Connection, number: int) -> Game:
    row = games.find(tx, number)
    assert row is not None, "the game is there"
    state: Game = event_log.load(tx, row)
    return state


def game_of(store: Store, number: int = 1) -> Game:
    with store.reading() as tx:
        return loaded(tx, number)


def bid(table: Talk, tx: Connection, count: int) -> Game:
    """Bid for whoever is on turn; return the state after it."""
    return does(table, tx, MakeBid(count))


def does(table: Talk, tx: Connection, command: Command) -> Game:
    """Act for whoever is on turn; return the state after it."""
    row = games.find(tx, 1)
    assert row is not None
    before = event_log.load(tx, row)
    waiting = before.due
    assert waiting is not None
    story = decide(before, waiting[0], command, answers=before.turn, seeds=table.draws().seeds())
    after = replay(story, before)
    event_log.append(tx, after, row.last_seq, story, event_log.Origin(table.now))
    return after


@settings(max_examples=4, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    seed=st.integers(0, 10**6),
    sheet=st.sampled_from(list(SHEETS.values())),
    terms=st.sampled_from([PLAIN, Terms()]),
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
    other = Store(talk.store.database)
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
    with closing(Store(table.store.database)) as other:
        with other.transaction() as tx:
            after = bid(table, tx, 3)
        assert game_of(table.store) == after != before
        with table.store.transaction() as tx:
            last = bid(table, tx, 4)
        assert game_of(other) == last


def test_an_older_copy_put_in_its_place_is_another_game(table: Talk, tmp_path: Path) -> None:
    """The copy is played on to the same number of events: the last of them is the same, another before it is not."""
    copy = tmp_path / "copy.db"
    SqliteFile(table.store.file).backup(copy)
    with table.store.transaction() as tx:
        bid(table, tx, 3)
    with table.store.transaction() as tx:
        bid(table, tx, 5)
    known = game_of(table.store)
    with closing(sqlite3.connect(copy)) as old, closing(sqlite3.connect(table.store.file)) as new:
        old.backup(new)
    with closing(Store(table.store.database)) as other:
        with other.transaction() as tx:
            bid(table, tx, 4)
        with other.transaction() as tx:
            bid(table, tx, 5)
        assert game_of(table.store) == game_of(other) != known


def test_what_was_undone_is_not_remembered(table: Talk) -> None:
    before = game_of(table.store)
    with table.store.transaction() as tx:
        with pytest.raises(ZeroDivisionError), tx.begin_nested():
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


@pytest.mark.parametrize("in_part", [False, True])
def test_a_secret_that_was_undone_is_not_remembered(table: Talk, in_part: bool) -> None:
    """A plan does not stand in the public record, whose head is the same whatever the plan says; the whole transaction
    is undone, or a part of it."""
    before = game_of(table.store)
    with ExitStack() as parts:
        parts.enter_context(suppress(ZeroDivisionError))
        tx = parts.enter_context(table.store.transaction())
        if in_part:
            parts.enter_context(suppress(ZeroDivisionError))
            parts.enter_context(tx.begin_nested())
        undone = does(table, tx, MakePlan(Plan(When.BID, bid=3)))
        raise ZeroDivisionError
    assert game_of(table.store) == before
    with closing(Store(table.store.database)) as other, other.transaction() as tx:
        stands = does(table, tx, MakePlan(Plan(When.BID, bid=5)))
    assert game_of(table.store) == stands != undone and stands.head == undone.head


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


def test_events_are_only_ever_added(table: Talk) -> None:
    """So a folded state stays right."""
    assert isinstance(table.trail()[0], ev.Started)
    for change in ("UPDATE events SET data = '{}'", "DELETE FROM events"):
        with closing(sqlite3.connect(table.store.file)) as raw, pytest.raises(sqlite3.IntegrityError):
            raw.execute(change)


def first_game(talk: Talk, *, anew: bool = False) -> Game:
    """Return game 1 as it is loaded; `anew`: with nothing remembered."""
    if anew:
        talk.store.close()
    return talk.game()


def test_what_follows_is_folded_onto_what_was(table: Talk) -> None:
    for _ in range(9):
        before = first_game(table)
        table.acts()
        after = first_game(table)
        assert after != before and after == first_game(table, anew=True)


def test_what_was_rolled_back_has_not_happened(table: Talk) -> None:
    before, kept = first_game(table), table.kept()
    waiting = before.due
    assert waiting is not None
    story = decide(before, waiting[0], MakeBid(3), answers=before.turn, seeds=table.draws().seeds())
    with pytest.raises(ZeroDivisionError), table.store.transaction() as tx:
        event_log.append(tx, replay(story, before), kept.last_seq, story, event_log.Origin(table.now))
        inside = games.find(tx, 1)
        assert inside is not None and event_log.load(tx, inside).turn == before.turn + 1
        raise ZeroDivisionError
    assert first_game(table) == before == first_game(table, anew=True)


def test_another_database_has_another_game_of_that_number(tmp_path: Path) -> None:
    one, two = (Talk(tmp_path / name, luck=luck).starts().bids() for name, luck in (("one", 1), ("two", 500)))
    for _ in range(5):
        assert first_game(one).hands != first_game(two).hands
        for talk in (one, two):
            talk.acts()
            remembered = first_game(talk)
            assert remembered == first_game(talk, anew=True)
    assert any(isinstance(event, CardPlayed) for event in one.trail())


def test_a_void_takes_back_what_was_folded(table: Talk) -> None:
    table.bids()
    for _ in range(3):
        table.acts()
    turn = first_game(table).turn
    assert table.master(f"rule void to turn {turn - 2} because of a test") == "VoidTo/accepted"
    assert len(first_game(table).trick) < 3 and first_game(table) == first_game(table, anew=True)


def test_few_games_stay_folded(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    for _ in range(5):
        talk.starts()
    talk.store.close()
    with pytest.MonkeyPatch.context() as few:
        few.setattr(event_log, "MOST_STATES", 3)
        games_of_talk = [talk.game(number) for number in range(1, 6)]
        with talk.store.reading() as tx:
            rows = [games.find(tx, game.number) for game in games_of_talk]
            known = [event_log.recall(tx, Game, row.id, row.last_seq, row.head) for row in rows if row is not None]
    assert known == [None, None, *games_of_talk[2:]]
