"""The loop for outgoing letters: sends what is due, in order, and notes what became of each. Writes none."""

import asyncio
from dataclasses import replace
from time import monotonic
from typing import Any

import structlog

from referee.desk.card_leaks import discreet
from referee.desk.case import Desk
from referee.desk.outgoing import envelope_sender
from referee.desk.sender.addresses import local_domain
from referee.post.wire.retries import Pauses
from referee.post.wire.smtp import Fate, Outbox, Outcome
from referee.running.guard import note_outcome, now, write_witness
from referee.running.steps import Steps, Stopped, pause
from referee.running.watch import MAIL_TROUBLE, report_sending_away
from referee.store import outbox
from referee.store.claims import DAEMON
from referee.store.outbox import Queued

LOOK_SECONDS = 5.0
"""How often to look at the outbox without a hint: other programs put letters there, too."""
STUBBORN = 3
"""When this many addresses fail in a row, the server counts as unable to send at all."""
OWN_FAULT = 5
"""A letter that failed this often while others went out is itself to blame, and waits longer from then on."""

log = structlog.get_logger()


class Sending:
    """One referee's letters on their way to one mail server."""

    def __init__(self, desk: Desk, steps: Steps) -> None:
        self.desk, self.steps, self.store = desk, steps, steps.store
        self.server = Outbox(desk.settings.smtp, local_domain(desk.settings)[1])
        self._written = asyncio.Event()
        self._held: dict[int, int] = {}
        """Letters that could not be handed over although the server greeted us, and how often."""
        self._accepted_since: set[int] = set()
        """Those of them after whose first failure another letter was accepted."""
        self._refused = False
        """Whether the server answered with a refusal when we last could not use it."""
        self._witnessed = 0
        """The last letter that the witness beside the database knows about."""

    def nudge(self) -> None:
        """There may be new letters: look at the outbox."""
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
                await pause(self.steps.stopping, pauses.after_failure(refused=self._refused))
            else:
                pauses.after_success()
                if not more:
                    await pause(self._written, LOOK_SECONDS)

    async def send_due(self) -> bool | None:
        """Send what is due. Returns True if there may be more, False if not, None if we cannot reach the server.

        Leaves bulk letters for the next look once others may be waiting, which then go first.
        """
        self._written.clear()
        letters = await self.steps.work(self._claim)
        left = {letter.id for letter in letters}
        try:
            return await self._send_each(letters, left)
        finally:
            if left:
                await self.steps.work(self._give_back, left)

    async def close(self) -> None:
        """Log out of the mail server."""
        await self.server.close()

    async def _send_each(self, letters: list[Queued], left: set[int]) -> bool | None:
        """Send `letters`, and remove from `left` each one that the server gave an answer for."""
        began = monotonic()
        away: set[str] = set()
        for letter in letters:
            self.steps.go_on()
            others_may_wait = self._written.is_set() or monotonic() - began > LOOK_SECONDS
            if letter.recipient in away or (letter.bulk and others_may_wait):
                continue
            outcome = await self._send(letter)
            if outcome.fate is not Fate.UNREACHABLE:
                left.discard(letter.id)
                continue
            away.add(letter.recipient)
            if not outcome.greeted or len(away) == STUBBORN:
                return None
        return None if away else bool(letters)

    async def _send(self, letter: Queued) -> Outcome:
        """Try one letter. If nothing can be sent at all now, `unreachable`, that does not count as a try."""
        if letter.id > self._witnessed:
            self._witnessed = await self.steps.work(write_witness, self.desk, self.store)
        sender = envelope_sender(self.desk.settings, letter.secret)
        outcome = await self.steps.unless_stopped(self.server.send(sender, letter.recipient, letter.raw))
        reply = discreet(f"{outcome.code or ''} {outcome.text}".strip(), letter)
        _log_outcome(letter, outcome, reply)
        if outcome.fate is Fate.UNREACHABLE:
            await self._unreachable(outcome, reply)
            if not outcome.greeted or not self._alone(letter):
                return outcome
            outcome = replace(outcome, fate=Fate.DEFERRED)
        self._held.pop(letter.id, None)
        if outcome.fate is Fate.ACCEPTED:
            self._accepted_since = set(self._held)
        await self.steps.work(note_outcome, self.desk, self.store, letter, outcome.fate, reply)
        if not letter.bulk:
            # the letters it brings about may include a notice
            self.nudge()
        return outcome

    async def _unreachable(self, outcome: Outcome, reply: str) -> None:
        self._refused = (outcome.code or 0) // 100 == 5
        await self.steps.note(MAIL_TROUBLE, f"{now().isoformat()} {reply}")
        await self.steps.work(report_sending_away, self.desk, self.store, reply)

    def _alone(self, letter: Queued) -> bool:
        """Whether only this letter cannot be sent: it failed again and again, and others went out."""
        failures = self._held[letter.id] = self._held.get(letter.id, 0) + 1
        return letter.id in self._accepted_since and (failures >= OWN_FAULT or letter.tries > 0)

    def _claim(self) -> list[Queued]:
        with self.store.reading() as tx:
            due = outbox.next_letter(tx)
        if due is None or due > now():
            return []
        with self.store.transaction() as tx:
            return outbox.claim_due(tx, DAEMON, now(), held=list(self._held))

    def _give_back(self, letters: set[int]) -> None:
        with self.store.transaction() as tx:
            outbox.give_back(tx, DAEMON, letters)


def _log_outcome(letter: Queued, outcome: Outcome, reply: str) -> None:
    about: dict[str, Any] = {"id": letter.id, "game": letter.game, "turn": letter.turn, "about": letter.event}
    if outcome.fate is Fate.ACCEPTED:
        log.info("letter", **about, outcome=outcome.fate.value)
    else:
        log.warning("letter", **about, outcome=outcome.fate.value, why=reply)
