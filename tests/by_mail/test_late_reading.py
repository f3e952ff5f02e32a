"""Mail that is read late: whatever it asks counts as of the moment when it arrived."""

import re
from collections.abc import Callable
from dataclasses import fields
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from referee.asking import commands as ask
from referee.asking.command_table import EVERY
from referee.asking.grammar import read_commands
from referee.store import clocks, marks, people, proposals, tournaments
from referee.store.tournaments import TournamentRow
from tests.by_mail.cup import cup, match_of
from tests.talk import MASTER, STARTER, Talk, address

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
DAVE = address("dave")
TIME = re.compile(r"\.(?:Day|Moment)\b|timedelta")
INSTANTS = ("sign_up_until", "closes_at", "draw_at", "begins_at")
OPEN = "tournament Cup\nformat: usag\nsheet: 109\nteams: 2 to 4"


def game(folder: Path) -> Talk:
    return Talk(folder).starts(f"{STARTER}\nsheet: standard\ntime limit: 2 days")


def paused(folder: Path) -> Talk:
    talk = game(folder)
    talk.now += DAY
    talk.master("pause")
    return talk


def on_leave(folder: Path) -> Talk:
    talk = game(folder)
    assert talk.says("dave", "away until 29 Nov") == "Away/accepted"
    return talk


def sign_up(folder: Path) -> Talk:
    talk = Talk(folder)
    talk.master(f"{OPEN}\nsign-up until: 2026-11-30 12:00\nlate entries: yes\nbegins: 2026-12-20", subject="a cup")
    return talk


def open_end(folder: Path) -> Talk:
    talk = Talk(folder)
    talk.master(OPEN, subject="a cup")
    return talk


def drawn(folder: Path) -> Talk:
    return cup(Talk(folder), "match limit: 10 days", "time limit: 2 days")


def over(folder: Path) -> Talk:
    talk = game(folder)
    talk.master("forfeit team 1")
    return talk


def conceded(folder: Path) -> Talk:
    talk = game(folder)
    for name in ("ann", talk.game().names[(talk.game().names.index("Ann") + 2) % 4].lower()):
        assert talk.says(name, "concede") == "Concede/accepted"
    return talk


def proposed(talk: Talk) -> Any:
    with talk.store.reading() as tx:
        return proposals.asked_by(tx, 1)


def clock(talk: Talk) -> Any:
    row = talk.kept()
    return row.deadline, row.left_seconds


def leave(talk: Talk) -> Any:
    with talk.store.reading() as tx:
        person = people.by_address(tx, address("dave"))
        assert person is not None, "they play"
        return clocks.leaves_of(tx, 1, person.id)


def suspended(talk: Talk) -> Any:
    with talk.store.reading() as tx:
        person = people.by_address(tx, address("dave"))
    assert person is not None, "they play"
    return person.suspended, talk.last("dave")["Subject"]


def meeting(talk: Talk) -> Any:
    with talk.store.reading() as tx:
        return marks.get_mark(tx, "meet 1")


def cup_row(talk: Talk) -> TournamentRow:
    with talk.store.reading() as tx:
        found = tournaments.find(tx, 1)
    assert found is not None, "it is announced"
    return found


def instants(talk: Talk) -> Any:
    return [getattr(cup_row(talk), name) for name in INSTANTS]


def entries(talk: Talk) -> Any:
    with talk.store.reading() as tx:
        return [(one.team, one.state) for one in tournaments.entries_in(tx, 1)]


CASES: list[tuple[str, Callable[[Path], Talk], timedelta, str, str, timedelta, Callable[[Talk], Any]]] = [
    # what is tried, from where, how long after that the mail arrives, who writes what, how much later it is read
    ("pause", game, DAY, MASTER, "pause", 25 * HOUR, clock),
    ("pause all", game, DAY, MASTER, "pause all", 25 * HOUR, clock),
    ("pause before the limit", game, DAY, MASTER, "pause", HOUR, clock),
    ("extend", game, DAY, MASTER, "extend 2 days", 25 * HOUR, clock),
    ("a longer limit", game, DAY, MASTER, "limit 4 days", 25 * HOUR, clock),
    (
        "void of a forfeit",
        over,
        23 * HOUR,
        MASTER,
        "rule void to turn 1 because of a slip",
        2 * HOUR,
        lambda talk: talk.kept().ended_at,
    ),
    ("replace", game, DAY, MASTER, "replace Dave with Eve <eve@club.test>", 25 * HOUR, lambda talk: talk.game().names),
    ("rematch", conceded, 14 * DAY - HOUR, "ann", "rematch", 2 * HOUR, proposed),
    ("away", game, DAY, "dave", "away until 29 Nov", 3 * HOUR, leave),
    ("away over midnight", game, 11 * HOUR, "dave", "away until 29 Nov", 3 * HOUR, leave),
    ("back", on_leave, 2 * DAY, "dave", "back", 3 * HOUR, leave),
    ("meet", game, 11 * HOUR, "dave", "meet tomorrow 20:00", 3 * HOUR, meeting),
    ("suspend", game, 11 * HOUR, MASTER, f"suspend {DAVE} until 24 Nov because of that", 3 * HOUR, suspended),
    ("pause CUP", drawn, DAY, MASTER, "pause Cup", 25 * HOUR, lambda talk: (clock(talk), cup_row(talk).paused_at)),
    ("extend a match", drawn, DAY, MASTER, "extend match 1 by 5 days", DAY, lambda talk: match_of(talk).limit_at),
    ("extend sign-up", sign_up, DAY, MASTER, "extend sign-up by 3 days", 2 * DAY, instants),
    ("extend sign-up without end", open_end, DAY, MASTER, "extend sign-up by 3 days", 2 * DAY, instants),
    ("close sign-up", sign_up, DAY, MASTER, "close sign-up", HOUR, lambda talk: instants(talk)[:2]),
    ("enter", sign_up, 6 * DAY - HOUR, "ann", "enter Cup with Bob <bob@club.test>", 2 * HOUR, entries),
    ("tomorrow", Talk, HOUR, MASTER, f"{OPEN}\nsign-up until: tomorrow at 18:00", 20 * HOUR, instants),
    ("in 2 days", Talk, HOUR, MASTER, f"{OPEN}\nsign-up until: in 2 days\nbegins: in 5 days", DAY, instants),
    ("a day without a year", Talk, HOUR, MASTER, f"{OPEN}\nbegins: 30 Nov", 2 * DAY, instants),
]


@pytest.mark.parametrize("case", CASES, ids=[case[0] for case in CASES])
def test_a_command_does_the_same_however_late_it_is_read(tmp_path: Path, case: tuple[Any, ...]) -> None:
    _, begins, after, who, text, later, seen = case
    found = []
    for number, wait in enumerate((timedelta(), later)):
        (folder := tmp_path / str(number)).mkdir()
        talk = begins(folder)
        talk.now += after + wait
        subject = "[Spades 1]" if begins in (game, paused, on_leave, over, conceded) else "[Cup]"
        outcome = talk.deliver(talk.mail(who, text, subject=subject, proven=True), ago=wait)
        found.append((outcome, seen(talk)))
    assert "accepted" in found[0][0] and found[0] == found[1]


def test_every_command_that_names_a_time_is_tried() -> None:
    def names_a_time(command: type[ask.Command]) -> bool:
        return any(each.name == "span" or TIME.search(str(each.type)) for each in fields(command))

    tried = {type(asked.command) for *_, text, _, _ in CASES for asked in read_commands(text).asked}
    assert {command for row in EVERY for command in row.asks if names_a_time(command)} <= tried


@pytest.mark.parametrize(("arrives", "outcome"), [(-HOUR, "accepted"), (HOUR, "confirm-expired")])
def test_a_yes_is_in_time_if_it_arrives_in_time(tmp_path: Path, arrives: timedelta, outcome: str) -> None:
    talk = game(tmp_path)
    assert talk.says("dave", "timezone Asia/Tokyo", answers=None) == "SetTimezone/unproven"
    asked = talk.last("dave")
    talk.now += 7 * DAY + 2 * HOUR
    assert outcome in talk.deliver(talk.mail("dave", "yes", answers=asked), ago=2 * HOUR - arrives)


def test_a_clock_that_runs_on_has_what_was_left_at_arrival_if_its_limit_is_over_by_the_reading(tmp_path: Path) -> None:
    talk = game(tmp_path)
    talk.now += 2 * DAY + HOUR
    talk.deliver(talk.mail(MASTER, "extend 30 minutes", subject="[Spades 1]", proven=True), ago=2 * HOUR)
    assert talk.kept().deadline == talk.now + 1.5 * HOUR, "not over half an hour ago"


@pytest.mark.parametrize("ago", [DAY, 30 * DAY])
def test_a_pause_older_than_the_turn_leaves_no_more_than_the_turn_had(tmp_path: Path, ago: timedelta) -> None:
    talk = game(tmp_path)
    talk.now += DAY
    talk.acts()
    talk.now += HOUR
    talk.deliver(talk.mail(MASTER, "pause", subject="[Spades 1]", proven=True), ago=ago)
    assert talk.kept().left_seconds == 2 * DAY.total_seconds()


def test_nobody_is_left_without_time_for_a_salt_or_for_an_entry(tmp_path: Path) -> None:
    talk = sign_up(tmp_path)
    talk.now += 3 * DAY
    talk.deliver(talk.mail(MASTER, "close sign-up", subject="[Cup]", proven=True), ago=2 * DAY)
    assert cup_row(talk).draw_at == talk.now + DAY
    (tmp_path / "other").mkdir()
    other = open_end(tmp_path / "other")
    other.now += 3 * DAY
    other.deliver(other.mail(MASTER, "extend sign-up by 1 day", subject="[Cup]", proven=True), ago=2 * DAY)
    assert cup_row(other).sign_up_until == other.now + DAY


def test_an_announcement_whose_dates_are_over_by_the_reading_is_refused(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    raw = talk.mail(MASTER, f"{OPEN}\nsign-up until: tomorrow at 18:00", subject="a cup", proven=True)
    assert talk.deliver(raw, ago=3 * DAY) == "Announce/tournament"
    assert "sign-up would have ended on Sun 22 Nov 18:00 UTC" in talk.last("gm").flat
