"""Every fault run by its name. Knows nothing of what they do."""

from collections.abc import Mapping
from importlib import import_module
from typing import Protocol

NAMES: tuple[str, ...] = (
    "kill",
    "kill_at_random",
    "chains",
    "tournaments",
    "disk",
    "bombs",
    "corpus",
    "loops",
    "restored",
    "imap",
    "smtp",
    "handing_in",
    "hangs",
    "flood",
    "many",
    "twins",
    "orders",
    "hostile",
)
"""The modules of this folder that hold a `run`, in the order in which they are run."""

Figures = Mapping[str, object]
"""What a run counted, and the counts, for the reader."""


class Run(Protocol):
    """One fault run. Raises AssertionError as soon as something is lost, doubled or leaked."""

    def __call__(self, *, long: bool) -> Figures:
        """`long`: the full run, of minutes; else a few seconds of the same."""


def find(name: str) -> Run:
    """The run of that name."""
    run: Run = import_module(f"tests.faults.{name}").run
    return run
