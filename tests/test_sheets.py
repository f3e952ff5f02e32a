"""Sheets: 109 is the sheet of the rule book, and what cannot be played is refused in a sentence."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee.spades.cards import RANKS, Card, parse_card
from referee.spades.sheets import (
    ALL_RANKS,
    RULE_109,
    SHEETS,
    Cost,
    Limits,
    RuleSheet,
    SheetError,
    Span,
    after,
    partner_of,
    sheet_from,
    team_of,
)

TABLES: dict[str, Any] = json.loads((Path(__file__).parent / "data/sheets.json").read_text("utf-8"))
SUITS = dict(RULE_109.suits)
JOKERS_IN_HEARTS = SUITS | {"H": "B" + ALL_RANKS[1:]}
TWICE = SUITS | {"H": "A" + ALL_RANKS[:-1]}

REFUSED = [
    ({"target": "300"}, "its points, bids and counts must be whole numbers"),
    ({"nil": True}, "its points, bids and counts must be whole numbers"),
    ({"over_points": 0.5}, "its points, bids and counts must be whole numbers"),
    ({"bid_values": [2, 2.5]}, "its points, bids and counts must be whole numbers"),
    ({"contract": [[0, 10, 0, -10, None]]}, "its points, bids and counts must be whole numbers"),
    ({"suits": {"S": ALL_RANKS}}, "its suits must be C, D, H and S"),
    ({"suits": SUITS | {"X": "A"}}, "its suits must be C, D, H and S"),
    ({"suits": SUITS | {"H": "AKQJT9876543*"}}, f"its ranks must be out of {RANKS}"),
    ({"suits": JOKERS_IN_HEARTS}, "jokers stand in the spade suit only"),
    ({"suits": TWICE}, "a card stands in its deck twice"),
    ({"suits": SUITS | {"S": "BL" + ALL_RANKS}}, "its deck has 54 cards, and four players need 52"),
    ({"suits": SUITS | {"H": ALL_RANKS[:-1]}}, "its deck has 51 cards, and four players need 52"),
    ({"bid_turns": [0, 1]}, "each of the four seats must bid once"),
    ({"bid_turns": [0, 1, 2, 2]}, "each of the four seats must bid once"),
    ({"bid_values": []}, "it has no bid that anyone could make"),
    ({"bid_values": [2, 14]}, "a bid must be between 0 and 13"),
    ({"bid_values": [-1, 2]}, "a bid must be between 0 and 13"),
    ({"bid_values": [2, 3], "team_bid": [7, 26]}, "no two bids add up to between 7 and 26"),
    ({"bid_values": [7, 8], "team_bid": [0, 13]}, "no two bids add up to between 0 and 13"),
    ({"bid_change": True}, "bids cannot be changed once posted"),
    ({"blind_nil": 100}, "blind bids are not offered"),
    ({"talk": True}, "talk while bidding is not offered"),
    ({"redeal": "no_face_no_spade"}, "misdeals are not offered"),
    ({"nil_tricks": "lost"}, "nil_tricks must be contract or bags"),
    ({"first_leader": "dealer"}, "first_leader must be high_bid or eldest"),
    ({"spade_lead": "never"}, "spade_lead must be any or broken"),
    ({"misplay_faults": ["unbroken"]}, "misplay_faults must be out of revoke and not_held"),
    ({"misplay_act": "stand"}, "misplay_act must be void with faults, none without"),
    ({"misplay_act": None}, "misplay_act must be void with faults, none without"),
    ({"misplay_faults": []}, "misplay_act must be void with faults, none without"),
    ({"misplay_cost": {"points": 0, "books": 3}}, "a misplay costs points, not books"),
    ({"misplay_forfeit": [0, 3]}, "misplay_forfeit counts from 1"),
    ({"misplay_forfeit": [2, 0]}, "misplay_forfeit counts from 1"),
    ({"contract": []}, "its contract must begin at a team bid of 0"),
    ({"contract": [[1, 10, 0, -10, 0]]}, "its contract must begin at a team bid of 0"),
    ({"bag_penalty": [0, -100]}, "bags are counted from 1"),
    ({"target": 0}, "its target must be above 0"),
    ({"hand_limit": 10}, "a limit of rounds is not offered"),
    ({"set_limit": 3}, "a limit of sets is not offered"),
    ({"tie_break": "extra_hand"}, "tie_break must be play_on"),
]


def test_109_is_the_sheet_of_the_rule_book() -> None:
    assert SHEETS["109"] is RULE_109
    assert RULE_109.name == "109"
    assert json.loads(json.dumps(RULE_109.parameters())) == TABLES["109"]
    assert sheet_from("109", TABLES["109"]) == RULE_109


@pytest.mark.parametrize("name", TABLES)
def test_parameters_are_the_table_that_the_sheet_was_read_from(name: str) -> None:
    sheet = sheet_from(name, TABLES[name])
    assert sheet.parameters() == TABLES[name]
    assert sheet_from(name, sheet.parameters()) == sheet


def test_sheet_from_a_base_changes_what_is_named_and_nothing_else() -> None:
    sheet = sheet_from("ours", {"target": 300, "misplay_forfeit": None}, RULE_109)
    assert sheet == replace(RULE_109, name="ours", target=300, misplay_forfeit=None)
    assert sheet_from("ours", {"team_bid": [4, 13]}, RULE_109).team_bid == Span(4, 13)
    assert sheet_from("ours", {"misplay_cost": {"points": -50, "books": 0}}, RULE_109).misplay_cost == Cost(-50, 0)
    assert sheet_from("ours", {"misplay_forfeit": [1, 2]}, RULE_109).misplay_forfeit == Limits(1, 2)


@pytest.mark.parametrize(("changes", "sentence"), REFUSED, ids=lambda value: str(value)[:50])
def test_sheet_that_cannot_be_played_is_refused(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(SheetError) as refused:
        sheet_from("ours", changes, RULE_109)
    assert str(refused.value) == f"the sheet ours cannot be played: {sentence}"


@pytest.mark.parametrize("bids", [[2, 5], [0, 5, 6], [5]])
def test_sheet_whose_partners_can_just_reach_the_team_bid_is_played(bids: list[int]) -> None:
    changes = {"bid_values": bids, "team_bid": [10, 10]}
    assert sheet_from("ours", changes, RULE_109).bid_values == tuple(bids)


def test_sheet_built_in_the_program_is_held_to_the_same() -> None:
    with pytest.raises(SheetError, match="its target must be above 0"):
        replace(RULE_109, target=-5)


@pytest.mark.parametrize(
    ("changes", "start"),
    [
        ({"trumps": "H"}, "a sheet has no parameter trumps; it has bag_penalty, bid_change,"),
        ({"name": "mine"}, "a sheet has no parameter name;"),
        ({"team_bid": [4]}, "the sheet ours cannot be read:"),
        ({"misplay_cost": {"coins": 3}}, "the sheet ours cannot be read:"),
        ({"bag_penalty": 7}, "the sheet ours cannot be read:"),
        ({"contract": 5}, "the sheet ours cannot be read:"),
        ({"bid_turns": [None, 1, 2, 3]}, "the sheet ours cannot be read:"),
        ({"suits": "SHDC"}, "the sheet ours cannot be read:"),
    ],
    ids=str,
)
def test_table_that_cannot_be_read_is_refused(changes: dict[str, Any], start: str) -> None:
    with pytest.raises(SheetError) as refused:
        sheet_from("ours", changes, RULE_109)
    assert str(refused.value).startswith(start)


def test_sheet_without_a_base_needs_every_parameter() -> None:
    table = {key: value for key, value in TABLES["109"].items() if key != "target"}
    with pytest.raises(SheetError, match="target"):
        sheet_from("ours", table)


def test_every_parameter_stands_on_every_sheet() -> None:
    fields = {name for name in RuleSheet.__dataclass_fields__ if name != "name"}
    assert all(set(table) == fields for table in TABLES.values())


def test_heights_go_by_the_sheet() -> None:
    ranked = sorted(RULE_109.deck, key=RULE_109.height)
    assert ranked[-1].rank == "A"
    assert RULE_109.height(Card("T", "H")) > RULE_109.height(Card("9", "H"))
    assert RULE_109.height(Card("B", "S")) == -1


def test_seats_and_teams() -> None:
    assert [team_of(seat) for seat in (1, 2, 3, 4)] == [1, 2, 1, 2]
    assert [partner_of(seat) for seat in (1, 2, 3, 4)] == [3, 4, 1, 2]
    assert [after(seat) for seat in (1, 2, 3, 4)] == [2, 3, 4, 1]


@pytest.mark.parametrize("card", RULE_109.deck, ids=str)
def test_card_codes_read_back(card: Card) -> None:
    assert parse_card(str(card)) == card


@pytest.mark.parametrize("code", ["", "1H", "10H", "qs", "Q", "QX", "QSS", "BS", "JB", " QS", "LH"])
def test_what_is_no_card_code(code: str) -> None:
    with pytest.raises(ValueError, match="is not a card: write rank and suit"):
        parse_card(code)


def test_lists_as_people_write_them() -> None:
    none = sheet_from("ours", {"misplay_faults": None, "misplay_act": None}, RULE_109)
    assert none.misplay_faults == ()
    assert sheet_from("ours", {"misplay_faults": "revoke"}, RULE_109).misplay_faults == ("revoke",)
