"""`referee demo`: a game on this machine that anyone can watch, without an account or any set-up."""

import asyncio
import signal
from collections.abc import Callable, Coroutine
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from referee.commands.errors import FAILED, fail, wrong_use
from referee.games import RULES
from referee.running import logs
from referee.spades.sheets import DEFAULT_SHEET
from referee.table.sheet import LARGEST


def demo(
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help="The game: spades, or dominoes; else spades.")
    ] = None,
    sheet: Annotated[
        str | None, typer.Option(metavar="SHEET", help=f"The rule sheet; else {DEFAULT_SHEET}, or sigma-dominoes.")
    ] = None,
    target: Annotated[
        int | None,
        typer.Option(min=1, max=LARGEST, metavar="POINTS", help="Where a game ends; else as in its sheet."),
    ] = None,
    timeouts: Annotated[bool, typer.Option("--timeouts", help="One robot falls silent; two seconds a turn.")] = False,
    plans: Annotated[bool, typer.Option("--plans", help="The robots use plans and claims.")] = False,
    keep: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where database, mails and settings are kept.")
    ] = None,
    seat: Annotated[str | None, typer.Option(metavar="NAME", help="Play yourself, with any mail program.")] = None,
    tournament: Annotated[
        str | None,
        typer.Option(metavar="FORMAT", help="Hold a tournament, by pride or sigma-dominoes, say."),
    ] = None,
    teams: Annotated[
        int | None, typer.Option(min=1, metavar="NUMBER", help="How many teams enter it; else as many as suit.")
    ] = None,
) -> None:
    """Play until the game is over, or until a signal to stop; exit 0 if it is."""
    if find_spec("pymap") is None:
        fail(
            "the demo's mail servers are missing: in the project's top folder, "
            "`pip install -c requirements.lock '.[demo]'`",
            FAILED,
        )
    # not at the top: they import the servers, which are an extra
    from referee.demo.demo import DemoPlan, run_demo  # noqa: PLC0415
    from referee.demo.tournament import DemoTournament, run_tournament  # noqa: PLC0415

    logs.set_up("warning")
    if game not in (None, *RULES):
        wrong_use(f"--game: there is no game {game}; use one of {', '.join(RULES)}", "referee demo")
    if tournament is not None:
        if sheet is not None or timeouts or seat is not None:
            wrong_use("--sheet, --timeouts and --seat do not go with --tournament: leave them out", "referee demo")
        event = DemoTournament(game=game, format=tournament, teams=teams, target=target, plans=plans, keep=keep)
        raise typer.Exit(asyncio.run(_until_stopped(partial(run_tournament, event))))
    if teams is not None:
        wrong_use("--teams says how many enter a tournament: name its format, too, with --tournament", "referee demo")
    game = game or "spades"
    sheets = RULES[game].sheets
    if sheet is not None and sheet not in sheets:
        wrong_use(f"--sheet: {sheet} is no sheet of {game}; use one of {', '.join(sheets)}", "referee demo")
    plan = DemoPlan(
        game=game,
        sheet=sheet or next(iter(sheets)),
        target=target,
        timeouts=timeouts,
        plans=plans,
        keep=keep,
        person=seat,
    )
    raise typer.Exit(asyncio.run(_until_stopped(partial(run_demo, plan))))


async def _until_stopped(run: Callable[[Console, asyncio.Event], Coroutine[None, None, int]]) -> int:
    stop = asyncio.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    return await run(Console(), stop)
