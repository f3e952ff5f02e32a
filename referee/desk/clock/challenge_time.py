"""The time in which a team may challenge the previous round, counted from the letter with its result.

Rules on nothing: it is the law that says a team's own bid closes that round.
"""

from datetime import datetime

from referee.desk.case import Case
from referee.desk.clock.running_time import later
from referee.spades.game import Game
from referee.spades.rulesheet import SEATS, team_of
from referee.store import event_log, outbox, people


def too_late(case: Case, game: Game, seat: int, arrived: datetime) -> bool:
    """Tell if a mail arrived after the time in which the team of `seat` may challenge the previous round.

    A provisional result has a clock of its own: until that ends the game, it is not too late.
    """
    if game.last is None or game.provisional is not None:
        return False
    began = _began(case, game, seat, game.last)
    if began is None:
        return False
    return arrived > later(began, case.desk.settings.game.challenge_time, weekends=game.weekends)


def _began(case: Case, game: Game, seat: int, last: Game) -> datetime | None:
    """Find when the time began: when the server had taken the letter with the result for both partners, or for the
    list; None if the server has not taken it yet.

    A letter still on its way holds the start back; one that never reaches its player does not. If no letter arrived, or
    others have taken the seats since, the time began when the round was scored; in a restored game, when it resumed.
    """
    settings = case.desk.settings.referee
    if settings.list_mode == "external" and settings.list is not None:
        readers = [settings.list]
    else:
        seated = people.seated(case.tx, game.number)
        readers = [seated[one].address for one in SEATS if team_of(one) == team_of(seat)]
    letters = outbox.first_of_round(case.tx, game.number, last.turn, readers)
    if any(letter.state == "waiting" for letter in letters):
        return None
    # a letter that came back was accepted first
    taken = [letter.sent for letter in letters if letter.sent is not None]
    resumed = event_log.resumed_after_restore(case.tx, game.number)
    starts = taken or [event_log.scored_at(case.tx, game.number, last.round)]
    return max(starts if resumed is None else (*starts, resumed))
