"""The proofs of a plan: those of a move, and a token that a move has spent. The signs of plans that others see: nothing
but the card that is played, and when.

Two games that differ in plans and in cards nobody has seen send the same public bytes until a card differs.
"""

import json
import re
from pathlib import Path

import pytest
from sqlalchemy import select, text, update

from referee.commands.log import log_lines
from referee.desk.table.records import record
from referee.spades.cards import Card
from referee.spades.rulesheet import TRICKS
from referee.store.tables import events
from tests.by_mail.planning import (
    LOW,
    acts,
    behind,
    common_suit,
    hand,
    leads,
    legal,
    name,
    new,
    person,
    plans,
    seasoned,
    seat,
)
from tests.by_mail.test_copies_and_order import SIGNED, other_id
from tests.scratch import ON_SERVER
from tests.talk import LIST, NAMES, Letter, Talk, address

PLAN = "plan hearts: lowest"


@pytest.fixture
def talk(tmp_path: Path) -> Talk:
    return Talk(tmp_path).starts().hears_each_play().bids()


def spent(talk: Talk) -> tuple[str, Letter]:
    """Have somebody play; return who, and the letter whose token that spent."""
    who = talk.due()
    letter = next(x for x in reversed(talk.to(who)) if "turn" in x.events)
    assert talk.acts() == "PlayCard/accepted"
    return who, letter


def test_a_plan_spends_no_token(talk: Talk) -> None:
    who = talk.due()
    letter = talk.last(who)
    assert talk.says(who, PLAN, answers=letter) == "MakePlan/accepted"
    assert talk.says(who, f"play {legal(talk)[0]}", answers=letter) == "PlayCard/accepted"


def test_a_spent_token_proves_plans_and_nothing_else(talk: Talk) -> None:
    who, letter = spent(talk)
    assert talk.says(who, PLAN, answers=letter) == "MakePlan/accepted"
    assert talk.says(who, "plan off", answers=letter) == "DropPlans/accepted"
    for line, outcome in (
        ("play 2C", "PlayCard/not-your-turn"),
        ("concede", "Concede/unproven"),
        ("plan forced on", "SetHabit/unproven"),
        ("say hello", "Say/unproven"),
        ("name Mallory", "SetName/unproven"),
        ("receipts off", "SetReceipts/unproven"),
    ):
        assert talk.says(who, line, answers=letter).split()[0] == outcome
    assert not person(talk, who).habits.forced and person(talk, who).name.lower() == who


def test_plans_beside_a_move_in_a_mail_with_a_spent_token_are_made_and_the_move_is_not(talk: Talk) -> None:
    who, letter = spent(talk)
    count = len(acts(talk))
    outcome = talk.says(who, f"{PLAN}\nplay {hand(talk, who)[0]}", answers=letter)
    assert outcome.split()[:2] == ["MakePlan/accepted", "PlayCard/not-your-turn"]
    assert len(acts(talk)) == count and plans(talk, who)


def test_a_spent_token_proves_nothing_once_its_round_is_over(talk: Talk) -> None:
    who, letter = spent(talk)
    talk.plays_round()
    assert talk.game().round == 2
    assert talk.says(who, PLAN, answers=letter).split()[0] == "MakePlan/unproven"
    assert not plans(talk, who)


def test_a_good_token_of_the_last_round_makes_no_plan(talk: Talk) -> None:
    who = behind(talk, 1)
    talk.says(who, "hand")
    old = talk.last(who)
    talk.plays_round()
    assert talk.says(who, PLAN, answers=old).split()[0] == "MakePlan/stale"


def test_a_spent_token_of_a_replaced_player_proves_nothing(talk: Talk) -> None:
    who, letter = spent(talk)
    talk.master(f"replace {who.title()} with Eve <eve@club.test>")
    assert talk.says(who, PLAN, answers=letter).split()[0] != "MakePlan/accepted"
    assert not talk.game().plans[seat(talk, "eve") - 1]
    assert talk.says("eve", PLAN, answers=None, to=letter["Reply-To"]).split()[0] != "MakePlan/accepted"


def test_a_spent_token_that_others_saw_proves_no_plan(talk: Talk) -> None:
    who, letter = spent(talk)
    talk.says(who, "look what I played", answers=letter, cc="friend@else.test")
    assert talk.says(who, PLAN, answers=letter).split()[0] == "MakePlan/unproven"
    assert not plans(talk, who)


def test_a_spent_token_is_nobody_elses(talk: Talk) -> None:
    who, letter = spent(talk)
    other = behind(talk, 1)
    assert talk.says(other, PLAN, answers=None, to=letter["Reply-To"]).split()[0] != "MakePlan/accepted"
    assert not plans(talk, who) and not plans(talk, other)


def test_a_trusted_servers_fail_vetoes_a_spent_token(talk: Talk) -> None:
    who, letter = spent(talk)
    forged = talk.stamp(address(who)).replace(b"dkim=pass", b"dkim=fail").replace(b"spf=pass", b"spf=fail")
    assert talk.deliver(forged + talk.mail(who, PLAN, answers=letter)).split()[0] == "MakePlan/unproven"


def test_a_spent_token_of_another_game_plans_nothing_there(talk: Talk) -> None:
    talk.starts().hears_each_play()
    who, letter = spent(talk)
    raw = talk.mail(who, PLAN, answers=letter).replace(b"[Spades 1]", b"[Spades 2]")
    talk.deliver(raw)
    assert not any(talk.game(2).plans)


@pytest.mark.parametrize("with_spent", [False, True])
def test_a_plan_that_was_dropped_does_not_come_back_with_a_copy_of_its_mail(talk: Talk, with_spent: bool) -> None:
    who, letter = spent(talk) if with_spent else (talk.due(), talk.last(talk.due()))
    raw = talk.mail(who, PLAN, answers=letter)
    assert talk.deliver(raw) == "MakePlan/accepted"
    assert talk.says(who, "plan off", answers=letter) == "DropPlans/accepted"
    for copy in (raw, b"X-Hop: 2\r\n" + raw, raw + b"and good luck\r\n"):
        assert talk.deliver(copy).split()[-1] in ("ignored/seen-before", "seen-before"), copy
    assert not plans(talk, who)


def test_a_signed_plan_that_somebody_kept_back_asks_first(talk: Talk) -> None:
    who = behind(talk, 1)
    raw = talk.mail(who, PLAN, answers=None, subject="[Spades 1]", headers=SIGNED, proven=True)
    assert talk.deliver(raw) == "MakePlan/accepted"
    talk.says(who, "plan off")
    assert talk.deliver(talk.stamp(address(who)) + other_id(raw[len(talk.stamp(address(who))) :])) in (
        "ignored/seen-before",
        "MakePlan/unproven",
    )
    assert not plans(talk, who)


def test_an_unproven_plan_waits_for_a_yes(talk: Talk) -> None:
    who = behind(talk, 1)
    assert talk.says(who, PLAN, answers=None, subject="[Spades 1]") == "MakePlan/unproven"
    assert not plans(talk, who)
    assert "MakePlan/accepted" in talk.says(who, "yes")
    assert plans(talk, who) == ["hearts: lowest"]


@pytest.mark.parametrize("around", [{"cc": "friend@else.test"}, {"to": f"referee@club.test, {LIST}"}])
def test_a_plan_in_a_mail_with_other_readers_is_refused_and_so_said(talk: Talk, around: dict[str, str]) -> None:
    who = behind(talk, 1)
    card, count = hand(talk, who)[0], len(talk.letters)
    more = {"answers": None, "subject": "[Spades 1]", "proven": True, **around}
    assert talk.says(who, f"plan {card}", **more).split()[0] == "MakePlan/private-only"
    assert not plans(talk, who)
    assert {letter.to for letter in talk.letters[count:]} == {address(who)}
    assert not any(plan in letter.text for plan in (f"plan {card}",) for letter in talk.letters[count + 1 :])


def test_the_answer_to_a_copied_plan_takes_it(talk: Talk) -> None:
    """The reply address that the copy showed is dead; the answer carries a new one."""
    who = behind(talk, 1)
    assert "private-only" in talk.says(who, PLAN, proven=True, cc="friend@else.test")
    assert "Answer this letter with it, to the referee alone" in talk.last(who).flat
    assert talk.says(who, PLAN, answers=talk.last(who)) == "MakePlan/accepted"
    assert plans(talk, who) == ["hearts: lowest"]


def test_a_robot_plans_with_a_token_that_is_good(talk: Talk) -> None:
    """A program always holds a newer letter; a spent token would have every later mail of it answered."""
    talk.hears_each_play()
    who, letter = spent(talk)
    automatic = {"Auto-Submitted": "auto-generated"}
    assert "machine" in talk.says(who, PLAN, answers=letter, headers=automatic)
    assert "machine" in talk.says(who, PLAN, answers=None, headers=automatic)
    assert talk.says(who, PLAN, answers=talk.last(who), headers=automatic) == "MakePlan/accepted"


def test_what_a_yes_takes_is_played_only_by_the_one_who_was_asked(talk: Talk) -> None:
    who = talk.due()
    talk.says(who, f"plan lead: {legal(talk)[0]}")
    offer, count = talk.last(who), len(acts(talk))
    other = behind(talk, 1)
    assert "accepted" not in talk.says(other, "yes", answers=None, to=offer["Reply-To"])
    assert "accepted" not in talk.says(who, "yes", answers=None, proven=True, subject="[Spades 1]")
    assert "accepted" not in talk.says(who, "yes", answers=offer, cc="friend@else.test")
    assert len(acts(talk)) == count


def test_everyone_hears_of_each_plan_they_make(talk: Talk) -> None:
    who = behind(talk, 2)
    letter = talk.last(who)
    for number in range(20):
        count = len(talk.letters)
        assert talk.says(who, f"plan rest: {'lowest' if number % 2 else 'duck'}", answers=letter) == "MakePlan/accepted"
        assert len(new(talk, count, who)) == 1


def test_plans_of_a_mail_with_a_move_go_into_the_letter_about_it(talk: Talk) -> None:
    who = talk.due()
    other = behind(talk, 1)
    card, count = leads(talk, common_suit(talk, other)), len(talk.letters)
    talk.says(who, f"play {card}\n{LOW}")
    play, letter = new(talk, count, who)
    assert (play.events, letter.events) == (["play"], ["reply"])
    assert "You played the" in letter.flat and "clubs: lowest" in letter.flat
    assert len(talk.game().tricks) < TRICKS


SECRET = re.compile(rb"[a-z2-7]{24}|=_[0-9a-f]{40}")
"""Ids and tokens, which chance makes, and the boundaries that come of them."""
EXTERNAL = {"list": LIST, "list_mode": "external"}


def public(planned: Talk, count: int) -> list[bytes]:
    """Return the list's letters, without ids."""
    return [SECRET.sub(b"", letter.raw) for letter in planned.letters[count:] if letter.to == LIST]


def listed(folder: Path) -> Talk:
    folder.mkdir()
    return Talk(folder, referee=EXTERNAL).starts().bids()


def test_other_plans_and_other_unseen_cards_send_the_same_public_bytes(tmp_path: Path) -> None:
    one, other = listed(tmp_path / "a"), listed(tmp_path / "b")
    who = behind(one, 1)
    card = leads(one, common_suit(one, who))
    low = sorted((held for held in hand(one, who) if held.suit == card.suit), key=_height)[0]
    one.says(who, f"{LOW}\nlead: KH\nforced on")
    other.says(who, f"plan {low}")
    other.says(behind(other, 2), f"plan lead: {hand(other, behind(other, 2))[0]}")
    swap(other, who, behind(other, 2), card.suit)
    starts = len(one.letters), len(other.letters)
    for planned in (one, other):
        planned.acts(f"play {card}")
    assert acts(one)[-1] == acts(other)[-1], "the same card by another plan"
    assert public(one, starts[0]) == public(other, starts[1]) != []
    assert one.game().head == other.game().head


def swap(planned: Talk, one: str, other: str, led: str) -> None:
    """Swap two players' cards that nobody has seen and that are not of the suit led."""
    moved = {who: next(str(card) for card in hand(planned, who) if card.suit != led) for who in (one, other)}
    back = {moved[one]: moved[other], moved[other]: moved[one]}
    with planned.store.transaction() as tx:
        tx.execute(text(f"DROP TRIGGER {'events_only_added ON events' if ON_SERVER else 'events_no_update'}"))
        dealt = (events.c.game == 1, events.c.kind == "Dealt")
        data = json.loads(json.dumps(tx.execute(select(events.c.data).where(*dealt)).scalar_one()))
        data["hands"] = [[back.get(card, card) for card in held] for held in data["hands"]]
        tx.execute(update(events).where(*dealt).values(data=data))
    planned.store.close()  # events never change, so the folded state is remembered
    assert moved[one] in map(str, hand(planned, other))


def _height(card: Card) -> int:
    return "23456789TJQKA".index(card.rank)


def test_a_card_by_plan_looks_like_one_by_hand(tmp_path: Path) -> None:
    plan, by_hand = listed(tmp_path / "a"), listed(tmp_path / "b")
    who = behind(plan, 1)
    card = leads(plan, common_suit(plan, who))
    plan.says(who, LOW)
    starts = len(plan.letters), len(by_hand.letters)
    for planned in (plan, by_hand):
        planned.acts(f"play {card}")
    played = plan.game().trick[-1].card
    assert by_hand.acts(f"play {played}") == "PlayCard/accepted"
    assert plan.game().head == by_hand.game().head, "the record says the same of both"
    with plan.store.reading() as tx, by_hand.store.reading() as too:
        assert record(tx, 1) == record(too, 1)
    assert len(public(plan, starts[0])) == 1 and len(public(by_hand, starts[1])) == 2


@pytest.fixture
def planned(tmp_path: Path) -> Talk:
    """Give somebody a plan, a habit and receipts; a plan of theirs has played."""
    planned = seasoned(Talk(tmp_path, referee={"gamesmasters": ["gm@club.test"]}).starts()).bids()
    who = behind(planned, 1)
    card = leads(planned, common_suit(planned, who))
    planned.says(who, LOW)
    planned.says(who, "plan forced on")
    planned.says("zoe", "watch 1", proven=True, answers=None)
    planned.says("zoe", "yes")
    planned.acts(f"play {card}")
    planned.passes(hours=1)
    return planned


def planner(planned: Talk) -> str:
    return name(planned, next(seat for seat in (1, 2, 3, 4) if planned.game().plans[seat - 1]))


def test_no_letter_to_anyone_else_speaks_of_plans_that_were_made(planned: Talk) -> None:
    who = planner(planned)
    for letter in planned.letters:
        if letter.to != address(who):
            assert "Spades-Plan" not in letter.head and "receipt" not in letter.events
            assert "Your plans" not in letter.text and "Played-By" not in str(letter.head)


@pytest.mark.parametrize("asks", ["status", "score", "history", "games", "record 1", "hand", "plan show", "help"])
def test_no_answer_to_anyone_else_shows_them(planned: Talk, asks: str) -> None:
    who = planner(planned)
    for other in (*(n.lower() for n in NAMES if n.lower() != who), "zoe"):
        count = len(planned.letters)
        planned.says(other, asks, proven=True, answers=None, subject="[Spades 1]")
        for letter in new(planned, count, other):
            assert "void: lowest;" not in letter.text and "spades: lowest;" not in letter.text
            assert "planned" not in letter.text and not letter.head.get("Spades-Plan")


def test_log_status_and_record_show_none(planned: Talk) -> None:
    with planned.store.reading() as tx:
        shown = json.dumps([*log_lines(tx, 1, secret=False)]) + "\n".join(record(tx, 1))
        secret = json.dumps([*log_lines(tx, 1, secret=True)])
    assert not re.search("lanned|lowest", shown)
    assert "Planned" in secret and '"planned": true' in secret


def test_the_log_does_not_say_who_was_silent_all_along_though_cards_came_from_them(tmp_path: Path) -> None:
    """Only an act by hand ends a row of silences: beside the public acts, that row would tell of plans."""
    planned = Talk(tmp_path).starts()
    with planned.store.reading() as tx:
        public, secret = (list(log_lines(tx, 1, secret=each)) for each in (False, True))
    assert not any("silences" in line for line in public)
    assert any("silences" in line for line in secret)


def test_a_rolled_back_mail_leaves_no_plan(planned: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    """The plan, its answer and what follows commit together or not at all."""
    who, trail = planner(planned), planned.trail()

    def fails(*_: object, **__: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("referee.desk.requests.answers.send_answer", fails)
    with pytest.raises(RuntimeError):
        planned.says(who, "plan rest: lowest")
    assert planned.trail() == trail
    assert seat(planned, who)
