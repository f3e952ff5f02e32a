"""How often a day the referee answers. These bounds end mail loops, whatever the mail looks like. Writes no answers.

A letter comes from a state change, of which there are finitely many, or takes a slot here. Each person has a number of
answers a day, with separate slots for proven and for unproven mail. Strangers share pools, by what they want, whether
their mail is proven, and their domain. People whom the referee knows share none, so nobody can use up another's
answers: no player, no stranger, no mail that anyone could have written. State changes that can be undone and done again
take a slot, too. A request that is refused after all gives its slot back.
"""

from dataclasses import dataclass

from referee.desk.case import Case
from referee.post.proof.domains import organisation
from referee.store import quotas
from referee.telling.letter_kinds import Last

ON_TURN = 40
"""For a Gamesmaster or the player on turn: more than a person writes in a day, and still the end of a machine loop."""

PER_ADDRESS = 10
UNPROVEN_PER_ADDRESS = 5
WARNINGS = 1
COMING_IN_DOMAIN = 50
"""Enough for a large provider's customers to come in even on a day when some of them write junk."""

COMING_IN = 10 * COMING_IN_DOMAIN
"""It takes ten domains to close the door, and 300 first mails a day leave room. Each one adds a person for good."""

UNPROVEN_COMING_IN_DOMAIN = COMING_IN_DOMAIN // 2
"""Half of what proven mail has: a forger chooses the domain that our questions go to."""

UNPROVEN_COMING_IN = COMING_IN
"""As many as with a proof: an address is asked once a day, and the question repeats nothing of the mail."""

STRANGERS = 400
"""300 mails a day leave room. Fewer than the newcomers let in, since an answer makes nobody a player."""

STRANGERS_DOMAIN = 20
"""A whole day's worth for two people, or the first questions of twenty."""

UNPROVEN_STRANGERS = 400
"""As many as with a proof, one to each address: it may be the first letter to somebody who never wrote."""

UNPROVEN_STRANGERS_DOMAIN = 20
"""As many as with a proof: a forger chooses where these go, too."""

UNPROVEN_STRANGER = 1
FULL_TOLD = COMING_IN
"""As many as may come in. Not counted by domain, since a wave from one domain is what fills the pool."""

CONFIRMATIONS = 1
CONFIRMATIONS_OF_STEERING = 50
ASKED_TOLD = 5
NOTICES = 20
OTHER_NOTICES = 5
SAYINGS = 20
LEAVES = 10
PLANS = 400
"""Lines of plans: several times what somebody who plans each turn of a few rounds writes."""

SALTS = 10
JOINS = 10
REMATCHES = 10
STARTS = 100
RULINGS = 50
TOURNAMENT_RULINGS = 200
KEYS = 5
MOVES = 3
UNPROVEN_MOVES = 50
"""Many times the changes of address that a club sees in a day, yet few enough to bother nobody else."""

UNPROVEN_MOVES_DOMAIN = 5
"""To new addresses in one domain: a forger of such a request chooses it."""

PARTNERS = 5
ENTRIES_ASKED = 10
"""Letters that ask one person to enter a tournament, whoever named them: anybody can."""

LIST_NEWS = 3


@dataclass(frozen=True, slots=True)
class Slot:
    """One answer that may go out; `last` says whose last one of the day it is, None if more may follow."""

    last: Last | None = None


def may_answer(case: Case, person: int, *, proven: bool, acting: bool, once: str | None = None) -> Slot | None:
    """Take a slot for one more answer to somebody known, if one is left.

    `acting`: it is their turn, or they are a Gamesmaster. `once` names what others hear only once a day.
    """
    if not proven:
        return _answer_unproven(case, person, None if acting else once)
    own, last = f"answers proven {person}", f"last told {person}"
    used = quotas.used(case.tx, own, case.now.date())
    # someone who wrote more on their turn than the rest of a day allows does not know yet that no more answers come
    may_say_last = used < ON_TURN and _is_left(case, (last, 1))
    most = ON_TURN if acting or (may_say_last and used >= PER_ADDRESS) else PER_ADDRESS
    taken = _take(case, (own, most), *(() if acting else _said("proven", person, once)))
    if taken is None:
        return None
    if taken < (ON_TURN if acting else PER_ADDRESS):
        return Slot()
    _take(case, (last, 1))
    return Slot(Last.ACTING if taken == ON_TURN else Last.RESTING)


def _answer_unproven(case: Case, person: int, once: str | None) -> Slot | None:
    bound = (f"answers unproven {person}", UNPROVEN_PER_ADDRESS)
    if not _took(case, bound, *_said("unproven", person, once)):
        return None
    return Slot(None if _is_left(case, bound) else Last.UNPROVEN)


def _said(kind: str, person: int, once: str | None) -> tuple[tuple[str, int], ...]:
    return () if once is None else ((f"once {kind} {person} {once}", 1),)


def may_warn(case: Case, person: int, game: int, *, backed: bool) -> bool:
    """Whether we may warn a player today that a mail showed their cards in a game."""
    return _took(case, (f"warning {_kind(backed)} {person} {game}", WARNINGS))


def may_tell_asked(case: Case, person: int) -> bool:
    """Whether we may tell somebody that we send no more questions about their unproven mail today. This has slots of
    its own, so as not to use up their answers."""
    return _took(case, (f"asked before {person}", ASKED_TOLD))


def may_answer_stranger(case: Case, address: str, *, backed: bool) -> Slot | None:
    """Take a slot for one more answer to an unregistered address, if one is left; without a proof, anyone may have
    written the mail."""
    kind = _kind(backed)
    pool = (STRANGERS_DOMAIN, STRANGERS) if backed else (UNPROVEN_STRANGERS_DOMAIN, UNPROVEN_STRANGERS)
    own = (f"stranger {kind} {address}", PER_ADDRESS if backed else UNPROVEN_STRANGER)
    bounds = (own, *_pool(f"strangers {kind}", address, *pool))
    if not _took(case, *bounds):
        return None
    return Slot(None if _is_left(case, *bounds) else Last.STRANGER if backed else Last.UNPROVEN_STRANGER)


def may_tell_full(case: Case, address: str) -> bool:
    """Whether we may tell a proven stranger that nobody else can come in today."""
    return _took(case, (f"told full {address}", 1), ("told full", FULL_TOLD))


def may_welcome(case: Case, address: str, *, backed: bool) -> bool:
    """Whether we may enter one more person whose first mail was proven. Bounded, because anyone with a domain has as
    many proven addresses as they like."""
    return _took(case, *_coming_in(address, backed=backed))


def may_ask_in(case: Case, address: str) -> bool:
    """Whether we may ask the owner of one more unregistered address if they want to come in."""
    return _took(case, (f"first contact {address}", CONFIRMATIONS), *_coming_in(address, backed=False))


def may_confirm(case: Case, address: str, *, steering: bool, backing: str | None) -> bool:
    """Whether one more question for a confirmation may go to somebody known; a Gamesmaster's commands have more slots.

    `backing`: what the mail proves, if that is not enough for what it asks. Each kind has slots of its own: mail that
    proves nothing, or a reply address that others have seen, must not keep us from asking a person.
    """
    if steering:
        return _took(case, (f"confirm steering {backing} {address}", CONFIRMATIONS_OF_STEERING))
    return _took(case, (f"confirm {backing} {address}", CONFIRMATIONS))


def may_move(case: Case, person: int, new: str, *, backed: bool) -> bool:
    """Whether we may ask a person's old and new address about a change; whoever requests it chooses the new one."""
    kind = _kind(backed)
    pool = () if backed else _pool("moves unproven", new, UNPROVEN_MOVES_DOMAIN, UNPROVEN_MOVES)
    return _took(case, (f"move {kind} {person}", MOVES), (f"move to {kind} {new}", CONFIRMATIONS), *pool)


def _kind(backed: bool) -> str:
    return "proven" if backed else "unproven"


def _coming_in(address: str, *, backed: bool) -> tuple[tuple[str, int], ...]:
    pool = (COMING_IN_DOMAIN, COMING_IN) if backed else (UNPROVEN_COMING_IN_DOMAIN, UNPROVEN_COMING_IN)
    return _pool(f"coming in {_kind(backed)}", address, *pool)


def _pool(name: str, address: str, domain: int, together: int) -> tuple[tuple[str, int], ...]:
    """The share of a day's pool open to the organisation behind `address`, and the whole pool."""
    return (f"{name} {organisation(address.rpartition('@')[2])}", domain), (name, together)


def may_notify(case: Case, address: str, what: str, *, seated: bool) -> bool:
    """Whether a Gamesmaster may hear of a trouble that no mail asked about; of the same one only once a day.

    `seated`: it is a player's trouble. That has slots of its own, since anyone may cause the others.
    """
    pool = (f"notices {address}", NOTICES) if seated else (f"other notices {address}", OTHER_NOTICES)
    return _took(case, pool, (f"notice {address} {what}", 1))


def may_salt(case: Case, address: str, game: int) -> bool:
    """Whether a player may give one more salt today: each is an event and brings a letter."""
    return _took(case, (f"salt {address} {game}", SALTS))


def may_salt_draw(case: Case, address: str, tournament: int) -> bool:
    """Whether a player may give one more salt for the draw of a tournament today."""
    return _took(case, (f"salt {address} tournament {tournament}", SALTS))


def may_set_key(case: Case, address: str) -> bool:
    """Whether a person may set or remove their key once more today: each change brings a letter."""
    return _took(case, (f"key {address}", KEYS))


def may_join(case: Case, address: str) -> bool:
    """Whether someone may join a list once more today: four people who do so fill a table again and again."""
    return _took(case, (f"join {address}", JOINS))


def may_ask_for_rematch(case: Case, address: str) -> bool:
    """Whether a player may ask for one more rematch today: four who concede each game at once begin the next for ever,
    and its Gamesmaster hears of all of them."""
    return _took(case, (f"rematch {address}", REMATCHES))


def may_hear_of_list(case: Case, address: str) -> bool:
    """Whether someone on a waiting list may hear once more today who joined or left it."""
    return _took(case, (f"list {address}", LIST_NEWS))


def may_ask_to_pair(case: Case, address: str) -> bool:
    """Whether we may ask someone about a partner once more today: anybody can take the name they are waiting for."""
    return _took(case, (f"partner {address}", PARTNERS))


def may_ask_to_enter(case: Case, captain: str, partner: str) -> bool:
    """Whether we may ask a person once more today if they enter a tournament with somebody who named them."""
    return _took(case, (f"enters with {captain}", PARTNERS), (f"asked to enter {partner}", ENTRIES_ASKED))


def may_begin(case: Case, address: str) -> bool:
    """Whether a Gamesmaster may start one more game today."""
    return _took(case, (f"start {address}", STARTS))


def may_rule(case: Case, address: str, game: int) -> bool:
    """Whether a Gamesmaster may steer a game once more today: `pause` and `resume` could alternate for ever."""
    return _took(case, (f"ruling {address} {game}", RULINGS))


def may_rule_tournament(case: Case, address: str, tournament: int) -> bool:
    """Whether a Gamesmaster may steer a tournament once more today: all who play in it hear of most of that."""
    return _took(case, (f"tournament ruling {address} {tournament}", TOURNAMENT_RULINGS))


def may_say(case: Case, address: str, game: int) -> bool:
    """Whether we may pass on one more message of a player to the table."""
    return _took(case, (f"say {address} {game}", SAYINGS))


def may_leave(case: Case, address: str, game: int) -> bool:
    """Whether a player may change their leave in a game once more today: the whole table hears of it."""
    return _took(case, (f"leave {address} {game}", LEAVES))


def may_plan(case: Case, address: str, game: int) -> bool:
    """Whether a player may make or drop one more plan in a game today: each is an event, and is read with every mail of
    its round."""
    return _took(case, (f"plan {address} {game}", PLANS))


def _took(case: Case, *bounds: tuple[str, int]) -> bool:
    """Take a slot of each bound, if each has one left."""
    return _take(case, *bounds) is not None


def _take(case: Case, *bounds: tuple[str, int]) -> int | None:
    """The same, returning how many slots of the first bound are now taken; None if one of them had none left."""
    return quotas.take_each(case.tx, bounds, case.now.date())


def _is_left(case: Case, *bounds: tuple[str, int]) -> bool:
    """Whether each bound has a slot left."""
    return all(quotas.used(case.tx, key, case.now.date()) < most for key, most in bounds)
