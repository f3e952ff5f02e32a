"""Reads the public record of a game into the values that pages are made from. Judges nothing: the verifier does that
(referee/spades/audit.py), and the page of a game carries a button for it.

Sees a hand in one way alone: it deals it again from a seed that the record has revealed (docs/fairness.md).
"""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from referee.dominoes.sheets import DominoSheet
from referee.records.lines import heads
from referee.site import words
from referee.site.tiles import TilesRead
from referee.site.values import Bid, End, Four, Hands, Names, Note, Pair, Play, Round, Story, Tally, Trick
from referee.site.words import Said
from referee.spades.cards import parse_card
from referee.spades.fairness import deal, deal_key
from referee.spades.game import Played
from referee.spades.law.moves import in_order, winner
from referee.spades.law.scoring import Taken, nil_worth, tally
from referee.spades.rulesheet import TRICKS, RuleSheet
from referee.table.fairness import Deck
from referee.table.seats import SEATS, TEAMS, four, put, team_of

NOBODY: Pair = (0, 0)


def read_record(lines: Sequence[str], head: str | None = None) -> Story:
    """Read the story that a record tells. `head` is the head after its last line, computed if it is not given. The
    lines must come from a referee: we do not check them."""
    start: Said = json.loads(lines[0])
    reading = _Reading(start)
    for line in lines[1:]:
        reading.take(json.loads(line))
    return Story(
        game=int(start["game"]),
        sheet=reading.sheet,
        names=reading.names,
        limit=start["limit"],
        rounds=tuple(one.frozen() for one in reading.rounds),
        last_round=reading.last_round,
        end=reading.end,
        lines=tuple(lines),
        head=head or heads(lines)[-1],
    )


class _Reading:
    """The part of a record that was read."""

    def __init__(self, start: Said) -> None:
        self.game = start["game"]
        tiles = start["v"].startswith(DominoSheet.game)
        self.kind: type[Any] = TilesRead if tiles else _Round
        self.sheet: Any = (DominoSheet if tiles else RuleSheet).from_table(start["sheet"], start["rules"])
        self.names: Names = four(start["seats"])
        self.rounds: list[Any] = []
        """The rounds, all of this `kind`."""
        self.seeds: dict[tuple[int, int], str] = {}
        self.salts: dict[int, tuple[str, ...]] = {}
        self.last_round = 0
        self.end: End | None = None
        self.last_act = ""
        """The kind of the last line that is an act."""

    def take(self, said: Said) -> None:
        """Take one line."""
        match said["e"]:
            case "salts":
                self.salts[said["round"]] = tuple(said["salts"])
            case "reveal":
                self.seeds[said["round"], said["attempt"]] = said["seed"]
            case "deal":
                self._deal(said)
            case "round":
                now, one = self.rounds[-1], self._round(said["round"])
                if self.last_act == "void" and one is not now:
                    one.off.append(now.off.pop())  # a charge while that round had brought a provisional result
                one.score(said)
            case "end":
                team = None if said["result"] == "-" else int(said["result"].removeprefix("team "))
                ruled = said["by"] == "forfeit" and self.last_act not in ("misplay", "challenge", "void")
                self.end = End(team, said["by"], _pair(said["score"]), ruled)
            case "commit":
                pass
            case _:
                self._act(said)

    def _act(self, said: Said) -> None:
        if said["e"] in ("void", "restore") and self.end is not None:
            self.end = self.end if said["e"] == "restore" else None
        if said["e"] == "last":
            self.last_round = said["round"]
        self.last_act = said["e"]
        now = self.rounds[-1]
        names = self.names
        if said["e"] == "replace":
            self.names = put(names, said["seat"], said["name"])
            now.names = self.names
        if said["e"] == "challenge":
            self._round(said["round"]).challenged(said)
        now.act(said, names)

    def _round(self, number: int) -> Any:
        return next(one for one in reversed(self.rounds) if one.number == number)

    def _deal(self, said: Said) -> None:
        again = said["attempt"] > 1
        before = self.rounds[-1] if self.rounds else None
        one = self.kind(self, said)
        if again and before is not None:
            one.replaces(before, said["reason"])
            self.rounds.pop()
        self.rounds.append(one)


class _Round:
    """The part of a round that was read."""

    def __init__(self, reading: _Reading, said: Said) -> None:
        self.reading, self.said = reading, said
        self.before: _Round | None = reading.rounds[-1] if reading.rounds else None
        self.number: int = said["round"]
        self.names = reading.names
        self.bids: list[Bid] = []
        self.plays: list[Play] = []
        self.notes: list[Note] = []
        self.off: list[tuple[int, int, int]] = []
        """The turn, team and number of books that misplays took off its count; turn 0 if no void undoes it."""
        self.claimed = False
        self.taken: Four | None = None
        self._score: Pair | None = None
        self._bags: Pair | None = None
        self.bidders: set[int] = set()
        """The teams that have bid in it, in any attempt, even if that was voided."""

    def replaces(self, other: "_Round", reason: str) -> None:
        """Take over from a deal that was thrown in."""
        self.notes = [*other.notes, Note("misdeal", words.REDEALT[reason])]
        self.before, self.off, self.bidders = other.before, other.off, other.bidders

    def act(self, said: Said, names: Names) -> None:
        """Take a line of this round; `names` are those before it."""
        kind = said["e"]
        if kind == "bid":
            self._bid(said, names)
        elif kind == "play":
            card, name = parse_card(said["card"]), names[said["seat"] - 1]
            self.plays.append(Play(said["turn"], said["seat"], card, said["by"], name))
        else:
            if kind == "claim":
                self.claimed = True
            if kind == "void":
                self._void(said)
            if kind in ("misplay", "void"):
                self._charge(said)
            self.notes.append(Note(kind, words.TEXTS[kind](said, self._scene(names))))

    def _scene(self, names: Names) -> words.Scene:
        tricks, running = divmod(len(self.plays), len(SEATS))
        led = self.plays[-running].card if running else None
        return words.Scene(names, self.reading.sheet, led, TRICKS - tricks)

    def score(self, said: Said) -> None:
        """Take the line that scores it, for the first time or anew."""
        self.taken = four(said["books"])
        self._score = _pair(said["score"])
        self._bags = _pair(said["bags"]) if "bags" in said else None

    def challenged(self, said: Said) -> None:
        """Take a challenge of a book of the round."""
        wrong = team_of(said["accused"] if said["proven"] else said["seat"])
        book = self.plays[4 * said["book"] - 4 : 4 * said["book"]]
        self.off.append((book[-1].turn if book else 0, wrong, said["books"]))

    def _bid(self, said: Said, names: Names) -> None:
        name = names[said["seat"] - 1]
        bid = Bid(said["turn"], said["seat"], said["bid"], said.get("blind", False), said["by"], name)
        self.bidders.add(team_of(bid.seat))
        self.bids.append(bid)

    def _void(self, said: Said) -> None:
        back = said["to"]
        self.bids = [bid for bid in self.bids if bid.turn < back]
        self.plays = [play for play in self.plays if play.turn < back]
        self.off = [one for one in self.off if one[0] < back]
        self.claimed = False
        if self.taken is not None:
            self.taken = self._score = self._bags = None

    def _charge(self, said: Said) -> None:
        wrong = said.get("seat" if said["e"] == "misplay" else "charge")
        if wrong is not None:
            # a misplay is made at its turn, which a void undoes; a charge stands at the position that it opens
            at = said["turn"] - (said["e"] == "void")
            self.off.append((at, team_of(wrong), self.reading.sheet.misplay_cost.books))

    @property
    def score_after(self) -> Pair:
        """The score after it, or before it while it is not scored."""
        return self._score or (self.before.score_after if self.before else NOBODY)

    @property
    def bags_after(self) -> Pair:
        """The sandbags after the round, or before it while it is not scored; (0, 0) on a sheet that does not count
        them."""
        return self._bags or (self.before.bags_after if self.before else NOBODY)

    def frozen(self) -> Round:
        """Return the round as pages take it."""
        sheet = self.reading.sheet
        return Round(
            number=self.number,
            attempt=self.said["attempt"],
            eldest=self.said["eldest"],
            names=self.names,
            bids=self._standing(),
            tricks=tuple(self._tricks(sheet)),
            notes=tuple(self.notes),
            claimed=self.claimed,
            taken=self.taken,
            score=self.score_after,
            bags=None if sheet.bag_penalty is None else self.bags_after,
            tallies=self._tallies(sheet),
            dealt=self._dealt(sheet),
        )

    def _standing(self) -> tuple[Bid, ...]:
        """Return the last bid at each seat, in the order of the first one there."""
        last = {bid.seat: bid for bid in self.bids}
        return tuple(last.values())

    def _tricks(self, sheet: RuleSheet) -> Iterable[Trick]:
        for at in range(0, len(self.plays), len(SEATS)):
            plays = tuple(self.plays[at : at + len(SEATS)])
            full = len(plays) == len(SEATS)
            took = winner(sheet, tuple(Played(play.seat, play.card) for play in plays)) if full else None
            yield Trick(at // len(SEATS) + 1, plays, took)

    def _tallies(self, sheet: RuleSheet) -> tuple[Tally, Tally] | None:
        if self.taken is None:
            return None
        bids = {bid.seat: bid for bid in self._standing()}
        found = four(bids[seat].bid if seat in bids else None for seat in SEATS)
        blind = frozenset(seat for seat, bid in bids.items() if bid.blind)
        off = _by_team(self.off)
        taken = Taken(found, self.taken, blind, off)
        bags = self.before.bags_after if self.before else NOBODY
        first, second = (_tally(sheet, team, taken, bags[team - 1]) for team in TEAMS)
        return first, second

    def _dealt(self, sheet: RuleSheet) -> Hands | None:
        """Return the hands, once the seed of the deal is revealed and no renege in it can be challenged any more."""
        said = self.said
        seed = self.reading.seeds.get((self.number, said["attempt"]))
        if seed is None or self._open_to_challenge(sheet):
            return None
        salts = self.reading.salts[self.number]
        key = deal_key(Deck(self.reading.game, self.number, said["attempt"], seed, said["prev"], salts), sheet)
        return four(in_order(sheet, hand) for hand in deal(key, sheet))

    def _open_to_challenge(self, sheet: RuleSheet) -> bool:
        """Tell if the round may still be challenged: until both teams have bid in the next round, or the game is over
        (FSU, "Reneging")."""
        if sheet.misplay_act != "stand" or self.reading.end is not None:
            return False
        return not any(one.number > self.number and len(one.bidders) == len(TEAMS) for one in self.reading.rounds)


def _tally(sheet: RuleSheet, team: int, taken: Taken, bags: int) -> Tally:
    made, bags_after = tally(sheet, team, taken, bags)
    own = [seat for seat in SEATS if team_of(seat) == team]
    nils = tuple(seat for seat in own if taken.bids[seat - 1] == 0 and nil_worth(sheet, taken, seat))
    over = bags_after - bags if sheet.bag_penalty else max(made.books - made.bid, 0)
    return Tally(
        made=made.made,
        over=over,
        penalty=made.penalty,
        points=made.points,
        nils=nils,
        broken=tuple(seat for seat in nils if taken.books[seat - 1]),
        off=sum(taken.books[seat - 1] for seat in own) - made.books,
    )


def _by_team(off: Iterable[tuple[int, int, int]]) -> Pair:
    """Add up books off the count by team."""
    counts = [0, 0]
    for _, team, books in off:
        counts[team - 1] += books
    return _pair(counts)


def _pair(numbers: Sequence[int]) -> Pair:
    return (numbers[0], numbers[1])
