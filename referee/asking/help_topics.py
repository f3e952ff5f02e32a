"""The topics of `help` and their other names. A command names its own topic.

Holds no words of letters: the page of a topic is templates/help/WORD.txt. Knows no game: the desk says which topics are
of use to somebody.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches

from referee.asking.command_table import COMMANDS, LISTED
from referee.asking.rows import Row

ALIKE = 0.75
"""The least likeness of a word to the name of a topic, from 0 to 1."""

SHORT = 4
"""The fewest letters of a word in which a slip is looked for: too many shorter words are one letter away."""

EVERYTHING = "commands"
"""The topic that lists every command."""

TALK = re.compile(
    r"me|us|you|him|her|them|out|up|appreciated|needed|wanted|required|is|was|yes|no|thanks|thx|here|there|now|not"
    r"|arrived|comes|anyone|anybody|someone|somebody"
)
"""A word after which `help` is conversation."""

SPOKEN = re.compile(r"[a-z]+(?: [a-z]+)*")
"""The words of a usage before the first that is not in small letters."""

LEADING = re.compile(r"(?:with |on |about |for |to )?(?:the |my |a |an )?")


@dataclass(frozen=True, slots=True)
class Topic:
    """One topic: its word, and its other names."""

    word: str
    names: tuple[str, ...] = ()

    @property
    def rows(self) -> tuple[Row, ...]:
        """The commands of the topic, in the order of the table."""
        return tuple(row for row in LISTED if (row.topic or row.word) == self.word)

    @property
    def called(self) -> frozenset[str]:
        """The names that the topic may be called by: its word, its names, and its commands."""
        spoken = (found[0].split() for row in self.rows if (found := SPOKEN.match(row.usage)))
        commands = (" ".join(words[:end]) for words in spoken for end in range(1, len(words) + 1))
        return frozenset({self.word, *self.names, *commands})


def _topic(word: str, names: str = "") -> Topic:
    return Topic(word, tuple(names.split("|")) if names else ())


TOPICS = (
    _topic("bid", "bids|bidding|nil|bid nil|pass"),
    _topic(
        "play",
        "card play|trick|tricks|book|books|lead|turn|move|moves|misplay|misplays|renege|tile|tiles|spinner"
        "|pass|count|block|blocked|double|doubles",
    ),
    _topic("cards", "card|suit|suits|rank|ranks|joker|jokers"),
    _topic("plans", "planning|queue|premove|forced|equals|lowest"),
    _topic("claim", "claims|concession|resign|surrender|give up|the rest"),
    _topic("questions", "scores|question"),
    _topic(
        "time",
        "pace|clock|clocks|time limit|limit|limits|deadline|deadlines|timeout|time zone|zone|leave|vacation|holiday"
        "|holidays|weekend|weekends|reminder|reminders|extend|pause",
    ),
    _topic("notify", "letters|letter|mails|notifications|receipt|quiet|html|list|name|private"),
    _topic(
        "join",
        "tables|joining|sign up|signup|waiting|partner|partners|pair|new game|another game|start a game|unsubscribe"
        "|quit|remove",
    ),
    _topic("address", "people|person|profile|account|settings|email"),
    _topic("say", "talk|chat|table talk|message"),
    _topic("proof", "forged|fake|spoof|spoofing|security|confirm|confirmation|token|reply address"),
    _topic(
        "fairness",
        "fair|deal|deals|dealing|shuffle|shuffling|random|seed|seeds|cheating|verify|check|commitment|records",
    ),
    _topic("sheets", "sheet|rule|variants|variant|scoring|sandbags|sandbag|bags|bag|points|target"),
    _topic("robots", "robot|bot|bots|program|programs|headers|header|api"),
    _topic("blind", "blind bid|blind bids|blind nil|auto"),
    _topic("challenge", "challenges|challenging"),
    _topic("gamesmaster", "game master|master|gm|rule|ruling|rulings|director"),
    _topic("tournaments", "tournament|league|cup|knockout|team|captain"),
    _topic("help", f"{EVERYTHING}|command|all|everything|list|words"),
)
"""Every topic, in the order in which `help` names them; the topic `help` lists every command."""

PAGES = tuple(topic.word for topic in TOPICS if topic.word != "help")
"""Topics with a page of their own, templates/help/TOPIC.txt."""

RESERVED = frozenset({row.word for row in COMMANDS} | {topic.word for topic in TOPICS} | {EVERYTHING})
"""The words that no sheet may be called."""


def topic_called(asked: str, *, first: tuple[str, ...] = ()) -> Topic | None:
    """Find the topic that some words in small letters mean: by one of its names, else by a name that is a slip away. If
    several topics share the name, one of `first` wins, else the one that stands above the others. Returns None if no
    topic fits."""
    words = LEADING.sub("", " ".join(asked.replace("-", " ").split()), count=1)
    order = sorted(TOPICS, key=lambda topic: topic.word not in first)
    exact = next((topic for said in (asked, words) for topic in order if said in topic.called), None)
    if exact or len(words) < SHORT or TALK.fullmatch(words):
        return exact
    names = {name: topic for topic in reversed(order) for name in topic.called if len(name) >= SHORT}
    near = get_close_matches(words, names, 1, ALIKE)
    return names[near[0]] if near else None


def is_help(asked: str, sheets: Iterable[str]) -> bool:
    """Tell if `help` and these words ask for help: they name a topic or a sheet, or are one word that conversation does
    not put there."""
    return asked in sheets or topic_called(asked) is not None or (" " not in asked and not TALK.fullmatch(asked))
