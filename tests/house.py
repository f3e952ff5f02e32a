"""The rooms of the house, and what each may see."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent / "referee"

GROUND = {"records", "table", "spades", "dominoes", "tournaments", "post", "config", "games"}
GROUND |= {"children", "clock", "names", "streams"}

BELOW: dict[str, set[str]] = {
    "records": set(),
    "table": {"records"},
    "spades": {"records", "table"},
    "dominoes": {"records", "table"},
    "games": {"records", "table", "spades", "dominoes"},
    "tournaments": {"records", "table", "spades"},
    "children": set(),
    "clock": set(),
    "names": set(),
    "streams": set(),
    "post": {"children", "clock", "names"},
    "config": {"children", "records", "post", "table", "spades", "dominoes", "tournaments"},
    "asking": GROUND,
    "telling": GROUND,
    "store": GROUND,
    "site": GROUND | {"telling"},
    "desk": GROUND | {"asking", "telling", "store", "site"},
    "timed": GROUND | {"asking", "telling", "store", "site", "desk"},
    "handle": GROUND | {"asking", "telling", "store", "site", "desk", "timed"},
    "running": GROUND | {"asking", "telling", "store", "site", "desk", "timed", "handle"},
    "demo": GROUND | {"asking", "telling", "store", "site", "desk", "timed", "handle", "running", "commands"},
    "commands": GROUND | {"asking", "telling", "store", "site", "desk", "timed", "handle", "running", "demo"},
}

"""The rooms that each room may see, directly or through others: nothing above it, and `asking` and `telling` never each
other."""

FLOORS: tuple[set[str], ...] = (
    {"case", "quotas", "cards_in_text", "people_called"},
    {"sender", "outgoing", "alarm", "masters"},
    {"clock"},
    {"request", "which_game"},
    {"table", "bounces"},
    {"people", "token_leaks"},
    {"tournaments", "rollback"},
    {"requests"},
    {"site"},
)
"""The floors of the desk, low to high: its rooms, and the files beside them."""

FLOOR = {room: number for number, rooms in enumerate(FLOORS) for room in rooms}


def climbs(root: Path = ROOT) -> Iterator[tuple[str, str]]:
    """Yield each import of the desk that goes up its floors: the importing file's room, and the room above."""
    for file in sorted((root / "desk").rglob("*.py")):
        own = file.relative_to(root).with_suffix("").parts[1]
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith("referee.desk."):
                above = {f"{node.module}.{alias.name}".split(".")[2] for alias in node.names}
                yield from ((own, room) for room in above if FLOOR[room] > FLOOR[own])
