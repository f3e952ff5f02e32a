"""The match limit: at its instant turns become short and the running round the last; seven days later the clock acts at
once. Never looks at a real clock: the moment comes with the case.
"""

from datetime import timedelta

from referee.asking.tournaments import commands as ask
from referee.config import span_words
from referee.desk.case import Case, Complaint, Wrong
from referee.desk.outgoing import About, send_answer
from referee.desk.request import Request
from referee.desk.table.act import act as act_in_game
from referee.desk.tournaments.act import act, is_game_over, next_hurry, set_wake
from referee.desk.tournaments.protest import lapse
from referee.desk.tournaments.which_tournament import steered
from referee.store import event_log, games, matches, people
from referee.store.matches import MatchRow
from referee.store.tournaments import Cup
from referee.table import commands as cmd
from referee.telling.formats import at
from referee.telling.notices import Decided
from referee.tournaments import decide
from referee.tournaments import events as ev
from referee.tournaments.tournament import later

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
    played = games.find(case.tx, match.game)
    assert played is not None, "the game of a match is in the database"
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
