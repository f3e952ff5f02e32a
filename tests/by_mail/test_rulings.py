"""The rulings where mail meets the rule, on order, position, lateness and voids, and clause 6 of rule 109. A
Gamesmaster who plays takes back an act of their own team only if an opponent agrees, where nobody else can rule."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from referee.spades.cards import Card
from referee.spades.events import Misplayed
from referee.spades.law.moves import fault
from referee.store import people
from referee.table.events import Voided
from tests.talk import LIST, MASTER, NAMES, REFEREE, STARTER, Letter, Talk

TAGGED: dict[str, Any] = {"answers": None, "subject": "[Spades 1]", "proven": True}


def seat(talk: Talk) -> int:
    waiting = talk.game().due
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
    """Return a table at which cards are due."""
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
    playing.plays_round()
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
    assert sum("already, and that stands" in each.flat for each in playing.to(who)) == 1, "told once"


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


def test_a_misplay_and_a_void_have_subjects_of_their_own_and_stand_above_the_hand(playing: Talk) -> None:
    card, who, place = to_revoke(playing), playing.due(), f"round 1, trick {len(playing.game().tricks) + 1}"
    playing.says(who, f"play {card}")
    assert playing.last(who)["Subject"] == f"[Spades 1] A misplay: \N{MINUS SIGN}100. Your turn: {place}"
    playing.master(f"rule void to turn {playing.kept().turn - 1} because Ann asked for it")
    letter = playing.last(who)
    assert letter["Subject"] == f"[Spades 1] Taken back. Your turn: {place}"
    for text in (letter.flat, letter.html):
        assert text.count("declares void all") == 1
        assert text.index("The reason: Ann asked for it") < text.index("Your hand")


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
    assert "is void; round 1 is dealt anew" in table.last(MASTER).flat
    assert [game.hand(one) for one in (1, 2, 3, 4)] != old
    for name in NAMES:
        (letter,) = [each for each in letters if each.to.startswith(f"{name.lower()}@")]
        own = {str(card) for card in game.hand(game.names.index(name) + 1)}
        assert letter.events[:2] == ["void", "redeal"] and "deal" in letter.events
        assert set(letter["Spades-Hand"].split()) == own and letter.cards == own
        assert "is dealt again, as attempt 2." in letter.flat
        assert f"Record {letter['Spades-Record']}." in letter.flat and letter["Spades-Record"] == game.head[:16]
    assert table.acts() == "MakeBid/accepted"


def test_after_the_third_attempt_a_void_of_an_end_waits_for_the_gamesmaster(table: Talk) -> None:
    for _ in range(2):
        undoes_an_end(table)
    letters = undoes_an_end(table)
    game = table.game()
    assert (game.attempt, game.paused, game.due) == (3, True, None)
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


GM = "Ann"
"""The player who is the only Gamesmaster, too."""


@pytest.fixture
def seated(tmp_path: Path) -> Talk:
    return Talk(tmp_path).starts(f"{STARTER.replace('ann@club.test', MASTER)}\nteams: Ann + Bob")


def after_own_act(seated: Talk) -> int:
    """Have the Gamesmaster make a bid; return its turn."""
    bids_until(seated, GM)
    turn = seated.game().turn
    bids(seated)
    return turn


def bids_until(seated: Talk, name: str) -> None:
    while who(seated) != name:
        bids(seated)


def who(seated: Talk) -> str:
    seat = seated.kept().due_seat
    assert seat is not None
    return seated.game().names[seat - 1]


def bids(seated: Talk) -> None:
    name = MASTER if who(seated) == GM else who(seated)
    letter = next(one for one in reversed(seated.to(name)) if "turn" in one.events)
    assert seated.says(name, "bid 3", answers=letter) == "MakeBid/accepted"


def rules_void(seated: Talk, turn: int, words: str = "my finger slipped") -> list[Letter]:
    """Ask for a void as the Gamesmaster; return all letters about it."""
    count = len(seated.letters)
    assert seated.master(f"rule void to turn {turn} because {words}") == "VoidTo/accepted"
    return seated.letters[count:]


def flat(seated: Talk, name: str) -> str:
    return seated.last(name).flat


def voids(seated: Talk) -> list[Voided]:
    return [event for event in seated.trail() if isinstance(event, Voided)]


@pytest.mark.parametrize("opponent", ["carol", "dave"])
def test_an_act_of_their_own_is_taken_back_once_an_opponent_agrees(seated: Talk, opponent: str) -> None:
    turn, trail = after_own_act(seated), seated.trail()
    asked = rules_void(seated, turn)
    assert sorted(letter.to for letter in asked if letter.to != MASTER) == ["carol@club.test", "dave@club.test"]
    assert all(letter.events == ["confirm"] for letter in asked if letter.to != MASTER)
    for words in (f"everything since turn {turn}", "> my finger slipped", "one of their opponents must agree"):
        assert words in flat(seated, opponent)
    assert "are asked if you may take it all back" in flat(seated, MASTER)
    assert seated.trail() == trail, "nothing is done unasked"
    assert seated.says(opponent, "yes") == "Yes/accepted"
    (void,) = voids(seated)
    assert (void.to, void.reason) == (turn, "my finger slipped") and who(seated) == GM
    for name in NAMES:
        assert "void" in seated.last(MASTER if name == GM else name).events


def test_the_first_no_ends_it(seated: Talk) -> None:
    turn = after_own_act(seated)
    rules_void(seated, turn)
    question = seated.last("dave")
    assert seated.says("carol", "no") == "No/accepted"
    assert "Carol does not agree, so nothing is taken back" in flat(seated, MASTER)
    assert seated.says("dave", "yes", answers=question).startswith("Yes/nothing-proposed")
    assert not voids(seated)


def test_neither_the_partner_nor_they_themselves_agree(seated: Talk) -> None:
    turn = after_own_act(seated)
    rules_void(seated, turn)
    thread = {"In-Reply-To": seated.last("carol")["Message-ID"]}
    for name in ("bob", MASTER):
        for text in ("yes", "no") if name == "bob" else ("yes",):
            outcome = seated.says(name, text, answers=None, headers=thread, proven=True)
            assert outcome.removesuffix(" no-slot").endswith("/nothing-proposed"), (name, outcome)
    assert seated.says("bob", "yes").startswith("Yes/nothing-to-confirm")
    assert not voids(seated)
    assert seated.says("carol", "yes") == "Yes/accepted" and voids(seated)


def test_they_may_take_the_question_back(seated: Talk) -> None:
    turn = after_own_act(seated)
    rules_void(seated, turn)
    assert seated.says(MASTER, "no") == "No/accepted" and "Nothing is taken back" in flat(seated, MASTER)
    assert seated.says("carol", "yes").startswith("Yes/nothing-proposed") and not voids(seated)


def test_a_yes_to_an_earlier_question_is_none_to_the_later(seated: Talk) -> None:
    turn = after_own_act(seated)
    rules_void(seated, turn)
    first = seated.last("carol")
    rules_void(seated, turn, "of something else")
    assert seated.says("carol", "yes", answers=first).startswith("Yes/nothing-proposed") and not voids(seated)
    assert seated.says("carol", "yes", answers=seated.last("carol")).startswith("Yes/") and not voids(seated), (
        "an answer"
    )
    assert seated.says("dave", "yes") == "Yes/accepted"
    assert [void.reason for void in voids(seated)] == ["of something else"]


def test_an_act_of_the_partner_is_their_teams_too(seated: Talk) -> None:
    bids_until(seated, "Bob")
    turn = seated.game().turn
    bids(seated)
    rules_void(seated, turn)
    assert not voids(seated)


def test_an_act_of_the_opponents_alone_is_taken_back_at_once(seated: Talk) -> None:
    bids_until(seated, "Carol")
    turn = seated.game().turn
    bids(seated)
    rules_void(seated, turn, "it was not Carol")
    assert [void.to for void in voids(seated)] == [turn]


def test_a_loss_of_their_own_team_is_undone_once_an_opponent_agrees(seated: Talk) -> None:
    assert seated.says(MASTER, "concede") == "Concede/accepted" == seated.says("bob", "concede")
    assert seated.game().result == (2, "concession")
    rules_void(seated, seated.game().turn)
    assert seated.game().result is not None
    assert seated.says("dave", "yes") == "Yes/accepted" and seated.game().result is None


@pytest.mark.parametrize("team", [1, 2])
def test_new_hands_by_a_forfeit_and_a_void_want_an_opponents_yes(seated: Talk, team: int) -> None:
    """Whoever forfeits the game and takes that back has all hands thrown in: nobody deals anew as they please."""
    after_own_act(seated)
    assert seated.master(f"forfeit team {team}") == "Forfeit/accepted"
    rules_void(seated, seated.game().turn)
    assert (seated.game().attempt, voids(seated)) == (1, [])
    assert seated.says("carol", "yes") == "Yes/accepted"
    assert (seated.game().attempt, len(voids(seated))) == (2, 1)


def test_a_void_of_nothing_is_refused_and_draws_nothing_anew(playing: Talk) -> None:
    playing.acts()
    turn = playing.game().turn
    assert playing.master(f"rule void to turn {turn} because I want the king") == "VoidTo/voids-nothing"
    assert f"Turn {turn} is due now, so a void to it takes nothing back." in playing.last(MASTER).flat
    assert f"rule void to turn {turn} charge NAME because" in playing.last(MASTER).flat
    before, drawn = playing.game(), set()
    for _ in range(6):
        silent = seat(playing)
        playing.passes(days=4)
        drawn.add(next(play.card for play in reversed(playing.game().plays()) if play.seat == silent))
        assert playing.master(f"rule void to turn {playing.game().turn - 1} because they were ill") == "VoidTo/accepted"
    assert len(drawn) == 1 and playing.game().hands == before.hands


def test_what_the_law_refuses_is_asked_of_nobody(seated: Talk) -> None:
    after_own_act(seated)
    count = len(seated.letters)
    assert seated.master("rule void to turn 99 because I hope so") == "VoidTo/no-such-turn"
    assert {letter.to for letter in seated.letters[count:]} == {MASTER}


def test_the_misplay_that_a_void_charges_is_shown_and_charged(seated: Talk) -> None:
    turn = after_own_act(seated)
    rules_void(seated, turn, "it was mine, charge Ann")
    assert "Ann would be charged with a misplay" in flat(seated, "carol")
    assert seated.says("carol", "yes") == "Yes/accepted" and seated.game().misplays_game == (1, 0)


def test_the_question_stands_while_the_game_goes_on(seated: Talk) -> None:
    turn = after_own_act(seated)
    rules_void(seated, turn)
    question = seated.last("carol")
    bids(seated)
    seated.says("dave", "salt purple tortoise", answers=None, proven=True)
    assert seated.says("carol", "yes", answers=question) == "Yes/accepted"
    assert [void.to for void in voids(seated)] == [turn] and who(seated) == GM


def test_a_yes_to_another_letter_agrees_to_nothing(seated: Talk) -> None:
    turn = after_own_act(seated)
    seated.says("carol", "hand")
    before = seated.last("carol")
    rules_void(seated, turn)
    assert seated.says("carol", "yes", answers=before) == "Yes/nothing-to-confirm"
    assert seated.says("carol", "score") == "Score/accepted"
    assert seated.says("carol", "yes").startswith("Yes/nothing-to-confirm")
    assert seated.says("carol", "yes", answers=None, proven=True).startswith("Yes/nothing-to-confirm")
    assert not voids(seated)


def test_a_proven_yes_in_the_thread_of_the_letter_needs_no_token(seated: Talk) -> None:
    rules_void(seated, after_own_act(seated))
    assert seated.says("carol", "yes", answers=seated.last("carol"), to=REFEREE, proven=True) == "Yes/accepted"
    assert voids(seated)


@pytest.mark.parametrize("text", ["yes", "no"])
def test_an_unproven_answer_waits_for_its_own_confirmation(seated: Talk, text: str) -> None:
    rules_void(seated, after_own_act(seated))
    outcome = seated.says("carol", text, answers=seated.last("carol"), to=REFEREE)
    assert outcome == f"{text.capitalize()}/unproven" and not voids(seated) and seated.kept().proposal is not None
    assert seated.last("carol").events == ["confirm"]
    assert seated.says("carol", "yes") == f"{text.capitalize()}/accepted Yes/accepted"
    assert seated.kept().proposal is None and bool(voids(seated)) == (text == "yes")


def test_a_confirmations_yes_stays_what_it_is_while_the_question_waits(seated: Talk) -> None:
    rules_void(seated, after_own_act(seated))
    question = seated.last("carol")
    assert seated.says("carol", "concede", to=REFEREE, answers=question) == "Concede/unproven"
    assert seated.says("carol", "yes") == "Concede/accepted Yes/accepted" and not voids(seated)
    assert seated.says("carol", "yes", answers=question) == "Yes/accepted" and voids(seated)


def test_a_refused_line_of_the_same_mail_takes_nothing_from_the_question(seated: Talk) -> None:
    turn = after_own_act(seated)
    assert seated.master(f"rule void to turn {turn} because of a slip\n\nresume") == "VoidTo/accepted Resume/not-paused"
    assert seated.says("carol", "hand") == "Hand/accepted"
    question = next(letter for letter in reversed(seated.to("carol")) if letter.events == ["confirm"])
    assert seated.says("carol", "yes", answers=question) == "Yes/accepted" and voids(seated)


def asks_to_replace(seated: Talk, name: str) -> list[Letter]:
    """Have the Gamesmaster name a successor for a player; return the letters that follow."""
    count = len(seated.letters)
    assert seated.master(f"replace {name} with Eve <eve@club.test>") == "ReplacePlayer/accepted"
    return seated.letters[count:]


@pytest.mark.parametrize("name", ["Bob", "Carol", "Dave"])
@pytest.mark.parametrize("opponent", ["carol", "dave"])
def test_a_hand_goes_to_their_successor_once_an_opponent_agrees(seated: Talk, name: str, opponent: str) -> None:
    before = seated.game()
    asked = asks_to_replace(seated, name)
    assert sorted(letter.to for letter in asked) == ["carol@club.test", "dave@club.test", MASTER]
    assert all("eve@club.test" not in letter.text for letter in asked), "nobody learns the address"
    assert f"seat Eve in place of {name}" in flat(seated, "carol") and "are asked if Eve may" in flat(seated, MASTER)
    assert seated.game() == before and not seated.to("eve"), "no hand leaves the table unasked"
    assert seated.says(opponent, "yes") == "Yes/accepted"
    taken = before.names.index(name)
    assert seated.game().names[taken] == "Eve" and seated.game().hands == before.hands
    assert "your place" in flat(seated, name.lower()) and seated.to("eve")


def test_the_first_no_leaves_the_seat_to_its_player(seated: Talk) -> None:
    asks_to_replace(seated, "Dave")
    assert seated.says("dave", "no") == "No/accepted"
    assert "Dave does not agree, so nobody is replaced" in flat(seated, MASTER)
    assert seated.says("carol", "yes").startswith("Yes/nothing-proposed") and "Eve" not in seated.game().names


def test_whoever_is_suspended_meanwhile_takes_no_seat(seated: Talk) -> None:
    assert seated.says("eve", "name Eve", answers=None, proven=True) == "SetName/accepted"
    asks_to_replace(seated, "Dave")
    question = seated.last("carol")
    assert seated.master("suspend eve@club.test until 20 Dec because they insulted Bob") == "Conduct/accepted"
    assert_no_seat(seated, question)


def test_whoever_plays_meanwhile_is_named_by_no_address(seated: Talk) -> None:
    asks_to_replace(seated, "Dave")
    question = seated.last("carol")
    with seated.store.transaction() as tx:
        dave = people.by_address(tx, "dave@club.test")
        assert dave is not None, "they play"
        people.change(tx, dave.id, address="eve@club.test")
    assert_no_seat(seated, question)


def assert_no_seat(seated: Talk, question: Letter) -> None:
    """Check that Eve gets no seat by Carol's yes, who learns no more than that, and that the Gamesmaster hears it."""
    assert seated.says("carol", "yes", answers=question) == "Yes/accepted" and "Eve" not in seated.game().names
    assert "That can be done no longer, so nobody is replaced in game 1" in flat(seated, "carol")
    assert "until" not in flat(seated, "carol") and "eve@" not in flat(seated, "carol")
    assert "That can be done no longer, so nobody is replaced" in flat(seated, MASTER)
    assert seated.says("carol", "yes", answers=question).startswith("Yes/nothing-proposed"), "the question is closed"


def test_a_successor_whom_the_law_refuses_is_asked_of_nobody(seated: Talk) -> None:
    count = len(seated.letters)
    assert seated.master("replace Dave with Carol <eve@club.test>") == "ReplacePlayer/name-taken"
    assert {letter.to for letter in seated.letters[count:]} == {MASTER}


def test_without_an_opponent_at_the_table_nobody_is_replaced(tmp_path: Path) -> None:
    talk = Talk(tmp_path, game={"invitations": "ask"}).starts(
        f"{STARTER.replace('ann@club.test', MASTER)}\nteams: Ann + Bob"
    )
    assert talk.says("carol", "no") == "Stop/accepted" == talk.says("dave", "no")
    assert talk.master("replace Carol with Eve <eve@club.test>") == "ReplacePlayer/bad-value"
    assert "have another address named in `gamesmasters`" in flat(talk, MASTER)


def test_a_new_player_at_the_table_ends_the_question(seated: Talk) -> None:
    rules_void(seated, after_own_act(seated))
    question = seated.last("dave")
    asks_to_replace(seated, "Carol")
    assert seated.says("dave", "yes") == "Yes/accepted" and "Eve" in seated.game().names
    assert seated.says("eve", "no") == "Stop/accepted", "that answers the letter which asks them to play"
    assert seated.says("dave", "yes", answers=question).startswith("Yes/nothing-proposed") and not voids(seated)


def test_on_a_list_each_opponent_has_a_letter_of_their_own(tmp_path: Path) -> None:
    seated = Talk(tmp_path, referee={"list": LIST, "list_mode": "external"})
    seated.starts(f"{STARTER.replace('ann@club.test', MASTER)}\nteams: Ann + Bob")
    asked = rules_void(seated, after_own_act(seated))
    assert sorted(letter.to for letter in asked) == ["carol@club.test", "dave@club.test", MASTER]
