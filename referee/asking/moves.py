"""The readers of a player's public moves: bids, plays and challenges, given the rest of a line whose command is known.

Each reader returns None for conversation, and raises ValueError, with a sentence, for a move that is unclear. Never
asks whether the move is legal. cards.py reads a card or a number as people write it; courtesies.py takes away a
greeting or a thanks.
"""

import re
from dataclasses import replace

from referee.asking import commands as ask
from referee.asking.cards import NUMBER_WORDS, names_half_a_card, names_half_a_joker, read_cards, read_number
from referee.names import check_name
from referee.spades import commands as game

HEDGES = {"or", "and", "to", "maybe", "perhaps", "about", "either", "between", "at", "least", "most"}
BLIND_WORDS = {"blind", "bid", "a", "of", "is"}
BOOK_WORDS = {"book": "book", "trick": "book", "round": "round"}
_COUNT = rf"(?:no\.? ?|#)?(\d{{1,4}}|{'|'.join(NUMBER_WORDS)})\b[,:;]?"
BOOK = re.compile(rf"(?:(?:in|of|from) )?(?:the )?\b(book|trick|round) {_COUNT}", re.IGNORECASE | re.ASCII)
PLAIN_CHALLENGE = re.compile(rf"(?:round {_COUNT} )?(?:book|trick) {_COUNT} (.+)", re.IGNORECASE | re.ASCII)
PLEASE = re.compile(r"(?: please)?[ .!]*$", re.IGNORECASE | re.ASCII)
TO_NAME = re.compile(r"(?:(?:against|by|of|for)\b ?)?(.*?)(?:['\u2019]s)?", re.IGNORECASE | re.ASCII)
HALF_A_CHALLENGE = re.compile(r"book|trick|round|\d{1,4}(?:,? \S+)?|\S+ \d{1,4}", re.IGNORECASE | re.ASCII)
HOW_TO_CHALLENGE = "write it like `challenge trick 5 bob`, or `challenge round 2 trick 5 bob`"


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
    found = {BOOK_WORDS[kind.lower()]: _count(number) for kind, number in said}
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
