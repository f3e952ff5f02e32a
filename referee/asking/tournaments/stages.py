"""How people write the stages of a tournament: `round robin of 3 rounds, then single elimination of the best 8`.

Never asks whether such stages fit together: formats.check does. format_words writes what can be read here.
"""

import re
from collections.abc import Callable
from typing import Any

from referee.asking.sheet_words import DASHES
from referee.config import parse_span
from referee.tournaments.formats import Kind, Stage

EXAMPLE = "`stages: round robin of 3 rounds, then single elimination of the best 8`"
THEN = re.compile(r"\s*(?:[,;]\s*(?:and )?then\b|\band then\b|\bthen\b|\bfollowed by\b|;|->|\u2192)\s*")
KINDS = {
    "round robin": Kind.ROUND_ROBIN,
    "swiss": Kind.SWISS,
    "swiss system": Kind.SWISS,
    "single elimination": Kind.SINGLE,
    "knockout": Kind.SINGLE,
    "knock out": Kind.SINGLE,
    "play off": Kind.SINGLE,
    "play offs": Kind.SINGLE,
    "playoff": Kind.SINGLE,
    "playoffs": Kind.SINGLE,
    "double elimination": Kind.DOUBLE,
    "league": Kind.LEAGUE,
}
KIND = re.compile(
    r"(?:an? |the )?(?:(?P<rounds>\d{1,3}) rounds? (?:of )?(?:an? )?)?"
    rf"(?P<kind>{'|'.join(sorted((name.replace(' ', '[ -]') for name in KINDS), key=len, reverse=True))})\b"
)
NAME = r"(?P<name>[a-z0-9][a-z0-9-]{0,39})"
BETWEEN = re.compile(r"(?:[\s,+&]|\b(?:and|for|of|in|over|between|played)\b)*")
"""What may stand between two things that are said of a stage."""

Said = dict[str, Any]
ITEMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Said]], ...] = tuple(
    (re.compile(pattern), said)
    for pattern, said in (
        (r"(?P<count>\d{1,3}) rounds?\b", lambda m: {"rounds": int(m["count"])}),
        (r"all rounds\b", lambda m: {"rounds": None}),
        (r"(?:the )?(?:best|top) (?P<count>\d{1,3})(?: teams)?\b", lambda m: {"best": int(m["count"])}),
        (r"(?:with )?(?P<count>\d{1,3}) meetings?(?: each)?\b", lambda m: {"meetings": int(m["count"])}),
        (r"(?:everyone )?(?:meets )?(?P<often>once|twice)\b", lambda m: {"meetings": 1 + (m["often"] == "twice")}),
        (
            r"(?:(?:with )?(?:an?|one|1) (?:new )?round )?(?:every|each) (?P<span>\d{1,4} ?[a-z]{1,10})\b",
            lambda m: {"every": parse_span(m["span"])},
        ),
        (
            r"(?:with )?(?:an?|one|1) (?:new )?round (?:an?|every|each|per) (?P<unit>day|week)\b",
            lambda m: {"every": parse_span(f"1 {m['unit']}")},
        ),
        (r"all at once\b", lambda m: {"every": None}),
        (
            r"(?P<sign>with(?:out)? )?(?:an? |the )?(?:(?:game|match) for (?:the )?)?(?:third|3rd)[ -]?place"
            r"(?: game| match| play-?off)?\b",
            lambda m: {"third_place": m["sign"] != "without "},
        ),
        (r"(?P<sign>with|without)(?: an?| the)?(?: bracket)? reset\b", lambda m: {"reset": m["sign"] == "with"}),
        (r"(?:with )?(?:an? |the )?(?:untimed final|final (?:untimed|not timed))\b", lambda m: {"final_timed": False}),
        (r"(?:with )?(?:the )?final (?:by |on )?(?:sheet )?" + NAME, lambda m: {"final_sheet": m["name"]}),
        (r"(?:by |on |with )?(?:the )?sheet " + NAME, lambda m: {"sheet": m["name"]}),
        (r"(?:standings? )?by (?P<first>match points|points)\b", lambda m: {"standing": m["first"]}),
    )
)
"""What may be said of a stage, in any order, each once."""


def read_stages(text: str) -> tuple[Stage, ...]:
    """All stages, first to last. Raises ValueError, with a sentence that shows how to write them."""
    plain = " ".join(text.translate(DASHES).lower().split()).strip(" .,;")
    return tuple(map(_read_stage, THEN.split(plain)))


def _read_stage(text: str) -> Stage:
    match = KIND.match(text)
    if match is None:
        kinds = ", ".join(f"`{kind.value}`" for kind in Kind)
        raise ValueError(f"`{text[:60]}` is no stage, which is one of {kinds}; write it like {EXAMPLE}")
    said: Said = {"rounds": int(match["rounds"])} if match["rounds"] else {}
    at = _skip(text, match.end())
    while at < len(text):
        found = next((found for pattern, take in ITEMS if (found := _take(pattern, take, text, at))), None)
        if found is None:
            raise ValueError(
                f"`{text[at : at + 60]}` says nothing of a stage that can be read; write it like {EXAMPLE}"
            )
        item, end = found
        if twice := said.keys() & item.keys():
            raise ValueError(f"`{text[:60]}` says its {twice.pop().replace('_', ' ')} twice; say it once")
        said |= item
        at = _skip(text, end)
    return Stage(kind=KINDS[re.sub(r"[ -]+", " ", match["kind"])], **said)


def _take(
    pattern: re.Pattern[str], take: Callable[[re.Match[str]], Said], text: str, at: int
) -> tuple[Said, int] | None:
    match = pattern.match(text, at)
    return (take(match), match.end()) if match else None


def _skip(text: str, at: int) -> int:
    between = BETWEEN.match(text, at)
    return between.end() if between else at
