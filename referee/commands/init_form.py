"""The form of `referee init`: one table. Each line is an option, and a question if the answer has no default. Asks
nobody itself, and judges no answer."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

PORTS = {
    "imap": {"implicit": 993, "starttls": 143, "none": 143},
    "smtp": {"implicit": 465, "starttls": 587, "none": 25},
}
TLS = "implicit"
PASSWORD, OAUTH = "password", "xoauth2"
SOURCES = ("token_url", "token_command", "client_id", "client_secret_file", "refresh_token_file")
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
    when: Callable[[Answers, Answers], bool] = lambda given, answers: True
    """The test that decides if a person is asked, by what the options gave and by all answers so far."""
    instead: tuple[str, ...] = ()
    """Other options, any of which would do."""
    choices: tuple[str, ...] = ()
    """The answers that a person may give; none: anything."""
    default: Callable[[Answers], object] = lambda answers: None
    """The answer that follows from the other answers; None: the value in the packaged file."""
    may_be_empty: bool = False
    """An empty answer is an answer, and not the same as none."""
    may_be_open: bool = False
    """A person who is asked may give no answer."""

    @property
    def name(self) -> str:
        """The name of the command's parameter."""
        return self.option.removeprefix("--").replace("-", "_")

    def answered(self, answer: object) -> bool:
        """Tell if this answers it."""
        return bool(answer) or (self.may_be_empty and answer is not None)


def _port(server: str) -> Callable[[Answers], object]:
    return lambda answers: PORTS[server].get(answers[f"{server}_tls"] or TLS)


def _has_source(server: str, answers: Answers) -> bool:
    """Tell if an answer says where tokens come from."""
    return any(answers[f"{server}_{key}"] for key in SOURCES)


def _imap_auth(answers: Answers) -> str:
    return answers["imap_auth"] or (OAUTH if _has_source("imap", answers) else PASSWORD)


def _smtp_auth(answers: Answers) -> str:
    """Return the log-in of the mailbox, unless sending has no log-in or a password of its own."""
    if _has_source("smtp", answers):
        return OAUTH
    return PASSWORD if answers["smtp_username"] == "" or answers["smtp_password"] else _imap_auth(answers)


def _no_password(given: Answers, answers: Answers) -> bool:
    """Tell if the person who was asked for a password gave none."""
    return given["imap_password"] is None and answers["imap_password"] == ""


def _with_service(given: Answers, answers: Answers) -> bool:
    """Tell if tokens come from a service, of which more is to be known."""
    return _imap_auth(answers) == OAUTH and bool(answers["imap_token_url"]) and not answers["imap_token_command"]


def _without_source(given: Answers, answers: Answers) -> bool:
    return _imap_auth(answers) == OAUTH and not (answers["imap_token_url"] or answers["imap_token_command"])


FORM = (
    Question("--address", "referee.address", "The referee's own address.", asked="The referee's own mail address"),
    Question("--name", "referee.name", "The name beside it."),
    Question(
        "--gamesmaster",
        "referee.gamesmasters",
        "Who may start and steer games; may be repeated.",
        list[str],
        asked="The Gamesmaster's address (several with commas)",
    ),
    Question("--list", "referee.list", "A mailing list that distributes the announcements."),
    Question(
        "--list-mode",
        "referee.list_mode",
        "external or builtin.",
        default=lambda answers: "external" if answers["list"] else None,
    ),
    Question("--imap-host", "imap.host", asked="The IMAP server"),
    Question("--imap-port", "imap.port", kind=int, default=_port("imap")),
    Question("--imap-tls", "imap.tls", "implicit, starttls or none.", default=lambda answers: TLS),
    Question("--imap-ca-file", "imap.ca_file", "A private certificate authority, PEM."),
    Question("--imap-username", "imap.username", "Else the address.", default=lambda answers: answers["address"]),
    Question(
        "--imap-password",
        "imap.password",
        "Better: REFEREE_IMAP_PASSWORD in the environment.",
        asked="The mailbox's password (empty if a command, a file or OAuth 2 is to give it)",
        when=lambda given, answers: _imap_auth(answers) != OAUTH,
        instead=("REFEREE_IMAP_PASSWORD in the environment", "--imap-auth xoauth2"),
        may_be_empty=True,
    ),
    Question(
        "--imap-auth",
        "imap.auth",
        "password, or xoauth2 for OAuth 2 with the five options below.",
        asked="xoauth2 for OAuth 2 (empty if you write a command or a file for the password into referee.toml)",
        when=_no_password,
        choices=("", PASSWORD, OAUTH),
        default=_imap_auth,
        may_be_open=True,
    ),
    Question(
        "--imap-token-url",
        "imap.token_url",
        "The provider's token service, https://…",
        asked="The provider's token service, https://… (empty if a command prints the tokens)",
        when=_without_source,
        instead=("--imap-token-command",),
        may_be_open=True,
    ),
    Question(
        "--imap-token-command",
        "imap.token_command",
        "Or a command that prints an access token.",
        asked="The command that prints an access token",
        when=_without_source,
        instead=("--imap-token-url",),
    ),
    Question(
        "--imap-client-id",
        "imap.client_id",
        "The id of the application that you registered there.",
        asked="The id of your application (client id)",
        when=_with_service,
    ),
    Question(
        "--imap-client-secret-file",
        "imap.client_secret_file",
        "The file with its secret, if it has one.",
        asked="The file with its secret (empty if it has none)",
        when=lambda given, answers: given["imap_token_url"] is None and _with_service(given, answers),
        may_be_open=True,
    ),
    Question(
        "--imap-refresh-token-file",
        "imap.refresh_token_file",
        "The file with the refresh token, which the referee can write.",
        asked="The file with the refresh token, where the referee can write a newer one",
        when=_with_service,
    ),
    Question("--smtp-host", "smtp.host", asked="The SMTP server"),
    Question("--smtp-port", "smtp.port", kind=int, default=_port("smtp")),
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
    Question("--smtp-auth", "smtp.auth", "Else as for the mailbox, with its tokens.", default=_smtp_auth),
    *(
        Question(f"--smtp-{key.replace('_', '-')}", f"smtp.{key}", "Only if the mailbox has another.")
        for key in SOURCES
    ),
    Question("--subaddress", "smtp.subaddress", 'The sign of subaddresses; "" for none.', may_be_empty=True),
    Question("--data-dir", "referee.data_dir", "Where the referee keeps its files."),
    Question("--database", "database.url", "The database's URL, if it is to lie elsewhere."),
    Question("--trusted-authserv", "auth.trusted_authserv", "Whose Authentication-Results are believed.", list[str]),
)
