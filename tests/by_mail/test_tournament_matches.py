"""While matches are played: results, rulings, substitutes, withdrawals, pauses; and which tournament a mail means."""

from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import event

from referee.tournaments import events as ev
from tests.talk import MASTER, tokens
from tests.tournament_talk import Cup, called, pair


@pytest.fixture
def cup(tmp_path: Path) -> Cup:
    """Return a tournament of four teams with two matches, both begun."""
    return Cup(tmp_path).drawn(4)


def teams(cup: Cup, match: int) -> tuple[str, str]:
    found = cup.match(match).teams
    assert found is not None
    return found


def captain(cup: Cup, team: str) -> str:
    return cup.cup().team(team).players[0]


def bids(cup: Cup, match: int) -> None:
    """Make the first bid of a match's game."""
    game = cup.in_game(match)
    state = cup.game(game)
    row = cup.kept(game)
    assert row.due_seat is not None
    who = state.names[row.due_seat - 1]
    letter = next(one for one in reversed(cup.to(who)) if "turn" in one.events and f"[Spades {game}]" in one["Subject"])
    assert cup.says(who, "bid 3", answers=letter).startswith("MakeBid/accepted")


def test_rulings_that_cannot_be(cup: Cup) -> None:
    other = teams(cup, 2)[0]
    for line in (
        f"rule match 9 {other} win 250 to 180 because they do",
        f"rule match 1 {other} win 250 to 180 because they do",
        f"rule match 4 {other} win 250 to 180 because they do",
        f"rule match 1 {teams(cup, 1)[0]} win 180 to 250 because they do",
        f"rule match 1 {teams(cup, 1)[0]} win 250 to 180",
        "replay match 4",
        "reset match 4 because of rain",
    ):
        assert not cup.gm(line).endswith("accepted"), line
    assert cup.cup().outcomes == {}


def test_a_changed_result_takes_back_what_has_not_begun(cup: Cup) -> None:
    first, second = teams(cup, 1)
    cup.rules(1, first)
    cup.rules(2)
    final = cup.in_game(4)
    assert first in teams(cup, 4)
    assert cup.rules(1, second) == "RuleMatch/accepted"
    assert second in teams(cup, 4)
    assert first in teams(cup, 3)
    assert cup.in_game(4) != final, "drawn as game 2"
    assert cup.cup().games[4].attempt == 2
    assert cup.kept(final).ended_at is not None


def test_a_concession_counts_a_day_later(cup: Cup) -> None:
    winner, loser = teams(cup, 1)
    cup.concedes(1, loser)
    cup.passes(hours=23)
    assert cup.cup().outcomes == {}, "it may still be voided"
    cup.passes(hours=1)
    outcome = cup.cup().outcomes[1]
    assert (outcome.winner, outcome.how) == (winner, "concession")


def test_a_result_looks_its_tournament_up_once(cup: Cup) -> None:
    """Each function hands on the row and the state that were found."""
    cup.concedes(1)
    asked: list[str] = []
    event.listen(cup.store.engine, "before_cursor_execute", lambda *call: asked.append(call[2]))
    cup.now += timedelta(days=1)
    assert cup.does("tournament")
    looks = [sql for sql in asked if sql.startswith("SELECT tournaments.")]
    assert len(looks) == 1, looks
    assert not any("tournament_events.data" in sql for sql in asked if sql.startswith("SELECT"))


def test_a_concession_voided_within_the_day_counts_never(cup: Cup) -> None:
    game = cup.in_game(1)
    cup.concedes(1)
    cup.passes(hours=5)
    assert cup.master("rule void to turn 1 because of a mix-up", subject=f"[Spades {game}]") == "VoidTo/accepted"
    cup.passes(hours=30)
    assert cup.cup().outcomes == {}
    assert cup.in_game(1) == game


def test_two_results_in_one_sweep_and_the_sweep_twice(cup: Cup) -> None:
    cup.concedes(1)
    cup.concedes(2)
    cup.passes(days=1)
    assert set(cup.cup().outcomes) == {1, 2}
    assert {one.match for one in cup.running()} == {3, 4}
    before, letters = cup.course(), len(cup.letters)
    for _ in range(2):
        cup.does("tournament")
    cup.collect()
    assert cup.course() == before
    assert len(cup.letters) == letters


def test_no_match_begins_with_a_team_that_is_known_to_leave(cup: Cup) -> None:
    """The result of a team that withdraws counts at once; the match to which that leads is never dealt."""
    cup.concedes(2)
    cup.passes(days=2)
    winner, loser = teams(cup, 1)
    cup.concedes(1, loser)
    assert cup.writes(captain(cup, winner), "withdraw from Spring Cup") == "WithdrawFrom/accepted"
    assert cup.cup().outcomes[1].winner == winner
    begun = [(one.match, winner in one.teams) for one in cup.course() if isinstance(one, ev.MatchBegun)]
    assert begun == [(1, True), (2, False), (3, False)], "the third place is played, by those who lost"
    cup.ended()


def test_a_withdrawal_forfeits_the_running_match(cup: Cup) -> None:
    first, second = teams(cup, 1)
    game = cup.in_game(1)
    assert cup.gm(f"withdraw {first} because they asked") == "WithdrawTeam/accepted"
    result = cup.game(game).result
    assert result is not None
    assert result[1] == "forfeit"
    assert second in (cup.match(4).first, cup.match(4).second)
    assert cup.gm(f"withdraw {first} because they asked") == "WithdrawTeam/tournament"
    assert cup.ended().places[0].teams[0] != (first,)


def test_a_substitute_takes_the_seat_in_running_games(cup: Cup) -> None:
    team = teams(cup, 1)[0]
    game, out = cup.in_game(1), cup.cup().team(team).players[1]
    seat = cup.game(game).names.index(out)
    hand = cup.game(game).hands[seat]
    old = [token for letter in cup.to(out) for token in tokens(letter)]
    assert cup.gm(f"substitute Zoe <zoe@club.test> for {out} in {team}") == "Substitute/accepted"
    assert cup.game(game).names[seat] == out, "not before they agreed"
    assert cup.says("zoe", "yes", answers=cup.last("zoe")).startswith("StandIn/accepted")
    assert cup.game(game).names[seat] == "Zoe"
    assert cup.game(game).hands[seat] == hand
    assert cup.cup().team(team).players[1] == "Zoe"
    for token in old[-3:]:
        stale = cup.mail(out, "hand", to=f"referee+{token}@club.test")
        heard = len(cup.letters)
        cup.deliver(stale)
        assert not any("hand" in one.events for one in cup.since(heard, to=out)), "the old player's tokens are dead"
    other = teams(cup, 2)[0]
    assert cup.gm(f"substitute Zoe <zoe@club.test> for {captain(cup, other)} in {other}") == "Substitute/tournament"
    cup.rules(1, team)
    cup.rules(2)
    assert "Zoe" in cup.game(cup.in_game(4)).names


def test_a_substitute_gets_one_letter_and_everyone_the_reason(cup: Cup) -> None:
    """That letter has all that they need; the other players get no second letter about the team either."""
    team, other = teams(cup, 1)
    stays, out = cup.cup().team(team).players
    assert cup.gm(f"substitute Zoe <zoe@club.test> for {out} in {team} because they are ill") == "Substitute/accepted"
    assert "> they are ill" in cup.last("zoe").text
    asked = len(cup.letters)
    assert cup.says("zoe", "yes", answers=cup.last("zoe")).startswith("StandIn/accepted")
    (letter,) = cup.since(asked, to="zoe")
    text = letter.flat
    assert f"You play for {team} in Spring Cup now, with {stays}, in the place of {out}." in text
    assert "The reason: They are ill." in text
    assert f"This is match 1, against {other}, and its game is under way." in text
    assert "Your hand" in text
    turn = cup.game(cup.in_game(1)).names.index("Zoe") + 1 == cup.kept(cup.in_game(1)).due_seat
    assert ("Reply with one line" in text) == turn
    assert ("A letter comes when it is your turn, and says what to send." in text) != turn
    for who in (stays, out):
        assert "they are ill" in cup.last(who).text
    assert [one.events for one in cup.since(asked, to=out)] == [["entry"]]
    assert [one.events for one in cup.since(asked, to=stays) if "entry" in one.events or "standings" in one.events] == [
        ["entry"]
    ]
    assert "The reason: They are ill." in cup.last(captain(cup, other)).text
    assert cup.writes("zoe", "schedule") == "Schedule/accepted"


def test_an_answer_to_a_line_that_cannot_be_read_is_about_its_tournament_or_nothing(cup: Cup) -> None:
    for who, line, subject, tag in (
        ("Ann", "withdraw from Sprin Cup", "a mail", "[Spades] "),
        ("Ann", "see you there", "a mail", "[Spades "),
    ):
        cup.writes(who, line, subject=subject)
        letter = cup.last(who)
        assert letter["Subject"].startswith(tag), line
        assert bool(letter["Spades-Tournament"]) == (tag == "[Spring Cup] "), line
        assert bool(letter["Spades-Game"]) == (line == "see you there"), line


def test_a_game_that_a_withdrawal_settled_is_not_opened_again(cup: Cup) -> None:
    _, second = teams(cup, 1)
    game = cup.in_game(1)
    cup.concedes(1)
    assert cup.gm(f"withdraw {second} because they asked") == "WithdrawTeam/accepted"
    assert cup.gm("rule void to turn 1 because of it", subject=f"[Spades {game}]") == "VoidTo/tournament"
    heard = cup.last(MASTER).flat
    assert f"{second} are out of Spring Cup, so nobody waits for game {game}" in heard
    assert "replay" not in heard
    assert cup.gm("replay match 1") == "ReplayMatch/tournament"
    assert f"`rule match 1 {second} win … to … because …`" in cup.last(MASTER).flat


def test_a_tournament_that_is_over_can_be_asked_about(cup: Cup) -> None:
    cup.ended()
    for line in ("schedule of Spring Cup", "standings of Spring Cup", "bracket of Spring Cup", "schedule"):
        assert cup.writes("Ann", line).endswith("/accepted"), line


def test_nobody_stands_in_unasked(cup: Cup) -> None:
    team = teams(cup, 1)[0]
    line = f"stand in for {captain(cup, team)} in {team}"
    assert not cup.writes("Mallory", line).startswith("StandIn/accepted")
    assert "Mallory" not in cup.cup().team(team).players


def test_pause_shifts_the_match_limit_and_begins_nothing(tmp_path: Path) -> None:
    cup = Cup(tmp_path).drawn(4, "match limit: 20 days")
    limits = {one.match: one.limit_at for one in cup.running()}
    assert cup.gm("pause Spring Cup") == "PauseTournament/accepted"
    assert cup.gm("pause Spring Cup") == "PauseTournament/tournament"
    cup.rules(1)
    cup.rules(2)
    cup.passes(days=3)
    assert cup.running() == []
    assert cup.writes("Ann", "schedule") == "Schedule/accepted"
    assert "It has been paused for 3 days." in cup.last("Ann").flat
    assert cup.gm("resume Spring Cup") == "ResumeTournament/accepted"
    assert {one.match for one in cup.running()} == {3, 4}
    assert limits
    assert cup.gm("pause Spring Cup") == "PauseTournament/accepted"
    before = {one.match: one.limit_at for one in cup.running()}
    cup.passes(days=5)
    cup.gm("resume Spring Cup")
    after = {one.match: one.limit_at for one in cup.running()}
    assert {one: limit and limit + timedelta(days=5) for one, limit in before.items()} == after


def test_the_resume_of_one_game_says_that_the_tournament_stays_paused(tmp_path: Path) -> None:
    """A Gamesmaster who answers a letter about the tournament may have meant all of it."""
    cup = Cup(tmp_path).drawn(4)
    game = cup.in_game(1)
    assert cup.gm("pause Spring Cup") == "PauseTournament/accepted"
    assert cup.gm("resume", subject=f"[Spades {game}]") == "Resume/accepted"
    told = cup.last("gm").flat
    assert f"The clock of game {game} runs again, until" in told
    assert "Spring Cup stays paused, so that no match begins: `resume Spring Cup` lets all of it go on." in told
    cup.rules(1)
    cup.rules(2)
    assert cup.gm("resume Spring Cup") == "ResumeTournament/accepted"
    said = [one.flat for one in cup.to("gm")]
    assert any("Spring Cup goes on." in one for one in said) and not any("0 games" in one for one in said)
    assert cup.gm("pause", subject=f"[Spades {cup.in_game(3)}]") == "Pause/accepted"
    assert cup.gm("resume", subject=f"[Spades {cup.in_game(3)}]") == "Resume/accepted"
    assert "stays paused" not in cup.last("gm").text


def test_cancel_aborts_the_games(cup: Cup) -> None:
    games = [one.game for one in cup.running()]
    assert cup.gm("cancel Spring Cup because of rain") == "CancelTournament/accepted"
    assert all(cup.kept(game).ended_at is not None for game in games)
    assert cup.running() == []
    cup.passes(days=3)
    assert cup.cup().phase == "cancelled"
    assert isinstance(cup.course()[-1], ev.Cancelled)


def test_a_gamesmaster_who_plays_rules_only_where_there_is_no_other(tmp_path: Path) -> None:
    outcomes = {}
    for masters in ((MASTER,), (MASTER, "other@club.test")):
        folder = tmp_path / str(len(masters))
        folder.mkdir()
        cup = Cup(folder, referee={"gamesmasters": list(masters)}).announced()
        cup.writes(MASTER, "enter Spring Cup with ann@club.test as Team Gm")
        cup.writes("Ann", f"enter Spring Cup with {MASTER}")
        cup.enters("Carol", "Dave", "Team Carol")
        outcomes[len(masters)] = cup.gm("seed Team Carol")
        assert cup.writes("other@club.test", "close sign-up").endswith("accepted") is (len(masters) == 2)
    assert outcomes == {1: "Seed/accepted", 2: "Seed/tournament"}


def test_a_rating_below_the_bound_gives_the_place_to_the_next(tmp_path: Path) -> None:
    cup = Cup(tmp_path).drawn(5, format="fsu")
    bad = called(1)
    for _ in range(60):
        if any(key[1] == 2 for key in cup.cup().stages):
            break
        for one in cup.running():
            first, second = cup.cup().games[one.match].teams
            winner = bad if bad in (first, second) else first
            cup.rules(one.match, winner)
            if winner == bad:
                assert cup.gm(f"rate {bad} 2.5 in match {one.match}") == "Rate/accepted"
        cup.now = cup.row().wakes_at or cup.now
        cup.passes()
    opened = cup.cup().stages["", 2]
    assert bad not in opened, "they won all they played, and fall short of 3.0"
    assert len(opened) == 4
    assert cup.writes(pair(2)[0], f"rate {bad} 4 in match 1") != "Rate/accepted"
    assert cup.gm(f"rate {bad} 4.5 in match 1") != "Rate/accepted"


def test_several_tournaments_which_is_meant(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced(name="Spring").announced(name="Spring Cup")
    assert cup.writes("Ann", "enter Spring Cup with bob@club.test as Aces") == "Enter/accepted", "the longest name"
    assert [one.team for one in cup.entries(2)] == ["Aces"]
    assert cup.writes("Bob", "enter spring cup with ann@club.test") == "Enter/accepted"
    cup.enters("Ann", "Bob", "Aces", cup="Spring")
    cup.enters("Carol", "Dave", "Clubs", cup="Spring")
    announced = next(one for one in cup.to(MASTER) if "announced" in one.events)
    assert cup.says(MASTER, "seed Aces", answers=announced, proven=True) == "Seed/accepted", "the letter it answers"
    assert (cup.row(1).seeded, cup.row(2).seeded) == (("Aces",), ())
    assert cup.gm("close sign-up") == "CloseSignUp/tournament", "the referee asks"
    assert "name it" in cup.said(MASTER)
    assert cup.gm("close sign-up of Spring") == "CloseSignUp/accepted"
    cup.passes()
    assert (cup.cup(1).phase, cup.cup(2).phase) == ("closed", "sign-up")
    assert cup.master("extend sign-up by 2 days", subject="[Spring Cup] more time") == "ExtendSignUp/accepted", (
        "the tag"
    )
    cup.writes("Eve", "standings of Spring")
    assert cup.last("Eve").events == ["reply"]
    assert cup.writes("Carol", "leave") != "LeaveTournament/accepted", "`leave` alone is another command"


@pytest.mark.parametrize("name", ["all", "7", "game 3", "the tournament", "A, B", "x" * 33])
def test_all_and_numbers_are_no_names(tmp_path: Path, name: str) -> None:
    assert Cup(tmp_path).announces(name=name) != "Announce/accepted"


def plays_out(cup: Cup, game: int) -> None:
    """Play a game to its end with the first legal bids and cards."""
    while cup.game(game).result is None and cup.game(game).provisional is None:
        waiting = cup.game(game).due
        assert waiting is not None
        who = cup.game(game).names[waiting[0] - 1]
        letter = next(one for one in reversed(cup.to(who)) if "turn" in one.events)
        legal = letter["Spades-Legal"].split()
        move = f"bid {legal[min(2, len(legal) - 1)]}" if waiting[1] == "bid" else f"play {legal[0]}"
        assert "/accepted" in cup.says(who, move, answers=letter), cup.last(who).text


def test_a_provisional_result_moves_nobody_until_it_is_final(tmp_path: Path) -> None:
    """Fsu: the last round can be challenged for a day."""
    cup = Cup(tmp_path, sheets={"short": {"base": "fsu", "target": 20}}).drawn(2, "sheet: short")
    game = cup.in_game(1)
    plays_out(cup, game)
    assert cup.game(game).provisional is not None
    winner = cup.game(game).provisional
    cup.passes(hours=23)
    assert cup.cup().phase == "running"
    assert cup.cup().outcomes == {}
    cup.passes(hours=2)
    assert cup.cup().phase == "over"
    outcome, state = cup.cup().outcomes[1], cup.game(game)
    assert winner is not None and winner.team is not None
    assert set(cup.cup().team(outcome.winner or "").players) == {state.names[seat - 1] for seat in SEATS[winner.team]}
    assert outcome.how == "score"
    assert sorted(outcome.score) == sorted(state.score)


SEATS = {1: (1, 3), 2: (2, 4)}


def test_the_page_of_all_tables_shows_the_tournaments(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced()
    assert cup.gm("table") == "Tables/accepted"
    assert "- Spring Cup: Nobody has entered yet. Sign-up ends at Thu 26 Nov 12:00 UTC." in cup.last(MASTER).text
    cup.gm("cancel Spring Cup because too few came")
    cup.gm("table")
    assert "Spring Cup" not in cup.last(MASTER).text.partition("-- \n")[0]
