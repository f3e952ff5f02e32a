"""The lines of any public record: canonical, each with exactly the keys of its kind. Never knows a kind: the audit of
a game and that of a tournament do."""

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

NO_HEAD = "0" * 64
HEAD_SHOWN = 16
"""The digits of a head that a letter shows."""


def canonical(entry: Mapping[str, Any]) -> str:
    """Return one line without its newline: sorted keys, no spaces, ASCII."""
    return json.dumps(entry, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def chained(head: str, line: str) -> str:
    """Return the head after one more line, 64 hex digits."""
    return hashlib.sha256(f"{head}\n{line}\n".encode("ascii")).hexdigest()


def heads(lines: Iterable[str]) -> tuple[str, ...]:
    """Return the head after each line of a whole record."""
    found = [NO_HEAD]
    for line in lines:
        found.append(chained(found[-1], line))
    return tuple(found[1:])


LONGEST = 65_536
"""The most characters of a line; real lines have fewer than two thousand."""
LARGEST = 2**53 - 1
"""The largest number in a record, and the smallest below 0: every language reads these exactly."""
UTF_8_MARK = "\xef\xbb\xbf"
UTF_16 = ("\xff\xfe", "\xfe\xff")
SHOWN = 160
"""The most characters of a line that a message quotes."""

FieldTest = Callable[[Any], bool]


class WrongLine(Exception):
    """The first wrong line, counted from 1; one past the last if the record ends too early."""

    def __init__(self, number: int, why: str, last: int | None = None) -> None:
        super().__init__(why)
        self.number = number
        self.last = last or number
        """The last line that may be wrong, if only known heads show that some line is."""
        self.why = why


@dataclass(frozen=True, slots=True)
class RecordLine:
    """One line: its number from 1, its text without the newline, and its values."""

    number: int
    text: str
    fields: Mapping[str, Any]

    @property
    def kind(self) -> str:
        """The kind of line: the value of `e`."""
        return str(self.fields["e"])


def text_lines(record: str) -> list[str]:
    """Return the lines of a record, unchanged but for their ends. Raises WrongLine."""
    if record.startswith(UTF_16) or "\0" in record[:2]:
        raise WrongLine(1, "the record is not ASCII text but, it seems, UTF-16: save it as plain text, in UTF-8")
    lines = record.removeprefix(UTF_8_MARK).split("\n")
    while lines and not lines[-1].strip(" \t\r"):
        lines.pop()
    return [line.removesuffix("\r") for line in lines]


def located(heads: Sequence[str], known: Sequence[str], game: str) -> tuple[int, ...]:
    """Find the line after which each of the `known` heads comes, oldest first. Raises WrongLine if a head does not come
    in order.

    `heads` are the heads after each line; a known head has at least their first 16 digits; 64 zeros come before line 1.
    """
    chain = (NO_HEAD, *heads)
    at = {head[:HEAD_SHOWN]: place for place, head in enumerate(chain)}
    found = [at.get(head[:HEAD_SHOWN], -1) for head in known]
    agreed = 0
    for number, (place, head) in enumerate(zip(found, known, strict=True)):
        if place < agreed or not chain[place].startswith(head):
            if agreed == len(heads) and all(one < 0 for one in found[number:]):
                raise WrongLine(agreed + 1, _outgrown(head, game))
            last = min((one for one in found[number + 1 :] if one > agreed), default=max(len(heads), agreed + 1))
            raise WrongLine(agreed + 1, _unlocated(head, agreed, last), last)
        agreed = place
    return tuple(found)


def _outgrown(head: str, game: str) -> str:
    """Return the error if known heads agree up to a record's last line, and only later heads, `head` first, do not."""
    again = f"ask for the record again (record {game}), it has grown since - or a line was left out at its end"
    return f"the head {head[:HEAD_SHOWN]} that you were told comes after this record's last line: {again}"


def _unlocated(head: str, agreed: int, last: int) -> str:
    reach = f"line {last}" if last == agreed + 1 else f"one of the lines {agreed + 1} to {last}"
    after = f"after line {agreed}" if agreed else "in it"
    return f"no line {after} has the head {head[:HEAD_SHOWN]}: {reach} is not what was told, or was left out"


def quoted(text: str) -> str:
    """Make a stranger's text safe to print: ASCII, without controls, cut."""
    plain = "".join(c if " " <= c <= "~" else f"\\x{ord(c):02x}" for c in text[:SHOWN])
    return plain if len(text) <= SHOWN else f"{plain}..."


def check_first(found: Sequence[RecordLine], kind: str, must: str) -> None:
    """Check that a record begins with a line of this kind; `must`: its duty, in words. Raises WrongLine."""
    if not found:
        raise WrongLine(1, f"the record is empty; its first line must {must}")
    if found[0].kind != kind:
        raise WrongLine(1, f"it says {quoted(found[0].text)}; the first line must {must}")


def fields_of(number: int, text: str) -> dict[str, Any]:
    """Read the fields of a line. Raises WrongLine if it is not canonical JSON."""
    if len(text) > LONGEST:
        raise WrongLine(number, f"it has {len(text)} characters; no line of a record has more than {LONGEST}")
    try:
        fields = json.loads(text)
        json.dumps(fields, ensure_ascii=False).encode("utf-8")  # no half of a character
        plain = canonical(fields) == text
    except (ValueError, RecursionError):
        raise WrongLine(number, f"it is not one line of JSON: {quoted(text)}") from None
    if not isinstance(fields, dict) or not plain:
        raise WrongLine(number, f"it is not canonical JSON: {quoted(text)}")
    return fields


def check_shape(
    number: int, fields: Mapping[str, Any], text: str, shape: Mapping[str, FieldTest], may: Mapping[str, FieldTest]
) -> None:
    """Check that a line has the keys of its kind: the keys of `shape` and perhaps those of `may`. Raises WrongLine."""
    kind = fields["e"]
    if missing := sorted(set(shape) - set(fields)):
        raise WrongLine(number, f"a {kind} has a key {missing[0]}: {quoted(text)}")
    if strange := sorted(set(fields) - {"e", *shape, *may}):
        raise WrongLine(number, f"a {kind} has no key {quoted(strange[0])}: {quoted(text)}")
    for key, holds in {**shape, **may}.items():
        if key in fields and not holds(fields[key]):
            raise WrongLine(number, f"the value of {key} cannot stand in a {kind}: {quoted(text)}")


def whole(least: int, most: int = LARGEST) -> FieldTest:
    """Make the test of a whole number."""
    return lambda value: type(value) is int and least <= value <= most


def out_of(*values: str) -> FieldTest:
    """Make the test of one of some words."""
    return lambda value: type(value) is str and value in values


def like(pattern: str) -> FieldTest:
    """Make the test of a text of this pattern."""
    form = re.compile(pattern)
    return lambda value: type(value) is str and form.fullmatch(value) is not None


def listed(count: int, holds: FieldTest) -> FieldTest:
    """Make a test for a list of so many items, each of which passes."""
    return lambda value: type(value) is list and len(value) == count and all(map(holds, value))


COUNT = whole(1)
POINTS = whole(-LARGEST)
BY_TEAM = listed(2, POINTS)
HEX = like("[0-9a-f]{64}")
PLAIN = r"(?!.*  )[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]"
"""The pattern of names: no controls, no marks that reverse the line, no gaps, so that none can pass for words of a
report."""


@dataclass(frozen=True, slots=True)
class Check:
    """One line of a report: its subject (`round 3`), and what held or, if `held` is false, what nobody can know yet."""

    about: str
    text: str
    held: bool = True


def printable(text: str) -> str:
    """Make a stranger's name safe to print."""
    return "".join(c if c.isprintable() else "?" for c in text)
