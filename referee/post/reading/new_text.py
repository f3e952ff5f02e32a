"""The new words of a sender, out of the whole text: no quotes, signatures, disclaimers, forwarded originals.

Cuts only text that is surely old. A line that merely may introduce old text stays (introducers.py says which). Never
looks at what the lines ask for. quotequail knows the most common looks of the lines around a quote; the tables have
those that it lacks.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quotequail import quote

from referee.post.reading.introducers import FIELD, introduces, surely_introduces, tells_of_writing

__all__ = ["MARKER", "SplitText", "new_text", "split_text"]

MARKER = "-- reply above this line --"
"""The line in our own letters; a reply goes above it."""

MARKED = "reply above this line"

QUOTED = re.compile(r"(?!>>> .{3,200} >>>$)\s{0,3}(?:[>»›＞]|[A-Za-z]{1,3}>|\|(?:\s|$))")
"""A line of a quote: `> text`, `>> text`, `C> text`, `| text`."""

WROTE = re.compile(
    r"\b(?:wrote|writes|schrieb|geschrieben|a écrit|escribió|escribio|escreveu|ha scritto|scrisse|scrive|schreef"
    r"|geschreven|skrev|skreiv|kirjoitti|napisał|napisała|napsal|napsala|napísal|napísala|napisao|napisala|je napisal"
    r"|írta|yazdı|şunları yazdı|a scris|va escriure|rašė|rakstīja|kirjutas|έγραψε|написал|написала|писал|пише|пишет"
    r"|написав|написала|написа|viết|menulis|idatzi du|skrifaði|כתב|כתבה|כתב/ה|كتب|كتبت)(?:\([^)]{1,4}\)|\s|[:：]|$)"
    r"|写道|寫道|书きました|書きました|のメール|wrote$|作成|님이 작성|작성:",
    re.IGNORECASE,
)
DATED = re.compile(
    r"\b(?:19|20)\d\d\b|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\b\d{1,2}[:.h]\d\d\b|年|년"
    r"|\b\d{1,2}\.? (?:jan|feb|mar|apr|may|mai|jun|jul|aug|ago|sep|oct|okt|out|nov|dec|dez|dic|déc)",
    re.IGNORECASE,
)
ADDRESSED = re.compile(r"<[^<>]{0,200}@|@[^<>@]{1,200}>|<$|mailto:")
ADDRESS = re.compile(r"<[^<>]{0,200}>|[^\s<>]{0,200}@[^\s<>]{0,200}")
STARTS = re.compile(r"(?!mailto:)[^<>@]{1,200}<[^<>]{0,200}@")
ENDS = re.compile(r"(?:[:：]|>|-{2,})$")
BARE_DATE = re.compile(r"\d{4}[-/]\d{1,2}[-/]\d{1,2}\b.{0,40}(?:\b(?:GMT|UTC)\b|<)")
"""`2016-03-03 17:21 GMT+01:00 Some One`: an attribution without a verb."""


def _begins(*phrases: str) -> re.Pattern[str]:
    """Make the pattern of a line that begins with one of the phrases; signs may come before it."""
    return re.compile(rf"\W{{0,3}}(?:{'|'.join(phrases)})", re.IGNORECASE)


DELIMITER = re.compile(r"\s*(?:--|__|[–—ᐧ])$")
"""The line above a signature."""

SEPARATORS = (
    # GroupWise: the quote below has no marks
    re.compile(r">>> .{3,200} >>>$"),
    # a line of nothing but these signs
    re.compile(r"\s*(?:[-_=~*+–—ᐧ]\s?){2,}$|\s*[–—ᐧ]\s*$"),
    _begins(
        "begin forwarded message",
        "anfang der weitergeleiteten",
        "début du message (?:réexpédié|transféré)",
        "inicio del mensaje reenviado",
        "início da mensagem (?:re)?encaminhada",
        "inizio messaggio inoltrato",
        "begin doorgestuurd bericht",
        "vidarebefordrat (?:brev|meddelande)",
        "start på videresendt",
        "videresendt (?:melding|besked)",
        "välitetty viesti alkaa",
        "początek przekazywanej",
        "začátek přeposílané",
        "továbbított (?:levél|üzenet)",
        "пересылаемое сообщение",
        "начало переадресованного",
        "转发的邮件",
        "開始轉寄郵件",
        "転送されたメッセージ",
        "전달된 메시지",
    ),
)

DEVICES = _begins(
    r"sent (?:from|via|with|using|by|on the go)\b",
    r"from my i?(?:phone|pad|pod)\b",
    r"get \w+ for (?:android|ios|iphone|ipad)\b",
    r".{0,30}\boutlook (?:for|für|pour|para|per|voor|för|til|dla|для|pro|için) (?:android|ios|iphone|ipad)\b",
    "获取 ?outlook",
    r"envoyé (?:de|depuis|à partir|avec)\b",
    r"gesendet (?:mit|von|aus)\b",
    r"von .{1,60} gesendet\.?$",
    "diese nachricht wurde von .{0,60}gesendet",
    r"enviat des del?\b",
    r"enviado (?:desde|do|de|a partir|con|via)\b",
    r"inviato (?:da|dal|con)\b",
    r"verzonden (?:vanaf|met|via|van)\b",
    "verstuurd vanaf",
    "skickat från",
    "sendt fra",
    "lähetetty ",
    r"wysłan[eo] (?:z|za)\b",
    "odesláno z",
    "odoslané z",
    r"poslano (?:z|s)\b",
    "trimis de pe",
    "отправлено (?:с|из|от)",
    "надіслано (?:з|із)",
    "изпратено от",
    "στάλθηκε από",
    "(?:được )?gửi từ",
    r".{0,40} (?:el)?küldve\.?$",
    "ส่งจาก",
    "dikirim dari",
    ".{0,40}から送信$",
    "从我的.{0,40}发送",
    "[發发]自我的",
    "從我的.{0,40}傳送",
    ".{0,40}에서 보냄$",
    r".{0,40}gönderildi\.?$",
    "נשלח מ",
    "أُرسلت من",
    "مرسل من",
)
"""The signatures of phones and mail programs."""

DISCLAIMERS = _begins(
    "(?:confidentiality|legal|privacy) (?:notice|statement|note)",
    r"disclaimer\b",
    r"important notice\b",
    r"this (?:e-?mail|message|communication)\b.{0,80}(?:confidential|intended|privileged)",
    "the information (?:contained )?in this (?:e-?mail|message|communication)",
    "diese (?:e-?mail|nachricht) .{0,60}vertraulich",
    "ce (?:message|courriel).{0,80}confidentiel",
    "este (?:mensaje|correo|e-?mail).{0,80}confidencia",
    "esta mensagem.{0,80}confidencia",
    "questo messaggio.{0,80}(?:riservat|confidenzial)",
    "dit (?:e-?mail)?bericht.{0,80}vertrouwelijk",
    "please consider the environment",
    "you received this message because",
    r"to unsubscribe\b",
)

CHARACTERS = 64 * 1024
LINES = 2000
LINE = 400
"""The part of a line that the patterns look at."""

ATTRIBUTION_LINES = 6
FIELDS_NEAR = 6
WRAPPED_AT = 60
"""A quoted line as long as this may have been wrapped, leaving its end without a quote mark."""

LEADING_BLANKS = re.compile(r"\A(?:[ \t]*\r?\n)+")
BLANK_RUN = re.compile(r"[ \t]+")

INVISIBLE = str.maketrans(
    dict.fromkeys(
        "\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\0", ""
    )
)


@dataclass(frozen=True, slots=True)
class SplitText:
    """A mail's whole text, split into new and old: lines joined by line feeds, without blank lines at either end."""

    new: str
    old: str
    """The lines of signatures and disclaimers, and those right below a long quoted one, which may be its wrapped end or
    an answer; then the text without quote marks below the line that ended the new text, down to the marker of our own
    letters."""
    quoting: frozenset[int]
    """The numbers of the lines of `new` right above a marked quote that introduce that quote and nothing below it."""
    cut: bool = False
    """There is more text than we read."""


def new_text(text: str) -> str:
    """Return only the new words of a mail's whole text."""
    return split_text(text).new


def split_text(text: str) -> SplitText:
    """Split a whole text into the new text and the rest of the unquoted text.

    Reads at most 65,536 characters and 2,000 lines, in linear time.
    """
    clean = (
        LEADING_BLANKS.sub("", text)[:CHARACTERS]
        .replace("\r\n", "\n")
        .replace("\r", "\n")
        .replace("\xa0", " ")
        .translate(INVISIBLE)
    )
    lines = clean.split("\n")[:LINES]
    # a signature may not cover the number of blanks (RFC 6376, 3.4.4)
    seen = [BLANK_RUN.sub(" ", line[:LINE]).rstrip() for line in lines]
    new: list[str] = []
    old: list[str] = []
    quoting: set[int] = set()
    position, wrapped, own, signed = 0, False, False, False
    while position < len(lines):
        line = seen[position]
        if QUOTED.match(line):
            wrapped = len(lines[position].rstrip()) >= WRAPPED_AT
            quoting.update(_introducing(new) if own else ())
            own = signed = False
        elif not line:
            new.append("")
            wrapped = False
        elif _ends_new_text(seen, position) or (signed and _tells(line) and not _quote_follows(seen, position + 1)):
            break
        elif length := _attribution(seen, position):
            if not _quote_follows(seen, position + length):
                break
            position += length - 1
            own = False
        elif signed or _signs(line):
            # a signature ends at the next quotation: below that somebody may answer
            signed = True
            old.append(line)
        elif wrapped:
            old.extend(() if _is_wrapped_rest(seen, position) else (line,))
        else:
            new.append(lines[position].rstrip())
            own = True
        position += 1
    blank = next((at for at, line in enumerate(new) if line), 0)
    return SplitText(
        new="\n".join(new).strip("\n"),
        old="\n".join((*old, *_unquoted(seen[position:]))).strip("\n"),
        quoting=frozenset(at - blank for at in quoting),
        cut=len(text) > CHARACTERS or clean.count("\n") >= LINES,
    )


def _is_wrapped_rest(lines: Sequence[str], position: int) -> bool:
    """Tell if a line below a long quoted one is surely its wrapped end: one word, and the quote continues below."""
    following = lines[position + 1] if position + 1 < len(lines) else ""
    return len(lines[position].split()) == 1 and QUOTED.match(following) is not None


def _introducing(new: Sequence[str]) -> Iterator[int]:
    """Yield the numbers of the last lines above a quote if they are its attribution."""
    last = next((at for at in range(len(new) - 1, -1, -1) if new[at]), None)
    if last is None or not introduces(new[last]):
        return
    yield last
    for at in range(last - 1, max(last - ATTRIBUTION_LINES, -1), -1):
        if not new[at] or not surely_introduces(new[at]):
            return
        yield at


def _unquoted(lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines without quote marks above our own marker, below which comes one of our letters; if it is
    indented, as a quotation without marks, also those below it that are not."""
    indented = False
    for line in lines:
        if QUOTED.match(line) or (indented and line.startswith(" ")):
            continue
        if MARKED in line.lower():
            if not line.startswith(" "):
                return
            indented = True
            continue
        yield line


def _ends_new_text(lines: Sequence[str], position: int) -> bool:
    line = lines[position]
    return (
        MARKED in line.lower()
        or _is_titled_rule(line)
        or (any(pattern.match(line) for pattern in SEPARATORS) and not _signs(line))
        or _is_header_block(lines, position)
    )


def _signs(line: str) -> bool:
    """Tell if a line begins a signature or a disclaimer."""
    return any(pattern.match(line) for pattern in (DELIMITER, DEVICES, DISCLAIMERS))


def _tells(line: str) -> bool:
    """Tell if a line within a signature may be an attribution."""
    return line.endswith((":", "\uff1a")) or tells_of_writing(line)


def _is_titled_rule(line: str) -> bool:
    """Tell if a line is `-----Original Message-----` in any language; not the mark above a text that its writer signed
    with OpenPGP."""
    rule = line.strip(" \t*")
    title = rule.strip("- ")
    dashed = rule.startswith("--") and rule.endswith("--")
    return dashed and 0 < len(title) <= 100 and not title.startswith("BEGIN PGP SIGNED")


def _is_header_block(lines: Sequence[str], position: int) -> bool:
    if not FIELD.match(lines[position]):
        return False
    near = [line for line in lines[position : position + 2 * FIELDS_NEAR] if line][:FIELDS_NEAR]
    return sum(FIELD.match(line) is not None for line in near) >= 2


def _attribution(lines: Sequence[str], position: int) -> int:
    """Count the lines of the attribution that begins here, perhaps wrapped; 0 if no attribution begins."""
    first = lines[position]
    if _known_to_quotequail(first):
        return 1
    if not (DATED.search(first) or ADDRESSED.search(first)):
        return 0
    for end in range(position + 1, min(position + ATTRIBUTION_LINES, len(lines)) + 1):
        if lines[end - 1] and _is_attribution(lines[position:end]):
            later = range(position + 1, end)
            own = any(_starts_anew(lines, position, start) and _is_attribution(lines[start:end]) for start in later)
            return 0 if own or _is_own_above(lines[position:end]) else end - position
        if lines[end - 1].endswith(":") or not (lines[end - 1] or _is_dated(first)):
            return 0
    return 0


def _is_own_above(lines: Sequence[str]) -> bool:
    """Tell if the last line is an attribution by itself, and the lines above it only name people or are unrelated."""
    return len(lines) > 1 and _speaks(lines[-1]) and (not _is_dated(lines[0]) or not all(lines))


def _speaks(line: str) -> bool:
    """Tell if a line is an attribution that names the writer before the verb: `Ann wrote:`."""
    verb = WROTE.search(line)
    return verb is not None and line.endswith((":", "\uff1a")) and any(map(str.isalpha, line[: verb.start()]))


def _starts_anew(lines: Sequence[str], position: int, start: int) -> bool:
    """Tell if an attribution may begin at `start` that is not part of a longer one from `position` on."""
    if DATED.search(lines[start]):
        return True
    # `On 3 Mar 2026 at 11:02 AM Ann` above `Example <a@x.org> wrote:`
    before = lines[position:start]
    goes_on = _is_dated(before[0]) and all(before) and not any(map(ADDRESSED.search, before))
    return STARTS.match(lines[start]) is not None and not goes_on


def _is_dated(line: str) -> bool:
    """Tell if a line holds a date outside its addresses."""
    return DATED.search(ADDRESS.sub("", line)) is not None


def _is_attribution(lines: Sequence[str]) -> bool:
    joined = " ".join(line.strip() for line in lines if line)[:LINE]
    if not ENDS.search(joined):
        return BARE_DATE.match(joined) is not None
    return joined.endswith(">:") or WROTE.search(joined) is not None or BARE_DATE.match(joined) is not None


def _known_to_quotequail(line: str) -> bool:
    # one line at a time: quotequail takes everything below an attribution for a quote, and some patterns are slow
    return line.endswith((":", ">", "-", "_")) and len(line) < 200 and len(quote(line, quote_intro_line=True)) == 2


def _quote_follows(lines: Sequence[str], position: int) -> bool:
    following = next((line for line in lines[position:] if line), "")
    return QUOTED.match(following) is not None
