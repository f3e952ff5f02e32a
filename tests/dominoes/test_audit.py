"""The public record of a game of dominoes: what random games write is right, and every lie in it is refused."""

import json
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest

from referee.dominoes.audit import WORDS, Walk
from referee.dominoes.game import Game
from referee.dominoes.sheets import DominoSheet
from referee.records.lines import WrongLine, canonical, heads
from referee.table.audit.verdict import checks, closing
from tests.audit.records import Record
from tests.dominoes.random_games import SHEETS
from tests.dominoes.records import Entry, record_of


def entries_in(record: Record) -> list[Entry]:
    return [json.loads(one) for one in record.lines]


def checked(entries: list[Entry]) -> Game:
    """Walk through a record, and return the game at its end. Raises WrongLine."""
    return list(walk(entries).passed())[-1].game


def walk(entries: list[Entry]) -> Walk:
    return Walk.of("\n".join(map(canonical, entries)))


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
@pytest.mark.parametrize("wild", [0.0, 0.2, 0.5])
def test_what_a_game_writes_is_right(sheet: DominoSheet, wild: float) -> None:
    for seed in range(6):
        record = record_of(sheet, seed, wild=wild)
        entries, game = entries_in(record), record.states[-1]
        assert game.head == heads(record.lines)[-1]
        walked = checked(entries)
        assert (walked.score, walked.result, walked.turn) == (game.score, game.result, game.turn)
        for cut in list(_stops(entries))[::9]:
            checked(entries[:cut])


def _stops(entries: list[Entry]) -> Iterator[int]:
    """Yield how many lines there are after an act that nothing follows: what a player has of a running game."""
    for number, (entry, after) in enumerate(pairwise(entries), 1):
        if entry["e"] == "play" and after["e"] == "play":
            yield number


def the(entries: list[Entry], kind: str, holds: Callable[[Entry], bool] = lambda _: True) -> int:
    """Return the place of the first line of a kind for which something holds."""
    return next(place for place, one in enumerate(entries) if one["e"] == kind and holds(one))


def changed(entries: list[Entry], place: int, **values: Any) -> list[Entry]:
    return [*entries[:place], entries[place] | values, *entries[place + 1 :]]


def refusal(entries: list[Entry]) -> str:
    with pytest.raises(WrongLine) as wrong:
        checked(entries)
    return wrong.value.why


GAME = entries_in(record_of(SHEETS[0], 3, wild=0.0))
KNOCK = the(GAME, "knock")
SCORING = the(GAME, "play", lambda one: one["points"] > 0)
SECOND = the(GAME, "deal", lambda one: one["round"] == 2)


def test_a_knock_of_who_could_play() -> None:
    place = the(GAME, "play", lambda one: one["arm"] != "first")
    lie = {"e": "knock", "by": "rule", "turn": GAME[place]["turn"], "seat": GAME[place]["seat"]}
    assert "holds a tile that fits" in refusal([*GAME[:place], lie, *GAME[place + 1 :]])


def test_a_missing_knock() -> None:
    assert '"e":"knock"' in refusal([*GAME[:KNOCK], *GAME[KNOCK + 1 :]])


def test_a_count_that_is_off_by_five() -> None:
    said = GAME[SCORING]
    why = refusal(changed(GAME, SCORING, count=said["count"] + 5, points=said["points"] + 5))
    assert f'"count":{said["count"]},' in why


def test_points_that_a_count_does_not_make() -> None:
    assert f'"points":{GAME[SCORING]["points"]},' in refusal(changed(GAME, SCORING, points=0))


def test_a_seed_that_was_not_fixed_is_named_and_not_who_opens() -> None:
    for digit in "0123":
        place = the(GAME, "reveal")
        with pytest.raises(WrongLine) as wrong:
            checked(changed(GAME, place, seed=digit * 64))
        assert wrong.value.number == place + 1 and "does not match the commitment" in wrong.value.why


def test_a_seed_that_is_held_back_is_missed_where_it_is_due() -> None:
    place = the(GAME, "reveal")
    assert GAME[place - 1]["e"] == "round"
    with pytest.raises(WrongLine) as wrong:
        checked([*GAME[:place], *GAME[place + 1 :]])
    assert wrong.value.number == place + 1 and "must say the reveal of attempt 1 at round 1" in wrong.value.why


def test_another_opener() -> None:
    opener = GAME[SECOND]["opener"]
    assert f'"opener":{opener},' in refusal(changed(GAME, SECOND, opener=opener % 4 + 1))


def test_points_of_a_round_that_the_hands_do_not_hold() -> None:
    place = the(GAME, "round")
    assert '"pips":' in refusal(changed(GAME, place, points=[50, 0]))
    assert '"by":"' in refusal(changed(GAME, place, by={"out": "blocked", "blocked": "out"}[GAME[place]["by"]]))


def test_another_end() -> None:
    end = the(GAME, "end")
    assert GAME[end]["by"] == "score"
    other = {"team 1": "team 2", "team 2": "team 1"}[GAME[end]["result"]]
    assert '"result":' in refusal(changed(GAME, end, result=other))
    assert '"by":"score"' in refusal(changed(GAME, end, by="hands"))
    early = the(GAME, "play", lambda one: one["turn"] == 9)
    assert "nothing has ended the game so" in refusal([*GAME[:early], GAME[end] | {"score": [0, 0]}, *GAME[early:]])


def test_a_tile_that_its_seat_does_not_hold() -> None:
    place = the(GAME, "play", lambda one: one["turn"] == 5)
    theirs = next(one["tile"] for one in GAME[place:] if one["e"] == "play" and one["seat"] != GAME[place]["seat"])
    assert "does not hold it" in refusal(changed(GAME, place, tile=theirs))


def test_a_tile_that_does_not_fit() -> None:
    place, seat = the(GAME, "play", lambda one: one["turn"] == 5), 0
    seat = GAME[place]["seat"]
    arms = ("left", "right", "up", "down")
    own = [one["tile"] for one in GAME[place:SECOND] if one["e"] == "play" and one["seat"] == seat]
    wrong = [changed(GAME, place, tile=tile, arm=arm) for tile in own for arm in arms]
    assert any(f"is no move of seat {seat}" in refusal(lie) for lie in wrong if lie != GAME)


def test_while_hands_are_hidden_what_the_table_shows_is_checked() -> None:
    opened = GAME[: KNOCK + 1]
    checked(opened)
    knocked = opened[-1]
    numbers = checked(opened).course[-1].numbers  # type: ignore[union-attr]
    later = [one for one in GAME[KNOCK + 1 : SECOND] if one["e"] in ("play", "knock")]
    again = next(place for place, one in enumerate(later) if one["seat"] == knocked["seat"])
    before = later[:again]
    game = checked([*opened, *before])
    held = game.hand(knocked["seat"])
    assert held and not any(set(tile) & set(numbers) for tile in held), "it cannot hold what it knocked at"
    lie = {"e": "play", "by": "player", "turn": game.turn, "seat": knocked["seat"], "count": 0, "points": 0}
    for number in numbers:
        assert "does not hold it" in refusal([*opened, *before, lie | {"tile": f"{number}-{number}", "arm": "left"}])


def test_the_report_says_what_was_checked_and_what_waits() -> None:
    said = {(one.about, one.held): one.text for one in checks(walk(GAME).passed(), WORDS)}
    assert said["start", True] == ("seats 1 Ann, 2 Bob, 3 Carol, 4 Dave; sheet sigma-dominoes, as its name says")
    texts = [one.text for one in checks(walk(GAME).passed(), WORDS) if one.about == "round 1"]
    assert texts[1] == "dealt when it was due, the right seat opens; the deal is tied to the salts alone"
    first = GAME[: the(GAME, "round")]
    tiles, knocks = (sum(one["e"] == kind for one in first) for kind in ("play", "knock"))
    assert texts[2:4] == [
        f"4 hands recomputed; all {tiles} tiles laid are those dealt, in turn, and fit; counts follow",
        f"{knocks} knock{'' if knocks == 1 else 's'}: each had to be, and none is missing",
    ]
    passed = [one for one in walk(GAME).passed() if one.game.round == 1 and one.entry.kind != "knock"]
    assert [one.text for one in WORDS.played("", passed)][1] == "0 knocks: none is missing"
    *_, waits, runs = checks(walk(GAME[: KNOCK + 1]).passed(), WORDS)
    assert (waits.held, runs.held) == (False, False)
    assert waits.text == "its seed is not revealed yet: hands, knocks and tiles of the clock cannot be checked"
    assert "a tile of the clock" in closing(walk(GAME).entries, WORDS, compared=True)[0]
    assert "salt or tiles came last" in closing(walk(GAME).entries, WORDS, compared=True)[1]
