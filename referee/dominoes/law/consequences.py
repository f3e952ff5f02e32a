"""The events that must follow from what happened: a knock, the scoring, the end, the next deal. Nobody asks for them,
and they are never refused."""

from collections.abc import Sequence

from referee.dominoes import events as ev
from referee.dominoes.events import Event
from referee.dominoes.fairness import SALTS_CLOSE, TILES, deal, deal_key
from referee.dominoes.game import Game
from referee.dominoes.law.moves import legal_moves
from referee.dominoes.law.scoring import Outcome, score_round, winner
from referee.dominoes.tiles import DOUBLE_SIX
from referee.table.dealing import conceding, deck_of, inherited, next_deal, revealing, shown
from referee.table.seats import SEATS

FIVE_DOUBLES = 5
"""The doubles of a hand that is dealt again, on a sheet that says so."""


def consequence(game: Game, seeds: Sequence[str]) -> Event | None:
    """Return the next event that must follow; None once it is somebody's turn. `seeds` are fresh seeds to commit to."""
    if len(game.revealed) < game.lost or game.result is not None:
        return revealing(game)
    return _in_round(game) or shown(game) or ending(game) or next_deal(game, seeds, _deal)


def _in_round(game: Game) -> Event | None:
    """Return what must follow while a deal stands that is not scored."""
    if game.points is not None or not any(game.hands):
        return None
    if (end := ending(game)) is not None:
        return end
    if (seat := _misdealt(game)) is not None:
        return ev.Misdealt(game.turn, seat)
    if len(game.laid) >= SALTS_CLOSE and not game.closed:
        return ev.SaltsClosed(game.round + 1, game.salts)
    if game.over:
        return _score(game)
    waiting = game.due
    return None if waiting is None or legal_moves(game, waiting[0]) else ev.Knocked(game.turn, waiting[0])


def _misdealt(game: Game) -> int | None:
    """Return the seat whose hand is dealt again. An audit lets every seat hold all tiles of a deal that is not public:
    that deal stands."""
    if game.sheet.redeal is None or game.course:
        return None
    dealt = [seat for seat in SEATS if len(game.hand(seat)) == TILES]
    return next((seat for seat in dealt if sum(tile.double for tile in game.hand(seat)) >= FIVE_DOUBLES), None)


def ending(game: Game) -> Event | None:
    """End the game, if its end has come: by concession, at the target, or after the last round."""
    if (loser := conceding(game)) is not None:
        return ev.Ended(3 - loser, "concession")
    scored = game.points is not None
    if not scored and game.sheet.end != "at_once":
        return None
    team = winner(game.score, game.sheet.target, last=scored and 0 < game.last_round <= game.round)
    by = "score" if max(game.score) >= game.sheet.target else "hands"
    return None if team is None else ev.Ended(team, by)


def _outcome(game: Game) -> Outcome:
    last = game.laid[-1].seat
    return score_round(game.sheet, game.pips, last, out=not game.hand(last))


def _score(game: Game) -> Event:
    by, (one, two), _ = _outcome(game)
    return ev.RoundScored(game.round, by, game.pips, (one, two), (game.score[0] + one, game.score[1] + two))


def _deal(game: Game, number: int, attempt: int) -> Event:
    deck = deck_of(game, number, attempt, game.acts)
    hands = deal(deal_key(deck))
    opener = _opener(game)
    return ev.Dealt(
        **inherited(game, deck),
        opener=opener or next(seat for seat, hand in enumerate(hands, 1) if DOUBLE_SIX in hand),
        double_six=opener is None,
        hands=hands,  # type: ignore[arg-type]
    )


def _opener(game: Game) -> int | None:
    """Return the seat that opens the next deal; None for the holder of 6-6: in the first round, and after a block that
    nobody won."""
    if game.points is not None:
        return _outcome(game).opener
    return None if game.round == 0 or game.double_six else game.opener
