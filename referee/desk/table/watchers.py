"""Who watches a game: how many may, and how one whose letters do not arrive is left out of it. Players and the game's
own Gamesmaster are no watchers, whatever they asked for.
"""

from collections.abc import Sequence

from referee.desk.case import Case, Complaint
from referee.desk.send import send_answer
from referee.desk.wrong import Wrong
from referee.post.proof.domains import organisation
from referee.store import games, outbox, people, signups
from referee.store.games import Kept
from referee.store.outbox import Queued
from referee.store.people import Person
from referee.telling.answers import NoLongerWatching

PER_DOMAIN = 20
"""Whoever has a domain has as many proven addresses as they like, and each watcher is a letter for each act. Twenty
leave the people of a big provider room, and four fifths of the places to all others."""
PARTS = 5
"""Where a game has fewer than a hundred places, one domain has a fifth of them, and one at least."""
LOST = 3
"""So many letters of a game that did not arrive are no accident: a full mailbox or a bad hour brings one or two."""


def watch(case: Case, person: Person, number: int) -> str:
    """Send a person the announcements of a game; what was done, as a sentence. Raises Complaint."""
    master = _known(case, number).gamesmaster
    free = {master, *(each.address for each in people.seated(case.tx, number).values())}
    others = [each for each in people.watching(case.tx, number) if each.address not in free]
    if person.address not in free and person not in others:
        _check_room(case, person, number, others)
    new = people.watch(case.tx, number, person.id)
    return f"you {'now' if new else 'already'} watch game {number}"


def unwatch(case: Case, person: Person, number: int) -> str:
    """Send them no more; what was done, as a sentence. Raises Complaint."""
    _known(case, number)
    gone = people.unwatch(case.tx, number, person.id)
    return f"you {'no longer' if gone else 'did not'} watch game {number}"


def lost(case: Case, letter: Queued, why: str) -> bool:
    """Note that a letter did not arrive; False if a Gamesmaster has to be told.

    Nobody is told of a watcher's, nor of that to someone who plays nowhere: what a Gamesmaster is told in a day is
    for players. After three of one game a watcher is left out of it.
    """
    person = people.by_address(case.tx, letter.recipient)
    if person is None:
        return letter.bulk
    if letter.bulk and not _sits(case, person, letter.game):
        _count(case, person, letter, why)
        return True
    return not _needed(case, person, letter.game)


def _known(case: Case, number: int) -> Kept:
    kept = games.find(case.tx, number)
    if kept is None:
        raise Complaint(Wrong.NO_SUCH_GAME, game=number)
    return kept


def _check_room(case: Case, person: Person, number: int, others: Sequence[Person]) -> None:
    most = case.desk.settings.game.watchers
    if len(others) >= most:
        raise Complaint(Wrong.WATCHERS_FULL, game=number, most=most, domain="")
    domain, share = _domain(person.address), min(PER_DOMAIN, -(-most // PARTS))
    if sum(_domain(each.address) == domain for each in others) >= share:
        raise Complaint(Wrong.WATCHERS_FULL, game=number, most=share, domain=domain)


def _domain(address: str) -> str:
    return organisation(address.rpartition("@")[2])


def _sits(case: Case, person: Person, game: int | None) -> bool:
    return game is not None and games.seat_of(case.tx, game, person.id) is not None


def _needed(case: Case, person: Person, game: int | None) -> bool:
    """Whether a table, or the referee, needs that person to be reached."""
    own = case.desk.settings.referee
    return (
        person.address in (*own.gamesmasters, *own.operators)
        or _sits(case, person, game)
        or bool(games.running_of(case.tx, person.id) or signups.tables_of(case.tx, person.id))
        or signups.entry_of(case.tx, person.id) is not None
    )


def _count(case: Case, person: Person, letter: Queued, why: str) -> None:
    """Note one letter more. The one that tells of the end is about no game, so that nothing comes of it."""
    if letter.game is None or people.note_returned(case.tx, letter.game, person.id) != LOST:
        return
    people.unwatch(case.tx, letter.game, person.id)
    outbox.withdraw(
        case.tx, letter.game, person.address, "not sent: three of the watcher's letters came back", bulk=True
    )
    send_answer(case, person, NoLongerWatching(letter.game, LOST, person.address, why), bulk=True)
