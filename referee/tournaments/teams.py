"""A team in a tournament, by names. Whose they are is not known here."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Team:
    """A team: its name, its captain and the captain's partner, and the division it plays in, if there are any."""

    name: str
    players: tuple[str, str]
    division: str = ""
