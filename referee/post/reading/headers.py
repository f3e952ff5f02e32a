"""Header fields from raw bytes: unfolded, decoded, and the ids and parameters in them.

Total and linear by design: nothing here raises but Oversized. Does not use the `email` package, whose parsers raise on
crafted input. For addresses in fields see mailboxes.py.
"""

import base64
import codecs
import quopri
import re
from collections.abc import Iterable
from dataclasses import dataclass

HEAD_BYTES = 64 * 1024
FIELD_BYTES = 8 * 1024
HEAD_END = re.compile(rb"\r?\n\r?\n")
FOLD = re.compile(rb"\r?\n(?=[ \t])")
NAME = re.compile(rb"[!-9;-~]+")

NOT_BASE64 = bytes(set(range(256)) - {*b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"})
"""The bytes outside the alphabet of base64."""

WORD = re.compile(r"=\?([\w.:-]{1,40})(?:\*[\w-]{0,40})?\?([bq])\?([^?]*)\?=", re.IGNORECASE | re.ASCII)
COMMENT = re.compile(r"\((?:[^()\\]|\\.)*\)", re.DOTALL)
ID = re.compile(r"<([!-;=?-~]{1,250})>")
PARAMETER = re.compile(r';\s*([\w*%\'.-]+)\s*=\s*("(?:[^"\\]|\\.|\\$)*(?:"|$)|[^\s;"]*)', re.ASCII | re.DOTALL)

ONCE = frozenset(
    {
        *("to", "cc", "subject", "date", "message-id", "in-reply-to", "references", "reply-to"),
        *("content-type", "content-transfer-encoding", "mime-version"),
    }
)
"""Fields besides From that a mail may have only once (RFC 5322, 3.6; RFC 2045, 3)."""

CHARSET = re.compile(r"[\w.:-]{1,40}", re.ASCII)
SURROGATE = re.compile("[\ud800-\udfff]")
TEXT_CODECS = ("utf", "iso", "cp", "koi8", "ascii", "latin", "big5", "gb", "euc", "shift", "mac", "hz", "tis", "johab")


class Oversized(ValueError):
    """The mail exceeds one of the caps; the text says which, in two words."""


@dataclass(frozen=True)
class Headers:
    """The fields of one head, in order: names in lower case, values unfolded but not decoded."""

    fields: tuple[tuple[str, str], ...]

    def all(self, *names: str) -> list[str]:
        """Return the values of all fields called `names`, in their order in the mail."""
        return [value for name, value in self.fields if name in names]

    def first(self, name: str) -> str:
        """Return the first value of `name`, or an empty text."""
        return next((value for known, value in self.fields if known == name), "")


def split_head(raw: bytes) -> tuple[bytes, bytes]:
    """Split head and body at the first empty line. Raises Oversized for a head beyond 64 KiB."""
    if raw.startswith((b"\n", b"\r\n")):
        return b"", raw
    end = HEAD_END.search(raw, 0, HEAD_BYTES + 4)
    if end is None and len(raw) > HEAD_BYTES:
        raise Oversized("oversized headers")
    return (raw, b"") if end is None else (raw[: end.start()], raw[end.end() :])


def read_headers(head: bytes) -> Headers:
    """Read the fields of a head, skipping lines that are not fields. Raises Oversized for a field beyond 8 KiB."""
    fields = []
    for line in FOLD.sub(b"", head).split(b"\n"):
        if len(line) > FIELD_BYTES:
            raise Oversized("oversized headers")
        name, colon, value = line.partition(b":")
        if colon and NAME.fullmatch(name := name.rstrip(b" \t")):
            fields.append((name.decode("ascii").lower(), decode_bytes(value.strip(b" \t\r"))))
    return Headers(tuple(fields))


def decode_bytes(data: bytes, charset: str = "us-ascii") -> str:
    """Decode the text in `charset`, or else in UTF-8. If neither fits, decode it in `charset` with U+FFFD for wrong
    bytes; use Latin-1 in place of ASCII."""
    codec = _codec(charset)
    for name in (codec, "utf-8"):
        try:
            return SURROGATE.sub("\ufffd", data.decode(name))
        except UnicodeError:
            continue
    return SURROGATE.sub("\ufffd", data.decode("latin-1" if codec == "ascii" else codec, "replace"))


def _codec(charset: str) -> str:
    try:
        name = codecs.lookup(charset).name if CHARSET.fullmatch(charset) else "ascii"
    except LookupError:
        return "ascii"
    return name if name.startswith(TEXT_CODECS) else "ascii"


def decode_words(value: str) -> str:
    """Decode the encoded words of a value, without the white space between two of them (RFC 2047)."""
    pieces: list[tuple[str, bytes | str]] = []
    end = 0
    for word in WORD.finditer(value):
        between = value[end : word.start()]
        if between.strip() or not pieces:
            pieces.append(("", between))
        charset, data = word[1].lower(), _word_bytes(word[2].lower(), word[3])
        before = pieces[-1]
        # two words of the same charset may share one character
        if before[0] == charset and isinstance(before[1], bytes):
            pieces[-1] = (charset, before[1] + data)
        else:
            pieces.append((charset, data))
        end = word.end()
    pieces.append(("", value[end:]))
    return "".join(piece if isinstance(piece, str) else decode_bytes(piece, charset) for charset, piece in pieces)


def _word_bytes(encoding: str, text: str) -> bytes:
    data = text.encode("utf-8")
    if encoding == "b":
        return decode_base64(data)
    return re.sub(rb"=([0-9A-Fa-f]{2})", lambda hex: bytes.fromhex(hex[1].decode()), data.replace(b"_", b" "))


def decode_base64(data: bytes) -> bytes:
    """Decode base64 forgivingly: it ends at the padding, other bytes are skipped, an incomplete end is dropped."""
    letters = data.partition(b"=")[0].translate(None, NOT_BASE64)
    whole = letters[: len(letters) - (len(letters) % 4 == 1)]
    return base64.b64decode(whole + b"=" * (-len(whole) % 4))


def decode_quoted_printable(data: bytes) -> bytes:
    """Decode quoted-printable. Blanks at the end of a line were added on the way (RFC 2045, 6.7), also behind a soft
    break."""
    return quopri.decodestring(b"\n".join(line.rstrip(b" \t\r") for line in data.split(b"\n")))


def repeats_a_field(raw: bytes) -> bool:
    """Tell if a field occurs twice that may occur once: anyone may have added one of the two. Total."""
    try:
        fields = read_headers(split_head(raw)[0]).fields
    except Oversized:
        return True
    names = [name for name, _ in fields if name in ONCE]
    return len(names) > len({*names})


def message_ids(values: Iterable[str]) -> list[str]:
    """Return every `<id>` in the values, in order, without its angle brackets."""
    return [found for value in values for found in ID.findall(value)]


def parameters(value: str) -> tuple[str, dict[str, str]]:
    """Read `text/plain; charset=utf-8` as its main word in lower case and its parameters; the first of any with one
    name."""
    main = COMMENT.sub(" ", value.partition(";")[0]).strip().lower()
    found: dict[str, str] = {}
    for name, text in PARAMETER.findall(value):
        plain = re.sub(r"\\(.)", r"\1", text[1:].removesuffix('"')) if text.startswith('"') else text
        found.setdefault(name.lower(), plain)
    return main, found
