"""The people in From and among the recipients (RFC 5322, 3.4). Pure; never decides whose mail it is.

Written by hand: the standard parser takes `alice@x <mallory@y>` for alice and raises on crafted input.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from referee.post.reading.headers import BLANKS, FIELD, Headers, Piece, PieceKind, decode_words, pieces
from referee.post.reading.safe_lines import safe_line

ADDRESS = (
    r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
    r"@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*"
)
ONE_ADDRESS = re.compile(ADDRESS)
LONGEST_ADDRESS = 254
ROUTE = re.compile(r"\A(?:@[A-Za-z0-9.-]{1,255}[ \t,]*)+:[ \t]*")
"""A source route before the address itself (RFC 5322, 4.4): obsolete, but still written."""

SPLIT = re.compile(r"[\s,;:<>()\[\]\"]+")
IN_ANGLES = re.compile(r"<([^<>]*)")
SIGNS = ",;:"
QUOTED_LOCAL = re.compile(r'\A"([^"\\]*)"@')
BLANK_AT = re.compile(r"(?<![ \t])[ \t]*@[ \t]*")
NAMING = re.compile(r"\w")
"""A character; an item without one names nobody."""
EMPTY_GROUP = re.compile(r"[^@]*:;?")
"""`<Undisclosed-Recipient:;>`: nobody, in angle brackets that do not belong there."""
ENCODED = re.compile(r"=\?[\w.:*-]{1,80}\?[bq]\?[^?\"]*\?=", re.IGNORECASE | re.ASCII)
SPECIAL = re.compile(r"[@\[\]]")

NEARLY_FROM = re.compile(rb"[^A-Za-z0-9:]*from[^A-Za-z0-9:]*:", re.IGNORECASE)
"""A line that some mail program takes for a From: with something, even the blank of a fold, around the name."""
SIGNATURES = {b"dkim-signature", b"arc-message-signature", b"x-google-dkim-signature", b"domainkey-signature"}
SIGNED_NAMES = re.compile(rb"[ \t]*from[ \t]*:[A-Za-z0-9:\s-]*(?:;|\Z)", re.IGNORECASE)
"""A signature's list of the fields that it covers, from any of its lines on."""
LISTED_LINES = 20
"""The most lines of that list."""


@dataclass(frozen=True, slots=True)
class Sender:
    """The one address in From, A-Z folded, and the name beside it. `plain`: every mail program reads the same one."""

    address: str
    name: str
    plain: bool


@dataclass(frozen=True, slots=True)
class Recipients:
    """The recipients of a mail: plain addresses, A-Z folded, in order, each once. `odd`: somebody else gets it, too."""

    addresses: tuple[str, ...]
    odd: bool


def one_sender(values: Sequence[str]) -> tuple[str, str] | None:
    """Return address and name, if there is exactly one From with exactly one address, plainly written."""
    found = read_sender(values)
    return (found.address, found.name) if found is not None and found.plain else None


def read_sender(values: Sequence[str]) -> Sender | None:
    """Read the sender, if there is exactly one From and it can mean only one address.

    A sender is not `plain` if programs write it but others misread it: an unquoted sign in the name, a comment in a
    comment, a route, a group of one. Returns None for two fields, for two addresses, for an address beside the address,
    for an address with letters outside ASCII, quoted, encoded or between Unicode blanks, for control characters, and
    for nobody.
    """
    if len(values) != 1:
        return None
    found = pieces(ENCODED.sub('""', values[0]), SIGNS) if len(values[0]) < FIELD else None
    if found is None:
        return None
    said = [piece for piece in found if piece.kind is not PieceKind.COMMENT]
    address = _only_address(said)
    if address is None or len(address) > LONGEST_ADDRESS:
        return None
    return Sender(address.lower(), _display_name(values[0]), _is_plain(found, said))


def _only_address(said: list[Piece]) -> str | None:
    angles = [piece for piece in said if piece.kind is PieceKind.ANGLE]
    beside = [piece for piece in said if piece.kind is not PieceKind.ANGLE]
    if len(angles) == 1:
        address = _address(ROUTE.sub("", angles[0].text.strip(BLANKS), count=1))
        return address if _names_nobody(beside, address) else None
    if angles:
        return None
    # without angle brackets nothing may be beside the address but the name and the marks of a group
    signs = [place for place, piece in enumerate(said) if piece.kind is PieceKind.SIGN]
    if [said[place].text for place in signs] == [":", ";"] and signs[1] == len(said) - 1:
        name, said = said[: signs[0]], said[signs[0] + 1 : -1]
        if not _names_nobody(name, None):
            return None
    return _address(said[0].text) if len(said) == 1 and said[0].kind is PieceKind.WORD else None


def _names_nobody(beside: list[Piece], address: str | None) -> bool:
    """Tell if the pieces beside `address` hold no other address: `Dave @ Home` is none, `dave@home` and `dave @
    club.test` are addresses."""
    words = [piece.text if piece.kind is PieceKind.WORD else "" for piece in beside]
    for place, word in enumerate(words):
        if "@" not in word or word.strip("'") == address:
            continue
        if word != "@" or "." in (words[place + 1] if place + 1 < len(words) else ""):
            return False
    return True


def _is_plain(found: Sequence[Piece], said: list[Piece]) -> bool:
    beside = [piece for piece in said if piece.kind is not PieceKind.ANGLE]
    angled = len(beside) < len(said)
    return (
        not any(piece.kind is PieceKind.SIGN for piece in said)
        and not any(piece.kind is PieceKind.COMMENT and "(" in piece.text for piece in found)
        and not any(SPECIAL.search(piece.text) for piece in beside if angled and piece.kind is PieceKind.WORD)
        and (not angled or (said[-1].kind is PieceKind.ANGLE and "@" not in said[-1].text.partition("@")[2]))
    )


def _address(text: str) -> str | None:
    return text if ONE_ADDRESS.fullmatch(text) else None


def _display_name(value: str) -> str:
    phrase, angle, _ = value.rpartition("<")
    comments = [piece.text for piece in pieces(value, SIGNS) or () if piece.kind is PieceKind.COMMENT]
    name = phrase if angle else comments[0] if comments else ""
    return safe_line(re.sub(r"\\(.)", r"\1", decode_words(name.strip().strip('"'))), 100)


def stray_from(head: bytes) -> bool:
    """Tell if some mail program could take a line of a head for From that is not one: a line with blanks or signs
    around the name, folded or not. A signature's list of the fields that it covers does not count."""
    lines = head.split(b"\n")
    field, begun = b"", 0
    for place, line in enumerate(lines):
        if line[:1] not in (b" ", b"\t"):
            field, begun = line.partition(b":")[0].strip().lower(), place
        match = NEARLY_FROM.match(line)
        if match is None or match[0].lower() == b"from:":
            continue
        last = min(place + LISTED_LINES, len(lines))
        end = next((n for n in range(place + 1, last) if lines[n][:1] not in (b" ", b"\t")), last)
        listed = field in SIGNATURES and place > begun and SIGNED_NAMES.match(b"\n".join(lines[place:end]))
        if not listed:
            return True
    return False


def recipients(headers: Headers, *names: str) -> Recipients:
    """Find everyone in the fields called `names`. Any recipient without a plain address (quoted, literal, outside
    ASCII, a newsgroup) is `odd`; an empty group, such as undisclosed recipients, adds nobody. A field that breaks the
    grammar, or is cut, names the plain addresses in it, and nobody else."""
    found: list[str] = []
    odd = False
    for name in names:
        for value in headers.all(name):
            for item in _items(value):
                if item is not None and not NAMING.search(item):
                    continue
                address = None if item is None or name == "newsgroups" else _address(_plainly(item))
                odd = odd or address is None
                found += [] if address is None else [address.lower()]
    return Recipients(tuple(dict.fromkeys(found)), odd)


def _items(value: str) -> Iterator[str | None]:
    """Yield the text of each recipient in one field; None for an unreadable recipient."""
    found = pieces(ENCODED.sub(_encoded, value), SIGNS) if len(value) < FIELD else None
    if found is None:
        yield from (word for word in SPLIT.split(value) if ONE_ADDRESS.fullmatch(word))
        return
    item: list[Piece] = []
    for piece in found:
        if piece.kind is PieceKind.COMMENT:
            continue
        if piece.kind is PieceKind.SIGN and piece.text == ":":
            # the name of a group
            item = []
        elif piece.kind is PieceKind.SIGN:
            yield from _item(item)
            item = []
        else:
            item.append(piece)
    yield from _item(item)


def _encoded(word: re.Match[str]) -> str:
    """Return the address that an encoded word is, as no program should write one (RFC 2047, 5); else an empty name."""
    return address if (address := _address(decode_words(word[0]))) else '""'


def _item(item: list[Piece]) -> Iterator[str | None]:
    """Yield the address of one recipient, and any other beside it; None if there is none."""
    if not item:
        return
    angles = [piece.text.strip(BLANKS) for piece in item if piece.kind is PieceKind.ANGLE]
    words = [piece.text for piece in item if piece.kind is PieceKind.WORD]
    if not angles:
        full = [word for word in words if ONE_ADDRESS.fullmatch(word)]
        yield full[0] if len(full) == 1 else "".join(piece.text for piece in item)
    else:
        yield from (text for text in angles if not EMPTY_GROUP.fullmatch(text))
        yield from (word.strip("'") for word in words if "@" in word)


def _plainly(written: str) -> str:
    """Return an address without what may be around its parts: a route, `mailto:`, blanks, needless quotation marks."""
    bare = ROUTE.sub("", written.strip(BLANKS), count=1).removeprefix("mailto:")
    return QUOTED_LOCAL.sub(r"\1@", BLANK_AT.sub("@", bare))


def addresses(values: Iterable[str]) -> tuple[str, ...]:
    """Find every plain address in the values, A-Z folded, in order, each once. Skips the names of people and groups,
    comments, and any words beside `<address>`; finds oddly written addresses only in a value without others."""
    return tuple(dict.fromkeys(word.lower() for value in values for word in _plain_ones(value) or _odd_ones(value)))


def _plain_ones(value: str) -> list[str]:
    words = (word for item in re.split("[,;]", _bare(value)) for word in _candidates(item.rpartition(":")[2]))
    return [word for word in words if ONE_ADDRESS.fullmatch(word)]


def _odd_ones(value: str) -> list[str]:
    written = (_plainly(item) for item in _items(value) if item and "<>" not in value)
    return [word for word in written if ONE_ADDRESS.fullmatch(word)]


def _candidates(item: str) -> list[str]:
    return [word.strip() for word in IN_ANGLES.findall(item)] if "<" in item else SPLIT.split(item)


def _bare(value: str) -> str:
    """Return a value without its quoted strings and comments, which may contain comments (RFC 5322, 3.2.2)."""
    bare = []
    depth, quoted, escaped = 0, False, False
    for c in value:
        if escaped or (c == "\\" and (quoted or depth)):
            escaped = not escaped
        elif quoted:
            quoted = c != '"'
        elif c in "()":
            depth = max(0, depth + (1 if c == "(" else -1))
            bare.append(" ")
        elif not depth:
            quoted = c == '"'
            bare.append(" " if quoted else c)
    return "".join(bare)
