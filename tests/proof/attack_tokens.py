"""Attacks with reply addresses, with mails inside mails, in the Gamesmaster's name, and by machines."""

from base64 import b64encode
from collections.abc import Iterator

from tests.proof.attacks import (
    HOUSE,
    INSIDER,
    MALLORY,
    NOTHING,
    THEIRS,
    Scene,
    mail,
    own,
    vouched,
)
from tests.talk import MASTER, REFEREE

FRIEND, LIST = "friend@else.test", "list@else.test"


ARMOUR = (
    "-----BEGIN PGP SIGNED MESSAGE-----\r\nHash: SHA256\r\n\r\n{}\r\n"
    "-----BEGIN PGP SIGNATURE-----\r\n\r\nAAAA\r\n-----END PGP SIGNATURE-----\r\n"
)


def tokens(s: Scene) -> Iterator[tuple[str, bytes]]:
    """Yield reply addresses of other people, of other times, and in fields other than To."""
    made_up = REFEREE.replace("@", f"+{'a' * 24}@")
    wrong = {"theirs": s.theirs, "spent": s.spent, "old": s.old, "burnt": s.burnt, "asks": s.asks, "made-up": made_up}
    for name, to in wrong.items():
        yield f"victim-{name}", mail(f"From: {s.victim}", s.move, top=NOTHING, to=to)
        yield f"victim-{name}-and-bare", mail(f"From: {s.victim}", s.move, top=NOTHING, to=f"{REFEREE}, {to}")
    for name, sender, top in (
        ("other", s.other, NOTHING),
        ("other-vouched", s.other, vouched()),
        ("stranger", MALLORY, THEIRS),
        ("insider", INSIDER, HOUSE),
        ("referee", REFEREE, vouched()),
        ("own-address", s.good, vouched()),
        ("look-alike", f"x{s.victim}", vouched()),
        ("sub", s.victim.replace("@", "+x@"), vouched()),
        ("master", MASTER, NOTHING),
    ):
        for kind, to in (("good", s.good), ("spent", s.spent), ("asks", s.asks)):
            text = "yes" if kind == "asks" else s.move
            yield f"{name}-with-{kind}", mail(f"From: {sender}", text, top=top, to=to)
    yield from copied(s)
    yield from misplaced(s)


def copied(s: Scene) -> Iterator[tuple[str, bytes]]:
    """Yield a good reply address, in a mail that others get too."""
    for name, more in (
        ("cc-friend", f"Cc: {FRIEND}\r\n"),
        ("cc-list", f"Cc: {LIST}\r\n"),
        ("cc-mallory", f"Cc: {MALLORY}\r\n"),
        ("second-to", f"To: {FRIEND}\r\n"),
        ("cc-self-and-friend", f"Cc: {s.victim}, {FRIEND}\r\n"),
        ("cc-self-like", f"Cc: {s.victim.replace('@', '+x@')}\r\n"),
        ("by-a-list", "List-Id: <spades.else.test>\r\n"),
    ):
        yield name, mail(f"From: {s.victim}", s.move, top=NOTHING, to=s.good, more=more)
    for number, other in enumerate(UNUSUAL):
        more = f"Cc: {other}\r\n"
        yield f"unusual-cc-{number}", mail(f"From: {s.victim}", s.move, top=NOTHING, to=s.good, more=more)
        yield f"unusual-to-{number}", mail(f"From: {s.victim}", s.move, top=NOTHING, to=f"{s.good}, {other}")
    for field in ("Bcc", "Resent-To", "Resent-Cc", "Resent-Bcc", "Apparently-To"):
        more = f"{field}: {FRIEND}\r\n"
        yield f"to-friend-by-{field.lower()}", mail(f"From: {s.victim}", s.move, top=NOTHING, to=s.good, more=more)
    news = mail(f"From: {s.victim}", s.move, top=NOTHING, to=s.good, more="Newsgroups: rec.games.spades\r\n")
    yield "to-a-newsgroup", news


def misplaced(s: Scene) -> Iterator[tuple[str, bytes]]:
    """Yield a good reply address with something beside it, changed, or where it does not count."""
    word = s.good.partition("+")[2].partition("@")[0]
    for name, to in (
        ("to-friend-too", f"{FRIEND}, {s.good}"),
        ("group-with-friend", f"all: {s.good}, {FRIEND};"),
        ("friend-in-angle", f'"x" <{FRIEND}>, <{s.good}>'),
        ("in-name", f'"{s.good}" <{REFEREE}>'),
        ("elsewhere", s.good.replace("@club.test", "@attack.test")),
        ("subdomain", s.good.replace("@club.test", "@mail.club.test")),
        ("longer", s.good.replace("@", "a@")),
        ("shorter", s.good.replace("@", "", 1)[:-10] + "@club.test"),
        ("sub-of-sub", s.good.replace("@", "+x@")),
        ("minus", s.good.replace("+", "-")),
        ("prefix", f"x{s.good}"),
        ("wildcard", "referee+%@club.test"),
        ("quote", "referee+'or'1'='1@club.test"),
        ("empty", "referee+@club.test"),
    ):
        yield name, mail(f"From: {s.victim}", s.move, top=NOTHING, to=to)
    for field in ("Bcc", "Reply-To", "Resent-To", "In-Reply-To", "References", "X-Token", "Comments", "Message-ID"):
        yield f"in-{field.lower()}", mail(f"From: {s.victim}", s.move, top=NOTHING, more=f"{field}: <{s.good}>\r\n")
    yield "in-subject", mail(f"From: {s.victim}", s.move, top=NOTHING, tag=f"Re: [Spades 1] Round 1 (ref {word})")
    yield "in-body", mail(f"From: {s.victim}", f"{s.move}\r\n{s.good}\r\n(ref {word})", top=NOTHING)
    yield "in-from", mail(f"From: {s.victim.replace('@', f'+{word}@')}", s.move, top=NOTHING)
    yield (
        "delivered-and-list",
        mail(f"From: {s.victim}", s.move, top=NOTHING, to=LIST, more=f"Delivered-To: {s.good}\r\n"),
    )
    for name, to in (
        ("bounce-short", "referee+b.1@club.test"),
        ("bounce-guess", f"referee+b.{'a' * 24}@club.test"),
        ("bounce-guess-numbered", f"referee+b.1.{'a' * 24}@club.test"),
        ("bounce-of-other", s.bounces.replace("+b.", "+b.9")),
    ):
        yield name, mail(f"From: {s.victim}", s.move, top=NOTHING, to=to)


UNUSUAL = (
    "j\u00fcrgen@else.test",
    '"jim x"@else.test',
    "jim..x@else.test",
    ".jim@else.test",
    "jim@[192.0.2.1]",
    "jim@_x.test",
    "jim@else_test",
    "jim@-else.test",
    "jim@else.test.",
    "jim@else\uff0etest",
    "jim @ else.test",
    "jim",
    "<jim>",
    "=?utf-8?q?jim=40else.test?=",
    "\u00a0referee@club.test",
    "<jim@else.test",
)
"""People with unusual addresses: somebody may have got the mail."""


def tokens_genuine(s: Scene) -> Iterator[tuple[str, bytes]]:
    """Yield the victim's own good reply address, as mail programs and servers hand it on."""
    for name, to in (
        ("plain", s.good),
        ("angle", f"<{s.good}>"),
        ("named", f'"Spades Referee" <{s.good}>'),
        ("with-bare", f"{s.good}, {REFEREE}"),
        ("upper", s.good.upper()),
        ("theirs-first", f"{s.theirs}, {s.good}"),
        ("theirs-behind", f"{s.good}, {s.theirs}"),
        ("bounces-first", f"{s.bounces}, {s.good}"),
        ("bounces-behind", f"{s.good}, {s.bounces}"),
        ("its-own-name", f"{s.good} <{s.good}>"),
        ("a-comma-too-many", f"{s.good},"),
        ("a-group", f"referee: {s.good};"),
        ("a-comment", f"{s.good} (a (b) c)"),
        ("its-quoted-name", f"'{s.good}' <{s.good}>"),
    ):
        yield name, mail(f"From: {s.victim}", s.move, top=NOTHING, to=to)
    yield "cc", mail(f"From: {s.victim}", s.move, top=NOTHING, more=f"Cc: {s.good}\r\n")
    yield "cc-self", mail(f"From: {s.victim}", s.move, top=NOTHING, to=s.good, more=f"Cc: {s.victim}\r\n")
    delivered = f"Delivered-To: {s.good}\r\n"
    yield "delivered", mail(f"From: {s.victim}", s.move, top=delivered + NOTHING, to="undisclosed-recipients:;")
    outlook = f"{delivered}Cc: <Undisclosed-Recipient:;>\r\n"
    yield "delivered-outlook", mail(f"From: {s.victim}", s.move, top=NOTHING + outlook, to=REFEREE)
    yield "bcc-to-us", mail(f"From: {s.victim}", s.move, top=NOTHING, to=s.good, more=f"Bcc: {REFEREE}\r\n")
    yield "bcc-to-self", mail(f"From: {s.victim}", s.move, top=NOTHING, to=s.good, more=f"Bcc: {s.victim}\r\n")
    for name, sender in (
        ("at-in-name", f"Carol @ Home <{s.victim}>"),
        ("colon-in-name", f"Carol: home <{s.victim}>"),
        ("bracket-in-name", f"Carol [home] <{s.victim}>"),
        ("comments", f"{s.victim} (a (b) c)"),
        ("route", f"<@relay.test:{s.victim}>"),
        ("group", f"players:{s.victim};"),
        ("address-in-name", f"{s.victim} <{s.victim}>"),
    ):
        yield name, mail(f"From: {sender}", s.move, top=NOTHING, to=s.good)
    for name, before in (
        ("stray-folded", f"X-A: b\r\n From: {MALLORY}\r\n"),
        ("stray-quoted", f'"From": {MALLORY}\r\n'),
        ("stray-group", f"X-A: b\r\n From: x: {MALLORY};\r\n"),
        ("stray-cr", f"X-A: b\rX-From: {MALLORY}\r\n"),
    ):
        yield name, mail(f"{before}From: {s.victim}", s.move, top=NOTHING, to=s.good)
    yield "yes", mail(f"From: {s.victim}", "yes", top=NOTHING, to=s.asks)


def _inner(s: Scene) -> str:
    """Return a second mail, in the victim's name, with all that would prove it if it were one."""
    return (
        f"{vouched()}From: {s.victim}\r\nTo: {REFEREE}\r\nSubject: [Spades 1]\r\n"
        f"Message-ID: <inner@club.test>\r\n\r\n{s.move}\r\n"
    )


def _hidden(s: Scene) -> dict[str, tuple[str, str]]:
    """Return further header lines and the body of a mail with another one inside."""
    inner = _inner(s)
    session = f"MAIL FROM:<{s.victim}>\r\nRCPT TO:<{REFEREE}>\r\nDATA\r\n{inner}.\r\nQUIT\r\n"
    ends = (
        "\n.\r\n",
        "\r\n.\n",
        "\n.\n",
        "\r.\r",
        "\r\n.\r",
        "\r.\r\n",
        "\r\n\x00.\r\n",
        "\r\n.\x00\r\n",
        "\n\n.\r\n",
        "\r\n..\r\n",
    )
    found = {f"smuggled-{number}": ("", f"hello{end}{session}") for number, end in enumerate(ends)}

    def part(kind: str, text: str = inner, more: str = "") -> str:
        return f"--b\r\nContent-Type: {kind}\r\n{more}\r\n{text}\r\n"

    def parts(kind: str, *each: str) -> tuple[str, str]:
        return f"MIME-Version: 1.0\r\nContent-Type: multipart/{kind}; boundary=b\r\n", "".join(each) + "--b--\r\n"

    chat = part("text/plain", "see below")
    lines = b64encode(f"x\r\n{inner}".encode()).decode()
    code = b64encode(inner.encode()).decode()
    file = 'Content-Disposition: attachment; filename="move.eml"\r\n'
    return found | {
        "rfc822": parts("mixed", chat, part("message/rfc822")),
        "rfc822-alone": parts("mixed", part("message/rfc822")),
        "rfc822-first": parts("mixed", part("message/rfc822"), chat),
        "rfc822-top": ("MIME-Version: 1.0\r\nContent-Type: message/rfc822\r\n", inner),
        "rfc822-base64": parts("mixed", chat, part("message/rfc822", code, "Content-Transfer-Encoding: base64\r\n")),
        "global": parts("mixed", chat, part("message/global")),
        "eml": parts("mixed", chat, part("application/octet-stream", inner, file)),
        "eml-text": parts("mixed", chat, part('text/plain; name="move.eml"', inner, file)),
        "eml-inline": parts("mixed", chat, part("message/rfc822", inner, file.replace("attachment", "inline"))),
        "digest": parts("digest", "--b\r\n\r\n" + inner),
        "alternative": parts("alternative", chat, part("message/rfc822")),
        "related": parts("related", chat, part("message/rfc822")),
        "parallel": parts("parallel", part("message/rfc822"), chat),
        "partial": ("Content-Type: message/partial; id=x; number=1; total=1\r\n", inner),
        "external": ("Content-Type: message/external-body; access-type=x\r\n", inner),
        "news": parts("mixed", chat, part("message/news")),
        "headers-only": parts("mixed", chat, part("text/rfc822-headers")),
        "report-like": parts("x-report", chat, part("message/rfc822")),
        "nested": parts("mixed", "--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\n"
                        f"Content-Type: message/rfc822\r\n\r\n{inner}\r\n--c--\r\n"),
        "preamble": ("MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n", f"{inner}{chat}--b--\r\n"),
        "epilogue": ("MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n", f"{chat}--b--\r\n{inner}"),
        "mbox": ("", f"hello\r\n\r\nFrom {s.victim} Tue Nov 24 12:00:00 2026\r\n{inner}"),
        "body-head": ("", inner),
        "forwarded": ("", f"---------- Forwarded message ---------\r\n{inner}"),
        "original": ("", f"-----Original Message-----\r\n{inner}"),
        "quoted": ("", "\r\n".join(f"> {line}" for line in inner.split("\r\n"))),
        "dotted": ("", "\r\n".join(f".{line}" for line in inner.split("\r\n"))),
        "uuencode": ("", "begin 644 move.eml\r\n" + inner + "end\r\n"),
        "pgp-armour": ("", ARMOUR.format(inner)),
        "subject-line-end": (f"Subject: =?utf-8?b?{lines}?=\r\n", "hello"),
        "cr-in-field": (f"X-Note: a\r\r\n{inner}", "hello"),
        "no-colon-line": (f"and then\r\nResent-From: {s.victim}\r\n", "hello"),
        "space-line": (f"X-Note: a\r\n \r\n{inner}", "hello"),
        "formfeed": ("", f"hello\x0c\r\n{inner}"),
        "script": ("Content-Type: text/html\r\n", f"<p>hello</p><script>{inner}</script><!-- {inner} -->"),
    }  # fmt: skip


def smuggled(s: Scene) -> Iterator[tuple[str, bytes]]:
    """Yield a second mail inside a stranger's, and inside one that is truly another player's."""
    for name, (more, body) in _hidden(s).items():
        yield f"{name}-stranger", mail(f"From: {MALLORY}", body, more=more)
        yield f"{name}-other", mail(f"From: {s.other}", body, more=more, top=vouched(), to=s.theirs)
    envelope = f"From {s.victim} Tue Nov 24 12:00:00 2026\r\n"
    yield "mbox-line-first", mail(f"From: {MALLORY}", s.move, top=envelope + THEIRS)
    yield "mbox-line-only", mail(f"To: {REFEREE}", s.move, top=envelope + vouched())
    yield "quoted-mbox-line", mail(f">From: {s.victim}", s.move, top=vouched())
    yield "head-ends-early", mail(f"\r\nFrom: {s.victim}", s.move, top=vouched())
    yield "head-ends-early-lf", mail(f"\nFrom: {s.victim}", s.move, top=vouched())


def smuggled_genuine(s: Scene) -> Iterator[tuple[str, bytes]]:
    """Yield the victim's own mail, with another one inside: what they wrote above it counts."""
    for name, (more, body) in _hidden(s).items():
        if name in ("forwarded", "original", "mbox") or name.startswith("smuggled"):
            yield name, mail(f"From: {s.victim}", f"{s.move}\r\n\r\n{body}", more=more, top=NOTHING, to=s.good)
    more, body = _hidden(s)["rfc822"]
    yield "rfc822", mail(f"From: {s.victim}", body.replace("see below", s.move), more=more, top=vouched())


STEERING = ("abort", "pause", "forfeit team 1", "extend 2 days", "rule void to turn 2 because", "start")


def steering(s: Scene) -> Iterator[tuple[str, bytes]]:
    """Yield commands in the Gamesmaster's name, or by people who are not."""
    domain = MASTER.partition("@")[2]
    for text in (*STEERING, f"replace {s.victim.partition('@')[0]} with Mallory <{MALLORY}>"):
        word = text.split()[0]
        for name, lines, top, to in (
            ("bare", f"From: {MASTER}", NOTHING, REFEREE),
            ("below", f"From: {MASTER}", NOTHING + vouched(), REFEREE),
            ("players-token", f"From: {MASTER}", NOTHING, s.theirs),
            ("insider", f"From: {MASTER}", own(f"spf=pass smtp.mailfrom={INSIDER}"), REFEREE),
            ("vetoed-token", f"From: {MASTER}", own(f"dmarc=fail header.from={domain}"), s.masters),
            ("two-senders", f"From: {MASTER}, {INSIDER}", HOUSE, REFEREE),
            ("two-froms", f"From: {INSIDER}\r\nFrom: {MASTER}", HOUSE, REFEREE),
            ("player", f"From: {s.other}", vouched(), REFEREE),
            ("player-masters-token", f"From: {s.other}", vouched(), s.masters),
            ("look-alike", f"From: {MASTER.replace('gm', 'grn')}", vouched(), REFEREE),
            ("stranger", f"From: {MALLORY}\r\nSender: {MASTER}\r\nReply-To: {MASTER}", THEIRS, REFEREE),
        ):
            yield f"{word}-{name}", mail(lines, text, top=top, to=to)


def steering_genuine(s: Scene) -> Iterator[tuple[str, bytes]]:
    """Yield commands of the Gamesmaster themselves."""
    yield "vouched", mail(f"From: {MASTER}", "pause", top=vouched())
    yield "token", mail(f"From: {MASTER}", "pause", top=NOTHING, to=s.masters)


MACHINES = (
    "Auto-Submitted: auto-replied", "Auto-Submitted: AUTO-REPLIED; owner=x", "Auto-Submitted: auto-replied (vacation)",
    "Auto-Submitted:\r\n auto-replied", "X-Autoreply: yes", "X-Autorespond: yes", "Precedence: auto_reply",
    "Content-Type: multipart/report; report-type=delivery-status; boundary=b",
    "Return-Path: <>\r\nAuto-Submitted: auto-generated",
    "Auto-Submitted: no\r\nAuto-Submitted: auto-replied",
)  # fmt: skip


def machines(s: Scene) -> Iterator[tuple[str, bytes]]:
    """Yield automatic replies and reports with the victim's From, their good reply address and a move."""
    for number, line in enumerate(MACHINES):
        sender = f"From: {s.victim}\r\n{line}"
        yield f"token-{number}", mail(sender, s.move, top=NOTHING, to=s.good)
        yield f"vouched-{number}", mail(sender, s.move, top=vouched())
    yield "generated", mail(f"From: {s.victim}\r\nAuto-Submitted: auto-generated", s.move, top=vouched())
    yield "generated-spent", mail(f"From: {s.victim}\r\nAuto-Submitted: auto-generated", s.move, to=s.spent)


def machines_genuine(s: Scene) -> Iterator[tuple[str, bytes]]:
    """Yield a robot player, and a person whose mail says that a person wrote it."""
    yield "robot", mail(f"From: {s.victim}\r\nAuto-Submitted: auto-generated", s.move, top=NOTHING, to=s.good)
    yield "person", mail(f"From: {s.victim}\r\nAuto-Submitted: no", s.move, top=NOTHING, to=s.good)
    yield "suppresses", mail(f"From: {s.victim}\r\nX-Auto-Response-Suppress: All", s.move, top=NOTHING, to=s.good)
