"""The `Spades-*` headers on the sheets other than 109, on which robot players rely."""

import pytest

from referee.post.messages import Letter
from referee.spades import commands as cmd
from referee.spades.sheets import SHEETS
from tests.telling.letter_samples import announced, forward, last_card, opening, player, step, step_on, told
from tests.telling.sheet_samples import BUILTIN, sheet_samples

SAMPLES = sheet_samples()


def fields(name: str) -> dict[str, str]:
    """The headers of a sample."""
    return of(SAMPLES[name])


def of(letter: Letter) -> dict[str, str]:
    names = [name for name, _ in letter.headers]
    assert len(set(names)) == len(names), "no header stands twice"
    return {name: value for name, value in letter.headers if name.startswith("Spades-")}


def test_before_show_there_is_no_hand() -> None:
    found = fields("sigma-held-turn")
    assert "Spades-Hand" not in found
    assert found["Spades-Legal"] == "show B0"
    assert found["Spades-To-Act"] == "1 bid"
    waiting = fields("sigma-held-deal")
    assert not {"Spades-Hand", "Spades-Legal"} & set(waiting)
    assert fields("sigma-held-reminder")["Spades-Legal"] == "show B0"


def test_after_show_the_bids_are_plain() -> None:
    found = fields("sigma-shown-turn")
    assert len(found["Spades-Hand"].split()) == 13
    assert found["Spades-Legal"] == "0 1 2 3 4 5 6 7 8 9 10 11 12 13"
    assert found["Spades-Event"] == "deal,turn"


def test_a_blind_nil_is_marked() -> None:
    assert fields("sigma-blind-list")["Spades-Bids"] == "B0 - - -"
    assert fields("sigma-blind-list")["Spades-Actor"] == "1"
    assert fields("sigma-blind-round")["Spades-Bids"].startswith("B0 ")
    own = fields("sigma-blind-cards")
    assert len(own["Spades-Hand"].split()) == 13
    assert "Spades-Legal" not in own


def test_a_nil_on_a_seen_hand_is_plain() -> None:
    game, story = step(step(opening(sheet=SHEETS["sigma"])[0], 1, cmd.Show())[0], 1, cmd.MakeBid(0))
    assert of(announced(BUILTIN, game, story, player("Dave")))["Spades-Bids"] == "0 - - -"


def test_a_misdeal() -> None:
    found = fields("sigma-misdeal-list")
    assert found["Spades-Event"] == "redeal"
    assert (found["Spades-Turn"], found["Spades-To-Act"]) == ("2", "1 bid")
    assert fields("sigma-misdeal-turn")["Spades-Event"] == "redeal,deal,turn"
    waits = fields("sigma-misdeal-waits")
    assert waits["Spades-Event"] == "redeal,pause"
    assert not {"Spades-To-Act", "Spades-Deadline"} & set(waits)


def test_a_teams_bid_stands_at_the_seat_on_the_clock() -> None:
    for name in ("fsu-turn", "fsu-turn-partner"):
        found = fields(name)
        assert found["Spades-To-Act"] == "1 bid"
        assert found["Spades-Legal"] == "4 5 6 7 8 9 10 11 12 13"
        assert found["Spades-Event"].endswith("turn")
    found = fields("fsu-bid-list")
    assert found["Spades-Bids"] == "6 - - -"
    assert found["Spades-Actor"] == "3", "who posted it"
    assert found["Spades-To-Act"] == "4 bid", "the dealer's clock"
    assert "Spades-Trick" not in found


def test_the_tricks_begin_once_both_teams_have_bid() -> None:
    found = fields("fsu-timeout-turn")
    assert (found["Spades-Bids"], found["Spades-Trick"]) == ("6 - - 4", "1")
    assert found["Spades-To-Act"] == "1 play"


def test_a_changed_bid_is_a_bid() -> None:
    found = fields("pride-changed-list")
    assert (found["Spades-Event"], found["Spades-Actor"]) == ("bid", "1")
    assert (found["Spades-Bids"], found["Spades-Turn"], found["Spades-To-Act"]) == ("5 - - -", "3", "3 bid")
    assert found["Spades-Sheet"] == "pride"


def test_challenges_name_the_challenger() -> None:
    found = fields("fsu-proven-list")
    assert (found["Spades-Event"], found["Spades-Actor"]) == ("challenge", "3")
    for name in ("fsu-anew-list", "fsu-unproven-list"):
        found = fields(name)
        assert (found["Spades-Event"], found["Spades-Actor"]) == ("challenge,round", "3")
        assert found["Spades-Round"] == "1", "what is told is the round that was scored anew"
        assert found["Spades-Bids"] == "4 - - 4"
        assert sum(map(int, found["Spades-Books"].split())) == 13, "as taken"
        assert found["Spades-To-Act"] == "2 bid"
    assert fields("fsu-unproven-list")["Spades-Bags"] == "3 0"


def test_a_renege_looks_like_any_play() -> None:
    game = forward(opening(sheet=SHEETS["fsu"])[0], lambda g: len(g.trick) == 1)
    ordinary = of(announced(BUILTIN, *step_on(game), player("Dave")))
    found = fields("fsu-renege-list")
    assert found["Spades-Event"] == ordinary["Spades-Event"] == "play"
    assert set(found) == set(ordinary)


def test_a_provisional_result_waits_for_challenges() -> None:
    found = fields("fsu-provisional-list")
    assert found["Spades-Event"] == "play,trick,round,provisional"
    assert found["Spades-Deadline"] == "2026-11-24T18:00:00Z"
    assert not {"Spades-To-Act", "Spades-Result"} & set(found)
    assert (found["Spades-Round"], found["Spades-Trick"]) == ("7", "13")
    ended = fields("fsu-end-list")
    assert (ended["Spades-Event"], ended["Spades-Result"]) == ("end", "team 1; score")
    assert not {"Spades-To-Act", "Spades-Deadline"} & set(ended)


@pytest.mark.parametrize(
    ("name", "result"), [("pride-hands-list", "team 2; hands"), ("pride-final-sets-list", "team 2; sets")]
)
def test_how_a_game_ends(name: str, result: str) -> None:
    found = fields(name)
    assert found["Spades-Result"] == result
    assert found["Spades-Event"] == "play,trick,round,end"


@pytest.mark.parametrize("sheet", SHEETS)
def test_bags_stand_only_where_they_cost_something(sheet: str) -> None:
    game, story = opening(sheet=SHEETS[sheet])
    found = of(told(BUILTIN, game, story, 1))
    assert ("Spades-Bags" in found) is (sheet in ("109", "fsu", "sigma", "standard"))
    assert found["Spades-Sheet"] == sheet


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_headers_show_all_of_a_round_that_ended(sheet: str) -> None:
    game, story = last_card(opening(sheet=SHEETS[sheet])[0])
    found = of(announced(BUILTIN, game, story, player("Dave")))
    assert (found["Spades-Round"], found["Spades-Trick"]) == ("1", "13")
    assert len(found["Spades-Table"].split()) == 4
    assert found["Spades-Bids"].split().count("-") == (2 if sheet == "fsu" else 0)
    assert found["Spades-Score"] == " ".join(map(str, game.score))


def test_jokers_have_codes() -> None:
    found = fields("pride-joker-turn")
    assert found["Spades-Table"].endswith("2=LJ")
    assert found["Spades-Hand"].startswith("BJ 2S")
    assert found["Spades-Legal"].startswith("BJ ")
    assert fields("pride-joker-played")["Spades-Actor"] == "3 BJ"
