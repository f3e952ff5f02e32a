"""The number of answers that the referee gives in a day. These bounds end mail loops, whatever the mail looks like.
Writes no answers.

A letter comes from a state change, of which there are finitely many, or takes a slot here. Each person has a number of
answers a day, with separate slots for proven and for unproven mail. Strangers share pools, by what they want, whether
their mail is proven, and their domain. People whom the referee knows share none, so nobody can use up another's
answers: no player, no stranger, no mail that anyone could have written. State changes that can be undone and done again
take a slot, too. A request that is refused after all gives its slot back.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from referee.desk.case import Case
from referee.post.proof.evidence import organisation
from referee.store import quotas
from referee.telling.letter_kinds import Last

# All figures of a day. Those of a person hold for each person, those of strangers for all of them together.
ON_TURN = 40
"""Answers to proven mail of a Gamesmaster or the player on turn: more than a person writes in a day, and still the end
of a machine loop."""

ANSWERS = 10
"""Answers to proven mail of anybody else, a stranger too."""

BY_OTHERS = 5
"""Letters of each kind that others can cause a person to get: answers to unproven mail in their name, news that
somebody names them as a partner, news of a waiting list."""

QUESTIONS = 1
"""Letters that ask a person whether a mail was theirs, and answers to an address for unproven mail."""

ACTS = 20
"""Acts of one kind that can be done again and again, such as salts, talk, or filling a table."""

PLANS = 400
"""Lines of plans in a game: several times what somebody who plans each turn of a few rounds writes."""

STEERING = 200
"""Rulings of a Gamesmaster on a game or a tournament, games they start, and questions about commands in their name."""

STRANGERS_OF_DOMAIN = 50
"""Proven strangers of one domain, for each thing that they want: a large provider's customers can come in."""

STRANGERS = 10 * STRANGERS_OF_DOMAIN
"""Proven strangers of all domains: 300 mails a day leave room, and it takes ten domains to close the door."""

ENTRANTS = 2
"""Strangers of one domain who write about an event, for each person whom it has a place for."""

UNPROVEN_OF_DOMAIN = 25
"""Letters to strangers of one domain whose mail is unproven, for each thing that they want: half as many as for proven
mail, since a forger chooses the domain."""

UNPROVEN = STRANGERS
"""Letters to unproven strangers of all domains: these letters repeat nothing of the mail."""


@dataclass(frozen=True, slots=True)
class Event:
    """An event that a stranger writes about: its number, and how many people it has places for."""

    number: int
    people: int


@dataclass(frozen=True, slots=True)
class Slot:
    """One answer that may go out. `last`: whose last answer of the day it is; None if more may follow."""

    last: Last | None = None


def spend_answer(case: Case, person: int, *, proven: bool, acting: bool) -> Slot | None:
    """Take a slot for one more answer to somebody known, if one is left. `acting`: it is their turn, or they are a
    Gamesmaster."""
    if not proven:
        bound = (f"answers unproven {person}", BY_OTHERS)
        return Slot(None if _is_left(case, bound) else Last.UNPROVEN) if _took(case, bound) else None
    own, last = f"answers proven {person}", f"last told {person}"
    used = quotas.used(case.tx, own, case.now.date())
    # someone who wrote more on their turn than the rest of a day allows has not been told that no more answers come
    may_say_last = used < ON_TURN and _is_left(case, (last, 1))
    taken = _take(case, (own, ON_TURN if acting or (may_say_last and used >= ANSWERS) else ANSWERS))
    if taken is None:
        return None
    if taken < (ON_TURN if acting else ANSWERS):
        return Slot()
    _take(case, (last, 1))
    return Slot(Last.ACTING if taken == ON_TURN else Last.RESTING)


def spend_stranger_answer(case: Case, address: str, event: Event | None, *, backed: bool) -> Slot | None:
    """Take a slot for one more answer to an unregistered address, if one is left; without a proof, anyone may have
    written the mail."""
    own = (f"stranger {_kind(backed)} {address}", ANSWERS if backed else QUESTIONS)
    for pool in _pools("strangers", address, event, backed=backed):
        if _took(case, own, *pool):
            left = _is_left(case, own, *pool)
            return Slot(None if left else Last.STRANGER if backed else Last.UNPROVEN_STRANGER)
    return None


def spend_full_notice(case: Case, address: str) -> bool:
    """Take a slot for telling a proven stranger that nobody else can come in today. Domains have no share of these
    slots, since a wave from one domain fills the pool."""
    return _took(case, (f"told full {address}", 1), ("told full", STRANGERS))


def spend_welcome(case: Case, address: str, event: Event | None, *, backed: bool) -> bool:
    """Take a slot for entering one more person whose first mail was proven. Bounded, because anyone with a domain has
    as many proven addresses as they like, and each adds a person for good."""
    return any(_took(case, *pool) for pool in _pools("coming in", address, event, backed=backed))


def spend_first_question(case: Case, address: str, event: Event | None) -> bool:
    """Take a slot for asking the owner of one more unregistered address if they want to come in."""
    own = (f"first contact {address}", QUESTIONS)
    return any(_took(case, own, *pool) for pool in _pools("coming in", address, event, backed=False))


def _pools(
    what: str, address: str, event: Event | None, *, backed: bool
) -> Iterator[tuple[tuple[str, int], tuple[str, int]]]:
    """Yield the pools of a day, the first to use first: an event has its own, since a whole club may enter it at once.
    Each is the share that the organisation behind `address` may use, and all of it."""
    if event is not None:
        of_domain, together = _pool(f"{what} of {event.number}", address, backed=backed)
        yield (of_domain[0], ENTRANTS * event.people), together
    yield _pool(what, address, backed=backed)


def spend_question(case: Case, address: str, *, steering: bool, backing: str | None) -> bool:
    """Take a slot for one more question for a confirmation to somebody known; a Gamesmaster's commands have more.

    `backing`: the proof of the mail, if it is not enough for its commands. Each kind of proof has slots of its own:
    mail without a proof, or with a reply address or a signature that others have used, must not keep us from asking a
    person.
    """
    if steering:
        return _took(case, (f"confirm steering {backing} {address}", STEERING))
    return _took(case, (f"confirm {backing} {address}", QUESTIONS))


def spend_move(case: Case, person: int, new: str, *, backed: bool) -> bool:
    """Take a slot for asking a person's old and new address about a change; its requester chooses the new address."""
    kind = _kind(backed)
    pool = () if backed else _pool("moves", new, backed=False)
    return _took(case, (f"move {kind} {person}", BY_OTHERS), (f"move to {kind} {new}", QUESTIONS), *pool)


def _kind(backed: bool) -> str:
    return "proven" if backed else "unproven"


def _pool(what: str, address: str, *, backed: bool) -> tuple[tuple[str, int], tuple[str, int]]:
    """Return the share of a day's pool open to the organisation behind `address`, and the whole pool."""
    name = f"{what} {_kind(backed)}"
    domain, together = (STRANGERS_OF_DOMAIN, STRANGERS) if backed else (UNPROVEN_OF_DOMAIN, UNPROVEN)
    return (f"{name} {organisation(address.rpartition('@')[2])}", domain), (name, together)


def spend_notice(case: Case, address: str, what: str, *, seated: bool) -> bool:
    """Take a slot for telling a Gamesmaster of a trouble that no mail asked about; of the same trouble only once a day.

    `seated`: it is a player's trouble, which has slots of its own, since anyone may cause other troubles.
    """
    pool = (f"notices {address}", ACTS) if seated else (f"other notices {address}", BY_OTHERS)
    return _took(case, pool, (f"notice {address} {what}", 1))


def spend_letter(case: Case, person: str, of: str) -> bool:
    """Take a slot for one more letter to a person that others bring about, `of` one kind."""
    return _took(case, (f"{of} {person}", BY_OTHERS))


def spend_partner_question(case: Case, by: str, partner: str) -> bool:
    """Take a slot for asking a person once more today if they play with somebody who named them."""
    return _took(case, (f"asks along {by}", BY_OTHERS), (f"asked along {partner}", BY_OTHERS))


def spend_act(case: Case, address: str, what: str) -> bool:
    """Take a slot for one more act today of a kind that can be repeated; `what` names the act and its place."""
    return _took(case, (f"{what} {address}", ACTS))


def spend_plan(case: Case, address: str, game: int) -> bool:
    """Take a slot for making or dropping one more plan in a game: each is an event, and is read with every mail of its
    round."""
    return _took(case, (f"plan {address} {game}", PLANS))


def spend_ruling(case: Case, address: str, what: str) -> bool:
    """Take a slot for a Gamesmaster's next ruling on a game or tournament, or the next game that they start: `pause`
    and `resume` could alternate for ever."""
    return _took(case, (f"steers {what} {address}", STEERING))


def _took(case: Case, *bounds: tuple[str, int]) -> bool:
    """Take a slot of each bound, if each has one left. Returns False if a bound is used up."""
    return _take(case, *bounds) is not None


def _take(case: Case, *bounds: tuple[str, int]) -> int | None:
    """Take a slot of each bound, and return how many of the first are now taken; None if a bound was used up."""
    return quotas.take_each(case.tx, bounds, case.now.date())


def _is_left(case: Case, *bounds: tuple[str, int]) -> bool:
    """Tell if each bound has a slot left."""
    return all(quotas.used(case.tx, key, case.now.date()) < most for key, most in bounds)
