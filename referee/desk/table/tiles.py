"""A player's words in a game of dominoes as its law takes them: the tile, and the arm that their place means. Decides
nothing: the law asks where a tile that fits at several places is to lie."""

from typing import Any

from referee.asking.command_table import DOMINOES
from referee.asking.commands import Asked, ChoosePlace, Knock, PlayTile, Where
from referee.asking.grammar import read_commands
from referee.asking.tiles import place_text
from referee.desk.case import Complaint, Wrong
from referee.desk.request import Request
from referee.dominoes import commands as cmd
from referee.dominoes.line import ARMS, Arm, Line, fitting
from referee.dominoes.tiles import Tile
from referee.table.refusal import Reason, Refusal

NO_TILE = "it names a place and no tile; write both, like `play 6-4 left`"


def command_of(request: Request[Any], line: Line) -> cmd.PlayTile | cmd.Knock:
    """Return the command that a player's words mean. Raises Refusal or Complaint."""
    match request.command:
        case PlayTile(tile, place):
            return cmd.PlayTile(tile, arm_meant(line, tile, place))
        case ChoosePlace(place):
            tile = _tile_asked_about(request)
            return cmd.PlayTile(tile, arm_meant(line, tile, place))
        case Knock():
            return cmd.Knock()
    raise AssertionError("no other command is about tiles")


def _tile_asked_about(request: Request[Any]) -> Tile:
    """Return the tile of the question that the mail answers. Raises Complaint if it answers none."""
    token = request.sender.token
    match read_commands((token and token.offer) or "", game=DOMINOES).asked:
        case (Asked(command=PlayTile(tile)),):
            return tile
    raise Complaint(Wrong.TOURNAMENT, sentence=NO_TILE)


def arm_meant(line: Line, tile: Tile, place: Where | None) -> Arm | None:
    """Return the arm that a place means for a tile; None if no place is named, or it means more than one. Raises
    Refusal if the tile fits nowhere there."""
    if place is None or line.first is None:
        return None
    if arm := next((arm for arm in ARMS if arm == place), None):
        return arm
    arms = [arm for arm in fitting(line, tile) if place in (line.open[arm].number, "spinner" * line.open[arm].spinner)]
    if not arms and fitting(line, tile):
        raise Refusal(Reason.ILLEGAL_TILE, tile=tile, arm=place_text(place), fault="unfit")
    return arms[0] if len(arms) == 1 else None
