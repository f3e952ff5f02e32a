"""A second reader of `dominoes-record-v1`, plain and slow, written from its text: replays a public record from the
seeds that it reveals, and says every lie that it finds. Uses nothing of the referee's own law, record or audit."""

import copy
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.dominoes import slow_deal
from tests.dominoes.slow_line import SET, Laid, count, ends, fitting, moves, pips, points
from tests.dominoes.slow_round import (
    SEATS,
    Outcome,
    Sheet,
    after,
    dealt_anew,
    holder,
    team_of,
    was_blocked,
    went_out,
    winner,
)

Entry = dict[str, Any]

VERSION = "dominoes-record-v1"
KEYS = {
    "start": "v game seats sheet rules limit",
    "commit": "round commits",
    "salts": "round salts",
    "deal": "round attempt opener prev reason?",
    "play": "turn seat tile arm count points by",
    "knock": "turn seat by",
    "round": "round by pips points score",
    "reveal": "round attempt seed",
    "replace": "seat name",
    "void": "turn to points charge?",
    "concession": "seat",
    "withdrawal": "seat",
    "last": "round",
    "end": "result by score",
}
"""The keys of each line besides `e`; one with a question mark may be missing."""
KNOCKS_OF_A_BLOCK = 0
"""The number of knocks between the tile that blocks a round and the line that says so."""


def sheet_of(rules: Entry) -> Sheet:
    """Return the parameters of a table from the `rules` of its `start`."""
    told = {name: rules[name] for name in Sheet._fields}
    words = {name: (value or "none").replace("_", " ") for name, value in told.items() if name != "target"}
    return Sheet(told["target"], **words)


def by_team(outcome: Outcome) -> list[int]:
    """Return the points of a round as its line tells them."""
    return [outcome.points if outcome.team == team else 0 for team in (0, 1)]


@dataclass
class Place:
    """One position of a game, as the lines so far make it."""

    turn: int = 1
    round: int = 0
    attempt: int = 0
    must: bool = False
    """True if 6-6 has to open."""
    opener: int = 0
    seat: int = 0
    """The seat on turn."""
    hands: list[list[str]] | None = None
    """The tiles of the seats; None while the seed is secret."""
    line: list[Laid] = field(default_factory=list)
    left: list[int] = field(default_factory=lambda: [7] * 4)
    """The number of tiles in each hand."""
    last: int = 0
    """The seat that played last."""
    knocks: int = 0
    """The knocks since the last tile."""
    acts: list[str] = field(default_factory=list)
    score: list[int] = field(default_factory=lambda: [0, 0])
    before: list[int] = field(default_factory=lambda: [0, 0])
    """The score without the tiles of the running round."""
    outcome: Outcome | None = None
    scored: bool = False


class Reader:
    """A record as far as it was read, and the lies found in it."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.faults: list[str] = []
        self.entries = [json.loads(line) for line in lines]
        for number, line in enumerate(lines, 1):
            if json.dumps(self.entries[number - 1], sort_keys=True, separators=(",", ":")) != line:
                self.faults.append(f"line {number} is not in canonical form")
        self.at = 0
        self.seeds = {(one["round"], one["attempt"]): one["seed"] for one in self.entries if one["e"] == "reveal"}
        self.game, self.sheet = "", Sheet()
        self.commits: dict[int, list[str]] = {}
        self.salts: dict[int, list[str]] = {}
        self.shown: set[tuple[int, int]] = set()
        self.prev = slow_deal.NOTHING_BEFORE
        self.now = Place()
        self.past: dict[int, Place] = {}
        self.conceded: set[int] = set()
        self.thrown = ""
        """Why the running deal was thrown in, if it was."""
        self.over = False
        self.last = 0
        """The last round, once the match has reached its limit."""

    def lie(self, what: str) -> None:
        self.faults.append(f"line {self.at}: {what}")

    def check(self, what: str, told: object, ours: object) -> None:
        if told != ours:
            self.lie(f"{what} is {told}, and it should be {ours}")

    def read(self) -> None:
        if all(self.take(entry) for entry in self.entries) and self.over:
            self._all_shown()

    def take(self, entry: Entry) -> bool:
        """Read one more line; return whether it is one."""
        self.at += 1
        what = entry["e"]
        keys = KEYS.get(what, "").split()
        must, may = {"e", *(key for key in keys if key[-1] != "?")}, {"e", *(key.rstrip("?") for key in keys)}
        if what not in KEYS or not must <= set(entry) <= may:
            self.lie(f"no line of this kind has these keys: {sorted(entry)}")
            return False
        if (self.at == 1) != (what == "start"):
            self.lie("a record begins with start, and has one")
        if self.over and what not in ("void", "reveal"):
            self.lie("the game is over")
        getattr(self, f"_{what}")(entry)
        return True

    def _all_shown(self) -> None:
        """Check that the seeds of the running round were shown; of one that did not end only those that were dealt."""
        now = self.now
        for attempt in range(1, 1 + (len(self.commits.get(now.round, [])) if now.scored else now.attempt)):
            if (now.round, attempt) not in self.shown:
                self.lie(f"the seed of round {now.round}, attempt {attempt} was not shown")

    def _start(self, entry: Entry) -> None:
        self.check("the version", entry["v"], VERSION)
        self.game, self.sheet = entry["game"], sheet_of(entry["rules"])
        if len(entry["seats"]) != 4:
            self.lie("a table has four seats")

    def _commit(self, entry: Entry) -> None:
        now, number = self.now, entry["round"]
        known = self.commits.setdefault(number, [])
        # a round opens with the commitments for the next one, which may stand above its deal
        opens = number == now.round + 1 and not now.line
        opens = opens or (number == now.round + 2 and (now.scored or now.round == 0))
        used_up = number == now.round and all((number, one) in self.shown for one in range(1, len(known) + 1))
        if not used_up and (known or not opens):
            self.lie(f"commitments for round {number} come in round {now.round}")
        self.check("the number of commitments", len(entry["commits"]), 3)
        known += entry["commits"]

    def _salts(self, entry: Entry) -> None:
        number = entry["round"]
        if number in self.salts or number != self.now.round + 1 or (number > 1 and len(self.now.line) != 8):
            self.lie(f"the salts of round {number} close with the eighth tile of the round before, and once")
        if number not in self.commits:
            self.lie(f"the salts of round {number} come before its commitments")
        self.check("the number of salts", len(entry["salts"]), 4)
        self.salts[number] = entry["salts"]

    def _deal(self, entry: Entry) -> None:
        old, number, attempt = self.now, entry["round"], entry["attempt"]
        again = bool(self.thrown)
        self.check("the round", number, old.round + (not again))
        fresh = next(one for one in range(1 + again * old.attempt, 999) if (number, one) not in self.shown)
        self.check("the attempt", attempt, fresh)
        self.check("the reason", entry.get("reason", ""), self.thrown)
        if old.round and not again and not old.scored:
            self.lie(f"round {number} is dealt, and round {old.round} is not over")
        if old.round and not again and self._winner() is not None:
            self.lie("the game is over by its score")
        if not again:
            self._all_shown()
        elif (old.round, old.attempt) not in self.shown:
            self.lie(f"the seed of round {old.round}, attempt {old.attempt} was not shown")
        if not again:
            self.prev = slow_deal.prev_of(old.acts) if old.round else slow_deal.NOTHING_BEFORE
        self.check("prev", entry["prev"], self.prev)
        hands = self._hands(number, attempt)
        must = old.must if again else old.outcome is None or old.outcome.opener is None
        if must:
            opener = holder(hands) if hands is not None else entry["opener"]
        else:
            opener = old.opener if again or old.outcome is None else old.outcome.opener
        self.check("the opener", entry["opener"], opener)
        # a deal thrown in takes the points of its tiles with it
        score = old.before if again else old.score
        # a misdeal is an act like a tile
        turn = old.turn + (self.thrown == "misdeal")
        self.now = Place(turn, number, attempt, must, opener, opener, hands, score=[*score], before=[*score])
        self.past = {}
        self.thrown = "misdeal" if hands is not None and attempt % 3 and dealt_anew(self.sheet, hands) else ""

    def _hands(self, number: int, attempt: int) -> list[list[str]] | None:
        """Return the hands of a deal, if its seed is shown somewhere below."""
        seed = self.seeds.get((number, attempt))
        if number not in self.commits or number not in self.salts or len(self.commits[number]) < attempt:
            self.lie(f"round {number} is dealt without commitments or salts")
            return None
        if seed is None:
            return None
        return slow_deal.dealt(slow_deal.key_of(self.game, number, attempt, self.prev, self.salts[number], seed))

    def _options(self) -> list[Laid]:
        """Return the moves of the seat on turn; of all tiles that it may hold while its hand is secret."""
        now = self.now
        if now.must and not now.line:
            return [("6-6", "first")]
        held = set(SET) - {tile for tile, _ in now.line} if now.hands is None else now.hands[now.seat - 1]
        return moves(now.line, held)

    def _act(self, entry: Entry) -> None:
        """Check what holds of a play and a knock alike."""
        now = self.now
        if self.thrown or now.outcome is not None or not now.round or self._won():
            self.lie("nobody is to act")
        self.check("the turn", entry["turn"], now.turn)
        self.check("the seat on turn", entry["seat"], now.seat)
        self.past[now.turn] = copy.deepcopy(now)
        now.turn += 1

    def _won(self) -> bool:
        return bool(self.now.line) and self._winner() is not None

    def _winner(self) -> int | None:
        """Return the team that has won by the score, if one has."""
        last = 0 < self.last <= self.now.round
        return winner(self.sheet, self.now.score, mid_round=not self.now.scored, last=last)

    def _play(self, entry: Entry) -> None:
        now, tile, arm, seat = self.now, entry["tile"], entry["arm"], entry["seat"]
        self._act(entry)
        if tile not in SET or tile in [one for one, _ in now.line]:
            self.lie(f"{tile} is no tile that can be played")
            return
        if arm not in fitting(now.line, tile):
            self.lie(f"{tile} does not fit at {arm}: {ends(now.line)}")
            return
        if now.hands is not None and tile not in now.hands[seat - 1]:
            self.lie(f"seat {seat} does not hold {tile}")
        elif (tile, arm) not in self._options() and now.seat == seat:
            self.lie(f"6-6 opens, and {tile} was played")
        elif len(now.line) == 8 and now.round + 1 not in self.salts:
            self.lie(f"the salts of round {now.round + 1} did not close with the eighth tile")
        if entry["by"] == "clock" and now.hands is not None and self._options():
            self._clock(entry)
        elif entry["by"] not in ("player", "plan", "rule", "clock"):
            self.lie(f"{entry['by']} plays no tiles")
        if now.hands is not None and tile in now.hands[seat - 1]:
            now.hands[seat - 1].remove(tile)
        now.left[seat - 1] -= 1
        now.line.append((tile, arm))
        now.acts.append(f"play:{seat}:{tile}:{arm}")
        made = count(now.line)
        self.check("the count", entry["count"], made)
        self.check("the points", entry["points"], points(made))
        now.score[team_of(seat)] += points(made)
        now.last, now.seat, now.knocks = seat, after(seat), 0
        self._close()

    def _clock(self, entry: Entry) -> None:
        now = self.now
        seed = self.seeds[now.round, now.attempt]
        key = slow_deal.key_of(self.game, now.round, now.attempt, self.prev, self.salts[now.round], seed)
        move = slow_deal.drawn(key, now.round, now.attempt, len(now.acts), now.seat, self._options())
        self.check("the clock's move", (entry["tile"], entry["arm"]), move)

    def _knock(self, entry: Entry) -> None:
        now = self.now
        self._act(entry)
        self.check("who knocks", entry["by"], "rule")
        if now.hands is not None and self._options():
            self.lie(f"seat {entry['seat']} knocks, and can play {self._options()[0]}")
        if not now.line:
            self.lie("nobody knocks before the first tile")
        now.acts.append(f"knock:{entry['seat']}")
        now.seat, now.knocks = after(entry["seat"]), now.knocks + 1
        self._close()

    def _close(self) -> None:
        """Find out if the round is over."""
        now = self.now
        unplayed = set(SET) - {tile for tile, _ in now.line}
        held = [pips(hand) for hand in now.hands] if now.hands is not None else None
        if 0 in now.left and not now.knocks:
            # while hands are secret the points of the round are taken on trust
            now.outcome = went_out(self.sheet, held or [0] * 4, now.last)
        elif not moves(now.line, unplayed) and now.knocks == KNOCKS_OF_A_BLOCK:
            now.outcome = was_blocked(self.sheet, held or [0] * 4, now.last)
        if winner(self.sheet, now.score, mid_round=True) is not None:
            now.outcome = None

    def _round(self, entry: Entry) -> None:
        now = self.now
        self.check("the round", entry["round"], now.round)
        if now.outcome is None or now.scored or now.hands is None:
            self.lie("no round is to be scored" if now.outcome is None or now.scored else "its seed is never shown")
            return
        self.check("the end of the round", entry["by"], now.outcome.by)
        self.check("the pips", entry["pips"], [pips(hand) for hand in now.hands])
        self.check("the points", entry["points"], by_team(now.outcome))
        now.score = [one + more for one, more in zip(now.score, by_team(now.outcome), strict=True)]
        self.check("the score", entry["score"], now.score)
        now.scored = True

    def _reveal(self, entry: Entry) -> None:
        number, attempt = entry["round"], entry["attempt"]
        if number not in self.commits or not 1 <= attempt <= len(self.commits[number]):
            self.lie(f"a seed without commitment: round {number}, attempt {attempt}")
            return
        made = slow_deal.commitment(self.game, number, attempt, entry["seed"])
        self.check("the commitment of the seed", self.commits[number][attempt - 1], made)
        if (number, attempt) in self.shown:
            self.lie("this seed was shown before")
        dealt_out = self.over or self.now.outcome is not None
        if number != self.now.round or not (dealt_out or (self.thrown and attempt == self.now.attempt)):
            self.lie("this seed is not to be shown now")
        self.shown.add((number, attempt))

    def _replace(self, entry: Entry) -> None:
        if entry["seat"] not in SEATS:
            self.lie(f"there is no seat {entry['seat']}")
        self.conceded.discard(entry["seat"])

    def _void(self, entry: Entry) -> None:
        now, to = self.now, entry["to"]
        self.check("the turn", entry["turn"], now.turn + 1)
        if to not in self.past and to != now.turn:
            self.lie(f"turn {to} does not stand in this round")
        known = (now.round, now.attempt) in self.shown
        self.now = copy.deepcopy(self.past.get(to, now))
        self.now.turn, self.over = entry["turn"], False
        self.past = {turn: place for turn, place in self.past.items() if turn < to}
        charge = entry.get("charge")
        if charge is None:
            self.check("the points of a void without charge", entry["points"], 0)
        else:
            self.now.score[team_of(charge)] += entry["points"]
            self.now.before[team_of(charge)] += entry["points"]
        self.thrown = "revealed" if known else ""

    def _concession(self, entry: Entry) -> None:
        if entry["seat"] in self.conceded or entry["seat"] not in SEATS:
            self.lie(f"seat {entry['seat']} cannot concede now")
        self.conceded.add(entry["seat"])

    def _withdrawal(self, entry: Entry) -> None:
        if entry["seat"] not in self.conceded:
            self.lie(f"seat {entry['seat']} has no concession to withdraw")
        self.conceded.discard(entry["seat"])

    def _last(self, entry: Entry) -> None:
        self.check("the last round", (entry["round"], self.last), (self.now.round, 0))
        self.last = entry["round"]

    def _end(self, entry: Entry) -> None:
        now = self.now
        won = self._winner()
        self.check("the score", entry["score"], now.score)
        given_up = [team for team in (0, 1) if {team + 1, team + 3} <= self.conceded]
        if entry["by"] == ("score" if max(now.score) >= self.sheet.target else "hands" if self.last else "score"):
            self.check("the result", entry["result"], "no end" if won is None else f"team {won + 1}")
        elif won is not None and (now.scored or self.sheet.end == "at once") and not given_up:
            self.lie(f"the game ends by its score, and not by {entry['by']}")
        elif entry["by"] == "concession":
            self.check("the result", entry["result"], f"team {2 - given_up[0]}" if given_up else "no end")
        elif entry["by"] not in ("forfeit", "abort"):
            self.lie(f"no game ends by {entry['by']}")
        elif entry["by"] == "abort":
            self.check("the result", entry["result"], "-")
        self.over = True


def faults_of(lines: Sequence[str]) -> list[str]:
    """Return every lie in a record, a sentence each."""
    return list(_faults(lines))


def _faults(lines: Sequence[str]) -> Iterator[str]:
    try:
        reader = Reader(lines)
        reader.read()
    except (KeyError, IndexError, ValueError, TypeError, AttributeError, StopIteration, AssertionError) as e:
        yield f"not a record: {type(e).__name__} {e}"
        return
    yield from reader.faults
