"""The settings of the post office: its servers, and what it believes. Reads no file."""

from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Literal

from email_validator import EmailNotValidError, validate_email
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field


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


Address = Annotated[str, AfterValidator(fold_address)]
Place = Annotated[Literal["from", "reply-to", "x-original-from"], BeforeValidator(lambda v: str(v).lower())]
Tls = Literal["implicit", "starttls", "none"]
Port = Annotated[int, Field(ge=1, le=65535)]


class Section(BaseModel):
    """One section of the file: frozen, and unknown keys are errors."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class ImapSettings(Section):
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


class SmtpSettings(Section):
    """`[smtp]`: the server that takes the letters."""

    host: str
    port: Port = 465
    tls: Tls = "implicit"
    ca_file: Path | None = None
    username: str | None = None
    password: str | None = Field(default=None, repr=False)
    subaddress: Literal["+", "-", ""] = "+"
    timeout_seconds: Annotated[float, Field(gt=0, le=600)] = 25


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
