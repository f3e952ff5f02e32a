"""The checks of `check` on its own machine: templates, database, files and who may read them, proofs; and the commands
that print access tokens.

Changes no game, and leaves nothing behind that `run` would not create.
"""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from referee.config import ConfigError, Settings, secret_files, span_words
from referee.handle import records_folder
from referee.post.login import TokenAway, TokenRefused, tokens_of
from referee.running.daemon import FORGEABLE
from referee.running.health import LOW_BYTES
from referee.running.opening import database_of, open_database
from referee.site.environment import ASSETS, environment
from referee.site.folder import FOLDER_FOR_ALL
from referee.store.backend import Busy, StoreError
from referee.store.migrate import version_of
from referee.telling.templates import compile_all, templates_in

OTHERS = 0o007
"""The permissions of anyone but a file's owner and group."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check. `ok` is None if we could not make it; `said`: the finding, and what to do about it."""

    name: str
    ok: bool | None
    said: str
    note: bool = False
    """The thing works, but could be better."""


def on_this_machine(settings: Settings, path: Path) -> Iterator[Finding]:
    """Try all of it, for the settings read from `path`."""
    yield _templates(settings)
    yield _database(settings)
    yield _files(settings)
    if settings.backup.folder is not None:
        yield _backups(settings.backup.folder, settings)
    if settings.site.folder is not None:
        yield _site(settings.site.folder, settings.site.base_url)
    yield _modes(settings, path)
    yield _proofs(settings)


def _templates(settings: Settings) -> Finding:
    """Tell if all templates compile, of letters and pages, the operator's own before the packaged ones."""
    own = settings.referee.templates
    try:
        templates_in(own)
        compile_all(environment(own), _is_page)
    except ConfigError as e:
        return Finding("templates", False, str(e))
    return Finding("templates", True, "all can be read" if own is None else f"all can be read, those in {own} too")


def _is_page(name: str) -> bool:
    return name.endswith((".html", ".xml")) and not name.startswith(ASSETS)


def _database(settings: Settings) -> Finding:
    try:
        with closing(open_database(settings)) as store, store.database.only_one():
            store.prove()
            return Finding("database", True, f"{store.database}, schema {version_of(store.database)}")
    except Busy as e:
        return Finding("database", False, f"{e}, it would take the mails that this check sends")
    except StoreError as e:
        return Finding("database", False, str(e))


def _files(settings: Settings) -> Finding:
    """Try if the referee can write where it stores its files, and has room there."""
    try:
        folders = [settings.referee.data_dir, records_folder(settings), database_of(settings).file.parent]
    except StoreError as e:
        return Finding("files", None, str(e))
    for folder in folders:
        if (fault := _closed(folder, "referee.data_dir", LOW_BYTES)) is not None:
            return Finding("files", False, fault)
    free = shutil.disk_usage(settings.referee.data_dir).free
    return Finding("files", True, f"{settings.referee.data_dir} can be written, {free // 10**6} MB left")


def _closed(folder: Path, key: str, needs: int = 0, mode: int = 0o700) -> str | None:
    """Say why the referee cannot write into a folder, made if it is missing, and what to do; None if it can. `needs`:
    the bytes that must be free there."""
    try:
        folder.mkdir(mode=mode, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            free = shutil.disk_usage(folder).free
    except OSError as e:
        remedy = f"give it to the referee's user, or set {key} to another folder"
        return f"cannot write into {folder}: {e.strerror}; {remedy}"
    return f"{free // 10**6} MB are left for {folder}: make room, or move it" if free < needs else None


def _backups(folder: Path, settings: Settings) -> Finding:
    """Try if copies of the database can be written, and say how many there is room for."""
    try:
        size = database_of(settings).file.stat().st_size
    except (OSError, StoreError):
        size = 0  # the database says what is wrong with it
    if (fault := _closed(folder, "backup.folder", size + LOW_BYTES)) is not None:
        return Finding("backups", False, fault)
    every, keep = span_words(settings.backup.every), settings.backup.keep
    said = f"every {every} into {folder}, the last {keep} stay"
    if folder.stat().st_mode & OTHERS:
        return Finding("backups", True, f"{said}; others may look into that folder: chmod 700 {folder}", note=True)
    return Finding("backups", True, said)


def _site(folder: Path, base_url: str | None) -> Finding:
    """Try if public pages can be written, and read by a web server."""
    if (fault := _closed(folder, "site.folder", mode=FOLDER_FOR_ALL)) is not None:
        return Finding("site", False, fault)
    where = "no letter links to it without site.base_url" if base_url is None else f"letters link to {base_url}"
    if folder.stat().st_mode & FOLDER_FOR_ALL != FOLDER_FOR_ALL:
        return Finding("site", True, f"{folder}; {where}; a web server may not look into it: chmod 755", note=True)
    return Finding("site", True, f"{folder}; {where}")


def _modes(settings: Settings, path: Path) -> Finding:
    """Try if anyone but the referee's own user and group may read a secret."""
    try:
        held = [*secret_files(path), database_of(settings).file]
        readable = [file for file in held if file.exists() and file.stat().st_mode & OTHERS]
    except (OSError, StoreError) as e:
        return Finding("modes", None, str(e))
    if readable:
        names = " ".join(map(str, readable))
        return Finding("modes", False, f"everybody on this machine may read what is secret: chmod 600 {names}")
    return Finding("modes", True, "no other user may read the passwords or the database")


def _proofs(settings: Settings) -> Finding:
    auth = settings.auth
    if "address" in auth.accept:
        return Finding("proofs", True, FORGEABLE)
    if not {"token", "dkim"} & {*auth.accept} and not ("results" in auth.accept and auth.trusted_authserv):
        return Finding(
            "proofs",
            False,
            'no mail could prove its sender: set auth.accept = ["token", "results"], as it is by default',
        )
    others = [f"the results of {', '.join(auth.trusted_authserv)}"] if auth.trusted_authserv else []
    others += [f"the list at {name}" for name in auth.trusted_lists]
    others += ["DKIM signatures"] if "dkim" in auth.accept else []
    if not others:
        return Finding(
            "proofs", True, "reply tokens only; name your mail server in auth.trusted_authserv to spare letters"
        )
    return Finding("proofs", True, f"reply tokens, and {', '.join(others)}")


TOKENS = "tokens"


async def token_findings(settings: Settings) -> list[Finding]:
    """Have each command that a server of ours needs print a token."""
    servers = (server for server in (settings.imap, settings.smtp) if server is not None and server.auth == "xoauth2")
    return [await _try(command) for command in dict.fromkeys(server.tokens for server in servers)]


async def _try(command: str) -> Finding:
    try:
        await tokens_of(command).token()
    except (TokenAway, TokenRefused) as e:
        return Finding(TOKENS, False, str(e))
    return Finding(TOKENS, True, "token_command prints one")
