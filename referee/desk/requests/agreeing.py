"""A `yes` to a letter that asks for one: in other words (`yep`, `Yes, that's him!`, `ja`), and none beside words that
may take it back; a `no` to a letter that takes one; and a `no` that answers no question, which is `stop`.

An answer in one's own words, `No thanks, too busy`, `Sure!`, also counts of somebody whom others put into a game,
before they have said yes or acted. Words that say both, or doubt, are no answer: then we tell the writer the two
answers that count.
"""

import re
from dataclasses import replace

from referee.asking.commands import Asked, Join, Leave, Meet, No, Reading, Stop, Unclear, Yes
from referee.asking.courtesies import YES, YES_ALONE, own_words
from referee.asking.grammar import moves_of, read_commands
from referee.asking.second_thoughts import takes_back
from referee.desk.case import Case
from referee.desk.outgoing import PLAY
from referee.desk.people.stopping import takes_part
from referee.desk.request import Mail, Meant
from referee.desk.requests.answers import answers_another, is_for_us, is_invited
from referee.desk.table.proposals import proposal_answered
from referee.post.messages import Automatic
from referee.store import people

AGREES = re.compile(rf"(?:{YES_ALONE})[ .!]*", re.IGNORECASE)
AGREES_AND = re.compile(rf"(?:{YES})\s*[,.!:;\u2013\u2014-]+\s+", re.IGNORECASE)
"""A yes with more words behind it. Only an English yes: we know no other language's words of doubt."""
SAID_MORE = 6
"""The number of words that may stand behind a `yes` that answers the question of a tournament's letter."""
DOUBTS = re.compile(r"\b(?:but|if|should|actually|maybe|perhaps|later|once|when|until)\b", re.IGNORECASE)
"""The other words that make a `yes` doubtful."""
NOT_ALONE = (
    "words beside it may take it back: if you agree, answer the letter that asked you, not this one, with `yes` and "
    "nothing else"
)


def with_yes(case: Case, mail: Mail, reading: Reading) -> Reading:
    """Return the reading, with a `yes` for other words of that meaning. The mail must come from a person who wrote to
    us, known or not; a plain `yes` that the mail may take back becomes unclear."""
    plain = next((asked for asked in reading.asked if isinstance(asked.command, Yes)), None)
    if plain is not None and _is_mixed(reading) and not _says_they_play(mail, reading):
        return replace(reading, unclear=(*reading.unclear, Unclear(plain.line, NOT_ALONE)))
    if mail.message.automatic is not Automatic.NO or not is_for_us(case, mail):
        return reading
    agreed = _agreed(case, mail, reading)
    return reading if agreed is None else replace(reading, asked=(*reading.asked, agreed), unclear=())


def with_no(case: Case, mail: Mail, reading: Reading) -> Reading:
    """Return the reading, with a `no` at its head that answers an open proposal, or with what it asks of a letter that
    takes it; any other `no` is conversation."""
    wish, row = refusal(case, mail), mail.meant.row if isinstance(mail.meant, Meant) and mail.meant.seat else None
    agreed = row is not None and row.proposal is not None and row.proposal == proposal_answered(case, mail)
    if reading.no is None or not (agreed or wish):
        return reading
    talk = tuple((at, line) for at, line in reading.talk if at != reading.no.at)
    return replace(reading, asked=(replace(reading.no, command=wish or No()), *reading.asked), talk=talk)


def refusal(case: Case, mail: Mail) -> Leave | Meet | None:
    """Return the request that a `no` to the letter makes which a mail answers: to be off the list, or not to come."""
    token = mail.sender.token if mail.sender.bears_token and is_for_us(case, mail) else None
    if token is None or token.offer is None or mail.message.automatic is not Automatic.NO:
        return None
    match read_commands(token.offer, case.desk.sheets).asked:
        case (Asked(command=Join(partner=None)),):
            return Leave()
        case (Asked(command=Meet() as meet),):
            return replace(meet, comes=False)
    return None


def with_stop(case: Case, mail: Mail, reading: Reading) -> Reading:
    """Return the reading; a `no` becomes `stop` if a person wrote it to us, it answers no letter about something else,
    no open question to them takes a `no`, and they take part in something that they could stop."""
    no = next((asked for asked in reading.asked if isinstance(asked.command, No)), reading.no)
    beside = any(asked is not no for asked in reading.asked) or bool(reading.doubtful)
    if no is None or beside or mail.message.automatic is not Automatic.NO or not is_for_us(case, mail):
        return reading
    if answers_another(case, mail) or _is_asked_along(case, mail) or not takes_part(case, mail):
        return reading
    talk = tuple((at, line) for at, line in reading.talk if line != no.line)
    return replace(reading, asked=(replace(no, command=Stop()),), talk=talk)


def _is_asked_along(case: Case, mail: Mail) -> bool:
    """Tell if a letter about a tournament waits for the sender's answer: their `no` may be that, unless it answers a
    letter about a game."""
    person, token = mail.sender.person, mail.sender.token
    of_game = token is not None and token.game is not None
    return person is not None and not of_game and bool(people.offers(case.tx, person.id, case.arrived))


def _is_mixed(reading: Reading) -> bool:
    """Tell if a mail that says yes also says no, doubts, or makes a move."""
    if reading.no is not None or moves_of(reading.asked):
        return True
    return any(_doubts(line) for _, line in reading.talk)


def _says_they_play(mail: Mail, reading: Reading) -> bool:
    """Tell if a mail says yes to the letter that asks its reader to play: a move beside it says the same."""
    token = mail.sender.token
    return reading.no is None and token is not None and token.offer == PLAY


def _agreed(case: Case, mail: Mail, reading: Reading) -> Asked | None:
    line = next(iter(reading.near), "")
    token = mail.sender.token if mail.sender.bears_token else None
    if token is None or not (token.offer or token.asks) or not line or reading.asked:
        return None
    plain = AGREES.fullmatch(own_words(line) or line)
    if not (plain or (token.tournament is not None and _agrees(line))) or reading.unclear:
        return None
    if any(_doubts(each) for each in reading.near if each != line):
        return None
    return Asked(line, Yes(), (line,))


def _agrees(line: str) -> bool:
    """Tell if a short line says yes, and no other word takes it back: `Yes, that's him!`."""
    start = AGREES_AND.match(line)
    more = line[start.end() :] if start else ""
    return start is not None and len(more.split()) <= SAID_MORE and not (re.search(r"\d", more) or _doubts(more))


def _doubts(line: str) -> bool:
    return takes_back(line) or DOUBTS.search(line) is not None


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
UNSURE = re.compile(
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
    if len(" ".join(lines).split()) > WORDY or any(map(UNSURE.search, lines)):
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
