"""The last trick, in which nobody has a choice. Never says when it is played: whoever rules on acts asks for it."""

from referee.spades import commands as cmd
from referee.spades.game import Game, due
from referee.spades.rulesheet import TRICKS


def last_card(game: Game) -> cmd.LastCard | None:
    """Return the command that plays the next card of the last trick, where the game's terms let it play by itself."""
    plays = due(game) is not None and game.leader is not None and len(game.tricks) == TRICKS - 1
    return cmd.LastCard(game.turn) if plays and game.terms.last_trick == "by itself" else None
