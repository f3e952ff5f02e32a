"""What players may agree on: to end a round before its last card (a yield), or to take back the last act (an undo).
Rulings, as in decide.py; never asks anybody, and remembers nothing.

A proposal is put to the three others, stands only at its own position, and is over with the first no.
"""

from referee.spades import commands as cmd
from referee.spades import events as ev
from referee.spades.events import Event, Four
from referee.spades.game import NOBODY, Game, Proposal, due, position, put
from referee.spades.refusal import Reason, Refusal
from referee.spades.rulesheet import SEATS, after, team_of
from referee.spades.scoring import Taken, nil_worth


def agreement(game: Game, seat: int, command: cmd.Agreement, answers: int) -> tuple[Event, ...]:
    """What a proposal or an answer brings about. Raises Refusal."""
    match command:
        case cmd.Yield():
            return (_yield(game, seat, command, answers),)
        case cmd.Undo():
            return (_undo(game, seat, answers),)
        case cmd.Answer(yes):
            return _answer(game, seat, answers, yes=yes)


def concluded(game: Game, proposal: Proposal) -> Event:
    """What happens once all have agreed."""
    if proposal.what == "yield":
        return ev.Yielded(game.turn, proposal.seat, proposal.books)
    assert game.by_hand is not None, "an undo takes back an act by hand"
    return ev.Voided(game.turn + 1, game.by_hand.turn, "", None, 0, "agreed")


def _answer(game: Game, seat: int, answers: int, *, yes: bool) -> tuple[Event, ...]:
    open_one = game.proposal
    if open_one is None or seat == open_one.seat or (yes and seat in open_one.agreed):
        raise Refusal(Reason.NOTHING_PROPOSED)
    if answers < open_one.turn:
        raise Refusal(Reason.STALE)
    if not yes:
        return (ev.Declined(seat),)
    agreed = ev.Agreed(seat)
    return (agreed, concluded(game, open_one)) if open_one.silent == (seat,) else (agreed,)


def _yield(game: Game, seat: int, command: cmd.Yield, answers: int) -> Event:
    if not game.terms.claims:
        raise Refusal(Reason.NOT_OFFERED, what="a yield")
    _check_open(game, answers)
    if game.leader is None:
        raise Refusal(Reason.BIDDING_NOW)
    then = position(game, min(answers, game.turn))
    if then is None or len(then.tricks) < len(game.tricks):  # the number would be of other tricks
        raise Refusal(Reason.STALE)
    if ("yield", team_of(seat)) in game.proposed:
        raise Refusal(Reason.PROPOSED_BEFORE, what="yield")
    if any(_is_unbroken(game, one) for one in SEATS):
        raise Refusal(Reason.NIL_UNBROKEN)
    return ev.Proposed(game.turn, seat, "yield", _books(game, seat, command))


def _is_unbroken(game: Game, seat: int) -> bool:
    taken = Taken(game.bids, game.books, game.blind)
    return game.bid(seat) == 0 and bool(nil_worth(game.sheet, taken, seat)) and not game.books[seat - 1]


def _books(game: Game, seat: int, command: cmd.Yield) -> Four:
    """The tricks that are left, by seat. Raises Refusal if the shares do not add up to a number of them."""
    foes = [one for one in SEATS if team_of(one) != team_of(seat)]
    whole = game.left if command.count is None else command.count
    shares = dict(command.shares) or {_next_of(game, foes): whole}
    count = sum(shares.values()) if command.count is None else command.count
    fits = count == sum(shares.values()) <= game.left and min(shares.values()) >= 0 and set(shares) <= set(foes)
    if not fits or len(shares) < len(command.shares):
        raise Refusal(Reason.NOT_SHARES, left=game.left)
    books = put(NOBODY, seat, game.left - count)
    for one, share in shares.items():
        books = put(books, one, share)
    return books


def _next_of(game: Game, seats: list[int]) -> int:
    """Whichever of `seats` is on turn, or plays next."""
    waiting = due(game)
    assert waiting is not None, "somebody is to play while tricks are left"
    return next(one for step in range(len(SEATS)) if (one := after(waiting[0], step)) in seats)


def _undo(game: Game, seat: int, answers: int) -> Event:
    if not game.terms.undo:
        raise Refusal(Reason.NOT_OFFERED, what="an undo")
    _check_open(game, answers)
    act = game.by_hand
    shown = game.attempt in game.revealed
    if act is None or act.seat != seat or act.turn < game.unvoided or shown or due(game) is None:
        raise Refusal(Reason.NOTHING_TO_UNDO)
    if answers < act.turn:
        raise Refusal(Reason.STALE)
    if ("undo", seat) in game.proposed:
        raise Refusal(Reason.PROPOSED_BEFORE, what="undo")
    return ev.Proposed(game.turn, seat, "undo", NOBODY)


def _check_open(game: Game, answers: int) -> None:
    """Refuses a proposal from before the round or the last void, and a second one."""
    if answers < game.opening:
        raise Refusal(Reason.STALE)
    if answers < game.unvoided:
        raise Refusal(Reason.VOIDED)
    if game.proposal is not None:
        raise Refusal(Reason.PROPOSAL_OPEN)
