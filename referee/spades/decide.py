"""Rulings: (game, seat, command) -> events, or Refusal. Time and chance come in as values; remembers nothing.

A move is judged by the position that its mail answers (`answers`): accepted if it is legal now, with neither a void nor
an act of the sender in between; a misplay only if it was already wrong then, for the same reason.
"""

from collections.abc import Sequence
from itertools import permutations

from referee.spades import commands as cmd
from referee.spades import events as ev
from referee.spades.agreements import agreement
from referee.spades.cards import Card
from referee.spades.claims import FIRST_CLAIM, provable
from referee.spades.consequences import ATTEMPTS, consequence, ending
from referee.spades.events import Event
from referee.spades.fairness import NO_SALTS, deal_key, draw, pick, salt
from referee.spades.fold import Step, evolve, steps_of
from referee.spades.game import Game, due, position, speaker, stands_still
from referee.spades.last_trick import last_card
from referee.spades.moves import (
    Fault,
    changed_enough,
    clock_bid,
    fault,
    legal_cards,
    may_change,
    may_misdeal,
    open_bids,
    reneged,
)
from referee.spades.refusal import Reason, Refusal
from referee.spades.rulesheet import RuleSheet, team_of
from referee.spades.view import view

FRESH = 2 * ATTEMPTS
"""How many fresh seeds one act may need: those of the first two rounds, when a game starts."""

WITHDRAWALS = 2
"""How often a seat may withdraw in one round: only after the first time may it post a concession again."""

UNDOABLE = ("forfeit", "concession")
"""The results that a ruling may undo (109, clause 6); the law knows no time and does not say for how long."""

NEEDS_ROUND = cmd.Move | cmd.Claim | cmd.Agreement | cmd.Misdeal | cmd.Concede | cmd.Withdraw
"""What is late once a result only waits for challenges."""

NEEDS_DEAL = cmd.Move | cmd.Claim | cmd.Agreement | cmd.Show | cmd.Misdeal | cmd.Challenge | cmd.RuleVoid
"""What must wait for the Gamesmaster, and for the deal that follows, after a restore."""


def begin(started: ev.Started, seeds: Sequence[str], salts: ev.Names = NO_SALTS) -> tuple[Step, ...]:
    """How a game begins, with its seats settled (see `playing_order`): the first round is dealt.

    `seeds`: FRESH of them, 64 hex digits each; if salts were given before the start, the first three are those whose
    commitments were known by then.
    """
    salted = tuple(ev.Salted(seat, given) for seat, given in enumerate(salts, 1) if given)
    return unfold(None, (started, *salted), seeds)


def start(
    number: int,
    names: ev.Names,
    sheet: RuleSheet,
    limit: int,
    seeds: Sequence[str],
    salts: ev.Names = NO_SALTS,
) -> tuple[Event, ...]:
    """Only the events of `begin`, on the terms of games before there were any."""
    return _events(begin(ev.Started(number, names, sheet, limit), seeds, salts))


def playing_order(key: bytes, team: tuple[int, int] | None) -> tuple[int, ...]:
    """Which of the four players (0 to 3) takes seats 1 to 4: every order is equally likely, or every order that keeps
    the two of `team` opposite each other (109, "Beginning the game")."""
    orders = [
        order
        for order in permutations(range(4))
        if team is None or order.index(team[0]) % 2 == order.index(team[1]) % 2
    ]
    return orders[pick(key, len(orders))]


def rule(game: Game, seat: int | None, command: cmd.Command, *, answers: int, seeds: Sequence[str]) -> tuple[Step, ...]:
    """What `command` brings about, in order: each event with the state after it. Raises Refusal, which changes nothing.

    `seat` is who asks (None: the clock or the Gamesmaster), `answers` the position that the mail answers, `seeds` are
    FRESH of 64 hex digits each, for rounds that must be committed to.
    """
    return unfold(game, ruling(game, seat, command, answers), seeds)


def decide(
    game: Game, seat: int | None, command: cmd.Command, *, answers: int, seeds: Sequence[str]
) -> tuple[Event, ...]:
    """Only the events of `rule`. Raises Refusal."""
    return _events(rule(game, seat, command, answers=answers, seeds=seeds))


def ruling(game: Game, seat: int | None, command: cmd.Command, answers: int) -> tuple[Event, ...]:
    """What `command` itself brings about, without what follows from it. Raises Refusal."""
    _check_running(game, command)
    if isinstance(command, cmd.OfSeat):
        assert seat is not None, "a seat's command names the seat"
        return _by_seat(game, seat, command, answers)
    match command:
        case cmd.TimeUp() | cmd.LastCard():
            return _by_nobody(game, command)
        case cmd.Pause() | cmd.Resume() | cmd.Extend():
            return (_clock(game, command),)
        case cmd.RuleVoid():
            return _void(game, command)
        case cmd.Restore(turn, since):
            return (_restored(game, turn, since),)
        case cmd.Forfeit(team):
            return (ev.Ended(3 - team, "forfeit"),)
        case cmd.Abort():
            return (ev.Ended(None, "abort"),)
        case cmd.Replace(place, name):
            if name.casefold() in {n.casefold() for n in game.names}:
                raise Refusal(Reason.NAME_TAKEN, name=name)
            return (ev.Replaced(place, name, game.names[place - 1]),)


def _check_running(game: Game, command: cmd.Command) -> None:
    """Refuses what nobody can do in a game that is over, played out, or waits after a restore."""
    if game.result is not None and not isinstance(command, cmd.RuleVoid | cmd.Restore):
        raise Refusal(Reason.GAME_OVER)
    if game.provisional is not None and isinstance(command, NEEDS_ROUND):
        raise Refusal(Reason.GAME_OVER)
    if stands_still(game) and isinstance(command, NEEDS_DEAL):
        raise Refusal(Reason.RESTORED)


def _by_seat(game: Game, seat: int, command: cmd.OfSeat, answers: int) -> tuple[Event, ...]:
    match command:
        case cmd.MakeBid() | cmd.PlayCard() | cmd.Claim():
            return (_move(game, seat, command, answers),)
        case cmd.Yield() | cmd.Undo() | cmd.Answer():
            return agreement(game, seat, command, answers)
        case cmd.Show():
            if seat in game.seen:
                raise Refusal(Reason.ALREADY_SHOWN)
            # the hand they asked for may be gone, and they may still bid blind on the new one
            if answers < game.opening or due(game) is None:
                raise Refusal(Reason.STALE)
            return (ev.Shown(seat),)
        case cmd.Misdeal():
            return _misdeal(game, seat, answers)
        case cmd.Challenge():
            return (_challenge(game, seat, command, answers),)
        case cmd.Salt(phrase):
            return (_salt(game, seat, phrase),)
        case cmd.Concede() | cmd.Withdraw():
            return (_concession(game, seat, command),)


def _move(game: Game, seat: int, command: cmd.MakeBid | cmd.PlayCard | cmd.Claim, answers: int) -> Event:
    match command:
        case cmd.MakeBid():
            return _bid(game, seat, command, answers)
        case cmd.PlayCard():
            return _play(game, seat, command, answers)
        case cmd.Claim():
            return _claim(game, seat, answers)


def _bid(game: Game, seat: int, bid: cmd.MakeBid, answers: int) -> Event:
    _check_bidding(game, seat, answers)
    if (standing := game.bid(speaker(game, seat))) is not None and not may_change(game, seat):
        raise Refusal(Reason.CHANGE_ENOUGH if changed_enough(game, seat) else Reason.BID_STANDS, bid=standing)
    _check_fresh(game, seat, answers)
    if standing is None and due(game) != (speaker(game, seat), "bid"):
        raise Refusal(Reason.NOT_YOUR_TURN)
    _check_seen(game, seat, bid.blind)
    if bid.value == standing:
        raise Refusal(Reason.BID_STANDS, bid=standing)
    if bid.blind and bid.value:
        raise Refusal(Reason.NOT_A_BID, bid=bid.value)
    if bid.value not in open_bids(game, seat):
        raise Refusal(Reason.TEAM_BID if bid.value in game.sheet.bid_values else Reason.NOT_A_BID, bid=bid.value)
    return ev.BidMade(game.turn, seat, bid.value, "player", bid.blind, bid.planned)


def _check_bidding(game: Game, seat: int, answers: int) -> None:
    """Refuses what belongs to the bidding once play has begun; a mail from before is merely late."""
    if game.leader is not None:
        raise Refusal(Reason.STALE if answers < game.opening or game.acted[seat - 1] >= answers else Reason.PLAYING_NOW)


def _check_seen(game: Game, seat: int, blind: bool) -> None:
    """Refuses a blind bid on a seen hand, and a bid that is not blind on one that is still held back."""
    if blind and not game.sheet.blind_nil:
        raise Refusal(Reason.NOT_OFFERED, what="a blind bid")
    if blind and seat in game.seen:
        raise Refusal(Reason.ALREADY_SHOWN)
    if not blind and seat not in game.seen:
        raise Refusal(Reason.NOT_SHOWN)


def _misdeal(game: Game, seat: int, answers: int) -> tuple[Event, ...]:
    if game.sheet.redeal is None:
        raise Refusal(Reason.NOT_OFFERED, what="a misdeal")
    _check_bidding(game, seat, answers)
    if (standing := game.bid(speaker(game, seat))) is not None:
        raise Refusal(Reason.BID_STANDS, bid=standing)
    _check_fresh(game, seat, answers)
    if game.thrown_in:
        raise Refusal(Reason.STALE)
    _check_seen(game, seat, blind=False)
    if not may_misdeal(game, seat):
        raise Refusal(Reason.NO_MISDEAL)
    return (ev.Misdealt(game.turn, seat), *_waits(game))


def _waits(game: Game) -> tuple[Event, ...]:
    """The clock stops once the last attempt at a round is thrown in, for the Gamesmaster to look."""
    return (ev.Paused(),) if game.attempt % ATTEMPTS == 0 and not game.paused else ()


def _challenge(game: Game, seat: int, claim: cmd.Challenge, answers: int) -> Event:
    if game.sheet.misplay_act != "stand":
        raise Refusal(Reason.NOT_OFFERED, what="a challenge")
    before = None if claim.late or team_of(seat) in game.have_bid else game.last
    was = before or game
    # a challenge without a round means the round of the mail's position, which may be closed; before the first card it
    # can only be the previous round
    passed = before is None and (game.last is not None or answers < game.opening)
    default = game.round - 1 if passed else was.round
    number = default if claim.round is None else claim.round
    if number != was.round:
        was = game
    if was is game and game.opening <= answers < game.unvoided:
        raise Refusal(Reason.VOIDED)
    if number != was.round:
        # a round dealt after the game was won never begins
        won = game.provisional is not None and before is not game.last
        raise Refusal(Reason.CHALLENGE_LATE, round=number, open=None if won else (before or game).round)
    if team_of(claim.accused) == team_of(seat):
        raise Refusal(Reason.OWN_TEAM)
    tricks = (*was.tricks, was.trick)
    if not 1 <= claim.book <= len(tricks) or claim.accused not in {play.seat for play in tricks[claim.book - 1]}:
        raise Refusal(Reason.NO_SUCH_BOOK, book=claim.book, round=number, played=len(was.tricks))
    if any((c.book, c.accused) == (claim.book, claim.accused) for c in was.challenges):
        raise Refusal(Reason.CHALLENGED_BEFORE, book=claim.book)
    proven = reneged(was, claim.book, claim.accused)
    return ev.Challenged(seat, number, claim.book, claim.accused, proven, game.sheet.misplay_cost.books)


def _claim(game: Game, seat: int, answers: int) -> Event:
    """Refuses a claim in the same words whatever the others hold: it is judged by the claimer's view."""
    if not game.terms.claims:
        raise Refusal(Reason.NOT_OFFERED, what="a claim")
    _check_playing(game, seat, answers)
    if len(game.tricks) < FIRST_CLAIM:
        raise Refusal(Reason.CLAIM_EARLY)
    if not provable(view(game, seat)):
        raise Refusal(Reason.NOT_PROVABLE)
    return ev.Claimed(game.turn, seat)


def _check_playing(game: Game, seat: int, answers: int) -> None:
    """Refuses what a seat does on its own turn to play, at another time."""
    _check_fresh(game, seat, answers)
    if game.leader is None:
        raise Refusal(Reason.BIDDING_NOW)
    if due(game) != (seat, "play"):
        raise Refusal(Reason.NOT_YOUR_TURN)


def _play(game: Game, seat: int, play: cmd.PlayCard, answers: int) -> Event:
    _check_playing(game, seat, answers)
    card = play.card
    wrong = fault(game, seat, card)
    if wrong is None:
        return ev.CardPlayed(game.turn, seat, card, "player", play.planned)
    if not _wrong_then(game, seat, card, wrong, answers):
        raise Refusal(Reason.STALE)
    if wrong.kind not in game.sheet.misplay_faults:
        raise Refusal(Reason.ILLEGAL_CARD, card=card, fault=wrong.kind)
    if game.sheet.misplay_act == "stand":
        return ev.CardPlayed(game.turn, seat, card, "player")
    return ev.Misplayed(game.turn, seat, card, wrong.kind, game.sheet.misplay_cost.points)


def _check_fresh(game: Game, seat: int, answers: int) -> None:
    """Refuses a move whose mail answers a position that is too old (rulings 2 and 4 of "Mail meets rule")."""
    if answers < game.opening or game.acted[seat - 1] >= answers:
        raise Refusal(Reason.STALE)
    if answers < game.unvoided:
        raise Refusal(Reason.VOIDED)


def _wrong_then(game: Game, seat: int, card: Card, wrong: Fault, answers: int) -> bool:
    """Whether the card was wrong for the same reason at the position that the mail answers."""
    then = position(game, min(answers, game.turn))
    assert then is not None, "a position with nothing voided since still stands"
    was = fault(then, seat, card)
    return was == wrong or (was is not None and was.kind == wrong.kind == "not_held")


def _concession(game: Game, seat: int, command: cmd.Concede | cmd.Withdraw) -> Event:
    posted = seat in game.conceded
    if isinstance(command, cmd.Concede):
        if posted:
            raise Refusal(Reason.ALREADY_CONCEDED)
        if game.withdrawals[seat - 1] >= WITHDRAWALS:
            raise Refusal(Reason.CONCEDED_ENOUGH, round=game.round)
        return ev.Conceded(seat)
    if not posted:
        raise Refusal(Reason.NOT_CONCEDED)
    return ev.ConcessionWithdrawn(seat)


def _salt(game: Game, seat: int, phrase: str) -> Event:
    """Refuses a salt given before its round's seeds are committed to: it would not bind the referee."""
    if game.closed:
        raise Refusal(Reason.SALT_CLOSED, round=game.round + 1)
    if not salt(phrase):
        raise Refusal(Reason.NO_SALT)
    return ev.Salted(seat, salt(phrase))


def _by_nobody(game: Game, command: cmd.TimeUp | cmd.LastCard) -> tuple[Event, ...]:
    """What happens though nobody asks for it: the clock acts, or the last trick plays by itself."""
    return _time_up(game, command.turn) if isinstance(command, cmd.TimeUp) else (_last(game, command),)


def _time_up(game: Game, turn: int) -> tuple[Event, ...]:
    if turn != game.turn or game.paused:
        raise Refusal(Reason.CLOCK_STALE)
    if game.provisional is not None:
        return (ev.Ended(game.provisional.team, game.provisional.by),)
    waiting = due(game)
    if waiting is None:
        raise Refusal(Reason.CLOCK_STALE)
    seat, what = waiting
    if what == "bid":
        bid = ev.BidMade(turn, seat, clock_bid(open_bids(game, seat)), "clock")
        return (bid,) if seat in game.seen else (ev.Shown(seat), bid)
    card = draw(deal_key(game.deck, game.sheet), turn, seat, legal_cards(game, seat))
    return (ev.CardPlayed(turn, seat, card, "clock"),)


def _last(game: Game, command: cmd.LastCard) -> Event:
    waiting = due(game)
    if waiting is None or command != last_card(game):
        raise Refusal(Reason.CLOCK_STALE)
    (card,) = game.hand(waiting[0])
    return ev.CardPlayed(command.turn, waiting[0], card, "rule")


def _void(game: Game, command: cmd.RuleVoid) -> tuple[Event, ...]:
    _check_undoable(game)
    if not game.opening <= command.to <= game.turn:
        raise Refusal(Reason.NO_SUCH_TURN, turn=command.to, first=game.opening, last=game.turn)
    if position(game, command.to) is None:
        raise Refusal(Reason.TURN_VOIDED, turn=command.to)
    points = 0 if command.charge is None else game.sheet.misplay_cost.points
    event = ev.Voided(game.turn + 1, command.to, command.reason, command.charge, points)
    if command.charge is None and ending(evolve(game, event)) is not None:
        raise Refusal(Reason.RESULT_STANDS)
    return (event, *_waits(game)) if evolve(game, event).thrown_in else (event,)


def _check_undoable(game: Game) -> None:
    """Refuses what would change a final result."""
    if game.result is not None and game.result.by not in UNDOABLE:
        raise Refusal(Reason.RESULT_STANDS)


def _restored(game: Game, turn: int, since: str) -> Event:
    """Refuses to restore a game with a final result: it has nothing more to deal."""
    _check_undoable(game)
    if turn <= game.turn:
        raise Refusal(Reason.STALE)
    return ev.Restored(turn, since)


def _clock(game: Game, command: cmd.Pause | cmd.Resume | cmd.Extend) -> Event:
    if isinstance(command, cmd.Resume):
        if not game.paused:
            raise Refusal(Reason.NOT_PAUSED)
        return ev.Resumed()
    if game.paused:
        raise Refusal(Reason.ALREADY_PAUSED)
    return ev.Paused() if isinstance(command, cmd.Pause) else ev.Extended(command.seconds)


def unfold(game: Game | None, first: tuple[Event, ...], seeds: Sequence[str]) -> tuple[Step, ...]:
    """The events and all that must follow from them: tricks, scoring, the end, what becomes public, the next deal."""
    taken = list(steps_of(first, game))
    while (event := consequence(taken[-1].game, seeds)) is not None:
        if isinstance(event, ev.Committed):
            seeds = seeds[ATTEMPTS:]
        taken.append(Step(event, evolve(taken[-1].game, event)))
    return tuple(taken)


def _events(taken: Sequence[Step]) -> tuple[Event, ...]:
    return tuple(step.event for step in taken)
