"""The end of a tournament in words: the places, and the winner's path."""

from referee.telling.formats import listed, ordinal
from referee.telling.tournaments.match_sentences import outcome_sentence
from referee.tournaments.events import Places
from referee.tournaments.tournament import Tournament

NAMED = 4
"""Of a large field only the first places are named one by one."""


def place_lines(places: Places, team: str | None) -> tuple[str, ...]:
    """`1st: The Aces`; those who share a place stand together. The reader's own place is always among them."""
    found, place = [], 1
    for teams in places.teams:
        if teams and (place <= NAMED or team in teams):
            found.append(f"{ordinal(place)}: {listed(teams)}{' (you)' if team in teams else ''}")
        place += len(teams) or 1
    return tuple(found)


def path_of(t: Tournament, places: Places) -> tuple[str, ...]:
    """The results of the winners' matches, in order; none where nobody won, or several share the first place."""
    first = places.teams[0] if places.teams else ()
    if len(first) != 1:
        return ()
    own = (t.outcomes[number] for number in sorted(t.outcomes) if first[0] in t.outcomes[number].teams)
    return tuple(outcome_sentence(one) for one in own)
