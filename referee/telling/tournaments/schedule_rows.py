"""The schedule of a stage, round by round: who meets whom, when, in which game, and how it ended. Decides nothing."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from referee.telling.formats import Block, columns, listed, moment, width
from referee.telling.text_blocks import WIDTH
from referee.telling.tournaments.round_names import (
    STATE_WORDS,
    ending_words,
    legend,
    round_name,
    score_words,
    short_names,
    side_words,
)
from referee.tournaments.fixtures import Fixture, Running, fixtures, opens_at, rounds, without_match
from referee.tournaments.matches import stage_of
from referee.tournaments.tournament import StageKey, Tournament

LONGEST, SHORTEST = 32, 8


class ScheduleRow(NamedTuple):
    """One match: its number, both sides, the points or `-`, the number of its game or empty, and how far it is."""

    match: int
    first: str
    points: str
    second: str
    game: str
    state: str


class ScheduleRound(NamedTuple):
    """One round; `opens` is when it opens where rounds have their days, else empty."""

    title: str
    opens: str
    rows: tuple[ScheduleRow, ...]
    byes: tuple[str, ...]


def schedule(
    t: Tournament, key: StageKey, running: Running, begins_at: datetime, names: Mapping[str, str] | None = None
) -> tuple[ScheduleRound, ...]:
    """The rounds of a stage that has begun; `names` shows teams otherwise than by their names."""
    every = fixtures(t, key)
    shown = names or {}
    found = []
    for round in rounds(one for one in every if not one.is_spare):
        opens = opens_at(t, key, round[0].round, begins_at)
        byes = tuple(shown.get(team, team) for team in without_match(t, key, round))
        rows = tuple(_row(one, running, shown) for one in round)
        title = round_name(stage_of(t, key).kind, round, every)
        found.append(ScheduleRound(title, "" if opens is None else moment(opens), rows, byes))
    return tuple(found)


def _row(one: Fixture, running: Running, names: Mapping[str, str]) -> ScheduleRow:
    first, second = score_words(one, running)
    points = f"{first.rstrip('*')} : {second.rstrip('*')}" if first else "-"
    sides = [names.get(words := side_words(side), words) for side in one.sides]
    game = "" if one.game is None else f"game {one.game}"
    return ScheduleRow(one.match, sides[0], points, sides[1], game, ending_words(one) or STATE_WORDS[one.state])


def schedule_text(t: Tournament, key: StageKey, running: Running, begins_at: datetime) -> Block:
    """The schedule as aligned lines, a heading for each round."""
    teams = t.stages[key].teams
    names: Mapping[str, str] = {}
    blocks: list[str] = []
    for wide in range(LONGEST, SHORTEST - 1, -1):
        names = short_names(teams, wide)
        blocks = [_lines(one) for one in schedule(t, key, running, begins_at, names)]
        if max((width(line) for block in blocks for line in block.split("\n")), default=0) <= WIDTH:
            break
    cut = "\n".join(f"  {line}" for line in legend(names))
    return Block("\n\n".join([*blocks, cut] if cut else blocks))


def _lines(round: ScheduleRound) -> str:
    title = f"{round.title}, opens {round.opens}" if round.opens else round.title
    rows: Sequence[Sequence[str]] = [(str(row.match), *row[1:]) for row in round.rows]
    byes = [f"  without a match: {listed(round.byes)}"] if round.byes else []
    return "\n".join([title, *([columns(rows, "0")] if rows else []), *byes])
