"""The rehearsal that `check` and `run` hold before any mail: every kind of letter is written once."""

from pathlib import Path

import pytest
from jinja2 import UndefinedError

from referee.commands.check_rehearsal import rehearse
from referee.telling.templates import templates_in
from tests.talk import settings


def test_a_game_is_rehearsed_with_all_that_may_happen_in_one(tmp_path: Path) -> None:
    assert rehearse(settings(tmp_path)) > 300


@pytest.mark.parametrize("name", ["undeliverable.txt", "no-longer-watching.txt", "silence.txt", "alarm.txt"])
def test_an_own_template_of_what_goes_wrong_is_rehearsed_too(tmp_path: Path, name: str) -> None:
    own = tmp_path / "words" / "answers"
    own.mkdir(parents=True)
    (own / name).write_text("{{ nothing.of.the.kind }}")
    templates_in.cache_clear()
    with pytest.raises(UndefinedError):
        rehearse(settings(tmp_path, referee={"templates": "words"}))
