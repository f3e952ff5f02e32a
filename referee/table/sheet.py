"""The sheet of any game: its parameters, by name, and how they are read. Holds no rules, which are the law's."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import fields, replace
from string import ascii_lowercase, ascii_uppercase
from typing import Any, ClassVar, Self

SMALL = str.maketrans(ascii_uppercase, ascii_lowercase)
LARGEST = 1_000_000
"""The largest number in a sheet, and the smallest below 0, so that scores can be stored and printed."""


class SheetError(ValueError):
    """A sheet that nobody can play by; the text says why in one sentence."""


class Sheet(ABC):
    """The parameters of one game; each game's sheet is a dataclass of its own, with these and more."""

    game: ClassVar[str]
    """The game that it is a sheet of."""
    name: str
    target: int
    redeal: str | None
    """The hand that lets its holder call a misdeal; None if none does."""

    @classmethod
    def keys(cls) -> tuple[str, ...]:
        """Return the names of all parameters, in the order in which they are explained."""
        kind: Any = cls
        return tuple(field.name for field in fields(kind) if field.name != "name")

    def parameters(self) -> dict[str, Any]:
        """Return all parameters but the name, as JSON-ready values."""
        return {key: _plain(getattr(self, key)) for key in self.keys()}

    @classmethod
    def from_table(cls, name: str, table: Mapping[str, Any], base: Self | None = None) -> Self:
        """Return a sheet from a table of parameters, over `base` if there is one. Raises SheetError."""
        keys = cls.keys()
        for key in table:
            if key not in keys:
                raise SheetError(f"a sheet has no parameter {key}; it has {', '.join(sorted(keys))}")
        if base is None and (missing := set(keys) - set(table)):
            raise SheetError(f"the sheet {name} has no {', '.join(sorted(missing))}, and no base to take it from")
        values = {key: cls.shaped(name, key, value) for key, value in table.items()}
        make: Any = cls
        known: Any = base
        sheet: Self = replace(known, name=name, **values) if base else make(name=name, **values)
        return sheet

    @staticmethod
    @abstractmethod
    def shaped(name: str, key: str, value: Any) -> Any:
        """Return a value of a parameter as sheet `name` holds it. Raises SheetError."""


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(v) for v in value]
    return dict(value) if isinstance(value, Mapping) else value


def fold_name(name: str) -> str:
    """Return a sheet's name as it is stored and compared: in lower case; names are plain ASCII."""
    return name.translate(SMALL)
