"""docs/CONTRIBUTING.md leads to every module and to nothing else, and describes the house as it is."""

import re
from collections.abc import Iterator

import pytest

from benchmarks import size
from tests.docs.pages import SPAN, TOP, blocks, page, rows, section
from tests.faults.runs import NAMES
from tests.house import BELOW

GUIDE = page("CONTRIBUTING.md")
WHERE = section(GUIDE, "Where to change what")
ADD = section(GUIDE, "To add something")


def places(text: str) -> Iterator[str]:
    """Yield the files and folders that the last cells of a text's tables name."""
    for row in rows(text):
        yield from (span for span in SPAN.findall(row[-1]) if "/" in span and " " not in span)


def test_every_module_is_named_itself_or_by_its_folder() -> None:
    named = set(places(WHERE))
    modules = [path for path in (TOP / "referee").rglob("*.py") if not path.name.startswith("__")]
    assert len(modules) > 100
    lost = [
        str(inside)
        for inside in (path.relative_to(TOP) for path in modules)
        if str(inside) not in named and f"{inside.parent}/" not in named
    ]
    assert not lost


def test_every_place_exists_and_folders_end_with_a_slash() -> None:
    found = list(places(GUIDE))
    assert len(found) > 60
    for place in found:
        assert (TOP / place).is_dir() if place.endswith("/") else (TOP / place).is_file(), place


def test_the_path_of_a_mail_leads_through_places_that_exist() -> None:
    (calls,) = blocks(section(GUIDE, "One mail, as calls"), "text")
    named = re.findall(r"[\w/]*/[\w.]*", calls)
    assert len(named) > 15
    assert not [place for place in named if not ((TOP / "referee" / place).exists() or (TOP / place).exists())]
    assert {"spades/law/decide.py", "dominoes/law.py"} <= {*named}


def test_a_newcomer_finds_an_answer_to_each_question() -> None:
    """For each question of a newcomer one row begins with these words, or holds them, and leads to the place."""
    asked = {
        "a command": "referee/desk/requests/handlers.py",
        "a ruling of the Gamesmaster": "referee/desk/table/rulings.py",
        "an event of the game": "referee/spades/fold.py",
        "a line of the public record": "referee/spades/record_lines.py",
        "a term of a game": "referee/table/terms.py",
        "a letter": "referee/telling/letter_kinds.py",
        "a header of letters": "referee/telling/letter_headers.py",
        "a refusal": "templates/refusals.txt",
        "a page of the site": "referee/site/pages.py",
        "a setting": "templates/referee.toml",
        "a column or table": "referee/store/tables.py",
        "a tournament format": "referee/tournaments/presets.py",
        "reply token lives": "referee/desk/sender/reply_addresses.py",
        "time of the reminder": "referee/desk/clock/deadlines.py",
        "spelling of a card": "referee/asking/cards.py",
        "how a plan is written": "referee/asking/plans.py",
        "what a plan says,": "referee/spades/plans.py",
        "what a claim proves": "referee/spades/law/claims.py",
        "drawing of a bracket": "referee/telling/tournaments/placement.py",
        "who takes a trick": "referee/spades/law/moves.py",
        "which tiles": "referee/dominoes/line.py",
        "a round of dominoes score": "referee/dominoes/law.py",
        "a parameter of sheets": "referee/dominoes/sheets.py",
    }
    told = {row[0]: SPAN.findall(row[-1]) for row in rows(ADD + WHERE)}
    for question, place in asked.items():
        exact = told.get(question)
        (answer,) = [exact] if exact else [found for what, found in told.items() if question in what]
        assert place in answer, question


BESIDE = {"site": {"telling"}}
"""The names that the page has for it beside the line."""


def test_the_map_is_that_of_the_house() -> None:
    """Each room of the line sees everything to its right, and nothing to its left or beside it."""
    (line,) = [block for block in blocks(section(GUIDE, "The house"), "text") if ">" in block]
    floors = [[room.strip() for room in floor.split(",")] for floor in line.split(">")]
    rooms = {room for floor in floors for room in floor}
    # the program's commands open the demo, and its robots use what a command opens
    beside = [{*floors[0]}, *({room} for floor in floors[1:] for room in floor)]
    for height, floor in enumerate(floors):
        for room in floor:
            own = next(same for same in beside if room in same)
            below = {lower for lowers in floors[height + 1 :] for lower in lowers}
            assert BELOW[room] & rooms - own == below | BESIDE.get(room, set()), room
    folders = {room for room in BELOW if (TOP / "referee" / room).is_dir()}
    assert rooms | {"records", "table", "spades", "dominoes"} == folders | {"handle", "timed"}


def test_every_room_is_on_the_map() -> None:
    told = {SPAN.findall(row[0])[0] for row in rows(section(GUIDE, "The house"))}
    there = {f"referee/{path.name}/" for path in (TOP / "referee").iterdir() if (path / "__init__.py").is_file()}
    assert told == there | {"referee/handle.py", "referee/timed.py"}


def test_every_folder_of_tests_and_every_benchmark_is_named() -> None:
    told = section(GUIDE, "The tests")
    folders = {
        f"tests/{path.name}/" for path in (TOP / "tests").iterdir() if path.is_dir() and path.name[0] not in "._"
    }
    assert {span for row in rows(told) for span in SPAN.findall(row[0]) if span.startswith("tests/")} == folders
    programs = {f"benchmarks.{path.stem}" for path in (TOP / "benchmarks").glob("[!_]*.py")}
    assert set(re.findall(r"python -m (benchmarks\.\w+)", told)) == programs


def test_every_fault_run_is_named_and_no_other() -> None:
    (told,) = [row[1] for row in rows(section(GUIDE, "The tests")) if row[0] == "fault runs, long"]
    assert [span for span in SPAN.findall(told) if re.fullmatch(r"\w+", span)] == [*NAMES]


def test_the_ways_to_run_tests_exist() -> None:
    told = " ".join(span for row in rows(section(GUIDE, "The tests")) for span in SPAN.findall(row[-1]))
    sources = "".join(path.read_text("utf-8") for path in (TOP / "tests").rglob("*.py") if path.name != __file__)
    for variable in set(re.findall(r"REFEREE_[A-Z_]+", told)):
        assert f'"{variable}"' in sources, variable
    markers = set(re.findall(r"-m (\w+)", re.sub(r"python -m \S+", "", told)))
    assert markers == {"servers", "long"}
    for place in re.findall(r"tests/[\w./]+", told):
        assert (TOP / place).exists(), place


def test_the_size_is_told_as_the_program_prints_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page has a line for each that is printed, with the same words; figures are set when much has changed."""
    monkeypatch.setattr("sys.argv", ["size"])
    size.main()
    (told,) = blocks(section(GUIDE, "Size"), "text")
    assert [words(line) for line in told.splitlines()] == [words(line) for line in capsys.readouterr().out.splitlines()]


def words(line: str) -> str:
    """Return a line without its figures."""
    return re.sub(r"[\d,]+\b", "N", line)
