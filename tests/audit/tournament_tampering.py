"""Records of tournaments with one thing changed, drawn from one seed, and where a verifier must say so. Knows the
format of a record, and nothing of how one is verified.

Some changes show from the record alone (`heads` is empty), others to whoever knows heads from letters.
"""

import json
from collections.abc import Callable
from hashlib import sha256
from random import Random
from typing import Any

from tests.audit.tampering import Change, one_of, other_digit, written
from tests.audit.tournament_records import Recorded

FOLLOWS = ("stage", "standings", "end")
"""Lines that come right after what they follow from."""
OUTCOMES = ("result", "ruling")
Fields = dict[str, Any]


class Told:
    """A record to be tampered with; lines are counted from 0 here."""

    def __init__(self, record: Recorded) -> None:
        self.lines = record.lines
        self.fields: tuple[Fields, ...] = tuple(json.loads(line) for line in record.lines)
        self.drawn = next((place for place, fields in enumerate(self.fields) if fields["e"] == "draw"))

    def places(self, *kinds: str) -> list[int]:
        return [place for place, fields in enumerate(self.fields) if fields["e"] in kinds]

    def put(self, place: int, **changes: Any) -> tuple[str, ...]:
        return self.instead(place, written({**self.fields[place], **changes}))

    def instead(self, place: int, *lines: str) -> tuple[str, ...]:
        return (*self.lines[:place], *lines, *self.lines[place + 1 :])

    def heads(self) -> list[str]:
        head, found = "0" * 64, []
        for line in self.lines:
            head = sha256(f"{head}\n{line}\n".encode("ascii")).hexdigest()
            found.append(head)
        return found


Way = Callable[[Random, Told], Change | None]
"""A way of tampering; None if the record gives no opportunity for it."""


def at(place: int, lines: tuple[str, ...]) -> Change:
    """Return a change that shows at the line itself; places are counted from 0."""
    return Change(lines, place + 1, place + 1)


def _swap_two(names: list[Any], random: Random) -> list[Any]:
    one, other = random.sample(range(len(names)), 2)
    found = list(names)
    found[one], found[other] = found[other], found[one]
    return found


# what shows from the record alone


def added_result(random: Random, told: Told) -> Change | None:
    """Add another result to a match that has one."""
    place = one_of(random, told.places("result"))
    if place is None:
        return None
    where = random.randrange(place + 1, len(told.lines) + 1)
    said = told.fields[place]
    again = any(one.get("match") == said["match"] for one in told.fields[place + 1 : where])
    if again or any(one["e"] in FOLLOWS for one in told.fields[where : where + 1]):
        return None
    lines = (*told.lines[:where], written({**said, "head": "ab" * 32}), *told.lines[where:])
    return Change(lines, where + 1, where + 1)


def roster(random: Random, told: Told) -> Change | None:
    """Change the roster, or the seeding, of the close: the order of the draw shows that."""
    place = told.places("closed")[0]
    said = told.fields[place]
    teams = [dict(one) for one in said["teams"]]
    way = random.randrange(4)
    if way == 0:
        return at(place, told.put(place, teams=_swap_two(teams, random)))
    if way == 1:
        return at(place, told.put(place, teams=teams[1:]))
    if way == 2:
        teams[0]["players"] = teams[0]["players"][::-1]
        return at(told.drawn, told.put(place, teams=teams))
    others = [one["name"] for one in teams if one["name"] not in said["seeded"]]
    return at(told.drawn, told.put(place, seeded=[*said["seeded"], random.choice(others)]))


def salt(random: Random, told: Told) -> Change | None:
    """Change a salt: the draw does not follow."""
    place = told.drawn - 1
    salts = [list(pair) for pair in told.fields[place]["salts"]]
    pair = random.choice(salts)
    pair[random.randrange(2)] += "." if len(max(pair)) < 64 else ""
    if salts == told.fields[place]["salts"]:
        return None
    if any(len(one) > 64 for pair in salts for one in pair):
        return None
    return at(told.drawn, told.put(place, salts=salts))


def salts_of_too_few(random: Random, told: Told) -> Change | None:
    return at(told.drawn - 1, told.put(told.drawn - 1, salts=told.fields[told.drawn - 1]["salts"][1:]))


def order(random: Random, told: Told) -> Change | None:
    """Swap places or lots of the draw."""
    key = random.choice(("order", "lots"))
    return at(told.drawn, told.put(told.drawn, **{key: _swap_two(told.fields[told.drawn][key], random)}))


def seed(random: Random, told: Told) -> Change | None:
    """Change the seed of the draw."""
    place = told.drawn
    return at(place, told.put(place, seed=other_digit(random, told.fields[place]["seed"])))


def root(random: Random, told: Told) -> Change | None:
    """Change the root, or the seed of a tournament that is called off."""
    place = one_of(random, told.places("end", "cancelled"))
    if place is None:
        return None
    key = random.choice(sorted({"seed", "root"} & told.fields[place].keys()))
    return at(place, told.put(place, **{key: other_digit(random, told.fields[place][key])}))


def commitment(random: Random, told: Told) -> Change | None:
    """Change a commitment: its seed shows that."""
    ends = told.places("end", "cancelled")
    key = random.choice(("commit", "root") if ends else ("commit",))
    line = told.drawn if key == "commit" else ends[0]
    return at(line, told.put(1, **{key: other_digit(random, told.fields[1][key])}))


def number_of_the_tournament(random: Random, told: Told) -> Change | None:
    """Put the same draw into another tournament: no commitment fits."""
    return at(told.drawn, told.put(0, tournament="1000"))


def seats(random: Random, told: Told) -> Change | None:
    """Swap the seats of two players of a match."""
    place = one_of(random, told.places("pairing"))
    return None if place is None else at(place, told.put(place, seats=_swap_two(told.fields[place]["seats"], random)))


def stranger_wins(random: Random, told: Told) -> Change | None:
    """Let a team win a match in which it does not play."""
    place = one_of(random, told.places(*OUTCOMES))
    if place is None:
        return None
    said = told.fields[place]
    teams = said.get("teams") or next(one["teams"] for one in told.fields if one.get("number") == said["number"])
    others = [name for name in told.fields[told.drawn]["order"] if name not in teams]
    return at(place, told.put(place, winner=random.choice(others or ["Nobody"])))


def loser_wins_by_score(random: Random, told: Told) -> Change | None:
    """Turn the score of a match round."""
    place = one_of(random, (one for one in told.places("result") if told.fields[one]["by"] in ("score", "hands")))
    return None if place is None else at(place, told.put(place, score=told.fields[place]["score"][::-1]))


def standings(random: Random, told: Told) -> Change | None:
    """Swap two teams of the standings, or leave one out."""
    place = one_of(random, (one for one in told.places("standings") if len(told.fields[one]["teams"]) > 1))
    if place is None:
        return None
    teams = told.fields[place]["teams"]
    return at(place, told.put(place, teams=_swap_two(teams, random) if random.random() < 0.7 else teams[1:]))


def who_goes_on(random: Random, told: Told) -> Change | None:
    """Change who is in a stage, or in which order."""
    place = one_of(random, (one for one in told.places("stage") if len(told.fields[one]["teams"]) > 1))
    if place is None:
        return None
    teams = told.fields[place]["teams"]
    others = [name for name in told.fields[told.drawn]["order"] if name not in teams]
    changed = [*teams[:-1], random.choice(others)] if others and random.random() < 0.5 else _swap_two(teams, random)
    return at(place, told.put(place, teams=changed))


def places(random: Random, told: Told) -> Change | None:
    """Change the winner, swap two places, or share one."""
    place = one_of(random, told.places("end"))
    if place is None:
        return None
    ranked = json.loads(json.dumps(told.fields[place]["places"]))
    one = random.choice(ranked)
    found = [names for names in one["teams"] if names]
    one["teams"] = [found[0] + found[1], *found[2:]] if random.random() < 0.3 else _swap_two(found, random)
    return at(place, told.put(place, places=ranked))


# what shows by the heads that were announced


def heard(random: Random, told: Told, place: int, lines: tuple[str, ...]) -> Change:
    """Return a change that shows only by heads: the first wrong line comes after the last head that agrees."""
    chain = told.heads()
    acts = sorted({*random.sample(range(len(chain)), min(4, len(chain))), len(chain) - 1})
    agreed = max((act + 1 for act in acts if act < place), default=0)
    return Change(lines, agreed + 1, agreed + 1, tuple(chain[act][: random.choice((16, 64))] for act in acts))


def heard_result(random: Random, told: Told) -> Change | None:
    """Change a score, or the head of a game."""
    place = one_of(random, told.places("result"))
    if place is None:
        return None
    one, two = told.fields[place]["score"]
    changed: Fields = random.choice(({"score": [one + 10, two + 10]}, {"head": "ab" * 32}))
    return heard(random, told, place, told.put(place, **changed))


def heard_name(random: Random, told: Told) -> Change | None:
    """Change the name of the tournament, or the players of an entry."""
    place = random.choice([0, *told.places("entry")])
    if place == 0:
        return heard(random, told, 0, told.put(0, name="Autumn Cup"))
    return heard(random, told, place, told.put(place, players=["Mallory", "Trent"]))


def heard_cut(random: Random, told: Told) -> Change | None:
    """Leave out the last line."""
    chain = told.heads()
    return Change(told.lines[:-1], len(told.lines), len(told.lines), (chain[-2][:16], chain[-1]))
