"""Canaries: every dealt hand is a set of words that only its player may have, every seed one that only the database may
have. Finds them in any text, in every way in which letters write cards. Imports nothing of the referee."""

import base64
import email
import email.errors
import json
import quopri
import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from email.header import decode_header
from email.message import Message
from functools import lru_cache
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote

ENOUGH = 4
"""The number of hidden cards of one hand that is no coincidence: a sentence may name one or two as an example, or as
refused."""
LATELY = 8
"""The most cards played since someone's last act."""
SEATS = (1, 2, 3, 4)
BEFORE_ALL, AFTER_ALL = "0000", "9999"
RANKS = {"ace": "A", "king": "K", "queen": "Q", "jack": "J", "ten": "T"} | {str(n): str(n) for n in range(2, 11)}
SUITS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "♤": "S", "♡": "H", "♢": "D", "♧": "C"}
CODE = re.compile(r"(?<![A-Za-z0-9])(10|[2-9TJQKA])([SHDC])(?![A-Za-z0-9])")
SYMBOL = re.compile(r"(10|[2-9TJQKA])([♠♥♦♣♤♡♢♧])")
ROW = re.compile(
    r"(?<![0-9TJQKA])([♠♥♦♣♤♡♢♧])(?:\s+\d+ (?:spade|heart|diamond|club)s?\b)?"
    r"((?:[\s,]*(?:10|[2-9TJQKA])(?![A-Za-z0-9]))+)"
)
NAME = re.compile(r"\b(ace|king|queen|jack|10|ten|[2-9]) of (spade|heart|diamond|club)s?", re.IGNORECASE)
COUNTED = re.compile(r"\b(spade|heart|diamond|club)s?:((?:,? (?:ace|king|queen|jack|10|[2-9])\b)+)")
REPR = re.compile(r"rank='([2-9TJQKA])', suit='([SHDC])'")
JOKER = re.compile(r"(?<![A-Za-z0-9])(BJ|LJ)(?![A-Za-z0-9])")
ESCAPE = re.compile(r"=[0-9A-F]{2}|=\r?\n")
BASE64 = re.compile(rb"^(?:[A-Za-z0-9+/]{60,}\r?\n)+[A-Za-z0-9+/]*={0,2}", re.MULTILINE)
TAG = re.compile(r"<[^<>]{0,2000}>")
SEED = re.compile(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])", re.IGNORECASE)
HAND = re.compile(r"^Spades-Hand:((?:[ \t]*(?:\r?\n[ \t])?[ \t]*\w-?\w\b)+)", re.MULTILINE | re.IGNORECASE)
CARD = re.compile(r"\w-?\w\b")
TILE = re.compile(r"(?<![\w-])([0-6])[-/|:]([0-6])(?![\w-])")
ENDS_ROUND = re.compile(r"^Spades-Event:[^\n]*\b(?:round|end)\b", re.MULTILINE | re.IGNORECASE)
LINES = 8
"""The lines of a log that are read together: a hand may be printed over four."""


@dataclass
class Deal:
    """One deal: from when it is secret, whose hands are whose, and when each card was seen by all."""

    game: int
    attempt: int
    dealt: str
    hands: list[list[str]]
    seen: dict[str, str] = field(default_factory=dict)
    open: str = AFTER_ALL
    """The moment at which all of it was public: its seed was shown, or the next deal was made."""
    before: tuple[str, ...] = ()
    """The cards seen of the deal before, in order: letters tell the last to whoever has not acted since."""

    def earlier(self, whole: bool) -> frozenset[str]:
        """Return the cards of the deal before that a letter may tell; `whole`: the letter ends a round, so that of
        dominoes shows all its tiles."""
        return frozenset(self.before if whole and "-" in self.hands[0][0] else self.before[-LATELY:])

    def hidden(self, seat: int, moment: str) -> set[str]:
        """Return the cards of `seat` that nobody else may know at a moment."""
        if not self.dealt <= moment < self.open:
            return set()
        return {card for card in self.hands[seat - 1] if self.seen.get(card, AFTER_ALL) > moment}


@dataclass
class Secrets:
    """All that is secret in a database: its deals, its seeds with the moment at which each was shown, and by game and
    seat whose the hand is, as address and until when."""

    deals: list[Deal] = field(default_factory=list)
    seeds: dict[str, str] = field(default_factory=dict)
    owners: dict[tuple[int, int], list[tuple[str, str]]] = field(default_factory=dict)

    def owned(self, game: int, seat: int, address: str, moment: str) -> bool:
        """Tell if a hand is that of whoever reads mail at `address`."""
        return any(who == address and moment <= until for who, until in self.owners.get((game, seat), []))


def secrets_of(database: Path) -> Secrets:
    """Return the secrets of a database."""
    found = Secrets()
    with closing(sqlite3.connect(database)) as look:
        for (fixed,) in look.execute("SELECT seeds FROM lineups"):
            found.seeds |= dict.fromkeys(json.loads(fixed), AFTER_ALL)
        seated = look.execute("SELECT s.game, s.seat, p.address FROM seats s JOIN people p ON p.id = s.person")
        for game, seat, address in seated.fetchall():
            found.owners[game, seat] = [(address, AFTER_ALL)]
        moved = look.execute(
            "SELECT s.game, s.seat, t.address FROM seats s JOIN tokens t ON t.person = s.person GROUP BY 1, 2, 3"
        )
        for game, seat, address in moved.fetchall():
            found.owners.setdefault((game, seat), []).append((address, AFTER_ALL))
        named = dict(look.execute("SELECT name, address FROM people").fetchall())
        running: dict[int, Deal] = {}
        for game, at, data in look.execute("SELECT game, at, data FROM events ORDER BY game, seq"):
            _take(found, running, game, at, json.loads(data), named)
    return found


def _take(
    found: Secrets, running: dict[int, Deal], game: int, at: str, event: dict[str, Any], named: Mapping[str, str]
) -> None:
    match event["e"]:
        case "Committed":
            found.seeds |= {seed: found.seeds.get(seed, AFTER_ALL) for seed in event["seeds"]}
        case "Revealed":
            found.seeds[event["seed"]] = at
            if game in running and event["attempt"] == running[game].attempt:
                running[game].open = min(running[game].open, at)
        case "Dealt":
            if game in running:
                running[game].open = min(running[game].open, at)
            last = tuple(running[game].seen) if game in running else ()
            running[game] = Deal(game, event["attempt"], at, event["hands"], before=last)
            found.deals.append(running[game])
        case "CardPlayed" | "Misplayed":
            running[game].seen.setdefault(event["card"], at)
        case "TilePlayed":
            running[game].seen.setdefault(event["tile"], at)
        case "Replaced" if event["old"] in named:
            found.owners[game, event["seat"]].append((named[event["old"]], at))


@dataclass(frozen=True)
class Told:
    """The content of a mail: the cards named in each way to read it, those of the header with a hand, and whatever may
    be a seed."""

    named: tuple[frozenset[str], ...]
    hand: frozenset[str]
    seeds: frozenset[str]
    ends_round: bool


@lru_cache(maxsize=20000)
def _told(raw: bytes) -> Told:
    views = list(texts_of(raw))
    return Told(
        tuple(frozenset(cards_in(text)) for text in views),
        frozenset(card for text in views for row in HAND.findall(text) for card in CARD.findall(row)),
        frozenset(seed.lower() for text in views for seed in SEED.findall(text)),
        any(ENDS_ROUND.search(text) for text in views),
    )


def in_letter(secrets: Secrets, raw: bytes, reader: str, game: int | None, moment: str) -> list[str]:
    """Return what a mail tells that whoever reads mail at `reader` may not know at `moment`, when it was written.

    `game`: the one that it is about; where that is not known, any.
    """
    told = _told(raw)
    found = [f"a seed, {seed[:8]}..." for seed in told.seeds if secrets.seeds.get(seed, BEFORE_ALL) > moment]
    for deal in secrets.deals:
        if game is not None and deal.game != game:
            continue
        for seat in SEATS:
            hidden = deal.hidden(seat, moment)
            if not hidden or secrets.owned(deal.game, seat, reader, moment):
                continue
            named = [cards - deal.earlier(told.ends_round) for cards in told.named]
            if any(len(hidden & cards) >= ENOUGH for cards in named) or hidden & told.hand:
                found.append(f"the hand of seat {seat} in game {deal.game}")
    return found


def in_text(secrets: Secrets, raw: bytes) -> list[str]:
    """Return what a log or a file tells that it should not: there no hand has any place, past ones neither, and no
    seed."""
    views = list(texts_of(raw))
    found = {f"a seed, {seed[:8]}..." for text in views for seed in SEED.findall(text.lower()) if seed in secrets.seeds}
    for text in views:
        lines = [cards_in(line) for line in text.splitlines()]
        windows = {frozenset().union(*lines[i : i + LINES]) for i, cards in enumerate(lines) if cards}
        for deal in secrets.deals:
            for seat, hand in zip(SEATS, deal.hands, strict=True):
                if any(len(cards.intersection(hand)) >= ENOUGH for cards in windows):
                    found.add(f"the hand of seat {seat} in game {deal.game}")
    return sorted(found)


def leaks_in(database: Path, files: Mapping[str, bytes]) -> list[str]:
    """Return the secrets in places where none belong; `files`: the bytes of logs, errors and left files, by their
    names."""
    secrets = secrets_of(database)
    return [f"{name} tells {what}" for name, raw in files.items() for what in in_text(secrets, raw)]


def files_in(folder: Path, database: Path) -> dict[str, bytes]:
    """Return all files below a folder by their names, but for the database and what SQLite puts beside it, and for the
    public records of games that are over."""
    own = {database.name + end for end in ("", "-wal", "-shm", "-journal", ".lock")}
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name not in own and ".jsonl" not in path.name
    }


def texts_of(raw: bytes, depth: int = 3) -> Iterator[str]:
    """Yield a text in every way in which someone may come to read it: as it is, its encodings undone, its parts."""
    if depth:
        for block in BASE64.findall(raw):
            letters = b"".join(block.split()).rstrip(b"=")
            yield from texts_of(base64.b64decode(letters[: len(letters) // 4 * 4]), depth - 1)
    # an escape of quoted-printable looks like a card: =3D, =AC
    yield _flat(ESCAPE.sub(" ", raw.decode("utf-8", "replace")))
    if re.match(rb"[!-9;-~]+:", raw):
        yield from map(_flat, _parts(email.message_from_bytes(raw)))
    elif b"=" in raw:
        yield _flat(quopri.decodestring(raw).decode("utf-8", "replace"))


def _parts(message: Message) -> Iterator[str]:
    for part in message.walk():
        yield "\n".join(f"{name}: {_words(str(value))}" for name, value in part.items())
        if not part.is_multipart():
            payload = part.get_payload(decode=True)
            text = payload.decode("utf-8", "replace") if isinstance(payload, bytes) else str(part.get_payload())
            yield text
            if ESCAPE.search(text):
                yield quopri.decodestring(text.encode("utf-8", "replace")).decode("utf-8", "replace")


def _words(value: str) -> str:
    try:
        pieces = decode_header(value)
    except (ValueError, email.errors.HeaderParseError):
        return value
    return "".join(
        piece.decode(charset or "ascii", "replace") if isinstance(piece, bytes) else piece for piece, charset in pieces
    )


def _flat(text: str) -> str:
    """Return a text without tags and escapes: what a browser would show, and what its links say."""
    shown = unquote(unescape(text)).replace("\ufe0e", "").replace("\ufe0f", "").replace("\u00a0", " ")
    return f"{shown}\n{TAG.sub('', shown)}"


def cards_in(text: str) -> set[str]:
    """Return every card that a text names: `QS`, `Q♠`, `queen of spades`, each of a line `♠ A K 10`, each of a dump;
    and every tile: `6-4`, `[4|6]`."""
    found = {*CODE.findall(text), *REPR.findall(text)}
    found |= {(rank, SUITS[suit]) for rank, suit in SYMBOL.findall(text)}
    found |= {(RANKS[rank.lower()], suit[0].upper()) for rank, suit in NAME.findall(text)}
    found |= {(rank, SUITS[row[1]]) for row in ROW.finditer(text) for rank in re.split(r"[\s,]+", row[2]) if rank}
    said = ((suit, word) for suit, words in COUNTED.findall(text) for word in words.split())
    found |= {(RANKS[word.strip(",")], suit[0].upper()) for suit, word in said}
    tiles = {"-".join(sorted(halves, reverse=True)) for halves in TILE.findall(text)}
    return {rank.replace("10", "T") + suit for rank, suit in found} | set(JOKER.findall(text)) | tiles
