"""`salt`: what a player mixes into the deal of the next round, or of the first one before the game starts.

A salt is no move: it spends no token, moves no clock, and nobody else hears of it until the salts are closed.
"""

from referee.desk.case import Case, Complaint
from referee.desk.free_text import check_words
from referee.desk.quotas import may_salt
from referee.desk.send import send_answer
from referee.desk.sender.identify import Sender
from referee.desk.table.act import act, seat_in
from referee.desk.which_game import Meant, find_table
from referee.desk.wrong import Wrong
from referee.post.messages import Incoming
from referee.spades import fairness
from referee.spades.commands import Salt
from referee.spades.refusal import Reason, Refusal
from referee.store import games, signups
from referee.store.games import Kept
from referee.store.people import Person
from referee.store.signups import Lineup
from referee.telling.answers import SaltKept


def salt(case: Case, sender: Sender, incoming: Incoming, request: Salt) -> None:
    """Keep a player's salt, and tell them what is kept. Raises Refusal or Complaint."""
    place = find_table(case, sender, incoming)
    if isinstance(place, Meant):
        _in_game(case, sender, incoming, place, request)
    else:
        assert sender.person is not None, "who sits at a table is known"
        _at_table(case, sender.person, incoming, place, request)


def _in_game(case: Case, sender: Sender, incoming: Incoming, meant: Meant, request: Salt) -> None:
    seat = seat_in(case, sender, meant)
    assert sender.person is not None, "who sits in a game is known"
    _check_words(case, sender.person, request, meant.game)
    act(case, meant.game, seat, request)
    _check_bound(case, sender.person, meant.game.id)
    game = games.load(case.tx, meant.game)
    kept = SaltKept(game.number, game.salts[seat - 1], game.round + 1, fairness.SALTS_CLOSE)
    send_answer(case, sender.person, kept, game=game.number, turn=game.turn, to=incoming)


def _at_table(case: Case, person: Person, incoming: Incoming, table: Lineup, request: Salt) -> None:
    given = fairness.salt(request.phrase)
    if not given:
        raise Refusal(Reason.NO_SALT)
    _check_words(case, person, request)
    signups.keep_salt(case.tx, table, person.id, given)
    _check_bound(case, person, table.number)
    send_answer(case, person, SaltKept(table.number, given, 1, None), table=table, to=incoming)


def _check_words(case: Case, person: Person, request: Salt, game: Kept | None = None) -> None:
    """A salt is read out to all while the round still runs, or while other games of its writer do. Raises Complaint."""
    check_words(case, person, f"{request.phrase} {fairness.salt(request.phrase)}", Wrong.SALT_CARDS, game)


def _check_bound(case: Case, person: Person, game: int) -> None:
    if not may_salt(case, person.address, game):
        raise Complaint(Wrong.SALT_ENOUGH)
