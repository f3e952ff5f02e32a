"""The page that verifies records, in a real browser: it agrees with `referee verify`, it asks the network for nothing,
and what a record says stays text.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from referee.commands.verify import Wanted, verified
from referee.spades.audit.lines import WrongLine
from referee.spades.rulesheet import RuleSheet, sheet_from
from referee.spades.sheets import RULE_109, SHEETS
from tests.audit.browser import Page, browsing
from tests.audit.match_limit_cases import MATCH_LIMIT
from tests.audit.record_cases import CASES, Case, made, void_while_a_third_misdeal_waits
from tests.audit.record_example import SEEDS, example
from tests.audit.records import Record, many, record_of, text_of
from tests.audit.restored_cases import RESTORED
from tests.audit.tampering import WAYS, Tampered, tampered, written
from tests.spades.custom_sheets import CONTRADICTIONS, custom_table
from tests.spades.slow_deal import deals

FILE = Path(__file__).parent.parent.parent / "docs" / "verify.html"
AT_ONCE = 25
ALL = (*CASES, *RESTORED, *MATCH_LIMIT)
CHECK = """(async (given) => {
  const found = [];
  for (const [text, heads] of given) {
    const { ok, line, last, open, rounds } = await verify(text, heads);
    found.push([ok, line, last, open, rounds.filter((round) => round.scored).length]);
  }
  return found;
})"""
DROP = """((text) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], "record.jsonl"));
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
})"""
PASTE = """((text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text", text);
  byId("text").dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
})"""
WATCH = """(() => {
  globalThis.longest = 0;
  let since = performance.now();
  setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - since);
    since = now;
  }, 10);
})()"""
HOSTILE = "<img/src/onerror=hit()>"


class Said(NamedTuple):
    """What a verifier says of a record: whether it is right, else which lines may be the first wrong one."""

    ok: bool
    line: int | None = None
    last: int | None = None


class Given(NamedTuple):
    """A record and the heads that are known of it."""

    text: str
    heads: tuple[str, ...] = ()


class Answer(NamedTuple):
    """What the page says, whether a deal is not revealed yet, and how many rounds it has scored."""

    said: Said
    open: bool
    rounds: int


@pytest.fixture(scope="module")
def browser() -> Iterator[Page]:
    with browsing() as page:
        yield page


@pytest.fixture
def page(browser: Page) -> Page:
    """The page as it is opened: nothing is given yet."""
    browser.send("Emulation.clearDeviceMetricsOverride")
    browser.open(FILE)
    return browser


def asked(page: Page, given: Sequence[Given]) -> list[Answer]:
    """What the page says of each record."""
    found: list[Answer] = []
    for start in range(0, len(given), AT_ONCE):
        for ok, line, last, unrevealed, rounds in page.evaluate(
            f"{CHECK}({json.dumps(given[start : start + AT_ONCE])})"
        ):
            found.append(Answer(Said(ok, line, last), unrevealed, rounds))
    return found


def referee(given: Given) -> Said:
    """What `referee verify` says of it."""
    try:
        list(verified(given.text, Wanted(given.heads)))
    except WrongLine as wrong:
        return Said(False, wrong.number, wrong.last)
    return Said(True)


def records(count: int) -> Iterator[Record]:
    """Games on all sheets, and as many on custom sheets; some of them long."""
    for sheet, seed in many(count):
        for one in (sheet, sheet_from("ours", custom_table(Random(seed)))):
            yield record_of(one, seed, rounds=5 if seed % 6 == 5 else 2)


def some(lines: Sequence[str]) -> tuple[str, ...]:
    """The heads that a player may have kept."""
    return tuple(head[:16] for head in lines[::7])


def agrees_on_right_ones(page: Page, count: int) -> int:
    """Checks that both verifiers find the records right; returns how many rounds were scored in them."""
    given = [Given(record.text, some(record.heads)) for record in records(count)]
    answers = asked(page, given)
    assert [(one.said, referee(it)) for one, it in zip(answers, given, strict=True)] == [
        (Said(True), Said(True))
    ] * len(given)
    return sum(one.rounds for one in answers)


def agrees_on_wrong_ones(page: Page, wrong: Sequence[Tampered]) -> None:
    """Checks that both verifiers refuse the records at the same line, the one that was tampered with."""
    given = [Given(one.text, one.heads) for one in wrong]
    for one, it, answer in zip(wrong, given, asked(page, given), strict=True):
        assert answer.said == referee(it), one.what
        assert answer.said.line is not None, one.what
        assert one.first <= answer.said.line <= one.last, one.what


def all_tampered(count: int) -> list[Tampered]:
    return [tampered(sheet, seed) for sheet, seed in many(count)]


def test_it_agrees_with_referee_verify(page: Page) -> None:
    assert agrees_on_right_ones(page, 21) > 20


def test_it_refuses_what_referee_verify_refuses_at_the_same_line(page: Page) -> None:
    agrees_on_wrong_ones(page, all_tampered(len(WAYS)))


@pytest.mark.long
def test_it_agrees_on_a_thousand_rounds(page: Page) -> None:
    assert agrees_on_right_ones(page, 320) >= 1000


@pytest.mark.long
def test_it_refuses_three_hundred_tampered_records(page: Page) -> None:
    agrees_on_wrong_ones(page, all_tampered(310))


@pytest.fixture(scope="module")
def judged(browser: Page) -> dict[str, Said]:
    """What the page says of each record in which a rule may be broken."""
    browser.open(FILE)
    answers = asked(browser, [Given(text_of(made(make).lines)) for make in ALL])
    return {make.__name__: answer.said for make, answer in zip(ALL, answers, strict=True)}


@pytest.mark.parametrize("make", ALL, ids=lambda make: make.__name__)
def test_it_names_the_line_at_which_a_rule_is_broken(judged: dict[str, Said], make: Callable[[], Case]) -> None:
    line = made(make).wrong
    assert judged[make.__name__] == Said(line is None, line, line)


def test_it_judges_any_change_alike(page: Page) -> None:
    judges_alike(page, [given for record in records(21) for given in changed(record, 4)])


@pytest.mark.long
def test_it_judges_thousands_of_changes_alike(page: Page) -> None:
    judges_alike(page, [given for record in records(140) for given in changed(record, 10)])


def judges_alike(page: Page, given: Sequence[Given]) -> None:
    """Whether both verifiers find a record right or not, they say the same."""
    for it, answer in zip(given, asked(page, given), strict=True):
        assert answer.said == referee(it), it.text


def changed(record: Record, count: int) -> Iterator[Given]:
    """The record with some change, which need not be a fault; half of the time with known heads."""
    for seed in range(count):
        random = Random(f"{record.lines[0]} {seed}")
        lines = list(record.lines)
        for _ in range(random.choice((1, 1, 2))):
            change(random, lines)
        yield Given(text_of(lines), random.choice(((), some(record.heads))))


def change(random: Random, lines: list[str]) -> None:
    """Takes a line out, doubles it, moves it, changes a value in it, or puts in one that somebody could have sent."""
    place, other = random.randrange(len(lines)), random.randrange(len(lines))
    match random.randrange(9):
        case 0:
            del lines[place]
        case 1:
            lines.insert(place, lines[place])
        case 2:
            lines.insert(other, lines.pop(place))
        case 3 | 4 | 5:
            lines.insert(place + 1, written(anything_sent(random, [json.loads(line) for line in lines[: place + 1]])))
        case _:
            told = json.loads(lines[place])
            key = random.choice(list(told))
            lines[place] = written({**told, key: another(random, told[key])})


def anything_sent(random: Random, told: list[dict[str, Any]]) -> dict[str, Any]:
    """An act that might stand after these lines."""
    turns = [line["turn"] for line in told if isinstance(line.get("turn"), int)]
    seat, turn = random.randint(1, 4), max(turns, default=0) + 1
    scores = [line["score"] for line in told if line.get("e") == "round" and "score" in line]
    book, number = (
        random.randint(1, 5),
        max((line["round"] for line in told if isinstance(line.get("round"), int)), default=1),
    )
    cost = {"points": -100, "books": 3}
    claim = {"accused": seat % 4 + 1, "proven": random.random() < 0.5, "books": cost["books"]}
    charge = random.choice(({"points": 0}, {"points": cost["points"], "charge": seat}))
    ends = {"result": random.choice(("team 1", "team 2", "-")), "by": random.choice(("forfeit", "abort", "score"))}
    return random.choice(
        (
            {"e": "concession", "seat": seat},
            {"e": "withdrawal", "seat": seat},
            {"e": "replace", "seat": seat, "name": random.choice(("Eve", "Ann"))},
            {"e": "void", "turn": turn + 1, "to": max(1, turn - random.randint(0, 8)), **charge},
            {"e": "challenge", "seat": seat, "round": number, "book": book, **claim},
            {"e": "end", "score": scores[-1] if scores else [0, 0], **ends},
            {"e": "bid", "turn": turn, "seat": seat, "bid": random.randint(0, 13), "by": "player"},
        )
    )


def another(random: Random, value: Any) -> Any:
    """Another value of that type, at times of another type."""
    match value:
        case bool():
            return not value
        case int():
            return random.choice((value + 1, value - 1, -value, 0, str(value)))
        case str() if re.fullmatch("[2-9TJQKA][SHDC]|[BL]J", value):
            return random.choice("23456789TJQKA") + random.choice("SHDC")
        case str() if len(value) == 64:
            return value[1:] + random.choice("0123456789abcdef")
        case str():
            return random.choice(
                (f"{value}x", "", "clock", "player", "plan", "team 1", "revealed", "\ud800", "é", None)
            )
        case list() if value:
            place = random.randrange(len(value))
            return [*value[:place], another(random, value[place]), *value[place + 1 :]]
        case dict():
            key = random.choice(list(value))
            return {**value, key: another(random, value[key])}
    return random.choice((None, 0, "x", [], [1, 2]))


def test_a_record_that_breaks_off_is_judged_alike_at_every_line(page: Page) -> None:
    lines = record_of(SHEETS["sigma"], 4).lines
    given = [Given(text_of(lines[:end])) for end in range(0, len(lines), 5)]
    answers = asked(page, given)
    assert [one.said for one in answers] == [referee(it) for it in given]
    assert any(one.open for one in answers)


def test_sheets_that_nobody_can_play_are_refused_at_line_1(page: Page) -> None:
    rules = RULE_109.parameters()
    start = json.loads(example().lines[0])
    changes = [change for change, _ in CONTRADICTIONS] + [{"extra": 1}, {"nil": True}, {"talk": 0}, {"suits": []}]
    tables = [{**rules, **change} for change in changes] + [{k: v for k, v in rules.items() if k != "nil"}]
    lines = [written({**start, "rules": table}) for table in tables]
    given = [Given(text_of([line])) for line in lines]
    said = [one.said for one in asked(page, given)]
    assert said == [referee(it) for it in given] == [Said(False, 1, 1)] * len(given)


def test_every_sheet_is_known_by_its_name(page: Page) -> None:
    for sheet in SHEETS.values():
        assert "as its name says" in start_check(page, sheet, sheet.name)
        assert "of the table's own" in start_check(page, sheet, "109" if sheet.name == "standard" else "standard")


def start_check(page: Page, sheet: RuleSheet, name: str) -> str:
    fields = {"seats": ["Ann", "Bob", "Carol", "Dave"], "sheet": name, "rules": sheet.parameters()}
    return str(page.evaluate(f"startCheck({json.dumps(fields)}).then((check) => check.text)"))


def test_the_parts_are_those_of_the_papers(page: Page) -> None:
    """The vectors that a second implementation made."""
    seed, prev = SEEDS[0], "ab" * 32
    assert page.evaluate(f"commitment('G42', 1, 1, '{seed}')") == (
        "64a9127eeb521ce32443721811c5aa3774511c57ffce61d097a5c77955bb6233"
    )
    committed = "290512864965b5803084fd38245594de6cbdfbedde3a019dbe28eae914c63617"
    assert page.evaluate(f"commitment('12', 2, 1, '{seed}')") == committed
    deck = f"deckOf({json.dumps(RULE_109.parameters())})"
    salts = ["correct-horse", "", "7", ""]
    context = {
        "game": "12",
        "round": 2,
        "attempt": 1,
        "seed": seed,
        "prev": prev,
        "salts": salts,
        "commitment": committed,
    }
    key = f"dealKey({deck}, {json.dumps(context)})"
    assert page.evaluate(f"{key}.then(hex)") == "d45bef7c9268ef8d37b7b51704d07e6a5dd75270e0765da61e11c747016fbed4"
    hands = page.evaluate(f"{key}.then((key) => dealt(key, {deck}))")
    assert " ".join(hands[0]) == "JS TH KC 5D 6H 3C 2D 5C JH 5H 4H 9C AH"
    assert " ".join(hands[3]) == "TS 4C 2H 7H KS 8D 4D 5S QH AD TC 9D JD"
    assert page.evaluate(f"{key}.then((key) => drawn(key, 37, 3, ['2H', '9H', 'KH']))") == "2H"
    acts = ["bid:2:3", "bid:3:B0", "bid:4:4", "bid:1:2", "card:4:AS", "card:1:KS", "card:2:2S", "card:3:BJ"]
    assert page.evaluate(f"tied({{ rules: {{ bid_turns: [0, 1, 2, 3] }}, acts: {json.dumps(acts)} }}, 2)") == (
        "d6b5bfb900f6328b8d6b97d55bb59f42a0861ec9f028cb365a47234f5d9cf9eb"
    )
    line = '{"bid":3,"by":"player","e":"bid","seat":1,"turn":1}'
    assert page.evaluate(f"headsOf(['{line}'], async () => {{}})") == [
        "9f4df9b64e7e1cb7dc084dceb8a2b0039b104251b18718b9705752d6706d0960"
    ]


def test_a_deck_with_jokers_is_dealt_as_the_papers_have_it(page: Page) -> None:
    deck = f"deckOf({json.dumps(SHEETS['pride'].parameters())})"
    assert page.evaluate(f"{deck}.slice(-5)") == ["KS", "AS", "2S", "LJ", "BJ"]
    context = {
        "game": "7",
        "round": 3,
        "attempt": 2,
        "seed": SEEDS[0],
        "prev": "d6b5bfb900f6328b8d6b97d55bb59f42a0861ec9f028cb365a47234f5d9cf9eb",
        "salts": ["", "tea", "", ""],
        "commitment": "ff7a60966b521b9f376dcc1d750178adb88aa102907dcba761ba4624eebeef91",
    }
    hands = page.evaluate(f"dealKey({deck}, {json.dumps(context)}).then((key) => dealt(key, {deck}))")
    assert " ".join(hands[0]) == "7D 5C 9C 5S QH 9D 4C AD AS LJ 4S KC 7C"
    assert " ".join(hands[1]) == "BJ 5H TD 9S KS 2S 7S 6S 8D TH 3S JS TS"


# what a person sees


def scored(record: Record) -> bool:
    return '"e":"round"' in record.text


def give(page: Page, text: str, heads: Sequence[str] = ()) -> str:
    """What the page says at the top after a record was pasted and the button pressed."""
    fields = {"text": text, "heads": "\n".join(heads)}
    page.evaluate(f"for (const [id, text] of Object.entries({json.dumps(fields)})) byId(id).value = text")
    page.evaluate("byId('check').click()")
    return settled(page)


def settled(page: Page) -> str:
    """The verdict, once the page has come to one."""
    return str(
        page.evaluate(
            "new Promise((done) => { const look = () => /^Check/.test(byId('verdict').innerText)"
            " ? setTimeout(look, 10) : done(byId('verdict').innerText); look(); })"
        )
    )


def shown(page: Page) -> str:
    """All that the page shows once every part of it is opened."""
    page.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true; })")
    page.evaluate("new Promise((done) => setTimeout(done, 50))")
    return str(page.evaluate("document.querySelector('main').innerText"))


@pytest.mark.parametrize("name", SHEETS)
def test_every_deal_is_recomputed(page: Page, name: str) -> None:
    """Compared with a third implementation of the deal, which knows no rules."""
    lines = record_of(SHEETS[name], 3).lines
    told = "({ rounds }) => rounds.flatMap(({ deals }) => deals.map((it) => [it.line - 1, it.hands, it.seed, it.prev]))"
    found = page.evaluate(f"verify({json.dumps(text_of(lines))}).then({told})")
    assert found == [[one.at, one.hands, one.seed, one.prev] for one in deals(lines)]


def test_a_right_record_shows_its_deal(page: Page) -> None:
    lines = example().lines
    assert give(page, text_of(lines)).startswith("Right")
    text = shown(page)
    hands = page.evaluate("[...document.querySelectorAll('.hands li')].map((hand) => hand.innerText)")
    (first,) = deals(lines)
    assert first.hands is not None
    for hand, dealt in zip(hands, first.hands, strict=True):
        # behind a card that was played stands the book, of which there was only the first
        cards = [re.sub(r"(?<=\w)1$", "", card) for card in re.findall("[♠♥♦♣][0-9A-Z]+", hand)]
        assert sorted(cards) == sorted("♠♥♦♣"["SHDC".index(card[1])] + card[0].replace("T", "10") for card in dealt)
    for part in (
        SEEDS[0],
        "correct-horse",
        "Cards drawn for the clock",
        " out of ",
        "It does not prove",
        "no mail was kept",
    ):
        assert part in text


def test_only_a_fourth_attempt_is_said_to_rest_on_the_word_of_the_referee(page: Page) -> None:
    lines = void_while_a_third_misdeal_waits().lines
    fourth = [json.loads(line).get("attempt") == 4 and '"e":"deal"' in line for line in lines].index(True)
    words = "for such a deal the referee's word alone stands"
    assert give(page, text_of(lines[: fourth + 1])).startswith("Right") and words in shown(page)
    assert give(page, text_of(lines[:fourth])).startswith("Right") and words not in shown(page)


def test_a_wrong_record_names_its_line_and_what_it_must_say(page: Page) -> None:
    lines = next(list(one.lines) for one in (record_of(RULE_109, seed) for seed in range(99)) if scored(one))
    place = next(i for i, line in enumerate(lines) if '"e":"round"' in line)
    right = lines[place]
    told = json.loads(right)
    lines[place] = written({**told, "score": [told["score"][0] + 1, told["score"][1]]})
    verdict = give(page, text_of(lines))
    assert verdict.startswith("Wrong")
    for part in (f"line {place + 1}:", lines[place], right):
        assert part in verdict
    assert "proves nothing" in shown(page)


def test_a_head_that_the_record_lacks_is_found(page: Page) -> None:
    record = record_of(RULE_109, 1)
    assert give(page, record.text, [record.heads[0], record.heads[-1][:16].upper()]).startswith("Right")
    verdict = give(page, record.text, [record.heads[0], "0123456789abcdef"])
    assert verdict.startswith("Wrong")
    assert "0123456789abcdef" in verdict
    assert "is no head" in give(page, record.text, ["nonsense"])


def test_what_an_editor_adds_is_judged_alike(page: Page) -> None:
    text = text_of(example().lines)
    ends = (text, text.replace("\n", "\r\n"), text + "\n\r\n \t\n", text.rstrip(), text.replace("\n", "\n\n", 1))
    for one in (it for end in ends for it in (end, f"\ufeff{end}", f"\ufeff\ufeff{end}")):
        (answer,) = asked(page, [Given(one)])
        assert answer.said == referee(Given(one.encode().decode("latin-1"))), one[:20]
    for one in ends[:4]:
        assert give(page, one).startswith("Right")
    utf_16 = text.encode("utf-16").decode("utf-8", "replace")
    assert "not ASCII text" in str(page.evaluate(f"verify({json.dumps(utf_16)}).then(({{ message }}) => message)"))
    assert asked(page, [Given(utf_16)])[0].said == Said(False, 1, 1)


def test_a_head_may_be_copied_with_the_words_around_it(page: Page) -> None:
    record = record_of(RULE_109, 1)
    first, last = record.heads[0][:16], record.heads[-1][:16]
    assert give(page, record.text, [f"Record {first}.", f"RECORD {last.upper()}."]).startswith("Right")
    given = [Given(record.text, (f"Record {first}.", f"{last}."))]
    assert [one.said for one in asked(page, given)] == [referee(given[0])] == [Said(True)]


def test_a_head_after_the_end_of_a_record_says_that_it_has_grown(page: Page) -> None:
    record = record_of(RULE_109, 1)
    place = record.told.index(next(told for told in record.told if told > 9))
    length, end, later = record.told[place], record.heads[place], record.heads[place + 1]
    given = [Given(text_of(record.lines[:length]), (end, later)), Given(text_of(record.lines[:length]), (later,))]
    assert [one.said for one in asked(page, given)] == [referee(one) for one in given]
    assert referee(given[0]) == Said(False, length + 1, length + 1)
    grown = f"the head {later[:16]} that you were told comes after this record's last line: ask for the record again"
    assert grown in give(page, *given[0])
    assert "grown" not in give(page, *given[1])


def test_a_deal_that_waits_is_said_and_nothing_empty(page: Page) -> None:
    lines = void_while_a_third_misdeal_waits().lines
    fourth = [json.loads(line).get("attempt") == 4 and '"e":"deal"' in line for line in lines].index(True)
    assert give(page, text_of(lines[:fourth])).startswith("Right")
    text = shown(page)
    assert "the next deal waits" in text and "0 bids" not in text and "0 cards" not in text
    give(page, text_of(lines))
    assert "the next deal waits" not in shown(page)


def test_a_running_round_is_said_to_be_unchecked(page: Page) -> None:
    lines = record_of(RULE_109, 2).lines
    end = next(i for i, line in enumerate(lines) if '"e":"play"' in line) + 1
    verdict = give(page, text_of(lines[:end]))
    assert "cannot be checked before its seed is revealed" in verdict
    assert "not revealed yet" in shown(page)


@pytest.mark.parametrize("garbage", ["hello", "{}", "\0\1\2", '{"e":"start"}', "[" * 50_000, "null"])
def test_what_is_no_record_gets_a_clear_sentence(page: Page, garbage: str) -> None:
    verdict = give(page, garbage)
    assert verdict.startswith("Wrong")
    assert "wrong at line 1:" in verdict


def test_nothing_given_is_said(page: Page) -> None:
    assert "first" in give(page, "  \n")


def test_a_dropped_file_is_checked(page: Page) -> None:
    for text, verdict in ((text_of(example().lines), "Right"), ("\ufeff\x00 no record", "Wrong")):
        page.evaluate(f"{DROP}({json.dumps(text)})")
        page.evaluate("new Promise((done) => setTimeout(done, 100))")
        assert settled(page).startswith(verdict)


def test_a_chosen_file_is_checked_with_any_end_of_lines(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "record.jsonl"
    file.write_bytes(text_of(example().lines).replace("\n", "\r\n").encode())
    node = page.send("DOM.querySelector", nodeId=page.send("DOM.getDocument")["root"]["nodeId"], selector="#file")
    page.send("DOM.setFileInputFiles", files=[str(file)], nodeId=node["nodeId"])
    page.evaluate("new Promise((done) => setTimeout(done, 100))")
    assert settled(page).startswith("Right")


def hostile() -> str:
    """A right record in which every name is markup."""
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
    assert HOSTILE in give(page, given.replace('"e":"bid"', f'"e":"{HOSTILE}"', 1))
    shown(page)
    page.evaluate("new Promise((done) => setTimeout(done, 100))")
    assert page.evaluate("[hits, document.images.length, document.querySelectorAll('script').length]") == [0, 0, 1]


def test_without_web_crypto_it_says_what_to_do(page: Page) -> None:
    page.evaluate("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    verdict = give(page, text_of(example().lines))
    assert "save this page as a file" in verdict
    assert "https" in verdict
    assert not verdict.startswith(("Right", "Wrong"))


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


@pytest.mark.long
@pytest.mark.parametrize("way", ["DROP", "PASTE"])
def test_five_megabytes_do_not_freeze_it(page: Page, way: str) -> None:
    lines = "\n".join(example().lines[1:])
    text = f"{example().lines[0]}\n{lines}\n" + '{"e":"concession","seat":2}\n' * 180_000
    page.evaluate(f"globalThis.text = {json.dumps(text)}; {WATCH}")
    page.evaluate("new Promise((done) => setTimeout(done, 500)).then(() => { longest = 0; })")
    page.evaluate(f"{DROP if way == 'DROP' else PASTE}(text)")
    page.evaluate("new Promise((done) => setTimeout(done, 100))")
    assert settled(page).startswith("Wrong")
    assert page.evaluate("longest") < 4000
