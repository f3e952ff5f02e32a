"""All orders of four mails, one to three copies of each: the same end state.

The four do not hinder one another by the rules, such as the bid that is due, a setting of somebody else's, words to the
table and a move whose token was spent long ago; so whatever order the post brings them in, and however often, what
stands in the end is the same.
"""

import itertools
import json
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.faults.club import chance, quiet
from tests.faults.runs import Figures
from tests.talk import MASTER, Talk

Mails = tuple[bytes, bytes, bytes, bytes]
NOT_OF_THE_STATE = {"at", "inbox", "seq", "written", "started_at", "deadline", "remind_at", "notice", "head", "opened"}
"""The columns that differ: when things came, by which mail, and in which order."""
STATE = ("events", "games", "seats", "people", "lineups", "watchers")


def run(*, long: bool) -> Figures:
    quiet()
    figures: dict[str, object] = {}
    for name, write in SETS.items():
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            figures[name] = all_orders(Path(folder), write, None if long else 12)
        figures[f"{name}: seconds"] = f"{time.monotonic() - began:.0f}"
    return figures


def all_orders(folder: Path, write: Callable[[Talk], Mails], most: int | None = None) -> int:
    """Bring the four mails that `write` writes at a table of its own in every order, or in `most` drawn ones, and
    compare what stands in the end. Returns how many."""
    first = folder / "first"
    first.mkdir()
    talk = Talk(first, luck=1)
    mails = write(talk)
    talk.store.close()
    wanted: str | None = None
    ways = list(_ways()) if most is None else chance().sample(list(_ways()), most)
    for number, way in enumerate(ways):
        ours = folder / f"{number}"
        shutil.copytree(first, ours)
        found = _end(ours, talk, [mails[which] for which in way])
        shutil.rmtree(ours)
        wanted = wanted or found
        assert found == wanted, f"the order {way} ends elsewhere than {ways[0]}:\n{_differ(wanted, found)}"
    return len(ways)


def _ways() -> Iterator[tuple[int, ...]]:
    """Yield every order of the four, each with one to three copies: those of one mail one after the other, or spread
    out."""
    draw = chance()
    for order in itertools.permutations(range(4)):
        for copies in itertools.product((1, 2, 3), repeat=4):
            more = [which for which in order for _ in range(copies[which] - 1)]
            if draw.random() < 0.5:
                yield tuple(sorted((*order, *more), key=order.index))
            else:
                draw.shuffle(more)
                yield (*order, *more)


def _end(folder: Path, before: Talk, mails: Sequence[bytes]) -> str:
    talk = Talk(folder, luck=10**6)
    talk.now, talk.seen = before.now, before.seen
    for raw in mails:
        talk.deliver(raw)
    talk.store.close()
    return dump(folder / "referee.db")


def dump(database: Path) -> str:
    """Return a database's content, in an order of its own and without times and numbers of mails."""
    lines = []
    with closing(sqlite3.connect(database)) as look:
        look.row_factory = sqlite3.Row
        tables = {name for (name,) in look.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        for table in sorted(tables & set(STATE)):
            rows = [dict(row) for row in look.execute(f"SELECT * FROM {table}")]
            lines += sorted(f"{table} {json.dumps(_plain(row), sort_keys=True)}" for row in rows)
    return "\n".join(lines)


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    return {name: str(value) for name, value in row.items() if name not in NOT_OF_THE_STATE}


def _differ(one: str, other: str) -> str:
    return "\n".join(sorted(set(one.splitlines()) ^ set(other.splitlines()))[:8])


def _players(talk: Talk) -> list[str]:
    """Return the players of game 1, from the one who is to act on."""
    names = [name.lower() for name in talk.game().names]
    at = names.index(talk.due())
    return names[at:] + names[:at]


def bidding(talk: Talk) -> Mails:
    """Return a bid that is due, a setting, words to the table, a stranger who watches."""
    who, second, third, _ = _players(talk.starts())
    return (
        talk.mail(who, "bid 3", answers=talk.last(who)),
        talk.mail(second, "timezone Europe/Berlin", answers=talk.last(second)),
        talk.mail(third, "say hello to all", answers=talk.last(third)),
        talk.mail("wendy", "watch 1", subject="[Spades 1]", proven=True),
    )


def playing(talk: Talk) -> Mails:
    """Return a card that is due, its letter's token spent twice over: a move of an earlier turn, a name, one half of a
    concession."""
    talk.starts()
    first = talk.due()
    stale = talk.mail(first, "bid 5", answers=talk.last(first))
    talk.bids()
    talk.acts()
    who, second, third, _ = (name for name in _players(talk))
    card = talk.last(who)["Spades-Legal"].split()[0]
    return (
        talk.mail(who, f"play {card}", answers=talk.last(who)),
        stale,
        talk.mail(second, "concede", answers=talk.last(second)),
        talk.mail(third, "notify my turns", answers=talk.last(third)),
    )


def repeated(talk: Talk) -> Mails:
    """Return the move that is due twice, from two programs; a question; the Gamesmaster extends the turn of nobody's
    game."""
    who, second, *_ = _players(talk.starts())
    return (
        talk.mail(who, "bid 4", answers=talk.last(who)),
        talk.mail(who, "bid 4", answers=talk.last(who)),
        talk.mail(second, "status", answers=talk.last(second)),
        talk.mail(MASTER, "abort", subject="[Spades 7]", proven=True),
    )


SETS: dict[str, Callable[[Talk], Mails]] = {"bidding": bidding, "playing": playing, "a move twice": repeated}
"""The functions that each write four mails at a new table."""
