"""The tests of `vanish`, a command that is personal, private and final, in a copy of the project that has it."""

from pathlib import Path

import pytest

from tests.talk import Talk


@pytest.fixture
def talk(tmp_path: Path) -> Talk:
    return Talk(tmp_path).starts()


def test_it_is_read_and_carried_out(talk: Talk) -> None:
    assert talk.says("ann", "I vanish every night.") == "no-command"
    assert talk.says("ann", "OK, vanish please!") == "Vanish/accepted"
    assert "You have vanished" in talk.last("ann").text


def test_help_lists_it_by_who_may_use_it_and_by_its_topic(talk: Talk) -> None:
    talk.says("ann", "help commands")
    _, _, private = talk.last("ann").text.partition("Between you and the referee")
    assert "- vanish: Makes you vanish." in private.partition("For anyone")[0]
    for words in ("join", "vanish"):
        talk.says("ann", f"help {words}")
        assert "Help: join" in talk.last("ann").text and "- vanish: Makes you vanish." in talk.last("ann").text


def test_a_badly_typed_line_is_taken_for_it(talk: Talk) -> None:
    assert talk.says("ann", "vanihs") == "no-command"
    assert "Did you mean" in talk.last("ann").text
    assert "Vanish/accepted" in talk.says("ann", "yes")


def test_others_may_have_no_copy(talk: Talk) -> None:
    assert talk.says("ann", "vanish", cc="bob@club.test") == "Vanish/private-only"


def test_it_needs_a_proof(talk: Talk) -> None:
    assert talk.says("ann", "vanish", answers=None) == "Vanish/unproven"


def test_it_cannot_be_undone_so_other_words_turn_it(talk: Talk) -> None:
    assert talk.says("ann", "vanish\n\nThe weather is fine here in the mountains.") == "Vanish/doubtful"
