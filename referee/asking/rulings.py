"""The readers of a Gamesmaster's commands: more time, a successor, a void, a forfeit. start_lines.py reads `start`.

Each reader raises ValueError, with a sentence that shows how to write it, for a command that is unclear.
"""

import re

from referee.asking import commands as ask
from referee.config import parse_span
from referee.names import check_name
from referee.post.reading.safe_lines import safe_line
from referee.post.settings import fold_address
from referee.spades import commands as game

LONGEST_REASON = 1000
"""The characters of a reason that are stored, at most."""

LAST_CHARGE = re.compile(
    r"(?:(?P<reason>.*)[ ,;.])?charge (?!(?:of|for|at|on|to)\b)(?P<charge>.{1,40})", re.IGNORECASE | re.ASCII
)
"""A reason that ends in `charge BOB`."""

NO_CHARGE = re.compile(
    r"(?:\b(?:an?|the|this|that|my|your|eir|his|her|their|in|of|on|no|not|never|cannot|to|takes?|took|without)|n't)$",
    re.IGNORECASE | re.ASCII,
)
"""The words before a `charge` that charges nobody: `Ann was in charge of …`."""


def read_extend(match: re.Match[str]) -> ask.Command:
    """Read `extend 2 days`."""
    parse_span(match[1])
    return ask.ExtendBy(match[1])


def read_limit(match: re.Match[str]) -> ask.Command:
    """Read `limit 2 days`."""
    parse_span(match[1])
    return ask.LimitTo(match[1])


def read_replace(match: re.Match[str]) -> ask.Command:
    """Read `replace BOB with EVE <eve@example.org>`."""
    if match["known"]:
        return ask.ReplacePlayer(check_name(match["leaves"]), check_name(match["known"]), None)
    if not match["address"]:
        raise ValueError("it gives no address; write it like `replace Bob with Eve <eve@example.org>`")
    return ask.ReplacePlayer(check_name(match["old"]), check_name(match["name"]), fold_address(match["address"]))


def read_rule(match: re.Match[str]) -> ask.Command:
    """Read `rule void to turn 37 because …`, with `charge BOB` before the reason or at its end."""
    if not match["reason"]:
        raise ValueError("it gives no reason; write it like `rule void to turn 37 because Ann had a spade`")
    charged = match["charge"] and check_name(match["charge"])
    reason, last = (match["reason"], None) if charged else _last_charge(match["reason"])
    if not reason:
        raise ValueError("it gives no reason; write it like `rule void to turn 37 charge Bob because Ann had a spade`")
    return ask.VoidTo(int(match["turn"]), safe_line(reason, LONGEST_REASON), charged or last)


def _last_charge(reason: str) -> tuple[str, str | None]:
    """Split a reason from the `charge BOB` at its end, and name the player charged."""
    last = LAST_CHARGE.fullmatch(reason)
    before = ((last and last["reason"]) or "").rstrip(" ,;")
    if last is None or NO_CHARGE.search(before):
        return reason, None
    try:
        return before, check_name(last["charge"].rstrip(" .!"))
    except ValueError:
        return reason, None


def read_forfeit(match: re.Match[str]) -> ask.Command:
    """Read `forfeit team 1`."""
    if match[1] not in {"1", "2"}:
        raise ValueError("write `forfeit team 1` or `forfeit team 2`; a player who gives up writes `concede`")
    return game.Forfeit(int(match[1]))
