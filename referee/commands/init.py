"""`referee init`: writes the configuration with a comment on every key, and creates the database. Overwrites nothing.

It asks for what no option gives, and without which the referee cannot run; all else is changed in the file.
"""

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from referee import templates_folder
from referee.commands.app import ConfigOption
from referee.config import SECRETS, ConfigError, Settings, load_settings
from referee.running import logs
from referee.running.opening import open_database

PORTS = {
    "imap": {"implicit": 993, "starttls": 143, "none": 143},
    "smtp": {"implicit": 465, "starttls": 587, "none": 25},
}
TLS = "implicit"
PASSWORD = "imap.password"
QUESTIONS = {
    "referee.address": "The referee's own mail address",
    "referee.gamesmasters": "The Gamesmaster's address (several with commas)",
    "imap.host": "The IMAP server",
    PASSWORD: "The mailbox's password (empty if you write a command, a file or OAuth 2 for it into referee.toml)",
    "smtp.host": "The SMTP server",
}
OPTIONS = {"referee.address": "--address", "referee.gamesmasters": "--gamesmaster"}
Answers = Mapping[str, str | int | list[str] | None]
"""The answers by the place of the key in the file: `imap.host`."""
Host = typer.Option(metavar="HOST", help="The server's name.")
Port = typer.Option(metavar="PORT", help="Else the usual one.")
Tls = typer.Option(metavar="MODE", help="implicit, starttls or none.")
Password = typer.Option(metavar="PASSWORD", help="Better: $REFEREE_IMAP_PASSWORD.")
Masters = typer.Option(metavar="ADDRESS", help="Who steers games; may be repeated.")


def init(
    config: ConfigOption = None,
    address: Annotated[str | None, typer.Option(metavar="ADDRESS", help="The referee's own address.")] = None,
    gamesmaster: Annotated[list[str] | None, Masters] = None,
    imap_host: Annotated[str | None, Host] = None,
    imap_port: Annotated[int | None, Port] = None,
    imap_tls: Annotated[str, Tls] = TLS,
    imap_password: Annotated[str | None, Password] = None,
    smtp_host: Annotated[str | None, Host] = None,
    smtp_port: Annotated[int | None, Port] = None,
    smtp_tls: Annotated[str, Tls] = TLS,
    data_dir: Annotated[str | None, typer.Option(metavar="FOLDER", help="Where its files are kept.")] = None,
) -> None:
    """Write the file, unless it exists; ask for what is missing."""
    logs.set_up("warning")
    path = config or Path(os.environ.get("REFEREE_CONFIG", "referee.toml"))
    if path.exists():
        open_database(load_settings(path, mail=False)).close()
        print(f"{path} was left as it is; the database is up to date")
        return
    given: Answers = {
        "referee.address": address,
        "referee.gamesmasters": gamesmaster,
        "referee.data_dir": data_dir,
        "imap.host": imap_host,
        "imap.port": imap_port or PORTS["imap"].get(imap_tls),
        "imap.tls": imap_tls,
        PASSWORD: imap_password,
        "smtp.host": smtp_host,
        "smtp.port": smtp_port or PORTS["smtp"].get(smtp_tls),
        "smtp.tls": smtp_tls,
    }
    settings = write_config(config_text(_all_answers(given)), path)
    open_database(settings).close()
    print(f"wrote {path} and made the database; next: referee check --config {path}")


def _all_answers(given: Answers) -> Answers:
    """Return all answers: those given, the missing ones by the person at the terminal, and what follows from them.
    Raises ConfigError if nobody is there."""
    in_environment = {f"{section}.{key}" for (section, key), variable in SECRETS.items() if os.environ.get(variable)}
    missing = [key for key in QUESTIONS if not given[key] and key not in in_environment]
    answers = {**given, **{key: _ask(key) for key in missing}}
    names = dict.fromkeys(("imap.username", "smtp.username"), answers["referee.address"])
    return {**answers, **names, "smtp.password": answers[PASSWORD] or None}


def _ask(key: str) -> str | list[str]:
    secret = key == PASSWORD
    try:
        # only a terminal shows what is typed
        hidden = secret and sys.stdin.isatty()
        answer = str(
            typer.prompt(QUESTIONS[key], default="" if secret else None, hide_input=hidden, show_default=False)
        )
    except typer.Abort:
        option = OPTIONS.get(key, f"--{key.replace('.', '-')}")
        give = f"{option} or REFEREE_IMAP_PASSWORD in the environment" if secret else option
        raise ConfigError(f"nothing was written: give {give}, or answer at a terminal") from None
    return [part.strip() for part in answer.split(",")] if key == "referee.gamesmasters" else answer.strip()


def config_text(answers: Answers) -> str:
    """Fill the answers into the packaged file. A key that is a comment there and has no answer stays a comment."""
    lines = (templates_folder() / "referee.toml").read_text(encoding="utf-8").splitlines()
    section, out = "", []
    for line in lines:
        section = line.strip("[]") if line.startswith("[") else section
        key, equals, _ = line.removeprefix("# ").partition(" = ")
        value = answers.get(f"{section}.{key}") if equals else None
        # an empty value switches off what is on; a comment is off already
        wanted = value is not None and (value != "" or not line.startswith("#"))
        out.append(f"{key} = {_toml(value)}" if wanted else line)
    return "\n".join(out) + "\n"


def _toml(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(_toml(v) for v in value)}]"
    if isinstance(value, int):
        return str(value)
    # JSON's escapes are valid in TOML's basic strings
    return json.dumps(str(value), ensure_ascii=False)


def write_config(text: str, path: Path) -> Settings:
    """Write `path`, readable only by its owner, and read it back. On ConfigError it leaves no file of ours behind."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
    except OSError as e:
        raise ConfigError(f"cannot write {path}: {e.strerror}") from None
    try:
        return load_settings(path, mail=False)
    except ConfigError:
        path.unlink()
        raise
