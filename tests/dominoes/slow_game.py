"""Random games of the second opinion, written down as records: what the second reader has to believe, and what lies are
planted in. Uses nothing of the referee's own law or record."""

import json
from random import Random
from typing import Any

from tests.dominoes import slow_deal
from tests.dominoes.slow_line import Laid, blocked, count, moves, pips, points
from tests.dominoes.slow_record import KNOCKS_OF_A_BLOCK, VERSION
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
    """One game in the making: its lines so far."""

    def __init__(self, sheet: Sheet, random: Random) -> None:
        self.sheet, self.random = sheet, random
        self.lines: list[str] = []
        self.score, self.turn, self.acts = [0, 0], 1, list[str]()
        self.seeds: dict[int, list[str]] = {}
        self.salts: dict[int, list[str]] = {}

    def write(self, what: str, **entry: Any) -> None:
        self.lines.append(json.dumps({"e": what, **entry}, sort_keys=True, separators=(",", ":")))

    def commit(self, number: int) -> None:
        self.seeds[number] = [self.random.randbytes(32).hex() for _ in range(3)]
        made = [slow_deal.commitment("7", number, one, seed) for one, seed in enumerate(self.seeds[number], 1)]
        self.write("commit", round=number, commits=made)

    def close(self, number: int) -> None:
        self.salts[number] = [self.random.choice(["", "tea", "7"]) for _ in SEATS]
        self.write("salts", round=number, salts=self.salts[number])

    def round(self, number: int, opener: int | None) -> Outcome | None:
        """Play one round; return its outcome, None if the game was over before its end."""
        prev = slow_deal.prev_of(self.acts) if number > 1 else slow_deal.NOTHING_BEFORE
        attempt, hands, key = 0, list[list[str]](), b""
        while not hands or (attempt < 3 and dealt_anew(self.sheet, hands)):
            attempt += 1
            key = slow_deal.key_of("7", number, attempt, prev, self.salts[number], self.seeds[number][attempt - 1])
            if hands:
                self.reveal(number, attempt - 1)
            reason = {"reason": "misdeal"} if hands else {}
            hands = slow_deal.dealt(key)
            seat = holder(hands) if opener is None else opener
            self.write("deal", round=number, attempt=attempt, opener=seat, prev=prev, **reason)
        self.commit(number + 1)
        outcome = self.tiles(number, seat, hands, key, must=opener is None)
        if outcome is not None:
            if outcome.team is not None:
                self.score[outcome.team] += outcome.points
            told = {"pips": [pips(hand) for hand in hands], "points": outcome.points, "score": self.score}
            self.write("round", round=number, by=outcome.by, **told)
        for one in range(attempt, 4):
            self.reveal(number, one)
        return outcome

    def reveal(self, number: int, attempt: int) -> None:
        self.write("reveal", round=number, attempt=attempt, seed=self.seeds[number][attempt - 1])

    def tiles(self, number: int, seat: int, hands: list[list[str]], key: bytes, *, must: bool) -> Outcome | None:
        line: list[Laid] = []
        self.acts = []
        while True:
            options = [("6-6", "first")] if must and not line else moves(line, hands[seat - 1])
            if not options:
                self.knock(seat)
                seat = after(seat)
                continue
            by = self.random.choice(["player", "player", "plan", "clock"])
            move = slow_deal.drawn(key, self.turn, seat, options) if by == "clock" else self.random.choice(options)
            line.append(move)
            hands[seat - 1].remove(move[0])
            told = {"tile": move[0], "arm": move[1], "count": count(line), "points": points(count(line))}
            self.write("play", turn=self.turn, seat=seat, by=by, **told)
            self.acts.append(f"play:{seat}:{move[0]}:{move[1]}")
            self.turn += 1
            self.score[team_of(seat)] += points(count(line))
            if len(line) == 8:
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

    def knock(self, seat: int) -> None:
        self.write("knock", turn=self.turn, seat=seat, by="rule")
        self.acts.append(f"knock:{seat}")
        self.turn += 1


def record(sheet: Sheet, seed: int) -> list[str]:
    """Return the lines of a whole random game."""
    table = Table(sheet, Random(seed))
    names, rules = ["Ann", "Bob", "Carol", "Dave"], sheet._asdict()
    table.write("start", v=VERSION, game="7", seats=names, sheet="sigma", rules=rules, limit=86400)
    table.commit(1)
    table.close(1)
    number, opener, won = 0, None, None
    while won is None:
        number += 1
        outcome = table.round(number, opener)
        won = winner(sheet, table.score, mid_round=outcome is None)
        opener = outcome.opener if outcome is not None else None
    table.write("end", result=f"team {won + 1}", by="score", score=table.score)
    return table.lines
