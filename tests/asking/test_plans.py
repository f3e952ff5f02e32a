"""Plans as people write them: lines that read, conversation, and answers that say what would work instead."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.asking import commands as ask
from referee.asking.commands import DropPlans, MakePlan, SetHabit, ShowPlans
from referee.asking.grammar import read_commands
from referee.asking.plans import read_plan
from referee.asking.redact import redacted
from referee.spades import commands as game
from referee.spades.cards import RANKS, SUITS, Card, parse_card
from referee.spades.plans import SUIT_OF, Pick, Plan, When, plan_from
from tests.asking.reading import asked


def plans(text: str) -> list[str]:
    """Return the plans of a text as they are stored."""
    return [str(command.plan) for command in asked(text) if isinstance(command, MakePlan)]


RIGHT: list[tuple[str, str]] = [
    ("plan KH", "KH"),
    ("Plan kh.", "KH"),
    ("PLAN: KH", "KH"),
    ("plan K♥", "KH"),
    ("plan ♥️ K", "KH"),
    ("plan the king of hearts", "KH"),
    ("plan King of Hearts please", "KH"),
    ("**plan KH**", "KH"),
    ("plan *KH*", "KH"),
    ("plan 🂾", "KH"),
    ("plan 10h", "TH"),
    ("plan big joker, little joker", "BJ, LJ"),
    ("plan low joker, small spade", "LJ, lowest spade"),
    ("plan ah", "AH"),
    ("plan 3H, lowest heart, 2C", "3H, lowest heart, 2C"),
    ("plan 3H; lowest heart; 2C", "3H, lowest heart, 2C"),
    ("plan 3H or lowest heart or 2C", "3H, lowest heart, 2C"),
    ("plan 3H, then lowest heart, else 2C", "3H, lowest heart, 2C"),
    ("plan 3H,lowest heart,2C", "3H, lowest heart, 2C"),
    ("plan my lowest heart", "lowest heart"),
    ("plan lowest of hearts", "lowest heart"),
    ("plan lowest H", "lowest heart"),
    ("plan lowest ♥", "lowest heart"),
    ("plan any heart", "lowest heart"),
    ("plan smallest club", "lowest club"),
    ("plan highest diamonds", "highest diamond"),
    ("plan lowest", "lowest"),
    ("plan lowest card", "lowest"),
    ("plan win, lowest", "win, lowest"),
    ("plan win spade", "win spade"),
    ("plan duck", "duck"),
    ("plan next: KH", "KH"),
    ("plan hearts: 3H, lowest", "hearts: 3H, lowest"),
    ("plan Hearts : 3h,Lowest", "hearts: 3H, lowest"),
    ("plan hearts = lowest", "hearts: lowest"),
    ("plan hearts low", "hearts: lowest"),
    ("plan heart lowest", "hearts: lowest"),
    ("plan heart: small", "hearts: lowest"),
    ("plan ♥: any", "hearts: lowest"),
    ("plan ♥ high", "hearts: highest"),
    ("plan h: lowest", "hearts: lowest"),
    ("plan ♥ 3", "3H"),
    ("plan spades: win, lowest", "spades: win, lowest"),
    ("plan ♠: duck", "spades: duck"),
    ("plan diamonds QD or low", "diamonds: QD, lowest"),
    ("plan club: highest club", "clubs: highest club"),
    ("plan hearts: 2C", "hearts: 2C"),
    ("plan void: 2D, lowest club, win", "void: 2D, lowest club, win"),
    ("plan void win spade", "void: win spade"),
    ("plan lead: KH, QH", "lead: KH, QH"),
    ("plan lead KH", "lead: KH"),
    ("plan lead lowest club", "lead: lowest club"),
    ("plan lead high", "lead: highest"),
    ("plan lead: hearts, then lowest club", "lead: lowest heart, lowest club"),
    ("plan lead clubs, diamonds then highest spade", "lead: lowest club, lowest diamond, highest spade"),
    ("plan partner: lowest", "partner: lowest"),
    ("plan partner low", "partner: lowest"),
    ("plan rest: lowest", "rest: lowest"),
    ("plan rest duck, low", "rest: duck, lowest"),
    ("plan bid 4", "bid 4"),
    ("plan bid: four", "bid 4"),
    ("plan bid 4 tricks", "bid 4"),
    ("plan bid nil", "bid nil"),
    ("plan bid 0", "bid nil"),
    ("plan bid blind nil", "bid blind nil"),
    ("plan bid nil blind", "bid blind nil"),
    ("plan bid 13", "bid 13"),
    ("plan lead: the king of spades, the queen of spades, the jack of\nspades", "lead: KS, QS, JS"),
    ("plan hearts: 3H,\nlowest", "hearts: 3H, lowest"),
]


@pytest.mark.parametrize(("text", "plan"), RIGHT, ids=[text for text, _ in RIGHT])
def test_plan(text: str, plan: str) -> None:
    assert plans(text) == [plan]
    assert asked(text) == [MakePlan(plan_from(plan))]


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("plan show", ShowPlans()),
        ("Plan show!", ShowPlans()),
        ("plans", ShowPlans()),
        ("show my plans", ShowPlans()),
        ("plan off", DropPlans()),
        ("plan off all", DropPlans()),
        ("plan: off", DropPlans()),
        ("plan off hearts", DropPlans(When.HEARTS)),
        ("plan off ♥", DropPlans(When.HEARTS)),
        ("plan hearts off", DropPlans(When.HEARTS)),
        ("plan off bid", DropPlans(When.BID)),
        ("plan off lead", DropPlans(When.LEAD)),
        ("plan off next", DropPlans(When.NEXT)),
        ("plan off next turn", DropPlans(When.NEXT)),
        ("plan off partner", DropPlans(When.PARTNER)),
        ("plan forced on", SetHabit("forced", True)),
        ("plan forced: off", SetHabit("forced", False)),
        ("Plan Equals On.", SetHabit("equals", True)),
        ("plan equals off", SetHabit("equals", False)),
        ("plan off equals", SetHabit("equals", False)),
    ],
)
def test_other_requests_about_plans(text: str, command: ask.Command) -> None:
    assert asked(text) == [command]


@pytest.mark.parametrize(
    "line",
    [
        "plan B is to win",
        "plan A",
        "plan b",
        "plan ahead",
        "plan of attack",
        "plan to win",
        "plan on it",
        "plan for Sunday",
        "plan nine from outer space",
        "plan rest on Sunday",
        "plan void of meaning",
        "plan lead to nothing",
        "plan partner dinner",
        "plan hearts and flowers",
        "plan hearts banana",
        "plan club night",
        "plan bid wisely",
        "plan win some, lose some",
        "plan off the record",
        "plan forced labour",
        "plan equal rights",
        "plan KH if you can",
        "plan show business",
        "equals four",
        "forced move",
        "planning is everything",
        "plans are worthless",
        "my plan is KH",
        "show me the plans",
    ],
)
def test_conversation(line: str) -> None:
    reading = read_commands(line)
    assert (reading.asked, reading.unclear, reading.chat) == ((), (), line)


WRONG: list[tuple[str, str]] = [
    ("plan 3H 4H", "write commas between them, like `plan 3H, 4H`"),
    ("plan 3H and 4H", "like `plan 3H, 4H`"),
    ("plan 3H/4H", "like `plan 3H, 4H`"),
    (
        "plan 3H lowest heart",
        "`3H lowest heart` holds 2 entries; write commas between them, like `plan 3H, lowest heart`",
    ),
    ("plan hearts: 3H lowest heart", "like `plan hearts: 3H, lowest heart`"),
    ("plan lead KH QH JH", "like `plan lead: KH, QH, JH`"),
    ("plan high and low", "like `plan high, low`"),
    ("plan hearts", "what to play after it, like `plan hearts: win, lowest heart`"),
    ("plan hearts:", "like `plan hearts: win, lowest heart`"),
    ("plan club", "like `plan clubs: win, lowest club`"),
    ("plan ♠", "like `plan spades: win, lowest spade`"),
    ("plan void", "like `plan void: 2D, lowest club`"),
    ("plan lead", "like `plan lead: KH, lowest club`"),
    ("plan rest", "like `plan rest: lowest`"),
    ("plan partner:", "like `plan partner: lowest`"),
    ("plan hearts: hearts", "`lowest heart`, `highest heart` or a card with its rank"),
    ("plan void: clubs", "`lowest club`"),
    ("plan hearts: 3", "`3` does not say which card; write rank and suit"),
    ("plan hearts: queen", "`queen` does not say which card"),
    ("plan queen spades", "`queen spades` does not say which card"),
    ("plan 4", "for a bid write `plan bid 4`"),
    ("plan joker", "`big joker` or `little joker`"),
    ("plan hearts lowset", "`lowset` is not a word of plans; the nearest is `lowest`"),
    ("plan lowset", "the nearest is `lowest`"),
    ("plan hearts: highst, 3H", "the nearest is `highest`"),
    ("plan haerts: 3H", "`haerts` is not a word of plans; the nearest is `hearts`"),
    ("plan diamnods low", "the nearest is `diamonds`"),
    ("plan hearts: banana", "`banana` is none of these: a card like `3H`, `win`, `duck`, `lowest`, `highest`"),
    ("plan 3H, banana", "`banana` is none of these"),
    ("plan rest: whatever is cheap", "`whatever is cheap` is none of these"),
    ("plan hearts: 3H,", "an entry is missing beside one of its commas"),
    ("plan hearts: ,3H", "an entry is missing"),
    ("plan 3H,,4H", "an entry is missing"),
    ("plan hearts: low; spades: win", "each rule on a line of its own, with `plan` before it"),
    ("plan hearts: low, rest low", "`rest low` reads as another rule"),
    ("plan lead: win", "`win` is for a card that follows; for a lead name cards, `lowest` or `highest`"),
    ("plan lead: KH, duck", "`duck` is for a card that follows"),
    ("plan play KH", "write `plan KH`"),
    ("plan bid", "`plan bid 4`, `plan bid nil` or `plan bid blind nil`"),
    ("plan bid 14 or 15", "write a single one, like `plan bid 4`"),
    ("plan bid 3-4", "write a single one, like `plan bid 4`"),
    ("plan bid 27", "no bid is higher than 26"),
    ("plan bid pass", "write `plan bid nil`"),
    ("plan bid blind", "only nil can be bid blind; write `plan bid blind nil`"),
    ("plan bid blind 4", "write `plan bid blind nil`"),
    ("plan of", "write `plan off`"),
    ("plan of hearts", "write `plan off`, or `plan off hearts`"),
    ("plan off haerts", "write `plan off hearts`"),
    ("plan off 3H", "write `plan off next`"),
    ("plan forced", "write `plan forced on` or `plan forced off`"),
    ("plan forced yes", "write `plan forced on` or `plan forced off`"),
    ("plan force on", "write `plan forced on` or `plan forced off`"),
    ("plan equal on", "write `plan equals on` or `plan equals off`"),
    ("plan equals of", "write `plan equals on` or `plan equals off`"),
    ("plan rest: " + ", ".join(["KH"] * 27), "it has 27 entries; a plan may have 26"),
    ("plan", "the line right below it is none; write it like `plan hearts: 3H, lowest`, all on one line"),
    ("plan 9X", "`9X` is none of these: a card like `3H`"),
    ("plan forced maybe", "write `plan forced on` or `plan forced off`"),
    ("plan show hearts", "all your plans are shown together; write `plan show`"),
    ("plan show all", "write `plan show`"),
    ("equals on", "it takes the word `plan` before it; write `plan equals on`"),
    ("Forced: off.", "write `plan forced off`"),
    ("plan\n\nhearts: lowest", "the line right below it is none"),
    ("plan\nThanks", "the line right below it is none"),
    ("plan\nhearts low\n\nrest low", "apart from your plan; write it right below the line `plan`"),
    ("plan\nhearts low\nthanks\nrest low", "apart from your plan"),
    ("plan\nhearts low\n\nforced on", "apart from your plan"),
    ("plan hearts low\nrest low", "or with the word `plan` before it"),
    ("plan hearts low\nspades: banana", "or with the word `plan` before it"),
    ("plan\nhearts low\nspades lowset", "the nearest is `lowest`"),
    ("plan\nhearts 3H 4H\nspades low", "`plan hearts: 3H, 4H`"),
    ("plan\nhearts low\n4", "write it like `plan bid 4`"),
    ("plan\noff hearts", "write `plan off hearts`"),
    ("plan\nshow", "write `plan show`"),
    ("plan\nhearts low\noff", "write `plan off`"),
]


@pytest.mark.parametrize(("text", "hint"), WRONG, ids=[text for text, _ in WRONG])
def test_an_answer_says_what_would_work_and_names_no_card_but_examples_and_what_was_typed(text: str, hint: str) -> None:
    (unclear,) = read_commands(text).unclear
    assert hint in unclear.why
    for line in re.findall(r"write(?: it like)? `(plan [^`]+)`", unclear.why):
        assert read_commands(line).asked, f"what the answer proposes does not read: {line}"
    examples = {"3H", "QS", "KH", "2D"}
    typed = {str(card) for word in re.split(r"[\s,;:/]+", text.upper()) for card in _card(word)}
    assert set(re.findall(r"\b[2-9TJQKA][SHDC]\b", unclear.why)) <= examples | typed


def _card(word: str) -> list[Card]:
    try:
        return [parse_card(word)]
    except ValueError:
        return []


BROKEN = "lead: the king of spades, the queen of spades, then the ten of\nspades"


@pytest.mark.parametrize(
    ("text", "commands"),
    [
        ("plan\nhearts: 3H, lowest\nrest: lowest", ["hearts: 3H, lowest", "rest: lowest"]),
        ("Plan:\nbid 4\n3H\nlead KH", ["bid 4", "3H", "lead: KH"]),
        ("plan\n- hearts low\n* spades: win", ["hearts: lowest", "spades: win"]),
        ("plan\nplan hearts low\nspades low", ["hearts: lowest", "spades: lowest"]),
        ("plan\nhearts low\nThanks, Jack", ["hearts: lowest"]),
        ("plan\nhearts low\nJack", ["hearts: lowest"]),
        ("plan\nhearts low\nAh, ha", ["hearts: lowest"]),
        ("plan\nhearts low\n\nplan\nspades low", ["hearts: lowest", "spades: lowest"]),
        (f"plan\n{BROKEN}\nrest low", ["lead: KS, QS, TS", "rest: lowest"]),
        ("plan\nhearts: 3H,\nlowest\nrest low", ["hearts: 3H, lowest", "rest: lowest"]),
    ],
)  # fmt: skip
def test_block(text: str, commands: list[str]) -> None:
    assert plans(text) == commands


def test_a_block_ends_where_it_says() -> None:
    low = MakePlan(Plan(When.HEARTS, (Pick("lowest"),)))
    qs = parse_card("QS")
    assert asked("plan\nhearts low\n\nQS") == [low, ask.BareCard(qs)]
    assert asked("plan\nhearts low\nQS") == [low, MakePlan(Plan(When.NEXT, (qs,)))]
    assert asked("plan\nhearts low\nplay QS") == [low, game.PlayCard(qs)]
    assert asked("plan\nhearts low\nforced on\nstatus") == [low, SetHabit("forced", True), ask.Status()]
    assert asked("plan\nbid blind nil\nshow") == [MakePlan(Plan(When.BID, bid=0, blind=True)), game.Show()]
    assert asked("plan hearts low\n\nbid 4") == [low, game.MakeBid(4)]
    assert asked("hearts low\n\nplan hearts low") == [low]


def test_lines_of_a_block_are_shown_as_they_would_stand_alone() -> None:
    reading = read_commands("plan\n- hearts: 3H\nplan rest low\nspades lowset")
    assert [(each.line, each.lines) for each in reading.asked] == [
        ("plan hearts: 3H", ("plan hearts: 3H",)),
        ("plan rest low", ("plan rest low",)),
    ]
    assert [each.line for each in reading.unclear] == ["spades lowset"]


def test_plans_below_a_line_that_introduces_old_text_are_doubtful() -> None:
    reading = read_commands(
        "plan rest low\n\nOn 3 Mar 2026 R <r@x.org> wrote:\n\nplan\nhearts low\nspades low\nplan show"
    )
    assert [str(each.command.plan) for each in reading.asked if isinstance(each.command, MakePlan)] == ["rest: lowest"]
    assert [each.line for each in reading.doubtful] == ["plan hearts low", "plan spades low"]
    assert reading.unclear == ()


def test_no_rule_is_longer_than_a_whole_hand_spelt_out() -> None:
    hand = ", ".join(f"the {rank} of diamonds" for rank in ("queen", "seven", "three") * 5)
    assert len(plans(f"plan rest: {hand}, lowest")) == 1
    assert read_plan(", ".join(["KH"] * 120)) is None


def test_a_letter_to_who_may_not_have_written_it_shows_a_plan_in_our_words() -> None:
    reading = redacted(
        read_commands("plan Hearts: the 3 of hearts, LOW\nplan off hearts\naway 20th of December to 3.1.")
    )
    assert [(each.line, each.whole) for each in reading.asked] == [
        ("plan hearts: 3H, lowest", True),
        ("plan off hearts", True),
        ("away 20 Dec to 3 Jan", True),
    ]
    second = redacted(read_commands("plan rest low\nplan lead low")).asked[1]
    assert (second.line, second.whole) == ("plan …", False)


ENTRIES = st.one_of(
    st.builds(Card, st.sampled_from(RANKS[2:]), st.sampled_from(SUITS)),
    st.sampled_from([parse_card("BJ"), parse_card("LJ")]),
    st.builds(Pick, st.sampled_from(["lowest", "highest", "win", "duck"]), st.sampled_from([None, *SUITS])),
)
PLANS = st.one_of(
    st.builds(Plan, st.just(When.BID), bid=st.integers(0, 26)),
    st.just(Plan(When.BID, bid=0, blind=True)),
    st.builds(
        Plan,
        st.sampled_from([When.NEXT, When.PARTNER, When.VOID, When.REST, *SUIT_OF]),
        st.lists(ENTRIES, min_size=1, max_size=26).map(tuple),
    ),
    st.builds(
        Plan,
        st.just(When.LEAD),
        st.lists(
            ENTRIES.filter(lambda e: isinstance(e, Card) or e.way in ("lowest", "highest")), min_size=1, max_size=26
        ).map(tuple),
    ),
)


@given(PLANS)
def test_what_is_stored_reads_back(plan: Plan) -> None:
    assert read_plan(str(plan)) == MakePlan(plan)
    assert asked(f"plan {plan}") == [MakePlan(plan)]
    assert asked(f"plan\n{plan}") == [MakePlan(plan)]


WORDS = [
    "plan",
    "hearts",
    "spade",
    ":",
    ",",
    "3H",
    "KH",
    "lowest",
    "low",
    "win",
    "lead",
    "void",
    "off",
    "bid",
    "4",
    "nil",
]
WORDS += ["forced", "on", "\n", "\n\n", "or", "and", "the", "joker", "lowset", "show", "blind", "♥", "=", "-", "x"]


@given(st.lists(st.sampled_from(WORDS), max_size=14))
def test_reading_of_jumbled_plans_is_total(words: list[str]) -> None:
    reading = read_commands("plan " + " ".join(words))
    for each in reading.asked:
        if isinstance(each.command, MakePlan):
            assert read_plan(str(each.command.plan)) == each.command


@given(st.text(max_size=200))
def test_reading_a_plan_is_total(text: str) -> None:
    try:
        found = read_plan(text)
    except ValueError as why:
        assert str(why).strip()
    else:
        assert not isinstance(found, MakePlan) or read_plan(str(found.plan)) == found


LINES = (
    "plan " + "lowset " * 150 + "banana",
    "plan " + "," * 1190,
    "plan " + "KH " * 390 + "x",
    "plan hearts: " + ", ".join(["KH"] * 290),
    "plan x" + " or" * 390,
    "plan " + " off" * 290 + "x",
    "zz ," * 290,
    "away from " + "to " * 15 + "x",
)


@pytest.mark.parametrize("line", LINES, ids=lambda line: line[:20])
def test_time_is_linear(line: str) -> None:
    began = time.process_time()
    read_commands("plan rest low\n" + "\n".join([line] * 100))
    assert time.process_time() - began < 2
