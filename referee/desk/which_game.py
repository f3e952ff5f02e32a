"""Which game a mail means, and which position it answers (ruling 2 of "Mail meets rule"). Changes nothing."""

from collections.abc import Iterable
from dataclasses import dataclass

from referee.desk.case import Case, Complaint
from referee.desk.sender.identify import FOOT, TAG, Sender
from referee.desk.wrong import Wrong
from referee.post.messages import Incoming
from referee.post.proof.vouched import Vouched
from referee.spades.view import view
from referee.store import games, outbox, signups
from referee.store.games import Kept
from referee.store.signups import Lineup
from referee.telling.answers import GameLine


@dataclass(frozen=True, slots=True)
class Meant:
    """The game that a mail means and the position that it answers (None: the last one sent before it arrived)."""

    game: Kept
    answers: int | None


def lines_of(case: Case, found: Iterable[Kept]) -> tuple[GameLine, ...]:
    """Games as lines in a list."""
    return tuple(GameLine(view(games.load(case.tx, kept)), kept.deadline) for kept in found)


def own_games(case: Case, sender: Sender, *, steering: bool = False) -> list[Kept]:
    """The sender's running games: those e plays, or those e steers."""
    if steering:
        return games.steered_by(case.tx, sender.address)
    return [] if sender.person is None else games.running_of(case.tx, sender.person.id)


def named_games(case: Case, sender: Sender, incoming: Incoming) -> dict[int, int | None]:
    """The games that the mail itself names, by token, thread and tag, with the position answered where known.

    A letter about a full table names the game that comes of it.
    """
    if sender.proof == "pgp" and sender.vouched is not None:
        return _signed_names(sender.vouched)
    named: dict[int, int | None] = {}
    if sender.token is not None and sender.token.game is not None:
        named[sender.token.game] = sender.token.turn
    thread = outbox.referred(case.tx, incoming.references)
    if thread is not None and thread.game is not None:
        named.setdefault(thread.game, thread.turn)
    if thread is not None and thread.lineup is not None:
        named.setdefault(signups.lineup(case.tx, thread.lineup).number, None)
    for tag in TAG.findall(incoming.subject):
        named.setdefault(int(tag), None)
    return named


def _signed_names(vouched: Vouched) -> dict[int, int | None]:
    """The games that signed words name, by tag or in what they quote: all else may have been put there by anyone."""
    named: dict[int, int | None] = {}
    for game, turn in FOOT.findall(vouched.whole):
        named.setdefault(int(game), int(turn))
    for tag in TAG.findall(vouched.whole):
        named.setdefault(int(tag), None)
    return named


def find_game(case: Case, sender: Sender, incoming: Incoming, *, steering: bool = False) -> Meant:
    """The one game that is meant. Raises Complaint where none is, or more than one may be."""
    named = named_games(case, sender, incoming)
    if len(named) > 1:
        found = [kept for number in named if (kept := games.find(case.tx, number))]
        raise Complaint(Wrong.WHICH_GAME, games=lines_of(case, found), tables=(), disagree=True)
    if named:
        (number, answers) = next(iter(named.items()))
        kept = games.find(case.tx, number)
        if kept is None:
            raise Complaint(Wrong.NO_SUCH_GAME, game=number)
        return Meant(kept, answers)
    own = own_games(case, sender, steering=steering)
    if not own:
        raise Complaint(Wrong.NO_GAME)
    if len(own) > 1:
        raise Complaint(Wrong.WHICH_GAME, games=lines_of(case, own), tables=(), disagree=False)
    return Meant(own[0], None)


def find_table(case: Case, sender: Sender, incoming: Incoming) -> Meant | Lineup:
    """Where a salt is meant for: the one game, or the one full table of the sender's whose game has not begun.

    The same signs decide as for every command, a table being called by the number that its game will have. Where there
    are none, and e has a table besides a game or another table, e is asked. Raises Complaint.
    """
    seated = () if sender.person is None else signups.tables_of(case.tx, sender.person.id)
    waiting = {table.number: table for table in seated}
    named = named_games(case, sender, incoming)
    if len(named) == 1 and (number := next(iter(named))) in waiting:
        return waiting[number]
    if named or not waiting:
        return find_game(case, sender, incoming)
    own = own_games(case, sender)
    if own or len(waiting) > 1:
        raise Complaint(Wrong.WHICH_GAME, games=lines_of(case, own), tables=tuple(waiting), disagree=False)
    return next(iter(waiting.values()))
