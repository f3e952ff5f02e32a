"""docs/tournaments.md is exact: its table of lines is that of the program, and a second program makes its vectors."""

import json
import re

from referee.tournaments.audit.acts import ACTS
from referee.tournaments.audit.lines import IN_DIVISION, SHAPES
from referee.tournaments.record_lines import VERSION
from tests.docs.pages import SPAN, blocks, page, rows, section
from tests.tournaments import slow_draw

PAGE = page("tournaments.md")
SEED = bytes(range(32)).hex()
ROOT = bytes(range(32, 64)).hex()
FOLLOWS = {"announced", "commitments", "draw", "stage", "stage back", "round", "round back", "standings", "end"}
"""The kinds of line that are nobody's act."""


def test_the_table_has_every_kind_of_line_with_its_keys() -> None:
    table = {row[0].strip("`"): set(SPAN.findall(row[1])) for row in rows(section(PAGE, "The record")) if "`" in row[0]}
    assert table == {kind: set(shape) for kind, shape in SHAPES.items()}
    assert set(SHAPES) == FOLLOWS | set(ACTS) and f"`{VERSION}`" in section(PAGE, "The record")
    sentence = re.search(r"Where the format has divisions, (.*) also have", PAGE, re.DOTALL)
    assert sentence is not None and set(SPAN.findall(sentence[1])) == set(IN_DIVISION)


def test_the_vectors_are_right() -> None:
    text = section(PAGE, "Vectors of the draw")
    for number, pairs, told, closed in zip(
        (1, 3),
        ((("Deuces", "Bags"), ("Aces", "Clubs")), (("The Aces", "Nines"), ("Kings", "Étoiles"))),
        blocks(text, "text"),
        (block.strip() for block in blocks(text, "json")),
        strict=True,
    ):
        teams: slow_draw.Teams = [(one["name"], *one["players"]) for one in json.loads(closed)["teams"]]
        assert slow_draw.closed(teams, json.loads(closed)["seeded"]) == closed
        given = {1: (["", ""], "-"), 3: (["correct-horse", "7"], "18345.67")}
        salts, beacon = given[number]
        key = slow_draw.key_of(number, SEED, closed, [salts, *[["", ""]] * (len(teams) - 1)], beacon)
        made = {
            "commit": slow_draw.sha("spades-draw-commit-v1", f"tournament:{number}", f"seed:{SEED}"),
            "roster": slow_draw.sha(closed),
            "key": key.hex(),
            "order": ", ".join(slow_draw.order_of(key, closed)),
            "lots": ", ".join(slow_draw.lots_of(key, closed)),
            **{f"match {n}": ", ".join(slow_draw.seats_of(key, closed, n, 1, *two)) for n, two in enumerate(pairs, 1)},
        }
        if number == 3:
            made["root"] = slow_draw.sha("spades-root-commit-v1", "tournament:3", f"root:{ROOT}")
            made["first"] = slow_draw.first_seed_of(ROOT, 3, 7, 1, 1)
        assert dict(re.split(r"  +", line) for line in told.strip().splitlines()) == made
