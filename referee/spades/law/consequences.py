"""The events that must follow from what happened: the trick, the scoring, the end, the next deal. Nobody asks for them,
and they are never refused."""

from referee.spades import events as ev
from referee.spades.events import Event
from referee.spades.fairness import SALTS_CLOSE, deal, deal_key
from referee.spades.game import Game
from referee.spades.law.moves import winner
from referee.spades.law.scoring import Taken, Verdict, score_round, verdict
from referee.spades.rulesheet import TRICKS
from referee.table.dealing import conceding, deck_of, inherited
from referee.table.game import opening
from referee.table.seats import SEATS, TEAMS, after


def in_round(game: Game) -> Event | None:
    """Return the next event that must follow while a round runs, and its scoring."""
    if len(game.trick) == len(game.hands):
        return ev.TrickTaken(winner(game.sheet, game.trick))
    if len(game.tricks) >= SALTS_CLOSE and not game.closed:
        return ev.SaltsClosed(game.round + 1, game.salts)
    was = _played_out(game)
    return _score(game, was) if was is not None and was.points is None else None


def _played_out(game: Game) -> Game | None:
    """Return the round with no trick left: the running one, or the previous one while it may be challenged."""
    was = game if game.last is None else game.last
    return None if was.left else was


def ending(game: Game) -> Event | None:
    """End the game, if its end has come: by forfeit, by concession, or after a round's scoring."""
    for by, loser in (("forfeit", _forfeiting(game)), ("concession", conceding(game))):
        if loser is not None:
            return ev.Ended(3 - loser, by)
    was = _played_out(game)
    if was is None or was.points is None:
        return None
    team, by_rule = _verdict(game, was)
    if team is None or by_rule is None:
        return None
    return ev.Provisional(team, by_rule) if game.sheet.misplay_act == "stand" else ev.Ended(team, by_rule)


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


def _acts(game: Game) -> tuple[str, ...]:
    """List the acts to which the next deal is tied: the bids, the cards of all tricks but the last, which is forced,
    and the claim if one ended the round."""
    standing = game.acts[: len(game.sheet.bid_turns) + len(SEATS) * (TRICKS - 1)]
    return standing if game.settled is None else (*standing, f"claim:{game.settled.seat}")


def new_deal(game: Game, number: int, attempt: int) -> Event:
    """Deal an attempt at a round."""
    deck = deck_of(game, number, attempt, _acts(game))
    return ev.Dealt(
        **inherited(game, deck),
        eldest=after(game.eldest) if number > game.round > 0 else game.eldest,
        hands=deal(deal_key(deck, game.sheet), game.sheet),  # type: ignore[arg-type]
        bags=game.bags,
        sets=game.sets,
        extra=game.extra,
        misplays=game.misplays_game,
    )
