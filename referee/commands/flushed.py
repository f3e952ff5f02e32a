"""`referee flushed`: nothing lies in the mail server's queue any more, so clocks need not wait for it."""

from contextlib import closing
from datetime import datetime
from time import monotonic, sleep
from typing import Annotated

import typer

from referee.commands.errors import fail
from referee.commands.options import ConfigOption
from referee.config import Settings, load_settings
from referee.desk.sender.addresses import is_envelope_of
from referee.post.wire import postfix
from referee.post.wire.postfix import NoPostfix
from referee.running import logs
from referee.running.guard import now
from referee.running.opening import open_database
from referee.running.queue_wait import FLUSHED
from referee.store import marks

AGAIN_SECONDS = 0.5


def flushed(
    config: ConfigOption = None,
    wait: Annotated[float, typer.Option(min=0, help="Seconds that Postfix gets to hand in what it has.")] = 60,
    elsewhere: Annotated[
        bool, typer.Option("--elsewhere", help="The queue is on another machine: you looked at it yourself.")
    ] = False,
) -> None:
    """Have Postfix try what it deferred, and note that nothing is left; exit 1 if something is."""
    logs.set_up(quiet=True)
    settings = load_settings(config, mail=False)
    if not settings.lmtp.listens:
        fail("no clock waits for a queue, since no mail is handed in: lmtp.listen is not set", 1)
    with closing(open_database(settings, create=False, at_work=True)) as store:
        # before we connect: from then on we hold it, too
        if store.database.is_held() is False:
            fail("no daemon runs, so mail goes on waiting in the queue: start `referee run` first", 1)
        moment = now() if elsewhere else emptied(settings, wait)
        with store.transaction() as tx:
            marks.set_mark(tx, FLUSHED, moment.isoformat())
    print("noted: nothing lies in the queue, and clocks go on within seconds")


def emptied(settings: Settings, wait: float) -> datetime:
    """The moment at which Postfix's queue held nothing for the referee."""
    end = monotonic() + wait
    try:
        postfix.try_again()
        while True:
            # before looking: what comes while we look was not seen
            moment = now()
            left = postfix.queued(lambda address: is_envelope_of(settings, address))
            if not left:
                return moment
            if monotonic() >= end:
                fail(f"{left} mails for the referee lie in Postfix's queue: `postqueue -p` shows why", 1)
            sleep(AGAIN_SECONDS)
    except NoPostfix as e:
        fail(f"Postfix cannot be asked ({e}): if it is on another machine, look there and add --elsewhere", 1)
