"""docs/tournaments.md is exact: its list of lines is that of the program, and a second program makes its vector."""

import json
import re

from referee.tournaments.audit.acts import ACTS
from referee.tournaments.audit.lines import IN_DIVISION, SHAPES
from referee.tournaments.record_lines import VERSION
from tests.docs.pages import SPAN, blocks, page, section
from tests.tournaments import slow_draw

PAGE = page("tournaments.md")
SEED = bytes(range(32)).hex()
ROOT = bytes(range(32, 64)).hex()
FOLLOWS = {"announced", "commitments", "draw", "stage", "stage back", "standings", "end"}
"""The kinds of line that are nobody's act."""


def test_every_kind_of_line_is_there_with_its_keys() -> None:
    told = section(PAGE, "The record")
    keys = {
        kind: set(SPAN.findall(found)) for kind, found in re.findall(r"^- `([a-z ]+)` \((.+?)\):", told, re.MULTILINE)
    }
    (bare,) = re.findall(r"^- (`[a-z]+`(?:, `[a-z]+`)*):", told, re.MULTILINE)
    assert keys | {kind: set() for kind in SPAN.findall(bare)} == {kind: set(shape) for kind, shape in SHAPES.items()}
    assert set(SHAPES) == FOLLOWS | set(ACTS) and f"`{VERSION}`" in told
    sentence = re.search(r"With divisions (.*) also have", PAGE, re.DOTALL)
    assert sentence is not None and set(SPAN.findall(sentence[1])) == set(IN_DIVISION)


def test_the_vector_is_right() -> None:
    text = section(PAGE, "A draw to compare")
    (told,), (closed,) = blocks(text, "text"), (block.strip() for block in blocks(text, "json"))
    teams: slow_draw.Teams = [(one["name"], *one["players"]) for one in json.loads(closed)["teams"]]
    assert slow_draw.closed(teams, json.loads(closed)["seeded"]) == closed
    salts = [["", ""] for _ in teams]
    salts[0][0], salts[-1][1] = "correct-horse", "twowords7"
    key = slow_draw.key_of(3, SEED, closed, salts)
    assert dict(re.split(r"  +", line) for line in told.strip().splitlines()) == {
        "commit": slow_draw.sha("spades-draw-commit-v1", "tournament:3", f"seed:{SEED}"),
        "roster": slow_draw.sha(closed),
        "key": key.hex(),
        "order": ", ".join(slow_draw.order_of(key, closed)),
        "lots": ", ".join(slow_draw.lots_of(key, closed)),
        "match 1": ", ".join(slow_draw.seats_of(key, closed, 1, 1, "The Aces", "Jacks")),
        "match 2": ", ".join(slow_draw.seats_of(key, closed, 2, 1, "Kings", "Tens")),
        "root": slow_draw.sha("spades-root-commit-v1", "tournament:3", f"root:{ROOT}"),
        "first": slow_draw.first_seed_of(ROOT, 3, 7, 1, 1),
    }
