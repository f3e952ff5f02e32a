"""The commands. Each opens what it needs, does one thing, and says in one line what to do when it cannot."""

import asyncio
import json
import os
import signal
import sys
from contextlib import closing
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from rich.console import Console
from typer.exceptions import TyperException

from referee import __version__
from referee.config import ConfigError, find_config, load_settings
from referee.running import logs
from referee.running.opening import daemon_database, open_database, open_desk
from referee.spades.sheets import DEFAULT_SHEET
from referee.store.backend import Store, StoreError, is_held

TROUBLE = (ConfigError, StoreError, OSError)
STOP = (signal.SIGTERM, signal.SIGINT)
DEBUG = "REFEREE_DEBUG"
"""In the environment: a fault of the program shows its whole trace."""
TRY_AGAIN = 75
"""EX_TEMPFAIL of sysexits(3): the mail system keeps the mail and tries again."""

app = typer.Typer(
    help="A referee for 109 Spades, played by e-mail.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
ConfigOption = Annotated[
    Path | None,
    typer.Option(
        "--config", help="The configuration; else $REFEREE_CONFIG, ./referee.toml, ~/.config/referee/, /etc/referee/."
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="For programs: the keys are listed in the documentation.")]


def _version(wanted: bool) -> None:
    if wanted:
        print(f"referee {__version__}")
        raise typer.Exit


@app.callback()
def referee(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """A referee for 109 Spades, played by e-mail."""


@app.command()
def demo(
    games: Annotated[int, typer.Option(min=1, max=50, help="How many games at once.")] = 1,
    sheet: Annotated[str, typer.Option(help="The rule sheet.")] = DEFAULT_SHEET,
    seed: Annotated[int | None, typer.Option(help="Settles in which order the gamesmaster names the players.")] = None,
    timeouts: Annotated[
        bool, typer.Option("--timeouts", help="One robot falls silent for a round; the limit is two seconds.")
    ] = False,
    keep: Annotated[
        Path | None, typer.Option(help="Where database and mails are kept; must hold no database yet.")
    ] = None,
    seat: Annotated[
        str | None, typer.Option(help="A person of this name takes one seat, with any mail client.")
    ] = None,
) -> None:
    """Play a whole game by mail on this machine: embedded servers, robots, and the daemon that `run` starts."""
    from referee.demo.demo import Plan, run_demo  # noqa: PLC0415

    logs.set_up(quiet=True)
    plan = Plan(games=games, sheet=sheet, seed=seed, timeouts=timeouts, keep=keep, person=seat)

    async def work() -> int:
        stop = asyncio.Event()
        for name in STOP:
            asyncio.get_running_loop().add_signal_handler(name, stop.set)
        return await run_demo(plan, Console(), stop)

    raise typer.Exit(asyncio.run(work()))


@app.command()
def init(
    config: ConfigOption = None,
    address: Annotated[str | None, typer.Option(help="The referee's own address.")] = None,
    name: Annotated[str | None, typer.Option(help="The name beside it.")] = None,
    gamesmaster: Annotated[
        list[str] | None, typer.Option(help="Who may start and steer games; may be repeated.")
    ] = None,
    list_: Annotated[
        str | None, typer.Option("--list", help="A mailing list that distributes the announcements.")
    ] = None,
    list_mode: Annotated[str | None, typer.Option(help="external or builtin.")] = None,
    imap_host: Annotated[str | None, typer.Option()] = None,
    imap_port: Annotated[int | None, typer.Option()] = None,
    imap_tls: Annotated[str | None, typer.Option(help="implicit, starttls or none.")] = None,
    imap_username: Annotated[str | None, typer.Option(help="Else the address.")] = None,
    imap_password: Annotated[str | None, typer.Option(help="Better: REFEREE_IMAP_PASSWORD in the environment.")] = None,
    smtp_host: Annotated[str | None, typer.Option()] = None,
    smtp_port: Annotated[int | None, typer.Option()] = None,
    smtp_tls: Annotated[str | None, typer.Option(help="implicit, starttls or none.")] = None,
    smtp_username: Annotated[str | None, typer.Option(help='Else the address; "" for no log-in.')] = None,
    smtp_password: Annotated[str | None, typer.Option(help="Else the mailbox's.")] = None,
    subaddress: Annotated[str | None, typer.Option(help='The sign of subaddresses; "" for none.')] = None,
    data_dir: Annotated[str | None, typer.Option(help="Where the referee keeps its files.")] = None,
    database: Annotated[str | None, typer.Option(help="The database's URL, if it is to lie elsewhere.")] = None,
    trusted_authserv: Annotated[
        list[str] | None, typer.Option(help="Whose Authentication-Results are believed.")
    ] = None,
) -> None:
    """Write referee.toml, asking for what no flag gives, and make or migrate the database."""
    from referee.commands.setup import NEEDED, Wanted, missing, write_config  # noqa: PLC0415

    logs.set_up(quiet=True)
    path = config or Path(os.environ.get("REFEREE_CONFIG", "referee.toml"))
    if path.exists():
        open_database(load_settings(path, mail=False)).close()
        print(f"{path} was left as it is; the database is up to date")
        return
    wanted = Wanted(
        address=address,
        name=name,
        gamesmaster=tuple(gamesmaster or ()),
        list=list_,
        list_mode=list_mode,
        imap_host=imap_host,
        imap_port=imap_port,
        imap_tls=imap_tls,
        imap_username=imap_username,
        imap_password=imap_password,
        smtp_host=smtp_host,
        smtp_port=smtp_port,
        smtp_tls=smtp_tls,
        smtp_username=smtp_username,
        smtp_password=smtp_password,
        subaddress=subaddress,
        data_dir=data_dir,
        database=database,
        trusted_authserv=tuple(trusted_authserv or ()),
    )
    for key in missing(wanted):
        wanted = wanted.told(key, _ask(key, NEEDED[key]))
    settings = write_config(wanted, path)
    open_database(settings).close()
    print(f"wrote {path} and made the database; next: referee check --config {path}")


@app.command()
def run(
    config: ConfigOption = None,
    once: Annotated[bool, typer.Option(help="Handle what is there and what is due, then stop (for cron).")] = False,
) -> None:
    """Be the referee: read the mailbox, rule, send, until stopped. Creates the database if there is none."""
    for name in STOP:
        signal.signal(name, _leave)
    from referee.running.daemon import Daemon  # noqa: PLC0415 (start-up time of the other commands)
    from referee.running.guard import now  # noqa: PLC0415
    from referee.store.trouble import leave_word  # noqa: PLC0415

    logs.set_up()
    settings = load_settings(config)
    desk = open_desk(settings)

    async def work(store: Store) -> bool:
        daemon = Daemon(desk, store)
        for name in STOP:
            asyncio.get_running_loop().add_signal_handler(name, daemon.stop)
        if once:
            return await daemon.once()
        await daemon.run()
        return True

    with daemon_database(settings) as store:
        try:
            done = asyncio.run(work(store))
        except StoreError as e:
            leave_word(store.file, str(e), now())
            raise
    raise typer.Exit(0 if done else 1)


@app.command()
def handle(
    files: Annotated[list[str] | None, typer.Argument(help="Message files in order; `-` is standard input.")] = None,
    config: ConfigOption = None,
    shunted: Annotated[bool, typer.Option("--shunted", help="Try again what could not be handled.")] = False,
) -> None:
    """Handle message files as if they had just arrived. 0 once stored, 75 if that failed and is to be tried again."""
    from referee.commands.intake import handle_again, handle_stored, read_files, store_mails  # noqa: PLC0415

    logs.set_up()
    if bool(files) == shunted:
        _wrong_use("name the message files to handle, `-` for standard input, or --shunted alone")
    if shunted:
        settings = load_settings(config, mail=False)
        with closing(open_database(settings, create=False)) as store:
            raise typer.Exit(0 if handle_again(open_desk(settings), store) else 1)
    try:
        settings = load_settings(config, mail=False)
        with closing(open_database(settings)) as store:
            numbers = store_mails(settings.auth, store, read_files(files or []))
    except Exception as e:  # whatever kept the mail from being stored, the mail system has to keep it
        _fail(_sentence(e), TRY_AGAIN)
    try:
        with closing(open_database(settings)) as store:
            handle_stored(open_desk(settings), store, numbers)
    except (ConfigError, StoreError) as e:
        _say(f"stored, and left to the daemon: {e}")


@app.command()
def status(
    game: Annotated[int | None, typer.Argument(help="One game only.")] = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Games, whose turn, deadlines, what waits, what failed; 0 only if a daemon runs and reads the mailbox."""
    from referee.commands.status import show_status, status_of, unwell  # noqa: PLC0415
    from referee.running.guard import now  # noqa: PLC0415

    logs.set_up(quiet=True)
    settings = load_settings(config, mail=False)
    with closing(open_database(settings, create=False)) as store, store.reading() as tx:
        found = status_of(tx, game, running=is_held(store.file))
    trouble = unwell(found, now(), settings.imap.poll_seconds)
    if as_json:
        print(json.dumps(found))
    else:
        show_status(Console(), found, now(), trouble)
    raise typer.Exit(1 if trouble else 0)


@app.command()
def log(
    game: Annotated[int, typer.Argument(help="The game's number.")],
    config: ConfigOption = None,
    as_json: JsonOption = False,
    secret: Annotated[bool, typer.Option(help="With hands and seeds: not for anyone who plays.")] = False,
) -> None:
    """The game's full event log; cards not yet played are left out unless --secret."""
    from referee.commands.status import log_lines, show_log  # noqa: PLC0415

    with _store(config) as store, store.reading() as tx:
        lines = log_lines(tx, game, secret=secret)
        if as_json:
            for line in lines:
                print(json.dumps(line))
        else:
            show_log(Console(), lines)


@app.command()
def backup(file: Annotated[Path, typer.Argument(help="A new file.")], config: ConfigOption = None) -> None:
    """Make a consistent copy of the database while the daemon runs."""
    with _store(config) as store:
        store.backup(file)
    print(f"copied to {file}")


@app.command()
def check(
    config: ConfigOption = None,
    wait: Annotated[float, typer.Option(min=1, help="Seconds until a mail to itself counts as lost.")] = 60,
) -> None:
    """Try everything that `run` will need; 0 only if all of it holds."""
    from referee.commands.check import check_all  # noqa: PLC0415

    logs.set_up(quiet=True)
    ok = asyncio.run(check_all(find_config(config), Console(), wait=wait))
    raise typer.Exit(0 if ok else 1)


@app.command()
def verify(
    file: Annotated[str, typer.Argument(help="The record of a game; `-` is standard input.")],
    head: Annotated[
        list[str] | None, typer.Option(help="A head from a letter, 16 digits or all 64; may be repeated, oldest first.")
    ] = None,
    mailbox: Annotated[
        Path | None, typer.Option(help="Letters of the game: a Maildir, an mbox, or a folder or file of .eml letters.")
    ] = None,
) -> None:
    """Check a game's public record from nothing but the record; exit 1 at the first line that is wrong."""
    from referee.commands import verify as verifier  # noqa: PLC0415

    try:
        right = verifier.verify(file, verifier.Wanted(tuple(head or ()), mailbox))
        sys.stdout.flush()
    except BrokenPipeError:
        _unread()
    except (verifier.VerifyError, OSError) as e:
        _fail(str(e) if isinstance(e, verifier.VerifyError) else _sentence(e), 2)
    raise typer.Exit(0 if right else 1)


def _ask(key: str, question: str) -> str:
    try:
        return str(typer.prompt(question, hide_input=key.endswith("password")))
    except typer.Abort:
        raise ConfigError(f"nothing was written: give --{key.replace('_', '-')}, or answer at a terminal") from None


def _store(config: Path | None) -> closing[Store]:
    """The database for a command that only looks."""
    logs.set_up(quiet=True)
    return closing(open_database(load_settings(config, mail=False), create=False))


def _leave(*_: object) -> NoReturn:
    """A signal to stop, before there is anything to be finished."""
    raise SystemExit(0)


def _sentence(error: Exception) -> str:
    """What an error says to a person; our own faults say where to look for more."""
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    if isinstance(error, TROUBLE):
        return str(error)
    # its own text may quote a mail or a card
    return f"a fault of the program itself ({type(error).__name__}); with {DEBUG}=1 it shows where"


def _say(sentence: str) -> None:
    print(f"referee: {' '.join(sentence.split())}", file=sys.stderr)


def _fail(sentence: str, code: int) -> NoReturn:
    _say(sentence)
    raise SystemExit(code)


def _unread() -> NoReturn:
    """Whoever read our output has seen enough: ends as a program does that SIGPIPE stops, and as silently."""
    # Python would complain once more when it flushes
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    raise SystemExit(128 + signal.SIGPIPE)


def _wrong_use(sentence: str) -> NoReturn:
    _fail(f"{sentence.rstrip('.')}; `referee --help` lists the commands", 2)


def main() -> None:
    """Run a command; errors are one line on standard error, exit 1; wrong use 2."""
    # whatever is written holds hands, mails or passwords
    os.umask(0o077)
    if not sys.argv[1:]:
        app(["--help"], prog_name="referee", standalone_mode=False)
        raise SystemExit(2)
    try:
        code = app(prog_name="referee", standalone_mode=False)
    except (typer.Abort, KeyboardInterrupt):
        _fail("stopped", 1)
    except TyperException as e:
        _wrong_use(e.format_message())
    except BrokenPipeError:
        _unread()
    except Exception as e:
        if os.environ.get(DEBUG):
            raise
        _fail(_sentence(e), 1)
    raise SystemExit(code if isinstance(code, int) else 0)
