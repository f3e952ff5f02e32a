"""Tables at which the sheets other than 109 are played by mail."""

from pathlib import Path

from tests.talk import STARTER, Letter, Talk

NO_FACE_NO_SPADE = {1: 18274, 2: 10954, 4: 8232}

"""Seat -> the seed of a first deal in which its hand has no ace, king, queen, jack and no spade."""


def table(folder: Path, sheet: str, *changes: str, luck: int = 1, **sections: dict[str, object]) -> Talk:
    return Talk(folder, luck=luck, seeds=(), **sections).starts("\n".join((STARTER, f"sheet: {sheet}", *changes)))


def name(talk: Talk, seat: int) -> str:
    return talk.game().names[seat - 1]


def seat(talk: Talk) -> int:
    """Return the seat that the clock is on."""
    return talk.game().names.index(talk.due().capitalize()) + 1


def plays_on(talk: Talk, until: int) -> Talk:
    """Play legal bids and cards until position `until`; show held-back hands first."""
    while talk.game().turn < until and talk.game().provisional is None and talk.game().result is None:
        if "show" in talk.last(talk.due())["Spades-Legal"].split():
            assert talk.says(talk.due(), "show") == "Show/accepted"
        outcome = talk.acts()
        assert outcome.endswith("/accepted"), outcome
    return talk


def new_letters(talk: Talk, count: int) -> list[Letter]:
    return talk.letters[count:]
