"""The rules of every sheet in our words: they hold its figures, each parameter changes them, and docs/sheets/ has them.

Set REFEREE_WRITE_PAGES to rewrite docs/sheets/; then read the difference.
"""

import difflib
import os
import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee.running.opening import sheets_of
from referee.spades.rulesheet import RuleSheet
from referee.spades.sheets import SHEETS
from referee.table.sheet import SheetError
from referee.telling.formats import minus
from referee.telling.letter_kinds import RulesPage
from referee.telling.templates import templates_in
from referee.telling.text_blocks import tidy, wrapped
from tests.docs.pages import DOCS, blocks, page, rows, section
from tests.spades.custom_sheets import custom_table
from tests.talk import STARTER, Talk, settings

WRITE = "REFEREE_WRITE_PAGES"
PARAMETERS = sorted({field.name for field in fields(RuleSheet)} - {"name"})
TITLE = "The rules of sheet "

ALONE: list[tuple[str, str, Any]] = [
    ("109", "suits", dict(SHEETS["pride"].suits)),
    ("109", "suits", dict(SHEETS["109"].suits) | {"S": "2AKQJT9876543"}),
    ("109", "bid_turns", [1, 2, 3, 0]),
    ("109", "bid_turns", [0, 2, 1, 3]),
    ("fsu", "bid_turns", [3, 0]),
    ("fsu", "bid_turns", [0, 1]),
    ("109", "bid_values", list(range(14))),
    ("fsu", "bid_values", [5, 6, 7]),
    ("109", "bid_change", True),
    ("fsu", "bid_change", True),
    ("109", "team_bid", [1, 26]),
    ("109", "team_bid", [0, 25]),
    ("109", "team_bid", [13, 13]),
    ("fsu", "team_bid", [5, 13]),
    ("fsu", "team_bid", [4, 12]),
    ("109", "nil", 0),
    ("109", "nil", 101),
    ("sigma", "nil", 0),
    ("109", "blind_nil", 200),
    ("sigma", "blind_nil", 0),
    ("sigma", "blind_nil", 99),
    ("109", "nil_tricks", "bags"),
    ("sigma", "nil_tricks", "bags"),
    ("109", "talk", True),
    ("109", "talk", None),
    ("fsu", "talk", None),
    ("109", "redeal", "no_face_no_spade"),
    ("109", "first_leader", "eldest"),
    ("109", "spade_lead", "broken"),
    ("109", "misplay_faults", ["revoke"]),
    ("109", "misplay_faults", ["not_held"]),
    ("sigma", "misplay_act", "stand"),
    ("109", "misplay_cost", {"points": -99, "books": 0}),
    ("109", "misplay_cost", {"points": -100, "books": 1}),
    ("109", "misplay_cost", {"points": 0, "books": 0}),
    ("fsu", "misplay_cost", {"points": -5, "books": 3}),
    ("fsu", "misplay_cost", {"points": 0, "books": 2}),
    ("109", "misplay_forfeit", None),
    ("109", "misplay_forfeit", [3, 3]),
    ("109", "misplay_forfeit", [2, 4]),
    ("standard", "misplay_forfeit", [1, 1]),
    *(
        ("109", "contract", [[0, 10, 0, -10, 0], row])
        for row in ([9, 20, 0, -20, 0], [10, 21, 0, -20, 0], [10, 20, 5, -20, 0], [10, 20, 0, -21, 0])
    ),
    ("109", "contract", [[0, 10, 0, -10, 0], [10, 20, 0, -20, -5]]),
    ("109", "contract", [[0, 10, 0, 0, 0], [10, 20, 0, -20, 0]]),
    ("standard", "contract", [[0, 10, 0, 0, 0]]),
    ("109", "over_points", 0),
    ("109", "over_points", 2),
    ("usag", "over_points", 1),
    ("109", "bag_penalty", None),
    ("109", "bag_penalty", [9, -100]),
    ("109", "bag_penalty", [10, -101]),
    ("109", "target", 501),
    ("109", "hand_limit", 10),
    ("pride", "hand_limit", 11),
    ("109", "set_limit", 3),
    ("pride-final", "set_limit", 4),
    ("109", "tie_break", "extra_hand"),
]
"""A sheet, one of its parameters, and another value for it that makes a different game."""


def rules(sheet: RuleSheet) -> str:
    """Return the answer to `rules` as plain text."""
    answer = RulesPage(sheet)
    return wrapped(tidy(templates_in(None).answer(answer, {"answer": answer})))


def words(sheet: RuleSheet) -> str:
    """Return the page without line breaks and without its title."""
    return " ".join(rules(sheet).removeprefix(f"{TITLE}{sheet.name}\n").split())


def changed(base: str, **values: Any) -> RuleSheet:
    """Return a custom sheet, whose page has no rulings of its own."""
    return RuleSheet.from_table("ours", values, SHEETS[base])


def test_every_parameter_is_changed_alone() -> None:
    assert sorted({parameter for _, parameter, _ in ALONE}) == PARAMETERS


@pytest.mark.parametrize(("base", "parameter", "value"), ALONE)
def test_a_parameter_changed_alone_changes_the_page(base: str, parameter: str, value: Any) -> None:
    assert words(changed(base)) != words(changed(base, **{parameter: value}))


def moot(sheet: RuleSheet, other: RuleSheet, parameter: str) -> bool:
    """Tell if a changed parameter changes nothing: a nil's tricks without a nil, bounds that no bids can reach."""
    if parameter == "team_bid":
        return reach(sheet) == reach(other)
    return parameter == "nil_tricks" and not (sheet.nil or sheet.blind_nil)


def reach(sheet: RuleSheet) -> tuple[int, int]:
    """Return the least and the most that a team can bid."""
    bidders = 1 if sheet.bids_by_team else 2
    return max(sheet.team_bid.least, bidders * min(sheet.bid_values)), min(
        sheet.team_bid.most, bidders * max(sheet.bid_values)
    )


def pairs() -> Iterator[tuple[RuleSheet, RuleSheet, str]]:
    """Yield every sheet with one parameter taken from another one, if that can be played."""
    for base in SHEETS.values():
        for parameter in PARAMETERS:
            for other in {str(v): v for v in (getattr(s, parameter) for s in SHEETS.values())}.values():
                try:
                    mixed = replace(base, name="ours", **{parameter: other})
                except SheetError:
                    continue
                if other != getattr(base, parameter):
                    yield replace(base, name="ours"), mixed, parameter


def test_no_two_values_of_a_parameter_read_alike() -> None:
    found = list(pairs())
    assert len(found) > 150
    for base, mixed, parameter in found:
        assert words(base) != words(mixed) or moot(base, mixed, parameter), parameter


def test_each_choice_of_words_has_its_own_sentence() -> None:
    """For each switch, a sentence that one of its settings has and the other has not."""
    for base, parameter, value, sentence in (
        ("109", "bid_change", True, "changed until the other team bids, but no more than three times in a round."),
        ("109", "talk", True, "the referee cannot enforce that"),
        ("109", "talk", None, "There is no table talk"),
        ("109", "redeal", "no_face_no_spade", 'may write "misdeal"'),
        ("109", "spade_lead", "broken", "Spades may not be led before one has been played in the round"),
        ("109", "first_leader", "eldest", "The eldest hand leads to the first trick."),
        ("109", "blind_nil", 200, '"bid blind nil": +200'),
        ("109", "nil_tricks", "bags", "each of them is +1 and a sandbag, whether the bid is made or not"),
        ("109", "tie_break", "extra_hand", "one more round decides"),
        ("109", "hand_limit", 12, "After round 12 the team with more points wins"),
        ("109", "set_limit", 4, "set for the 4th time"),
        ("sigma", "misplay_act", "stand", '"challenge trick 5 bob"'),
        ("sigma", "misplay_act", "stand", "provisional"),
        ("109", "team_bid", [5, 26], "must add up to at least 5"),
        ("109", "team_bid", [0, 13], "must add up to at most 13"),
        ("109", "team_bid", [5, 13], "must add up to between 5 and 13"),
        ("fsu", "bid_turns", [3, 0], "The clock is on the dealer for one team, then on the eldest hand for the other."),
        ("109", "suits", dict(SHEETS["usag"].suits), "Not in the deck: 2♥ and 2♣. Both jokers are in it"),
    ):
        assert sentence in words(changed(base, **{parameter: value}))
        assert sentence not in words(changed(base))


def figures(sheet: RuleSheet) -> Iterator[str]:
    """Yield the figures of a sheet that its page must have."""
    yield ", ".join(map(str, sheet.bid_values))
    yield f"{sheet.target} or more"
    for worth in filter(None, (sheet.nil, sheet.blind_nil)):
        yield f"{worth:+d} if they take no trick" if worth == sheet.blind_nil else f"{worth:+d} if its player takes no"
        yield f"{-worth:+d} if they take one or more"
    for row in sheet.contract:
        yield from (f"{points:+d} for each trick bid if it is" for points in (row.made_each, row.set_each) if points)
        yield from (f"{points:+d} if it is" for points in (row.made_flat, row.set_flat) if points)
    if sheet.bag_penalty:
        yield f"every {sheet.bag_penalty.nth}th sandbag"
        yield f"{sheet.bag_penalty.points:+d}"
    if sheet.misplay_cost.points:
        yield f"scores {sheet.misplay_cost.points:+d}"
    if sheet.misplay_cost.books:
        yield f"loses {sheet.misplay_cost.books} tricks"
    if sheet.hand_limit:
        yield f"After round {sheet.hand_limit} "
    if sheet.set_limit:
        yield f"for the {sheet.set_limit}rd time"


@pytest.mark.parametrize("name", SHEETS)
def test_the_figures_of_a_sheet_stand_in_its_page(name: str) -> None:
    for figure in figures(SHEETS[name]):
        assert minus(figure) in words(SHEETS[name])


@pytest.mark.parametrize("name", SHEETS)
def test_every_sheet_has_rulings_of_its_own(name: str) -> None:
    own = words(SHEETS[name]).partition(" Rulings ------- ")
    assert own[0] == words(replace(SHEETS[name], name="ours"))
    assert own[2].count(" - ") >= 3
    assert all(own[2] not in words(sheet) for sheet in SHEETS.values() if sheet.name != name)


def test_the_page_of_a_changed_sheet_says_how_it_is_played() -> None:
    """The page says what the sheet has become, and nothing of how the unchanged one was read."""
    told = words(RuleSheet.from_table("sigma*", {"target": 275, "blind_nil": 0}, SHEETS["sigma"]))
    assert "This is sheet sigma with the Gamesmaster's changes for this game." in told
    assert "275 or more" in told and "350" not in told
    assert "blind" not in told and "Rulings" not in told


def test_pages_of_custom_sheets_are_whole() -> None:
    for seed in range(60):
        sheet = RuleSheet.from_table("ours", custom_table(Random(seed)))
        assert not re.search(r"None|\bTrue\b|\.[A-Z]|\.\.| [,.;:]|at (?:least|most) (?![0-9])", words(sheet))
        assert "\n\n\n" not in rules(sheet)


def document(sheet: RuleSheet) -> str:
    return f"# {rules(sheet)}"


@pytest.mark.parametrize("name", SHEETS)
def test_every_page_is_in_docs_sheets(name: str) -> None:
    path = DOCS / "sheets" / f"{name}.md"
    if os.environ.get(WRITE):
        path.write_text(document(SHEETS[name]), "utf-8")
    kept = path.read_text("utf-8")
    assert kept == document(SHEETS[name]), "\n".join(
        difflib.unified_diff(kept.splitlines(), document(SHEETS[name]).splitlines(), lineterm="")
    )


def test_there_is_no_page_without_a_sheet() -> None:
    assert {path.stem for path in (DOCS / "sheets").glob("*.md")} == set(SHEETS)


def cell(value: Any) -> str:
    """Return a parameter's value as the table writes it."""
    match value:
        case None | []:
            return "none"
        case bool():
            return "yes" if value else "no"
        case [*numbers] if all(isinstance(number, int) for number in numbers):
            run = [n for n in numbers if [*range(n, n + 4)] == numbers[numbers.index(n) :][:4]]
            if len(numbers) > 4 and run:
                first = numbers.index(run[0])
                assert numbers[first:] == [*range(run[0], numbers[-1] + 1)]
                return ", ".join([*map(str, numbers[:first]), f"{run[0]} to {numbers[-1]}"])
            return ", ".join(map(str, numbers))
        case [*several]:
            return ", ".join(map(str, several)) if isinstance(several[0], str) else "; ".join(map(_row, several))
        case {"points": points, "books": books}:
            return f"points {points}, books {books}"
        case {"S": "AKQJT98765432"}:
            return "A to 2 in each"
        case {"S": "BL2AKQJT9876543"}:
            return f"jokers, 2S, A to 3; without {' '.join(f'2{suit}' for suit in 'CDH' if '2' not in value[suit])}"
        case _:
            return str(value)


def _row(row: list[int]) -> str:
    least, made_each, made_flat, set_each, set_flat = row
    made, missed = (
        f"{flat:+d} flat" if flat else f"{each:+d}" if each else "0"
        for each, flat in ((made_each, made_flat), (set_each, set_flat))
    )
    return f"{least}: {made} / {missed}"


def test_the_sheets_stand_side_by_side() -> None:
    """Every cell of the table is the sheet's own value."""
    told = section(page("rules.md"), "Side by side")
    head = next(line for line in told.splitlines() if line.startswith("| parameter"))
    names = re.findall(r"`([^`]+)`", head)
    table = {line[0].strip("`"): dict(zip(names, line[1:], strict=True)) for line in rows(told)}
    alike = re.search(r"`([\w-]+)` is `([\w-]+)` with (.+?)\.", told)
    assert alike
    own, base, but = alike.groups()
    differs = dict(re.findall(r"`(\w+)` (\w+)", but))
    for parameter, cells in table.items():
        cells[own] = differs.get(parameter, cells[base])
    assert sorted(table) == PARAMETERS and {*names, own} == set(SHEETS)
    for name, sheet in SHEETS.items():
        for parameter, value in sheet.parameters().items():
            assert table[parameter][name] == cell(value), (name, parameter)


ONLY_SOME: dict[str, Callable[[RuleSheet], object]] = {
    "Jokers": lambda sheet: "B" in sheet.suits["S"],
    "One bid for a team": lambda sheet: sheet.bids_by_team,
    "Talk": lambda sheet: sheet.talk,
    "No talk": lambda sheet: sheet.talk is None,
    "Bids that may be changed": lambda sheet: sheet.bid_change,
    "Bids that must add up": lambda sheet: not sheet.bids_by_team and sheet.team_bid != (0, 26),
    "Blind nil": lambda sheet: sheet.blind_nil,
    "Misdeal": lambda sheet: sheet.redeal,
    "Challenge": lambda sheet: sheet.misplay_act == "stand",
}


def test_players_can_read_which_sheets_have_what() -> None:
    told = section(page("players.md"), "What differs between sheets")
    bullets = dict(re.findall(r"^- \*\*(.+?)\*\* \((.+?)\)", told, re.MULTILINE))
    assert set(bullets) == set(ONLY_SOME)
    for what, has in ONLY_SOME.items():
        assert re.findall(r"`([^`]+)`", bullets[what]) == [name for name in sorted(SHEETS) if has(SHEETS[name])], what


def test_writers_of_robots_can_read_which_sheets_have_jokers() -> None:
    sentence = re.search(r"on the\s+referee's own sheets that have them \((.+?)\)", page("robots.md"))
    assert sentence
    assert re.findall(r"`([^`]+)`", sentence[1]) == [
        name for name in sorted(SHEETS) if SHEETS[name].suits["S"].startswith("BL2")
    ]


def test_rules_by_mail_are_those_of_the_game_that_is_played(tmp_path: Path) -> None:
    talk = Talk(tmp_path).starts(f"{STARTER}\nsheet: sigma\ntarget: 333")
    talk.says("ann", "rules")
    own = talk.last("ann").flat
    assert "The rules of sheet sigma*" in own and "333 or more" in own and "350" not in own
    talk.says("ann", "rules sigma")
    assert "350 or more" in talk.last("ann").text


def test_the_custom_sheets_of_the_documents_are_sheets(tmp_path: Path) -> None:
    (example,) = blocks(section(page("operations.md"), "Custom sheets"), "toml")
    tables = tomllib.loads(example)["sheets"]
    sheets = sheets_of(settings(tmp_path, sheets=tables))
    for name, table in tables.items():
        own, base = sheets[name].parameters(), sheets[table["base"]].parameters()
        assert {key for key in own if own[key] != base[key]} == set(table) - {"base"}
        assert f"The rules of sheet {name}" in rules(sheets[name])


ADDED = (
    "- Claim:",
    "- Last trick:",
    "- Plans:",
    "- Leave:",
    "- The Gamesmaster may void",
    "- New deal:",
    "After three times",
)
"""What the game by mail has beyond the source of a sheet, as its rules begin to name it."""


@pytest.mark.parametrize("sheet", SHEETS)
def test_page_and_letter_name_what_the_game_by_mail_adds(tmp_path: Path, sheet: str) -> None:
    talk = Talk(tmp_path)
    talk.says("ann", f"rules {sheet}", answers=None, proven=True)
    for text in (talk.last("ann").flat, " ".join((DOCS / "sheets" / f"{sheet}.md").read_text("utf-8").split())):
        assert [words for words in ADDED if words not in text] == []
        assert ("three misdeals in a row" in text) == (sheet == "sigma")
        assert ("charge a player for it" in text) == (sheet in ("109", "fsu", "sigma"))
