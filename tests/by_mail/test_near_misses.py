"""Badly typed mails of whoever is on turn, through the whole path: done, offered or explained, and never a misplay."""

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from referee.asking import commands as ask
from referee.asking.grammar import read_commands
from referee.spades import events as ev
from referee.spades.commands import MakeBid, PlayCard
from referee.store import people
from tests.by_mail.sheet_tables import table as sheet_table
from tests.laid import Laid
from tests.talk import LIST, Letter, Talk

WORDS = Path(__file__).parents[1] / "asking"


class Typed(NamedTuple):
    """A row of badly_typed.txt."""

    at: str
    text: str
    meant: str
    then: str


def rows(name: str, columns: int) -> Iterator[list[str]]:
    for line in (WORDS / name).read_text("utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            yield [part.strip() for part in line.split(" | ", columns - 1)]


TYPED = [Typed(*row) for row in rows("badly_typed.txt", 4)]
TRAPS = [(at, text) for at, text in rows("traps.txt", 2)]


def followed(folder: Path) -> Talk:
    talk = Talk(folder, luck=12).starts().bids()
    assert talk.acts("play AS") == "PlayCard/accepted"
    return talk


TABLES: dict[str, Callable[[Path], Talk]] = {
    "bid": lambda folder: Talk(folder, luck=12).starts(),
    "lead": lambda folder: Talk(folder, luck=12).starts().bids(),
    "follow": followed,
    "joker": lambda folder: sheet_table(folder, "usag", "spade lead: any", luck=2).bids(),
    "blind": lambda folder: sheet_table(folder, "sigma"),
}


class Tables:
    """Each table once; `at` puts it back to where it stood if somebody has acted, or had most of a day's answers."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ready: dict[str, tuple[Talk, Laid, int]] = {}

    def at(self, name: str) -> Talk:
        if name not in self.ready:
            (self.folder / name).mkdir()
            talk = TABLES[name](self.folder / name)
            with talk.store.transaction() as tx:
                for seated in people.seated(tx, 1).values():
                    people.change(tx, seated.id, notify="turn")
            self.ready[name] = talk, talk.laid(0), talk.kept().last_seq
            return talk
        talk, laid, last = self.ready[name]
        if talk.kept().last_seq != last or len(talk.letters) > len(laid.letters) + 30:
            talk.letters = []
            talk.stand_as(laid)
        return talk


@pytest.fixture(scope="module")
def tables() -> Iterator[Tables]:
    with tempfile.TemporaryDirectory() as folder:
        yield Tables(Path(folder))


def says(talk: Talk, text: str) -> Letter | None:
    """Whoever is due writes this; the letter that answers it."""
    who, count = talk.due(), len(talk.letters)
    letter = next(x for x in reversed(talk.to(who)) if "turn" in x.events)
    text = text.replace("\\n", "\n")
    if text.startswith("subject: "):
        mail = talk.mail(who, "", subject=text[9:], proven=True)
    else:
        mail = talk.mail(who, text, answers=letter)
    talk.deliver(mail)
    return next((x for x in talk.letters[count:] if x.to == letter.to), None)


def command(text: str) -> ask.Command | None:
    """The one command that a line is; None for `-`."""
    asked = read_commands(text).asked
    return asked[0].command if len(asked) == 1 else None


def acted(talk: Talk, since: int) -> list[ask.Command]:
    """What came of a mail, as commands."""
    found: list[ask.Command] = []
    for event in talk.trail()[since:]:
        match event:
            case ev.BidMade():
                found.append(MakeBid(event.bid, blind=event.blind))
            case ev.CardPlayed():
                found.append(PlayCard(event.card))
            case _:
                found.append(event)
    return found


def what_came(talk: Talk, typed: Typed) -> str:
    """`act`, `ask` or `tell`, each only if it is about what was meant; else what is wrong."""
    since = len(talk.trail())
    letter = says(talk, typed.text)
    done = acted(talk, since)
    text = "" if letter is None else " ".join(letter.text.split())
    if done:
        told = "Understood: " in text or read_commands(typed.text.replace("\\n", "\n")).asked
        return "act" if done == [command(typed.meant)] and told else f"wrong act: {done}, {text}"
    if letter is None:
        return "unanswered"
    if "Did you mean: " in text:
        offered = text.partition("Did you mean: ")[2].partition("?")[0]
        if typed.meant == "-" or command(offered) != command(typed.meant):
            return f"wrong offer: {offered}"
        return "ask"
    asks = typed.meant if typed.meant in ("score", "hand") else None
    return "act" if asks and "no command" not in text and "error" not in letter.events else "tell"


def test_badly_typed_mails_are_done_offered_or_explained(tables: Tables) -> None:
    came = {typed: what_came(tables.at(typed.at), typed) for typed in TYPED}
    assert len(came) == len(TYPED) >= 100
    expected = {typed: typed.then.replace("wrong", "tell") for typed in TYPED}
    wrong = [f"{t.at}: {t.text!r} -> {got}" for t, got in came.items() if got != expected[t]]
    assert not wrong, "\n".join(wrong)
    assert sum(typed.then != "wrong" for typed in TYPED) >= 0.9 * len(TYPED)


def test_chat_is_no_move(tables: Tables) -> None:
    """What is said on one's turn without a command brings an answer, and nothing else."""
    assert len(TRAPS) >= 40
    for at, text in TRAPS:
        talk = tables.at(at)
        since, letter = len(talk.trail()), says(talk, text)
        assert len(talk.trail()) == since, f"{at}: {text!r} was a move"
        offers = letter is not None and "Did you mean" in letter.text
        assert letter is not None and not offers, f"{at}: {text!r} -> {letter and letter.text}"
