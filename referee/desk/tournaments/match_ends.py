"""The result of a match's game, once nothing undoes it any more, or since a team of it withdraws; and the match that a
player loses for their team because the clock acts too often in a row. The match limit: at its instant turns become
short and the running round the last; seven days later the clock acts at once. Judges no act and no result.
"""

from datetime import timedelta

from referee.asking.tournaments import commands as ask
from referee.config import span_words
from referee.desk.case import Case, Complaint, Wrong
from referee.desk.masters import ask_master
from referee.desk.outgoing import About, send_answer
from referee.desk.request import Request
from referee.desk.table.act import act as act_in_game
from referee.desk.table.match import ACTS, running_match, silence_counts, silences
from referee.desk.tournaments.act import act, is_game_over, next_hurry, set_wake
from referee.desk.tournaments.match_games import forfeit, game_of_match
from referee.desk.tournaments.protest import lapse
from referee.desk.tournaments.which_tournament import steered
from referee.games import Game
from referee.store import event_log, games, matches, people
from referee.store.games import GameRow, StoredResult
from referee.store.matches import MatchRow
from referee.store.tournaments import Cup
from referee.table import commands as cmd
from referee.table.events import Ended
from referee.table.seats import SEATS, team_of
from referee.telling.formats import at
from referee.telling.notices import Decided
from referee.telling.tournaments.match_sentences import settled_by
from referee.tournaments import decide
from referee.tournaments import events as ev
from referee.tournaments.decide import GameEnd
from referee.tournaments.tournament import Tournament, later


def note_silence(case: Case, row: GameRow, seat: int, after: Game) -> None:
    """Note that the clock has acted for a seat: if that was once too often in a game of a tournament, its team loses
    the match.

    Once the match limit has the clock act at once, nobody could have acted, and nothing is counted.
    """
    found = running_match(case, row.id) if silence_counts(after) else None
    if found is None:
        return
    match, cup = found
    t = cup.state
    played = t.games[match.match]
    if not t.format.is_silent(*silences(event_log.story(case.tx, row.id, kinds=ACTS), seat)):
        return
    team = played.team_of(seat)
    if played.silent == team:  # a ruling undid the end by silence: note that once
        forfeit(case, played, team, settled_by(t, ev.Silenced(match.match, team), match.match))
    else:
        act(case, cup, decide.note(t, ev.Silenced(match.match, team)))


def _how(case: Case, t: Tournament, result: StoredResult) -> str:
    """Say how the game of a match ended: `silence` if the clock's last act before the end used up the patience of the
    format."""
    if result.how != "forfeit" or result.winner is None:
        return result.how
    played = event_log.story(case.tx, result.game, kinds=ACTS)
    while played and not isinstance(played.pop(), Ended):
        pass
    losers = (seat for seat in SEATS if team_of(seat) != result.winner)
    silent = any(t.format.is_silent(*silences(played, seat)) for seat in losers)
    return "silence" if silent else result.how


def take_result(case: Case, cup: Cup, match: MatchRow, result: StoredResult, *, begins: bool = True) -> Cup:
    """Let a result count from now on; if the game was aborted, the match waits. Returns the changed tournament.

    `begins`: False if other acts follow at once that may put a team out; then no match begins yet.
    """
    t = cup.state
    matches.change(case.tx, match, state="done")
    if result.winner is None:
        after = act(case, cup, decide.abort(t, match.match), begins=begins)
        sentence = f"game {match.game} of match {match.match} was aborted, so the match waits for you"
        first = t.games[match.match].teams[0]
        settle = f"rule match {match.match} {first} win … to … because …"
        ask_master(case, cup, (sentence,), (f"replay match {match.match}", settle))
        return after
    game = game_of_match(case.tx, match)
    end = GameEnd(
        match=match.match,
        won=result.winner,
        how=_how(case, t, result),
        score=result.score,
        sets=getattr(event_log.load(case.tx, game), "sets", (0, 0)),
        head=game.head,
    )
    happened = decide.finish(t, end)
    out = happened[1].withdrawn - t.withdrawn
    for team in out:
        cup = take_results_of(case, cup, team)
    if cup.state.phase != "running":
        return cup
    return act(case, cup, decide.finish(cup.state, end) if out else happened, begins=begins)


def take_results_of(case: Case, cup: Cup, team: str) -> Cup:
    """Have the finished games of a team that withdraws count at once: earlier wins stay won, and nobody is left to
    object. Begins no match, since the team would be out of it at once. Returns the changed tournament."""
    for match in matches.running(case.tx, cup.row.id):
        result = games.result_of(case.tx, match.game)
        own = team in cup.state.games[match.match].teams
        if own and cup.state.phase == "running" and result is not None and result.final_at is not None:
            cup = take_result(case, cup, match, result, begins=False)
    return cup


SHORT = timedelta(hours=12)
"""The longest turn once a match has reached its time limit."""


def step(case: Case, cup: Cup) -> Cup | None:
    """Hurry one match whose time is up. Returns the changed tournament; None if no match's time is up."""
    match = next((one for one in matches.running(case.tx, cup.row.id) if _is_up(case, cup, one)), None)
    return None if match is None else _hurry(case, cup, match)


def _is_up(case: Case, cup: Cup, match: MatchRow) -> bool:
    """Tell if the limit hurries a match now. A game that is over is left alone: a ruling may still undo its end."""
    moment = next_hurry(cup, match)
    return moment is not None and case.now >= moment and not is_game_over(case, match)


def _hurry(case: Case, cup: Cup, match: MatchRow) -> Cup:
    lapse(case, cup, match, "the match has reached its time limit")
    played = game_of_match(case.tx, match)
    game = event_log.load(case.tx, played)
    matches.change(case.tx, match, hurried=match.hurried + 1)
    if match.hurried:
        act_in_game(case, played, game, None, cmd.Hurry(0))
        return cup
    act_in_game(case, played, game, None, cmd.LastRound(int(SHORT.total_seconds())))
    return act(case, cup, decide.note(cup.state, ev.Limited(match.match, game.round)))


def extend(case: Case, request: Request[ask.ExtendMatch]) -> str:
    """Carry out `extend match 7 by 5 days`: move its time limit, until it is reached. Raises Complaint."""
    meant, wish = steered(case, request), request.command
    match = _extensible(case, meant, wish.match)
    most = meant.state.format.match_limit
    assert match.limit_at is not None and most is not None, "it has a limit"
    extended = timedelta(seconds=match.extended) + wish.span
    if extended > most:
        moved = f", and has moved by {span_words(timedelta(seconds=match.extended))}" if match.extended else ""
        sentence = f"the limit of a match moves by its own length at most, {span_words(most)}, in all{moved}"
        raise Complaint(Wrong.TOURNAMENT, sentence=f"{sentence}; `pause {meant.row.name}` stops all its clocks")
    zone = meant.state.format.zone
    until = later(match.limit_at, wish.span, zone)
    matches.change(case.tx, match, limit_at=until, extended=int(extended.total_seconds()))
    set_wake(case, meant)
    done = f"match {match.match} of {meant.row.name} now has time until {at(until, zone)}"
    for person in people.seated(case.tx, match.game).values():
        if person.address != request.sender.address:
            send_answer(
                case,
                person,
                Decided("More time for the match", f"the Gamesmaster gives more time: {done}"),
                About(game=match.game),
            )
    return done


def _extensible(case: Case, meant: Cup, number: int) -> MatchRow:
    """Return the running game of a match whose limit is still to come. Raises Complaint."""
    match = next((one for one in matches.running(case.tx, meant.row.id) if one.match == number), None)
    if match is None:
        raise Complaint(Wrong.TOURNAMENT, sentence=f"match {number} of {meant.row.name} is not being played")
    if match.limit_at is None:
        raise Complaint(Wrong.TOURNAMENT, sentence=f"match {number} of {meant.row.name} has no time limit")
    if match.hurried:
        sentence = f"match {number} has reached its time limit already, and its last round was announced"
        raise Complaint(Wrong.TOURNAMENT, sentence=f"{sentence}; `extend 1 day` gives the running turn more time")
    return match
