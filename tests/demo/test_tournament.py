"""The demo's tournament: what is announced, entered and rated, what is shown of it, whole events, and clean ends."""

import asyncio
import io
import json
import re
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.message import Message
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console

from referee.asking.commands import Command
from referee.asking.grammar import read_commands
from referee.asking.tournaments import commands as ask
from referee.asking.tournaments.announcement_lines import settle
from referee.asking.tournaments.titles import NO_NAMES, Names
from referee.commands.demo import demo as command
from referee.config import ConfigError
from referee.demo import tournament
from referee.demo.entrants import TEAMS, Entrant, Organiser, pairs
from referee.demo.mail_player import MailPlayer, Robot
from referee.demo.tournament import NAME, DemoTournament, announcement, check_event, run_tournament, story
from referee.games import ALL_SHEETS
from referee.running import logs
from referee.tournaments.presets import PRESETS
from tests.tournaments.played import drawn
from tests.wire.scripted import within

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)


class Writer(MailPlayer):
    """Somebody whose replies are only noted."""

    def __init__(self) -> None:
        self.name, self.replies = None, list[str]()

    async def reply(self, to: Message, text: str) -> None:
        self.replies.append(text)


def letter(event: str, text: str = "", **headers: str) -> Message:
    message = Message()
    message["Spades-Event"] = event
    for name, value in headers.items():
        message[f"Spades-{name}"] = value
    message.set_payload(text)
    return message


def replies(part: Entrant | Organiser, *letters: Message) -> list[str]:
    writer = Writer()

    async def read() -> None:
        for one in letters:
            await part(writer, one)

    asyncio.run(read())
    return writer.replies


def read(text: str, known: Names = NO_NAMES) -> list[Command]:
    return [one.command for one in read_commands(text, names=known).asked]


@pytest.mark.parametrize("format", sorted(PRESETS))
def test_what_the_gamesmaster_writes_is_the_preset_with_short_times(format: str) -> None:
    event = DemoTournament(format=format, target=70)
    (asked,) = read(announcement(event))
    assert isinstance(asked, ask.Announce)
    found = settle(asked, sheets=ALL_SHEETS, now=NOW)
    preset = PRESETS[format]
    assert found.name == NAME and found.format.least == event.size and found.format.most == preset.most
    assert found.sign_up_until is not None and found.sign_up_until - NOW < timedelta(minutes=1)
    assert found.format.draw_after < timedelta(minutes=1)
    assert [stage.kind for stage in found.format.stages] == [stage.kind for stage in preset.stages]
    assert all(stage.every is None or stage.every < timedelta(minutes=1) for stage in found.format.stages)
    assert found.format.target == 70 and found.format.sheets == preset.sheets
    kept = ("rating", "classes", "protest", "late_entries", "standing", "reneges")
    assert all(getattr(found.format, name) == getattr(preset, name) for name in kept)


def test_wrong_events() -> None:
    for format, teams, why in (
        ("chess", None, "there is no format chess"),
        ("usag", 9, "2 to 8"),
        ("fsu", 3, "4 to 16"),
    ):
        with pytest.raises(ConfigError, match=why):
            check_event(DemoTournament(format=format, teams=teams))
    for format in tournament.TEAMS:
        check_event(DemoTournament(format=format))
    check_event(DemoTournament(format="sigma-dominoes", game="dominoes"))
    with pytest.raises(ConfigError, match="usag is a tournament of spades"):
        check_event(DemoTournament(format="usag", game="dominoes"))


def test_a_player_sends_one_salt_when_asked_for_it() -> None:
    news, asked = letter("entry", "The Aces are in.\n"), letter("entry", "The last counts.\n\n    salt any words\n")
    found = replies(Entrant(Random(1), Robot()), news, asked, asked)
    assert [bool(re.fullmatch(r"salt [0-9a-f]{16}", line)) for line in found] == [True]
    assert found == replies(Entrant(Random(1), Robot()), asked) != replies(Entrant(Random(2), Robot()), asked)


def test_the_gamesmaster_rates_both_teams_of_a_match_and_one_of_them_all_is_rude() -> None:
    organiser = Organiser(pairs(4), Random(3), rates=True)
    seats = "1=Ann; 2=Carol; 3=Bob; 4=Dave", "1=Eve; 2=Gil; 3=Finn; 4=Hana"
    start = [letter("start", Game=str(7 + n), Match=str(1 + n), Seats=seats[n]) for n in (0, 1)]
    over = [letter("result", Game=str(7 + n), Seats=seats[n]) for n in (0, 1)]
    lines = "\n".join(replies(organiser, letter("announced"), *start, *over, over[0])).split("\n")
    known = Names((NAME,), TEAMS)
    rated = [one for line in lines for one in read(line, known)]
    assert [(one.team, one.match) for one in rated if isinstance(one, ask.Rate)] == [
        *(("The Aces", 1), ("Long Suits", 1)),
        *(("Sandbaggers", 2), ("High Trumps", 2)),
    ]
    assert sum(one.rating < 3 for one in rated if isinstance(one, ask.Rate)) == 1
    assert replies(Organiser(pairs(4), Random(3), rates=False), letter("announced"), *start, *over) == []


def test_the_gamesmaster_gives_more_time_if_too_few_have_entered() -> None:
    asked = letter("reply", "It has 3 teams.\n\n    extend sign-up by 7 days\n    cancel Demo Cup because ...\n")
    found = replies(
        Organiser(pairs(4), Random(3), rates=False), letter("announced"), asked, letter("reply", "Nothing.\n")
    )
    assert [type(one) for line in found for one in read(line, Names((NAME,)))] == [ask.ExtendSignUp]


def test_a_refused_announcement_ends_the_demo_with_the_reason() -> None:
    with pytest.raises(ValueError, match="too many"):
        replies(Organiser(pairs(4), Random(3), rates=False), letter("error", "9 teams are too many"))


@pytest.mark.parametrize("format", sorted(PRESETS))
def test_every_match_is_told_of_once(format: str) -> None:
    played, told = drawn(PRESETS[format], 6, Random(5)), list[str]()
    while played.t.phase != "over":
        played.step()
        told += [line for line in story(played.t) if line not in told]
    assert [line.startswith("Match ") for line in told].count(True) == len(played.t.outcomes)
    for number, outcome in played.t.outcomes.items():
        (line,) = (line for line in told if line.startswith(f"Match {number}:"))
        assert f" {outcome.winner} beat " in line


class Demo:
    """One tournament in this process, and what it printed."""

    def __init__(self, event: DemoTournament) -> None:
        assert event.keep is not None
        self.event, self.folder = event, event.keep
        self.console = Console(file=io.StringIO(), width=60)
        self.stop = asyncio.Event()

    @property
    def printed(self) -> str:
        assert isinstance(self.console.file, io.StringIO)
        return self.console.file.getvalue()

    def play(self, until: Callable[["Demo"], object] = lambda demo: False, seconds: float = 120) -> int:
        """Run it until it ends, or stop it once `until` holds; return its exit code."""

        async def run() -> int:
            async with within(seconds):
                task = asyncio.create_task(run_tournament(self.event, self.console, self.stop))
                while not task.done():
                    await asyncio.wait({task}, timeout=0.1)
                    if until(self):
                        self.stop.set()
                return await task

        return asyncio.run(run())


@pytest.fixture
def in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    second = timedelta(seconds=1)
    for name in ("SIGN_UP", "FOR_A_TEAM", "SALTS", "ROUND_EVERY"):
        monkeypatch.setattr(tournament, name, second)


@pytest.mark.parametrize(("format", "usual"), [("usag", 300), ("sigma-dominoes", 150)])
def test_a_small_tournament_from_the_announcement_to_the_places(
    tmp_path: Path, in_a_hurry: None, format: str, usual: int
) -> None:
    demo = Demo(DemoTournament(format=format, teams=2, target=1, keep=tmp_path / "kept"))
    assert demo.play() == 0
    holds_together(demo, 2)
    assert f"Matches end at 1 points and not at {usual}" in demo.printed
    assert "The Aces are in: Ann and Bob." in demo.printed
    assert re.search(r"Match 1: (The Aces|Long Suits) beat (The Aces|Long Suits), -?\d+ to -?\d+\.", demo.printed)


def holds_together(demo: Demo, teams: int) -> None:
    """Check what was printed last: all places, how much mail, and records that are right."""
    record = [json.loads(line) for line in (demo.folder / "records" / "tournament-1.jsonl").read_text().splitlines()]
    (places,) = record[-1]["places"]
    named = [team for place in places["teams"] for team in place]
    assert len(named) == teams and f"{NAME}, tournament 1: over\n" in demo.printed
    assert f"Places\n  1st  {named[0]}\n" in demo.printed
    assert all(f"  {team}" in demo.printed for team in named)
    assert re.search(r"The referee read \d+ mails and sent \d+ in \d+ seconds", demo.printed)
    records = demo.folder / "records"
    assert f"Check it: {sys.executable} -m referee verify {records}/*.jsonl\n" in demo.printed
    files = map(str, records.glob("*.jsonl"))
    done = subprocess.run([sys.executable, "-m", "referee", "verify", *files], capture_output=True, check=False)
    assert done.returncode == 0, done
    pairings = sum(line["e"] == "pairing" for line in record)
    played = "dominoes" if demo.event.format == "sigma-dominoes" else "spades"
    assert {file.name for file in records.iterdir()} == {
        "tournament-1.jsonl",
        *(f"{played}-{number}.jsonl" for number in range(1, pairings + 1)),
    }


def test_an_end_on_request(tmp_path: Path, in_a_hurry: None) -> None:
    demo = Demo(DemoTournament(format="sigma", teams=2, target=1, keep=tmp_path / "kept"))
    assert demo.play(until=lambda demo: "are in:" in demo.printed) == 1
    assert f"{NAME} did not end." in demo.printed and "Look: " in demo.printed
    assert "Check it" not in demo.printed


@pytest.mark.parametrize(
    ("flags", "why"),
    [
        ({"tournament": "usag", "sheet": "fsu"}, "--sheet, --timeouts and --seat do not go with --tournament"),
        ({"tournament": "usag", "seat": "Zoe"}, "do not go with --tournament"),
        ({"teams": 3}, "name its format"),
        ({"game": "chess"}, "there is no game chess; use one of spades, dominoes"),
        ({"game": "dominoes", "sheet": "fsu"}, "fsu is no sheet of dominoes; use one of sigma-dominoes"),
        ({"sheet": "sigma-dominoes"}, "sigma-dominoes is no sheet of spades"),
    ],
)
def test_flags_that_do_not_go_together(
    flags: dict[str, Any], why: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(logs, "set_up", lambda quiet: None)
    with pytest.raises(SystemExit) as ended:
        command(**flags)
    assert ended.value.code == 2 and why in capsys.readouterr().err


@pytest.mark.long
@pytest.mark.parametrize("format", sorted(PRESETS))
def test_a_whole_tournament(tmp_path: Path, format: str) -> None:
    demo = Demo(DemoTournament(format=format, teams=5, target=20, plans=format == "usag", keep=tmp_path / "kept"))
    assert demo.play(seconds=900) == 0
    holds_together(demo, 5)
