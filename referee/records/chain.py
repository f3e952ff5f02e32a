"""The chain of a public record: one line of canonical JSON for each public event, chained by hashes.

docs/fairness.md describes the lines and the chain, to the byte.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

NO_HEAD = "0" * 64
HEAD_SHOWN = 16
"""The digits of a head that a letter shows."""


def canonical(entry: Mapping[str, Any]) -> str:
    """Return one line without its newline: sorted keys, no spaces, ASCII."""
    return json.dumps(entry, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def chained(head: str, line: str) -> str:
    """Return the head after one more line, 64 hex digits."""
    return hashlib.sha256(f"{head}\n{line}\n".encode("ascii")).hexdigest()


def heads(lines: Iterable[str]) -> tuple[str, ...]:
    """Return the head after each line of a whole record."""
    found = [NO_HEAD]
    for line in lines:
        found.append(chained(found[-1], line))
    return tuple(found[1:])
