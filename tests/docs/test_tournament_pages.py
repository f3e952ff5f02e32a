"""The pages about tournaments: their story is played by mail, their examples read, their figures are the presets'."""

import re
from collections.abc import Iterator
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from referee.asking.tournaments.announcement import read_tournament, settle
from referee.asking.tournaments.lines import KEPT, ROWS, read_line
from referee.asking.tournaments.settings import LINES, key_of, read_setting
from referee.asking.tournaments.stages import read_stages
from referee.asking.tournaments.titles import Names
from referee.commands.app import main
from referee.spades.sheets import SHEETS
from referee.tournaments.formats import Format, Kind, Stage
from referee.tournaments.presets import PRESETS
from tests.docs.pages import FENCE, blocks, page, rows, section, spans
from tests.docs.test_first_game import flat, mails
from tests.talk import MASTER, address, seed
from tests.tournament_talk import Cup

RUNNING, ENTERING = page("running-a-tournament.md"), page("entering-a-tournament.md")
FORMATS = page("tournaments.md")
STORY = section(RUNNING, "Spring Cup, from the first mail to the last").replace("example.org", "club.test")
STEP = re.compile(
    r"^```text\n(?P<mails>\w+: [\s\S]*?)^```$|^> (?P<quote>.+(?:\n> .+)*)$|^<!-- (?P<happens>[^\n]+) -->$", re.MULTILINE
)


class Named(Cup):
    """A cup in whose mails people have their names, as mail programs write them."""

    def mail(self, who: str, text: str, **more: Any) -> bytes:
        """A mail whose sender is `Ann <ann@club.test>`."""
        mail = super().mail(who, text, **more)
        sender = f"From: {who} <{address(who)}>" if who != MASTER else f"From: {MASTER}"
        return mail.replace(f"From: {address(who)}".encode(), sender.encode(), 1)


def write(cup: Named, who: str, text: str) -> str:
    """One mail of the story; returns its writer as Talk knows them. `yes` answers their last letter, a bid the last
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
    """What a comment of the story says that happens between the mails."""
    if found := re.fullmatch(r"(\d+) (hour|day)s? pass(?:es)?", text):
        cup.passes(**{f"{found[2]}s": int(found[1])})
    elif found := re.fullmatch(r"(.+) win match (\d+)", text):
        match = cup.match(int(found[2]))
        assert found[1] in (match.first, match.second)
        cup.concedes(match.number, match.second if found[1] == match.first else match.first).passes(days=1)
    else:
        known = re.fullmatch(r"(\w+) is known", text)
        assert known, text
        cup.writes(known[1], f"name {known[1]}")


def records(cup: Named, folder: Path) -> list[str]:
    """The records that were attached to the letters of the Gamesmaster, as files: the tournament's first."""
    for letter in cup.to(MASTER):
        for part in letter.message.iter_attachments():
            name = part.get_filename()
            if name and name.endswith(".jsonl"):
                (folder / name).write_text(part.get_content(), "ascii")
    return [str(path) for pattern in ("tournament-*.jsonl", "spades-*.jsonl") for path in sorted(folder.glob(pattern))]


def verified(files: list[str]) -> int:
    """How `referee verify` on these files ends."""
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


KNOWN = Names(("Spring Cup", "Summer Open"), ("The Aces", "Kings", "Queens", "Jacks", "Nines", "Tens"))
LINE_TABLE, ALL_LINES = section(RUNNING, "All lines of an announcement"), section(RUNNING, "All that you can write")
NOW = datetime(2026, 11, 24, 12, 0, tzinfo=UTC)


def shown(text: str) -> Iterator[str]:
    """All code of a page, in its sentences and in its blocks of text."""
    yield from (re.sub(r"\s+", " ", span) for span in re.findall(r"`([^`]+)`", FENCE.sub("", text)))
    yield from (line.strip() for block in blocks(text, "text") for line in block.splitlines())


def asks(line: str) -> bool:
    """Whether a line reads as one that asks something of tournaments."""
    return read_line(line, KNOWN) is not None


def test_every_line_about_tournaments_has_an_example_that_reads() -> None:
    for who, text in (("gamesmaster", ALL_LINES), ("anyone", section(ENTERING, "Looking on")), ("private", ENTERING)):
        read = {type(found) for line in shown(text) if (found := read_line(line, KNOWN))}
        for row in (row for row in ROWS if row.who == who):
            assert type(read_line(row.usage, KNOWN)) in read, row.usage


@pytest.mark.parametrize("text", [RUNNING, ENTERING], ids=["running", "entering"])
def test_all_that_looks_like_such_a_line_reads(text: str) -> None:
    lines = [line for line in shown(text) if _begins(line)]
    assert len(lines) > 10
    assert [line for line in lines if not asks(line)] == []


def _begins(line: str) -> bool:
    return any(row.start.match(line) for row in ROWS) and len(line.split()) > 1 and not KEPT.fullmatch(line)


def announcements() -> list[str]:
    """The announcements of the page, each as a mail."""
    story = next(text for _, text, _ in mails(blocks(STORY, "text")[0]))
    return [story, *blocks(section(RUNNING, "Formats"), "text")]


@pytest.mark.parametrize("text", announcements(), ids=lambda text: text.splitlines()[0])
def test_the_announcements_read_and_fit_together(text: str) -> None:
    first, *lines = text.splitlines()
    asked = read_tournament(first.removeprefix("tournament "), lines)
    settled = settle(asked, formats=PRESETS, sheets=SHEETS, now=NOW)
    assert settled.name == first.removeprefix("tournament ")


def test_the_table_of_lines_is_whole_and_each_reads() -> None:
    lines = [spans(row[0])[0] for row in rows(LINE_TABLE)]
    keys = [key_of(line.partition(":")[0]) for line in lines]
    assert sorted(map(str, keys)) == sorted(LINES)
    for key, line in zip(keys, lines, strict=True):
        assert key is not None
        assert read_setting(key, line.partition(": ")[2]), line


def test_what_is_said_of_a_stage_reads() -> None:
    told = flat(section(RUNNING, "Formats")).split("What can be said of", 1)[1].split("An elimination comes last")[0]
    for said in spans(told):
        kind = next(one for one in Kind if _fits(one, said))
        assert read_stages(f"{kind}, {said}") != (Stage(kind=kind),) or said == "all at once", said


def _fits(kind: Kind, said: str) -> bool:
    words = {"third": Kind.SINGLE, "reset": Kind.DOUBLE, "final": Kind.SINGLE, "best": Kind.SINGLE}
    return kind is next((one for word, one in words.items() if word in said), Kind.LEAGUE)


def figure(preset: Format, key: str) -> str:
    """A parameter of a format as the page writes it."""
    match key:
        case "teams":
            return f"{preset.least} to {preset.most}"
        case "team_rule":
            return f"one of each: {', '.join(preset.classes)}" if preset.classes else "none"
        case "rating":
            return "none" if preset.rating is None else f"{float(preset.rating):.1f}"
    value = getattr(preset, key)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, timedelta):
        return f"{value.days} days" if value.days > 1 else f"{int(value.total_seconds() // 3600)} hours"
    return str(value) if value not in (None, ()) else "none"


def test_the_figures_of_the_formats_are_those_of_the_presets() -> None:
    table = section(FORMATS, "The four formats")
    figures = {spans(row[0])[0]: row[1:] for row in rows(table) if len(row) == 5}
    assert len(figures) == 14
    for key, told in figures.items():
        field = str(key_of(key))
        if field == "stages":
            read = [read_stages(words.strip()) for words in told]
            assert read == [preset.stages for preset in PRESETS.values()]
        else:
            assert [words.strip() for words in told] == [figure(preset, field) for preset in PRESETS.values()], key
    unset = {field.name for field in fields(Format)} - {"name", "least", "most", "classes"} - set(map(key_of, figures))
    for preset in PRESETS.values():
        assert all(getattr(preset, name) == getattr(Format(name="", stages=()), name) for name in unset), preset.name


def test_every_preset_has_its_source() -> None:
    told = {spans(row[0])[0]: row for row in rows(section(FORMATS, "The four formats")) if len(row) == 3}
    assert set(told) == set(PRESETS)
    assert all("**(ours)**" in row[2] and "(ours)" not in row[1] for row in told.values())
