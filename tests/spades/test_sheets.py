"""Sheets: each has the values of its rule book, and a sheet that cannot be played is refused with a sentence."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee.spades.cards import RANKS, Card, parse_card
from referee.spades.rulesheet import Cost, Limits, RuleSheet, Span
from referee.spades.sheets import ALL_RANKS, DEFAULT_SHEET, RULE_109, SHEETS
from referee.table.seats import after, partner_of, team_of
from referee.table.sheet import SheetError
from tests.spades.custom_sheets import CONTRADICTIONS, custom_table

TABLES: dict[str, Any] = json.loads((Path(__file__).parent.parent / "data/sheets.json").read_text("utf-8"))
SUITS = dict(RULE_109.suits)
JOKERS_IN_HEARTS = SUITS | {"H": "B" + ALL_RANKS[1:]}
TWICE = SUITS | {"H": "A" + ALL_RANKS[:-1]}

WHOLE = "its points, bids and counts must be whole numbers"
FLAG = "bid_change is true or false"
TALK = "talk is true, false or none"
TURNS = "bid_turns must name each of the four seats once, or one seat of each team"
TEAM = {"bid_turns": [0, 3], "nil": 0}
"""One bid for each team: then there is no nil."""

REFUSED = [
    ({"target": "300"}, WHOLE),
    ({"nil": True}, WHOLE),
    ({"over_points": 0.5}, WHOLE),
    ({"bid_values": [2, 2.5]}, WHOLE),
    ({"bid_turns": [None, 1, 2, 3]}, WHOLE),
    ({"team_bid": [0, "26"]}, WHOLE),
    ({"hand_limit": 10.0}, WHOLE),
    ({"set_limit": True}, WHOLE),
    ({"blind_nil": None}, WHOLE),
    ({"misplay_forfeit": [2, None]}, WHOLE),
    ({"misplay_cost": {"points": 0, "books": 1.5}}, WHOLE),
    ({"bag_penalty": [10, None]}, WHOLE),
    ({"contract": [[0, 10, 0, -10, None]]}, WHOLE),
    ({"bid_change": 1}, FLAG),
    ({"talk": "no"}, TALK),
    ({"suits": {"S": ALL_RANKS}}, "its suits must be C, D, H and S"),
    ({"suits": SUITS | {"X": "A"}}, "its suits must be C, D, H and S"),
    ({"suits": SUITS | {"H": "AKQJT9876543*"}}, f"its ranks must be out of {RANKS}"),
    ({"suits": JOKERS_IN_HEARTS}, "jokers stand in the spade suit only"),
    ({"suits": TWICE}, "a card stands in its deck twice"),
    ({"suits": SUITS | {"S": "BL" + ALL_RANKS}}, "its deck has 54 cards, and four players need 52"),
    ({"suits": SUITS | {"H": ALL_RANKS[:-1]}}, "its deck has 51 cards, and four players need 52"),
    ({"bid_turns": [0, 1, 2, 2]}, TURNS),
    ({"bid_turns": [0, 1, 2]}, TURNS),
    ({"bid_turns": [0, 1, 2, 4]}, TURNS),
    ({"bid_turns": [0, 1, 2, 3, 0]}, TURNS),
    ({"bid_turns": [0]}, TURNS),
    ({"bid_turns": []}, TURNS),
    (TEAM | {"bid_turns": [0, 2]}, TURNS),
    (TEAM | {"bid_turns": [1, 3]}, TURNS),
    (TEAM | {"bid_turns": [0, 5]}, TURNS),
    (TEAM | {"bid_turns": [1, 1]}, TURNS),
    ({"bid_values": []}, "it has no bid that anyone could make"),
    ({"bid_values": [2, 14]}, "a bid must be between 0 and 13"),
    ({"bid_values": [-1, 2]}, "a bid must be between 0 and 13"),
    ({"bid_values": [2, 3], "team_bid": [7, 26]}, "no two bids add up to between 7 and 26"),
    ({"bid_values": [7, 8], "team_bid": [0, 13]}, "no two bids add up to between 0 and 13"),
    ({"team_bid": [14, 13]}, "no two bids add up to between 14 and 13"),
    (TEAM | {"bid_values": [4, 5], "team_bid": [6, 13]}, "no bid is between 6 and 13"),
    (TEAM | {"bid_values": [4, 5], "team_bid": [0, 3]}, "no bid is between 0 and 3"),
    ({"nil": -100}, "nil and blind_nil are points won, not below 0"),
    ({"blind_nil": -1}, "nil and blind_nil are points won, not below 0"),
    ({"bid_turns": [0, 1]}, "one bid for a team leaves no one to bid nil"),
    (TEAM | {"blind_nil": 100}, "one bid for a team leaves no one to bid nil"),
    ({"bid_values": [1, 2], "blind_nil": 100}, "a blind nil is a bid of 0, which its bid_values do not hold"),
    ({"redeal": "no_face"}, "redeal must be no_face_no_spade or none"),
    ({"nil_tricks": "lost"}, "nil_tricks must be contract or bags"),
    ({"first_leader": "dealer"}, "first_leader must be high_bid or eldest"),
    ({"spade_lead": "never"}, "spade_lead must be any or broken"),
    ({"misplay_faults": ["unbroken"]}, "misplay_faults must be out of revoke and not_held"),
    ({"misplay_act": "warn"}, "misplay_act must be void or stand"),
    ({"misplay_act": None}, "misplay_act must be void or stand"),
    ({"misplay_faults": []}, "misplay_act must be none, as nothing is charged"),
    ({"misplay_faults": [], "misplay_act": "stand"}, "misplay_act must be none, as nothing is charged"),
    ({"misplay_act": "stand"}, "a card that is not held cannot stand"),
    ({"misplay_cost": {"points": 5, "books": 0}}, "a misplay costs points below 0 and books above 0"),
    ({"misplay_cost": {"points": 0, "books": -3}}, "a misplay costs points below 0 and books above 0"),
    ({"misplay_forfeit": [0, 3]}, "misplay_forfeit counts from 1"),
    ({"misplay_forfeit": [2, 0]}, "misplay_forfeit counts from 1"),
    ({"contract": []}, "its contract must begin at a team bid of 0"),
    ({"contract": [[1, 10, 0, -10, 0]]}, "its contract must begin at a team bid of 0"),
    ({"bag_penalty": [0, -100]}, "bags are counted from 1"),
    ({"target": 0}, "its target must be above 0"),
    ({"hand_limit": 0}, "hand_limit counts from 1"),
    ({"set_limit": 0}, "set_limit counts from 1"),
    ({"set_limit": -3}, "set_limit counts from 1"),
    ({"tie_break": "sudden_death"}, "tie_break must be play_on or extra_hand"),
]


def test_the_sheets_are_those_of_the_rule_books() -> None:
    assert list(TABLES) == ["109", "fsu", "pride", "sigma", "usag", "standard", "pride-final"]
    assert set(SHEETS) == set(TABLES)
    assert DEFAULT_SHEET == "109"


@pytest.mark.parametrize("name", TABLES)
def test_a_sheet_holds_the_values_of_its_rule_book(name: str) -> None:
    sheet = SHEETS[name]
    assert sheet.name == name
    assert json.loads(json.dumps(sheet.parameters())) == TABLES[name]
    assert RuleSheet.from_table(name, TABLES[name]) == sheet


@pytest.mark.parametrize("name", TABLES)
def test_a_sheet_is_read_from_what_it_writes(name: str) -> None:
    assert RuleSheet.from_table(name, SHEETS[name].parameters()) == SHEETS[name]
    assert RuleSheet.from_table(name, {}, SHEETS[name]) == SHEETS[name]


@pytest.mark.parametrize("name", TABLES)
def test_a_deck_is_52_cards_each_suit_from_its_lowest_rank(name: str) -> None:
    deck = SHEETS[name].deck
    assert len(set(deck)) == len(deck) == 52
    written = {suit: "".join(card.rank for card in deck if card.suit == suit) for suit in "CDHS"}
    assert written == {suit: TABLES[name]["suits"][suit][::-1] for suit in "CDHS"}
    assert [card.suit for card in deck] == sorted(card.suit for card in deck)


def test_only_fsu_makes_one_bid_for_a_team() -> None:
    assert [name for name in TABLES if SHEETS[name].bids_by_team] == ["fsu"]


def test_random_sheets_whose_parameters_fit_are_built_and_written_back() -> None:
    random = Random(109)
    for _ in range(400):
        table = custom_table(random)
        assert RuleSheet.from_table("ours", table).parameters() == table


@pytest.mark.parametrize(("changes", "sentence"), CONTRADICTIONS, ids=str)
def test_no_sheet_takes_a_change_that_contradicts(changes: dict[str, Any], sentence: str) -> None:
    random = Random(str(changes))
    for _ in range(40):
        sheet = RuleSheet.from_table("ours", custom_table(random))
        with pytest.raises(SheetError) as refused:
            RuleSheet.from_table("ours", changes, sheet)
        assert str(refused.value) == f"the sheet ours cannot be played: {sentence}"


def test_sheet_from_a_base_changes_what_is_named_and_nothing_else() -> None:
    sheet = RuleSheet.from_table("ours", {"target": 300, "misplay_forfeit": None}, RULE_109)
    assert sheet == replace(RULE_109, name="ours", target=300, misplay_forfeit=None)
    assert RuleSheet.from_table("ours", {"team_bid": [4, 13]}, RULE_109).team_bid == Span(4, 13)
    assert RuleSheet.from_table("ours", {"misplay_cost": {"points": -50, "books": 0}}, RULE_109).misplay_cost == Cost(
        -50, 0
    )
    assert RuleSheet.from_table("ours", {"misplay_forfeit": [1, 2]}, RULE_109).misplay_forfeit == Limits(1, 2)


@pytest.mark.parametrize(("changes", "sentence"), REFUSED, ids=lambda value: str(value)[:50])
def test_sheet_that_cannot_be_played_is_refused(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(SheetError) as refused:
        RuleSheet.from_table("ours", changes, RULE_109)
    assert str(refused.value) == f"the sheet ours cannot be played: {sentence}"


@pytest.mark.parametrize("bids", [[2, 5], [0, 5, 6], [5]])
def test_sheet_whose_partners_can_just_reach_the_team_bid_is_played(bids: list[int]) -> None:
    changes = {"bid_values": bids, "team_bid": [10, 10]}
    assert RuleSheet.from_table("ours", changes, RULE_109).bid_values == tuple(bids)


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
        ({"misplay_faults": [["revoke"]]}, "the sheet ours cannot be read:"),
        ({"misplay_forfeit": [1, 2, 3]}, "the sheet ours cannot be read:"),
        ({"suits": "SHDC"}, "the sheet ours cannot be read:"),
    ],
    ids=str,
)
def test_table_that_cannot_be_read_is_refused(changes: dict[str, Any], start: str) -> None:
    with pytest.raises(SheetError) as refused:
        RuleSheet.from_table("ours", changes, RULE_109)
    assert str(refused.value).startswith(start)


def test_sheet_without_a_base_needs_every_parameter() -> None:
    table = {key: value for key, value in TABLES["109"].items() if key != "target"}
    with pytest.raises(SheetError, match="target"):
        RuleSheet.from_table("ours", table)


@pytest.mark.parametrize("turns", [[0, 1], [0, 3], [1, 0], [2, 3], [3, 2]])
def test_one_bid_for_a_team_is_made_by_any_seat_of_each(turns: list[int]) -> None:
    sheet = RuleSheet.from_table("ours", TEAM | {"bid_turns": turns, "bid_values": [4], "team_bid": [4, 4]}, RULE_109)
    assert sheet.bids_by_team
    assert not RULE_109.bids_by_team


def test_every_sheet_has_every_parameter() -> None:
    fields = {name for name in RuleSheet.__dataclass_fields__ if name != "name"}
    assert all(set(table) == fields for table in TABLES.values())


def test_heights_go_by_the_sheet() -> None:
    ranked = sorted(RULE_109.deck, key=RULE_109.height)
    assert ranked[-1].rank == "A"
    assert RULE_109.height(Card("T", "H")) > RULE_109.height(Card("9", "H"))
    assert RULE_109.height(Card("B", "S")) == -1
    pride = SHEETS["pride"]
    spades = sorted((card for card in pride.deck if card.suit == "S"), key=pride.height, reverse=True)
    assert " ".join(map(str, spades)) == "BJ LJ 2S AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S"
    assert pride.height(Card("2", "H")) == 1
    assert pride.height(Card("2", "C")) == pride.height(Card("2", "D")) == -1


def test_seats_and_teams() -> None:
    assert [team_of(seat) for seat in (1, 2, 3, 4)] == [1, 2, 1, 2]
    assert [partner_of(seat) for seat in (1, 2, 3, 4)] == [3, 4, 1, 2]
    assert [after(seat) for seat in (1, 2, 3, 4)] == [2, 3, 4, 1]


def test_card_codes_read_back() -> None:
    assert [parse_card(str(card)) for card in RULE_109.deck] == [*RULE_109.deck]


@pytest.mark.parametrize("code", ["", "1H", "10H", "qs", "Q", "QX", "QSS", "BS", "JB", " QS", "LH"])
def test_what_is_no_card_code(code: str) -> None:
    with pytest.raises(ValueError, match="is not a card: write rank and suit"):
        parse_card(code)


def test_lists_as_people_write_them() -> None:
    none = RuleSheet.from_table("ours", {"misplay_faults": None, "misplay_act": None}, RULE_109)
    assert none.misplay_faults == ()
    assert RuleSheet.from_table("ours", {"misplay_faults": "revoke"}, RULE_109).misplay_faults == ("revoke",)
