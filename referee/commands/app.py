"""The program `referee`: its commands, each in the file of its name, and how they end.

Starts nothing itself, and imports only the command that is called: `referee --help` needs none of them.
"""

import os
import sys
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from referee import __version__
from referee.commands.errors import ends

ABOUT = "A referee for 109 Spades, played by e-mail."
COMMANDS = {
    "demo": "Play a whole game, or a tournament, by mail on this machine: embedded servers, robots, and the daemon "
    "that `run` starts.",
    "init": "Write referee.toml, asking for what no flag gives, and make or migrate the database.",
    "run": "Be the referee: read the mailbox, rule, send, until stopped. Creates the database if there is none.",
    "handle": "Handle message files as if they had just arrived. 0 once stored, 75 if that failed and should be tried "
    "again.",
    "status": "Games, whose turn, deadlines, what waits, what failed; 0 only if a daemon runs and reads the mailbox.",
    "flushed": "Have Postfix hand in what it deferred, and let clocks go on that wait for it; 0 if nothing is left.",
    "site": "Write the public pages of all games and tournaments anew to a folder; --serve shows them on this machine.",
    "tournament": "A tournament's standings, bracket and schedule; --json or --csv for programs, --brackets for a web "
    "page.",
    "log": "The game's full event log; cards not yet played are left out unless --secret.",
    "backup": "Make a consistent copy of the database while the daemon runs.",
    "copy-database": "Carry a club from one database to another, such as from a file to a server, and check every row.",
    "prune": "Drop the bodies of old mail, as the daemon does daily, and make the database smaller; --dry-run only "
    "tells.",
    "check": "Try everything that `run` will need; 0 only if all of it holds.",
    "verify": "Check a game's public record from nothing but the record; exit 1 at the first line that is wrong.",
}
"""What `--help` says about each command, in the order of its list. The command `NAME` is the function `NAME` in the
module of that name beside this one, with `_` for `-`.
"""
PLAIN: dict[str, Any] = {"add_completion": False, "pretty_exceptions_enable": False, "rich_markup_mode": None}


class Lazy(TyperGroup):
    """Knows what `--help` says about each command, and imports the one that is called."""

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """typer's hook: the command named first in `args`, and what follows it."""
        name, listed, rest = super().resolve_command(ctx, args)
        return name, command(str(name)) if listed else None, rest


def command(name: str) -> Any:
    """One command of COMMANDS with all its options, as typer runs it."""
    alone = typer.Typer(**PLAIN)
    called = name.replace("-", "_")
    alone.command(name, help=COMMANDS[name])(getattr(import_module(f"referee.commands.{called}"), called))
    return typer.main.get_command(alone)


app = typer.Typer(help=ABOUT, cls=Lazy, **PLAIN)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"referee {__version__}")
        raise typer.Exit


@app.callback(help=ABOUT)
def referee(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """What comes before any command."""


def _listed() -> None:
    """A placeholder in the list for a command that is not imported."""


for _name, _help in COMMANDS.items():
    app.command(_name, help=_help)(_listed)


def main() -> None:
    """Run the command that was typed, and end the process: 0 done, 1 failed, 2 wrong use."""
    # whatever we write holds hands, mails or passwords
    os.umask(0o077)
    if not sys.argv[1:]:
        app(["--help"], prog_name="referee", standalone_mode=False)
        raise SystemExit(2)
    with ends():
        code = app(prog_name="referee", standalone_mode=False)
        raise SystemExit(code if isinstance(code, int) else 0)
