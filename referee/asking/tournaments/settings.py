"""The lines below `tournament NAME`: how the value of each is written.

Reads one value at a time. Never asks whether all of them fit together: formats.check does.
"""

import difflib
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple
from zoneinfo import available_timezones

from referee.asking.sheet_words import DASHES, FLAGS, NONE
from referee.asking.term_lines import FORMS as TERMS
from referee.asking.term_lines import read_term
from referee.asking.tournaments.moments import EXAMPLES, read_moment
from referee.asking.tournaments.titles import check_apart, check_title
from referee.config import parse_span
from referee.post.reading.safe_lines import safe_line
from referee.spades.rulesheet import fold_name

TEAMS = re.compile(
    r"(?:(?P<least>\d{1,4}) ?(?:to|-|\.{2,3}) ?(?P<most>\d{1,4})|(?:exactly )?(?P<both>\d{1,4})"
    r"|at least (?P<from>\d{1,4})|(?:at most|up to) (?P<to>\d{1,4}))(?: teams)?"
)
ROUNDS = re.compile(r"(?P<rounds>\d{1,2})(?: rounds?)?", re.ASCII)
BEST = re.compile(r"(?:the )?(?:best |top )?(?P<best>\d{1,2})(?: teams)?", re.ASCII)
COUNT = re.compile(r"(?:after )?(?P<count>\d{1,4})(?: (?:silences?|time-?outs?|reneges?|in a row))*")
RATING = re.compile(r"(?:at least )?(?P<rating>\d{1,2}(?:[.,]\d)?)(?: (?:of|out of) \d)?", re.ASCII)
CLASSES = re.compile(r"(?:one of each|one each)(?: of)?:? ?(?P<names>.+)", re.IGNORECASE)
LIST = re.compile(r"\s*(?:[,;&]|\band\b)\s*", re.IGNORECASE)

Said = dict[str, Any]


class Line(NamedTuple):
    """The reader of a value, and an example of it."""

    read: Callable[[str], Said]
    example: str


def _flag(field: str) -> Callable[[str], Said]:
    return lambda text: {field: FLAGS[text.lower()]}


def _count(field: str) -> Callable[[str], Said]:
    def read(text: str) -> Said:
        if text.lower() in NONE:
            return {field: None}
        match = COUNT.fullmatch(text.lower())
        return {field: int(match["count"])} if match else _no()

    return read


def _span(field: str, *, none: bool = False) -> Callable[[str], Said]:
    return lambda text: {field: None if none and text.lower() in NONE else parse_span(text)}


def _no() -> Said:
    raise ValueError


def _rounds(text: str) -> Said:
    if text.lower() == "all":
        return {"rounds": None}
    match = ROUNDS.fullmatch(text.lower())
    return {"rounds": int(match["rounds"])} if match else _no()


def _best(field: str) -> Callable[[str], Said]:
    def read(text: str) -> Said:
        if text.lower() in NONE:
            return {field: None}
        match = BEST.fullmatch(text.lower())
        return {field: int(match["best"])} if match else _no()

    return read


def _meetings(text: str) -> Said:
    return {"meetings": {"1": 1, "once": 1, "2": 2, "twice": 2}[text.lower()]}


def _teams(text: str) -> Said:
    match = TEAMS.fullmatch(text.lower().translate(DASHES))
    if match is None:
        return _no()
    found = {
        "least": match["least"] or match["both"] or match["from"],
        "most": match["most"] or match["both"] or match["to"],
    }
    return {field: int(number) for field, number in found.items() if number}


def _sheet(field: str) -> Callable[[str], Said]:
    def read(text: str) -> Said:
        return {field: fold_name(text)} if re.fullmatch(r"[\w-]{1,40}", text) else _no()

    return read


def _final_sheet(text: str) -> Said:
    return {"final_sheet": None} if text.lower() in NONE else _sheet("final_sheet")(text)


def _names(text: str) -> tuple[str, ...]:
    found = tuple(check_title(name) for name in LIST.split(text) if name)
    check_apart(found)
    return found


def _divisions(text: str) -> Said:
    return {"divisions": () if text.lower() in NONE else _names(text)}


def _team_rule(text: str) -> Said:
    if text.lower() in NONE:
        return {"classes": ()}
    match = CLASSES.fullmatch(text)
    return {"classes": _names(match["names"])} if match else _no()


def _standing(text: str) -> Said:
    said = text.lower().removeprefix("by ").rstrip("s")
    return {"standing": {"match point": "match points", "point": "points"}[said]}


def _rating(text: str) -> Said:
    match = RATING.fullmatch(text.lower())
    if text.lower() in NONE:
        return {"rating": None}
    return {"rating": Fraction(match["rating"].replace(",", "."))} if match else _no()


def _zone(text: str) -> Said:
    return {"zone": _zones()[text.casefold()]}


def _zones() -> Mapping[str, str]:
    return {name.casefold(): name for name in available_timezones()}


def _term(key: str) -> Callable[[str], Said]:
    return lambda text: {key: read_term(key, text)}


def _moment(field: str) -> Callable[[str], Said]:
    return lambda text: {field: read_moment(text)}


LINES: Mapping[str, Line] = {
    "format": Line(_sheet("format"), "`format: pride`"),
    "sign_up_until": Line(_moment("sign_up_until"), f"`sign-up until: 15 December`; a day is {EXAMPLES}"),
    "begins": Line(_moment("begins"), f"`begins: 20 December`; a day is {EXAMPLES}"),
    "rounds": Line(_rounds, "`rounds: 4`, or `rounds: all` where everyone is to meet everyone"),
    "bracket": Line(_best("bracket"), "`bracket: best 4`, or `bracket: none` for the rounds alone"),
    "play_offs": Line(_best("play_offs"), "`play-offs: best 2`, or `play-offs: none` for the league alone"),
    "meetings": Line(_meetings, "`meetings: 2`"),
    "round_every": Line(_span("every", none=True), "`round every: 7 days`, or `round every: none` for all at once"),
    "third_place": Line(_flag("third_place"), "`third place: yes` or `third place: no`"),
    "reset": Line(_flag("reset"), "`reset: yes` or `reset: no`"),
    "timed_final": Line(_flag("final_timed"), "`timed final: yes` or `timed final: no`"),
    "sheet": Line(_sheet("sheet"), "`sheet: standard`"),
    "final_sheet": Line(_final_sheet, "`final sheet: pride-final`, or `final sheet: none` for that of the other games"),
    "teams": Line(_teams, "`teams: 4 to 16`"),
    "time_limit": Line(_span("time_limit"), "`time limit: 2 days`"),
    "match_limit": Line(_span("match_limit", none=True), "`match limit: 30 days` or `match limit: none`"),
    "forfeit_after": Line(_count("forfeit_after"), "`forfeit after: 4 silences` or `forfeit after: none`"),
    "divisions": Line(_divisions, "`divisions: A, B`, highest first, or `divisions: none`"),
    "team_rule": Line(_team_rule, "`team rule: one of each: collegiate, alumni` or `team rule: none`"),
    "approval": Line(_flag("approval"), "`approval: yes` or `approval: no`"),
    "protest": Line(_flag("protest"), "`protest: yes` or `protest: no`"),
    "late_entries": Line(_flag("late_entries"), "`late entries: yes` or `late entries: no`"),
    "standing": Line(_standing, "`standing: match points` or `standing: points`"),
    "rating": Line(_rating, "`rating: 3.0`, out of 4, or `rating: none`"),
    "reneges": Line(_count("reneges"), "`reneges: 2` or `reneges: none`"),
    "draw_after": Line(_span("draw_after"), "`draw after: 24 hours`"),
    "zone": Line(_zone, "`zone: Europe/Berlin` or `zone: UTC`"),
    **{key: Line(_term(key), example) for key, (_, example) in TERMS.items()},
}
"""The settings that an announcement may hold."""

KEYS = {
    "signup_until": "sign_up_until",
    "sign_up": "sign_up_until",
    "signup": "sign_up_until",
    "sign_up_ends": "sign_up_until",
    "until": "sign_up_until",
    "begin": "begins",
    "starts": "begins",
    "limit": "time_limit",
    "team": "teams",
    "playoffs": "play_offs",
    "division": "divisions",
    "classes": "team_rule",
    "standings": "standing",
    "late_entry": "late_entries",
    "time_zone": "zone",
    "timezone": "zone",
    "weekend": "weekends",
}
"""Other words for a key."""
HYPHENS = {"sign_up_until": "sign-up until", "play_offs": "play-offs"}
TAKES_TALK = {"divisions"}
"""The keys of which any words are a value, so that only a colon tells a setting from talk."""


def key_of(written: str) -> str | None:
    """Return the key that `Sign-up until` is; None if there is none."""
    key = re.sub(r"[\s-]+", "_", written.strip().lower())
    return KEYS.get(key, key) if KEYS.get(key, key) in LINES else None


def lacks_colon(line: str) -> bool:
    """Tell if a line is a setting but for its colon: `time limit 2 days`. Talk is not: `Teams are welcome`."""
    words = line.split()
    return any(_reads(" ".join(words[:length]), " ".join(words[length:])) for length in range(1, len(words)))


def _reads(written: str, value: str) -> bool:
    key = key_of(written)
    if key is None or key in TAKES_TALK:
        return False
    try:
        read_setting(key, value)
    except ValueError:
        return False
    return True


def spelt(key: str) -> str:
    """Return a key as it is written in an announcement: `sign-up until`."""
    return HYPHENS.get(key, key.replace("_", " "))


def unknown(written: str) -> str:
    """Say that there is no such key, and what may have been meant."""
    close = difflib.get_close_matches(written.strip().lower(), [spelt(key) for key in LINES], 1, 0.6)
    hint = f"Did you mean `{close[0]}`?" if close else f"There are {', '.join(f'`{spelt(key)}`' for key in LINES)}."
    return f"a tournament has no setting `{safe_line(written, 40)}`. {hint}"


def read_setting(key: str, text: str) -> Said:
    """Read the fields that a line sets. Raises ValueError, with a sentence that shows how to write it."""
    line = LINES[key]
    plain = " ".join(text.split()).rstrip(" .").strip("\"'")
    try:
        return line.read(plain)
    except (ValueError, KeyError) as why:
        said = "" if isinstance(why, KeyError) or not why.args else f": {why}"
        cannot = f"`{spelt(key)}: {safe_line(plain, 60)}` cannot be read{said}"
        raise ValueError(cannot if "write it like" in said else f"{cannot}; write it like {line.example}") from None
