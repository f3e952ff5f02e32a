"""One limit of grace: a player whose letters come back has eir clock stopped for one limit, once in a game.

Once for each player of a game: so that a mailbox that is gone cannot hold up a table, nor one who sends bounces emself.
"""

from dataclasses import replace
from datetime import timedelta

from referee.desk.announce import announce
from referee.desk.case import Case
from referee.desk.limits import Clock, keep_clock, left_of, running
from referee.desk.report import Story
from referee.mail.answers import Grace
from referee.mail.news import Grace as GraceGiven
from referee.spades.game import Game, due
from referee.spades.view import view
from referee.store import games, people
from referee.store.games import Kept
from referee.store.post import Queued

ASKING = {"deal", "turn", "reminder"}
"""What a letter must be about for the clock to stop: eir hand, or that e is to act."""


def give(case: Case, kept: Kept, letter: Queued) -> Grace | None:
    """Stop the clock for the player whom `letter` did not reach, if it is the first time; what was done.

    Who is to act has what was left and one limit more, who is not has the limit more on eir next turn. Where the
    notice itself was given up, the time that it gave counts from now. None: the letter asked nothing of a player.
    """
    seated = people.seated(case.tx, kept.id)
    seat = next((seat for seat, person in seated.items() if person.address == letter.recipient), None)
    if seat is None or kept.ended_at is not None or not ASKING & set(letter.event.split(",")):
        return None
    game = games.load(case.tx, kept)
    first = games.grace(case.tx, kept.id, seat) == "unused"
    limit = timedelta(seconds=game.limit)
    waiting = due(game)
    if waiting is None or waiting[0] != seat:
        if first:
            games.set_grace(case.tx, kept.id, seat, "owed")
        return Grace(first=first, due=False, limit=limit)
    left = max(left_of(case, kept), timedelta(0)) + (limit if first else timedelta(0))
    clock = Clock(None, None, left) if game.paused else running(case, case.now + left)
    keep_clock(case, game, clock)
    if first:
        games.set_grace(case.tx, kept.id, seat, "used")
        _tell(case, game, seat, clock)
    return Grace(first=first, due=True, limit=limit, deadline=clock.deadline)


def _tell(case: Case, game: Game, seat: int, clock: Clock) -> None:
    news = (GraceGiven(seat, game.limit),)
    announce(case, Story(news, view(game), game, dealt=frozenset()), clock.deadline)


def told(case: Case, story: Story) -> Story:
    """The story of an act by which a seat is to act that is owed a limit; it has it now, and all hear of it."""
    waiting = due(story.game)
    assert waiting is not None, "a limit is owed to whoever is to act"
    games.set_grace(case.tx, story.game.number, waiting[0], "used")
    return replace(story, news=(*story.news, GraceGiven(waiting[0], story.game.limit)))
