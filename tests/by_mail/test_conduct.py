"""`warn` and `suspend` by mail: who hears of it, which doors to a new seat are shut, and until when."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from referee.store import people
from tests.by_mail.cup import cup
from tests.talk import MASTER, STARTER, Talk, address

EVE = "Eve <eve@club.test>"
SUSPENDS = f"suspend {EVE} until 2 Dec because they insulted everybody"
UNTIL = "until Thu 3 Dec 00:00 UTC"
WITH_EVE = STARTER.replace("Dave <dave@", "Eve <eve@") + "\nteams: Ann + Bob"


@pytest.fixture
def talk(tmp_path: Path) -> Talk:
    talk = Talk(tmp_path)
    assert says(talk, "eve", "name Eve") == "SetName/accepted"
    return talk


def says(talk: Talk, who: str, text: str) -> str:
    """Write a mail of its own, proven by the sender's server."""
    return talk.says(who, text, answers=None, proven=True)


def rules(talk: Talk, text: str) -> str:
    return talk.master(text, subject="a mail")


def over(talk: Talk) -> Talk:
    """End a game of Ann and Bob against Carol and Eve."""
    talk.starts(WITH_EVE)
    for name in ("ann", "bob"):
        assert talk.says(name, "concede") == "Concede/accepted"
    return talk


def full(talk: Talk) -> Talk:
    """Fill a table, which waits for `start`."""
    for name in ("ann", "bob", "carol", "eve"):
        assert says(talk, name, "join") == "Join/accepted"
    return talk


def asked(talk: Talk) -> Talk:
    """Have Ann and the two others ask Eve for a rematch."""
    over(talk).says("ann", "rematch")
    for name in ("bob", "carol"):
        assert talk.says(name, "yes") == "Yes/accepted"
    return talk


def open_cup(talk: Talk) -> Talk:
    assert rules(talk, "tournament Cup\nformat: usag") == "Announce/accepted"
    return talk


def invited(talk: Talk) -> Talk:
    """Have the Gamesmaster ask Eve into a team of a cup."""
    assert talk.master(SUBSTITUTE, subject="[Cup]") == "Substitute/accepted"
    return talk


def in_cup(talk: Talk) -> Talk:
    return cup(talk, "match limit: 30 days", "time limit: 20 days")


SUBSTITUTE = f"substitute {EVE} for Dave in Kings because Dave is ill"
DOORS: dict[str, tuple[Callable[[Talk], Talk], str, str, str]] = {
    "join": (lambda talk: talk, "eve", "join", "Join"),
    "start": (lambda talk: talk, MASTER, WITH_EVE, "Start"),
    "full table": (full, MASTER, "start", "Start"),
    "replace": (Talk.starts, MASTER, f"replace Dave with {EVE}", "ReplacePlayer"),
    "rematch": (over, "eve", "rematch", "Rematch"),
    "with her": (over, "ann", "rematch", "Rematch"),
    "yes": (asked, "eve", "yes", "Yes"),
    "enter": (open_cup, "eve", "enter Cup with Zoe <zoe@club.test> as Doves", "Enter"),
    "substitute": (in_cup, MASTER, SUBSTITUTE, "Substitute"),
    "stand in": (lambda talk: invited(in_cup(talk)), "eve", "stand in for Dave in Kings of Cup", "StandIn"),
}
"""Ways to a new seat for Eve: what comes before, who writes what, and the name of that in the log."""


@pytest.mark.parametrize("door", DOORS)
def test_no_door_leads_to_a_new_seat_until_the_day_is_over(talk: Talk, door: str) -> None:
    before, who, line, name = DOORS[door]
    before(talk)

    asks = next((one for one in talk.to(who) if "rematch" in one.events), None)

    def tries() -> str:
        return rules(talk, line) if who == MASTER else talk.says(who, line, answers=asks, proven=True)

    assert rules(talk, SUSPENDS) == "Conduct/accepted"
    assert tries() == f"{name}/bad-value"
    answer = talk.last(who).flat
    assert "Eve is suspended" in answer and (UNTIL in answer) == (who != "ann"), "others hear no more than that"
    assert "insulted" not in answer
    talk.now = talk.now.replace(month=12, day=2, hour=23)
    assert tries() == f"{name}/bad-value", "that day is one of them"
    talk.now += timedelta(hours=1)
    assert tries() == f"{name}/accepted"


def test_a_warning_is_a_letter_to_one_person_with_the_reason_and_who_warns(talk: Talk) -> None:
    talk.starts()
    says(talk, MASTER, "name Gus")
    count = len(talk.letters)
    assert rules(talk, "warn Bob because they wrote rude words.") == "Conduct/accepted", "known by name"
    assert [one.to for one in talk.letters[count:]] == [address("bob"), MASTER]
    assert "The Gamesmaster Gus has warned you. The reason: they wrote rude words." in talk.last("bob").flat
    assert "Bob <bob@club.test> is warned" in talk.last(MASTER).flat
    assert talk.acts() == "MakeBid/accepted" and says(talk, "bob", "join") == "Join/accepted", "nothing else"
    count = len(talk.letters)
    assert rules(talk, "warn Bob") == "refused/unclear" and "`warn Bob because" in talk.last(MASTER).flat
    assert rules(talk, "warn zoe@club.test because of that") == "Conduct/bad-value"
    assert rules(talk, "suspend Eve until 2 Dec") == "Conduct/bad-value", "they took that name only now"
    assert "<eve@club.test>" in talk.last(MASTER).flat
    assert says(talk, "ann", "warn Bob because I say so") == "Conduct/not-gamesmaster"
    assert {one.to for one in talk.letters[count:]} == {MASTER, address("ann")}


def test_who_is_suspended_loses_what_waits_and_keeps_what_runs(talk: Talk) -> None:
    open_cup(talk).starts(WITH_EVE)
    says(talk, "zoe", "join"), says(talk, "eve", "join")
    says(talk, "eve", "enter Cup with Zoe <zoe@club.test> as Doves")
    assert rules(talk, SUSPENDS) == "Conduct/accepted"
    letter = talk.last("eve").flat
    assert talk.last("eve")["Subject"] == f"[Spades] You are suspended {UNTIL}"
    assert f"The Gamesmaster has suspended you {UNTIL}" in letter and "they insulted everybody" in letter
    assert UNTIL in talk.last(MASTER).flat and "Eve has left the list" in talk.last("zoe").flat
    assert says(talk, "zoe", "enter Cup with Eve <eve@club.test> as Doves") == "Enter/accepted"
    assert says(talk, "eve", "enter Cup with Zoe <zoe@club.test>") == "Enter/bad-value", "a yes is no other door"
    while talk.due() != "eve":
        assert talk.acts() == "MakeBid/accepted"
    assert talk.acts() == "MakeBid/accepted"


@pytest.mark.parametrize(
    ("line", "until"),
    [
        ("suspend eve@club.test till 3 January 2027", "2027-01-04T00:00"),
        (f"suspend {EVE} until 20 Nov.", "2026-11-21T00:00"),
        ("suspend eve@club.test until 2026-01-01", "2026-01-02T00:00"),
        ("suspend eve@club.test until 1 Jan 2040", "2026-12-03T00:00"),
    ],
)
def test_a_new_day_takes_the_place_of_the_old_one_and_a_day_that_is_over_ends_it(
    talk: Talk, line: str, until: str
) -> None:
    rules(talk, SUSPENDS)
    assert (rules(talk, line) == "Conduct/accepted") == ("2040" not in line), "that is too far ahead"
    with talk.store.reading() as tx:
        eve = people.by_address(tx, address("eve"))
    assert eve is not None and eve.suspended is not None and eve.suspended.isoformat()[:16] == until
    assert (says(talk, "eve", "join") == "Join/accepted") == (eve.suspended < talk.now)


def test_the_day_is_that_of_the_gamesmaster(talk: Talk) -> None:
    says(talk, MASTER, "timezone America/New_York")
    rules(talk, SUSPENDS)
    assert "until Thu 3 Dec 05:00 UTC" in talk.last("eve").flat


def test_a_name_taken_lately_is_offered_with_its_own_address(talk: Talk) -> None:
    assert rules(talk, "suspend Eve until 2 Dec because they insulted everybody") == "Conduct/bad-value"
    assert f"Did you mean: {SUSPENDS}?" in talk.last(MASTER).flat and "example.org" not in talk.last(MASTER).flat
    assert talk.says(MASTER, "yes", proven=True).startswith("Conduct/accepted")


def test_a_name_that_stands_in_the_command_too_is_offered_where_it_is_meant(talk: Talk) -> None:
    says(talk, "eve", "name Sus")
    assert rules(talk, "suspend sus until 2 Dec because they insulted everybody") == "Conduct/bad-value"
    offered = f"Did you mean: suspend Sus <{address('eve')}> until 2 Dec because they insulted everybody?"
    assert offered.lower() in talk.last(MASTER).flat.lower()
