"""The words of a mail that turn a command in it: a negation, a correction, a condition, a question, another bid or card.

What turns a command is said in a short sentence about nothing else: one that names the game, or has none but small
words. A sentence about the weather turns nothing, whatever it denies. What cannot be undone is turned by everything but
courtesies and names. Never asks which commands those are.
"""

import re
from collections.abc import Collection, Iterable, Iterator

from referee.asking import commands as ask
from referee.asking.cards import NUMBER_WORDS, RANK_WORDS, SUIT_WORDS, read_cards, read_number, words_of_cards
from referee.asking.commands import Asked, Reading
from referee.spades import commands as game

SHORT = 9
"""The most words of a sentence that turns a command."""
BROKEN_OFF = 30
"""A line without an end, this long and right above a command, goes on in it."""

CORRECTS = re.compile(
    r"\b(?:i mean(?:t)?(?! to\b)|scratch (?:that|this|it|my)|strike (?:that|this|it)|forget (?:that|this|it|my|what)"
    r"|disregard|ignore (?:that|this|it|my|the)|(?:take|took|taking) (?:it|that|this|my \w+) back|take back (?:it|that|my)"
    r"|undo|retract|revoke|chang(?:ed?|ing) my mind|second thoughts?|on reflection|mistyped|misread|misclick(?:ed)?|typo"
    r"|miscounted|counted (?:it )?wrong|wrong (?:card|bid|number|one|suit|tab|window|button)|by mistake|oops|whoops|just kidding"
    r"|(?:was|am|i'm|only|just|make|made) (?:a |only |just )*(?:kidding|joking|joke|test|testing)|correction"
    r"|(?:do not|don't|dont|please not) (?:play|bid|do|count|take|send|act on|use|enter|record|execute) (?:it|that|this|my)"
    r"|give me (?:a|an|one|some|until)|let me (?:think|keep|ask|check|see|look|decide|reconsider|change|try again)"
    r"|do it (?:properly|later|again)|wrong (?:game|mail|thread)|(?:that|this|it) (?:is|was) wrong|doch nicht|nicht (?:zählen|werten|spielen)|vergessen"
    r"|hold (?:that|it|my|off)|not (?:my|the) (?:final|real) (?:bid|card|answer)|not (?:yet )?final"
    r"|vertippt|versehen|verlesen|verzählt|meinte|stattdessen|vergiss|me suis trompée?|voulais dire|annule[rz]?|oublie[rz]?"
    r"|quise decir|me equivoqu[eé]|olvida\w*|volevo dire|mi sono sbagliat[oa]|dimentica\w*|vergissing|vergist|bedoel\w*"
    r"|me vergist)\b",
    re.IGNORECASE,
)
"""The phrases that correct what was just said, in a sentence of any length."""
_DENIES = (
    r"no+|not|nor|never|nope|neither|without|cannot|\w+n't|(?:do|does|did|ca|wo|would|should|could|is|was)nt"
    r"|wait|hold|hang on|instead|rather|mistake|stop|cancel|reconsider|halt"
    r"|nein|nicht|kein\w*|doch|lieber|warte|falsch|non|pas|plutôt|attend[sz]?|attendez|erreur|espera|mejor"
    r"|aspetta|anzi|errore|invece|nee|niet|liever|wacht|toch"
)
_DEPENDS = (
    r"if|when|unless|until|till|once|whether|in case|depends|depending|provided|maybe|perhaps|might|would|could|should"
    r"|better|probably|possibly|likely|later|tomorrow|tonight|before|after|first|then|suppose|or|otherwise|yet|only"
    r"|again|decide|undecided|think|thinking|sure|unsure|guess|time|minute|moment|hm+|er+m*"
    r"|moment|vielleicht|wenn|falls|erst|später|peut-être|quand|quizás?|tal vez|forse|misschien"
)
DENIES = re.compile(rf"\b(?:{_DENIES})\b", re.IGNORECASE)
TURNS = re.compile(rf"\b(?:{_DENIES}|{_DEPENDS})\b", re.IGNORECASE)
"""The words that turn a command in a sentence about nothing else."""
STOPS = re.compile(
    r"(?:(?:(?:no)+n?|nein|nee|oh|ah|wait|stop+|halt|hang on|hold on|hold it|quatsch|attendez|espera|aspetta)\b[ ,!.]*){2}"
    r"|(?:wait|edit|stop+|halt|hang on|hold on|oh no|quatsch|argh)[,!.:]|na[hy]\b|nope\b",
    re.IGNORECASE,
)
"""The beginning of a sentence whose writer stops themselves."""
OTHERS = frozenset(["he", "she", "they", "him", "her", "them", "his", "their", "he's", "she's", "they're", "who"])
"""The words of a sentence about somebody else."""

IDIOMS = re.compile(
    r"\bno (?:worries|rush|problem|hurry|doubt|pressure|news|thanks|idea|offence|matter|wonder|need|fear|joke|luck)\b"
    r"|\bnot (?:bad|much|to worry)\b|\bwhy not\b|\b(?:can't|cannot) (?:wait|complain|believe)\b|\bdo(?:n't| not) worry\b"
    r"|^(?:i'm |i am )?(?:so |very |really )*(?:sorry|apologies) (?:for|about|to|that|it took|i am|i'm|i was)\b.*|\bas soon as possible\b"
    r"|\bhow are (?:you|things)\b.*|\b(?:all|very|the) best\b|\btill (?:then|soon|later|tomorrow)\b"
    r"|\bsee you\b.*|\b(?:talk|speak) (?:to )?you (?:\w+ )?(?:later|soon|tomorrow|then|tonight)\b|\b(?:talk|more) later\b"
    r"|\bwish me luck\b|\bhere goes\b.*|\bbetter late than never\b|\bnever mind the \w+",
    re.IGNORECASE,
)
"""The idioms in which such words turn nothing."""

_SMALL = """
    i you we it this that these those me us my your our its one ones thing same myself yourself a an the am is are was were be been being do does did doing done have has had having will would
    shall should can could may might must let lets let's i'm i'll i'd i've it's that's you're we'll we're there's
    to of in on at for from with by as up down out off over about into than and but or so if when though although unless
    until till because that while whether not no nor never nope none neither without cannot now yet again still just only
    maybe perhaps probably possibly really too also even ever always here there well later soon then first before after
    once tomorrow today tonight otherwise instead rather better best worse more less much many high low enough
    go going get got make take want mean meant think thinking know guess say said see says ask tell wait hold need like try
    keep put give count counted change send act use check confirm decide undecided suppose depends sure unsure ok okay
    right wrong fine mistake sorry oops ah oh hm hmm hmmm er erm um please thanks thank actually anyway what yes yeah
    time minute moment second bit little while last next other another all any both everything anything nothing reconsider stop cancel
    allowed legal possible comes follows final serious safe safer fun idea on't don't doesn't didn't can't won't isn't wasn't
"""
_GAME = """
    bid bids bidding play plays playing card cards lead leading trick tricks move turn nil trump trumps joker spade
    spades heart hearts diamond diamonds club clubs command commands concede abort forfeit replace void withdraw claim
"""
SMALL = frozenset(_SMALL.split()) | {*NUMBER_WORDS} | {*RANK_WORDS}
"""The words of which a sentence about the command may consist."""
GAME = frozenset(_GAME.split()) | {*SUIT_WORDS} | {"ace", "king", "queen", "jack"}
"""The words that make a sentence one about the game."""

TIMES = re.compile(
    r"\b(?:at|by|in|until|till|after|before|since|around|about) (?:about )?\d+(?:[:.]\d\d)?\b"
    r"|\b\d+ ?(?:am|pm|h|days?|hours?|minutes?|weeks?|years?|o'clock)\b|\b\d+[:.-]\d+",
    re.IGNORECASE,
)
"""Numbers that are no bids: hours, spans, scores."""

OPEN_ENDS = re.compile(
    r"\b(?:a|an|the|my|your|his|her|our|their|i|he|she|we|they|is|are|was|were|be|been|will|would"
    r"|shall|should|can|could|may|might|must|do|does|did|have|has|had|to|of|in|on|at|for|from|with|by|as|about|than|and"
    r"|but|or|nor|if|when|because|play|bid|lead|say|write|mean|like|please|not|never|only|just|cannot|\w+n't|then|so"
    r"|nicht|und|oder|ob|pas|et|ou|no|e|niet|en|of)$",
    re.IGNORECASE,
)
"""The last word of a line that its command would end."""
GOES_ON = re.compile(
    r"(?:but|or|if|is|was|would|will|unless|when|because|which|though|although|only|then|not|no|so that|instead|until"
    r"|and (?:then|if)|aber|oder|wenn|falls|mais|pero|maar|(?-i:ou|si|ma|se|als|of(?! course)))\b|\?|\.\.\.|\u2026",
    re.IGNORECASE,
)
"""The beginning of a line that goes on with its command."""
ABOVE = re.compile(
    r"(?:(?:please|pls|ok|so|but|now|well),? )*(?:do not|don't|dont|never|not|if|when|once|unless|until|before|after|suppose"
    r"|imagine|what if|should|shall|can|could|may|would|is it|somebody|someone|later|tomorrow)\b",
    re.IGNORECASE,
)
"""The beginning of a sentence that turns a command below it: what somebody thinks aloud is settled by the command."""

WHO = (
    r"(?: (?:to |and |of |dear |my )*"
    r"(?:you|all|everyone|everybody|both|folks|guys|friends|there|team|partner|sir|madam|referee|ref|gamesmaster"
    r"|(?-i:[A-Z][\w'’-]*)))*"
)
GREETING = re.compile(
    rf"(?:hi|hello|hey|hallo|dear|greetings|moin|bonjour|hola|ciao|good (?:morning|day|afternoon|evening)){WHO}",
    re.IGNORECASE,
)
CLOSING = re.compile(
    rf"(?:please|ok|okay|sorry|apologies|congratulations|welcome){WHO}"
    rf"|(?:many |with )?(?:thanks|thank you|thx|cheers)(?: a lot| again| so much| very much| in advance)?{WHO}"
    r"(?: for (?:everything|playing|(?:the|a|this) (?:good |great |nice |fun )?games?|your (?:help|patience|time)))?"
    rf"{WHO}"
    rf"|(?:good luck|have fun|well played|good game|gg|take care|bye|see you|all the best|get well(?: soon)?){WHO}"
    r"|(?:i )?(?:hope|look forward) to (?:play|see you)(?: all)?(?: again)?(?: soon)?|(?:see you )?(?:until )?next time"
    r"|it was (?:a )?(?:fun|pleasure|good game|great game)(?: playing)?(?: with you(?: all)?)?"
    r"|have a (?:good|great|nice|lovely) (?:day|evening|week|weekend|time)"
    r"|(?:(?:with )?(?:best|kind|kindest|warm|warmest|many) )?(?:regards|wishes|greetings)|best|love"
    r"|yours(?: (?:sincerely|truly|faithfully))?|sincerely",
    re.IGNORECASE,
)
"""Thanks, a wish or a farewell, without its stops."""
KIND = re.compile(
    r"(?:(?<=[.!] )|^)(?:many |my )?(?:thanks|thank you|sorry|well played|congratulations|good luck|welcome|get well"
    r"|apologies|happy|merry)\b(?:(?!\b(?:but|if|when|until|no|not|would|could|should|or)\b|n't)[^.!?])*[.!]*",
    re.IGNORECASE,
)
"""A sentence that begins with a courtesy and takes nothing back."""
NAMED = re.compile(r"(?:[A-Z][\w'’-]*|[A-Z])(?: (?:[A-Z][\w'’-]*|de|van|von)){0,2}")
"""A phrase that may be a name: in the line of a greeting, or once behind a farewell."""
PARTS = re.compile(r"[.!,;:]+(?:\s+|$)|\s+[-\u2013\u2014]+\s+|\s*\n\s*")
SENTENCES = re.compile(r"(?<=[.!?\u2026])\s+|\s+[-\u2013\u2014]+\s+")
CLAUSES = re.compile(r"(?<=[.!?\u2026,;])\s+|\s+[-\u2013\u2014]+\s+")
WORD = re.compile(r"[\w'-]+")
MOVES = (ask.BareCard, ask.BareNumber, game.MakeBid, game.PlayCard)


def what_turns(reading: Reading, asked: Asked, names: Collection[str], *, final: bool) -> str:
    """Return the line that turns a command of a mail, empty if none does. `names`: what its writer is called; `final`:
    the command cannot be undone."""
    if isinstance(asked.command, ask.Question | ask.Say | ask.Start | ask.Yes):
        return ""
    return next(_turning(reading, asked, names, final=final), "")


def _turning(reading: Reading, asked: Asked, names: Collection[str], *, final: bool) -> Iterator[str]:
    yield from _beside(reading, asked, final=final)
    if final:
        yield from _not_only_courteous(reading, asked, names)
        return
    for at, line in reading.talk:
        below = at > asked.at
        for sentence in map(_plainly, SENTENCES.split(line)):
            if (
                CORRECTS.search(sentence) or STOPS.match(sentence)
                if below
                else ABOVE.match(sentence) and _turns(sentence)
            ):
                yield line
            if below and (_turns(sentence) or _names_another(sentence, asked.command)):
                yield line


def _plainly(sentence: str) -> str:
    return IDIOMS.sub(" ", sentence.replace("\u2019", "'")).strip()


def _beside(reading: Reading, asked: Asked, *, final: bool) -> Iterator[str]:
    """Yield the line above that goes on in the command, and the one below in which the command goes on."""
    above = max((each for each in reading.talk if each[0] < asked.at), default=None)
    if above is not None and not _ends(above[1]) and not _is_courteous(above[1]):
        right_above = above[0] == asked.at - 1
        if OPEN_ENDS.search(above[1]) or (right_above and len(above[1]) >= BROKEN_OFF):
            yield above[1]
    below = min((each for each in reading.talk if each[0] > asked.at), default=None)
    if below is not None and not _is_courteous(below[1]):
        right_below = below[0] == asked.at + 1
        first = _plainly(CLAUSES.split(below[1])[0])
        goes_on = GOES_ON.match(first) and (final or right_below or _is_short(first))
        if goes_on or (right_below and below[1][0].islower()):
            yield below[1]


def _ends(line: str) -> bool:
    return line[-1] in ".!?:,;)\u2026" or not line[-1].isascii()


def _is_courteous(line: str) -> bool:
    parts = [" ".join(re.findall(r"\w[\w'’-]*", part)) for part in PARTS.split(line)]
    return all(GREETING.fullmatch(words) or CLOSING.fullmatch(words) for words in parts if words)


def denies(line: str) -> bool:
    """Tell if a line denies something or corrects it, whatever it is about."""
    return any(DENIES.search(clause) or CORRECTS.search(clause) for clause in map(_plainly, CLAUSES.split(line)))


def without_times(line: str) -> str:
    """Return a line without its hours, spans and scores, and without idioms."""
    return TIMES.sub(" ", _plainly(line))


def takes_back(line: str) -> bool:
    """Tell if a line denies something, corrects it, asks, or puts it off."""
    return any(CORRECTS.search(sentence) or _turns(sentence) for sentence in map(_plainly, SENTENCES.split(line)))


def _turns(sentence: str) -> bool:
    """Tell if a sentence is about nothing but a command, and turns it."""
    words = WORD.findall(sentence)
    if not words:
        return sentence.startswith("?")
    if not _is_short(sentence):
        return False
    if sentence.rstrip("!)").endswith("?"):
        return not re.match(r"(?:how|who|where)\b", sentence, re.IGNORECASE)
    return TURNS.search(sentence) is not None


def _is_short(sentence: str) -> bool:
    words = WORD.findall(sentence)
    return len(words) <= SHORT and is_about(words)


def is_about(words: list[str], *, cards: bool = False) -> bool:
    """Tell if words are about a command: they name the game, or all of them are small or turn it. Names say nothing;
    with `cards`, neither does the game."""
    said = [word.lower() for word in words]
    if not OTHERS.isdisjoint(said):
        return False
    of_game = [word in GAME or bool(read_cards(word)) for word in said]
    return (any(of_game) and not cards) or all(
        game or word in SMALL or word.isdecimal() or TURNS.fullmatch(word) or (at > 0 and words[at][0].isupper())
        for at, (word, game) in enumerate(zip(said, of_game, strict=True))
    )


def _names_another(sentence: str, command: ask.Command) -> bool:
    """Tell if a short sentence names another card or bid."""
    words = WORD.findall(sentence)
    if len(words) > SHORT:
        return False
    match command:
        case ask.BareCard(card) | game.PlayCard(card) if is_about(words, cards=True):
            return any(read_cards(said) != (card,) for said in words_of_cards(sentence, whole=True))
        case ask.BareNumber(value) | game.MakeBid(value) if is_about(words):
            numbers = (read_number(word) for word in WORD.findall(without_times(sentence)))
            return any(number not in (None, value) for number in numbers)
    return False


def _not_only_courteous(reading: Reading, asked: Asked, names: Collection[str]) -> Iterator[str]:
    """Yield the lines of a mail beyond commands and courtesies. A reason is a part of its command up to the end of its
    first sentence."""
    reason, *more = re.split(r"(?<=[.!?])\s+", getattr(asked.command, "reason", None) or "")
    if "?" in reason:
        yield reason
    yield from beyond_courtesies((*more, *(line for _, line in reading.talk)), names)


def beyond_courtesies(lines: Iterable[str], names: Collection[str]) -> Iterator[str]:
    """Yield the lines that are neither courtesies nor the names of their writer."""
    called = {*names, *(name[0] for name in names)}
    closed = False
    for line in lines:
        greets = False
        for part in PARTS.split(line if takes_back(line) else KIND.sub(" ", line)):
            words = " ".join(re.findall(r"\w[\w'’-]*", part))
            if GREETING.fullmatch(words):
                greets = True
            elif CLOSING.fullmatch(words):
                closed = True
            elif (greets or closed) and NAMED.fullmatch(words):
                closed = False
            elif not called.issuperset(re.findall(r"[^\W_]+", words.casefold())):
                yield line
        if takes_back(line):
            yield line
