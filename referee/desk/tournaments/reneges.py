"""Reneges that were proven: after so many by one team in a match the Gamesmaster is asked, once. Rules on nothing."""

from referee.desk.case import Case
from referee.desk.table.match import running_match
from referee.desk.tournaments.tell import ask_master
from referee.spades.game import Game
from referee.spades.rulesheet import TEAMS, team_of
from referee.store import tournaments
from referee.store.games import GameRow


def note(case: Case, row: GameRow, before: Game, after: Game) -> None:
    """Note that a play was challenged: write to the Gamesmaster if that proved a team's last renege but none."""
    found = running_match(case, row.id)
    if found is None:
        return
    match, t = found
    most, tournament = t.format.reneges, tournaments.find(case.tx, match.tournament)
    assert tournament is not None, "a match is in a tournament that there is"
    for number in TEAMS:
        if most is None or not before.misplays_game[number - 1] < most <= after.misplays_game[number - 1]:
            continue
        played = t.games[match.match]
        odd = number == team_of(1)
        team = played.odd if odd else next(one for one in played.teams if one != played.odd)
        what = f"{most} reneges of {team} are proven in match {match.match}, game {row.id}"
        sentence = f"{what}; the game goes on, and what follows is for you to say"
        ask_master(case, tournament, t, (sentence,), _commands(match.match, played.teams, team))


def _commands(match: int, teams: tuple[str, str], team: str) -> tuple[str, ...]:
    other = next(one for one in teams if one != team)
    return (f"rule match {match} {other} win … to … because …", f"withdraw {team} because …")
