"""Random mail from one seed: whatever people, machines and clocks do, certain things hold after each mail.

No mail raises; the state is the fold of the stored events; no letter names a card that its reader may not know; a hand
goes to its holder alone; nobody gets two letters for one act; a letter once written never changes.
"""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from referee.spades import events as ev
from referee.spades.fold import replay
from referee.store import people
from referee.table.seats import SEATS
from tests import outgoing
from tests.talk import LIST, MASTER, STARTER, Letter, Talk, address, cards_in

WATCHER = "walt@else.test"
SHORT = f"{STARTER}\ntarget: 60"
"""A game that ends soon."""


class Table:
    """One table at which anything may happen."""

    def __init__(self, folder: Path, seed: int, start: str = SHORT) -> None:
        self.random = Random(seed)
        lists = {"list": LIST, "list_mode": "external" if seed % 2 else "builtin"}
        self.talk = Talk(folder, luck=1 + seed * 1_000_000, referee=lists)
        self.start, self.game = start, 0
        self.checked = 0
        self.last = b""
        self.raw: dict[str, bytes] = {}
        self.acts: tuple[tuple[int, Callable[[], object]], ...] = (
            (60, self.sensible),
            (6, self.out_of_turn),
            (6, self.illegal),
            (4, self.late),
            (4, self.doubled),
            (4, self.unproven),
            (4, self.yes),
            (3, self.silence),
            (3, self.ruling),
            (3, self.question),
            (2, self.chatter),
            (2, self.outage),
            (1, self.junk),
        )
        self.begins()

    def go(self, steps: int) -> None:
        """Bring that many mails and time-outs, each checked; after a game comes another."""
        weights = [weight for weight, _ in self.acts]
        for _ in range(steps):
            if self.talk.game(self.game).result is not None:
                self.begins()
            [act] = self.random.choices([act for _, act in self.acts], weights)
            act()

    def begins(self) -> None:
        """Begin the next game."""
        self.talk.starts(self.start).hears_each_play()
        self.game += 1
        self.check(MASTER, set())

    def person(self) -> str:
        """Return any player's address as it is now."""
        return self.random.choice(self.seated())

    def seated(self) -> list[str]:
        with self.talk.store.reading() as tx:
            seated = people.seated(tx, self.game)
        return [seated[seat].address for seat in SEATS]

    def due(self) -> str:
        waiting = self.talk.game(self.game).due
        assert waiting is not None
        return self.seated()[waiting[0] - 1]

    def letters(self, who: str) -> list[Letter]:
        return [letter for letter in self.talk.to(who) if letter["Spades-Game"] == str(self.game)]

    def move(self, who: str) -> str:
        """Choose something that `who` could play or bid, by what they know."""
        letter = next((x for x in reversed(self.letters(who)) if x["Spades-Legal"]), None)
        legal = letter["Spades-Legal"].split() if letter else ["2"]
        choice = self.random.choice(legal[:6])
        return f"bid {choice}" if choice.isdecimal() else f"play {choice}"

    def says(self, who: str, text: str, *, answers: Letter | None = None, proven: bool = False) -> str:
        """Send one mail, and make all checks after it."""
        raw = self.talk.mail(who, text, answers=answers, subject=f"[Spades {self.game}]", proven=proven)
        return self.deliver(who, raw, cards_in(text) | (answers.cards if answers else set()))

    def deliver(self, who: str, raw: bytes, own: set[str]) -> str:
        count, before = len(self.talk.letters), len(self.talk.trail(self.game))
        outcome = self.talk.deliver(raw)
        new = self.talk.letters[count:]
        assert len({letter.to for letter in new}) == len(new), f"two letters for one act: {outcome}"
        if "accepted" not in outcome:
            assert len(self.talk.trail(self.game)) == before, f"changed by {outcome}"
        self.last = raw
        self.check(who, own)
        return outcome

    def sensible(self) -> None:
        who = self.due()
        turn = next((x for x in reversed(self.letters(who)) if "turn" in x.events), None)
        self.says(who, self.move(who), answers=turn, proven=turn is None)

    def out_of_turn(self) -> None:
        who = self.person()
        self.says(who, self.move(who), answers=self.letters(who)[-1])

    def illegal(self) -> None:
        who = self.due()
        card = self.random.choice(self.talk.game(self.game).sheet.deck)
        text = self.random.choice((f"play {card}", f"bid {self.random.randint(0, 15)}", "bj", "2C 3C", f"{card}"))
        self.says(who, text, answers=self.letters(who)[-1])

    def late(self) -> None:
        who = self.person()
        self.says(who, self.move(who), answers=self.random.choice(self.letters(who)))

    def doubled(self) -> None:
        self.deliver(
            "",
            self.random.choice((self.last, b"X-Copy: 1\r\n" + self.last)),
            cards_in(self.last.decode(errors="replace")),
        )

    def unproven(self) -> None:
        who = self.person()
        self.says(who, self.random.choice((self.move(who), "concede", "say hello", "leave")))

    def yes(self) -> None:
        asked = [x for x in self.talk.letters if x.events == ["confirm"]]
        if asked:
            letter = self.random.choice(asked[-3:])
            self.says(letter.to, "yes", answers=letter)

    def silence(self) -> None:
        self.talk.passes(hours=self.random.choice((1, 30, 49, 73)))
        self.check("", set())

    def ruling(self) -> None:
        game = self.talk.game(self.game)
        other = self.random.choice(game.names)
        new = self.random.choice(("Eve", "Finn", "Gil"))
        text = self.random.choice(
            (
                f"rule void to turn {self.random.randint(max(1, game.turn - 6), game.turn)} because so ruled",
                f"rule void to turn {game.turn} because so ruled, charge {other}",
                "pause",
                "resume",
                "resume",
                "extend 1 day",
                f"replace {other} with {new} <{new.lower()}@else.test>",
            )
        )
        self.says(MASTER, text, proven=self.random.random() < 0.9)

    def question(self) -> None:
        who = self.random.choice((self.person(), MASTER, WATCHER))
        wishes = ("hand", "score", "history", "status", "games", f"watch {self.game}")
        self.says(who, self.random.choice(wishes), proven=self.random.random() < 0.5)

    def chatter(self) -> None:
        who = self.person()
        texts = ("say well done", "nice hand!", "concede", "withdraw concession", "notify my turns", "format text")
        self.says(who, self.random.choice(texts), answers=self.letters(who)[-1])

    def outage(self) -> None:
        self.talk.hold = True
        for _ in range(self.random.randint(1, 4)):
            if self.talk.game(self.game).result is None:
                self.sensible()
        self.talk.passes(hours=self.random.choice((0, 2, 80)))
        self.talk.accepts()
        self.check("", set())

    def junk(self) -> None:
        self.deliver("", self.random.randbytes(300), set())

    def check(self, sender: str, own: set[str]) -> None:
        """Check what must hold at any time; `own`: cards that `sender` named, which the answer may quote."""
        game, trail = self.talk.game(self.game), self.talk.trail(self.game)
        assert replay(trail) == game, "the fold of all events is the state"
        kept, waiting = self.talk.kept(self.game), game.due
        assert (kept.turn, kept.round, kept.score, kept.names) == (game.turn, game.round, game.score, game.names)
        assert (kept.due_seat, kept.due_what) == (waiting or (None, None))
        assert (kept.deadline is not None) == (waiting is not None and not game.paused)
        for letter in self.talk.letters[self.checked :]:
            assert letter["Message-ID"] not in self.raw
            self.raw[letter["Message-ID"]] = letter.raw
            if letter["Spades-Game"] in ("", str(self.game)):
                self.check_letter(
                    letter, trail, own if letter.to == address(sender or "nobody") or not sender else set()
                )
        self.checked = len(self.talk.letters)

    def check_letter(self, letter: Letter, trail: list[ev.Event], own: set[str]) -> None:
        game = self.talk.game(self.game)
        seated = self.seated()
        seat = seated.index(letter.to) + 1 if letter.to in seated else None
        held = {str(card) for card in game.hand(seat)} if seat else set()
        shown = set(letter["Spades-Hand"].split())
        assert shown <= held, f"{letter.to} was shown the hand of another"
        assert held == shown or not shown
        if letter.events in (["reply"], ["error"], ["confirm"], ["welcome"]) and seat is None:
            assert not shown and not letter["Spades-Legal"]
        assert letter.cards <= held | named(trail) | own, f"{letter.to} {letter.events} shows {letter.cards - held}"

    def check_bytes(self) -> None:
        """Check that every letter stands in the outbox as it was first written."""
        with self.talk.store.reading() as tx:
            kept = [each.raw for each in outgoing.letters(tx, 1, self.talk.seen)]
        assert kept == list(self.raw.values())


def named(trail: list[ev.Event]) -> set[str]:
    """Return the cards that everyone may know of: played or misplayed in this round, or in the last two tricks before
    it."""
    dealt = max(i for i, event in enumerate(trail) if isinstance(event, ev.Dealt))
    before = [event for event in trail[:dealt] if isinstance(event, ev.CardPlayed)][-8:]
    return {str(e.card) for e in (*before, *trail[dealt:]) if isinstance(e, ev.CardPlayed | ev.Misplayed)}


@pytest.mark.parametrize("seed", [1, 2])
def test_random_talk(tmp_path: Path, seed: int) -> None:
    table = Table(tmp_path, seed)
    table.go(30)
    table.check_bytes()


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 130))
def test_long_random_talk(tmp_path: Path, seed: int) -> None:
    table = Table(tmp_path, seed)
    table.go(400)
    table.check_bytes()
