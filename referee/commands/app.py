"""The program `referee`: its commands, each in the file of its name, the options that several have, and how they end.

Starts nothing itself, and imports only the command that is called: `referee --help` needs none of them.
"""

import os
import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

from referee import __version__, streams
from referee.commands.errors import PROGRAM, ends

ABOUT = "A referee for Spades and dominoes, played by e-mail."
COMMANDS = {
    "demo": "Play a game by mail on this machine, with robots. Mail servers and the daemon run inside it.",
    "init": "Write referee.toml, and make or migrate the database. Asks for what no option gives.",
    "run": "Be the referee: read the mailbox, rule, send. Runs until stopped, and makes the database if there is none. "
    "On PostgreSQL, stands by while another daemon works.",
    "handle": "Handle message files as if they had just arrived. Beside a daemon, store them for it. Exit with 0 once "
    "stored, with 75 if that failed and should be tried again.",
    "status": "Show games, turns, deadlines, what waits and what failed. Exit with 0 only if a daemon runs and reads "
    "the mailbox.",
    "site": "Write the public pages of all games and tournaments.",
    "tournament": "Show a tournament's standings, bracket and schedule.",
    "log": "Show the events of a game, without hands, seeds and plans.",
    "backup": "Copy the database to a file while the daemon runs.",
    "copy-database": "Carry a club to an empty database. From a file to a server or back; every row is compared. Stop "
    "the daemon first.",
    "prune": "Free the text of old mail, as the daemon does daily. Without a daemon, make the database smaller, too.",
    "check": "Try all that `run` needs, and say what to do if it fails. Exit with 0 only if all of it works. Stop the "
    "daemon first.",
    "verify": "Check the record of a game or tournament by itself. Exit with 1 at the first line that is wrong.",
}
"""The help of each command, in the order of the list, which has the first sentence. The command `NAME` is the function
`NAME` in the module of that name beside this one, with `_` for `-`."""
ConfigOption = Annotated[
    Path | None,
    typer.Option("--config", metavar="FILE", help="Settings; else $REFEREE_CONFIG or ./referee.toml."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="For programs: docs/json.md lists the keys.")]

PLAIN: dict[str, Any] = {
    "pretty_exceptions_enable": False,
    "rich_markup_mode": None,
    "context_settings": {"help_option_names": ["-h", "--help"]},
}


class Worded(TyperCommand):
    """A command whose help says what to type in our words alone, without typer's types, ranges and defaults."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return what follows the command's name in `Usage:`, `GAME` and not `{GAME}`: typer's hook."""
        return [re.sub("[{}]", "", piece) for piece in super().collect_usage_pieces(ctx)]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write arguments and options with their help: typer's hook."""
        for title, kind in (("Arguments", TyperArgument), ("Options", TyperOption)):
            listed: list[Any] = [one for one in self.get_params(ctx) if isinstance(one, kind)]
            rows = [(one.metavar if kind is TyperArgument else one.get_help_record(ctx)[0], one.help) for one in listed]
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)


class Lazy(TyperGroup):
    """The group of commands: knows the line of `--help` for each, and imports only the command that is called."""

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """Find the command named first in `args`, and what follows it: typer's hook."""
        name, listed, rest = super().resolve_command(ctx, args)
        return name, command(str(name)) if listed else None, rest


def command(name: str) -> Any:
    """Return one command of COMMANDS with all its options, as typer runs it."""
    alone = typer.Typer(add_completion=False, **PLAIN)
    called = name.replace("-", "_")
    alone.command(name, cls=Worded, help=COMMANDS[name])(getattr(import_module(f"referee.commands.{called}"), called))
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
    """Take the options that come before any command."""


def _listed() -> None:
    """Stand in the list for a command that is not imported."""


for _name, _help in COMMANDS.items():
    # give the first sentence: typer would cut it off
    app.command(_name, help=_help, short_help=_help.partition(". ")[0].rstrip("."))(_listed)


def main() -> None:
    """Run the command that was typed, and end the process: 0 done, 1 failed, 2 wrong use."""
    # our files hold hands, mails or passwords
    os.umask(0o077)
    streams.open_closed()
    streams.lose_at_exit()
    if not sys.argv[1:]:
        app(["--help"], prog_name=PROGRAM, standalone_mode=False)
        raise SystemExit(2)
    with ends():
        code = app(prog_name=PROGRAM, standalone_mode=False)
        streams.write_out()
        raise SystemExit(code if isinstance(code, int) else 0)
