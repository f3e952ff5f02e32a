"""`referee site`: writes the public pages anew. Changes no game."""

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from referee.commands.app import ConfigOption
from referee.config import load_settings
from referee.desk.site.renew import Site
from referee.running import logs
from referee.running.opening import open_database, open_desk
from referee.telling.formats import written_at


def site(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where to write them.")],
    config: ConfigOption = None,
) -> None:
    """Write the pages, and print how many files changed and where to look."""
    logs.set_up("warning")
    settings = load_settings(config, mail=False)
    with closing(open_database(settings, create=False)) as store:
        desk = open_desk(settings)
        now = desk.clock()
        with written_at(now):
            written = Site(desk, folder.absolute()).write_all(store, now)
    print(f"{written} files are new or changed")
    print(f"look at {(folder.absolute() / 'index.html').as_uri()}", flush=True)
