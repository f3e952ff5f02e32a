"""The events that must follow from what happened: the trick, the scoring, the end, the next deal. Nobody asks for them,
and they are never refused."""

from collections.abc import Sequence

from referee.spades import events as ev
from referee.spades.events import Event
from referee.spades.fairness import SALTS_CLOSE, deal, deal_key, tied
from referee.spades.game import Game
from referee.spades.law.moves import winner
from referee.spades.law.scoring import Taken, Verdict, score_round, verdict
from referee.spades.rulesheet import TRICKS
from referee.table.fairness import ATTEMPTS, NO_PREV, Deck
from referee.table.game import opening
from referee.table.seats import SEATS, TEAMS, after, team_of


def consequence(game: Game, seeds: Sequence[str]) -> Event | None:
    """Return the next event that must follow; None once it is somebody's turn. `seeds` are fresh seeds to commit to."""
    if len(game.revealed) < game.lost:
        return _revealed(game)
    if game.result is not None:
        return _revealed(game) if game.attempt not in game.revealed else None
    if game.provisional is not None:
        return None
    if len(game.trick) == len(game.hands):
        return ev.TrickTaken(winner(game.sheet, game.trick))
    if len(game.tricks) >= SALTS_CLOSE and not game.closed:
        return ev.SaltsClosed(game.round + 1, game.salts)
    was = _played_out(game)
    if was is not None and was.points is None:
        return _score(game, was)
    return _shown(game) or ending(game) or _next_deal(game, seeds)


def _shown(game: Game) -> Event | None:
    """Reveal the seeds of a round that is over, one by one, or the seed of a deal that was thrown in."""
    if game.points is not None:
        return _revealed(game) if len(game.revealed) < len(game.seeds[game.round]) else None
    return _revealed(game) if game.thrown_in and game.attempt not in game.revealed else None


def _revealed(game: Game) -> Event | None:
    attempt = len(game.revealed) + 1
    return ev.Revealed(game.round, attempt, game.seeds[game.round][attempt - 1])


def _played_out(game: Game) -> Game | None:
    """Return the round with no trick left: the running one, or the previous one while it may be challenged."""
    was = game if game.last is None else game.last
    return None if was.left else was


def ending(game: Game) -> Event | None:
    """End the game, if its end has come: by forfeit, by concession, or after a round's scoring."""
    for by, loser in (("forfeit", _forfeiting(game)), ("concession", _conceding(game))):
        if loser is not None:
            return ev.Ended(3 - loser, by)
    was = _played_out(game)
    if was is None or was.points is None:
        return None
    team, by_rule = _verdict(game, was)
    if team is None or by_rule is None:
        return None
    return ev.Provisional(team, by_rule) if game.sheet.misplay_act == "stand" else ev.Ended(team, by_rule)


def _next_deal(game: Game, seeds: Sequence[str]) -> Event | None:
    """Begin the next round, or the next attempt at this one; after the last attempt only once the clock runs again."""
    if game.round == 0 or game.points is not None:
        return _opening(game, seeds, game.round + 1)
    if not game.thrown_in:
        return None
    spent = max(game.attempt, len(game.revealed))  # all seeds of a finished round are public, even undealt ones
    if spent == len(game.seeds[game.round]):
        return ev.Committed(game.round, tuple(seeds[:ATTEMPTS]))
    if game.round + 1 not in game.seeds:
        return ev.Committed(game.round + 1, tuple(seeds[:ATTEMPTS]))
    if game.paused and spent % ATTEMPTS == 0:
        return None
    return _deal(game, game.round, spent + 1)


def _opening(game: Game, seeds: Sequence[str], number: int) -> Event:
    """Open a round: the referee commits to the next round before it deals this one."""
    for one in (number, number + 1):
        if one not in game.seeds:
            return ev.Committed(one, tuple(seeds[:ATTEMPTS]))
        if not game.closed:
            return ev.SaltsClosed(one, game.salts)
    return _deal(game, number, 1)


def _score(game: Game, was: Game) -> Event:
    first = opening(was)
    taken = Taken(was.bids, was.books, was.blind, was.off)
    points, bags, sets = score_round(game.sheet, taken, first.bags, first.sets)
    score = (game.score[0] + points[0], game.score[1] + points[1])
    tied = _tied(verdict(game.law, score, sets, was.round, extra=first.extra == was.round))
    extra = was.round + 1 if tied and game.law.tie_break == "extra_hand" else first.extra
    return ev.RoundScored(was.round, was.books, points, score, bags, sets, extra)


def _verdict(game: Game, was: Game) -> Verdict:
    return verdict(game.law, game.score, game.sets, was.round, extra=opening(was).extra == was.round)


def _tied(outcome: Verdict) -> bool:
    return outcome.by is not None and outcome.team is None


def _forfeiting(game: Game) -> int | None:
    """Find the team whose misplays forfeit the game (109, clause 6)."""
    limits = game.sheet.misplay_forfeit
    of_rounds = [was.misplays_hand for was in (game, game.last) if was is not None]
    over = [
        team
        for team in TEAMS
        if limits
        and (any(hand[team - 1] >= limits.hand for hand in of_rounds) or game.misplays_game[team - 1] >= limits.game)
    ]
    return over[0] if over else None


def _conceding(game: Game) -> int | None:
    """Find the team both of whose players have posted a concession (109, clause 5)."""
    return next((team for team in TEAMS if sum(team_of(s) == team for s in game.conceded) == 2), None)


def _acts(game: Game) -> tuple[str, ...]:
    """List the acts to which the next deal is tied: the bids, the cards of all tricks but the last, which is forced,
    and the claim if one ended the round."""
    standing = game.acts[: len(game.sheet.bid_turns) + len(SEATS) * (TRICKS - 1)]
    return standing if game.settled is None else (*standing, f"claim:{game.settled.seat}")


def _deal(game: Game, number: int, attempt: int) -> Event:
    seeds, first = game.seeds[number], attempt == 1
    prev = NO_PREV if number == 1 else tied(_acts(game)) if first else game.deck.prev
    salts = game.salts if first else game.deck.salts
    key = deal_key(Deck(game.number, number, attempt, seeds[attempt - 1], prev, salts), game.sheet)
    return ev.Dealt(
        turn=max(game.turn, 1),
        round=number,
        attempt=attempt,
        reason=game.thrown_in,
        eldest=after(game.eldest) if number > game.round > 0 else game.eldest,
        seeds=seeds,
        coming=game.seeds[number + 1],
        prev=prev,
        salts=salts,  # type: ignore[arg-type]
        head=game.head,
        hands=deal(key, game.sheet),  # type: ignore[arg-type]
        names=game.names,
        score=game.score,
        bags=game.bags,
        sets=game.sets,
        extra=game.extra,
        misplays=game.misplays_game,
        silences=game.silences,
        conceded=tuple(sorted(game.conceded)),
        paused=game.paused,
        limit=game.limit,
        last_round=game.last_round,
        hurry=game.hurry,
    )
