"""A game that is over and without faults, with its database and mailboxes, for tests of the checkers to spoil."""

import json
import shutil
import sqlite3
from collections import defaultdict
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

from tests.faults.checker import faults_of
from tests.talk import MASTER, NAMES, REFEREE, STARTER, Talk, address

TRACE = b"Return-Path: <referee@club.test>\nDelivered-To: <someone@club.test>\nReceived: from here\n\tby there\n"


@dataclass
class Evidence:
    """A database file and mailboxes, to be spoiled as one likes."""

    database: Path
    boxes: dict[str, list[bytes]] = field(default_factory=lambda: defaultdict(list))

    def do(self, statement: str, *values: Any) -> None:
        """Change the database. Rows may name others that are not there."""
        with closing(sqlite3.connect(self.database)) as at:
            at.execute(statement, values)
            at.commit()

    def rows(self, statement: str, *values: Any) -> list[Any]:
        """Return the rows that the database holds."""
        with closing(sqlite3.connect(self.database)) as look:
            return look.execute(statement, values).fetchall()

    def duplicate(self, table: str, where: str, **changes: Any) -> None:
        """Add one more row like the first of those `where` says, but for `changes`."""
        with closing(sqlite3.connect(self.database)) as at:
            at.row_factory = sqlite3.Row
            row = dict(at.execute(f"SELECT * FROM {table} WHERE {where} LIMIT 1").fetchone()) | changes
            places = ", ".join("?" * len(row))
            at.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({places})", tuple(row.values()))
            at.commit()

    def faults(self) -> list[str]:
        """Return the checker's findings."""
        return faults_of(self.database, self.boxes, REFEREE)

    def copy(self, folder: Path) -> "Evidence":
        """Return a copy, to be spoiled."""
        target = folder / "referee.db"
        shutil.copy(self.database, target)
        more = Evidence(target, defaultdict(list, {who: list(mails) for who, mails in self.boxes.items()}))
        for (guard,) in more.rows("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
            more.do(f"DROP TRIGGER {guard}")
        return more

    def rewrite(self, number: int, change: Callable[[bytes], bytes]) -> None:
        """Rewrite letter `number`, in the outbox and in the mailbox."""
        ((raw, recipient),) = self.rows("SELECT raw, recipient FROM outbox WHERE id = ?", number)
        self.do("UPDATE outbox SET raw = ? WHERE id = ?", change(raw), number)
        box = self.boxes[recipient]
        box[box.index(TRACE + raw)] = TRACE + change(raw)

    def hand(self, seat: int) -> list[str]:
        """Return the hand of a seat in the first round, as dealt."""
        ((data,),) = self.rows("SELECT data FROM events WHERE kind = 'Dealt' AND round = 1")
        hand: list[str] = json.loads(data)["hands"][seat - 1]
        return hand

    def seat(self, name: str) -> int:
        """Return someone's seat."""
        ((names,),) = self.rows("SELECT names FROM games")
        return int(json.loads(names).index(name)) + 1


def finished(folder: Path) -> Evidence:
    """Play a game with a time-out in the bidding, one in the play, a misplay and a refusal, given up in the second
    round."""
    talk = Talk(folder)
    talk.starts().hears_each_play()
    for act in range(4 + 52 + 4 + 6):
        talk.now += timedelta(seconds=2)
        if act in (2, 12):
            talk.passes(days=3, minutes=1)
        elif act == 20:
            _misplay(talk)
        elif act == 30:
            talk.acts("bid 3")
        else:
            assert talk.acts().endswith("/accepted")
    return _evidence(talk, folder)


def finished_dominoes(folder: Path) -> Evidence:
    """Play a game of dominoes with a time-out, a tile that is not held, knocks, and plans that play; it is given up
    later on."""
    talk = Talk(folder)
    talk.starts(f"{STARTER}\nsheet: sigma-dominoes\ntarget: 500").hears_each_play()
    assert talk.says("bob", "plan forced on") == "SetHabit/accepted"
    for act in range(44):
        talk.now += timedelta(seconds=2)
        if act == 4:
            talk.passes(days=3, minutes=1)
        elif act == 6:
            held = {str(tile) for tile in talk.game().hand(talk.game().names.index(talk.due().title()) + 1)}
            assert talk.acts(f"play {min({'6-5', '5-4', '4-3', '3-2', '2-1', '1-0', '0-0'} - held)}").startswith(
                "PlayT"
            )
        else:
            letter = next(x for x in reversed(talk.to(talk.due())) if "turn" in x.events)
            move = letter["Spades-Legal"].partition(", ")[0].removesuffix(" first")
            assert talk.acts(f"play {move}") == "PlayTile/accepted"
    return _evidence(talk, folder)


def _evidence(talk: Talk, folder: Path) -> Evidence:
    """Give the game up, and return what there is of it."""
    for name in (talk.game().names[0], talk.game().names[2]):
        talk.now += timedelta(seconds=2)
        talk.says(name, "concede")
    assert talk.kept().ended_at is not None
    evidence = Evidence(folder / "referee.db")
    with closing(sqlite3.connect(evidence.database)) as look:
        evidence.boxes[REFEREE] = [raw for (raw,) in look.execute("SELECT raw FROM inbox")]
    for who in (*map(address, NAMES), MASTER):
        evidence.boxes[who] = [TRACE + letter.raw for letter in talk.to(who)]
    talk.store.close()
    return evidence


def _misplay(talk: Talk) -> None:
    held = {str(card) for hand in talk.game().hands for card in hand}
    own = {str(card) for card in talk.game().hand(talk.game().names.index(talk.due().title()) + 1)}
    assert talk.acts(f"play {min(held - own)}").endswith("/accepted")
