"""The Gamesmaster's commands on a tournament that is drawn: matches, teams, ratings, its clock, its end.

Whatever would change who plays in matches that have begun is refused, with the matches that stand in the way.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, Literal

from referee.asking.tournaments import commands as ask
from referee.desk.cards_in_text import check_words
from referee.desk.case import Case, Complaint
from referee.desk.refusals import Wrong
from referee.desk.requests.request import Request
from referee.desk.table.act import act as act_in_game
from referee.desk.tournaments.act import act, set_wake
from referee.desk.tournaments.games import begun
from referee.desk.tournaments.meant import MeantTournament, steered, tournament_meant
from referee.desk.tournaments.pending import put_off
from referee.names import same_name
from referee.spades import commands as cmd
from referee.spades.refusal import Refusal
from referee.store import entries, event_log, games, matches, tournaments
from referee.telling.formats import listed
from referee.tournaments import decide
from referee.tournaments import events as ev
from referee.tournaments.decide import Happened, InTheWay
from referee.tournaments.formats import decimal
from referee.tournaments.matches import Match, find


def rule_match(case: Case, request: Request[ask.RuleMatch]) -> str:
    """`rule match 7 The Aces win 250 to 180 because ...`. Here and below: raises Complaint."""
    meant, wish = _running(case, request), request.command
    match = _match(meant, wish.match)
    teams = match.teams
    if teams is None:
        raise Complaint(Wrong.TOURNAMENT, sentence=f"it is not known yet who plays in match {wish.match}")
    winner = next((team for team in teams if same_name(team, wish.winner)), None)
    if winner is None:
        raise Complaint(
            Wrong.TOURNAMENT, sentence=f"{wish.winner} do not play in match {wish.match}; {teams[0]} and {teams[1]} do"
        )
    _check_reason(case, request, wish.reason)
    score = wish.score if winner == teams[0] else (wish.score[1], wish.score[0])
    _act(case, meant, lambda: decide.rule(meant.state, match, winner, score, wish.reason, begun(case, meant.state)))
    return f"match {wish.match}: {winner} win {wish.score[0]} to {wish.score[1]}, by your ruling"


def replay_match(case: Case, request: Request[ask.ReplayMatch]) -> str:
    """`replay match 7`: what came of it counts no more, and another game begins."""
    wish = request.command
    return _take_back(case, request, wish.match, "replay", wish.reason or "")


def reset_match(case: Case, request: Request[ask.ResetMatch]) -> str:
    """`reset match 9 because ...`: take back a match that has begun, so that an earlier one can be ruled on."""
    wish = request.command
    return _take_back(case, request, wish.match, "reset", wish.reason)


def _take_back(case: Case, request: Request[Any], number: int, why: Literal["replay", "reset"], reason: str) -> str:
    meant = _running(case, request)
    match = _match(meant, number)
    game = meant.state.games.get(number)
    if number not in meant.state.outcomes and (game is None or game.state == "taken back"):
        raise Complaint(Wrong.TOURNAMENT, sentence=f"match {number} has not begun, so there is nothing to take back")
    _check_reason(case, request, reason)
    _act(case, meant, lambda: decide.take_back(meant.state, match.number, why, reason, begun(case, meant.state)))
    return f"match {number} is open again, and is played anew"


def withdraw_team(case: Case, request: Request[ask.WithdrawTeam]) -> str:
    """`withdraw TEAM because ...`, the Gamesmaster's."""
    meant = steered(case, request)
    wish = request.command
    _check_reason(case, request, wish.reason)
    return _withdraw(case, meant, _team(meant, wish.team), "gamesmaster", wish.reason)


def withdraw(case: Case, request: Request[ask.WithdrawFrom]) -> str:
    """`withdraw from Spring Cup`, a captain's; before the close it is `leave`."""
    meant = tournament_meant(case, request)
    person = request.sender.person
    own = [] if person is None else entries.of_person(case.tx, meant.row.id, person.id)
    entry = next((one for one in own if one.state == "in"), None)
    if person is None or entry is None:
        raise Complaint(Wrong.TOURNAMENT, sentence=f"you have no team in {meant.row.name}")
    if entry.captain != person.id:
        raise Complaint(Wrong.TOURNAMENT, sentence=f"only the captain can withdraw {entry.team}")
    if meant.state.phase == "sign-up":
        raise Complaint(Wrong.TOURNAMENT, sentence=f"sign-up is still open: write `leave {meant.row.name}`")
    reason = request.command.reason or ""
    _check_reason(case, request, reason)
    return _withdraw(case, meant, entry.team, "captain", reason)


def _withdraw(case: Case, meant: MeantTournament, team: str, by: str, reason: str) -> str:
    if meant.state.phase == "closed":
        put_off(case, meant, {"do": "withdraw", "team": team, "by": by, "reason": reason})
        return f"{team} will be out of {meant.row.name} right after the draw, since the roster is frozen until then"
    _check_running(meant)
    if team in meant.state.withdrawn:
        raise Complaint(Wrong.TOURNAMENT, sentence=f"{team} are out of {meant.row.name} already")
    act(case, meant.row, decide.withdraw(meant.state, team, "captain" if by == "captain" else "gamesmaster", reason))
    return f"{team} are out of {meant.row.name}"


def rate(case: Case, request: Request[ask.Rate]) -> str:
    """`rate TEAM 3.5 in match 7`: sporting behaviour, which nobody can protest."""
    meant, wish = _running(case, request), request.command
    match = _match(meant, wish.match)
    team = _team(meant, wish.team)
    if meant.state.format.rating is None:
        raise Complaint(Wrong.TOURNAMENT, sentence=f"{meant.row.name} was announced without ratings")
    if match.teams is None or team not in match.teams or match.number not in meant.state.games:
        raise Complaint(Wrong.TOURNAMENT, sentence=f"{team} have not played in match {wish.match}")
    act(case, meant.row, decide.note(meant.state, ev.Rated(team, wish.match, decimal(wish.rating))))
    return f"{team}: {decimal(wish.rating)} of 4 in match {wish.match}"


def pause(case: Case, request: Request[ask.PauseTournament]) -> str:
    """`pause Spring Cup`: stop the clocks of all its games; no match begins."""
    meant = _running(case, request)
    if meant.row.paused_at is not None:
        raise Complaint(Wrong.TOURNAMENT, sentence=f"{meant.row.name} is paused already")
    tournaments.change(case.tx, meant.row.id, paused_at=case.now)
    stopped = _in_all_games(case, meant, cmd.Pause())
    act(case, _row(case, meant), decide.note(meant.state, ev.Paused()))
    return f"{meant.row.name} is paused, and {_clocks(stopped)} with it"


def resume(case: Case, request: Request[ask.ResumeTournament]) -> str:
    """`resume Spring Cup`: its instants and match limits move by as long as it was paused."""
    meant = steered(case, request)
    if meant.row.paused_at is None:
        raise Complaint(Wrong.TOURNAMENT, sentence=f"{meant.row.name} is not paused")
    _shift(case, meant, case.now - meant.row.paused_at)
    if not meant.state.paused:
        set_wake(case, meant.row.id, meant.state)
        return f"{meant.row.name} goes on"
    going = _in_all_games(case, meant, cmd.Resume())
    act(case, _row(case, meant), decide.note(meant.state, ev.Resumed()))
    return f"{meant.row.name} goes on, and {_clocks(going)} with it"


def _shift(case: Case, meant: MeantTournament, by: timedelta) -> None:
    row = meant.row
    instants = {name: getattr(row, name) + by for name in _instants_to_come(meant)}
    tournaments.change(case.tx, row.id, paused_at=None, **instants)
    for one in matches.running(case.tx, row.id):
        if one.limit_at is not None:
            matches.change(case.tx, one, limit_at=one.limit_at + by)


def _instants_to_come(meant: MeantTournament) -> tuple[str, ...]:
    """The instants that a pause moves: those that lie ahead in this phase."""
    match meant.state.phase:
        case "sign-up":
            return ("sign_up_until", "closes_at", "draw_at", "begins_at")
        case "closed":
            return ("draw_at", "begins_at")
    return ("begins_at",)


def _in_all_games(case: Case, meant: MeantTournament, command: cmd.Pause | cmd.Resume) -> int:
    """Pause or resume the running games. Returns in how many that changed anything."""
    changed = 0
    for one in matches.running(case.tx, meant.row.id):
        row = games.find(case.tx, one.game)
        if row is None or row.ended_at is not None or one.protest_until is not None:
            continue
        try:
            with case.tx.begin_nested():
                act_in_game(case, row, event_log.load(case.tx, row), None, command)
            changed += 1
        except Refusal:
            continue
    return changed


def cancel(case: Case, request: Request[ask.CancelTournament]) -> str:
    """`cancel Spring Cup because ...`: call it off; its games are aborted and its seeds shown."""
    meant = steered(case, request)
    _check_reason(case, request, request.command.reason)
    if meant.state.phase in ("over", "cancelled"):
        raise Complaint(Wrong.TOURNAMENT, sentence=f"{meant.row.name} is over")
    act(case, meant.row, decide.cancel(meant.state, request.command.reason))
    return f"{meant.row.name} is called off"


def _row(case: Case, meant: MeantTournament) -> tournaments.TournamentRow:
    row = tournaments.find(case.tx, meant.row.id)
    assert row is not None, "it was meant"
    return row


def _running(case: Case, request: Request[Any]) -> MeantTournament:
    meant = steered(case, request)
    _check_running(meant)
    return meant


def _check_running(meant: MeantTournament) -> None:
    if meant.state.phase != "running":
        sentence = "is over" if meant.state.phase in ("over", "cancelled") else "has not been drawn yet"
        raise Complaint(Wrong.TOURNAMENT, sentence=f"{meant.row.name} {sentence}")


def _match(meant: MeantTournament, number: int) -> Match:
    found = find(meant.state, number)
    if found is None:
        raise Complaint(
            Wrong.TOURNAMENT, sentence=f"{meant.row.name} has no match {number} now; `schedule` lists its matches"
        )
    return found


def _team(meant: MeantTournament, name: str) -> str:
    found = next((team.name for team in meant.state.teams if same_name(team.name, name)), None)
    if found is None:
        teams = listed([team.name for team in meant.state.teams])
        raise Complaint(Wrong.TOURNAMENT, sentence=f"no team in {meant.row.name} is called {name}; {teams} are")
    return found


def _act(case: Case, meant: MeantTournament, ruling: Callable[[], Happened]) -> None:
    """Carry out a ruling. Raises Complaint with the matches that stand in the way."""
    try:
        act(case, meant.row, ruling())
    except InTheWay as why:
        one = len(why.matches) == 1
        numbers = listed([str(number) for number in why.matches])
        sentence = (
            f"that would change who plays in {'match' if one else 'matches'} {numbers}, which "
            f"{'has' if one else 'have'} begun; take {'it' if one else 'them'} back first, in this order: "
            + ", ".join(f"`reset match {number} because …`" for number in why.matches)
        )
        raise Complaint(Wrong.TOURNAMENT, sentence=sentence) from None


def _clocks(games_: int) -> str:
    return "the clock of 1 game" if games_ == 1 else f"the clocks of {games_} games"


def _check_reason(case: Case, request: Request[Any], reason: str) -> None:
    check_words(case, request.sender.person, reason, Wrong.SAY_CARDS)
