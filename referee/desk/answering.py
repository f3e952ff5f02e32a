"""When the referee answers at all. Loops end at these bounds, whatever a mail looks like.

Letters come from state changes, which are finite, or out of a slot here: an error once for each player, turn and
reason; so many answers a day to an address and in a game; one pool a day for strangers, one for confirmations. Mail
that anybody could have written (not `backed`) has pools of its own, smaller ones, so that forged mail silences nobody.
State changes that can be undone and done again have a slot too. A wish that is refused after all gives its slot back.
"""

from referee.desk.case import Case
from referee.store import limits

PER_ADDRESS = 10
PER_GAME = 30
UNPROVEN_PER_ADDRESS = 5
UNPROVEN_PER_GAME = 20
TURN_ERRORS = 3
STRANGERS = 50
UNPROVEN_STRANGERS = 50
UNPROVEN_STRANGER = 1
CONFIRMATIONS = 1
CONFIRMATIONS_OF_STEERING = 50
NOTICES = 20
SAYINGS = 20
SALTS = 10
JOINS = 10
STARTS = 100
RULINGS = 50
KEYS = 5
MOVES = 3
PARTNERS = 5


def _slot(case: Case, *bounds: tuple[str, int]) -> bool:
    """Take one of each, if there is one of each."""
    day = case.now.date()
    if any(limits.used(case.tx, key, day) >= most for key, most in bounds):
        return False
    for key, _ in bounds:
        limits.take(case.tx, key, day)
    return True


def may_answer(
    case: Case, address: str, game: int | None, once: str | None = None, *, backed: bool, turn: int | None = None
) -> bool:
    """Whether one more answer may go to a known address; `once` names what is said no second time today.

    `turn`: the one that e is to act on, of which the answer tells em what was wrong: that has slots of its own besides.
    """
    kind, each, all_in_game = _kind(backed), PER_ADDRESS, PER_GAME
    if not backed:
        each, all_in_game = UNPROVEN_PER_ADDRESS, UNPROVEN_PER_GAME
    said = () if once is None else ((f"once {kind} {address} {game} {once}", 1),)
    in_game = () if game is None else ((f"game {kind} {game}", all_in_game),)
    if _slot(case, (f"address {kind} {address}", each), *in_game, *said):
        return True
    return backed and turn is not None and _slot(case, (f"turn {address} {game} {turn}", TURN_ERRORS), *said)


def may_answer_stranger(case: Case, address: str, *, backed: bool) -> bool:
    """Whether one more answer may go to an address that nobody registered; without proof it may be anybody's."""
    most = PER_ADDRESS if backed else UNPROVEN_STRANGER
    return _slot(case, _strangers(backed), (f"stranger {_kind(backed)} {address}", most))


def may_welcome(case: Case, *, backed: bool) -> bool:
    """Whether one more person may be entered who wrote for the first time with a proof: whoever has a domain has as
    many proven addresses as e likes."""
    return _slot(case, _strangers(backed))


def may_confirm(case: Case, address: str, *, known: bool, steering: bool, backing: str | None) -> bool:
    """Whether one more confirmation letter may go out; a gamesmaster's commands have a wider bound.

    `backing`: a proof of the mail's that is not enough for what it asks. Each has slots of its own: mail that proves
    nothing, or a reply address that somebody else read, must not keep a person from being asked.
    """
    if not known:
        return _slot(case, (f"first contact {address}", CONFIRMATIONS), _strangers(backed=False))
    if steering:
        return _slot(case, (f"confirm steering {backing} {address}", CONFIRMATIONS_OF_STEERING))
    return _slot(case, (f"confirm {backing} {address}", CONFIRMATIONS))


def may_move(case: Case, old: str, new: str, *, backed: bool) -> bool:
    """Whether both may be asked about a change of address; who writes the wish chooses where the new one's goes."""
    kind = _kind(backed)
    first = (f"move to {kind} {new}", CONFIRMATIONS), _strangers(backed)
    return _slot(case, (f"move {kind} {old}", MOVES), *first)


def _kind(backed: bool) -> str:
    return "proven" if backed else "unproven"


def _strangers(backed: bool) -> tuple[str, int]:
    """The day's pool of all who are not known, and its size."""
    return f"strangers {_kind(backed)}", STRANGERS if backed else UNPROVEN_STRANGERS


def may_notify(case: Case, address: str, what: str) -> bool:
    """Whether a gamesmaster may be told of a trouble that no mail asked about; of the same one once a day."""
    return _slot(case, (f"notices {address}", NOTICES), (f"notice {address} {what}", 1))


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
