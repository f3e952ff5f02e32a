"""`protest`: a player of a match holds its game until the Gamesmaster has answered, once, before the next trick is
played (sigma, rule 15). Decides nothing: the Gamesmaster does.
"""

from typing import Any

from referee.asking.tournaments.commands import Protest
from referee.config import span_words
from referee.desk.cards_in_text import check_words
from referee.desk.case import Case, Complaint, Wrong
from referee.desk.masters import ask_master, masters_of
from referee.desk.outgoing import About, send_answer
from referee.desk.request import Meant, Request
from referee.desk.table.act import act
from referee.desk.table.match import running_match
from referee.desk.table.protests import close
from referee.desk.table.seats import own_seat
from referee.desk.tournaments.act import next_hurry, set_wake
from referee.desk.tournaments.match_games import game_of_match
from referee.desk.which_game import answered, game_meant
from referee.games import Game
from referee.spades.game import Game as Cards
from referee.store import event_log, matches, people
from referee.store.matches import MatchRow, OpenProtest
from referee.store.tournaments import Cup
from referee.table import commands as cmd
from referee.table.game import position
from referee.table.seats import SEATS
from referee.telling.notices import Decided
from referee.tournaments.formats import MOST_ASKS, PROTEST_ASKS


def protest(case: Case, request: Request[Protest]) -> str | None:
    """Carry out `protest TEXT`: hold the game and ask the Gamesmaster. Returns the sentence for what the letter to the
    table does not say. Raises Complaint."""
    meant = game_meant(case, request)
    seat, text, person = own_seat(meant), request.command.text, request.sender.person
    assert person is not None, "has a seat"
    match, cup = _match(case, meant)
    name, team = meant.row.names[seat - 1], cup.state.games[match.match].team_of(seat)
    if meant.game.result is not None:
        raise Complaint(Wrong.TOURNAMENT, sentence=f"game {meant.row.id} is over, and nothing in it can be protested")
    if name in match.protests:
        raise Complaint(Wrong.TOURNAMENT, sentence=f"you have protested in match {match.match} already")
    if is_late(meant.game, answered(case, request.mail, meant)):
        raise Complaint(Wrong.TOURNAMENT, sentence="a protest comes before the next trick is played, and it is over")
    check_words(case, request.sender.person, text, Wrong.SAY_CARDS, meant.row, whole=True)
    sentence = f"{name} of {team} asks for a ruling in match {match.match}, game {match.game}: {text}"
    made = OpenProtest(person.id, seat, text)
    matches.change(
        case.tx,
        match,
        protests=[*match.protests, name],
        open_protests=[*match.open_protests, made],
        protest_until=case.now + PROTEST_ASKS,
    )
    reached = frozenset[str]()
    if not meant.game.paused:
        reached = act(case, meant.row, meant.game, None, cmd.Pause(seat, text)).reached
    else:
        told = Decided("A protest", f"{sentence}; nobody plays until the Gamesmaster has answered")
        for other in people.seated(case.tx, match.game).values():
            if other.id != person.id:
                send_answer(case, other, told, About(game=match.game))
    _ask(case, cup, match, sentence, made)
    set_wake(case, cup)
    return None if request.sender.address in reached else f"you have protested in match {match.match}"


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


def is_late(game: Game, answers: int) -> bool:
    """Tell if a protest is late: the trick after the one that the mail is about is over. The mail is about the trick on
    the table at the position that it answers, or else the last trick before; about the previous round only until the
    first trick is over. At dominoes four turns are as a trick."""
    seen: Any = position(game, answers)
    if not isinstance(game, Cards):
        return game.turn > (game.opening if seen is None else answers) + len(SEATS)
    if seen is None:
        return answers >= game.opening or bool(game.tricks)
    return len(game.tricks) > len(seen.tricks) + bool(seen.trick)


def _ask(case: Case, cup: Cup, match: MatchRow, sentence: str, protest: OpenProtest) -> None:
    """Write to the Gamesmaster."""
    about = About(game=match.game, asker=protest.person, offer=protest.words)
    stands = "nobody plays until you answer: `answer` sends your words to all four, and the game goes on"
    game = event_log.load(case.tx, game_of_match(case.tx, match))
    last = game.turn - 1
    undoes = last >= game.opening and position(game, last) is not None
    commands = (
        "answer …",
        *((f"rule void to turn {last} because …",) if undoes else ()),
        f"rule match {match.match} … win … to … because …",
        "resume",
    )
    ask_master(case, cup, (sentence, stands), commands, about=about)


def step(case: Case, cup: Cup) -> bool:
    """Ask the Gamesmaster again about one protest that still holds its game. Returns False if there is none to ask
    about."""
    running = matches.running(case.tx, cup.row.id)
    match = next((one for one in running if one.protest_until is not None and one.protest_until <= case.now), None)
    if match is None:
        return False
    game = game_of_match(case.tx, match)
    if matches.held(case.tx, event_log.load(case.tx, game)) is None:
        matches.change(case.tx, match, open_protests=(), protest_until=None)
    elif next_hurry(cup, match) is None and all(one.asked == MOST_ASKS for one in match.open_protests):
        lapse(case, cup, match, f"{span_words(PROTEST_ASKS * (MOST_ASKS + 1))} are over")
    else:
        waiting = [one._replace(asked=min(one.asked + 1, MOST_ASKS)) for one in match.open_protests]
        matches.change(case.tx, match, open_protests=waiting, protest_until=case.now + PROTEST_ASKS)
        for one in waiting:
            name = f"the protest of {game.names[one.seat - 1]}"
            _ask(case, cup, match, f"{name} in match {match.match}, game {match.game}, still waits for you", one)
    return True


def lapse(case: Case, cup: Cup, match: MatchRow, why: str) -> None:
    """End all protests that nobody has answered in time, and tell everybody; do nothing if there are none."""
    game = game_of_match(case.tx, match)
    if matches.held(case.tx, event_log.load(case.tx, game)) is None:
        return
    told = (
        f"the protest in match {match.match} of {cup.row.name} has lapsed: {why}, and the Gamesmaster has not "
        "answered; they can still rule on the match"
    )
    masters = (people.welcome(case.tx, one) for one in masters_of(case, cup.row.id))
    everybody = {one.id: one for one in (*people.seated(case.tx, match.game).values(), *masters)}
    close(case, game, match.open_protests, told, everybody.values())
