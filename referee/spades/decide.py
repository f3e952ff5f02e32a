"""Rulings: (game, seat, command) -> events, or Refusal. Time and chance come in as values; nothing is remembered.

A move is judged by the position that its mail answers (`answers`): accepted if it is legal now and neither a void
nor an act of the sender lies between; a misplay only if it was wrong for the same reason then.
"""

from itertools import permutations

from referee.spades import commands as cmd
from referee.spades import events as ev
from referee.spades.cards import Card
from referee.spades.events import Event
from referee.spades.fairness import NO_PREV, NO_SALTS, Deck, deal, deal_key, draw, pick
from referee.spades.game import Game, due, evolve, position
from referee.spades.moves import Fault, clock_bid, fault, legal_bids, legal_cards, winner
from referee.spades.refusal import Reason, Refusal
from referee.spades.scoring import score_round, winning_team
from referee.spades.sheets import TEAMS, TRICKS, RuleSheet, after, team_of


def start(number: int, names: ev.Names, sheet: RuleSheet, limit: int, seed: str) -> tuple[Event, ...]:
    """The first events of a game: its seats are settled (see `playing_order`), the first round is dealt."""
    return _unfold(None, ev.Started(number, names, sheet, limit), seed)


def playing_order(key: bytes, team: tuple[int, int] | None) -> tuple[int, ...]:
    """Which of the four players named (0 to 3) takes seats 1 to 4: evenly over all orders, or over those that keep
    the two of `team` opposite one another (109, "Beginning the game")."""
    orders = [
        order
        for order in permutations(range(4))
        if team is None or order.index(team[0]) % 2 == order.index(team[1]) % 2
    ]
    return orders[pick(key, len(orders))]


def decide(game: Game, seat: int | None, command: cmd.Command, *, answers: int, seed: str) -> tuple[Event, ...]:
    """The events that `command` brings about, in order. Raises Refusal, which changes nothing.

    `seat` is who asks (None: the clock or the Gamesmaster), `answers` the position that the mail answers, `seed` 64
    fresh hex digits for the deal that may follow.
    """
    if game.result is not None and not isinstance(command, cmd.RuleVoid):
        raise Refusal(Reason.GAME_OVER)
    return _unfold(game, _first(game, seat, command, answers), seed)


def _first(game: Game, seat: int | None, command: cmd.Command, answers: int) -> Event:
    match command:
        case cmd.MakeBid(value):
            assert seat is not None, "bids are made by a seat"
            return _bid(game, seat, value, answers)
        case cmd.PlayCard(card):
            assert seat is not None, "cards are played by a seat"
            return _play(game, seat, card, answers)
        case cmd.Concede() | cmd.Withdraw():
            assert seat is not None, "concessions are posted by a seat"
            return _concession(game, seat, command)
        case cmd.TimeUp(turn):
            return _time_up(game, turn)
        case cmd.RuleVoid():
            return _void(game, command)
        case cmd.Forfeit(team):
            return ev.Ended(3 - team, "forfeit")
        case cmd.Abort():
            return ev.Ended(None, "abort")
        case cmd.Pause() | cmd.Resume():
            return _clock(game, command)
        case cmd.Extend(seconds):
            if game.paused:
                raise Refusal(Reason.ALREADY_PAUSED)
            return ev.Extended(seconds)
        case cmd.Replace(place, name):
            if name.casefold() in {n.casefold() for n in game.names}:
                raise Refusal(Reason.NAME_TAKEN, name=name)
            return ev.Replaced(place, name, game.names[place - 1])


def _bid(game: Game, seat: int, value: int, answers: int) -> Event:
    if game.leader is not None:
        raise Refusal(Reason.STALE if answers < game.opening or game.acted[seat - 1] >= answers else Reason.PLAYING_NOW)
    if game.bid(seat) is not None:
        raise Refusal(Reason.BID_STANDS, bid=game.bid(seat))
    _check_fresh(game, seat, answers)
    if due(game) != (seat, "bid"):
        raise Refusal(Reason.NOT_YOUR_TURN)
    if value not in legal_bids(game, seat):
        raise Refusal(Reason.TEAM_BID if value in game.sheet.bid_values else Reason.NOT_A_BID, bid=value)
    return ev.BidMade(game.turn, seat, value, "player")


def _play(game: Game, seat: int, card: Card, answers: int) -> Event:
    _check_fresh(game, seat, answers)
    if game.leader is None:
        raise Refusal(Reason.BIDDING_NOW)
    if due(game) != (seat, "play"):
        raise Refusal(Reason.NOT_YOUR_TURN)
    wrong = fault(game, seat, card)
    if wrong is None:
        return ev.CardPlayed(game.turn, seat, card, "player")
    if not _wrong_then(game, seat, card, wrong, answers):
        raise Refusal(Reason.STALE)
    if wrong.kind not in game.sheet.misplay_faults:
        raise Refusal(Reason.ILLEGAL_CARD, card=card, fault=wrong.kind)
    return ev.Misplayed(game.turn, seat, card, wrong.kind, game.sheet.misplay_cost.points)


def _check_fresh(game: Game, seat: int, answers: int) -> None:
    """Refuses a move whose mail answers a position that is past for it (rulings 2 and 4 of "Mail meets rule")."""
    if answers < game.opening or game.acted[seat - 1] >= answers:
        raise Refusal(Reason.STALE)
    if answers < game.unvoided:
        raise Refusal(Reason.VOIDED)


def _wrong_then(game: Game, seat: int, card: Card, wrong: Fault, answers: int) -> bool:
    """Whether the card was wrong for the same reason at the position answered."""
    then = position(game, min(answers, game.turn))
    assert then is not None, "a position with nothing voided since still stands"
    was = fault(then, seat, card)
    return was == wrong or (was is not None and was.kind == wrong.kind == "not_held")


def _concession(game: Game, seat: int, command: cmd.Concede | cmd.Withdraw) -> Event:
    posted = seat in game.conceded
    if isinstance(command, cmd.Concede):
        if posted:
            raise Refusal(Reason.ALREADY_CONCEDED)
        return ev.Conceded(seat)
    if not posted:
        raise Refusal(Reason.NOT_CONCEDED)
    return ev.ConcessionWithdrawn(seat)


def _time_up(game: Game, turn: int) -> Event:
    waiting = due(game)
    if turn != game.turn or game.paused or waiting is None:
        raise Refusal(Reason.CLOCK_STALE)
    seat, what = waiting
    if what == "bid":
        return ev.BidMade(turn, seat, clock_bid(legal_bids(game, seat)), "clock")
    card = draw(deal_key(game.deck, game.sheet), turn, seat, legal_cards(game, seat))
    return ev.CardPlayed(turn, seat, card, "clock")


def _void(game: Game, command: cmd.RuleVoid) -> Event:
    if game.result is not None and game.result.by not in ("forfeit", "concession"):
        raise Refusal(Reason.RESULT_STANDS)
    if not game.opening <= command.to <= game.turn:
        raise Refusal(Reason.NO_SUCH_TURN, turn=command.to, first=game.opening, last=game.turn)
    if position(game, command.to) is None:
        raise Refusal(Reason.TURN_VOIDED, turn=command.to)
    points = 0 if command.charge is None else game.sheet.misplay_cost.points
    return ev.Voided(game.turn + 1, command.to, command.reason, command.charge, points)


def _clock(game: Game, command: cmd.Pause | cmd.Resume) -> Event:
    if isinstance(command, cmd.Pause):
        if game.paused:
            raise Refusal(Reason.ALREADY_PAUSED)
        return ev.Paused()
    if not game.paused:
        raise Refusal(Reason.NOT_PAUSED)
    return ev.Resumed()


def _unfold(game: Game | None, first: Event, seed: str) -> tuple[Event, ...]:
    """The event and all that must follow from it: tricks, scoring, the end, the next deal."""
    events, event = [], first
    while event is not None:
        events.append(event)
        game = evolve(game, event)
        event = _consequence(game, seed)  # type: ignore[assignment]
    return tuple(events)


def _consequence(game: Game, seed: str) -> Event | None:
    if game.result is not None:
        return None
    for by, loser in (("forfeit", _forfeiting(game)), ("concession", _conceding(game))):
        if loser is not None:
            return ev.Ended(3 - loser, by)
    if len(game.trick) == len(game.hands):
        return ev.TrickTaken(winner(game.sheet, game.trick))
    if game.scored and (team := winning_team(game.sheet, game.score)):
        return ev.Ended(team, "score")
    if game.scored or game.round == 0:
        return _deal(game, seed)
    if len(game.tricks) == TRICKS:
        points, score, bags = score_round(game.sheet, game.bids, game.books, game.score, game.bags)
        return ev.RoundScored(game.round, game.books, points, score, bags)
    return None


def _forfeiting(game: Game) -> int | None:
    """The team whose misplays forfeit the game (109, clause 6)."""
    limits = game.sheet.misplay_forfeit
    over = [
        team
        for team in TEAMS
        if limits and (game.misplays_hand[team - 1] >= limits.hand or game.misplays_game[team - 1] >= limits.game)
    ]
    return over[0] if over else None


def _conceding(game: Game) -> int | None:
    """The team both of whose players have posted a concession (109, clause 5)."""
    return next((team for team in TEAMS if sum(team_of(s) == team for s in game.conceded) == 2), None)


def _deal(game: Game, seed: str) -> Event:
    number = game.round + 1
    hands = deal(deal_key(Deck(game.number, number, 1, seed), game.sheet), game.sheet)
    return ev.Dealt(
        turn=max(game.turn, 1),
        round=number,
        attempt=1,
        eldest=game.eldest if game.round == 0 else after(game.eldest),
        seed=seed,
        prev=NO_PREV,
        salts=NO_SALTS,
        hands=hands,  # type: ignore[arg-type]
        names=game.names,
        score=game.score,
        bags=game.bags,
        misplays=game.misplays_game,
        silences=game.silences,
        conceded=tuple(sorted(game.conceded)),
        paused=game.paused,
    )
