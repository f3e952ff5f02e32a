"""A run of the whole suite tries a part of the cases of one test that are many and alike, drawn anew by each commit.

The others get the mark `rest`. A run of single files or folders leaves none out.
"""

from collections.abc import Iterable

import pytest

from tests.chance import one_in

MANY, SHARE = 4, 3
"""Of so many cases of one test or more, one in so many is tried."""
OTHERS = ("servers", "long", "every")
"""The marks of tests whose cases are never left out."""


def leave_out(items: Iterable[pytest.Item]) -> None:
    """Mark the cases that are left out."""
    tests: dict[str, list[pytest.Item]] = {}
    for item in items:
        if not any(map(item.get_closest_marker, OTHERS)):
            tests.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for name, cases in tests.items():
        if len(cases) >= MANY:
            drawn = {item.nodeid for item in one_in(SHARE, cases, kind=lambda _, name=name: name)}  # type: ignore[misc]
            for item in cases:
                if item.nodeid not in drawn:
                    item.add_marker("rest")
