"""A walk through a public record, line by line: each act must be legal by the sheet, and the next lines must be what
follows from it. Runs the referee's own law again with the revealed seeds. Never checks the form of a line: lines.py
does.

Also walks a deal whose seed is not revealed yet: every seat then gets the whole deck, and we do not judge what depends
on a hand (who holds what, what follows suit, what the clock draws, whether a misplay or a challenge is right).
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.records.lines import RecordLine, WrongLine, canonical, quoted
from referee.spades import commands as cmd
from referee.spades import events as ev
from referee.spades.audit.lines import sheet_of
from referee.spades.cards import parse_card
from referee.spades.events import Event
from referee.spades.fairness import commit
from referee.spades.fold import evolve
from referee.spades.game import Game, due
from referee.spades.law.claims import FIRST_CLAIM
from referee.spades.law.consequences import consequence
from referee.spades.law.decide import ruling
from referee.spades.law.moves import fault, may_misdeal
from referee.spades.record_lines import line
from referee.spades.rulesheet import TRICKS
from referee.table.fairness import ATTEMPTS, Deck
from referee.table.refusal import Reason, Refusal
from referee.table.seats import SEATS
from referee.table.terms import Terms

BLANK = "0" * 64
"""The stand-in for a seed that is not revealed."""
FREE = {"commit": "commits", "salts": "salts", "reveal": "seed"}
"""The end of a message about a line that does not follow from the lines before it."""
FAULTS = {
    "revoke": "seat {seat} holds a card of the suit led, and {card} is not of it",
    "not_held": "{card} is not in the hand of seat {seat}",
    "unbroken": "no spade was played yet in this round, and seat {seat} holds other cards to lead than {card}",
}
WHY = {
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
    Reason.GAME_OVER: "the game is over",
    Reason.ALREADY_CONCEDED: "that seat has posted a concession already",
    Reason.NOT_CONCEDED: "that seat has posted no concession",
    Reason.CONCEDED_ENOUGH: "that seat has withdrawn its concession twice in this round",
    Reason.NO_SUCH_TURN: "a void goes back to a position of the running round",
    Reason.TURN_VOIDED: "that position was voided",
    Reason.VOIDS_NOTHING: "it takes nothing back, and charges nobody",
    Reason.RESULT_STANDS: "that result cannot be undone so",
    Reason.RESTORED: "the round is to be dealt anew first",
    Reason.CLOCK_STALE: "nobody is to act whose limit could run out",
    Reason.CLAIM_EARLY: "nobody can claim before trick 6 is over",
    Reason.NOT_PROVABLE: "the claimer's cards, and what was played, do not show that the rest is theirs",
}
"""The reasons why an act was impossible, in the words of a message."""


@dataclass(frozen=True, slots=True)
class Passed:
    """A right line and the game after it; `open`: the seed of its deal is not revealed yet."""

    entry: RecordLine
    game: Game
    open: bool


def walk(entries: Sequence[RecordLine]) -> Iterator[Passed]:
    """Walk through the lines, and yield the right lines, in order. Raises WrongLine at the first wrong line."""
    yield from _Walk(entries).passed()


class _Walk:
    """One walk: its place in the record, the game there, and the seeds and commitments that the record gives."""

    def __init__(self, entries: Sequence[RecordLine]) -> None:
        self.entries = entries
        self.at = 0
        self.reveals: dict[tuple[int, int], RecordLine] = {}
        for entry in entries:
            if entry.kind == "reveal":
                self.reveals.setdefault((entry.fields["round"], entry.fields["attempt"]), entry)
        self.commits: dict[tuple[int, int], str] = {}

    @property
    def open(self) -> bool:
        return (self.game.round, self.game.attempt) not in self.reveals

    def passed(self) -> Iterator[Passed]:
        start = self.entries[0]
        said = start.fields
        seats, sheet = tuple(said["seats"]), sheet_of(start)
        self.game = evolve(None, ev.Started(said["game"], seats, sheet, said["limit"], Terms()))
        yield self._pass()
        while True:
            event = consequence(self.game, (BLANK,) * ATTEMPTS)
            if event is not None:
                yield from self._follow(self._filled(event))
            elif self.at < len(self.entries):
                yield from self._act(self.entries[self.at])
            else:
                return

    def _pass(self) -> Passed:
        self.at += 1
        return Passed(self.entries[self.at - 1], self.game, self.open)

    def _follow(self, event: Event) -> Iterator[Passed]:
        """Follow one event, which must be the next line, if it has one."""
        public = line(self.game, event)
        if public is not None:
            self._compare(json.loads(public))
            self._check_seeds(self.entries[self.at])
        self.game = evolve(self.game, event)
        if public is not None:
            yield self._pass()

    def _filled(self, event: Event) -> Event:
        """Fill in the facts that only the record knows: revealed seeds, and salts."""
        match event:
            case ev.Committed(number):
                first = len(self.game.seeds.get(number, ())) + 1
                return ev.Committed(number, tuple(self._seed(number, first + i) for i in range(ATTEMPTS)))
            case ev.SaltsClosed(number) if self._salts_follow():
                one, two, three, four = self.entries[self.at].fields["salts"]
                return ev.SaltsClosed(number, (one, two, three, four))
            case ev.Dealt():
                deck = self.game.sheet.deck
                known = (event.round, event.attempt) in self.reveals
                return replace(event, hands=event.hands if known else (deck, deck, deck, deck), paused=False)
        return event

    def _seed(self, number: int, attempt: int) -> str:
        reveal = self.reveals.get((number, attempt))
        return BLANK if reveal is None else str(reveal.fields["seed"])

    def _salts_follow(self) -> bool:
        return self.at < len(self.entries) and self.entries[self.at].kind == "salts"

    def _compare(self, must: dict[str, Any]) -> None:
        """Check that the next line is the necessary one. Raises WrongLine."""
        if self.at == len(self.entries):
            raise WrongLine(self.at + 1, f"the record ends before this line, which must be {_asked(must)}")
        entry = self.entries[self.at]
        free = FREE.get(must["e"])
        if free is not None and entry.kind == must["e"]:
            must = {**must, free: entry.fields[free]}
        if must.get("by") == "player" and entry.fields.get("by") == "plan":
            must = {**must, "by": "plan"}
        if canonical(must) != entry.text:
            raise WrongLine(entry.number, f"it says {quoted(entry.text)}; it must say {_asked(must)}")

    def _check_seeds(self, entry: RecordLine) -> None:
        """Note commitments, and check each seed against its own as soon as it is used or revealed."""
        said = entry.fields
        if entry.kind == "commit":
            number: int = said["round"]
            first = len(self.game.seeds.get(number, ())) + 1
            self.commits |= {(number, first + i): one for i, one in enumerate(said["commits"])}
        elif entry.kind in ("deal", "reveal"):
            self._check_seed(said["round"], said["attempt"])

    def _check_seed(self, number: int, attempt: int) -> None:
        reveal = self.reveals.get((number, attempt))
        if reveal is None:
            return
        made = commit(Deck(self.game.number, number, attempt, reveal.fields["seed"]))
        if made != self.commits[number, attempt]:
            public = f"{self.commits[number, attempt][:16]}..."
            raise WrongLine(
                reveal.number,
                f"its seed does not match the commitment to attempt {attempt} at round {number}: "
                f"that is {public}, the seed's would be {made[:16]}...",
            )

    def _act(self, entry: RecordLine) -> Iterator[Passed]:
        """Follow an act, or an event without a line of its own: a misdeal, and the restart of the clock after it."""
        try:
            events = self._acted(entry)
        except Refusal as no:
            raise _impossible(entry, WHY.get(no.reason, _waited(self.game))) from None
        for event in events:
            yield from self._follow(event)
        if self.game.thrown_in and not self.game.paused and entry.kind != "deal":
            # the record does not say whether the clock was stopped, so a deal that waits for it may be yet to come
            self.game = replace(self.game, paused=True)

    def _acted(self, entry: RecordLine) -> tuple[Event, ...]:
        """Return the events of an act; at most one of them has a line. Raises Refusal or WrongLine."""
        game = self.game
        match entry.kind:
            case "bid" | "play" | "misplay":
                return self._moved(entry)
            case "challenge" | "claim":
                return (self._challenged(entry) if entry.kind == "challenge" else self._claimed(entry),)
            case "void":
                return _ruled(game, None, cmd.RuleVoid(entry.fields["to"], "", entry.fields.get("charge")))
            case "concession" | "withdrawal":
                return _conceded(game, entry)
            case "replace":
                return _replaced(game, entry)
            case "restore" | "last":
                return _restored(game, entry) if entry.kind == "restore" else _made_last(game, entry)
            case "end":
                return _ruled(replace(game, paused=False), None, _end(game, entry))
            case "reveal" if _due(game) == "bid":
                return _misdealt(game, entry)
            case "deal" if game.thrown_in:
                return _ruled(game, None, cmd.Resume())
        raise _impossible(entry, _waited(game))

    def _moved(self, entry: RecordLine) -> tuple[Event, ...]:
        game, said = self.game, entry.fields
        if _due(game) != ("bid" if entry.kind == "bid" else "play"):
            raise _impossible(entry, _waited(game))
        if said.get("by") == "rule" and len(game.tricks) < TRICKS - 1:
            raise _impossible(entry, "only the last trick plays by itself")
        if self.open and entry.kind != "bid":
            return (_unjudged(game, entry),)
        if said.get("by") == "clock":
            return _ruled(game, None, cmd.TimeUp(game.turn))
        if said.get("by") == "rule":
            return _ruled(game, None, cmd.LastCard(game.turn))
        if entry.kind == "bid":
            blind = said.get("blind", False)
            return _seen(game, said["seat"], cmd.MakeBid(said["bid"], blind), held_back=blind)
        return _played(game, entry)

    def _claimed(self, entry: RecordLine) -> Event:
        """Rule on a claim, held to the claimer's view if we know their hand. Raises Refusal."""
        game, seat = self.game, entry.fields["seat"]
        if not self.open:
            (event,) = _ruled(game, seat, cmd.Claim())
            return event
        if due(game) != (seat, "play") or len(game.tricks) < FIRST_CLAIM:
            raise _impossible(entry, _waited(game))
        return ev.Claimed(game.turn, seat)

    def _challenged(self, entry: RecordLine) -> Event:
        said = entry.fields
        claim = cmd.Challenge(said["book"], said["accused"], said["round"])
        (event,) = _ruled(self.game, said["seat"], claim)
        assert isinstance(event, ev.Challenged)
        judged = not (self.open and event.round == self.game.round)
        return event if judged else replace(event, proven=said["proven"])


def _ruled(game: Game, seat: int | None, command: cmd.Command) -> tuple[Event, ...]:
    """Rule on an act that answers the present position, as the referee does. Raises Refusal."""
    return ruling(game, seat, command, game.turn)


def _seen(game: Game, seat: int, command: cmd.Command, *, held_back: bool = False) -> tuple[Event, ...]:
    """Rule on an act of a seat that has seen its hand by then, which has no line. Raises Refusal."""
    if held_back or seat in game.seen:
        return _ruled(game, seat, command)
    shows = ev.Shown(seat)
    return shows, *_ruled(evolve(game, shows), seat, command)


def _played(game: Game, entry: RecordLine) -> tuple[Event, ...]:
    """Rule on a card that somebody named, judged by the hand that was dealt."""
    seat, card = entry.fields["seat"], parse_card(entry.fields["card"])
    wrong = fault(game, seat, card) if due(game) == (seat, "play") else None
    charged = wrong is not None and wrong.kind in game.sheet.misplay_faults
    stands = wrong is None or (charged and game.sheet.misplay_act == "stand")
    if wrong is not None and not stands and (entry.kind == "play" or not charged):
        raise _impossible(entry, FAULTS[wrong.kind].format(seat=seat, card=card))
    if stands and entry.kind == "misplay":
        raise _impossible(entry, f"{card} could be played by seat {seat}" if wrong is None else "that play stands")
    return _ruled(game, seat, cmd.PlayCard(card))


def _unjudged(game: Game, entry: RecordLine) -> Event:
    """Take a card that somebody named while we do not know the hands."""
    said, sheet = entry.fields, game.sheet
    seat, card = said["seat"], parse_card(said["card"])
    if due(game) != (seat, "play"):
        raise _impossible(entry, _waited(game))
    if entry.kind == "misplay":
        if sheet.misplay_act != "void" or said["fault"] not in sheet.misplay_faults:
            raise _impossible(entry, "the sheet charges no such fault")
        return ev.Misplayed(game.turn, seat, card, said["fault"], sheet.misplay_cost.points)
    if card not in sheet.deck:
        raise _impossible(entry, f"{card} is not in the deck")
    if card in {play.card for play in game.plays()}:
        raise _impossible(entry, f"{card} was played before in this round")
    return ev.CardPlayed(game.turn, seat, card, "player" if said["by"] == "plan" else said["by"])


def _conceded(game: Game, entry: RecordLine) -> tuple[Event, ...]:
    return _ruled(game, entry.fields["seat"], cmd.Concede() if entry.kind == "concession" else cmd.Withdraw())


def _misdealt(game: Game, entry: RecordLine) -> tuple[Event, ...]:
    """Rule on the misdeal behind a seed that was revealed while bids are due: some seat must have called it and held a
    hand for it."""
    for seat in SEATS:
        if may_misdeal(evolve(game, ev.Shown(seat)), seat):
            return _seen(game, seat, cmd.Misdeal())
    raise _impossible(entry, f"{_waited(game)}, and no seat that could call a misdeal holds a hand for it")


def _replaced(game: Game, entry: RecordLine) -> tuple[Event, ...]:
    seat, name = entry.fields["seat"], entry.fields["name"]
    if game.result is not None:
        raise Refusal(Reason.GAME_OVER)
    if name in game.names:
        raise _impossible(entry, "that name is at the table already")
    return (ev.Replaced(seat, name, game.names[seat - 1]),)


def _restored(game: Game, entry: RecordLine) -> tuple[Event, ...]:
    """Rule on a restore. While a result waits for challenges, no line says when the clock was restarted. Raises
    Refusal."""
    turn = entry.fields["turn"]
    if turn <= game.turn:
        raise _impossible(entry, f"its turn must be past {game.turn}")
    events = _ruled(game, None, cmd.Restore(turn, ""))
    return events if game.provisional is None else (*events, ev.Resumed())


def _made_last(game: Game, entry: RecordLine) -> tuple[Event, ...]:
    """Rule on the match limit, which comes once. Raises Refusal or WrongLine."""
    if game.last_round:
        raise _impossible(entry, f"the match had reached its time limit in round {game.last_round}")
    return _ruled(game, None, cmd.LastRound(game.limit))


def _end(game: Game, entry: RecordLine) -> cmd.Command:
    """Return the command that ends a game which no play, misplay or concession has ended."""
    by, result = entry.fields["by"], entry.fields["result"]
    if by == "abort":
        return cmd.Abort()
    if by == "forfeit" and result != "-":
        return cmd.Forfeit(1 if result == "team 2" else 2)
    if game.provisional is not None and by == game.provisional.by:
        return cmd.TimeUp(game.turn)
    raise _impossible(entry, f"nothing has ended the game so; {_waited(game)}")


def _due(game: Game) -> str | None:
    waiting = due(game)
    return None if waiting is None else waiting[1]


def _waited(game: Game) -> str:
    """Say what the game waits for, when a line says something else."""
    waiting = due(game)
    if waiting is not None:
        return f"seat {waiting[0]} is to {waiting[1]} at turn {game.turn}"
    if game.result is not None:
        return "the game is over"
    return "the result waits for challenges" if game.provisional is not None else "the next deal is due"


def _impossible(entry: RecordLine, why: str) -> WrongLine:
    return WrongLine(entry.number, f"it says {quoted(entry.text)}; {why}")


def _asked(must: dict[str, Any]) -> str:
    """Say what a line must be, as far as the earlier lines determine it."""
    free = FREE.get(must["e"])
    if free is None:
        return canonical(must)
    attempt = f"attempt {must['attempt']} at " if "attempt" in must else ""
    return f"the {must['e']} of {attempt}round {must['round']}"
