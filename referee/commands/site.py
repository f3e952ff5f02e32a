"""`referee site`: writes the public pages anew, and shows them on this machine if asked to. Changes no game."""

from contextlib import closing
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Annotated, Any

import typer

from referee.commands.app import ConfigOption
from referee.commands.errors import FAILED, fail, wrong_use
from referee.config import load_settings
from referee.desk.site.renew import Site
from referee.running import logs
from referee.running.opening import open_database, open_desk
from referee.telling.formats import written_at

LOOPBACK, PORT = "127.0.0.1", 8000


def site(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where to write them.")],
    port: Annotated[
        int | None, typer.Argument(min=1, max=65535, metavar="PORT", help=f"With --serve; else {PORT}.")
    ] = None,
    serve: Annotated[bool, typer.Option("--serve", help="Show them on this machine until stopped.")] = False,
    config: ConfigOption = None,
) -> None:
    """Write the pages, and print how many files changed and where to look."""
    if port is not None and not serve:
        wrong_use("a port goes with --serve: write --serve before it", "referee site")
    logs.set_up("warning")
    settings = load_settings(config, mail=False)
    with closing(open_database(settings, create=False)) as store:
        desk = open_desk(settings)
        now = desk.clock()
        with written_at(now):
            written = Site(desk, folder.absolute()).write_all(store, now)
    print(f"{written} files are new or changed")
    print(f"look at {(folder.absolute() / 'index.html').as_uri()}", flush=True)
    if serve:
        serve_folder(folder, port or PORT)


def serve_folder(folder: Path, port: int) -> None:
    """Show a folder on this machine alone, until stopped."""
    try:
        server = ThreadingHTTPServer((LOOPBACK, port), partial(_Quiet, directory=str(folder)))
    except OSError as e:
        fail(f"cannot listen on port {port}: {e.strerror}; give another one after --serve", FAILED)
    with server:
        print(f"or at http://{LOOPBACK}:{server.server_port}/ until you press Ctrl-C", flush=True)
        server.serve_forever()


class _Quiet(SimpleHTTPRequestHandler):
    """Serves files, and says nothing about each."""

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing."""
