"""The public record of a game: one line of canonical JSON for each public event, chained by hashes. Contains nothing
private, no times and no reasons in words, so that every reader computes the same head.

docs/fairness.md describes the lines and the chain, to the byte.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

VERSION = "spades-record-v3"
WITHOUT_LAST_ROUND = "spades-record-v2"
"""The version before: its games know no match limit, which makes a round the last."""
WITHOUT_CLAIMS = "spades-record-v1"
"""The first version: its games know no claim, yield or agreed undo, and no card is played by the rule."""
NO_HEAD = "0" * 64
HEAD_SHOWN = 16
"""How many digits of a head a letter shows."""


def canonical(entry: Mapping[str, Any]) -> str:
    """One line without its newline: sorted keys, no spaces, ASCII."""
    return json.dumps(entry, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def chained(head: str, line: str) -> str:
    """The head after one more line, 64 hex digits."""
    return hashlib.sha256(f"{head}\n{line}\n".encode("ascii")).hexdigest()


def heads(lines: Iterable[str]) -> tuple[str, ...]:
    """The head after each line of a whole record."""
    found = [NO_HEAD]
    for line in lines:
        found.append(chained(found[-1], line))
    return tuple(found[1:])
