"""Mails built to stop a reader, or to reach a terminal, a header or a page: by size, by depth, by number, by marks.

Each comes from an honest address to a good reply address, so that nothing but the reader's own care turns it away.
None holds a move that could be made. Sends nothing: the reading of them is bomb_reader.py's.
"""

import base64
import functools
import gzip
import io
import time
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from referee.post.wire.imap_fetch import MESSAGE_BYTES
from tests.talk import AUTHSERV

MANY = 100_000
LARGE = 50 * 1024 * 1024
"""The bytes of the largest mail; a mailbox hands out the first 2 MiB of them."""
NL = b"\r\n"

MARKS = (
    "\x1b[2J\x1b[31mred",
    "\x1b]8;;http://evil.example/\x1b\\link\x1b]8;;\x1b\\",
    "\x1b]52;c;ZXZpbA==\x07",
    "\x9b2J\x85\x84c1",
    "\u202ecilbup\u202c \u2066in\u2069 \u200fr\u200e",
    "h\u200bi\u200dd\ufeffd\u2060en",
    "\x00nul\x08\x7f",
    "{{ 7*7 }} {% for x in y %} {# z #} {{ config }}",
    "[red]loud[/] [link=http://evil.example]here[/link] [/]",
    "<script>alert(1)</script><img src=x onerror=alert(1)>",
    '" onmouseover="alert(1)\' &lt;b&gt;',
    "]]></script><!-- --> javascript:alert(1)",
    "=?utf-8?q?=0D=0ABcc:_evil@evil.example?=",
    "a\rBcc: evil@evil.example",
    "%s %(x)s ${y} `z` $(w)",
    "\U000e0041\ufff9\ud7ff\U0010ffff",
)
"""The marks that must never come out as they went in: on a terminal, or in a template, a page or a header."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The frame of a mail: its seeming sender, and the reply address to which it goes."""

    sender: str
    to: str
    large: int = LARGE

    def head(self, *more: bytes, without: tuple[str, ...] = ()) -> bytes:
        """Return the head of a mail, without its empty line; `more` are whole lines, `without` names what they
        bring."""
        own = {
            "From": self.sender,
            "To": self.to,
            "Subject": "Re: a bomb",
            "Message-ID": f"<{time.monotonic_ns()}@bombs.test>",
            "Date": "Tue, 24 Nov 2026 12:00:00 +0000",
        }
        lines = [f"{name}: {value}".encode() for name, value in own.items() if name not in without]
        return NL.join([*lines, *more]) + NL

    def mail(self, *more: bytes, body: bytes = b"hello there", without: tuple[str, ...] = ()) -> bytes:
        """Return a whole mail."""
        return self.head(*more, without=without) + NL + body + NL


Build = Callable[[Frame], bytes]


def typed(kind: str, body: bytes, *more: bytes) -> Build:
    """Return a mail of one type, with `more` lines in its head."""
    return lambda frame: frame.mail(b"MIME-Version: 1.0", b"Content-Type: " + kind.encode(), *more, body=body)


def deep(levels: int) -> Build:
    """Build parts within parts."""

    def build(frame: Frame) -> bytes:
        body = b"".join(
            b"--b%d\r\nContent-Type: multipart/mixed; boundary=b%d\r\n\r\n" % (n, n + 1) for n in range(levels)
        )
        return typed("multipart/mixed; boundary=b0", body + b"--b%d\r\n\r\nhello\r\n" % levels)(frame)

    return build


def deep_same(levels: int) -> Build:
    """Build parts within parts that all have one boundary."""
    body = b"--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n" * levels
    return typed("multipart/mixed; boundary=b", body)


def deep_mails(levels: int) -> Build:
    """Build mails attached to mails."""
    return typed("message/rfc822", b"Content-Type: message/rfc822\r\n\r\n" * levels)


def parts(count: int, part: bytes = b"\r\nhello\r\n", kind: str = "mixed") -> Build:
    """Build many parts beside one another."""
    return typed(f"multipart/{kind}; boundary=b", (b"--b\r\n" + part) * count + b"--b--\r\n")


def prefixes(frame: Frame) -> bytes:
    """Build boundaries each of which begins like all the others."""
    inner = b"".join(
        b"--%s\r\nContent-Type: multipart/mixed; boundary=%s\r\n\r\n" % (b"b" * n, b"b" * (n + 1)) for n in range(1, 19)
    )
    return typed("multipart/mixed; boundary=b", inner + b"--" + b"b" * 60 + (b"\r\n--" + b"b" * 60) * 20_000)(frame)


def near_boundaries(frame: Frame) -> bytes:
    """Build lines that begin like the boundary and go on with white space."""
    line = b"--b" + b" \t" * 5000 + b"x\r\n"
    return typed("multipart/mixed; boundary=b", line * 100)(frame)


def header(name: str, value: bytes) -> Build:
    """Build one more field."""
    return lambda frame: frame.mail(name.encode() + b": " + value, without=(name,))


def huge_head(frame: Frame) -> bytes:
    return frame.mail(b"X-Huge: " + b"x" * frame.large)


def many_fields(frame: Frame) -> bytes:
    return frame.mail(*(b"X-%d: y" % n for n in range(MANY)))


def folded(frame: Frame) -> bytes:
    return frame.mail(b"Subject: a" + b"\r\n b" * MANY, without=("Subject",))


def small_folds(frame: Frame) -> bytes:
    return frame.mail(b"Subject: a" + b"\r\n " * 2600 + b"\r\n b", without=("Subject",))


def words(word: bytes, count: int, between: bytes = b" ", field: str = "Subject") -> Build:
    """Build many encoded words in one field, or in as many as it takes."""
    return header(field, between.join([word] * count))


def fields(line: bytes, count: int) -> Build:
    """Build one field again and again."""
    return lambda frame: frame.mail(*([line] * count))


def results(count: int) -> Build:
    """Build forged results of the trusted server, again and again, above its `Received` line."""
    name = AUTHSERV.encode()
    line = b"Authentication-Results: " + name + b"; dkim=pass header.d=evil.example; spf=pass (" + b"(" * 30
    return lambda frame: (line + NL) * count + b"Received: from x by " + name + b" with ESMTPS; now" + NL + frame.mail()


def long_result(shape: bytes) -> Build:
    """Build one field of forged results as long as a field may be."""
    name = AUTHSERV.encode()
    line = b"Authentication-Results: " + name + b"; " + (shape * 8000)[:7900]
    return lambda frame: (line + NL) * 7 + b"Received: from x by " + name + b" with ESMTPS; now" + NL + frame.mail()


def signatures(name: bytes, count: int) -> Build:
    """Build signatures that nobody made."""
    line = name + b": i=1; v=1; a=rsa-sha256; d=club.test; s=s; h=from; bh=AAAA; b=BBBB"
    return fields(line, count)


def encoded(raw: bytes, how: str = "base64", times: int | None = None) -> Build:
    """Return a body in a transfer encoding, repeated, as often as it takes to make the largest mail."""
    transfer = b"Content-Transfer-Encoding: " + how.encode()
    return lambda frame: typed("text/plain; charset=utf-8", raw * (times or frame.large // len(raw)), transfer)(frame)


def attachment(name: str, kind: str, data: bytes, text: bytes = b"hello there") -> Build:
    """Return a little text and a file."""

    def build(frame: Frame) -> bytes:
        body = (
            b"--b\r\n\r\n" + text + b"\r\n--b\r\nContent-Type: " + kind.encode() + b"; name=" + name.encode()
            + b"\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename=" + name.encode()
            + b"\r\n\r\n" + base64.encodebytes(data) + b"\r\n--b--\r\n"
        )  # fmt: skip
        return typed("multipart/mixed; boundary=b", body)(frame)

    return build


@functools.cache
def packed() -> bytes:
    """Return 50 kB that unpack to 50 MB."""
    return gzip.compress(bytes(LARGE), 1)


@functools.cache
def zipped() -> bytes:
    """Return a file that is tiny, and 10 MB each of the two times that it is unpacked."""
    data = bytes(10_000_000)
    for _ in range(2):
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
            file.writestr("more", data)
        data = out.getvalue()
    return data


def lazily(make: Callable[[], Build]) -> Build:
    """Make something that takes long only when it is needed."""

    def build(frame: Frame) -> bytes:
        return make()(frame)

    return build


def html(source: str | bytes) -> Build:
    """Return an HTML body."""
    return typed("text/html; charset=utf-8", source if isinstance(source, bytes) else source.encode())


def plain(text: str | bytes) -> Build:
    """Return a plain body."""
    return typed("text/plain; charset=utf-8", text if isinstance(text, bytes) else text.encode("utf-8", "replace"))


CALENDAR = b"BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\n" + b"BEGIN:VEVENT\r\nSUMMARY:play QS\r\nEND:VEVENT\r\n" * 10_000
ENTITIES = "<!DOCTYPE x [<!ENTITY a0 'lol'>" + "".join(
    f"<!ENTITY a{n + 1} '{f'&a{n};' * 10}'>" for n in range(9)
) + "]><html><body>&a9;</body></html>"  # fmt: skip


BY_SIZE: Mapping[str, Build] = {
    **{f"{levels} levels of parts": deep(levels) for levels in (20, 1000, 50_000)},
    "one boundary at 50000 levels": deep_same(50_000),
    "50000 mails in mails": deep_mails(50_000),
    "100000 parts": parts(MANY),
    "190 parts that claim to be calendars": parts(190, b"Content-Type: text/calendar\r\n\r\n" + b"x" * 5000 + NL),
    "190 parts in HTML": parts(190, b"Content-Type: text/html\r\n\r\n" + b"<div>" * 900 + b"x" + NL),
    "boundaries that begin alike": prefixes,
    "boundaries with blanks behind": near_boundaries,
    "a boundary without end": typed('multipart/mixed; boundary="b', b"--b\r\n\r\nhello" * MANY),
    "a header of 50 MB": huge_head,
    "100000 fields": many_fields,
    "100000 folds": folded,
    "folds of nothing": small_folds,
    "encoded words, base64": words(b"=?utf-8?b?aGVsbG8=?=", 400),
    "encoded words of nothing": words(b"=?a?q??=", 900),
    "encoded words, unknown charset": words(b"=?x-none?q?h?=", 500),
    **{
        f"encoded words, {charset}": words(f"=?{charset}?q?=1B$B?=".encode(), 400)
        for charset in ("utf-7", "iso-2022-jp", "iso-2022-kr", "idna", "punycode", "unicode_escape", "hz", "rot13",
                        "zlib", "bz2", "hex", "undefined", "mbcs", "utf-16", "utf-32", "gb18030", "cp65001")
    },
    "a charset of 40 signs": words(b"=?" + b"z" * 40 + b"?q?h?=", 150),
    "encoded words in From": lambda frame: frame.mail(
        b"From: " + b" ".join([b"=?utf-8?b?aGVsbG8=?="] * 380) + b" <" + frame.sender.encode() + b">", without=("From",)
    ),
    "encoded words in 20000 fields": fields(b"Subject: =?utf-8?q?=68?= =?utf-8?q?=68?=", 20_000),
    "references to 100000 mails": header("References", b" ".join(b"<%d@x>" % n for n in range(MANY))),
    "references that never close": header("References", b"<" * 8000),
    "100000 recipients": header("To", b", ".join(b"a%d@x.test" % n for n in range(MANY))),
    "recipients of long labels": header("Cc", (b"a" + b".a" * 3000 + b"@" + b"a-" * 900)[:7900]),
    "comments in comments": header("Cc", b"(" * 7900),
    "quotes that never close": header("Cc", b'"' + b'\\"' * 3900),
    "a sender in comments": lambda frame: frame.mail(
        b"From: " + b"(" * 3900 + b")" * 3900 + frame.sender.encode(), without=("From",)
    ),
    "a sender of blanks": lambda frame: frame.mail(b"From: " + b" \t" * 3900 + b"x <a@b", without=("From",)),
    "a sender of routes": lambda frame: frame.mail(b"From: <" + b"@a  " * 1900 + b">", without=("From",)),
    "recipients of routes": header("To", b"<" + b"@a  " * 1900 + b">"),
    "recipients of blanks": fields(b'Cc: "x' + b" " * 8000 + b'x"', 4),
    "types of blanks": parts(120, b"Content-Type: text" + b" " * 8000 + b"x\r\n\r\n"),
    "types of brackets": parts(120, b"Content-Type: text/plain " + b"(\\" * 4000 + b"\r\n\r\n"),
    "lists of signed fields": lambda frame: frame.mail(b"DKIM-Signature: v=1; h=" + b"\r\n from:" * 60_000),
    "parameters that never end": typed("text/plain; " + "; ".join(f"a{n}=b" for n in range(1200)), b"hello"),
    "parameters of blanks": typed("text/plain;" + " " * 7900, b"hello"),
    "10000 results": results(10_000),
    **{
        f"results of {name}": long_result(shape)
        for name, shape in {
            "brackets": b"(", "closed brackets": b"()", "quotes": b'"\\', "methods": b"dkim=pass; ", "blanks": b" ",
            "properties": b"x.y=z ", "reasons": b'reason="a" ', "dots": b"a.", "slashes": b"dkim/1=pass;",
        }.items()
    },
    "10000 signatures": signatures(b"DKIM-Signature", 10_000),
    "600 seals": signatures(b"ARC-Seal", 600),
    "a signature over 60 kB of fields": fields(b"DKIM-Signature: v=1; h=" + b"from:" * 1500, 7),
    "base64 of 50 MB": encoded(b"AAAA"),
    "base64 without a letter": encoded(b"!", times=MESSAGE_BYTES),
    "quoted-printable of 50 MB": encoded(b"=41", "quoted-printable"),
    "quoted-printable of blanks": encoded(b" " * 1000 + b"=20\n", "quoted-printable", 2000),
    "flowed, one line of 1 MB": typed("text/plain; format=flowed; delsp=yes", b"x " * 500_000),
    "flowed, quotes of growing depth": typed(
        "text/plain; format=flowed", b"".join(b">" * n + b"x \r\n" for n in range(1400))
    ),
    "a zip in zips": lazily(lambda: attachment("a.zip", "application/zip", zipped())),
    "a body that says it is packed": lazily(
        lambda: typed("text/plain", packed(), b"Content-Encoding: gzip", b"Content-Transfer-Encoding: x-gzip")
    ),
    "a calendar": typed("text/calendar; method=REQUEST", CALENDAR),
}  # fmt: skip

BY_TEXT: Mapping[str, Build] = {
    "HTML of 100000 open tags": html("<div>" * MANY),
    "HTML of 100000 fonts": html("<font><b><i>" * 40_000),
    "HTML of 100000 tables": html("<table><tr><td>" * 40_000),
    "HTML of wide cells": html("<table><tr>" + "<td colspan=1000000000 rowspan=1000000000>x</td>" * 3000),
    "HTML of entities": html("&lt;&#x1F0A1;&nbsp;" * 6000),
    "HTML of a billion laughs": html(ENTITIES),
    "HTML of attributes": html("<p " + "a=b " * 30_000 + ">x"),
    "HTML of one attribute": html("<p style='" + "display : " * 12_000 + "'>x"),
    "HTML of one class": html(f"<style>.a{{{'x' * 2000}}}</style><p class='{'a ' * 8000}'>x"),
    "HTML of noughts": html(f"<style>.a{{opacity:{'0' * 1900}1}}</style>" + "<p class=a>x" * 4000),
    "HTML of small noughts": html(f"<style>.a{{font-size:{'0' * 1900}x}}</style>" + "<p class=a>x" * 4000),
    "HTML of rules": html("<style>" + ("a" * 200 + "{" + "b" * 1990 + "{") * 58 + "</style>"),
    "HTML of selectors": html(f"<style>{('.' + 'a' * 190 + ':{}') * 600}</style>"),
    "HTML of blanks": html("<p style='border" + " " * 120_000 + "'>x"),
    "HTML of paddings": html("<p style='padding-left:1000000000em;margin:999999999em'>x</p>" * 1500),
    "HTML of comments": html("<!--" * 30_000),
    "HTML of NUL": html(b"<p>\0" * 30_000),
    "HTML of scripts": html("<script>" * 20_000),
    "HTML of breaks": html("<br>" * 30_000),
    "HTML of <pre>": html("<pre>" + "\n" * 100_000 + "</pre>"),
    "HTML in UTF-16": typed("text/html; charset=utf-16", ("<p>hello" * 10_000).encode("utf-16")),
    "HTML of one line": html("x" * MESSAGE_BYTES),
    "quote marks on 1 MB of one line": plain(">" * 1_000_000),
    "quote marks on 100000 lines": plain("> hello\n" * MANY),
    "dashes of 1 MB": plain("-" * 1_000_000),
    "signs on 2000 lines": plain(("-_=~*+" * 60 + "x\n") * 2000),
    "blanks on 2000 lines": plain((" " * 399 + "x\n") * 2000),
    "dates on 2000 lines": plain("On Tue, 24 Nov 2026 at 12:00, x <y@z> 2026\n" * 2000),
    "attributions on 2000 lines": plain("On Tue, 24 Nov 2026 at 12:00, x <y@z> wrote:\n" * 2000),
    "attributions without a quote": plain("On 1 Jan 2026 x\nwrote\n" * 1000),
    "headers on 2000 lines": plain("From: x\n\nSent: y\n" * 600),
    "a million commands": plain("play QS\n" * 1_000_000),
    "a million commands, nearly": plain("play the QS of the day\n" * 1_000_000),
    "cards on one line": plain("QS " * 300_000),
    "card words on 2000 lines": plain(("queen of spades " * 70 + "\n") * 2000),
    "stars on 2000 lines": plain(("*" * 1199 + "\n") * 1000),
    "sayings": plain(("say " + "x" * 1000 + "\n") * 1000),
    "starts": plain("start\nplayers: a <b@c.test>\n" * 1000),
    "a start with 10000 players": plain("start\nplayers: " + "a <b@c.test>, " * 10_000),
    "rulings": plain(("rule void to turn 1 because " + "x " * 500 + "\n") * 1000),
    "challenges": plain(("challenge round 1 book 5 " + "b o " * 280 + "\n") * 1000),
    "numbers of 1 MB": plain("bid " + "9" * 1_000_000),
    "digits of every script": plain("bid ٣\nbid ³\nbid ３\nrecord ٣٣\n" * 400),
    "only carriage returns": plain(b"play the QS\r" * MANY),
    "only carriage returns, also the head": lambda frame: frame.mail().replace(b"\r\n", b"\r"),
    "only line feeds": lambda frame: frame.mail(body=b"hello\n" * MANY).replace(b"\r\n", b"\n"),
    "NUL on end": plain(b"\0" * MESSAGE_BYTES),
    "NUL between": plain(b"\0".join([b"b", b"i", b"d", b" ", b"x"]) * MANY),
    "UTF-16": typed("text/plain; charset=utf-16", ("hello there\n" * 20_000).encode("utf-16")),
    "UTF-7": typed("text/plain; charset=utf-7", b"+AGgAZQBs-" * 50_000),
    "marks of direction": plain("\u202e\u2066\u200f" * 100_000),
    "letters with 60000 accents": plain("e" + "\u0301" * 60_000),
    "letters that grow when folded": plain(("ẞİŉ" * 130 + "\n") * 150),
}


def _body_of(mark: str) -> str:
    return f"{mark}\nsay {mark}\nplay {mark}\nname {mark}\nhelp {mark}\n"


def marked(mark: str) -> Build:
    """Build one mark in every place that a letter, a log line or a table might repeat."""
    raw = mark.encode("utf-8", "surrogatepass")
    word = b"=?utf-8?b?" + base64.b64encode(raw) + b"?="
    safe = raw.replace(b"\r", b" ").replace(b"\0", b" ")
    return lambda frame: frame.mail(
        b"From: " + word + b" <" + frame.sender.encode() + b">",
        b"Subject: " + word + b" " + safe,
        b"X-Mailer: " + safe,
        b"Content-Type: text/plain; charset=utf-8",
        body=_body_of(mark).encode("utf-8", "surrogatepass"),
        without=("From", "Subject"),
    )


def said(mark: str) -> Build:
    """Return a mark that is passed on to the table."""
    return plain(f"say {mark} end")


BY_MARKS: Mapping[str, Build] = {
    f"{what} {number}": make(mark)
    for number, mark in enumerate(MARKS)
    for what, make in {"marks": marked, "sayings with marks": said}.items()
}

BOMBS: Mapping[str, Build] = {**BY_SIZE, **BY_TEXT, **BY_MARKS}
