"""Events to and from JSON-ready values: one codec for every log of frozen dataclasses. Knows no event by name."""

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

Write = Callable[[Any], Any]
Read = Callable[[Any], Any]


class Values:
    """Writes and reads text, numbers, truth, tuples and dataclasses of those, and the types `more`, as each says."""

    def __init__(self, more: Mapping[type[Any], tuple[Write, Read]]) -> None:
        self._more = more

    def plain(self, value: Any) -> Any:
        """Return a value in types that JSON has."""
        if (known := self._more.get(type(value))) is not None:
            return known[0](value)
        if isinstance(value, tuple):
            return [self.plain(one) for one in value]
        if is_dataclass(value):
            return {f.name: self.plain(getattr(value, f.name)) for f in fields(value)}
        return value

    def reader(self, kind: Any) -> Read:
        """Return the function that reads a value of this type from what `plain` wrote."""
        if kind in self._more:
            return self._more[kind][1]
        if get_origin(kind) is tuple:
            read = self.reader(get_args(kind)[0])
            return lambda value: tuple(read(one) for one in value)
        if get_origin(kind) in (Union, UnionType) and NoneType in get_args(kind):
            read = self.reader(next(one for one in get_args(kind) if one is not NoneType))
            return lambda value: None if value is None else read(value)
        if kind in (int, str, bool) or get_origin(kind) is Literal:
            return lambda value: value
        if is_dataclass(kind):
            make: Any = kind
            readers = self.readers(kind)
            return lambda data: make(**{field: read(data[field]) for field, read in readers.items()})
        raise TypeError(f"events cannot hold {kind}")

    def readers(self, kind: Any) -> dict[str, Read]:
        """Return the reader of each field of a dataclass."""
        return {field: self.reader(hint) for field, hint in get_type_hints(kind).items()}


class Codec(Values):
    """Writes and reads the `kinds` of one log, by name, in one version."""

    def __init__(
        self, version: int, kinds: Mapping[str, type[Any]], more: Mapping[type[Any], tuple[Write, Read]]
    ) -> None:
        super().__init__(more)
        self.kinds = kinds
        self._version = version
        self._readers = {name: self.readers(kind) for name, kind in kinds.items()}

    def to_json(self, event: Any) -> dict[str, Any]:
        """Return the event as JSON-ready values: `v`, `e` (its kind) and its fields."""
        named = {"v": self._version, "e": type(event).__name__}
        return named | {f.name: self.plain(getattr(event, f.name)) for f in fields(event)}

    def from_json(self, data: dict[str, Any]) -> Any:
        """Read the event that `to_json` wrote. Raises ValueError for another version or an unknown kind."""
        if data.get("v") != self._version or data.get("e") not in self.kinds:
            raise ValueError(
                f"event {data.get('e')!r} of version {data.get('v')!r} is not known to this program; update it"
            )
        name = data["e"]
        return self.kinds[name](**{field: read(data[field]) for field, read in self._readers[name].items()})
