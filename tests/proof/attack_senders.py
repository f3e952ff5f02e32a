"""Attacks on who a mail is from: From fields that two readers read differently, look-alikes, other sender fields.

The published ones ("Composition Kills", USENIX Security 2020) have the names of its tool's cases.
"""

from base64 import b64encode
from collections.abc import Iterator
from quopri import encodestring

from tests.proof.attacks import HOUSE, INSIDER, MALLORY, NOTHING, THEIRS, Scene, mail, own, vouched


def word(text: str, charset: str = "utf-8", kind: str = "b") -> str:
    """Return an encoded word (RFC 2047)."""
    data = text.encode()
    code = b64encode(data) if kind == "b" else encodestring(data, quotetabs=True).replace(b" ", b"_")
    return f"=?{charset}?{kind}?{code.decode()}?="


ZOE = word("Zo\u00eb")


def _published(v: str, m: str) -> dict[str, str]:
    """Return the cases that lie in From, with the victim `v` and the attacker `m`."""
    return {
        "server_a8": f"From: <{m}>\r\nFrom: <{v}>",
        "server_a8-turned": f"From: <{v}>\r\nFrom: <{m}>",
        "server_a9": f" From: <{m}>\r\nFrom: <{v}>",
        "server_a9-turned": f"From: <{v}>\r\n From: <{m}>",
        "server_a10": f"From: <{m}>\r\nFrom : <{v}>",
        "server_a10-turned": f"From : <{m}>\r\nFrom: <{v}>",
        "server_a11": f"From\r\n : <{m}>\r\nFrom: <{v}>",
        "server_a11-turned": f"From: <{m}>\r\nFrom\r\n : <{v}>",
        "server_a12": f"From\r\n : <{m}>\r\nn\r\nSender: <{v}>",
        "server_a13": f"From\r\n : <{m}>\r\nn\r\nResent-From: <{v}>",
        "server_a14": f"From: <{m}>, <{v}>\r\nSender: <s@sender.club.test>",
        "server_a14-turned": f"From: <{v}>, <{m}>",
        "server_a15": f"From:{word(f'<{v}>')},<{m}>\r\nSender: <s@sender.club.test>",
        "server_a16": f"From: <@attack.test,@any.test:{v}>",
        "server_a17": f"From: <{v}>\\,<{m}>",
        "server_a18": f"From: {v},<{m}>",
        "server_a19": f"From: <{m}>{v}",
    }


def _ambiguous(v: str, m: str) -> dict[str, str]:
    local, _, domain = v.partition("@")
    return {
        "three": f"From: {v}\r\nFrom: {m}\r\nFrom: {v}",
        "twice-the-same-name": f"FROM: {m}\r\nfrom: {v}",
        "nul-in-name": f"From\x00: {m}\r\nFrom: {v}",
        "nul-before-name": f"\x00From: {m}\r\nFrom: {v}",
        "nul-after-address": f"From: {v}\x00, {m}",
        "nul-inside": f"From: {m}\x00{v}",
        "bom": f"\ufeffFrom: {m}\r\nFrom: {v}",
        "no-break-space-name": f"From\u00a0: {m}\r\nFrom: {v}",
        "vertical-tab-name": f"From\x0b: {m}\r\nFrom: {v}",
        "tab-name": f"From\t: {m}\r\nFrom: {v}",
        "bare-cr": f"X-Note: a\rFrom: {m}\r\nFrom: {v}",
        "bare-cr-in-from": f"From: {m}\rFrom: {v}",
        "bare-lf-folded": f"From: {v}\n {m}",
        "folded-second": f"From: {v},\r\n\t{m}",
        "folded-empty": f"From:\r\n \r\n {m}, {v}",
        "white-line-in-fold": f"From: {v}\r\n \r\nFrom: {m}",
        "semicolon": f"From: {v}; {m}",
        "space": f"From: {v} {m}",
        "group": f"From: players: {v}, {m};",
        "group-of-one": f"From: players:{v};",
        "empty-group-then": f"From: nobody:;, {v}",
        "group-in-angle": f"From: <players:{v};>",
        "route": f"From: <@attack.test:{v}>",
        "two-angles": f"From: <{m}> <{v}>",
        "two-angles-turned": f"From: <{v}> <{m}>",
        "nested-angles": f"From: <{m}<{v}>>",
        "open-angle": f"From: <{v}",
        "closed-only": f"From: {v}>",
        "double-angle": f"From: <<{v}>>",
        "name-is-address": f"From: {v} <{m}>",
        "name-is-address-turned": f"From: {m} <{v}>",
        "angle-then-word": f"From: <{v}> {m}",
        "quoted-pair-angle": f"From: \\<{m}\\> <{v}> x@y",
        "quoted-open": f'From: "{m} <{v}>',
        "quoted-ends-early": f'From: "x\\" <{m}>" <{v}>, <{m}>',
        "quoted-local": f'From: "{local}"@{domain}',
        "quoted-pair-local": f'From: "{local[0]}\\{local[1:]}"@{domain}',
        "quoted-at": f'From: "{v}"@attack.test',
        "quoted-part": f'From: {local[:2]}"{local[2:]}"@{domain}',
        "comment-in-local": f"From: {local}(x)@{domain}",
        "comment-in-domain": f"From: {local}@(x){domain}",
        "comment-splits": f"From: {v}(.attack.test), {m}",
        "comment-nested": f"From: {v} (a (b {m}) c)",
        "comment-open": f"From: {v} ({m}",
        "comment-hides-end": f"From: {m} (<), {v} (>)",
        "comment-quoted-paren": f"From: {v} (\\) , {m} (",
        "encoded-address": f"From: {word(v)}",
        "encoded-angle": f"From: {word(f'<{v}>')}",
        "encoded-q": f"From: {word(f'<{v}>', kind='q')}",
        "encoded-local": f"From: {word(local)}@{domain}",
        "encoded-in-angle": f"From: <{word(v)}>",
        "encoded-domain": f"From: {local}@{word(domain)}",
        "encoded-odd-charset": f"From: {word(v, 'x-unknown')}",
        "encoded-utf7": f"From: =?utf-7?q?{local}+AEA-{domain}?=",
        "encoded-utf16": f"From: =?utf-16?b?{b64encode(v.encode('utf-16')).decode()}?=",
        "encoded-ebcdic": f"From: =?cp037?b?{b64encode(v.encode('cp037')).decode()}?=",
        "encoded-line-end": f"From: {word(f'x{chr(13)}{chr(10)}From: {v}')} <{m}>, <{v}>",
        "at-twice": f"From: {v}@attack.test",
        "at-twice-turned": f"From: {m}@{domain}",
        "percent": f"From: {local}%{domain}@attack.test",
        "bang": f"From: attack.test!{v}",
        "literal": f"From: {local}@[192.0.2.1]",
        "spaces-around-at": f"From: {local} @ {domain}",
        "dot-end": f"From: {v}.",
        "dot-start": f"From: .{v}",
        "dots": f"From: {local}..@{domain}",
        "latin-1": f"From: {v}\udca0, {m}",
        "wide-comma": f"From: {v}\uff0c{m}",
        "zero-width": f"From: {local}\u200b@{domain}",
        "right-to-left": f"From: \u202e{v[::-1]}\u202c",
        "wide-at": f"From: {local}\uff20{domain}",
        "small-at": f"From: {local}\ufe6b{domain}",
        "ideographic-dot": f"From: {local}@{domain.replace('.', chr(0x3002))}",
        "soft-hyphen": f"From: {local}@cl\u00adub.test",
        "empty": "From: ",
        "only-name": f"From: {local}",
        "none": f"Sender: {v}\r\nReply-To: {v}",
        "none-resent": f"Resent-From: {v}\r\nResent-Sender: {v}",
        "too-long": f"From: {'a' * 300}@{domain}, {v}",
        "many": "From: " + ", ".join([m] * 200 + [v]),
    }


def published(s: Scene) -> Iterator[tuple[str, bytes]]:
    """Yield the tool's cases that lie in From, from outside and out of the players' own provider, and those of
    envelopes."""
    for top, m in ((THEIRS, MALLORY), (HOUSE, INSIDER)):
        for name, lines in _published(s.victim, m).items():
            yield f"{name}-{'theirs' if top is THEIRS else 'house'}", mail(lines, s.move, top=top)
    yield "client_a1", mail(f"From: <{INSIDER}>\r\nFrom: <{s.victim}>\r\nSender: <{INSIDER}>", s.move, top=HOUSE)
    yield "client_a2", mail(f"From: <{INSIDER}>, <{s.victim}>", s.move, top=HOUSE)
    for number, results in enumerate(_envelopes(s.victim)):
        yield f"{results[0]}-{number}", mail(f"From: <{s.victim}>", s.move, top=own(results[1]))


def _envelopes(v: str) -> tuple[tuple[str, str], ...]:
    """Return an honest server's results for the cases of envelope and signature."""
    domain = v.partition("@")[2]
    odd = f"any@{domain}(a.attack.test"
    return (
        ("server_a1", f"spf=none smtp.mailfrom=any@mailfrom.notexist.{domain}; dkim=none"),
        ("server_a1", f"spf=pass smtp.mailfrom=any@mailfrom.notexist.{domain}"),
        ("server_a2", f"spf=pass smtp.helo=attack.test smtp.mailfrom=(any@{domain}"),
        ("server_a2", f"spf=pass smtp.helo={domain}; dkim=none"),
        ("server_a2", "spf=pass smtp.mailfrom=<>; dkim=none"),
        ("server_a2", f"spf=pass smtp.mailfrom=postmaster@attack.test smtp.helo={domain}"),
        ("server_a3", f"dkim=permerror header.d={domain} header.s=selector._domainkey.attack.test."),
        ("server_a3", f"dkim=pass header.d={domain}\x00.attack.test header.s=selector"),
        ("server_a3", f"dkim=pass header.d={domain}\x00 header.s=selector._domainkey.attack.test.\x00.any"),
        ("server_a4", f"dkim=pass header.d={domain}'a.attack.test header.s=selector"),
        ("server_a4", f"dkim=pass header.d='{domain}'a.attack.test"),
        ("server_a4", f'dkim=pass header.d={domain}"a.attack.test'),
        ("server_a4", f"dkim=pass header.d={domain}(.attack.test header.s=selector"),
        ("server_a4", f"dkim=pass header.d={domain}(x).attack.test"),
        ("server_a5", f"spf=pass smtp.mailfrom={odd}"),
        ("server_a5", f"spf=pass smtp.mailfrom={odd}; dkim=none"),
        ("server_a5", f"spf=pass (ok) smtp.mailfrom={odd} smtp.helo=a) x=y"),
        ("server_a5", f"spf=pass smtp.mailfrom=any@{domain};x=y.attack.test"),
        ("server_a5", f"spf=pass smtp.mailfrom=any@{domain};.attack.test"),
        ("server_a5", f"spf=pass smtp.mailfrom=any@{domain},.attack.test"),
        ("server_a6", f"spf=pass smtp.mailfrom=any@{domain}'@any.attack.test"),
        ("server_a6", f"spf=pass smtp.mailfrom={domain}'@any.attack.test"),
        ("server_a7", f"spf=pass smtp.mailfrom=<@{domain},@any.test:'any@attack.test>"),
        ("server_a7", f"spf=pass smtp.mailfrom=@{domain},@any.test:any@attack.test"),
        ("client_a3", f"spf=pass smtp.mailfrom={INSIDER}; dkim=none"),
        ("client_a3", f"auth=pass smtp.auth={INSIDER}; dkim=none"),
    )


def ambiguous(s: Scene) -> Iterator[tuple[str, bytes]]:
    """Yield more From fields that two readers read differently."""
    for name, lines in _ambiguous(s.victim, INSIDER).items():
        yield name, mail(lines, s.move, top=HOUSE)


STRAY = (
    "X-A: b\r\n From: {m}",
    "X-A: b\r\n\tFrom:\r\n {m}",
    "X-A: b\r\n From :\r\n {m}",
    "X-A: b\r\n From: players: {m};",
    'X-A: b\r\n From: "a:b;c" <{m}>',
    '"From": {m}',
    "'From: {m}",
    "From\u00a0: {m}",
    "\u00a0From: {m}",
    ">From: {m}",
    "-From: {m}",
    "X-A: b\rFrom : {m}\rX-B: c",
    "X-A: b\r From: {m}",
    "X-A: b\n\x0bFrom: {m}",
    "From\x00: {m}",
)
"""Lines above the true From that some reader takes for From."""


def strays(s: Scene) -> Iterator[tuple[str, bytes]]:
    """Yield mails with a stray line: a server that reads it vouches for Mallory, who has an account at the players'
    provider."""
    for number, line in enumerate(STRAY):
        lines = line.format(m=INSIDER)
        yield f"stray-{number}", mail(f"{lines}\r\nFrom: {s.victim}", s.move, top=vouched())
        yield f"stray-below-{number}", mail(f"From: {s.victim}\r\n{lines}", s.move, top=vouched())
    for number, blank in enumerate("\u00a0\u0085\u2003\u2028\u3000\ufeff\x0b\x0c\x1c\x1d"):
        for place, sender in (
            ("before", f"{blank}{s.victim}"),
            ("behind", f"{s.victim}{blank}"),
            ("in", f"<{blank}{s.victim}>"),
            ("at", s.victim.replace("@", f"{blank}@")),
            ("alone", f"{blank}\r\n {s.victim}"),
        ):
            yield f"blank-{number}-{place}", mail(f"From: {sender}", s.move, top=vouched())


def look_alikes(s: Scene) -> Iterator[tuple[str, bytes]]:
    """Yield addresses that look like the victim's, each with a server that vouches for its very domain."""
    local, _, domain = s.victim.partition("@")
    name, top = domain.partition(".")[0], domain.partition(".")[2]
    for number, sender in enumerate(
        (
            f"{local}@mail.{domain}", f"{local}@{domain}.attack.test", f"{local}@{name}-{top}.attack.test",
            f"{local}@{name}s.{top}", f"{local}@x{domain}", f"{local}@{name}.tests", f"{local}@{name}.tes",
            f"{local}@c1ub.test", f"{local}@cIub.test", f"{local}@clubtest", f"{local}@club..test",
            f"{local[0]}.{local[1:]}@{domain}", f"{local}+x@{domain}", f"{local}-@{domain}", f"{local}_@{domain}",
            f"{local}1@{domain}", f"{local[:-1]}@{domain}", f"x{local}@{domain}", f"{local}'@{domain}",
            f"{local}@xn--club-test.{top}", f"{local}@xn--clb-hoa.{top}", f"{local}@{top}", f"root@{domain}",
        )
    ):  # fmt: skip
        host = sender.rpartition("@")[2]
        yield f"ascii-{number}", mail(f'From: "{s.victim}" <{sender}>', s.move, top=vouched(host))
    for letter, alike in zip("clubtes", "\u0441\u217c\u03c5\u042c\u0442\u0435\u017f", strict=True):
        sender = f"{local}@{domain.replace(letter, alike)}"
        yield f"alike-{letter}", mail(f"From: {sender}", s.move, top=vouched())
        yield f"alike-{letter}-encoded", mail(f"From: {word(sender)} <{MALLORY}>", s.move)
    for kind, alike in (("cyrillic", "\u0430"), ("kelvin", "\u212a"), ("accent", "\u0301"), ("wide", "\uff41")):
        yield kind, mail(f"From: {local}{alike}@{domain}", s.move, top=vouched())
        yield f"{kind}-before", mail(f"From: {alike}{local}@{domain}", s.move, top=vouched())
    yield "idn", mail(f"From: {local}@cl\u00fcb.test", s.move, top=vouched())
    yield "display-name", mail(f'From: "{local.title()}" <{MALLORY}>', s.move)
    yield "display-address", mail(f'From: "{s.victim}" <{MALLORY}>', s.move)
    yield "display-encoded", mail(f"From: {word(s.victim)} <{MALLORY}>", s.move)
    yield "display-comment", mail(f"From: {MALLORY} ({s.victim})", s.move)
    yield "display-spaces", mail(f'From: "{s.victim}{" " * 200}" <{MALLORY}>', s.move)


FIELDS = (
    "Reply-To", "Sender", "Resent-From", "Resent-Sender", "Return-Path", "X-Original-From", "Original-From", "X-From",
    "X-Sender", "X-Real-From", "Author", "On-Behalf-Of", "Errors-To", "X-Google-Original-From", "X-Envelope-From",
    "Envelope-From", "X-Authenticated-Sender", "X-Authenticated-User", "Apparently-From", "List-Post", "Mail-Reply-To",
    "Disposition-Notification-To", "X-Original-Sender", "X-MS-Exchange-Organization-AuthAs",
)  # fmt: skip


def other_fields(s: Scene) -> Iterator[tuple[str, bytes]]:
    """Yield mails in which another field than From names the victim, or whose answers are to go elsewhere."""
    for field in FIELDS:
        yield f"{field.lower()}-victim", mail(f"From: {MALLORY}\r\n{field}: {s.victim}", s.move)
    for field in ("Reply-To", "Sender", "Resent-From", "Return-Path", "Errors-To", "Disposition-Notification-To"):
        for text in (s.move, "hand", f"{s.move}\r\nhand", "address mallory@attack.test"):
            lines = f"From: {s.victim}\r\n{field}: {MALLORY}"
            yield f"{field.lower()}-attacker-{text.split()[0]}-{len(text)}", mail(lines, text, top=NOTHING)


def genuine(s: Scene) -> Iterator[tuple[str, bytes]]:
    """Yield the same player, written in all the ways in which people's mail programs write them."""
    local, _, domain = s.victim.partition("@")
    for number, sender in enumerate(
        (
            s.victim, f"<{s.victim}>", f"{local.title()} <{s.victim}>", f'"{local}, the" <{s.victim}>',
            f'"{s.victim}" <{s.victim}>', f"{ZOE} <{s.victim}>", f"{s.victim} ({local.title()})",
            f"{local.title()} (at home) <{s.victim}>", f"{local.upper()}@{domain.title()}",
            f"\r\n {local} <{s.victim}>",
        )
    ):  # fmt: skip
        yield f"form-{number}", mail(f"From: {sender}", s.move, top=vouched())


def other_fields_genuine(s: Scene) -> Iterator[tuple[str, bytes]]:
    """Yield the victim's own mail, whose other fields name somebody else."""
    for field in FIELDS:
        yield field.lower(), mail(f"From: {s.victim}\r\n{field}: {MALLORY}", s.move, top=vouched())
