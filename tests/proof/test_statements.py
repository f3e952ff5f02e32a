"""One line of Authentication-Results (RFC 8601): what it states, and which of its words may be somebody else's."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.post.proof.results import Results, judge
from referee.post.proof.statements import authserv, read_statements

ANN = "ann@club.test"


def said(results: str, sender: str = ANN, *, logins: bool = False) -> str:
    """Return the proofs of a line, in letters: s(igned), d(irect), n(eighbour's envelope), f(ailed)."""
    found: Results = judge([f"mx.club.test; {results}"], sender, logins=logins)
    return "".join(name[0] for name in ("signed", "direct", "neighbour", "failed") if getattr(found, name))


@pytest.mark.parametrize(
    ("results", "proves"),
    [
        ("dkim=pass header.d=club.test", "s"),
        ("dkim = pass header . d = club.test", ""),
        ("dkim=pass header.d = club.test", "s"),
        ("DKIM=PASS Header.D=Club.Test", "s"),
        ("dkim/1=pass header.d=club.test", "s"),
        ('dkim=pass (2048-bit key) header.d="club.test" header.b="a+b/c="', "s"),
        ("dkim=pass header.i=@club.test header.s=s header.b=a=", "s"),
        ("dkim=pass header.d=test", ""),
        ("spf=pass smtp.mailfrom=ann@club.test", "d"),
        ("spf=pass smtp.mailfrom=club.test", ""),
        ("spf=pass smtp.mailfrom=club.test; dkim=pass header.d=club.test", "s"),
        ("spf=pass smtp.mailfrom=bob@club.test; dkim=pass header.d=club.test", "sn"),
        ("spf=pass smtp.mailfrom=bob@club.test", "n"),
        ("spf=pass smtp.mailfrom=ann@mail.club.test", ""),
        ('spf=pass smtp.mailfrom="ann"@club.test', ""),
        ("auth=pass smtp.auth=ann@club.test", ""),
        ("dkim=pass header.d=club.test; dmarc=fail header.from=club.test", "f"),
        ("dkim=pass header.d=club.test; dmarc=fail header.from=else.test", "s"),
        ("dkim=fail header.d=club.test", "f"),
        ("dkim=fail header.d=club.test; spf=pass smtp.mailfrom=ann@club.test", "d"),
        ("none", ""),
        ("", ""),
    ],
)
def test_what_a_line_proves(results: str, proves: str) -> None:
    assert said(results) == proves


def test_spf_speaks_for_no_domain_above_or_below() -> None:
    for domain in ("mail.club.test", "test"):
        assert said(f"spf=pass smtp.mailfrom=ann@{domain}") == ""
    assert said("spf=pass smtp.mailfrom=ann@club.test", "ann@mail.club.test") == ""


def test_a_log_in_counts_where_it_is_said_that_the_server_writes_it() -> None:
    assert said("auth=pass smtp.auth=ann@club.test", logins=True) == "d"
    assert said("auth=pass (plain) smtp.auth=ann@club.test", logins=True) == "d"
    assert said("auth=pass smtp.auth=bob@club.test", logins=True) == ""


SPOILT = {
    "a method twice": "dkim=pass header.d=club.test; dkim=none",
    "a method twice, and both pass": "dkim=pass header.d=club.test; dkim=pass header.d=club.test",
    "a method twice, a version": "dkim=pass header.d=club.test; dkim/1=none",
    "a property twice": "dkim=pass header.d=club.test header.d=club.test",
    "another property twice": "dkim=pass header.d=club.test header.s=a HEADER.S=b",
    "a comment without end": "dkim=pass header.d=club.test (x",
    "an end without comment": "dkim=pass header.d=club.test x)",
    "a quoted string without end": 'dkim=pass header.d=club.test reason="x',
    "angle brackets": "dkim=pass header.d=club.test smtp.mailfrom=<ann@club.test>",
    "a word alone": "dkim=pass header.d=club.test x",
    "no method": "dkim=pass header.d=club.test; x",
    "no result": "dkim= header.d=club.test",
    "a backslash": "dkim=pass header.d=club.test\\",
    "a control character": "dkim=pass header.d=club.test\x0b",
    "an empty statement": "; dkim=pass header.d=club.test",
    "none, and more": "none; dkim=pass header.d=club.test",
}


@pytest.mark.parametrize("name", SPOILT)
def test_lines_of_which_nothing_counts(name: str) -> None:
    assert said(SPOILT[name]) == ""
    assert said(SPOILT[name] + " dmarc=fail") == "f", "but for a plain fail"


BEHIND = {
    "an envelope address": "(envelope-from=a)",
    "an address": "(domain of x@else.test)",
    "a word": "(a)",
    "one in another": "(2048-bit key (a))",
    "nothing": "()",
    "a usual comment that is longer": "(2048-bit key; unprotected; a)",
}


@pytest.mark.parametrize("name", BEHIND)
def test_nothing_counts_behind_a_comment_that_may_hold_an_envelope_address(name: str) -> None:
    comment = BEHIND[name]
    for passing in ("dkim=pass header.d=club.test", "spf=pass smtp.mailfrom=ann@club.test"):
        method = passing.partition("=")[0]
        assert said(f"x=none {comment}; {passing}") == ""
        assert said(f"{comment} {passing}") == ""
        assert said(passing.replace("=pass", f" {comment}=pass")) == ""
        assert said(passing.replace("pass", f"{comment} pass")) == ""
        assert said(passing.replace("pass", f"pass {comment}")) == ""
        if method == "dkim" or "@" not in comment:
            assert said(f"{passing} {comment}") != "", f"{method} stands before it"
            assert said(f"{passing}; x=none {comment}") != ""
    assert said(f"x=none {comment}; dmarc=fail header.from=club.test; dkim=pass header.d=club.test") == "f"


@pytest.mark.parametrize("text", ["a", "x@else.test", "a; b", ""])
def test_nor_behind_a_quoted_string_that_may(text: str) -> None:
    assert said(f'dkim=none header.s="{text}"; spf=pass smtp.mailfrom=ann@club.test') == ""
    for name in ("smtp.mailfrom", "reason", "header.i"):
        assert said(f'x=none {name}="{text}"; dkim=pass header.d=club.test') == ""
        assert said(f'dkim=pass {name}="{text}" header.d=club.test') == ""


SMUGGLED = (
    # behind an address, with the rest of it at the end
    "spf=pass smtp.mailfrom=ann@club.test; x=y p.q=z@attack.test",
    "spf=pass smtp.mailfrom=ann@club.test p.q=z@attack.test",
    "spf=none smtp.mailfrom=x; dkim=pass header.d=club.test p.q=z@attack.test",
    "spf=pass smtp.mailfrom=x; dkim=pass header.d=club.test p.q=z@attack.test",
    "dkim=pass header.d=attack.test header.i=x; spf=pass smtp.mailfrom=ann@club.test p.q=z@attack.test",
    # with an end that is no address: a signature may be for a domain below its own
    "dkim=pass header.d=attack.test header.i=x; spf=pass smtp.mailfrom=ann@club.test; a=b c.d=e.attack.test",
    # with an end in the victim's own domain: what fails may claim any
    "dkim=permerror header.d=club.test header.i=x; spf=pass smtp.mailfrom=ann@club.test; a=b c.d=e@club.test",
    "spf=softfail (mailfrom) smtp.mailfrom=x; dkim=pass header.d=club.test; a=b c.d=e@club.test",
    "spf=none smtp.mailfrom=x; dkim=pass header.d=club.test header.i=a@club.test",
    "dkim=none; spf=softfail smtp.mailfrom=x; auth=pass smtp.auth=ann@club.test; a=b c.d=e@club.test; dmarc=none",
    "x=none smtp.rcptto=referee+x; spf=pass smtp.mailfrom=ann@club.test; a=b c.d=e@club.test",
    "auth=pass smtp.auth=x; spf=pass smtp.mailfrom=ann@club.test",
    # with no end at all
    "iprev=fail smtp.helo=x; spf=pass smtp.mailfrom=ann@club.test",
    "iprev=fail policy.ptr=x; spf=pass smtp.mailfrom=ann@club.test",
    "x-tls=pass tls.cn=x; spf=pass smtp.mailfrom=ann@club.test",
    "spf=none smtp.helo=x; spf2=pass p.q=z; dkim=pass header.d=club.test header.i=a@attack.test",
    # behind the identity of a signature that says no domain
    "dkim=pass header.i=x@club.test; spf=none smtp.mailfrom=a@attack.test header.s=s",
    "spf=none; dkim=pass header.i=x@club.test a=@attack.test header.s=s",
    "dkim=pass header.i=@club.test header.s=a header.b=b; arc=none a=e.attack.test header.s=s",
    "dkim=pass header.i=x header.d=club.test; arc=none a=e.attack.test header.d=attack.test",
    "dkim=pass header.i=@attack.test header.s=a(mailfrom)header.d=club.test header.b=abcdefgh",
    "dkim=pass (1024-bit key) header.i=x@club.test header.s=y.attack.test",
    "dkim=pass header.i=x@club.test header.b=y.attack.test header.s=s",
    "dkim=pass header.i=x header.d=club.test header.s=y@attack.test",
    "dkim=pass header.i=x header.d=club.test header.s=q (@attack.test header.s=s1 header.b=abc; spf=pass x=); y=pass",
    # behind words that look like a server's own
    *(
        f"dkim=fail header.d=attack.test header.i={word}; spf=pass smtp.mailfrom=ann@club.test; x=y p.q=z"
        for word in ("1", "p", "pass", "none", "::", ".", "a.b", "dead.beef")
    ),
    "iprev=pass (a.attack.test) smtp.remote-ip=192.0.2.1; dkim=pass header.d=attack.test header.i=1; "
    "spf=pass smtp.mailfrom=ann@club.test; x=y p.q=z header.s=s",
    "spf=none (mailfrom) smtp.mailfrom=1; dkim=pass header.d=club.test; q=none p.q=z@attack.test",
    # in the comment with which a server says why, in the words of the sender's domain
    "spf=fail (mailfrom); dkim=pass header.d=club.test; q=none (mailfrom) smtp.mailfrom=attack.test",
    'dkim=fail reason="good signature"; spf=pass smtp.mailfrom=ann@club.test; x=pass reason="good signature"',
    # with a comment in place of a blank
    "dkim=pass header.d=club.test(x)w=.attack.test header.s=s",
    "spf=pass smtp.mailfrom=ann@club.test(mailfrom)x=.attack.test",
)
"""Words that somebody chose in an address, a name or an identity, as a server may print them."""


@pytest.mark.parametrize("line", SMUGGLED)
def test_words_smuggled_into_a_line_count_for_nothing(line: str) -> None:
    assert said(line, logins=True) in ("", "f")


def test_two_programs_of_a_server_that_do_not_agree_prove_nothing() -> None:
    """One looks at SPF, and prints the envelope address; the other copies a signature's identity."""
    copied = "mx.club.test; x=none; spf=pass smtp.mailfrom=ann@club.test"
    honest = "mx.club.test; spf=pass smtp.mailfrom=x@attack.test"
    assert judge([copied], ANN).direct
    assert not judge([copied, honest], ANN).direct
    assert not judge([honest, copied], ANN).aligned
    assert judge([copied, copied], ANN).direct, "and two that do agree are two"
    signed, failed = "mx.club.test; dkim=pass header.d=club.test", "mx.club.test; dkim=fail header.d=club.test"
    assert judge([signed], ANN).signed
    assert not judge([signed, failed], ANN).aligned


def test_identities_that_end() -> None:
    assert said("dkim=pass header.i=@club.test header.s=s header.b=b; spf=pass (x) smtp.mailfrom=a@else.test") == "s"
    assert said("spf=pass smtp.mailfrom=club.test; dkim=pass header.i=@club.test header.d=club.test header.s=s") == "s"


def test_a_fail_for_the_domain_above_is_one() -> None:
    assert said("dkim=pass header.d=mail.club.test; dmarc=fail header.from=club.test", "ann@mail.club.test") == "f"


def test_an_envelope_address_of_another_domain_is_no_sign_of_that() -> None:
    assert said("spf=pass smtp.mailfrom=list-bounces@else.test; dkim=pass header.d=club.test") == "s"
    assert said("dkim=pass header.d=club.test; spf=pass smtp.mailfrom=x@else.test") == "s"
    assert said("dkim=pass header.d=club.test header.i=@club.test; spf=fail smtp.mailfrom=x@else.test") == "s"
    assert said("iprev=pass (a.test) smtp.remote-ip=192.0.2.1; spf=pass smtp.mailfrom=ann@club.test") == "d"


@pytest.mark.parametrize("hidden", ["(a; dmarc=fail ; b)", '"a; dmarc=fail; b"'])
def test_a_fail_swallowed_by_brackets_or_quotes_is_still_seen(hidden: str) -> None:
    mark = "" if hidden.startswith("(") else "reason="
    assert said(f"spf=none {mark}{hidden}; dkim=pass header.d=club.test") == "f"
    other = "dmarc=fail header.from=else.test"
    assert said(f"spf=none {mark}{hidden}; {other}; dkim=pass header.d=club.test") == "f"


@pytest.mark.parametrize(
    ("value", "server"),
    [
        ("mx.club.test; none", "mx.club.test"),
        ("\tMX.Club.Test 1;none", "mx.club.test"),
        ("mx.club.test", "mx.club.test"),
        (";none", ""),
        ("", ""),
        ("\u00a0mx.club.test; none", "\u00a0mx.club.test"),
    ],
)
def test_who_says_so(value: str, server: str) -> None:
    assert authserv(value) == server


@given(st.text(alphabet=list('dkim=pas; hedr.clubtsofm@()"\\<>\t/x1')))
def test_any_text_is_read_or_not(text: str) -> None:
    read_statements(f"mx.club.test; {text}")
    read_statements(text)
    judge([text], ANN, doubted=[text])


@pytest.mark.parametrize("part", ["(", '"', "a=b;", "=", "dmarc=fail ", "(a)", "x=y p.q=z ", "@", '"a"'])
def test_the_longest_line_takes_no_time(part: str) -> None:
    line = "mx.club.test; " + part * (8000 // len(part))
    began = time.process_time()
    for _ in range(3):
        judge([line], ANN)
    assert time.process_time() - began < 2, "a line of 8 kB takes milliseconds, and a square of it would take minutes"
