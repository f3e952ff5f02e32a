"""The announcement: what happened, to the list, a watcher, or a player whose turn it is not. Shows no hand.

Where it tells how a game begins, a round ends or a game ends, standing.py chooses what stands in it.
"""

from typing import Literal

from referee.post.messages import Letter
from referee.table.view import TableView
from referee.telling import kinds, table_rows
from referee.telling.letter_headers import Position, event_names, facts, list_headers, of_game, spades_headers
from referee.telling.letters.games import awaited
from referee.telling.letters.paper import Occasion, Paper
from referee.telling.letters.standing import standing
from referee.telling.sentences import news_lines, turns

Part = Literal["player", "watcher", "master"]


def announcement(paper: Paper, occasion: Occasion, scene: TableView, view: TableView, part: Part) -> Letter:
    """Write an announcement. `scene` is the public view of what just ended, if a trick or round did, else of now;
    `view` is that of now."""
    assert view.seat is None and scene.seat is None, "an announcement shows nobody's cards"
    settings = paper.settings
    due = turns.by_when(occasion.deadline, occasion.written)
    lines = news_lines.lines(occasion.news, scene, due, settings.game.challenge_time, paper.to.seat)
    headline = news_lines.headline(occasion.news, scene, due, paper.to.seat) or f"Game {view.game}, round {view.round}."
    own = settings.referee
    to_list = paper.to.address == own.list
    headers = spades_headers(
        event_names(occasion.news),
        game=view.game,
        head=view.head,
        news=occasion.news,
        position=Position(view, scene, deadline=occasion.deadline),
    )
    if not to_list:
        headers += list_headers(view.game, own.address)
        headers += paper.way_out(f"unwatch {view.game}") if part == "watcher" else paper.way_out()
    words = kinds.subject(occasion.news, kinds.Context(scene, occasion.news, reader=paper.to.seat))
    subject = paper.subject(of_game(view, words or f"Round {scene.round}"))
    reply = paper.reply(subject)
    page = paper.game_page(subject, reply, view) | {
        "away": table_rows.away_words(occasion.away),
        "to_list": to_list,
        "headline": headline,
        "news": news_lines.besides(lines, headline),
        "facts": facts(occasion.news, scene),
        "next": turns.next_sentence(view, awaited(view), occasion.deadline, occasion.written),
        part: True,
    }
    player = part == "player" and not to_list
    page |= standing(occasion.news, scene, view, occasion.course, reply, player=player)
    return paper.letter(occasion.written, subject, paper.filled("game", page), headers)
