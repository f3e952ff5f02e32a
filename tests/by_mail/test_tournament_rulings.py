"""The meaning of rulings, withdrawals, silences and results that are not final, as the letters and pages say it; and
which Gamesmasters hear of a match: those who may act, and what to write."""

import re
from datetime import timedelta
from pathlib import Path

import pytest

from tests.by_mail.test_tournament_trouble import rules_all_but, verify
from tests.talk import MASTER, tokens
from tests.tournament_talk import PLAYERS, Cup, called, pair


def answer(cup: Cup, who: str = MASTER) -> str:
    return cup.last(who).flat


def got(cup: Cup, seen: int, who: str, event: str, html: bool = False) -> str:
    """Return the one letter with that event that somebody got since the first `seen`."""
    (found,) = [one for one in cup.since(seen, to=who) if event in one.events]
    return " ".join((found.html if html else found.text).split())


def captain(cup: Cup, team: str) -> str:
    return cup.cup().team(team).players[0]


# reset


def test_a_match_that_was_reset_waits_and_every_letter_says_what_to_write(tmp_path: Path) -> None:
    cup = Cup(tmp_path).drawn(4)
    first, second = cup.cup().games[1].teams
    cup.rules(1, first)
    cup.rules(2)
    final = cup.in_game(4)
    cup.writes(cup.game(final).names[0], "bid 4", subject=f"[Spades {final}]")
    ruling = f"rule match 1 {second} win 310 to 250 because they peeked"
    assert cup.gm(ruling) == "RuleMatch/tournament"
    assert f"Write, in this order: `reset match 4 because …`, then once more `{ruling}`" in answer(cup)
    assert cup.gm("reset match 4 because match 1 was wrong") == "ResetMatch/accepted"
    assert "waits. Now rule on the earlier match" in answer(cup) and "`replay match 4`" in answer(cup)
    assert 4 not in [one.match for one in cup.running()], "nobody can bid in it"
    assert cup.gm("reset match 4 because I like to") == "ResetMatch/tournament"
    assert "Match 4 waits for you already" in answer(cup)
    cup.writes("Ann", "schedule")
    assert "waits for the Gamesmaster" in answer(cup, "Ann")
    assert cup.rules(1, first, "20 to 10") == "RuleMatch/accepted"
    assert "match 4 waits for you still: `replay match 4`" in answer(cup)
    assert cup.gm(ruling) == "RuleMatch/accepted", "one ruling after one reset is enough"
    assert set(cup.cup().games[4].teams) >= {second} and 4 in [one.match for one in cup.running()]
    assert "waits" not in answer(cup)
    cup.gm("reset match 4 because I must")
    assert cup.gm("replay match 4") == "ReplayMatch/accepted"
    assert cup.in_game(4) > final
    cup.ended()
    verify(cup)


# the end of a match's game, and what it means for each team


def test_whoever_loses_a_final_or_wins_the_third_place_is_not_out(tmp_path: Path) -> None:
    cup = Cup(tmp_path).drawn(4)
    cup.rules(1)
    cup.rules(2)
    third, fourth = cup.cup().games[3].teams
    seen = len(cup.letters)
    cup.rules(3, third)
    assert f"{third} have the 3rd place. {fourth} are out." in got(cup, seen, captain(cup, fourth), "end")
    assert "For you ------- - You have the 3rd place." in got(cup, seen, captain(cup, third), "standings")
    assert "For you ------- - You are out: you have the 4th place." in got(cup, seen, captain(cup, fourth), "standings")
    first, second = cup.cup().games[4].teams
    seen = len(cup.letters)
    cup.rules(4, first)
    assert f"{first} have won. {second} have the 2nd place." in got(cup, seen, captain(cup, second), "end")


def test_who_settles_a_match_says_so_in_the_last_letter_of_its_game(tmp_path: Path) -> None:
    cup = Cup(tmp_path).drawn(8)
    first, second = cup.cup().games[1].teams
    seen, game = len(cup.letters), cup.in_game(1)
    cup.rules(1, first)
    end = got(cup, seen, captain(cup, second), "end")
    assert f"Game {game}, match 1 of Spring Cup, ends here. The Gamesmaster has settled match 1: {first} beat" in end
    assert "The reason: They do." in end
    assert f"{first} go on to match 5, against the winner of match 2. {second} are out." in end
    assert "nobody wins" not in end and "rematch" not in end
    assert cup.writes(captain(cup, first), "rematch", subject=f"[Spades {game}]") == "Rematch/no-rematch"
    assert "replay match 1" in answer(cup, captain(cup, first))
    lost = got(cup, seen, captain(cup, second), "standings")
    assert "For you ------- - You are out: you share the 5th place." in lost
    won = got(cup, seen, captain(cup, first), "standings")
    assert "For you ------- - Your next match: match 5, against the winner of match 2." in won
    third, fourth = cup.cup().games[2].teams
    seen = len(cup.letters)
    assert cup.gm(f"withdraw {third} because they moved") == "WithdrawTeam/accepted"
    end = got(cup, seen, captain(cup, fourth), "end")
    assert f"ends here. {third} were withdrawn by the Gamesmaster. The reason: They moved." in end
    assert f"{fourth} go on to match 5, against {first}." in end and "rematch" not in end
    met = got(cup, seen, captain(cup, first), "standings")
    assert f"match 5, against {fourth}. It is being played: game {cup.in_game(5)}." in met
    assert "You meet" not in met, "once is enough"
    out = got(cup, seen, captain(cup, third), "standings")
    assert "You are out of the tournament, and play no more matches of it." in out
    seen = len(cup.letters)
    cup.gm(f"rule match 1 {second} win 190 to 180 because of a mistake")
    back = got(cup, seen, captain(cup, second), "standings")
    assert f"You play on after all: match 5, against {fourth}." in back
    assert not cup.since(seen, to=captain(cup, cup.cup().games[3].teams[0])), "nothing has changed for them"


def test_a_score_below_nothing_is_told_with_its_minus(tmp_path: Path) -> None:
    cup = Cup(tmp_path).drawn(8)
    first = cup.cup().games[1].teams[0]
    seen = len(cup.letters)
    cup.gm(f"rule match 1 {first} win -20 to -30 because of a mistake")
    letters = cup.letters[seen:]
    said = " ".join(letter.flat for letter in letters)
    assert f"Match 1: {first} win \N{MINUS SIGN}20 to \N{MINUS SIGN}30, by your ruling" in said
    lines = [line for letter in letters for line in letter.text.splitlines() if "-20" in line]
    assert all(line.startswith(">") for line in lines), lines


def test_a_ruling_is_told_to_whom_it_concerns_and_the_end_to_all(tmp_path: Path) -> None:
    """A team that is out hears of the end, and of more if it likes."""
    cup = Cup(tmp_path).drawn(8)
    first, second = cup.cup().games[1].teams
    curious, loser = cup.cup().team(second).players
    other = captain(cup, cup.cup().games[4].teams[0])
    cup.writes(other, "notify rounds")
    cup.writes(curious, "notify rounds")
    seen = len(cup.letters)
    cup.rules(1, first)
    told = {who.lower() for who in PLAYERS[:16] if any("standings" in one.events for one in cup.since(seen, to=who))}
    assert told == {*cup.cup().team(first).players, curious, loser, other}
    seen = len(cup.letters)
    cup.gm("withdraw " + cup.cup().games[4].teams[1] + " because they moved")
    assert [bool(cup.since(seen, to=who)) for who in (curious, loser, captain(cup, first))] == [True, False, True]
    seen = len(cup.letters)
    cup.gm("cancel Spring Cup because of rain")
    assert all(cup.since(seen, to=who) for who in PLAYERS[:16])


def test_everybody_reads_the_reason_of_the_ruling_that_ends_it(tmp_path: Path) -> None:
    cup = Cup(tmp_path).drawn(2)
    cup.gm(f"rule match 1 {called(1)} win 100 to 0 because of a broken clock")
    assert cup.cup().phase == "over"
    for who in PLAYERS[:4]:
        assert "of a broken clock" in cup.last(who).flat


def test_a_result_that_does_not_count_yet_is_shown_as_such(tmp_path: Path) -> None:
    cup = Cup(tmp_path).drawn(4, format="fsu")
    first, second = cup.cup().games[1].teams
    seen = len(cup.letters)
    cup.concedes(1, second)
    until = f"{cup.now + timedelta(days=1):%a %-d %b %H:%M} UTC"
    end = got(cup, seen, captain(cup, first), "end")
    assert f"For Spring Cup it counts from {until} on; until then a ruling can void it." in end
    note = f"Match 1: {first} have won (conceded), which is not final. It counts from {until} on;"
    for page in ("schedule", "standings"):
        cup.writes("Ann", page)
        assert note in answer(cup, "Ann"), page
        assert note in " ".join(cup.last("Ann").html.split()), page
    cup.writes("Ann", "schedule")
    assert "game 1 conceded, not final" in answer(cup, "Ann")
    cup.passes(days=1)
    cup.writes("Ann", "schedule")
    assert "not final" not in answer(cup, "Ann") and "conceded" in answer(cup, "Ann")


def test_a_bracket_shows_a_result_that_does_not_count_yet(tmp_path: Path) -> None:
    cup = Cup(tmp_path).drawn(4)
    first, second = cup.cup().games[1].teams
    cup.concedes(1, second)
    cup.writes("Ann", "bracket")
    text, html = answer(cup, "Ann"), " ".join(cup.last("Ann").html.split())
    assert "0~" in text and f"~ Match 1: {first} have won (conceded), which is not final." in text
    assert f"Match 1: {first} have won (conceded), which is not final." in html and "~" not in html


# withdrawals


def test_what_was_won_before_a_withdrawal_stays_to_be_seen(tmp_path: Path) -> None:
    cup = Cup(tmp_path).drawn(4)
    first, second = cup.cup().games[1].teams
    cup.concedes(1, second)
    assert cup.writes(captain(cup, first), "withdraw from Spring Cup") == "WithdrawFrom/accepted"
    assert cup.cup().outcomes[1].winner == first, "it counts at once"
    cup.rules(2)
    other = cup.cup().outcomes[2].winner
    cup.writes("Ann", "schedule")
    assert f"{first} out : won {other} forfeited by withdrawal" in answer(cup, "Ann")
    cup.writes("Ann", "bracket")
    assert f"1 +- {first} out" in answer(cup, "Ann") and "out: has withdrawn" in answer(cup, "Ann")
    seen = len(cup.letters)
    cup.ended()
    end = got(cup, seen, pair(1)[0], "champion")
    path, results = end.index("winners' path"), end.index("All results")
    walkover = f"Match 4 goes to {other}: {first} have withdrawn."
    assert walkover in end[path:results] and walkover in end[results:]
    assert f"Match 1 goes to {first}, 0 to 0: {second} conceded." in end[results:]
    verify(cup)


def test_a_team_that_is_struck_is_shown_as_struck(tmp_path: Path) -> None:
    cup = Cup(tmp_path).drawn(4, format="fsu")
    first = cup.cup().games[1].teams[0]
    cup.rules(1, first)
    cup.gm(f"withdraw {first} because they moved")
    cup.writes("Ann", "schedule")
    assert "ruled by the Gamesmaster, struck" in answer(cup, "Ann")
    assert f"1 {first} 250 : 180" in answer(cup, "Ann")
    assert "forfeited by withdrawal, struck" in answer(cup, "Ann")


# silence


def test_what_one_more_silence_costs_is_said_before_it_does(tmp_path: Path) -> None:
    cup = Cup(tmp_path).drawn(2, "forfeit after: 3 silences", "time limit: 1 day")
    game, silent = cup.in_game(1), called(1)
    start = next(one for one in cup.to(pair(2)[0]) if "start" in one.events)
    assert "A team loses the match once the clock has acted 3 times in a row for one of its players." in start.flat
    cup.falls_silent(1, silent)
    warning = f"in a row: one more time in a row, and {silent} lose match 1 of Spring Cup."
    told = [one for one in cup.letters if f"[Spades {game}]" in one["Subject"] and warning in one.flat]
    events = {event for one in told for event in one.events}
    assert {"timeout", "turn"} <= events
    own = [one for one in told if "The clock has acted for you twice in a row" in one.flat]
    assert own and all({"turn", "reminder", "timeout"} & {*one.events} for one in own)
    assert {one.to for one in told} > {one.to for one in own}, "the others hear it too"
    assert "lose match 1" not in next(one for one in cup.to(pair(1)[0]) if "turn" in one.events).flat


# ratings, and days of later stages


def test_a_rating_counts_until_the_next_stage_begins(tmp_path: Path) -> None:
    cup = Cup(tmp_path).drawn(4, "play-offs: best 2", "round every: none", format="fsu")
    team = cup.match(1).first
    assert cup.gm(f"rate {team} 3.5 in match 1") == "Rate/accepted"
    rules_all_but(cup)
    assert ("", 2) in cup.cup().stages
    assert cup.gm(f"rate {team} 1.5 in match 1") == "Rate/tournament"
    assert "ratings decide who plays on in the next stage, which has begun" in answer(cup).lower()
    final = cup.running()[0].match
    assert cup.gm(f"rate {cup.match(final).first} 1.5 in match {final}") == "Rate/accepted"
    assert "no stage follows in which it would count" in answer(cup)
    assert len(cup.cup().ratings) == 2
    assert cup.gm(f"replay match {cup.match(1).number} because they look at it again") == "ReplayMatch/accepted"
    cup.rules(1)
    assert {*cup.cup().stages["", 2]} >= {cup.match(final).first}, "a rating in the play-offs puts nobody out"


def test_rounds_count_from_the_beginning_and_a_pause_moves_them(tmp_path: Path) -> None:
    cup = Cup(tmp_path).drawn(4, "teams: 4 to 8", format="fsu")
    begun = cup.now
    assert {cup.match(one.match).round for one in cup.running()} == {1}
    cup.writes("Ann", "schedule")
    assert f"Round 2, opens {begun + timedelta(days=7):%a %-d %b %H:%M} UTC" in answer(cup, "Ann")
    cup.gm("pause Spring Cup")
    cup.passes(days=3)
    cup.gm("resume Spring Cup")
    rules_all_but(cup)
    assert cup.running() == []
    cup.passes(days=6, hours=23)
    assert cup.running() == [], "no time passed while it was paused"
    cup.passes(hours=1, minutes=1)
    assert {cup.match(one.match).round for one in cup.running()} == {2}


def test_a_pause_moves_no_opening_that_has_passed(tmp_path: Path) -> None:
    """Days since the first round opened. Pauses from 3 to 5 and, in the second round, from 10 to 11."""
    cup = Cup(tmp_path).drawn(6, "teams: 4 to 8", "play-offs: none", format="fsu")
    begun = cup.now
    seen = set()
    for pause, resume in ((3, 5), (10, 11)):
        cup.passes(seconds=(begun + timedelta(days=pause) - cup.now).total_seconds())
        cup.gm("pause Spring Cup")
        cup.passes(days=resume - pause)
        cup.gm("resume Spring Cup")
        cup.writes("Ann", "schedule")
        opens = re.findall(r"Round (\d), opens \w+ (\d+ \w+)", answer(cup, "Ann"))
        seen.add(tuple(int(number) for number, _ in opens))
        days = {1: 0, 2: 9, 3: 16 + (pause == 10)}
        for number, day in opens[:3]:
            assert day == f"{begun + timedelta(days=days[int(number)]):%-d %b}", (pause, number)
        assert cup.row().begins_at == begun
    assert seen == {(1, 2, 3, 4, 5)}
    for day, last in ((12, 2), (16, 2), (17, 3), (24, 4)):
        cup.passes(seconds=(begun + timedelta(days=day, minutes=1) - cup.now).total_seconds())
        assert max(cup.match(one.match).round for one in cup.running()) == last, day


SECOND = "gm2@club.test"


def words(text: str) -> str:
    return " ".join(text.split())


@pytest.fixture
def cup(tmp_path: Path) -> Cup:
    return Cup(tmp_path, referee={"gamesmasters": [MASTER, SECOND]}).drawn(
        4, "time limit: 1 day", "forfeit after: none"
    )


def plays(cup: Cup, who: str) -> None:
    """Put someone into the first team in the place of its captain."""
    team, out = cup.cup().teams[0].name, cup.cup().teams[0].players[0]
    assert cup.writes(SECOND, f"substitute Greta <{who}> for {out} in {team}") == "Substitute/accepted"
    assert cup.writes(who, "yes", answers=cup.last(who)).startswith("StandIn/accepted"), cup.last(who).text


def test_a_player_of_a_match_is_substituted_and_every_letter_says_how(cup: Cup) -> None:
    match = cup.cup().games[1]
    game, team = match.game, match.teams[0]
    out = cup.cup().team(team).players[0]
    seen = len(cup.letters)
    cup.falls_silent(1, team, periods=3)
    letter = next(one for one in cup.since(seen, MASTER) if "fallen silent" in one["Subject"])
    silent = next(name for name in cup.cup().team(team).players if f"for {name} in" in letter.text)
    lines = letter.text.split("\r\n")
    assert f"    substitute NAME <ADDRESS> for {silent} in {team}" in lines and "replace" not in letter.text
    other = cup.cup().games[2]
    game, team = other.game, other.teams[1]
    out = cup.cup().team(team).players[1]
    for wish, line in (
        (
            f"replace {out.lower()} with Zed <zed@example.org>",
            f"`substitute Zed <zed@example.org> for {out} in {team}`",
        ),
        (f"replace {out} with Zed", f"`substitute Zed <ADDRESS> for {out} in {team}`"),
    ):
        assert cup.gm(wish, subject=f"[Spades {game}]").endswith("/tournament")
        assert line in words(cup.last(MASTER).text)


def test_the_announcement_that_a_gamesmaster_passes_on_says_where_to_write(tmp_path: Path) -> None:
    cup = Cup(tmp_path)
    cup.starts()
    cup.announced()
    line = "with your partner's name for Bob"
    copy = cup.last(MASTER)
    assert f"Write one line to referee@club.test, {line}" in words(copy.text), "who answers it reaches them"
    assert not tokens(copy) and "referee+" not in f"{copy.text}{copy.html}", "whoever gets it could steer with that"
    cup.says(MASTER, "cancel Spring Cup because I can", answers=copy, to=copy["Reply-To"] or None)
    assert cup.cup().phase == "sign-up"
    for number, who in enumerate(("zed", "amy")):
        other = ("amy", "zed")[number]
        assert cup.says(who, f"enter Spring Cup with {other}@club.test", answers=copy, proven=True) == "Enter/accepted"
    assert len(cup.placed()) == 1
    assert f"Answer this letter with one line, {line}" in words(cup.last("ann").text)


def test_whoever_may_act_is_asked_and_named(cup: Cup) -> None:
    game = cup.in_game(2)
    plays(cup, MASTER)
    seen = len(cup.letters)
    assert cup.gm("replay match 2") == "ReplayMatch/tournament"
    assert f"another Gamesmaster can rule on it: {SECOND}" in words(cup.last(MASTER).text)
    assert cup.gm("pause", subject=f"[Spades {game}]") == "Pause/seated-gamesmaster"
    assert SECOND in cup.last(MASTER).text
    assert cup.gm("pause all") == "InAllGames/accepted"
    assert f"another Gamesmaster can rule on it: {SECOND}" in words(cup.last(MASTER).text)
    assert cup.writes(SECOND, "abort", subject=f"[Spades {game}]") == "Abort/accepted"
    cup.passes()
    asked = {one.to for one in cup.since(seen) if "The Gamesmaster is needed" in one["Subject"]}
    assert asked == {SECOND}, "who plays in it may not act"
    score = [one for one in cup.since(seen, SECOND) if "The final score" in one["Subject"]]
    assert len(score) == 1 and "rule match 2" in score[0].text


def test_a_gamesmaster_who_plays_rules_on_no_match_of_their_own(tmp_path: Path) -> None:
    cup = Cup(tmp_path, referee={"gamesmasters": [called(1).removeprefix("Team ") + "@club.test"]})
    own = {"proven": True, "answers": None}

    def ann(text: str, subject: str = "a cup") -> str:
        return cup.says("Ann", text, subject=subject, **own)

    ann("tournament Spring Cup\nformat: fsu\nplay-offs: none\nround every: none\nsign-up until: 26 November 12:00")
    cup.enter_teams(4)
    assert ann("close sign-up") == "CloseSignUp/accepted"
    cup.passes()

    def touches_no_team() -> None:
        for team in (called(2), called(1)):
            out = pair(int(team == called(2)) + 1)[1]
            for line in (f"withdraw {team} because I say so", f"substitute Zed <zed@club.test> for {out} in {team}"):
                assert ann(line).endswith("/tournament"), line
                assert "takes out or changes teams that theirs may meet" in words(cup.last("Ann").text), line

    touches_no_team()
    cup.draws_now()
    touches_no_team()
    cup.begins()
    touches_no_team()
    mine = [one.match for one in cup.running() if called(1) in cup.cup().games[one.match].teams]
    others = [one.match for one in cup.running() if one.match not in mine]
    foe = next(team for team in cup.cup().games[mine[0]].teams if team != called(1))
    refused = (
        f"rule match {mine[0]} {called(1)} win 310 to 250 because I say so",
        f"replay match {mine[0]}",
        f"reset match {mine[0]} because I say so",
        f"extend match {mine[0]} by 2 days",
        f"rate {foe} 0 in match {mine[0]}",
    )
    for line in refused:
        assert ann(line).endswith("/tournament"), line
        assert "nobody rules on their own match" in words(cup.last("Ann").text), line
    game = cup.cup().games[mine[0]].game
    stops = ("forfeit team 1", "forfeit team 2", "abort", "pause", "resume")
    for line in (*stops, "extend 1 hour", "limit 1 second", "limit 2 days", "replace Bob with Zed <zed@club.test>"):
        assert ann(line, f"[Spades {game}]").endswith("/tournament"), line
        assert "nobody rules on their own match" in words(cup.last("Ann").text), line
    for line, stopped in (("pause all", True), ("resume all", False)):
        assert ann(line) == "InAllGames/accepted"
        assert f"game {game} is unchanged: you play in Spring Cup" in words(cup.last("Ann").text), line
        now = {one.match: cup.game(one.game).paused for one in cup.running()}
        assert now == {one: stopped and one not in mine for one in now}, line
    assert ann("pause Spring Cup") == "PauseTournament/accepted" and cup.game(game).paused, "that favours nobody"
    assert ann("resume Spring Cup") == "ResumeTournament/accepted" and not cup.game(game).paused
    foe_in_it = cup.cup().team(foe).players[0]
    before = cup.game(game).turn
    ann(f"rule void to turn 1 charge {foe_in_it} because I say so", f"[Spades {game}]")
    assert cup.game(game).turn == before and "yes" in words(cup.last(foe_in_it).text), "the opponents are asked"
    winner = cup.cup().games[others[0]].teams[0]
    assert ann(f"rule match {others[0]} {winner} win 310 to 250 because I saw it") == "RuleMatch/accepted"
    assert ann(f"rate {winner} 4 in match {others[0]}") == "Rate/accepted" or cup.cup().format.rating is None


def test_the_headline_says_what_was_done_to_a_match(cup: Cup) -> None:
    game = cup.in_game(1)
    for line, headline, subject in (
        ("abort", "The game of match 1 was aborted", f"[Spades {game}]"),
        ("replay match 1", "Match 1 is played again", "a cup"),
        ("reset match 1 because of a mistake", "Match 1 was taken back", "a cup"),
        (f"rule match 1 {cup.cup().games[1].teams[0]} win 250 to 180 because of rain", "A ruling on match 1", "a cup"),
    ):
        seen = len(cup.letters)
        assert cup.gm(line, subject=subject).endswith("/accepted"), line
        cup.passes()
        assert any(one["Subject"].endswith(headline) for one in cup.since(seen)), line


def test_both_are_asked_where_both_may_act(cup: Cup) -> None:
    seen = len(cup.letters)
    assert cup.writes(SECOND, "abort", subject=f"[Spades {cup.in_game(1)}]") == "Abort/accepted"
    cup.passes()
    asked = [one.to for one in cup.since(seen) if "The Gamesmaster is needed" in one["Subject"]]
    assert sorted(asked) == sorted([MASTER, SECOND])


def test_the_end_of_a_match_says_what_it_is_for_the_tournament(cup: Cup) -> None:
    """The players read it in the subject, and the Gamesmaster reads what to write."""
    first, second = cup.cup().games[1].teams
    game, seen = cup.in_game(1), len(cup.letters)
    cup.concedes(1, second)
    score = words(next(one for one in cup.since(seen, MASTER) if "The final score" in one["Subject"]).text)
    assert f"{first} have won game {game}, match 1 of Spring Cup, by concession." in score
    players = " + ".join(cup.cup().team(second).players)
    assert f"{second} (" in score and players.split(" + ")[0] in score
    assert "For Spring Cup it counts from" in score and f"rule match 1 {second} win … to … because …" in score
    won = subject(cup, seen, game, first)
    assert "Over: you and " in won and won.endswith(f" have won match 1 of Spring Cup, since {second} conceded")
    game, seen, team = cup.in_game(2), len(cup.letters), cup.cup().games[2].teams[0]
    cup.gm("replay match 2 because the cards were seen")
    assert subject(cup, seen, game, team) == f"[Spades {game}] Over: Match 2 is played again"
    game, seen = cup.in_game(2), len(cup.letters)
    cup.gm("reset match 2 because I must think")
    assert subject(cup, seen, game, team) == f"[Spades {game}] Over: Match 2 was taken back"
    cup.gm("replay match 2")
    game, seen = cup.in_game(2), len(cup.letters)
    cup.gm("abort", subject=f"[Spades {game}]")
    over = f"[Spades {game}] Over: nobody has won match 2 of Spring Cup, since the Gamesmaster ended the game"
    assert subject(cup, seen, game, team) == over
    cup.passes()
    cup.gm("replay match 2")
    game, seen = cup.in_game(2), len(cup.letters)
    cup.gm(f"withdraw {team} because they left")
    assert subject(cup, seen, game, team) == f"[Spades {game}] Over: {team} have withdrawn"


def subject(cup: Cup, seen: int, game: int, team: str) -> str:
    """Return the subject of the last letter of a game to the first player of a team."""
    player = cup.cup().team(team).players[0]
    found = [one["Subject"] for one in cup.since(seen, player) if one["Subject"].startswith(f"[Spades {game}]")]
    return " ".join(found[-1].split())


def test_how_far_it_is_is_counted_once(cup: Cup) -> None:
    """One count serves the schedule, the matches that are over, and the results that are not final."""
    second = cup.cup().games[1].teams[1]
    cup.concedes(1, second)
    for page in ("schedule", "tournaments", "table"):
        cup.gm(page)
        text = words(cup.last(MASTER).text)
        assert "0 of 4 matches are over, 1 is being played and 1 has ended without counting yet." in text, text
    gone = cup.cup().games[2].teams[0]
    cup.gm(f"withdraw {gone} because they left")
    cup.gm("schedule")
    text = words(cup.last(MASTER).text)
    assert "1 of 4 matches is over and 1 has ended without counting yet." in text, text
    assert "won : out" not in text.partition("Final")[2].partition("Being")[0]
    assert cup.gm("replay match 2") == "ReplayMatch/tournament"
    assert f"{gone} have withdrawn, and that cannot be taken back" in words(cup.last(MASTER).text)
    assert cup.gm("replay match 9") == "ReplayMatch/tournament"
    assert "no match 9 now" in words(cup.last(MASTER).text)


def test_a_walk_over_before_the_final_stays_won_in_the_last_letter(tmp_path: Path) -> None:
    cup = Cup(tmp_path).drawn(4)
    nines, other = cup.cup().games[1].teams
    cup.gm(f"withdraw {nines} because they left")
    cup.rules(2)
    won = cup.cup().outcomes[2].winner
    assert won is not None
    seen = len(cup.letters)
    cup.gm(f"withdraw {other} because they left too")
    cup.ended()
    end = words(next(one for one in cup.since(seen, pair(1)[1]) if "champion" in one.events).text)
    results = end.partition("All results")[2]
    assert f"Match 1 goes to {other}: {nines} have withdrawn." in results
    assert f"Match 4 goes to {won}: {other} have withdrawn." in results
    assert (
        f"Match 4 goes to {won}: {other} have withdrawn."
        in end.partition("winners' path")[2].partition("All results")[0]
    )
    assert f"{nines} out" in end and f"{other} won" in end
