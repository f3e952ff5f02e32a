"""The news that the Gamesmasters of a tournament hear of its matches, and who of them: those who may act, and what to
write."""

from pathlib import Path

import pytest

from tests.talk import MASTER, tokens
from tests.tournament_talk import Cup, pair

SECOND = "gm2@club.test"


def words(text: str) -> str:
    return " ".join(text.split())


@pytest.fixture
def cup(tmp_path: Path) -> Cup:
    return Cup(tmp_path, referee={"gamesmasters": [MASTER, SECOND]}).drawn(4, "time limit: 1 day")


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
    cup.falls_silent(1, team)
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
    assert "For Spring Cup it counts from" in score and f"rule match 1 {second} win 250 to 180 because …" in score
    assert f"{first} have won match 1, since {second} conceded" in subject(cup, seen, game, first)
    game, seen, team = cup.in_game(2), len(cup.letters), cup.cup().games[2].teams[0]
    cup.gm("replay match 2 because the cards were seen")
    assert subject(cup, seen, game, team) == f"[Spades {game}] Over: Match 2 is played again"
    game, seen = cup.in_game(2), len(cup.letters)
    cup.gm("reset match 2 because I must think")
    assert subject(cup, seen, game, team) == f"[Spades {game}] Over: Match 2 was taken back"
    cup.gm("replay match 2")
    game, seen = cup.in_game(2), len(cup.letters)
    cup.gm("abort", subject=f"[Spades {game}]")
    over = f"[Spades {game}] Over: Nobody has won match 2, since the Gamesmaster ended the game"
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
