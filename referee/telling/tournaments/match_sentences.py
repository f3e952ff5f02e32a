"""The events of a tournament, and the games that are being played, in sentences. Judges no result."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta

from referee.telling.formats import because, listed, minus, moment
from referee.telling.news import Settled
from referee.telling.tournaments.notices import MatchTime
from referee.telling.tournaments.way_sentences import onward
from referee.tournaments import events as ev
from referee.tournaments.events import UNPLAYED, Event, Outcome
from referee.tournaments.matches import match_of, stage_of
from referee.tournaments.tournament import Tournament

LOST_BY = {
    "sets": "were set too often",
    "concession": "conceded",
    "forfeit": "forfeited it",
    "silence": "were silent too often",
    "withdrawal": "have withdrawn",
}
"""The words for what cost the losers a match, where it was not points alone."""
BACK = {
    "replay": "Match {} is played again",
    "reset": "Match {} was taken back",
    "abort": "The game of match {} was aborted",
    "changed": "Match {} begins anew",
}
"""The words for a match whose game counts no more."""
NEAR = timedelta(days=7)
"""A match limit that is further off needs no word."""


OUT_BY = {
    "captain": "withdrawn by their captain",
    "gamesmaster": "withdrawn by the Gamesmaster",
    "silence": "out by silence in two matches",
}
"""The words for what took a team out of a tournament."""


def out_words(t: Tournament, team: str) -> str:
    """Say what took a team out; empty if nothing did."""
    return OUT_BY.get(t.out_by.get(team, ""), "withdrawn") if team in t.withdrawn else ""


def result_sentence(t: Tournament, outcome: Outcome, reader: str | None = None) -> str:
    """Say the result of a match of `t`, with all that is known of how it came about, to a `reader` of that team."""
    said = outcome_sentence(outcome, reader)
    if outcome.how != "hands" or outcome.match not in t.limited:
        return said
    return f"{said.removesuffix('.')}, since the match had reached its time limit."


def why_over(t: Tournament, match: int, game: int) -> str:
    """Say what of the tournament ended a game of a match, or took its result away; empty if the game says it itself."""
    played, outcome = t.games[match], t.outcomes.get(match)
    if played.game != game or (played.state == "taken back" and t.withdrawn.isdisjoint(played.teams)):
        return f"This game no longer counts: match {match} was taken back, or is played again."
    if t.phase == "cancelled" and played.state == "running":
        return f"{t.name} was called off."
    if outcome is None:
        out = [team for team in played.teams if team in t.withdrawn]
        return " ".join(f"{team}: {out_words(t, team)}." for team in out)
    if outcome.how == "forfeit":
        return "The Gamesmaster has ruled so."
    if outcome.how in ("silence", "withdrawal", "ruling") or (outcome.how == "hands" and match in t.limited):
        return result_sentence(t, outcome)
    return ""


def outcome_sentence(outcome: Outcome, reader: str | None = None) -> str:
    """Say `Match 7: The Aces beat Kings 250 to 180.`, or `you beat Kings` to a `reader` of that team."""
    if outcome.winner is None:
        return f"Match {outcome.match}: nobody won, since both teams have withdrawn."
    side = outcome.teams.index(outcome.winner)
    winner, loser = ("you" if team == reader else team for team in (outcome.winner, outcome.teams[1 - side]))
    if outcome.how in UNPLAYED:
        return f"Match {outcome.match} goes to {winner}: {loser} {LOST_BY[outcome.how]}."
    score = minus(f"{outcome.score[side]} to {outcome.score[1 - side]}")
    if outcome.how in LOST_BY:
        return f"Match {outcome.match} goes to {winner}, {score}: {loser} {LOST_BY[outcome.how]}."
    ruled = ", as the Gamesmaster ruled" if outcome.how == "ruling" else ""
    return f"Match {outcome.match}: {winner} beat {loser} {score}{ruled}."


def results(t: Tournament, happened: Iterable[Event], reader: str | None) -> tuple[str, ...]:
    """Say the results that these events brought, oldest first, to a `reader` of that team."""
    numbers = [event.match for event in happened if isinstance(event, ev.Resulted)]
    return tuple(result_sentence(t, t.outcomes[number], reader) for number in numbers if number in t.outcomes)


def rulings(happened: Iterable[Event]) -> tuple[str, ...]:
    """Say what else these events changed, with reasons where some were given: rulings, withdrawals, substitutes."""
    return tuple(line for event in happened for line in _of_match(event) or _of_team(event) or _of_progress(event))


def gist(event: Event) -> str | None:
    """Name in a few words an event that `rulings` says in full; None for those that need no headline."""
    match event:
        case ev.Cancelled():
            return "The tournament is called off"
        case ev.Paused():
            return "The tournament is paused"
        case ev.Resumed():
            return "The tournament goes on"
        case ev.Withdrawn(team):
            return f"{team} are out"
        case ev.Substituted(team):
            return f"A new player in {team}"
        case ev.Ruled(match):
            return f"A ruling on match {match}"
        case ev.Rated(match=match):
            return f"A rating in match {match}"
        case ev.TakenBack(match, why):
            return BACK[why].format(match)
    return None


def settled_by(t: Tournament, event: Event, match: int) -> Settled:
    """Say why an event ends the game of a match, and who goes on; `t` is the state after it."""
    why = " ".join(rulings([event]))
    teams = t.games[match].teams if match in t.games and isinstance(event, ev.Ruled | ev.Withdrawn) else ()
    goes = " ".join(line for team in teams if (line := onward(t, team)))
    return Settled(_short(t, event, match), (why, goes) if goes else (why,))


def _short(t: Tournament, event: Event, match: int) -> str:
    """Say in a few words why an event ends the game of a match."""
    match event:
        case ev.TakenBack(number, back):
            return BACK[back].format(number)
        case ev.Withdrawn(team):
            return f"{team} have withdrawn"
        case ev.Silenced(number, team):
            return f"{team} lose match {number} by silence"
        case ev.Cancelled():
            return f"{t.name} is called off"
    return f"The Gamesmaster has settled match {match}"


def _of_match(event: Event) -> Sequence[str]:
    match event:
        case ev.Ruled(number, teams, winner, (won, lost)):
            score = minus(f"{won} to {lost}" if winner == teams[0] else f"{lost} to {won}")
            other = teams[1] if winner == teams[0] else teams[0]
            return [
                f"The Gamesmaster has settled match {number}: {winner} beat {other} {score}.{because(event.reason)}"
            ]
        case ev.TakenBack(number, "replay"):
            return [f"Match {number} is played again, as the Gamesmaster has ruled.{because(event.reason)}"]
        case ev.TakenBack(number, "reset"):
            waits = f"The Gamesmaster has taken back match {number}, which waits for the next ruling."
            return [f"{waits}{because(event.reason)}"]
        case ev.TakenBack(number, "abort"):
            return [f"The game of match {number} was aborted. The match waits for the Gamesmaster."]
        case ev.TakenBack(number):
            return [f"Match {number} begins anew, since a result before it changed who plays."]
        case ev.Silenced(number, team):
            return [f"The clock acted too often in a row for {team}, so they lose match {number}."]
        case ev.Limited(number, last):
            return [f"Match {number} has reached its time limit: round {last} is the last, unless it ends level."]
    return ()


def _of_team(event: Event) -> Sequence[str]:
    match event:
        case ev.Withdrawn(team, "silence"):
            return [f"{team} are out: they have lost two matches by silence."]
        case ev.Withdrawn(team, by):
            whose = "by their captain" if by == "captain" else "by the Gamesmaster"
            return [f"{team} were withdrawn {whose}.{because(event.reason)}"]
        case ev.Substituted(team, out, name, reason):
            return [f"{name} plays for {out} in {team} from now on.{because(reason)}"]
        case ev.Rated(team, number, rating):
            return [f"The Gamesmaster rated the sporting behaviour of {team} in match {number}: {rating} of 4."]
    return ()


def _of_progress(event: Event) -> Sequence[str]:
    match event:
        case ev.StageTakenBack(_, stage):
            return [f"Stage {stage} does not begin yet: a result before it was taken back."]
        case ev.Paused():
            return ["The tournament is paused: all its clocks stand still, and no match begins."]
        case ev.Resumed():
            return ["The tournament goes on: its clocks run again."]
        case ev.Cancelled(reason=reason):
            return [f"The tournament is called off.{because(reason)}"]
    return ()


def stages_opened(t: Tournament, happened: Iterable[Event]) -> tuple[str, ...]:
    """Say the later stages that began, and who plays in them."""
    return tuple(_opened(t, event) for event in happened if isinstance(event, ev.StageOpened) and event.stage > 1)


def _opened(t: Tournament, event: ev.StageOpened) -> str:
    stage = stage_of(t, (event.division, event.stage))
    where = f"Division {event.division}: the" if event.division else "The"
    teams = f"{listed(event.teams)} play in it, best first" if event.teams else "Nobody is left to play in it"
    return f"{where} {stage.kind} begins. {teams}."


def pairings(t: Tournament, happened: Iterable[Event], team: str | None) -> tuple[str, ...]:
    """Say the matches whose games began, those of the reader's `team` first."""
    begun = [event for event in happened if isinstance(event, ev.MatchBegun) and match_of(t, event.match) is not None]
    return tuple(_pairing(event, team) for event in sorted(begun, key=lambda event: team not in event.teams))


def _pairing(event: ev.MatchBegun, team: str | None) -> str:
    if team in event.teams:
        other = next(name for name in event.teams if name != team)
        return f"You meet {other} in match {event.match}, which is game {event.game}."
    return f"Match {event.match}: {event.teams[0]} against {event.teams[1]}, game {event.game}."


def running_lines(t: Tournament, running: Iterable[MatchTime], written: datetime) -> tuple[str, ...]:
    """Say the score of each running game; the drawings show the games that are over."""
    return tuple(_running(t, one, written) for one in running if one.match in t.games and one.pending is None)


def _running(t: Tournament, one: MatchTime, written: datetime) -> str:
    first, second = t.games[one.match].teams
    score = minus(f"{one.score[0]} to {one.score[1]} in round {one.round}")
    return "".join((f"Match {one.match}, game {one.game}: {first} against {second}, {score}.", *_clock(one, written)))


def _clock(one: MatchTime, written: datetime) -> Iterator[str]:
    if one.on_turn is not None:
        by = "" if one.deadline is None else f" by {moment(one.deadline)}"
        yield f" {one.on_turn} is to act{by}."
    if one.limit_at is not None and one.limit_at - written <= NEAR:
        over = one.limit_at <= written
        yield f" The limit of the match {'was' if over else 'is'} {moment(one.limit_at)}."
