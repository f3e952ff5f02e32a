"""The text that a mail shows: the likeliest one where the rules leave none, and both of two alternatives."""

import base64

import pytest

from referee.asking.grammar import read_mail
from referee.asking.second_thoughts import Writer, what_turns
from referee.post.messages import Message
from referee.post.reading.message import read_message
from tests.reading.test_parse import HTML, PLAIN, mail, multipart, read

MOVE = "play QS"
CODED = base64.b64encode(b"play QS\nthanks\n").decode()


def became(raw: bytes) -> str:
    """Say what becomes of a move in a mail: `acts`, `asks`, `asks as old`, or what it holds in place of a text."""
    message = read_message(raw)
    assert isinstance(message, Message), message
    reading = read_mail(message)
    if reading.unclear or reading.turned or reading.doubtful:
        return "asks"
    if reading.asked:
        return "acts" if [each.line.strip("*") for each in reading.asked] == [MOVE] else f"acts: {reading.asked}"
    return "asks as old" if reading.old else message.unread


@pytest.mark.parametrize(
    "encoding",
    [
        *("8bits", "7-bit", "8 bit", "utf-8", "iso-8859-1", '8bit"', "7bit;", "none", "us-ascii", "binary/8bit"),
        *("text/plain", "quoted_printable", "quoted-printable (sic)", "QUOTED", "base64", "x-what"),
    ],
)
def test_a_move_under_an_encoding_that_is_misspelt_or_not_so(encoding: str) -> None:
    assert became(mail(MOVE, content_transfer_encoding=encoding)) == "acts"


@pytest.mark.parametrize("encoding", ["base-64", "base 64", "Base64;", "b64", '"base64"', "BASE_64", "x-what"])
def test_base64_under_another_name(encoding: str) -> None:
    assert became(mail(CODED, content_transfer_encoding=encoding)) == "acts"


def test_base64_of_which_no_field_tells_and_words_that_only_look_like_it() -> None:
    assert became(mail(CODED)) == became(mail(CODED, content_transfer_encoding="7bit")) == "acts"
    assert [each.line for each in read_mail(read(mail("concede"))).asked] == ["concede"]
    for text in (
        "Donaudampfschiff",
        "user unknown",
        "bid four",
        "play QSQS",
        "Incomprehensibilities",
        "unsubscribe",
        "withdraw",
    ):
        assert read(mail(text)).text == text


@pytest.mark.parametrize("encoding", ["quoted_printable", "quotedprintable", "Quoted Printable", "printable", "qp"])
def test_quoted_printable_under_another_name(encoding: str) -> None:
    assert became(mail("play=20Q=\nS\n", content_transfer_encoding=encoding)) == "acts"


@pytest.mark.parametrize(
    "kind",
    [
        *("plain/text", "text", "text/palin", "", "plain", "test/plain", "txt/plain", "text/", "/plain", "text plain"),
        *("text/plain charset=utf-8", "text/markdown", "text/unknown", "x-unknown/x-unknown", "text/utf-8"),
        *("application/octet-stream", "application/text", "text/enriched", "text/plain; name=body.txt"),
        *("text/plain; charset=utf8mb4", "text/plain; charset=unknown-8bit", 'text/plain; charset="utf-16"'),
        *("text/plain; charset=iso 8859 1", "text/plain;; charset=utf-8", "text/plain; charset"),
        *("multipart/mixed", "multipart/alternative; boundary=none", 'multipart/mixed; boundary=""'),
    ],
)
def test_a_move_under_a_type_that_is_misspelt_or_not_so(kind: str) -> None:
    assert became(mail(MOVE, content_type=kind)) == "acts"


@pytest.mark.parametrize("kind", ["html/text", "text/htm", "html", "application/xhtml+xml", "TEXT/X-HTML"])
def test_html_under_another_name(kind: str) -> None:
    assert became(mail("<p>play&nbsp;QS</p>", content_type=kind)) == "acts"


B = "--y\nContent-Type: text/plain\n\nplay QS\n--y"
FILE = b"A" * 76 + b"\n"
LIKELIEST = {
    "a page called plain text": mail("<html><body><p>play QS</p></body></html>", content_type="text/plain"),
    "a piece of one": mail("<div dir=ltr>play&nbsp;QS</div>", content_type="text/plain"),
    "base64 of which nothing tells, with a short last line": mail("cGxheSBR\nUw==\n"),
    "UTF-16 called UTF-8": mail("play QS".encode("utf-16"), content_type="text/plain; charset=utf-8"),
    "enriched": mail("<color><param>red</param>play QS</color>", content_type="text/enriched"),
    "below many blank lines": mail(" \n" * 30_000 + MOVE),
    "enriched, with a quotation": mail(f"<excerpt>bid 4\n</excerpt>\n{MOVE}\n", content_type="text/enriched"),
    "an attachment alone": mail(MOVE, content_disposition="attachment; filename=x.txt"),
    "a text with a name": mail(MOVE, content_disposition='inline; filename="message.txt"'),
    "below a picture, with a name": multipart(
        "mixed", "Content-Type: image/jpeg\n\nxx", f'Content-Type: text/plain; name="text_0.txt"\n\n{MOVE}'
    ),
    "a blank text above it": multipart("mixed", f"{PLAIN}\u200b\n", f"Content-Disposition: attachment\n\n{MOVE}"),
    "an attached page": multipart("mixed", f"Content-Type: text/html; name=m.html\n\n<p>{MOVE}"),
    "another boundary": mail(f"{B}--\n", content_type="multipart/mixed; boundary=x"),
    "no boundary": mail(f"{B}--\n", content_type="multipart/mixed"),
    "two parts, no boundary": mail(
        f"{B}\nContent-Type: text/html\n\n<p>{MOVE}\n--y--\n", content_type="multipart/alternative"
    ),
    "no blank line below the head": b"From: ann@example.org\nContent-Type: multipart/mixed; boundary=y\n%s--"
    % B.encode(),
    "nor below that of the mail": b"From: ann@example.org\nSubject: Re: x\nplay QS\n\nSee you",
    "a line of blanks below the head": b"From: ann@example.org\nSubject: Re: x\n \nplay QS\n",
    "the end of a multipart first": mail(f"--y--\n{B}--\n", content_type="multipart/mixed; boundary=y"),
    "a part without head and blank line": mail(f"--b\n{MOVE}\n--b--", content_type="multipart/mixed; boundary=b"),
    "below a large picture": mail(
        b"--y\nContent-Type: image/png\n\n" + FILE * 18_000 + B.encode(), content_type="multipart/mixed; boundary=y"
    ),
}


@pytest.mark.parametrize("raw", LIKELIEST.values(), ids=LIKELIEST)
def test_the_likeliest_text_is_read_where_the_rules_leave_none(raw: bytes) -> None:
    assert became(raw) == "acts"


@pytest.mark.parametrize(
    "raw",
    [
        mail(f"From: ann@example.org\n\n{MOVE}", content_type="message/rfc822"),
        multipart("mixed", f"{PLAIN}\n", f"Content-Type: message/rfc822\n\nFrom: a@example.org\n\n{MOVE}"),
    ],
)
def test_an_enclosed_mail_is_asked_about_if_nothing_is_written_beside_it(raw: bytes) -> None:
    assert became(raw) == "asks as old"


def test_a_notice_above_a_quotation_introduces_nothing_in_the_page() -> None:
    notice = f"{PLAIN}Read this in your browser, said the letter:\n> bid 4\n"
    page = f"{HTML}<p>Yesterday you said in your mail:</p><p>{MOVE}</p>"
    assert became(multipart("alternative", f"{PLAIN}Read this in your browser.\n", page)) == "asks"
    assert became(multipart("alternative", notice, page)) == "asks"


UNREADABLE = {
    "application/pkcs7-mime; smime-type=signed-data; name=smime.p7m": "sealed",
    "application/octet-stream; name=smime.p7m": "sealed",
    "application/x-pkcs7-mime; smime-type=enveloped-data": "encrypted",
    'multipart/encrypted; protocol="application/pgp-encrypted"; boundary=x': "encrypted",
    "application/ms-tnef; name=winmail.dat": "tnef",
    "application/octet-stream; name=winmail.dat": "tnef",
    "text/calendar; method=REPLY": "file",
    "image/png": "file",
    "audio/amr": "file",
    "video/3gpp": "file",
    "application/pdf": "file",
    "text/vcard": "file",
}


@pytest.mark.parametrize("kind", UNREADABLE)
def test_what_cannot_be_read_is_named(kind: str) -> None:
    part = f"Content-Type: {kind}\n\n\x01AAAA"
    assert became(mail("\x01AAAA", content_type=kind)) == UNREADABLE[kind]
    assert became(multipart("mixed", f"{PLAIN} \n", part)) == UNREADABLE[kind]
    assert became(multipart("mixed", f"{PLAIN}{MOVE}", part)) == "acts"


def test_a_pgp_message_in_the_text_is_named_and_so_is_a_mail_that_is_too_large() -> None:
    assert became(mail("-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----\n")) == "encrypted"
    assert became(mail(b"\x00\x01" * 600_000, content_type="x-a/b")) == "large"
    assert became(mail("")) == ""


SAME = {
    "as it is": (MOVE, f"<p>{MOVE}</p>"),
    "bold": (f"*{MOVE}*", f"<p><b>{MOVE}</b></p>"),
    "entities": (MOVE, "<p>play&nbsp;QS</p><p>&hearts;</p>"),
    "broken lines": (f"{MOVE}\n\n{'well ' * 12}\n{'well ' * 5}", f"<p>{MOVE}</p><p>{'well ' * 17}</p>"),
    "quoted": (f"{MOVE}\n\nOn 3 Mar 2026 R wrote:\n> bid 4\n", f"<p>{MOVE}</p><blockquote>bid 4</blockquote>"),
    "quoted without marks": (
        f"{MOVE}\n\nFrom: R\nSent: today\nTo: A\nSubject: S\n\nbid 4",
        f"<p>{MOVE}</p><div id=divRplyFwdMsg><b>From:</b> R</div><div>bid 4</div>",
    ),
    "signed": (f"{MOVE}\n\n-- \nAnn\n5C", f"<p>{MOVE}</p><div class=moz-signature>-- <br>Ann<br>5C</div>"),
    "with a picture": (MOVE, f"<p>{MOVE}</p><img src='cid:x'>"),
    "with an empty page": (MOVE, "<html><head><style>p {color: red}</style></head><body></body></html>"),
    "with a link": (f"{MOVE}\n\nhttps://example.org", f"<p>{MOVE}</p><a href='https://example.org'>example</a>"),
    "in sizes of its own": (MOVE, f"<div style='font-size:0'><span style='font-size:14px'>{MOVE}</span></div>"),
    "on no ground": (MOVE, f"<p style='background-color: transparent; opacity: 1; font-size: 100%'>{MOVE}</p>"),
    "hidden from printers": (MOVE, f"<style>@media print {{.x {{display: none}}}}</style><p class=x>{MOVE}</p>"),
}


@pytest.mark.parametrize(("plain", "html"), SAME.values(), ids=SAME)
def test_two_texts_that_say_the_same_are_one(plain: str, html: str) -> None:
    assert became(multipart("alternative", PLAIN + plain, HTML + html)) == "acts"


UNSHOWN = [
    *("<s>{}</s>", "<strike>{}</strike>", "<del>{}</del>", "<p hidden>{}</p>", "<blockquote>{}</blockquote>"),
    *(
        f"<span style='{style}'>{{}}</span>"
        for style in (
            *("text-decoration: underline line-through", "text-decoration-line:line-through", "DISPLAY : none"),
            *("visibility:hidden", "opacity:0", "font-size:0", "font-size: 0.0em !important", "mso-hide:all"),
            *("max-height:0;overflow:hidden", "color: transparent", "position:absolute;left:-9999px"),
        )
    ),
    "<style>.x, p.y {{text-decoration: line-through}}</style><p class='x z'>{}</p>",
    "<style>p.y {{display: none}}</style><p class=y>{}</p>",
]


@pytest.mark.parametrize("html", UNSHOWN)
def test_a_move_that_only_one_of_two_texts_shows_is_asked_about(html: str) -> None:
    page = f"<div>{html.format(MOVE)}</div><p>hello</p>"
    assert became(multipart("alternative", PLAIN + MOVE, HTML + page)) == "asks"
    assert became(multipart("alternative", f"{PLAIN}hello", f"{HTML}<p>{MOVE}</p>")) == "asks"
    assert became(multipart("alternative", PLAIN + MOVE, f"{HTML}<p>play KS</p>")) == "asks"
    assert became(multipart("alternative", PLAIN + "hello", HTML + page)) == ""
    assert became(multipart("alternative", PLAIN + MOVE, f"Content-Type: text/enriched\n\n{page}")) == "asks"


@pytest.mark.parametrize(
    "plain",
    [
        *(
            "\u200b",
            "\u00a0\n",
            "\u00ad",
            "\ufeff",
            "\u2060\u200d",
            "\u2800",
            "\ufffc",
            "\u3164",
            "\u034f\u200c \u034f",
        ),
        *("Your mail program does not show HTML.", "Ihr Programm kann kein HTML anzeigen.", "このメールはHTML形式です"),
        *("View this email in your browser", "> old", "-- \nAnn", "Sent from my iPad"),
        *("Votre logiciel n'affiche pas le HTML.", "Su programa no muestra HTML", "Ваша программа не показывает HTML"),
    ],
)
def test_a_text_of_nothing_or_of_no_html_hides_no_move(plain: str) -> None:
    assert became(multipart("alternative", PLAIN + plain, f"{HTML}<p>{MOVE}</p>")) == "acts"


def test_words_that_only_the_formatted_text_has_may_turn_a_move() -> None:
    message = read(multipart("alternative", PLAIN + MOVE, f"{HTML}<p>{MOVE}</p><p>no wait, not that one</p>"))
    assert what_turns(read_mail(message), Writer(frozenset())) == "no wait, not that one"
