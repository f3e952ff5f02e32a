"""The rehearsal that `check` and `run` hold before any mail: every kind of letter is written once."""

from pathlib import Path

from referee.rehearsal import rehearse
from tests.talk import settings


def test_a_game_is_rehearsed_with_all_that_may_happen_in_one(tmp_path: Path) -> None:
    assert rehearse(settings(tmp_path)) > 300
