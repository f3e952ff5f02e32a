"""Robots that plan: what a letter offers to tap, and which of it they tap."""

from email.message import EmailMessage
from random import Random

import pytest

from referee.demo.planner import Planner, Rule, Shares, read_rule
from referee.demo.taps import Tap, taps

ALL, NOTHING = Shares(1, 1, 1, 1), Shares(0, 0, 0, 0)
LETTER = {
    "Spades-Event": "deal,turn",
    "Spades-Game": "7",
    "Spades-Round": "2",
    "Spades-Seats": "1=Ann; 2=Bob; 3=Carol; 4=Dave",
    "Spades-To-Act": "1 bid",
    "Spades-Bids": "- - - -",
    "Spades-Books": "0 0 0 0",
    "Spades-Hand": "AS KS QS 3S AH KH 5H 2H AD 4D 9C 4C 2C",
}
SUITS = (
    "plan hearts: lowest",
    "plan hearts: win, lowest",
    "plan hearts: KH",
    "plan clubs: lowest",
    "plan clubs: win, lowest",
)
OFFERED = (
    "bid 4",
    *SUITS,
    "plan void: lowest club, lowest",
    "plan lead: AH, KH",
    "plan rest: lowest",
    *(f"plan bid {bid}" for bid in ("nil", 3, 4, 5, 6, 7)),
    "plan forced on",
    "plan equals on",
    "plan off",
)


def planner(shares: Shares = ALL, seed: int = 1) -> Planner:
    return Planner("Ann", Random(seed), shares)


def kinds(lines: list[str]) -> list[str]:
    return [read_rule(line.removeprefix("plan ")).kind for line in lines]


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("hearts: 3H, lowest", Rule("hearts", "3H, lowest")),
        ("bid 4", Rule("bid", "4")),
        ("forced on", Rule("forced", "on")),
        ("KH, lowest heart", Rule("next", "KH, lowest heart")),
        ("off", Rule("next", "off")),
    ],
)
def test_a_rule_has_a_kind(text: str, rule: Rule) -> None:
    assert read_rule(text) == rule


def test_who_plans_everything_taps_one_button_of_each_kind() -> None:
    made = planner().choose(LETTER, OFFERED)
    assert sorted(kinds(made)) == ["bid", "clubs", "equals", "forced", "hearts", "lead", "void"]
    assert set(made) <= set(OFFERED)


def test_it_taps_nothing_twice() -> None:
    one = planner()
    first = one.choose(LETTER, OFFERED)
    assert one.choose(LETTER, OFFERED) == []
    again = one.choose(LETTER | {"Spades-Round": "3"}, OFFERED)
    assert sorted(again) == sorted(line for line in first if not line.endswith(" on"))


def test_it_leaves_what_stands() -> None:
    made = planner().choose(LETTER | {"Spades-Plan": "hearts: 3H, lowest; forced on; bid 4"}, OFFERED)
    assert sorted(kinds(made)) == ["clubs", "equals", "lead", "void"]


def test_who_plans_nothing_still_has_habits() -> None:
    assert planner(NOTHING).choose(LETTER, OFFERED) == ["plan forced on", "plan equals on"]


def test_it_changes_its_mind_in_no_round() -> None:
    """Each letter offers everything anew: who asked chance each time would plan all of it in the end."""
    one = planner(Shares(0.5, 0.5, 0.5, 0.5), seed=3)
    first = one.choose(LETTER, OFFERED)
    assert 2 < len(first) < 7
    assert [one.choose(LETTER, OFFERED) for _ in range(20)] == [[]] * 20


def test_so_much_is_planned_as_it_should() -> None:
    one = planner(Shares(), seed=5)
    made = [kinds(one.choose(LETTER | {"Spades-Round": str(n)}, OFFERED)) for n in range(2000)]
    found = {kind: sum(kind in lines for lines in made) / 2000 for kind in ("hearts", "clubs", "void", "bid", "lead")}
    assert found == pytest.approx({"hearts": 0.75, "clubs": 0.75, "void": 0.5, "bid": 0.5, "lead": 1 / 3}, abs=0.04)


@pytest.mark.parametrize(
    ("bids", "books", "hearts"),
    [
        ("4 3 2 4", "0 0 0 0", "plan hearts: win, lowest"),
        ("4 3 2 4", "4 1 2 0", "plan hearts: lowest"),
        ("0 3 2 4", "0 0 0 0", "plan hearts: lowest"),
        ("0 3 2 4", "1 0 0 0", "plan hearts: win, lowest"),
    ],
)
def test_it_wins_while_its_team_needs_tricks(bids: str, books: str, hearts: str) -> None:
    assert hearts in planner().choose(LETTER | {"Spades-Bids": bids, "Spades-Books": books}, SUITS)


def test_the_bid_is_what_the_hand_is_worth() -> None:
    assert "plan bid 6" in planner().choose(LETTER, OFFERED)
    low = LETTER | {"Spades-Hand": "3S 2S 7H 5H 3H 2H 8D 7D 4D 9C 6C 4C 2C"}
    assert "plan bid nil" in planner().choose(low, OFFERED)


def test_a_letter_without_a_hand_brings_no_plan() -> None:
    assert planner().choose({name: v for name, v in LETTER.items() if name != "Spades-Hand"}, OFFERED) == []
    assert planner().choose({"Spades-Event": "reply"}, OFFERED) == []


def test_the_links_of_a_letter_are_the_mails_that_they_open() -> None:
    letter = EmailMessage()
    letter.set_content("plan hearts: KH")
    letter.add_alternative(
        '<a href="https://club.test/">no mail</a>'
        '<a href="mailto:referee%2Bt0k3n@club.test?subject=Re%3A%20%5BSpades%201%5D&amp;'
        'In-Reply-To=%3Cx%40club.test%3E&amp;body=plan%20hearts%3A%203H%2C%20lowest">x</a>'
        '<a href="mailto:referee@club.test?body=help">help</a>',
        subtype="html",
    )
    assert taps(letter) == (
        Tap("referee+t0k3n@club.test", "Re: [Spades 1]", "<x@club.test>", "plan hearts: 3H, lowest"),
        Tap("referee@club.test", "", "", "help"),
    )


def test_a_plain_letter_offers_nothing() -> None:
    letter = EmailMessage()
    letter.set_content("mailto:referee@club.test?body=help")
    assert taps(letter) == ()
