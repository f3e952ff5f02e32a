"""Elimination: the shape of a bracket, and who stands where in it. Knows no clock and no dice."""

from referee.tournaments.brackets.progress import BYE, Bracket, Known, absent, fallen, places, sides, walkovers
from referee.tournaments.brackets.shapes import LoserOf, Node, Seed, Source, WinnerOf, double, single

__all__ = (
    "BYE",
    "Bracket",
    "Known",
    "LoserOf",
    "Node",
    "Seed",
    "Source",
    "WinnerOf",
    "absent",
    "double",
    "fallen",
    "places",
    "sides",
    "single",
    "walkovers",
)
