"""Announcements: what each line sets, what is refused and how to mend it, and when a tournament closes and begins."""

import re
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.asking.tournaments.announcement_lines import Announcement, FaultyLine, read_block, settle
from referee.asking.tournaments.setting_lines import (
    LAST,
    LINES,
    Line,
    key_of,
    lacks_colon,
    read_setting,
    unknown,
)
from referee.config import parse_span
from referee.dominoes.sheets import SHEETS as DOMINOES
from referee.spades.sheets import SHEETS as SPADES
from referee.tournaments import formats
from referee.tournaments.formats import Format, Stage, StageKind
from referee.tournaments.presets import FSU, PRESETS, PRIDE, SIGMA, USAG

SHEETS = {**SPADES, **DOMINOES}
NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)
DAYS, HOURS = timedelta(days=1), timedelta(hours=1)


def announced(text: str, now: datetime = NOW, taken: tuple[str, ...] = ()) -> Announcement:
    lines = text.strip().split("\n")
    found = read_block(lines, 0)
    assert found is not None
    assert found[1] == len(lines)
    return settle(found[0], sheets=SHEETS, taken=taken, now=now)


def refused(text: str, now: datetime = NOW, taken: tuple[str, ...] = ()) -> str:
    with pytest.raises(ValueError, match=r".{20}") as why:
        announced(text, now, taken)
    return str(why.value)


def at(*numbers: int) -> datetime:
    return datetime(*numbers, tzinfo=UTC)  # type: ignore[arg-type, misc]


CUP = """
tournament Spring Cup
format: pride
teams: 4 to 16
sign-up until: 15 December
begins: 20 December
time limit: 2 days
match limit: 30 days
forfeit after: 4 silences
"""


def test_the_announcement_of_the_page() -> None:
    assert announced(CUP) == Announcement(
        name="Spring Cup",
        format=replace(PRIDE, time_limit=2 * DAYS, match_limit=30 * DAYS, forfeit_after=4, forfeit_both=None),
        sign_up_until=at(2026, 12, 16),
        closes=at(2026, 12, 16),
        begins=at(2026, 12, 20),
    )


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_needs_only_its_name(name: str) -> None:
    found = announced(f"Tournament: Cup\nformat: {name}")
    assert found == Announcement(name="Cup", format=PRESETS[name], sign_up_until=None, closes=None, begins=None)


SE = Stage(kind=StageKind.SINGLE)
SETTINGS: list[tuple[str, dict[str, Any]]] = [
    ("sheet: Standard", {"sheet": "standard", "name": "usag*"}),
    (
        "final sheet: pride-final",
        {"stages": (replace(SE, third_place=True, final_sheet="pride-final"),), "name": "usag*"},
    ),
    ("target: 200", {"target": 200, "name": "usag*"}),
    ("Target: to 150 points.", {"target": 150, "name": "usag*"}),
    ("standing: points", {"standing": "points", "name": "usag*"}),
    ("teams: 4-16", {"least": 4, "most": 16}),
    ("teams: 8", {"least": 8, "most": 8}),
    ("teams: 2 to 3", {"most": 3, "stages": (SE,)}),
    ("teams: at most 20 teams", {"most": 20}),
    ("Teams: at least 5", {"least": 5}),
    ("time limit: 1 day", {"time_limit": DAYS}),
    ("match limit: none", {"match_limit": None}),
    ("match-limit = 10 days.", {"match_limit": 10 * DAYS}),
    ("forfeit after: 3 time-outs", {"forfeit_after": 3, "forfeit_both": None}),
    ("forfeit after: never", {"forfeit_after": None, "forfeit_both": None}),
    ("forfeit after: 3 silences of both", {"forfeit_both": 3}),
    ("forfeit after: 2 periods in a row by both players of a team", {"forfeit_both": 2}),
    ("forfeit after: 5 silences, 3 of both", {"forfeit_after": 5, "forfeit_both": 3}),
    ("divisions: Premier, A and B", {"divisions": ("Premier", "A", "B")}),
    ("divisions: none", {"divisions": ()}),
    ("team rule: one of each: collegiate, alumni", {"classes": ("collegiate", "alumni")}),
    ("team rule: none", {"classes": ()}),
    ("partners: Entered", {"partners": "entered"}),
    ("approval: yes", {"approval": True}),
    ("protest: on", {"protest": True}),
    ("late entries: no", {"late_entries": False}),
    ("reneges: 2", {"reneges": 2}),
    ("draw after: 36 hours", {"draw_after": 36 * HOURS}),
    ("zone: europe/berlin", {"zone": "Europe/Berlin"}),
    ("last trick: by hand", {"last_trick": "by hand"}),
    ("leave: 14 days", {"leave": 14}),
    ("weekends: off", {"weekends": False}),
]


@pytest.mark.parametrize(("line", "fields"), SETTINGS, ids=[line for line, _ in SETTINGS])
def test_what_a_line_sets(line: str, fields: dict[str, Any]) -> None:
    assert announced(f"tournament Cup\nformat: usag\n{line}").format == replace(USAG, **fields)


ROUNDS, BRACKET = PRIDE.stages
SEASON, PLAY_OFFS = FSU.stages
FIGURES: list[tuple[str, str, tuple[Stage, ...]]] = [
    ("pride", "rounds: all", (replace(ROUNDS, rounds=None), BRACKET)),
    ("pride", "rounds: 5 rounds", (replace(ROUNDS, rounds=5), BRACKET)),
    ("pride", "bracket: none", (ROUNDS,)),
    ("pride", "bracket: the best 4", (ROUNDS, replace(BRACKET, best=4))),
    ("pride", "bracket: 6 teams", (ROUNDS, replace(BRACKET, best=6))),
    ("pride", "round every: 2 days", (replace(ROUNDS, every=2 * DAYS), BRACKET)),
    ("pride", "third place: yes", (ROUNDS, replace(BRACKET, third_place=True))),
    ("pride", "timed final: yes", (ROUNDS, replace(BRACKET, final_timed=True))),
    ("sigma", "reset: no", (Stage(kind=StageKind.DOUBLE, reset=False),)),
    ("usag", "third place: no", (SE,)),
    ("fsu", "meetings: twice", (replace(SEASON, meetings=2), PLAY_OFFS)),
    ("fsu", "meetings: 1", (SEASON, PLAY_OFFS)),
    ("fsu", "round every: none", (replace(SEASON, every=None), PLAY_OFFS)),
    ("fsu", "Play-offs: best 2", (SEASON, replace(PLAY_OFFS, best=2))),
]


@pytest.mark.parametrize(("format", "line", "stages"), FIGURES, ids=[f"{name}, {line}" for name, line, _ in FIGURES])
def test_a_figure_of_a_stage_is_changed_and_gives_the_format_a_star(
    format: str, line: str, stages: tuple[Stage, ...]
) -> None:
    found = announced(f"tournament Cup\nformat: {format}\n{line}").format
    assert found == replace(PRESETS[format], name=f"{format}*", stages=stages)


def test_a_league_alone_asks_for_no_rating() -> None:
    alone = announced("tournament Cup\nformat: fsu\nplay-offs: none").format
    assert alone == replace(FSU, name="fsu*", stages=(SEASON,), rating=None)
    assert "write `rating: none`" in refused("tournament Cup\nformat: fsu\nplay-offs: none\nrating: 2.5")
    rounds = announced("tournament Cup\nformat: pride\nrounds: all\nbracket: none").format
    assert rounds.stages == (replace(ROUNDS, rounds=None),)


def test_a_rating_is_exact() -> None:
    assert announced("tournament Cup\nformat: fsu\nrating: at least 3,5 of 4").format.rating == Fraction(7, 2)
    assert announced("tournament Cup\nformat: fsu\nrating: none").format == replace(FSU, rating=None)


def test_every_field_of_a_format_can_be_set() -> None:
    said = {key for line, _ in SETTINGS for key in read_setting(*_key_and_value(line))}
    assert said - {"final_sheet"} | {"name", "stages", "rating"} == {field.name for field in fields(Format)}
    figures = {key for _, line, _ in FIGURES for key in read_setting(*_key_and_value(line))}
    assert figures | {"final_sheet"} == {*formats.FIGURES, *LAST}
    for key, line in LINES.items():
        examples = re.findall(r"`([a-z -]+): ([^`]+)`", line.example)
        assert examples, key
        for _, value in examples:
            assert read_setting(key, value), value


def _key_and_value(line: str) -> tuple[str, str]:
    written, value = re.split(r" ?[:=] ?", line, maxsplit=1)
    key = key_of(written)
    assert key is not None, line
    return key, value


def test_a_row_is_all_that_announcements_need_of_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    row = Line(parse_span, "`half-time: 2 hours` or `half-time: none`", None, "pause_after")
    monkeypatch.setitem(LINES, "half_time", row)
    lines = ["tournament Cup", "half-time: 3 hours", "format: sigma"]
    found = read_block(lines, 0)
    assert found is not None and found[0].changes == (("pause_after", timedelta(hours=3)),)
    assert read_setting(*_key_and_value("Half-time: none")) == {"pause_after": None}
    with pytest.raises(ValueError, match="`half-time: soon` cannot be read"):
        read_setting("half_time", "soon")
    assert unknown("half-times").endswith("Did you mean `half-time`?") and "`half-time`" in unknown("x")
    assert lacks_colon("half-time 2 hours")


def test_no_more_go_on_than_can_enter() -> None:
    few = announced("tournament Cup\nformat: pride\nteams: 4 to 6").format
    assert (few.name, few.stages[1].best) == ("pride", 6)
    assert "write `bracket: best 6`" in refused("tournament Cup\nformat: pride\nteams: 4 to 6\nbracket: best 8")
    assert "or write `third place: no`" in refused("tournament Cup\nformat: usag\nteams: 2 to 3\nthird place: yes")


def test_lines_may_stand_apart_and_text_below_them_is_left_alone() -> None:
    text = """
tournament Spring Cup

- format: sigma
- teams: 4 to 8

reset: no
team rule: one of each: collegiate, alumni

Have fun!
Ann wrote: yes
""".strip().split("\n")
    found = read_block(text, 0)
    assert found is not None
    assert text[found[1] - 1] == "team rule: one of each: collegiate, alumni"
    made = settle(found[0], sheets=SHEETS, now=NOW).format
    assert made.stages == (Stage(kind=StageKind.DOUBLE, reset=False),)
    assert (made.classes, made.most, made.protest) == (SIGMA.classes, 8, True)


def test_a_line_without_settings_below_it_is_conversation() -> None:
    for text in ("tournament is over", "tournament Cup\n\nbye", "tournaments", "what a tournament\nformat: pride"):
        assert read_block(text.split("\n"), 0) is None


FAULTS = [
    ("tournament Cup\nformt: pride", "Did you mean `format`? Correct that"),
    ("tournament Cup\nformat: pride\nteems: 4", "Did you mean `teams`?"),
    ("tournament Cup\nformat: pride\nxyz: 4", "There are `format`"),
    ("tournament Cup\nformat: pryde", "there is no format `pryde`; use one of pride, sigma, usag, fsu"),
    ("tournament Cup\nteams: 4 to 8", "write one of `format: pride`, `format: sigma`"),
    ("tournament Cup\nformat: own", "there is no format `own`; use one of pride, sigma, usag, fsu"),
    ("tournament Cup\nformat: pride\nstages: league", "a tournament has no setting `stages`"),
    ("tournament Cup\nformat: pride\nformat: fsu", "`format` is there twice"),
    ("tournament Cup\nformat: pride\nteams:", "`teams:` has no value"),
    (
        "tournament Cup\nformat: pride\ndivisions: A, B,\nC",
        "`divisions:` is not complete: write all of it",
    ),
    (
        "tournament Cup\nformat: pride\ndivisions: First of Berlin, Second of Berlin, Third of Berlin, One\nof Berlin",
        "it may go on below it: write it on one line",
    ),
    ("tournament Cup\nformat: pride\nteams: many", "write it like `teams: 4 to 16`"),
    ("tournament Cup\nformat: pride\nteams: 8 to 4", "write `teams: 4 to 8`"),
    ("tournament Cup\nformat: pride\nsheet: poker", "there is no sheet `poker`"),
    ("tournament Cup\nformat: pride\ndivisions: A", "one division is no division"),
    ("tournament Cup\nformat: pride\ndivisions: A, A", "look alike"),
    ("tournament Cup\nformat: pride\nteam rule: two students", "one of each"),
    ("tournament Cup\nformat: pride\ndraw after: 0 hours", "span of time"),
    ("tournament Cup\nformat: pride\nzone: Mars/Olympus", "write it like `zone: Europe/Berlin`"),
    ("tournament Cup\nformat: pride\nrating: 9", "from 0 to 4"),
    ("tournament Cup\nformat: pride\nleave: 9 years", "`leave: 14 days`"),
    ("tournament Cup\nformat: pride\nbegins: some day", "names no day"),
    ("tournament Cup\nformat: pride\nplay-offs: none", "a league, and there is none here; write `bracket: none`"),
    (
        "tournament Cup\nformat: fsu\nbracket: best 2",
        "a round robin, and there is none here; write `play-offs: best 2`",
    ),
    (
        "tournament Cup\nformat: usag\nbracket: none",
        "`bracket` is for the best of a round robin, and there is none here; take the line out",
    ),
    ("tournament Cup\nformat: sigma\nplay-offs: best 4", "limit the teams with a line like `teams: 2 to 8`"),
    (
        "tournament Cup\nformat: fsu\nrounds: all",
        "`rounds` is for a round robin, and there is none here; take the line out",
    ),
    ("tournament Cup\nformat: pride\nrounds: many", "write it like `rounds: 4`, or `rounds: all`"),
    ("tournament Cup\nformat: pride\nmeetings: 2", "`meetings` is for a league"),
    (
        "tournament Cup\nformat: sigma\nround every: 2 days",
        "`round every` is for a league or a round robin, and there is none",
    ),
    ("tournament Cup\nformat: sigma\nthird place: yes", "for a single elimination"),
    ("tournament Cup\nformat: usag\nreset: no", "for a double elimination"),
    ("tournament Cup\nformat: fsu\nplay-offs: none\ntimed final: no", "for a single elimination or a double"),
    ("tournament Cup\nformat: fsu\nplay-offs: best 17", "write `play-offs: best 16`"),
    ("tournament Cup\nformat: fsu\nplay-offs: few", "write it like `play-offs: best 2`, or `play-offs: none`"),
    ("tournament Cup\nformat: fsu\nmeetings: 3", "write it like `meetings: 2`"),
    ("tournament all\nformat: pride", "means something else"),
    ("tournament 7\nformat: pride", "means something else"),
    ("tournament Cup, Spring\nformat: pride", "no comma"),
    ("tournament Spring Cup\nformat: pride", "look alike"),
]


@pytest.mark.parametrize(("text", "words"), FAULTS, ids=[words for _, words in FAULTS])
def test_what_cannot_be_is_refused_with_how_to_mend_it(text: str, words: str) -> None:
    assert words in refused(text, taken=("spring-cup",))


def test_a_faulty_line_is_quoted_whole() -> None:
    with pytest.raises(FaultyLine) as why:
        announced("tournament Cup\nformat: pride\nteams: many of them")
    assert why.value.line == "teams: many of them"


def test_a_setting_below_the_block_is_not_silently_left_out() -> None:
    with pytest.raises(ValueError, match="`teams: 4 to 8` would be left out"):
        read_block(["tournament Cup", "format: pride", "", "and now", "teams: 4 to 8"], 0)
    assert read_block(["tournament Cup", "format: pride", "Hello", "tournament B", "teams: 4 to 8"], 0)


@pytest.mark.parametrize(
    "line",
    ["time limit 2 days", "Teams 4 to 8", "- forfeit after 2 silences", "sign-up until 15 December",
     "match limit none", "sheet standard", "begins 20 December", "weekends off",
     "rounds all", "Play-offs none", "bracket best 4", "reset no"],
)  # fmt: skip
def test_a_setting_without_its_colon_is_no_talk(line: str) -> None:
    said = f"`{line}` would be left out"
    with pytest.raises(ValueError, match=re.escape(said)):
        read_block(["tournament Cup", "format: pride", line], 0)
    with pytest.raises(ValueError, match=re.escape(said)):
        read_block(["tournament Cup", "format: pride", "", "Good luck to all!", line], 0)


def test_a_first_setting_without_its_colon_is_quoted() -> None:
    with pytest.raises(FaultyLine, match="a colon is missing: write each setting like `format: usag`") as why:
        read_block(["tournament Cup", "", "format usag", "teams: 4 to 8"], 0)
    assert why.value.line == "format usag"
    assert read_block(["tournament Cup", "format of it?", "Cheers"], 0) is None


@pytest.mark.parametrize(
    "line",
    ["Teams are welcome.", "Begins with a party", "Until then, practise!", "Sheet music is not needed", "start",
     "Division winners get a cake", "Limits are strict", "Leave your dogs at home", "rules of Spring Cup"],
)  # fmt: skip
def test_talk_below_an_announcement_is_talk(line: str) -> None:
    assert read_block(["tournament Cup", "format: pride", "teams: 4 to 8", "", line], 0) is not None


# when it closes and begins


def timed(*lines: str) -> tuple[datetime | None, datetime | None, datetime | None]:
    found = announced("\n".join(("tournament Cup", "format: sigma", *lines)))
    return found.sign_up_until, found.closes, found.begins


def test_the_draw_lies_between_the_close_and_the_beginning() -> None:
    end, begin = at(2026, 12, 16), at(2026, 12, 20)
    until, begins = "sign-up until: 15 December", "begins: 20 December"
    assert timed(until, begins) == (end, end, begin)
    assert timed(until) == (end, end, end + DAYS)
    assert timed(until, "draw after: 36 hours") == (end, end, end + 36 * HOURS)
    assert timed(begins) == (begin - DAYS, begin - DAYS, begin)
    assert timed(until, begins, "late entries: yes") == (end, begin - DAYS, begin)
    assert timed(until, "late entries: yes") == (end, end, end + DAYS)
    assert timed(until, "begins: 17 December") == (end, end, end + DAYS)
    assert timed(until, "zone: Europe/Berlin") == (end - HOURS, end - HOURS, end + 23 * HOURS)
    assert timed("sign-up until: in 2 hours", "draw after: 1 hour") == (
        NOW + 2 * HOURS,
        NOW + 2 * HOURS,
        NOW + 3 * HOURS,
    )


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (("sign-up until: 15 December", "begins: 14 December"), "before sign-up ends on 2026-12-16 00:00 UTC"),
        (("sign-up until: 15 December", "begins: 16 December"), "on 2026-12-17 00:00 UTC"),
        (("sign-up until: 15 December", "begins: 17 December", "draw after: 25 hours"), "25 hours after sign-up"),
        (("begins: 2 December",), "and that is over"),
        (("sign-up until: 1 December 9:00",), "is over"),
        (("begins: 1 December",), "is over"),
    ],
)
def test_times_that_do_not_fit_are_refused_and_not_moved(lines: tuple[str, ...], words: str) -> None:
    assert words in refused("\n".join(("tournament Cup", "format: sigma", *lines)))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("reneges: 2", "has no tricks and no reneges"),
        ("last trick: by hand", "has no tricks and no reneges"),
        ("final sheet: pride-final", "the final is of another game than sigma-dominoes"),
    ],
)
def test_what_means_nothing_at_dominoes_is_refused(line: str, words: str) -> None:
    assert words in refused(f"tournament Cup\nformat: sigma-dominoes\n{line}")


KEYS = st.sampled_from([*LINES, "sign-up until", "foo", "", "team rule", "stages", "play-offs"])
VALUES = st.sampled_from(
    [
        *("pride", "none", "4 to 16", "3 days", "yes", "A, B", "15 December", "3.0", "by hand", "one of each: a, b"),
        *("all", "best 4", "", "x" * 70),
    ]
)
TEXTS = st.lists(st.builds(lambda key, value: f"{key}: {value}", KEYS, VALUES) | st.text(max_size=20), max_size=8)


@settings(max_examples=60)
@given(TEXTS, st.sampled_from(["Cup", "all", "", "A, B", "x" * 40]))
def test_reading_is_total(lines: list[str], name: str) -> None:
    try:
        found = read_block([f"tournament {name}", *lines], 0)
        if found is not None:
            settle(found[0], sheets=SHEETS, now=NOW)
    except ValueError as why:
        assert len(str(why)) > 20
