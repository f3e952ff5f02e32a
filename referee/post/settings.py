"""The settings of the post office: its servers, and the proofs that it believes. Reads no file."""

from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Literal, Self

from email_validator import EmailNotValidError, validate_email
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator


def fold_address(text: str) -> str:
    """Fold an address into the form in which we compare addresses: plain ASCII, A-Z folded. Raises ValueError for
    others."""
    try:
        if not text.isascii():
            raise EmailNotValidError("it has letters outside ASCII")
        validate_email(text, check_deliverability=False, test_environment=True)
    except EmailNotValidError as e:
        raise ValueError(f"{text!r} is not a plain mail address: {e}") from None
    return text.lower()


def server_and_port(text: str) -> tuple[str, int]:
    """Read `9.9.9.9`, `127.0.0.1:5353`, `2620:fe::fe`, `[::1]:5353`. Raises ValueError for anything else."""
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
    """Check the IP address of a server, and return it. Raises ValueError with what to write."""
    server_and_port(text)
    return text


Address = Annotated[str, AfterValidator(fold_address)]
Place = Annotated[Literal["from", "reply-to", "x-original-from"], BeforeValidator(lambda v: str(v).lower())]
Tls = Literal["implicit", "starttls", "none"]
Port = Annotated[int, Field(ge=1, le=65535)]


class Section(BaseModel):
    """One section of the file: frozen, and unknown keys are errors."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class LogIn(Section):
    """The log-in to a server: with a password, or with an access token of OAuth 2, which a command prints."""

    auth: Literal["password", "xoauth2"] = "password"
    token_command: str | None = Field(default=None, repr=False)

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if self.auth == "password" and self.token_command is not None:
            raise ValueError('token_command is for auth = "xoauth2": set that, or take token_command out')
        if self.auth == "xoauth2" and self.token_command is None:
            raise ValueError('auth = "xoauth2" needs token_command: add one, which prints an access token')
        return self

    @property
    def tokens(self) -> str:
        """The command that prints the tokens of `auth = "xoauth2"`."""
        assert self.token_command is not None, "checked above"
        return self.token_command


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
    """The letters that may be on their way at once; so many may come twice if the referee is killed."""

    @model_validator(mode="after")
    def _someone_to_log_in(self) -> Self:
        if self.auth == "xoauth2" and not self.username:
            raise ValueError('auth = "xoauth2" needs a username')
        return self


class AuthSettings(Section):
    """`[auth]`: the proofs of a sender that we accept, and the servers that we believe."""

    accept: tuple[Literal["token", "results", "dkim", "address"], ...] = ("token", "results")
    trusted_authserv: tuple[Annotated[str, AfterValidator(lambda name: name.removesuffix(";"))], ...] = ()
    trusted_lists: dict[Annotated[str, AfterValidator(str.lower)], Place] = {}
    """The domains of list servers that we believe, and where each puts an author whose From it replaces."""
    list_bounces: tuple[Address, ...] = ()
    """The return addresses of those lists: if any is given, no other mailbox of its domain speaks for the list."""
    smtp_auth: bool = False
    """The servers in `trusted_authserv` write `auth=` for users who logged in to send."""
    nameservers: tuple[Annotated[str, AfterValidator(fold_server)], ...] = ()

    @property
    def looks_up_keys(self) -> bool:
        """The keys of signatures are to be looked up when a mail arrives."""
        return "dkim" in self.accept or bool(self.trusted_lists)
