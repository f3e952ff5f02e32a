"""A team in a tournament, by the names of its players. Does not know who has these names."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Team:
    """A team: its name, its captain and the captain's partner, and the division it plays in, if there are any."""

    name: str
    players: tuple[str, str]
    division: str = ""
