"""The time limit of a match, silence, protests and reneges in games of a tournament, by mail."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from referee.desk.case import Case
from referee.desk.site import views
from referee.desk.site.views import public_view
from referee.desk.table.match import in_a_row, note_reneges
from referee.desk.tournaments.protest import is_late
from referee.site.tournament_pages import tournament_pages
from referee.spades import events as ev
from referee.spades.cards import parse_card
from referee.spades.sheets import SHEETS
from referee.store import clocks, games, outbox, people, tournaments
from referee.table.seats import after
from referee.tournaments.events import Limited, Silenced
from referee.tournaments.presets import PRESETS
from tests.by_mail.cup import cup, kinds, match_of, silent
from tests.site.samples import CLUB
from tests.talk import MASTER, START, Letter, Talk
from tests.tournament_talk import Cup

SLOW = (
    "match limit: 9 days",
    "time limit: 8 days",
    "leave: 14 days",
    "weekends: no",
    "forfeit after: 4 silences",
)
"""The lines of a match that begins on Wednesday, 25 November, 12:00:02, so its limit comes on Friday, 4 December, while
the first turn runs."""
BEGUN = START + timedelta(days=1, seconds=2)
LIMIT = BEGUN + timedelta(days=9)


def happened(talk: Talk) -> list[object]:
    with talk.store.reading() as tx:
        return list(tournaments.events_of(tx, 1))


def heard(talk: Talk, who: str, word: str) -> list[Letter]:
    """Return the letters to someone that bring news of this kind."""
    return [letter for letter in talk.to(who) if word in letter.events]


def limited(folder: Path) -> Talk:
    """Reach the limit, a second ago, while the first bid is due."""
    return cup(Talk(folder), *SLOW).passes(days=9, seconds=1)


def test_at_its_limit_a_match_has_a_last_round_and_short_turns(tmp_path: Path) -> None:
    talk = cup(Talk(tmp_path), *SLOW)
    assert match_of(talk).limit_at == LIMIT
    talk.passes(days=8, hours=23, minutes=59, seconds=59)
    assert talk.game().last_round == 0
    talk.passes(seconds=2)
    game, now = talk.game(), talk.now
    assert (game.last_round, game.hurry, match_of(talk).hurried) == (1, 12 * 3600, 1)
    assert talk.kept().deadline == now + timedelta(hours=12) == datetime(2026, 12, 5, 0, 0, 3, tzinfo=UTC)
    assert happened(talk)[-1] == Limited(1, 1)
    for who in ("ann", "bob", "carol", "dave"):
        (letter,) = heard(talk, who, "last")
        assert "round 1 is the last" in letter.flat
        assert "at most 12 hours, without leave or weekends" in letter.flat
        assert ("turn" in letter.events) == (who == talk.due())
    talk.passes(hours=1)
    assert kinds(talk).count(ev.LastRoundSet) == kinds(talk).count(ev.Hurried) == 1


def test_after_the_limit_each_turn_has_twelve_hours_and_no_leave(tmp_path: Path) -> None:
    talk = cup(Talk(tmp_path), *SLOW)
    talk.says("dave", "away 3 December to 12 December", proven=True)
    talk.passes(days=9, seconds=1)
    assert talk.acts("bid 3") == "MakeBid/accepted"
    assert talk.due() == "dave"
    assert talk.kept().deadline == talk.now + timedelta(hours=12)
    talk.passes(hours=12, seconds=1)
    assert talk.due() == "ann"
    assert talk.kept().deadline == talk.now + timedelta(hours=12)
    assert talk.says("ann", "away 8 December to 10 December", answers=None, proven=True) == "Away/bad-value"
    assert talk.master("limit 3 days") == "LimitTo/bad-value"
    assert talk.master("extend 1 day") == "ExtendBy/accepted"
    assert talk.kept().deadline == talk.now + timedelta(hours=36)


def test_a_turn_that_has_less_left_gets_no_more(tmp_path: Path) -> None:
    talk = cup(Talk(tmp_path), "match limit: 9 days", "time limit: 9 days")
    talk.now = BEGUN + timedelta(hours=6)
    assert talk.acts("bid 3") == "MakeBid/accepted"
    talk.passes(days=9, seconds=1 - 6 * 3600)
    assert talk.game().hurry is not None
    assert talk.kept().deadline == BEGUN + timedelta(days=9, hours=6)


def test_seven_days_later_the_clock_acts_at_once_until_the_match_is_over(tmp_path: Path) -> None:
    talk = limited(tmp_path)
    talk.passes(days=7)
    assert (talk.game().hurry, match_of(talk).hurried) == (0, 2)
    assert talk.kept().deadline == talk.now
    assert "the clock acts at once" in heard(talk, "ann", "limit")[-1].flat
    for _ in range(250):
        if talk.game().result is not None:
            break
        talk.passes(seconds=1)
    result = talk.game().result
    assert result is not None
    assert result.by == "hands" if talk.game().round == 1 else "score"
    talk.passes(seconds=1)
    with talk.store.reading() as tx:
        assert tournaments.load(tx, 1).state.phase == "over"
        row = tournaments.find(tx, 1)
        assert row is not None
        pages = [page.text for page in tournament_pages(CLUB, views.tournament(tx, row, talk.desk, talk.now))]
        played = games.find(tx, 1)
        assert played is not None
        match = public_view(tx, played, talk.now).match
    if result.by == "hands":
        since = "since the match had reached its time limit"
        letter = next(one for one in reversed(talk.to("ann")) if "have won match 1 of " in one.flat)
        assert f"It was the last round, {since}." in letter.flat
        assert since in talk.last("ann").flat and match is not None and since in match.why
        assert any("at the match limit" in page for page in pages)


def test_a_plan_still_acts_once_the_clock_acts_at_once(tmp_path: Path) -> None:
    talk = limited(tmp_path)
    talk.says(talk.due(), "plan bid: 5", proven=True)
    talk.passes(days=7)
    talk.passes(seconds=1)
    bids = [event for event in talk.trail() if isinstance(event, ev.BidMade)]
    assert (bids[0].bid, bids[0].by) == (5, "player") or bids[0].by == "clock"


def test_a_pause_of_the_tournament_moves_the_limit_and_one_of_the_game_does_not(tmp_path: Path) -> None:
    talk = cup(Talk(tmp_path), *SLOW)
    talk.master("pause Cup", subject="[Cup]")
    talk.passes(days=3)
    assert talk.game().last_round == 0
    talk.master("resume Cup", subject="[Cup]")
    assert match_of(talk).limit_at == LIMIT + timedelta(days=3)
    talk.master("pause")
    talk.passes(days=9, seconds=1)
    assert talk.game().last_round == 1
    assert talk.kept().left_seconds == 12 * 3600
    talk.master("resume")
    assert talk.kept().deadline == talk.now + timedelta(hours=12)


def test_extend_match_moves_the_limit_until_it_is_reached(tmp_path: Path) -> None:
    talk = cup(Talk(tmp_path), *SLOW)
    assert talk.master("extend match 1 by 10 days", subject="[Cup]") == "ExtendMatch/tournament", (
        "its own length is the most"
    )
    assert talk.master("extend match 1 by 5 days", subject="[Cup]") == "ExtendMatch/accepted"
    assert match_of(talk).limit_at == LIMIT + timedelta(days=5)
    assert "now has time until Wed 9 Dec" in talk.last("ann").flat
    talk.passes(days=1)
    assert talk.master("extend match 1 by 5 days", subject="[Cup]") == "ExtendMatch/tournament", "nor by more in all"
    assert "in all, and has moved by 5 days" in talk.last("gm").flat
    talk.passes(days=8, seconds=1)
    assert talk.game().last_round == 0
    talk.passes(days=5)
    assert talk.game().last_round == 1
    assert talk.master("extend match 1 by 5 days", subject="[Cup]") == "ExtendMatch/tournament"
    assert "has reached its time limit already" in talk.last("gm").flat
    assert talk.master("extend match 2 by 5 days", subject="[Cup]") == "ExtendMatch/tournament"


def test_a_match_without_a_limit_cannot_be_extended(tmp_path: Path) -> None:
    talk = cup(Talk(tmp_path), "match limit: none")
    assert talk.master("extend match 1 by 5 days", subject="[Cup]") == "ExtendMatch/tournament"
    assert "has no time limit" in talk.last("gm").flat


def test_a_limit_that_passes_while_an_end_may_be_undone_comes_once_it_is(tmp_path: Path) -> None:
    talk = cup(Talk(tmp_path), *SLOW)
    talk.passes(days=8, hours=20)
    talk.master("forfeit team 1")
    assert talk.game().result is not None
    talk.passes(hours=10)
    assert talk.game().last_round == 0
    assert match_of(talk).hurried == 0
    talk.master("rule void to turn 1 because they were ill")
    talk.passes(seconds=1)
    assert (talk.game().result, talk.game().last_round) == (None, 1)
    assert talk.game().hurry == 12 * 3600


def test_a_rematch_has_the_time_of_the_game_and_not_of_its_limit(tmp_path: Path) -> None:
    assert limited(tmp_path).game().limit == 8 * 24 * 3600


def test_silence_loses_the_match(tmp_path: Path) -> None:
    talk = cup(Talk(tmp_path), "forfeit after: 2 silences", "time limit: 2 days")
    silent(talk, 4)
    assert talk.game().silences == (1, 1, 1, 1)
    assert talk.game().result is None
    leader = talk.due()
    silent(talk, 1)
    result = talk.game().result
    assert result is not None
    lost = talk.game().names.index(leader) % 2 + 1
    assert (result.team, result.by) == (3 - lost, "forfeit")
    with talk.store.reading() as tx:
        t = tournaments.load(tx, 1).state
    loser = "Aces" if leader in ("ann", "bob") else "Kings"
    assert [event for event in happened(talk) if isinstance(event, Silenced)] == [Silenced(1, loser)]
    assert t.games[1].silent == loser
    talk.passes(days=1, seconds=1)
    with talk.store.reading() as tx:
        assert tournaments.load(tx, 1).state.outcomes[1].how == "silence"


@pytest.mark.parametrize("preset", [name for name, one in PRESETS.items() if one.sheet in SHEETS])
def test_a_team_that_nobody_hears_loses_after_two_periods_of_each(tmp_path: Path, preset: str) -> None:
    """Every preset says so beforehand, warns at the first period, and has a match limit that ends all other matches."""
    cup = Cup(tmp_path)
    words = ", collegiate" if preset == "sigma" else ""
    cup.drawn(4, format=preset, words=words)
    match = cup.running()[0]
    assert match.limit_at is not None
    said = "A team loses the match once the clock has acted twice in a row for each of its players"
    team = cup.match(match.match).first or ""
    players = cup.cup().team(team).players
    assert all(any(said in one.flat for one in cup.to(player)) for player in players)
    began = cup.now
    cup.falls_silent(match.match, team)
    warned, lost = "The clock has acted for you once", f"{team} lose match {match.match} of Spring Cup"
    assert all(any(warned in one.flat and lost in one.flat for one in cup.to(player)) for player in players)
    assert not any("for you twice in a row: one more" in one.flat for player in players for one in cup.to(player))
    assert min(cup.game(match.game).silences[cup.game(match.game).names.index(one)] for one in players) == 2
    assert cup.now - began < timedelta(days=21)
    cup.passes(days=1, seconds=1)
    assert cup.cup().outcomes[match.match].how == "silence"


def test_one_player_whom_nobody_hears_does_not_lose_the_match(tmp_path: Path) -> None:
    """Their partner plays, so the team is there; the match limit ends the match."""
    cup = Cup(tmp_path).drawn(2)
    (match,) = cup.running()
    cup.falls_silent(match.match, cup.cup().teams[0].players[0], periods=4)
    assert cup.game(match.game).result is None


def test_a_move_between_makes_silence_count_anew(tmp_path: Path) -> None:
    talk = cup(Talk(tmp_path), "forfeit after: 2 silences", "time limit: 2 days")
    silent(talk, 4)
    while len(talk.game().tricks) < 2:
        assert talk.acts() == "PlayCard/accepted"
    leader = talk.due()
    silent(talk, 1)
    assert talk.game().result is None
    assert talk.game().silences[talk.game().names.index(leader)] == 1


def test_a_silence_that_a_ruling_undoes_counts_once_for_the_tournament(tmp_path: Path) -> None:
    talk = cup(Talk(tmp_path), "forfeit after: 2 silences", "time limit: 2 days")
    silent(talk, 5)
    talk.master(f"rule void to turn {talk.game().turn} because the post was lost")
    assert talk.game().result is None
    silent(talk, 4)
    assert talk.game().result is None
    silent(talk, 1)
    assert talk.game().result is not None
    assert sum(isinstance(event, Silenced) for event in happened(talk)) == 1


def test_games_outside_a_tournament_know_no_silence(tmp_path: Path) -> None:
    talk = Talk(tmp_path).starts()
    silent(talk, 9)
    assert talk.game().result is None


SEVEN = parse_card("7S")


@pytest.mark.parametrize(
    ("events", "count"),
    [
        ((), 0),
        ((ev.BidMade(1, 1, 3, "clock"), ev.CardPlayed(5, 1, SEVEN, "clock")), 2),
        ((ev.BidMade(1, 1, 3, "clock"), ev.BidMade(2, 2, 3, "clock"), ev.CardPlayed(5, 1, SEVEN, "clock")), 2),
        ((ev.BidMade(1, 1, 3, "clock"), ev.BidMade(2, 2, 3, "player"), ev.CardPlayed(5, 1, SEVEN, "clock")), 2),
        ((ev.BidMade(1, 1, 3, "player"), ev.CardPlayed(5, 1, SEVEN, "clock")), 1),
        ((ev.CardPlayed(5, 1, SEVEN, "clock"), ev.CardPlayed(9, 1, SEVEN, "player", planned=True)), 0),
        ((ev.CardPlayed(5, 1, SEVEN, "clock"), ev.CardPlayed(9, 1, SEVEN, "rule")), 1),
        ((ev.CardPlayed(5, 1, SEVEN, "clock"), ev.Planned(9, 1, "lead: lowest")), 0),
        ((ev.CardPlayed(5, 1, SEVEN, "clock"), ev.Planned(9, 2, "lead: lowest")), 1),
        ((ev.CardPlayed(5, 1, SEVEN, "clock"), ev.Claimed(9, 1)), 0),
        ((ev.CardPlayed(5, 1, SEVEN, "clock"), ev.Claimed(9, 3)), 1),
        ((ev.CardPlayed(5, 1, SEVEN, "clock"), ev.Replaced(1, "Eve", "Ann")), 0),
        ((ev.CardPlayed(5, 1, SEVEN, "clock"), ev.Replaced(4, "Eve", "Dave")), 1),
        ((ev.CardPlayed(5, 1, SEVEN, "clock"), ev.Ended(2, "forfeit"), ev.CardPlayed(9, 1, SEVEN, "clock")), 1),
    ],
)
def test_how_often_the_clock_has_acted_in_a_row(events: tuple[ev.Event, ...], count: int) -> None:
    assert in_a_row(events, 1) == count


PROTEST = ("protest: yes", "match limit: 30 days")


def test_a_protest_holds_the_game_until_the_gamesmaster_has_answered(tmp_path: Path) -> None:
    talk = cup(Talk(tmp_path), *PROTEST, "time limit: 2 days").passes(hours=1)
    assert talk.says("bob", "protest Dave talked across the table", proven=True) == "Protest/accepted"
    assert talk.game().paused
    assert match_of(talk).protest_until == talk.now + timedelta(hours=48)
    assert match_of(talk).protests == ("bob",)
    (asked,) = [letter for letter in talk.to("gm") if letter["Subject"].endswith("The Gamesmaster is needed")]
    assert asked.to == MASTER
    for who in ("ann", "bob", "carol", "dave"):
        letter = heard(talk, who, "pause")[-1]
        assert "bob asks for a ruling, and nobody plays until the Gamesmaster has answered" in letter.flat
        assert "you may make your move" not in letter.flat
        assert "Dave talked across the table" in letter.flat
    assert talk.says(talk.due(), "bid 3").endswith("/tournament")
    assert "holds game 1 until the Gamesmaster has answered" in talk.last(talk.due()).flat
    talk.passes(days=2, hours=1)
    again = [letter for letter in talk.to("gm") if "still waits for you" in letter.flat]
    assert len(again) == 1 and talk.game().paused and talk.game().turn == 1
    seen = len(talk.letters)
    assert talk.master("answer a word of courtesy is no hint", answers=asked) == "Answer/accepted"
    assert not talk.game().paused
    assert match_of(talk).protest_until is None
    for who in ("ann", "bob", "carol", "dave"):
        assert any("a word of courtesy is no hint" in one.flat for one in talk.letters[seen:] if who in one.to), who
    assert talk.acts() == "MakeBid/accepted"


def told(talk: Talk, seen: int, words: str) -> set[str]:
    """Return who has got these words since then."""
    return {one.to.partition("@")[0] for one in talk.letters[seen:] if words in one.flat}


def asked_by(talk: Talk, words: str) -> Letter:
    """Return the last letter that brought the Gamesmaster these words."""
    return next(one for one in reversed(talk.to("gm")) if words in one.flat)


FOUR = {"ann", "bob", "carol", "dave"}


def test_no_letter_asks_for_a_move_while_a_protest_stands(tmp_path: Path) -> None:
    talk = cup(Talk(tmp_path), *PROTEST).passes(hours=1)
    who = talk.due()
    names = [name.lower() for name in talk.game().names]
    seat = after(names.index(who) + 1)
    kept = names[seat - 1]
    talk.says(kept, "bid 4")
    seen = len(talk.letters)
    assert talk.says("bob", "protest Dave talked across the table", proven=True) == "Protest/accepted"
    for line in ("hand", "what now?", "name " + who.capitalize(), "bid 3"):
        talk.says(who, line, proven=True)
    talk.says("bob", "say hello", proven=True)
    players = [letter for letter in talk.letters[seen:] if letter.to.partition("@")[0] in FOUR]
    assert len(players) > 6
    for letter in players:
        assert "turn" not in letter.events and "Your turn" not in letter["Subject"] + letter.flat, letter["Subject"]
        assert "It is your turn" not in letter.flat and "Spades-Legal" not in letter.message
        assert "body=bid" not in letter.html and "you may make your move" not in letter.flat
    assert (
        "Nobody plays until the Gamesmaster has answered a protest; here is your hand." in talk.letters[seen + 5].flat
    )
    with talk.store.transaction() as tx:
        clocks.set_receipt(tx, 1, [seat], talk.now)
    talk.passes(seconds=1)
    receipt = talk.last(kept)
    talk.says(kept, "plan show", proven=True)
    for letter in (receipt, talk.last(kept)):
        assert "Your plans" in letter.flat and "body=bid" not in letter.html and " is to " not in letter.flat
    assert talk.master("answer be quiet", answers=asked_by(talk, "talked across")) == "Answer/accepted"
    assert "turn" in talk.last(who).events and "Your turn" in talk.last(who)["Subject"]


def test_what_a_gamesmaster_is_offered_against_a_protest_is_done(tmp_path: Path) -> None:
    talk = cup(Talk(tmp_path), *PROTEST).passes(hours=1)
    assert talk.says("bob", "protest they whisper", proven=True) == "Protest/accepted"
    assert "rule void" not in asked_by(talk, "they whisper").flat, "nothing has been done yet"
    assert talk.master("answer no", answers=asked_by(talk, "they whisper")) == "Answer/accepted"
    talk.acts()
    assert talk.says("dave", "protest the bid was a hint", proven=True) == "Protest/accepted"
    asked = asked_by(talk, "was a hint")
    line = next(line.strip() for line in asked.text.splitlines() if "rule void to turn" in line)
    assert talk.master(line.replace("…", "they talked"), answers=asked) == "VoidTo/accepted"
    told = talk.last(talk.due())
    assert "void" in told.events and "turn" not in told.events, "the protest still holds the game"
    assert "Nobody plays until the Gamesmaster has answered a protest." in told.flat


def test_no_plan_acts_while_a_protest_holds_the_game(tmp_path: Path) -> None:
    talk = cup(Talk(tmp_path), *PROTEST).passes(hours=1).bids()
    turn, second = talk.game().turn, talk.game().names[talk.game().leader % 4].lower()  # type: ignore[operator]
    assert talk.says(second, "plan\nrest: lowest\nvoid: lowest").endswith("MakePlan/accepted")
    talk.acts()
    assert talk.due() != second, "it has acted"
    assert talk.says("dave", "protest they whisper", proven=True) == "Protest/accepted"
    assert talk.master(f"rule void to turn {turn + 1} because they whisper") == "VoidTo/accepted"
    assert talk.due() == second
    assert talk.master("answer no", answers=asked_by(talk, "they whisper")) == "Answer/accepted"
    assert talk.due() != second, "it acts again"


def test_nobody_is_told_that_it_is_done_what_they_did_not_ask_for(tmp_path: Path) -> None:
    talk = cup(Talk(tmp_path), *PROTEST).passes(hours=1)
    assert talk.master("pause") == "Pause/accepted"
    seen = len(talk.letters)
    assert talk.says("bob", "protest they whisper", proven=True) == "Protest/accepted"
    assert talk.master("answer no", answers=asked_by(talk, "they whisper")) == "Answer/accepted"
    others = [letter for letter in talk.letters[seen:] if letter.to.partition("@")[0] in FOUR - {"bob"}]
    assert {letter["Subject"] for letter in others} == {"[Spades 1] A protest", "[Spades 1] A protest is over"}
    assert not any("Done" in letter.flat for letter in others)


def test_only_an_answer_to_its_own_letter_ends_a_protest(tmp_path: Path) -> None:
    talk = cup(Talk(tmp_path), *PROTEST).passes(hours=1)
    assert talk.says("ann", "ask may I look at my notes?", proven=True) == "Ask/accepted"
    assert talk.says("dave", "protest they whisper", proven=True) == "Protest/accepted"
    assert talk.says("bob", "clarify may I change my bid?", proven=True) == "Protest/accepted"
    seen = len(talk.letters)
    assert talk.master("answer yes of course", answers=asked_by(talk, "my notes")) == "Answer/accepted"
    assert told(talk, seen, "yes of course") == {"ann", "gm"} and talk.game().paused
    for words, other, left in (("they whisper", "the first may rest", "bob"), ("change my bid", "never mind", "")):
        seen = len(talk.letters)
        assert talk.game().paused and talk.says(talk.due(), "bid 3").endswith("/tournament"), words
        assert talk.master(f"answer {other}", answers=asked_by(talk, words)) == "Answer/accepted"
        assert told(talk, seen, other) == {*FOUR, "gm"}, words
        assert bool(left) == bool(told(talk, seen, f"the game waits for the answer to the protest of {left}"))
    assert not talk.game().paused and talk.acts() == "MakeBid/accepted"
    assert talk.master("answer once more", answers=asked_by(talk, "they whisper")) == "Answer/accepted"
    assert "once more" in talk.last("dave").flat and not told(talk, len(talk.letters) - 2, "of dave")


def test_each_protest_is_asked_about_again_and_a_resume_ends_the_one_that_it_answers(tmp_path: Path) -> None:
    talk = cup(Talk(tmp_path), *PROTEST).passes(hours=1)
    for who in ("bob", "carol"):
        assert talk.says(who, f"protest {who} is cross", proven=True) == "Protest/accepted"
    seen = len(talk.letters)
    talk.passes(days=2, seconds=1)
    assert len([one for one in talk.letters[seen:] if "still waits for you" in one.flat]) == 2
    assert talk.master("resume", answers=asked_by(talk, "protest of bob in match")) == "Resume/accepted"
    assert talk.game().paused and "waits for the answer to the protest of carol" in talk.last("bob").flat
    assert talk.master("resume all") == "InAllGames/accepted" and talk.game().paused, "it says nothing of a protest"
    assert talk.master("resume", answers=asked_by(talk, "protest of carol in match")) == "Resume/accepted"
    assert not talk.game().paused and "the protest of carol in game 1 rest" in talk.last("carol").flat


@pytest.mark.parametrize(
    ("stop", "before", "first"),
    [
        ("pause", True, "answer"),
        ("pause", True, "resume"),
        ("pause Cup", True, "resume"),
        ("pause Cup", False, "answer"),
    ],
)
def test_a_protest_outlasts_every_other_pause_and_is_outlasted(
    tmp_path: Path, stop: str, before: bool, first: str
) -> None:
    """Whichever came first, and whichever ends first; nobody moves until both have ended."""
    subject, go = "[Cup]" if "Cup" in stop else "[Spades 1]", stop.replace("pause", "resume")
    talk = cup(Talk(tmp_path), *PROTEST, "time limit: 2 days").passes(hours=1)
    steps = [stop, "protest"] if before else ["protest", stop]
    for step in (*steps, *(["answer", go] if first == "answer" else [go, "answer"])):
        seen = len(talk.letters)
        if step == "protest":
            assert talk.says("bob", "protest they whisper", proven=True) == "Protest/accepted"
            assert told(talk, seen, "they whisper") >= FOUR - {"bob"}, "all four know why nobody may move"
            assert talk.says(talk.due(), "bid 3").endswith("/tournament")
        elif step == "answer":
            asked = asked_by(talk, "they whisper")
            assert talk.game().paused and talk.master("answer no", answers=asked) == "Answer/accepted"
        else:
            assert talk.master(step, subject=subject).endswith("/accepted"), step
    assert not talk.game().paused and talk.acts() == "MakeBid/accepted"


def test_the_time_of_a_turn_stands_still_through_a_pause_and_a_protest(tmp_path: Path) -> None:
    talk = cup(Talk(tmp_path), *PROTEST, "time limit: 2 days").passes(hours=5)
    talk.master("pause")
    left = talk.kept().left_seconds
    talk.says("bob", "protest they whisper", proven=True)
    talk.passes(hours=3)
    talk.master("resume")
    assert talk.game().paused and talk.kept().left_seconds == left
    talk.passes(hours=3)
    talk.master("answer no", answers=asked_by(talk, "they whisper"))
    assert talk.kept().deadline == talk.now + timedelta(seconds=left or 0)


def test_a_protest_without_a_limit_to_come_lapses_after_eight_days(tmp_path: Path) -> None:
    talk = cup(Talk(tmp_path), "protest: yes", "match limit: none").passes(hours=1)
    assert talk.says("carol", "protest they whisper", proven=True) == "Protest/accepted"
    for _ in range(3):
        talk.passes(days=2, seconds=1)
    assert talk.game().paused and len(told(talk, 0, "still waits for you")) == 1
    assert sum("still waits for you" in one.flat for one in talk.to("gm")) == 3
    talk.passes(days=2, seconds=1)
    assert not talk.game().paused and match_of(talk).protest_until is None
    assert told(talk, 0, "protest in match 1 of Cup has lapsed: 8 days are over") == {*FOUR, "gm"}


def test_nobody_answers_a_protest_in_their_own_match(tmp_path: Path) -> None:
    talk = cup(Talk(tmp_path, referee={"gamesmasters": [MASTER]}), *PROTEST).passes(hours=1)
    assert talk.says("carol", "protest ann whispers", proven=True) == "Protest/accepted"
    asked = asked_by(talk, "ann whispers")
    with talk.store.transaction() as tx:
        gm, ann = people.by_address(tx, MASTER), people.by_address(tx, "ann@club.test")
        assert gm is not None and ann is not None
        games.reseat(tx, 1, talk.game().names.index("ann") + 1, gm.id, hidden=False)
        entry = tournaments.entry_of_team(tx, 1, "Aces")
        tournaments.change_entry(tx, entry.id, captain=gm.id)
    for word in ("answer I never did", "resume"):
        assert talk.master(word, answers=asked).endswith("/tournament") and talk.game().paused
        assert "nobody rules on their own match" in talk.last("gm").flat


def test_a_protest_that_nobody_answers_lapses_at_the_match_limit_and_all_are_told(tmp_path: Path) -> None:
    talk = cup(Talk(tmp_path), "protest: yes", "match limit: 9 days", "time limit: 2 days")
    assert talk.says("carol", "clarify may a bid be changed?", proven=True) == "Protest/accepted"
    talk.passes(days=8, hours=23)
    assert talk.game().paused
    talk.passes(hours=1, seconds=5)
    assert not talk.game().paused and talk.game().last_round == 1
    for who in ("ann", "bob", "carol", "dave", "gm"):
        assert any("protest in match 1 of Cup has lapsed" in one.flat for one in talk.to(who)), who


def test_an_answer_to_a_protest_means_its_game(tmp_path: Path) -> None:
    """A Gamesmaster of two games need not say which."""
    players = "Eve <eve@club.test>, Finn <finn@club.test>, Gus <gus@club.test>, Hal <hal@club.test>"
    talk = cup(Talk(tmp_path), *PROTEST).starts(f"start\nplayers: {players}")
    assert talk.says("ann", "protest it is unfair", proven=True) == "Protest/accepted"
    asked = next(letter for letter in talk.to("gm") if letter["Subject"].endswith("The Gamesmaster is needed"))
    assert talk.master("resume", answers=asked) == "Resume/accepted"
    assert not talk.game(1).paused


def test_who_may_protest_and_how_often(tmp_path: Path) -> None:
    talk = cup(Talk(tmp_path), *PROTEST)
    assert talk.says("bob", "protest it is unfair", proven=True) == "Protest/accepted"
    assert talk.says("bob", "protest once more", proven=True) == "Protest/tournament"
    assert "have protested in match 1 already" in talk.last("bob").flat
    assert talk.says("carol", "protest the protest", proven=True) == "Protest/accepted"
    assert match_of(talk).protests == ("bob", "carol")
    assert sum(letter["Subject"].endswith("The Gamesmaster is needed") for letter in talk.to("gm")) == 2
    assert kinds(talk).count(ev.Paused) == 1
    talk.master("resume")
    assert not talk.game().paused
    talk.passes(hours=49)
    assert match_of(talk).protest_until is None


def test_protests_where_they_were_not_announced_and_outside_tournaments(tmp_path: Path) -> None:
    talk = cup(Talk(tmp_path), "protest: no")
    assert talk.says("ann", "protest it is unfair", proven=True) == "Protest/tournament"
    assert "announced without protests" in talk.last("ann").flat
    assert not talk.game().paused


def test_a_protest_outlasts_a_pause_of_the_tournament(tmp_path: Path) -> None:
    talk = cup(Talk(tmp_path), *PROTEST)
    talk.says("ann", "protest it is unfair", proven=True)
    talk.master("pause Cup", subject="[Cup]")
    talk.passes(hours=1)
    talk.master("resume Cup", subject="[Cup]")
    assert talk.game().paused


def test_a_protest_comes_before_the_next_trick_is_over(tmp_path: Path) -> None:
    talk = cup(Talk(tmp_path), *PROTEST).bids()
    while len(talk.game().tricks) < 1:
        talk.acts()
    seen = talk.game().turn
    while len(talk.game().tricks) < 2:
        assert not is_late(talk.game(), seen)
        talk.acts()
    assert is_late(talk.game(), seen)
    assert not is_late(talk.game(), talk.game().turn)
    assert not is_late(talk.game(), seen + 1)
    while len(talk.game().tricks) != 3:
        talk.acts()
    assert is_late(talk.game(), seen + 1)
    assert is_late(talk.game(), 1)


@pytest.mark.parametrize(("before", "after", "asks"), [(0, 1, 0), (1, 2, 1), (2, 3, 0), (2, 2, 0)])
def test_the_gamesmaster_is_asked_once_about_reneges(tmp_path: Path, before: int, after: int, asks: int) -> None:
    talk = cup(Talk(tmp_path), "reneges: 2")
    row, game = talk.kept(), talk.game()
    was, now = replace(game, misplays_game=(0, before)), replace(game, misplays_game=(0, after))
    with talk.store.transaction() as tx:
        note_reneges(Case(desk=talk.desk, tx=tx, now=talk.now, draws=talk.draws()), row, was, now)
        waiting = [one for one in outbox.due_letters(tx, talk.now, 99) if one.event == "reply"]
    assert len(waiting) == asks
