"""The words of a mail that turn a command in it: a negation, a correction, a question, another bid or card.

A move is turned by what its writer says after it; what cannot be undone, by everything but courtesies and names. Never
asks which commands those are.
"""

import re
from collections.abc import Collection, Iterator

from referee.asking import commands as ask
from referee.asking.cards import read_cards, read_number, words_of_cards
from referee.asking.commands import Asked, Reading
from referee.spades import commands as game

TURNS = re.compile(
    r"\?|\b(?:no|not|nor|never|nope|neither|without|cannot|\w+n['’]t|(?:do|does|did|ca|wo|would|should|could)nt"
    r"|(?<!the )(?<!to )wait|hold (?:on|off|it)|hang on|instead|(?:would|much|or|['’]d) rather|i mean|i meant|mistake"
    r"|mistyped|misread|misclick(?:ed)?|typo|oops|whoops|(?:scratch|strike|forget) (?:that|this|it|my|the)|disregard"
    r"|ignore|undo|cancel|retract|revoke|(?:take|took) (?:it|that) back|changed my mind|second thoughts?"
    r"|kidding|joking|jk|(?:just|only) (?:a joke|testing|a test)|correction|wrong|reconsider|make (?:it|that)|unless"
    r"|otherwise|nein|nicht|kein|doch|non|pas|niet|let me (?:think|ask|check|see)|think (?:about|again|it over|twice)"
    r"|need (?:to (?:think|ask)|(?:a (?:bit|little) |some )?(?:more )?time)|give me (?:a|an|one|some|until)\b"
    r"|(?:will|to) decide|['’]ll decide|only if|if (?:that|it|this) is|if i were|in your place|on reflection|hmm+)\b",
    re.IGNORECASE,
)
"""Words that deny something, correct it, ask, or put it off; of the languages whose yes we take, those that deny."""
IDIOMS = re.compile(
    r"\bno (?:worries|rush|problem|hurry|doubt|pressure|news|thanks|idea|offence)|\bnot (?:bad|much)\b|\bwhy not\b"
    r"|\b(?:can['’]?t|cannot) (?:wait|complain|believe)|\bdo(?:n['’]?t| not) worry"
    r"|\bhow are you(?: all| doing| today)*\?",
    re.IGNORECASE,
)
"""The idioms in which such words deny nothing."""

ABOUT_BIDS = {
    *("bid", "or", "better", "rather", "instead", "no", "maybe", "perhaps", "i", "we", "make", "it", "that", "say"),
    *("mean", "think", "is", "was", "then", "even", "tricks", "trick", "books", "book", "go", "for", "please", "sorry"),
    *("well", "to", "of", "take", "my", "the", "a", "so", "but", "though", "although", "on", "reflection", "would"),
    *("could", "might", "be", "best", "safer", "says", "heart", "fun", "just"),
}
"""A line of such words and a number is about a bid; with others, about the time, a street, or the weather."""

WHO = (
    r"(?: (?:to |and |of )*"
    r"(?:you|all|everyone|everybody|both|folks|guys|there|partner|referee|ref|gamesmaster|(?-i:[A-Z][\w'’-]*)))*"
)
GREETING = re.compile(rf"(?:hi|hello|hey|hallo|dear|good (?:morning|day|afternoon|evening)){WHO}", re.IGNORECASE)
CLOSING = re.compile(
    rf"(?:please|ok|okay|sorry|congratulations){WHO}"
    rf"|(?:many |with )?(?:thanks|thank you|thx|cheers)(?: a lot| again| so much| very much| in advance)?{WHO}"
    r"(?: for (?:everything|playing|(?:the|a|this) (?:good |great |nice |fun )?games?|your (?:help|patience|time)))?"
    rf"{WHO}"
    rf"|(?:good luck|have fun|well played|good game|gg|take care|bye|see you|all the best){WHO}"
    r"|have a (?:good|great|nice|lovely) (?:day|evening|week|weekend|time)"
    r"|(?:(?:with )?(?:best|kind|kindest|warm|warmest|many) )?(?:regards|wishes|greetings)|best|love"
    r"|yours(?: (?:sincerely|truly|faithfully))?|sincerely",
    re.IGNORECASE,
)
"""Thanks, a wish or a farewell, without its stops."""
NAMED = re.compile(r"(?:[A-Z][\w'’-]*|[A-Z])(?: (?:[A-Z][\w'’-]*|de|van|von)){0,2}")
"""A phrase that may be a name: in the line of a greeting, or once behind a farewell."""
PARTS = re.compile(r"[.!,;:]+(?:\s+|$)|\s+[-\u2013\u2014]+\s+|\s*\n\s*")
SENTENCES = re.compile(r"(?<=[.!?])\s+")


def what_turns(reading: Reading, asked: Asked, names: Collection[str], *, final: bool) -> str:
    """Return the line that turns a command of a mail, empty if none does. `names`: what its writer is called; `final`:
    the command cannot be undone."""
    if final:
        return next(_not_only_courteous(reading, asked, names), "")
    if not isinstance(asked.command, ask.BareCard | ask.BareNumber | game.MakeBid | game.PlayCard):
        return ""
    above = [line for at, line in reading.talk if at == asked.at - 1 and line[-1] not in ".!:,"]
    if above and takes_back(above[0]):
        return above[0]
    return next((line for at, line in reading.talk if at > asked.at and _turns_move(line, asked.command)), "")


def takes_back(line: str) -> bool:
    """Tell if a line denies something, corrects it, asks, or puts it off."""
    return TURNS.search(IDIOMS.sub(" ", line)) is not None


def _turns_move(line: str, command: ask.Command) -> bool:
    if takes_back(line):
        return True
    match command:
        case ask.BareCard(card) | game.PlayCard(card):
            return any(read_cards(words) != (card,) for words in words_of_cards(line, whole=True))
        case ask.BareNumber(value) | game.MakeBid(value):
            return any(other != value for other in _bids(line))
    return False


def _bids(line: str) -> list[int]:
    """Return the numbers in a line that is about nothing but a bid."""
    said = {word: read_number(word) for word in re.findall(r"[\w'’]+", line.lower())}
    about = {word for word, number in said.items() if number is None} <= ABOUT_BIDS
    return [number for number in said.values() if number is not None] if about else []


def _not_only_courteous(reading: Reading, asked: Asked, names: Collection[str]) -> Iterator[str]:
    """Yield the lines of a mail that are neither commands nor courtesies, nor the names of its writer.

    A reason is a part of its command up to the end of its first sentence.
    """
    reason, *more = SENTENCES.split(getattr(asked.command, "reason", None) or "")
    if "?" in reason:
        yield reason
    closed = False
    for line in (*more, *(line for _, line in reading.talk)):
        greets = False
        for part in PARTS.split(line):
            words = " ".join(re.findall(r"\w[\w'’-]*", part))
            if GREETING.fullmatch(words):
                greets = True
            elif CLOSING.fullmatch(words):
                closed = True
            elif (greets or closed) and NAMED.fullmatch(words):
                closed = False
            elif not {*re.findall(r"[^\W_]+", words.casefold())} <= {*names}:
                yield line
        if takes_back(line):
            yield line
