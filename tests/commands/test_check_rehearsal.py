"""The rehearsal that `check` and `run` hold before any mail: every kind of letter is written once."""

from pathlib import Path

import pytest
from jinja2 import UndefinedError

from referee.commands.check_rehearsal import rehearse
from referee.config import Settings
from referee.telling.templates import templates_in
from tests.talk import settings

RARE = ("undeliverable.txt", "no-longer-watching.txt", "silence.txt", "alarm.txt")
"""The words for what goes wrong."""


def with_own(folder: Path, words: dict[str, str]) -> Settings:
    """A configuration with templates of the operator's own."""
    own = folder / "words" / "answers"
    own.mkdir(parents=True)
    for name, text in words.items():
        (own / name).write_text(text)
    templates_in.cache_clear()
    return settings(folder, referee={"templates": "words"})


def test_a_game_is_rehearsed_with_all_that_may_happen_in_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The operator's own templates too, be they of what goes wrong."""
    written: list[str] = []
    given = with_own(tmp_path, {name: f"{{{{ note('{name}') }}}}" for name in RARE})
    monkeypatch.setitem(templates_in(given.referee.templates).environment.globals, "note", written.append)
    assert rehearse(given) > 300
    assert {*written} == {*RARE}


def test_a_fault_in_an_own_template_is_raised(tmp_path: Path) -> None:
    with pytest.raises(UndefinedError):
        rehearse(with_own(tmp_path, {RARE[0]: "{{ nothing.of.the.kind }}"}))
