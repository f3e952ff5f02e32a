"""OpenPGP as a player's mail program does it: keys, signed mails in both forms, and letters read with the key."""

import email
import itertools
from email.message import EmailMessage
from email.policy import SMTP, default

from pysequoia import SignatureMode, Tsk, decrypt, sign

from tests.talk import REFEREE, Letter, address

BOUNDARY = "=_signed"
_numbers = itertools.count(1)


def new_key(who: str, validity: int | None = None) -> Tsk:
    """A secret key; `validity` in seconds."""
    return Tsk.generate(f"{who.title()} <{address(who)}>", validity_seconds=validity)


def public(key: Tsk) -> str:
    """The public key, armoured."""
    return str(key.extract_certificate())


def head(who: str, subject: str = "a mail", to: str = REFEREE, **more: str) -> str:
    """The fields of a new mail."""
    fields = {
        "From": address(who),
        "To": to,
        "Subject": subject,
        "Message-ID": f"<pgp{next(_numbers)}@club.test>",
        **more,
    }
    return "".join(f"{name}: {value}\r\n" for name, value in fields.items())


def with_key(who: str, block: str, text: str = "key", to: str = REFEREE) -> bytes:
    """A mail with a key attached."""
    message = EmailMessage(policy=SMTP)
    message["From"], message["To"], message["Subject"] = address(who), to, "my key"
    message["Message-ID"] = f"<pgp{next(_numbers)}@club.test>"
    message.set_content(text)
    message.add_attachment(block.encode(), maintype="application", subtype="pgp-keys", filename="key.asc")
    return message.as_bytes()


def detached(key: Tsk, part: bytes) -> bytes:
    """An armoured signature of these bytes."""
    return sign(key.signer(), part, mode=SignatureMode.DETACHED).replace(b"\n", b"\r\n")


def entity(text: str, *fields: str, to: str | None = REFEREE) -> bytes:
    """One plain part, `fields` above, and To besides, as mail programs sign it."""
    bare = to is None or any(field.startswith("To:") for field in fields)
    lines = (
        *(() if bare else (f"To: {to}",)),
        *fields,
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: 8bit",
        "",
        *text.split("\n"),
    )
    return "\r\n".join(lines).encode()


def mime(fields: str, part: bytes, signature: bytes, *, protocol: str = "application/pgp-signature") -> bytes:
    """PGP/MIME: `part` as it is, and its alleged signature."""
    kind = f'multipart/signed; micalg=pgp-sha512; protocol="{protocol}"; boundary="{BOUNDARY}"'
    start = f"{fields}MIME-Version: 1.0\r\nContent-Type: {kind}\r\n\r\n--{BOUNDARY}\r\n".encode()
    middle = f"\r\n--{BOUNDARY}\r\nContent-Type: application/pgp-signature\r\n\r\n".encode()
    return start + part + middle + signature + f"\r\n--{BOUNDARY}--\r\n".encode()


def signed(who: str, key: Tsk, text: str, *fields: str, **more: str) -> bytes:
    """A mail signed as PGP/MIME."""
    part = entity(text, *fields, to=more.get("to", REFEREE))
    return mime(head(who, **more), part, detached(key, part))


def clear(key: Tsk, text: str, *, for_us: bool = True) -> str:
    """Text signed in place that says whom it is for."""
    text = f"{text}\n\n{REFEREE}\n" if for_us else text
    return sign(key.signer(), text.encode(), mode=SignatureMode.CLEAR).decode()


def plain(who: str, text: str, **more: str) -> bytes:
    """A mail of plain text."""
    lines = text.replace("\r\n", "\n").replace("\n", "\r\n")
    kind = "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
    return (head(who, **more) + kind + lines).encode()


def opened(letter: Letter, key: Tsk) -> Letter:
    """What a sealed letter holds, as a letter."""
    assert letter.message.get_content_type() == "multipart/encrypted", "the letter is sealed"
    assert letter.message.get_param("protocol") == "application/pgp-encrypted"
    control, data = letter.message.iter_parts()
    assert control.get_content_type() == "application/pgp-encrypted"
    assert bytes(control.get_payload(decode=True)).split() == [b"Version:", b"1"]
    inside = decrypt(bytes(data.get_payload(decode=True)), key.decryptor()).bytes
    assert inside is not None
    assert not email.message_from_bytes(inside, policy=default).defects
    return Letter(letter.to, inside)
