"""The settings of the post office: its servers, and what it believes. Reads no file."""

from dataclasses import dataclass, field
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Annotated, Literal, Self
from urllib.parse import urlsplit

from email_validator import EmailNotValidError, validate_email
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator


def fold_address(text: str) -> str:
    """An address in the form in which we compare addresses: plain ASCII, A-Z folded. Raises ValueError for others."""
    try:
        if not text.isascii():
            raise EmailNotValidError("it has letters outside ASCII")
        validate_email(text, check_deliverability=False, test_environment=True)
    except EmailNotValidError as e:
        raise ValueError(f"{text!r} is not a plain mail address: {e}") from None
    return text.lower()


def server_and_port(text: str) -> tuple[str, int]:
    """`9.9.9.9`, `127.0.0.1:5353`, `2620:fe::fe`, `[::1]:5353`. Raises ValueError for anything else."""
    address, colon, port = text.rpartition(":")
    bare = not colon or (":" in address and not address.endswith("]"))
    try:
        server = str(ip_address(text if bare else address.strip("[]")))
        number = 53 if bare else int(port)
    except ValueError:
        number = 0
    if not 0 < number < 65536:
        raise ValueError(f"{text!r} is not a server's IP address: write it like 9.9.9.9 or 127.0.0.1:5353") from None
    return server, number


def fold_server(text: str) -> str:
    """The IP address of a server, checked. Raises ValueError with what to write."""
    server_and_port(text)
    return text


def fold_network(text: str) -> str:
    """`192.0.2.25` or `192.0.2.0/24`, checked. Raises ValueError with what to write."""
    try:
        return str(ip_network(text))
    except ValueError:
        raise ValueError(f"{text!r} is not an IP address or a network: write it like 192.0.2.25") from None


def place_to_listen(text: str) -> tuple[str, int] | Path:
    """`127.0.0.1:2424`, `[::1]:2424`, or the path of a unix socket. Raises ValueError for anything else."""
    if text.startswith("/"):
        return Path(text)
    address, colon, port = text.rpartition(":")
    try:
        host, number = str(ip_address(address.strip("[]"))), int(port) if colon else 0
    except ValueError:
        number = 0
    if not 0 < number < 65536:
        raise ValueError(f"{text!r}: write it like 127.0.0.1:2424, or /run/referee/lmtp for a unix socket") from None
    return host, number


Address = Annotated[str, AfterValidator(fold_address)]
Place = Annotated[Literal["from", "reply-to", "x-original-from"], BeforeValidator(lambda v: str(v).lower())]
Tls = Literal["implicit", "starttls", "none"]
Port = Annotated[int, Field(ge=1, le=65535)]


class Section(BaseModel):
    """One section of the file: frozen, and unknown keys are errors."""

    model_config = ConfigDict(frozen=True, extra="forbid")


@dataclass(frozen=True, slots=True)
class TokenSource:
    """Where access tokens come from: a command that prints one, or a token service with what it asks for."""

    command: str | None = field(repr=False)
    url: str | None
    client_id: str | None
    secret_file: Path | None
    refresh_file: Path | None


TOKEN_KEYS = ("token_command", "token_url", "client_id", "client_secret_file", "refresh_token_file")
SERVICE_KEYS = ("token_url", "client_id", "refresh_token_file")
HERE = frozenset({"127.0.0.1", "::1", "localhost"})


class LogIn(Section):
    """How we log in to a server: with a password, or with an access token of OAuth 2."""

    auth: Literal["password", "xoauth2"] = "password"
    token_command: str | None = Field(default=None, repr=False)
    token_url: str | None = None
    client_id: str | None = None
    client_secret_file: Path | None = None
    refresh_token_file: Path | None = None

    @property
    def token_source(self) -> TokenSource:
        """Where the tokens of `auth = "xoauth2"` come from."""
        return TokenSource(
            self.token_command, self.token_url, self.client_id, self.client_secret_file, self.refresh_token_file
        )

    @model_validator(mode="after")
    def _one_source(self) -> Self:
        given = [key for key in TOKEN_KEYS if getattr(self, key) is not None]
        service = [key for key in given if key != "token_command"]
        if self.auth == "password" and given:
            raise ValueError(f'{given[0]} is for auth = "xoauth2": set that, or take {given[0]} out')
        if self.auth == "xoauth2" and "token_command" not in given:
            missing = [key for key in SERVICE_KEYS if key not in given]
            if missing:
                raise ValueError(
                    f'auth = "xoauth2" needs token_command, or {", ".join(SERVICE_KEYS)}; add {missing[0]}'
                )
        if "token_command" in given and service:
            raise ValueError(f"token_command and {service[0]} are two sources of a token: take one out")
        return self

    @model_validator(mode="after")
    def _safe_url(self) -> Self:
        url = urlsplit(self.token_url or "https://none")
        if (url.scheme != "https" and not (url.scheme == "http" and url.hostname in HERE)) or not url.hostname:
            raise ValueError("token_url must begin with https://, since secrets go there")
        return self


class ImapSettings(LogIn):
    """`[imap]`: the mailbox that is read."""

    host: str
    port: Port = 993
    tls: Tls = "implicit"
    ca_file: Path | None = None
    username: str
    password: str = Field(default="", repr=False)
    folder: str = "INBOX"
    processed_folder: str = "Referee/Handled"
    poll_seconds: Annotated[float, Field(gt=0, le=3600)] = 60
    timeout_seconds: Annotated[float, Field(gt=0, le=600)] = 25


class LmtpSettings(Section):
    """`[lmtp]`: where a mail server hands mail in; nowhere without `listen`."""

    listen: str | None = None
    server: Annotated[str, AfterValidator(str.lower)] | None = None
    """The name with which that server writes its Received lines."""
    queue_seconds: Annotated[float, Field(gt=0, le=7 * 86400)] = 4600
    """How long mail may lie in its queue that could not be handed in: what is there when we begin to listen."""
    peers: tuple[Annotated[str, AfterValidator(fold_network)], ...] = ()
    """Who may hand in mail from other machines; nobody may if none is named."""

    @property
    def listens(self) -> bool:
        """Whether mail is handed in at all."""
        return self.listen is not None

    @property
    def far(self) -> bool:
        """Whether other machines reach the place where we listen."""
        place = self.place
        return not isinstance(place, Path | None) and not ip_address(place[0]).is_loopback

    @property
    def place(self) -> tuple[str, int] | Path | None:
        """Where to listen: address and port, the path of a unix socket, or nowhere."""
        return None if self.listen is None else place_to_listen(self.listen)

    @model_validator(mode="after")
    def _nobody_from_anywhere(self) -> Self:
        if self.far and not self.peers:
            raise ValueError(
                f"whoever reaches {self.listen} could hand in mail: listen at 127.0.0.1, or name in peers the mail "
                "servers that may"
            )
        if self.peers and not self.far:
            raise ValueError("peers is for an address that other machines reach: take it out, or listen there")
        return self


class SmtpSettings(LogIn):
    """`[smtp]`: the server that takes the letters."""

    host: str
    port: Port = 465
    tls: Tls = "implicit"
    ca_file: Path | None = None
    username: str | None = None
    password: str | None = Field(default=None, repr=False)
    subaddress: Literal["+", "-", ""] = "+"
    timeout_seconds: Annotated[float, Field(gt=0, le=600)] = 25
    connections: Annotated[int, Field(ge=1, le=16)] = 4
    """How many letters may be on their way at once; so many may come twice if the referee is killed."""

    @model_validator(mode="after")
    def _someone_to_log_in(self) -> Self:
        if self.auth == "xoauth2" and not self.username:
            raise ValueError('auth = "xoauth2" needs a username')
        return self


class AuthSettings(Section):
    """`[auth]`: what proves a sender."""

    accept: tuple[Literal["token", "results", "dkim", "pgp", "address"], ...] = ("token", "results")
    trusted_authserv: tuple[str, ...] = ()
    trusted_lists: dict[Annotated[str, AfterValidator(str.lower)], Place] = {}
    """The domains of list servers that we believe, and where each puts an author whose From it replaces."""
    list_bounces: tuple[Address, ...] = ()
    """The return addresses of those lists: if any is given, no other mailbox of its domain speaks for the list."""
    smtp_auth: bool = False
    """Whether the servers in `trusted_authserv` write `auth=` for users who logged in to send."""
    nameservers: tuple[Annotated[str, AfterValidator(fold_server)], ...] = ()

    @property
    def looks_up_keys(self) -> bool:
        """Whether to look up the keys of signatures when a mail arrives."""
        return "dkim" in self.accept or bool(self.trusted_lists)
