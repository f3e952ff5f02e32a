"""The lines below a Gamesmaster's `start`: players, teams, sheet, limits. Never asks whether the game may begin."""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from difflib import get_close_matches
from itertools import combinations

from referee.asking.cards import SYMBOLS
from referee.asking.command_table import COMMANDS
from referee.asking.commands import Start, TermLines
from referee.asking.courtesies import TABLE_TALK
from referee.asking.sheet_words import FORMS, TERMS, read_parameter, read_term
from referee.config import parse_span
from referee.names import check_name, look_alike
from referee.post.reading.introducers import surely_introduces, tells_a_day, tells_of_writing
from referee.post.reading.safe_lines import safe_line
from referee.post.settings import fold_address
from referee.table.sheet import fold_name

SETTING = re.compile(r"\s*([A-Za-z][A-Za-z _-]{0,30}?) ?[:=](?!//) ?(.*)", re.DOTALL)
BULLET = re.compile(r"\s*(?:[-*•]|\d[.)])\s+")
PLAYER_LINE = re.compile(
    r"(?:[^<>,;:]{0,40}<[^<>\s]{3,300}(?:<mailto:[^<>\s]{3,300}>)?>(?:\s*[,;])?)+[^<>,;:]{0,40}[,;]?"
)
PLAYER = re.compile(r"\s*([^<>,;\n]{1,60}?)\s*<(?:mailto:)?([^<>\s]{3,300})(?:<[^<>\s]{3,300}>)?>\s*[,;]?\s*")
NAME = re.compile(r"\s*([^<>@,;\n]{1,60}?)\s*(?:[,;\n]\s*|$)")
"""A player by name alone, whom the referee must know."""
NAME_LINE = re.compile(r"[^<>@:,;]{1,24}[,;]?")
BARE = re.compile(
    r"(?m)(?:^|(?<=[,;]))[ \t]*([^<>@,;:\n]{0,40}?)[ \t]*(?<!\S)([^\s<>@,;:()]+)@([\w.-]+\w)[ \t]*(?=[,;]|$)"
)
"""A player whose address has no angle brackets, which stand deep in the keyboards of phones; perhaps without a name."""
PARTNERS_LINE = re.compile(r"\s*teams? ([^:=]{1,40} ?[+&] ?[^:=]{1,80})", re.IGNORECASE)
"""`teams Ann + Carol`, without the colon."""
BETWEEN_NAMES = re.compile(r"\s*(?:[+&,;/]|\band\b|\bvs\.?(?=\s)|\bversus\b|\bagainst\b)\s*", re.IGNORECASE)
SUITS = {"s", "h", "d", "c", "spades", "hearts", "diamonds", "clubs"}
VALUE_LINE = re.compile(rf"(?:(?:{'|'.join(sorted(SUITS))})\b|[-+\d\[\](){{}}\"'{''.join(SYMBOLS)}]).*", re.IGNORECASE)
"""The beginning of a second line, when a mail program broke a value over two lines."""
KEYS = {"player": "players", "team": "teams", "partners": "teams", "limit": "time_limit", "weekend": "weekends"}
OTHER_COMMANDS = {row.word for row in COMMANDS} - set(TERMS) - set(KEYS)
SETTINGS = ("players", "teams", "sheet", "time_limit", *TERMS, *FORMS)
KNOWN = {*SETTINGS, *KEYS}
STRAY = re.compile(
    rf"[^\w<]*({'|'.join(sorted(KNOWN, key=len, reverse=True)).replace('_', '[ _-]?')})\b"
    r"(?:[ *_`]*(?P<colon>[:=\uff1a])(?!//)|(?: is\b| to\b| [-\u2013\u2014])?(?= ))[ *_`]*(?P<value>.*)",
    re.IGNORECASE | re.DOTALL,
)
"""A line that begins with the name of a setting, however it is written."""
ROW = re.compile(r"[\[({ ]*[-+]?\d+ ?,[-+\d ,;\[\](){}]*")
"""Another row of numbers."""
SEATS = 4
MEND = "write all settings right below `start`, each on a line like `target: 300`, and anything else below them"
EXAMPLE = "`players: Ann <ann@example.org>, Bob <bob@example.org>, Carol <carol@example.org>, Dave <dave@example.org>`"


class FaultySetting(ValueError):
    """A fault in one setting of a start, as a sentence; `line` is the whole setting as written."""

    def __init__(self, line: str, why: str) -> None:
        super().__init__(f"{why}; correct that and send the whole start again")
        self.line = line


def block_length(lines: Sequence[str]) -> int:
    """Count the `lines` that belong to the `start` above them: settings, and players on lines of their own."""
    length, key, value = 0, "", ""
    for index, line in enumerate(lines):
        setting = _setting(line)
        if setting and _are_labels(lines[max(index - 1, 0) :]):
            break
        if setting:
            key, value = setting
        elif line.strip() and not _goes_on(key, value, line.strip()):
            break
        else:
            value += "\n" + line
        length = index + 1 if line.strip() else length
    return length


def _are_labels(lines: Sequence[str]) -> bool:
    """Tell if a blank line and two labels that name no setting follow: the header of an older mail, in any language."""
    if lines[0].strip():
        return False
    found = [_setting(line) for line in lines if line.strip()][:2]
    return len(found) == 2 and all(setting is not None and setting[0] not in KNOWN for setting in found)


def _goes_on(key: str, value: str, line: str) -> bool:
    """Tell if `line` belongs to the value above it: another player, or the rest of an unfinished list."""
    if key == "players":
        entry = BULLET.sub("", line, count=1)
        entry = _bracketed(entry) if value.count("@") < SEATS else entry
        if _names_more(value, entry):
            return True
        return PLAYER_LINE.fullmatch(entry) is not None and not tells_of_writing(entry) and not tells_a_day(entry)
    is_open = value.rstrip().endswith((",", ";")) or sum(map(value.count, "[{(")) > sum(map(value.count, "]})"))
    return is_open and VALUE_LINE.fullmatch(line) is not None


def _bracketed(text: str) -> str:
    """Put brackets around the bare addresses of players; one without a name is called by its address: Ann."""
    return BARE.sub(lambda m: f"{m[1] or re.split(r'[^A-Za-z]+', m[2])[0].capitalize() or m[2]} <{m[2]}@{m[3]}>", text)


def _names_more(value: str, entry: str) -> bool:
    """Tell if a line below `players:` names more of them, without their addresses: in a list that is not finished, or
    each on a line of their own."""
    if len([name for name in re.split(r"[,;\n]", value) if name.strip()]) >= SEATS:
        return False
    if value.rstrip().endswith((",", ";")):
        return all(map(NAME_LINE.fullmatch, re.split(r"[,;] *(?=.)", entry)))
    on_their_own = not value.partition("\n")[0].strip()
    return on_their_own and NAME_LINE.fullmatch(entry) is not None


def _setting(line: str) -> tuple[str, str] | None:
    if partners := PARTNERS_LINE.fullmatch(" ".join(line.split())):
        return "teams", partners[1]
    match = SETTING.fullmatch(" ".join(line.split()))
    if not match or match[1].lower() in OTHER_COMMANDS | SUITS:
        return None
    key = re.sub(r"[ -]", "_", match[1].lower())
    # `Ann wrote:` is not a setting
    return (KEYS.get(key, key), match[2]) if match[2] or key in KNOWN else None


def check_rest(lines: Sequence[str]) -> None:
    """Raise ValueError, with a sentence, if there is a setting below the block: it would silently be left out.

    Looks no further than where old text surely begins.
    """
    below = [plain for line in lines if (plain := " ".join(line.split()))]
    if below and (_is_no_setting(below[0]) or ROW.fullmatch(below[0])):
        raise ValueError(f"below it, `{safe_line(below[0], 80)}` is not a setting of a game; {MEND}")
    for line in below:
        if line.rstrip(" .!").lower() == "start":
            return
        if _is_stray(line):
            after = "" if line == below[0] else f" after `{safe_line(below[0], 80)}`"
            raise ValueError(f"`{safe_line(line, 80)}`{after} would be left out; {MEND}")
        if surely_introduces(line, TABLE_TALK) and not PLAYER_LINE.fullmatch(line) and not _is_command(line):
            return


def _is_no_setting(line: str) -> bool:
    """Tell if `line` is written like a setting, but with the word of a command, and is not that command either."""
    match = SETTING.fullmatch(line)
    return match is not None and match[1].lower() in OTHER_COMMANDS and not _is_command(line)


def _is_command(line: str) -> bool:
    for row in COMMANDS:
        if match := row.match(line):
            try:
                return row.read_match(match) is not None
            except ValueError:
                return True
    return False


def _is_stray(line: str) -> bool:
    """Tell if a line is a setting outside the block, or inside it without its colon: `target: 300`, `sheet fsu`."""
    found = STRAY.fullmatch(line)
    if found is None:
        return False
    if found["colon"]:
        return True
    key, value = re.sub(r"[ -]", "_", found[1].lower()), found["value"].rstrip(" .!")
    match KEYS.get(key, key):
        case "players":
            return "@" in value
        case "teams":
            return re.search(r"[+&]", value) is not None
        case "sheet":
            return re.fullmatch(r"[\w*-]+", value) is not None
        case "time_limit":
            return _reads(parse_span, value)
        case name if name in TERMS:
            return _reads(lambda text: read_term(name, text), value)
        case name:
            return _reads(lambda text: read_parameter(name, text), value)


def _reads(read: Callable[[str], object], value: str) -> bool:
    try:
        read(value)
    except ValueError:
        return False
    return True


def read_start(lines: Sequence[str]) -> Start:
    """Read the `start` of a whole block. Raises ValueError, with a sentence for the Gamesmaster, if it cannot be
    read."""
    values: dict[str, str] = {}
    written: dict[str, str] = {}
    key = ""
    for line in lines:
        setting = _setting(line)
        if setting and setting[0] in values:
            raise FaultySetting(line, f"`{setting[0].replace('_', ' ')}` is there twice; keep one of the lines")
        if setting:
            key, values[setting[0]] = setting
            written[key] = line
        elif line.strip():
            values[key] += "\n" + BULLET.sub("", line.strip(), count=1)
            written[key] += " " + line
    if empty := next((name for name, value in values.items() if not value.strip()), None):
        why = f"`{empty.replace('_', ' ')}:` has no value; complete the line or take it out"
        if empty == "players":
            why = "`players:` names nobody; write four of them below it, each on a line like `Ann ann@example.org`"
        raise FaultySetting(written[empty], why)
    key = "players"
    try:
        players = _players(_bracketed(values.pop(key)) if key in values else None)
        key = "teams"
        team = _team(values.pop(key, None), [name for name, _ in players])
        key = "time_limit"
        if (limit := values.pop(key, None)) is not None:
            parse_span(limit)
        terms = TermLines()
        for key in [key for key in TERMS if key in values]:
            terms = replace(terms, **{key: read_term(key, values.pop(key))})
    except ValueError as why:
        raise FaultySetting(written[key], str(why)) from None
    sheet = values.pop("sheet", None)
    lines_of = tuple((name, safe_line(line)) for name, line in written.items())
    return Start(players, team, sheet and fold_name(sheet), limit, tuple(values.items()), terms, lines_of)


def unknown_setting(key: str, there: Collection[str], sheet: str, keys: Sequence[str]) -> str:
    """Say that a start by a sheet with these `keys` has no setting `key`, and which setting may have been meant: never
    one that is already `there`."""
    if key == "match_limit":
        return "a match limit belongs in the announcement of a tournament, and a game has none. Take the line out."
    names = {each.replace("_", " "): each for each in (*SETTINGS[: -len(FORMS)], *keys)}
    name = key.replace("_", " ")
    near = get_close_matches(name, [one for one, each in names.items() if each not in there], 1, 0.6)
    hint = f"Did you mean `{near[0]}`?" if near else f"There are {', '.join(f'`{one}`' for one in names)}."
    by = f" by {sheet}" if key in FORMS else ""
    return f"a game{by} has no setting `{safe_line(name, 40)}`. {hint}"


def _players(text: str | None) -> tuple[tuple[str, str | None], ...]:
    if text is None:
        return ()
    players: list[tuple[str, str | None]] = []
    end = 0
    while end < len(text):
        if entry := PLAYER.match(text, end):
            players.append((check_name(entry[1]), fold_address(entry[2])))
        elif entry := NAME.match(text, end):
            players.extend((check_name(name), None) for name in BETWEEN_NAMES.split(entry[1]))
        else:
            raise ValueError(f"each player needs a name, and an address unless the referee knows them; write {EXAMPLE}")
        end = entry.end()
    if len(players) != SEATS:
        raise ValueError(
            f"it names {len(players)} player{'s' * (len(players) != 1)}, and a game has four; write {EXAMPLE}"
        )
    for kind, values in (("name", [name.casefold() for name, _ in players]), ("address", [a for _, a in players if a])):
        if len(set(values)) != len(values):
            raise ValueError(f"two players have the same {kind}; give each one of their own")
    for (one, _), (other, _) in combinations(players, 2):
        if look_alike(one, other):
            raise ValueError(f"the names `{one}` and `{other}` look alike; give them names that cannot be confused")
    return tuple(players)


def _team(text: str | None, names: list[str]) -> tuple[str, str] | None:
    if text is None:
        return None
    known = {name.casefold(): name for name in names}
    team = [check_name(name) for name in BETWEEN_NAMES.split(text)]
    if len(team) not in {2, 4} or len({name.casefold() for name in team}) != len(team):
        raise ValueError("write the two names of one team, like `teams: Ann + Carol`")
    if known and (stranger := next((name for name in team if name.casefold() not in known), None)):
        raise ValueError(f"`{stranger}` is not one of the four players; write the names as on the players' line")
    first, second = (known.get(name.casefold(), name) for name in team[:2])
    return first, second
