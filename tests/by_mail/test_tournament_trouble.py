"""The troubles of real events, each in a whole tournament by mail: silence, a last day, a result that is overturned, a
ruling that comes late, a team rule that is broken; and the tricks that people might try."""

import json
import re
from datetime import timedelta
from pathlib import Path

import pytest

from referee.commands.verify_tournament import TournamentRecords, tournament_verified
from referee.desk import quotas, rollback
from referee.desk.case import Case
from referee.desk.site import views
from referee.desk.site.views import public_view
from referee.site.tournament_pages import tournament_pages
from referee.spades.law.moves import fault
from referee.store import games, progress
from referee.tournaments import events as ev
from referee.tournaments.fold import lines_of
from referee.tournaments.standings import table
from tests.audit.tournament_records import text_of
from tests.site.samples import CLUB
from tests.talk import MASTER, address
from tests.tournament_talk import Cup, called, pair


def rules_all_but(cup: Cup, *spared: str) -> None:
    """Rule on all running matches but those of some teams."""
    for one in cup.running():
        if not set(spared) & set(cup.cup().games[one.match].teams):
            assert cup.rules(one.match) == "RuleMatch/accepted"


def match_with(cup: Cup, team: str) -> int:
    """Return the match that a team plays now."""
    return next(one.match for one in cup.running() if team in cup.cup().games[one.match].teams)


def other(cup: Cup, match: int, team: str) -> str:
    return next(one for one in cup.cup().games[match].teams if one != team)


def verify(cup: Cup) -> None:
    """Check the whole record as any reader can."""
    assert list(tournament_verified(TournamentRecords(text_of(lines_of(cup.course())), {})))


# silence


def league(cup: Cup, silences: int = 2) -> Cup:
    """Fsu with four teams: a round every 7 days, then play-offs. So many silences in a row lose a match."""
    return cup.drawn(4, f"forfeit after: {silences} silences", "time limit: 1 day", format="fsu")


def test_a_match_lost_by_silence_and_the_second_one(tmp_path: Path) -> None:
    cup = league(Cup(tmp_path))
    silent = called(1)
    for week in (1, 2):
        rules_all_but(cup, silent)
        match = match_with(cup, silent)
        foe = other(cup, match, silent)
        cup.falls_silent(match, silent)
        assert match not in cup.cup().outcomes, "it may still be voided"
        assert silent not in cup.cup().withdrawn, "and so the team is still in"
        heard = len(cup.letters)
        cup.passes(days=1)
        outcome = cup.cup().outcomes[match]
        assert (outcome.winner, outcome.how) == (foe, "silence")
        assert any("silen" in one.text for one in cup.since(heard, to=cup.cup().team(foe).players[0]))
        rows = {row.team: row for row in table(cup.cup(), ("", 1))}
        lost = rows[silent]
        assert (lost.match_points, lost.made, lost.difference) == (0, 0, 0)
        assert rows[foe].match_points >= 2
        assert (silent in cup.cup().withdrawn) is (week == 2)
        cup.now = max(cup.now, cup.row().begins_at + timedelta(days=7 * week))
        cup.passes()
    assert [one for one in cup.course() if isinstance(one, ev.Withdrawn)] == [ev.Withdrawn(silent, "silence")]
    assert all(silent not in cup.cup().games[one.match].teams for one in cup.running())
    t = cup.ended()
    assert t.places[0].teams[-1] == (silent,)
    assert f"{silent} out by silence in two matches" in shown(cup)
    assert any("out by silence in two matches" in one.flat for one in cup.to(MASTER)[-3:])
    assert "were silent too often" in game_shown(cup, cup.cup().games[match].game)
    assert {team for place in t.places[0].teams for team in place} == {called(n) for n in (1, 2, 3, 4)}
    verify(cup)


def shown(cup: Cup) -> str:
    """Return the first page of the tournament as text."""
    with cup.store.reading() as tx:
        view = views.tournament(tx, cup.row(), cup.desk, cup.now)
    first = next(tournament_pages(CLUB, view)).text
    return " ".join(re.sub("<[^>]*>", " ", first).split())


def game_shown(cup: Cup, game: int) -> str:
    """Return what the page of a game says of its end beyond its record."""
    with cup.store.reading() as tx:
        row = games.find(tx, game)
        match = None if row is None else public_view(tx, row, cup.now).match
    assert match is not None
    return match.why


def test_who_withdraws_in_the_final_is_second_and_nothing_says_behind_all_others(tmp_path: Path) -> None:
    """The final is a game of the play-offs, so the table of the league has no say in its places."""
    cup = Cup(tmp_path).drawn(3, "teams: 3 to 4", "play-offs: best 2", "round every: none", format="fsu")
    match, game = next((one.match, one.game) for one in cup.running())
    team = 1 if cup.match(match).second == cup.cup().games[match].team_of(1) else 2
    cup.gm(f"forfeit team {team}", subject=f"[Spades {game}]")
    cup.passes(days=1, seconds=1)
    assert game_shown(cup, game) == "The Gamesmaster has ruled so."
    rules_all_but(cup)
    (final,) = cup.running()
    first, second = cup.cup().games[final.match].teams
    cup.gm(f"withdraw {second} because they ask for it")
    assert cup.ended().places[0].teams[:2] == ((first,), (second,))
    for said in (shown(cup), cup.last(cup.cup().team(first).players[0]).flat):
        assert f"2nd: {second}" in said and "behind all others" not in said


def test_whom_their_rating_keeps_out_of_the_play_offs_hears_so_at_once_and_at_the_end(tmp_path: Path) -> None:
    """The first of the table has too low a rating, so the second and the third play off."""
    cup = Cup(tmp_path).drawn(4, "teams: 4 to 8", "play-offs: best 2", "round every: none", format="fsu")
    best = called(1)
    for number in [one.match for one in cup.running()]:
        teams = cup.cup().games[number].teams
        assert cup.rules(number, best if best in teams else None) == "RuleMatch/accepted"
        if best in teams and ("", 2) not in cup.cup().stages:
            cup.gm(f"rate {best} 2.9 in match {number}")
    assert len(cup.running()) == 1
    said = f"{best} go no further: the mean of their sporting behaviour is too low."
    heard = [one.flat for one in cup.to(best.removeprefix("Team "))]
    assert sum(said in one for one in heard[-3:]) == 1 and said in shown(cup)
    cup.ended()
    assert said in cup.last(best.removeprefix("Team ")).flat


def test_every_end_has_its_reason_in_the_letter_the_page_and_the_record(tmp_path: Path) -> None:
    """In the first round of three, two of four teams go: by their captain and by the Gamesmaster."""
    cup = league(Cup(tmp_path))
    one, two = (cup.match(each.match) for each in cup.running())
    assert one.teams is not None and two.teams is not None
    (a, b), (c, d) = one.teams, two.teams
    game_of_c = cup.in_game(two.number)
    cup.rules(one.number, a)
    assert "The Gamesmaster has settled match" in cup.last(cup.cup().team(b).players[0]).flat
    ruled = cup.cup().games[one.number].game
    assert f"Match {one.number}: {a} beat {b} 250 to 180, as the Gamesmaster ruled." in game_shown(cup, ruled)
    cup.writes(cup.cup().team(c).players[0], "withdraw from Spring Cup because we move")
    assert game_shown(cup, game_of_c) == f"{c}: withdrawn by their captain."
    assert f"{c} withdrawn by their captain" in shown(cup)
    heard = len(cup.letters)
    cup.gm(f"withdraw {d} because they asked")
    news = " ".join(one.flat for one in cup.since(heard, to=cup.cup().team(a).players[0]))
    early = "The league is over earlier than announced: rounds 2 and 3 are not played, since nobody is left to meet."
    assert early in news and f"{d} were withdrawn by the Gamesmaster" in news
    assert early in shown(cup) and f"{d} withdrawn by the Gamesmaster" in shown(cup)
    t = cup.ended()
    champion = cup.last(cup.cup().team(a).players[0]).flat
    names = {team: " and ".join(t.team(team).players) for team in (a, b, c, d)}
    assert f"3rd: {t.places[0].teams[2][0]} ({names[t.places[0].teams[2][0]]}, withdrawn by" in champion
    assert early in champion and f"Teams that are out stand behind all others: {c} and {d}." in champion.replace(
        f"{d} and {c}", f"{c} and {d}"
    )
    record = [json.loads(line) for line in lines_of(cup.course())]
    assert [(each["team"], each["by"]) for each in record if each["e"] == "withdrawal"] == [
        (c, "captain"),
        (d, "gamesmaster"),
    ]
    verify(cup)


# a result that is overturned


def test_a_challenge_overturns_a_provisional_result(tmp_path: Path) -> None:
    cup = Cup(tmp_path, luck=LUCK, sheets={"short": {"base": "fsu", "target": 20}}).drawn(
        2, "sheet: short", "teams: 2 to 4", "play-offs: none", format="fsu"
    )
    game = cup.in_game(1)
    reneges = plays_with_reneges(cup, game)
    provisional = cup.game(game).provisional
    assert provisional is not None and provisional.team is not None
    cup.passes(hours=10)
    assert cup.cup().outcomes == {}, "it moves nobody"
    seat, book = next(one for one in reneges if (one[0] - 1) % 2 + 1 == provisional.team)
    names = cup.game(game).names
    accuser = names[seat % 4]
    claim = f"challenge round {cup.game(game).round} book {book} {names[seat - 1]}"
    assert cup.writes(accuser, claim, subject=f"[Spades {game}]") == "ChallengeBook/accepted", cup.last(accuser).flat
    heard = len(cup.letters)
    cup.passes(days=2)
    outcome = cup.cup().outcomes[1]
    assert outcome.winner is not None and outcome.how == "score"
    assert accuser in cup.cup().team(outcome.winner).players, "the other team has won"
    assert cup.cup().places[0].teams[0] == (outcome.winner,)
    score = sorted(cup.game(game).score, reverse=True)
    letter = next(one for one in cup.since(heard, to=accuser) if "champion" in one.events)
    told = letter.flat
    assert f"{outcome.winner}" in told and f"{score[0]}" in told and f"{score[1]}" in told
    verify(cup)


LUCK = 4
"""Team 1 wins by one point, and loses by two once a renege of theirs is proven."""


def plays_with_reneges(cup: Cup, game: int) -> list[tuple[int, int]]:
    """Play a game to its end, in which each seat breaks suit once if it can; return seats and books."""
    found: dict[int, int] = {}
    while (state := cup.game(game)).result is None and state.provisional is None:
        waiting = state.due
        assert waiting is not None
        seat = waiting[0]
        letter = next(one for one in reversed(cup.to(state.names[seat - 1])) if "turn" in one.events)
        legal = letter["Spades-Legal"].split()
        act = f"bid {legal[0]}" if waiting[1] == "bid" else f"play {legal[0]}"
        if waiting[1] != "bid" and seat not in found and state.trick and len(state.tricks) < 10:
            hand = sorted(state.hand(seat), key=str)
            wrong = [card for card in hand if (one := fault(state, seat, card)) and one.kind == "revoke"]
            if wrong:
                act, found[seat] = f"play {wrong[0]}", len(state.tricks) + 1
        assert "/accepted" in cup.says(state.names[seat - 1], act, answers=letter)
    return list(found.items())


# a ruling on a match that is finished


def test_a_ruling_on_a_finished_match_and_what_rests_on_it(tmp_path: Path) -> None:
    cup = Cup(tmp_path).drawn(4)
    first, second = cup.cup().games[1].teams
    cup.concedes(1, second)
    cup.passes(days=1)
    cup.rules(2)
    third, final = cup.in_game(3), cup.in_game(4)
    assert first in cup.cup().games[4].teams and second in cup.cup().games[3].teams
    cup.rules(4, first)
    assert cup.rules(1, second) == "RuleMatch/tournament"
    assert "reset match 4 because" in cup.last(MASTER).flat
    assert cup.cup().outcomes[1].winner == first, "nothing was changed"
    assert cup.in_game(3) == third
    assert cup.gm("reset match 4 because match 1 was wrong") == "ResetMatch/accepted"
    assert cup.rules(1, second) == "RuleMatch/accepted"
    games = cup.cup().games
    assert {one.match for one in cup.running()} == {3, 4}
    assert second in games[4].teams and first in games[3].teams
    assert games[3].attempt == 2 and games[4].attempt >= 2, "drawn as the next games"
    assert cup.in_game(3) != third and cup.in_game(4) != final
    cup.rules(4, second)
    cup.rules(3, first)
    places = cup.cup().places[0].teams
    assert (places[0], places[2]) == ((second,), (first,)), "the places follow the ruling"
    told = next(one for one in reversed(cup.to(cup.cup().team(second).players[0])) if "champion" in one.events)
    assert f"{second}" in told.text
    verify(cup)


OTHER = "gm2@club.test"


def test_a_gamesmaster_who_plays_rules_on_no_game_of_the_tournament(tmp_path: Path) -> None:
    cup = Cup(tmp_path, referee={"gamesmasters": [MASTER, OTHER]}).announced()
    cup.enters(OTHER, "Bob", "Masters")
    for number in (2, 3, 4):
        cup.enters(*pair(number), called(number))
    cup.closes().draws_now().begins()
    for game in (one.game for one in cup.running()):
        said = cup.deliver(cup.mail(OTHER, "forfeit team 1", subject=f"[Spades {game}]", proven=True))
        assert said.endswith("/seated-gamesmaster") and cup.game(game).result is None
        assert cup.master("pause", subject=f"[Spades {game}]") == "Pause/accepted", "who plays nowhere may"


def test_a_match_has_the_players_of_its_teams_and_goes_on_in_one_game(tmp_path: Path) -> None:
    cup = Cup(tmp_path).drawn(4)
    match, rival = cup.match(1), cup.match(2)
    assert match.first and rival.first
    (out, _), (rich, _) = cup.cup().team(match.first).players, cup.cup().team(rival.first).players
    tag = {"subject": f"[Spades {cup.in_game(1)}]"}
    game = cup.in_game(1)
    assert cup.gm(f"replace {out} with {rich} <{address(rich)}>", **tag) == "ReplacePlayer/tournament"
    assert "substitute" in cup.last(MASTER).text
    cup.concedes(1)
    assert cup.rules(1) == "RuleMatch/accepted"
    assert cup.gm("rule void to turn 1 because they misread", **tag) == "VoidTo/tournament"
    assert cup.game(game).result is not None, "its match is settled, and nobody plays it on beside that"


def test_who_confirms_late_is_late(tmp_path: Path) -> None:
    """The moment of the `yes` counts: an unanswered question keeps neither a place nor a salt open."""
    cup = Cup(tmp_path).announced("teams: 2 to 4")
    cup.enters(*pair(1), called(1))
    cup.writes("Gil", "name Gil")
    cup.writes("Hana", f"enter Spring Cup with {address('Gil')} as Late")
    assert cup.deliver(cup.mail("Gil", f"enter Spring Cup with {address('Hana')}")) == "Enter/unproven"
    asked = cup.last("Gil")
    cup.now = cup.row().sign_up_until + timedelta(hours=1)
    cup.passes()
    assert cup.says("Gil", "yes", answers=asked).startswith("Enter/tournament"), cup.last("Gil").text
    assert ("Late", "asked") in cup.placed()
    assert cup.gm("extend sign-up by 1 day") == "ExtendSignUp/accepted"
    cup.enters(*pair(2), called(2)).closes()
    assert cup.deliver(cup.mail("Ann", "salt early")) == "Salt/unproven"
    asked = cup.last("Ann")
    cup.now = cup.row().draw_at + timedelta(hours=1)
    assert cup.cup().phase == "closed", "the draw is overdue"
    assert cup.says("Ann", "yes", answers=asked).startswith("Salt/tournament")
    assert all(entry.salts == ("", "") for entry in cup.entries())


def test_a_letter_about_a_tournament_that_is_over_means_no_other(tmp_path: Path) -> None:
    cup = Cup(tmp_path).drawn(2)
    cup.ended()
    old = next(one for one in reversed(cup.to(MASTER)) if one["Spades-Tournament"])
    cup.announced(name="Summer Cup").enter_teams(2, cup="Summer Cup").closes().draws_now().begins()
    line = f"rule match 1 {called(1)} win 250 to 180 because they do"
    assert cup.gm(line, answers=old) == "RuleMatch/tournament"
    assert "Spring Cup is over" in cup.last(MASTER).text
    assert cup.gm(line, subject="about [Spring Cup]") == "RuleMatch/tournament"
    assert not cup.cup().outcomes
    assert cup.gm(f"rule match 1 of Summer Cup {called(1)} win 250 to 180 because they do", answers=old) == (
        "RuleMatch/accepted"
    )


def test_nobody_inherits_a_seed_with_a_name(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced("teams: 2 to 4").enters(*pair(1), "Aces").enters(*pair(2), "Kings")
    assert cup.gm("seed Aces, Kings") == "Seed/accepted"
    cup.writes("Ann", "leave Spring Cup")
    cup.enters(*pair(3), "Aces")
    assert cup.closes().cup().seeded == ("Kings",)


def test_what_waits_for_the_draw_is_noted_once(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced().enter_teams(2).closes()
    for _ in range(5):
        assert cup.writes("Ann", "withdraw from Spring Cup").startswith("WithdrawFrom/accepted")
    assert len(cup.row().pending) == 1


def test_many_who_name_one_person_do_not_flood_them(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced()
    cup.writes("Bob", "name Bob")
    heard = len(cup.letters)
    for number in range(12):
        letters = chr(ord("a") + number) * 3
        cup.writes(f"{letters}@else.test", f"enter Spring Cup with {address('Bob')} as Team {letters}")
    assert len(cup.since(heard, to="Bob")) == quotas.BY_OTHERS


def test_each_ruling_of_a_day_counts_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cup = Cup(tmp_path).drawn(4)
    monkeypatch.setattr(quotas, "STEERING", 4)
    cup.passes(days=1)
    lines = [
        "replay match 1",
        "reset match 1 because of it",
        "replay match 1",
        "rule match 1 Team Eve win 250 to 180 because of it",
    ]
    assert [cup.master(line).partition("/")[2] for line in [*lines, lines[0]]] == ["accepted"] * 4 + ["enough"]


def test_after_a_restore_only_who_knows_of_it_has_a_tournament_go_on(tmp_path: Path) -> None:
    cup = Cup(tmp_path).drawn(2)
    with cup.store.transaction() as tx:
        case = Case(desk=cup.desk, tx=tx, now=cup.now, draws=cup.draws())
        rollback.stop_all(case, rollback.Lost(0, progress.reach(tx).letter, progress.reach(tx).game))
    cup.collect()
    said = [one.flat for one in cup.to(MASTER)]
    asked = next(text for text in said if "Spring Cup stands still" in text)
    assert "same seed for its first deal" in asked, "the cards of a match may be known"
    late = cup.mail(MASTER, "resume Spring Cup", proven=True)
    assert cup.deliver(late, ago=timedelta(hours=1)) == "ResumeTournament/tournament"
    assert cup.cup().paused
    assert cup.gm("resume Spring Cup") == "ResumeTournament/accepted"
