"""Letters about tournaments: headers, subjects, what none may show, and the words that carry the rules."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from referee.asking.tournaments import commands as ask
from referee.asking.tournaments.lines import read_line
from referee.asking.tournaments.titles import Names
from referee.names import LONGEST, LONGEST_TITLE
from referee.spades.view import view
from referee.telling import news as n
from referee.telling.formats import width
from referee.telling.letter_kinds import Done
from referee.telling.letters import Contents, Letters, Occasion
from referee.telling.tournaments.format_sentences import format_lines, until
from referee.telling.tournaments.match_sentences import outcome_sentence, stages_opened
from referee.telling.tournaments.notices import Champion, Drawn, EntryHeld, TournamentNews, TournamentPage
from referee.telling.tournaments.place_sentences import end_lines, place_lines
from referee.telling.tournaments.way_sentences import onward
from referee.tournaments import decide, draw
from referee.tournaments import events as ev
from referee.tournaments.events import Outcome, Places, Team
from referee.tournaments.fixtures import fixtures
from referee.tournaments.formats import Format, Stage, StageKind
from referee.tournaments.presets import FSU, PRESETS, USAG
from referee.tournaments.tournament import Tournament
from tests.telling.letter_samples import (
    DEADLINE,
    WRITTEN,
    ids,
    opening,
    player,
    settings,
)
from tests.telling.letter_samples import (
    announced as announced_to,
)
from tests.telling.tournament_samples import (
    NAMES,
    TERMS,
    TIMES,
    USUAL,
    announced,
    drawn,
    news,
    playing,
    since,
    tell,
    tournament_answers,
    tournament_samples,
)
from tests.tournaments.played import ROOT, SEED
from tests.tournaments.played import drawn as drawn_by_number

SAMPLES = {name.removeprefix("tournament-"): letter for name, letter in tournament_samples().items()}
FIXTURE = n.Fixture(3, "Spring Cup", 7, ("The Aces", "Kings"))


def one_line(text: str) -> str:
    """Return the text without its line breaks."""
    return " ".join(text.split())


def test_what_is_committed_to_is_revealed_when_it_is_public_and_not_before() -> None:
    commits = draw.commit(3, SEED), draw.root_commit(3, ROOT)
    assert dict(SAMPLES["announced"].headers)["Spades-Commit"] == " ".join(commits)
    reveals = {name: dict(letter.headers).get("Spades-Reveal") for name, letter in SAMPLES.items()}
    assert {reveals.pop(name) for name in ("drawn-rounds", "drawn-single", "drawn-double")} == {SEED}
    assert {reveals.pop(name) for name in ("champion-single", "champion-double")} == {ROOT}
    assert reveals.pop("cancelled") == f"{SEED} {ROOT}"
    assert set(reveals.values()) == {None}


def test_no_other_letter_shows_a_seed_outside_that_header() -> None:
    for answer in tournament_answers():
        letter = tell(answer)
        for secret in (SEED, ROOT):
            assert secret not in letter.text + str(letter.html) + letter.subject, type(answer)


def test_an_answer_to_a_letter_of_a_tournament_keeps_its_name() -> None:
    assert tell(Done(("You watch it.",))).subject == "[Spring Cup] Done"
    assert tell(Done(("You watch it.",)), number=None).subject == "[Spades] Done"


def test_buttons_are_lines_that_are_read() -> None:
    """The one line to enter too, though its writer changes the names in it."""
    known = Names(("Spring Cup",), ("The Aces",))
    html = {name: str(SAMPLES[name].html) for name in SAMPLES}
    assert "body=yes" in html["entry-please"]
    assert "body=yes" in html["entry-substitute"]
    assert "accept%20The%20Aces" in html["entry-held"]
    assert "extend%20sign-up%20by%207%20days" in html["master-asked"]
    assert "cancel" not in html["master-asked"].partition("</pre>")[2].partition("</table>")[0]
    for line in ("accept The Aces", "refuse The Aces because they are not eligible", "extend sign-up by 7 days"):
        assert read_line(line, known) is not None
    shown = "enter Spring Cup with Bob as The Aces"
    assert shown in SAMPLES["announced"].text
    assert isinstance(read_line(shown, known), ask.Enter)


def test_no_line_of_a_letter_is_wider_than_a_terminal() -> None:
    for answer in tournament_answers():
        assert max(map(width, tell(answer).text.split("\n"))) <= 76, type(answer)


def test_nobody_is_told_to_meet_the_loser_of_a_match_that_nobody_plays() -> None:
    """Teams withdraw from double eliminations before they know whom they meet."""
    told = set()
    for number in range(6):
        luck = Random(number)
        played = drawn_by_number(PRESETS["sigma"], 8, luck)
        while played.t.phase == "running":
            left = [team.name for team in played.t.teams if team.name not in played.t.withdrawn]
            if len(left) > 3 and luck.random() < 0.3:
                played.then(decide.withdraw(played.t, luck.choice(left), "captain"))
            else:
                played.step()
            unplayed = {one.match for key in played.t.stages for one in fixtures(played.t, key) if one.state == "off"}
            for team in played.t.order:
                for match in map(int, re.findall(r"the loser of match (\d+)", onward(played.t, team))):
                    told.add(match in unplayed)
    assert told == {False}


def test_those_who_share_a_place_stand_together_and_the_next_place_counts_them() -> None:
    entered = tuple(Team(name, (f"{name}1", f"{name}2"), "") for name in "ABCDE")
    t = replace(announced().t, teams=entered, withdrawn=frozenset("E"))
    lines = place_lines(t, Places("", (("A",), ("B",), ("C", "D"), ("E",))), "D")
    assert lines == (
        "1st: A (A1 and A2)",
        "2nd: B (B1 and B2)",
        "3rd, shared by 2 teams: C (C1 and C2) and D (D1 and D2, your team)",
        "5th: E (E1 and E2, withdrawn)",
    )
    assert place_lines(t, Places("", ((), ("A",))), None) == ("2nd: A (A1 and A2)",), "nobody won"


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ("score", "Match 4: Kings beat Bags 250 to 180."),
        ("hands", "Match 4: Kings beat Bags 250 to 180."),
        ("ruling", "Match 4: Kings beat Bags 250 to 180, as the Gamesmaster ruled."),
        ("sets", "Match 4 goes to Kings, 250 to 180: Bags were set too often."),
        ("concession", "Match 4 goes to Kings, 250 to 180: Bags conceded."),
        ("forfeit", "Match 4 goes to Kings, 250 to 180: Bags forfeited it."),
        ("silence", "Match 4 goes to Kings: Bags were silent too often."),
        ("withdrawal", "Match 4 goes to Kings: Bags have withdrawn."),
    ],
)
def test_a_result_in_words(how: str, words: str) -> None:
    """The winner's points stand first, whoever stands first in the match. Forfeits bring no points."""
    for teams, score in ((("Kings", "Bags"), (250, 180)), (("Bags", "Kings"), (180, 250))):
        outcome = Outcome(match=4, round=1, teams=teams, winner="Kings", how=how, score=score)
        assert outcome_sentence(outcome) == words


END = (
    ("usag", 8, None),
    ("usag", 3, "There was no game for the third place: only one team lost a semi-final."),
    ("pride", 5, "There is no game for the third place: the teams that lost the semi-finals share it."),
    ("sigma", 4, "There is no game for the third place: it goes to the loser of the losers' final."),
    ("fsu", 5, "There is no game for the third place: the teams that lost the semi-finals share it."),
)


@pytest.mark.parametrize(("format", "teams", "said"), END)
def test_the_end_says_why_there_was_no_game_for_the_third_place(format: str, teams: int, said: str | None) -> None:
    played = drawn_by_number(PRESETS[format], teams, Random(3))
    t = played.play_out()
    assert end_lines(t, t.places[0]) == (() if said is None else (said,))


def test_a_tournament_that_withdrawals_ended() -> None:
    """All who could have won are out: who is left has won without a match, and nothing is drawn of nothing."""
    played = drawn_by_number(USAG, 4, Random(1))
    third = next(one for one in fixtures(played.t, ("", 1)) if one.part == "third")
    for _ in range(2):
        played.step()
    loser = next(one for one in fixtures(played.t, ("", 1)) if one.part == "third").first.team
    assert loser is not None and third.first.team is None
    played.then(decide.withdraw(played.t, loser, "captain", "ill"))
    t = played.play_out()
    (other,) = t.places[0].teams[2]
    assert end_lines(t, t.places[0]) == (
        f"There was no game for the third place: {other} had nobody left to meet in it.",
    )
    league = drawn_by_number(FSU, 4, Random(1))
    for team in league.t.order:
        if league.t.phase == "running":
            league.then(decide.withdraw(league.t, team, "captain", "ill"))
    t = league.t
    winner = t.places[0].teams[0][0]
    letter = tell(Champion(tournament=t, times=TIMES, team=None))
    assert letter.subject == f"[Spring Cup] {winner} have won"
    assert f"- All teams but {winner} have withdrawn." in letter.text
    path = letter.text.partition("The winners' path")[2].partition("All results")[0]
    assert path.count(f"goes to {winner}: ") == 3 and path.count("have withdrawn") == 3, "all by walk-over"
    assert "Single elimination" not in letter.text, "nobody was left for it"


def test_ones_own_match_stands_first_and_only_ones_own_games_are_listed() -> None:
    played = drawn(USAG)
    start = len(played.events)
    played.begin()
    page = news(played, start, "Kings")
    lines = tell(page).text.partition("What begins")[2].split("\n")
    own = next(one.match for one in playing(played.t) if "Kings" in played.t.games[one.match].teams)
    assert lines[3].startswith("- You meet ") and f"in match {own}, which is game {own}." in lines[3]
    listed = tell(page).text.partition("Being played\n")[2]
    assert listed.count("- Match ") == 1
    assert tell(replace(page, team=None)).text.partition("Being played\n")[2].count("- Match ") == 4


def test_a_bare_date_ends_at_midnight() -> None:
    """Section 1: a bare date ends at 24:00 UTC; elsewhere it may be the next day by then."""
    assert until(datetime(2026, 12, 16, tzinfo=UTC)) == "the end of Tue 15 Dec (24:00 UTC)"
    berlin = until(datetime(2026, 12, 16, tzinfo=UTC), "Europe/Berlin")
    assert berlin == "the end of Tue 15 Dec (24:00 UTC, Wed 16 Dec 01:00 in Berlin)"
    assert until(datetime(2026, 12, 15, 18, tzinfo=UTC)) == "Tue 15 Dec 18:00 UTC"


def opened(format: Format) -> Tournament:
    """Return a tournament whose sign-up is open."""
    return decide.announce(1, "Cup", format, 100, "1" * 64, "2" * 64)[1]


def test_a_format_says_what_is_played_by_which_sheet_and_what_ends_a_match() -> None:
    """These are the figures of the presets."""
    game = {name: "dominoes" if name == "sigma-dominoes" else "spades" for name in PRESETS}
    said = {
        name: " ".join(format_lines(opened(format), USUAL, TERMS, game=game[name])) for name, format in PRESETS.items()
    }
    assert "3 matches for each team (with an odd number of teams, 3 teams have one fewer); then single" in said["pride"]
    assert "by sheet pride; the final by sheet pride-final" in said["pride"]
    assert "The final has no such limit." in said["pride"] and "4 to 16 teams" in said["pride"]
    assert "a team that loses twice is out" in said["sigma"] and "one collegiate and one alumni" in said["sigma"]
    assert "A player may protest" in said["sigma"]
    assert "2 to 8 teams" in said["usag"] and "with a game for the third place" in said["usag"]
    assert "everyone meets everyone once, one round every 7 days" in said["fsu"]
    assert "below 3 does not go on" in said["fsu"]
    six = replace(PRESETS["usag"], least=6, most=6)
    assert "6 teams of two play. Whoever comes later waits for a place." in format_lines(
        opened(six), USUAL, TERMS, game="spades"
    )


def test_the_first_letter_of_a_match_says_which_it_is() -> None:
    game, story = opening()
    started = tuple(replace(one, fixture=FIXTURE) if isinstance(one, n.GameStarted) else one for one in story.news)
    occasion = Occasion(news=started, written=WRITTEN, deadline=DEADLINE)
    letters = Letters(settings())
    contents = Contents(deal=True, turn=True, news=True)
    own = letters.private(occasion, story.scene, view(game, 1), player(), ids(), contents)
    public = letters.announcement(occasion, story.scene, view(game), player(), ids())
    for letter in (own, public):
        headers = dict(letter.headers)
        assert headers["Spades-Event"].startswith("start,pairing")
        assert (headers["Spades-Tournament"], headers["Spades-Match"]) == ("3", "7")
        assert "Spring Cup, match 7: The Aces against Kings." in letter.text
    plain = announced_to(letters, game, story, player())
    assert "Spades-Match" not in dict(plain.headers) and "pairing" not in dict(plain.headers)["Spades-Event"]


def test_a_later_stage_names_its_teams_best_first_or_says_that_nobody_is_left() -> None:
    t = drawn().t
    kings, nobody = ev.StageOpened("", 2, ("Kings", "The Aces")), ev.StageOpened("", 2, ())
    assert stages_opened(t, (kings, nobody)) == (
        "The single elimination begins. Kings and The Aces play in it, best first.",
        "The single elimination begins. Nobody is left to play in it.",
    )


@pytest.mark.parametrize("stage", [Stage(kind=StageKind.DOUBLE), Stage(kind=StageKind.ROUND_ROBIN, rounds=6)])
def test_letters_about_64_teams_fit_a_mail(stage: Stage) -> None:
    """Gmail shows the first 102 KB of HTML. Drawings are the same for all readers, and made once."""
    played = drawn_by_number(Format(name="x", stages=(stage,)), 64, Random(1))
    pages: list[Drawn | TournamentNews] = [Drawn(tournament=played.t, times=TIMES, team="Team 02")]
    start = len(played.events)
    played.begin()
    played.end(played.running()[0])
    happened, running = since(played, start), playing(played.t)
    pages.append(TournamentNews(tournament=played.t, times=TIMES, happened=happened, running=running, team="Team 02"))
    for page in pages:
        assert len(str(tell(page).html).encode()) < 102_000


def test_of_a_large_bracket_a_letter_lists_every_round() -> None:
    played = drawn_by_number(Format(name="x", stages=(Stage(kind=StageKind.SINGLE),)), 64, Random(1))
    start = len(played.events)
    played.begin()
    played.end(played.running()[0])
    happened, running = since(played, start), playing(played.t)
    letter = tell(TournamentNews(tournament=played.t, times=TIMES, happened=happened, running=running, team="Team 02"))
    for name in ("Round of 64", "Round of 32", "Round of 16", "Quarter-finals", "Semi-finals"):
        assert name in letter.text and name in str(letter.html)


@pytest.mark.parametrize("kind", [StageKind.DOUBLE, StageKind.LEAGUE])
def test_replies_about_64_teams_fit_a_mail(kind: StageKind) -> None:
    """They fit even if all teams meet at once, and say what they leave out."""
    played = drawn_by_number(Format(name="x", stages=(Stage(kind=kind),)), 64, Random(1))
    played.begin()
    for _ in range(4):
        played.end(played.running()[0])
    running = playing(played.t)
    for what in ("standings", "bracket", "schedule"):
        letter = tell(
            TournamentPage(
                gamesmaster="Gil <gm@club.test>",
                usual_limit=USUAL,
                terms=TERMS,
                tournament=played.t,
                times=TIMES,
                what=what,
                running=running,
            )
        )
        assert len(str(letter.html).encode()) < 100_000, what
        assert len(letter.text.encode()) < 100_000, what
        assert max(map(width, letter.text.split("\n"))) <= 76, what
    if kind is StageKind.LEAGUE:
        assert "58 more rounds, too many for a letter" in letter.text
        assert f"- And {len(running) - 32} more matches." in letter.text


@pytest.mark.parametrize("letter", ["x", "Ж"])
def test_the_last_letter_of_64_teams_with_the_longest_names_fits_a_mail(letter: str) -> None:
    """It has the places, the whole table and every result."""
    played = announced(Format(name="x", stages=(Stage(kind=StageKind.ROUND_ROBIN, rounds=6),), most=64))
    entered = tuple(
        Team(f"{number:02}".rjust(LONGEST_TITLE, letter), (f"A{number:02}".rjust(LONGEST, letter), f"B{number:02}"), "")
        for number in range(64)
    )
    played.then(decide.close(played.t, (), draw.roster(entered)))
    played.then(decide.draw_order(played.t, (("", ""),) * 64))
    played.play_out()
    html = str(tell(Champion(tournament=played.t, times=TIMES, team=entered[0].name)).html)
    assert len(html.encode()) < 100_000
    assert set(re.findall(r"<li[^>]*>Match (\d+)\b", html)) == {str(number) for number in range(1, 6 * 32 + 1)}
    assert all(html.count(f">{team.name}</th>") == 1 for team in entered)


def test_a_tournament_that_was_called_off_plays_and_promises_nothing() -> None:
    played = announced()
    played.then(decide.cancel(played.t, ""))
    text = tell(
        TournamentPage(
            gamesmaster="Gil <gm@club.test>",
            usual_limit=USUAL,
            terms=TERMS,
            tournament=played.t,
            times=TIMES,
            what="schedule",
            running=(),
        )
    ).text
    assert "The tournament was called off." in text and "Sign-up" not in text and "drawn" not in text
    html = str(SAMPLES["cancelled"].html)
    assert "being played" not in html and "no match" in html


def test_an_entry_is_shown_to_the_gamesmaster_with_addresses() -> None:
    page = EntryHeld(
        tournament=announced().t, times=TIMES, team="The Aces",
        players=(("Bob", "b@x.org"), ("Ann", "a@x.org")), classes=("", ""), late=True,
    )  # fmt: skip
    text = one_line(tell(page).text)
    assert "- Bob <b@x.org> - Ann <a@x.org>" in text
    assert "after the end of sign-up" in text


def test_names_and_reasons_stay_text() -> None:
    played = drawn(USAG)
    start = len(played.events)
    played.then(decide.withdraw(played.t, NAMES[1], "gamesmaster", "<b>they</b>\nplay QS \x01" + "0\x01"))
    letter = tell(news(played, start))
    assert "<b>they" not in str(letter.html)
    assert "\x01" not in letter.text + str(letter.html)
    assert letter.text.count("Third place\n") == 1


def test_a_champion_of_several_divisions() -> None:
    played = drawn(replace(USAG, divisions=("Gold", "Silver")))
    t = played.play_out()
    text = tell(Champion(tournament=t, times=TIMES, team=None)).text
    assert "Places, division Gold" in text and "Places, division Silver" in text
    assert any(isinstance(one, ev.Ended) for one in played.events)
    silver = next(one.teams[0][0] for one in t.places if one.division == "Silver")
    assert tell(Champion(tournament=t, times=TIMES, team=silver)).subject == "[Spring Cup] You have won division Silver"
    assert tell(Champion(tournament=t, times=TIMES, team=None)).subject == (
        f"[Spring Cup] {t.places[0].teams[0][0]} have won division Gold and {silver} division Silver"
    )
    assert TIMES.draw_at - TIMES.closes_at == timedelta(days=1)
