"""The format of a tournament: its stages, and all that an announcement may settle. Holds no preset's figures, which are
in presets.py, and never says who meets whom.

A format goes into the public record as whole numbers and texts: spans as seconds, a rating as a decimal.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Any, Literal, get_origin, get_type_hints

from referee.records.codec import Read, Values, Write
from referee.spades.sheets import DEFAULT_SHEET
from referee.table.terms import LastTrick

LEAST_TEAMS, MOST_TEAMS = 2, 64
THIRD_PLACE_TEAMS = 4
"""Fewer play no two semi-finals."""
PROTEST_ASKS = timedelta(hours=48)
"""The time after which the Gamesmaster is asked again about a protest."""
MOST_ASKS = 3
"""The number of times that they are, where no match limit ends the protest before: then it lapses."""
BEST_RATING = 4
"""The best rating of sporting behaviour (ours)."""

FirstCriterion = Literal["match points", "points"]
"""The criterion that standings compare first."""


class StageKind(StrEnum):
    """The way the teams of a stage meet."""

    ROUND_ROBIN = "round robin"
    SINGLE = "single elimination"
    DOUBLE = "double elimination"
    LEAGUE = "league"

    @property
    def is_bracket(self) -> bool:
        """The losers of this kind drop out; the other kinds end in standings."""
        return self in (StageKind.SINGLE, StageKind.DOUBLE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """One stage. A figure with kinds beside its type applies to those kinds alone; stages of other kinds keep its
    default."""

    kind: StageKind
    rounds: Annotated[int | None, StageKind.ROUND_ROBIN] = None
    """The rounds of a round robin; None: as many as it takes."""
    meetings: Annotated[int, StageKind.LEAGUE] = 1
    """The number of times that two teams of a league meet."""
    every: Annotated[timedelta | None, StageKind.LEAGUE, StageKind.ROUND_ROBIN] = None
    """The time from one round of a league or round robin to the next; None: all are open at once."""
    best: int | None = None
    """The number of teams that go on from the previous stage; None: all."""
    final_sheet: Annotated[str | None, StageKind.SINGLE, StageKind.DOUBLE] = None
    """The sheet of a bracket's final; None: the sheet of its other matches."""
    final_timed: Annotated[bool, StageKind.SINGLE, StageKind.DOUBLE] = True
    """The match limit binds a bracket's final."""
    third_place: Annotated[bool, StageKind.SINGLE] = False
    """The losers of the semi-finals play for the third place; otherwise they share it."""
    reset: Annotated[bool, StageKind.DOUBLE] = True
    """A team without a loss has a second game if it loses the grand final of a double elimination."""


PLANS = (
    (StageKind.ROUND_ROBIN, StageKind.SINGLE),
    (StageKind.ROUND_ROBIN,),
    (StageKind.DOUBLE,),
    (StageKind.SINGLE,),
    (StageKind.LEAGUE, StageKind.SINGLE),
    (StageKind.LEAGUE,),
)
"""The stages that a format may have, by their kinds."""
MOST_STAGES = max(map(len, PLANS))
FIGURES: Mapping[str, tuple[StageKind, ...]] = {
    name: hint.__metadata__
    for name, hint in get_type_hints(Stage, include_extras=True).items()
    if get_origin(hint) is Annotated
}
"""The fields that only some kinds of stage have, with these kinds."""
FOR_THE_BEST: Mapping[StageKind, str] = {StageKind.ROUND_ROBIN: "bracket", StageKind.LEAGUE: "play-offs"}
"""The name of the elimination of the best, by the kind of the stage before it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """The whole format. None switches a rule off; for a term of the games, None means the value of the
    configuration."""

    name: str
    stages: tuple[Stage, ...]
    sheet: str = DEFAULT_SHEET
    target: int | None = None
    """The points that end every game; None: those of its sheet."""
    least: int = LEAST_TEAMS
    """Fewer teams than this in a division do not begin."""
    most: int = MOST_TEAMS
    """More teams than this in a division wait for a place."""
    time_limit: timedelta | None = None
    """The time limit of a turn."""
    match_limit: timedelta | None = timedelta(days=30)
    """The time limit of a match, from its start."""
    forfeit_after: int | None = None
    """The number of acts in a row by the clock, for one player, that lose their team the match."""
    forfeit_both: int | None = 2
    """The number of acts in a row by the clock, for each of both players of a team, that lose it the match."""
    standing: FirstCriterion = "match points"
    divisions: tuple[str, ...] = ()
    """Highest first; each plays all stages."""
    classes: tuple[str, ...] = ()
    """A team has one player of each of these two."""
    partners: Literal["entered", "drawn"] = "entered"
    """They enter as a team; or each player alone, and the draw makes the teams."""
    approval: bool = False
    """Entries wait for the Gamesmaster."""
    protest: bool = False
    """A player may hold a game until the Gamesmaster has answered."""
    late_entries: bool = False
    """The Gamesmaster may let teams in from the end of sign-up until entries close."""
    rating: Fraction | None = None
    """The mean rating of sporting behaviour, out of 4, without which nobody goes on to a later stage."""
    reneges: int | None = None
    """The number of proven reneges of a team in a match after which the Gamesmaster is asked."""
    draw_after: timedelta = timedelta(hours=24)
    """The time in which players may send salts, from the close to the draw."""
    zone: str = "UTC"
    """The time zone of its dates: days that are added end at the same time of day there."""
    last_trick: LastTrick | None = None
    leave: int | None = None
    """Days that each player may be away in a game."""
    weekends: bool | None = None

    @property
    def final_sheet(self) -> str:
        """The sheet of a bracket's final."""
        return next((stage.final_sheet for stage in self.stages if stage.final_sheet), self.sheet)

    @property
    def silence_loses(self) -> bool:
        """A team can lose a match because it is silent."""
        return self.forfeit_after is not None or self.forfeit_both is not None

    def is_silent(self, own: int, others: int) -> bool:
        """Tell if a team loses its match once the clock has acted so often in a row for one player and the other."""
        alone, both = self.forfeit_after, self.forfeit_both
        return (alone is not None and own >= alone) or (both is not None and min(own, others) >= both)

    @property
    def sheets(self) -> tuple[str, ...]:
        """All sheets that are played by, each once."""
        return tuple(dict.fromkeys((self.sheet, self.final_sheet)))


def decimal(number: Fraction) -> str:
    """Return a number of tenths as people write it: `3`, `3.5`."""
    whole, tenths = divmod(int(number * 10), 10)
    return f"{whole}.{tenths}" if tenths else str(whole)


VALUES: Mapping[type[Any], tuple[Write, Read]] = {
    timedelta: (lambda span: int(span.total_seconds()), lambda seconds: timedelta(seconds=seconds)),
    Fraction: (decimal, Fraction),
    StageKind: (str, StageKind),
}
"""The figures that are no plain values, each with how it is written as JSON, and read."""
_VALUES = Values(VALUES)
_read: Callable[[Mapping[str, Any]], Format] = _VALUES.reader(Format)
UNSAID = {"partners": "entered"}
"""The values that go without saying."""


def to_json(format: Format) -> dict[str, Any]:
    """Return the format as JSON-ready values, with no fractions or floating points among them."""
    return {key: value for key, value in _VALUES.plain(format).items() if (key, value) not in UNSAID.items()}


def from_json(said: Mapping[str, Any]) -> Format:
    """Read the format that `to_json` wrote. Raises ValueError for any other value."""
    return _read({**UNSAID, **said})


def check(format: Format, sheets: Collection[str]) -> None:
    """Raise ValueError, with a sentence that says how to mend it, if a format contradicts itself.

    `sheets` are the names of all that can be played.
    """
    for ok, sentence in _tests(format, sheets):
        if not ok:
            raise ValueError(sentence)


Tests = Iterator[tuple[bool, str]]


def _tests(format: Format, sheets: Collection[str]) -> Tests:
    """Yield the tests of a format, in order: a test is valid only if all earlier tests held."""
    yield from _test_teams(format)
    kinds = tuple(stage.kind for stage in format.stages)
    yield kinds in PLANS, f"no format has these stages: {', then '.join(kinds) or 'none'}"
    for stage in format.stages:
        yield from _test_figures(stage)
    yield from _test_stages(format)
    for name in format.sheets:
        yield name in sheets, f"there is no sheet `{name}`; use one of {', '.join(sheets)}"
    yield from _test_times(format)
    yield from _test_rulings(format)


def _test_teams(format: Format) -> Tests:
    least, most = format.least, format.most
    yield least <= most, f"at least {least} and at most {most} teams contradict; write `teams: {most} to {least}`"
    yield least >= LEAST_TEAMS, f"nobody can play alone; write `teams: {LEAST_TEAMS} to {max(most, LEAST_TEAMS)}`"
    yield most <= MOST_TEAMS, f"{most} teams are too many; write `teams: {min(least, MOST_TEAMS)} to {MOST_TEAMS}`"
    names = [name.casefold() for name in format.divisions]
    yield len(set(names)) == len(names), "two divisions have the same name; give each one of its own"
    yield len(names) != 1, "one division is no division; name two or more, highest first, or take the line out"
    all_teams = most * len(names)
    fitting = max(MOST_TEAMS // max(len(names), 1), LEAST_TEAMS)
    yield (
        all_teams <= MOST_TEAMS,
        f"{len(names)} divisions of {most} teams are {all_teams}, and {MOST_TEAMS} are the most; write `teams: "
        f"{min(least, fitting)} to {fitting}`, which counts in each division",
    )
    classes = {name.casefold() for name in format.classes}
    yield (
        len(format.classes) in (0, 2) and len(classes) == len(format.classes),
        "a team has two players; write the rule like `team rule: one of each: collegiate, alumni`",
    )
    yield (
        format.partners == "entered" or (len(classes) == 2 and not names),
        "partners are drawn from two classes, without divisions; write `team rule: one of each: collegiate, alumni`",
    )


def _test_figures(stage: Stage) -> Tests:
    """Yield a test for each field that a stage does not have: it must be at its default."""
    plain = Stage(kind=stage.kind)
    for field, kinds in FIGURES.items():
        yield (
            stage.kind in kinds or getattr(stage, field) == getattr(plain, field),
            f"a {stage.kind} has no `{field.replace('_', ' ')}`; take it out",
        )


def _test_stages(format: Format) -> Tests:
    """Yield the tests of the figures of the stages."""
    first, last = format.stages[0], format.stages[-1]
    yield first.best is None, "nothing comes before the first stage that it could take the best of; limit the teams"
    yield (
        first.rounds is None or first.rounds >= 1,
        "a round robin needs a round; write `rounds: 3`, or `rounds: all`",
    )
    yield first.meetings in (1, 2), "two teams of a league meet once or twice; write `meetings: 2`, or `1`"
    entering = last.best or format.most
    if last is not first:
        called = FOR_THE_BEST[first.kind]
        yield last.best is not None, f"somebody must go on; write how many: `{called}: best 4`"
        yield entering >= LEAST_TEAMS, f"nobody can play alone; write `{called}: best {LEAST_TEAMS}`, or more"
        yield (
            entering <= format.most,
            f"at most {format.most} teams enter, and so no best {entering} can go on; write `{called}: best "
            f"{format.most}`, or let more teams in",
        )
    yield (
        not last.third_place or entering >= THIRD_PLACE_TEAMS,
        f"{entering} teams play no two semi-finals; let in {THIRD_PLACE_TEAMS}, or write `third place: no`",
    )


def _test_times(format: Format) -> Tests:
    turn, match = format.time_limit, format.match_limit
    spans = (("time limit", turn), ("match limit", match), ("draw after", format.draw_after))
    for key, span in spans:
        yield span is None or span > timedelta(0), f"`{key}` must leave some time; write it like `{key}: 24 hours`"
    yield (
        turn is None or match is None or match >= turn,
        "the match limit is shorter than the time limit of one turn; make it longer, like `match limit: 30 days`",
    )
    for after in (format.forfeit_after, format.forfeit_both):
        yield after is None or after >= 1, "silences are counted from 1; write `forfeit after: 4 silences`, or `none`"
    yield format.reneges is None or format.reneges >= 1, "reneges are counted from 1; write `reneges: 2`, or `none`"


def _test_rulings(format: Format) -> Tests:
    rating = format.rating
    yield (
        rating is None or (0 <= rating <= BEST_RATING and rating * 10 == int(rating * 10)),
        f"a rating is a number from 0 to {BEST_RATING} with one decimal; write it like `rating: 3.0`",
    )
    yield (
        rating is None or len(format.stages) > 1,
        "a rating decides who goes on to the next stage, and there is none; write `rating: none`",
    )


def stage_words(stage: Stage) -> str:
    """Return a stage as one may write it in an announcement: `single elimination of the best 8 with third place`."""
    several = stage.rounds != 1
    of = [
        f"{stage.rounds} round{'s' * several}" if stage.rounds else "",
        f"the best {stage.best}" if stage.best else "",
    ]
    words = [" of ".join([stage.kind.value, *filter(None, of)])]
    words += ["2 meetings"] if stage.meetings == 2 else []
    words += [f"a round every {length(stage.every)}"] if stage.every else []
    words += [f"final sheet {stage.final_sheet}"] if stage.final_sheet else []
    words += [] if stage.final_timed else ["untimed final"]
    words += ["with third place"] if stage.third_place else []
    words += [] if stage.reset else ["without reset"]
    return ", ".join(words)


def plan_words(stages: tuple[Stage, ...]) -> str:
    """Return all stages as one may write them: `round robin of 3 rounds; then single elimination of the best 8`."""
    return "; then ".join(map(stage_words, stages))


def length(span: timedelta) -> str:
    """Return a span in days, hours or seconds, the largest that divides it: `7 days`."""
    seconds = int(span.total_seconds())
    unit, size = next(each for each in (("day", 86400), ("hour", 3600), ("second", 1)) if seconds % each[1] == 0)
    return f"{seconds // size} {unit}{'s' * (seconds != size)}"
