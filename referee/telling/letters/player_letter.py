"""A player's own letter, with their cards: a turn or a reminder of it, a deal, a receipt of their act, news, or several
of these at once; and the head of the first letter ever to somebody whom a Gamesmaster put into a game. Goes to nobody
else.
"""

from collections.abc import Sequence
from datetime import UTC, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from referee.dominoes.events import RoundScored
from referee.dominoes.line import Laid
from referee.post.messages import Letter
from referee.spades.plans import Habits
from referee.table.view import TableView
from referee.telling import plan_section, table_rows
from referee.telling.buttons import Action, Reply
from referee.telling.formats import day_text, signed
from referee.telling.kinds import Context, subject
from referee.telling.letter_headers import (
    Position,
    due_subject,
    event_names,
    facts,
    of_game,
    spades_headers,
    turn_subject,
)
from referee.telling.letters.games import awaited, words_of
from referee.telling.letters.own_news import OwnNews, acted, done, own_news, ruling_words
from referee.telling.letters.paper import Contents, Occasion, Paper, Recipient
from referee.telling.letters.standing import standing
from referee.telling.news import LateNotice, Misplay, News, Play, RoundOver, end_of, new_player, own_time_out, start_of
from referee.telling.sentences import news_lines, plan_words, turns
from referee.telling.sentences.endings import round_headline
from referee.telling.template_values import Page

LOW = ("Play low", "Play low: lowest when I follow", "plan rest: lowest")
"""The button of a plan for a player who was silent."""
WEEK = 7
"""The days for which the button of a letter says that its reader is away, if the game gives that much leave."""


def player_letter(paper: Paper, occasion: Occasion, scene: TableView, view: TableView, contents: Contents) -> Letter:
    """Write a player's own letter. `view` is the reader's own; `scene` is the public view of what just ended, if a
    trick or round did, else of now."""
    told = own_news(occasion, scene, view, contents)
    title = paper.subject(_subject(paper.to, occasion, told, scene, view, contents))
    reply = paper.reply(title)
    open = contents.receipt and not contents.turn
    page = paper.game_page(title, reply, view) | _news_page(paper, occasion, scene, told, view.seat)
    page |= {
        "private": True,
        "hand_first": contents.deal,
        "long": contents.long,
        "corrected": _corrected(occasion) and not contents.news,
        "ended": tuple(plan_words.ended_text(view, plan) for plan in contents.ended),
        "standing_plans": tuple(map(plan_words.plan_text, contents.stand)),
        "plans": plan_section.plan_section(view, paper.to.habits, reply.brief, turn=contents.turn, open=open),
        "joined": turns.joined(occasion.news, view, turn=contents.turn),
        "first": new_player(told.announced, view.seat) is not None,
        "may_decline": contents.asked_by is None and _is_put_there(told.announced, view),
        "away": table_rows.away_words(occasion.away),
        "away_tap": (away := _away_tap(occasion, view, paper.to, reply)),
        "ran_out": _ran_out(occasion, told, view, paper.to.habits, reply.brief, away),
    }
    if contents.asked_by is not None:
        page |= {"asked": _first_head(contents.asked_by, view, reply)}
    if contents.turn:
        page |= _turn_page(occasion, view, paper.to, contents)
    else:
        page |= {"next": turns.next_sentence(view, awaited(view), occasion.deadline, occasion.written)}
    page |= standing(told.announced, scene, view, occasion.course, reply, player=True)
    position = Position(
        *(view, scene), deadline=occasion.deadline, hand=True, turn=contents.turn, habits=paper.to.habits
    )
    headers = spades_headers(
        [*event_names(told.announced), *_events(contents)],
        game=view.game,
        head=view.head,
        news=told.announced,
        position=position,
    )
    return paper.letter(occasion.written, title, paper.filled("game", page), headers + paper.way_out())


def _subject(
    to: Recipient, occasion: Occasion, told: OwnNews, scene: TableView, view: TableView, contents: Contents
) -> str:
    words = words_of(view)
    if contents.asked_by is not None:
        return of_game(view, f"{contents.asked_by or 'The Gamesmaster'} asks you to play")
    if contents.turn and (contents.reminder or _corrected(occasion)):
        why = "" if contents.reminder else "More time"
        return due_subject(view, words.task(view), occasion.deadline, occasion.written, to.timezone, why)
    if contents.turn:
        return turn_subject(view, words.place(view), _begins(occasion, told, view))
    at = Context(scene, occasion.news, reader=view.seat)
    own = done(view, occasion.news) if contents.receipt and end_of(occasion.news) is None else None
    cards = f"Round {view.round} is dealt" if contents.deal else f"Your {words.things}, round {view.round}"
    return of_game(view, own or subject(told.announced, at) or cards)


def _begins(occasion: Occasion, told: OwnNews, view: TableView) -> str:
    """Begin the subject of a turn with the news that its reader must not miss, if there is any."""
    if isinstance(told.ruling, Misplay):
        return f"A misplay: {signed(told.ruling.points)}" if told.ruling.points else "A misplay"
    if told.ruling is not None:
        return "Taken back"
    return f"Game {view.game} begins" if start_of(occasion.news) is not None else ""


def _news_page(paper: Paper, occasion: Occasion, scene: TableView, told: OwnNews, seat: int | None) -> Page:
    due = turns.by_when(occasion.deadline, occasion.written)
    lines = news_lines.lines(told.news, scene, due, paper.settings.game.challenge_time, seat)
    return {
        "headline": told.headline,
        "news": news_lines.besides(lines, told.headline),
        "facts": facts(told.news, scene),
        "since": told.since,
        "ruling": told.ruling and ruling_words(told.ruling, scene),
        "round_over": _round_over(told, scene),
    }


def _round_over(told: OwnNews, scene: Any) -> str | None:
    """Say how the round that just ended was scored, unless the game ended with it or the headline says so."""
    over = next((item for item in told.announced if isinstance(item, RoundOver | RoundScored)), None)
    ended = scene.result or (isinstance(over, RoundOver) and scene.provisional)
    said = None if over is None or ended else round_headline(over, scene)
    return None if said == told.headline else said


def _away_tap(occasion: Occasion, view: TableView, to: Recipient, reply: Reply) -> Action | None:
    """Make the button by which its reader is away for a week, or as long as the game lets them. None for one who is, or
    who has no leave left."""
    days = min(occasion.leave.get(view.seat or 0, view.terms.leave), WEEK)
    if days < 1 or view.result or any(item.seat == view.seat for item in occasion.away):
        return None
    today = occasion.written.astimezone(UTC if to.timezone is None else ZoneInfo(to.timezone)).date()
    line = f"I am away until {day_text(today + timedelta(days=days - 1))}"
    return reply.brief.action(line, line, line)


class RanOut(NamedTuple):
    """The news for a player for whom the clock has acted, and the buttons for the next time."""

    said: str
    next_time: str
    taps: tuple[Action, ...]


def _ran_out(
    occasion: Occasion, told: OwnNews, view: TableView, habits: Habits, reply: Reply, away: Action | None
) -> RanOut | None:
    if (out := own_time_out(occasion.news, view.seat)) is None:
        return None
    clock, act = out
    said = ["" if "time ran out" in told.headline else f"Your time ran out: the referee {acted(view, act)} for you."]
    thing = {Play: "card", Laid: "tile"}.get(type(act))
    said += [f"That {thing} was drawn at random from those you could play."] if thing else []
    said += [turns.at_stake(clock.stake)] if clock.stake is not None else []
    plans = [action.body for group in plan_section.groups(view, habits, reply) for action in group.actions]
    low = reply.action(*LOW) if LOW[-1] in plans else None
    helps = {"your limits wait while you are away": away, "a plan plays your lowest card when you follow": low}
    on = [words for words, tap in helps.items() if tap]
    next_time = f"For the next time: {'; or '.join(on)}." if on else ""
    return RanOut(" ".join(filter(None, said)), next_time, (*filter(None, helps.values()),))


def _is_put_there(news: Sequence[News], view: TableView) -> bool:
    """Tell if a Gamesmaster has put the reader into the game."""
    started, successor = start_of(news), new_player(news, view.seat)
    return (started is not None and started.listed) or (successor is not None and successor.place is None)


def _corrected(occasion: Occasion) -> bool:
    """Tell if the letter gives another limit than the first letter about its turn."""
    return any(isinstance(item, LateNotice) for item in occasion.news)


def _events(contents: Contents) -> list[str]:
    """List the values of Spades-Event that only private letters have."""
    turn = contents.turn and not contents.reminder
    named = {"deal": contents.deal, "turn": turn, "reminder": contents.reminder, "receipt": contents.receipt}
    return [name for name, brought in named.items() if brought]


class FirstHead(NamedTuple):
    """The paragraphs of the head, the sentences on how to answer, and the buttons for that."""

    paragraphs: tuple[str, ...]
    how: str
    buttons: tuple[Action, Action]


def _first_head(by: str, view: TableView, reply: Reply) -> FirstHead:
    """Write the head; `by` is the Gamesmaster's name, or nothing."""
    who = f"{by}, the Gamesmaster," if by else "The Gamesmaster"
    return FirstHead(
        (
            f"{who} asks you to play a game of {words_of(view).title} by mail, and has kept a seat for you.",
            *words_of(view).what_it_is(timedelta(seconds=view.limit)),
        ),
        "To play, answer with a line that says yes, or with what the rest of this letter asks for. If you would rather "
        "not, answer with a line that says no: somebody else gets the seat, and you hear no more of it.",
        (reply.action("I will play", "I will play", "yes"), reply.action("No, thanks", "No, thanks", "no")),
    )


def _turn_page(occasion: Occasion, view: TableView, to: Recipient, contents: Contents) -> Page:
    """Show the time that is left and, always in a reminder, what happens if it runs out."""
    return {
        "turn": True,
        "hand_first": True,
        "detail": _detail(occasion, view, to),
        "otherwise": _otherwise(view, to, contents),
    }


def _otherwise(view: TableView, to: Recipient, contents: Contents) -> str | None:
    warning = turns.warning(view, to.habits, reminder=contents.reminder)
    stake = None if contents.stake is None else turns.at_stake(contents.stake)
    return " ".join(filter(None, (warning, stake))) or None


def _detail(occasion: Occasion, view: TableView, to: Recipient) -> str | None:
    if view.paused:
        return "The clock is stopped, but you may make your move all the same."
    return turns.left(occasion.deadline, occasion.written, to.timezone)
