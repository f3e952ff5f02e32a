"""Formats for Hypothesis: all fields with values of their kind, whether they fit together or not."""

from datetime import timedelta
from fractions import Fraction

from hypothesis import strategies as st

from referee.spades.sheets import SHEETS
from referee.tournaments.formats import Format, Stage, StageKind

SPANS = st.one_of(
    st.integers(1, 365).map(lambda days: timedelta(days=days)), st.integers(1, 9999).map(lambda s: timedelta(seconds=s))
)
SHEET = st.sampled_from(sorted(SHEETS))
TITLE = st.sampled_from(["A", "B", "Premier", "collegiate", "alumni", "Ünder 20"])

STAGES = st.builds(
    Stage,
    kind=st.sampled_from(list(StageKind)),
    rounds=st.none() | st.integers(0, 80),
    meetings=st.integers(1, 3),
    every=st.none() | SPANS,
    best=st.none() | st.integers(1, 80),
    final_sheet=st.none() | SHEET,
    final_timed=st.booleans(),
    third_place=st.booleans(),
    reset=st.booleans(),
)

FORMATS = st.builds(
    Format,
    name=st.sampled_from(["pride", "ours"]),
    stages=st.lists(STAGES, max_size=5).map(tuple),
    sheet=SHEET,
    least=st.integers(0, 70),
    most=st.integers(0, 70),
    time_limit=st.none() | SPANS,
    match_limit=st.none() | SPANS,
    forfeit_after=st.none() | st.integers(0, 9),
    target=st.none() | st.integers(1, 999),
    forfeit_both=st.none() | st.integers(0, 9),
    standing=st.sampled_from(["match points", "points"]),
    divisions=st.lists(TITLE, max_size=3).map(tuple),
    classes=st.lists(TITLE, max_size=3).map(tuple),
    approval=st.booleans(),
    protest=st.booleans(),
    late_entries=st.booleans(),
    rating=st.none() | st.integers(0, 50).map(lambda tenths: Fraction(tenths, 10)),
    reneges=st.none() | st.integers(0, 4),
    draw_after=SPANS,
    zone=st.sampled_from(["UTC", "Europe/Berlin"]),
    last_trick=st.sampled_from([None, "by itself", "by hand"]),
    leave=st.none() | st.integers(0, 365),
    weekends=st.none() | st.booleans(),
)
