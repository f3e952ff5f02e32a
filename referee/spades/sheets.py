"""The rule sheets: seven tables' figures, each as its difference from another; and the terms that the players of a game
agree on beside its sheet. Never a rule: the law and the clock read these.

rulesheet.py says what each parameter means, docs/rules.md says it in plain words.
"""

from collections.abc import Mapping
from dataclasses import replace

from referee.spades.rulesheet import Contract, Cost, Every, Limits, RuleSheet, Span
from referee.table.terms import Terms

ALL_RANKS = "AKQJT98765432"
NO_DEUCE = ALL_RANKS.replace("2", "")
JOKERS_AND_DEUCE = "BL2" + NO_DEUCE

RULE_109 = RuleSheet(
    name="109",
    suits=dict.fromkeys("SHDC", ALL_RANKS),
    bid_turns=(0, 1, 2, 3),
    bid_values=(0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13),
    bid_change=False,
    team_bid=Span(0, 26),
    nil=100,
    blind_nil=0,
    nil_tricks="contract",
    talk=False,
    redeal=None,
    first_leader="high_bid",
    spade_lead="any",
    misplay_faults=("revoke", "not_held"),
    misplay_act="void",
    misplay_cost=Cost(points=-100, books=0),
    misplay_forfeit=Limits(hand=2, game=3),
    contract=(Contract(0, 10, 0, -10, 0), Contract(10, 20, 0, -20, 0)),
    over_points=1,
    bag_penalty=Every(10, -100),
    target=500,
    hand_limit=None,
    set_limit=None,
    tie_break="play_on",
)

STANDARD = replace(
    RULE_109,
    name="standard",
    bid_values=tuple(range(14)),
    nil_tricks="bags",
    first_leader="eldest",
    spade_lead="broken",
    misplay_faults=(),
    misplay_act=None,
    misplay_cost=Cost(points=0, books=0),
    misplay_forfeit=None,
    contract=(Contract(0, 10, 0, -10, 0),),
)

FSU = replace(
    STANDARD,
    name="fsu",
    bid_turns=(0, 3),
    bid_values=tuple(range(4, 14)),
    team_bid=Span(4, 13),
    nil=0,
    nil_tricks="contract",
    talk=True,
    misplay_faults=("revoke",),
    misplay_act="stand",
    misplay_cost=Cost(points=0, books=3),
    contract=(Contract(0, 10, 0, 0, 0),),
    bag_penalty=Every(10, -50),
    target=200,
    tie_break="extra_hand",
)

USAG = replace(
    STANDARD,
    name="usag",
    suits={"S": JOKERS_AND_DEUCE, "H": NO_DEUCE, "D": ALL_RANKS, "C": NO_DEUCE},
    bid_turns=(0, 2, 1, 3),
    team_bid=Span(0, 13),
    nil=0,
    nil_tricks="contract",
    over_points=0,
    bag_penalty=None,
    target=300,
    tie_break="extra_hand",
)

PRIDE = replace(
    USAG,
    name="pride",
    suits={"S": JOKERS_AND_DEUCE, "H": ALL_RANKS, "D": NO_DEUCE, "C": NO_DEUCE},
    bid_values=tuple(range(1, 14)),
    bid_change=True,
    team_bid=Span(4, 26),
    over_points=1,
    target=250,
    hand_limit=10,
)

PRIDE_FINAL = replace(PRIDE, name="pride-final", hand_limit=None, set_limit=3)

SIGMA = replace(
    STANDARD,
    name="sigma",
    team_bid=Span(4, 26),
    nil=50,
    blind_nil=100,
    nil_tricks="contract",
    talk=None,
    redeal="no_face_no_spade",
    misplay_faults=("revoke",),
    misplay_act="void",
    misplay_cost=Cost(points=-50, books=0),
    contract=(Contract(0, 10, 0, -10, 0), Contract(13, 0, 200, -10, 0)),
    target=350,
    hand_limit=18,
    tie_break="extra_hand",
)

SHEETS: Mapping[str, RuleSheet] = {
    sheet.name: sheet for sheet in (RULE_109, FSU, PRIDE, PRIDE_FINAL, SIGMA, USAG, STANDARD)
}
"""Every sheet by its name."""


DEFAULT_SHEET = RULE_109.name
"""The sheet of a table that names none."""


def usual_terms(sheet: str) -> Terms:
    """Return the terms of a game by a sheet, unless the configuration or the start sets others. 109 keeps its rule's
    procedure, which knows no leave."""
    return Terms(leave=0 if sheet == RULE_109.name else 14)
