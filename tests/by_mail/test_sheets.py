"""Each sheet by mail: what its players write and are sent where it differs from 109. The rulings are the sheets' own;
the law itself is tested by the scenarios."""

from datetime import timedelta
from pathlib import Path

import pytest

from referee.spades.fold import replay
from referee.spades.law.moves import fault
from referee.store import outbox
from referee.table.seats import TEAMS, team_of
from tests.by_mail.sheet_tables import NO_FACE_NO_SPADE, name, new_letters, plays_on, seat, table
from tests.talk import LIST, MASTER, NAMES, Laid, Talk, address

# fsu: one bid for a team


@pytest.fixture
def fsu(tmp_path: Path) -> Talk:
    return table(tmp_path, "fsu")


@pytest.mark.parametrize("bidder", [1, 3])
def test_either_partner_bids_for_the_team_and_the_first_bid_binds(fsu: Talk, bidder: int) -> None:
    fsu.hears_each_play()
    other = name(fsu, 4 - bidder)
    old = fsu.last(other)
    assert fsu.says(name(fsu, bidder), "bid 6") == "MakeBid/accepted"
    assert fsu.last("bob")["Spades-Bids"] == "6 - - -"
    assert fsu.says(other, "bid 5", answers=old) == "MakeBid/bid-stands"
    assert fsu.last("bob")["Spades-To-Act"] == "4 bid"
    assert sorted(n for n in NAMES if "turn" in fsu.last(n).events) == sorted((name(fsu, 2), name(fsu, 4)))


def test_the_clock_waits_for_the_notice_to_the_seat_it_is_on(fsu: Talk) -> None:
    notice = fsu.kept().notice
    assert notice is not None
    with fsu.store.reading() as tx:
        assert outbox.waiting(tx, notice) is None
    plays_on(fsu, 2)
    assert fsu.kept().notice not in (None, notice)


# fsu: talk


def test_words_are_passed_on_while_bidding_and_no_longer(fsu: Talk) -> None:
    for text in ("shall we try seven?", "I have two aces and am void in hearts"):
        assert fsu.says("ann", f"say {text}") == "Say/accepted"
        assert all(text in fsu.last(n).text for n in NAMES)
    assert fsu.says("ann", "say and the QS") == "Say/say-cards"
    plays_on(fsu, 3)
    assert fsu.says("ann", "say and now?") == "Say/say-playing"
    assert "and now?" not in fsu.last("bob").text


# fsu: a renege stands until it is challenged


def renege(talk: Talk, *teams: int) -> tuple[int, int]:
    """Have someone of these teams, or anyone, break suit; return who, and in which book."""
    while talk.game().round == 1:
        game = talk.game()
        if game.leader is not None and game.trick and len(game.tricks) < 10 and team_of(seat(talk)) in (teams or TEAMS):
            own = seat(talk)
            wrong = [c for c in sorted(game.hand(own), key=str) if (f := fault(game, own, c)) and f.kind == "revoke"]
            if wrong:
                assert talk.acts(f"play {wrong[0]}") == "PlayCard/accepted"
                return own, len(game.tricks) + 1
        plays_on(talk, game.turn + 1)
    raise AssertionError("in every deal someone could revoke")


def test_nothing_hints_at_a_renege(fsu: Talk) -> None:
    fsu.hears_each_play()
    guilty, _ = renege(fsu)
    told = [fsu.last(n) for n in NAMES]
    assert all("play" in x.events and "misplay" not in x.events for x in told)
    words = ("renege", "misplay", "follow", "suit led", "revoke")
    assert not [w for x in told for w in words if w in x.text.replace("nobody", "").lower()]
    assert fsu.game().score == (0, 0) and fsu.game().misplays_game == (0, 0)
    assert name(fsu, guilty)


def test_a_round_is_challenged_until_the_own_bid_in_the_next(fsu: Talk) -> None:
    guilty, book = renege(fsu)
    fsu.plays_round()
    before = fsu.game()
    accuser = guilty % 4 + 1
    assert fsu.says(name(fsu, accuser), f"challenge book {book} {name(fsu, guilty)}") == "ChallengeBook/accepted"
    after = fsu.game()
    team = (guilty + 1) % 2
    assert (after.round, after.turn, after.hands) == (2, before.turn, before.hands)
    assert after.score[team] <= before.score[team] and after.score[1 - team] == before.score[1 - team]
    letter = fsu.last(name(fsu, accuser))
    assert letter.events[:2] == ["challenge", "round"] and letter["Spades-Round"] == "1"
    assert sum(map(int, letter["Spades-Books"].split())) == 13
    assert letter["Spades-Score"] == f"{after.score[0]} {after.score[1]}"
    other = next(s for s in (1, 2, 3, 4) if (s + guilty) % 2 == 0 and s != guilty)
    plays_on(fsu, before.turn + 2)
    late = fsu.says(name(fsu, accuser), f"challenge round 1 book {book} {name(fsu, other)}")
    assert late == "ChallengeBook/challenge-late"


def test_the_team_that_reneged_closes_nothing_by_its_bid(fsu: Talk) -> None:
    """Team 2 bids first in round 2, whoever broke suit in round 1."""
    guilty, book = renege(fsu, 2)
    fsu.plays_round()
    score = fsu.game().score
    plays_on(fsu, fsu.game().turn + 1)
    bids, turn, deadline = fsu.game().bids, fsu.game().turn, fsu.kept().deadline
    claim = f"challenge round 1 book {book} {name(fsu, guilty)}"
    assert fsu.says(name(fsu, 1), claim) == "ChallengeBook/accepted"
    after = fsu.game()
    assert after.score[0] == score[0] and after.score[1] < score[1]
    assert (after.round, after.bids, after.turn, fsu.kept().deadline) == (2, bids, turn, deadline)
    assert fsu.last(name(fsu, 3)).events == ["challenge", "round"]
    asked = f"challenge round 1 book {book % 13 + 1} {name(fsu, 1)}"
    assert fsu.says(name(fsu, guilty), asked) == "ChallengeBook/challenge-late"
    text = fsu.last(name(fsu, guilty)).flat
    assert "Round 1 is not open to challenges from your team: you can challenge a play until your own team bids" in text
    assert fsu.says(name(fsu, 1), "bid 4").endswith("accepted")
    later = f"challenge round 1 book {book % 13 + 1} {name(fsu, 2)}"
    assert fsu.says(name(fsu, 3), later) == "ChallengeBook/challenge-late"


def test_what_is_stored_is_what_was_played_after_a_challenge_to_the_round_before(fsu: Talk) -> None:
    guilty, book = renege(fsu)
    fsu.plays_round()
    fsu.says(name(fsu, guilty % 4 + 1), f"challenge book {book} {name(fsu, guilty)}")
    for _ in range(3):
        whole, loaded = replay(fsu.trail()), fsu.game()
        assert (whole.score, whole.bags, whole.extra, whole.turn) == (
            loaded.score,
            loaded.bags,
            loaded.extra,
            loaded.turn,
        )
        assert (whole.last is None) == (loaded.last is None) and whole.hands == loaded.hands
        plays_on(fsu, loaded.turn + 1)
    opening = fsu.game().opening
    assert fsu.master(f"rule void to turn {opening} because of a mix-up") == "VoidTo/accepted"
    assert fsu.game().last is None and replay(fsu.trail()).last is None, "the first bid closed it for good"


# fsu: the last round's result is provisional


@pytest.fixture(scope="module")
def last_score(tmp_path_factory: pytest.TempPathFactory) -> Laid:
    """Return a game whose last round is over and can still be challenged."""
    talk = table(tmp_path_factory.mktemp("last"), "fsu", "target: 10")
    while talk.game().provisional is None:
        talk.plays_round()
    return talk.laid()


@pytest.fixture
def last_round(tmp_path: Path, last_score: Laid) -> Talk:
    return Talk(tmp_path).stand_as(last_score)


def test_the_result_is_provisional_for_a_day(last_round: Talk) -> None:
    talk = last_round
    letter = talk.last("ann")
    assert letter.events[-3:] == ["trick", "round", "provisional"]
    assert letter["Spades-To-Act"] == "" and letter["Spades-Result"] == ""
    assert talk.kept().deadline == talk.now + timedelta(hours=24)
    assert letter["Spades-Deadline"] == f"{talk.now + timedelta(hours=24):%Y-%m-%dT%H:%M:%SZ}"
    assert talk.says("ann", "concede") == "Concede/game-over"
    provisional = talk.game().provisional
    count = len(talk.letters)
    talk.passes(hours=23)
    assert talk.game().result is None and len(talk.letters) == count, "nobody is reminded of anything"
    talk.passes(hours=1)
    assert talk.game().result == provisional
    assert "end" in talk.last("ann").events
    assert talk.last("ann")["Spades-Result"] == f"team {provisional and provisional.team}; score"
    assert "result" in talk.last(MASTER).events


def test_a_challenge_of_the_last_round_leaves_the_time_for_others(last_round: Talk) -> None:
    talk = last_round
    deadline = talk.kept().deadline
    talk.passes(hours=5)
    honest = talk.game().tricks[3][1].seat
    accuser = honest % 4 + 1
    assert talk.says(name(talk, accuser), f"challenge book 4 {name(talk, honest)}") == "ChallengeBook/accepted"
    if talk.game().provisional is not None:
        assert talk.kept().deadline == deadline
        assert talk.last("ann").events == ["challenge", "round", "provisional"]


def test_the_last_rounds_clock_may_be_extended(last_round: Talk) -> None:
    """While the result is provisional, the time that the letters gave does not matter."""
    talk = last_round
    assert talk.master("extend 2 days") == "ExtendBy/accepted"
    talk.passes(hours=50)
    assert talk.game().result is None
    assert talk.says(name(talk, 1), f"challenge book 3 {name(talk, 2)}", proven=True) == "ChallengeBook/accepted"


# sigma: a hand is held back until it is asked for


@pytest.fixture
def sigma(tmp_path: Path) -> Talk:
    return table(tmp_path, "sigma")


def test_no_hand_is_sent_before_it_is_asked_for(sigma: Talk) -> None:
    for n in NAMES:
        letter = sigma.last(n)
        assert letter["Spades-Hand"] == "" and not letter.cards and "show" in letter.text
    first = sigma.last(sigma.due())
    assert first["Spades-Legal"] == "show B0" and "turn" in first.events
    sigma.says(sigma.due(), "hand")
    assert sigma.last(sigma.due())["Spades-Hand"] == "" and not sigma.last(sigma.due()).cards


def test_show_is_between_the_player_and_the_referee(sigma: Talk) -> None:
    who, count, turn = sigma.due(), len(sigma.letters), sigma.game().turn
    deadline = sigma.kept().deadline
    sigma.now += timedelta(hours=3)
    assert sigma.says(who, "show") == "Show/accepted"
    assert [x.to for x in new_letters(sigma, count)] == [f"{who}@club.test"]
    letter = sigma.last(who)
    assert len(letter["Spades-Hand"].split()) == 13 and letter["Spades-Legal"].split()[0] == "0"
    assert sigma.game().turn == turn and sigma.kept().deadline == deadline
    assert sigma.says(who, "bid blind nil") == "MakeBid/already-shown"
    assert sigma.says(who, "bid 4") == "MakeBid/accepted"


def test_a_hand_may_be_shown_before_the_turn_comes(sigma: Talk) -> None:
    later = name(sigma, 3)
    assert sigma.says(later, "show") == "Show/accepted"
    assert sigma.last(later)["Spades-Hand"] and sigma.last(later)["Spades-Legal"] == ""


def test_a_bid_before_the_hand_is_seen_is_refused(sigma: Talk) -> None:
    who = sigma.due()
    assert sigma.says(who, "bid 4") == "MakeBid/not-shown"
    assert "show" in sigma.last(who).text and sigma.game().bids[0] is None


def test_a_blind_nil_shows_the_hand_and_is_announced_as_such(sigma: Talk) -> None:
    sigma.hears_each_play()
    who = sigma.due()
    assert sigma.says(who, "bid blind nil") == "MakeBid/accepted"
    assert all(sigma.last(n)["Spades-Bids"] == "B0 - - -" for n in NAMES)
    assert all("blind nil" in sigma.last(n).text for n in NAMES)
    assert len(sigma.last(who)["Spades-Hand"].split()) == 13
    assert not [n for n in NAMES if n.lower() != who and sigma.last(n)["Spades-Hand"]]


def test_auto_show_is_a_standing_order(sigma: Talk) -> None:
    second = name(sigma, 2)
    assert sigma.says(second, "auto show") == "AutoShow/accepted"
    assert any(len(x["Spades-Hand"].split()) == 13 for x in sigma.to(second)[-2:]), "and the hand held back right now"
    sigma.plays_round()
    dealt = next(x for x in reversed(sigma.to(second)) if "deal" in x.events)
    assert dealt["Spades-Round"] in ("1", "2") and len(dealt["Spades-Hand"].split()) == 13
    third = next(x for x in reversed(sigma.to(name(sigma, 3))) if "deal" in x.events)
    assert third["Spades-Hand"] == ""
    assert sigma.says(second, "auto show off") == "AutoShow/accepted"


def test_show_is_not_for_the_list(tmp_path: Path) -> None:
    talk = table(tmp_path, "sigma", referee={"list": LIST, "list_mode": "external"})
    who = talk.due()
    assert (
        talk.says(who, "show", to=LIST, headers={"List-Id": "<spades-list.club.test>"}, proven=True) != "Show/accepted"
    )
    before = len(talk.to(LIST))
    assert talk.says(who, "show") == "Show/accepted"
    assert len(talk.to(LIST)) == before and talk.last(who)["Spades-Hand"]


def test_show_where_no_hand_is_held_back_sends_the_hand(tmp_path: Path) -> None:
    talk = Talk(tmp_path).starts()
    assert talk.says("ann", "show") == "Show/already-shown"
    assert len(talk.last("ann")["Spades-Hand"].split()) == 13


# sigma: a misdeal


@pytest.mark.parametrize("caller", NO_FACE_NO_SPADE)
def test_a_misdeal_is_dealt_again(tmp_path: Path, caller: int) -> None:
    talk = table(tmp_path, "sigma", luck=NO_FACE_NO_SPADE[caller])
    who = name(talk, caller)
    assert talk.says(who, "misdeal") == "Misdeal/not-shown"
    assert talk.says(who, "show") == "Show/accepted"
    old = set(talk.last(who)["Spades-Hand"].split())
    assert talk.says(who, "misdeal") == "Misdeal/accepted"
    told = [talk.last(n) for n in NAMES]
    assert all("redeal" in x.events and x["Spades-Turn"] == "2" for x in told)
    game = talk.game()
    assert (game.round, game.attempt, game.eldest, game.turn) == (1, 2, 1, 2)
    assert {str(c) for c in game.hand(caller)} != old and not game.seen
    assert talk.kept().deadline == talk.now + timedelta(days=3)
    plays_on(talk, 7)


# pride: jokers, a team minimum, bids that may be changed


@pytest.fixture
def pride(tmp_path: Path) -> Talk:
    return table(tmp_path, "pride")


def test_a_bid_is_changed_until_the_other_team_bids(pride: Talk) -> None:
    pride.hears_each_play()
    first, third, second = name(pride, 1), name(pride, 3), name(pride, 2)
    assert pride.says(first, "bid 3") == "MakeBid/accepted"
    deadline, turn = pride.kept().deadline, pride.game().turn
    pride.now += timedelta(hours=2)
    assert pride.says(first, "bid 5") == "MakeBid/accepted"
    assert pride.last(second)["Spades-Bids"] == "5 - - -" and "changes" in pride.last(second).text
    assert pride.kept().deadline == deadline, "nobody gains time by it"
    assert pride.game().turn == turn + 1 and pride.due() == third.lower()
    assert pride.last(third)["Spades-Turn"] == str(turn + 1) and "turn" in pride.last(third).events
    assert pride.says(third, "bid 1") == "MakeBid/accepted"
    assert pride.says(first, "bid 2") == "MakeBid/team-bid", "the two would bid less than 4"
    assert pride.says(second, "bid 3") == "MakeBid/accepted"
    assert pride.says(first, "bid 6") == "MakeBid/bid-stands"
    assert pride.game().bids == (5, 3, 1, None)


def test_bids_are_not_changed_without_end(pride: Talk) -> None:
    pride.hears_each_play()
    first = name(pride, 1)
    outcomes = [pride.says(first, f"bid {3 + n % 2}") for n in range(6)]
    assert outcomes == ["MakeBid/accepted"] * 4 + ["MakeBid/change-enough"] * 2
    assert pride.game().bids == (4, None, None, None)
    letters = [x.text for x in pride.to(name(pride, 2)) if "bid" in x.events]
    stands = "changed as often as a bid may be, so it stands"
    told = ("at most 3 times", "at most twice more", "at most once more", stands)
    assert all(words in " ".join(text.split()) for text, words in zip(letters, told, strict=True))
    pride.now += timedelta(days=1)
    assert pride.says(first, "bid 5", proven=True) == "MakeBid/change-enough", "another day changes nothing"
    refused = pride.last(first).flat
    assert "Your bid of 4 has been changed 3 times in this round" in refused
    assert "which is as often as a bid may be changed, so it stands." in refused


def test_the_clock_of_a_changed_bid_acts_for_whom_it_is_on(pride: Talk) -> None:
    pride.hears_each_play()
    first = name(pride, 1)
    pride.says(first, "bid 3")
    pride.passes(days=2)
    assert pride.says(first, "bid 4") == "MakeBid/accepted"
    pride.passes(days=1)
    assert pride.game().bids == (4, None, 2, None)


# every sheet


@pytest.mark.parametrize("sheet", ["fsu", "pride", "sigma", "usag"])
def test_a_round_of_each_sheet_by_replies(tmp_path: Path, sheet: str) -> None:
    talk = table(tmp_path, sheet).plays_round()
    assert talk.game().round == 2 and len(talk.game().called) == (2 if sheet == "fsu" else 1)
    last = talk.last(talk.due())
    assert last["Spades-Sheet"] == sheet and sum(map(int, last["Spades-Books"].split())) == 13
    counted = sheet in ("fsu", "sigma", "standard")
    assert bool(last["Spades-Bags"]) == counted
    assert counted or not [x for x in talk.letters if "sandbag" in x.text.lower() or x["Spades-Bags"]]
    for n in NAMES:
        talk.says(n, "score"), talk.says(n, "history 1"), talk.says(n, f"rules {sheet}")
    assert not [x for x in talk.letters if "error" in x.events]


def test_the_clock_alone_plays_a_round_of_each_sheet(tmp_path: Path) -> None:
    for sheet in ("fsu", "pride", "sigma"):
        (tmp_path / sheet).mkdir()
        talk = table(tmp_path / sheet, sheet, "time limit: 1 hour", "last trick: by hand")
        while talk.game().round == 1:
            turn = talk.game().turn
            talk.passes(hours=1)
            assert talk.game().turn == turn + 1


# what a player must not learn or lose


def test_no_salt_tells_what_is_in_a_hand_that_is_held_back(sigma: Talk) -> None:
    who = name(sigma, 3)
    held = next(iter(sorted(map(str, sigma.game().hand(3)))))
    free = next(str(c) for c in sigma.game().sheet.deck if c not in sigma.game().hand(3))
    salted = {sigma.says(who, f"salt {card} it is").removesuffix(" no-slot") for card in (free, held)}
    assert salted == {"Salt/salt-cards"}


# sigma: no table talk


def test_the_table_does_not_talk_in_a_round_and_gets_the_words_back(sigma: Talk) -> None:
    who, text = name(sigma, 3), "good luck to all of you"
    for _ in range(6):
        count = len(sigma.letters)
        assert sigma.says(who, f"say {text}", proven=True).removesuffix(" no-slot") == "Say/say-silent"
        assert {letter.to for letter in sigma.letters[count:]} <= {address(who)}
        plays_on(sigma, sigma.game().turn + 1)
    answers = [letter.text for letter in sigma.to(who) if "no table talk" in letter.text]
    assert answers and all(f"> say {text}" in answer for answer in answers)
    sigma.master("forfeit team 1")
    assert sigma.says(who, f"say {text}", proven=True) == "Say/accepted"
    assert all(text in sigma.last(n).text for n in NAMES)


def test_talk_is_a_parameter_of_the_sheet(tmp_path: Path) -> None:
    talk = table(tmp_path, "109", "talk: none")
    assert talk.says("ann", "say hello") == "Say/say-silent"
    other = Path(tmp_path / "other")
    other.mkdir()
    talk = table(other, "sigma", "talk: no")
    assert talk.says("ann", "say hello") == "Say/accepted"


def test_a_turn_that_comes_back_after_a_provisional_result_is_announced_as_a_turn(tmp_path: Path) -> None:
    # with this luck nobody is set in round 1, so that round 2 is dealt when the challenges come
    talk = table(tmp_path, "fsu", "set limit: 1", "contract: 0 10 0 -10 0", luck=200).plays_round()
    assert (talk.game().round, talk.game().provisional) == (2, None)
    challenge_wrongly(talk, by=2)
    assert talk.game().provisional == (1, "sets") and talk.kept().deadline == talk.now + timedelta(hours=24)
    talk.now += timedelta(hours=2)
    challenge_wrongly(talk, by=1)
    assert talk.game().provisional is None, "both are set, and level: one more round"
    letter = talk.last(talk.due())
    assert "turn" in letter.events and letter["Spades-Legal"]
    assert talk.kept().notice is not None and talk.kept().deadline == talk.now + timedelta(days=3)


def challenge_wrongly(talk: Talk, by: int) -> None:
    """Have team `by` challenge a legal play that was not challenged before."""
    game = talk.game()
    was = game.last or game
    gone = {(c.book, c.accused) for c in was.challenges}
    book, accused = next(
        (book, play.seat)
        for book, trick in enumerate(was.tricks, 1)
        for play in trick
        if (book, play.seat) not in gone and play.seat % 2 != by % 2
    )
    accuser = accused % 4 + 1
    outcome = talk.says(name(talk, accuser), f"challenge round {was.round} book {book} {name(talk, accused)}")
    assert outcome == "ChallengeBook/accepted", outcome
