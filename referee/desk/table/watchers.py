"""The watchers of a game: how many there may be, and when to drop one whose letters do not arrive.

Players and the game's own Gamesmaster are never watchers, whatever they asked for.
"""

from collections.abc import Sequence

from referee.desk.case import Case, Complaint, Wrong
from referee.desk.outgoing import About, send_answer
from referee.post.proof.evidence import organisation
from referee.store import games, outbox, people, signups
from referee.store.games import GameRow
from referee.store.outbox import Queued
from referee.store.people import Person
from referee.telling.notices import NoLongerWatching

PER_DOMAIN = 20
"""The most watchers from one domain: anyone who owns one has as many proven addresses as they like, and each watcher
costs a letter for each act. Twenty leave room for people at a big provider, and four fifths of the places to others."""
PARTS = 5
"""The share of one domain in a game with fewer than a hundred places: a fifth of them, and at least one."""
HEARS = {
    "play": "each play",
    "trick": "each trick; write `notify each play` to hear of each act",
    "turn": "all but bids, plays and tricks; write `notify each play` to hear of those, too",
    "round": "its rounds and its end; write `notify each play` to hear of each act",
    "result": "its result alone; write `notify rounds` or `notify each play` to hear more",
}
"""The news that a watcher hears of at each level of `notify`, and how to hear more."""
LOST = 3
"""The number of lost letters of one game that is no accident: a full mailbox or a bad hour costs one or two."""


def watch(case: Case, person: Person, number: int) -> str:
    """Send a person the announcements of a game. Returns what was done, as a sentence. Raises Complaint."""
    master = _known(case, number).gamesmaster
    free = {master, *(each.address for each in people.seated(case.tx, number).values())}
    others = [each for each in people.watching(case.tx, number) if each.address not in free]
    if person.address not in free and person not in others:
        _check_room(case, person, number, others)
    new = people.watch(case.tx, number, person.id)
    return f"you {'now' if new else 'already'} watch game {number}, and hear of {HEARS[person.notify]}"


def unwatch(case: Case, person: Person, number: int) -> str:
    """Stop sending them. Returns what was done, as a sentence. Raises Complaint."""
    _known(case, number)
    gone = people.unwatch(case.tx, number, person.id)
    return f"you {'no longer' if gone else 'did not'} watch game {number}"


def note_lost(case: Case, letter: Queued, why: str) -> bool:
    """Note that a letter did not arrive. Returns False if a Gamesmaster has to hear of it.

    They do not if it went to a watcher, or to someone who plays nowhere: the reports that a Gamesmaster gets in a day
    are for players. A watcher who has lost three letters of one game is dropped from it.
    """
    person = people.by_address(case.tx, letter.recipient)
    if person is None:
        return letter.bulk
    if letter.bulk and not _sits(case, person, letter.game):
        _count(case, person, letter, why)
        return True
    return not _needed(case, person, letter.game)


def _known(case: Case, number: int) -> GameRow:
    row = games.find(case.tx, number)
    if row is None:
        raise Complaint(Wrong.NO_SUCH_GAME, game=number)
    return row


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
    """Tell if a table, or the referee, needs to reach that person."""
    own = case.desk.settings.referee
    return (
        person.address in (*own.gamesmasters, *own.operators)
        or _sits(case, person, game)
        or bool(games.running_of(case.tx, person.id) or signups.tables_of(case.tx, person.id))
        or signups.entry_of(case.tx, person.id) is not None
    )


def _count(case: Case, person: Person, letter: Queued, why: str) -> None:
    """Count one more lost letter. The farewell below is about no game, so its own loss counts for nothing."""
    if letter.game is None or people.note_returned(case.tx, letter.game, person.id) != LOST:
        return
    people.unwatch(case.tx, letter.game, person.id)
    outbox.withdraw(
        case.tx, letter.game, person.address, "not sent: three of the watcher's letters came back", bulk=True
    )
    send_answer(case, person, NoLongerWatching(letter.game, LOST, person.address, why), About(bulk=True))
