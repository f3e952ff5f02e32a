"""Sentences about the events of a round besides bids and cards, for its page and for feeds. Knows only the record's
lines.
"""

from collections.abc import Mapping
from typing import Any

from referee.site.values import Names, Story
from referee.spades.cards import JOKERS, parse_card
from referee.spades.rulesheet import SEATS, RuleSheet, team_of
from referee.telling.formats import card_text, count, times

FAULTS = {
    "revoke": "{name} named {card}, but could follow suit: the play is void.",
    "not_held": "{name} named {card}, which is not in their hand: the play is void.",
}
REDEALT = {
    "misdeal": "A misdeal was called: the round is dealt again.",
    "revealed": "The hands were public by then: the round is dealt again.",
    "restored": "The round is dealt again, since its cards may be known.",
}
ENDINGS = {
    "score": "on score",
    "sets": "on rounds set",
    "hands": "at the last round",
    "concession": "by concession",
    "forfeit": "by forfeit",
}


def misplay(said: Mapping[str, Any], names: Names) -> str:
    """Say that a card was named against the rules, and taken back."""
    card = card_text(parse_card(said["card"]))
    return FAULTS[said["fault"]].format(name=_name(names, said["seat"]), card=card) + _points(said["points"])


def void(said: Mapping[str, Any], names: Names) -> str:
    """Say that acts were taken back."""
    text = f"By a ruling, what was done since turn {said['to']} is void."
    charged = f" It counts as a misplay of {_name(names, said['charge'])}." if "charge" in said else ""
    return text + charged + _points(said["points"])


def challenge(said: Mapping[str, Any], names: Names) -> str:
    """Tell of a challenge, and what it cost."""
    who = _name(names, said["seat"])
    play = f"the play of {_name(names, said['accused'])} in book {said['book']} of round {said['round']}"
    found = "was right: that was a renege" if said["proven"] else "was wrong: that was no renege"
    costs = f" {count(said['books'], 'book')} come off the count." if said["books"] > 1 else ""
    return f"{who} challenged {play}, and {found}.{costs}"


def claim(said: Mapping[str, Any], names: Names) -> str:
    """Tell of a claim."""
    return f"{_name(names, said['seat'])} claimed all tricks that were left."


def concession(said: Mapping[str, Any], names: Names) -> str:
    """Tell of a concession posted or withdrawn."""
    done = "posted a concession" if said["e"] == "concession" else "withdrew their concession"
    return f"{_name(names, said['seat'])} {done}."


def replaced(said: Mapping[str, Any], names: Names) -> str:
    """Tell of a successor; `names` are the names before."""
    return f"{said['name']} took over seat {said['seat']} from {_name(names, said['seat'])}."


def other(said: Mapping[str, Any], names: Names) -> str:
    """Tell of an event that concerns no seat."""
    if said["e"] == "last":
        return "The match has reached its time limit: this round is the last, unless the score is level after it."
    return "The referee went back to an older state of the game: the running deal was thrown in."


def ended(team: int | None, by: str, names: Names) -> str:
    """Say in a sentence how a game ended."""
    if team is None:
        return "The game was ended without a winner."
    own = [_name(names, seat) for seat in SEATS if team_of(seat) == team]
    return f"{own[0]} + {own[1]} won {ENDINGS[by]}."


def told_end(story: Story) -> str:
    """Say in a sentence how a game ended and why."""
    end = story.end
    if end is None or end.team is None:
        return "The game was ended without a winner."
    winner, loser = story.team_names(end.team), story.team_names(3 - end.team)
    why = {
        "hands": "It was the last round: ",
        "sets": f"{loser} were set {times(story.sheet.set_limit or 0)}, which loses the game: ",
        "concession": f"{loser} conceded: ",
        "forfeit": f"{loser} forfeited: ",
    }
    return f"{why.get(end.by, '')}{winner} won."


def sheet_words(sheet: RuleSheet) -> str:
    """Describe a sheet in a few words: `both jokers, sandbags; 500 points win`."""
    parts = [
        ("both jokers", any(rank in sheet.suits["S"] for rank in JOKERS)),
        ("one bid for a team", sheet.bids_by_team),
        ("nil", bool(sheet.nil)),
        ("blind nil", bool(sheet.blind_nil)),
        ("sandbags", sheet.bag_penalty is not None),
    ]
    ends = [f"{sheet.target} points win"]
    ends += [f"{count(sheet.hand_limit, 'round')} at most"] if sheet.hand_limit else []
    ends += [f"being set {times(sheet.set_limit)} loses"] if sheet.set_limit else []
    said = ", ".join(words for words, holds in parts if holds)
    return "; ".join(filter(None, (said, ", ".join(ends))))


def _name(names: Names, seat: int) -> str:
    return names[seat - 1]


def _points(points: int) -> str:
    return f" It cost {-points} points." if points else ""
