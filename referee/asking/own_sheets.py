"""The operator's own sheets, made from the configuration's `[sheets.NAME]` tables. Never changes a built-in sheet."""

import difflib
import re
from collections.abc import Iterable, Mapping
from typing import Any

from referee.asking.command_table import NOT_SHEETS, SPADES
from referee.asking.help_topics import RESERVED
from referee.asking.sheet_words import read_parameter
from referee.config import BASE, ConfigError
from referee.games import ALL_SHEETS as SHEETS
from referee.games import RULES
from referee.spades.sheets import DEFAULT_SHEET
from referee.table.sheet import fold_name

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")

Tables = Mapping[str, Mapping[str, Any]]


def own_sheets(tables: Tables) -> Mapping[str, Any]:
    """Return the sheets of these tables, by name. Raises ConfigError for the first invalid one."""
    for name in tables:
        _check_name(name)
    built: dict[str, Any] = {}
    for name in tables:
        _build(name, tables, built, ())
    return built


def _check_name(name: str) -> None:
    """Check that a name is readable in `sheet: NAME`, `join NAME`, `rules NAME` and `help NAME`."""
    if not NAME.fullmatch(name):
        raise ConfigError(
            f"sheets.{name}: a sheet's name has 1 to 40 small letters, digits and hyphens, and no hyphen at its start"
        )
    if name in SHEETS:
        raise ConfigError(f"sheets.{name}: there is a sheet of that name already; take another")
    if name in RESERVED or name in NOT_SHEETS:
        raise ConfigError(f"sheets.{name}: {name} is a word of the players' commands; take another name")


def _build(name: str, tables: Tables, built: dict[str, Any], above: tuple[str, ...]) -> Any:
    """Return the sheet `name`, built after its base; `above` are the sheets waiting for it."""
    if name in above:
        chain = " -> ".join((*above[above.index(name) :], name))
        raise ConfigError(f"sheets.{name}: its base leads back to itself ({chain}); begin with one of {_names(SHEETS)}")
    if name not in built:
        changes = {key: value for key, value in tables[name].items() if key != BASE}
        base = _base(name, tables, built, above) if BASE in tables[name] else None
        try:
            make = RULES[SPADES if base is None else base.game].sheet.from_table
            built[name] = make(name, {key: read_parameter(key, value) for key, value in changes.items()}, base)
        except ValueError as e:
            raise ConfigError(f"sheets.{name}: {e}") from None
    return built[name]


def _base(name: str, tables: Tables, built: dict[str, Any], above: tuple[str, ...]) -> Any:
    base = tables[name][BASE]
    if not isinstance(base, str):
        raise ConfigError(f'sheets.{name}.{BASE}: name one sheet, like {BASE} = "{DEFAULT_SHEET}"')
    if (known := fold_name(base)) in SHEETS:
        return SHEETS[known]
    if known in tables:
        return _build(known, tables, built, (*above, name))
    near = difflib.get_close_matches(base, (*SHEETS, *tables), 1, 0.4)
    hint = f"did you mean {near[0]}?" if near else f"use one of {_names((*SHEETS, *tables))}"
    raise ConfigError(f"sheets.{name}.{BASE}: there is no sheet {base}; {hint}")


def _names(names: Iterable[str]) -> str:
    return ", ".join(names)
