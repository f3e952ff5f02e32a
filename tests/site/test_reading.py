"""The record that pages are made from says the same as the game itself, on every sheet and whatever was ruled."""

import pytest

from referee.site.reading import read_record
from referee.spades.audit import Walk
from referee.spades.sheets import SHEETS
from referee.spades.view import view
from referee.table.seats import SEATS
from tests.audit.records import record_of, text_of

CASES = [(name, seed) for name in SHEETS for seed in range(3)]


@pytest.mark.parametrize(("name", "seed"), CASES)
def test_what_stands_after_each_act_is_what_everyone_sees_and_hands_are_those_of_the_walk(name: str, seed: int) -> None:
    record = record_of(SHEETS[name], seed, rounds=3)
    for told, game in list(zip(record.told, record.states, strict=True))[:: 17 + seed]:
        story, public = read_record(record.lines[:told]), view(game)
        shown = next(one for one in story.rounds if one.number == public.round)
        assert story.head == public.head and story.names == public.names
        assert tuple(play.card for play in shown.plays) == tuple(
            play.card for trick in (*public.tricks, public.table) for play in trick
        )
        assert (shown.taken or shown.books()) == public.books or public.settled is not None
        assert tuple(bid and bid.bid for bid in map(shown.bid_of, SEATS)) == public.bids
        assert shown.bags is None or public.result is not None or shown.bags == public.bags
    dealt = {}
    for passed in Walk.of(text_of(record.lines)).passed():
        if passed.entry.kind == "deal":
            dealt[passed.entry.fields["round"]] = None if passed.open else passed.game.hands
    for one in read_record(record.lines).rounds:
        if one.dealt is not None:
            assert tuple(map(frozenset, one.dealt)) == dealt[one.number]
        elif SHEETS[name].misplay_act != "stand":
            assert dealt[one.number] is None
