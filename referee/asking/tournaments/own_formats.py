"""The operator's own formats, made from the configuration's `[tournaments.NAME]` tables. Never changes a preset."""

import difflib
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from referee.asking.own_sheets import NAME, Tables
from referee.asking.tournaments.announcement import OWN, changed
from referee.asking.tournaments.settings import CONFIGURED, key_of, read_setting, unknown
from referee.config import BASE, ConfigError
from referee.spades.rulesheet import fold_name
from referee.tournaments.formats import Format, check
from referee.tournaments.presets import PRESETS


def own_formats(tables: Tables, sheets: Collection[str]) -> Mapping[str, Format]:
    """The formats of these tables, by name; `sheets` are those they may name. Raises ConfigError if one is bad."""
    for name in tables:
        _check_name(name)
    built: dict[str, Format] = {}
    for name in tables:
        _build(name, tables, sheets, built, ())
    return built


def _check_name(name: str) -> None:
    if not NAME.fullmatch(name):
        raise ConfigError(
            f"tournaments.{name}: a format's name has 1 to 40 small letters, digits and hyphens, and no hyphen at its "
            "start"
        )
    if name in PRESETS or name == OWN:
        raise ConfigError(f"tournaments.{name}: there is a format of that name already; take another")


def _build(
    name: str, tables: Tables, sheets: Collection[str], built: dict[str, Format], above: tuple[str, ...]
) -> Format:
    """The format `name`, built after its base; `above` are the formats waiting for it."""
    if name in above:
        chain = " -> ".join((*above[above.index(name) :], name))
        raise ConfigError(
            f"tournaments.{name}: its base leads back to itself ({chain}); begin with one of {_names(PRESETS)}"
        )
    if name not in built:
        said: dict[str, Any] = {"name": name}
        for key, value in tables[name].items():
            if key != BASE:
                said |= _setting(name, key, value)
        base = _base(name, tables, sheets, built, above)
        format = changed(base, tuple(said.items()))
        try:
            check(format, sheets)
        except ValueError as why:
            raise ConfigError(f"tournaments.{name}: {why}") from None
        built[name] = format
    return built[name]


def _setting(name: str, key: str, value: Any) -> dict[str, Any]:
    known = key_of(key)
    if known is None or known not in CONFIGURED:
        raise ConfigError(f"tournaments.{name}.{key}: {unknown(key, CONFIGURED)}")
    try:
        return read_setting(known, _text(value))
    except ValueError as why:
        raise ConfigError(f"tournaments.{name}.{key}: {why}") from None


def _text(value: Any) -> str:
    """A TOML value as people write it: true is `yes`, a list has commas."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _base(
    name: str, tables: Tables, sheets: Collection[str], built: dict[str, Format], above: tuple[str, ...]
) -> Format:
    base = tables[name].get(BASE)
    if base is None:
        return Format(name=name, stages=())
    if not isinstance(base, str):
        raise ConfigError(f'tournaments.{name}.{BASE}: name one format, like {BASE} = "{next(iter(PRESETS))}"')
    if (known := fold_name(base)) in PRESETS:
        return PRESETS[known]
    if known in tables:
        return _build(known, tables, sheets, built, (*above, name))
    near = difflib.get_close_matches(base, (*PRESETS, *tables), 1, 0.4)
    hint = f"did you mean {near[0]}?" if near else f"use one of {_names((*PRESETS, *tables))}"
    raise ConfigError(f"tournaments.{name}.{BASE}: there is no format {base}; {hint}")


def _names(names: Iterable[str]) -> str:
    return ", ".join(names)
