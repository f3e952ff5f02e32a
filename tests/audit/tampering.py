"""Records with something changed, drawn from one seed, and where a verifier must say so. Knows the format of a record,
and nothing of how one is verified.

Some changes show from the record alone (`heads` is empty): there the line is known by the order in which lines stand
and by the cards that each seat plays. The others show to whoever knows the heads that the announcements told.
"""

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.audit.records import Record
from tests.dominoes.slow_line import SET

ANY_TIME = ("concession", "withdrawal", "replace", "challenge", "end")
"""Acts that may come before or after others."""
HEX = "0123456789abcdef"
Fields = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Change:
    """Lines in place of others, and the first and last line that may be named, from 1."""

    lines: tuple[str, ...]
    first: int
    last: int
    heads: tuple[str, ...] = ()


class Told:
    """A record to be tampered with; lines are counted from 0 here."""

    def __init__(self, record: Record) -> None:
        self.lines = record.lines
        self.fields: tuple[Fields, ...] = tuple(json.loads(line) for line in record.lines)
        self.told, self.heads = record.told, record.heads
        self.sheet = record.states[0].sheet
        self.piece = "tile" if self.sheet.game == "dominoes" else "card"
        self.revealed = {(f["round"], f["attempt"]): place for place, f in enumerate(self.fields) if f["e"] == "reveal"}

    def kind(self, place: int) -> str:
        """Return the kind of a line, empty past the end."""
        return str(self.fields[place]["e"]) if place < len(self.lines) else ""

    def places(self, *kinds: str) -> list[int]:
        return [place for place in range(len(self.lines)) if self.kind(place) in kinds]

    def deal_of(self, place: int) -> int:
        """Return the deal to which a line belongs."""
        return max(one for one in self.places("deal") if one <= place)

    def known(self, place: int) -> bool:
        """Tell if the record shows the hands that were held at a line."""
        deal = self.fields[self.deal_of(place)]
        return (deal["round"], deal["attempt"]) in self.revealed

    def plays_of_deal(self, place: int) -> list[int]:
        deal = self.deal_of(place)
        return [one for one in self.places("play") if self.deal_of(one) == deal]

    def put(self, place: int, **changes: Any) -> tuple[str, ...]:
        """Return the lines with one that says something else; None takes a key away."""
        fields = {**self.fields[place], **changes}
        return self.instead(place, written({key: value for key, value in fields.items() if value is not None}))

    def instead(self, place: int, *lines: str) -> tuple[str, ...]:
        return (*self.lines[:place], *lines, *self.lines[place + 1 :])


Way = Callable[[Random, Told], Change | None]
"""A way of tampering; None if the record gives no opportunity for it."""


def written(fields: Fields) -> str:
    """Return a line as the format writes it."""
    return json.dumps(fields, sort_keys=True, separators=(",", ":"))


def at(place: int | None, told: Told, **changes: Any) -> Change | None:
    """Change what a line says, which shows at that line; places are counted from 0."""
    return None if place is None else Change(told.put(place, **changes), place + 1, place + 1)


def heard(random: Random, told: Told, place: int, lines: tuple[str, ...]) -> Change:
    """Return a change that shows only by the heads that somebody kept: the first wrong line comes after the last head
    that agrees."""
    acts = [act for act in range(len(told.told)) if random.random() < 0.7 or act == len(told.told) - 1]
    agreed = max((told.told[act] for act in acts if told.told[act] <= place), default=0)
    digits = random.choice((16, 16, 64))
    heads = dict.fromkeys(told.heads[act][:digits] for act in acts)
    return Change(lines, agreed + 1, agreed + 1, tuple(heads))


def one_of(random: Random, places: Iterable[int]) -> int | None:
    found = list(places)
    return random.choice(found) if found else None


def other_digit(random: Random, digits: str) -> str:
    """Return the same hex digits except one."""
    place = random.randrange(len(digits))
    return digits[:place] + random.choice(HEX.replace(digits[place], "")) + digits[place + 1 :]


# what shows from the record alone


def card_of_another(random: Random, told: Told) -> Change | None:
    """Play a card or tile that another seat was dealt."""
    place = one_of(random, filter(told.known, told.places("play")))
    if place is None:
        return None
    seat = told.fields[place]["seat"]
    others = [told.fields[one] for one in told.plays_of_deal(place) if told.fields[one]["seat"] != seat]
    return at(place, told, **{told.piece: random.choice(others)[told.piece]}) if others else None


def card_of_the_clock(random: Random, told: Told) -> Change | None:
    """Let the clock play another card or tile of the same seat."""
    drawn = [place for place in told.places("play") if told.fields[place]["by"] == "clock" and told.known(place)]
    place = one_of(random, drawn)
    if place is None:
        return None
    seat, piece = told.fields[place]["seat"], told.fields[place][told.piece]
    own = {told.fields[one][told.piece] for one in told.plays_of_deal(place) if told.fields[one]["seat"] == seat}
    return at(place, told, **{told.piece: random.choice(sorted(own - {piece}))}) if len(own) > 1 else None


def score(random: Random, told: Told) -> Change | None:
    """Change a score after a round, or at the end."""
    place = one_of(random, told.places("round", "end"))
    if place is None:
        return None
    one, two = told.fields[place]["score"]
    return at(place, told, score=random.choice(([one + 10, two], [one, two - 1], [two + 1, one])))


def books(random: Random, told: Told) -> Change | None:
    """Give a trick to another seat, or change the bags."""
    place = one_of(random, told.places("round"))
    if place is None:
        return None
    one, two, *rest = told.fields[place]["books"]
    if "bags" in told.fields[place] and random.random() < 0.5:
        return at(place, told, bags=[told.fields[place]["bags"][0] + 1, told.fields[place]["bags"][1]])
    return at(place, told, books=[one + 1, two - 1, *rest] if two else [one, two + 1, *rest])


def salt(random: Random, told: Told) -> Change | None:
    """Change a salt, and so the deal that it is mixed into: some card of that deal shows it."""
    for place in random.sample(told.places("salts"), len(told.places("salts"))):
        number = told.fields[place]["round"]
        deals = [one for one in told.places("deal") if told.fields[one]["round"] == number]
        plays = told.plays_of_deal(deals[-1]) if deals else []
        if len(deals) == 1 and len(plays) > 12 and told.known(deals[0]):
            salts = list(told.fields[place]["salts"])
            salts[random.randrange(4)] += "."
            # who opens a round of dominoes may show it before the first tile
            first = deals[0] if told.piece == "tile" else plays[0]
            return Change(told.put(place, salts=salts), first + 1, plays[-1] + 1)
    return None


def seed(random: Random, told: Told) -> Change | None:
    """Show a seed that does not match its commitment."""
    place = one_of(random, told.places("reveal"))
    return None if place is None else at(place, told, seed=other_digit(random, told.fields[place]["seed"]))


def commitment(random: Random, told: Told) -> Change | None:
    """Change a commitment: its seed shows that."""
    number, attempt = random.choice(sorted(told.revealed)) if told.revealed else (0, 0)
    for place in told.places("commit"):
        before = [one for one in told.places("commit") if one < place and told.fields[one]["round"] == number]
        first = 3 * len(before) + 1
        if told.fields[place]["round"] == number and first <= attempt < first + 3:
            commits = list(told.fields[place]["commits"])
            commits[attempt - first] = other_digit(random, commits[attempt - first])
            line = told.revealed[number, attempt] + 1
            return Change(told.put(place, commits=commits), line, line)
    return None


def points(random: Random, told: Told) -> Change | None:
    """Let a misplay, or a void, cost something else."""
    place = one_of(random, told.places("misplay", "void"))
    return None if place is None else at(place, told, points=told.fields[place]["points"] - 10)


def challenge(random: Random, told: Told) -> Change | None:
    """Judge a challenge the other way, or for other books."""
    place = one_of(random, (place for place in told.places("challenge") if told.known(place)))
    if place is None:
        return None
    was = told.fields[place]
    number = told.fields[told.deal_of(place)]["round"]
    if random.random() < 0.5 and was["round"] == number:
        return at(place, told, proven=not was["proven"])
    return at(place, told, books=was["books"] + 1)


def number_of_the_game(random: Random, told: Told) -> Change | None:
    """Put the same deals into another game: no commitment fits."""
    if (1, 1) not in told.revealed:
        return None
    line = told.revealed[1, 1] + 1
    return Change(told.put(0, game="1000"), line, line)


# what shows by the heads that were announced


def heard_left_out(random: Random, told: Told) -> Change | None:
    """Leave out an act on which nothing depends."""
    place = one_of(random, told.places(*ANY_TIME))
    return None if place is None else heard(random, told, place, told.instead(place))


def heard_name(random: Random, told: Told) -> Change | None:
    """Change a name."""
    place = one_of(random, told.places("start", "replace"))
    if place is None or told.kind(place) == "start":
        return heard(random, told, 0, told.put(0, seats=["Mallory", *told.fields[0]["seats"][1:]]))
    return heard(random, told, place, told.put(place, name="Mallory"))


def heard_rules(random: Random, told: Told) -> Change | None:
    """Change the target or the limit."""
    rules = told.fields[0]["rules"]
    changes = random.choice(({"limit": 7}, {"rules": {**rules, "target": rules["target"] + 1}}))
    return heard(random, told, 0, told.put(0, **changes))


def heard_time_out(random: Random, told: Told) -> Change | None:
    """Make a player's act the clock's, or the other way round."""
    place = one_of(random, told.places("bid", "play"))
    if place is None:
        return None
    by = "player" if told.fields[place]["by"] == "clock" else "clock"
    return heard(random, told, place, told.put(place, by=by))


def heard_bid(random: Random, told: Told) -> Change | None:
    """Make another bid that the sheet allows."""
    place = one_of(random, told.places("bid"))
    if place is None:
        return None
    others = [bid for bid in told.sheet.bid_values if bid != told.fields[place]["bid"]]
    return heard(random, told, place, told.put(place, bid=random.choice(others)))


def heard_card(random: Random, told: Told) -> Change | None:
    """Play another card, where nobody else can know better: in a round that is not revealed, if there is one."""
    plays = told.places("play")
    place = one_of(random, [one for one in plays if not told.known(one)] or plays)
    if place is None:
        return None
    others = [str(card) for card in told.sheet.deck if str(card) != told.fields[place]["card"]]
    return heard(random, told, place, told.put(place, card=random.choice(others)))


def heard_seat(random: Random, told: Told) -> Change | None:
    """Say that another seat conceded, challenged, withdrew, or changed hands."""
    place = one_of(random, told.places("concession", "withdrawal", "replace", "challenge"))
    if place is None:
        return None
    return heard(random, told, place, told.put(place, seat=told.fields[place]["seat"] % 4 + 1))


def heard_commitment(random: Random, told: Told) -> Change | None:
    """Change a commitment whose seed is not revealed."""
    place = told.places("commit")[-1]
    commits = [other_digit(random, one) for one in told.fields[place]["commits"]]
    return heard(random, told, place, told.put(place, commits=commits))


def heard_salt(random: Random, told: Told) -> Change | None:
    """Change a salt of a round that is still to come, or of one before."""
    place = one_of(random, told.places("salts"))
    return None if place is None else heard(random, told, place, told.put(place, salts=["", "", "", "late"]))


def heard_further(random: Random, told: Told) -> Change | None:
    """Break the record off before what was announced."""
    act = random.randrange(len(told.told) - 1)
    if told.told[act] == len(told.lines):
        return None
    return Change(
        told.lines[: told.told[act]], told.told[act] + 1, told.told[act] + 1, (told.heads[act], told.heads[-1])
    )


def head(random: Random, told: Told) -> Change | None:
    """Leave the record unchanged, and make a head wrong."""
    act = random.randrange(len(told.told))
    heads = [one[:16] for one in told.heads]
    heads[act] = other_digit(random, heads[act])
    before = told.told[act - 1] if act else 0
    return Change(told.lines, before + 1, before + 1, tuple(heads))


def heads_out_of_order(random: Random, told: Told) -> Change | None:
    """Give two right heads, the later one first."""
    if told.told[0] == told.told[-1]:
        return None
    return Change(told.lines, told.told[-1] + 1, told.told[-1] + 1, (told.heads[-1], told.heads[0][:16]))


# what may be a fault or none


def change(random: Random, lines: list[str]) -> None:
    """Take a line out, double it, move it, or change a value in it."""
    place, other = random.randrange(len(lines)), random.randrange(len(lines))
    match random.randrange(6):
        case 0:
            del lines[place]
        case 1:
            lines.insert(place, lines[place])
        case 2:
            lines.insert(other, lines.pop(place))
        case _:
            told = json.loads(lines[place])
            key = random.choice(list(told))
            lines[place] = written({**told, key: another(random, told[key])})


def another(random: Random, value: Any) -> Any:
    """Return another value of that type, at times of another type."""
    match value:
        case bool():
            return not value
        case int():
            return random.choice((value + 1, value - 1, -value, 0, str(value)))
        case str() if re.fullmatch("[2-9TJQKA][SHDC]|[BL]J", value):
            return random.choice("23456789TJQKA") + random.choice("SHDC")
        case str() if re.fullmatch("[0-6]-[0-6]", value):
            return random.choice(SET)
        case "left" | "right" | "up" | "down" | "first":
            return random.choice(("left", "right", "up", "down", "first"))
        case str() if len(value) == 64:
            return value[1:] + random.choice("0123456789abcdef")
        case str():
            return random.choice((f"{value}x", "", "clock", "player", "plan", "constructor", "\ud800", "é", None))
        case list() if value:
            place = random.randrange(len(value))
            return [*value[:place], another(random, value[place]), *value[place + 1 :]]
        case dict():
            key = random.choice(list(value))
            return {**value, key: another(random, value[key])}
    return random.choice((None, 0, "x", [], [1, 2]))
