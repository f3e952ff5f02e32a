"""A second opinion on `spades-deal-v1`, plain and slow, written from its text: commitments, deals, draws and heads from
the lines of a record alone. Uses nothing of the referee's own law or fairness."""

import hashlib
import hmac
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

Line = dict[str, Any]
JOKERS = {"B": "BJ", "L": "LJ"}


@dataclass(frozen=True)
class Deal:
    """One deal as anyone recomputes it: `at` is the place of its line; hands are None until its seed is revealed."""

    at: int
    round: int
    attempt: int
    prev: str
    salts: list[str]
    commit: str
    committed_at: int
    seed: str | None
    key: bytes | None
    hands: list[list[str]] | None


def sha(text: str) -> str:
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def mac(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, hashlib.sha256).digest()


def head_of(lines: Sequence[str]) -> str:
    head = "0" * 64
    for line in lines:
        head = sha(head + "\n" + line + "\n")
    return head


def deck_of(rules: Line) -> list[str]:
    """Return clubs, diamonds, hearts, spades, each from its lowest to its highest rank."""
    return [
        JOKERS.get(rank, rank + suit) for suit in ("C", "D", "H", "S") for rank in reversed(list(rules["suits"][suit]))
    ]


def commitment(game: str, number: int, attempt: int, seed: str) -> str:
    return sha(f"spades-commit-v1\ngame:{game}\nround:{number}\nattempt:{attempt}\nseed:{seed}\n")


def key_of(
    game: str, number: int, attempt: int, deck: list[str], commit: str, prev: str, salts: list[str], seed: str
) -> bytes:
    lines = ["spades-deal-v1", f"game:{game}", f"round:{number}", f"attempt:{attempt}", "deck:" + " ".join(deck)]
    lines += [f"commit:{commit}", f"prev:{prev}"]
    lines += [f"salt:{seat}:{salts[seat - 1]}" for seat in (1, 2, 3, 4)]
    lines += ["beacon:-"]
    return mac(bytes.fromhex(seed), "".join(line + "\n" for line in lines).encode("ascii"))


def words(key: bytes, label: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = mac(key, label + counter.to_bytes(8, "big"))
        for start in range(0, 32, 4):
            yield int.from_bytes(block[start : start + 4], "big")
        counter += 1


def below(stream: Iterator[int], n: int) -> int:
    while True:
        x = next(stream)
        if x < 2**32 - 2**32 % n:
            return x % n


def shuffled(key: bytes, deck: list[str]) -> list[list[str]]:
    cards, stream = list(deck), words(key, b"deck\n")
    i = len(cards) - 1
    while i >= 1:
        j = below(stream, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
        i -= 1
    return [cards[13 * (seat - 1) : 13 * seat] for seat in (1, 2, 3, 4)]


def drawn(key: bytes, number: int, attempt: int, acts: int, seat: int, options: list[str]) -> str:
    """Return the card that the clock plays after so many bids and cards of the round that stand."""
    lines = ["spades-timeout-v2", "kind:card", f"round:{number}", f"attempt:{attempt}", f"acts:{acts}"]
    lines += [f"seat:{seat}", f"options:{','.join(options)}"]
    message = "".join(line + "\n" for line in lines)
    return options[below(words(mac(key, message.encode("ascii")), b"pick\n"), len(options))]


def acts_before(lines: Sequence[str]) -> list[int]:
    """Count, for each line of a record, the bids and cards that stand before it in its deal: of a changed bid one."""
    acts: list[Line] = []
    found = []
    for line in map(json.loads, lines):
        found.append(len({act["seat"] for act in acts if act["e"] == "bid"}) + sum(act["e"] == "play" for act in acts))
        if line["e"] in ("bid", "play"):
            acts.append(line)
        elif line["e"] == "void":
            acts = [act for act in acts if act["turn"] < line["to"]]
        elif line["e"] == "deal":
            acts = []
    return found


def prev_of(acts: list[Line]) -> str:
    """Compute `prev` from a round's standing acts in order: the bids, the cards of its first twelve tricks, and the
    claim that ended it."""
    bids = {act["seat"]: act for act in acts if act["e"] == "bid"}
    text, cards = "spades-prev-v1\n", 0
    for act in acts:
        if act["e"] == "bid" and bids[act["seat"]] is act:
            text += f"bid:{act['seat']}:{'B' if act.get('blind') else ''}{act['bid']}\n"
        if act["e"] == "play":
            cards += 1
            text += f"card:{act['seat']}:{act['card']}\n" if cards <= 48 else ""
        if act["e"] == "claim":
            text += f"claim:{act['seat']}\n"
    return sha(text)


def deals(lines: Sequence[str], secret: dict[tuple[int, int], str] | None = None) -> list[Deal]:
    """Return every deal of a record, recomputed from its lines; `secret` are seeds by round and attempt that it does
    not have yet."""
    record: list[Line] = [json.loads(line) for line in lines]
    game, deck = record[0]["game"], deck_of(record[0]["rules"])
    seeds = (secret or {}) | {(one["round"], one["attempt"]): one["seed"] for one in record if one["e"] == "reveal"}
    commits: dict[int, list[tuple[str, int]]] = {}
    salts: dict[int, list[str]] = {}
    prevs: dict[int, str] = {1: "0" * 64}
    acts: list[Line] = []
    found: list[Deal] = []
    for at, line in enumerate(record):
        if line["e"] == "commit":
            commits.setdefault(line["round"], []).extend((one, at) for one in line["commits"])
        elif line["e"] == "salts":
            assert line["round"] not in salts, "salts close once"
            salts[line["round"]] = line["salts"]
        elif line["e"] in ("bid", "play", "claim"):
            acts.append(line)
        elif line["e"] == "void":
            acts = [act for act in acts if act["turn"] < line["to"]]
        elif line["e"] == "restore":
            commits.pop(found[-1].round + 1, None)
        elif line["e"] == "deal":
            number, attempt = line["round"], line["attempt"]
            prev = prevs.setdefault(number, prev_of(acts))
            acts = []
            commit, committed_at = commits[number][attempt - 1]
            seed = seeds.get((number, attempt))
            key = key_of(game, number, attempt, deck, commit, prev, salts[number], seed) if seed else None
            hands = shuffled(key, deck) if key else None
            found.append(Deal(at, number, attempt, prev, salts[number], commit, committed_at, seed, key, hands))
    return found
