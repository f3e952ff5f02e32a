"""People, their settings and their reply tokens. Never decides whose mail it is, only says what is known."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, and_, bindparam, delete, insert, or_, select, update

from referee.names import look_alike, same_name
from referee.spades.plans import NO_HABITS, Habits
from referee.store.backend.statements import insert_missing
from referee.store.tables import games, people, seats, tokens, waiting, watchers

AT_ONCE = 400
"""The number of tokens that one query looks for."""

# statements of every mail: SQLAlchemy takes 60 to 90 µs to build one anew
_BY_ADDRESS = select(people).where(people.c.address == bindparam("address"))
_BY_ID = select(people).where(people.c.id == bindparam("number"))
_SEATED = (
    select(seats.c.seat, people)
    .join(people, people.c.id == seats.c.person)
    .where(seats.c.game == bindparam("game"))
    .order_by(seats.c.seat)
)
_WATCHING = (
    select(people)
    .join(watchers, watchers.c.person == people.c.id)
    .where(watchers.c.game == bindparam("game"))
    .order_by(people.c.id)
)
_TOKEN = select(tokens).where(tokens.c.token == bindparam("word"))
_SPEND = update(tokens).where(tokens.c.token == bindparam("word"), tokens.c.state == "good").values(state="spent")


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Someone the referee writes to. `notify` is play, trick, turn (at first), round or result; `format` text or html;
    with `auto_show` they see every hand at once, even if a sheet holds it back."""

    id: int
    address: str
    name: str
    timezone: str | None
    format: str
    notify: str
    auto_show: bool
    habits: Habits = NO_HABITS
    """The acts that are played for them at once, in all their games."""
    receipts: bool | None = None
    """The wish for receipts of their own acts; None: only in games in which they have plans."""
    public: bool | None = None
    """The wish to be named. False: their games begin without their name; True: pages may also say how long they take;
    None: neither."""
    named_at: datetime | None = None
    """The moment when they took their name; None: a Gamesmaster gave it to them."""
    suspended: datetime | None = None
    """The moment until which they take no new seat."""
    heard: datetime | None = None
    """The moment of a proven mail of theirs, the last one or a day before it at most. None: they never wrote one."""
    quiet: bool = False
    """They want no announcements to all members."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """The meaning of one reply address: a letter to a person, or a question that a `yes` answers.

    `state` is good, spent or burnt; `shown` once others saw a spent one; `ended` for a mail that came after it expired.
    """

    token: str
    person: int | None
    address: str
    game: int | None = None
    turn: int | None = None
    confirms: int | None = None
    """The mail that a `yes` puts into effect."""
    moves: int | None = None
    """The person who moves from one address to another once both have answered `yes`."""
    lines: str | None = None
    """The requests in that mail that the letter asked about, in its words, joined by line feeds. Without such a mail:
    the request that the letter offered to make for a `yes`, if it offered one; the question of its `asker`; or, if it
    `moves` a person, the new address that has not been asked yet."""
    expires: datetime | None = None
    state: str = "good"
    proposal: int | None = None
    """The number of the proposal in its letter, to which a `yes` agrees."""
    tournament: int | None = None
    """The tournament that its letter is about."""
    asker: int | None = None
    """The person whose question its letter brought to a Gamesmaster."""

    @property
    def asks(self) -> bool:
        """The letter asked for a `yes`; so the token proves nothing else."""
        return self.confirms is not None or self.moves is not None

    @property
    def offer(self) -> str | None:
        """The request that its letter offered, as one types it. The token proves any other command of the reader
        too."""
        return None if self.asks or self.asker is not None or self.taken else self.lines

    @property
    def taken(self) -> bool:
        """The reader has taken what its letter offered, or nobody offers it any more."""
        return self.lines in (TAKEN, VOID)

    @property
    def void(self) -> bool:
        """Nobody offers any more what its letter offered."""
        return self.lines == VOID


NOBODY = ""
"""The address of the stand-in at an empty seat: no letter ever goes there."""

TAKEN = ""
"""The `lines` of a token after its offer was taken."""

VOID = " "
"""The `lines` of a token after its offer was taken back."""


def by_address(tx: Connection, address: str) -> Person | None:
    """Return the person with that folded address."""
    row = tx.execute(_BY_ADDRESS, {"address": address}).first()
    return None if row is None else _known(row)


def by_id(tx: Connection, number: int) -> Person:
    """Return the person with that number, who must exist."""
    return _known(tx.execute(_BY_ID, {"number": number}).one())


def names_of(tx: Connection, numbers: Collection[int]) -> dict[int, str]:
    """Look up the present names of the people with these numbers."""
    rows = tx.execute(select(people.c.id, people.c.name))
    return {row.id: row.name for row in rows if row.id in numbers}


def named(tx: Connection, name: str) -> list[Person]:
    """Return everybody who now has that name, in upper or lower case, in order of entry."""
    numbers = [row.id for row in tx.execute(select(people.c.id, people.c.name)) if same_name(row.name, name)]
    return [by_id(tx, number) for number in sorted(numbers)]


def any_like(tx: Connection, name: str, but: Collection[int | None]) -> bool:
    """Tell if anybody besides the people `but` has a name that looks like `name`."""
    rows = tx.execute(select(people.c.id, people.c.name))
    return any(row.id not in but and look_alike(row.name, name) for row in rows)


def welcome(tx: Connection, address: str, name: str | None = None, named_at: datetime | None = None) -> Person:
    """Return the person at that address. Enter a new person under `name`, which they took at `named_at`, or else under
    the words before the @."""
    known = by_address(tx, address)
    if known is None:
        # another transaction may enter the same person at this moment
        called = name or address.partition("@")[0]
        insert_missing(tx, people, [{"address": address, "name": called, "named_at": named_at}])
        known = by_address(tx, address)
    assert known is not None, "just entered"
    return known


def nobody(tx: Connection) -> Person:
    """Return the person who stands for nobody at an empty seat."""
    return welcome(tx, NOBODY)


def change(tx: Connection, person: int, **values: str | bool | datetime | None) -> None:
    """Set some fields of a person."""
    tx.execute(update(people).where(people.c.id == person).values(**values))


def hear(tx: Connection, address: str, now: datetime) -> None:
    """Note that a proven mail came from an address, if somebody is known by it."""
    tx.execute(update(people).where(people.c.address == address).values(heard=now))


def members(tx: Connection) -> list[Person]:
    """List who has ever written a proven mail, or plays or waits, the most silent first."""
    playing = {*who_play(tx)}
    by_silence = (people.c.heard.is_not(None), people.c.heard, people.c.id)
    rows = tx.execute(select(people).where(people.c.address != NOBODY).order_by(*by_silence))
    return [_known(row) for row in rows if row.heard is not None or row.id in playing]


def seated(tx: Connection, game: int) -> dict[int, Person]:
    """Return the players of a game by seat."""
    return {row.seat: _known(row) for row in tx.execute(_SEATED, {"game": game})}


def who_play(tx: Connection) -> list[int]:
    """Return everyone who sits in a running game or waits for one, by number."""
    playing = select(seats.c.person).join(games, games.c.id == seats.c.game).where(games.c.ended_at.is_(None))
    return sorted({*tx.execute(playing).scalars(), *tx.execute(select(waiting.c.person)).scalars()})


def watching(tx: Connection, game: int) -> tuple[Person, ...]:
    """List who watches a game, in order of entry."""
    return tuple(_known(row) for row in tx.execute(_WATCHING, {"game": game}))


def watched_by(tx: Connection, person: int) -> list[int]:
    """List the running games that a person watches."""
    query = select(watchers.c.game).join(games, games.c.id == watchers.c.game)
    query = query.where(watchers.c.person == person, games.c.ended_at.is_(None))
    return list(tx.execute(query.order_by(games.c.id)).scalars())


def watch(tx: Connection, game: int, person: int) -> bool:
    """Enter a watcher; False if they watch already."""
    there = select(watchers).where(watchers.c.game == game, watchers.c.person == person)
    if tx.execute(there).first():
        return False
    tx.execute(insert(watchers).values(game=game, person=person))
    return True


def note_returned(tx: Connection, game: int, person: int) -> int | None:
    """Count a letter of a game that did not reach a watcher. Returns the count; None if they do not watch the game."""
    row = (watchers.c.game == game, watchers.c.person == person)
    tx.execute(update(watchers).where(*row).values(returned=watchers.c.returned + 1))
    return tx.execute(select(watchers.c.returned).where(*row)).scalar()


def unwatch(tx: Connection, game: int, person: int) -> bool:
    """Remove a watcher; False if they did not watch."""
    struck = tx.execute(delete(watchers).where(watchers.c.game == game, watchers.c.person == person))
    return struck.rowcount > 0


def issue(tx: Connection, issued: Iterable[Token]) -> None:
    """Store new tokens."""
    rows = [{name: getattr(token, name) for name in Token.__slots__} for token in issued]
    if rows:
        tx.execute(insert(tokens), rows)


def find_token(tx: Connection, token: str) -> Token | None:
    """Return a token with the meaning that we gave it; None if we never issued it."""
    row = tx.execute(_TOKEN, {"word": token}).first()
    return None if row is None else Token(**row._asdict())


def spend(tx: Connection, token: str) -> None:
    """Spend a token that has done its job: it proves nothing from now on. A burnt token stays burnt."""
    tx.execute(_SPEND, {"word": token})


def take_offer(tx: Connection, token: str) -> None:
    """Note that the offer of a letter has been taken, and is not there any more."""
    tx.execute(update(tokens).where(tokens.c.token == token).values(lines=TAKEN))


def void_offers(tx: Connection, person: int, tournament: int, words: str) -> None:
    """Note that nobody offers these words to a person any more, whatever letter did."""
    place = (tokens.c.person == person, tokens.c.tournament == tournament, tokens.c.lines == words)
    tx.execute(update(tokens).where(*place).values(lines=VOID))


def offers(tx: Connection, person: int, now: datetime) -> list[Token]:
    """Return the tokens of letters about tournaments that offered a person something for a `yes`, oldest first, while
    they last."""
    query = select(tokens).where(
        tokens.c.person == person, tokens.c.tournament.is_not(None), tokens.c.lines != TAKEN, tokens.c.expires > now
    )
    found = [Token(**row._mapping) for row in tx.execute(query.order_by(tokens.c.expires))]
    return [one for one in found if one.offer and one.state == "good"]


def move_tokens(tx: Connection, person: int) -> list[Token]:
    """Return the tokens of the change of address that a person has begun: one for the old address and one for the
    new."""
    query = select(tokens).where(tokens.c.moves == person, tokens.c.state != "burnt")
    return [Token(**row._mapping) for row in tx.execute(query)]


def asked_to_move(tx: Connection, person: int, new: str) -> bool:
    """Tell if a person was ever asked if a new address, from which a mail had come, is theirs."""
    query = select(tokens.c.token).where(tokens.c.moves == person, tokens.c.lines == new)
    return tx.execute(query.limit(1)).first() is not None


def was_offered(tx: Connection, person: int, words: str) -> bool:
    """Tell if a letter ever offered these words to a person, who has not taken them."""
    query = select(tokens.c.token).where(tokens.c.person == person, tokens.c.lines == words)
    return tx.execute(query.limit(1)).first() is not None


def live_tokens(tx: Connection, words: Collection[str]) -> list[Token]:
    """Return the tokens among `words` that still prove something: the good tokens, and the spent tokens of letters,
    which prove plans."""
    found: list[Token] = []
    ordered = sorted(words)
    for start in range(0, len(ordered), AT_ONCE):
        asked = tokens.c.token.in_(ordered[start : start + AT_ONCE])
        spent = and_(tokens.c.state == "spent", tokens.c.confirms.is_(None), tokens.c.moves.is_(None))
        query = select(tokens).where(asked, or_(tokens.c.state == "good", spent))
        found += (Token(**row._mapping) for row in tx.execute(query))
    return found


def burn(tx: Connection, token: str) -> None:
    """Burn a token that others saw: it proves nothing from now on. A spent token stays spent, but no longer proves
    plans."""
    for state, after in (("good", "burnt"), ("spent", "shown")):
        tx.execute(update(tokens).where(tokens.c.token == token, tokens.c.state == state).values(state=after))


def burn_moves(tx: Connection, person: int) -> None:
    """Call off the change of address that a person has begun."""
    tx.execute(update(tokens).where(tokens.c.moves == person).values(state="burnt"))


def burn_address(tx: Connection, address: str) -> None:
    """Burn all tokens that were sent to an address."""
    tx.execute(update(tokens).where(tokens.c.address == address).values(state="burnt"))


def burn_all(tx: Connection, game: int, person: int) -> None:
    """Burn all of a replaced player's tokens for a game."""
    tx.execute(update(tokens).where(tokens.c.game == game, tokens.c.person == person).values(state="burnt"))


def _known(row: Any) -> Person:
    columns = {name: getattr(row, name) for name in Person.__slots__ if name != "habits"}
    return Person(**columns, habits=Habits(row.forced, row.equals))
