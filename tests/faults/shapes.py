"""Mails in every shape that RFC 5322, 2045 to 2047, 2231, 3464, 3834, 5965, 6533 and 8098 allow, and that programs
write all the same. Made from the specifications; knows nothing of the referee's reader.

A seed makes one mail. Each question of its making (who stands in From, which charset, what lies beside the text) has a
table of answers in shapes.toml, the plain one first; a mail gives a few odd answers, and says which.
"""

import base64
import quopri
import re
import tomllib
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeVar

Answer = TypeVar("Answer")
Entity = tuple[str, bytes]
"""A part: its fields, and its body."""
MOST = 65_000
REPEATED = re.compile(r"<<(\d+)\*(.*?)>>(?!>)", re.DOTALL)


def _tables() -> dict[str, dict[str, Any]]:
    """Return every table of shapes.toml, answers by their names; what a list holds names itself."""
    text = Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    read = tomllib.loads(text)
    lists = {name: {each: each for each in answers} for name, answers in read.pop("lists").items()}
    return read | lists


def _said(text: str, /, **values: str) -> str:
    """Return an answer with its repetitions written out, and its names replaced."""
    text = REPEATED.sub(lambda found: found[2] * int(found[1]), text)
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", value)
    return text


def _b64(data: bytes) -> bytes:
    return base64.encodebytes(data).replace(b"\n", b"\r\n")


def _qp(data: bytes) -> bytes:
    return quopri.encodestring(data.replace(b"\r\n", b"\n")).replace(b"\n", b"\r\n")


def _hex(data: bytes) -> bytes:
    return b"".join(b"=%02X" % byte for byte in data[:9_000])


def _pieces(size: int, between: bytes) -> Callable[[bytes], bytes]:
    return lambda data: between.join(data[i : i + size] for i in range(0, min(len(data), 9_000), size))


def _encodings() -> dict[str, tuple[str, Callable[[bytes], bytes]]]:
    """Return what the field says of the body, and what is true, by names."""
    ways = (("encoding", bytes), ("encoding of base64", _b64), ("encoding of hex", _qp))
    named = {f"{name}: {said}": (said, way) for name, way in ways for said in TABLES[name]}
    return named | {
        "base64 in one line": ("base64", base64.b64encode),
        "base64 without its end": ("base64", lambda data: base64.b64encode(data).rstrip(b"=")),
        "base64 cut": ("base64", lambda data: _b64(data + b" " * 30).rstrip()[:-1]),
        "base64 with a footer": ("base64", lambda data: _b64(data) + b"\r\n\r\n____\r\nClub mailing list\r\n"),
        "base64 in pieces": ("base64", lambda data: _pieces(3, b"\r\n")(base64.b64encode(data))),
        "base64 twice": ("base64", lambda data: _b64(_b64(data))),
        "each byte": ("quoted-printable", _hex),
        "soft breaks": ("quoted-printable", _pieces(1, b"=\r\n")),
        "faulty": ("quoted-printable", lambda data: data + b"\r\n=ZZ =4 ="),
        "uuencoded": ("x-uuencode", lambda data: b"begin 644 a\r\n" + data + b"\r\nend"),
        "deflated": ("deflate", zlib.compress),
    }


TABLES = _tables()
TABLES["encoding"] = _encodings()
TABLES["head"] |= {f"junk in {name}": None for name in TABLES["junked"]}
TABLES["charset"] = {name: (name, name) for name in TABLES["charset"]} | {
    f"{name} of utf-8": (name, "utf-8") for name in TABLES["charset that is none"]
}
TABLES["flaw"] = {
    "none": lambda body, edge: body,
    "no end": lambda body, edge: body.rsplit(b"--" + edge + b"--", 1)[0],
    "no first": lambda body, edge: body.replace(b"--" + edge + b"\r\n", b"", 1),
    "half an end": lambda body, edge: body.replace(b"--" + edge + b"--", b"--" + edge),
    "blanks": lambda body, edge: body.replace(b"--" + edge + b"\r\n", b"--" + edge + b" \t\r\n"),
    "preamble": lambda body, edge: b"This is a message in many parts.\r\nPlay nice.\r\n" * 20 + body,
    "epilogue": lambda body, edge: body + b"\r\n-- \r\nA footer of a gateway.\r\n" * 20,
    "ends early": lambda body, edge: b"--" + edge + b"--\r\n" + body,
    "glued": lambda body, edge: body.replace(b"\r\n\r\n", b"\r\n \r\n", 1),
    "fields alone": lambda body, edge: b"--" + edge + b"\r\nX-A: b\r\n" + body,
}
"""What is wrong with a body of many parts between `edge`."""
TABLES["bytes"] = {
    "usual": bytes,
    "lf": lambda raw: raw.replace(b"\r\n", b"\n"),
    "cr": lambda raw: raw.replace(b"\r\n", b"\r"),
    "mixed ends": lambda raw: raw.replace(b"\r\n", b"\n", 7),
    "double ends": lambda raw: raw.replace(b"\r\n", b"\r\r\n"),
    "blank first": lambda raw: b"\r\n" + raw,
    "mbox line": lambda raw: b"From ann@club.test Tue Nov 24 12:00:00 2026\r\n" + raw,
    "bom": lambda raw: b"\xef\xbb\xbf" + raw,
    "folded first": lambda raw: b" odd\r\n" + raw,
    "mime lost": lambda raw: raw.replace(b"MIME-Version: 1.0\r\n", b""),
    "no gap": lambda raw: raw.replace(b"\r\n\r\n", b"\r\n", 1),
    "blank gap": lambda raw: raw.replace(b"\r\n\r\n", b"\r\n \r\n", 1),
    "dot at the end": lambda raw: raw + b"\r\n.\r\n",
    "end of a file": lambda raw: raw + b"\x1a\x00\x00",
    "latin": lambda raw: raw.decode("utf-8", "replace").encode("latin-1", "replace"),
}
"""What a gateway does to a whole mail."""


SYSTEMS, DOUBTFUL = ("mailer-daemon@else.test", "MAILER-DAEMON", "<>"), ("left", "challenge", "urgent")
"""Senders that may be mail systems, and notes that a mail system would mean as a failure."""


@dataclass
class Dice:
    """The chance of one mail: each question has its own, so that an odd answer can be tried alone."""

    seed: object
    odd: Mapping[str, str] | None = None
    """The odd answers to give, by their questions; without it each question has one in so many."""
    share: float = 0.12
    given: dict[str, str] = field(default_factory=dict)
    """The odd answers, by their questions."""

    def chance(self, question: str) -> Random:
        return Random(f"{self.seed} {question}")

    def pick(self, question: str, table: str = "") -> Any:
        """Return an answer to a question, mostly the first."""
        answers, chance = TABLES[table or question], self.chance(question)
        names = [*answers]
        plain = self.odd is not None or chance.random() >= self.share
        name = (self.odd or {}).get(question, names[0]) if plain else chance.choice(names)
        if name != names[0]:
            self.given[question] = name
        return answers[name]

    def any(self, question: str, table: str = "") -> Any:
        """Return an answer to a question that has no plain one."""
        return self.chance(question).choice([*TABLES[table or question]])

    def junk(self, question: str) -> str:
        """Return up to 64 KiB of one kind of nonsense, in one line or folded."""
        chance = self.chance(question)
        size = chance.choice((0, 1, 30, 78, 998, 1_200, 9_000, 20_000, MOST))
        unit = chance.choice([*TABLES["junk"], ""]) or "".join(map(chr, chance.sample(range(1, 256), 200)))
        line = (re.sub("[\r\n]", "", unit) * (size // len(unit) + 2))[:size]
        step = chance.choice((MOST, MOST, 70, 900))
        return "\n ".join(line[i : i + step] for i in range(0, size, step) if line[i : i + step].strip())


class Person(NamedTuple):
    """Somebody who answers a letter, or whose machine does: their address, where their mail goes, and the letter."""

    address: str
    to: str
    subject: str
    back: str = ""
    """The return address of the letter."""
    letter: str = ""
    text: str = ""


class Made(NamedTuple):
    """A mail; `may_act`: it says the move plainly enough that it may be done, not only asked about."""

    raw: bytes
    odd: dict[str, str]
    may_act: bool = True
    failed: bool | None = None
    """For a report: it says that the letter was not delivered. None: a reader may take it so or not."""

    @property
    def shared(self) -> bool:
        """Tell if it may have gone to others, who then saw the reply address: also to a bare word, which may be a name
        at its writer's own server."""
        if any(re.fullmatch("junk in (?:Resent-)?(?:To|Cc|Bcc)", name) for name in self.odd.values()):
            return True
        return any(each in self.raw for each in (b"x@y.test", b"b@club.test", b"a@b.test", b"@x.test", b"List-Id"))


@dataclass
class Text:
    """The parts of one mail with a move, as they are made."""

    dice: Dice
    text: str
    move: str
    decoy: str
    parts: int = 0

    def built(self, tokens: list[str]) -> Entity:
        """Return the entity at the head of a shape, which is used up."""
        token = tokens.pop(0)
        if tokens[:1] == ["("]:
            self.parts += 1
            number, inner = self.parts, []
            tokens.pop(0)
            while tokens[0] != ")":
                inner.append(self.built(tokens))
            tokens.pop(0)
            return self.many(token, inner, number)
        if token in ("P", "M", "K"):
            fields, body = self.leaf("text/plain", self.text)
            inside = f"Subject: x\n{fields}\n\n".encode() + body
            kinds = {"M": "rfc822", "K": "partial; id=x; number=1; total=2"}
            return (fields, body) if token == "P" else (f"Content-Type: message/{kinds[token]}", inside)
        if token in ("H", "S"):
            return self.leaf("text/html", self.html(f"<s>{self.move}</s>" if token == "S" else self.move))
        fields, encoding, body = self.dice.pick("beside") if token == "B" else TABLES["fixed"][token]
        data = _said(body, decoy=self.decoy).replace("\n", "\r\n").encode()
        return (f"{fields}\nContent-Transfer-Encoding: base64", _b64(data)) if encoding else (fields, data)

    def html(self, shown: str) -> str:
        """Return the text as HTML."""
        escaped = self.text.replace("&", "&amp;").replace("<", "&lt;").replace(self.move, shown)
        half = len(self.move) // 2
        lines = escaped.replace("\n", "<br>\n")
        entities = "".join(f"&#{ord(each)};" for each in self.text[:9_000])
        values = {"lines": lines, "half": lines[:half], "rest": lines[half:], "entities": entities, "decoy": self.decoy}
        return _said(self.dice.pick("html"), **values)

    def leaf(self, kind: str, text: str) -> Entity:
        """Return one text as a part."""
        (said, codec), (encoding, encode) = self.dice.pick("charset"), self.dice.pick("encoding")
        place = self.dice.pick("disposition")
        form = _said(self.dice.pick("type"), k=kind) + f"; charset={_said(said)}" * bool(said)
        fields = [f"Content-Type: {form}"] * bool(form)
        fields += [f"Content-Transfer-Encoding: {_said(encoding)}"] * bool(encoding)
        fields += [f"Content-Disposition: {_said(place)}"] * bool(place)
        return "\n".join(fields), encode(f"{text}\n".replace("\n", "\r\n").encode(codec, "replace"))

    def many(self, kind: str, parts: list[Entity], number: int) -> Entity:
        """Return parts as one."""
        more, between = (_said(each, n=str(number), dots="." * number) for each in self.dice.pick("boundary"))
        edge = between.encode()
        body = b"".join(
            b"--" + edge + f"\n{head}\n\n".replace("\n", "\r\n").encode() + data + b"\r\n" for head, data in parts
        )
        kinds = {"signed": "; micalg=x; protocol=application/pgp-signature", "encrypted": "; protocol=x"}
        whole = self.dice.pick("flaw")(body + b"--" + edge + b"--\r\n", edge)
        return f"Content-Type: multipart/{kind}{kinds.get(kind, '')}{more}", whole


def answer(dice: Dice, person: Person, number: int, move: str, decoy: str) -> Made:
    """Return a person's answer to a letter, with their move."""
    local, _, domain = person.address.partition("@")
    to, _, host = person.to.partition("@")
    values = {
        "a": person.address,
        "A": person.address.upper(),
        "l": local,
        "d": domain,
        "s": person.subject,
        "move": move,
    }
    values |= {
        "t": person.to,
        "T": person.to.upper(),
        "tl": to,
        "td": host,
        "back": person.back,
        "id": person.letter,
        "n": str(number),
    }
    values["clock"] = f"{number // 60 % 60:02}:{number % 60:02}"
    sender = dice.pick("sender")
    # who is named in neither From nor the reply address is nobody we know
    recipient = "To: {t}" if "sender" in dice.given else dice.pick("recipient")
    head = [f"From: {sender}"] * bool(sender) + [recipient, f"Subject: {dice.pick('subject')}", dice.pick("id")]
    head += [dice.pick("thread"), f"Date: {dice.pick('date')}"]
    for question in ("head 1", "head 2", "head 3"):
        more = dice.pick(question, "head")
        head += [f"{dice.given[question].removeprefix('junk in ')}: {dice.junk(question)}" if more is None else more]
    quote = "\n".join(f"> {line}".rstrip() for line in person.text.splitlines())
    wide = "".join(chr(ord(each) + 0xFEE0) if each != " " else "\u3000" for each in move)
    text = _said(dice.pick("words"), move=move, decoy=decoy, quote=quote, text=person.text, wide=wide)
    shape = re.findall(r"[\w-]+|[()]", _said(dice.pick("shape")))
    fields, body = Text(dice, text, move, decoy).built(shape)
    if dice.chance("order").random() < dice.share:
        dice.chance("shuffled").shuffle(head)
    lines = [_said(each, **values) for each in head if each]
    raw = dice.pick("bytes")(_mail([*lines, "MIME-Version: 1.0", fields], body))
    # HTML by another name is its own source, and strikes nothing out
    return Made(raw, dict(dice.given), dice.given.get("shape") != "struck" or "type" in dice.given)


def _mail(fields: list[str], body: bytes) -> bytes:
    return "\n".join([*filter(None, fields), "", ""]).replace("\n", "\r\n").encode() + body


def report(dice: Dice, person: Person, number: int) -> Made:
    """Return what comes to the return address of a letter that went to a person."""
    kind = dice.chance("kind").choice(("status", "status", "note", "failed", "receipt", "complaint", "junk"))
    sender, name, robot, form = dice.any("reporter"), dice.any("away"), dice.any("robot"), dice.any("report")
    subject, text = TABLES["away"][name]
    # that something was not delivered is believed if a mail system says so, and who says this is not certain
    doubtful = kind == "junk" or (name in DOUBTFUL and sender in SYSTEMS)
    failed: bool | None = None if doubtful else False
    what = f"Final-Recipient: rfc822; {person.address}\n"
    parts: dict[str, str] = {}
    if kind == "failed":
        name, sender, failed = dice.any("failed"), "Mail Delivery System <MAILER-DAEMON@else.test>", True
        subject, text = TABLES["failed"][name]
    elif kind == "status":
        name, subject, text = dice.any("action"), "Delivery report", "About your message."
        # a report within a mail of another type may be one that a person passes on
        failed = TABLES["action"][name] and (True if "report" in form.lower() else None)
        parts[dice.pick("status type")] = f"Reporting-MTA: dns; mx.else.test\n\n{what}Action: {name}\n"
    elif kind == "receipt":
        parts["message/disposition-notification"] = f"{what}Disposition: {dice.any('disposed')}\nFailure: none\n"
    elif kind == "complaint":
        parts["message/feedback-report"] = "Feedback-Type: abuse\nVersion: 1\n"
    head = ["Return-Path: <>", f"From: {sender}", f"To: {person.to}", robot, f"Message-ID: <r{number}@else.test>"]
    head += [f"Subject: {subject}", f"X-Failed-Recipients: {person.address}" if name == "exim" else ""]
    values = {"s": person.subject, "a": person.address}
    if parts:
        named = {"receipt": "disposition-notification", "complaint": "feedback-report"}.get(kind, "delivery-status")
        encoding = dice.chance("coded").choice(("", "", "base64", "quoted-printable"))
        encode = {"base64": _b64, "quoted-printable": _hex}.get(encoding, bytes)
        coded = f"Content-Transfer-Encoding: {encoding}\n" * bool(encoding)
        inside = [_mail(["Content-Type: text/plain; charset=utf-8"], text.encode())]
        inside += [
            _mail([f"Content-Type: {each}\n{coded}".strip()], encode(data.replace("\n", "\r\n").encode()))
            for each, data in parts.items()
        ]
        inside += [f"Content-Type: {back}".replace("\n", "\r\n").encode() for back in (dice.any("returned"),) if back]
        fields = f'Content-Type: multipart/{_said(form, r=named)}; boundary="=_r"'
        body = b"".join(b"--=_r\r\n" + part + b"\r\n" for part in inside) + b"--=_r--\r\n"
    elif kind == "junk":
        fields, body = f"Content-Type: {dice.junk('junk type')}", dice.junk("junk body").encode()
    else:
        fields, body = Text(dice, text, "", "").leaf("text/plain", text)
    dice.given["report"] = f"{kind}, {name}, {robot or 'no sign'}, {sender}"
    raw = dice.pick("bytes")(_mail([*(_said(each, **values) for each in head), "MIME-Version: 1.0", fields], body))
    return Made(raw, dice.given, False, failed)
