"""The lines of tournaments: what each asks, whatever the names are, and what stays another command."""

import re
from datetime import timedelta
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.asking.command_table import COMMANDS
from referee.asking.grammar import read_commands
from referee.asking.tournaments import commands as ask
from referee.asking.tournaments import line_readers
from referee.asking.tournaments.commands import Command
from referee.asking.tournaments.lines import ROWS, read_line
from referee.asking.tournaments.titles import Names, check_apart, check_title, check_unlike, usual_team
from referee.names import LONGEST_TITLE

KNOWN = Names(
    ("Spring Cup", "Cup", "Cup as Of", "Cup with Ann", "Été"),
    ("The Aces", "Kings", "A with B", "Ann + Bob", "Kings of Spring", "A win", "A", "Team 1", "Off because"),
    ("Été",),
)
DAYS = timedelta(days=1)

ASKED: list[tuple[str, Command]] = [
    ("enter Été, collegiate", ask.Enter("Été", None, words=("collegiate",))),
    ("I enter Ete as alumni, please", ask.Enter("Été", None, words=("alumni",))),
    ("enter Été.", ask.Enter("Été", None)),
    ("enter Été with Bob, alumni", ask.Enter("Été", "Bob", words=("alumni",))),
    ("enter Spring Cup with Bob as The Aces", ask.Enter("Spring Cup", "Bob", None, "The Aces")),
    (
        "Enter spring cup with Bob as The Aces, collegiate.",
        ask.Enter("Spring Cup", "Bob", None, "The Aces", ("collegiate",)),
    ),
    (
        "enter Spring Cup with Bob as Aces, alumni, division B",
        ask.Enter("Spring Cup", "Bob", None, "Aces", ("alumni", "division B")),
    ),
    ("enter Spring Cup with Ann", ask.Enter("Spring Cup", "Ann")),
    ("enter Spring Cup with Ann, alumni", ask.Enter("Spring Cup", "Ann", None, None, ("alumni",))),
    ("enter Spring Cup with Bob <Bob@Example.org>", ask.Enter("Spring Cup", "Bob", "bob@example.org")),
    ("enter Spring Cup with bob@example.org as X Y", ask.Enter("Spring Cup", None, "bob@example.org", "X Y")),
    ("enter Spring Cup with Bob <mailto:bob@example.org>", ask.Enter("Spring Cup", "Bob", "bob@example.org")),
    ('enter "Spring Cup" with Bob as "The Aces"', ask.Enter("Spring Cup", "Bob", None, "The Aces")),
    ("enter Cup as Of with Bob as A with B", ask.Enter("Cup as Of", "Bob", None, "A with B")),
    ("enter Cup with Ann with Bob", ask.Enter("Cup with Ann", "Bob")),
    ("enter Cup with Ann", ask.Enter("Cup", "Ann")),
    ("enter Cup with Bob as Kings as Of", ask.Enter("Cup", "Bob", None, "Kings as Of")),
    ("enter with Bob as Kings", ask.Enter(None, "Bob", None, "Kings")),
    ("we enter the tournament with Bob", ask.Enter(None, "Bob")),
    ("enter E\u0301te\u0301 with Bob", ask.Enter("Été", "Bob")),
    ("leave Spring Cup!", ask.LeaveTournament("Spring Cup")),
    ("leave the tournament", ask.LeaveTournament(None)),
    ("withdraw from Spring Cup.", ask.WithdrawFrom("Spring Cup")),
    ("withdraw from Cup because Bob is ill", ask.WithdrawFrom("Cup", "Bob is ill")),
    ("withdraw The Aces because they moved away", ask.WithdrawTeam("The Aces", "they moved away")),
    ("withdraw A with B in Cup because of rain", ask.WithdrawTeam("A with B", "of rain", "Cup")),
    ("withdraw Off because because of rain", ask.WithdrawTeam("Off because", "of rain")),
    ("accept The Aces", ask.AcceptTeam("The Aces")),
    ("accept team Kings", ask.AcceptTeam("Kings")),
    ("accept Team 1", ask.AcceptTeam("Team 1")),
    ("accept Kings of Spring", ask.AcceptTeam("Kings of Spring")),
    ("accept Kings of Spring Cup", ask.AcceptTeam("Kings", "Spring Cup")),
    ("accept Kings of Spring of Spring Cup", ask.AcceptTeam("Kings of Spring", "Spring Cup")),
    ("refuse Ann + Bob because they are no students", ask.RefuseTeam("Ann + Bob", "they are no students")),
    ("tournaments", ask.Tournaments()),
    ("standings", ask.Standings()),
    ("Show me the standings of Spring Cup", ask.Standings("Spring Cup")),
    ("bracket Cup as Of", ask.Bracket("Cup as Of")),
    ("bracket in the cup", ask.Bracket(None)),
    ("schedule of cup", ask.Schedule("Cup")),
    ("watch Spring Cup", ask.WatchTournament("Spring Cup")),
    ("unwatch tournament Spring Cup", ask.UnwatchTournament("Spring Cup")),
    ("seed The Aces, Kings", ask.Seed(("The Aces", "Kings"))),
    ("seed: Kings, A with B and The Aces in Spring Cup", ask.Seed(("Kings", "A with B", "The Aces"), "Spring Cup")),
    ("seed Kings of Spring; Kings of Cup as Of", ask.Seed(("Kings of Spring", "Kings"), "Cup as Of")),
    ("seed nobody", ask.Seed(())),
    ("close sign-up", ask.CloseSignUp()),
    ("close the signup of Spring Cup", ask.CloseSignUp("Spring Cup")),
    ("extend sign-up by 3 days", ask.ExtendSignUp(3 * DAYS)),
    ("extend sign-up of Cup by 36 hours", ask.ExtendSignUp(1.5 * DAYS, "Cup")),
    ("extend sign up by 3 days in Cup", ask.ExtendSignUp(3 * DAYS, "Cup")),
    (
        "substitute Eve <eve@example.org> for Bob in The Aces",
        ask.Substitute("Eve", "eve@example.org", "Bob", "The Aces"),
    ),
    (
        "substitute Eve for Bob in Kings because they are ill, in bed",
        ask.Substitute("Eve", None, "Bob", "Kings", reason="they are ill, in bed"),
    ),
    ("substitute Eve for Bob in Kings of Cup", ask.Substitute("Eve", None, "Bob", "Kings", "Cup")),
    (
        "rule match 7 The Aces win 250 to 180 because of the record",
        ask.RuleMatch(7, "The Aces", (250, 180), "of the record"),
    ),
    ("rule match #7 in Cup: A win wins 20:-40, because x", ask.RuleMatch(7, "A win", (20, -40), "x", "Cup")),
    ("rule match 7 A win 20\u201310 of Cup because x", ask.RuleMatch(7, "A", (20, 10), "x", "Cup")),
    ("rule match 7 A won 0 to 0 because x", ask.RuleMatch(7, "A", (0, 0), "x")),
    ("replay match 7", ask.ReplayMatch(7)),
    ("replay match 7 of Cup because Bob was ill", ask.ReplayMatch(7, "Bob was ill", "Cup")),
    ("reset match 9 because match 7 was wrong", ask.ResetMatch(9, "match 7 was wrong")),
    ("rate The Aces 3.5 in match 7", ask.Rate("The Aces", Fraction(7, 2), 7)),
    ("rate Team 1 4 of 4 for match 7 in Cup", ask.Rate("Team 1", Fraction(4), 7, "Cup")),
    ("extend match 7 by 5 days", ask.ExtendMatch(7, 5 * DAYS)),
    ("extend match 7 of Spring Cup by 5 days", ask.ExtendMatch(7, 5 * DAYS, "Spring Cup")),
    ("pause Spring Cup", ask.PauseTournament("Spring Cup")),
    ("resume the tournament", ask.ResumeTournament(None)),
    ("cancel Spring Cup because nobody came", ask.CancelTournament("Spring Cup", "nobody came")),
    ("protest they talked", ask.Protest("they talked")),
    ("clarify: may I still bid?", ask.Protest("may I still bid?")),
    ("protest in Spring Cup: they talked in Cup", ask.Protest("they talked in Cup", "Spring Cup")),
]


@pytest.mark.parametrize(("line", "command"), ASKED, ids=[line for line, _ in ASKED])
def test_what_a_line_asks(line: str, command: Command) -> None:
    assert read_line(line, KNOWN) == command


UNCLEAR = [
    ("enter Sprin Cup with Bob", "did you mean `Spring Cup`?"),
    ("enter Autumn Open with Bob as The Aces", "there is `Spring Cup`"),
    ("enter Spring Cup", "names no partner"),
    ("enter Spring Cup alone", "names no partner"),
    ("enter Spring Cup with Bob as all", "means something else"),
    ("enter Spring Cup with Bob as 7", "means something else"),
    ("enter Spring Cup with Bob <bob@>", "not a plain mail address"),
    ("enter Spring Cup with B*b", "a name consists of"),
    ("leave Spring Cop", "did you mean `Spring Cup`?"),
    ("withdraw The Aces", "gives no reason"),
    ("withdraw The Acse because of rain", "did you mean `The Aces`?"),
    ("accept The Acse", "did you mean `The Aces`?"),
    ("refuse The Aces", "gives no reason"),
    ("seed Kings, Zebras", "no team `Zebras`"),
    ("seed Kings, The Acse", "did you mean `The Aces`?"),
    ("seed Kings, The Aces, kings", "names a team twice"),
    ("extend sign-up", "by how much"),
    ("extend sign-up by 3 dogs", "3 days"),
    ("extend match by 3 days", "by its number"),
    ("extend match 0 by 3 days", "by its number"),
    ("extend match 7", "by how much"),
    ("substitute Eve <eve@example.org> for Bob", "names no team"),
    ("substitute Eve <eve@example.org> for Bob in Zebras", "no team `Zebras`"),
    ("substitute Eve <eve@example.org> for Bob in Zebras because of illness", "no team `Zebras`"),
    ("rule match 7 Zebras win 250 to 180 because x", "no team `Zebras`"),
    ("rule match 7 The Aces win 250 to 180", "gives no reason"),
    ("rule match 7 The Aces win because x", "gives no score"),
    ("rule match 7 The Aces win 180 to 250 because x", "fewer points"),
    ("rule match 7", "names no winner"),
    ("replay match 7 now", "cannot be read"),
    ("reset match 9", "gives no reason"),
    ("rate The Aces 4.5 in match 7", "from 0 to 4"),
    ("rate The Aces 3.55 in match 7", "one decimal"),
    ("rate The Aces in match 7", "from 0 to 4"),
    ("rate Zebras 3 in match 7", "no team `Zebras`"),
    ("cancel Spring Cup", "gives no reason"),
    ("protest", "what is wrong"),
]


@pytest.mark.parametrize(("line", "words"), UNCLEAR, ids=[line for line, _ in UNCLEAR])
def test_what_is_meant_and_unclear_is_told_in_a_sentence(line: str, words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        read_line(line, KNOWN)


CHAT = (
    "enter the room with Bob", "enter", "leave the table", "leave me alone", "withdraw from the bank", "watch out",
    "watch TV", "accept my apologies", "refuse to talk", "seed money, please", "seed", "close the door", "seeds",
    "pause for tea", "resume play", "cancel that", "standings are fine", "bracket of doom", "schedule a call",
    "substitute sugar for honey", "replay it", "reset the clock", "rate my play", "rating", "tournaments are fun",
    "the cup", "warn me because I forget", "suspend the game", "rule of thumb", "enter the tournament and win",
    "extended", "protesting", "", "   ",
)  # fmt: skip


def test_conversation_stays_conversation() -> None:
    assert [line for line in CHAT if read_line(line, KNOWN) is not None] == []


OTHERS = (
    "watch 12", "watch game 12", "watch #12", "unwatch 12", "unwatch game #12", "leave", "leave.", "withdraw",
    "withdraw concession", "withdraw my concession", "I withdraw the concession", "I withdraw", "pause", "pause all",
    "Pause all games", "resume", "resume all", "extend 2 days", "extend by 2 days", "extend 36 hours",
    "rule void to turn 37 because Ann had a spade", "rule: void to turn 37 charge Bob because x",
    "rule void to turn 37",
)  # fmt: skip
"""Every way to write an older command with a first word that a row has too."""
NASTY = Names(
    (
        "12",
        "game 12",
        "all",
        "alls",
        "all games",
        "concessions",
        "void to turn 37",
        "by 2 days",
        "2 days",
        "my concession",
    ),
    ("concession", "the concession", "Concessions", "my concession", "all"),
)


def test_other_commands_stay_what_they_are_whatever_a_tournament_is_called() -> None:
    for line in OTHERS:
        assert any(row.match(line) for row in COMMANDS), line
        assert read_line(line, KNOWN) is None, line
        assert not [each for each in read_commands(line, names=NASTY).asked if isinstance(each.command, Command)], line


def test_no_other_command_begins_like_a_line_of_tournaments_but_those_that_are_kept() -> None:
    shared = {row.word for row in COMMANDS} & {row.usage.split()[0] for row in ROWS}
    assert shared == {"watch", "unwatch", "leave", "withdraw", "pause", "resume", "extend", "rule", "rules", "record"}
    for row in COMMANDS:
        example = row.usage.replace(" [all]", "").replace("GAME", "12")
        assert read_line(example, KNOWN) is None, example


def test_usages_read_back_and_say_who_may_use_them() -> None:
    for row in ROWS:
        found = read_line(row.usage, KNOWN)
        assert found is not None, row.usage
        assert type(found) in row.asks, row.usage
        assert row.help.endswith(".") or not row.help
    assert len({type(read_line(row.usage, KNOWN)) for row in ROWS}) == len(ROWS)


SPOKEN = """
    enter leave withdraw from accept refuse seed close extend sign-up substitute rule replay reset rate match win
    watch pause resume cancel protest standings bracket tournaments tournament the in of with as and because by for to
    Spring Cup Kings Aces A B Ann Bob <bob@example.org> , . : 3 7 250 3.5 days - \u2013 \u0301 " ' ( #7 ß
"""
WORDS = st.sampled_from(SPOKEN.split())
TITLES = (
    st.lists(
        st.sampled_from(["A", "with", "B", "of", "Cup", "as", "because", "in", "and", "7"]), min_size=1, max_size=4
    )
    .map(" ".join)
    .filter(lambda name: any(map(str.isalpha, name)))
)
NAMES = st.builds(Names, st.lists(TITLES, max_size=3).map(tuple), st.lists(TITLES, max_size=4).map(tuple))


@given(st.lists(WORDS, max_size=24).map(" ".join) | st.text(max_size=80), NAMES)
def test_reading_is_total(line: str, known: Names) -> None:
    try:
        found = read_line(line, known)
    except ValueError as why:
        assert len(str(why)) > 10
        return
    if isinstance(found, ask.AcceptTeam | ask.RefuseTeam | ask.WithdrawTeam):
        assert found.team in known.teams
    if found is not None:
        assert getattr(found, "tournament", None) in (None, *known.tournaments)


@settings(max_examples=40)
@given(TITLES, TITLES, TITLES)
def test_a_team_and_a_tournament_of_any_name_are_found(tournament: str, team: str, other: str) -> None:
    known = Names((tournament, other), (team, other))
    assert read_line(f"watch {tournament}", known) == ask.WatchTournament(tournament)
    assert read_line(f"accept {team}", known) == ask.AcceptTeam(team)
    found = read_line(f"withdraw {team} because it rained", known)
    assert isinstance(found, ask.WithdrawTeam)
    assert found.reason.endswith("it rained")


def test_a_line_of_any_length_is_read_in_good_time() -> None:
    known = Names(tuple(f"Cup {n}x" for n in range(60)), tuple(f"Team {n}x" for n in range(64)))
    for start in ("enter Cup 1x with", "seed", "withdraw", "substitute", "rule match 7"):
        for filling in (" a as a", " Team 1x and", " Team 2x,", " in of", " because"):
            try:
                read_line(start + filling * 3000, known)
            except ValueError:
                continue


# names


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Spring Cup", "Spring Cup"),
        ("  The   Aces ", "The Aces"),
        ('"Ann + Bob"', "Ann + Bob"),
        ("Salt & Pepper", "Salt & Pepper"),
        ("E\u0301te\u0301", "Été"),
        ("49ers", "49ers"),
        ("Team 1", "Team 1"),
        ("x" * 32, "x" * 32),
    ],
)
def test_names_that_may_be(text: str, name: str) -> None:
    assert check_title(text) == name


@pytest.mark.parametrize(
    "text",
    ["", "all", "ALL", "7", "12.5", "#7", "Aces, Kings", "x" * 33, "a\u200bb", "A\u3164", "concession", "my concession",
     "the tournament", "tournament", "game 7", "match 7", "nobody", "<b>", "a@b", "- -"],
)  # fmt: skip
def test_names_that_may_not_be(text: str) -> None:
    with pytest.raises(ValueError, match=r".{20}"):
        check_title(text)


def test_names_that_look_alike_are_refused() -> None:
    check_apart(["Aces", "Kings"])
    for other in ("the aces", "The  Aces.", "The \u0410ces"):
        with pytest.raises(ValueError, match="look alike"):
            check_unlike("The Aces", ["Kings", other])


@given(st.text("abcdefgh", min_size=1, max_size=24), st.text("abcdefgh", min_size=1, max_size=24))
def test_a_team_without_a_name_has_one_of_both_players(captain: str, partner: str) -> None:
    name = usual_team(captain, partner)
    assert len(name) <= LONGEST_TITLE
    one, other = name.split(" + ")
    assert captain.startswith(one)
    assert partner.startswith(other)
    assert check_title(name) == name
    assert (one, other) == (captain, partner) or len(name) == LONGEST_TITLE


def test_no_line_keeps_the_reader_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The referee guesses only few names of a long list."""
    looked: list[str] = []
    known = Names(("Spring Cup",), tuple(f"Team {number} of the cup" for number in range(64)))
    monkeypatch.setattr(line_readers, "check_near", lambda text, *_: looked.append(text))
    read_line("seed " + ", ".join("ab" * 50), known)
    assert len(looked) == line_readers.HINTS
