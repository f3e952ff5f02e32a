"""`referee check`: tries everything that `run` will need, one line each, with a plain remedy for each failure.

Sends mails to the referee itself and waits for them (check_probes.py). Changes no game.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from referee.commands.app import ConfigOption
from referee.commands.check_machine import Finding, on_this_machine, token_findings
from referee.commands.check_probes import BY_MAIL, BY_PIPE, judge_returned, judge_stored, send_forged, send_plain
from referee.config import ConfigError, Settings, find_config, load_settings
from referee.desk.sender.reply_addresses import local_domain
from referee.post.proof.dkim_lookup import MAIL_SECONDS, NoAnswer, asker
from referee.post.wire.inbox import Inbox, MailboxLost, MailboxRefused
from referee.post.wire.smtp import Fate, Outbox
from referee.running import logs
from referee.running.daemon import NO_MAILBOX
from referee.running.one_reader import MailboxTaken, only_reader
from referee.running.opening import sheets_of

MARKS = {True: "[green]ok  [/]", False: "[red]FAIL[/]", None: "[yellow]-   [/]"}
NOTE = "[yellow]note[/]"


def check(
    config: ConfigOption = None,
    wait: Annotated[
        float, typer.Option(min=1, metavar="SECONDS", help="When a mail to itself counts as lost; else after 60.")
    ] = 60,
) -> None:
    """Print a line for each thing that was tried; exit 0 only if all of it works."""
    logs.set_up("warning")
    ok = asyncio.run(check_all(find_config(config), Console(), wait=wait))
    raise typer.Exit(0 if ok else 1)


async def check_all(path: Path, console: Console, *, wait: float) -> bool:
    """Try everything and print a line for each. Returns True if all of it works. `wait`: seconds until a probe is
    lost."""
    good = True
    async for finding in findings(path, wait):
        said = escape(" ".join(finding.said.splitlines()))
        mark = NOTE if finding.note else MARKS[finding.ok]
        console.print(f"{mark} {finding.name}: {said}", highlight=False, soft_wrap=True)
        good = good and finding.ok is True
    return good


async def findings(path: Path, wait: float) -> AsyncIterator[Finding]:
    """Yield everything, each after what it needs; last, what could not be tried."""
    try:
        settings = load_settings(path)
        sheets_of(settings)
    except ConfigError as e:
        yield Finding("configuration", False, str(e))
        return
    before = settings.game.reminder_before
    late = before is not None and before >= settings.game.time_limit
    nobody = "; game.reminder_before is not below game.time_limit, so nobody is reminded" if late else ""
    yield Finding("configuration", True, f"{path}{nobody}", note=late)
    for finding in on_this_machine(settings, path):
        yield finding
    if settings.auth.looks_up_keys:
        yield await asyncio.to_thread(name_servers, settings)
    async for finding in mail_findings(settings, wait):
        yield finding


async def mail_findings(settings: Settings, wait: float) -> AsyncIterator[Finding]:
    """Yield what the servers of our mail say, each after what it needs; last, what could not be tried."""
    untried = list(BY_PIPE if settings.imap is None else BY_MAIL)
    tokens = await token_findings(settings)
    for finding in tokens:
        yield finding
    if all(finding.ok for finding in tokens):
        async for finding in _servers(settings, wait):
            yield finding
            if finding.name in untried:
                untried.remove(finding.name)
    for name in untried:
        yield Finding(name, None, "not tried: first mend what failed above")


def name_servers(settings: Settings, seconds: float = MAIL_SECONDS) -> Finding:
    """Try if the name servers that we ask for keys answer in time; "no such name" is an answer."""
    servers = " ".join(settings.auth.nameservers) or "the system's name servers"
    try:
        asker(settings.auth.nameservers)(local_domain(settings)[1], seconds)
    except NoAnswer as e:
        remedy = "set auth.nameservers to servers that do, or take dkim and trusted_lists out of [auth]"
        return Finding("DNS", False, f"no answer from {servers} ({e}); {remedy}")
    return Finding("DNS", True, f"{servers} answer; keys are believed as they come from there")


async def _servers(settings: Settings, wait: float) -> AsyncIterator[Finding]:
    """Try the mailbox, if there is one, and the sending server, by mails to ourselves."""
    inbox = None if settings.imap is None else Inbox(settings.imap)
    outbox = Outbox(settings.smtp, local_domain(settings)[1])
    held = ExitStack()
    try:
        mailbox = await _mailbox(settings, inbox, held)
        yield mailbox
        if inbox is not None and mailbox.ok:
            idle = "offered" if inbox.offers("IDLE") else "not offered: mail is seen by polling only"
            yield Finding("IDLE", True, idle)
        server = await _server(settings, outbox)
        yield server
        if not server.ok:
            return
        word = secrets.token_hex(8)
        sent, said = await send_plain(settings, outbox, word)
        for finding in said:
            yield finding
        if sent and mailbox.ok:
            forged, said = await send_forged(settings, outbox, word)
            sent += forged
            judged = (
                judge_stored(settings, sent, word, wait)
                if inbox is None
                else judge_returned(settings, inbox, sent, word, wait)
            )
            for finding in [*said, *await judged]:
                yield finding
    except (MailboxLost, MailboxRefused) as e:
        yield Finding("mailbox", False, f"it was lost on the way: {e}; try again")
    finally:
        held.close()
        if inbox is not None:
            await inbox.close()
        await outbox.close()


async def _mailbox(settings: Settings, inbox: Inbox | None, held: ExitStack) -> Finding:
    if inbox is None:
        return Finding("mailbox", True, f"{NO_MAILBOX}; a move that is not handed in at once counts as late", note=True)
    try:
        held.enter_context(only_reader(settings.mailbox))
        await inbox.open()
    except (MailboxRefused, MailboxTaken) as e:
        return Finding("mailbox", False, str(e))
    except MailboxLost as e:
        return Finding("mailbox", False, f"{e}; check imap.host, imap.port and imap.tls")
    box = settings.mailbox
    return Finding("mailbox", True, f"{box.username} at {box.host}, folder {box.folder}")


async def _server(settings: Settings, outbox: Outbox) -> Finding:
    outcome = await outbox.check_login()
    if outcome.fate is not Fate.ACCEPTED:
        return Finding("sending", False, f"{outcome.text}; check smtp.host, smtp.port, smtp.tls and the log-in")
    what = "takes our log-in" if settings.smtp.username else "answers; smtp.username is not set, so without a log-in"
    return Finding("sending", True, f"{settings.smtp.host} {what}")
