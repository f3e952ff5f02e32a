"""The games of a tournament's matches: how they begin and how the tournament ends them. Never judges a result."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from sqlalchemy import Connection

from referee.asking.commands import TermLines
from referee.desk.case import Case
from referee.desk.table.act import end
from referee.desk.table.begin import Players, begin, known_sheet
from referee.spades import commands as cmd
from referee.spades.consequences import ATTEMPTS
from referee.spades.rulesheet import RuleSheet
from referee.store import entries, event_log, games, matches, people, tournaments
from referee.store.matches import MatchRow
from referee.store.tournaments import TournamentRow
from referee.telling.news import Fixture, Settled
from referee.telling.tournaments.notices import MatchTime
from referee.tournaments import decide
from referee.tournaments.events import Event
from referee.tournaments.fixtures import Live
from referee.tournaments.matches import Match, due, stage_of
from referee.tournaments.tournament import MatchGame, StageKey, Tournament

GAMES_AT_ONCE = 64
"""How many games one transaction begins: the rest follows in the next."""


def begin_due(case: Case, row: TournamentRow, t: Tournament) -> tuple[tuple[Event, ...], Tournament]:
    """Begin the games of all matches that can be played now. Returns the events, and the state after them."""
    happened: tuple[Event, ...] = ()
    if row.paused_at is not None or case.now < row.begins_at:
        return happened, t
    for match in due(t, open_rounds(case, row, t))[:GAMES_AT_ONCE]:
        events, t = _begin(case, row, t, match)
        happened += events
    return happened, t


def open_rounds(case: Case, row: TournamentRow, t: Tournament) -> Mapping[StageKey, int]:
    """The last round that has opened by now, of each stage whose rounds have their days."""
    days = _days(case, row, t)
    return {key: max(0, 1 + (case.now - first) // every) for key, (first, every) in days.items()}


def next_rounds(case: Case, row: TournamentRow, t: Tournament) -> list[datetime]:
    """When the next round opens, of each stage whose rounds have their days."""
    rounds = open_rounds(case, row, t)
    return [first + rounds[key] * every for key, (first, every) in _days(case, row, t).items()]


def _days(case: Case, row: TournamentRow, t: Tournament) -> Mapping[StageKey, tuple[datetime, timedelta]]:
    """When the first round of a stage opens, and the time to the next, where rounds have their days."""
    spans = {key: stage_of(t, key).every for key in t.stages}
    begins = tournaments.begins(case.tx, row, t) if any(spans.values()) else {}
    return {key: (begins[key], every) for key, every in spans.items() if every is not None}


def _begin(case: Case, row: TournamentRow, t: Tournament, match: Match) -> decide.Happened:
    assert match.teams is not None, "a match that is due has two teams"
    attempt = decide.next_attempt(t, match.number)
    seats = decide.seats(t, match, attempt)
    addresses = _addresses(case, t, match.teams)
    limit_at = case.now + t.format.match_limit if _is_timed(t, match) and t.format.match_limit is not None else None
    players = Players(
        players=tuple((name, addresses[name]) for name in seats),
        team=(0, 2),
        source=f"tournament {t.number} match {match.number} game {attempt}",
        seated=True,
        seeds=decide.first_seeds(t, match.number, attempt, ATTEMPTS),
        fixture=Fixture(t.number, t.name, match.number, match.teams, t.format.forfeit_after, limit_at),
    )
    number = begin(case, sheet_of(case, t, match), players, row.gamesmaster, t.format.time_limit, _terms(t))
    events, after = decide.begin(t, match, number)
    tournaments.append(case.tx, after, events, now=case.now, inbox=case.inbox)
    matches.add(
        case.tx,
        MatchRow(
            tournament=t.number,
            match=match.number,
            attempt=attempt,
            game=number,
            state="running",
            limit_at=limit_at,
        ),
    )
    return events, after


def _addresses(case: Case, t: Tournament, teams: tuple[str, str]) -> dict[str, str]:
    """The address of each player of two teams, by name."""
    found: dict[str, str] = {}
    for name in teams:
        entered = entries.team(case.tx, t.number, name)
        for player, person in zip(t.team(name).players, entered.people, strict=True):
            found[player] = people.by_id(case.tx, person).address
    return found


def sheet_of(case: Case, t: Tournament, match: Match) -> RuleSheet:
    """The sheet that a match is played by."""
    stage = t.format.stages[match.stage - 1]
    return known_sheet(case, t.format.final_sheet_of(stage) if match.part == "final" else t.format.sheet_of(stage))


def _is_timed(t: Tournament, match: Match) -> bool:
    return match.part != "final" or t.format.stages[match.stage - 1].final_timed


def _terms(t: Tournament) -> TermLines:
    wanted = t.format
    return TermLines(
        last_trick=wanted.last_trick,
        bank=wanted.bank,
        leave=wanted.leave,
        weekends=wanted.weekends,
        undo=wanted.undo,
    )


def end_game(case: Case, number: int, command: cmd.Forfeit | cmd.Abort, settled: Settled) -> None:
    """End a game that a tournament no longer wants; one that is over stays as it is. `settled`: why, and who
    goes on."""
    row = games.find(case.tx, number)
    if row is not None and row.ended_at is None:
        end(case, row, event_log.load(case.tx, row), command, settled)


def forfeit(case: Case, game: MatchGame, loser: str, settled: Settled) -> None:
    """End the game of a match, lost by one of its teams."""
    end_game(case, game.game, cmd.Forfeit(1 if game.odd == loser else 2), settled)


def begun(case: Case, t: Tournament) -> frozenset[int]:
    """The matches whose running game has its first bid."""
    return frozenset(one.match for one in matches.running(case.tx, t.number) if _has_bid(case, one.game))


def _has_bid(case: Case, number: int) -> bool:
    row = games.find(case.tx, number)
    return row is not None and (row.round > 1 or row.turn > 1)


def running(case: Case, t: Tournament) -> tuple[MatchTime, ...]:
    """The games that are being played, by match."""
    return games_being_played(case.tx, t)


def games_being_played(tx: Connection, t: Tournament) -> tuple[MatchTime, ...]:
    """The same for whoever has no case in hand."""
    live = matches.live(tx, t)
    return tuple(_running(tx, one, live[one.match]) for one in matches.running(tx, t.number))


def _running(tx: Connection, match: MatchRow, live: Live) -> MatchTime:
    row = games.find(tx, match.game)
    assert row is not None, "the game of a match is in the database"
    seat = row.due_seat
    return MatchTime(
        match=match.match,
        game=match.game,
        on_turn=None if seat is None else row.names[seat - 1],
        deadline=row.deadline,
        limit_at=match.limit_at,
        score=live.score,
        round=row.round,
        pending=live.pending,
    )
