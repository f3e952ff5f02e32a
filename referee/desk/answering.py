"""When the referee answers at all. Loops end at these bounds, whatever a mail looks like.

Letters come from state changes, which are finite, or out of a slot here: an error once for each player, turn and
reason; ten answers a day to an address, thirty a day in a game; one pool a day for strangers, one for confirmations.
State changes that can be undone and done again have a slot too. A wish that is refused after all gives its slot back.
"""

from referee.desk.case import Case
from referee.store import limits

PER_ADDRESS = 10
PER_GAME = 30
STRANGERS = 50
UNPROVEN_STRANGER = 1
CONFIRMATIONS = 1
CONFIRMATIONS_OF_STEERING = 50
NOTICES = 20
SAYINGS = 20
CHANGES = 10
SALTS = 10
CONCESSIONS = 10
JOINS = 10
STARTS = 100
RULINGS = 50
KEYS = 5
MOVES = 3


def _slot(case: Case, *bounds: tuple[str, int]) -> bool:
    """Take one of each, if there is one of each."""
    day = case.now.date()
    if any(limits.used(case.tx, key, day) >= most for key, most in bounds):
        return False
    for key, _ in bounds:
        limits.take(case.tx, key, day)
    return True


def may_answer(case: Case, address: str, game: int | None, once: str | None = None) -> bool:
    """Whether one more answer may go to a known address; `once` names what is said no second time today."""
    bounds = [(f"address {address}", PER_ADDRESS)]
    if game is not None:
        bounds.append((f"game {game}", PER_GAME))
    if once is not None:
        bounds.append((f"once {address} {game} {once}", 1))
    return _slot(case, *bounds)


def may_answer_stranger(case: Case, address: str, *, proven: bool) -> bool:
    """Whether one more answer may go to an address that nobody registered; without proof it may be anybody's."""
    return _slot(case, ("strangers", STRANGERS), (f"stranger {address}", PER_ADDRESS if proven else UNPROVEN_STRANGER))


def may_welcome(case: Case) -> bool:
    """Whether one more person may be entered who wrote for the first time with a proof: whoever has a domain has as
    many proven addresses as e likes."""
    return _slot(case, ("strangers", STRANGERS))


def may_confirm(case: Case, address: str, *, known: bool, steering: bool) -> bool:
    """Whether one more confirmation letter may go out; a gamesmaster's commands have a wider bound."""
    if not known:
        return _slot(case, (f"first contact {address}", CONFIRMATIONS), ("strangers", STRANGERS))
    if steering:
        return _slot(case, (f"confirm steering {address}", CONFIRMATIONS_OF_STEERING))
    return _slot(case, (f"confirm {address}", CONFIRMATIONS))


def may_move(case: Case, old: str, new: str) -> bool:
    """Whether both may be asked about a change of address; who writes the wish chooses where the new one's goes."""
    first = (f"first contact {new}", CONFIRMATIONS), ("strangers", STRANGERS)
    return _slot(case, (f"move {old}", MOVES), *first)


def may_notify(case: Case, address: str, what: str) -> bool:
    """Whether a gamesmaster may be told of a trouble that no mail asked about; of the same one once a day."""
    return _slot(case, (f"notices {address}", NOTICES), (f"notice {address} {what}", 1))


def may_change_bid(case: Case, address: str, game: int) -> bool:
    """Whether a player may change eir bid once more today: each change is told to all, and nothing else ends them."""
    return _slot(case, (f"change {address} {game}", CHANGES))


def may_salt(case: Case, address: str, game: int) -> bool:
    """Whether one more of a player's salts may be kept today: each is an event and brings a letter."""
    return _slot(case, (f"salt {address} {game}", SALTS))


def may_set_key(case: Case, address: str) -> bool:
    """Whether a person may set or remove eir key once more today: each change brings a letter."""
    return _slot(case, (f"key {address}", KEYS))


def may_concede(case: Case, address: str, game: int) -> bool:
    """Whether a player may post or withdraw eir concession once more today: all are told each time."""
    return _slot(case, (f"concession {address} {game}", CONCESSIONS))


def may_join(case: Case, address: str) -> bool:
    """Whether someone may put emself on a list once more today: four who do make a full table, again and again."""
    return _slot(case, (f"join {address}", JOINS))


def may_begin(case: Case, address: str) -> bool:
    """Whether a gamesmaster may begin one more game today."""
    return _slot(case, (f"start {address}", STARTS))


def may_rule(case: Case, address: str, game: int) -> bool:
    """Whether a gamesmaster may steer a running game once more today: nothing else ends `pause` and `resume`."""
    return _slot(case, (f"ruling {address} {game}", RULINGS))


def may_say(case: Case, address: str, game: int) -> bool:
    """Whether one more of a player's sayings may be passed on to the table."""
    return _slot(case, (f"say {address} {game}", SAYINGS))
