"""The captain of a team: the player who entered it, and once another has their place the partner who stays.

Changes nothing.
"""

from referee.desk.case import Case
from referee.store import tournaments
from referee.store.entries import Entry
from referee.tournaments import events as ev


def captain_of(case: Case, entry: Entry) -> int:
    """Return the number of the person who may withdraw and protest for a team."""
    place, players = 0, ["", ""]
    for event in tournaments.events_of(case.tx, entry.tournament):
        match event:
            case ev.Closed(teams=teams):
                players = list(next((one.players for one in teams if one.name == entry.team), players))
            case ev.Substituted(team=entry.team, out=out, name=name):
                left = players.index(out)
                players[left] = name
                place = 1 - left if left == place else place
    return entry.people[place]
