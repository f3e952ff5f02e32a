"""The readers of single commands, given the rest of a line whose command is known: a player's moves and wishes, and the
Gamesmaster's commands on a game.

Each reader returns None for conversation. For an unclear command it raises ValueError, with a sentence that shows how
to write the command. Stores nothing, knows no person, and never asks whether the command is allowed. cards.py and
days.py read cards, numbers and days as people write them; start_lines.py reads the lines below `start`.
"""

import re
from dataclasses import replace

from referee.asking import commands as ask
from referee.asking.cards import NUMBER_WORDS, names_half_a_card, names_half_a_joker, read_cards, read_number
from referee.asking.days import RANGE, UNTIL, check_meant, read_day, read_moment
from referee.config import parse_span
from referee.names import check_name
from referee.post.reading.safe_lines import safe_line
from referee.post.settings import fold_address
from referee.spades import commands as game

LONGEST_SAYING = 1000
"""The characters of a `say`, a question or its answer that we pass on, at most."""

HEDGES = {"or", "and", "to", "maybe", "perhaps", "about", "either", "between", "at", "least", "most"}
BLIND_WORDS = {"blind", "bid", "a", "of", "is"}
_COUNT = rf"(?:no\.? ?|#)?(\d{{1,4}}|{'|'.join(NUMBER_WORDS)})\b[,:;]?"
BOOK = re.compile(rf"(?:(?:in|of|from) )?(?:the )?\b(book|trick|round) {_COUNT}", re.IGNORECASE | re.ASCII)
PLAIN_CHALLENGE = re.compile(rf"(?:round {_COUNT} )?(?:book|trick) {_COUNT} (.+)", re.IGNORECASE | re.ASCII)
PLEASE = re.compile(r"(?: please)?[ .!]*$", re.IGNORECASE | re.ASCII)
TO_NAME = re.compile(r"(?:(?:against|by|of|for)\b ?)?(.*?)(?:['\u2019]s)?", re.IGNORECASE | re.ASCII)
HALF_A_CHALLENGE = re.compile(r"book|trick|round|\d{1,4}(?:,? \S+)?|\S+ \d{1,4}", re.IGNORECASE | re.ASCII)
HOW_TO_CHALLENGE = "write it like `challenge trick 5 bob`, or `challenge round 2 trick 5 bob`"


def read_saying(text: str) -> str:
    """Read words that are passed on to others. Raises ValueError if they are too long to be passed on whole."""
    line = safe_line(text, LONGEST_SAYING + 1)
    if len(line) > LONGEST_SAYING:
        raise ValueError(
            f"its words are longer than {LONGEST_SAYING:,} characters; send them in parts, each in a mail of its own"
        )
    return line


def read_bid(match: re.Match[str]) -> ask.Command | None:
    """Read `bid 4`, `bid nil`, `pass`."""
    rest = (match["rest"] or "").lower()
    if match["pass"] or rest == "pass":
        raise ValueError("nobody passes in Spades; write `bid nil` to bid no tricks, or a number, like `bid 3`")
    if not rest:
        raise ValueError("it names no number; write it like `bid 4` or `bid nil`")
    if (number := read_number(rest)) is not None:
        return game.MakeBid(number)
    if is_guess(rest):
        raise ValueError("it does not name one number of tricks; write a single one, like `bid 4`")
    return None


def is_guess(text: str) -> bool:
    """Tell if `text` wavers between numbers, or names a number that is no bid: `3 or 4`, `-1`."""
    words = [word for word in re.split(r"[\s,?/.-]+", text) if word]
    numbers = [word for word in words if word.isdecimal() or read_number(word) is not None]
    return bool(numbers) and HEDGES.issuperset(set(words) - set(numbers))


def read_blind(match: re.Match[str]) -> ask.Command | None:
    """Read `bid blind nil`."""
    words = set(re.split(r"[ :=-]+", match[0].lower()))
    said = [word for word in re.split(r"[ -]+", match["rest"].lower()) if word and word not in BLIND_WORDS]
    number = read_number(said[0]) if len(said) == 1 else None
    if number == 0:
        return game.MakeBid(0, blind=True)
    if number is not None or (not said and "bid" in words):
        raise ValueError("only nil can be bid blind; write `bid blind nil`, or `show` and then a bid like `bid 4`")
    return None


def read_play(match: re.Match[str]) -> ask.Command | None:
    """Read `play QS`, `play the queen of spades`."""
    cards = (*dict.fromkeys(read_cards(match["rest"])),)
    if len(cards) == 1:
        return game.PlayCard(cards[0])
    if match["also"]:
        return None
    if cards:
        raise ValueError(f"it names {len(cards)} cards; name the one that you play, like `play {cards[0]}`")
    if not match["rest"]:
        raise ValueError("it names no card; write it like `play QS`")
    if names_half_a_joker(match["rest"]):
        raise ValueError("it does not say which joker; write `play big joker` or `play little joker`")
    if names_half_a_card(match["rest"]):
        raise ValueError("it does not say which card; write rank and suit, like `play QS`")
    return None


def read_challenge(match: re.Match[str]) -> ask.Command | None:
    """Read a book and a player, in either order; conversation if there is no book.

    Any words after the book may be a name, even `Book 1` or `Please`: only a list of the players could tell, and this
    module has none.
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
    found = {kind.lower().replace("trick", "book"): _count(number) for kind, number in said}
    rest = TO_NAME.fullmatch(" ".join(BOOK.sub(" ", text).split()).strip(",:; "))
    name = rest[1] if rest else ""
    if "book" in found and name and len(said) == len(found):
        try:
            return ask.ChallengeBook(found["book"], check_name(name), found.get("round"))
        except ValueError as why:
            raise ValueError(f"{why}; {HOW_TO_CHALLENGE}") from None
    if HALF_A_CHALLENGE.fullmatch(text) or (found and len(name.split()) <= 1):
        raise ValueError(f"it does not name one trick and one player; {HOW_TO_CHALLENGE}")
    return None


def _count(text: str) -> int:
    number = read_number(text)
    return int(text) if number is None else number


def read_claim(match: re.Match[str]) -> ask.Command | None:
    """Read `claim`."""
    if match["some"]:
        raise ValueError("a claim is for all tricks that are left; write `claim`")
    return game.Claim()


def read_join(match: re.Match[str]) -> ask.Command:
    """Read `join [SHEET] [with PARTNER]`."""
    return ask.Join(match["sheet"] and match["sheet"].lower(), _person(match))


def _person(match: re.Match[str]) -> str | None:
    """Return the name or the address by which a line names somebody, None if it names nobody."""
    written = match["address"] or match["who"]
    return written and (fold_address(written) if "@" in written else check_name(written))


def read_notify(match: re.Match[str]) -> ask.Command:
    """Read `notify each trick`, `notify result only`."""
    level = re.fullmatch(
        r"(?:each|every|my|all|only|the)? ?(play|trick|book|turn|round|result)s?(?: only)?", match[1].lower()
    )
    if not level:
        lines = ("each play", "each trick", "my turns", "rounds")
        raise ValueError(f"write {', '.join(f'`notify {line}`' for line in lines)} or `notify result only`")
    return ask.SetNotify(level[1].replace("book", "trick"))


def read_format(match: re.Match[str]) -> ask.Command:
    """Read `format text`, `format html`."""
    if match[1].lower() not in {"text", "html"}:
        raise ValueError("write `format text` or `format html`")
    return ask.SetFormat(match[1].lower())


def read_switch(match: re.Match[str], of: str) -> bool:
    """Read the `on` or `off` behind the name `of` what it switches; nothing there is `on`."""
    word = (match[1] or "on").lower()
    if word not in {"on", "off"}:
        raise ValueError(f"write `{of} on` or `{of} off`")
    return word == "on"


def read_away(match: re.Match[str]) -> ask.Command | None:
    """Read `away 20 Dec to 2 Jan`, `away until 2 Jan`, `away 20 Dec`; the row's group `rest` holds the words after
    `away`.

    None for conversation. Raises ValueError, with a sentence, for days that are unclear.
    """
    text = match["rest"].lower()
    if until := UNTIL.fullmatch(text):
        first, last = None, until["last"]
    elif parts := RANGE.fullmatch(text):
        first, last = parts["first"], parts["last"]
    else:
        first = last = text.removeprefix("on ")
    found = read_day(last)
    if found is None or (first is not None and read_day(first, found.month) is None):
        check_meant([each for each in (first, last) if each is not None])
        return None
    return ask.Away(None if first is None else read_day(first, found.month), found)


MEETING = "write it like `meet Thu 20:00`, `meet tomorrow 20:00` or `meet 3 Dec 20:00`"


def read_meet(match: re.Match[str]) -> ask.Command | None:
    """Read `meet Thu 20:00`, `meet 3 Dec 20:00 UTC`. None for conversation. Raises ValueError, with a sentence, for
    words that lack the day or the time."""
    text = match["rest"].lower()
    try:
        at = read_moment(text.removesuffix(" utc"))
    except ValueError as why:
        if re.search(r"\d(:\d\d| ?[ap]\.?m)", text):
            raise ValueError(f"{str(why).partition('; write')[0]}; {MEETING}") from None
        return None
    if at.span is None and at.minutes is None:
        raise ValueError(f"it names no time of day; {MEETING}")
    return ask.Meet(at, text.endswith(" utc"))


LONGEST_REASON = 1000
"""The characters of a reason, or of a protest, that are stored, at most."""

LAST_CHARGE = re.compile(
    r"(?:(?P<reason>.*)[ ,;.])?charge (?!(?:of|for|at|on|to)\b)(?P<charge>.{1,40})", re.IGNORECASE | re.ASCII
)
"""A reason that ends in `charge BOB`."""

NO_CHARGE = re.compile(
    r"(?:\b(?:an?|the|this|that|my|your|eir|his|her|their|in|of|on|no|not|never|cannot|to|takes?|took|without)|n't)$",
    re.IGNORECASE | re.ASCII,
)
"""The words before a `charge` that charges nobody: `Ann was in charge of …`."""


def read_span(match: re.Match[str]) -> str:
    """Read the time in `extend 2 days`, `limit 2 days`."""
    parse_span(match[1])
    return match[1]


def read_replace(match: re.Match[str]) -> ask.Command:
    """Read `replace BOB with EVE <eve@example.org>`."""
    if match["known"]:
        return ask.ReplacePlayer(check_name(match["leaves"]), check_name(match["known"]), None)
    if not match["address"]:
        raise ValueError("it gives no address; write it like `replace Bob with Eve <eve@example.org>`")
    return ask.ReplacePlayer(check_name(match["old"]), check_name(match["name"]), fold_address(match["address"]))


def read_conduct(match: re.Match[str]) -> ask.Command:
    """Read `warn BOB because …`, `suspend BOB until 2 Jan`."""
    who, day = _person(match), match["day"]
    last = None if day is None else read_day(day.lower().rstrip(" .!"), examples="`suspend Bob until 2 Jan`")
    if who is None or (day and last is None):
        raise ValueError("write it like `warn Bob because they named their cards` or `suspend Bob until 2 Jan`")
    return ask.Conduct(who, safe_line(match["reason"] or "", LONGEST_REASON), last)


def read_rule(match: re.Match[str]) -> ask.Command:
    """Read `rule void to turn 37 because …`, with `charge BOB` before the reason or at its end."""
    if not match["reason"]:
        raise ValueError("it gives no reason; write it like `rule void to turn 37 because Ann had a spade`")
    reason, charged = match["reason"], match["charge"] and check_name(match["charge"])
    if not charged:
        reason, charged = _last_charge(reason)
    if not reason:
        raise ValueError("it gives no reason; write it like `rule void to turn 37 charge Bob because Ann had a spade`")
    return ask.VoidTo(int(match["turn"]), safe_line(reason, LONGEST_REASON), charged)


def _last_charge(reason: str) -> tuple[str, str | None]:
    """Split a reason from the `charge BOB` at its end, and name the player charged."""
    last = LAST_CHARGE.fullmatch(reason)
    before = ((last and last["reason"]) or "").rstrip(" ,;")
    if last is None or NO_CHARGE.search(before):
        return reason, None
    try:
        return before, check_name(last["charge"].rstrip(" .!"))
    except ValueError:
        return reason, None


def read_forfeit(match: re.Match[str]) -> ask.Command:
    """Read `forfeit team 1`."""
    if match[1] not in {"1", "2"}:
        raise ValueError("write `forfeit team 1` or `forfeit team 2`; a player who gives up writes `concede`")
    return game.Forfeit(int(match[1]))
