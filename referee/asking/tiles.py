"""The ways in which people write tiles and the places where they lie: `6-4`, `64`, `[6|4]`, `six-four`, `double five`,
`big six`, `5-blank`; `left`, `top`, `on the 5`, `spinner`.

Never asks whether a tile is in a hand, or where it fits.
"""

import re
import unicodedata
from collections.abc import Sequence

from referee.asking import commands as ask
from referee.asking.cards import NUMBER_WORDS
from referee.asking.commands import Where
from referee.asking.sheet_words import DASHES
from referee.dominoes.line import ARMS, Arm
from referee.dominoes.plans import Plan, PlanEntry, Way, Wish
from referee.dominoes.tiles import NUMBERS, SET, Tile
from referee.post.reading.safe_lines import safe_line

HALVES = {**{str(number): number for number in NUMBERS}, "blank": 0}
HALVES |= {word: number for word, number in NUMBER_WORDS.items() if number in NUMBERS}
ARM_WORDS: dict[str, Arm] = {arm: arm for arm in ARMS}
ARM_WORDS |= {"top": "up", "above": "up", "bottom": "down", "below": "down"}
WAYS: dict[str, Way] = {"heaviest": "heaviest", "highest": "heaviest", "fives": "fives"}

_HALF = rf"(?:{'|'.join(HALVES)})"
_DOUBLE = rf"(?:double|dbl|big)[ -](?P<double>{_HALF})(?:e?s)?"
_TILE = (
    rf"(?:{_DOUBLE}"
    rf"|[\[(]?(?P<one>{_HALF})(?: ?[-/|] ?| |(?<=\d)(?=\d))(?P<other>{_HALF})[\])]?)"
)
_ARM = rf"(?P<arm>{'|'.join(ARM_WORDS)})(?: (?:arm|end|side))?"
PLACE = (
    rf"(?:(?:on|to|at|in) )?(?:the )?(?:{_ARM}|(?P<spinner>spinner))|(?:on|to|at|next to) (?:the )?(?P<number>{_HALF})"
)
MOVE = re.compile(rf"(?:the |my |a )?{_TILE}(?:,? (?:first|{PLACE}))?", re.IGNORECASE | re.ASCII)
PLACED = re.compile(rf"(?:{PLACE}),? (?:the |my |a )?{_TILE}", re.IGNORECASE | re.ASCII)
_LETTER = r"[^\W\d_]"
_PIPS = rf"(?:(?<!\d)[0-6](?!\d)|(?<!{_LETTER})(?:{'|'.join(filter(str.isalpha, HALVES))})(?!{_LETTER}))"
_OWN = r"[ _-](?:(?:the|a|my)[ _-])?"
SAID = re.compile(
    rf"(?<!{_LETTER})(?:double|dbl|big)[ _-]?{_HALF}(?:e?s)?(?!\w)|[\U0001F030-\U0001F093]"
    rf"|(?<!\d\d[-/]){_PIPS}(?: ?[-/|] ?|[:_\\]| (?!{_HALF}[-/|])){_PIPS}(?![-/]\d\d)"
    rf"|(?:(?:^|(?:hold|play|lay|keep|my){_OWN})[0-6]{{2}}|(?:have|has|got|need|with){_OWN}[0-6][1-46])"
    rf"(?=\W*(?:$|[,;.!?] )|[ _-](?:and|or|{'|'.join(ARM_WORDS)}))",
    re.IGNORECASE | re.ASCII,
)
"""A tile in words for others: however its halves are parted, within a longer word, or drawn, but in no date of three
parts. Two digits that touch are one only where they are held or played: `64` may be an hour, and a score of fives."""
OF_TILES = re.compile(
    rf"(?<!\w)(?:(?:{'|'.join(filter(str.isalpha, HALVES))})e?s|blank|[0-6]['\u2019]?s|doubles?|spinner)(?!\w)",
    re.IGNORECASE,
)
BETWEEN = re.compile(r" ?[,;&+] ?(?:(?:or|and|then|else) )?| (?:or|and|then|else) ", re.IGNORECASE)
PART = re.compile(
    rf"(?:play )?(?:(?:the|my|a) )?(?:(?P<doubles>doubles?)|(?P<half>{_HALF})|\d\d?)(?: ?[-/| ] ?\d\d?)?"
    rf"(?: (?:{PLACE}))?",
    re.IGNORECASE | re.ASCII,
)
"""Part of the name of a tile, or a tile with a half that is too high: `play 6`, `double`, `6-9`."""
WORDS = ("play", "plan", "double", "spinner", "knock", "the", *filter(str.isalpha, HALVES), *ARM_WORDS, *WAYS)
"""The words that a slip may stand for."""


def read_move(text: str) -> tuple[Tile, Where | None] | None:
    """Read a tile, and the place where it is to lie if one is named; None for anything else."""
    text = text.translate(DASHES)
    match = MOVE.fullmatch(text) or PLACED.fullmatch(text)
    return match and (_tile(match), _place(match))


def _tile(match: re.Match[str]) -> Tile:
    if match["double"]:
        return Tile(HALVES[match["double"].lower()], HALVES[match["double"].lower()])
    halves = sorted((HALVES[match["one"].lower()], HALVES[match["other"].lower()]), reverse=True)
    return Tile(*halves)


def _place(match: re.Match[str]) -> Where | None:
    if match["arm"]:
        return ARM_WORDS[match["arm"].lower()]
    if match["spinner"]:
        return "spinner"
    return HALVES[match["number"].lower()] if match["number"] else None


def place_text(place: Where) -> str:
    """Write a place as it is typed after a tile."""
    return f"on the {place}" if isinstance(place, int) else "on the spinner" if place == "spinner" else place


def read_bare(line: str) -> ask.PlayTile | None:
    """Read a tile by itself. Raises ValueError, with a sentence, for several."""
    if found := read_move(line):
        return ask.PlayTile(*found, bare=True)
    several = [found[0] for part in BETWEEN.split(line) if (found := read_move(part))]
    if len(several) > 1 and len(several) == len(BETWEEN.split(line)):
        raise ValueError(_several(several))
    return None


def _several(tiles: Sequence[Tile]) -> str:
    return f"it names {len(tiles)} tiles; name the one that you play, like `play {tiles[0]}`"


def read_play(match: re.Match[str]) -> ask.Command | None:
    """Read `play 6-4`, `play double five on the left`."""
    rest = match["rest"]
    if found := read_move(rest):
        return ask.PlayTile(*found)
    if match["also"]:
        return None
    if not rest:
        raise ValueError("it names no tile; write it like `play 6-4`")
    if len(tiles := (*dict.fromkeys(tiles_in(rest)),)) > 1:
        raise ValueError(_several(tiles))
    if PART.fullmatch(rest):
        raise ValueError("it does not name one tile; write both halves, from 0 to 6, like `play 6-4`")
    return None


def read_place(match: re.Match[str]) -> ask.Command | None:
    """Read `left`, `on the 5`."""
    place = _place(match)
    return None if place is None else ask.ChoosePlace(place)


def read_plan(match: re.Match[str]) -> ask.Command | None:
    """Read `plan 6-4 left, 5-5, heaviest`: conversation if no part of it is a tile or a way to choose one."""
    parts = BETWEEN.split(match["rest"].rstrip(" .!"))
    entries = [(part, _entry(part)) for part in parts]
    if not any(entry or read_move(part) for part, entry in entries):
        return None
    wrong = next((part for part, entry in entries if entry is None), None)
    if wrong is not None:
        ways = "a tile like `6-4`, `6-4 left`, `heaviest` or `fives`"
        raise ValueError(
            f"`{safe_line(wrong, 60)}` is none of these: {ways}; write it like `plan 6-4 left, 5-5, fives`"
        )
    return ask.MakePlan(Plan(tuple(entry for _, entry in entries if entry is not None)))


def _entry(part: str) -> PlanEntry | None:
    """Read a tile with or without an arm, or a way to choose one."""
    if (found := read_move(part)) is None:
        return WAYS.get(part.lower().removeprefix("the "))
    arm = next((arm for arm in ARMS if arm == found[1]), None)
    return None if arm is None and found[1] is not None else Wish(found[0], arm)


def words_of_tiles(text: str, *, whole: bool) -> tuple[str, ...]:
    """Find the words of a text that are a tile, doubles or a number of pips; with `whole` tiles alone. A number is one
    in the plural alone: `five` may be an hour."""
    plain = unicodedata.normalize("NFKC", text).translate(DASHES)
    found = (*SAID.finditer(plain), *(() if whole else OF_TILES.finditer(plain)))
    return tuple(match[0] for match in sorted(found, key=lambda match: match.start()))


def tiles_in(text: str) -> tuple[Tile, ...]:
    """Find the tiles that stand within other words."""
    found = (read_move(said[0]) for said in SAID.finditer(text.translate(DASHES)))
    return tuple(move[0] for move in found if move)


def part_named(words: str) -> tuple[Tile, ...]:
    """Return all tiles that have the half that is named alone, or all doubles."""
    part = PART.fullmatch(words)
    if part and part["half"]:
        return tuple(tile for tile in SET if HALVES[part["half"].lower()] in tile)
    return tuple(tile for tile in SET if tile.double) if part and part["doubles"] else ()
