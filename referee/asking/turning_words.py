"""The words by which somebody turns a command in the same mail: tables, which second_thoughts.py applies."""

import re

from referee.asking.cards import NUMBER_WORDS, RANK_WORDS

_CORRECTIONS = r"""
    i meant(?! to\b)|(?<!\w )i mean(?! to\b| it\b| well\b)|(?<!\w )(?<!\w)meant(?! to\b)|(?:was|is) meant for
    scra(?:tch|p) (?:that|this|it|my)|strike (?:that|this|it|the)|scrub (?:that|what|it)|forget (?:that|this|it|my|what)
    disregard|(?:please|just) ignore|ignore (?:that|this|it|my|the|all)|no attention|undo|retract|revoke|withdrawn
    (?:take|took|taking) (?:it|that|this|my \w+) back|take back (?:it|that|my)|line above|(?:the|bid|card|move) above
    chang(?:ed?|ing) my mind|second thoughts?|on reflection|reconsider|to be continued|draft|reserve (?:it|this)
    mistyped|misread|misclick(?:ed)?|typo|miscounted|counted (?:it )?wrong|by (?:mistake|accident)|fat finger\w*
    wrong (?:card|bid|number|one|suit|tab|window|button)|(?:other|wrong) (?:table|game|mail|thread|key)
    (?<!says )(?<!said )(?:that|this|it) (?:is|was) wrong(?! \w)|oops|ups|whoops|correction|nvm
    just kidding|jk|kidding(?= *[,!.])|^testing|this is (?:only |just )?a test
    (?:was|am|i'm|only|just|make|made) (?:a |only |just )*(?:kidding|joking|joke|test|testing)
    (?:do not|don't|dont|please not) (?:play|bid|do|count|take|send|act on|use|enter|record|execute) (?:it|that|this|my)
    (?:do not|don't) (?:do anything|listen)|(?:do not|don't) want to (?:bid|play|do)
    (?:count|enter|announce) it|(?:no|not|don't|doesn't) need (?:for )?(?:it|that)
    (?:sent|clicked|pressed|hit) (?:\w+ )?(?:too|by|before)|pressed send|premature\w*|after i (?:wrote|sent) it
    (?:cat|son|kid|child|toddler|daughter|dog|boy|girl)\b.*\b(?:keyboard|typed|wrote|sent)
    that was (?:my|the) (?:\w+ )?(?:son|daughter|brother|sister|cat|dog|kid|child|children|phone)
    need (?:\w+ ){0,2}(?:time|days?|minutes?|moment)|give me (?:a|an|one|some|until)|do it (?:properly|later|again)
    let me (?:think|keep|ask|check|see|look|decide|reconsider|change|try again)|wait with (?:that|it|this)
    hold (?:that|it|off)(?= *(?:[,.!;]|$|for\b|until\b|till\b|please\b|back\b))|hold my (?:bid|card|move)|hold fire
    hang on to (?:that|it)|not for this (?:one|trick|round)|(?:this|that|it) (?:is|was) for (?:game|the other|another)
    not (?:my|the) (?:final|real) (?:bid|card|answer)|not (?:yet )?final|final answer
    real (?:one|bid|card|move) (?:in|to|when|comes|coming|later|follows|tomorrow|tonight|soon)
    only (?:valid|counts|if|after|once|provided|holds|when)|valid only|^(?:that's )?assuming|confirm first
    ^but (?:only|if)\b.*\b(?:bid|nil|card|play|trump\w*|said|say)
    must i (?:here )?(?:put|play|bid|choose|take|follow|use|give|something)|am i (?:obliged|allowed)|would that suit
    before you (?:put|do|play|lay|enter|take) (?:that|it|this|anything)|tell me (?:first|before)|let me know and i'll
    (?:mine|proper one|right one) (?:comes|coming|in a|i send)|mine's coming|confirmation will follow|gimme a
    think again|still thinking|still must think|proper think|have another look|sleep (?:on it|one night)|belay
    (?:make that|it's) (?:a )?NUMBER(?: i want)?(?= *[,.!]|$)|(?:don't|not) put (?:that|it|this)|fat thumbs?
    is (?:that|this|it) (?:allowed|legal|permitted)
    want(?:ed)? to (?:say|write|type|bid|play) NUMBER|\w+ (?:NUMBER|king|queen|jack|ace) instead
    doch nicht|nicht (?:zählen|werten|spielen)|vergessen|vertippt|versehen|verlesen|verzählt|meinte|stattdessen|vergiss
    me suis trompée?|voulais dire|annule[rz]?|oublie[rz]?|quise decir|me equivoqu[eé]|olvida\w*
    volevo dire|mi sono sbagliat[oa]|dimentica\w*|vergissing|vergist|bedoel\w*|me vergist
"""
NUMBER = rf"(?:\d+|nil|{'|'.join(NUMBER_WORDS)})"
CORRECTS = re.compile(
    rf"\b(?:{'|'.join(line.strip() for line in _CORRECTIONS.strip().splitlines())})\b".replace("NUMBER", NUMBER),
    re.IGNORECASE,
)
"""The phrases that correct what was just said, in a sentence of any length."""
_DENIES = (
    r"no+|not|nor|never|nope|neither|without|cannot|\w+n't|(?:do|does|did|ca|wo|would|should|could|is|was)nt"
    r"|wait|hold|hang on|instead|change|swap|replace|void|strike|higher|lower|(?:the |an)other one|rather|mistake"
    r"|stop|cancel|delete|reconsider|halt"
    r"|nein|nicht|kein\w*|doch|lieber|warte|falsch|non|pas|plutôt|attend[sz]?|attendez|erreur|espera|mejor"
    r"|aspetta|anzi|errore|invece|nee|niet|liever|wacht|toch"
)
_DEPENDS = (
    r"if|when|unless|until|till|once|whether|in case|depends|depending|provided|maybe|perhaps|might|would|could|should"
    r"|better|probably|possibly|likely|later|tomorrow|tonight|before|after|first|then|suppose|or|otherwise|yet|only"
    r"|too (?:much|little|many|few|low|high|timid|bold|soon|early)|confirm|objections?|opinions?|votes?|starting"
    r"|effective|as of|certain|decide|undecided|think|thinking|sure"
    r"|unsure|guess|hm+|er+m*"
    r"|moment|vielleicht|wenn|falls|erst|später|peut-être|quand|quizás?|tal vez|forse|misschien"
)
DENIES = re.compile(rf"\b(?:{_DENIES})\b", re.IGNORECASE)
TURNS = re.compile(rf"\b(?:{_DENIES}|{_DEPENDS})\b", re.IGNORECASE)
"""The words that turn a command, in a sentence about the command alone."""
STOPS = re.compile(
    r"(?:(?:(?:no)+n?|nein|nee|oh|ah|wait|stop+|halt|hang on|hold on|hold it|quatsch|attendez|espera"
    r"|aspetta)\b[ ,!.]*){2}"
    r"|(?:wait|edit|stop+|halt|hang on|hold on|oh no|quatsch|argh)[,!.:]|na[hy]\b|nope\b",
    re.IGNORECASE,
)
"""The beginning of a sentence whose writer stops themselves."""
OTHERS = frozenset(["he", "she", "they", "him", "her", "them", "his", "their", "he's", "she's", "they're", "who"])
"""The words of a sentence about somebody else."""

IDIOMS = re.compile(
    r"\bno (?:worries|rush|problem|hurry|doubt|pressure|news|thanks|idea|offence|matter|wonder|fear|luck)\b"
    r"|\bnot (?:bad|much|to worry)\b|\bwhy not\b|\bdon'?t ask\b|\b(?:can't|cannot) (?:wait|complain|believe)\b"
    r"|\bdo(?:n't"
    r"| not) worry\b"
    r"|^(?:i'm |i am )?(?:so |very |really )*(?:sorry|apologies) (?:for|about|to|that|it took|i am|i'm|i was)\b.*"
    r"|\bas soon as possible\b"
    r"|\bhow are (?:you|things)\b.*|\b(?:all|very|the) best\b|\btill (?:then|soon|later|tomorrow)\b"
    r"|\bsee you\b.*|\b(?:talk|speak) (?:to )?you (?:\w+ )?(?:later|soon|tomorrow|then|tonight)\b|\b(?:talk"
    r"|more) later\b"
    r"|\bthinking of (?:you|him|her|them)\b|\bfor not \w+ing\b|\bwish me luck\b|\bfor once\b|\bhere goes\b.*"
    r"|\bbetter late than never\b|\bnever mind the \w+",
    re.IGNORECASE,
)
"""The idioms in which such words turn nothing."""

_SMALL = """
    i you we it this that these those me us my your our its one ones thing same myself yourself a an the am is are
    was were be been being do does did doing done have has had having will would
    shall should can could may might must let lets let's i'm i'll i'd i've it's that's you're we'll we're there's
    to of in on at for from with by as up down out off over about into than and but or so if when though although unless
    until till because that while whether not no nor never nope none neither without cannot now yet again still just
    only
    maybe perhaps probably possibly really too also even ever always here there well later soon then first before after
    once tomorrow today tonight otherwise instead rather better best worse more less much many high low enough
    go going get got make take want mean meant think thinking know guess say said see says ask tell wait hold need
    like try
    keep put into swap higher lower replace strike void read edit oh kindly ps give count counted change send act use
    check
    sent confirm decide undecided suppose depends sure unsure
    ok okay
    right wrong fine mistake sorry oops ah oh hm hmm hmmm er erm um please thanks thank actually anyway what yes yeah
    time minute moment second bit little while last next other another all any both everything anything nothing
    reconsider stop cancel delete
    allowed legal certain objections opinions votes welcome hand timid bold soon early starting effective possible
    agree agrees allow allows object follow follows win wins won
    objects mind minds final serious safe safer fun idea
    don't doesn't didn't can't won't isn't wasn't
"""
_GAME = """
    bid bids bidding bidden play plays playing played card cards lead leading trick tricks move turn nil trump trumps
    joker spade
    spades hearts diamonds clubs command commands concede abort forfeit replace void withdraw claim
    tile tiles domino dominoes double blank spinner knock
"""
SMALL = frozenset(_SMALL.split()) | {*NUMBER_WORDS} | {*RANK_WORDS}
"""The words of which a sentence about the command may consist."""
GAME = frozenset(_GAME.split()) | {"ace", "king", "queen", "jack"}
"""The words that make a sentence one about the game."""

TIMES = re.compile(
    r"\b(?:at|by|in|until|till|after|before|since|around|about) (?:about )?(?:\d+(?:[:.]\d\d)?"
    rf"|{'|'.join(NUMBER_WORDS)})\b"
    r"|\b\d+ ?(?:am|pm|h|days?|hours?|minutes?|weeks?|years?|o'clock)\b|\b\d+[:.-]\d+",
    re.IGNORECASE,
)
"""Numbers that are no bids: hours, spans, scores."""

OPEN_ENDS = re.compile(
    r"\b(?:a|an|the|my|your|his|her|our|their|i|is|(?<!here we )are|was|were|be|been|will|would"
    r"|shall|should|can|could|may|might|must|do|does|did|have|has|had|to|of|in|on|at|for|from|with|by|as|than|and"
    r"|but|or|nor|if|when|because|play|bid|lead|say|write|mean|like|said|says|wrote|writes|typed|put|otherwise|held|called|please|not|never|only|just"
    r"|cannot|\w+n't|yet"
    r"|nicht|und|oder|ob|pas|et|ou|no|e|niet|en|of)$",
    re.IGNORECASE,
)
"""The last word of a line that its command would end."""
LONG_ENDS = re.compile(
    r"\b(?:(?:bid|card|move|choice|answer|mine|lead|say) is|will|be|to|my|a|an|the|play|bid|lead|say|says"
    r"|write|wrote|typed|put|otherwise)$",
    re.IGNORECASE,
)
"""The same of a long line, over a blank one."""
GOES_ON = re.compile(
    r"(?:but|or|if|wait|is|was|would|will|unless|when|because|which|though|although|only|then|not|no|so that|instead"
    r"|until|said|says|as (?:long|soon) as|as of|starting|from"
    r"|and (?:then|if)|aber|oder|wenn|falls|mais|pero|maar|(?-i:ou|si|ma|se|als|of(?! course)))\b|\?|\.\.\.|\u2026",
    re.IGNORECASE,
)
"""The beginning of a line that goes on with its command."""
ABOVE = re.compile(
    r"(?:(?:please|pls|ok|so|but|now|well),? )*(?:do not|don't|dont|never|not|if|when|once|unless|until|before"
    r"|after|suppose"
    r"|imagine|i'll (?:send|give|make|tell|write|answer|decide)|i will (?:send|give|make|tell|write|answer"
    r"|decide)|what if|should|shall|can|could|may|would|is it (?:ok|okay|allowed|legal|my|all right|too|right)"
    r"|somebody|someone|later|tomorrow)\b",
    re.IGNORECASE,
)
"""The beginning of a sentence that turns a command below it. The command settles other thoughts aloud."""

LEADS_IN = re.compile(
    r"(?:^|[.!?] )(?:(?:and|but|so|or),? )?(?:how|which|what|if|when|would|should|later|tomorrow|provided|unless)\b"
    r"[^.!?]*:$"
    r"|\bwould\b[^.!?]*\?$|\b(?:how many|how much|which (?:card|of)|guess|example|instance|correct|should|otherwise"
    r"|(?:you|one|people) (?:have|must|can|need|could|write|type|say))\b[^.!?]*[:?]$",
    re.IGNORECASE,
)
"""The words of a line right above a command that make it somebody else's, an example, or a later one."""
HEDGES = re.compile(
    r"\b(?:if|unless|until|once|provided|maybe|perhaps|tbd|tba|to be \w+|reason|tomorrow|later|instead|on \w+day"
    r"|from \w+day|with effect|soon|or so|draft|jok\w+|sorry|would|\bname\b)\b"
    r"|[<>?\u2026\[]|\.\.\.|- ?no\b|, no\b",
    re.IGNORECASE,
)
"""The words in a reason, or in the name of a successor, that make a ruling no plain one."""
DOUBTING = frozenset("\u2753\u2754\u274c\U0001f6ab\u26d4\U0001f914\u270b")
"""Pictures that ask or refuse."""
LAUGHING = frozenset("\U0001f602\U0001f923\U0001f61c\U0001f61d\U0001f643")
"""Pictures that show that the writer jokes."""
SUBJECTS = re.compile(
    r"\bno(?=[!.,]|$)|\b(?:test\w*|draft|ignore|haha|jok\w+|wants?|wrote|would|not|never|if|later|before|yet"
    r"|wait|hold"
    r"|stop|was(?=:)|\w+n't)\b",
    re.IGNORECASE,
)
"""The words of a subject that turn the commands below it."""
LATER = re.compile(r"(?:after|before|until|later|tomorrow|tonight|on \w+day)\b", re.IGNORECASE)
"""The beginning of words that put a command off."""
ASKS = re.compile(
    r"\b(?:i|we|it|that|this|my|you|ok|okay|right|really|allowed|sure|much|many|high|low|yes|or)\b|^\W*\w+\W*$",
    re.IGNORECASE,
)
"""The words of a question about one's own act."""
