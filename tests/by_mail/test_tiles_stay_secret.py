"""Tiles that nobody has seen, as canaries: two games of dominoes that differ only in who holds them write the same bytes to
everybody else, the same public lines, and the same log, until somebody plays otherwise or knocks; and nobody can tell
which plan laid a tile."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import select, text, update

from referee.commands.log import log_lines
from referee.desk.table.records import record
from referee.dominoes.events import TilePlayed
from referee.games import due, view
from referee.store.tables import events
from referee.table.seats import SEATS, after
from tests.by_mail.test_plans_proof_and_secrecy import SECRET
from tests.scratch import ON_SERVER
from tests.talk import LIST, MASTER, NAMES, STARTER, Letter, Talk, address

START = f"{STARTER}\nsheet: sigma-dominoes"
Hands = list[list[str]]


def table(folder: Path) -> Talk:
    """Return a game that has just begun, of which a list, a watcher and all players hear each play."""
    talk = Talk(folder, referee={"list": LIST, "list_mode": "external"}).starts(START)
    talk.says("zoe", "watch 1", proven=True, answers=None)
    talk.says("zoe", "yes")
    return talk.hears_each_play("zoe", *NAMES)


def state(talk: Talk) -> Any:
    return talk.game()


def on_turn(talk: Talk) -> int:
    waiting = due(state(talk))
    return 0 if waiting is None else waiting[0]


def hands_of(talk: Talk) -> Hands:
    """Return what each seat holds now."""
    return [sorted(map(str, state(talk).hand(seat))) for seat in SEATS]


def legal(talk: Talk) -> list[str]:
    """List the moves of the player on turn, as they are written."""
    moves = view(state(talk), on_turn(talk)).moves  # type: ignore[union-attr]
    return [f"play {move.tile} {move.arm}".removesuffix(" first") for move in moves]


def deal_otherwise(talk: Talk, hands: Hands) -> None:
    """Put other tiles into the hands of the running round; what was played stays."""
    before = hands_of(talk)
    with talk.store.transaction() as tx:
        tx.execute(text(f"DROP TRIGGER IF EXISTS {'events_only_added ON events' if ON_SERVER else 'events_no_update'}"))
        dealt = (events.c.game == 1, events.c.kind == "Dealt", events.c.round == state(talk).round)
        data = json.loads(json.dumps(tx.execute(select(events.c.data).where(*dealt)).scalar_one()))
        for seat in SEATS:
            own, old, new = data["hands"][seat - 1], before[seat - 1], hands[seat - 1]
            data["hands"][seat - 1] = [tile for tile in own if tile not in old] + new
        tx.execute(update(events).where(*dealt).values(data=data))
    talk.store.close()  # events never change, so the folded state is remembered
    assert hands_of(talk) == [sorted(hand) for hand in hands]


def mixed(talk: Talk, seats: Sequence[int], random: Random) -> Hands:
    """Return the hands with those of some seats mixed among them."""
    hands = hands_of(talk)
    tiles = [tile for seat in seats for tile in hands[seat - 1]]
    random.shuffle(tiles)
    return [
        [tiles.pop() for _ in hand] if seat in seats else hand for seat, hand in zip(SEATS, hands, strict=True)
    ]


def public(talk: Talk) -> list[str]:
    """Return the public record, and the log of the game without its secrets."""
    with talk.store.reading() as tx:
        told = [json.dumps(entry) for entry in log_lines(tx, 1, secret=False)]
        return [*record(tx, 1), *told]


def course(talk: Talk) -> list[str]:
    with talk.store.reading() as tx:
        return list(record(tx, 1))


def heard(talk: Talk, count: int, without: Sequence[int]) -> list[tuple[str, bytes]]:
    """Return the new letters but those to some seats: for whom, and every byte, ids and tokens aside."""
    others = {address(state(talk).names[seat - 1]) for seat in without}
    return [(letter.to, SECRET.sub(b"", letter.raw)) for letter in talk.letters[count:] if letter.to not in others]


def turn_letter(talk: Talk) -> Letter:
    return next(x for x in reversed(talk.to(talk.due())) if "turn" in x.events)


def plays(talk: Talk, move: str) -> str:
    return talk.says(talk.due(), move, answers=turn_letter(talk))


def in_step(one: Talk, other: Talk, mixed_seats: Sequence[int]) -> Iterator[str]:
    """Play the same moves in both games until no move is in both, or they go different ways; yield each, after it was
    found that everybody else heard the same of it."""
    while state(one).round == state(other).round and state(one).result is None:
        assert (on_turn(one), public(one)) == (on_turn(other), public(other))
        both = [move for move in legal(one) if move in legal(other)]
        if not both:
            return
        starts = len(one.letters), len(other.letters)
        outcomes = plays(one, both[-1]), plays(other, both[-1])
        assert outcomes[0] == outcomes[1], "the log says the same of both"
        if course(one) != course(other):
            return  # somebody knocked or laid a tile by a plan in one of them, which all may see
        first, second = heard(one, starts[0], mixed_seats), heard(other, starts[1], mixed_seats)
        assert first == second
        assert {LIST, "zoe@club.test"} <= {to for to, _ in first}
        yield both[-1]


@pytest.mark.parametrize("viewer", SEATS)
def test_other_hands_send_everybody_else_the_same_bytes(tmp_path: Path, viewer: int) -> None:
    random = Random(viewer)
    one, other = (table(_made(tmp_path / name)) for name in "ab")
    for talk in (one, other):
        for name in NAMES[: viewer - 1]:
            assert talk.says(name, "plan forced on", proven=True) == "SetHabit/accepted"
        plays(talk, legal(talk)[0])
    seats = [seat for seat in SEATS if seat != viewer]
    compared = forks = 0
    while compared < 12 and state(one).round == 1:
        laid = one.laid()
        other.stand_as(laid)
        deal_otherwise(other, mixed(one, seats, random))
        forks += 1
        compared += sum(1 for _ in in_step(one, other, seats))
        if forks > 30:
            break
    assert compared >= 6, f"{compared} letters in {forks} games"


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


def seat_of_choice(talk: Talk) -> tuple[str, int, str] | None:
    """Return a move after which the next player has a choice without a knock between, who that is, and their move."""
    here = talk.laid()
    for move in legal(talk):
        talk.stand_as(here)
        seat = after(on_turn(talk))
        plays(talk, move)
        if on_turn(talk) == seat and len(options := legal(talk)) > 1 and state(talk).round == 1:
            talk.stand_as(here)
            return move, seat, options[0]
    talk.stand_as(here)
    return None


def test_nobody_can_tell_which_plan_laid_a_tile(tmp_path: Path) -> None:
    talk = table(tmp_path)
    plays(talk, legal(talk)[0])
    found = None
    while found is None:
        found = seat_of_choice(talk)
        if found is None:
            plays(talk, legal(talk)[0])
    move, seat, wanted = found
    who, here = state(talk).names[seat - 1], talk.laid()
    tile = wanted.removeprefix("play ")
    unheld = next(t for t in ("0-0", "1-1", "2-2", "3-3") if t not in hands_of(talk)[seat - 1])
    told = []
    for plan in (f"plan {tile}", f"plan {unheld}, {tile}, highest"):
        talk.stand_as(here)
        assert talk.says(who, plan, proven=True) == "MakePlan/accepted", talk.last(who).text
        count = len(talk.letters)
        outcome = plays(talk, move)
        laid = [event for event in talk.trail() if isinstance(event, TilePlayed)]
        assert laid[-1].planned or laid[-2].planned, "the plan has acted"
        told.append((outcome, public(talk), heard(talk, count, [seat])))
    assert told[0] == told[1]
    others = {to for to, _ in told[0][2]}
    assert others >= {address(name) for name in NAMES if name != who} | {LIST, "zoe@club.test"} - {MASTER}
    for _, raw in told[0][2]:
        assert b"planned" not in raw and b"Spades-Plan" not in raw and b"Spades-Played-By" not in raw
