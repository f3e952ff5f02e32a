"""A second opinion on `spades-draw-v1`, plain and slow, written from its text alone. Uses nothing of the referee's."""

import hmac
import json
import unicodedata
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

Teams = list[tuple[str, str, str]]
"""The name, captain and partner of each team."""


def sha(*lines: str) -> str:
    return sha256("".join(line + "\n" for line in lines).encode("ascii")).hexdigest()


def mac(key: bytes, *lines: str) -> bytes:
    return hmac.new(key, "".join(line + "\n" for line in lines).encode("ascii"), sha256).digest()


def escaped(name: str) -> str:
    """Return a JSON string in ASCII, its escapes written by hand."""
    units = unicodedata.normalize("NFC", name).encode("utf-16-be")
    out = ""
    for unit in (int.from_bytes(units[i : i + 2], "big") for i in range(0, len(units), 2)):
        plain = 0x20 <= unit <= 0x7E and chr(unit) not in '"\\'
        out += chr(unit) if plain else "\\" + chr(unit) if unit < 0x7F and chr(unit) in '"\\' else f"\\u{unit:04x}"
    return f'"{out}"'


def in_order(teams: Teams) -> Teams:
    return sorted(teams, key=lambda team: [ord(c) for c in unicodedata.normalize("NFC", team[0])])


def closed(teams: Teams, seeded: list[str]) -> str:
    rows = [
        f'{{"name":{escaped(name)},"players":[{escaped(captain)},{escaped(partner)}]}}'
        for name, captain, partner in in_order(teams)
    ]
    return f'{{"e":"closed","seeded":[{",".join(map(escaped, seeded))}],"teams":[{",".join(rows)}]}}'


def key_of(number: int, seed: str, line: str, salts: list[list[str]]) -> bytes:
    given = [f"salt:{i + 1}:{j + 1}:{phrase}" for i, both in enumerate(salts) for j, phrase in enumerate(both)]
    commit = sha("spades-draw-commit-v1", f"tournament:{number}", f"seed:{seed}")
    lines = ["spades-draw-v1", f"tournament:{number}", f"commit:{commit}", f"roster:{sha(line)}"]
    return mac(bytes.fromhex(seed), *lines, *given, "beacon:-")


class Stream:
    """A stream of words for a label."""

    def __init__(self, key: bytes, label: str) -> None:
        self.found = self._words(key, label.encode("ascii"))

    @staticmethod
    def _words(key: bytes, label: bytes) -> Iterator[int]:
        for i in range(1_000_000):
            block = hmac.new(key, label + bytes(4) + i.to_bytes(4, "big"), sha256).digest()
            for start in range(0, 32, 4):
                a, b, c, d = block[start : start + 4]
                yield ((a * 256 + b) * 256 + c) * 256 + d

    def below(self, n: int) -> int:
        most = 2**32 // n * n
        while True:
            word = next(self.found)
            if word < most:
                return word % n

    def shuffled(self, names: list[str]) -> list[str]:
        row = list(names)
        for i in reversed(range(1, len(row))):
            j = self.below(i + 1)
            kept = row[i]
            row[i] = row[j]
            row[j] = kept
        return row


def order_of(key: bytes, line: str) -> list[str]:
    told: dict[str, Any] = json.loads(line)
    seeded: list[str] = told["seeded"]
    return seeded + Stream(key, "order\n").shuffled([t["name"] for t in told["teams"] if t["name"] not in seeded])


def alone(players: list[tuple[str, str]]) -> str:
    """Return the line `closed` of players who entered alone, each a name and a class."""
    rows = [
        f'{{"division":{escaped(group)},"name":{escaped(name)},"players":[{escaped(name)}]}}'
        for name, group in sorted(players, key=lambda one: [ord(c) for c in unicodedata.normalize("NFC", one[0])])
    ]
    return f'{{"e":"closed","seeded":[],"teams":[{",".join(rows)}]}}'


def partners_of(key: bytes, line: str, classes: tuple[str, str]) -> Teams:
    """Return the teams that are drawn of players who entered alone, by name."""
    entered = json.loads(line)["teams"]
    ones, others = ([one["players"][0] for one in entered if one["division"] == group] for group in classes)
    ones, others = Stream(key, "partners\n").shuffled(ones), Stream(key, "partners2\n").shuffled(others)
    return in_order([(ones[i] + " + " + others[i], ones[i], others[i]) for i in range(len(ones))])


def lots_of(key: bytes, line: str) -> list[str]:
    return Stream(key, "lots\n").shuffled([team["name"] for team in json.loads(line)["teams"]])


def seats_of(key: bytes, line: str, match: int, game: int, first: str, second: str) -> list[str]:
    players = {team["name"]: team["players"] for team in json.loads(line)["teams"]}
    stream = Stream(key, f"seats\nmatch:{match}\ngame:{game}\n")
    throws = [stream.below(2), stream.below(2), stream.below(2)]
    at_first = players[first] if throws[1] == 0 else [players[first][1], players[first][0]]
    at_second = players[second] if throws[2] == 0 else [players[second][1], players[second][0]]
    if throws[0] == 0:
        return [at_first[0], at_second[0], at_first[1], at_second[1]]
    return [at_second[0], at_first[0], at_second[1], at_first[1]]


def first_seed_of(root: str, number: int, match: int, game: int, attempt: int) -> str:
    lines = [f"tournament:{number}", f"match:{match}", f"game:{game}", f"attempt:{attempt}"]
    return mac(bytes.fromhex(root), "spades-first-v1", *lines).hex()
