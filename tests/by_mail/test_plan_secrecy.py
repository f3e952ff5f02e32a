"""The signs of plans that others see: nothing but the card that is played, and when.

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
from referee.store.tables import events
from tests.by_mail.planning import LOW, acts, behind, common_suit, hand, leads, name, new, seat
from tests.scratch import ON_SERVER
from tests.talk import LIST, NAMES, Talk, address

SECRET = re.compile(rb"[a-z2-7]{24}|=_[0-9a-f]{40}")
"""Ids and tokens, which chance makes, and the boundaries that come of them."""
EXTERNAL = {"list": LIST, "list_mode": "external"}


def public(talk: Talk, count: int) -> list[bytes]:
    """Return the list's letters, without ids."""
    return [SECRET.sub(b"", letter.raw) for letter in talk.letters[count:] if letter.to == LIST]


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
    for talk in (one, other):
        talk.acts(f"play {card}")
    assert acts(one)[-1] == acts(other)[-1], "the same card by another plan"
    assert public(one, starts[0]) == public(other, starts[1]) != []
    assert one.game().head == other.game().head


def swap(talk: Talk, one: str, other: str, led: str) -> None:
    """Swap two players' cards that nobody has seen and that are not of the suit led."""
    moved = {who: next(str(card) for card in hand(talk, who) if card.suit != led) for who in (one, other)}
    back = {moved[one]: moved[other], moved[other]: moved[one]}
    with talk.store.transaction() as tx:
        tx.execute(text(f"DROP TRIGGER {'events_only_added ON events' if ON_SERVER else 'events_no_update'}"))
        dealt = (events.c.game == 1, events.c.kind == "Dealt")
        data = json.loads(json.dumps(tx.execute(select(events.c.data).where(*dealt)).scalar_one()))
        data["hands"] = [[back.get(card, card) for card in held] for held in data["hands"]]
        tx.execute(update(events).where(*dealt).values(data=data))
    talk.store.close()  # events never change, so the folded state is remembered
    assert moved[one] in map(str, hand(talk, other))


def _height(card: Card) -> int:
    return "23456789TJQKA".index(card.rank)


def test_a_card_by_plan_looks_like_one_by_hand(tmp_path: Path) -> None:
    plan, by_hand = listed(tmp_path / "a"), listed(tmp_path / "b")
    who = behind(plan, 1)
    card = leads(plan, common_suit(plan, who))
    plan.says(who, LOW)
    starts = len(plan.letters), len(by_hand.letters)
    for talk in (plan, by_hand):
        talk.acts(f"play {card}")
    played = plan.game().trick[-1].card
    assert by_hand.acts(f"play {played}") == "PlayCard/accepted"
    assert plan.game().head == by_hand.game().head, "the record says the same of both"
    with plan.store.reading() as tx, by_hand.store.reading() as too:
        assert record(tx, 1) == record(too, 1)
    assert len(public(plan, starts[0])) == 1 and len(public(by_hand, starts[1])) == 2


@pytest.fixture
def talk(tmp_path: Path) -> Talk:
    """Give somebody a plan, a habit and receipts; a plan of theirs has played."""
    talk = Talk(tmp_path, referee={"gamesmasters": ["gm@club.test"]}).starts().bids()
    who = behind(talk, 1)
    card = leads(talk, common_suit(talk, who))
    talk.says(who, LOW)
    talk.says(who, "plan forced on")
    talk.says("zoe", "watch 1", proven=True, answers=None)
    talk.says("zoe", "yes")
    talk.acts(f"play {card}")
    return talk


def planner(talk: Talk) -> str:
    return name(talk, next(seat for seat in (1, 2, 3, 4) if talk.game().plans[seat - 1]))


def test_no_letter_to_anyone_else_speaks_of_plans_that_were_made(talk: Talk) -> None:
    who = planner(talk)
    for letter in talk.letters:
        if letter.to != address(who):
            assert "Spades-Plan" not in letter.head and "receipt" not in letter.events
            assert "Your plans" not in letter.text and "Played-By" not in str(letter.head)


@pytest.mark.parametrize("asks", ["status", "score", "history", "games", "record 1", "hand", "plan show", "help"])
def test_no_answer_to_anyone_else_shows_them(talk: Talk, asks: str) -> None:
    who = planner(talk)
    for other in (*(n.lower() for n in NAMES if n.lower() != who), "zoe"):
        count = len(talk.letters)
        talk.says(other, asks, proven=True, answers=None, subject="[Spades 1]")
        for letter in new(talk, count, other):
            assert "void: lowest;" not in letter.text and "spades: lowest;" not in letter.text
            assert "planned" not in letter.text and not letter.head.get("Spades-Plan")


def test_log_status_and_record_show_none(talk: Talk) -> None:
    with talk.store.reading() as tx:
        shown = json.dumps([*log_lines(tx, 1, secret=False)]) + "\n".join(record(tx, 1))
        secret = json.dumps([*log_lines(tx, 1, secret=True)])
    assert not re.search("lanned|lowest", shown)
    assert "Planned" in secret and '"planned": true' in secret


def test_the_log_does_not_say_who_was_silent_all_along_though_cards_came_from_them(tmp_path: Path) -> None:
    """Only an act by hand ends a row of silences: beside the public acts, that row would tell of plans."""
    talk = Talk(tmp_path).starts()
    with talk.store.reading() as tx:
        public, secret = (list(log_lines(tx, 1, secret=each)) for each in (False, True))
    assert not any("silences" in line for line in public)
    assert any("silences" in line for line in secret)


def test_a_rolled_back_mail_leaves_no_plan(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    """The plan, its answer and what follows commit together or not at all."""
    who, trail = planner(talk), talk.trail()

    def fails(*_: object, **__: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("referee.desk.requests.answers.send_answer", fails)
    with pytest.raises(RuntimeError):
        talk.says(who, "plan rest: lowest")
    assert talk.trail() == trail
    assert seat(talk, who)
