"""`protest`: a captain stops the clock of a match for the Gamesmaster, once, before the next trick is played (sigma,
rule 15). Decides nothing: the Gamesmaster does.
"""

from referee.asking.tournaments.commands import Protest
from referee.desk.cards_in_text import check_words
from referee.desk.case import Case, Complaint
from referee.desk.masters import ask_master
from referee.desk.refusals import Wrong
from referee.desk.request import Meant, Request
from referee.desk.table.act import act
from referee.desk.table.match import running_match
from referee.desk.table.positions import answered
from referee.desk.table.seats import own_seat
from referee.desk.tournaments.act import set_wake
from referee.desk.tournaments.roster import captain_of
from referee.desk.which_game import game_meant
from referee.spades import commands as cmd
from referee.spades.game import Game, position
from referee.store import event_log, games, matches, tournaments
from referee.store.matches import MatchRow
from referee.store.tournaments import Cup, TournamentRow
from referee.telling.formats import moment
from referee.tournaments.formats import PROTEST_STANDS
from referee.tournaments.tournament import Tournament


def protest(case: Case, request: Request[Protest]) -> str | None:
    """Carry out `protest TEXT`: stop the clock and ask the Gamesmaster. Returns the sentence for what the letter to the
    table does not say. Raises Complaint."""
    meant = game_meant(case, request)
    seat, text = own_seat(meant), request.command.text
    match, cup = _match(case, meant)
    team = _team(case, request, match, cup.state)
    if meant.game.result is not None:
        raise Complaint(Wrong.TOURNAMENT, sentence=f"game {meant.row.id} is over, and nothing in it can be protested")
    if team in match.protests:
        raise Complaint(Wrong.TOURNAMENT, sentence=f"{team} have protested in match {match.match} already")
    if is_late(meant.game, answered(case, request.mail, meant)):
        raise Complaint(Wrong.TOURNAMENT, sentence="a protest comes before the next trick is played, and it is over")
    check_words(case, request.sender.person, text, Wrong.SAY_CARDS, meant.row, whole=True)
    stops = not meant.game.paused
    until = case.now + PROTEST_STANDS
    matches.change(
        case.tx,
        match,
        protests=[*match.protests, team],
        protest_until=until if stops else match.protest_until,
    )
    reached = frozenset[str]()
    if stops:
        reached = act(case, meant.row, meant.game, None, cmd.Pause(seat, text)).reached
    _ask(case, cup, match, (team, meant.row.names[seat - 1], text), moment(until) if stops else "")
    set_wake(case, cup)
    return None if request.sender.address in reached else f"{team} protest in match {match.match}"


def _match(case: Case, meant: Meant) -> tuple[MatchRow, Cup]:
    """Return the match of a game, and its tournament. Raises Complaint if the game decides no match, or the tournament
    has no protests."""
    found = running_match(case, meant.row.id)
    if found is None:
        raise Complaint(Wrong.TOURNAMENT, sentence=f"game {meant.row.id} is no match of a tournament that is running")
    cup = found[1]
    if not cup.state.format.protest:
        sentence = f"{cup.row.name} was announced without protests; a line that begins with ask goes to its Gamesmaster"
        raise Complaint(Wrong.TOURNAMENT, sentence=sentence)
    return found


def _team(case: Case, request: Request[Protest], match: MatchRow, t: Tournament) -> str:
    """Return the team whose captain the sender is. Raises Complaint."""
    person = request.sender.person
    teams = [tournaments.entry_of_team(case.tx, t.number, name) for name in t.games[match.match].teams]
    own = next((one for one in teams if person is not None and captain_of(case, one) == person.id), None)
    if own is None:
        raise Complaint(Wrong.TOURNAMENT, sentence="only the captain of a team can protest")
    return own.team


def is_late(game: Game, answers: int) -> bool:
    """Tell if a protest is late: the trick after the one that the mail is about is over. The mail is about the trick on
    the table at the position that it answers, or else the last trick before; about the previous round only until the
    first trick is over."""
    seen = position(game, answers)
    if seen is None:
        return answers >= game.opening or bool(game.tricks)
    return len(game.tricks) > len(seen.tricks) + bool(seen.trick)


def _ask(case: Case, cup: Cup, match: MatchRow, said: tuple[str, str, str], until: str) -> None:
    """Write to the Gamesmaster."""
    team, name, text = said
    stands = f"; the clock stands until you `resume`, or until {until}" if until else "; the clock stands already"
    sentence = f"{team} protest in match {match.match}, game {match.game}{stands}. {name} writes: {text}"
    game = games.find(case.tx, match.game)
    assert game is not None, "the game of a match is in the database"
    commands = (
        f"rule void to turn {game.turn} because …",
        f"rule match {match.match} … win … to … because …",
        "resume",
    )
    ask_master(case, cup, (sentence,), commands, game=match.game)


def step(case: Case, row: TournamentRow) -> bool:
    """Restart the clock of one match whose protest has stood long enough. Returns False if there is no such match."""
    running = matches.running(case.tx, row.id)
    match = next((one for one in running if one.protest_until is not None and one.protest_until <= case.now), None)
    if match is None:
        return False
    matches.change(case.tx, match, protest_until=None)
    played = games.find(case.tx, match.game)
    assert played is not None, "the game of a match is in the database"
    game = event_log.load(case.tx, played)
    if game.paused and game.result is None:
        act(case, played, game, None, cmd.Resume())
    return True
