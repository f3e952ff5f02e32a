"""Every fault run by its name. Knows nothing of what they do."""

from collections.abc import Mapping
from importlib import import_module
from typing import Protocol

NAMES: tuple[str, ...] = (
    "kill",
    "tournaments",
    "disk",
    "corpus",
    "imap",
    "smtp",
    "hangs",
    "many",
    "twins",
    "orders",
    "unheard",
)
"""The modules of this folder that hold a `run`, in the order in which they are run."""

Figures = Mapping[str, object]
"""The counts of a run, by their names, for the reader."""


class Run(Protocol):
    """One fault run. Raises AssertionError as soon as something is lost, doubled or leaked."""

    def __call__(self, *, long: bool) -> Figures:
        """Run; `long`: the full run, of minutes; else a few seconds of the same."""


def find(name: str) -> Run:
    """Return the run of that name."""
    run: Run = import_module(f"tests.faults.{name}").run
    return run
