"""Records of tournaments whose partners are drawn: right ones pass, and whatever is changed about who entered, whose
salt it was, or who plays with whom is found by both programs that check a draw."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee.commands.verify_tournament import TournamentRecords, tournament_verified
from referee.records.lines import WrongLine, canonical
from referee.tournaments import decide
from referee.tournaments import events as ev
from referee.tournaments.events import Team
from referee.tournaments.fold import lines_of
from referee.tournaments.presets import PRESETS
from tests.audit.browser import Page, browsing
from tests.audit.tournament_records import QUIET, SALTS, Course, text_of

FORMAT = replace(PRESETS["sigma"], partners="drawn", most=6)
PAGE = Path(__file__).parent.parent.parent / "docs" / "verify.html"
Told = list[dict[str, Any]]


class Alone(Course):
    """A tournament whose players enter alone, in classes of different numbers; two leave again."""

    def enter(self, *, amended: bool = False) -> None:
        first, second = FORMAT.classes
        entered = [first] * self.luck.randint(3, 6) + [second] * self.luck.randint(3, 6)
        self.luck.shuffle(entered)
        for number, group in enumerate(entered, 1):
            name = f"{self.luck.choice(('Zoë', 'Ann', '𐐀', 'ﬀ'))} {number}"
            self.then(decide.note(self.t, ev.Entered(Team(name, (name,), group))))
            if number in (1, 2):
                self.then(decide.note(self.t, ev.Left(name)))
                self.then(decide.note(self.t, ev.Entered(Team(f"{name} b", (f"{name} b",), group))))
        self.then(decide.close(self.t, (), self.t.teams))

    def draw(self) -> None:
        self.then(decide.draw_order(self.t, tuple((self.luck.choice(SALTS),) for _ in self.t.roster)))


def played(number: int) -> tuple[str, ...]:
    """Return the record of one tournament, drawn from its number."""
    course = Alone(Random(f"alone {number}"), FORMAT, number + 1)
    course.enter()
    course.draw()
    course.play_on(QUIET)
    return lines_of(course.events)


def told(number: int) -> Told:
    return [json.loads(line) for line in played(number)]


def text(lines: Told) -> str:
    return text_of([canonical(line) for line in lines])


def wrong(record: str) -> int | None:
    """Return the first wrong line; None if the record is right."""
    try:
        list(tournament_verified(TournamentRecords(record, {}, ())))
    except WrongLine as why:
        return why.number
    return None


def of(lines: Told, kind: str) -> dict[str, Any]:
    return next(line for line in lines if line["e"] == kind)


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with browsing() as opened:
        opened.open(PAGE)
        yield opened


def judged(page: Page, record: str) -> int | None:
    """Return the line that verify.html calls wrong; None if it takes the record."""
    ok, line = page.evaluate(
        f"((text) => {{ const {{ ok, line }} = verify(text, []); return [ok, line]; }})({json.dumps(record)})"
    )
    return None if ok else int(line)


@pytest.mark.parametrize("number", range(12))
def test_right_records_pass(page: Page, number: int) -> None:
    record = text_of(played(number))
    assert wrong(record) is None and judged(page, record) is None


def test_the_report_says_that_partners_follow(page: Page) -> None:
    checks = [check.text for check in tournament_verified(TournamentRecords(text_of(played(0)), {}, ()))]
    assert any("partners, order and lots follow from it" in check for check in checks)
    assert any(check.endswith("players in the roster of the close, 0 of them seeded") for check in checks)


def exchanged(lines: Told) -> None:
    """Exchange two partners, and the names of their teams."""
    one, other, *_ = of(lines, "draw")["teams"]
    one["players"][1], other["players"][1] = other["players"][1], one["players"][1]
    for team in (one, other):
        team["name"] = " + ".join(team["players"])


def untold(lines: Told) -> None:
    """Leave out who plays with whom."""
    del of(lines, "draw")["teams"]


def turned(lines: Told) -> None:
    """Tell the teams in another order."""
    of(lines, "draw")["teams"].reverse()


def salted(lines: Told) -> None:
    """Put in a salt that nobody gave."""
    own = of(lines, "salts")["salts"][2]
    own[0] += "x" if len(own[0]) < 64 else ""
    own[0] = own[0][1:] if len(own[0]) == 64 else own[0]


def salted_twice(lines: Told) -> None:
    """Give one player two salts."""
    of(lines, "salts")["salts"][1].append("tea")


OF_THE_DRAW: tuple[tuple[Callable[[Told], None], str], ...] = (
    (exchanged, "draw"),
    (untold, "draw"),
    (turned, "draw"),
    (salted, "draw"),
    (salted_twice, "salts"),
)


@pytest.mark.parametrize(("change", "kind"), OF_THE_DRAW, ids=lambda each: getattr(each, "__name__", each))
@pytest.mark.parametrize("number", range(3))
def test_both_find_what_is_changed_in_a_draw(
    page: Page, change: Callable[[Told], None], kind: str, number: int
) -> None:
    lines = told(number)
    change(lines)
    place = next(place for place, line in enumerate(lines, 1) if line["e"] == kind)
    assert (wrong(text(lines)), judged(page, text(lines))) == (place, place)


def closed_for_the_first(lines: Told) -> None:
    """Leave out at the close the first who entered of a class, and let its last in."""
    entries = [line for line in lines if line["e"] == "entry"]
    names, left = [], {line["team"] for line in lines if line["e"] == "left"}
    for one in FORMAT.classes:
        names.append([line["name"] for line in entries if line["division"] == one and line["name"] not in left])
    small, large = sorted(names, key=len)
    assert len(small) < len(large), "it needs classes of different numbers"
    teams = of(lines, "closed")["teams"]
    first = next(team for team in teams if team["name"] == large[0])
    first["name"], first["players"] = large[-1], [large[-1]]
    teams.sort(key=lambda team: str(team["name"]))


def entered_in_a_pair(lines: Told) -> None:
    of(lines, "entry")["players"].append("Somebody")


def entered_in_no_class(lines: Told) -> None:
    of(lines, "entry")["division"] = "students"


def seeded(lines: Told) -> None:
    of(lines, "closed")["seeded"] = [of(lines, "closed")["teams"][0]["name"]]


def said_to_be_entered(lines: Told) -> None:
    """Write out what goes without saying."""
    lines[0]["format"]["partners"] = "entered"


def drawn_otherwise(lines: Told) -> None:
    lines[0]["format"]["partners"] = "chosen"


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (closed_for_the_first, "closed"),
        (entered_in_a_pair, "entry"),
        (entered_in_no_class, "entry"),
        (seeded, "closed"),
        (said_to_be_entered, "announced"),
        (drawn_otherwise, "announced"),
    ],
)
def test_what_nobody_could_do_is_wrong(change: Callable[[Told], None], kind: str) -> None:
    lines = next(lines for lines in map(told, range(12)) if _uneven(lines))
    change(lines)
    assert wrong(text(lines)) == next(place for place, line in enumerate(lines, 1) if line["e"] == kind)


def _uneven(lines: Told) -> bool:
    left = sum(line["e"] == "left" for line in lines)
    entered = sum(line["e"] == "entry" for line in lines)
    return bool(entered - left > len(of(lines, "closed")["teams"]))
