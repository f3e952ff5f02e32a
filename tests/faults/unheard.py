"""No player goes unheard: people on turn answer their letters, in mails of every shape that the specifications allow
(shapes.py), and machines report at the return address of letters.

After each mail either the move stands that was written, or its writer has a letter, and can still move by a plain
answer; no report moves a clock, and only that of a failure says that a letter was not delivered. Needs no servers.
"""

import sys
import tempfile
from collections import Counter
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

from referee.desk.outgoing import envelope_sender
from referee.spades import events as ev
from referee.store.games import GameRow
from tests.by_mail.returned import queued
from tests.faults.runs import Figures
from tests.faults.shapes import TABLES, Dice, Made, Person, answer, report
from tests.talk import MASTER, Laid, Letter, Talk

FAULTS = ("silence", "wronged", "shunted", "wrong", "deaf", "no outcome", "false bounce", "missed bounce")
MAILS, SHORT = 10_000, 100
READ, AGO = timedelta(hours=73), timedelta(hours=2)
"""A mail that came an hour before its writer's time was up, and is read an hour after."""
USED = "Message-ID: <used@club.test>"
"""A Message-ID that each player's program gave to their bid, too."""
ALONE = ("words", "charset", "encoding", "type", "disposition", "shape", "sender", "recipient", "id", "thread", "bytes")


class Came(NamedTuple):
    """What came of a mail: `what` in a word, a fault among FAULTS, and its outcome in the log."""

    what: str
    outcome: str


class Turn(NamedTuple):
    """A table as it was laid, and whose turn it is there, by which letter."""

    laid: Laid
    who: str
    letter: Letter
    back: str
    """The return address of that letter."""
    trail: list[ev.Event]
    kept: GameRow


class Tables:
    """A table while a bid is due, and one while a card is due; each mail comes to one as it was laid."""

    def __init__(self, folder: Path) -> None:
        self.talk = Talk(folder).starts()
        bid = self.turn()
        for seed in range(4):
            made, came = self.answer(self.turn(), Dice(seed, {"id": USED}), seed)
            assert came.what == "stood", (came, made.raw)
        self.turns = (bid, self.turn())

    def turn(self) -> Turn:
        """Return the turn that is due."""
        talk, who = self.talk, self.talk.due()
        letter = next(each for each in reversed(talk.to(who)) if "turn" in each.events)
        back = envelope_sender(talk.settings, queued(talk, who, "turn").secret)
        return Turn(talk.laid(), who, letter, back, talk.trail(), talk.kept())

    def tries(self, seed: int, odd: Mapping[str, str] | None = None) -> tuple[Made, Came]:
        """Bring the mail of a seed; each fifth is a report."""
        turn = self.turns[seed % 2]
        self.talk.stand_as(turn.laid)
        return (self.report if seed % 5 == 0 else self.answer)(turn, Dice(seed, odd), seed)

    def report(self, turn: Turn, dice: Dice, seed: int) -> tuple[Made, Came]:
        """Bring a report on the letter of the player on turn."""
        talk = self.talk
        made = report(dice, Person(turn.letter.to, turn.back, turn.letter["Subject"]), seed)
        count = len(talk.letters)
        outcome = self.handled(made, timedelta())
        told = any(letter.to == MASTER and "delivered" in letter.text for letter in talk.letters[count:])
        faults = {
            "shunted": outcome is None,
            "wrong": talk.trail() != turn.trail,
            "wronged": talk.kept() != turn.kept,
            "false bounce": told and made.failed is False,
            "missed bounce": not told and made.failed is True,
            "no outcome": not outcome,
        }
        return made, Came(next((fault for fault, so in faults.items() if so), "reported"), str(outcome))

    def answer(self, turn: Turn, dice: Dice, seed: int) -> tuple[Made, Came]:
        """Bring an answer of the player on turn, a few of them read only after their time is up."""
        talk, letter = self.talk, turn.letter
        named, other = dice.chance("move").sample(letter["Spades-Legal"].split()[1:], 2)
        plain = "bid {}" if named.isdecimal() else "play {}"
        form = dice.chance("form").choice((plain, "{}"))
        person = Person(letter.to, letter["Reply-To"], letter["Subject"], turn.back, letter["Message-ID"], letter.text)
        made = answer(dice, person, seed, form.format(named), form.format(other))
        count = len(talk.letters)
        late = dice.chance("late").random() < 0.1
        talk.now += READ if late else timedelta()
        outcome = self.handled(made, AGO if late else timedelta())
        happened = talk.trail()[len(turn.trail) :]
        acts = [_named(event) for event in happened if isinstance(event, ev.BidMade | ev.CardPlayed | ev.Misplayed)]
        stood = made.may_act and acts[:1] == [named]
        faults = {
            "shunted": outcome is None,
            "wrong": bool(happened) and not stood,
            "no outcome": not outcome,
            "wronged": not stood and talk.kept().deadline != turn.kept.deadline,
            "silence": not stood and not any(each.to == letter.to for each in talk.letters[count:]),
            "deaf": not stood and not self.hears(made, letter, plain.format(named)),
        }
        came = next((fault for fault, so in faults.items() if so), "stood" if stood else "answered")
        return made, Came(came, str(outcome))

    def handled(self, made: Made, ago: timedelta) -> str | None:
        """Return a mail's outcome; None: it was set aside with a traceback."""
        try:
            return self.talk.deliver(made.raw, ago=ago)
        except Exception:
            return None

    def hears(self, made: Made, letter: Letter, move: str) -> bool:
        """Tell if a plain answer to the letter of the turn moves now; if others may have seen its reply address, to the
        newest letter."""
        newest = self.talk.last(letter.to)
        if self.talk.says(letter.to, move, answers=letter).endswith("/accepted"):
            return True
        again = "yes" if newest.events == ["confirm"] else move
        return made.shared and self.talk.says(letter.to, again, answers=newest).endswith("/accepted")


def _named(event: ev.BidMade | ev.CardPlayed | ev.Misplayed) -> str:
    return str(event.bid if isinstance(event, ev.BidMade) else event.card)


def least(tables: Tables, seed: int, made: Made, came: Came) -> tuple[Made, Came]:
    """Return the mail of this seed with as few odd answers as bring the same fault."""
    odd = made.odd
    for question in sorted(odd):
        fewer = {each: name for each, name in odd.items() if each != question}
        then = tables.tries(seed, fewer)
        if then[1].what == came.what:
            odd, (made, came) = fewer, then
    return made, came


def alone(tables: Tables) -> Counter[str]:
    """Bring each odd answer alone, while a bid and while a card is due, and print what does not stand."""
    tally: Counter[str] = Counter()
    odd = [{question: name} for question in ALONE for name in [*TABLES[question]][1:]]
    odd += [{"head 1": name} for name in [*TABLES["head"]][1:]]
    for question, shapes in (("boundary", "beside"), ("flaw", "below"), ("beside", "below"), ("html", "html")):
        odd += [{question: name, "shape": shapes} for name in [*TABLES[question]][1:]]
    for seed, answers in enumerate(odd):
        for due in (1, 2):
            made, came = tables.tries(10 * seed + due, answers)
            tally[came.what] += 1
            if came.what != "stood":
                print(_line(due, made, came), flush=True)
    return tally


def _line(seed: int, made: Made, came: Came) -> str:
    odd = {question: name[:60] for question, name in made.odd.items()}
    return f"{seed} {came.what} {odd} {came.outcome[:80]!r} {len(made.raw)}"


def run(*, long: bool, first: int = 0, count: int | None = None) -> Figures:
    """Bring so many mails of seeds; print each fault as the plainest mail that has it, and raise if there is one."""
    tally: Counter[str] = Counter(dict.fromkeys(FAULTS, 0))
    with tempfile.TemporaryDirectory() as folder:
        tables = Tables(Path(folder))
        for seed in range(first, first + (count or (MAILS if long else SHORT))):
            made, came = tables.tries(seed)
            tally[came.what] += 1
            if came.what in FAULTS:
                print(_line(seed, *least(tables, seed, made, came)), flush=True)
        tables.talk.store.close()
    faults = {fault: tally[fault] for fault in FAULTS if tally[fault]}
    assert not faults, f"{faults} of {dict(tally)}"
    return dict(tally)


if __name__ == "__main__":
    if sys.argv[1:] == ["alone"]:
        with tempfile.TemporaryDirectory() as place:
            print(alone(Tables(Path(place))))
    else:
        print(run(long=True, first=int(sys.argv[1]), count=int(sys.argv[2])))
