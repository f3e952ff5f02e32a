"""A round of dominoes, read from the public record for the page of its game. No value has room for a hand: a tile
stands here only once it was laid."""

from dataclasses import dataclass
from typing import Any

from referee.dominoes.events import RoundScored
from referee.dominoes.fairness import TILES
from referee.dominoes.line import EMPTY, Knock, Laid, Line, Move, ends, lay
from referee.dominoes.sheets import DominoSheet
from referee.dominoes.tiles import parse_tile
from referee.site import words
from referee.site.values import Named, Names, Note
from referee.site.words import Said

REDEALT = words.REDEALT | {
    "misdeal": "Somebody had five doubles: the round is dealt again.",
    "restored": "The round is dealt again, since its tiles may be known.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TileRound(Named):
    """One round after voids and rulings, as the sentences of letters take it."""

    number: int
    sheet: DominoSheet
    names: Names
    course: tuple[Laid | Knock, ...]
    """The plays and knocks that stand, in order."""
    acted: tuple[tuple[str, str], ...]
    """The author of each of them: the name at the seat by then, and `player`, `clock`, or `rule` for a knock."""
    line: Line
    notes: tuple[Note, ...]
    scored: RoundScored | None
    """Its end; None while it runs, and if the game was over before it could be scored."""

    def left(self, seat: int) -> int:
        """Count the tiles that a seat holds."""
        return TILES - sum(isinstance(act, Laid) and act.seat == seat for act in self.course)


class TilesRead:
    """The part of a round that was read."""

    def __init__(self, reading: Any, said: Said) -> None:
        self.sheet, self.number, self.names = reading.sheet, said["round"], reading.names
        self.notes: list[Note] = []
        self.acts: list[tuple[Said, str]] = []
        self.scored: RoundScored | None = None

    def replaces(self, other: "TilesRead", reason: str) -> None:
        """Take over from a deal that was thrown in."""
        self.notes = [*other.notes, Note("misdeal", REDEALT[reason])]

    def act(self, said: Said, names: Names) -> None:
        """Take a line of this round; `names` are those before it."""
        if said["e"] in ("play", "knock"):
            self.acts.append((said, names[said["seat"] - 1]))
            return
        if said["e"] == "void":
            self.acts = [one for one in self.acts if one[0]["turn"] < said["to"]]
            self.scored = None
        at = words.Scene(names, self.sheet, None, 0)
        self.notes.append(Note(said["e"], words.TEXTS[said["e"]](said, at)))

    def score(self, said: Said) -> None:
        """Take the line that scores it."""
        self.scored = RoundScored(said["round"], said["by"], *(tuple(said[key]) for key in ("pips", "points", "score")))

    def frozen(self) -> TileRound:
        """Return the round as pages take it."""
        line, course = EMPTY, list[Laid | Knock]()
        for said, _ in self.acts:
            act: Laid | Knock = Knock(said["seat"], tuple(sorted(set(ends(line).values()))))
            if said["e"] == "play":
                act = Laid(said["seat"], parse_tile(said["tile"]), said["arm"], said["count"], said["points"])
                line = lay(line, Move(act.tile, act.arm))
            course.append(act)
        own = {"number": self.number, "sheet": self.sheet, "names": self.names, "scored": self.scored}
        acted = tuple((name, said["by"]) for said, name in self.acts)
        return TileRound(course=tuple(course), acted=acted, line=line, notes=tuple(self.notes), **own)
