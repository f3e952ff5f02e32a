"""The unquoted lines that may introduce old text: attributions, headers and rules, in any language and script.

No list of attributions is ever complete, so this one takes a line too many rather than one too few: we ask about
commands below such a line before we do them. Judges single lines, and never what they ask for.
"""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

__all__ = ["Talk", "introduces", "surely_introduces", "tells_a_day", "tells_of_writing"]

LINE = 400
"""The number of characters of a line to look at."""

STEMS = """
    wrote writes written schrieb schreib geschrieben verfass gschrib gschriib schreev schreiwt schreift geschriwwen
    schreef schrijft geschreven geskryf skryf skreau skriuw skrev skriver skrivit skreiv skriv skrifa ritadi
    ecrit ecrivit ecrivai escrib escrev escrito escrita escrig escriu escrich scrisse scrissi scrive scriss
    scritto scritta scrittu iscrit iscriss scris scrie scrit scripsit scribit scribeva scribite ekri skibi skirbi
    skrivas skrivet ysgrifenn sgrifenn scriobh sgriobh screeu idatzi idazt shkroi shkrua shkruajti kiteb kitbet
    napis napsal napsano pisze pisal pisao pise pisu pisemo odpis написа напиша напіса писа пиш піса піш отписа
    rase paras raso rakst uzrakst kirjut kirjoit calii callan irta irja
    yazd yazm yazi yazı yazar yazyp yozd yozg yozib жазд жазг жазғ язд язг яҙ ёзд ёзг езди бич
    εγραψ γραφ γραψ εγραφ գր გრ навишт
    menulis ditulis tulis nulis nyerat sumulat isinulat nagsulat sinulat misulat nisulat nanoratra tuhi kakau
    aliandik ameandik iliandik waandik andik rubut kowe ubhal wabhal ngotse ngwal akanyora yanditse qora barrees
    skribis skribas skribit skribi raitim nivis
    antwort geantwort repondu respondi respondeu respuest risposto rispose raspuns antwoordde svarade svarede svarte
    svarad vastasi odpowiedz odpoved odgovor ответи відпові відпав одговор απαντ cevap valasz
    sagte meinte dijo disse detto dixit сказа говор powiedz rekl rekao kaze utles utleb thene qal jazd calla
    aniandik kwadere ngwad езиб bichiv писме γραπτ
"""
"""Beginnings of words by which mail programs and people say that someone wrote, sent or forwarded something, in scripts
that put spaces between words. This table and those below hold folded words: lower case, without accents."""

WORDS = ("viet", "irt", "dere", "psal", "psala", "pisa", "a dit", "ha dit", "on behalf of", "im auftrag")
"""Whole words that would be too short as beginnings."""

SIGNS = """
    写 寫 说道 說道 来信 來信 書 のメール のメッセージ からのメ さんは さんより 送信者
    작성 썼 쓴 쓰기 님이 님께서 보낸 보냄 적었
    כתב כותב מאת געשריב שרייב كتب نوشت لکھ لیک نووس يازد يازغ ياز لکي
    लिख लिहि लेख লিখ লেখ લખ ਲਿਖ ଲେଖ ଲିଖ எழுத రాశ రాస వ్రాస వ్రాశ ಬರೆ എഴുത ලිව ලිය བྲིས
    เขียน ຂຽນ សរសេរ ရေး
    წერ დაწერ ጻፈ ጽፏ ጽፈ ፃፈ ጽሒ ጻፉ ᑎᑎᕋ
"""
"""The signs that say so anywhere in a line, in scripts without spaces between words or with prefixes."""

NOTICES = """
    origina ursprungl urspr oprindelig opprinnelig alkuperai oryginaln puvodni povodn izvorn eredeti orijinal
    orixinal upphaflig jatorri оригинал исходн початков αρχικ asli goc
    forward weitergeleit transfer transmis reenvi encaminhad inoltr doorgest vidarebef videresend valitet valitty
    przekaz preposl preposi tovabbit iletil edasi persiust parsut prosled proslijed препрат пересла пересыл перенап
    προωθ diteruskan chuyen
    zitat zitier quote quoting citat citaz cita cytat idezet lainau sitat alinti kutip цитат
    algupara sakotnej pradin upprun origj d'origin via
    repl response reponse resposta vastaus jawab balas
    iphone ipad android outlook gmail yahoo thunderbird samsung galaxy huawei xiaomi proton
    montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag gestern heute
    maandag dinsdag woensdag donderdag vrijdag zaterdag zondag gisteren vandaag
    monday tuesday wednesday thursday friday saturday sunday yesterday today
    lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miercoles jueves viernes sabado domingo ayer ontem
    dilluns dimarts dimecres dijous divendres dissabte diumenge segunda terca quarta quinta sexta
    lunedi martedi mercoledi giovedi venerdi sabato domenica ieri miercuri vineri sambata duminica
    mandag tirsdag onsdag torsdag fredag lordag sondag tisdag idag igar mandagur
    maanantai tiistai keskiviikko torstai perjantai lauantai sunnuntai eilen esmaspaev teisipaev kolmapaev neljapaev
    pirmadien antradien treciadien ketvirtadien penktadien sestadien sekmadien pirmdien otrdien tresdien ceturtdien
    poniedzial wtorek wtorku srod czwart piatek piatku sobot niedziel pondel utery utor utork stred ctvrtek streda
    stvrtok ponedelj ponedjelj cetvrt petak petek nedelj nedjelj wczoraj vcera jucer
    понедел вторник втор сред четвер пятниц суббот воскрес вчера сегодня понеділ вівтор четвер субот неділ учора
    δευτερα τριτη τεταρτη πεμπτη παρασκευη σαββατο κυριακη χθες
    hetfo kedd szerda csutortok pentek szombat vasarnap tegnap
    pazartesi carsamba persembe cuma cumartesi pazar
    selasa rabu kamis jumat sabtu minggu kemarin isnin jumatatu jumanne
    januar fevrier janvier enero gennaio janeiro styczn tammikuu marraskuu
"""
"""Beginnings of words that announce a forwarded, quoted or original mail; also days, mail programs and telephones."""

NOTICE_SIGNS = """
    原始 元の 转发 轉寄 轉發 転送 引用 원본 전달 인용 मूल ต้นฉบับ ส่งต่อ अग्रेषित הודעה מקורית הועבר أصلي معاد اصلی
    月曜 火曜 水曜 木曜 金曜 土曜 日曜 昨日 今日 昨天 今天 星期 周一 周二 周三 周四 周五 周六 周日 週 요일 어제 오늘
    الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت الأحد أمس شنبه دیروز יום אתמול
    सोमवार मंगलवार बुधवार गुरुवार शुक्रवार शनिवार रविवार সোমবার মঙ্গলবার วันจันทร์ วันอังคาร วันพุธ เมื่อวาน
"""

MONTHS = """
    jan feb mar apr may mai maj jun jul aug ago sep oct okt nov dec dez dic янв фев мар апр май мая июн июл авг
    сен окт ноя дек ιαν φεβ μαρ απρ μαι ιουν ιουλ αυγ σεπ οκτ νοε δεκ
"""

ENGLISH_WORDS = """
    the you your yours have has had need needs think thinks this that these those with not but and it's its i'm i'll
    i'd i've we're we'll we've don't doesn't can't won't isn't aren't they they're there here what which who why how
    when where because should would could must just only more most much many some all both each every other than
    then now still again really very too nice good great well done thanks thank sorry please hope guess bet sure
    okay yeah yes hi hello hey wow lol haha lucky luck points point score scores ahead behind win wins won lose lost
    take takes took taken make makes made partner we'd let's see left down short out already last next it looking
    first second better best worse bad hard easy board away back home until about after before us place
"""
"""Words of plain English talk, which hardly ever occur in an attribution."""

FIELD = re.compile(
    r"\W{0,3}(?:from|sent|date|to|cc|bcc|subject|reply-to|received|importance|attachments"
    r"|von|gesendet|datum|an|kopie|betreff|antwort an|de|envoyé|envoyé le|date|à|a|pour|objet|sujet|répondre à"
    r"|enviado|enviado el|enviado em|fecha|para|asunto|assunto|data|cco|da|inviato|risposta|oggetto|per"
    r"|van|verzonden|aan|onderwerp|från|fra|skickat|sendt|sendt dato|till|til|ämne|emne|dato|lähettäjä|lähetetty"
    r"|vastaanottaja|aihe|päiväys|päivämäärä|od|wysłano|wysłane|do|dw|temat|odesláno|komu|předmět|predmet|odoslané"
    r"|poslano|za|zadeva|feladó|elküldve|küldve|címzett|tárgy|dátum|kimden|gönderildi|gönderme tarihi|kime|konu|tarih"
    r"|de la|trimis|către|subiect|от|от кого|отправлено|дата|кому|тема|копия|від|надіслано|до|изпратено|относно"
    r"|απο|από|στάλθηκε|προς|θέμα|ημερομηνία|发件人|寄件者|寄件人|发送时间|发送日期|日期|收件人|收件者|主题|主旨|抄送"
    r"|差出人|送信日時|日付|宛先|件名|보낸 사람|보낸사람|보낸 날짜|날짜|받는 사람|받는사람|제목|מאת|נשלח|תאריך|אל|נושא"
    r"|من|تاريخ|التاريخ|إلى|الموضوع)\s?\W{0,3}[:：]",
    re.IGNORECASE,
)
"""One line of the header block over a quoted or forwarded mail, bold or not."""

ADDRESS = re.compile(
    r"[^\s@]@\s?[^\s@]|<[^<>]{2,}>|\bmailto:|<[^<>@]*@|\w ?[(\[](?:at|a)[)\]] ?\w|\w@$|<$"
    r"|\w ?>+$|^@\S+$|\w at \w.* dot \w"
)
MONTH = rf"(?:{'|'.join(MONTHS.split())})"
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
ENGLISH = frozenset(ENGLISH_WORDS.split())


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


def _of_talk(pattern: str, talk: Talk) -> re.Pattern[str]:
    return re.compile(pattern.replace("{acts}", "|".join(talk.acts) or NEVER))


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
    rf"{_beginnings(STEMS.split())}|{_anywhere(SIGNS.split())}"
    rf"|(?<![^\W\d_])(?:{_anywhere(WORDS)})(?![^\W\d_])"
)
NOTICE = re.compile(rf"{_beginnings(NOTICES.split())}|{_anywhere(NOTICE_SIGNS.split())}")


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
    return _of_talk(CHAT, talk).match(seen) is not None and OTHERS.search(seen) is None


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
    return OTHERS.search(seen) is not None or not (_of_talk(OWN_WORDS, talk).match(seen) or GREETING.fullmatch(seen))


def _is_foreign(seen: str, talk: Talk) -> bool:
    """Tell if a line has a number, or a word that announces a mail, and no plain English word: perhaps a date."""
    words = WORD.findall(seen)
    if not words or len(SMALL.intersection(words)) > 1 or not (ENGLISH | talk.words).isdisjoint(words):
        return False
    if len(words) > 2 and seen.endswith((".", "!", "?")) and not DIGIT.search(seen):
        return False
    return DIGIT.search(seen) is not None or NOTICE.search(_folded(seen)) is not None
