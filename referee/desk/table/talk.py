"""`say`: passes a player's words on to everyone, as a quotation. The sheet says when, and of what nobody may speak."""

from referee.asking.commands import Say
from referee.desk.cards_in_text import check_words
from referee.desk.case import Case, Complaint
from referee.desk.clock.deadlines import clock_of
from referee.desk.quotas import may_act
from referee.desk.refusals import Wrong
from referee.desk.requests.request import Request
from referee.desk.requests.which_game import game_meant
from referee.desk.table.announce import announce
from referee.desk.table.seats import own_seat
from referee.desk.table.story import Story
from referee.spades.game import Game, due
from referee.spades.view import view
from referee.telling.news import Said


def say(case: Case, request: Request[Say]) -> None:
    """Pass a player's words on to the table. Raises Complaint."""
    settings = case.desk.settings.referee
    if settings.list_mode == "external":
        raise Complaint(Wrong.SAY_LIST, list=settings.list)
    meant = game_meant(case, request)
    seat, game, text = own_seat(meant), meant.game, request.command.text
    if due(game) is not None:
        _check_sheet(game)
    check_words(case, request.sender.person, text, Wrong.SAY_CARDS, meant.row, whole=game.sheet.talk is True)
    if not may_act(case, request.sender.address, f"say game {game.number}"):
        raise Complaint(Wrong.SAY_ENOUGH)
    story = Story((Said(seat, text),), view(game), game, dealt=frozenset())
    announce(case, meant.row.gamesmaster, story, clock_of(meant.row), turn=False)


def _check_sheet(game: Game) -> None:
    """Raise Complaint if the sheet wants silence while a round is at this point."""
    if game.sheet.talk is None:
        raise Complaint(Wrong.SAY_SILENT)
    if game.sheet.talk and game.leader is not None:
        raise Complaint(Wrong.SAY_PLAYING)
