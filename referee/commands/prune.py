"""`referee prune`: frees the bodies of old mail, as the daemon does daily, and gives their room back to the disk."""

from contextlib import closing
from typing import Annotated

import typer

from referee.clock import system_clock
from referee.commands.app import ConfigOption
from referee.commands.errors import FAILED, fail
from referee.config import load_settings, span_words
from referee.running import logs
from referee.running.opening import open_database
from referee.running.upkeep import free_piece
from referee.store import bodies
from referee.store.backend import Busy
from referee.store.bodies import Bodies


def prune(
    config: ConfigOption = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only print what would go.")] = False,
) -> None:
    """Free the bodies of old mail, and print what went and how large the database is."""
    logs.set_up("warning")
    settings = load_settings(config, mail=False)
    keep = settings.database.keep_mail
    if keep is None:
        fail('nothing is ever pruned: set database.keep_mail, such as "90 days"', FAILED)
    cutoff = system_clock() - keep
    with closing(open_database(settings, create=False, at_work=True)) as store:
        with store.reading() as look:
            pieces = list(bodies.pieces(look))
        found = Bodies()
        for piece in pieces:
            found += free_piece(store, piece, cutoff, only_look=dry_run)
        what = f"{found.letters} letters and {found.mails} mails older than {span_words(keep)}"
        size = f"{found.size / 1e6:.1f} MB"
        if dry_run:
            print(f"the bodies of {what} would go: {size}")
            return
        print(f"the bodies of {what} are gone: {size}")
        if settings.database.on_server:
            print("the server uses the room again for new mail, by itself")
            return
        try:
            with store.database.only_one():
                before, after = store.shrink()
        except Busy:
            print("the room is used again for new mail; to make the file smaller, stop the daemon and prune again")
        else:
            print(f"the database takes {after / 1e6:.1f} MB; it took {before / 1e6:.1f} MB")
