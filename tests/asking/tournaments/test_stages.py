"""The stages of a tournament as people write them, and as the referee does."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.asking.tournaments.stages import read_stages
from referee.tournaments.format_words import plan_words
from referee.tournaments.formats import Kind, Stage
from referee.tournaments.presets import PRESETS
from tests.tournaments.any_formats import STAGES

RR, SWISS, SE, DE, LEAGUE = (
    Stage(kind=kind) for kind in (Kind.ROUND_ROBIN, Kind.SWISS, Kind.SINGLE, Kind.DOUBLE, Kind.LEAGUE)
)
WEEK = timedelta(days=7)


@pytest.mark.parametrize(
    ("text", "stages"),
    [
        ("round robin of 3 rounds, then swiss of the best 8", (replace(RR, rounds=3), replace(SWISS, best=8))),
        (
            "league, 2 meetings, a round every 7 days, then single elimination of the best 4",
            (replace(LEAGUE, meetings=2, every=WEEK), replace(SE, best=4)),
        ),
        ("swiss of 5 rounds", (replace(SWISS, rounds=5),)),
        ("double elimination without reset", (replace(DE, reset=False),)),
        ("Double-elimination with reset.", (DE,)),
        ("single elimination with third place", (replace(SE, third_place=True),)),
        ("single elimination, with a game for the third place", (replace(SE, third_place=True),)),
        ("single elimination without third place", (SE,)),
        ("3 rounds of round robin; then playoffs for the top 8", (replace(RR, rounds=3), replace(SE, best=8))),
        ("a league, everyone meets twice, all at once", (replace(LEAGUE, meetings=2),)),
        ("league, one round a week", (replace(LEAGUE, every=WEEK),)),
        ("league with a round every week", (replace(LEAGUE, every=WEEK),)),
        ("Swiss system in 4 rounds by points followed by a knock-out of 4 rounds", None),
        (
            "swiss in 4 rounds, by points followed by knock-out of the best 2",
            (replace(SWISS, rounds=4, standing="points"), replace(SE, best=2)),
        ),
        ("round robin, sheet fsu -> single elimination, final sheet pride-final, untimed final",
         (replace(RR, sheet="fsu"), replace(SE, final_sheet="pride-final", final_timed=False))),
    ],
)  # fmt: skip
def test_what_is_read(text: str, stages: tuple[Stage, ...] | None) -> None:
    if stages is None:
        # what contradicts itself is read, and refused where all of it is known
        assert [stage.rounds for stage in read_stages(text)] == [4, 4]
    else:
        assert read_stages(text) == stages


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is no stage"),
        ("poker", "is no stage"),
        ("swiss, then", "is no stage"),
        ("roundrobin", "is no stage"),
        ("swiss of 5 rounds and 6 rounds", "says its rounds twice"),
        ("swiss of many rounds", "says nothing of a stage"),
        ("single elimination with third place without third place", "third place twice"),
        ("league, a round every 3 dogs", "span of time"),
    ],
)
def test_what_is_unclear(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        read_stages(text)


@pytest.mark.parametrize("name", PRESETS)
def test_the_stages_of_presets_read_back(name: str) -> None:
    assert read_stages(plan_words(PRESETS[name].stages)) == PRESETS[name].stages


@given(st.lists(STAGES, min_size=1, max_size=4).map(tuple))
def test_all_that_is_written_reads_back(stages: tuple[Stage, ...]) -> None:
    plain = tuple(replace(stage, meetings=min(stage.meetings, 2), rounds=stage.rounds or None) for stage in stages)
    assert read_stages(plan_words(plain)) == plain


PARTS = st.sampled_from(
    [
        *(
            "round robin",
            "swiss",
            "league",
            "then",
            ",",
            ";",
            "of",
            "the best",
            "3",
            "rounds",
            "with",
            "out",
            "a round",
        ),
        *("every", "7 days", "third place", "reset", "final", "sheet", "untimed", "by points", "twice", "-"),
    ]
)


@given(st.lists(PARTS, max_size=14).map(" ".join) | st.text(max_size=60))
def test_reading_is_total(text: str) -> None:
    try:
        assert read_stages(text)
    except ValueError as why:
        assert len(str(why)) > 20
