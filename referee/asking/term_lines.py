"""The ways in which people write the terms of a game below `start`: `leave: 14 days`, `weekends: off`, `last trick: by
hand`.

Never asks which terms a game has where its start says nothing.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from referee.asking.sheet_words import FLAGS, NONE
from referee.config import LONGEST_LEAVE

LEAVE = re.compile(r"(\d{1,4})(?: days?)?")


def read_term(key: str, text: str) -> Any:
    """Read the value of a field of TermLines. Raises ValueError, with a sentence that shows how to write it."""
    read, example = FORMS[key]
    try:
        return read(" ".join(text.lower().split()).rstrip("."))
    except ValueError:
        name = key.replace("_", " ")
        raise ValueError(f"`{name}: {text[:60]}` cannot be read; write it like {example}") from None


def _last_trick(text: str) -> str:
    known = {"by itself": "by itself", "itself": "by itself", "by hand": "by hand", "hand": "by hand"}
    if text not in known:
        raise ValueError(text)
    return known[text]


def _leave(text: str) -> int:
    if text in NONE:
        return 0
    match = LEAVE.fullmatch(text)
    if match is None or int(match[1]) > LONGEST_LEAVE:
        raise ValueError(text)
    return int(match[1])


def _flag(text: str) -> bool:
    if text not in FLAGS:
        raise ValueError(text)
    return FLAGS[text]


FORMS: Mapping[str, tuple[Callable[[str], Any], str]] = {
    "last_trick": (_last_trick, "`last trick: by itself` or `last trick: by hand`"),
    "leave": (_leave, f"`leave: 14 days` or `leave: none`, at most {LONGEST_LEAVE} days"),
    "weekends": (_flag, "`weekends: on` or `weekends: off`"),
}
"""The terms, each with a line of its own."""
