"""Whether words for others to read name cards that their writer holds: one rule for all free text.

The refusal goes only to the writer, and says nothing about a hand that is held back.
"""

from collections.abc import Iterator

from referee.asking.card_mentions import cards_named
from referee.desk.case import Case, Complaint
from referee.desk.refusals import Wrong
from referee.spades.cards import Card
from referee.spades.game import Game
from referee.store import event_log, games, people
from referee.store.games import GameRow
from referee.store.people import Person


def check_words(
    case: Case,
    writer: Person | None,
    text: str,
    wrong: Wrong,
    said_in: GameRow | None = None,
    *,
    only_there: bool = False,
) -> None:
    """Raise Complaint(wrong) if `text` gives away a card that `writer` holds, in any of their games.

    `said_in` is the game whose players hear it. With `only_there` nobody else does, so a hand in another game matters
    only if a player of that game hears it too. Names, salts and reasons may be read by anybody.
    """
    named = cards_named(text)
    if writer is None or not named:
        return
    hands = [(game, seat) for game, seat in _hands(case, writer, said_in, only_there) if gives_away(game, seat, named)]
    if hands:
        raise Complaint(wrong, unseen=any(seat not in game.seen for game, seat in hands))


def gives_away(game: Game, seat: int, named: frozenset[Card]) -> bool:
    """Whether the player of `seat` must not name one of these cards.

    While their hand is held back they may name no card at all: refusing only some cards would reveal which they hold.
    """
    return seat not in game.seen or bool(named & game.hand(seat))


def _hands(case: Case, writer: Person, said_in: GameRow | None, only_there: bool) -> Iterator[tuple[Game, int]]:
    playing = {row.id: row for row in games.running_of(case.tx, writer.id)}
    if only_there and said_in is not None:
        hear = _players(case, said_in.id) | {person.id for person in people.watching(case.tx, said_in.id)}
        playing = {number: row for number, row in playing.items() if (hear & _players(case, number)) - {writer.id}}
    if said_in is not None:
        playing[said_in.id] = said_in
    for row in playing.values():
        if (seat := games.seat_of(case.tx, row.id, writer.id)) is not None:
            yield event_log.load(case.tx, row), seat


def _players(case: Case, game: int) -> set[int]:
    return {person.id for person in people.seated(case.tx, game).values()}
