"""The page that checks chance, in a real browser: what is done to chance in a record both it and `referee verify` find,
what is done to the law `referee verify` alone. It asks the network for nothing, and what a record says stays text.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from referee.commands.verify import verified
from referee.commands.verify_tournament import TournamentRecords, tournament_verified
from referee.dominoes.sheets import SIGMA_DOMINOES
from referee.records.lines import WrongLine
from referee.spades.rulesheet import RuleSheet
from referee.spades.sheets import RULE_109, SHEETS
from referee.tournaments.audit.lines import is_tournament
from referee.tournaments.formats import Format
from tests.audit import tampering, test_claim_records, tournament_tampering
from tests.audit.browser import Page, browsing
from tests.audit.chance_tampering import (
    OF_DOMINOES,
    OF_GAMES,
    OF_TOURNAMENTS,
    THE_LAW,
    THE_LAW_OF_DOMINOES,
    THE_LAW_OF_TOURNAMENTS,
    Given,
    tampered,
    tampered_tournaments,
)
from tests.audit.match_limit_cases import MATCH_LIMIT
from tests.audit.record_cases import CASES, made, void_while_a_third_misdeal_waits
from tests.audit.record_example import SEEDS, example
from tests.audit.records import Record, many, record_of, text_of
from tests.audit.restored_cases import RESTORED
from tests.audit.tampering import change, other_digit, written
from tests.audit.tournament_games import DOMINOES, FORMATS, with_games
from tests.audit.tournament_records import recorded
from tests.dominoes import random_games as dominoes
from tests.dominoes import records as domino_records
from tests.dominoes import slow_deal as slow_tiles
from tests.spades.custom_sheets import custom_table
from tests.spades.slow_deal import deals

FILE = Path(__file__).parent.parent.parent / "docs" / "verify.html"
AT_ONCE = 25
LONGEST = 790
"""The most lines that a person is asked to read before they believe the page."""
ALL = (*CASES, *RESTORED, *MATCH_LIMIT)
CHECK = """((given) => given.map(([text, heads]) => {
  const { ok, line, last } = verify(text, heads);
  return [ok, line, last];
}))"""
DROP = """((texts) => {
  const dataTransfer = new DataTransfer();
  texts.forEach((text, i) => dataTransfer.items.add(new File([text], `record-${i}.jsonl`)));
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
})"""
PASTE = """((text) => {
  const clipboardData = new DataTransfer();
  clipboardData.items.add(new File([text], "record.jsonl"));
  document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
})"""
MISDEALT = 88
"""The seed of a game of dominoes in whose first deal a hand holds five doubles."""
HOSTILE = "<img/src/onerror=hit()>"


class Said(NamedTuple):
    """The verdict of a program on a record: right or not, and if not, which lines may be the first wrong one."""

    ok: bool
    line: int | None = None
    last: int | None = None


RIGHT = Said(True)


@pytest.fixture(scope="module")
def browser() -> Iterator[Page]:
    with browsing() as page:
        yield page


@pytest.fixture
def page(browser: Page) -> Page:
    """Return the page as it is opened: nothing is given yet."""
    browser.send("Emulation.clearDeviceMetricsOverride")
    browser.open(FILE)
    return browser


def asked(page: Page, given: Sequence[Given]) -> list[Said]:
    """Ask the page about each record."""
    found: list[Said] = []
    for start in range(0, len(given), AT_ONCE):
        some = [[one.text, one.heads] for one in given[start : start + AT_ONCE]]
        found += [Said(*said) for said in page.evaluate(f"{CHECK}({json.dumps(some)})")]
    return found


def referee(given: Given) -> Said:
    """Ask `referee verify` about a record."""
    try:
        if is_tournament(given.text):
            list(tournament_verified(TournamentRecords(given.text, {}, given.heads)))
        else:
            list(verified(given.text, given.heads))
    except WrongLine as wrong:
        return Said(False, wrong.number, wrong.last)
    return RIGHT


def records(count: int) -> Iterator[Record]:
    """Yield games on all sheets, and as many on custom sheets; some of them long, some restored from older copies."""
    for sheet, seed in many(count):
        for one in (sheet, RuleSheet.from_table("ours", custom_table(Random(seed)))):
            yield record_of(one, seed, rounds=5 if seed % 6 == 5 else 2, restores=0.03 if seed % 2 else 0.0)


def some(lines: Sequence[str]) -> tuple[str, ...]:
    """Return the heads that a player may have kept."""
    return tuple(head[:16] for head in lines[::7])


# right records


def takes(page: Page, given: Sequence[Given]) -> None:
    """Check that both programs find all of these right."""
    answers = asked(page, given)
    assert [(answer, referee(one)) for answer, one in zip(answers, given, strict=True)] == [(RIGHT, RIGHT)] * len(given)


def test_it_takes_the_games_that_the_referee_writes(page: Page) -> None:
    takes(page, [Given(record.text, some(record.heads)) for record in records(7)])


@pytest.mark.parametrize("sheet", SHEETS)
def test_it_takes_games_with_claims_and_plans(page: Page, sheet: str) -> None:
    takes(page, [Given(record.text) for record in test_claim_records.records(sheet)])


def test_it_takes_the_tournaments_that_the_referee_writes(page: Page) -> None:
    takes(page, [Given(text_of(recorded(number).lines)) for number in range(12)])


def test_it_takes_a_record_that_breaks_off_unless_chance_is_missing(page: Page) -> None:
    lines = record_of(SHEETS["sigma"], 4).lines
    given = [Given(text_of(lines[:end])) for end in range(1, len(lines) + 1)]
    answers = dict(zip((one.text for one in given), asked(page, given), strict=True))
    assert sum(answer.ok for answer in answers.values()) > len(lines) // 2
    for one in given:
        if referee(one).ok:
            assert answers[one.text] == RIGHT
        elif not answers[one.text].ok:
            assert answers[one.text] == referee(one)


@pytest.mark.parametrize("name", SHEETS)
def test_every_deal_is_made_again(page: Page, name: str) -> None:
    """A third implementation of the deal, which knows no rules, agrees."""
    lines = record_of(SHEETS[name], 3).lines
    told = "verify({}).found.deals.map((it) => [it.line - 1, it.hands, it.seed ?? null, it.prev])"
    found = page.evaluate(told.format(json.dumps(text_of(lines))))
    assert found == [[one.at, one.hands, one.seed, one.prev] for one in deals(lines)]


def games_of_dominoes(count: int) -> Iterator[Record]:
    """Yield games of dominoes on all sheets, the first with a misdeal; some of them restored from older copies."""
    for seed in (MISDEALT, *range(1, count)):
        yield domino_records.record_of(dominoes.SHEETS[seed % len(dominoes.SHEETS)], seed)


def test_it_takes_the_games_of_dominoes_that_the_referee_writes(page: Page) -> None:
    every = list(games_of_dominoes(12))
    assert {'"e":"restore"', '"by":"clock"', '"e":"void"', '"reason":"misdeal"'} <= {
        part for one in every for part in re.findall('"(?:e|by|reason)":"[a-z]+"', one.text)
    }
    takes(page, [Given(record.text, some(record.heads)) for record in every])


def test_every_deal_of_tiles_is_made_again(page: Page) -> None:
    """A third implementation of that deal agrees."""
    told = "verify({}).found.deals.map((it) => [it.game, it.round, it.attempt, it.prev, it.salts, it.seed, it.hands])"
    for record in games_of_dominoes(6):
        found = page.evaluate(told.format(json.dumps(record.text)))
        assert len(found) == sum('"e":"deal"' in line for line in record.lines)
        for *deal, hands in found:
            assert hands == slow_tiles.dealt(slow_tiles.key_of(*deal))


def test_it_takes_a_game_of_dominoes_that_breaks_off(page: Page) -> None:
    lines = domino_records.unrestored(SIGMA_DOMINOES, 4).lines
    given = [Given(text_of(lines[:end])) for end in range(1, len(lines) + 1)]
    answers = asked(page, given)
    right = [answer for one, answer in zip(given, answers, strict=True) if referee(one).ok]
    assert len(right) > len(lines) // 2 and {*right} == {RIGHT}


# tampered records


@pytest.mark.parametrize("way", OF_GAMES, ids=lambda way: way.__name__)
def test_what_is_done_to_chance_both_find(page: Page, way: tampering.Way) -> None:
    sheets = [SHEETS["fsu"], RULE_109] if way.__name__ == "heard_seat" else SHEETS.values()
    both_find(page, tampered(way, sheets, 4))


@pytest.mark.parametrize("way", OF_DOMINOES, ids=lambda way: way.__name__)
def test_what_is_done_to_the_chance_of_dominoes_both_find(page: Page, way: tampering.Way) -> None:
    both_find(page, tampered(way, dominoes.SHEETS, 4, domino_records.unrestored))


@pytest.mark.parametrize("way", OF_TOURNAMENTS, ids=lambda way: way.__name__)
def test_what_is_done_to_a_draw_both_find(page: Page, way: tournament_tampering.Way) -> None:
    both_find(page, tampered_tournaments(way, 3))


def both_find(page: Page, given: Sequence[Given]) -> None:
    """Check that both programs refuse these records, at a line where the fault can show."""
    for one, answer in zip(given, asked(page, given), strict=True):
        for said in (answer, referee(one)):
            assert not said.ok and said.line is not None and one.first <= said.line <= one.last, (said, one)


def test_another_roster_than_was_drawn_from_both_find(page: Page) -> None:
    given = tampered_tournaments(tournament_tampering.roster, 4)
    assert not any(answer.ok for answer in asked(page, given)) and not any(referee(one).ok for one in given)


@pytest.mark.parametrize("way", THE_LAW, ids=lambda way: way.__name__)
def test_what_is_done_to_the_law_referee_verify_alone_finds(page: Page, way: tampering.Way) -> None:
    sheets = [SHEETS["fsu"]] if way is tampering.challenge else SHEETS.values()
    referee_alone_finds(page, tampered(way, sheets, 3))


@pytest.mark.parametrize("way", THE_LAW_OF_DOMINOES, ids=lambda way: way.__name__)
def test_what_is_done_to_the_law_of_dominoes_referee_verify_alone_finds(page: Page, way: tampering.Way) -> None:
    referee_alone_finds(page, tampered(way, dominoes.SHEETS, 3, domino_records.unrestored))


@pytest.mark.parametrize("way", THE_LAW_OF_TOURNAMENTS, ids=lambda way: way.__name__)
def test_what_is_done_to_a_result_referee_verify_alone_finds(page: Page, way: tournament_tampering.Way) -> None:
    referee_alone_finds(page, tampered_tournaments(way, 3))


def referee_alone_finds(page: Page, given: Sequence[Given]) -> None:
    """Check that `referee verify` refuses these, and that the page, which checks chance, does not."""
    assert [(answer, referee(one).ok) for answer, one in zip(asked(page, given), given, strict=True)] == [
        (RIGHT, False)
    ] * len(given)


def test_it_refuses_nothing_that_referee_verify_takes(page: Page) -> None:
    blames_no_more(page, [given for record in records(7) for given in changed(record, 6)])


def test_of_dominoes_it_refuses_nothing_that_referee_verify_takes(page: Page) -> None:
    blames_no_more(page, [given for record in games_of_dominoes(8) for given in changed(record, 10)])


@pytest.mark.long
def test_of_thousands_of_changes_it_refuses_nothing_that_referee_verify_takes(page: Page) -> None:
    blames_no_more(page, [given for record in records(140) for given in changed(record, 10)])


def blames_no_more(page: Page, given: Sequence[Given]) -> None:
    """Check that the page judges each record, and that `referee verify` refuses all that the page refuses."""
    blamed = [one for one, answer in zip(given, asked(page, given), strict=True) if not answer.ok]
    assert len(blamed) > len(given) // 10 and not any(referee(one).ok for one in blamed)


@pytest.mark.parametrize("make", ALL, ids=lambda make: make.__name__)
def test_it_blames_no_line_before_that_at_which_a_rule_is_broken(judged: dict[str, Said], make: Any) -> None:
    wrong, answer = made(make).wrong, judged[make.__name__]
    assert answer.ok or (wrong is not None and answer.line is not None and answer.line >= wrong)


@pytest.fixture(scope="module")
def judged(browser: Page) -> dict[str, Said]:
    """Return the verdicts of the page on each record in which a rule may be broken."""
    browser.open(FILE)
    answers = asked(browser, [Given(text_of(made(make).lines)) for make in ALL])
    return {make.__name__: answer for make, answer in zip(ALL, answers, strict=True)}


def changed(record: Record, count: int) -> Iterator[Given]:
    """Yield the record with some change, which need not be a fault; half of the time with known heads."""
    for seed in range(count):
        random = Random(f"{record.lines[0]} {seed}")
        lines = list(record.lines)
        for _ in range(random.choice((1, 1, 2))):
            change(random, lines)
        yield Given(text_of(lines), random.choice(((), some(record.heads))))


# vectors


def test_sha_256_is_that_of_the_standard(page: Page) -> None:
    """Lengths up to four blocks fill the last one in every way."""
    found = page.evaluate("Array.from({ length: 256 }, (_, n) => hex(sha256(new Uint8Array(n).map((_, i) => i * n))))")
    assert found == [hashlib.sha256(bytes(i * n % 256 for i in range(n))).hexdigest() for n in range(256)]


def test_words_past_the_last_whole_multiple_are_skipped(page: Page) -> None:
    """A draw out of three is even though three does not divide 2 to 32."""
    assert page.evaluate("below([2 ** 32 - 1, 5, 7].values(), 3)") == 2
    assert page.evaluate("below([2 ** 32 - 2, 5].values(), 3)") == 2 == (2**32 - 2) % 3


def test_the_vectors_of_the_papers(page: Page) -> None:
    """The vectors that a second implementation made."""
    seed, prev = SEEDS[0], "ab" * 32
    first = {"game": "G42", "round": 1, "attempt": 1, "seed": seed}
    assert page.evaluate(f"commitment(SPADES, {json.dumps(first)})") == (
        "64a9127eeb521ce32443721811c5aa3774511c57ffce61d097a5c77955bb6233"
    )
    committed = "290512864965b5803084fd38245594de6cbdfbedde3a019dbe28eae914c63617"
    deck = f"deckOf({json.dumps(RULE_109.parameters())})"
    salts = ["correct-horse", "", "7", ""]
    place = {"game": "12", "round": 2, "attempt": 1}
    deal = {**place, "seed": seed, "prev": prev, "salts": salts, "commit": committed}
    assert page.evaluate(f"commitment(SPADES, {json.dumps(deal)})") == committed
    key = f"dealKey(SPADES, {deck}, {json.dumps(deal)})"
    assert page.evaluate(f"hex({key})") == "d45bef7c9268ef8d37b7b51704d07e6a5dd75270e0765da61e11c747016fbed4"
    hands = page.evaluate(f"dealt({key}, {deck})")
    assert " ".join(hands[0]) == "JS TH KC 5D 6H 3C 2D 5C JH 5H 4H 9C AH"
    assert " ".join(hands[3]) == "TS 4C 2H 7H KS 8D 4D 5S QH AD TC 9D JD"
    other = "unhex('3fa7fb59412439da8d5b6392e9895a140d55f3332811df8fd45d3f110eec1714')"
    places = [f"{{round: 2, attempt: 1, acts: {acts}, seat: 3}}" for acts in (30, 31, 32)]
    assert [page.evaluate(f"drawn(SPADES, {other}, {at}, ['2H', '9H', 'KH'])") for at in places] == ["2H", "KH", "2H"]
    bids = [{"e": "bid", "seat": seat, "bid": bid} for seat, bid in ((2, 3), (3, 0), (4, 4), (1, 2))]
    bids[1]["blind"] = True
    cards = [{"e": "play", "seat": seat, "card": card} for seat, card in ((4, "AS"), (1, "KS"), (2, "2S"), (3, "BJ"))]
    assert page.evaluate(f"tied(SPADES, {json.dumps(bids + cards)})") == (
        "d6b5bfb900f6328b8d6b97d55bb59f42a0861ec9f028cb365a47234f5d9cf9eb"
    )
    line = '{"bid":3,"by":"player","e":"bid","seat":1,"turn":1}'
    assert page.evaluate(f"headsOf(['{line}'])") == ["9f4df9b64e7e1cb7dc084dceb8a2b0039b104251b18718b9705752d6706d0960"]


def test_a_deck_with_jokers_is_dealt_as_the_papers_have_it(page: Page) -> None:
    deck = f"deckOf({json.dumps(SHEETS['pride'].parameters())})"
    assert page.evaluate(f"{deck}.slice(-5)") == ["KS", "AS", "2S", "LJ", "BJ"]
    deal = {
        "game": "7",
        "round": 3,
        "attempt": 2,
        "seed": SEEDS[0],
        "prev": "d6b5bfb900f6328b8d6b97d55bb59f42a0861ec9f028cb365a47234f5d9cf9eb",
        "salts": ["", "tea", "", ""],
        "commit": "ff7a60966b521b9f376dcc1d750178adb88aa102907dcba761ba4624eebeef91",
    }
    hands = page.evaluate(f"dealt(dealKey(SPADES, {deck}, {json.dumps(deal)}), {deck})")
    assert " ".join(hands[0]) == "7D 5C 9C 5S QH 9D 4C AD AS LJ 4S KC 7C"
    assert " ".join(hands[1]) == "BJ 5H TD 9S KS 2S 7S 6S 8D TH 3S JS TS"


def test_the_vectors_of_dominoes(page: Page) -> None:
    salts = ["correct-horse", "", "7", ""]
    committed = "4b373772b65eaefd0be3ad86d36d787c7694a4e381fc849ca0acbf3b297b1988"
    deal = {"game": "12", "round": 2, "attempt": 1, "seed": SEEDS[0], "prev": "ab" * 32, "salts": salts}
    assert page.evaluate(f"commitment(DOMINOES, {json.dumps(deal)})") == committed
    key = f"dealKey(DOMINOES, TILES, {json.dumps({**deal, 'commit': committed})})"
    assert page.evaluate(f"hex({key})") == "a8d4a8cd5b0b2c2a895a3c9787732fd431f8d9f8043aa1c89faad844de31fdee"
    hands = page.evaluate(f"dealt({key}, TILES)")
    assert " ".join(hands[0]) == "6-6 1-0 2-0 2-1 1-1 5-0 6-0"
    assert " ".join(hands[3]) == "5-5 4-4 5-4 4-3 3-2 3-0 3-3"
    place = "{round: 2, attempt: 1, acts: 9, seat: 3}"
    options = ["4-4 right", "6-4 left", "6-4 right"]
    assert page.evaluate(f"drawn(DOMINOES, {key}, {place}, {json.dumps(options)})") == "6-4 left"
    laid = [(2, "6-6", "first"), (3, "6-3", "right"), (4, "", ""), (1, "6-1", "left")]
    acts = [{"e": "play" if tile else "knock", "seat": seat, "tile": tile, "arm": arm} for seat, tile, arm in laid]
    assert page.evaluate(f"tied(DOMINOES, {json.dumps(acts)})") == (
        "69c7a94debe2a9452d4b48275d1571d5c50c999ba8a2db6193ce0736b0dd1f82"
    )


@pytest.mark.parametrize(
    ("laid", "ends"),
    [
        ("6-4 first", "left 6, right 4"),
        ("6-6 first", "left 6, right 6"),
        ("6-6 first, 6-3 right", "left 6, right 3"),
        ("6-6 first, 6-3 right, 6-2 left", "left 2, right 3, up 6, down 6"),
        ("6-6 first, 6-3 right, 6-2 left, 6-5 up", "left 2, right 3, up 5, down 6"),
        ("2-1 first, 1-1 right, 2-2 left", "left 2, right 1"),
        ("2-1 first, 1-1 right, 2-2 left, 1-0 right", "left 2, right 0, up 1, down 1"),
        ("2-1 first, 1-1 right, 1-0 right, 3-1 up", "left 2, right 0, up 3, down 1"),
    ],
)
def test_a_tile_may_go_to_these_ends(page: Page, laid: str, ends: str) -> None:
    tiles = [dict(zip(("tile", "arm"), one.split(), strict=True)) for one in laid.split(", ")]
    found = page.evaluate(f"endsOf({json.dumps(tiles)})")
    assert found == dict(one.split() for one in ends.split(", "))


def test_a_draw_comes_out_as_the_papers_have_it(page: Page) -> None:
    names = {"Aces": ["Ann", "Bob"], "Bags": ["Carol", "Dave"], "Clubs": ["Eve", "Finn"], "Deuces": ["Gil", "Hana"]}
    commit = "cef993e671772d9ae9879670e5da91e42194ad38798ae1de3ca86fb56106d9e5"
    teams = [{"name": name, "players": players} for name, players in names.items()]
    order, lots = ["Deuces", "Aces", "Clubs", "Bags"], ["Clubs", "Aces", "Bags", "Deuces"]
    first, second = ["Dave", "Hana", "Carol", "Gil"], ["Ann", "Finn", "Bob", "Eve"]
    told: list[dict[str, Any]] = [
        {"e": "announced", "name": "Cup", "tournament": "1", "v": "spades-tournament-v1"},
        {"e": "commitments", "commit": commit, "root": "0" * 64},
        {"e": "closed", "seeded": [], "teams": teams},
        {"e": "salts", "salts": [["", ""]] * 4},
        {"e": "draw", "lots": lots, "order": order, "seed": SEEDS[0]},
        {"e": "pairing", "game": 1, "match": 1, "number": "7", "seats": first, "teams": ["Deuces", "Bags"]},
        {"e": "pairing", "game": 1, "match": 2, "number": "8", "seats": second, "teams": ["Aces", "Clubs"]},
    ]
    assert asked(page, [Given(text_of([*map(written, told)]))]) == [RIGHT]
    told[5]["seats"] = first[::-1]
    assert asked(page, [Given(text_of([*map(written, told)]))]) == [Said(False, 6, 6)]


# what a person sees


def give(page: Page, text: str, heads: Sequence[str] = ()) -> str:
    """Paste a record, press the button, and return what the page says at the top."""
    fields = {"text": text, "heads": "\n".join(heads)}
    page.evaluate(f"for (const [id, text] of Object.entries({json.dumps(fields)})) byId(id).value = text")
    page.evaluate("byId('check').click()")
    return verdict(page)


def verdict(page: Page) -> str:
    """Return the first verdict that the page shows."""
    return str(page.evaluate("document.querySelector('.verdict')?.innerText ?? ''"))


def later(page: Page) -> str:
    """Return the first verdict, once the page has read its files."""
    page.evaluate("new Promise((done) => setTimeout(done, 200))")
    return verdict(page)


def shown(page: Page) -> str:
    """Return all that the page shows once every part of it is opened."""
    page.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true; })")
    return str(page.evaluate("document.querySelector('main').innerText"))


def test_a_right_record_shows_each_hand(page: Page) -> None:
    lines = example().lines
    said = give(page, text_of(lines))
    assert said.startswith("Right") and "referee verify does that" in said
    text = shown(page)
    hands = page.evaluate("[...document.querySelectorAll('.hands li')].map((hand) => hand.innerText)")
    (first,) = deals(lines)
    assert first.hands is not None
    for hand, dealt in zip(hands, first.hands, strict=True):
        by_suit = sorted(dealt, key=lambda card: ("SHDC".index(card[1]), "AKQJT98765432".index(card[0])))
        faces = ["♠♥♦♣"["SHDC".index(card[1])] + card[0].replace("T", "10") for card in by_suit]
        assert re.findall("[♠♥♦♣][0-9A-Z]+", hand) == faces
    for part in (SEEDS[0], "correct-horse", "the clock drew", "out of", "It does not prove", "no mail was kept back"):
        assert part in text


def test_a_right_record_of_dominoes_shows_each_hand(page: Page) -> None:
    record = next(one for one in games_of_dominoes(20) if '"by":"clock"' in one.text)
    assert give(page, record.text).startswith("Right") and "referee verify does that" in verdict(page)
    text = shown(page)
    hands = page.evaluate("[...document.querySelectorAll('.hands li')].map((hand) => hand.innerText)")
    dealt = page.evaluate(f"verify({json.dumps(record.text)}).found.deals.flatMap(({{ hands }}) => hands)")
    for hand, tiles in zip(hands, dealt, strict=True):
        assert re.findall("[0-6]-[0-6]", hand) == sorted(tiles, reverse=True)
    assert re.search(r"the clock drew [0-6]-[0-6] (first|left|right|up|down) out of [0-6]-[0-6] ", text)
    assert re.search(r"[0-9]+ tiles played, each from the hand dealt; [1-9]", text) and "undefined" not in text


def test_of_a_fourth_attempt_it_says_that_it_could_be_chosen(page: Page) -> None:
    lines = void_while_a_third_misdeal_waits().lines
    fourth = [json.loads(line).get("attempt") == 4 and '"e":"deal"' in line for line in lines].index(True)
    words = "whose seeds were fixed once salts and play were known: Round 1, attempt 4"
    assert give(page, text_of(lines[: fourth + 1])).startswith("Right") and words in shown(page)
    assert give(page, text_of(lines[:fourth])).startswith("Right") and words not in shown(page)


def test_a_wrong_record_names_its_line_and_what_that_says(page: Page) -> None:
    lines = list(example().lines)
    place = next(i for i, line in enumerate(lines) if '"e":"reveal"' in line)
    lines[place] = lines[place].replace(SEEDS[0], SEEDS[1])
    said = give(page, text_of(lines))
    assert said.startswith("Wrong")
    assert f"line {place + 1}:" in said and lines[place] in said and "this is not the seed that was fixed" in said
    assert "proves nothing" in shown(page)


def test_a_head_that_the_record_lacks_is_found(page: Page) -> None:
    record = record_of(RULE_109, 1)
    assert give(page, record.text, [record.heads[0], record.heads[-1][:16].upper()]).startswith("Right")
    said = give(page, record.text, [record.heads[0], "0123456789abcdef"])
    assert said.startswith("Wrong") and "0123456789abcdef" in said
    assert give(page, record.text, ["nonsense"]).startswith("Not checked")


def test_what_an_editor_adds_is_nothing(page: Page) -> None:
    text = text_of(example().lines)
    for one in (text, text.replace("\n", "\r\n"), text + "\n\r\n \t\n", text.rstrip(), f"\ufeff{text}"):
        assert give(page, one).startswith("Right")
        assert asked(page, [Given(one)]) == [RIGHT]


def test_a_head_may_be_copied_with_the_words_around_it(page: Page) -> None:
    record = record_of(RULE_109, 1)
    first, last = record.heads[0][:16], record.heads[-1][:16]
    assert give(page, record.text, [f"Record {first}.", f"RECORD {last.upper()}."]).startswith("Right")
    takes(page, [Given(record.text, (f"Record {first}.", f"{last}."))])


def test_a_head_after_the_end_of_a_record_says_that_it_has_grown(page: Page) -> None:
    record = record_of(RULE_109, 1)
    place = record.told.index(next(told for told in record.told if told > 9))
    length, end, newer = record.told[place], record.heads[place], record.heads[place + 1]
    given = [Given(text_of(record.lines[:length]), (end, newer)), Given(text_of(record.lines[:length]), (newer,))]
    assert asked(page, given) == [referee(one) for one in given]
    assert referee(given[0]) == Said(False, length + 1, length + 1)
    grown = f"the head {newer[:16]} that you were told comes after this record's last line: ask for the record again"
    assert grown in give(page, given[0].text, given[0].heads)
    assert "grown" not in give(page, given[1].text, given[1].heads)


def test_a_running_deal_is_said_to_be_unchecked(page: Page) -> None:
    lines = record_of(RULE_109, 2).lines
    end = next(i for i, line in enumerate(lines) if '"e":"play"' in line) + 1
    assert give(page, text_of(lines[:end])).startswith("Right")
    text = shown(page)
    assert "not yet: the hands of the running deal, whose seed is still secret" in text and "not shown yet" in text


@pytest.mark.parametrize(
    "garbage", ["hello", "{}", "\0\1\2", '{"e":"start"}', "[" * 50_000, "null", '{"e":"constructor"}', '{"e":"bid"}']
)
def test_what_is_no_record_gets_a_clear_sentence(page: Page, garbage: str) -> None:
    said = give(page, garbage)
    assert said.startswith("Wrong") and "Wrong at line 1:" in said


@pytest.mark.parametrize(
    "rules", [{}, {"suits": {}}, {"suits": {"C": "A", "D": "A", "H": "A", "S": "A"}}, {"suits": [1]}, None, 7]
)
def test_a_deck_that_cannot_be_dealt_is_wrong_at_line_1(page: Page, rules: Any) -> None:
    first, *rest = example().lines
    given = Given(text_of([written({**json.loads(first), "rules": rules}), *rest]))
    assert asked(page, [given]) == [Said(False, 1, 1)]


def test_nothing_given_is_said(page: Page) -> None:
    assert "first" in give(page, "  \n")


def test_dropped_and_pasted_files_are_checked(page: Page) -> None:
    for text, said in ((text_of(example().lines), "Right"), ("\ufeff\x00 no record", "Wrong")):
        page.evaluate(f"{DROP}({json.dumps([text])})")
        assert later(page).startswith(said)
        page.evaluate(f"byId('reports').replaceChildren(); {PASTE}({json.dumps(text)})")
        assert later(page).startswith(said)
    page.evaluate(f"{DROP}(['x'.repeat(LARGEST + 1)])")
    assert "too large to be a record" in later(page)


def test_a_chosen_file_is_checked_with_any_end_of_lines(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "record.jsonl"
    file.write_bytes(text_of(example().lines).replace("\n", "\r\n").encode())
    node = page.send("DOM.querySelector", nodeId=page.send("DOM.getDocument")["root"]["nodeId"], selector="#file")
    page.send("DOM.setFileInputFiles", files=[str(file)], nodeId=node["nodeId"])
    assert later(page).startswith("Right")


def verdicts(page: Page, *texts: str) -> list[str]:
    """Drop several files together, and return what the page says of each."""
    page.evaluate(f"{DROP}({json.dumps(texts)})")
    later(page)
    return list(page.evaluate("[...document.querySelectorAll('.verdict')].map((one) => one.innerText)"))


@pytest.mark.parametrize(("number", "formats"), [(0, FORMATS), (1, FORMATS), (0, DOMINOES)])
def test_the_games_of_a_tournament_begin_as_its_root_has_it(
    page: Page, number: int, formats: tuple[Format, ...]
) -> None:
    played = with_games(number, formats=formats)
    cup, games = text_of(played.lines), list(played.files().values())
    assert all(said.startswith("Right") for said in verdicts(page, *games, cup))
    text = shown(page)
    assert "The draw" in text and json.loads(played.lines[2])["e"] == "entry"
    stranger = example().lines
    assert [said[:5] for said in verdicts(page, cup, text_of(stranger))] == ["Right", "Right"]
    lines = [json.loads(line) for line in games[0].splitlines()]
    place = next(i for i, line in enumerate(lines) if line["e"] == "commit")
    cut = [{**lines[place], "commits": [other_digit(Random(1), one) for one in lines[place]["commits"]]}]
    deal = next(i for i, line in enumerate(lines) if line["e"] == "deal")
    other = text_of([written(one) for one in (*lines[:place], *cut, *lines[place + 1 : deal + 1])])
    first, second = verdicts(page, cup, other)
    assert first.startswith("Wrong") and "did not fix the first deals that the root gives it" in first
    assert second.startswith("Right"), "in itself it is"
    seats = written({**lines[0], "seats": lines[0]["seats"][::-1]})
    first, _ = verdicts(page, cup, text_of([seats, *games[0].splitlines()[1:]]))
    assert first.startswith("Wrong") and "has other seats" in first


def test_a_draw_is_shown(page: Page) -> None:
    lines = next(one.lines for one in map(recorded, range(24)) if any('"e":"pairing"' in line for line in one.lines))
    told = [json.loads(line) for line in lines]
    draw = next(line for line in told if line["e"] == "draw")
    assert give(page, text_of(lines)).startswith("Right")
    text = " ".join(shown(page).split())
    assert draw["seed"] in text and " ".join(draw["order"]) in text and " ".join(draw["lots"]) in text
    for pairing in (line for line in told if line["e"] == "pairing"):
        assert ", ".join(pairing["seats"]) in text


def hostile() -> str:
    """Return a right record in which every name is markup."""
    lines = list(example().lines)
    start = json.loads(lines[0])
    names = [f"{HOSTILE}{seat}" for seat in range(4)]
    lines[0] = written({**start, "seats": names, "sheet": HOSTILE})
    lines.insert(-4, written({"e": "replace", "name": "<script>hit()</script>", "seat": 2}))
    return text_of(lines)


def test_markup_in_a_record_is_only_text(page: Page) -> None:
    page.evaluate("globalThis.hits = 0; globalThis.hit = () => { hits += 1; }")
    given = hostile()
    assert give(page, given).startswith("Right")
    assert f"{HOSTILE}0" in shown(page)
    assert HOSTILE in give(page, given.replace('"by":"player","card":"AC"', f'"by":"{HOSTILE}","card":"ZZ"', 1))
    shown(page)
    page.evaluate("new Promise((done) => setTimeout(done, 100))")
    assert page.evaluate("[hits, document.images.length, document.querySelectorAll('script').length]") == [0, 0, 1]


def test_it_needs_no_cryptography_of_the_browser(page: Page) -> None:
    page.evaluate("void Object.defineProperty(globalThis, 'crypto', { value: undefined })")
    assert give(page, text_of(example().lines)).startswith("Right")


def test_nothing_leaves_the_page(page: Page) -> None:
    page.asked.clear()
    page.open(FILE)
    give(page, hostile())
    shown(page)
    refused = "fetch('https://example.org/').then(() => 'sent', () => 'refused')"
    assert page.evaluate(refused) == "refused"
    asked_for = {url for url in page.asked if not url.startswith("https://example.org")}
    assert asked_for == {FILE.resolve().as_uri()}


def test_the_page_names_no_address_and_bars_the_network() -> None:
    text = FILE.read_text("utf-8")
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)
    assert policy is not None
    rules = dict(rule.strip().split(" ", 1) for rule in policy[1].split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == "'unsafe-inline'"
    assert set(rules.values()) == {"'none'", "'unsafe-inline'"}
    assert not re.search(
        r"https?:|//[a-z]|\bsrc=|@import|url\(|innerHTML|insertAdjacent|document\.write|\beval\b", text
    )
    assert text.count("<script") == 1
    assert len(text.splitlines()) <= LONGEST


def test_every_field_has_a_label_and_the_keyboard_reaches_all(page: Page) -> None:
    give(page, text_of(example().lines))
    named = "[...document.querySelectorAll('input, textarea')].every((field) => field.labels.length === 1)"
    assert page.evaluate(named)
    page.evaluate("byId('file').focus()")
    order = []
    for _ in range(4):
        page.send("Input.dispatchKeyEvent", type="keyDown", key="Tab", code="Tab", windowsVirtualKeyCode=9)
        page.send("Input.dispatchKeyEvent", type="keyUp", key="Tab", code="Tab", windowsVirtualKeyCode=9)
        order.append(page.evaluate("document.activeElement.id || document.activeElement.tagName"))
    assert order == ["text", "heads", "check", "SUMMARY"]


@pytest.mark.parametrize("width", [390, 320])
def test_it_fits_a_phone(page: Page, width: int) -> None:
    page.send("Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=True)
    lines = list(example().lines)
    start = json.loads(lines[0])
    start["seats"] = ["Maximiliana Longname Xyz", "Bartholomew-Christopher", "W" * 24, "Dave"]
    lines[0] = written(start)
    give(page, text_of(lines))
    shown(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
