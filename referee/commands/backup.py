"""`referee backup`: copies the database while the daemon runs. Overwrites nothing."""

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from referee.commands.app import ConfigOption
from referee.config import load_settings
from referee.running import logs
from referee.running.opening import open_database


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A new file.")], config: ConfigOption = None
) -> None:
    """Copy it as it was at one moment."""
    logs.set_up("warning")
    with closing(open_database(load_settings(config, mail=False), create=False)) as store:
        store.database.backup(file)
    print(f"copied to {file}")
