"""The words of near misses: cards, numbers and verbs in five languages, and the courtesies around them. Data only.

A letter may stand for more than one rank or suit: `v` is the French jack and the Dutch queen.
"""

from referee.asking.cards import JOKER_WORDS, NUMBER_WORDS, RANK_WORDS, SUIT_WORDS

SUITS: dict[str, str] = {
    **SUIT_WORDS,
    **{f"{word}s": suit for word, suit in SUIT_WORDS.items()},
    **dict.fromkeys(("pik", "schippe", "schippen", "pique", "piques", "picas", "picche", "schoppen"), "S"),
    **dict.fromkeys(("herz", "herzen", "coeur", "coeurs", "corazones", "corazon", "cuori", "harten"), "H"),
    **dict.fromkeys(("karo", "carreau", "carreaux", "diamantes", "diamante", "quadri", "ruiten"), "D"),
    **dict.fromkeys(("kreuz", "treff", "trefle", "trefles", "treboles", "trebol", "fiori", "klaver", "klaveren"), "C"),
}
"""Full names of suits, without accents."""

RANKS: dict[str, str] = {
    **RANK_WORDS,
    **dict.fromkeys(("as", "ass", "asso", "aas"), "A"),
    **dict.fromkeys(("konig", "koenig", "roi", "rey", "heer"), "K"),
    **dict.fromkeys(("dame", "reina", "dama", "vrouw", "regina"), "Q"),
    **dict.fromkeys(("bube", "bauer", "valet", "jota", "fante", "boer"), "J"),
}
"""Full names of ranks, without accents."""

SUIT_LETTERS = {"s": "S", "h": "H", "d": "D", "c": "C"}
RANK_LETTERS = {**{rank: rank.upper() for rank in "23456789tjqka"}, "10": "T"}
FOREIGN_SUIT_LETTERS = {"p": "S", "s": "S", "h": "H", "c": "HC", "d": "D", "r": "D", "t": "C", "k": "DC"}
FOREIGN_RANK_LETTERS = {**RANK_LETTERS, "d": "Q", "b": "J", "v": "JQ", "r": "K", "h": "K"}

JOKERS = {word.replace("-", " "): code for word, code in JOKER_WORDS.items()}

NUMBERS: dict[str, int] = {**NUMBER_WORDS, "nil": 0}
FOREIGN_NUMBERS = {
    word: number
    for number, words in enumerate(
        (
            "null nul cero",
            "eins ein un une uno een",
            "zwei deux dos twee",
            "drei trois tres tre drie",
            "vier quatre cuatro quattro",
            "funf cinq cinco cinque vijf",
            "sechs seis sei zes",
            "sieben sept siete sette zeven",
            "acht huit ocho otto",
            "neun neuf nueve nove negen",
            "zehn dix diez dieci tien",
        )
    )
    for word in words.split()
}
"""Without those that are English words as well, like the Spanish `once`."""

SOUNDS = {"for": 4, "fore": 4, "to": 2, "too": 2, "won": 1, "ate": 8, "none": 0, "nothing": 0, "no": 0}
"""What speech or a slip of the thumb makes of a number."""

YES = "yes|yep|yeah|yup"
YES_ALONE = f"{YES}|ja|oui"
"""What agrees if nothing else is said. More words may stand only behind YES: we know doubts in no other language."""

AMBIGUOUS_COURTESIES = "cheers|all|now"
"""Courtesies that say something else after a number, unless a comma stands between: `three cheers`, `4 all`."""

COURTESIES = (
    "please|pls|plz|plse|pleas|thanks|thank you|thx|tnx|ty|cheers|bitte|danke|merci|graag|gracias|por favor|svp"
    "|then|now|sir|ref|referee|all|everyone|everybody|good luck|gl|ok|okay"
)
"""What may follow a command."""

OPENERS = "ok|okay|so|well|right|alright|please|pls|plz|bitte|then|now|um|uh|and"
GREETINGS = "hi|hello|hey|hallo|dear|good (?:morning|day|afternoon|evening)|ref|referee|all|everyone|everybody|there"
"""What may stand before a command that has a verb."""

HEDGES = (
    "sorry|oops|i think|i guess|i suppose|maybe|perhaps|probably|how about|what about|let's say|say|make it"
    "|can i|could i|may i|shall i|i might|i could|(?:i|we)(?: would|'d)(?! (?:like|love|prefer)\\b)"
)
"""What makes it a question or a thought."""

AFTERTHOUGHTS = (
    "i think|i guess|i suppose|i hope|i reckon|i believe|i'd say|i would say|maybe|perhaps|probably"
    "|it is|this time|for me|for us|for my team|for our team"
)
"""What makes it a thought when it follows."""

SPOKEN_MARKS = {
    "full stop": ".",
    "period": ".",
    "question mark": "?",
    "exclamation mark": "!",
    "exclamation point": "!",
    "comma": ",",
}
"""Marks that were dictated."""

SHORT_SLIPS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("bd", "bi", "id"), ("bid",)),
    **dict.fromkeys(("nl", "ni", "il"), ("nil",)),
    **dict.fromkeys(("p", "pl"), ("play",)),
    **dict.fromkeys(("th", "he"), ("the",)),
    **dict.fromkeys(("o", "f", "if", "pf", "lf", "kf", "fo", "og", "od", "or", "ot", "oc", "ov", "oof"), ("of",)),
    "off": ("off", "of"),
}
"""Slips too short to be told from words by their distance."""

EVERYDAY = frozenset(
    word
    for words in (
        "ale are ass aye club dive fine fire fix for fore form free frog give hen her hide hive line lines",
        "live love mid mine mix nah nail ned neil nell net nice nick no nob none noon not note now null old",
        "our out own pen pour quite sake seen sets sever sex she shoe sin sir sit son sow spare stew swim tan",
        "tea ted tee tell test than that thaw the them then there these they thine this those tie till time",
        "tin toe ton too top tow toy tree true try view vine vow way who wide wine won word work you your",
    )
    for word in words.split()
)
"""Words that are no slip for a number or a rank unless a verb of the game stands beside them."""

RANK_SOUNDS = {
    **dict.fromkeys(("to", "too"), "two"),
    **dict.fromkeys(("tree", "free"), "three"),
    **dict.fromkeys(("for", "fore"), "four"),
    **dict.fromkeys(("sex", "sicks"), "six"),
    "ate": "eight",
    "nein": "nine",
    "tin": "ten",
}
"""What speech makes of a rank before `of`."""

SHORT_WORDS = frozenset(
    word
    for words in (
        "ab ad ah ai am an as at aw ax be by cd cm cu do dj dr ed eg eh eu ex fw gg gl go ha he hi hm ho hr",
        "hy id ie if ih in is it jk jr kg km ko kw me mr ms my nd no np of oh ok on or ow ox pc pm ps re rs",
        "sh so sr st th to tv tx ty uh uk um up us vs wc we wp xd xx ya ye yo ys yw",
    )
    for word in words.split()
)
"""Words and abbreviations of two letters, which are no slip for the code of a card."""

I = (  # noqa: E741 - the word itself
    r"(?:(?:i|we|ich|je|ik|yo|io)(?:'ll|'m|'d| will| would| am| shall)? |j'|let me |let's |going to |gonna )?"
    r"(?:(?:like|want|wish|have|going) to |go with |choose to |wanna |gonna )?"
)
BID = (
    r"(?:bid(?:ding)?(?: of| is)?|my (?:bid|call)(?: is)?|call|biete|sage|ansage|annonce|apuesto|bied|punto"
    r"|go for|go with)"
)
LOOSE_BID = (
    r"(?:(?:i|we)(?:'ll|'m| will| am)? (?:go|going|take|try|do|make(?: it)?)|going"
    r"|(?:put|mark|sign|count) (?:me|us)(?: (?:down|up|in))?(?: (?:for|at|with))?)"
)
"""What may be a bid, and may be something else."""
PLAY = (
    r"(?:play(?:ing)?|lead(?:ing)?|throw(?:ing)?|discard(?:ing)?|drop|put(?: down)?|use|my (?:card|play|lead) is"
    r"|go with|choose|spiele|spiel|lege|joue|speel|leg|juego|gioco)"
)

QUESTIONS = {
    "score": "score|scores|standings",
    "hand": "hand|cards",
    "status": "status|turn",
    "history": "history",
    "memory": "memory",
    "rules": "rules",
    "help": "help|help me",
    "games": "games",
    "plan show": "plans",
}
"""What each question may be called."""

ASKING = r"(?:(?:what(?:'s| is|s| are)|send me|give me|see|check|can i (?:see|have)) )?(?:the |my |our )?(?:current )?"
"""What may stand before it."""

PLAN_WORDS = ("plan", "lowest", "highest", "win", "duck", "void", "lead", "partner", "rest", "forced", "equals")
OTHER_WORDS = ("bid", "play", "nil", "blind", "joker", "claim", "yield", "undo", "misdeal", "show", "auto", "of", "the")
KNOWN = frozenset(
    {*SUITS, *RANKS, *JOKERS, *NUMBERS, *PLAN_WORDS, *OTHER_WORDS, *QUESTIONS, "on", "off", "tricks", "books"}
    - {"plan show"}
)
"""What a misspelt word may be."""
