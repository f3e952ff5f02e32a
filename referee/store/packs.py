"""Packs: what the database keeps of a game that is over for long, in one row instead of thousands. Forgets no event,
and no token or Message-ID that a mail may still bear.

A pack holds the game's events, all of them or none; its letters that were sent, without their bodies; and its tokens
that have expired. Of the words by which mails name letters and tokens, fingerprints stay. The event log, the outbox and
the people look here for what they do not find among their rows.
"""

import json
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    BindParameter,
    Connection,
    RowMapping,
    String,
    bindparam,
    delete,
    exists,
    func,
    insert,
    select,
    type_coerce,
    update,
)

from referee.store.backend import insert_or_nothing
from referee.store.fingerprints import fingerprint
from referee.store.statement import Statement
from referee.store.tables import events, games, outbox, packed_words, packs, tokens

LEAST = 100
"""How many letters or tokens that came after a game was packed are worth packing it again."""


@dataclass(frozen=True, slots=True)
class Age:
    """What is old: games over and letters sent `before` a moment, and tokens that have expired `now`."""

    before: datetime
    now: datetime


class PackedEvent(NamedTuple):
    """An event of a packed game, with the columns of its row."""

    seq: int
    at: datetime
    inbox: int | None
    kind: str
    round: int
    data: dict[str, Any]


WORD_BYTES = 8
"""A word that no letter has is taken for one of a hundred million letters once in 10 ** 11 times."""
_TO_THE_MINUTE = len("2026-11-24T12:00")

_OF_GAME: BindParameter[int] = bindparam("game")
_OVER = games.c.ended_at < bindparam("before")
_OLD_LETTER = (outbox.c.state == "sent", outbox.c.sent < bindparam("before"))
# one that asks for a `yes` is looked up by more than its word
_OLD_TOKEN = (
    tokens.c.expires <= bindparam("now"),
    *(column.is_(None) for column in (tokens.c.confirms, tokens.c.moves, tokens.c.pairs)),
)
_RIPE = (
    select(games.c.id).where(_OVER, exists().where(events.c.game == games.c.id)),
    *(
        select(table.c.game)
        .join(games, games.c.id == table.c.game)
        .where(_OVER, *old)
        .group_by(table.c.game)
        .having(func.count() >= bindparam("least"))
        for table, old in ((outbox, _OLD_LETTER), (tokens, _OLD_TOKEN))
    ),
)
_LOCK = select(games.c.notice).where(games.c.id == _OF_GAME, _OVER).with_for_update()
_EVENTS = (
    select(events.c.seq, type_coerce(events.c.at, String).label("at"), events.c.inbox, events.c.round, events.c.data)
    .where(events.c.game == _OF_GAME)
    .order_by(events.c.seq)
)
_LETTERS = (
    select(
        *(outbox.c[name] for name in ("id", "turn", "lineup", "recipient", "event", "proposal", "tournament")),
        type_coerce(outbox.c.sent, String).label("sent"),
        outbox.c.message_id.label("word"),
    )
    .where(outbox.c.game == _OF_GAME, *_OLD_LETTER)
    .order_by(outbox.c.id)
)
_TOKENS = (
    select(
        *(tokens.c[name] for name in ("person", "address", "turn", "lines", "state", "proposal", "tournament")),
        type_coerce(tokens.c.expires, String).label("expires"),
        tokens.c.token.label("word"),
    )
    .where(tokens.c.game == _OF_GAME, *_OLD_TOKEN)
    .order_by(tokens.c.expires)
)
_PACK = select(packs).where(packs.c.game == _OF_GAME)
_STORY = select(packs.c.events).where(packs.c.game == _OF_GAME)
_KEEP = update(packs).where(packs.c.game == bindparam("number"))
_PLACE = Statement(
    select(packs.c.letters, packs.c.tokens, packed_words.c.game, packed_words.c.place)
    .join(packs, packs.c.game == packed_words.c.game)
    .where(packed_words.c.word == bindparam("word"))
    .order_by(packed_words.c.game)
    .limit(1)
)
_DROP_EVENTS = delete(events).where(events.c.game == _OF_GAME)
_DROP_LETTER = delete(outbox).where(outbox.c.id == bindparam("number"))
_DROP_TOKEN = delete(tokens).where(tokens.c.token == bindparam("word"))


def ripe(tx: Connection, age: Age) -> list[int]:
    """The games that are worth packing, or packing again with what came later, in order."""
    old = {"before": age.before, "now": age.now, "least": LEAST}
    return sorted({number for query in _RIPE for number in tx.execute(query, old).scalars()})


def pack(tx: Connection, game: int, age: Age) -> None:
    """Move what is old of a game into its pack; nothing of a game that is no longer over."""
    old = {"game": game, "before": age.before, "now": age.now}
    over = tx.execute(_LOCK, old).one_or_none()
    if over is None:
        return
    story = tx.execute(_EVENTS, old).mappings().all()
    letters = _but_the_last(tx.execute(_LETTERS, old).mappings().all(), over.notice)
    issued = tx.execute(_TOKENS, old).mappings().all()
    insert_or_nothing(tx, packs, [{"game": game, "events": b"", "letters": b"", "tokens": b"", "sent": 0}])
    known = tx.execute(_PACK, {"game": game}).one()
    assert not (story and known.events), "a game's events are in its pack, or they are rows"
    words = [*_words("letter", game, known.letters, letters), *_words("token", game, known.tokens, issued)]
    blobs = {"letters": _add(known.letters, letters), "tokens": _add(known.tokens, issued)}
    values = {"events": _add(known.events, story), "sent": known.sent + len(letters), **blobs}
    tx.execute(_KEEP, {"number": game, **values})
    insert_or_nothing(tx, packed_words, words)
    # from here on the pack has them: the database lets no event go before
    tx.execute(_DROP_EVENTS, {"game": game})
    for statement, keys in (
        (_DROP_LETTER, [{"number": row["id"]} for row in letters]),
        (_DROP_TOKEN, [{"word": row["word"]} for row in issued]),
    ):
        if keys:
            tx.execute(statement, keys)


def unpack_events(tx: Connection, game: int) -> None:
    """Make rows of a packed game's events again, so that others can be appended; nothing if it is not packed."""
    story = events_of(tx, game)
    if story:
        tx.execute(_KEEP, {"number": game, "events": b""})
        tx.execute(insert(events), [{"game": game, **one._asdict()} for one in story])


def events_of(tx: Connection, game: int) -> list[PackedEvent]:
    """The events of a packed game in order; none if it is not packed."""
    blob = tx.execute(_STORY, {"game": game}).scalar() or b""
    return [
        PackedEvent(**row | {"at": datetime.fromisoformat(row["at"]), "kind": row["data"]["e"]}) for row in _rows(blob)
    ]


def letter_of(tx: Connection, message_id: str) -> dict[str, Any] | None:
    """The packed letter with that Message-ID: what it was about, as in its row."""
    found = _PLACE.first(tx, {"word": _print("letter", message_id)})
    return None if found is None else {**_rows(found.letters)[found.place], "game": found.game}


def token_of(tx: Connection, word: str) -> dict[str, Any] | None:
    """The packed token with that word: all columns of its row."""
    found = _PLACE.first(tx, {"word": _print("token", word)})
    if found is None:
        return None
    row = _rows(found.tokens)[found.place]
    asked = dict.fromkeys(("confirms", "moves", "pairs"))
    expires = datetime.fromisoformat(f"{row['expires']}+00:00")
    return {**row, **asked, "token": word, "game": found.game, "expires": expires}


def letters_packed(tx: Connection) -> int:
    """How many letters are in packs."""
    return int(tx.execute(select(func.coalesce(func.sum(packs.c.sent), 0))).scalar_one())


def _but_the_last(letters: Sequence[RowMapping], notice: int | None) -> list[RowMapping]:
    """The letters without those by which others see how far the database has got: the last written and the last sent;
    and without the one that the game's clock waited for."""
    if not letters:
        return []
    stay = {notice, letters[-1]["id"], max(letters, key=lambda row: (row["sent"], row["id"]))["id"]}
    return [row for row in letters if row["id"] not in stay]


def _words(kind: str, game: int, blob: bytes, rows: Sequence[RowMapping]) -> list[dict[str, Any]]:
    """Where each of the rows will be found that are added to a pack."""
    places = enumerate(rows, len(_rows(blob)))
    return [{"word": _print(kind, row["word"]), "game": game, "place": place} for place, row in places]


def _print(kind: str, word: str) -> bytes:
    return fingerprint(f"{kind} {word}", WORD_BYTES)


def _add(blob: bytes, rows: Iterable[RowMapping]) -> bytes:
    """A pack with more rows: by column, which packs better, without their words, moments of letters to the minute."""
    columns: dict[str, list[Any]] = json.loads(zlib.decompress(blob)) if blob else {}
    for row in rows:
        for name, value in row.items():
            if name != "word":
                short = value[:_TO_THE_MINUTE] if name in ("sent", "expires") else value
                columns.setdefault(name, []).append(short)
    return zlib.compress(json.dumps(columns, separators=(",", ":")).encode(), 9) if columns else b""


def _rows(blob: bytes) -> list[dict[str, Any]]:
    """The rows of a pack."""
    if not blob:
        return []
    columns: dict[str, list[Any]] = json.loads(zlib.decompress(blob))
    return [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]
