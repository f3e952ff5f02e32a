"""Each command of a mail sees what the ones before it did."""

from pathlib import Path

import pytest

from tests.talk import STARTER, Talk


@pytest.fixture
def talk(tmp_path: Path) -> Talk:
    return Talk(tmp_path)


def test_a_command_sees_the_game_that_one_before_it_began(talk: Talk) -> None:
    assert talk.master(f"{STARTER}\n\npause", subject="a game") == "Start/accepted Pause/accepted"
    assert talk.game().paused


def test_a_command_sees_the_state_after_the_one_before_it(talk: Talk) -> None:
    talk.starts()
    assert talk.master("pause\nresume") == "Pause/accepted Resume/accepted"


def test_a_command_no_longer_means_a_game_that_one_before_it_ended(talk: Talk) -> None:
    talk.starts()
    assert talk.master("abort\nscore", subject="the game") == "Abort/accepted Score/no-game"


def test_a_no_above_old_text_is_answered_once(talk: Talk) -> None:
    talk.starts()
    assert talk.says("ann", "address ann@else.test") == "SetAddress/accepted"
    question = next(letter for letter in reversed(talk.to("ann")) if letter.events == ["confirm"])
    before = len(talk.to("ann"))
    assert talk.says("ann", "no\n\nOn Tuesday Ann wrote:\nbid 2", answers=question) == "no-command"
    (off,) = talk.to("ann")[before:]
    assert "ann@club.test said no" in off.flat
