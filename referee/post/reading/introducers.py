"""The unquoted lines that may introduce old text: attributions, headers and rules, in any language and script.

No list of attributions is ever complete, so this one takes a line too many rather than one too few: we ask about
commands below such a line before we do them. Judges single lines, and never what they ask for.
"""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from referee.post.reading import attribution_words
from referee.post.reading.quote_patterns import FIELD

__all__ = ["Talk", "introduces", "surely_introduces", "tells_a_day", "tells_of_writing"]

LINE = 400
"""The number of characters of a line to look at."""

ADDRESS = re.compile(
    r"[^\s@]@\s?[^\s@]|<[^<>]{2,}>|\bmailto:|<[^<>@]*@|\w ?[(\[](?:at|a)[)\]] ?\w|\w@$|<$"
    r"|\w ?>+$|^@\S+$|\w at \w.* dot \w"
)
MONTH = rf"(?:{'|'.join(attribution_words.MONTHS.split())})"
DATE = re.compile(
    r"(?<!\d)(?:1[3-9]|2[0-6]|5[78])\d\d(?!\d)"
    r"|(?<!\d)\d{1,4} ?[./-] ?\d{1,2} ?[./-] ?\d{1,4}(?!\d)"
    r"|(?<!\d)\d{1,2}(?: ?[:\u066b\u2236] ?|[.h])\d\d(?!\d)"
    r"|(?<!\d)\d{1,2} ?(?:am|pm|a\. ?m\.?|p\. ?m\.?|uhr|hrs|o'clock)(?!\w)"
    r"|[\d〇一二三四五六七八九十廿元] ?(?:月|日|時|时|點|点|분|시|년|월|일)"
    r"|年|午前|午後|上午|下午|오전|오후|令和|平成|昭和|民國|民国"
    r"|, ?(?:mon|tue|wed|thu|fri|sat|sun|lun|mer|jeu|ven|sam|dim|(?:mo|di|mi|do|fr|sa|so|wt|czw|pt)\.)\.?$"
    r"|\bon the \d{1,2}(?:st|nd|rd|th)"
    rf"|(?<!\d)\d{{1,2}}(?:st|nd|rd|th|er|\.|º|ª|-?a|-?an|-?e)?,? ?(?:de |of |d')?{MONTH}"
    rf"|(?<![^\W\d_]){MONTH}[^\W\d_]{{0,8}}\.? \d{{1,2}}(?!\d)"
)
"""A day or an hour: years of the calendars in use (Hijri, Jalali, Gregorian, Buddhist, Hebrew), numbers, months."""

IN_ANGLES = re.compile(r"<[^<>]*>")
LABEL = re.compile(
    r"(?![-*\u2022] )[^\w\s]{0,3}\s?[^\W\d_][^:\d]{0,30}?[^\w\s]{0,2} ?:(?!//)(?: \W{0,3}\w| ?\W{0,3}\w\W?\w)"
)
TAG = re.compile(r"\W{0,2}\[[^\[\]]{1,80}\]\W{0,2}$|\[/?(?:cite|quote|quot|cita|zitat|citat)")
RULE_SIGNS = set(
    "=~*#+\u00a6\u00a7\u00ac\u00b0\u2020\u2021\u203b\u2605\u2606\u2190\u2192\u21d2\u301c\u3030\u00b7\u2022\u2219\u22c5_|\u00af\u02c9\u203e\u2026"
)
LINES_DRAWN = range(0x2500, 0x2600)

OWN_WORDS = (
    r"(?:(?:ok|okay|so|well|then|now|and|but|anyway|alright|right|yes|yeah|sure|thanks|sorry|hm+|oh|ah|again|as for|for"
    r"|here is|here's|this is|here comes|that's)[ ,.!-]+)*"
    r"(?:(?:i|i'm|i'll|i'd|i've|my|mine|our|we|we'll)\b.{0,60}?"
    r"\b(?:{acts}|move|answer|turn|choice|choose|pick|go|try|take|reply)|(?:here )?goes\b|here it is\b"
    r"|from my\b|.*\b(?:ich|mein|meine|meinen|jag|minä|я)\b)"
)
"""The beginnings of lines in which writers say what they themselves do; `{acts}` stands for the words of their
subject."""
GREETING = re.compile(r"(?:hi|hello|hey|dear|greetings|good (?:morning|day|evening|afternoon))(?: [^\W\d_]+){0,3} ?:")
OTHERS = re.compile(
    r"\b(?:from(?! my\b)|by|of(?! \w+ing\b| (?:this|these|you)\b)|what|mail|e-?mail|message|letter|list"
    r"|note|post|forward\w*|quot\w+|sent|said|told|wrote|asked)\b"
)
"""Words that point at what someone else wrote."""
MAILS = re.compile(
    r"\b(?:e-?mails?|messages?|letters?|(?<!kindly )(?<!please )notes?|posts?|forward\w*|quot\w+|sent|says|replied"
    r"|(?<!\byou )(?<!\bwe )(?<!\byou all )(?:said|told|asked))\b"
)
"""Words of what someone else sent or said."""
_OWN = "an and as be been do for go he her his i if is it my one our she so things three to two was were"
PLAIN = frozenset(_OWN.split())
"""Small words that show that a line ending in a colon is its writer's own."""
SMALL = PLAIN | {"a", "by", "in", "me", "of", "on", "or", "up"}
"""Small words of English, which occur in attributions, too."""
SENTENCE = re.compile(r"(?<=[.!?]) ")
STARTS = ("so", "well", "anyway", "now", "here", "and now", "so here", "and so")
"""Whole sentences with a colon that announce what their writer does."""
LATER_SENTENCE = re.compile(r"(?<=[^\W\d_]{4}[.!?]) (?=[^\W\d_]+ [^\W\d_])")
OURS = re.compile(r"\b(?:i|i've|i'm|my|we|our|you)\b")
PROSE = 8
"""The fewest words of a sentence that is surely talk."""
CHAT = (
    r"(?:i (?:am|was|will|would|can|could|have|had|need|think|hope|shall|guess|must|{acts}|won't|don't|just)\b"
    r"|i'(?:m|ll|ve|d)\b|we (?:are|were|will|can|have|had|need|{acts}|should|must)\b|we'(?:re|ll|ve)\b"
    r"|see you\b|sorry\b|thanks\b|thank you\b)"
)
"""The beginnings of sentences that name a day or an hour but introduce nothing."""
FIRST_PERSON = re.compile(
    r"\b(?:i|i've|i have|as i)(?: just| already| never| have)? (?:wrote|written|said|sent|posted|replied|mailed)\b"
)
SAID = re.compile(
    r"\b(?:said|says|replied|responded|answered|sent|posted|mailed)\b"
    r"|\b(?:message|mail|e-?mail|letter|note|post|reply|response) (?:from|by|of|to)\b|^from(?! my\b)"
    r"|^(?:re|aw|sv|vs|fwd?|wg|antw|odp|rv|res|tr|ynt) ?:"
)
"""The words that show that someone else's text follows a short English line."""
SAID_WORDS = 6
NEVER = "(?!)"
"""A pattern that matches nothing."""
WORD = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)?")
DIGIT = re.compile(r"\d")
ENGLISH = frozenset(attribution_words.ENGLISH.split())


@dataclass(frozen=True, slots=True)
class Talk:
    """Patterns of small talk about the subject of the mails, in lower case."""

    words: frozenset[str] = frozenset()
    """Words that hardly ever occur in an attribution."""
    acts: tuple[str, ...] = ()
    """Beginnings of words for what writers themselves do."""
    tag: str = ""
    """The pattern of the tag in our own subjects; a line that holds the tag alone introduces no old text."""


NO_TALK = Talk()


def _own_words(talk: Talk) -> re.Pattern[str]:
    return re.compile(OWN_WORDS.replace("{acts}", "|".join(talk.acts) or NEVER))


def _chat(talk: Talk) -> re.Pattern[str]:
    return re.compile(CHAT.replace("{acts}", "|".join(talk.acts) or NEVER))


def _folded(text: str) -> str:
    """Lower case, without accents: the form in which we compare stems."""
    if text.isascii():
        return text.casefold()
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in apart if unicodedata.category(c) != "Mn")


def _beginnings(stems: Iterable[str]) -> str:
    return rf"(?<![^\W\d_])(?:{'|'.join(sorted({re.escape(_folded(stem)) for stem in stems}))})"


def _anywhere(signs: Iterable[str]) -> str:
    return "|".join(re.escape(_folded(sign)) for sign in signs)


WRITES = re.compile(
    rf"{_beginnings(attribution_words.STEMS.split())}|{_anywhere(attribution_words.SIGNS.split())}"
    rf"|(?<![^\W\d_])(?:{_anywhere(attribution_words.WORDS)})(?![^\W\d_])"
)
NOTICE = re.compile(
    rf"{_beginnings(attribution_words.NOTICES.split())}|{_anywhere(attribution_words.NOTICE_SIGNS.split())}"
)


def introduces(line: str, below: str = "", talk: Talk = NO_TALK) -> bool:
    """Tell if the text after an unquoted line may be old. `below`: the next line that is not blank; `talk`: the plain
    talk of the people who write and read these mails.

    Do not ask this about a command: whatever it contains, it introduces no old text.
    """
    seen = _seen(line)
    if not seen or re.fullmatch(talk.tag, seen) or _is_prose(seen):
        return False
    return (
        _is_sure(seen, talk)
        or _is_colon(seen, talk)
        or TAG.match(seen) is not None
        or (LABEL.match(seen) is not None and LABEL.match(_seen(below)) is not None)
        or _is_foreign(seen, talk)
    )


def _is_prose(seen: str) -> bool:
    """Tell if a line is a sentence of plain talk: an attribution is shorter, or ends in a colon and names someone who
    wrote, or a day."""
    if ADDRESS.search(seen):
        return False
    seen = (SENTENCE if seen.endswith(":") else LATER_SENTENCE).split(seen)[-1]
    words = WORD.findall(seen)
    if seen.endswith((".", "!", "?", ".)")):
        return len(words) >= PROSE or (len(words) >= 2 and not (DIGIT.search(seen[-2:]) or _tells(seen)))
    ours = OURS.search(seen) is not None
    if len(words) >= (PROSE if ours and not _tells(seen) else 2 * PROSE) and not seen.endswith(":"):
        return True
    if len(words) < PROSE:
        return False
    plain = sum(word in ENGLISH or word in SMALL for word in words) >= PROSE // 2
    dated = DATE.search(seen) is not None and len(words) < 2 * PROSE and not ours
    return plain and not (dated or WRITES.search(_folded(seen)) or MAILS.search(seen)) and seen.endswith(":")


def surely_introduces(line: str, talk: Talk = NO_TALK) -> bool:
    """Tell if a line has a sign that hardly any line but an attribution has: an address, a date, a verb of writing."""
    seen = _seen(line)
    return bool(seen) and _is_sure(seen, talk)


def tells_of_writing(line: str) -> bool:
    """Tell if a line says that someone else wrote or said something."""
    return _tells(_seen(line))


def tells_a_day(line: str) -> bool:
    """Tell if a line names a day or an hour outside its addresses."""
    return DATE.search(_seen(IN_ANGLES.sub("", line))) is not None


def _is_sure(seen: str, talk: Talk) -> bool:
    return (
        ADDRESS.search(seen) is not None
        or (DATE.search(seen) is not None and not _is_chat(seen, talk))
        or _tells(seen)
        or _is_rule(seen)
        or FIELD.match(seen) is not None
    )


def _is_chat(seen: str, talk: Talk) -> bool:
    return _chat(talk).match(seen) is not None and OTHERS.search(seen) is None


def _tells(seen: str) -> bool:
    if FIRST_PERSON.search(seen):
        return seen.endswith(":")
    short = len(WORD.findall(seen)) <= SAID_WORDS and not seen.endswith(("!", "?"))
    return WRITES.search(_folded(seen)) is not None or (short and SAID.search(seen) is not None)


def _seen(line: str) -> str:
    """Fold a line into the form that the patterns match: lower case, one space between words, the digits of every
    script in ASCII."""
    # NFKC makes up to eighteen characters out of one in Arabic
    plain = unicodedata.normalize("NFKC", line[:LINE])[:LINE].replace("\u2019", "'").casefold()
    return " ".join((plain if plain.isascii() else "".join(map(_sign, plain))).split())


def _sign(character: str) -> str:
    match unicodedata.category(character):
        case "Cf":
            return ""
        case "Nd":
            return str(unicodedata.digit(character))
        case "No" | "Nl":
            return "1"
    return character


def _is_rule(seen: str) -> bool:
    """Tell if a line holds only rule signs, perhaps with a title between them: `----------`, `⸻`, `=====`, `--- some
    title ---`."""
    signs = seen.replace(" ", "")
    if set(signs) == {"."}:
        return len(signs) > len("...")
    if all(map(_is_rule_sign, signs)):
        return len(signs) >= (1 if _is_dash(signs[0]) and signs != "-" else 3)
    before, after = _run(signs), _run(signs[::-1])
    dashed = _is_dash(signs[0])
    return before >= 3 or after >= 3 or (dashed and (before >= 2 or after >= 1))


def _run(signs: str) -> int:
    """Count the rule signs that a text begins with."""
    return next((at for at, sign in enumerate(signs) if not _is_rule_sign(sign)), len(signs))


def _is_dash(sign: str) -> bool:
    return unicodedata.category(sign) == "Pd"


def _is_rule_sign(sign: str) -> bool:
    return _is_dash(sign) or sign in RULE_SIGNS or ord(sign) in LINES_DRAWN or unicodedata.category(sign) == "Pc"


def _is_colon(seen: str, talk: Talk) -> bool:
    """Tell if a line ends with a colon, unless it plainly announces what its writer does."""
    if not seen.rstrip(" *_").endswith(":") or not WORD.search(seen):
        return False
    *before, last = SENTENCE.split(seen)
    words = WORD.findall(last)
    if last.rstrip(" :") in STARTS or last.endswith(", so:") or (before and len(words) == 1 and words[0] in talk.words):
        return False
    if len(words) > 1 and any(word in ENGLISH or word in PLAIN or word in talk.words for word in words):
        return MAILS.search(last) is not None or OTHERS.search(last) is not None
    return OTHERS.search(seen) is not None or not (_own_words(talk).match(seen) or GREETING.fullmatch(seen))


def _is_foreign(seen: str, talk: Talk) -> bool:
    """Tell if a line has a number, or a word that announces a mail, and no plain English word: perhaps a date."""
    words = WORD.findall(seen)
    if not words or len(SMALL.intersection(words)) > 1 or not (ENGLISH | talk.words).isdisjoint(words):
        return False
    if len(words) > 2 and seen.endswith((".", "!", "?")) and not DIGIT.search(seen):
        return False
    return DIGIT.search(seen) is not None or NOTICE.search(_folded(seen)) is not None
