"""Brackets, standings and schedules as people see them. REFEREE_WRITE_LETTERS=1 writes the drawings anew."""

import os
import re
from collections.abc import Callable
from datetime import timedelta
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from markupsafe import escape

from referee.telling.formats import Block, width
from referee.telling.templates import templates_in
from referee.telling.text_blocks import WIDTH
from referee.telling.tournaments.html_bracket import bracket_tables
from referee.telling.tournaments.round_names import legend, next_words, short_names
from referee.telling.tournaments.schedule_rows import schedule_text
from referee.telling.tournaments.stage_drawings import draw_stages
from referee.telling.tournaments.standing_tables import (
    CrossCell,
    cross_rows,
    standing,
    standing_text,
    why_words,
)
from referee.telling.tournaments.text_bracket import bracket_text, rounds_text
from referee.tournaments import decide
from referee.tournaments import events as ev
from referee.tournaments.fixtures import Live, fixtures
from referee.tournaments.formats import StageKind
from referee.tournaments.standings import Criterion, TieBreak
from referee.tournaments.tournament import Tournament
from tests.telling.tournament_samples import TIMES
from tests.tournaments.drawn_samples import NAMES, event, finish, of_kind, single
from tests.tournaments.played import drawn

FOLDER = Path(__file__).parent / "drawings"
KEY = ("", 1)
DOUBLE = of_kind(StageKind.DOUBLE)
LEAGUE = of_kind(StageKind.LEAGUE, every=timedelta(days=7))

SAMPLES: dict[str, Callable[[], Tournament]] = {
    "single-2": lambda: event(single(), 2, 0).t,
    "single-3": lambda: event(single(), 3, 1).t,
    "single-5": lambda: event(single(), 5, 2).t,
    "single-8": lambda: event(single(), 8, 5).t,
    "single-8-over": lambda: event(single(), 8, 99).t,
    "single-16": lambda: event(single(), 16, 9, tuple(f"{name[:29]} {n}" for n in (1, 2) for name in NAMES)).t,
    "double-2": lambda: event(DOUBLE, 2, 1).t,
    "double-4": lambda: event(DOUBLE, 4, 3).t,
    "double-6": lambda: event(DOUBLE, 6, 6).t,
    "double-8": lambda: event(DOUBLE, 8, 6).t,
    "double-8-over": lambda: event(DOUBLE, 8, 99).t,
    "league-5": lambda: event(LEAGUE, 5, 6).t,
}


def pages(t: Tournament) -> list[Block]:
    """Return all that is drawn of a stage."""
    running = {n: Live((120, -80)) for n, game in t.games.items() if game.state == "running"}
    schedule = schedule_text(t, KEY, running, TIMES)
    if t.format.stages[0].kind.is_bracket:
        return [bracket_text(t, KEY, running), schedule]
    reasons = Block("\n".join(row.why for row in standing(t, KEY).rows if row.why))
    return [standing_text(t, KEY), reasons, schedule]


@pytest.mark.parametrize("name", SAMPLES)
def test_drawings(name: str) -> None:
    text = "\n\n".join(pages(SAMPLES[name]())) + "\n"
    path = FOLDER / f"{name}.txt"
    if os.environ.get("REFEREE_WRITE_LETTERS"):
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8")


def lines(text: Block) -> list[str]:
    return text.split("\n")


@pytest.mark.parametrize("kind", [StageKind.SINGLE, StageKind.DOUBLE])
@pytest.mark.parametrize("teams", [2, 3, 5, 7, 8, 9, 12, 17])
def test_every_bracket_fits_and_shows_every_team(kind: StageKind, teams: int) -> None:
    luck = Random(f"{kind} {teams}")
    names = tuple(f"Les Rois de la Pique, Équipe {n:03}" for n in range(1, teams + 1))
    format = single() if kind is StageKind.SINGLE else DOUBLE
    t = event(format, teams, luck.randrange(2 * teams), names).t
    text = bracket_text(t, KEY, {})
    assert max(map(width, lines(text))) <= WIDTH
    cut = [line.split("  ")[-1] for line in lines(text) if line.startswith("  Les ") and "Équipe" in line]
    assert len(cut) == teams or all(name in text for name in names)
    tree = [block for block in text.split("\n\n") if " +-" in block]
    if teams not in (9, 12):
        assert bool(tree) == (teams <= 8)
    for block in tree:
        assert all(line.startswith("  ") for line in lines(Block(block))), "HTML makes a sample of an indented block"


@pytest.mark.parametrize("kind", [StageKind.SINGLE, StageKind.DOUBLE])
@pytest.mark.parametrize("gone", [0, 2])
def test_nobody_is_sent_to_a_match_that_is_not_played(kind: StageKind, gone: int) -> None:
    """Beside a bye a team goes on: to the match after it, or it has nobody left to meet."""
    for teams in range(3, 13):
        luck = Random(f"{kind} {teams} {gone}")
        played = drawn(of_kind(kind), teams, luck)
        for step in range(2 * teams):
            if step < gone and len(played.t.teams) - step > 2:
                left = sorted({one.name for one in played.t.teams} - played.t.withdrawn)
                played.then(decide.withdraw(played.t, luck.choice(left), "captain"))
            if played.t.phase == "over":
                break
            every = fixtures(played.t, KEY)
            off = {one.match for one in every if one.state == "off"}
            for one in every:
                said = next_words(one, every)
                sent = {int(number) for number in re.findall(r"match (\d+)", said)}
                assert "bye" not in said and not sent & off, (teams, said)
            played.step()


def test_two_who_meet_twice_are_told_so() -> None:
    every = fixtures(drawn(DOUBLE, 2, Random(1)).t, KEY)
    assert next_words(every[0], every) == "both meet again in match 2"


def test_short_names_stay_apart() -> None:
    long = ("A" * 32, "A" * 31 + "B", "C" * 32, "Dora")
    assert list(short_names(long, 32).values()) == list(long)
    assert list(short_names(long, 10).values()) == ["AAA..AAAAA", "AAA..AAAAB", "CCCCCCCC..", "Dora"]
    middle = tuple("A" * 14 + f"{n}" + "A" * 16 for n in range(3))
    short = short_names(middle, 10)
    assert list(short.values()) == ["AAAAAA~1", "AAAAAA~2", "AAAAAA~3"]
    assert legend(short) == tuple(f"AAAAAA~{n}  {name}" for n, name in enumerate(middle, 1))
    assert short_names(("ジャックジャック",), 10) == {"ジャックジャック": "ジャック.."}


def test_who_withdrew_leaves_a_match_without_a_number() -> None:
    played = event(single(), 4, 0, run=False)
    played.then(decide.withdraw(played.t, "Clubs", "captain"))
    tree = lines(bracket_text(played.t, KEY, {}))
    assert [" ".join(line.split()) for line in tree[4:7]] == [
        "Bags and Nothing but Ba.. won -+ |",
        "+- Bags and Nothing but Ba.. -+",
        "Clubs out -+",
    ]
    assert "out: has withdrawn" in [line.strip() for line in tree]


def test_a_forfeit_by_silence_has_no_points() -> None:
    played = event(DOUBLE, 4, 0)
    loser = played.t.games[1].teams[1]
    played.then(decide.note(played.t, ev.Silenced(1, loser)))
    finish(played, 1, "silence")
    tree = lines(bracket_text(played.t, KEY, {}))
    assert (
        "The Aces                          won -+" in tree[2] and "Étoiles du soir                  lost -+" in tree[4]
    )


def test_the_parts_of_letters_are_rendered_and_escaped() -> None:
    environment = templates_in(None).environment
    names = ("A & B", *NAMES[1:5])
    t = event(single(), 5, 2, names).t
    page = environment.get_template("parts/bracket.html").render(bracket=bracket_tables(t, KEY, {}, "A & B"))
    assert page.count("<table") == 2 + 5 and "A &amp; B" in page and "A & B" not in page
    t = event(LEAGUE, 5, 6, names).t
    page = environment.get_template("parts/standings.html").render(standing=standing(t, KEY), cross=cross_rows(t, KEY))
    for row in standing(t, KEY).rows:
        assert str(escape(row.team)) in page and str(escape(row.why)) in page
    assert 'aria-label="won"' in page


def test_a_cross_table_has_both_sides_of_each_match() -> None:
    t = event(LEAGUE, 5, 99).t
    rows = cross_rows(t, KEY)
    for n, one in enumerate(rows):
        assert one.cells[n] == CrossCell("x", "own field")
        for m, other in enumerate(rows):
            assert n == m or {one.cells[m].short, other.cells[n].short} == {"W", "L"}
    twice = cross_rows(event(of_kind(StageKind.LEAGUE, meetings=2), 4, 0).t, KEY)
    assert twice[0].cells[1] == CrossCell("--", "not over and not over")
    assert cross_rows(drawn(of_kind(StageKind.LEAGUE), 13, Random(1)).t, KEY) == ()


WHYS: list[tuple[Criterion, tuple[Fraction, Fraction], tuple[str, ...], str]] = [
    ("match points", (Fraction(6), Fraction(4)), ("A", "B", "C"), "by match points: 6 to 4."),
    ("match points", (Fraction(4, 3), Fraction(2, 3)), ("A", "B"), "by match points a match: 1 1/3 to 2/3."),
    ("among", (Fraction(2), Fraction(0)), ("A", "B"), "by the matches between them: 2 to 0 match points."),
    (
        "among",
        (Fraction(4), Fraction(2)),
        ("A", "B", "C"),
        "by the matches among A, B and C, who were level: 4 to 2",
    ),
    ("difference", (Fraction(120), Fraction(-5)), ("A", "B"), "by the difference of points: +120 to −5."),
    ("difference", (Fraction(0), Fraction(-151, 3)), ("A", "B"), "points a match: 0 to −50 1/3."),
    ("points", (Fraction(500), Fraction(400)), ("A", "B"), "by the points made: 500 to 400."),
    ("sets", (Fraction(1), Fraction(3)), ("A", "B"), "since they were set less often: 1 to 3."),
    ("lot", (Fraction(2), Fraction(5)), ("A", "B", "C"), "by lot: A, B and C were level in everything else."),
]


@pytest.mark.parametrize(("criterion", "figures", "tied", "words"), WHYS)
def test_what_puts_a_team_before_another(
    criterion: Criterion, figures: tuple[Fraction, Fraction], tied: tuple[str, ...], words: str
) -> None:
    said = why_words("A", "B", TieBreak(criterion=criterion, figures=figures, tied=tied))
    assert said.startswith("A stand before B ") and words in said


def test_struck_teams_are_named_below_the_standings() -> None:
    played = event(LEAGUE, 5, 0)
    played.then(decide.withdraw(played.t, "Clubs", "captain"))
    assert "Withdrew, and their results do not count: Clubs" in standing_text(played.t, KEY)
    assert [row.team for row in standing(played.t, KEY).rows].count("Clubs") == 0
    assert "forfeited by withdrawal, struck" in schedule_text(played.t, KEY, {}, TIMES)


OUT = [("captain", "withdrawn by their captain"), ("gamesmaster", "withdrawn by the Gamesmaster")]


@pytest.mark.parametrize(("by", "words"), OUT)
def test_a_team_that_is_out_stands_in_the_table_and_the_letter_says_so(by: Any, words: str) -> None:
    played = event(LEAGUE, 5, 8)
    assert "Out, and" not in standing_text(played.t, KEY)
    played.then(decide.withdraw(played.t, "Clubs", by))
    said = f"Out, and behind all others in the places: Clubs ({words})"
    assert said in " ".join(standing_text(played.t, KEY).split())
    assert [row.team for row in standing(played.t, KEY).rows].count("Clubs") == 1
    (drawn,) = draw_stages(templates_in(None), played.t, [KEY], (), None)
    assert said in drawn.drawing.html


def test_rounds_below_each_other_name_every_match() -> None:
    text = rounds_text(event(DOUBLE, 8, 6).t, KEY, {})
    numbers = [int(line.split()[0]) for line in lines(text) if line.strip()[:1].isdigit()]
    assert sorted(numbers) == list(range(1, 15))


def test_standings_say_how_much_of_a_match_counts() -> None:
    """The difference is no sum of the scores: a match counts for no more than the target of its sheet."""
    t = SAMPLES["league-5"]()
    meaning = dict(standing(t, KEY).heads)["Diff"]
    assert meaning == f"difference of points (at most {t.target} a match)"
