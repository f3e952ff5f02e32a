"""`referee init`: writes the configuration with a comment on every key, and creates the database. Overwrites nothing.

What it needs to know is one table, FORM: each line is an option, and a question if the answer has no default.
"""

import inspect
import json
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from referee.commands.app import ConfigOption
from referee.config import SECRETS, ConfigError, Settings, load_settings
from referee.resources import templates_folder
from referee.running import logs
from referee.running.opening import open_database

PORTS = {
    "imap": {"implicit": 993, "starttls": 143, "none": 143},
    "smtp": {"implicit": 465, "starttls": 587, "none": 25},
}
TLS = "implicit"
Answers = Mapping[str, Any]
"""The answers by the name of the option: a string, a number, or a list of strings; None if there is none."""


@dataclass(frozen=True, slots=True)
class Question:
    """One line of the form. `load_settings` judges the answers, once they are in the file."""

    option: str
    key: str
    """The place of the key in the file: `imap.host`."""
    help: str | None = None
    kind: type = str
    asked: str | None = None
    """The question to a person if no option answers it; None: do not ask."""
    instead: tuple[str, ...] = ()
    """Other ways to give the answer."""
    default: Callable[[Answers], object] = lambda answers: None
    """The answer that follows from the other answers; None: the value in the packaged file."""
    may_be_empty: bool = False
    """An empty answer counts as an answer."""
    metavar: str | None = None
    """The word for the answer in `--help`; None: the option's last word."""

    @property
    def name(self) -> str:
        """The name of the command's parameter."""
        return self.option.removeprefix("--").replace("-", "_")

    def answered(self, answer: object) -> bool:
        """Tell if this answers it."""
        return bool(answer) or (self.may_be_empty and answer is not None)


def _port(server: str) -> Callable[[Answers], object]:
    return lambda answers: PORTS[server].get(answers[f"{server}_tls"] or TLS)


FORM = (
    Question("--address", "referee.address", "The referee's own address.", asked="The referee's own mail address"),
    Question("--name", "referee.name", "The name beside it."),
    Question(
        "--gamesmaster",
        "referee.gamesmasters",
        "Who steers games; may be repeated.",
        list[str],
        metavar="ADDRESS",
        asked="The Gamesmaster's address (several with commas)",
    ),
    Question("--list", "referee.list", "A mailing list for the announcements.", metavar="ADDRESS"),
    Question(
        "--list-mode",
        "referee.list_mode",
        "external or builtin.",
        default=lambda answers: "external" if answers["list"] else None,
    ),
    Question("--imap-host", "imap.host", "The server of its mailbox.", asked="The IMAP server"),
    Question("--imap-port", "imap.port", "Else 993, or by --imap-tls.", int, default=_port("imap")),
    Question("--imap-tls", "imap.tls", "implicit, starttls or none.", default=lambda answers: TLS),
    Question("--imap-ca-file", "imap.ca_file", "A private certificate authority, PEM."),
    Question("--imap-username", "imap.username", "Else the address.", default=lambda answers: answers["address"]),
    Question(
        "--imap-password",
        "imap.password",
        "Better: $REFEREE_IMAP_PASSWORD.",
        asked="The mailbox's password (empty if you write a command, a file or OAuth 2 for it into referee.toml)",
        instead=("REFEREE_IMAP_PASSWORD in the environment",),
        may_be_empty=True,
    ),
    Question("--smtp-host", "smtp.host", "The server that takes its mail.", asked="The SMTP server"),
    Question("--smtp-port", "smtp.port", "Else 465, or by --smtp-tls.", int, default=_port("smtp")),
    Question("--smtp-tls", "smtp.tls", "implicit, starttls or none.", default=lambda answers: TLS),
    Question(
        "--smtp-ca-file",
        "smtp.ca_file",
        "Else the mailbox's; \"\" for the system's.",
        default=lambda answers: answers["imap_ca_file"],
        may_be_empty=True,
    ),
    Question(
        "--smtp-username",
        "smtp.username",
        'Else the address; "" for no log-in.',
        default=lambda answers: answers["address"],
        may_be_empty=True,
    ),
    Question(
        "--smtp-password",
        "smtp.password",
        "Else the mailbox's.",
        default=lambda answers: None if answers["smtp_username"] == "" else answers["imap_password"],
    ),
    Question("--subaddress", "smtp.subaddress", 'The sign of subaddresses, or "".', may_be_empty=True, metavar="SIGN"),
    Question("--data-dir", "referee.data_dir", "Where the referee keeps its files.", metavar="FOLDER"),
    Question("--database", "database.url", "The database, if it is to lie elsewhere.", metavar="URL"),
    Question("--trusted-authserv", "auth.trusted_authserv", "Who checks senders.", list[str], metavar="SERVER"),
)


def _with_form(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command one option for each question; typer reads them from its signature."""
    own = [p for p in inspect.signature(command).parameters.values() if p.kind is not p.VAR_KEYWORD]
    options = [
        inspect.Parameter(one.name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=_annotation(one))
        for one in FORM
    ]
    command.__signature__ = inspect.Signature([*own, *options])  # type: ignore[attr-defined]
    return command


def _annotation(one: Question) -> Any:
    metavar = one.metavar or one.option.rpartition("-")[2].upper()
    return Annotated[one.kind | None, typer.Option(one.option, metavar=metavar, help=one.help)]


@_with_form
def init(config: ConfigOption = None, **given: Any) -> None:
    """Write the file, unless it exists; ask for what is missing. `given`: the answer of each option in FORM."""
    logs.set_up("warning")
    path = config or Path(os.environ.get("REFEREE_CONFIG", "referee.toml"))
    if path.exists():
        open_database(load_settings(path, mail=False)).close()
        print(f"{path} was left as it is; the database is up to date")
        return
    settings = write_config(config_text(_all_answers(given)), path)
    open_database(settings).close()
    print(f"wrote {path} and made the database; next: referee check --config {path}")


def _all_answers(given: Answers) -> Answers:
    """Return all answers: those given, and the missing ones by the person at the terminal. Raises ConfigError if nobody
    is there."""
    answers = dict(given)
    for question in FORM:
        answered = question.answered(answers[question.name]) or question.key in _in_environment()
        if question.asked and not answered:
            answers[question.name] = _ask(question, question.asked)
    return answers


def _in_environment() -> set[str]:
    """Return the keys that need not be in the file."""
    return {f"{section}.{key}" for (section, key), variable in SECRETS.items() if os.environ.get(variable)}


def _ask(question: Question, words: str) -> object:
    try:
        none = "" if question.may_be_empty else None
        # only a terminal shows what is typed
        hidden = question.name.endswith("password") and sys.stdin.isatty()
        answer = str(typer.prompt(words, default=none, hide_input=hidden, show_default=False))
    except typer.Abort:
        give = " or ".join((question.option, *question.instead))
        raise ConfigError(f"nothing was written: give {give}, or answer at a terminal") from None
    return answer.strip() if question.kind is str else [part.strip() for part in answer.split(",")]


def config_text(answers: Answers) -> str:
    """Fill the answers into the packaged file. A key that is a comment there and has no answer stays a comment."""
    values = {question.key: _value(question, answers) for question in FORM}
    lines = (templates_folder() / "referee.toml").read_text(encoding="utf-8").splitlines()
    section, out = "", []
    for line in lines:
        section = line.strip("[]") if line.startswith("[") else section
        key, equals, _ = line.removeprefix("# ").partition(" = ")
        value = values.get(f"{section}.{key}") if equals else None
        # an empty value switches off what is on; a comment is off already
        wanted = value is not None and (value != "" or not line.startswith("#"))
        out.append(f"{key} = {_toml(value)}" if wanted else line)
    return "\n".join(out) + "\n"


def _value(question: Question, answers: Answers) -> object:
    answer = answers[question.name]
    return answer if question.answered(answer) else question.default(answers)


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
