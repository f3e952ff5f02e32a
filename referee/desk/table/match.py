"""The match of a tournament that a game decides, in words for its letters: what one more silence costs, what its end
means, when its Gamesmaster is asked. Rules on nothing and changes nothing."""

from collections.abc import Sequence
from dataclasses import replace

from referee.desk.case import Case
from referee.desk.masters import ask_master
from referee.games import Event, Game, names
from referee.spades import events as ev
from referee.spades.game import Game as Cards
from referee.store import event_log, matches, tournaments
from referee.store.games import GameRow, StoredResult, result_of
from referee.store.matches import MatchRow
from referee.store.tournaments import Cup
from referee.table.seats import TEAMS, partner_of, team_of
from referee.telling.formats import moment
from referee.telling.news import MatchEnd, Settled, Stake
from referee.telling.tournaments.way_sentences import onward
from referee.tournaments import decide
from referee.tournaments.decide import GameEnd
from referee.tournaments.tournament import Tournament

ACTS = (*names(ev.Act), "Claimed", "Planned", "Replaced", "Ended")
"""The kinds of events by which silence is counted."""


def running_match(case: Case, game: int) -> tuple[MatchRow, Cup] | None:
    """Return the match that a game decides, and its tournament; None if the game decides no match, or the match is
    settled."""
    match = matches.of_game(case.tx, game)
    if match is None or match.state != "running":
        return None
    return match, tournaments.load(case.tx, match.tournament)


def team_in_match(case: Case, game: int, seat: int) -> str:
    """Return the team of a seat in the match of a game that is being played; empty if it has none."""
    found = running_match(case, game)
    return "" if found is None else found[1].state.games[found[0].match].team_of(seat)


def stake(case: Case, game: Game, seat: int) -> Stake | None:
    """Say what more silence of a player costs in the match of a tournament; None if one more time would not lose it
    and, where both players must be silent for that, they were not silent yet."""
    found = None if game.due is None or not silence_counts(game) else running_match(case, game.number)
    if found is None:
        return None
    match, t = found[0], found[1].state
    played, both = t.games.get(match.match), t.format.forfeit_both
    if played is None or not t.format.silence_loses:
        return None
    times, others = silences(event_log.story(case.tx, game.number, kinds=ACTS), seat)
    now, once_more = t.format.is_silent(times, others), t.format.is_silent(times + 1, others)
    if now or not (once_more or (times and both)):
        return None
    return Stake(times, played.team_of(seat), match.match, t.name, None if once_more else both)


def silences(events: Sequence[Event], seat: int) -> tuple[int, int]:
    """Count how often in a row the clock has acted for a seat, and for its partner's."""
    return in_a_row(events, seat), in_a_row(events, partner_of(seat))


def silence_counts(game: Game) -> bool:
    """Tell if somebody could act: once the match limit has the clock act at once, nobody could have."""
    return game.result is None and game.provisional is None and game.hurry != 0


def in_a_row(events: Sequence[Event], seat: int) -> int:
    """Count how often the clock has acted for a seat since its player last did anything: acted, claimed, made a plan,
    or had one act. A successor starts anew, and so does everyone once a ruling has undone the end of the game."""
    count = 0
    for event in reversed(events):
        match event:
            case ev.Act() if event.seat == seat and event.by == "clock":
                count += 1
            case ev.Act() if event.seat != seat or event.by == "rule":
                continue
            case ev.Claimed() | ev.Planned() | ev.Replaced() if event.seat != seat:
                continue
            case _:
                break
    return count


def note_reneges(case: Case, row: GameRow, before: Cards, after: Cards) -> None:
    """Note a challenge: if it proved as many reneges of a team as the format sets, ask the Gamesmaster what follows."""
    found = running_match(case, row.id)
    if found is None:
        return
    match, cup = found
    most = cup.state.format.reneges
    for number in TEAMS:
        if most is None or not before.misplays_game[number - 1] < most <= after.misplays_game[number - 1]:
            continue
        played = cup.state.games[match.match]
        odd = number == team_of(1)
        team = played.odd if odd else next(one for one in played.teams if one != played.odd)
        what = f"{most} reneges of {team} are proven in match {match.match}, game {row.id}"
        sentence = f"{what}; the game goes on, and what follows is for you to say"
        ask_master(case, cup, (sentence,), _renege_commands(match.match, played.teams, team))


def _renege_commands(match: int, teams: tuple[str, str], team: str) -> tuple[str, ...]:
    other = next(one for one in teams if one != team)
    return (f"rule match {match} {other} win … to … because …", f"withdraw {team} because …")


def match_end(case: Case, row: GameRow, settled: Settled | None = None) -> MatchEnd | None:
    """Say what a game that has just ended means for its match; None if it decides no match.

    `settled`: what settled the match, and who goes on, if the tournament has ended the game.
    """
    match = matches.of_game(case.tx, row.id)
    if match is None:
        return None
    t = tournaments.load(case.tx, match.tournament).state
    result = result_of(case.tx, row.id)
    played = t.games[match.match]
    end = MatchEnd(t.name, match.match, (played.team_of(1), played.team_of(2)), settled)
    end = replace(end, limited=match.match in t.limited)
    if match.state != "running" or result is None:
        return end
    later = result.final_at is not None and result.final_at > case.now
    counts = _counts(t, match, result, later=later)
    if not (later or result.winner is None):
        return replace(end, counts=counts)
    losers = end.teams[1 if result.winner is None else 2 - result.winner]
    return replace(end, counts=counts, rule=f"rule match {match.match} {losers} win … to … because …")


def _counts(t: Tournament, match: MatchRow, result: StoredResult, *, later: bool) -> tuple[str, ...]:
    """Say when a result counts, and who goes on with it."""
    if result.winner is None:
        return ("The match waits for the Gamesmaster.",)
    end = GameEnd(match=match.match, won=result.winner, how=result.how, score=result.score, sets=(0, 0), head="")
    _, after = decide.finish(t, end)
    goes = [line for team in t.games[match.match].teams if (line := onward(after, team))]
    if later and result.final_at is not None:
        first = f"For {t.name} it counts from {moment(result.final_at)} on; until then a ruling can void it."
        return (first, f"Then: {' '.join(goes)}") if goes else (first,)
    return (" ".join(goes),) if goes else ()
