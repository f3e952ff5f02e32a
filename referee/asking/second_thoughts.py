"""Words that turn a command of their mail, so that we cannot be sure that it still holds: a negation, a correction, a
condition, a question, another bid or card.

Only a short sentence about nothing else turns a command: its words are small, or name the game. A sentence about the
weather turns no command, whatever it denies. Any words except courtesies and names turn a command that cannot be
undone.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from referee.asking import commands as ask
from referee.asking.cards import RANK_WORDS, read_cards, read_number, words_of_cards
from referee.asking.command_table import row_of
from referee.asking.commands import Asked, Reading
from referee.asking.tiles import tiles_in
from referee.asking.turning_words import (
    ABOVE,
    ASKS,
    CORRECTS,
    DENIES,
    DOUBTING,
    GAME,
    GOES_ON,
    HEDGES,
    IDIOMS,
    LATER,
    LAUGHING,
    LEADS_IN,
    LONG_ENDS,
    OPEN_ENDS,
    OTHERS,
    SMALL,
    STOPS,
    TIMES,
    TURNS,
)
from referee.spades import commands as game

FEW = 3
"""The most words of a sentence that puts a command off: `After lunch.`"""
SHORT = 9
"""The most words of a sentence that turns a command."""
DOES = ("has", "had", "is", "was", "will", "did", "does", "bid", "bids", "played", "plays", "said", "says", "led")
FACES = ("ace", "king", "queen", "jack")
COMES = ("comes", "follows")
"""The small words of a sentence that names a card."""
BROKEN_OFF = range(45, 81)
"""The length of a line that may go on in the command right below it, if it has no end: no mail program breaks longer
lines."""

WHO = (
    r"(?: (?:to |and |of |dear |my )*"
    r"(?:you|all|each|everyone|everybody|both|folks|guys|friends|dears|there|together|people|teams?|partner|sir|madam"
    r"|players|captains"
    r"|gentlemen|ladies"
    r"|referee|ref|gamesmaster"
    r"|(?-i:[A-Z][\w'’-]*)))*"
)
GREETING = re.compile(
    rf"(?:my )?(?:hi|hello|hey|hallo|dear|greetings|moin|bonjour|hola|ciao|(?:good )?(?:morning|day|afternoon"
    rf"|evening))(?:{WHO}| \w+)|(?:all|everyone|everybody|people|folks|guys|friends)",
    re.IGNORECASE,
)
CLOSING = re.compile(
    rf"(?:please|ok|okay|sorry|congratulations){WHO}|welcome(?: (?-i:[A-Z][\w'’-]*))?"
    rf"|(?:my |with )*apologies(?: for the (?:delay|inconvenience|trouble))?{WHO}"
    rf"|(?:many |with )?(?:thanks|thank you|thx|cheers)(?: a lot| again| so much| very much| kindly| in advance)?{WHO}"
    r"(?: for (?:everything|playing|(?:the|a|this) (?:good |great |nice |fun |splendid |lovely |\w+ )?games?"
    r"|your (?:help|patience|time)))?"
    rf"{WHO}"
    rf"|(?:good luck|have fun|well played|good game|gg|take care|farewell|(?:good ?)?bye|good night|see you"
    rf"|all the (?:very )?best|sleep well|sweet dreams|god bless|(?:a )?(?:big )?hugs?|get well(?: soon)?){WHO}"
    r"|(?:i )?(?:hope|look forward) to (?:play|see you)(?: all)?(?: again)?(?: soon)?|(?:see you )?(?:until )?next time"
    r"|it was (?:a )?(?:fun|pleasure|good game|great game)(?: playing)?(?: with you(?: all)?)?"
    r"|have a (?:good|great|nice|lovely) (?:day|evening|week|weekend|time)"
    rf"|(?:(?:with )?(?:best|kind|kindest|warm|warmest|friendly|many) )?(?:regards|wishes|greetings){WHO}|best|love"
    r"|yours(?: (?:sincerely|truly|faithfully))?|sincerely",
    re.IGNORECASE,
)
"""Thanks, a wish or a farewell, without its stops."""
NAMED = re.compile(r"(?:[A-Z][\w'’-]*|[A-Z])(?: (?:[A-Z][\w'’-]*|de|van|von)){0,2}")
"""A phrase that may be a name: in the line of a greeting, or once behind a farewell."""
PARTS = re.compile(r"[.!,;:]+(?:\s+|$)|\s+[-\u2013\u2014]+\s+|\s*\n\s*")
SENTENCES = re.compile(r"(?<=[.!?\u2026])(?<!\bno\.)\s+|\s+[-\u2013\u2014]+\s+")
CLAUSES = re.compile(r"(?<=[.!?\u2026,;])\s+|\s+[-\u2013\u2014]+\s+")
WORD = re.compile(r"[\w'-]+")
TO_ALL = re.compile(
    r"\b(?:you|all|everyone|everybody|both|folks|guys|friends|there|together|people|team|players|captains|teams"
    r"|gentlemen|ladies|referee|ref)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Writer:
    """The words of a mail writer's names, in small letters; `known`: nobody signs for them under another name."""

    words: frozenset[str]
    known: bool = False


def what_turns(reading: Reading, writer: Writer) -> str:
    """Return the line that turns a command of a mail, empty if none does."""
    if reading.turned:
        return reading.turned
    turned = (*_against_each_other(reading.asked), *_by_talk(reading, writer))
    return next(iter(turned), "")


def _may_be_turned(asked: Asked) -> bool:
    row = row_of(asked.command)
    return not (row.looks or row.unturned)


def _against_each_other(asked: Iterable[Asked]) -> Iterator[str]:
    """Yield the lines of commands that do not go with an earlier one."""
    acts = [(each, row_of(each.command)) for each in asked if _may_be_turned(each)]
    for at, (each, row) in enumerate(acts):
        for earlier, other in acts[:at]:
            both_steer = row.steers and other.steers
            twice = row.steers and type(each.command) is type(earlier.command)
            one_ends = any(one.final and not one.goes_on for one in (row, other))
            if twice or (one_ends and both_steer) or (row.final and other.final):
                yield each.line


def _by_talk(reading: Reading, writer: Writer) -> Iterator[str]:
    for asked in filter(_may_be_turned, reading.asked):
        final = row_of(asked.command).final
        yield from _beside(reading, asked)
        yield from _not_only_courteous(reading, asked, writer) if final else _turned_move(reading, asked)


def _turned_move(reading: Reading, asked: Asked) -> Iterator[str]:
    if not DOUBTING.isdisjoint(asked.line):
        yield asked.line
    yield from (line for line in reading.beneath if CORRECTS.search(line))
    for at, line in reading.talk:
        told = False
        for sentence in map(_plainly, SENTENCES.split(line)):
            if _turns_above(sentence, told=told) if at < asked.at else _turns_below(sentence, asked.command, told=told):
                yield line
            told = told or _is_about_else(sentence)


def _is_about_else(sentence: str) -> bool:
    """Tell if a sentence is not about a command: then a short sentence behind it is about the same subject."""
    return len(WORD.findall(sentence)) > 1 and not _is_about_command(sentence) and not _is_courteous(sentence)


def _turns_above(sentence: str, *, told: bool) -> bool:
    if ABOVE.match(sentence) is None:
        return False
    words = WORD.findall(sentence)
    of_game = len(words) <= SHORT and any(map(_is_of_game, words))
    return (of_game and TURNS.search(sentence) is not None) or _turns(sentence, told=told)


def _turns_below(sentence: str, command: ask.Command, *, told: bool) -> bool:
    return _corrects(sentence) or _turns(sentence, told=told) or _names_another(sentence, command)


def _plainly(sentence: str) -> str:
    return IDIOMS.sub(" ", sentence.replace("\u2019", "'")).strip()


def _beside(reading: Reading, asked: Asked) -> Iterator[str]:
    """Yield the line above that goes on in the command, and the line below in which the command goes on."""
    above = max((each for each in reading.talk if each[0] < asked.at), default=None)
    below = min((each for each in reading.talk if each[0] > asked.at), default=None)
    right_above = above is not None and above[0] == asked.at - 1
    if above is not None and _leads_in(
        above[1], asked, right_above=right_above, ends_sentences=_ends_sentences(reading)
    ):
        yield above[1]
    if below is not None and _goes_on(below[1], right_below=below[0] == asked.at + 1):
        yield below[1]


def _ends_sentences(reading: Reading) -> bool:
    """Tell if a writer ends their sentences: only then is a long line without an end broken off."""
    return any(len(WORD.findall(line)) > FEW and re.search(r"[.!?](?:\s|$)", line) for _, line in reading.talk)


def _leads_in(line: str, asked: Asked, *, right_above: bool, ends_sentences: bool) -> bool:
    if LEADS_IN.search(line):
        return True
    if _ends(line) or _is_courteous(line):
        return False
    # a number right below a name may be that of a house
    bare = isinstance(asked.command, ask.BareCard | ask.BareNumber) or getattr(asked.command, "bare", False)
    names = bare and NAMED.fullmatch(line) and not line.isupper()
    near = right_above or len(WORD.findall(line)) <= SHORT
    if (OPEN_ENDS if near else LONG_ENDS).search(line):
        return True
    return right_above and (bool(names) or (ends_sentences and len(line) in BROKEN_OFF))


def _goes_on(line: str, *, right_below: bool) -> bool:
    if _is_courteous(line):
        return False
    if line.startswith(("...", "\u2026")):
        return True
    clause = CLAUSES.split(line)[0]
    first = _plainly(clause if " " in clause else line)
    opens = GOES_ON.match(first)
    goes_on = opens is not None and (_is_about_command(first) or (line[0].islower() and opens[0] not in ("no", "not")))
    return goes_on or (right_below and _corrects(line))


def _ends(line: str) -> bool:
    return line[-1] in ".!?:,;)\u2026" or not line[-1].isascii()


def _is_courteous(line: str) -> bool:
    parts = map(_words, PARTS.split(line))
    return all(GREETING.fullmatch(words) or _is_courtesy(words) for words in parts if words)


def _is_courtesy(words: str) -> bool:
    return CLOSING.fullmatch(words) is not None or all(map(CLOSING.fullmatch, words.split(" and ")))


def _words(part: str) -> str:
    return " ".join(re.findall(r"\w[\w'’-]*", part)).removeprefix("and ").rstrip("x").rstrip()


def denies(line: str) -> bool:
    """Tell if a line denies something or corrects it, whatever it is about."""
    return any(DENIES.search(clause) or CORRECTS.search(clause) for clause in map(_plainly, CLAUSES.split(line)))


def without_times(line: str) -> str:
    """Return a line without its hours, spans and scores, and without idioms."""
    return TIMES.sub(" ", _plainly(line))


def takes_back(line: str) -> bool:
    """Tell if a line denies something, corrects it, asks, or puts it off."""
    return any(_corrects(sentence) or _turns(sentence) for sentence in map(_plainly, SENTENCES.split(line)))


def _corrects(sentence: str) -> bool:
    return CORRECTS.search(sentence) is not None or (
        STOPS.match(sentence) is not None and not re.search(r"\b(?:he|she|they)\b", sentence)
    )


def _turns(sentence: str, *, told: bool = False) -> bool:
    """Tell if a sentence is about a command alone, and turns it. `told`: the words before it in its line are not about
    a command, so the sentence must name the game."""
    words = WORD.findall(sentence)
    if not words:
        return sentence.startswith("?")
    if len(words) <= FEW and LATER.match(sentence):
        return True
    if told and not any(map(_is_of_game, words)):
        return False
    if not _is_about_command(sentence):
        return False
    if sentence.rstrip("!)").endswith("?"):
        return ASKS.search(sentence) is not None and not re.match(r"(?:how|who|where|why)\b", sentence, re.IGNORECASE)
    return TURNS.search(sentence) is not None


def _is_about_command(sentence: str) -> bool:
    words = WORD.findall(sentence)
    return len(words) <= SHORT and is_about(words)


def is_about(words: list[str], *, cards: bool = False) -> bool:
    """Tell if words are about a command: all of them are small, or turn it, or name the game. Names say nothing."""
    said = [word.lower() for word in words]
    if not OTHERS.isdisjoint(said) or _tells_of_somebody(words):
        return False
    return all(
        _is_of_game(word)
        or word in SMALL
        or (cards and word in COMES)
        or word[0].isdigit()
        or TURNS.fullmatch(word)
        or (at > 0 and words[at].istitle())
        for at, word in enumerate(said)
    )


def _is_of_game(word: str) -> bool:
    return word.lower() in GAME or bool(words_of_cards(word, whole=True))


def _tells_of_somebody(words: list[str]) -> bool:
    """Tell if a sentence begins with a name and what its bearer did: `Dave has bid 5`."""
    return len(words) > 1 and words[0][0].isupper() and words[0].lower() not in SMALL and words[1] in DOES


def _names_another(sentence: str, command: ask.Command) -> bool:
    """Tell if a short sentence names another card or bid."""
    words = WORD.findall(sentence)
    if len(words) > SHORT:
        return False
    match command:
        case ask.BareCard(card) | game.PlayCard(card) if is_about(words, cards=True) and words[:1] != ["What"]:
            ranks = (RANK_WORDS[word] for word in map(str.lower, words) if word in FACES)
            cards = (read_cards(said) for said in words_of_cards(sentence, whole=True))
            return any(rank != card.rank for rank in ranks) or any(each != (card,) for each in cards)
        case ask.PlayTile(tile) if is_about(words):
            return any(each != tile for each in tiles_in(sentence))
        case ask.BareNumber(value) | game.MakeBid(value) if is_about(words):
            numbers = (read_number(word) for word in WORD.findall(without_times(sentence)))
            return any(number not in (None, value) for number in numbers)
    return False


def _not_only_courteous(reading: Reading, asked: Asked, writer: Writer) -> Iterator[str]:
    """Yield the lines of a mail beyond commands and courtesies. A reason is a part of its command up to the end of its
    first sentence."""
    reason, *more = re.split(r"(?<=[.!?])\s+", getattr(asked.command, "reason", None) or "")
    name = getattr(asked.command, "name", None) or ""
    if HEDGES.search(reason) or HEDGES.search(name) or TURNS.search(name):
        yield asked.line
    yield from beyond_courtesies(more, writer)
    yield from (each.line for each in reading.asked if isinstance(each.command, ask.Say) and takes_back(each.line))
    yield from (line for line in (asked.line, *_lines(reading)) if not (DOUBTING | LAUGHING).isdisjoint(line))
    if row_of(asked.command).steers:
        yield from (line for line in (asked.line, *_lines(reading)) if _greets_others(line))
    yield from (line for line in reading.beneath if takes_back(line))
    yield from beyond_courtesies(_lines(reading), writer)


def _lines(reading: Reading) -> tuple[str, ...]:
    return tuple(line for _, line in reading.talk)


def _greets_others(line: str) -> bool:
    """Tell if a line greets people by name, and not everybody or the referee."""
    greeting = GREETING.match(_words(line))
    return greeting is not None and re.search(r" [A-Z]", greeting[0]) is not None and not TO_ALL.search(greeting[0])


def beyond_courtesies(lines: Iterable[str], writer: Writer) -> Iterator[str]:
    """Yield the lines that are neither courtesies nor the names of their writer."""
    called = {*writer.words, *(name[0] for name in writer.words)}
    closed = False
    for line in lines:
        greets = False
        for part in PARTS.split(line):
            words = _words(part)
            if GREETING.fullmatch(words):
                greets = True
            elif _is_courtesy(words):
                closed = True
            elif (greets or (closed and not writer.known)) and NAMED.fullmatch(words):
                closed = False
            elif not called.issuperset(re.findall(r"[^\W_]+", words.casefold())):
                yield line
        if takes_back(line):
            yield line
