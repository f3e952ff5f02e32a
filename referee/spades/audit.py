"""The audit of the public record of a game of spades: the form of its lines, a walk through them by the referee's own
law, and the report in words. Kinds, keys and types are those of the format (docs/fairness.md, "The record").

Also walks a deal whose seed is not revealed yet: every seat then gets the whole deck, and we do not judge what depends
on a hand (who holds what, what follows suit, what the clock draws, whether a misplay or a challenge is right).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from referee.records.lines import BY_TEAM, COUNT, HEX, POINTS, Check, RecordLine, listed, out_of, whole
from referee.spades import commands as cmd
from referee.spades import events as ev
from referee.spades.cards import parse_card
from referee.spades.events import Event
from referee.spades.fold import evolve
from referee.spades.game import Game
from referee.spades.law.claims import FIRST_CLAIM
from referee.spades.law.decide import LAW, ruling
from referee.spades.law.moves import fault, may_misdeal
from referee.spades.record_lines import VERSION
from referee.spades.rulesheet import TRICKS, RuleSheet
from referee.spades.sheets import SHEETS
from referee.table.audit import walk as table
from referee.table.audit.lines import SEAT, Format
from referee.table.audit.verdict import Words, count, counted, drawn
from referee.table.audit.walk import Passed
from referee.table.refusal import Reason
from referee.table.seats import SEATS


def _card(value: Any) -> bool:
    try:
        return type(value) is str and bool(parse_card(value))
    except ValueError:
        return False


FORMAT = Format(
    version=VERSION,
    started=ev.Started,
    shapes={
        "deal": {"round": COUNT, "attempt": COUNT, "eldest": SEAT, "prev": HEX},
        "bid": {"turn": COUNT, "seat": SEAT, "bid": whole(0), "by": out_of("player", "clock", "plan")},
        "play": {"turn": COUNT, "seat": SEAT, "card": _card, "by": out_of("player", "clock", "plan", "rule")},
        "claim": {"turn": COUNT, "seat": SEAT},
        "misplay": {
            "turn": COUNT,
            "seat": SEAT,
            "card": _card,
            "fault": out_of("revoke", "not_held"),
            "points": POINTS,
        },
        "challenge": {
            "seat": SEAT,
            "round": COUNT,
            "book": COUNT,
            "accused": SEAT,
            "proven": lambda value: type(value) is bool,
            "books": whole(0),
        },
        "round": {"round": COUNT, "books": listed(len(SEATS), whole(0)), "score": BY_TEAM},
    },
    optional={"bid": {"blind": lambda value: value is True}, "round": {"bags": BY_TEAM}},
    sheet=RuleSheet,
)

FAULTS = {
    "revoke": "seat {seat} holds a card of the suit led, and {card} is not of it",
    "not_held": "{card} is not in the hand of seat {seat}",
    "unbroken": "no spade was played yet in this round, and seat {seat} holds other cards to lead than {card}",
}
OWN_WHY = {
    Reason.NOT_A_BID: "the sheet knows no such bid",
    Reason.TEAM_BID: "the partners' bids could not add up to what the sheet asks of a team",
    Reason.BID_STANDS: "the bid of that seat stands, and cannot be changed to this",
    Reason.CHANGE_ENOUGH: "the bid of that seat was changed three times already",
    Reason.BIDDING_NOW: "the bidding is not over",
    Reason.PLAYING_NOW: "the bidding is over",
    Reason.NOT_OFFERED: "the sheet does not know it",
    Reason.ALREADY_SHOWN: "that seat had seen its hand",
    Reason.NO_SUCH_BOOK: "that seat played no card to that book",
    Reason.OWN_TEAM: "nobody challenges their own team",
    Reason.CHALLENGED_BEFORE: "that book was challenged before",
    Reason.CHALLENGE_LATE: "that round is not open to challenges of that team",
    Reason.CLAIM_EARLY: "nobody can claim before trick 6 is over",
    Reason.NOT_PROVABLE: "the claimer's cards, and what was played, do not show that the rest is theirs",
}
"""The reasons why an act was impossible, in the words of a message."""


class Walk(table.Walk[Game]):
    """A walk through a record of spades. It does not judge a challenge, nor whether a misplay is right, while it does
    not know the hands."""

    law = LAW
    form = FORMAT
    why: ClassVar[Mapping[Reason, str]] = {**table.WHY, **OWN_WHY}

    def unknown(self, deal: ev.Dealt) -> ev.Dealt:
        deck = self.game.sheet.deck
        return replace(deal, hands=(deck, deck, deck, deck))

    def moved(self, entry: RecordLine) -> tuple[Event, ...]:
        match entry.kind:
            case "bid" | "play" | "misplay":
                return self._moved(entry)
            case "challenge":
                return (self._challenged(entry),)
            case "claim":
                return self._claimed(entry)
            case "reveal" if self._due() == "bid":
                return self._misdealt(entry)
        raise self.impossible(entry, self.waited())

    def _due(self) -> str | None:
        waiting = self.game.due
        return None if waiting is None else waiting[1]

    def _moved(self, entry: RecordLine) -> tuple[Event, ...]:
        game, said = self.game, entry.fields
        if self._due() != ("bid" if entry.kind == "bid" else "play"):
            raise self.impossible(entry, self.waited())
        if said.get("by") == "rule" and len(game.tricks) < TRICKS - 1:
            raise self.impossible(entry, "only the last trick plays by itself")
        if self.open and entry.kind != "bid":
            return (self._unjudged(entry),)
        if said.get("by") == "clock":
            return self.ruling(None, cmd.TimeUp(game.turn))
        if said.get("by") == "rule":
            return self.ruling(None, cmd.LastCard(game.turn))
        if entry.kind == "bid":
            blind = said.get("blind", False)
            return self._seen(said["seat"], cmd.MakeBid(said["bid"], blind), held_back=blind)
        return self._played(entry)

    def _claimed(self, entry: RecordLine) -> tuple[Event, ...]:
        """Rule on a claim, held to the claimer's view if we know their hand. Raises Refusal."""
        game, seat = self.game, entry.fields["seat"]
        if not self.open:
            return self.ruling(seat, cmd.Claim())
        if game.due != (seat, "play") or len(game.tricks) < FIRST_CLAIM:
            raise self.impossible(entry, self.waited())
        return (ev.Claimed(game.turn, seat),)

    def _challenged(self, entry: RecordLine) -> Event:
        said = entry.fields
        claim = cmd.Challenge(said["book"], said["accused"], said["round"])
        (event,) = self.ruling(said["seat"], claim)
        assert isinstance(event, ev.Challenged)
        judged = not (self.open and event.round == self.game.round)
        return event if judged else replace(event, proven=said["proven"])

    def _seen(self, seat: int, command: cmd.Command, *, held_back: bool = False) -> tuple[Event, ...]:
        """Rule on an act of a seat that has seen its hand by then, which has no line. Raises Refusal."""
        if held_back or seat in self.game.seen:
            return self.ruling(seat, command)
        shows = ev.Shown(seat)
        return shows, *ruling(evolve(self.game, shows), seat, command, self.game.turn)

    def _played(self, entry: RecordLine) -> tuple[Event, ...]:
        """Rule on a card that somebody named, judged by the hand that was dealt."""
        game = self.game
        seat, card = entry.fields["seat"], parse_card(entry.fields["card"])
        wrong = fault(game, seat, card) if game.due == (seat, "play") else None
        charged = wrong is not None and wrong.kind in game.sheet.misplay_faults
        stands = wrong is None or (charged and game.sheet.misplay_act == "stand")
        if wrong is not None and not stands and (entry.kind == "play" or not charged):
            raise self.impossible(entry, FAULTS[wrong.kind].format(seat=seat, card=card))
        if stands and entry.kind == "misplay":
            raise self.impossible(
                entry, f"{card} could be played by seat {seat}" if wrong is None else "that play stands"
            )
        return self.ruling(seat, cmd.PlayCard(card))

    def _unjudged(self, entry: RecordLine) -> Event:
        """Take a card that somebody named while we do not know the hands."""
        game = self.game
        said, sheet = entry.fields, game.sheet
        seat, card = said["seat"], parse_card(said["card"])
        if game.due != (seat, "play"):
            raise self.impossible(entry, self.waited())
        if entry.kind == "misplay":
            if sheet.misplay_act != "void" or said["fault"] not in sheet.misplay_faults:
                raise self.impossible(entry, "the sheet charges no such fault")
            return ev.Misplayed(game.turn, seat, card, said["fault"], sheet.misplay_cost.points)
        if card not in sheet.deck:
            raise self.impossible(entry, f"{card} is not in the deck")
        if card in {play.card for play in game.plays()}:
            raise self.impossible(entry, f"{card} was played before in this round")
        return ev.CardPlayed(game.turn, seat, card, "player" if said["by"] == "plan" else said["by"])

    def _misdealt(self, entry: RecordLine) -> tuple[Event, ...]:
        """Rule on the misdeal behind a seed that was revealed while bids are due: some seat must have called it and
        held a hand for it."""
        for seat in SEATS:
            if may_misdeal(evolve(self.game, ev.Shown(seat)), seat):
                return self._seen(seat, cmd.Misdeal())
        raise self.impossible(entry, f"{self.waited()}, and no seat that could call a misdeal holds a hand for it")


def _played(about: str, lines: Sequence[Passed[Game]]) -> Iterator[Check]:
    kinds, clock = counted(lines), counted(lines, "clock")
    if kinds["bid"]:
        timed_out = f"; {clock['bid']} of the clock, what a time-out bids" if clock["bid"] else ""
        yield Check(about, f"{count(kinds['bid'], 'bid')} in turn and by the sheet{timed_out}")
    yield from _open(about, kinds["play"]) if lines[-1].open else _cards(about, kinds, clock["play"])


def _cards(about: str, kinds: Counter[str], by_clock: int) -> Iterator[Check]:
    if kinds["play"]:
        cards = count(kinds["play"], "card")
        yield Check(about, f"4 hands recomputed; all {cards} played are those dealt, and in turn")
    if by_clock:
        yield Check(about, drawn(by_clock, "card"))
    if kinds["claim"]:
        yield Check(about, "the claim is proven by the claimer's own hand and what had been played")
    if kinds["misplay"]:
        yield Check(about, f"{count(kinds['misplay'], 'misplay')} by those hands, charged as the sheet says")


def _open(about: str, plays: int) -> Iterator[Check]:
    if plays:
        yield Check(about, f"{count(plays, 'card')} in turn, none twice; the tricks went to the highest")
    yield Check(
        about,
        "its seed is not revealed yet: hands, following suit, misplays and cards of the clock cannot be checked",
        held=False,
    )


def _scored(game: Game, score: str) -> str:
    bags = f", bags {game.bags[0]} and {game.bags[1]}" if game.sheet.bag_penalty else ""
    return f"books, {score}{bags} follow from bids and cards"


WORDS = Words(
    piece="card",
    judged="Bids, plays, tricks, scores",
    first="the right seat eldest",
    misdeal="a misdeal was called, and a seat that could call it held a hand for it",
    sheets=SHEETS,
    played=_played,
    scored=_scored,
)
