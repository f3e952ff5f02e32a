"""The games of a tournament's matches: how they begin and how the tournament ends them. Never judges a result."""

from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection

from referee.asking.commands import TermLines
from referee.config import Settings
from referee.desk.case import Case, Desk
from referee.desk.table.act import Outside, act
from referee.desk.table.start import Players, begin, known_sheet, terms_of
from referee.spades.rulesheet import RuleSheet
from referee.store import event_log, games, matches, people, tournaments
from referee.store.games import GameRow
from referee.store.matches import MatchRow
from referee.store.tournaments import Cup
from referee.table import commands as cmd
from referee.table.fairness import ATTEMPTS
from referee.table.sheet import fold_name
from referee.table.terms import Terms
from referee.telling.letters.games import WORDS
from referee.telling.news import Fixture, Settled
from referee.telling.tournaments.notices import MatchTime
from referee.tournaments import decide
from referee.tournaments.events import Event
from referee.tournaments.fixtures import Live
from referee.tournaments.formats import Format
from referee.tournaments.matches import Match, due, matches_of
from referee.tournaments.tournament import MatchGame, Tournament, later

GAMES_AT_ONCE = 64
"""The most games that one transaction begins: the next transaction begins the rest."""


def begin_due(case: Case, cup: Cup) -> tuple[tuple[Event, ...], Cup]:
    """Begin the games of all matches that can be played now. Returns the events, and the tournament after them."""
    happened: tuple[Event, ...] = ()
    for match in startable(case, cup)[:GAMES_AT_ONCE]:
        events, cup = _begin(case, cup, match)
        happened += events
    return happened, cup


def startable(case: Case, cup: Cup) -> tuple[Match, ...]:
    """Return the matches whose games can begin now."""
    if cup.row.paused_at is not None or case.now < cup.row.begins_at:
        return ()
    return due(cup.state, _open_round(case, cup))


def _open_round(case: Case, cup: Cup) -> int | None:
    """Return the number of the last round of the first stage that has opened; None if its rounds have no days."""
    openings = _openings(cup)
    return None if openings is None else sum(opens <= case.now for opens in openings)


def next_round(case: Case, cup: Cup) -> datetime | None:
    """Return when the next round opens, where rounds have their days."""
    return next((opens for opens in _openings(cup) or () if opens > case.now), None)


def _openings(cup: Cup) -> list[datetime] | None:
    """Return when the rounds of the first stage open, in order; None if they have no days."""
    t, times = cup.state, cup.row.times
    every = t.format.stages[0].every
    if every is None:
        return None
    rounds = max((one.round for division in t.divisions for one in matches_of(t, (division, 1))), default=0)
    return [times.opens(round, every, t.format.zone) for round in range(1, rounds + 1)]


def _begin(case: Case, cup: Cup, match: Match) -> tuple[tuple[Event, ...], Cup]:
    row, t = cup.row, cup.state
    assert match.teams is not None, "a match that is due has two teams"
    attempt = decide.next_attempt(t, match.number)
    seats = decide.seats(t, match, attempt)
    addresses = _addresses(case, t, match.teams)
    limit = t.format.match_limit if _is_timed(t, match) else None
    limit_at = None if limit is None else later(case.now, limit, t.format.zone)
    players = Players(
        players=tuple((name, addresses[name]) for name in seats),
        team=(0, 2),
        source=f"tournament {t.number} match {match.number} game {attempt}",
        seated=True,
        seeds=decide.first_seeds(t, match.number, attempt, ATTEMPTS),
        fixture=Fixture(
            t.number, t.name, match.number, match.teams, t.format.forfeit_after, t.format.forfeit_both, limit_at
        ),
    )
    number = begin(case, _sheet_of(case, t, match), players, row.gamesmaster, t.format.time_limit, _terms(t))
    events, after = decide.begin(t, match, number)
    cup = tournaments.append(case.tx, row, after, events, now=case.now, inbox=case.inbox)
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
    return events, cup


def _addresses(case: Case, t: Tournament, teams: tuple[str, str]) -> dict[str, str]:
    """Return the address of each player of two teams, by name."""
    found: dict[str, str] = {}
    for name in teams:
        entered = tournaments.entry_of_team(case.tx, t.number, name)
        for player, person in zip(t.team(name).players, entered.people, strict=True):
            found[player] = people.by_id(case.tx, person).address
    return found


def _sheet_of(case: Case, t: Tournament, match: Match) -> RuleSheet:
    """Return the sheet that a match is played by."""
    return played_by(case, t.format, t.format.final_sheet if match.part == "final" else t.format.sheet)


def played_by(case: Case, format: Format, name: str) -> RuleSheet:
    """Return a sheet with the target of a format, and with a star behind its name if that changes it."""
    sheet: RuleSheet = known_sheet(case, name)
    if format.target in (None, sheet.target):
        return sheet
    return replace(sheet, name=f"{sheet.name}*", target=format.target)


def _is_timed(t: Tournament, match: Match) -> bool:
    return match.part != "final" or t.format.stages[match.stage - 1].final_timed


def sheet_in_short(case: Case, t: Tournament) -> str:
    """Say in one sentence what the sheet of a tournament's games is like."""
    sheet = played_by(case, t.format, t.format.sheet)
    return WORDS[sheet.game].in_short(sheet)


def game_of(desk: Desk, t: Tournament) -> str:
    """Return the name of the game that is played in a tournament: that of its sheet, if there still is one."""
    sheet = desk.sheets.get(fold_name(t.format.sheet))
    return RuleSheet.game if sheet is None else str(sheet.game)


def terms_of_games(settings: Settings, t: Tournament) -> Terms:
    """Return the terms of the games of a tournament."""
    return terms_of(settings, t.format.sheet, _terms(t))


def _terms(t: Tournament) -> TermLines:
    wanted = t.format
    return TermLines(
        last_trick=wanted.last_trick,
        leave=wanted.leave,
        weekends=wanted.weekends,
    )


def end_game(case: Case, number: int, command: cmd.Forfeit | cmd.Abort, settled: Settled) -> None:
    """End a game that a tournament no longer wants; a game that is over stays unchanged. `settled`: why, and who goes
    on."""
    row = games.find(case.tx, number)
    if row is not None and row.ended_at is None:
        act(case, row, event_log.load(case.tx, row), None, command, outside=Outside(settled=settled))


def forfeit(case: Case, game: MatchGame, loser: str, settled: Settled) -> None:
    """End the game of a match, lost by one of its teams."""
    end_game(case, game.game, cmd.Forfeit(1 if game.odd == loser else 2), settled)


def game_of_match(tx: Connection, match: MatchRow) -> GameRow:
    """Return the row of a match's game."""
    row = games.find(tx, match.game)
    assert row is not None, "the game of a match is in the database"
    return row


def begun(case: Case, t: Tournament) -> frozenset[int]:
    """Return the matches whose running game has its first bid."""
    playing = [(one.match, game_of_match(case.tx, one)) for one in matches.running(case.tx, t.number)]
    return frozenset(match for match, row in playing if row.round > 1 or row.turn > 1)


def running(tx: Connection, t: Tournament) -> tuple[MatchTime, ...]:
    """Return the games that are being played, by match."""
    live = matches.live(tx, t)
    return tuple(_running(tx, one, live[one.match]) for one in matches.running(tx, t.number))


def _running(tx: Connection, match: MatchRow, live: Live) -> MatchTime:
    row = game_of_match(tx, match)
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
