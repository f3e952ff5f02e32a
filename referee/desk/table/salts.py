"""`salt`: the words that a player mixes into the deal of the next round, or of the first one before the game starts.

A salt is not a move: it spends no token and moves no clock, and nobody else hears of it until the salts are closed.
"""

from referee.desk.cards_in_text import check_words
from referee.desk.case import Case, Complaint, Wrong
from referee.desk.outgoing import About, send_answer
from referee.desk.quotas import spend_act
from referee.desk.request import Meant, Request
from referee.desk.table.act import act
from referee.desk.table.seats import own_seat
from referee.desk.which_game import table_meant
from referee.dominoes.fairness import SALTS_CLOSE as TILES_CLOSE
from referee.games import view
from referee.spades.fairness import SALTS_CLOSE
from referee.spades.game import Game as Cards
from referee.store import signups
from referee.store.people import Person
from referee.store.signups import Lineup
from referee.table import fairness
from referee.table.commands import Salt
from referee.table.refusal import Reason, Refusal
from referee.telling.letter_kinds import SaltKept


def salt(case: Case, request: Request[Salt]) -> None:
    """Keep a player's salt, and write to them what was kept. Raises Refusal or Complaint."""
    meant = table_meant(case, request)
    if isinstance(meant, Meant):
        _in_game(case, request, meant, own_seat(meant))
    else:
        _at_table(case, request, meant)


def _in_game(case: Case, request: Request[Salt], meant: Meant, seat: int) -> None:
    person = _writer(request)
    check_words(case, person, request.command.phrase, Wrong.SALT_CARDS, meant.row)
    game = act(case, meant.row, meant.game, seat, request.command).after
    _check_bound(case, person, meant.row.id)
    closes = f"trick {SALTS_CLOSE} of round {game.round} is taken"
    if not isinstance(game, Cards):
        closes = f"tile {TILES_CLOSE} of round {game.round} is laid"
    page = SaltKept(game.number, game.salts[seat - 1], game.round + 1, closes)
    send_answer(case, person, page, About(game=game.number, turn=game.turn, own=view(game, seat)), to=request.message)


def _at_table(case: Case, request: Request[Salt], table: Lineup) -> None:
    person = _writer(request)
    given = fairness.salt(request.command.phrase)
    if not given:
        raise Refusal(Reason.NO_SALT)
    check_words(case, person, request.command.phrase, Wrong.SALT_CARDS)
    signups.keep_salt(case.tx, table, person.id, given)
    _check_bound(case, person, table.number)
    send_answer(case, person, SaltKept(table.number, given, 1, None), About(table=table), to=request.message)


def _writer(request: Request[Salt]) -> Person:
    person = request.sender.person
    assert person is not None, "everyone in a game or at a table is known"
    return person


def _check_bound(case: Case, person: Person, game: int) -> None:
    if not spend_act(case, person.address, f"salt game {game}"):
        raise Complaint(Wrong.SALT_ENOUGH)
