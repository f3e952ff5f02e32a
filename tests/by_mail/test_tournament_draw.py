"""From the announcement to the draw: what the Gamesmaster settles, when sign-up ends, and whose chance the draw is."""

import re
from datetime import timedelta
from html import unescape
from pathlib import Path

import pytest

from referee.commands.verify_tournament import TournamentRecords, tournament_verified
from referee.records.lines import heads
from referee.telling.record_file import record_text
from referee.tournaments import draw
from referee.tournaments import events as ev
from referee.tournaments.fold import lines_of
from tests.by_mail.test_salts_and_records import attachment
from tests.talk import MASTER, START
from tests.tournament_talk import Cup, called, pair


def test_every_line_of_an_announcement(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced(
        "teams: 4 to 16",
        "begins: 20 December",
        "time limit: 2 days",
        "match limit: 30 days",
        "forfeit after: 4 silences",
        "approval: yes",
        "draw after: 12 hours",
        "divisions: A, B",
        "standing: points",
        format="pride",
        until="15 December",
    )
    row, format = cup.row(), cup.cup().format
    assert row.sign_up_until.isoformat() == "2026-12-16T00:00:00+00:00", "a bare date ends at 24:00"
    assert row.closes_at == row.sign_up_until
    assert row.draw_at == row.closes_at + timedelta(hours=12)
    assert row.begins_at.isoformat() == "2026-12-20T00:00:00+00:00"
    assert (format.least, format.most, format.approval, format.divisions) == (4, 16, True, ("A", "B"))
    assert (format.time_limit, format.match_limit) == (timedelta(days=2), timedelta(days=30))
    assert (format.forfeit_after, format.standing) == (4, "points")
    shown = "".join(lines_of(cup.course()))
    assert cup.cup().seed not in shown and cup.cup().root not in shown, "only their commitments are public"
    assert cup.last(MASTER).events == ["reply"] or "announced" in cup.last(MASTER).events


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (("teams: 8 to 4",), "teams"),
        (("begins: 25 November",), "before sign-up ends"),
        (("begins: 26 November 18:00",), "salts"),
        (("teams: 2 to 65",), "64"),
        (("divisions: A, a",), "alike"),
        (("sheet: bridge",), "bridge"),
        (("rating: 3.0",), "rating"),
        (("divisions: A",), "division"),
        (("match limit: 1 hour", "time limit: 2 days"), "match limit"),
        (("colour: red",), "colour"),
    ],
)
def test_what_contradicts_itself_is_refused_in_a_sentence(tmp_path: Path, lines: tuple[str, ...], says: str) -> None:
    cup = Cup(tmp_path)
    assert cup.announces(*lines) != "Announce/accepted"
    assert says in cup.said(MASTER)
    assert cup.number() == 0, "numbers run without gaps"


def test_only_the_gamesmaster_announces(tmp_path: Path) -> None:
    cup = Cup(tmp_path)
    text = "tournament Spring Cup\nformat: usag\nsign-up until: 26 November"
    assert cup.writes("Ann", text) != "Announce/accepted"
    assert cup.says(MASTER, text, answers=None) != "Announce/accepted", "a From alone proves nothing"
    assert cup.number() == 0


def test_a_name_can_be_used_again_once_its_tournament_is_over(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced().enter_teams(2).closes()
    assert cup.announces(name="SPRING CUP") == "Announce/tournament"
    cup.gm("cancel Spring Cup because of a mistake in it")
    cancelled = cup.cup(1)
    cup.announced("teams: 2 to 4")
    cup.enters("Ann", "Bob")
    assert cup.cup(2).teams, "the open one is meant"
    assert cup.cup(1) == cancelled


def test_one_mail_announces_one_tournament(tmp_path: Path) -> None:
    cup = Cup(tmp_path)
    mail = cup.mail(MASTER, "tournament Spring Cup\nformat: usag\nsign-up until: 26 November", proven=True)
    assert cup.deliver(mail) == "Announce/accepted"
    cup.deliver(mail)
    assert cup.number() == 1


def test_with_too_few_at_the_close_the_gamesmaster_is_asked(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced("teams: 3 to 4", "approval: yes").enter_teams(3)
    cup.gm(f"accept {called(1)}")
    cup.gm(f"accept {called(2)}")
    heard = len(cup.to(MASTER))
    cup.now = cup.row().closes_at
    cup.passes()
    cup.passes(days=3)
    asked = [one["Subject"] for one in cup.to(MASTER)[heard:]]
    assert len(asked) == 1 and asked[0].endswith("The Gamesmaster is needed"), "once"
    assert cup.cup().phase == "sign-up"
    assert cup.writes("Gil", "enter Spring Cup with hana@club.test") == "Enter/tournament", "sign-up is over"
    assert cup.gm("extend sign-up by 2 days") == "ExtendSignUp/accepted"
    assert cup.row().closes_at == cup.now + timedelta(days=2), "from now, since it is over"
    assert cup.gm(f"accept {called(3)}") == "AcceptTeam/accepted"
    cup.passes(days=2)
    assert cup.cup().phase == "closed"


def test_a_team_accepted_after_the_close_may_be_the_one_that_lacked(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced("teams: 2 to 4", "approval: yes").enter_teams(2)
    cup.gm(f"accept {called(1)}")
    cup.now = cup.row().closes_at
    cup.passes()
    assert cup.row().asked_at is not None
    assert cup.gm(f"accept {called(2)}") == "AcceptTeam/accepted"
    cup.passes()
    assert cup.cup().phase == "closed"


def test_a_cancelled_tournament_shows_its_seeds(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced().enter_teams(1)
    assert cup.gm("cancel Spring Cup because too few entered") == "CancelTournament/accepted"
    last = cup.course()[-1]
    assert isinstance(last, ev.Cancelled)
    assert (last.seed, last.root) == (cup.cup().seed, cup.cup().root)
    assert cup.since(0, to="Ann")[-1].events != ["entry"], "who was in hears of it"
    assert cup.writes("Carol", "enter Spring Cup with dave@club.test") != "Enter/accepted"
    assert cup.row().wakes_at is None
    cup.announced(name="Autumn Cup")
    assert cup.number() == 2


def test_seeding_is_the_gamesmasters_until_the_close(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced().enter_teams(4)
    assert cup.gm(f"seed {called(1)}, {called(2)}") == "Seed/accepted"
    assert cup.gm(f"seed {called(3)}, {called(2)}") == "Seed/accepted", "the last one counts"
    assert cup.gm("seed Nobody Known, Team Ann") != "Seed/accepted"
    cup.writes(pair(2)[0], "leave Spring Cup")
    cup.closes()
    assert cup.cup().seeded == (called(3),), "a team that left is not seeded"
    assert cup.gm(f"seed {called(1)}") == "Seed/tournament"
    cup.draws_now()
    assert cup.cup().order[0] == called(3)


def test_salts_the_last_one_counts_and_is_echoed_until_the_draw(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced().enter_teams(2)
    assert cup.writes("Ann", "salt too early") != "Salt/accepted"
    cup.closes()
    assert cup.writes("Ann", "salt été first one") == "Salt/accepted"
    assert "`tfirstone`" in cup.said("Ann"), "echoed as it counts"
    assert cup.writes("Ann", "salt second") == "Salt/accepted"
    assert cup.writes("Bob", "salt mine!") == "Salt/accepted"
    cup.writes("Zoe", "salt foreign")
    cup.now = cup.row().draw_at + timedelta(minutes=1)
    at, late = (cup.mail(who, "salt last", proven=True) for who in (pair(2)[0], pair(2)[1]))
    assert cup.deliver(at, ago=timedelta(minutes=1)) == "Salt/accepted", "it was there by then"
    assert cup.deliver(late, ago=timedelta(seconds=59)) == "Salt/tournament"
    cup.passes()
    t = cup.cup()
    assert t.salts == (("second", "mine!"), ("last", ""))
    assert t.order == draw.drawn_order(draw.draw_key(1, t.seed, t.roster, (), t.salts), t.roster, ())


@pytest.mark.parametrize("salts", [{}, {"Ann": "`apple` <pie>", "Dave": "http://gin.test/7"}])
def test_the_draw_can_be_checked_when_it_is_made(tmp_path: Path, salts: dict[str, str]) -> None:
    """Its letter holds the salts as they were used, in HTML too, how many gave one, and the record so far."""
    cup = Cup(tmp_path).announced().enter_teams(3).closes()
    for who, salt in salts.items():
        assert cup.writes(who, f"salt {salt}") == "Salt/accepted"
    cup.draws_now()
    for who in (*pair(1), *pair(3), MASTER):
        letter = next(one for one in cup.to(who) if one.events == ["draw"])
        name, record = attachment(letter)
        assert name == "tournament-1.jsonl" and '"e":"draw"' in record.decode().splitlines()[-2]
        checks = [check.text for check in tournament_verified(TournamentRecords(record.decode(), {}, ()))]
        assert any("the seed matches its commitment" in text for text in checks)
        assert heads(record.decode().splitlines())[-1].startswith(letter["Spades-Record"])
        if salts:
            assert "2 of the 6 players gave a salt:" in letter.flat
            assert "ann: `apple`<pie>" in letter.flat and "dave: http://gin.test/7" in letter.flat
            assert "gin.test" not in letter.html, "no mail program makes a link of it"
            shown = unescape(re.sub("</?span>", "", letter.html))
            assert ": `apple`<pie></li>" in shown and ": http://gin.test/7</li>" in shown
        else:
            said = "Nobody gave a salt, so this draw rests on the referee's word that it had not looked."
            assert said in letter.flat


def test_the_record_of_a_tournament_is_sent_at_any_time(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced().enter_teams(2)
    sent = []
    for step in (lambda: None, cup.closes, cup.draws_now, lambda: cup.gm("cancel Spring Cup because of rain")):
        step()
        for line in ("record of Spring Cup", "the record for spring cup"):
            assert cup.writes("Ann", line) == "TournamentRecord/accepted"
            name, record = attachment(cup.last("Ann"))
            assert name == "tournament-1.jsonl" and record.decode() == record_text(lines_of(cup.course()))
            assert cup.cup().head in cup.last("Ann").text and "docs/tournaments.md" in cup.last("Ann").flat
        sent.append(record.decode())
    seed = cup.cup().seed
    assert [seed in record for record in sent] == [False, False, True, True]
    assert cup.writes("Ann", "record of Winter Cup") != "TournamentRecord/accepted"


def test_the_draw_cannot_be_brought_forward(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced("draw after: 6 hours").enter_teams(2).closes()
    draw_at = cup.row().draw_at
    assert draw_at == START + timedelta(hours=6)
    for line in ("close sign-up", "extend sign-up by 1 day", "seed Team Ann"):
        assert not cup.gm(line).endswith("accepted"), line
    cup.now = draw_at - timedelta(seconds=1)
    cup.passes()
    assert cup.cup().phase == "closed"
    assert cup.row().draw_at == draw_at
    cup.passes(seconds=1)
    assert cup.cup().phase == "running"


def test_matches_begin_when_it_was_announced(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced("begins: 30 November").enter_teams(2).closes()
    cup.draws_now()
    assert cup.running() == []
    cup.passes(days=1)
    assert cup.running() == []
    cup.begins()
    assert [one.match for one in cup.running()] == [1]
    began = len(cup.letters)
    cup.passes()
    assert len(cup.letters) == began, "waking twice is waking once"


def test_the_roster_is_frozen_between_close_and_draw(tmp_path: Path) -> None:
    """Requests from then are carried out right after the draw, before a match begins."""
    cup = Cup(tmp_path).announced().enter_teams(4).closes()
    assert cup.gm(f"substitute Zoe <zoe@club.test> for Bob in {called(1)}") == "Substitute/accepted"
    asked = cup.last("zoe")
    assert cup.gm(f"substitute Yan <yan@club.test> for Bob in {called(1)}") == "Substitute/accepted"
    too = cup.last("yan")
    assert cup.says("zoe", "yes", answers=asked).startswith("StandIn/accepted")
    assert not cup.says("yan", "yes", answers=too).startswith("StandIn/accepted"), "the place is taken"
    assert cup.gm(f"withdraw {called(2)} because they asked") == "WithdrawTeam/accepted"
    assert cup.gm(f"withdraw {called(2)} because they asked") == "WithdrawTeam/accepted"
    left = cup.cup().team(called(2)).players
    assert cup.gm(f"substitute Uma <uma@club.test> for {left[0]} in {called(2)}") == "Substitute/accepted"
    assert cup.says("uma", "yes", answers=cup.last("uma")).startswith("StandIn/accepted")
    assert cup.cup().roster == cup.cup().teams
    assert cup.cup().withdrawn == frozenset()
    cup.draws_now()
    t = cup.cup()
    assert t.withdrawn == {called(2)}
    assert t.team(called(2)).players == left, "nobody steps in for a team that left"
    assert t.team(called(1)).players == ("ann", "Zoe")
    assert "bob" in {name for team in t.roster for name in team.players}, "the draw rests on the frozen roster"
    assert all(called(2) not in game.teams for game in t.games.values())
    happened = [type(event) for event in cup.course()]
    assert happened.index(ev.Substituted) < happened.index(ev.MatchBegun)
    assert happened.count(ev.Withdrawn) == 1, "asked for twice"
    played = next(event for event in cup.course() if isinstance(event, ev.MatchBegun) and called(1) in event.teams)
    assert "Zoe" in played.seats
    cup.ended()


def test_all_may_be_withdrawn_before_the_draw(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced().enter_teams(2).closes()
    for number in (1, 2):
        assert cup.writes(pair(number)[0], "withdraw from Spring Cup") == "WithdrawFrom/accepted"
    cup.now = cup.row().draw_at
    cup.passes()
    assert cup.cup().phase == "over"
    assert cup.running() == []


@pytest.mark.parametrize("preset", ["pride", "usag"])
def test_an_announcement_sets_the_target_of_every_game(tmp_path: Path, preset: str) -> None:
    cup = Cup(tmp_path).drawn(4, "target: 40", format=preset)
    assert cup.cup().target == 40
    assert any("Each match is one game to 40 points" in letter.flat for letter in cup.to(MASTER))
    sheet = cup.game(cup.running()[0].game).sheet
    assert (sheet.name, sheet.target) == (f"{preset}*", 40)
    while all(match.part != "final" for match in map(cup.match, (one.match for one in cup.running()))):
        cup.rules(cup.running()[0].match, score="40 to 10")
        cup.passes(days=1)
    final = cup.game(cup.in_game(max(one.match for one in cup.running())))
    assert final.sheet.name.startswith(cup.cup().format.final_sheet) and final.sheet.target == 40
