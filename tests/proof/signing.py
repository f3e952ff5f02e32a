"""The signer of mail in tests: keys of openssl's, a signer that obeys every whim, and a domain name system of a few
lines.

The signer uses the inside of dkimpy, which also does the checking. That the two fit is for dkimpy's own tests; here it
matters what else the referee asks of a signature.
"""

import socket
import subprocess
import threading
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from typing import Self

import dkim
import dns.flags
import dns.message
import dns.rrset
from dkim.canonicalization import CanonicalizationPolicy
from dkim.crypto import HASH_ALGORITHMS, parse_pem_private_key

from referee.post.proof.dkim_lookup import NoAnswer

DOMAIN, SELECTOR = "club.test", "s1"
SIGNED = (
    *("from", "to", "subject", "date", "message-id", "in-reply-to", "references"),
    *("mime-version", "content-type", "content-transfer-encoding"),
)


def private_key(bits: int = 1024, name: str = "") -> bytes:
    """Return a key of so many bits, another for each name."""
    return _made_key(bits, name)


@cache
def _made_key(bits: int, name: str) -> bytes:
    made = subprocess.run(["openssl", "genrsa", "-traditional", str(bits)], capture_output=True, check=True)
    return made.stdout


@cache
def public_key(private: bytes) -> str:
    """Return the `p` of a key record."""
    made = subprocess.run(
        ["openssl", "rsa", "-pubout", "-outform", "DER"], input=private, capture_output=True, check=True
    )
    return b64encode(made.stdout).decode()


def record(bits: int = 1024, *, name: str = "", tags: str = "") -> bytes:
    """Return the key record of a key; `tags` more of them, such as `t=y;`."""
    return f"v=DKIM1; k=rsa; {tags} p={public_key(private_key(bits, name))}".encode()


class Records:
    """A domain name system that knows these names and notes each question; `dead`: it never answers."""

    def __init__(self, records: Mapping[str, bytes] | None = None, *, dead: bool = False) -> None:
        self.records = {f"{SELECTOR}._domainkey.{DOMAIN}.": record()} if records is None else dict(records)
        self.dead = dead
        self.asked: list[str] = []

    def __call__(self, name: str, seconds: float) -> bytes | None:
        """Answer a question as gathering.Ask does."""
        self.asked.append(name)
        if self.dead:
            raise NoAnswer("timeout")
        return self.records.get(name)


class NameServer:
    """A name server on loopback, by UDP, as a context manager; `dead`: it takes questions and never answers."""

    def __init__(self, records: Records) -> None:
        self.records = records
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._thread = threading.Thread(target=self._serve)

    @property
    def address(self) -> str:
        """Return the address as `auth.nameservers` has it."""
        return f"127.0.0.1:{self._socket.getsockname()[1]}"

    def __enter__(self) -> Self:
        self._socket.bind(("127.0.0.1", 0))
        self._thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
            one.sendto(b"", self._socket.getsockname())
        self._thread.join(10)
        self._socket.close()

    def _serve(self) -> None:
        while question := self._socket.recvfrom(4096):
            raw, peer = question
            if not raw:
                return
            asked = dns.message.from_wire(raw)
            name = asked.question[0].name
            try:
                found = self.records(name.to_text(), 0)
            except NoAnswer:
                continue
            answer = dns.message.make_response(asked)
            answer.flags |= dns.flags.RA
            if found is None:
                answer.set_rcode(dns.rcode.NXDOMAIN)
            else:
                pieces = [found[n : n + 255].decode() for n in range(0, len(found), 255)]
                text = " ".join('"' + piece + '"' for piece in pieces)
                answer.answer.append(dns.rrset.from_text(name, 60, "IN", "TXT", text))
            self._socket.sendto(answer.to_wire(), peer)


def sign(
    raw: bytes,
    *,
    names: tuple[str, ...] = SIGNED,
    domain: str = DOMAIN,
    private: bytes | None = None,
    canon: str = "relaxed/relaxed",
    algorithm: str = "rsa-sha256",
    selector: str = SELECTOR,
    **tags: str,
) -> bytes:
    """Return the mail below a DKIM-Signature over the fields `names` that it has; `tags`: more of its tags
    (`l="5"`)."""
    signer = dkim.DKIM(raw, signature_algorithm=algorithm.encode())
    policy = CanonicalizationPolicy.from_c_value(canon.encode())
    signer.hasher = HASH_ALGORITHMS[algorithm.encode()]
    hashed = signer.hasher()
    hashed.update(policy.canonicalize_body(signer.body)[: int(tags["l"]) if "l" in tags else None])
    fields = {
        "v": "1",
        "a": algorithm,
        "c": canon,
        "d": domain,
        "s": selector,
        **tags,
        "h": " : ".join(names),
        "bh": b64encode(hashed.digest()).decode(),
        "b": "0" * 60,
    }
    value = signer.gen_header(
        [(name.encode(), value.encode()) for name, value in fields.items()],
        [name.lower().encode() for name in names],
        policy,
        b"DKIM-Signature",
        parse_pem_private_key(private or private_key()),
    )
    return b"DKIM-Signature: " + bytes(value) + raw
