"""The pages about tournaments: their story is played by mail, their examples read, their figures are the presets',
their list of lines is that of the program, and a second program makes their vector."""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from referee.asking.command_table import COMMANDS
from referee.asking.tournaments.announcement_lines import read_tournament, settle
from referee.asking.tournaments.lines import ROWS, read_line
from referee.asking.tournaments.setting_lines import LINES, key_of, read_setting, spelt
from referee.asking.tournaments.titles import Names
from referee.commands.app import main
from referee.spades.sheets import SHEETS
from referee.tournaments import brackets, presets
from referee.tournaments.audit.lines import IN_DIVISION, SHAPES
from referee.tournaments.audit.walk import ACTS
from referee.tournaments.formats import FIGURES, FOR_THE_BEST, Format, Stage
from referee.tournaments.matches import berger
from referee.tournaments.presets import PRESETS
from referee.tournaments.record_lines import VERSION
from tests.docs.pages import FENCE, SPAN, blocks, page, rows, section, spans
from tests.docs.test_first_game import flat, mails
from tests.talk import MASTER, address, seed
from tests.tournament_talk import Cup
from tests.tournaments import slow_draw, slow_shapes

PAGE = page("tournaments.md")
HOLD, ENTER, LAW = (section(PAGE, part) for part in ("Hold one", "Enter one", "The law"))
STORY = section(HOLD, "Spring Cup, from the first mail to the last").replace("example.org", "club.test")
STEP = re.compile(
    r"^```text\n(?P<mails>\w+: [\s\S]*?)^```$|^> (?P<quote>.+(?:\n> .+)*)$|^<!-- (?P<happens>[^\n]+) -->$", re.MULTILINE
)


class Named(Cup):
    """A cup in whose mails people have their names, as mail programs write them."""

    def mail(self, who: str, text: str, **more: Any) -> bytes:
        """Return a mail whose sender is `Ann <ann@club.test>`."""
        mail = super().mail(who, text, **more)
        sender = f"From: {who} <{address(who)}>" if who != MASTER else f"From: {MASTER}"
        return mail.replace(f"From: {address(who)}".encode(), sender.encode(), 1)


def write(cup: Named, who: str, text: str) -> str:
    """Send one mail of the story; return its writer as Talk knows them. `yes` answers their last letter, a bid the last
    one about a game; `Subject:` above a mail is its subject."""
    found = re.match(r"Subject: (.+)\n", text)
    subject, said = ({"subject": found[1]}, text[found.end() :]) if found else ({}, text)
    if who == "Gamesmaster":
        cup.gm(said, **subject)
        return MASTER
    if said == "yes" or said.startswith("bid"):
        about = [one for one in cup.to(who) if said == "yes" or "turn" in one.events]
        cup.says(who, said, answers=about[-1])
    else:
        cup.writes(who, said, **subject)
    return who


def happen(cup: Named, text: str) -> None:
    """Have that happen which a comment of the story says happens between the mails."""
    if found := re.fullmatch(r"(\d+) (hour|day)s? pass(?:es)?", text):
        cup.passes(**{f"{found[2]}s": int(found[1])})
    elif found := re.fullmatch(r"(.+) win match (\d+)", text):
        match = cup.match(int(found[2]))
        assert found[1] in (match.first, match.second)
        cup.concedes(match.number, match.second if found[1] == match.first else match.first).passes(days=1)
    else:
        known = re.fullmatch(r"(\w+) is known", text)
        assert known, text
        cup.knows(known[1])


def records(cup: Named, folder: Path) -> list[str]:
    """Return the records that were attached to the letters of the Gamesmaster, as files: the tournament's first."""
    for letter in cup.to(MASTER):
        for part in letter.message.iter_attachments():
            name = part.get_filename()
            if name and name.endswith(".jsonl"):
                (folder / name).write_text(part.get_content(), "ascii")
    return [str(path) for pattern in ("tournament-*.jsonl", "spades-*.jsonl") for path in sorted(folder.glob(pattern))]


def verified(files: list[str]) -> int:
    """Run `referee verify` on these files, and return how it ends."""
    with pytest.MonkeyPatch.context() as typed, pytest.raises(SystemExit) as ended:
        typed.setattr("sys.argv", ["referee", "verify", *files])
        main()
    assert isinstance(ended.value.code, int)
    return ended.value.code


def test_the_story_is_played_as_it_is_told(tmp_path: Path) -> None:
    cup = Named(tmp_path, seeds=(seed(1), seed(8)))
    since = quotes = 0
    for step in STEP.finditer(STORY):
        if step["mails"]:
            since = len(cup.letters)
            for who, text, outcome in mails(step["mails"]):
                writer = write(cup, who, text)
                cup.passes()
                assert outcome in flat(cup.last(writer).text), (text, cup.last(writer).text)
        elif step["quote"]:
            assert any(flat(step["quote"]) in flat(letter.text) for letter in cup.since(since)), step["quote"]
            quotes += 1
        elif not step["happens"].startswith("The tests "):
            happen(cup, step["happens"])
    assert cup.cup().phase == "over" and quotes > 20
    files = records(cup, tmp_path)
    assert len(files) > len(cup.cup().games)
    assert verified(files) == 0


KNOWN = Names(
    ("Spring Cup", "Summer Open", "Sigma Cup"),
    ("The Aces", "Kings", "Queens", "Jacks", "Nines", "Tens"),
    ("Sigma Cup",),
)
ALL_LINES = section(HOLD, "All lines of an announcement")
NOW = datetime(2026, 11, 24, 12, 0, tzinfo=UTC)


def shown(text: str) -> Iterator[str]:
    """Yield all code of a page, in its sentences and in its blocks of text, but for lines cut short by an ellipsis."""
    spoken = (re.sub(r"\s+", " ", span) for span in re.findall(r"`([^`]+)`", FENCE.sub("", text)))
    yield from (line for line in spoken if not line.endswith("…"))
    yield from (line.strip() for block in blocks(text, "text") for line in block.splitlines())


def asks(line: str) -> bool:
    """Tell if a line reads as one that asks something of tournaments."""
    return read_line(line, KNOWN) is not None


def test_every_line_about_tournaments_has_an_example_that_reads() -> None:
    story = [text for block in blocks(STORY, "text") for _, text, _ in mails(block)]
    for who, lines in (("gamesmaster", [*shown(HOLD), *story]), ("anyone", shown(ENTER)), ("private", shown(ENTER))):
        read = {type(found) for line in lines if (found := read_line(line, KNOWN))}
        for row in (row for row in ROWS if row.who == who):
            assert type(read_line(row.usage, KNOWN)) in read, row.usage


@pytest.mark.parametrize("text", [HOLD, ENTER], ids=["hold", "enter"])
def test_all_that_looks_like_such_a_line_reads(text: str) -> None:
    lines = [line for line in shown(text) if _begins(line)]
    assert len(lines) > 10
    assert [line for line in lines if not asks(line)] == []


def _begins(line: str) -> bool:
    kept = any(row.match(line) for row in COMMANDS)
    return any(row.start.match(line) for row in ROWS) and len(line.split()) > 1 and not kept


def announcements() -> list[str]:
    """Return the announcements of the page, each as a mail."""
    story = next(text for _, text, _ in mails(blocks(STORY, "text")[0]))
    return [story, *blocks(ALL_LINES, "text")]


@pytest.mark.parametrize("text", announcements(), ids=lambda text: text.splitlines()[0])
def test_the_announcements_read_and_fit_together(text: str) -> None:
    first, *lines = text.splitlines()
    asked = read_tournament(first.removeprefix("tournament "), lines)
    settled = settle(asked, sheets=SHEETS, now=NOW)
    assert settled.name == first.removeprefix("tournament ")


def lines_by_key() -> dict[str, str]:
    """Return the lines of an announcement by their keys: those of its table, and the terms of games below it."""
    (terms,) = re.findall(r"(`time limit: (?:.|\n)*?) are the\s+\[terms of each game\]", ALL_LINES)
    every = [spans(row[0])[0] for row in rows(ALL_LINES)] + spans(terms)
    return {str(key_of(line.partition(":")[0])): line for line in every}


def test_the_lines_of_an_announcement_are_whole_and_each_reads() -> None:
    assert sorted(lines_by_key()) == sorted(LINES)
    for key, line in lines_by_key().items():
        assert read_setting(key, line.partition(": ")[2]), line


def figure(preset: Format, key: str) -> str | None:
    """Return a figure of a format as the page writes it; None if its stages have none."""
    match key:
        case "teams":
            return f"{preset.least} to {preset.most}"
        case "team_rule":
            return f"one of each: {', '.join(preset.classes)}" if preset.classes else "none"
        case "forfeit_after":
            return f"{preset.forfeit_both} silences of both"
        case "rating":
            return "none" if preset.rating is None else f"{float(preset.rating):.1f}"
        case "bracket" | "play_offs":
            first, *later = preset.stages
            return f"best {later[0].best}" if FOR_THE_BEST.get(first.kind) == spelt(key) and later else None
    (field,) = read_setting(key, lines_by_key()[key].partition(": ")[2])
    if field not in FIGURES:
        return written(getattr(preset, field))
    own = [stage for stage in preset.stages if stage.kind in FIGURES[field]]
    return written(getattr(own[0], field)) if own else None


def written(value: object) -> str:
    """Return a value as the page writes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, timedelta):
        return f"{value.days} days" if value.days > 1 else f"{int(value.total_seconds() // 3600)} hours"
    return str(value) if value not in (None, ()) else "none"


def told(cell: str) -> dict[str, str]:
    """Return the figure of each format that a cell names: `3 in `pride`; none`, whose last part is that of all
    others."""
    found: dict[str, str] = {}
    for part in cell.split("; "):
        value, _, names = part.partition(" in ")
        found |= dict.fromkeys(SPAN.findall(names) if names else PRESETS.keys() - found, value)
    return found


WHEN = {"format", "sign_up_until", "begins"}
"""The lines that no format has."""


def test_the_figures_of_the_formats_are_those_of_the_presets() -> None:
    table = {str(key_of(spans(row[0])[0].partition(":")[0])): row[2] for row in rows(ALL_LINES)}
    for key in table.keys() - WHEN - {"sheet", "target"}:
        figures = {name: figure(preset, key) for name, preset in PRESETS.items()}
        given = {name: value for name, value in told(table[key]).items() if figures[name] is not None}
        assert given == {name: value for name, value in figures.items() if value is not None}, key
        if " in " in table[key]:
            assert set(told(table[key])) == {name for name, value in figures.items() if value is not None}, key
    assert table["sheet"] == "the one of the same name" and all(one.sheet == name for name, one in PRESETS.items())
    for preset in PRESETS.values():
        assert preset.target is None and "those of the sheet" in table["target"]
        assert (preset.time_limit, preset.last_trick, preset.leave, preset.weekends) == (None,) * 4


def test_the_formats_meet_as_the_page_says() -> None:
    meets = dict(re.findall(r"^- `([\w-]+)`: ([^.\n]+)\.", section(HOLD, "Choose a format"), re.MULTILINE))
    assert meets == {name: ", then ".join(one.kind for one in preset.stages) for name, preset in PRESETS.items()}


def test_every_preset_has_its_source() -> None:
    sources = {row[0] for row in rows(presets.__doc__ or "")}
    assert sources == set(PRESETS) and sources <= set(spans(LAW.partition("\n### ")[0]))


SEED = bytes(range(32)).hex()
ROOT = bytes(range(32, 64)).hex()
FOLLOWS = {"announced", "commitments", "draw", "stage", "stage back", "standings", "end"}
"""The kinds of line that are nobody's act."""


def test_every_kind_of_line_is_there_with_its_keys() -> None:
    told = section(PAGE, "The record")
    lines = re.findall(r"^\| `([a-z ]+)`(?: \((.+?)\))?", told, re.MULTILINE)
    keys = {kind: set(SPAN.findall(found)) for kind, found in lines} | {"resume": set()}
    assert keys == {kind: set(shape) for kind, shape in SHAPES.items()} and "`pause`, `resume`" in told
    assert set(SHAPES) == FOLLOWS | set(ACTS) and f"`{VERSION}`" in told
    named = set(SPAN.findall(told[told.index("The **format**") : told.index("#### Its lines")]))
    assert {one.name for of in (Format, Stage) for one in fields(of)} <= named
    sentence = re.search(r"With divisions (.*) also have", PAGE, re.DOTALL)
    assert sentence is not None and set(SPAN.findall(sentence[1])) == set(IN_DIVISION)


def test_partners_to_compare() -> None:
    text = section(PAGE, "Partners to compare")
    (told,), (closed,) = blocks(text, "text"), (block.strip() for block in blocks(text, "json"))
    players = [(one["name"], one["division"]) for one in json.loads(closed)["teams"]]
    assert slow_draw.alone(players) == closed
    key = slow_draw.key_of(3, SEED, closed, [["correct-horse"], *[[""]] * 6, ["7"]])
    drawn = slow_draw.partners_of(key, closed, ("collegiate", "alumni"))
    teams = slow_draw.closed(drawn, [])
    assert dict(re.split(r"  +", line) for line in told.strip().splitlines()) == {
        "roster": slow_draw.sha(closed),
        "key": key.hex(),
        "teams": ", ".join(name for name, _, _ in drawn),
        "order": ", ".join(slow_draw.order_of(key, teams)),
        "lots": ", ".join(slow_draw.lots_of(key, teams)),
        "match 1": ", ".join(slow_draw.seats_of(key, teams, 1, 1, "Eve + Finn", "Carol + Hana")),
        "match 2": ", ".join(slow_draw.seats_of(key, teams, 2, 1, "Ann + Dave", "Gil + Bob")),
    }


def test_the_shapes_are_those_of_the_page() -> None:
    """Its rules, written a second time, give its vectors and, for every number of teams, the referee's shapes."""
    law = section(PAGE, "Places and matches")
    orders = {int(row[0]): row[1].split(", ") for row in rows(law)}
    (told,) = blocks(section(PAGE, "Shapes to compare"), "text")
    for line in told.strip().splitlines():
        kind, teams, shape = re.fullmatch(r"(\w+) (\d+): (.*)", line).groups()  # type: ignore[union-attr]
        slow: dict[str, Callable[[int], str]] = {
            "berger": lambda n: " | ".join(map(" ".join, slow_shapes.berger(n))),
            "single": lambda n: ", ".join(slow_shapes.single(n, True)),
            "double": lambda n: ", ".join(slow_shapes.double(n, True, orders)),
        }
        assert slow[kind](int(teams)) == shape, line
    for n in range(2, 65):
        assert [[f"{one}-{other}" for one, other in each] for each in berger(n)] == slow_shapes.berger(n)
        for yes in (True, False):
            assert shape_of(brackets.single(n, yes)) == slow_shapes.single(n, yes)
            assert shape_of(brackets.double(n, yes)) == slow_shapes.double(n, yes, orders)


def shape_of(nodes: Iterable[brackets.Node]) -> list[str]:
    def written(side: brackets.Source) -> str:
        match side:
            case brackets.Seed(place):
                return str(place)
            case brackets.WinnerOf(node):
                return f"W{node}"
        return f"L{side.node}"

    return [f"{written(node.first)}-{written(node.second)}" for node in nodes]


def test_the_vector_is_right() -> None:
    text = section(PAGE, "A draw to compare")
    (told,), (closed,) = blocks(text, "text"), (block.strip() for block in blocks(text, "json"))
    teams: slow_draw.Teams = [(one["name"], *one["players"]) for one in json.loads(closed)["teams"]]
    assert slow_draw.closed(teams, json.loads(closed)["seeded"]) == closed
    salts = [["", ""] for _ in teams]
    salts[0][0], salts[-1][1] = "correct-horse", "twowords7"
    key = slow_draw.key_of(3, SEED, closed, salts)
    assert dict(re.split(r"  +", line) for line in told.strip().splitlines()) == {
        "commit": slow_draw.sha("spades-draw-commit-v1", "tournament:3", f"seed:{SEED}"),
        "roster": slow_draw.sha(closed),
        "key": key.hex(),
        "order": ", ".join(slow_draw.order_of(key, closed)),
        "lots": ", ".join(slow_draw.lots_of(key, closed)),
        "match 1": ", ".join(slow_draw.seats_of(key, closed, 1, 1, "The Aces", "Jacks")),
        "match 2": ", ".join(slow_draw.seats_of(key, closed, 2, 1, "Kings", "Tens")),
        "root": slow_draw.sha("spades-root-commit-v1", "tournament:3", f"root:{ROOT}"),
        "first": slow_draw.first_seed_of(ROOT, 3, 7, 1, 1),
    }
