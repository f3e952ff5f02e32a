"""The head of the first letter ever to somebody whom a Gamesmaster put into a game: who asks them in, what this is,
what it costs, and the two answers."""

from datetime import timedelta
from typing import NamedTuple

from referee.config import span_words
from referee.spades.view import SeatView
from referee.telling.buttons import Action, Reply


class Asked(NamedTuple):
    """The paragraphs of the head, the sentences on how to answer, and the buttons for that."""

    paragraphs: tuple[str, ...]
    how: str
    buttons: tuple[Action, Action]


def asked(by: str, view: SeatView, reply: Reply) -> Asked:
    """Write the head; `by` is the Gamesmaster's name, or nothing."""
    limit = span_words(timedelta(seconds=view.limit))
    who = f"{by}, the Gamesmaster," if by else "The Gamesmaster"
    return Asked(
        (
            f"{who} asks you to play a game of Spades by mail, and has kept a seat for you.",
            "Spades is a card game for four, two against two: you say how many of thirteen tricks you will take, and "
            "then play for them. A program, the referee, deals, writes to you when it is your turn, and keeps the "
            "score; this letter comes from it. You answer with one line, and need nothing but your mail.",
            "A round asks about thirteen such answers of you and takes four to twelve days, and a game has several "
            f"rounds. You have {limit} for each answer; after that the referee acts for you.",
        ),
        "To play, answer with a line that says yes, or with what the rest of this letter asks for. If you would rather "
        "not, answer with a line that says no: somebody else gets the seat, and you hear no more of it.",
        (reply.action("I will play", "I will play", "yes"), reply.action("No, thanks", "No, thanks", "no")),
    )
