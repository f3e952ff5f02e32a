"""docs/fairness.md is exact: every figure is computed again, and random games write the events of its table."""

import hashlib
import hmac
import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import cache
from itertools import islice
from random import Random
from typing import Any

from referee.dominoes import fairness as tiles
from referee.dominoes.line import Move
from referee.dominoes.tiles import parse_tile
from referee.records.chance import word_stream
from referee.records.lines import HEAD_SHOWN, NO_HEAD, canonical, chained, heads
from referee.spades.cards import parse_card
from referee.spades.fairness import deal, deal_key, draw
from referee.spades.rulesheet import PARAMETERS, RuleSheet
from referee.spades.sheets import RULE_109, SHEETS
from referee.table.fairness import Deck, commit, tied
from referee.table.terms import Terms
from tests.audit.record_example import SEEDS, example, told
from tests.audit.restored_cases import resumed
from tests.docs.pages import SPAN, blocks, page, rows, section
from tests.rulings import PLAIN
from tests.spades.random_games import opening, played

FAIRNESS = page("fairness.md")
HEX = re.compile(r"\b[0-9a-f]{16,}\b")
ACTS = ("bid:2:3", "bid:3:B0", "bid:4:4", "bid:1:2", "card:4:AS", "card:1:KS", "card:2:2S", "card:3:BJ")
OPTIONS = tuple(map(parse_card, ("2H", "9H", "KH")))
LINE = {"bid": 3, "by": "player", "e": "bid", "seat": 1, "turn": 1}

Entry = dict[str, Any]


def figures(heading: str) -> list[dict[str, str]]:
    """Return the blocks of a section whose lines are a name and a figure."""
    found = []
    for block in blocks(section(FAIRNESS, heading), "text"):
        pairs = [re.fullmatch(r"(seat \d|\w+) +(\S.*)", one) for one in block.splitlines()]
        if all(pairs):
            found.append({pair[1]: pair[2] for pair in pairs if pair})
    return found


def dealt(deck: Deck, sheet: RuleSheet) -> dict[str, str]:
    """Return the figures of a deal as the page lists them."""
    key = deal_key(deck, sheet)
    hands = {f"seat {seat}": " ".join(map(str, hand)) for seat, hand in enumerate(deal(key, sheet), 1)}
    return {"key": key.hex(), **hands}


def second_round() -> Deck:
    return Deck(12, 2, 1, SEEDS[0], "ab" * 32, ("correct-horse", "", "7", ""))


def test_the_vectors_are_right() -> None:
    bare, drawn, whole, prev, jokers = figures("Vectors")
    assert bare == {"commitment": commit("spades", Deck("G42", 1, 1, SEEDS[0]))}
    key, deck = bytes.fromhex(drawn["key"]), second_round()
    assert drawn["cards"].split() == [str(draw(key, deck, acts, 3, OPTIONS)) for acts in (30, 31, 32)]
    card = draw(deal_key(deck, RULE_109), deck, 31, 3, OPTIONS)
    drawing = " ".join(map(str, islice(word_stream(deal_key(deck, RULE_109), b"deck\n"), 3)))
    assert whole == {"commitment": commit("spades", deck), "words": drawing, **dealt(deck, RULE_109), "card": str(card)}
    assert prev == {"prev": tied("spades", ACTS)} and all(f"`{act}`" in section(FAIRNESS, "Vectors") for act in ACTS)
    deck = Deck(7, 3, 2, SEEDS[0], tied("spades", ACTS), ("", "tea", "", ""))
    assert jokers == {"commitment": commit("spades", deck), **dealt(deck, SHEETS["pride"])}


TILE_ACTS = ("play:2:6-6:first", "play:3:6-3:right", "knock:4", "play:1:6-1:left")


def of_dominoes() -> dict[str, str]:
    """Return the figures of dominoes as the page lists them."""
    deck, told_ = second_round(), section(FAIRNESS, "Dominoes")
    key = tiles.deal_key(deck)
    hands = {f"seat {seat}": " ".join(map(str, hand)) for seat, hand in enumerate(tiles.deal(key), 1)}
    asked = next(block for block in blocks(told_, "text") if block.startswith("dominoes-timeout-v2\n"))
    acts, seat, listed = (line.partition(":")[2] for line in asked.splitlines()[-3:])
    options = [Move(parse_tile(text.split()[0]), text.split()[1]) for text in listed.split(",")]  # type: ignore[arg-type]
    figures_ = {"commitment": commit("dominoes", deck), "key": key.hex(), **hands}
    return {
        **figures_,
        "move": str(tiles.draw(key, deck, int(acts), int(seat), options)),
        "prev": tied("dominoes", TILE_ACTS),
    }


def test_the_vectors_of_dominoes_are_right() -> None:
    assert figures("Dominoes") == [of_dominoes()]
    assert all(f"`{act}`" in section(FAIRNESS, "Dominoes") for act in TILE_ACTS)


def test_the_example_is_a_game_as_the_program_writes_it() -> None:
    lines = example().lines
    (block,) = blocks(section(FAIRNESS, "A whole record"), "json")
    assert tuple(block.splitlines()) == lines
    shown = blocks(section(FAIRNESS, "A whole record"), "text")[0].splitlines()
    assert [one.split() for one in shown] == [[str(n), head[:HEAD_SHOWN]] for n, head in enumerate(heads(lines), 1)]


def test_the_example_is_dealt_and_drawn_as_documented() -> None:
    game = example().dealt
    assert figures("A whole record")[-1] == dealt(game.deck, game.sheet)
    spans = SPAN.findall(section(FAIRNESS, "A whole record"))
    options = next(tuple(map(parse_card, span.split(","))) for span in spans if "," in span and " " not in span)
    turn, seat, acts = map(
        int,
        re.search(r"at turn (\d+), seat (\d), after (\d+) acts", section(FAIRNESS, "A whole record")).groups(),  # type: ignore[union-attr]
    )
    card = draw(deal_key(game.deck, game.sheet), game.deck, acts, seat, options)
    assert json.loads(example().lines[10]) == {
        "e": "play", "turn": turn, "seat": seat, "card": str(card), "by": "clock"
    }  # fmt: skip


def test_the_chain_is_as_documented() -> None:
    told_ = section(FAIRNESS, "The chain")
    assert f"`{canonical(LINE)}`" in told_
    assert HEX.findall(blocks(told_, "text")[1]) == [chained(NO_HEAD, canonical(LINE))]


def test_every_hex_figure_is_computed() -> None:
    """Every figure on the page is one that a test computes."""
    whole = example()
    hexes = {found for one in whole.lines for found in HEX.findall(one)}
    hexes |= set(heads(whole.lines)) | {head[:HEAD_SHOWN] for head in heads(whole.lines)}
    hexes |= {chained(NO_HEAD, canonical(LINE)), tied("spades", ACTS), deal_key(whole.dealt.deck, RULE_109).hex()}
    for deck, sheet in (
        (second_round(), RULE_109),
        (Deck(7, 3, 2, SEEDS[0], tied("spades", ACTS), ("", "tea", "", "")), SHEETS["pride"]),
    ):
        hexes |= {commit("spades", deck), deal_key(deck, sheet).hex()}
    hexes |= {commit("spades", Deck("G42", 1, 1, SEEDS[0])), figures("Vectors")[1]["key"]}
    assert set(HEX.findall(FAIRNESS)) <= hexes | set(of_dominoes().values())


def test_the_context_is_as_documented() -> None:
    """The text that is hashed, put together as the page has it, gives the key."""
    shown = next(block for block in blocks(FAIRNESS, "text") if block.startswith("spades-deal-v1\n"))
    deck = second_round()
    text = shown.replace("2C 3C 4C … QS KS AS", " ".join(map(str, RULE_109.deck)))
    text = text.replace("<commitment of this attempt>", commit("spades", deck)).replace("<64 hex digits>", deck.prev)
    assert hmac.digest(bytes.fromhex(SEEDS[0]), text.encode("ascii"), "sha256") == deal_key(deck, RULE_109)
    pattern = next(block for block in blocks(FAIRNESS, "text") if block.startswith('SHA("spades-commit-v1'))
    text = pattern.split('"')[1].replace("\\n", "\n").replace("<64 hex digits>", SEEDS[0])
    assert hashlib.sha256(text.encode("ascii")).hexdigest() == commit("spades", Deck(12, 1, 1, SEEDS[0]))
    asked = next(block for block in blocks(FAIRNESS, "text") if block.startswith("spades-timeout-v2\n"))
    key = hmac.digest(deal_key(deck, RULE_109), asked.encode("ascii"), "sha256")
    assert int.from_bytes(hmac.digest(key, b"pick\n" + bytes(8), "sha256")[:4], "big") % 3 == 2  # the vector's KH


# --- the table of events -------------------------------------------------------------------------------------------

TYPES: dict[str, Callable[[Any], bool]] = {
    "number": lambda value: type(value) is int,
    "seat": lambda value: type(value) is int and 1 <= value <= 4,
    "text": lambda value: type(value) is str,
    "hex": lambda value: type(value) is str and re.fullmatch("[0-9a-f]{64}", value) is not None,
    "card": lambda value: type(value) is str and str(parse_card(value)) == value,
    "flag": lambda value: type(value) is bool,
    "object": lambda value: type(value) is dict,
}


def fits(kind: str, value: Any) -> bool:
    """Tell if a value is what the page's word says."""
    many = {"texts": "text", "hexes": "hex", "numbers": "number"}
    if kind in many:
        return type(value) is list and bool(value) and all(TYPES[many[kind]](one) for one in value)
    return TYPES[kind](value)


def table() -> dict[str, dict[str, tuple[str, str]]]:
    """Return by event its keys, each with its type and the words in brackets behind it."""
    found = {}
    for row in rows(section(FAIRNESS, "Events")):
        keys = re.findall(r"`(\w+)` (\w+)(?: \(([^)]+)\))?", row[1])
        found[row[0].strip("` ")] = {key: (kind, condition) for key, kind, condition in keys}
    return found


def entries(lines: Iterable[str]) -> list[Entry]:
    found = [json.loads(one) for one in lines]
    assert [canonical(entry) for entry in found] == list(lines)
    return found


@cache
def wild_games() -> tuple[tuple[Entry, ...], ...]:
    """Return records of games in which everybody tries everything, some on each sheet, and of a restored game."""
    found = []
    for sheet in SHEETS.values():
        for seed in range(4):
            terms = Terms() if seed % 2 else PLAIN
            game, lines = told(None, opening(Random(seed), sheet, terms))
            for step in played(seed, wild=0.15 * seed, sheet=sheet, terms=terms, limited=0.02 * (seed % 2)):
                game, more = told(game, step.events) if step.events else (game, ())
                lines += more
            found.append(tuple(entries(lines)))
    return *found, tuple(entries(resumed().lines))


def test_every_event_has_the_keys_and_types_of_the_table() -> None:
    columns = table()
    seen: dict[str, set[str]] = defaultdict(set)
    for entry in (entry for game in wild_games() for entry in game):
        keys = columns[entry["e"]]
        always = {key for key, (_, condition) in keys.items() if not condition}
        assert always <= set(entry) - {"e"} <= set(keys), entry
        for key, (kind, _) in keys.items():
            assert key not in entry or fits(kind, entry[key]), (key, entry)
        seen[entry["e"]] |= set(entry) - {"e"}
    assert {kind: set(keys) for kind, keys in columns.items()} == seen


def test_conditional_keys_stand_on_their_condition() -> None:
    for game in wild_games():
        counts = game[0]["rules"]["bag_penalty"] is not None
        for entry in game:
            match entry["e"]:
                case "bid":
                    assert entry.get("blind") in (None, True)
                case "round":
                    assert ("bags" in entry) == counts
                case "void":
                    assert "charge" in entry or entry["points"] == 0


def test_the_words_of_values_are_those_of_the_table() -> None:
    """The words that the table gives are all that come."""
    told_ = {row[0].strip("` "): set(SPAN.findall(row[2])) for row in rows(section(FAIRNESS, "Events")) if len(row) > 2}
    for entry in (entry for game in wild_games() for entry in game):
        for key in {"fault", "reason", "result"} & set(entry):
            assert entry[key] in told_[entry["e"]], entry
        if entry["e"] == "end":
            assert entry["by"] in told_["end"]
        if entry["e"] == "start":
            assert entry["v"] in told_["start"] and set(entry["rules"]) == set(PARAMETERS)
