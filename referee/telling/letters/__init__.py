"""From news and answers to letters: text, HTML and headers, through the templates. One file for each kind of letter.

Sees views and never a Game, so that no letter can show a card that its reader may not see. No clock, no chance: ids,
tokens and times come in as values.
"""

from referee.config import Settings
from referee.post.messages import Letter
from referee.table.view import TableView
from referee.telling.letters.announcement import Part, announcement
from referee.telling.letters.answer import Cause, answer_letter
from referee.telling.letters.paper import Contents, Ids, Occasion, Paper, Recipient
from referee.telling.letters.player_letter import player_letter
from referee.telling.notices import Answer
from referee.telling.templates import templates_in

__all__ = ["Cause", "Contents", "Ids", "Letters", "Occasion", "Part", "Recipient"]


class Letters:
    """Writes every letter. Safe to share between threads."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.templates = templates_in(settings.referee.templates)

    def announcement(
        self, occasion: Occasion, scene: TableView, view: TableView, to: Recipient, ids: Ids, part: Part = "player"
    ) -> Letter:
        """Announce what happened to the list, a watcher, or a player whose turn it is not. Shows no hand.

        `part`: of the reader. `scene` is the public view of what just ended, if a trick or round did, else of now;
        `view` is that of now.
        """
        return announcement(self._paper(to, ids), occasion, scene, view, part)

    def private(
        self, occasion: Occasion, scene: TableView, view: TableView, to: Recipient, ids: Ids, contents: Contents
    ) -> Letter:
        """Write a player's own letter: their cards, and what they must do. `view` is their own, `scene` as in an
        announcement."""
        return player_letter(self._paper(to, ids), occasion, scene, view, contents)

    def answer(self, answer: Answer, to: Recipient, ids: Ids, cause: Cause) -> Letter:
        """Write the answer to a mail, or a notice to a Gamesmaster."""
        return answer_letter(self._paper(to, ids), answer, cause)

    def _paper(self, to: Recipient, ids: Ids) -> Paper:
        return Paper(self.settings, self.templates, to, ids)
