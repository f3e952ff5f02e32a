"""The checker of the fault runs at dominoes: it finds nothing in a good game, and each violation that is planted in
it."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.faults.finished import Evidence, finished_dominoes
from tests.talk import MASTER

ANN, BOB = "ann@club.test", "bob@club.test"


@pytest.fixture(scope="module")
def tiles(tmp_path_factory: pytest.TempPathFactory) -> Evidence:
    """Return a game of dominoes that is over and has no faults. Copy it before spoiling it."""
    return finished_dominoes(tmp_path_factory.mktemp("tiles"))


def test_a_good_game_has_no_faults(tiles: Evidence) -> None:
    assert tiles.faults() == []
    kinds = {kind for (kind,) in tiles.rows("SELECT kind FROM events")}
    assert {"TilePlayed", "Knocked", "RoundScored"} <= kinds
    assert tiles.rows('SELECT 1 FROM events WHERE data LIKE \'%"by": "clock"%\'')


def change(found: Evidence, kind: str, values: Callable[[dict[str, Any]], Mapping[str, Any]], more: str = "") -> None:
    """Change the first event of a kind."""
    seq, data = found.rows(f"SELECT seq, data FROM events WHERE kind = ? {more} ORDER BY seq LIMIT 1", kind)[0]
    event = json.loads(data)
    found.do("UPDATE events SET data = ? WHERE seq = ?", json.dumps(event | values(event)), seq)


def letter_after(found: Evidence, who: str, turn: int, add: Callable[[bytes], bytes]) -> None:
    """Change the letter to someone about a position."""
    ((number,),) = found.rows("SELECT id FROM outbox WHERE recipient = ? AND turn = ? LIMIT 1", who, turn)
    found.rewrite(number, add)


def unplayed(found: Evidence, seat: int) -> list[str]:
    """Return the tiles of a hand that nobody has seen at turn 3."""
    rows = found.rows("SELECT data FROM events WHERE kind = 'TilePlayed' AND round = 1 ORDER BY seq LIMIT 2")
    return [tile for tile in found.hand(seat) if tile not in {json.loads(data)["tile"] for (data,) in rows}]


def count_wrong(found: Evidence) -> None:
    change(found, "TilePlayed", lambda event: {"count": event["count"] + 5})


def score_wrong(found: Evidence) -> None:
    change(found, "RoundScored", lambda event: {"score": [event["score"][0] + 5, event["score"][1]]})


def swap_hands(found: Evidence) -> None:
    change(found, "Dealt", lambda event: {"hands": [event["hands"][at] for at in (1, 0, 2, 3)]})


def drop_knock(found: Evidence) -> None:
    found.do("DELETE FROM events WHERE seq = (SELECT max(seq) FROM events WHERE kind = 'Knocked')")


def play_for_another(found: Evidence) -> None:
    change(found, "TilePlayed", lambda event: {"seat": event["seat"] % 4 + 1})


def clock_lays_otherwise(found: Evidence) -> None:
    clocks = 'AND data LIKE \'%"by": "clock"%\''
    ends = found.rows("SELECT data FROM events WHERE kind = 'TilePlayed' ORDER BY seq")
    own = next(event for (data,) in ends if (event := json.loads(data))["by"] == "clock")
    other = next(tile for tile in found.hand(own["seat"]) if tile != own["tile"])
    change(found, "TilePlayed", lambda event: {"tile": other}, clocks)


def move_without_mail(found: Evidence) -> None:
    found.do("UPDATE events SET inbox = NULL WHERE seq = (SELECT min(seq) FROM events WHERE kind = 'TilePlayed')")


def change_score(found: Evidence) -> None:
    found.do("UPDATE games SET score = '[500, 0]'")


def another_seed(found: Evidence) -> None:
    change(found, "Revealed", lambda event: {"seed": "0" * 64})


def in_words(found: Evidence) -> None:
    letter_after(found, MASTER, 1, lambda raw: raw + " ".join(unplayed(found, 1)).encode() + b"\n")


def as_drawn(found: Evidence) -> None:
    drawn = "-".join(f"[{tile[2]}|{tile[0]}]" for tile in unplayed(found, 2))
    letter_after(found, ANN if found.seat("Ann") != 2 else BOB, 3, lambda raw: raw + drawn.encode() + b"\n")


def in_a_header(found: Evidence) -> None:
    header = f"Spades-Hand: {unplayed(found, 3)[0]}\n".encode()
    letter_after(found, MASTER, 1, lambda raw: header + raw)


PLANTED: dict[Callable[[Evidence], None], str] = {
    count_wrong: "the count is",
    score_wrong: "the score is",
    swap_hands: "what is dealt is",
    drop_knock: "the seat on turn is",
    play_for_another: "the seat on turn is",
    clock_lays_otherwise: "game 1",
    move_without_mail: "a move by the player, mail None",
    change_score: "score is stored as [500, 0]",
    another_seed: "the seed shown is",
    in_words: "that tells the hand of seat 1",
    as_drawn: "that tells the hand of seat 2",
    in_a_header: "that tells the hand of seat 3",
}


@pytest.mark.parametrize("plant", PLANTED, ids=lambda plant: plant.__name__)
def test_what_is_planted_is_found(plant: Callable[[Evidence], None], tiles: Evidence, tmp_path: Path) -> None:
    spoiled = tiles.copy(tmp_path)
    plant(spoiled)
    assert any(PLANTED[plant] in fault for fault in spoiled.faults()), spoiled.faults()
