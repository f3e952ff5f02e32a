"""The look of the lines around a quote, in many mail programs and languages. Tables only; new_text.py applies them.

quotequail knows the most common patterns; this file has the patterns that it lacks.
"""

import re

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
