"""An answer in one's own words, `No thanks, too busy`, `Sure!`: of somebody whom others put into a game, before they
have said yes or acted, or to a letter that takes a `no`. Words that say both, or doubt, are no answer: then we tell the
writer the two answers that count."""

import re
from dataclasses import replace

from referee.asking.commands import Asked, Reading, Stop, Yes
from referee.asking.courtesies import YES_ALONE, own_words
from referee.asking.second_thoughts import takes_back
from referee.desk.case import Case
from referee.desk.request import Mail
from referee.desk.requests.agreeing import refusal
from referee.desk.requests.answers import answers_another, is_for_us, is_invited
from referee.post.messages import Automatic

ENDS = r"(?=\s*(?:$|[,.!;:\u2013\u2014-]))"
ACCEPTS = re.compile(
    rf"(?:{YES_ALONE}|ok(?:ay)?|sure|gladly|of course|with pleasure|(?:you can )?count me in|i(?: am|['\u2019]m) in"
    rf"|i(?: will|['\u2019]ll) (?:be there|come)){ENDS}"
    rf"|(?:(?:{YES_ALONE}|sure),? )?i (?:accept|(?:will|would (?:like|love) to|want to) play)\b",
    re.IGNORECASE,
)
DECLINES = re.compile(
    rf"(?:sorry,? )?(?:no|nope|nein|non)(?:{ENDS}|,? (?:thanks|thank you|sorry)\b)"
    r"|(?:sorry,? )?(?:i(?: am|['\u2019]m) )?not interested\b"
    r"|(?:please )?(?:take|remove) me (?:off|from) (?:\w+ )?(?:mailing )?list\b"
    rf"|(?:(?:i(?: am|['\u2019]m) )?(?:afraid|sorry),? )?i (?:can ?not|can['\u2019]?t)(?: play)?{ENDS}"
    r"|(?:(?:oh,? )?sorry,? )?i have no time\b"
    r"|i (?:would|do|will) (?:rather )?not (?:want to )?play\b|i['\u2019]d rather not(?: play)?\b",
    re.IGNORECASE,
)
CANNOT = re.compile(rf"{DECLINES.pattern}|(?:sorry,? )?i (?:can ?not|can['\u2019]?t) (?:come|make it)\b", re.IGNORECASE)
"""The words of a no to a letter that takes one; about a game they may mean another day."""
DOUBTS = re.compile(
    r"\b(?:but|if|unless|until|when|once|wait|actually|maybe|perhaps|later|yet|only|mean|meant|understand|how)\b|\d",
    re.IGNORECASE,
)
"""The words that make an answer no plain one, in any of its lines."""
WANTS = re.compile(
    r"\b(?:yes|sure|gladly|glad|happy|love|accept|keep|count me in|i(?: am|['\u2019]m) in|i will|i['\u2019]ll"
    r"|would like|(?<!not )want to)\b",
    re.IGNORECASE,
)
"""The words that go ill with a no."""
WORDY = 40
"""The most words of an answer; a longer text may mean anything."""


def with_answer(case: Case, mail: Mail, reading: Reading) -> Reading:
    """Return the reading, with `yes`, or what a `no` asks, for other words of the same meaning. The mail must prove
    itself and ask nothing else."""
    if reading.asked or reading.no or reading.doubtful or mail.sender.proof is None:
        return reading
    if mail.message.automatic is not Automatic.NO or not is_for_us(case, mail):
        return reading
    wish = refusal(case, mail)
    if wish is None and (not is_invited(case, mail) or answers_another(case, mail)):
        return reading
    lines = (*reading.near, *(each.line for each in reading.unclear))
    if len(" ".join(lines).split()) > WORDY or any(map(DOUBTS.search, lines)):
        return reading
    declines = CANNOT if wish else DECLINES
    yes, no = (next((line for line in lines if _says(how, line)), "") for how in (ACCEPTS, declines))
    if bool(yes) == bool(no) or any(each.line not in (yes, no) for each in reading.unclear):
        return reading
    if any(map(WANTS.search, lines)) if no else any(takes_back(ACCEPTS.sub("", line)) for line in lines):
        return reading
    line = yes or no
    talk = tuple((at, other) for at, other in reading.talk if other != line)
    return replace(reading, asked=(Asked(line, Yes() if yes else wish or Stop(), (line,)),), unclear=(), talk=talk)


def _says(how: re.Pattern[str], line: str) -> bool:
    return any(how.match(words) is not None for words in (line, own_words(line) or line))
