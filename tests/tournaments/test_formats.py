"""Formats: the presets have the figures of their sources, contradictions are refused, the record holds them exactly."""

import json
import re
from dataclasses import dataclass, replace
from datetime import timedelta
from fractions import Fraction

import pytest
from hypothesis import given

from referee.dominoes.sheets import SHEETS as DOMINOES
from referee.records.codec import Values
from referee.records.lines import canonical
from referee.spades.sheets import SHEETS
from referee.tournaments.audit.lines import figures
from referee.tournaments.formats import VALUES, Format, Stage, StageKind, check, from_json, to_json
from referee.tournaments.presets import FSU, PRESETS, PRIDE, SIGMA, USAG
from tests.tournaments.any_formats import FORMATS


def test_presets_hold_the_figures_of_their_sources() -> None:
    rounds, bracket = PRIDE.stages
    assert (rounds.kind, rounds.rounds) == (StageKind.ROUND_ROBIN, 3)
    assert (bracket.kind, bracket.best, bracket.final_timed) == (StageKind.SINGLE, 8, False)
    assert (PRIDE.sheet, PRIDE.final_sheet, PRIDE.standing) == ("pride", "pride-final", "match points")
    assert SIGMA.stages == (Stage(kind=StageKind.DOUBLE),)
    assert (SIGMA.sheet, SIGMA.classes, SIGMA.protest) == ("sigma", ("collegiate", "alumni"), True)
    assert USAG.stages == (Stage(kind=StageKind.SINGLE, third_place=True),)
    assert (USAG.sheet, USAG.most, USAG.late_entries) == ("usag", 8, True)
    league, play_offs = FSU.stages
    assert (league.kind, league.meetings, league.every) == (StageKind.LEAGUE, 1, timedelta(days=7))
    assert (play_offs.kind, play_offs.best) == (StageKind.SINGLE, 4)
    assert (FSU.sheet, FSU.rating, FSU.reneges) == ("fsu", Fraction(3), 2)


@pytest.mark.parametrize("name", PRESETS)
def test_presets_contradict_nothing(name: str) -> None:
    assert PRESETS[name].name == name
    check(PRESETS[name], {**SHEETS, **DOMINOES})


SINGLE = Stage(kind=StageKind.SINGLE)
LEAGUE = Stage(kind=StageKind.LEAGUE)
ROBIN = Stage(kind=StageKind.ROUND_ROBIN)
PLAIN = Format(name="plain", stages=(SINGLE,))


def staged(*stages: Stage, most: int = 16) -> Format:
    return replace(PLAIN, stages=stages, most=most)


FAULTY: list[tuple[Format, str]] = [
    (staged(), "no format has these stages: none"),
    (replace(PLAIN, partners="drawn"), "write `team rule: one of each: collegiate, alumni`"),
    (replace(SIGMA, partners="drawn", divisions=("A", "B"), most=8), "without divisions"),
    (staged(SINGLE, LEAGUE), "no format has these stages: single elimination, then league"),
    (staged(LEAGUE, LEAGUE, replace(SINGLE, best=8)), "no format has these stages"),
    (replace(PLAIN, least=9, most=8), "write `teams: 8 to 9`"),
    (replace(PLAIN, least=1), "write `teams: 2 to 64`"),
    (replace(PLAIN, most=65), "write `teams: 2 to 64`"),
    (staged(replace(SINGLE, best=8)), "nothing comes before the first stage"),
    (staged(LEAGUE, replace(SINGLE, best=17)), "write `play-offs: best 16`"),
    (staged(ROBIN, replace(SINGLE, best=9), most=8), "write `bracket: best 8`"),
    (staged(ROBIN, replace(SINGLE, best=1)), "write `bracket: best 2`"),
    (staged(LEAGUE, SINGLE), "write how many: `play-offs: best 4`"),
    (staged(replace(ROBIN, rounds=0)), "write `rounds: 3`, or `rounds: all`"),
    (staged(replace(LEAGUE, rounds=3)), "a league has no `rounds`"),
    (staged(replace(LEAGUE, meetings=3)), "once or twice"),
    (staged(replace(ROBIN, meetings=2)), "a round robin has no `meetings`"),
    (staged(replace(SINGLE, every=timedelta(days=7))), "a single elimination has no `every`"),
    (staged(replace(LEAGUE, third_place=True)), "a league has no `third place`"),
    (staged(Stage(kind=StageKind.DOUBLE, third_place=True)), "a double elimination has no `third place`"),
    (staged(replace(SINGLE, third_place=True), most=3), "let in 4, or write `third place: no`"),
    (staged(LEAGUE, replace(SINGLE, best=3, third_place=True)), "3 teams play no two semi-finals"),
    (staged(replace(SINGLE, reset=False)), "a single elimination has no `reset`"),
    (staged(replace(LEAGUE, final_sheet="fsu")), "a league has no `final sheet`"),
    (staged(replace(LEAGUE, final_timed=False)), "a league has no `final timed`"),
    (replace(PLAIN, sheet="poker"), "there is no sheet `poker`"),
    (staged(replace(SINGLE, final_sheet="poker")), "there is no sheet `poker`"),
    (replace(PLAIN, most=16, divisions=("A", "a")), "same name"),
    (replace(PLAIN, divisions=("A",)), "take the line out"),
    (replace(PLAIN, most=33, divisions=("A", "B")), "write `teams: 2 to 32`"),
    (replace(PLAIN, classes=("collegiate",)), "one of each"),
    (replace(PLAIN, classes=("alumni", "Alumni")), "one of each"),
    (replace(PLAIN, time_limit=timedelta(0)), "time limit: 24 hours"),
    (replace(PLAIN, match_limit=timedelta(0)), "match limit: 24 hours"),
    (replace(PLAIN, draw_after=timedelta(0)), "draw after: 24 hours"),
    (replace(PLAIN, time_limit=timedelta(days=3), match_limit=timedelta(days=2)), "shorter than the time limit"),
    (replace(PLAIN, forfeit_after=0), "forfeit after: 4 silences"),
    (replace(PLAIN, reneges=0), "counted from 1"),
    (replace(FSU, rating=Fraction(41, 10)), "from 0 to 4"),
    (replace(FSU, rating=Fraction(1, 3)), "one decimal"),
    (replace(PLAIN, rating=Fraction(3)), "write `rating: none`"),
]


@pytest.mark.parametrize(("faulty", "words"), FAULTY, ids=[words for _, words in FAULTY])
def test_what_contradicts_itself_is_refused_with_how_to_mend_it(faulty: Format, words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        check(faulty, SHEETS)


FITTING = [
    staged(LEAGUE, replace(SINGLE, best=16)),
    staged(LEAGUE, replace(SINGLE, best=2)),
    staged(Stage(kind=StageKind.DOUBLE, reset=False)),
    staged(LEAGUE),
    staged(ROBIN, replace(SINGLE, best=4, third_place=True)),
    staged(replace(SINGLE, third_place=True), most=4),
    staged(replace(ROBIN, rounds=1, every=timedelta(days=1))),
    replace(PLAIN, most=32, divisions=("A", "B")),
    replace(PLAIN, least=2, most=2),
    replace(PLAIN, time_limit=timedelta(days=2), match_limit=timedelta(days=2)),
    replace(FSU, rating=Fraction(4)),
    replace(FSU, rating=Fraction(0)),
]


@pytest.mark.parametrize("format", FITTING, ids=range(len(FITTING)))
def test_what_fits_is_taken(format: Format) -> None:
    check(format, SHEETS)


@given(FORMATS)
def test_checking_says_a_sentence_or_nothing(format: Format) -> None:
    try:
        check(format, SHEETS)
    except ValueError as why:
        assert "None" not in str(why)


@given(FORMATS)
def test_the_record_holds_a_format_exactly_in_whole_numbers_and_texts(format: Format) -> None:
    line = canonical(to_json(format))
    assert from_json(json.loads(line, parse_float=pytest.fail)) == format
    assert canonical(to_json(from_json(json.loads(line)))) == line


def test_every_sheet_that_is_played_by_is_named_once() -> None:
    assert PRIDE.sheets == ("pride", "pride-final")
    assert USAG.sheets == ("usag",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Longer(Format):
    """A format with one figure more."""

    pause_after: timedelta | None = None


@pytest.mark.parametrize(("value", "written", "wrong"), [(timedelta(hours=2), 7200, 7200.0), (None, None, "none")])
def test_a_field_is_all_that_records_need_of_a_figure(value: timedelta | None, written: object, wrong: object) -> None:
    """It is written, read, and held to its type."""
    values, longer = Values(VALUES), Longer(name="cup", stages=(SINGLE,), pause_after=value)
    data = values.plain(longer)
    assert data == {**values.plain(Format(name="cup", stages=(SINGLE,))), "pause_after": written}
    assert values.reader(Longer)(data) == longer
    holds = figures(Longer)
    assert holds(data) and not figures(Format)(data)
    assert not holds({**data, "pause_after": wrong})
