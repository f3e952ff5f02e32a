"""Custom sheets drawn from one integer seed: any parameters that fit together, and changes that do not.

Tables are plain JSON, with the keys of an operator's own table.
"""

from random import Random
from typing import Any

from tests.spades.slow_scorer import Table

RANKS = "AKQJT98765432"
PLAIN_DECK = dict.fromkeys("SHDC", RANKS)


def custom_table(random: Random) -> Table:
    """Return all parameters of a playable sheet."""
    by_team = random.random() < 0.25
    act = random.choice((None, "void", "stand", "stand"))
    values = bid_values(random)
    blind = 0 if by_team or 0 not in values else random.choice((0, 0, 60, 200))
    return {
        "suits": deck(random),
        "bid_turns": team_turns(random) if by_team else random.sample(range(4), 4),
        "bid_values": values,
        "bid_change": random.random() < 0.4,
        "team_bid": team_bid(random, values, by_team=by_team),
        "nil": 0 if by_team else random.choice((0, 50, 100, 35)),
        "blind_nil": blind,
        "nil_tricks": random.choice(("contract", "bags")),
        "talk": random.choice((True, False, None)),
        "redeal": random.choice((None, "no_face_no_spade")),
        "first_leader": random.choice(("high_bid", "eldest")),
        "spade_lead": random.choice(("any", "broken")),
        "misplay_faults": misplay_faults(random, act),
        "misplay_act": act,
        "misplay_cost": {"points": random.choice((0, -50, -100)), "books": random.choice((0, 1, 2, 3))},
        "misplay_forfeit": random.choice((None, None, [2, 3], [1, 1], [3, 4])),
        "contract": contract(random),
        "over_points": random.choice((0, 1, 1, 2, -1)),
        "bag_penalty": random.choice((None, [10, -100], [5, -50], [1, -3], [7, 20])),
        "target": random.choice((60, 150, 200, 500)),
        "hand_limit": random.choice((None, 1, 2, 3, 10)),
        "set_limit": random.choice((None, None, 1, 2, 3)),
        "tie_break": random.choice(("play_on", "extra_hand")),
    }


def deck(random: Random) -> dict[str, str]:
    """Return four suits of thirteen, or both jokers among the spades and two low cards out; sometimes with the ranks in
    any order."""
    if random.random() < 0.4:
        return dict(PLAIN_DECK)
    short = random.sample("HDC", 2)
    suits = {"S": "BL" + RANKS} | {suit: RANKS[:-1] if suit in short else RANKS for suit in "HDC"}
    return {suit: "".join(random.sample(ranks, len(ranks))) for suit, ranks in suits.items()}


def bid_values(random: Random) -> list[int]:
    least = random.choice((0, 0, 0, 1, 2, 4))
    values = list(range(least, random.choice((13, 13, 7, least + 1)) + 1))
    return [value for value in values if value != 1 or random.random() < 0.5] or values


def team_turns(random: Random) -> list[int]:
    turns = [random.choice((0, 2)), random.choice((1, 3))]
    random.shuffle(turns)
    return turns


def team_bid(random: Random, values: list[int], *, by_team: bool) -> list[int]:
    """Draw bounds around a sum that can be bid, sometimes that sum alone."""
    one, other = random.choice(values), 0 if by_team else random.choice(values)
    return [max(0, one + other - random.choice((0, 3, 26))), one + other + random.choice((0, 3, 26))]


def misplay_faults(random: Random, act: str | None) -> list[str]:
    if act is None:
        return []
    return ["revoke"] if act == "stand" else random.choice((["revoke"], ["not_held"], ["revoke", "not_held"]))


def contract(random: Random) -> list[list[int]]:
    rows = [[0, random.choice((10, 5)), random.choice((0, 3)), random.choice((-10, 0, -5)), random.choice((0, -7))]]
    for least in sorted(random.sample(range(1, 15), random.choice((0, 1, 2)))):
        rows.append([least, random.choice((0, 20)), random.choice((0, 200)), random.choice((0, -20)), 0])
    return rows


CONTRADICTIONS: list[tuple[dict[str, Any], str]] = [
    ({"suits": PLAIN_DECK | {"S": "BL" + RANKS}}, "its deck has 54 cards, and four players need 52"),
    ({"bid_turns": [0, 2]}, "bid_turns must name each of the four seats once, or one seat of each team"),
    ({"bid_values": []}, "it has no bid that anyone could make"),
    ({"bid_values": [2, 2, 3]}, "a bid stands in its bid_values twice"),
    ({"misplay_faults": ["revoke", "revoke"]}, "a fault stands in its misplay_faults twice"),
    ({"bid_values": [2, 3], "bid_turns": [0, 1, 2, 3], "team_bid": [7, 26]}, "no two bids add up to between 7 and 26"),
    ({"bid_turns": [0, 3], "team_bid": [14, 20]}, "no bid is between 14 and 20"),
    ({"bid_turns": [1, 0], "team_bid": [0, 26], "nil": 50}, "one bid for a team leaves no one to bid nil"),
    (
        {"bid_turns": [0, 3], "team_bid": [0, 26], "nil": 0, "blind_nil": 100},
        "one bid for a team leaves no one to bid nil",
    ),
    (
        {"bid_turns": [0, 1, 2, 3], "bid_values": [1, 2, 3], "team_bid": [0, 26], "blind_nil": 100},
        "a blind nil is a bid of 0, which its bid_values do not hold",
    ),
    ({"misplay_faults": [], "misplay_act": "stand"}, "misplay_act must be none, as nothing is charged"),
    ({"misplay_faults": ["revoke"], "misplay_act": None}, "misplay_act must be void or stand"),
    ({"misplay_faults": ["not_held"], "misplay_act": "stand"}, "a card that is not held cannot stand"),
    ({"misplay_cost": {"points": 0, "books": -3}}, "a misplay costs points below 0 and books above 0"),
    ({"contract": [[1, 10, 0, -10, 0]]}, "its contract must begin at a team bid of 0"),
    ({"bag_penalty": [0, -50]}, "bags are counted from 1"),
    ({"hand_limit": 0}, "hand_limit counts from 1"),
    ({"set_limit": 0}, "set_limit counts from 1"),
    ({"tie_break": "sudden_death"}, "tie_break must be play_on or extra_hand"),
]
"""Changes that make any sheet unplayable, each with what is wrong with it."""
