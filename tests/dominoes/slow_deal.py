"""A second opinion on `dominoes-deal-v1`, plain and slow, written from its text: commitments, deals and the clock's
moves. Uses nothing of the referee's own law or fairness."""

from collections.abc import Iterable, Sequence

from tests.dominoes.slow_line import SET, Laid
from tests.spades.slow_deal import below, mac, sha, words

NOTHING_BEFORE = "0" * 64
"""The `prev` of round 1."""


def commitment(game: str, number: int, attempt: int, seed: str) -> str:
    return sha(f"dominoes-commit-v1\ngame:{game}\nround:{number}\nattempt:{attempt}\nseed:{seed}\n")


def prev_of(acts: Iterable[str]) -> str:
    """Return the `prev` of the next round; `acts`: those that stand, as `play:2:6-6:first` and `knock:4`."""
    return sha("".join(f"{line}\n" for line in ("dominoes-prev-v1", *acts)))


def key_of(game: str, number: int, attempt: int, prev: str, salts: Sequence[str], seed: str) -> bytes:
    lines = ["dominoes-deal-v1", f"game:{game}", f"round:{number}", f"attempt:{attempt}", "set:" + " ".join(SET)]
    lines += [f"commit:{commitment(game, number, attempt, seed)}", f"prev:{prev}"]
    lines += [f"salt:{seat}:{salt}" for seat, salt in enumerate(salts, 1)]
    lines += ["beacon:-"]
    return mac(bytes.fromhex(seed), "".join(f"{line}\n" for line in lines).encode("ascii"))


def dealt(key: bytes) -> list[list[str]]:
    """Return the four hands, as dealt."""
    tiles, stream = list(SET), words(key, b"deck\n")
    for i in range(27, 0, -1):
        j = below(stream, i + 1)
        tiles[i], tiles[j] = tiles[j], tiles[i]
    return [tiles[7 * (seat - 1) : 7 * seat] for seat in (1, 2, 3, 4)]


def drawn(key: bytes, number: int, attempt: int, acts: int, seat: int, options: Sequence[Laid]) -> Laid:
    """Return the move that the clock makes for `seat`, after so many plays and knocks that stand."""
    told = ",".join(f"{tile} {arm}" for tile, arm in options)
    lines = ["dominoes-timeout-v2", "kind:play", f"round:{number}", f"attempt:{attempt}", f"acts:{acts}"]
    lines += [f"seat:{seat}", f"options:{told}"]
    message = "".join(f"{line}\n" for line in lines)
    return options[below(words(mac(key, message.encode("ascii")), b"pick\n"), len(options))]
