"""Who may handle which of the mails that wait, where several daemons share them out. Reads no mail.

A mail of one game is in the lane of that game; a mail of no known game, or one that asks for more than a game, is in
the lane of the club, together with all that games share. Whoever holds the lock of a lane takes its mails in order, and
nobody takes a mail while an earlier one of its sender waits. Locks are those of rows: they end with the transaction, or
with the connection of a program that is killed. The club is locked before any game, and only who holds it waits for a
game. An engine with one writer at a time needs none of these locks and takes none.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection, LargeBinary, bindparam, exists, func, or_, select, update

from referee.post.reading.headers import HEAD_BYTES
from referee.store.backend import Store
from referee.store.statement import Statement
from referee.store.tables import games, inbox, locks

CLUB, FILING, LETTERS = "club", "filing", "letters"
"""What is locked by name: all that games share; putting mails in their lanes; claiming letters."""
WINDOW = 400
"""How many of the mails that wait are looked at to find some to take."""
FILED_AT_ONCE = 20
"""How many of them are put into their lanes in one transaction, before others can take them."""
HEAD_ENOUGH = 2 * HEAD_BYTES
"""So many bytes of a mail tell all that its head can say, or that it is longer than any that is read."""


class Elsewhere(Exception):
    """Handling a mail needs more than the lane that its handler holds; `game` is the one that it means."""

    def __init__(self, game: int | None) -> None:
        super().__init__("this needs another lock")
        self.game = game


@dataclass(slots=True)
class Held:
    """What a transaction holds: all that games share, and these games; `games` is None for all there are."""

    club: bool = True
    games: set[int] | None = None


def holding(store: Store, *numbers: int, club: bool = False) -> Held:
    """What a transaction holds that locked these games, and the club or not: everything, if it is the only one that
    writes."""
    return Held() if store.one_writer else Held(club, set(numbers))


@dataclass(frozen=True, slots=True)
class Waits:
    """One mail that waits: its sender, None until it was filed, the game that it is likely to mean, and whether it is
    in the lane of the club even so."""

    id: int
    sender: str | None
    game: int | None
    wide: bool = False

    @property
    def lane(self) -> int | None:
        """The game whose lane it is in; None for that of the club."""
        return None if self.wide else self.game


@dataclass(frozen=True, slots=True)
class Taken:
    """Mails to handle, in order, and what their handler holds until the transaction ends."""

    mails: tuple[Waits, ...]
    held: Held = field(default_factory=Held)


# statements of every look at the mails that wait, built once
_WINDOW = Statement(
    select(inbox.c.id, inbox.c.sender, inbox.c.game, inbox.c.wide)
    .where(inbox.c.state == "new")
    .order_by(inbox.c.id)
    .limit(bindparam("most"))
)
_PUT_ASIDE = Statement(
    select(inbox.c.id, inbox.c.sender, inbox.c.game, inbox.c.wide).where(
        inbox.c.id == bindparam("number"), inbox.c.state == "shunted"
    )
)
_GAMES = select(games.c.id).where(games.c.id.in_(bindparam("numbers", expanding=True))).order_by(games.c.id)
_LOCK_FREE_GAMES = Statement(
    _GAMES.limit(bindparam("most")).with_for_update(key_share=True, skip_locked=True, of=games)
)
_LOCK_GAMES = Statement(_GAMES.with_for_update(key_share=True, of=games))
_NAMED = select(locks.c.name).where(locks.c.name == bindparam("wanted"))
_LOCK, _LOCK_IF_FREE = Statement(_NAMED.with_for_update()), Statement(_NAMED.with_for_update(skip_locked=True))
_FILE = Statement(
    update(inbox)
    .where(inbox.c.id == bindparam("number"))
    .values(sender=bindparam("by"), game=bindparam("of"), wide=bindparam("all_of_it"))
)
_REFILE = Statement(update(inbox).where(inbox.c.id == bindparam("number")).values(wide=True, begun=0))
_HEAD = func.substr(inbox.c.raw, 1, bindparam("bytes"), type_=LargeBinary)
_UNFILED = Statement(
    select(inbox.c.id, _HEAD.label("head"))
    .where(inbox.c.state == "new", inbox.c.sender.is_(None))
    .order_by(inbox.c.id)
    .limit(bindparam("most"))
)
_WAITS_BEFORE = Statement(
    select(
        exists().where(
            inbox.c.state == "new",
            inbox.c.arrived <= bindparam("moment"),
            or_(inbox.c.game == bindparam("of"), inbox.c.game.is_(None), inbox.c.wide),
        )
    )
)
_LAST = Statement(select(func.max(inbox.c.id)).where(inbox.c.state == "new"))
_WAITS_UP_TO = Statement(select(exists().where(inbox.c.state == "new", inbox.c.id <= bindparam("number"))))


def take(tx: Connection, most: int, share: int = 1) -> Taken:
    """Take mails that wait, at most so many and at most one in `share` of the lanes that are free, and lock what they
    are about: mails of games, or else those of the club. Nothing if there are none, or others hold them all."""
    waiting = window(tx)
    lanes = list(dict.fromkeys(one.lane for one in ready(waiting)))
    numbers = [lane for lane in lanes if lane is not None]
    if lanes[:1] == [None] and lock(tx, CLUB, wait=False):
        return _take_of_club(tx, most)
    if numbers and (held := _lock_free(tx, numbers, max(1, min(most, len(numbers) // share)))):
        # what others did meanwhile is seen only by a statement that begins after the lock
        mails = ready(window(tx), set(held))
        return Taken(mails[:most], Held(club=False, games=set(held)))
    if None in lanes[1:] and lock(tx, CLUB, wait=False):
        return _take_of_club(tx, most)
    return Taken(())


def take_one(tx: Connection, number: int) -> Taken:
    """Take mail `number`, if it was put aside, or waits and is the next in its lane; else nothing."""
    if _PUT_ASIDE.first(tx, {"number": number}) is not None:
        return _take_put_aside(tx, number)
    found = [one for one in ready(window(tx)) if one.id == number]
    if not found:
        return Taken(())
    (lane,) = (one.lane for one in found)
    if lane is None:
        taken = _take_of_club(tx, 1) if lock(tx, CLUB, wait=False) else Taken(())
    else:
        locked = _lock_free(tx, [lane], 1)
        taken = Taken(ready(window(tx), set(locked))[:1], Held(club=False, games=set(locked)))
    return taken if [one.id for one in taken.mails] == [number] else Taken(())


def window(tx: Connection) -> list[Waits]:
    """The mails that wait, oldest first; of many, the first."""
    return [Waits(*row) for row in _WINDOW.all(tx, {"most": WINDOW})]


def ready(waiting: Iterable[Waits], held: Collection[int | None] | None = None) -> tuple[Waits, ...]:
    """The mails that may be handled next, in order, by whoever holds the lanes `held`; None: by anybody, each by
    another. None of them comes before an earlier one of its lane, of its game or of its sender, and none after a mail
    that is not filed yet, since that may be any of these.

    In the lane of the club one of a game waits for the earlier ones of that game, too, and the other way round.
    """
    found: list[Waits] = []
    senders: set[str | None] = set()
    lanes: set[int | None] = set()
    of_games: set[int | None] = set()
    for one in waiting:
        if one.sender is None:
            break
        free = one.sender not in senders and one.lane not in lanes and one.game not in of_games
        if takes := free and (held is None or one.lane in held):
            found.append(one)
        if held is None or not takes:
            senders.add(one.sender)
            lanes.add(one.lane)
            of_games |= {one.game} - {None}
    return tuple(found)


def lock(tx: Connection, name: str, *, wait: bool) -> bool:
    """Lock what has this name until the transaction ends. Returns whether we have it; with `wait`, always."""
    return (_LOCK if wait else _LOCK_IF_FREE).first(tx, {"wanted": name}) is not None


def lock_game(tx: Connection, game: int, *, wait: bool = False) -> bool:
    """Lock a game until the transaction ends. Returns False if another daemon holds it, or there is none."""
    return bool(lock_games(tx, [game]) if wait else _lock_free(tx, [game], 1))


def lock_games(tx: Connection, numbers: Collection[int]) -> list[int]:
    """Wait for the locks of these games, one after the other. Returns those that there are."""
    return _LOCK_GAMES.scalars(tx, {"numbers": sorted(numbers)})


def file(tx: Connection, *mails: Waits) -> None:
    """Put mails into their lanes."""
    _FILE.run_all(tx, [{"number": m.id, "by": m.sender, "of": m.game, "all_of_it": m.wide} for m in mails])


def refile(tx: Connection, number: int, game: int | None) -> None:
    """Put a mail into the lane of the club: it is about more than the game whose lane it was in, or about another."""
    _REFILE.run(tx, {"number": number, "game": game})


def unfiled(tx: Connection, most: int = FILED_AT_ONCE) -> dict[int, bytes]:
    """The first of the mails that wait and have no lane yet: the number of each, and its first bytes, its head among
    them."""
    return {row.id: row.head for row in _UNFILED.all(tx, {"most": most, "bytes": HEAD_ENOUGH})}


def waits_before(tx: Connection, game: int, moment: object) -> bool:
    """Whether a mail waits that arrived by a moment and may be about this game: one of it, or of no known game."""
    return bool(_WAITS_BEFORE.scalar(tx, {"of": game, "moment": moment}))


def last_waiting(tx: Connection) -> int | None:
    """The number of the newest mail that waits."""
    last: int | None = _LAST.scalar(tx)
    return last


def waits_up_to(tx: Connection, number: int) -> bool:
    """Whether a mail waits that is not newer than `number`."""
    return bool(_WAITS_UP_TO.scalar(tx, {"number": number}))


def _take_of_club(tx: Connection, most: int) -> Taken:
    """The next mails of the club, whose lock we hold, and the locks of the games that they are about."""
    mails = ready(window(tx), {None})[:most]
    held = lock_games(tx, {one.game for one in mails if one.game is not None})
    return Taken(mails, Held(club=True, games=set(held)))


def _take_put_aside(tx: Connection, number: int) -> Taken:
    """A mail that nobody else takes in its order: wait for all that it may be about."""
    lock(tx, CLUB, wait=True)
    row = _PUT_ASIDE.first(tx, {"number": number})
    if row is None:
        return Taken(())
    held = lock_games(tx, [] if row.game is None else [row.game])
    return Taken((Waits(*row),), Held(club=True, games=set(held)))


def _lock_free(tx: Connection, numbers: Sequence[int], most: int) -> list[int]:
    return _LOCK_FREE_GAMES.scalars(tx, {"numbers": list(numbers), "most": most})
