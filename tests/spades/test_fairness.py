"""Deals, draws and commitments, byte for byte: vectors made with a second implementation, and even draws."""

from collections import Counter
from dataclasses import replace

import pytest

from referee.records.chance import below, mac, word_stream
from referee.records.lines import NO_HEAD, canonical, chained, heads
from referee.spades.cards import Card, parse_card
from referee.spades.events import Dealt
from referee.spades.fairness import deal, deal_key, draw
from referee.spades.fold import replay
from referee.spades.rulesheet import RuleSheet
from referee.spades.sheets import RULE_109, SHEETS
from referee.table.fairness import NO_PREV, NO_SALTS, Deck, commit, pick, salt, tied
from tests.chance import fresh
from tests.rulings import start

SEED = bytes(range(32)).hex()
SECOND_ROUND = Deck(12, 2, 1, SEED, "ab" * 32, ("correct-horse", "", "7", ""))
SECOND_HANDS = (
    "JS TH KC 5D 6H 3C 2D 5C JH 5H 4H 9C AH",
    "7C 6D 8S AC 8C 3D 6S AS 2C 4S 9S KH 6C",
    "7D QS 2S 8H 9H QC 3H TD QD 7S KD 3S JC",
    "TS 4C 2H 7H KS 8D 4D 5S QH AD TC 9D JD",
)
JOKER_SUITS = {"S": "BL2AKQJT9876543", "H": "AKQJT98765432", "D": "AKQJT9876543", "C": "AKQJT9876543"}
JOKER_PREV = "d6b5bfb900f6328b8d6b97d55bb59f42a0861ec9f028cb365a47234f5d9cf9eb"
JOKER_ROUND = Deck(7, 3, 2, SEED, JOKER_PREV, ("", "tea", "", ""))
JOKER_HANDS = (
    "7D 5C 9C 5S QH 9D 4C AD AS LJ 4S KC 7C",
    "BJ 5H TD 9S KS 2S 7S 6S 8D TH 3S JS TS",
    "8C 8H JH AH 4H KH 3H 8S 7H QD 2H JD 3C",
    "9H JC 6D 4D QC 3D QS 5D TC KD AC 6H 6C",
)


def cards(codes: str) -> tuple[Card, ...]:
    return tuple(map(parse_card, codes.replace(",", " ").split()))


def joker_sheet() -> RuleSheet:
    return RuleSheet.from_table("jokers", {"suits": JOKER_SUITS}, RULE_109)


def test_commitment() -> None:
    assert (
        commit("spades", Deck("G42", 1, 1, SEED)) == "64a9127eeb521ce32443721811c5aa3774511c57ffce61d097a5c77955bb6233"
    )
    assert commit("spades", SECOND_ROUND) == "290512864965b5803084fd38245594de6cbdfbedde3a019dbe28eae914c63617"
    assert commit("spades", JOKER_ROUND) == "ff7a60966b521b9f376dcc1d750178adb88aa102907dcba761ba4624eebeef91"


def test_commitment_hides_what_comes_after_it() -> None:
    bare = Deck(12, 2, 1, SEED)
    assert commit("spades", bare) == commit("spades", SECOND_ROUND)
    assert deal_key(bare, RULE_109) != deal_key(SECOND_ROUND, RULE_109)


def test_stream_and_draw() -> None:
    key = bytes.fromhex("3fa7fb59412439da8d5b6392e9895a140d55f3332811df8fd45d3f110eec1714")
    options = cards("2H,9H,KH")
    drawn = [draw(key, SECOND_ROUND, acts, 3, options) for acts in (30, 31, 32)]
    assert drawn == list(cards("2H KH 2H"))


def test_whole_deal() -> None:
    key = deal_key(SECOND_ROUND, RULE_109)
    assert key.hex() == "d45bef7c9268ef8d37b7b51704d07e6a5dd75270e0765da61e11c747016fbed4"
    assert deal(key, RULE_109) == tuple(map(cards, SECOND_HANDS))


def test_joker_deck() -> None:
    sheet = joker_sheet()
    assert " ".join(map(str, sheet.deck)).endswith("KS AS 2S LJ BJ")
    key = deal_key(JOKER_ROUND, sheet)
    assert key.hex() == "f2f3415ba7bd788c168e21d2a1f3db8bb9920f88caf3df687c1b46811a0cf185"
    assert deal(key, sheet) == tuple(map(cards, JOKER_HANDS))


def test_joker_deck_is_that_of_the_sheet() -> None:
    assert SHEETS["pride"].deck == joker_sheet().deck
    assert deal(deal_key(JOKER_ROUND, SHEETS["pride"]), SHEETS["pride"]) == tuple(map(cards, JOKER_HANDS))


def test_prev() -> None:
    acts = ("bid:2:3", "bid:3:B0", "bid:4:4", "bid:1:2", "card:4:AS", "card:1:KS", "card:2:2S", "card:3:BJ")
    assert tied("spades", acts) == JOKER_PREV


def test_head_of_one_line() -> None:
    line = canonical({"turn": 1, "seat": 1, "e": "bid", "by": "player", "bid": 3})
    assert line == '{"bid":3,"by":"player","e":"bid","seat":1,"turn":1}'
    head = "9f4df9b64e7e1cb7dc084dceb8a2b0039b104251b18718b9705752d6706d0960"
    assert chained("0" * 64, line) == head
    assert heads([line]) == (head,)
    assert NO_HEAD == NO_PREV == "0" * 64
    assert heads([line, line]) == (head, chained(head, line))


def test_a_line_is_sorted_narrow_and_ascii() -> None:
    line = canonical({"seats": ["Zoë", "𝔘do", '"Q"\\', ""], "a": {"c": None, "b": True}, "B": -1})
    assert line == r'{"B":-1,"a":{"b":true,"c":null},"seats":["Zo\u00eb","\ud835\udd18do","\"Q\"\\",""]}'


@pytest.mark.parametrize(
    ("phrase", "kept"),
    [
        ("tea", "tea"),
        (" a\tb\r\nc ", "abc"),
        ("!~", "!~"),
        (" \x7f", ""),
        ("Käse €", "Kse"),
        ("", ""),
        ("x" * 65, "x" * 64),
        ("ä" * 10 + "12345678 " * 9, "12345678" * 8),
    ],
)
def test_salt_keeps_the_first_64_visible_ascii_bytes(phrase: str, kept: str) -> None:
    assert salt(phrase) == kept
    assert salt(phrase) == bytes(byte for byte in phrase.encode() if 0x21 <= byte <= 0x7E)[:64].decode()


def test_canonical_deck_of_109() -> None:
    deck = RULE_109.deck
    assert " ".join(map(str, deck[:13])) == "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC"
    assert [card.suit for card in deck[::13]] == ["C", "D", "H", "S"]
    assert len(set(deck)) == 52


@pytest.mark.parametrize(
    "change",
    [
        {"game": 13},
        {"round": 3},
        {"attempt": 2},
        {"seed": "00" * 32},
        {"prev": NO_PREV},
        {"salts": ("", "correct-horse", "7", "")},
    ],
    ids=str,
)
def test_everything_given_to_a_deal_changes_it(change: dict[str, object]) -> None:
    changed = replace(SECOND_ROUND, **change)  # type: ignore[arg-type]
    assert deal(deal_key(changed, RULE_109), RULE_109) != deal(deal_key(SECOND_ROUND, RULE_109), RULE_109)


def test_draw_depends_on_the_acts_that_stand_on_seat_and_options() -> None:
    options = RULE_109.deck[:13]
    key = deal_key(SECOND_ROUND, RULE_109)
    assert len({draw(key, SECOND_ROUND, acts, 3, options) for acts in range(60)}) > 6
    assert len({draw(key, SECOND_ROUND, 31, seat, options) for seat in (1, 2, 3, 4)}) > 1
    assert len({options.index(draw(key, SECOND_ROUND, 31, 3, options[i:])) - i for i in range(12)}) > 1


def test_below_passes_over_words_past_the_last_whole_multiple() -> None:
    assert below(iter([2**32 - 1, 7]), 3) == 1  # 2^32 is 3 times 1431655765, and one over
    assert below(iter([2**32 - 2, 7]), 3) == 2
    assert below(iter([2**32 - 48, 9]), 52) == 9  # 48 words are over, and this is the first of them
    assert below(iter([2**32 - 1, 2**32 - 17, 9]), 52) == 9
    assert below(iter([2**32 - 49, 9]), 52) == 51
    assert below(iter([2**32 - 1]), 2) == 1
    assert below(iter([2**32 - 1]), 1) == 0


def test_words_go_on_from_block_to_block() -> None:
    drawn = word_stream(b"key", b"deck\n")
    first = [next(drawn) for _ in range(20)]
    blocks = b"".join(mac(b"key", b"deck\n" + bytes([0] * 7 + [i])) for i in range(3))
    assert first == [int.from_bytes(blocks[4 * i : 4 * i + 4], "big") for i in range(20)]


def test_every_deal_is_the_whole_deck() -> None:
    for seed in range(50):
        for sheet in (RULE_109, joker_sheet()):
            hands = deal(deal_key(Deck(1, 1, 1, f"{seed:064x}"), sheet), sheet)
            assert [len(hand) for hand in hands] == [13] * 4
            assert set().union(*hands) == set(sheet.deck)


def test_deals_are_even() -> None:
    """Each seat gets the ace of spades, and each place of the deal the 2C, about equally often."""
    deals = [deal(deal_key(Deck(1, 1, 1, f"{seed:064x}"), RULE_109), RULE_109) for seed in range(2_600)]
    seats = Counter(seat for hands in deals for seat in range(4) if Card("A", "S") in hands[seat])
    places = Counter([card for hand in hands for card in hand].index(Card("2", "C")) for hands in deals)
    assert chi_square(seats, 4) < 22  # an even draw is above in one of 10,000 cases
    assert chi_square(places, 52) < 100


@pytest.mark.parametrize("count", [1, 2, 3, 8, 13, 24])
def test_picks_are_even(count: int) -> None:
    picks = Counter(pick(f"key {n}".encode(), count) for n in range(300 * count))
    assert set(picks) == set(range(count))
    assert chi_square(picks, count) < 2.5 * count + 20


def test_a_game_starts_with_the_deal_of_its_seed() -> None:
    *before, dealt = start(12, ("Ann", "Bob", "Carol", "Dave"), SHEETS["109"], 60, fresh(SEED))
    assert isinstance(dealt, Dealt)
    deck = Deck(12, 1, 1, SEED, NO_PREV, NO_SALTS)
    assert dealt.hands == deal(deal_key(deck, RULE_109), RULE_109)
    assert replay((*before, dealt)).deck == deck


def chi_square(counts: Counter[int], cells: int) -> float:
    expected = counts.total() / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in range(cells))
