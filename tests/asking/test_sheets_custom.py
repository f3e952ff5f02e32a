"""The operator's own sheets, and single parameters changed for one game: what is read, built, played and refused."""

import asyncio
import json
import re
import tomllib
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee.asking.sheet_words import FORMS, read_parameter
from referee.commands.check import findings
from referee.config import ConfigError
from referee.dominoes.sheets import WORDS, DominoSheet
from referee.games import ALL_SHEETS as SHEETS
from referee.running.opening import sheets_of
from referee.spades.rulesheet import Contract, Cost, Every, RuleSheet, Span
from tests.running.post_office import config_text
from tests.spades.custom_sheets import CONTRADICTIONS, custom_table
from tests.talk import STARTER, Talk, settings

TABLES: dict[str, Any] = json.loads((Path(__file__).parent.parent / "data/sheets.json").read_text("utf-8"))


def built(folder: Path, toml: str) -> dict[str, RuleSheet]:
    """Return the sheets of a referee whose configuration holds these tables."""
    return dict(sheets_of(settings(folder, **tomllib.loads(toml))))


def refused(folder: Path, toml: str) -> str:
    with pytest.raises(ConfigError) as error:
        built(folder, toml)
    return str(error.value)


# the configuration


def test_an_own_sheet_is_its_base_with_single_parameters(tmp_path: Path) -> None:
    sheets = built(tmp_path, '[sheets.ours]\nbase = "pride"\ntarget = 300\nhand_limit = "none"')
    assert sheets["ours"] == replace(SHEETS["pride"], name="ours", target=300, hand_limit=None)
    assert list(sheets) == [*SHEETS, "ours"]
    assert {name: sheets[name] for name in SHEETS} == SHEETS


def test_values_of_every_shape(tmp_path: Path) -> None:
    text = """
        [sheets.jokers]
        base = "standard"
        bid_turns = [0, 3]
        nil = 0
        bid_values = "4 to 13"
        team_bid = [4, 13]
        contract = [[0, 10, 0, 0, 0], [10, 20, 5, -20, -5]]
        bag_penalty = "none"
        misplay_faults = ["revoke"]
        misplay_act = "stand"
        misplay_cost = { points = 0, books = 3 }
        [sheets.jokers.suits]
        S = "BL2AKQJT9876543"
        H = "AKQJT9876543"
        D = "AKQJT98765432"
        C = "AKQJT9876543"
    """
    assert built(tmp_path, text)["jokers"] == replace(
        SHEETS["standard"],
        name="jokers",
        suits=SHEETS["usag"].suits,
        bid_turns=(0, 3),
        nil=0,
        bid_values=tuple(range(4, 14)),
        team_bid=Span(4, 13),
        contract=(Contract(0, 10, 0, 0, 0), Contract(10, 20, 5, -20, -5)),
        bag_penalty=None,
        misplay_faults=("revoke",),
        misplay_act="stand",
        misplay_cost=Cost(0, 3),
    )


def test_a_base_may_be_an_own_sheet_wherever_it_stands(tmp_path: Path) -> None:
    last, first = '[sheets.c]\nbase = "b"\nnil = 70\n', '[sheets.a]\nbase = "sigma"\ntarget = 100\n'
    sheets = built(tmp_path, f'{last}{first}[sheets.b]\nbase = "a"\ntalk = true')
    assert sheets["c"] == replace(SHEETS["sigma"], name="c", target=100, talk=True, nil=70)


def test_upper_and_lower_case_of_a_name_are_alike(tmp_path: Path) -> None:
    upper = settings(tmp_path, game={"sheet": "SIGMA"}, sheets={"ours": {"base": "Usag", "target": 7}})
    assert upper.game.sheet == "sigma"
    assert sheets_of(upper)["ours"] == replace(SHEETS["usag"], name="ours", target=7)
    with pytest.raises(ConfigError, match="there is no sheet \u017figma"):
        sheets_of(settings(tmp_path, game={"sheet": "\u017figma"}))


@pytest.mark.parametrize("name", TABLES)
def test_without_a_base_all_parameters_are_there(tmp_path: Path, name: str) -> None:
    table = {key: "none" if value is None else value for key, value in TABLES[name].items()}
    sheets = sheets_of(settings(tmp_path, sheets={"ours": table}))
    assert sheets["ours"] == replace(SHEETS[name], name="ours")
    del table["nil"], table["talk"]
    with pytest.raises(ConfigError, match="the sheet ours has no nil, talk, and no base to take it from"):
        sheets_of(settings(tmp_path, sheets={"ours": table}))


def test_any_playable_sheet_can_be_written(tmp_path: Path) -> None:
    random = Random(20)
    for _ in range(100):
        table = custom_table(random)
        written = {key: "none" if value is None else value for key, value in table.items()}
        assert sheets_of(settings(tmp_path, sheets={"ours": written}))["ours"] == RuleSheet.from_table("ours", table)


@pytest.mark.parametrize(("changes", "sentence"), CONTRADICTIONS, ids=lambda value: str(value)[:40])
def test_a_contradiction_is_refused_with_its_sentence(tmp_path: Path, changes: dict[str, Any], sentence: str) -> None:
    changes = {key: "none" if value is None else value for key, value in changes.items()}
    with pytest.raises(ConfigError) as error:
        sheets_of(settings(tmp_path, sheets={"ours": {"base": "109", **changes}}))
    assert str(error.value) == f"sheets.ours: the sheet ours cannot be played: {sentence}"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ('[sheets.ours]\nbase = "109"\ntagret = 300', "unknown key sheets.ours.tagret; did you mean target?"),
        ('[sheets.ours]\nbsae = "109"', "unknown key sheets.ours.bsae; did you mean base?"),
        ('[sheets.ours]\nbase = "109"\nname = "x"', "unknown key sheets.ours.name"),
        ('[sheets.ours]\nbase = "prid"', "sheets.ours.base: there is no sheet prid; did you mean pride?"),
        ('[sheets.ours]\nbase = "whist"\n[sheets.xyz]\nbase = "109"', f"use one of {', '.join(SHEETS)}"),
        ("[sheets.ours]\nbase = 109", 'name one sheet, like base = "109"'),
        ('[sheets.ours]\nbase = ["109"]', 'name one sheet, like base = "109"'),
        ("[sheets]\nours = 5", "sheets.ours"),
        ('[sheets.a]\nbase = "a"', "its base leads back to itself (a -> a)"),
        ('[sheets.a]\nbase = "b"\n[sheets.b]\nbase = "a"', "its base leads back to itself (a -> b -> a)"),
        ('[sheets.c]\nbase = "a"\n[sheets.a]\nbase = "b"\n[sheets.b]\nbase = "a"', "(a -> b -> a)"),
        (
            '[sheets.ours]\nbase = "109"\ntarget = "a lot"',
            "`target: a lot` cannot be read; write it like `target: 300`",
        ),
        ('[sheets.ours]\nbase = "109"\nteam_bid = [4]', "team_bid must be two numbers, the least and the most"),
        ('[sheets.ours]\nbase = "109"\nteam_bid = 4', "team_bid must be two numbers, the least and the most"),
        ('[sheets.ours]\nbase = "109"\nmisplay_cost = { coins = 3 }', "misplay_cost must be a number of points and"),
        ('[sheets.ours]\nbase = "109"\ncontract = [[0, 10]]', "contract must be rows of five numbers"),
        ('[sheets.ours]\nbase = "109"\nsuits = ["S"]', "suits must be a table of the suits S, H, D and C"),
        ('[sheets.ours]\nbase = "109"\nsuits = { S = 1, H = 2, D = 3, C = 4 }', "suits must be a table of the suits"),
        ('[sheets.ours]\nbase = "109"\nmisplay_faults = [["revoke"]]', "misplay_faults must be a list out of revoke"),
        ('[sheets.ours]\nbase = "109"\ntalk = 1', "talk is true, false or none"),
        ('[sheets.ours]\nbase = "109"\ntarget = 2000000', "its numbers must lie between -1000000 and 1000000"),
        (
            '[sheets.ours]\nbase = "109"\ncontract = [[0, 10, 0, -10, 0], [9, 1, 1, 1, 1], [9, 2, 2, 2, 2]]',
            "the rows of its contract must begin at rising team bids",
        ),
    ],
)
def test_a_table_that_cannot_be_read_says_what_to_mend(tmp_path: Path, text: str, hint: str) -> None:
    assert hint in refused(tmp_path, text)


@pytest.mark.parametrize("name", ["ours", "a", "2024", "club-house", "x" * 40, "109-short"])
def test_a_name_can_be_used_in_every_line(tmp_path: Path, name: str) -> None:
    talk = Talk(tmp_path, sheets={name: {"base": "109", "target": 123}})
    for line in (f"rules {name}", f"help {name}"):
        talk.deliver(talk.mail("ann", line, proven=True))
        assert f"The rules of sheet {name}" in talk.last("ann").flat, line
        assert "123" in talk.last("ann").text
    talk.deliver(talk.mail("ann", f"join {name}", proven=True))
    assert f"You are on the list for {name}" in talk.last("ann").flat
    talk.starts(f"{STARTER}\nsheet: {name.upper()}")
    assert talk.game().sheet == talk.desk.sheets[name]


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("pride", "there is a sheet of that name already"),
        ("109", "there is a sheet of that name already"),
        ("Ours", "small letters"),
        ("our sheet", "small letters"),
        ("ours*", "small letters"),
        ("öurs", "small letters"),
        ("", "small letters"),
        ("-", "small letters"),
        ("x" * 41, "small letters"),
        ("bid", "a word of the players' commands"),
        ("help", "a word of the players' commands"),
        ("cards", "a word of the players' commands"),
        ("with", "a word of the players' commands"),
        ("us", "a word of the players' commands"),
    ],
)
def test_a_name_that_no_line_could_use_is_refused(tmp_path: Path, name: str, hint: str) -> None:
    with pytest.raises(ConfigError) as error:
        sheets_of(settings(tmp_path, sheets={name: {"base": "109"}}))
    assert str(error.value).startswith(f"sheets.{name}: ") and hint in str(error.value)


def test_the_default_sheet_may_be_an_own_one(tmp_path: Path) -> None:
    talk = Talk(tmp_path, sheets={"ours": {"base": "standard", "target": 300}}, game={"sheet": "ours"}).starts()
    assert talk.game().sheet.name == "ours" and talk.game().sheet.target == 300
    text = '[game]\nsheet = "theirs"\n[sheets.ours]\nbase = "109"'
    assert refused(tmp_path, text).endswith("there is no sheet theirs; use one of " + ", ".join((*SHEETS, "ours")))


def test_check_reports_an_own_sheet_that_cannot_be_played(tmp_path: Path) -> None:
    path = tmp_path / "referee.toml"
    path.write_text(config_text(1, 2) + '\n[sheets.ours]\nbase = "fsu"\nnil = 50\n', "utf-8")

    async def first() -> tuple[str, bool | None, str]:
        async for finding in findings(path, 1):
            return finding.name, finding.ok, finding.said
        raise AssertionError("check finds something")

    sentence = "sheets.ours: the sheet ours cannot be played: one bid for a team leaves no one to bid nil"
    assert asyncio.run(first()) == ("configuration", False, sentence)


# a game on an own sheet


def test_a_game_on_an_own_sheet_bears_its_name(tmp_path: Path) -> None:
    ours = {"base": "standard", "target": 300, "bid_values": "1 to 7"}
    talk = Talk(tmp_path, sheets={"ours": ours}).starts(f"{STARTER}\nsheet: ours")
    assert {letter["Spades-Sheet"] for letter in talk.letters} == {"ours"}
    turn = talk.last(talk.due())
    assert turn["Spades-Legal"] == "1 2 3 4 5 6 7"
    assert talk.acts("bid nil") == "MakeBid/not-a-bid"
    assert "You may bid 1, 2, 3, 4, 5, 6, 7." in talk.letters[-1].flat
    talk.bids()
    assert talk.acts() == "PlayCard/accepted"
    assert talk.last(talk.due())["Spades-Sheet"] == "ours"


def test_a_game_keeps_its_sheet_when_the_configuration_loses_it(tmp_path: Path) -> None:
    talk = Talk(tmp_path, sheets={"ours": {"base": "pride", "target": 150}}).starts(f"{STARTER}\nsheet: ours")
    again = Talk(tmp_path)
    again.letters, again.seen = talk.letters, talk.seen
    assert again.game().sheet == replace(SHEETS["pride"], name="ours", target=150)
    assert again.acts() == "MakeBid/accepted"
    again.says("ann", "rules")
    assert "150" in again.last("ann").text


# parameters changed for one game


def changed(folder: Path, lines: str, sheet: str = "standard") -> RuleSheet:
    return Talk(folder).starts(f"{STARTER}\nsheet: {sheet}\n{lines}").game().sheet


@pytest.mark.parametrize(
    ("lines", "changes"),
    [
        ("target: 300", {"target": 300}),
        ("Target = 300 points.", {"target": 300}),
        ("bag penalty: none", {"bag_penalty": None}),
        ("bag penalty: 10, -50", {"bag_penalty": Every(10, -50)}),
        ("bag penalty: [5, -50]", {"bag_penalty": Every(5, -50)}),
        ("bag penalty: 10 bags, −100 points", {"bag_penalty": Every(10, -100)}),
        ("hand limit: 10", {"hand_limit": 10}),
        ("hand limit: 10 rounds\nset limit: 3", {"hand_limit": 10, "set_limit": 3}),
        ("hand_limit: none", {"hand_limit": None}),
        ("team bid: 4 to 26", {"team_bid": Span(4, 26)}),
        ("team bid: 4-13", {"team_bid": Span(4, 13)}),
        ("team bid: [4, 13]", {"team_bid": Span(4, 13)}),
        ("bid values: nil, 2-13", {"bid_values": (0, *range(2, 14))}),
        ("bid values: 0, 2, 3, 4", {"bid_values": (0, 2, 3, 4)}),
        ("bid turns: 0, 3\nnil: 0", {"bid_turns": (0, 3), "nil": 0}),
        ("bid turns: [0, 2, 1, 3]", {"bid_turns": (0, 2, 1, 3)}),
        ("nil: none", {"nil": 0}),
        ("blind nil: 200", {"blind_nil": 200}),
        ("bid change: yes\ntalk: on", {"bid_change": True, "talk": True}),
        ("talk: none", {"talk": None}),
        ("talk: no", {"talk": False}),
        ("redeal: no face no spade", {"redeal": "no_face_no_spade"}),
        ("first leader: high bid\nspade lead: any", {"first_leader": "high_bid", "spade_lead": "any"}),
        ("tie break: extra hand", {"tie_break": "extra_hand"}),
        (
            "misplay faults: revoke and not held\nmisplay act: void\nmisplay cost: -50\nmisplay forfeit: 2, 3",
            {"misplay_faults": ("revoke", "not_held"), "misplay_act": "void", "misplay_cost": Cost(-50, 0)}
            | {"misplay_forfeit": (2, 3)},
        ),
        (
            "misplay faults: revoke\nmisplay act: stand\nmisplay cost: 3 books",
            {"misplay_faults": ("revoke",), "misplay_act": "stand", "misplay_cost": Cost(0, 3)},
        ),
        (
            'misplay cost: {"points": -10, "books": 1}\nmisplay faults: ["revoke"]\nmisplay act: void',
            {"misplay_cost": Cost(-10, 1), "misplay_faults": ("revoke",), "misplay_act": "void"},
        ),
        ("contract: 0, 10, 0, -5, 0", {"contract": (Contract(0, 10, 0, -5, 0),)}),
        (
            "contract: 0, 10, 0, -10, 0; 13, 0, 200, -10, 0",
            {"contract": (Contract(0, 10, 0, -10, 0), Contract(13, 0, 200, -10, 0))},
        ),
        (
            "contract: [[0, 10, 0, -10, 0],\n  [13, 0, 200, -10, 0]]",
            {"contract": (Contract(0, 10, 0, -10, 0), Contract(13, 0, 200, -10, 0))},
        ),
        (
            "suits: S: BL2AKQJT9876543, H: AKQJT9876543,\nD: AKQJT98765432, C: AKQJT9876543",
            {"suits": SHEETS["usag"].suits},
        ),
        (
            "suits: spades big joker little joker 2 A K Q J 10 9 8 7 6 5 4 3; hearts A K Q J 10 9 8 7 6 5 4 3; "
            "♦ A K Q J 10 9 8 7 6 5 4 3 2; clubs AKQJT9876543",
            {"suits": SHEETS["usag"].suits},
        ),
    ],
)
def test_any_parameter_can_be_changed(tmp_path: Path, lines: str, changes: dict[str, Any]) -> None:
    """A sheet whose parameters are all its own bears no star."""
    sheet = replace(SHEETS["standard"], **changes)
    name = "standard" if sheet == SHEETS["standard"] else "standard*"
    assert changed(tmp_path, lines) == replace(sheet, name=name)


def test_own_sheets_can_be_changed_too_and_then_have_a_star(tmp_path: Path) -> None:
    talk = Talk(tmp_path, sheets={"ours": {"base": "pride", "target": 150}})
    talk.starts(f"{STARTER}\nsheet: ours\nhand limit: none")
    assert talk.game().sheet == replace(SHEETS["pride"], name="ours*", target=150, hand_limit=None)
    assert {letter["Spades-Sheet"] for letter in talk.letters} == {"ours*"}


@pytest.mark.parametrize("name", TABLES)
def test_every_parameter_can_be_written_on_a_line(tmp_path: Path, name: str) -> None:
    """All parameters of one sheet, written below a start that names another sheet, give a game of the first."""
    lines = [f"{key.replace('_', ' ')}: {json.dumps(value)}" for key, value in TABLES[name].items()]
    assert changed(tmp_path, "\n".join(lines), "109") == replace(SHEETS[name], name="109" if name == "109" else "109*")


@pytest.mark.parametrize(
    ("lines", "hint"),
    [
        ("target: a lot", "`target: a lot` cannot be read; write it like `target: 300`."),
        ("bag penalty: ten", "write it like `bag penalty: 10, -100` or `bag penalty: none`."),
        ("bag penalty: 10", "bag_penalty must be two numbers"),
        ("team bid: 4", "team_bid must be two numbers, the least and the most."),
        ("contract: 0, 10, 0, -10", "contract must be rows of five numbers"),
        (
            "trumps: hearts",
            "A game has no setting `trumps`. There are `players`, `teams`, `sheet`, `time limit`, `last trick`",
        ),
        ("suits: S: BL2AKQJT9876543, H: AKQJT98765432, D: AKQJT98765432, C: AKQJT98765432", "its deck has 54 cards,"),
        ("suits: S: AKQJT98765432", "its suits must be C, D, H and S."),
        ("bid values: 4 to 13\nteam bid: 2 to 7", "no two bids add up to between 2 and 7."),
        ("bid values: none", "cannot be read; write it like `bid values: 0, 2 to 13`."),
        ("bid turns: 0, 3", "one bid for a team leaves no one to bid nil."),
        ("misplay act: stand", "misplay_act must be none, as nothing is charged."),
        ("redeal: yes", "redeal must be no_face_no_spade or none."),
        ("talk: perhaps", "write it like `talk: yes`."),
        ("hand limit: 0", "hand_limit counts from 1."),
        ("target: 99999999", "cannot be read"),
    ],
)
def test_a_start_that_contradicts_itself_says_why_and_begins_nothing(tmp_path: Path, lines: str, hint: str) -> None:
    talk = Talk(tmp_path)
    outcome = talk.master(f"{STARTER}\nsheet: standard\n{lines}", subject="a game")
    assert outcome == "Start/start-line"
    text = talk.last("gm").flat
    assert hint in text and "Please correct that line and send the whole start again." in text
    assert {letter.to for letter in talk.letters} == {"gm@club.test"}


def test_every_parameter_has_a_form_whose_example_reads() -> None:
    assert set(FORMS) == {*RuleSheet.keys(), *DominoSheet.keys()}
    words = {"nil_tricks", "redeal", "first_leader", "spade_lead", "misplay_act", "tie_break", *WORDS}
    for key, form in FORMS.items():
        assert isinstance(read_parameter(key, form.example), str) == (key in words), key
        if form.nothing is not ...:
            assert read_parameter(key, "None") == form.nothing, key
        if key not in (words - {"hand_count", "blocked", "end"}) | {"misplay_faults"}:
            with pytest.raises(ValueError, match="cannot be read"):
                read_parameter(key, "much")


@pytest.mark.parametrize("key", WORDS)
def test_each_word_of_a_parameter_of_dominoes_reads(key: str) -> None:
    for word in WORDS[key]:
        assert read_parameter(key, "none" if word is None else word.replace("_", " ").title()) == word


@pytest.mark.parametrize("key", ["hand_count", "blocked", "end"])
def test_a_word_that_a_parameter_of_dominoes_does_not_take_is_answered_with_those_that_it_takes(key: str) -> None:
    with pytest.raises(ValueError, match="cannot be read; write it like ") as no:
        read_parameter(key, "half")
    words = re.findall(rf"`{key.replace('_', ' ')}: ([^`]*)`", str(no.value).partition("write")[2])
    assert {read_parameter(key, word) for word in words} == {*WORDS[key]}


def test_what_is_no_text_stays_as_it_is() -> None:
    assert read_parameter("target", 300) == 300
    assert read_parameter("bag_penalty", [10, -100]) == [10, -100]
    assert read_parameter("trumps", "hearts") == "hearts"
