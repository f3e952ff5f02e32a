"""The turn letter: the parts of a letter, or reminder, that asks for a bid or a card. player_letter.py writes the parts
that every letter of a player's own has."""

from referee.spades.view import SeatView
from referee.telling import turn_sentences
from referee.telling.letters.occasion import Contents, Occasion
from referee.telling.letters.paper import Recipient
from referee.telling.template_values import Page


def turn_page(occasion: Occasion, view: SeatView, to: Recipient, contents: Contents) -> Page:
    """Show the time that is left and, always in a reminder, what happens if it runs out."""
    return {
        "turn": True,
        "hand_first": True,
        "detail": _detail(occasion, view, to),
        "otherwise": _otherwise(view, to, contents),
    }


def _otherwise(view: SeatView, to: Recipient, contents: Contents) -> str | None:
    warning = turn_sentences.warning(view, to.habits, reminder=contents.reminder)
    stake = None if contents.stake is None else turn_sentences.at_stake(contents.stake)
    return " ".join(filter(None, (warning, stake))) or None


def _detail(occasion: Occasion, view: SeatView, to: Recipient) -> str | None:
    if view.paused:
        return "The clock is stopped, but you may make your move all the same."
    return turn_sentences.left(occasion.deadline, occasion.written, to.timezone)
