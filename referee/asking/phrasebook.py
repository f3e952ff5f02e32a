"""The commands of a mail: one row each, from which lines are read and help is made.

Never reads more than one line, and never asks whether the sender may use the command or whether it is eir turn.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

from referee.asking import requests as ask
from referee.asking.cards import NUMBER_WORDS, names_half_a_card, names_half_a_joker, read_cards, read_number
from referee.config import parse_span
from referee.names import check_name
from referee.post.reading.safe_lines import safe_line
from referee.post.settings import fold_address
from referee.spades import commands as game

SAID = 1000
"""How many characters of a `say` or a reason are kept."""


class Who(StrEnum):
    """Who may use a command."""

    PLAYER = "player"
    """A player, to the list or to the referee, which announces it."""
    PRIVATE = "private"
    """A player, to the referee alone."""
    ANYONE = "anyone"
    GAMESMASTER = "gamesmaster"


Maker = Callable[[re.Match[str]], ask.Request | None]
"""What a matching line asks; None if it is conversation after all; ValueError, with a sentence, if it is unclear."""


@dataclass(frozen=True, slots=True)
class Row:
    """One command: who may use it, how it is written, what it does, how it is read."""

    usage: str
    who: Who
    help: str
    pattern: re.Pattern[str]
    make: Maker
    wraps: bool = False
    """Takes free text, which a mail program may have broken over several lines."""
    verbatim: bool = False
    """Is read with the stops at the end of its line: they may belong to a name."""

    @property
    def word(self) -> str:
        """The command's name, and the topic of its help."""
        return self.usage.split()[0]


def _row(
    who: Who, usage: str, help: str, pattern: str, make: Maker, wraps: bool = False, verbatim: bool = False
) -> Row:
    return Row(usage, who, help, re.compile(pattern, re.IGNORECASE | re.ASCII | re.DOTALL), make, wraps, verbatim)


I = r"(?:(?:i|i will|i'll|my|we) )?"  # noqa: E741 - the word itself
NOT_SHEETS = ("us", "me", "him", "her", "them", "you", "in", "up", "now", "the", "with", "and")
"""What follows `join` in conversation."""
HEDGES = {"or", "and", "to", "maybe", "perhaps", "about", "either", "between", "at", "least", "most"}
BLIND_WORDS = {"blind", "bid", "a", "of", "is"}
BOOK_WORDS = {"book": "book", "trick": "book", "round": "round"}
_COUNT = rf"(?:no\.? ?|#)?(\d{{1,4}}|{'|'.join(NUMBER_WORDS)})\b[,:;]?"
BOOK = re.compile(rf"(?:(?:in|of|from) )?(?:the )?\b(book|trick|round) {_COUNT}", re.IGNORECASE | re.ASCII)
PLAIN_CHALLENGE = re.compile(rf"(?:round {_COUNT} )?(?:book|trick) {_COUNT} (.+)", re.IGNORECASE | re.ASCII)
PLEASE = re.compile(r"(?: please)?[ .!]*$", re.IGNORECASE | re.ASCII)
TO_NAME = re.compile(r"(?:(?:against|by|of|for)\b ?)?(.*?)(?:['\u2019]s)?", re.IGNORECASE | re.ASCII)
HALF_A_CHALLENGE = re.compile(r"book|trick|round|\d{1,4}(?:,? \S+)?|\S+ \d{1,4}", re.IGNORECASE | re.ASCII)
HOW_TO_CHALLENGE = "write it like `challenge book 5 bob`, or `challenge round 2 book 5 bob`"
LAST_CHARGE = re.compile(
    r"(?:(?P<reason>.*)[ ,;.])?charge (?!(?:of|for|at|on|to)\b)(?P<charge>.{1,40})", re.IGNORECASE | re.ASCII
)
"""A reason that ends in `charge BOB`."""
NO_CHARGE = re.compile(
    r"(?:\b(?:an?|the|this|that|my|your|eir|his|her|their|in|of|on|no|not|never|cannot|to|takes?|took|without)|n't)$",
    re.IGNORECASE | re.ASCII,
)
"""What stands before a `charge` that charges nobody: `Ann was in charge of …`."""
LEVELS = {"play": "play", "trick": "trick", "turn": "turn", "turns": "turn", "book": "trick"}


def _bid(match: re.Match[str]) -> ask.Request | None:
    rest = (match["rest"] or "").lower()
    if match["pass"] or rest == "pass":
        raise ValueError("nobody passes in Spades; write `bid nil` to bid no tricks, or a number, like `bid 3`")
    if not rest:
        raise ValueError("it names no number; write it like `bid 4` or `bid nil`")
    if (number := read_number(rest)) is not None:
        return game.MakeBid(number)
    if _is_guess(rest):
        raise ValueError("it does not name one number of tricks; write a single one, like `bid 4`")
    return None


def _blind(match: re.Match[str]) -> ask.Request | None:
    words = set(re.split(r"[ :=-]+", match[0].lower()))
    said = [word for word in re.split(r"[ -]+", match["rest"].lower()) if word and word not in BLIND_WORDS]
    number = read_number(said[0]) if len(said) == 1 else None
    if number == 0:
        return game.MakeBid(0, blind=True)
    if number is not None or (not said and "bid" in words):
        raise ValueError("only nil can be bid blind; write `bid blind nil`, or `show` and then a bid like `bid 4`")
    return None


def _challenge(match: re.Match[str]) -> ask.Request | None:
    """A book and a player, in either order; conversation if no book stands there.

    Whatever follows the book may be a name, `Book 1` or `Please`: who plays decides, and that is not asked here.
    """
    plainly = _plain_challenge(match["rest"])
    try:
        freely = _free_challenge(PLEASE.sub("", match["rest"], count=1))
    except ValueError:
        if plainly is None:
            raise
        freely = None
    if plainly is None or plainly == freely:
        return freely
    return plainly if freely is None else replace(freely, plainly=plainly)


def _plain_challenge(text: str) -> ask.ChallengeBook | None:
    match = PLAIN_CHALLENGE.fullmatch(text)
    if match is None:
        return None
    number_of_round = _count(match[1]) if match[1] else None
    try:
        return ask.ChallengeBook(_count(match[2]), check_name(match[3]), number_of_round)
    except ValueError:
        return None


def _free_challenge(text: str) -> ask.ChallengeBook | None:
    said = BOOK.findall(text)
    found = {BOOK_WORDS[kind.lower()]: _count(number) for kind, number in said}
    rest = TO_NAME.fullmatch(" ".join(BOOK.sub(" ", text).split()).strip(",:; "))
    name = rest[1] if rest else ""
    if "book" in found and name and len(said) == len(found):
        try:
            return ask.ChallengeBook(found["book"], check_name(name), found.get("round"))
        except ValueError as why:
            raise ValueError(f"{why}; {HOW_TO_CHALLENGE}") from None
    if HALF_A_CHALLENGE.fullmatch(text) or (found and len(name.split()) <= 1):
        raise ValueError(f"it does not name one book and one player; {HOW_TO_CHALLENGE}")
    return None


def _count(text: str) -> int:
    number = read_number(text)
    return int(text) if number is None else number


def _auto_show(match: re.Match[str]) -> ask.Request:
    if (match[1] or "on").lower() not in {"on", "off"}:
        raise ValueError("write `auto show` or `auto show off`")
    return ask.AutoShow((match[1] or "on").lower() == "on")


def _is_guess(text: str) -> bool:
    words = [word for word in re.split(r"[\s,?/.-]+", text) if word]
    numbers = [word for word in words if word.isdecimal() or read_number(word) is not None]
    return bool(numbers) and HEDGES.issuperset(set(words) - set(numbers))


def _play(match: re.Match[str]) -> ask.Request | None:
    cards = read_cards(match["rest"])
    if len(cards) == 1:
        return game.PlayCard(cards[0])
    if cards:
        raise ValueError(f"it names {len(cards)} cards; name the one that you play, like `play {cards[0]}`")
    if not match["rest"]:
        raise ValueError("it names no card; write it like `play QS`")
    if names_half_a_joker(match["rest"]):
        raise ValueError("it does not say which joker; write `play big joker` or `play little joker`")
    if names_half_a_card(match["rest"]):
        raise ValueError("it does not say which card; write rank and suit, like `play QS`")
    return None


def _join(match: re.Match[str]) -> ask.Request:
    partner = match["address"] or match["partner"]
    if partner is None:
        return ask.Join(match["sheet"] and match["sheet"].lower())
    partner = fold_address(partner) if "@" in partner else check_name(partner)
    return ask.Join(match["sheet"] and match["sheet"].lower(), partner)


def _notify(match: re.Match[str]) -> ask.Request:
    level = re.fullmatch(r"(?:each|every|my|all)? ?(play|trick|book|turn)s?", match[1].lower())
    if not level:
        raise ValueError("write `notify each play`, `notify each trick` or `notify my turns`")
    return ask.SetNotify(LEVELS[level[1]])


def _key(match: re.Match[str]) -> ask.Request:
    if (match[1] or "on").lower() not in {"on", "off"}:
        raise ValueError("write `key` with your OpenPGP public key attached, or `key off`")
    return ask.SetKey((match[1] or "on").lower() == "on")


def _format(match: re.Match[str]) -> ask.Request:
    if match[1].lower() not in {"text", "html"}:
        raise ValueError("write `format text` or `format html`")
    return ask.SetFormat(match[1].lower())


def _extend(match: re.Match[str]) -> ask.Request:
    parse_span(match[1])
    return ask.ExtendBy(match[1])


def _replace(match: re.Match[str]) -> ask.Request:
    if not match["address"]:
        raise ValueError("it gives no address; write it like `replace Bob with Eve <eve@example.org>`")
    return ask.ReplacePlayer(check_name(match["old"]), check_name(match["name"]), fold_address(match["address"]))


def _rule(match: re.Match[str]) -> ask.Request:
    if not match["reason"]:
        raise ValueError("it gives no reason; write it like `rule void to turn 37 because Ann had a spade`")
    charged = match["charge"] and check_name(match["charge"])
    reason, last = (match["reason"], None) if charged else _last_charge(match["reason"])
    if not reason:
        raise ValueError("it gives no reason; write it like `rule void to turn 37 charge Bob because Ann had a spade`")
    return ask.VoidTo(int(match["turn"]), safe_line(reason, SAID), charged or last)


def _last_charge(reason: str) -> tuple[str, str | None]:
    """The reason without the `charge BOB` at its end, and whom that charges."""
    last = LAST_CHARGE.fullmatch(reason)
    before = ((last and last["reason"]) or "").rstrip(" ,;")
    if last is None or NO_CHARGE.search(before):
        return reason, None
    try:
        return before, check_name(last["charge"].rstrip(" .!"))
    except ValueError:
        return reason, None


def _forfeit(match: re.Match[str]) -> ask.Request:
    if match[1] not in {"1", "2"}:
        raise ValueError("write `forfeit team 1` or `forfeit team 2`; a player who gives up writes `concede`")
    return game.Forfeit(int(match[1]))


def _help(match: re.Match[str]) -> ask.Request:
    return ask.Help(match[1] and " ".join(match[1].lower().split()))


P, V, A, G = Who.PLAYER, Who.PRIVATE, Who.ANYONE, Who.GAMESMASTER

COMMANDS: tuple[Row, ...] = (
    _row(
        P,
        "bid 4",
        "Bids that many tricks; `bid nil` bids none. The number alone does it too, when a bid is due.",
        rf"(?!.*\bblind\b){I}"
        r"(?:(?P<pass>pass)|bid(?: is| of)?\b[:=]? ?(?P<rest>.*?)(?: (?:tricks?|books?))?(?: please)?)",
        _bid,
    ),
    _row(
        P,
        "bid blind nil",
        "Bids nil before you have seen your hand, on a sheet that has it.",
        rf"(?=.*\bblind\b){I}(?:bid|blind)\b[:=]? ?(?P<rest>.*?)(?: (?:tricks?|books?))?(?: please)?",
        _blind,
    ),
    _row(
        P,
        "play QS",
        "Plays that card: `play QS`, `play ♠Q`, `play queen of spades`, `play big joker`, or the card alone.",
        rf"{I}(?:play|lead)\b[:=]? ?(?P<rest>.*?)(?: please)?",
        _play,
    ),
    _row(
        P,
        "concede",
        "Posts your concession; when both partners have one posted, the game is lost.",
        rf"{I}concede",
        lambda m: game.Concede(),
    ),
    _row(
        P,
        "withdraw concession",
        "Takes your concession back. In the same round you may concede once more, and not again.",
        rf"{I}withdraw(?: (?:my |the )?concession)?",
        lambda m: game.Withdraw(),
    ),
    _row(
        P,
        "misdeal",
        "Calls a misdeal before your own bid, with a hand for which the sheet allows it.",
        rf"{I}(?:call (?:a )?)?misdeal(?: please)?",
        lambda m: game.Misdeal(),
    ),
    _row(
        P,
        "challenge book 5 bob",
        "Claims that a player of the other team did not follow suit in that book, though they could; on a sheet that "
        "lets it stand until then. It may come until your own team bids in the next round, for a day unless the letter "
        "with the result says otherwise. A round may be named: `challenge round 2 book 5 bob`.",
        rf"{I}challenge\b:? (?:the )?(?P<rest>.{{1,100}})",
        _challenge,
        verbatim=True,
    ),
    _row(
        P,
        "say TEXT",
        "Passes your words on to the players.",
        r"say:? (.+)",
        lambda m: ask.Say(safe_line(m[1], SAID)),
        wraps=True,
    ),
    _row(V, "hand", "Sends you your cards and what is due.", r"(?:(?:show )?my )?hand", lambda m: ask.Hand()),
    _row(
        V,
        "show",
        "Shows you your hand, on a sheet that holds it back for blind bids.",
        r"show(?: me my (?:hand|cards))?(?: please)?",
        lambda m: game.Show(),
    ),
    _row(
        V,
        "auto show",
        "Shows you every hand at once from now on; `auto show off` ends that.",
        r"auto[ -]?show(?: (\w{1,20}))?",
        _auto_show,
    ),
    _row(
        V,
        "join [SHEET] [with PARTNER]",
        "Puts you on the list for the next game; a pair is made only when both name one another.",
        rf"join(?: (?!(?:{'|'.join(NOT_SHEETS)})\b)(?P<sheet>[\w-]{{1,40}}))?"
        r"(?: with (?:(?P<partner>[^<>]{1,254})|[^<>@]{0,40}<(?P<address>[^<>\s]{3,254})>))?",
        _join,
    ),
    _row(V, "leave", "Takes you off that list.", r"leave", lambda m: ask.Leave()),
    _row(
        V,
        "name NAME",
        "Sets the name by which you are called.",
        r"name (.{1,40})",
        lambda m: ask.SetName(check_name(m[1])),
    ),
    _row(
        V,
        "address NEW",
        "Moves you to another mail address.",
        r"address <?(\S*@\S*?)>?",
        lambda m: ask.SetAddress(fold_address(m[1])),
    ),
    _row(
        V,
        "timezone Europe/Berlin",
        "Sets the zone in which your deadlines are told.",
        r"time ?zone ([\w+/-]{1,60})",
        lambda m: ask.SetTimezone(m[1]),
    ),
    _row(
        V,
        "format text|html",
        "Sets whether your letters come as plain text or with HTML as well.",
        r"format (\w{1,20})",
        _format,
    ),
    _row(
        V,
        "notify each play|each trick|my turns",
        "Sets which announcements you are sent.",
        r"notify ([\w ]{1,20})",
        _notify,
    ),
    _row(
        V,
        "salt PHRASE",
        "Mixes your words into the deal of the next round, so that nobody can have chosen it: 64 letters, digits and "
        "signs at most, sent privately before trick 6 is over; the last ones count.",
        r"salt:? (.+)",
        lambda m: game.Salt(m[1]),
        wraps=True,
    ),
    _row(
        V,
        "key",
        "Takes the OpenPGP public key that is attached to the mail as yours: your private letters are encrypted to it, "
        "and what it signs is proven to be yours. `key off` ends that.",
        r"(?:my )?key(?: (\w{1,20}))?",
        _key,
    ),
    _row(A, "help [TOPIC]", "Explains the commands, or one of them.", r"help(?: ([\w -]{1,40}))?", _help),
    _row(
        A,
        "rules [SHEET]",
        "Sends the rules of a sheet.",
        r"rules(?: ([\w-]{1,40}))?",
        lambda m: ask.Rules(m[1] and m[1].lower()),
    ),
    _row(A, "status", "Tells whose turn it is in your games, and by when.", r"status", lambda m: ask.Status()),
    _row(A, "score", "Sends the score.", r"scores?", lambda m: ask.Score()),
    _row(
        A,
        "history [ROUND]",
        "Sends the plays of a round: the running one, or the one you name.",
        r"history(?: (?:of )?(?:round )?(\d{1,4}))?",
        lambda m: ask.History(int(m[1]) if m[1] else None),
    ),
    _row(A, "games", "Lists the games that are being played.", r"games", lambda m: ask.Games()),
    _row(
        A,
        "record GAME",
        "Sends the public record of a game, from which its deals can be checked.",
        r"records? (?:of )?(?:game )?#?(\d{1,9})",
        lambda m: ask.Record(int(m[1])),
    ),
    _row(
        A,
        "watch GAME",
        "Sends you a game's announcements.",
        r"watch (?:game )?#?(\d{1,9})",
        lambda m: ask.Watch(int(m[1])),
    ),
    _row(
        A,
        "unwatch GAME",
        "Sends you no more of them.",
        r"unwatch (?:game )?#?(\d{1,9})",
        lambda m: ask.Unwatch(int(m[1])),
    ),
    _row(A, "yes", "Answers a letter that asks whether a mail was yours.", r"yes", lambda m: ask.Yes()),
    _row(
        G,
        "start",
        "Begins a game with the players, teams, sheet and limits on the lines below, or the table replied to.",
        r"start",
        lambda m: ask.Start(),
    ),
    _row(G, "pause", "Stops the clock; moves are still accepted.", r"pause", lambda m: game.Pause()),
    _row(G, "resume", "Lets the clock run on.", r"resume", lambda m: game.Resume()),
    _row(G, "extend 2 days", "Gives the running turn more time.", r"extend (?:by )?(\d{1,6} ?\w{1,10})", _extend),
    _row(
        G,
        "replace BOB with EVE <eve@example.org>",
        "Gives a seat, its hand and its counts to another player.",
        r"replace (?:[^<>]{1,40} with [^<>]{0,60}@\S+|\S+ with \S+"
        r"|(?P<old>[^<>]{1,40}) with (?P<name>[^<>]{1,40}?) ?<(?P<address>[^<>\s]{1,254})>)",
        _replace,
    ),
    _row(
        G,
        "rule void to turn 37 because …",
        "Undoes the game back to that turn; with `charge BOB`, there or on the next line, it costs the misplay.",
        r"rule:? void to turn (?P<turn>\d{1,9})(?:,? charge (?P<charge>.{1,40}?))?,?(?: because:? (?P<reason>.+))?",
        _rule,
        wraps=True,
    ),
    _row(G, "forfeit team 1", "Rules that a team has lost the game.", r"forfeit(?: team (\d{1,3}))?", _forfeit),
    _row(G, "abort", "Ends the game without a winner.", r"abort", lambda m: game.Abort()),
)
"""Every command, in the order in which help lists them."""

PAGES = ("play", "bid", "blind", "cards", "challenge", "time", "proof", "gamesmaster", "sheets")
"""Topics with a page of their own, templates/help/TOPIC.txt."""

TOPICS = frozenset({row.word for row in COMMANDS} | {"commands", *PAGES})
"""What `help TOPIC` explains, besides the sheets. Any other word after help is conversation."""
