"""`referee log`: the events of one game, in order. Only looks; shows hidden cards only on request."""

import json
from collections.abc import Iterator
from contextlib import closing
from typing import Annotated, Any

import typer
from rich.console import Console
from sqlalchemy import Connection

from referee.commands.app import ConfigOption, JsonOption
from referee.commands.errors import UnknownGame
from referee.config import load_settings
from referee.games import RULES
from referee.running import logs
from referee.running.opening import open_database
from referee.store import event_log, games
from referee.table.events import Private, secrets_of


def log(
    game: Annotated[int, typer.Argument(metavar="GAME", help="The game's number.")],
    config: ConfigOption = None,
    as_json: JsonOption = False,
    secret: Annotated[bool, typer.Option("--secret", help="With hands and seeds: not for anyone who plays.")] = False,
) -> None:
    """Print one event a line."""
    logs.set_up("warning")
    with closing(open_database(load_settings(config, mail=False), create=False)) as store, store.reading() as tx:
        lines = log_lines(tx, game, secret=secret)
        if as_json:
            for line in lines:
                print(json.dumps(line))
        else:
            show_log(Console(), lines)


def log_lines(tx: Connection, game: int, *, secret: bool) -> Iterator[dict[str, Any]]:
    """Yield a game's events as JSON-ready values; without cards, seeds and plans unless `secret`. Raises
    UnknownGame."""
    row = games.find(tx, game)
    if row is None:
        raise UnknownGame(game)
    for event in event_log.story(tx, game):
        if isinstance(event, Private) and not secret:
            continue
        data = RULES[row.game].codec.to_json(event)
        if not secret:
            data = {key: value for key, value in data.items() if key not in secrets_of(type(event))}
        yield data


def show_log(console: Console, lines: Iterator[dict[str, Any]]) -> None:
    """Print one event a line, its kind first."""
    for data in lines:
        rest = "  ".join(f"{key}={json.dumps(value)}" for key, value in data.items() if key not in ("v", "e", "sheet"))
        console.print(f"{data['e']:<20} {rest}", highlight=False, markup=False, soft_wrap=True)
