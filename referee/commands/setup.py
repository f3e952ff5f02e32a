"""`referee init`: writes the configuration with a comment on every key, and makes the database. Overwrites nothing."""

import json
import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from referee.config import ConfigError, Settings, load_settings
from referee.resources import templates_folder

PORTS = {
    "imap": {"implicit": 993, "starttls": 143, "none": 143},
    "smtp": {"implicit": 465, "starttls": 587, "none": 25},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What the file is made from; None where it is to be asked for or derived."""

    address: str | None = None
    name: str | None = None
    gamesmaster: tuple[str, ...] = ()
    list: str | None = None
    list_mode: str | None = None
    imap_host: str | None = None
    imap_port: int | None = None
    imap_tls: str | None = None
    imap_username: str | None = None
    imap_password: str | None = None
    smtp_host: str | None = None
    smtp_port: int | None = None
    smtp_tls: str | None = None
    smtp_username: str | None = None
    smtp_password: str | None = None
    subaddress: str | None = None
    data_dir: str | None = None
    database: str | None = None
    trusted_authserv: tuple[str, ...] = ()

    def told(self, key: str, answer: str) -> "Wanted":
        """The same with one of NEEDED as a person answered it."""
        value = tuple(part.strip() for part in answer.split(",")) if key == "gamesmaster" else answer.strip()
        changed: dict[str, Any] = {key: value}
        return replace(self, **changed)


NEEDED = {
    "address": "The referee's own mail address",
    "gamesmaster": "The Gamesmaster's address (several with commas)",
    "imap_host": "The IMAP server",
    "imap_password": "The mailbox's password",
    "smtp_host": "The SMTP server",
}
"""What has no default: asked for where no flag gives it."""


def missing(wanted: Wanted) -> list[str]:
    """The names in NEEDED that are not given; a password may come from the environment later."""
    names = [name for name in NEEDED if not getattr(wanted, name)]
    return [n for n in names if not (n == "imap_password" and os.environ.get("REFEREE_IMAP_PASSWORD"))]


def write_config(wanted: Wanted, path: Path) -> Settings:
    """Write `path` for its owner alone, and read it back. Raises ConfigError; a file that is there is left alone."""
    if path.exists():
        raise ConfigError(f"{path} is there already and was left as it is: edit it, or name another with --config")
    text = config_text(wanted)
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


def config_text(wanted: Wanted) -> str:
    """The file: the packaged one with the wanted values filled in."""
    values = _values(wanted)
    lines = (templates_folder() / "referee.toml").read_text(encoding="utf-8").splitlines()
    section, out = "", []
    for line in lines:
        section = line.strip("[]") if line.startswith("[") else section
        key = line.removeprefix("# ").split(" = ")[0]
        value = values.get((section, key))
        out.append(f"{key} = {value}" if " = " in line and value is not None else line)
    return "\n".join(out) + "\n"


def _values(wanted: Wanted) -> dict[tuple[str, str], str]:
    imap_tls, smtp_tls = wanted.imap_tls or "implicit", wanted.smtp_tls or "implicit"
    raw: dict[tuple[str, str], object] = {
        ("referee", "address"): wanted.address,
        ("referee", "name"): wanted.name,
        ("referee", "gamesmasters"): list(wanted.gamesmaster),
        ("referee", "list"): wanted.list,
        ("referee", "list_mode"): wanted.list_mode or ("external" if wanted.list else None),
        ("referee", "data_dir"): wanted.data_dir,
        ("imap", "host"): wanted.imap_host,
        ("imap", "port"): wanted.imap_port or PORTS["imap"].get(imap_tls),
        ("imap", "tls"): imap_tls,
        ("imap", "username"): wanted.imap_username or wanted.address,
        ("imap", "password"): wanted.imap_password,
        ("smtp", "host"): wanted.smtp_host,
        ("smtp", "port"): wanted.smtp_port or PORTS["smtp"].get(smtp_tls),
        ("smtp", "tls"): smtp_tls,
        ("smtp", "username"): wanted.smtp_username if wanted.smtp_username is not None else wanted.address,
        ("smtp", "password"): wanted.smtp_password or wanted.imap_password,
        ("smtp", "subaddress"): wanted.subaddress,
        ("database", "url"): wanted.database,
        ("auth", "trusted_authserv"): list(wanted.trusted_authserv) or None,
    }
    # an empty user name means: no log-in, so there is nothing to write
    return {key: _toml(value) for key, value in raw.items() if value not in (None, "")} | (
        {("smtp", "subaddress"): '""'} if wanted.subaddress == "" else {}
    )


def _toml(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(_toml(v) for v in value)}]"
    if isinstance(value, int):
        return str(value)
    # what JSON escapes, and how, is valid in TOML's basic strings
    return json.dumps(str(value), ensure_ascii=False)
