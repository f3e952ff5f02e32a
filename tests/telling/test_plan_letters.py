"""Plans in letters: their owner reads all of them in every letter of a game, with buttons that work; nobody else reads
that there are any.
"""

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from itertools import islice
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from referee.asking.grammar import read_commands
from referee.post.messages import Letter
from referee.spades import commands as cmd
from referee.spades import events as ev
from referee.spades.cards import Card, parse_card
from referee.spades.fold import replay
from referee.spades.game import Game
from referee.spades.law.decide import rule
from referee.spades.law.moves import legal_bids, legal_cards
from referee.spades.plan_choice import PlanFault
from referee.spades.plans import SUIT_OF, Habits, Plan, When, plan_from
from referee.spades.rulesheet import Span
from referee.spades.sheets import SHEETS
from referee.spades.view import view
from referee.table.game import ByPlan
from referee.table.plans import NO_PLANS
from referee.table.refusal import Refusal
from referee.table.seats import SEATS, after
from referee.table.terms import Terms
from referee.telling import error_answers
from referee.telling import letter_kinds as a
from referee.telling import news as n
from referee.telling.buttons import Action, Reply, early_bids
from referee.telling.formats import card_name, card_text
from referee.telling.letter_headers import Position, event_names, spades_headers
from referee.telling.letters import Cause, Contents, Letters, Occasion
from referee.telling.letters.own_news import own_headline
from referee.telling.news import story_of_events
from referee.telling.plan_section import groups
from referee.telling.sentences.news_lines import headline, lines
from referee.telling.sentences.plan_words import (
    FORCED_SHOWS,
    habit_sentence,
    never_played,
    plan_sentence,
    plan_text,
    unfit_sentences,
)
from referee.telling.sentences.recap import since
from referee.telling.table_rows import table_lines
from referee.telling.text_blocks import WIDTH
from tests.chance import fresh
from tests.rulings import start
from tests.telling.letter_samples import (
    DEADLINE,
    SEED,
    WRITTEN,
    Links,
    announced,
    answered,
    flat,
    forward,
    ids,
    opening,
    player,
    samples,
    settings,
    step,
    step_on,
    told,
    whole,
)
from tests.telling.plan_samples import chained, claimable, on_terms, on_turn, plan_samples, planned, private

LETTERS = Letters(settings())
SAMPLES = Path(__file__).parents[1] / "letters"
REPLY = Reply.to("referee+abc@example.org", "[Spades 12] Round 1", "m1@example.org")
NOTHING = Habits()
BOTH = Habits(forced=True, equals=True)


@pytest.mark.parametrize(
    ("plan", "sentence"),
    [
        ("bid 4", "When your bid is due, you bid 4 if you may."),
        ("bid nil", "When your bid is due, you bid nil if you may."),
        ("bid blind nil", "When your bid is due, you bid blind nil if you may."),
        ("KH", "On your next turn, you play the king of hearts if you may."),
        (
            "3H, lowest heart, 2C",
            "On your next turn, you play the 3 of hearts if you may, else your lowest heart, else the 2 of clubs.",
        ),
        (
            "hearts: 3H, lowest",
            "Whenever hearts are led, you play the 3 of hearts if you may, else your lowest heart.",
        ),
        (
            "spades: win, lowest",
            "Whenever spades are led, you play your cheapest spade that wins if you can, else your lowest spade. "
            "You win over your partner's card only if they bid nil.",
        ),
        (
            "clubs: duck, highest",
            "Whenever clubs are led, you play your highest club that loses if you can, else your highest club.",
        ),
        (
            "void: 2D, lowest club, highest",
            "Whenever you hold none of the suit led, you play the 2 of diamonds if you may, else your lowest club, "
            "else your highest card.",
        ),
        ("lead: KH, QH", "Whenever you lead, you play the king of hearts if you may, else the queen of hearts."),
        (
            "partner: lowest",
            "Whenever your partner's card is winning and you play third or last, you play your lowest card.",
        ),
        ("rest: lowest", "Whenever you follow and no other plan fits, you play your lowest card."),
        ("rest: BJ, lowest spade", "Whenever you follow and no other plan fits, you play the big joker if you may, "
         "else your lowest spade."),
    ],
)  # fmt: skip
def test_a_plan_is_echoed_in_full_words(plan: str, sentence: str) -> None:
    assert plan_sentence(plan_from(plan)) == sentence


def test_a_habit_is_echoed_with_what_it_tells_others() -> None:
    assert habit_sentence("forced", on=True).endswith(
        "Others see that your card came at once. Without other plans that tells them it was your only one."
    )
    assert FORCED_SHOWS not in habit_sentence("forced", on=False) + habit_sentence("equals", on=True)


def test_a_plan_is_shown_as_it_is_typed() -> None:
    assert plan_text(plan_from("hearts: TH, 9H, lowest")) == "hearts: 10H, 9H, lowest"
    assert plan_text(plan_from("bid 4")) == "bid 4"


# Why a plan did nothing


def unfit(game: Game, *plans: str) -> list[str]:
    """Return the turn letter's words on plans made before it."""
    seat = on_turn(game)
    own = replace(game, plans=NO_PLANS)
    made = [ev.Planned(0, seat, plan) for plan in plans]
    return list(unfit_sentences(view(replay(made, own), seat), NOTHING))


def bobs_turn() -> Game:
    """Return a game in which Bob follows to the 2 of clubs with J 9 8, and holds hearts 10 9 7 6, diamonds Q 9 6 and no
    spade."""
    game = on_terms(3)
    return step(game, on_turn(game), cmd.PlayCard(parse_card("2C")))[0]


@pytest.mark.parametrize(
    ("plan", "why"),
    [
        ("KC", {"you do not hold the king of clubs"}),
        ("6H", {"you may not play the 6 of hearts"}),
        ("lowest heart", {"you may not play a heart"}),
        ("lowest spade", {"you hold no spade"}),
        ("clubs: duck", {"every club that you may play wins"}),
        (
            "KC, 6H, 7H",
            {
                "you do not hold the king of clubs, you may not play the 6 of hearts and you may not play the 7 of "
                "hearts"
            },
        ),
        ("KC, QC", {"you hold neither the king of clubs nor the queen of clubs"}),
        ("KC, QC, 10C", {"you hold none of them"}),
        (
            "KC, QC, 10C, 6H",
            {
                "you hold none of the king of clubs, the queen of clubs and the 10 of clubs and you may not play the 6 "
                "of hearts"
            },
        ),
        ("rest: lowest spade, lowest heart", {"you hold no spade and you may not play a heart"}),
    ],
)
def test_a_turn_letter_says_which_plan_did_not_play_and_why(plan: str, why: set[str]) -> None:
    game = bobs_turn()
    assert unfit(game, plan.replace("10C", "TC")) == [f"Your plan {plan} did not play: {next(iter(why))}."]


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        ("KS", ["You do not hold the king of spades."]),
        ("KS, 2C", ["You hold neither the king of spades nor the 2 of clubs."]),
        ("KS, 9C", ["You do not hold the king of spades."]),
        ("hearts: 9S", ["You do not hold the 9 of spades."]),
        ("hearts: 9C", ["You cannot play a club while you hold hearts."]),
        ("clubs: lowest heart", ["You cannot play a heart while you hold clubs."]),
        ("clubs: 6H, lowest heart, lowest", ["You cannot play a heart while you hold clubs."]),
        ("spades: 6H", []),
        ("spades: lowest", ["You hold no spade."]),
        ("void: lowest spade, lowest", ["You hold no spade."]),
        ("hearts: 6H, lowest", []),
        ("void: 6H, lowest club, win", []),
        ("rest: lowest", []),
        ("bid 4", []),
    ],
)
def test_the_echo_says_what_in_a_plan_cannot_play(plan: str, said: list[str]) -> None:
    assert list(never_played(view(bobs_turn(), 2), plan_from(plan))) == said


def test_nothing_is_said_of_a_hand_that_was_not_shown() -> None:
    unseen = replace(view(bobs_turn(), 2), hand=None)
    assert never_played(unseen, plan_from("KS")) == ()


def test_every_reason_has_words() -> None:
    game = bobs_turn()
    said = {
        why: unfit(game, plan)
        for why, plan in ((PlanFault.NOT_HELD, "KC"), (PlanFault.NOT_LEGAL, "6H"), (PlanFault.ALL_WIN, "duck"))
    }
    lead = on_terms(3)
    said[PlanFault.LEADING] = unfit(lead, "win")
    second = step(bobs_turn(), 2, cmd.PlayCard(parse_card("JC")))[0]
    low = replace(second, trick=(*second.trick[:1], second.trick[1]._replace(card=Card("A", "S"))))
    said[PlanFault.ALL_LOSE] = unfit(low, "clubs: win")
    third = replace(second, trick=(second.trick[0]._replace(card=Card("A", "S")), second.trick[1]))
    said[PlanFault.PARTNER_WINS] = unfit(third, "rest: win")
    assert set(said) == set(PlanFault)
    assert [words for found in said.values() for words in found] == [
        "Your plan KC did not play: you do not hold the king of clubs.",
        "Your plan 6H did not play: you may not play the 6 of hearts.",
        "Your plan duck did not play: every card that you may play wins.",
        "Your plan win did not play: there is nothing to win on a lead.",
        "Your plan clubs: win did not play: no club that you may play wins.",
        "Your plan rest: win did not play: your partner is winning.",
    ]


def test_only_a_turn_letter_says_why_and_only_of_plans_made_before_the_turn() -> None:
    game = bobs_turn()
    story = story_of_events(game, (ev.Extended(60),))
    before = replay([ev.Planned(0, 2, "KC")], game)
    assert "did not play" in told(LETTERS, before, story, 2).text
    assert "did not play" not in told(LETTERS, before, story, 2, turn=False).text
    assert "did not play" not in told(LETTERS, planned(game, 2, "KC"), story, 2).text


# Buttons


def bodies(game: Game, seat: int, habits: Habits = NOTHING) -> dict[str, list[Action]]:
    """Return the buttons by the titles above them."""
    return {group.title: list(group.actions) for group in groups(view(game, seat), habits, REPLY)}


def cards(game: Game, seat: int) -> str:
    return " ".join(map(str, view(game, seat).hand or ()))


def typed(actions: list[Action]) -> list[str]:
    return [action.body for action in actions]


def test_the_buttons_of_a_hand() -> None:
    game = on_terms(2, 1)
    own = bodies(game, 1)
    assert cards(game, 1) == "9S 5S 2S 3H AD JD 7D 3D QC 2C"
    assert typed(own["♠ When spades are led"]) == [
        "plan spades: lowest",
        "plan spades: win, lowest",
        "plan spades: 5S, lowest",
    ], "the 10 to 6 are gone, so the 9 and the 5 touch"
    assert typed(own["♥ When hearts are led"]) == ["plan hearts: lowest"]
    assert typed(own["♦ When diamonds are led"]) == [
        "plan diamonds: lowest",
        "plan diamonds: win, lowest",
        "plan diamonds: AD, lowest",
        "plan diamonds: JD, lowest",
        "plan diamonds: 7D, lowest",
    ]
    assert typed(own["When you hold none of the suit led"]) == [
        "plan void: lowest heart, lowest",
        "plan void: lowest diamond, lowest",
        "plan void: lowest club, lowest",
        "plan void: lowest",
        "plan void: win, lowest",
    ]
    assert typed(own["When you lead"]) == [
        "plan lead: 9S, 5S, AD, lowest diamond, lowest",
        "plan lead: 9S, 5S",
        "plan lead: AD",
        "plan lead: lowest diamond, lowest",
        "plan lead: lowest club, lowest",
        "plan lead: lowest heart, lowest",
    ]
    assert typed(own["When you follow and no other plan fits"]) == ["plan rest: lowest"]
    assert typed(own["At once, in all your games"]) == ["plan forced on", "plan equals on"]
    assert "When your bid is due" not in own and "Drop all your plans of this game" not in own


def test_a_button_that_shows_cards_is_read_aloud_in_words() -> None:
    html = samples()["deal"].html or ""
    assert 'aria-label="ace of clubs, king of clubs: when you lead">A♣&#xFE0E; K♣&#xFE0E;</a>' in html
    assert 'aria-label="10 of diamonds: when diamonds are led"><span class="red"' in html


def test_leads_from_the_top() -> None:
    game = on_terms(2, 1)
    carols, daves = bodies(game, 3)["When you lead"], bodies(game, 4)["When you lead"]
    low = {suit: f"lowest {suit}, lowest" for suit in ("heart", "diamond", "club")}
    assert typed(carols)[:2] == [f"plan lead: AC, KC, {low['club']}", "plan lead: AC, KC"]
    assert {*typed(carols)[2:]} == {f"plan lead: {each}" for each in low.values()}
    assert cards(game, 4).startswith("AH KH QH JH 8H 5H KD 5D 2D")
    assert typed(daves) == [
        f"plan lead: AH, KH, QH, JH, {low['heart']}",
        "plan lead: AH, KH, QH, JH",
        f"plan lead: {low['heart']}",
        f"plan lead: {low['diamond']}",
        f"plan lead: {low['club']}",
    ]
    assert "10H 9H 7H" in cards(game, 2).replace("T", "10"), "nothing is on top"
    assert all("lowest" in line.split(",")[0] for line in typed(bodies(game, 2)["When you lead"]))


def test_who_bid_nil_may_plan_to_duck() -> None:
    game, _ = step(opening()[0], 1, cmd.MakeBid(0))
    assert "plan hearts: duck, lowest" not in typed(bodies(game, 2)["♥ When hearts are led"])
    assert "plan diamonds: duck, lowest" in typed(bodies(game, 1)["♦ When diamonds are led"])


def early(game: Game, seat: int) -> list[str]:
    return typed([*early_bids(view(game, seat), REPLY)])


def test_all_may_bid_from_the_deal_on() -> None:
    game = opening()[0]
    assert not early(game, 1), "it is due now"
    assert early(game, 2)[:3] == ["bid nil", "bid 2", "bid 3"]
    assert not early(planned(game, 2, "bid 3"), 2), "one is kept"
    game, _ = step(game, 1, cmd.MakeBid(3))
    assert not early(game, 1), "it is made"
    assert not early(on_terms(2, 1), 2), "play has begun"
    letter = private(game, story_of_events(game, (ev.Extended(60),)), 3, Contents(deal=True))
    said = " ".join(letter.text.split())
    assert "You may bid nil or 2 to 13. " in said and "It counts when your turn comes; nobody sees it before." in said
    assert letter.html is not None and letter.html.index("bid: tap it now") < letter.html.index("<details")
    held = opening(sheet=SHEETS["sigma"])[0]
    assert early(held, 2) == ["bid blind nil"]
    assert {t: typed(found) for t, found in bodies(held, 2).items()} == {
        "At once, in all your games": ["plan forced on", "plan equals on"],
    }


def test_a_bid_from_the_deal_on_is_one_that_the_sheet_may_allow_beside_the_partners() -> None:
    game = opening(sheet=replace(SHEETS["standard"], team_bid=Span(4, 13)))[0]
    game, _ = step(game, 1, cmd.MakeBid(3))
    assert (early(game, 3)[0], early(game, 3)[-1], early(game, 4)[0]) == ("bid 1", "bid 10", "bid nil")
    whole = opening(sheet=SHEETS["fsu"])[0]
    assert not early(whole, 3), "either partner may bid for the team, and it is their turn"
    assert early(whole, 2)


def test_what_is_on_can_be_switched_off() -> None:
    game = planned(on_terms(2, 1), 1, "rest: lowest")
    own = bodies(game, 1, BOTH)
    assert typed(own["At once, in all your games"]) == ["plan forced off", "plan equals off"]
    assert typed(own["Drop all your plans of this game"]) == ["plan off"]


def some_games(sheet: str, seed: int) -> Iterator[Game]:
    """Yield the positions of a round of random moves; now and then somebody makes a plan out of the buttons."""
    dice = random.Random(seed)
    names = ("Ann", "Bob", "Carol", "Dave")
    game = replay(start(12, names, SHEETS[sheet], 60, fresh(f"{seed:064x}"), terms=Terms()))
    while game.round == 1 and game.due is not None:
        yield game
        seat = dice.choice(SEATS)
        offered = [action for group in groups(view(game, seat), NOTHING, REPLY) for action in group.actions]
        plans = [asked for action in offered if (asked := made(action)) is not None]
        if plans and dice.random() < 0.5:
            game = act(game, seat, cmd.MakePlan(dice.choice(plans)))
        game = act(game, *move(game, dice))


def made(action: Action) -> Plan | None:
    """Return the plan that a button asks for, if it asks for one."""
    asked = read_commands(action.body).asked[0].command
    return asked.plan if hasattr(asked, "plan") else None


def act(game: Game, seat: int | None, command: cmd.Command) -> Game:
    return rule(game, seat, command, answers=game.turn, seeds=fresh(SEED))[-1].game


def move(game: Game, dice: random.Random) -> tuple[int, cmd.Command]:
    seat = on_turn(game)
    if seat not in game.seen:
        return seat, cmd.Show()
    if game.leader is None:
        return seat, cmd.MakeBid(dice.choice(legal_bids(game, seat)))
    return seat, cmd.PlayCard(dice.choice(legal_cards(game, seat)), planned=dice.random() < 0.3)


@pytest.mark.parametrize("sheet", SHEETS)
def test_every_button_is_a_plan_that_is_taken(sheet: str) -> None:
    offered = 0
    for game in islice(some_games(sheet, 3), 0, None, 3):
        for seat in SEATS:
            for action in (action for group in groups(view(game, seat), NOTHING, REPLY) for action in group.actions):
                (asked,) = read_commands(action.body).asked
                assert parse_qs(urlsplit(action.href).query)["body"] == [action.body]
                plan = made(action)
                assert asked.whole
                if plan is not None:
                    assert plan_text(plan) == action.body.removeprefix("plan ")
                    assert act(game, seat, cmd.MakePlan(plan)).plans[seat - 1], action.body
                    offered += 1
    assert offered > 300


@pytest.mark.parametrize("name", ["deal", "play-turn", "plan-unfit-turn"])
def test_a_text_letter_shows_where_each_example_begins_and_ends(name: str) -> None:
    text = (SAMPLES / f"{name}.txt").read_text("utf-8")
    examples = re.findall(r'"(plan [^"]+)"', " ".join(text.split()))
    assert len(examples) == 3
    assert all(len(read_commands(line).asked) == 1 for line in examples)


def test_a_card_that_must_be_played_now_has_no_button() -> None:
    found = 0
    for game in some_games("109", 6):
        waiting = game.due
        if waiting is None or waiting[1] != "play" or len(game.tricks) == 12:
            continue
        seat, legal = waiting[0], legal_cards(game, waiting[0])
        if len(legal) > 1:
            continue
        (card,) = legal
        offered = [body for actions in bodies(game, seat).values() for body in typed(actions)]
        assert not [body for body in offered if plan_text_of(card) in re.split(r"[ ,]+", body)]
        found += 1
    assert found > 5


def plan_text_of(card: Card) -> str:
    """Write the card as it stands on a button."""
    return plan_text(Plan(When.LEAD, (card,))).removeprefix("lead: ")


@pytest.mark.parametrize("sheet", ["109", "pride", "fsu"])
def test_each_suit_held_has_its_buttons(sheet: str) -> None:
    standing = 0
    for game in islice(some_games(sheet, 5), 0, None, 2):
        for seat in SEATS:
            hand = game.hand(seat) if seat in game.seen else frozenset()
            playing = game.due == (seat, "play")
            left = len(hand) - playing
            if left < 1 or len(game.tricks) == 12:
                continue
            all_typed = [body for actions in bodies(game, seat).values() for body in typed(actions)]
            made = {f"plan {plan_text(one.plan)}" for one in view(game, seat).plans}
            for when, suit in SUIT_OF.items():
                later = hand - set(one if playing and len(one := legal_cards(game, seat)) == 1 else ())
                count = sum(card.suit == suit for card in later)
                for line, least in ((f"plan {when}: lowest", 1), (f"plan {when}: win, lowest", 2)):
                    assert line in made or (line in all_typed) == (count >= least)
            assert {"plan rest: lowest", "plan forced on", "plan equals on"} <= {*all_typed, *made}
            assert not made & set(all_typed), "what stands is not offered again"
            standing += len(made)
    assert standing


def links(letter: Letter) -> list[str]:
    """Return the mails that the links of a letter open."""
    assert letter.html is not None
    return [parse_qs(urlsplit(link).query).get("body", [""])[0] for link in Links(letter.html).links]


@pytest.mark.parametrize("name", ["plan-unfit-turn", "chain-round-deal", "chain-receipt", "plans-understood"])
def test_deal_turn_and_receipt_have_the_buttons(name: str) -> None:
    found = links(plan_samples()[name])
    assert {"plan partner: lowest", "plan forced on"} <= set(found) or "plan forced off" in found
    standing = dict(plan_samples()[name].headers).get("Spades-Plan", "")
    assert ("plan rest: lowest" in found) != ("rest: lowest" in standing), "what stands is not offered again"
    assert any(body.startswith("plan hearts: ") for body in found)


# Whose plans a letter shows


def every_letter(game: Game, seat: int, habits: Habits = NOTHING) -> dict[str, Letter]:
    """Return the private letters that a player may get at a position."""
    story = story_of_events(game, (ev.Extended(60),))
    own, to = view(game, seat), replace(player(), habits=habits)
    occasion = Occasion(news=story.news, written=WRITTEN, deadline=DEADLINE)
    cause = Cause(written=WRITTEN, game=12, head=game.head, own=own)
    contents = {
        "turn": Contents(turn=own.mine, news=True),
        "deal": Contents(deal=True),
        "receipt": Contents(receipt=True, news=True),
        "reminder": Contents(turn=own.mine, reminder=True),
    }
    answers = (
        error_answers.Error((), (("bid", "it names no number"),), (), own, DEADLINE),
        error_answers.NotUnderstood("hello", own, DEADLINE),
        a.HandPage(own, DEADLINE),
        a.PlansPage(own, DEADLINE),
        a.Done(("You are called Ann.",)),
        a.ScorePage(view(game), ()),
    )
    found = {name: LETTERS.private(occasion, story.scene, own, to, ids(), each) for name, each in contents.items()}
    return found | {type(each).__name__: LETTERS.answer(each, to, ids(), cause) for each in answers}


def test_every_private_letter_of_a_game_shows_its_reader_their_plans() -> None:
    game = planned(on_terms(3, 1), 3, "hearts: TH, lowest", "rest: lowest")
    for name, letter in every_letter(game, 3, BOTH).items():
        said = "Your plans: hearts: 10H, lowest; rest: lowest; forced on; equals on."
        assert said in flat(letter), name
        assert said.removeprefix("Your plans: ") in (letter.html or ""), name


def test_a_letter_that_anyone_may_read_shows_no_plan() -> None:
    """Anybody may read a question that goes to an unproven address."""
    own = view(planned(on_terms(3, 1), 1, "rest: lowest"), 1)
    for answer in (a.ConfirmPlease(("watch 12",), DEADLINE), a.DoubtPlease(("play QS",), DEADLINE)):
        cause = Cause(written=WRITTEN, game=12, head="5e" * 32, own=own)
        assert "rest" not in LETTERS.answer(answer, player(), ids(), cause).text


@pytest.mark.parametrize("sheet", ["109", "sigma"])
def test_no_letter_shows_a_plan_but_its_owners(sheet: str) -> None:
    """Each letter is the same whatever the others plan, and whatever their plans have played."""
    differ = 0
    for game in list(some_games(sheet, 7))[::5]:
        story = story_of_events(game, (ev.Extended(60),))
        bare = replace(game, plans=NO_PLANS, by_plan=((), (), (), ()))
        assert announced(LETTERS, game, story, player("Dave")) == announced(LETTERS, bare, story, player("Dave"))
        for seat in SEATS[:2]:
            others = replace(
                game,
                plans=tuple(own if one == seat else () for one, own in enumerate(game.plans, 1)),  # type: ignore[arg-type]
                by_plan=tuple(own if one == seat else () for one, own in enumerate(game.by_plan, 1)),  # type: ignore[arg-type]
            )
            assert every_letter(game, seat) == every_letter(others, seat)
            differ += every_letter(game, seat) != every_letter(bare, seat)
    assert differ > 5


@pytest.mark.parametrize("name", [name for name in plan_samples() if name.endswith("-list")])
def test_nothing_public_speaks_of_plans(name: str) -> None:
    letter = plan_samples()[name]
    assert "plan" not in whole(letter).lower().replace("explain", "")


# Headers


def fields(letter: Letter) -> dict[str, str]:
    return dict(letter.headers)


def test_the_claim_is_offered_exactly_where_it_would_be_accepted() -> None:
    offered = 0
    game = forward(replace(opening()[0], terms=Terms()), lambda g: len(g.tricks) == 6)
    until = claimable()
    nothing = story_of_events(game, (ev.Extended(60),))
    while game.turn <= until.turn:
        seat = on_turn(game)
        letter = private(game, nothing, seat, Contents(turn=True))
        try:
            act(game, seat, cmd.Claim())
            accepted = True
        except Refusal:
            accepted = False
        assert ("claim" in links(letter)) == accepted
        assert fields(letter).get("Spades-Claimable") == ("yes" if accepted else None)
        assert "Spades-Claimable" not in fields(private(game, nothing, after(seat), Contents(receipt=True)))
        offered += accepted
        game, _ = step_on(game)
    assert offered


def test_the_history_says_how_a_round_ended_early() -> None:
    game = claimable()
    seat, number = on_turn(game), game.round
    settled = replay([ev.Claimed(game.turn, seat)], game)
    page = a.HistoryPage(view(settled), view(settled), 1, (), ())
    said = flat(answered(LETTERS, page))
    assert f"Round {number} of game 12." in said
    assert f"{game.names[seat - 1]} claimed all tricks that were left" in said


# Chains


def test_the_header_lists_a_chain_in_order_and_describes_what_ended_last() -> None:
    game = on_terms(9)
    seat = on_turn(game)
    for one in SEATS:
        game = planned(game, one, "lead: lowest", "rest: lowest")
    last, story = chained(game, seat, cmd.PlayCard(legal_cards(game, seat)[-1]))
    headers = fields(announced(LETTERS, last, story, player()))
    assert headers["Spades-Event"] == ",".join([*["play,play,play,play,trick"] * 4, "round"])
    assert headers["Spades-Trick"] == "13"
    assert headers["Spades-Round"] == "1"
    assert headers["Spades-Turn"] == str(last.turn)
    assert headers["Spades-Actor"].startswith(f"{seat} ")


def test_what_a_chain_says_first_is_its_last_trick() -> None:
    game = on_terms(3, 1)
    first = on_turn(game)
    for one in SEATS:
        game = planned(game, one, "rest: lowest", *(["lead: 2C"] if one == 1 else []))
    _, story = chained(game, first, cmd.PlayCard(legal_cards(game, first)[0]))
    tricks = [item for item in story.news if isinstance(item, n.TrickWon)]
    assert len(tricks) == 2
    said = headline(story.news, story.scene) or ""
    assert said.startswith(f"{game.names[tricks[1].seat - 1]} takes trick {tricks[1].number} with")


def test_the_recap_goes_back_to_the_last_act_by_hand() -> None:
    """The player reads of a card that a plan played as of other players' cards."""
    game, _ = step(on_terms(2), 1, cmd.PlayCard(parse_card("TS")))
    before = [card for card in game.hand(2) if card.suit == "S"]
    game = planned(game, 2, "rest: lowest")
    after_plan, _ = step(game, 2, cmd.PlayCard(before[0], planned=True))
    by_hand, _ = step(game, 2, cmd.PlayCard(before[0]))
    assert since(view(after_plan, 2))[-1] == f"Trick 3: Ann 10♠, you {card_text(before[0])}."
    assert len(since(view(after_plan, 2))) == 2
    assert since(view(by_hand, 2)) == ()


def play(seat: int, card: str, *, by_rule: bool = False) -> n.Play:
    return n.Play(seat, parse_card(card), by_rule)


def test_a_chain_is_told_in_few_words() -> None:
    game = on_terms(3)
    shown = view(game)
    plays = (play(1, "9S"), play(2, "8C"), play(3, "2H"))
    assert [line.text for line in lines(plays, shown)] == [
        "Ann plays the 9 of spades, Bob the 8 of clubs and Carol the 2 of hearts."
    ]
    assert [line.text for line in lines(plays[:1], shown)] == ["Ann plays the 9 of spades."]
    clocked = (n.ClockRanOut(1), *plays)
    assert [line.text.split(",")[0] for line in lines(clocked, shown)] == [
        "Ann was silent until their time ran out",
        "Bob plays the 8 of clubs and Carol the 2 of hearts.",
    ]
    assert headline(plays, shown) == "Ann plays the 9 of spades, Bob the 8 of clubs and Carol the 2 of hearts."


def test_what_is_said_of_a_chain_does_not_depend_on_how_its_cards_came() -> None:
    """By hand and by plan the same act makes the same public letter."""
    game = on_terms(2)
    seat = on_turn(game)
    by_plan, story = chained(
        planned(game, after(seat), "rest: lowest"), seat, cmd.PlayCard(legal_cards(game, seat)[-1])
    )
    second = story.news[1]
    assert isinstance(second, n.Play)
    events = [ev.CardPlayed(game.turn, seat, legal_cards(game, seat)[-1], "player")]
    events.append(ev.CardPlayed(game.turn + 1, after(seat), second.card, "player"))
    by_hand, same = replay(events, game), story_of_events(game, events)
    if story.news == same.news:
        assert announced(LETTERS, by_plan, story, player()) == announced(LETTERS, by_hand, same, player())
    assert story.news[:2] == same.news[:2]


def test_events_have_their_names() -> None:
    named: list[tuple[n.News, str]] = [
        (n.Claim(1, ()), "claim"),
        (n.Void(3, "", None, 0), "void"),
    ]
    for item, name in named:
        assert ",".join(event_names((item,))) == name
    game = opening()[0]
    actors = spades_headers((), game=12, news=(n.Claim(3, ()),), position=Position(view(game)))
    assert dict(actors)["Spades-Actor"] == "3"


def test_answers_without_a_game_show_no_plan_section() -> None:
    assert "Your plans" not in answered(LETTERS, a.Done(("Done.",))).text


def test_a_receipt_does_not_say_the_same_twice() -> None:
    game = opening()[0]
    for seat in (1, 2, 3):
        game, _ = step(game, seat, cmd.MakeBid(3))
    last, story = step(game, 4, cmd.MakeBid(4))
    text = private(last, story, 4, Contents(receipt=True, news=True)).text
    assert "You bid 4, Dave.\n" in text and "Dave bids 4" not in text
    assert "Dave bids 4" in private(last, story, 2, Contents(receipt=True, news=True)).text
    game = on_terms(3)
    card = legal_cards(game, on_turn(game))[0]
    played, story = step(game, on_turn(game), cmd.PlayCard(card))
    text = private(played, story, on_turn(game), Contents(receipt=True, news=True)).text
    assert f"You played the {card_name(card)}, " in text and f"plays the {card_name(card)}" not in text


def test_a_receipt_names_the_cards_of_plans_in_a_row_and_none_of_the_rule() -> None:
    game = on_terms(3)
    own = view(planned_plays(game), 1)
    news = (play(1, "6C"), play(1, "TC"), play(1, "AD"), play(1, "4D", by_rule=True))
    said = own_headline(own, news, "", Contents(receipt=True))
    assert said == "Your plans played the 6 of clubs, the 10 of clubs and the ace of diamonds, Ann."


def planned_plays(game: Game) -> Game:
    """Return the game after plans of Ann's played three cards."""
    done = tuple(ByPlan(turn, parse_card(card)) for turn, card in ((5, "6C"), (9, "TC"), (13, "AD")))
    return replace(game, by_plan=(done, (), (), ()))


def test_the_table_stays_within_a_terminal_whatever_stands_beside_a_name() -> None:
    game = on_terms(3, 1)
    game = replace(
        game, names=("Bartholomew the Elder", "Konstantin the Youngest", "Wilhelmina", "Maximilian the Third")
    )
    words = dict.fromkeys(SEATS, "away 20 Dec to 3 Jan")
    text = table_lines(view(game, 2), words)
    assert max(map(len, text.split("\n"))) <= WIDTH and "  to play" in text
    assert "  Konstantin the Youngest: away 20 Dec to 3 Jan" in text.split("\n")
    long = table_lines(view(replace(game, names=tuple(f"{name:n<24}" for name in game.names)), 2))  # type: ignore[arg-type]
    assert max(map(len, long.split("\n"))) <= WIDTH and long.count("to play") == 1, "the longest names there are"
    one = table_lines(view(on_terms(3, 1), 1), {2: "away 20 Dec to 3 Jan"})
    assert "Bob (away 20 Dec to 3 Jan)" in one, "it fits"


def test_what_is_said_of_absence() -> None:
    shown = view(on_terms(3))
    news = (n.Away(4, date(2026, 12, 10), date(2026, 12, 12)), n.Back(4, before=True), n.Back(4))
    assert [line.text for item in news for line in lines((item,), shown)] == [
        "Dave is away from 10 Dec to 12 Dec. "
        "If a turn of theirs begins in that time, its limit runs from the end of 12 Dec (UTC).",
        "Dave will not be away after all.",
        "Dave is back, and their time limits run again.",
    ]
