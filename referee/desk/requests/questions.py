"""Questions: pages that the referee sends without changing anything. They go only to the registered address."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

from referee.asking.commands import (
    Games,
    Hand,
    History,
    LastTrick,
    Memory,
    NewTable,
    Record,
    Rules,
    Score,
    Status,
    Tables,
)
from referee.desk.case import Case, Complaint, Wrong
from referee.desk.masters import name_of_master
from referee.desk.request import Meant, Request
from referee.desk.table.records import over, record
from referee.desk.table.seats import own_seat
from referee.desk.table.start import known_sheet
from referee.desk.tournaments import questions as about_tournaments
from referee.desk.tournaments.match_games import running
from referee.desk.which_game import game_meant, lines_of
from referee.dominoes.events import RoundScored
from referee.games import Game, evolve, view
from referee.spades import events as ev
from referee.spades.rulesheet import RuleSheet
from referee.spades.sheets import usual_terms
from referee.store import event_log, games, outbox, people, signups, tournaments
from referee.store.games import GameRow
from referee.store.signups import Lineup
from referee.telling.dominoes.sentences import round_ended
from referee.telling.formats import Block, span_left
from referee.telling.letter_kinds import (
    FullTable,
    GameLine,
    GamesPage,
    HandPage,
    HistoryPage,
    MemoryPage,
    NewTablePage,
    RecordPage,
    RulesPage,
    ScorePage,
    StatusPage,
    TablesPage,
    TrickPage,
    WaitingPerson,
)
from referee.telling.letters.round_letter import round_table
from referee.telling.news import RoundOver, story_of_events
from referee.telling.sentences.news_lines import gamesmaster, lines
from referee.telling.tournaments.headlines import overview
from referee.telling.tournaments.notices import TournamentPage


def rules(case: Case, request: Request[Rules]) -> RulesPage | TournamentPage:
    """Show the sheet that the line names; else the sheet of the game meant, as played there; else the sheets of the
    tournament meant; else the default sheet. Raises Complaint if there is no such sheet."""
    if name := request.command.sheet:
        return RulesPage(known_sheet(case, name))
    if isinstance(request.meant, Meant):
        played: Any = request.meant.game.sheet
        return RulesPage(played)
    if (page := about_tournaments.rules_meant(case, request)) is not None:
        return page
    return RulesPage(case.desk.sheets[case.desk.settings.game.sheet])


def running_games(case: Case, _: Request[Games]) -> GamesPage:
    """Show all running games."""
    return GamesPage(lines_of(case, games.running(case.tx)))


def status(case: Case, request: Request[Status]) -> StatusPage:
    """Show the games that the sender plays or steers; for a game that they play, name its Gamesmaster."""
    played = {row.id: row for row in request.mail.playing}
    own = played | {row.id: row for row in request.mail.steered}
    shown = lines_of(case, (own[number] for number in sorted(own)))
    return StatusPage(tuple(_with_master(case, line, played.get(line.view.game)) for line in shown))


def _with_master(case: Case, line: GameLine, row: GameRow | None) -> GameLine:
    if row is None:
        return line
    return replace(line, more=(*line.more, gamesmaster(name_of_master(case, row.gamesmaster))))


def hand(case: Case, request: Request[Hand]) -> HandPage:
    """Show the sender's cards, and what they are to do next. Raises Complaint if the mail means no game, or a game in
    which they do not sit."""
    meant = game_meant(case, request)
    own_seat(meant)
    assert meant.own is not None, "they have a seat"
    return HandPage(meant.own, meant.row.deadline)


def memory(case: Case, request: Request[Memory]) -> MemoryPage:
    """Show what everyone saw of the running round. Raises Complaint if the mail means no game, or a game in which the
    sender does not sit."""
    meant = game_meant(case, request)
    own_seat(meant)
    return MemoryPage(view(meant.game))


def last_trick(case: Case, request: Request[LastTrick]) -> TrickPage:
    """Tell the last trick of the running round. Raises Complaint if the mail means no game, or a game in which the
    sender does not sit."""
    meant = game_meant(case, request)
    return TrickPage(view(meant.game, own_seat(meant)))


def public_record(case: Case, request: Request[Record]) -> RecordPage:
    """Show the record of a game, running or over. Raises Complaint if there is no such game."""
    number = request.command.game
    if games.find(case.tx, number) is None:
        raise Complaint(Wrong.NO_SUCH_GAME, game=number)
    return RecordPage(number, record(case.tx, number))


def score(case: Case, request: Request[Score]) -> ScorePage:
    """Show the score of the game meant, and its rounds so far. Raises Complaint if no game is meant."""
    meant = game_meant(case, request)
    rounds: dict[int, RoundOver | RoundScored] = {}
    game: Game | None = None
    for event in event_log.story(case.tx, meant.row.id):
        if isinstance(event, ev.RoundScored | RoundScored):
            rounds[event.round] = over(game, event)
        game = evolve(game, event)
    assert game is not None, "a kept game has events"
    until = meant.row.deadline if game.provisional is not None else None
    return ScorePage(view(game), tuple(rounds.values()), until)


def history(case: Case, request: Request[History]) -> HistoryPage:
    """Show the plays of a round of the game meant, by default the running one. Raises Complaint if the mail means no
    game, or the game has no such round."""
    meant = game_meant(case, request)
    now = view(meant.game)
    wanted = request.command.round or now.round
    if not 1 <= wanted <= now.round:
        raise Complaint(Wrong.NO_SUCH_ROUND, round=wanted, last=now.round)
    game: Game | None = None
    challenges: list[str] = []
    table: Block | None = None
    scored: tuple[str, ...] = ()
    for event in (
        *event_log.story(case.tx, meant.row.id, kinds=("Started",)),
        *event_log.story(case.tx, meant.row.id, wanted),
    ):
        before, game = game, evolve(game, event)
        if isinstance(event, ev.Challenged):
            challenges += [line.text for line in lines(story_of_events(before, (event,)).news, view(game))]
        if isinstance(event, ev.RoundScored | RoundScored) and isinstance(of := over(before, event), RoundOver):
            counted = round_table(of, view(game))
            table, scored = counted.lines, counted.notes
        elif isinstance(event, RoundScored):
            scored = (round_ended(event, view(game)),)
    assert game is not None, "a kept game has events"
    return HistoryPage(now, view(game), game.attempt, tuple(challenges), scored, table)


def tables(case: Case, _: Request[Tables]) -> TablesPage:
    """Show a Gamesmaster the present state of all games, full tables, waiting lists and tournaments."""
    rows = games.running(case.tx)
    since = tuple(event_log.turn_began(case.tx, row) for row in rows)
    full = tuple(_full(case, table) for table in signups.open_lineups(case.tx))
    return TablesPage(case.now, lines_of(case, rows), since, full, _waiting(case), _tournaments(case))


def new_table(case: Case, _: Request[NewTable]) -> NewTablePage:
    """Bring a Gamesmaster the lines of a start: by the usual sheet at three speeds, and by each other sheet."""
    game = case.desk.settings.game
    usual = case.desk.sheets[game.sheet]
    pace = game.time_limit
    limits = {"usual": pace, "quick": min(pace, timedelta(days=1)), "unhurried": max(pace, timedelta(days=5))}
    named = [(how, limit) for how, limit in limits.items() if how == "usual" or limit != pace]
    speeds = [_lines(case, f"{usual.name}, {how}", usual, limit) for how, limit in named]
    others = [_lines(case, name, sheet, pace) for name, sheet in case.desk.sheets.items() if sheet != usual]
    return NewTablePage((*speeds, *others), tuple(name for name, _ in others))


def _lines(case: Case, label: str, sheet: RuleSheet, limit: timedelta) -> tuple[str, str]:
    """Write the lines of a start, with those last that the Gamesmaster fills in."""
    own = case.desk.settings.game.leave
    leave = usual_terms(sheet.name).leave if own is None else own
    settings = (f"sheet: {sheet.name}", f"target: {sheet.target}", f"time limit: {span_left(limit)}", f"leave: {leave}")
    return label, "\n".join(("start", *settings, "players:", ""))


def _tournaments(case: Case) -> tuple[str, ...]:
    """Say the progress of each open tournament."""
    found = ((row, tournaments.state_of(case.tx, row)) for row in tournaments.open_ones(case.tx))
    return tuple(f"{row.name}: {overview(t, row.times, running(case.tx, t), case.now)}" for row, t in found)


def _full(case: Case, table: Lineup) -> FullTable:
    return FullTable(table.number, table.sheet, table.names, outbox.first_of_table(case.tx, table.id))


def _waiting(case: Case) -> tuple[WaitingPerson, ...]:
    """Return everyone on a list, by sheets, with the partner whom they named."""
    found: list[WaitingPerson] = []
    for sheet, _ in signups.counts(case.tx):
        for entry in signups.waiting_for(case.tx, sheet):
            person = people.by_id(case.tx, entry.person)
            found.append(WaitingPerson(sheet, person.name, person.address, entry.partner))
    return tuple(found)
