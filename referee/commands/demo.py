"""`referee demo`: a game on this machine that anyone can watch, without an account or any set-up."""

import asyncio
import signal
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from referee.demo.demo import Plan, run_demo
from referee.running import logs
from referee.spades.rulesheet import LARGEST
from referee.spades.sheets import DEFAULT_SHEET


def demo(
    games: Annotated[int, typer.Option(min=1, max=50, help="How many games at once.")] = 1,
    sheet: Annotated[str, typer.Option(help="The rule sheet.")] = DEFAULT_SHEET,
    target: Annotated[
        int | None, typer.Option(min=1, max=LARGEST, help="The points that end a game, in place of the sheet's.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Settles in which order the gamesmaster names the players.")] = None,
    timeouts: Annotated[
        bool, typer.Option("--timeouts", help="One robot falls silent for a round; the limit is two seconds.")
    ] = False,
    plans: Annotated[bool, typer.Option("--plans", help="The robots use plans and claims.")] = False,
    keep: Annotated[
        Path | None, typer.Option(help="Where database and mails are kept; must hold no database yet.")
    ] = None,
    seat: Annotated[
        str | None, typer.Option(help="A person of this name takes one seat, with any mail client.")
    ] = None,
) -> None:
    """Play until every game is over, or until a signal to stop; exit 0 if all are."""
    logs.set_up(quiet=True)
    plan = Plan(
        games=games, sheet=sheet, target=target, seed=seed, timeouts=timeouts, plans=plans, keep=keep, person=seat
    )
    raise typer.Exit(asyncio.run(_play(plan)))


async def _play(plan: Plan) -> int:
    stop = asyncio.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    return await run_demo(plan, Console(), stop)
