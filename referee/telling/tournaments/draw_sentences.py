"""The draw in words: whom a team meets first and where, the first round, the drawn order and the lots."""

from collections.abc import Iterator
from itertools import chain

from referee.telling.formats import at, capital, listed
from referee.telling.tournaments.round_names import next_words, round_name
from referee.tournaments.fixtures import Fixture, fixtures, rounds, without_match
from referee.tournaments.matches import Match, matches, stage_of
from referee.tournaments.tournament import Times, Tournament


def first_of(t: Tournament, team: str) -> Match | None:
    """Find the first match of a team, as far as the teams in matches are known."""
    return next((one for one in matches(t) if team in (one.first, one.second)), None)


def first_match(t: Tournament, team: str, times: Times) -> tuple[str, ...]:
    """Say whom the team meets first, where and when; what becomes of winner and loser."""
    return tuple(_first(t, team, times))


def _first(t: Tournament, team: str, times: Times) -> Iterator[str]:
    if t.format.partners == "drawn":
        yield f"Drawn together: {listed(t.team(team).players)}. You play as {team}."
    match = first_of(t, team)
    if match is None:
        yield "It is not known yet whom you meet first."
        return
    key = (match.division, match.stage)
    every = fixtures(t, key)
    own = next(one for one in every if one.match == match.number)
    name = round_name(stage_of(t, key).kind, own, every).lower()
    other = next((one for one in (match.first, match.second) if one != team), None)
    if team in without_match(t, key, rounds(every)[0]):
        yield "You go on without a match in the first round."
    if other is None:
        yield f"You play match {match.number} ({name}); whom you meet there is still open."
    else:
        yield f"{team} meet {other} in match {match.number} ({name})."
    if onward := next_words(own, every):
        yield f"{capital(onward)}."
    yield f"It begins at {at(times.begins_at, t.format.zone)} at the earliest. Nobody has to do anything for that."


def first_matches(t: Tournament) -> tuple[str, ...]:
    """List the matches of the first round of stages without a bracket, for all to see."""
    return tuple(line for division in t.divisions for line in _first_round(t, division))


def _first_round(t: Tournament, division: str) -> Iterator[str]:
    key = (division, 1)
    if key not in t.stages or stage_of(t, key).kind.is_bracket:
        return
    every = rounds(fixtures(t, key))
    for one in every[0] if every else ():
        yield _meeting(one, division)
    if every and (free := without_match(t, key, every[0])):
        yield f"Without a match in this round: {listed(free)}"


def _meeting(one: Fixture, division: str) -> str:
    where = f"Division {division}, match" if division else "Match"
    game = "" if one.game is None else f", game {one.game}"
    return f"{where} {one.match}{game}: {one.first.team} against {one.second.team}"


def order_lines(t: Tournament) -> tuple[str, ...]:
    """Write the drawn order; and the lots, where there are standings that they may decide."""
    order = f"Drawn order: {', '.join(t.order)}."
    if all(stage.kind.is_bracket for stage in t.format.stages):
        return (order,)
    return (order, f"Lots, the first of them goes first where all else is level: {', '.join(t.lots)}.")


def salts_given(t: Tournament) -> tuple[tuple[str, str], ...]:
    """List the players who gave a salt, each with the salt that the draw was made with."""
    players = (name for team in t.roster for name in team.players)
    return tuple((name, salt) for name, salt in zip(players, chain(*t.salts), strict=False) if salt)


def salts_told(t: Tournament) -> str:
    """Say how many of the players gave a salt, above the list of these."""
    given = len(salts_given(t))
    if not given:
        return "Nobody gave a salt, so this draw rests on the referee's word that it had not looked."
    return f"{'One' if given == 1 else given} of the {2 * len(t.teams)} players gave a salt:"


def order_title(t: Tournament) -> str:
    """Write the title of these lines."""
    return "Drawn order" if len(order_lines(t)) == 1 else "Drawn order and lots"
