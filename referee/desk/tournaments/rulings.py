"""The Gamesmaster's commands on a tournament that is drawn: matches, teams, ratings, its clock, its end.

A command that would change who plays in matches that have begun is refused, with the matches in its way.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Literal

from referee.asking.tournaments import commands as ask
from referee.desk.cards_in_text import check_words
from referee.desk.case import Case, Complaint, Wrong
from referee.desk.request import Request
from referee.desk.table.act import act as act_in_game
from referee.desk.tournaments.act import act, set_wake
from referee.desk.tournaments.entry import refuse
from referee.desk.tournaments.match_ends import take_results_of
from referee.desk.tournaments.match_games import begun, game_of_match
from referee.desk.tournaments.roster import captain_of, check_drawn
from referee.desk.tournaments.which_tournament import steered, tournament_meant
from referee.names import same_name
from referee.store import event_log, marks, matches, tournaments
from referee.store.progress import RESTORED
from referee.store.tournaments import Cup
from referee.table import commands as cmd
from referee.table.refusal import Refusal
from referee.telling.formats import listed, minus
from referee.tournaments import decide
from referee.tournaments import events as ev
from referee.tournaments.decide import Decided, Impossible, InTheWay
from referee.tournaments.fixtures import fixtures
from referee.tournaments.formats import decimal
from referee.tournaments.matches import Match, match_of
from referee.tournaments.tournament import Tournament

INSTANTS = ("sign_up_until", "closes_at", "draw_at", "begins_at")


def rule_match(case: Case, request: Request[ask.RuleMatch]) -> str:
    """Carry out `rule match 7 The Aces win 250 to 180 because ...`. Here and below: raises Complaint."""
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
    said = f"{wish.score[0]} to {wish.score[1]}"
    after = _act(
        case,
        meant,
        lambda: decide.rule(meant.state, match, winner, score, wish.reason, begun(case, meant.state)),
        f"rule match {wish.match} {winner} win {said} because {wish.reason}",
    )
    return f"match {wish.match}: {winner} win {minus(said)}, by your ruling{_still_waiting(after)}"


def replay_match(case: Case, request: Request[ask.ReplayMatch]) -> str:
    """Carry out `replay match 7`: its result no longer counts, and another game begins."""
    meant, wish = _running(case, request), request.command
    _take_back(case, request, meant, wish.match, "replay", wish.reason or "")
    return f"match {wish.match} is open again, and is played anew"


def reset_match(case: Case, request: Request[ask.ResetMatch]) -> str:
    """Carry out `reset match 9 because ...`: take back a match that has begun, so that an earlier one can be ruled
    on."""
    wish, meant = request.command, _running(case, request)
    number = wish.match
    _take_back(case, request, meant, number, "reset", wish.reason)
    return (
        f"match {number} counts no more, and waits. Now rule on the earlier match: if that changes who plays in match "
        f"{number}, it begins by itself, with its new teams; else with `replay match {number}`"
    )


def _take_back(
    case: Case,
    request: Request[Any],
    meant: Cup,
    number: int,
    why: Literal["replay", "reset"],
    reason: str,
) -> None:
    match, t = _match(meant, number), meant.state
    _check_reason(case, request, reason)
    because = f" because {reason}" if reason else ""
    _act(
        case,
        meant,
        lambda: decide.take_back(t, match.number, why, reason, begun(case, t)),
        f"{why} match {number}{because}",
    )


def _still_waiting(t: Tournament) -> str:
    """Say which matches still wait for the Gamesmaster after a ruling, as the end of its answer."""
    return "".join(
        f"; match {number} waits for you still: `replay match {number}` begins it anew" for number in sorted(t.reset)
    )


def withdraw_team(case: Case, request: Request[ask.WithdrawTeam] | Request[ask.RefuseTeam]) -> str:
    """Carry out the Gamesmaster's `withdraw TEAM because ...` or, before entries close, `refuse TEAM because ...`."""
    meant = steered(case, request)
    wish = request.command
    _check_reason(case, request, wish.reason)
    if isinstance(wish, ask.RefuseTeam) or meant.state.phase == "sign-up":
        return refuse(case, meant, wish.team, wish.reason)
    return _withdraw(case, meant, _team(meant, wish.team), "gamesmaster", wish.reason)


def withdraw(case: Case, request: Request[ask.WithdrawFrom]) -> str:
    """Carry out `withdraw from Spring Cup`, a captain's; before the close it is `leave`."""
    meant = tournament_meant(case, request)
    person = request.sender.person
    own = [] if person is None else tournaments.entries_of(case.tx, meant.row.id, person.id)
    entry = next((one for one in own if one.state == "in"), None)
    if person is None or entry is None:
        raise Complaint(Wrong.TOURNAMENT, sentence=f"you have no team in {meant.row.name}")
    if captain_of(case, entry) != person.id:
        raise Complaint(Wrong.TOURNAMENT, sentence=f"only the captain can withdraw {entry.team}")
    if meant.state.phase == "sign-up":
        raise Complaint(Wrong.TOURNAMENT, sentence=f"sign-up is still open: write `leave {meant.row.name}`")
    reason = request.command.reason or ""
    _check_reason(case, request, reason)
    return _withdraw(case, meant, entry.team, "captain", reason)


def _withdraw(case: Case, meant: Cup, team: str, by: str, reason: str) -> str:
    check_drawn(meant)
    if meant.state.phase == "closed":
        if not any((one["do"], one["team"]) == ("withdraw", team) for one in meant.row.pending):
            wish = {"do": "withdraw", "team": team, "by": by, "reason": reason}
            tournaments.change(case.tx, meant.row, pending=[*meant.row.pending, wish])
        return f"{team} will be out of {meant.row.name} right after the draw, since the roster is frozen until then"
    _check_running(meant)
    if team in meant.state.withdrawn:
        raise Complaint(Wrong.TOURNAMENT, sentence=f"{team} are out of {meant.row.name} already")
    cup = take_results_of(case, meant, team)
    if (t := cup.state).phase == "running":
        whose: Literal["captain", "gamesmaster"] = "captain" if by == "captain" else "gamesmaster"
        act(case, cup, ((), t) if team in t.withdrawn else decide.withdraw(t, team, whose, reason))
    return f"{team} are out of {meant.row.name}"


def rate(case: Case, request: Request[ask.Rate]) -> str:
    """Carry out `rate TEAM 3.5 in match 7`: sporting behaviour, which nobody can protest."""
    meant, wish = _running(case, request), request.command
    match = _match(meant, wish.match)
    team = _team(meant, wish.team)
    rating = decimal(wish.rating)
    _act(case, meant, lambda: decide.rate(meant.state, match, team, rating), request.asked.line)
    last = "; no stage follows in which it would count" if match.stage == len(meant.state.format.stages) else ""
    return f"{team}: {rating} of 4 in match {wish.match}{last}"


def pause(case: Case, request: Request[ask.PauseTournament]) -> str:
    """Carry out `pause Spring Cup`: stop the clocks of all its games; no match begins."""
    meant = _running(case, request)
    if meant.row.paused_at is not None:
        raise Complaint(Wrong.TOURNAMENT, sentence=f"{meant.row.name} is paused already")
    meant = replace(meant, row=tournaments.change(case.tx, meant.row, paused_at=case.arrived))
    stopped = _in_all_games(case, meant, cmd.Pause())
    act(case, meant, decide.note(meant.state, ev.Paused()))
    return f"{meant.row.name} is paused{_clocks(stopped)}"


def resume(case: Case, request: Request[ask.ResumeTournament]) -> str:
    """Carry out `resume Spring Cup`: its instants and match limits move by as long as it was paused."""
    meant = steered(case, request)
    if meant.row.paused_at is None:
        raise Complaint(Wrong.TOURNAMENT, sentence=f"{meant.row.name} is not paused")
    _check_after_restore(case, meant)
    meant = _shift(case, meant, case.now - meant.row.paused_at)
    if not meant.state.paused:
        set_wake(case, meant)
        return f"{meant.row.name} goes on"
    going = _in_all_games(case, meant, cmd.Resume())
    act(case, meant, decide.note(meant.state, ev.Resumed()))
    return f"{meant.row.name} goes on{_clocks(going)}"


def _check_after_restore(case: Case, meant: Cup) -> None:
    """Refuse a `resume` from the time that a restored database lost: its writer knew nothing of that. Raises
    Complaint."""
    noticed = marks.get_mark(case.tx, RESTORED)
    if noticed is None or case.inbox is None:
        return
    if case.arrived < datetime.fromisoformat(noticed):
        stands = f"your mail is older than the restore for which {meant.row.name} stands still"
        raise Complaint(Wrong.TOURNAMENT, sentence=f"{stands}; write `resume {meant.row.name}` once more")


def _shift(case: Case, meant: Cup, by: timedelta) -> Cup:
    """Move what was still ahead when it was paused. The days of rounds follow from the first, and so from the pauses
    since then."""
    row, since = meant.row, meant.row.paused_at
    assert since is not None, "it was paused"
    changes: dict[str, Any] = {n: getattr(row, n) + by for n in INSTANTS if getattr(row, n) > since}
    if "begins_at" not in changes:
        changes["pauses"] = (*row.pauses, (since, since + by))
    for one in matches.running(case.tx, row.id):
        if one.limit_at is not None:
            matches.change(case.tx, one, limit_at=one.limit_at + by)
    return replace(meant, row=tournaments.change(case.tx, row, paused_at=None, **changes))


def _in_all_games(case: Case, meant: Cup, command: cmd.Pause | cmd.Resume) -> int:
    """Pause or resume the running games. Returns in how many that changed anything."""
    changed = 0
    for one in matches.running(case.tx, meant.row.id):
        row = game_of_match(case.tx, one)
        if row.ended_at is not None:
            continue
        try:
            with case.tx.begin_nested():
                acted = act_in_game(case, row, event_log.load(case.tx, row), None, command)
            changed += acted.after.paused == isinstance(command, cmd.Pause)
        except Refusal:
            continue
    return changed


def cancel(case: Case, request: Request[ask.CancelTournament]) -> str:
    """Carry out `cancel Spring Cup because ...`: call it off; its games are aborted and its seeds shown."""
    meant = steered(case, request)
    _check_reason(case, request, request.command.reason)
    if meant.state.phase in ("over", "cancelled"):
        raise Complaint(Wrong.TOURNAMENT, sentence=f"{meant.row.name} is over")
    act(case, meant, decide.cancel(meant.state, request.command.reason))
    return f"{meant.row.name} is called off"


def _running(case: Case, request: Request[Any]) -> Cup:
    meant = steered(case, request)
    _check_running(meant)
    return meant


def _check_running(meant: Cup) -> None:
    if meant.state.phase != "running":
        sentence = "is over" if meant.state.phase in ("over", "cancelled") else "has not been drawn yet"
        raise Complaint(Wrong.TOURNAMENT, sentence=f"{meant.row.name} {sentence}")


def _match(meant: Cup, number: int) -> Match:
    """Return the match to rule on."""
    found = match_of(meant.state, number)
    if found is None:
        raise Complaint(Wrong.TOURNAMENT, sentence=_no_match(meant, number))
    return found


def _no_match(meant: Cup, number: int) -> str:
    """Say why the Gamesmaster cannot rule on a match: nobody plays it, or there is no such match."""
    every = (one for key in meant.state.stages for one in fixtures(meant.state, key))
    found = next((one for one in every if one.match == number), None)
    if found is None or found.state != "off":
        return f"{meant.row.name} has no match {number} now; `schedule` lists its matches"
    gone = [side.team for side in found.sides if side.out and side.team is not None]
    if not gone:
        return f"match {number} is not played: it has no two teams that could meet in it"
    return f"match {number} is not played: {listed(gone)} have withdrawn, and that cannot be taken back"


def _team(meant: Cup, name: str) -> str:
    found = next((team.name for team in meant.state.teams if same_name(team.name, name)), None)
    if found is None:
        teams = listed([team.name for team in meant.state.teams])
        raise Complaint(Wrong.TOURNAMENT, sentence=f"no team in {meant.row.name} is called {name}; {teams} are")
    return found


def _act(case: Case, meant: Cup, ruling: Callable[[], Decided], line: str) -> Tournament:
    """Carry out a ruling, which `line` asked for. Returns the state after it. Raises Complaint with the matches in its
    way, and all lines to write."""
    try:
        return act(case, meant, ruling()).state
    except Impossible as why:
        raise Complaint(Wrong.TOURNAMENT, sentence=str(why)) from None
    except InTheWay as why:
        one = len(why.matches) == 1
        numbers = listed([str(number) for number in why.matches])
        sentence = (
            f"that would change who plays in {'match' if one else 'matches'} {numbers}, which "
            f"{'has' if one else 'have'} begun; take {'it' if one else 'them'} back first. Write, in this order: "
            + ", ".join(f"`reset match {number} because …`" for number in why.matches)
            + f", then once more `{line}`"
        )
        raise Complaint(Wrong.TOURNAMENT, sentence=sentence) from None


def _clocks(games_: int) -> str:
    if not games_:
        return ""
    return f", and {'the clock of 1 game' if games_ == 1 else f'the clocks of {games_} games'} with it"


def _check_reason(case: Case, request: Request[Any], reason: str) -> None:
    check_words(case, request.sender.person, reason, Wrong.SAY_CARDS)
