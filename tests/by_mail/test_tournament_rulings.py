"""The meaning of rulings, withdrawals, silences and results that are not final, as the letters and pages say it."""

from datetime import timedelta
from pathlib import Path

from tests.by_mail.test_tournament_trouble import rules_all_but, verify
from tests.talk import MASTER
from tests.tournament_talk import Cup, called, pair


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
    cup.gm(f"rule match 1 {second} win 9 to 8 because of a mistake")
    back = got(cup, seen, captain(cup, second), "standings")
    assert f"You play on after all: match 5, against {fourth}." in back
    assert "For you" not in got(cup, seen, captain(cup, cup.cup().games[3].teams[0]), "standings"), (
        "nothing has changed"
    )


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
    assert "clock acts 3 times in a row on their own turns loses the match for their team" in start.flat
    cup.falls_silent(1, silent)
    warning = f"in a row: one more time in a row, and {silent} lose match 1 of Spring Cup."
    told = [one for one in cup.letters if f"[Spades {game}]" in one["Subject"] and warning in one.flat]
    events = {event for one in told for event in one.events}
    assert {"timeout", "turn"} <= events
    own = [one for one in told if "The clock has acted for you twice in a row" in one.flat]
    assert own and all("turn" in one.events or "reminder" in one.events for one in own)
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
    assert cup.gm(f"rate {cup.match(final).first} 1.5 in match {final}") == "Rate/tournament"
    assert f"match {final} is one of the last stage" in answer(cup)
    assert len(cup.cup().ratings) == 1


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
