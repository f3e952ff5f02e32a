"""Subjects of letters: one for all of a round, so that mail programs keep it together. None ever reads as a command."""

import re

from referee.post.reading.safe_lines import clean
from referee.telling.letter_kinds import Answer, ConfirmPlease, DoubtPlease, MovePlease, PairPlease
from referee.telling.notices import (
    Alarm,
    GameResult,
    NoLongerWatching,
    RematchOff,
    RematchPlease,
    Silence,
    TableFull,
    TableSeated,
    Undeliverable,
)

LONGEST = 100
REPLY = re.compile(r"^\s*(?:(?:re|aw|antw|sv|fwd?|wg)(?:\[\d+\])?\s*:\s*)+", re.IGNORECASE)
OWN_TAG = re.compile(r"\[spades[^\]]*\]|\(ref [^)]*\)", re.IGNORECASE)
ROUND = re.compile(r"Round \d{1,6}")

UNASKED: dict[type[Answer], str] = {
    ConfirmPlease: "Was this mail yours?",
    DoubtPlease: "Did you mean this?",
    MovePlease: "A new address",
    PairPlease: "Is this your partner?",
    TableFull: "Four players have signed up",
    TableSeated: "Your table is full",
    GameResult: "The final score",
    RematchPlease: "One more game?",
    RematchOff: "No rematch",
    Silence: "A player has fallen silent",
    Undeliverable: "A letter did not arrive",
    NoLongerWatching: "A game is no longer sent to you",
    Alarm: "The referee needs a person",
}
"""Subjects of the answers that need no mail to answer."""


def round_subject(game: int, round: int) -> str:
    """`[Spades 12] Round 2`."""
    return f"[Spades {game}] Round {round}"


def answer_subject(answer: Answer, game: int | None, asked: str | None) -> str:
    """`[Spades 12] Re: what you asked`; `asked` is the subject of the mail. A round's own subject stays as it is."""
    tag = "[Spades]" if game is None else f"[Spades {game}]"
    if asked is None or isinstance(answer, ConfirmPlease | DoubtPlease):
        return f"{tag} {UNASKED.get(type(answer), 'From the referee')}"
    text = REPLY.sub("", OWN_TAG.sub(" ", clean(asked))).strip()
    if game is not None and ROUND.fullmatch(text):
        return f"{tag} {text}"
    return f"{tag} Re: {text[:LONGEST].strip() or 'your mail'}"


def with_reference(subject: str, token: str | None, subaddress: str) -> str:
    """The subject with the token in it, if the provider has no subaddresses to carry it."""
    return subject if subaddress or not token else f"{subject} (ref {token})"
