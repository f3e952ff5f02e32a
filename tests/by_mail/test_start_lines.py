"""Lines of a start and of a challenge as people write them: no half-read start begins a game, and every player can be
challenged."""

from pathlib import Path

import pytest

from tests.talk import MASTER, STARTER, Talk

ODD = ("Book 1", "Trick 3", "Please", "By Ron", "Round 2", "The Book 5 of Bob", "Bob's", "Jean-Luc P.", "Against")


def seated(folder: Path, bob: str, dave: str) -> Talk:
    """Play one book; then give Bob's and Dave's seats to people of these names."""
    talk = Talk(folder).starts(f"{STARTER}\nteams: Ann + Carol\nsheet: fsu")
    while not talk.game().tricks:
        assert talk.acts().endswith("/accepted")
    for old, new, mail in (("Bob", bob, "b@club.test"), ("Dave", dave, "d@club.test")):
        if new != old:
            assert talk.master(f"replace {old} with {new} <{mail}>") == "ReplacePlayer/accepted"
    return talk


@pytest.mark.parametrize("name", ODD)
def test_a_player_of_any_name_can_be_challenged(tmp_path: Path, name: str) -> None:
    for number, line in enumerate((f"challenge book 1 {name}", f"challenge round 1 book 1 {name}")):
        (folder := tmp_path / str(number)).mkdir()
        talk = seated(folder, name, "Ron")
        assert talk.says("ann", line) == "ChallengeBook/accepted"
        assert [c.accused for c in talk.game().challenges] == [talk.game().names.index(name) + 1]


def test_a_name_in_full_comes_first(tmp_path: Path) -> None:
    talk = seated(tmp_path, "Book 1", "By Book 1")
    for name in ("By Book 1", "Book 1"):
        assert talk.says("ann", f"challenge book 1 {name}") == "ChallengeBook/accepted"
        assert talk.game().challenges[-1].accused == talk.game().names.index(name) + 1


def test_names_that_differ_only_by_a_full_stop_cannot_share_a_game(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="looks-alike"):
        seated(tmp_path, "Max", "Max.")


@pytest.mark.parametrize("name", ["Max.", "Max"])
def test_a_name_is_found_with_its_full_stop_and_without(tmp_path: Path, name: str) -> None:
    talk = seated(tmp_path, "Max.", "Dave")
    assert talk.says("ann", f"challenge book 1 {name}") == "ChallengeBook/accepted"
    assert talk.game().challenges[-1].accused == talk.game().names.index("Max.") + 1
    assert talk.says("ann", "challenge book 1 by Zoe") == "ChallengeBook/no-such-player"
    assert "There is no Zoe in this game" in talk.last("ann").text


def test_a_start_with_a_setting_outside_its_block_begins_nothing(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    talk.master(f"{STARTER}\nsheet: fsu\nthanks, GM\ntarget: 100", subject="a game")
    assert "`target: 100` after `thanks, GM` would be left out" in talk.last(MASTER).flat
    assert not any("deal" in letter.events for letter in talk.letters)


def test_a_long_s_is_no_letter_of_a_sheet(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    assert talk.master(f"{STARTER}\nsheet: \u017figma", subject="a game") == "Start/unknown-sheet"
    assert talk.master(f"{STARTER}\nsheet: SIGMA", subject="a game") == "Start/accepted"


def test_the_open_round_has_no_card_yet(tmp_path: Path) -> None:
    talk = Talk(tmp_path).starts(f"{STARTER}\nsheet: fsu").hears_each_play()
    while talk.game().round == 1 or all(bid is None for bid in talk.game().bids):
        assert talk.acts().endswith("/accepted")
    game = talk.game()
    assert talk.says(game.names[1], f"challenge round 1 book 5 {game.names[0]}") == "ChallengeBook/challenge-late"
    text = talk.last(game.names[1]).flat
    assert "You can challenge round 2, as soon as a card of it has been played." in text
