"""Small records, each of which breaks one rule or just keeps it, and the line that a verifier must name. Random games
seldom touch these rules. Knows nothing of verifying.

A forbidden act is written down as if it had been made, with all that would follow from it: no other line is wrong.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from typing import Any

from referee.spades import commands as cmd
from referee.spades import events as ev
from referee.spades.fold import evolve
from referee.spades.game import Game
from referee.spades.law.decide import LAW
from referee.spades.law.moves import legal_cards, may_misdeal
from referee.spades.rulesheet import Limits, RuleSheet
from referee.spades.sheets import FSU, PRIDE, RULE_109, SIGMA, STANDARD
from referee.table.seats import SEATS
from referee.table.terms import Terms
from tests.audit.record_example import told
from tests.audit.records import LIMIT, POOR, POOR_GAME
from tests.audit.tampering import written
from tests.chance import fresh
from tests.rulings import PLAIN, decide, start

NAMES = ("Ann", "Bob", "Carol", "Dave")
CHANGEABLE = replace(SIGMA, name="sigma*", bid_turns=(0, 2, 1, 3), bid_change=True)
"""Blind bids, and bids that may be changed, on one sheet."""
OF_A_HAND = replace(RULE_109, name="109*", misplay_forfeit=Limits(hand=2, game=99))
OF_A_GAME = replace(RULE_109, name="109*", misplay_forfeit=Limits(hand=99, game=2))
SHORT = replace(FSU, name="fsu*", target=1)
"""The first round that anyone wins is the last, unless it is challenged."""


@dataclass(frozen=True, slots=True)
class Case:
    """A record and its first wrong line, from 1; None: it is right."""

    lines: tuple[str, ...]
    wrong: int | None = None


@cache
def made(make: Callable[[], Case]) -> Case:
    """Return a case, made once in a run."""
    return make()


class Table:
    """A game in play and the lines of its record; `seeds` are those of its first attempts."""

    def __init__(self, sheet: RuleSheet, seeds: tuple[str, ...] = (), number: int = 1, *, terms: Terms = PLAIN) -> None:
        self.seeds = seeds[3:]
        first = (*seeds[:3], *_others(number))
        self.game, self.lines = told(None, start(number, NAMES, sheet, LIMIT, first, terms=terms))

    def does(self, seat: int | None, command: cmd.Command) -> None:
        """Do what somebody may do. Raises Refusal."""
        self._add(decide(self.game, seat, command, answers=self.game.turn, seeds=self._fresh()))

    def forbidden(self, event: ev.Event) -> Case:
        """Return the record with a forbidden act and what would follow from it: the first of these lines is wrong."""
        line = len(self.lines) + 1
        self._add(tuple(step.event for step in LAW.unfold(self.game, (event,), self._fresh())))
        return Case(self.lines, line)

    def right(self) -> Case:
        return Case(self.lines)

    def wrong(self, **fields: Any) -> Case:
        """Return the record with one more line that cannot stand there."""
        return Case((*self.lines, written(fields)), len(self.lines) + 1)

    def bids(self, *values: int) -> None:
        """Bid for whoever is due, with their hand seen."""
        for value in values:
            seat = _due(self.game)
            if seat not in self.game.seen:
                self.does(seat, cmd.Show())
            self.does(seat, cmd.MakeBid(value))

    def plays(self, count: int) -> None:
        """Play so many cards, each the lowest legal one."""
        for _ in range(count):
            seat = _due(self.game)
            self.does(seat, cmd.PlayCard(legal_cards(self.game, seat)[0]))

    def misplays(self) -> None:
        """Name a card that whoever is due does not hold."""
        seat = _due(self.game)
        foreign = next(card for card in self.game.sheet.deck if card not in self.game.hand(seat))
        self.does(seat, cmd.PlayCard(foreign))

    def voids(self, to: int, charge: int | None = None) -> None:
        self.does(None, cmd.RuleVoid(to, "so ruled", charge))

    def void(self, to: int) -> ev.Voided:
        """Return a void, which nobody has ruled yet."""
        return ev.Voided(self.game.turn + 1, to, "", None, 0)

    def misdeals(self) -> None:
        """Call a misdeal, as somebody who may."""
        seat = poor_seat(self.game)
        if seat not in self.game.seen:
            self.does(seat, cmd.Show())
        self.does(seat, cmd.Misdeal())

    def _add(self, events: tuple[ev.Event, ...]) -> None:
        if any(isinstance(event, ev.Committed) for event in events):
            self.seeds = self.seeds[3:]
        self.game, lines = told(self.game, events)
        self.lines += lines

    def _fresh(self) -> tuple[str, ...]:
        return (*self.seeds[:3], *_others(len(self.lines)))


def _others(number: int) -> tuple[str, ...]:
    return fresh(sha256(f"case {number}".encode()).hexdigest())


def _due(game: Game) -> int:
    waiting = game.due
    assert waiting is not None
    return waiting[0]


def poor_seat(game: Game) -> int:
    """Find who holds a hand for a misdeal, and has not bid."""
    return next(seat for seat in SEATS if may_misdeal(evolve(game, ev.Shown(seat)), seat))


def poor_table() -> Table:
    """Return a table at which a misdeal may be called in each attempt at the first round."""
    return Table(SIGMA, POOR, POOR_GAME)


def without(table: Table, kind: str) -> Case:
    """Return the record without the last line of a kind: the line in its place is wrong."""
    place = last(table.lines, kind)
    return Case((*table.lines[:place], *table.lines[place + 1 :]), place + 1)


def saying(table: Table, kind: str, **changes: Any) -> Case:
    """Return the record whose last line of a kind says something else."""
    place = last(table.lines, kind)
    line = written(json.loads(table.lines[place]) | changes)
    return Case((*table.lines[:place], line, *table.lines[place + 1 :]), place + 1)


def last(lines: tuple[str, ...], kind: str) -> int:
    """Find where the last line of a kind stands, from 0."""
    return max(place for place, line in enumerate(lines) if json.loads(line)["e"] == kind)


# bids


def voided_bid() -> Table:
    """Void a bid of seat 1, who has seen their hand and is to bid again."""
    table = Table(SIGMA)
    table.bids(3)
    table.voids(1)
    return table


def blind_bid_on_a_hand_seen_before_a_void() -> Case:
    table = voided_bid()
    return table.forbidden(ev.BidMade(table.game.turn, 1, 0, "player", blind=True))


def bid_again_after_a_void() -> Case:
    table = voided_bid()
    table.bids(0)
    table.does(2, cmd.MakeBid(0, blind=True))
    return table.right()


def blind_bid_voided_and_made_again() -> Case:
    """Bid blind again after a void: by then the player has seen their hand."""
    table = Table(SIGMA)
    table.does(1, cmd.MakeBid(0, blind=True))
    table.voids(1)
    return table.forbidden(ev.BidMade(table.game.turn, 1, 0, "player", blind=True))


def bid_changed_to_itself() -> Case:
    table = Table(PRIDE)
    table.bids(4)
    return table.forbidden(ev.BidMade(table.game.turn, 1, 4, "player"))


def bid_changed() -> Case:
    table = Table(PRIDE)
    table.bids(4)
    table.does(1, cmd.MakeBid(5))
    table.does(1, cmd.MakeBid(4))
    return table.right()


def blind_bid_changed() -> Case:
    table = Table(CHANGEABLE)
    table.does(1, cmd.MakeBid(0, blind=True))
    return table.forbidden(ev.BidMade(table.game.turn, 1, 4, "player"))


def bid_changed_to_a_blind_one() -> Case:
    table = Table(CHANGEABLE)
    table.bids(4)
    return table.forbidden(ev.BidMade(table.game.turn, 1, 0, "player", blind=True))


def bid_changed_where_bids_may_be_blind() -> Case:
    table = Table(CHANGEABLE)
    table.bids(4)
    table.does(1, cmd.MakeBid(0))
    return table.right()


def bid_changed_three_times() -> Case:
    """Change bids three times, each seat for itself."""
    table = Table(PRIDE)
    table.bids(4)
    for value in (5, 6, 7):
        table.does(1, cmd.MakeBid(value))
    table.bids(4)
    for value in (3, 2, 1):
        table.does(3, cmd.MakeBid(value))
    table.bids(4)
    return table.right()


def bid_changed_a_fourth_time() -> Case:
    table = Table(PRIDE)
    table.bids(4)
    for value in (5, 6, 7):
        table.does(1, cmd.MakeBid(value))
    return table.forbidden(ev.BidMade(table.game.turn, 1, 8, "player"))


def bid_changed_again_after_a_void() -> Case:
    """Voided changes do not count."""
    table = Table(PRIDE)
    table.bids(4)
    for value in (5, 6, 7):
        table.does(1, cmd.MakeBid(value))
    table.voids(3)
    for value in (8, 9):
        table.does(1, cmd.MakeBid(value))
    return table.forbidden(ev.BidMade(table.game.turn, 1, 10, "player"))


# concessions


def conceded_twice(table: Table, seat: int) -> None:
    """Post a concession twice, and withdraw it both times."""
    for _ in range(2):
        table.does(seat, cmd.Concede())
        table.does(seat, cmd.Withdraw())


def concession_posted_again() -> Case:
    table = Table(RULE_109)
    conceded_twice(table, 1)
    conceded_twice(table, 4)
    return table.right()


def concession_posted_a_third_time() -> Case:
    table = Table(RULE_109)
    conceded_twice(table, 2)
    return table.forbidden(ev.Conceded(2))


def concession_posted_a_third_time_after_a_void() -> Case:
    table = Table(RULE_109)
    table.bids(3)
    conceded_twice(table, 2)
    table.voids(1)
    return table.forbidden(ev.Conceded(2))


def concession_posted_in_the_next_round() -> Case:
    table = Table(RULE_109)
    conceded_twice(table, 2)
    table.bids(3, 3, 3, 3)
    table.plays(52)
    conceded_twice(table, 2)
    return table.right()


def concession_of_a_successor() -> Case:
    table = Table(RULE_109)
    conceded_twice(table, 2)
    table.does(None, cmd.Replace(2, "Eve"))
    table.does(2, cmd.Concede())
    return table.right()


# misplays that forfeit


def playing(sheet: RuleSheet) -> Table:
    """Return a table at which the first card is due."""
    table = Table(sheet)
    table.bids(3, 3, 3, 3)
    return table


def forfeited(sheet: RuleSheet = OF_A_HAND) -> Table:
    """Return a table with two misplays in the first trick."""
    table = playing(sheet)
    table.misplays()
    table.misplays()
    return table


def one_misplay_in_each_of_two_hands(sheet: RuleSheet) -> Table:
    """Misplay twice as seat 2, in the first trick of each of two rounds."""
    table = playing(sheet)
    table.plays(1)
    table.misplays()
    table.plays(51)
    table.bids(3, 3, 3, 3)
    table.misplays()
    return table


def going_on(table: Table) -> Case:
    """Go on after the last misplay without an end: the player who made it plays another card, and no seed is
    revealed."""
    seat = json.loads(table.lines[last(table.lines, "misplay")])["seat"]
    card = str(min(table.game.hand(seat)))
    table.lines = table.lines[: last(table.lines, "end")]
    return table.wrong(e="play", turn=table.game.turn, seat=seat, card=card, by="player")


def second_misplay_of_a_hand() -> Case:
    return forfeited().right()


def second_misplay_of_a_hand_and_no_end() -> Case:
    return without(forfeited(), "end")


def second_misplay_of_a_hand_and_play_goes_on() -> Case:
    return going_on(forfeited())


def second_misplay_of_a_hand_and_the_record_breaks_off() -> Case:
    lines = forfeited().lines
    place = last(lines, "end")
    return Case(lines[:place], place + 1)


def second_misplay_of_a_hand_won_by_who_made_it() -> Case:
    return saying(forfeited(), "end", result="team 1")


def end_before_the_second_misplay_of_a_hand() -> Case:
    """End too early: the score includes the charge for a misplay that has not been made."""
    *before, misplay, end, reveal = forfeited().lines
    return Case((*before, end, misplay, reveal), len(before) + 1)


def one_misplay_of_a_hand_and_a_ruling() -> Table:
    """Forfeit after the first misplay, as only the Gamesmaster can."""
    table = playing(OF_A_HAND)
    table.misplays()
    table.does(None, cmd.Forfeit(1))
    return table


def ruling_after_the_first_misplay_of_a_hand() -> Case:
    return one_misplay_of_a_hand_and_a_ruling().right()


def second_misplay_of_a_hand_after_the_end() -> Case:
    *_, misplay, _, _ = forfeited().lines
    *before, reveal = one_misplay_of_a_hand_and_a_ruling().lines
    return Case((*before, misplay, reveal), len(before) + 1)


def one_misplay_of_each_team_in_a_hand() -> Case:
    table = playing(OF_A_HAND)
    table.misplays()
    table.plays(1)
    table.misplays()
    table.plays(3)
    return table.right()


def one_misplay_in_each_of_two_hands_where_hands_count() -> Case:
    table = one_misplay_in_each_of_two_hands(OF_A_HAND)
    table.plays(1)
    return table.right()


def one_misplay_in_each_of_two_hands_where_the_game_counts() -> Case:
    return one_misplay_in_each_of_two_hands(OF_A_GAME).right()


def one_misplay_in_each_of_two_hands_and_play_goes_on() -> Case:
    return going_on(one_misplay_in_each_of_two_hands(OF_A_GAME))


def forfeit_undone_and_the_misplay_made_again() -> Case:
    """Undo the forfeit: the first misplay counts in the next attempt at the round, too."""
    return undone_and_made_again().right()


def forfeit_undone_the_misplay_made_again_and_play_goes_on() -> Case:
    return going_on(undone_and_made_again())


def undone_and_made_again() -> Table:
    table = forfeited()
    table.voids(table.game.turn - 1)
    table.bids(3, 3, 3, 3)
    while _due(table.game) % 2 == 0:
        table.plays(1)
    table.misplays()
    return table


# voids


def provisional() -> Table:
    """Return a result that waits for challenges."""
    table = Table(SHORT)
    table.bids(4, 4)
    table.plays(52)
    assert table.game.provisional is not None
    return table


def void_of_nothing_while_a_result_is_provisional() -> Case:
    table = provisional()
    return table.forbidden(table.void(table.game.turn))


def void_of_the_last_card_while_a_result_is_provisional() -> Case:
    table = provisional()
    table.voids(table.game.turn - 1)
    table.bids(4)
    return table.right()


def void_of_nothing_with_a_charge_while_a_result_is_provisional() -> Case:
    table = provisional()
    table.voids(table.game.turn, charge=1)
    table.does(None, cmd.TimeUp(table.game.turn))
    return table.right()


def void_of_nothing_after_a_forfeit_over_a_provisional_result() -> Case:
    table = provisional()
    table.does(None, cmd.Forfeit(1))
    return table.forbidden(table.void(table.game.turn))


def void_of_nothing_with_a_charge_after_a_forfeit_over_a_provisional_result() -> Case:
    table = provisional()
    table.does(None, cmd.Forfeit(1))
    table.voids(table.game.turn, charge=1)
    table.does(None, cmd.TimeUp(table.game.turn))
    return table.right()


def void_of_the_last_card_after_a_forfeit_over_a_provisional_result() -> Case:
    table = provisional()
    table.does(None, cmd.Forfeit(1))
    table.voids(table.game.turn - 1)
    table.bids(4)
    return table.right()


def void_of_nothing_after_a_forfeit_by_misplays() -> Case:
    table = forfeited()
    return table.forbidden(table.void(table.game.turn))


def void_of_nothing_with_a_charge_after_a_forfeit_by_misplays() -> Case:
    table = forfeited()
    table.voids(table.game.turn, charge=2)
    return table.right()


def void_of_nothing_after_a_forfeit_by_ruling() -> Case:
    """Undo the ruling, so that the void does undo something."""
    table = playing(RULE_109)
    table.does(None, cmd.Forfeit(1))
    table.voids(table.game.turn)
    table.bids(3)
    return table.right()


def void_of_nothing_after_a_concession() -> Case:
    """Take the concessions back."""
    table = playing(RULE_109)
    table.does(2, cmd.Concede())
    table.does(4, cmd.Concede())
    table.voids(table.game.turn)
    table.bids(3)
    return table.right()


def void_behind_a_misdeal() -> Case:
    table = poor_table()
    table.bids(3, 3)
    table.misdeals()
    table.bids(3)
    return table.wrong(e="void", turn=table.game.turn + 1, to=table.game.opening - 1, points=0)


def void_behind_a_misdeal_before_any_bid() -> Case:
    table = poor_table()
    table.misdeals()
    return table.wrong(e="void", turn=table.game.turn + 1, to=1, points=0)


def void_behind_a_deal_that_was_revealed() -> Case:
    table = undone_and_made_again()
    return table.wrong(e="void", turn=table.game.turn + 1, to=table.game.opening - 1, points=0)


def void_to_the_first_bid_after_a_misdeal() -> Case:
    table = poor_table()
    table.bids(3, 3)
    table.misdeals()
    table.bids(3)
    table.voids(table.game.opening)
    table.bids(4)
    return table.right()


# challenges

CLAIM = ev.Challenged(seat=1, round=1, book=1, accused=2, proven=False, books=3)
"""A challenge of a play that is no renege."""


def challenged(*, cards: int) -> Table:
    table = Table(FSU)
    table.bids(4, 4)
    table.plays(cards)
    table.does(CLAIM.seat, cmd.Challenge(CLAIM.book, CLAIM.accused))
    return table


def challenge_twice() -> Case:
    return challenged(cards=6).forbidden(CLAIM)


def challenge_twice_by_partners() -> Case:
    return challenged(cards=6).forbidden(replace(CLAIM, seat=3))


def challenge_twice_of_a_round_that_was_scored() -> Case:
    return challenged(cards=52).forbidden(CLAIM)


def challenge_of_two_seats_and_two_books() -> Case:
    table = challenged(cards=52)
    table.does(3, cmd.Challenge(CLAIM.book, 4))
    table.does(1, cmd.Challenge(2, CLAIM.accused))
    return table.right()


def next_round_bid(seat: int) -> Table:
    """Return a table at which `seat` has bid for its team in the second round."""
    table = Table(FSU)
    table.bids(4, 4)
    table.plays(52)
    table.does(seat, cmd.MakeBid(5))
    return table


def challenge_after_the_own_bid() -> Case:
    table = next_round_bid(2)
    return table.forbidden(replace(CLAIM, seat=4, accused=3))


def challenge_after_the_own_bid_was_voided() -> Case:
    table = next_round_bid(4)
    table.voids(table.game.opening)
    return table.forbidden(replace(CLAIM, seat=4, accused=3))


def challenge_after_the_bid_of_the_accused() -> Case:
    """Void the bid but not the challenge: the round before stays scored as the challenge found."""
    table = next_round_bid(2)
    table.does(1, cmd.Challenge(CLAIM.book, CLAIM.accused))
    table.voids(table.game.opening)
    first = table.game.turn
    table.does(3, cmd.Challenge(CLAIM.book, 4))
    table.bids(5, 5)
    table.voids(first)
    table.bids(5, 5)
    table.plays(52)
    return table.right()


def challenge_after_both_have_bid() -> Case:
    table = next_round_bid(2)
    table.bids(5)
    return table.forbidden(CLAIM)


def challenge_twice_with_a_void_between() -> Case:
    """Challenge twice: the book stands, and so does the finding."""
    table = challenged(cards=8)
    table.voids(table.game.turn - 3)
    return table.forbidden(CLAIM)


def challenge_of_a_book_that_was_voided_and_played_again() -> Case:
    table = challenged(cards=8)
    table.voids(table.game.turn - 6)
    table.plays(4)
    table.does(CLAIM.seat, cmd.Challenge(CLAIM.book, CLAIM.accused))
    return table.right()


# misdeals


def misdeal() -> Case:
    table = poor_table()
    table.bids(3, 3)
    table.misdeals()
    return table.right()


def misdeal_without_a_hand_for_it() -> Case:
    table = Table(SIGMA)
    return table.forbidden(ev.Misdealt(table.game.turn, 1))


def misdeal_after_the_bid_of_who_could_call_it() -> Case:
    table = poor_table()
    seat = poor_seat(table.game)
    table.bids(3, 3, 3)
    return table.forbidden(ev.Misdealt(table.game.turn, seat))


def misdeal_in_play() -> Case:
    table = poor_table()
    seat = poor_seat(table.game)
    table.bids(3, 3, 3, 3)
    return table.forbidden(ev.Misdealt(table.game.turn, seat))


def misdeal_where_the_sheet_has_none() -> Case:
    table = Table(RULE_109, POOR, POOR_GAME)
    return table.forbidden(ev.Misdealt(table.game.turn, poor_seat(poor_table().game)))


def waiting_misdeal() -> Table:
    """Deal the fourth attempt, after a void while the third misdeal waited."""
    table = poor_table()
    for _ in range(3):
        table.misdeals()
    table.voids(table.game.turn, 2)
    table.does(None, cmd.Resume())
    table.bids(3)
    return table


def void_while_a_third_misdeal_waits() -> Case:
    return waiting_misdeal().right()


def void_while_a_third_misdeal_waits_takes_its_reason() -> Case:
    return saying(waiting_misdeal(), "deal", reason="revealed")


def waiting_revealed() -> Table:
    """Deal the fourth attempt: the end of the third was undone, and another void came while the deal waited."""
    table = poor_table()
    for _ in range(2):
        table.misdeals()
    table.does(None, cmd.Forfeit(1))
    table.voids(table.game.turn)
    table.voids(table.game.turn, 2)
    table.does(None, cmd.Resume())
    table.bids(3)
    return table


def void_while_a_third_deal_that_was_revealed_waits() -> Case:
    return waiting_revealed().right()


def void_while_a_third_deal_that_was_revealed_waits_takes_its_reason() -> Case:
    return saying(waiting_revealed(), "deal", reason="misdeal")


def void_of_nothing() -> Case:
    table = Table(RULE_109)
    table.bids(3)
    return table.forbidden(table.void(table.game.turn))


def void_of_nothing_that_charges() -> Case:
    table = Table(RULE_109)
    table.bids(3)
    table.voids(table.game.turn, 2)
    table.bids(3, 3, 3)
    return table.right()


def void_of_nothing_with_a_charge_that_costs_nothing() -> Case:
    table = Table(STANDARD)
    table.bids(3)
    return table.forbidden(replace(table.void(table.game.turn), charge=2))


def charge_while_provisional_and_no_new_score() -> Case:
    lines = void_of_nothing_with_a_charge_while_a_result_is_provisional().lines
    at = max(place for place, one in enumerate(lines) if json.loads(one)["e"] == "void")
    return Case((*lines[: at + 1], *lines[at + 2 :]), at + 2)


CASES: tuple[Callable[[], Case], ...] = (
    void_of_nothing,
    void_of_nothing_that_charges,
    void_of_nothing_with_a_charge_that_costs_nothing,
    charge_while_provisional_and_no_new_score,
    blind_bid_on_a_hand_seen_before_a_void,
    bid_again_after_a_void,
    blind_bid_voided_and_made_again,
    bid_changed_to_itself,
    bid_changed,
    blind_bid_changed,
    bid_changed_to_a_blind_one,
    bid_changed_where_bids_may_be_blind,
    bid_changed_three_times,
    bid_changed_a_fourth_time,
    bid_changed_again_after_a_void,
    concession_posted_again,
    concession_posted_a_third_time,
    concession_posted_a_third_time_after_a_void,
    concession_posted_in_the_next_round,
    concession_of_a_successor,
    second_misplay_of_a_hand,
    second_misplay_of_a_hand_and_no_end,
    second_misplay_of_a_hand_and_play_goes_on,
    second_misplay_of_a_hand_and_the_record_breaks_off,
    second_misplay_of_a_hand_won_by_who_made_it,
    end_before_the_second_misplay_of_a_hand,
    ruling_after_the_first_misplay_of_a_hand,
    second_misplay_of_a_hand_after_the_end,
    one_misplay_of_each_team_in_a_hand,
    one_misplay_in_each_of_two_hands_where_hands_count,
    one_misplay_in_each_of_two_hands_where_the_game_counts,
    one_misplay_in_each_of_two_hands_and_play_goes_on,
    forfeit_undone_and_the_misplay_made_again,
    forfeit_undone_the_misplay_made_again_and_play_goes_on,
    void_of_nothing_while_a_result_is_provisional,
    void_of_the_last_card_while_a_result_is_provisional,
    void_of_nothing_with_a_charge_while_a_result_is_provisional,
    void_of_nothing_after_a_forfeit_over_a_provisional_result,
    void_of_nothing_with_a_charge_after_a_forfeit_over_a_provisional_result,
    void_of_the_last_card_after_a_forfeit_over_a_provisional_result,
    void_of_nothing_after_a_forfeit_by_misplays,
    void_of_nothing_with_a_charge_after_a_forfeit_by_misplays,
    void_of_nothing_after_a_forfeit_by_ruling,
    void_of_nothing_after_a_concession,
    void_behind_a_misdeal,
    void_behind_a_misdeal_before_any_bid,
    void_behind_a_deal_that_was_revealed,
    void_to_the_first_bid_after_a_misdeal,
    challenge_twice,
    challenge_twice_by_partners,
    challenge_twice_of_a_round_that_was_scored,
    challenge_of_two_seats_and_two_books,
    challenge_after_the_own_bid,
    challenge_after_the_own_bid_was_voided,
    challenge_after_the_bid_of_the_accused,
    challenge_after_both_have_bid,
    challenge_twice_with_a_void_between,
    challenge_of_a_book_that_was_voided_and_played_again,
    misdeal,
    misdeal_without_a_hand_for_it,
    misdeal_after_the_bid_of_who_could_call_it,
    misdeal_in_play,
    misdeal_where_the_sheet_has_none,
    void_while_a_third_misdeal_waits,
    void_while_a_third_misdeal_waits_takes_its_reason,
    void_while_a_third_deal_that_was_revealed_waits,
    void_while_a_third_deal_that_was_revealed_waits_takes_its_reason,
)
