"""Random games of the second opinion, written down as records: what the second reader has to believe, and what lies are
planted in. Uses nothing of the referee's own law or record."""

import copy
import json
from random import Random
from typing import Any

from tests.dominoes import slow_deal
from tests.dominoes.slow_line import Laid, blocked, count, moves, pips, points
from tests.dominoes.slow_record import KNOCKS_OF_A_BLOCK, VERSION, by_team
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


class Table:
    """One game in the making: its lines so far. `rulings`: now and then acts are voided, and at last one team
    concedes."""

    def __init__(self, sheet: Sheet, random: Random, *, rulings: bool) -> None:
        self.sheet, self.random, self.rulings = sheet, random, rulings
        self.lines: list[str] = []
        self.score, self.turn, self.acts = [0, 0], 1, list[str]()
        self.seeds: dict[int, list[str]] = {}
        self.salts: dict[int, list[str]] = {}
        self.conceded = False
        self.dealt: tuple[int, int] | None = None
        """The round and attempt that were not played to their end."""

    def write(self, what: str, **entry: Any) -> None:
        self.lines.append(json.dumps({"e": what, **entry}, sort_keys=True, separators=(",", ":")))

    def commit(self, number: int) -> None:
        new = [self.random.randbytes(32).hex() for _ in range(3)]
        known = self.seeds.setdefault(number, [])
        made = [slow_deal.commitment("7", number, one, seed) for one, seed in enumerate(new, len(known) + 1)]
        known += new
        self.write("commit", round=number, commits=made)

    def close(self, number: int) -> None:
        self.salts[number] = [self.random.choice(["", "tea", "7"]) for _ in SEATS]
        self.write("salts", round=number, salts=self.salts[number])

    def round(self, number: int, opener: int | None) -> Outcome | None:
        """Play one round; return its outcome, None if the game was over before its end."""
        prev = slow_deal.prev_of(self.acts) if number > 1 else slow_deal.NOTHING_BEFORE
        attempt, reason, before = 1, "", list(self.score)
        while True:
            key = slow_deal.key_of("7", number, attempt, prev, self.salts[number], self.seeds[number][attempt - 1])
            hands = slow_deal.dealt(key)
            seat = holder(hands) if opener is None else opener
            why = {"reason": reason} if reason else {}
            self.write("deal", round=number, attempt=attempt, opener=seat, prev=prev, **why)
            if attempt < 3 and dealt_anew(self.sheet, hands):
                self.reveal(number, attempt)
                attempt, reason, self.turn = attempt + 1, "misdeal", self.turn + 1
                continue
            if number + 1 not in self.seeds:
                self.commit(number + 1)
            outcome = self.tiles((number, attempt), seat, hands, key, must=opener is None)
            if outcome is None:
                self.dealt = number, attempt
                return None
            self.brings(number, outcome, hands)
            for one in range(attempt, len(self.seeds[number]) + 1):
                self.reveal(number, one)
            if number > 1 or attempt > 3 or not self.rulings:
                return outcome
            # the last act of the round is voided, and what was dealt is known by now
            self.turn += 1
            self.write("void", turn=self.turn, to=self.turn - 2, points=0)
            self.commit(number)
            self.score, attempt, reason = before, 4, "revealed"

    def brings(self, number: int, outcome: Outcome, hands: list[list[str]]) -> None:
        points = by_team(outcome)
        self.score = [one + more for one, more in zip(self.score, points, strict=True)]
        told = {"pips": [pips(hand) for hand in hands], "points": points, "score": self.score}
        self.write("round", round=number, by=outcome.by, **told)

    def reveal(self, number: int, attempt: int) -> None:
        self.write("reveal", round=number, attempt=attempt, seed=self.seeds[number][attempt - 1])

    def tiles(
        self, deal: tuple[int, int], seat: int, hands: list[list[str]], key: bytes, *, must: bool
    ) -> Outcome | None:
        number = deal[0]
        line: list[Laid] = []
        self.acts = []
        past = list[tuple[int, int, list[Laid], list[list[str]], list[str], list[int]]]()
        while True:
            if self.rulings and past and self.random.random() < 0.1:
                to, seat, line, old_hands, self.acts, self.score = copy.deepcopy(self.random.choice(past))
                past = [one for one in past if one[0] < to]
                hands[:] = old_hands
                self.turn += 1
                self.write("void", turn=self.turn, to=to, points=0)
            if self.rulings and number == 2 and len(line) == 9:
                self.concede()
                return None
            past.append(copy.deepcopy((self.turn, seat, line, hands, self.acts, self.score)))
            options = [("6-6", "first")] if must and not line else moves(line, hands[seat - 1])
            if not options:
                self.knock(seat)
                seat = after(seat)
                continue
            by = self.random.choice(["player", "player", "plan", "clock"])
            clocks = slow_deal.drawn(key, *deal, len(self.acts), seat, options)
            move = clocks if by == "clock" else self.random.choice(options)
            line.append(move)
            hands[seat - 1].remove(move[0])
            told = {"tile": move[0], "arm": move[1], "count": count(line), "points": points(count(line))}
            self.write("play", turn=self.turn, seat=seat, by=by, **told)
            self.acts.append(f"play:{seat}:{move[0]}:{move[1]}")
            self.turn += 1
            self.score[team_of(seat)] += points(count(line))
            if len(line) == 8 and number + 1 not in self.salts:
                self.close(number + 1)
            if winner(self.sheet, self.score, mid_round=True) is not None:
                return None
            if not hands[seat - 1]:
                return went_out(self.sheet, [pips(hand) for hand in hands], seat)
            if blocked(line, hands):
                for _ in range(KNOCKS_OF_A_BLOCK):
                    self.knock(seat := after(seat))
                return was_blocked(self.sheet, [pips(hand) for hand in hands], seat)
            seat = after(seat)

    def concede(self) -> None:
        for what, seat in (("concession", 1), ("withdrawal", 1), ("concession", 3), ("concession", 1)):
            self.write(what, seat=seat)
        self.conceded = True

    def knock(self, seat: int) -> None:
        self.write("knock", turn=self.turn, seat=seat, by="rule")
        self.acts.append(f"knock:{seat}")
        self.turn += 1


def record(sheet: Sheet, seed: int, *, rulings: bool = False) -> list[str]:
    """Return the lines of a whole random game."""
    table = Table(sheet, Random(seed), rulings=rulings)
    names, rules = ["Ann", "Bob", "Carol", "Dave"], sheet._asdict()
    table.write("start", v=VERSION, game="7", seats=names, sheet="sigma", rules=rules, limit=86400)
    table.commit(1)
    table.close(1)
    number, opener, won = 0, None, None
    while won is None:
        number += 1
        outcome = table.round(number, opener)
        won = 1 if table.conceded else winner(sheet, table.score, mid_round=outcome is None)
        opener = outcome.opener if outcome is not None else None
    table.write("end", result=f"team {won + 1}", by="concession" if table.conceded else "score", score=table.score)
    if table.dealt:
        table.reveal(*table.dealt)
    return table.lines
