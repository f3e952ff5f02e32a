"""Grace: players whose letters do not arrive get one more limit, once in a game, and everyone hears of it.

Only once, so that neither a dead mailbox nor a player who forges bounces can hold up a table. No letter moves a clock
except the notice of the running turn and the letter that brings the grace.
"""

from dataclasses import replace
from datetime import timedelta

from referee.desk.case import Case
from referee.desk.clock.deadlines import Clock, running, store_clock
from referee.desk.clock.delayed_notices import NONE, grace_left, late, lateness_now, on_clock, spend
from referee.desk.clock.running_time import later
from referee.desk.table.announce import announce
from referee.desk.table.story import Story
from referee.spades.game import Game
from referee.spades.view import view
from referee.store import clocks, event_log, games, people
from referee.store.games import GameRow
from referee.store.outbox import Queued
from referee.telling.news import Grace as GraceGiven
from referee.telling.news import LateNotice
from referee.telling.notices import Grace

ASKING = {"deal", "turn", "reminder"}
"""The letters whose loss brings grace: a hand, or the notice that it is the reader's turn."""


def give(case: Case, row: GameRow, letter: Queued) -> Grace | None:
    """Give the player who did not get `letter` what is left of their grace, and return what was done.

    They get it now if it is their turn, else on their next turn. If the letter is the notice of the running turn, the
    time in which we could not send it is made up for, too. None if the letter asked nothing of a player.
    """
    seated = people.seated(case.tx, row.id)
    seat = next((seat for seat, person in seated.items() if person.address == letter.recipient), None)
    if seat is None or row.ended_at is not None or not ASKING & set(letter.event.split(",")):
        return None
    game = event_log.load(case.tx, row)
    owed = clocks.grace(case.tx, row.id, seat).state == "owed"
    more = NONE if owed else grace_left(case, game, seat)
    if on_clock(game) != seat:
        if more:
            clocks.set_grace(case.tx, row.id, seat, "owed")
        return Grace(more=more, due=False)
    if not more and letter.id != row.notice:
        return Grace(more=NONE, due=True, deadline=row.deadline)
    ours = NONE if game.paused else lateness_now(case, row, game).ours
    gain = make_up(case, row, game, ours, more)
    if gain:
        _tell(case, game, GraceGiven(seat, gain))
    return Grace(more=more if gain else NONE, due=True, deadline=_row(case, game).deadline)


def make_up(case: Case, row: GameRow, game: Game, ours: timedelta, grace: timedelta) -> int:
    """Add to the running turn the time in which nothing could be sent, and as much of its player's `grace` as is lost;
    that grace is spent. Returns the seconds added: 0, with nothing done, if that is too little to announce or too
    late."""
    more = ours + grace
    deadline = None if row.deadline is None else later(row.deadline, more, weekends=game.weekends)
    if more <= late(game.turn_limit) or (deadline is not None and deadline <= case.now):
        return 0
    spend(case, game, on_clock(game), grace)
    if deadline is None:
        left = timedelta(seconds=row.left_seconds or 0) + more
        store_clock(case, game, Clock(None, None, left, runs_from=row.runs_from))
    else:
        store_clock(case, game, running(case, game, deadline, row.runs_from))
    return round(more.total_seconds())


def tell_late(case: Case, game: Game, seconds: int) -> None:
    """Announce that the notice of the running turn was late, and when the turn ends now."""
    _tell(case, game, LateNotice(on_clock(game), seconds))


def _tell(case: Case, game: Game, news: GraceGiven | LateNotice) -> None:
    row = _row(case, game)
    announce(case, row.gamesmaster, Story((news,), view(game), game, dealt=frozenset()), row.deadline)


def _row(case: Case, game: Game) -> GameRow:
    row = games.find(case.tx, game.number)
    assert row is not None, "the game was loaded before"
    return row


def grant_in(case: Case, story: Story, grace: timedelta) -> Story:
    """The story of an act after which a seat owed `grace` is on turn: the grace is spent now, and is news."""
    seat = on_clock(story.game)
    assert seat is not None, "grace is owed to the player on turn"
    spend(case, story.game, seat, grace)
    return replace(story, news=(*story.news, GraceGiven(seat, round(grace.total_seconds()))))
