"""A run of the whole suite tries a part of what is many and alike, and of the tests that take longest: by each commit
another part.

The others get the mark `rest`. A run of single files or folders leaves none out.
"""

from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.chance import one_in

MANY, SHARE = 4, 5
"""Of so many cases of one test or more, one in so many is tried."""
OTHERS = ("servers", "long", "every")
"""The marks of tests whose cases are never left out."""
LONGEST = frozenset(Path(__file__).with_name("longest.txt").read_text("utf-8").split())
"""The tests that take longest, by file and name: from half a second on. Together they are one group. Not
those that look through all files of the program, which any change may break."""
OF_LONGEST = 10
"""One in so many of that group is tried."""


def leave_out(items: Iterable[pytest.Item]) -> None:
    """Mark the cases that are left out."""
    groups: dict[str, list[pytest.Item]] = {}
    for item in items:
        if not any(map(item.get_closest_marker, OTHERS)):
            name = item.nodeid.partition("[")[0]
            groups.setdefault("longest" if name in LONGEST else name, []).append(item)
    for name, cases in groups.items():
        share = OF_LONGEST if name == "longest" else SHARE
        if len(cases) >= MANY:
            drawn = {item.nodeid for item in one_in(share, cases, kind=lambda _, name=name: name)}  # type: ignore[misc]
            for item in cases:
                if item.nodeid not in drawn:
                    item.add_marker("rest")
