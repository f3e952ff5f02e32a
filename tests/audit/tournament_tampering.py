"""Records of tournaments with one thing changed, drawn from one seed, and where a verifier must say so. Knows the
format of a record, and nothing of how one is verified.

Some changes show from the record alone (`heads` is empty), others to whoever knows heads from letters.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import Any

from tests.audit.tampering import other_digit, written
from tests.audit.tournament_records import Recorded, recorded

FOLLOWS = ("stage", "standings", "end")
"""Lines that come right after what they follow from."""
OUTCOMES = ("result", "ruling")
Fields = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Change:
    """Lines in place of others, the first and the last line (from 1) that may be named, and the heads known to the
    reader."""

    lines: tuple[str, ...]
    first: int
    last: int
    heads: tuple[str, ...] = ()


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

    def swapped(self, place: int) -> tuple[str, ...]:
        return (*self.lines[:place], self.lines[place + 1], self.lines[place], *self.lines[place + 2 :])

    def heads(self) -> list[str]:
        head, found = "0" * 64, []
        for line in self.lines:
            head = sha256(f"{head}\n{line}\n".encode("ascii")).hexdigest()
            found.append(head)
        return found


Way = Callable[[Random, Told], Change | None]
"""A way of tampering; None if the record gives no opportunity for it."""


@dataclass(frozen=True, slots=True)
class Tampered:
    """A changed record: what was done to it, and the change."""

    what: str
    change: Change


def tampered(seed: int) -> Tampered:
    """Return one tampered record; consecutive seeds go through all ways."""
    random = Random(f"tampering with tournament {seed}")
    way = WAYS[seed % len(WAYS)]
    for more in range(60):
        change = way(random, Told(recorded(seed // len(WAYS) * 7 + more)))
        if change is not None:
            return Tampered(way.__name__, change)
    raise AssertionError(f"{way.__name__} needs something that no record has")


def at(place: int, lines: tuple[str, ...]) -> Change:
    """Return a change that shows at the line itself; places are counted from 0."""
    return Change(lines, place + 1, place + 1)


def one_of(random: Random, places: Iterable[int]) -> int | None:
    found = list(places)
    return random.choice(found) if found else None


def _swap_two(names: list[Any], random: Random) -> list[Any]:
    one, other = random.sample(range(len(names)), 2)
    found = list(names)
    found[one], found[other] = found[other], found[one]
    return found


# what shows from the record alone


def left_out(random: Random, told: Told) -> Change | None:
    """Leave out a line that must follow from those before it."""
    place = one_of(random, told.places("commitments", "draw", "stage", "standings"))
    if place is None:
        return None
    return at(place, told.instead(place))


def pairing_left_out(random: Random, told: Told) -> Change | None:
    """Give a match a result, and no game: the next line about it shows that."""
    place = one_of(random, told.places("pairing"))
    if place is None:
        return None
    match, rest = told.fields[place]["match"], range(place + 1, len(told.lines))
    shows = ("result", "silence", "limit", "rating", "back")
    after = next((one for one in rest if told.fields[one].get("match") == match), None)
    if after is None or told.fields[after]["e"] not in shows:
        return None
    return Change(told.instead(place), after, after)


def result_left_out(random: Random, told: Told) -> Change | None:
    """Leave out a result: what follows from it shows that, at the latest where nothing can follow."""
    results = [one for one in told.places("result") if one + 1 < len(told.lines)]
    place = one_of(random, [one for one in results if told.fields[one + 1]["e"] in FOLLOWS])
    return None if place is None else at(place, told.instead(place))


def doubled(random: Random, told: Told) -> Change | None:
    """Write a line twice; every kind of line is equally likely."""
    once = sorted({fields["e"] for fields in told.fields} - {"ruling", "rating", "back"})
    place = random.choice(told.places(random.choice(once)))
    return Change(told.instead(place, told.lines[place], told.lines[place]), place + 2, place + 2)


def swapped(random: Random, told: Told) -> Change | None:
    """Put a line that must follow before what it follows."""
    fixed = ("commitments", "closed", "salts", "draw", "stage", "standings", "end")
    place = one_of(random, (one - 1 for one in told.places(*fixed)))
    if place is None or told.fields[place]["e"] in ("entry", "left") or told.fields[place]["e"] == "pairing":
        return None
    return at(place, told.swapped(place))


def cut_in_an_act(random: Random, told: Told) -> Change | None:
    """Break the record off before a line that must follow."""
    place = one_of(random, told.places("commitments", "draw", "stage", "standings", "end"))
    return None if place is None else at(place, told.lines[:place])


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


def late_entry(random: Random, told: Told) -> Change | None:
    """Let a team enter after the close."""
    where = random.randrange(told.drawn - 1, len(told.lines) + 1)
    team = written({"e": "entry", "name": "Late", "players": ["Zoe", "Yan"]})
    return Change((*told.lines[:where], team, *told.lines[where:]), where + 1, where + 1)


def entry_of_another(random: Random, told: Told) -> Change | None:
    """Rename a team that entered, or forget that it left: the close shows that."""
    kind = random.choice(("entry", "left"))
    left = {told.fields[one]["team"] for one in told.places("left")}
    places = [one for one in told.places(kind) if told.fields[one].get("name") not in left]
    place = one_of(random, places)
    if place is None:
        return None
    lines = told.put(place, name="Others") if kind == "entry" else told.instead(place)
    closed = told.places("closed")[0]
    return Change(lines, place + 1, closed + 1)


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


def sides(random: Random, told: Told) -> Change | None:
    """Change who stands first in a match, or who plays in it."""
    place = one_of(random, told.places("pairing", "ruling"))
    if place is None:
        return None
    teams = told.fields[place]["teams"]
    others = [name for name in told.fields[told.drawn]["order"] if name not in teams]
    changed = teams[::-1] if random.random() < 0.5 or not others else [teams[0], random.choice(others)]
    return at(place, told.put(place, teams=changed))


def attempt(random: Random, told: Told) -> Change | None:
    """Name another game of a match than its next, or than the one that is played."""
    place = one_of(random, told.places("pairing", "result"))
    return None if place is None else at(place, told.put(place, game=told.fields[place]["game"] + 1))


def game_of_another(random: Random, told: Told) -> Change | None:
    """Say that a result is another game's."""
    place = one_of(random, told.places("result"))
    if place is None:
        return None
    others = [told.fields[one]["number"] for one in told.places("pairing")]
    number = random.choice([one for one in others if one != told.fields[place]["number"]] or ["9999"])
    return at(place, told.put(place, number=number))


def game_twice(random: Random, told: Told) -> Change | None:
    """Give two matches one game."""
    places = told.places("pairing")
    if len(places) < 2:
        return None
    # the earlier place is its match's latest game until the match has another
    one, other = sorted(random.sample(places, 2))
    match = told.fields[one]["match"]
    if any(fields.get("match") == match and fields["e"] == "pairing" for fields in told.fields[one + 1 : other + 1]):
        return None
    return at(other, told.put(other, number=told.fields[one]["number"]))


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


def winner_of_a_bracket(random: Random, told: Told) -> Change | None:
    """Let the loser of a match in a bracket win it: the next line that rests on the match shows that."""
    stages = told.fields[0]["format"]["stages"]
    if len(stages) > 1 or "elimination" not in stages[0]["kind"] or not told.places("end"):
        return None
    if told.places("ruling", "back", "withdrawal", "silence"):
        return None
    place = one_of(random, (one for one in told.places("result") if told.fields[one]["by"] not in ("score", "hands")))
    if place is None:
        return None
    said = told.fields[place]
    teams = next(one["teams"] for one in told.fields if one["e"] == "pairing" and one["number"] == said["number"])
    winner = next(name for name in teams if name != said["winner"])
    again = (
        one
        for one in range(place + 1, len(told.lines))
        if told.fields[one]["e"] == "end" or not {*teams}.isdisjoint(told.fields[one].get("teams", ()))
    )
    return Change(told.put(place, winner=winner), place + 2, next(again) + 1)


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


def target(random: Random, told: Told) -> Change | None:
    """Give the first line no target, or one for each stage."""
    return at(0, told.put(0, target=random.choice((None, 0, [told.fields[0]["target"]] * 2))))


def format(random: Random, told: Told) -> Change | None:
    """Write a format that contradicts itself, or is none."""
    was = told.fields[0]["format"]
    stage = was["stages"][0]
    changes: list[Fields] = [
        {"least": 40, "most": 3},
        {"stages": []},
        {"stages": [{**stage, "kind": "coin toss"}]},
        {"stages": [{**stage, "best": 4}]},
        {"rating": "5"},
        {"rating": "3.0"},
        {"divisions": ["A"]},
        {"most": 10_000},
        {"zone": None},
        {"color": "red"},
        {"match_limit": 2**40},
    ]
    return at(0, told.put(0, format={**was, **random.choice(changes)}))


def too_few(random: Random, told: Told) -> Change | None:
    """Make the format need more teams than the close has, or take fewer than entered."""
    was, closed = told.fields[0]["format"], told.places("closed")[0]
    if was["divisions"]:
        return None
    teams = len(told.fields[closed]["teams"])
    # the teams before that have not left have a place when this one enters
    if random.random() < 0.5 and teams < was["most"]:
        return at(closed, told.put(0, format={**was, "least": teams + 1}))
    if any((stage["best"] or 2) >= teams or stage["third_place"] for stage in was["stages"]) or was["least"] >= teams:
        return None
    here = 0
    for place in told.places("entry", "left"):
        here += 1 if told.fields[place]["e"] == "entry" else -1
        if here == teams:
            return at(place, told.put(0, format={**was, "most": teams - 1}))
    return None


def withdrawn_plays(random: Random, told: Told) -> Change | None:
    """Let a team play on that had withdrawn."""
    place = one_of(random, told.places("pairing"))
    if place is None:
        return None
    team = random.choice(told.fields[place]["teams"])
    if any(one["e"] == "withdrawal" for one in told.fields):
        return None
    line = written({"by": "captain", "e": "withdrawal", "team": team})
    if told.fields[place - 1]["e"] not in ("pairing", "result"):
        return None
    lines = (*told.lines[:place], line, *told.lines[place:])
    return Change(lines, place + 2, place + 2)


def withdrawal_again(random: Random, told: Told) -> Change | None:
    """Withdraw a team again, or one that never entered, or for a silence that never was."""
    name = random.choice(told.fields[told.drawn]["order"])
    withdrawn = told.places("withdrawal")
    changed: Fields = random.choice(({"team": "Nobody", "by": "captain"}, {"team": name, "by": "silence"}))
    if withdrawn:
        changed = {"team": told.fields[withdrawn[-1]]["team"], "by": "gamesmaster"}
    where = len(told.lines)
    return Change((*told.lines, written({"e": "withdrawal", **changed})), where + 1, where + 1)


def second_thoughts(random: Random, told: Told) -> Change | None:
    """Add a line after the end, or after all was called off."""
    if not told.places("end", "cancelled"):
        return None
    team = told.fields[told.drawn]["order"][0]
    match = {"match": 1}
    more: Fields = random.choice(
        (
            {"e": "pause"},
            {"e": "resume"},
            {"e": "cancelled", "seed": told.fields[told.drawn]["seed"], "root": "ab" * 32},
            {"e": "back", "why": "reset", **match},
            {"e": "rating", "team": team, "rating": "3", **match},
            {"e": "withdrawal", "team": team, "by": "captain"},
        )
    )
    return Change((*told.lines, written(more)), len(told.lines) + 1, len(told.lines) + 1)


def impossible_act(random: Random, told: Told) -> Change | None:
    """Add what the format does not know, or nobody could do, right after the draw."""
    if told.fields[0]["format"]["name"] not in ("usag", "sigma"):
        return None
    first = next(place for place in range(told.drawn, len(told.lines)) if told.fields[place]["e"] == "stage")
    teams = told.fields[first]["teams"]
    where = first + 1
    acts: list[Fields] = [
        {"e": "rating", "team": teams[0], "match": 1, "rating": "3.5"},
        {"e": "silence", "team": teams[0], "match": 1},
        {"e": "limit", "match": 1, "round": 3},
        {"e": "resume"},
        {"e": "back", "match": 1, "why": "abort"},
        {"e": "back", "match": 1, "why": "replay"},
        {"e": "back", "match": 1, "why": "changed"},
        {"e": "back", "match": 999, "why": "reset"},
        {"e": "ruling", "match": 999, "teams": teams[:2], "winner": teams[0], "score": [1, 0]},
        {"e": "substitute", "team": teams[0], "out": "Nobody", "name": "Fay"},
        {"e": "substitute", "team": "Nobody", "out": "Ann 1", "name": "Fay"},
        {"e": "standings", "stage": 1, "round": 1, "teams": teams},
        {"e": "stage", "stage": 2, "teams": teams},
        {"e": "stage back", "stage": 1},
        {"e": "end", "places": [{"teams": [[one] for one in teams]}], "root": "ab" * 32},
        {"e": "left", "team": teams[0]},
    ]
    lines = (*told.lines[:where], written(random.choice(acts)), *told.lines[where:])
    return Change(lines, where + 1, where + 1)


def form(random: Random, told: Told) -> Change | None:
    """Write a line in another way than the format."""
    place = random.randrange(len(told.lines))
    line, fields = told.lines[place], told.fields[place]
    odd = random.choice(
        (
            line.replace(":", ": ", 1),
            line[:-1],
            "",
            line + " ",
            line.replace('"e":', '"e":"x","e":'),
            written({**fields, "time": 1}),
            written({**fields, "e": "show"}),
            json.dumps(dict(sorted(fields.items(), reverse=True)) | {"e": fields["e"]}, separators=(", ", ":")),
            written({**fields, "match": 1.5}),
            written({**fields, "division": "C\u202e"}),
        )
    )
    return at(place, told.instead(place, odd))


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


WAYS: tuple[Way, ...] = (
    left_out,
    pairing_left_out,
    result_left_out,
    doubled,
    swapped,
    cut_in_an_act,
    added_result,
    late_entry,
    entry_of_another,
    roster,
    salt,
    salts_of_too_few,
    order,
    seed,
    root,
    commitment,
    number_of_the_tournament,
    seats,
    sides,
    attempt,
    game_of_another,
    game_twice,
    stranger_wins,
    loser_wins_by_score,
    winner_of_a_bracket,
    standings,
    who_goes_on,
    places,
    target,
    format,
    too_few,
    withdrawn_plays,
    withdrawal_again,
    second_thoughts,
    impossible_act,
    form,
    heard_result,
    heard_name,
    heard_cut,
)
