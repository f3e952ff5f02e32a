"""The loop for outgoing letters: sends the letters that are due, and notes the fate of each. Writes no letter.

Letters go over several connections at once, but in order: a letter waits for every earlier letter to the same
recipient, and for the letters of the same game that were written before it. A connection never carries another letter
before the answer to its last letter is in the database: however the process ends, no more letters can come twice than
there are connections.

A refusal is taken at its word once another letter was accepted after it. Until then, two recipients that are refused
for one reason are refused for our sake, and so is whoever is refused for a reason that names neither them nor the
letter: such letters wait. Refused again after such an acceptance, a letter waits only with others for one reason that
names none of them.
"""

import asyncio
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, NamedTuple

import structlog

from referee.desk.cards_in_text import discreet
from referee.desk.case import Desk
from referee.desk.clock.deadlines import TOLERANCE
from referee.desk.outgoing import envelope_sender
from referee.desk.sender.reply_addresses import local_domain
from referee.post.wire.refusals import names_them, reason_of
from referee.post.wire.smtp import Connections, Delivery, Fate, Outbox
from referee.post.wire.sockets import Pauses, cancel_all
from referee.running.guard import note_outcomes, write_witness
from referee.running.health import MAIL_TROUBLE, report_sending_away
from referee.running.steps import Steps, Stopped, pause
from referee.store import outbox
from referee.store.outbox import Queued, is_before

LOOK_SECONDS = 5.0
"""The seconds between two looks at the outbox without a hint: other programs put letters there, too."""
GATHER_SECONDS = 0.05
"""The time for which an answer of the server waits for answers on other connections, so that one transaction notes them
all."""
STUBBORN = 3
"""The number of addresses that fail in a row before the server counts as unable to send at all."""
OVERTAKEN = "its turn was over before a mail server took it"
OWN_FAULT = 5
"""A letter that failed this often while others went out is itself to blame, and waits longer from then on."""

log = structlog.get_logger()


class Refusal(NamedTuple):
    """One letter that the server refused for good; whether that is about the letter is not decided yet."""

    letter: Queued
    outcome: Delivery
    reply: str
    reason: str
    """Equal for refusals of one reason."""
    names: bool
    """The server's reply names the recipient or the letter."""


@dataclass(slots=True)
class Batch:
    """The letters that one look at the outbox found, and their progress."""

    waiting: list[Queued]
    under_way: dict[asyncio.Task[Delivery], tuple[Queued, Outbox, list[Refusal]]] = field(default_factory=dict)
    """The letters on a connection, each with the refusals that were doubted when it was sent."""
    away: set[str] = field(default_factory=set)
    """Recipients at whom the server broke off."""
    refusals: list[Refusal] = field(default_factory=list)
    lost: bool = False
    """The server cannot be used now."""
    began: float = field(default_factory=monotonic)

    def next_letter(self, *, bulk: bool) -> Queued | None:
        """Find the first letter that may go now; `bulk`: letters to watchers may go, once no other letter is under
        way."""
        ahead = [letter for letter, *_ in self.under_way.values()]
        bulk = bulk and all(letter.bulk for letter in ahead)
        return next((one for one in free_to_go(self.waiting, ahead) if bulk or not one.bulk), None)

    def leave_out(self, recipient: str) -> None:
        """Send no more letters to an address for now; other letters do not wait for these."""
        self.away.add(recipient)
        self.waiting = [letter for letter in self.waiting if letter.recipient != recipient]


class Sending:
    """One referee's letters on their way to one mail server."""

    def __init__(self, desk: Desk, steps: Steps) -> None:
        self.desk, self.steps, self.store = desk, steps, steps.store
        self.server = Connections(desk.settings.smtp, local_domain(desk.settings)[1])
        self._written = asyncio.Event()
        self._held: dict[int, int] = {}
        """Letters that could not be handed over although the server greeted us, and how often."""
        self._accepted_since: set[int] = set()
        """The letters of `_held` after whose first failure another letter was accepted."""
        self._reasons: dict[str, set[str]] = {}
        """The recipients that were refused since a letter was last accepted, by reason."""
        self._lost = False
        self._refused = False
        """The server answered with a refusal when we last could not use it."""
        self._witnessed = 0
        """The last letter that the witness beside the database knows about."""

    def nudge(self) -> None:
        """Look at the outbox: there may be new letters."""
        self._written.set()

    async def run(self) -> None:
        """Send until the daemon stops."""
        pauses = Pauses()
        while not self.steps.stopping.is_set():
            try:
                more = await self.send_due()
            except Stopped:
                return
            if more is None:
                # a letter that is new may tell what is the matter with those that wait
                until = self.steps.stopping if self._lost else self._written
                await pause(until, pauses.after_failure(refused=self._refused))
            else:
                pauses.after_success()
                if not more:
                    await pause(self._written, LOOK_SECONDS)

    async def send_due(self) -> bool | None:
        """Send the letters that are due. Returns True if there may be more, False if not, None if we cannot reach the
        server.

        Leaves bulk letters for the next look once others may be waiting, which then go first.
        """
        self._written.clear()
        letters = await self.steps.work(self._due)
        batch = Batch(list(letters))
        await self._send_all(batch)
        await self._settle(batch)
        self._lost = batch.lost
        return None if batch.lost or batch.away or not self.store.lease.is_sure() else bool(letters)

    async def close(self) -> None:
        """Log out of the mail server."""
        await self.server.close()

    async def _send_all(self, batch: Batch) -> None:
        """Send the letters. Raises Stopped."""
        try:
            while not self.steps.stopping.is_set() and self.store.lease.is_sure():
                self._send_some(batch)
                if not batch.under_way:
                    return
                await self._wait_for_answers(batch)
                await self._note(batch)
        finally:
            await self._abandon(batch)
        self.steps.go_on()

    def _send_some(self, batch: Batch) -> None:
        """Put a letter on each connection that may carry one now."""
        while not batch.lost and self.store.lease.is_sure():
            others_may_wait = self._written.is_set() or monotonic() - batch.began > LOOK_SECONDS
            # the Gamesmaster may have to hear of a refusal before any watcher hears of anything
            undecided = any(one.letter.id not in self._held for one in batch.refusals)
            letter = batch.next_letter(bulk=not others_may_wait and not undecided)
            connection = None if letter is None else self.server.take()
            if letter is None or connection is None:
                return
            batch.waiting.remove(letter)
            sender = envelope_sender(self.desk.settings, letter.secret)
            task = asyncio.create_task(connection.send(sender, letter.recipient, letter.raw))
            batch.under_way[task] = letter, connection, [*batch.refusals]

    async def _wait_for_answers(self, batch: Batch) -> None:
        """Wait for an answer, and for other answers that come with it; once the daemon is stopping, for all that come
        soon."""

        async def some() -> None:
            await asyncio.wait(batch.under_way, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.wait(batch.under_way, timeout=GATHER_SECONDS)

        async def all_of_them() -> None:
            await asyncio.wait(batch.under_way)

        try:
            await self.steps.unless_stopped(some())
            if self.steps.stopping.is_set():
                await self.steps.unless_stopped(all_of_them())
        except Stopped:
            return  # the answers that have come count

    async def _note(self, batch: Batch) -> None:
        """Note the answers that came, all before any of their connections carries another letter."""
        answered = [(task.result(), *batch.under_way.pop(task)) for task in list(batch.under_way) if task.done()]
        found: list[tuple[Queued, Fate, str]] = []
        for outcome, letter, connection, doubted in answered:
            reply = discreet(f"{outcome.code or ''} {outcome.text}".strip(), letter)
            if self.server.put_back(connection, outcome):
                log.info("mail server", outcome="takes no more connections", why=reply)
                batch.waiting.insert(0, letter)
                continue
            fate = await self._fate(letter, outcome, reply, batch)
            if fate is not None:
                _log_outcome(letter, outcome.fate, reply)
            if fate is not None and fate is not Fate.UNREACHABLE:
                found.append((letter, fate, reply))
            if fate is Fate.ACCEPTED:
                # of two letters that were under way together, the second may have been the last of a quota
                found += self._give_up(batch, [one for one in batch.refusals if one.names or one in doubted])
        await self._store(found)

    async def _store(self, found: list[tuple[Queued, Fate, str]]) -> None:
        if not found:
            return
        await self.steps.work(note_outcomes, self.desk, self.store, found)
        if not all(letter.bulk for letter, _, _ in found):
            # the letters about these outcomes may include a notice
            self.nudge()

    async def _fate(self, letter: Queued, outcome: Delivery, reply: str, batch: Batch) -> Fate | None:
        """Decide what one try means for a letter. A try does not count if no letter can be sent now (`unreachable`).
        Returns None if the fate of other letters must tell."""
        fate = outcome.fate
        if fate is Fate.UNREACHABLE:
            await self._unreachable(outcome, reply)
            if not outcome.greeted or not self._alone(letter):
                batch.leave_out(letter.recipient)
                batch.lost = batch.lost or not outcome.greeted or len(batch.away) >= STUBBORN
                return fate
            fate = Fate.DEFERRED
        if fate is Fate.REFUSED and outcome.code is not None:
            said = outcome.code, outcome.text
            refusal = Refusal(letter, outcome, reply, reason_of(*said, letter.recipient), names_them(*said))
            if not (refusal.names and letter.id in self._accepted_since):
                self._doubt(refusal, batch)
                return None
        self._held.pop(letter.id, None)
        if fate is Fate.ACCEPTED:
            self._accepted_since = set(self._held)
            self._reasons.clear()
        return fate

    def _doubt(self, refusal: Refusal, batch: Batch) -> None:
        """Put a refusal aside until the fate of other letters tells what it is about."""
        recipient = refusal.letter.recipient
        refused = self._reasons.setdefault(refusal.reason, set())
        refused.add(recipient)
        batch.refusals.append(refusal)
        batch.leave_out(recipient)
        batch.lost = batch.lost or (len(refused) >= STUBBORN and not refusal.names)

    async def _settle(self, batch: Batch) -> None:
        """Give up the letters that were refused for their own sake; the others wait."""
        ours = [one for one in batch.refusals if self._is_about_us(one)]
        await self._store(self._give_up(batch, [one for one in batch.refusals if one not in ours]))
        for one in ours:
            self._held[one.letter.id] = self._held.get(one.letter.id, 0) + 1
            _log_outcome(one.letter, Fate.UNREACHABLE, one.reply)
        if ours:
            await self._unreachable(ours[-1].outcome, ours[-1].reply)

    def _is_about_us(self, refusal: Refusal) -> bool:
        """Tell if a refusal, after which no letter was accepted, is for our sake."""
        of_them = refusal.names or refusal.letter.id in self._accepted_since
        return not of_them or len(self._reasons[refusal.reason]) > 1

    def _give_up(self, batch: Batch, refusals: list[Refusal]) -> list[tuple[Queued, Fate, str]]:
        batch.away -= {one.letter.recipient for one in refusals}
        batch.refusals = [one for one in batch.refusals if one not in refusals]
        for one in refusals:
            self._held.pop(one.letter.id, None)
            _log_outcome(one.letter, Fate.REFUSED, one.reply)
        return [(one.letter, Fate.REFUSED, one.reply) for one in refusals]

    async def _unreachable(self, outcome: Delivery, reply: str) -> None:
        self._refused = (outcome.code or 0) // 100 == 5
        await self.steps.note(MAIL_TROUBLE, f"{self.desk.clock().isoformat()} {reply}")
        await self.steps.work(report_sending_away, self.desk, self.store, reply)

    def _alone(self, letter: Queued) -> bool:
        """Count one more failure of a letter. Returns True if only this letter cannot be sent: it failed again and
        again, and others went out."""
        failures = self._held[letter.id] = self._held.get(letter.id, 0) + 1
        return letter.id in self._accepted_since and (failures >= OWN_FAULT or letter.tries > 0)

    async def _abandon(self, batch: Batch) -> None:
        """Break off the deliveries that the server did not answer in time."""
        await cancel_all(*batch.under_way)
        for _, connection, _ in batch.under_way.values():
            self.server.put_back(connection, None)
        batch.under_way.clear()

    def _due(self) -> list[Queued]:
        """Look for the letters that are due; the witness knows of them before any of them is sent."""
        now = self.desk.clock()
        with self.store.reading() as tx:
            letters = outbox.due_letters(tx, now, held=list(self._held))
            over = outbox.overtaken(tx, [letter for letter in letters if now - letter.written >= TOLERANCE])
        if over:
            with self.store.transaction() as tx:
                outbox.drop(tx, over, OVERTAKEN)
            for letter in over:
                log.info("letter", **_about(letter), outcome="not sent", why=OVERTAKEN)
            letters = [letter for letter in letters if letter not in over]
        if any(letter.id > self._witnessed for letter in letters):
            self._witnessed = write_witness(self.desk, self.store)
        return letters


def free_to_go(waiting: Iterable[Queued], ahead: Collection[Queued]) -> Iterator[Queued]:
    """Yield the letters of `waiting` that may go: no letter `ahead`, which is under way, and no letter before them
    holds them up.

    A letter waits for every earlier letter to its recipient, and for the letters of its game that were written before
    it.
    """
    recipients: set[str] = set()
    games: dict[int, list[Queued]] = {}

    def wait_for(letter: Queued) -> None:
        recipients.add(letter.recipient)
        if letter.game is not None:
            games.setdefault(letter.game, []).append(letter)

    for letter in ahead:
        wait_for(letter)
    for letter in waiting:
        before = () if letter.game is None else games.get(letter.game, ())
        if letter.recipient not in recipients and not any(is_before(one, letter) for one in before):
            yield letter
        wait_for(letter)


def _log_outcome(letter: Queued, fate: Fate, reply: str) -> None:
    if fate is Fate.ACCEPTED:
        log.info("letter", **_about(letter), outcome=fate.value)
    else:
        log.warning("letter", **_about(letter), outcome=fate.value, why=reply)


def _about(letter: Queued) -> dict[str, Any]:
    return {"id": letter.id, "game": letter.game, "turn": letter.turn, "about": letter.event}
