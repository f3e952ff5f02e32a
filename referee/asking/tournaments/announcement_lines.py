"""A Gamesmaster's `tournament Spring Cup` with the lines below it: what it says, and when it closes, draws and begins.

read_tournament takes the text; settle adds what the text cannot know: the existing sheets, and the time.

When a tournament begins (ours): sign-up ends at `sign-up until`, and entries close with it; with late entries they
close as late as the draw before `begins` lets them. The draw follows `draw after` later; matches begin at `begins`,
which is the draw where it is not written. A `begins` before the draw is refused, and nothing is moved. A bare day ends
sign-up at its end, and begins play at its beginning. Without `sign-up until`, sign-up ends as late as `begins` lets it;
without either line, it ends when the Gamesmaster closes it."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from referee.asking.command_table import DOMINOES
from referee.asking.days import Moment, in_utc, resolve_moment
from referee.asking.start_lines import SETTING, FaultySetting
from referee.asking.tournaments.commands import Announce, Changes
from referee.asking.tournaments.setting_lines import (
    LAST,
    key_of,
    lacks_colon,
    read_setting,
    spelt,
    unknown,
    with_figures,
)
from referee.asking.tournaments.titles import check_title, check_unlike
from referee.asking.wraps import NARROWEST
from referee.config import span_words
from referee.post.reading.safe_lines import safe_line
from referee.table.sheet import Sheet
from referee.tournaments.formats import FIGURES, LEAST_TEAMS, THIRD_PLACE_TEAMS, Format, Stage, check
from referee.tournaments.presets import PRESETS
from referee.tournaments.tournament import later

FIRST = re.compile(r"(?:new )?tournament:? (?P<name>.{1,60})", re.IGNORECASE)
MARKS = "-*• "
PLAN = {"sheet", "target", "standing", *LAST, *FIGURES}
"""The settings by which people know a format. A line that changes one of them puts a star behind its name, as with the
sheet of a changed game."""


class FaultyLine(FaultySetting):
    """A fault in one line of an announcement, as a sentence; `line` is the whole setting as written."""

    def __init__(self, line: str, why: str) -> None:
        mend = "orrect that and send the whole announcement again"
        ValueError.__init__(self, f"{why} C{mend}" if why.endswith("?") else f"{why.rstrip('.')}; c{mend}")
        self.line = line


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """An announced tournament. Its moments are in UTC; None: not announced, the Gamesmaster settles it later."""

    name: str
    format: Format
    sign_up_until: datetime | None
    closes: datetime | None
    """The moment when entries close, and seeding and roster are frozen; later than `sign_up_until` if there may be late
    entries."""
    begins: datetime | None


def block_length(lines: Sequence[str]) -> int:
    """Count the `lines` that belong to the `tournament` above them: its settings."""
    length = 0
    for index, line in enumerate(lines):
        plain = " ".join(line.split())
        setting = _setting(plain)
        # below a blank line only a sure setting counts: anything else may be a letter
        if setting is not None and (index == length or key_of(setting[0])):
            length = index + 1
        elif plain:
            break
    return length


def check_rest(lines: Sequence[str]) -> None:
    """Raise ValueError, with a sentence, if a setting stands below the block, where we would silently ignore it."""
    for each in lines:
        line = " ".join(each.split())
        if line.lower().startswith("tournament "):
            return
        setting = _setting(line)
        if (setting is not None and key_of(setting[0])) or lacks_colon(line.lstrip(MARKS)):
            raise ValueError(
                f"`{safe_line(line, 80)}` would be left out; write all settings right below `tournament`, each on a "
                "line like `teams: 4 to 16`, and anything else below them"
            )


def _check_first(lines: Sequence[str]) -> None:
    """Raise FaultyLine if the first setting stands below a `tournament` without its colon."""
    first = next((plain for line in lines if (plain := " ".join(line.split()))), "")
    if lacks_colon(first.lstrip(MARKS)):
        raise FaultyLine(first, "a colon is missing: write each setting like `format: usag` or `teams: 4 to 16`")


def _setting(line: str) -> tuple[str, str] | None:
    match = SETTING.fullmatch(line.lstrip(MARKS))
    return (match[1], match[2]) if match else None


def read_block(lines: Sequence[str], at: int) -> tuple[Announce, int] | None:
    """Read the announcement that begins in line `at`, and how many lines it takes; None if no setting is right below
    it.

    Raises FaultyLine or ValueError, with a sentence, if it cannot be read.
    """
    match = FIRST.fullmatch(" ".join(lines[at].split()))
    if match is None:
        return None
    if (length := block_length(lines[at + 1 :])) == 0:
        _check_first(lines[at + 1 :])
        return None
    used = 1 + length
    found = read_tournament(match["name"], lines[at + 1 : at + used])
    last, rest = lines[at + used - 1].strip(), lines[at + used :]
    if len(last) >= NARROWEST and rest and rest[0].strip():
        raise FaultyLine(last, "it may go on below it: write it on one line, and leave the next one blank")
    check_rest(rest)
    return found, used


def read_tournament(name: str, lines: Sequence[str]) -> Announce:
    """Read the announcement of a whole block. Raises FaultyLine, with a sentence, if a line cannot be read, and
    ValueError for the name."""
    title, said, written = check_title(name), dict[str, Any](), dict[str, str]()
    for line in (plain for each in lines if (plain := " ".join(each.split()))):
        setting = _setting(line)
        if setting is None:
            raise FaultyLine(line, "it is not written like a setting, `teams: 4 to 16`")
        key, value = key_of(setting[0]), setting[1].strip()
        if key is None:
            raise FaultyLine(line, unknown(setting[0]))
        if key in written:
            raise FaultyLine(line, f"`{spelt(key)}` is there twice; keep one of the lines")
        if not value or value.endswith((",", ":")):
            lacks = "is not complete: write all of it on this line" if value else "has no value; complete the line"
            raise FaultyLine(line, f"`{spelt(key)}:` {lacks} or take it out")
        written[key] = line
        try:
            said |= read_setting(key, value)
        except ValueError as why:
            raise FaultyLine(line, str(why)) from None
    if (preset := said.get("format")) and preset not in PRESETS:
        raise FaultyLine(written["format"], f"there is no format `{preset}`; use one of {', '.join(PRESETS)}")
    own = {key: said.pop(key, None) for key in ("format", "sign_up_until", "begins")}
    return Announce(title, changes=tuple(said.items()), **own)


def changed(base: Format, changes: Changes) -> Format:
    """Return a format with these changes. Raises ValueError, with a sentence, if it lacks a field that a line changes.

    No more teams go on than can enter, if a line lets in fewer than the format was made for, and so few play for no
    third place. Where nobody goes on, no rating is asked for that it would take.
    """
    values = dict(changes)
    figures = {key: values.pop(key) for key in (*LAST, *FIGURES) if key in values}
    if None in (figures.get(key, ...) for key in LAST):
        values.setdefault("rating", None)
    stages = with_figures(_fitting(base.stages, values.get("most", base.most)), figures)
    return replace(base, stages=stages, **values)


def _fitting(stages: tuple[Stage, ...], most: int) -> tuple[Stage, ...]:
    return tuple(
        replace(
            each,
            best=min(each.best, max(most, LEAST_TEAMS)) if each.best else each.best,
            third_place=each.third_place and most >= THIRD_PLACE_TEAMS,
        )
        for each in stages
    )


def settle(asked: Announce, *, sheets: Mapping[str, Sheet], taken: Collection[str] = (), now: datetime) -> Announcement:
    """Return the announcement with its whole format and its moments. `taken` are the names of other tournaments.

    Raises ValueError, with a sentence that says how to mend it.
    """
    check_unlike(asked.name, taken)
    format = changed(_base(asked), asked.changes)
    check(format, sheets)
    _check_game(format, sheets)
    if PLAN & dict(asked.changes).keys():
        format = replace(format, name=f"{format.name}*")
    return _timed(asked, format, now)


def _check_game(format: Format, sheets: Mapping[str, Sheet]) -> None:
    if sheets[format.sheet].game == DOMINOES and (format.reneges is not None or format.last_trick is not None):
        raise ValueError("dominoes has no tricks and no reneges; take out `reneges` and `last trick`")
    if sheets[format.final_sheet].game != sheets[format.sheet].game:
        raise ValueError(f"the final is of another game than {format.sheet}; take out `final sheet`")


def _base(asked: Announce) -> Format:
    if asked.format is None:
        raise ValueError(f"it names no format; write one of {', '.join(f'`format: {name}`' for name in PRESETS)}")
    return PRESETS[asked.format]


def _timed(asked: Announce, format: Format, now: datetime) -> Announcement:
    salts = format.draw_after
    until = _resolved(asked.sign_up_until, now, format.zone, ends=True)
    begins = _resolved(asked.begins, now, format.zone, ends=False)
    latest = later(begins, -salts, format.zone) if begins else None
    draw = later(until, salts, format.zone) if until else None
    if until and begins and begins < until:
        raise ValueError(f"it begins on {in_utc(begins)} UTC, before sign-up ends on {in_utc(until)} UTC; begin later")
    if latest and draw and until and latest < until:
        raise ValueError(
            f"the draw is {span_words(salts)} after sign-up ends, on {in_utc(draw)} UTC, so that players can "
            "send salts; begin no earlier, or write a shorter `draw after`"
        )
    if latest and latest <= now:
        raise ValueError(
            f"sign-up would have to end on {in_utc(latest)} UTC, {span_words(salts)} before it begins, and that is "
            "over; begin later, or write a shorter `draw after`"
        )
    return Announcement(
        name=asked.name,
        format=format,
        sign_up_until=until or latest,
        closes=(latest or until) if format.late_entries else (until or latest),
        begins=begins or draw,
    )


def _resolved(moment: Moment | None, now: datetime, zone: str, *, ends: bool) -> datetime | None:
    return None if moment is None else resolve_moment(moment, now, zone, ends=ends)
