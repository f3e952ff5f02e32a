"""A bracket as rows for templates/parts/bracket.html: its rounds below each other, so that a phone shows them whole.

Everything is said in words too: who won, who has yet to play, whom the winner meets. Decides nothing.
"""

from collections.abc import Sequence
from typing import NamedTuple

from referee.telling.formats import capital, listed
from referee.telling.tournaments.round_names import (
    OPEN,
    PLAYED,
    STATE_WORDS,
    ending_words,
    next_words,
    open_results,
    round_name,
    score_words,
    side_words,
)
from referee.tournaments.fixtures import Fixture, Running, Side, fixtures, rounds, without_match
from referee.tournaments.matches import stage_of
from referee.tournaments.tournament import StageKey, Tournament


class SideRow(NamedTuple):
    """One side of a match. `known`: whether it is a team; `won` and `own` (the reader's) are marked."""

    name: str
    known: bool
    score: str
    won: bool
    own: bool


class MatchRows(NamedTuple):
    """One match: `title` as in `Match 7, game 31`, `note` what is said below it."""

    title: str
    sides: tuple[SideRow, SideRow]
    note: str


class RoundRows(NamedTuple):
    """One round; `byes` is a sentence on those who go on without a match, or empty."""

    title: str
    matches: tuple[MatchRows, ...]
    byes: str


def bracket_rows(t: Tournament, key: StageKey, running: Running, team: str | None = None) -> tuple[RoundRows, ...]:
    """The rounds of a bracket stage that has begun, first to last; `team` is the reader's."""
    every = fixtures(t, key)
    kind = stage_of(t, key).kind
    found = []
    for round in rounds(one for one in every if not one.is_spare):
        byes = without_match(t, key, round)
        going = f"{listed(byes)} {'goes' if len(byes) == 1 else 'go'} on without a match." if byes else ""
        matches = tuple(_match(one, every, running, team) for one in round)
        found.append(RoundRows(round_name(kind, round, every), matches, going))
    return tuple(found)


def _match(one: Fixture, every: Sequence[Fixture], running: Running, team: str | None) -> MatchRows:
    game = "" if one.game is None else f", game {one.game}"
    first, second = score_words(one, running)
    sides = (_side(one, one.first, first, team), _side(one, one.second, second, team))
    return MatchRows(f"Match {one.match}{game}", sides, capital(_note(one, every, running)))


def _side(one: Fixture, side: Side, score: str, team: str | None) -> SideRow:
    won = side.team is not None and side.team == one.winner
    return SideRow(
        side_words(side),
        side.team is not None,
        score.rstrip(PLAYED + OPEN),
        won,
        team is not None and side.team == team,
    )


def _note(one: Fixture, every: Sequence[Fixture], running: Running) -> str:
    if one.result is not None and one.outcome is None:
        return ending_words(one)
    if one.state == "off":
        return "no match" if one.winner is None else f"{one.winner} goes on without a match"
    if open_ones := open_results([one], running):
        return " ".join((*open_ones, f"{capital(next_words(one, every))}."))
    said = (ending_words(one), "" if one.state == "unknown" else STATE_WORDS[one.state], next_words(one, every))
    return "; ".join(filter(None, said))
