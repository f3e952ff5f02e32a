"""When the referee answers at all. Loops end at these bounds, whatever a mail looks like.

Letters come from state changes, which are finite, or out of a slot here: so many answers a day to a person, by whether
their mail is proven; pools of strangers, by what they want, whether they are proven, and their domain. No bound is
shared by those whom the referee knows, so nobody takes an answer from anybody else: not a player, not a stranger, not
mail that anybody could have written. State changes that can be undone and done again have a slot too. A wish that is
refused after all gives its slot back.
"""

from dataclasses import dataclass

from referee.desk.case import Case
from referee.post.proof.domains import organisation
from referee.store import quotas
from referee.telling.answers import Last

ON_TURN = 40
"""Of a Gamesmaster, or somebody on turn: more than a person writes in a day, and a machine is silent after it."""

PER_ADDRESS = 10
UNPROVEN_PER_ADDRESS = 5
WARNINGS = 1
COMING_IN_DOMAIN = 50
"""A large provider's customers come in still, on a day on which some of them write junk."""

COMING_IN = 10 * COMING_IN_DOMAIN
"""It takes ten domains to close the door; 300 first mails a day leave room. Each is a person to keep."""

UNPROVEN_COMING_IN_DOMAIN = COMING_IN_DOMAIN // 2
"""Half of what is proven: who forges a sender chooses which domain the questions go to."""

UNPROVEN_COMING_IN = COMING_IN
"""As many; an address is asked once a day, and none of the mail's own words reach it."""

STRANGERS = 400
"""300 mails leave room; fewer than come in, since an answer makes nobody a player."""

STRANGERS_DOMAIN = 20
"""Two people's whole day, or twenty people's first question."""

UNPROVEN_STRANGERS = 400
"""As many, one to an address: it is the first thing that goes to somebody who never wrote."""

UNPROVEN_STRANGERS_DOMAIN = 20
"""As many: these, too, go wherever a forger likes."""

UNPROVEN_STRANGER = 1
FULL_TOLD = COMING_IN
"""As many as come in. By no domain, since it is a domain's wave that brings this about."""

CONFIRMATIONS = 1
CONFIRMATIONS_OF_STEERING = 50
ASKED_TOLD = 5
NOTICES = 20
OTHER_NOTICES = 5
SAYINGS = 20
SALTS = 10
JOINS = 10
STARTS = 100
RULINGS = 50
KEYS = 5
MOVES = 3
UNPROVEN_MOVES = 50
"""A day's changes of address that a club may see, many times over; few enough to be no nuisance to anybody else."""

UNPROVEN_MOVES_DOMAIN = 5
"""Of new addresses in one domain: who forges such a wish chooses it."""

PARTNERS = 5


@dataclass(frozen=True, slots=True)
class Slot:
    """One answer that may go out; `last`: there is none after it today."""

    last: Last | None = None


def _slot(case: Case, *bounds: tuple[str, int]) -> bool:
    """Take one of each, if there is one of each."""
    if not _is_left(case, *bounds):
        return False
    for key, _ in bounds:
        quotas.take(case.tx, key, case.now.date())
    return True


def _is_left(case: Case, *bounds: tuple[str, int]) -> bool:
    """Whether there is one more of each."""
    return all(quotas.used(case.tx, key, case.now.date()) < most for key, most in bounds)


def may_answer(case: Case, person: int, *, proven: bool, acting: bool, once: str | None = None) -> Slot | None:
    """One more answer to somebody known, if there is one.

    `acting`: they are on turn, or a Gamesmaster. `once` names what is said no second time today to anybody else.
    """
    if not proven:
        return _answer_unproven(case, person, None if acting else once)
    own, told = f"answers proven {person}", f"last told {person}"
    used = quotas.used(case.tx, own, case.now.date())
    # who used up more on their turn than the rest of a day has was not told yet that there are no more
    untold = used < ON_TURN and _is_left(case, (told, 1))
    most = ON_TURN if acting or (untold and used >= PER_ADDRESS) else PER_ADDRESS
    if not _slot(case, (own, most), *(() if acting else _said("proven", person, once))):
        return None
    if used + 1 < (ON_TURN if acting else PER_ADDRESS):
        return Slot()
    quotas.take(case.tx, told, case.now.date())
    return Slot(Last.ACTING if used + 1 == ON_TURN else Last.RESTING)


def _answer_unproven(case: Case, person: int, once: str | None) -> Slot | None:
    bound = (f"answers unproven {person}", UNPROVEN_PER_ADDRESS)
    if not _slot(case, bound, *_said("unproven", person, once)):
        return None
    return Slot(None if _is_left(case, bound) else Last.UNPROVEN)


def _said(kind: str, person: int, once: str | None) -> tuple[tuple[str, int], ...]:
    return () if once is None else ((f"once {kind} {person} {once}", 1),)


def may_warn(case: Case, person: int, game: int, *, backed: bool) -> bool:
    """Whether a player may be warned today that a mail showed their cards of a game."""
    return _slot(case, (f"warning {_kind(backed)} {person} {game}", WARNINGS))


def may_tell_asked(case: Case, person: int) -> bool:
    """Whether somebody may be told that nothing asks about unproven mail of theirs any more today: apart from answers,
    which it must not use up."""
    return _slot(case, (f"asked before {person}", ASKED_TOLD))


def may_answer_stranger(case: Case, address: str, *, backed: bool) -> Slot | None:
    """One more answer to an address that nobody registered, if there is one; without proof it may be anybody's."""
    kind = _kind(backed)
    pool = (STRANGERS_DOMAIN, STRANGERS) if backed else (UNPROVEN_STRANGERS_DOMAIN, UNPROVEN_STRANGERS)
    own = (f"stranger {kind} {address}", PER_ADDRESS if backed else UNPROVEN_STRANGER)
    bounds = (own, *_pool(f"strangers {kind}", address, *pool))
    if not _slot(case, *bounds):
        return None
    return Slot(None if _is_left(case, *bounds) else Last.STRANGER if backed else Last.UNPROVEN_STRANGER)


def may_tell_full(case: Case, address: str) -> bool:
    """Whether a proven stranger may be told that nobody comes in any more today."""
    return _slot(case, (f"told full {address}", 1), ("told full", FULL_TOLD))


def may_welcome(case: Case, address: str, *, backed: bool) -> bool:
    """Whether one more person may be entered who wrote for the first time with a proof: whoever has a domain has as
    many proven addresses as they like."""
    return _slot(case, *_coming_in(address, backed=backed))


def may_ask_in(case: Case, address: str) -> bool:
    """Whether one more address that nobody registered may be asked whether it wishes to come in."""
    return _slot(case, (f"first contact {address}", CONFIRMATIONS), *_coming_in(address, backed=False))


def may_confirm(case: Case, address: str, *, steering: bool, backing: str | None) -> bool:
    """Whether one more confirmation letter may go to somebody known; a gamesmaster's commands have a wider bound.

    `backing`: a proof of the mail's that is not enough for what it asks. Each has slots of its own: mail that proves
    nothing, or a reply address that somebody else read, must not keep a person from being asked.
    """
    if steering:
        return _slot(case, (f"confirm steering {backing} {address}", CONFIRMATIONS_OF_STEERING))
    return _slot(case, (f"confirm {backing} {address}", CONFIRMATIONS))


def may_move(case: Case, person: int, new: str, *, backed: bool) -> bool:
    """Whether a person's old and new address may be asked about a change; who writes the wish chooses the new one."""
    kind = _kind(backed)
    pool = () if backed else _pool("moves unproven", new, UNPROVEN_MOVES_DOMAIN, UNPROVEN_MOVES)
    return _slot(case, (f"move {kind} {person}", MOVES), (f"move to {kind} {new}", CONFIRMATIONS), *pool)


def _kind(backed: bool) -> str:
    return "proven" if backed else "unproven"


def _coming_in(address: str, *, backed: bool) -> tuple[tuple[str, int], ...]:
    pool = (COMING_IN_DOMAIN, COMING_IN) if backed else (UNPROVEN_COMING_IN_DOMAIN, UNPROVEN_COMING_IN)
    return _pool(f"coming in {_kind(backed)}", address, *pool)


def _pool(name: str, address: str, domain: int, together: int) -> tuple[tuple[str, int], ...]:
    """A day's pool of all who are not known, and the part of it that the organisation of `address` may use."""
    return (f"{name} {organisation(address.rpartition('@')[2])}", domain), (name, together)


def may_notify(case: Case, address: str, what: str, *, seated: bool) -> bool:
    """Whether a gamesmaster may be told of a trouble that no mail asked about; of the same one once a day.

    `seated`: it is one of somebody who plays, whom others that do not, as anybody may, must not stand before.
    """
    pool = (f"notices {address}", NOTICES) if seated else (f"other notices {address}", OTHER_NOTICES)
    return _slot(case, pool, (f"notice {address} {what}", 1))


def may_salt(case: Case, address: str, game: int) -> bool:
    """Whether one more of a player's salts may be kept today: each is an event and brings a letter."""
    return _slot(case, (f"salt {address} {game}", SALTS))


def may_set_key(case: Case, address: str) -> bool:
    """Whether a person may set or remove eir key once more today: each change brings a letter."""
    return _slot(case, (f"key {address}", KEYS))


def may_join(case: Case, address: str) -> bool:
    """Whether someone may put emself on a list once more today: four who do make a full table, again and again."""
    return _slot(case, (f"join {address}", JOINS))


def may_ask_to_pair(case: Case, address: str) -> bool:
    """Whether someone may be asked once more today about a partner: anybody can take the name they wait for."""
    return _slot(case, (f"partner {address}", PARTNERS))


def may_begin(case: Case, address: str) -> bool:
    """Whether a gamesmaster may begin one more game today."""
    return _slot(case, (f"start {address}", STARTS))


def may_rule(case: Case, address: str, game: int) -> bool:
    """Whether a gamesmaster may steer a running game once more today: nothing else ends `pause` and `resume`."""
    return _slot(case, (f"ruling {address} {game}", RULINGS))


def may_say(case: Case, address: str, game: int) -> bool:
    """Whether one more of a player's sayings may be passed on to the table."""
    return _slot(case, (f"say {address} {game}", SAYINGS))
