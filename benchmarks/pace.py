"""The days that a round takes four people who look into their mail twice a day: `python -m benchmarks.pace`.

Whole rounds by mail, on virtual time: each player looks at two set moments of their own day, give or take a few
minutes, and answers all that waits, also what comes back while they look. Tables of four kinds, beside one whose last
trick is played by hand: *answering* is for turns only; *tapping* adds `forced`, `equals` and `claim`; *planning* adds
the plans that the letters' buttons offer, for some turns and not for others; *meeting* is answering, and one half hour
a day at the same time, in which each looks every two minutes. Everything is answered by the letters' links.

Printed for each kind: days a round, their ratio to the table whose last trick is played by hand, and letters a player
and round; then how many of each kind of turn were answered by mail, and how long the game waited for them; and the same
with one answer a look. The last line has the ratio of *meeting* to *answering*, and the letters with plans.
"""

import argparse
import heapq
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from email.parser import BytesHeaderParser
from email.policy import compat32
from email.utils import parsedate_to_datetime
from itertools import count
from pathlib import Path
from random import Random
from zoneinfo import ZoneInfo

from referee.demo.mail_player import Tap, taps
from referee.demo.robots import Planner, Turn, answer, read_turn
from referee.spades import events as ev
from referee.spades.fold import evolve
from referee.spades.game import Game
from tests.talk import NAMES, STARTER, Letter, Talk, address

ROUNDS, SEED = 40, 1
GAME = 5
"""Rounds of one game; the next one has other seats."""
HEADERS = BytesHeaderParser(policy=compat32)
JITTER = timedelta(minutes=8)
NEVER = "target: 1000000"
DAY = timedelta(days=1)
TURNS = ("bid", "lead", "follow", "discard", "claim")
HABITS = ("plan forced on", "plan equals on")
MEETING_AT, MEETING_LOOKS, APART = time(12, 0), 15, timedelta(minutes=2)
"""The moment in UTC at which they meet, how often each looks then, and the time between two looks."""

LOOKS: dict[str, tuple[str, tuple[time, time]]] = {
    "Ann": ("Europe/Berlin", (time(7, 20), time(20, 0))),
    "Bob": ("America/New_York", (time(8, 0), time(21, 30))),
    "Carol": ("Europe/Berlin", (time(12, 30), time(22, 15))),
    "Dave": ("Asia/Tokyo", (time(7, 45), time(19, 10))),
}
"""The time zone of each player, and when they look into their mail."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of table: what its players do beside answering, and the lines that its start adds."""

    name: str
    start: str = NEVER
    taps: bool = False
    plans: bool = False
    meets: bool = False


BY_HAND = Kind("answering, last trick by hand", f"{NEVER}\nlast trick: by hand")
ANSWERING, TAPPING, PLANNING = Kind("answering"), Kind("tapping", taps=True), Kind("planning", taps=True, plans=True)
MEETING = Kind("meeting", meets=True)
KINDS = (BY_HAND, ANSWERING, TAPPING, PLANNING, MEETING)


@dataclass
class Tally:
    """The measurements at tables of one kind."""

    rounds: int = 0
    days: float = 0
    letters: int = 0
    turns: Counter[str] = field(default_factory=Counter)
    """Turns by kind: bid, lead, follow, discard."""
    answered: Counter[str] = field(default_factory=Counter)
    """Those of them that were answered by mail."""
    waited: Counter[str] = field(default_factory=Counter)
    """Seconds from the letter to the answer, by kind of turn."""

    def answer(self, kind: str, waited: timedelta) -> None:
        """Count one turn that was answered by mail."""
        self.answered[kind] += 1
        self.waited[kind] += round(waited.total_seconds())


class Player:
    """Someone who looks into their mail twice a day, and taps what they would type."""

    def __init__(self, name: str, kind: Kind, chance: Random) -> None:
        self.name, self.kind = name, kind
        self.planner = Planner(name, chance)
        self.unread: list[Letter] = []

    def look(self, table: "Table", *, once: bool) -> None:
        """Answer all that waits, and what comes back meanwhile; `once`: no more than one turn."""
        answered = 0
        while self.unread and not (once and answered):
            letters, self.unread = self.unread, []
            on_turn = any(read_turn(head(letter), self.name) for letter in letters)
            for letter in letters if self.kind.taps else ():
                self.plan(table, letter, early=not on_turn)
            asking = next((letter for letter in reversed(letters) if read_turn(head(letter), self.name)), None)
            if asking is not None and not self.is_over(asking) and not table.over:
                answered += 1
                self.act(table, asking)

    def plan(self, table: "Table", letter: Letter, *, early: bool) -> None:
        """Tap what the letter offers to plan, and a bid if it is still `early` for that."""
        offered = {tap.body: tap for tap in taps(letter.message) if early or not tap.body.startswith("bid ")}
        lines = [line for line in offered if self.kind.plans or line in HABITS]
        for line in self.planner.choose(head(letter), lines):
            table.send(self, offered[line])

    def is_over(self, asking: Letter) -> bool:
        """Tell if a newer letter shows that the turn is over, since a habit played at once."""
        return any(int(letter["Spades-Turn"] or 0) > int(asking["Spades-Turn"]) for letter in self.unread)

    def act(self, table: "Table", letter: Letter) -> None:
        """Tap the claim, if there is one, or else the bid or card."""
        turn = read_turn(head(letter), self.name)
        assert turn is not None
        claims = self.kind.taps and letter["Spades-Claimable"] == "yes"
        line = "claim" if claims else answer(turn).replace("bid 0", "bid nil").replace("play T", "play 10")
        table.tally.answer("claim" if claims else what(turn), table.talk.now - parsedate_to_datetime(letter["Date"]))
        outcome = table.send(self, next(tap for tap in taps(letter.message) if tap.body == line))
        assert outcome.endswith("/accepted"), f"turn {letter['Spades-Turn']}: {line}: {outcome}"


def head(letter: Letter) -> dict[str, str]:
    """Return the headers for players of a letter."""
    return {name: str(value) for name, value in HEADERS.parsebytes(letter.raw).items() if name.startswith("Spades-")}


def what(turn: Turn) -> str:
    """Return the kind of a turn."""
    if turn.due == "bid":
        return "bid"
    if not turn.table:
        return "lead"
    return "follow" if turn.table[0][1].suit in {card.suit for card in turn.hand} else "discard"


class Table:
    """One game of `rounds` rounds, from its start on."""

    def __init__(self, kind: Kind, rounds: int, seed: int, tally: Tally, folder: Path, notify: str | None) -> None:
        self.talk = Talk(folder, luck=1_000_000 * seed).starts(f"{STARTER}\n{kind.start}")
        self.rounds, self.tally = rounds, tally
        self.players = [Player(name, kind, Random(f"{seed} {name}")) for name in NAMES]
        self._chance = Random(seed)
        self._read = 0
        for name in NAMES if notify else ():
            self.talk.says(name, f"notify {notify}")

    def play(self, *, once: bool) -> None:
        """Play all its rounds, look by look."""
        began = self.talk.now
        self.hand_out()
        for moment, player in self.looks(began):
            self.talk.passes(seconds=max(0.0, (moment - self.talk.now).total_seconds()))
            self.hand_out()
            player.look(self, once=once)
            if self.over:
                break
        self.tally.rounds += self.rounds
        self.tally.days += (self.talk.now - began) / DAY
        self.tally.letters += sum(len(self.talk.to(name)) for name in NAMES)
        self.tally.turns += turns(self.talk.trail(), self.rounds)
        self.talk.store.close()

    @property
    def over(self) -> bool:
        """Tell if its rounds were played."""
        return self.talk.kept().round > self.rounds

    def looks(self, since: datetime) -> Iterator[tuple[datetime, Player]]:
        """Yield each look, its moment and player, in order and without end."""
        ahead: list[tuple[datetime, int, Iterator[datetime]]] = []
        for number, player in enumerate(self.players):
            moments = self.moments(player, since)
            heapq.heappush(ahead, (next(moments), number, moments))
        while True:
            moment, number, moments = heapq.heappop(ahead)
            yield moment, self.players[number]
            heapq.heappush(ahead, (next(moments), number, moments))

    def moments(self, player: Player, since: datetime) -> Iterator[datetime]:
        """Yield the moments at which one player looks, from `since` on, in UTC."""
        zone, times = LOOKS[player.name]
        for day in count(since.toordinal() - 1):
            local = (datetime.combine(date.fromordinal(day), each, ZoneInfo(zone)) for each in times)
            found = [each.astimezone(UTC) + JITTER * self._chance.uniform(-1, 1) for each in local]
            if player.kind.meets:
                begins = datetime.combine(date.fromordinal(day), MEETING_AT, UTC)
                found += [begins + APART * (number + self._chance.random()) for number in range(MEETING_LOOKS)]
            yield from (moment for moment in sorted(found) if moment > since)

    def send(self, player: Player, tap: Tap) -> str:
        """Tap a link and send the mail that it opens."""
        headers = {"In-Reply-To": tap.answers, "References": tap.answers}
        outcome = self.talk.says(player.name, tap.body, to=tap.to, subject=tap.subject, headers=headers)
        self.hand_out()
        return outcome

    def hand_out(self) -> None:
        """Put what was sent since into the players' mailboxes."""
        for letter in self.talk.letters[self._read :]:
            for player in self.players:
                if letter.to == address(player.name):
                    player.unread.append(letter)
        self._read = len(self.talk.letters)


def turns(story: Iterable[ev.Event], rounds: int) -> Counter[str]:
    """Return the turns of the first so many rounds, by kind; without what the rule played."""
    kinds = Counter[str]()
    game: Game | None = None
    for event in story:
        if game is not None and game.round <= rounds:
            kinds += Counter(turn_of(game, event))
        game = evolve(game, event)
    return kinds


def turn_of(game: Game, event: ev.Event) -> list[str]:
    """Return the kind of the turn that an event took, if it is a player's act."""
    match event:
        case ev.BidMade():
            return ["bid"]
        case ev.Claimed():
            return ["claim"]
        case ev.CardPlayed(by="player") if not game.trick:
            return ["lead"]
        case ev.CardPlayed(by="player"):
            follows = any(card.suit == game.trick[0].card.suit for card in game.hand(event.seat))
            return ["follow" if follows else "discard"]
    return []


def measure(kind: Kind, rounds: int, seed: int, *, once: bool, notify: str | None = None) -> Tally:
    """Play whole games until so many rounds were played; `notify`: what all players ask for, None for nothing."""
    tally = Tally()
    for number, first in enumerate(range(0, rounds, GAME)):
        with tempfile.TemporaryDirectory() as folder:
            table = Table(kind, min(GAME, rounds - first), 1000 * seed + number, tally, Path(folder), notify)
            table.play(once=once)
    return tally


def report(kind: Kind, tally: Tally, ratio: float) -> Iterator[str]:
    """Yield the figures of one kind."""
    days = tally.days / tally.rounds
    letters = tally.letters / tally.rounds / len(NAMES)
    yield f"  {kind.name:<29} {days:5.2f} days a round, ratio {ratio:.2f}, {letters:4.1f} letters a player and round"
    for turn in TURNS:
        if own := tally.turns[turn]:
            waited = tally.waited[turn] / DAY.total_seconds() / tally.rounds
            mails = tally.answered[turn] / own
            yield f"    {turn + 's':<10} {mails:4.0%} of {own / tally.rounds:4.1f} by mail, {waited:5.2f} days"


def compare(rounds: int, seed: int, *, once: bool, notify: str | None = None) -> dict[Kind, tuple[float, float]]:
    """Measure and print every kind; gives its ratio to the first, and its letters a player and round."""
    print("One answer a look:" if once else f"{rounds} rounds, seed {seed}; all that comes back is answered, too:")
    found: dict[Kind, tuple[float, float]] = {}
    slowest = 0.0
    for kind in KINDS:
        tally = measure(kind, rounds, seed, once=once, notify=notify)
        slowest = slowest or tally.days
        found[kind] = tally.days / slowest, tally.letters / tally.rounds / len(NAMES)
        print(*report(kind, tally, found[kind][0]), sep="\n", flush=True)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pace")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--notify", help="what all players ask for: `my turns`, `each play`, `rounds` …")
    parser.add_argument("--short", action="store_true", help="without the part of one answer a look")
    given = parser.parse_args()
    found = compare(given.rounds, given.seed, once=False, notify=given.notify)
    if not given.short:
        compare(given.rounds, given.seed, once=True, notify=given.notify)
    letters = found[PLANNING][1]
    meeting = found[MEETING][0] / found[ANSWERING][0]
    print(
        f"planning {found[PLANNING][0]:.2f}, tapping {found[TAPPING][0]:.2f}, "
        f"meeting {meeting:.2f}, letters {letters:.1f}"
    )


if __name__ == "__main__":
    main()
