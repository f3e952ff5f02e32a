"""The rooms of the house, and what each may see."""

from pathlib import Path

ROOT = Path(__file__).parent.parent / "referee"

GROUND = {"spades", "tournaments", "post", "config", "names", "resources"}

BELOW: dict[str, set[str]] = {
    "spades": set(),
    "tournaments": {"spades"},
    "names": set(),
    "resources": set(),
    "post": {"names"},
    "config": {"post", "spades"},
    "asking": GROUND,
    "telling": GROUND,
    "store": GROUND,
    "desk": GROUND | {"asking", "telling", "store"},
    "handle": GROUND | {"asking", "telling", "store", "desk"},
    "running": GROUND | {"asking", "telling", "store", "desk", "handle"},
    "demo": GROUND | {"asking", "telling", "store", "desk", "handle", "running", "commands"},
    "commands": GROUND | {"asking", "telling", "store", "desk", "handle", "running", "demo"},
}

"""What each room may see, directly or through others: nothing above it, and `asking` and `telling` never each other."""
