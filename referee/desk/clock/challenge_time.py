"""How long a team may challenge the round before, counted from the letter with its result.

Rules on nothing: that the team's own bid closes that round is for the law to say.
"""

from datetime import datetime

from referee.desk.case import Case
from referee.spades.game import Game
from referee.spades.rulesheet import SEATS, team_of
from referee.store import games, outbox, people


def too_late(case: Case, game: Game, seat: int, arrived: datetime) -> bool:
    """Whether the time in which the team of `seat` may challenge the round before was over when a mail arrived.

    A provisional result has a clock of its own: until that ends the game, it is not too late.
    """
    if game.last is None or game.provisional is not None:
        return False
    told = _told(case, game, seat, game.last)
    return told is not None and arrived > told + case.desk.settings.game.challenge_time


def _told(case: Case, game: Game, seat: int, last: Game) -> datetime | None:
    """When the time began: once both partners had the letter with the result, or the list had it; None if not yet.

    A letter on its way holds it back, one that never reaches its player does not. Where none did, or others have taken
    the seats since, it began when the round was scored; where a restored game stood still, when that was resumed.
    """
    settings = case.desk.settings.referee
    if settings.list_mode == "external" and settings.list is not None:
        readers = [settings.list]
    else:
        seated = people.seated(case.tx, game.number)
        readers = [seated[one].address for one in SEATS if team_of(one) == team_of(seat)]
    letters = outbox.first_letters(case.tx, game.number, last.turn, "round", readers)
    if any(letter.state == "waiting" for letter in letters):
        return None
    # a letter that came back was accepted before that
    taken = [letter.sent for letter in letters if letter.sent is not None]
    resumed = games.resumed_after_restore(case.tx, game.number)
    began = taken or [games.scored_at(case.tx, game.number, last.round)]
    return max(began if resumed is None else (*began, resumed))
