"""Words that are passed on as a quotation: `say` to everyone, `ask` to the Gamesmaster, `answer` back to who asked.

The sheet says when players may talk to one another, and of what nobody may speak. No letter bears its writer's address.
"""

import re
from dataclasses import replace
from typing import NamedTuple

from referee.asking.commands import Answer, Ask, Say
from referee.desk.cards_in_text import check_words
from referee.desk.case import Case, Complaint, Wrong
from referee.desk.clock.deadlines import clock_of
from referee.desk.masters import masters_of, masters_to_tell, name_of_master
from referee.desk.outgoing import About, send_answer
from referee.desk.quotas import spend_act
from referee.desk.request import Meant, Request, Unmeant
from referee.desk.sender.identify import Sender
from referee.desk.table.announce import announce
from referee.desk.table.protests import close, protest_answered
from referee.desk.table.rulings import game_ruled
from referee.desk.table.seats import own_seat
from referee.desk.which_game import game_meant, number_of_mail
from referee.games import Game, view
from referee.spades.game import Game as Cards
from referee.store import games, people, tournaments
from referee.store.people import Person
from referee.telling.news import Said, Story
from referee.telling.notices import MasterAnswers, PlayerAsks


def say(case: Case, request: Request[Say]) -> None:
    """Pass a player's words on to the table. Raises Complaint."""
    settings = case.desk.settings.referee
    if settings.list_mode == "external":
        raise Complaint(Wrong.SAY_LIST, list=settings.list)
    meant = game_meant(case, request)
    seat, game, text = own_seat(meant), meant.game, request.command.text
    _check_talk(case, request, meant)
    if not spend_act(case, request.sender.address, f"say game {game.number}"):
        raise Complaint(Wrong.SAY_ENOUGH)
    story = Story((Said(seat, text),), view(game), game, sees_hand=frozenset())
    announce(case, meant.row.gamesmaster, story, clock_of(meant.row), tells_turn=False)


def ask(case: Case, request: Request[Ask]) -> str:
    """Pass a player's question on to the Gamesmaster. Returns what became of it. Raises Complaint."""
    person, way = request.sender.person, _way_of_entrant(case, request) or _way_of_player(case, request)
    if not spend_act(case, request.sender.address, "ask"):
        raise Complaint(Wrong.ENOUGH, what="asked the Gamesmaster")
    assert person is not None, "plays in a game or a tournament"
    text = _without_address(request.sender, request.command.text)
    about = replace(way.about, asker=person.id, offer=text)
    for master in way.masters:
        send_answer(case, master, PlayerAsks(way.asker, text), about)
    return f"your question went to the Gamesmaster, without your address: {text}"


def answer(case: Case, request: Request[Answer]) -> str:
    """Pass a Gamesmaster's words on to the player whose question their mail answers. Returns what became of them.
    Raises Complaint."""
    token, sender = request.sender.token, request.sender
    if token is None or token.asker is None:
        raise Complaint(Wrong.NO_QUESTION)
    # a Gamesmaster with a seat in that game holds cards
    if token.game is not None and (meant := game_meant(case, request)).seat is not None:
        _check_talk(case, request, meant)
    else:
        check_words(case, sender.person, request.command.text, Wrong.SAY_CARDS)
    if not spend_act(case, sender.address, f"answer {token.asker}"):
        raise Complaint(Wrong.ENOUGH, what="answered this player")
    asker, text = people.by_id(case.tx, token.asker), _without_address(sender, request.command.text)
    page = MasterAnswers(name_of_master(case, sender.address), text, token.lines or "")
    cup = None if token.tournament is None else tournaments.find(case.tx, token.tournament)
    send_answer(case, asker, page, About(game=token.game, tournament=cup))
    if (protest := protest_answered(case, request)) is not None:
        meant = game_ruled(case, request)
        told = f"the Gamesmaster answers the protest of {asker.name} in game {token.game}: {text}"
        four = people.seated(case.tx, meant.row.id).values()
        after = close(case, meant.row, (protest,), told, [one for one in four if one.id != asker.id])
        return f"your answer went to all four, and {after}: {text}"
    return f"your answer went to the player who asked, without your address: {text}"


class _Way(NamedTuple):
    """The way of a question: the name of its player, its recipients, and the subject of the letter."""

    asker: str
    masters: list[Person]
    about: About


def _way_of_player(case: Case, request: Request[Ask]) -> _Way:
    """Find the way of a question about a game. Raises Complaint if the sender has no seat in it. A Gamesmaster who
    plays in the game hears only what the table may hear; a Gamesmaster who plays anywhere hears of no cards."""
    meant = game_meant(case, request)
    seat, row = own_seat(meant), meant.row
    masters = [people.welcome(case.tx, one) for one in masters_to_tell(case, row.id, row.gamesmaster)]
    if any(games.seat_of(case.tx, row.id, one.id) for one in masters):
        _check_talk(case, request, meant)
    elif any(games.running_of(case.tx, one.id) for one in masters):
        check_words(case, request.sender.person, request.command.text, Wrong.SAY_CARDS, row)
    return _Way(row.names[seat - 1], masters, About(game=row.id))


def _way_of_entrant(case: Case, request: Request[Ask]) -> _Way | None:
    """Find the way of a question about a tournament, if its writer has entered one and means no game."""
    person, meant = request.sender.person, request.meant
    if person is None or not isinstance(meant, Unmeant) or meant.wrong is not Wrong.NO_GAME:
        return None
    own, number = tournaments.entered_by(case.tx, person.id), number_of_mail(case, request.mail)
    if not own:
        return None
    cup = number if number in own else own[-1]
    masters = [people.welcome(case.tx, one) for one in masters_of(case, cup)]
    return _Way(person.name, masters, About(tournament=tournaments.find(case.tx, cup)))


def _check_talk(case: Case, request: Request[Say] | Request[Ask] | Request[Answer], meant: Meant) -> None:
    """Raise Complaint if the sheet wants silence now, or the words speak of cards."""
    game, text = meant.game, request.command.text
    if game.due is not None:
        _check_sheet(game)
    check_words(case, request.sender.person, text, Wrong.SAY_CARDS, meant.row, whole=talk_of(game) is True)


def _check_sheet(game: Game) -> None:
    """Raise Complaint if the sheet wants silence while a round is at this point."""
    if talk_of(game) is None:
        raise Complaint(Wrong.SAY_SILENT)
    if isinstance(game, Cards) and game.sheet.talk and game.leader is not None:
        raise Complaint(Wrong.SAY_PLAYING)


def talk_of(game: Game) -> bool | None:
    """Return what the sheet says of talk: at dominoes, any that names no tile."""
    return game.sheet.talk if isinstance(game, Cards) else False


def _without_address(sender: Sender, text: str) -> str:
    """Leave the sender's own address out of their words, as in a signature."""
    return re.sub(re.escape(sender.address), "…", text, flags=re.IGNORECASE)
