"""What must follow once something happened: the trick, the scoring, the end, the next deal. Nobody asks for it, and it
is never refused.
"""

from referee.spades import events as ev
from referee.spades.events import Event
from referee.spades.fairness import NO_PREV, NO_SALTS, Deck, deal, deal_key
from referee.spades.game import Game, opening
from referee.spades.moves import winner
from referee.spades.rulesheet import TEAMS, TRICKS, after, team_of
from referee.spades.scoring import Taken, Verdict, score_round, verdict

ATTEMPTS = 3
"""How many deals of a round are made without the Gamesmaster; then e is to look."""


def consequence(game: Game, seed: str) -> Event | None:
    """The next event that must follow, None once somebody is to act; `seed` is for the deal that may be it."""
    if game.result is not None or game.provisional is not None:
        return None
    if len(game.trick) == len(game.hands):
        return ev.TrickTaken(winner(game.sheet, game.trick))
    was = _played_out(game)
    if was is not None and was.points is None:
        return _score(game, was)
    return ending(game) or _next_deal(game, seed)


def _played_out(game: Game) -> Game | None:
    """The round whose tricks are all taken: the running one, or the one before while it may be challenged."""
    was = game if game.last is None else game.last
    return was if len(was.tricks) == TRICKS else None


def ending(game: Game) -> Event | None:
    """The end of the game, if it has come: by forfeit, by concession, or after a round's scoring."""
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


def _next_deal(game: Game, seed: str) -> Event | None:
    """The next round, or the next attempt at this one; after the last attempt only once the clock runs again."""
    if game.round == 0 or game.points is not None:
        return _deal(game, seed, game.round + 1, 1)
    if not game.misdealt or (game.paused and game.attempt % ATTEMPTS == 0):
        return None
    return _deal(game, seed, game.round, game.attempt + 1)


def _score(game: Game, was: Game) -> Event:
    first = opening(was)
    taken = Taken(was.bids, was.books, was.blind, was.off)
    points, bags, sets = score_round(game.sheet, taken, first.bags, first.sets)
    score = (game.score[0] + points[0], game.score[1] + points[1])
    tied = _tied(verdict(game.sheet, score, sets, was.round, extra=first.extra == was.round))
    extra = was.round + 1 if tied and game.sheet.tie_break == "extra_hand" else first.extra
    return ev.RoundScored(was.round, was.books, points, score, bags, sets, extra)


def _verdict(game: Game, was: Game) -> Verdict:
    return verdict(game.sheet, game.score, game.sets, was.round, extra=opening(was).extra == was.round)


def _tied(told: Verdict) -> bool:
    return told.by is not None and told.team is None


def _forfeiting(game: Game) -> int | None:
    """The team whose misplays forfeit the game (109, clause 6)."""
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
    """The team both of whose players have posted a concession (109, clause 5)."""
    return next((team for team in TEAMS if sum(team_of(s) == team for s in game.conceded) == 2), None)


def _deal(game: Game, seed: str, number: int, attempt: int) -> Event:
    hands = deal(deal_key(Deck(game.number, number, attempt, seed), game.sheet), game.sheet)
    return ev.Dealt(
        turn=max(game.turn, 1),
        round=number,
        attempt=attempt,
        eldest=after(game.eldest) if number > game.round > 0 else game.eldest,
        seed=seed,
        prev=NO_PREV,
        salts=NO_SALTS,
        hands=hands,  # type: ignore[arg-type]
        names=game.names,
        score=game.score,
        bags=game.bags,
        sets=game.sets,
        extra=game.extra,
        misplays=game.misplays_game,
        silences=game.silences,
        conceded=tuple(sorted(game.conceded)),
        paused=game.paused,
    )
