"""What one game adds to the sums of its players and of the club, from its story. Adds nothing up itself."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from referee.site.values import Round, Story
from referee.spades.rulesheet import SEATS, team_of

PLAYER = ("rounds", "bid", "made", "set", "nils", "nils_made", "bags", "penalties", "clock")
"""The sums of a player: rounds; books bid for; rounds in which the team made its contract, or was set; nils bid and
made; bags of the team and penalties for them; acts of the clock in their place."""
CLUB = ("games", "rounds", "bid", "made", "set", "nils", "nils_made", "clock")


class Mark(NamedTuple):
    """Something that may be a record of the club: how much, in which game and round, and whose it was."""

    number: int
    game: int
    round: int
    who: str


def player_sums(story: Story, seat: int) -> Mapping[str, int]:
    """What a game adds to the sums of whoever sits there at its end."""
    sums = dict.fromkeys(PLAYER, 0)
    for one in story.scored:
        assert one.tallies is not None, "what is scored has its tallies"
        own, bid = one.tallies[team_of(seat) - 1], one.bid_of(seat)
        sums["rounds"] += 1
        sums["bid"] += 0 if bid is None else bid.bid
        sums["made"] += own.made
        sums["set"] += not own.made
        sums["nils"] += seat in own.nils
        sums["nils_made"] += seat in own.nils and seat not in own.broken
        sums["bags"] += own.over
        sums["penalties"] += own.penalty < 0
        sums["clock"] += _by_clock(one, seat)
    return sums


def club_sums(story: Story) -> Mapping[str, int]:
    """What a game adds to the sums of the club: each team's contract once, each player's nil once."""
    each = [player_sums(story, seat) for seat in SEATS]
    sums = {name: sum(one[name] for one in each) for name in CLUB if name != "games"}
    halved = {name: sums[name] // 2 for name in ("made", "set")}
    return {**sums, **halved, "games": 1, "rounds": len(story.scored)}


def marks(story: Story) -> Mapping[str, Mark]:
    """What may be a record of the club: the best round of a team, the highest score, the longest game, the most nils
    that a player made in a game."""
    found: dict[str, Mark] = {}
    for name, every in (("round", _rounds(story)), ("score", _scores(story)), ("nils", _nils(story))):
        if best := max(every, key=lambda mark: mark.number, default=None):
            found[name] = best
    if story.scored:
        whose = f"{story.team_names(1)} against {story.team_names(2)}"
        found["length"] = Mark(len(story.scored), story.game, len(story.scored), whose)
    return found


def _rounds(story: Story) -> Iterator[Mark]:
    for one in story.scored:
        for team, own in enumerate(one.tallies or (), 1):
            yield Mark(own.points, story.game, one.number, _team(one.names, team))


def _scores(story: Story) -> Iterator[Mark]:
    for one in story.scored:
        for team, score in enumerate(one.score, 1):
            yield Mark(score, story.game, one.number, _team(one.names, team))


def _nils(story: Story) -> Iterator[Mark]:
    for seat in SEATS:
        if made := player_sums(story, seat)["nils_made"]:
            yield Mark(made, story.game, len(story.scored), story.name(seat))


def _team(names: Sequence[str], team: int) -> str:
    return f"{names[team - 1]} + {names[team + 1]}"


def _by_clock(one: Round, seat: int) -> int:
    bids = sum(bid.by == "clock" for bid in one.bids if bid.seat == seat)
    return bids + sum(play.by == "clock" for play in one.plays if play.seat == seat)
