"""The lines below `tournament NAME`: how the value of each is written.

Reads one value at a time. Never asks whether all of them fit together: formats.check does."""

import difflib
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from referee.asking.days import MOMENTS, read_moment, read_zone
from referee.asking.sheet_words import DASHES, FLAGS, NONE, TERMS, read_term
from referee.asking.tournaments.titles import check_apart, check_title
from referee.config import parse_span
from referee.post.reading.safe_lines import safe_line
from referee.table.sheet import fold_name
from referee.tournaments.formats import FIGURES, FOR_THE_BEST, Stage, StageKind

TEAMS = re.compile(
    r"(?:(?P<least>\d{1,4}) ?(?:to|-|\.{2,3}) ?(?P<most>\d{1,4})|(?:exactly )?(?P<both>\d{1,4})"
    r"|at least (?P<from>\d{1,4})|(?:at most|up to) (?P<to>\d{1,4}))(?: teams)?"
)
ROUNDS = re.compile(r"(?P<rounds>\d{1,2})(?: rounds?)?", re.ASCII)
BEST = re.compile(r"(?:the )?(?:best |top )?(?P<best>\d{1,2})(?: teams)?", re.ASCII)
COUNT = re.compile(r"(?:after )?(?P<count>\d{1,4})(?: reneges?)?")
SILENCES = re.compile(
    r"(?:after )?(?P<count>\d{1,4})(?: (?:silences?|time-?outs?|periods?|in a row))*"
    r"(?P<both> (?:(?:of|for|by) )?both(?: players)?(?: of (?:a|the) team)?(?: in a row)?)?"
)
POINTS = re.compile(r"(?:to )?(?P<points>[1-9]\d{0,4})(?: points)?", re.ASCII)
RATING = re.compile(r"(?:at least )?(?P<rating>\d{1,2}(?:[.,]\d)?)(?: (?:of|out of) \d)?", re.ASCII)
CLASSES = re.compile(r"(?:one of each|one each)(?: of)?:? ?(?P<names>.+)", re.IGNORECASE)
LIST = re.compile(r"\s*(?:[,;&]|\band\b)\s*", re.IGNORECASE)

Said = dict[str, Any]
NEVER_SILENT: Said = {"forfeit_after": None, "forfeit_both": None}


class Line(NamedTuple):
    """A line of an announcement: the reader of its value, and an example of it.

    `nothing` is the value of `none` (`...`: the reader knows), `field` the field that it sets, if it differs from its
    key; a reader of several fields names them.
    """

    read: Callable[[str], Any]
    example: str
    nothing: Any = ...
    field: str = ""


def _flag(text: str) -> bool:
    return FLAGS[text.lower()]


def _number(form: re.Pattern[str], text: str) -> int:
    match = form.fullmatch(text.lower())
    return int(match[1]) if match else _no()


def _no() -> Any:
    raise ValueError


def _rounds(text: str) -> int | None:
    return None if text.lower() == "all" else _number(ROUNDS, text)


_best, _count = partial(_number, BEST), partial(_number, COUNT)


def _silences(text: str) -> Said:
    """Read `4 silences`, `2 silences of both`, or both: a figure that the line does not name is off."""
    found: Said = dict(NEVER_SILENT)
    for part in LIST.split(text.lower()):
        match = SILENCES.fullmatch(part) or _no()
        found["forfeit_both" if match["both"] else "forfeit_after"] = int(match["count"])
    return found


def _meetings(text: str) -> int:
    return {"1": 1, "once": 1, "2": 2, "twice": 2}[text.lower()]


def _teams(text: str) -> Said:
    match = TEAMS.fullmatch(text.lower().translate(DASHES)) or _no()
    found = {
        "least": match["least"] or match["both"] or match["from"],
        "most": match["most"] or match["both"] or match["to"],
    }
    return {field: int(number) for field, number in found.items() if number}


def _sheet(text: str) -> str:
    return fold_name(text) if re.fullmatch(r"[\w-]{1,40}", text) else _no()


def _names(text: str) -> tuple[str, ...]:
    found = tuple(check_title(name) for name in LIST.split(text) if name)
    check_apart(found)
    return found


def _team_rule(text: str) -> tuple[str, ...]:
    match = CLASSES.fullmatch(text)
    return _names(match["names"]) if match else _no()


def _partners(text: str) -> str:
    return {"drawn": "drawn", "entered": "entered"}[text.lower()]


def _standing(text: str) -> str:
    said = text.lower().removeprefix("by ").rstrip("s")
    return {"match point": "match points", "point": "points"}[said]


def _rating(text: str) -> Fraction:
    match = RATING.fullmatch(text.lower())
    return Fraction(match["rating"].replace(",", ".")) if match else _no()


LINES: Mapping[str, Line] = {
    "format": Line(_sheet, "`format: pride`"),
    "sign_up_until": Line(read_moment, f"`sign-up until: 15 December`; a day is {MOMENTS}"),
    "begins": Line(read_moment, f"`begins: 20 December`; a day is {MOMENTS}"),
    "rounds": Line(_rounds, "`rounds: 4`, or `rounds: all` where everyone is to meet everyone"),
    "bracket": Line(_best, "`bracket: best 4`, or `bracket: none` for the rounds alone", None),
    "play_offs": Line(_best, "`play-offs: best 2`, or `play-offs: none` for the league alone", None),
    "meetings": Line(_meetings, "`meetings: 2`"),
    "round_every": Line(parse_span, "`round every: 7 days`, or `round every: none` for all at once", None, "every"),
    "third_place": Line(_flag, "`third place: yes` or `third place: no`"),
    "reset": Line(_flag, "`reset: yes` or `reset: no`"),
    "timed_final": Line(_flag, "`timed final: yes` or `timed final: no`", field="final_timed"),
    "sheet": Line(_sheet, "`sheet: standard`"),
    "target": Line(partial(_number, POINTS), "`target: 200`"),
    "final_sheet": Line(_sheet, "`final sheet: pride-final`, or `final sheet: none` for that of the other games", None),
    "teams": Line(_teams, "`teams: 4 to 16`"),
    "time_limit": Line(parse_span, "`time limit: 2 days`"),
    "match_limit": Line(parse_span, "`match limit: 30 days` or `match limit: none`", None),
    "forfeit_after": Line(
        _silences,
        "`forfeit after: 2 silences of both`, `forfeit after: 4 silences` or `forfeit after: none`",
        NEVER_SILENT,
    ),
    "divisions": Line(_names, "`divisions: A, B`, highest first, or `divisions: none`", ()),
    "team_rule": Line(_team_rule, "`team rule: one of each: collegiate, alumni` or `team rule: none`", (), "classes"),
    "partners": Line(_partners, "`partners: drawn` or `partners: entered`"),
    "approval": Line(_flag, "`approval: yes` or `approval: no`"),
    "protest": Line(_flag, "`protest: yes` or `protest: no`"),
    "late_entries": Line(_flag, "`late entries: yes` or `late entries: no`"),
    "standing": Line(_standing, "`standing: match points` or `standing: points`"),
    "rating": Line(_rating, "`rating: 3.0`, out of 4, or `rating: none`", None),
    "reneges": Line(_count, "`reneges: 2` or `reneges: none`", None),
    "draw_after": Line(parse_span, "`draw after: 24 hours`"),
    "zone": Line(read_zone, "`zone: Europe/Berlin` or `zone: UTC`"),
    **{key: Line(partial(read_term, key), example) for key, (_, example) in TERMS.items()},
}
"""The settings that an announcement may hold."""

TAKES_TALK = {"divisions"}
"""The keys of which any words are a value, so that only a colon tells a setting from talk."""


def key_of(written: str) -> str | None:
    """Return the key for words such as `Sign-up until`; None if there is no such key."""
    key = re.sub(r"[\s-]+", "_", written.strip().lower())
    return key if key in LINES else None


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
    return LINES[key].example.partition(":")[0][1:]


def unknown(written: str) -> str:
    """Say that the key is unknown, and which key may have been meant."""
    close = difflib.get_close_matches(written.strip().lower(), [spelt(key) for key in LINES], 1, 0.6)
    hint = f"Did you mean `{close[0]}`?" if close else f"There are {', '.join(f'`{spelt(key)}`' for key in LINES)}."
    return f"a tournament has no setting `{safe_line(written, 40)}`. {hint}"


def read_setting(key: str, text: str) -> Said:
    """Read the fields that a line sets. Raises ValueError, with a sentence that shows how to write it."""
    line = LINES[key]
    plain = " ".join(text.split()).rstrip(" .").strip("\"'")
    try:
        none = line.nothing is not ... and plain.lower() in NONE
        value = line.nothing if none else line.read(plain)
        return value if isinstance(value, dict) else {line.field or key: value}
    except (ValueError, KeyError) as why:
        said = "" if isinstance(why, KeyError) or not why.args else f": {why}".rstrip("?")
        cannot = f"`{spelt(key)}: {safe_line(plain, 60)}` cannot be read{said}"
        raise ValueError(cannot if "write it like" in said else f"{cannot}; write it like {line.example}") from None


LAST: Mapping[str, StageKind] = {word.replace("-", "_"): kind for kind, word in FOR_THE_BEST.items()}
"""The lines for the elimination of the best, and the kind of the stage before it."""
WORDS = {line.field or key: spelt(key) for key, line in LINES.items()}
"""The key of each field, as it is written."""


def with_figures(stages: tuple[Stage, ...], said: Mapping[str, Any]) -> tuple[Stage, ...]:
    """Return the stages with the changes that these lines ask for. Raises ValueError, with a sentence that says what to
    write."""
    for key in LAST:
        if key in said:
            stages = _cut(stages, key, said[key])
    for field in FIGURES:
        if field in said:
            stages = _changed(stages, field, said[field])
    return stages


def _cut(stages: tuple[Stage, ...], key: str, best: int | None) -> tuple[Stage, ...]:
    """Return the stages with so many teams in the last stage, or without the last stage."""
    first, *later = stages
    if first.kind is LAST[key] and later:
        return (first,) if best is None else (first, replace(later[0], best=best))
    asked, fitting = FOR_THE_BEST[LAST[key]], FOR_THE_BEST.get(first.kind)
    wrong = f"`{asked}` is for the best of a {LAST[key]}, and there is none here"
    if fitting is None or not later:
        raise ValueError(f"{wrong}; take the line out, or limit the teams with a line like `teams: 2 to 8`")
    raise ValueError(f"{wrong}; write `{fitting}: {'none' if best is None else f'best {best}'}`")


def _changed(stages: tuple[Stage, ...], field: str, value: Any) -> tuple[Stage, ...]:
    """Return the stages, with another figure in the stage that has it."""
    kinds = FIGURES[field]
    if not any(stage.kind in kinds for stage in stages):
        whose = " or ".join(f"a {kind}" for kind in kinds)
        raise ValueError(f"`{WORDS[field]}` is for {whose}, and there is none here; take the line out")
    return tuple(replace(stage, **{field: value}) if stage.kind in kinds else stage for stage in stages)
