"""The walk through MIME: what a part is, what stays closed, and the bounds that all readers share."""

import pytest

from referee.post.reading.headers import FIELDS
from referee.post.reading.mime import DEPTH, PARTS, Part, read_parts


def multipart(*parts: bytes, kind: str = "mixed", head: bytes = b"") -> bytes:
    """Return a multipart, parts and all, whose boundary no part within it uses."""
    boundary = b"=_%d" % len(b"".join(parts))
    inside = b"".join(b"--%s\r\n%s\r\n" % (boundary, part) for part in parts)
    return b'%sContent-Type: multipart/%s; boundary="%s"\r\n\r\n%s--%s--\r\n' % (
        head,
        kind.encode(),
        boundary,
        inside,
        boundary,
    )


def nested(depth: int) -> bytes:
    """Return a text within so many multiparts."""
    raw = b"\r\ndeep"
    for _ in range(depth):
        raw = multipart(raw)
    return raw


def texts(mail: Part) -> list[bytes]:
    return [part.body for part in mail.walk() if not part.parts]


def test_parts_are_what_stands_between_the_boundaries_to_the_byte() -> None:
    first, second = b"X-A: b\r\n\r\n  one \r\n\r\n", b"\r\ntwo"
    mail = read_parts(multipart(first, second, head=b"Subject: hello\r\n"))
    assert mail.headers.first("subject") == "hello"
    assert [part.raw for part in mail.parts] == [first, second]
    assert mail.parts[0].head + mail.parts[0].body == first
    assert [part.kind for part in mail.walk()] == ["multipart/mixed", "text/plain", "text/plain"]


def test_what_has_no_end_goes_on_to_the_end_of_the_mail() -> None:
    mail = read_parts(b"Content-Type: multipart/mixed; boundary=x\n\npreamble\n--x\n\none\n--xx\n--x\n\ntwo")
    assert [part.raw for part in mail.parts] == [b"\none\n--xx", b"\ntwo"]


def test_a_boundary_stands_at_the_start_of_a_line() -> None:
    mail = read_parts(b"Content-Type: multipart/mixed; boundary=x\n\n--x\n\none --x\n >--x\n--x--\n")
    assert [part.raw for part in mail.parts] == [b"\none --x\n >--x"]


@pytest.mark.parametrize("encoding", ["base64", "BASE64", " base64 (really)"])
def test_bytes_come_without_their_transfer_encoding(encoding: str) -> None:
    part = read_parts(f"Content-Transfer-Encoding: {encoding}\n\ncGxheSBRUw==".encode())
    assert part.body == b"cGxheSBRUw=="
    assert part.decoded() == b"play QS"
    assert part.text() == "play QS"


@pytest.mark.parametrize("kind", ["digest", "encrypted", "form-data"])
def test_some_multiparts_are_not_opened(kind: str) -> None:
    assert read_parts(multipart(b"\r\none", kind=kind)).parts == ()


def test_attached_mails_are_not_opened() -> None:
    raw = multipart(b"Content-Type: message/rfc822\r\n\r\nSubject: inner\r\n\r\nplay QS")
    (attached,) = read_parts(raw).parts
    assert attached.parts == ()


def test_parts_may_be_so_deep_and_no_deeper() -> None:
    assert texts(read_parts(nested(DEPTH - 1))) == [b"\r\ndeep"]
    deeper = read_parts(nested(DEPTH))
    assert deeper.excess == "deep"


def test_parts_may_be_so_many_and_no_more() -> None:
    assert len(read_parts(multipart(*[b"\r\nx"] * (PARTS - 1))).parts) == PARTS - 1
    more = read_parts(multipart(*[b"\r\nx"] * PARTS))
    assert (more.excess, len(more.parts)) == ("parts", PARTS - 1)


def test_a_head_exceeds_its_cap_only_with_fields_that_somebody_reads() -> None:
    def read(name: bytes) -> Part:
        return read_parts(multipart(b"\r\none", (name + b": a\r\n") * FIELDS + b"\r\ntwo", b"\r\nthree"))

    assert (read(b"X-Long").excess, read(b"Received").excess) == ("", "head")
