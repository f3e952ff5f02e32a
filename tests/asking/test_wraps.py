"""Prose that a mail program broke at its columns never acts, and lines are read as their writer ended them."""

import textwrap
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.asking import commands as ask
from referee.asking.grammar import read_commands
from referee.asking.second_thoughts import Writer, what_turns
from referee.asking.wraps import written

CHAT = """
Harold says that only a coward would ever bid 4 with such cards as these.
My grandmother never once in her whole long life dared to bid nil.
I do not see how anybody could have known that you would play QS after that lead of mine.
Last week I lost the whole round because I was so sure that they held the KH.
If Bob leads hearts once more then I shall simply have to concede and go to bed with a book.
We were in the garden until half past 4 and then the rain came and drove everybody back in.
The club rules of 1962 say that a host may abort a game when the tea is cold.
Nobody who can count up to thirteen would ever throw the queen of spades on that trick.
People always ask me what I would do with a hand like that, and I always say nil.
It was the last round but one, and all that I had left was the two of clubs and an old king.
I told the children that they may not leave before they have thanked their aunt.
The vicar, who hates to pause for breath, went on about the roof until nearly 10.
You could replace Bob with a potted plant and the score would hardly change.
What a pity that they had to forfeit team 1 in the final of the village cup.
When the letter came I thought at first that it was another one of those that say yes and mean no.
Dave has a cousin who will never resume a game once the clock has struck eight.
I should have led low from my long suit instead of wasting the AS.
She asked whether anybody ever wins with a claim so early in the day.
They have given the new baby a name that nobody in the family can spell, let alone say.
There were six of us in a car that was made for four.
I wish that I could tell you what is in my hand.
Somebody ought to write down the score before the dog eats that page as well.
After such a defeat a man must withdraw into his shed and think about what he has done.
I for one would be sorry to see them start without me.
""".strip().splitlines()
"""Talk at a card table. No sentence is a command, and each has words that would be one on a line of their own."""
WIDTHS = range(60, 79)
MOVES = ("bid 4", "play QS", "QS", "4", "nil", "I play the queen of spades", "concede", "hand")


def paragraph(chance: Random) -> str:
    return " ".join(chance.sample(CHAT, chance.randint(1, 5)))


def broken(text: str, *widths: int) -> str:
    """Break a text as programs do that leave no mark of it; each breaks the lines of the one before."""
    for width in widths:
        text = "\n".join(
            piece
            for line in text.split("\n")
            for piece in textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False) or [""]
        )
    return text


def acts(text: str) -> list[ask.Command]:
    """Return the commands that a text gives, with its questions."""
    reading = read_commands(text)
    turned = what_turns(reading, Writer(frozenset()))
    return [] if reading.unclear or turned else [asked.command for asked in reading.asked]


def test_wrapped_chat_never_acts() -> None:
    chance = Random(4)
    for _ in range(800):
        said, width = paragraph(chance), chance.choice(WIDTHS)
        once, twice = broken(said, width), broken(said, width, chance.randrange(60, width + 1))
        assert acts(once) == [], once
        assert acts(twice) == [], twice


def test_a_line_read_alone_would_act() -> None:
    """The chat is a test: its lines hold commands where a wrap leaves them alone."""
    chance = Random(4)
    texts = [broken(paragraph(chance), chance.choice(WIDTHS)) for _ in range(300)]
    alone = [line for text in texts for line in text.split("\n") if read_commands(line).asked]
    assert len(alone) > 6


@given(st.sampled_from(CHAT), st.sampled_from(MOVES), st.sampled_from([*WIDTHS, 400]))
def test_a_move_acts_below_a_blank_line_and_below_a_sentence(said: str, move: str, width: int) -> None:
    (alone,) = read_commands(move).asked
    for gap in ("\n\n", "\n"):
        assert alone.command in [asked.command for asked in read_commands(f"{broken(said, width)}{gap}{move}").asked]


@given(st.lists(st.sampled_from(["", "bid 4", "Hello Bob,", "well", *CHAT]), max_size=8), st.sampled_from(WIDTHS))
def test_words_stay_in_order_and_joined_lines_stay_joined(said: list[str], width: int) -> None:
    lines = broken("\n".join(said), width).split("\n")
    once = [line for _, line in written(lines, anew=frozenset(), starts_block=bool, ends_freely=bool)]
    nothing = frozenset[int]()
    for block in (lambda line: False, lambda line: line == "bid 4"):
        whole = [line for _, line in written(lines, anew=nothing, starts_block=block, ends_freely=lambda line: False)]
        assert " ".join(" ".join(whole).split()) == " ".join(" ".join(lines).split())
        again = [line for _, line in written(whole, anew=nothing, starts_block=block, ends_freely=lambda line: False)]
        assert again == whole
    assert " ".join(" ".join(once).split()) == " ".join(" ".join(lines).split())


@given(st.lists(st.text("ab .", max_size=49), max_size=6))
def test_short_lines_stay_alone(lines: list[str]) -> None:
    whole = [
        line
        for _, line in written(lines, anew=frozenset(), starts_block=lambda line: False, ends_freely=lambda line: False)
    ]
    assert whole == [line.rstrip() for line in lines]


@pytest.mark.parametrize(
    "text",
    [
        f"say {CHAT[0]} {CHAT[3]} {CHAT[8]}",
        f"rule void to turn 5 because {CHAT[19].lower()[:-1]} and nobody, not even Carol, could read what was on it",
    ],
)
def test_free_words_are_whole_wherever_a_program_broke_them(text: str) -> None:
    (alone,) = read_commands(text).asked
    for width in WIDTHS:
        assert [asked.command for asked in read_commands(f"{broken(text, width)}\n\nBye").asked] == [alone.command]


def test_settings_keep_their_lines() -> None:
    players = ", ".join(
        f"{name} <{name.lower()}@a-long-domain.example.org>" for name in ("Ann", "Bob", "Carol", "Dave")
    )
    for width in WIDTHS:
        (start,) = read_commands(broken(f"start\nplayers: {players}\nsheet: fsu", width)).asked
        assert isinstance(start.command, ask.Start) and len(start.command.players) == 4


def test_time_is_linear() -> None:
    read_commands("\n".join(["word " * 14] * 2000))
    read_commands("\n".join(["say " + "word " * 14] * 2000))
