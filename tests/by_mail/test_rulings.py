"""The four rulings where mail meets the rule, on order, position, lateness and voids, and clause 6 of rule 109."""

from datetime import timedelta
from typing import Any

import pytest

from referee.spades.cards import Card
from referee.spades.events import Misplayed
from referee.spades.game import due
from referee.spades.law.moves import fault
from tests.talk import NAMES, Letter, Talk

TAGGED: dict[str, Any] = {"answers": None, "subject": "[Spades 1]", "proven": True}


def seat(talk: Talk) -> int:
    waiting = due(talk.game())
    assert waiting is not None
    return waiting[0]


def to_revoke(talk: Talk) -> Card:
    """Play on until the player to act could break suit; return the card that would."""
    while talk.kept().round == 1:
        game, own = talk.game(), seat(talk)
        wrong = [card for card in sorted(game.hand(own), key=str) if game.trick and fault(game, own, card)]
        if wrong:
            return wrong[0]
        talk.acts()
    raise AssertionError("in every deal someone could revoke")


def errors(talk: Talk, who: str) -> list[Letter]:
    return [letter for letter in talk.to(who) if letter.events == ["error"]]


@pytest.fixture
def playing(table: Talk) -> Talk:
    """Cards are due."""
    return table.hears_each_play().bids()


def test_what_arrives_first_counts_whatever_its_date(table: Talk) -> None:
    who = table.due()
    table.says(who, "bid 3", headers={"Date": "Wed, 25 Nov 2026 18:00:00 +0000"}, **TAGGED)
    table.now += timedelta(minutes=1)
    outcome = table.says(who, "bid 4", headers={"Date": "Mon, 23 Nov 2026 08:00:00 +0000"}, **TAGGED)
    assert table.game().bids[0] == 3 and "accepted" not in outcome


def test_a_legal_move_may_answer_an_older_letter_of_the_round(table: Talk) -> None:
    third = table.game().names[2]
    old = table.to(third)[0]
    table.acts(), table.acts()
    assert table.says(third, "bid 5", answers=old) == "MakeBid/accepted"


def test_a_move_that_answers_an_older_round_is_stale(playing: Talk) -> None:
    last = [playing.last(name) for name in NAMES]
    while playing.kept().round == 1:
        playing.acts()
    who = playing.due()
    old = next(letter for letter in last if letter.to.startswith(who))
    count = len(playing.trail())
    assert playing.says(who, "bid 3", answers=old) == "MakeBid/stale"
    assert len(playing.trail()) == count and errors(playing, who)


def revoked_since(talk: Talk) -> tuple[str, Card, Letter]:
    """Return a player on turn, a card that breaks suit now, and a letter of theirs from before anything was led."""
    while True:
        game = talk.game()
        before = {name: talk.last(name) for name in NAMES}
        if not game.trick:
            talk.acts()
        else:
            talk.acts()
            continue
        game, own = talk.game(), seat(talk)
        wrong = [card for card in sorted(game.hand(own), key=str) if fault(game, own, card)]
        if wrong:
            name = game.names[own - 1]
            return name.lower(), wrong[0], before[name]


def test_the_same_by_thread_without_a_token(playing: Talk) -> None:
    who, card, old = revoked_since(playing)
    thread = {"In-Reply-To": old["Message-ID"]}
    assert playing.says(who, f"play {card}", headers=thread, **TAGGED) == "PlayCard/stale"
    assert playing.says(who, f"play {card}", **TAGGED) == "PlayCard/accepted", "without one, the last that was sent"
    assert isinstance(playing.trail()[-1], Misplayed)


def test_the_same_by_the_time_of_arrival(playing: Talk) -> None:
    playing.now += timedelta(minutes=1)
    to_revoke(playing)
    while True:
        game = playing.game()
        playing.now += timedelta(hours=1)
        led = not game.trick
        playing.acts()
        own = seat(playing)
        wrong = [card for card in sorted(playing.game().hand(own), key=str) if fault(playing.game(), own, card)]
        if led and wrong:
            break
    who = playing.due()
    raw = playing.mail(who, f"play {wrong[0]}", subject="[Spades 1]", proven=True)
    assert playing.deliver(raw, ago=timedelta(minutes=30)) == "PlayCard/stale"
    assert not any(isinstance(event, Misplayed) for event in playing.trail())


def test_a_doubled_mail_is_charged_nothing(playing: Talk) -> None:
    who = playing.due()
    letter = playing.last(who)
    card = letter["Spades-Legal"].split()[0]
    raw = playing.mail(who, f"play {card}", answers=letter)
    assert playing.deliver(raw) == "PlayCard/accepted"
    count, score = len(playing.trail()), playing.game().score
    for copy in (raw, b"X-Copy: 1\r\n" + raw, playing.mail(who, f"play {card}", answers=letter)):
        assert "accepted" not in playing.deliver(copy)
    assert len(playing.trail()) == count and playing.game().score == score
    assert len(errors(playing, who)) == 1, "told once"


def test_mail_for_a_voided_position_is_refused_and_its_sender_asked_to_play_again(playing: Talk) -> None:
    first = playing.kept().turn
    playing.acts()
    who = playing.due()
    letter = playing.last(who)
    legal = letter["Spades-Legal"].split()[0]
    others = next(iter(playing.game().hand(seat(playing) % 4 + 1)))
    playing.master(f"rule void to turn {first} because of it")
    playing.acts()
    assert playing.due() == who
    count = len(playing.trail())
    for text in (f"play {legal}", f"play {others}"):
        assert playing.says(who, text, answers=letter).startswith("PlayCard/voided")
    assert len(playing.trail()) == count and "send your move again" in errors(playing, who)[-1].flat
    assert playing.acts() == "PlayCard/accepted"


@pytest.mark.parametrize("kind", ["revoke", "held by another", "played", "joker"])
def test_a_misplay_costs_100_and_says_only_what_may_be_said(playing: Talk, kind: str) -> None:
    card = to_revoke(playing)
    game, own = playing.game(), seat(playing)
    named = {
        "revoke": str(card),
        "held by another": str(next(iter(game.hand(own % 4 + 1)))),
        "played": str(game.trick[0].card),
        "joker": "BJ",
    }[kind]
    who, count, turn = playing.due(), len(playing.letters), playing.kept().turn
    assert playing.says(who, f"play {named}") == "PlayCard/accepted"
    misplay = playing.trail()[-1]
    assert isinstance(misplay, Misplayed) and misplay.fault == ("revoke" if kind == "revoke" else "not_held")
    assert playing.game().score[(own - 1) % 2] == -100 and playing.game().score[own % 2] == 0
    assert playing.game().hand(own) == game.hand(own) and playing.due() == who and playing.kept().turn == turn + 1
    assert playing.kept().deadline == playing.now + timedelta(seconds=playing.game().limit), "the clock starts anew"
    new = playing.letters[count:]
    known = {str(play.card) for play in game.plays()} | {named}
    assert len(new) == 4
    for letter in new:
        assert letter["Spades-Actor"] == f"{own} {named}" and letter.events[0] == "misplay"
        assert letter["Spades-Turn"] == str(turn + 1)
        assert letter.cards <= known | set(letter["Spades-Hand"].split())


def test_nobody_else_hears_of_a_refused_try(playing: Talk) -> None:
    playing.acts()
    who, count = playing.due(), len(playing.letters)
    before = playing.kept().deadline
    playing.now += timedelta(hours=1)
    playing.says(who, "bid 3")
    assert [letter.to.partition("@")[0] for letter in playing.letters[count:]] == [who]
    assert playing.kept().deadline == before, "and it does not stop the clock"


# A void that undoes an end: the hands are public, so the round is dealt anew


def undoes_an_end(talk: Talk) -> list[Letter]:
    """End the game in mid-round as the Gamesmaster, and void back to its first turn; return the letters about the
    void."""
    talk.bids().acts()
    talk.master("forfeit team 1")
    assert talk.game().result == (2, "forfeit")
    count = len(talk.letters)
    assert talk.master(f"rule void to turn {talk.game().opening} because that was hasty") == "VoidTo/accepted"
    return talk.letters[count:]


def test_a_void_of_an_end_has_the_round_dealt_anew(table: Talk) -> None:
    old = [table.game().hand(one) for one in (1, 2, 3, 4)]
    letters = undoes_an_end(table)
    game = table.game()
    assert (game.round, game.attempt, game.result, game.paused) == (1, 2, None, False)
    assert [game.hand(one) for one in (1, 2, 3, 4)] != old
    for name in NAMES:
        (letter,) = [each for each in letters if each.to.startswith(f"{name.lower()}@")]
        own = {str(card) for card in game.hand(game.names.index(name) + 1)}
        assert letter.events[:2] == ["void", "redeal"] and "deal" in letter.events
        assert set(letter["Spades-Hand"].split()) == own and letter.cards == own
        assert "is dealt again, as attempt 2." in letter.flat
        assert f"Record {letter['Spades-Record']}." in letter.text and letter["Spades-Record"] == game.head[:16]
    assert table.acts() == "MakeBid/accepted"


def test_after_the_third_attempt_a_void_of_an_end_waits_for_the_gamesmaster(table: Talk) -> None:
    for _ in range(2):
        undoes_an_end(table)
    letters = undoes_an_end(table)
    game = table.game()
    assert (game.attempt, game.paused, due(game)) == (3, True, None)
    assert all(letter.events == ["void", "redeal", "pause"] for letter in letters)
    assert {letter.to.partition("@")[0] for letter in letters} == {*map(str.lower, NAMES), "gm"}, (
        "it waits for the Gamesmaster"
    )
    for letter in letters:
        assert "the commitments to the deals of round 1, attempts 4 to 6." in letter.flat
        assert len(letter["Spades-Commit"].split()) == 3
        assert "dealt again when the Gamesmaster restarts the clock." in letter.flat
    assert table.says("ann", "bid 3", answers=None, subject="[Spades 1]", proven=True).startswith("MakeBid/")
    assert "All hands of round 1 were thrown in" in table.last("ann").flat
    assert table.master("resume") == "Resume/accepted"
    assert table.game().attempt == 4 and "deal" in table.last("bob").events
