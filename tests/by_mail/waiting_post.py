"""A mail server between the referee and its people that may be away, or put off letters to some addresses. Time jumps
from one thing that is due to the next. Knows for how long nothing could be sent."""

from datetime import datetime, timedelta

from referee.handle import handle_given_up, handle_put_back, handle_sent
from referee.post.wire.sockets import next_try
from referee.store import outbox
from referee.store.outbox import Queued
from referee.timed import TIMED
from tests.talk import Talk, address

STEP = timedelta(seconds=1)


class WaitingPost:
    """A mail server that takes what `talk` writes, or puts it off."""

    def __init__(self, talk: Talk) -> None:
        talk.hold = True
        self.talk = talk
        self.away = False
        self.stubborn: set[str] = set()
        """The addresses whose letters are put off."""
        self.outages: list[tuple[datetime, datetime]] = []

    def waiting(self) -> list[Queued]:
        """Return the letters that are due."""
        with self.talk.store.reading() as tx:
            return outbox.due_letters(tx, self.talk.now, 1000)

    def works(self) -> None:
        """Try all that is due."""
        self.talk.collect()
        while not self.away and (letters := self.waiting()):
            for letter in letters:
                self._try(letter)
            self.talk.collect()

    def _try(self, letter: Queued) -> None:
        talk = self.talk
        if letter.recipient not in self.stubborn:
            handle_sent(talk.desk, talk.store, [(letter, "250 ok")], now=talk.now, draws=talk.draws())
            return
        pause = next_try(letter.tries + 1)
        if pause is None:
            handle_given_up(talk.desk, talk.store, letter, "451 later", now=talk.now, draws=talk.draws())
        else:
            handle_put_back(talk.store, letter, "451 later", talk.now + pause)

    def puts_off(self, who: str) -> None:
        """Put off letters to someone from now on."""
        self.stubborn.add(address(who))

    def takes(self, who: str) -> None:
        """Take letters to someone again."""
        self.stubborn.discard(address(who))

    def passes(self, span: timedelta, *, off: bool = False) -> None:
        """Let time pass, and do all that falls due when it does; `off`: the referee does not run until then."""
        until = self.talk.now + span
        began = self.talk.now
        while not off and (moment := self._next(until)) < until:
            self._comes(moment)
        if off or self.away:
            self.outages.append((began, until))
        self._comes(until)

    def _comes(self, moment: datetime) -> None:
        """Do all that is due at a moment."""
        self.talk.now = moment
        self.works()
        seen = self.talk.seen
        self.talk.passes()
        if self.talk.seen != seen:
            self.works()

    def _next(self, until: datetime) -> datetime:
        """Return the next moment at which anything is due; a notice that is put off is looked at every hour."""
        now = self.talk.now
        with self.talk.store.reading() as tx:
            moments = [work.next(tx, now) for work in TIMED]
            moments += [] if self.away else [outbox.next_letter(tx)]
        hour = now + timedelta(hours=1)
        return max(min([until, hour, *(m for m in moments if m is not None)]), now + STEP)

    def out(self, since: datetime, until: datetime) -> timedelta:
        """Return the time between two moments in which nothing could be sent."""
        spans = (min(end, until) - max(begin, since) for begin, end in self.outages)
        return sum((span for span in spans if span > timedelta(0)), timedelta(0))
