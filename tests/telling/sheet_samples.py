"""Letters of the sheets other than 109: held-back hands, team bids, challenges, extra rounds, jokers, limits."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from referee.post.messages import Letter
from referee.spades import commands as cmd
from referee.spades.cards import Card
from referee.spades.events import Hands
from referee.spades.game import Game
from referee.spades.law.moves import legal_cards, reneged
from referee.spades.rulesheet import TRICKS, RuleSheet
from referee.spades.sheets import SHEETS
from referee.telling.letters import Letters
from referee.telling.news import Story
from tests.telling.letter_samples import (
    THE_LIST,
    announced,
    forward,
    last_card,
    may_revoke,
    opening,
    player,
    settings,
    step,
    step_on,
    told,
    wrong_card,
)

BUILTIN, EXTERNAL = Letters(settings()), Letters(settings(mode="external"))
Found = Iterator[tuple[str, Letter]]


def on_turn(game: Game) -> int:
    """Return the seat that the clock is on."""
    return (game.due or (0,))[0]


def poor_hands(sheet: RuleSheet) -> Hands:
    """Return a deal that gives seat 2 no ace, king, queen, jack and no spade."""
    poor = [card for card in sheet.deck if card.suit != "S" and card.rank not in "AKQJ"][:13]
    rest = [card for card in sheet.deck if card not in poor]
    return (tuple(rest[0::3]), tuple(poor), tuple(rest[1::3]), tuple(rest[2::3]))


@cache
def sheet_samples() -> dict[str, Letter]:
    """Return the letters by name; the sheet's comes first."""
    parts = (
        _held_back(),
        _blind(),
        _misdeal(),
        _teams(),
        _challenges(),
        _provisional(),
        _changes(),
        _jokers(),
        _ends(),
    )
    return {name: letter for part in parts for name, letter in part}


def _held_back() -> Found:
    game, story = opening(sheet=SHEETS["sigma"])
    yield "sigma-held-turn", told(BUILTIN, game, story, 1)
    yield "sigma-held-deal", told(BUILTIN, game, story, 2, turn=False)
    yield "sigma-held-reminder", told(EXTERNAL, game, story, 1, news=False, reminder=True)
    game, story = step(game, 1, cmd.Show())
    yield "sigma-shown-turn", told(BUILTIN, game, story, 1)
    game, story = step(game, None, cmd.TimeUp(game.turn))


def _blind() -> Found:
    game, story = step(opening(sheet=SHEETS["sigma"])[0], 1, cmd.MakeBid(0, blind=True))
    yield "sigma-blind-list", announced(EXTERNAL, game, story, THE_LIST)
    yield "sigma-blind-cards", told(BUILTIN, game, story, 1, turn=False)
    game, story = last_card(game)
    yield "sigma-blind-round", announced(EXTERNAL, game, story, THE_LIST)


def after_misdeals(sheet: RuleSheet, attempt: int) -> Game:
    """Return a first round at its `attempt`, in which seat 2 may call a misdeal again."""
    game, _ = opening(sheet=sheet, hands=poor_hands(sheet), attempt=attempt)
    return replace(game, revealed=frozenset(range(1, attempt)))


def _misdeal() -> Found:
    sheet = SHEETS["sigma"]
    game, story = step(after_misdeals(sheet, 2), 2, cmd.Show())
    yield "sigma-misdeal-hand", told(BUILTIN, game, story, 2, turn=False)
    game, story = step(game, 2, cmd.Misdeal())
    yield "sigma-misdeal-turn", told(BUILTIN, game, story, 1)
    game = step(after_misdeals(sheet, 3), 2, cmd.Show())[0]
    game, story = step(game, 2, cmd.Misdeal())
    yield "sigma-misdeal-waits", announced(EXTERNAL, game, story, THE_LIST)


def _teams() -> Found:
    game, story = opening(sheet=SHEETS["fsu"])
    yield "fsu-turn", told(BUILTIN, game, story, 1)
    yield "fsu-turn-partner", told(BUILTIN, game, story, 3)
    game, story = step(game, 3, cmd.MakeBid(6))
    yield "fsu-bid-list", announced(EXTERNAL, game, story, THE_LIST)
    yield "fsu-bid-turn", told(BUILTIN, game, story, 2)
    game, story = step(game, None, cmd.TimeUp(game.turn))
    yield "fsu-timeout-turn", told(BUILTIN, game, story, 1)


def reneging() -> tuple[Game, Story, int, int]:
    """Return a game in which someone reneged, the story of that play, its book and its seat."""
    game = forward(opening(sheet=SHEETS["fsu"])[0], may_revoke)
    seat, book = on_turn(game), len(game.tricks) + 1
    game, story = step(game, seat, cmd.PlayCard(wrong_card(game)))
    return game, story, book, seat


def _challenges() -> Found:
    game, story, book, seat = reneging()
    yield "fsu-renege-list", announced(EXTERNAL, game, story, THE_LIST)
    foe = seat % 4 + 1
    proven, story = step(forward(game, lambda g: len(g.tricks) == book), foe, cmd.Challenge(book, seat))
    yield "fsu-proven-list", announced(EXTERNAL, proven, story, THE_LIST)
    game, story = last_card(game)
    yield "fsu-round-list", announced(EXTERNAL, game, story, THE_LIST)
    proven, story = step(game, foe, cmd.Challenge(book, seat))
    yield "fsu-anew-list", announced(EXTERNAL, proven, story, THE_LIST)
    right = next(b for b in range(1, TRICKS + 1) if not reneged(game.last or game, b, seat))
    failed, story = step(game, foe, cmd.Challenge(right, seat))
    yield "fsu-unproven-list", announced(BUILTIN, failed, story, player("Dave"))


def _provisional() -> Found:
    game, story = last_card(opening(sheet=SHEETS["fsu"], round=7, score=(190, 195))[0])
    yield "fsu-provisional-list", announced(EXTERNAL, game, story, THE_LIST)
    ended, story = step(game, None, cmd.TimeUp(game.turn))
    yield "fsu-end-list", announced(EXTERNAL, ended, story, THE_LIST)


def _changes() -> Found:
    game, story = step(opening(sheet=SHEETS["pride"])[0], 1, cmd.MakeBid(4))
    game, story = step(game, 1, cmd.MakeBid(5))
    yield "pride-changed-list", announced(EXTERNAL, game, story, THE_LIST)
    yield "pride-changed-turn", told(BUILTIN, game, story, 3)


def holds_joker(game: Game) -> bool:
    """Tell if a joker may be played now."""
    waiting = game.due
    return waiting is not None and waiting[1] == "play" and Card("B", "S") in legal_cards(game, waiting[0])


def _jokers() -> Found:
    game = forward(opening(sheet=SHEETS["pride"])[0], holds_joker)
    before = forward(opening(sheet=SHEETS["pride"])[0], lambda g: g.turn == game.turn - 1)
    game, story = step_on(before)
    yield "pride-joker-turn", told(BUILTIN, game, story, on_turn(game))
    game, story = step(game, on_turn(game), cmd.PlayCard(Card("B", "S")))
    yield "pride-joker-played", told(BUILTIN, game, story, on_turn(game))


def _ends() -> Found:
    game, story = last_card(opening(sheet=SHEETS["pride"], round=10, score=(100, 120))[0])
    yield "pride-hands-list", announced(EXTERNAL, game, story, THE_LIST)
    game, story = last_card(opening(sheet=SHEETS["pride-final"], round=9, score=(0, 0), sets=(2, 2))[0])
    yield "pride-final-sets-list", announced(EXTERNAL, game, story, THE_LIST)
    game, story = last_card(opening(sheet=SHEETS["usag"], round=3)[0])
    yield "usag-round-turn", told(BUILTIN, game, story, on_turn(game))
    yield "pride-extra-list", announced(EXTERNAL, *tied(SHEETS["pride"]), THE_LIST)
    game = forward(opening(sheet=SHEETS["standard"])[0], lambda g: g.leader is not None)
    game, story = step_on(game)
    yield "standard-turn", told(BUILTIN, game, story, on_turn(game))


def tied(sheet: RuleSheet) -> tuple[Game, Story]:
    """Return a game whose last round, by its limit, ended in a tie: the next one decides."""
    game = opening(sheet=sheet, round=sheet.hand_limit)[0]
    ahead = last_card(game)[0].score
    start = (max(ahead) - ahead[0], max(ahead) - ahead[1])
    return last_card(opening(sheet=sheet, round=sheet.hand_limit, score=start)[0])
