"""The levels of `notify`: how much of a game's news someone wants letters about. Writes no letter.

A letter that asks a player to act, deals them cards or asks for their consent goes out whatever the level.
"""

from collections.abc import Iterable, Mapping

from referee.spades.game import Game, called
from referee.spades.rulesheet import partner_of
from referee.telling import fairness_rows
from referee.telling import news as n

QUIET: Mapping[str, tuple[type[n.News], ...]] = {
    "play": fairness_rows.QUIET,
    "trick": (*fairness_rows.QUIET, n.Play, n.Bid, n.ClockRanOut),
    "turn": (*fairness_rows.QUIET, n.Play, n.Bid, n.ClockRanOut, n.TrickWon),
}
"""News that makes no letter by itself for someone who wants `each play`, `each trick` or `my turns`."""
_RESULT = (n.GameStarted, n.Restored, n.Provisional, n.GameOver)
LOUD: Mapping[str, tuple[type[n.News], ...]] = {
    "round": (*_RESULT, n.RoundDealt, n.RoundOver, n.Replacement, n.LastRound),
    "result": _RESULT,
}
"""The only news that makes a letter for someone who wants `rounds` or `result only`, beside a void that undoes what
they heard."""


def wanted(level: str, news: Iterable[n.News]) -> bool:
    """Tell if news makes a letter by itself at a level, whoever reads it."""
    if level in LOUD:
        return any(isinstance(item, LOUD[level]) or _undoes_an_end(item) for item in news)
    return not all(isinstance(item, QUIET[level]) for item in news)


def _undoes_an_end(item: n.News) -> bool:
    return isinstance(item, n.Void) and item.thrown_in > 0


def concerns(item: n.News, seat: int, game: Game) -> bool:
    """Tell if the player in a seat hears of it at every level: what they did, bids and plays aside; what their team is
    charged with; and what changes the turn that they are on. `game`: after the news."""
    match item:
        case n.SaltsMixed(salts=salts):
            # only its sender can check that the salt stands there as they sent it
            return bool(salts[seat - 1])
        case n.Void() | n.NewLimit() | n.LastRound() | n.Hurry():
            return True
        case n.Concession() | n.Withdrawal() | n.Misplay():
            return seat in (item.seat, partner_of(item.seat))
        case n.Challenge():
            charged = item.accused if item.proven else item.seat
            return seat in (item.seat, item.accused, partner_of(charged))
        case n.Pause() | n.Resume() | n.Extension():
            return seat in called(game)
        case n.LateNotice(seat=None):
            return True
        case (
            n.ClockRanOut()
            | n.Misdeal()
            | n.Claim()
            | n.LateNotice()
            | n.Away()
            | n.Back()
            | n.Replacement()
            | n.Said()
        ):
            return seat == item.seat
    return False
