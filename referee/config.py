"""The settings, read from one TOML file and the environment, and checked at start. Never opens a connection."""

import difflib
import os
import re
import tomllib
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar, get_args

from pydantic import AfterValidator, BaseModel, BeforeValidator, Field, ValidationError, model_validator

from referee.dominoes.sheets import DominoSheet
from referee.post.login import NoSecret, printed
from referee.post.settings import (
    Address,
    AuthSettings,
    ImapSettings,
    Section,
    SmtpSettings,
)
from referee.spades.rulesheet import PARAMETERS
from referee.spades.sheets import DEFAULT_SHEET
from referee.table.sheet import fold_name

SPAN = re.compile(r"(\d+)\s*(s|sec|seconds?|m|min|minutes?|h|hours?|d|days?|w|weeks?)$", re.IGNORECASE)
PASSWORD_IN_URL = re.compile(r"://[^/@:]*:[^/@]+@|[?&]password=")
DAYS = re.compile(r"(\d{1,3}) days?")
UNIT = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604800}
SECRETS = {
    ("imap", "password"): "REFEREE_IMAP_PASSWORD",
    ("smtp", "password"): "REFEREE_SMTP_PASSWORD",
    ("database", "url"): "REFEREE_DATABASE_URL",
}
COMMANDED = ("imap", "smtp")
"""The sections whose password a command may print."""
DATABASE = "referee.db"
Server = TypeVar("Server", ImapSettings, SmtpSettings)
FOLDERS = (Path("~/.config/referee"), Path("/etc/referee"))


class ConfigError(Exception):
    """We cannot use the configuration; the text says what to change."""


def parse_span(text: str) -> timedelta:
    """Read `3 days`, `36 hours`, `90 s` as a span from a second to a year. Raises ValueError with what to write."""
    match = SPAN.match(text.strip())
    if not match or (seconds := int(match[1]) * UNIT[match[2][0].lower()]) < 1 or seconds > 365 * 86400:
        raise ValueError(f"{text!r} is not a span of time: write it like 3 days, 36 hours or 90 s, at most a year")
    return timedelta(seconds=seconds)


def span_words(span: timedelta) -> str:
    """Write a span as a person does, in the largest unit that divides it: `3 days`, `36 hours`."""
    seconds = int(span.total_seconds())
    for unit, size in (("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1)):
        if seconds % size == 0 and (unit != "day" or seconds >= size):
            return f"{seconds // size} {unit}{'' if seconds == size else 's'}"
    raise AssertionError("every whole number of seconds is a number of seconds")


def _span(value: Any) -> timedelta:
    """Read `90 days` as a span. A number without a unit is no span."""
    return value if isinstance(value, timedelta) else parse_span(str(value))


Span = Annotated[timedelta, BeforeValidator(_span)]


def _span_or_none(value: Any) -> timedelta | None:
    """Read `none` as None."""
    return None if value in ("none", None) else _span(value)


LONGEST_LEAVE = 365


def _days(value: Any) -> Any:
    """Read `14 days` as a number; any other value stays unchanged."""
    days = DAYS.fullmatch(value.strip()) if isinstance(value, str) else None
    return int(days[1]) if days else value


class RefereeSettings(Section):
    """`[referee]`: who the referee is and whom it serves."""

    address: Address
    name: str = "Spades Referee"
    gamesmasters: tuple[Address, ...] = Field(min_length=1)
    operator: Address | None = None
    list: Address | None = None
    list_mode: Literal["builtin", "external"] = "builtin"
    data_dir: Path = Path("data")
    templates: Path | None = None
    log_level: Literal["info", "warning", "error"] = "info"

    @property
    def operators(self) -> tuple[str, ...]:
        """The addresses that get a mail when there is trouble."""
        return self.gamesmasters if self.operator is None else (self.operator,)

    @model_validator(mode="after")
    def _list_and_mode(self) -> "RefereeSettings":
        if self.list_mode == "external" and self.list is None:
            raise ValueError('list_mode = "external" needs list = "the list\'s address"')
        return self


class DatabaseSettings(Section):
    """`[database]`: where the state is stored."""

    url: str = Field(default=f"sqlite:///data/{DATABASE}", repr=False)
    """The URL of the database; if it is missing: the file DATABASE in `data_dir`."""
    keep_mail: Annotated[timedelta | None, BeforeValidator(_span_or_none)] = timedelta(days=90)
    """The time to keep the bodies of mails and letters; None: for ever."""

    @property
    def on_server(self) -> bool:
        """The database is on a server, which has copies made of itself."""
        return self.url.startswith("postgresql")


class BackupSettings(Section):
    """`[backup]`: the copies of the database that the daemon makes. Without a folder it makes no copies."""

    folder: Path | None = None
    every: Span = timedelta(days=1)
    keep: Annotated[int, Field(ge=1, le=10_000)] = 7
    """The number of its copies that the daemon leaves in the folder."""


def _web_address(value: str | None) -> str | None:
    """Check an address of the web, and return it without a slash at its end. Raises ValueError with what to write."""
    if value is None:
        return None
    if not re.fullmatch(r"https?://[^\s/?#]+(/[^\s?#]*)?", value):
        raise ValueError(f"{value!r} is not the address of a site: write it like https://spades.example.org")
    return value.rstrip("/")


class SiteSettings(Section):
    """`[site]`: the public pages that the daemon writes. Without a folder it writes no pages."""

    folder: Path | None = None
    base_url: Annotated[str | None, AfterValidator(_web_address)] = None
    """The address at which a web server shows the folder; letters then link to it."""
    after: str | None = None
    """A command of the shell that is run after pages were written."""


class GameSettings(Section):
    """`[game]`: the defaults for a game, unless its `start` says otherwise."""

    sheet: Annotated[str, AfterValidator(fold_name)] = DEFAULT_SHEET
    time_limit: Span = timedelta(days=3)
    reminder_before: Annotated[timedelta | None, BeforeValidator(_span_or_none)] = timedelta(days=1)
    challenge_time: Span = timedelta(hours=24)
    """The time in which a round may be challenged after its result is announced, on a sheet that lets misplays
    stand."""
    last_trick: Literal["by itself", "by hand"] = "by itself"
    """The way in which the last card of each hand is played, the only one left: by itself, or by hand."""
    leave: Annotated[int | None, Field(ge=0, le=LONGEST_LEAVE), BeforeValidator(_days)] = None
    """The days that a player may be away in a game; None: as many as the sheet's own procedure gives."""
    weekends: bool = True
    """Time limits run on Saturday and Sunday, UTC."""
    invitations: Literal["start", "ask"] = "start"
    """A game whose players the Gamesmaster lists begins at once, or its clock waits until all of them have said yes."""
    start_full_tables: bool = False
    """A game begins by itself as soon as four people have signed up for it."""
    watchers: Annotated[int, Field(ge=0, le=10_000)] = 100
    """The number of people who may watch a game; each gets a letter for each act."""


BASE = "base"
"""The key in an own sheet that names the one it changes."""
KEYS = tuple(dict.fromkeys((*PARAMETERS, *DominoSheet.keys())))
"""The parameters of the sheets of any game."""

IDLE_SECONDS = 60.0
"""`imap.poll_seconds`, where no mailbox is read."""
LONGEST_LOCAL_PART = 64
RETURN_WORD = len("b.") + 24
"""The characters that the return address of a letter adds to the local part: `b.` and its secret."""


class Settings(Section):
    """The whole file."""

    referee: RefereeSettings
    imap: ImapSettings | None = None
    smtp: SmtpSettings
    database: DatabaseSettings = DatabaseSettings()
    game: GameSettings = GameSettings()
    auth: AuthSettings = AuthSettings()
    backup: BackupSettings = BackupSettings()
    site: SiteSettings = SiteSettings()
    sheets: dict[str, dict[str, Any]] = Field(default_factory=dict)
    """`[sheets.NAME]`: the operator's own sheets, each a `base` and single parameters."""

    @property
    def mailbox(self) -> ImapSettings:
        """`[imap]`, for callers that know that there is a mailbox."""
        assert self.imap is not None, "nobody asks for a mailbox where none is read"
        return self.imap

    @property
    def poll_seconds(self) -> float:
        """The longest time until the daemon looks for mail and clocks again."""
        return IDLE_SECONDS if self.imap is None else self.imap.poll_seconds

    @model_validator(mode="after")
    def _known_parameters(self) -> "Settings":
        for name, table in self.sheets.items():
            for key in table:
                if key not in (BASE, *KEYS):
                    raise ValueError(_unknown(f"sheets.{name}.{key}", key, (BASE, *KEYS), table))
        return self

    @model_validator(mode="after")
    def _addresses_apart(self) -> "Settings":
        own = self.referee
        local, _, domain = own.address.partition("@")
        sign = self.smtp.subaddress
        lists = () if own.list is None else (own.list,)
        for key, addresses in (("gamesmasters", own.gamesmasters), ("operator", own.operators), ("list", lists)):
            for address in addresses:
                if address == own.address or (sign and re.fullmatch(f"{re.escape(local + sign)}.*@{domain}", address)):
                    raise ValueError(f"referee.{key}: {address} is the referee's own address: name another one")
                if address == own.list and key != "list":
                    raise ValueError(
                        f"referee.{key}: {address} is the list's address: name one that only one person reads"
                    )
        return self

    @model_validator(mode="after")
    def _room_for_subaddresses(self) -> "Settings":
        room = LONGEST_LOCAL_PART - RETURN_WORD - len(self.smtp.subaddress)
        if self.smtp.subaddress and len(self.referee.address.partition("@")[0]) > room:
            raise ValueError(
                f"referee.address: more than {room} characters before the @ leave no room for a subaddress: "
                'take a shorter one, or set smtp.subaddress = ""'
            )
        return self


def find_config(given: Path | None) -> Path:
    """Find the first of the file given, $REFEREE_CONFIG, ./referee.toml, the user's, the system's. Raises
    ConfigError."""
    if given is not None:
        return given
    if named := os.environ.get("REFEREE_CONFIG"):
        return Path(named)
    candidates = [Path("referee.toml"), *(f.expanduser() / "referee.toml" for f in FOLDERS)]
    for path in candidates:
        # another user's folder may not even let us look
        with suppress(PermissionError):
            if path.exists():
                return path
    raise ConfigError("found no referee.toml: make one with `referee init`, or name it with --config FILE")


def load_settings(given: Path | None = None, *, mail: bool = True) -> Settings:
    """Read the file, add the secrets from elsewhere, and check it all. Raises ConfigError with what to change.

    `mail`: whether the passwords are needed, because we will log in to servers.
    """
    path = find_config(given)
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as e:
        raise ConfigError(
            f"cannot read {path}: {e.strerror}; make it with `referee init` or name another with --config"
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as e:
        raise ConfigError(f"{path} is not valid TOML: {e}; correct that line") from None
    settings = settings_from(raw, path.resolve().parent, str(path), mail=mail)
    if mail:
        _check_passwords(settings, path)
    return settings


def secret_files(path: Path) -> list[Path]:
    """Return the files that hold a secret of a configuration: the files it names, and its own file if that holds a
    secret. Assumes that the configuration can be read."""
    raw = tomllib.loads(path.read_text(encoding="utf-8"))
    held = [(key, raw.get(section, {})) for section, key in SECRETS]
    files = [(f"{key}_file", table) for key, table in held]
    named = dict.fromkeys(path.parent / Path(str(table[key])).expanduser() for key, table in files if key in table)
    bare = any(table.get("password") or PASSWORD_IN_URL.search(str(table.get("url"))) for _, table in held)
    return [*([path] if bare else []), *named]


def settings_from(
    raw: dict[str, Any], folder: Path, source: str = "the configuration", *, mail: bool = True
) -> Settings:
    """Make settings from parsed TOML; relative paths count from `folder`. Raises ConfigError.

    `mail`: whether to run the commands that print passwords.
    """
    try:
        filled = _with_tokens(_with_secrets(raw, folder, mail=mail))
        settings = Settings.model_validate(filled)
    except ValidationError as e:
        raise ConfigError(f"{source}: {_explain(e, raw)}") from None
    if settings.backup.folder is not None and settings.database.on_server:
        remedy = "take it out, and have PostgreSQL's pg_dump make copies"
        raise ConfigError(f"{source}: backup.folder is for SQLite; {remedy}")
    return _anchored(settings, folder)


def _check_passwords(settings: Settings, path: Path) -> None:
    for section, server in (("imap", settings.imap), ("smtp", settings.smtp)):
        if server is not None and server.username and server.auth == "password" and not server.password:
            variable = SECRETS[section, "password"]
            ways = f"password, password_file, password_command or {variable}"
            raise ConfigError(f"{path}: {section}.password is missing; add it ({ways})")


def _with_tokens(filled: dict[str, Any]) -> dict[str, Any]:
    """Give `[smtp]` the command that prints the tokens of `[imap]`, unless it has its own."""
    imap, smtp = filled.get("imap"), filled.get("smtp")
    if not isinstance(imap, dict) or not isinstance(smtp, dict) or smtp.get("auth") != "xoauth2":
        return filled
    return filled | {"smtp": {"token_command": imap.get("token_command")} | smtp}


def _with_secrets(raw: dict[str, Any], folder: Path, *, mail: bool) -> dict[str, Any]:
    filled = {k: dict(v) if isinstance(v, dict) else v for k, v in raw.items()}
    for (section, key), variable in SECRETS.items():
        table = filled.get(section, {})
        if not isinstance(table, dict):
            continue
        command = table.pop(f"{key}_command", None) if section in COMMANDED else None
        if command is not None and f"{key}_file" in table:
            raise ConfigError(f"{section}.{key}_file and {section}.{key}_command: take one of them out")
        if name := table.pop(f"{key}_file", None):
            try:
                table[key] = (folder / Path(str(name)).expanduser()).read_text(encoding="utf-8").strip()
            except (OSError, UnicodeDecodeError) as e:
                why = e.strerror if isinstance(e, OSError) else "it is not UTF-8"
                raise ConfigError(f"cannot read {section}.{key}_file {name}: {why}; name a text file") from None
        if value := os.environ.get(variable):
            table[key] = value
        elif command is not None and mail:
            table[key] = _printed(f"{section}.{key}_command", str(command))
        if table:
            filled[section] = table
    return filled


def _printed(where: str, command: str) -> str:
    try:
        return printed(command)
    except NoSecret as e:
        raise ConfigError(f"{where} {e}: run it by hand as the referee's user to see why") from None


def _anchored(settings: Settings, folder: Path) -> Settings:
    def at(path: Path) -> Path:
        return folder / path.expanduser()

    def where(path: Path | None) -> Path | None:
        return None if path is None else at(path)

    url = settings.database.url
    if "url" not in settings.database.model_fields_set:
        url = f"sqlite:///{at(settings.referee.data_dir) / DATABASE}"
    elif url.startswith("sqlite:///") and not url.startswith("sqlite:////") and ":memory:" not in url:
        url = f"sqlite:///{folder / url.removeprefix('sqlite:///')}"
    refereed = settings.referee.model_copy(
        update={"data_dir": at(settings.referee.data_dir), "templates": where(settings.referee.templates)}
    )

    def served(server: Server) -> Server:
        return server.model_copy(update={"ca_file": where(server.ca_file)})

    return settings.model_copy(
        update={
            "referee": refereed,
            "imap": None if settings.imap is None else served(settings.imap),
            "smtp": served(settings.smtp),
            "database": settings.database.model_copy(update={"url": url}),
            "backup": settings.backup.model_copy(update={"folder": where(settings.backup.folder)}),
            "site": settings.site.model_copy(update={"folder": where(settings.site.folder)}),
        }
    )


def _explain(error: ValidationError, raw: Mapping[str, Any]) -> str:
    # a misspelt key is also missing under its right name: report the one that is in the file
    first = min(error.errors(), key=lambda found: found["type"] != "extra_forbidden")
    # the message names a value of a list by its content, not by its place
    names = [part for part in first["loc"] if isinstance(part, str)]
    where = ".".join(names)
    if first["type"] == "extra_forbidden":
        *path, key = names
        return _unknown(where, key, _known(path), _at(raw, path))
    if first["type"] == "missing":
        return f"{where} is missing; add it (`referee init` writes every key with a comment)"
    if first["type"] == "too_short":
        return f"{where} names nobody; give at least one address"
    if first["type"] == "literal_error":
        return f"{where}: there is no {first['input']!r}; write {first['ctx']['expected']}"
    said = first["msg"].removeprefix("Value error, ")
    return f"{where}: {said}" if where else said


def _at(raw: Mapping[str, Any], path: Sequence[str]) -> Mapping[str, Any]:
    """Return the table of the file at `path`."""
    for part in path:
        raw = raw[part]
    return raw


def _unknown(where: str, key: str, known: Sequence[str], there: Collection[str]) -> str:
    """Say that a key is unknown, and which key may have been meant: never one that is already `there` in the file."""
    near = difflib.get_close_matches(key, [each for each in known if each not in there], 1, 0.6)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"
    return f"unknown key {where}; {hint}"


def model_of(annotation: Any) -> type[BaseModel]:
    """Return the model of a section; the annotation of an optional section also holds None."""
    return next(
        one for one in (annotation, *get_args(annotation)) if isinstance(one, type) and issubclass(one, BaseModel)
    )


def _known(path: Sequence[str]) -> list[str]:
    model: type[BaseModel] = Settings
    for part in path:
        model = model_of(model.model_fields[part].annotation)
    secrets = [f"{key}_file" for section, key in SECRETS if path == [section]]
    secrets += ["password_command" for section in COMMANDED if path == [section]]
    return [*model.model_fields, *secrets]
