"""Robots that plan: what a letter offers to tap, and which of it they tap."""

from email.message import EmailMessage
from random import Random

import pytest

from referee.demo.mail_player import Tap, taps
from referee.demo.robots import Planner, Shares, read_rule

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


def test_who_plans_everything_taps_one_button_of_each_kind() -> None:
    made = planner().choose(LETTER, OFFERED)
    assert sorted(kinds(made)) == ["bid", "clubs", "equals", "forced", "hearts", "lead", "void"]
    assert set(made) <= set(OFFERED)


def test_so_much_is_planned_as_it_should() -> None:
    one = planner(Shares(), seed=5)
    made = [kinds(one.choose(LETTER | {"Spades-Round": str(n)}, OFFERED)) for n in range(2000)]
    found = {kind: sum(kind in lines for lines in made) / 2000 for kind in ("hearts", "clubs", "void", "bid", "lead")}
    assert found == pytest.approx({"hearts": 0.75, "clubs": 0.75, "void": 0.5, "bid": 0.5, "lead": 1 / 3}, abs=0.04)


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
