"""The lines below a gamesmaster's `start`: players, teams, sheet, limits. Never asks whether such a game may begin."""

import re
from collections.abc import Sequence

from referee.config import fold_address, parse_span
from referee.mail.cardwords import SYMBOLS
from referee.mail.names import check_name
from referee.mail.phrasebook import COMMANDS
from referee.mail.requests import Start

SETTING = re.compile(r"\s*([A-Za-z][A-Za-z _-]{0,30}?) ?[:=](?!//) ?(.*)", re.DOTALL)
BULLET = re.compile(r"\s*(?:[-*•]|\d[.)])\s+")
PLAYER_LINE = re.compile(
    r"(?:[^<>,;:]{0,40}<[^<>\s]{3,300}(?:<mailto:[^<>\s]{3,300}>)?>(?:\s*[,;])?)+[^<>,;:]{0,40}[,;]?"
)
PLAYER = re.compile(r"\s*([^<>,;]{1,60}?)\s*<(?:mailto:)?([^<>\s]{3,300})(?:<[^<>\s]{3,300}>)?>\s*[,;]?\s*")
BETWEEN_NAMES = re.compile(r"\s*(?:[+&,;/]|\band\b|\bvs\.?(?=\s)|\bversus\b|\bagainst\b)\s*", re.IGNORECASE)
SUITS = {"s", "h", "d", "c", "spades", "hearts", "diamonds", "clubs"}
VALUE_LINE = re.compile(rf"(?:(?:{'|'.join(sorted(SUITS))})\b|[-+\d\[\](){{}}\"'{''.join(SYMBOLS)}]).*", re.IGNORECASE)
"""How the rest of a value begins that a mail program broke over two lines."""
KEYS = {"player": "players", "team": "teams", "partners": "teams", "limit": "time_limit"}
OTHER_COMMANDS = {row.word for row in COMMANDS}
EXAMPLE = "`players: Ann <ann@example.org>, Bob <bob@example.org>, Carol <carol@example.org>, Dave <dave@example.org>`"


def block_length(lines: Sequence[str]) -> int:
    """How many of `lines` belong to the `start` above them: settings, and players on lines of their own."""
    length, key, value = 0, "", ""
    for index, line in enumerate(lines):
        setting = _setting(line)
        if setting:
            key, value = setting
        elif line.strip() and not _goes_on(key, value, line.strip()):
            break
        else:
            value += line
        length = index + 1 if line.strip() else length
    return length


def _goes_on(key: str, value: str, line: str) -> bool:
    """Whether `line` belongs to the value above it: a player more, or the rest of a list that is not at its end."""
    if key == "players":
        return PLAYER_LINE.fullmatch(BULLET.sub("", line, count=1)) is not None
    is_open = value.rstrip().endswith((",", ";")) or sum(map(value.count, "[{(")) > sum(map(value.count, "]})"))
    return is_open and VALUE_LINE.fullmatch(line) is not None


def _setting(line: str) -> tuple[str, str] | None:
    match = SETTING.fullmatch(" ".join(line.split()))
    if not match or match[1].lower() in OTHER_COMMANDS | SUITS:
        return None
    key = re.sub(r"[ -]", "_", match[1].lower())
    return KEYS.get(key, key), match[2]


def read_start(lines: Sequence[str]) -> Start:
    """The `start` of a whole block. Raises ValueError, with a sentence for the gamesmaster, if it is malformed."""
    values: dict[str, str] = {}
    key = ""
    for line in lines:
        setting = _setting(line)
        if setting and setting[0] in values:
            raise ValueError(f"`{setting[0].replace('_', ' ')}` stands there twice; keep one of the lines")
        if setting:
            key, values[setting[0]] = setting
        elif line.strip():
            values[key] += "\n" + BULLET.sub("", line.strip(), count=1)
    if empty := next((name for name, value in values.items() if not value.strip()), None):
        raise ValueError(f"`{empty.replace('_', ' ')}:` says nothing; complete the line or take it out")
    players = _players(values.pop("players", None))
    team = _team(values.pop("teams", None), [name for name, _ in players])
    sheet, limit = values.pop("sheet", None), values.pop("time_limit", None)
    if limit:
        parse_span(limit)
    return Start(players, team, sheet and sheet.lower(), limit, tuple(values.items()))


def _players(text: str | None) -> tuple[tuple[str, str], ...]:
    if text is None:
        return ()
    players: list[tuple[str, str]] = []
    end = 0
    while end < len(text):
        entry = PLAYER.match(text, end)
        if not entry:
            raise ValueError(f"each player needs a name and an address; write {EXAMPLE}")
        players.append((check_name(entry[1]), fold_address(entry[2])))
        end = entry.end()
    if len(players) != 4:
        raise ValueError(
            f"it names {len(players)} player{'s' * (len(players) != 1)}, and a game has four; write {EXAMPLE}"
        )
    for kind, values in (("name", [name.casefold() for name, _ in players]), ("address", [a for _, a in players])):
        if len(set(values)) != 4:
            raise ValueError(f"two players have the same {kind}; give each eir own")
    return tuple(players)


def _team(text: str | None, names: list[str]) -> tuple[str, str] | None:
    if text is None:
        return None
    known = {name.casefold(): name for name in names}
    team = [check_name(name) for name in BETWEEN_NAMES.split(text)]
    if len(team) not in {2, 4} or len({name.casefold() for name in team}) != len(team):
        raise ValueError("write the two names of one team, like `teams: Ann + Carol`")
    if known and (stranger := next((name for name in team if name.casefold() not in known), None)):
        raise ValueError(f"`{stranger}` is none of the four players; write the names as in the line of players")
    first, second = (known.get(name.casefold(), name) for name in team[:2])
    return first, second
