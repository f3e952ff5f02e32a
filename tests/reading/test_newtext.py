"""New text and old, program by program; and hostile text takes no time."""

import random
import textwrap
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.asking.grammar import moves_of, read_commands
from referee.post.reading.html_text import read_html
from referee.post.reading.new_text import MARKER, new_text, split_text

MOVE = "play QS"

KEPT = {
    "alone": MOVE,
    "after chat": f"Hello all\n\n{MOVE}\n\nbye",
    "in PGP clear text": f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n{MOVE}",
    "above an attribution": f"{MOVE}\nOn 3 Mar 2026, at 11:02, Referee <r@x.org> wrote:\n> quote",
    "below a quote": f"On 3 Mar 2026, at 11:02, Referee wrote:\n> quote\n> quote\n\n{MOVE}",
    "below a wrapped attribution": f"On Tue, Mar 3, 2026 at 11:02 AM Referee <\nr@x.org> wrote:\n\n> quote\n\n{MOVE}",
    "between quotes": f"> one\n\n{MOVE}\n\n> two",
    "below an initialled quote": f"On 3 Mar 2026 at 11:02 R wrote:\nR> one\n\n{MOVE}",
    "below the marker inside a quote": f"On 3 Mar 2026 R wrote:\n> {MARKER}\n> letter\n\n{MOVE}",
    "below a phone's signature and a quote": f"Sent from my iPad\n\nOn 3 Mar 2026 R wrote:\n> quote\n\n{MOVE}",
    "below a signature and a quote": f"-- \nAnn\n5 Elm Street\nann@x.org\n\nOn 3 Mar 2026 R wrote:\n> q\n\n{MOVE}",
    "below Outlook's name and a quote": f"Outlook für Android beziehen\n\nAm 3.3.2026 schrieb R:\n> Zitat\n{MOVE}",
    "below a disclaimer and a quote": f"This e-mail is confidential.\n> quote\n{MOVE}",
    "above a line that only looks like an attribution": f"I wrote this on Monday:\n{MOVE}",
    "below a short quoted line, with no blank between": f"> what now?\n{MOVE}",
    "below chat with a date": f"See you at 10:30 on 3 Mar 2026\n{MOVE}\n\nOn 3 Mar 2026 R <r@x.org> wrote:\n> q",
    "an address above an attribution": f"{MOVE}\n\nEve <eve@x.org>\n\nOn 3 Mar 2026 R <r@x.org> wrote:\n> q",
    "dashes within a line": f"well -- as they say ----- so it goes\n{MOVE}",
    "one field alone": f"To: everyone\n{MOVE}",
}

CUT = {
    "quote": f"> {MOVE}",
    "deep quote": f">> > {MOVE}",
    "indented quote": f"  > {MOVE}",
    "bar": f"| {MOVE}",
    "guillemet": f"» {MOVE}",
    "marker": f"{MARKER}\n{MOVE}",
    "marker amid other words": f"** {MARKER.upper()} Spades 12\n{MOVE}",
    "attribution without quote marks": f"On 3 Mar 2026, at 11:02, Referee <r@x.org> wrote:\n\n{MOVE}",
    "signature": f"-- \n{MOVE}",
    "signature without its space": f"--\n{MOVE}",
    "em dash": f"—\n{MOVE}",
    "underscores": f"________________________________\n{MOVE}",
    "stars": f"* * *\n{MOVE}",
    "original message": f"-----Original Message-----\n{MOVE}",
    "original message, bold": f"*-------- Messaggio originale --------*\n{MOVE}",
    "forward": f"---------- Forwarded message ---------\nFrom: B <b@x.org>\n\n{MOVE}",
    "forward by Apple": f"Begin forwarded message:\n\n{MOVE}",
    "phone": f"Sent from my iPhone\n\n{MOVE}",
    "phone, German": f"Von meinem iPhone gesendet\n{MOVE}",
    "phone, Japanese": f"iPhoneから送信\n{MOVE}",
    "outlook": f"Get Outlook for Android<https://aka.ms/x>\n{MOVE}",
    "phone, above an unmarked quote": f"Sent from my iPad\nSkribis R:\n\nhello\n> quote\n{MOVE}",
    "disclaimer": f"CONFIDENTIALITY NOTICE: for the addressee only.\n{MOVE}",
    "disclaimer, prose": f"This e-mail and its attachments are confidential.\n{MOVE}",
    "header block": f"From: R\nSent: today\nTo: A\nSubject: S\n\n{MOVE}",
    "header block, German": f"Von: R\nGesendet: heute\nAn: A\nBetreff: S\n\n{MOVE}",
    "header block, bold and spaced": f"*De :* R\n\n*Envoyé :* hier\n\n*À :* A\n\n{MOVE}",
    "header block, Chinese": f"发件人: R\n发送时间: 2026\n收件人: A\n\n{MOVE}",
    "header block, Russian": f"От: R\nДата: 3\nКому: A\n\n{MOVE}",
    "GroupWise": f">>> Referee <r@x.org> 3/3/2026 11:02 >>>\n{MOVE}",
    "Zoho": f"---- On Tue, 03 Mar 2026 Referee <r@x.org> wrote ----\n{MOVE}",
    "the torn end of a long quoted line": f"> this line of the letter is so long that a program broke it,\n{MOVE}",
    "PGP signature": f"-----BEGIN PGP SIGNATURE-----\n{MOVE}",
}

ATTRIBUTIONS = [
    "On Tue, Mar 3, 2026 at 11:02 AM Referee <r@x.org> wrote:",
    "On Tue, Mar 3, 2026 at 11:02 AM, Referee\n<r@x.org>\nwrote:",
    "Am 03.03.26 um 11:02 schrieb Referee:",
    "Referee <r@x.org> schrieb am Di., 3. März 2026,\n11:02:",
    "Le mar. 3 mars 2026 à 11:02, Referee <r@x.org> a\nécrit :",
    "El mar, 3 mar 2026 a las 11:02, Referee (<r@x.org>) escribió:",
    "Il giorno mar 3 mar 2026 alle ore 11:02 Referee <r@x.org> ha scritto:",
    "Em ter., 3 de mar. de 2026 às 11:02, Referee <r@x.org> escreveu:",
    "Op di 3 mrt 2026 om 11:02 schreef Referee <r@x.org>:",
    "Den tis 3 mars 2026 kl 11:02 skrev Referee <r@x.org>:",
    "ti 3. maalisk. 2026 klo 11.02 Referee (r@x.org) kirjoitti:",
    "wt., 3 mar 2026 o 11:02 Referee <r@x.org> napisał(a):",
    "út 3. 3. 2026 v 11:02 odesílatel Referee <r@x.org> napsal:",
    "Referee <r@x.org> ezt írta (időpont: 2026. márc. 3., K, 11:02):",
    "Referee <r@x.org>, 3 Mar 2026 Sal, 11:02 tarihinde şunu yazdı:",
    "вт, 3 мар. 2026 г. в 11:02, Referee <r@x.org>:",
    "03.03.2026 11:02, Referee пишет:",
    "Στις Τρί 3 Μαρ 2026 στις 11:02 π.μ., ο χρήστης Referee <r@x.org> έγραψε:",
    "\u202bבתאריך יום ג׳, 3 במרץ 2026 ב-11:02 מאת \u202aReferee\u202c\u200f <\u202ar@x.org\u202c\u200f>:",
    "在 2026年3月3日，上午11:02，Referee <r@x.org> 写道：",
    "2026年3月3日(火) 11:02 Referee <r@x.org>:",
    "2026년 3월 3일 (화) 오전 11:02, Referee <r@x.org>님이 작성:",
    "2026-03-03 11:02 GMT+01:00 Referee <r@x.org>:",
]


@pytest.mark.parametrize("text", KEPT.values(), ids=KEPT)
def test_new_line_is_kept(text: str) -> None:
    assert MOVE in new_text(text).split("\n")
    assert MOVE in new_text(text.replace("\n", "\r\n")).split("\n")


@pytest.mark.parametrize("text", CUT.values(), ids=CUT)
def test_old_line_is_cut(text: str) -> None:
    assert MOVE not in new_text(text)
    assert new_text(f"bid 4\n\n{text}") == "bid 4"


LONG = "> this line of the letter is so long that a program broke it, perhaps"


@pytest.mark.parametrize(
    ("text", "old"),
    [
        (f"{LONG}\n{MOVE}", MOVE),
        (f"{LONG}\nQS", "QS"),
        (f"{LONG}\nand here\n{MOVE}\n\nthanks", f"and here\n{MOVE}"),
        (f"{LONG}\n{MOVE}\n> the next line", MOVE),
        (f"{LONG}\nQS\n> the next line", ""),
        (f"> short\n{MOVE}", ""),
        (f"{LONG}\n\n{MOVE}", ""),
    ],
)
def test_what_stands_right_below_a_long_quoted_line_may_be_an_answer(text: str, old: str) -> None:
    assert split_text(text).old == old
    assert (MOVE in split_text(text).new.split("\n")) == (not old and MOVE in text)


@pytest.mark.parametrize("attribution", ATTRIBUTIONS)
def test_attributions_of_many_languages(attribution: str) -> None:
    assert new_text(f"bid 4\n\n{attribution}\n\n{MOVE}") == "bid 4"
    assert new_text(f"bid 4\n\n{attribution}\n> quote\n") == "bid 4"
    assert MOVE in new_text(f"{attribution}\n> quote\n\n{MOVE}")


HTML = {
    "blockquote": "<blockquote>{}</blockquote>",
    "gmail": '<div class="gmail_quote"><div class="gmail_attr">On 3 Mar wrote:</div><blockquote class="gmail_quote">{}'
    "</blockquote></div>",
    "gmail forward": '<div class="gmail_quote"><div class="gmail_attr">------ Forwarded message -----</div>{}</div>',
    "gmail without blockquote": '<div class="gmail_quote"><div>{}</div></div>',
    "proton": '<div class="protonmail_quote">On 3 Mar R wrote:<br><blockquote class="protonmail_quote">{}</blockquote>'
    "</div>",
    "proton without blockquote": '<div class="protonmail_quote"><br>R said:<br>{}</div>',
    "around an older quote": '<div class="protonmail_quote"><div>{}<blockquote>x</blockquote></div></div>',
    "tutanota": '<div class="tutanota_quote">{}</div>',
    "an Android program": '<div class="mail_android_quote">{}</div>',
    "zoho": '<div class="zmail_extra">{}</div>',
    "struck out": "<p><s>{}</s></p>",
    "struck out, as it once was written": "<p><strike>{}</strike></p>",
    "deleted": "<del><p>{}</p></del>",
    "struck out by style": '<p style="color: red; text-decoration: solid line-through">{}</p>',
    "outlook reply": '<div id="divRplyFwdMsg"><b>From:</b> R</div><div>{}</div>',
    "outlook append": '<div id="appendonsend"></div><div>{}</div>',
    "outlook rule": '<div style="border:none;border-top:solid #B5C4DF 1.0pt;padding:3.0pt 0in 0in 0in"></div><p>{}',
    "yahoo": '<div class="yahoo_quoted">R:<div>{}</div></div>',
    "thunderbird forward": '<div class="moz-forward-container">{}</div>',
    "gmx": '<div name="quote">{}</div>',
    "zimbra": '<hr id="zwchr"><div>{}</div>',
    "spark": '<div name="messageReplySection">{}</div>',
    "signature": '<div class="gmail_signature">{}</div>',
    "apple signature": '<div id="AppleMailSignature">{}</div>',
    "rule": "<hr><p>{}</p>",
    "hidden": '<div style="display: none">{}</div>',
    "style": "<style>{}</style>",
    "comment": "<!-- \n{}\n -->",
    "script": "<script>{}</script>",
    "title": "<title>{}</title>",
    "the marker": f"<div>{MARKER}</div><table><tr><td>{{}}</td></tr></table>",
    "typed quote": "<p>&gt; {}</p>",
}


@pytest.mark.parametrize("html", HTML.values(), ids=HTML)
def test_old_html_is_cut(html: str) -> None:
    assert new_text(read_html(f"<div>bid 4</div>{html.format(MOVE)}")[0]) == "bid 4"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("play QS", "play QS"),
        ("<div>play&nbsp;<b>Q</b>S</div>", "play QS"),
        ("play QS<br>hello<br>", "play QS\nhello"),
        ("<p>play QS</p><blockquote>x</blockquote>", "play QS"),
        ("<blockquote>x</blockquote><div>play QS</div>", "play QS"),
        ("<div class='moz-cite-prefix'>Bob:</div><blockquote type='cite'>x</blockquote><p>play QS</p>", "play QS"),
        ("<div class=gmail_quote><blockquote>x</blockquote><div>play QS</div></div>", "play QS"),
        ("<div class=protonmail_quote>old</div><div>play QS</div>", "play QS"),
        ("<div class=WordSection1><p>play QS</p></div>", "play QS"),
        ("<p>play <s>KS</s> QS</p>", "play QS"),
        ("<p><del>play KS</del> play QS</p>", "play QS"),
        ("<table><tr><td>play QS</td></tr></table>", "play QS"),
        ("<table><tr><td>AS</td><td>KS</td></tr></table>", "AS KS"),
        ("<pre>play QS\nhi</pre>", "play QS\nhi"),
        ("<?xml version='1.0' encoding='utf-16'?><html><body>play QS", "play QS"),
        ("<p>♠️Q", "♠️Q"),
        ("", ""),
        ("<!-- -->", ""),
    ],
)
def test_html_as_text(html: str, text: str) -> None:
    assert new_text(read_html(html)[0]) == text


LETTERS = Path(__file__).parent.parent / "letters"
TEXTS = [path.read_text(encoding="utf-8").partition("\n\n")[2] for path in sorted(LETTERS.glob("*.txt"))]
PAGES = [path.read_text(encoding="utf-8") for path in sorted(LETTERS.glob("*.html"))]


def marked(text: str, width: int = 998) -> str:
    """Return the text quoted, and broken at `width` as some programs do, the rest of a line without its mark."""
    lines = (textwrap.wrap(f"> {line}", width, drop_whitespace=True) or [">"] for line in text.split("\n"))
    return "\n".join(piece for wrapped in lines for piece in wrapped)


REPLIES = {
    "above the quote": lambda text: f"{MOVE}\n\nOn 3 Mar 2026 R <r@x.org> wrote:\n\n{marked(text)}",
    "below the quote": lambda text: f"On 3 Mar 2026 R <r@x.org> wrote:\n\n{marked(text)}\n\n{MOVE}",
    "above a quote that was broken": lambda text: f"{MOVE}\n\nOn 3 Mar 2026 R <r@x.org> wrote:\n\n{marked(text, 68)}",
    "no quote marks": lambda text: f"{MOVE}\n\nOn 3 Mar 2026 R <r@x.org> wrote:\n\n{text}",
    "no quote marks and an unknown tongue": lambda text: f"{MOVE}\n\nSkribis R:\n\n{text}",
    "no quote marks and the marker lost": lambda text: f"{MOVE}\n\nOn 3 Mar 2026 R wrote:\n{text.replace(MARKER, '')}",
    "Outlook": lambda text: f"{MOVE}\n\nFrom: R\nSent: today\nTo: A\nSubject: S\n\n{text.replace(MARKER, '')}",
}
PAGE_REPLIES = {
    "Gmail": lambda page: f"<div>{MOVE}</div><div class=gmail_quote><blockquote>{page}</blockquote></div>",
    "Outlook": lambda page: f"<p>{MOVE}</p><div id=divRplyFwdMsg><b>From:</b> R</div>{page.replace(MARKER, '')}",
    "a program nobody foresaw": lambda page: f"<p>{MOVE}</p><p>Skribis R:</p>{page}",
    "below": lambda page: f"<blockquote>{page}</blockquote><p>{MOVE}</p>",
}


def test_there_are_letters_to_answer() -> None:
    assert len(TEXTS) > 10
    assert len(PAGES) > 10


@pytest.mark.parametrize("reply", REPLIES.values(), ids=REPLIES)
def test_answers_to_our_own_letters(reply: Callable[[str], str]) -> None:
    for text in TEXTS:
        reading = read_commands(new_text(reply(text)))
        assert ([each.line for each in reading.asked], reading.unclear) == ([MOVE], ()), text


@pytest.mark.parametrize("width", [68, 72, 76, 78])
def test_broken_quotes_of_our_own_letters_hold_no_move(width: int) -> None:
    for text in TEXTS:
        old = split_text(f"Hello\n\nOn 3 Mar 2026 R <r@x.org> wrote:\n\n{marked(text, width)}").old
        moves = [each.line for each in moves_of(read_commands(old, doubt=True).doubtful)]
        assert not moves or "blind nil" in text, text


@pytest.mark.parametrize("reply", PAGE_REPLIES.values(), ids=PAGE_REPLIES)
def test_answers_to_our_own_pages(reply: Callable[[str], str]) -> None:
    for page in PAGES:
        reading = read_commands(new_text(read_html(reply(page))[0]))
        assert ([each.line for each in reading.asked], reading.unclear) == ([MOVE], ()), page


SIZE = 100_000
HOSTILE = {
    "quotes": ">" * SIZE,
    "dashes": ("-" * 398 + "x\n") * 250,
    "attributions": "On 2026-01-01 10:00 wrote x:\n" * 3500,
    "openings": "On \n" * (SIZE // 4),
    "unclosed addresses": "on 10:00 <a@b:\n" * 7000,
    "many addresses": ("a <a@b> c " * 30 + ":\n") * 300,
    "slow pattern": ("2013/7/20 " + " <@>" * 47 + "x\n") * 520,
    "angles": "<" * SIZE,
    "at signs": ("@" * 400 + "\n") * 250,
    "fields": "From: \n" * (SIZE // 7),
    "spaces": (" " * 390 + "x\n") * 250,
    "lines": "a\n" * (SIZE // 2),
    "soup": "".join(random.Random(109).choices("On wrote:<>@-_ 12\n/.", k=SIZE)),
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_takes_no_time(text: str) -> None:
    begin = time.process_time()
    read_commands(new_text(text))
    assert time.process_time() - begin < 2


@given(st.text(alphabet=st.sampled_from(list("ab4 >|-_:<>@\n\r\t\u200b")), max_size=200))
def test_new_text_has_no_new_lines_of_its_own(text: str) -> None:
    spoken = {line.strip() for line in text.replace("\u200b", "").replace("\r", "\n").split("\n")}
    assert {line.strip() for line in new_text(text).split("\n")} <= spoken | {""}


@given(st.text(max_size=300))
def test_no_html_raises(text: str) -> None:
    read_html(text)
    read_html(f"<table><blockquote>{text}<hr>{text}")
