"""The Gamesmaster's commands on a running game. `start` is start.py's."""

from datetime import datetime

from referee.asking.requests import ExtendBy, ReplacePlayer, Start, Steering, VoidTo
from referee.config import parse_span
from referee.desk.case import Case, Complaint
from referee.desk.free_text import check_words
from referee.desk.quotas import may_rule
from referee.desk.send import send_answer
from referee.desk.sender.identify import Sender
from referee.desk.table.act import Acted, act, seat_named
from referee.desk.table.begin import player_address
from referee.desk.table.results import too_old
from referee.desk.table.start import start
from referee.desk.which_game import Meant, find_game
from referee.desk.wrong import Wrong
from referee.names import check_name, look_alike, same_name
from referee.post.messages import Incoming
from referee.spades import commands as cmd
from referee.spades.game import stands_still
from referee.store import games, inbox, marks, outbox, people
from referee.store.reach import RESTORED
from referee.telling.answers import Done


def steer(case: Case, sender: Sender, incoming: Incoming, request: Steering) -> str | None:
    """Carry out a Gamesmaster's command. Raises Refusal or Complaint.

    What was done, as a sentence; None where a letter to the Gamesmaster tells of it already.
    """
    if isinstance(request, Start):
        start(case, sender, incoming, request)
        return None
    meant = find_game(case, sender, incoming, steering=True)
    _check_master(case, sender, meant)
    if not may_rule(case, sender.address, meant.game.id):
        raise Complaint(Wrong.ENOUGH, what="steered this game")
    if isinstance(request, cmd.Resume):
        _check_resume(case, meant)
    match request:
        case ReplacePlayer():
            acted = _replace(case, sender, meant, request)
            done = f"{request.name} replaces {request.old} in game {meant.game.id}"
        case VoidTo():
            acted = act(case, meant.game, None, _void(case, sender, meant, request))
            cost = f", and {request.charge} is charged with a misplay" if request.charge else ""
            done = f"all since turn {request.turn} of game {meant.game.id} is void{cost}"
        case ExtendBy(span):
            acted = act(case, meant.game, None, cmd.Extend(_seconds(span)))
            what = "the running turn" if meant.game.due_what else "the time for challenges"
            done = f"{what} of game {meant.game.id} has {span} more"
        case _:
            acted = act(case, meant.game, None, request)
            done = f"{type(request).__name__.lower()} in game {meant.game.id}"
    return None if sender.address in acted.told else done


def _check_master(case: Case, sender: Sender, meant: Meant) -> None:
    """A seated gamesmaster may not rule where another is configured. Raises Complaint."""
    others = set(case.desk.settings.referee.gamesmasters) - {sender.address}
    seated = sender.person is not None and games.seat_of(case.tx, meant.game.id, sender.person.id) is not None
    if seated and others:
        raise Complaint(Wrong.SEATED_GAMESMASTER, game=meant.game.id)


def _check_resume(case: Case, meant: Meant) -> None:
    """A restored game goes on by a word that was written since, and not by one out of the time that was lost. Raises
    Complaint."""
    noticed = marks.get_mark(case.tx, RESTORED)
    if noticed is None or case.inbox is None or not stands_still(games.load(case.tx, meant.game)):
        return
    if inbox.mail(case.tx, case.inbox).arrived < datetime.fromisoformat(noticed):
        raise Complaint(Wrong.BEFORE_RESTORE, game=meant.game.id)


def _seconds(span: str) -> int:
    try:
        return int(parse_span(span).total_seconds())
    except ValueError as e:
        raise Complaint(Wrong.BAD_VALUE, sentence=str(e)) from None


def _void(case: Case, sender: Sender, meant: Meant, request: VoidTo) -> cmd.RuleVoid:
    # it is read out to all, and a Gamesmaster may play themselves
    check_words(case, sender.person, request.reason, Wrong.SAY_CARDS, meant.game)
    if too_old(case, meant.game.id):
        raise Complaint(Wrong.RESULT_TOO_OLD)
    charge = None if request.charge is None else seat_named(meant, request.charge)
    return cmd.RuleVoid(request.turn, request.reason, charge)


def _replace(case: Case, sender: Sender, meant: Meant, request: ReplacePlayer) -> Acted:
    """Seat a successor, who gets the hand; the old player's tokens die at once."""
    seat = seat_named(meant, request.old)
    address = player_address(case, request.address)
    try:
        name = check_name(request.name)
    except ValueError as e:
        raise Complaint(Wrong.BAD_VALUE, sentence=str(e)) from None
    check_words(case, sender.person, name, Wrong.NAME_CARDS)
    if like := next((n for n in meant.game.names if look_alike(name, n) and not same_name(name, n)), None):
        raise Complaint(Wrong.LOOKS_ALIKE, name=name, like=like)
    seated = people.seated(case.tx, meant.game.id)
    if address in {person.address for person in seated.values()}:
        raise Complaint(Wrong.ADDRESS_TAKEN, address=address)
    old, successor = seated[seat], people.welcome(case.tx, address, name)
    people.burn_all(case.tx, meant.game.id, old.id)
    # the hand in them is the successor's from now on
    outbox.withdraw(case.tx, meant.game.id, old.address, "not sent: another has taken this seat")
    games.reseat(case.tx, meant.game.id, seat, successor.id)
    acted = act(case, meant.game, None, cmd.Replace(seat, name))
    farewell = f"the Gamesmaster has seated {name} in your place in game {meant.game.id}; you need do nothing more"
    send_answer(case, old, Done((farewell,)), game=meant.game.id)
    return acted
