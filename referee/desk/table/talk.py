"""`say`: passes a player's words on to everyone, as a quotation. Never passes on words that name cards they hold."""

from referee.asking.commands import Say
from referee.desk.cards_in_text import check_words
from referee.desk.case import Case, Complaint
from referee.desk.quotas import may_say
from referee.desk.refusals import Wrong
from referee.desk.requests.request import Request
from referee.desk.requests.which_game import game_meant
from referee.desk.table.announce import announce
from referee.desk.table.seats import own_seat
from referee.desk.table.story import Story
from referee.spades.game import due
from referee.spades.view import view
from referee.telling.news import Said


def say(case: Case, request: Request[Say]) -> None:
    """Pass a player's words on to the table. Raises Complaint."""
    settings = case.desk.settings.referee
    if settings.list_mode == "external":
        raise Complaint(Wrong.SAY_LIST, list=settings.list)
    meant = game_meant(case, request)
    seat, game, text = own_seat(meant), meant.game, request.command.text
    if game.sheet.talk and game.leader is not None and due(game) is not None:
        raise Complaint(Wrong.SAY_PLAYING)
    check_words(case, request.sender.person, text, Wrong.SAY_CARDS, meant.row, only_there=True)
    if not may_say(case, request.sender.address, game.number):
        raise Complaint(Wrong.SAY_ENOUGH)
    story = Story((Said(seat, text),), view(game), game, dealt=frozenset())
    announce(case, meant.row.gamesmaster, story, meant.row.deadline, turn=False)
