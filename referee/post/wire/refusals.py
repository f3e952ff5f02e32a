"""The subject of a refusal: the letter and its recipient, or us. A provider has the same codes for a mailbox
that does not exist and for a quota of ours that is used up; its status (RFC 3463) and its words tell.

What is not recognised here, or wrongly, is put right by what happens to other letters: running/sending.py.
"""

import re

STATUS = re.compile(r"(?<![\d.])[45]\.(\d{1,3})\.(\d{1,3})(?![\d.])")
NO_COMMAND = {500, 502, 503}
"""The codes of a server that does not take the command at all."""
NO_ROOM = 552
OURS = {
    *((1, 7), (1, 8), (1, 90), (1, 91), (1, 92)),  # our address; our limit, at Microsoft
    *((3, 1), (3, 2), (3, 5), (4, 5)),  # the server takes nothing now
    *((7, 8), (7, 9), (7, 11), (7, 12), (7, 13), (7, 14)),  # our log-in
    *((7, 232), (7, 233)),  # the limits of a tenant, at Microsoft
    *((2, detail) for detail in range(250, 260)),  # a sender throttled, at Microsoft
    *((7, detail) for detail in range(20, 30)),  # SPF, DKIM, reverse DNS
    *((7, detail) for detail in range(500, 800) if detail != 512),  # our host or tenant, at Microsoft
}
"""The subject and detail of a status that means us, whatever is said with it."""
THEIRS = {
    *((1, detail) for detail in range(12)),
    *((2, detail) for detail in range(25)),
    *((3, 3), (3, 4), (4, 1), (4, 4), (4, 6)),
    *((6, detail) for detail in range(12)),
    *((7, 17), (7, 18), (7, 512)),
}
"""The subject and detail of a status that means the recipient or the letter, unless the words name us."""
GROUPS = {(7, 2), (7, 124), (7, 133), (7, 134), (7, 136)}
"""The subject and detail of a status that means a recipient which takes no mail from outside."""

THEIR_WORDS = re.compile(
    r"(?:user|recipient|mailbox|address)s? (?:is )?(?:unknown|not found|disabled|inactive|full)"
    r"|unknown (?:user|recipient)|no such|no longer|discontinued|do(?:es)?(?: not|n't) (?:exist|have)|recipient table"
    r"|over ?quota|mailbox|\bsize\b|too (?:large|big|long)|too many (?:hops|received)|\bloop"
)
OUR_WORDS = re.compile(
    # quotas and rates
    r"too many (?!hops|received)|throttl|rate[ -]?limit|frequency limit|flood|too fast|slow(?:er)? down"
    r"|(?:daily|hourly|monthly|24[- ]hour|sending|submission|outgoing|outbound)\b.{0,40}\b(?:limit|quota|rate|exceed)"
    r"|(?:limit|quota|exceed)\w*\b.{0,60}\b(?:outgoing|outbound|sending|sent|today|per (?:second|minute|hour|day))"
    r"|\bper (?:minute|hour|day)\b|max\w*(?: number of)? (?:e-?mails|messages|recipients|credits)"
    r"|quotaexceeded|refusequota|outboundspam|unusual (?:send|act|rate)|(?:again|time|try) later|later time"
    r"|try (?:again|after)"
    # blocks of our host
    r"|bl[ao]ck ?-?list(?!ed by recipient)|\b(?:rbl|dnsbl|[spx]bl)\b|spamhaus|spamcop|sorbs|barracuda|de-?list|unblock"
    r"|(?<!not )\blisted (?:at|on|by)|blocked (?:using|by \S+\.\w)|reputation|reverse dns|\brdns\b|\bptr\b|dynamic ip"
    r"|\bip(?: address)?\b.{0,60}\b(?:blocked|banned|rejected|denied|refused|not allowed|in \S+ list)"
    r"|(?:client|sending|connecting|your) (?:host|server|network|mta|domain)\b.{0,60}\b(?:block|bann|reject|deni|refus)"
    r"|not allowed to connect|connections? (?:will not be|not) accepted|submit messages to this e-mail system"
    # our address, our log-in, our account
    r"|\bsender\b(?!.{0,30}\b(?:list|group)\b).{0,60}\b(?:reject|denied|blocked|refused|not |suspended|banned|verif)"
    r"|not (?:\w+ )?(?:allowed|permitted|authori[sz]ed) to (?:send|relay)|send ?as ?(?:denied|this sender)"
    r"|sending domain|address is not verified|verified sender|sender signature|\bhelo\b|\b(?:un)?authenticat"
    r"|no permission|\brelay(?! recipient)|your (?:e-?mail )?account|free accounts|\b(?:spf|dkim|dmarc)\b|starttls"
    r"|encryption required|\btls\b.{0,20}required"
    r"|(?:sending|outgoing mail)\b.{0,40}\b(?:paused|suspended|disabled|blocked)"
)
"""Words that name us, or our rate."""
LIKELY_OURS = re.compile(
    r"quota|limit|exceed|temporar|overload|busy|(?:account|user)\b.{0,30}\b(?:locked|suspended|restricted|compromised)"
)
"""Words that mean us if nothing names the recipient or the letter."""
NOT_NOW = re.compile(r"again|later|try after")
"""Words of an ordinary delay, as of greylisting: in a reply that is not final they do not mean us."""

VARYING = re.compile(r"[@\d]")
"""A sign of the words that differ between two refusals for one reason: addresses, ids of mails, times."""


def refuses_us(code: int, said: str) -> bool:
    """Tell if a refusing reply to RCPT TO or to the letter is about us: our quota, rate, address or log-in."""
    words = " ".join(said.casefold().split())
    status = _status(words)
    if code in NO_COMMAND or (code >= 500 and status in OURS):
        return True
    if status in GROUPS:
        return False
    if any(code >= 500 or not NOT_NOW.search(found[0]) for found in OUR_WORDS.finditer(words)):
        return True
    return code >= 500 and not names_them(code, said) and LIKELY_OURS.search(words) is not None


def names_them(code: int, said: str) -> bool:
    """Tell if a refusal speaks of the recipient or of the letter, and not only of a rule."""
    words = " ".join(said.casefold().split())
    status = _status(words)
    return code == NO_ROOM or status in THEIRS | GROUPS or THEIR_WORDS.search(words) is not None


def reason_of(code: int, said: str, recipient: str) -> str:
    """Return what two refusals for one reason have in common: code, status, and words that name no recipient."""
    words = said.casefold().replace(recipient.partition("@")[0], " ")
    status = _status(words)
    return f"{code} {status} {' '.join(word for word in words.split() if not VARYING.search(word))}"


def _status(words: str) -> tuple[int, int] | None:
    found = STATUS.search(words)
    return (int(found[1]), int(found[2])) if found else None
