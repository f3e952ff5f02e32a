"""A walk through a public record, line by line: each act must be legal by the sheet, and the next lines must be what
follows from it. Runs the referee's own law again with the revealed seeds. Never checks the form of a line: lines.py
does.

Also walks a deal whose seed is not revealed yet: every seat then gets the whole deck, and we do not judge what depends
on a hand (who holds what, what follows suit, what the clock draws, whether a misplay or a challenge is right).
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from referee.records.lines import RecordLine
from referee.spades import commands as cmd
from referee.spades import events as ev
from referee.spades.audit.lines import FORMAT
from referee.spades.cards import parse_card
from referee.spades.events import Event
from referee.spades.fold import evolve
from referee.spades.game import Game
from referee.spades.law.claims import FIRST_CLAIM
from referee.spades.law.decide import LAW, ruling
from referee.spades.law.moves import fault, may_misdeal
from referee.spades.rulesheet import TRICKS
from referee.table.audit import walk as table
from referee.table.refusal import Reason
from referee.table.seats import SEATS

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
