"""The evidence in a mail at a letter's return address.

A delivery failed by a report that says so (RFC 3464, RFC 6533), by X-Failed-Recipients, or in a mail system's own
words. A receipt (RFC 8098), a complaint (RFC 5965), a vacation note (RFC 3834) and a mail from its reader show that it
arrived. Never guesses: whatever else lies there says nothing.
"""

import re
from collections.abc import Iterable, Iterator
from enum import StrEnum

from referee.post.messages import Automatic, Message
from referee.post.reading.automatic import BOUNCE_SUBJECT, is_daemon
from referee.post.reading.body_text import body_text
from referee.post.reading.headers import COMMENT, decode_bytes, read_headers
from referee.post.reading.message import mend_line_ends
from referee.post.reading.mime import Part, read_parts, readable


class Told(StrEnum):
    """The fate of a letter, as a mail at its return address tells it, in the words of the log."""

    FAILED = "bounce"
    UNDER_WAY = "ignored/delayed"
    """It is late, on its way, or there."""
    ARRIVED = "ignored/arrived"
    NOTHING = "ignored/no-report"


STATUS = {"message/delivery-status", "message/global-delivery-status"}
RECEIPTS = {"message/disposition-notification", "message/global-disposition-notification", "message/feedback-report"}
ATTACHED = {"message/rfc822", "message/global"}
"""Mails within a mail: what checks mail on its way may hand a report on in one."""
REJECTED = "was automatically rejected"
"""The words of a filter that refuses a letter in the form of a receipt (RFC 5429)."""
RECIPIENTS = {"original-recipient", "final-recipient"}
ACTION = re.compile(r"[a-z]+")
WAITING = {"delayed", "deferred"}
UNDER_WAY = {*WAITING, "delivered", "relayed", "expanded"}
"""The values of Action for a letter that was not given up (RFC 3464, 2.3.3), and a common slip."""
STATUS_BYTES = 64 * 1024
BLOCK_END = re.compile(r"\n[ \t]*\n")
ADDRESS = re.compile(r"[^\s<>()\",;]+")
REASONS = tuple(
    re.compile(rf"^{name}:[ \t]*(?:[a-z0-9-]+;)?((?:[^\n]|\n[ \t])+)", re.IGNORECASE | re.MULTILINE)
    for name in ("diagnostic-code", "status")
)
"""The fields with the reason of a failure (RFC 3464, 2.3.6 and 2.3.4), the plainer one first."""
XTEXT = re.compile(r"\+([0-9a-f]{2})")

WORDS = 4000
"""The length of the text at the beginning in which a mail system says what became of a letter."""
RETURNED = re.compile(
    r"^(?:return-path|received|message-id|dkim-signature|mime-version):"
    r"|^-{2,200}.{0,40}(?:copy of|below this line|original message)",
    re.IGNORECASE | re.MULTILINE,
)
"""The beginning of the letter that a report returns in its text."""
QUOTED = re.compile(r"(?:^>| > ).*", re.MULTILINE)
"""A quotation, which a plain text that is sent as HTML has within a line."""
LATE_WORDS = (
    r"\baction: ?(?:delayed|delivered|relayed|expanded)\b|not (?:been )?delivered yet|(?:almost|nearly) (?:full|over)",
    # English
    r"not yet (?:been |be )?(?:able|delivered|possible|accepted)",
    r"(?:is|was|has been|have been) (?:being )?(?:delayed|deferred)",
    r"delivery (?:is |status notification )?\(?delay|delayed (?:mail|delivery)|(?:message|mail)\b.{0,60}\bdelayed",
    r"will (?:be (?:retried|re-?attempted)|retry|try again|attempt deliver)",
    r"will (?:continue|keep) (?:to )?(?:try|attempt|retry)",
    r"still (?:trying|being retried)|attempts? will continue|continue (?:to (?:try|attempt)|trying|attempting)",
    r"do(?:es)? not (?:need|have) to re-?send|this is a warning (?:message )?only|retrying until|temporary problem",
    r"temporarily (?:undeliver|delay|defer)|transient fail",
    # German
    r"verzögert|verzögerung|noch nicht (?:zugestellt|ausgeliefert)|versucht es (?:weiter|noch)",
    r"erneut (?:zu )?versuch|(?<!keine )weitere (?:zustell)?versuche",
    # Japanese, Chinese, Korean
    r"遅延|遅れ|まだ(?:配信|配達|届)|再試行|再送(?:信)?(?:し|を)(?:続|試)|延迟|延遲|推迟|尚未|继续尝试|繼續嘗試",
    r"지연|아직|재시도",
)
FAILED_WORDS = (
    # codes that mean the same in every language
    r"\baction: ?failed\b|\b5\d\d[ -]{1,2}#?5\.\d{1,3}\.\d{1,3}\b|#5\.\d\.\d|\bstatus: ?5\.\d",
    r"\b(?:said|says|error|smtp|response|reply|rejected|antwort\w*|réponse|respuesta)\b.{0,40}\b55[0-4]\b",
    # English
    r"(?:can ?not|could ?n[o']t|not be|unable to|not able to|failed to|can't) (?:be |been |successfully )*"
    r"(?:deliver|reach|accept|sent to|forward)",
    r"(?:was|were|has|have) ?n[o']t (?:been )?(?:deliver|reach|accept|sent to)",
    r"(?:did not|didn't) (?:reach|receive this)|(?:was ?n't|not|un)[ -]?(?:delivered|deliverable)|non-?deliver",
    r"del[ie]ver\w*\b.{0,60}?\b(?:fail|abort)|automatically rejected",
    r"fail\w* (?:mail|deliver|recipient|permanent|address)",
    r"(?:permanent|fatal|unrecoverable)\w* (?:fatal )?(?:error|fail)|failure notice|given up|giving up",
    r"delivery errors?",
    r"returned (?:mail|to sender|because|message)",
    r"(?:mail|message) (?:was|has been|is being|is) (?:returned|bounced|rejected)",
    r"(?:no such|unknown|invalid|unrouteable|bad|nonexistent) (?:user|address|recipient|mailbox|account|local)",
    r"(?:user|recipient|mailbox|account|address|host)\b.{0,40}?\b(?:unknown|not (?:found|listed|known)|disabled)",
    r"(?:user|recipient|mailbox|account|address)\b.{0,40}?\b(?:(?:does ?n[o']t|do not) exist|over quota)",
    r"(?:user|recipient|mailbox|account|address)\b.{0,40}?\b(?:unavailable|inactive|rejected)",
    r"doesn't have an? \S+ account|no valid recipients|mailbox (?:is )?full|deleted from (?:the )?queue|no mailbox",
    # German
    r"unzustellbar|nicht zustellbar|nicht (?:zugestellt|übermittelt|ausgeliefert|übertragen)",
    r"zustellung.{0,60}(?:fehl|gescheitert)|zustellfehler|fehler bei der (?:zustellung|übermittlung)",
    r"empfänger\w*.{0,40}(?:unbekannt|nicht gefunden)",
    # Japanese, Chinese, Korean
    r"(?:配信|配達|送信|送付|お?届け?)(?:する(?:こと)?(?:が|は)?)?(?:でき(?:ません|な)|不能|に失敗)",
    r"届けられ(?:ません|な)|不達",
    r"(?:无法|未能|不能)(?:被)?(?:发送|投递|送达|传送)|無法(?:傳送|投遞|送達|遞送|寄達)|退信",
    r"(?:投递|发送|傳遞|傳送)失[败敗]|未送达",
    r"(?:전송|전달|배달|발송)(?:되지|할 수 없|하지 못|에 실패| ?실패)|반송",
)
LATE = re.compile("|".join(LATE_WORDS), re.IGNORECASE)
FAILED = re.compile("|".join(FAILED_WORDS), re.IGNORECASE)
"""The words in which mail systems say that a letter is late, or was given up, by language. A phrase must be one that a
person who is away would not write of themselves."""


def told_of(message: Message, raw: bytes, recipient: str) -> Told:
    """Find out what a mail at the return address of the letter to `recipient` says of that letter."""
    if message.sender and message.automatic is Automatic.NO:
        return Told.ARRIVED if message.sender == recipient else Told.NOTHING
    mail = read_parts(mend_line_ends(readable(raw))[0])
    parts = [*mail.walk()]
    if actions := _actions(parts, recipient):
        return _told_by(actions)
    receipt = any(part.kind in RECEIPTS for part in parts) and REJECTED not in body_text(mail).text
    if message.sender == recipient or receipt:
        return Told.ARRIVED
    attached = [inner for part in parts if part.kind in ATTACHED for inner in read_parts(part.decoded()).walk()]
    if actions := _actions(attached, recipient):
        return _told_by(actions)
    if mail.headers.first("x-failed-recipients"):
        return Told.FAILED
    if message.sender and not _is_by_a_mail_system(message):
        return Told.ARRIVED if message.automatic is Automatic.REPLIED else Told.NOTHING
    return _by_words(message.subject, mail)


def diagnosis(raw: bytes) -> str:
    """Return the reason that a report gives for a failure, in the words of the server that refused, or its code; an
    empty text if it gives none."""
    mail = read_parts(mend_line_ends(readable(raw))[0])
    parts = [*mail.walk()]
    parts += [inner for part in parts if part.kind in ATTACHED for inner in read_parts(part.decoded()).walk()]
    texts = [_fields_text(part) for part in parts if part.kind in STATUS]
    found = (field.search(text) for field in REASONS for text in texts)
    return next((match[1] for match in found if match), "")


def _told_by(actions: set[str]) -> Told:
    """Tell what these Actions mean for a letter: an alias may lead it to several mailboxes, of which one is enough."""
    return Told.FAILED if "failed" in actions and actions <= {"failed", *WAITING} else Told.UNDER_WAY


def _is_by_a_mail_system(message: Message) -> bool:
    """Tell if a mail system wrote a mail, by its sender, or else by its subject if it came without a return path."""
    if is_daemon(message.sender):
        return True
    bounced = message.automatic in (Automatic.BOUNCE, Automatic.UNNAMED)
    return bounced and (FAILED.search(message.subject) or BOUNCE_SUBJECT.match(message.subject)) is not None


def _actions(parts: Iterable[Part], recipient: str) -> set[str]:
    """Return what the reports in a mail say was done: to `recipient` or, if they do not name that, to anyone. An alias
    may have led the letter to another address."""
    found = [each for part in parts if part.kind in STATUS for each in _recipients(_fields_text(part)) if each[1]]
    ours = {action for names, action in found if recipient in names}
    return ours or {action for _, action in found}


def _fields_text(part: Part) -> str:
    return decode_bytes(part.decoded()[:STATUS_BYTES], "utf-8").replace("\r\n", "\n")


def _recipients(text: str) -> Iterator[tuple[set[str], str]]:
    """Yield the addresses of each recipient in a report, and the Action; "" for none that we know."""
    for block in BLOCK_END.split(text):
        names: set[str] = set()
        seen: set[str] = set()
        action = ""
        for name, value in read_headers(block.encode()).fields:
            if name not in RECIPIENTS and name != "action":
                continue
            if name in seen:
                # without an empty line between two recipients
                yield names, action
                names, seen, action = set(), set(), ""
            seen.add(name)
            if name == "action":
                action = _action(value)
            else:
                names |= _addresses(value)
        yield names, action


def _action(value: str) -> str:
    """Return the word of an Action field; "" for none that we know."""
    found = ACTION.search(COMMENT.sub(" ", value).lower())
    word = found[0] if found else ""
    return "failed" if word.startswith("fail") else word if word in UNDER_WAY else ""


def _addresses(value: str) -> set[str]:
    """Return the possible addresses in `rfc822; ann@else.test`, also as xtext (RFC 3461, 4)."""
    words = {word for word in ADDRESS.findall(value.lower()) if "@" in word}
    return words | {XTEXT.sub(lambda code: chr(int(code[1], 16)), word) for word in words}


def _by_words(subject: str, mail: Part) -> Told:
    """Find out what a mail system says in its own words; a letter that is late may be called undelivered, too."""
    text = body_text(mail).text
    status = "\n".join(_fields_text(part) for part in mail.walk() if part.kind in STATUS)
    returned = RETURNED.search(text)
    own = QUOTED.sub("", text[: returned and returned.start()])
    said = f"{subject}\n{own[:WORDS]}\n{status[:WORDS]}"
    if LATE.search(plain := _one_line(said)):
        return Told.UNDER_WAY
    return Told.FAILED if FAILED.search(plain) else Told.NOTHING


def _one_line(text: str) -> str:
    """Return a text without line breaks, also within the words of a script that has no spaces."""
    line = " ".join(text.replace("\u2019", "'").split())
    return re.sub(r"(?<=[\u3040-\u9fff]) (?=[\u3040-\u9fff])", "", line)
