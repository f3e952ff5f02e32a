"""Elimination: the shape of a bracket, and who stands where in it. Knows no clock and no dice."""

from referee.tournaments.brackets.progress import BYE, Known, absent, fallen, path, places, sides, walkovers
from referee.tournaments.brackets.shapes import LoserOf, Node, Seed, Source, WinnerOf, double, single

__all__ = (
    "BYE",
    "Known",
    "LoserOf",
    "Node",
    "Seed",
    "Source",
    "WinnerOf",
    "absent",
    "double",
    "fallen",
    "path",
    "places",
    "sides",
    "single",
    "walkovers",
)
