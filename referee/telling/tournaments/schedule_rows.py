"""The schedule of a stage, round by round: who meets whom, when, in which game, and how it ended. Decides nothing."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from referee.telling.formats import Block, at, columns, count, listed, width
from referee.telling.text_blocks import WIDTH, wrapped
from referee.telling.tournaments.round_names import (
    OPEN,
    PLAYED,
    STATE_WORDS,
    ending_words,
    legend,
    open_results,
    round_name,
    score_words,
    short_names,
    side_words,
)
from referee.tournaments.fixtures import Fixture, Running, fixtures, opens_at, rounds, without_match
from referee.tournaments.matches import stage_of
from referee.tournaments.tournament import StageKey, Times, Tournament

LONGEST, SHORTEST = 32, 8
MOST = 160
"""The most matches in a letter that no mail program cuts."""
LEFT = {STATE_WORDS[state] for state in ("unknown", "open", "running", "waiting")}
"""The words for a match that is still to be played, or is being played."""


class ScheduleRow(NamedTuple):
    """One match: its number, both sides, the points or `-`, the number of its game or an empty text, and its
    progress."""

    match: int
    first: str
    points: str
    second: str
    game: str
    state: str


class ScheduleRound(NamedTuple):
    """One round; `opens` is the day when it opens, empty if rounds have no days."""

    title: str
    opens: str
    rows: tuple[ScheduleRow, ...]
    byes: tuple[str, ...]


def schedule(
    t: Tournament,
    key: StageKey,
    running: Running,
    times: Times | None,
    names: Mapping[str, str] | None = None,
) -> tuple[ScheduleRound, ...]:
    """List the rounds of a stage that has begun, as many as a letter has room for."""
    return _shortened(every_round(t, key, running, times, names))


def every_round(
    t: Tournament,
    key: StageKey,
    running: Running,
    times: Times | None,
    names: Mapping[str, str] | None = None,
) -> tuple[ScheduleRound, ...]:
    """List the rounds of a stage that has begun. `names`: other words for teams than their names; `times`: the instants
    of the tournament, if they are known."""
    every = fixtures(t, key)
    shown = names or {}
    found = []
    for round in rounds(one for one in every if not one.is_spare):
        opens = opens_at(t, key, round[0].round, times)
        byes = tuple(shown.get(team, team) for team in without_match(t, key, round))
        rows = tuple(_row(one, running, shown) for one in round)
        title = round_name(stage_of(t, key).kind, round[0], every)
        found.append(ScheduleRound(title, "" if opens is None else at(opens, t.format.zone), rows, byes))
    return tuple(found)


def _shortened(every: Sequence[ScheduleRound]) -> tuple[ScheduleRound, ...]:
    """Return all rounds; for a stage of very many matches, only the unfinished rounds for which a letter has room."""
    if sum(len(one.rows) for one in every) <= MOST:
        return tuple(every)
    kept: list[ScheduleRound] = []
    left = [one for one in every if any(row.state in LEFT for row in one.rows)]
    for one in left:
        if sum(len(other.rows) for other in kept) + len(one.rows) > MOST:
            break
        kept.append(one)
    return (*kept, ScheduleRound(f"{count(len(every) - len(kept), 'more round')}, too many for a letter", "", (), ()))


def _row(one: Fixture, running: Running, names: Mapping[str, str]) -> ScheduleRow:
    first, second = score_words(one, running)
    points = f"{first.rstrip(PLAYED + OPEN)} : {second.rstrip(PLAYED + OPEN)}" if first or second else "-"
    sides = [names.get(words := side_words(side), words) for side in one.sides]
    game = "" if one.game is None else f"game {one.game}"
    return ScheduleRow(
        one.match, sides[0], points, sides[1], game, ending_words(one, running) or STATE_WORDS[one.state]
    )


def schedule_text(t: Tournament, key: StageKey, running: Running, times: Times | None) -> Block:
    """Write the schedule as aligned lines, a heading for each round."""
    teams = t.stages[key]
    names: Mapping[str, str] = {}
    blocks: list[str] = []
    for wide in range(LONGEST, SHORTEST - 1, -1):
        names = short_names(teams, wide)
        blocks = [_lines(one) for one in schedule(t, key, running, times, names)]
        if max((width(line) for block in blocks for line in block.split("\n")), default=0) <= WIDTH:
            break
    cut = "\n".join(f"  {line}" for line in legend(names))
    notes = "\n".join(map(wrapped, open_results(fixtures(t, key), running)))
    return Block("\n\n".join(filter(None, (*blocks, cut, notes))))


def _lines(round: ScheduleRound) -> str:
    title = f"{round.title}, opens {round.opens}" if round.opens else round.title
    rows: Sequence[Sequence[str]] = [(str(row.match), *row[1:]) for row in round.rows]
    byes = [f"  without a match: {listed(round.byes)}"] if round.byes else []
    return "\n".join([title, *([columns(rows, "0")] if rows else []), *byes])
