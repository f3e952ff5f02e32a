"""The rooms of the house, and what each may see."""

from pathlib import Path

ROOT = Path(__file__).parent.parent / "referee"

GROUND = {"records", "spades", "tournaments", "post", "config", "clock", "names", "resources", "streams"}

BELOW: dict[str, set[str]] = {
    "records": set(),
    "spades": {"records"},
    "tournaments": {"records", "spades"},
    "clock": set(),
    "names": set(),
    "resources": set(),
    "streams": set(),
    "post": {"clock", "names"},
    "config": {"records", "post", "spades", "tournaments"},
    "asking": GROUND,
    "telling": GROUND,
    "store": GROUND,
    "site": GROUND | {"telling"},
    "desk": GROUND | {"asking", "telling", "store", "site"},
    "handle": GROUND | {"asking", "telling", "store", "site", "desk"},
    "running": GROUND | {"asking", "telling", "store", "site", "desk", "handle"},
    "demo": GROUND | {"asking", "telling", "store", "site", "desk", "handle", "running", "commands"},
    "commands": GROUND | {"asking", "telling", "store", "site", "desk", "handle", "running", "demo"},
}

"""The rooms that each room may see, directly or through others: nothing above it, and `asking` and `telling` never each
other."""
