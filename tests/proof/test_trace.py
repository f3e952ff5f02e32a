"""Received lines (RFC 5321, 4.4): each clause counts in its place, and nothing said elsewhere does."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.post.proof.statements import read_stamp
from referee.post.reading.headers import PieceKind, pieces

DATE = "Wed, 02 Dec 2026 12:00:00 +0000"
POSTFIX = (
    "from out.else.test (unknown [192.0.2.1])\t(using TLSv1.3 with cipher TLS_AES_256_GCM_SHA384 (256/256 bits)"
    '\t key-exchange X25519)\t(Client CN "{cn}", Issuer "CA" (not verified))\tby mx.club.test (Postfix) with ESMTPS'
    f" id 4213B21EBBD\tfor <referee@club.test>; {DATE} (UTC)"
)
SERVERS = {
    "postfix": POSTFIX.replace("{cn}", "out.else.test"),
    "postfix, its own mail": f"by MX.club.test (Postfix, from userid 1000)\tid 36E6B21EB9C; {DATE} (UTC)",
    "exim": "from out.else.test ([192.0.2.1])\tby mx.club.test with esmtps  (TLS1.3) tls TLS_AES_256_GCM_SHA384"
    f"\t(Exim 4.96)\t(envelope-from <ann@else.test>)\tid 1tFabc-0001-ab\tfor referee@club.test;\t{DATE}",
    "exim, no name": f"from [192.0.2.1] (port=1234 helo=x.test)\tby mx.club.test with esmtp\tid 1; {DATE}",
    "sendmail": "from x (out.else.test [192.0.2.1] (may be forged))\tby mx.club.test (8.17/8.17) with ESMTPS id x"
    f"\t(version=TLSv1.3 cipher=TLS_AES_256_GCM_SHA384 bits=256 verify=NO)\tfor <referee@club.test>; {DATE}",
    "exchange": "from A.else.test (2603:10a6::1) by MX.club.test\t(2603:10a6::2) with Microsoft SMTP Server"
    f" (version=TLS1_2,\tcipher=TLS_ECDHE) id 15.20.9999.1; {DATE}",
    "haraka": "from x.test (x.test [192.0.2.1])\tby mx.club.test (Haraka) with ESMTPS id A.1"
    f"\tenvelope-from <a@b>; {DATE}",
    "no seconds": "from a by mx.club.test with ESMTP id 1; 2 Dec 2026 12:00 GMT",
}


@pytest.mark.parametrize("name", SERVERS)
def test_servers_as_they_write(name: str) -> None:
    stamp = read_stamp(SERVERS[name])
    assert stamp is not None
    assert (stamp.by, stamp.handed) == ("mx.club.test", False)


@pytest.mark.parametrize("protocol", ["LMTP", "lmtp", "LMTPS", "LMTPA", "LMTPSA", "UTF8LMTP", "UTF8LMTPSA"])
@pytest.mark.parametrize(
    "seen",
    [
        *("", "([127.0.0.1])", "(mx.club.test [127.0.0.1])", "([IPv6:::1])", "([unix socket])"),
        "(LHLO mx.club.test) (192.0.2.1)",
        "([127.0.0.1]) (using TLSv1.3 with cipher TLS_AES_256_GCM_SHA384 (256/256 bits))",
    ],
)
def test_a_hand_over(protocol: str, seen: str) -> None:
    stamp = read_stamp(f"from mx.club.test {seen}\tby vm with {protocol}\tid 4LCu\tfor <referee@club.test>; {DATE}")
    assert stamp is not None
    assert (stamp.by, stamp.handed) == ("vm", True)


WORDS = (
    "by vm with LMTP",
    "from a by b with LMTP c",
    "x) by vm with LMTP (y",
    "x [192.0.2.1]) by vm with LMTP (y",
    '") by vm with LMTP ("',
    "; by vm with LMTP",
    "\\) by vm with LMTP \\(",
    "a (b) by vm with LMTP",
    "vm with LMTP",
    "by",
    "with LMTP",
)
PLACES = {
    "HELO": "from {} ([192.0.2.1]) by mx.club.test with ESMTP id 1 for <r@club.test>; " + DATE,
    "name": "from x ({} [192.0.2.1]) by mx.club.test with ESMTP id 1 for <r@club.test>; " + DATE,
    "ident": "from x (x [192.0.2.1] ident={}) by mx.club.test with ESMTP id 1 for <r@club.test>; " + DATE,
    "certificate": POSTFIX.replace("{cn}", "{}"),
    "login": "from x ([192.0.2.1]) by mx.club.test (Authenticated sender: {}) with ESMTPA id 1; " + DATE,
    "sender": "from x ([192.0.2.1]) by mx.club.test with ESMTP (Exim 4) (envelope-from <{}>) id 1; " + DATE,
    "quoted sender": 'from x ([192.0.2.1]) by mx.club.test with ESMTP (Exim 4) (envelope-from <"{}"@a.test>) id 1; '
    + DATE,
    "recipient": "from x ([192.0.2.1]) by mx.club.test with ESMTP id 1 for <r+{}@club.test>; " + DATE,
    "quoted recipient": 'from x ([192.0.2.1]) by mx.club.test with ESMTP id 1 for <"r+{}"@club.test>; ' + DATE,
    "bare recipient": "from x ([192.0.2.1]) by mx.club.test with ESMTP id 1 for r+{}@club.test; " + DATE,
    "id": "from x ([192.0.2.1]) by mx.club.test with ESMTP id {}; " + DATE,
    "date": "from x ([192.0.2.1]) by mx.club.test with ESMTP id 1; " + DATE + " ({})",
}


@pytest.mark.parametrize("place", PLACES)
def test_nothing_that_a_sender_says_makes_a_hand_over_or_another_server(place: str) -> None:
    for words in WORDS:
        stamp = read_stamp(PLACES[place].replace("{}", words))
        assert stamp is None or (stamp.by, stamp.handed) == ("mx.club.test", False), words


def test_two_places_that_a_sender_chooses_make_no_hand_over_together() -> None:
    """An ident ends its comment and opens another, which a quoted envelope address closes: the clauses between, which
    the server wrote, are all within it."""
    ident, sender = "a) by vm with LMTP ((y", '")"@a.test'
    line = (
        f"from x ([192.0.2.1] ident={ident}) by mx.club.test with ESMTP (Exim 4)"
        f" (envelope-from <{sender}>) id 1; {DATE}"
    )
    stamp = read_stamp(line)
    assert stamp is not None and stamp.by == "vm", "no grammar tells that it is not"
    assert not stamp.handed


@pytest.mark.parametrize(
    "line",
    [
        "",
        "x",
        f"(qmail 1 invoked from network); {DATE}",
        f"from a with LMTP; {DATE}",
        f"from a by; {DATE}",
        f"from a by b by c with LMTP; {DATE}",
        f"from a by b with ESMTP with LMTP; {DATE}",
        f"by b from a with LMTP; {DATE}",
        f"from a with LMTP by b; {DATE}",
        f'from a by "b" with LMTP; {DATE}',
        f"from a by <b> with LMTP; {DATE}",
        f"from a by b, with LMTP; {DATE}",
        "from a by b with LMTP",
        "from a by b with LMTP; yesterday",
        f"from a by b with LMTP; {DATE}; {DATE}",
        f"from a (b by c with LMTP; {DATE}",
        f"from a b) by c with LMTP; {DATE}",
        f"from a \\( by b with LMTP; {DATE}",
        f"from a by b\x00with LMTP; {DATE}",
        f"from a by b\rwith LMTP; {DATE}",
        f"from a (\x01) by b with LMTP; {DATE}",
    ],
)
def test_lines_that_do_not_read(line: str) -> None:
    assert read_stamp(line) is None


def test_unicode_blanks_are_no_blanks() -> None:
    stamp = read_stamp(f"from a by mx.club.test with\u00a0LMTP id 1; {DATE}")
    assert stamp is None or not stamp.handed


@given(st.text(alphabet=list('by wthLMTPfrom()"\\;<>@[].:x1\t'), max_size=60))
def test_whatever_a_client_says_within_its_comment(words: str) -> None:
    """No word of a comment is a clause where the server keeps its brackets in pairs, as Postfix does."""
    found = pieces(f"({words})", ";")
    if found is not None and [piece.kind for piece in found] == [PieceKind.COMMENT]:
        stamp = read_stamp(f"from x ({words}) by mx.club.test with ESMTP id 1; {DATE}")
        assert stamp is not None
        assert (stamp.by, stamp.handed) == ("mx.club.test", False)


@pytest.mark.parametrize("part", ["(", ")", '"', "<", "\\(", '"\\', "(()", "by x ", '<"', "; "])
def test_the_longest_line_takes_no_time(part: str) -> None:
    line = "from a by b with LMTP " + part * (8000 // len(part))
    began = time.process_time()
    for _ in range(10):
        read_stamp(line)
    assert time.process_time() - began < 2, "a line of 8 kB takes milliseconds, and a square of it would take minutes"
