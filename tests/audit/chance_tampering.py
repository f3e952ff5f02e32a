"""Records with the chance in them changed: what both `referee verify` and the page must find. Beside them records in
which only the law is broken, which the page takes. Knows the format of a record, and nothing of how one is checked.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from typing import Any

from referee.table.sheet import Sheet
from tests.audit import tampering, tournament_tampering
from tests.audit.records import Record, record_of, text_of
from tests.audit.tampering import Change, Told, at, one_of, other_digit, written
from tests.audit.tournament_records import recorded
from tests.tournaments import slow_draw

TRIED = 40
"""The number of records to search for one that gives an opportunity."""


@dataclass(frozen=True, slots=True)
class Given:
    """A record, and the heads that are known of it; `first` to `last` are the lines that may be called wrong."""

    text: str
    heads: tuple[str, ...] = ()
    first: int = 0
    last: int = 0


def _followed(told: Told, *kinds: str) -> list[int]:
    """Return the lines of some kinds behind which hands are dealt, so that it shows whether they are there."""
    deals = told.places("deal")
    return [place for place in told.places(*kinds) if deals and place < deals[-1]]


def forced_left_out(random: Random, told: Told) -> Change | None:
    """Leave out commitments, salts, a deal or its seed: the next deal, or its cards played, show that."""
    dealt = {(told.fields[one]["round"], told.fields[one]["attempt"]) for one in told.places("deal")}
    spare = {one for number, one in told.revealed.items() if number not in dealt}
    place = one_of(random, set(_followed(told, "commit", "salts", "deal", "reveal")) - spare)
    return None if place is None else Change(told.instead(place), place + 1, len(told.lines))


def seed_of_the_end(random: Random, told: Told) -> Change | None:
    """Hold back the seed of a finished game's last deal."""
    place = len(told.lines) - 1
    return None if told.kind(place) != "reveal" else Change(told.instead(place), place + 1, place + 1)


def seed_held_back(random: Random, told: Told) -> Change | None:
    """Hold back the seed of a deal, and deal hands again."""
    dealt = [told.revealed.get((told.fields[one]["round"], told.fields[one]["attempt"])) for one in told.places("deal")]
    place = one_of(random, (one for one in dealt[:-1] if one is not None))
    return None if place is None else Change(told.instead(place), place + 1, len(told.lines))


def tie(random: Random, told: Told) -> Change | None:
    """Tie a deal to something else."""
    place = one_of(random, told.places("deal"))
    return None if place is None else at(place, told, prev=other_digit(random, told.fields[place]["prev"]))


def attempt_passed_over(random: Random, told: Told) -> Change | None:
    """Deal from the next seed but one, at a redeal if there is one; the hands of that deal are secret."""
    deals = told.places("deal")
    again = [one for one in deals if told.fields[one]["attempt"] > 1]
    place = random.choice(again or deals)
    lines = told.put(place, attempt=told.fields[place]["attempt"] + 1, reason="misdeal")
    return Change(lines[: place + 1], place + 1, place + 1)


def committed_twice(random: Random, told: Told) -> Change | None:
    """Fix the seeds of a round again, before the fixed ones are used up."""
    place = one_of(random, told.places("commit"))
    return None if place is None else Change(told.instead(place, *[told.lines[place]] * 2), place + 2, place + 2)


def committed_late(random: Random, told: Told) -> Change | None:
    """Fix the seeds of the next round only once this one is dealt."""
    return _behind(random, told, "commit", "deal")


def salted_early(random: Random, told: Told) -> Change | None:
    """Tell the salts of a round before its seeds are fixed."""
    place = one_of(random, told.places("salts"))
    if place is None:
        return None
    number = told.fields[place]["round"]
    first = next(one for one in told.places("commit") if told.fields[one]["round"] == number)
    rest = (*told.lines[:place], *told.lines[place + 1 :])
    return Change((*rest[:first], told.lines[place], *rest[first:]), first + 1, first + 1)


def salted_twice(random: Random, told: Told) -> Change | None:
    """Tell the salts of a round again."""
    place = one_of(random, told.places("salts"))
    return None if place is None else Change(told.instead(place, *[told.lines[place]] * 2), place + 2, place + 2)


def salted_late(random: Random, told: Told) -> Change | None:
    """Tell the salts of a round only once it is dealt."""
    return _behind(random, told, "salts", "deal")


def _behind(random: Random, told: Told, kind: str, other: str) -> Change | None:
    """Put a line behind one of another kind that must follow it."""
    pairs = [
        (place, later)
        for place in told.places(kind)
        for later in told.places(other)
        if later > place and all(told.kind(one) in ("commit", "salts") for one in range(place + 1, later))
    ]
    if not pairs:
        return None
    place, later = random.choice(pairs)
    moved = (*told.lines[:place], *told.lines[place + 1 : later + 1], told.lines[place], *told.lines[later + 1 :])
    return Change(moved, place + 1, later + 1)


def seed_shown_early(random: Random, told: Told) -> Change | None:
    """Show a seed before the salts of its round."""
    place = one_of(random, told.places("reveal"))
    if place is None:
        return None
    rest = (*told.lines[:place], *told.lines[place + 1 :])
    return Change((rest[0], rest[1], told.lines[place], *rest[2:]), 3, 3)


def seed_shown_twice(random: Random, told: Told) -> Change | None:
    """Show a seed again."""
    place = one_of(random, told.places("reveal"))
    return None if place is None else Change(told.instead(place, *[told.lines[place]] * 2), place + 2, place + 2)


def card_twice(random: Random, told: Told) -> Change | None:
    """Play a card or tile that its player had played before, in a deal that is shown or not."""
    place = one_of(random, (one for one in told.places("play") if len(told.plays_of_deal(one)) > 4))
    if place is None:
        return None
    plays = told.plays_of_deal(place)
    later = next((one for one in plays if one > place and told.fields[one]["seat"] == told.fields[place]["seat"]), None)
    between = range(place, later or place)
    if later is None or any(told.kind(one) == "void" for one in between):
        return None
    return at(later, told, **{told.piece: told.fields[place][told.piece]})


def place_of_the_clock(random: Random, told: Told) -> Change | None:
    """Let the clock lay its tile at another end."""
    place = one_of(
        random, [one for one in told.places("play") if told.fields[one]["by"] == "clock" and told.known(one)]
    )
    if place is None or told.fields[place]["arm"] == "first":
        return None
    others = {"left", "right", "up", "down"} - {told.fields[place]["arm"]}
    return at(place, told, arm=random.choice(sorted(others)))


def knock_left_out(random: Random, told: Told) -> Change | None:
    """Leave out a knock: the next round is tied to it."""
    deals = told.places("deal")
    later = [
        place
        for place in told.places("knock")
        if told.fields[deals[-1]]["round"] > told.fields[told.deal_of(place)]["round"]
    ]
    place = one_of(random, later)
    return None if place is None else Change(told.instead(place), place + 1, len(told.lines))


def seats_of_a_later_game(random: Random, told: tournament_tampering.Told) -> Change | None:
    """Give a game the seats that would be drawn for the next game of its match."""
    fixed = {name: told.fields[told.places(name)[0]] for name in ("announced", "closed", "salts", "draw")}
    line, number = written(fixed["closed"]), int(fixed["announced"]["tournament"])
    key = slow_draw.key_of(number, fixed["draw"]["seed"], line, fixed["salts"]["salts"])
    place = next((one for one in told.places("pairing") if told.fields[one]["game"] == 1), None)
    if place is None or any(one < place for one in told.places("substitute")):
        return None
    pairing = told.fields[place]
    seats = slow_draw.seats_of(key, line, pairing["match"], 2, *pairing["teams"])
    lines = told.put(place, game=2, seats=seats)
    return Change(lines[: place + 1], place + 1, place + 1)


def _twice(told: tournament_tampering.Told, kind: str) -> Change | None:
    places = told.places(kind)
    return (
        tournament_tampering.at(places[0] + 1, told.instead(places[0], *[told.lines[places[0]]] * 2))
        if places
        else None
    )


def fixed_twice(_: Random, told: tournament_tampering.Told) -> Change | None:
    """Fix seed and root again."""
    return _twice(told, "commitments")


def closed_twice(_: Random, told: tournament_tampering.Told) -> Change | None:
    """Close entries again."""
    return _twice(told, "closed")


def teams_salted_twice(_: Random, told: tournament_tampering.Told) -> Change | None:
    """Tell the salts again."""
    return _twice(told, "salts")


def drawn_twice(_: Random, told: tournament_tampering.Told) -> Change | None:
    """Draw again."""
    return _twice(told, "draw")


OF_GAMES: tuple[tampering.Way, ...] = (
    forced_left_out,
    seed_of_the_end,
    seed_held_back,
    tie,
    attempt_passed_over,
    committed_twice,
    committed_late,
    salted_early,
    salted_twice,
    salted_late,
    seed_shown_early,
    seed_shown_twice,
    card_twice,
    tampering.card_of_another,
    tampering.card_of_the_clock,
    tampering.salt,
    tampering.seed,
    tampering.commitment,
    tampering.number_of_the_game,
    tampering.heard_left_out,
    tampering.heard_name,
    tampering.heard_rules,
    tampering.heard_time_out,
    tampering.heard_bid,
    tampering.heard_card,
    tampering.heard_seat,
    tampering.heard_commitment,
    tampering.heard_salt,
    tampering.heard_further,
    tampering.head,
    tampering.heads_out_of_order,
)
"""The changes of a game's record that both verifiers find, from the record or from known heads."""
OF_DOMINOES: tuple[tampering.Way, ...] = (
    *(way for way in OF_GAMES if way not in (tampering.heard_bid, tampering.heard_card)),
    place_of_the_clock,
    knock_left_out,
)
"""The same for the record of a game of dominoes."""
OF_TOURNAMENTS: tuple[tournament_tampering.Way, ...] = (
    tournament_tampering.salt,
    tournament_tampering.salts_of_too_few,
    tournament_tampering.order,
    tournament_tampering.seed,
    tournament_tampering.root,
    tournament_tampering.commitment,
    tournament_tampering.number_of_the_tournament,
    tournament_tampering.seats,
    seats_of_a_later_game,
    fixed_twice,
    closed_twice,
    teams_salted_twice,
    drawn_twice,
    tournament_tampering.heard_result,
    tournament_tampering.heard_name,
    tournament_tampering.heard_cut,
)
"""The same for the record of a tournament."""


def eldest(random: Random, told: Told) -> Change | None:
    """Make another seat eldest."""
    place = one_of(random, told.places("deal"))
    return None if place is None else at(place, told, eldest=told.fields[place]["eldest"] % 4 + 1)


def opener(random: Random, told: Told) -> Change | None:
    """Let another seat open."""
    place = one_of(random, filter(told.known, told.places("deal")))
    return None if place is None else at(place, told, opener=told.fields[place]["opener"] % 4 + 1)


def count(random: Random, told: Told) -> Change | None:
    """Count the open ends wrong by five."""
    place = one_of(random, told.places("play"))
    return None if place is None else at(place, told, count=told.fields[place]["count"] + 5)


def knock(random: Random, told: Told) -> Change | None:
    """Let somebody knock in place of the last tile, although they hold it."""
    deal = told.places("deal")[-1]
    place = max(told.plays_of_deal(deal), default=None)
    if place is None or place < deal or not told.known(place):
        return None
    said = told.fields[place]
    line = written({"e": "knock", "turn": said["turn"], "seat": said["seat"], "by": "rule"})
    return Change(told.instead(place, line), place + 1, place + 1)


THE_LAW: tuple[tampering.Way, ...] = (
    tampering.score,
    tampering.books,
    tampering.points,
    tampering.challenge,
    eldest,
)
"""The changes that `referee verify` alone finds: scores, books, sandbags, points, challenges, who begins."""
THE_LAW_OF_DOMINOES: tuple[tampering.Way, ...] = (tampering.score, opener, count, knock)
"""The same of dominoes: scores, who opens, counts, knocks."""
THE_LAW_OF_TOURNAMENTS: tuple[tournament_tampering.Way, ...] = (
    tournament_tampering.added_result,
    tournament_tampering.stranger_wins,
    tournament_tampering.loser_wins_by_score,
    tournament_tampering.standings,
    tournament_tampering.who_goes_on,
    tournament_tampering.places,
)
"""The same of tournaments: results, standings, places."""


def tampered(
    way: tampering.Way, sheets: Iterable[Sheet], count: int, record: Callable[[Any, int], Record] = record_of
) -> list[Given]:
    """Return some games tampered with in one way, on any sheet that allows it."""
    every = tuple(sheets)
    tried = ((every[seed % len(every)], seed) for seed in range(TRIED * count))
    changes = (way(Random(f"{way.__name__} {seed}"), Told(record(sheet, seed))) for sheet, seed in tried)
    return _first(changes, count)


def tampered_tournaments(way: tournament_tampering.Way, count: int) -> list[Given]:
    """Return some tournaments tampered with in one way."""
    tried = range(TRIED * count)
    changes = (
        way(Random(f"{way.__name__} {seed}"), tournament_tampering.Told(recorded(seed)))
        for seed in tried
        if any('"e":"draw"' in line for line in recorded(seed).lines)
    )
    return _first(changes, count)


def _first(changes: Iterable[Change | None], count: int) -> list[Given]:
    found: list[Given] = []
    for change in changes:
        if change is not None:
            found.append(Given(text_of(change.lines), change.heads, change.first, change.last))
        if len(found) == count:
            return found
    raise AssertionError("it needs something that no record has")
