"""OpenPGP (RFC 9580): public keys, what they signed, and encryption to them. Never holds a secret key.

The library says whether a signature is right. It decompresses without bound, so it gets nothing whose packets we have
not counted first (pgp_packets.py). We check here whether a key had expired or was revoked at a given moment: the
library encrypts to such keys all the same.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import pysequoia
from pysequoia import Cert, Sig
from pysequoia.packet import Packet, PacketPile, SignatureType, Tag

from referee.post.messages import Signed
from referee.post.proof import pgp_packets
from referee.post.proof.pgp_packets import NoPackets, key_fingerprint, unarmoured, walk

KEY_BYTES = 64 * 1024
PACKETS = 300
USER_IDS = 50
KEY_PACKET_BYTES = 3 * 1024
"""The largest keys in use, with 16,384 bits or post-quantum, are smaller; a larger one only costs time."""

SIGNATURE_BYTES = 16 * 1024
SIGNATURE_PACKET_BYTES = 8 * 1024
"""Room for a signature by a key of that size."""
SECRETS = (pgp_packets.SECRET_KEY, pgp_packets.SECRET_SUBKEY)
KEYS = (pgp_packets.PUBLIC_KEY, pgp_packets.PUBLIC_SUBKEY)
NAMES = (pgp_packets.USER_ID, pgp_packets.ATTRIBUTE)
IN_A_KEY = (*KEYS, *NAMES, pgp_packets.SIGNATURE, pgp_packets.MARKER, pgp_packets.PADDING)


class KeyRefused(ValueError):
    """A key that we cannot accept; the text tells its owner why, and what to send instead."""


class KeyUnusable(ValueError):
    """An accepted key to which we can no longer encrypt; the text says what became of it: `expired on …`."""


class KeyRevoked(KeyRefused):
    """A key that its owner revoked, which nobody else can; `fingerprint` names it."""

    def __init__(self, fingerprint: str) -> None:
        super().__init__(f"that key was revoked; {SEND_ANOTHER}")
        self.fingerprint = fingerprint


@dataclass(frozen=True, slots=True)
class Verified:
    """What a key signed: the bytes of the text, when (to the second), and a word that identifies the signature.

    The word stays the same however somebody changes a signature without breaking it.
    """

    content: bytes
    made: datetime
    word: str


def read_key(blocks: Sequence[str], now: datetime, known: str | None = None) -> str:
    """The one public key among `blocks`, armoured, if it can sign and be encrypted to at `now`.

    Merges it into `known`, an earlier copy of the same key. Raises KeyRefused.
    """
    try:
        return _fit(_read(_only(blocks)), now, known)
    except RuntimeError:
        raise KeyRefused(UNREADABLE) from None


def key_named(blocks: Sequence[str]) -> str:
    """The fingerprint of the one public key among `blocks`, from its packets only: for mail that anybody may have sent.

    Raises KeyRefused for what cannot be a key.
    """
    return fingerprint(_only(blocks))


def _only(blocks: Sequence[str]) -> str:
    if any("PUBLIC" not in block.partition("\n")[0] for block in blocks):
        raise KeyRefused(SECRET_SENT)
    if not blocks:
        raise KeyRefused(NONE_SENT)
    if len(blocks) > 1:
        raise KeyRefused(MORE_SENT)
    return blocks[0]


SECRET_SENT = (
    "that is a PRIVATE key, which nobody but you should ever hold. It was not kept as yours, but it has travelled by "
    "mail: count it as known to others, revoke it, make a new one, and send its PUBLIC key only"
)
TOO_LARGE = (
    "that key is larger than 64 KiB; export it without others' signatures: "
    "gpg --armor --export-options export-minimal --export you@example.org"
)
UNREADABLE = "that key cannot be read; export it anew as ASCII text: gpg --armor --export you@example.org"
NONE_SENT = (
    "the mail holds no public key: attach yours as a file, or paste it below your commands, from "
    "-----BEGIN PGP PUBLIC KEY BLOCK----- on"
)
MORE_SENT = "the mail holds more than one key; send the one that you use"
SEND_ANOTHER = "send the public key that you use now"
CANNOT_SIGN = "that key cannot sign; send one that can sign and encrypt"
CANNOT_SEAL = "nothing can be encrypted to that key; send one that can sign and encrypt"


def _read(block: str) -> Cert:
    """One block as a key that is cheap to compute with. Raises KeyRefused, and RuntimeError if it is no key."""
    data, _ = _walked(block)
    return Cert.from_bytes(data)


def _walked(block: str) -> tuple[bytes, list[pgp_packets.Packet]]:
    """One block without its armour, and its packets: those of one public key, few and small. Raises KeyRefused for any
    others."""
    if len(block) > KEY_BYTES:
        raise KeyRefused(TOO_LARGE)
    try:
        data = unarmoured(block.encode("ascii", "replace"), b"PUBLIC KEY BLOCK")
        found = walk(data)
    except NoPackets:
        raise KeyRefused(UNREADABLE) from None
    if any(packet.kind in SECRETS for packet in found):
        raise KeyRefused(SECRET_SENT)
    if any(packet.kind not in IN_A_KEY for packet in found):
        raise KeyRefused(UNREADABLE)
    mains = sum(packet.kind == pgp_packets.PUBLIC_KEY for packet in found)
    if mains != 1:
        raise KeyRefused(MORE_SENT if mains else UNREADABLE)
    names = sum(packet.kind in NAMES for packet in found)
    heavy = any(packet.kind in KEYS and len(packet.body) > KEY_PACKET_BYTES for packet in found)
    if len(found) > PACKETS or names > USER_IDS or heavy:
        raise KeyRefused(TOO_LARGE)
    return data, found


def _fit(cert: Cert, now: datetime, known: str | None) -> str:
    if known is not None and fingerprint(known) == cert.fingerprint:
        cert = Cert.from_bytes(known.encode("ascii")).merge(cert)
    if cert.is_revoked:
        raise KeyRevoked(cert.fingerprint)
    if why := _trouble(cert, now):
        raise KeyRefused(f"that key {why}; {SEND_ANOTHER}")
    if not any(_signs(packet) for packet in PacketPile.from_bytes(bytes(cert))):
        raise KeyRefused(CANNOT_SIGN)
    _try_sealing(cert)
    armoured = str(cert)
    _walked(armoured)
    return armoured


def _signs(packet: Packet) -> bool:
    return packet.tag == Tag.Signature and packet.key_flags is not None and packet.key_flags.signing


def _trouble(cert: Cert, now: datetime) -> str | None:
    """Why a key is no longer valid, as the end of a sentence about it; None if it is valid."""
    if cert.is_revoked:
        return "was revoked"
    if cert.expiration is not None and cert.expiration <= now:
        return f"expired on {cert.expiration:%-d %B %Y}"
    return None


def _try_sealing(cert: Cert) -> None:
    try:
        pysequoia.encrypt(b"", recipients=[cert])
    except RuntimeError:
        raise KeyRefused(CANNOT_SEAL) from None


def fingerprint(key: str) -> str:
    """The fingerprint of an armoured key, in lower case hex digits. Raises KeyRefused."""
    _, found = _walked(key)
    try:
        return next(key_fingerprint(packet.body) for packet in found if packet.kind == pgp_packets.PUBLIC_KEY)
    except NoPackets:
        raise KeyRefused(UNREADABLE) from None


def expiration(key: str) -> datetime | None:
    """When an accepted key expires; None if it never does."""
    return Cert.from_bytes(key.encode("ascii")).expiration


def seal(data: bytes, key: str, now: datetime) -> bytes:
    """The data as an armoured message that only the key's owner can read. Raises KeyUnusable.

    The session key is new each time, so the same data never makes the same bytes twice.
    """
    try:
        cert = Cert.from_bytes(key.encode("ascii"))
        if why := _trouble(cert, now):
            raise KeyUnusable(why)
        return pysequoia.encrypt(data, recipients=[cert])
    except RuntimeError:
        raise KeyUnusable("can no longer be encrypted to") from None


def verify(signed: Signed, key: str, now: datetime) -> Verified | None:
    """What the key really signed; None unless the signature is the key's own, complete, and the only one."""
    if len(signed.signature) > SIGNATURE_BYTES:
        return None
    try:
        data = unarmoured(signed.signature, b"SIGNATURE")
        found = walk(data)
        if [packet.kind for packet in found] != [pgp_packets.SIGNATURE] or len(found[0].body) > SIGNATURE_PACKET_BYTES:
            return None
        return _verify(signed, data, Cert.from_bytes(key.encode("ascii")), now)
    except (NoPackets, RuntimeError):
        return None


def _verify(signed: Signed, signature: bytes, cert: Cert, now: datetime) -> Verified | None:
    (packet,) = PacketPile.from_bytes(signature)
    # text signed in place is always signed as text (RFC 9580, 7)
    kinds = (SignatureType.Text,) if signed.clear else (SignatureType.Binary, SignatureType.Text)
    made, content = packet.signature_created, signed.content
    if _trouble(cert, now) or made is None or packet.signature_type not in kinds:
        return None
    found = pysequoia.verify(bytes=content, store=lambda _: [cert], signature=Sig.from_bytes(signature))
    if [valid.certificate for valid in found.valid_sigs] != [cert.fingerprint]:
        return None
    lines = b"\n".join(line.rstrip() for line in content.rstrip().split(b"\n"))
    named = f"{cert.fingerprint} {made.astimezone(UTC).isoformat()} ".encode("ascii")
    return Verified(content, made.astimezone(UTC), hashlib.sha256(named + lines).hexdigest())
