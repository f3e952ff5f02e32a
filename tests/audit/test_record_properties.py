"""Properties of the records of random games on every sheet: lines, chain, deals, draws, and when each thing becomes
public, checked by the second opinion of slow_deal.py and slow_law.py."""

import ast
import hashlib
import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from referee.spades import commands as cmd
from referee.spades.cards import parse_card
from referee.spades.events import Event
from referee.spades.fold import evolve, line, replay
from referee.spades.game import Game
from referee.spades.law.moves import legal_cards
from referee.spades.sheets import RULE_109, SHEETS
from referee.table.seats import SEATS
from tests.audit.records import Record, record_of
from tests.chance import fresh
from tests.rulings import decide, start
from tests.spades import slow_deal, slow_law

ROOT = Path(__file__).parent.parent.parent
GAMES = [(name, seed) for name in SHEETS for seed in range(5)]
every_game = pytest.mark.parametrize(("name", "seed"), GAMES)

KEYS: dict[str, tuple[str, str]] = {
    "start": ("v game seats sheet rules limit", ""),
    "commit": ("round commits", ""),
    "salts": ("round salts", ""),
    "deal": ("round attempt eldest prev", "reason"),
    "bid": ("turn seat bid by", "blind"),
    "play": ("turn seat card by", ""),
    "misplay": ("turn seat card fault points", ""),
    "void": ("turn to points", "charge"),
    "challenge": ("seat round book accused proven books", ""),
    "concession": ("seat", ""),
    "withdrawal": ("seat", ""),
    "round": ("round books score", "bags"),
    "reveal": ("round attempt seed", ""),
    "replace": ("seat name", ""),
    "end": ("result by score", ""),
}
"""The keys of each line besides `e`: those that it always has, and those that it may have."""

VALUES: dict[str, Callable[[Any], bool]] = {
    "v": lambda value: value == "spades-record-v4",
    "game": lambda value: isinstance(value, str),
    "commits": lambda value: len(value) == 3 and all(re.fullmatch("[0-9a-f]{64}", one) for one in value),
    "salts": lambda value: len(value) == 4 and all(re.fullmatch("[!-~]{0,64}", one) for one in value),
    "prev": lambda value: bool(re.fullmatch("[0-9a-f]{64}", value)),
    "seed": lambda value: bool(re.fullmatch("[0-9a-f]{64}", value)),
    "reason": lambda value: value in ("misdeal", "revealed"),
    "blind": lambda value: value is True,
    "charge": lambda value: value in SEATS,
    "seat": lambda value: value in SEATS,
    "eldest": lambda value: value in SEATS,
    "accused": lambda value: value in SEATS,
    "proven": lambda value: isinstance(value, bool),
    "card": lambda value: str(parse_card(value)) == value,
    "fault": lambda value: value in ("revoke", "not_held"),
    "result": lambda value: value in ("team 1", "team 2", "-"),
    "seats": lambda value: len(value) == 4 and all(isinstance(one, str) for one in value),
    "name": lambda value: isinstance(value, str),
    "sheet": lambda value: isinstance(value, str),
}
BY = {
    "bid": {"player", "clock", "plan"},
    "play": {"player", "clock", "plan"},
    "end": {"score", "concession", "forfeit", "sets", "hands", "abort"},
}


@cache
def game_of(name: str, seed: int) -> Record:
    return record_of(SHEETS[name], seed)


def read(record: Record) -> list[dict[str, Any]]:
    return [json.loads(one) for one in record.lines]


def secret(record: Record) -> dict[tuple[int, int], str]:
    """Return all seeds of a game, as the referee alone has them."""
    return {
        (number, attempt): seed
        for state in record.states
        for number, seeds in state.seeds.items()
        for attempt, seed in enumerate(seeds, 1)
    }


def deals_of(record: Record) -> list[slow_deal.Deal]:
    return slow_deal.deals(record.lines, secret(record))


def acts(record: Record) -> Iterator[tuple[Game, list[dict[str, Any]], Game]]:
    """Yield every act after the start: the state before it, its lines, the state after it."""
    lines = read(record)
    for place in range(1, len(record.states)):
        yield record.states[place - 1], lines[record.told[place - 1] : record.told[place]], record.states[place]


def test_the_games_have_all_kinds_of_lines() -> None:
    lines = [one for name, seed in GAMES for one in read(game_of(name, seed))]
    assert {one["e"] for one in lines} == set(KEYS)
    assert {one.get("reason") for one in lines} == {None, "misdeal", "revealed"}
    assert {one["by"] for one in lines if one["e"] == "play"} == {"player", "clock"}
    assert {"forfeit", "concession", "abort"} <= {one["by"] for one in lines if one["e"] == "end"}
    assert any(one.get("blind") for one in lines)
    assert any(any(one["salts"]) for one in lines if one["e"] == "salts")


def check_lines_are_canonical_and_have_their_keys(name: str, seed: int) -> None:
    for text in game_of(name, seed).lines:
        entry = json.loads(text, parse_float=lambda number: pytest.fail(f"a float: {number}"))
        assert text == json.dumps(entry, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        always, sometimes = (set(keys.split()) for keys in KEYS[entry["e"]])
        assert always <= set(entry) - {"e"} <= always | sometimes
        for key, value in entry.items():
            assert VALUES.get(key, lambda _: True)(value), text
            if key in ("turn", "round", "attempt", "to", "points", "book", "limit"):
                assert type(value) is int
        assert entry.get("by") in BY.get(entry["e"], {None})
        if entry["e"] == "deal":
            assert ("reason" in entry) == (entry["attempt"] > 1)
        if entry["e"] == "round":
            assert ("bags" in entry) == (read(game_of(name, seed))[0]["rules"]["bag_penalty"] is not None)


def check_every_head_is_the_chain_of_the_lines_so_far(name: str, seed: int) -> None:
    record = game_of(name, seed)
    for state, told in zip(record.states, record.told, strict=True):
        assert state.head == slow_deal.head_of(record.lines[:told])


def check_every_deal_is_the_one_that_anyone_recomputes(name: str, seed: int) -> None:
    """Check that key and hands follow from the lines and the seed alone, and that each line says so."""
    record = game_of(name, seed)
    lines, deals = read(record), deals_of(record)
    assert [deal.at for deal in deals] == [at for at, one in enumerate(lines) if one["e"] == "deal"]
    for deal in deals:
        assert lines[deal.at]["prev"] == deal.prev
        assert deal.seed is not None
        assert slow_deal.commitment(lines[0]["game"], deal.round, deal.attempt, deal.seed) == deal.commit
    for state, told in zip(record.states, record.told, strict=True):
        hands = [deal for deal in deals if deal.at < told][-1].hands
        assert hands is not None
        if not state.thrown_in:
            for seat in SEATS:
                had = state.hand(seat) | {play.card for play in state.plays() if play.seat == seat}
                assert {str(card) for card in had} == set(hands[seat - 1])


def check_every_card_of_the_clock_is_the_drawn_one(name: str, seed: int) -> None:
    record = game_of(name, seed)
    deals, deck = deals_of(record), slow_deal.deck_of(read(record)[0]["rules"])
    stood = slow_deal.acts_before(record.lines)
    for (before, new, _), told in zip(acts(record), record.told, strict=False):
        for one in new[:1]:
            if (one["e"], one.get("by")) != ("play", "clock"):
                continue
            key = next(deal.key for deal in deals if (deal.round, deal.attempt) == (before.round, before.attempt))
            assert key is not None
            may = {str(card) for card in slow_law.may_play(read(record)[0]["rules"], before, one["seat"])}
            options = [card for card in deck if card in may]
            place = before.round, before.attempt, stood[told]
            assert one["card"] == slow_deal.drawn(key, *place, one["seat"], options)


def check_lines_say_what_happened(name: str, seed: int) -> None:
    record = game_of(name, seed)
    rules = read(record)[0]["rules"]
    for before, new, after in acts(record):
        for one in new[:1]:
            check_act(rules, one, before, after)
        for one in new:
            if one["e"] == "deal":
                assert one["eldest"] == (one["round"] - 1) % 4 + 1
            if one["e"] in ("round", "end"):
                assert one["score"] == list(after.score)
            if one["e"] == "round" and one["round"] == before.round:
                takers = [slow_law.takes(rules, trick) for trick in before.tricks]
                last = (
                    slow_law.takes(rules, (*before.trick, (new[0]["seat"], parse_card(new[0]["card"]))))
                    if len(before.tricks) == 12
                    else None
                )
                assert one["books"] == [(*takers, last).count(seat) for seat in SEATS]
            if one["e"] == "end":
                assert after.result is not None
                assert (one["result"], one["by"]) == (
                    f"team {after.result.team}" if after.result.team else "-",
                    after.result.by,
                )


def check_act(rules: dict[str, Any], one: dict[str, Any], before: Game, after: Game) -> None:
    """Check that the line of an act itself, by the states before and after it."""
    seat = one.get("seat", 1)
    if one["e"] in ("bid", "play", "misplay"):
        assert one["turn"] == before.turn
    if one["e"] in ("bid", "play"):
        assert (one["by"] == "clock") == (after.silences[seat - 1] == before.silences[seat - 1] + 1)
    match one["e"]:
        case "bid":
            assert seat in slow_law.bidding_order(rules, before.eldest)
            assert after.bids[seat - 1] == one["bid"]
            assert one.get("blind", False) == (seat in after.blind)
        case "play":
            assert parse_card(one["card"]) in before.hand(seat)
        case "misplay":
            cost, fault = rules["misplay_cost"]["points"], slow_law.wrong(rules, before, seat, parse_card(one["card"]))
            assert (one["points"], one["fault"]) == (cost, fault)
        case "void":
            charge = rules["misplay_cost"]["points"] if "charge" in one else 0
            assert (one["turn"], one["points"]) == (before.turn + 1, charge)
            assert one["to"] <= before.turn
        case "replace":
            assert after.names[seat - 1] == one["name"]
        case "concession":
            assert seat in after.conceded - before.conceded
        case "withdrawal":
            assert seat in before.conceded - after.conceded


def check_a_deal_is_committed_to_before_the_round_before(name: str, seed: int) -> None:
    """Commitments to the first three attempts come before the first deal of the round before; later ones come before
    their own deal, and after the reveal of the attempts that they follow."""
    record = game_of(name, seed)
    lines, deals = read(record), slow_deal.deals(record.lines)
    opened = {deal.round: deal.at for deal in reversed(deals)}
    for deal in deals:
        earlier = opened[max(1, deal.round - 1)] if deal.attempt <= 3 else deal.at
        assert deal.committed_at < earlier
    for at, one in enumerate(lines):
        if one["e"] == "salts":
            assert ("commit", one["round"]) in {(each["e"], each.get("round")) for each in lines[:at]}


def check_what_is_over_is_revealed_and_nothing_else(name: str, seed: int) -> None:
    """Check that a seed stands in the record once, in its reveal: after the 13th trick, a misdeal, or the end."""
    record = game_of(name, seed)
    for state, told in zip(record.states, record.told, strict=True):
        text = "\n".join(record.lines[:told])
        for (number, attempt), one in secret(record).items():
            dealt_in = number == state.round and attempt <= len(state.seeds[number])
            over = number < state.round or (dealt_in and state.points is not None)
            thrown_in = dealt_in and attempt < state.attempt
            ended = dealt_in and attempt == state.attempt and (state.result is not None or bool(state.thrown_in))
            due = over or thrown_in or ended or (number == state.round and attempt in state.revealed)
            assert text.count(one) == due, f"round {number}, attempt {attempt}, at line {told}"
            if due:
                assert f'"attempt":{attempt},"e":"reveal","round":{number},"seed":"{one}"' in text


def check_the_state_knows_what_the_record_reveals(name: str, seed: int) -> None:
    record = game_of(name, seed)
    lines = read(record)
    for state, told in zip(record.states, record.told, strict=True):
        public = {one["attempt"] for one in lines[:told] if (one["e"], one.get("round")) == ("reveal", state.round)}
        assert state.revealed == public


def check_lines_stand_in_their_order(name: str, seed: int) -> None:
    lines = read(game_of(name, seed))
    assert [(one["e"], one.get("round")) for one in lines[:5]] == OPENING
    order = Order(stands=bool(lines[0]["rules"]["misplay_act"] == "stand"))
    for before, one in pairwise(lines[4:]):
        order.check(before, one)
    assert not order.owed


OPENING = [("start", None), ("commit", 1), ("salts", 1), ("commit", 2), ("deal", 1)]


class Order:
    """The order of lines: what must stand next, as far as the lines before say so."""

    def __init__(self, *, stands: bool) -> None:
        self.stands = stands
        self.round, self.attempt, self.attempts, self.revealed = 1, 1, 3, 0
        self.cards: list[int] = []
        """The positions of the cards that stand."""
        self.closed = self.scored = self.over = False
        self.owed: list[set[str]] = []
        """The kinds that the next lines must be, one by one."""

    def check(self, before: dict[str, Any], one: dict[str, Any]) -> None:
        kind = one["e"]
        if self.owed:
            assert kind in self.owed.pop(0), f"{one} after {before}"
        else:
            assert kind in self.free(before), f"{one} after {before}"
        getattr(self, f"_{kind}", lambda *_: None)(before, one)

    def free(self, before: dict[str, Any]) -> set[str]:
        """Return the kinds of lines that may stand where none must."""
        if self.over:
            return {"void"}
        always = {"bid", "play", "misplay", "void", "challenge", "concession", "withdrawal", "replace", "end"}
        misdeal = {"reveal"} if not self.cards else set()
        waits = {"deal"} if self.revealed >= self.attempt and not self.scored else set()
        goes_on = {"commit"} if self.scored and self.stands else set()
        anew = {"round"} if before["e"] == "challenge" else set()
        return always | misdeal | waits | goes_on | anew

    def _play(self, _: dict[str, Any], one: dict[str, Any]) -> None:
        self.cards.append(one["turn"])
        if len(self.cards) == 24 and not self.closed:
            self.owed = [{"salts"}]
        if len(self.cards) == 52:
            self.owed = [{"round"}, *[{"reveal"}] * (self.attempts - self.revealed)]
            self.owed += [] if self.stands else [{"end", "commit"}]

    def _salts(self, _: dict[str, Any], one: dict[str, Any]) -> None:
        assert (one["round"], self.closed) == (self.round + 1, False)
        self.closed = True

    def _round(self, before: dict[str, Any], one: dict[str, Any]) -> None:
        anew = before["e"] == "challenge"
        assert one["round"] in ((self.round, self.round - 1) if anew else (self.round,))
        self.scored = self.scored or one["round"] == self.round

    def _reveal(self, before: dict[str, Any], one: dict[str, Any]) -> None:
        self.revealed += 1
        assert (one["round"], one["attempt"]) == (self.round, self.revealed)
        if not self.owed and not self.over and not self.scored:
            # a misdeal, during the bidding
            assert not self.cards and one["attempt"] == self.attempt
            self.owed = [{"deal"}] if self.attempt % 3 else [{"commit"}]

    def _commit(self, before: dict[str, Any], one: dict[str, Any]) -> None:
        if one["round"] == self.round:
            assert self.revealed == self.attempts
            self.attempts += 3
            return
        assert self.scored and before["e"] in ("reveal", "round")
        assert one["round"] == self.round + 2
        self.owed = [{"deal"}]

    def _deal(self, before: dict[str, Any], one: dict[str, Any]) -> None:
        self.cards = []
        if one["attempt"] == 1:
            assert (before["e"], one["round"]) == ("commit", self.round + 1)
            self.round, self.attempts, self.revealed, self.closed = one["round"], 3, 0, False
        else:
            assert (one["round"], one["attempt"]) == (self.round, self.revealed + 1)
            assert one["attempt"] <= self.attempts
        self.attempt, self.scored = one["attempt"], False

    def _void(self, _: dict[str, Any], one: dict[str, Any]) -> None:
        self.cards = [turn for turn in self.cards if turn < one["to"]]
        if self.revealed >= self.attempt:
            self.over = self.scored = False
            self.owed = [{"commit"}] if self.revealed == self.attempts else []

    def _end(self, _: dict[str, Any], one: dict[str, Any]) -> None:
        self.over = True
        self.owed = [{"reveal"}] if self.revealed < self.attempt else []


def told(before: Game | None, events: tuple[Event, ...]) -> list[str]:
    """Return the lines of events, each as its kind, round and attempt."""
    found = []
    for event in events:
        if (text := line(before, event)) is not None:
            entry = json.loads(text)
            found.append(" ".join(str(entry[key]) for key in ("e", "round", "attempt", "reason") if key in entry))
        before = evolve(before, event)
    return found


def test_a_game_starts_with_these_lines() -> None:
    events = start(12, ("Ann", "Bob", "Carol", "Dave"), RULE_109, 60, fresh("0" * 64), ("tea", "", "", "x"))
    assert told(None, events) == ["start", "commit 1", "salts 1", "commit 2", "deal 1 1"]
    lines = [
        text for place, event in enumerate(events) if (text := line(replay(events[:place]) if place else None, event))
    ]
    assert json.loads(lines[2])["salts"] == ["tea", "", "", "x"]
    assert replay(events).head == slow_deal.head_of(lines)


@pytest.mark.parametrize(
    ("voided", "bids"), [(False, "bid:3:2 bid:1:5 bid:2:4 bid:4:4"), (True, "bid:1:3 bid:3:2 bid:2:4 bid:4:4")]
)
def test_the_next_deal_is_tied_to_the_bid_that_stands_at_its_own_place(voided: bool, bids: str) -> None:
    """A changed bid counts where it was changed; if the change was voided, the first one counts again."""
    events = start(7, ("Ann", "Bob", "Carol", "Dave"), SHEETS["pride"], 60, fresh("7" * 64))
    game = replay(events)

    def does(seat: int | None, command: cmd.Command) -> None:
        nonlocal events, game
        events += (new := decide(game, seat, command, answers=game.turn, seeds=fresh(f"{game.turn:064x}")))
        game = replay(new, game)

    for seat, bid in ((1, 3), (3, 2), (1, 5)):
        does(seat, cmd.MakeBid(bid))
    if voided:
        does(None, cmd.RuleVoid(3, "so ruled"))
    for seat in (2, 4):
        does(seat, cmd.MakeBid(4))
    cards = []
    while game.round == 1:
        seat, _ = game.due or (0, "")
        card = legal_cards(game, seat)[0]
        cards.append(f"card:{seat}:{card}")
        does(seat, cmd.PlayCard(card))
    acts = "".join(f"{act}\n" for act in (*bids.split(), *cards[:48]))
    assert game.deck.prev == hashlib.sha256(f"spades-prev-v1\n{acts}".encode()).hexdigest()
    lines = [text for at, event in enumerate(events) if (text := line(replay(events[:at]) if at else None, event))]
    assert slow_deal.deals(lines)[-1].prev == game.deck.prev


CHANCE = {"random", "secrets", "uuid", "urandom", "getrandom", "SystemRandom", "numpy"}
ALLOWED = {
    "running/guard.py": "seeds, and the key of ids, tokens and the playing order",
    "running/one_reader.py": "the name under which one of several daemons reads a mailbox",
    "store/backend/postgresql.py": "the name of the holder of a lease",
    "commands/check.py": "a word in the test mail",
    "demo/mail_player.py": "message ids of the demo's players",
    "demo/demo.py": "the demo's players, from a seed that is named",
    "demo/tournament.py": "the players of the demo's tournament, from the same seed",
    "demo/entrants.py": "the salts and ratings of the demo's tournament, from the same seed",
    "demo/players.py": "when the demo's players of dominoes plan, from the same seed",
    "demo/robots.py": "what the demo's players plan, from the same seed",
}
"""The only files in which something random is drawn, and what. Of these only the seeds reach a deal."""


def test_nothing_random_comes_from_elsewhere() -> None:
    found = {
        str(path.relative_to(ROOT / "referee"))
        for path in (ROOT / "referee").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if CHANCE & named(node)
    }
    assert found == set(ALLOWED)


def named(node: ast.AST) -> set[str]:
    """Return the sources of chance that a file names: modules it imports, attributes it reads."""
    match node:
        case ast.Import(names):
            return {part for one in names for part in one.name.split(".")}
        case ast.ImportFrom(module, names):
            return {*(module or "").split("."), *(one.name for one in names)}
        case ast.Attribute(_, name):
            return {name}
    return set()


CHECKS = (
    check_lines_are_canonical_and_have_their_keys,
    check_every_head_is_the_chain_of_the_lines_so_far,
    check_every_deal_is_the_one_that_anyone_recomputes,
    check_every_card_of_the_clock_is_the_drawn_one,
    check_lines_say_what_happened,
    check_a_deal_is_committed_to_before_the_round_before,
    check_what_is_over_is_revealed_and_nothing_else,
    check_the_state_knows_what_the_record_reveals,
    check_lines_stand_in_their_order,
)


@every_game
def test_every_record_keeps_what_its_format_promises(name: str, seed: int) -> None:
    for check in CHECKS:
        check(name, seed)
