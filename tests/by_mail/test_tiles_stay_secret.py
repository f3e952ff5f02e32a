"""Tiles that nobody has seen, as canaries: two games of dominoes that differ only in who holds them write the same
bytes to everybody else, the same public lines, and the same log, until somebody plays otherwise or knocks; and nobody
can tell which plan laid a tile."""

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from sqlalchemy import select, text, update

from referee.commands.log import log_lines
from referee.desk.table.records import record
from referee.dominoes.events import TilePlayed
from referee.dominoes.line import ends
from referee.games import view
from referee.store.tables import events
from referee.table.seats import SEATS, after
from tests.by_mail.test_plans_proof_and_secrecy import SECRET
from tests.scratch import ON_SERVER
from tests.talk import LIST, NAMES, STARTER, Letter, Talk, address

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


def trail(talk: Talk) -> list[Any]:
    """Return the events of the game, which is one of dominoes."""
    return list(talk.trail())


def on_turn(talk: Talk) -> int:
    waiting = state(talk).due
    return 0 if waiting is None else waiting[0]


def hands_of(talk: Talk) -> Hands:
    """Return what each seat holds now."""
    return [sorted(map(str, state(talk).hand(seat))) for seat in SEATS]


def legal(talk: Talk) -> list[str]:
    """List the moves of the player on turn, as they are written."""
    moves = view(state(talk), on_turn(talk)).moves
    return [f"play {move.tile} {move.arm}".removesuffix(" first") for move in moves]


def deal_otherwise(talk: Talk, hands: Hands) -> None:
    """Put other tiles into the hands of the running round; what was played stays."""
    before, number = hands_of(talk), state(talk).round
    with talk.store.transaction() as tx:
        tx.execute(text(f"DROP TRIGGER IF EXISTS {'events_only_added ON events' if ON_SERVER else 'events_no_update'}"))
        dealt = (events.c.game == 1, events.c.kind == "Dealt", events.c.round == number)
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
    return [[tiles.pop() for _ in hand] if seat in seats else hand for seat, hand in zip(SEATS, hands, strict=True)]


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
    compared = 0
    while state(one).round == 1 and state(one).result is None and compared < 12:
        other.stand_as(one.laid())
        deal_otherwise(other, mixed(one, seats, random))
        compared += sum(1 for _ in in_step(one, other, seats))
    assert compared >= 6, f"only {compared} moves were the same"


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


class Chance(NamedTuple):
    """A move after which somebody has a choice: who that is, the tile that a plan of theirs may lay, and hands in which
    no other tile of theirs fits."""

    move: str
    seat: int
    tile: str
    forced: Hands


def chance(talk: Talk) -> Chance | None:
    """Find such a move of the player on turn."""
    here, mover, hands = talk.laid(), on_turn(talk), hands_of(talk)
    seat = after(mover)
    other = after(seat)
    found = None
    for move in legal(talk):
        talk.stand_as(here)
        plays(talk, move)
        open_ = {str(number) for number in ends(state(talk).line).values()}
        places = [option.split()[1] for option in legal(talk)] if on_turn(talk) == seat else []
        once = [tile for tile in places if places.count(tile) == 1]
        if len(places) < 2 or not once:
            continue
        fit = {tile for tile in hands[seat - 1] if open_ & {*tile.split("-")}} - {once[0]}
        unfit = [tile for tile in hands[other - 1] if not open_ & {*tile.split("-")}][: len(fit)]
        if len(unfit) == len(fit):
            dealt = [[*hand] for hand in hands]
            dealt[seat - 1] = [*({*hands[seat - 1]} - fit), *unfit]
            dealt[other - 1] = [*({*hands[other - 1]} - {*unfit}), *fit]
            found = Chance(move, seat, next(o for o in legal(talk) if o.split()[1] == once[0])[5:], dealt)
            break
    talk.stand_as(here)
    return found


def test_nobody_can_tell_what_laid_a_tile(tmp_path: Path) -> None:
    talk = table(tmp_path)
    while (found := chance(talk)) is None:
        plays(talk, legal(talk)[-1])
    here, who = talk.laid(), state(talk).names[found.seat - 1]
    unheld = next(tile for tile in ("0-0", "1-1", "2-2", "3-3") if tile not in hands_of(talk)[found.seat - 1])
    ways = (f"plan {found.tile}", False), (f"plan {unheld}, {found.tile}, heaviest", False), ("plan forced on", True)
    told = []
    for line, forced in ways:
        talk.stand_as(here)
        if forced:
            deal_otherwise(talk, found.forced)
        assert talk.says(who, line, proven=True).endswith("/accepted"), talk.last(who).text
        count = len(talk.letters)
        outcome = plays(talk, found.move)
        laid = next(e for e in reversed(trail(talk)) if isinstance(e, TilePlayed) and e.seat == found.seat)
        assert laid.planned and found.tile == f"{laid.tile} {laid.arm}"
        told.append((outcome, public(talk), heard(talk, count, [found.seat, after(found.seat)])))
    assert told[0] == told[1] == told[2]
    talk.stand_as(here)
    plays(talk, found.move)
    assert plays(talk, f"play {found.tile}") == "PlayTile/accepted"
    assert public(talk) == told[0][1], "a tile by hand is no other"
    assert {LIST, "zoe@club.test"} <= {to for to, _ in told[0][2]}
    for _, raw in told[0][2]:
        assert not re.search(rb"planned|Spades-Plan|Spades-Played-By", raw)
