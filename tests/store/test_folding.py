"""A game's state is the fold of its events as the present transaction sees them, whatever was folded before."""

from pathlib import Path

import pytest

from referee.spades.commands import MakeBid
from referee.spades.events import CardPlayed
from referee.spades.fold import replay
from referee.spades.game import Game, due
from referee.store import event_log, games
from tests.rulings import decide
from tests.talk import Talk


def loaded(talk: Talk, *, anew: bool = False) -> Game:
    """Return game 1 as it is loaded; `anew`: with nothing remembered."""
    if anew:
        talk.store.close()
    return talk.game()


def test_what_follows_is_folded_onto_what_was(table: Talk) -> None:
    for _ in range(9):
        before = loaded(table)
        table.acts()
        after = loaded(table)
        assert after != before and after == loaded(table, anew=True)


def test_what_was_rolled_back_has_not_happened(table: Talk) -> None:
    before, kept = loaded(table), table.kept()
    waiting = due(before)
    assert waiting is not None
    story = decide(before, waiting[0], MakeBid(3), answers=before.turn, seeds=table.draws().seeds())
    with pytest.raises(ZeroDivisionError), table.store.transaction() as tx:
        event_log.append(tx, replay(story, before), kept.last_seq, story, event_log.Origin(table.now))
        inside = games.find(tx, 1)
        assert inside is not None and event_log.load(tx, inside).turn == before.turn + 1
        raise ZeroDivisionError
    assert loaded(table) == before == loaded(table, anew=True)


def test_another_database_has_another_game_of_that_number(tmp_path: Path) -> None:
    one, two = (Talk(tmp_path / name, luck=luck).starts().bids() for name, luck in (("one", 1), ("two", 500)))
    for _ in range(5):
        assert loaded(one).hands != loaded(two).hands
        for talk in (one, two):
            talk.acts()
            remembered = loaded(talk)
            assert remembered == loaded(talk, anew=True)
    assert any(isinstance(event, CardPlayed) for event in one.trail())


def test_a_void_takes_back_what_was_folded(table: Talk) -> None:
    table.bids()
    for _ in range(3):
        table.acts()
    turn = loaded(table).turn
    assert table.master(f"rule void to turn {turn - 2} because of a test") == "VoidTo/accepted"
    assert len(loaded(table).trick) < 3 and loaded(table) == loaded(table, anew=True)


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
