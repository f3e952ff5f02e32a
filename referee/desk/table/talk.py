"""`say`: words from a player to all, passed on as a quotation. Never passes on what names a card of their hands."""

from referee.asking.requests import Say
from referee.desk.case import Case, Complaint
from referee.desk.free_text import check_words
from referee.desk.quotas import may_say
from referee.desk.sender.identify import Sender
from referee.desk.table.act import seat_in
from referee.desk.table.announce import announce
from referee.desk.table.story import Story
from referee.desk.which_game import find_game
from referee.desk.wrong import Wrong
from referee.post.messages import Incoming
from referee.spades.game import due
from referee.spades.view import view
from referee.store import games
from referee.telling.news import Said


def say(case: Case, sender: Sender, incoming: Incoming, request: Say) -> None:
    """Pass a player's words on to the table. Raises Complaint."""
    settings = case.desk.settings.referee
    if settings.list_mode == "external":
        raise Complaint(Wrong.SAY_LIST, list=settings.list)
    meant = find_game(case, sender, incoming)
    seat = seat_in(case, sender, meant)
    game = games.load(case.tx, meant.game)
    if game.sheet.talk and game.leader is not None and due(game) is not None:
        raise Complaint(Wrong.SAY_PLAYING)
    check_words(case, sender.person, request.text, Wrong.SAY_CARDS, meant.game, only_there=True)
    if not may_say(case, sender.address, game.number):
        raise Complaint(Wrong.SAY_ENOUGH)
    story = Story((Said(seat, request.text),), view(game), game, dealt=frozenset())
    announce(case, story, meant.game.deadline, turn=False)
